"""Between the checker's polynomials and regions, and those of `algebra`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice
from math import lcm, prod

from .field import Element, Field, Point
from .region import Hypothesis, Region, Relation
from .work import Work
from ..checker import Model
from ..checker.polynomials import COMPARE, Key, Poly, Quotient, constant, key_of, plain
from ..errors import Pole, Undecidable

SEARCHED_POINTS = 400
METER = Work()
"""Counts what the elements of every bridge cost, so that one question can be bounded."""

SIGNS: dict[str, Relation] = {">": ">", ">=": ">=", "=": "==", "!=": "!="}

SIMPLE = [
    [Fraction(text) for text in row.split()]
    for row in (
        "1/2 1/3 1/5 2/3 1/4 3/4 1/7",
        "2/3 3/4 1/2 1/3 3/5 1/5 2/5",
        "1/3 1/2 2/3 3/4 1/5 2/5 1/4",
        "1/2",
        "3/4 1/3 1/2",
        "1",
        "2 3 1 1/2",
    )
]

Hypotheses = Sequence[tuple[Poly, str]]


def model_at(model: Model, point: Mapping[str, Fraction]) -> Model:
    """Return the checker's model at a point."""
    return model.at({name: Quotient(constant(plain(value))) for name, value in point.items()})


def names_of(*polys: Poly) -> set[str]:
    """Return the names that occur in polynomials."""
    return {name for p in polys for monomial in p for name in monomial}


@cache
def field_of(names: tuple[str, ...]) -> Field:
    """Return the one field with these names."""
    return Field(names, METER)


class Bridge:
    """Polynomials in some names as elements of a field, and back."""

    def __init__(self, names: Iterable[str], field: Field | None = None) -> None:
        """Take the field that all have, or another, whose generators may have other names."""
        self.names = tuple(names)
        self.field = field or field_of(self.names)

    def element(self, p: Poly) -> Element:
        """Return a polynomial as an element."""
        scale = lcm(1, *(c.denominator for c in p.values()))
        terms = {}
        for monomial, c in p.items():
            exponents = tuple([monomial.count(name) for name in self.names])
            terms[exponents] = int(c * scale)
        whole = self.field.polynomial(terms)
        return whole if scale == 1 else whole * Fraction(1, scale)

    def quotient(self, q: Quotient) -> Element:
        """Return a quotient as an element."""
        element = self.element(q.top)
        for key, exponent in q.bottom.items():
            element = element / self.element(dict(key)) ** exponent
        return element

    def poly(self, element: Element) -> Poly:
        """Return an element, which is a polynomial, for the checker."""
        p: Poly = {}
        for exponents, c in element.terms():
            names = [name for name, e in zip(self.names, exponents, strict=True) for _ in range(e)]
            p[tuple(sorted(names))] = plain(c)
        return p

    def back(self, element: Element) -> Quotient:
        """Return an element as a quotient of the checker."""
        keys: dict[Key, int] = {}
        factored = element.denominator.factored()
        scale = factored.constant
        for factor, exponent in factored.powers.items():
            key, lead = key_of(self.poly(factor))
            keys[key] = exponent
            scale *= Fraction(lead) ** exponent
        top = self.poly(element.numerator)
        return Quotient({monomial: plain(c / scale) for monomial, c in top.items()}, keys)

    def region(self, hypotheses: Hypotheses) -> Region:
        """Return the region; an equation that cannot be solved for a name stays a hypothesis."""
        region = Region(self.field)
        for p, sign in hypotheses:
            hypothesis = Hypothesis(self.element(p), SIGNS[sign])
            try:
                region = region.assume(hypothesis)
            except Undecidable:
                unsolved = Hypothesis(
                    region.reduce(hypothesis.element).numerator, hypothesis.relation
                )
                region = replace(region, hypotheses=(*region.hypotheses, unsolved))
        return region


def _spoken(hypotheses: Hypotheses, names: Sequence[str]) -> Hypotheses:
    """Return the hypotheses that are about these names alone."""
    return [(p, sign) for p, sign in hypotheses if names_of(p) <= {*names}]


def _unsolvable(hypotheses: Hypotheses) -> list[Poly]:
    """Return the equations in which every name stands in products with others, so that none is solved for one."""
    equations = [p for p, sign in hypotheses if sign == "="]
    return [
        p
        for p in equations
        if not any([m for m in p if name in m] == [(name,)] for name in names_of(p))
    ]


def points(
    names: Sequence[str],
    hypotheses: Hypotheses,
    near: Iterable[str] | None = None,
    limit: int = SEARCHED_POINTS,
) -> Iterator[Point]:
    """Yield points where the hypotheses hold, simple ones first. With `near`, only names tied to these vary."""
    spoken = _spoken(hypotheses, names)
    unsolvable = _unsolvable(spoken)
    region = _region(names, [(p, sign) for p, sign in spoken if p not in unsolvable])
    if region is None:
        return
    bridge = Bridge(names)
    left = [bridge.poly(region.reduce(bridge.element(p)).numerator) for p in unsolvable]
    moving = None
    if near is not None:
        varying = {*near, *names_of(*left)}
        moving = region.tied(*(bridge.field[name] for name in names if name in varying))
    for point in islice(region.points(moving), limit):
        if not left:
            yield point
            continue
        moved = _onto_equations(names, dict(point), [p for p in left if p])
        if moved is not None and all(COMPARE[sign](value(p, moved), 0) for p, sign in spoken):
            yield moved


def generic(names: Sequence[str], hypotheses: Hypotheses) -> Point | None:
    """Return numbers without pattern that satisfy the equations among the hypotheses, not the inequalities.

    What is zero there is zero everywhere, most likely. It is a point where all hypotheses hold if an equation cannot be
    solved."""
    spoken = _spoken(hypotheses, names)
    if not _unsolvable(spoken):
        region = _region(names, spoken)
        if region is None:
            return None
        state, free = 1, {}
        for name in region.free:
            state = state * 6364136223846793005 % (1 << 63)
            free[name] = Fraction(state >> 33)
        try:
            return region.complete(free)
        except Pole:
            pass
    return next(points(names, hypotheses, None, 1), None)


def _onto_equations(
    names: Sequence[str], point: dict[str, Fraction], equations: Sequence[Poly]
) -> Point | None:
    """Return the point with the last name of each equation, in which it is linear, such that it holds, or None."""
    for equation in equations:
        linear = [name for name in names_of(equation) if all(m.count(name) < 2 for m in equation)]
        last = max(linear, key=names.index, default="")
        rising = {tuple(n for n in m if n != last): c for m, c in equation.items() if last in m}
        slope, gap = value(rising, point), value(equation, point)
        if gap and not slope:
            return None
        if gap:
            point[last] -= gap / slope
    return point


def value(p: Poly, point: Mapping[str, Fraction]) -> Fraction:
    """Return a polynomial at a point, computed in whole numbers: every coordinate over one denominator."""
    given = {name: point[name] for name in names_of(p)}
    whole = lcm(*[coordinate.denominator for coordinate in given.values()])
    tops = {
        name: coordinate.numerator * (whole // coordinate.denominator)
        for name, coordinate in given.items()
    }
    degree = max(map(len, p), default=0)
    total = 0
    for monomial, c in p.items():
        total += c * prod([tops[name] for name in monomial]) * whole ** (degree - len(monomial))
    return Fraction(total, whole**degree)


def quick_point(names: Sequence[str], hypotheses: Hypotheses) -> Point | None:
    """Return a point where the hypotheses hold, if one of a few is; equations are solved for their last name."""
    for base in SIMPLE:
        point = {name: base[i % len(base)] for i, name in enumerate(names)}
        for p, sign in hypotheses:
            if sign == "=" and p:
                last = max(names_of(p), key=names.index, default="")
                slope = {m: c for m, c in p.items() if last in m}
                if last and list(slope) == [(last,)]:
                    point[last] -= value(p, point) / slope[last,]
        if all(COMPARE[sign](value(p, point), 0) for p, sign in hypotheses):
            return point
    return None


def _region(names: Sequence[str], hypotheses: Hypotheses) -> Region | None:
    """Return the region of some hypotheses with all that is zero throughout solved; None if it is empty."""
    return _solved_region(
        tuple(names), tuple((tuple(sorted(p.items())), sign) for p, sign in hypotheses)
    )


@cache
def _solved_region(
    names: tuple[str, ...], hypotheses: tuple[tuple[Key, str], ...]
) -> Region | None:
    region = Bridge(names).region([(dict(key), sign) for key, sign in hypotheses]).simplified()
    while region is not None:
        zero = region.vanishing()
        if zero is None:
            break
        region = region.where_zero(region.field[zero]).simplified()
    return region
