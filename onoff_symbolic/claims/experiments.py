"""Experiments of a claims file, and the short forms of what is said about them.

    I  = { values = "1..3" }                                    an input
    S  = { values = "0..1", law = "uniform" }                   a draw; also law = ["1 - p", "p"], or a table:
    Y  = { values = "0..1", law = "T", given = ["X"] }          T[x, y]
    T1 = { is = "(S + [I = 1]) mod 2" }                         a function

    hides = "I from S, T1 given G among 1, 2"       { kind = "hides", secret, view, knowing, among }
    tells = "A, B -> W"                             { kind = "tells", view, value }
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..document import cut, expect, expect_keys, part
from ..errors import InputError
from .values import items, joined, member_of, strings, word_of, words

Part = dict[str, Any]
_HIDES = re.compile(r"(.+?) from (.+?)(?: given (.+?))?(?: among (.+))?")
_TELLS = re.compile(r"(.+?)->(.+)")


def experiment(value: object, place: str, tables: Mapping[str, Any]) -> Part:
    """The variables, in their order."""
    found = expect(value, dict, place, "a table of variables")
    made = {}
    for name, says in found.items():
        with part(name):
            made[word_of(name, place, "the name of a variable")] = _variable(says, f"{place}, {name}", tables)
    return made


def _variable(value: object, place: str, tables: Mapping[str, Any]) -> Part:
    found = expect(value, dict, place, "a table")
    if "is" in found:
        expect_keys(found, place, ("is",))
        return {"is": joined(found["is"], f"{place}, is")}
    expect_keys(found, place, ("values",), ("law", "given"))
    made: Part = {"values": _values(found["values"], f"{place}, values")}
    if "law" in found:
        law = found["law"]
        made["law"] = [*strings(law, f"{place}, law")] if isinstance(law, list) else member_of(
            law, f"{place}, law", ("uniform", *tables), "uniform, a list or a table")
    if "given" in found:
        made["given"] = [*words(found["given"], f"{place}, given")]
    return made


def _values(value: object, place: str) -> str:
    """A text such as "0..3" or "a, b", or a list of values."""
    if isinstance(value, str):
        return joined(value, place)
    return ", ".join(str(each) if type(each) is int else joined(each, place) for each in items(value, place))


def written_out(statement: Part, place: str) -> Part:
    """A statement in its short form, as one with a kind."""
    if "hides" in statement and "tells" in statement:
        raise InputError(f"{place}: expected hides or tells, found both")
    if "hides" in statement:
        text = joined(statement["hides"], f"{place}, hides")
        found = _HIDES.fullmatch(text)
        if found is None:
            raise InputError(f"{place}, hides: expected secret from view, perhaps given and among, found {cut(text)}")
        secret, view, knowing, among = (_listed(each or "", f"{place}, hides") for each in found.groups())
        if len(among) % len(secret):
            raise InputError(f"{place}, hides: expected values of {', '.join(secret)} after among, found {cut(text)}")
        pairs = [", ".join(among[i:i + len(secret)]) for i in range(0, len(among), len(secret))]
        made: Part = {"kind": "hides", "secret": secret, "view": view, **({"knowing": knowing} if knowing else {}),
                      **({"among": pairs} if pairs else {})}
    else:
        text = joined(statement["tells"], f"{place}, tells")
        found = _TELLS.fullmatch(text)
        if found is None:
            raise InputError(f"{place}, tells: expected view -> value, found {cut(text)}")
        view, value = (_listed(each, f"{place}, tells") for each in found.groups())
        made = {"kind": "tells", "view": view, "value": value}
    rest = {key: each for key, each in statement.items() if key not in ("hides", "tells")}
    for key in rest.keys() & made.keys():
        raise InputError(f"{place}: expected {made['kind']} or {key}, found both")
    return {**rest, **made}


def _listed(text: str, place: str) -> list[str]:
    parts = [each.strip() for each in re.split("[,;]", text)] if text.strip() else []
    if not all(re.fullmatch(r"-?\w+", each) for each in parts):
        raise InputError(f"{place}: expected words with commas between them, found {cut(text)}")
    return parts
