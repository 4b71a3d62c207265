"""Tags and text of a web page. `Html` is text that is already escaped: only `text` and `tag` make it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import NewType

from .style import css

Html = NewType("Html", str)

NOTHING = Html("")
_VOID = frozenset({"meta", "wbr"})
_CONTROL = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(9), 11, 12, *range(14, 32), *range(127, 160))}


def text(content: str) -> Html:
    """Text in which nothing is markup."""
    return Html(escape(content.translate(_CONTROL), quote=True))


def tag(name: str, /, *children: Html, **attributes: str | None) -> Html:
    """An element. `class_` is the attribute class, `aria_label` is aria-label; None leaves an attribute out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items() if value is not None
    )
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{''.join(children)}</{name}>")


def join(parts: Iterable[Html], between: str = "") -> Html:
    return Html(text(between).join(parts))


def page(title: str, body: Html, rules: str = "") -> str:
    """A whole page that needs nothing but itself; `rules` are added to the style sheet."""
    head = tag("head", tag("meta", charset="utf-8"),
               tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
               tag("meta", name="color-scheme", content="light dark"), tag("title", text(title)),
               tag("style", Html(css() + rules)))
    return "<!DOCTYPE html>\n" + tag("html", head, body, lang="en") + "\n"


def sections(shown: Iterable[tuple[str, str, Html]]) -> Html:
    """The main part of a page: of each section its key, its title and what stands in it."""
    return tag("main", *(tag("section", tag("h2", text(name), id=f"{key}-title"), body, id=key,
                             aria_labelledby=f"{key}-title") for key, name, body in shown), id="main")


def number(value: Fraction | int, digits: int = 2) -> str:
    """A position, rounded where it is written and nowhere else: at most so many decimals, no zeros at the end."""
    scaled = round(Fraction(value) * 10 ** digits)
    whole, part = divmod(abs(scaled), 10 ** digits)
    decimals = f".{part:0{digits}d}".rstrip("0").rstrip(".") if part else ""
    return ("-" if scaled < 0 else "") + f"{whole}{decimals}"
