"""Where a value is written in a TOML document: the document is read again, with its line in place of each value."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

_HEADER = ""
"""The key under which a table has the line of its header; a list has its own as its first element."""
_STRING = r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
_TOKEN = re.compile(
    rf"(?P<space>[ \t\r]+|#[^\n]*)|(?P<end>\n)|(?P<mark>[][{{}},=])|(?P<value>{_STRING}"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[^\s,\]}]*|[^][{},=\"'#\s]+)|(?P<other>.)",
    re.DOTALL,
)


def line_of(text: str, path: Sequence[str | int]) -> int:
    """Return the line of the value at a path of keys and positions; or of what is there of the path."""
    found = _numbered(text)
    for key in path:
        inside = found
        if isinstance(found, list):
            inside = dict(enumerate(found if isinstance(found[0], dict) else found[1:]))
        if not isinstance(inside, dict) or key not in inside:
            break
        found = inside[key]
    return min(_lines(found), default=1)


@lru_cache(maxsize=1)
def _numbered(text: str) -> Any:
    """Return the document with lines for values."""
    return tomllib.loads("".join(_with_lines(text)))


def _lines(value: Any) -> Iterator[int]:
    """Yield the line of a value; of a table, that of its header; else the lines of all that is inside."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict) and _HEADER in value:
        yield value[_HEADER]
    else:
        for inside in value.values() if isinstance(value, dict) else value:
            yield from _lines(inside)


def _with_lines(text: str) -> Iterator[str]:
    """Yield the document with a line in place of each value, and one after each header."""
    line, depth = 1, 0
    in_value = in_header = False
    matches = [match for match in _TOKEN.finditer(text + "\n") if match.lastgroup != "space"]
    for match, following in zip(matches, [*(m[0] for m in matches[1:]), ""]):
        word, kind = match[0], match.lastgroup
        is_value = in_value and kind == "value" and following != "="
        if is_value:
            yield f" {line} "
        elif in_value and word == "[":
            yield f"[{line}, "
        elif word == "{":
            yield f'{{"{_HEADER}" = {line}{"" if following == "}" else ", "}'
        else:
            yield f" {word} " if kind == "value" else word
        if word == "=":
            in_value = True
        elif word in ("[", "]", "{", "}"):
            depth += 1 if word in "[{" else -1
            in_header = in_header or not in_value
        elif kind == "end" and not depth:
            if in_header:
                yield f'"{_HEADER}" = {line}\n'
            in_value = in_header = False
        line += word.count("\n")
