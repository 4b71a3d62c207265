"""The least download that `bound` computes: closed forms, ugly numbers, any law of X_0."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest
import reference
from cells import least_download, uniform
from hypothesis import given, settings
from hypothesis import strategies as st

from onoff_symbolic import judge_chains
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.programs import exact as linear
from onoff_symbolic.schemes.chain import Chain

pytestmark = pytest.mark.slow

Matrix = Sequence[Sequence[Fraction]]

NAMES = "ABCDE"
TINY = Fraction(1, 10 ** 30)
VALUES = (Fraction(0), Fraction(1, 7), Fraction(1, 3), Fraction(1, 2), Fraction(4, 5), Fraction(1))
TIMES = range(7)


@pytest.fixture(scope="module", autouse=True)
def _numbers_alone() -> Iterator[None]:
    """The numbers are audited here; whether the checker accepts them is tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judge_chains, "CERTIFIED", -1)
        yield


def chain_of(rows: Matrix, names: Sequence[str] = NAMES) -> Chain:
    field = Field()
    return Chain(field, tuple(names[:len(rows)]), tuple(tuple(field(Fraction(x)) for x in row) for row in rows))


def two(alpha: Fraction, beta: Fraction) -> Matrix:
    return [[1 - alpha, alpha], [beta, 1 - beta]]


def power(rows: Matrix, time: int) -> Matrix:
    n = range(len(rows))
    found = [[Fraction(i == j) for j in n] for i in n]
    for _ in range(time):
        found = [[sum((found[i][k] * rows[k][j] for k in n), Fraction(0)) for j in n] for i in n]
    return found


def most(law: Matrix) -> Fraction:
    """M = Σ_x max p(x | x_0)."""
    return sum(map(max, zip(*law, strict=True)), Fraction(0))


def common(law: Matrix) -> Fraction:
    """L = Σ_x min p(x | x_0)."""
    return sum(map(min, zip(*law, strict=True)), Fraction(0))


def least(rows: Matrix, time: int = 1) -> Fraction:
    """Return the bound at a time."""
    return judge_chains.bound(chain_of(rows), time).value


# -- closed forms --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", VALUES)
def test_two_sources_cost_one_plus_the_size_of_the_power(alpha: Fraction) -> None:
    for beta in VALUES:
        for time in TIMES:
            assert least(two(alpha, beta), time) == 1 + abs(1 - alpha - beta) ** time, (beta, time)


def test_the_scheme_of_the_paper_attains_the_least_and_downloading_all_never_undercuts_it() -> None:
    for alpha, beta in reference.grid():
        scheme = reference.paper(alpha, beta)
        for time in (1, 2, 3):
            found = least(two(alpha, beta), time)
            assert found == reference.cost(scheme, reference.priors(("A", "B"))[1], time)
            assert found <= 2


def _rows(sources: int, limit: int) -> st.SearchStrategy[list[list[Fraction]]]:
    weights = st.lists(st.integers(0, limit), min_size=sources, max_size=sources).filter(any)
    row = weights.map(lambda ws: [Fraction(w, sum(ws)) for w in ws])
    return st.lists(row, min_size=sources, max_size=sources)


@settings(max_examples=80)
@given(st.one_of(_rows(3, 3), _rows(3, 60), _rows(3, 10 ** 9)), st.sampled_from([1, 1, 1, 2, 3]))
def test_three_sources_cost_the_larger_of_two_sums(rows: Matrix, time: int) -> None:
    """An observed fact, not a theorem of the paper: a failure here is news."""
    law = power(rows, time)
    assert least(rows, time) == max(most(law), 2 - common(law))


def _random_rows(sources: int, seed: int, limit: int = 20) -> Matrix:
    rng = random.Random(seed)
    weights = [[rng.randint(0, limit) for _ in range(sources - 1)] + [rng.randint(1, limit)] for _ in range(sources)]
    return [[Fraction(w, sum(row)) for w in row] for row in weights]


@pytest.mark.parametrize("sources, seed", [(1, 0), (4, 0), (4, 1), (5, 0), (5, 1)])
def test_more_sources_cost_at_least_the_sum_of_maxima(sources: int, seed: int) -> None:
    rows = _random_rows(sources, seed)
    assert most(rows) <= least(rows) <= common(rows) + len(rows) * (1 - common(rows))
    assert least(rows, 0) == sources


@pytest.mark.parametrize("sources", [2, 3, 4])
def test_requests_that_forget_cost_one_and_requests_that_stay_cost_all(sources: int) -> None:
    forgetful = [_random_rows(sources, 7)[0]] * sources
    assert least(forgetful) == 1
    assert least(power(forgetful, 0)) == sources
    turning = [[Fraction((i + 1) % sources == j) for j in range(sources)] for i in range(sources)]
    assert least(turning, 3) == sources


# -- ugly numbers --------------------------------------------------------------------------------------------

LONG = 10 ** 30 + 57


def _ugly(sources: int) -> Matrix:
    """Denominators of thirty digits and more, without a common factor."""
    rng = random.Random(sources)
    rows = []
    for i in range(sources):
        parts = [Fraction(rng.randrange(1, LONG), (LONG + 2 * i) * sources) for _ in range(sources - 1)]
        rows.append([*parts, 1 - sum(parts)])
    return rows


@pytest.mark.parametrize("sources", [2, 3, 4])
def test_denominators_of_thirty_digits_stay_exact(sources: int) -> None:
    rows = _ugly(sources)
    assert all(len(str(x.denominator)) >= 30 for row in rows for x in row)
    found = least(rows)
    assert found >= most(rows)
    if sources < 4:
        assert found == max(most(rows), 2 - common(rows))
    if sources == 2:
        assert least(rows, 6) == 1 + abs(rows[0][0] - rows[1][0]) ** 6


@pytest.mark.parametrize("alpha, beta", [
    (TINY, TINY), (1 - TINY, 1 - TINY), (TINY, 1 - TINY), (TINY, 1 - 2 * TINY), (Fraction(1, 2), Fraction(1, 2) - TINY),
    (Fraction(1, 2), Fraction(1, 2) + TINY), (Fraction(0), TINY), (Fraction(1), 1 - TINY),
])
def test_chains_that_are_nearly_degenerate_stay_exact(alpha: Fraction, beta: Fraction) -> None:
    for time in (1, 2, 3):
        assert least(two(alpha, beta), time) == 1 + abs(1 - alpha - beta) ** time


def test_three_sources_that_are_nearly_alike_cost_a_tiny_bit_more_than_one() -> None:
    third = Fraction(1, 3)
    rows = [[third + TINY, third - TINY, third], [third, third, third], [third - TINY, third, third + TINY]]
    assert least(rows) == 1 + 2 * TINY
    nearly_still = [[1 - TINY, TINY, 0], [0, 1 - TINY, TINY], [TINY, 0, 1 - TINY]]
    assert least(nearly_still) == 3 - 3 * TINY


# -- the program itself --------------------------------------------------------------------------------------


@pytest.mark.parametrize("sources", [2, 3])
def test_the_optimum_does_not_depend_on_the_law_of_the_first_request(sources: int) -> None:
    for seed in range(4):
        chain = chain_of(_random_rows(sources, seed))
        weights = [Fraction(1 + i * i, 10 ** (9 * i)) for i in range(sources)]
        skew = {a: chain.field(w / sum(weights)) for a, w in zip(chain.sources, weights, strict=True)}
        values = set()
        for prior in (uniform(chain.sources, chain.field), skew):
            answer = linear.solve(least_download(chain.sources, chain.matrix, prior).at({}))
            assert isinstance(answer, linear.Optimum)
            values.add(answer.value)
        assert values == {judge_chains.bound(chain, 1).value}


def test_names_of_several_letters_are_not_mixed_up() -> None:
    """The set {A, B} is not the set {AB}."""
    rows = _random_rows(3, 3)
    found = judge_chains.bound(chain_of(rows, ("A", "B", "AB")), 1)
    assert len(dict(found.point)) == len(found.point)
    assert len(dict(found.multipliers)) == len(found.multipliers)
    assert found.value == least(rows)
