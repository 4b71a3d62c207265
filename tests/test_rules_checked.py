"""The checker and schemes whose rules are given the last request, begin or end, or leave out rows, against brute force.

What brute force finds wrong up to t = 4, from the goal's JSON, must never be certified; what it finds right is.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import reference
from answers import word
from chains import positive_chain
from chance import chance, examples

from onoff_symbolic.algebra.field import Field
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.claims.kinds import restated
from onoff_symbolic.nsources.design import Objective, design
from onoff_symbolic.nsources.lift import numeric
from onoff_symbolic.nsources.writing import file_text
from onoff_symbolic.schemes.chain import Chain
from onoff_symbolic.schemes.files import parse_cases
from onoff_symbolic.search.errors import NotFound
from onoff_symbolic.search.find import certificate, failure
from onoff_symbolic.search.goals import scheme_goal

Goal = dict[str, Any]
KINDS = ("normalised", "decodable", "private")
TIMES = 4


def wrong(goal: Goal) -> set[str]:
    """Return what is wrong up to t = TIMES."""
    scheme = reference.scheme_at(goal["schemes"]["scheme"], {}, goal["tables"])
    found = set[str]()
    try:
        for time in range(TIMES + 1):
            paths = scheme.paths(time)
            laws = reference.given_first(scheme, time)
            totals = {a: sum(law[a] for law in laws.values()) for a in scheme.sources}
            if {*totals.values()} != {1} or any(weight < 0 for *_, weight in paths):
                found.add("normalised")
    except KeyError:        # a row that is left out is reached
        return {"normalised"}
    if reference.useless(scheme, TIMES):
        found.add("decodable")
    if reference.leaks(scheme, TIMES):
        found.add("private")
    return found


def goal_of(size: int, number: int, horizon: int | None) -> Goal:
    """Return a goal about the design for a chain."""
    rows = positive_chain(size, number)
    field = Field()
    chain = Chain(field, tuple("ABCD"[:size]), tuple(tuple(field(p) for p in line) for line in rows))
    text = file_text("a design", [numeric(chain, design(rows, Objective(horizon=horizon)))], Region(field))
    (case,) = parse_cases(text)
    return {**scheme_goal(case.scheme, "design"), "regions": {"everywhere": []}, "domain": ""}


def statement(kind: str, goal: Goal) -> Goal:
    return restated({"kind": kind, "region": "everywhere", "scheme": "scheme"}, goal["schemes"])


def certified(goal: Goal, kind: str) -> bool:
    try:
        text = certificate({**goal, "proves": [statement(kind, goal)]})
    except NotFound:
        return False
    return word(text) == "valid"


# -- changes -------------------------------------------------------------------------------------------------------

Cells = list[str | None]


def given_first(rule: Goal, rows: list[Cells], rng: Random) -> None:
    rule["given"] = "first"


def until(rule: Goal, rows: list[Cells], rng: Random) -> None:
    rule["until"] = rng.randrange(rule.get("since", 1), 4)


def since(rule: Goal, rows: list[Cells], rng: Random) -> None:
    rule["since"] = rng.randrange(1, (rule.get("until") or 3) + 1)


def no_row(rule: Goal, rows: list[Cells], rng: Random) -> None:
    row = rng.choice(rows)
    row[:] = [None] * len(row)


def other_row(rule: Goal, rows: list[Cells], rng: Random) -> None:
    one = rng.choice(rows)
    other = rng.choice(rows)
    one[:], other[:] = other[:], one[:]


SPOILS: list[Callable[[Goal, list[Cells], Random], None]] = [given_first, until, since, no_row, other_row]


def spoil(goal: Goal, rng: Random) -> Goal:
    """Return the goal with one change of a rule with a table."""
    found = copy.deepcopy(goal)
    rule = rng.choice([rule for rule in found["schemes"]["scheme"]["rules"] if rule["table"] is not None])
    table = found["tables"][rule["table"]]
    wide = len(table["index"][-1])
    rows = [table["entries"][i:i + wide] for i in range(0, len(table["entries"]), wide)]
    rng.choice(SPOILS)(rule, rows, rng)
    table["entries"] = [cell for row in rows for cell in row]
    return found


@pytest.mark.drawn
def test_what_is_wrong_is_never_certified_and_what_is_right_is() -> None:
    rng = chance(7)
    seen = Counter[str]()
    for _ in range(examples(60, 150)):
        goal = spoil(goal_of(rng.choice((2, 2, 3)), 2 * rng.randrange(9) + 1, rng.choice((None, 2))), rng)
        faults = wrong(goal)
        seen.update(faults or ["right"])
        for kind in faults:
            assert not certified(goal, kind)
            assert kind == "private" or failure(goal, statement(kind, goal)) is not None
        for kind in KINDS:
            assert faults or certified(goal, kind), json.dumps(goal)
    assert min(seen[each] for each in ("right", *KINDS)) > 1, seen
