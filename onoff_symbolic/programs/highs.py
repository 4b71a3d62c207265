"""The one door to HiGHS, a floating-point solver. What it proposes is judged elsewhere and never believed.

    propose     a basis of a system
    hint        where in a cone a form is least, or the rows that seem to prove that it is nowhere negative

highspy comes with the installation, and is missing in a browser: there, and wherever the solver fails, nothing is
proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from itertools import accumulate
from math import gcd, lcm
from typing import Any, Concatenate, ParamSpec, TypeVar

from .simplex import Basis, System

EFFORT = 20  # float pivots allowed for each row and column, because the solver may stall
TOLERANCE = 1e-9
HINT_PIVOTS = 60_000  # about a minute for a thousand variables
HINT_TOLERANCE = 1e-6
HINT_DENOMINATOR = 5_000

Answer = TypeVar("Answer")
Arguments = ParamSpec("Arguments")


@dataclass(frozen=True)
class Proposal:
    """A basis that may be optimal or prove infeasibility, and whether the cost seems to fall for ever."""

    basis: Basis
    unbounded: bool


@dataclass(frozen=True)
class Hint:
    """Either a point where the form seems negative, in small integers, or the rows that seem to prove that none is.

    `bounds` are the variables x_j whose x_j >= 0 is needed beside the rows.
    """

    point: Mapping[int, int]
    rows: tuple[int, ...]
    bounds: tuple[int, ...]


@dataclass(frozen=True)
class Model:
    """Minimise costs·x where lower <= x <= upper and low <= row·x <= high, in floats."""

    costs: list[float]
    lower: list[float]
    upper: list[float]
    rows: Sequence[Mapping[int, float]]
    low: list[float]
    high: list[float]


def _asking(
    question: Callable[Concatenate[Any, Arguments], Answer | None],
) -> Callable[Arguments, Answer | None]:
    """Return the question without its first argument, the solver; if that is missing or fails, the answer is None."""

    @wraps(question)
    def ask(*arguments: Arguments.args, **named: Arguments.kwargs) -> Answer | None:
        try:
            import highspy

            return question(highspy, *arguments, **named)
        except (
            Exception
        ) as error:  # whatever goes wrong in there must not matter here, except Ctrl-C
            if interrupted(error):
                raise KeyboardInterrupt from None
            return None

    return ask


def interrupted(error: BaseException | None) -> bool:
    """Return whether Ctrl-C is behind it: a compiled module that is being imported makes another error of that."""
    if error is None or isinstance(error, KeyboardInterrupt):
        return error is not None
    return interrupted(error.__cause__) or interrupted(error.__context__)


@_asking
def propose(highspy: Any, system: System) -> Proposal | None:
    """Return a proposal for the system.

    If no optimum is found, the least violation of the rows is asked for. Its basis is one of the system: a
    row that stays violated has its logical basic, like a row that is satisfied with room to spare.
    """
    solver = _run_system(highspy, system, relaxed=False)
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kUnbounded:
        return Proposal((), True)
    if status != highspy.HighsModelStatus.kOptimal:
        solver = _run_system(highspy, system, relaxed=True)
    return Proposal(_basis(highspy, solver, system), False)


@_asking
def hint(
    highspy: Any,
    variables: int,
    cost: Mapping[int, int],
    rows: Sequence[Mapping[int, int]],
    equations: int,
) -> Hint | None:
    """Return where cost·x seems least among row·x >= 0 (= 0 for the first rows) and 0 <= x <= 1.

    This form of the program is solved many times faster than its dual when the cone is that of Shannon's inequalities.
    """
    largest = max(map(abs, cost.values()), default=1)
    model = Model(
        [cost.get(j, 0) / largest for j in range(variables)],
        [0.0] * variables,
        [1.0] * variables,
        rows,
        [0.0] * len(rows),
        [0.0] * equations + [highspy.kHighsInf] * (len(rows) - equations),
    )
    solver = _run(highspy, model, HINT_PIVOTS)
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    solution = solver.getSolution()
    if solver.getObjectiveValue() < -HINT_TOLERANCE:
        return Hint(_rounded(solution.col_value), (), ())
    needed = tuple(i for i, value in enumerate(solution.row_dual) if abs(value) > HINT_TOLERANCE)
    bounds = tuple(j for j, value in enumerate(solution.col_dual) if value > HINT_TOLERANCE)
    return Hint({}, needed, bounds)


def _rounded(values: Sequence[float]) -> dict[int, int]:
    """Return small integers in about the same proportions."""
    near = {value: Fraction(value).limit_denominator(HINT_DENOMINATOR) for value in set(values)}
    scale = lcm(*(value.denominator for value in near.values()))
    whole = {j: int(scale * near[value]) for j, value in enumerate(values) if near[value]}
    common = gcd(*whole.values()) or 1
    return {j: value // common for j, value in whole.items()}


def _run_system(highspy: Any, system: System, relaxed: bool) -> Any:
    """Return the solver after a run on a system."""
    tolerances = dict.fromkeys(
        ("primal_feasibility_tolerance", "dual_feasibility_tolerance"), TOLERANCE
    )
    pivots = EFFORT * (system.variables + len(system.rows))
    return _run(highspy, _model(system, relaxed, highspy.kHighsInf), pivots, **tolerances)


def _run(highspy: Any, model: Model, pivots: int, **tolerances: float) -> Any:
    """Return the solver after a silent run of bounded length."""
    solver = highspy.Highs()
    options = {
        "output_flag": False,
        "parallel": "off",
        "simplex_iteration_limit": pivots,
        **tolerances,
    }
    for name, value in options.items():
        solver.setOptionValue(name, value)
    passed = highspy.HighsLp()
    passed.num_col_ = len(model.costs)
    passed.num_row_ = len(model.rows)
    passed.col_cost_ = model.costs
    passed.col_lower_ = model.lower
    passed.col_upper_ = model.upper
    passed.row_lower_ = model.low
    passed.row_upper_ = model.high
    passed.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    passed.a_matrix_.start_ = [0, *accumulate(map(len, model.rows))]
    passed.a_matrix_.index_ = [j for row in model.rows for j in row]
    passed.a_matrix_.value_ = [value / 1 for row in model.rows for value in row.values()]
    solver.passModel(passed)
    solver.run()
    return solver


def _model(system: System, relaxed: bool, infinity: float) -> Model:
    """Return the system in floats, each row divided by its greatest coefficient.

    Relaxed, its only cost is that of violation, for which each row has a column of its own, and an equation a
    second one for the other direction.
    """
    sizes = [max(map(abs, row.values()), default=1) for row in system.rows]
    largest = max(sizes, default=1)
    rows = [{j: value / size for j, value in row.items()} for row, size in zip(system.rows, sizes)]
    low = [bound / size for bound, size in zip(system.bounds, sizes)]
    high = [
        bound if logical in system.fixed else infinity
        for logical, bound in enumerate(low, system.variables)
    ]
    costs = [0.0] * system.variables if relaxed else _costs(system)
    if relaxed:
        for logical, (row, size) in enumerate(zip(rows, sizes), system.variables):
            for sign in (1.0, -1.0) if logical in system.fixed else (1.0,):
                row[len(costs)] = sign
                costs.append(system.weights[logical] * size / largest)
    lower = [-infinity if j in system.free else 0.0 for j in range(len(costs))]
    return Model(costs, lower, [infinity] * len(costs), rows, low, high)


def _costs(system: System) -> list[float]:
    """Return the cost, with its greatest coefficient made 1.

    Where only a feasible point is asked for, any cost will do. A positive one spares the solver the stalling
    that a zero cost invites (a hundred pivots where there were a million), and favours short answers.
    """
    if not system.cost:
        return [0.0 if j in system.free else 1.0 for j in range(system.variables)]
    size = max(map(abs, system.cost.values()))
    return [system.cost.get(j, 0) / size for j in range(system.variables)]


def _basis(highspy: Any, solver: Any, system: System) -> Basis:
    """Return the basic columns, where a basic violation stands for the logical of its row."""
    basic = highspy.HighsBasisStatus.kBasic
    found = solver.getBasis()
    owners = list(range(system.variables))
    for logical in range(system.variables, system.variables + len(system.rows)):
        owners.extend([logical] * (2 if logical in system.fixed else 1))
    columns = {owner for owner, status in zip(owners, found.col_status) if status == basic}
    logicals = enumerate(found.row_status, system.variables)
    return tuple(sorted(columns.union(logical for logical, status in logicals if status == basic)))
