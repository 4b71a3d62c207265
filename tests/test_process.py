"""Processes: starts that cannot be told apart, at any length, and a history where they can.

What the checker accepts is worked out again by enumerating all hidden paths.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from chance import chance
from run import ROOT

from onoff_symbolic import checker
from onoff_symbolic.claims.reader import load
from onoff_symbolic.paper.session import Session
from onoff_symbolic.search.find import NotFound, certificate, failure
from onoff_symbolic.search.write import empty_goal

pytestmark = pytest.mark.slow

FILE = ROOT / "tests" / "data" / "process.toml"
LENGTH = 5
Part = dict[str, Any]


def law(process: Part, tables: Part, start: str, length: int) -> dict[tuple[str, ...], Fraction]:
    """What is seen → its probability, by enumerating all paths of hidden states."""
    def row(table: str, *key: str) -> dict[str, Fraction]:
        *axes, last = tables[table]["index"]
        values = dict(zip(product(*(map(str, axis) for axis in (*axes, last))), tables[table]["entries"], strict=True))
        return {str(x): Fraction(values[*key, str(x)]) for x in last}

    states = process["states"]
    first = process["starts"][start]
    begin = {x: Fraction(x == first) for x in states} if first in states else row(first)
    shows = {x: {y: Fraction(1)} for x, y in process["shows"].items()} if isinstance(process["shows"], dict) else {
        x: row(process["shows"], x) for x in states}
    steps = {x: row(process["chain"], x) for x in states}
    found: dict[tuple[str, ...], Fraction] = {}
    for path in product(states, repeat=length):
        weight = begin[path[0]]
        for one, other in zip(path, path[1:]):
            weight *= steps[one][other]
        for seen in product(*(shows[x] for x in path)) if weight else ():
            more = weight
            for x, y in zip(path, seen, strict=True):
                more *= shows[x][y]
            found[seen] = found.get(seen, Fraction(0)) + more
    return {seen: p for seen, p in found.items() if p}


# -- the example -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    paper = load(FILE)
    return {result.id: result for result in Session(paper).judge(list(paper.claims))}


def test_the_starts_are_alike_and_the_misprint_is_refuted(results: dict[str, Any]) -> None:
    assert {id: result.verdict.value for id, result in results.items()} == {"alike": "proved", "twin": "refuted"}
    (witness,) = results["twin"].witnesses
    assert dict(witness.shows) == {"history": "low,low", "one": "one", "other": "two"}
    assert {name for name, _ in witness.point} == {"p", "q"}
    assert witness.left != witness.right


# -- drawn processes -------------------------------------------------------------------------------------------------


def row_of(draw: Random, size: int) -> list[Fraction]:
    weights = [draw.choice((0, 0, 1, 1, 2, 3)) for _ in range(size)]
    weights[draw.randrange(size)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def drawn(draw: Random, size: int, alike: bool) -> Part:
    """A goal about a process of numbers; with `alike`, the last state repeats the first up to where it leads."""
    states = [f"s{i}" for i in range(size)]
    steps = [row_of(draw, size) for _ in states]
    seen = [row_of(draw, 2) for _ in states]
    if alike:       # what leads to one of the twins is spread over both; the twins show the same and go on alike
        seen[-1] = seen[0]
        steps[-1] = list(steps[0])
        both = steps[-1][0] + steps[-1][-1]
        part = Fraction(draw.randrange(4), 3)
        steps[-1][0], steps[-1][-1] = both * part, both * (1 - part)
    tables: Part = {
        "step": {"index": [states, states], "entries": [str(p) for row in steps for p in row]},
        "seen": {"index": [states, [0, 1]], "entries": [str(p) for row in seen for p in row]},
        "mixed": {"index": [states], "entries": [str(Fraction(1, 2)), *["0"] * (size - 2), str(Fraction(1, 2))]}}
    shows: Any = "seen"
    if draw.random() < 0.4:
        shows = {state: str(draw.randrange(2)) for state in states}
        shows[states[-1]] = shows[states[0]] if alike else shows[states[-1]]
        del tables["seen"]
    goal = empty_goal("drawn", "a process", [], {"all": []}, tables)
    goal["processes"] = {"it": {"states": states, "chain": "step", "shows": shows,
                                "starts": {"one": states[0], "two": states[-1], "mix": "mixed"}}}
    return {**goal, "proves": [{"kind": "alike", "region": "all", "process": "it", "starts": ["one", "two", "mix"]}]}


@pytest.mark.drawn
@pytest.mark.parametrize("number", range(40))
def test_the_answer_is_what_enumeration_says(number: int) -> None:
    draw = chance(number)
    goal = drawn(draw, draw.randrange(2, 5), number % 2 == 0)
    process = goal["processes"]["it"]
    tables = goal["tables"]
    laws = [law(process, tables, start, LENGTH) for start in ("one", "two", "mix")]
    same = laws[0] == laws[1] == laws[2]
    try:
        text = certificate(goal)
    except NotFound:
        text = ""
    assert bool(text) == same
    if same:
        assert checker.judge({"it": text.encode()})["it"].word == "valid"
        assert failure(goal, goal["proves"][0]) is None
        return
    shown = failure(goal, goal["proves"][0])
    assert shown is not None
    one, other = (law(process, tables, shown[key], len(shown["history"])) for key in ("one", "other"))
    seen = tuple(shown["history"])
    assert one.get(seen, 0) != other.get(seen, 0)
