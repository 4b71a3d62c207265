"""A vector of whole numbers as the cheapest nonnegative combination of others.

    minimise cost·x  where  Σ x_k column_k = goal  and  x >= 0,  all of it in whole numbers but x

The answer is such a combination, or numbers (Farkas) that are at least 0 on every column and negative on the goal.
Both are exact, and are looked at again here, since a float solver may have proposed them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from . import highs, simplex
from ..errors import OnoffError

LARGE = 1600        # coefficients from which a float solver repays its import (measured)

Column = Mapping[int, int]


@dataclass(frozen=True)
class Cheapest:
    """The weights of the columns, and the basis at which they were found."""

    weights: tuple[Fraction, ...]
    basis: simplex.Basis


def cheapest(goal: Column, columns: Sequence[tuple[Column, int]], basis: Sequence[int] = (),
             large: int = LARGE) -> Cheapest | dict[int, Fraction]:
    """The weights, or the numbers that show that there are none. The basis, if given, is a place to start from.

    A float solver is asked if there are so many coefficients.
    """
    entries: dict[int, dict[int, int]] = {key: {} for key in goal}
    for k, (column, _) in enumerate(columns):
        for key, value in column.items():
            entries.setdefault(key, {})[k] = value
    keys = sorted(entries)
    system = simplex.System(
        len(columns), {k: cost for k, (_, cost) in enumerate(columns) if cost},
        tuple(entries[key] for key in keys), tuple(goal.get(key, 0) for key in keys), frozenset(),
        frozenset(range(len(columns), len(columns) + len(keys))),
        {len(columns) + i: 1 for i in range(len(keys))}, (1,) * (len(keys) + 1))
    start = tuple(basis)
    if sum(map(len, system.rows)) >= large:
        proposal = highs.propose(system)
        if proposal is not None:
            start = proposal.basis
            answer = _supported(system, proposal) or _read(system, keys, start)
            if answer is not None:
                return answer
    end = simplex.run(system, start)
    if not end.stuck and _equal(system, end.values):
        return Cheapest(tuple(end.values.get(k, Fraction(0)) for k in range(len(columns))), end.basis)
    answer = _refused(system, keys, end.basis, end.stuck)
    if answer is None:
        raise OnoffError("the pivots of a linear program ended at no answer")
    return answer


def _equal(system: simplex.System, values: Mapping[int, Fraction]) -> bool:
    """Whether nonnegative weights of the columns make up the goal."""
    scale = lcm(*(value.denominator for value in values.values()))
    whole = {k: int(scale * value) for k, value in values.items() if value}
    return all(value > 0 for value in whole.values()) and all(
        sum([row[k] * value for k, value in whole.items() if k in row]) == scale * bound
        for row, bound in zip(system.rows, system.bounds))


def _supported(system: simplex.System, proposal: highs.Proposal) -> Cheapest | None:
    """The weights of a few columns that make up the goal, if they do."""
    there = set(proposal.support)
    rows = [({k: value for k, value in row.items() if k in there}, bound)
            for row, bound in zip(system.rows, system.bounds)]
    values = simplex.solve_some([(row, bound) for row, bound in rows if row or bound])
    if values is None or not _equal(system, values):
        return None
    return Cheapest(tuple(values.get(k, Fraction(0)) for k in range(system.variables)), proposal.basis)


def _read(system: simplex.System, keys: Sequence[int], basis: simplex.Basis) -> Cheapest | dict[int, Fraction] | None:
    """What a basis says, if it is right."""
    vertex = simplex.vertex(system, basis)
    if vertex is None:
        return None
    return Cheapest(vertex.point, basis) if vertex.feasible else _shown(system, keys, vertex.multipliers)


def _refused(system: simplex.System, keys: Sequence[int], basis: simplex.Basis, stuck: Mapping[int, int]) -> (
        dict[int, Fraction] | None):
    """The numbers of a basis at which a column is out of its range whatever the others are."""
    chosen = set(basis)
    tight, kernel = simplex.core(system, chosen)
    columns = [j for j in basis if j < system.variables]
    return _shown(system, keys, simplex.dual(system, columns, tight, kernel, stuck))


def _shown(system: simplex.System, keys: Sequence[int], multipliers: Sequence[Fraction]) -> dict[int, Fraction] | None:
    """The numbers, if they show that there are no weights."""
    scale = lcm(*(multiplier.denominator for multiplier in multipliers))
    spare = [0] * system.variables
    gain = 0
    for row, bound, multiplier in zip(system.rows, system.bounds, multipliers):
        whole = int(scale * multiplier)
        if whole:
            gain += bound * whole
            for j, value in row.items():
                spare[j] += value * whole
    if gain > 0 and max(spare, default=0) <= 0:
        return {key: -multiplier for key, multiplier in zip(keys, multipliers)}
    return None
