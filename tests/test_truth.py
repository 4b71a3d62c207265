"""What the session says, worked out again without it: at points, by enumeration, with other linear algebra.

Every witness really fails where it is said to, and every statement that is said to hold does hold at points of its
region. The evaluator (truth.py, reference.py) shares no code with the package.
"""

from __future__ import annotations

import copy
import json
import re
from fractions import Fraction
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
import reference
import truth

from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper.session import Session

pytestmark = pytest.mark.slow

Goal = dict[str, Any]
IDS = list(the_paper().claims)
POINTS = 4


def certificate(session: Session, claim: str) -> Any:
    (result,) = session.judge([claim])
    return json.loads(result.certificate)


def single(goal: Any, statement: Any) -> bool:
    """Whether the region is one point: each name has a value, by itself or by those of others."""
    given = [text.split(" = ") for text in truth.relations(goal, statement) if re.fullmatch(r"\w+ = [^<>=!]+", text)]
    valued: set[str] = set()
    for _ in given:
        valued |= {name for name, value in given if {*re.findall(r"[a-z_]\w*", value)} <= valued}
    return {*goal["names"]} <= valued


@pytest.mark.parametrize("claim", IDS)
def test_what_is_said_to_hold_does_hold_at_points(session: Session, claim: str) -> None:
    goal = certificate(session, claim)["goal"]
    shown = [s for part in ("proves", "beside", "corrects") for s in goal[part] if s["kind"] != "uses"]
    for statement in shown:
        if truth.is_entropic(statement):
            given = [text for text in statement.get("given", []) if truth.MEASURE.search(text)]
            found = list(truth.entropic(statement, given, 150))
            assert len(found) > 4 and all(found), statement
        else:
            points = truth.points(goal, statement, POINTS)
            assert len(points) == (1 if single(goal, statement) else POINTS), "points of the region must be found"
            for point in points:
                assert truth.true_at(goal, statement, point), (statement, point)


@pytest.mark.parametrize("claim", IDS)
def test_every_witness_fails(session: Session, claim: str) -> None:
    """At a point of the domain and of the region, where the condition is false and the others are true."""
    data = certificate(session, claim)
    goal = data["goal"]
    wheres = {c["text"]: c["where"] for c in goal["conditions"]}
    assert not (goal["fails"] and goal["verdict"] == "proved")
    for fail, failure in zip(goal["fails"], data["failures"], strict=True):
        point = {name: Fraction(text) for name, text in failure["at"].items()}
        inside = truth.relations(goal, fail["statement"]) + goal["regions"].get(goal["domain"], [])
        assert all(reference.holds(text, point) for text in inside)
        assert truth.false_at(goal, fail["statement"], failure), fail
        for text, where in wheres.items():
            if where:
                assert all(reference.holds(each, point) for each in where) == (text != fail["violates"])


# -- the evaluator itself can say no -----------------------------------------------------------------------------

EVALUATED = json.loads((Path(__file__).parent / "data" / "evaluator.json").read_bytes())
"""A goal, tables for the query of its scheme, and cases: table, p, whether a statement is true there, the statement."""


@pytest.mark.parametrize("table, p, expected, statement", EVALUATED["cases"])
def test_the_evaluator_tells_true_from_false(table: str, p: str, expected: bool, statement: Goal) -> None:
    goal = copy.deepcopy(EVALUATED["goal"])
    goal["tables"]["T"]["entries"] = EVALUATED["tables"][table]
    assert truth.true_at(goal, statement, {"p": Fraction(p)}) is expected


def test_the_points_of_a_region_are_in_it_and_differ() -> None:
    regions = {"r": ["a + b = 1", "0 <= a <= 1", "c = a - b"]}
    goal = {"names": ["a", "b", "c"], "tables": {}, "schemes": {}, "regions": regions}
    points = truth.points(goal, {"region": "r", "given": ["a != b"]}, 10)
    assert len(points) == 10
    assert all(points.count(each) == 1 for each in points)
    assert all(p["a"] + p["b"] == 1 and p["c"] == p["a"] - p["b"] != 0 for p in points)
    assert not truth.points(goal, {"region": "r", "given": ["a > 1"]}, 1)


def test_laws_that_are_drawn_satisfy_what_is_given_and_refute_what_is_false() -> None:
    drawn = list(islice(truth.laws(["I(X;Y) = 0", "H(Z|X,Y) = 0"], ["X", "Y", "Z"], truth.Random(1), 500), 50))
    assert len(drawn) == 50
    assert not all(truth.measured("I(X;Y|Z) = 0", spaces) for spaces in drawn), "X, Y and their sum"
    assert all(truth.measured("H(X,Y,Z) = H(X) + H(Y)", spaces) for spaces in drawn)


def test_a_law_that_shows_nothing_is_not_taken_for_a_counterexample(session: Session) -> None:
    found = certificate(session, "appc-expansion")
    statement = found["goal"]["fails"][-1]["statement"]
    shown = found["failures"][-1]
    apart = {**shown, "atoms": [[[x, y, "0"], "1/4"] for x, y in product("01", repeat=2)]}
    assert truth.false_at(found["goal"], statement, shown)
    assert not truth.false_at(found["goal"], statement, apart)
