"""The simplex method in exact integers.

A *system* is a linear program in standard form. Its columns are the variables 0, 1, … followed by one
*logical* for each row: the logical of row i is column `variables + i`, the amount by which row i exceeds its
bound. Variables and logicals are at least 0, except free variables, and logicals of equations, which are 0.

A *basis* has one column for each row. Columns outside it are 0, so a nonsingular basis fixes the point; it is
the optimum when the point is feasible and the multipliers have the right signs. If the point is not feasible,
the multipliers are taken for the cost "total violation", and with the right signs they prove that no point is.

Nothing here is believed by the caller: `linear.check` judges every point, multiplier and ray.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

Terms = tuple[tuple[int, Fraction], ...]
Row = dict[int, int]        # column -> nonzero coefficient
Basis = tuple[int, ...]

BOUND = -1                  # the key in a working row under which its right-hand side is kept
SHIFT = -2                  # and the key for an infinitely small addition to it
PATIENCE = 50               # pivots without progress before the rule that cannot cycle takes over


@dataclass(frozen=True)
class System:
    """Minimise cost·x subject to rows[i]·x − logical_i = bounds[i], in integers."""

    variables: int
    cost: Mapping[int, int]
    rows: tuple[Mapping[int, int], ...]
    bounds: tuple[int, ...]
    free: frozenset[int]            # variables of either sign
    fixed: frozenset[int]           # logicals of equations
    weights: Mapping[int, int]      # what the violation of a logical counts; that of a variable counts 1
    scales: tuple[int, ...]         # the positive factors that made the rows integral; last that of the cost


@dataclass(frozen=True)
class Vertex:
    """The point of a basis and its multipliers, those of the total violation if the point is not feasible.

    Both are in the units of the constraints that the system was made from.
    """

    feasible: bool
    point: tuple[Fraction, ...]
    multipliers: tuple[Fraction, ...]


@dataclass(frozen=True)
class End:
    """Where the pivots stop: at a basis, and with a column whose change improves the cost for ever, if any."""

    basis: Basis
    column: int | None
    sign: int


def standard(variables: int, cost: Terms, free: frozenset[int],
             constraints: Sequence[tuple[Terms, bool, Fraction]]) -> System:
    """The system of constraints given as coefficients, whether they are equations, and bounds.

    Weights undo the scaling of the rows, roughly: a violation counts as if every row had its greatest
    coefficient near that of the others.
    """
    cost_scale = lcm(*(value.denominator for _, value in cost))
    scales = [lcm(bound.denominator, *(value.denominator for _, value in terms)) for terms, _, bound in constraints]
    rows = tuple(integral(terms, scale) for (terms, _, _), scale in zip(constraints, scales))
    sizes = [max(map(abs, row.values()), default=1) for row in rows]
    largest = max(sizes, default=1)
    return System(
        variables, integral(cost, cost_scale), rows,
        tuple(int(bound * scale) for (_, _, bound), scale in zip(constraints, scales)),
        free, frozenset(variables + i for i, (_, equation, _) in enumerate(constraints) if equation),
        {variables + i: largest // size for i, size in enumerate(sizes)}, (*scales, cost_scale))


def integral(terms: Terms, scale: int) -> Row:
    """The terms times a common multiple of their denominators."""
    return {j: value.numerator * (scale // value.denominator) for j, value in terms}


def reduce(row: Row, pivot: Row, column: int) -> None:
    """Clear `column` from `row` with a multiple of `pivot`. The row is scaled by a positive number only."""
    above, below = row[column], pivot[column]
    common = gcd(above, below) if below > 0 else -gcd(above, below)
    above, below = above // common, below // common
    if below != 1:
        for j in row:
            row[j] *= below
    for j, value in pivot.items():
        entry = row.get(j, 0) - above * value
        if entry:
            row[j] = entry
        else:
            del row[j]
    content = gcd(*row.values())
    if content > 1:
        for j in row:
            row[j] //= content


def solve_square(rows: Sequence[Mapping[int, int]], bounds: Sequence[int]) -> dict[int, Fraction] | None:
    """The only solution of rows·x = bounds, or None if the matrix is not square or singular.

    Pivots are taken in the emptiest column, and there in the emptiest row, which keeps the rows sparse.
    """
    work = [dict(row) for row in rows]
    where: dict[int, set[int]] = {}
    for i, row in enumerate(work):
        for j in row:
            where.setdefault(j, set()).add(i)
        if bounds[i]:
            row[BOUND] = bounds[i]
    if len(where) != len(work):
        return None
    order: list[tuple[int, Row]] = []
    while where:
        column = min(where, key=lambda j: len(where[j]))
        users = where.pop(column)
        if not users:
            return None
        chosen = min(users, key=lambda i: len(work[i]))
        pivot = work[chosen]
        users.discard(chosen)
        others = [j for j in pivot if j in where]
        for j in others:
            where[j].discard(chosen)
        for i in users:
            reduce(work[i], pivot, column)
            for j in others:
                if j in work[i]:
                    where[j].add(i)
                else:
                    where[j].discard(i)
        order.append((column, pivot))
    return substitute(order)


def substitute(order: Sequence[tuple[int, Row]]) -> dict[int, Fraction]:
    """Back substitution: each row holds its own column, columns that come later in `order`, and its bound."""
    solution: dict[int, Fraction] = {}
    for column, row in reversed(order):
        total = Fraction(row.get(BOUND, 0))
        for j, value in row.items():
            if j != column and j != BOUND and solution[j]:
                total -= value * solution[j]
        solution[column] = total / row[column]
    return solution


def vertex(system: System, basis: Iterable[int]) -> Vertex | None:
    """The vertex of a basis, or None if it is none: out of range, of the wrong size, or singular.

    Only the rows whose logical is not basic need elimination, and there only the basic variables occur.
    """
    chosen = set(basis)
    n, m = system.variables, len(system.rows)
    if len(chosen) != m or not all(0 <= j < n + m for j in chosen):
        return None
    tight = [i for i in range(m) if n + i not in chosen]
    kernel = [{j: value for j, value in system.rows[i].items() if j in chosen} for i in tight]
    point = solve_square(kernel, [system.bounds[i] for i in tight])
    if point is None:
        return None
    signs = violations(system, chosen, point)
    scaled = dual(system, point, tight, kernel, signs)
    unit = Fraction(1, 1 if signs else system.scales[-1])
    multipliers = tuple(value and value * scale * unit for value, scale in zip(scaled, system.scales))
    return Vertex(not signs, tuple(point.get(j, Fraction(0)) for j in range(n)), multipliers)


def violations(system: System, chosen: set[int], point: Mapping[int, Fraction]) -> dict[int, int]:
    """The basic columns that leave their range: minus their weight if below, plus their weight if above."""
    signs = {j: -1 for j, value in point.items() if value < 0 and j not in system.free}
    for i, row in enumerate(system.rows):
        logical = system.variables + i
        if logical in chosen:
            excess = sum((value * point[j] for j, value in row.items() if j in point), -Fraction(system.bounds[i]))
            if excess < 0 or excess > 0 and logical in system.fixed:
                signs[logical] = system.weights[logical] if excess > 0 else -system.weights[logical]
    return signs


def dual(system: System, variables: Iterable[int], tight: Sequence[int], kernel: Sequence[Row],
         signs: Mapping[int, int]) -> tuple[Fraction, ...]:
    """The multipliers that make every basic column cost what it brings; `signs`, if any, are the costs.

    A logical has coefficient -1 in its row, so a basic one fixes its multiplier at once. The others follow
    from the transposed kernel, which is square and nonsingular because the kernel is.
    """
    cost = signs or system.cost
    multipliers = [Fraction(-signs.get(system.variables + i, 0)) for i in range(len(system.rows))]
    target = {j: cost.get(j, 0) for j in variables}
    for i, row in enumerate(system.rows):
        sign = signs.get(system.variables + i, 0)
        if sign:
            for j, value in row.items():
                if j in target:
                    target[j] += sign * value
    columns: dict[int, Row] = {j: {} for j in target}
    for i, entries in zip(tight, kernel):
        for j, value in entries.items():
            columns[j][i] = value
    solution = solve_square(list(columns.values()), list(target.values())) or {}
    for i, value_of in solution.items():
        multipliers[i] = value_of
    return tuple(multipliers)


class Tableau:
    """Every row solved for its basic column, in integers: row[basic]·z_basic + (nonbasic terms) = row[BOUND].

    Kept true by every pivot: a basic column has a positive coefficient, and occurs in no other row and in no
    cost. A row is dropped as soon as nothing can come of it: solved for a free variable, which never leaves, or
    for the logical of an equation that follows from the others. That logical's column is dropped if it leaves.
    """

    def __init__(self, system: System, wish: Iterable[int]) -> None:
        """Start at the logicals and pivot the wished columns in, as far as they are independent."""
        self.system = system
        self.cost: Row = dict(system.cost)
        self.aim: Row = {}
        self.basic = [system.variables + i for i in range(len(system.rows))]
        self.rows: list[Row] = []
        self.settled: list[int] = []        # basic columns whose rows are dropped
        for logical, row, bound in zip(self.basic, system.rows, system.bounds):
            self.rows.append({logical: 1, **{j: -value for j, value in row.items()}})
            if bound:
                self.rows[-1][BOUND] = -bound
        kept = set(wish)
        uses = dict.fromkeys((j for j in kept if 0 <= j < system.variables), 0)
        for row in system.rows:
            for j in row:
                if j in uses:
                    uses[j] += 1
        for column in sorted(uses, key=lambda j: (uses[j], j)):
            places = [r for r, row in enumerate(self.rows) if column in row and self.basic[r] not in kept]
            if places:
                self.pivot(min(places, key=lambda r: len(self.rows[r])), column)

    def pivot(self, place: int, column: int) -> None:
        """Bring a column into the basis at a place where it occurs."""
        pivot = self.rows[place]
        if pivot[column] < 0:
            for j in pivot:
                pivot[j] = -pivot[j]
        if self.basic[place] in self.system.fixed:
            del pivot[self.basic[place]]
        self.basic[place] = column
        for row in (*self.rows, self.cost, self.aim):
            if column in row and row is not pivot:
                reduce(row, pivot, column)
        if column in self.system.free:
            self.settle(place)

    def settle(self, place: int) -> None:
        self.settled.append(self.basic[place])
        del self.rows[place], self.basic[place]

    def make_feasible(self) -> int | None:
        """Dual pivots until every basic column is in its range, or to a place whose row shows that none can be.

        They keep an artificial cost nonnegative, which is near the cost where that is nonnegative already, and
        scattered so that pivots seldom leave its value as it is.
        """
        columns = {j for row in self.rows for j in row if j >= 0 and j not in self.system.free}
        self.aim = {j: (max(self.cost.get(j, 0), 0) << 20) + scattered(j) for j in columns.difference(self.basic)}
        idle = 0
        while violated := self.violated():
            careful = idle > PATIENCE
            place = min(violated, key=lambda r: self.basic[r]) if careful else min(violated, key=self.shallowness)
            column = self.answering(place)
            if column is None:
                return place
            idle = 0 if column in self.aim else idle + 1
            self.pivot(place, column)
        self.aim = {}
        return None

    def violated(self) -> list[int]:
        """The places whose basic column is out of its range."""
        fixed = self.system.fixed
        values = ((place, row.get(BOUND, 0)) for place, row in enumerate(self.rows))
        return [place for place, value in values if value < 0 or value > 0 and self.basic[place] in fixed]

    def shallowness(self, place: int) -> Fraction:
        """The inverse of how far the point is from the halfspace that the row asks for, in the largest norm."""
        row = self.rows[place]
        return Fraction(sum(map(abs, row.values())), abs(row[BOUND]))

    def answering(self, place: int) -> int | None:
        """The column to enter for a violated one: the first whose artificial cost would become negative."""
        row, free, aim = self.rows[place], self.system.free, self.aim
        sign = 1 if row[BOUND] > 0 else -1
        steps = [(Fraction(aim[j], abs(value)) if j in aim else 0, j) for j, value in row.items()
                 if j >= 0 and j != self.basic[place] and (sign * value > 0 or j in free)]
        return min(steps)[1] if steps else None

    def minimise(self) -> tuple[int, int] | None:
        """Pivots from a feasible point to an optimum, or to a column and direction that improve it for ever.

        Every basic column gets a scattered, infinitely small distance from its bound, so that few pivots leave
        the point as it is.
        """
        self.settle_equations()
        for basic, row in zip(self.basic, self.rows):
            row[SHIFT] = row[basic] * scattered(basic)
        idle = 0
        while (column := self.entering(idle > PATIENCE)) is not None:
            sign = 1 if self.cost[column] < 0 else -1
            place = self.leaving(column, sign)
            if place is None:
                return column, sign
            idle = 0 if BOUND in self.rows[place] or SHIFT in self.rows[place] else idle + 1
            self.pivot(place, column)
        return None

    def settle_equations(self) -> None:
        """Replace basic logicals of equations, which are all 0 now, as far as their rows have other columns."""
        for place in reversed(range(len(self.rows))):
            logical = self.basic[place]
            if logical in self.system.fixed:
                column = min((j for j in self.rows[place] if j != logical), default=None)
                if column is None:
                    self.settle(place)
                else:
                    self.pivot(place, column)

    def entering(self, careful: bool) -> int | None:
        """A column whose change lowers the cost: the steepest, or the first if we are careful."""
        free = self.system.free
        columns = [j for j, slope in self.cost.items() if j >= 0 and (slope < 0 or j in free)]
        if careful:
            return min(columns, default=None)
        return min(columns, key=lambda j: (-abs(self.cost[j]), j), default=None)

    def leaving(self, column: int, sign: int) -> int | None:
        """The place whose basic column first stops a change of `column` in the direction `sign`."""
        steps = []
        for place, row in enumerate(self.rows):
            rate = sign * row.get(column, 0)
            if rate > 0:
                first, second = row.get(BOUND, 0), row.get(SHIFT, 0)
                steps.append((Fraction(first, rate) if first else 0, Fraction(second, rate) if second else 0,
                              self.basic[place], place))
        return min(steps)[-1] if steps else None


def scattered(index: int) -> int:
    """A number from 1 to 1024 without pattern, the same in every run."""
    mixed = (index + 1) * 0x9E3779B1 & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x85EBCA77 & 0xFFFFFFFF
    return 1 + (mixed ^ mixed >> 13) % 1024


def run(system: System, basis: Iterable[int] | None = None) -> End:
    """Pivot from a proposed basis, or from the free variables, to an end. Terminates for every input.

    """
    tableau = Tableau(system, system.free if basis is None else basis)
    place = tableau.make_feasible()
    if place is not None:
        return End((*tableau.basic, *tableau.settled), None, 1, )
    way = tableau.minimise()
    column, sign = way or (None, 1)
    return End((*tableau.basic, *tableau.settled), column, sign)


def ray(system: System, end: End) -> tuple[Fraction, ...] | None:
    """How the variables change when the column of an end changes by its sign and the rows stay solved."""
    if end.column is None:
        return None
    n = system.variables
    chosen = set(end.basis)
    tight = [i for i in range(len(system.rows)) if n + i not in chosen]
    kernel = [{j: value for j, value in system.rows[i].items() if j in chosen} for i in tight]
    column = end.column
    rates = [int(column == n + i) - system.rows[i].get(column, 0) for i in tight]
    change = solve_square(kernel, [end.sign * rate for rate in rates])
    if change is None:
        return None
    change[column] = Fraction(end.sign)
    return tuple(change.get(j, Fraction(0)) for j in range(n))
