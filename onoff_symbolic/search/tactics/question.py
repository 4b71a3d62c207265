"""What a tactic is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...algebra.texts import polynomial_text
from ...checker import Region
from ...checker.polynomials import ONE, Poly, add, constant, is_constant, negative, plain, times
from ...checker.syntax import Index
from ..equations import Reduced, added

if TYPE_CHECKING:
    from ..facts import Seeker

Term = list[Any]
"""A multiplier, as a text, and the references of a product."""


@dataclass(frozen=True)
class Question:
    """Is `p sign 0` on the region? `reduced` is p without the equations of the region, or of one around it."""

    seeker: Seeker
    region: Region
    p: Poly
    sign: str
    reduced: Reduced
    around: Region | None = None

    def negated(self) -> Question:
        """Return the question about -p."""
        return replace(self, p=negative(self.p), reduced=self.reduced.negated())

    def close(self, terms: Sequence[Term]) -> bool:
        """Write the step from terms that make up what is left of p, and multiples of the region's equations."""
        missing = add(self.reduced.rest, self.seeker.total(self.region, terms), -1)
        more = self.seeker.equations(self.around or self.region).reduce(missing)
        if more.rest or more.scale != ONE:
            return False
        cofactors = added(self.reduced.cofactors, more.cofactors)
        divisor, ratio = self.scale_reference(bool(terms))
        if divisor is None and not is_constant(self.reduced.scale):
            return False
        if ratio != 1:
            terms = [[self.divided(term[0], ratio), *term[1:]] for term in terms]
            cofactors = {ref: times(c, constant(plain(1 / ratio))) for ref, c in cofactors.items()}
        multiples = [[polynomial_text(c), ref] for ref, c in cofactors.items() if c]
        self.seeker.write(self.region, self.p, [*terms, *multiples], divisor)
        return True

    def scale_reference(self, has_terms: bool) -> tuple[Index | None, Fraction]:
        """Return what says that the scale is not zero, or > 0 for an inequality; and the scale divided by that."""
        scale, region = self.reduced.scale, self.around or self.region
        if is_constant(scale):
            return None, Fraction(scale[()])
        if not region.has(scale, "!="):
            return None, Fraction(1)
        sign = ">" if has_terms and region.has(scale, ">") else "!="
        return self.seeker.reference(region, scale, sign)

    def divided(self, multiplier: str, ratio: Fraction) -> str:
        """Return a multiplier divided by a number."""
        p = self.region.model.polynomial(multiplier)
        return polynomial_text(times(p, constant(plain(1 / ratio))))
