"""One step for any secret: which sets may be sent, what they cost, and how much they may reveal.

    Problem     the laws of the request given each secret, the cost of each allowed set, a ratio, the law of the secret
    solve       the least expected cost, and laws on sets that attain it: the same for all secrets, but for a ratio

With ratio 1 the set is independent of the secret s. With a ratio r > 1, Pr(S | s) ≤ r·Pr(S | s') for all secrets, and
the cost depends on the law of s: it is given, or the largest cost over the secrets counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from .sets import Envelope, Masses, Rows, full, optimum_of, solve_sets, subsets
from ..document import part
from ..errors import InputError
from ..programs import exact

ONE = Fraction(1)
MAX_CELLS = 4_000       # secrets times sets, with a ratio


@dataclass(frozen=True)
class Problem:
    """Rows p_s, the cost of each set that may be sent, the ratio, and the law of the secret (None: the worst one)."""

    sources: tuple[str, ...]
    secrets: tuple[str, ...]
    rows: Rows
    costs: Mapping[int, Fraction]
    ratio: Fraction = ONE
    law: tuple[Fraction, ...] | None = None


@dataclass(frozen=True)
class Solution:
    """The least expected cost, and for each secret a law on sets: the same one where the ratio is 1."""

    value: Fraction
    laws: tuple[Masses, ...]


def solve(problem: Problem) -> Solution:
    """Return the least expected cost; raise InputError where the allowed sets cannot serve the requests."""
    require_served(problem)
    if problem.ratio == 1:
        return independent(problem)
    return within_ratio(problem)


def require_served(problem: Problem) -> None:
    """Raise InputError for a request that no allowed set contains."""
    for x, name in enumerate(problem.sources):
        if any(row[x] for row in problem.rows) and not any(s >> x & 1 for s in problem.costs):
            with part("allowed"):
                raise InputError(f"allowed: expected a set that contains {name}, which can be requested, found none")


def independent(problem: Problem) -> Solution:
    """Return the least cost of a law on sets that is the same for all secrets."""
    answer = solve_sets(len(problem.sources), Envelope.of(problem.rows).least, problem.costs)
    return Solution(answer.value, (answer.weights,) * len(problem.rows))


def within_ratio(problem: Problem) -> Solution:
    """Return the least cost of laws on sets, one for each secret, within the ratio of each other."""
    columns, secrets = [*problem.costs], range(len(problem.rows))
    if len(columns) * len(secrets) > MAX_CELLS:
        raise InputError(f"ratio: expected at most {MAX_CELLS} pairs of a secret and a set, found more")
    place = {(s, chosen): i for i, (s, chosen) in enumerate((s, chosen) for s in secrets for chosen in columns)}
    low = {chosen: len(place) + j for j, chosen in enumerate(columns)}      # the least probability of the set
    worst = len(place) + len(low)
    constraints = []
    for s in secrets:
        constraints.append(exact.Constraint.of({place[s, chosen]: 1 for chosen in columns}, "=", 1))
        constraints += belief_rows(problem, s, place)
        for chosen in columns:
            constraints.append(exact.Constraint.of({place[s, chosen]: 1, low[chosen]: -1}, ">="))
            constraints.append(exact.Constraint.of({low[chosen]: problem.ratio, place[s, chosen]: -1}, ">="))
    if problem.law is None:
        cost: dict[int, Fraction] = {worst: ONE}
        for s in secrets:
            paid = {place[s, chosen]: -c for chosen, c in problem.costs.items()}
            constraints.append(exact.Constraint.of({worst: ONE, **paid}, ">="))
    else:
        cost = {place[s, chosen]: problem.law[s] * c for s in secrets for chosen, c in problem.costs.items()}
    found = optimum_of(exact.solve(exact.Program.of(worst + 1, cost, constraints)))
    laws = tuple(
        tuple((chosen, found.point[place[s, chosen]]) for chosen in columns if found.point[place[s, chosen]])
        for s in secrets
    )
    return Solution(found.value, laws)


def belief_rows(problem: Problem, s: int, place: Mapping[tuple[int, int], int]) -> list[exact.Constraint]:
    """Return Bel(T) ≤ p_s(T) for every set T of sources that contains an allowed set."""
    row = problem.rows[s]
    found = []
    for top in range(1, full(len(row))):
        inside = {place[s, chosen]: -1 for chosen in subsets(top) if (s, chosen) in place}
        if inside:
            mass = sum((row[x] for x in range(len(row)) if top >> x & 1), Fraction(0))
            found.append(exact.Constraint.of(inside, ">=", -mass))
    return found
