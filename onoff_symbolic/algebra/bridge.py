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
from ..checker.polynomials import COMPARE, Key, Monomial, Poly, Quotient, constant, key_of, plain
from ..errors import Pole, Undecidable

SEARCHED_POINTS = 400
SHORT = 5
"""Names in a product that are multiplied one by one."""
METER = Work()
"""Counts what the elements of every bridge cost, so that one question can be bounded."""

SIGNS: dict[str, Relation] = {">": ">", ">=": ">=", "=": "==", "!=": "!="}

SIMPLE = [[Fraction(text) for text in row.split()] for row in (
    "1/2 1/3 1/5 2/3 1/4 3/4 1/7", "2/3 3/4 1/2 1/3 3/5 1/5 2/5", "1/3 1/2 2/3 3/4 1/5 2/5 1/4", "1/2",
    "3/4 1/3 1/2", "1", "2 3 1 1/2")]

Hypotheses = Sequence[tuple[Poly, str]]


def model_at(model: Model, point: Mapping[str, Fraction]) -> Model:
    """The checker's model at a point."""
    return model.at({name: Quotient(constant(plain(value))) for name, value in point.items()})


def names_of(*polys: Poly) -> set[str]:
    return {name for p in polys for monomial in p for name in monomial}


@cache
def field_of(names: tuple[str, ...]) -> Field:
    return Field(names, METER)


class Bridge:
    """Polynomials in some names as elements of a field, and back."""

    def __init__(self, names: Iterable[str], field: Field | None = None) -> None:
        """A field of one's own may have other names for its generators."""
        self.names = tuple(names)
        self.field = field or field_of(self.names)

    def element(self, p: Poly) -> Element:
        scale = lcm(1, *(c.denominator for c in p.values()))
        whole = self.field.polynomial({tuple([monomial.count(name) for name in self.names]): int(c * scale)
                                       for monomial, c in p.items()})
        return whole if scale == 1 else whole * Fraction(1, scale)

    def quotient(self, q: Quotient) -> Element:
        found = self.element(q.top)
        for key, exponent in q.bottom.items():
            found = found / self.element(dict(key)) ** exponent
        return found

    def poly(self, element: Element) -> Poly:
        return {tuple(sorted(n for n, e in zip(self.names, m, strict=True) for _ in range(e))): plain(c)
                for m, c in element.terms()}

    def back(self, element: Element) -> Quotient:
        """An element as a quotient of the checker."""
        top, bottom = self.poly(element.numerator), self.poly(element.denominator)
        if bottom.keys() == {()}:
            return Quotient({m: plain(Fraction(c) / bottom[()]) for m, c in top.items()})
        keys: dict[Key, int] = {}
        factored = element.denominator.factored()
        scale = Fraction(factored.constant)
        for factor, exponent in factored.powers.items():
            key, lead = key_of(self.poly(factor))
            keys[key] = exponent
            scale *= Fraction(lead) ** exponent
        return Quotient({m: plain(Fraction(c) / scale) for m, c in top.items()}, keys)

    def region(self, hypotheses: Hypotheses) -> Region:
        """The region; an equation that cannot be solved for a name stays a hypothesis."""
        found = Region(self.field)
        for p, sign in hypotheses:
            hypothesis = Hypothesis(self.element(p), SIGNS[sign])
            try:
                found = found.assume(hypothesis)
            except Undecidable:
                left = Hypothesis(found.reduce(hypothesis.element).numerator, hypothesis.relation)
                found = replace(found, hypotheses=(*found.hypotheses, left))
        return found


def points(names: Sequence[str], hypotheses: Hypotheses, near: Iterable[str] | None = None,
           limit: int = SEARCHED_POINTS) -> Iterator[Point]:
    """Points where the hypotheses hold, simple ones first. With `near`, only names that have to do with these vary."""
    plain_ones = [(p, sign) for p, sign in hypotheses if names_of(p) <= {*names}]
    bridge = Bridge(names)
    bent = [p for p, sign in plain_ones if sign == "=" and _bent(p)]
    region = _region(bridge.names, tuple((tuple(sorted(p.items())), sign) for p, sign in plain_ones if p not in bent))
    if region is None:
        return
    left = [bridge.poly(region.reduce(bridge.element(p)).numerator) for p in bent]
    moving = None
    if near is not None:
        varying = {*near}.union(*(names_of(p) for p in left))
        moving = region.tied(*(bridge.field[name] for name in names if name in varying))
    for point in islice(region.points(moving), limit):
        if not left:
            yield point
            continue
        moved = _moved(names, dict(point), [p for p in left if p])
        if moved is not None and all(COMPARE[sign](value(p, moved), 0) for p, sign in plain_ones):
            yield moved


def generic(names: Sequence[str], hypotheses: Hypotheses) -> Point | None:
    """Numbers without pattern that satisfy the equations among the hypotheses, not the inequalities: what is zero there
    is zero everywhere, most likely. A point where the hypotheses hold, if an equation cannot be solved."""
    plain_ones = [(p, sign) for p, sign in hypotheses if names_of(p) <= {*names}]
    if not any(sign == "=" and _bent(p) for p, sign in plain_ones):
        region = _region(tuple(names), tuple((tuple(sorted(p.items())), sign) for p, sign in plain_ones))
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


def _bent(p: Poly) -> bool:
    """Whether no name stands in it but in products with others, so that it cannot be solved for one."""
    return not any([m for m in p if name in m] == [(name,)] for name in names_of(p))


def _moved(names: Sequence[str], point: dict[str, Fraction], equations: Sequence[Poly]) -> Point | None:
    """The point with the last name of each equation, in which it is linear, such that it holds; None if it cannot."""
    for e in equations:
        last = max((name for name in names_of(e) if all(m.count(name) < 2 for m in e)), key=names.index, default="")
        slope = value({tuple(n for n in m if n != last): c for m, c in e.items() if last in m}, point)
        if gap := value(e, point):
            if not slope:
                return None
            point[last] -= gap / slope
    return point


def value(p: Poly, point: Mapping[str, Fraction]) -> Fraction:
    """A polynomial at a point, in whole numbers: every coordinate over one denominator."""
    given = {name: point[name] for name in names_of(p)}
    whole = lcm(*[each.denominator for each in given.values()])
    tops = {name: each.numerator * (whole // each.denominator) for name, each in given.items()}
    degree = max(map(len, p), default=0)
    under = [whole ** i for i in range(degree + 1)] if whole > 1 else [1] * (degree + 1)

    powers: dict[tuple[str, int], int] = {}

    def power(name: str, exponent: int) -> int:
        if (name, exponent) not in powers:
            powers[name, exponent] = tops[name] ** exponent
        return powers[name, exponent]

    def product(monomial: Monomial) -> int:
        if len(monomial) < SHORT:
            return prod([tops[name] for name in monomial])
        return prod([power(name, monomial.count(name)) for name in {*monomial}])

    total = sum([c * product(monomial) * under[degree - len(monomial)] for monomial, c in p.items()])
    return Fraction(total, under[-1])


def quick_point(names: Sequence[str], hypotheses: Hypotheses) -> Point | None:
    """A point where the hypotheses hold, if one of a few simple ones is; equations are solved for their last name."""
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


@cache
def _region(names: tuple[str, ...], hypotheses: tuple[tuple[Key, str], ...]) -> Region | None:
    found = Bridge(names).region([(dict(key), sign) for key, sign in hypotheses]).simplified()
    while found is not None and (name := found.vanishing()) is not None:
        found = found.where_zero(found.field[name]).simplified()
    return found
