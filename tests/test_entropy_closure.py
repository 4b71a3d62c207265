"""Families of closed sets, and their measures; programs in whole numbers."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from fractions import Fraction

import pytest

from onoff_symbolic.entropy.closure import Closure, Family, closed_sets, generated, pairs, uncrossed
from onoff_symbolic.entropy.sets import elementals, vector
from onoff_symbolic.programs.highs import hint
from onoff_symbolic.programs.whole import Cheapest, cheapest


def at(form: dict[int, int], values: Sequence[int]) -> int:
    """Return a form where joint entropies have these values."""
    return sum(value * values[mask] for mask, value in form.items())


def random_closure(chance: random.Random, size: int) -> Closure:
    """Return a closure by up to three dependencies."""
    full = (1 << size) - 1
    return Closure(full, tuple((chance.randint(0, full), 1 << chance.randrange(size))
                               for _ in range(chance.randint(0, 3))))


class TestClosure:
    @pytest.mark.parametrize("mask, closed", [(0b0001, 0b0111), (0b0010, 0b0010), (0b1001, 0b1111)])
    def test_adds_what_is_a_function(self, mask: int, closed: int) -> None:
        assert Closure(0b1111, ((0b0001, 0b0010), (0b0011, 0b0100))).of(mask) == closed

    def test_is_idempotent(self) -> None:
        chance = random.Random(5)
        for _ in range(100):
            closure = random_closure(chance, 4)
            for mask in range(16):
                closed = closure.of(mask)
                assert closed & mask == mask and closure.of(closed) == closed
                assert all(c & ~closed or not d & ~closed for c, d in closure.dependencies)


class TestFamily:
    def test_holds_intersections_and_closed_unions(self) -> None:
        chance = random.Random(6)
        for _ in range(60):
            closure = random_closure(chance, 5)
            members = generated(closure, [chance.randint(1, 31) for _ in range(4)], 99)
            assert members is not None
            present = members | {closure.of(0), 0}
            for one in members:
                for other in members:
                    assert one & other in present and closure.of(one | other) in present
            assert generated(closure, members, len(members) - 1) is None or not members

    def test_numbers_extend_to_all_sets(self) -> None:
        """The theorem behind the small programs, on random members of random families."""
        chance = random.Random(7)
        tried = 0
        for _ in range(1500):
            closure = random_closure(chance, 4)
            members = generated(closure, [chance.randint(1, 15) for _ in range(3)], 99)
            assert members is not None
            family = Family(closure, members)
            values = [0] * 16
            for mask in members:
                values[mask] = chance.randint(0, 3) + mask.bit_count()
            whole = [values[family.least[mask]] for mask in range(16)]
            forms = family.distinct(family.elementals()).values()
            if any(at(form, whole) < 0 for form in forms):
                assert any(at(vector(triple), whole) < 0 for triple in elementals(15))
                continue
            tried += 1
            assert all(at(vector(triple), whole) >= 0 for triple in elementals(15))
            assert all(whole[given] == whole[given | result] for given, result in closure.dependencies)
        assert tried > 40

    def test_all_closed_sets(self) -> None:
        assert closed_sets(Closure(0b111, ())) == frozenset(range(1, 8))
        assert closed_sets(Closure(0b11, ((0b01, 0b10),))) == {0b10, 0b11}


class TestPairs:
    def test_are_all_measures_of_some_sets(self) -> None:
        found = pairs([0b001, 0b010, 0b011, 0b111])

        assert found[0b001, 0b010, 0] == {0b001: 1, 0b010: 1, 0b011: -1}
        assert found[0b100, 0b100, 0b011] == {0b111: 1, 0b011: -1}

    def test_leaves_out_what_takes_other_sets(self) -> None:
        assert pairs([0b011, 0b110]).keys() == {(0b011, 0b011, 0), (0b110, 0b110, 0)}


def test_uncrossing_ends_in_a_chain() -> None:
    closure = Closure(0b1111, ())

    assert uncrossed(closure, [0b0011, 0b0110]) == {0b0111, 0b0010}
    assert uncrossed(closure, [0b0011, 0b1100]) == {0b1111}


def test_programs_in_whole_numbers() -> None:
    answer = cheapest({0: 2, 1: 1}, [({0: 1}, 1), ({1: 1}, 1), ({0: 2, 1: 1}, 1)])
    assert isinstance(answer, Cheapest) and answer.weights == (0, 0, 1)
    answer = cheapest({0: 1}, [({0: 2}, 1), ({0: 3}, 1)])
    assert isinstance(answer, Cheapest) and answer.weights == (0, Fraction(1, 3))
    none = cheapest({0: 1, 1: -1}, [({0: 1}, 1), ({1: 1}, 1)])
    assert isinstance(none, dict) and none[0] >= 0 and none[1] >= 0 and none[0] - none[1] < 0
    assert isinstance(cheapest({0: 1}, []), dict)


def test_the_float_solver_only_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    said = hint(2, {0: 1, 1: -1}, [{0: 1, 1: -1}], 0)
    assert said is not None and not said.point and said.rows == (0,)
    said = hint(2, {0: 1, 1: -2}, [{0: 1, 1: -1}], 0)
    assert said is not None and said.point == {0: 1, 1: 1}
    monkeypatch.setitem(sys.modules, "highspy", None)
    assert hint(2, {0: 1, 1: -2}, [{0: 1, 1: -1}], 0) is None
