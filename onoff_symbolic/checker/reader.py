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
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any, TypeVar

from .polynomials import UNIT, ZERO, Invalid, Poly, Quotient, Work, add, constant, need, plain, total

if TYPE_CHECKING:
    from .language import Model

MAX_TEXT, MAX_NESTING, MAX_INSTANCES = 100_000, 30, 20_000
MAX_DIGITS = 4_000      # Python itself reads no more than 4300
MAX_SMALL = 9_999

T = TypeVar("T")
FUNCTIONS = {"H", "I", "law", "state", "history", "Pr"}
Index = str | int
Choice = dict[str, Index]
Relation = tuple[Quotient, str, Quotient]
FLIP = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=", "!=": "!="}
WORD = re.compile("[A-Za-z_][A-Za-z0-9_]*")
LETTERS, DIGITS = frozenset(ascii_letters + "_"), frozenset(digits)
TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|[A-Za-z_][A-Za-z0-9_]*|\*\*|\.\.|->|<=|>=|!=|\S")


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

    def index(self, word: Index) -> Index:
        """What a label, a number or a bound name stands for."""
        if type(word) is int:
            return word
        return self.bound[str(word)] if word in self.bound else self.label(str(word))

    def entry(self, key: tuple[Index, ...]) -> Quotient:
        """A table and its indices: the entry."""
        if self.bound:
            key = (key[0], *[self.index(word) for word in key[1:]])
        found = self.model.cells.get(key)
        return self.model.entry(str(key[0]), [self.index(word) for word in key[1:]]) if found is None else found

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
        self.text, self.depth = text, 0
        self.tokens: list[str] = [*TOKEN.findall(text), "", "", "", ""]
        self.go(0)

    def go(self, place: int) -> None:
        self.place, self.word = place, self.tokens[place]

    def take(self, *wanted: str) -> str:
        """The next word, one of these."""
        word = self.word
        if word not in wanted:
            raise Invalid(f"expected {wanted[0] or 'the end'}, found {word or 'the end'} in {self.text[:60]!r}")
        self.place += 1
        self.word = self.tokens[self.place]
        return word

    def name(self) -> str:
        return self.take(self.word if self.word[:1] in LETTERS else "a name")

    def small(self) -> int:
        text = self.take(self.word if self.word[:1] in DIGITS else "a number")
        need(text.isdigit() and len(text) <= len(str(MAX_SMALL)), f"expected a small integer, found {text[:40]}")
        return int(text)

    def many(self, one: Callable[[], T], separator: str = ",") -> list[T]:
        found = [one()]
        while self.word == separator:
            self.take(separator)
            found.append(one())
        return found

    def after(self, mark: str, one: Callable[[], T], otherwise: T) -> T:
        """What follows the mark, if it stands here."""
        if self.word != mark:
            return otherwise
        self.take(mark)
        return one()

    def nested(self, one: Callable[[], T]) -> T:
        self.depth += 1
        need(self.depth <= MAX_NESTING, "an expression is nested too deeply", "work")
        found = one()
        self.depth -= 1
        return found

    def within(self, one: Callable[[], T], brackets: str = "()") -> T:
        """What stands in brackets."""
        self.take(brackets[0])
        found = self.nested(one)
        self.take(brackets[1])
        return found

    def said(self) -> Said:
        """`for x in A,B; t in 0..20: relation`."""
        ranges = list[tuple[str, list[Span]]]()
        if self.word == "for":
            self.take("for")
            ranges = self.many(self.binding, ";")
            self.take(":")
        listed = self.listed()
        sides, signs = ([self.vanishing(), lambda env: ZERO], ["="]) if listed else ([self.sum()], list[str]())
        while not listed and self.word in FLIP:
            signs.append(self.take(*FLIP))
            sides.append(self.sum())
        need(signs, f"expected a relation in {self.text[:60]!r}")
        self.take("")
        return Said(ranges, sides, signs, 8 * len(self.tokens))

    def expression(self) -> Expression:
        found = self.sum()
        self.take("")
        return found

    def binding(self) -> tuple[str, list[Span]]:
        name = self.name()
        self.take("in")
        return name, self.many(self.span)

    def span(self) -> Span:
        """A label, a number or a range of numbers."""
        if self.word[:1] in LETTERS:
            return self.name(), ""
        first = self.small()
        return first, self.after("..", self.small, first)

    def index(self) -> Index:
        return self.name() if self.word[:1] in LETTERS else self.small()

    # -- numbers

    def sum(self) -> Expression:
        terms = [self.product()]
        while self.word in ("+", "-"):
            self.after("+", lambda: None, None)
            terms.append(self.product())
        return (lambda env: total([term(env) for term in terms])) if len(terms) > 1 else terms[0]

    def product(self) -> Expression:
        turned = False
        while self.word == "-":
            self.take("-")
            turned = not turned
        first, rest = self.factor(), list[tuple[Expression, bool]]()
        while self.word in ("*", "/"):
            over = self.take("*", "/") == "/"
            rest.append((self.factor(), over))

        def value(env: Env) -> Quotient:
            found = first(env)
            for factor, over in rest:
                found = found / factor(env) if over else found * factor(env)
            return -found if turned else found

        return value if rest or turned else first

    def factor(self) -> Expression:
        base = self.atom()
        if self.word != "**":
            return base
        self.take("**")
        exponent, text = self.index(), self.text[:60]

        def value(env: Env) -> Quotient:
            times = env.index(exponent)
            if type(times) is not int:
                raise Invalid(f"expected an integer exponent in {text!r}")
            return base(env).power(times)

        return value

    def atom(self) -> Expression:
        text = self.word
        if text[:1] in DIGITS:
            need(len(text) <= MAX_DIGITS, "a number is too long", "work")
            number = Quotient(constant(plain(Fraction(text) if "." in text else int(text))))
            self.take(text)
            return lambda env: number
        if text == "(":
            return self.within(self.sum)
        if text == "[":
            return self.within(self.indicator, "[]")
        self.name()
        if text == "sum" and self.tokens[self.place + 1] == "in":
            return self.total()
        if self.word == "[":
            key = (text, *self.within(lambda: self.many(self.index), "[]"))
            return lambda env: env.entry(key)
        if self.word == "(":
            return self.within({"H": self.entropy, "I": self.information, "Pr": self.chance}.get(
                text, lambda: self.function(text)))
        return lambda env: env.value(text)

    def indicator(self) -> Expression:
        """[i = j] is 1 or 0."""
        left, sign, right = self.index(), self.take("=", "!="), self.index()
        return lambda env: UNIT if (env.index(left) == env.index(right)) == (sign == "=") else ZERO

    def function(self, name: str) -> Expression:
        """Of a scheme or process, which is no bound name: one sees of which a text speaks."""
        first, *words = self.many(self.index)
        return lambda env: env.model.function(name, [first, *[env.index(word) for word in words]])

    def chance(self) -> Expression:
        """Pr(experiment, A = a, B = b | C = c)."""
        experiment = self.name()
        self.take(",")
        event = self.many(self.equal)
        given = self.after("|", lambda: self.many(self.equal), list[tuple[str, Index]]())
        words = [word for word, _ in (*event, *given)]
        need(len({*words}) == len(words), f"a variable stands twice in {self.text[:60]!r}")
        return lambda env: env.model.experiment(experiment).chance(
            env.model, *({word: env.index(value) for word, value in each} for each in (event, given)))

    def equal(self) -> tuple[str, Index]:
        """A variable and its value, which may be negative."""
        word = self.name()
        self.take("=")
        if self.word != "-":
            return word, self.index()
        self.take("-")
        return word, -self.small()

    def total(self) -> Expression:
        """sum x in A,B: product."""
        name, spans = self.binding()
        self.take(":")
        start = self.place
        term = self.nested(self.product)
        length = 8 * (self.place - start)

        def value(env: Env) -> Quotient:
            found = []
            for label in env.bind(name, spans):
                Work.spend(length)
                env.bound[name] = label
                found.append(term(env))
            del env.bound[name]
            return total(found)

        return value

    # -- random variables

    def variables(self) -> frozenset[str]:
        return frozenset(self.many(self.name))

    def given(self) -> frozenset[str]:
        return self.after("|", self.variables, frozenset())

    def entropy(self) -> Expression:
        """H(A|C) is I(A;A|C)."""
        a = self.variables()
        return measure(a, a, self.given())

    def information(self) -> Expression:
        a = self.variables()
        self.take(";", ":")
        return measure(a, self.variables(), self.given())

    def listed(self) -> bool:
        """Whether a list of random variables comes: X,Y -> Z -> W, X indep Y or Y = f(X)."""
        end = self.place
        while self.tokens[end][:1] in LETTERS and self.tokens[end + 1] == ",":
            end += 2
        word, sign, value, bracket = self.tokens[end:end + 4]
        function = value[:1] in LETTERS and bracket == "(" and value not in FUNCTIONS
        return word[:1] in LETTERS and (sign in ("->", "indep") or sign == "=" and function)

    def vanishing(self) -> Expression:
        """What is zero: of a Markov chain Σ I(past;next|present), of independent lists Σ I(past;next|given), of a
        function H(its value|its arguments)."""
        lists, sign = [self.variables()], self.take("->", "indep", "=")
        if sign == "=":
            self.name()
            return measure(lists[0], lists[0], self.within(self.variables))
        lists += self.many(self.variables, sign)
        given = self.given() if sign == "indep" else frozenset[str]()
        need(sign == "indep" or len(lists) > 2, f"expected X -> Y -> Z, found two lists in {self.text[:60]!r}")
        pairs = [(k, given) for k in range(1, len(lists))] if sign == "indep" else [
            (k + 1, lists[k]) for k in range(1, len(lists) - 1)]
        parts = [measure(frozenset().union(*lists[:k]) - now, lists[k], now) for k, now in pairs]
        return lambda env: total([part(env) for part in parts])


def measure(a: frozenset[str], b: frozenset[str], c: frozenset[str]) -> Expression:
    """I(A;B|C) = H(A,C) + H(B,C) - H(A,B,C) - H(C)."""
    Work.spend(4 * (len(a) + len(b) + len(c)))
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
