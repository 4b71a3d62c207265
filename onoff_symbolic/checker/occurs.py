"""The kind about all states of a scheme that can occur: occurs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .points import Point, Sides
from .polynomials import NONE, TEXTS, TEXT_OF, Invalid, entries, need
from .scheme import Running, State, lawful, residue
from .statements import Statement


class Occurs(Statement):
    """About all states that can occur: those to which moves lead that are not known to have probability zero.

    `must` is "rows" (every row that can be used has a value), "laws" (and is a law), "serves" (Q_t downloads X_t),
    "function" (X_t is a function of X_0 and Q_t) or {time, query, map}: at times t ≡ r mod m at which Q_t is `query`,
    X_t = map(X_0); m divides the period of the scheme."""

    keys: Mapping[str, Any] = {"scheme": str, "must": (str, dict)}

    def prepare(self, scheme: str, *says: Any) -> None:
        self.scheme = self.model.scheme(scheme)
        self.must = says[0]
        self.is_about_rows = self.must in ("rows", "laws")
        if self.is_about_rows:
            self.supposes = ()  # that they are laws is what is stated
        elif type(self.must) is dict:
            self.prepare_map(*entries(self.must, time=(list, NONE), query=str, map=TEXT_OF))
        elif self.must not in ("serves", "function"):
            raise Invalid(
                f"expected rows, laws, serves, function or a map, found {self.must[:40]!r}"
            )

    def prepare_map(self, time: Any, query: str, map: Any) -> None:
        """Read when, at which query, and what X_t is then."""
        self.query = query
        self.map = map
        self.modulus, self.rest = residue(time)
        need(query in self.scheme.queries, f"expected a query, found {query[:40]!r}")
        need(
            map.keys() == {*self.scheme.sources}
            and all(x in self.scheme.sources for x in map.values()),
            "expected a map of the sources to sources",
        )

    def show(self) -> None:
        if type(self.must) is dict:
            need(self.scheme.period % self.modulus == 0, "the times do not repeat with the scheme")
        look = self.region.show_law if self.must == "laws" else None
        running = Running(self.model, self.scheme, self.region.vanishes, look)
        for time, states in running.reached():
            for fault in self.faults(time, states):
                raise Invalid(
                    f"expected states as they must be, found {fault} at t = {time}", "shown"
                )
        self.region.show_defined(running.divisors)

    def faults(self, time: int, states: Iterable[State]) -> Iterator[tuple[State, ...]]:
        """Yield those of the states that must not occur, or not together."""
        first: dict[tuple[str, str], State] = {}
        for state in states:
            start, request, query = state
            if self.must == "serves" and request not in self.scheme.queries[query]:
                yield state,
            if self.must == "function" and first.setdefault((start, query), state) != state:
                yield first[start, query], state
            if type(self.must) is dict and self.is_misplaced(time, state):
                yield state,

    def is_misplaced(self, time: int, state: State) -> bool:
        """Return whether the query is sent at its time, and X_t is not map(X_0)."""
        start, request, query = state
        return (
            time % self.modulus == self.rest and query == self.query and request != self.map[start]
        )

    # -- failures

    def fails(self, point: Point, shows: Any) -> Sides:
        """Show that a state occurs that must not, or two that must not both."""
        if self.is_about_rows:
            return self.fails_in_row(
                point, *entries(shows, time=int, state=TEXTS, request=(str, NONE))
            )
        other = {"other": TEXTS} if self.must == "function" else {}
        time, *states = entries(shows, time=int, state=TEXTS, **other)
        chances = [self.chance(time, state) for state in states]
        given = (*map(tuple, states),)
        need(given in self.faults(time, given), "the states are as they should be")
        return self.refuted(
            point, [f"{chance} > 0" for chance in chances], [f"{'*'.join(chances)} = 0"]
        )

    def fails_in_row(self, point: Point, time: int, state: Any, request: str | None) -> Sides:
        """Show that a state occurs after which a request has no law, or a wrong one; null: the row of the chain."""
        premises = [f"{self.chance(time, state)} > 0"]
        step = f"{self.scheme.chain}[{state[1]},"
        row = [f"{step}{x}]" for x in self.scheme.sources]
        if request is not None:
            need(request in self.scheme.sources, f"expected a request, found {request[:40]!r}")
            premises.append(f"{step}{request}] > 0")
            law = f"law({self.scheme.name},{time + 1},{state[0]},{request},{state[2]}"
            row = [f"{law},{query},{state[1]})" for query in self.scheme.queries]
        has_values = [f"{entry} = {entry}" for entry in row]
        return self.refuted(point, premises, lawful(row) if self.must == "laws" else has_values)

    def chance(self, time: int, state: Any) -> str:
        """Return the probability of a state, as a text."""
        need(time >= 0, f"expected a time, found {time}")
        need(
            len(state) == 3
            and {*state[:2]} <= {*self.scheme.sources}
            and state[2] in self.scheme.queries,
            "expected a state",
        )
        return f"state({self.scheme.name},{time},{','.join(state)})"
