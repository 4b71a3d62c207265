"""The displayed lines of a claims file as blocks: the paper's own line of argument. Nothing rests on it.

A line is a table of the claims file: `text` with a `reason` (a text that begins with a relation goes on with the line
before), `either`, `say`, `lead`, `case`, `table` or `rows` with `columns`, or `plot`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, product
from typing import Any

from ..checker import Model
from ..errors import InputError
from .document import Alternatives, Block, Case, Derivation, Plot, Table, Text
from .latex import steps
from .notation import RELATIONS
from .words import marked

Data = Mapping[str, Any]


def blocks(claim: str, lines: Sequence[Data], tables: Mapping[str, Data]) -> Iterator[Block]:
    """Yield the lines of a claim; those that go on with the one before are one derivation, and short equations that
    follow each other without reasons are one display."""
    waiting: list[Derivation] = []
    for line in lines:
        if "text" not in line or "either" in line:
            yield from _displays(claim, waiting)
            waiting = []
            yield _block(claim, line, tables)
        elif waiting and line["text"][:1] in [*RELATIONS]:
            last, more = waiting.pop(), _equation(claim, line)
            text = f"{last.texts[0]} {more.texts[0]}"
            waiting.append(Derivation(claim, (text,), (*last.reasons, *more.reasons)))
        else:
            waiting.append(_equation(claim, line))
    yield from _displays(claim, waiting)


def _displays(claim: str, found: Sequence[Derivation]) -> Iterator[Block]:
    for reasoned, group in groupby(found, lambda equation: any(equation.reasons)):
        equations = [*group]
        if reasoned or len(equations) == 1:
            yield from equations
        else:
            yield Derivation(claim, tuple(equation.texts[0] for equation in equations))


def _equation(claim: str, line: Data) -> Derivation:
    """Return an equation; a reason belongs to the last step of its line."""
    count = max(1, len(steps(line["text"])[1]))
    return Derivation(claim, (line["text"],), (*[""] * (count - 1), line.get("reason", "")))


def _block(claim: str, line: Data, tables: Mapping[str, Data]) -> Block:
    if "either" in line:
        left, relation = line["text"].rsplit(" ", 1)
        return Alternatives(
            claim, left, relation, tuple((value.strip("$"), when) for value, when in line["either"])
        )
    if "columns" in line:
        rows = _rows(tables[line["table"]]) if "table" in line else map(tuple, line["rows"])
        return Table(line["title"], tuple(line["columns"]), tuple(rows), claim)
    if "plot" in line:
        across, up = line["axes"]
        curves_ = tuple((name, tuple(points)) for name, points in curves(line, tables))
        return Plot(line["title"], (across, up), curves_, claim)
    if "case" in line:
        return Case(line["case"])
    if "say" in line:
        return Text(line["say"], line.get("lead", ""), claim=claim if "lead" in line else "")
    raise InputError(f"{claim}: a line has none of text, say, case, columns and plot")


def _rows(table: Data) -> Iterator[tuple[str, ...]]:
    """A row for each choice of all indices but the last."""
    *heads, columns = table["index"]
    for place, labels in enumerate(product(*heads)):
        entries = table["entries"][place * len(columns):(place + 1) * len(columns)]
        yield (
            f"$({', '.join(map(str, labels))})$" if len(labels) > 1 else f"${labels[0]}$",
            *map(marked, entries),
        )


def curves(line: Data, tables: Mapping[str, Data]) -> Iterator[tuple[str, list[tuple[int, Fraction]]]]:
    """Yield the curves of a plot, exactly: their values at the points of the table that is plotted; `first` is the
    value at the first point."""
    names, points = tables[line["plot"]]["index"]
    model = Model([], {name: table for name, table in tables.items() if f"{name}[" in line["value"]}, {})
    for label, name in zip(names, line["curves"], strict=True):
        values = []
        for point in points:
            text = line["first"] if "first" in line and point == points[0] else line["value"]
            text = re.sub(r"\bpoint\b", str(point), re.sub(r"\bcurve\b", label, text))
            values.append((int(point), Fraction(model.expression(text).top.get((), 0))))
        yield name, values
