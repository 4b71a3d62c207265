"""Asks HiGHS, a floating-point solver, for a basis. What it proposes is judged elsewhere and never believed.

The solver is optional: without `highspy`, or when anything in it fails, there is no proposal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .simplex import Basis, System

EFFORT = 20         # float pivots allowed for each row and column, because the solver may stall
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Proposal:
    """A basis that may be optimal or prove infeasibility, and whether the cost seems to have no minimum."""

    basis: Basis
    unbounded: bool


def propose(system: System) -> Proposal | None:
    """A proposal for the system, or None if there is no solver or it fails.

    If no optimum is found, the least total violation of the rows is asked for. Its basis is one of the system: a
    row that stays violated has its logical basic, like a row that is satisfied with room to spare.
    """
    try:
        import highspy
        solver = _run(highspy, system, relaxed=False)
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kUnbounded:
            return Proposal((), True)
        if status != highspy.HighsModelStatus.kOptimal:
            solver = _run(highspy, system, relaxed=True)
        return Proposal(_basis(highspy, solver, system), False)
    except Exception:       # whatever goes wrong in there must not matter here
        return None


def _run(highspy: Any, system: System, relaxed: bool) -> Any:
    """The solver after its silent and bounded run."""
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("parallel", "off")
    solver.setOptionValue("primal_feasibility_tolerance", TOLERANCE)
    solver.setOptionValue("dual_feasibility_tolerance", TOLERANCE)
    solver.setOptionValue("simplex_iteration_limit", EFFORT * (system.variables + len(system.rows)))
    solver.passModel(_model(highspy, system, relaxed))
    solver.run()
    return solver


def _model(highspy: Any, system: System, relaxed: bool) -> Any:
    """The system in floats, each row divided by its greatest coefficient.

    Relaxed, it has no cost but that of violation, for which every row has a column of its own, and an equation
    a second one for the other direction.
    """
    infinity = highspy.kHighsInf
    costs = [0.0] * system.variables if relaxed else _costs(system)
    lower = [-infinity if j in system.free else 0.0 for j in range(system.variables)]
    starts, index, value, floor, ceiling = [0], list[int](), list[float](), list[float](), list[float]()
    largest = max((abs(entry) for row in system.rows for entry in row.values()), default=1)
    for i, row in enumerate(system.rows):
        logical = system.variables + i
        size = max(map(abs, row.values()), default=1)
        index.extend(row)
        value.extend(entry / size for entry in row.values())
        for sign in ((1.0, -1.0) if logical in system.fixed else (1.0,)) if relaxed else ():
            index.append(len(costs))
            value.append(sign)
            costs.append(system.weights[logical] * size / largest)
            lower.append(0.0)
        starts.append(len(index))
        floor.append(system.bounds[i] / size)
        ceiling.append(floor[i] if logical in system.fixed else infinity)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(costs), len(system.rows)
    model.col_cost_, model.col_lower_, model.col_upper_ = costs, lower, [infinity] * len(costs)
    model.row_lower_, model.row_upper_ = floor, ceiling
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_, model.a_matrix_.index_, model.a_matrix_.value_ = starts, index, value
    return model


def _costs(system: System) -> list[float]:
    """The cost, with its greatest coefficient made 1.

    Where only a feasible point is asked for, any cost will do; one that is positive spares the solver the stalling
    that a zero cost invites (here: a million pivots instead of a hundred), and favours short answers.
    """
    if not system.cost:
        return [0.0 if j in system.free else 1.0 for j in range(system.variables)]
    size = max(map(abs, system.cost.values()))
    return [system.cost.get(j, 0) / size for j in range(system.variables)]


def _basis(highspy: Any, solver: Any, system: System) -> Basis:
    """The basic columns, where a basic violation stands for the logical of its row."""
    basic = highspy.HighsBasisStatus.kBasic
    found = solver.getBasis()
    owners = list(range(system.variables))
    for i in range(len(system.rows)):
        logical = system.variables + i
        owners.extend([logical] * (2 if logical in system.fixed else 1))
    columns = {owner for owner, state in zip(owners, found.col_status) if state == basic}
    columns.update(system.variables + i for i, state in enumerate(found.row_status) if state == basic)
    return tuple(sorted(columns))
