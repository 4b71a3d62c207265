"""Reading expressions: grammar, exactness, divisors, bounds; no code runs; what is printed reads back."""

import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onoff_symbolic.errors import InputError
from onoff_symbolic.algebra.expression import (
    MAX_BITS, MAX_DEGREE, MAX_DIGITS, MAX_EXPONENT, MAX_LENGTH, MAX_TERMS, parse, parse_relations,
)
from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.checker.syntax import MAX_NESTING

F = Field(("alpha", "beta", "x_1"))
ALPHA, BETA = F["alpha"], F["beta"]


WATCH: list[str] = []
"""While it is not empty, the interpreter's own reports of code that is compiled, run, imported or opened go here."""


def _audit(event: str, _: object) -> None:
    if WATCH and event in ("compile", "exec", "import", "open", "os.system", "subprocess.Popen", "builtins.breakpoint"):
        WATCH.append(event)


sys.addaudithook(_audit)


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


@pytest.mark.parametrize("text, number", [
    ("7", 7), ("007", 7), ("1 + 2*3", 7), ("(1 + 2)*3", 9), ("1 - 2 - 3", -4), ("8/4/2", 1),
    ("2*3/4*5", Fraction(15, 2)),
    ("2**3", 8), ("2*3**2", 18), ("-2**2", -4), ("(-2)**2", 4), ("2**-2", Fraction(1, 4)), ("2**0", 1), ("0**0", 1),
    ("-1 + 2", 1), ("+1", 1), ("(+1)", 1), ("1 + (-1)", 0), ("(-(-(1)))", 1), ("-(1 + 2)", -3), ("-2*3 + 1", -5),
    ("-1/2", Fraction(-1, 2)), ("1/2**2", Fraction(1, 4)), ("(1/2)**2", Fraction(1, 4)), ("2**2/3", Fraction(4, 3)),
    (" ( 1+ 2 ) *3 ", 9), ("1\t+\n2", 3), ("((((5))))", 5), ("(1)", 1), ("3-2**2", -1), ("(2)**3", 8),
])
def test_numbers_obey_the_usual_order_of_operations(text: str, number: Fraction) -> None:
    assert value(text) == number


@pytest.mark.parametrize("text, element", [
    ("1 - alpha - beta", 1 - ALPHA - BETA), ("alpha*beta/2", ALPHA * BETA / 2), ("alpha**2*beta", ALPHA * ALPHA * BETA),
    ("-alpha**2", -(ALPHA * ALPHA)), ("(1-alpha)/(1-beta)", (1 - ALPHA) / (1 - BETA)), ("x_1", F["x_1"]),
    ("alpha/beta*beta", ALPHA), ("alpha/(beta*beta)", ALPHA / BETA / BETA), ("(alpha)**-1", 1 / ALPHA),
])
def test_names_are_parameters(text: str, element: Element) -> None:
    assert value(text) == element


@pytest.mark.parametrize("text, number", [
    ("0.2", Fraction(1, 5)), ("0.1", Fraction(1, 10)), ("1.50", Fraction(3, 2)), ("0.30000000000000004", None),
    ("0.1 + 0.2", Fraction(3, 10)), ("12.0", 12), ("0.000", 0), ("0." + "3" * 50, Fraction(int("3" * 50), 10 ** 50)),
])
def test_decimals_are_exact(text: str, number: Fraction | None) -> None:
    assert value(text) == (Fraction(text) if number is None else number)
    assert "0.2" not in str(value("0.2"))


def test_names_are_told_in_order_of_appearance_each_once() -> None:
    assert parse("beta + alpha*beta - x_1/alpha").names() == ("beta", "alpha", "x_1")
    assert parse("1/2").names() == ()


@pytest.mark.parametrize("text, column, word", [
    ("", 1, "the end"), ("   ", 4, "the end"), ("1 +", 4, "the end"), ("*2", 1, "'*'"), ("1 2", 3, "'2'"),
    ("alpha beta", 7, "'beta'"), ("2alpha", 2, "'alpha'"), ("(1", 3, "the end"), ("1)", 2, "')'"), ("()", 2, "')'"),
    ("1 + + 2", 5, "'+'"), ("2*-3", 3, "'-'"), ("2**-(3)", 5, "'('"),
    ("2**alpha", 4, "'alpha'"), ("2**0.5", 4, "'0.5'"), ("2**3**2", 5, "'**'"), ("2**", 4, "the end"),
    ("alpha(1)", 6, "'('"), ("f()", 2, "'('"), ("1e5", 2, "'e5'"), ("1 < 2", 3, "'<'"), ("alpha = 1", 7, "'='"),
    ("(1))", 4, "')'"), ("1.2.3", 4, "'.3'"), ("2α", 2, "'α'"), ("(1)(2)", 4, "'('"), ("1/", 3, "the end"),
])
def test_what_is_not_in_the_grammar_is_told_with_its_column(text: str, column: int, word: str) -> None:
    message = refused(text)
    assert message.startswith(f"column {column}: expected ")
    assert f"found {word} in " in message


@pytest.mark.parametrize("text, column, character", [
    ("1 + $", 5, "'$'"), ("1 ÷ 2", 3, "'÷'"), ("2²", 2, "'²'"), ("1٣", 2, "'٣'"), ("ｘ", 1, "'ｘ'"),
    ("5.", 2, "'.'"), ("a.b", 2, "'.'"), ("a[0]", 2, "'['"), ("{1}", 1, "'{'"),
    ("1,0", 2, "','"), ("a_000$", 6, "'$'"), ("1%2", 2, "'%'"), ("not@", 4, "'@'"),
    ("'1'", 1, '"\'"'),
    ("1;2", 2, "';'"), ("1\x00", 2, "'\\x00'"), ("a\\b", 2, "'\\\\'"), ("a!b", 2, "'!'"),
])
def test_strange_characters_are_told_with_their_column(text: str, column: int, character: str) -> None:
    message = refused(text)
    assert f"column {column}: " in message and character in message


@pytest.mark.parametrize("typed, meant", [
    ("α", "alpha"), ("1 − β·γ", "1 - beta*gamma"), ("α^2", "alpha**2"), (".7*α_1", "7*alpha_1/10"),
    ("λ × 2", "2*lambda"), ("ς", "sigma"),
])
def test_what_people_type_is_understood(typed: str, meant: str) -> None:
    both = parse(typed), parse(meant)
    field = Field(both[0].names())
    assert both[0].build(field).element == both[1].build(field).element


def test_signs_of_relations_are_understood() -> None:
    assert [sign for _, sign, _ in parse_relations("0 ≤ α ≠ β ≥ 1")] == ["<=", "!=", ">="]


# -- no code ever runs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "__import__('os').system('true')", "exec(1)", "eval(alpha)", "open(alpha)", "(lambda: 1)()", "[x for x in alpha]",
    "alpha.__class__.__bases__", "alpha if beta else 1", "print(1)", "import os", "1 or 2", "alpha := 1", "f'{alpha}'",
    "breakpoint()", "Symbol(alpha)", "sympify(1)", "oo.foo()", "globals()", "@alpha", "`alpha`", "lambda: 0",
    "alpha;beta", "exit()", "alpha\nimport os", "#1", "\\alpha", "0x10()", "1j", "1L", "0b1", "...", "*alpha",
    "**alpha", "yield 1",
])
def test_code_is_refused_and_never_runs(text: str) -> None:
    WATCH.clear()
    WATCH.append("on")
    try:
        found: object = parse(text)
    except Exception as error:
        found = error
    seen, WATCH[:] = WATCH[1:], []
    assert isinstance(found, InputError)
    assert not seen


def test_the_watch_sees_code_that_runs() -> None:
    WATCH[:] = ["on"]
    eval("1 + 1")
    seen, WATCH[:] = WATCH[1:], []
    assert "exec" in seen


@pytest.mark.parametrize("name", ["lambda", "import", "None", "True", "__class__", "pi", "E", "I", "oo", "N", "S"])
def test_words_of_python_and_sympy_are_plain_names(name: str) -> None:
    field = Field((name,))
    assert parse(name).names() == (name,)
    assert parse(f"{name} + 1").build(field).element == field[name] + 1


# -- divisors are kept -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text, divisors", [
    ("alpha*beta/alpha", ["alpha"]), ("alpha - alpha/beta + alpha/beta", ["beta"]), ("0/alpha", ["alpha"]),
    ("1/2", []), ("alpha/2", []), ("alpha**-2", ["alpha"]), ("(1-alpha)**-1*(1-alpha)", ["1 - alpha"]),
    ("1/(1/alpha)", ["alpha"]), ("1/(alpha/beta)", ["beta", "alpha"]), ("1/alpha + 1/alpha", ["alpha"]),
    ("(alpha/beta)**0", ["beta"]), ("alpha**0", []), ("1/(alpha - beta + beta)", ["alpha"]),
    ("alpha/(2*beta)", ["2*beta"]),
])
def test_every_divisor_is_kept_even_where_it_cancels(text: str, divisors: list[str]) -> None:
    assert [str(divisor) for divisor in parse(text).build(F).divisors] == divisors


@pytest.mark.parametrize("text", [
    "1/0", "alpha/0.0", "1/(alpha-alpha)", "0**-1", "(1-1)**-2", "1/(1/2-0.5)", "alpha/(beta/beta - 1)",
    "1/((alpha+beta)**2 - alpha**2 - 2*alpha*beta - beta**2)",
])
def test_a_divisor_that_is_zero_is_refused(text: str) -> None:
    assert refused(text).startswith("division by zero in ")


# -- bounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("good, bad, part", [
    ("1" + "+0" * ((MAX_LENGTH - 1) // 2), "1" + "+0" * (MAX_LENGTH // 2), f"at most {MAX_LENGTH} characters"),
    ("(" * MAX_NESTING + "1" + ")" * MAX_NESTING, "(" * (MAX_NESTING + 1) + "1" + ")" * (MAX_NESTING + 1),
     f"column {MAX_NESTING + 1}: expected at most {MAX_NESTING} nested parentheses"),
    (f"alpha**{MAX_EXPONENT}", f"alpha**{MAX_EXPONENT + 1}", f"at most {MAX_EXPONENT}"),
    (f"alpha**-{MAX_EXPONENT}", f"alpha**-{MAX_EXPONENT + 1}", f"at most {MAX_EXPONENT}"),
    ("9" * MAX_DIGITS, "9" * (MAX_DIGITS + 1), f"a number of at most {MAX_DIGITS} characters"),
    (f"(alpha**30)**{MAX_DEGREE // 30}", "alpha**30*beta**30*alpha", f"degree at most {MAX_DEGREE}"),
    ("(1 + alpha + beta)**30", "(1 + alpha + beta + x_1)**15", f"at most {MAX_TERMS} terms"),
    ("(2**30)**30", "((2**30)**30)**5", f"more than {MAX_BITS} bits"),
    ("1/(1 + alpha + beta)**20", "1/(1 + alpha + beta + x_1)**15", f"at most {MAX_TERMS} terms"),
])
def test_each_bound_is_told_and_sharp(good: str, bad: str, part: str) -> None:
    parse(good).build(F)
    assert part in refused(bad)


@pytest.mark.parametrize("text", [
    "beta**(10**9)", "beta**1000000000", "beta**" + "9" * 900, "2**-999", "(alpha+1)**99",
    "((((((((((alpha**30)**30)**30)**30)**30)**30)**30)**30)**30)**30)", "(1+alpha+beta+x_1)**30",
    "((1+alpha)**30)**30", "(" * 20_000 + "1" + ")" * 20_000, "(" * 500 + "1", "1+" * 400 + "(" * 100,
    "0." + "1" * 200, "a" * 61, "alpha" + "*alpha" * 150, "1/(alpha+1)" + "/(alpha+1)" * 80,
    "+".join(f"1/(alpha+{i}*beta+{i * i}*x_1)" for i in range(1, 25)),
])
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


@pytest.mark.parametrize("text, relations", [
    ("alpha < 1", ["<"]), ("0 <= alpha <= 1", ["<=", "<="]), ("alpha = beta", ["=="]), ("alpha == beta", ["=="]),
    ("alpha != 0", ["!="]), ("1 > alpha >= beta", [">", ">="]), ("0<alpha", ["<"]),
])
def test_relations_are_read_in_chains(text: str, relations: list[str]) -> None:
    assert [relation for _, relation, _ in parse_relations(text)] == relations


@pytest.mark.parametrize("text", [
    "alpha", "", "alpha <", "< 1", "alpha << 1", "alpha <> 1", "alpha => 1", "1 < (2 < 3)", "alpha =! 1", "a in b",
    "alpha < 1,", "!alpha", "alpha = = 1",
])
def test_what_is_no_relation_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_relations(text)


# -- what is printed reads back ----------------------------------------------------------------------------


@st.composite
def elements(draw: st.DrawFn, depth: int = 3) -> Element:
    if depth == 0 or draw(st.booleans()):
        number = Fraction(draw(st.integers(-9, 9)), draw(st.integers(1, 9)))
        return draw(st.sampled_from([ALPHA, BETA, F["x_1"], 1 - ALPHA, ALPHA - BETA, F(number)]))
    left, right = draw(elements(depth=depth - 1)), draw(elements(depth=depth - 1))
    operation = draw(st.sampled_from("+-*/^"))
    if operation == "/":
        return left if right.is_zero else left / right
    if operation == "^":
        return left ** draw(st.integers(0, 3))
    return left + right if operation == "+" else left - right if operation == "-" else left * right


@settings(max_examples=150)
@given(elements())
def test_a_printed_element_reads_back_as_itself(element: Element) -> None:
    for text in (str(element), str(element.factored())):
        if len(text) <= MAX_LENGTH:
            assert parse(text).build(F).element == element


@pytest.mark.parametrize("text", [
    "0", "1", "-1", "-1/2", "-alpha", "-1/alpha", "1/(2*alpha)", "-alpha/(2*beta)", "(1 - alpha)/2", "1/(alpha*beta)",
    "-(alpha - beta)**3/(2*(1 - alpha)**2)", "alpha**2/beta**3", "-3/(4*alpha**2*beta)",
    "(alpha**2 - 1)*(beta - alpha)",
])
def test_awkward_elements_read_back_as_themselves(text: str) -> None:
    element = value(text)
    assert value(str(element)) == element
    assert value(str(element.factored())) == element
