"""Entropy statements: how they are read, printed and refused."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from onoff_symbolic import judge
from onoff_symbolic.entropy.grammar import (
    MAX_DIGITS, MAX_LENGTH, Measure, Statement, Term, function_of, implication, markov, mutually_independent, notes,
    parse)
from onoff_symbolic.errors import InputError

ONE, HALF = Fraction(1), Fraction(1, 2)


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


@pytest.mark.parametrize("text, place, words", [
    ("", 0, "H(...), I(...) or a number, found the end"),
    ("H(X", 3, "',', '|' or ')', found the end"),
    ("H(X) 0", 5, "'+', '-', '=', '<=' or '>=', found '0'"),
    ("H(X) < 0", 5, "'<=' or '>=' (a strict relation is never implied), found '<'"),
    ("H(X) =< H(Y)", 6, "'<=' or '>=', or a sum, found '<'"),
    ("X . ", 4, "the name of a variable"),
    ("X . Y -> Z", 6, "the end of the statement"),
    ("X Y", 2, "'.' (independence X . Y)"),
    ("I(X;Y;Z) = 0", 5, "',', '|' or ')' (I(X;Y;Z) is I(X;Y) - I(X;Y|Z)), found ';'"),
    ("0 <= I(X;Y) <= H(X)", 12, "the end of the statement (of relations one at a time), found '<='"),
    ("H(X) <= H(Y) if X : Y", 13, "the end of the statement (premises stand before '=>', with ';' between them)"),
    ("X - Y", 5, "'->' and a third list"),
    ("X = Y", 5, "'(' (a function, such as f(X,Y)), found the end"),
    ("H(X) = 1", 8, "the only constant is 0"),
    ("2*X = 0", 2, "H(...) or I(...) after the coefficient"),
    ("F(X) = 0", 0, "H(...), I(...) or a number, found 'F'"),
    ("X -> Y", 6, "a third list"),
    ("Y = H(X)", 4, "a function of variables"),
    ("__import__('os')", 11, "a number or a sign, found \"'\""),
    ("H(X)\x1b[2J = 0", 4, "a number or a sign"),
    (f"{'9' * (MAX_DIGITS + 1)}*H(X) = 0", 0, "a number of at most"),
])
def test_faults_are_shown_with_a_caret(text: str, place: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    first, shown, caret = str(caught.value).split("\n")
    assert words in first and first.startswith("expected ")
    assert caret == " " * (2 + place) + "^"
    assert shown[2:] == "".join(c if c.isprintable() else "?" for c in text)


def test_hostile_texts_are_refused_and_nothing_else() -> None:
    chance = random.Random(2)
    alphabet = [*"HI(),;|=>*/+-07Xé \n\t²٣\0.:⊥", "->", "<=", "1.5", "H(X)", "indep"]
    for _ in range(3000):
        text = "".join(chance.choice(alphabet) for _ in range(chance.randint(0, 12)))
        try:
            parse(text)
        except InputError as error:
            assert len(str(error).split("\n")) == 3
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
    with pytest.raises(InputError, match=r"^expected >= \(=> stands between what is given and the statement\)"):
        judge.entropy("H(X) => H(X|Y)", ())
