"""The walk of a scheme against all its paths, one by one, at a point."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
import reference

from onoff_symbolic.algebra import walk as module
from onoff_symbolic.algebra.echelon import FRACTIONS
from onoff_symbolic.algebra.walk import BEFORE, Walk, walk_of
from onoff_symbolic.checker import Model
from onoff_symbolic.checker.polynomials import Quotient, Work
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.errors import Undecidable
from onoff_symbolic.algebra.bridge import value

LENGTH = 3
NOISY = {
    "sources": ["A", "B"],
    "chain": "chain",
    "queries": {"A": ["A"], "B": ["B"], "AB": ["A", "B"]},
    "rules": [
        {"previous": None, "time": [2, 1], "table": "odd", "since": 1, "until": None},
        {"previous": ["AB", "A"], "time": None, "table": "odd", "given": "last", "until": None},
        {"previous": None, "time": None, "table": None, "until": None},
    ],
}
"""A scheme that leaks, with rules that go by t, by X_{t-1} and by the query before."""
TABLES = {
    "chain": {"index": [["A", "B"]] * 2, "entries": ["3/4", "1/4", "1/3", "2/3"]},
    "odd": {
        "index": [["A", "B"], ["A", "B"], ["A", "B", "AB"]],
        "entries": ["1/2", "0", "1/2", "1/5", "4/5", "0", "0", "1/3", "2/3", "0", "0", "1"],
    },
}
POINTS = {"low": "1/5 1/3", "high": "3/5 2/3", "noisy": ""}
Vector = dict[tuple[str, ...], Fraction]


def at_point(q: Quotient, point: Mapping[str, Fraction]) -> Fraction:
    found = value(q.top, point)
    for key, exponent in q.bottom.items():
        found /= value(dict(key), point) ** exponent
    return found


@cache
def example(name: str) -> tuple[Walk[Fraction], reference.Brute]:
    """Return the walk of a scheme at a point, and the same scheme for brute force."""
    Work.begin(10**9)
    paper = the_paper()
    point = dict(zip(("alpha", "beta"), map(Fraction, POINTS[name].split())))
    scheme = NOISY if name == "noisy" else paper.schemes[name]
    tables = TABLES if name == "noisy" else paper.tables
    used = {scheme["chain"], *(rule["table"] for rule in scheme["rules"])} - {None}
    model = Model([*point], {table: tables[table] for table in used}, {name: scheme})
    walk = walk_of(model.scheme(name), model, FRACTIONS, lambda q: at_point(q, point))
    return walk, reference.scheme_at(scheme, point, tables)


def histories(brute: reference.Brute, length: int = LENGTH) -> dict[tuple[str, ...], Vector]:
    """Return history → state → probability given X_0, of every history up to a length that occurs."""
    found: dict[tuple[str, ...], Vector] = {}
    for time in range(length + 1):
        for requests, queries, weight in brute.paths(time):
            cell = found.setdefault(queries[1:], {})
            state = requests[0], requests[-1], queries[-1]
            cell[state] = cell.get(state, Fraction(0)) + weight
    return found


@pytest.mark.parametrize("name", POINTS)
class TestWalk:
    def test_follows_every_history(self, name: str) -> None:
        walk, brute = example(name)
        for letters, vector in histories(brute).items():
            assert walk.follow(letters)[1] == vector

    def test_the_mass_of_a_history_is_its_probability(self, name: str) -> None:
        walk, brute = example(name)
        prior = {"A": Fraction(2, 7), "B": Fraction(5, 7)}
        for letters, vector in histories(brute).items():
            history = (brute.start, *letters)
            chances = reference.probabilities(brute, history)
            assert walk.given_first(vector) == {a: p for a, p in chances.items() if p}
            assert walk.mass(vector, prior) == reference.chance(brute, prior, history)

    def test_occurring_are_the_states_of_all_paths(self, name: str) -> None:
        walk, brute = example(name)
        found: dict[Any, set[Any]] = defaultdict(set)
        for time in range(6):
            for state in reference.states(brute, time):
                found[walk.phase(time), state[-1]].add(state)
        assert {node: {*states} for node, states in walk.occurring().items()} == found

    def test_the_span_is_that_of_all_histories(self, name: str) -> None:
        walk, brute = example(name)
        found: dict[Any, list[Vector]] = defaultdict(list)
        for letters, vector in histories(brute, 5).items():
            found[walk.follow(letters)[0]].append(vector)
        for node, span in walk.spans().items():
            keys = sorted({key for vector in found[node] for key in vector})
            rows = [[vector.get(key, Fraction(0)) for key in (*keys, "right side")] for vector in found[node]]
            assert not any(span.remainder(vector) for vector in found[node])
            assert len(span.rows) == len(reference.eliminated(rows))

    def test_what_vanishes_is_pulled_back(self, name: str) -> None:
        """Equal probabilities for both X_0: None if and only if some history has another one."""
        walk, brute = example(name)
        signs = {"A": Fraction(1), "B": Fraction(-1)}
        claim = {node: [{s: signs[s[0]] for s in states}] for node, states in walk.occurring().items()}
        forms = walk.vanishing(claim)
        assert (forms is None) == bool(reference.leaks(brute))
        for letters, vector in histories(brute).items():
            rows = [] if forms is None else forms[walk.follow(letters)[0]].rows.values()
            assert all(walk.apply(form, vector) == 0 for form in rows)


def test_a_process_begins_before_anything_is_seen() -> None:
    model = Model([], {"chain": TABLES["chain"]}, {}, {"coin": {
        "states": ["A", "B"], "chain": "chain", "shows": {"A": "y", "B": "z"}, "starts": {"a": "A", "b": "B"}}})
    walk = walk_of(model.process("coin"), model, FRACTIONS, lambda q: at_point(q, {}))
    assert walk.first == BEFORE
    assert walk.follow(["y", "z"]) == ((0, "z"), {("a", "B", "z"): Fraction(1, 4)})


def test_too_many_words_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_WORDS", 2)
    with pytest.raises(Undecidable, match="more than 2 independent histories"):
        example("noisy")[0].spans()
