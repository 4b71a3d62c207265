"""Programs with parameters: the pieces cover the region and are right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import pytest
from chance import chance

from onoff_symbolic.programs import exact as linear
from onoff_symbolic.errors import Undecidable
from onoff_symbolic.algebra.field import Element, Field, Point, Value
from onoff_symbolic.algebra.parametric import ParametricProgram, Row, Solution, left_inverse, solve, solve_square
from onoff_symbolic.algebra.region import Region

FIELD = Field(("a", "b"))
A = FIELD["a"]
B = FIELD["b"]
ZERO = FIELD.zero
ONE = FIELD.one
SQUARE = ("0 <= a <= 1", "0 <= b <= 1")


def program(cost: Sequence[Value], *rows: tuple[Sequence[Value], Value]) -> ParametricProgram:
    """minimise cost·x subject to coefficients·x = bound for each row, x ≥ 0."""
    return ParametricProgram(
        FIELD, tuple(f"x{j}" for j in range(len(cost))), tuple(map(FIELD, cost)),
        tuple(Row(f"row {i}", tuple((j, FIELD(e)) for j, e in enumerate(row) if not FIELD(e).is_zero), FIELD(bound))
              for i, (row, bound) in enumerate(rows)))


def region(*texts: str) -> Region:
    return Region.of(FIELD, *(texts or SQUARE))


def grid(size: int = 12) -> Iterator[Point]:
    for i in range(size + 1):
        for j in range(size + 1):
            yield {"a": Fraction(i, size), "b": Fraction(j, size)}


def agree(question: ParametricProgram, whole: Region, found: Sequence[Solution], points: Iterator[Point]) -> None:
    """At each point of the region some piece applies; value, point and multipliers of each that does are optimal."""
    for place in points:
        if not whole.holds(place):
            continue
        here = [solution for solution in found if solution.region.holds(place)]
        assert here, place
        numbers = question.at(place)
        answer = linear.solve(numbers)
        assert isinstance(answer, linear.Optimum)
        for solution in here:
            assert solution.value.at(place) == answer.value
            linear.check(numbers, linear.Optimum(
                answer.value, tuple(e.at(place) for e in solution.point),
                tuple(e.at(place) for e in solution.multipliers)))


def pieces(question: ParametricProgram, whole: Region) -> list[Solution]:
    """The solutions, which are right on a grid."""
    found = list(solve(question, whole))
    agree(question, whole, found, grid())
    return found


# -- pieces --------------------------------------------------------------------------------------------------


def test_one_piece_where_the_basis_stays_optimal() -> None:
    low = region("b <= a")
    solution, = solve(program([1, 1], ([1, -1], A - B)), low)
    assert (solution.value, solution.region) == (A - B, low)


@pytest.mark.slow
def test_two_absolute_values_need_two_splits() -> None:
    question = program([1, 1, 1, 1], ([1, -1, 0, 0], A - B), ([0, 0, 1, -1], A + B - 1))
    found = pieces(question, region())
    assert {solution.value for solution in found} == {2 * A - 1, 1 - 2 * B, 2 * B - 1, 1 - 2 * A}
    with pytest.raises(Undecidable, match="too many times"):
        list(solve(question, region(), 1))
    assert len(list(solve(question, region(), 2))) == 4


def test_a_degenerate_program_with_rows_that_repeat() -> None:
    """Both rows meet in the point (a, 0, 0), which several bases describe; the third row is their sum."""
    question = program([2, 1, 5], ([1, 1, 0], A), ([1, 0, 1], A), ([2, 1, 1], 2 * A))
    found = pieces(question, region())
    assert {solution.value for solution in found} == {2 * A}
    nothing = program([1, 1], ([1, -1], ZERO), ([2, -2], ZERO))
    solution, = pieces(nothing, region())
    assert solution.value.is_zero


@pytest.mark.slow
def test_a_degenerate_point_whose_multipliers_do_not_name_a_basis() -> None:
    """Both bounds are the same up to sign, so that one variable alone satisfies both rows."""
    gap = 1 + B - 2 * A
    question = program([3, 2, 3, 4, 4, 4, 4], ([1, -1, 2, 1, -1, 0, 0], gap), ([-1, 1, -1, 0, 0, 1, -1], -gap))
    assert {solution.value for solution in pieces(question, region())} == {3 * gap, -2 * gap}


def test_coefficients_and_costs_may_have_parameters_too() -> None:
    question = program([1, A + B], ([1 + A, 1], 1))
    found = pieces(question, region())
    assert {solution.value for solution in found} == {1 / (1 + A), A + B}


def test_a_region_with_an_equation_is_solved_on_the_equation() -> None:
    question = program([1, 1], ([1, -1], A - B))
    solution, = pieces(question, region("a = b", "0 <= a <= 1"))
    assert solution.value.is_zero
    assert question.at({"a": Fraction(1, 2), "b": Fraction(1, 3)}).constraints[0].bound == Fraction(1, 6)


def test_a_multiplier_without_a_value_splits_the_region() -> None:
    """a·x = a has the optimum x = 1, save at a = 0, where x = 0 is better; 1/a is the multiplier of the first."""
    question = program([1], ([A], A))
    found = pieces(question, region())
    assert [(str(s.region), str(s.value)) for s in found] == [
        ("a >= 0, a <= 1, b >= 0, b <= 1, a > 0", "1"), ("a = 0, b >= 0, b <= 1", "0")]


def _drawn(seed: int) -> ParametricProgram:
    """Bounds that are linear in a and b; a dear pair of variables for each row makes every bound possible."""
    rng = chance(seed)
    size = rng.randint(2, 4)
    height = rng.randint(1, 2)

    def number() -> int:
        return rng.randint(-2, 2)

    def element() -> Element:
        return number() + number() * A + number() * B

    rows = []
    for i in range(height):
        row = [FIELD(number()) if rng.random() < 0.9 else element() for _ in range(size)]
        pairs = [sign * int(i == k) for k in range(height) for sign in (1, -1)]
        rows.append(([*row, *pairs], element()))
    return program([*(rng.randint(0, 3) for _ in range(size)), *(2 * height * [4])], *rows)


@pytest.mark.slow
@pytest.mark.drawn
@pytest.mark.parametrize("seed", [*range(12), 17, 21, 112])
def test_random_programs_agree_with_their_numbers_everywhere(seed: int) -> None:
    question = _drawn(seed)
    found = list(solve(question, region()))
    agree(question, region(), found, grid(8))


# -- what is not decided -------------------------------------------------------------------------------------


@pytest.mark.parametrize("question, reason", [
    (program([1, 1], ([1, 1], -1 - A)), "no optimum at .*: no values satisfy its relations"),
    (program([-1, 0], ([1, -1], A)), "no optimum at .*: values get better without end"),
    (program([1], ([A], 1)), "no optimum at .*a = 0.*: no values satisfy its relations"),
    (program([1], ([1], (2 * A - 1) ** 2 + Fraction(1, 1000))), "no point"),
], ids=["infeasible", "unbounded", "infeasible at an end", "no certificate"])
def test_what_cannot_be_decided_is_said_to_be_so(question: ParametricProgram, reason: str) -> None:
    with pytest.raises(Undecidable, match=reason):
        list(solve(question, region()))


def test_an_even_power_is_no_place_to_split() -> None:
    """Optimal at a = b only, where the first point was taken: no half of the region is better."""
    with pytest.raises(Undecidable, match="could not be decided"):
        list(solve(program([1], ([1], -(A - B) ** 2)), region()))


# -- systems of equations ------------------------------------------------------------------------------------


def _product(rows: Sequence[Mapping[int, Element]], vector: Sequence[Element]) -> list[Element]:
    return [sum((e * vector[j] for j, e in row.items()), ZERO) for row in rows]


@pytest.mark.drawn
@pytest.mark.parametrize("seed", range(6))
def test_a_square_system_is_solved(seed: int) -> None:
    rng = chance(seed)
    size = rng.randint(1, 4)
    wanted = [rng.randint(-3, 3) + rng.randint(0, 2) * A for _ in range(size)]
    lower = [{j: (rng.randint(1, 3) + A if i == j else FIELD(rng.randint(-1, 1)) * B) for j in range(i + 1)}
             for i in range(size)]
    rng.shuffle(lower)
    assert solve_square(lower, _product(lower, wanted)) == dict(enumerate(wanted))


def test_a_singular_system_is_not_solved() -> None:
    with pytest.raises(Undecidable, match="singular"):
        solve_square([{0: A, 1: B}, {0: A * A, 1: A * B}], [ONE, A])
    with pytest.raises(Undecidable, match="singular"):
        solve_square([{0: ONE}, {}], [ONE, ZERO])


def test_a_left_inverse_singles_out_each_column() -> None:
    rows = [{0: A, 1: ONE}, {0: A * B, 1: B}, {1: 1 + B}, {0: ONE, 2: A}, {2: B}]
    inverse = left_inverse(rows, 3, FIELD)
    for column, weights in enumerate(inverse):
        assert len(weights) == len(rows)
        for other in range(3):
            total = sum((w * row.get(other, ZERO) for w, row in zip(weights, rows, strict=True)), ZERO)
            assert total == int(column == other)


def test_columns_that_depend_on_each_other_have_no_left_inverse() -> None:
    with pytest.raises(Undecidable, match="singular"):
        left_inverse([{0: A, 1: B}, {0: A * A, 1: A * B}, {0: 2 * A, 1: 2 * B}], 2, FIELD)
    with pytest.raises(Undecidable, match="singular"):
        left_inverse([{0: A}], 2, FIELD)
