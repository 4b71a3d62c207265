"""The joint entropies modulo the measures that the hypotheses force to vanish.

The elements are the measures I(a;b|K) and H(a|K) of single variables a, b. From hypotheses that say "a sum of
measures is zero" this module

  1. collects the elements that must vanish, by  I(a;b|L) + I(a;c|b,L)  =  I(a;c|L) + I(a;b|c,L):
     when the two on one side vanish, so do the two on the other, for none is negative;
  2. eliminates one joint entropy for each independent equation "element = 0", which shrinks the linear
     program that the prover has to solve, often to nothing;
  3. lifts what was found modulo those equations back to the space of all joint entropies, as a combination of
     nonnegative measures and hypotheses.

Nothing here is trusted: the lifted proof is checked against the statements alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from .sets import Triple, Vector, bits, measure, subsets, vector

Weights = dict[Triple, Fraction]
ONE = Fraction(1)


@dataclass(frozen=True)
class Vanishing:
    """Hypothesis number index is sign * (sum of weight * measure), and says that this sum is zero."""

    index: int
    sign: int
    measures: tuple[tuple[Fraction, Triple], ...]


@dataclass(frozen=True)
class Reason:
    """Why -element >= 0: it is a sum of multiples of measures and of hypotheses.

    A measure with a negative multiple is an element that was found to vanish earlier.
    """

    measures: tuple[tuple[Fraction, Triple], ...]
    hypotheses: tuple[tuple[Fraction, int], ...] = ()


@dataclass(frozen=True)
class Rule:
    """A joint entropy h equals image modulo the elements: h - image = the sum of multiple * element."""

    image: Vector
    elements: dict[Triple, int]


class Quotient:
    """The joint entropies of the variables in full, modulo the elements that the hypotheses make vanish."""

    def __init__(self, full: int, hypotheses: Iterable[Vanishing]) -> None:
        self.full = full
        self.reasons: dict[Triple, Reason] = {}
        for hypothesis in hypotheses:
            self._seed(hypothesis)
        self._close()
        self.rules: dict[int, Rule] = {}
        for found in self.reasons:
            self._eliminate(found)

    def _seed(self, hypothesis: Vanishing) -> None:
        """Every element that is a part of one of the measures vanishes."""
        for weight, (a, b, c) in hypothesis.measures:
            others = [(other / weight, part) for other, part in hypothesis.measures if part != (a, b, c)]
            source = ((Fraction(-hypothesis.sign) / weight, hypothesis.index),)
            for i in bits(a & ~c):
                for j in bits(b & ~c):
                    for extra in subsets((a | b) & ~(c | i | j)):
                        found = measure(i, j, c | extra)
                        if found not in self.reasons:
                            rest = [(ONE, part) for part in _rest((a, b, c), i, j, extra)]
                            self.reasons[found] = Reason(tuple(others + rest), source)

    def _close(self) -> None:
        """Add what follows by exchange, until nothing more does."""
        waiting = deque(self.reasons)
        while waiting:
            for a, b, c, given in _exchanges(waiting.popleft(), self.full):
                first, second = measure(a, b, given), measure(a, c, given | b)
                if not (self._vanishes(first) and self._vanishes(second)):
                    continue
                third, fourth = measure(a, c, given), measure(a, b, given | c)
                for found, other in ((third, fourth), (fourth, third)):
                    if not self._vanishes(found):
                        parts = ((-ONE, first), (-ONE, second), (ONE, other))
                        self.reasons[found] = Reason(tuple(part for part in parts if not _trivial(part[1])))
                        waiting.append(found)

    def _vanishes(self, found: Triple) -> bool:
        """Is it known to vanish, or zero by its form?"""
        return found in self.reasons or _trivial(found)

    def _eliminate(self, found: Triple) -> None:
        """Turn "element = 0" into a rule for its largest joint entropy, unless it follows from the rules."""
        image, used = self.reduce(vector(found))
        pivots = [mask for mask, value in image.items() if abs(value) == 1]
        if not pivots:
            return
        pivot = max(pivots, key=lambda mask: (mask.bit_count(), mask))
        sign = image.pop(pivot)
        elements = {found: sign}
        for mask, multiple in used.items():
            for part, value in self.rules[mask].elements.items():
                elements[part] = elements.get(part, 0) - sign * multiple * value
        self.rules[pivot] = Rule({mask: -sign * value for mask, value in image.items()},
                                 {part: value for part, value in elements.items() if value})

    def reduce(self, form: Vector) -> tuple[Vector, dict[int, int]]:
        """The form without eliminated entropies, and how often each rule was used."""
        image, used = dict(form), dict[int, int]()
        waiting = [mask for mask in image if mask in self.rules]
        while waiting:
            mask = waiting.pop()
            value = image.pop(mask, 0)
            if value:
                used[mask] = used.get(mask, 0) + value
                for part, multiple in self.rules[mask].image.items():
                    image[part] = image.get(part, 0) + value * multiple
                    if part in self.rules:
                        waiting.append(part)
        return ({mask: value for mask, value in image.items() if value},
                {mask: value for mask, value in used.items() if value})

    def lift(self, form: Vector) -> tuple[Weights, dict[int, Fraction]]:
        """Write a form that reduces to zero by nonnegative multiples of measures and multiples of hypotheses.

        An element with a negative multiple is replaced by its reason, the last found first, so that each is
        replaced once.
        """
        measures: Weights = {}
        for mask, multiple in self.reduce(form)[1].items():
            for part, value in self.rules[mask].elements.items():
                measures[part] = measures.get(part, Fraction(0)) + multiple * value
        hypotheses: dict[int, Fraction] = {}
        for found in reversed(self.reasons):
            if measures.get(found, 0) < 0:
                debt = -measures.pop(found)
                for weight, part in self.reasons[found].measures:
                    measures[part] = measures.get(part, Fraction(0)) + debt * weight
                for weight, index in self.reasons[found].hypotheses:
                    hypotheses[index] = hypotheses.get(index, Fraction(0)) + debt * weight
        return {part: value for part, value in measures.items() if value}, hypotheses


def _rest(whole: Triple, i: int, j: int, extra: int) -> list[Triple]:
    """I(A;B|C) - I(i;j|C,extra) as measures, for i in A, j in B, extra in A and B, by the chain rule."""
    a, b, c = whole
    before, beside = a & extra, b & extra
    parts = [measure(before, b, c), measure(a, b, c | before | i),
             measure(i, beside, c | before), measure(i, b, c | before | beside | j)]
    return [part for part in parts if not _trivial(part)]


def _trivial(found: Triple) -> bool:
    """Zero by its form: one side holds nothing that is not given."""
    return not (found[0] and found[1])


def _exchanges(found: Triple, full: int) -> Iterator[tuple[int, int, int, int]]:
    """All (a, b, c, L) such that the element is I(a;b|L) or I(a;c|b,L) in the identity of the exchange."""
    i, j, given = found
    for a, b in ((i, j), (j, i)) if i != j else ((i, j),):
        for c in bits(full & ~(given | b)):
            yield a, b, c, given
        for c in bits(given):
            yield a, c, b, given ^ c
