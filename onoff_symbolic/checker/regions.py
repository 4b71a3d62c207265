"""What is known at every point of a region, and the one kind of step.

    Region.has      whether a polynomial is known to have a sign
    Region.show     whether a relation is known to hold; Invalid is raised if it is not
    Facts.combine   the step

Glossary
    Region      the points where some relations hold; they are numbered from 0: its hypotheses. A region within another
                has the hypotheses of that one first, and all that is known there is known here
    Fact        a polynomial and its sign, at every point of a region
    Reference   a hypothesis (its number), an earlier fact ("f7"), or what is >= 0 everywhere: a measure of information
                ("I(X;Y|Z)") or a square ("(a - b)**2")
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .model import Model
from .points import Point
from .polynomials import (
    COMPARE,
    DIVIDED,
    FLIP,
    IMPLIED,
    NONE,
    ONE,
    UNIT,
    Invalid,
    Key,
    Poly,
    Quotient,
    Relation,
    Undefined,
    Work,
    add_to,
    entries,
    is_constant,
    key_of,
    names_of,
    need,
    negative,
    product_sign,
    shown,
    sum_quotients,
    sum_sign,
    times,
)
from .syntax import Index, is_plain

Ref = Index
Refs = tuple[Ref, ...]
Hypothesis = tuple[Poly, str, str]
"""A polynomial, its sign, and the text that says so."""
FUNCTION = re.compile(r"\b(law|state|history|Pr)\s*\(")
FACT = re.compile("f[0-9]{1,6}")
NEVER_NEGATIVE = re.compile(r"[HI]\([^()]*\)|\([^()]*\)\*\*2")
SIGNS = re.compile("(<=|>=|!=|=|<|>)")


class Region:
    """The points where the relations hold, and what is known there, each with the references that say so."""

    def __init__(
        self, model: Model, name: str, given: Sequence[str], parent: Region | None = None
    ) -> None:
        self.model = model
        self.name = name
        self.given = list(given)
        self.parent = parent
        self.around: tuple[Region, ...] = (self, *parent.around) if parent else (self,)
        self.hypotheses: list[Hypothesis] = list(parent.hypotheses) if parent else []
        Work.spend(len(self.hypotheses) >> 2)
        self.known: dict[Key, dict[str, Refs]] = {}
        self.contradiction: Refs | None = None  # what shows that the region is empty
        self.noted: dict[tuple[str, Ref], None] = parent.noted if parent else {}  # what `has` rested on
        self.inhabited = False
        for text in given:
            self.assume_text(text)

    # -- hypotheses

    def assume_text(self, text: str) -> None:
        """Assume the relations of a text."""
        relations = [relation for _, relation in self.model.relations([text])]
        divides = any(gap.bottom for gap, _ in relations)
        # At a point where a move vanishes nobody looks at the rows after it: their divisors may be zero there.
        if divides and FUNCTION.search(text):
            raise Invalid(f"a hypothesis with a function that divides: {text[:60]!r}")
        for relation, part in zip(relations, parts_of_chain(text, len(relations))):
            self.assume_relation(relation, part)

    def assume_relation(self, relation: Relation, part: str) -> None:
        """Assume a relation, both sides of which have a value, so that no divisor is zero."""
        gap, sign = relation
        top = gap.top
        for key, exponent in gap.bottom.items():
            divisor = dict(key)
            self.assume(divisor, "!=", part)
            if exponent % 2 and sign in (">", ">="):
                top = times(top, divisor)
        self.assume(top, sign, part)

    def assume(self, p: Poly, sign: str, text: str) -> None:
        """Number p sign 0 as the next hypothesis."""
        self.hypotheses.append((p, sign, text))
        self.learn(p, sign, (len(self.hypotheses) - 1,))

    # -- what is known

    def learn(self, p: Poly, sign: str, why: Refs) -> None:
        """Note that p has this sign on the region."""
        if is_constant(p):
            Work.spend(1)
            if self.contradiction is None and not COMPARE[sign](p.get((), 0), 0):
                self.contradiction = why
            return
        key, scale = key_of(p)
        signs = self.known.setdefault(key, {})
        for implied in IMPLIED[sign if scale > 0 else FLIP[sign]]:
            signs.setdefault(implied, why)
        for region in self.around[1:]:
            if key in region.known:
                signs = {**region.known[key], **signs}
        if self.contradiction is None and ">=" in signs and "<=" in signs and "!=" in signs:
            self.contradiction = (*signs[">="], *signs["<="], *signs["!="])

    def why(self, p: Poly, sign: str) -> tuple[Region, Refs] | None:
        """Return (region, references) proving `p sign 0`, or None. What is >= 0 and <= 0 is = 0."""
        key, scale = key_of(p) if len(p) > 1 or p and () not in p else ((), 1)
        if not key and COMPARE[sign](p.get((), 0), 0):
            return self, ()
        turned = sign if scale > 0 else FLIP[sign]
        bounds: dict[str, Refs] = {}
        for region in self.around:
            if region.contradiction is not None:
                return region, region.contradiction
            signs = region.known.get(key, {})
            if turned in signs:
                return region, signs[turned]
            bounds.update(signs)
        if turned == "=" and ">=" in bounds and "<=" in bounds:
            return self, (*bounds[">="], *bounds["<="])
        return None

    def has(self, p: Poly, sign: str) -> bool:
        """Return whether p has this sign at every point, by a hypothesis or a fact. What says so is noted."""
        proof = self.why(p, sign)
        if proof is None:
            return False
        region, references = proof
        for reference in references:
            self.noted[region.name, reference] = None
        return True

    def vanishes(self, q: Quotient) -> bool:
        """Return whether a quotient is known to be zero."""
        return not q.top or self.has(q.top, "=")

    def names(self) -> set[str]:
        """Return the names of which the hypotheses speak."""
        return names_of(p for p, _, _ in self.hypotheses)

    def contains(self, point: Point) -> bool:
        """Return whether all relations of the region are true at a point."""
        return all(
            point.satisfies(text) for region in reversed(self.around) for text in region.given
        )

    # -- show

    def show(self, relation: Relation, *where: object) -> None:
        """Raise Invalid unless at every point of the region both sides have a value and the relation is true."""
        gap, sign = relation
        top = gap.top
        for key, exponent in gap.bottom.items():
            divisor = dict(key)
            if not self.has(divisor, "!="):
                raise self.unknown(f"{shown(divisor)} is not shown to be nonzero", where)
            if exponent % 2 and sign in (">", ">=") and not self.has(divisor, ">"):
                if not self.has(divisor, "<"):
                    raise self.unknown(f"the sign of {shown(divisor)} is not shown", where)
                top = negative(top)
        if not self.has(top, sign):
            raise self.unknown(f"{shown(top)} {sign} 0 is not shown", where)

    def unknown(self, text: str, where: Iterable[object]) -> Invalid:
        """Return what to raise where something is not known."""
        places = [str(each)[:100] for each in where if each]
        return Invalid(": ".join([*places, f"{text} on {self.name}"]), "shown")

    def show_texts(self, given: Iterable[str], what: str, model: Model | None = None) -> None:
        """Show the relations of some texts, as they are in a model."""
        for text, relation in (model or self.model).relations(given):
            self.show(relation, what, text)

    def show_defined(self, divisors: Iterable[Key], *where: object) -> None:
        """Show that no divisor is zero."""
        self.show((Quotient({}, dict.fromkeys(divisors, 1)), "="), *where)

    def show_law(self, chances: Sequence[Quotient], *where: object) -> None:
        """Show that chances are >= 0 and sum to 1."""
        Work.spend(len(chances))
        for chance in chances:
            self.show((chance, ">="), *where)
        self.show((sum_quotients(chances) - UNIT, "="), *where)

    def grants(self, given: Sequence[str]) -> bool:
        """Return whether all these relations are known; an empty list is never granted."""
        try:
            for _, relation in self.model.relations(given):
                self.show(relation)
        except (Invalid, Undefined):
            return False
        return bool(given)


def parts_of_chain(text: str, count: int) -> list[str]:
    """Return a text for each of its relations: of a <= b < c, a <= b and b < c."""
    if count == 1 or not is_plain(text) or text.startswith("for"):
        return [text] * count
    words = [word.strip() for word in SIGNS.split(text)]
    return [" ".join(words[2 * i: 2 * i + 3]) for i in range(count)]


# -- the step: combine -------------------------------------------------------------------------------------------------


class Facts:
    """What the steps of a certificate establish."""

    def __init__(self, regions: Mapping[str, Region]) -> None:
        self.regions = regions
        self.found: list[tuple[Region, Poly, str, list[Ref]]] = []

    def combine(self, step: Any) -> None:
        """Learn `says`: it is Σ multiplier · Π cited; with `over`, so it is when multiplied by what is cited there."""
        name, says, terms, over = entries(
            step, {"over": None}, on=str, says=str, terms=list, over=(int, str, NONE)
        )
        region = self.regions.get(name)
        if region is None:
            raise Invalid(f"there is no region {name[:60]!r}")
        whole, sign, references = self.sum_terms(region, terms)
        (_, (gap, claimed)), *others = region.model.relations([says])
        if others or gap.bottom:
            raise Invalid(f"expected one relation of polynomials, found {says[:60]!r}")
        divisor = ONE
        if over is not None:
            divisor, its_sign, why = self.cited(region, over)
            references += why
            need(
                its_sign in DIVIDED[sign],
                f"expected a divisor that is > 0, found one that is {its_sign} 0",
            )
        if times(gap.top, divisor) != whole:
            raise Invalid(
                f"expected ({shown(gap.top)})*({shown(divisor)}), found the sum {shown(whole)}"
            )
        if claimed != sign:
            raise Invalid(f"expected {claimed} 0, found the sum {sign} 0")
        region.learn(gap.top, sign, (f"f{len(self.found)}",))
        self.found.append((region, gap.top, sign, references))

    def sum_terms(self, region: Region, terms: Sequence[Any]) -> tuple[Poly, str, list[Ref]]:
        """Return a sum of terms, its sign, and what it rests on."""
        whole: Poly = {}
        references: list[Ref] = []
        sign = "="
        for term in terms:
            need(type(term) is list and term, "expected a multiplier and references")
            product = ONE
            its_sign = ">"  # the empty product is 1
            for reference in term[1:]:
                factor, factor_sign, why = self.cited(region, reference)
                product = times(product, factor)
                its_sign = product_sign(its_sign, factor_sign)
                references += why
            multiplier = region.model.polynomial(term[0])
            is_number = multiplier and is_constant(multiplier)
            need(
                its_sign == "=" or is_number,
                "only an equation is multiplied by a polynomial, or by 0",
            )
            need(
                its_sign in ("=", "!=") or multiplier[()] > 0,
                "a negative multiple of an inequality",
            )
            add_to(whole, times(product, multiplier))
            sign = sum_sign(sign, its_sign)
        return whole, sign, references

    def cited(self, region: Region, reference: Any) -> tuple[Poly, str, Refs]:
        """Return what a reference says on the region, and what that rests on."""
        if type(reference) is int:
            if not 0 <= reference < len(region.hypotheses):
                raise Invalid(f"there is no hypothesis {reference} of {region.name}")
            p, sign, _ = region.hypotheses[reference]
        elif type(reference) is str and FACT.fullmatch(reference):
            need(int(reference[1:]) < len(self.found), f"{reference} is no earlier fact")
            where, p, sign, _ = self.found[int(reference[1:])]
            need(where in region.around, f"{reference} is a fact about another region")
        else:
            need(
                type(reference) is str and NEVER_NEGATIVE.fullmatch(reference),
                f"expected a reference, found {str(reference)[:40]!r}",
            )
            p = region.model.polynomial(reference)
            sign = ">="
        # What is known to be zero is cited as an equation, which may have any multiplier.
        equation = region.why(p, "=") if sign == ">=" and p else None
        return (p, sign, (reference,)) if equation is None else (p, "=", equation[1])
