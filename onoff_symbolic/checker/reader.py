"""Texts: what relations and expressions say, to be evaluated in a model. Nothing here judges.

Glossary (see polynomials.py, too)
    Relation    a quotient and how it compares with 0: >, >=, = or !=
    Env         where a text is evaluated: a model, and the labels and numbers of bound names
    Choice      bound names and their labels and numbers
    Said        a text that was read: a relation, or an expression
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .polynomials import (
    UNIT, ZERO, Invalid, Quotient, Work, added, constant, is_constant, need, plain, shown, total, variable)

if TYPE_CHECKING:
    from .language import Model

MAX_TEXT, MAX_NESTING, MAX_INSTANCES = 100_000, 30, 20_000
MAX_DIGITS = 4_000      # Python itself reads no more than 4300
MAX_SMALL = 9_999

T = TypeVar("T")
FUNCTIONS = {"H", "I", "law", "state", "history", "Pr"}
Index = str | int
Choice = dict[str, Index]
Relation = tuple[Quotient, str]
FLIP = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=", "!=": "!="}
WORD = re.compile("[A-Za-z_][A-Za-z0-9_]{0,99}")      # texts are made of many of them
LETTERS, DIGITS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"), frozenset("0123456789")
TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|[A-Za-z_][A-Za-z0-9_]*|\*\*|\.\.|->|<=|>=|!=|\S")
NOT_PLAIN = re.compile(r"\[|[A-Za-z0-9_]\s*\(|->|\bindep\b")
NONE: frozenset[str] = frozenset()
BESIDE = {"", "(", ")", "[", "]", *FLIP}


def is_plain(text: str) -> bool:
    """Whether it speaks of names and numbers alone, not of tables, schemes or entropies."""
    return NOT_PLAIN.search(text) is None


class Env:
    """Where a text is evaluated: a model, and the labels and numbers of bound names."""

    __slots__ = ("model", "bound")

    def __init__(self, model: Model, bound: dict[Any, Index]) -> None:
        self.model, self.bound = model, bound

    def number(self, word: Index) -> int:
        """What a number or a bound name stands for."""
        found = self.bound.get(word, word)
        if type(found) is not int:
            raise Invalid(f"{str(word)[:40]!r} is no name of this goal, or of no number", "name", about=str(word))
        return found

    def index(self, word: Index) -> Index:
        """What a label, a number or a bound name stands for."""
        found = self.bound.get(word, word)
        if type(found) is str and found not in self.model.labels:
            raise Invalid(f"expected a label or a bound name, found {found[:40]!r}")
        return found

    def bind(self, name: str, spans: Sequence[Span]) -> list[Index]:
        """A bound name means nothing else, so that no text can be read in two ways."""
        if name in self.bound or name in self.model.words:
            raise Invalid(f"expected a new name after for or sum, found {name[:40]!r}, which has a meaning already")
        found = spread(spans)
        if not {x for x in found if type(x) is str} <= self.model.labels:
            raise Invalid(f"expected labels of a table or an experiment for {name[:40]}, found another")
        return found


Expression = Callable[[Env], Quotient]
Span = Sequence[Index]


def integer(value: Quotient) -> int:
    found = value.top.get((), 0)
    if not is_constant(value.top) or value.bottom or found.denominator > 1:
        raise Invalid(f"expected an integer, found {shown(value.top)}")
    return int(found)


def spread(spans: Sequence[Span]) -> list[Index]:
    """Labels and numbers, each once."""
    found: list[Index] = []
    for span in spans:
        Work.spend(1 + len(span))
        found += span
    need(found and len({*found}) == len(found), "expected different values, found one twice, or none")
    return found


class Said(NamedTuple):
    """A text that was read: its bound names, its sides and the signs between them. An expression has one side."""

    ranges: list[tuple[str, list[Span]]]
    sides: list[Expression]
    signs: list[str]
    length: int

    def choices(self, model: Model) -> list[Choice]:
        """Every choice of the bound names; each will be evaluated."""
        env, count = Env(model, {}), 1
        values: dict[str, list[Index]] = {}
        for name, spans in self.ranges:
            values[name] = env.bind(name, spans)
            count *= len(values[name])
            need(count <= MAX_INSTANCES, "a statement has too many instances", "work")
            env.bound[name] = 0
        Work.spend(count * self.length)
        return [dict(zip(values, each)) for each in product(*values.values())]

    def relations(self, model: Model, choice: Choice) -> list[Relation]:
        env = Env(model, choice)
        sides = [side(env) for side in self.sides]
        return [(other - one, FLIP[sign]) if sign in ("<", "<=") else (one - other, sign)
                for one, sign, other in zip(sides, self.signs, sides[1:])]


class Reader:
    """Reads one text: what it says can then be evaluated in any model."""

    def __init__(self, text: str) -> None:
        self.text, self.depth, self.word, self.begins = text, 0, "", 0
        self.tokens: list[str] = [*TOKEN.findall(text), "", "", "", ""]
        self.go(0)

    def go(self, place: int) -> str:
        """To another word; the one that is left."""
        word, self.place, self.word = self.word, place, self.tokens[place]
        return word

    def take(self, *wanted: str) -> str:
        """The next word, one of these."""
        if self.word not in wanted:
            expected = {"": "the end", ",": "a comma"}.get(wanted[0], wanted[0])
            raise Invalid(f"expected {expected}, found {self.word or 'the end'} in {self.text[:60]!r}",
                          about=self.text)
        return self.go(self.place + 1)

    def name(self) -> str:
        return self.go(self.place + 1) if self.word[:1] in LETTERS else self.take("a name")

    def small(self, what: str = "a number") -> int:
        text = self.take(self.word if self.word[:1] in DIGITS else what)
        need(text.isdigit() and len(text) <= len(str(MAX_SMALL)), f"expected a small integer, found {text[:40]}")
        return int(text)

    def many(self, one: Callable[[], T], separator: str = ",") -> list[T]:
        found = [one()]
        while self.word == separator:
            self.go(self.place + 1)
            found.append(one())
        return found

    def after(self, mark: str, one: Callable[[], T], otherwise: T) -> T:
        """What follows the mark, if it stands here."""
        if self.word != mark:
            return otherwise
        self.take(mark)
        return one()

    def within(self, one: Callable[[], T], brackets: str = "()") -> T:
        """What stands in brackets."""
        self.take(brackets[0])
        found = self.nested(one)
        self.take(brackets[1])
        return found

    def nested(self, one: Callable[[], T]) -> T:
        self.depth += 1
        need(self.depth <= MAX_NESTING, "an expression is nested too deeply", "work")
        found = one()
        self.depth -= 1
        return found

    def said(self) -> Said:
        """`for x in A,B; t in 0..20: relation`, or an expression."""
        ranges: list[tuple[str, list[Span]]] = []
        signs: list[str] = []
        if self.word == "for":
            self.take("for")
            ranges = self.many(self.binding, ";")
            self.take(":")
            self.begins = self.place
        if self.listed():
            sides, signs = [self.vanishing(), lambda env: ZERO], ["="]
        else:
            sides = [self.sum()]
            while self.word in FLIP:
                signs.append(self.take(*FLIP))
                sides.append(self.sum())
        self.take("")
        return Said(ranges, sides, signs, 8 * len(self.tokens))

    def binding(self) -> tuple[str, list[Span]]:
        name = self.name()
        self.take("in")
        return name, self.many(self.span)

    def span(self) -> Span:
        """A label, a number or a range of numbers."""
        if self.word[:1] in LETTERS:
            return [self.name()]
        first = self.small("a label or a number")
        return range(first, self.after("..", self.small, first) + 1)

    def index(self) -> Index:
        return self.name() if self.word[:1] in LETTERS else self.small("a label or a number")

    # -- numbers

    def sum(self) -> Expression:
        terms = [self.product()]
        while self.word in ("+", "-"):
            terms.append(self.after("+", self.product, None) or self.product())
        first, sign = terms[0]
        return first if len(terms) == sign else lambda env: added([(term(env), sign) for term, sign in terms])

    def product(self) -> tuple[Expression, int]:
        """A product and its sign."""
        sign = 1
        while self.word == "-":
            self.go(self.place + 1)
            sign = -sign
        first = self.factor()
        rest: list[tuple[str, Expression]] = []
        while self.word == "*" or self.word == "/":
            rest.append((self.go(self.place + 1), self.factor()))

        def value(env: Env) -> Quotient:
            found = first(env)
            for operator, factor in rest:
                found = found * factor(env) if operator == "*" else found / factor(env)
            return found

        return value if rest else first, sign

    def factor(self) -> Expression:
        before, first = "" if self.place == self.begins else self.tokens[self.place - 1], self.word
        base = self.atom()
        if self.word == "mod":
            self.go(self.place + 1)
            modulus = self.small()      # nothing stands beside it, so that it cannot be read in two ways
            need(first == "(" and modulus and {before, self.word} <= BESIDE,
                 f"expected (a sum) mod a number > 0 in {self.text[:60]!r}")
            return lambda env: Quotient(constant(integer(base(env)) % modulus))
        if self.word != "**":
            return base
        self.go(self.place + 1)
        exponent = self.index()
        return lambda env: base(env).power(env.number(exponent))

    def atom(self) -> Expression:
        text = self.word
        if text[:1] in DIGITS:
            need(len(text) <= MAX_DIGITS, "a number is too long", "work")
            number = Quotient(constant(plain(Fraction(text) if "." in text else int(text))))
            self.go(self.place + 1)
            return lambda env: number
        if text == "(":
            return self.within(self.sum)
        if text == "[":
            return self.within(self.indicator, "[]")
        self.name()
        if text == "sum" and self.tokens[self.place + 1] == "in":
            return self.total()
        if self.word == "[":
            words = self.within(lambda: self.many(self.index), "[]")
            return lambda env: env.model.entry(text, [env.bound.get(w, w) for w in words] if env.bound else words)
        if self.word == "(":
            return self.within({"Pr": self.chance, "H": self.entropy, "I": self.information}.get(
                text, lambda: self.function(text)))

        def value(env: Env) -> Quotient:
            found = env.model.values.get(text)
            return Quotient(constant(env.number(text))) if found is None else found

        return value

    def side(self) -> Callable[[Env], Index]:
        """A label, a number or a bound name; else a sum that is an integer."""
        if self.tokens[self.place + 1] in ("", "=", "!=", "]"):
            word = self.index()
            return lambda env: env.index(word)
        found = self.sum()
        return lambda env: integer(found(env))

    def indicator(self) -> Expression:
        """[i = j] is 1 or 0."""
        left, sign, right = self.side(), self.take("=", "!="), self.side()
        return lambda env: UNIT if (left(env) == right(env)) == (sign == "=") else ZERO

    def function(self, name: str) -> Expression:
        """Of a scheme or process, which is no bound name: one sees of which a text speaks."""
        first, *words = self.many(self.index)
        return lambda env: env.model.function(name, [first, *[env.index(word) for word in words]])

    def chance(self) -> Expression:
        """Pr(experiment, A = a, B = b | C = c)."""
        experiment = self.name()
        self.take(",")
        event = self.many(self.equal)
        given: list[tuple[str, Index]] = self.after("|", lambda: self.many(self.equal), [])
        words = [word for word, _ in (*event, *given)]
        need(len({*words}) == len(words), f"a variable stands twice in {self.text[:60]!r}")
        return lambda env: env.model.experiment(experiment).chance(
            env.model, *({word: env.index(value) for word, value in each} for each in (event, given)))

    def equal(self) -> tuple[str, Index]:
        """A variable and its value, which may be negative."""
        word = self.name()
        self.take("=")
        sign = self.after("-", lambda: -1, 1)
        return word, self.index() if sign == 1 else -self.small()

    def total(self) -> Expression:
        """sum x in A,B: product."""
        name, spans = self.binding()
        self.take(":")
        start = self.place
        term, sign = self.nested(self.product)
        length = 8 * (self.place - start)

        def value(env: Env) -> Quotient:
            labels = env.bind(name, spans)
            Work.spend(length * len(labels))
            return added((term(Env(env.model, {**env.bound, name: label})), sign) for label in labels)

        return value

    # -- random variables

    def variables(self) -> frozenset[str]:
        return frozenset(self.many(self.name))

    def entropy(self) -> Expression:
        """H(A|C) is I(A;A|C)."""
        a = self.variables()
        return self.measure(a, a)

    def information(self) -> Expression:
        a = self.variables()
        self.take(";", ":")
        return self.measure(a, self.variables())

    def measure(self, a: frozenset[str], b: frozenset[str], c: frozenset[str] | None = None) -> Expression:
        """I(A;B|C) = H(A,C) + H(B,C) - H(A,B,C) - H(C). If C is None, it is read here."""
        c = self.after("|", self.variables, NONE) if c is None else c
        Work.spend(4 * (len(a) + len(b) + len(c)))
        every, parts = a | b | c, ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1))
        found = added([(variable(f"H({','.join(sorted(names))})"), sign) for names, sign in parts if names])

        def value(env: Env) -> Quotient:
            bound, model = env.bound, env.model
            if not (every.isdisjoint(bound) and every.isdisjoint(model.values) and every.isdisjoint(model.variables)):
                raise Invalid("a random variable is no name, and none of an experiment")
            return ZERO if model.still else found

        return value

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
            return self.measure(lists[0], lists[0], self.within(self.variables))
        lists += self.many(self.variables, sign)
        need(sign == "indep" or len(lists) > 2, f"expected X -> Y -> Z, found two lists in {self.text[:60]!r}")
        given = self.after("|", self.variables, NONE) if sign == "indep" else None
        parts = [self.measure(frozenset().union(*lists[:k]), lists[k], lists[k - 1] if given is None else given)
                 for k in range(1, len(lists))]
        return lambda env: total(part(env) for part in parts)


@lru_cache(maxsize=2_000)
def _read(text: str) -> tuple[Said, int]:
    """What a text says, and the work that it takes to read, which is not counted here."""
    before, said = Work.done, Reader(text).said()
    cost, Work.done = 8 * len(text) + Work.done - before, before
    return said, cost


def read(text: str) -> Said:
    """What a text says. Short texts are read once, and cost the same each time."""
    if len(text) < 1_000:
        said, cost = _read(text)
        Work.spend(cost)
        return said
    need(len(text) <= MAX_TEXT, "a text is too long", "work")
    Work.spend(8 * len(text))
    return Reader(text).said()


def expression(text: str) -> Expression:
    said = read(text)
    if said.ranges or said.signs:
        raise Invalid(f"expected an expression, found {text[:60]!r}")
    return said.sides[0]
