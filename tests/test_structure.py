"""nsources/structure: laws that attain a simple bound without a program on all sets, beside that program."""

import random
from fractions import Fraction

import pytest

from onoff_symbolic.errors import OnoffError
from onoff_symbolic.nsources.sets import Rows, least
from onoff_symbolic.nsources.structure import (
    COMPLEMENTS, POINTS, WAYS, Serving, check_servings, largest, structured, two_less_least)

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def drawn(number: int) -> Rows:
    """Return random rows, different ones, with few entries."""
    draw = random.Random(number)
    sources, secrets, parts = draw.randint(2, 5), draw.randint(1, 5), draw.choice([2, 3, 4, 6])
    rows = []
    for _ in range(secrets):
        places = [draw.randrange(sources) for _ in range(parts)]
        rows.append(tuple(Fraction(places.count(y), parts) for y in range(sources)))
    return tuple(dict.fromkeys(rows))


def walk(size: int, stay: Fraction = Fraction(0)) -> Rows:
    """Return the symmetric walk on a cycle."""
    step = (1 - stay) / 2
    return tuple(tuple(stay * (x == y) + step * ((x - y) % size == 1) + step * ((y - x) % size == 1)
                       for x in range(size)) for y in range(size))


def births(size: int) -> Rows:
    """Return a lazy birth-death chain."""
    rows = []
    for y in range(size):
        row = [Fraction(0)] * size
        if y:
            row[y - 1] = Fraction(1, 4)
        if y + 1 < size:
            row[y + 1] = THIRD
        row[y] = 1 - sum(row)
        rows.append(tuple(row))
    return tuple(rows)


class TestWays:
    @pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
    def test_a_law_that_is_found_is_as_cheap_as_the_program_on_sets(self, way: object) -> None:
        answers = [(rows, way(rows)) for rows in map(drawn, range(150))]      # type: ignore[operator]
        found = [(rows, each) for rows, each in answers if each is not None]

        assert len(found) > 10
        for rows, each in found:
            simple = largest(rows) if each.family == COMPLEMENTS else two_less_least(rows)
            assert check_servings(rows, each.servings) == each.value == simple == least(rows).value

    def test_every_case_of_three_secrets_is_solved(self) -> None:
        rows = [rows for rows in map(drawn, range(600)) if len(rows) == 3]
        answers = [structured(each) for each in rows]

        assert len(rows) > 50 and None not in answers
        assert {each.family for each in answers if each} == {COMPLEMENTS, POINTS}

    def test_the_chain_of_theorem_2_has_no_such_law(self) -> None:
        rows = ((0, 0, 0, 1), (0, HALF, HALF, 0), (HALF, 0, HALF, 0), (HALF, HALF, 0, 0))

        assert structured(tuple(tuple(map(Fraction, row)) for row in rows)) is None


class TestManySources:
    def test_thirty_sources_in_a_row(self) -> None:
        rows = births(30)
        found = structured(rows)

        assert found is not None and found.value == largest(rows) == sum(map(max, zip(*rows, strict=True)))
        assert "unimodal" in found.reason

    def test_a_walk_on_a_cycle_of_twenty_four(self) -> None:
        found = structured(walk(24))

        assert found is not None and found.value == 12

    def test_a_lazy_walk_on_the_cycle_of_five_is_known_by_hand_to_cost_five_halves(self) -> None:
        assert least(walk(5, HALF)).value == Fraction(5, 2)

    def test_the_walk_on_the_cycle_of_five_attains_neither_bound(self) -> None:
        assert structured(walk(5)) is None and least(walk(5)).value == 3


ROWS = ((HALF, HALF), (Fraction(1), Fraction(0)))
GOOD = (Serving(0b01, ({0: HALF}, {0: HALF})), Serving(0b11, ({1: HALF}, {0: HALF})))
BAD = {
    "a set is as likely": (Serving(0b01, ({0: HALF}, {0: THIRD})), GOOD[1]),
    "a set serves": (GOOD[0], Serving(0b01, ({1: HALF}, {0: HALF}))),
    "every request": (GOOD[0],),
}


class TestCheck:
    def test_accepts_a_private_law(self) -> None:
        assert check_servings(ROWS, GOOD) == Fraction(3, 2)

    @pytest.mark.parametrize("reason", BAD)
    def test_refuses(self, reason: str) -> None:
        with pytest.raises(OnoffError, match=reason):
            check_servings(ROWS, BAD[reason])
