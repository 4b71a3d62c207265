"""Decides whether a certificate proves its goal (docs/certificate-format.md). Trusted: this package, Python's integers.

The rules
    combine     (the only kind of step) facts and hypotheses are multiplied and added; equations also with polynomials
    show        a relation between quotients holds on a region if the divisors are known not to be zero there, and the
                difference, cleared of them, is known to have the sign
    holds       show, for each choice of the bound names
    cover       three regions within another, as a polynomial is < 0, = 0 or > 0: show the relations of the parts there
    induct      a list of relations at the start; at each node, on the region where they hold, those of the next nodes.
                `always` has one node; `alike` and `markov` have one for each phase and Q_t, `cost` and `optimal` one
                for each t mod m, and before for each t until no rule begins or ends
    attained    some variables have these values: show that they satisfy the relations
    occurs      what can occur is computed; a move does not occur if its probability is known to be zero
    fails       a point of the region, at which a text is false or has no value
    uses        another claim, whose conditions are granted by the region of the use, or listed again, and whose domain
                covers that region, as far as it speaks of names of the goal
    suffices    what a claim proves supposes nothing but its domain and its conditions

A statement is never taken from the evidence. Whatever is not as it must be raises Invalid.

In reading order: polynomials, syntax, meaning, scheme, model (what a goal says); points, regions (what is known, the
step); statements, occurs, induction, programs (the kinds of statements); goal, and this file (the whole). What few
goals need is in extensions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from .goal import Goal
from .points import Point, Sides
from .polynomials import Invalid, Work, entries, error_context, load, need
from .regions import Facts, Ref
from .statements import Statement

OLD = "a certificate of version 2: python -m onoff_symbolic.search.convert writes it as one of version 3"


class Certificate:
    """A goal, and what shows it. Constructing one checks it all, but for what other claims say."""

    VERSION = 3

    def __init__(self, data: bytes) -> None:
        Work.begin()
        self.data: dict[str, Any] = load(data)
        with error_context("file"):
            form, version, goal, points, invariants, values, steps, failures = entries(
                self.data,
                format=str,
                version=int,
                goal=dict,
                points=dict,
                invariants=dict,
                values=dict,
                facts=list,
                failures=list,
            )
        need(version != 2, OLD)
        need(
            form == "onoff-certificate" and version == self.VERSION,
            f"expected a certificate of version {self.VERSION}",
        )
        self.notes: dict[str, list[tuple[str, Ref]]] = {}  # what each statement rests on, for the reader
        with error_context("goal"):
            self.goal = Goal(goal)
        self.load_evidence([*invariants.items(), *values.items()])
        self.load_points(points)
        self.facts = Facts(self.goal.regions)
        for number, step in enumerate(steps):
            with error_context(f"fact {number}", "fact"):
                self.facts.combine(step)
        for name, statement in self.goal.statements.items():
            with error_context(name):
                self.check_statement(statement)
            self.notes[name] = [*self.goal.noted]
        with error_context("goal"):
            self.goal.check_sufficient()
        self.failures = self.check_failures(failures)

    def load_evidence(self, evidence: list[tuple[str, Any]]) -> None:
        """Give statements what they need besides facts."""
        for name, each in evidence:
            with error_context(f"evidence for {name[:40]}"):
                need(name in self.goal.statements, "there is no such statement")
                statement = self.goal.statements[name]
                if type(each) is list:
                    statement.invariant(each)
                else:
                    need(type(each) is dict, "expected a list or an object")
                    statement.values(each)

    def load_points(self, points: Mapping[str, Any]) -> None:
        """Give regions their points."""
        known: dict[str, Point] = {}
        for name, values in points.items():
            with error_context(f"point of {name[:60]}", "point"):
                need(name in self.goal.regions, "there is no such region")
                key = str(values)
                if key not in known:
                    known[key] = Point(self.goal.model, values)
                need(self.goal.regions[name].contains(known[key]), "it is not there")
                for region in self.goal.regions[name].around:
                    region.inhabited = True

    def check_statement(self, statement: Statement) -> None:
        """Raise Invalid or Undefined unless a statement holds on its region, which has a point."""
        self.goal.noted.clear()
        need(statement.region.inhabited, f"no point of {statement.region.name} is shown", "point")
        statement.show_cited()
        statement.show_laws()
        statement.show()

    def check_failures(self, failures: list[Any]) -> list[Sides]:
        """Return the sides of what fails, for each statement that is said to fail."""
        goal = self.goal
        expected = len(goal.failing)
        need(len(failures) == expected, f"expected {expected} failures, found {len(failures)}")
        sides: list[Sides] = []
        for failure, (statement, violates) in zip(failures, goal.failing):
            with error_context(statement.name, "failure"):
                where = goal.conditions.get(violates, [])
                sides.append(goal.fails_at(statement, failure, where, goal.others(violates)))
        return sides


# -- several certificates ----------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What is answered about a file. `word`: valid, invalid or incomplete; `why`: "" if valid; `certificate`: None if
    invalid; `kind`, `at` and `about`: those of Invalid."""

    word: str
    why: str
    certificate: Certificate | None
    kind: str = ""
    at: tuple[str, ...] = ()
    about: str = ""


def refused(error: Exception) -> Answer:
    """Return the answer to a certificate that is not accepted; nothing but Invalid is expected."""
    if isinstance(error, Invalid):
        return Answer("invalid", str(error)[:400], None, error.kind, error.at, error.about)
    return Answer("invalid", f"unexpected {type(error).__name__}", None, "unexpected")


def check_uses(goal: Goal, others: Mapping[str, Goal]) -> None:
    """Raise Invalid unless the domain of each claim that is used covers the region of the use, and each of its
    conditions is granted by that region, or listed again; of a remark, it is granted."""
    needed = {violates for _, violates in goal.fails}
    for use in goal.uses:
        other = others[use.claim]
        Work.spend(len(other.conditions))
        for text in goal.unmet(other, use.region):
            raise Invalid(f"{use.claim} is only about what satisfies {text}", "use", (use.name,))
        for text, where in other.conditions.items():
            Work.spend(len(where) >> 2)
            if goal.conditions.get(text) == where and not use.name.startswith("beside"):
                needed.add(text)
            elif not use.region.grants(where):
                raise Invalid(
                    f"a condition is neither granted nor passed on: {text}",
                    "use",
                    (use.name,),
                    text,
                )
    for text in goal.conditions:
        need(
            text in needed,
            f"nothing fails, and nothing that is used needs, the condition {text}",
            "use",
        )


def judge(
    files: Mapping[str, bytes] | Iterable[tuple[str, bytes]],
    accept: Callable[[dict[str, Any]], bool] | None = None,
) -> dict[str, Answer]:
    """Return file → answer. Claims may only use accepted goals. `accept`: whether a goal is what somebody claims."""
    answers: dict[str, Answer] = {}
    waiting: dict[str, tuple[str, Certificate]] = {}
    for path, data in files.items() if isinstance(files, Mapping) else files:
        try:
            certificate = Certificate(data)
            claim = certificate.goal.claim
            need(
                accept is None or accept(certificate.goal.value),
                f"this is not what is claimed as {claim}",
                "claim",
            )
            need(claim not in waiting, f"another file is about {claim[:60]}, too", "claim")
            waiting[claim] = (path, certificate)
            answers[path] = Answer("valid", "", certificate)
        except Exception as error:
            answers[path] = refused(error)
    settled: dict[str, Goal] = {}

    def missing(goal: Goal) -> list[str]:
        """Return the claims that a goal uses and that are not accepted."""
        return [
            u.claim
            for u in goal.uses
            if u.claim not in settled or settled[u.claim].verdict == "refuted"
        ]

    while ready := [
        claim for claim, (_, c) in waiting.items() if not missing(c.goal)
    ]:  # claims that use each other in a circle never are
        for claim in ready:
            path, certificate = waiting.pop(claim)
            Work.begin()
            try:
                check_uses(certificate.goal, settled)
                settled[claim] = certificate.goal
            except Exception as error:
                answers[path] = refused(error)
    for path, certificate in waiting.values():
        uses = ", ".join(dict.fromkeys(missing(certificate.goal)))
        answers[path] = Answer("incomplete", f"it uses {uses[:300]}", certificate, "use")
    Work.begin()  # nobody else pays for it
    return answers
