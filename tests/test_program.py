"""Programs with parameters: the pieces cover the region and are right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest
from chance import chance

from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Element, Field, Point
from onoff_symbolic.algebra.parametric import ParametricProgram, Row, Solution, left_inverse, solve, solve_square
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.errors import Undecidable
from onoff_symbolic.programs import exact as linear

FIELD = Field(("a", "b"))
SQUARE = ("0 <= a <= 1", "0 <= b <= 1")


def element(text: str) -> Element:
    return parse(text).build(FIELD).element


def elements(text: str) -> tuple[Element, ...]:
    """Return the elements that are written one after the other."""
    return tuple(map(element, text.split()))


def program(cost: str, *rows: str) -> ParametricProgram:
    """Return: minimise cost·x subject to coefficients·x = bound for each row, x ≥ 0. A row: "1 -1 0 = a - b"."""
    made = []
    for number, text in enumerate(rows):
        coefficients, _, bound = text.partition(" = ")
        terms = tuple((j, each) for j, each in enumerate(elements(coefficients)) if not each.is_zero)
        made.append(Row(f"row {number}", terms, element(bound)))
    costs = elements(cost)
    return ParametricProgram(FIELD, tuple(f"x{j}" for j in range(len(costs))), costs, tuple(made))


def region(*texts: str) -> Region:
    return Region.of(FIELD, *(texts or SQUARE))


def grid(size: int) -> Iterator[Point]:
    for i in range(size + 1):
        for j in range(size + 1):
            yield {"a": Fraction(i, size), "b": Fraction(j, size)}


def pieces(question: ParametricProgram, whole: Region, size: int = 12) -> list[Solution]:
    """Return the solutions. At each point of a grid some piece applies; each that does is optimal there."""
    found = list(solve(question, whole))
    for place in filter(whole.holds, grid(size)):
        here = [solution for solution in found if solution.region.holds(place)]
        assert here, place
        numbers = question.at(place)
        answer = linear.solve(numbers)
        assert isinstance(answer, linear.Optimum)
        for solution in here:
            point = tuple(e.at(place) for e in solution.point)
            multipliers = tuple(e.at(place) for e in solution.multipliers)
            assert solution.value.at(place) == answer.value
            linear.check(numbers, linear.Optimum(answer.value, point, multipliers))
    return found


PIECES = {
    "the basis stays optimal": (program("1 1", "1 -1 = a - b"), ["b <= a"], "a-b"),
    "rows that meet in one point": (program("2 1 5", "1 1 0 = a", "1 0 1 = a", "2 1 1 = 2*a"), SQUARE, "2*a"),
    "rows that repeat": (program("1 1", "1 -1 = 0", "2 -2 = 0"), SQUARE, "0"),
    "one variable satisfies both rows": (
        program("3 2 3 4 4 4 4", "1 -1 2 1 -1 0 0 = 1 + b - 2*a", "-1 1 -1 0 0 1 -1 = 2*a - 1 - b"),
        SQUARE,
        "3*(1+b-2*a) -2*(1+b-2*a)",
    ),
    "parameters in rows and costs": (program("1 a+b", "1+a 1 = 1"), SQUARE, "1/(1+a) a+b"),
    "a region with an equation": (program("1 1", "1 -1 = a - b"), ["a = b", "0 <= a <= 1"], "0"),
    "a multiplier without a value at a = 0": (program("1", "a = a"), SQUARE, "1 0"),
}
"""A program, a region and the values of its pieces."""


class TestSolve:
    @pytest.mark.slow
    @pytest.mark.parametrize("name", PIECES)
    def test_finds_the_pieces(self, name: str) -> None:
        question, where, values = PIECES[name]
        assert {solution.value for solution in pieces(question, region(*where))} == {*elements(values)}

    @pytest.mark.slow
    def test_splits_for_two_absolute_values(self) -> None:
        question = program("1 1 1 1", "1 -1 0 0 = a - b", "0 0 1 -1 = a + b - 1")
        found = pieces(question, region())
        assert {solution.value for solution in found} == {*elements("2*a-1 1-2*b 2*b-1 1-2*a")}
        assert len(list(solve(question, region(), 2))) == 4
        with pytest.raises(Undecidable, match="too many times"):
            list(solve(question, region(), 1))

    @pytest.mark.slow
    @pytest.mark.drawn
    @pytest.mark.parametrize("seed", [*range(12), 17, 21, 112])
    def test_agrees_with_numbers_everywhere(self, seed: int) -> None:
        """Bounds are linear in a and b; a dear pair of variables for each row makes every bound possible."""
        rng = chance(seed)
        size = rng.randint(2, 4)
        height = rng.randint(1, 2)

        def linear_text() -> str:
            return "+".join(f"({rng.randint(-2, 2)}){factor}" for factor in ("", "*a", "*b"))

        rows = []
        for i in range(height):
            entries = [f"({rng.randint(-2, 2)})" if rng.random() < 0.9 else linear_text() for _ in range(size)]
            pairs = ["1 -1" if i == k else "0 0" for k in range(height)]
            rows.append(f"{' '.join([*entries, *pairs])} = {linear_text()}")
        costs = [str(rng.randint(0, 3)) for _ in range(size)]
        pieces(program(" ".join([*costs, *["4 4"] * height]), *rows), region(), 8)

    @pytest.mark.parametrize("question, reason", [
        (program("1 1", "1 1 = -1 - a"), "no optimum at .*: no values satisfy its relations"),
        (program("-1 0", "1 -1 = a"), "no optimum at .*: values get better without end"),
        (program("1", "a = 1"), "no optimum at .*a = 0.*: no values satisfy its relations"),
        (program("1", "1 = (2*a - 1)**2 + 1/1000"), "no point"),
        (program("1", "1 = -(a - b)**2"), "could not be decided"),
    ], ids=["infeasible", "unbounded", "infeasible at an end", "no certificate", "an even power is no place to split"])
    def test_says_what_cannot_be_decided(self, question: ParametricProgram, reason: str) -> None:
        with pytest.raises(Undecidable, match=reason):
            list(solve(question, region()))


# -- systems of equations ------------------------------------------------------------------------------------------


def system(*rows: str) -> list[dict[int, Element]]:
    return [{j: each for j, each in enumerate(elements(row)) if not each.is_zero} for row in rows]


def product(rows: Sequence[dict[int, Element]], vector: Sequence[Element]) -> list[Element]:
    return [sum((e * vector[j] for j, e in row.items()), FIELD.zero) for row in rows]


def test_a_square_system_is_solved() -> None:
    rows = system("b 2+a 0", "1+a 0 0", "1 -b 3")
    wanted = elements("a-3 2 b")
    assert solve_square(rows, product(rows, wanted)) == dict(enumerate(wanted))


@pytest.mark.parametrize("rows", [("a b", "a*a a*b"), ("1 0", "0 0")])
def test_a_singular_system_is_not_solved(rows: tuple[str, ...]) -> None:
    with pytest.raises(Undecidable, match="singular"):
        solve_square(system(*rows), elements("1 a"))


def test_a_left_inverse_singles_out_each_column() -> None:
    rows = system("a 1 0", "a*b b 0", "0 1+b 0", "1 0 a", "0 0 b")
    for column, weights in enumerate(left_inverse(rows, 3, FIELD)):
        columns = [{i: row[j] for i, row in enumerate(rows) if j in row} for j in range(3)]
        assert product(columns, weights) == [int(column == other) for other in range(3)]


@pytest.mark.parametrize("rows", [("a b", "a*a a*b", "2*a 2*b"), ("a",)])
def test_columns_that_depend_on_each_other_have_no_left_inverse(rows: tuple[str, ...]) -> None:
    with pytest.raises(Undecidable, match="singular"):
        left_inverse(system(*rows), 2, FIELD)
