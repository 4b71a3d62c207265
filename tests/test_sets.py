"""The program on sets against the program with one variable for each set, secret and request, in floats."""

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from chance import chance, examples
from chains import old_bound, positive_chain, power, random_chain, random_law
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.errors import InputError, Undecidable
from onoff_symbolic.nsources import forms
from onoff_symbolic.nsources.plans import joint_law, on_forest, plan
from onoff_symbolic.nsources.sets import Envelope, by_size, laws, least, members, solve_sets
from onoff_symbolic.programs import simplex
from onoff_symbolic.programs.exact import WrongAnswer

HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)
THIRD = Fraction(1, 3)
Z = Fraction(0)


def matrix(*rows: str) -> list[list[Fraction]]:
    """Return the rows that are written as texts."""
    return [[Fraction(entry) for entry in row.split()] for row in rows]


CYCLE = matrix("1/2 1/2 0", "0 1/2 1/2", "1/2 0 1/2")


class TestLeast:
    @pytest.mark.drawn
    @pytest.mark.parametrize("size, seeds", [(2, 60), (3, 60), (4, 60), (5, 20)])
    def test_is_the_value_of_the_larger_program(self, size: int, seeds: int) -> None:
        for seed in range(seeds):
            rows = random_chain(size, seed)
            assert abs(float(least(rows).value) - old_bound(rows)) < 1e-7, (size, seed)

    @pytest.mark.parametrize("secrets", [1, 2, 7])
    def test_takes_any_number_of_rows(self, secrets: int) -> None:
        rng = random.Random(secrets)
        for size in (2, 3, 4):
            rows = [random_law(size, rng) for _ in range(secrets)]
            assert abs(float(least(rows).value) - old_bound(rows)) < 1e-7

    def test_takes_up_to_ten_sources(self) -> None:
        assert 1 < least(positive_chain(10, 0)).value < 10

    def test_refuses_a_wrong_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What the pivots end at passes through the check of linear programs: here, a law that costs too much."""
        vertex = simplex.vertex

        def all_sources(system: simplex.System, *more: Any) -> simplex.Vertex:
            found = vertex(system, *more)
            assert found is not None
            return replace(found, point=(*[Fraction(0)] * (system.variables - 1), Fraction(1)))

        monkeypatch.setattr(simplex, "vertex", all_sources)
        with pytest.raises(WrongAnswer, match="do not prove the value"):
            least(positive_chain(3, 4))

    @pytest.mark.parametrize("rows", [
        [],
        [[1, 0], [1]],
        matrix("1/2 1/3"),
        matrix("3/2 -1/2"),
        [[0.5, 0.5]],
        [[True, False]],
        [[Fraction(1, 11)] * 11],
    ])
    def test_refuses_rows_that_are_no_laws(self, rows: list[list[Fraction]]) -> None:
        with pytest.raises(InputError):
            least(rows)

    def test_a_basis_to_start_from_changes_nothing(self) -> None:
        envelope = Envelope.of(laws(positive_chain(3, 4)))
        cost = {s: Fraction(s.bit_count()) for s in by_size(3)}
        found = solve_sets(3, envelope.least, cost)
        few = {s: cost[s] for s in (1, 2, 7)}
        assert solve_sets(3, envelope.least, cost, found.basis) == found
        assert solve_sets(3, envelope.least, few, found.basis) == solve_sets(3, envelope.least, few)


def marginals(entries: Iterable[tuple[tuple[int, int], Fraction]]) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Return the masses of the sources and those of the sets."""
    sources: dict[int, Fraction] = defaultdict(Fraction)
    sets: dict[int, Fraction] = defaultdict(Fraction)
    for (x, s), mass in entries:
        assert mass > 0
        assert x in members(s)
        sources[x] += mass
        sets[s] += mass
    return sources, sets


class TestPlan:
    @pytest.mark.drawn
    @pytest.mark.parametrize("size", [2, 3, 4, 5])
    def test_has_both_marginals_and_a_forest_that_fixes_it(self, size: int) -> None:
        for seed in range(examples(5, 40)):
            found = least(random_chain(size, seed))
            for row, entries in zip(found.rows, joint_law(found), strict=True):
                law = {x: p for x, p in enumerate(row) if p}
                forest = plan(row, found.weights).forest
                assert marginals(entries) == (law, dict(found.weights))
                assert len(forest) < size + len(found.weights)
                assert on_forest(forest, law, dict(found.weights), Fraction(0)) == dict(entries)

    def test_gives_small_sets_what_they_can_get(self) -> None:
        assert dict(plan([HALF, HALF], ((2, HALF), (3, HALF))).entries) == {(1, 2): HALF, (0, 3): HALF}

    def test_refuses_sets_that_are_too_likely(self) -> None:
        with pytest.raises(WrongAnswer, match="no plan"):
            plan([HALF, QUARTER, QUARTER], ((1, QUARTER), (6, 3 * QUARTER)))

    def test_refuses_marginals_that_do_not_agree_on_a_forest(self) -> None:
        with pytest.raises(Undecidable):
            on_forest([(0, 1), (1, 2)], {0: HALF, 1: HALF}, {1: THIRD, 2: 2 * THIRD}, Fraction(0))


class TestForms:
    @pytest.mark.drawn
    @pytest.mark.parametrize("size", [2, 3, 4])
    def test_the_greatest_one_is_the_bound(self, size: int) -> None:
        for seed in range(examples(40, 200)):
            rng = chance(seed)
            rows = laws([random_law(size, rng) for _ in range(rng.randint(1, 7))])
            assert max(form.at(Envelope.of(rows)) for form in forms.forms(size, len(rows))) == least(rows).value

    def test_closed_forms_with_parameters(self) -> None:
        field = Field(("alpha", "beta"))
        alpha = field["alpha"]
        beta = field["beta"]
        zero = field.zero
        rows = [[1 - alpha, alpha, zero], [beta, 1 - beta, zero], [zero, beta, 1 - beta]]
        two = forms.closed_bound([row[:2] for row in rows[:2]])
        three = forms.closed_bound(rows)
        assert two == "2 - min(1 - alpha, beta) - min(alpha, 1 - beta)"
        assert three == ("max(2 - min(1 - alpha, beta, 0) - min(alpha, 1 - beta, beta) - min(0, 1 - beta), "
                         "max(1 - alpha, beta, 0) + max(alpha, 1 - beta, beta) + max(0, 1 - beta))")
        with pytest.raises(InputError):
            forms.forms(5)

    @pytest.mark.parametrize("size", [2, 3, 5])
    @pytest.mark.parametrize("slope", [THIRD, Fraction(-1, 9), Z])
    def test_the_family_for_every_time(self, size: int, slope: Fraction) -> None:
        law = [(1 - slope) * Fraction(i + 3, sum(range(3, size + 3))) for i in range(size)]
        rows = [[slope * (i == j) + law[j] for j in range(size)] for i in range(size)]
        found = forms.family(rows)
        assert found is not None
        assert found.slope == slope
        for time in (1, 2):
            assert least(power(rows, time)).value == 1 + (size - 1) * abs(slope) ** time

    @pytest.mark.parametrize("size", [2, 3])
    def test_no_other_chain_of_more_than_two_is_of_the_family(self, size: int) -> None:
        rows = positive_chain(size, 3)
        assert (forms.family(rows) is None) == (size > 2)


class TestBetween:
    def test_gives_the_law_of_a_request_between_two_others(self) -> None:
        rows = positive_chain(2, 3)
        secrets, between = forms.between(rows, 2, 5)
        assert secrets == ((0, 0), (0, 1), (1, 0), (1, 1))
        for (a, b), row in zip(secrets, between, strict=True):
            joint = [power(rows, 2)[a][x] * power(rows, 3)[x][b] for x in range(2)]
            assert list(row) == [entry / sum(joint) for entry in joint]

    def test_a_window_hides_its_last_request(self) -> None:
        rows = positive_chain(3, 3)
        assert forms.between(rows, 1, 9, 2) == forms.between(rows, 1, 3) == forms.between(rows, 1, 3, 7)

    def test_leaves_out_secrets_of_probability_zero(self) -> None:
        assert len(forms.between(matrix("0 1", "1 0"), 1, 2)[0]) == 2

    @pytest.mark.parametrize("rows, times, reason", [
        ([[THIRD] * 3] * 3, (1, 9, 2), "invertible"),
        (CYCLE, (1, 3, 0), "window of at least 1"),
        (CYCLE, (3, 3), "between 0 and the next"),
    ])
    def test_refuses(self, rows: Any, times: tuple[int, ...], reason: str) -> None:
        with pytest.raises(InputError, match=reason):
            forms.between(rows, *times)
