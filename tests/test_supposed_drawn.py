"""Random goals about b and c: what the checker accepts is true as the goal says it, by an oracle that tries points.

Domains, conditions, regions, covers, remarks, what is denied and what is used are drawn, often so that nothing follows;
evidence is looked for without asking whether it is enough. Each relation speaks of one name."""

from __future__ import annotations

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

NAMES = ("b", "c")
GRID = [dict(zip(NAMES, map(Fraction, values), strict=True))
        for values in product(("-1", "0", "1/2", "1", "3/2", "2", "5/2", "3", "7/2"), repeat=2)]
IDLE = ["b = b", "0*b >= 0", "0 <= 1", "c - c = 0", "b**0 = 1", "0*c + 1 > 0"]
"""They are true everywhere."""
Goal = dict[str, Any]


def relation(draw: Random, least: int = 0, most: int = 3) -> str:
    return f"{draw.choice('bbbbc')} {draw.choice(('>', '>=', '>', '>=', '>=', '='))} {draw.randint(least, most)}"


def some(draw: Random, most: int, least: int = 0) -> list[str]:
    """A few relations, some of which say nothing."""
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
    """A goal; if it uses another, then often on its domain, or where its statements are made."""
    regions = {"D": some(draw, 2), "R": some(draw, 2, 1), "S": some(draw, 1, 1),
               "low": ["b < 2"], "high": ["b >= 2"]}
    if used is not None:
        own = [*used["regions"].get(used["domain"], [])]
        own += [text for each in used["conditions"] for text in each["where"]]
        made = [text for each in used["proves"] for text in suppositions(used, each)]
        regions["D"] = draw.choice((own, own, made, []))
    where = [relation(draw, 1)] if draw.random() < 0.9 else [draw.choice(IDLE)]
    regions["R"] += where * (draw.random() < 0.3)
    verdict = draw.choice(("proved", "proved", "conditional"))
    covers = [{"kind": "cover", "region": draw.choice("DRS"), "split": "b - 2", "parts": ["low", "high", "high"]}]
    uses = [{"kind": "uses", "region": draw.choice("DDS"), "claim": used["claim"]}] if used else []
    beside = [statement(draw) for _ in range(draw.randint(0, 1))] + covers * (draw.random() < 0.3)
    return {
        "claim": claim, "title": claim, "verdict": verdict, "names": [*NAMES], "tables": {}, "schemes": {},
        "regions": regions, "domain": draw.choice(("D", "D", "D", "")), "corrects": [], "beside": beside,
        "proves": [statement(draw) for _ in range(1 if not uses else draw.randint(0, 1))] + uses,
        "conditions": [{"text": "C", "where": where}] if verdict == "conditional" else [],
        "fails": [{"statement": statement(draw, "D"), "violates": "C"}] if verdict == "conditional" else [],
        "denies": [statement(draw)] if draw.random() < 0.2 else []}


def true(texts: Iterable[str], point: Mapping[str, Fraction]) -> bool:
    return all(reference.holds(text, point, {}) for text in texts)


def suppositions(goal: Goal, stated: Goal) -> list[str]:
    names = [stated["region"]] if isinstance(stated["region"], str) else stated["region"]
    return [*(text for name in names for text in goal["regions"][name]), *stated.get("given", [])]


def evidence(draw: Random, goal: Goal) -> bytes | None:
    """A certificate as good as can be, whether it is enough or not."""
    Work.begin()
    try:
        finder = Finder(goal, ())
        finder.give_points()
        for each in finder.goal.statements.values():
            finder.establish(each)
    except (Invalid, Undefined, NotFound):
        return None
    try:
        finder.goal.check_sufficient()
    except Invalid:
        pass
    for use in finder.goal.uses:
        for text in ("b > 0", "b >= 0", "b >= 1", "b > 1", "b > 2", "b >= 2", "b > 3", "b >= 3", "c >= 0", "c > 0"):
            use.region.grants([text])
    failures = []
    for each in (*(fail["statement"] for fail in goal["fails"]), *goal["denies"]):
        conditions = [text for where in goal["conditions"] for text in where["where"]]
        tries = [point for point in GRID if not true([each["text"]], point) and true(suppositions(goal, each), point)]
        good = [point for point in tries if true(conditions, point) == (each in goal["denies"] or not conditions)]
        at = draw.choice(good if good and draw.random() < 0.8 else tries or GRID)
        failures.append({"at": {name: str(value) for name, value in at.items()}, "choice": {}})
    facts = finder.seeker.needed(ref for _, ref in finder.goal.noted)
    return written({"format": "onoff-certificate", "version": 3, "goal": goal, "points": finder.points,
                    "invariants": {}, "values": {}, "facts": facts, "failures": failures}).encode()


def said(goal: Goal, assuming: Sequence[str] | None = None) -> Iterator[tuple[list[str], str]]:
    """What a goal says by each of its statements: wherever these relations hold, the text is true. Names of which
    neither the domain nor a condition speaks are letters, of which a statement supposes what it likes; and a part of a
    cover is a case. A claim without a domain says what its statements do. Where it is used, something else is assumed,
    and without a domain there are no letters."""
    assumed = [*(goal["regions"][goal["domain"]] if goal["domain"] else ()),
               *(text for each in goal["conditions"] for text in each["where"])]
    names = {name for text in assumed for name in re.findall(r"\w+", text)} & {*NAMES}
    if not names and goal["domain"] or assuming is not None and not goal["domain"]:
        names = {*NAMES}
    covers = [each for each in goal["beside"] if each["kind"] == "cover"]
    for each in goal["proves"]:
        if each["kind"] == "holds":
            regions = [each["region"]] if isinstance(each["region"], str) else each["region"]
            cases = [text for name in regions if covers and name in ("low", "high") for text in goal["regions"][name]]
            own = [text for text in suppositions(goal, each) if not {*re.findall(r"[bc]", text)} & names]
            yield [*(assumed if assuming is None else assuming), *cases, *own], each["text"]


def false(goal: Goal, places: Sequence[tuple[list[str], str]]) -> list[Any]:
    return [(where, text, point) for where, text in places for point in GRID
            if true(where, point) and not true([text], point)]


def wrong(goal: Goal, file: Mapping[str, Any], used: Goal) -> list[Any]:
    """What a goal says that is not so; `used` is the claim that it may use."""
    assumed = goal["regions"][goal["domain"]] if goal["domain"] else []
    conditions = [text for each in goal["conditions"] for text in each["where"]]
    found: list[Any] = false(goal, [*said(goal)])
    for each in goal["proves"]:
        if each["kind"] == "uses":      # what the other says is so on the region of the use
            found += false(goal, [*said(used, [*conditions, *suppositions(goal, each)])])
    stated = [*((fail["statement"], True) for fail in goal["fails"]), *((each, False) for each in goal["denies"])]
    for (each, violated), failure in zip(stated, file["failures"], strict=True):
        point = {name: Fraction(value) for name, value in failure["at"].items()}
        good = true([*assumed, *suppositions(goal, each)], point) and not true([each["text"]], point)
        if not good or true(conditions, point) == (violated and bool(conditions)):
            found.append((each, point))
    return found


def rounds(draw: Random, count: int) -> Iterator[tuple[str, Goal, list[Any]]]:
    """Goals that were accepted, and what is wrong with them."""
    for _ in range(count):
        one = drawn(draw, "one")
        files = {"one": evidence(draw, one)}
        other = drawn(draw, "other", one) if draw.random() < 0.4 else None
        if other is not None:
            files["other"] = evidence(draw, other)
        made = {name: data for name, data in files.items() if data is not None}
        for name, answer in checker.judge(made).items():
            assert answer.kind != "unexpected"
            if answer.word == "valid":
                goal = one if name == "one" else other
                assert goal is not None
                yield name, goal, wrong(goal, json.loads(made[name]), one)


@pytest.mark.slow
@pytest.mark.drawn
def test_what_is_accepted_is_true_as_it_is_said() -> None:
    found = [(name, goal, faults) for name, goal, faults in rounds(chance(41), examples(800, 8000))]
    assert not [each for each in found if each[2]], [each for each in found if each[2]][0]
    verdicts = {goal["verdict"] for _, goal, _ in found}
    assert verdicts == {"proved", "conditional"}
    assert len(found) > 30
    assert any(name == "other" and goal["proves"][-1]["kind"] == "uses" for name, goal, _ in found)


@pytest.mark.slow
@pytest.mark.parametrize("spoil", ["check_sufficient", "unmet", "denied"])
def test_a_checker_that_looks_at_less_is_noticed(spoil: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle is awake."""
    if spoil == "denied":
        monkeypatch.setattr(checker.Goal, "fails_at", lambda *_: ("", "=", ""))
    else:
        monkeypatch.setattr(checker.Goal, spoil, lambda *_: ())
    assert any(faults for _, _, faults in rounds(chance(41), 300))
