"""Planted mistakes: a small change in the claims file, and the verdict is another one.

Changes that say the same in other words change nothing. (The full run over all signs, indices and entries is
`make mutants`.)
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from onoff_symbolic.claims.place import default
from onoff_symbolic.claims.reader import load
from onoff_symbolic.paper.record import Record, outcome
from onoff_symbolic.paper.session import Session
from onoff_symbolic.result import Result

pytestmark = pytest.mark.slow

SOURCE = default().read_text(encoding="utf-8")
RECORDED = {path.stem: path.read_text(encoding="utf-8") for path in (default().parent / "certificates").glob("*.json")}
"""Used for claims that a change has nothing to do with."""


def section(head: str) -> tuple[int, int]:
    """Where a claim or a table stands in the file."""
    start = SOURCE.index(f"\n[{head}]") if f"\n[{head}]" in SOURCE else SOURCE.index(f"\n{head} ")
    ends = [end for mark in ("\n[claim.", "\n[tables.", "\n[schemes.", "\n# --", "\n\n[regions]")
            if (end := SOURCE.find(mark, start + 1)) >= 0]
    return start, min(ends) if "[" in SOURCE[start:start + 2] else SOURCE.index("\n", start + 1)


def changed(tmp_path: Path, head: str, old: str, new: str, claim: str) -> Result:
    """The result of a claim after the first `old` of a section was replaced."""
    start, end = section(head)
    place = SOURCE.index(old, start, end)
    file = tmp_path / "claims.toml"
    file.write_text(SOURCE[:place] + new + SOURCE[place + len(old):], encoding="utf-8")
    (result,) = Session(load(file), kept=RECORDED).judge([claim])
    return result


PLANTED = [
    ("tables.Ta", '"beta/(1 - alpha)"', '"alpha/(1 - alpha)"', "table3a", "refuted"),
    ("tables.Tb", '"(1 - alpha)/beta"', '"(1 - alpha)/alpha"', "table3b", "refuted"),
    ("tables.T1", '"0.25", "0", "0.75"', '"0.2", "0", "0.8"', "example-privacy", "refuted"),
    ("M     ", '"beta", "1 - beta"', '"beta", "1 + beta"', "request-chain", "undecided"),
    ("tables.Phigh", '"alpha + beta - 1"', '"1 - alpha - beta"', "lemma1", "refuted"),
    ("tables.T4", '"delta*a - p_1"', '"delta*a + p_1"', "converse-table", "undecided"),
    ("schemes.high", '[2, 0], table = "Tb"', '[2, 0], table = "Tc"', "claim2", "refuted"),
    ("schemes.low", '{ previous = ["A", "B"] }, ', '', "scheme-decodable", "undecided"),
    ("claim.naive-switching", "!= history(request,B,AB,A)", "= history(request,B,AB,A)", "naive-switching", "refuted"),
    ("claim.rate-symmetry", "v = -x*v", "v = x**2*v", "rate-symmetry", "refuted"),
    ("claim.rate-independent", "prior[b]*M[b,x]", "prior[b]*M[x,b]", "rate-independent", "refuted"),
    ("claim.claim1", '"I(R;S) = 0", ', "", "claim1", "refuted"),
    ("claim.converse-bound", "1 + (a - b)", "2 - (a - b)", "converse-bound", "refuted"),
    ("claim.appb-case1", 'query = "AB", map = { A = "A"', 'query = "AB", map = { A = "B"', "appb-case1", "refuted"),
    ("claim.table3-cases", '{ kind = "defined", region = "edge", scheme = "none" },', "", "table3-cases", "undecided"),
    ("claim.table3-cases", 'region = "edge", scheme = "none"', 'cases = "square"', "table3-cases", "proved"),
]


@pytest.mark.parametrize("head, old, new, claim, verdict", PLANTED)
def test_a_planted_change_is_noticed(
    tmp_path: Path, head: str, old: str, new: str, claim: str, verdict: str
) -> None:
    assert changed(tmp_path, head, old, new, claim).verdict.value == verdict


@pytest.mark.parametrize("claim, old, new", [
    ("converse-chain-rule", "0 < alpha + beta < 2", "0 < alpha + beta"),
    ("converse-chain-rule", "0 < alpha + beta < 2", "alpha + beta < 2"),
])
def test_a_condition_that_does_not_suffice(tmp_path: Path, claim: str, old: str, new: str) -> None:
    start, end = section(f"claim.{claim}")
    file = tmp_path / "claims.toml"
    here = SOURCE[start:end].replace(f'"{old}"', f'"{new}"')
    file.write_text(SOURCE[:start] + here + SOURCE[end:], encoding="utf-8")
    (result,) = Session(load(file), kept=RECORDED).judge([claim])
    assert here != SOURCE[start:end] and result.verdict.value in ("refuted", "undecided")


def test_what_is_planted_is_a_change() -> None:
    record = Record(default().parent / "certificates")
    assert not [plant[:4] for plant in PLANTED if record.expected(plant[3]).startswith(plant[4])]


@pytest.mark.parametrize("head, old, new, claim", [
    ("tables.Ta", '"beta/(1 - alpha)"', '"1 - (1 - alpha - beta)/(1 - alpha)"', "claim2"),
    ("tables.steps", '"(beta - beta*u)/(alpha + beta)"', '"1 - (alpha + beta*u)/(alpha + beta)"', "t-step-law"),
    ("claim.example-optimal", "1/0.625", "8/5", "example-optimal"),
    ("claim.converse-bounds", "(p_1 + p_2)/delta", "p_1/delta + p_2/delta", "converse-bounds"),
    ("claim.rate-limit", "0 <= 1 - 1/(1 + u) <= u", "0 <= u/(1 + u) <= u", "rate-limit"),
])
def test_the_same_in_other_words_comes_out_the_same(
    tmp_path: Path, head: str, old: str, new: str, claim: str
) -> None:
    result = changed(tmp_path, head, old, new, claim)
    assert Record(default().parent / "certificates").expected(claim) == outcome(json.loads(result.certificate))
