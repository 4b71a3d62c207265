"""Reading expressions and hypotheses that somebody else wrote. No code is run, and the work is bounded.

    sum      :=  [+|-] product (("+"|"-") product)*
    product  :=  power (("*"|"/") power)*
    power    :=  atom ["**" [-] integer]
    atom     :=  integer | decimal | name | "(" sum ")"
    relation :=  sum (("<" | "<=" | ">" | ">=" | "=" | "==" | "!=") sum)+

A sign binds weaker than a product: -a**2 is -(a**2). Decimals are exact: 0.2 and .2 are 1/5. Signs that people type
instead are understood: ^ for **, · and × for *, − for -, ≤, ≥ and ≠; a Greek letter is its name (α is alpha).
Reading yields postfix code; `build` turns it into an element and keeps every divisor, because a quotient that cancels
in the field (a*b/a) is still undefined where its divisor is zero.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ..errors import InputError
from .field import Element, Field

MAX_LENGTH = 1_000
MAX_NESTING = 40
MAX_EXPONENT = 30
MAX_DIGITS = 60
MAX_DEGREE = 60
MAX_TERMS = 600
MAX_BITS = 4_000

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*|[α-ω][0-9_]*)"
    r"|(?P<relation><=|>=|==|!=|<|>|=|[≤≥≠])|(?P<symbol>\*\*|[-+*/()^·×−])|(?P<end>$))"
)
_MEANT = {"^": "**", "·": "*", "×": "*", "−": "-", "≤": "<=", "≥": ">=", "≠": "!="}
_LEVEL = {"+": 1, "-": 1, "~": 2, "*": 3, "/": 3}


def plain_name(name: str) -> str:
    """A name in ASCII: a Greek letter at its beginning is spelt out, α as alpha and α_1 as alpha_1."""
    if not "α" <= name[:1] <= "ω":
        return name
    spelt = unicodedata.name(name[0]).removeprefix("GREEK SMALL LETTER ").removeprefix("FINAL ").lower()
    return ("lambda" if spelt == "lamda" else spelt) + name[1:]


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    column: int

    def __str__(self) -> str:
        return "the end" if self.kind == "end" else _shown(self.text)


@dataclass(frozen=True)
class Expression:
    """Postfix code: numbers (Fraction), names, the operators of `_LEVEL` (~ negates) and ("**", exponent)."""

    text: str
    code: tuple[Fraction | str | tuple[str, int], ...]

    def names(self) -> tuple[str, ...]:
        """The parameters that occur, each once, in order of appearance."""
        return tuple(dict.fromkeys(c for c in self.code if isinstance(c, str) and c not in _LEVEL))

    def build(self, field: Field) -> Built:
        """The expression as an element of a field that has its names, together with its divisors."""
        stack: list[Element] = []
        divisors: list[Element] = []
        for step in self.code:
            if isinstance(step, Fraction):
                stack.append(field(step))
            elif isinstance(step, tuple):
                stack.append(self._power(stack.pop(), step[1], divisors))
            elif step == "~":
                stack.append(-stack.pop())
            elif step in _LEVEL:
                right = stack.pop()
                if step == "/":
                    divisors.append(self._nonzero(right))
                stack.append(self._bounded(_apply(step, stack.pop(), right)))
            else:
                stack.append(field[step])
        kept = dict.fromkeys(d.numerator for d in divisors)
        return Built(stack.pop(), tuple(d for d in kept if not d.is_constant))

    def _power(self, base: Element, exponent: int, divisors: list[Element]) -> Element:
        if exponent < 0:
            divisors.append(self._nonzero(base))
        result = base.field.one
        for _ in range(abs(exponent)):
            result = self._bounded(result * base)
        return result if exponent >= 0 else result.inverse()

    def _nonzero(self, element: Element) -> Element:
        if element.is_zero:
            raise InputError(f"division by zero in {_shown(self.text)}")
        return element

    def _bounded(self, element: Element) -> Element:
        if element.bits > MAX_BITS:
            raise InputError(f"{_shown(self.text)} is too large: a coefficient has more than {MAX_BITS} bits")
        degree = max(element.degree, element.denominator.degree)
        if degree > MAX_DEGREE or element.size > MAX_TERMS:
            raise InputError(
                f"{_shown(self.text)} is too large: expected degree at most {MAX_DEGREE} and at most "
                f"{MAX_TERMS} terms, found degree {degree} and {element.size} terms"
            )
        return element


@dataclass(frozen=True)
class Built:
    element: Element
    divisors: tuple[Element, ...]


def _apply(operator: str, left: Element, right: Element) -> Element:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    return left * right if operator == "*" else left / right


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


def _tokens(text: str) -> Iterator[Token]:
    if len(text) > MAX_LENGTH:
        raise InputError(f"expected at most {MAX_LENGTH} characters, found {len(text)}")
    place = 0
    while True:
        match = _TOKEN.match(text, place)
        if match is None:
            place += len(text[place:]) - len(text[place:].lstrip())
            raise InputError(f"column {place + 1}: unexpected character {text[place]!r} in {_shown(text)}")
        kind = match.lastgroup or "end"
        found = match.group(kind)
        yield Token(kind, plain_name(found) if kind == "name" else _MEANT.get(found, found), match.start(kind) + 1)
        if kind == "end":
            return
        place = match.end()


class _Reader:
    """Operator precedence with an explicit stack: nesting costs a list entry, not a Python frame."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_tokens(text))
        self.place = 0

    def next(self) -> Token:
        token = self.tokens[self.place]
        self.place += 1
        return token

    def peek(self) -> Token:
        return self.tokens[self.place]

    def fail(self, token: Token, expected: str) -> InputError:
        return InputError(f"column {token.column}: expected {expected}, found {token} in {_shown(self.text)}")

    def expression(self) -> Expression:
        """Read as far as an expression goes; the token that ends it stays."""
        code: list[Fraction | str | tuple[str, int]] = []
        pending: list[str] = []
        depth = 0
        while True:
            depth = self._operand(code, pending, depth)
            token = self.peek()
            while token.text == ")" and depth:
                self.next()
                depth -= 1
                while (top := pending.pop()) != "(":
                    code.append(top)
                self._exponent(code)
                token = self.peek()
            if token.kind != "symbol" or token.text in "()":
                break
            if token.text == "**":
                raise self.fail(token, "an operator other than a second **")
            self.next()
            self._unwind(code, pending, _LEVEL[token.text])
            pending.append(token.text)
        if depth:
            raise self.fail(token, "')' or an operator")
        self._unwind(code, pending, 0)
        return Expression(self.text.strip(), tuple(code))

    def _operand(self, code: list[Fraction | str | tuple[str, int]], pending: list[str], depth: int) -> int:
        """Read opening parentheses and signs, then a number or a name with its exponent."""
        while True:
            token = self.next()
            if token.text == "(":
                depth += 1
                if depth > MAX_NESTING:
                    raise InputError(f"column {token.column}: more than {MAX_NESTING} nested parentheses")
                pending.append("(")
            elif token.text in ("+", "-") and token.kind == "symbol" and (not pending or pending[-1] == "("):
                if token.text == "-":
                    pending.append("~")
                if self.peek().text in ("+", "-"):
                    raise self.fail(self.peek(), "a number, a name or '('")
            else:
                break
        if token.kind == "number":
            if len(token.text) > MAX_DIGITS:
                raise InputError(f"column {token.column}: a number has more than {MAX_DIGITS} digits")
            code.append(Fraction(token.text))
        elif token.kind == "name":
            if len(token.text) > MAX_DIGITS:
                raise InputError(f"column {token.column}: a name has more than {MAX_DIGITS} letters")
            code.append(token.text)
        else:
            raise self.fail(token, "a number, a name or '('")
        self._exponent(code)
        return depth

    def _exponent(self, code: list[Fraction | str | tuple[str, int]]) -> None:
        if self.peek().text != "**":
            return
        self.next()
        token = self.next()
        sign = 1
        if token.text == "-":
            sign, token = -1, self.next()
        if token.kind != "number" or "." in token.text:
            raise self.fail(token, f"an integer exponent of at most {MAX_EXPONENT}")
        if len(token.text) > 3 or int(token.text) > MAX_EXPONENT:
            raise self.fail(token, f"an exponent of at most {MAX_EXPONENT}")
        code.append(("**", sign * int(token.text)))

    @staticmethod
    def _unwind(code: list[Fraction | str | tuple[str, int]], pending: list[str], level: int) -> None:
        while pending and pending[-1] != "(" and _LEVEL[pending[-1]] >= level:
            code.append(pending.pop())


def parse(text: str) -> Expression:
    """Read one expression; anything left over is an error."""
    reader = _Reader(text)
    expression = reader.expression()
    if reader.peek().kind != "end":
        raise reader.fail(reader.peek(), _more(reader))
    return expression


def _more(reader: _Reader) -> str:
    """What may follow an expression; in front of a parenthesis somebody may have meant a function."""
    return "an operator or the end" + (" (there are no functions)" if reader.peek().text == "(" else "")


def parse_relations(text: str) -> list[tuple[Expression, str, Expression]]:
    """Read `left < right`, or a chain such as `0 <= alpha < 1`, as a list of single relations."""
    reader = _Reader(text)
    left = reader.expression()
    found = []
    while reader.peek().kind == "relation":
        relation = reader.next().text
        right = reader.expression()
        found.append((left, "==" if relation == "=" else relation, right))
        left = right
    if not found or reader.peek().kind != "end":
        raise reader.fail(reader.peek(), "one of < <= > >= == !=" if not found else _more(reader))
    return found
