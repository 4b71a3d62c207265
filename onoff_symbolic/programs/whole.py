"""A vector of whole numbers as the cheapest nonnegative combination of others.

    minimise cost·x  where  Σ x_k column_k = goal  and  x >= 0,  all of it in whole numbers but x

The answer is such a combination, or numbers (Farkas) that are at least 0 on every column and negative on the goal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from . import exact, simplex
from ..errors import OnoffError

LARGE = 1600  # words of coefficients from which a float solver repays its import (measured)

Column = Mapping[int, int]


@dataclass(frozen=True)
class Cheapest:
    """The weights of the columns, and the basis at which they were found."""

    weights: tuple[Fraction, ...]
    basis: simplex.Basis


def cheapest(
    goal: Column,
    columns: Sequence[tuple[Column, int]],
    basis: Sequence[int] = (),
    large: int = LARGE,
) -> Cheapest | dict[int, Fraction]:
    """Return the weights, or the numbers that show that there are none. A basis, if given, is a place to start from."""
    rows: dict[int, dict[int, int]] = {key: {} for key in goal}
    for k, (column, _) in enumerate(columns):
        for key, value in column.items():
            rows.setdefault(key, {})[k] = value
    keys = sorted(rows)
    constraints = tuple(
        exact.Constraint(tuple(rows[key].items()), "=", goal.get(key, 0)) for key in keys
    )
    costs = tuple((k, cost) for k, (_, cost) in enumerate(columns) if cost)
    program = exact.Program(len(columns), costs, constraints)
    answer = exact.solve(program, tuple(basis), large)
    if isinstance(answer, exact.Optimum):
        return Cheapest(answer.point, answer.basis)
    if isinstance(answer, exact.Infeasible):
        return {key: -y for key, y in zip(keys, answer.multipliers)}
    raise OnoffError("the cost of a combination is at least 0, but it falls for ever")
