"""Joint laws of a request and a set that contains it: transport plans, one for each row.

A plan for a law K on sources and a law w on sets gives mass to pairs (x, S) with x ∈ S, with marginals K and w. It is
found by a linear program. Its *forest* is a set of pairs without a cycle that fixes the plan: with other marginals,
numbers or elements of a field, the same forest is solved again by cutting leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeVar

from .sets import Masses, SetBound, above, by_size, members
from ..errors import OnoffError, Undecidable
from ..programs import exact

Pair = tuple[int, int]
"""(source, set that contains it)."""
Entries = tuple[tuple[Pair, Fraction], ...]
Number = TypeVar("Number", bound=Any)


@dataclass(frozen=True)
class Plan:
    """(x, S) → mass, where it is not zero, and the forest of pairs that fixes it."""

    entries: Entries
    forest: tuple[Pair, ...]


def small_first(pair: Pair) -> tuple[int, Pair]:
    """Return a key that sorts pairs, small sets first."""
    return pair[1].bit_count(), pair


def plan(law: Sequence[Fraction], weights: Masses) -> Plan:
    """Return the plan that gives as much as it can to small sets; raise WrongAnswer where there is none, that is where
    the sets inside some set are more likely than the requests in it."""
    sources = [x for x, p in enumerate(law) if p]
    pairs = [(x, s) for s, _ in weights for x in sources if s >> x & 1]
    pairs.sort(key=lambda pair: (pair[1].bit_count(), pair[1], pair[0]))
    # each pair is worth more than all later ones together: the best point is a vertex, and there is no other
    worth = {j: -1 << len(pairs) - j for j in range(len(pairs))}
    flow = transport(law, dict(weights), pairs, worth)
    used = sorted([pair for pair in pairs if flow[pair]], key=small_first)
    return Plan(tuple((pair, flow[pair]) for pair in used), _forest([*used, *pairs]))


def transport(
    law: Sequence[Fraction],
    weights: Mapping[int, Fraction],
    pairs: Sequence[Pair],
    worth: Mapping[int, int] = MappingProxyType({}),
) -> dict[Pair, Fraction]:
    """Return the mass of each pair, with these marginals; raise WrongAnswer where there is none."""
    constraints = []
    for s, w in weights.items():
        into = {j: 1 for j, pair in enumerate(pairs) if pair[1] == s}
        constraints.append(exact.Constraint.of(into, "=", w))
    for x, p in enumerate(law):
        out = {j: 1 for j, pair in enumerate(pairs) if pair[0] == x}
        constraints.append(exact.Constraint.of(out, "=", p))
    answer = exact.solve(exact.Program.of(len(pairs), worth, constraints))
    if not isinstance(answer, exact.Optimum):
        raise exact.WrongAnswer(
            "no plan: the sets inside some set are more likely than the requests in it"
        )
    return dict(zip(pairs, answer.point, strict=True))


def _forest(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return the pairs that close no cycle with earlier ones."""
    root: dict[tuple[str, int], tuple[str, int]] = {}

    def find(node: tuple[str, int]) -> tuple[str, int]:
        while root.get(node, node) != node:
            node = root[node]
        return node

    chosen = []
    for x, s in pairs:
        one, other = find(("source", x)), find(("set", s))
        if one != other:
            root[one] = other
            chosen.append((x, s))
    return tuple(chosen)


def on_forest(
    forest: Sequence[Pair],
    law: Mapping[int, Number],
    weights: Mapping[int, Number],
    zero: Number,
) -> dict[Pair, Number]:
    """Return the only masses on the forest with these marginals, by cutting leaves; zeros are left out.

    Raise Undecidable where the marginals of a part of the forest do not agree."""
    left: dict[tuple[str, int], Number] = {("source", x): p for x, p in law.items()}
    left.update({("set", s): w for s, w in weights.items()})
    edges = [(("source", x), ("set", s)) for x, s in forest]
    found: dict[Pair, Number] = {}
    while edges:
        degree = Counter(node for edge in edges for node in edge)
        source, chosen = next((x, s) for x, s in edges if 1 in (degree[x], degree[s]))
        leaf, other = (chosen, source) if degree[chosen] == 1 else (source, chosen)
        mass = left.pop(leaf)
        found[source[1], chosen[1]] = mass
        left[other] = left[other] - mass
        edges.remove((source, chosen))
    if any(value != zero for value in left.values()):
        raise Undecidable(
            "the marginals of a plan do not agree on a part of its forest"
        )
    return {pair: mass for pair, mass in found.items() if mass != zero}


def joint_law(bound: SetBound) -> tuple[Entries, ...]:
    """Return a plan for each row, together a joint law that attains the bound."""
    return tuple(plan(row, bound.weights).entries for row in bound.rows)


def renamed(chosen: int, renaming: Sequence[int]) -> int:
    """Return a set with its sources renamed."""
    return sum(1 << renaming[i] for i in members(chosen))


# -- the program with one variable for each set, secret and request -------------------------------------------------


@dataclass(frozen=True)
class CellMultipliers:
    """Multipliers of the program with variables Pr(S, secret a, request x), in the order of its equations: of those
    that give the law of a and x, by (a, x), and of those that say that S is independent of the secret, by (S, a) for
    every secret but the first.
    """

    law: Mapping[Pair, Fraction]
    privacy: Mapping[Pair, Fraction]

    def in_order(self) -> list[Fraction]:
        """Return them as the program lists its equations."""
        return [*self.law.values(), *self.privacy.values()]


def spread(
    constant: Fraction,
    multipliers: Masses,
    choice: Mapping[int, int],
    prior: Sequence[Fraction],
    size: int,
) -> CellMultipliers:
    """Return the multipliers of the program on sets, spread over secrets and requests.

    With f_a(S) = Σ y_T over T ⊇ S chosen for row a, and g_a(x) the same over T ∋ x, the law rows have
    y_0 - g_a(x)/p_a and the privacy rows (f_a(S)/p_a - Σ_b f_b(S))/p_0."""
    if min(prior) <= 0:
        raise OnoffError("expected a positive probability for each row")
    own: list[dict[int, Fraction]] = [{} for _ in prior]
    for s, y in multipliers:
        own[choice[s]][s] = y
    over = [above(prices, size) for prices in own]
    law = {
        (a, x): constant - over[a][1 << x] / p
        for a, p in enumerate(prior)
        for x in range(size)
    }
    privacy: dict[Pair, Fraction] = {}
    for s in sorted(by_size(size), key=lambda s: (s.bit_count(), members(s))):
        total = sum((prices[s] for prices in over), Fraction(0))
        for a in range(1, len(prior)):
            privacy[s, a] = (over[a][s] / prior[a] - total) / prior[0]
    return CellMultipliers(law, privacy)
