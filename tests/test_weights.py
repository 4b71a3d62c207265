"""Hypotheses that carry weight: outside a needed one, inside the model, there is a point where the claim breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import reference
import truth

from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.claims.reader import load
from onoff_symbolic.paper.session import Session
from onoff_symbolic.paper.weights import Scales
from onoff_symbolic.result import Result, Weight, Witness

pytestmark = pytest.mark.slow

MODEL = [f"{name} {rest}" for name in ("alpha", "beta", "delta") for rest in (">= 0", "<= 1")] + [
    f"0 <= {name}" for name in ("alpha", "beta", "delta")]
SECRET = {"0 < delta": True, "delta < 1": True}
WEIGHTS: dict[str, dict[str, dict[str, bool]]] = {
    "request-chain": {},
    "table3a": {"low": {"alpha + beta < 1": True}},
    "naive-switching": {"dependent": {**SECRET, "alpha + beta != 1": True}},
    "rate-monotone": {"distances": {"0 <= y": True, "y < x": True}},
    "rate-limit": {"mixing": {"0 < alpha + beta": True, "alpha + beta < 2": True}},
    "rate-nonergodic": {},
    "example-optimal": {},
    "converse-equal-laws": {"unsure": SECRET},
    "converse-bound": {"rises": {**SECRET, "a >= b": True}, "falls": {**SECRET, "b >= a": True}},
    "information-decay": {},
    "appb-case2": {},
}
"""Claim → region → hypothesis beyond the model → whether it is needed, as one finds by hand. Equations are not weighed,
nor is what the model says; a refuted claim has nothing to weigh."""


@pytest.fixture(scope="module")
def results(session: Session) -> dict[str, Result]:
    return {result.id: result for result in session.judge([*WEIGHTS, "lemma1"])}


@pytest.fixture(scope="module")
def found(session: Session, results: dict[str, Result]) -> dict[str, list[Weight]]:
    scales = Scales(session)
    return {claim: list(scales.of(result)) for claim, result in results.items()}


@pytest.mark.parametrize("claim", WEIGHTS)
def test_the_weight_of_each_hypothesis(found: dict[str, list[Weight]], claim: str) -> None:
    told = {(w.region, w.hypothesis): w.needed for w in found[claim]}
    assert len(told) == len(found[claim])
    assert bool(told) == bool(WEIGHTS[claim])
    assert not [text for _, text in told if text in MODEL], "the model is not dropped"
    for region, named in WEIGHTS[claim].items():
        assert {text: told[region, text] for text in named} == named
    assert all((w.witness is not None) == bool(w.needed) and not w.through for w in found[claim])


def witnesses(weights: list[Weight]) -> Iterator[tuple[Weight, Witness, dict[str, Fraction]]]:
    """Yield the weights with a witness, and its point."""
    for weight in weights:
        if weight.witness is not None:
            yield weight, weight.witness, {name: Fraction(text) for name, text in weight.witness.point}


@pytest.mark.parametrize("claim", WEIGHTS)
def test_a_witness_is_in_the_model_and_outside_the_dropped_hypothesis_alone(
        results: dict[str, Result], found: dict[str, list[Weight]], claim: str) -> None:
    goal: Any = results[claim].goal
    for weight, _, point in witnesses(found[claim]):
        said = (*the_paper().model, *goal["regions"][weight.region], weight.hypothesis)
        here = [text for text in said if {*re.findall(r"[A-Za-z_]\w*", text)} <= {*point}]
        dropped = [text for text in here if not reference.holds(text, point)]
        assert dropped
        # the region has it as a part of a chain, such as 0 < alpha + beta < 2
        assert all(weight.hypothesis in text for text in dropped), (weight, dropped)


@pytest.mark.parametrize("claim", WEIGHTS)
def test_at_a_witness_something_that_is_stated_breaks(
        results: dict[str, Result], found: dict[str, list[Weight]], claim: str) -> None:
    goal: Any = results[claim].goal
    stated = [{**s, "region": "", "given": []} for part in ("proves", "beside") for s in goal[part]]
    for _, witness, point in witnesses(found[claim]):
        statement = {**witness.statement, "region": "", "given": []}
        assert statement in stated
        assert not truth.true_at(goal, statement, {**dict.fromkeys(goal["names"], Fraction(1, 2)), **point})


SMALL = """
[paper]
title = "Weights"
authors = []
names = ["p", "q"]
model = ["0 <= p <= 1"]
[regions]
r = ["0 <= p <= 1", "p < 1", "0 < q <= 5", "q >= -1"]
[claim.small]
where = "1"
title = "Small"
says = "Small."
domain = "r"
proves = [
    { kind = "holds", region = "r", text = "p/q >= 0" },
    { kind = "holds", region = "r", text = "p*q <= q" },
    { kind = "holds", region = "r", text = "H(X) >= 0" },
]
"""


def weighed(tmp_path: Path, text: str) -> list[Weight]:
    file = tmp_path / "claims.toml"
    file.write_text(text, encoding="utf-8")
    session = Session(load(file))
    return list(Scales(session).of(session.judge(["small"])[0]))


def test_what_is_not_needed_is_told(tmp_path: Path) -> None:
    """Each hypothesis once, though two statements rest on it. Outside q > 0 there is q in [-1, 0]."""
    told = weighed(tmp_path, SMALL)
    assert {w.hypothesis: w.needed for w in told} == {"p < 1": False, "0 < q": True, "q <= 5": False, "q >= -1": False}
    assert len(told) == 4
    (witness,) = (w.witness for w in told if w.witness is not None)
    q = Fraction(dict(witness.point)["q"])
    assert -1 <= q <= 0


def test_what_a_claim_in_use_needs_is_told_with_its_name(found: dict[str, list[Weight]]) -> None:
    """P comes out for α+β > 1 with table (a) as well; but the table is no table of laws there."""
    through = {(w.region, w.hypothesis): w.through for w in found["lemma1"] if w.needed}
    assert through == {("low", "alpha + beta < 1"): "table3a", ("high", "alpha + beta > 1"): "table3b"}
    assert all(w.witness is not None for w in found["lemma1"] if w.needed)
    assert {w.needed for w in found["lemma1"] if w.region == "line"} == {None}, "where a row is never used"
