"""The mathematics of our texts as MathML Core, which browsers set without help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from .markup import NOTHING, Html, join, tag, text
from .notation import (
    RELATIONS, Code, Fraction, Group, Math, Matrix, Name, Node, Number, Operator, Prose, Row, Script, Words,
    dotted, glyphs, read,
)

SHORT = 20
"""A formula with more signs than this may be broken over lines."""

_SIGNS = {"-": "−", "*": "\N{INVISIBLE TIMES}", "|": "∣", "⁻": "−", "Σ": "∑", "Π": "∏"}
_AFTER = re.compile(r"[.,;:)\]]+")


@lru_cache(maxsize=10_000)
def prose(content: str) -> Html:
    """A text with its mathematics set. The same texts come again and again on a page."""
    parts = []
    taken = 0
    pieces = read(content)
    for piece, following in zip(pieces, (*pieces[1:], None)):
        if isinstance(piece, Math):
            after = _AFTER.match(following.text) if isinstance(following, Prose) else None
            parts.append(_formula(piece, after.group() if after else ""))
            taken = after.end() if after else 0
        else:
            shown = text(piece.text[taken:])
            parts.append(tag("code", shown) if isinstance(piece, Code) else shown)
            taken = 0
    return join(parts)


def _formula(formula: Math, after: str) -> Html:
    """A line may end within a long formula, but not between a formula and the comma after it."""
    *parts, last = (tag("math", _row(part)) for part in _lines(formula.items))
    end = tag("span", last, text(after), class_="k") if after else last
    return join([*(join((part, tag("wbr"))) for part in parts), end])


# -- lines -------------------------------------------------------------------------------------------------


def _lines(items: Sequence[Node]) -> Iterator[Sequence[Node]]:
    """A long formula in parts between which a line may end: after a relation, else after a sign, else within a
    group."""
    if _length(items) <= SHORT:
        yield items
        return
    for part in _cut(items, frozenset(RELATIONS + ",;")):
        for smaller in [part] if _length(part) <= SHORT else _cut(part, frozenset("+-·")):
            yield from [smaller] if _length(smaller) <= SHORT else _cut(_opened(smaller), frozenset(",;|"))


def _opened(items: Sequence[Node]) -> Sequence[Node]:
    """Groups as loose things between loose parentheses."""
    out: list[Node] = []
    for item in items:
        if isinstance(item, Group) and item.opening in "([":
            out += (Operator(item.opening), *item.items, Operator(item.closing))
        else:
            out.append(item)
    return out


def _length(items: Sequence[Node]) -> int:
    """About how wide things are, in signs."""
    return sum(max(map(_length, item.rows)) if isinstance(item, Matrix) else len(glyphs(item)) for item in items)


def _cut(items: Sequence[Node], signs: frozenset[str]) -> Iterator[Sequence[Node]]:
    """Parts that end with one of the signs; a sign that opens a part belongs to it."""
    start = 0
    for end, item in enumerate(items):
        if isinstance(item, Operator) and item.text in signs and end > start:
            yield items[start:end + 1]
            start = end + 1
    if start < len(items):
        yield items[start:]


# -- nodes -------------------------------------------------------------------------------------------------


def _row(items: Sequence[Node]) -> Html:
    parts = []
    last: Node | None = None
    items = dotted(items)
    for item, following in zip(items, (*items[1:], None)):
        if isinstance(item, Fraction) and _alone(last) and _alone(following) and _simple(item):
            parts.append(tag("mrow", _node(item.top), tag("mo", text("/"), lspace="0", rspace="0"), _node(item.bottom)))
        elif isinstance(item, Words):
            before, after = (not _loose(last), not _loose(following) and not isinstance(following, Words))
            parts.append(_words(" " * before + item.text.strip() + " " * after))
        elif isinstance(item, Operator):
            unary = last is None or (isinstance(last, Operator) and last.text not in ")]")
            parts.append(_operator(item.text, unary, last is None))
        else:
            parts += [tag("mspace", width="0.2em")] if _apart(last, item) else []
            parts.append(_node(item))
        last = item
    return join(parts)


def _apart(last: Node | None, item: Node) -> bool:
    """Whether two factors side by side want some air: after a group, or around a big sign."""
    factors = isinstance(last, Group) and isinstance(item, Name | Script | Fraction)
    return factors or (last is not None and glyphs(item)[0] in "ΣΠ" and not isinstance(last, Operator))


def _loose(neighbour: Node | None) -> bool:
    """Whether there is air already: at an end, or beside an operator."""
    return neighbour is None or isinstance(neighbour, Operator)


def _words(content: str) -> Html:
    return tag("mtext", text(content.replace(" ", "\N{NO-BREAK SPACE}")))


def _alone(neighbour: Node | None) -> bool:
    """Whether a fraction beside this may be written with a slash: a factor beside it would be read into it."""
    return _loose(neighbour) and neighbour not in (Operator("*"), Operator("·"))


def _simple(fraction: Fraction) -> bool:
    return all(isinstance(side, Number | Name | Script) for side in (fraction.top, fraction.bottom))


def _operator(sign: str, unary: bool, first: bool = False) -> Html:
    shown = text(_SIGNS.get(sign, sign))
    if sign in "()[]":
        return _fence(sign, "prefix" if sign in "([" else "postfix", "false")
    if sign == "mod":
        return tag("mo", shown, lspace="0.35em", rspace="0.35em")
    if sign == "|":
        return tag("mo", shown, lspace="0.22em", rspace="0.22em", stretchy="false")
    return tag("mo", shown, form="prefix" if unary and sign in "+-" else None, lspace="0" if first else None)


def _node(node: Node) -> Html:
    match node:
        case Number():
            return tag("mn", text(node.text))
        case Name():
            return _name(node)
        case Operator():
            return _operator(node.text, True)
        case Words():
            return _words(node.text.strip())
        case Script():
            return _script(node)
        case Fraction():
            return tag("mfrac", _bare(node.top), _bare(node.bottom), displaystyle=None if _simple(node) else "true")
        case Group():
            tall = None if any(isinstance(item, Fraction) and not _simple(item) for item in node.items) else "false"
            return tag("mrow", _fence(node.opening, "prefix", tall), _row(node.items),
                       _fence(node.closing, "postfix", tall))
        case Matrix():
            rows = [tag("mtr", *(tag("mtd", _node(cell)) for cell in row)) for row in node.rows]
            return tag("mrow", _fence("[", "prefix", None), tag("mtable", *rows), _fence("]", "postfix", None))
        case Row():
            return tag("mrow", _row(node.items))


def _fence(sign: str, form: str, stretchy: str | None) -> Html:
    return tag("mo", text(sign), form=form, fence="true", stretchy=stretchy, lspace="0", rspace="0")


def _name(node: Name) -> Html:
    bare = node.text.rstrip("'")
    if bare and bare in "ΣΠ":
        return tag("mo", text(_SIGNS[bare]))
    # Two letters are two sources asked for at once: letters side by side, not a word.
    letters = tuple(bare) if len(bare) == 2 and bare.isalpha() and bare.isupper() else (bare,)
    shown = join(tag("mi", text(letter)) for letter in letters)
    if len(letters) > 1:
        shown = tag("mrow", shown)
    if bare != node.text:
        shown = tag("msup", shown, tag("mo", text("′" * (len(node.text) - len(bare)))))
    return tag("mover", shown, tag("mo", text("‾"), stretchy="false"), accent="true") if node.accent else shown


def _script(node: Script) -> Html:
    big = glyphs(node.base)[:1] in ("Σ", "Π")
    names = ("munder", "mover", "munderover") if big else ("msub", "msup", "msubsup")
    sub = NOTHING if node.sub is None else _node(node.sub)
    sup = NOTHING if node.sup is None else _bare(node.sup)
    kind = names[2] if sub and sup else names[0] if sub else names[1]
    return tag(kind, _node(node.base), *(part for part in (sub, sup) if part))


def _bare(node: Node) -> Html:
    """The side of a fraction, or what is raised: its place does what the parentheses did."""
    if isinstance(node, Group) and node.opening == "(":
        return tag("mrow", _row(node.items))
    return _node(node)
