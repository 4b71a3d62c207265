"""`design`: from a chain to a scheme file that is judged before anything is said of it; and files with cases."""

from __future__ import annotations

import json
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from run import PIPE, PYTHON, ROOT, environment, inside, started

from onoff_symbolic import checker, judge_chains as judge
from onoff_symbolic.cli.app import commands
from onoff_symbolic.errors import InputError

pytestmark = pytest.mark.slow

CHAINS = ROOT / "examples" / "chains"
CYCLE, TRADE, PATH = (str(CHAINS / f"{name}.toml") for name in ("cycle", "trade-off", "path"))
TWO = str(ROOT / "examples" / "designed" / "two-sources.toml")


def run(*args: str) -> Result:
    return CliRunner().invoke(commands, [*args], catch_exceptions=True)


def test_a_chain_becomes_a_scheme_that_is_proved(tmp_path: Path) -> None:
    out = tmp_path / "scheme.toml"
    found = run("design", TRADE, "-o", str(out), "--format", "json")
    (case,) = json.loads(found.output)["cases"]
    assert found.exit_code == 0 and (case["best"], case["optimal"], case["excess"]) == ("proved", "refuted", "14/9")
    assert {case[name] for name in ("normalised", "decodable", "private", "every_mode")} == {"proved"}
    assert case["times"][1] == {"t": 2, "cost": "11/8", "bound": "9/8"}
    again = run("scheme", str(out), "--mode", "all", "--format", "json")
    assert again.exit_code == 0 and json.loads(again.output)["mode"]["verdict"] == "proved"


def test_no_set_scheme_does_better(tmp_path: Path) -> None:
    """For each set of two or more sources, the least that is still to be paid after it."""
    out = tmp_path / "best.json"
    assert run("design", TRADE, "--certificate", str(out)).exit_code == 0
    assert checker.judge({"it": out.read_bytes()})["it"].word == "valid"
    stated = json.loads(out.read_bytes())["goal"]["proves"]
    assert [each["kind"] for each in stated] == ["least"] * 4 and stated[-1]["value"] == "14/9"
    for place, change in ((-1, "3/2"), (-1, "5/3"), (0, "0")):
        spoiled = json.loads(out.read_bytes())
        spoiled["goal"]["proves"][place]["value"] = change
        assert checker.judge({"it": json.dumps(spoiled).encode()})["it"].word == "invalid"
    assert "several parts" in str(run("design", TWO, "--certificate", str(tmp_path / "x.json")).exception)
    assert not (tmp_path / "x.json").exists()


def test_where_a_certificate_of_the_best_would_be_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "MAX_BEST", 100)
    found = run("design", TRADE, "--format", "json")
    assert found.exit_code == 0 and json.loads(found.output)["cases"][0]["best"] == "undecided"


def test_an_infinite_total_is_told(tmp_path: Path) -> None:
    path = tmp_path / "turn.toml"
    path.write_text('sources = ["A", "B"]\n[chain]\nA = { B = "1" }\nB = { A = "1" }\n', encoding="utf-8")
    found = run("design", str(path))
    assert isinstance(found.exception, InputError) and "the chain has the period 2" in str(found.exception)
    assert "try --discount or --horizon" in str(found.exception)
    assert run("design", str(path), "--discount", "1/2").exit_code == 0


@pytest.mark.parametrize("text, fault", [
    ('sources = ["A", "B"]\n[chain]\nA = { A = "-1", B = "2" }\nB = { B = "1" }\n',
     "[chain] A → A: expected a probability, found -1"),
    ('sources = ["A", "B"]\nwhere = ["a > 2"]\n[chain]\nA = { A = "a", B = "1 - a" }\nB = { B = "1" }\n',
     "where: expected hypotheses under which the chain has probabilities, found none"),
    ('sources = ["A", "B"]\nwhere = ["0 < a < 1"]\n[chain]\nA = { A = "1/(2*a - 1)", B = "1 - 1/(2*a - 1)" }\n'
     'B = { B = "1" }\n', "where: at a = 1/2: a denominator of the chain is zero there"),
    ("sources = [" + ", ".join(f'"{x}"' for x in "ABCDEFGH") + "]\n[chain]\n"
     + "".join(f'{x} = {{ A = "1" }}\n' for x in "ABCDEFGH"), "expected at most 7 sources, found 8"),
    ('sources = ["A", "B"]\n[chain]\nA = { A = "1" }\nB = { B = "1" }\n', "the chain has 2 closed classes"),
])
def test_a_chain_that_cannot_be_designed_for(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "chain.toml"
    path.write_text(text, encoding="utf-8")
    found = run("design", str(path), "-o", str(tmp_path / "x.toml"))
    assert isinstance(found.exception, InputError) and str(found.exception).startswith(f"{path}: {fault}")
    assert found.output == "" and [each.name for each in tmp_path.iterdir()] == ["chain.toml"]


def test_what_the_checker_does_not_accept_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def reject(files: Any, accept: Any = None) -> dict[str, checker.Answer]:
        return {path: checker.Answer("invalid", "nothing is believed", None) for path in files}

    monkeypatch.setattr(checker, "judge", reject)
    found = run("design", TRADE)
    assert found.exit_code == 3 and "proved" not in found.output and "undecided" in found.output


def test_a_scheme_that_is_refuted_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, write = tmp_path / "scheme.toml", judge.file_text

    def spoiled(*args: Any) -> str:
        text = write(*args)
        row = next(line for line in text.splitlines() if line.startswith('"A,B" = {') and line.count("=") > 2)
        return text.replace(row, '"A,B" = { ABC = "1" }', 1)

    monkeypatch.setattr(judge, "file_text", spoiled)
    found = run("design", str(CHAINS / "cycle.toml"), "--at", "a=3/5", "-o", str(out))
    assert found.exit_code == 1 and "private     refuted" in found.output and not out.exists()


def test_ctrl_c_is_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    names = "ABCDEFG"
    weights = {a: {b: (i * j + 3 * i + j) % 11 + 1 for j, b in enumerate(names)} for i, a in enumerate(names)}
    rows = [f"{a} = {{ " + ", ".join(f'{b} = "{w}/{sum(row.values())}"' for b, w in row.items()) + " }"
            for a, row in weights.items()]
    chain = "\n".join([f"sources = {[*names]}", "[chain]", *rows, ""])
    (tmp_path / "chain.toml").write_text(chain, encoding="utf-8")
    code = ("from onoff_symbolic.cli import main, terminal; terminal.EVERY = 0; "
            "main(['design', 'chain.toml', '-o', 'x.toml'])")
    with started([*PYTHON, code], cwd=tmp_path, env=environment(), stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stderr is not None and process.stdout is not None
        assert "done, now the sets" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest, out = process.stderr.read().splitlines(), process.stdout.read()
    assert process.returncode == 130 and out == "" and [path.name for path in tmp_path.iterdir()] == ["chain.toml"]
    assert [line for line in rest if "done, now" not in line] == ["onoff-verify: interrupted"]


def test_each_case_of_a_file_has_its_certificate(tmp_path: Path) -> None:
    found = run("scheme", TWO, "--certificate", str(tmp_path / "two.json"))
    assert found.exit_code == 0
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(files) == ["two-1.json", "two-2.json"]
    assert {answer.word for answer in checker.judge(files).values()} == {"valid"}


def test_the_verdict_of_a_design_is_that_of_its_worst_case() -> None:
    loaded = judge.design(*_trade())
    case = loaded.cases[0]
    assert loaded.verdict.value == "proved"
    for part in ("normalised", "decodable", "private"):
        leaking = replace(case.judged, **{part: case.judged.optimal})
        assert replace(loaded, cases=(case, replace(case, judged=leaking))).verdict.value == "refuted"
    assert replace(case, judged=replace(case.judged, under_mode=None)).verdict.value == "undecided"


def _trade() -> Any:
    from onoff_symbolic.schemes.files import chain_region, load_chain

    chain, where = load_chain(TRADE)
    return chain, chain_region(chain, where)


# -- chains whose entries may be negative ------------------------------------------------------------------------------

SLOPING = """
sources = ["A", "B"]
where = [WHERE]
[chain]
A = { A = "ENTRY", B = "1 - (ENTRY)" }
B = { A = "p", B = "1 - p" }
"""


def sloping(folder: Path, where: str, entry: str = "1 - 2*p") -> str:
    file = folder / "sloping.toml"
    file.write_text(SLOPING.replace("WHERE", where).replace("ENTRY", entry), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("command", ["design", "bound"])
def test_a_chain_with_a_negative_entry_everywhere_is_refused(command: str, tmp_path: Path) -> None:
    file = sloping(tmp_path, '"p = 2/3"')
    done = inside(command, file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"error: {file}: where: expected hypotheses under which the chain has probabilities, "
                           "found none\n")


@pytest.mark.parametrize("where, entry, added", [
    ("", "1 - 2*p", "2*p <= 1"), ('"p > 0", "p < 3/5"', "1 - 2*p", "2*p <= 1"),
    ('"p > 0", "p < 1"', "(2*p - 1)/(p*p + 1)", "2*p + 2*p**3 >= 1 + p**2"),
])
def test_hypotheses_are_added_to_those_of_the_chain(where: str, entry: str, added: str, tmp_path: Path) -> None:
    from onoff_symbolic.schemes.files import chain_region, load_chain

    region = chain_region(*load_chain(sloping(tmp_path, where, entry)))

    assert added in region.stated()
    assert all(bound.strip('"') in region.stated() for bound in where.split(", ") if bound and "3/5" not in bound)


def test_a_region_where_no_entry_is_negative_is_designed_for(tmp_path: Path) -> None:
    done = inside("design", sloping(tmp_path, '"0 <= p <= 1/2"'), "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["cases"][0]["region"] == ["p >= 0", "2*p <= 1", "3*p <= 1"]


def test_of_an_entry_whose_sign_is_not_known_the_region_says_that_it_is_not_negative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onoff_symbolic.schemes.files.prove", lambda *asked: None)
    monkeypatch.setattr("onoff_symbolic.algebra.region.Region.sample", lambda region: None)
    done = inside("design", sloping(tmp_path, '"0 <= p < 3/5"'), "--format", "json")
    assert done.returncode == 0 and "2*p <= 1" in json.loads(done.stdout)["cases"][0]["region"]
