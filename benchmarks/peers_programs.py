"""The linear program of the least download: ours, and solvers with floats and with exact numbers."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onoff_symbolic.programs.exact import Program

Peer = Callable[["Program"], object]


def chain(size: int) -> list[list[Fraction]]:
    rows = [[Fraction(1 + (3 * i + 5 * j) % 7 + size * (i == j)) for j in range(size)] for i in range(size)]
    return [[x / sum(row) for x in row] for row in rows]


def program(size: int) -> Program:
    """Return the program of the least download with a variable for each set, X_0 and X_t; X_0 is uniform."""
    from onoff_symbolic.programs.exact import Constraint, Program

    rows, sources = chain(size), range(size)
    sets = [chosen for count in range(1, size + 1) for chosen in combinations(sources, count)]
    cells = {cell: i for i, cell in enumerate((chosen, a, x) for chosen in sets for a in sources for x in chosen)}
    law = [Constraint.of({i: 1 for cell, i in cells.items() if cell[1:] == (a, x)}, "=", rows[a][x] / size)
           for a in sources for x in sources]
    private = [Constraint.of({cells[chosen, b, x]: 1 if b == a else -1 for b in (0, a) for x in chosen}, "=")
               for chosen in sets for a in sources[1:]]
    return Program.of(len(cells), {i: len(cell[0]) for cell, i in cells.items()}, law + private)


def ours(asked: Program) -> Fraction:
    from onoff_symbolic.programs.exact import Optimum, solve

    found = solve(asked)
    assert isinstance(found, Optimum)
    return found.value


def on_sets(size: int) -> Fraction:
    from onoff_symbolic.nsources.sets import least

    return least(chain(size)).value


def _whole(terms: tuple[tuple[int, Fraction], ...], bound: Fraction) -> tuple[dict[int, int], int, int]:
    """A row with whole numbers, and what it was multiplied by."""
    scale = math.lcm(bound.denominator, *(value.denominator for _, value in terms))
    return {j: int(scale * value) for j, value in terms}, int(scale * bound), scale


def highs(folder: Path) -> Peer | None:
    import highspy

    def solve(asked: Program) -> float:
        model = highspy.HighsLp()
        costs = dict(asked.cost)
        model.num_col_, model.num_row_ = asked.variables, len(asked.constraints)
        model.col_cost_ = [float(costs.get(j, 0)) for j in range(asked.variables)]
        model.col_lower_, model.col_upper_ = [0.0] * asked.variables, [highspy.kHighsInf] * asked.variables
        model.row_lower_ = model.row_upper_ = [float(row.bound) for row in asked.constraints]
        starts = [0]
        for row in asked.constraints:
            starts.append(starts[-1] + len(row.coefficients))
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = starts
        model.a_matrix_.index_ = [j for row in asked.constraints for j, _ in row.coefficients]
        model.a_matrix_.value_ = [float(value) for row in asked.constraints for _, value in row.coefficients]
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.passModel(model)
        solver.run()
        return float(solver.getObjectiveValue())

    return solve


def ppl(folder: Path) -> Peer | None:
    try:
        import ppl as peer
    except ImportError:
        return None

    def solve(asked: Program) -> Fraction:
        costs, _, scale = _whole(asked.cost, Fraction(0))
        model = peer.MIP_Problem(asked.variables)
        variables = [peer.Variable(j) for j in range(asked.variables)]
        for variable in variables:
            model.add_constraint(variable >= 0)
        for row in asked.constraints:
            terms, bound, _ = _whole(row.coefficients, row.bound)
            model.add_constraint(sum(value * variables[j] for j, value in terms.items()) == bound)
        model.set_objective_function(sum(value * variables[j] for j, value in costs.items()))
        model.set_optimization_mode("minimization")
        return Fraction(str(model.optimal_value())) / scale

    return solve


def z3(folder: Path) -> Peer | None:
    try:
        import z3 as peer
    except ImportError:
        return None

    def solve(asked: Program) -> Fraction:
        costs, _, scale = _whole(asked.cost, Fraction(0))
        model = peer.Optimize()
        variables = [peer.Real(f"x{j}") for j in range(asked.variables)]
        model.add([variable >= 0 for variable in variables])
        for row in asked.constraints:
            terms, bound, _ = _whole(row.coefficients, row.bound)
            model.add(peer.Sum([value * variables[j] for j, value in terms.items()]) == bound)
        value = model.minimize(peer.Sum([value * variables[j] for j, value in costs.items()]))
        model.check()
        return Fraction(str(value.value())) / scale

    return solve


def qsopt(folder: Path) -> Peer | None:
    """QSopt_ex, the program `esolver`; its start and the reading of a file are part of its time."""
    if shutil.which("esolver") is None:
        return None

    def solve(asked: Program) -> Fraction:
        def written(terms: dict[int, int]) -> str:
            return " ".join(f"{value:+d} x{j}" for j, value in terms.items())

        costs, _, scale = _whole(asked.cost, Fraction(0))
        lines = ["Minimize", f"obj: {written(costs)}", "Subject To"]
        for number, row in enumerate(asked.constraints):
            terms, bound, _ = _whole(row.coefficients, row.bound)
            lines.append(f"c{number}: {written(terms)} = {bound}")
        (folder / "program.lp").write_text("\n".join([*lines, "End", ""]), encoding="utf-8")
        subprocess.run(["esolver", "-L", "-O", "program.sol", "program.lp"], cwd=folder, check=True,
                       capture_output=True)
        text = next(folder.glob("program.sol*")).read_text(encoding="utf-8")
        value = re.search(r"Value\s*=\s*(\S+)", text)
        assert value is not None, text[:200]
        return Fraction(value[1]) / scale

    return solve


PEERS: tuple[tuple[str, Callable[[Path], Peer | None], str], ...] = (
    ("HiGHS", highs, "theirs: floats"),
    ("QSopt_ex", qsopt, "theirs: exact, in a process of its own"),
    ("PPL", ppl, "theirs: exact"),
    ("z3 (Optimize)", z3, "theirs: exact"),
)
