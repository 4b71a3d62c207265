"""Random goals about b and c: what the checker accepts is true as the goal says it, by an oracle that tries points.

Domains, conditions, regions, covers, remarks and what is used are drawn, often so that nothing follows; evidence is
looked for without asking whether it is enough. Each relation speaks of one name.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
import reference
from chance import chance, examples

from onoff_symbolic import checker
from onoff_symbolic.checker.polynomials import Invalid, Undefined, Work
from onoff_symbolic.search.errors import NotFound
from onoff_symbolic.search.find import Finder
from onoff_symbolic.search.write import written

pytestmark = pytest.mark.slow

NAMES = ("b", "c")
VALUES = [Fraction(n, 2) for n in (-2, 0, 1, 2, 3, 4, 5, 6, 7)]
GRID = [dict(zip(NAMES, pair)) for pair in product(VALUES, repeat=2)]
IDLE = ["b = b", "0*b >= 0", "0 <= 1", "c - c = 0", "b**0 = 1", "0*c + 1 > 0"]
"""They are true everywhere."""
GRANTED = [f"b {sign} {n}" for n in range(4) for sign in (">", ">=")] + ["c >= 0", "c > 0"]
CONDITION = "C"
Goal = dict[str, Any]
Said = tuple[list[str], str]
"""Wherever these relations hold, the text is true."""


# -- goals ---------------------------------------------------------------------------------------------------------


def relation(draw: Random, least: int = 0, most: int = 3) -> str:
    return f"{draw.choice('bbbbc')} {draw.choice(('>', '>=', '>', '>=', '>=', '='))} {draw.randint(least, most)}"


def some(draw: Random, most: int, least: int = 0) -> list[str]:
    """Return a few relations, some of which say nothing."""
    return [draw.choice(IDLE) if draw.random() < 0.3 else relation(draw, 1)
            for _ in range(draw.randint(least, most))]


def statement(draw: Random, region: str = "") -> Goal:
    found: Goal = {"kind": "holds", "text": relation(draw, 0, 2)}
    found["region"] = region or draw.choice(("R", "S", "D", "low", "high"))
    if draw.random() < 0.3:
        found["given"] = some(draw, 1)
    if draw.random() < 0.15:
        found["region"] = [found["region"], draw.choice(("R", "S", "D"))]
    return found


def drawn(draw: Random, claim: str, used: Goal | None = None) -> Goal:
    """Return a goal; if it uses another, then often on its domain, or where its statements are made."""
    regions = {"D": some(draw, 2), "R": some(draw, 2, 1), "S": some(draw, 1, 1), "low": ["b < 2"], "high": ["b >= 2"]}
    where = [relation(draw, 1)] if draw.random() < 0.9 else [draw.choice(IDLE)]
    if draw.random() < 0.3:
        regions["R"] += where
    beside = [statement(draw) for _ in range(draw.randint(0, 1))]
    if draw.random() < 0.3:
        region = draw.choice("DRS")
        beside.append({"kind": "cover", "region": region, "split": "b - 2", "parts": ["low", "high", "high"]})
    proves = [statement(draw)]
    if used is not None:
        own = [*domain(used), *conditions(used)]
        made = [text for each in used["proves"] for text in suppositions(used, each)]
        regions["D"] = draw.choice((own, own, made, []))
        use = {"kind": "uses", "region": draw.choice("DDS"), "claim": used["claim"]}
        proves = [*proves[:draw.randint(0, 1)], use]
    goal = {
        "claim": claim,
        "title": claim,
        "verdict": "proved",
        "names": [*NAMES],
        "tables": {},
        "schemes": {},
        "regions": regions,
        "domain": draw.choice(("D", "D", "D", "")),
        "proves": proves,
        "beside": beside,
        "conditions": [],
        "fails": [],
        "corrects": [],
    }
    if draw.random() < 0.33:
        failing = {"statement": statement(draw, "D"), "violates": CONDITION}
        goal.update(verdict="conditional", conditions=[{"text": CONDITION, "where": where}], fails=[failing])
    return goal


def domain(goal: Goal) -> list[str]:
    return [*goal["regions"].get(goal["domain"], ())]


def conditions(goal: Goal) -> list[str]:
    return [text for each in goal["conditions"] for text in each["where"]]


def regions_of(stated: Goal) -> list[str]:
    return [stated["region"]] if isinstance(stated["region"], str) else stated["region"]


def suppositions(goal: Goal, stated: Goal) -> list[str]:
    return [*(text for name in regions_of(stated) for text in goal["regions"][name]), *stated.get("given", [])]


def true(texts: Iterable[str], point: Mapping[str, Fraction]) -> bool:
    return all(reference.holds(text, point, {}) for text in texts)


def evidence(draw: Random, goal: Goal) -> bytes | None:
    """Return a certificate as good as can be, whether it is enough or not."""
    Work.begin()
    try:
        finder = Finder(goal, ())
        finder.give_points()
        for each in finder.goal.statements.values():
            finder.establish(each)
    except (Invalid, Undefined, NotFound):
        return None
    with contextlib.suppress(Invalid):
        finder.goal.check_sufficient()
    for use, text in product(finder.goal.uses, GRANTED):
        use.region.grants([text])
    failures = []
    for each in (fail["statement"] for fail in goal["fails"]):
        tries = [point for point in GRID if not true([each["text"]], point) and true(suppositions(goal, each), point)]
        outside = [point for point in tries if not true(conditions(goal), point)]
        at = draw.choice(outside if outside and draw.random() < 0.8 else tries or GRID)
        failures.append({"at": {name: str(value) for name, value in at.items()}, "choice": {}})
    facts = finder.seeker.needed(ref for _, ref in finder.goal.noted)
    return written({
        "format": "onoff-certificate", "version": 3, "goal": goal, "points": finder.points, "invariants": {},
        "values": {}, "facts": facts, "failures": failures,
    }).encode()


# -- what they say -------------------------------------------------------------------------------------------------


def said(goal: Goal, assuming: Sequence[str] | None = None) -> Iterator[Said]:
    """Yield what a goal says by each of its statements. Names of which neither the domain nor a condition speaks are
    letters, of which a statement supposes what it likes; and a part of a cover is a case. A claim without a domain says
    what its statements do. Where it is used, something else is assumed, and without a domain there are no letters."""
    assumed = [*domain(goal), *conditions(goal)]
    names = {*re.findall(r"\w+", " ".join(assumed))} & {*NAMES}
    if not names and goal["domain"] or assuming is not None and not goal["domain"]:
        names = {*NAMES}
    has_cover = any(each["kind"] == "cover" for each in goal["beside"])
    for each in goal["proves"]:
        if each["kind"] == "holds":
            parts = {*regions_of(each)} & {"low", "high"} if has_cover else set()
            cases = [text for name in parts for text in goal["regions"][name]]
            own = [text for text in suppositions(goal, each) if not {*re.findall(r"[bc]", text)} & names]
            yield [*(assumed if assuming is None else assuming), *cases, *own], each["text"]


def false(places: Iterable[Said]) -> list[Any]:
    return [(where, text, point) for where, text in places for point in GRID
            if true(where, point) and not true([text], point)]


def wrong(goal: Goal, file: Mapping[str, Any], used: Goal) -> list[Any]:
    """Return what a goal says that is not so; `used` is the claim that it may use."""
    found = false(said(goal))
    for each in goal["proves"]:
        if each["kind"] == "uses":      # what the other says is so on the region of the use
            found += false(said(used, [*conditions(goal), *suppositions(goal, each)]))
    for fail, failure in zip(goal["fails"], file["failures"], strict=True):
        each = fail["statement"]
        point = {name: Fraction(value) for name, value in failure["at"].items()}
        meant = true([*domain(goal), *suppositions(goal, each)], point)
        if not meant or true([each["text"]], point) or true(conditions(goal), point):
            found.append((each, point))
    return found


def rounds(draw: Random, count: int) -> Iterator[tuple[str, Goal, list[Any]]]:
    """Yield goals that were accepted, and what is wrong with them."""
    for _ in range(count):
        goals = {"one": drawn(draw, "one")}
        if draw.random() < 0.4:
            goals["other"] = drawn(draw, "other", goals["one"])
        files = {name: evidence(draw, goal) for name, goal in goals.items()}
        made = {name: data for name, data in files.items() if data is not None}
        for name, answer in checker.judge(made).items():
            assert answer.kind != "unexpected"
            if answer.word == "valid":
                yield name, goals[name], wrong(goals[name], json.loads(made[name]), goals["one"])


@pytest.mark.drawn
def test_what_is_accepted_is_true_as_it_is_said() -> None:
    found = list(rounds(chance(41), examples(800, 8000)))
    assert [each for each in found if each[2]] == []
    assert len(found) > 30
    assert {goal["verdict"] for _, goal, _ in found} == {"proved", "conditional"}
    assert any(name == "other" and goal["proves"][-1]["kind"] == "uses" for name, goal, _ in found)


@pytest.mark.parametrize("spoil", ["check_sufficient", "unmet"])
def test_a_checker_that_looks_at_less_is_noticed(spoil: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle is awake."""
    monkeypatch.setattr(checker.Goal, spoil, lambda *_: ())
    assert any(faults for _, _, faults in rounds(chance(41), 300))
