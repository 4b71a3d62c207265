"""How goals and certificates are written. The same certificate always gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

EVERYWHERE = "everywhere"
"""The region without hypotheses."""


def empty_goal(
    claim: str,
    title: str,
    names: Sequence[str] = (),
    regions: Mapping[str, list[str]] | None = None,
    tables: Mapping[str, Any] | None = None,
    schemes: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return a goal that states nothing yet."""
    return {
        "claim": claim,
        "title": title,
        "verdict": "proved",
        "names": list(names),
        "tables": dict(tables or {}),
        "schemes": dict(schemes or {}),
        "regions": dict({EVERYWHERE: []} if regions is None else regions),
        "domain": "",
        "conditions": [],
        "proves": [],
        "beside": [],
        "fails": [],
        "corrects": [],
    }


def point_text(values: Mapping[str, Fraction], names: Iterable[str]) -> dict[str, str]:
    """Return a point as certificates write it; a name without a value is 0."""
    return {name: str(values.get(name, Fraction(0))) for name in names}


def written(value: Mapping[str, Any]) -> str:
    """Return JSON with one line for each statement, fact and failure."""
    goal = ",\n".join(
        f"  {_line(key)}: {_block(part, '    ', '  ')}" for key, part in value["goal"].items()
    )
    rest = ",\n".join(
        f"{_line(key)}: {_block(value[key], '  ', '')}"
        for key in ("points", "invariants", "values", "facts", "failures")
    )
    head = f'"format": {_line(value["format"])}, "version": {value["version"]}'
    return f'{{{head},\n"goal": {{\n{goal}\n}},\n{rest}}}\n'


def _block(value: Any, indent: str, end: str) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(indent + _line(item) for item in value) + f"\n{end}]"
    if isinstance(value, dict) and value:
        return (
            "{\n"
            + ",\n".join(f"{indent}{_line(key)}: {_line(item)}" for key, item in value.items())
            + f"\n{end}}}"
        )
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
