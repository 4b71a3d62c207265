"""Counterexamples of small laws: their entropies compared exactly, and each way in which one is looked for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from onoff_symbolic.entropy.cross import Cross
from onoff_symbolic.entropy.descent import descended
from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.entropy.laws import Law, Simple, among_simple
from onoff_symbolic.entropy.limits import LIMITS
from onoff_symbolic.entropy.linear import join, points_of, represented, subspaces, violating_fours
from onoff_symbolic.entropy.search import find_simple, find_witness
from onoff_symbolic.entropy.task import Task
from onoff_symbolic.entropy.witness import Witness, refutes, sign
from onoff_symbolic.errors import Undecidable

INGLETON = "I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D)"
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def task(goal: str, *given: str) -> Task:
    """Return a task."""
    return Task(parse(goal), map(parse, given))


def witness(names: str, *atoms: tuple[str, Fraction]) -> Witness:
    """Return a law with values of one digit."""
    return Witness(tuple(names), tuple((tuple(map(int, values)), p) for values, p in atoms))


SKEWED = witness("XY", ("00", Fraction(1, 3)), ("10", Fraction(2, 3)))
BALANCE = witness("XY", ("00", QUARTER), ("01", QUARTER), ("12", HALF))
NEARLY = witness("XY", ("00", Fraction(26, 100)), ("01", Fraction(24, 100)), ("10", QUARTER), ("11", QUARTER))
TINY = witness("X", ("0", Fraction(1, 10 ** 18 + 9)), ("1", 1 - Fraction(1, 10 ** 18 + 9)))


class TestRefutes:
    @pytest.mark.parametrize("law, goal, given, right", [
        (SKEWED, "H(X) <= 9*H(Y)", ["H(Y) = 0"], True),
        (SKEWED, "H(X) <= 9*H(Y)", ["H(X) = 0"], False),
        (SKEWED, "H(X) >= H(Y)", [], False),
        (BALANCE, "2*H(X) <= H(Y)", ["3*H(X) = 2*H(Y)"], True),
        (BALANCE, "2*H(X) <= H(Y)", ["H(X) <= 1/2*H(Y)"], False),
        (NEARLY, "I(X;Y) = 0", [], True),
        (NEARLY, "H(X) >= 0", [], False),
    ])
    def test_a_law_that_keeps_what_is_given_and_breaks_the_goal(
            self, law: Witness, goal: str, given: list[str], right: bool) -> None:
        assert refutes(law, parse(goal), map(parse, given)) == right

    def test_refuses_what_cannot_be_compared(self) -> None:
        assert not refutes(TINY, parse("H(X) = 0"))


class TestSign:
    @pytest.mark.parametrize("logs, expected", [
        ({}, 0), ({2: 0}, 0), ({2: 3, 3: -2}, -1), ({2: -3, 3: 2}, 1), ({2: 485, 3: -306}, 1), ({2: -1054, 3: 665}, 1),
    ])
    def test_compares_powers(self, logs: dict[int, int], expected: int) -> None:
        assert sign(logs) == expected

    def test_gives_up_large_numbers(self) -> None:
        with pytest.raises(Undecidable):
            sign({2: LIMITS.bits, 3: -LIMITS.bits})


def test_a_witness_is_shown_as_a_table() -> None:
    assert SKEWED.lines() == ["X  Y  probability", "0  0          1/3", "1  0          2/3"]


@pytest.mark.parametrize("law", [Simple("fair", 0b101), Simple("even", 0b111), Simple("rare", 0b011),
                                 Cross((1, 2, 4, 8)), Cross((4, 15, 8, 0, 2, 1))])
def test_the_entropies_of_laws_are_those_of_their_points(law: Law) -> None:
    size = len(law.parts) if isinstance(law, Cross) else 3
    table = law.points(size)
    assert len(table) == law.atoms
    for mask in range(1 << size):
        counts: dict[tuple[int, ...], int] = {}
        for point in table:
            key = tuple(point[k] for k in range(size) if mask >> k & 1)
            counts[key] = counts.get(key, 0) + 1
        product = Fraction(1)
        for count in counts.values():       # 4 H = the sum of 4 p log (1/p)
            product *= Fraction(len(table), count) ** (4 * count // len(table))
        two, three = law.value({mask: 1})
        assert product == Fraction(2) ** two * Fraction(3) ** three


class TestSearch:
    @pytest.mark.parametrize("goal, given, atoms", [
        ("I(X;Y|Z) = 0", ["I(X;Y) = 0"], 4), ("H(X) <= H(Y)", ["H(X) = 2*H(Y)", "I(X;Y) = 0"], 8),
    ])
    def test_finds_small_distributions(self, goal: str, given: list[str], atoms: int) -> None:
        found = find_witness(task(goal, *given), {})

        assert found is not None and len(found.atoms) == atoms

    @pytest.mark.parametrize("goal, given", [
        ("H(X) >= 0", ["H(Y) = 3*H(X)"]),
        (f"{10 ** 39}*H(X) >= {10 ** 39 - 1}*H(Y)", ["H(X) = H(Y)"]),
    ])
    def test_finds_nothing_against_what_is_true(self, goal: str, given: list[str]) -> None:
        asked = task(goal, *given)

        assert find_witness(asked, {}) is None and find_simple(asked) is None

    def test_puts_independent_laws_side_by_side(self) -> None:
        found = next(among_simple(task("H(X) = 0", "H(Y) = 3*H(X)", "X . Y")), None)

        assert found is not None and len(found.atoms) == 2 ** 4


class TestLinear:
    def test_has_the_ranks_that_were_asked_for(self) -> None:
        uniform = [min(mask.bit_count(), 2) for mask in range(8)]
        values = represented(uniform)

        assert values is not None and len(points_of(values)) == 4
        for mask in range(8):
            basis: tuple[int, ...] = ()
            for k in range(3):
                basis = join(basis, values[k]) if mask >> k & 1 else basis
            assert len(basis) == uniform[mask]

    def test_is_none_if_there_is_none(self) -> None:
        """No four functions of two bits are independent, any two of them; of four bits they are."""
        four = [min(mask.bit_count(), 2) for mask in range(16)]

        assert represented(four) is None
        assert represented([2 * rank for rank in four]) is not None

    def test_subspaces_are_counted_by_gauss(self) -> None:
        assert [len(set(subspaces(4, k))) for k in range(5)] == [1, 15, 35, 15, 1]


@pytest.mark.parametrize("lean", [True, False])
class TestDescent:
    """Its laws are judged exactly, and it begins only where Ingleton's inequality is violated."""

    POINT = {mask: Fraction({1: 2, 2: 3}.get(mask.bit_count(), 4)) for mask in range(1, 16)} | {12: Fraction(4)}

    def test_refutes_what_is_false(self, lean: bool) -> None:
        assert len(violating_fours(4, self.POINT)) == 1
        assert next(descended(task(INGLETON), self.POINT, lean), None) is not None

    def test_finds_nothing_against_what_is_true(self, lean: bool) -> None:
        assert [*descended(task(INGLETON + " + I(A;B)"), self.POINT, lean)] == []
