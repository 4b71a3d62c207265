"""Reads the mathematics in our texts into a small tree, for writers that set it (LaTeX, MathML).

    read("If α+β < 1: Pr(Q_t = AB) = |1-α-β|^t.")
    is Prose("If "), Math(α + β < 1), Prose(": "), Math(Pr(…) = …), Prose(".")

The texts are statements, labels, hypotheses and elements as `str` writes them. What is not understood stays prose:
reading never fails, and nothing is lost (`glyphs` gives every visible sign back).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

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
    """An operator, a relation, a comma or another sign between things; ascii relations as one sign (≤, ≥, ≠, →)."""

    text: str


@dataclass(frozen=True)
class Words:
    """Prose within a group, as in Pr(history | X_0)."""

    text: str


@dataclass(frozen=True)
class Script:
    """A thing with a subscript or a superscript; Σ and Π carry their limits so."""

    base: Node
    sub: Node | None = None
    sup: Node | None = None


@dataclass(frozen=True)
class Fraction:
    """Top over bottom; groups in it keep their parentheses, which a bar makes needless."""

    top: Node
    bottom: Node


@dataclass(frozen=True)
class Group:
    """Things between (), [], {} or ||."""

    opening: str
    items: tuple[Node, ...]
    closing: str


@dataclass(frozen=True)
class Matrix:
    """[a, b; c, d]: rows of cells."""

    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True)
class Row:
    """Things side by side."""

    items: tuple[Node, ...]


Node = Number | Name | Operator | Words | Script | Fraction | Group | Matrix | Row


@dataclass(frozen=True)
class Prose:
    text: str


@dataclass(frozen=True)
class Code:
    """A label, or what stands between backquotes: to be set as such."""

    text: str


@dataclass(frozen=True)
class Math:
    items: tuple[Node, ...]


Piece = Prose | Code | Math


def glyphs(node: Node | Piece) -> str:
    """The visible signs in their order; marks of scripts and the braces around them are gone."""
    match node:
        case Number() | Operator() | Words() | Prose() | Code():
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
        case Row() | Math():
            return "".join(map(glyphs, node.items))


# -- words -------------------------------------------------------------------------------------------------

GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "lambda": "λ", "mu": "μ", "phi": "φ"}
SCRIPT = "".join(map(chr, range(ord("𝓐"), ord("𝓐") + 26)))
_LETTERS = "".join(LETTERS.values()) + SCRIPT + "ℓ𝒬ℤℝℕℚ"
_BIG = "ΣΠ"
_SIGNS = "…∞"
_ASCII = {"<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "->": "→"}
RELATIONS = "=<>≤≥≠≡→∈"
_BINARY = "+-*/·∪∖"
_CLOSING = {"(": ")", "[": "]", "{": "}", "|": "|"}
_FUNCTIONS = ("min", "max")
_APPLIED = (*_FUNCTIONS, "E", "Pr", "H", "I", "ℓ")
_NOT_NAMES = ("ON", "OFF", "II", "IV", "VI")

_CODE = re.compile(r"[A-Za-z]+:[A-Za-z][\w-]*|`[^`]+`")
_NEVER_MATH = re.compile(
    r"\([a-z]\)|[IVX]+-[A-Z]\b|ON-OFF\b|(?:[A-Za-z]+-)+[a-z]{2,}"
    r"|[A-Za-z]+'(?:s|t)\b|(?:[A-Z][a-z]{4,}|line) \d+\b|[A-Z][a-z]{6,} [A-D]\b"
    r"|(?:(?<![\s\S])|(?<=\. ))A(?= (?!and\b|can\b|then\b|with\b|from\b|given\b|alone\b)[a-z]{3,}(?<!s)\b)")
"""Labels such as (a), numbers of sections, words with hyphens or apostrophes, the numbers of theorems, and the article
with which a sentence begins."""
_PROSE = re.compile(_NEVER_MATH.pattern + r"|\w+|\s+|.", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]+")
_INDEXED = re.compile(r"[A-Za-z][A-Za-z0-9]*(?=\[)")
"""A name with an index: Plow[A,B]."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_DIGITS = re.compile(r"[0-9]+")
_SUBSCRIPT = re.compile(r"[A-Za-z0-9]+")
_SPACES = re.compile(r"\s*")


def read(text: str) -> tuple[Piece, ...]:
    """The text in pieces."""
    return tuple(_Reader(text).pieces())


def entropic(text: str) -> bool:
    """Return whether a text speaks of entropies, or names the law of their letters."""
    return re.search(r"\b[HI]\([^()]*\)|^law of \(", text) is not None


def spell(text: str, letters: Mapping[str, str]) -> str:
    """A text in which names are replaced by others, each as a whole, all at once: if it speaks of entropies."""
    if not letters or not entropic(text):
        return text
    return _names(letters).sub(lambda found: letters[found.group()], text)


def named(letters: Collection[str], text: str) -> bool:
    """Return whether one of these names is in a text, as a whole."""
    return bool(letters) and _names(letters).search(text) is not None


def _names(letters: Collection[str]) -> re.Pattern[str]:
    names = "|".join(map(re.escape, sorted(letters, key=len, reverse=True)))
    return re.compile(rf"(?<![A-Za-z_])(?:{names})(?![A-Za-z_])")


class _Reader:
    """One pass over a text. A method that reads a thing either moves on or answers None and stays."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def pieces(self) -> Iterator[Piece]:
        prose = ""
        while self.at < len(self.text):
            piece = self._piece()
            if piece is None:
                prose += self._match(_PROSE)
                continue
            if prose:
                yield Prose(prose)
            prose = ""
            yield piece
        if prose:
            yield Prose(prose)

    def _piece(self) -> Code | Math | None:
        if code := self._match(_CODE):
            return Code(code.strip("`"))
        if self.text[self.at].isspace() or _NEVER_MATH.match(self.text, self.at):
            return None
        items = self._run("", False)
        return Math(items) if items else None

    # -- places ----------------------------------------------------------------------------------------

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group()

    def _sign(self, ahead: int = 0) -> str:
        return self.text[self.at + ahead:self.at + ahead + 1]

    def _visible(self, place: int) -> str:
        """The first sign at or after a place that is no space."""
        return self.text[place:].lstrip()[:1]

    # -- runs of mathematics ---------------------------------------------------------------------------

    def _run(self, closing: str, words: bool) -> tuple[Node, ...]:
        """Operands and operators as far as they go; with `closing`, what stands before that sign in a group."""
        items: list[Node] = []
        ends: list[int] = []
        start = self.at
        while (node := self._next(items, closing, words)) is not None:
            if len(items) > 1 and items[-1] == Operator("/") and not isinstance(items[-2], Operator):
                parts = 3 if len(items) > 2 and _belongs(items[-2], items[-3]) else 2
                node = Fraction(_one(tuple(items[-parts:-1])), node)
                del items[-parts:], ends[-parts:]
            elif items and isinstance(last := items[-1], Fraction) and _belongs(node, last.bottom):
                node = Fraction(last.top, Row((last.bottom, node)))
                del items[-1], ends[-1]
            items.append(node)
            ends.append(self.at)
        while not closing and items and isinstance(items[-1], Operator):
            del items[-1], ends[-1]  # an operator without an operand is prose
        self.at = ends[-1] if ends else start
        return tuple(items)

    def _next(self, items: list[Node], closing: str, words: bool) -> Node | None:
        gap = bool(self._match(_SPACES))
        last = items[-1] if items else None
        if closing and self._sign() == closing and not (closing == "|" and last is None):
            return None
        starts = last is None or isinstance(last, Operator)
        operator = self._operator(closing, starts)
        if operator is not None:
            return operator
        big = isinstance(last, Script | Name) and glyphs(last)[0] in _BIG
        if not starts and gap and not closing and not big and self._sign() not in _BIG:
            return None
        applied = not gap and (last == Operator("·") or (
            isinstance(last, Name | Script) and glyphs(last)[0].isalpha()))
        operand = self._operand(bool(closing) or isinstance(last, Operator), words or applied)
        if operand is None and words and (word := self._match(_WORD)):
            return Words(f" {word} ")
        return operand

    def _operator(self, closing: str, starts: bool) -> Operator | None:
        """An operator that may stand here. At the start of things only a relation or a minus may."""
        two, one = self.text[self.at:self.at + 2], self._sign()
        if not one:
            return None
        if two in _ASCII:
            return self._take(_ASCII[two], 2)
        if one in RELATIONS:
            return self._take(one)
        if starts:
            negative = one == "-" and self._sign(1).strip() not in ("", "-")
            return self._take(one) if negative or (closing and one in "·") else None
        if one in _BINARY and two != "**":
            return self._take(one)
        if closing and one in ",;:|":
            return self._take(one)
        if one == "," and not self._sign(1).isspace() and not self.text[self.at - 1].isspace():
            return self._take(one)
        return self._take("mod", 3) if re.match(r"mod\b", self.text[self.at:self.at + 4]) else None

    def _take(self, text: str, length: int = 1) -> Operator:
        self.at += length
        return Operator(text)

    # -- operands --------------------------------------------------------------------------------------

    def _operand(self, inside: bool, words: bool) -> Node | None:
        sign = self._sign()
        if not sign:
            return None
        base: Node | None
        if sign in _CLOSING:
            base = self._group(words)
        elif number := self._match(_NUMBER):
            base = Number(number)
        elif sign in _LETTERS + _BIG + _SIGNS:
            self.at += 1
            base = Name(sign)
        else:
            base = self._name(inside)
        return None if base is None else self._scripts(base)

    def _group(self, words: bool) -> Group | Matrix | None:
        start, opening = self.at, self._sign()
        self.at += 1
        items = self._run(_CLOSING[opening], words)
        self._match(_SPACES)
        if not items or self._sign() != _CLOSING[opening]:
            self.at = start
            return None
        self.at += 1
        if opening == "[" and Operator(";") in items:
            return Matrix(tuple(_split(row, ",") for row in _parts(items, ";")))
        return Group(opening, items, _CLOSING[opening])

    def _name(self, inside: bool) -> Name | None:
        if indexed := self._match(_INDEXED):
            return Name(GREEK.get(indexed, indexed))
        found = _WORD.match(self.text, self.at)
        if found is None or not self._is_name(found.group(), found.end(), inside):
            return None
        self.at = found.end()
        text = GREEK.get(found.group(), found.group())
        if self._sign() == "\u0304":
            self.at += 1
            return Name(text, "\u0304")
        if self._sign() == "'" and len(text) == 1:
            self.at += 1
            return Name(text + "'")
        return Name(text)

    def _is_name(self, word: str, end: int, inside: bool) -> bool:
        """Whether a word is a name in mathematics rather than a word of the sentence."""
        after = self.text[end:end + 1]
        joined = inside or self._visible(end) in (*RELATIONS, *"+*/^!")
        if word in GREEK or after == "_":
            return True
        if after and after in "([{" and (len(word) <= 2 or word in _FUNCTIONS):
            return True
        if word in _FUNCTIONS or word in ("a", "I"):
            return joined or after == "'" or (word == "a" and self.text[end:end + 2] in (", ", " -"))
        if len(word) == 1:
            return True
        return word.isupper() and word not in _NOT_NAMES and (len(word) == 2 or (joined and len(word) == 3))

    def _scripts(self, base: Node) -> Node:
        sub: Node | None = None
        sup: Node | None = None
        while True:
            start, found = self.at, None
            if self._sign() == "_" and sub is None:
                self.at += 1
                sub = found = self._script()
            elif sub is sup is None and _is_letter(base) and (digits := self._match(_DIGITS)):
                sub = found = Number(digits)        # k0 is no product
            elif sup is None and self._sign() and (self._sign() == "^" or self.text[self.at:self.at + 2] == "**"):
                self.at += 1 if self._sign() == "^" else 2
                sup = found = self._script()
            elif sup is None and self._sign() in ("²", "³", "⁻"):
                sup = found = {"²": Number("2"), "³": Number("3")}.get(self._sign(), Operator("⁻"))
                self.at += 1
            if found is None:
                self.at = start
                break
        return base if sub is None and sup is None else Script(base, sub, sup)

    def _script(self) -> Node | None:
        if self._sign() == "{":
            group = self._group(words=False)
            return None if not isinstance(group, Group) else _one(group.items)
        if self._sign() == "(":
            return self._group(words=False)
        if self._sign() and self._sign() in _LETTERS:
            self.at += 1
            return Name(self.text[self.at - 1])
        text = self._match(_SUBSCRIPT)
        return None if not text else Number(text) if text.isdigit() else Name(text)


def _is_letter(node: Node) -> bool:
    return isinstance(node, Name) and len(node.text) == 1 and node.text.isalpha()


def _belongs(group: Node, name: Node) -> bool:      # a group behind a name: its argument or its index, not a factor
    applied = glyphs(name.base if isinstance(name, Script) else name) in _APPLIED
    return isinstance(group, Group) and (applied or (isinstance(name, Name) and group.opening == "["))


def dotted(items: Sequence[Node], slashed: bool = False) -> tuple[Node, ...]:
    """Return the items with a dot for each product sign that may not be left out.

    With `slashed`, fractions are written as a/b, and a factor beside one would be read into it."""
    found = list(items)
    for place in range(1, len(found) - 1):
        left, right = found[place - 1], found[place + 1]
        if found[place] == Operator("*") and (slashed and isinstance(left, Fraction) or _run_together(left, right)):
            found[place] = Operator("·")
    return tuple(found)


def _run_together(left: Node, right: Node) -> bool:
    """Return whether factors side by side would be read as a number, an argument, an index or another name."""
    if isinstance(right, Group):
        return glyphs(left) in _APPLIED or (right.opening == "[" and _is_named(left))
    first = glyphs(right.top).lstrip("(") if isinstance(right, Fraction) else glyphs(right)
    return first[:1].isdigit() or (_is_word(left) and _is_named(right)) or (_is_named(left) and _is_word(right))


def _is_word(node: Node) -> bool:
    """Return whether a name has several letters."""
    base = node.base if isinstance(node, Script) else node
    return isinstance(base, Name) and len(base.text.rstrip("'")) > 1 and base.text not in _APPLIED


def _is_named(node: Node) -> bool:
    return isinstance(node.base if isinstance(node, Script) else node, Name)


def _one(items: tuple[Node, ...]) -> Node:
    return items[0] if len(items) == 1 else Row(items)


def _parts(items: tuple[Node, ...], sign: str) -> Iterator[tuple[Node, ...]]:
    """The items between the signs."""
    cuts = [-1, *(place for place, item in enumerate(items) if item == Operator(sign)), len(items)]
    yield from (items[start + 1:end] for start, end in pairwise(cuts))


def _split(items: tuple[Node, ...], sign: str) -> tuple[Node, ...]:
    return tuple(_one(part) for part in _parts(items, sign))
