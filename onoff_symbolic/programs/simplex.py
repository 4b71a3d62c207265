"""The simplex method in exact integers.

A *system* is a linear program in standard form. Its columns are the variables 0, 1, … followed by one
*logical* for each row: the logical of row i is column `variables + i`, the amount by which row i exceeds
its bound. Variables and logicals are at least 0, except free variables, and logicals of equations, always 0.

A *basis* has one column for each row. Columns outside it are 0, so a nonsingular basis fixes a point, its
*vertex*. Multipliers make every basic column bring what it costs. If the point violates something, they are
taken for the cost of the violation; with the right signs they then prove that every point violates something.

Nothing here is believed by the caller: `exact.check` judges every point, multiplier and ray.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

Number = int | Fraction
Terms = tuple[tuple[int, Number], ...]  # sparse vector: increasing indices, no zero
Row = dict[int, int]  # column -> nonzero coefficient
Basis = tuple[int, ...]

BOUND = -1  # the key under which a working row keeps its right-hand side
SHIFT = -2  # and the one for an infinitely small addition to it
PATIENCE = 50  # pivots without progress before the rule that cannot cycle takes over


@dataclass(frozen=True)
class System:
    """Minimise cost·x subject to rows[i]·x − logical_i = bounds[i], in integers."""

    variables: int
    cost: Mapping[int, int]
    rows: tuple[Mapping[int, int], ...]
    bounds: tuple[int, ...]
    free: frozenset[int]  # variables of either sign
    fixed: frozenset[int]  # logicals of equations
    weights: Mapping[int, int]  # what the violation of a logical costs; that of a variable costs 1
    scales: tuple[
        int, ...
    ]  # the positive factors that made the rows integral; last that of the cost

    @property
    def words(self) -> int:
        """Return the 64-bit words that the coefficients take."""
        return sum(1 + value.bit_length() // 64 for row in self.rows for value in row.values())


@dataclass(frozen=True)
class Vertex:
    """The point and the multipliers of a basis, in the units of the constraints that make up the system."""

    feasible: bool
    point: tuple[Fraction, ...]
    multipliers: tuple[Fraction, ...]


@dataclass(frozen=True)
class End:
    """Where the pivots stop: at an optimal basis, unless one of these says otherwise.

    `stuck` is {column: sign} for a basic column that is out of its range, on the side of the sign, whatever
    the others are. `falling` is a column whose change in the direction of a sign lowers the cost for ever.
    """

    basis: Basis
    stuck: Mapping[int, int]
    falling: tuple[int, int] | None


def standard(
    variables: int,
    cost: Terms,
    free: frozenset[int],
    constraints: Sequence[tuple[Terms, bool, Number]],
) -> System:
    """Return the system of constraints, given as coefficients, whether they are equations, and bounds.

    The weights are chosen such that a violation costs about the same in rows of different scale.
    """
    cost_scale = lcm(*(value.denominator for _, value in cost))
    scales = [
        lcm(bound.denominator, *(value.denominator for _, value in terms))
        for terms, _, bound in constraints
    ]
    rows = tuple(integral(terms, scale) for (terms, _, _), scale in zip(constraints, scales))
    sizes = [max(map(abs, row.values()), default=1) for row in rows]
    largest = max(sizes, default=1)
    return System(
        variables,
        integral(cost, cost_scale),
        rows,
        tuple(int(bound * scale) for (_, _, bound), scale in zip(constraints, scales)),
        free,
        frozenset(variables + i for i, (_, equation, _) in enumerate(constraints) if equation),
        {variables + i: largest // size for i, size in enumerate(sizes)},
        (*scales, cost_scale),
    )


def in_integers(numbers: Iterable[Fraction]) -> tuple[int, list[int]]:
    """Return a positive scale and the numbers times it, in integers, of which sums are quick."""
    numbers = list(numbers)
    scale = lcm(*(number.denominator for number in numbers))
    return scale, [number.numerator * (scale // number.denominator) for number in numbers]


def integral(terms: Terms, scale: int) -> Row:
    """Return the terms times a common multiple of their denominators."""
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


def solve_square(
    rows: Sequence[Mapping[int, int]], bounds: Sequence[int]
) -> dict[int, Fraction] | None:
    """Return the only solution of rows·x = bounds, or None if the matrix is not square or singular.

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
    solved: list[tuple[int, Row]] = []
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
                (where[j].add if j in work[i] else where[j].discard)(i)
        solved.append((column, pivot))
    return substitute(solved)


def substitute(solved: Sequence[tuple[int, Row]]) -> dict[int, Fraction]:
    """Return the solution of rows that hold their own column, columns that are solved later, and their bound."""
    solution: dict[int, Fraction] = {}
    for column, row in reversed(solved):
        total = Fraction(row.get(BOUND, 0))
        for j, value in row.items():
            if j != column and j != BOUND and solution[j]:
                total -= value * solution[j]
        solution[column] = total / row[column]
    return solution


def vertex(
    system: System, basis: Iterable[int], stuck: Mapping[int, int] | None = None
) -> Vertex | None:
    """Return the vertex of a basis, or None if it is none: out of range, of the wrong size, or singular.

    What is violated is found out, unless the violation to take the multipliers for is given.
    """
    chosen = set(basis)
    n, m = system.variables, len(system.rows)
    if len(chosen) != m or not all(0 <= j < n + m for j in chosen):
        return None
    tight, kernel = core(system, chosen)
    point = solve_square(kernel, [system.bounds[i] for i in tight])
    if point is None:
        return None
    violated = stuck or violations(system, chosen, point)
    scaled = dual(system, point, tight, kernel, violated)
    unit = Fraction(1, 1 if violated else system.scales[-1])
    multipliers = tuple(
        value and value * scale * unit for value, scale in zip(scaled, system.scales)
    )
    return Vertex(not violated, tuple(point.get(j, Fraction(0)) for j in range(n)), multipliers)


def core(system: System, chosen: set[int]) -> tuple[list[int], list[Row]]:
    """Return the rows whose logical is not basic, cut down to the basic variables: they fix the point."""
    tight = [i for i in range(len(system.rows)) if system.variables + i not in chosen]
    return tight, [{j: value for j, value in system.rows[i].items() if j in chosen} for i in tight]


def violations(system: System, chosen: set[int], point: Mapping[int, Fraction]) -> dict[int, int]:
    """Return the basic columns out of their range, with minus their weight if below it, and plus if above."""
    found = {j: -1 for j, value in point.items() if value < 0 and j not in system.free}
    scale, numbers = in_integers(point.values())
    whole = dict(zip(point, numbers))
    for i, row in enumerate(system.rows):
        logical = system.variables + i
        if logical in chosen:
            excess = (
                sum([value * whole[j] for j, value in row.items() if j in whole])
                - scale * system.bounds[i]
            )
            if excess < 0 or excess and logical in system.fixed:
                found[logical] = system.weights[logical] if excess > 0 else -system.weights[logical]
    return found


def dual(
    system: System,
    variables: Iterable[int],
    tight: Sequence[int],
    kernel: Sequence[Row],
    violated: Mapping[int, int],
) -> tuple[Fraction, ...]:
    """Return the multipliers that make every basic column bring what it costs: violation if there is any.

    A logical has coefficient −1 in its row, so a basic one fixes its multiplier at once. The others follow
    from the transposed kernel, which is nonsingular because the kernel is.
    """
    cost = violated or system.cost
    multipliers = [
        Fraction(-violated.get(system.variables + i, 0)) for i in range(len(system.rows))
    ]
    target = {j: cost.get(j, 0) for j in variables}
    for i, row in enumerate(system.rows):
        weight = violated.get(system.variables + i, 0)
        if weight:
            for j, value in row.items():
                if j in target:
                    target[j] += weight * value
    columns: dict[int, Row] = {j: {} for j in target}
    for i, entries in zip(tight, kernel):
        for j, value in entries.items():
            columns[j][i] = value
    for i, multiplier in (
        solve_square(list(columns.values()), list(target.values())) or {}
    ).items():
        multipliers[i] = multiplier
    return tuple(multipliers)


class Tableau:
    """Every row solved for its basic column, in integers: row[basic]·z_basic + (nonbasic terms) = row[BOUND].

    Kept true by every pivot: a basic column has a positive coefficient, and occurs in no other row and in no
    cost. A row is dropped when nothing more can come of it: solved for a free variable, which never leaves,
    or for the logical of an equation that follows from the others. Such a logical's column is dropped when it
    leaves, because it never returns.
    """

    def __init__(self, system: System, wish: Iterable[int]) -> None:
        """Start at the logicals and pivot the wished columns in, as far as they are independent."""
        self.system = system
        self.cost: Row = dict(system.cost)
        self.aim: Row = {}  # the artificial cost of `make_feasible`
        self.basic = [system.variables + i for i in range(len(system.rows))]
        self.settled: list[int] = []  # basic columns whose rows are dropped
        self.rows: list[Row] = []
        for logical, row, bound in zip(self.basic, system.rows, system.bounds):
            self.rows.append({logical: 1, **{j: -value for j, value in row.items()}})
            if bound:
                self.rows[-1][BOUND] = -bound
        wished = set(wish)
        uses = dict.fromkeys((j for j in wished if 0 <= j < system.variables), 0)
        for row in system.rows:
            for j in row:
                if j in uses:
                    uses[j] += 1
        for column in sorted(uses, key=lambda j: (uses[j], j)):
            places = [
                r
                for r, row in enumerate(self.rows)
                if column in row and self.basic[r] not in wished
            ]
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
        """Drop the row at a place; its column stays basic for good."""
        self.settled.append(self.basic[place])
        del self.rows[place], self.basic[place]

    def make_feasible(self) -> int | None:
        """Pivot until every basic column is in its range, or to a place whose row shows that this cannot be.

        These are pivots of the dual method. They keep an artificial cost nonnegative, which is close to the
        cost where that is nonnegative, and scattered such that pivots seldom leave its value as it is.
        """
        columns = {j for row in self.rows for j in row if j >= 0 and j not in self.system.free}
        columns.difference_update(self.basic)
        self.aim = {j: (max(self.cost.get(j, 0), 0) << 20) + scattered(j) for j in columns}
        idle = 0
        while violated := self.violated():
            place = (
                min(violated, key=self.basic.__getitem__)
                if idle > PATIENCE
                else least([(*self.reluctance(place), place) for place in violated])
            )
            column = self.answering(place)
            if column is None:
                return place
            idle = 0 if column in self.aim else idle + 1
            self.pivot(place, column)
        self.aim = {}
        return None

    def violated(self) -> list[int]:
        """Return the places whose basic column is out of its range."""
        fixed = self.system.fixed
        values = ((place, row.get(BOUND, 0)) for place, row in enumerate(self.rows))
        return [
            place for place, value in values if value < 0 or value and self.basic[place] in fixed
        ]

    def reluctance(self, place: int) -> tuple[int, int]:
        """Return, as a quotient, how little a pivot at a violated place promises: size of the row by violation.

        Length counts because it is what pivots cost, then and later.
        """
        row = self.rows[place]
        return len(row) * sum(map(abs, row.values())), abs(row[BOUND])

    def answering(self, place: int) -> int | None:
        """Return the column that can mend a violated one and whose artificial cost is the first to come to 0."""
        row, aim, free = self.rows[place], self.aim, self.system.free
        sign = 1 if row[BOUND] > 0 else -1
        steps = [
            (aim.get(j, 0), abs(value), j)
            for j, value in row.items()
            if j >= 0 and j != self.basic[place] and (sign * value > 0 or j in free)
        ]
        return least(steps) if steps else None

    def minimise(self) -> tuple[int, int] | None:
        """Pivot from a feasible point to an optimum, or to a column and a sign that lower the cost for ever.

        Every basic column is moved from its bound by a scattered, infinitely small amount, so that pivots
        seldom leave the point as it is. What is optimal then is optimal.
        """
        if self.entering(False) is None:
            return None
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
        """Pivot out the basic logicals of equations, all of them 0 now; drop a row that has nothing else."""
        for place in reversed(range(len(self.rows))):
            logical = self.basic[place]
            if logical in self.system.fixed:
                column = min((j for j in self.rows[place] if j != logical), default=None)
                if column is None:
                    self.settle(place)
                else:
                    self.pivot(place, column)

    def entering(self, careful: bool) -> int | None:
        """Return a column whose change lowers the cost: the steepest, or the first if we are careful."""
        free = self.system.free
        columns = [j for j, slope in self.cost.items() if j >= 0 and (slope < 0 or j in free)]
        return min(columns, key=lambda j: (0 if careful else -abs(self.cost[j]), j), default=None)

    def leaving(self, column: int, sign: int) -> int | None:
        """Return the place whose basic column is the first to stop a change of `column` in a direction."""
        steps = []
        for place, row in enumerate(self.rows):
            rate = sign * row.get(column, 0)
            if rate > 0:
                steps.append(
                    (
                        Fraction(row.get(BOUND, 0), rate),
                        Fraction(row.get(SHIFT, 0), rate),
                        self.basic[place],
                        place,
                    )
                )
        return min(steps)[-1] if steps else None


def least(quotients: Sequence[tuple[int, int, int]]) -> int:
    """Return the index of the least of quotients (above, below, index), below > 0; of equal ones the first index."""
    above, below, index = quotients[0]
    for up, down, other in quotients:
        difference = up * below - above * down
        if difference < 0 or not difference and other < index:
            above, below, index = up, down, other
    return index


def scattered(index: int) -> int:
    """Return a number from 1 to 1024 without visible pattern, the same in every run."""
    mixed = (index + 1) * 0x9E3779B1 & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x85EBCA77 & 0xFFFFFFFF
    return 1 + (mixed ^ mixed >> 13) % 1024


def run(system: System, basis: Iterable[int] = ()) -> End:
    """Pivot from a proposed basis, or from the free variables, to an end. Terminates for every input.

    A pivot raises the value of the artificial cost, or later lowers the cost, so that no basis comes twice,
    except if it leaves it as it is. After PATIENCE such pivots in a row the first column that may be taken is
    taken, which cannot go on for ever (Bland), until there is progress again.
    """
    tableau = Tableau(system, set(basis) or system.free)
    place = tableau.make_feasible()
    stuck, falling = {}, None
    if place is None:
        falling = tableau.minimise()
    else:
        above = tableau.rows[place][BOUND] > 0
        stuck = {tableau.basic[place]: 1 if above else -1}
    return End((*tableau.basic, *tableau.settled), stuck, falling)


def ray(system: System, end: End) -> tuple[Fraction, ...] | None:
    """Return how the variables change with the falling column of an end while the rows stay solved."""
    if end.falling is None:
        return None
    column, sign = end.falling
    tight, kernel = core(system, set(end.basis))
    rates = [int(column == system.variables + i) - system.rows[i].get(column, 0) for i in tight]
    change = solve_square(kernel, [sign * rate for rate in rates])
    if change is None:
        return None
    change[column] = Fraction(sign)
    return tuple(change.get(j, Fraction(0)) for j in range(system.variables))
