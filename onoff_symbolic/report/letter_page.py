"""The letter to the authors as a web page, and as a part of another."""

from __future__ import annotations

from ..claims.file import WEIGHTS
from . import markup
from .article import facts
from .letter import Letter
from .markup import NOTHING, Html, join, tag, text
from .mathml import prose


def items(found: Letter) -> Html:
    """Return the groups, for a page of their own and as a part of another."""
    parts, number = [], 0
    for title, members in found.groups:
        parts.append(tag("h3", text(title)))
        for item in members:
            remark = title == WEIGHTS["remark"]
            number += not remark
            rows = [("Where", join((prose(each) for each in item.places), "; "))] if item.places else []
            rows += [(name or "Note", prose(body)) for name, body in item.parts]
            heading = NOTHING if remark else tag("h4", text(f"{number}. "), prose(item.title))
            parts.append(tag("div", heading, facts(rows), class_="erratum", id=f"erratum-{item.cause}"))
    return join(parts)


def page(found: Letter) -> str:
    """Return the letter as a page of its own."""
    top = tag("header", tag("h1", text(found.title)), *(tag("p", text(said)) for said in found.of),
              *(tag("p", prose(each), class_="lead") for each in found.head))
    body = tag("body", top, tag("main", tag("section", items(found), id="errata"), id="main"))
    return markup.page(found.title, body)
