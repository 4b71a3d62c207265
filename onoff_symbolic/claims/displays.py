"""What documents show of a claim: the displayed argument and what stands around it. No meaning to the checker.

Texts are in the plain notation that reports read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..document import expect, expect_keys, kind_of
from ..errors import InputError
from .values import joined, member_of, strings, text_of


@dataclass(frozen=True)
class Line:
    """A displayed line, with the reason for its step. One that begins with a relation goes on with the line before."""

    text: str
    reason: str = ""

    @property
    def goes_on(self) -> bool:
        return self.text.startswith(("=", "≤", "≥", "<", ">"))


@dataclass(frozen=True)
class Say:
    """A paragraph, with a word or two in front that say what it is, or none."""

    text: str
    lead: str = ""


@dataclass(frozen=True)
class Case:
    """What follows holds in this case."""

    text: str


@dataclass(frozen=True)
class Either:
    """A left side with its relation, and a value in each of several cases."""

    left: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Table:
    """The rows are those of a table of the claims file (`source`), or are given."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    source: str = ""


@dataclass(frozen=True)
class Plot:
    """Printed points, a table over curves and 0, 1, 2, …: named curves through the exact values: `first` at 0, then
    `value`, an expression in which `curve` and `point` stand for the place in the table."""

    title: str
    axes: tuple[str, ...]
    source: str
    curves: tuple[str, ...]
    first: str
    value: str


Display = Line | Say | Case | Either | Table | Plot

_KINDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "either": (("text", "either"), ()),
    "text": (("text",), ("reason",)),
    "say": (("say",), ("lead",)),
    "case": (("case",), ()),
    "columns": (("title", "columns"), ("rows", "table")),
    "plot": (("title", "axes", "plot", "curves", "first", "value"), ()),
}


def display(value: object, place: str, tables: Mapping[str, Any]) -> Display:
    """One entry of `lines`; the first key of `_KINDS` that it has tells what it is."""
    found = expect(value, dict, place, "a table")
    kind = next((key for key in _KINDS if key in found), None)
    if kind is None:
        listed = ", ".join(map(str, found)) or "nothing"
        raise InputError(f"{place}: expected one of {', '.join(_KINDS)}, found {listed[:80]}")
    expect_keys(found, place, *_KINDS[kind])
    match kind:
        case "either":
            return Either(joined(found["text"], place), tuple(_pair(each, place) for each in _list(found, kind, place)))
        case "text":
            return Line(joined(found["text"], place), joined(found.get("reason", ""), place))
        case "say":
            return Say(joined(found["say"], place), text_of(found.get("lead", ""), place))
        case "case":
            return Case(joined(found["case"], place))
        case "columns":
            return _table(found, place, tables)
    return Plot(text_of(found["title"], place), strings(found["axes"], place), _source(found["plot"], place, tables),
                strings(found["curves"], place), joined(found["first"], place), joined(found["value"], place))


def _table(found: dict[str, Any], place: str, tables: Mapping[str, Any]) -> Table:
    if ("rows" in found) == ("table" in found):
        raise InputError(f"{place}: expected either rows or table")
    title, columns = text_of(found["title"], place), strings(found["columns"], place)
    if "table" in found:
        return Table(title, columns, (), _source(found["table"], place, tables))
    rows = tuple(strings(row, f"{place}, rows") for row in _list(found, "rows", place))
    for row in rows:
        if len(row) != len(columns):
            raise InputError(f"{place}, rows: expected {len(columns)} cells, found {len(row)}")
    return Table(title, columns, rows)


def _source(value: object, place: str, tables: Mapping[str, Any]) -> str:
    return member_of(value, place, tables, "a table")


def _list(found: dict[str, Any], key: str, place: str) -> list[Any]:
    listed: list[Any] = expect(found[key], list, f"{place}, {key}", "a list")
    return listed


def _pair(value: object, place: str) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise InputError(f"{place}: expected a value and its case, found {kind_of(value)}")
    return joined(value[0], place), joined(value[1], place)
