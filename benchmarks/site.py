"""Hooks of the site (mkdocs.yml): links to files outside docs/ become their names, for they are not on the site."""

from __future__ import annotations

import re

_OUTSIDE = re.compile(r"\[([^\]]*)\]\((\.\./[^)#]*|schemas)(?:#[^)]*)?\)")


def on_page_markdown(markdown: str, **_: object) -> str:
    """The text of a page before it is rendered."""
    def named(found: re.Match[str]) -> str:
        place = found[2].removeprefix("../")
        return f"`{place}`" if found[1].strip("`") in (place, found[2]) else f"{found[1]} (`{place}`)"

    return _OUTSIDE.sub(named, markdown)
