"""Decides a claim: looks for the verdict for which there is a certificate. Nothing here is trusted.

A claim's printed statements are tried as they stand. One that is not shown is looked at more closely: where it fails
although every supposed condition holds, the claim is refuted; where it fails only outside a supposed condition, the
claim is conditional on it. Counterexamples that the claims file names are tried likewise. What the claim denies has to
fail where all that may be supposed holds; if it is proved instead, the claim is refuted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ..checker import judge
from ..claims.file import Claim, Paper, Statement, Supposed, supposing
from .find import NotFound, applies, certificate, failure, unproved
from .write import NOTHING_STATED, point_of

Goal = dict[str, Any]
Statements = Sequence[Statement]
Texts = Sequence[str]
PROGRAMS = ("optimum", "unique", "general")


def decide(claim: Claim, paper: Paper, used: Mapping[str, Goal]) -> str:
    """Return the certificate of a claim; raise `NotFound` if there is none. `used` are the goals of claims in use."""
    return ClaimDecider(claim, paper, used).certificate()


class ClaimDecider:
    """Looks for the verdict on a claim; what failed once is remembered."""

    def __init__(self, claim: Claim, paper: Paper, used: Mapping[str, Goal]) -> None:
        self.claim, self.paper, self.used = claim, paper, used
        self.hints = [point_of(point) for point in claim.points.values()]
        self.failures: dict[str, dict[str, Any] | None] = {}
        self.uses = [s for s in claim.proves if s["kind"] == "uses"]
        self.states = [s for s in claim.proves if s["kind"] != "uses"]
        self.supposed = [text for condition in claim.suppose for text in condition.where]
        used_conditions = (used[s["claim"]]["conditions"] for s in self.uses if s["claim"] in used)
        self.inherited = {
            condition["text"] for conditions in used_conditions for condition in conditions
        }

    def certificate(self) -> str:
        """Return the certificate of the claim."""
        why: NotFound | None = None
        kept = [i for i, s in enumerate(self.claim.denies) if not self.fails(s, [], self.supposed)]
        if kept:
            why = NotFound(
                f"denies {kept[0] + 1}", "no point was found where it fails, and all laws are laws"
            )
        plain = [
            t.statement
            for t in self.claim.tries
            if not t.violates and self.fails(t.statement, [], [])
        ]
        doubtful: Statements = ()
        if not plain and not kept:
            try:  # most claims come out as they are stated, or under what may be supposed
                doubtful = self.doubtful(self.states) if self.claim.suppose else ()
                return self.holding(doubtful)
            except NotFound as reason:
                why = reason
        doubtful = doubtful or self.doubtful(self.states)
        still = self.doubtful(doubtful, self.supposed) if self.claim.suppose else doubtful
        fails = [
            supposing(s, self.supposed) for s in still if self.fails(s, [], self.supposed)
        ] + plain
        stands = [self.claim.denies[i] for i in kept if self.is_proved(self.claim.denies[i])]
        if why is not None and not fails and not stands:
            raise why
        return self.refuted([s for s in self.states if s not in doubtful], fails, stands)

    def is_proved(self, statement: Statement) -> bool:
        """Return whether a statement is shown by itself."""
        return not unproved(self.goal("proved", proves=[statement]))

    def refuted(self, fine: Statements, fails: Statements, stands: Statements) -> str:
        """Return the certificate of the refuted claim; without what holds of it if the checker has no time for that."""
        granted = [s for s in self.uses if self.applies(s)]
        parts: dict[str, Any] = {
            "fails": [(s, "") for s in fails],
            "corrects": self.claim.corrects,
            "stands": stands,
        }
        text = self.certificate_of("refuted", beside=[*granted, *fine, *self.claim.beside], **parts)
        if fine and judge({"": text.encode()})[""].kind == "work":
            return self.certificate_of("refuted", beside=[*granted, *self.claim.beside], **parts)
        return text

    def applies(self, use: Statement) -> bool:
        """Return whether a claim can be used as it is, without a condition."""
        other = self.used.get(use["claim"])
        if other is None or other["conditions"] or other["verdict"] == "refuted":
            return False
        return applies(self.goal("proved", proves=[use]), self.used)

    def holding(self, doubtful: Statements) -> str:
        """Return the certificate of the claim as it is stated, or under the conditions outside of which it fails."""
        outside = {c.text: list(self.witnesses(c, doubtful)) for c in self.claim.suppose}
        conditions = [c for c in self.claim.suppose if outside[c.text] or c.text in self.inherited]
        harmless = [
            t.statement for t in self.claim.tries if t.statement not in outside.get(t.violates, ())
        ]
        beside = [*self.claim.beside, *harmless]
        if not conditions:
            return self.certificate_of(
                "proved", proves=self.claim.proves, beside=beside, denies=self.claim.denies
            )
        given = [text for c in conditions for text in c.where]
        needing = [*self.uses, *(s for s in self.states if s in doubtful or self.knows(s, given))]
        return self.certificate_of(
            "conditional",
            conditions=[{"text": c.text, "where": list(c.where)} for c in conditions],
            proves=[supposing(s, given) if s in needing else s for s in self.claim.proves],
            beside=beside,
            fails=[(s, c.text) for c in conditions for s in outside[c.text]],
            denies=self.claim.denies,
        )

    # -- what is shown, and what fails

    def doubtful(self, states: Statements, given: Texts = ()) -> list[Statement]:
        """Return the printed statements that are not shown where they are stated, or where more is given.

        Of programs, which take long, one that is seen to fail outside a condition is not tried."""
        failing = (
            [] if given else [s for s in states if s["kind"] in PROGRAMS and self.fails_outside(s)]
        )
        tried = [s for s in states if s not in failing]
        if not tried:
            return failing
        missing = unproved(
            self.goal("proved", proves=[supposing(s, given) for s in tried]), self.claim.points
        )
        return [s for s in states if s in failing or f"proves {tried.index(s)}" in missing]

    def fails_outside(self, statement: Statement) -> bool:
        """Return whether it fails where a single relation of what is supposed does not hold."""
        return any(
            self.fails(*where) for c in self.claim.suppose for where in self.outside(statement, c)
        )

    def outside(
        self, statement: Statement, condition: Supposed
    ) -> Iterator[tuple[Statement, list[str], list[str]]]:
        """Yield the statement where one relation of a condition does not hold, all others and other conditions do."""
        others = self.other_conditions(condition)
        single = hypotheses(condition.where)
        for relation in single:
            rest = [text for text in single if text != relation]
            yield supposing(statement, [denied(relation)]), [relation], [*others, *rest]

    def other_conditions(self, condition: Supposed) -> list[str]:
        """Return the relations of all conditions but this."""
        return [text for c in self.claim.suppose if c is not condition for text in c.where]

    def witnesses(self, condition: Supposed, doubtful: Statements) -> Iterator[Statement]:
        """Yield what fails outside a condition while the others hold: the counterexamples that the claims file names,
        else for each relation of the condition the first printed statement that fails where it does.
        """
        others = self.other_conditions(condition)
        named = [t.statement for t in self.claim.tries if t.violates == condition.text]
        if named:
            yield from (s for s in named if self.fails(s, condition.where, others))
            return
        if condition.text in self.inherited:
            doubtful = self.doubtful(doubtful, others)  # most do without what a claim in use needs
        for by_statement in zip(*(self.outside(s, condition) for s in doubtful), strict=True):
            failing = (where[0] for where in by_statement if self.fails(*where))
            yield from islice(failing, 1)

    def fails(self, statement: Statement, violated: Texts, others: Texts) -> bool:
        """Return whether a statement is seen to fail; where it did is a hint for others."""
        key = str((statement, violated, others))
        if key not in self.failures:
            shown = failure(
                self.goal("refuted", fails=[(statement, "")]), dict(statement), violated, others
            )
            if shown is not None:
                self.hints.append(point_of(shown["at"]))
            self.failures[key] = shown
        return self.failures[key] is not None

    def knows(self, statement: Statement, given: Texts) -> bool:
        """Return whether the statement's region says all of these relations itself."""
        region = statement["region"]
        names = [region] if isinstance(region, str) else region
        texts = [text for name in names for text in self.claim.regions[name]]
        known = hypotheses([*texts, *statement.get("given", [])])
        return all(text in known for text in hypotheses(given))

    # -- goals and certificates

    def certificate_of(self, verdict: str, **parts: Any) -> str:
        """Return the certificate of such a goal. The points where something failed need not be looked for again."""
        try:
            return certificate(
                self.goal(verdict, **parts), self.hints, self.used, self.claim.points
            )
        except NotFound as reason:
            raise self.as_in_file(reason, parts) from None

    def as_in_file(self, reason: NotFound, parts: Mapping[str, Any]) -> NotFound:
        """Return the reason with the statement as the claims file counts: from 1, in the order of the file."""
        part, _, number = reason.statement.partition(" ")
        if part not in parts or not number.isdigit():
            return reason
        stated = parts[part][int(number)]
        if part == "fails":
            stated, _ = stated  # the other is what it violates
        for where in ("proves", "denies", "beside", "corrects"):
            statements = getattr(self.claim, where)
            positions = self.claim.positions.get(where, range(len(statements)))
            for position, each in zip(positions, statements):
                more = stated.get("given", [])[len(each.get("given", [])):]
                if stated in (each, supposing(each, more)):
                    return NotFound(
                        f"{where} {position + 1}", plainly(reason.reason, reason.statement)
                    )
        return reason

    def goal(
        self,
        verdict: str,
        fails: Iterable[tuple[Statement, str]] = (),
        **parts: Iterable[Statement],
    ) -> Goal:
        """Return a goal of the claim that states these parts; of `fails`, statements with what they violate."""
        stated = {key: [dict(each) for each in statements] for key, statements in parts.items()}
        failing = [{"statement": dict(each), "violates": violates} for each, violates in fails]
        whole = {**NOTHING_STATED, "verdict": verdict, **stated, "fails": failing}
        return self.paper.goal(self.claim, whole)


def plainly(reason: str, statement: str) -> str:
    """Return what the checker says of a statement, without the names that it has for it."""
    reason = re.sub(
        rf"^{statement}( \S.*?)?\s*: ",
        lambda match: f"{match[1].strip()}: " if match[1] else "",
        reason,
    )
    reason = re.sub(
        rf" is not shown( to be nonzero)? on {statement}\b.*", r" was not shown\1", reason
    )
    return reason + (
        "; a relation that helps may stand in `text`, too" if reason.startswith("step: ") else ""
    )


_SIGN = re.compile(r"(<=|>=|!=|<|>|=)")


def hypotheses(relations: Iterable[str]) -> list[str]:
    """Return the relations one by one: `0 < x < 1` states two."""
    single = []
    for text in relations:
        parts = [part.strip() for part in _SIGN.split(text)]
        single += [" ".join(parts[i:i + 3]) for i in range(0, len(parts) - 2, 2)]
    return single


_DENIED = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "=": "!=", "!=": "="}


def denied(relation: str) -> str:
    """Return what holds where a single relation does not."""
    left, sign, right = (part.strip() for part in _SIGN.split(relation))
    return f"{left} {_DENIED[sign]} {right}"
