"""Facts of a certificate as steps for the checker in Coq. It has polynomials of integers without a common divisor, and
numbers what is known of a region: its hypotheses, then the facts about it and the regions around it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any

from ..checker import Goal, Region
from ..checker.polynomials import Poly
from ..checker.syntax import Measure, Power, parse
from .texts import Untranslatable, Writer, list_of, spell

Ref = int | str
NOWHERE = 9999
"""The number of no hypothesis: Coq refuses what cites it."""


def primitive_scale(p: Mapping[Any, Any]) -> Fraction:
    """Return the number > 0 by which p becomes a polynomial of integers without a common divisor."""
    if not p:
        return Fraction(1)
    scale = common_denominator([p])
    return Fraction(scale, gcd(*(int(Fraction(c) * scale) for c in p.values())))


def common_denominator(polynomials: Sequence[Mapping[Any, Any]]) -> int:
    """Return the least common multiple of the denominators of all coefficients."""
    return lcm(*(Fraction(c).denominator for p in polynomials for c in p.values()))


def scaled(p: Mapping[Any, Any], scale: Fraction | int) -> Poly:
    """Return a multiple of a polynomial."""
    return {monomial: Fraction(c) * scale for monomial, c in p.items()}


class Evidence:
    """Writes the facts of a certificate, points and polynomials."""

    def __init__(self, goal: Goal, facts: Sequence[Any], writer: Writer) -> None:
        self.goal, self.facts, self.writer = goal, facts, writer
        self.said = cache(self._said)

    def _said(self, ref: str) -> Poly:
        """Return the polynomial of which a fact says a sign."""
        fact = self.facts[int(ref[1:])]
        (_, (gap, _)), = self.goal.regions[fact["on"]].model.relations([fact["says"]])
        return gap.top

    def steps(self, region: Region, more: int = 0) -> str:
        """Return the facts about a region and those around it. Coq has `more` hypotheses than the certificate."""
        around = {each.name for each in region.around}
        numbers: dict[str, int] = {}
        written = list[str]()
        for place, fact in enumerate(self.facts):
            if fact["on"] in around:
                written.append(self.step(region, fact, f"f{place}", numbers))
                numbers[f"f{place}"] = len(region.hypotheses) + more + len(numbers)
        return list_of(written, ";\n    ")

    def step(self, region: Region, fact: Any, name: str, numbers: Mapping[str, int]) -> str:
        """Return one fact: Σ multiplier · Π cited, where what is cited is primitive."""
        model = self.goal.regions[fact["on"]].model
        multipliers = list[Poly]()
        for text, *refs in fact["terms"]:
            scale = Fraction(1)
            for ref in refs:
                scale *= self.scale(region, ref)
            multipliers.append(scaled(model.polynomial(text), 1 / scale))
        common = common_denominator(multipliers)
        terms = list[str]()
        for multiplier, (_, *refs) in zip(multipliers, fact["terms"]):
            cited = list_of(self.reference(ref, numbers) for ref in refs)
            terms.append(f"({self.polynomial(scaled(multiplier, common))}, {cited})")
        divides = "None"
        if fact.get("over") is not None:
            said = scaled(self.said(name), common_denominator([self.said(name)]))
            divides = f"Some ({self.polynomial(said)}, {self.reference(fact['over'], numbers)})"
        return f"{{| terms := {list_of(terms)}; divides := {divides} |}}"

    def scale(self, region: Region, ref: Ref) -> Fraction:
        """Return by what Coq has multiplied what is cited."""
        if isinstance(ref, int) and ref < len(region.hypotheses):
            return primitive_scale(region.hypotheses[ref][0])
        return primitive_scale(self.said(ref)) if is_fact(ref) else Fraction(1)

    def reference(self, ref: Ref, numbers: Mapping[str, int]) -> str:
        """Return what is cited: a hypothesis or fact by its number, or what is >= 0 everywhere."""
        if isinstance(ref, int):
            return f"Known {ref}"
        if is_fact(ref):
            return f"Known {numbers.get(ref, NOWHERE)}"
        node = parse(ref).sides[0]
        if isinstance(node, Measure):
            return f"Measure {' '.join(map(self.writer.set, node))}"
        if isinstance(node, Power):
            return f"Square {self.writer.write(node.base)}"
        raise Untranslatable(f"the reference {ref[:40]}")

    def polynomial(self, p: Poly) -> str:
        """Return a polynomial of integers."""
        terms = [" * ".join([f"!({c})", *map(self.writer.expression, monomial)]) for monomial, c in p.items()]
        return " + ".join(terms) or "!0"

    def point(self, at: Mapping[str, Any]) -> str:
        """Return a value for each name."""
        numbers = {name: Fraction(value) for name, value in at.items()}
        return list_of(f"({spell(name)}, ({n.numerator}, {n.denominator}%positive))" for name, n in numbers.items())


def is_fact(ref: Ref) -> bool:
    """Return whether a reference is the number of a fact."""
    return re.fullmatch("f[0-9]+", str(ref)) is not None
