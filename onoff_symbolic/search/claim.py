"""Decides a claim: looks for the verdict for which there is a certificate. Nothing here is trusted.

A claim's printed statements are tried as they stand. One that is not shown is looked at more closely: where it fails
although every supposed condition holds, the claim is refuted; where it fails only outside a supposed condition, the
claim is conditional on it. Counterexamples that the claims file names are tried likewise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from ..claims.file import Claim, Paper, Statement, Supposed, supposing
from .find import certificate, failure, unproved

Goal = dict[str, Any]
Failing = tuple[Statement, str]


def decide(claim: Claim, paper: Paper, used: Mapping[str, Goal]) -> str:
    """The certificate of a claim, as text; `used` are the goals of the claims that it uses. `NotFound` if none."""
    return _Decision(claim, paper, used).certificate()


class _Decision:
    def __init__(self, claim: Claim, paper: Paper, used: Mapping[str, Goal]) -> None:
        self.claim, self.paper, self.used = claim, paper, used
        self.hints: list[dict[str, Fraction]] = []
        self.uses = [s for s in claim.states if s["kind"] == "uses"]
        self.states = [s for s in claim.states if s["kind"] != "uses"]
        self.inherited = {c["text"] for s in self.uses if s["claim"] in used for c in used[s["claim"]]["conditions"]}

    def certificate(self) -> str:
        doubtful = self.doubtful(self.states)
        still = self.doubtful(doubtful, self.supposed()) if self.claim.suppose else doubtful
        fails = [(s, "") for s in still if self.fails(s, [], self.supposed())]
        fails += [(t.statement, "") for t in self.claim.tries if not t.violates and self.fails(t.statement, [], [])]
        if fails:
            fine = [s for s in self.states if s not in doubtful]
            granted = [s for s in self.uses if s["claim"] in self.used and not self.used[s["claim"]]["conditions"]]
            return self.found("refuted", beside=[*granted, *fine, *self.claim.beside], fails=fails,
                              corrects=self.claim.corrects)
        outside = {c.text: list(self.witnesses(c, doubtful)) for c in self.claim.suppose}
        conditions = [c for c in self.claim.suppose if outside[c.text] or c.text in self.inherited]
        if not conditions:
            return self.found("proved", proves=[*self.claim.states], beside=self.claim.beside)
        given = [text for c in conditions for text in c.where]
        needing = [s for s in self.states if s in doubtful or self.knows(s, given)]
        return self.found(
            "conditional", conditions=[{"text": c.text, "where": list(c.where)} for c in conditions],
            proves=[supposing(s, given) for s in (*self.uses, *needing)],
            beside=[*(s for s in self.states if s not in needing), *self.claim.beside],
            fails=[(s, c.text) for c in conditions for s in outside[c.text]])

    def doubtful(self, states: Sequence[Statement], given: Sequence[str] = ()) -> list[Statement]:
        """The printed statements that are not shown where they are stated, or where more is given."""
        if not states:
            return []
        names = unproved(self.goal("proved", proves=[supposing(s, given) for s in states]))
        return [s for i, s in enumerate(states) if f"proves {i}" in names]

    def witnesses(self, condition: Supposed, doubtful: Sequence[Statement]) -> Iterator[Statement]:
        """What fails outside a condition while the others hold: the counterexamples that the claims file names, else
        for each single relation of the condition the first printed statement that fails where it does."""
        others = [text for c in self.claim.suppose if c is not condition for text in c.where]
        named = [t.statement for t in self.claim.tries if t.violates == condition.text]
        yield from (s for s in named if self.fails(s, condition.where, others))
        if named:
            return
        single = hypotheses(condition.where)
        for relation in single:
            rest = [text for text in single if text != relation]
            outside = (supposing(s, [denied(relation)]) for s in doubtful)
            yield from islice((s for s in outside if self.fails(s, [relation], [*others, *rest])), 1)

    def supposed(self) -> list[str]:
        return [text for c in self.claim.suppose for text in c.where]

    def fails(self, statement: Statement, violated: Sequence[str], others: Sequence[str]) -> bool:
        goal = self.goal("refuted", fails=[(statement, "")])
        shown = failure(goal, dict(statement), violated, others)
        if shown is not None:
            self.hints.append({name: Fraction(text) for name, text in shown["at"].items()})
        return shown is not None

    def knows(self, statement: Statement, given: Sequence[str]) -> bool:
        """Whether the statement's region says all of these relations itself."""
        region = statement["region"]
        names = [region] if isinstance(region, str) else region
        said = hypotheses([*(text for name in names for text in self.claim.regions[name]), *statement.get("given", [])])
        return all(text in said for text in hypotheses(given))

    def found(self, verdict: str, **parts: Any) -> str:
        """The certificate of such a goal. The points where something failed need not be looked for again."""
        return certificate(self.goal(verdict, **parts), self.hints)

    def goal(self, verdict: str, *, proves: Iterable[Statement] = (), beside: Iterable[Statement] = (),
             corrects: Iterable[Statement] = (), fails: Iterable[Failing] = (), conditions: Iterable[Any] = ()) -> Goal:
        return self.paper.goal(self.claim, {
            "verdict": verdict, "conditions": [*conditions], "proves": [dict(s) for s in proves],
            "beside": [dict(s) for s in beside],
            "fails": [{"statement": dict(s), "violates": violates} for s, violates in fails],
            "corrects": [dict(s) for s in corrects]})


_SIGN = re.compile(r"(<=|>=|!=|<|>|=)")


def hypotheses(relations: Iterable[str]) -> list[str]:
    """The relations one by one: `0 < x < 1` states two."""
    found = []
    for text in relations:
        parts = [part.strip() for part in _SIGN.split(text)]
        found += [" ".join(parts[i:i + 3]) for i in range(0, len(parts) - 2, 2)]
    return found


_DENIED = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "=": "!=", "!=": "="}


def denied(relation: str) -> str:
    """What holds where a single relation does not."""
    left, sign, right = (part.strip() for part in _SIGN.split(relation))
    return f"{left} {_DENIED[sign]} {right}"
