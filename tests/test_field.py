"""The exact field: canonical elements, one coercion gate, exact evaluation."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onoff_symbolic.algebra.expression import MAX_LENGTH, parse
from onoff_symbolic.errors import Inexact, Pole
from onoff_symbolic.algebra.field import Element, Field

F = Field(("alpha", "beta"))
ALPHA, BETA = F["alpha"], F["beta"]
POINT = {"alpha": Fraction(1, 5), "beta": Fraction(2, 7)}


@st.composite
def elements(draw: st.DrawFn, depth: int = 3) -> Element:
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from([ALPHA, BETA, F.one, F(Fraction(-2, 3)), 1 - ALPHA]))
    left, right = draw(elements(depth=depth - 1)), draw(elements(depth=depth - 1))
    operation = draw(st.sampled_from("+-*/^"))
    if operation == "/":
        return left / right if not right.is_zero else left
    if operation == "^":
        return left ** draw(st.integers(0, 3))
    return left + right if operation == "+" else left - right if operation == "-" else left * right


@settings(max_examples=60)
@given(elements(), elements(), elements())
def test_equal_functions_are_equal_elements(a: Element, b: Element, c: Element) -> None:
    assert (a + b) * c == c * b + c * a
    assert (a - b) + b == a
    assert hash((a + b) * c) == hash(c * b + c * a)
    if not c.is_zero:
        assert a * c / c == a
        assert (a / c)._denom == (a * b.field(2) / (c * 2))._denom


@settings(max_examples=60)
@given(elements(), elements())
def test_evaluation_is_a_homomorphism(a: Element, b: Element) -> None:
    try:
        left, right = a.at(POINT), b.at(POINT)
    except Pole:
        return
    assert (a + b).at(POINT) == left + right
    assert (a * b).at(POINT) == left * right
    assert (a - b).at(POINT) == left - right


@settings(max_examples=60)
@given(elements())
def test_what_is_printed_reads_back(element: Element) -> None:
    for text in (str(element), str(element.factored())):
        if len(text) <= MAX_LENGTH:
            assert parse(text).build(F).element == element


def test_an_element_knows_its_canonical_form() -> None:
    element = (2 * ALPHA - 2) / (4 * BETA - 4 * ALPHA * BETA)
    assert str(element) == "-1/(2*beta)"
    assert str((1 - ALPHA - BETA) / (1 - ALPHA)) == "(1 - alpha - beta)/(1 - alpha)"
    assert str((ALPHA + BETA - 1) / BETA) == "(alpha + beta - 1)/beta"


@pytest.mark.parametrize("foreign", [0.1, Decimal("0.1"), True, "1", Field(("alpha",))["alpha"]])
def test_the_gate_refuses_what_is_not_exact_or_not_ours(foreign: object) -> None:
    with pytest.raises(Inexact):
        F(foreign)  # type: ignore[arg-type]
    with pytest.raises(Inexact):
        ALPHA + foreign  # type: ignore[operator]
    with pytest.raises(Inexact):
        foreign * ALPHA  # type: ignore[operator]


def test_a_float_in_a_point_is_refused() -> None:
    with pytest.raises(Inexact):
        ALPHA.at({"alpha": 0.5, "beta": Fraction(0)})  # type: ignore[dict-item]


def test_exponents_are_integers() -> None:
    assert ALPHA**0 == 1
    assert F.zero**0 == 1
    assert (ALPHA * 2) ** -2 == 1 / (4 * ALPHA * ALPHA)
    with pytest.raises(Inexact):
        ALPHA ** Fraction(1, 2)  # type: ignore[operator]


def test_division_by_zero_and_poles_raise() -> None:
    with pytest.raises(Pole):
        ALPHA / (BETA - BETA)
    with pytest.raises(ZeroDivisionError):
        (1 / (1 - ALPHA)).at({"alpha": Fraction(1), "beta": Fraction(0)})
    with pytest.raises(Pole):
        (1 / (1 - ALPHA)).substitute({"alpha": F.one})


def test_a_factored_element_multiplies_back() -> None:
    element = (1 - ALPHA) ** 2 * (ALPHA + BETA - 1) * -3 / (2 * BETA)
    factored = element.factored()
    product = F(factored.constant)
    for factor, exponent in factored.powers.items():
        product = product * factor**exponent
    assert product == element
    assert str(factored) == "3*(1 - alpha)**2*(1 - alpha - beta)/(2*beta)"


def test_fields_embed_and_restrict() -> None:
    wide = Field(("alpha", "u", "beta"))
    assert wide.embed(ALPHA / BETA) == wide["alpha"] / wide["beta"]
    assert F.embed(wide["alpha"] / wide["beta"]) == ALPHA / BETA
    with pytest.raises(Inexact):
        F.embed(wide["u"])
