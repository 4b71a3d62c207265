"""Judges the claims of a paper: search, certificate, checker, result."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import checker
from ..claims.file import Claim, Paper
from ..errors import OnoffError
from ..result import Result, result, undecided
from ..search.claim import decide

Tell = Callable[[str], None]


def silent(claim: str) -> None:
    """No progress is reported."""


class Session:
    """Judges claims, each once, with those that they use. A circle of uses proves nothing."""

    def __init__(self, paper: Paper, tell: Tell = silent) -> None:
        self.paper, self._tell = paper, tell
        self._texts: dict[str, str] = {}
        self._why: dict[str, str] = {}
        self._results: dict[str, Result] = {}

    def judge(self, ids: Iterable[str]) -> list[Result]:
        wanted = list(ids)
        needed = self.closure(wanted)
        if any(claim not in self._results for claim in needed):
            for claim in needed:
                self._find(claim)
            answers = checker.judge({c: self._texts[c].encode() for c in needed if c in self._texts},
                                    self.paper.accepts)
            self._results.update({c: self._result(self.paper.claims[c], answers) for c in needed})
        return [self._results[claim] for claim in wanted]

    def certificates(self, ids: Iterable[str]) -> dict[str, str]:
        """The certificates that were found for the claims and for all that they use."""
        return {claim: self._texts[claim] for claim in self.closure(ids) if claim in self._texts}

    def closure(self, ids: Iterable[str]) -> list[str]:
        """The claims and all that they use, in paper order."""
        found: set[str] = set()
        waiting = list(ids)
        while waiting:
            claim = waiting.pop()
            if claim not in found:
                found.add(claim)
                waiting += [u for u in self.paper.claims[claim].uses() if u in self.paper.claims]
        return [claim for claim in self.paper.claims if claim in found]

    def _find(self, id: str, above: tuple[str, ...] = ()) -> dict[str, Any] | None:
        """The goal for which a certificate was found. Claims in use come first: their conditions are passed on."""
        if id not in self._texts and id not in self._why and id in self.paper.claims:
            claim = self.paper.claims[id]
            used = {u: self._find(u, (*above, id)) for u in claim.uses() if u not in (*above, id)}
            self._tell(id)
            try:
                self._texts[id] = decide(claim, self.paper, {u: goal for u, goal in used.items() if goal is not None})
            except OnoffError as reason:
                self._why[id] = str(reason)
        goal: dict[str, Any] | None = json.loads(self._texts[id])["goal"] if id in self._texts else None
        return goal

    def _result(self, claim: Claim, answers: Mapping[str, checker.Answer]) -> Result:
        if claim.id not in answers:
            return undecided(claim.id, self._why[claim.id], claim)
        return result(claim.id, self._texts[claim.id], answers[claim.id], answers, claim)
