"""Walks the words of a text, for `terms.Writer` alone; both go with the emission of proofs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from ..checker.meaning import Env, Expression, integer
from ..checker.polynomials import UNIT, ZERO, Invalid, Quotient, Work, added, constant, need, plain
from ..checker.syntax import (
    BESIDE_MOD, DIGITS, LETTERS, MAX_DIGITS, MAX_NESTING, MAX_SMALL, TOKEN, Index, Range, Span)

T = TypeVar("T")


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
            need(first == "(" and modulus and {before, self.word} <= BESIDE_MOD,
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
            return self.within(lambda: self.function(text))

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

    def total(self) -> Expression:
        """sum x in A,B: product."""
        name, spans = self.binding()
        self.take(":")
        start = self.place
        term, sign = self.nested(self.product)
        length = 8 * (self.place - start)

        def value(env: Env) -> Quotient:
            labels = env.values(Range(name, tuple(spans)))
            Work.spend(length * len(labels))
            return added((term(Env(env.model, {**env.bound, name: label})), sign) for label in labels)

        return value
