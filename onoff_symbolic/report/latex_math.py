"""Mathematics in LaTeX, from our plain notation.

    formula("beta/(1 - alpha)")        mathematics for a display
    prose("If α+β < 1, Q_t is sent.")   a sentence with its mathematics in dollars

Widths are estimated in points of a ten-point font. They only choose where lines break; a test reads TeX's own log.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .alphabet import LETTERS
from .notation import (
    SCRIPT, Code, Fraction, Group, Math, Matrix, Name, Node, Number, Operator, Prose, Row, Script, Words,
    dotted, glyphs, read,
)

COLUMN = 244
"""Points that a line of a display may take in a column of 252 points."""

_WIDE = {"Pr": 14, "Σ": 15, "Π": 14, "min": 20, "max": 20, "*": 1, ",": 5, ";": 5, "|": 9, "·": 8}

_NAMES = {
    **{letter: f"\\{name}" for name, letter in LETTERS.items()},
    **{letter: f"\\mathcal{{{chr(ord('A') + place)}}}" for place, letter in enumerate(SCRIPT)}, "𝒬": r"\mathcal{Q}",
    **{letter: f"\\mathbb{{{name}}}" for letter, name in zip("ℤℝℕℚ", "ZRNQ")}, "ℓ": r"\ell", "∅": r"\emptyset",
    "Σ": r"\sum", "Π": r"\prod", "∞": r"\infty", "…": r"\ldots", "Pr": r"\Pr", "min": r"\min", "max": r"\max",
    "E": r"\mathbb{E}",
}
_OPERATORS = {
    "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≡": r"\equiv", "→": r"\to", "∈": r"\in", "∪": r"\cup",
    "∩": r"\cap", "⊆": r"\subseteq", "∀": r"\forall",
    "∖": r"\setminus", "·": r"\cdot", "×": r"\times", "|": r"\mid", "*": "", "mod": r"\bmod", "⁻": "-",
}
_LETTERS = re.compile(r".'*|[a-z]{2}|[A-Z]+")
"""Names that are letters side by side; others are words."""
_DELIMITERS = {"(": "(", ")": ")", "[": "[", "]": "]", "{": r"\{", "}": r"\}"}

_ESCAPED = {c: f"\\{c}" for c in "_{}%&#$"} | {
    "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}", "|": r"\ensuremath{\vert}", "̄": "", "²": r"\ensuremath{^2}", "³": r"\ensuremath{^3}",
    "⁻": r"\ensuremath{^-}", "*": r"\ensuremath{*}", "’": "'",
    "“": "``", "”": "''", "–": "--", "—": "---",
}


# -- words -------------------------------------------------------------------------------------------------


def escape(text: str) -> str:
    """Plain text, whatever signs are in it."""
    return "".join(_escaped(c) for c in text)


def _escaped(sign: str) -> str:
    if sign in _ESCAPED or sign.isascii():
        return _ESCAPED.get(sign, sign)
    command = _NAMES.get(sign) or _OPERATORS.get(sign)
    return f"\\ensuremath{{{command}}}" if command else "?"


def code(text: str) -> str:
    """An id, a label or a name in typewriter letters; it may break behind a hyphen, colon, dot or underscore."""
    broken = re.sub(r"([-:.]|\\_)", r"\1\\allowbreak{}", escape(text))
    return f"\\texttt{{{broken}}}"


def prose(text: str) -> str:
    """A sentence with its mathematics."""
    out = ""
    for piece in read(text):
        match piece:
            case Math():
                out += f"${_inline(piece)}$"
            case Code():
                out += code(piece.text)
            case Prose():
                out += escape(" ".join(piece.text.split(" ")))
    return out


def _inline(piece: Math) -> str:
    """Long lists may break behind a comma, long products between factors."""
    found = row(piece.items, display=False)
    if span(piece.items) <= COLUMN // 2:
        return found
    found = re.sub(r"\} (?=\\mathit|[A-Z]_|\(\\sum)", r"} \\allowbreak ", found)
    return re.sub(" ([,;]) ", r" \1\\allowbreak ", found)


def formula(text: str) -> str:
    """A text that is mathematics as a whole, as it stands in a display."""
    return row(items(text), display=True)


def items(text: str) -> tuple[Node, ...]:
    """What a text consists of; words in it become upright text."""
    found: list[Node] = []
    for piece in read(text):
        found += piece.items if isinstance(piece, Math) else [Words(piece.text)] if piece.text.strip() else []
    return tuple(found)


# -- nodes -------------------------------------------------------------------------------------------------


def row(nodes: Sequence[Node], display: bool) -> str:
    out: list[str] = []
    nodes = dotted(nodes, slashed=not display)
    for place, node in enumerate(nodes):
        before = nodes[place - 1] if place else None
        if isinstance(node, Words):
            after = nodes[place + 1] if place + 1 < len(nodes) else None
            out.append(_text(node.text, _apart(before), _apart(after)))
        elif isinstance(node, Group) and node.opening == "[" and isinstance(before, Name) and before.text != "E":
            out[-1] += _index(node)
        elif isinstance(node, Script) and isinstance(node.base, Group) and isinstance(before, Name) and (
                node.base.opening == "[" and node.sub is None and node.sup is not None):
            out[-1] += f"{_index(node.base)}^{{{_node(_bare(node.sup), False)}}}"
        else:
            out.append(_node(node, display))
    return " ".join(part for part in out if part)


def _index(group: Group) -> str:
    """The entry P[AB,A] of a table has its index below."""
    return f"_{{{row(group.items, False)}}}"


def _node(node: Node, display: bool) -> str:
    match node:
        case Number():
            return node.text
        case Name():
            body = _NAMES.get(node.text) or (node.text if _LETTERS.fullmatch(node.text) else f"\\mathit{{{node.text}}}")
            return f"\\bar{{{body}}}" if node.accent else body
        case Operator():
            return operator(node.text)
        case Words():
            return _text(node.text, False, False)
        case Script():
            sub = "" if node.sub is None else f"_{{{_node(node.sub, False)}}}"
            sup = "" if node.sup is None else f"^{{{_node(_bare(node.sup), False)}}}"
            return _node(node.base, display) + sub + sup
        case Fraction():
            return _fraction(node, display)
        case Group():
            return _group(node, display)
        case Matrix():
            rows = r" \\ ".join(" & ".join(_node(cell, False) for cell in row) for row in node.rows)
            return f"\\begin{{bmatrix}} {rows} \\end{{bmatrix}}"
        case Row():
            return row(node.items, display) or "{}"


def _apart(node: Node | None) -> bool:
    """Whether a word needs a space towards this: not towards an operator, which brings its own, nor a parenthesis."""
    return node is not None and not isinstance(node, Operator)


def _text(text: str, before: bool, after: bool) -> str:
    return f"\\text{{{' ' * before}{escape(text.strip())}{' ' * after}}}"


def operator(sign: str) -> str:
    return _OPERATORS.get(sign, sign)


def _bare(node: Node) -> Node:
    """Without the parentheses that a bar or a raised place makes needless."""
    return Row(node.items) if isinstance(node, Group) and node.opening == "(" else node


def _fraction(node: Fraction, display: bool) -> str:
    if not display or "ℓ" in glyphs(node.top):
        return f"{_node(node.top, False)}/{_node(node.bottom, False)}"
    return f"\\frac{{{_node(_bare(node.top), False)}}}{{{_node(_bare(node.bottom), False)}}}"


def _group(node: Group, display: bool) -> str:
    body = row(node.items, display)
    if node.opening == "|":
        return f"\\lvert {body} \\rvert"
    tall = display and "\\frac" in body
    left, right = ("\\left", "\\right") if tall else ("", "")
    return f"{left}{_DELIMITERS[node.opening]}{body}{right}{_DELIMITERS[node.closing]}"


# -- widths ------------------------------------------------------------------------------------------------


def width(node: Node) -> int:
    """About how many points a node takes in a display."""
    match node:
        case Number():
            return 5 * len(node.text)
        case Name():
            return _WIDE.get(node.text, 0) or sum(6 if sign.islower() else 8 for sign in node.text)
        case Operator():
            return _WIDE.get(node.text, 13)
        case Words():
            return 5 * len(node.text)
        case Script():
            small = max((width(part) for part in (node.sub, node.sup) if part is not None), default=0) * 7 // 10
            big = isinstance(node.base, Name) and node.base.text in "ΣΠ"
            return max(width(node.base), small) + 3 if big else width(node.base) + small
        case Fraction():
            if "ℓ" in glyphs(node.top):
                return width(node.top) + width(node.bottom) + 5
            return max(width(_bare(node.top)), width(_bare(node.bottom))) + 3
        case Group():
            return 8 + span(node.items)
        case Matrix():
            columns = zip(*node.rows, strict=True)
            return 10 + sum(10 + max(width(cell) for cell in column) for column in columns)
        case Row():
            return span(node.items)


def span(nodes: Sequence[Node]) -> int:
    return sum(map(width, dotted(nodes)))
