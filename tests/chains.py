"""Chains for tests, and float programs that share nothing with the package but the question."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import highspy

from chance import chance

Rows = list[list[Fraction]]


def random_law(size: int, rng: random.Random) -> list[Fraction]:
    top = rng.choice([1, 2, 5, 20])
    while True:
        parts = [rng.randint(0, top) for _ in range(size)]
        if any(parts):
            return [Fraction(part, sum(parts)) for part in parts]


def random_chain(size: int, seed: int) -> Rows:
    rng = chance(1000 * size + seed)
    return [random_law(size, rng) for _ in range(size)]


def positive_chain(size: int, seed: int) -> Rows:
    rng = chance(1000 * size + seed)
    rows = [[rng.randint(1, 9) for _ in range(size)] for _ in range(size)]
    return [[Fraction(entry, sum(row)) for entry in row] for row in rows]


def power(rows: Rows, time: int) -> Rows:
    size = range(len(rows))
    found = [[Fraction(int(i == j)) for j in size] for i in size]
    for _ in range(time):
        found = [[sum((row[k] * rows[k][j] for k in size), Fraction(0)) for j in size] for row in found]
    return found


def subsets(size: int) -> list[frozenset[int]]:
    return [frozenset(chosen) for count in range(1, size + 1) for chosen in combinations(range(size), count)]


def float_least(costs: Sequence[float], rows: list[tuple[dict[int, float], float, float]]) -> float:
    """The least cost of x ≥ 0 with low ≤ row·x ≤ high."""
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(costs), len(rows)
    model.col_cost_ = list(costs)
    model.col_lower_ = [0.0] * len(costs)
    model.col_upper_ = [highspy.kHighsInf] * len(costs)
    model.row_lower_ = [low for _, low, _ in rows]
    model.row_upper_ = [high for _, _, high in rows]
    starts, index, values = [0], [], []
    for terms, _, _ in rows:
        index += list(terms)
        values += [float(value) for value in terms.values()]
        starts.append(len(index))
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_, model.a_matrix_.index_, model.a_matrix_.value_ = starts, index, values
    solver.passModel(model)
    solver.run()
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return float(solver.getObjectiveValue())


def old_bound(rows: Sequence[Sequence[Fraction]]) -> float:
    """The program with variables Pr(S, x | a), x in S, Pr(S | a) the same for all a."""
    size = len(rows[0])
    sets = subsets(size)
    cells = {key: j for j, key in enumerate((s, a, x) for s in sets for a in range(len(rows)) for x in s)}
    costs = [len(s) / len(rows) for s, _, _ in cells]
    lines = []
    for a, row in enumerate(rows):
        for x, p in enumerate(row):
            lines.append(({cells[s, a, x]: 1.0 for s in sets if x in s}, float(p), float(p)))
    for s in sets:
        for a in range(1, len(rows)):
            lines.append(({**{cells[s, a, x]: 1.0 for x in s}, **{cells[s, 0, x]: -1.0 for x in s}}, 0.0, 0.0))
    return float_least(costs, lines)
