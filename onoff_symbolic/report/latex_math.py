"""Mathematics in LaTeX, from our plain notation, and displays whose lines fit a column.

    formula("beta/(1 - alpha)")        mathematics for a display
    prose("If α+β < 1, Q_t is sent.")   a sentence with its mathematics in dollars
    aligned([steps("p = 1-α")])         the lines of align environments

Widths are estimated in points of a ten-point font. They only choose where lines break; a test reads TeX's own log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .notation import (
    Code, Fraction, Group, Math, Matrix, Name, Node, Number, Operator, Prose, Row, Script, Words, glyphs, read,
)

COLUMN = 244
"""Points that a line of a display may take in a column of 252 points."""

_WIDE = {"Pr": 14, "Σ": 15, "Π": 14, "min": 20, "max": 20, "*": 1, ",": 5, ";": 5, "|": 9, "·": 8}

_NAMES = {
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\epsilon", "λ": r"\lambda", "μ": r"\mu",
    "φ": r"\phi", "ℓ": r"\ell", "𝒬": r"\mathcal{Q}", "𝓑": r"\mathcal{B}", "𝓐": r"\mathcal{A}", "ℤ": r"\mathbb{Z}",
    "Σ": r"\sum", "Π": r"\prod", "∞": r"\infty", "…": r"\ldots", "Pr": r"\Pr", "min": r"\min", "max": r"\max",
    "E": r"\mathbb{E}",
}
_OPERATORS = {
    "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≡": r"\equiv", "→": r"\to", "∈": r"\in", "∪": r"\cup",
    "∖": r"\setminus", "·": r"\cdot", "×": r"\times", "|": r"\mid", "*": "", "mod": r"\bmod", "⁻": "-",
}
_RELATIONS = frozenset("=<>≤≥≠≡→∈")
_DELIMITERS = {"(": "(", ")": ")", "[": "[", "]": "]", "{": r"\{", "}": r"\}"}
_ENTRIES = ("P", "M")
"""Matrices, whose entries P[AB,A] are set with subscripts."""

_ESCAPED = {c: f"\\{c}" for c in "_{}%&#$"} | {
    "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}", "|": r"\ensuremath{\vert}", "̄": "", "²": r"\ensuremath{^2}", "⁻": r"\ensuremath{^-}",
    "*": r"\ensuremath{*}", "’": "'",
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
    """An id or a label in typewriter letters, which may break behind a hyphen or a colon."""
    broken = escape(text).replace("-", r"-\allowbreak{}").replace(":", r":\allowbreak{}")
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
    """Long lists may break behind a comma."""
    found = _row(piece.items, display=False)
    return re.sub(" ([,;]) ", r" \1\\allowbreak ", found) if span(piece.items) > COLUMN // 2 else found


def formula(text: str) -> str:
    """A text that is mathematics as a whole, as it stands in a display."""
    return _row(items(text), display=True)


def items(text: str) -> tuple[Node, ...]:
    """What a text consists of; words in it become upright text."""
    found: list[Node] = []
    for piece in read(text):
        found += piece.items if isinstance(piece, Math) else [Words(piece.text)] if piece.text.strip() else []
    return tuple(found)


# -- nodes -------------------------------------------------------------------------------------------------


def _row(nodes: Sequence[Node], display: bool) -> str:
    out: list[str] = []
    for place, node in enumerate(nodes):
        before = nodes[place - 1] if place else None
        if isinstance(node, Words):
            after = nodes[place + 1] if place + 1 < len(nodes) else None
            out.append(_text(node.text, _apart(before), _apart(after)))
        elif isinstance(node, Group) and node.opening == "[" and isinstance(before, Name) and before.text in _ENTRIES:
            out[-1] += f"_{{{_row(node.items, False)}}}"
        else:
            out.append(_node(node, display))
    return " ".join(part for part in out if part)


def _node(node: Node, display: bool) -> str:
    match node:
        case Number():
            return node.text
        case Name():
            body = _NAMES.get(node.text, node.text)
            return f"\\bar{{{body}}}" if node.accent else body
        case Operator():
            return _OPERATORS.get(node.text, node.text)
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
            return _row(node.items, display) or "{}"


def _apart(node: Node | None) -> bool:
    """Whether a word needs a space towards this: not towards an operator, which brings its own, nor a parenthesis."""
    return node is not None and not isinstance(node, Operator)


def _text(text: str, before: bool, after: bool) -> str:
    return f"\\text{{{' ' * before}{escape(text.strip())}{' ' * after}}}"


def _bare(node: Node) -> Node:
    """Without the parentheses that a bar or a raised place makes needless."""
    return Row(node.items) if isinstance(node, Group) and node.opening == "(" else node


def _fraction(node: Fraction, display: bool) -> str:
    if not display or "ℓ" in glyphs(node.top):
        return f"{_node(node.top, False)}/{_node(node.bottom, False)}"
    return f"\\frac{{{_node(_bare(node.top), False)}}}{{{_node(_bare(node.bottom), False)}}}"


def _group(node: Group, display: bool) -> str:
    body = _row(node.items, display)
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
    return sum(map(width, nodes))


# -- displays ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One line of a derivation: relation and right side, and the letter of its reason."""

    relation: str
    right: tuple[Node, ...]
    letter: str = ""


Chain = tuple[tuple[Node, ...], tuple[Step, ...]]
"""A left side and its steps."""


def steps(text: str, letters: Sequence[str] = ()) -> Chain:
    """"a = b ≤ c" as its left side and its steps; relations within parentheses are no steps."""
    head: list[Node] = []
    found: list[tuple[str, list[Node]]] = []
    for node in items(text):
        if isinstance(node, Operator) and node.text in _RELATIONS:
            found.append((node.text, []))
        else:
            (found[-1][1] if found else head).append(node)
    given = [*letters, *("" for _ in found)]
    return tuple(head), tuple(Step(sign, tuple(nodes), given[i]) for i, (sign, nodes) in enumerate(found))


Lines = list[str]


def aligned(chains: Sequence[Chain], column: int = COLUMN) -> list[list[Lines]]:
    """Displays, each the chains of one align environment, each of these its lines.

    A chain stands on one line if it fits; else one line for each step, beside its left side or below it. Chains of
    one layout share a display, and those that fit on one line join those that have a line for each step."""
    groups: list[list[Chain]] = []
    for chain in chains:
        if groups and _agree(_layout(groups[-1], column), _layout([chain], column),
                             _layout([*groups[-1], chain], column)):
            groups[-1].append(chain)
        else:
            groups.append([chain])
    return [_layout(group, column)(group, column) for group in groups]


Layout = Callable[[Sequence[Chain], int], list[Lines]]


def _agree(one: Layout, other: Layout, both: Layout) -> bool:
    order = (_on_one_line, _beside, _below)
    worst = max((one, other), key=order.index)
    return order.index(both) <= order.index(worst) and (worst is not _below or one is other)


def _layout(chains: Sequence[Chain], column: int) -> Layout:
    head = max(span(left) for left, _ in chains) + 16
    plain = not any(step.letter for _, derivation in chains for step in derivation)
    whole = max(_length(derivation) for _, derivation in chains)
    widest = max((span(part) for _, steps_ in chains for step in steps_ for part in _breakable(step.right)), default=0)
    if plain and head + whole <= column:
        return _on_one_line
    return _beside if head + widest <= column else _below


def _length(derivation: Sequence[Step]) -> int:
    """The steps on one line, without the first relation."""
    return sum(16 + span(step.right) for step in derivation) - 16


def _on_one_line(chains: Sequence[Chain], column: int) -> list[Lines]:
    return [[f"{_row(left, True)} &{_steps(derivation)}"] for left, derivation in chains]


def _beside(chains: Sequence[Chain], column: int) -> list[Lines]:
    room = column - max(span(left) for left, _ in chains) - 16
    shown: list[Lines] = []
    for left, derivation in chains:
        found = [line for step in derivation for line in _step(step, room - 10, "")]
        shown.append([f"{_row(left, True)} {found[0]}", *found[1:]])
    return shown


def _below(chains: Sequence[Chain], column: int) -> list[Lines]:
    widest = max((span(part) for _, found in chains for step in found for part in _breakable(step.right)), default=0)
    indent = r"\quad " if widest + 52 <= column else ""
    shown: list[Lines] = []
    for left, derivation in chains:
        lines = [f"&{line}" for line in _lines(left, column, r"\quad ")]
        if _length(derivation) + 26 <= column and not any(step.letter for step in derivation):
            lines.append(f"&\\quad {_steps(derivation)}")
        else:
            lines += [line for step in derivation for line in _step(step, column - 26, indent, indent or r"\;")]
        shown.append(lines)
    return shown


def _steps(derivation: Sequence[Step]) -> str:
    return " ".join(f"{_sign(step)} {_row(step.right, True)}" for step in derivation)


def _step(step: Step, room: int, indent: str, hang: str = r"\quad ") -> list[str]:
    """The lines of a step; those after the first hang a little further in."""
    first, *rest = _lines(step.right, room, hang)
    return [f"&{indent}{_sign(step)} {first}", *(f"&{indent}{line}" for line in rest)]


def _sign(step: Step) -> str:
    sign = _OPERATORS.get(step.relation, step.relation)
    return f"\\onoffby{{{step.letter}}}{{{sign}}}" if step.letter else sign


def _lines(nodes: Sequence[Node], room: int, indent: str) -> Iterator[str]:
    """Nodes broken before + and -, or between factors, so that each line fits."""
    line: list[Node] = []
    first = True
    for part in _breakable(nodes):
        if line and span(line) + span(part) > room:
            yield ("" if first else indent) + _row(line, True)
            first, line = False, [Row(())] if isinstance(part[0], Operator) else [Operator("×")]
        line += part
    yield ("" if first else indent) + _row(line, True)


def _breakable(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """Pieces that may begin a line: terms, and factors that begin with a probability or a sum."""
    part: list[Node] = []
    for node in nodes:
        starts = (isinstance(node, Operator) and node.text in "+-") or node == Name("Pr")
        if starts and part and not (isinstance(part[-1], Operator) or _is_sum(part[-1])):
            yield part
            part = []
        part.append(node)
    if part:
        yield part


def _is_sum(node: Node) -> bool:
    return glyphs(node)[:1] in "ΣΠ"
