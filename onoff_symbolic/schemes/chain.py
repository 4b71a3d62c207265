"""The request chain: a Markov chain X_t on any number of sources, with exact transition probabilities."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from ..algebra.field import Element, Field
from ..algebra.region import Hypothesis, Region
from ..algebra.sign import prove


State = TypeVar("State", bound=Hashable)


def reachable(starts: Iterable[State], after: Callable[[State], Iterable[State]]) -> dict[State, None]:
    """Return the states that can follow some, in any number of steps, and these."""
    found = dict.fromkeys(starts)
    waiting = [*found]
    for state in waiting:
        waiting += [each for each in dict.fromkeys(after(state)) if each not in found]
        found |= dict.fromkeys(waiting)
    return found


@dataclass(frozen=True)
class Chain:
    """Pr(X_{t+1} = y | X_t = x) is `matrix[x][y]`, rows and columns in the order of `sources`.

    `divisors` are the denominators that were written down, before anything cancelled."""

    field: Field
    sources: tuple[str, ...]
    matrix: tuple[tuple[Element, ...], ...]
    divisors: tuple[Element, ...] = ()

    def move(self, source: str, target: str) -> Element:
        return self.matrix[self.sources.index(source)][self.sources.index(target)]

    def entries(self) -> Iterator[tuple[str, str, Element]]:
        for source, row in zip(self.sources, self.matrix, strict=True):
            for target, element in zip(self.sources, row, strict=True):
                yield source, target, element

    def followers(self, source: str) -> tuple[str, ...]:
        """Return the sources that can be requested next; a probability with parameters counts as possible."""
        return tuple(target for target in self.sources if not self.move(source, target).is_zero)

    def reachable(self, source: str) -> tuple[str, ...]:
        """Return the sources that can be requested later."""
        found = reachable(self.followers(source), self.followers)
        return tuple(target for target in self.sources if target in found)

    def lawful(self) -> Region:
        """Return where the entries have a value and are probabilities. Of a quotient the product of both parts says so,
        or one of them, where the sign of the other is known."""
        entries = [e for _, _, e in self.entries() if not e.is_constant]
        region = Region(self.field).assume(
            *(Hypothesis(e, ">=") for e in entries if e.is_polynomial)
        )
        quotients = [(e.numerator, e.denominator) for e in entries if not e.is_polynomial]
        region = region.assume(
            *(Hypothesis(bottom * top, ">") for top, bottom in quotients if top.is_constant)
        )
        region = region.assume(
            *(Hypothesis(d, "!=") for d in self.divisors if not prove(d, "!=", region))
        )
        for top, bottom in quotients:
            if not top.is_constant:
                positive = prove(bottom, ">", region)
                region = region.assume(Hypothesis(top if positive else top * bottom, ">="))
        return region

    def map(self, change: Callable[[Element], Element]) -> Chain:
        """Return the chain with every element changed."""
        matrix = tuple(tuple(change(element) for element in row) for row in self.matrix)
        return Chain(
            matrix[0][0].field, self.sources, matrix, tuple(change(d) for d in self.divisors)
        )

    def on(self, region: Region) -> Chain:
        """Return the chain as it is on a region; its divisors must not vanish there."""
        return self.map(region.reduce)
