"""A scheme under a privacy mode, as an experiment of a goal: the requests, and the queries at OFF times.

At each ON time everything is downloaded and the scheme starts again. The mode is private if, for each run of OFF times,
the queries in it are independent of the requests at all ON times before, given the queries before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from .errors import NotFound
from ..checker import Model, Scheme
from ..schemes.names import Part, fresh

MODE = "mode"


class ModeExperiment:
    """`variables` of the experiment, and the tables from which queries are drawn."""

    def __init__(self, model: Model, scheme: Scheme, mode: Sequence[bool], prior: str) -> None:
        self.model, self.scheme, self.mode = model, scheme, mode
        taken = {*model.words, *model.tables, MODE}
        self.requests = [fresh(f"X{t}", taken) for t in range(len(mode))]
        self.queries = [fresh(f"Q{t}", taken) for t in range(len(mode))]
        self.variables: Part = {
            self.requests[0]: {"values": ", ".join(scheme.sources), "law": prior}
        }
        self.tables: Part = {}
        for time in range(1, len(mode)):
            self.variables[self.requests[time]] = {
                "values": ", ".join(scheme.sources),
                "law": scheme.chain,
                "given": [self.requests[time - 1]],
            }
            if not mode[time]:
                self.add_query(time, fresh(f"law{time}", taken))

    def add_query(self, time: int, table: str) -> None:
        """Draw Q_t by the rules, given Q_{t-1} unless the last ON time F is t-1, X_F or X_{t-1}, and X_t."""
        last_on = max(t for t in range(time) if self.mode[t])
        first = last_on == time - 1
        before = [self.scheme.start] if first else [*self.scheme.queries]
        rules = [
            next((r for r in self.scheme.rules if r.fits(time - last_on, q)), None) for q in before
        ]
        by_last = {rule.last for rule in rules if rule is not None and rule.table is not None}
        if len(by_last) > 1 and not first:
            raise NotFound("", "rules look at X_0 and at X_{t-1} at one t")
        sources = self.scheme.sources
        rows = [
            self.entry(rule, a, x, q)
            for rule in rules
            for a, x, q in product(sources, sources, self.scheme.queries)
        ]
        axes = [*([] if first else [before]), sources, sources, [*self.scheme.queries]]
        self.tables[table] = {"index": axes, "entries": rows}
        anchor = self.requests[time - 1 if by_last == {True} else last_on]
        self.variables[self.queries[time]] = {
            "values": ", ".join(self.scheme.queries),
            "law": table,
            "given": [*([] if first else [self.queries[time - 1]]), anchor, self.requests[time]],
        }

    def entry(self, rule: Any, first: str, request: str, query: str) -> str | None:
        """Return the text of a probability; None in a row that is left out."""
        if rule is not None and rule.table is not None:
            text: str | None = self.model.tables[rule.table][1][first, request, query]
            return text
        exact = next(
            (q for q, downloads in self.scheme.queries.items() if downloads == {request}), None
        )
        return None if rule is None or exact is None else str(int(query == exact))

    def statements(self, whole: bool, **more: Any) -> Iterator[Part]:
        """Yield for each run of OFF times that it hides the ON requests before; of each beginning, if not `whole`."""
        secret, known, view = list[str](), list[str](), list[str]()
        for time, on in enumerate(self.mode):
            if on:
                known, view = [*known, *view], []
                secret.append(self.requests[time])
                continue
            view.append(self.queries[time])
            if not whole or self.mode[time + 1:time + 2] != (False,):
                yield {
                    "kind": "hides",
                    "in": MODE,
                    "secret": [*secret],
                    "view": [*view],
                    "knowing": [*known],
                    **more,
                }
