"""The checker and schemes whose rules are given the last request, begin or end, or leave out rows, against brute force.

The reference follows every path of requests and queries by itself, from the goal's JSON; it shares nothing with the
package. What it finds wrong up to t = 4 must never be certified, and what it finds right is certified.
"""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
import reference
from chains import positive_chain, random_chain
from chance import chance, examples

from onoff_symbolic import checker
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.checker import Model
from onoff_symbolic.checker.polynomials import Undefined, Work
from onoff_symbolic.claims.kinds import restated
from onoff_symbolic.schemes.chain import Chain
from onoff_symbolic.nsources.design import Objective, design
from onoff_symbolic.schemes.files import parse_cases
from onoff_symbolic.nsources.lift import numeric
from onoff_symbolic.nsources.writing import file_text
from onoff_symbolic.search.errors import NotFound
from onoff_symbolic.search.find import certificate, failure
from onoff_symbolic.search.goals import scheme_goal

Goal = dict[str, Any]
TIMES = 4


def brute(goal: Goal) -> reference.Brute:
    return reference.scheme_at(goal["schemes"]["scheme"], {}, goal["tables"])


def wrong(goal: Goal) -> set[str]:
    """What is wrong up to t = TIMES."""
    scheme, found = brute(goal), set[str]()
    try:
        for layer in map(scheme.paths, range(TIMES + 1)):
            histories: dict[tuple[str, ...], dict[str, Fraction]] = {}
            for requests, queries, p in layer:
                found |= {"normalised"} if p < 0 else set()
                found |= set() if requests[-1] in scheme.downloads[queries[-1]] else {"decodable"}
                each = histories.setdefault(queries, dict.fromkeys(scheme.sources, Fraction(0)))
                each[requests[0]] += p
            found |= {"private"} if any(len({*each.values()}) > 1 for each in histories.values()) else set()
            totals = {a: sum(p for x, _, p in layer if x[0] == a) for a in scheme.sources}
            found |= set() if {*totals.values()} == {1} else {"normalised"}
    except KeyError:
        found.add("normalised")
    return found


def goal_of(size: int, number: int, horizon: int | None) -> Goal:
    rows = positive_chain(size, number) if number % 2 else random_chain(size, number)
    sources = tuple("ABCD"[:size])
    field = Field()
    chain = Chain(field, sources, tuple(tuple(field(p) for p in line) for line in rows))
    text = file_text("a design", [numeric(chain, design(rows, Objective(horizon=horizon)))], Region(field))
    (case,) = parse_cases(text)
    return {**scheme_goal(case.scheme, "design"), "regions": {"everywhere": []}}


def statement(kind: str, goal: Goal) -> Goal:
    return restated({"kind": kind, "region": "everywhere", "scheme": "scheme"}, goal["schemes"])


def certified(goal: Goal, kind: str) -> bool:
    try:
        text = certificate({**goal, "proves": [statement(kind, goal)]})
    except NotFound:
        return False
    return checker.judge({"it": text.encode()})["it"].word == "valid"


def spoil(goal: Goal, rng: Random) -> Goal:
    """One change of a rule, a query or a row."""
    found = copy.deepcopy(goal)
    scheme = found["schemes"]["scheme"]
    rule = rng.choice(scheme["rules"])
    change = rng.randrange(6)
    if change == 0 and rule["table"] is not None:
        rule["given"] = "first"
    elif change == 1:
        rule["until"] = rng.randrange(rule.get("since", 1), 4)
    elif change == 2:
        rule["since"] = rng.randrange(1, (rule.get("until") or 3) + 1)
    elif change == 3 and rule["table"] is not None:
        table = found["tables"][rule["table"]]
        place = rng.randrange(len(table["entries"]) // len(scheme["queries"])) * len(scheme["queries"])
        table["entries"][place:place + len(scheme["queries"])] = [None] * len(scheme["queries"])
    elif change == 4 and rule["table"] is not None:
        table, wide = found["tables"][rule["table"]], len(scheme["queries"])
        place, other = (rng.randrange(len(table["entries"]) // wide) * wide for _ in range(2))
        cells = table["entries"]
        cells[place:place + wide], cells[other:other + wide] = cells[other:other + wide], cells[place:place + wide]
    else:
        query = rng.choice(list(scheme["queries"]))
        scheme["queries"] = {"again": [*scheme["queries"][query]], **scheme["queries"]}
        for each in {rule["table"] for rule in scheme["rules"]} - {None}:
            table = found["tables"][each]
            wide = len(table["index"][2])
            table["index"][2] = ["again", *table["index"][2]]
            table["entries"] = [cell for i in range(0, len(table["entries"]), wide)
                                for cell in [None if None in table["entries"][i:i + wide] else "0",
                                             *table["entries"][i:i + wide]]]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("size, horizon", [(2, None), (2, 3), (3, None), (3, 2)])
def test_designs_are_certified(size: int, horizon: int | None) -> None:
    goal = goal_of(size, 3, horizon)
    assert wrong(goal) == set()
    assert all(certified(goal, kind) for kind in ("normalised", "decodable", "private"))


@pytest.mark.drawn
def test_what_is_wrong_is_never_certified_and_what_is_right_is() -> None:
    rng = chance(7)
    seen = {"right": 0, "normalised": 0, "decodable": 0, "private": 0}
    for _ in range(examples(60, 150)):
        goal = spoil(goal_of(rng.choice((2, 2, 3)), 2 * rng.randrange(9) + 1, rng.choice((None, 2))), rng)
        faults = wrong(goal)
        seen["right"] += not faults
        for kind in ("normalised", "decodable", "private"):
            if kind in faults:
                seen[kind] += 1
                assert not certified(goal, kind)
                shown = failure({**goal, "domain": ""}, statement(kind, goal))
                assert shown is not None or kind == "private"
            elif not faults:
                assert certified(goal, kind), json.dumps(goal)
    assert min(seen.values()) > 2, seen


@pytest.mark.drawn
def test_probabilities_are_those_of_all_paths() -> None:
    rng, compared = chance(8), 0
    for _ in range(12):
        goal = spoil(goal_of(2, 2 * rng.randrange(9) + 1, rng.choice((None, 3))), rng)
        scheme = goal["schemes"]["scheme"]
        Work.begin()
        model = Model(goal["names"], goal["tables"], goal["schemes"])
        try:
            layers = [*map(brute(goal).paths, range(4))]
        except KeyError:
            continue
        for time, layer in enumerate(layers):
            for state in product(scheme["sources"], scheme["sources"], scheme["queries"]):
                expected = sum(p for x, q, p in layer if (x[0], x[-1], q[-1]) == state)
                try:
                    found = model.function("state", ["scheme", time, *state]).top.get((), 0)
                except Undefined:
                    continue
                assert found == expected
                compared += 1
    assert compared > 100
