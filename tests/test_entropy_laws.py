"""Counterexamples of small laws: their entropies compared exactly, and each way in which one is looked for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.entropy.limits import LIMITS
from onoff_symbolic.entropy.search import find_witness
from onoff_symbolic.entropy.task import Task
from onoff_symbolic.entropy.witness import Witness, refutes, sign
from onoff_symbolic.errors import Undecidable

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


class TestSearch:
    @pytest.mark.parametrize("goal, given, atoms", [
        ("I(X;Y|Z) = 0", ["I(X;Y) = 0"], 4), ("H(X) <= H(Y)", ["H(X) = 2*H(Y)", "I(X;Y) = 0"], 8),
    ])
    def test_finds_small_distributions(self, goal: str, given: list[str], atoms: int) -> None:
        found = find_witness(task(goal, *given), {})

        assert found is not None and len(found.atoms) == atoms
