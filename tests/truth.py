"""Goals worked out at points, in fractions, by a reader of its own. It finds falsehoods; it proves nothing.

Only statements of the kinds holds, always and cover are looked at, and of these not the ones that speak of a scheme.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import Any

Point = dict[str, Fraction]
Part = dict[str, Any]
RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
VALUES = [Fraction(v) for v in ("0", "1", "1/2", "1/3", "2/3", "1/5", "3/4", "-1/2", "2")]
TIMES = 4
MAX_POINTS = 40
MAX_DRAWS = 1000
SCHEME = re.compile(r"\b(law|state|history)\(")


class Expression:
    """Evaluates a text at a point. Division by zero is ZeroDivisionError."""

    def __init__(self, goal: Part, text: str, point: Mapping[str, Fraction], bound: Mapping[str, Any]) -> None:
        self.goal, self.point, self.bound = goal, point, dict(bound)
        self.tokens = re.findall(r"\d+\.\d+|\d+|\w+|\*\*|<=|>=|!=|[^\s\w]", text)

    def next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def pop(self) -> str:
        return self.tokens.pop(0)

    def holds(self) -> bool:
        left, good = self.sum(), True
        while self.tokens:
            relation = RELATIONS[self.pop()]
            right = self.sum()
            good = good and relation(left, right)
            left = right
        return good

    def sum(self) -> Fraction:
        value = self.product()
        while self.next() in ("+", "-"):
            value = value + self.product() if self.pop() == "+" else value - self.product()
        return value

    def product(self) -> Fraction:
        if self.next() == "-":
            self.pop()
            return -self.product()
        value = self.power()
        while self.next() in ("*", "/"):
            value = value * self.power() if self.pop() == "*" else value / self.power()
        return value

    def power(self) -> Fraction:
        value = self.atom()
        if self.next() == "**":
            self.pop()
            value = value ** int(self.index())
        return value

    def index(self) -> Any:
        text = self.pop()
        return int(text) if text.isdigit() else self.bound.get(text, text)

    def atom(self) -> Fraction:
        text = self.pop()
        if text == "(":
            value = self.sum()
            self.pop()
            return value
        if text == "[":
            left, relation, right, _ = self.index(), self.pop(), self.index(), self.pop()
            return Fraction(RELATIONS[relation](left, right))
        if text[0].isdigit():
            return Fraction(text)
        if text == "sum" and self.tokens[1:2] == ["in"]:
            name, labels = binding(self.tokens)
            self.pop()
            rest, total = self.tokens, Fraction(0)
            for label in labels:
                self.tokens, self.bound[name] = list(rest), label
                total += self.product()
            del self.bound[name]
            return total
        if self.next() == "[":
            return self.entry(text)
        return Fraction(self.bound[text]) if text in self.bound else self.point[text]

    def entry(self, table: str) -> Fraction:
        indices = []
        while self.pop() != "]":
            indices.append(self.index())
        index, entries = self.goal["tables"][table]["index"], self.goal["tables"][table]["entries"]
        cell = dict(zip(product(*index), entries, strict=True))[tuple(indices)]
        return Expression(self.goal, cell, self.point, {}).sum()


def binding(tokens: list[str]) -> tuple[str, list[Any]]:
    """`x in A,B` or `t in 0..20`, taken from the front."""
    name, _ = tokens.pop(0), tokens.pop(0)
    labels: list[Any] = []
    while tokens[0] != ":" and tokens[0] != ";":
        text = tokens.pop(0)
        if text == ".":
            tokens.pop(0)
            labels += range(labels[-1] + 1, int(tokens.pop(0)) + 1)
        elif text != ",":
            labels.append(int(text) if text.isdigit() else text)
    return name, labels


def choices(text: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The relation for each choice of its bound names."""
    if not re.match(r"\s*for\b", text):
        yield {}, text
        return
    head, _, body = text.partition(":")
    tokens = re.findall(r"\d+|\w+|[^\s\w]", head)[1:] + [":"]
    bound = []
    while tokens[0] != ":":
        bound.append(binding(tokens))
        if tokens[0] == ";":
            tokens.pop(0)
    for labels in product(*(labels for _, labels in bound)):
        yield dict(zip([name for name, _ in bound], labels, strict=True)), body


def true(goal: Part, text: str, point: Point) -> bool:
    """Whether a relation has a value and holds at a point, for all its bound names."""
    try:
        return all(Expression(goal, body, point, bound).holds() for bound, body in choices(text))
    except ZeroDivisionError:
        return False


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
        cut = Expression(goal, statement["split"], point, {}).sum()
        part = statement["parts"][(cut >= 0) + (cut > 0)]
        return part is not None and all(true(goal, text, point) for text in goal["regions"][part])
    now = {name: Expression(goal, text, point, {}).sum() for name, text in statement["start"].items()}
    for _ in range(TIMES):
        here = {**point, **now}
        if not all(true(goal, text, here) for text in statement["text"]):
            return False
        now = {name: Expression(goal, text, here, {}).sum() for name, text in statement["next"].items()}
    return True
