"""Changes of a LaTeX source, drawn at random: one symbol in a formula, one word in a sentence, or typesetting alone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from onoff_symbolic.claims.file import Paper
from onoff_symbolic.source.compare import Row, compare, recorded
from onoff_symbolic.source.document import Document, Piece
from onoff_symbolic.source.record import Record
from onoff_symbolic.source.signs import NAMES, commands
from onoff_symbolic.source.tokens import Token
from onoff_symbolic.source.units import Units

ROOT = Path(__file__).resolve().parent.parent
SWAPS = {"+": "-", "-": "+", "=": "<", "<": "=", ">": "<", "|": ",", ",": "|", r"\leq": r"\geq", r"\geq": r"\leq",
         r"\mid": ",", r"\neq": "=", r"\times": "+", r"\cup": r"\cap", r"\backslash": r"\cup", "/": "-"}
UNSAID = commands("begin end hspace label vspace text cite ref diagbox multicolumn")
LENGTHS = ("ex", "pt", "medskipamount", "smallskipamount")
Texts = Mapping[str, str]


def source_of_the_paper() -> Path:
    """Return the LaTeX source, which is not ours to give: without it a test is skipped, and this is no failure."""
    if not os.environ.get("ONOFF_PAPER"):
        pytest.skip("ONOFF_PAPER does not name the LaTeX source of the paper")
    return Path(os.environ["ONOFF_PAPER"])


class Source:
    """A source that can be changed and compared with its record."""

    def __init__(self, path: Path, paper: Paper) -> None:
        self.path = path
        self.paper = paper
        self.document = Document(path, paper.source)
        self.units = Units(self.document, paper)
        self.records = [*recorded(self.units)]
        names = self.document.texts.names
        self.texts = dict(zip(names, self.document.texts.texts, strict=True))

    def rows(self, texts: Texts = {}, paper: Paper | None = None, records: Sequence[Record] = ()) -> list[Row]:
        """Return the rows about the source with other texts, or about another encoding."""
        paper = paper or self.paper
        document = Document(self.path, paper.source, {**self.texts, **texts})
        return compare(Units(document, paper), records or self.records)

    def bad(self, texts: Texts = {}, paper: Paper | None = None) -> list[Row]:
        return [row for row in self.rows(texts, paper) if row.is_bad or row.verdict == "new"]

    def changed(self, token: Token, text: str) -> Texts:
        """Return the text of a file with another token."""
        name = self.document.file(token)
        before = self.texts[name]
        return {name: before[:token.start] + text + before[token.end:]}

    def pieces(self, kind: str) -> list[Piece]:
        return [piece for piece in self.document.pieces if piece.kind == kind]

    def tokens(self, pieces: Sequence[Piece]) -> list[Token]:
        """Return the tokens of some pieces that say something and are written where they are."""
        found = [token for piece in pieces for token in said(piece.tokens)]
        return [token for token in found if self.texts[self.document.file(token)][token.start:token.end] == token.text]


def said(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens that a change of would be another formula."""
    depth = 0
    for place, token in enumerate(tokens):
        before = tokens[place - 1].text if place else ""
        if before in UNSAID or depth:
            depth = max(0, depth + {"{": 1, "}": -1}.get(token.text, 0))
        elif place > 1 and tokens[place - 2].text == "\\\\" or token.text in LENGTHS:
            pass        # \\\\[0.5ex]
        elif token.text in SWAPS or token.text in NAMES or re.fullmatch("[A-Za-z]{1,2}|[0-9.]+", token.text):
            yield token


def another(token: Token, draw: Random) -> str:
    """Return another symbol of the same kind."""
    text = token.text
    if text in SWAPS:
        return SWAPS[text]
    if text[0].isdigit():
        return str(draw.randrange(3, 90)) if text != "4" else "5"
    if text.startswith("\\"):
        return draw.choice([name for name in (r"\alpha", r"\beta", r"\gamma", r"\xi") if name != text])
    return draw.choice([letter for letter in "ABCXYZkmn" if letter != text])


def macro(text: str, name: str, body: str) -> str:
    return text.replace("\\begin{document}", f"\\newcommand{{{name}}}{{{body}}}\n\\begin{{document}}", 1)


def sub(pattern: str, new: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, lambda _: new, text)


REWRITES: Mapping[str, Callable[[str], str]] = {
    "left and right": sub(r"\\(left|right)(?![A-Za-z.])(?!\\[{}])", ""),
    "brackets for dollars": lambda text: re.sub(
        r"(?<![\\$])\$([^$]+)\$", r"\\(\1\\)", re.sub(r"\$\$(.*?)\$\$", r"\\[\1\\]", text, flags=re.DOTALL)),
    "equation* for brackets": lambda text: re.sub(
        r"(?<!\\)\\\[(.*?)\\\]", r"\\begin{equation*}\1\\end{equation*}", text, flags=re.DOTALL),
    "dfrac": sub(r"\\frac(?![A-Za-z])", r"\dfrac"),
    "le": sub(r"\\leq(?![A-Za-z])", r"\le"),
    "ge": sub(r"\\geq(?![A-Za-z])", r"\ge"),
    "pmatrix": sub("bmatrix", "pmatrix"),
    "windows": lambda text: text.replace("\n", "\r\n"),
    "no comments": sub(r"(?m)(?<!\\)%.*$", "%"),
    "more comments": lambda text: text.replace("\n\\begin{align", "\n% here\n\\begin{align"),
    "thin spaces": lambda text: text.replace(r"\alpha", r"\alpha\,"),
    "wide spaces": lambda text: text.replace("&=", "& = "),
    "greek by macros": lambda text: macro(text.replace(r"\alpha", r"\al{}"), r"\al", r"\alpha"),
    "probability by a macro": lambda text: macro(text.replace(r"\Pr\left(", r"\chance\left("), r"\chance", r"\Pr"),
    "mid": sub(r"\\mid(?![A-Za-z])", "|"),
    "no labels of ours": lambda text: text.replace("eq:", "equation:"),
    "no hspace": sub(r"\\hspace\{-?\d+pt\}", ""),
    "no small": sub(r"\\(begin|end)\{small\}", ""),
    "braces": sub(r"_t(?![A-Za-z{}])", "_{t}"),
    "long lines": lambda text: re.sub(r"(?<=[a-z,])\n[ \t]*(?=[a-z])", " ", text),
    "a paragraph more": lambda text: text.replace(r"\section{Main", "Nothing new is said here.\n\n\\section{Main", 1),
    "sections exchanged": lambda text: exchanged(text),
}
"""Typesetting alone: none of these is a change."""


def exchanged(text: str) -> str:
    """Return a text with its last two sections exchanged."""
    places = [match.start() for match in re.finditer(r"\\section\{", text)]
    end = text.index("\\end{document}")
    if len(places) < 2:
        return text
    return text[:places[-2]] + text[places[-1]:end] + text[places[-2]:places[-1]] + text[end:]
