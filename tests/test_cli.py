"""The command line: formats, exit codes, one line for every error, nothing heavy before it is needed."""

import json
import os
import re
import shlex
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from run import COMMAND, PIPE, ROOT, Done, environment, inside, program, python, started, tool

from onoff_symbolic.cli import commands, main
from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Field

EXAMPLES = ROOT / "examples"
SHELL = shlex.join(COMMAND)


@cache
def examined(name: str) -> Done:
    """An example, examined once."""
    return inside("scheme", str(EXAMPLES / name), "--format", "json")


HEAVY = ("sympy", "mpmath", "numpy", "highspy")
USAGE: tuple[tuple[str, ...], ...] = (
    ("--help",), ("-h",), ("list",), ("--version",), (), ("show", "lemma1"), ("lema1",), ("lemma1", "--format", "x"),
    ("scheme",), ("scheme", "--help"), ("pmf", "--t", "99"), ("lemma1", "--nonsense"), ("verify",), ("entropy",))
CHECKED = (
    ("request-chain",), ("lemma1", "theorem1", "--format", "json"),
    ("certify", "request-chain", "-o", "/dev/null/none"), ("entropy", "H(X|Y) <= H(X)"), ("entropy", "H(X) <= H(X|Y)"),
    ("check", str(ROOT / "proofs" / "certificates" / "lemma1.json")))


def test_only_a_search_imports_sympy() -> None:
    """One command after the other in one interpreter: none but the last imports what takes long."""
    commands = (*USAGE, *CHECKED, ("request-chain", "--search"))
    code = (f"import sys\nfrom onoff_symbolic.cli import main\nfor args in {commands!r}:\n"
            "    try:\n        main(args)\n    except SystemExit:\n        pass\n"
            f"    print('\\nMODULES', *(name for name in {HEAVY!r} if name in sys.modules))\n")
    *quiet, last = [line.split()[1:] for line in python(code, cwd=Path("/")).splitlines() if line[:7] == "MODULES"]
    assert [args for args, found in zip(commands[:-1], quiet, strict=True) if found] == []
    assert "sympy" in last


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("args, code", [
    (("lemma1",), 0), (("theorem1",), 0), (("theorem1", "--strict"), 1), (("--format", "json", "lemma1"), 0),
    pytest.param(("all", "--strict"), 1, marks=pytest.mark.slow), pytest.param(("errata",), 0, marks=pytest.mark.slow),
    (("scheme", str(EXAMPLES / "paper-low.toml")), 0), (("scheme", str(EXAMPLES / "late-leak.toml")), 1),
    (("entropy", "H(X|Y) <= H(X)"), 0), (("entropy", "H(X) <= H(X|Y)"), 1),
])
def test_exit_codes(args: tuple[str, ...], code: int) -> None:
    assert inside(*args).returncode == code


@pytest.mark.slow
@pytest.mark.parametrize("args, code", [(("request-chain",), 0), (("theorem1", "--strict"), 1), (("lema1",), 2)])
def test_the_process_ends_with_the_exit_code(args: tuple[str, ...], code: int) -> None:
    alone, here = tool(*args), inside(*args)
    assert alone.returncode == code
    assert (alone.stdout, alone.stderr) == (here.stdout, here.stderr)


@pytest.mark.parametrize("args", [
    ("lema1",), ("lemma1", "nothing"), ("lemma1", "--format", "yaml"), ("scheme",), ("scheme", "no-such-file.toml"),
    ("scheme", "."), ("pmf", "--t", "-1"), ("pmf", "--t", "x"), ("pmf", "--case", "low", "--scheme", "x"),
    ("lemma1", "-o", "no/such/folder/out.txt"), ("show", "nothing"),
    ("bound", str(EXAMPLES / "paper-low.toml"), "--next", "3"),
    ("scheme", str(EXAMPLES / "paper-low.toml"), "--mode", "0,1"), ("verify",),
])
def test_bad_usage_is_answered_by_one_line(args: tuple[str, ...]) -> None:
    found = inside(*args)
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr.startswith("onoff-verify: ") and found.stderr.count("\n") == 1
    assert "Traceback" not in found.stderr


def test_a_near_miss_is_suggested() -> None:
    assert "did you mean lemma1?" in inside("lema1").stderr


@pytest.mark.slow
@pytest.mark.usefixtures("known")
def test_the_same_bytes_whatever_the_hash_seed() -> None:
    """This interpreter and another, each with all commands."""
    commands = (("all", "--format", "json"), ("scheme", str(EXAMPLES / "late-leak.toml"), "--format", "json"),
                ("claim1",), ("lemma1", "--format", "html"))
    code = ("import sys\nfrom onoff_symbolic.cli import main\n"
            f"for args in {commands!r}:\n    try:\n        main(args)\n"
            "    except SystemExit as stop:\n        print('ENDS', stop.code)\n"
            "print('HASH', hash('a word'))")
    said, hashed = python(code, PYTHONHASHSEED="2" if os.environ.get("PYTHONHASHSEED") == "1" else "1").split("HASH")
    assert int(hashed) != hash("a word")
    here = [inside(*args) for args in commands]
    assert said == "".join(f"{done.stdout}ENDS {done.returncode}\n" for done in here), "although hashes differ"
    assert [done.returncode for done in here] == [0, 1, 0, 0, 0]


def test_the_json_of_claims() -> None:
    document = json.loads(inside("lemma1", "theorem1", "appc-premise", "--format", "json").stdout)
    assert document["schema"] == 1
    assert document["tool"]["name"] == "onoff-verify"
    assert document["summary"] == {"proved": 1, "conditional": 1, "refuted": 1, "undecided": 0}
    for claim in document["claims"]:
        assert {"id", "title", "where", "verdict", "hypotheses", "conditions", "exceptions", "witness", "correction",
                "obligations", "depends_on"} <= set(claim)
        assert set(claim["obligations"]) == {"proved", "failed", "undecided"}
    lemma1, theorem1, premise = document["claims"]
    assert lemma1["witness"] is None and lemma1["depends_on"]
    assert theorem1["conditions"] and theorem1["witness"]["expected"]
    assert premise["correction"]["verdict"] == "proved"
    assert all(set(exception) >= {"where", "outcome"} for exception in lemma1["exceptions"])


def test_the_json_of_a_scheme() -> None:
    document = json.loads(examined("late-leak.toml").stdout)
    assert document["private"] == {"verdict": "refuted", "witness": {
        "history": ["AB", "AB", "AB", "A"], "parameters": {"alpha": "1/2", "beta": "1/3"},
        "probabilities": {"A": "1/72", "B": "1/108"}}}
    assert document["query_chain"]["matrix"] is None and len(document["query_chain"]["phases"]) == 3
    low = json.loads(examined("paper-low.toml").stdout)
    assert low["cost"]["t"] == "1 + (1 - alpha - beta)**t" == low["bound"]["t"]
    assert low["cost"]["2"] == "1 + (1 - alpha - beta)**2"
    assert low["optimal"] == {"verdict": "proved", "witness": None}
    assert low["query_chain"]["matrix"]["AB"] == {"A": "beta", "B": "alpha", "AB": "1 - alpha - beta"}


@pytest.mark.parametrize("case", ["low", "high"])
def test_the_joint_law_sums_to_one(case: str) -> None:
    assert inside("pmf", "--t", "2", "--case", case).stdout.endswith("atoms, sum 1 (computed, not certified)\n")
    atoms = json.loads(inside("pmf", "--t", "1", "--case", case, "--format", "json").stdout)["atoms"]
    assert len(atoms) == 6


def test_a_scheme_of_the_paper_that_lacks_a_table_has_no_joint_law() -> None:
    told = inside("pmf", "--case", "none")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.endswith("expected a scheme that has a law at t = 1, found none, which lacks a table\n")


def test_the_joint_law_of_a_scheme_that_is_none_is_refused(tmp_path: Path) -> None:
    """The row sums to 1, but an entry is negative somewhere on the region."""
    text = (ROOT / "examples" / "paper-low.toml").read_text(encoding="utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace('A = "beta/(1 - alpha)", AB = "(1 - alpha - beta)/', 'A = "2*beta/(1 - alpha)", AB = '
                                '"(1 - alpha - 2*beta)/'), encoding="utf-8")
    found = inside("pmf", "--scheme", str(bad))
    assert (found.returncode, found.stdout, found.stderr.count("\n")) == (2, "", 1)
    assert "not a probability distribution after (X_0, X_t, Q_t) = A,A,AB at t = 0: expected >= 0, found -1/3 at " \
        in found.stderr
    assert inside("pmf", "--scheme", str(ROOT / "examples" / "paper-low.toml")).returncode == 0


def test_output_goes_to_a_file_whole(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    found = inside("lemma1", "-o", str(target))
    assert (found.returncode, found.stdout) == (0, "")
    assert target.read_text(encoding="utf-8") == inside("lemma1").stdout
    assert list(tmp_path.iterdir()) == [target]


def test_an_error_leaves_an_old_file_alone(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")
    broken = tmp_path / "broken.toml"
    broken.write_text("sources = [", encoding="utf-8")
    assert inside("scheme", str(broken), "-o", str(target)).returncode == 2
    assert target.read_text(encoding="utf-8") == "old"


def test_a_pipe_that_cannot_take_greek_gets_ascii() -> None:
    found = program([*COMMAND, "lemma1"], env=environment({"PYTHONIOENCODING": "latin-1"}), encoding="latin-1")
    assert found.returncode == 0 and "alpha" in found.stdout and found.stdout.isascii()


@pytest.mark.slow
def test_a_closed_pipe_is_no_traceback() -> None:
    found = program(["sh", "-c", f"{SHELL} list | head -1"])
    assert found.returncode == 0 and found.stdout.startswith("naive-switching ") and "Traceback" not in found.stderr
    for args in ("pmf --t 13", "--help"):       # more than a pipe holds, and less: what is left is written at the end
        found = program(["sh", "-c", f"({{ sleep 1; {SHELL} {args}; echo code $? >&2; }} | true)"])
        assert found.stderr == "code 141\n", "1 would say that something fails"


# -- where output goes -------------------------------------------------------------------------------------


def test_a_full_device_is_told_in_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    for args in (["list"], ["check", "proofs/certificates/table3a.json"], ["--help"]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            found = program([*COMMAND, *args], stdout=full)
        assert found.returncode == 2
        assert found.stderr == "onoff-verify: standard output cannot be written: No space left on device\n"


def test_a_closed_standard_output_is_no_traceback() -> None:
    found = program(["sh", "-c", f"{SHELL} list >&-"])
    assert found.returncode == 0 and found.stderr == ""


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old", encoding="utf-8")
    link.symlink_to(real)
    assert inside("example-decodable", "-o", str(link)).returncode == 0
    assert link.is_symlink() and real.read_text(encoding="utf-8").startswith("example-decodable: ")


def test_a_pipe_is_written_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with started(["cat", str(pipe)], stdout=PIPE, text=True) as reader:
        assert tool("example-decodable", "-o", str(pipe)).returncode == 0
        assert reader.communicate()[0].startswith("example-decodable: ")
    assert pipe.is_fifo()


@pytest.mark.slow
def test_output_to_standard_output_by_name() -> None:
    plain = inside("request-chain").stdout
    assert plain and inside("request-chain", "-o", "-").stdout == plain
    assert tool("request-chain", "-o", "/dev/stdout").stdout == plain


def test_a_file_keeps_its_mode_and_a_read_only_one_its_text(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    assert inside("request-chain", "-o", str(target)).returncode == 0
    assert target.stat().st_mode & 0o777 == 0o640 and target.read_text(encoding="utf-8") != "old"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o440)
    if not os.access(target, os.W_OK):      # everything is writable to root
        assert "Permission denied" in inside("request-chain", "-o", str(target)).stderr
        assert target.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("target, reason", [
    ("", "-o: expected a file name, found nothing"), (".", "cannot be written: "),
    ("no/such/folder/x", "there is no folder no/such/folder"), ("/nonexistent/x", "there is no folder /nonexistent\n"),
])
def test_targets_that_cannot_be_written(target: str, reason: str, tmp_path: Path) -> None:
    found = inside("request-chain", "-o", target, cwd=tmp_path)
    assert found.returncode == 2 and found.stdout == ""
    assert reason in found.stderr and found.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [
    ("bound", "--at", "a=1/3", "--certificate"), ("bound", "--at", "a=1/3", "--scheme"), ("design", "-o"),
    ("region", "--at", "a=1/3", "--certificate"),
])
def test_a_missing_folder_is_told_before_any_work(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bound", "design", "region"):
        monkeypatch.setattr(f"onoff_symbolic.judge_chains.{name}", None)
    found = inside(words[0], str(ROOT / "examples" / "chains" / "cycle.toml"), *words[1:], "no/such/x")
    assert found.returncode == 2 and found.stderr.endswith("cannot be written: there is no folder no/such\n")


def test_a_link_to_a_missing_folder_is_told_with_that_folder(tmp_path: Path) -> None:
    (link := tmp_path / "link").symlink_to(tmp_path / "none" / "x")
    found = inside("request-chain", "-o", str(link))
    assert found.returncode == 2 and found.stderr.endswith(f"there is no folder {tmp_path / 'none'}\n")


@pytest.mark.parametrize("name, said", [("none.json", "No such file or directory"), (".", "not a file")])
def test_a_certificate_that_cannot_be_read_is_one_line_like_all_errors(name: str, said: str, tmp_path: Path) -> None:
    found = inside("check", name, cwd=tmp_path)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == f"onoff-verify: {name}: cannot be read: {said}\n"


@pytest.mark.parametrize("command", [name for name, each in commands.commands.items()
                                     if any(param.name == "form" for param in each.params)])
def test_help_names_the_ends_of_files_that_the_command_takes(command: str) -> None:
    """Each end that is named is taken, each other one is refused; -o of `design` names no report."""
    option, = (param for param in commands.commands[command].params if param.name == "form")
    assert isinstance(option, click.Option) and isinstance(option.type, click.Choice)
    ends = {".html": "html", ".json": "json", ".tex": "latex", ".svg": "svg"}
    taken = {end for end, form in ends.items() if form in option.type.choices and command != "design"}
    assert {*re.findall(r"FILE(\.\w+)", option.help or "")} == taken
    assert ("says it as well" in (option.help or "")) == bool(taken)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(SystemExit) as caught:
        main(["request-chain", "-o", str(target)])
    assert caught.value.code == 2
    assert target.read_text(encoding="utf-8") == "old" and list(tmp_path.iterdir()) == [target]


# -- words and options -------------------------------------------------------------------------------------


@pytest.mark.parametrize("args, said", [
    (("lemma1", "list"), "expected a claim, found the command list"), (("show", "pmf"), "found the command pmf"),
    (("list", "lemma1"), "extra argument"), (("LEMMA9",), "no claim or command is called 'LEMMA9'"),
    (("lem\nma1",), "'lem\\nma1'"), (("\x1b[31m",), "'\\x1b[31m'"), (("",), "''"), (("lemma1", "--t", "2"), "--t"),
    (("all", "nonsense"), "'nonsense'"), (("--strict",), "name a claim"), (("show",), "ID"),
])
def test_bad_words_are_told_on_one_line(args: tuple[str, ...], said: str) -> None:
    found = inside(*args)
    assert found.returncode == 2 and found.stdout == ""
    assert said in found.stderr and found.stderr.count("\n") == 1 and found.stderr[:-1].isprintable()


@pytest.mark.parametrize("words", [("Lem:Q",), ("Lemma1",), ("lemma", "1"), ("Lemma 1",), ("LEMMA1",)])
def test_names_as_people_type_them(words: tuple[str, ...]) -> None:
    assert inside(*words).stdout.startswith("lemma1: ")
    assert inside("show", *words).stdout.startswith("lemma1: ")


def test_a_label_with_several_claims_names_them_all() -> None:
    assert [c["id"] for c in json.loads(inside("table:Qt", "--format", "json").stdout)["claims"]] == [
        "table3a", "table3b", "table3c", "table3-cases"]


def test_the_list_can_be_narrowed() -> None:
    found = inside("list", "--verdict", "refuted", "--section", "C").stdout.split("\n")[:-1]
    assert [line.split()[0] for line in found] == [
        "appc-premise", "appc-expansion", "appc-markov", "appc-case2"]
    assert all("(Section IV-" in line for line in inside("list", "--section", "IV").stdout.split("\n")[:-1])
    assert inside("list", "--section", "Z").returncode == 2


@pytest.mark.parametrize("name, start", [("x.html", "<!DOCTYPE html>"), ("x.json", "{"),
                                         ("x.tex", "\\documentclass"), ("x.txt", "lemma1: ")])
def test_the_name_of_the_file_tells_the_format(name: str, start: str, tmp_path: Path) -> None:
    assert inside("lemma1", "-o", str(tmp_path / name)).returncode == 0
    assert (tmp_path / name).read_text(encoding="utf-8").lstrip().startswith(start)
    assert inside("lemma1", "-o", str(tmp_path / name), "--format", "text").returncode == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith("lemma1: ")


def test_errata_of_one_claim() -> None:
    found = inside("errata", "theorem1")
    assert found.returncode == 0 and "1. Theorem 1 and Section III: the chain has to be ergodic" in found.stdout
    assert "Of 1 statement, as we read it, 0 hold, 1 under" in found.stdout
    assert "\n2. " not in found.stdout and "SLIPS" not in found.stdout


def test_options_may_stand_before_the_claims_and_claims_may_repeat(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    assert inside("-o", str(target), "--format", "json", "request-chain", "request-chain", "table3a").returncode == 0
    assert [c["id"] for c in json.loads(target.read_text(encoding="utf-8"))["claims"]] == ["request-chain", "table3a"]


# -- what is printed is exact and complete -----------------------------------------------------------------


@pytest.mark.parametrize("case", ["low", "high"])
@pytest.mark.parametrize("time", ["0", "1", "2", "3"])
def test_the_joint_law_is_the_same_in_every_format(
    case: str, time: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def printed(form: str) -> str:
        with pytest.raises(SystemExit) as caught:
            main(["pmf", "--t", time, "--case", case, "--format", form])
        assert caught.value.code == 0
        return capsys.readouterr().out

    field = Field(("alpha", "beta", "delta"))
    document = json.loads(printed("json"))
    law = {tuple(a["values"]): parse(a["probability"]).build(field).element for a in document["atoms"]}
    assert sum(law.values(), field.zero) == 1 and document["variables"][:2] == ["X_0", "X_t"]
    rows = [line.split(maxsplit=int(time) + 3) for line in printed("text").splitlines()[1:-2]]
    assert {tuple(row[:-1]): parse(row[-1]).build(field).element for row in rows} == law


SCHEME_KEYS = {"schema", "title", "normalised", "decodable", "private", "query_chain", "cost", "bound", "optimal"}


@pytest.mark.slow
@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.toml")))
def test_the_json_of_every_example_has_the_shape_of_the_design(name: str) -> None:
    found = examined(name)
    whole = json.loads(found.stdout)
    core = [_shaped(case) for case in whole.get("cases", [whole])]
    assert found.returncode == (1 if "refuted" in core else 3 if "undecided" in core else 0)
    assert not re.search(r"\d\.\d", found.stdout)


def _shaped(document: dict[str, Any]) -> str:
    """Its verdict."""
    assert SCHEME_KEYS <= set(document) and document["schema"] == 1 and isinstance(document["title"], str)
    parts = {key: document[key]["verdict"] for key in ("normalised", "decodable", "private", "query_chain", "optimal")}
    assert set(parts.values()) <= {"proved", "refuted", "undecided"}
    leak = document["private"]["witness"]
    assert (leak is None) == (parts["private"] != "refuted")
    if leak is not None:
        assert set(leak) == {"history", "parameters", "probabilities"}
        exact = [*leak["parameters"].values(), *leak["probabilities"].values()]
        assert all(str(Fraction(number)) == number for number in exact)
        assert len(set(leak["probabilities"].values())) > 1
    assert {"1", "2", "3", "4", "t"} == set(document["cost"])
    core = [parts[key] for key in ("normalised", "decodable", "private")]
    return next((word for word in ("refuted", "undecided") if word in core), "proved")


@pytest.mark.parametrize("command, code", [
    ("check proofs/certificates/table3a.json >&-", 0),
    ("scheme nonexistent 2> /dev/full", 2),
])
def test_output_that_cannot_be_written_is_no_traceback(command: str, code: int) -> None:
    tool_text = shlex.join(COMMAND)
    done = program(["bash", "-c", f"{tool_text} {command}"])
    assert done.returncode == code
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_only_a_file_is_a_scheme_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, what in ((str(tmp_path / "pipe"), "a pipe"), ("/dev/zero", "a device")):
        done = tool("scheme", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"onoff-verify: {path}: expected a file, found {what}\n"


def test_a_joint_law_with_too_many_atoms_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onoff_symbolic.schemes.pmf.MAX_ATOMS", 20)
    done = inside("pmf", "--t", "5")
    assert done.returncode == 3
    assert "expected at most 20 atoms, found more at t = 4" in done.stderr


@pytest.mark.parametrize("command, code", [
    ("nonexistent 2> /dev/full", 2), ("nonexistent 2>&-", 2),
    ("proofs/certificates/table3a.json > /dev/full 2> /dev/full", 2),
    ("proofs/certificates/table3a.json >&-", 0), ("proofs/certificates/table3a.json >&- 2>&-", 0),
])
def test_the_checker_without_output(command: str, code: int) -> None:
    done = program(["bash", "-c", f"{shlex.quote(sys.executable)} -I -S onoff_symbolic/checker {command}"])
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


def test_the_checker_reads_a_file_when_the_one_before_it_was_judged(tmp_path: Path) -> None:
    """An unreadable file is found after the first was judged, and nothing is printed."""
    from onoff_symbolic.checker.command import contents

    for name in "ab":
        (tmp_path / name).write_bytes(name.encode())
    reading = contents([str(tmp_path / "a"), str(tmp_path / "a"), str(tmp_path / "b")])
    assert next(reading)[1] == b"a"
    (tmp_path / "b").write_bytes(b"later")
    assert [data for _, data in reading] == [b"later"]
