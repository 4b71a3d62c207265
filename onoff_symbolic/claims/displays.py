"""What documents show of a claim: the displayed argument and what stands around it. No meaning to the checker.

Texts are in the plain notation that reports read. What a line is shows from what it has:

    text, reason      a displayed line with the reason for its last step; one that begins with a relation goes on with
                      the line before
    text, either      a left side with its relation, and a value in each of several cases
    say, lead         a paragraph, with a word or two in front that say what it is
    case              what follows holds in this case
    title, columns    a table: its rows are given (rows), or are those of a table of the claims file (table)
    plot              the points of a table over curves and t = 0, 1, …, and named curves through the exact values:
                      `first` at 0, then `value`, where `curve` and `point` stand for the place in the table
    shades            a value over the unit square of two parameters (axes), in terms of their sum, `total`, and `time`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..document import expect, expect_keys, kind_of
from ..errors import InputError
from .values import items, joined, member_of, strings, text_of


_SHAPES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "either": (("text", "either"), ()),
    "text": (("text",), ("reason",)),
    "plot": (("plot", "title", "axes", "curves", "first", "value"), ()),
    "shades": (("shades", "title", "axes", "times", "say"), ()),
    "columns": (("title", "columns"), ("rows", "table")),
    "say": (("say",), ("lead",)),
    "case": (("case",), ()),
}
"""The key that tells what a line is → the keys that it needs, and those that it may have."""


Line = Mapping[str, Any]


def line(value: object, place: str, tables: Mapping[str, Any]) -> Line:
    """One entry of `lines`; what is empty is left out."""
    found = expect(value, dict, place, "a table")
    shape = next((key for key in _SHAPES if key in found), None)
    if shape is None:
        raise InputError(f"{place}: expected one of {', '.join(_SHAPES)}, found {', '.join(found)[:80] or 'nothing'}")
    expect_keys(found, place, *_SHAPES[shape])
    read = {key: _READERS.get(key, joined)(each, f"{place}, {key}") for key, each in found.items()}
    made = {key: each for key, each in read.items() if each}
    for key in ("table", "plot"):
        if key in made:
            member_of(made[key], place, tables, "a table")
    if shape == "columns":
        if ("rows" in made) == ("table" in made):
            raise InputError(f"{place}: expected either rows or table")
        for row in made.get("rows", ()):
            if len(row) != len(read["columns"]):
                raise InputError(f"{place}, rows: expected {len(read['columns'])} cells, found {len(row)}")
    return made


def _pairs(value: object, place: str) -> tuple[tuple[str, str], ...]:
    found = []
    for each in items(value, place):
        if not isinstance(each, list) or len(each) != 2:
            raise InputError(f"{place}: expected a value and its case, found {kind_of(each)}")
        found.append((joined(each[0], place), joined(each[1], place)))
    return tuple(found)


def _rows(value: object, place: str) -> tuple[tuple[str, ...], ...]:
    return tuple(strings(row, place) for row in items(value, place))


def _times(value: object, place: str) -> tuple[int, ...]:
    return tuple(expect(each, int, place, "integers") for each in items(value, place))


_READERS: Mapping[str, Callable[[object, str], Any]] = {
    "either": _pairs, "rows": _rows, "times": _times, "columns": strings, "axes": strings, "curves": strings,
    "title": text_of, "table": text_of, "plot": text_of,
}
