"""What claims speak of: tables, schemes, processes, experiments and cases, as a claims file states them.

    I  = { values = "1..3" }                                    an input of an experiment
    S  = { values = "0..1", law = "uniform" }                   a draw; also law = ["1 - p", "p"], or a table:
    Y  = { values = "0..1", law = "T", given = ["X"] }          T[x, y]
    T1 = { is = "(S + [I = 1]) mod 2" }                         a function
"""

from __future__ import annotations

from math import prod
from typing import Any

from ..document import part
from ..errors import InputError
from .statements import as_json, cover
from .values import (
    Known, Read, a_table, expect, formulas, integer, label, listed, mapping, prose, record, require, table, text, texts,
    word,
    words,
)

Model = dict[str, Any]


def a_new_table(value: Any, known: Known) -> Model:
    """Read a table; an empty entry is left out."""
    found = table(value, known, {"index": listed(listed(_index)), "entries": formulas})
    found["entries"] = [entry or None for entry in found["entries"]]
    size = prod(map(len, found["index"]))
    if size != len(found["entries"]):
        with part("entries"):
            raise InputError(f"expected {size}, found {len(found['entries'])}")
    return found


def _index(value: Any, known: Known) -> str | int:
    """Read a label, or a number, which is not made a string."""
    return value if type(value) is int else word(value, known)


def _rule(value: Any, known: Known) -> Model:
    """Read a rule of a scheme; what it does not say is None."""
    keys = {"previous?": words, "time?": listed(integer), "table?": a_table, "given?": word, "since?": integer,
            "until?": integer}
    return {"previous": None, "time": None, "table": None, **table(value, known, keys)}


scheme: Read[Model] = record({"sources": words, "chain": a_table, "queries": mapping(words), "rules": listed(_rule)})


def process(value: Any, known: Known) -> Model:
    """Read a process; its states first, as the other keys speak of them."""
    states = table(value, known, {"states": words, "chain": same, "shows": same, "starts": same})["states"]

    def state(value: Any, known: Known) -> str:
        return require(text(value, known), states, "a state")

    def state_or_table(value: Any, known: Known) -> str:
        return require(text(value, known), {*states, *known.tables}, "a state, or a table of the file")

    def shows(value: Any, known: Known) -> Any:
        return mapping(label, state)(value, known) if isinstance(value, dict) else a_table(value, known)

    return table(value, known, {"states": words, "chain": a_table, "shows": shows, "starts": mapping(state_or_table)})


def same(value: Any, known: Known) -> Any:
    """Return a value unread."""
    return value


def variable(value: Any, known: Known) -> Model:
    """Read a variable of an experiment: a function of others, or a draw or an input."""
    if "is" in expect(value, dict, "a table"):
        return table(value, known, {"is": prose})
    return table(value, known, {"values": _values, "law?": _law, "given?": words})


def _values(value: Any, known: Known) -> str:
    """Read values: a text such as "0..3" or "a, b", or a list."""
    if isinstance(value, str):
        return prose(value, known)
    return ", ".join(listed(label)(value, known))


def _law(value: Any, known: Known) -> str | tuple[str, ...]:
    """Read the law of a draw."""
    if isinstance(value, list):
        return texts(value, known)
    return require(text(value, known), {"uniform", *known.tables}, "uniform, a list, or a table of the file")


def plain(read: Read[Any]) -> Read[Model]:
    """Return a reader of the same value, with lists and dicts alone, as goals have it."""
    return lambda value, known: as_json(read(value, known))


experiment = plain(mapping(variable))
SECTIONS: dict[str, Read[Any]] = {
    "tables": mapping(plain(a_new_table)),
    "schemes": mapping(plain(scheme)),
    "processes": mapping(plain(process)),
    "experiments": mapping(experiment),
    "regions": mapping(formulas),
    "cases": mapping(mapping(prose), lambda name, known: require(name, known.regions, "a region of the file")),
    "covers": listed(cover),
}
"""The sections of a file that claims speak of, in this order: each may speak of those before it."""
