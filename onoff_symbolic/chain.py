"""The request chain: a Markov chain X_t on any number of sources, with exact transition probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .field import Element, Field
from .region import Region


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

    def on(self, region: Region) -> Chain:
        """The chain as it is on a region. Its divisors must not vanish there."""
        return Chain(
            self.field,
            self.sources,
            tuple(tuple(region.reduce(element) for element in row) for row in self.matrix),
            tuple(region.reduce(divisor).numerator for divisor in self.divisors),
        )
