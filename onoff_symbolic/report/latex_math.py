"""Mathematics in LaTeX, from our plain notation.

    formula_text("beta/(1 - alpha)")      mathematics for a display
    prose("If $α+β < 1$, it is sent.")     a sentence with its mathematics in dollars

Widths are estimated in points of a ten-point font. They only choose where lines break; a test reads TeX's own log.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .alphabet import LETTERS
from .notation import (
    SCRIPT,
    Code,
    Fraction,
    Group,
    Math,
    Matrix,
    Name,
    Node,
    Number,
    Operator,
    Row,
    Script,
    Words,
    bare,
    formula,
    glyphs,
    pieces,
)

COLUMN = 244
"""Points that a line of a display may take in a column of 252 points."""

_NAMES = {
    **{letter: f"\\{name}" for name, letter in LETTERS.items()},
    **{letter: f"\\mathcal{{{chr(ord('A') + place)}}}" for place, letter in enumerate(SCRIPT)},
    "𝒬": r"\mathcal{Q}",
    **{letter: f"\\mathbb{{{name}}}" for letter, name in zip("ℤℝℕℚ", "ZRNQ")},
    "ℓ": r"\ell",
    "∅": r"\emptyset",
    "Σ": r"\sum",
    "Π": r"\prod",
    "∞": r"\infty",
    "…": r"\ldots",
    "Pr": r"\Pr",
    "min": r"\min",
    "max": r"\max",
    "log": r"\log",
    "lim": r"\lim",
    "E": r"\mathbb{E}",
}
_OPERATORS = {
    "≤": r"\leq",
    "≥": r"\geq",
    "≠": r"\neq",
    "≡": r"\equiv",
    "→": r"\to",
    "∈": r"\in",
    "∪": r"\cup",
    "∩": r"\cap",
    "⊆": r"\subseteq",
    "∀": r"\forall",
    "∖": r"\setminus",
    "·": r"\cdot",
    "*": r"\cdot",
    "×": r"\times",
    "|": r"\mid",
    "mod": r"\bmod",
    "⊕": r"\oplus",
    "φ": r"\phi",
}
_LETTERS = re.compile(r".'*|[A-Z]{2,3}")
"""Names that are letters side by side; others are words."""
MODES = ("ON", "OFF")
_BRACKETS = {"{": r"\{", "}": r"\}"}
_ESCAPED = {c: f"\\{c}" for c in "_{}%&#$"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "|": r"\ensuremath{\vert}",
    "̄": "",
    "²": r"\ensuremath{^2}",
    "³": r"\ensuremath{^3}",
    "⁻": r"\ensuremath{^-}",
    "*": r"\ensuremath{*}",
    "’": "'",
    "“": "``",
    "”": "''",
    "–": "--",
    "—": "---",
}


# -- words -------------------------------------------------------------------------------------------------


def escape(text: str) -> str:
    """Return plain text, whatever signs are in it; two hyphens, as before an option, stay two."""
    return "".join(map(_escaped, text)).replace("--", "-{}-")


def _escaped(sign: str) -> str:
    if sign in _ESCAPED or sign.isascii():
        return _ESCAPED.get(sign, sign)
    command = _NAMES.get(sign) or _OPERATORS.get(sign)
    return f"\\ensuremath{{{command}}}" if command else "?"


def prose(text: str) -> str:
    """Return a sentence with its mathematics."""
    out = ""
    for piece in pieces(text):
        if isinstance(piece, Math):
            out += f"${_inline(piece.items)}$"
        elif isinstance(piece, Code):
            out += f"\\texttt{{{_breakable(escape(piece.text))}}}"
        else:
            out += escape(piece.text)
    return out


def _breakable(code: str) -> str:
    """Return a name that may break behind a hyphen, colon, dot or underscore."""
    return re.sub(r"([-:.]|\\_)", r"\1\\allowbreak{}", code)


def _inline(nodes: Sequence[Node]) -> str:
    """Return mathematics in a line; a long list may break behind a comma."""
    found = row(nodes, False)
    return re.sub(" ([,;]) ", r" \1\\allowbreak ", found) if width(nodes) > COLUMN // 2 else found


def formula_text(text: str) -> str:
    """Return a text that is mathematics as a whole, as it stands in a display."""
    return row(formula(text), True)


# -- nodes -------------------------------------------------------------------------------------------------


def row(nodes: Sequence[Node], display: bool) -> str:
    """Return things side by side; names of several letters are kept apart."""
    out: list[str] = []
    for place, node in enumerate(nodes):
        shown = _node(node, display)
        if place and isinstance(node, Words) and not isinstance(nodes[place - 1], Operator):
            shown = f"\\text{{ }}{shown}"
        if place and not isinstance(node, Operator | Words) and isinstance(nodes[place - 1], Words):
            shown = f"\\text{{ }}{shown}"
        out.append(shown)
    return " ".join(filter(None, out))


def operator(sign: str) -> str:
    """Return an operator or a relation."""
    return _OPERATORS.get(sign, _escaped(sign) if sign in "#%&$_^~\\" else _BRACKETS.get(sign, sign))


def _node(node: Node, display: bool) -> str:
    match node:
        case Number():
            return node.text
        case Operator():
            return operator(node.text)
        case Words():
            return f"\\text{{{escape(node.text)}}}"
        case Name():
            body = _NAMES.get(node.text) or _name(node.text)
            return f"\\bar{{{body}}}" if node.accent else body
        case Script():
            sub = "" if node.sub is None else f"_{{{_node(node.sub, False)}}}"
            sup = "" if node.sup is None else f"^{{{_node(bare(node.sup), False)}}}"
            return _node(node.base, display) + sub + sup
        case Fraction():
            return _fraction(node, display)
        case Group():
            return _group(node, display)
        case Matrix():
            rows = r" \\ ".join(" & ".join(_node(cell, False) for cell in row_) for row_ in node.rows)
            return f"\\begin{{bmatrix}} {rows} \\end{{bmatrix}}"
        case Row():
            return row(node.items, display) or "{}"


def _name(text: str) -> str:
    base = text.rstrip("'")
    primes = text[len(base):]
    if base in LETTERS.values():
        return _NAMES[base] + primes
    if not all(sign.isascii() for sign in base):
        return escape(text)
    if base in MODES:
        return f"\\text{{{base}}}"
    return text if _LETTERS.fullmatch(text) else f"\\mathit{{{base}}}{primes}"


def _fraction(node: Fraction, display: bool) -> str:
    if not display or "ℓ" in glyphs(node.top):
        return f"{_node(node.top, False)}/{_node(node.bottom, False)}"
    return f"\\frac{{{_node(bare(node.top), False)}}}{{{_node(bare(node.bottom), False)}}}"


def _group(node: Group, display: bool) -> str:
    body = row(node.items, display)
    if node.opening == "|":
        return f"\\lvert {body} \\rvert"
    sides = [_BRACKETS.get(sign, sign) for sign in (node.opening, node.closing)]
    if display and "\\frac" in body and node.closing:
        return f"\\left{sides[0]}{body}\\right{sides[1]}"
    return f"{sides[0]}{body}{sides[1]}"


# -- widths ------------------------------------------------------------------------------------------------


def width(nodes: Sequence[Node]) -> int:
    """Return about how many points things take in a display."""
    return sum(map(_width, nodes))


def _width(node: Node) -> int:
    match node:
        case Operator():
            return 5 if node.text in ",;" else 13
        case Fraction() if "ℓ" not in glyphs(node.top):
            return max(_width(bare(node.top)), _width(bare(node.bottom))) + 3
        case Script():
            scripts = [_width(part) for part in (node.sub, node.sup) if part is not None]
            small = max(scripts) * 7 // 10
            return max(15, small) + 3 if glyphs(node.base) in "ΣΠ" else _width(node.base) + small
        case Group():
            return 8 + width(node.items)
        case Row():
            return width(node.items)
        case Matrix():
            return 10 + sum(10 + max(map(_width, column)) for column in zip(*node.rows, strict=False))
        case _:
            return sum(5 if sign.islower() or sign.isdigit() else 8 for sign in glyphs(node))


def broken(nodes: Sequence[Node], room: int) -> Iterator[list[Node]]:
    """Yield lines, broken before + and -, or between factors, so that each fits if it can."""
    line: list[Node] = []
    for part in _parts(nodes):
        if line and width(line) + width(part) > room:
            yield line
            line = []
        line += part
    yield line


def _parts(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """Yield pieces that may begin a line: terms, and factors that begin with a probability or a sum."""
    part: list[Node] = []
    for node in nodes:
        begins = node in (Operator("+"), Operator("-")) or glyphs(node).startswith("Pr")
        if begins and part and not isinstance(part[-1], Operator) and glyphs(part[-1])[:1] not in "ΣΠ":
            yield part
            part = []
        part.append(node)
    yield part
