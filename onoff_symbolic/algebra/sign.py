"""The sign of an element on a region: proved by a certificate, or not found.

A certificate writes a polynomial as Σ weight · Π hypotheses, the weights being nonnegative rationals
(Handelman 1988). Whoever multiplies out the right-hand side sees that the left-hand side is ≥ 0 on the
region, and > 0 if a product of strict hypotheses, or a constant, has positive weight. The weights come from a
linear program; `check` does not care where they come from. A quotient is judged by the signs of its
denominator and numerator, a product that must not vanish by its irreducible factors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from operator import le

from ..errors import OnoffError, Pole
from .field import Element
from ..programs.exact import Constraint, Optimum, Program, solve
from .region import Hypothesis, Region, Relation, compare

EXTRA_DEGREE = 2
MAX_PRODUCTS = 800

Product = tuple[Hypothesis, ...]


@dataclass(frozen=True)
class Certificate:
    """polynomial = Σ weight · Π product, hence `polynomial relation 0` (relation is > or >=)."""

    polynomial: Element
    relation: Relation
    terms: tuple[tuple[Fraction, Product], ...]

    def check(self, region: Region) -> None:
        """Multiply out. Raises unless the certificate proves its relation from the region's hypotheses."""
        total = self.polynomial.field.zero
        strict = False
        for weight, product in self.terms:
            if weight <= 0 or any(h not in region.hypotheses or h.relation in ("==", "!=") for h in product):
                raise OnoffError(f"a certificate for {self.polynomial} uses what is not given")
            strict = strict or all(h.relation == ">" for h in product)
            total = total + _expand(total.field.one, product) * weight
        if total != self.polynomial:
            raise OnoffError(f"a certificate sums to {total} instead of {self.polynomial}")
        if self.relation != ">=" and not (self.relation == ">" and strict):
            raise OnoffError(f"a certificate does not prove {self.polynomial} {self.relation} 0")


@dataclass(frozen=True)
class Proof:
    """`element relation 0` on the region: certificates for the pieces it was split into."""

    element: Element
    relation: Relation
    certificates: tuple[Certificate, ...]
    given: tuple[Hypothesis, ...] = ()

    def check(self, region: Region) -> None:
        """Recompute everything from the region. Raises unless the proof holds."""
        for certificate in self.certificates:
            certificate.check(region)
        if any(h not in region.hypotheses for h in self.given):
            raise OnoffError(f"a proof about {self.element} uses what is not given")
        element = region.reduce(self.element)
        known = {c.polynomial: c.relation for c in self.certificates}
        bottom = _known_sign(element.denominator, known)
        if bottom is None and not self._nonzero(element.denominator, known):
            raise OnoffError(f"the denominator of {element} is not shown to be nonzero")
        if self.relation == "==":
            good = element.is_zero
        elif self.relation == "!=":
            good = self._nonzero(element.numerator, known)
        else:
            good = bottom is not None and _covers(element.numerator * bottom, self.relation, known)
        if not good:
            raise OnoffError(f"a proof about {element} does not prove {self.relation} 0")

    def _nonzero(self, polynomial: Element, known: dict[Element, Relation]) -> bool:
        pieces = polynomial.factors()
        if not pieces:
            return not polynomial.is_zero
        stated = {h.element for h in self.given if h.relation == "!="}
        return _known_sign(polynomial, known) is not None or all(
            _known_sign(p, known) is not None or p in stated or -p in stated for p in pieces
        )


def _covers(polynomial: Element, relation: Relation, known: dict[Element, Relation]) -> bool:
    """Whether `polynomial relation 0` follows from the known relations, for itself or for its factors."""
    if polynomial.is_constant:
        return compare(polynomial.constant(), relation)
    if _known(polynomial, relation, known):
        return True
    factored = polynomial.factored()
    product = polynomial.field(factored.constant)
    sign = 1 if factored.constant > 0 else -1
    for factor, exponent in factored.powers.items():
        product = product * factor ** exponent
        if exponent % 2 == 0 and relation == ">=":
            continue
        if _known(factor, relation, known):
            continue
        if not _known(-factor, relation, known):
            return False
        sign = sign * (-1) ** exponent
    return sign > 0 and product == polynomial


def _known(polynomial: Element, relation: Relation, known: dict[Element, Relation]) -> bool:
    return known.get(polynomial) in ((">",) if relation == ">" else (">", ">="))


def _known_sign(polynomial: Element, known: dict[Element, Relation]) -> int | None:
    """1 or -1 when the polynomial is known to be strictly positive or negative."""
    for sign in (1, -1):
        if _covers(polynomial * sign, ">", known):
            return sign
    return None


def _expand(one: Element, product: Product) -> Element:
    for hypothesis in product:
        one = one * hypothesis.element
    return one


def certify(
    polynomial: Element, relation: Relation, region: Region, extra: int = EXTRA_DEGREE
) -> Certificate | None:
    """Search a certificate for `polynomial relation 0` (> or >=), of degree at most `extra` above the polynomial."""
    for hypothesis in region.hypotheses:
        if hypothesis.element == polynomial and hypothesis.relation in (">", relation):
            return Certificate(polynomial, relation, ((Fraction(1), (hypothesis,)),))
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
                    return Certificate(polynomial, relation, terms)
        if len(seen) == tried:
            break
    return None


def _choices(polynomial: Element, usable: Sequence[Hypothesis], degree: int) -> Iterator[tuple[Product, ...]]:
    """Products to choose from: all up to a degree; where they are too many, first those that fit below the polynomial,
    then those of few hypotheses, in its own names and in all."""
    products = _products(usable, degree, degree)
    if products is not None:
        yield products
        return
    own = [h for h in usable if set(h.element.names()) <= set(polynomial.names())]
    yield from filter(None, (_below(polynomial, own), _fewer(own, degree), _fewer(usable, degree)))


def _below(polynomial: Element, usable: Sequence[Hypothesis]) -> tuple[Product, ...] | None:
    """The products each monomial of which divides one of the polynomial."""
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
    """The products of as many hypotheses as there is room for."""
    found = None
    for size in range(1, degree + 1):
        more = _products(usable, degree, size)
        if more is None:
            break
        found = more
    return found


def _products(usable: Sequence[Hypothesis], degree: int, most: int) -> tuple[Product, ...] | None:
    """The products of so many hypotheses at most, up to a degree; None if they are too many."""
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
) -> tuple[tuple[Fraction, Product], ...] | None:
    """Nonnegative weights with Σ weight · product = polynomial, or None. Few and small ones are preferred."""
    rows: dict[tuple[int, ...], dict[int, Fraction]] = {}
    for column, product in enumerate(products):
        for monomial, coefficient in _expand(polynomial.field.one, product).terms():
            rows.setdefault(monomial, {})[column] = coefficient
    target = dict(polynomial.terms())
    if not target.keys() <= rows.keys():
        return None
    constraints = [
        Constraint(tuple(sorted(row.items())), "=", target.get(monomial, Fraction(0)))
        for monomial, row in rows.items()
    ]
    strict = [k for k, product in enumerate(products) if all(h.relation == ">" for h in product)]
    size = len(products)
    cost = tuple((k, Fraction(1)) for k in range(size))
    if relation == ">":
        # One more variable, at most 1 and at most the weight of the strict products, is to be as large as possible.
        constraints.append(Constraint((*((k, Fraction(1)) for k in strict), (size, Fraction(-1))), ">=", Fraction(0)))
        constraints.append(Constraint(((size, Fraction(-1)),), ">=", Fraction(-1)))
        cost = ((size, Fraction(-1)),)
        size += 1
    answer = solve(Program(size, cost, tuple(constraints)))
    if not isinstance(answer, Optimum) or (relation == ">" and answer.value == 0):
        return None
    return tuple((w, p) for w, p in zip(answer.point, products, strict=False) if w)


def prove(element: Element, relation: Relation, region: Region) -> Proof | None:
    """A checked proof of `element relation 0` on the region, or None: nothing is said then."""
    key = (element, relation)
    if key not in region.memory:
        try:
            proof = _prove(element, region.reduce(element), relation, region)
        except Pole:
            proof = None
        if proof is not None:
            proof.check(region)
        region.memory[key] = proof
    found = region.memory[key]
    return found if isinstance(found, Proof) else None


def _prove(element: Element, reduced: Element, relation: Relation, region: Region) -> Proof | None:
    bottom = _nonzero(reduced.denominator, region)
    if bottom is None:
        return None
    certificates, given, sign = bottom
    if relation == "==":
        return Proof(element, relation, certificates, given) if reduced.is_zero else None
    if relation == "!=":
        top = _nonzero(reduced.numerator, region)
        return None if top is None else Proof(element, relation, certificates + top[0], given + top[1])
    if sign is None:
        return None
    numerator = reduced.numerator * sign
    if numerator.is_constant:
        good = compare(numerator.constant(), relation)
        return Proof(element, relation, certificates, given) if good else None
    pieces = _certify_pieces(numerator, relation, region)
    return None if pieces is None else Proof(element, relation, (*certificates, *pieces), given)


def _certify(
    polynomial: Element, relation: Relation, region: Region, extra: int = EXTRA_DEGREE
) -> Certificate | None:
    """A certificate, looked for unless the relation fails at a point that is known."""
    fails = region.base is not None and not compare(polynomial.at(region.base), relation)
    return None if fails else certify(polynomial, relation, region, extra)


def _certify_pieces(
    polynomial: Element, relation: Relation, region: Region
) -> tuple[Certificate, ...] | None:
    """Certificates for the factors of a product where these decide its sign, else one for the whole."""
    powers = polynomial.factored().powers if polynomial.degree > 1 else {}
    found: list[Certificate] = []
    for factor, exponent in powers.items():
        if exponent % 2 or relation == ">":
            certificate = _certify(factor, relation, region, 0) or _certify(-factor, relation, region, 0)
            if certificate is None:
                break
            found.append(certificate)
    else:
        if powers and _covers(polynomial, relation, {c.polynomial: c.relation for c in found}):
            return tuple(found)
    whole = _certify(polynomial, relation, region)
    return None if whole is None else (whole,)


def _nonzero(
    polynomial: Element, region: Region
) -> tuple[tuple[Certificate, ...], tuple[Hypothesis, ...], int | None] | None:
    """Certificates (and hypotheses h ≠ 0) that a polynomial has no zero on the region, and its sign if known."""
    if polynomial.is_constant:
        value = polynomial.constant()
        return ((), (), 1 if value > 0 else -1) if value else None
    for sign in (1, -1):
        certificate = _certify(polynomial * sign, ">", region)
        if certificate is not None:
            return (certificate,), (), sign
    certificates: list[Certificate] = []
    given: list[Hypothesis] = []
    for factor in polynomial.factors():
        stated = [h for h in region.hypotheses if h.relation == "!=" and h.element in (factor, -factor)]
        signed = _certify(factor, ">", region) or _certify(-factor, ">", region)
        if stated:
            given.append(stated[0])
        elif signed is not None:
            certificates.append(signed)
        else:
            return None
    return tuple(certificates), tuple(given), None
