"""A scheme or process on a region: its probabilities as elements of a field, reduced by the region's equations."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..algebra.bridge import Bridge, names_of
from ..algebra.echelon import Elements
from ..algebra.field import Element
from ..algebra.walk import Walk, walk_of
from ..checker import Alike, Cost, Markov, Model, Process
from ..checker.polynomials import Poly, Quotient


def cells_of(scheme: Process, model: Model) -> list[Quotient]:
    """Return the entries of its tables, without those that are null."""
    return [model.entry(table, key) for table in scheme.tables for key in model.keys(table)]


def names_of_scheme(scheme: Process, model: Model) -> set[str]:
    """Return the names that occur in the entries of its chain and its rules."""
    return {n for cell in cells_of(scheme, model) for n in cell.names()}


def prior_of(statement: Markov | Cost) -> dict[str, Quotient]:
    """Return the law of X_0."""
    return {a: statement.model.entry(statement.prior, [a]) for a in statement.scheme.sources}


def linear_coefficients(q: Quotient, names: Iterable[str]) -> dict[str, Quotient] | None:
    """Return the coefficients of some names in which a quotient is linear; "" is the rest. None if it is not linear."""
    chosen = {*names}
    if any(chosen.intersection(monomial) for key in q.bottom for monomial, _ in key):
        return None
    slopes: dict[str, Poly] = {}
    for monomial, c in q.top.items():
        inside = [n for n in monomial if n in chosen]
        if len(inside) > 1:
            return None
        rest = tuple(n for n in monomial if n not in chosen)
        slopes.setdefault(inside[0] if inside else "", {})[rest] = c
    return {name: Quotient(top, q.bottom) for name, top in slopes.items()}


class RegionElements(Elements):
    """Elements in the names of a statement's scheme and region, then in those of `more`, without `moving` names."""

    def __init__(
        self, statement: Alike | Cost, more: Iterable[Quotient] = (), moving: Collection[str] = ()
    ) -> None:
        model, self.home = statement.model, statement.region
        own = names_of_scheme(statement.scheme, model).union(
            *(names_of(p) for p, _, _ in self.home.hypotheses)
        )
        first = [name for name in model.names if name in own and name in model.values[name].names()]
        others = {n for q in more for n in q.names()} - {*first, *moving}
        self.bridge = Bridge([*first, *(name for name in model.names if name in others)])
        self.plain = self.bridge.region(
            [
                (p, sign)
                for p, sign, _ in self.home.hypotheses
                if names_of(p) <= {*self.bridge.names}
            ]
        )
        super().__init__(self.bridge.field)

    def value(self, q: Quotient) -> Element:
        """Return a quotient as an element."""
        return self.plain.reduce(self.bridge.quotient(q))

    def walk(self, statement: Alike | Cost) -> Walk[Element]:
        """Return the walk of the statement's process."""
        return walk_of(
            statement.scheme,
            statement.model,
            self,
            self.value,
            statement.starts,
            self.home.vanishes,
        )
