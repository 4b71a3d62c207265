"""Regions and signs: proved, or not found."""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onoff_symbolic.errors import Undecidable
from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.algebra.region import Region, compare
from onoff_symbolic.algebra.sign import certify, prove

F = Field(("a", "b"))
A = F["a"]
B = F["b"]
LOW = Region.of(F, "a >= 0", "b >= 0", "a + b < 1")
SQUARE = Region.of(F, "0 <= a <= 1", "0 <= b <= 1")


def element(text: str, field: Field = F) -> Element:
    return parse(text).build(field).element


@pytest.mark.parametrize("text, relation", [
    ("1 - a", ">"),
    ("b/(1 - a)", ">="),
    ("(1 - a - b)/(1 - a)", ">"),
    ("1 - a*b", ">"),
    ("(a - 1)*(1 - b)", "!="),
    ("0", "=="),
    ("(a - 2*b)**2", ">="),
])
def test_what_holds_on_the_region_is_proved(text: str, relation: str) -> None:
    assert prove(element(text), relation, LOW)


@pytest.mark.parametrize("text, relation", [
    ("1 - a", ">"),
    ("b", ">"),
    ("a - b", ">="),
    ("1 - a - b", ">="),
    ("a - b", "!="),
    ("1/(1 - a)", ">="),
    ("1/(a - b)", "!="),
    ("a - b", "=="),
    ("0", "!="),
    ("(2*a - 1)**2", ">"),
    ("-(a - 2*b)**2", ">="),
])
def test_what_fails_on_the_region_is_not_proved(text: str, relation: str) -> None:
    assert not prove(element(text), relation, SQUARE)


@pytest.mark.parametrize("relation", [">=", "!="])
def test_what_has_no_value_on_the_region_is_not_proved(relation: str) -> None:
    assert not prove(element("1/(1 - a)"), relation, Region.of(F, "a = 1"))


def test_what_is_true_but_out_of_reach_is_not_proved() -> None:
    """A sum of squares is nonnegative on the whole plane, but no product of hypotheses says so."""
    assert not prove(element("a**2 + b**2"), ">=", Region(F))


SIX = Region.of(Field("abcdef"), *(f"0 < {name} < 1" for name in "abcdef"), "20*b**2 + 20*d**2 + 2*c < 17 + 2*e",
                "26*a**2 < 23", "a*b*c*d*e < f")


@pytest.mark.slow
@pytest.mark.parametrize("text", [
    "13 + 230*d**2 - 260*a**2*d**2", "a*b*c*d*e*f + 1 - a",
    "a**3*b**3*(1 - c) + d*(17 + 2*e - 20*b**2 - 20*d**2 - 2*c)"])
def test_among_many_hypotheses_a_small_sum_of_products_is_found(text: str) -> None:
    """All products up to the degree would be too many."""
    positive = element(text, SIX.field)
    assert prove(positive, ">", SIX)
    assert not prove(-positive, ">=", SIX)


@settings(max_examples=60)
@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6), st.sampled_from([">=", ">", "!="]))
def test_a_proof_agrees_with_a_grid(coefficients: list[int], relation: str) -> None:
    drawn = sum((c * e for c, e in zip(coefficients, (F.one, A, B, A ** 2, A * B, B ** 2))), F.zero)
    steps = [Fraction(n, 12) for n in range(13)]
    grid = [point for a in steps for b in steps if LOW.holds(point := {"a": a, "b": b})]
    assert all(compare(drawn.at(point), relation) for point in grid) or not prove(drawn, relation, LOW)


@pytest.mark.parametrize("text", ["1 - a", "1 - a*b", "a - a**2"])
def test_a_certificate_is_the_polynomial_multiplied_out(text: str) -> None:
    terms = certify(element(text), ">=", LOW)
    assert terms is not None
    assert all(weight > 0 and {*factors} <= {*LOW.hypotheses} for weight, factors in terms)
    products = (weight * prod((h.element for h in factors), start=F.one) for weight, factors in terms)
    assert sum(products, F.zero) == element(text)


# -- regions -------------------------------------------------------------------------------------------------


def test_equalities_are_solved() -> None:
    line = Region.of(F, "a + b = 1", "0 <= a", "b >= 0")
    point = next(line.points())
    assert line.reduce(1 - A - B).is_zero
    assert point["a"] + point["b"] == 1
    assert line.holds(point)
    assert not line.holds({"a": Fraction(1, 2), "b": Fraction(1, 3)})


@pytest.mark.parametrize("texts", [
    ("a > 1", "b > 0", "a + b < 1"),
    ("a > 0", "a <= 0"),
    ("1 < 0",),
    ("a = b", "a > b"),
])
def test_contradictory_hypotheses_have_no_point(texts: tuple[str, ...]) -> None:
    region = Region.of(F, *texts)
    assert region.simplified() is None
    assert next(region.points(), None) is None


def test_a_point_is_found_far_from_the_simple_ones() -> None:
    region = Region.of(F, "1000*a > 999", "1000*a < 1000", "b > 5*a", "b < 5*a + 1/1000000")
    assert region.holds(next(region.points()))


def test_a_curve_that_cannot_be_solved_is_undecidable() -> None:
    with pytest.raises(Undecidable):
        SQUARE.where_zero(element("a**2 + b**2 - 1"))


@pytest.mark.parametrize("text, shown", [
    ("1 > a", "a < 1"),
    ("a != 1", "a != 1"),
    ("b - a > 0", "b > a"),
    ("2*a <= 1 - b", "2*a + b <= 1"),
])
def test_a_hypothesis_prints_as_a_person_would_write_it(text: str, shown: str) -> None:
    region = Region.of(F, text)
    assert str(region) == shown
    assert Region.of(F, shown) == region
