"""One alphabet for a report: α and ≤, or alpha and <= where those cannot be written.

Our texts come from the claims file, which is written with Greek letters, and from certificates, which are ASCII.
"""

from __future__ import annotations

import re
import unicodedata

LETTERS = {
    unicodedata.name(letter).removeprefix("GREEK SMALL LETTER ").lower().replace("lamda", "lambda"): letter
    for letter in "αβγδεζηθικλμνξπρστυφχψω"
}
_WORD = re.compile(rf"(?<![A-Za-z`])(?:{'|'.join(LETTERS)})(?![A-Za-z`])")
_SIGNS = (("<=", "≤"), (">=", "≥"), ("!=", "≠"))
_ASCII = {
    **{letter: name for name, letter in LETTERS.items()},
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≡": "=",
    "∈": "in",
    "→": "->",
    "Σ": "sum",
    "Π": "prod",
    "ℓ": "l",
    "·": "*",
    "−": "-",
    "…": "...",
    "ℤ": "Z",
    "ℚ": "Q",
    "⁻": "-",
    "𝓑": "B",
    "∞": "oo",
    "×": "x",
    "√": "sqrt",
    "—": "-",
    "–": "-",
    "“": '"',
    "”": '"',
    "’": "'",
    "∣": "|",
    "∑": "sum",
    "⊆": "subset of",
    "∪": "or",
    "∩": "and",
    "∀": "for all",
    "²": "^2",
    "Δ": "Delta",
    "ᵗ": "^t",
    "∅": "{}",
}


_PRODUCT = re.compile(r"(?<=[\w)\]}|])\*(?=[\w(\[{|])")


def greek(text: str) -> str:
    """Return a text with Greek letters, with relations as single signs, and with ^ and · for ** and *."""
    for ascii_, sign in _SIGNS:
        text = text.replace(ascii_, sign)
    text = _PRODUCT.sub("·", text.replace("**", "^"))
    return _WORD.sub(lambda found: LETTERS[found[0]], text)


def plain(text: str) -> str:
    """Return a text in ASCII; what has no spelling of its own is a question mark."""
    found = "".join(_ASCII.get(sign, sign) for sign in text)
    folded = "".join(sign for sign in unicodedata.normalize("NFKD", found) if not unicodedata.combining(sign))
    return folded.encode("ascii", "replace").decode("ascii")
