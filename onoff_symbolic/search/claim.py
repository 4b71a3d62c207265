"""Decides a claim: looks for the verdict for which there is a certificate. Nothing here is trusted.

A claim's printed statements are tried as they stand. One that is not shown is looked at more closely: where it fails
although every supposed condition holds, the claim is refuted; where it fails only outside a supposed condition, the
claim is conditional on it. Counterexamples that the claims file names are tried likewise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..claims.file import Claim, Paper, Statement
from .find import NotFound, certificate, failure, unproved

Goal = dict[str, Any]
Failing = tuple[Statement, str]


def decide(claim: Claim, paper: Paper, used: Mapping[str, Goal]) -> str:
    """The certificate of a claim, as text; `used` are the goals of the claims that it uses. `NotFound` if none."""
    return _Decision(claim, paper, used).certificate()


class _Decision:
    def __init__(self, claim: Claim, paper: Paper, used: Mapping[str, Goal]) -> None:
        self.claim, self.paper = claim, paper
        self.uses = [s for s in claim.states if s["kind"] == "uses"]
        self.states = [s for s in claim.states if s["kind"] != "uses"]
        self.inherited = {c["text"] for s in self.uses if s["claim"] in used for c in used[s["claim"]]["conditions"]}

    def certificate(self) -> str:
        doubtful = self.doubtful()
        fails = [*self.failing(doubtful), *self.tried()]
        if any(not violates for _, violates in fails):
            fine = [s for s in self.states if s not in [f for f, _ in fails] and s not in doubtful]
            return certificate(self.goal(
                "refuted", beside=[*self.uses, *fine, *self.claim.beside],
                fails=[(s, violates) for s, violates in fails if not violates], corrects=self.claim.corrects))
        violated = {violates for _, violates in fails}
        conditions = [c for c in self.claim.suppose if c.text in violated or c.text in self.inherited]
        if not conditions:
            return certificate(self.goal("proved", proves=[*self.claim.states], beside=self.claim.beside))
        given = [text for c in conditions for text in c.where]
        needing = doubtful or self.states
        return certificate(self.goal(
            "conditional", conditions=[{"text": c.text, "where": list(c.where)} for c in conditions],
            proves=[supposing(s, given) for s in (*self.uses, *needing)],
            beside=[*(s for s in self.states if s not in needing), *self.claim.beside], fails=fails))

    def doubtful(self) -> list[Statement]:
        """The printed statements that are not shown where they are stated."""
        if not self.states:
            return []
        names = unproved(self.goal("proved", proves=self.states))
        return [s for i, s in enumerate(self.states) if f"proves {i}" in names]

    def failing(self, doubtful: Sequence[Statement]) -> Iterable[Failing]:
        """Those that fail: outside one condition, or (with "") although all conditions hold."""
        for statement in doubtful:
            for violates in ("", *(c.text for c in self.claim.suppose if c.where)):
                if self.fails(statement, violates):
                    yield statement, violates

    def tried(self) -> Iterable[Failing]:
        return ((t.statement, t.violates) for t in self.claim.tries if self.fails(t.statement, t.violates))

    def fails(self, statement: Statement, violates: str) -> bool:
        wheres = {c.text: list(c.where) for c in self.claim.suppose}
        others = [text for name, where in wheres.items() if name != violates for text in where]
        goal = self.goal("refuted", fails=[(statement, "")])
        return failure(goal, dict(statement), wheres.get(violates, []), others) is not None

    def goal(self, verdict: str, *, proves: Iterable[Statement] = (), beside: Iterable[Statement] = (),
             corrects: Iterable[Statement] = (), fails: Iterable[Failing] = (), conditions: Iterable[Any] = ()) -> Goal:
        return self.paper.goal(self.claim, {
            "verdict": verdict, "conditions": [*conditions], "proves": [dict(s) for s in proves],
            "beside": [dict(s) for s in beside],
            "fails": [{"statement": dict(s), "violates": violates} for s, violates in fails],
            "corrects": [dict(s) for s in corrects]})


def supposing(statement: Statement, where: Sequence[str]) -> Goal:
    """The statement where these relations hold, too."""
    return {**statement, "given": [*statement.get("given", []), *where]} if where else dict(statement)
