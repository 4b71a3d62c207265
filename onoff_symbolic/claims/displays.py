"""Reads `lines`: the displayed argument of a claim and paragraphs around it, for documents. The checker ignores it.

Texts are in the plain notation that reports read. The keys of a line say what it is:

    text, reason      a displayed line with the reason for its last step; one that begins with a relation goes on with
                      the line before
    text, either      a left side with its relation, and a value in each of several cases
    say, lead         a paragraph, with a word or two in front that say what it is
    case              what follows holds in this case
    title, columns    a table: its rows are given (rows), or are those of a table of the claims file (table)
    plot              the points of a table over curves and t = 0, 1, …, and named curves through the exact values:
                      `first` at 0, then `value`, where `curve` and `point` stand for the place in the table
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..document import part
from ..errors import InputError
from .values import Keys, Known, a_table, expect, listed, prose, table, texts

Line = Mapping[str, Any]


def _pair(value: Any, known: Known) -> tuple[str, ...]:
    """Read a value and its case."""
    found = texts(value, known)
    if len(found) != 2:
        raise InputError(f"expected a value and its case, found {len(found)} texts")
    return found


_SHAPES: Mapping[str, Keys] = {
    "either": {"text": prose, "either": listed(_pair)},
    "text": {"text": prose, "reason?": prose},
    "plot": {"plot": a_table, "title": prose, "axes": texts, "curves": texts, "first": prose,
             "value": prose},
    "columns": {"title": prose, "columns": texts, "rows?": listed(texts),
                "table?": a_table},
    "say": {"say": prose, "lead?": prose},
    "case": {"case": prose},
}
"""The key by which a line is known → its keys."""


def line(value: Any, known: Known) -> Line:
    """Read an entry of `lines`; what is empty is left out."""
    given = expect(value, dict, "a table")
    shape = next((key for key in _SHAPES if key in given), None)
    if shape is None:
        raise InputError(f"expected one of {', '.join(_SHAPES)}, found {', '.join(given)[:80] or 'nothing'}")
    found = table(given, known, _SHAPES[shape])
    if shape == "columns":
        _check_columns(found)
    return {key: each for key, each in found.items() if each}


def _check_columns(found: Mapping[str, Any]) -> None:
    """Raise InputError unless a table has rows, or a table of the file, and a cell for each column."""
    if ("rows" in found) == ("table" in found):
        raise InputError("expected either rows or table")
    width = len(found["columns"])
    for row in found.get("rows", ()):
        if len(row) != width:
            with part("rows"):
                raise InputError(f"expected {width} cells, found {len(row)}")
