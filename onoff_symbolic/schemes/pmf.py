"""The exact law of (X_0, X_t, Q_0, …, Q_t) of a scheme, as a stream of the atoms that can occur."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ..errors import Undecidable
from ..algebra.echelon import Elements
from ..algebra.field import Element, Factored, Field
from ..algebra.walk import Walk
from ..algebra.walk import State
from .scheme import Scheme

MAX_ATOMS = 400_000
"""The paper's scheme has fewer at t = 16."""

Atom = tuple[str, ...]


class Products(Elements):
    """Multiplies each pair of elements once, and remembers how the products factor.

    Many histories share their probability, and a product of known factors need not be factored again.
    """

    def __init__(self, field: Field) -> None:
        super().__init__(field)
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

    def add_product(self, total: Element, a: Element, b: Element) -> Element:
        return self.times(a, b) if total is self.zero else total + self.times(a, b)

    def factored(self, element: Element) -> Factored:
        """Return the factors of an element."""
        if element not in self._factored:
            parts = self._parts.get(element)
            self._factored[element] = (
                element.factored()
                if parts is None
                else self.factored(parts[0]).times(self.factored(parts[1]))
            )
        return self._factored[element]


def count(walk: Walk[Element], time: int) -> int:
    """Return how many atoms the law at t = time has, without building it: histories that leave the same states possible
    go on alike. Raise `Undecidable` where there are more than `MAX_ATOMS`."""
    layer: dict[frozenset[State], int] = {frozenset(walk.start): 1}
    now = 0
    for now in range(1, time + 1):
        after: dict[frozenset[State], int] = {}
        for states, histories in layer.items():
            moved: dict[str, set[State]] = {}
            for state in states:
                for following, _ in walk.moves(now, state):
                    moved.setdefault(following[2], set()).add(following)
            for found in map(frozenset, moved.values()):
                after[found] = after.get(found, 0) + histories
        layer = after
        if sum(layer.values()) > MAX_ATOMS:  # each of these histories goes on
            break
    atoms = sum(histories * len(states) for states, histories in layer.items())
    if atoms > MAX_ATOMS:
        raise Undecidable(f"expected at most {MAX_ATOMS} atoms, found more at t = {now}")
    return atoms


class Atoms:
    """The law of (X_0, X_t, Q_0, …, Q_t) as a stream of atoms in order, each with its probability."""

    def __init__(self, scheme: Scheme, prior: Mapping[str, Element], time: int) -> None:
        walk = scheme.walk(prior)
        count(walk, time)
        self.scheme, self.prior, self.time = scheme, prior, time
        self.variables = ("X_0", "X_t", *(f"Q_{i}" for i in range(time + 1)))
        self._products = Products(scheme.field)
        self._walk = replace(walk, numbers=self._products)

    @property
    def factored(self) -> Callable[[Element], Factored]:
        """Return the factors of a probability."""
        return self._products.factored

    def labels(self) -> list[set[str]]:
        """Return what occurs in each column."""
        layers = [{state for state, p in self._walk.start.items() if not p.is_zero}]
        for now in range(1, self.time + 1):
            layers.append(
                {after for state in layers[-1] for after, _ in self._walk.moves(now, state)}
            )
        return [
            {s[0] for s in layers[-1]},
            {s[1] for s in layers[-1]},
            *({s[2] for s in layer} for layer in layers),
        ]

    def __iter__(self) -> Iterator[tuple[Atom, Element]]:
        for first in sorted(self.scheme.sources):
            start = {
                state: p
                for state, p in self._walk.start.items()
                if state[0] == first and not p.is_zero
            }
            for request in sorted(self.scheme.sources):
                yield from self._histories((first, request, self.scheme.start), start)

    def _histories(
        self, atom: Atom, vector: Mapping[State, Element]
    ) -> Iterator[tuple[Atom, Element]]:
        """Yield the atoms that begin so, and end in the request that is second in the atom."""
        time = len(atom) - 3
        if time == self.time:
            yield from ((atom, p) for state, p in vector.items() if state[1] == atom[1])
            return
        for query, after in sorted(self._walk.step((time, ""), vector).items()):
            yield from self._histories((*atom, query), after)
