"""Exact linear programming: the answers are right, and nothing wrong passes `check`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from run import python

from onoff_symbolic.programs import highs
from onoff_symbolic.programs import exact as linear
from onoff_symbolic.programs import simplex
from onoff_symbolic.errors import InputError, OnoffError
from onoff_symbolic.programs.exact import (
    Answer, Constraint, Infeasible, Optimum, Program, Unbounded, WrongAnswer, check, solve,
)

F = Fraction
HALF: Any = 0.5
NAME: Any = "x"
NEVER, ALWAYS = 10 ** 9, 0      # values of `linear.LARGE`: never ask the float solver, always ask it


def at_least(bound: Any, *coefficients: Any) -> Constraint:
    return Constraint.of(dict(enumerate(coefficients)), ">=", bound)


def equal(bound: Any, *coefficients: Any) -> Constraint:
    return Constraint.of(dict(enumerate(coefficients)), "=", bound)


def minimise(cost: tuple[Any, ...], *constraints: Constraint, free: tuple[int, ...] = ()) -> Program:
    return Program.of(len(cost), dict(enumerate(cost)), constraints, free)


@pytest.fixture(params=["exact pivots", "float proposal"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run the test with exact pivots only, and with a proposal by HiGHS however small the program is."""
    monkeypatch.setattr(linear, "LARGE", ALWAYS if request.param == "float proposal" else NEVER)
    return str(request.param)


def standard(program: Program) -> simplex.System:
    return simplex.standard(program.variables, program.cost, program.free,
                            [(c.coefficients, c.relation == "=", c.bound) for c in program.constraints])


def outcome(answer: Answer) -> Fraction | type[Infeasible] | type[Unbounded]:
    """What must be the same however it was found: an optimal point and its multipliers need not be."""
    return answer.value if isinstance(answer, Optimum) else type(answer)


def optimum(program: Program) -> Optimum:
    answer = solve(program)
    assert isinstance(answer, Optimum)
    check(program, answer)
    return answer


# Known programs


FACTORY = minimise((-3, -5), at_least(-4, -1), at_least(-12, 0, -2), at_least(-18, -3, -2))
IMPOSSIBLE = minimise((1, 1), at_least(3, 1, 1), at_least(-2, -1, -1))
BOTTOMLESS = minimise((-1, 0), at_least(1, 1, -1), equal(2, 0, 1))
BEALE = minimise((F(-3, 4), 150, F(-1, 50), 6), at_least(0, F(-1, 4), 60, F(1, 25), -9),
                 at_least(0, F(-1, 2), 90, F(1, 50), -3), at_least(-1, 0, 0, -1))


def klee_minty(n: int) -> Program:
    rows = [at_least(-5 ** (i + 1), *(-2 ** (i - j + 1) for j in range(i)), -1) for i in range(n)]
    return minimise(tuple(-2 ** (n - 1 - j) for j in range(n)), *rows)


def test_an_optimum_carries_its_point_and_multipliers(way: str) -> None:
    answer = optimum(FACTORY)
    assert answer == Optimum(F(-36), (F(2), F(6)), (F(0), F(3, 2), F(1)))


def test_equations_and_free_variables(way: str) -> None:
    program = minimise((1, 2, 0), equal(1, 1, 1, 1), equal(3, 1, -1), at_least(-5, 0, 0, 1), free=(1, 2))
    answer = optimum(program)
    assert answer.value == -6 and answer.point == (F(0), F(-3), F(4))


def test_infeasibility_is_proved(way: str) -> None:
    answer = solve(IMPOSSIBLE)
    assert isinstance(answer, Infeasible)
    check(IMPOSSIBLE, answer)


def test_unboundedness_comes_with_a_point_and_a_ray(way: str) -> None:
    answer = solve(BOTTOMLESS)
    assert isinstance(answer, Unbounded)
    check(BOTTOMLESS, answer)


def test_infeasible_is_said_even_where_the_cost_would_fall_for_ever(way: str) -> None:
    program = minimise((-1, 0, 0), at_least(0, 1), at_least(1, 0, 1, 1), at_least(0, 0, -1, -1))
    assert isinstance(solve(program), Infeasible)


def test_redundant_equations(way: str) -> None:
    rows = (equal(2, 1, 1), equal(4, 2, 2), equal(1, 1, -1), equal(3, 2, 0), equal(0))
    assert optimum(minimise((1, 5), *rows)).point == (F(3, 2), F(1, 2))
    assert isinstance(solve(minimise((-1, 0, -1), equal(2, 1, 1), equal(4, 2, 2))), Unbounded)


def test_contradictory_equations(way: str) -> None:
    assert isinstance(solve(minimise((1, 5), equal(2, 1, 1), equal(5, 2, 2))), Infeasible)
    assert isinstance(solve(minimise((1, 5), equal(-1))), Infeasible)
    assert isinstance(solve(minimise((1, 5), equal(1))), Infeasible)
    assert isinstance(solve(minimise((0, 0), equal(2, 1, 1), equal(5, 1, 1), free=(0, 1))), Infeasible)


def test_programs_with_next_to_nothing_in_them(way: str) -> None:
    assert optimum(minimise(())) == Optimum(F(0), (), ())
    assert optimum(minimise((1, 0), at_least(-1))).value == 0
    assert isinstance(solve(minimise((), at_least(1))), Infeasible)
    assert isinstance(solve(minimise((-1, 0))), Unbounded)
    assert isinstance(solve(minimise((1, 0), free=(0,))), Unbounded)
    assert isinstance(solve(minimise((1, -1), equal(0, 1, -1, 0), free=(0, 1))), Optimum)
    assert isinstance(solve(minimise((1, 1), equal(0, 1, -1, 0), free=(0, 1))), Unbounded)


def test_degenerate_programs(way: str) -> None:
    assert optimum(BEALE).value == F(-1, 20)
    assert optimum(klee_minty(6)).value == -5 ** 6


def pivots_without_shift(program: Program, basis: tuple[int, ...], careful: bool, limit: int) -> int:
    """How many pivots from a feasible basis to an optimum, or the limit if they go on."""
    tableau = simplex.Tableau(standard(program), basis)
    for count in range(limit):
        column = tableau.entering(careful)
        if column is None:
            return count
        place = tableau.leaving(column, 1)
        assert place is not None
        tableau.pivot(place, column)
    return limit


def test_steepest_pivots_cycle_where_careful_ones_do_not() -> None:
    cycling = minimise((-10, 57, 9, 24, 0, 0, 0), equal(0, F(1, 2), F(-11, 2), F(-5, 2), 9, 1),
                       equal(0, F(1, 2), F(-3, 2), F(-1, 2), 1, 0, 1), equal(1, 1, 0, 0, 0, 0, 0, 1))
    assert pivots_without_shift(cycling, (4, 5, 6), careful=False, limit=100) == 100
    assert pivots_without_shift(cycling, (4, 5, 6), careful=True, limit=100) < 20
    assert optimum(cycling).value == -1


@pytest.mark.parametrize("program", [FACTORY, IMPOSSIBLE, BOTTOMLESS, BEALE, klee_minty(4)])
def test_careful_pivots_come_to_every_end(monkeypatch: pytest.MonkeyPatch, program: Program) -> None:
    usual = outcome(solve(program))
    monkeypatch.setattr(simplex, "PATIENCE", -1)
    monkeypatch.setattr(simplex, "scattered", lambda index: 1)
    assert outcome(solve(program)) == usual


# Numbers that floats cannot tell apart


UGLY = F(10 ** 30 + 57, 10 ** 30 + 91)
TINY = F(1, 10 ** 30)


def test_thirty_digit_denominators(way: str) -> None:
    program = minimise((UGLY, 1), at_least(UGLY, 1, UGLY ** 2), equal(F(1, 3) + TINY, 1, -UGLY))
    y = (UGLY - F(1, 3) - TINY) / (UGLY + UGLY ** 2)
    x = F(1, 3) + TINY + UGLY * y
    assert optimum(program).point == (x, y)


def test_infeasible_by_a_hair(way: str) -> None:
    assert isinstance(solve(minimise((1, 1), at_least(1, 1, 1), at_least(-1 + TINY, -1, -1))), Infeasible)
    assert isinstance(solve(minimise((1, 1), at_least(1, 1, 1), at_least(-1, -1, -1))), Optimum)


def test_the_better_vertex_by_a_hair(way: str) -> None:
    assert optimum(minimise((1, 1 + TINY), equal(1, 1, 1))).point == (F(1), F(0))
    assert optimum(minimise((1, 1 - TINY), equal(1, 1, 1))).point == (F(0), F(1))


def test_unbounded_by_a_hair(way: str) -> None:
    assert isinstance(solve(minimise((-1, 1 - TINY), at_least(0, -1, 1), at_least(1, 1, 1))), Unbounded)
    assert isinstance(solve(minimise((-1, 1 + TINY), at_least(0, -1, 1), at_least(1, 1, 1))), Optimum)


def test_nearly_dependent_rows(way: str) -> None:
    program = minimise((0, 0, 1), equal(1, 1, 1, 1), equal(1 + TINY, 1, 1 + TINY, 1 + 3 * TINY))
    assert optimum(program).point == (F(0), F(1), F(0))


def test_numbers_beyond_the_range_of_floats(way: str) -> None:
    huge = 10 ** 400
    assert optimum(minimise((1, F(1, huge)), at_least(huge, 1, F(1, huge)))).value == huge


# Random programs against enumeration of all vertices


def gauss(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """The solution of square rows with their right-hand sides in the last place; None if singular."""
    n = len(rows)
    rows = [list(row) for row in rows]
    for c in range(n):
        pivot = next((r for r in range(c, n) if rows[r][c]), None)
        if pivot is None:
            return None
        rows[c], rows[pivot] = rows[pivot], rows[c]
        for r in range(n):
            if r != c and rows[r][c]:
                factor = rows[r][c] / rows[c][c]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[c])]
    return [rows[r][n] / rows[r][r] for r in range(n)]


Dense = tuple[list[Fraction], list[tuple[list[Fraction], str, Fraction]]]


def split(program: Program) -> Dense:
    """The program with every free variable as a difference of two, as dense rows."""
    def spread(terms: linear.Terms) -> list[Fraction]:
        row = dict(terms)
        plus = [row.get(j, F(0)) for j in range(program.variables)]
        return plus + [-plus[j] for j in sorted(program.free)]
    return spread(program.cost), [(spread(c.coefficients), c.relation, c.bound) for c in program.constraints]


def vertices(n: int, rows: list[tuple[list[Fraction], str, Fraction]]) -> list[list[Fraction]]:
    """All vertices of {x >= 0, rows}: the feasible among the intersections of n boundaries."""
    unit = [([F(i == j) for i in range(n)], ">=", F(0)) for j in range(n)]
    found = []
    for tight in combinations(rows + unit, n):
        point = gauss([[*row, bound] for row, _, bound in tight])
        if point is not None and all(
                value == bound if relation == "=" else value >= bound
                for row, relation, bound in rows + unit
                for value in [sum((a * x for a, x in zip(row, point)), F(0))]):
            found.append(point)
    return found


def by_enumeration(program: Program) -> Fraction | type[Infeasible] | type[Unbounded]:
    cost, rows = split(program)
    points = vertices(len(cost), rows)
    if not points:
        return Infeasible
    cone = [(row, relation, F(0)) for row, relation, _ in rows] + [([F(1)] * len(cost), "=", F(1))]
    if any(sum(c * x for c, x in zip(cost, ray)) < 0 for ray in vertices(len(cost), cone)):
        return Unbounded
    return min(sum((c * x for c, x in zip(cost, point)), F(0)) for point in points)


NUMBERS = st.one_of(st.sampled_from([F(0), F(1), F(-1)]), st.fractions(-3, 3, max_denominator=4))


@st.composite
def programs(draw: st.DrawFn) -> Program:
    n = draw(st.integers(1, 3))
    vectors = st.lists(NUMBERS, min_size=n, max_size=n).map(lambda vector: dict(enumerate(vector)))
    relations = st.sampled_from(["=", ">="])
    rows = draw(st.lists(st.builds(Constraint.of, vectors, relations, NUMBERS), max_size=4))
    return Program.of(n, draw(vectors), rows, draw(st.sets(st.integers(0, n - 1), max_size=1)))


@pytest.mark.slow
@settings(max_examples=100)
@given(programs())
def test_random_programs_agree_with_the_enumeration_of_vertices(program: Program) -> None:
    answer = solve(program)
    check(program, answer)
    assert outcome(answer) == by_enumeration(program)


@pytest.mark.slow
@settings(max_examples=60)
@given(programs())
def test_every_way_comes_to_the_same_outcome(program: Program) -> None:
    usual = outcome(solve(program))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear, "LARGE", ALWAYS)
        assert outcome(solve(program)) == usual
        patch.setattr(highs, "propose", lambda system: highs.Proposal(tuple(range(len(system.rows))), False))
        assert outcome(solve(program)) == usual
        patch.setattr(linear, "LARGE", NEVER)
        patch.setattr(simplex, "PATIENCE", -1)
        patch.setattr(simplex, "scattered", lambda index: 1)
        assert outcome(solve(program)) == usual


# What `check` refuses


def refusal(program: Program, answer: object) -> str:
    with pytest.raises(WrongAnswer) as caught:
        check(program, answer)  # type: ignore[arg-type]
    assert isinstance(caught.value, OnoffError) and "\n" not in str(caught.value)
    return str(caught.value)


GOOD = Optimum(F(-36), (F(2), F(6)), (F(0), F(3, 2), F(1)))


def test_check_accepts_a_right_optimum() -> None:
    check(FACTORY, GOOD)


@pytest.mark.parametrize("change, reason", [
    ({"point": (F(2), F(7))}, "the point violates constraint 1"),
    ({"point": (F(-1), F(6))}, "variable 0 of the point is negative"),
    ({"point": (F(2), F(6), F(0))}, "the point: expected 2 numbers, found 3"),
    ({"point": (2.0, F(6))}, "the point: not every number is exact"),
    ({"point": (F(0), F(0))}, "the value is not the cost of the point"),
    ({"value": F(-37)}, "the value is not the cost of the point"),
    ({"value": -36.0}, "the value: not every number is exact"),
    ({"value": F(-27), "point": (F(4), F(3))}, "the multipliers do not prove the value"),
    ({"multipliers": (F(0), F(5, 2), F(1))}, "the multipliers do not prove the value"),
    ({"multipliers": (F(0), F(3, 2), F(1, 2))}, "the multipliers do not respect variable 0"),
    ({"multipliers": (F(-3), F(1, 2), F(2))}, "the multiplier of inequality 0 is negative"),
    ({"multipliers": (F(3, 2), F(1))}, "the multipliers: expected 3 numbers, found 2"),
    ({"multipliers": (False, F(3, 2), F(1))}, "the multipliers: not every number is exact"),
])
def test_check_refuses_a_wrong_optimum(change: dict[str, object], reason: str) -> None:
    assert refusal(FACTORY, replace(GOOD, **change)) == reason  # type: ignore[arg-type]


ON_A_LINE = minimise((1, 1), equal(1, 1, 1))
FREE = minimise((1, 0), at_least(0, 1, 1), free=(0,))
FREE_IMPOSSIBLE = minimise((0,), at_least(1, -1), free=(0,))
RAY = Unbounded((F(3), F(2)), (F(1), F(0)))
WRONG_ANSWERS = {
    "above an equation": (ON_A_LINE, Optimum(F(2), (F(2), F(0)), (F(1),)), "the point violates constraint 0"),
    "below an equation": (ON_A_LINE, Optimum(F(0), (F(0), F(0)), (F(1),)), "the point violates constraint 0"),
    "a free variable that costs": (
        FREE, Optimum(F(0), (F(0), F(0)), (F(0),)), "the multipliers do not respect variable 0"),
    "no multipliers": (IMPOSSIBLE, Infeasible((F(0), F(0))), "the multipliers do not prove a contradiction"),
    "one multiplier": (IMPOSSIBLE, Infeasible((F(0), F(1))), "the multipliers do not prove a contradiction"),
    "the other one": (IMPOSSIBLE, Infeasible((F(1), F(0))), "the multipliers do not respect variable 0"),
    "negative ones": (IMPOSSIBLE, Infeasible((F(-1), F(-2))), "the multiplier of inequality 0 is negative"),
    "too few": (IMPOSSIBLE, Infeasible((F(1),)), "the multipliers: expected 2 numbers, found 1"),
    "a free variable that gains": (FREE_IMPOSSIBLE, Infeasible((F(1),)), "the multipliers do not respect variable 0"),
    "a ray from nowhere": (BOTTOMLESS, replace(RAY, point=(F(2), F(2))), "the point violates constraint 0"),
    "a ray that is none": (BOTTOMLESS, replace(RAY, ray=(F(0), F(0))), "the ray does not lower the cost"),
    "a ray that leaves": (BOTTOMLESS, replace(RAY, ray=(F(1), F(1))), "the ray violates constraint 1"),
    "a negative ray": (BOTTOMLESS, replace(RAY, ray=(F(-1), F(0))), "variable 0 of the ray is negative"),
    "a float in a ray": (BOTTOMLESS, replace(RAY, ray=(HALF, F(0))), "the ray: not every number is exact"),
    "a ray where all is bounded": (FACTORY, Unbounded((F(0), F(0)), (F(1), F(1))), "the ray violates constraint 0"),
    "nothing": (FACTORY, None, "not an answer to a linear program"),
}


@pytest.mark.parametrize("name", WRONG_ANSWERS)
def test_check_refuses(name: str) -> None:
    program, answer, reason = WRONG_ANSWERS[name]
    assert refusal(program, answer) == reason


@pytest.mark.parametrize("program, answer", [
    (ON_A_LINE, Optimum(F(1), (F(1), F(0)), (F(1),))), (BOTTOMLESS, RAY), (IMPOSSIBLE, Infeasible((F(5), F(5)))),
    (replace(FREE, free=frozenset()), Optimum(F(0), (F(0), F(0)), (F(0),))),
    (replace(FREE_IMPOSSIBLE, free=frozenset()), Infeasible((F(1),)))])
def test_check_accepts(program: Program, answer: Answer) -> None:
    check(program, answer)


def test_solve_returns_nothing_that_check_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = simplex.Vertex(True, (F(0), F(0)), (F(0), F(0), F(0)))
    monkeypatch.setattr(simplex, "vertex", lambda *_: wrong)
    with pytest.raises(WrongAnswer):
        solve(FACTORY)
    monkeypatch.setattr(simplex, "vertex", lambda *_: None)
    with pytest.raises(WrongAnswer):
        solve(FACTORY)


# A float solver that lies, fails, or is not there


LIES = [(), (0,), (0, 1, 2, 3), (0, 0, 1), (0, 1, 99), (-1, -2, -3), (2, 3, 4), (0, 1, 2), (1, 3, 4)]
DEPENDENT = minimise((1, 2), equal(1, 1, 1), equal(2, 2, 2), equal(0, 1))


@pytest.mark.parametrize("unbounded", [False, True])
@pytest.mark.parametrize("basis", LIES)
def test_a_lying_proposal_does_not_change_the_outcome(
        monkeypatch: pytest.MonkeyPatch, basis: tuple[int, ...], unbounded: bool) -> None:
    programs = (FACTORY, IMPOSSIBLE, BOTTOMLESS, BEALE, DEPENDENT)
    usual = [outcome(solve(program)) for program in programs]
    monkeypatch.setattr(linear, "LARGE", ALWAYS)
    monkeypatch.setattr(highs, "propose", lambda system: highs.Proposal(basis, unbounded))
    assert [outcome(solve(program)) for program in programs] == usual


def test_pivots_go_on_from_a_proposed_basis() -> None:
    system = standard(FACTORY)
    end = simplex.run(system, (0, 1, 3))
    assert sorted(end.basis) == [0, 1, 2]
    found = simplex.vertex(system, end.basis)
    assert found is not None and found.point == GOOD.point and found.multipliers == GOOD.multipliers


def test_an_answer_is_tried_first_where_another_began() -> None:
    found = optimum(FACTORY)
    assert solve(replace(FACTORY, cost=((0, F(-3)), (1, F(-4)))), found.basis) == Optimum(F(-30), GOOD.point, (0, 1, 1))
    assert solve(BEALE, (0, 1, 99)) == solve(BEALE), "a basis that is none does no harm"


def test_no_vertex_without_a_basis() -> None:
    system = standard(minimise((0, 0), equal(1, 1, 1), equal(2, 2, 2)))
    assert simplex.vertex(system, (0, 1)) is None
    assert simplex.vertex(system, (0,)) is None
    assert simplex.vertex(system, (0, 4)) is None
    assert simplex.vertex(system, (0, -1)) is None
    assert simplex.vertex(system, (0, 3)) is not None


def test_square_systems() -> None:
    assert simplex.solve_square([{0: 2, 1: 1}, {0: 1, 1: 1}], [3, 1]) == {0: F(2), 1: F(-1)}
    assert simplex.solve_square([{0: 2, 1: 2}, {0: 1, 1: 1}], [2, 1]) is None
    assert simplex.solve_square([{0: 2, 1: 2}], [2]) is None
    assert simplex.solve_square([], []) == {}


def test_highs_proposes_the_optimal_basis_silently(capfd: pytest.CaptureFixture[str]) -> None:
    for program, expected in ((FACTORY, Optimum), (IMPOSSIBLE, Infeasible)):
        system = standard(program)
        proposal = highs.propose(system)
        assert proposal is not None and not proposal.unbounded
        vertex = simplex.vertex(system, proposal.basis)
        assert vertex is not None and vertex.feasible == (expected is Optimum)
    assert capfd.readouterr() == ("", "")


def test_without_highspy_exact_pivots_do_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    monkeypatch.setattr(linear, "LARGE", ALWAYS)
    assert highs.propose(standard(FACTORY)) is None
    assert optimum(FACTORY) == GOOD
    assert isinstance(solve(IMPOSSIBLE), Infeasible)
    assert isinstance(solve(BOTTOMLESS), Unbounded)


def test_whatever_highspy_raises_is_no_proposal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", type(sys)("highspy"))
    monkeypatch.setattr(linear, "LARGE", ALWAYS)
    assert optimum(FACTORY) == GOOD


def test_small_programs_import_no_solver() -> None:
    code = ("import sys\n"
            "from onoff_symbolic.programs.exact import Constraint, Program, solve\n"
            "solve(Program.of(1, {0: 1}, [Constraint.of({0: 2}, '>=', 3)]))\n"
            "print({'highspy', 'numpy', 'sympy'} & set(sys.modules))\n")
    assert python(code) == "set()\n"


# What a program refuses


NUMBER = " where an integer or a Fraction is expected"
OF_TWO = ", but there are 2 variables"
AT_LEAST = at_least(0, 0, 0, 1)


@pytest.mark.parametrize("make, reason", [
    (lambda: Program.of(2, {2: 1}, ()), "the cost has the index 2" + OF_TWO),
    (lambda: Program.of(2, {-1: 1}, ()), "the cost has the index -1" + OF_TWO),
    (lambda: Program.of(2, {}, (AT_LEAST,)), "constraint 0 has the index 2" + OF_TWO),
    (lambda: Program.of(2, {}, (), {2}), "the set of free variables has the index 2" + OF_TWO),
    (lambda: Constraint.of({}, "<"), "a constraint has the relation '<', not '=' or '>='"),
    (lambda: Constraint.of({0: HALF}, "="), "a constraint has a float" + NUMBER),
    (lambda: Constraint.of({0: True}, "="), "a constraint has a bool" + NUMBER),
    (lambda: Constraint.of({0: NAME}, "="), "a constraint has a str" + NUMBER),
    (lambda: Constraint.of({0: 1}, "=", HALF), "the bound of a constraint has a float" + NUMBER),
    (lambda: Constraint.of({NAME: 1}, "="),
     "a constraint has a str where the index of a variable is expected"),
    (lambda: Program.of(1, {0: HALF}, []), "the cost has a float" + NUMBER),
])
def test_bad_programs_are_refused(make: object, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        make()  # type: ignore[operator]
    assert str(caught.value) == reason


def test_mappings_are_sorted_and_lose_their_zeros() -> None:
    expected = Constraint(((0, F(1, 2)), (2, F(1))), ">=", F(3))
    assert Constraint.of({2: 1, 0: F(1, 2), 1: 0}, ">=", 3) == expected


def test_an_interruption_behind_another_error_is_one() -> None:
    """A compiled module that is interrupted while it is imported raises an ImportError."""
    failed = ImportError("initialization failed")
    assert not highs.interrupted(failed)
    failed.__cause__ = KeyboardInterrupt()
    assert highs.interrupted(failed) and highs.interrupted(KeyboardInterrupt())


QUESTIONS: dict[str, Callable[[], object]] = {
    "a proposal": lambda: highs.propose(standard(FACTORY)),
    "a hint": lambda: highs.hint(1, {0: 1}, [{0: 1}], 0),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_interruption_of_the_solver_is_passed_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as reason:
            raise ImportError("initialization failed") from reason

    monkeypatch.setattr(highs, "_run", stopped)
    with pytest.raises(KeyboardInterrupt):
        QUESTIONS[name]()
