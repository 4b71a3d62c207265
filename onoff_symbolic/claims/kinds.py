"""Translates the kinds of statements that people write and read into those of the checker, and back.

    decodable {scheme}              occurs {scheme, must: "serves"}
    placed {time, query, map}       occurs {scheme, must: {time, query, map}}
    private {scheme}                alike {process: the scheme, starts: all its sources}
    most {of, value}                least {of: -(of), value: -(value)}
    unique {…, table}               optimum {…, table}

Claims files and reports have the words on the left, goals and certificates those on the right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Statement = Mapping[str, Any]

MUST = {"defined": "rows", "normalised": "laws", "decodable": "serves", "determined": "function"}
WORDS = {must: kind for kind, must in MUST.items()}
MAP = ("time", "query", "map")
"""The keys of `placed` that make up its `must`."""


def restated(statement: Statement, schemes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a statement in a kind of the checker's; `schemes` are those of the goal."""
    kind, said = statement["kind"], dict(statement)
    if kind in MUST:
        return {**said, "kind": "occurs", "must": MUST[kind]}
    if kind == "placed":
        must = {key: said.pop(key) for key in MAP}
        return {**said, "kind": "occurs", "must": must}
    if kind == "private" and said["scheme"] in schemes:
        scheme = said.pop("scheme")
        return {**said, "kind": "alike", "process": scheme, "starts": list(schemes[scheme]["sources"])}
    if kind == "unique":
        return {**said, "kind": "optimum"}
    if kind == "most":
        return {**said, "kind": "least", "of": _negated(said["of"]), "value": _negated(said["value"])}
    return said


def worded(statement: Statement, schemes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a statement of a goal in the words of claims files; the inverse of `restated`."""
    kind, said = statement["kind"], dict(statement)
    if kind == "occurs":
        must = said.pop("must")
        return {**said, "kind": "placed", **must} if isinstance(must, dict) else {**said, "kind": WORDS[must]}
    if kind == "alike" and said["process"] in schemes:
        starts, scheme = said.pop("starts"), said.pop("process")
        if starts == list(schemes[scheme]["sources"]):
            return {**said, "kind": "private", "scheme": scheme}
        return {**said, "process": scheme, "starts": starts}
    if kind == "optimum" and said.get("table"):
        return {**said, "kind": "unique"}
    if kind == "least" and all(_is_negated(said[key]) for key in ("of", "value")):
        return {**said, "kind": "most", "of": said["of"][2:-1], "value": said["value"][2:-1]}
    return said


def _negated(text: str) -> str:
    return f"-({text})"


def _is_negated(text: str) -> bool:
    """Return whether a text is -(…), one pair of brackets around all of it."""
    if not text.startswith("-(") or not text.endswith(")"):
        return False
    depth = 0
    for place, sign in enumerate(text[1:], start=1):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0:
            return place == len(text) - 1
    return False
