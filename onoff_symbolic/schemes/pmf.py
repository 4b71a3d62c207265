"""Exact joint laws of finitely many named variables; only atoms of nonzero probability are kept.

`joint` builds the law of (X_0, X_t, Q_0, …, Q_t) from a scheme. The other operations are the elementary ones:
marginal, conditional, independence and functional dependence, all decided by equality in the field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from itertools import product

from ..errors import InputError, Pole, Undecidable
from ..algebra.field import Element, Factored, Field
from .scheme import History, Scheme, Vector

MAX_ATOMS = 400_000
"""What is held in memory; the paper's scheme has fewer at t = 16."""

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


def joint(
    scheme: Scheme, prior: Mapping[str, Element], time: int, progress: Callable[[int], None] = lambda _: None
) -> Distribution:
    """The law of (X_0, X_t, Q_0, …, Q_t) at t = time, X_0 having the law `prior`."""
    products = Products()
    times = products.times
    layer: dict[History, Vector] = {
        (scheme.start,): {key: times(prior[key[0]], element) for key, element in scheme.initial().items()}
    }
    for now in range(1, time + 1):
        layer = {
            (*history, query): vector
            for history, before in layer.items()
            for query, vector in scheme.step(now, history[-1], before, times).items()
        }
        if sum(map(len, layer.values())) > MAX_ATOMS:
            raise Undecidable(f"expected at most {MAX_ATOMS} atoms, found more at t = {now}")
        progress(now)
    mass = {
        (first, request, *history): element
        for history, vector in layer.items()
        for (first, request), element in vector.items()
        if not element.is_zero
    }
    names = ("X_0", "X_t", *(f"Q_{i}" for i in range(time + 1)))
    return Distribution(scheme.field, names, mass, products.factored)
