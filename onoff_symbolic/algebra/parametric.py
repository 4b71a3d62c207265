"""Linear programs whose data are elements of a field, solved on a region of the parameters.

    minimise cost·x  subject to  row·x = bound for every row,  x ≥ 0

At one point of the region the program is solved exactly; the basis found there is solved again with the parameters
left in. Where the signs of the point and of the reduced costs hold on the whole region, the basis is optimal
throughout; where one of them changes, or a denominator vanishes, the region is split along it. A solution carries
the optimal point and one multiplier for each row; what comes of them is for the checker to see.

    solve           the program on parts of a region
    parts           any answers, on parts of a region that is split where a sign changes
    sign_change     where it has to be split
    solve_square    regular systems of equations
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from ..programs import exact as linear
from ..errors import Undecidable
from .echelon import FRACTIONS, Echelon, Elements
from .field import Element, Field, Point
from .region import Hypothesis, Region
from .sign import prove

MAX_SPLITS = 6

Answer = TypeVar("Answer")
Terms = tuple[tuple[int, Element], ...]


@dataclass(frozen=True)
class Row:
    label: str
    terms: Terms
    bound: Element


@dataclass(frozen=True)
class ParametricProgram:
    """`variables` are the names of the coordinates of x."""

    field: Field
    variables: tuple[str, ...]
    cost: tuple[Element, ...]
    rows: tuple[Row, ...]

    def at(self, point: Point) -> linear.Program:
        """Return the program with numbers in it."""
        constraints = [
            linear.Constraint.of({j: e.at(point) for j, e in row.terms}, "=", row.bound.at(point))
            for row in self.rows
        ]
        cost = {j: e.at(point) for j, e in enumerate(self.cost)}
        return linear.Program.of(len(self.variables), cost, constraints)

    def on(self, region: Region) -> ParametricProgram:
        """Return the program as it is on a region."""
        rows = tuple(
            Row(
                row.label,
                tuple((j, region.reduce(e)) for j, e in row.terms),
                region.reduce(row.bound),
            )
            for row in self.rows
        )
        return ParametricProgram(
            self.field, self.variables, tuple(region.reduce(c) for c in self.cost), rows
        )

    def reduced_costs(self, multipliers: Sequence[Element]) -> list[Element]:
        """Return cost - Σ multiplier · row, for each variable."""
        found = list(self.cost)
        for row, multiplier in zip(self.rows, multipliers, strict=True):
            for j, coefficient in row.terms:
                found[j] = found[j] - multiplier * coefficient
        return found

    def price(self, point: Sequence[Element]) -> Element:
        """Return what a point costs."""
        return sum((c * x for c, x in zip(self.cost, point, strict=True)), self.field.zero)


@dataclass(frozen=True)
class Solution:
    """The optimum on a region: its value, an optimal point, and multipliers that no point can undercut.

    It is one where the margins, which are the point and the reduced costs, are at least 0."""

    region: Region
    value: Element
    point: tuple[Element, ...]
    multipliers: tuple[Element, ...]
    margins: tuple[Element, ...] = ()

    def turns(self, region: Region) -> tuple[Hypothesis, ...]:
        """Return nothing where the basis is optimal throughout a region; else what holds on each part of it."""
        for element in (*self.point, *self.multipliers):
            for factor in element.denominator.factors():
                if not prove(factor, "!=", region):
                    return (
                        Hypothesis(factor, ">"),
                        Hypothesis(factor, "=="),
                        Hypothesis(-factor, ">"),
                    )
        turns = sign_change(self.margins, region)
        if turns is None:
            raise Undecidable(
                "the sign of a coordinate or a reduced cost could not be decided on the region"
            )
        return turns


@dataclass(frozen=True)
class Part(Generic[Answer]):
    """An answer on a part of a region. All of `path` holds there: one hypothesis for each time that the region was
    split. Where `turns` are left, it would have to be split further."""

    region: Region
    answer: Answer
    path: tuple[Hypothesis, ...] = ()
    turns: tuple[Hypothesis, ...] = ()


def parts(
    region: Region,
    ask: Callable[[Region], Answer | None],
    turns: Callable[[Answer, Region], tuple[Hypothesis, ...]],
    splits: int = MAX_SPLITS,
    path: tuple[Hypothesis, ...] = (),
) -> Iterator[Part[Answer]]:
    """Yield answers on parts that together are the region, but for parts that are empty or have no answer.

    `turns` says what holds on each part that a region has to be split into; nothing where the answer is good on all of
    the region."""
    answer = ask(region)
    if answer is None:
        return
    open_turns = turns(answer, region)
    if not open_turns or splits == 0:
        yield Part(region, answer, path, open_turns)
        return
    for hypothesis in open_turns:
        part = region.assume(hypothesis).simplified()
        if part is not None:
            yield from parts(part, ask, turns, splits - 1, (*path, hypothesis))


def sign_change(elements: Iterable[Element], region: Region) -> tuple[Hypothesis, ...] | None:
    """Return what holds on each of two parts, between which one of the elements turns its sign.

    Nothing where all are at least 0 wherever they have a value; None where a sign is not known and does not turn.
    """
    for element in elements:
        here = region.reduce(element)
        if prove(here.numerator * here.denominator, ">=", region):
            continue
        for factor, exponent in here.factored().powers.items():
            if (
                exponent % 2
                and not prove(factor, ">=", region)
                and not prove(-factor, ">=", region)
            ):
                return Hypothesis(factor, ">="), Hypothesis(-factor, ">")
        return None
    return ()


def solve(
    program: ParametricProgram, region: Region, splits: int = MAX_SPLITS
) -> Iterator[Solution]:
    """Yield optimal solutions on parts that together are the region."""
    for part in parts(
        region, lambda part: _from_basis(program.on(part), part), Solution.turns, splits
    ):
        if part.turns:
            raise Undecidable("the region would have to be split too many times")
        yield part.answer


def _from_basis(program: ParametricProgram, region: Region) -> Solution:
    """Return the basis that is optimal at one point of the region, with the parameters left in."""
    sample = region.interior()
    if sample is None:
        raise Undecidable("no point of the region was found")
    numbers = program.at(sample)
    answer = linear.solve(numbers)
    if not isinstance(answer, linear.Optimum):
        place = ", ".join(f"{name} = {sample[name]}" for name in program.field.names)
        raise Undecidable(
            f"the program has no optimum at a point of the region, {place}: {linear.lack(answer)}"
        )
    columns, rows = _basis(numbers, answer)
    terms = {r: dict(program.rows[r].terms) for r in rows}
    basic = solve_square(
        [{j: terms[r][j] for j in columns if j in terms[r]} for r in rows],
        [program.rows[r].bound for r in rows],
    )
    prices = solve_square(
        [{r: terms[r][j] for r in rows if j in terms[r]} for j in columns],
        [program.cost[j] for j in columns],
    )
    zero = program.field.zero
    point = tuple(basic.get(j, zero) for j in range(len(program.variables)))
    multipliers = tuple(prices.get(r, zero) for r in range(len(program.rows)))
    margins = (*point, *program.reduced_costs(multipliers))
    return Solution(region, program.price(point), point, multipliers, margins)


def _basis(numbers: linear.Program, answer: linear.Optimum) -> tuple[list[int], list[int]]:
    """Return columns that form a basis at which the point is optimal, and rows in which it is regular.

    Where the point is degenerate, its multipliers may leave too few reduced costs at zero. Then they are moved, with
    those that are zero in the basis so far kept there, until the next one is; what they prove stays the same.
    """
    spare = [*map(Fraction, linear.reduced_costs(numbers, numbers.cost, answer.multipliers))]
    order = sorted(range(numbers.variables), key=lambda j: (answer.point[j] == 0, j))
    columns: dict[int, dict[int, Fraction]] = {j: {} for j in order}
    for i, constraint in enumerate(numbers.constraints):
        for j, coefficient in constraint.coefficients:
            columns[j][i] = Fraction(coefficient)
    chosen: list[int] = []
    space = Echelon(FRACTIONS, lambda row, value: row)
    while True:
        left = {j: space.remainder(columns[j]) for j in order if j not in chosen}
        left = {j: column for j, column in left.items() if column}
        if not left:
            return chosen, list(space.rows)
        entering = next((j for j in left if not spare[j]), None)
        if entering is None:
            _move(spare, left)
        else:
            space.add(columns[entering])
            chosen.append(entering)


def _move(spare: list[Fraction], columns: Mapping[int, Mapping[int, Fraction]]) -> None:
    """Change one multiplier until the reduced cost of one of the columns is zero."""
    row = min(next(iter(columns.values())))
    slopes = {j: column[row] for j, column in columns.items() if row in column}
    steps = [spare[j] / slope for j, slope in slopes.items() if slope > 0]
    step = min(steps) if steps else max(spare[j] / slope for j, slope in slopes.items())
    for j, slope in slopes.items():
        spare[j] -= step * slope


BOUND = -1
"""The coordinate of a vector that is the right side of its equation."""


def solve_square(
    rows: Sequence[Mapping[int, Element]], bounds: Sequence[Element]
) -> dict[int, Element]:
    """Return the solution of a regular system."""
    if not rows:
        return {}
    numbers = Elements(bounds[0].field)
    space = Echelon(numbers, lambda key, value: None if key == BOUND else (value.size, key))
    for row, bound in sorted(zip(rows, bounds, strict=True), key=lambda pair: len(pair[0])):
        if space.add({**row, BOUND: bound}) is None:
            raise Undecidable("a basis is singular")
    return {column: row.get(BOUND, numbers.zero) for column, row in space.rows.items()}


def left_inverse(
    rows: Sequence[Mapping[int, Element]], columns: int, field: Field
) -> list[list[Element]]:
    """Return for each column a combination of the rows that is 1 there and 0 in the other columns."""
    space = Echelon(Elements(field), lambda key, value: key)
    chosen = [i for i, row in enumerate(rows) if space.add(row) is not None]
    equations = [{i: rows[i][c] for i in chosen if c in rows[i]} for c in range(columns)]
    found = []
    for c in range(columns):
        weights = solve_square(equations, [field(int(c == k)) for k in range(columns)])
        found.append([weights.get(i, field.zero) for i in range(len(rows))])
    return found
