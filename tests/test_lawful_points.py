"""What is said to fail, or denied, fails at a point where the laws that it takes as given are laws, or not at all.

Each statement is false at both points as far as its numbers go. At p = 1/2 there are laws; at p = 2 there are none.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from onoff_symbolic import checker
from onoff_symbolic.claims.kinds import restated

SOURCES, QUERIES = ["A", "B"], {"A": ["A"], "B": ["B"], "AB": ["A", "B"]}
TABLES = {
    "M": {"index": [SOURCES, SOURCES], "entries": ["1 - p", "p", "p", "1 - p"]},
    "slow": {"index": [SOURCES, SOURCES], "entries": ["1 - p", "p", "0", "1"]},
    "prior": {"index": [SOURCES], "entries": ["1/2", "1/2"]},
    "certain": {"index": [SOURCES], "entries": ["1", "0"]},
    "odd": {"index": [SOURCES, SOURCES], "entries": ["1/2", "1/2", "p", "1 - p"]},
    "noise": {"index": [SOURCES, ["x", "y"]], "entries": ["p", "1 - p", "0", "1"]},
    "turn": {"index": [SOURCES, SOURCES], "entries": ["0", "1", "1", "0"]},
    "fair": {"index": [SOURCES, SOURCES], "entries": ["1/2"] * 4},
    "both": {"index": [SOURCES, SOURCES, [*QUERIES]], "entries": ["0", "0", "1"] * 4},
    "wrong": {"index": [SOURCES, SOURCES, [*QUERIES]], "entries": ["p", "1 - p", "0"] * 4},
    "K": {"index": [[*QUERIES], [*QUERIES]], "entries": ["1", "0", "0"] * 3},
}
SCHEMES = {
    name: {"sources": SOURCES, "chain": chain, "queries": QUERIES,
           "rules": [{"previous": None, "time": None, "table": table}]}
    for name, chain, table in (("R", "M", None), ("slowly", "slow", None), ("W", "fair", "wrong"), ("D", "M", "both"))}
PROCESSES = {"hidden": {"states": SOURCES, "chain": "turn", "shows": "noise", "starts": {"one": "A", "other": "B"}}}
EXPERIMENTS = {"E": {"S": {"values": "0..1", "law": "uniform"}, "X": {"values": "0..1", "law": ["1 - p", "p"]},
                     "Y": {"is": "(X + S) mod 2"}, "Z": {"is": "X*S"}}}

STATEMENTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "Pr": ({"kind": "holds", "text": "Pr(E, X = 1) = 1/3"}, {"choice": {}}),
    "Pr is defined": ({"kind": "holds", "text": "Pr(E, X = 1) = Pr(E, X = 1) - 1"}, {"choice": {}}),
    "Pr of another variable": ({"kind": "holds", "text": "Pr(E, S = 1) = 1"}, {"choice": {}}),
    "Pr in what is given": ({"kind": "holds", "text": "p = 0", "given": ["Pr(E, S = 1) = 1/2"]}, {"choice": {}}),
    "state of a scheme": ({"kind": "holds", "text": "state(R,1,A,A,A) = 1/3"}, {"choice": {}}),
    "state in its region": ({"kind": "holds", "region": "stated", "text": "p = 0"}, {"choice": {}}),
    "history of a process": ({"kind": "holds", "text": "history(hidden,one,x) = 1/3"}, {"choice": {}}),
    "always": ({"kind": "always", "start": {"u": "1"}, "next": {"u": "2*u"}, "text": ["u*Pr(E, S = 1) = 1/2"]},
               {"time": 1}),
    "private": ({"kind": "private", "scheme": "slowly"}, {"history": ["AB", "B"], "one": "A", "other": "B"}),
    "alike": ({"kind": "alike", "process": "hidden", "starts": ["one", "other"]},
              {"history": ["x", "y"], "one": "one", "other": "other"}),
    "markov": ({"kind": "markov", "scheme": "D", "prior": "prior", "matrix": "K"},
               {"history": ["AB"], "query": "A"}),
    "cost": ({"kind": "cost", "scheme": "R", "prior": "prior", "start": {"u": "1"}, "next": {"u": "u"},
              "value": "1 + u"}, {"time": 1}),
    "decodable": ({"kind": "decodable", "scheme": "W"}, {"time": 1, "state": ["A", "B", "A"]}),
    "determined": ({"kind": "determined", "scheme": "W"},
                   {"time": 1, "state": ["A", "B", "A"], "other": ["A", "A", "A"]}),
    "placed": ({"kind": "placed", "scheme": "W", "time": None, "query": "A", "map": {"A": "A", "B": "B"}},
               {"time": 1, "state": ["A", "B", "A"]}),
    "optimal": ({"kind": "optimal", "scheme": "D", "prior": "prior"},
                {"time": 3, "values": {"A,A,A": "1/4", "B,A,A": "1/4", "A,B,B": "1/4", "B,B,B": "1/4"}}),
    "optimum": ({"kind": "optimum", "prior": "certain", "law": "odd", "value": "2"},
                {"values": {"A,A,A": "1/2", "A,B,B": "1/2"}}),
    "hides": ({"kind": "hides", "in": "E", "secret": ["S"], "view": ["Z"]},
              {"inputs": {}, "knowing": {}, "view": {"Z": 1}, "one": {"S": 0}, "other": {"S": 1}}),
    "tells": ({"kind": "tells", "in": "E", "view": ["S"], "value": ["X"]},
              {"one": {"S": 1, "X": 1}, "other": {"S": 1, "X": 0}}),
}


def answer(name: str, p: str, denied: bool, **more: Any) -> checker.Answer:
    said, shows = STATEMENTS[name]
    statement = restated({"region": "all", **said, **more}, SCHEMES)
    goal = {"claim": "x", "title": "x", "verdict": "proved" if denied else "refuted", "names": ["p", "u"],
            "tables": TABLES, "schemes": SCHEMES, "processes": PROCESSES, "experiments": EXPERIMENTS,
            "regions": {"all": [], "stated": ["state(R,1,A,A,A) = 1 - p"]}, "domain": "", "conditions": [],
            "proves": [], "beside": [], "corrects": [],
            "fails": [] if denied else [{"statement": statement, "violates": ""}],
            "denies": [statement] if denied else []}
    file = {"format": "onoff-certificate", "version": 3, "goal": goal, "points": {}, "invariants": {}, "values": {},
            "facts": [], "failures": [{"at": {"p": p, "u": "0"}, **shows}]}
    return checker.judge({"x": json.dumps(file).encode()})["x"]


@pytest.mark.parametrize("denied", [False, True], ids=["fails", "denies"])
@pytest.mark.parametrize("name", STATEMENTS)
class TestPoint:
    def test_counts_where_there_are_laws(self, name: str, denied: bool) -> None:
        assert answer(name, "1/2", denied).word == "valid", answer(name, "1/2", denied)

    def test_does_not_count_where_there_are_none(self, name: str, denied: bool) -> None:
        found = answer(name, "2", denied)
        assert (found.word, found.kind) == ("invalid", "failure"), found


@pytest.mark.parametrize("denied", [False, True], ids=["fails", "denies"])
@pytest.mark.parametrize("kind, p, word", [
    ("normalised", "2", "valid"), ("normalised", "1/2", "invalid"), ("defined", "2", "invalid"),
    ("defined", "1/2", "invalid")])
def test_what_says_that_something_is_a_law_fails_where_it_is_none(kind: str, p: str, word: str, denied: bool) -> None:
    STATEMENTS[kind] = {"kind": kind, "scheme": "R"}, {"time": 0, "state": ["A", "A", "AB"], "request": None}
    try:
        assert answer(kind, p, denied).word == word
    finally:
        del STATEMENTS[kind]


@pytest.mark.parametrize("name", ["hides", "tells"])
def test_that_a_draw_has_no_law_is_no_failure(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STATEMENTS, name, (STATEMENTS[name][0], {}))
    assert answer(name, "2", True).word == "invalid"
