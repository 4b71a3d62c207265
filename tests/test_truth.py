"""What the session says, worked out again without it: at points, by enumeration, with other linear algebra.

Every witness really fails where it is said to, and every statement that is said to hold does hold at points of its
region. The evaluator (truth.py, reference.py) shares no code with the package.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import islice
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


# -- no premise of an argument about entropies can go ----------------------------------------------------------


@cache
def arguments() -> list[tuple[str, Any]]:
    stated = [(c.id, s) for c in the_paper().claims.values() for s in (*c.proves, *c.corrects)
              if truth.is_entropic(s) and s.get("given")]
    return [(claim, dict(text=text, given=list(given))) for claim, (text, given) in {
        (s["text"], tuple(s["given"])): (claim, (s["text"], s["given"])) for claim, s in stated}.values()]


def needless(argument: Any, tries: int = 4000) -> list[str]:
    """The premises without which no law was found that refutes the statement."""
    given = argument["given"]
    return [premise for premise in given
            if all(truth.entropic(argument, [text for text in given if text != premise], tries))]


def test_every_premise_of_an_argument_is_needed() -> None:
    """So what is given is no more than what is needed, and the laws that are drawn do refute what is false."""
    assert len(arguments()) > 20
    assert not [(claim, a["text"], idle) for claim, a in arguments() if (idle := needless(a))]


# -- the evaluator itself can say no -----------------------------------------------------------------------------

HALF = Fraction(1, 2)


def plain(**more: Any) -> Goal:
    return {"names": ["p"], "tables": {}, "schemes": {}, "regions": {"r": ["0 <= p <= 1"]}, **more}


def coin(*entries: str) -> Goal:
    """Two sources, and a query that is drawn from a table with these entries."""
    index = [["A", "B"], ["A", "B"], ["A", "B", "AB"]]
    tables = {
        "M": {"index": [["A", "B"], ["A", "B"]], "entries": ["1 - p", "p", "p", "1 - p"]},
        "prior": {"index": [["A", "B"]], "entries": ["1/2", "1/2"]},
        "T": {"index": index, "entries": list(entries)},
        "P": {"index": [["A", "B", "AB"], ["A", "B", "AB"]], "entries": ["0", "0", "1"] * 3},
    }
    queries = {"A": ["A"], "B": ["B"], "AB": ["A", "B"]}
    scheme = {"sources": ["A", "B"], "chain": "M", "queries": queries, "rules": [{"table": "T"}]}
    return plain(tables=tables, schemes={"S": scheme})


BOTH = coin(*["0", "0", "1"] * 4)
ASKED = coin("1", "0", "0", "0", "1", "0", "1", "0", "0", "0", "1", "0")
ONLY_A = coin(*["1", "0", "0"] * 4)
LONG = coin(*["0", "0", "2"] * 4)
HOLED = coin("1/p", "0", "1 - 1/p", *["0", "0", "1"] * 3)


@pytest.mark.parametrize("goal, wrong, statement", [
    (plain(), False, {"kind": "holds", "text": "p**2 <= p"}),
    (plain(), True, {"kind": "holds", "text": "1/(2*p - 1) = 1/(2*p - 1)"}),
    (plain(), True, {"kind": "always", "start": {"u": "1"}, "next": {"u": "2*u"}, "text": ["u <= 16"]}),
    (plain(), False, {"kind": "always", "start": {"u": "1"}, "next": {"u": "p*u"}, "text": ["u <= 1", "u > 0"]}),
    (plain(), True, {"kind": "cover", "split": "2*p - 1", "parts": ["r", None, "r"]}),
    (BOTH, False, {"kind": "private", "scheme": "S"}),
    (ASKED, True, {"kind": "private", "scheme": "S"}),
    (BOTH, False, {"kind": "decodable", "scheme": "S"}),
    (ONLY_A, True, {"kind": "decodable", "scheme": "S"}),
    (ASKED, False, {"kind": "determined", "scheme": "S"}),
    (LONG, True, {"kind": "normalised", "scheme": "S"}),
    (BOTH, False, {"kind": "normalised", "scheme": "S"}),
    (HOLED, True, {"kind": "defined", "scheme": "S"}),
    (BOTH, False, {"kind": "markov", "scheme": "S", "prior": "prior", "matrix": "P"}),
    (ASKED, True, {"kind": "markov", "scheme": "S", "prior": "prior", "matrix": "P"}),
    (BOTH, False, {"kind": "cost", "scheme": "S", "prior": "prior", "start": {}, "next": {}, "value": "2"}),
    (ASKED, True, {"kind": "cost", "scheme": "S", "prior": "prior", "start": {}, "next": {}, "value": "2"}),
    (BOTH, True, {"kind": "optimal", "scheme": "S", "prior": "prior"}),
    (ASKED, True, {"kind": "placed", "scheme": "S", "time": None, "query": "A", "map": {"A": "A", "B": "B"}}),
    (ASKED, False, {"kind": "placed", "scheme": "S", "time": [1, 0], "query": "A", "map": {"A": "A", "B": "A"}}),
    (BOTH, False, {"kind": "optimum", "prior": "prior", "law": "M", "value": "4/3"}),
    (BOTH, True, {"kind": "optimum", "prior": "prior", "law": "M", "value": "2"}),
    (BOTH, True, {"kind": "unique", "prior": "prior", "law": "M", "value": "4/3", "table": "T"}),
    (BOTH, True, {"kind": "general", "prior": "prior", "law": "M", "table": "T", "free": {}}),
])
def test_the_evaluator_tells_true_from_false(goal: Goal, wrong: bool, statement: Goal) -> None:
    names = {"p": HALF if "2*p" in str(statement) else Fraction(1, 3)}
    if goal is HOLED:
        names = {"p": Fraction(0)}
    assert truth.true_at(goal, {"region": "r", **statement}, names) is not wrong


def test_the_points_of_a_region_are_in_it_and_differ() -> None:
    goal = plain(names=["a", "b", "c"], regions={"r": ["a + b = 1", "0 <= a <= 1", "c = a - b"]})
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
