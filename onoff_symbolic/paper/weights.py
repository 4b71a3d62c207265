"""Which hypotheses a claim needs: each is dropped in turn, and what is stated there is searched for again.

Only hypotheses beyond the model are dropped (the model is what every claim of the paper takes for granted, such as
0 <= alpha <= 1), so that a witness is always one of the paper's own models. Both answers are the checker's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .. import checker
from ..errors import OnoffError
from ..result import Result, Verdict, Weight, result as result_of
from ..search.claim import hypotheses
from ..search.find import certificate
from .session import Session

Goal = Mapping[str, Any]


def weights(session: Session, result: Result) -> Iterator[Weight]:
    """The hypotheses of each region on which the claim states something; nothing for one that is undecided."""
    if result.goal is None or result.claim is None:
        return
    for region, hypothesis in _droppable(session, result.goal):
        needed, witness = _without(result.goal, region, hypothesis)
        through = "" if needed else next(_needing(session, result, hypothesis), "")
        yield Weight(region, hypothesis, needed or bool(through), through, witness)


def _droppable(session: Session, goal: Goal) -> Iterator[tuple[str, str]]:
    model = set(hypotheses(session.paper.model))
    for region in dict.fromkeys(s["region"] for s in _stated(goal) if isinstance(s["region"], str)):
        for hypothesis in hypotheses(goal["regions"][region]):
            if hypothesis not in model and " = " not in hypothesis:
                yield region, hypothesis


def _stated(goal: Goal) -> list[Goal]:
    return [s for part in ("proves", "beside") for s in goal[part] if s["kind"] not in ("uses", "cover")]


def _without(goal: Goal, region: str, hypothesis: str) -> tuple[bool | None, Any]:
    """Whether something that is stated on the region fails without the hypothesis, and where; None: not found out."""
    left = [text for text in hypotheses(goal["regions"][region]) if text != hypothesis]
    smaller = {**goal, "regions": {**goal["regions"], region: left}, "conditions": [], "beside": [], "corrects": []}
    stated = [s for s in _stated(goal) if s["region"] == region]
    shown = _judged({**smaller, "verdict": "proved", "domain": "", "fails": [], "proves": stated})
    if shown is not None and shown.verdict is Verdict.PROVED:
        return False, None
    for statement in stated:
        fails = [{"statement": statement, "violates": ""}]
        found = _judged({**smaller, "verdict": "refuted", "domain": "", "proves": [], "fails": fails})
        if found is not None and found.verdict is Verdict.REFUTED:
            return True, found.witnesses[0]
    return None, None


def _judged(goal: Goal) -> Result | None:
    try:
        text = certificate(goal)
    except OnoffError:
        return None
    name = goal["claim"]
    answer = checker.judge({name: text.encode()})[name]
    return result_of(json.loads(text)["goal"]["claim"], text, answer, {})


def _needing(session: Session, result: Result, hypothesis: str) -> Iterator[str]:
    """The claims in use that fail without the hypothesis."""
    for used in session.judge(result.rests_on):
        if used.goal is not None and any(
                text == hypothesis and _without(used.goal, region, text)[0]
                for region, text in _droppable(session, used.goal)):
            yield used.id
