"""Sums of products of hypotheses (Handelman), and of products and squares; weights come from linear programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from ...algebra.bridge import Bridge, names_of
from ...algebra.region import Hypothesis, Region as Plain
from ...algebra.sign import certify
from ...algebra.texts import polynomial_text
from ...checker import Region
from ...checker.polynomials import COMPARE, ONE, Key, Poly, is_constant, negative
from ..equations import Reduced
from ..squares import MOST_NAMES, Weighed, quadratic, weighed
from .question import Question, Term

if TYPE_CHECKING:
    from ..facts import Seeker

EmptyTactic = Callable[["Seeker", Region], bool]
Given = tuple[tuple[Key, str], ...]
"""Inequalities, as keys."""


@dataclass(frozen=True)
class Inequality:
    """A hypothesis of a region, without the region's equations."""

    number: int
    p: Poly
    sign: str


def by_products(question: Question) -> bool:
    """Show a sign by a sum of products of hypotheses."""
    return by_terms(question, product_terms, 0)


def by_longer_products(question: Question) -> bool:
    """Show a sign by a sum of products of a higher degree."""
    return by_terms(question, product_terms, 2)


def by_squares(question: Question) -> bool:
    """Show a sign by a sum of products of hypotheses and squares."""
    return by_terms(question, square_terms)


def by_terms(question: Question, prove: Callable[..., list[Term] | None], *more: int) -> bool:
    """Show a sign by the terms that are found."""
    if question.sign == "!=":
        return False
    terms = prove(question.seeker, question.region, question.reduced.rest, question.sign, *more)
    return terms is not None and question.close(terms)


def product_terms(
    seeker: Seeker, region: Region, left: Poly, sign: str, extra_degree: int
) -> list[Term] | None:
    """Return terms with left = Σ weight · Π hypotheses."""
    usable, near = near_inequalities(seeker, region, left)
    weights = product_weights(
        key_in_order(left), sign, extra_degree, keys_of(usable), tuple(sorted(near))
    )
    if weights is None:
        return None
    return [[str(weight), *(usable[i].number for i in product)] for weight, product in weights]


@cache
def product_weights(
    left: Key, sign: str, extra_degree: int, usable: Given, names: tuple[str, ...]
) -> list[tuple[Fraction, list[int]]] | None:
    """Return weights and products, by their places among the inequalities."""
    bridge = Bridge(names)
    given = [
        Hypothesis(bridge.element(dict(key)), ">" if its == ">" else ">=") for key, its in usable
    ]
    region = Plain(bridge.field, tuple(given))
    proof = certify(bridge.element(dict(left)), ">" if sign == ">" else ">=", region, extra_degree)
    if proof is None:
        return None
    places: dict[Any, int] = {}
    for i, h in enumerate(given):
        places.setdefault((h.element, h.relation), i)
    return [
        (weight, sorted(places[h.element, h.relation] for h in product))
        for weight, product in proof
    ]


def square_terms(
    seeker: Seeker, region: Region, left: Poly, sign: str, empty: bool = False
) -> list[Term] | None:
    """Return terms with left = Σ weight · Π hypotheses · square; a region that is to be `empty` has no points."""
    usable, near = near_inequalities(seeker, region, left)
    if len(near) > MOST_NAMES:
        near = names_of(left)
        usable = [each for each in usable if names_of(each.p) <= near]
    weights = square_weights(key_in_order(left), sign, keys_of(usable), tuple(sorted(near)), empty)
    if weights is None:
        return None
    terms: list[Term] = []
    for weight, product, root in weights:
        squares = [] if root is None else [f"({polynomial_text(root)})**2"]
        terms.append([str(weight), *(usable[i].number for i in product), *squares])
    return terms


@cache
def square_weights(
    left: Key, sign: str, usable: Given, names: tuple[str, ...], empty: bool
) -> list[Weighed] | None:
    """Return weights, products and roots."""
    return weighed(dict(left), sign, [(dict(key), its) for key, its in usable], names, empty)


def near_inequalities(
    seeker: Seeker, region: Region, left: Poly
) -> tuple[list[Inequality], set[str]]:
    """Return the inequalities that are tied to what is left by their names, and these names."""
    usable = [*inequalities(seeker, region)]
    near = names_of(left)
    while more := [
        each.p for each in usable if names_of(each.p) & near and not names_of(each.p) <= near
    ]:
        near |= names_of(*more)
    return [each for each in usable if names_of(each.p) <= near], near


def inequalities(seeker: Seeker, region: Region) -> Iterator[Inequality]:
    """Yield the inequalities of a region, without its equations."""
    equations = seeker.equations(region)
    for i, (h, sign, _) in enumerate(region.hypotheses):
        if sign in (">", ">="):
            reduced = equations.reduce(h)
            if reduced.scale == ONE and not is_constant(reduced.rest):
                yield Inequality(i, reduced.rest, sign)


def key_in_order(p: Poly) -> Key:
    """Return a polynomial as a key, in the order of its terms."""
    return tuple(p.items())


def keys_of(usable: Sequence[Inequality]) -> Given:
    """Return inequalities as keys."""
    return tuple((key_in_order(each.p), each.sign) for each in usable)


# -- empty regions


def empty_by_products(seeker: Seeker, region: Region) -> bool:
    """Show 0 > 0: the opposite of a hypothesis is a sum of products of the others."""
    return contradicted(seeker, region, lambda p, sign: product_terms(seeker, region, p, sign, 0))


def empty_by_squares(seeker: Seeker, region: Region) -> bool:
    """Show 0 > 0: the opposite of a hypothesis is a sum of products and squares."""

    def terms(p: Poly, sign: str) -> list[Term] | None:
        return quadratic(p, sign) or square_terms(seeker, region, p, sign, True)

    return contradicted(seeker, region, terms)


def contradicted(
    seeker: Seeker, region: Region, prove: Callable[[Poly, str], list[Term] | None]
) -> bool:
    """Show that the opposite of a hypothesis holds; False if there is none of which this is found."""
    nothing = Question(seeker, region, {}, ">", Reduced(ONE, {}))
    for i, (h, sign, _) in enumerate(region.hypotheses):
        reduced = seeker.equations(region).reduce(h)
        left = reduced.rest
        if reduced.scale != ONE or sign == "=" and not left:
            continue
        if is_constant(left):
            number = Fraction(left.get((), 0))
            if COMPARE[sign](number, 0):
                continue
            terms = [[str(abs(number))]] if number else []
            return nothing.close([["1" if number <= 0 else "-1", i], *terms])
        for turn in {"=": (1, -1), "!=": ()}.get(sign, (1,)):
            opposite = negative(left) if turn > 0 else left
            proof = prove(opposite, ">=" if sign == ">" else ">")
            if proof is not None:
                return nothing.close([*proof, [str(turn), i]])
    return False
