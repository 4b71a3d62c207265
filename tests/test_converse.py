"""The least download against what is known of it: closed forms, and numbers that floats would not tell apart."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from chains import Rows, power, random_chain
from hypothesis import given, settings
from hypothesis import strategies as st

from onoff_symbolic import judge_chains
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.nsources.sets import least as least_of
from onoff_symbolic.schemes.chain import Chain

pytestmark = pytest.mark.slow

TINY = Fraction(1, 10 ** 30)
THIRD = Fraction(1, 3)
VALUES = (Fraction(0), Fraction(1, 7), THIRD, Fraction(4, 5), Fraction(1))


def least(rows: Rows, time: int = 1) -> Fraction:
    return least_of(power(rows, time)).value


def two(alpha: Fraction, beta: Fraction) -> Rows:
    return [[1 - alpha, alpha], [beta, 1 - beta]]


def most(law: Rows) -> Fraction:
    """M = Σ_x max p(x | x_0)."""
    return sum(map(max, zip(*law, strict=True)), Fraction(0))


def common(law: Rows) -> Fraction:
    """L = Σ_x min p(x | x_0)."""
    return sum(map(min, zip(*law, strict=True)), Fraction(0))


class TestClosedForms:
    @pytest.mark.parametrize("alpha", VALUES)
    def test_two_sources_cost_one_plus_the_size_of_the_power(self, alpha: Fraction) -> None:
        for beta in VALUES:
            for time in range(5):
                assert least(two(alpha, beta), time) == 1 + abs(1 - alpha - beta) ** time, (beta, time)

    @settings(max_examples=60)
    @given(st.data(), st.sampled_from([3, 60, 10 ** 9]), st.sampled_from([1, 1, 2]))
    def test_three_sources_cost_the_larger_of_two_sums(self, data: st.DataObject, limit: int, time: int) -> None:
        """An observed fact, not a theorem of the paper: a failure here is news."""
        weights = st.lists(st.integers(0, limit), min_size=3, max_size=3).filter(any)
        rows = [[Fraction(w, sum(row)) for w in row] for row in data.draw(st.lists(weights, min_size=3, max_size=3))]
        law = power(rows, time)
        assert least(rows, time) == max(most(law), 2 - common(law))

    @pytest.mark.parametrize("sources", [2, 4])
    def test_requests_that_forget_cost_one_and_requests_that_stay_cost_all(self, sources: int) -> None:
        turning = [[Fraction((i + 1) % sources == j) for j in range(sources)] for i in range(sources)]
        assert least([random_chain(sources, 7)[0]] * sources) == 1
        assert least(turning, 3) == least(turning, 0) == sources


class TestLongNumbers:
    @pytest.mark.parametrize("sources", [2, 3])
    def test_denominators_of_thirty_digits(self, sources: int) -> None:
        rng, long = random.Random(sources), 10 ** 30 + 57
        rows = []
        for i in range(sources):
            parts = [Fraction(rng.randrange(1, long), (long + 2 * i) * sources) for _ in range(sources - 1)]
            rows.append([*parts, 1 - sum(parts)])
        assert least(rows) == max(most(rows), 2 - common(rows))

    @pytest.mark.parametrize("alpha, beta", [
        (TINY, TINY), (1 - TINY, 1 - TINY), (TINY, 1 - 2 * TINY), (Fraction(1, 2), Fraction(1, 2) - TINY),
    ])
    def test_chains_that_are_nearly_degenerate(self, alpha: Fraction, beta: Fraction) -> None:
        for time in (1, 2, 3):
            assert least(two(alpha, beta), time) == 1 + abs(1 - alpha - beta) ** time


def test_names_of_several_letters_are_not_mixed_up() -> None:
    """The set {A, B} is not the set {AB}."""
    rows, field = random_chain(3, 3), Field()
    chain = Chain(field, ("A", "B", "AB"), tuple(tuple(map(field, row)) for row in rows))
    found = judge_chains.bound(chain, 1)
    assert len(dict(found.point)) == len(found.point) and len(dict(found.multipliers)) == len(found.multipliers)
    assert sum(p for _, p in found.point) == 1 and found.verdict == "proved"
