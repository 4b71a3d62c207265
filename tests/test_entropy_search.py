"""Counterexamples to entropy statements: small distributions, compared exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.entropy.laws import Task
from onoff_symbolic.entropy.search import find_witness
from onoff_symbolic.entropy.witness import MAX_BITS, Witness, check_witness, sign
from onoff_symbolic.errors import OnoffError, Undecidable

ONE, HALF = Fraction(1), Fraction(1, 2)


def witness(names: str, *atoms: tuple[str, Fraction]) -> Witness:
    return Witness(tuple(names), tuple((tuple(map(int, values)), p) for values, p in atoms))


SKEWED = witness("XY", ("00", Fraction(1, 3)), ("10", Fraction(2, 3)))


def test_witnesses_of_any_rational_law_are_compared_exactly() -> None:
    check_witness(SKEWED, parse("H(X) <= 9*H(Y)"), [parse("H(Y) = 0")])
    law = witness("XY", ("00", Fraction(1, 4)), ("01", Fraction(1, 4)), ("12", HALF))
    check_witness(law, parse("2*H(X) <= H(Y)"), [parse("3*H(X) = 2*H(Y)")])
    off = witness("XY", ("00", Fraction(26, 100)), ("01", Fraction(24, 100)), ("10", Fraction(1, 4)),
                  ("11", Fraction(1, 4)))
    check_witness(off, parse("I(X;Y) = 0"))


@pytest.mark.parametrize("wrong, words", [
    (witness("XY", ("00", HALF), ("11", HALF)), "does not satisfy H(Y) = 0"),
    (witness("XY", ("00", ONE)), "it satisfies H(X) = 0"),
    (witness("XY", ("00", HALF), ("10", Fraction(1, 3))), "sum 1, found 5/6"),
    (witness("XY", ("00", 2 * ONE), ("10", -ONE)), "positive rational probabilities"),
    (witness("XY", ("00", ONE), ("10", Fraction(0))), "positive rational probabilities"),
    (witness("XY", ("00", 0.5), ("10", 0.5)), "positive rational probabilities"),  # type: ignore[arg-type]
    (witness("X", ("0", HALF), ("1", HALF)), "expected a value of Y, found none"),
    (witness("XYY", ("000", HALF), ("100", HALF)), "a variable occurs twice"),
    (witness("XY", ("00", HALF), ("1", HALF)), "one value of each variable"),
    (witness("XY"), "sum 1, found 0"),
])
def test_wrong_witnesses_are_rejected(wrong: Witness, words: str) -> None:
    with pytest.raises(OnoffError) as caught:
        check_witness(wrong, parse("H(X) = 0"), [parse("H(Y) = 0")])
    assert words in str(caught.value)


def test_signs_of_logarithms() -> None:
    assert sign({}) == sign({2: 0}) == 0
    assert sign({2: 3, 3: -2}) == -1 and sign({2: -3, 3: 2}) == 1
    assert sign({2: 485, 3: -306}) == sign({2: -1054, 3: 665}) == 1
    with pytest.raises(Undecidable):
        sign({2: MAX_BITS, 3: -MAX_BITS})
    with pytest.raises(Undecidable):
        check_witness(witness("X", ("0", Fraction(1, 10 ** 18 + 9)), ("1", 1 - Fraction(1, 10 ** 18 + 9))),
                      parse("H(X) = 0"))


def test_small_distributions_are_found() -> None:
    parity = find_witness(Task(parse("I(X;Y|Z) = 0"), [parse("I(X;Y) = 0")]))
    assert parity is not None and len(parity.atoms) == 4
    assert find_witness(Task(parse("I(X;Y) >= 0"), ())) is None
    pair = find_witness(Task(parse("H(X) <= H(Y)"), [parse("H(X) = 2*H(Y)"), parse("I(X;Y) = 0")]))
    assert pair is not None and len(pair.atoms) == 8


def test_the_search_gives_up_where_entropies_cannot_be_compared() -> None:
    big = 10 ** 39
    assert find_witness(Task(parse(f"{big}*H(X) >= {big - 1}*H(Y)"), [parse("H(X) = H(Y)")])) is None


def test_a_witness_is_shown_as_a_table() -> None:
    assert SKEWED.lines() == ["X  Y  probability", "0  0          1/3", "1  0          2/3"]
