"""Texts: what relations and expressions say, to be evaluated in a model. Nothing here judges.

Glossary (see polynomials.py, too)
    Relation    (Quotient, sign, Quotient)
    Env         where a text is evaluated: a model, and the labels and numbers of bound names
    Choice      bound names and their labels
    Said        a relation that was read
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from .polynomials import UNIT, ZERO, Invalid, Poly, Quotient, Work, add, added, constant, need, negative, plain

if TYPE_CHECKING:
    from .language import Model

MAX_TEXT, MAX_NESTING, MAX_INSTANCES = 100_000, 30, 20_000
MAX_DIGITS = 4_000      # Python itself reads no more than 4300
MAX_SMALL = 9_999

FUNCTIONS = {"H", "I", "law", "state", "history", "Pr"}
Index = str | int
Choice = dict[str, Index]
Relation = tuple[Quotient, str, Quotient]
FLIP = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=", "!=": "!="}
WORD = re.compile("[A-Za-z_][A-Za-z0-9_]*")
TOKEN = re.compile(r"([0-9]+(?:\.[0-9]+)?)|([A-Za-z_][A-Za-z0-9_]*)|(\*\*|\.\.|->|<=|>=|!=|[-+*/()\[\],;:=<>|])|(\S)")
TOKENS = ("", "number", "name", "symbol", "unknown")


def is_plain(text: str) -> bool:
    """Whether it speaks of names and numbers alone, not of tables, schemes or entropies."""
    return re.search(r"\[|[A-Za-z0-9_]\s*\(|->|\bindep\b", text) is None


class Env:
    """Where a text is evaluated: a model, and the labels and numbers of bound names."""

    __slots__ = ("model", "bound")

    def __init__(self, model: Model, bound: Choice) -> None:
        self.model, self.bound = model, bound

    def value(self, name: str) -> Quotient:
        if name in self.model.values:
            return self.model.values[name]
        value = self.bound.get(name)
        if type(value) is not int:
            raise Invalid(f"{name[:40]!r} is no name of this goal")
        return Quotient(constant(value))

    def index(self, name: str) -> Index:
        if name in self.bound:
            return self.bound[name]
        return self.label(name)

    def label(self, name: str) -> str:
        if name not in self.model.labels:
            raise Invalid(f"{name[:40]!r} is no label of this goal")
        return name

    def bind(self, name: str, ranges: Sequence[Span]) -> list[Index]:
        """A bound name means nothing else, so that no text can be read in two ways."""
        need(name not in self.bound and name not in self.model.words, f"{name[:40]!r} has a meaning already")
        found: list[Index] = []
        for first, last in ranges:
            Work.spend(1 + (int(last) - first if type(first) is int and int(last) > first else 0))
            found += range(first, int(last) + 1) if type(first) is int else [self.label(str(first))]
        need(found and len(set(found)) == len(found), f"{name[:40]} takes a value twice, or none")
        return found


Expression = Callable[[Env], Quotient]
Position = Callable[[Env], Index]
Span = tuple[Index, Index]


class Said:
    """A relation that was read: its bound names, its sides and the signs between them."""

    def __init__(self, ranges: list[tuple[str, list[Span]]], sides: list[Expression], signs: list[str],
                 length: int) -> None:
        self.ranges, self.sides, self.signs, self.length = ranges, sides, signs, length

    def choices(self, model: Model) -> list[Choice]:
        """Every choice of the bound names; each will be evaluated."""
        if not self.ranges:
            Work.spend(self.length)
            return [{}]
        env, found = Env(model, {}), list[list[Index]]()
        for name, spans in self.ranges:
            found.append(env.bind(name, spans))
            env.bound[name] = 0
        count = prod(map(len, found))
        need(count <= MAX_INSTANCES, "a statement has too many instances", "work")
        Work.spend(count * self.length)
        return [dict(zip(env.bound, labels)) for labels in product(*found)]

    def relations(self, model: Model, choice: Choice) -> list[Relation]:
        env = Env(model, choice)
        sides = [side(env) for side in self.sides]
        return list(zip(sides, self.signs, sides[1:]))


class Reader:
    """Reads one text: what it says can then be evaluated in any model."""

    def __init__(self, text: str) -> None:
        self.text, self.place, self.depth = text, 0, 0
        self.tokens = [(TOKENS[match.lastindex or 0], match[0]) for match in TOKEN.finditer(text)]
        self.tokens += [("end", ""), ("end", "")]

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.place + ahead][1]

    def take(self, *wanted: str) -> str:
        kind, text = self.tokens[self.place]
        if text not in wanted and kind not in wanted:
            raise Invalid(f"expected {wanted[0]}, found {text or 'the end'} in {self.text[:60]!r}")
        self.place += kind != "end"
        return text

    def many(self, one: Callable[[], Any], separator: str = ",") -> list[Any]:
        found = [one()]
        while self.peek() == separator:
            self.take(separator)
            found.append(one())
        return found

    def said(self) -> Said:
        """`for x in A,B; t in 0..20: relation`."""
        ranges: list[tuple[str, list[Span]]] = []
        if self.peek() == "for":
            self.take("for")
            ranges = self.many(self.binding, ";")
            self.take(":")
        listed = self.listed()
        sides, signs = ([self.vanishing(), lambda env: ZERO], ["="]) if listed else ([self.sum()], list[str]())
        while not listed and self.peek() in FLIP:
            signs.append(self.take(*FLIP))
            sides.append(self.sum())
        need(signs, f"expected a relation in {self.text[:60]!r}")
        self.take("end")
        return Said(ranges, sides, signs, 8 * len(self.tokens))

    def listed(self) -> bool:
        """Whether a list of random variables comes: X,Y -> Z -> W, X indep Y or Y = f(X)."""
        end = self.place
        while self.tokens[end][0] == "name" and self.tokens[end + 1][1] == ",":
            end += 2
        kinds, words = zip(*self.tokens[end:end + 4], *[("end", "")] * 4)
        function = kinds[2] == "name" and words[3] == "(" and words[2] not in FUNCTIONS
        return kinds[0] == "name" and (words[1] in ("->", "indep") or words[1] == "=" and function)

    def vanishing(self) -> Expression:
        """What is zero: of a Markov chain Σ I(past;next|present), of independent lists Σ I(past;next|given), of a
        function H(its value|its arguments)."""
        lists, given = [self.variables()], frozenset[str]()
        sign = self.take("->", "indep", "=")
        if sign == "=":
            self.take("name")
            self.take("(")
            found = self.measured(lists[0], lists[0], self.variables())
            self.take(")")
            return found
        lists += self.many(self.variables, sign)
        if sign == "indep" and self.peek() == "|":
            self.take("|")
            given = self.variables()
        need(sign == "indep" or len(lists) > 2, f"expected X -> Y -> Z, found two lists in {self.text[:60]!r}")
        pairs = [(k, given) for k in range(1, len(lists))] if sign == "indep" else [
            (k + 1, lists[k]) for k in range(1, len(lists) - 1)]
        parts = [self.measured(frozenset().union(*lists[:k]) - now, lists[k], now) for k, now in pairs]
        return lambda env: added([(part(env), 1) for part in parts])

    def expression(self) -> Expression:
        found = self.sum()
        self.take("end")
        return found

    def binding(self) -> tuple[str, list[Span]]:
        name = self.take("name")
        self.take("in")
        return name, self.many(self.span)

    def span(self) -> Span:
        """A label, a number or a range of numbers."""
        if self.tokens[self.place][0] == "name":
            return self.take("name"), ""
        first = last = self.small()
        if self.peek() == "..":
            self.take("..")
            last = self.small()
        return first, last

    def small(self) -> int:
        text = self.take("number")
        need(text.isdigit() and len(text) <= len(str(MAX_SMALL)), f"expected a small integer, found {text[:40]}")
        return int(text)

    def index(self) -> Position:
        if self.tokens[self.place][0] == "number":
            value = self.small()
            return lambda env: value
        name = self.take("name")
        return lambda env: env.index(name)

    def deeper(self) -> None:
        self.depth += 1
        need(self.depth <= MAX_NESTING, "an expression is nested too deeply", "work")

    def sum(self) -> Expression:
        self.deeper()
        terms = [(self.product(), 1)]
        while self.peek() in ("+", "-"):
            sign = 1 if self.take("+", "-") == "+" else -1
            terms.append((self.product(), sign))
        self.depth -= 1
        return (lambda env: added([(term(env), sign) for term, sign in terms])) if len(terms) > 1 else terms[0][0]

    def product(self) -> Expression:
        turned = False
        while self.peek() == "-":
            self.take("-")
            turned = not turned
        first, rest = self.factor(), list[tuple[Expression, bool]]()
        while self.peek() in ("*", "/"):
            over = self.take("*", "/") == "/"
            rest.append((self.factor(), over))

        def value(env: Env) -> Quotient:
            found = first(env)
            for factor, over in rest:
                found = found / factor(env) if over else found * factor(env)
            return Quotient(negative(found.top), found.bottom) if turned else found

        return value if rest or turned else first

    def factor(self) -> Expression:
        base = self.atom()
        if self.peek() != "**":
            return base
        self.take("**")
        exponent, text = self.index(), self.text[:60]

        def value(env: Env) -> Quotient:
            times = exponent(env)
            if type(times) is not int:
                raise Invalid(f"expected an integer exponent in {text!r}")
            return base(env).power(times)

        return value

    def atom(self) -> Expression:
        kind, text = self.tokens[self.place]
        if kind == "number":
            self.take("number")
            need(len(text) <= MAX_DIGITS, "a number is too long", "work")
            number = Quotient(constant(plain(Fraction(text) if "." in text else int(text))))
            return lambda env: number
        if text == "(":
            self.take("(")
            found = self.sum()
            self.take(")")
            return found
        if text == "[":     # [i = j] is 1 or 0
            self.take("[")
            left, sign, right = self.index(), self.take("=", "!="), self.index()
            self.take("]")
            return lambda env: UNIT if (left(env) == right(env)) == (sign == "=") else ZERO
        self.take("name")
        if text == "sum" and self.peek(1) == "in":
            return self.total()
        if self.peek() == "[":
            self.take("[")
            places = self.many(self.index)
            self.take("]")
            return lambda env: env.model.entry(text, [place(env) for place in places])
        if self.peek() == "(":
            self.take("(")
            found = self.measure(text) if text in ("H", "I") else self.chance() if text == "Pr" else self.function(text)
            self.take(")")
            return found
        return lambda env: env.value(text)

    def function(self, name: str) -> Expression:
        places = self.many(self.index)
        return lambda env: env.model.function(name, [place(env) for place in places])

    def chance(self) -> Expression:
        """Pr(experiment, A = a, B = b | C = c)."""
        experiment, given = self.take("name"), list[tuple[str, Position]]()
        self.take(",")
        event = self.many(self.equal)
        if self.peek() == "|":
            self.take("|")
            given = self.many(self.equal)
        words = [word for word, _ in (*event, *given)]
        need(len({*words}) == len(words), f"a variable stands twice in {self.text[:60]!r}")
        return lambda env: env.model.chance(experiment, *({word: value(env) for word, value in each}
                                                          for each in (event, given)))

    def equal(self) -> tuple[str, Position]:
        """A variable and its value, which may be negative."""
        word = self.take("name")
        self.take("=")
        if self.peek() != "-":
            return word, self.index()
        self.take("-")
        value = -self.small()
        return word, lambda env: value

    def total(self) -> Expression:
        name, spans = self.binding()
        self.take(":")
        self.deeper()
        start = self.place
        term = self.product()
        length = 8 * (self.place - start)
        self.depth -= 1

        def value(env: Env) -> Quotient:
            found = []
            for label in env.bind(name, spans):
                Work.spend(length)
                env.bound[name] = label
                found.append((term(env), 1))
            del env.bound[name]
            return added(found)

        return value

    def measure(self, kind: str) -> Expression:
        """I(A;B|C) = H(A,C) + H(B,C) - H(A,B,C) - H(C); H(A|C) is I(A;A|C)."""
        a = b = self.variables()
        if kind == "I":
            self.take(";", ":")
            b = self.variables()
        c: frozenset[str] = frozenset()
        if self.peek() == "|":
            self.take("|")
            c = self.variables()
        return self.measured(a, b, c)

    @staticmethod
    def measured(a: frozenset[str], b: frozenset[str], c: frozenset[str]) -> Expression:
        found: Poly = {}
        for names, sign in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
            if names:
                found = add(found, {(f"H({','.join(sorted(names))})",): sign})

        measured, variables = Quotient(found), a | b | c

        def value(env: Env) -> Quotient:
            need(variables.isdisjoint(env.bound) and variables.isdisjoint({*env.model.names, *env.model.variables}),
                 "a random variable is no name, and none of an experiment")
            return ZERO if env.model.still else measured

        return value

    def variables(self) -> frozenset[str]:
        return frozenset(self.many(lambda: self.take("name")))


@lru_cache(maxsize=2_000)
def _short(text: str, relation: bool) -> Any:
    return Reader(text).said() if relation else Reader(text).expression()


def read(text: str, relation: bool) -> Any:
    """What a text says, as a relation or as an expression. Short texts are read once."""
    need(len(text) <= MAX_TEXT, "a text is too long", "work")
    Work.spend(8 * len(text))
    if len(text) < 1_000:
        return _short(text, relation)
    return Reader(text).said() if relation else Reader(text).expression()
