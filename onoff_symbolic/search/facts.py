"""Facts about polynomials: the checker's regions, asked for what they do not know, look for a proof and write the step.

A polynomial is first freed of the equations of its region, each solved for a name. What is left is a hypothesis, a
combination of products of hypotheses (Handelman), or a product of factors whose signs are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..algebra.bridge import Bridge, names_of, value
from .squares import MOST_NAMES, Weighed, quadratic, weighed
from ..algebra.texts import polynomial_text, relation_text
from ..algebra.region import Hypothesis, Region as Plain
from ..algebra.sign import certify
from ..checker.core import Goal
from ..checker.language import Model
from ..checker.syntax import FLIP
from ..checker.polynomials import (
    ONE, Key, Poly, add, constant, is_constant, key_of, negative, plain, power, times)
from ..checker.regions import COMPARE, IMPLIED, SUM, Facts, Ref, Region

Term = list[Any]
Step = dict[str, Any]
Freed = tuple[Poly, Poly, dict[Ref, Poly]]
"""D, what is left, cofactors."""

MOST_FACTORED = 8
"""An equation with more names is not factored: that may take for ever."""

_WEIGHTS: dict[Any, list[tuple[Fraction, list[int]]] | None] = {}
"""What was found by linear programs in this run: the same one is not solved twice."""
_SQUARES: dict[Any, list[Weighed] | None] = {}


class SeekingRegion(Region):
    """A region that looks for a proof of what it is asked for."""

    seeker: Seeker
    sample: Mapping[str, Fraction] | None = None

    def __init__(self, model: Model, name: str, given: Sequence[str], parent: Region | None = None) -> None:
        self.given_up: set[tuple[frozenset[Any], str]] = set()
        super().__init__(model, name, given, parent)

    def has(self, p: Poly, sign: str) -> bool:
        if super().has(p, sign):
            return True
        if is_constant(p) and (p or sign != ">"):
            return False
        asked = frozenset(p.items()), sign
        if asked in self.given_up:
            return False
        if not self.false_at_sample(p, sign) and self.seeker.seek(self, p, sign) and super().has(p, sign):
            return True
        self.given_up.add(asked)
        return False

    def false_at_sample(self, p: Poly, sign: str) -> bool:
        """Whether a point is known where it is not so."""
        if self.sample is None or any(name not in self.sample for monomial in p for name in monomial):
            return False
        return not COMPARE[sign](value(p, self.sample), 0)


class SeekingGoal(Goal):
    """A goal whose regions seek."""

    region_class = SeekingRegion

    def __init__(self, value: Any) -> None:
        self.seeker = Seeker()
        super().__init__(value)
        self.seeker.facts = Facts(self.regions)

    def add_region(self, name: str, given: Sequence[str], parent: Region | None, model: Model | None = None) -> Region:
        found = super().add_region(name, given, parent, model)
        found.seeker = self.seeker      # type: ignore[attr-defined]
        return found


class Solved:
    """The equations of a region, each solved for a name: slope · name = rest + Σ multiplier · hypothesis."""

    def __init__(self, region: Region, seeker: Seeker) -> None:
        self.region, self.seeker = region, seeker
        self.parts: list[tuple[str, Poly, Poly, dict[Ref, Poly]]] = []

    def fill(self) -> None:
        """Those with a constant slope first: they help to see that the slope of another is not zero."""
        equations = [self.stripped(i, e) for i, (e, sign, _) in enumerate(self.region.hypotheses) if sign == "="]
        for ref, e in sorted(equations, key=lambda each: not _plainly(each[1])):
            self.solve(ref, e)

    def stripped(self, ref: Ref, e: Poly) -> tuple[Ref, Poly]:
        """An equation without those of its factors that are not zero: what is left may give a name."""
        if is_constant(e) or _plainly(e) or len(names_of(e)) > MOST_FACTORED:
            return ref, e
        bridge = Bridge(sorted(names_of(e)))
        factors = [bridge.poly(factor) for factor in bridge.element(e).factored().powers]
        left = [factor for factor in factors if not self.region.has(factor, "!=")]
        if len(factors) == 1 or len(left) != 1 or not self.seeker.factor(self.region, left[0]):
            return ref, e
        return f"f{len(self.seeker.steps) - 1}", left[0]

    def solve(self, ref: Ref, e: Poly) -> None:
        scale, left, used = self.reduce(e)
        choices = [(name, slope) for name in sorted(names_of(left), reverse=True)
                   if (slope := _slope(left, name)) is not None]
        choices.sort(key=lambda choice: (not is_constant(choice[1]), "[" not in choice[0]))
        for name, slope in choices:
            if is_constant(slope) or self.region.has(slope, "!="):
                rest = {m: -c for m, c in left.items() if name not in m}
                by = {k: negative(c) for k, c in used.items()}
                by[ref] = add(by.get(ref, {}), scale)
                factor = constant(plain(1 / Fraction(slope[()]))) if is_constant(slope) else ONE
                self.parts.append((name, times(slope, factor), times(rest, factor),
                                   {k: times(c, factor) for k, c in by.items()}))
                return

    def reduce(self, p: Poly) -> tuple[Poly, Poly, dict[Ref, Poly]]:
        """(D, r, cofactors): D · p = r + Σ cofactor · hypothesis."""
        scale, used = ONE, dict[Ref, Poly]()
        for name, slope, rest, by in self.parts:
            degree = max((m.count(name) for m in p), default=0)
            if not degree:
                continue
            remainder: Poly = {}
            cofactor: Poly = {}
            for m, c in p.items():
                k = m.count(name)
                other = times({tuple(n for n in m if n != name): c}, power(slope, degree - k))
                remainder = add(remainder, times(other, power(rest, k)))
                for i in range(k):      # (s·n)^k - r^k = (s·n - r) Σ (s·n)^i r^(k-1-i)
                    more = times(power(times(slope, {(name,): 1}), i), power(rest, k - 1 - i))
                    cofactor = add(cofactor, times(other, more))
            by_slope = power(slope, degree)
            p, scale = remainder, times(scale, by_slope)
            used = {k: times(c, by_slope) for k, c in used.items()}
            for ref, multiplier in by.items():
                used[ref] = add(used.get(ref, {}), times(cofactor, multiplier))
        return scale, p, {k: c for k, c in used.items() if c}


def _composite(p: Poly) -> bool:
    bridge = Bridge(sorted(names_of(p)))
    return sum(bridge.element(p).factored().powers.values()) > 1


def _plainly(e: Poly) -> bool:
    """Whether an equation gives a name in terms of others."""
    return any(is_constant(slope) for name in names_of(e) if (slope := _slope(e, name)) is not None)


def _slope(p: Poly, name: str) -> Poly | None:
    """The coefficient of a name in which the polynomial is linear."""
    having = [m for m in p if name in m]
    if not having or any(m.count(name) > 1 for m in having):
        return None
    return {tuple(n for n in m if n != name): p[m] for m in having}


class Seeker:
    """The steps that have been written so far, and how more are found."""

    def __init__(self) -> None:
        self.facts = Facts({})
        self.steps: list[Step] = []
        self.solved: dict[str, Solved] = {}
        self.tried: set[tuple[str, Key | None, str]] = set()

    # -- writing steps

    def forget(self, statement: str) -> None:
        """Regions of the statement will mean something else."""
        self.solved = {name: each for name, each in self.solved.items() if not name.startswith(f"{statement} ")}
        self.tried = {mark for mark in self.tried if not mark[0].startswith(f"{statement} ")}

    def equations(self, region: Region) -> Solved:
        if region.name not in self.solved:
            self.solved[region.name] = Solved(region, self)
            self.solved[region.name].fill()
        return self.solved[region.name]

    def write(self, region: Region, p: Poly, terms: Sequence[Term], over: Ref | None = None) -> str:
        """A step that says `p sign 0`, the sign being that of the sum of the terms."""
        sign = "="
        for term in terms:
            sign = SUM.get((sign, its := self.product(region, term[1:]))) or SUM[its, sign]
        step: Step = {"on": region.name, "says": relation_text(p, sign), "terms": [list(term) for term in terms]}
        if over is not None:
            step["over"] = over
        self.facts.combine(step)
        self.steps.append(step)
        return f"f{len(self.steps) - 1}"

    def close(self, region: Region, freed: Freed, p: Poly, terms: Sequence[Term]) -> bool:
        """Write p's sign, from terms that make up what is left of it, and multiples of the region's equations."""
        scale, left, used = freed
        two, rest, more = self.equations(region).reduce(add(left, self.total(region, terms), -1))
        if rest or two != ONE:
            return False
        cofactors = {ref: add(used.get(ref, {}), more.get(ref, {})) for ref in {**used, **more}}
        over: Ref | None = None
        if scale != ONE:
            over, ratio = self.reference(region, scale, ">" if terms and region.has(scale, ">") else "!=") \
                if region.has(scale, "!=") else (None, Fraction(1))
            if over is None:
                return False
            factor = constant(plain(1 / ratio))
            terms = [[polynomial_text(times(region.model.polynomial(term[0]), factor)), *term[1:]] for term in terms]
            cofactors = {ref: times(c, factor) for ref, c in cofactors.items()}
        self.write(region, p, [*terms, *([polynomial_text(c), ref] for ref, c in cofactors.items() if c)], over)
        return True

    def freed(self, region: Region, p: Poly, sign: str) -> Freed | None:
        """p without the equations of the region: D · p = what is left + Σ cofactor · hypothesis, D being > 0."""
        scale, left, used = self.equations(region).reduce(p)
        if scale == ONE or sign == "=" or region.has(scale, ">"):
            return scale, left, used
        if region.has(scale, "<"):
            return negative(scale), negative(left), {ref: negative(c) for ref, c in used.items()}
        return (scale, left, used) if sign == "!=" and region.has(scale, "!=") else None

    def total(self, region: Region, terms: Sequence[Term]) -> Poly:
        found: Poly = {}
        for term in terms:
            q = region.model.polynomial(term[0])
            for ref in term[1:]:
                q = times(q, self.facts.cited(region, ref)[0])
            found = add(found, q)
        return found

    def reference(self, region: Region, p: Poly, sign: str) -> tuple[Ref | None, Fraction]:
        """What says that a multiple of p has the sign (>, >= or !=), and p divided by that."""
        key, lead = key_of(p)
        where: Region | None = region
        while where is not None:
            for turned in (sign,) if sign == "!=" else (sign, FLIP[sign]):
                for ref in where.known.get(key, {}).get(turned, ())[:1]:
                    q, its, _ = self.facts.cited(region, ref)
                    if its == "=" and sign != "=" or sign in IMPLIED[its]:
                        return ref, Fraction(lead) / key_of(q)[1]
            where = where.parent
        return None, Fraction(1)

    # -- seeking

    def seek(self, region: Region, p: Poly, sign: str) -> bool:
        """Try to establish `p sign 0` on the region. It may be found on a region around it."""
        if sign in ("<", "<="):
            return self.seek(region, negative(p), FLIP[sign])
        if not p:
            return self.absurd(region)
        key, lead = key_of(p)
        mark = (region.name, key, sign if lead > 0 else FLIP[sign])
        if mark in self.tried:
            return False
        self.tried.add(mark)
        if region.parent is not None and names_of(p) <= names_of(*(h for h, _, _ in region.parent.hypotheses)):
            own = names_of(*(h for h, _, _ in region.hypotheses[len(region.parent.hypotheses):]))
            if region.parent.has(p, sign) or own and all("[" in name for name in own):
                return region.why(p, sign) is not None
        freed = self.freed(region, p, sign)
        if freed is None:
            return False
        left = freed[1]
        if is_constant(left):
            return self.number(region, freed, p, sign)
        if sign == "=":
            simple = all(len(m) < 2 and not any("[" in n or "(" in n for n in m) for m in left)
            return self.multiple(region, freed, p) or simple and region.has(p, ">=") and region.has(p, "<=")
        if freed[0] != ONE and _composite(p) and self.factors(region, (ONE, p, {}), p, sign):
            return True     # a power or product of what has a sign itself
        return (
            self.alike(region, freed, p, sign) or self.combined(region, freed, p, sign, 0)
            or self.factors(region, freed, p, sign) or sign != "!=" and self.factor(region, p, sign)
            or self.squared(region, freed, p, sign)
            or self.combined(region, freed, p, sign, 2) or self.squares(region, freed, p, sign))

    def number(self, region: Region, freed: Freed, p: Poly, sign: str) -> bool:
        """A number is left."""
        value = Fraction(freed[1].get((), 0))
        if not COMPARE[sign](value, 0):
            return False
        if value < 0:       # only != is left
            return self.close(region, _turned(freed), negative(p), [[str(-value)]])
        return self.close(region, freed, p, [[str(value)]] if value else [])

    def multiple(self, region: Region, freed: Freed, p: Poly) -> bool:
        """A multiple of an equation is left that is not solved for a name."""
        for i, (e, its, _) in enumerate(region.hypotheses):
            if its == "=" and not is_constant(e) and names_of(e) <= names_of(freed[1]):
                bridge = Bridge(sorted(names_of(freed[1])))
                quotient = bridge.element(freed[1]) / bridge.element(e)
                if quotient.is_polynomial:
                    return self.close(region, freed, p, [[polynomial_text(bridge.poly(quotient)), i]])
        return freed[0] == ONE and not freed[2] and self.factor(region, p)

    def factor(self, region: Region, p: Poly, sign: str = "=") -> bool:
        """It is a factor of a hypothesis with this sign, the other factor of which is > 0, or not zero."""
        wanted = "!=" if sign == "=" else ">"
        for i, (e, its, _) in enumerate(region.hypotheses):
            if sign in IMPLIED[its] and (its == "=") == (sign == "=") and names_of(p) <= names_of(e) and (
                    max(map(len, e), default=0) > max(map(len, p))):
                bridge = Bridge(sorted(names_of(e)))
                other = bridge.element(e) / bridge.element(p)
                if other.is_polynomial and not other.is_constant and region.has(bridge.poly(other), wanted):
                    over, ratio = self.reference(region, bridge.poly(other), wanted)
                    if over is not None:
                        self.write(region, p, [[str(1 / ratio), i]], over)
                        return True
        return False

    def alike(self, region: Region, freed: Freed, p: Poly, sign: str) -> bool:
        """A hypothesis is left, up to equations and a factor."""
        key, lead = key_of(freed[1])
        for i, (h, its, _) in enumerate(region.hypotheses):
            scale, rest, _ = self.equations(region).reduce(h) if its != "=" else (ONE, {}, {})
            if scale == ONE and not is_constant(rest) and key_of(rest)[0] == key:
                ratio = Fraction(lead) / key_of(rest)[1]
                if sign in IMPLIED[its] and (ratio > 0 or its == "!="):
                    return self.close(region, freed, p, [[str(ratio), i]])
                if sign == "!=" and its == ">":
                    return self.close(region, _turned(freed), negative(p), [[str(-ratio), i]])
        return False

    def combined(self, region: Region, freed: Freed, p: Poly, sign: str, extra: int) -> bool:
        """A sum of products of hypotheses is left, found by linear programming."""
        terms = None if sign == "!=" else self.handelman(region, freed[1], sign, extra)
        return terms is not None and self.close(region, freed, p, terms)

    def squares(self, region: Region, freed: Freed, p: Poly, sign: str) -> bool:
        """A sum of products of hypotheses and squares is left."""
        terms = None if sign == "!=" else self.square_terms(region, freed[1], sign)
        return terms is not None and self.close(region, freed, p, terms)

    def square_terms(self, region: Region, left: Poly, sign: str, empty: bool = False) -> list[Term] | None:
        """left = Σ weight · Π hypotheses · square; where a region is to be shown empty, there are no points."""
        usable, near = self.usable(region, left)
        if len(near) > MOST_NAMES:
            near = names_of(left)
            usable = [each for each in usable if names_of(each[1]) <= near]
        hypotheses = [(q, its) for _, q, its in usable]
        memo = (tuple(sorted(left.items())), sign, empty, tuple((tuple(sorted(q.items())), s) for q, s in hypotheses))
        if memo not in _SQUARES:
            _SQUARES[memo] = weighed(left, sign, hypotheses, sorted(near), empty)
        found = _SQUARES[memo]
        return None if found is None else [
            [str(w), *(usable[i][0] for i in product), *([] if root is None else [f"({polynomial_text(root)})**2"])]
            for w, product, root in found]

    def handelman(self, region: Region, left: Poly, sign: str, extra: int) -> list[Term] | None:
        """left = Σ weight · Π hypotheses, these being freed of the equations."""
        usable, near = self.usable(region, left)
        memo = (tuple(sorted(left.items())), sign, extra, tuple((tuple(sorted(q.items())), s) for _, q, s in usable))
        if memo not in _WEIGHTS:
            _WEIGHTS[memo] = _weights(left, sign, extra, [(q, s) for _, q, s in usable], sorted(near))
        found = _WEIGHTS[memo]
        return None if found is None else [[str(w), *(usable[i][0] for i in product)] for w, product in found]

    def usable(self, region: Region, left: Poly) -> tuple[list[tuple[int, Poly, str]], set[str]]:
        """The inequalities that have to do with what is left, freed of the equations, and their names."""
        usable: list[tuple[int, Poly, str]] = []
        for i, (h, its, _) in enumerate(region.hypotheses):
            scale, rest, _ = self.equations(region).reduce(h) if its in (">", ">=") else (ONE, {}, {})
            if not is_constant(rest) and scale == ONE:
                usable.append((i, rest, its))
        near = names_of(left)
        while more := [q for _, q, _ in usable if names_of(q) & near and not names_of(q) <= near]:
            near |= names_of(*more)
        return [each for each in usable if names_of(each[1]) <= near], near

    def factors(self, region: Region, freed: Freed, p: Poly, sign: str) -> bool:
        """A product is left, the factors of which have a sign, or are nonzero."""
        bridge = Bridge(sorted(names_of(freed[1])))
        found = bridge.element(freed[1]).factored()
        pieces = [(bridge.poly(f), e) for f, e in found.powers.items()]
        weight, refs = Fraction(found.constant), list[Ref]()
        if len(pieces) == 1 and pieces[0][1] == 1:      # irreducible: nonzero only if it has a sign
            if sign != "!=" or freed[1] == p and (region.has(p, ">") or region.has(p, "<")):
                return sign == "!="
        for f, exponent in pieces:
            wanted = (">", "<") if sign == "!=" else (sign, FLIP[sign])
            good = sign == "!=" and region.why(f, "!=") is not None or any(region.has(f, each) for each in wanted)
            ref, ratio = self.reference(region, f, sign) if good else (None, Fraction(1))
            if ref is None and sign == ">=" and exponent % 2 == 0:
                refs += [f"({polynomial_text(f)})**2"] * (exponent // 2)
                continue
            if ref is None:
                return False
            refs += [ref] * exponent
            weight *= ratio ** exponent
        if weight < 0 and self.product(region, refs) != "!=":
            return sign == "!=" and self.close(region, _turned(freed), negative(p), [[str(-weight), *refs]])
        return self.close(region, freed, p, [[str(weight), *refs]])

    def squared(self, region: Region, freed: Freed, p: Poly, sign: str) -> bool:
        """A quadratic is left that has a sign everywhere."""
        terms = quadratic(freed[1], ">" if sign == "!=" else sign)
        if terms is None and sign == "!=":
            freed, p, terms = _turned(freed), negative(p), quadratic(negative(freed[1]), ">")
        return terms is not None and self.close(region, freed, p, terms)

    def product(self, region: Region, refs: Sequence[Ref]) -> str:
        """The sign of a product."""
        signs = {self.facts.cited(region, ref)[1] for ref in refs}
        return "=" if "=" in signs else "!=" if "!=" in signs else ">=" if ">=" in signs else ">"

    def absurd(self, region: Region) -> bool:
        """0 > 0: the opposite of a hypothesis follows from the others."""
        return self.absurd_by(region, False) or self.absurd_by(region, True)

    def absurd_by(self, region: Region, squares: bool) -> bool:
        nothing: Freed = (ONE, {}, {})
        for i, (h, sign, _) in enumerate(region.hypotheses):
            scale, left, _ = self.equations(region).reduce(h)
            if scale != ONE or sign == "=" and not left:
                continue
            if is_constant(left):
                value = left.get((), 0)
                if not COMPARE[sign](value, 0):
                    number = [[str(abs(value))]] if value else []
                    return self.close(region, nothing, {}, [["1" if value <= 0 else "-1", i], *number])
                continue
            for turn in {"=": (1, -1), "!=": ()}.get(sign, (1,)):
                opposite, want = negative(left) if turn > 0 else left, ">=" if sign == ">" else ">"
                terms = self.handelman(region, opposite, want, 0) if not squares else (
                    quadratic(opposite, want) or self.square_terms(region, opposite, want, True))
                if terms is not None:
                    return self.close(region, nothing, {}, [*terms, [str(turn), i]])
        return False


def _turned(freed: Freed) -> Freed:
    """The same for -p."""
    scale, left, used = freed
    return scale, negative(left), {ref: negative(c) for ref, c in used.items()}


def _weights(left: Poly, sign: str, extra: int, usable: Sequence[tuple[Poly, str]],
             names: Sequence[str]) -> list[tuple[Fraction, list[int]]] | None:
    bridge = Bridge(names)
    given = [Hypothesis(bridge.element(q), ">" if s == ">" else ">=") for q, s in usable]
    found = certify(bridge.element(left), ">" if sign == ">" else ">=", Plain(bridge.field, tuple(given)), extra)
    if found is None:
        return None
    numbers: dict[Any, int] = {}
    for i, h in enumerate(given):
        numbers.setdefault((h.element, h.relation), i)
    return [(w, sorted(numbers[h.element, h.relation] for h in product)) for w, product in found]
