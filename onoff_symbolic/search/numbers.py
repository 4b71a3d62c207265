"""A scheme or process at one point, its numbers taken modulo a prime: fast, and what differs modulo a prime differs.

What is found here is a proposal: histories that leak, dimensions, and where a matrix of the queries can be read off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ..algebra.bridge import METER, generic
from ..algebra.echelon import PRIME, Residues
from ..algebra.walk import Walk, walk_of
from ..checker import Alike, Model, Process
from ..checker.polynomials import Poly, Quotient, Undefined

Letters = tuple[str, ...]


def residue(number: Fraction | int) -> int:
    """Return a number modulo the prime; raise `Undefined` where its denominator is zero."""
    top, bottom = number.numerator % PRIME, number.denominator % PRIME
    if not bottom:
        raise Undefined("division by zero")
    return top if bottom == 1 else top * pow(bottom, -1, PRIME) % PRIME


class ModularPoint(Residues):
    """The values of quotients at a point."""

    def __init__(self, point: Mapping[str, Fraction]) -> None:
        super().__init__()
        self.point = {name: residue(value) for name, value in point.items()}
        self._values: dict[int, tuple[Quotient, int]] = {}

    def value(self, q: Quotient) -> int:
        """Return a quotient at the point; raise `Undefined` where it has no value."""
        known = self._values.get(id(q))
        if known is None:
            number = self._polynomial(q.top)
            for key, exponent in q.bottom.items():
                bottom = self._polynomial(dict(key))
                if not bottom:
                    raise Undefined("division by zero")
                number = number * pow(bottom, -exponent, PRIME) % PRIME
            known = self._values[id(q)] = q, number
        return known[1]

    def _polynomial(self, p: Poly) -> int:
        total = 0
        for monomial, coefficient in p.items():
            term = residue(coefficient)
            for name in monomial:
                term = term * self.point[name] % PRIME
            total += term
        return total % PRIME

    def walk(self, process: Process, model: Model, starts: Sequence[str] = ()) -> Walk[int]:
        """Return the walk of a process at the point."""
        return walk_of(process, model, self, self.value, starts)


def generic_point(statement: Alike) -> ModularPoint | None:
    """Return a point of a statement's region without pattern; None if none was found."""
    point = generic(
        statement.model.names, [(p, sign) for p, sign, _ in statement.region.hypotheses]
    )
    return None if point is None else ModularPoint(point)


def shown_history(process: Process, letters: Sequence[str]) -> list[str]:
    """Return what is seen: of a scheme, the first query before all."""
    return [*filter(None, [process.start]), *letters]


def neighbours(walk: Walk[int]) -> Iterator[tuple[Letters, Letters]]:
    """Yield pairs of words of one length and end."""
    first: dict[tuple[int, str], Letters] = {}
    for word in walk.words():
        other = first.setdefault((len(word.letters), word.node[1]), word.letters)
        if other != word.letters:
            yield other, word.letters


def pairs(walk: Walk[int]) -> Iterator[tuple[Letters, Letters]]:
    """Yield pairs of histories of one length and end, the products of whose vectors are a new direction: if two of one
    length give different laws of the next query, two of these do."""
    for word in walk.squared(METER.spend).words():
        one, other = tuple(a for a, _ in word.letters), tuple(b for _, b in word.letters)
        if one != other and one[-1] == other[-1]:
            yield one, other
