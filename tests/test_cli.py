"""The command line: exit codes, one line for every error, where output goes, nothing heavy before it is needed.

What commands print is in golden/: test_golden.py.
"""

import json
import os
import re
import shlex
import sys
from pathlib import Path

import click
import pytest
from run import COMMAND, PIPE, ROOT, environment, inside, program, python, started, tool

from onoff_symbolic.cli import commands

EXAMPLES = ROOT / "examples"
LOW = str(EXAMPLES / "paper-low.toml")
SHELL = shlex.join(COMMAND)
TABLE = "proofs/certificates/table3a.json"

HEAVY = ("sympy", "mpmath", "numpy", "highspy")
LIGHT: tuple[tuple[str, ...], ...] = (
    ("--help",),
    ("-h",),
    ("list",),
    ("--version",),
    (),
    ("show", "lemma1"),
    ("lema1",),
    ("lemma1", "--format", "x"),
    ("scheme",),
    ("scheme", "--help"),
    ("pmf", "--t", "99"),
    ("lemma1", "--nonsense"),
    ("verify",),
    ("entropy",),
    ("request-chain",),
    ("lemma1", "theorem1", "--format", "json"),
    ("certify", "request-chain", "-o", "/dev/null/none"),
    ("entropy", "H(X|Y) <= H(X)"),
    ("entropy", "H(X) <= H(X|Y)"),
    ("check", str(ROOT / TABLE)),
)


@pytest.mark.slow
def test_only_a_search_imports_sympy() -> None:
    asked = (*LIGHT, ("request-chain", "--search"))
    code = (
        f"import sys\nfrom onoff_symbolic.cli import main\nfor args in {asked!r}:\n"
        "    try:\n        main(args)\n    except SystemExit:\n        pass\n"
        f"    print('\\nMODULES', *(name for name in {HEAVY!r} if name in sys.modules))\n"
    )

    *quiet, last = [line.split()[1:] for line in python(code, cwd=Path("/")).splitlines() if line[:7] == "MODULES"]

    assert [args for args, found in zip(LIGHT, quiet, strict=True) if found] == []
    assert "sympy" in last


@pytest.mark.slow
@pytest.mark.parametrize("args, code", [(("request-chain",), 0), (("theorem1", "--strict"), 1), (("lema1",), 2)])
def test_the_process_ends_with_the_exit_code(args: tuple[str, ...], code: int) -> None:
    alone, here = tool(*args), inside(*args)

    assert alone.returncode == code
    assert (alone.stdout, alone.stderr) == (here.stdout, here.stderr)


@pytest.mark.parametrize(
    "args",
    [
        ("lemma1", "--format", "yaml"),
        ("scheme",),
        ("pmf", "--t", "-1"),
        ("lemma1", "--t", "2"),
        ("show",),
        ("list", "lemma1"),
        ("lem\nma1",),
        ("\x1b[31m",),
    ],
)
def test_what_click_refuses_is_an_error_too(args: tuple[str, ...]) -> None:
    found = inside(*args)

    assert (found.returncode, found.stdout) == (2, "")
    first, *shown = found.stderr.splitlines()
    assert first.startswith("error: ") and all(line.isprintable() for line in (first, *shown))
    assert not shown or shown[0].strip() == "--> argument"


@pytest.mark.parametrize("words", [("Lem:Q",), ("Lemma1",), ("lemma", "1"), ("Lemma 1",), ("LEMMA1",)])
def test_names_as_people_type_them(words: tuple[str, ...]) -> None:
    assert inside(*words).stdout.startswith("lemma1: ")
    assert inside("show", *words).stdout.startswith("lemma1: ")


def test_a_label_with_several_claims_names_them_all() -> None:
    found = json.loads(inside("table:Qt", "--format", "json").stdout)
    assert [claim["id"] for claim in found["claims"]] == ["table3a", "table3b", "table3c", "table3-cases"]


@pytest.mark.slow
def test_the_same_bytes_whatever_the_hash_seed() -> None:
    """This interpreter and another, each with all commands."""
    asked = (
        ("all", "--format", "json"),
        ("scheme", str(EXAMPLES / "late-leak.toml"), "--format", "json"),
        ("pmf", "--t", "3", "--format", "latex"),
        ("claim1",),
        ("lemma1", "--format", "html"),
    )
    code = (
        "import sys\nfrom onoff_symbolic.cli import main\n"
        f"for args in {asked!r}:\n    try:\n        main(args)\n"
        "    except SystemExit as stop:\n        print('ENDS', stop.code)\n"
        "print('HASH', hash('a word'))"
    )

    said, hashed = python(code, PYTHONHASHSEED="2" if os.environ.get("PYTHONHASHSEED") == "1" else "1").split("HASH")

    assert int(hashed) != hash("a word")
    here = [inside(*args) for args in asked]
    assert said == "".join(f"{done.stdout}ENDS {done.returncode}\n" for done in here), "although hashes differ"


# -- where output goes -------------------------------------------------------------------------------------


class TestOutput:
    def test_goes_to_a_file_whole(self, tmp_path: Path) -> None:
        target = tmp_path / "out.txt"

        found = inside("request-chain", "-o", str(target))

        assert (found.returncode, found.stdout) == (0, "")
        assert target.read_text(encoding="utf-8") == inside("request-chain").stdout
        assert [*tmp_path.iterdir()] == [target]

    def test_leaves_an_old_file_alone_after_an_error(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        target = tmp_path / "out.txt"
        target.write_text("old", encoding="utf-8")

        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "replace", fail)
        assert inside("request-chain", "-o", str(target)).returncode == 2
        assert inside("scheme", "none.toml", "-o", str(target)).returncode == 2
        assert target.read_text(encoding="utf-8") == "old" and [*tmp_path.iterdir()] == [target]

    def test_follows_a_link_and_keeps_the_mode(self, tmp_path: Path) -> None:
        real, link = tmp_path / "real.txt", tmp_path / "link.txt"
        real.write_text("old", encoding="utf-8")
        real.chmod(0o640)
        link.symlink_to(real)

        assert inside("request-chain", "-o", str(link)).returncode == 0

        assert link.is_symlink() and real.read_text(encoding="utf-8") != "old"
        assert real.stat().st_mode & 0o777 == 0o640

    def test_leaves_a_read_only_file_alone(self, tmp_path: Path) -> None:
        target = tmp_path / "out.txt"
        target.write_text("old", encoding="utf-8")
        target.chmod(0o440)
        if os.access(target, os.W_OK):
            pytest.skip("everything is writable to root")

        assert "Permission denied" in inside("request-chain", "-o", str(target)).stderr
        assert target.read_text(encoding="utf-8") == "old"

    def test_into_a_pipe_is_written_and_does_not_replace_it(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)

        with started(["cat", str(pipe)], stdout=PIPE, text=True) as reader:
            assert tool("request-chain", "-o", str(pipe)).returncode == 0
            assert reader.communicate()[0] == inside("request-chain").stdout
        assert pipe.is_fifo()

    @pytest.mark.parametrize(
        "words",
        [
            ("bound", "--at", "a=1/3", "--certificate"),
            ("bound", "--at", "a=1/3", "--scheme"),
            ("design", "-o"),
            ("region", "--at", "a=1/3", "--certificate"),
        ],
    )
    def test_into_a_missing_folder_is_refused_before_any_work(
        self, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("bound", "design", "region"):
            monkeypatch.setattr(f"onoff_symbolic.judge_chains.{name}", None)

        found = inside(words[0], str(EXAMPLES / "chains" / "cycle.toml"), *words[1:], "no/such/x")

        assert found.returncode == 2 and found.stderr.endswith("cannot be written: there is no folder no/such\n")

    def test_through_a_link_to_nowhere_names_the_folder(self, tmp_path: Path) -> None:
        (link := tmp_path / "link").symlink_to(tmp_path / "none" / "x")
        found = inside("request-chain", "-o", str(link))
        assert found.returncode == 2 and found.stderr.endswith(f"there is no folder {tmp_path / 'none'}\n")

    @pytest.mark.parametrize(
        "name, start",
        [("x.html", "<!DOCTYPE html>"), ("x.json", "{"), ("x.tex", "\\documentclass"), ("x.txt", "lemma1: ")],
    )
    def test_has_the_format_that_the_name_of_the_file_tells(self, name: str, start: str, tmp_path: Path) -> None:
        target = tmp_path / name
        assert inside("lemma1", "-o", str(target)).returncode == 0
        assert target.read_text(encoding="utf-8").lstrip().startswith(start)
        assert inside("lemma1", "-o", str(target), "--format", "text").returncode == 0
        assert target.read_text(encoding="utf-8").startswith("lemma1: ")

    @pytest.mark.parametrize(
        "command",
        [name for name, each in commands.commands.items() if any(param.name == "form" for param in each.params)],
    )
    def test_has_the_formats_that_help_names(self, command: str) -> None:
        """Each end that is named is taken, each other one is refused; -o of `design` names no report."""
        (option,) = (param for param in commands.commands[command].params if param.name == "form")
        assert isinstance(option, click.Option) and isinstance(option.type, click.Choice)
        ends = {".html": "html", ".json": "json", ".tex": "latex", ".svg": "svg"}
        taken = {end for end, form in ends.items() if form in option.type.choices and command != "design"}

        assert {*re.findall(r"FILE(\.\w+)", option.help or "")} == taken


class TestStandardOutput:
    def test_that_cannot_take_greek_gets_ascii(self) -> None:
        found = program([*COMMAND, "lemma1"], env=environment({"PYTHONIOENCODING": "latin-1"}), encoding="latin-1")
        assert found.returncode == 0 and "alpha" in found.stdout and found.stdout.isascii()

    @pytest.mark.slow
    def test_that_nobody_reads_ends_the_command(self) -> None:
        found = program(["sh", "-c", f"{SHELL} list | head -1"])
        assert found.returncode == 0 and found.stdout.startswith("naive-switching ") and not found.stderr
        for args in ("pmf --t 13", "--help"):  # more than a pipe holds, and less
            found = program(["sh", "-c", f"({{ sleep 1; {SHELL} {args}; echo code $? >&2; }} | true)"])
            assert found.stderr == "code 141\n", "1 would say that something fails"

    @pytest.mark.parametrize("args", [["list"], ["check", TABLE], ["--help"]])
    def test_that_is_full_is_one_line(self, args: list[str]) -> None:
        if not Path("/dev/full").exists():
            pytest.skip("there is no /dev/full here")
        with open("/dev/full", "w", encoding="utf-8") as full:
            found = program([*COMMAND, *args], stdout=full)

        assert found.returncode == 2
        assert found.stderr == "onoff-verify: standard output cannot be written: No space left on device\n"

    @pytest.mark.parametrize(
        "command, code", [("list >&-", 0), (f"check {TABLE} >&-", 0), ("scheme nonexistent 2> /dev/full", 2)]
    )
    def test_that_is_closed_is_no_traceback(self, command: str, code: int) -> None:
        done = program(["bash", "-c", f"{SHELL} {command}"])
        assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.parametrize(
    "command, code",
    [
        ("nonexistent 2> /dev/full", 2),
        ("nonexistent 2>&-", 2),
        (f"{TABLE} > /dev/full 2> /dev/full", 2),
        (f"{TABLE} >&-", 0),
        (f"{TABLE} >&- 2>&-", 0),
    ],
)
def test_the_checker_without_output(command: str, code: int) -> None:
    done = program(["bash", "-c", f"{shlex.quote(sys.executable)} -I -S onoff_symbolic/checker {command}"])
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


# -- files that are read -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_only_a_file_is_a_scheme_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, what in ((str(tmp_path / "pipe"), "a pipe"), ("/dev/zero", "a device")):
        done = tool("scheme", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"error: {path}: expected a file, found {what}\n"


@pytest.mark.slow
def test_the_joint_law_of_a_scheme_that_is_none_is_refused(tmp_path: Path) -> None:
    """The row sums to 1, but an entry is negative somewhere on the region."""
    text = Path(LOW).read_text(encoding="utf-8")
    row = 'A = "beta/(1 - alpha)", AB = "(1 - alpha - beta)/'
    assert row in text
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace(row, 'A = "2*beta/(1 - alpha)", AB = "(1 - alpha - 2*beta)/'), encoding="utf-8")

    found = inside("pmf", "--scheme", str(bad))

    assert (found.returncode, found.stdout, found.stderr.count("\n")) == (2, "", 1)
    assert (
        "not a probability distribution after (X_0, X_t, Q_t) = A,A,AB at t = 0: expected >= 0, found -1/3 at "
        in found.stderr
    )


class TestStandardInput:
    @pytest.mark.parametrize(
        "args, file",
        [
            (("scheme",), "examples/paper-low.toml"),
            (("check", "--brief"), "proofs/certificates/table1.json"),
            (("list", "--claims"), "tests/data/small.toml"),
        ],
    )
    def test_is_read_where_a_file_is_read(self, args: tuple[str, ...], file: str) -> None:
        with open(ROOT / file, encoding="utf-8") as stdin:
            done = program([*COMMAND, *args, "-"], stdin=stdin)

        assert (done.returncode, done.stdout) == (0, inside(*args, file, cwd=ROOT).stdout.replace(file, "<stdin>"))

    def test_is_called_so_in_errors(self) -> None:
        with open(os.devnull, encoding="utf-8") as stdin:
            done = program([*COMMAND, "scheme", "-"], stdin=stdin)

        assert (done.returncode, done.stderr) == (2, "error: <stdin>: the file: sources is missing\n")


class TestExplain:
    def test_every_command_is_in_the_help(self) -> None:
        listed = inside("--help").stdout
        assert all(f"\n  {name} " in listed for name in commands.commands if name not in ("verify", "help"))

    def test_fits_80_columns(self) -> None:
        for word in ("", "ergodic", "proved", "exit-codes"):
            assert max(map(len, inside("explain", *word.split()).stdout.splitlines())) <= 80
