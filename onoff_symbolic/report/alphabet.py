"""One alphabet for a line: α or alpha, ≤ or <=, not both.

Our texts come from the claims file, which is written with Greek letters, and from certificates, which are ASCII.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

LETTERS = {unicodedata.name(letter).removeprefix("GREEK SMALL LETTER ").lower().replace("lamda", "lambda"): letter
           for letter in "αβγδεζηθικλμνξπρστυφχψω"}
_WORD = re.compile(rf"(?<![A-Za-z`])(?:{'|'.join(LETTERS)})(?![A-Za-z`])")
_SIGNS = (("<=", "≤"), (">=", "≥"), ("!=", "≠"))
_PLAIN = {
    **{letter: name for name, letter in LETTERS.items()},
    "≤": "<=", "≥": ">=", "≠": "!=", "≡": "=", "∈": "in", "→": "->", "Σ": "sum", "Π": "prod", "ℓ": "l", "·": "*",
    "−": "-", "…": "...", "ℤ": "Z", "ℚ": "Q", "⁻": "-", "𝓑": "B", "∞": "oo", "×": "x", "√": "sqrt", "—": "-", "–": "-",
    "“": '"', "”": '"', "’": "'", "∣": "|", "∑": "sum", "⊆": "subset of", "∪": "or", "∩": "and", "∀": "for all",
    "²": "^2", "Δ": "Delta", "ᵗ": "^t", "∅": "{}",
}
_GAP = re.compile(r"( {2,})")
_STYLE = re.compile("\033\\[\\d+m")


def spelt(text: str, alphabet: str = "") -> str:
    """A text in one alphabet, "greek" or "ascii"; by itself a text with a Greek letter is Greek throughout."""
    if alphabet == "ascii":
        return _ascii(text)
    return _greek(text) if alphabet or any(letter in text for letter in LETTERS.values()) else text


def greek(text: str) -> str:
    """Lines with Greek letters; columns stay where they are."""
    return "\n".join(_kept(line, _greek) for line in text.split("\n"))


def plain(text: str) -> str:
    """Lines in ASCII; what has no spelling of its own is a question mark."""
    return "\n".join(_kept(line, _ascii) for line in text.split("\n"))


def _greek(text: str) -> str:
    for spelt, sign in _SIGNS:
        text = text.replace(spelt, sign)
    return _WORD.sub(lambda found: LETTERS[found[0]], text)


def _ascii(text: str) -> str:
    found = "".join(_PLAIN.get(sign, sign) for sign in text)
    folded = "".join(sign for sign in unicodedata.normalize("NFKD", found) if not unicodedata.combining(sign))
    return folded.encode("ascii", "replace").decode("ascii")


def _kept(line: str, change: Callable[[str], str]) -> str:
    """A line changed cell by cell: what a cell loses is added to the gap behind it."""
    parts = _GAP.split(line)
    debt = 0
    out = []
    for place, part in enumerate(parts):
        if place % 2:
            width = max(2, len(part) + debt)
            debt += len(part) - width
            out.append(" " * width)
        else:
            made = change(part)
            debt += _long(part) - _long(made)
            out.append(made)
    return "".join(out)


def _long(text: str) -> int:
    return len(_STYLE.sub("", text))
