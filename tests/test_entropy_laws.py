"""Small laws: simple ones, crosses, linear ones, and those that a descent finds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from onoff_symbolic.entropy.cross import Cross
from onoff_symbolic.entropy.descent import descended
from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.entropy.laws import Law, Simple, among_simple
from onoff_symbolic.entropy.linear import join, points_of, represented, subspaces, violating_fours
from onoff_symbolic.entropy.task import Task

INGLETON = "I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D)"


def task(goal: str, *given: str) -> Task:
    """Return a task."""
    return Task(parse(goal), map(parse, given))


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


class TestAmongSimple:
    def test_puts_independent_laws_side_by_side(self) -> None:
        found = next(among_simple(task("H(X) = 0", "H(Y) = 3*H(X)", "X . Y")), None)

        assert found is not None and len(found.atoms) == 2 ** 4

    def test_finds_nothing_against_what_is_true(self) -> None:
        assert next(among_simple(task("H(X) >= 0", "H(Y) = 3*H(X)")), None) is None

    def test_spends_nothing_on_hypotheses_that_are_not_linked(self) -> None:
        chain = [f"H(A{k}) = 2*H(A{k + 1})" for k in range(28)]
        asked = task("H(X) = 0", *chain)

        assert asked.size == 1 and len(asked.names) == 30
        assert next(among_simple(asked), None) is not None


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
        assert all(join((), basis) == basis for k in range(5) for basis in subspaces(4, k))


@pytest.mark.parametrize("lean", [True, False])
class TestDescent:
    """Its laws are judged exactly, and it begins only where Ingleton's inequality is violated."""

    POINT = {mask: Fraction({1: 2, 2: 3}.get(mask.bit_count(), 4)) for mask in range(1, 16)} | {12: Fraction(4)}

    def test_refutes_what_is_false(self, lean: bool) -> None:
        assert len(violating_fours(4, self.POINT)) == 1
        assert next(descended(task(INGLETON), self.POINT, lean), None) is not None

    def test_finds_nothing_against_what_is_true(self, lean: bool) -> None:
        assert [*descended(task(INGLETON + " + I(A;B)"), self.POINT, lean)] == []

    def test_does_not_begin_without_a_violation(self, lean: bool) -> None:
        assert violating_fours(4, {}) == []
        assert [*descended(task(INGLETON), {}, lean)] == []
