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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm

from ..document import part
from ..errors import InputError
from ..programs import exact, simplex

MAX_SOURCES = 10
TIDY = 4  # sources up to which equally good laws are compared
FLOAT_FROM = 5  # sources from which a float solver is asked first (measured)

Vector = tuple[Fraction, ...]
Rows = tuple[Vector, ...]
Masses = tuple[tuple[int, Fraction], ...]
"""Set → number that is not zero, sets in increasing order."""


def members(chosen: int) -> tuple[int, ...]:
    """Return the sources of a set, as numbers."""
    return tuple(i for i in range(chosen.bit_length()) if chosen >> i & 1)


def names_of(chosen: int, sources: Sequence[str]) -> tuple[str, ...]:
    """Return the sources of a set, by name."""
    return tuple(sources[i] for i in members(chosen))


def listed(chosen: Iterable[str]) -> str:
    """Return sources side by side: longer names are in parentheses, for {A, B} is not {AB}."""
    return "".join(source if len(source) == 1 else f"({source})" for source in chosen)


def full(size: int) -> int:
    """Return the set of all sources."""
    return (1 << size) - 1


def by_size(size: int) -> list[int]:
    """Return all sets, small ones first."""
    return sorted(range(1, full(size) + 1), key=lambda s: (s.bit_count(), s))


def subsets(top: int) -> Iterator[int]:
    """Yield the sets inside a set, the set itself first."""
    inside = top
    while inside:
        yield inside
        inside = (inside - 1) & top


def above(values: Mapping[int, Fraction], size: int) -> list[Fraction]:
    """Return Σ of the values over the supersets of each set."""
    found = [values.get(s, Fraction(0)) for s in range(1 << size)]
    for bit in (1 << i for i in range(size)):
        for s in range(1 << size):
            if not s & bit and found[s | bit]:
                found[s] += found[s | bit]
    return found


def sums(row: Sequence[int]) -> list[int]:
    """Return K_a(T) for every set T, 0 for the empty one."""
    found = [0] * (1 << len(row))
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
        """Return the envelope of some laws."""
        scale = lcm(*(entry.denominator for row in rows for entry in row))
        tables = [sums([int(entry * scale) for entry in row]) for row in rows]
        choice = tuple(
            min(range(len(rows)), key=column.__getitem__)
            for column in zip(*tables, strict=True)
        )
        return cls(
            tuple(Fraction(tables[a][s], scale) for s, a in enumerate(choice)), choice
        )


def laws(rows: Iterable[Iterable[Fraction | int]]) -> Rows:
    """Return the rows as exact laws on one number of sources; raise InputError where they are none."""
    found = tuple(tuple(row) for row in rows)
    if not found:
        raise InputError("expected at least one row, found none")
    sizes = {len(row) for row in found}
    if len(sizes) != 1 or not found[0]:
        raise InputError(f"expected rows of one length, found the lengths {sorted(sizes)}")
    if len(found[0]) > MAX_SOURCES:
        raise InputError(f"expected at most {MAX_SOURCES} sources, found {len(found[0])}")
    for row in found:
        if not exact.EXACT.issuperset(map(type, row)):
            raise InputError("expected exact probabilities, found something else")
        if min(row) < 0 or sum(row) != 1:
            raise InputError(f"expected a law, found ({', '.join(map(str, row))})")
    return tuple(tuple(map(Fraction, row)) for row in found)


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


def solve_sets(
    size: int,
    least: Sequence[Fraction],
    cost: Mapping[int, Fraction],
    start: Basis | None = None,
) -> SetAnswer:
    """Return the optimum over laws on the sets that have a cost. A basis to start from is tried first."""
    columns = tuple(cost)
    last = full(size)
    rows = _rows(size, columns)
    constraints = [
        exact.Constraint(rows[top - 1], ">=", -least[top]) for top in range(1, last)
    ]
    constraints.append(exact.Constraint(rows[-1], "=", 1))
    costs = tuple((j, value) for j, value in enumerate(cost.values()) if value)
    program = exact.Program(len(columns), costs, tuple(constraints))
    large = 0 if size >= FLOAT_FROM else None
    answer = optimum_of(exact.solve(program, _numbers(last, columns, start), large))
    weights = sorted((columns[j], w) for j, w in enumerate(answer.point) if w)
    multipliers = tuple(
        (top, y) for top, y in enumerate(answer.multipliers[:-1], start=1) if y
    )
    basic = {*answer.basis}
    tight = tuple(
        top for top in range(1, last + 1) if len(columns) + top - 1 not in basic
    )
    basis = Basis(tuple(sorted(columns[j] for j in basic if j < len(columns))), tight)
    return SetAnswer(
        answer.value, tuple(weights), answer.multipliers[-1], multipliers, basis
    )


def optimum_of(answer: exact.Answer) -> exact.Optimum:
    """Return the optimum; raise InputError where no law is private and serves every request."""
    if not isinstance(answer, exact.Optimum):
        with part("allowed"):
            raise InputError("allowed: expected sets with which a private query can serve every request, found others")
    return answer


@lru_cache(maxsize=16)
def _rows(size: int, columns: tuple[int, ...]) -> tuple[simplex.Terms, ...]:
    """Return -Bel(T) for every T but the last, for which it is +Bel(T)."""
    places = {s: j for j, s in enumerate(columns)}
    rows = [
        tuple(sorted((places[s], -1) for s in subsets(top) if s in places))
        for top in range(1, full(size))
    ]
    return (*rows, tuple((j, 1) for j in range(len(columns))))


def _numbers(last: int, columns: tuple[int, ...], basis: Basis | None) -> simplex.Basis:
    """Return the basis in the numbers of a program; none where it uses a set that the program does not have."""
    places = {s: j for j, s in enumerate(columns)}
    if basis is None or not places.keys() >= {*basis.columns}:
        return ()
    tight = {*basis.tight}
    logicals = [
        len(columns) + top - 1 for top in range(1, last + 1) if top not in tight
    ]
    return (*(places[s] for s in basis.columns), *logicals)


def tidy(
    size: int, least: Sequence[Fraction], cost: Mapping[int, Fraction], found: SetAnswer
) -> SetAnswer:
    """Return, of the laws that cost the same, the one that prefers single sources and large sets, and else fixed sets.

    So neighbouring programs have answers that look alike."""
    taste = {
        s: c + Fraction(simplex.scattered(s) - (s.bit_count() ** 2 << 11), 1 << 40)
        for s, c in cost.items()
    }
    other = solve_sets(size, least, taste, found.basis)
    value = sum((cost[s] * w for s, w in other.weights), Fraction(0))
    return (
        replace(found, weights=other.weights, basis=other.basis)
        if value == found.value
        else found
    )


# -- the bound at one t -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetBound(SetAnswer):
    """The least expected download for some rows: a law on sets that attains it, multipliers that prove it.

    `choice` gives the row a(T) for every T that has a multiplier."""

    rows: Rows
    choice: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """Return the number of sources."""
        return len(self.rows[0])


def least(rows: Iterable[Iterable[Fraction | int]]) -> SetBound:
    """Return the least expected download when the request has one of these laws and the query must not reveal which."""
    given = laws(rows)
    envelope = Envelope.of(given)
    size = len(given[0])
    cost = {s: Fraction(s.bit_count()) for s in range(1, full(size) + 1)}
    answer = solve_sets(size, envelope.least, cost)
    if size <= TIDY:
        answer = tidy(size, envelope.least, cost, answer)
    return SetBound(
        **vars(answer),
        rows=given,
        choice=tuple((s, envelope.choice[s]) for s, _ in answer.multipliers),
    )
