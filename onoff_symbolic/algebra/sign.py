"""The sign of an element on a region: proved by a certificate, or not found.

A certificate writes a polynomial as Σ weight · Π hypotheses, the weights being nonnegative rationals
(Handelman 1988). Whoever multiplies out the right-hand side sees that the left-hand side is ≥ 0 on the
region, and > 0 if a product of strict hypotheses, or a constant, has positive weight. The weights come from a
linear program. A quotient is judged by the signs of its denominator and numerator, a product that must not vanish by
its irreducible factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from operator import le
from typing import Any

from .field import Element
from .region import Hypothesis, Region, Relation, compare
from ..errors import Pole
from ..programs.exact import Constraint, Optimum, Program, solve

EXTRA_DEGREE = 2
MAX_PRODUCTS = 800

Product = tuple[Hypothesis, ...]
Weighed = tuple[tuple[Fraction, Product], ...]
"""Σ weight · Π product."""
Terms = Iterable[tuple[Any, int | Fraction]]
"""Monomials with coefficients."""


def _expand(one: Element, product: Product) -> Element:
    """Return the product as a polynomial."""
    for hypothesis in product:
        one = one * hypothesis.element
    return one


def certify(
    polynomial: Element, relation: Relation, region: Region, extra: int = EXTRA_DEGREE
) -> Weighed | None:
    """Return the certificate of `polynomial relation 0` (> or >=), of degree at most `extra` above the polynomial;
    None if none is found."""
    for hypothesis in region.hypotheses:
        if hypothesis.element == polynomial and hypothesis.relation in (">", relation):
            return ((Fraction(1), (hypothesis,)),)
    near = region.tied(polynomial)
    usable = [h for h in region.hypotheses if h.relation in (">=", ">") and near.issuperset(h.element.names())]
    seen: set[tuple[Product, ...]] = set()
    for degree in range(max(polynomial.degree, 1), max(polynomial.degree, 1) + extra + 1):
        tried = len(seen)
        for products in _choices(polynomial, usable, degree):
            if products not in seen:
                seen.add(products)
                terms = _weights(polynomial, relation, products)
                if terms is not None:
                    return terms
        if len(seen) == tried:
            break
    return None


def _choices(polynomial: Element, usable: Sequence[Hypothesis], degree: int) -> Iterator[tuple[Product, ...]]:
    """Yield products to choose from: all up to a degree; where they are too many, first those that fit below the
    polynomial, then those of few hypotheses, in its own names and in all."""
    products = _products(usable, degree, degree)
    if products is not None:
        yield products
        return
    own = [h for h in usable if set(h.element.names()) <= set(polynomial.names())]
    yield from filter(None, (_below(polynomial, own), _fewer(own, degree), _fewer(usable, degree)))


def _below(polynomial: Element, usable: Sequence[Hypothesis]) -> tuple[Product, ...] | None:
    """Return the products each monomial of which divides one of the polynomial."""
    largest = [monomial for monomial, _ in polynomial.terms()]
    fits = cache(lambda monomial: any(all(map(le, monomial, large)) for large in largest))
    found: list[Product] = [()]
    growing: list[tuple[Product, Element, int]] = [((), polynomial.field.one, 0)]
    for product, value, first in growing:
        for number, hypothesis in enumerate(usable[first:], first):
            more = value * hypothesis.element
            if all(fits(monomial) for monomial, _ in more.terms()):
                found.append((*product, hypothesis))
                growing.append((found[-1], more, number))
                if len(found) > MAX_PRODUCTS:
                    return None
    return tuple(found)


def _fewer(usable: Sequence[Hypothesis], degree: int) -> tuple[Product, ...] | None:
    """Return the products of as many hypotheses as there is room for."""
    found = None
    for size in range(1, degree + 1):
        more = _products(usable, degree, size)
        if more is None:
            break
        found = more
    return found


def _products(usable: Sequence[Hypothesis], degree: int, most: int) -> tuple[Product, ...] | None:
    """Return the products of so many hypotheses at most, up to a degree; None if they are too many."""
    found: list[Product] = [()]
    degrees = [h.element.degree for h in usable]
    for size in range(1, most + 1):
        for chosen in combinations_with_replacement(range(len(usable)), size):
            if sum([degrees[i] for i in chosen]) <= degree:
                found.append(tuple([usable[i] for i in chosen]))
                if len(found) > MAX_PRODUCTS:
                    return None
    return tuple(found)


def _weights(
    polynomial: Element, relation: Relation, products: Sequence[Product]
) -> Weighed | None:
    """Return nonnegative weights with Σ weight · product = polynomial, or None. Few and small ones are preferred."""
    columns = [_expand(polynomial.field.one, product).terms() for product in products]
    strict = [k for k, product in enumerate(products) if all(h.relation == ">" for h in product)]
    found = weights(polynomial.terms(), columns, strict if relation == ">" else None)
    return None if found is None else tuple((w, p) for w, p in zip(found, products, strict=False) if w)


def weights(
    target: Terms, columns: Sequence[Terms], strict: Sequence[int] | None
) -> Sequence[Fraction] | None:
    """Return nonnegative weights with Σ weight · column = target, those of strict columns not all zero; else None."""
    rows: dict[Any, dict[int, int | Fraction]] = {}
    for k, column in enumerate(columns):
        for monomial, coefficient in column:
            rows.setdefault(monomial, {})[k] = coefficient
    wanted = dict(target)
    if not wanted.keys() <= rows.keys():
        return None
    constraints = [Constraint.of(row, "=", wanted.get(monomial, 0)) for monomial, row in rows.items()]
    size = len(columns)
    cost = dict.fromkeys(range(size), 1)
    if strict is not None:
        # One more variable, at most 1 and at most the weight of the strict columns, is to be as large as possible.
        constraints.append(Constraint.of({**dict.fromkeys(strict, 1), size: -1}, ">="))
        constraints.append(Constraint.of({size: -1}, ">=", -1))
        cost = {size: -1}
        size += 1
    answer = solve(Program.of(size, cost, constraints))
    if not isinstance(answer, Optimum) or strict is not None and not answer.value:
        return None
    return answer.point


def prove(element: Element, relation: Relation, region: Region) -> bool:
    """Return whether `element relation 0` was shown on the region. If not, nothing is said."""
    key = (element, relation)
    if key not in region.memory:
        try:
            region.memory[key] = _shown(region.reduce(element), relation, region)
        except Pole:
            region.memory[key] = False
    return region.memory[key]


def _shown(element: Element, relation: Relation, region: Region) -> bool:
    """Return whether a relation was shown for an element as it is on the region."""
    if relation in ("==", "!="):
        good = element.is_zero if relation == "==" else _is_nonzero(element.numerator, region)
        return good and _is_nonzero(element.denominator, region)
    sign = _sign(element.denominator, region)
    return sign != 0 and _holds(element.numerator * sign, relation, region)


def _sign(polynomial: Element, region: Region) -> int:
    """Return 1 or -1 where a polynomial was shown to be > 0 or < 0, else 0."""
    for sign in (1, -1):
        if _certified(polynomial * sign, ">", region):
            return sign
    return 0


def _is_nonzero(polynomial: Element, region: Region) -> bool:
    """Return whether a polynomial was shown to have no zero: by its sign, or by those of its factors."""
    if polynomial.is_constant or _sign(polynomial, region):
        return not polynomial.is_zero
    stated = {h.element for h in region.hypotheses if h.relation == "!="}
    return all(factor in stated or -factor in stated or _sign(factor, region) for factor in polynomial.factors())


def _holds(polynomial: Element, relation: Relation, region: Region) -> bool:
    """Return whether `polynomial relation 0` was shown: by the signs of the factors of a product, or of the whole."""
    if polynomial.is_constant:
        return compare(polynomial.constant(), relation)
    by_factors = polynomial.degree > 1 and _holds_by_factors(polynomial, relation, region)
    return by_factors or _certified(polynomial, relation, region)


def _holds_by_factors(polynomial: Element, relation: Relation, region: Region) -> bool:
    """Return whether the signs of the factors were shown, and decide."""
    factored = polynomial.factored()
    sign = 1 if factored.constant > 0 else -1
    for factor, exponent in factored.powers.items():
        if exponent % 2 == 0 and relation == ">=" or _certified(factor, relation, region, 0):
            continue
        if not _certified(-factor, relation, region, 0):
            return False
        sign *= (-1) ** exponent
    return sign > 0


def _certified(polynomial: Element, relation: Relation, region: Region, extra: int = EXTRA_DEGREE) -> bool:
    """Return whether a certificate was found; none is looked for where the relation fails at a point that is known."""
    if region.base is not None and not compare(polynomial.at(region.base), relation):
        return False
    return certify(polynomial, relation, region, extra) is not None
