"""Judges what is computed from a chain alone: designs, bounds and fronts. The verdict is the checker's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from .algebra.field import Point
from .algebra.parametric import Part as Piece
from .algebra.polygon import corners
from .algebra.region import Hypothesis, Region
from .algebra.work import MAX_WORK
from .checker.polynomials import MAX_NAMES, Invalid, Quotient, Work, constant, plain
from .errors import OnoffError, Undecidable
from .judge import outcome_of, scheme
from .nsources.bound import LiftedBound, bound_parts, merge_equal_cases, numbers_of
from .nsources.design import Design, Objective
from .nsources.design import design as best_scheme
from .nsources.forms import Family, between, closed_bound, family, power
from .nsources.front import front
from .nsources.lift import LiftedDesign, designs, numeric
from .nsources.plans import joint_law, spread
from .nsources.problem import Problem, solve
from .nsources.sets import MAX_SOURCES, Rows, SetBound, listed, names_of
from .nsources.sets import least as least_of
from .nsources.structure import Structured, largest, structured, tree_cost, two_less_least
from .nsources.writing import file_text
from .result import Verdict
from .scheme_result import (
    COMPUTED,
    BoundResult,
    ClosedResult,
    DesignedCase,
    DesignResult,
    Outcome,
    ProblemResult,
    RegionResult,
)
from .schemes.chain import Chain
from .schemes.files import chain_region, parse_cases
from .search.chain_goals import (
    Solutions,
    best_goal,
    bound_goal,
    many_sources_goal,
    parts_goal,
    problem_goal,
    proposed,
    region_goal,
)
from .schemes.names import Part
from .search.every_time import family_goal, points_of
from .search.find import decide

CERTIFIED_CELLS = 256
"""Secrets times sets, up to which a certificate of a one-step problem is tried."""
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
class Posed:
    """A goal, with solutions that are proposed for its programs, and values of names at points of its regions."""

    goal: Part
    solutions: Solutions = field(default_factory=dict)
    inside: Mapping[str, Mapping[str, str]] | None = None


def _certified(pose: Callable[[], Posed], limit: int | None = None) -> Outcome:
    """Return what the checker says of a certificate of what is posed; the limit is for the work on each statement."""
    Work.begin()
    try:
        posed = pose()
        decided = decide(posed.goal, limit=limit, inside=posed.inside, solutions=posed.solutions)
    except (OnoffError, Invalid) as reason:
        return _undecided(str(reason))
    return outcome_of(decided)


def _undecided(why: str) -> Outcome:
    return Outcome(Verdict.UNDECIDED, None, why)


def _noted(outcome: Outcome) -> Outcome:
    """Return the answer; a reason says that the value is computed."""
    return replace(outcome, why=f"{COMPUTED}: {outcome.why}") if outcome.why else outcome


# -- designs ---------------------------------------------------------------------------------------------------


def design(
    chain: Chain,
    region: Region,
    objective: Objective = Objective(),
    times: int = 5,
    progress: Progress = lambda done, total, what: None,
) -> DesignResult:
    """Return the best set scheme for a chain on a region: designed, written as a file, and judged as the file says."""
    parts = _designed(chain, region, objective, progress)
    text = file_text(_title(objective), parts, region)
    files = parse_cases(text)
    cases = []
    for number, file in enumerate(files, start=1):
        claim = "scheme" if len(files) == 1 else f"scheme-{number}"
        progress(number - 1, len(files), f"judging case {number}")
        case = DesignedCase(scheme(file, "all", claim), corners=corners(file.region))
        point = next((part.point for part in parts if file.region.holds(part.point)), None)
        if point is not None:
            progress(number - 1, len(files), f"whether case {number} is the best")
            case = _at_point(case, chain, point, objective, times)
        cases.append(case)
    return DesignResult(chain.sources, objective.discount, objective.horizon, tuple(cases), text)


def _designed(
    chain: Chain, region: Region, objective: Objective, progress: Progress
) -> list[LiftedDesign]:
    """Return designs on parts that together are the region."""
    if not chain.field.names:
        made = best_scheme(
            numbers_of(chain), objective, lambda done, total: progress(done, total, "the sets")
        )
        return [numeric(chain, made)]
    parts = []
    for part in designs(chain, region, objective):
        parts.append(part)
        progress(len(parts), 0, "parts of the region")
    return parts


def _at_point(
    case: DesignedCase, chain: Chain, point: Point, objective: Objective, times: int
) -> DesignedCase:
    """Return a case with what it costs at a point, and whether it is the best there."""
    made = best_scheme([[e.at(point) for e in row] for row in chain.matrix], objective)
    costs = tuple(
        (time, cost, least_of(power(made.rows, time)).value)
        for time, cost in enumerate(made.costs(times), start=1)
    )
    return replace(
        case,
        point=tuple(sorted(point.items())),
        total=made.value,
        rows=costs,
        best=best(made, chain.sources),
    )


def best(made: Design, sources: Sequence[str]) -> Outcome:
    """Return whether no set scheme does better than a design without parameters."""
    if len(made.stages) * 6**made.size > MAX_BEST:
        return _undecided(TOO_MANY_TIMES)
    return _certified(lambda: Posed(best_goal(sources, made)))


def _title(objective: Objective) -> str:
    """Return the title of a designed scheme."""
    if objective.horizon is not None:
        return f"The best set scheme up to t = {objective.horizon}"
    return "The best set scheme" + (
        "" if objective.discount == 1 else f" with the discount {objective.discount}"
    )


# -- bounds ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Secrets:
    """Names of the secrets for goals and for people, and the title of a goal about them."""

    names: Sequence[str]
    shown: Sequence[str]
    title: str = "the least download"


def bound(chain: Chain, time: int) -> BoundResult:
    """Return the least expected download at one t, for a chain without parameters, by the program on sets."""
    return _least(chain, tuple(map(tuple, power(numbers_of(chain), time))), Secrets(chain.sources, chain.sources))


def bound_between(
    chain: Chain, time: int, following: int, window: int | None = None
) -> BoundResult:
    """Return the least expected download at t if also the request of the next ON time is to be hidden."""
    last = following if window is None else min(following, time + window)
    pairs, rows = between(numbers_of(chain), time, following, window)
    named = [(chain.sources[a], chain.sources[b]) for a, b in pairs]
    return _least(
        chain,
        rows,
        Secrets(
            [f"{a}_{b}" for a, b in named],
            [f"X_0={a},X_{last}={b}" for a, b in named],
            f"the least download; a_b: X_0 = a, X_{last} = b",
        ),
    )


def _least(chain: Chain, rows: Rows, secrets: Secrets) -> BoundResult:
    """Return the least expected download for laws of X_t, one for each secret. What is certified supposes that all
    secrets are alike likely; the value does not depend on it."""
    simple = structured(rows)
    size = len(chain.sources)
    if size > MAX_SOURCES or simple is not None and len(rows) * size << size > CERTIFIED:
        return _simple_bound(chain, rows, secrets, simple)
    found = _set_bound(chain, rows, secrets)
    return replace(found, reason=simple.reason) if simple else found


def _simple_bound(chain: Chain, rows: Rows, secrets: Secrets, simple: Structured | None) -> BoundResult:
    """Return the least download of many sources, where a simple bound is known to be attained."""
    if simple is None:
        low = max(largest(rows), two_less_least(rows))
        raise Undecidable(
            f"for more than {MAX_SOURCES} sources the least download is known where a simple bound is attained; "
            f"here it is between {low} and {tree_cost(rows)}"
        )
    share = Fraction(1, len(rows))
    point = tuple(
        (f"Pr({listed(names_of(serving.chosen, chain.sources))},{secrets.shown[a]},{chain.sources[x]})", share * p)
        for serving in simple.servings
        for a, requests in enumerate(serving.requests)
        for x, p in sorted(requests.items())
    )
    goal = many_sources_goal(chain.sources, secrets.names, rows, simple.value)
    answer = _noted(_certified(lambda: Posed(goal)))
    return BoundResult(
        **vars(answer), value=simple.value, point=point, multipliers=(), reason=simple.reason
    )


def _set_bound(chain: Chain, rows: Rows, secrets: Secrets) -> BoundResult:
    """Return the least download by the program on sets."""
    sources, size, shown = chain.sources, len(chain.sources), secrets.shown
    least = least_of(rows)
    masses = _masses(least)
    paid = spread(
        least.constant,
        least.multipliers,
        dict(least.choice),
        [Fraction(1, len(rows))] * len(rows),
        size,
    )

    def named(chosen: int) -> str:
        return listed(names_of(chosen, sources))

    point = [(f"Pr({named(s)},{shown[a]},{sources[x]})", p) for (s, a, x), p in masses.items()]
    multipliers = [(f"law of ({shown[a]},{sources[x]})", y) for (a, x), y in paid.law.items() if y]
    multipliers += [
        (f"privacy of {named(s)} given {shown[0]}, {shown[a]}", y)
        for (s, a), y in sorted(paid.privacy.items())
        if y
    ]

    def pose() -> Posed:
        goal = bound_goal(sources, secrets.names, rows, least.value, secrets.title)
        hidden, labels = goal["tables"]["steps"]["index"]
        law = {
            (hidden[a], labels[x], "".join(names_of(s, labels))): Quotient(constant(plain(p)))
            for (s, a, x), p in masses.items()
        }
        return Posed(goal, {"proves 0": proposed(law, paid.in_order())})

    found = _certified(pose) if len(rows) * size << size <= CERTIFIED else _undecided(TOO_LONG)
    answer = found if found.rejected else _noted(found)
    return BoundResult(
        **vars(answer), value=least.value, point=tuple(point), multipliers=tuple(multipliers)
    )


def problem(stated: Problem) -> ProblemResult:
    """Return the least expected cost of a one-step problem."""
    found = solve(stated)
    cells = len(stated.rows) * len(stated.costs)
    if cells > CERTIFIED_CELLS:
        answer = _undecided(TOO_LONG)
    else:
        answer = _certified(lambda: Posed(problem_goal(stated, found.value)), MAX_WORK)
    own = [""] if stated.ratio == 1 else stated.secrets
    laws = tuple(
        (secret, tuple((listed(names_of(s, stated.sources)), w) for s, w in law))
        for secret, law in zip(own, found.laws, strict=False)
    )
    return ProblemResult(**vars(_noted(answer)), value=found.value, laws=laws)


def _masses(least: SetBound) -> dict[tuple[int, int, int], Fraction]:
    """Return a law of (set, secret, request) that attains a bound, where all secrets are alike likely."""
    share = Fraction(1, len(least.rows))
    masses = {
        (s, a, x): share * mass for a, plan in enumerate(joint_law(least)) for (x, s), mass in plan
    }
    return dict(sorted(masses.items()))


def region(
    chain: Chain, times: int, progress: Callable[[str], None] = lambda what: None
) -> RegionResult:
    """Return the costs at t = 1, …, times that private schemes can have together, for a chain without parameters."""
    found = front(numbers_of(chain), times, progress)
    faces = tuple((face.weights, face.value, face.vertices) for face in found.faces)
    shown = _undecided(TOO_MANY_TIMES)
    if len(found.histories.variables) <= MAX_NAMES:
        progress("certificate")
        shown = _certified(lambda: Posed(region_goal(chain.sources, found)))
    return RegionResult(**vars(_noted(shown)), vertices=found.vertices, faces=faces)


def closed_forms(
    chain: Chain, where: Sequence[Hypothesis], times: Sequence[int]
) -> tuple[ClosedResult, ...]:
    """Return the least expected download with parameters: for each of the times; before, for every t if it is known."""
    region, every = chain_region(chain, where), family(chain.matrix)
    if every is None:
        return tuple(_at_one(chain, region, time) for time in times)
    found = ClosedResult(
        **vars(_noted(_at_every(chain, every, region))), time="every t", form=str(every)
    )
    return (found, *(replace(found, time=f"t = {t}", form=every.text(t)) for t in times))


def _at_every(chain: Chain, found: Family, region: Region) -> Outcome:
    """Return what the checker says of the form for every t."""

    def pose() -> Posed:
        goal, solutions = family_goal(chain, found, region)
        return Posed(goal, solutions, points_of(found, region, goal))

    return (
        _certified(pose, MAX_WORK)
        if found.size**2 << found.size <= CERTIFIED
        else _undecided(TOO_LONG)
    )


def _at_one(chain: Chain, region: Region, time: int) -> ClosedResult:
    """Return the bound at one t: certified on parts of the region, if they are found and cover it."""
    rows = power(chain.matrix, time)
    form = closed_bound(rows)
    parts: list[Piece[LiftedBound]] = []

    def pose() -> Posed:
        parts.extend(bound_parts(chain, time, region))
        return Posed(*parts_goal(chain, rows, region, parts))

    outcome = _noted(_certified(pose, MAX_WORK))
    proved = outcome.verdict is Verdict.PROVED
    merged = merge_equal_cases(parts) if proved else []
    shown = tuple((tuple(map(str, where)), value) for where, value in merged)
    drawn = tuple(corners(region.assume(*where)) for where, _ in merged)
    names = chain.field.names
    return ClosedResult(
        **vars(outcome), time=f"t = {time}", form=form, parts=shown, corners=drawn, names=names
    )
