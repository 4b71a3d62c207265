"""Judges what is computed from a chain alone: designs and bounds. The verdict is the checker's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from .algebra.region import Hypothesis, Region
from .algebra.work import MAX_WORK
from .checker.language import MAX_NAMES
from .checker.polynomials import Invalid, Quotient, Work, constant, plain
from .errors import OnoffError
from .judge import judged_of, scheme
from .result import Verdict
from .scheme_result import COMPUTED, BoundResult, ClosedResult, DesignedCase, DesignResult, Property, RegionResult
from .schemes.bound_parts import LiftedBound, bound_parts, told
from .schemes.chain import Chain
from .schemes.costs_region import front
from .schemes.design import Design, Objective
from .schemes.design import design as best_scheme
from .schemes.files import chain_region, parse_cases
from .schemes.forms import Family, between, closed_bound, family, power, with_window
from .schemes.lift import designs, numeric
from .schemes.plans import cell_evidence, in_order, joint_law
from .schemes.sets import least as least_of
from .schemes.sets import listed, names_of
from .schemes.writing import file_text
from .search.derived import take_solution
from .search.find import attempt, certificate
from .search.every_time import family_goal, points_of
from .search.chain_goals import Taken, best_goal, bound_goal, parts_goal, region_goal
from .schemes.names import Part

MAX_BEST = 10_000
"""Times times 6 to the number of sources: where it is more, a certificate that no set scheme is better is not tried."""
TOO_LONG = "for so many sources a certificate is too long to check"
CERTIFIED = 1200
"""Secrets times requests times sets, up to which a certificate of the bound at one t stays within the checker's work:
five sources; four, if the next request is hidden, too."""


# -- designs ---------------------------------------------------------------------------------------------------


def design(chain: Chain, region: Region, objective: Objective = Objective(), times: int = 5,
           progress: Callable[[int, int, str], None] = lambda done, total, what: None) -> DesignResult:
    """The best set scheme for a chain on a region: designed, written as a file, and judged as the file says it.
    `progress` is told how much is done, of how much (0 where nobody knows), and what."""
    if chain.field.names:
        parts = []
        for part in designs(chain, region, objective):
            parts.append(part)
            progress(len(parts), 0, "parts of the region")
        points = [part.point for part in parts]
    else:
        rows = [[e.constant() for e in row] for row in chain.matrix]
        parts = [numeric(chain, best_scheme(rows, objective, lambda done, total: progress(done, total, "the sets")))]
        points = [{}]
    text = file_text(_titled(objective), parts, region)
    files = parse_cases(text)
    found = []
    for number, file in enumerate(files, start=1):
        progress(number - 1, len(files), f"judging case {number}")
        claim = "scheme" if len(files) == 1 else f"scheme-{number}"
        judged = scheme(file, "all", claim)
        point = next((point for point in points if file.region.holds(point)), None)
        if point is None:
            found.append(DesignedCase(judged, ()))
            continue
        made = best_scheme([[e.at(point) for e in row] for row in chain.matrix], objective)
        costs = tuple((time, cost, least_of(power(made.rows, time)).value)
                      for time, cost in enumerate(made.costs(times), start=1))
        progress(number - 1, len(files), f"whether case {number} is the best")
        found.append(DesignedCase(judged, tuple(sorted(point.items())), made.value, costs, *best(made, chain.sources)))
    return DesignResult(chain.sources, objective.discount, objective.horizon, tuple(found), text)


def best(made: Design, sources: Sequence[str]) -> tuple[Property, str]:
    """Whether no set scheme does better than a design without parameters, and the certificate."""
    if len(made.stages) * 6 ** made.size > MAX_BEST:
        return Property(Verdict.UNDECIDED, None, "for so many sources and times a certificate is too long to check"), ""
    try:
        text = certificate(best_goal(sources, made))
    except OnoffError as reason:
        return Property(Verdict.UNDECIDED, None, str(reason)), ""
    judged = judged_of("best", text)
    proved = judged.verdict is Verdict.PROVED
    return Property(Verdict.PROVED if proved else Verdict.UNDECIDED, None, judged.why), text if proved else ""


def _titled(objective: Objective) -> str:
    if objective.horizon is not None:
        return f"The best set scheme up to t = {objective.horizon}"
    return "The best set scheme" + ("" if objective.discount == 1 else f" with the discount {objective.discount}")


# -- bounds ---------------------------------------------------------------------------------------------------


def bound(chain: Chain, time: int) -> BoundResult:
    """The least expected download at one t, for a chain without parameters, by the program on sets."""
    rows = power([[e.constant() for e in row] for row in chain.matrix], time)
    told = tuple(chain.sources)
    return _least(chain, rows, told, told)


def bound_between(chain: Chain, time: int, following: int, window: int | None = None) -> BoundResult:
    """The least expected download at t if also the request of the next ON time is to be hidden."""
    matrix = [[e.constant() for e in row] for row in chain.matrix]
    if window is None:
        secrets, rows = between(matrix, time, following)
    else:
        secrets, rows = with_window(matrix, time, following, window)
    last = following if window is None else min(following, time + window)
    pairs = [(chain.sources[a], chain.sources[b]) for a, b in secrets]
    return _least(chain, rows, [f"{a}_{b}" for a, b in pairs], [f"X_0={a},X_{last}={b}" for a, b in pairs],
                  f"the least download; a_b: X_0 = a, X_{last} = b")


def _least(chain: Chain, rows: Sequence[Sequence[Fraction]], secrets: Sequence[str], told: Sequence[str],
           title: str = "the least download") -> BoundResult:
    """The least expected download for laws of X_t, one for each secret. What is certified supposes that all secrets are
    alike likely; the value does not depend on it."""
    sources, size = chain.sources, len(chain.sources)
    least = least_of(rows)
    evidence = cell_evidence(least, joint_law(least), [Fraction(1, len(rows))] * len(rows))
    shown = tuple((f"Pr({listed(names_of(s, sources))},{told[a]},{sources[x]})", p)
                  for (s, a, x), p in evidence.point)
    law, privacy = dict(evidence.law), dict(evidence.privacy)
    why = (*((f"law of ({told[a]},{sources[x]})", y) for (a, x), y in law.items() if y),
           *((f"privacy of {listed(names_of(s, sources))} given {told[0]}, {told[a]}", y)
             for (s, a), y in privacy.items()))
    if len(rows) * size << size > CERTIFIED:
        return BoundResult(Verdict.UNDECIDED, least.value, shown, why, f"{COMPUTED}: {TOO_LONG}")
    goal = bound_goal(sources, secrets, rows, least.value, title)
    hidden, labels = goal["tables"]["steps"]["index"]
    Work.begin()
    try:
        point = {(hidden[a], labels[x], "".join(names_of(s, labels))): Quotient(constant(plain(p)))
                 for (s, a, x), p in evidence.point}
        take_solution(goal, 0, point, in_order(law, privacy, size))
        text = certificate(goal)
    except (OnoffError, Invalid) as reason:
        return BoundResult(Verdict.UNDECIDED, least.value, shown, why, f"{COMPUTED}: {reason}")
    judged = judged_of("bound", text)
    if judged.verdict is not Verdict.PROVED:
        return BoundResult(Verdict.UNDECIDED, least.value, shown, why, judged.why, rejected=True)
    return BoundResult(Verdict.PROVED, least.value, shown, why, "", text)


def region(chain: Chain, times: int, progress: Callable[[str], None] = lambda what: None) -> RegionResult:
    """The costs at t = 1, …, times that private schemes can have together, for a chain without parameters."""
    found = front([[e.constant() for e in row] for row in chain.matrix], times, progress)
    vertices = tuple(vertex.costs for vertex in found.vertices)
    faces = tuple((face.weights, face.value, face.vertices) for face in found.faces)

    def undecided(why: str) -> RegionResult:
        return RegionResult(Verdict.UNDECIDED, vertices, faces, f"{COMPUTED}: {why}")

    if len(found.histories.variables) > MAX_NAMES:
        return undecided("for so many sources and times a certificate is too long to check")
    progress("certificate")
    try:
        text = certificate(region_goal(chain.sources, found))
    except OnoffError as reason:
        return undecided(str(reason))
    judged = judged_of("region", text)
    return undecided(judged.why) if judged.verdict is not Verdict.PROVED else RegionResult(
        Verdict.PROVED, vertices, faces, "", text)


def closed_forms(chain: Chain, where: Sequence[Hypothesis], times: Sequence[int]) -> tuple[ClosedResult, ...]:
    """The least expected download with parameters: for each of the times; before, for every t if it is known."""
    region, every = chain_region(chain, where), family(chain.matrix)
    if every is not None:
        found = _closed("every t", str(every), (), *_at_every(chain, every, region))
        return (found, *(replace(found, time=f"t = {t}", form=every.text(t)) for t in times))
    return tuple(_at_one(chain, region, time) for time in times)


def _at_every(chain: Chain, found: Family, region: Region) -> tuple[str, str]:
    if found.size ** 2 << found.size > CERTIFIED:
        return "", TOO_LONG
    try:
        goal, solutions = family_goal(chain, found, region)
        return _certified(goal, solutions, points_of(found, region, goal))
    except OnoffError as reason:
        return "", str(reason)


def _at_one(chain: Chain, region: Region, time: int) -> ClosedResult:
    """At one t: certified on parts of the region, if they are found and cover it."""
    rows = power(chain.matrix, time)
    parts: list[LiftedBound] = []
    try:
        parts += bound_parts(chain, time, region)
        text, why = _certified(*parts_goal(chain, rows, region, parts))
    except OnoffError as reason:
        text, why = "", str(reason)
    shown = tuple((tuple(map(str, where)), value) for where, value in told(parts)) if text else ()
    return _closed(f"t = {time}", str(closed_bound(chain.sources, rows)), shown, text, why)


def _certified(goal: Part, solutions: Sequence[Taken], inside: Mapping[str, Mapping[str, str]] = {}) -> tuple[str, str]:
    """A certificate that the checker accepts; or "", and why there is none."""
    try:
        for each in solutions:
            take_solution(goal, each.place, each.point, each.multipliers)
        text, missing = attempt(goal, (), None, MAX_WORK, inside=inside)
    except OnoffError as reason:
        return "", str(reason)
    if missing:
        return "", next(iter(missing.values()))
    judged = judged_of("bound", text)
    return (text, "") if judged.verdict is Verdict.PROVED else ("", judged.why)


def _closed(time: str, form: str, parts: tuple[tuple[tuple[str, ...], str], ...], text: str, why: str) -> ClosedResult:
    if text:
        return ClosedResult(Verdict.PROVED, time, form, parts, "", text)
    return ClosedResult(Verdict.UNDECIDED, time, form, (), f"{COMPUTED}: {why}")
