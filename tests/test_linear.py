"""Exact linear programming: the answers are right, and nothing wrong passes `check`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from onoff_symbolic.errors import InputError
from onoff_symbolic.programs import exact as linear
from onoff_symbolic.programs import highs, simplex
from onoff_symbolic.programs.exact import (
    Answer,
    Constraint,
    Infeasible,
    Optimum,
    Program,
    Unbounded,
    WrongAnswer,
    check,
    solve,
)
from onoff_symbolic.programs.whole import Cheapest, cheapest

F = Fraction
NEVER, ALWAYS = 10**9, 0  # values of `linear.LARGE`: never ask the float solver, always ask it
Outcome = Fraction | type[Infeasible] | type[Unbounded]


def at_least(bound: Any, *coefficients: Any) -> Constraint:
    return Constraint.of(dict(enumerate(coefficients)), ">=", bound)


def equal(bound: Any, *coefficients: Any) -> Constraint:
    return Constraint.of(dict(enumerate(coefficients)), "=", bound)


def minimise(cost: tuple[Any, ...], *constraints: Constraint, free: tuple[int, ...] = ()) -> Program:
    return Program.of(len(cost), dict(enumerate(cost)), constraints, free)


FACTORY = minimise((-3, -5), at_least(-4, -1), at_least(-12, 0, -2), at_least(-18, -3, -2))
GOOD = Optimum(F(-36), (F(2), F(6)), (F(0), F(3, 2), F(1)))
IMPOSSIBLE = minimise((1, 1), at_least(3, 1, 1), at_least(-2, -1, -1))
BOTTOMLESS = minimise((-1, 0), at_least(1, 1, -1), equal(2, 0, 1))
BEALE = minimise(
    (F(-3, 4), 150, F(-1, 50), 6),
    at_least(0, F(-1, 4), 60, F(1, 25), -9),
    at_least(0, F(-1, 2), 90, F(1, 50), -3),
    at_least(-1, 0, 0, -1),
)


def klee_minty(n: int) -> Program:
    rows = [at_least(-(5 ** (i + 1)), *(-(2 ** (i - j + 1)) for j in range(i)), -1) for i in range(n)]
    return minimise(tuple(-(2 ** (n - 1 - j)) for j in range(n)), *rows)


@pytest.fixture(params=["exact pivots", "float proposal"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the test with exact pivots only, and with a proposal by HiGHS however small the program is."""
    monkeypatch.setattr(linear, "LARGE", ALWAYS if request.param == "float proposal" else NEVER)


def outcome(program: Program) -> Outcome:
    """Return what must be the same however it was found: an optimal point and its multipliers need not be."""
    answer = solve(program)
    check(program, answer)
    return answer.value if isinstance(answer, Optimum) else type(answer)


def optimum(program: Program) -> Optimum:
    answer = solve(program)
    assert isinstance(answer, Optimum)
    return answer


TINY = F(1, 10**30)
HUGE = 10**400
PROGRAMS: dict[str, tuple[Program, Outcome]] = {
    "a factory": (FACTORY, F(-36)),
    "no point": (IMPOSSIBLE, Infeasible),
    "no end": (BOTTOMLESS, Unbounded),
    "Beale's cycle": (BEALE, F(-1, 20)),
    "Klee and Minty's cube": (klee_minty(6), F(-(5**6))),
    "equations and free variables": (
        minimise((1, 2, 0), equal(1, 1, 1, 1), equal(3, 1, -1), at_least(-5, 0, 0, 1), free=(1, 2)),
        F(-6),
    ),
    "no point, though the cost would fall for ever": (
        minimise((-1, 0, 0), at_least(0, 1), at_least(1, 0, 1, 1), at_least(0, 0, -1, -1)),
        Infeasible,
    ),
    "equations that repeat": (
        minimise((1, 5), equal(2, 1, 1), equal(4, 2, 2), equal(1, 1, -1), equal(3, 2, 0), equal(0)),
        F(4),
    ),
    "equations that contradict": (minimise((1, 5), equal(2, 1, 1), equal(5, 2, 2)), Infeasible),
    "nothing": (minimise(()), F(0)),
    "no point by a hair": (minimise((1, 1), at_least(1, 1, 1), at_least(-1 + TINY, -1, -1)), Infeasible),
    "the better vertex by a hair": (minimise((1, 1 - TINY), equal(1, 1, 1)), 1 - TINY),
    "numbers beyond floats": (minimise((1, F(1, HUGE)), at_least(HUGE, 1, F(1, HUGE))), F(HUGE)),
}


CYCLING = minimise(
    (-10, 57, 9, 24, 0, 0, 0),
    equal(0, F(1, 2), F(-11, 2), F(-5, 2), 9, 1),
    equal(0, F(1, 2), F(-3, 2), F(-1, 2), 1, 0, 1),
    equal(1, 1, 0, 0, 0, 0, 0, 1),
)
"""From the basis (4, 5, 6) the steepest pivots come back to where they were."""


def pivots(careful: bool) -> int:
    """Return the number of pivots to the optimum, 100 at most."""
    tableau = simplex.Tableau(linear.system_of(CYCLING), (4, 5, 6))
    for count in range(100):
        column = tableau.entering(careful)
        if column is None:
            return count
        place = tableau.leaving(column, 1)
        assert place is not None
        tableau.pivot(place, column)
    return 100


class TestSolve:
    @pytest.mark.usefixtures("way")
    @pytest.mark.parametrize("name", PROGRAMS)
    def test_known_programs(self, name: str) -> None:
        program, expected = PROGRAMS[name]
        assert outcome(program) == expected

    @pytest.mark.usefixtures("way")
    def test_an_optimum_carries_its_point_and_multipliers(self) -> None:
        assert optimum(FACTORY) == GOOD

    @pytest.mark.parametrize("program", [FACTORY, IMPOSSIBLE, BOTTOMLESS, BEALE, klee_minty(4)])
    def test_careful_pivots_come_to_every_end(self, monkeypatch: pytest.MonkeyPatch, program: Program) -> None:
        usual = outcome(program)
        monkeypatch.setattr(simplex, "PATIENCE", -1)
        monkeypatch.setattr(simplex, "scattered", lambda index: 1)
        assert outcome(program) == usual

    def test_careful_pivots_end_where_steepest_ones_cycle(self) -> None:
        assert pivots(careful=False) == 100
        assert pivots(careful=True) < 20

    def test_tries_a_basis_from_elsewhere_first(self) -> None:
        other = replace(FACTORY, cost=((0, F(-3)), (1, F(-4))))
        assert solve(other, optimum(FACTORY).basis) == Optimum(F(-30), GOOD.point, (F(0), F(1), F(1)))
        assert solve(BEALE, (0, 1, 99)) == solve(BEALE), "a basis that is none does no harm"

    @pytest.mark.parametrize("vertex", [simplex.Vertex(True, (F(0), F(0)), (F(0), F(0), F(0))), None])
    def test_returns_nothing_that_check_refuses(
        self, monkeypatch: pytest.MonkeyPatch, vertex: simplex.Vertex | None
    ) -> None:
        monkeypatch.setattr(simplex, "vertex", lambda *_: vertex)
        with pytest.raises(WrongAnswer):
            solve(FACTORY)


# -- random programs against enumeration of all vertices ---------------------------------------------------------


def by_enumeration(program: Program) -> Outcome:
    """Return the outcome; free variables are differences of two, an inequality has a variable for what is left."""

    def spread(terms: linear.Terms) -> list[Fraction]:
        row = [F(dict(terms).get(j, 0)) for j in range(program.variables)]
        return row + [-row[j] for j in sorted(program.free)]

    cost = spread(program.cost)
    slack = [i for i, c in enumerate(program.constraints) if c.relation == ">="]
    rows = [spread(c.coefficients) + [F(-(i == k)) for k in slack] for i, c in enumerate(program.constraints)]
    width = len(cost) + len(slack)
    rows = rows or [[F(0)] * width]
    right = [F(c.bound) for c in program.constraints] or [F(0)]

    def costs(rows: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
        return [sum((c * x for c, x in zip(cost, point)), F(0)) for point in reference.vertices(rows, right)]

    whole = [F(j < len(cost)) for j in range(width)]
    if not costs(rows, right):
        return Infeasible
    if min(costs([*rows, whole], [F(0)] * len(rows) + [F(1)]), default=F(0)) < 0:
        return Unbounded
    return min(costs(rows, right))


NUMBERS = st.one_of(st.sampled_from([F(0), F(1), F(-1)]), st.fractions(-3, 3, max_denominator=4))


@st.composite
def programs(draw: st.DrawFn) -> Program:
    n = draw(st.integers(1, 3))
    vectors = st.lists(NUMBERS, min_size=n, max_size=n).map(lambda vector: dict(enumerate(vector)))
    relations = st.sampled_from(["=", ">="])
    rows = draw(st.lists(st.builds(Constraint.of, vectors, relations, NUMBERS), max_size=4))
    return Program.of(n, draw(vectors), rows, draw(st.sets(st.integers(0, n - 1), max_size=1)))


@pytest.mark.slow
@settings(max_examples=60)
@given(programs())
def test_random_programs_agree_with_the_enumeration_of_vertices(program: Program) -> None:
    expected = by_enumeration(program)
    assert outcome(program) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear, "LARGE", ALWAYS)
        assert outcome(program) == expected
        patch.setattr(highs, "propose", lambda system: highs.Proposal(tuple(range(len(system.rows))), False))
        assert outcome(program) == expected


# -- what `check` refuses ----------------------------------------------------------------------------------------

ON_A_LINE = minimise((1, 1), equal(1, 1, 1))
FREE = minimise((1, 0), at_least(0, 1, 1), free=(0,))
FREE_IMPOSSIBLE = minimise((0,), at_least(1, -1), free=(0,))
RAY = Unbounded((F(3), F(2)), (F(1), F(0)))
WRONG: list[tuple[Program, Any, str]] = [
    (FACTORY, replace(GOOD, point=(F(2), F(7))), "the point violates constraint 1"),
    (FACTORY, replace(GOOD, point=(F(-1), F(6))), "variable 0 of the point is negative"),
    (FACTORY, replace(GOOD, point=(2.0, F(6))), "the point: not every number is exact"),  # type: ignore[arg-type]
    (FACTORY, replace(GOOD, value=F(-37)), "the value is not the cost of the point"),
    (FACTORY, replace(GOOD, multipliers=(F(0), F(5, 2), F(1))), "the multipliers do not prove the value"),
    (FACTORY, replace(GOOD, multipliers=(F(0), F(3, 2), F(1, 2))), "the multipliers do not respect variable 0"),
    (FACTORY, replace(GOOD, multipliers=(F(-3), F(1, 2), F(2))), "the multiplier of inequality 0 is negative"),
    (ON_A_LINE, Optimum(F(2), (F(2), F(0)), (F(1),)), "the point violates constraint 0"),
    (FREE, Optimum(F(0), (F(0), F(0)), (F(0),)), "the multipliers do not respect variable 0"),
    (IMPOSSIBLE, Infeasible((F(0), F(0))), "the multipliers do not prove a contradiction"),
    (IMPOSSIBLE, Infeasible((F(-1), F(-2))), "the multiplier of inequality 0 is negative"),
    (FREE_IMPOSSIBLE, Infeasible((F(1),)), "the multipliers do not respect variable 0"),
    (BOTTOMLESS, replace(RAY, ray=(F(0), F(0))), "the ray does not lower the cost"),
    (BOTTOMLESS, replace(RAY, ray=(F(1), F(1))), "the ray violates constraint 1"),
    (BOTTOMLESS, replace(RAY, ray=(F(-1), F(0))), "variable 0 of the ray is negative"),
    (FACTORY, None, "not an answer to a linear program"),
]


class TestCheck:
    @pytest.mark.parametrize("program, answer, reason", WRONG)
    def test_refuses(self, program: Program, answer: Answer, reason: str) -> None:
        with pytest.raises(WrongAnswer) as caught:
            check(program, answer)
        assert str(caught.value) == reason


# -- a float solver that lies, fails, or is not there ------------------------------------------------------------


class TestHighs:
    @pytest.mark.parametrize("unbounded", [False, True])
    @pytest.mark.parametrize("basis", [(), (0, 1, 2, 3), (0, 0, 1), (0, 1, 99), (-1, -2, -3), (0, 1, 2)])
    def test_a_lying_proposal_does_not_change_the_outcome(
        self, monkeypatch: pytest.MonkeyPatch, basis: tuple[int, ...], unbounded: bool
    ) -> None:
        dependent = minimise((1, 2), equal(1, 1, 1), equal(2, 2, 2), equal(0, 1))
        programs = (FACTORY, IMPOSSIBLE, BOTTOMLESS, BEALE, dependent)
        usual = [outcome(program) for program in programs]
        monkeypatch.setattr(linear, "LARGE", ALWAYS)
        monkeypatch.setattr(highs, "propose", lambda system: highs.Proposal(basis, unbounded))
        assert [outcome(program) for program in programs] == usual

    def test_proposes_the_optimal_basis_silently(self, capfd: pytest.CaptureFixture[str]) -> None:
        for program, feasible in ((FACTORY, True), (IMPOSSIBLE, False)):
            system = linear.system_of(program)
            proposal = highs.propose(system)
            assert proposal is not None and not proposal.unbounded
            vertex = simplex.vertex(system, proposal.basis)
            assert vertex is not None and vertex.feasible == feasible
        assert capfd.readouterr() == ("", "")

    @pytest.mark.parametrize("module", [None, type(sys)("highspy")])
    def test_is_not_needed(self, monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        monkeypatch.setitem(sys.modules, "highspy", module)
        monkeypatch.setattr(linear, "LARGE", ALWAYS)
        assert highs.propose(linear.system_of(FACTORY)) is None
        assert highs.hint(1, {0: 1}, [{0: 1}], 0) is None
        assert optimum(FACTORY) == GOOD

    @pytest.mark.parametrize(
        "ask", [lambda: highs.propose(linear.system_of(FACTORY)), lambda: highs.hint(1, {0: 1}, [{0: 1}], 0)]
    )
    def test_an_interruption_is_passed_on(self, ask: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
        """A compiled module that is interrupted while it is imported raises an ImportError."""

        def stopped(*_: object, **__: object) -> None:
            raise ImportError("initialization failed") from KeyboardInterrupt()

        monkeypatch.setattr(highs, "_run", stopped)
        with pytest.raises(KeyboardInterrupt):
            ask()


# -- what a program refuses --------------------------------------------------------------------------------------

NUMBER = " where an integer or a Fraction is expected"
OF_TWO = ", but there are 2 variables"


@pytest.mark.parametrize(
    "make, reason",
    [
        (lambda: Program.of(2, {2: 1}, ()), "the cost has the index 2" + OF_TWO),
        (lambda: Program.of(2, {-1: 1}, ()), "the cost has the index -1" + OF_TWO),
        (lambda: Program.of(2, {}, (at_least(0, 0, 0, 1),)), "constraint 0 has the index 2" + OF_TWO),
        (lambda: Program.of(2, {}, (), {2}), "the set of free variables has the index 2" + OF_TWO),
        (lambda: Constraint.of({}, "<"), "a constraint has the relation '<', not '=' or '>='"),
        (lambda: at_least(0, 0.5), "a constraint has a float" + NUMBER),
        (lambda: at_least(0, True), "a constraint has a bool" + NUMBER),
        (lambda: equal(0.5, 1), "the bound of a constraint has a float" + NUMBER),
        (
            lambda: Constraint.of({"x": 1}, "="),  # type: ignore[dict-item]
            "a constraint has a str where the index of a variable is expected",
        ),
        (lambda: minimise((0.5,)), "the cost has a float" + NUMBER),
    ],
)
def test_bad_programs_are_refused(make: Callable[[], object], reason: str) -> None:
    with pytest.raises(InputError) as caught:
        make()
    assert str(caught.value) == reason


class TestCheapest:
    def test_takes_the_cheapest_combination_of_vectors(self) -> None:
        answer = cheapest({0: 2, 1: 1}, [({0: 1}, 1), ({1: 1}, 1), ({0: 2, 1: 1}, 1)])
        assert isinstance(answer, Cheapest) and answer.weights == (0, 0, 1)

    def test_answers_with_a_point_where_there_is_none(self) -> None:
        point = cheapest({0: 1, 1: -1}, [({0: 1}, 1), ({1: 1}, 1)])
        assert isinstance(point, dict) and min(point.values()) >= 0 and point[0] - point[1] < 0
