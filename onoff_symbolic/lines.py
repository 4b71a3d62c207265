"""Where a value is written in a TOML document: the document is read again, with its place instead of each value."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from .errors import Spot

_HEADER = ""
"""The key under which a table has the place of its header; a list has its own as its first element."""
_STRING = r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
_TOKEN = re.compile(
    rf"(?P<space>[ \t\r]+|#[^\n]*)|(?P<end>\n)|(?P<mark>[][{{}},=])|(?P<value>{_STRING}"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[^\s,\]}]*|[^][{},=\"'#\s]+)|(?P<other>.)",
    re.DOTALL,
)
_WHOLE = re.compile(rf"\[+[^\]\n]*\]+|{_STRING}|[^\s,=\]}}]+", re.DOTALL)
"""What is underlined at a place: a header, a string or a word."""


def spot_of(text: str, path: Sequence[str | int], inside: Spot | None = None) -> Spot:
    """Return the spot of a key or a value in a document; of an expression in it, that of its part."""
    place = place_of(text, path)
    found = text.find(inside.line, place) if inside is not None else -1
    if inside is not None and found >= 0:
        return spot_at(text, found + inside.column, inside.length)
    whole = _WHOLE.match(text, place)
    return spot_at(text, place, len(whole[0]) if whole else 1)


def spot_at(text: str, place: int, length: int = 1) -> Spot:
    """Return the spot at a place in a text; it ends with its line."""
    start = text.rfind("\n", 0, place) + 1
    line, _, _ = text[start:].partition("\n")
    column = place - start
    return Spot(line, column, max(1, min(length, len(line) - column)), text.count("\n", 0, place) + 1)


def unclosed(text: str) -> str:
    """Return the brackets that are still open at the end of a text."""
    closing: list[str] = []
    for match in _TOKEN.finditer(text):
        if match[0] in ("[", "{"):
            closing.insert(0, "]" if match[0] == "[" else "}")
        elif closing and match[0] == closing[0]:
            closing.pop(0)
    return "".join(closing)


def place_of(text: str, path: Sequence[str | int]) -> int:
    """Return the place of the key or value at a path of keys and positions; or of what there is of the path."""
    found = _placed(text)
    for key in path:
        inside = found
        if isinstance(found, list):
            inside = dict(enumerate(found if isinstance(found[0], dict) else found[1:]))
        if not isinstance(inside, dict) or key not in inside:
            break
        found = inside[key]
    return min(_places(found), default=0)


@lru_cache(maxsize=1)
def _placed(text: str) -> Any:
    """Return the document with places for values."""
    return tomllib.loads("".join(_with_places(text)))


def _places(value: Any) -> Iterator[int]:
    """Yield the place of a value; of a table, that of its header; else the places of all that is inside."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict) and _HEADER in value:
        yield value[_HEADER]
    else:
        for inside in value.values() if isinstance(value, dict) else value:
            yield from _places(inside)


def _with_places(text: str) -> Iterator[str]:
    """Yield the document with the place of its key, else its own, instead of each value, and one after each header."""
    depth, header = 0, 0
    key: int | None = None
    in_value = in_header = False
    matches = [match for match in _TOKEN.finditer(text + "\n") if match.lastgroup != "space"]
    for match, following in zip(matches, [*(m[0] for m in matches[1:]), ""]):
        word, kind = match[0], match.lastgroup
        place = match.start() if key is None else key
        is_value = in_value and kind == "value" and following != "="
        if is_value:
            yield f" {place} "
        elif in_value and word == "[":
            yield f"[{place}, "
        elif word == "{":
            yield f'{{"{_HEADER}" = {place}{"" if following == "}" else ", "}'
        else:
            yield f" {word} " if kind == "value" else word
        if following == "=":
            key = match.start()
        elif word != "=":
            key = None
        if word == "=":
            in_value = True
        elif word in ("[", "]", "{", "}"):
            if not in_value and not in_header:
                in_header, header = True, match.start()
            depth += 1 if word in "[{" else -1
        elif kind == "end" and not depth:
            if in_header:
                yield f'"{_HEADER}" = {header}\n'
            in_value = in_header = False
