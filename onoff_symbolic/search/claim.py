"""Decides a claim: looks for the verdict for which there is a certificate. Nothing here is trusted.

A claim's printed statements are tried as they stand. One that is not shown is looked at more closely: where it fails
although every supposed condition holds, the claim is refuted; where it fails only outside a supposed condition, the
claim is conditional on it. Counterexamples that the claims file names are tried likewise. What the claim denies has to
fail where all that may be supposed holds; if it is proved instead, the claim is refuted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from ..checker import judge
from ..claims.file import Claim, Paper, Statement, Supposed, supposing
from .find import applies, NotFound, certificate, failure, unproved

Goal = dict[str, Any]
Failing = tuple[Statement, str]
PROGRAMS = ("optimum", "unique", "general")


def decide(claim: Claim, paper: Paper, used: Mapping[str, Goal]) -> str:
    """The certificate of a claim, as text; `used` are the goals of the claims that it uses. `NotFound` if none."""
    return _Decision(claim, paper, used).certificate()


class _Decision:
    def __init__(self, claim: Claim, paper: Paper, used: Mapping[str, Goal]) -> None:
        self.claim, self.paper, self.used = claim, paper, used
        self.hints: list[dict[str, Fraction]] = [
            {name: Fraction(text) for name, text in point.items()} for point in claim.points.values()]
        self.seen: dict[str, dict[str, Any] | None] = {}
        self.uses = [s for s in claim.proves if s["kind"] == "uses"]
        self.states = [s for s in claim.proves if s["kind"] != "uses"]
        self.inherited = {c["text"] for s in self.uses if s["claim"] in used for c in used[s["claim"]]["conditions"]}

    def certificate(self) -> str:
        kept = [i for i, s in enumerate(self.claim.denies) if not self.fails(s, [], self.supposed())]
        why = NotFound(f"denies {kept[0] + 1}", "no point was found where it fails, and all laws are laws") if kept \
            else None
        plain = [t.statement for t in self.claim.tries if not t.violates and self.fails(t.statement, [], [])]
        doubtful: Sequence[Statement] = ()
        if not plain and not kept:
            try:        # most claims come out as they are stated, or under what may be supposed
                doubtful = self.doubtful(self.states) if self.claim.suppose else ()
                return self.holding(doubtful)
            except NotFound as reason:
                why = reason
        doubtful = doubtful or self.doubtful(self.states)
        still = self.doubtful(doubtful, self.supposed()) if self.claim.suppose else doubtful
        fails = [supposing(s, self.supposed()) for s in still if self.fails(s, [], self.supposed())] + plain
        stands = [s for i in kept for s in [self.claim.denies[i]] if not unproved(self.goal("proved", proves=[s]))]
        if why is not None and not fails and not stands:
            raise why
        fine = [s for s in self.states if s not in doubtful]
        granted = [s for s in self.uses if self.applies(s)]

        def refuted(more: Sequence[Statement]) -> str:
            return self.found("refuted", beside=[*granted, *more, *self.claim.beside], fails=[(s, "") for s in fails],
                              corrects=self.claim.corrects, stands=stands)

        text = refuted(fine)
        if fine and judge({"": text.encode()})[""].kind == "work":
            return refuted(())      # the checker has no time for what holds of it: it is refuted all the same
        return text

    def applies(self, use: Statement) -> bool:
        """Whether a claim can be used as it is, without a condition."""
        other = self.used.get(use["claim"])
        return (other is not None and not other["conditions"] and other["verdict"] != "refuted"
                and applies(self.goal("proved", proves=[use]), self.used))

    def holding(self, doubtful: Sequence[Statement]) -> str:
        """The certificate of the claim as it is stated, or under the conditions outside of which something fails."""
        outside = {c.text: list(self.witnesses(c, doubtful)) for c in self.claim.suppose}
        conditions = [c for c in self.claim.suppose if outside[c.text] or c.text in self.inherited]
        harmless = [t.statement for t in self.claim.tries if t.statement not in outside.get(t.violates, ())]
        if not conditions:
            return self.found("proved", proves=[*self.claim.proves], beside=[*self.claim.beside, *harmless],
                              denies=self.claim.denies)
        given = [text for c in conditions for text in c.where]
        needing = [s for s in self.states if s in doubtful or self.knows(s, given)]
        supposed = [*self.uses, *needing]
        return self.found(
            "conditional", conditions=[{"text": c.text, "where": list(c.where)} for c in conditions],
            proves=[supposing(s, given) if s in supposed else s for s in self.claim.proves],
            beside=[*self.claim.beside, *harmless],
            fails=[(s, c.text) for c in conditions for s in outside[c.text]], denies=self.claim.denies)

    def doubtful(self, states: Sequence[Statement], given: Sequence[str] = ()) -> list[Statement]:
        """The printed statements that are not shown where they are stated, or where more is given. Of programs, which
        take long, one that is seen to fail outside a condition is not tried."""
        failing = [] if given else [s for s in states if s["kind"] in PROGRAMS and self.outside(s)]
        tried = [s for s in states if s not in failing]
        goal = self.goal("proved", proves=[supposing(s, given) for s in tried])
        names = unproved(goal, self.claim.points) if tried else {}
        return [s for s in states if s in failing or f"proves {tried.index(s)}" in names]

    def outside(self, statement: Statement) -> bool:
        """Whether it fails where a single relation of what is supposed does not hold."""
        return any(self.fails(*where) for c in self.claim.suppose for where in self.beyond(statement, c))

    def beyond(self, statement: Statement, condition: Supposed) -> Iterator[tuple[Statement, list[str], list[str]]]:
        """The statement where one relation of a condition does not hold, all others and the other conditions do."""
        others = [text for c in self.claim.suppose if c is not condition for text in c.where]
        single = hypotheses(condition.where)
        for relation in single:
            rest = [text for text in single if text != relation]
            yield supposing(statement, [denied(relation)]), [relation], [*others, *rest]

    def witnesses(self, condition: Supposed, doubtful: Sequence[Statement]) -> Iterator[Statement]:
        """What fails outside a condition while the others hold: the counterexamples that the claims file names, else
        for each single relation of the condition the first printed statement that fails where it does."""
        others = [text for c in self.claim.suppose if c is not condition for text in c.where]
        named = [t.statement for t in self.claim.tries if t.violates == condition.text]
        yield from (s for s in named if self.fails(s, condition.where, others))
        if named:
            return
        if condition.text in self.inherited:
            doubtful = self.doubtful(doubtful, others)      # most do without what a claim in use needs
        for places in zip(*(self.beyond(s, condition) for s in doubtful), strict=True):
            yield from islice((where[0] for where in places if self.fails(*where)), 1)

    def supposed(self) -> list[str]:
        return [text for c in self.claim.suppose for text in c.where]

    def fails(self, statement: Statement, violated: Sequence[str], others: Sequence[str]) -> bool:
        return self.failure(statement, violated, others) is not None

    def failure(self, statement: Statement, violated: Sequence[str], others: Sequence[str]) -> dict[str, Any] | None:
        key = str((statement, violated, others))
        if key not in self.seen:
            shown = failure(self.goal("refuted", fails=[(statement, "")]), dict(statement), violated, others)
            if shown is not None:
                self.hints.append({name: Fraction(text) for name, text in shown["at"].items()})
            self.seen[key] = shown
        return self.seen[key]

    def knows(self, statement: Statement, given: Sequence[str]) -> bool:
        """Whether the statement's region says all of these relations itself."""
        region = statement["region"]
        names = [region] if isinstance(region, str) else region
        said = hypotheses([*(text for name in names for text in self.claim.regions[name]), *statement.get("given", [])])
        return all(text in said for text in hypotheses(given))

    def found(self, verdict: str, **parts: Any) -> str:
        """The certificate of such a goal. The points where something failed need not be looked for again."""
        try:
            return certificate(self.goal(verdict, **parts), self.hints, self.used, self.claim.points)
        except NotFound as reason:
            raise self.told(reason, parts) from None

    def told(self, reason: NotFound, parts: Mapping[str, Any]) -> NotFound:
        """The reason with the statement as the claims file counts: from 1, in the order in which it stands there."""
        part, _, number = reason.statement.partition(" ")
        if part not in parts or not number.isdigit():
            return reason
        said = parts[part][int(number)]
        said = said[0] if part == "fails" else said     # the other is what it violates
        for where in ("proves", "denies", "beside", "corrects"):
            stated = getattr(self.claim, where)
            for position, each in zip(self.claim.positions.get(where, range(len(stated))), stated):
                if each == said or supposing(each, said.get("given", [])[len(each.get("given", [])):]) == said:
                    return NotFound(f"{where} {position + 1}", plainly(reason.reason, reason.statement))
        return reason

    def goal(self, verdict: str, *, proves: Iterable[Statement] = (), beside: Iterable[Statement] = (),
             corrects: Iterable[Statement] = (), fails: Iterable[Failing] = (), conditions: Iterable[Any] = (),
             denies: Iterable[Statement] = (), stands: Iterable[Statement] = ()) -> Goal:
        return self.paper.goal(self.claim, {
            "verdict": verdict, "conditions": [*conditions], "proves": [dict(s) for s in proves],
            "beside": [dict(s) for s in beside],
            "fails": [{"statement": dict(s), "violates": violates} for s, violates in fails],
            "corrects": [dict(s) for s in corrects],
            "denies": [dict(s) for s in denies], "stands": [dict(s) for s in stands]})


def plainly(reason: str, statement: str) -> str:
    """What the checker says of a statement, without the names that it has for it."""
    reason = re.sub(rf"^{statement}( \S.*?)?\s*: ", lambda found: f"{found[1].strip()}: " if found[1] else "", reason)
    reason = re.sub(rf" is not shown( to be nonzero)? on {statement}\b.*", r" was not shown\1", reason)
    return reason + ("; a relation that helps may stand in `text`, too" if reason.startswith("step: ") else "")


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
