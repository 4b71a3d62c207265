"""Smaller polynomials for the same proof: parameters that a region gives as numbers, and factors that cancel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..checker.polynomials import (
    Key, Monomial, Number, Poly, Undefined, add_to, is_constant, key_of, plain, power, times)
from ..checker.regions import Region

Pins = Mapping[str, Number]
"""Parameters and their numbers."""


def pins(region: Region) -> dict[str, tuple[int, Number]]:
    """Each parameter that a hypothesis says is a number: the hypothesis, and the number."""
    found = dict[str, tuple[int, Number]]()
    for number, (p, sign, _) in enumerate(region.hypotheses):
        names = {name for monomial in p for name in monomial}
        if sign == "=" and len(names) == 1 and all(len(monomial) < 2 for monomial in p):
            name, = names
            if name in region.model.names:
                found.setdefault(name, (number, plain(-Fraction(p.get((), 0)) / p[name,])))
    return found


def at(p: Poly, values: Pins) -> Poly:
    """A polynomial with numbers for some of its names."""
    if not any(name in values for monomial in p for name in monomial):
        return p
    found = dict[Monomial, Number]()
    for monomial, c in p.items():
        for name in monomial:
            c *= values.get(name, 1)
        if c:
            add_to(found, {tuple(name for name in monomial if name not in values): plain(c)})
    return found


def divided(p: Poly, q: Poly) -> Poly | None:
    """p / q, if that is a polynomial."""
    names = sorted({name for each in (p, q) for monomial in each for name in monomial})

    def degrees(monomial: Monomial) -> tuple[int, ...]:
        return tuple(monomial.count(name) for name in names)

    lead, rest, found = max(q, key=degrees), dict(p), dict[Monomial, Number]()
    while rest:
        top = max(rest, key=degrees)
        left = [a - b for a, b in zip(degrees(top), degrees(lead))]
        if min(left, default=0) < 0:
            return None
        monomial = tuple(name for name, times_ in zip(names, left) for _ in range(times_))
        c = plain(Fraction(rest[top]) / q[lead])
        add_to(found, {monomial: c})
        add_to(rest, times({monomial: c}, q), -1)
    return found


def lowest(tops: Sequence[Poly], bottom: Mapping[Key, int], values: Pins) -> tuple[list[Poly], dict[Key, int]]:
    """Some polynomials over a common divisor at the values, without the factors that cancel in all of them."""
    found, under = [at(p, values) for p in tops], dict[Key, int]()
    for key, exponent in bottom.items():
        q = at(dict(key), values)
        if not q:
            raise Undefined("a divisor is zero")
        if is_constant(q):
            scale = plain(1 / Fraction(q[()]) ** exponent)
            found = [{monomial: plain(c * scale) for monomial, c in p.items()} for p in found]
            continue
        while exponent:
            less = [divided(p, q) for p in found]
            if any(each is None for each in less):
                break
            found, exponent = [each for each in less if each is not None], exponent - 1
        if exponent:
            other, scale = key_of(q)
            factor = power({(): plain(1 / Fraction(scale))}, exponent)
            found, under[other] = [times(p, factor) for p in found], under.get(other, 0) + exponent
    return found, under
