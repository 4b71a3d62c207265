"""What is known at every point of a region, the one kind of step, and what is so at a single point.

Glossary
    Sign        one of > >= = !=: how a polynomial compares with 0
    Region      the points where some relations hold; they are numbered from 0: its hypotheses. A region within another
                has the hypotheses of that one first, and all that is known there is known here
    Fact        a polynomial and its sign, at every point of a region
    Reference   a hypothesis (its number), an earlier fact ("f7"), or what is >= 0 everywhere: a measure of information
                ("I(X;Y|Z)") or a square ("(a - b)**2")
    Point       a value for each name; random variables are constant there, or have the law that is given
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from .language import Model, Values
from .polynomials import (
    MAX_BITS, ONE, UNIT, Invalid, Key, Number, Poly, Quotient, Undefined, Work, add, add_to, constant, digits,
    entries, is_constant, key_of, names_of, need, negative, number, plain, shown, texts, times, total)
from .syntax import FLIP, is_plain
from .meaning import Choice, Env, Expression, Relation

Ref = int | str
Sides = tuple[str, str, str]
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
IMPLIED = {">": (">", ">=", "!="), "<": ("<", "<=", "!="), ">=": (">=",), "<=": ("<=",), "!=": ("!=",),
           "=": ("=", ">=", "<=")}

# The sign of a product and of a sum of two things with these signs; where a pair is missing, there is none.
PRODUCT = {(">", ">"): ">", (">", ">="): ">=", (">=", ">="): ">=", (">", "!="): "!=", ("!=", "!="): "!=",
           ("=", "="): "=", ("=", ">"): "=", ("=", ">="): "=", ("=", "!="): "="}
SUM = {("=", "="): "=", ("=", ">"): ">", ("=", ">="): ">=", ("=", "!="): "!=",
       (">", ">"): ">", (">", ">="): ">", (">=", ">="): ">="}
DIVIDED = {">": (">",), ">=": (">",), "=": (">", "!="), "!=": (">", ">=", "=", "!=")}
"""The sign of a product p·d → the signs of d for which p has that sign, too."""


FUNCTION = re.compile(r"\b(law|state|history|Pr)\s*\(")
FACT = re.compile("f[0-9]{1,6}")


def of(table: Mapping[tuple[str, str], str], one: str, other: str) -> str:
    found = table.get((one, other)) or table.get((other, one))
    if found is None:
        raise Invalid(f"nothing follows from {one} and {other}")
    return found


# -- regions -----------------------------------------------------------------------------------------------------------


class Region:
    """The points where the relations hold, and what is known there, each with the references that say so."""

    def __init__(self, model: Model, name: str, given: Sequence[str], parent: Region | None = None) -> None:
        self.model, self.name, self.given, self.parent = model, name, list(given), parent
        self.around: tuple[Region, ...] = (self, *parent.around) if parent else (self,)
        Work.spend(len(parent.hypotheses) >> 2 if parent else 0)
        self.hypotheses: list[tuple[Poly, str, str]] = list(parent.hypotheses) if parent else []
        self.known: dict[Key, dict[str, tuple[Ref, ...]]] = {}
        self.absurd: tuple[Ref, ...] | None = None     # what shows that the region is empty
        self.noted: dict[tuple[str, Ref], None] = parent.noted if parent else {}
        self.inhabited = False
        for text in given:
            relations = [*model.relations([text])]
            told = len(relations) > 1 and is_plain(text) and not text.startswith("for")
            chain = [part.strip() for part in re.split("(<=|>=|!=|=|<|>)", text)] if told else []
            for i, (_, (gap, sign)) in enumerate(relations):
                if gap.bottom and FUNCTION.search(text):    # it has a value where a move vanishes, too
                    raise Invalid(f"a hypothesis with a function that divides: {text[:60]!r}")
                top, says = gap.top, " ".join(chain[2 * i:2 * i + 3]) or text       # of a chain, its own part
                for key, exponent in gap.bottom.items():    # both sides have a value, so that no divisor is zero
                    self.assume(dict(key), "!=", says)
                    top = times(top, dict(key)) if exponent % 2 and sign in (">", ">=") else top
                self.assume(top, sign, says)

    def assume(self, p: Poly, sign: str, text: str) -> None:
        self.hypotheses.append((p, sign, text))
        self.learn(p, sign, (len(self.hypotheses) - 1,))

    def learn(self, p: Poly, sign: str, why: tuple[Ref, ...]) -> None:
        if is_constant(p):
            Work.spend(1)
            if self.absurd is None and not COMPARE[sign](p.get((), 0), 0):
                self.absurd = why
            return
        key, scale = key_of(p)
        signs = self.known.setdefault(key, {})
        for implied in IMPLIED[sign if scale > 0 else FLIP[sign]]:
            signs.setdefault(implied, why)
        both = signs
        for region in self.around[1:]:
            both = {**region.known[key], **both} if key in region.known else both
        if self.absurd is None and ">=" in both and "<=" in both and "!=" in both:
            self.absurd = (*both[">="], *both["<="], *both["!="])

    def why(self, p: Poly, sign: str) -> tuple[Region, tuple[Ref, ...]] | None:
        """Where it is known that p has this sign, and by what; None if it is not. What is >= 0 and <= 0 is = 0."""
        key, scale = key_of(p) if len(p) > 1 or p and () not in p else ((), 1)
        if not key and COMPARE[sign](p.get((), 0), 0):
            return self, ()
        turned = sign if scale > 0 else FLIP[sign]
        bounds: dict[str, tuple[Ref, ...]] = {}
        for region in self.around:
            if region.absurd is not None:
                return region, region.absurd
            signs = region.known.get(key)
            if signs is not None:
                if turned in signs:
                    return region, signs[turned]
                bounds.update(signs)
        both = turned == "=" and ">=" in bounds and "<=" in bounds
        return (self, (*bounds[">="], *bounds["<="])) if both else None

    def has(self, p: Poly, sign: str) -> bool:
        """Whether p has this sign at every point, by a hypothesis or a fact. What says so is noted."""
        found = self.why(p, sign)
        if found is None:
            return False
        for ref in found[1]:
            self.noted[found[0].name, ref] = None
        return True

    def show(self, relation: Relation, *where: object) -> None:
        """Both sides have a value at every point of the region and the relation is true; else Invalid."""
        gap, sign = relation
        top = gap.top
        for key, exponent in gap.bottom.items():
            p = dict(key)
            if not self.has(p, "!="):
                raise self.unknown(f"{shown(p)} is not shown to be nonzero", where)
            if exponent % 2 and sign in (">", ">=") and not self.has(p, ">"):
                if not self.has(p, "<"):
                    raise self.unknown(f"the sign of {shown(p)} is not shown", where)
                top = negative(top)
        if not self.has(top, sign):
            raise self.unknown(f"{shown(top)} {sign} 0 is not shown", where)

    def unknown(self, text: str, where: Iterable[object]) -> Invalid:
        return Invalid(": ".join([*(str(each)[:100] for each in where if each), f"{text} on {self.name}"]), "shown")

    def show_defined(self, divisors: Iterable[Key], *where: object) -> None:
        self.show((Quotient({}, dict.fromkeys(divisors, 1)), "="), *where)

    def show_law(self, chances: Sequence[Quotient], *where: object) -> None:
        Work.spend(len(chances))
        for chance in chances:
            self.show((chance, ">="), *where)
        self.show((total(chances) - UNIT, "="), *where)

    def vanishes(self, q: Quotient) -> bool:
        return not q.top or self.has(q.top, "=")

    def names(self) -> set[str]:
        """The names of which its hypotheses speak."""
        return names_of(p for p, _, _ in self.hypotheses)

    def contains(self, point: Point) -> bool:
        return all(point.satisfies(text) for region in reversed(self.around) for text in region.given)


# -- the step: combine -------------------------------------------------------------------------------------------------


class Facts:
    """What the steps of a certificate establish."""

    def __init__(self, regions: Mapping[str, Region]) -> None:
        self.regions = regions
        self.found: list[tuple[Region, Poly, str, list[Ref]]] = []

    def cited(self, region: Region, ref: Any) -> tuple[Poly, str, tuple[Ref, ...]]:
        """What a reference says on the region, and what that rests on."""
        if type(ref) is int:
            if not 0 <= ref < len(region.hypotheses):
                raise Invalid(f"there is no hypothesis {ref} of {region.name}")
            p, sign, _ = region.hypotheses[ref]
        elif type(ref) is str and FACT.fullmatch(ref):
            need(int(ref[1:]) < len(self.found), f"{ref} is no earlier fact")
            where, p, sign, _ = self.found[int(ref[1:])]
            need(where in region.around, f"{ref} is a fact about another region")
        else:
            need(type(ref) is str and re.fullmatch(r"[HI]\([^()]*\)|\([^()]*\)\*\*2", ref),
                 f"not a reference: {str(ref)[:40]!r}")
            p, sign = region.model.polynomial(ref), ">="
        equal = region.why(p, "=") if sign == ">=" and p else None
        return (p, sign, (ref,)) if equal is None else (p, "=", equal[1])

    def combine(self, step: Any) -> None:
        """What is said is Σ multiplier · Π cited; with `over`, it is that when multiplied by what is cited there."""
        need(type(step) is dict, "expected an object")
        name, says, terms, over = entries({"over": None, **step}, "step", on=str, says=str, terms=list,
                                          over=(int, str, type(None)))
        region = self.regions.get(name)
        if region is None:
            raise Invalid(f"there is no region {name[:60]!r}")
        found: Poly = {}
        refs: list[Ref] = []
        sign = "="
        for term in terms:
            need(type(term) is list and term, "not a term")
            p, its = ONE, ">"       # the empty product is 1
            for ref in term[1:]:
                factor, more, why = self.cited(region, ref)
                p, its = times(p, factor), of(PRODUCT, its, more)
                refs += why
            by = region.model.polynomial(term[0])
            need(its == "=" or by and is_constant(by), "only an equation is multiplied by a polynomial, or by 0")
            need(its in ("=", "!=") or by[()] > 0, "a negative multiple of an inequality")
            add_to(found, times(p, by))
            sign = of(SUM, sign, its)
        (_, (gap, claimed)), *others = region.model.relations([says])
        if others or gap.bottom:
            raise Invalid(f"expected one relation of polynomials, found {says[:60]!r}")
        p = gap.top
        by = ONE
        if over is not None:
            by, its, why = self.cited(region, over)
            refs += why
            need(its in DIVIDED[sign], "what is divided by is not > 0")
        if times(p, by) != found:
            raise Invalid(f"expected ({shown(p)})*({shown(by)}), found the sum {shown(found)}")
        if claimed != sign:
            raise Invalid(f"expected {claimed} 0, found the sum {sign} 0")
        region.learn(p, sign, (f"f{len(self.found)}",))
        self.found.append((region, p, sign, refs))


# -- points ------------------------------------------------------------------------------------------------------------

Atoms = list[tuple[dict[str, str], Fraction]]


class Point:
    """A value for each name. Random variables are constant, or have the law that is given by `atoms`."""

    def __init__(self, model: Model, values: Any, what: str, law: Any = None) -> None:
        need(type(values) is dict and values.keys() == {*model.names},
             f"{what}: expected a value for each of {', '.join(model.names) or 'no name'}")
        numbers = {name: Quotient(constant(number(value))) for name, value in values.items()}
        self.atoms = None if law is None else atoms_of(law, what)
        self.model = model.at(numbers, still=law is None)
        self.satisfied: dict[str, bool] = {}

    def within(self, values: Values) -> Point:
        found = object.__new__(Point)
        found.atoms, found.model, found.satisfied = self.atoms, self.model.at(values), {}
        return found

    def satisfies(self, text: str) -> bool:
        if text not in self.satisfied:
            self.satisfied[text] = self.denied([text]) is None
        return self.satisfied[text]

    def denied(self, given: Iterable[str], only: Choice | None = None) -> Sides | None:
        """The sides of the first relation that is false or has no value at the point, if there is one."""
        for text in given:
            said = self.model.said(text)
            for choice in said.choices(self.model):
                if only is None or choice == only:
                    values = [self.value(side, Env(self.model, choice)) for side in said.sides]
                    for one, sign, other in zip(values, said.signs, values[1:]):
                        if one is None or other is None or not COMPARE[sign](self.number(add(one, other, -1)), 0):
                            left, right = ("no value" if p is None else digits(p.get((), 0)) if is_constant(p)
                                           else self.measured(p)[1] for p in (one, other))
                            return left, sign, right
        return None

    def number(self, p: Poly) -> Number:
        """A number; of a sum of entropies its sign."""
        return p.get((), 0) if is_constant(p) else self.measured(p)[0]

    def value(self, side: Expression, env: Env) -> Poly | None:
        """A number, or a sum of entropies; None where there is no value."""
        try:
            found = side(env)
        except Undefined:
            return None
        need(not found.bottom, "expected numbers")
        return found.top

    def measured(self, p: Poly) -> tuple[Number, str]:
        """A sum of entropies under the law is Σ weight · log integer: its sign, exactly, and its text."""
        weights: dict[int, Fraction] = {}
        for monomial, c in p.items():
            if not monomial:        # beside entropies, a number is so many bits
                weights[2] = weights.get(2, Fraction(0)) + c
                continue
            need(self.atoms is not None and len(monomial) == 1 and monomial[0].startswith("H("), "expected numbers")
            for chance in marginal(self.atoms or [], monomial[0][2:-1].split(",")):
                for n, sign in ((chance.denominator, 1), (chance.numerator, -1)):
                    base, exponent = root(n)
                    weights[base] = weights.get(base, Fraction(0)) + sign * exponent * c * chance
        weights = {n: w for n, w in weights.items() if n > 1 and w}
        scale = lcm(1, *(w.denominator for w in weights.values()))
        sides = [1, 1]
        for n, w in weights.items():
            Work.spend(int(abs(w) * scale) * n.bit_length())
            need(abs(w) * scale * n.bit_length() <= 10 * MAX_BITS, "a law has too long numbers", "work")
            sides[w < 0] *= n ** int(abs(w) * scale)
        written = " + ".join(f"log({n})" if w == 1 else f"{w}*log({n})" for n, w in sorted(weights.items()))
        return (sides[0] > sides[1]) - (sides[0] < sides[1]), written.replace("+ -", "- ") or "0"


def root(n: int) -> tuple[int, int]:
    """A base and an exponent of which n is the power; the least base, if it is small."""
    Work.spend(n.bit_length() + (n.bit_length() ** 2 >> 10))
    for base in range(2, min(n, 100)):
        power, exponent = base, 1
        while power < n:
            power, exponent = power * base, exponent + 1
        if power == n:
            return base, exponent
    return n, 1


def marginal(atoms: Atoms, names: Sequence[str]) -> Iterable[Fraction]:
    """The probabilities of the values of these variables together."""
    found: dict[tuple[str, ...], Fraction] = {}
    for values, chance in atoms:
        need(all(name in values for name in names), f"no law is given for one of {', '.join(names)[:60]}")
        Work.spend(40 + len(names))
        key = tuple(values[name] for name in names)
        found[key] = found.get(key, Fraction(0)) + chance
        plain(found[key])
    return found.values()


def atoms_of(law: Any, what: str) -> Atoms:
    """{"variables": [names], "atoms": [[values], probability]}: a law of finitely many random variables."""
    variables, atoms = entries(law, what, variables=list, atoms=list)
    names, found = texts(variables, what), dict[tuple[str, ...], Fraction]()
    need(len({*names}) == len(names) and len(atoms) <= 256, f"{what}: expected different variables, at most 256 atoms")
    for atom in atoms:
        need(type(atom) is list and len(atom) == 2, f"{what}: not an atom and its probability")
        values, chance = tuple(texts(atom[0], what)), Fraction(number(atom[1]))
        need(len(values) == len(names) and chance > 0 and values not in found, f"{what}: not an atom")
        plain(chance)
        found[values] = chance
    need(sum(found.values()) == 1, f"{what}: the probabilities do not sum to 1")
    return [(dict(zip(names, values)), chance) for values, chance in found.items()]
