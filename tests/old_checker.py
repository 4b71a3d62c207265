"""Checks certificates (CERTIFICATE.md). Standard library only; nothing else of this project is imported or believed.

    python -I -S checker.py FILE...

In reading order: numbers and polynomials; expressions; the model (tables, regions, schemes, the program, entropies);
facts; one class for each kind of statement; failures at a point; the certificate as a whole; the command.

Glossary
    Monomial    exponents of the goal's names, in their order
    Poly        Monomial → nonzero coefficient (int or Fraction); {} is zero
    Key         a Poly scaled so that its leading coefficient is 1, as a tuple: what facts are stored under
    Quotient    Poly over a product of Keys. A divisor that was written stays, with exponent 0 if it cancels: where it
                is zero, the quotient has no value
    Region      the points where some relations hold; its equations are solved, its inequalities numbered
    Fact        a polynomial is > 0, >= 0 or != 0 on a region
    Known       what one step may use: the hypotheses of a region and the facts that the step cites
    State       (x_0, x_t, q_t)
    Vector      (x_0, x_t) → Pr(history, X_t = x_t | X_0 = x_0), or a combination of such
    Statement   a part of the goal; it is established by one step, from evidence in the step

A statement is never taken from a step: the steps carry evidence, and what has to be shown is derived from the goal.
Whatever is not as it must be raises Invalid. Nothing here recurses deeper, or works longer, than the limits below.
"""

from __future__ import annotations

import json
import operator
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import lcm, prod
from typing import Any

MAX_BYTES = 4_000_000
MAX_DEPTH = 20              # of JSON
MAX_WORK = 2_000_000        # products of terms, in one certificate
READING = 20                # what it costs to read a factor of an expression, or to show a relation
MAX_BITS = 20_000           # of a coefficient
MAX_DEGREE = 400
MAX_TEXT = 2_000
MAX_NESTING = 30
MAX_TIMES = 400             # before the set of states repeats
MAX_INSTANCES = 20_000      # of one statement
MAX_SOURCES = 6
MAX_RULES = 64              # and queries, of a scheme

Number = int | Fraction
Monomial = tuple[int, ...]
Poly = dict[Monomial, Number]
Key = tuple[tuple[Monomial, Number], ...]
State = tuple[str, str, str]
Vector = dict[tuple[str, str], "Quotient"]
Form = dict[frozenset[str], Number]
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
FLIP = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=", "!=": "!="}
IMPLIED = {">": (">", ">=", "!="), "<": ("<", "<=", "!="), ">=": (">=",), "<=": ("<=",), "!=": ("!=",)}


class Invalid(Exception):
    """What is wrong with a certificate."""


class Undefined(Exception):
    """A divisor is zero throughout a region."""


def need(condition: object, message: str) -> None:
    if not condition:
        raise Invalid(message)


# -- reading JSON ------------------------------------------------------------------------------------------------------


def load(data: bytes) -> Any:
    """The JSON value: each key once, no floats, small integers, bounded nesting, nothing after it."""
    need(len(data) <= MAX_BYTES, f"expected at most {MAX_BYTES} bytes, found {len(data)}")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        need(len(found) == len(pairs), "a key occurs twice in an object")
        return found

    def small(text: str) -> int:
        need(len(text) <= 6, f"expected an integer of at most six digits, found {text[:20]}")
        return int(text)

    def refuse(text: str) -> Any:
        raise Invalid(f"expected no floating-point number, found {text[:20]}")

    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=once, parse_int=small, parse_float=refuse,
                           parse_constant=refuse)
    except UnicodeDecodeError:
        raise Invalid("the file is not UTF-8") from None
    except RecursionError:
        raise Invalid("the file is not JSON that is nested at most 20 levels") from None
    except ValueError as error:
        raise Invalid(f"the file is not JSON: {str(error)[:100]}") from None
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [v for x in level if type(x) in (dict, list) for v in (x.values() if type(x) is dict else x)]
    need(not level, "the file is nested too deeply")
    return value


def entries(value: Any, what: str, /, **types: Any) -> list[Any]:
    """The values of an object that has exactly these keys, each of its type, in this order."""
    need(isinstance(value, dict), f"{what}: expected an object")
    for key in sorted(types.keys() - value.keys()):
        raise Invalid(f"{what}: expected the key {key}")
    for key in sorted(value.keys() - types.keys()):
        raise Invalid(f"{what}: found the unknown key {key[:40]!r}")
    for key, kind in types.items():
        if type(value[key]) not in (kind if isinstance(kind, tuple) else (kind,)):
            raise Invalid(f"{what}: {key} is not of the expected type")
    return [value[key] for key in types]


def texts(value: Any, what: str) -> list[str]:
    need(isinstance(value, list) and all(type(x) is str for x in value), f"{what}: expected a list of strings")
    return list(value)


def number(text: Any) -> Number:
    """"p/q" or "p", in lowest terms."""
    if text == "1" or text == "-1":
        return int(text)
    match = re.fullmatch(r"(-?[0-9]{1,600})(?:/([0-9]{1,600}))?", text) if type(text) is str else None
    if match is None or match[2] is not None and not int(match[2]):
        raise Invalid(f"expected a number such as \"2/3\", found {str(text)[:40]!r}")
    value = Fraction(int(match[1]), int(match[2] or 1))
    if str(value) != text:
        raise Invalid(f"expected a number in lowest terms, found {text[:40]}")
    return plain(value)


def plain(value: Number) -> Number:
    return value.numerator if value.denominator == 1 else value


def weight(value: Number) -> int:
    """What it costs to reckon with a number that is not a small integer."""
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    need(bits <= MAX_BITS, "a number is too long")
    return 2 + (bits >> 6)


# -- polynomials and quotients -----------------------------------------------------------------------------------------


class Ring:
    """Polynomials in some names. It counts the work that is done in it."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.unit: Monomial = (0,) * len(self.names)
        self.unity: Poly = {self.unit: 1}
        self.work = 0
        self.zero = Quotient(self, {})
        self.one = Quotient(self, self.unity)

    def spend(self, amount: int) -> None:
        self.work += amount
        if self.work > MAX_WORK:
            raise Invalid("the certificate takes too much work")

    def size(self, p: Poly) -> int:
        found = len(p)
        for c in p.values():
            if type(c) is not int or not -2**63 < c < 2**63:
                found += weight(c)
        return found

    def constant(self, value: Number) -> Poly:
        return {self.unit: value} if value else {}

    def name(self, name: str) -> Poly:
        return {tuple(int(n == name) for n in self.names): 1}

    def add(self, p: Poly, q: Poly, factor: Number = 1) -> Poly:
        if not q:
            return p
        self.spend(self.size(p) + self.size(q) + 1)
        found = dict(p)
        for monomial, c in q.items():
            value = c if factor == 1 else factor * c
            value = found[monomial] + value if monomial in found else value
            if value:
                found[monomial] = value
            else:
                found.pop(monomial, None)
        return found

    def times(self, p: Poly, q: Poly) -> Poly:
        if p == self.unity or q == self.unity:
            return q if p == self.unity else p
        self.spend(self.size(p) * self.size(q) + 1)
        found: Poly = {}
        for m, c in p.items():
            for n, d in q.items():
                monomial = tuple([a + b for a, b in zip(m, n)])
                found[monomial] = found[monomial] + c * d if monomial in found else c * d
        return {m: c for m, c in found.items() if c}

    def power(self, p: Poly, exponent: int) -> Poly:
        if not 0 <= exponent <= MAX_DEGREE:
            raise Invalid(f"the exponent {exponent} is out of range")
        found = p if exponent else self.unity
        for _ in range(exponent - 1):
            found = self.times(found, p)
        return found

    def is_constant(self, p: Poly) -> bool:
        return not p or p.keys() == {self.unit}

    def key(self, p: Poly) -> tuple[Key, Number]:
        """A nonzero polynomial as a multiple of its key."""
        self.spend(self.size(p))
        lead = p[max(p)]
        if lead == -1:
            p = {m: -c for m, c in p.items()}
        elif lead != 1:
            p = {m: plain(Fraction(c) / lead) for m, c in p.items()}
        return tuple(sorted(p.items())), lead

    def substitute(self, p: Poly, name: str, value: Poly) -> Poly:
        place = self.names.index(name)
        if not any([m[place] for m in p]):
            return p
        parts: dict[int, Poly] = {}
        for m, c in p.items():
            parts.setdefault(m[place], {})[m[:place] + (0,) + m[place + 1:]] = c
        found: Poly = {}
        for exponent, part in parts.items():
            found = self.add(found, self.times(part, self.power(value, exponent)))
        return found

    def poly(self, value: Any, what: str) -> Poly:
        """A polynomial as a certificate writes it."""
        need(isinstance(value, list), f"{what}: expected a polynomial")
        found: Poly = {}
        for term in value:
            need(isinstance(term, list) and len(term) == 2 and isinstance(term[1], dict), f"{what}: not a term")
            coefficient, powers = number(term[0]), term[1]
            for name, exponent in powers.items():
                if name not in self.names or type(exponent) is not int or not 1 <= exponent <= MAX_DEGREE:
                    raise Invalid(f"{what}: not a power of a name: {name[:40]!r}")
            monomial = tuple(powers.get(name, 0) for name in self.names)
            need(coefficient and monomial not in found, f"{what}: a term is zero or occurs twice")
            found[monomial] = coefficient
        return found

    def quotient(self, value: Any, what: str) -> Quotient:
        need(isinstance(value, list) and len(value) == 2, f"{what}: expected a quotient")
        bottom = self.poly(value[1], what)
        need(bottom, f"{what}: a denominator is zero")
        return Quotient(self, self.poly(value[0], what)) / Quotient(self, bottom)

    def shown(self, p: Poly) -> str:
        parts = []
        for monomial, c in sorted(p.items(), reverse=True)[:20]:
            powers = "*".join(n if e == 1 else f"{n}^{e}" for n, e in zip(self.names, monomial) if e)
            factor = str(c) if weight(c) < 100 else "(a long number)"    # Python refuses to write very long ones
            parts.append(powers if c == 1 and powers else f"{factor}*{powers}" if powers else factor)
        return " + ".join(parts)[:200] or "0"


class Quotient:
    """top / Π key^exponent; no key may be zero, not even one with exponent 0."""

    __slots__ = ("ring", "top", "bottom")

    def __init__(self, ring: Ring, top: Poly, bottom: Mapping[Key, int] | None = None) -> None:
        self.ring = ring
        self.top = top
        self.bottom = bottom or {}

    def _over(self, bottom: Mapping[Key, int]) -> Poly:
        """The top over a larger bottom."""
        top = self.top
        for key, exponent in bottom.items():
            more = exponent - self.bottom.get(key, 0)
            if more:
                top = self.ring.times(top, self.ring.power(dict(key), more))
        return top

    def _plus(self, other: Quotient, factor: int) -> Quotient:
        if self.bottom == other.bottom:
            return Quotient(self.ring, self.ring.add(self.top, other.top, factor), self.bottom)
        both = {k: max(self.bottom.get(k, 0), other.bottom.get(k, 0)) for k in {**self.bottom, **other.bottom}}
        return Quotient(self.ring, self.ring.add(self._over(both), other._over(both), factor), both)

    def __add__(self, other: Quotient) -> Quotient:
        return self._plus(other, 1)

    def __sub__(self, other: Quotient) -> Quotient:
        return self._plus(other, -1)

    def __mul__(self, other: Quotient) -> Quotient:
        both = {k: self.bottom.get(k, 0) + other.bottom.get(k, 0) for k in {**self.bottom, **other.bottom}}
        return Quotient(self.ring, self.ring.times(self.top, other.top), both)

    def __truediv__(self, other: Quotient) -> Quotient:
        if not other.top:
            raise Undefined("division by zero")
        key, scale = self.ring.key(other.top)
        turned = self.ring.unity if scale == 1 else self.ring.constant(plain(1 / Fraction(scale)))
        bottom = {**other.bottom, **self.bottom}
        kept = {k: self.bottom.get(k, 0) for k in bottom}
        for k, exponent in other.bottom.items():
            turned = self.ring.times(turned, self.ring.power(dict(k), exponent))
        if not self.ring.is_constant(dict(key)):
            kept[key] = kept.get(key, 0) + 1
        return Quotient(self.ring, self.ring.times(self.top, turned), kept)

    def power(self, exponent: int) -> Quotient:
        return Quotient(self.ring, self.ring.power(self.top, exponent),
                        {k: e * exponent for k, e in self.bottom.items()})

    def mentions(self, name: str) -> bool:
        place = self.ring.names.index(name)
        return any(m[place] for p in (self.top, *map(dict, self.bottom)) for m in p)

    def value(self) -> Number:
        """The number that this quotient is, where every name has been given a value."""
        need(self.ring.is_constant(self.top) and not self.bottom, "expected a number")
        return self.top.get(self.ring.unit, 0)


# -- expressions and relations -----------------------------------------------------------------------------------------

Relation = tuple[Quotient, str, Quotient]
TOKEN = re.compile(r"\s*(?:([0-9]+(?:\.[0-9]+)?)|([A-Za-z_][A-Za-z0-9_]*)"
                   r"|(\*\*|\.\.|<=|>=|!=|[-+*/()\[\],;:=<>]))")
Index = str | int


def is_plain(text: str) -> bool:
    """Whether it speaks of names and numbers alone, not of tables or schemes."""
    return re.search(r"\[|[A-Za-z0-9_]\s*\(", text) is None


NAME = re.compile("[A-Za-z_][A-Za-z0-9_]*")
KEYWORDS = {"for", "in", "sum", "law", "state", "history"}


class Reader:
    """Reads one text of the goal. `bound` are labels and numbers of bound names, `values` replace names."""

    def __init__(self, model: Model, text: str, bound: Mapping[str, Index], values: Mapping[str, Quotient]) -> None:
        need(len(text) <= MAX_TEXT, "a text is too long")
        self.model, self.text, self.bound, self.values = model, text, dict(bound), values
        if text not in model.tokens:
            model.ring.spend(4 * len(text))
            model.tokens[text] = list(self.split(text))
        self.tokens = model.tokens[text]
        self.at = self.depth = 0

    @staticmethod
    def split(text: str) -> Iterator[tuple[str, str]]:
        place, end = 0, len(text.rstrip())
        while place < end:
            match = TOKEN.match(text, place)
            if match is None:
                raise Invalid(f"cannot be read: {text[place:place + 20]!r} in {text[:60]!r}")
            yield ("number" if match[1] else "name" if match[2] else "symbol"), match[match.lastindex or 0]
            place = match.end()
        yield from [("end", "")] * 2

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead][1]

    def take(self, *wanted: str) -> str:
        kind, text = self.tokens[self.at]
        if text not in wanted and kind not in wanted:
            raise Invalid(f"expected {wanted[0]}, found {text or 'the end'} in {self.text[:60]!r}")
        self.at += kind != "end"
        return text

    def finish(self) -> None:
        need(self.tokens[self.at][0] == "end", f"expected the end, found {self.peek()} in {self.text[:60]!r}")

    def quantifiers(self) -> list[tuple[str, list[Index]]]:
        """`for x in A,B; t in 0..20:`, if it stands here."""
        found: list[tuple[str, list[Index]]] = []
        while self.peek() == (";" if found else "for"):
            self.take("for", ";")
            found.append(self.binding())
            self.bound[found[-1][0]] = 0
        if found:
            self.take(":")
        return found

    def binding(self) -> tuple[str, list[Index]]:
        """A bound name means nothing else, so that no text can be read in two ways."""
        name = self.take("name")
        need(name not in self.bound and name not in self.model.words, f"{name[:40]!r} has a meaning already")
        self.take("in")
        found = self.labels()
        while self.peek() == ",":
            self.take(",")
            found += self.labels()
        self.model.ring.spend(len(found))
        need(len(set(found)) == len(found), f"{name[:40]} takes a value twice")
        return name, found

    def labels(self) -> list[Index]:
        if self.tokens[self.at][0] == "name":
            return [self.label(self.take("name"))]
        ends = [self.take("number")]
        if self.peek() == "..":
            self.take("..")
            ends.append(self.take("number"))
        need(all(end.isdigit() and len(end) <= 4 for end in ends) and int(ends[0]) <= int(ends[-1]),
             "expected small integers, in order")
        return list(range(int(ends[0]), int(ends[-1]) + 1))

    def label(self, text: str) -> str:
        if text not in self.model.labels:
            raise Invalid(f"{text[:40]!r} is no label of this goal")
        return text

    def relations(self) -> list[Relation]:
        found = []
        left = self.sum()
        while self.peek() in FLIP:
            relation = self.take(*FLIP)
            right = self.sum()
            found.append((left, relation, right))
            left = right
        need(found, f"expected a relation in {self.text[:60]!r}")
        self.finish()
        return found

    def expression(self) -> Quotient:
        found = self.sum()
        self.finish()
        return found

    def sum(self) -> Quotient:
        self.depth += 1
        need(self.depth <= MAX_NESTING, "an expression is nested too deeply")
        found = self.product()
        while self.peek() in ("+", "-"):
            found = found + self.product() if self.take("+", "-") == "+" else found - self.product()
        self.depth -= 1
        return found

    def product(self) -> Quotient:
        negative = False
        while self.peek() == "-":
            self.take("-")
            negative = not negative
        found = self.factor()
        while self.peek() in ("*", "/"):
            found = found * self.factor() if self.take("*", "/") == "*" else found / self.factor()
        return self.model.ring.zero - found if negative else found

    def factor(self) -> Quotient:
        found = self.atom()
        if self.peek() == "**":
            self.take("**")
            exponent = self.index()
            if type(exponent) is not int:
                raise Invalid(f"expected an integer exponent in {self.text[:60]!r}")
            found = found.power(exponent)
        return found

    def index(self) -> Index:
        kind, text = self.tokens[self.at]
        self.take("name", "number")
        if kind == "number":
            need(text.isdigit() and len(text) <= 4, f"expected a small integer, found {text[:40]}")
            return int(text)
        return self.bound[text] if text in self.bound else self.label(text)

    def indices(self, close: str) -> list[Index]:
        found = [self.index()]
        while self.peek() == ",":
            self.take(",")
            found.append(self.index())
        self.take(close)
        return found

    def atom(self) -> Quotient:
        ring = self.model.ring
        ring.spend(READING)
        kind, text = self.tokens[self.at]
        if kind == "number":
            self.take("number")
            return Quotient(ring, ring.constant(plain(Fraction(text))))
        if text == "(":
            self.take("(")
            found = self.sum()
            self.take(")")
            return found
        if text == "[":
            self.take("[")
            left, relation, right = self.index(), self.take("=", "!="), self.index()
            self.take("]")
            return ring.one if (left == right) == (relation == "=") else ring.zero
        self.take("name")
        if text == "sum" and self.peek(1) == "in":
            return self.total()
        if self.peek() == "[":
            self.take("[")
            return self.model.entry(text, self.indices("]"), self.values)
        if self.peek() == "(":
            self.take("(")
            need(not self.values, f"{text[:40]}: a sequence cannot stand in a scheme")
            return self.model.function(text, self.indices(")"))
        if text in self.values:
            return self.values[text]
        if text in self.bound and type(self.bound[text]) is int:
            return Quotient(ring, ring.constant(int(self.bound[text])))
        if text not in ring.names:
            raise Invalid(f"{text[:40]!r} is no name of this goal")
        return Quotient(ring, ring.name(text))

    def total(self) -> Quotient:
        name, labels = self.binding()
        self.take(":")
        found, start = self.model.ring.zero, self.at
        self.depth += 1
        need(self.depth <= MAX_NESTING, "an expression is nested too deeply")
        for label in labels:
            self.at = start
            self.bound[name] = label
            found = found + self.product()
        self.depth -= 1
        del self.bound[name]
        return found


# -- regions -----------------------------------------------------------------------------------------------------------


class Region:
    """The points where the relations hold: equations solved, inequalities reduced and numbered."""

    def __init__(self, ring: Ring, name: str, relations: Iterable[Relation]) -> None:
        self.ring, self.name = ring, name
        self.relations = list(relations)
        self.solved: list[tuple[str, Poly]] = []
        self.hypotheses: list[tuple[Poly, str]] = []
        stated: list[tuple[Poly, str]] = []
        for left, relation, right in self.relations:
            ring.spend(READING)
            difference = left - right
            need(not difference.bottom, f"the region {name} has a relation with a divisor")
            top = difference.top
            if relation == "=":
                self.solve(top)
            else:
                turned = relation in ("<", "<=")
                stated.append((ring.add({}, top, -1) if turned else top, FLIP[relation] if turned else relation))
        self.hypotheses = [(self.reduced(p), relation) for p, relation in stated]

    def solve(self, equation: Poly) -> None:
        equation = self.reduced(equation)
        if not equation:
            return
        for place in reversed(range(len(self.ring.names))):
            having = [m for m in equation if m[place]]
            if len(having) == 1 and sum(having[0]) == 1:
                name = self.ring.names[place]
                slope = equation[having[0]]
                rest = {m: plain(Fraction(-c) / slope) for m, c in equation.items() if m != having[0]}
                self.solved = [(n, self.ring.substitute(p, name, rest)) for n, p in self.solved]
                self.solved.append((name, rest))
                return
        raise Invalid(f"the region {self.name} has an equation that cannot be solved: {self.ring.shown(equation)} = 0")

    def reduced(self, p: Poly) -> Poly:
        for name, value in self.solved:
            p = self.ring.substitute(p, name, value)
        return p

    def reduce(self, q: Quotient) -> Quotient:
        """The quotient on this region; Undefined where a divisor is zero throughout."""
        if not self.solved:
            return q
        top, bottom = self.reduced(q.top), dict[Key, int]()
        for key, exponent in q.bottom.items():
            p = self.reduced(dict(key))
            if not p:
                raise Undefined(f"{self.ring.shown(dict(key))} is zero on {self.name}")
            new, scale = self.ring.key(p)
            if not self.ring.is_constant(p):
                bottom[new] = bottom.get(new, 0) + exponent
            if exponent and scale != 1:
                turned = self.ring.constant(plain(1 / Fraction(scale)))
                top = self.ring.times(top, self.ring.power(turned, exponent))
        return Quotient(self.ring, top, bottom)

    def mentions(self, name: str) -> bool:
        place = self.ring.names.index(name)
        polys = [p for _, p in self.solved] + [p for p, _ in self.hypotheses]
        return any(n == name for n, _ in self.solved) or any(m[place] for p in polys for m in p)

    def within(self, name: str, more: Iterable[Relation]) -> Region:
        return Region(self.ring, name, [*self.relations, *more])

    def at(self, values: Any, what: str) -> Region:
        """One point, as a region; every name of the goal has a value."""
        need(isinstance(values, dict) and values.keys() == set(self.ring.names),
             f"{what}: expected a value for each of {', '.join(self.ring.names) or 'no name'}")
        point = Region(self.ring, "the point", ())
        point.solved = [(name, self.ring.constant(number(value))) for name, value in values.items()]
        return point

    def contains(self, point: Region) -> bool:
        return all(holds_at(point, relation) for relation in self.relations)


def holds_at(point: Region, relation: Relation) -> bool:
    """Whether a relation is true at a point; False where a side has no value."""
    point.ring.spend(READING)
    try:
        left, right = point.reduce(relation[0]), point.reduce(relation[2])
    except Undefined:
        return False
    return COMPARE[relation[1]](left.value(), right.value())


# -- facts -------------------------------------------------------------------------------------------------------------

Fact = tuple[str, Poly, str]


class Known:
    """The hypotheses of a region and cited facts about it, and what follows at once from them."""

    def __init__(self, region: Region, facts: Iterable[Fact]) -> None:
        self.region, self.ring = region, region.ring
        self.table: dict[Key, set[str]] = {}
        self.absurd = False
        self.ring.spend(len(region.hypotheses))
        for p, relation in region.hypotheses:
            self.learn(p, relation)
        for _, p, relation in facts:
            self.learn(p, relation)

    def learn(self, p: Poly, relation: str) -> None:
        if self.ring.is_constant(p):
            self.absurd = self.absurd or not COMPARE[relation](p.get(self.ring.unit, 0), 0)
            return
        key, scale = self.ring.key(p)
        self.table.setdefault(key, set()).update(IMPLIED[relation if scale > 0 else FLIP[relation]])

    def empty(self) -> bool:
        """Whether no point satisfies all that is known."""
        return self.absurd

    def has(self, p: Poly, relation: str) -> bool:
        if self.ring.is_constant(p):
            return COMPARE[relation](p.get(self.ring.unit, 0), 0)
        key, scale = self.ring.key(p)
        known = self.table.get(key, set())
        turned = relation if scale > 0 else FLIP[relation]
        return {">=", "<="} <= known if turned == "=" else turned in known

    def show(self, relation: Relation, what: str) -> None:
        """The relation holds at every point of the region, both sides having a value there; else Invalid."""
        left, sign, right = relation
        self.ring.spend(READING)
        if sign in ("<", "<="):
            left, sign, right = right, FLIP[sign], left
        try:
            gap = self.region.reduce(left) - self.region.reduce(right)
        except Undefined as reason:
            raise Invalid(f"{what}: {reason}") from None
        turn = 1
        for key, exponent in gap.bottom.items():
            p = dict(key)
            if not self.has(p, "!="):
                raise Invalid(f"{what}: {self.ring.shown(p)} is not shown to be nonzero on {self.region.name}")
            if exponent % 2 and sign in (">", ">="):
                need(self.has(p, ">") or self.has(p, "<"), f"{what}: the sign of {self.ring.shown(p)} is not shown")
                turn = turn if self.has(p, ">") else -turn
        top = gap.top if turn > 0 else self.ring.add({}, gap.top, -1)
        if not self.has(top, sign):
            raise Invalid(f"{what}: {self.ring.shown(top)} {sign} 0 is not shown on {self.region.name}")

    def zero(self, q: Quotient, what: str) -> None:
        self.show((q, "=", self.ring.zero), what)

    def defined(self, q: Quotient, what: str) -> None:
        self.zero(q - q, what)

    def distribution(self, chances: Iterable[Quotient], what: str) -> None:
        total = self.ring.zero - self.ring.one
        for chance in chances:
            self.show((chance, ">=", self.ring.zero), what)
            total = total + chance
        self.zero(total, what)


# -- schemes -----------------------------------------------------------------------------------------------------------


class Scheme:
    """The law of Q_t given X_0, X_t and Q_{t-1}, as the goal states it."""

    def __init__(self, model: Model, name: str, value: Any) -> None:
        what = f"scheme {name}"
        sources, chain, queries, rules = entries(value, what, sources=list, chain=str, queries=dict, rules=list)
        self.model, self.name, self.chain = model, name, chain
        self.sources = texts(sources, what)
        self.queries = {query: set(texts(downloads, what)) for query, downloads in queries.items()}
        labels = set(self.sources)
        need(1 <= len(labels) == len(self.sources) <= MAX_SOURCES, f"{what}: expected 1 to {MAX_SOURCES} sources")
        need(max(len(queries), len(rules)) <= MAX_RULES, f"{what}: too many queries or rules")
        need(all(d and d <= labels for d in self.queries.values()), f"{what}: a query downloads no source")
        starts = [q for q, d in self.queries.items() if d == labels]
        need(len(starts) == 1, f"{what}: expected one query that downloads every source")
        self.start = starts[0]
        model.shaped(chain, self.sources, self.sources)
        self.rules: list[tuple[set[str], tuple[int, int], str | None]] = []
        for rule in rules:
            previous, time, table = entries(rule, what, previous=(list, type(None)), time=(list, type(None)),
                                            table=(str, type(None)))
            fits = set(self.queries) if previous is None else set(texts(previous, what))
            need(fits <= self.queries.keys(), f"{what}: a rule names an unknown query")
            self.rules.append((fits, times(time, what), table))
            if table is not None:
                model.shaped(table, self.sources, self.sources, list(self.queries))
        self.period = lcm(1, *(time[0] for _, time, _ in self.rules))
        need(self.period <= 60, f"{what}: the period is too long")

    def law(self, time: int, first: str, request: str, previous: str) -> dict[str, Quotient] | None:
        """Q_t → probability; None if no rule fits."""
        for fits, (modulus, rest), table in self.rules:
            if previous in fits and time % modulus == rest:
                if table is None:
                    exact = [q for q, downloads in self.queries.items() if downloads == {request}]
                    one, zero = self.model.ring.one, self.model.ring.zero
                    return {q: one if [q] == exact else zero for q in self.queries} if len(exact) == 1 else None
                return {q: self.model.entry(table, [first, request, q]) for q in self.queries}
        return None


def times(value: Any, what: str) -> tuple[int, int]:
    """[m, r]: the times t ≡ r mod m; null is every time."""
    if value is None:
        return 1, 0
    need(isinstance(value, list) and len(value) == 2 and all(type(x) is int for x in value)
         and 0 <= value[1] < value[0] <= 60, f"{what}: expected [m, r] with 0 <= r < m <= 60")
    return value[0], value[1]


class Running:
    """A scheme on a region: which steps and rows there are, and which states can occur."""

    def __init__(self, scheme: Scheme, region: Region) -> None:
        self.scheme, self.region, self.ring = scheme, region, region.ring
        self.divisors: set[Key] = set()
        self._moves: dict[tuple[int, State], list[tuple[State, Quotient]]] = {}

    def step(self, source: str, target: str) -> Quotient:
        try:
            found = self.region.reduce(self.scheme.model.entry(self.scheme.chain, [source, target]))
        except Undefined as reason:
            raise Invalid(f"the chain of {self.scheme.name} has no value: {reason}") from None
        self.divisors.update(found.bottom)
        return found

    def law(self, time: int, first: str, request: str, previous: str) -> dict[str, Quotient] | None:
        """The row as it is on the region; None where it is undefined."""
        try:
            row = self.scheme.law(time, first, request, previous)
            return None if row is None else {q: self.region.reduce(p) for q, p in row.items()}
        except Undefined:
            return None

    def rows(self, time: int, state: State) -> Iterator[tuple[str, Quotient, dict[str, Quotient] | None]]:
        """(request, probability of it, law of the query) for each request that can follow the state."""
        first, source, previous = state
        for target in self.scheme.sources:
            step = self.step(source, target)
            if step.top:
                yield target, step, self.law(time, first, target, previous)

    def moves(self, time: int, state: State) -> list[tuple[State, Quotient]]:
        """What can follow a state, with its probability. Invalid where a row that is needed is undefined."""
        key = (time % self.scheme.period, state)
        self.ring.spend(READING)
        if key not in self._moves:
            found = []
            for target, step, law in self.rows(time, state):
                if law is None:
                    raise Invalid(f"no law is defined on {self.region.name} for X_0 = {state[0]}, X_t = {target}, "
                                  f"Q_{{t-1}} = {state[2]}")
                for query, chance in law.items():
                    self.divisors.update(chance.bottom)
                    self.ring.spend(READING)
                    if chance.top:
                        found.append(((state[0], target, query), step * chance))
            self._moves[key] = found
        return self._moves[key]

    def support(self) -> list[tuple[int, set[State]]]:
        """(t, states that can occur at t), until sets and phases repeat: all that happens, happens here."""
        current = {(a, a, self.scheme.start) for a in self.scheme.sources}
        found: list[tuple[int, set[State]]] = []
        seen: set[tuple[int, frozenset[State]]] = set()
        time = 0
        while (time % self.scheme.period, frozenset(current)) not in seen:
            seen.add((time % self.scheme.period, frozenset(current)))
            need(time < MAX_TIMES, "the states take too long to repeat")
            found.append((time, current))
            time += 1
            current = {after for state in sorted(current) for after, _ in self.moves(time, state)}
        return found

    def show_divisors(self, known: Known, what: str) -> None:
        for key in self.divisors:
            known.show((Quotient(self.ring, dict(key)), "!=", self.ring.zero), what)

    def follow(self, history: Sequence[str], first: str) -> dict[State, Quotient]:
        """State → Pr(history, X_t | X_0 = first)."""
        need(0 < len(history) <= 20 and first in self.scheme.sources and set(history) <= self.scheme.queries.keys(),
             "expected a history and a source")
        layer = {(first, first, self.scheme.start): self.ring.one} if history[0] == self.scheme.start else {}
        for time, query in enumerate(history[1:], start=1):
            layer = {s: p for s, p in self.onward(layer, time).items() if s[2] == query}
        return layer

    def onward(self, layer: Mapping[State, Quotient], time: int) -> dict[State, Quotient]:
        found: dict[State, Quotient] = {}
        for state, weight in layer.items():
            for after, chance in self.moves(time, state):
                found[after] = found.get(after, self.ring.zero) + weight * chance
        return found

    def state(self, time: int, state: State) -> Quotient:
        """Pr(X_t, Q_t | X_0)."""
        need(0 <= time <= 20 and {*state[:2]} <= {*self.scheme.sources} and state[2] in self.scheme.queries,
             "expected a time and a state")
        layer = {(state[0], state[0], self.scheme.start): self.ring.one}
        for now in range(1, time + 1):
            layer = self.onward(layer, now)
        return layer.get(state, self.ring.zero)

    def chance(self, history: Sequence[str], first: str) -> Quotient:
        return sum(self.follow(history, first).values(), self.ring.zero)


# -- the model ---------------------------------------------------------------------------------------------------------


class Model:
    """Names, tables, schemes and regions of a goal."""

    def __init__(self, names: Any, tables: dict[str, Any], schemes: dict[str, Any], regions: dict[str, Any]) -> None:
        found = texts(names, "names")
        need(len(set(found)) == len(found) <= 12 and all(map(NAME.fullmatch, found)) and not KEYWORDS & {*found},
             "names: expected at most twelve different names, none of them a word of the language")
        self.ring = Ring(found)
        self.tokens: dict[str, list[tuple[str, str]]] = {}
        self.tables = {name: self.table(name, table) for name, table in tables.items()}
        self._entries: dict[tuple[str, tuple[Index, ...]], Quotient] = {}
        self._values: dict[tuple[Index, ...], Quotient] = {}
        self.schemes = {name: Scheme(self, name, value) for name, value in schemes.items()}
        self.labels = {str(x) for index, _ in self.tables.values() for axis in index for x in axis} | {*self.schemes}
        self.labels.update(x for s in self.schemes.values() for x in (*s.sources, *s.queries))
        need(not self.labels & {*found}, "names: a label is a name, too")
        self.words = {*found, *self.labels, *KEYWORDS}
        for name, (_, cells) in self.tables.items():
            for key in cells:
                self.entry(name, key)
        self.everywhere = Region(self.ring, "every point", ())
        self.regions: dict[str, Region] = {}
        for name, given in regions.items():
            need(not name.startswith(("always ", "cover ")), f"a region may not be called {name[:40]!r}")
            relations = [r for text in texts(given, f"region {name}") for r in self.relations(text)]
            self.regions[name] = Region(self.ring, name, relations)

    def table(self, name: str, value: Any) -> tuple[list[list[Index]], dict[tuple[Index, ...], str]]:
        index, cells = entries(value, f"table {name}", index=list, entries=list)
        need(1 <= len(index) <= 4, f"table {name}: expected one to four lists of labels")
        for axis in index:
            good = isinstance(axis, list) and len(axis) > 0 and all(type(x) in (str, int) for x in axis)
            need(good and len({*map(str, axis)}) == len(axis), f"table {name}: expected lists of different labels")
        size = prod(map(len, index))
        need(size == len(cells) <= MAX_INSTANCES, f"table {name}: expected {size} entries, found {len(cells)}")
        return index, dict(zip(product(*index), texts(cells, f"table {name}")))

    def entry(self, name: str, indices: Sequence[Index], values: Mapping[str, Quotient] | None = None) -> Quotient:
        key = tuple(indices)
        cells = self.tables[name][1] if name in self.tables else {}
        if key not in cells:
            raise Invalid(f"there is no table {name[:40]!r} with an entry {indices}")
        if values:
            return self._cell(cells[key], values)
        if (name, key) not in self._entries:
            self._entries[name, key] = self._cell(cells[key], {})
        return self._entries[name, key]

    def _cell(self, text: str, values: Mapping[str, Quotient]) -> Quotient:
        """An entry of a table: a plain expression."""
        need(is_plain(text), f"not an entry: {text[:40]!r}")
        return self.expression(text, values)

    def shaped(self, name: str, *axes: Sequence[str]) -> None:
        need(name in self.tables, f"there is no table {name[:40]!r}")
        index = self.tables[name][0]
        need([sorted(map(str, a)) for a in index] == [sorted(a) for a in axes], f"the table {name} has another index")

    def scheme(self, name: Index) -> Scheme:
        need(name in self.schemes, f"there is no scheme {str(name)[:40]!r}")
        return self.schemes[str(name)]

    def region(self, name: str) -> Region:
        need(name in self.regions, f"there is no region {name[:40]!r}")
        return self.regions[name]

    def function(self, name: str, arguments: list[Index]) -> Quotient:
        key = (name, *arguments)
        if key not in self._values:
            self._values[key] = self._function(name, arguments)
        return self._values[key]

    def _function(self, name: str, arguments: list[Index]) -> Quotient:
        """law, state or history. It has a value where all rows that were looked at have one."""
        running = Running(self.scheme(arguments[0]), self.everywhere)
        words = [str(a) for a in arguments[1:]]
        if name == "history" and len(words) >= 2:
            found = running.chance(words[1:], words[0])
        else:
            need(len(words) >= 1 and words[0].isdigit() and len(words[0]) <= 2, f"{name[:40]}: expected a time")
            if name == "state" and len(words) == 4:
                found = running.state(int(words[0]), (words[1], words[2], words[3]))
            else:
                need(name == "law" and len(words) == 5, f"there is no function {name[:40]!r} with these arguments")
                row = running.law(int(words[0]), words[1], words[2], words[3]) or {}
                need(words[4] in row and words[0] != "0" and words[1] in running.scheme.sources,
                     f"{name}: there is no such row")
                found = row[words[4]]
                running.divisors.update(key for chance in row.values() for key in chance.bottom)
        return Quotient(self.ring, found.top, {**dict.fromkeys(running.divisors, 0), **found.bottom})

    def expression(self, text: str, values: Mapping[str, Quotient] | None = None) -> Quotient:
        return Reader(self, text, {}, values or {}).expression()

    def relations(self, text: str, values: Mapping[str, Quotient] | None = None) -> list[Relation]:
        return Reader(self, text, {}, values or {}).relations()

    def instances(self, text: str) -> Iterator[tuple[dict[str, Index], list[Relation]]]:
        """The relation for each choice of its bound names."""
        reader = Reader(self, text, {}, {})
        ranges = reader.quantifiers()
        bound = [name for name, _ in ranges]
        need(prod(len(labels) for _, labels in ranges) <= MAX_INSTANCES, "a statement has too many instances")
        start = reader.at
        for choice in product(*(labels for _, labels in ranges)):
            reader.at, reader.bound = start, dict(zip(bound, choice))
            yield dict(reader.bound), reader.relations()


# -- the program behind optimum, unique and general --------------------------------------------------------------------

Variable = tuple[str, str, str]


class Program:
    """The joint laws of (set, X_0, X_t) that are decodable and independent of X_0, with their cost."""

    def __init__(self, model: Model, prior: str, law: str) -> None:
        ring = model.ring
        need(prior in model.tables and len(model.tables[prior][0]) == 1, f"there is no law {prior[:40]!r}")
        sources = [str(label) for label in model.tables[prior][0][0]]
        need(len(sources) <= MAX_SOURCES and not any(c in a for a in sources for c in " |"),
             "too many sources, or a name with a space or a bar in it")
        model.shaped(law, sources, sources)
        weight = {a: model.entry(prior, [a]) for a in sources}
        self.sets = [chosen for size in range(1, len(sources) + 1) for chosen in combinations(sources, size)]
        self.sources, self.weight = sources, weight
        size = {" ".join(chosen): Quotient(ring, ring.constant(len(chosen))) for chosen in self.sets}
        self.variables = [(" ".join(chosen), a, x) for chosen in self.sets for a in sources for x in chosen]
        self.cost = {v: size[v[0]] for v in self.variables}
        ring.spend(len(self.variables) * len(sources) ** 2)
        self.data = {a: [model.entry(law, [a, x]) for x in sources] for a in sources}
        self.joint = {(a, x): weight[a] * model.entry(law, [a, x]) for a in sources for x in sources}
        self.rows: list[tuple[dict[Variable, Quotient], Quotient]] = []
        for pair, chance in self.joint.items():
            self.rows.append(({v: ring.one for v in self.variables if v[1:] == pair}, chance))
        base = sources[0]
        for chosen in self.sets:
            for a in sources[1:]:
                row = {(" ".join(chosen), a, x): weight[base] for x in chosen}
                row.update({(" ".join(chosen), base, x): ring.zero - weight[a] for x in chosen})
                self.rows.append((row, ring.zero))
        self.ring, self.model = ring, model

    def lawful(self, known: Known, what: str) -> None:
        """The prior is a law, the rows of the other table sum to 1, and the equations say independence: of more than
        two sources, the first must have a chance. (A feasible point shows that no probability is negative.)"""
        known.distribution(self.weight.values(), f"{what}: the law of X_0")
        if len(self.sources) > 2:
            known.show((self.weight[self.sources[0]], ">", self.ring.zero), f"{what}: the first source")
        for a, row in self.data.items():
            known.zero(sum(row, self.ring.zero) - self.ring.one, f"{what}: the request after {a}")

    def tabled(self, name: str) -> str:
        """A table over sources × sources × sets."""
        self.model.shaped(name, self.sources, self.sources, ["".join(chosen) for chosen in self.sets])
        return name

    def combined(self, row: Mapping[Variable, Quotient], point: Mapping[Variable, Quotient]) -> Quotient:
        return sum((c * point[variable] for variable, c in row.items() if variable in point), self.ring.zero)

    def point(self, value: Any, what: str) -> dict[Variable, Quotient]:
        """Variable → quotient; what is left out is 0."""
        need(isinstance(value, dict), f"{what}: expected the values of variables")
        known = {"|".join(v): v for v in self.variables}
        need(value.keys() <= known.keys(), f"{what}: an unknown variable")
        return {known[key]: self.ring.quotient(q, what) for key, q in value.items()}

    def multipliers(self, value: Any, what: str) -> list[Quotient]:
        need(isinstance(value, list) and len(value) == len(self.rows), f"{what}: expected one multiplier for each row")
        return [self.ring.quotient(q, what) for q in value]

    def spare(self, multipliers: Sequence[Quotient]) -> dict[Variable, Quotient]:
        """cost - Σ multiplier · row, for each variable."""
        found = dict(self.cost)
        for y, (row, _) in zip(multipliers, self.rows):
            for variable, coefficient in row.items():
                if y.top:
                    found[variable] = found[variable] - y * coefficient
        return found

    def gain(self, multipliers: Sequence[Quotient]) -> Quotient:
        return sum((y * bound for y, (_, bound) in zip(multipliers, self.rows)), self.ring.zero)

    def feasible(self, known: Known, point: Mapping[Variable, Quotient], what: str) -> None:
        for row, bound in self.rows:
            known.zero(self.combined(row, point) - bound, f"{what}: an equation of the program")
        for variable, x in point.items():
            known.show((x, ">=", self.ring.zero), f"{what}: {'|'.join(variable)}")

    def bounded(self, known: Known, multipliers: Sequence[Quotient], what: str) -> dict[Variable, Quotient]:
        """Every feasible point costs at least the gain of the multipliers. The reduced costs."""
        spare = self.spare(multipliers)
        for variable, price in spare.items():
            known.show((price, ">=", self.ring.zero), f"{what}: reduced cost of {'|'.join(variable)}")
        for y in multipliers:
            known.defined(y, f"{what}: a multiplier")
        return spare

    def inverse(self, known: Known, rows: Sequence[Mapping[Variable, Quotient]], wanted: Sequence[Variable],
                value: Any, what: str) -> None:
        """The rows, restricted to the wanted variables, determine these: a left inverse."""
        need(isinstance(value, list) and len(value) == len(wanted), f"{what}: expected one line for each variable")
        for line, target in zip(value, wanted):
            need(isinstance(line, list) and len(line) == len(rows), f"{what}: expected one weight for each row")
            weights = [self.ring.quotient(w, what) for w in line]
            for variable in wanted:
                self.ring.spend(len(rows))
                total = sum((w * row[variable] for w, row in zip(weights, rows) if variable in row), self.ring.zero)
                expected = self.ring.one if variable == target else self.ring.zero
                known.zero(total - expected, f"{what}: the inverse at {'|'.join(target)}, {'|'.join(variable)}")


# -- entropies ---------------------------------------------------------------------------------------------------------

MEASURE = re.compile(r"\s*(?:([0-9]{1,9}(?:/[1-9][0-9]{0,8})?)\s*\*?\s*)?([HI])\(([A-Za-z0-9_,;| ]+)\)\s*")
Measure = tuple[frozenset[str], frozenset[str], frozenset[str]]
"""I(A;B|C); H(A|C) is I(A;A|C)."""


def measure(kind: str, inside: str) -> Measure:
    body, bar, given = inside.partition("|")
    sides = body.split(";")
    need(len(sides) == (2 if kind == "I" else 1) and "|" not in given and ";" not in given,
         f"not an entropy: {kind}({inside[:40]})")
    groups = []
    for text in (sides[0], sides[-1], given if bar else None):
        names = [] if text is None else [name.strip() for name in text.split(",")]
        need(all(map(NAME.fullmatch, names)), f"not a variable in {inside[:40]!r}")
        groups.append(frozenset(names))
    return groups[0], groups[1], groups[2]


def joint(m: Measure) -> Form:
    """H(A,C) + H(B,C) - H(A,B,C) - H(C)."""
    a, b, c = m
    found: Form = {}
    for names, sign in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
        if names:
            found[names] = found.get(names, 0) + sign
    return {names: value for names, value in found.items() if value}


def combine(ring: Ring, parts: Iterable[tuple[Number, Form]]) -> Form:
    found: Form = {}
    for factor, form in parts:
        for names, value in form.items():
            found[names] = found.get(names, 0) + factor * value
            ring.spend(weight(found[names]) + len(names))
    return {names: value for names, value in found.items() if value}


def entropy(ring: Ring, text: str) -> tuple[list[tuple[Number, Measure]], str]:
    """left - right as a sum of measures, and the relation."""
    need(len(text) <= MAX_TEXT, "a statement is too long")
    ring.spend(READING + 4 * len(text))
    match = re.fullmatch(r"([^<>=]+)(<=|>=|=)([^<>=]+)", text)
    if match is None:
        raise Invalid(f"expected a statement about entropies, found {text[:60]!r}")
    found: list[tuple[Number, Measure]] = []
    for side, turn in ((match[1], 1), (match[3], -1)):
        if side.strip() == "0":
            continue
        place, sign = 0, 1
        while True:
            term = MEASURE.match(side, place)
            if term is None:
                raise Invalid(f"expected an entropy at {side[place:place + 20]!r}")
            found.append((turn * sign * plain(Fraction(term[1] or 1)), measure(term[2], term[3])))
            place = term.end()
            if place == len(side):
                break
            need(side[place] in "+-", f"expected + or - at {side[place:place + 20]!r}")
            sign = 1 if side[place] == "+" else -1
            place += 1
    return found, match[2]


def form_of(ring: Ring, text: str) -> tuple[Form, bool]:
    """(form, is it an equation): the statement says form = 0 or form >= 0."""
    parts, relation = entropy(ring, text)
    sign = -1 if relation == "<=" else 1
    return combine(ring, ((sign * factor, joint(m)) for factor, m in parts)), relation == "="


def shannon(ring: Ring, text: str, given: Sequence[str], derivations: Any, what: str) -> None:
    """±(the goal's form) is a sum of weights ≥ 0 of measures and of multiples of what is given."""
    goal, equation = form_of(ring, text)
    hypotheses = [form_of(ring, each) for each in given]
    signs = ["+", "-"] if equation else ["+"]
    need(isinstance(derivations, list) and len(derivations) == len(signs), f"{what}: expected {len(signs)} derivations")
    for sign, derivation in zip(signs, derivations):
        measures, multiples = entries(derivation, what, measures=list, given=list)
        parts: list[tuple[Number, Form]] = []
        for pair in measures:
            need(isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is str, f"{what}: not a weighted measure")
            factor = number(pair[0])
            found, _ = entropy(ring, f"{pair[1]} = 0")
            need(factor > 0 and len(found) == 1 and found[0][0] == 1, f"{what}: expected a weight > 0 of one measure")
            parts.append((factor, joint(found[0][1])))
        for pair in multiples:
            need(isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int and 0 <= pair[1] < len(given),
                 f"{what}: not a multiple of what is given")
            factor = number(pair[0])
            form, equal = hypotheses[pair[1]]
            need(equal or factor >= 0, f"{what}: a negative multiple of an inequality")
            parts.append((factor, form))
        parts.append((-1 if sign == "+" else 1, goal))
        need(not combine(ring, parts), f"{what}: the sum is not the goal")


def vanishes(ring: Ring, m: Measure, law: Mapping[tuple[tuple[str, str], ...], Fraction]) -> bool:
    """Whether I(A;B|C) = 0 under a law, exactly: Pr(a,b,c)·Pr(c) = Pr(a,c)·Pr(b,c) for all values."""
    a, b, c = m

    def marginal(names: frozenset[str]) -> dict[tuple[tuple[str, str], ...], Fraction]:
        found: dict[tuple[tuple[str, str], ...], Fraction] = {}
        for atom, chance in law.items():
            key = tuple(pair for pair in atom if pair[0] in names)
            found[key] = found.get(key, Fraction(0)) + chance
            ring.spend(weight(found[key]) + len(atom))
        return found

    whole, left, right, alone = marginal(a | b | c), marginal(a | c), marginal(b | c), marginal(c)
    for one in left:
        for other in right:
            ring.spend(weight(left[one]) * weight(right[other]) + len(one) + len(other))
            base = tuple(pair for pair in one if pair[0] in c)
            if base == tuple(pair for pair in other if pair[0] in c):
                # Where a common variable of A and B has two values, this is no key: the probability is 0.
                both = whole.get(tuple(sorted({*one, *other})), 0)
                if both * alone[base] != left[one] * right[other]:
                    return False
    return True


# -- statements --------------------------------------------------------------------------------------------------------

Step = dict[str, Any]
Prove = Callable[[Region], Known]
"""The hypotheses of a region together with what the step cites about it."""


class Statement:
    """A part of the goal. `establish` raises unless the evidence of a step shows it on its region; `refute` raises
    unless the evidence shows that it is false at a point of its region."""

    keys: Mapping[str, Any] = {}
    """Beside kind and region."""
    evidence: Mapping[str, Mapping[str, Any]] = {}
    """The steps that can establish it, and their keys."""

    def __init__(self, model: Model, value: Step, name: str) -> None:
        self.model, self.name, self.value = model, name, value
        entries(value, name, kind=str, region=str, **self.keys)
        self.region = model.region(value["region"])
        self.prepare({key: value[key] for key in self.keys})

    def prepare(self, says: Step) -> None:
        """Look at what the statement says, and derive from it what has to be shown."""

    def regions(self) -> list[Region]:
        """The regions that the steps for this statement speak about."""
        return [self.region]

    def establish(self, step: Step, prove: Prove) -> None:
        raise Invalid(f"{self.name}: this statement cannot be established")

    def refute(self, evidence: Step, point: Region) -> None:
        raise Invalid(f"{self.name}: this statement cannot be refuted")

    def shown(self) -> str:
        rest = ", ".join(f"{key} {_text(self.value[key])}" for key in self.keys)
        return f"{self.value['kind']}: {rest}  on {self.region.name}"


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_text(v)}" for key, v in value.items()) + "}"
    return "; ".join(_text(v) for v in value) if isinstance(value, list) else "none" if value is None else str(value)


class Holds(Statement):
    keys = {"text": str}
    evidence = {"identity": {}, "relation": {}}

    def prepare(self, says: Step) -> None:
        self.text: str = says["text"]

    def establish(self, step: Step, prove: Prove) -> None:
        known = prove(self.region)
        for choice, relations in self._instances():
            for relation in relations:
                need(step["kind"] == "relation" or relation[1] == "=", f"{self.name}: not an identity")
                known.show(relation, f"{self.name}{_choice(choice)}")

    def _instances(self) -> Iterator[tuple[dict[str, Index], list[Relation]]]:
        try:
            yield from self.model.instances(self.text)
        except Undefined as reason:
            raise Invalid(f"{self.name}: {reason}") from None

    def refute(self, evidence: Step, point: Region) -> None:
        choice, = entries(evidence, self.name, choice=dict)
        for found, relations in self._instances():
            if found == choice:
                need(not all(holds_at(point, r) for r in relations), f"{self.name}: it holds at the point")
                return
        raise Invalid(f"{self.name}: there is no such choice of its bound names")

    def shown(self) -> str:
        return f"{self.text}  on {self.region.name}"


def _choice(choice: Mapping[str, Index]) -> str:
    return "".join(f", {name} = {label}" for name, label in choice.items())


class Always(Statement):
    """Induction on t: base on the region, step on the region with the inequalities at t added."""

    keys = {"start": dict, "next": dict, "text": list}
    evidence = {"induction": {"multipliers": list}}

    def prepare(self, says: Step) -> None:
        start, next = says["start"], says["next"]
        need(start.keys() == next.keys() and start, f"{self.name}: expected a start and a next for each sequence")
        for name in start:
            need(name in self.model.ring.names, f"{self.name}: {name[:40]!r} is no name of this goal")
            need(not self.region.mentions(name), f"{self.name}: the region speaks about the sequence {name}")
        need(all(type(e) is str for e in (*start.values(), *next.values())), f"{self.name}: expected expressions")
        self.first = {name: self.model.expression(e) for name, e in start.items()}
        for name, begin in self.first.items():
            need(not any(map(begin.mentions, start)), f"{self.name}: the start of {name} depends on a sequence")
        self.next = {name: self.model.expression(e) for name, e in next.items()}
        self.texts = texts(says["text"], self.name)
        need(self.texts, f"{self.name}: expected a relation")
        now = [r for each in self.texts for r in self.model.relations(each)]
        self.now = [left - right for left, relation, right in now if relation == "="]
        bounds = [r for r in now if r[1] != "="]
        self.within = self.region.within(f"always {self.name}", bounds)

    def regions(self) -> list[Region]:
        return [self.region, self.within]

    def establish(self, step: Step, prove: Prove) -> None:
        ring, base, within = self.model.ring, prove(self.region), prove(self.within)
        for known, values in ((base, self.first), (within, self.next)):
            for name, value in values.items():
                known.defined(value, f"{self.name}: the sequence {name}")
        for each in self.texts:
            for relation in self.model.relations(each, self.first):
                base.show(relation, f"{self.name}: base of {each}")
        after = [r for each in self.texts for r in self.model.relations(each, self.next)]
        equations = [left - right for left, relation, right in after if relation == "="]
        lines = step["multipliers"]
        need(len(lines) == len(equations), f"{self.name}: expected {len(equations)} lines of multipliers")
        for equation, line in zip(equations, lines):
            need(isinstance(line, list) and len(line) == len(self.now),
                 f"{self.name}: expected {len(self.now)} multipliers")
            for value, now in zip(line, self.now):
                equation = equation - ring.quotient(value, self.name) * now
            within.zero(equation, f"{self.name}: step")
        for relation in after:
            if relation[1] != "=":
                within.show(relation, f"{self.name}: step")


class Cover(Statement):
    keys = {"split": str, "parts": list}
    evidence = {"split": {}}

    def prepare(self, says: Step) -> None:
        ring, parts = self.model.ring, says["parts"]
        need(len(parts) == 3, f"{self.name}: expected three parts")
        need(all(part is None or type(part) is str for part in parts), f"{self.name}: expected names of regions")
        self.parts = [None if part is None else self.model.region(part) for part in parts]
        cut = self.model.expression(says["split"])
        self.branches = [self.region.within(f"cover {self.name} {sign}", [(cut, sign, ring.zero)]) for sign in "<=>"]

    def regions(self) -> list[Region]:
        return self.branches

    def establish(self, step: Step, prove: Prove) -> None:
        for branch, part in zip(self.branches, self.parts):
            known = prove(branch)
            if part is None:
                need(known.empty(), f"{self.name}: {branch.name} is not shown to be empty")
            elif not known.empty():
                for relation in part.relations:
                    known.show(relation, f"{self.name}: {part.name}")


class OfScheme(Statement):
    """Statements about which states can occur."""

    keys: Mapping[str, Any] = {"scheme": str}
    evidence: Mapping[str, Mapping[str, Any]] = {"support": {}}

    def prepare(self, says: Step) -> None:
        self.scheme = self.model.scheme(says["scheme"])

    def establish(self, step: Step, prove: Prove) -> None:
        known, running = prove(self.region), Running(self.scheme, self.region)
        for time, states in running.support():
            self.inspect(running, known, time, states)
        running.show_divisors(known, self.name)

    def inspect(self, running: Running, known: Known, time: int, states: set[State]) -> None:
        """All rows that can be used have been found to be defined on the way."""

    def state(self, running: Running, evidence: Any) -> tuple[int, State]:
        """A time and a state that has a positive probability at the point."""
        time, state = entries(evidence, self.name, time=int, state=list)
        first, request, query = self._three(state)
        value = running.state(time, (first, request, query)).value()
        need(value > 0, f"{self.name}: the state does not occur at the point")
        return time, (first, request, query)

    def _three(self, state: Any) -> State:
        found = texts(state, self.name)
        need(len(found) == 3, f"{self.name}: expected a state")
        return found[0], found[1], found[2]


class Defined(OfScheme):
    def refute(self, evidence: Step, point: Region) -> None:
        """A request can follow a state that occurs, and its row has no law, or is no distribution."""
        request = evidence.pop("request", None)
        running = Running(self.scheme, point)
        time, state = self.state(running, evidence)
        for target, step, law in running.rows(time + 1, state):
            if target == request:
                need(step.value() > 0, f"{self.name}: the request does not follow")
                need(law is None or not self.good(law), f"{self.name}: the row is as it should be")
                return
        raise Invalid(f"{self.name}: the request does not follow")

    def good(self, law: Mapping[str, Quotient]) -> bool:
        return True


class Normalised(Defined):
    def inspect(self, running: Running, known: Known, time: int, states: set[State]) -> None:
        """The rows of the chain count, too."""
        for state in sorted(states):
            steps = [running.step(state[1], target) for target in self.scheme.sources]
            known.distribution(steps, f"{self.name}: the request after {state[1]}")
            for request, _, law in running.rows(time + 1, state):
                known.distribution((law or {}).values(), f"{self.name}: the row {request} after {state}")

    def good(self, law: Mapping[str, Quotient]) -> bool:
        values = [chance.value() for chance in law.values()]
        return sum(values) == 1 and min(values) >= 0


class Decodable(OfScheme):
    def inspect(self, running: Running, known: Known, time: int, states: set[State]) -> None:
        for _, request, query in states:
            need(request in self.scheme.queries[query], f"{self.name}: {query} may be sent for {request}")

    def refute(self, evidence: Step, point: Region) -> None:
        _, (_, request, query) = self.state(Running(self.scheme, point), evidence)
        need(request not in self.scheme.queries[query], f"{self.name}: the query downloads the request")


class Determined(OfScheme):
    def inspect(self, running: Running, known: Known, time: int, states: set[State]) -> None:
        need(len({(first, query) for first, _, query in states}) == len(states),
             f"{self.name}: X_t is not a function of (X_0, Q_t) at t = {time}")

    def refute(self, evidence: Step, point: Region) -> None:
        other = self._three(evidence.pop("other", None))
        running = Running(self.scheme, point)
        time, state = self.state(running, evidence)
        need(running.state(time, other).value() > 0 and other[::2] == state[::2] and other != state,
             f"{self.name}: the two states do not show it")


class Placed(OfScheme):
    keys = {"scheme": str, "time": (list, type(None)), "query": str, "map": dict}

    def prepare(self, says: Step) -> None:
        super().prepare(says)
        self.time, self.query, self.map = times(says["time"], self.name), says["query"], says["map"]
        need(self.query in self.scheme.queries and self.map.keys() == set(self.scheme.sources)
             and all(x in self.scheme.sources for x in self.map.values()), f"{self.name}: expected a query and a map")

    def inspect(self, running: Running, known: Known, time: int, states: set[State]) -> None:
        modulus, rest = self.time
        # The sets repeat with the period of the scheme; times of one residue are all there if it divides that period.
        need(self.scheme.period % modulus == 0, f"{self.name}: the times do not repeat with the scheme")
        for first, request, query in states:
            need(query != self.query or time % modulus != rest or request == self.map[first],
                 f"{self.name}: X_t may be {request} for X_0 = {first} at t = {time}")

    def refute(self, evidence: Step, point: Region) -> None:
        time, (first, request, query) = self.state(Running(self.scheme, point), evidence)
        need(time % self.time[0] == self.time[1] and query == self.query and request != self.map[first],
             f"{self.name}: the state is as it should be")


class Private(OfScheme):
    """Linear forms that vanish on a basis of the vectors of all histories vanish for every history."""

    evidence = {"trace": {"start": list, "nodes": list}}

    def establish(self, step: Step, prove: Prove) -> None:
        known, running, ring = prove(self.region), Running(self.scheme, self.region), self.model.ring
        nodes: dict[tuple[int, str], tuple[list[Vector], list[Any]]] = {}
        for node in step["nodes"]:
            time, query, vectors, moves = entries(node, self.name, time=int, query=str, vectors=list, moves=list)
            need(query in self.scheme.queries and 0 <= time < self.scheme.period and (time, query) not in nodes
                 and len(vectors) == len(moves), f"{self.name}: not a node")
            nodes[time, query] = [self._vector(v) for v in vectors], moves
        first = {(a, a): ring.one for a in self.scheme.sources}
        self._combined(known, nodes, (0, self.scheme.start), first, step["start"])
        for (time, query), (found, moves) in nodes.items():
            for form in self.forms(running, known, time, query):
                for vector in found:
                    total = sum((form.get(key, ring.zero) * entry for key, entry in vector.items()), ring.zero)
                    known.zero(total, f"{self.name}: at {query}, t ≡ {time}")
            for vector, onward in zip(found, moves):
                layer = {(a, x, query): weight for (a, x), weight in vector.items()}
                after: dict[str, Vector] = {}
                for (a, x, sent), chance in running.onward(layer, time + 1).items():
                    after.setdefault(sent, {})[a, x] = chance
                need(isinstance(onward, dict) and onward.keys() == after.keys(),
                     f"{self.name}: expected the moves to {', '.join(sorted(after))}")
                for sent, moved in after.items():
                    self._combined(known, nodes, ((time + 1) % self.scheme.period, sent), moved, onward[sent])
        running.show_divisors(known, self.name)

    def _vector(self, value: Any) -> Vector:
        need(isinstance(value, list), f"{self.name}: expected a vector")
        found: Vector = {}
        for item in value:
            need(isinstance(item, list) and len(item) == 3, f"{self.name}: expected coordinates")
            need(set(texts(item[:2], self.name)) <= set(self.scheme.sources) and (item[0], item[1]) not in found,
                 f"{self.name}: expected coordinates")
            poly = self.model.ring.poly(item[2], self.name)
            found[item[0], item[1]] = self.region.reduce(Quotient(self.model.ring, poly))
        return found

    def _combined(self, known: Known, nodes: Mapping[tuple[int, str], tuple[list[Vector], Any]], node: tuple[int, str],
                  vector: Vector, weights: Any) -> None:
        """The vector is this combination of the vectors at the node."""
        need(node in nodes, f"{self.name}: there is no node for {node[1]}, t ≡ {node[0]}")
        basis = nodes[node][0]
        need(isinstance(weights, list) and len(weights) == len(basis), f"{self.name}: expected {len(basis)} weights")
        factors = [self.model.ring.quotient(w, self.name) for w in weights]
        zero = self.model.ring.zero
        for key in [(a, x) for a in self.scheme.sources for x in self.scheme.sources]:
            total = sum((factor * row[key] for factor, row in zip(factors, basis) if key in row), zero)
            known.zero(vector.get(key, zero) - total, f"{self.name}: a step leaves the span at {node[1]}")
        for factor in factors:
            known.defined(factor, f"{self.name}: a weight")

    def forms(self, running: Running, known: Known, time: int, query: str) -> Iterator[Vector]:
        """Pr(history | X_0 = a) - Pr(history | X_0 = b)."""
        ring, (base, *others) = self.model.ring, self.scheme.sources
        for other in others:
            yield {(a, x): ring.one if a == base else ring.zero - ring.one
                   for a in (base, other) for x in self.scheme.sources}

    def refute(self, evidence: Step, point: Region) -> None:
        history, one, other = entries(evidence, self.name, history=list, one=str, other=str)
        running, path = Running(self.scheme, point), texts(history, self.name)
        need(running.chance(path, one).value() != running.chance(path, other).value(),
             f"{self.name}: the history has the same probability")


class Markov(Private):
    keys = {"scheme": str, "prior": str, "matrix": (str, type(None))}

    def prepare(self, says: Step) -> None:
        super().prepare(says)
        self.prior, self.matrix = says["prior"], says["matrix"]
        self.model.shaped(self.prior, self.scheme.sources)
        if self.matrix is not None:
            self.model.shaped(self.matrix, list(self.scheme.queries), list(self.scheme.queries))

    def forms(self, running: Running, known: Known, time: int, query: str) -> Iterator[Vector]:
        """Pr(history, then q) - matrix[query, q] · Pr(history), for each q."""
        need(self.matrix is not None, f"{self.name}: without a matrix it can only be refuted")
        ring, sources = self.model.ring, self.scheme.sources
        prior = self._lawful(known)
        for q in self.scheme.queries:
            chance = self.model.entry(str(self.matrix), [query, q])
            form = {}
            for a in sources:
                for x in sources:
                    try:
                        moves = running.moves(time + 1, (a, x, query))
                    except Invalid:     # a state that no vector has; if one has it, the step above is invalid
                        continue
                    ring.spend(len(moves))
                    form[a, x] = prior[a] * (sum((p for after, p in moves if after[2] == q), ring.zero) - chance)
            yield form

    def _lawful(self, known: Known) -> dict[str, Quotient]:
        prior = {a: self.model.entry(self.prior, [a]) for a in self.scheme.sources}
        known.distribution(prior.values(), f"{self.name}: the law of X_0")
        return prior

    def refute(self, evidence: Step, point: Region) -> None:
        """After a history, q has another probability than the matrix says, or than after another history."""
        running = Running(self.scheme, point)
        self._lawful(Known(point, ()))
        if self.matrix is not None:
            history, query = entries(evidence, self.name, history=list, query=str)
            expected = point.reduce(self.model.entry(self.matrix, [str(history[-1]) if history else "", query])).value()
        else:
            history, other, query = entries(evidence, self.name, history=list, other=list, query=str)
            need(len(history) == len(other) > 0 and history[-1] == other[-1],
                 f"{self.name}: expected two histories of one length and end")
            expected = self._after(running, point, texts(other, self.name), query)
        need(self._after(running, point, texts(history, self.name), query) != expected,
             f"{self.name}: the probability is as it should be")

    def _after(self, running: Running, point: Region, history: list[str], query: str) -> Number:
        """Pr(next query | history) at the point."""
        total, onward = Fraction(0), Fraction(0)
        for a in self.scheme.sources:
            weight = point.reduce(self.model.entry(self.prior, [a])).value()
            if weight:
                total += weight * running.chance(history, a).value()
                onward += weight * running.chance([*history, query], a).value()
        need(total > 0, f"{self.name}: the history does not occur")
        return onward / total


class Optimum(Statement):
    keys: Mapping[str, Any] = {"prior": str, "law": str, "value": str}
    evidence: Mapping[str, Mapping[str, Any]] = {"duality": {"point": dict, "multipliers": list}}

    def prepare(self, says: Step) -> None:
        self.program = Program(self.model, says["prior"], says["law"])
        self.least = self.model.expression(says["value"])

    def establish(self, step: Step, prove: Prove) -> None:
        self.dual(step, prove(self.region))

    def dual(self, step: Step, known: Known) -> tuple[dict[Variable, Quotient], dict[Variable, Quotient]]:
        """Weak duality. The optimal point and the reduced costs."""
        program, what = self.program, self.name
        program.lawful(known, what)
        point, multipliers = program.point(step["point"], what), program.multipliers(step["multipliers"], what)
        program.feasible(known, point, what)
        spare = program.bounded(known, multipliers, what)
        known.zero(program.combined(program.cost, point) - self.least, f"{what}: cost of the point")
        known.zero(program.gain(multipliers) - self.least, f"{what}: gain of the multipliers")
        return point, spare

    def refute(self, evidence: Step, point: Region) -> None:
        """A feasible point that costs less, or multipliers that prove a larger bound."""
        known, program = Known(point, ()), self.program
        program.lawful(known, self.name)
        for chance in program.joint.values():
            known.show((chance, ">=", self.model.ring.zero), f"{self.name}: a probability")
        claimed = point.reduce(self.least).value()
        if "multipliers" in evidence:
            values, = entries(evidence, self.name, multipliers=list)
            multipliers = program.multipliers(values, self.name)
            program.bounded(known, multipliers, self.name)
            need(point.reduce(program.gain(multipliers)).value() > claimed, f"{self.name}: no larger bound")
        else:
            values, = entries(evidence, self.name, point=dict)
            found = program.point(values, self.name)
            program.feasible(known, found, self.name)
            need(point.reduce(program.combined(program.cost, found)).value() < claimed, f"{self.name}: no smaller cost")


class Unique(Optimum):
    keys = {"prior": str, "law": str, "value": str, "table": str}
    evidence = {"inverse": {"point": dict, "multipliers": list, "inverse": list}}

    def prepare(self, says: Step) -> None:
        super().prepare(says)
        self.table = self.program.tabled(says["table"])

    def establish(self, step: Step, prove: Prove) -> None:
        """Where the reduced cost is positive, every optimal point is zero; the equations determine the rest."""
        known, program, ring = prove(self.region), self.program, self.model.ring
        point, spare = self.dual(step, known)
        used = [v for v in program.variables if v in point and self.region.reduce(point[v]).top]
        for variable in program.variables:
            if variable not in used:
                known.show((spare[variable], ">", ring.zero), f"{self.name}: {'|'.join(variable)} must be zero")
        program.inverse(known, [row for row, _ in program.rows], used, step["inverse"], self.name)
        for (a, x), chance in program.joint.items():
            known.show((chance, "!=", ring.zero), f"{self.name}: the row {a},{x}")
            for chosen in program.sets:
                mass = point.get((" ".join(chosen), a, x), ring.zero)
                entry = self.model.entry(self.table, [a, x, "".join(chosen)])
                known.zero(mass - entry * chance, f"{self.name}: {''.join(chosen)} given {a},{x}")


class General(Statement):
    keys = {"prior": str, "law": str, "table": str, "free": dict}
    evidence = {"inverse": {"inverse": list}}

    def prepare(self, says: Step) -> None:
        self.program = program = Program(self.model, says["prior"], says["law"])
        self.table = program.tabled(says["table"])
        known = {"|".join(v): v for v in program.variables}
        need(says["free"].keys() <= known.keys(), f"{self.name}: an unknown variable is free")
        need(all(type(letter) is str for letter in says["free"].values()), f"{self.name}: expected letters")
        self.free = {known[key]: letter for key, letter in says["free"].items()}
        letters, data = {*self.free.values()}, [*program.weight.values(), *program.joint.values()]
        need(len(letters) == len(self.free) and letters <= {*self.model.ring.names}
             and not any(self.region.mentions(letter) or q.mentions(letter) for letter in letters for q in data),
             f"{self.name}: expected different letters that the region, the prior and the law do not mention")

    def establish(self, step: Step, prove: Prove) -> None:
        known, program, ring = prove(self.region), self.program, self.model.ring
        program.lawful(known, self.name)
        point = {}
        for chosen in program.sets:
            for a, x in program.joint:
                entry = self.model.entry(self.table, [a, x, "".join(chosen)])
                if x in chosen:
                    point[" ".join(chosen), a, x] = entry
                else:
                    known.zero(entry, f"{self.name}: {''.join(chosen)} does not serve {x}")
        for row, bound in program.rows:
            known.zero(program.combined(row, point) - bound, f"{self.name}: an equation of the program")
        rows = [row for row, _ in program.rows]
        for variable, letter in self.free.items():
            known.zero(point[variable] - Quotient(ring, ring.name(letter)), f"{self.name}: the free entry {letter}")
            rows.append({variable: ring.one})
        program.inverse(known, rows, program.variables, step["inverse"], self.name)


class Entropy(Statement):
    keys = {"text": str, "given": list}
    evidence = {"shannon": {"derivations": list}}

    def prepare(self, says: Step) -> None:
        self.text: str = says["text"]
        self.given = texts(says["given"], self.name)
        for each in (self.text, *self.given):
            entropy(self.model.ring, each)

    def establish(self, step: Step, prove: Prove) -> None:
        shannon(self.model.ring, self.text, self.given, step["derivations"], self.name)

    def refute(self, evidence: Step, point: Region) -> None:
        """A law under which the given measures vanish and that of the statement does not."""
        variables, atoms = entries(evidence, self.name, variables=list, atoms=list)
        names, law, total = texts(variables, self.name), dict[tuple[tuple[str, str], ...], Fraction](), Fraction(0)
        need(len(set(names)) == len(names) and len(atoms) <= 256, f"{self.name}: expected different variables")
        for atom in atoms:
            need(isinstance(atom, list) and len(atom) == 2, f"{self.name}: not an atom and its probability")
            values, chance = texts(atom[0], self.name), Fraction(number(atom[1]))
            key = tuple(sorted(zip(names, values)))
            need(len(values) == len(names) and chance > 0 and key not in law, f"{self.name}: not an atom")
            law[key] = chance
            total += chance
            self.model.ring.spend(weight(total) + len(names))
        need(total == 1, f"{self.name}: the probabilities do not sum to 1")
        ring = self.model.ring
        for text, wanted in ((self.text, False), *((each, True) for each in self.given)):
            parts, relation = entropy(ring, text)
            need(len(parts) == 1 and relation == "=" and parts[0][0] != 0, f"{self.name}: expected a measure = 0")
            need(frozenset().union(*parts[0][1]) <= set(names), f"{self.name}: a variable has no law")
            need(vanishes(ring, parts[0][1], law) == wanted, f"{self.name}: the law does not show it: {text}")

    def shown(self) -> str:
        return self.text + (f"  given {'; '.join(self.given)}" if self.given else "")


class Uses(Statement):
    """Another claim; what it says there is established by its own certificate."""

    keys = {"claim": str}

    def prepare(self, says: Step) -> None:
        self.claim: str = says["claim"]

    def grants(self, relations: Sequence[str]) -> bool:
        """Whether the region states these relations, in these words or others."""
        known = Known(self.region, ())
        try:
            for relation in [r for text in relations for r in self.model.relations(text)]:
                known.show(relation, self.name)
        except (Invalid, Undefined):
            return False
        return bool(relations)

    def shown(self) -> str:
        return f"uses {self.claim}  on {self.region.name}"


KINDS: dict[str, type[Statement]] = {
    "holds": Holds, "always": Always, "cover": Cover, "defined": Defined, "normalised": Normalised,
    "decodable": Decodable, "determined": Determined, "placed": Placed, "private": Private, "markov": Markov,
    "optimum": Optimum, "unique": Unique, "general": General, "entropy": Entropy, "uses": Uses,
}


# -- goals and certificates --------------------------------------------------------------------------------------------


class Goal:
    """A claim: its model, what holds, what fails, and under which conditions."""

    def __init__(self, value: Any) -> None:
        self.value = value
        (self.claim, self.title, self.verdict, names, tables, schemes, regions, proves, fails, conditions,
         corrects) = entries(
            value, "goal", claim=str, title=str, verdict=str, names=list, tables=dict, schemes=dict, regions=dict,
            proves=list, fails=list, conditions=list, corrects=list)
        need(re.fullmatch("[A-Za-z0-9][A-Za-z0-9_-]{0,99}", self.claim), f"claim: not a word: {self.claim[:40]!r}")
        need(self.title.isprintable(), "title: expected one line")
        self.given = regions
        self.model = Model(names, tables, schemes, regions)
        self.statements: dict[str, Statement] = {}
        for part, values in (("proves", proves), ("corrects", corrects)):
            for i, each in enumerate(values):
                self.statements[f"{part} {i}"] = self._statement(each, f"{part} {i}")
        self.fails: list[tuple[Statement, str]] = []
        self.witnesses: dict[int, str] = {}
        for i, each in enumerate(fails):
            statement, violates = entries(each, f"fails {i}", statement=dict, violates=str)
            self.fails.append((self._statement(statement, f"fails {i}"), violates))
        self.conditions: dict[str, list[str]] = {}
        self.where: dict[str, list[Relation]] = {}
        for each in conditions:
            text, where = entries(each, "conditions", text=str, where=list)
            need(text and text not in self.conditions, "conditions: expected different texts")
            self.conditions[text] = texts(where, "conditions")
            need(all(map(is_plain, where)), "conditions: expected relations without tables")   # other goals read them
            self.where[text] = [r for each in where for r in self.model.relations(each)]
        self._verdict(len(proves), len(corrects))

    def _statement(self, value: Any, name: str) -> Statement:
        kind = value.get("kind") if isinstance(value, dict) else None
        need(type(kind) is str and kind in KINDS, f"{name}: unknown kind of statement {str(kind)[:40]!r}")
        return KINDS[str(kind)](self.model, value, name)

    def _verdict(self, proves: int, corrects: int) -> None:
        """Whether what is stated is what the verdict means."""
        violated = {violates for _, violates in self.fails}
        inherited = any(isinstance(s, Uses) for s in self.statements.values())
        good = {
            "proved": proves and not self.fails and not self.conditions and not corrects,
            "conditional": proves and self.conditions and not corrects and violated <= self.conditions.keys()
            and (inherited or violated == self.conditions.keys()),
            "refuted": self.fails and violated == {""} and not self.conditions,
        }
        need(self.verdict in good, f"unknown verdict {self.verdict[:40]!r}")
        need(good[self.verdict], f"what is stated is not what {self.verdict} means")

    def uses(self) -> list[Uses]:
        return [s for s in self.statements.values() if isinstance(s, Uses)]


class Certificate:
    """A goal and the steps that establish it. Constructing one checks it all, but for what other claims say."""

    def __init__(self, data: bytes) -> None:
        form, version, goal, steps = entries(load(data), "file", format=str, version=int, goal=dict, steps=list)
        need(form == "onoff-certificate", "not a certificate of this tool")
        need(version == 1, f"unknown version {version}")
        try:
            self.goal = Goal(goal)
        except Undefined as reason:
            raise Invalid(f"goal: {reason}") from None
        self.facts: list[Fact | None] = []
        self.inhabited: set[str] = set()
        self.done: set[str] = set()
        self.regions = dict(self.goal.model.regions)
        for statement in self.goal.statements.values():
            self.regions.update({region.name: region for region in statement.regions()})
        for i, step in enumerate(steps):
            try:
                need(isinstance(step, dict) and type(step.get("kind")) is str, "expected an object with a kind")
                rule = self._rules.get(step["kind"], Certificate._statement)
                self.facts.append(rule(self, step))
            except (Invalid, Undefined) as reason:
                raise Invalid(f"step {i}: {reason}") from None
        self._complete()

    def _complete(self) -> None:
        for name, statement in self.goal.statements.items():
            need(isinstance(statement, Uses) or name in self.done, f"{name} is not established: {statement.shown()}")
            region = statement.region.name
            need(region in self.inhabited, f"{name}: no point of {region} is shown")
        for i, (statement, _) in enumerate(self.goal.fails):
            need(f"fails {i}" in self.done, f"fails {i} is not shown: {statement.shown()}")

    def region(self, name: str) -> Region:
        need(name in self.regions, f"there is no region {name[:60]!r}")
        return self.regions[name]

    def cited(self, step: Step) -> list[Fact]:
        found = []
        for i in step["cites"]:
            need(type(i) is int and 0 <= i < len(self.facts), f"cites {i}, which is no earlier step")
            fact = self.facts[i]
            if fact is None:
                raise Invalid(f"cites {i}, which states no fact")
            found.append(fact)
        return found

    # Each rule checks one kind of step and answers with the fact that it states, if any.

    def _sign(self, step: Step) -> Fact:
        _, name, value, relation, terms = entries(
            step, "sign", kind=str, region=str, polynomial=list, relation=str, terms=list)
        region, ring = self.region(name), self.goal.model.ring
        wanted = region.reduced(ring.poly(value, "sign"))
        need(relation in (">", ">="), f"sign: cannot show {relation[:10]!r}")
        total: Poly = {}
        strict = False
        for term in terms:
            need(isinstance(term, list) and len(term) == 2 and isinstance(term[1], list), "sign: not a term")
            weight, factor = number(term[0]), ring.constant(1)
            need(weight > 0, "sign: a weight is not positive")
            relations = []
            for i in term[1]:
                need(type(i) is int and 0 <= i < len(region.hypotheses), f"sign: there is no hypothesis {i}")
                hypothesis, sign = region.hypotheses[i]
                need(sign in (">", ">="), f"sign: hypothesis {i} is not an inequality")
                factor = ring.times(factor, hypothesis)
                relations.append(sign)
            strict = strict or all(sign == ">" for sign in relations)
            total = ring.add(total, factor, weight)
        need(total == wanted, f"sign: the sum is {ring.shown(total)}, not {ring.shown(wanted)}")
        need(strict or relation == ">=", "sign: no product is strict")
        return name, wanted, relation

    def _factors(self, step: Step) -> Fact:
        _, name, value, relation, constant, factors, _ = entries(
            step, "factors", kind=str, region=str, polynomial=list, relation=str, constant=str, factors=list,
            cites=list)
        region, ring = self.region(name), self.goal.model.ring
        known = Known(region, [fact for fact in self.cited(step) if fact[0] == name])
        wanted = region.reduced(ring.poly(value, "factors"))
        scale = number(constant)
        need(relation in (">", ">=", "!=") and scale, f"factors: cannot show {relation[:10]!r}")
        total, positive = ring.constant(scale), scale > 0
        for pair in factors:
            need(isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int and pair[1] > 0,
                 "factors: not a factor and its exponent")
            p, exponent = region.reduced(ring.poly(pair[0], "factors")), pair[1]
            total = ring.times(total, ring.power(p, exponent))
            if exponent % 2 == 0:
                need(relation == ">=" or known.has(p, "!="), f"factors: {ring.shown(p)} is not shown to be nonzero")
            elif relation == "!=":
                need(known.has(p, "!="), f"factors: {ring.shown(p)} is not shown to be nonzero")
            else:
                need(known.has(p, relation) or known.has(p, FLIP[relation]), f"factors: no sign of {ring.shown(p)}")
                positive = positive == known.has(p, relation)
        need(total == wanted, f"factors: the product is {ring.shown(total)}, not {ring.shown(wanted)}")
        need(positive or relation == "!=", "factors: the product is negative")
        return name, wanted, relation

    def _point(self, step: Step) -> None:
        _, name, at = entries(step, "point", kind=str, region=str, at=dict)
        region = self.region(name)
        need(region.contains(region.at(at, "point")), f"the point does not lie in {name}")
        self.inhabited.add(name)

    def _statement(self, step: Step) -> None:
        """A step that establishes a statement of the goal."""
        kind = step["kind"]
        name = f"{step.get('part')} {step.get('number')}"
        need(name in self.goal.statements and name not in self.done, f"{name[:40]}: no statement, or twice")
        statement = self.goal.statements[name]
        need(kind in statement.evidence, f"{name}: a {statement.value['kind']} is not shown by {kind[:40]!r}")
        entries(step, kind, kind=str, part=str, number=int, cites=list, **statement.evidence[kind])
        facts = self.cited(step)
        known = {region.name for region in statement.regions()}
        need(all(fact[0] in known for fact in facts), f"{name}: cites a fact about another region")
        statement.establish(step, lambda region: Known(region, [fact for fact in facts if fact[0] == region.name]))
        self.done.add(name)

    def _evaluation(self, step: Step) -> None:
        _, index, at, evidence = entries(step, "evaluation", kind=str, number=int, at=dict, shows=dict)
        name = f"fails {index}"
        need(0 <= index < len(self.goal.fails) and name not in self.done, f"{name}: no failure, or twice")
        statement, violates = self.goal.fails[index]
        point = statement.region.at(at, name)
        need(statement.region.contains(point), f"{name}: the point does not lie in {statement.region.name}")
        where = self.goal.where.get(violates, [])
        need(not where or not all(holds_at(point, r) for r in where), f"{name}: the condition holds at the point")
        statement.refute(dict(evidence), point)
        shown = [*at.items(), *(pair for key, value in evidence.items()
                                for pair in (value.items() if key == "choice" else [(key, _text(value))]))]
        place = ", ".join(f"{name} = {value}" for name, value in shown)
        self.goal.witnesses[index] = f" at {place[:200]}" if place else ""
        self.done.add(name)

    _rules: dict[str, Callable[[Certificate, Step], Fact | None]] = {
        "sign": _sign, "factors": _factors, "point": _point, "evaluation": _evaluation}


def conditions_passed_on(goal: Goal, others: Mapping[str, Goal]) -> None:
    """Each condition of a claim that is used is granted by the region of the use, or listed again."""
    own = {violates for _, violates in goal.fails}
    inherited = set()
    for use in goal.uses():
        for text, where in others[use.claim].conditions.items():
            if not use.grants(where):
                need(goal.conditions.get(text) == where,
                     f"{use.name}: the condition of {use.claim} is not passed on as it is: {text}")
                inherited.add(text)
    for text in goal.conditions:
        need(text in own or text in inherited, f"nothing fails, and nothing that is used needs, the condition {text}")


def judge(files: Mapping[str, bytes]) -> dict[str, tuple[str, str, Goal | None]]:
    """File → (valid, invalid or incomplete; why; what it states)."""
    found: dict[str, tuple[str, str, Goal | None]] = {}
    goals: dict[str, Goal] = {}
    owners: dict[str, str] = {}
    for path, data in files.items():
        try:
            goal = Certificate(data).goal
            need(goal.claim not in goals, f"another file is about {goal.claim[:60]}, too")
            goals[goal.claim], owners[goal.claim] = goal, path
            found[path] = "valid", "", goal
        except Invalid as reason:
            found[path] = "invalid", str(reason)[:400], None
        except Exception as error:      # nothing else is expected; whatever comes, the certificate is not accepted
            found[path] = "invalid", f"unexpected {type(error).__name__}", None
    settled: set[str] = set()
    while True:     # a claim is settled when all that it uses are: a circle never is
        more = {c for c, g in goals.items() if c not in settled and all(
            u.claim in settled and goals[u.claim].verdict != "refuted" for u in g.uses())}
        if not more:
            break
        for claim in sorted(more):
            try:
                conditions_passed_on(goals[claim], goals)
                settled.add(claim)
            except Invalid as reason:
                found[owners[claim]] = "invalid", str(reason)[:400], None
                del goals[claim]
    for claim, goal in goals.items():
        if claim not in settled:
            missing = [u.claim for u in goal.uses()
                       if u.claim not in settled or goals[u.claim].verdict == "refuted"]
            found[owners[claim]] = "incomplete", "it uses " + ", ".join(dict.fromkeys(missing)), goal
    return found


# -- the command -------------------------------------------------------------------------------------------------------


def report(path: str, answer: tuple[str, str, Goal | None], brief: bool) -> Iterator[str]:
    verdict, why, goal = answer
    if goal is None:
        yield f"{verdict}  {path}: {why}"
        return
    yield f"{verdict}  {goal.claim}: {goal.title} ({goal.verdict})" + (f": {why}" if why else "")
    if brief:
        return
    used = dict.fromkeys(s.region.name for s in (*goal.statements.values(), *(s for s, _ in goal.fails)))
    for name in used:
        given = "; ".join(goal.given[name]) or "no hypotheses"
        yield f"    region {name}: {given}"
    for name, statement in goal.statements.items():
        yield f"    {name.split()[0]}  {statement.shown()}"
    for i, (statement, violates) in enumerate(goal.fails):
        yield f"    fails  {statement.shown()}{goal.witnesses[i]}" + (f"  (violates: {violates})" if violates else "")
    for text, where in goal.conditions.items():
        yield f"    needs  {text}" + (f"  ({'; '.join(where)})" if where else "")


def main(arguments: Sequence[str], differs: Callable[[Any], str] | None = None) -> int:
    """0 if every file is valid, 1 if one is not, 2 for a wrong call. `differs` may object to a goal."""
    brief = "--brief" in arguments
    paths = [a for a in arguments if a != "--brief"]
    if not paths or any(path.startswith("-") for path in paths):
        print("usage: checker.py [--brief] FILE...", file=sys.stderr)
        return 2
    files: dict[str, bytes] = {}
    for path in paths:
        try:
            if os.path.exists(path) and not os.path.isfile(path):   # a pipe might never end
                raise OSError(0, "not a file")
            with open(path, "rb") as stream:
                files[path] = stream.read(MAX_BYTES + 1)
        except OSError as error:
            print(f"{path}: cannot be read: {error.strerror}", file=sys.stderr)
            return 2
    answers = judge(files)
    for path, (word, _, goal) in answers.items():
        why = differs(goal.value) if differs is not None and goal is not None and word != "invalid" else ""
        if why:
            answers[path] = "invalid", why, None
    for path, answer in answers.items():
        for line in report(path, answer, brief):
            line = "".join(c if c.isprintable() else "?" for c in line)
            print(line.encode(sys.stdout.encoding, "replace").decode(sys.stdout.encoding))
    counts = [sum(a[0] == word for a in answers.values()) for word in ("valid", "invalid", "incomplete")]
    noun = "certificate" if len(answers) == 1 else "certificates"
    print(f"{len(answers)} {noun}: {counts[0]} valid, {counts[1]} invalid, {counts[2]} incomplete")
    return 0 if counts[0] == len(answers) else 1


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:     # whoever read the answers has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
