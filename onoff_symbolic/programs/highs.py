"""Asks HiGHS, a floating-point solver, for a basis. What it proposes is judged elsewhere and never believed.

The solver is optional: without `highspy`, or when anything in it fails, there is no proposal.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from .simplex import Basis, System

EFFORT = 20         # float pivots allowed for each row and column, because the solver may stall
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Proposal:
    """A basis that may be optimal or prove infeasibility, whether the cost seems to fall for ever, and the variables
    that are not zero where it is optimal."""

    basis: Basis
    unbounded: bool
    support: tuple[int, ...] = ()


def propose(system: System) -> Proposal | None:
    """A proposal for the system, or None if there is no solver or it fails.

    If no optimum is found, the least violation of the rows is asked for. Its basis is one of the system: a
    row that stays violated has its logical basic, like a row that is satisfied with room to spare.
    """
    try:
        import highspy
        solver = _run(highspy, system, relaxed=False)
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kUnbounded:
            return Proposal((), True)
        support: tuple[int, ...] = ()
        if status == highspy.HighsModelStatus.kOptimal:
            support = tuple(j for j, value in enumerate(solver.getSolution().col_value) if abs(value) > TOLERANCE)
        else:
            solver = _run(highspy, system, relaxed=True)
        return Proposal(_basis(highspy, solver, system), False, support)
    except Exception as error:      # whatever goes wrong in there must not matter here
        if interrupted(error):
            raise KeyboardInterrupt from None
        return None


def interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind it: a compiled module that is being imported makes another error of that."""
    return error is not None and (isinstance(error, KeyboardInterrupt) or interrupted(error.__cause__)
                                  or interrupted(error.__context__))


def _run(highspy: Any, system: System, relaxed: bool) -> Any:
    """The solver after a silent run of bounded length."""
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

    Relaxed, its only cost is that of violation, for which each row has a column of its own, and an equation a
    second one for the other direction.
    """
    infinity = highspy.kHighsInf
    costs = [0.0] * system.variables if relaxed else _costs(system)
    sizes = [max(map(abs, row.values()), default=1) for row in system.rows]
    largest = max(sizes, default=1)
    rows = [{j: value / size for j, value in row.items()} for row, size in zip(system.rows, sizes)]
    if relaxed:
        for logical, (row, size) in enumerate(zip(rows, sizes), system.variables):
            for sign in (1.0, -1.0) if logical in system.fixed else (1.0,):
                row[len(costs)] = sign
                costs.append(system.weights[logical] * size / largest)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(costs), len(rows)
    model.col_cost_ = costs
    model.col_lower_ = [-infinity if j in system.free else 0.0 for j in range(len(costs))]
    model.col_upper_ = [infinity] * len(costs)
    model.row_lower_ = [bound / size for bound, size in zip(system.bounds, sizes)]
    model.row_upper_ = [bound if logical in system.fixed else infinity
                        for logical, bound in enumerate(model.row_lower_, system.variables)]
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = [0, *accumulate(map(len, rows))]
    model.a_matrix_.index_ = [j for row in rows for j in row]
    model.a_matrix_.value_ = [value for row in rows for value in row.values()]
    return model


def _costs(system: System) -> list[float]:
    """The cost, with its greatest coefficient made 1.

    Where only a feasible point is asked for, any cost will do. A positive one spares the solver the stalling
    that a zero cost invites (a hundred pivots where there were a million), and favours short answers.
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
    for logical in range(system.variables, system.variables + len(system.rows)):
        owners.extend([logical] * (2 if logical in system.fixed else 1))
    columns = {owner for owner, status in zip(owners, found.col_status) if status == basic}
    logicals = enumerate(found.row_status, system.variables)
    return tuple(sorted(columns.union(logical for logical, status in logicals if status == basic)))
