"""Small exact distributions that refute a statement about entropies.

Main results
    refutes(witness, goal, given)   recompute every entropy from the probabilities, exactly
    sign(logs)                      the sign of a sum of logarithms, by comparing whole numbers
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod

from .grammar import Form, Names, Statement
from .limits import LIMITS
from ..errors import Undecidable


@dataclass(frozen=True)
class Witness:
    """A distribution: the values of the variables, and their probability, for each atom."""

    names: Names
    atoms: tuple[tuple[tuple[int, ...], Fraction], ...]

    def law(self, subset: Iterable[str]) -> list[Fraction]:
        """Return the probabilities of the values that some of the variables take together."""
        places = [self.names.index(name) for name in subset]
        law: dict[tuple[int, ...], Fraction] = {}
        for values, probability in self.atoms:
            key = tuple([values[place] for place in places])
            law[key] = law.get(key, Fraction(0)) + probability
        return list(law.values())

    def sign(self, form: Form) -> int:
        """Return the sign of a linear form of the joint entropies of this distribution.

        If values have n of N parts each, N times their entropy is N log N - the sum of n log n.
        """
        whole = lcm(*(probability.denominator for _, probability in self.atoms))
        scale = lcm(*(coefficient.denominator for coefficient in form.values()))
        multiples = Counter[int]()  # n: how often n log n is in the sum
        for subset, coefficient in form.items():
            weight = int(scale * coefficient)
            multiples[whole] += weight
            for probability in self.law(subset):
                multiples[int(whole * probability)] -= weight
        logs = Counter[int]()
        for number, multiple in multiples.items():
            for prime in _primes(number) if multiple else ():
                logs[prime] += multiple * number
        return sign(logs)

    def satisfies(self, statement: Statement) -> bool:
        """Return whether the statement holds."""
        value = self.sign(statement.form())
        if statement.equality:
            return value == 0
        return value >= 0

    def bits(self, subset: Iterable[str]) -> int | None:
        """Return the entropy of some of the variables in bits, if they are uniform on 1, 2, 4, 8, … values."""
        law = self.law(subset)
        uniform = len(set(law)) == 1
        if not uniform or len(law).bit_count() != 1:
            return None
        return len(law).bit_length() - 1

    def lines(self) -> list[str]:
        """Return a table of the atoms."""
        rows = [[*self.names, "probability"]]
        for values, probability in self.atoms[: LIMITS.shown_atoms]:
            rows.append([*map(str, values), str(probability)])
        widths = [max(map(len, column)) for column in zip(*rows)]
        lines = ["  ".join(map(str.rjust, row, widths)) for row in rows]
        more = len(self.atoms) - LIMITS.shown_atoms
        if more > 0:
            lines.append(f"and {more} more")
        return lines


def _primes(number: int) -> Iterator[int]:
    """Yield the prime factors of a positive integer, with repetition."""
    divisor = 2
    while divisor * divisor <= number:
        if divisor > LIMITS.prime:
            raise Undecidable("the probabilities of a witness have too large prime factors")
        while number % divisor == 0:
            yield divisor
            number //= divisor
        divisor += 1
    if number > 1:
        yield number


def sign(logs: Mapping[int, int]) -> int:
    """Return the sign of a sum of weight * log prime: at once, or by comparing two products of powers.

    It is zero only if every weight is, for these logarithms are independent.
    """
    positive = {prime: weight for prime, weight in logs.items() if weight > 0}
    negative = {prime: -weight for prime, weight in logs.items() if weight < 0}
    if not (positive and negative):
        return bool(positive) - bool(negative)
    if sum(abs(weight) * prime.bit_length() for prime, weight in logs.items()) > LIMITS.bits:
        raise Undecidable("the coefficients are too large to compare entropies")
    above = prod(map(pow, positive, positive.values()))
    below = prod(map(pow, negative, negative.values()))
    return 1 if above > below else -1


def refutes(witness: Witness, goal: Statement, given: Iterable[Statement] = ()) -> bool:
    """Return whether a distribution satisfies all hypotheses and not the goal; False if that cannot be compared."""
    try:
        return all(map(witness.satisfies, given)) and not witness.satisfies(goal)
    except Undecidable:
        return False
