"""Goals worked out at points by the reference evaluator. It finds falsehoods; it proves nothing.

Only statements of the kinds holds, always and cover are looked at, and of these not the ones that speak of a scheme.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from reference import holds, value

Point = dict[str, Fraction]
Part = dict[str, Any]
VALUES = [Fraction(v) for v in ("0", "1", "1/2", "1/3", "2/3", "1/5", "3/4", "-1/2", "2")]
TIMES = 4
MAX_POINTS = 40
MAX_DRAWS = 1000
SCHEME = re.compile(r"\b(law|state|history)\(")


def true(goal: Part, text: str, point: Point) -> bool:
    """Whether a relation of a goal holds at a point."""
    return holds(text, point, goal["tables"])


def points(goal: Part, statement: Part) -> Iterator[Point]:
    """Points of the region of a statement, drawn from a grid that has its borders."""
    relations = goal["regions"][statement["region"]]
    fixed: Point = dict.fromkeys(goal["names"], Fraction(1, 2))
    for text in relations:
        match = re.fullmatch(r"\s*(\w+)\s*=\s*([0-9]+(?:/[1-9][0-9]*)?)\s*", text)
        if match and match[1] in fixed:
            fixed[match[1]] = Fraction(match[2])
    spoken = f"{relations} {statement}"
    spoken += str([table for name, table in goal["tables"].items() if f"{name}[" in spoken])
    free = [n for n in goal["names"] if n not in statement.get("start", {}) and re.search(rf"\b{n}\b", spoken)]
    draw = Random(0)
    tried = set()
    for _ in range(MAX_DRAWS):
        values = tuple(fixed[n] if fixed[n] != Fraction(1, 2) else draw.choice(VALUES) for n in free)
        point = {**fixed, **dict(zip(free, values, strict=True))}
        if values not in tried and all(true(goal, text, point) for text in relations):
            yield point
        tried.add(values)


def refuted_at(goal: Part) -> tuple[str, Point] | None:
    """A statement of the goal that is false at a point, and the point."""
    for statement in goal["proves"] + goal["corrects"]:
        if SCHEME.search(str(statement)) or statement["kind"] not in ("holds", "always", "cover"):
            continue
        for point in islice(points(goal, statement), MAX_POINTS):
            if not _true_at(goal, statement, point):
                return str(statement), point
    return None


def _true_at(goal: Part, statement: Part, point: Point) -> bool:
    if statement["kind"] == "holds":
        return true(goal, statement["text"], point)
    if statement["kind"] == "cover":
        cut = value(statement["split"], point, goal["tables"])
        part = statement["parts"][(cut >= 0) + (cut > 0)]
        return part is not None and all(true(goal, text, point) for text in goal["regions"][part])
    now = {name: value(text, point, goal["tables"]) for name, text in statement["start"].items()}
    for _ in range(TIMES):
        here = {**point, **now}
        if not all(true(goal, text, here) for text in statement["text"]):
            return False
        now = {name: value(text, here, goal["tables"]) for name, text in statement["next"].items()}
    return True
