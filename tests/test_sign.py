"""Regions and signs: proved, or not found."""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onoff_symbolic.errors import Undecidable
from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.algebra.region import Region, compare
from onoff_symbolic.algebra.sign import certify, prove

F = Field(("alpha", "beta"))
ALPHA = F["alpha"]
BETA = F["beta"]
LOW = Region.of(F, "alpha >= 0", "beta >= 0", "alpha + beta < 1")
SQUARE = Region.of(F, "0 <= alpha <= 1", "0 <= beta <= 1")


@pytest.mark.parametrize("element, relation", [
    (1 - ALPHA, ">"),
    (BETA / (1 - ALPHA), ">="),
    ((1 - ALPHA - BETA) / (1 - ALPHA), ">"),
    (1 - ALPHA * BETA, ">"),
    ((ALPHA - 1) * (1 - BETA), "!="),
    (F.zero, "=="),
    ((ALPHA - 2 * BETA) ** 2, ">="),
])
def test_what_holds_on_the_region_is_proved(element: object, relation: str) -> None:
    assert prove(element, relation, LOW)


@pytest.mark.parametrize("element, relation", [
    (1 - ALPHA, ">"),
    (BETA, ">"),
    (ALPHA - BETA, ">="),
    (1 - ALPHA - BETA, ">="),
    (ALPHA - BETA, "!="),
    (1 / (1 - ALPHA), ">="),
    (1 / (ALPHA - BETA), "!="),
    (ALPHA - BETA, "=="),
    (F.zero, "!="),
    ((2 * ALPHA - 1) ** 2, ">"),
    (-(ALPHA - 2 * BETA) ** 2, ">="),
])
def test_what_fails_on_the_region_is_not_proved(element: object, relation: str) -> None:
    assert not prove(element, relation, SQUARE)


def test_what_is_true_but_out_of_reach_is_not_proved() -> None:
    """A sum of squares is nonnegative on the whole plane, but no product of hypotheses says so."""
    assert not prove(ALPHA ** 2 + BETA ** 2, ">=", Region(F))


SIX = Region.of(Field("abcdef"), *(f"0 < {name} < 1" for name in "abcdef"), "20*b**2 + 20*d**2 + 2*c < 17 + 2*e",
                "26*a**2 < 23", "a*b*c*d*e < f")


@pytest.mark.slow
@pytest.mark.parametrize("text", [
    "13 + 230*d**2 - 260*a**2*d**2", "a*b*c*d*e*f + 1 - a",
    "a**3*b**3*(1 - c) + d*(17 + 2*e - 20*b**2 - 20*d**2 - 2*c)"])
def test_among_many_hypotheses_a_small_sum_of_products_is_found(text: str) -> None:
    """All products up to the degree would be too many."""
    element = parse(text).build(SIX.field).element
    assert prove(element, ">", SIX)
    assert not prove(-element, ">=", SIX)


@settings(max_examples=60)
@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6), st.sampled_from([">=", ">", "!="]))
def test_a_proof_agrees_with_a_grid(coefficients: list[int], relation: str) -> None:
    a, b, c, d, e, f = coefficients
    element = a + b * ALPHA + c * BETA + d * ALPHA ** 2 + e * ALPHA * BETA + f * BETA ** 2
    grid = [{"alpha": Fraction(i, 12), "beta": Fraction(j, 12)} for i in range(13) for j in range(13)]
    good = all(compare(element.at(point), relation) for point in grid if LOW.holds(point))
    assert good or not prove(element, relation, LOW)


def test_a_certificate_is_the_polynomial_multiplied_out() -> None:
    for polynomial in (1 - ALPHA, 1 - ALPHA * BETA, ALPHA - ALPHA ** 2):
        terms = certify(polynomial, ">=", LOW)
        assert terms is not None
        assert all(weight > 0 and {*product} <= {*LOW.hypotheses} for weight, product in terms)
        assert sum((weight * prod((h.element for h in product), start=F.one) for weight, product in terms),
                   F.zero) == polynomial


# -- regions -------------------------------------------------------------------------------------------------


def test_equalities_are_solved() -> None:
    line = Region.of(F, "alpha + beta = 1", "0 <= alpha", "beta >= 0")
    assert line.reduce(1 - ALPHA - BETA).is_zero
    point = next(line.points())
    assert point["alpha"] + point["beta"] == 1
    assert line.holds(point)
    assert not line.holds({"alpha": Fraction(1, 2), "beta": Fraction(1, 3)})


@pytest.mark.parametrize("texts", [
    ("alpha > 1", "beta > 0", "alpha + beta < 1"),
    ("alpha > 0", "alpha <= 0"),
    ("1 < 0",),
    ("alpha = beta", "alpha > beta"),
])
def test_contradictory_hypotheses_have_no_point(texts: tuple[str, ...]) -> None:
    region = Region.of(F, *texts)
    assert region.simplified() is None
    assert next(region.points(), None) is None


def test_a_point_is_found_far_from_the_simple_ones() -> None:
    region = Region.of(F, "1000*alpha > 999", "1000*alpha < 1000", "beta > 5*alpha", "beta < 5*alpha + 1/1000000")
    point = next(region.points())
    assert region.holds(point)


def test_a_curve_that_cannot_be_solved_is_undecidable() -> None:
    with pytest.raises(Undecidable):
        SQUARE.where_zero(ALPHA ** 2 + BETA ** 2 - 1)


@pytest.mark.parametrize("text, shown", [
    ("1 > alpha", "alpha < 1"),
    ("alpha != 1", "alpha != 1"),
    ("beta - alpha > 0", "beta > alpha"),
    ("2*alpha <= 1 - beta", "2*alpha + beta <= 1"),
])
def test_a_hypothesis_prints_as_a_person_would_write_it(text: str, shown: str) -> None:
    region = Region.of(F, text)
    assert str(region) == shown
    assert Region.of(F, str(region)) == region
