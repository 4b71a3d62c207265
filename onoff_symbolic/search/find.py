"""Finds a certificate for a goal, or evidence that a statement fails. Nothing here is trusted: the checker judges.

What has to be shown is derived by the checker itself: its statements are run with regions that look for a proof of what
they are asked for (facts.py). Here is what a statement needs besides: points, invariants, the facts of programs and
entropies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from fractions import Fraction
from typing import Any

from . import at_bound, entropies, failures, linear, programs, secrecy
from ..algebra.bridge import METER, names_of, points, quick_point
from .errors import MAX_WORK, NotFound
from .facts import SeekingGoal, Step
from .invariants import of_histories
from .named import is_entropy
from .states import of_states, states_at
from .write import point_text, written
from ..algebra.field import Point
from ..algebra.region import Region as Plain
from ..checker import Alike, Certificate, Cost, Goal, Holds, Least, Optimal, Point as Place, Region, Statement
from ..checker.experiments import Hides, Tells
from ..checker.polynomials import Invalid, Undefined, Work, add, constant, plain
from ..claims.kinds import restated
from ..errors import Pole, Undecidable

COST_SHARE = 20
"""A closed form of the cost is worth so much less work than a property: it is found within little, or hardly ever."""

__all__ = ["NotFound", "applies", "attempt", "certificate", "failure", "unproved"]


def certificate(goal: Mapping[str, Any], hints: Sequence[Point] = (),
                used: Mapping[str, Mapping[str, Any]] | None = None,
                inside: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """The certificate of a goal, as text; `NotFound` where no proof was found. Hints are points where it may fail;
    `used` are the goals of the claims that it uses; `inside` has values of names at points of regions."""
    found, missing = attempt(goal, hints, used=used, inside=inside)
    for name, reason in missing.items():
        raise NotFound(name, reason)
    return found


def attempt(goal: Mapping[str, Any], hints: Sequence[Point] = (),
            known: Sequence[Mapping[str, Any]] | None = None, limit: int | None = None,
            used: Mapping[str, Mapping[str, Any]] | None = None,
            inside: Mapping[str, Mapping[str, str]] | None = None) -> tuple[str, dict[str, str]]:
    """The certificate of a goal and nothing; or "", and why each of some statements was not established. What shows
    the failures may be known. A limit is for the work on each statement."""
    Work.begin(MAX_WORK)
    try:
        finder = _Finder(goal, hints, inside)
        missing = finder.missing(limit)
        finder.grant(used or {})
        return ("", missing) if missing else (written(finder.certificate(known)), {})
    except NotFound as reason:
        return "", {reason.statement: reason.reason}
    except (Invalid, Undefined) as reason:
        return "", {"": str(reason)}


@contextmanager
def at_most(limit: int) -> Iterator[None]:
    """Inside, work beyond the limit raises `Undecidable`, or `Invalid` where it is the checker's."""
    Work.begin(limit)
    try:
        with METER.at_most(limit):
            yield
    finally:
        Work.begin(MAX_WORK)


def failure(goal: Mapping[str, Any], statement: Mapping[str, Any], violated: Sequence[str] = (),
            others: Sequence[str] = ()) -> dict[str, Any] | None:
    """Evidence that the statement fails at a point of its region and of the domain where not all of `violated` hold
    (if there are any) and all of `others` do; None if none was found."""
    Work.begin(MAX_WORK)
    try:
        fails = [{"statement": restated(statement, goal["schemes"]), "violates": ""}]
        stated = Goal({**goal, "verdict": "refuted", "conditions": [], "proves": [], "beside": [], "corrects": [],
                       "denies": [], "stands": [], "fails": fails})
    except (Invalid, Undefined) as reason:
        raise NotFound("", str(reason)) from None
    return failures.find(stated, stated.fails[0][0], violated, others)


def unproved(goal: Mapping[str, Any], inside: Mapping[str, Mapping[str, str]] | None = None) -> dict[str, str]:
    """The statements of a goal for which no proof was found, each with the reason; `NotFound` for a goal that says
    nothing."""
    Work.begin(MAX_WORK)
    try:
        finder = _Finder(goal, (), inside)
    except (Invalid, Undefined) as reason:
        raise NotFound("", str(reason)) from None
    found = {}
    for name, statement in finder.goal.statements.items():
        try:
            if missing := [each.label for each in statement.by if each.name in found]:
                raise NotFound(name, f"{', '.join(missing)} was not shown")
            finder.inside(statement.region)
            finder.establish(statement)
        except (NotFound, Invalid, Undefined, Undecidable, Pole) as reason:
            found[name] = str(reason)
    return found


def applies(goal: Mapping[str, Any], used: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether the uses of a goal are within the domains of the claims in use."""
    Work.begin(MAX_WORK)
    try:
        return not _Finder(goal, ()).grant(used)
    except (NotFound, Invalid, Undefined, Undecidable, Pole):
        return False


def stated(region: Region) -> str:
    said = ", ".join(dict.fromkeys(text for _, _, text in region.hypotheses)) or "nothing is supposed"
    spoken = any(is_entropy(name) for p, _, _ in region.hypotheses for m in p for name in m)
    return said + ("; random variables are constant at a point: write H(X) = n, with n >= 0, for H(X) = 1" * spoken)


class _Finder:
    """Walks through a goal and collects what its certificate needs."""

    def __init__(self, value: Mapping[str, Any], hints: Sequence[Point],
                 given: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self.value, self.hints, self.given = dict(value), hints, given or {}
        self.goal = SeekingGoal(self.value)
        self.seeker = self.goal.seeker
        self.invariants: dict[str, Any] = {}
        self.values: dict[str, Any] = {}
        self.points: dict[str, Any] = {}

    def missing(self, limit: int | None = None) -> dict[str, str]:
        """Establish what can be; why the rest was not."""
        def bounded(share: int = 1) -> AbstractContextManager[None]:
            return nullcontext() if limit is None else at_most(limit // share)

        with bounded():
            self.give_points()
        found = {}
        for name, statement in self.goal.statements.items():
            try:
                with bounded(COST_SHARE if type(statement) is Cost else 1):
                    self.establish(statement)
            except NotFound as reason:
                found[name] = reason.reason
            except (Invalid, Undefined, Undecidable, Pole) as reason:
                found[name] = str(reason)
        return found

    def grant(self, used: Mapping[str, Mapping[str, Any]]) -> list[str]:
        """On the regions of the uses, show what the domains of the claims in use say about names of this goal, and
        the conditions that are not conditions here. What of the domains was not shown."""
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

    def certificate(self, known: Sequence[Mapping[str, Any]] | None) -> dict[str, Any]:
        """After all statements were established."""
        try:
            self.goal.check_sufficient()
        except Invalid as reason:
            remedy = "; what is supposed of names of the domain belongs into `suppose`" if reason.about else ""
            raise NotFound((*reason.at, "")[0], reason.message + remedy) from None
        shown = [self.fail(*failing) for failing in self.goal.failing] if known is None else known
        return {"format": "onoff-certificate", "version": Certificate.VERSION, "goal": self.value,
                "points": self.points, "invariants": self.invariants, "values": self.values, "facts": self.needed(),
                "failures": shown}

    # -- points

    def give_points(self) -> None:
        """A point of each region of a statement, and one where the conditions hold."""
        wanted = {s.region.name: s.region for s in self.goal.statements.values()}
        if self.goal.domain is not None or self.goal.conditions:
            wanted[Goal.CONDITIONS] = self.goal.assumed
        inner = {id(region.parent) for region in wanted.values() if region.parent is not None}
        for name, region in wanted.items():
            if id(region) not in inner:
                self.points[name] = self.inside(region)
        for name, at in self.points.items():
            here: Region | None = self.goal.regions[name]
            while here is not None:
                here.sample = {n: Fraction(value) for n, value in at.items()}   # type: ignore[attr-defined]
                here.inhabited, here = True, here.parent

    def inside(self, region: Region) -> dict[str, str]:
        names = self.goal.model.names
        still = [({m: c for m, c in p.items() if not any(map(is_entropy, m))}, sign)
                 for p, sign, _ in region.hypotheses]       # at a point, random variables are constant
        hypotheses = [(p, sign) for p, sign in still if p and names_of(p) <= {*names}]
        given = {name: value for here in region.around for name, value in self.given.get(here.name, {}).items()}
        hypotheses += [(add({(name,): 1}, constant(plain(-Fraction(value)))), "=") for name, value in given.items()]
        what = f"no point{' with ' * bool(given)}{', '.join(f'{n} = {v}' for n, v in given.items())} was found where"
        quick = quick_point(names, hypotheses)
        try:
            for point in [quick] if quick is not None else points(names, hypotheses):
                at = point_text(point, names)
                if region.contains(Place(self.goal.model, at, region.name)):
                    return at
        except (Undecidable, Pole) as reason:
            raise NotFound("", f"{what} {stated(region)}: {reason}") from None
        raise NotFound("", f"{what} {stated(region)}")

    # -- statements that hold

    def establish(self, statement: Statement) -> None:
        name = statement.name
        statement.show_cited()
        statement.show_laws()
        if isinstance(statement, Hides | Tells) and (known := secrecy.holds(statement)) is not None:
            if not known:
                raise NotFound(name, "it does not hold")
            return
        if isinstance(statement, Holds) and entropies.speaks_of_entropies(statement):
            entropies.derive(statement, self.seeker)
        elif isinstance(statement, Alike):
            self.induct(statement, of_histories(statement))
            return
        elif statement.value["kind"] == "general":
            programs.general(statement, self.seeker)
        elif isinstance(statement, Least):
            if not statement.equal:
                self.values[name] = linear.attained(statement, programs.posed(statement, self.seeker))
                statement.values(self.values[name])
            programs.optimum(statement, self.seeker)
        elif isinstance(statement, Cost):
            if isinstance(statement, Optimal) and at_bound.numeric(statement):
                self.induct(statement, at_bound.plans(statement))
            else:
                self.induct(statement, self.forward(statement))
            return
        statement.show()

    def induct(self, statement: Alike | Cost, invariants: Iterator[list[Any]] | Iterator[at_bound.Plan]) -> None:
        """Show a statement by the first invariant that does."""
        failed: Exception = NotFound(statement.name, "no invariant was found")
        noted = dict(self.goal.noted)
        for found in invariants:
            nodes = found.nodes() if isinstance(found, at_bound.Plan) else found
            self.goal.noted.clear()     # what was noted of regions that mean something else now
            self.goal.noted.update(noted)
            statement.nodes.clear()
            self.seeker.forget(statement.name)
            try:
                statement.invariant(nodes)
                if isinstance(found, at_bound.Plan):
                    found.write(self.seeker)
                elif isinstance(statement, Optimal):
                    for time in range(len(nodes)):
                        programs.optimal(statement, time, self.seeker, self.samples(statement, time, len(nodes)))
                statement.show()
                self.invariants[statement.name] = nodes
                return
            except (NotFound, Invalid, Undefined) as reason:
                failed = reason
        raise failed

    def forward(self, statement: Cost) -> Iterator[list[Any]]:
        """Invariants for every t; what is optimal may go by the parity of t."""
        period = statement.scheme.period
        for modulus in (period, 2 * period) if isinstance(statement, Optimal) else (period,):
            yield from of_states(statement, modulus)

    def samples(self, statement: Cost, time: int, modulus: int) -> Iterator[dict[str, Fraction]]:
        """Points of the region, with the states at times of one residue."""
        from ..algebra.bridge import Bridge

        names = self.goal.model.names
        hypotheses = [(p, sign) for p, sign, _ in statement.region.hypotheses]
        inside: Plain = Bridge(names).region(hypotheses)
        point = inside.interior() or next(inside.points(), None)
        if point is not None:
            again = modulus - statement.scheme.settled
            for now in (time + again, time + 2 * again, time) if time >= statement.scheme.settled else (time,):
                yield {**point, **states_at(statement, point, now)}

    # -- statements that fail

    def fail(self, statement: Statement, violates: str) -> dict[str, Any]:
        where = self.goal.conditions.get(violates, [])
        others = [w for text, more in self.goal.conditions.items() if text != violates for w in more]
        found = failures.find(self.goal, statement, where, others, self.hints)
        if found is None:
            raise NotFound(statement.name, "no point was found where it fails")
        return found

    # -- facts

    def needed(self) -> list[Step]:
        """The steps that something rests on, numbered again."""
        kept: set[int] = set()
        waiting = [int(str(ref)[1:]) for _, ref in self.goal.noted if str(ref).startswith("f")]
        while waiting:
            number = waiting.pop()
            if number not in kept:
                kept.add(number)
                waiting += [int(str(ref)[1:]) for ref in self.seeker.facts.found[number][3] if str(ref).startswith("f")]
                step = self.seeker.steps[number]
                cited = [ref for term in step["terms"] for ref in term[1:]] + [step.get("over")]
                waiting += [int(ref[1:]) for ref in cited if isinstance(ref, str) and ref.startswith("f")]
        places = {f"f{number}": f"f{place}" for place, number in enumerate(sorted(kept))}
        found = []
        for number in sorted(kept):
            step = self.seeker.steps[number]
            terms = [[term[0], *(places.get(ref, ref) for ref in term[1:])] for term in step["terms"]]
            over = {"over": places.get(step["over"], step["over"])} if "over" in step else {}
            found.append({"on": step["on"], "says": step["says"], "terms": terms, **over})
        return found
