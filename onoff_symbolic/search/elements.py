"""The probabilities of a scheme or process as numbers: elements of a field, or residues modulo a prime at one point.

    RegionElements      on a region: elements, reduced by the region's equations
    ModularPoint        at one point, modulo a prime: fast
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from ..algebra.bridge import METER, Bridge, generic, names_of
from ..algebra.echelon import PRIME, Elements, Residues
from ..algebra.field import Element, Point
from ..algebra.walk import Walk, walk_of
from ..checker import Alike, Cost, Markov, Model, Process
from ..checker.polynomials import Poly, Quotient, Undefined

Letters = tuple[str, ...]


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


# -- modulo a prime at one point: fast, and what differs there differs. What is found so is a proposal.


def residue(number: Fraction | int) -> int:
    """Return a number modulo the prime; raise `Undefined` where its denominator is zero."""
    top, bottom = number.numerator % PRIME, number.denominator % PRIME
    if not bottom:
        raise Undefined("division by zero")
    return top if bottom == 1 else top * pow(bottom, -1, PRIME) % PRIME


class ModularPoint(Residues):
    """The values of quotients at a point."""

    def __init__(self, point: Point) -> None:
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
