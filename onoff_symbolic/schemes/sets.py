"""The least expected download at one t, as a program on sets of sources.

Glossary
    Set     a non-empty set of sources as a bit mask: bit i stands for source i
    rows    laws K_a of the request X_t, one for each value a of the secret
    w(S)    probability that the query lets the user decode exactly the sources of S
    Bel(T)  Σ w(S) over S ⊆ T
    m(T)    min_a K_a(T), attained by the row a(T)

A law w has a joint law with each K_a in which the request is in the set if and only if Bel(T) ≤ m(T) for all T
(Strassen). So the least download is

    min Σ |S| w(S)   with   w ≥ 0,  Σ w = 1,  Bel(T) ≤ m(T).

Multipliers y_0 and y_T ≥ 0 with y_0 - Σ_{T ⊇ S} y_T ≤ |S| for every S prove that no law costs less than
y_0 - Σ y_T m(T). With any choice of rows a(T) they prove y_0 - Σ y_T K_{a(T)}(T), which is linear in K.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeVar

from ..errors import InputError, OnoffError
from ..programs import highs, simplex
from ..programs.exact import WrongAnswer

MAX_SOURCES = 10
TIDY = 4            # sources up to which equally good laws are compared
FLOAT_FROM = 5      # sources from which a float solver is asked first (measured)

Number = TypeVar("Number", int, Fraction)
Vector = tuple[Fraction, ...]
Rows = tuple[Vector, ...]
Masses = tuple[tuple[int, Fraction], ...]
"""Set → number that is not zero, sets in increasing order."""


def members(chosen: int) -> tuple[int, ...]:
    """The sources of a set, as numbers."""
    return tuple(i for i in range(chosen.bit_length()) if chosen >> i & 1)


def names_of(chosen: int, sources: Sequence[str]) -> tuple[str, ...]:
    """The sources of a set, by name."""
    return tuple(sources[i] for i in members(chosen))


def listed(chosen: Iterable[str]) -> str:
    """Sources side by side: longer names stand in parentheses, for {A, B} is not {AB}."""
    return "".join(source if len(source) == 1 else f"({source})" for source in chosen)


def full(size: int) -> int:
    return (1 << size) - 1


def by_size(size: int) -> list[int]:
    """All sets, small ones first."""
    return sorted(range(1, full(size) + 1), key=lambda s: (s.bit_count(), s))


def belief(values: Mapping[int, Fraction] | Sequence[Fraction], size: int) -> list[Fraction]:
    """Σ of the values over the subsets of each set."""
    zero = Fraction(0)
    if isinstance(values, Mapping):
        found = [values.get(s, zero) for s in range(1 << size)]
    else:
        found = list(values)
    for i in range(size):
        bit = 1 << i
        for s in range(1 << size):
            if s & bit and found[s ^ bit]:
                found[s] += found[s ^ bit]
    return found


def above(values: Mapping[int, Fraction], size: int) -> list[Fraction]:
    """Σ of the values over the supersets of each set."""
    found = [values.get(s, Fraction(0)) for s in range(1 << size)]
    for i in range(size):
        bit = 1 << i
        for s in range(1 << size):
            if not s & bit and found[s | bit]:
                found[s] += found[s | bit]
    return found


def sums(row: Sequence[Number]) -> list[Number]:
    """K_a(T) for every set T, 0 for the empty one."""
    found = [row[0] * 0] * (1 << len(row))
    for s in range(1, len(found)):
        low = s & -s
        found[s] = found[s ^ low] + row[low.bit_length() - 1]
    return found


@dataclass(frozen=True)
class Envelope:
    """m(T) and the first row a(T) that attains it, by set; for the empty set 0 and 0."""

    least: Vector
    choice: tuple[int, ...]

    @classmethod
    def of(cls, rows: Rows) -> Envelope:
        scale = lcm(*(entry.denominator for row in rows for entry in row))
        tables = [sums([int(entry * scale) for entry in row]) for row in rows]
        choice = tuple(min(range(len(rows)), key=column.__getitem__) for column in zip(*tables, strict=True))
        return cls(tuple(Fraction(tables[a][s], scale) for s, a in enumerate(choice)), choice)


def laws(rows: Iterable[Iterable[Fraction | int]]) -> Rows:
    """The rows as exact laws on one number of sources; `InputError` where they are none."""
    found = tuple(tuple(row) for row in rows)
    if not found:
        raise InputError("expected at least one row, found none")
    sizes = {len(row) for row in found}
    if len(sizes) != 1 or not 1 <= len(found[0]) <= MAX_SOURCES:
        raise InputError(f"expected rows of one length, at most {MAX_SOURCES}, found {sorted(sizes)}")
    for row in found:
        if any(isinstance(x, bool) or not isinstance(x, (int, Fraction)) for x in row):
            raise InputError("expected exact probabilities, found something else")
        if any(x < 0 for x in row) or sum(row) != 1:
            raise InputError(f"expected a law, found ({', '.join(map(str, row))})")
    return tuple(tuple(Fraction(x) for x in row) for row in found)


# -- the program, with any cost -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Basis:
    """Sets whose w is solved for, and sets T whose row Bel(T) = m(T) solves for them: equally many."""

    columns: tuple[int, ...]
    tight: tuple[int, ...]


@dataclass(frozen=True)
class SetAnswer:
    """The optimum of the program on sets for some cost, with the multipliers that prove it."""

    value: Fraction
    weights: Masses
    constant: Fraction
    multipliers: Masses
    basis: Basis


def check_answer(size: int, least: Sequence[Fraction], cost: Mapping[int, Fraction], answer: SetAnswer) -> None:
    """Weak duality, exactly; the sets without a cost may not be used. `WrongAnswer` names what fails."""
    weights, prices = dict(answer.weights), dict(answer.multipliers)
    check_law(size, least, weights)
    if not weights.keys() <= cost.keys():
        raise WrongAnswer("a set is used that has no cost")
    check_multipliers(size, cost, answer.constant, prices)
    if sum((cost[s] * w for s, w in weights.items()), Fraction(0)) != answer.value:
        raise WrongAnswer("the value is not the cost of the law")
    if answer.constant - sum((y * least[s] for s, y in prices.items()), Fraction(0)) != answer.value:
        raise WrongAnswer("the multipliers do not prove the value")


def check_law(size: int, least: Sequence[Fraction], weights: Mapping[int, Fraction]) -> None:
    """w is a law on sets and Bel(T) ≤ m(T)."""
    if any(w < 0 or not 1 <= s <= full(size) for s, w in weights.items()):
        raise WrongAnswer("a probability is negative, or not that of a set")
    found = belief(weights, size)
    if found[-1] != 1:
        raise WrongAnswer("the probabilities do not sum to 1")
    for s, bel in enumerate(found):
        if bel > least[s]:
            raise WrongAnswer(f"Bel({members(s)}) exceeds the probability of the set")


def check_multipliers(
    size: int, cost: Mapping[int, Fraction], constant: Fraction, prices: Mapping[int, Fraction]
) -> None:
    """y_T ≥ 0 and y_0 - Σ_{T ⊇ S} y_T ≤ cost of S."""
    if any(y < 0 or not 1 <= s <= full(size) for s, y in prices.items()):
        raise WrongAnswer("a multiplier is negative, or not that of a set")
    over = above(prices, size)
    for s, c in cost.items():
        if constant - over[s] > c:
            raise WrongAnswer(f"the multipliers bring more than the cost of {members(s)}")


def solve_sets(
    size: int, least: Sequence[Fraction], cost: Mapping[int, Fraction], start: Basis | None = None
) -> SetAnswer:
    """The optimum over laws on the sets that have a cost. The answer is checked exactly.

    A basis to start from, optimal for another cost, is tried first."""
    columns = tuple(cost)
    scale = lcm(*(value.denominator for value in least))
    cost_scale = lcm(*(value.denominator for value in cost.values()))
    prices = {j: int(cost[s] * cost_scale) for j, s in enumerate(columns) if cost[s]}
    bounds = [-int(least[s] * scale) for s in range(1, full(size))] + [scale]
    system = _system(size, columns, prices, bounds, 1)
    vertex, basis = None, None
    if start is not None:
        basis = _numbers(size, columns, start)
        vertex = _optimal(system, basis)
    if vertex is None and size >= FLOAT_FROM:
        proposal = highs.propose(_system(size, columns, prices, bounds, scale))
        if proposal is not None:
            basis = proposal.basis
            vertex = _optimal(system, basis)
    if vertex is None:
        end = simplex.run(system, basis or ())
        basis = end.basis
        vertex = simplex.vertex(system, basis)
    if vertex is None or basis is None or not vertex.feasible:
        raise OnoffError("the full set alone is a law, but none was found")
    chosen = set(basis)
    n = len(columns)
    weights = tuple(sorted((columns[j], x / scale) for j, x in enumerate(vertex.point) if x))
    multipliers = [y / cost_scale for y in vertex.multipliers]
    answer = SetAnswer(
        sum((cost[s] * w for s, w in weights), Fraction(0)), weights, multipliers[-1],
        tuple((i + 1, y) for i, y in enumerate(multipliers[:-1]) if y),
        Basis(tuple(sorted(columns[j] for j in chosen if j < n)),
              tuple(i + 1 for i in range(full(size)) if n + i not in chosen)))
    check_answer(size, least, cost, answer)
    return answer


def tidy(size: int, least: Sequence[Fraction], cost: Mapping[int, Fraction], found: SetAnswer) -> SetAnswer:
    """Of the laws that cost the same the one that prefers single sources and large sets, and else fixed sets.

    So neighbouring programs have answers that look alike."""
    taste = {s: c + Fraction(simplex.scattered(s) - (s.bit_count() ** 2 << 11), 1 << 40) for s, c in cost.items()}
    other = solve_sets(size, least, taste, found.basis)
    value = sum((cost[s] * w for s, w in other.weights), Fraction(0))
    return replace(found, weights=other.weights, basis=other.basis) if value == found.value else found


@lru_cache(maxsize=16)
def _rows(size: int, columns: tuple[int, ...], unit: int) -> tuple[dict[int, int], ...]:
    """-Bel(T) for every T but the last, for which it is +Bel; times a unit."""
    places = {s: j for j, s in enumerate(columns)}
    rows: list[dict[int, int]] = []
    for top in range(1, full(size)):
        row, s = {}, top
        while s:
            if s in places:
                row[places[s]] = -unit
            s = (s - 1) & top
        rows.append(row)
    rows.append({j: unit for j in range(len(columns))})
    return tuple(rows)


def _system(
    size: int, columns: tuple[int, ...], prices: Mapping[int, int], bounds: Sequence[int], unit: int
) -> simplex.System:
    n, m = len(columns), len(bounds)
    rows = _rows(size, columns, unit)
    return simplex.System(n, prices, rows, tuple(bounds), frozenset(), frozenset([n + m - 1]),
                          {n + i: 1 for i in range(m)}, (1,) * (m + 1))


def _numbers(size: int, columns: tuple[int, ...], basis: Basis) -> simplex.Basis | None:
    """The basis in the numbers of a system; None where it uses a set that the system does not have."""
    places = {s: j for j, s in enumerate(columns)}
    if not set(basis.columns) <= places.keys():
        return None
    tight = set(basis.tight)
    logicals = [len(columns) + i for i in range(full(size)) if i + 1 not in tight]
    return (*(places[s] for s in basis.columns), *logicals)


def _optimal(system: simplex.System, basis: simplex.Basis | None) -> simplex.Vertex | None:
    """The vertex of a basis if it is feasible and its multipliers prove it optimal."""
    vertex = None if basis is None else simplex.vertex(system, basis)
    if vertex is None or not vertex.feasible or any(y < 0 for y in vertex.multipliers[:-1]):
        return None
    spare = [Fraction(system.cost.get(j, 0)) for j in range(system.variables)]
    for row, y in zip(system.rows, vertex.multipliers, strict=True):
        if y:
            for j, value in row.items():
                spare[j] -= y * value
    return vertex if all(value >= 0 for value in spare) else None


# -- the bound at one t -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetBound:
    """The least expected download for some rows: a law on sets that attains it, multipliers that prove it.

    `choice` gives the row a(T) for every T that has a multiplier."""

    rows: Rows
    value: Fraction
    weights: Masses
    constant: Fraction
    multipliers: Masses
    choice: tuple[tuple[int, int], ...]
    basis: Basis

    @property
    def size(self) -> int:
        return len(self.rows[0])

    def check(self) -> None:
        """Raise `WrongAnswer` unless the value is the least expected download."""
        check_answer(self.size, Envelope.of(self.rows).least, sizes(self.size),
                     SetAnswer(self.value, self.weights, self.constant, self.multipliers, self.basis))
        prices, choice = dict(self.multipliers), dict(self.choice)
        if prices.keys() != choice.keys() or not all(0 <= a < len(self.rows) for a in choice.values()):
            raise WrongAnswer("expected one row for each multiplier")
        used = sum((y * self.rows[choice[s]][i] for s, y in prices.items() for i in members(s)), Fraction(0))
        if self.constant - used != self.value:
            raise WrongAnswer("the chosen rows do not prove the value")


def sizes(size: int) -> dict[int, Fraction]:
    """What a set costs: one message for each source."""
    return {s: Fraction(s.bit_count()) for s in range(1, full(size) + 1)}


def least(rows: Iterable[Iterable[Fraction | int]]) -> SetBound:
    """The least expected download when the request has one of these laws and the query must not tell which."""
    exact = laws(rows)
    envelope = Envelope.of(exact)
    size = len(exact[0])
    answer = solve_sets(size, envelope.least, sizes(size))
    if size <= TIDY:
        answer = tidy(size, envelope.least, sizes(size), answer)
    bound = SetBound(exact, answer.value, answer.weights, answer.constant, answer.multipliers,
                     tuple((s, envelope.choice[s]) for s, _ in answer.multipliers), answer.basis)
    bound.check()
    return bound
