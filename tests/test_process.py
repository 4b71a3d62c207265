"""Processes: starts that cannot be told apart, at any length, and a history where they can.

What the checker accepts is worked out again by enumerating all hidden paths.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from answers import word
from chance import chance
from run import ROOT

from onoff_symbolic.claims.reader import load
from onoff_symbolic.paper.session import Session
from onoff_symbolic.search.find import NotFound, certificate, failure
from onoff_symbolic.search.write import empty_goal

pytestmark = pytest.mark.slow

LENGTH = 5
STARTS = ("one", "two", "mix")
Part = dict[str, Any]
Law = dict[Any, Fraction]


def row(table: Part, *key: str) -> Law:
    """Return the row of a table: the last label → its entry."""
    labels = [map(str, axis) for axis in table["index"]]
    cells = dict(zip(product(*labels), map(Fraction, table["entries"]), strict=True))
    return {place[-1]: value for place, value in cells.items() if place[:-1] == key}


def law(goal: Part, start: str, length: int) -> Law:
    """Return what is seen → its probability, by enumerating all paths of hidden states."""
    process = goal["processes"]["it"]
    tables = goal["tables"]
    states = process["states"]
    first = process["starts"][start]
    shows = process["shows"]
    steps = {x: row(tables[process["chain"]], x) for x in states}
    begin = {first: Fraction(1)} if first in states else row(tables[first])
    seen = {x: {shows[x]: Fraction(1)} if isinstance(shows, dict) else row(tables[shows], x) for x in states}
    found: Law = defaultdict(Fraction)
    for path in product(states, repeat=length):
        weight = begin.get(path[0], Fraction(0))
        for one, other in zip(path, path[1:]):
            weight *= steps[one][other]
        for letters in product(*(seen[x] for x in path)) if weight else ():
            mass = weight
            for x, letter in zip(path, letters, strict=True):
                mass *= seen[x][letter]
            found[letters] += mass
    return {letters: mass for letters, mass in found.items() if mass}


def test_the_starts_are_alike_and_the_misprint_is_refuted() -> None:
    paper = load(ROOT / "tests" / "data" / "process.toml")
    alike, twin = Session(paper).judge(["alike", "twin"])
    (witness,) = twin.witnesses

    assert (alike.verdict.value, twin.verdict.value) == ("proved", "refuted")
    assert dict(witness.shows) == {"history": "low,low", "one": "one", "other": "two"}
    assert {name for name, _ in witness.point} == {"p", "q"}
    assert witness.left != witness.right


# -- drawn processes -----------------------------------------------------------------------------------------------


def row_of(draw: Random, size: int) -> list[Fraction]:
    weights = [draw.choice((0, 0, 1, 1, 2, 3)) for _ in range(size)]
    weights[draw.randrange(size)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def drawn(draw: Random, size: int, twins: bool) -> Part:
    """Return a goal about a process of numbers; of twins, the last state repeats the first up to where it leads."""
    states = [f"s{i}" for i in range(size)]
    steps = [row_of(draw, size) for _ in states]
    seen = [row_of(draw, 2) for _ in states]
    certain = {state: str(draw.randrange(2)) for state in states}
    if twins:       # what leads to one of them is spread over both; they show the same and go on alike
        seen[-1] = seen[0]
        certain[states[-1]] = certain[states[0]]
        steps[-1] = list(steps[0])
        both = steps[-1][0] + steps[-1][-1]
        part = Fraction(draw.randrange(4), 3)
        steps[-1][0] = both * part
        steps[-1][-1] = both * (1 - part)
    tables = {
        "step": {"index": [states, states], "entries": [str(p) for row in steps for p in row]},
        "seen": {"index": [states, [0, 1]], "entries": [str(p) for row in seen for p in row]},
        "mixed": {"index": [states], "entries": ["1/2", *["0"] * (size - 2), "1/2"]},
    }
    shows: Any = "seen"
    if draw.random() < 0.4:
        shows = certain
        del tables["seen"]
    starts = {"one": states[0], "two": states[-1], "mix": "mixed"}
    process = {"states": states, "chain": "step", "shows": shows, "starts": starts}
    alike = {"kind": "alike", "region": "all", "process": "it", "starts": [*STARTS]}
    goal = empty_goal("drawn", "a process", [], {"all": []}, tables)
    return {**goal, "processes": {"it": process}, "proves": [alike]}


@pytest.mark.drawn
@pytest.mark.parametrize("number", range(40))
def test_the_answer_is_what_enumeration_says(number: int) -> None:
    draw = chance(number)
    goal = drawn(draw, draw.randrange(2, 5), number % 2 == 0)
    one, two, mix = (law(goal, start, LENGTH) for start in STARTS)
    shown = failure(goal, goal["proves"][0])

    if one == two == mix:
        assert word(certificate(goal)) == "valid"
        assert shown is None
        return
    with pytest.raises(NotFound):
        certificate(goal)
    assert shown is not None
    seen = tuple(shown["history"])
    here, there = (law(goal, shown[key], len(seen)).get(seen) for key in ("one", "other"))
    assert here != there
