"""Entropy statements: how they are read, printed and refused."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction

import pytest

from onoff_symbolic import judge
from onoff_symbolic.entropy.grammar import (
    MAX_DIGITS, MAX_LENGTH, Measure, Statement, Term, distinct, implication, notes, parse)
from onoff_symbolic.errors import InputError

ONE, HALF = Fraction(1), Fraction(1, 2)


def vanishes(*measures: Measure) -> Statement:
    """Return that every one of the measures is zero: their sum is, as none is negative."""
    return Statement(tuple(Term(Fraction(1), measure) for measure in measures), "=")


def function_of(result: Iterable[str], arguments: Iterable[str]) -> Statement:
    """Return H(result | arguments) = 0."""
    names = tuple(result)
    return vanishes(Measure(names, names, tuple(arguments)))


def markov(*groups: Iterable[str]) -> Statement:
    """Return group1 -> group2 -> group3 …: given each group, what follows it is independent of what precedes it."""
    lists = [tuple(group) for group in groups]
    return vanishes(*(Measure(distinct(name for past in lists[:k] for name in past), lists[k + 1], lists[k])
                      for k in range(1, len(lists) - 1)))


def mutually_independent(*groups: Iterable[str], given: Iterable[str] = ()) -> Statement:
    """Return I(group1; group2 | given) + I(group1,group2; group3 | given) + … = 0."""
    lists, condition = [tuple(group) for group in groups], tuple(given)
    return vanishes(*(Measure(distinct(name for past in lists[:k] for name in past), lists[k], condition)
                      for k in range(1, len(lists))))


@pytest.mark.parametrize("text, expected", [
    ("I(U;Q|X) = 0", mutually_independent(["U"], ["Q"], given=["X"])),
    ("Q = f(X,V,S)", function_of(["Q"], ["X", "V", "S"])),
    ("A,B = g(C)", function_of(["A", "B"], ["C"])),
    ("X -> Y -> Z", markov(["X"], ["Y"], ["Z"])),
    ("H -> I -> H2", markov(["H"], ["I"], ["H2"])),
    ("X <-> Y ↔ Z", markov(["X"], ["Y"], ["Z"])),
    ("Q : X,V,S", function_of(["Q"], ["X", "V", "S"])),
    ("X.Y,Z", mutually_independent(["X"], ["Y", "Z"])),
    ("X ⊥ Y | Z,W", mutually_independent(["X"], ["Y"], given=["Z", "W"])),
    ("X indep Y indep Z | W", mutually_independent(["X"], ["Y"], ["Z"], given=["W"])),
    ("indep . Y", mutually_independent(["indep"], ["Y"])),
    ("H(H) >= I(I;H)", Statement(
        (Term(ONE, Measure(("H",), ("H",))),), ">=", (Term(ONE, Measure(("I",), ("H",))),))),
])
def test_statements_are_read(text: str, expected: Statement) -> None:
    assert parse(text) == expected


def test_coefficients_are_exact() -> None:
    statement = parse("2*H(A,B) + 0.1 I(A;B|C) - H(C)/3 ≥ 1/2*H(A)")
    assert [term.coefficient for term in statement.left] == [2, Fraction(1, 10), Fraction(-1, 3)]
    assert statement.right[0].coefficient == HALF
    assert statement.relation == ">="


@pytest.mark.parametrize("text, same", [
    (".5 H(X) >= 0", "1/2*H(X) >= 0"), ("−2·H(X) ≤ 0", "-2*H(X) <= 0"),
    ("+ H(X) - .25*I(X:Y) >= 0", "H(X) - 1/4*I(X;Y) >= 0"),
])
def test_what_people_write_is_read_alike(text: str, same: str) -> None:
    assert parse(text) == parse(same)


@pytest.mark.parametrize("texts, expected", [
    (["H(XY) <= H(X) + H(Y)"], ["XY is read as one variable; X,Y is written for X and Y together"]),
    (["H(X1X2|Z) <= H(X1)", "H(X2) = 0"], ["X1X2 is read as one variable; X1,X2 is written for X1 and X2 together"]),
    (["H(KEY) <= H(MSG)"], []), (["H(XY) >= 0"], []), (["H(X10) <= H(X1)"], []), (["H(XYZ) <= H(X) + H(Y)"], []),
])
def test_a_name_made_of_names_is_noted(texts: list[str], expected: list[str]) -> None:
    assert notes(map(parse, texts)) == expected


def test_forms_are_joint_entropies() -> None:
    assert parse("I(A;B|C) <= 0").form() == {
        frozenset("AC"): -1, frozenset("BC"): -1, frozenset("ABC"): 1, frozenset("C"): 1}
    assert parse("I(A;A) = H(A)").form() == {}
    assert parse("0 = 0").form() == {}


def test_random_statements_round_trip() -> None:
    chance = random.Random(1)
    for _ in range(200):
        statement = random_statement(chance, "ABCD", 4)
        assert parse(str(statement)) == statement


def random_statement(chance: random.Random, names: str, terms: int) -> Statement:
    def subset(least: int) -> tuple[str, ...]:
        return tuple(chance.sample(names, chance.randint(least, 2)))

    def term() -> Term:
        left = subset(1)
        right = left if chance.random() < 0.5 else subset(1)
        return Term(Fraction(chance.randint(-4, 4), chance.randint(1, 3)), Measure(left, right, subset(0)))

    sides = [tuple(term() for _ in range(chance.randint(0, terms))) for _ in range(2)]
    return Statement(sides[0], chance.choice(["=", "<=", ">="]), sides[1])


ATOM, CONSTANT = "a name, H(...), I(...) or a number", "the only constant is 0"
PREMISES = "the end of the statement (premises stand before '=>', with ';' between them)"
LISTS = "X -> Y -> Z (a Markov chain), X . Y (independence), Y = f(X) or Y : X (a function)"
FAULTS = [
    ("", 0, f"{ATOM}, found the end"),
    ("H(X", 3, "',' or ')', found the end"),
    ("H(X) 0", 5, f"{PREMISES}, found '0'"),
    ("H(X) < 0", 5, "'<=' or '>=' (a strict relation is never implied), found '<'"),
    ("H(X) =< H(Y)", 6, f"{ATOM}, found '<'"),
    ("H(X) ! 0", 5, "a number, a name or a sign, found '!'"),
    ("H(X)", 4, "'+', '-', '=', '<=' or '>=', found the end"),
    ("X . ", 4, ATOM),
    ("X . Y -> Z", 6, "the end of the statement"),
    ("X : Y : Z", 6, "',' or ')'"),
    ("I(X;Y;Z) = 0", 5, "',' or ')', found ';'"),
    ("H(X) >= .", 8, ATOM),
    ("I(X) = 0", 3, "';' (mutual information is I(X;Y))"),
    ("0 <= I(X;Y) <= H(X)", 12, "the end of the statement (of relations one at a time), found '<='"),
    ("H(X) ≤ 0 ≤ 0", 9, "one at a time), found '≤'"),
    ("H(X) <= H(Y) if X : Y", 13, PREMISES),
    ("I(X;Y) = 0, H(X) = 0", 10, "with ';' between them), found ','"),
    ("X - Y", 5, "a third list after X -> Y"),
    ("X", 1, LISTS),
    ("Y = 3", 2, LISTS),
    ("Y = f(X", 7, "',' or ')'"),
    ("H(X|) = 0", 4, ATOM),
    ("H(2X) = 0", 2, ATOM),
    ("H(X) = 1", 0, CONSTANT),
    ("2*X = 0", 0, CONSTANT),
    ("F(X) = 0", 0, CONSTANT),
    ("1/0*H(X) = 0", 0, "a divisor that is not 0"),
    ("H(X)*H(Y) = 0", 0, "a number before or after each H(...) and I(...)"),
    ("2/H(X) = 0", 0, "a number before or after each H(...) and I(...)"),
    ("__import__('os')", 11, "a name or a sign, found \"'\""),
    ("H(X)\x1b[2J = 0", 4, "a name or a sign"),
    (f"{'9' * (MAX_DIGITS + 1)}*H(X) = 0", 0, "a number of at most"),
]


@pytest.mark.parametrize("text, place, words", FAULTS)
def test_faults_are_shown_with_a_caret(text: str, place: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    error = caught.value
    assert words in error.message and error.message.startswith("expected ")
    assert error.spot is not None and (error.spot.line, error.spot.column) == (text, place)
    assert f" at column {place + 1} of " in str(error) and str(error).isprintable()


def test_hostile_texts_are_refused_and_nothing_else() -> None:
    chance = random.Random(2)
    alphabet = [*"HI(),;|=>*/+-07Xé \n\t²٣\0.:⊥", "->", "<=", "1.5", "H(X)", "indep"]
    for _ in range(3000):
        text = "".join(chance.choice(alphabet) for _ in range(chance.randint(0, 12)))
        try:
            parse(text)
        except InputError as error:
            assert error.spot is not None and error.spot.column <= len(text)
    for text in ("H(" * 900, "(" * 1999, "H(X)" * 400, "-" * 1999, "X->" * 600, "1/" * 900, "H(X," * 400):
        with pytest.raises(InputError):
            parse(text)
    with pytest.raises(InputError, match=f"at most {MAX_LENGTH} characters"):
        parse("H(X)" + " " * MAX_LENGTH)


@pytest.mark.parametrize("text, goal, given", [
    ("H(X) >= 0", "H(X) >= 0", ()),
    ("X . Y => H(X,Y) == H(X)+H(Y)", "H(X,Y) == H(X)+H(Y)", ("X . Y",)),
    ("I(X;Y) = 0; X:Z => H(X) = 0", "H(X) = 0", ("I(X;Y) = 0", "X:Z")),
    ("X . Y & H(Z|X) = 0 => I(Z;Y) = 0", "I(Z;Y) = 0", ("X . Y", "H(Z|X) = 0")),
    ("=> H(X) >= 0", "H(X) >= 0", ("",)),
])
def test_premises_before_an_arrow(text: str, goal: str, given: tuple[str, ...]) -> None:
    assert implication(text) == (goal, given)


def test_an_arrow_that_was_meant_as_at_least_is_told() -> None:
    with pytest.raises(InputError, match=r"^expected a comparison, found '=>' at column 6 .*; did you mean >=\?"):
        judge.entropy("H(X) => H(X|Y)", ())
