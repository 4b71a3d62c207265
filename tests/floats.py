"""Linear programs in floats, solved by HiGHS: a second opinion that shares nothing with the package."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import highspy

INFINITE: float = highspy.kHighsInf
Number = float | Fraction
Row = tuple[Mapping[int, Number], Number, Number]
"""The coefficients of variables, and the bounds of their sum."""


def least(costs: Sequence[Number], rows: Sequence[Row], low: float = 0.0, high: float = INFINITE) -> float | None:
    """Return the least cost where each variable and each row is within its bounds; None if there is none."""
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    for column, cost in enumerate(costs):
        solver.addVar(low, high)
        solver.changeColCost(column, float(cost))
    for terms, lower, upper in rows:
        solver.addRow(float(lower), float(upper), len(terms), [*terms], [float(value) for value in terms.values()])
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return float(solver.getObjectiveValue())
