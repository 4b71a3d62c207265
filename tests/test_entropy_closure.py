"""Sets of variables as masks: measures, families of closed sets, and what a task makes of statements."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from onoff_symbolic.entropy.closure import Closure, Family, generated, pairs, uncrossed
from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.entropy.sets import as_measures, elementals, grouped, vector
from onoff_symbolic.entropy.task import Task


def at(form: dict[int, int], values: Sequence[int]) -> int:
    """Return a form where joint entropies have these values."""
    return sum(value * values[mask] for mask, value in form.items())


def random_closure(chance: random.Random, size: int) -> Closure:
    """Return a closure by up to three dependencies."""
    full = (1 << size) - 1
    return Closure(full, tuple((chance.randint(0, full), 1 << chance.randrange(size))
                               for _ in range(chance.randint(0, 3))))


@pytest.mark.parametrize("mask, closed", [(0b0001, 0b0111), (0b0010, 0b0010), (0b1001, 0b1111)])
def test_a_closure_adds_what_is_a_function(mask: int, closed: int) -> None:
    assert Closure(0b1111, ((0b0001, 0b0010), (0b0011, 0b0100))).of(mask) == closed


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

    @pytest.mark.slow
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


def test_pairs_leave_out_what_takes_other_sets() -> None:
    assert pairs([0b011, 0b110]).keys() == {(0b011, 0b011, 0), (0b110, 0b110, 0)}


def test_uncrossing_ends_in_a_chain() -> None:
    closure = Closure(0b1111, ())

    assert uncrossed(closure, [0b0011, 0b0110]) == {0b0111, 0b0010}
    assert uncrossed(closure, [0b0011, 0b1100]) == {0b1111}


def test_measures_add_up_to_the_form() -> None:
    chance = random.Random(4)
    for size in [*range(1, 9)] * 20 + [100]:
        form = {chance.randint(1, 127): chance.choice([-2, -1, 1, 2]) for _ in range(size)}
        found: dict[int, int] = {}
        for multiple, triple in as_measures(form):
            for mask, value in vector(triple).items():
                found[mask] = found.get(mask, 0) + multiple * value
        assert {mask: value for mask, value in found.items() if value} == form


def test_variables_that_occur_only_together_are_grouped() -> None:
    assert grouped("ABCD", [parse("H(A,B) = H(C)").form()]).groups == (("A", "B"), ("C",))


class TestTask:
    @pytest.mark.parametrize("given, parts", [
        ("X -> Y -> Z", 1), ("X . Y . Z", 2), ("H(X,Y) = H(X) + H(Y)", 1), ("H(X|Y) <= 0", 1),
        ("I(X;Y) + H(Z) = 0", 2), ("H(X) = H(Y)", 0), ("H(X|Y) >= 0", 0), ("2*H(X) >= 3*H(X,Y)", 2),
    ])
    def test_knows_which_measures_are_zero(self, given: str, parts: int) -> None:
        [relation] = Task(parse("H(X,Y,Z) = 0"), [parse(given)]).given

        assert len(relation.parts) == parts

    def test_leaves_out_what_is_not_linked_to_the_goal(self) -> None:
        texts = ["H(U) = H(V)", "H(Y) = H(Z)", "H(X) = H(Y)"]
        task = Task(parse("H(X) = 0"), map(parse, texts))

        assert task.near == [1, 2]
        assert task.variables.groups == (("X",), ("Y",), ("Z",))
