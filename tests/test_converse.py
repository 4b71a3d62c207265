"""The least download against closed forms, with numbers that floats would not tell apart."""

from __future__ import annotations

from fractions import Fraction

import pytest
from chains import Rows, power, random_chain

from onoff_symbolic import judge_chains
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.nsources.sets import least
from onoff_symbolic.schemes.chain import Chain

pytestmark = pytest.mark.slow

TINY, HALF, THIRD = Fraction(1, 10**30), Fraction(1, 2), Fraction(1, 3)
VALUES = (Fraction(0), THIRD, Fraction(4, 5), Fraction(1))
NEARLY_DEGENERATE = [(TINY, TINY), (1 - TINY, 1 - TINY), (TINY, 1 - 2 * TINY), (HALF, HALF - TINY)]


@pytest.mark.parametrize("alpha, beta", [*((a, b) for a in VALUES for b in VALUES), *NEARLY_DEGENERATE])
def test_two_sources_cost_one_plus_the_size_of_the_power(alpha: Fraction, beta: Fraction) -> None:
    for time in range(4):
        rows = power([[1 - alpha, alpha], [beta, 1 - beta]], time)
        assert least(rows).value == 1 + abs(1 - alpha - beta) ** time


ALIKE = [[THIRD + TINY, THIRD - TINY, THIRD], [THIRD] * 3, [THIRD - TINY, THIRD, THIRD + TINY]]
STILL = [[1 - TINY, TINY, Fraction(0)], [Fraction(0), 1 - TINY, TINY], [TINY, Fraction(0), 1 - TINY]]


@pytest.mark.parametrize("rows, value", [(ALIKE, 1 + 2 * TINY), (STILL, 3 - 3 * TINY)], ids=["alike", "still"])
def test_three_sources_that_are_nearly(rows: Rows, value: Fraction) -> None:
    assert least(rows).value == value


def test_names_of_several_letters_are_not_mixed_up() -> None:
    """The set {A, B} is not the set {AB}."""
    rows, field = random_chain(3, 3), Field()
    chain = Chain(field, ("A", "B", "AB"), tuple(tuple(map(field, row)) for row in rows))

    found = judge_chains.bound(chain, 1)

    assert len(dict(found.point)) == len(found.point) and len(dict(found.multipliers)) == len(found.multipliers)
    assert sum(p for _, p in found.point) == 1 and found.verdict == "proved"
