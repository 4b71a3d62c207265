"""Exact joint laws of finitely many named variables; only atoms of nonzero probability are kept.

`Atoms` is the law of (X_0, X_t, Q_0, …, Q_t) of a scheme as a stream, `joint` holds it. The other operations are the
elementary ones: marginal, conditional, independence and functional dependence, all decided by equality in the field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from itertools import product

from ..errors import InputError, Pole, Undecidable
from ..algebra.field import Element, Factored, Field
from .scheme import Scheme

MAX_ATOMS = 400_000
"""The paper's scheme has fewer at t = 16."""

Atom = tuple[str, ...]


@dataclass(frozen=True)
class Distribution:
    """`mass` maps an atom, one value for each variable, to its probability; `factored` factors such a one."""

    field: Field
    variables: tuple[str, ...]
    mass: Mapping[Atom, Element]
    factored: Callable[[Element], Factored] = dataclass_field(default=Element.factored, compare=False)

    def total(self) -> Element:
        return sum(self.mass.values(), self.field.zero)

    def _places(self, names: Iterable[str]) -> list[int]:
        try:
            return [self.variables.index(name) for name in names]
        except ValueError:
            unknown = next(name for name in names if name not in self.variables)
            raise InputError(f"expected one of {', '.join(self.variables)}, found {unknown}") from None

    def marginal(self, *names: str) -> Distribution:
        places = self._places(names)
        found: dict[Atom, Element] = {}
        for atom, element in self.mass.items():
            key = tuple(atom[i] for i in places)
            found[key] = found[key] + element if key in found else element
        return Distribution(self.field, names, {k: e for k, e in found.items() if not e.is_zero})

    def given(self, **values: str) -> Distribution:
        """The conditional law of the remaining variables. A condition of probability zero raises `Pole`."""
        places = dict(zip(self._places(values), values.values(), strict=True))
        rest = [i for i in range(len(self.variables)) if i not in places]
        kept = {
            tuple(atom[i] for i in rest): element
            for atom, element in self.mass.items()
            if all(atom[i] == wanted for i, wanted in places.items())
        }
        total = sum(kept.values(), self.field.zero)
        if total.is_zero:
            raise Pole(f"the condition {values} has probability zero")
        return Distribution(
            self.field, tuple(self.variables[i] for i in rest), {k: e / total for k, e in kept.items()}
        )

    def independent(self, one: Iterable[str], other: Iterable[str], given: Iterable[str] = ()) -> bool:
        """Whether Pr(a,b,c)·Pr(c) = Pr(a,c)·Pr(b,c) for all values: no division, so no case is left out."""
        left, right, middle = tuple(one), tuple(other), tuple(given)
        law = self.marginal(*left, *right, *middle).mass
        first = self.marginal(*left, *middle).mass
        second = self.marginal(*right, *middle).mass
        base = self.marginal(*middle).mass
        a_size, b_size = len(left), len(right)
        for (a, p), (b, q) in product(first.items(), second.items()):
            if a[a_size:] == b[b_size:]:
                joint_mass = law.get(a[:a_size] + b, self.field.zero)
                if joint_mass * base[b[b_size:]] != p * q:
                    return False
        return True

    def function_of(self, name: str, *others: str) -> dict[Atom, str] | None:
        """The map that gives `name` from the others wherever they have positive probability, or None."""
        found: dict[Atom, str] = {}
        for atom in self.marginal(*others, name).mass:
            if found.setdefault(atom[:-1], atom[-1]) != atom[-1]:
                return None
        return found


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


def joint(scheme: Scheme, prior: Mapping[str, Element], time: int) -> Distribution:
    """The law of (X_0, X_t, Q_0, …, Q_t) at t = time, X_0 having the law `prior`."""
    atoms = Atoms(scheme, prior, time)
    return Distribution(scheme.field, atoms.variables, dict(atoms), atoms.factored)
