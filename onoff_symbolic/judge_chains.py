"""Judges what is computed from a chain alone: designs and bounds. The verdict is the checker's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

from .algebra.region import Region
from .errors import OnoffError
from .judge import judged_of, scheme
from .result import Verdict
from .scheme_result import BoundResult, DesignedCase, DesignResult
from .schemes.bound import listed
from .schemes.chain import Chain
from .schemes.design import Objective, gaps
from .schemes.design import design as best_scheme
from .schemes.files import parse_cases
from .schemes.forms import between, closed_bound, family, power, with_window
from .schemes.lift import designs, numeric
from .schemes.plans import cell_evidence, joint_law
from .schemes.sets import least as least_of
from .schemes.sets import names_of
from .schemes.writing import file_text
from .search.derived import take_solution
from .search.find import certificate
from .search.goals import bound_goal

COMPUTED = "computed, not certified"
CERTIFIED = 5
"""Sources up to which the bound at one t has a certificate that stays within the checker's work."""


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
        listed = tuple((gap.time, gap.cost, gap.bound.value) for gap in gaps(made, times))
        found.append(DesignedCase(judged, tuple(sorted(point.items())), made.value, listed))
    return DesignResult(chain.sources, objective.discount, objective.horizon, tuple(found), text)


def _titled(objective: Objective) -> str:
    if objective.horizon is not None:
        return f"The best set scheme up to t = {objective.horizon}"
    return "The best set scheme" + ("" if objective.discount == 1 else f" with the discount {objective.discount}")


# -- bounds ---------------------------------------------------------------------------------------------------


def bound(chain: Chain, time: int, claim: str = "bound") -> BoundResult:
    """The least expected download at one t, for a chain without parameters, by the program on sets."""
    sources, size = chain.sources, len(chain.sources)
    rows = power([[e.constant() for e in row] for row in chain.matrix], time)
    least = least_of(rows)
    evidence = cell_evidence(least, joint_law(least), [Fraction(1, size)] * size)
    told = tuple((f"Pr({listed(names_of(s, sources))},{sources[a]},{sources[x]})", p)
                 for (s, a, x), p in evidence.point)
    law, privacy = dict(evidence.law), dict(evidence.privacy)
    why = (*((f"law of ({sources[a]},{sources[x]})", y) for (a, x), y in law.items() if y),
           *((f"privacy of {listed(names_of(s, sources))} given {sources[0]}, {sources[a]}", y)
             for (s, a), y in privacy.items()))
    if size > CERTIFIED:
        return BoundResult(Verdict.UNDECIDED, least.value, told, why,
                           f"{COMPUTED}: for more than {CERTIFIED} sources a certificate is too long to check")
    goal = bound_goal(chain, rows, least.value, claim)
    labels = goal["tables"]["uniform"]["index"][0]
    masks = [sum(1 << i for i in each) for number in range(1, size + 1) for each in combinations(range(size), number)]
    multipliers = [*law.values(), *(privacy.get((s, a), Fraction(0)) for s in masks for a in range(1, size))]
    point = {(labels[a], labels[x], "".join(names_of(s, labels))): p for (s, a, x), p in evidence.point}
    try:
        take_solution(goal, point, multipliers)
        text = certificate(goal)
    except OnoffError as reason:
        return BoundResult(Verdict.UNDECIDED, least.value, told, why, f"{COMPUTED}: {reason}")
    judged = judged_of("bound", text)
    if judged.verdict is not Verdict.PROVED:
        return BoundResult(Verdict.UNDECIDED, least.value, told, why, judged.why, rejected=True)
    return BoundResult(Verdict.PROVED, least.value, told, why, "", text)


def bound_between(chain: Chain, time: int, following: int, window: int | None = None) -> BoundResult:
    """The least expected download at t if also the request of the next ON time is to be hidden. Not certified."""
    sources, matrix = chain.sources, [[e.constant() for e in row] for row in chain.matrix]
    if window is None:
        secrets, rows = between(matrix, time, following)
    else:
        secrets, rows = with_window(matrix, time, following, window)
    last = following if window is None else min(following, time + window)
    least = least_of(rows)
    point = tuple((f"Pr({listed(names_of(s, sources))})", w) for s, w in least.weights)
    choice = dict(least.choice)
    multipliers = tuple((f"{listed(names_of(s, sources))} given X_0 = {sources[secrets[choice[s]][0]]}, "
                         f"X_{last} = {sources[secrets[choice[s]][1]]}", y) for s, y in least.multipliers)
    return BoundResult(Verdict.UNDECIDED, least.value, point, multipliers,
                       f"{COMPUTED}: certificates speak of the past request alone")


def closed_form(chain: Chain, times: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """The least expected download with parameters: for every t, or for each of the times. Not certified."""
    every = family(chain.matrix)
    if every is not None:
        return (("every t", str(every)),)
    return tuple((f"t = {t}", str(closed_bound(chain.sources, power(chain.matrix, t)))) for t in times)
