"""Expressions and hypotheses that somebody else wrote, read by the checker's reader. No code runs; the work is bounded.

    parse("(1 - α)^2/β").build(field)     an element of the field, and what was divided by
    parse_relations("0 <= alpha < 1")     [(left, "<=", right), …]

What people type is respelled first, and faults have the column where they typed it: ^ for **, · and × for *, −
for -, ≤, ≥, ≠ and ==, Greek letters for their names (α is alpha), .2 for 0.2, +a for a, and a**-2 for (1/a)**2.
Decimals are exact, a sign binds weaker than a product, and every divisor is kept: a quotient that cancels in the field
(a*b/a) is still undefined where its divisor is zero.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field as attribute
from fractions import Fraction
from typing import Any

from ..checker.syntax import MAX_NESTING, Name, Node, Number, Power, Product, Sum, Text, nodes
from ..errors import InputError
from .field import Element, Field
from .spelling import Mistyped, Word, read, typed_words

MAX_LENGTH = 1_000
MAX_EXPONENT = 30
MAX_DIGITS = 60
MAX_DEGREE = 60
MAX_TERMS = 600
MAX_BITS = 4_000

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*|[α-ω][0-9_]*)"
    r"|(?P<relation><=|>=|==|!=|=>|=<|<|>|=|[≤≥≠])|(?P<symbol>\*\*|[-+*/()^·×−])|(?P<end>$))"
)
_MEANT = {"^": "**", "·": "*", "×": "*", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
_SWAPPED = {"=>": ">=", "=<": "<="}
_EXPECTED = {
    "a name": "a number, a name or '('",
    "the end": "an operator or the end",
    ")": "')' or an operator",
}


def plain_name(name: str) -> str:
    """Return a name in ASCII: a Greek letter at its beginning is spelt out, α as alpha and α_1 as alpha_1."""
    if not "α" <= name[:1] <= "ω":
        return name
    spelt = (
        unicodedata.name(name[0]).removeprefix("GREEK SMALL LETTER ").removeprefix("FINAL ").lower()
    )
    return ("lambda" if spelt == "lamda" else spelt) + name[1:]


# -- respelling --------------------------------------------------------------------------------------------------------


def _meant(typed: str) -> str:
    return f"0{typed}" if typed.startswith(".") else _MEANT.get(typed, plain_name(typed))


def _respelled(text: str) -> list[Word]:
    """Return the words of a text, without leading signs +, and with (1/a)**2 for a**-2."""
    words: list[Word] = []
    depth = 0
    typed = iter(typed_words(text, _TOKEN, _meant))
    for word in typed:
        depth += {"(": 1, ")": -1}.get(word.text, 0)
        before = words[-1] if words else None
        _check_word(word, before, depth)
        if word.text == "**" and before is not None:
            exponent = next(typed)
            if exponent.text == "-":
                words = _last_inverted(words)
                exponent = next(typed)
            _check_exponent(exponent)
            words += [word, exponent]
        elif word.text != "+" or not (
            before is None or before.text == "(" or before.kind == "relation"
        ):
            words.append(word)
    return words


def _check_word(word: Word, before: Word | None, depth: int) -> None:
    """Raise Mistyped for a word that is too long, nested too deeply, or a function."""
    if depth > MAX_NESTING:
        raise Mistyped(word, f"at most {MAX_NESTING} nested parentheses")
    if len(word.text) > MAX_DIGITS:
        raise Mistyped(word, f"a {word.kind} of at most {MAX_DIGITS} characters")
    if word.text == "(" and before is not None and before.kind == "name":
        raise Mistyped(
            word, "an operator or the end", "there are no functions: use + - * / ** and numbers"
        )
    if word.text in _SWAPPED:
        raise Mistyped(word, "a comparison", f"did you mean {_SWAPPED[word.text]}?")


def _check_exponent(word: Word) -> None:
    if (
        word.kind != "number"
        or "." in word.text
        or len(word.text) > 3
        or int(word.text) > MAX_EXPONENT
    ):
        raise Mistyped(word, f"an integer exponent of at most {MAX_EXPONENT}")


def _last_inverted(words: list[Word]) -> list[Word]:
    """Return the words with (1/a) in place of the last factor a: a word, or what is in brackets."""
    start, depth = len(words), 0
    while start == len(words) or depth > 0 and start > 0:
        start -= 1
        depth += {")": 1, "(": -1}.get(words[start].text, 0)
    column = words[start].column
    opening = [Word("symbol", sign, column, sign) for sign in "(1/"]
    return [*words[:start], *opening, *words[start:], Word("symbol", ")", column, ")")]


def _read(text: str) -> tuple[list[Word], Text]:
    """Return the words and the tree of a text; a fault is an InputError at its column."""
    if len(text) > MAX_LENGTH:
        raise InputError(f"expected at most {MAX_LENGTH} characters, found {len(text)}")
    try:
        words = _respelled(text)
        return words, read(words)
    except Mistyped as fault:
        raise _refused(fault, text) from None


def _refused(fault: Mistyped, text: str) -> InputError:
    return fault.in_text(text, _EXPECTED.get(fault.expected, fault.expected))


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


# -- expressions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Expression:
    """A sum, product, quotient or power of numbers and names."""

    text: str
    node: Any

    def uses(self) -> Counter[str]:
        """Return how often each parameter occurs, in order of appearance."""
        return Counter(node.word for node in nodes(self.node) if isinstance(node, Name))

    def names(self) -> tuple[str, ...]:
        """Return the parameters that occur, each once, in order of appearance."""
        return tuple(self.uses())

    def build(self, field: Field) -> Built:
        """Return the expression as an element of a field that has its names, together with its divisors."""
        builder = _Builder(self.text, field)
        element = builder.build(self.node)
        divisors = dict.fromkeys(divisor.numerator for divisor in builder.divisors)
        return Built(element, tuple(divisor for divisor in divisors if not divisor.is_constant))


@dataclass(frozen=True)
class Built:
    """An element, and the polynomials by which it divides."""

    element: Element
    divisors: tuple[Element, ...]


@dataclass
class _Builder:
    """A visitor of the tree: elements of a field. What is divided by is kept."""

    text: str
    field: Field
    divisors: list[Element] = attribute(default_factory=list)

    def build(self, node: Node) -> Element:
        if type(node) not in _BUILD:
            raise InputError(
                f"expected sums, products and powers of numbers and names in {_shown(self.text)}"
            )
        return _BUILD[type(node)](self, *node)

    def number(self, value: int | Fraction, written: str) -> Element:
        return self.field(value)

    def name(self, word: str) -> Element:
        return self.field[word]

    def sum(self, terms: Sequence[tuple[int, Node]]) -> Element:
        total = self.field.zero
        for sign, term in terms:
            value = self.build(term)
            total = self.bounded(total + value if sign > 0 else total - value)
        return total

    def product(self, first: Node, others: Sequence[tuple[str, Node]]) -> Element:
        value = self.build(first)
        for operator, factor in others:
            other = self.build(factor)
            if operator == "/":
                self.divide_by(other)
            value = self.bounded(value * other if operator == "*" else value / other)
        return value

    def power(self, base: Node, exponent: int) -> Element:
        factor, value = self.build(base), self.field.one
        for _ in range(exponent):
            value = self.bounded(value * factor)
        return value

    def divide_by(self, element: Element) -> None:
        if element.is_zero:
            raise InputError(f"division by zero in {_shown(self.text)}")
        self.divisors.append(element)

    def bounded(self, element: Element) -> Element:
        """Return the element unless it is too large."""
        if element.bits > MAX_BITS:
            raise InputError(
                f"{_shown(self.text)} is too large: a coefficient has more than {MAX_BITS} bits"
            )
        degree = max(element.degree, element.denominator.degree)
        if degree > MAX_DEGREE or element.size > MAX_TERMS:
            raise InputError(
                f"{_shown(self.text)} is too large: expected degree at most {MAX_DEGREE} and at most "
                f"{MAX_TERMS} terms, found degree {degree} and {element.size} terms"
            )
        return element


_BUILD: dict[type, Callable[..., Element]] = {
    Number: _Builder.number,
    Name: _Builder.name,
    Sum: _Builder.sum,
    Product: _Builder.product,
    Power: _Builder.power,
}


def parse(text: str) -> Expression:
    """Read one expression; anything left over is an error."""
    words, tree = _read(text)
    if tree.signs:
        sign = next(word for word in words if word.kind == "relation")
        raise _refused(Mistyped(sign, "the end"), text)
    return Expression(text.strip(), tree.sides[0])


def parse_relations(text: str) -> list[tuple[Expression, str, Expression]]:
    """Read `left < right`, or a chain such as `0 <= alpha < 1`, as a list of single relations."""
    words, tree = _read(text)
    if not tree.signs:
        raise _refused(Mistyped(words[-1], "one of < <= > >= == !="), text)
    sides = [Expression(text.strip(), side) for side in tree.sides]
    signs = ["==" if sign == "=" else sign for sign in tree.signs]
    return list(zip(sides, signs, sides[1:]))
