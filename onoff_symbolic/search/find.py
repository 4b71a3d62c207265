"""Finds a certificate for a goal, or evidence that a statement fails. Nothing here is trusted: the checker judges.

What has to be shown is derived by the checker itself: its statements are run with regions that look for a proof of what
they are asked for (facts.py). What a kind of statement needs besides is in strategies.py.

    decide          the checker's answer to the certificate of a goal
    certificate     the certificate of a goal; `NotFound` if there is none
    attempt         the same, or why each of some statements was not established
    unproved        the statements of a goal that were not shown, with reasons
    failure         evidence that a statement fails
    applies         whether the uses of a goal are within the domains of the claims in use
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

from .. import checker
from ..algebra.bridge import METER, Hypotheses, names_of, points, quick_point
from ..algebra.field import Point
from ..checker import Answer, Certificate, Cost, Goal, Point as CheckedPoint, Region, Statement
from ..checker.polynomials import Invalid, Undefined, Work
from ..claims.kinds import restated
from ..errors import Pole, Undecidable
from ..schemes.names import Part
from . import failures
from .errors import MAX_WORK, NotFound, as_not_found
from .facts import SeekingGoal
from .failing_relations import at_values
from .entropies import is_entropy
from .linear import ProgramSolution
from .strategies import establish
from .write import Data, NOTHING_STATED, point_of, point_text, written

COST_SHARE = 20
"""A closed form of the cost is worth so much less work than a property: it is found within little, or hardly ever."""

Used = Mapping[str, Data]
"""The goals of the claims that a goal uses."""
Inside = Mapping[str, Mapping[str, str]]
"""Values of names at points of regions."""
NOTHING_FOUND = (NotFound, Invalid, Undefined, Undecidable, Pole)

__all__ = ["NotFound", "applies", "attempt", "certificate", "failure", "unproved"]


def certificate(
    goal: Data,
    hints: Sequence[Point] = (),
    used: Used | None = None,
    inside: Inside | None = None,
) -> str:
    """Return the certificate of a goal; raise `NotFound` if no proof was found. It may fail at `hints`."""
    text, missing = attempt(goal, hints, used=used, inside=inside)
    for name, reason in missing.items():
        raise NotFound(name, reason)
    return text


def attempt(
    goal: Data,
    hints: Sequence[Point] = (),
    known: Sequence[Data] | None = None,
    limit: int | None = None,
    used: Used | None = None,
    inside: Inside | None = None,
    solutions: Mapping[str, ProgramSolution] = {},
) -> tuple[str, dict[str, str]]:
    """Return the certificate of a goal and {}; or "" and why each of some statements was not established.

    `known` shows the failures, if it is given; `limit` is for the work on each statement; `solutions` are those of
    programs of statements."""
    Work.begin(MAX_WORK)
    try:
        finder = Finder(goal, hints, inside)
        finder.solutions = solutions
        missing = finder.missing(limit)
        finder.grant(used or {})
        return ("", missing) if missing else (written(finder.certificate(known)), {})
    except NotFound as reason:
        return "", {reason.statement: reason.reason}
    except (Invalid, Undefined) as reason:
        return "", {"": str(reason)}


@dataclass(frozen=True)
class Decided:
    """A certificate that the checker accepts, and its answer; without one, why there is none."""

    certificate: str = ""
    answer: Answer | None = None
    reason: str = ""
    rejected: bool = False
    """The checker was asked, and did not accept the certificate."""

    @property
    def verdict(self) -> str:
        """Return what the certificate shows."""
        return str(self.data["goal"]["verdict"]) if self.data else "undecided"

    @property
    def data(self) -> Part:
        """Return the certificate as data; {} if there is none."""
        accepted = self.answer.certificate if self.answer is not None else None
        return {} if accepted is None else accepted.data


def decide(
    goal: Data,
    known: Sequence[Data] | None = None,
    limit: int | None = None,
    inside: Inside | None = None,
    solutions: Mapping[str, ProgramSolution] = {},
) -> Decided:
    """Look for the certificate of a goal that uses no other claims, and ask the checker: see `attempt`."""
    text, missing = attempt(goal, (), known, limit, None, inside, solutions)
    for reason in missing.values():
        return Decided(reason=reason)
    answer = checker.judge({"": text.encode()})[""]
    if answer.word != "valid":
        return Decided(reason=f"the checker says {answer.word}: {answer.why}", rejected=True)
    return Decided(text, answer)


@contextmanager
def at_most(limit: int) -> Iterator[None]:
    """Raise `Undecidable` for work beyond the limit, or `Invalid` where it is the checker's."""
    Work.begin(limit)
    try:
        with METER.at_most(limit):
            yield
    finally:
        Work.begin(MAX_WORK)


def failure(
    goal: Data,
    statement: Data,
    violated: Sequence[str] = (),
    others: Sequence[str] = (),
) -> Part | None:
    """Return evidence that the statement fails where not all of `violated` hold (if there are any) and all of `others`
    do; None if none was found."""
    Work.begin(MAX_WORK)
    with as_not_found():
        refuted = goal_that_fails(goal, statement)
    return failures.find(refuted, refuted.fails[0][0], violated, others)


def goal_that_fails(goal: Data, statement: Data) -> Goal:
    """Return the goal that says nothing but that the statement fails."""
    fails = [{"statement": restated(statement, goal["schemes"]), "violates": ""}]
    return Goal({**goal, **NOTHING_STATED, "verdict": "refuted", "fails": fails})


def unproved(goal: Data, inside: Inside | None = None) -> dict[str, str]:
    """Return the statements for which no proof was found, with reasons; raise `NotFound` for what is no goal."""
    Work.begin(MAX_WORK)
    with as_not_found():
        finder = Finder(goal, (), inside)
    missing: dict[str, str] = {}
    for name, statement in finder.goal.statements.items():
        try:
            for cited in statement.by:
                if cited.name in missing:
                    raise NotFound(name, f"{cited.label} was not shown")
            finder.inside(statement.region)
            finder.establish(statement)
        except NOTHING_FOUND as reason:
            missing[name] = str(reason)
    return missing


def applies(goal: Data, used: Used) -> bool:
    """Return whether the uses of a goal are within the domains of the claims in use."""
    Work.begin(MAX_WORK)
    try:
        return not Finder(goal, ()).grant(used)
    except NOTHING_FOUND:
        return False


class Finder:
    """Walks through a goal and collects what its certificate needs."""

    def __init__(
        self, value: Data, hints: Sequence[Point], given: Inside | None = None
    ) -> None:
        self.value, self.hints, self.given = dict(value), hints, given or {}
        self.goal = SeekingGoal(self.value)
        self.seeker = self.goal.seeker
        self.invariants: Part = {}
        self.values: Part = {}
        self.points: Part = {}
        self.solutions: Mapping[str, ProgramSolution] = {}

    def establish(self, statement: Statement) -> None:
        """Look for what shows a statement."""
        statement.show_cited()
        statement.show_laws()
        establish(statement, self)

    def missing(self, limit: int | None = None) -> dict[str, str]:
        """Establish what can be; return why the rest was not."""

        def bounded(share: int = 1) -> AbstractContextManager[None]:
            return nullcontext() if limit is None else at_most(limit // share)

        with bounded():
            self.give_points()
        missing = {}
        for name, statement in self.goal.statements.items():
            try:
                with bounded(COST_SHARE if type(statement) is Cost else 1):
                    self.establish(statement)
            except NotFound as reason:
                missing[name] = reason.reason
            except NOTHING_FOUND as reason:
                missing[name] = str(reason)
        return missing

    def grant(self, used: Used) -> list[str]:
        """Show on the regions of the uses what other claims suppose; return what was not shown of their domains."""
        missing: list[str] = []
        for statement in self.goal.uses:
            if statement.claim not in used:
                continue
            other = Goal(used[statement.claim])
            missing += self.goal.unmet(other, statement.region)
            for text, where in other.conditions.items():
                if self.goal.conditions.get(text) != where:
                    statement.region.grants(where)
        return missing

    def certificate(self, known: Sequence[Data] | None) -> Part:
        """Return the certificate, after all statements were established."""
        try:
            self.goal.check_sufficient()
        except Invalid as reason:
            remedy = (
                "; what is supposed of names of the domain belongs into `suppose`"
                if reason.about
                else ""
            )
            raise NotFound((*reason.at, "")[0], reason.message + remedy) from None
        shown = [self.fail(*failing) for failing in self.goal.failing] if known is None else known
        return {
            "format": "onoff-certificate",
            "version": Certificate.VERSION,
            "goal": self.value,
            "points": self.points,
            "invariants": self.invariants,
            "values": self.values,
            "facts": self.seeker.needed(ref for _, ref in self.goal.noted),
            "failures": shown,
        }

    def fail(self, statement: Statement, violates: str) -> Part:
        """Return evidence that a statement fails where a condition does not hold."""
        where = self.goal.conditions.get(violates, [])
        others = [
            w for text, more in self.goal.conditions.items() if text != violates for w in more
        ]
        shown = failures.find(self.goal, statement, where, others, self.hints)
        if shown is None:
            raise NotFound(statement.name, "no point was found where it fails")
        return shown

    # -- points

    def give_points(self) -> None:
        """Find a point of each region of a statement, and one where the conditions hold."""
        wanted = {s.region.name: s.region for s in self.goal.statements.values()}
        if self.goal.domain is not None or self.goal.conditions:
            wanted[Goal.CONDITIONS] = self.goal.assumed
        outer = {id(region.parent) for region in wanted.values() if region.parent is not None}
        for name, region in wanted.items():
            if id(region) not in outer:
                self.points[name] = self.inside(region)
        for name, at in self.points.items():
            for here in self.goal.regions[name].around:
                here.sample = point_of(at)  # type: ignore[attr-defined]
                here.inhabited = True

    def inside(self, region: Region) -> dict[str, str]:
        """Return a point of a region; raise `NotFound` if none was found."""
        given = {
            name: value
            for here in region.around
            for name, value in self.given.get(here.name, {}).items()
        }
        names = self.goal.model.names
        hypotheses = [
            *without_entropies(region, {*names}),
            *at_values(point_of(given).items()),
        ]
        why = ""
        try:
            quick = quick_point(names, hypotheses)
            for point in points(names, hypotheses) if quick is None else [quick]:
                at = point_text(point, names)
                if region.contains(CheckedPoint(self.goal.model, at)):
                    return at
        except (Undecidable, Pole) as reason:
            why = f": {reason}"
        values = ", ".join(f"{name} = {value}" for name, value in given.items())
        what = f"no point with {values} was" if given else "no point was"
        raise NotFound("", f"{what} found where {stated(region)}{why}")


def without_entropies(region: Region, names: set[str]) -> Hypotheses:
    """Return what a region says of these names at a point, where random variables are constant."""
    polynomials = [
        ({m: c for m, c in p.items() if not any(map(is_entropy, m))}, sign)
        for p, sign, _ in region.hypotheses
    ]
    return [(p, sign) for p, sign in polynomials if p and names_of(p) <= names]


def stated(region: Region) -> str:
    """Return what a region supposes, for a message."""
    texts = (
        ", ".join(dict.fromkeys(text for _, _, text in region.hypotheses)) or "nothing is supposed"
    )
    if any(is_entropy(name) for name in region.names()):
        return (
            texts
            + "; random variables are constant at a point: write H(X) = n, with n >= 0, for H(X) = 1"
        )
    return texts
