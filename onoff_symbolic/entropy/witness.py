"""Small exact distributions that refute a statement about entropies.

Main results
    check_witness(witness, goal, given)   recompute every entropy from the probabilities, exactly
    sign(logs)                            the sign of a sum of logarithms, by comparing whole numbers

How a witness is found is told in laws and in search; none is shown that was not checked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod

from .grammar import Form, Names, Statement, distinct
from ..errors import OnoffError, Undecidable

MAX_SHOWN = 64
MAX_PRIME = 10 ** 6
MAX_BITS = 10 ** 6

Logs = dict[int, int]
"""The sum of weight * log prime. It is zero only if every weight is, for these logarithms are independent."""


@dataclass(frozen=True)
class Witness:
    """A distribution: the values of the variables, and their probability, for each atom."""

    names: Names
    atoms: tuple[tuple[tuple[int, ...], Fraction], ...]

    @cached_property
    def _counts(self) -> tuple[int, tuple[int, ...]]:
        """The least whole number that makes all probabilities whole, and these."""
        whole = lcm(*(probability.denominator for _, probability in self.atoms))
        return whole, tuple(int(whole * probability) for _, probability in self.atoms)

    def law(self, subset: Iterable[str]) -> tuple[int, list[int]]:
        """The probabilities of the values that some of the variables take together: of so many parts, how many."""
        places = [self.names.index(name) for name in subset]
        whole, counts = self._counts
        law: dict[tuple[int, ...], int] = {}
        for (values, _), count in zip(self.atoms, counts):
            key = tuple([values[place] for place in places])
            law[key] = law.get(key, 0) + count
        return whole, list(law.values())

    def sign(self, form: Form) -> int:
        """The sign of a linear form of the joint entropies of this distribution.

        If values have n of N parts each, N times their entropy is N log N - the sum of n log n.
        """
        scale = lcm(*(coefficient.denominator for coefficient in form.values()))
        times: dict[int, int] = {}
        for subset, coefficient in form.items():
            weight = int(scale * coefficient)
            whole, counts = self.law(subset)
            times[whole] = times.get(whole, 0) + weight * whole
            for count in counts:
                times[count] = times.get(count, 0) - weight * count
        logs: Logs = {}
        for number, weight in times.items():
            for prime in _primes(number) if weight else ():
                logs[prime] = logs.get(prime, 0) + weight
        return sign(logs)

    def bits(self, subset: Iterable[str]) -> int | None:
        """The entropy of some of the variables in bits, if they are uniform on 1, 2, 4, 8, … values."""
        _, law = self.law(subset)
        return len(law).bit_length() - 1 if len(set(law)) == 1 and not len(law) & len(law) - 1 else None

    def lines(self) -> list[str]:
        """A table of the atoms."""
        rows = [(*self.names, "probability")]
        rows += [(*map(str, values), str(probability)) for values, probability in self.atoms[:MAX_SHOWN]]
        widths = [max(map(len, column)) for column in zip(*rows)]
        more = len(self.atoms) - MAX_SHOWN
        return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows] + (
            [f"and {more} more"] if more > 0 else [])


def _primes(number: int) -> Iterator[int]:
    """The prime factors of a positive integer, with repetition."""
    divisor = 2
    while divisor * divisor <= number:
        if divisor > MAX_PRIME:
            raise Undecidable("the probabilities of a witness have too large prime factors")
        while number % divisor == 0:
            yield divisor
            number //= divisor
        divisor += 1
    if number > 1:
        yield number


def sign(logs: Logs) -> int:
    """The sign of a sum of weight * log prime: at once, or by comparing two products of powers."""
    positive = any(weight > 0 for weight in logs.values())
    negative = any(weight < 0 for weight in logs.values())
    if not (positive and negative):
        return positive - negative
    if sum(abs(weight) * prime.bit_length() for prime, weight in logs.items()) > MAX_BITS:
        raise Undecidable("the coefficients are too large to compare entropies")
    above = prod(prime ** weight for prime, weight in logs.items() if weight > 0)
    below = prod(prime ** -weight for prime, weight in logs.items() if weight < 0)
    return 1 if above > below else -1


def _holds(statement: Statement, found: int) -> bool:
    """Does the statement hold where its form has this sign?"""
    return found == 0 if statement.equality else found >= 0


def check_witness(witness: Witness, goal: Statement, given: Iterable[Statement] = ()) -> None:
    """Raise unless the witness is a distribution that satisfies all hypotheses and not the goal."""
    hypotheses = tuple(given)
    if len(set(witness.names)) != len(witness.names):
        raise OnoffError("wrong witness: a variable occurs twice")
    for name in distinct(name for statement in (goal, *hypotheses) for name in statement.names()):
        if name not in witness.names:
            raise OnoffError(f"wrong witness: expected a value of {name}, found none")
    if any(len(values) != len(witness.names) for values, _ in witness.atoms):
        raise OnoffError("wrong witness: expected one value of each variable in every atom")
    if not all(isinstance(probability, Fraction) and probability > 0 for _, probability in witness.atoms):
        raise OnoffError("wrong witness: expected positive rational probabilities")
    mass = sum((probability for _, probability in witness.atoms), Fraction(0))
    if mass != 1:
        raise OnoffError(f"wrong witness: expected probabilities with sum 1, found {mass}")
    for statement in hypotheses:
        if not _holds(statement, witness.sign(statement.form())):
            raise OnoffError(f"wrong witness: it does not satisfy {statement}")
    if _holds(goal, witness.sign(goal.form())):
        raise OnoffError(f"wrong witness: it satisfies {goal}")
