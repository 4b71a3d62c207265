"""Reading expressions: grammar, exactness, divisors, bounds; no code runs; what is printed reads back."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onoff_symbolic.errors import InputError
from onoff_symbolic.algebra.expression import (
    MAX_BITS,
    MAX_DEGREE,
    MAX_DIGITS,
    MAX_EXPONENT,
    MAX_LENGTH,
    MAX_TERMS,
    parse,
    parse_relations,
)
from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.checker.syntax import MAX_NESTING

F = Field(("alpha", "beta", "x_1"))
ALPHA, BETA = F["alpha"], F["beta"]


def value(text: str) -> Element:
    return parse(text).build(F).element


def refused(text: str) -> str:
    """The message with which a text is refused, when it is read or when it is built."""
    with pytest.raises(InputError) as caught:
        parse(text).build(F)
    message = str(caught.value)
    assert "\n" not in message and len(message) < 300
    return message


# -- the grammar -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, number",
    [
        ("007", 7),
        ("1 + 2*3", 7),
        ("1 - 2 - 3", -4),
        ("8/4/2", 1),
        ("2*3/4*5", Fraction(15, 2)),
        ("2*3**2", 18),
        ("-2**2", -4),
        ("(-2)**2", 4),
        ("2**-2", Fraction(1, 4)),
        ("0**0", 1),
        ("-1 + 2", 1),
        ("(-(-(1)))", 1),
        ("1/2**2", Fraction(1, 4)),
        (" ( 1+ 2 ) *3 ", 9),
        ("1\t+\n2", 3),
    ],
)
def test_numbers_obey_the_usual_order_of_operations(text: str, number: Fraction) -> None:
    assert value(text) == number


@pytest.mark.parametrize(
    "text, element",
    [
        ("-alpha**2", -(ALPHA * ALPHA)),
        ("(1-alpha)/(1-beta)", (1 - ALPHA) / (1 - BETA)),
        ("x_1", F["x_1"]),
        ("alpha/beta*beta", ALPHA),
        ("alpha/(beta*beta)", ALPHA / BETA / BETA),
        ("0.1 + 0.2", F(Fraction(3, 10))),
    ],
)
def test_names_are_parameters(text: str, element: Element) -> None:
    assert value(text) == element


@pytest.mark.parametrize(
    "text, column, word",
    [
        ("", 1, "the end"),
        ("alpha beta", 7, "'beta'"),
        ("(1", 3, "the end"),
        ("1)", 2, "')'"),
        ("2*-3", 3, "'-'"),
        ("2**alpha", 4, "'alpha'"),
        ("2**0.5", 4, "'0.5'"),
        ("2**3**2", 5, "'**'"),
        ("alpha(1)", 6, "'('"),
        ("1e5", 2, "'e5'"),
        ("1 < 2", 3, "'<'"),
        ("1.2.3", 4, "'.3'"),
        ("2α", 2, "'α'"),
    ],
)
def test_what_is_not_in_the_grammar_is_told_with_its_column(text: str, column: int, word: str) -> None:
    message = refused(text)
    assert message.startswith("expected ")
    assert f"found {word} at column {column} of " in message


@pytest.mark.parametrize(
    "text, column, character",
    [
        ("1 ÷ 2", 3, "'÷'"),
        ("1٣", 2, "'٣'"),
        ("ｘ", 1, "'ｘ'"),
        ("5.", 2, "'.'"),
        ("'1'", 1, '"\'"'),
        ("1\x00", 2, "'\\x00'"),
        ("a!b", 2, "'!'"),
    ],
)
def test_strange_characters_are_told_with_their_column(text: str, column: int, character: str) -> None:
    message = refused(text)
    assert f" at column {column} of " in message and character in message


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("α", "alpha"),
        ("1 − β·γ", "1 - beta*gamma"),
        ("α^2", "alpha**2"),
        (".7*α_1", "7*alpha_1/10"),
        ("λ × 2", "2*lambda"),
        ("ς", "sigma"),
    ],
)
def test_what_people_type_is_understood(typed: str, meant: str) -> None:
    both = parse(typed), parse(meant)
    field = Field(both[0].names())
    assert both[0].build(field).element == both[1].build(field).element


# -- names ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["lambda", "None", "__class__", "pi", "E", "oo"])
def test_words_of_python_and_sympy_are_plain_names(name: str) -> None:
    field = Field((name,))
    assert parse(name).names() == (name,)
    assert parse(f"{name} + 1").build(field).element == field[name] + 1


# -- divisors are kept -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, divisors",
    [
        ("alpha*beta/alpha", ["alpha"]),
        ("0/alpha", ["alpha"]),
        ("alpha/2", []),
        ("alpha**-2", ["alpha"]),
        ("1/(1/alpha)", ["alpha"]),
        ("1/(alpha/beta)", ["beta", "alpha"]),
        ("(alpha/beta)**0", ["beta"]),
    ],
)
def test_every_divisor_is_kept_even_where_it_cancels(text: str, divisors: list[str]) -> None:
    assert [str(divisor) for divisor in parse(text).build(F).divisors] == divisors


@pytest.mark.parametrize(
    "text",
    [
        "1/0",
        "0**-1",
        "alpha/(beta/beta - 1)",
        "1/((alpha+beta)**2 - alpha**2 - 2*alpha*beta - beta**2)",
    ],
)
def test_a_divisor_that_is_zero_is_refused(text: str) -> None:
    assert refused(text).startswith("division by zero in ")


# -- bounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "good, bad, part",
    [
        ("1" + "+0" * ((MAX_LENGTH - 1) // 2), "1" + "+0" * (MAX_LENGTH // 2), f"at most {MAX_LENGTH} characters"),
        (
            "(" * MAX_NESTING + "1" + ")" * MAX_NESTING,
            "(" * (MAX_NESTING + 1) + "1" + ")" * (MAX_NESTING + 1),
            f"expected at most {MAX_NESTING} nested parentheses, found '(' at column {MAX_NESTING + 1} of ",
        ),
        (f"alpha**{MAX_EXPONENT}", f"alpha**{MAX_EXPONENT + 1}", f"at most {MAX_EXPONENT}"),
        (f"alpha**-{MAX_EXPONENT}", f"alpha**-{MAX_EXPONENT + 1}", f"at most {MAX_EXPONENT}"),
        ("9" * MAX_DIGITS, "9" * (MAX_DIGITS + 1), f"a number of at most {MAX_DIGITS} characters"),
        (f"(alpha**30)**{MAX_DEGREE // 30}", "alpha**30*beta**30*alpha", f"degree at most {MAX_DEGREE}"),
        ("(1 + alpha + beta)**30", "(1 + alpha + beta + x_1)**15", f"at most {MAX_TERMS} terms"),
        ("(2**30)**30", "((2**30)**30)**5", f"more than {MAX_BITS} bits"),
        ("1/(1 + alpha + beta)**20", "1/(1 + alpha + beta + x_1)**15", f"at most {MAX_TERMS} terms"),
    ],
)
def test_each_bound_is_told_and_sharp(good: str, bad: str, part: str) -> None:
    parse(good).build(F)
    assert part in refused(bad)


@pytest.mark.parametrize(
    "text",
    [
        "beta**(10**9)",
        "beta**1000000000",
        "beta**" + "9" * 900,
        "2**-999",
        "(alpha+1)**99",
        "((((((((((alpha**30)**30)**30)**30)**30)**30)**30)**30)**30)**30)",
        "(1+alpha+beta+x_1)**30",
        "((1+alpha)**30)**30",
        "(" * 20_000 + "1" + ")" * 20_000,
        "(" * 500 + "1",
        "1+" * 400 + "(" * 100,
        "0." + "1" * 200,
        "a" * 61,
        "alpha" + "*alpha" * 150,
        "1/(alpha+1)" + "/(alpha+1)" * 80,
        "+".join(f"1/(alpha+{i}*beta+{i * i}*x_1)" for i in range(1, 25)),
    ],
)
def test_what_would_grow_is_refused_at_once(text: str) -> None:
    refused(text)


@settings(max_examples=150)
@given(st.text(alphabet="01.+-*/() \t<=>!abα_'$\x00", max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    for reader in (lambda: parse(text), lambda: parse_relations(text)):
        try:
            reader()
        except InputError as error:
            assert "\n" not in str(error)


# -- relations ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, relations",
    [
        ("0 <= alpha <= 1", ["<=", "<="]),
        ("alpha = beta", ["=="]),
        ("alpha == beta != 0", ["==", "!="]),
        ("0 ≤ α ≠ β ≥ 1", ["<=", "!=", ">="]),
    ],
)
def test_relations_are_read_in_chains(text: str, relations: list[str]) -> None:
    assert [relation for _, relation, _ in parse_relations(text)] == relations


@pytest.mark.parametrize(
    "text",
    [
        "alpha",
        "",
        "alpha <",
        "< 1",
        "alpha <> 1",
        "alpha => 1",
        "1 < (2 < 3)",
        "alpha = = 1",
    ],
)
def test_what_is_no_relation_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_relations(text)
