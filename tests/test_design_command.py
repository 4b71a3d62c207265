"""`design`: from a chain to a scheme file that is judged before anything is said of it; and files with cases."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from run import ROOT, inside

from onoff_symbolic import checker, judge_chains as judge
from onoff_symbolic.cli.app import commands
from onoff_symbolic.schemes.files import chain_region, load_chain

pytestmark = pytest.mark.slow

CHAINS = ROOT / "examples" / "chains"
TRADE = str(CHAINS / "trade-off.toml")
TWO = str(ROOT / "examples" / "designed" / "two-sources.toml")


def run(*args: str) -> Result:
    return CliRunner().invoke(commands, [*args], catch_exceptions=True)


class TestCertificate:
    def test_has_the_least_that_is_still_to_be_paid_after_each_set(self, tmp_path: Path) -> None:
        out = tmp_path / "best.json"

        assert run("design", TRADE, "--certificate", str(out)).exit_code == 0

        stated = json.loads(out.read_bytes())["goal"]["proves"]
        assert checker.judge({"it": out.read_bytes()})["it"].word == "valid"
        assert [each["kind"] for each in stated] == ["least"] * 4 and stated[-1]["value"] == "14/9"

    def test_is_not_written_for_several_parts(self, tmp_path: Path) -> None:
        out = tmp_path / "x.json"
        assert "several parts" in str(run("design", TWO, "--certificate", str(out)).exception)
        assert not out.exists()

    def test_that_would_be_too_long_leaves_the_best_undecided(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(judge, "MAX_BEST", 100)
        found = run("design", TRADE, "--format", "json")
        assert found.exit_code == 0 and json.loads(found.output)["cases"][0]["best"] == "undecided"

    def test_of_a_scheme_is_one_for_each_case(self, tmp_path: Path) -> None:
        assert run("scheme", TWO, "--certificate", str(tmp_path / "two.json")).exit_code == 0
        files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        assert sorted(files) == ["two-1.json", "two-2.json"]
        assert {answer.word for answer in checker.judge(files).values()} == {"valid"}


TWO_BY_TWO = """sources = ["A", "B"]
where = [{where}]
[chain]
A = {{ A = "{one}", B = "1 - ({one})" }}
B = {{ A = "{other}", B = "1 - ({other})" }}
"""
EIGHT = "sources = {0}\n[chain]\n{1}".format([*"ABCDEFGH"], "".join(f'{x} = {{ A = "1" }}\n' for x in "ABCDEFGH"))
NOWHERE = "where: expected hypotheses under which the chain has probabilities, found none"
REFUSED = {
    "negative": (TWO_BY_TWO.format(where="", one="-1", other="0"), "[chain] A → A: expected a probability, found -1"),
    "negative everywhere": (TWO_BY_TWO.format(where='"a > 2"', one="a", other="0"), NOWHERE),
    "negative at the only point": (TWO_BY_TWO.format(where='"p = 2/3"', one="1 - 2*p", other="p"), NOWHERE),
    "a pole": (
        TWO_BY_TWO.format(where='"0 < a < 1"', one="1/(2*a - 1)", other="0"),
        "where: at a = 1/2: a denominator of the chain is zero there",
    ),
    "eight sources": (EIGHT, "expected at most 7 sources, found 8"),
    "two classes": (TWO_BY_TWO.format(where="", one="1", other="0"), "the chain has 2 closed classes"),
    "a period": (TWO_BY_TWO.format(where="", one="0", other="1"), "the chain has the period 2"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refuses_a_chain(name: str, tmp_path: Path) -> None:
    text, fault = REFUSED[name]
    path = tmp_path / "chain.toml"
    path.write_text(text, encoding="utf-8")

    done = inside("design", str(path), "-o", str(tmp_path / "x.toml"))

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"error: {path}: {fault}") and [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize(
    "where, entry, region",
    [
        ("", "1 - 2*p", {"2*p <= 1"}),
        ('"p > 0", "p < 3/5"', "1 - 2*p", {"p > 0", "2*p <= 1"}),
        ('"p > 0", "p < 1"', "(2*p - 1)/(p*p + 1)", {"p > 0", "p < 1", "2*p + 2*p**3 >= 1 + p**2"}),
    ],
)
def test_adds_hypotheses_to_those_of_the_chain(where: str, entry: str, region: set[str], tmp_path: Path) -> None:
    path = tmp_path / "chain.toml"
    path.write_text(TWO_BY_TWO.format(where=where, one=entry, other="p"), encoding="utf-8")
    assert region <= {*chain_region(*load_chain(str(path))).stated()}


@pytest.mark.parametrize("is_known", [True, False])
def test_says_where_no_entry_is_negative(is_known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an entry whose sign is not known, too."""
    path = tmp_path / "chain.toml"
    path.write_text(TWO_BY_TWO.format(where='"0 <= p < 3/5"', one="1 - 2*p", other="p"), encoding="utf-8")
    if not is_known:
        monkeypatch.setattr("onoff_symbolic.schemes.files.prove", lambda *asked: None)
        monkeypatch.setattr("onoff_symbolic.algebra.region.Region.sample", lambda region: None)

    done = inside("design", str(path), "--format", "json")

    assert done.returncode == 0 and "2*p <= 1" in json.loads(done.stdout)["cases"][0]["region"]


def test_writes_no_scheme_that_is_refuted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, write = tmp_path / "scheme.toml", judge.file_text

    def spoiled(*args: Any) -> str:
        text = write(*args)
        row = next(line for line in text.splitlines() if line.startswith('"A,B" = {') and line.count("=") > 2)
        return text.replace(row, '"A,B" = { ABC = "1" }', 1)

    monkeypatch.setattr(judge, "file_text", spoiled)

    found = run("design", str(CHAINS / "cycle.toml"), "--at", "a=3/5", "-o", str(out))

    assert found.exit_code == 1 and "private     refuted" in found.output and not out.exists()


def test_the_verdict_is_that_of_the_worst_case() -> None:
    chain, where = load_chain(TRADE)
    found = judge.design(chain, chain_region(chain, where))
    case = found.cases[0]

    assert found.verdict.value == "proved"
    for part in ("normalised", "decodable", "private"):
        leaking = replace(case.judged, **{part: case.judged.optimal})
        assert replace(found, cases=(case, replace(case, judged=leaking))).verdict.value == "refuted"
    assert replace(case, judged=replace(case.judged, under_mode=None)).verdict.value == "undecided"
