"""Tables that stand with a statement: the matrix of a query chain, the laws of a process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Grid:
    """A table with heads."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def grids(said: Data, goal: Data) -> Iterator[Grid]:
    """The matrix of a query chain, or the laws of a process, as the goal prints them."""
    if said["kind"] == "alike" and said["process"] in goal.get("processes", {}):
        yield from _process(goal["processes"][said["process"]], goal["tables"])
    elif said["kind"] == "markov" and said["matrix"] is not None:
        yield from _table(said["matrix"], "q,r", goal["tables"])


def _table(name: str, index: str, tables: Data) -> Iterator[Grid]:
    """A table of two indices; one for each value of the first if it has three."""
    *times, rows, columns = (tuple(map(str, axis)) for axis in tables[name]["index"])
    entries, wide = tables[name]["entries"], len(columns)
    lines = [tuple(entries[i:i + wide]) for i in range(0, len(entries), wide)]
    names = [f"${name}[{t},{index}]$" for t in times[0]] if times else [f"${name}[{index}]$"]
    for number, title in enumerate(names):
        own = lines[number * len(rows):(number + 1) * len(rows)]
        yield Grid(title, columns, tuple(zip(rows, own, strict=True)))


def _process(process: Data, tables: Data) -> Iterator[Grid]:
    """How the states follow each other, what is seen in them, and the starts."""
    states, shows = process["states"], process["shows"]
    yield from _table(process["chain"], "s,r", tables)
    if isinstance(shows, str):
        yield from _table(shows, "s,y", tables)
    else:
        yield Grid("what is seen", ("Y_t",), tuple((state, (seen,)) for state, seen in shows.items()))
    laws = {
        start: (
            {first: "1"}
            if first in states
            else dict(zip(tables[first]["index"][0], tables[first]["entries"]))
        )
        for start, first in process["starts"].items()
    }
    yield Grid(
        "starts",
        tuple(states),
        tuple((start, tuple(str(law.get(x, "0")) for x in states)) for start, law in laws.items()),
    )
