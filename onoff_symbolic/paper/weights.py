"""Which hypotheses a claim needs: each is dropped in turn, and what is stated there is searched for again.

Only hypotheses beyond the model are dropped, and the model stays (it is what every claim of the paper takes for
granted, such as 0 <= alpha <= 1), so that a witness is always one of the paper's own models. Both answers, needed and
not needed, are the checker's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .. import checker
from ..checker import Holds, Statement
from ..errors import OnoffError
from ..result import Result, Verdict, Weight, region_name, result as result_of
from ..search.claim import denied
from ..search.entropies import speaks_of_entropies
from ..search.find import certificate, unproved
from .session import Session

Goal = dict[str, Any]
PLACE = "without"
"""The region that is left."""


class Scales:
    """Weighs the hypotheses of claims. Each question is asked once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._weighed: dict[tuple[str, str, str], Weight] = {}

    def of(self, result: Result) -> Iterator[Weight]:
        """Yield the hypotheses of each region where the claim states something; none of a claim that does not hold."""
        for region, hypothesis, stated in self._droppable(result):
            own = self._weigh(result, region, hypothesis, stated)
            yield own if own.needed else self._through(result, own)

    def _droppable(self, result: Result) -> Iterator[tuple[str, str, list[Statement]]]:
        """Yield region, hypothesis, and what is stated there under the hypothesis. Equations define a region."""
        if result.goal is None or result.verdict is Verdict.REFUTED:
            return
        goal = checker.Goal(
            {**result.goal, "regions": {**result.goal["regions"], PLACE: self._model(result.goal)}}
        )
        printed = [] if result.claim is None else [dict(s) for s in result.claim.proves]
        found: dict[tuple[str, str], list[Statement]] = {}
        for name, each in goal.statements.items():
            weighed = each.value["kind"] not in ("uses", "cover") and (
                not isinstance(each, Holds) or not speaks_of_entropies(each)
            )
            if weighed and (name.startswith("proves") or each.value in printed):
                for text in dict.fromkeys(
                    text
                    for p, sign, text in each.region.hypotheses
                    if sign != "=" and not goal.regions[PLACE].has(p, sign)
                ):
                    found.setdefault((region_name(each.value), text), []).append(each)
        yield from ((*key, statements) for key, statements in found.items())

    def _model(self, goal: Mapping[str, Any]) -> list[str]:
        """Return the relations of the model between names of the goal."""
        return [
            text
            for text in self.session.paper.model
            if {*re.findall(r"[A-Za-z_]\w*", text)} <= {*goal["names"]}
        ]

    def _weigh(
        self, result: Result, region: str, hypothesis: str, stated: Sequence[Statement]
    ) -> Weight:
        """Return whether something fails without the hypothesis, as far as that was found out."""
        key = result.id, region, hypothesis
        if key not in self._weighed:
            found = [self._without(result, each, hypothesis) for each in stated]
            self._weighed[key] = next(
                (w for sought in (True, None, False) for w in found if w.needed is sought)
            )
        return self._weighed[key]

    def _without(self, result: Result, stated: Statement, hypothesis: str) -> Weight:
        goal = result.goal or {}
        texts = [text for _, _, text in stated.region.hypotheses if text != hypothesis]
        regions = {**goal["regions"], PLACE: [*dict.fromkeys((*self._model(goal), *texts))]}
        moved = {
            **{key: value for key, value in stated.value.items() if key != "given"},
            "region": PLACE,
        }
        base = {
            **goal,
            "regions": regions,
            "domain": "",
            "conditions": [],
            "proves": [],
            "beside": [],
            "fails": [],
            "corrects": [],
        }
        region, whole = region_name(stated.value), {**base, "verdict": "proved", "proves": [moved]}
        if not unproved(whole) and judged(whole) is not None:
            return Weight(region, hypothesis, False)
        fails = {"statement": {**moved, "given": [denied(hypothesis)]}, "violates": ""}
        hints = [
            {name: Fraction(text) for name, text in each["at"].items()}
            for each in json.loads(result.certificate)["failures"]
        ]
        found = judged({**base, "verdict": "refuted", "fails": [fails]}, hints)
        return (
            Weight(region, hypothesis, None)
            if found is None
            else Weight(region, hypothesis, True, "", found.witnesses[0])
        )

    def _through(self, result: Result, own: Weight) -> Weight:
        """Return the weight, as needed if a claim in use needs the hypothesis."""
        for used in self.session.judge(result.rests_on):
            for region, hypothesis, stated in self._droppable(used):
                if hypothesis == own.hypothesis:
                    found = self._weigh(used, region, hypothesis, stated)
                    if found.needed:
                        return Weight(own.region, own.hypothesis, True, used.id, found.witness)
        return own


def judged(goal: Goal, hints: Sequence[dict[str, Fraction]] = ()) -> Result | None:
    """Return the result of a goal, if it comes out as its verdict says."""
    try:
        text = certificate(goal, hints)
    except OnoffError:
        return None
    found = result_of(
        goal["claim"], text, checker.judge({goal["claim"]: text.encode()})[goal["claim"]], {}
    )
    return found if found.verdict.value == goal["verdict"] else None
