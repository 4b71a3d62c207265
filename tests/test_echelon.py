"""The elimination, for each kind of number, against one of the tests' own."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from reference import eliminated

from onoff_symbolic.algebra.echelon import FRACTIONS, PRIME, Arithmetic, Echelon, Elements, Residues
from onoff_symbolic.algebra.field import Element, Field

FIELD = Field(("x",))
KINDS = [FRACTIONS, Residues(), Elements(FIELD)]
NAMES = ["fractions", "residues", "elements"]
WIDTH = 5


def vectors(seed: int, count: int) -> list[list[int]]:
    """Small whole numbers, many of them zero; some vectors are made of others."""
    draw = random.Random(seed)
    found = [[draw.choice((-2, -1, 0, 0, 0, 1, 3)) for _ in range(WIDTH)] for _ in range(count - 2)]
    return [*found, [a + b for a, b in zip(found[0], found[1])], [2 * a - b for a, b in zip(found[1], found[-1])]]


def of_kind(numbers: Arithmetic, vector: list[int]) -> dict[int, object]:  # type: ignore[type-arg]
    if isinstance(numbers, Residues):
        return {i: c % PRIME for i, c in enumerate(vector)}
    return {i: FIELD(c) if isinstance(numbers, Elements) else Fraction(c) for i, c in enumerate(vector)}


def rank(rows: list[list[int]]) -> int:
    return len(eliminated([[*map(Fraction, row), Fraction(0)] for row in rows]))


@pytest.mark.parametrize("numbers", KINDS, ids=NAMES)
@pytest.mark.parametrize("seed", range(8))
def test_a_vector_is_new_if_it_raises_the_rank(numbers: Arithmetic, seed: int) -> None:  # type: ignore[type-arg]
    rows, space = vectors(seed, 6), Echelon(numbers)
    for i, row in enumerate(rows):
        is_new = space.add(of_kind(numbers, row)) is not None
        assert is_new == (rank(rows[:i + 1]) > rank(rows[:i]))
    assert all(not space.remainder(of_kind(numbers, row)) for row in rows)


def test_elements_that_cancel_are_zero() -> None:
    x, space = FIELD["x"], Echelon(Elements(FIELD))
    assert space.add({0: x, 1: x * x}) is not None
    assert space.add({0: 1 / x, 1: FIELD.one}) is None
    left: dict[int, Element] | None = space.add({0: FIELD.one, 1: FIELD.one})
    assert left == {1: FIELD.one}
