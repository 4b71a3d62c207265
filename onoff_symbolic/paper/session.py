"""Judges the claims of a paper: search, certificate, checker, result.

Beside the claims file lie certificates that were found before. One that states its claim as the claims file does is
handed to the checker as it is; only where there is none, or the checker does not accept it, a new one is looked for.
The verdict is the checker's answer either way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from .record import UNREADABLE, Record
from .. import checker
from ..claims.examined import examine
from ..claims.kinds import restated
from ..claims.file import SHOWN, Also, Claim, Paper
from ..document import located
from ..errors import InputError, OnoffError
from ..result import Derived, Result, Verdict, result, undecided

Tell = Callable[[str], None]


def silent(claim: str) -> None:
    """Report no progress."""


class Session:
    """Judges claims, each once, with those that they use. A circle of uses proves nothing."""

    def __init__(
        self,
        paper: Paper,
        tell: Tell = silent,
        search: bool = False,
        kept: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Use no recorded certificate with `search`; those that are kept come from an earlier session."""
        self.paper, self._tell, self._search, self._kept = paper, tell, search, kept
        self._texts: dict[str, str] = {}
        self._recorded: set[str] = set()
        self._why: dict[str, str] = {}
        self._results: dict[str, Result] = {}

    def judge(self, ids: Iterable[str]) -> list[Result]:
        """Return the results of claims."""
        wanted = list(ids)
        also = [
            name
            for claim in self.closure(wanted)
            for each in self.paper.claims[claim].also
            for name, _, _ in each.by
        ]
        needed = self.closure([*wanted, *also])
        if any(claim not in self._results for claim in needed):
            answers = self._accepted_answers(needed)
            self._results.update(
                {claim: self._result(self.paper.claims[claim], answers) for claim in needed}
            )
        return [self._results[claim] for claim in wanted]

    def _accepted_answers(self, claims: Sequence[str]) -> dict[str, checker.Answer]:
        """Return the checker's answers; in place of a recorded certificate that it rejects, another is looked for."""
        answers = self._answers(claims)
        stale = [
            claim for claim in claims if claim in self._recorded and answers[claim].word != "valid"
        ]
        if not stale:
            return answers
        for claim in stale:
            del self._texts[claim]
        self._search = True
        return self._answers(claims)

    def _answers(self, claims: Iterable[str]) -> dict[str, checker.Answer]:
        """Find a certificate for each claim, and ask the checker about all of them."""
        for claim in claims:
            self._find(claim)
        found = {claim: self._texts[claim].encode() for claim in claims if claim in self._texts}
        return checker.judge(found, self.paper.accepts)

    def certificates(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the certificates that were found for the claims and for all that they use."""
        return {claim: self._texts[claim] for claim in self.closure(ids) if claim in self._texts}

    def closure(self, ids: Iterable[str]) -> list[str]:
        """Return the claims and all that they use, in paper order."""
        found: set[str] = set()
        waiting = list(ids)
        while waiting:
            claim = waiting.pop()
            if claim not in found:
                found.add(claim)
                waiting += [u for u in self.paper.claims[claim].uses() if u in self.paper.claims]
        return [claim for claim in self.paper.claims if claim in found]

    def _find(self, id: str, above: tuple[str, ...] = ()) -> dict[str, Any] | None:
        """Return the goal for which a certificate was found. Claims in use come first and pass conditions on."""
        if id not in self._texts and id not in self._why and id in self.paper.claims:
            claim = self.paper.claims[id]
            used = {u: self._find(u, (*above, id)) for u in claim.uses() if u not in (*above, id)}
            self._tell(id)
            recorded = self._known(claim)
            if not recorded:
                self._examine(claim)
            try:
                self._texts[id] = recorded or self._decided(
                    claim, {u: goal for u, goal in used.items() if goal is not None}
                )
                if recorded:
                    self._recorded.add(id)
            except OnoffError as reason:
                self._why[id] = str(reason)
        goal: dict[str, Any] | None = (
            json.loads(self._texts[id])["goal"] if id in self._texts else None
        )
        return goal

    def _known(self, claim: Claim) -> str:
        """Return a certificate that was found before and states the claim as the file does; "" if there is none."""
        record = Record(self.paper.certificates)
        for text in (self._kept.get(claim.id, ""), "" if self._search else record.text(claim.id)):
            try:
                goal = json.loads(text)["goal"] if text else {"claim": ""}
                if goal["claim"] == claim.id and self.paper.accepts(goal):
                    return text
            except UNREADABLE:
                pass
        return ""

    def _examine(self, claim: Claim) -> None:
        """Raise InputError for what cannot be read: it is an error of the file, not a claim that is undecided."""
        try:
            examine(claim, self.paper)
        except InputError as error:
            raise located(error, str(self.paper.file)) from None

    def _decided(self, claim: Claim, used: Mapping[str, dict[str, Any]]) -> str:
        from ..search.claim import decide  # costs time to import; known certificates do without

        return decide(claim, self.paper, used)

    def _result(self, claim: Claim, answers: Mapping[str, checker.Answer]) -> Result:
        if claim.id not in answers:
            return undecided(claim.id, self._why[claim.id], claim)
        certificate = answers[claim.id].certificate
        if certificate is not None and certificate.goal.claim != claim.id:
            return undecided(claim.id, f"the certificate is about {certificate.goal.claim}", claim)
        found = replace(
            result(claim.id, self._texts[claim.id], answers[claim.id], answers, claim),
            corrections=self.paper.corrections(claim.id),
        )
        if found.verdict is not Verdict.UNDECIDED:
            found = replace(
                found, also=tuple(also.text for also in claim.also if self._accepted(also, answers))
            )
        return replace(found, derived=self._derived(found)) if self._search else found

    def _accepted(self, also: Also, answers: Mapping[str, checker.Answer]) -> bool:
        """Return whether the checker accepted, as it stands, each statement that shows what holds for more."""
        for claim, part, number in also.by:
            shown = _shown(answers.get(claim))
            stated = self.paper.claims[claim].stated(part, number)
            if not stated or any(
                restated(each, self.paper.schemes) not in shown for each in stated
            ):
                return False
        return True

    def _derived(self, found: Result) -> tuple[Derived, ...]:
        """Return what a search finds by itself where the claim prints a matrix or a least cost; for comparison only."""
        from ..search.derived import derivations

        return (
            () if found.goal is None else tuple(Derived(*each) for each in derivations(found.goal))
        )


def _shown(answer: checker.Answer | None) -> list[Any]:
    """Return the statements that the checker accepted."""
    if answer is None or answer.word != "valid" or answer.certificate is None:
        return []
    goal = answer.certificate.goal.value
    return [statement for part in SHOWN for statement in goal[part]]
