"""Entropy statements: how they are read, printed and refused. Faults are in golden/entropy_faults.txt."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from onoff_symbolic.entropy.grammar import MAX_DIGITS, MAX_LENGTH, implication, notes, parse
from onoff_symbolic.errors import InputError

SPELLINGS = {
    "U.Q|X": "I(U;Q|X) = 0",
    "Q = f(X,V,S)": "H(Q|X,V,S) = 0",
    "Q : X,V,S": "H(Q|X,V,S) = 0",
    "A,B = g(C)": "H(A,B|C) = 0",
    "X -> Y -> Z": "I(X;Z|Y) = 0",
    "X <-> Y ↔ Z": "I(X;Z|Y) = 0",
    "H -> I -> H2": "I(H;H2|I) = 0",
    "W -> X -> Y -> Z": "I(W;Y|X) + I(W,X;Z|Y) = 0",
    "X.Y,Z": "I(X;Y,Z) = 0",
    "X ⊥ Y | Z,W": "I(X;Y|Z,W) = 0",
    "X indep Y indep Z | W": "I(X;Y|W) + I(X,Y;Z|W) = 0",
    "indep . Y": "I(indep;Y) = 0",
    "H(H) >= I(I;H)": "H(H) >= H(I) + H(H) - H(H,I)",
    ".5 H(X) >= 0": "1/2*H(X) >= 0",
    "−2·H(X) ≤ 0": "-2*H(X) <= 0",
    "+ H(X) - .25*I(X:Y) >= 0": "H(X) - 1/4*I(X;Y) >= 0",
}


class TestParse:
    @pytest.mark.parametrize("text", SPELLINGS)
    def test_reads_what_people_write(self, text: str) -> None:
        found, plain = parse(text), parse(SPELLINGS[text])
        assert (found.form(), found.relation) == (plain.form(), plain.relation)

    def test_keeps_coefficients_exact(self) -> None:
        statement = parse("2*H(A,B) + 0.1 I(A;B|C) - H(C)/3 ≥ 1/2*H(A)")
        assert [term.coefficient for term in statement.left] == [2, Fraction(1, 10), Fraction(-1, 3)]
        assert statement.right[0].coefficient == Fraction(1, 2) and statement.relation == ">="

    @pytest.mark.parametrize(
        "text, form", [("I(A;B|C) <= 0", {"AC": -1, "BC": -1, "ABC": 1, "C": 1}), ("I(A;A) = H(A)", {}), ("0 = 0", {})]
    )
    def test_gives_joint_entropies(self, text: str, form: dict[str, int]) -> None:
        assert parse(text).form() == {frozenset(names): value for names, value in form.items()}

    def test_reads_what_is_printed(self) -> None:
        chance = random.Random(1)
        for _ in range(200):
            statement = parse(random_text(chance))
            assert parse(str(statement)) == statement

    def test_refuses_hostile_texts_and_nothing_else(self) -> None:
        chance = random.Random(2)
        alphabet = [*"HI(),;|=>*/+-07Xé \n\t²٣\0.:⊥", "->", "<=", "1.5", "H(X)", "indep"]
        for _ in range(3000):
            text = "".join(chance.choice(alphabet) for _ in range(chance.randint(0, 12)))
            try:
                parse(text)
            except InputError as error:
                assert error.spot is not None and error.spot.column <= len(text)

    @pytest.mark.parametrize(
        "text",
        [
            "H(" * 900,
            "(" * 1999,
            "H(X)" * 400,
            "-" * 1999,
            "X->" * 600,
            "1/" * 900,
            "H(X," * 400,
            "H(X)\x1b[2J = 0",
            "H(X) >= 0" + " " * MAX_LENGTH,
            "9" * (MAX_DIGITS + 1) + "*H(X) = 0",
        ],
    )
    def test_refuses_what_is_long_or_strange_in_one_line(self, text: str) -> None:
        with pytest.raises(InputError) as caught:
            parse(text)
        assert str(caught.value).isprintable()


def random_text(chance: random.Random) -> str:
    """Return a statement about A, B, C, D."""

    def names(least: int) -> str:
        return ",".join(chance.sample("ABCD", chance.randint(least, 2)))

    def side() -> str:
        terms = ["0*H(A)"]
        for _ in range(chance.randint(0, 4)):
            measure = f"I({names(1)};{names(1)}" if chance.random() < 0.5 else f"H({names(1)}"
            terms.append(f"{chance.randint(0, 4)}/{chance.randint(1, 3)}*{measure}|{chance.choice('ABCD')})")
        return chance.choice([" + ", " - "]).join(terms)

    return f"{side()} {chance.choice(['=', '<=', '>='])} {side()}"


@pytest.mark.parametrize(
    "texts, noted",
    [
        (
            ["H(X1X2|Z) <= H(X1)", "H(X2) = 0"],
            ["X1X2 is read as one variable; X1,X2 is written for X1 and X2 together"],
        ),
        (["H(KEY) <= H(MSG)"], []),
        (["H(XY) >= 0"], []),
        (["H(X10) <= H(X1)"], []),
        (["H(XYZ) <= H(X) + H(Y)"], []),
    ],
)
def test_notes_a_name_made_of_names(texts: list[str], noted: list[str]) -> None:
    assert notes(map(parse, texts)) == noted


@pytest.mark.parametrize(
    "text, goal, given",
    [
        ("H(X) >= 0", "H(X) >= 0", ()),
        ("I(X;Y) = 0; X:Z => H(X) = 0", "H(X) = 0", ("I(X;Y) = 0", "X:Z")),
        ("X . Y & H(Z|X) = 0 => I(Z;Y) = 0", "I(Z;Y) = 0", ("X . Y", "H(Z|X) = 0")),
        ("=> H(X) >= 0", "H(X) >= 0", ("",)),
    ],
)
def test_premises_are_written_before_an_arrow(text: str, goal: str, given: tuple[str, ...]) -> None:
    assert implication(text) == (goal, given)
