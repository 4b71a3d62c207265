"""Hypotheses that carry weight: outside a needed one, inside the model, there is a point where the claim breaks."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest
import reference
import truth
from run import inside

from onoff_symbolic import checker
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper import weights as module
from onoff_symbolic.paper.session import Session
from onoff_symbolic.paper.weights import Scales
from onoff_symbolic.result import Result, Weight

SECRET = {"0 < delta": True, "delta < 1": True}
WEIGHTS: dict[str, dict[str, dict[str, bool]]] = {
    "request-chain": {},
    "table3a": {"low": {"alpha + beta < 1": True}},
    "naive-switching": {"dependent": {**SECRET, "alpha + beta != 1": True}},
    "rate-monotone": {"distances": {"0 <= y": True, "y < x": True, "x <= 1": True},
                      "powers": {"0 <= v": True, "v < u": True, "u <= 1": False}},
    "rate-limit": {"ergodic": {"0 < alpha + beta": True, "alpha + beta < 2": True},
                   "power": {"0 <= u": True, "u <= 1": False}},
    "rate-nonergodic": {"still0": SECRET, "still1": SECRET},
    "example-optimal": {"example": SECRET},
    "converse-equal-laws": {"weights": SECRET},
    "download-cost": {"every_law": {"p_A >= 0": False, "p_B >= 0": False, "p_A + p_B <= 1": False, "L > 0": True}},
    "information-decay": {"ergodic": {"0 < alpha + beta": True, "alpha + beta < 2": True, "alpha + beta != 1": True,
                                      **SECRET, "a - b != 0": True}},
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
    told = [(w.region, w.hypothesis, w.needed) for w in found[claim]]
    assert sorted(told) == sorted((region, hypothesis, needed) for region, named in WEIGHTS[claim].items()
                                  for hypothesis, needed in named.items())
    assert all((w.witness is not None) == bool(w.needed) and not w.through for w in found[claim])


@pytest.mark.parametrize("claim", WEIGHTS)
def test_a_witness_is_in_the_model_and_outside_the_dropped_hypothesis_alone(
    results: dict[str, Result], found: dict[str, list[Weight]], claim: str
) -> None:
    goal: Any = results[claim].goal
    for weight in found[claim]:
        if weight.witness is None:
            continue
        point = {name: Fraction(text) for name, text in weight.witness.point}
        here = [text for text in (*the_paper().model, *goal["regions"][weight.region], weight.hypothesis)
                if set(re.findall(r"[A-Za-z_]\w*", text)) <= set(point)]
        dropped = [text for text in here if not reference.holds(text, point)]
        # the region has it as a part of a chain, such as 0 < alpha + beta < 2
        assert dropped and all(weight.hypothesis in text for text in dropped), (weight, dropped)


@pytest.mark.parametrize("claim", WEIGHTS)
def test_at_a_witness_something_that_is_stated_breaks(
    results: dict[str, Result], found: dict[str, list[Weight]], claim: str
) -> None:
    goal: Any = results[claim].goal
    stated = [{**s, "region": "", "given": []} for part in ("proves", "beside") for s in goal[part]]
    for weight in found[claim]:
        if weight.witness is not None:
            point = {**dict.fromkeys(goal["names"], Fraction(1, 2)),
                     **{name: Fraction(text) for name, text in weight.witness.point}}
            statement = {**weight.witness.statement, "region": "", "given": []}
            assert statement in stated
            assert not truth.true_at(goal, statement, point)


@pytest.mark.parametrize("claim", WEIGHTS)
def test_what_is_not_needed_can_go(results: dict[str, Result], found: dict[str, list[Weight]], claim: str) -> None:
    goal: Any = results[claim].goal
    for weight in found[claim]:
        if weight.needed is False:
            left = [text for text in goal["regions"][weight.region] if text != weight.hypothesis]
            left = [re.sub(r"^0 <= u <= 1$", "0 <= u", text) for text in left]
            outside = weight.hypothesis.replace("<=", ">") if "<" in weight.hypothesis else weight.hypothesis.replace(
                ">=", "<")
            wider = {**goal, "regions": {**goal["regions"], "wider": [*left, outside]}}
            for statement in [s for s in goal["proves"] if s["region"] == weight.region]:
                points = truth.points(wider, {"region": "wider"}, 5)
                assert len(points) == 5 and all(truth.true_at(goal, statement, point) for point in points)


def test_what_a_claim_in_use_needs_is_told_with_its_name(found: dict[str, list[Weight]]) -> None:
    """P comes out for α+β > 1 with table (a) as well; but the table is no table of laws there."""
    through = {(w.region, w.hypothesis): w.through for w in found["lemma1"] if w.needed}
    assert through == {("low", "alpha + beta < 1"): "table3a", ("high", "alpha + beta > 1"): "table3b"}
    assert all(w.witness is not None for w in found["lemma1"] if w.needed)
    assert {w.needed for w in found["lemma1"] if w.region == "line"} == {None}, "where a row is never used"


@pytest.mark.parametrize("claim", ["table3a", "download-cost"])
def test_every_answer_is_the_checkers(
    session: Session, results: dict[str, Result], claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "judge", lambda files, accept=None: {
        path: checker.Answer("invalid", "", None) for path in files})
    told = list(Scales(session).of(results[claim]))
    assert told and all(w.needed is None and w.witness is None for w in told)


def test_a_question_is_asked_once(
    session: Session, results: dict[str, Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    search = module.unproved
    monkeypatch.setattr(module, "unproved", lambda goal: (asked.append(goal["claim"]), search(goal))[1])
    scales = Scales(session)
    first = list(scales.of(results["table3a"]))
    count = len(asked)
    assert count and list(scales.of(results["table3a"])) == first and len(asked) == count


# -- the command -------------------------------------------------------------------------------------------------


def test_weights_in_text_and_for_programs() -> None:
    done = inside("table3a", "--weights")
    _, _, shown = done.stdout.partition("Hypotheses that carry weight\n")
    assert done.returncode == 0
    assert " ".join(shown.split()).startswith("alpha + beta < 1 (low): needed; without it fails at alpha = 1/2, beta")
    assert "carry weight" not in inside("table3a").stdout
    (claim,) = json.loads(inside("table3a", "--weights", "--format", "json").stdout)["claims"]
    (weight,) = claim["weights"]
    assert (weight["case"], weight["hypothesis"], weight["needed"]) == ("low", "alpha + beta < 1", True)
    assert Fraction(weight["witness"]["parameters"]["alpha"]) >= 0
