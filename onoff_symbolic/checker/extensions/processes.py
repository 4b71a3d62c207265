"""Processes with hidden states that are no schemes: what is seen depends on the state alone."""

from __future__ import annotations

from itertools import product
from typing import Any

from ..model import Model
from ..points import Point
from ..polynomials import TEXTS, TEXT_OF, UNIT, ZERO, Work, entries, need
from ..regions import Region
from ..scheme import Layer, Process, Row, State, lawful

MAX_STATES = 20


class HiddenProcess(Process):
    """A chain of hidden states; what is seen is named for each state, or has a law given the state.

    `shown`: what is seen → the labels of the table with these laws."""

    def __init__(self, model: Model, name: str, value: Any) -> None:
        states, self.chain, self.shows, self.given = entries(
            value, states=TEXTS, chain=str, shows=(str, TEXT_OF), starts=TEXT_OF
        )
        self.name = name
        self.sources = states
        self.starts = [*self.given]
        labels = {*states}
        need(
            1 <= len(labels) == len(states) <= MAX_STATES and 1 <= len(self.starts) <= MAX_STATES,
            f"expected 1 to {MAX_STATES} states and as many starts",
        )
        shapes: list[tuple[str, list[list[str]]]] = [(self.chain, [states, states])]
        if type(self.shows) is dict:
            need(self.shows.keys() == labels, "expected what is seen in each state")
            self.queries = {
                seen: {x for x in labels if self.shows[x] == seen} for seen in self.shows.values()
            }
        else:
            self.shown = {str(label): label for label in model.index(self.shows)[-1]}
            self.queries = dict.fromkeys(self.shown, labels)
            shapes.append((self.shows, [states, [*self.shown]]))
        for start in self.given.values():
            need(
                (start in labels) != (start in model.tables),
                f"expected a state or a table, found {start[:40]!r}",
            )
            if start in model.tables:
                shapes.append((start, [states]))
        for table, axes in shapes:
            model.check_index(table, *axes)
        self.tables = [*dict.fromkeys(table for table, _ in shapes)]
        self.laws = [
            text
            for table, (*axes, last) in shapes
            for row in product(*axes)
            for text in lawful([f"{table}[{','.join((*row, x))}]" for x in last])
        ]
        Work.spend(20 * len(self.laws))

    def show_laws(self, region: Region) -> None:
        """Show on the region that all laws are laws."""
        region.show_texts(self.laws, "laws")

    def require_laws(self, point: Point) -> None:
        """Raise Invalid unless all laws are laws at the point."""
        need(point.denied(self.laws) is None, f"{self.name} has no laws at the point")

    def law(self, model: Model, time: int, state: State, request: str) -> Row:
        """Return the law of what is seen in the state `request`."""
        if type(self.shows) is dict:
            return {
                seen: UNIT if request in states else ZERO for seen, states in self.queries.items()
            }
        return {
            seen: model.entry(self.shows, [request, label]) for seen, label in self.shown.items()
        }

    def begin(self, model: Model, first: str) -> Layer:
        """Return the law of the state at t = 0, and of what is seen then."""
        start = self.given[first]
        states = (
            {start: UNIT}
            if start in self.sources
            else {x: model.entry(start, [x]) for x in self.sources}
        )
        return {
            (first, x, seen): chance * p
            for x, chance in states.items()
            for seen, p in self.law(model, 0, (first, x, ""), x).items()
        }
