"""Reports as web pages that need nothing but themselves: no scripts, no date."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from string import Template

from ..result import Verdict
from ..version import VERSION
from . import plot
from .document import (
    Alternatives,
    Areas,
    Block,
    Case,
    Code,
    Derivation,
    Facts,
    Graph,
    Item,
    Items,
    Note,
    Part,
    Plot,
    Table,
    Text,
    Title,
)
from .markup import NOTHING, Html, join, number, tag, text
from .mathml import prose
from .notation import unmarked
from .templates import template

SIGNS = {
    Verdict.PROVED: "M1.5 6.5L5 10L11 2.5",
    Verdict.CONDITIONAL: "M1.5 6.5H11M6.2 2V11",
    Verdict.REFUTED: "M2 2L10.5 10.5M10.5 2L2 10.5",
    Verdict.UNDECIDED: "M2 6.2H10.5",
}
"""A sign for each verdict, in a square of 12.5: check, plus (something must be added), cross, dash."""
DEEPEST = 6
_ANCHOR = re.compile(r'<a href="#([^"]*)">(.*?)</a>')
_LINK = re.compile(r"<code>([a-z][a-z0-9-]*)</code>")


def page(blocks: Sequence[Block]) -> str:
    """Return a page; its first block is its title, its parts with an id are in the menu."""
    title = next(block for block in blocks if isinstance(block, Title))
    ids = frozenset(part.id for part in _parts(blocks) if part.id)
    body = _linked(render([block for block in blocks if block is not title]), ids)
    menu = _menu(blocks)
    return Template(template("page.html")).substitute(
        title=text(unmarked(f"{title.id}: {title.text}" if title.id else title.text).replace("`", "")),
        style=template("page.css"),
        head=_head(title),
        nav=menu,
        body=body,
        version=VERSION,
        **{"class": ' class="indexed"' if menu else ""},
    )


def fragment(blocks: Sequence[Block]) -> Html:
    """Return blocks for a page that has a title of its own."""
    ids = frozenset(part.id for part in _parts(blocks) if part.id)
    titles = (tag("h2", prose(block.text)) for block in blocks if isinstance(block, Title))
    rest = render([block for block in blocks if not isinstance(block, Title)], 3)
    return join((next(titles, NOTHING), _linked(rest, ids)))


def _head(title: Title) -> Html:
    kicker = tag("p", prose(" · ".join(filter(None, (title.id and f"`{title.id}`", title.where)))), class_="kicker")
    return join((kicker, tag("h1", prose(title.text))))


def _parts(blocks: Iterable[Block]) -> Iterator[Part]:
    """Yield all parts, those within parts included."""
    for block in blocks:
        if isinstance(block, Part):
            yield block
            yield from _parts(block.blocks)


def _linked(body: Html, ids: frozenset[str]) -> Html:
    """Return a page on which names of its parts lead there, and no link leads elsewhere."""
    found = _LINK.sub(lambda name: f'<a href="#{name[1]}">{name[0]}</a>' if name[1] in ids else name[0], body)
    return Html(_ANCHOR.sub(lambda link: link[0] if link[1] in ids else link[2], found))


def _menu(blocks: Sequence[Block]) -> Html:
    """Return the parts of the page, each with its verdict; nothing if there are few."""
    parts = [part for part in _parts(blocks) if part.id]
    if len(parts) < 4:
        return NOTHING
    listed = [tag("li", tag("a", _menu_entry(part), href=f"#{part.id}")) for part in parts]
    button = tag("button", text("Contents"), type="button", popovertarget="index", class_="menu")
    return join((button, tag("nav", tag("ul", *listed), id="index", popover="auto", aria_label="Contents")))


def _menu_entry(part: Part) -> Html:
    if part.verdict is None:
        return tag("strong", prose(part.title))
    word = tag("span", text(f"{part.verdict.value} "), class_="unseen")
    sign = tag("span", icon(part.verdict), word, class_=f"badge {part.verdict.value}")
    return join((sign, tag("code", text(part.id))))


def icon(verdict: Verdict) -> Html:
    """Return the sign of a verdict."""
    return tag(
        "svg", tag("path", d=SIGNS[verdict]), class_="icon", viewBox="0 0 12.5 12.5", aria_hidden="true"
    )


def badge(verdict: Verdict) -> Html:
    """Return a verdict with its sign."""
    return tag("span", icon(verdict), text(verdict.value), class_=f"badge {verdict.value}")


# -- blocks ------------------------------------------------------------------------------------------------


def render(blocks: Iterable[Block], depth: int = 2) -> Html:
    """Return blocks; `depth` is the level of the next heading."""
    return join((_block(block, depth) for block in blocks), "\n")


def _block(block: Block, depth: int) -> Html:
    match block:
        case Title():
            return tag("p", prose(block.where), class_="meta")
        case Text():
            return _text(block)
        case Facts():
            rows = [
                join((tag("dt", prose(label)), tag("dd", *(tag("p", prose(each)) for each in texts))))
                for label, texts in block.rows
            ]
            return tag("dl", *rows, class_="facts")
        case Items():
            return tag("ul", *(tag("li", prose(each)) for each in block.texts), class_="plain")
        case Item():
            return _item(block, depth)
        case Table():
            return _table(block)
        case Code():
            return tag("pre", tag("code", text(block.text)), tabindex="0")
        case Part():
            return _part(block, depth)
        case Plot():
            return _plot(block)
        case Areas():
            named = [f"{number_}: {name}" for number_, (name, _) in enumerate(block.parts, start=1)]
            legend = tag("figcaption", tag("b", prose(block.title)), *(tag("p", prose(each)) for each in named))
            return tag("figure", plot.areas(block), legend, class_="areas")
        case Graph():
            return tag(
                "figure", _scrolling(plot.graph(block)), tag("figcaption", prose(block.title)), class_="graph"
            )
        case Case():
            return tag("p", prose(f"Case {block.text}."))
        case Note():
            return tag("p", prose(block.text))
        case Derivation():
            return _derivation(block)
        case Alternatives():
            values = tuple((f"${block.left} {block.relation} {value}$", when) for value, when in block.values)
            return _table(Table("", ("value", "where"), values))
    return NOTHING


def _text(block: Text) -> Html:
    lead = tag("strong", prose(f"{block.lead}: ")) if block.lead else NOTHING
    if block.verdict is None:
        return tag("p", lead, prose(block.text))
    word, _, rest = block.text.partition(" ")
    return tag(
        "div",
        tag("p", badge(block.verdict), text(" "), prose(rest if rest else word)),
        class_=f"call {block.verdict.value}",
    )


def _item(block: Item, depth: int) -> Html:
    title = [_heading(depth, join((text(f"{block.mark} "), prose(block.title))))] if block.title else []
    rows = [_text(Text(body, label)) for label, body in block.rows]
    return tag("div", *title, *rows, class_="erratum", id=f"erratum-{block.id}" if block.id else None)


def _heading(depth: int, content: Html) -> Html:
    return tag(f"h{min(depth, DEEPEST)}", content)


def _part(block: Part, depth: int) -> Html:
    heading = _heading(depth, prose(block.title))
    if not block.folded:
        return tag("section", heading, render(block.blocks, depth + 1), id=block.id or None)
    sign = badge(block.verdict) if block.verdict else NOTHING
    name = tag("code", text(block.id)) if block.id else NOTHING
    body = tag("article", render(block.blocks, depth + 1), id=block.id or None)
    return tag("details", tag("summary", sign, heading, name), body, class_="claim" if block.id else None)


def _table(block: Table) -> Html:
    """Return a table in a box of its own, which scrolls where the table is too wide."""
    caption = tag("caption", prose(block.title)) if block.title else NOTHING
    head = tag("thead", tag("tr", *(tag("th", prose(name), scope="col") for name in block.columns)))
    rows = [
        tag(
            "tr",
            tag("th", _cell(row[0]), scope="row"),
            *(tag("td", _cell(cell), class_=_mark(block, i, j)) for j, cell in enumerate(row[1:], start=1)),
        )
        for i, row in enumerate(block.rows)
    ]
    return _scrolling(tag("table", caption, head if any(block.columns) else NOTHING, tag("tbody", *rows)))


def _mark(block: Table, row: int, column: int) -> str | None:
    return "marked" if (row, column) in block.marked else None


def _cell(cell: str | Verdict) -> Html:
    return badge(cell) if isinstance(cell, Verdict) else prose(cell)


def _scrolling(content: Html) -> Html:
    return tag("div", content, class_="wide")


def _derivation(block: Derivation) -> Html:
    lines = [tag("p", prose(f"${each}$"), class_="statement") for each in block.texts]
    reasons = "; ".join(filter(None, block.reasons))
    return join((*lines, tag("p", prose(f"({reasons})")) if reasons else NOTHING))


def _plot(block: Plot) -> Html:
    name = re.sub(r"\W+", "-", unmarked(block.title)).strip("-").lower()
    points = [x for x, _ in block.curves[0][1]]
    heads = (block.axes[0], *(entry for entry, _ in block.curves))
    values = [dict(curve) for _, curve in block.curves]
    rows = tuple(
        (number(x), *(number(curve[x], 6) if x in curve else "" for curve in values)) for x in points
    )
    listed = tag(
        "details", tag("summary", text("The values, to six decimals")), _table(Table("", heads, rows))
    )
    caption = tag("figcaption", tag("b", prose(block.title)), text(" "), prose(block.caption))
    return tag("figure", _scrolling(plot.chart(name, block)), listed, caption)
