"""Judges what is computed from a chain alone: designs, bounds and fronts. The verdict is the checker's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from .algebra.field import Point
from .algebra.parametric import Part as Piece
from .algebra.region import Hypothesis, Region
from .algebra.work import MAX_WORK
from .checker.polynomials import MAX_NAMES, Invalid, Quotient, Work, constant, plain
from .errors import OnoffError
from .judge import judged_of, scheme
from .nsources.bound import LiftedBound, bound_parts, merge_equal_cases, numbers_of
from .nsources.design import Design, Objective
from .nsources.design import design as best_scheme
from .nsources.forms import Family, between, closed_bound, family, power, with_window
from .nsources.front import front
from .nsources.lift import designs, numeric
from .nsources.plans import joint_law, spread
from .nsources.sets import SetBound, listed, names_of
from .nsources.sets import least as least_of
from .nsources.writing import file_text
from .result import Verdict
from .scheme_result import COMPUTED, BoundResult, ClosedResult, DesignedCase, DesignResult, Property, RegionResult
from .schemes.chain import Chain
from .schemes.files import chain_region, parse_cases
from .search.chain_goals import Taken, best_goal, bound_goal, parts_goal, region_goal
from .schemes.names import Part
from .search.derived import take_solution
from .search.every_time import family_goal, points_of
from .search.find import attempt

MAX_BEST = 10_000
"""Times times 6 to the number of sources: where it is more, a certificate that no set scheme is better is not tried."""
TOO_LONG = "for so many sources a certificate is too long to check"
TOO_MANY_TIMES = "for so many sources and times a certificate is too long to check"
CERTIFIED = 1200
"""Secrets times requests times sets, up to which a certificate of the bound at one t stays within the checker's work:
five sources; four, if the next request is hidden, too."""

Progress = Callable[[int, int, str], None]
"""Called with how much is done, of how much (0 where that is unknown), and what."""


@dataclass(frozen=True)
class Certified:
    """A certificate that the checker accepts; or "", and why there is none."""

    text: str
    why: str = ""
    rejected: bool = False

    @property
    def verdict(self) -> Verdict:
        """Return what the checker has shown."""
        return Verdict.PROVED if self.text else Verdict.UNDECIDED

    @property
    def note(self) -> str:
        """Return why the value is computed, but not certified."""
        return "" if self.text else f"{COMPUTED}: {self.why}"


@dataclass(frozen=True)
class Posed:
    """A goal, with solutions that are proposed for its programs, and values of names at points of its regions."""

    goal: Part
    solutions: Sequence[Taken] = ()
    inside: Mapping[str, Mapping[str, str]] | None = None


def _certified(pose: Callable[[], Posed], limit: int | None = None) -> Certified:
    """Search and judge a certificate of what is posed; the limit is for the work on each statement."""
    Work.begin()
    try:
        posed = pose()
        for each in posed.solutions:
            take_solution(posed.goal, each.place, each.point, each.multipliers)
        text, missing = attempt(posed.goal, limit=limit, inside=posed.inside)
    except (OnoffError, Invalid) as reason:
        return Certified("", str(reason))
    if missing:
        return Certified("", next(iter(missing.values())))
    judged = judged_of(posed.goal["claim"], text)
    if judged.verdict is not Verdict.PROVED:
        return Certified("", judged.why, rejected=True)
    return Certified(text)


# -- designs ---------------------------------------------------------------------------------------------------


def design(chain: Chain, region: Region, objective: Objective = Objective(), times: int = 5,
           progress: Progress = lambda done, total, what: None) -> DesignResult:
    """Return the best set scheme for a chain on a region: designed, written as a file, and judged as the file says."""
    points: list[Point] = []
    if chain.field.names:
        parts = []
        for part in designs(chain, region, objective):
            parts.append(part)
            progress(len(parts), 0, "parts of the region")
        points = [part.point for part in parts]
    else:
        made = best_scheme(numbers_of(chain), objective,
                           lambda done, total: progress(done, total, "the sets"))
        parts = [numeric(chain, made)]
        points = [{}]
    text = file_text(_title(objective), parts, region)
    files = parse_cases(text)
    found = []
    for number, file in enumerate(files, start=1):
        claim = "scheme" if len(files) == 1 else f"scheme-{number}"

        progress(number - 1, len(files), f"judging case {number}")
        case = DesignedCase(scheme(file, "all", claim), ())
        point = next((point for point in points if file.region.holds(point)), None)
        if point is not None:
            progress(number - 1, len(files), f"whether case {number} is the best")
            case = _at_point(case, chain, point, objective, times)
        found.append(case)
    return DesignResult(chain.sources, objective.discount, objective.horizon, tuple(found), text)


def _at_point(case: DesignedCase, chain: Chain,
              point: Point, objective: Objective, times: int) -> DesignedCase:
    """Return a case with what it costs at a point, and whether it is the best there."""
    made = best_scheme([[e.at(point) for e in row] for row in chain.matrix], objective)
    costs = tuple((time, cost, least_of(power(made.rows, time)).value)
                  for time, cost in enumerate(made.costs(times), start=1))
    shown, text = best(made, chain.sources)
    return replace(case, point=tuple(sorted(point.items())), total=made.value, rows=costs, best=shown,
                   best_certificate=text)


def best(made: Design, sources: Sequence[str]) -> tuple[Property, str]:
    """Return whether no set scheme does better than a design without parameters, and the certificate."""
    found = Certified("", TOO_MANY_TIMES)
    if len(made.stages) * 6 ** made.size <= MAX_BEST:
        found = _certified(lambda: Posed(best_goal(sources, made)))
    return Property(found.verdict, None, found.why), found.text


def _title(objective: Objective) -> str:
    """Return the title of a designed scheme."""
    if objective.horizon is not None:
        return f"The best set scheme up to t = {objective.horizon}"
    return "The best set scheme" + ("" if objective.discount == 1 else f" with the discount {objective.discount}")


# -- bounds ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Secrets:
    """Names of the secrets for goals and for people, and the title of a goal about them."""

    names: Sequence[str]
    shown: Sequence[str]
    title: str = "the least download"


def bound(chain: Chain, time: int) -> BoundResult:
    """Return the least expected download at one t, for a chain without parameters, by the program on sets."""
    return _least(chain, power(numbers_of(chain), time),
                  Secrets(chain.sources, chain.sources))


def bound_between(chain: Chain, time: int,
                  following: int, window: int | None = None) -> BoundResult:
    """Return the least expected download at t if also the request of the next ON time is to be hidden."""
    matrix = numbers_of(chain)
    if window is None:
        pairs, rows = between(matrix, time, following)
        last = following
    else:
        pairs, rows = with_window(matrix, time, following, window)
        last = min(following, time + window)
    named = [(chain.sources[a], chain.sources[b]) for a, b in pairs]
    return _least(chain, rows, Secrets([f"{a}_{b}" for a, b in named], [f"X_0={a},X_{last}={b}" for a, b in named],
                                       f"the least download; a_b: X_0 = a, X_{last} = b"))


def _least(chain: Chain,
           rows: Sequence[Sequence[Fraction]], secrets: Secrets) -> BoundResult:
    """Return the least expected download for laws of X_t, one for each secret. What is certified supposes that all
    secrets are alike likely; the value does not depend on it."""
    sources, size, shown = chain.sources, len(chain.sources), secrets.shown
    least = least_of(rows)
    share = Fraction(1, len(rows))
    masses = _masses(least)
    paid = spread(least.constant, least.multipliers,
                  dict(least.choice), [share] * len(rows), size)
    point = tuple((f"Pr({listed(names_of(s, sources))},{shown[a]},{sources[x]})", p)
                  for (s, a, x), p in masses.items())
    law = [(f"law of ({shown[a]},{sources[x]})", y)
           for (a, x), y in paid.law.items() if y]
    privacy = [(f"privacy of {listed(names_of(s, sources))} given {shown[0]}, {shown[a]}", y)
               for (s, a), y in paid.privacy.items()]

    def pose() -> Posed:
        goal = bound_goal(sources, secrets.names, rows, least.value, secrets.title)
        hidden, labels = goal["tables"]["steps"]["index"]
        proposed = {(hidden[a], labels[x], "".join(names_of(s, labels))): Quotient(constant(plain(p)))
                    for (s, a, x), p in masses.items()}
        return Posed(goal, [Taken(0, proposed, paid.in_order())])

    found = _certified(pose) if len(rows) * size << size <= CERTIFIED else Certified("", TOO_LONG)
    why = found.why if found.rejected else found.note
    return BoundResult(found.verdict, least.value, point,
                       (*law, *privacy), why, found.text, found.rejected)


def _masses(least: SetBound) -> dict[tuple[int, int, int], Fraction]:
    """Return a law of (set, secret, request) that attains a bound, where all secrets are alike likely."""
    share = Fraction(1, len(least.rows))
    found = {(s, a, x): share * mass
             for a, plan in enumerate(joint_law(least).plans) for (x, s), mass in plan}
    return dict(sorted(found.items()))


def region(chain: Chain, times: int,
           progress: Callable[[str], None] = lambda what: None) -> RegionResult:
    """Return the costs at t = 1, …, times that private schemes can have together, for a chain without parameters."""
    found = front(numbers_of(chain), times, progress)
    faces = tuple((face.weights, face.value, face.vertices)
                  for face in found.faces)
    shown = Certified("", TOO_MANY_TIMES)
    if len(found.histories.variables) <= MAX_NAMES:
        progress("certificate")
        shown = _certified(lambda: Posed(region_goal(chain.sources, found)))
    return RegionResult(shown.verdict, found.vertices, faces, shown.note, shown.text)


def closed_forms(chain: Chain, where: Sequence[Hypothesis],
                 times: Sequence[int]) -> tuple[ClosedResult, ...]:
    """Return the least expected download with parameters: for each of the times; before, for every t if it is known."""
    region, every = chain_region(chain, where), family(chain.matrix)
    if every is None:
        return tuple(_at_one(chain, region, time) for time in times)
    found = _closed("every t", str(every), _at_every(chain, every, region))
    return (found, *(replace(found, time=f"t = {t}", form=every.text(t)) for t in times))


def _at_every(chain: Chain, found: Family, region: Region) -> Certified:
    """Return a certificate of the form for every t."""
    def pose() -> Posed:
        goal, solutions = family_goal(chain, found, region)
        return Posed(goal, solutions, points_of(found, region, goal))

    return _certified(pose, MAX_WORK) if found.size ** 2 << found.size <= CERTIFIED else Certified("", TOO_LONG)


def _at_one(chain: Chain, region: Region, time: int) -> ClosedResult:
    """Return the bound at one t: certified on parts of the region, if they are found and cover it."""
    rows = power(chain.matrix, time)
    form = str(closed_bound(chain.sources, rows))
    parts: list[Piece[LiftedBound]] = []

    def pose() -> Posed:
        parts.extend(bound_parts(chain, time, region))
        return Posed(*parts_goal(chain, rows, region, parts))

    found = _certified(pose, MAX_WORK)
    shown = [(tuple(map(str, where)), value) for where, value in merge_equal_cases(parts)] if found.text else []
    return _closed(f"t = {time}", form, found, shown)


def _closed(time: str, form: str, found: Certified,
            parts: Sequence[tuple[tuple[str, ...], str]] = ()) -> ClosedResult:
    """Return a closed form and its parts."""
    return ClosedResult(found.verdict, time, form, tuple(parts), found.note, found.text)
