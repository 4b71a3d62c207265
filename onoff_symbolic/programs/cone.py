"""Asks HiGHS where in a cone a form is least. What it says is a hint, in floats: it is never believed.

    minimise cost·x  where  row·x >= 0 for every row,  row·x = 0 for the first rows,  and  0 <= x <= 1

This form of the program is solved many times faster than its dual when the cone is that of Shannon's inequalities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm
from typing import Any

PIVOTS = 60_000         # about a minute for a thousand variables
TOLERANCE = 1e-6
DENOMINATORS = 5_000


@dataclass(frozen=True)
class Hint:
    """Either a point where the form seems negative, in small integers, or the rows that seem to prove that none is.

    Bounds are the variables x_j whose x_j >= 0 is needed beside the rows.
    """

    point: Mapping[int, int]
    rows: tuple[int, ...]
    bounds: tuple[int, ...]


def hint(variables: int, cost: Mapping[int, int], rows: Sequence[Mapping[int, int]], equations: int) -> Hint | None:
    """The hint, or None if there is no solver or it gives up."""
    try:
        import highspy

        solver = _run(highspy, variables, cost, rows, equations)
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        found = solver.getSolution()
        if solver.getObjectiveValue() < -TOLERANCE:
            return Hint(_rounded(found.col_value), (), ())
        return Hint({}, tuple(i for i, value in enumerate(found.row_dual) if abs(value) > TOLERANCE),
                    tuple(j for j, value in enumerate(found.col_dual) if value > TOLERANCE))
    except Exception:       # whatever goes wrong in there must not matter here
        return None


def _run(highspy: Any, variables: int, cost: Mapping[int, int], rows: Sequence[Mapping[int, int]],
         equations: int) -> Any:
    """The solver after a silent run of bounded length."""
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("parallel", "off")
    solver.setOptionValue("simplex_iteration_limit", PIVOTS)
    model = highspy.HighsLp()
    size = max(map(abs, cost.values()), default=1)
    model.num_col_, model.num_row_ = variables, len(rows)
    model.col_cost_ = [cost.get(j, 0) / size for j in range(variables)]
    model.col_lower_, model.col_upper_ = [0.0] * variables, [1.0] * variables
    model.row_lower_ = [0.0] * len(rows)
    model.row_upper_ = [0.0] * equations + [highspy.kHighsInf] * (len(rows) - equations)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = [0, *accumulate(map(len, rows))]
    model.a_matrix_.index_ = [j for row in rows for j in row]
    model.a_matrix_.value_ = [value / 1 for row in rows for value in row.values()]
    solver.passModel(model)
    solver.run()
    return solver


def _rounded(values: Sequence[float]) -> dict[int, int]:
    """Small integers in about the same proportions."""
    near = {value: Fraction(value).limit_denominator(DENOMINATORS) for value in set(values)}
    scale = lcm(*(value.denominator for value in near.values()))
    whole = {j: int(scale * near[value]) for j, value in enumerate(values) if near[value]}
    common = gcd(*whole.values()) or 1
    return {j: value // common for j, value in whole.items()}
