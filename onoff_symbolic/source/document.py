"""Find the formulas, tables and curves of a paper, and its words between them.

Glossary
    Piece       a display, an inline formula, a table, or the points of a curve
    Frame       a theorem, a table or a figure: what is in it has its labels
    Word        a word of the text, or a formula as one word
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, islice
from pathlib import Path

from ..claims.file import Source
from ..errors import InputError
from .formula import Formula, Placed, check_size
from .signs import ARGUMENTS, NOTHING, commands, environment, signs
from .tokens import (
    BREAK, MAX_TOKENS, SKIP, Misplaced, Texts, Token, Waiting, expand, lex, misplaced, take_macros,
)
from .tree import Several, Tree, show

LINES = ("gather", "gather*")
MATHS = {
    *LINES, "equation", "equation*", "align", "align*", "multline", "multline*", "eqnarray", "eqnarray*", "flalign",
    "flalign*", "alignat", "alignat*", "displaymath", "math", "IEEEeqnarray", "IEEEeqnarray*"}
COLUMNS = {"alignat", "alignat*", "IEEEeqnarray", "IEEEeqnarray*"}
TABLES = {"tabular", "tabular*", "tabularx"}
FRAMES = {
    "theorem", "lemma", "claim", "proposition", "corollary", "definition", "remark", "example", "table", "table*",
    "figure", "figure*", "thm", "lem", "prop", "cor"}
CLOSES = {"$": "$", r"\(": r"\)", r"\[": r"\]"}
STOPS = {r"\item", r"\section", r"\section*", r"\subsection", r"\subsection*", r"\caption", BREAK}
UNSAID = commands(
    "label ref eqref cite vspace vspace* hspace hspace* includegraphics begin end color input")
UNQUOTED = {*NOTHING, "$", "{", "}", r"\(", r"\)", r"\[", r"\]", r"\utag"}


@dataclass
class Piece:
    kind: str
    first: Token
    last: Token
    tokens: list[Token]
    lines: bool = False
    """Whether each line is a formula of its own."""
    labels: list[str] = field(default_factory=list)
    legend: str = ""
    places: tuple[int, int] = (0, 0)
    """Its tokens among all of the document."""

    @property
    def label(self) -> str:
        return self.labels[0] if self.labels else ""


@dataclass
class Frame:
    labels: list[str]
    pieces: list[Piece]


@dataclass(frozen=True)
class Word:
    text: str
    token: Token
    place: int
    piece: Piece | None = None

    @property
    def is_display(self) -> bool:
        return self.piece is not None and self.piece.kind == "display"


class Document:
    def __init__(self, path: Path, source: Source, given: Mapping[str, str] = {}) -> None:
        self.functions = frozenset(source.functions)
        self.known = source.words
        self.texts = Texts(path, given)
        try:
            tokens = list(islice(self.texts.read(path.name), MAX_TOKENS + 1))
            if len(tokens) > MAX_TOKENS:
                raise InputError(f"expected at most {MAX_TOKENS} words and signs, found more")
            tokens, self.macros = take_macros(tokens)
            self.tokens = expand(tokens, self.macros)
            self.pieces = [*self.scan()]
        except Misplaced as error:
            if error.token is None:
                raise
            raise error.shown_at(self.texts.spot(error.token)) from None

    def line(self, token: Token) -> int:
        return self.texts.line(token)

    def file(self, token: Token) -> str:
        return self.texts.names[token.file]

    # -- formulas

    def read(self, tokens: Sequence[Token], lines: bool = False) -> list[Placed]:
        """Return the chains and words of a formula, each with its first token."""
        found = signs(tokens, self.known, lines)
        check_size(found)
        return Formula(found, self.functions).top()

    def tree(self, text: str) -> Tree:
        """Return a formula that is quoted, as one tree."""
        return self.whole(expand([*lex(text)], self.macros))

    def whole(self, tokens: Sequence[Token]) -> Tree:
        """Return a formula as one tree."""
        found = [tree for _, tree in self.read(tokens)]
        return found[0] if len(found) == 1 else Several(tuple(found))

    def shown(self, text: str) -> str:
        """Return conditions that are quoted as people write them; "not" and "or" are words."""
        parts = re.split("(not | or )", text)
        return "".join(show(self.tree(part)) if place % 2 == 0 and part else part for place, part in enumerate(parts))

    # -- pieces

    def scan(self) -> Iterator[Piece]:
        """Yield the pieces of the document."""
        frames: list[Frame] = []
        waiting = Waiting(self.tokens)
        skips = False
        curve: Piece | None = None
        while waiting:
            token = waiting.next()
            start = len(self.tokens) - len(waiting.tokens) - 1
            piece = None
            if token.text == SKIP:
                skips = True
            elif token.text == r"\label":
                self.add_label(name_of(waiting), frames)
            elif token.text == r"\addlegendentry" and curve:
                curve.legend, curve = name_of(waiting), None
            elif token.text in (r"\begin", r"\end") and waiting.peek() == "{":
                name = name_of(waiting)
                if token.text == r"\begin" and name in MATHS | TABLES:
                    piece = self.environment(token, name, waiting)
                elif name in FRAMES:
                    frames = [*frames, Frame([], [])] if token.text == r"\begin" else frames[:-1]
            elif token.text in CLOSES:
                piece = formula(token, waiting)
            elif token.text == r"\addplot":
                piece = curve = points(token, waiting)
            if piece is None:
                continue
            piece.places = (start, len(self.tokens) - len(waiting.tokens))
            piece.last = self.tokens[piece.places[1] - 1]
            piece.labels = [*labels(piece.tokens), *(label for frame in frames for label in frame.labels)]
            for frame in frames:
                frame.pieces.append(piece)
            if skips and piece.kind != "inline":
                skips = False
                continue
            yield piece

    @staticmethod
    def add_label(label: str, frames: Sequence[Frame]) -> None:
        """Give a label to the innermost frame, and to what is in it."""
        if frames:
            frames[-1].labels.append(label)
            for piece in frames[-1].pieces:
                piece.labels.append(label)

    @staticmethod
    def environment(token: Token, name: str, waiting: Waiting) -> Piece:
        """Read a display or a table."""
        if name in COLUMNS:
            waiting.argument()
        inner = environment(waiting, name)
        if name not in TABLES:
            kind = "inline" if name == "math" else "display"
            return Piece(kind, token, token, inner, lines=name in LINES)
        rest = Waiting(inner)
        for _ in range(1 if name == "tabular" else 2):      # \begin{tabular*}{width}{columns}
            rest.optional()
            rest.argument()
        return Piece("table", token, token, rest.tokens[::-1])

    # -- words

    @cached_property
    def words(self) -> list[Word]:
        """Return the words of the text; a formula is one word, and an empty word is between sentences."""
        found: list[Word] = []
        place = 0
        for piece in [*self.pieces, None]:
            stop = piece.places[0] if piece else len(self.tokens)
            if found and found[-1].is_display and place < stop and self.tokens[place].text == BREAK:
                place += 1
            found += self.between(place, stop)
            if piece:
                while piece.kind == "display" and found and found[-1].token.text == BREAK:
                    found.pop()
                found.append(Word(f"⟦{piece.kind}⟧", piece.first, piece.places[0], piece))
                place = piece.places[1]
        return found

    def between(self, place: int, stop: int) -> Iterator[Word]:
        """Yield the words of some tokens."""
        while place < stop:
            token = self.tokens[place]
            text = token.text
            named = self.tokens[min(place + 2, stop - 1)].text
            if text in STOPS or text in (r"\begin", r"\end") and named not in ("small", "em"):
                yield Word("", token, place)
            if text in UNSAID:
                if text in (r"\ref", r"\eqref"):
                    yield Word("ref", token, place)
                place = self.after_argument(place + 1)
                continue
            if not text.startswith("\\") and text not in UNQUOTED and text not in "[]&^_":
                yield Word(text, token, place)
            place += 1

    def after_argument(self, place: int) -> int:
        """Return the place after an argument, and an optional one before it."""
        for opening, closing in ("[]", "{}"):
            if place < len(self.tokens) and self.tokens[place].text == opening:
                while place < len(self.tokens) and self.tokens[place].text != closing:
                    place += 1
                place += 1
        return place

    def sentence(self, first: int, last: int) -> list[Word]:
        """Return the words of the sentences with some tokens."""
        words = self.words
        starts = [word.place for word in words]
        begin = max(bisect_right(starts, first) - 1, 0)
        end = begin
        while end < len(words) - 1 and words[end].place <= last:
            end += 1
        while begin > 0 and not self.ends_before(begin):
            begin -= 1
        while end < len(words) and not self.ends_before(end):
            end += 1
        return [word for word in words[begin:end] if word.text]

    def ends_before(self, place: int) -> bool:
        """Return whether a sentence ends before a word."""
        before, word = self.words[place - 1], self.words[place]
        if not before.text or not word.text:
            return True
        begins = word.piece is not None or word.text[0].isupper()
        return begins and (before.text in ".?!" or before.is_display)

    # -- quotes

    @cached_property
    def quotable(self) -> tuple[str, list[int], list[int]]:
        """Return the tokens that count in quotes as one text, with the place and the offset of each."""
        found = [*plain(self.tokens)]
        text = "".join(f"{token.text} " for _, token in found)
        offsets = [0, *accumulate(len(token.text) + 1 for _, token in found)]
        return text, [place for place, _ in found], offsets

    def find(self, quote: str, within: tuple[int, int] | None = None) -> tuple[int, int] | None:
        """Return the first and the last place of a quote; None if it is not in the document."""
        text, places, offsets = self.quotable
        wanted = "".join(f"{token.text} " for _, token in plain(expand([*lex(quote)], self.macros)))
        at = -1
        while wanted and (at := text.find(wanted, at + 1)) >= 0:
            first = bisect_right(offsets, at) - 1
            last = bisect_right(offsets, at + len(wanted) - 1) - 1
            if offsets[first] == at and (within is None or within[0] <= places[first] < within[1]):
                return places[first], places[last]
        return None


def plain(tokens: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """Yield the tokens of a quote, without typesetting, each with its place."""
    waiting = Waiting(tokens)
    while waiting:
        place = len(tokens) - len(waiting.tokens)
        token = waiting.next()
        if token.text in ARGUMENTS and waiting.peek() == "{":
            waiting.argument()
        elif token.text not in UNQUOTED:
            yield place, token


def name_of(waiting: Waiting) -> str:
    """Return an argument as it is written."""
    return "".join(token.text for token in waiting.argument())


def labels(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the labels among some tokens."""
    waiting = Waiting(tokens)
    while waiting:
        if waiting.next().text == r"\label" and waiting:
            yield name_of(waiting)


def formula(token: Token, waiting: Waiting) -> Piece:
    """Read a formula between signs."""
    twice = token.text == "$" == waiting.peek()
    if twice:
        waiting.next()
    found: list[Token] = []
    while waiting:
        inner = waiting.next()
        if inner.text == CLOSES[token.text]:
            if twice and waiting.peek() == "$":
                waiting.next()
            kind = "display" if twice or token.text == r"\[" else "inline"
            return Piece(kind, token, inner, found)
        found.append(inner)
    raise misplaced(f"{token.text} is not closed", token)


def points(token: Token, waiting: Waiting) -> Piece:
    """Read the points of a curve: the last group before a semicolon."""
    found: list[Token] = []
    while waiting and waiting.peek() != ";":
        if waiting.peek() == "{":
            found = waiting.argument()
        else:
            waiting.next()
    return Piece("curve", token, token, found)
