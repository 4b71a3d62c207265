"""The parts of the entropy prover: families of closed sets, programs in whole numbers, linear laws, simple laws."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from fractions import Fraction

import pytest

from onoff_symbolic.entropy.closure import Closure, Family, everything, generated, pairs, uncrossed
from onoff_symbolic.entropy.cross import Cross
from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.entropy.laws import Law, Simple, Task, among_simple
from onoff_symbolic.entropy.linear import join, points, represented, subspaces
from onoff_symbolic.entropy.sets import elementals, vector
from onoff_symbolic.programs.highs import hint
from onoff_symbolic.programs.whole import Cheapest, cheapest


def at(form: dict[int, int], values: Sequence[int]) -> int:
    return sum(value * values[mask] for mask, value in form.items())


def random_closure(chance: random.Random, size: int) -> Closure:
    full = (1 << size) - 1
    return Closure(full, tuple((chance.randint(0, full), 1 << chance.randrange(size))
                               for _ in range(chance.randint(0, 3))))


def test_closing_a_set_is_a_closure() -> None:
    closure = Closure(0b1111, ((0b0001, 0b0010), (0b0011, 0b0100)))
    assert closure.of(0b0001) == 0b0111 and closure.of(0b0010) == 0b0010 and closure.of(0b1001) == 0b1111
    chance = random.Random(5)
    for _ in range(100):
        closure = random_closure(chance, 4)
        for mask in range(16):
            closed = closure.of(mask)
            assert closed & mask == mask and closure.of(closed) == closed
            assert all(c & ~closed or not d & ~closed for c, d in closure.dependencies)


def test_a_family_holds_what_two_members_have_in_common_and_together() -> None:
    chance = random.Random(6)
    for _ in range(60):
        closure = random_closure(chance, 5)
        members = generated(closure, [chance.randint(1, 31) for _ in range(4)], 99)
        assert members is not None
        there = members | {closure.of(0), 0}
        for one in members:
            for other in members:
                assert one & other in there and closure.of(one | other) in there
        assert generated(closure, members, len(members) - 1) is None or not members


def test_numbers_on_a_family_that_satisfy_its_inequalities_extend_to_all_sets() -> None:
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
        if all(at(form, whole) >= 0 for form in family.elementals().values()):
            tried += 1
            for triple in elementals(15):
                assert at(vector(triple), whole) >= 0
            for given, result in closure.dependencies:
                assert whole[given] == whole[given | result]
        else:
            assert any(at(vector(triple), whole) < 0 for triple in elementals(15))
    assert tried > 40


def test_all_measures_of_some_sets() -> None:
    found = pairs([0b001, 0b010, 0b011, 0b111])
    assert found[0b001, 0b010, 0] == {0b001: 1, 0b010: 1, 0b011: -1}
    assert found[0b100, 0b100, 0b011] == {0b111: 1, 0b011: -1}
    assert all(vector(triple) == form for triple, form in found.items())
    assert pairs([0b011, 0b110]).keys() == {(0b011, 0b011, 0), (0b110, 0b110, 0)}


def test_uncrossing_ends_in_a_chain() -> None:
    closure = Closure(0b1111, ())
    assert uncrossed(closure, [0b0011, 0b0110]) == {0b0111, 0b0010}
    assert uncrossed(closure, [0b0011, 0b1100]) == {0b1111}
    assert everything(closure) == frozenset(range(1, 16))


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


def test_linear_laws_have_the_ranks_that_were_asked_for() -> None:
    uniform = [min(mask.bit_count(), 2) for mask in range(8)]
    values = represented(uniform)
    assert values is not None and len(points(values)) == 4
    for mask in range(8):
        basis: tuple[int, ...] = ()
        for k in range(3):
            basis = join(basis, values[k]) if mask >> k & 1 else basis
        assert len(basis) == uniform[mask]
    four = [min(mask.bit_count(), 2) for mask in range(16)]
    assert represented(four) is None        # no four functions of two bits, any two independent
    assert represented([2 * rank for rank in four]) is not None


def test_subspaces_are_counted_by_gauss() -> None:
    assert [len(set(subspaces(4, k))) for k in range(5)] == [1, 15, 35, 15, 1]
    assert all(join((), basis) == basis for k in range(5) for basis in subspaces(4, k))


@pytest.mark.parametrize("law", [Simple("fair", 0b101), Simple("even", 0b111), Simple("rare", 0b011),
                                 Cross((1, 2, 4, 8)), Cross((4, 15, 8, 0, 2, 1))])
def test_the_entropies_of_laws_are_those_of_their_points(law: Law) -> None:
    size = len(law.parts) if isinstance(law, Cross) else 3
    table = law.points(size)
    for mask in range(1 << size):
        counts: dict[tuple[int, ...], int] = {}
        for point in table:
            key = tuple(point[k] for k in range(size) if mask >> k & 1)
            counts[key] = counts.get(key, 0) + 1
        two, three = law.value({mask: 1})
        product = Fraction(1)
        for count in counts.values():       # 4 H = the sum of 4 p log (1/p)
            product *= Fraction(len(table), count) ** (4 * count // len(table))
        assert product == Fraction(2) ** two * Fraction(3) ** three


def test_independent_laws_keep_a_balance() -> None:
    found = next(among_simple(Task(parse("H(X) = 0"), [parse("2*H(Y) = 5*H(X)"), parse("X . Y")])), None)
    assert found is not None and len(found.atoms) == 2 ** 7
    assert next(among_simple(Task(parse("H(X) >= 0"), [parse("H(Y) = 3*H(X)")])), None) is None


def test_hypotheses_that_are_not_linked_to_the_goal_cost_no_search() -> None:
    chain = [parse(f"H(A{k}) = 2*H(A{k + 1})") for k in range(28)]
    task = Task(parse("H(X) = 0"), chain)
    assert task.size == 1 and len(task.names) == 30
    assert next(among_simple(task), None) is not None
