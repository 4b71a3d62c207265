"""How goals and certificates are written. The same certificate always gives the same bytes.

empty_goal      a goal that states nothing yet
written         a certificate as a text
joined          one certificate that states what several do
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..checker.syntax import Index

Data = Mapping[str, Any]
"""A goal, a certificate, or a part of them."""
EVERYWHERE = "everywhere"
"""The region without hypotheses."""
NOTHING_STATED: dict[str, Any] = {
    "verdict": "proved",
    "conditions": [],
    "proves": [],
    "beside": [],
    "fails": [],
    "corrects": [],
    "denies": [],
    "stands": [],
}
"""The parts of a goal that state something, all empty."""


def empty_goal(
    claim: str,
    title: str,
    names: Sequence[str] = (),
    regions: Mapping[str, list[str]] | None = None,
    tables: Data | None = None,
    schemes: Data | None = None,
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


def point_of(texts: Mapping[str, str]) -> dict[str, Fraction]:
    """Return a point that certificates write so."""
    return {name: Fraction(text) for name, text in texts.items()}


def renumbered(step: dict[str, Any], numbers: Mapping[Index, Index]) -> dict[str, Any]:
    """Return a step of a certificate with other numbers of facts."""
    terms = [[term[0], *(numbers.get(ref, ref) for ref in term[1:])] for term in step["terms"]]
    result = {**step, "terms": terms}
    if "over" in step:
        result["over"] = numbers.get(step["over"], step["over"])
    return result


def written(value: Data) -> str:
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


# -- several certificates in one


def joined(texts: Iterable[str]) -> str:
    """Return one certificate that states what several do, in which the same words mean the same."""
    first, *others = map(json.loads, texts)
    for other in others:
        join(first, other)
    names = first["goal"]["names"]
    for shown in first["failures"]:
        shown["at"] = with_all(shown["at"], names)
    first["points"] = {region: with_all(at, names) for region, at in first["points"].items()}
    return written(first)


def with_all(point: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Return a point with a value for each name, which is 0 if it has none."""
    return {name: point.get(name, "0") for name in names}


def join(whole: dict[str, Any], more: Data) -> None:
    """Add to a certificate what another one states, once, and what shows it."""
    goal, other = whole["goal"], more["goal"]
    goal["names"] = [*dict.fromkeys([*goal["names"], *other["names"]])]
    for key in ("tables", "regions", "experiments"):
        if key in other:
            goal.setdefault(key, {}).update(other[key])
    if other["verdict"] == "refuted":
        goal["verdict"] = "refuted"
    statements = {}
    for number, statement in enumerate(other["proves"]):
        if statement not in goal["proves"]:
            goal["proves"].append(statement)
        statements[f"proves {number}"] = f"proves {goal['proves'].index(statement)}"

    def renamed(region: str) -> str:
        """Return the name of a statement, or of one of its regions, in the whole."""
        name = " ".join(region.split(" ")[:2])
        return region.replace(name, statements.get(name, name), 1)

    for key in ("points", "invariants", "values"):
        whole[key].update({renamed(name): value for name, value in more[key].items()})
    numbers: dict[Index, Index] = {}
    for number, step in enumerate(more["facts"]):
        step = renumbered({**step, "on": renamed(step["on"])}, numbers)
        if step not in whole["facts"]:
            whole["facts"].append(step)
        numbers[f"f{number}"] = f"f{whole['facts'].index(step)}"
    goal["fails"] += other["fails"]
    whole["failures"] += more["failures"]
