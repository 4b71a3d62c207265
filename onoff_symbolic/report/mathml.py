"""The mathematics of our texts as MathML Core, which browsers set without help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from .markup import NOTHING, Html, join, tag, text
from .notation import (
    RELATIONS,
    Code,
    Fraction,
    Group,
    Math,
    Matrix,
    Name,
    Node,
    Number,
    Operator,
    Prose,
    Row,
    Script,
    Words,
    bare,
    glyphs,
    pieces,
)

SHORT = 20
"""A formula with more signs than this may be broken over lines, after one of these."""
BREAKS = RELATIONS + ",;+-·*|"
_SIGNS = {"-": "−", "*": "·", "|": "∣", "⁻": "−", "Σ": "∑", "Π": "∏"}
_AFTER = re.compile(r"[.,;:)\]]+")
_AIR = {"mod": "0.35em", "|": "0.22em"}


@lru_cache(maxsize=10_000)
def prose(content: str) -> Html:
    """Return a text with its mathematics set. The same texts come again and again on a page."""
    parts: list[Html] = []
    found = [*pieces(content)]
    for place, piece in enumerate(found):
        if isinstance(piece, Code):
            parts.append(tag("code", text(piece.text)))
        elif isinstance(piece, Prose):
            after = _AFTER.match(piece.text) if place and isinstance(found[place - 1], Math) else None
            parts.append(text(piece.text[after.end() if after else 0:]))
        else:
            following = found[place + 1] if place + 1 < len(found) else None
            after = _AFTER.match(following.text) if isinstance(following, Prose) else None
            parts.append(_formula(piece.items, after[0] if after else ""))
    return join(parts)


def _formula(items: Sequence[Node], after: str) -> Html:
    """Return a formula; a line may end within a long one, but not between it and the comma after it."""
    *parts, last = (tag("math", _row(part)) for part in _lines(items))
    end = tag("span", last, text(after), class_="k") if after else last
    return join([*(join((part, tag("wbr"))) for part in parts), end])


def _lines(items: Sequence[Node]) -> Iterator[Sequence[Node]]:
    """Yield parts between which a line may end: after a sign, once a part is long."""
    if _length(items) <= SHORT:
        yield items
        return
    part: list[Node] = []
    for item in _opened(items):
        part.append(item)
        if isinstance(item, Operator) and item.text in BREAKS and _length(part) > SHORT // 4:
            yield part
            part = []
    yield part


def _opened(items: Sequence[Node]) -> Iterator[Node]:
    """Yield things one by one, those between parentheses, too, so that a line may end there."""
    for item in items:
        if isinstance(item, Row):
            yield from _opened(item.items)
        elif isinstance(item, Group) and item.opening in "([{" and _length(item.items) > SHORT:
            yield from (Operator(item.opening), *_opened(item.items), Operator(item.closing))
        else:
            yield item


def _length(items: Sequence[Node]) -> int:
    """Return about how wide things are, in signs."""
    return sum(
        max(map(_length, item.rows)) if isinstance(item, Matrix) else len(glyphs(item)) for item in items
    )


def _row(items: Sequence[Node]) -> Html:
    parts = []
    last: Node | None = None
    for place, item in enumerate(items):
        if isinstance(item, Words):
            before = " " * (place > 0 and not isinstance(last, Operator))
            after = " " * (place + 1 < len(items) and not isinstance(items[place + 1], Operator))
            parts.append(tag("mtext", text(f"{before}{item.text}{after}".replace(" ", "\N{NO-BREAK SPACE}"))))
        elif isinstance(item, Operator):
            is_unary = last is None or (isinstance(last, Operator) and last.text not in ")]}")
            parts.append(_operator(item.text, is_unary))
        else:
            if last is not None and not isinstance(last, Operator | Words):
                parts.append(tag("mspace", width="0.2em"))
            parts.append(_node(item))
        last = item
    return join(parts)


def _operator(sign: str, is_unary: bool) -> Html:
    shown = text(_SIGNS.get(sign, sign))
    if sign in "()[]{}":
        return _fence(sign, "prefix" if sign in "([{" else "postfix", "false")
    if sign in _AIR:
        return tag("mo", shown, lspace=_AIR[sign], rspace=_AIR[sign], stretchy="false")
    return tag("mo", shown, form="prefix" if is_unary and sign in "+-" else None)


def _node(node: Node) -> Html:
    match node:
        case Number():
            return tag("mn", text(node.text))
        case Name():
            return _name(node)
        case Operator():
            return _operator(node.text, True)
        case Words():
            return tag("mtext", text(node.text))
        case Script():
            return _script(node)
        case Fraction():
            return tag("mfrac", _node(bare(node.top)), _node(bare(node.bottom)))
        case Group():
            tall = None if "/" in glyphs(node) else "false"
            return tag(
                "mrow",
                _fence(node.opening, "prefix", tall),
                _row(node.items),
                _fence(node.closing, "postfix", tall),
            )
        case Matrix():
            rows = [tag("mtr", *(tag("mtd", _node(cell)) for cell in row)) for row in node.rows]
            return tag(
                "mrow", _fence("[", "prefix", None), tag("mtable", *rows), _fence("]", "postfix", None)
            )
        case Row():
            return tag(
                "mrow", *(_node(item) for item in node.items) if _is_applied(node) else (_row(node.items),)
            )


def _is_applied(node: Row) -> bool:
    """Return whether it is a function with what it is applied to."""
    return len(node.items) == 2 and isinstance(node.items[1], Group | Script)


def _fence(sign: str, form: str, stretchy: str | None) -> Html:
    return tag("mo", text(sign), form=form, fence="true", stretchy=stretchy, lspace="0", rspace="0")


def _name(node: Name) -> Html:
    base = node.text.rstrip("'")
    if base and base in "ΣΠ":
        return tag("mo", text(_SIGNS[base]))
    # Two letters are two sources asked for at once: letters side by side, not a word.
    letters = tuple(base) if len(base) in (2, 3) and base.isalpha() and base.isupper() else (base,)
    shown = join(tag("mi", text(letter)) for letter in letters)
    if len(letters) > 1:
        shown = tag("mrow", shown)
    if base != node.text:
        shown = tag("msup", shown, tag("mo", text("′" * (len(node.text) - len(base)))))
    return (
        tag("mover", shown, tag("mo", text("‾"), stretchy="false"), accent="true") if node.accent else shown
    )


def _script(node: Script) -> Html:
    is_big = glyphs(node.base)[:1] in ("Σ", "Π")
    names = ("munder", "mover", "munderover") if is_big else ("msub", "msup", "msubsup")
    sub = NOTHING if node.sub is None else _node(node.sub)
    sup = NOTHING if node.sup is None else _node(bare(node.sup))
    kind = names[2] if sub and sup else names[0] if sub else names[1]
    return tag(kind, _node(node.base), *filter(None, (sub, sup)))
