"""Signs that follow from one hypothesis, from factors, or are those of a number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ...algebra.bridge import Bridge, names_of
from ...algebra.texts import polynomial_text
from ...checker import Region
from ...checker.polynomials import COMPARE, FLIP, IMPLIED, ONE, Poly, is_constant
from ...checker.syntax import Index
from ..equations import Reduced
from .question import Question

if TYPE_CHECKING:
    from ..facts import Seeker


def by_number(question: Question) -> bool:
    """Show the sign of a number that is left."""
    if not is_constant(question.reduced.rest):
        return False
    number = Fraction(question.reduced.rest.get((), 0))
    if not COMPARE[question.sign](number, 0):
        return False
    if number < 0:  # only != is left
        return question.negated().close([[str(-number)]])
    return question.close([[str(number)]] if number else [])


def by_equation(question: Question) -> bool:
    """Show that a multiple of an equation is zero, one that is not solved for a name."""
    left = question.reduced.rest
    for i, (e, sign, _) in enumerate(question.region.hypotheses):
        if sign == "=" and not is_constant(e) and names_of(e) <= names_of(left):
            bridge = Bridge(sorted(names_of(left)))
            quotient = bridge.element(left) / bridge.element(e)
            if quotient.is_polynomial:
                return question.close([[polynomial_text(bridge.poly(quotient)), i]])
    return False


def by_factor_of_equation(question: Question) -> bool:
    """Show that a factor of an equation is zero, the other factor of which is not."""
    plain = question.reduced.scale == ONE and not question.reduced.cofactors
    return plain and cofactor_of_hypothesis(question.seeker, question.region, question.p, "=")


def by_both_bounds(question: Question) -> bool:
    """Show that something linear is zero as it is both >= 0 and <= 0."""
    monomials = question.reduced.rest
    linear = all(
        len(m) < 2 and not any("[" in name or "(" in name for name in m) for m in monomials
    )
    return (
        linear and question.region.has(question.p, ">=") and question.region.has(question.p, "<=")
    )


def by_factor_of_inequality(question: Question) -> bool:
    """Show the sign of a factor of an inequality, the other factor of which is > 0."""
    if question.sign == "!=":
        return False
    return cofactor_of_hypothesis(question.seeker, question.region, question.p, question.sign)


def cofactor_of_hypothesis(seeker: Seeker, region: Region, p: Poly, sign: str) -> bool:
    """Show that p has the sign of a hypothesis of which it is a factor; the other is > 0, or of an equation not 0."""
    wanted = "!=" if sign == "=" else ">"
    for i, (h, its, _) in enumerate(region.hypotheses):
        says_more = sign in IMPLIED[its] and (its == "=") == (sign == "=")
        if (
            not says_more
            or not names_of(p) <= names_of(h)
            or max(map(len, h), default=0) <= max(map(len, p))
        ):
            continue
        bridge = Bridge(sorted(names_of(h)))
        quotient = bridge.element(h) / bridge.element(p)
        if not quotient.is_polynomial or quotient.is_constant:
            continue
        other = bridge.poly(quotient)
        if region.has(other, wanted):
            ref, ratio = seeker.reference(region, other, wanted)
            if ref is not None:
                seeker.write(region, p, [[str(1 / ratio), i]], ref)
                return True
    return False


def by_own_factors(question: Question) -> bool:
    """Show the sign of a power or product that would be lost with the equations."""
    if question.reduced.scale == ONE:
        return False
    bridge = Bridge(sorted(names_of(question.p)))
    if sum(bridge.element(question.p).factored().powers.values()) < 2:
        return False
    return by_factors(replace(question, reduced=Reduced(ONE, question.p)))


@dataclass
class Product:
    """weight · Π cited."""

    weight: Fraction
    refs: list[Index]


def by_factors(question: Question) -> bool:
    """Show the sign of a product, the factors of which have a sign, or are nonzero."""
    left, sign = question.reduced.rest, question.sign
    bridge = Bridge(sorted(names_of(left)))
    factored = bridge.element(left).factored()
    factors = [(bridge.poly(factor), exponent) for factor, exponent in factored.powers.items()]
    if len(factors) == 1 and factors[0][1] == 1:
        if sign != "!=":
            return False
        if left == question.p and (
            question.region.has(left, ">") or question.region.has(left, "<")
        ):
            return True
    product = Product(Fraction(factored.constant), [])
    for factor, exponent in factors:
        if not multiply(product, question, factor, exponent):
            return False
    if product.weight > 0 or question.seeker.product_sign(question.region, product.refs) == "!=":
        return question.close([[str(product.weight), *product.refs]])
    return sign == "!=" and question.negated().close([[str(-product.weight), *product.refs]])


def multiply(product: Product, question: Question, factor: Poly, exponent: int) -> bool:
    """Multiply by a power of a factor that has a sign; an even power of any is >= 0. False if none is known."""
    sign, region = question.sign, question.region
    ref, ratio = None, Fraction(1)
    if any(signs_of(region, factor, sign)):
        ref, ratio = question.seeker.reference(region, factor, sign)
    if ref is not None:
        product.refs += [ref] * exponent
        product.weight *= ratio**exponent
        return True
    if sign == ">=" and exponent % 2 == 0:
        product.refs += [f"({polynomial_text(factor)})**2"] * (exponent // 2)
        return True
    return False


def signs_of(region: Region, factor: Poly, sign: str) -> Iterator[bool]:
    """Yield whether a factor has the sign or the opposite one; of !=, whether it is known, > 0 or < 0."""
    if sign == "!=":
        yield region.why(factor, "!=") is not None
        sign = ">"
    yield region.has(factor, sign)
    yield region.has(factor, FLIP[sign])
