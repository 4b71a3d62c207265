"""Reads the mathematics of our texts, which prose marks with $…$, into a small tree, for writers that set it.

    pieces("If $α+β < 1$, `low` is used.")  are  Prose("If "), Math(α + β < 1), Prose(", "), Code("low"), …

Reading never fails, and nothing is lost: what is not understood is an operator of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .alphabet import LETTERS

# -- the tree ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    text: str


@dataclass(frozen=True)
class Name:
    """A letter or a name: α, X, AB, Pr, min, q'. Greek letters are Greek here even where the text spells them."""

    text: str
    accent: str = ""
    """"̄" for a bar over it."""


@dataclass(frozen=True)
class Operator:
    """An operator, a relation or another sign between things; ascii relations as one sign (≤, ≥, ≠, →)."""

    text: str


@dataclass(frozen=True)
class Words:
    """Prose within a formula, as in Pr(history | X_0)."""

    text: str


@dataclass(frozen=True)
class Script:
    """A thing with a subscript or a superscript; Σ carries its limits so, and P[a,b] its index."""

    base: Node
    sub: Node | None = None
    sup: Node | None = None


@dataclass(frozen=True)
class Fraction:
    top: Node
    bottom: Node


@dataclass(frozen=True)
class Group:
    """Things between brackets or bars."""

    opening: str
    items: tuple[Node, ...]
    closing: str


@dataclass(frozen=True)
class Matrix:
    """[a, b; c, d]: rows of cells."""

    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True)
class Row:
    """Things side by side: a function and what it is applied to."""

    items: tuple[Node, ...]


Node = Number | Name | Operator | Words | Script | Fraction | Group | Matrix | Row


@dataclass(frozen=True)
class Prose:
    text: str


@dataclass(frozen=True)
class Code:
    """What is between backquotes."""

    text: str


@dataclass(frozen=True)
class Math:
    items: tuple[Node, ...]


Piece = Prose | Code | Math

# -- reading -----------------------------------------------------------------------------------------------

RELATIONS = "=<>≤≥≠≡→∈"
FUNCTIONS = ("min", "max", "log", "lim")
SCRIPT = "".join(map(chr, range(ord("𝓐"), ord("𝓐") + 26)))
"""Letters in script."""

_MARKED = re.compile(r"(\$[^$]+\$|`[^`]+`)")
_ASCII = {"<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "->": "→", "**": "^"}
_RAISED = {"²": "2", "³": "3", "⁻": "-"}
_TOKEN = re.compile(r"\s+|\d+(?:\.\d+)?|[A-Za-z]+|[<>!=]=|->|\*\*|.", re.DOTALL)


def unmarked(text: str) -> str:
    """Return a text without the dollars around its mathematics."""
    return re.sub(r"\$([^$]+)\$", r"\1", text)


def pieces(text: str) -> Iterator[Piece]:
    """Yield the prose, the names and the mathematics of a text."""
    for part in filter(None, _MARKED.split(text)):
        if _MARKED.fullmatch(part):
            yield Math(formula(part[1:-1])) if part[0] == "$" else Code(part[1:-1])
        else:
            yield Prose(part)


def formula(text: str) -> tuple[Node, ...]:
    """Return what a text consists of that is mathematics as a whole."""
    reader = _Reader(text)
    items: list[Node] = []
    while reader.tokens:
        items += reader.row()
        if reader.tokens:
            items.append(Operator(reader.take()))  # a bracket that nothing opens
    return tuple(items)


class _Reader:
    """One pass over a formula, token by token."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = [_ASCII.get(token, token) for token in reversed(_TOKEN.findall(text))]

    def next(self) -> str:
        """Return the next token, which stays."""
        return self.tokens[-1] if self.tokens else ""

    def take(self) -> str:
        return self.tokens.pop()

    def row(self, bar: bool = False) -> list[Node]:
        """Return operands and operators up to a closing bracket; with `bar`, up to a bar that closes."""
        items: list[Node] = []
        while self.tokens and self.next() not in (")", "]", "}"):
            if self.next().isspace():
                self.take()
            elif self.next() == "|" and bar and items:
                break
            elif self.next() == "/" and items and not isinstance(items[-1], Operator):
                items.append(self.fraction(items.pop()))
            else:
                items.append(self.operand(not items or isinstance(items[-1], Operator)))
        return items

    def fraction(self, top: Node) -> Node:
        """Return what is before and after a slash as a fraction, if something comes after."""
        slash = self.take()
        while self.next().isspace():
            self.take()
        if self.next() in ("", ")", "]", "}"):
            return Row((top, Operator(slash)))
        return Fraction(top, self.operand())

    def operand(self, first: bool = True) -> Node:
        """Return the next thing with its scripts; `first`: a bar opens an absolute value here."""
        token = self.take()
        if token.isspace():
            return self.operand(first) if self.tokens else Operator("")
        if token in "([{" or (token == "|" and first and "|" in self.tokens):
            return self.scripted(self.group(token))
        if token[0].isdigit():
            return self.scripted(Number(token))
        if token[0].isalpha() or token in "…∞":
            return self.named(token)
        return Operator(token)

    def named(self, token: str) -> Node:
        """Return a name with its index, its scripts and what it is applied to; a word stays a word."""
        following = self.next()[:1]
        if token == "mod":
            return Operator(token)
        if (
            token.islower()
            and token.isascii()
            and len(token) > 1
            and token not in (*LETTERS, *FUNCTIONS)
            and (not following or following not in "([_'^")
        ):
            return Words(token)
        text = LETTERS.get(token, token)
        while self.next() == "'":
            text += self.take()
        accent = self.take() if self.next() == "\u0304" else ""
        found: Node = Name(text, accent)
        if len(token) == 1 and self.next().isdigit():
            found = Script(found, Number(self.take()))  # k0 is no product
        elif self.next() == "[":
            self.take()
            index = self.group("[")
            if isinstance(index, Group) and index.closing == "]" and index.items:
                found = Script(found, Row(index.items))
            else:
                return Row((found, index))
        found = self.scripted(found)
        if self.next() == "(":
            return Row((found, self.operand()))
        return found

    def group(self, opening: str) -> Group | Matrix:
        items = tuple(self.row(opening == "|"))
        closing = self.take() if self.tokens else ""
        if opening == "[" and Operator(";") in items:
            return Matrix(tuple(tuple(_one(cell) for cell in _parts(row, ",")) for row in _parts(items, ";")))
        return Group(opening, items, closing)

    def scripted(self, base: Node) -> Node:
        """Return a thing with the subscript and the superscript that follow it."""
        sub, sup = (base.sub, base.sup) if isinstance(base, Script) else (None, None)
        found = base.base if isinstance(base, Script) else base
        while self.next() and self.next() in "_^²³⁻":
            if (sub if self.next() == "_" else sup) is not None:
                break
            mark = self.take()
            if mark == "_":
                sub = self.script()
            elif mark == "^":
                sup = self.script()
            else:
                sup = Operator(_RAISED[mark])
        return Script(found, sub, sup) if sub or sup else found

    def script(self) -> Node:
        token = self.take() if self.tokens else ""
        if token == "{":
            inside = self.group(token)
            return _one(inside.items) if isinstance(inside, Group) else inside
        if token == "(":
            return self.group(token)
        return Number(token) if token.isdigit() else Name(LETTERS.get(token, token))


def _one(items: tuple[Node, ...]) -> Node:
    return items[0] if len(items) == 1 else Row(items)


def _parts(items: tuple[Node, ...], sign: str) -> Iterator[tuple[Node, ...]]:
    """Yield the items between the signs."""
    part: list[Node] = []
    for item in items:
        if item == Operator(sign):
            yield tuple(part)
            part = []
        else:
            part.append(item)
    yield tuple(part)


def glyphs(node: Node) -> str:
    """Return the visible signs in their order; marks of scripts and the braces around them are gone."""
    match node:
        case Number() | Operator() | Words():
            return node.text
        case Name():
            return node.text + node.accent
        case Script():
            return "".join(glyphs(part) for part in (node.base, node.sub, node.sup) if part is not None)
        case Fraction():
            return f"{glyphs(node.top)}/{glyphs(node.bottom)}"
        case Group():
            return node.opening + "".join(map(glyphs, node.items)) + node.closing
        case Matrix():
            return "[" + ";".join(",".join(map(glyphs, row)) for row in node.rows) + "]"
        case Row():
            return "".join(map(glyphs, node.items))


def bare(node: Node) -> Node:
    """Return a node without the parentheses that a bar or a raised place makes needless."""
    return Row(node.items) if isinstance(node, Group) and node.opening == "(" else node
