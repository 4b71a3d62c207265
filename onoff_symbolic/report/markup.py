"""Tags and text of a web page. `Html` is text that is already escaped: only `text` and `tag` make it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import NewType

Html = NewType("Html", str)

NOTHING = Html("")
_VOID = frozenset({"meta", "wbr"})
_CONTROL = {
    code: "\N{REPLACEMENT CHARACTER}" for code in (*range(9), 11, 12, *range(14, 32), *range(127, 160))
}


def text(content: str) -> Html:
    """Return text in which nothing is markup."""
    return Html(escape(content.translate(_CONTROL), quote=True))


def tag(name: str, /, *children: Html, **attributes: str | None) -> Html:
    """Return an element. `class_` is the attribute class, `aria_label` is aria-label; None leaves one out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{''.join(children)}</{name}>")


def join(parts: Iterable[Html], between: str = "") -> Html:
    """Return parts one after the other."""
    return Html(text(between).join(parts))


def number(value: Fraction | int, digits: int = 2) -> str:
    """Return a position, rounded where it is written and nowhere else: no zeros at the end."""
    scaled = round(Fraction(value) * 10**digits)
    whole, part = divmod(abs(scaled), 10**digits)
    decimals = f".{part:0{digits}d}".rstrip("0").rstrip(".") if part else ""
    return ("-" if scaled < 0 else "") + f"{whole}{decimals}"
