"""The exact law of (X_0, X_t, Q_0, …, Q_t) of a scheme, as a stream of the atoms that can occur."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ..errors import Undecidable
from ..algebra.field import Element, Factored
from .scheme import Scheme

MAX_ATOMS = 400_000
"""The paper's scheme has fewer at t = 16."""

Atom = tuple[str, ...]


class Products:
    """Multiplies each pair of elements once, and remembers how the products factor.

    Many histories share their probability, and a product of known factors need not be factored again."""

    def __init__(self) -> None:
        self._products: dict[tuple[Element, Element], Element] = {}
        self._parts: dict[Element, tuple[Element, Element]] = {}
        self._factored: dict[Element, Factored] = {}

    def times(self, one: Element, other: Element) -> Element:
        key = one, other
        if key not in self._products:
            self._products[key] = product = one * other
            if product != one and product != other:
                self._parts.setdefault(product, key)
        return self._products[key]

    def factored(self, element: Element) -> Factored:
        if element not in self._factored:
            parts = self._parts.get(element)
            self._factored[element] = (
                element.factored() if parts is None
                else self.factored(parts[0]).times(self.factored(parts[1]))
            )
        return self._factored[element]


def count(scheme: Scheme, time: int) -> int:
    """How many atoms the law at t = time has, found without building it: histories that leave the same pairs (x_0, x_t)
    possible go on alike. `Undecidable` where there are more than `MAX_ATOMS`."""
    layer: dict[tuple[str, frozenset[tuple[str, str]]], int] = {(scheme.start, frozenset(scheme.initial())): 1}
    for now in range(1, time + 1):
        after: dict[tuple[str, frozenset[tuple[str, str]]], int] = {}
        for (previous, pairs), histories in layer.items():
            moved: dict[str, set[tuple[str, str]]] = {}
            for first, source in pairs:
                for (_, target, query), _ in scheme.moves(now, (first, source, previous)):
                    moved.setdefault(query, set()).add((first, target))
            for query, found in moved.items():
                key = query, frozenset(found)
                after[key] = after.get(key, 0) + histories
        layer = after
        if sum(layer.values()) > MAX_ATOMS:     # each of these histories goes on
            break
    atoms = sum(histories * len(pairs) for (_, pairs), histories in layer.items())
    if atoms > MAX_ATOMS:
        raise Undecidable(f"expected at most {MAX_ATOMS} atoms, found more at t = {now}")
    return atoms


class Atoms:
    """The law of (X_0, X_t, Q_0, …, Q_t) as a stream of atoms in order, each with its probability. Little is kept:
    vectors that occur again are known by a number, and one step from each."""

    def __init__(self, scheme: Scheme, prior: Mapping[str, Element], time: int) -> None:
        count(scheme, time)
        self.scheme, self.prior, self.time = scheme, prior, time
        self.variables = ("X_0", "X_t", *(f"Q_{i}" for i in range(time + 1)))
        self._products = Products()
        self._vectors: dict[tuple[tuple[str, Element], ...], int] = {}
        self._known: list[tuple[tuple[str, Element], ...]] = []
        self._steps: dict[tuple[int, str, str, int], list[tuple[str, int]]] = {}

    @property
    def factored(self) -> Callable[[Element], Factored]:
        return self._products.factored

    def labels(self) -> list[set[str]]:
        """What occurs in each column."""
        layers = [{(a, a, self.scheme.start) for a in self.scheme.sources if not self.prior[a].is_zero}]
        for now in range(1, self.time + 1):
            layers.append({after for state in layers[-1] for after, _ in self.scheme.moves(now, state)})
        return [{s[0] for s in layers[-1]}, {s[1] for s in layers[-1]}, *({s[2] for s in layer} for layer in layers)]

    def __iter__(self) -> Iterator[tuple[Atom, Element]]:
        for first in sorted(self.scheme.sources):
            start = self._number({first: self.prior[first]})
            for request in sorted(self.scheme.sources):
                waiting: list[tuple[Atom, int]] = [((first, request, self.scheme.start), start)]
                while waiting:
                    atom, vector = waiting.pop()
                    if len(atom) == self.time + 3:
                        yield from ((atom, e) for source, e in self._known[vector] if source == request)
                    else:
                        waiting += [((*atom, query), after) for query, after in self._after(first, atom, vector)]

    def _number(self, vector: Mapping[str, Element]) -> int:
        key = tuple((source, vector[source]) for source in self.scheme.sources
                    if source in vector and not vector[source].is_zero)
        if key not in self._vectors:
            self._vectors[key] = len(self._known)
            self._known.append(key)
        return self._vectors[key]

    def _after(self, first: str, atom: Atom, vector: int) -> list[tuple[str, int]]:
        """The queries that can follow, the last in order first, each with the vector after it."""
        now = len(atom) - 2
        key = self.scheme.phase(now), first, atom[-1], vector
        if key not in self._steps:
            before = {(first, source): e for source, e in self._known[vector]}
            moved = self.scheme.step(now, atom[-1], before, self._products.times)
            self._steps[key] = [(query, self._number({source: e for (_, source), e in after.items()}))
                                for query, after in sorted(moved.items(), reverse=True)]
        return self._steps[key]
