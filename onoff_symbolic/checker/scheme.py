"""Schemes of a goal: the law of each query, and how a state moves. Nothing here judges.

Glossary
    State       (x_0, x_t, q_t)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import lcm
from typing import TYPE_CHECKING, Any

from .polynomials import UNIT, ZERO, Key, Quotient, Undefined, Work, entries, need, texts, total

if TYPE_CHECKING:
    from .language import Model

MAX_SOURCES, MAX_RULES, MAX_PERIOD = 8, 64, 60

State = tuple[str, str, str]


class Scheme:
    """The law of Q_t given X_0, X_t and Q_{t-1}: rules that are tried in order."""

    def __init__(self, model: Model, name: str, value: Any) -> None:
        what = f"scheme {name}"
        sources, self.chain, queries, rules = entries(value, what, sources=list, chain=str, queries=dict, rules=list)
        self.name, self.sources = name, texts(sources, what)
        self.queries = {query: set(texts(downloads, what)) for query, downloads in queries.items()}
        labels = {*self.sources}
        need(1 <= len(labels) == len(self.sources) <= MAX_SOURCES, f"{what}: expected 1 to {MAX_SOURCES} sources")
        need(max(len(queries), len(rules)) <= MAX_RULES, f"{what}: too many queries or rules")
        need(all(d and d <= labels for d in self.queries.values()), f"{what}: a query downloads no source")
        starts = [q for q, d in self.queries.items() if d == labels]
        need(len(starts) == 1, f"{what}: expected one query that downloads every source")
        self.start = starts[0]
        model.shaped(self.chain, self.sources, self.sources)
        self.rules: list[tuple[set[str], tuple[int, int], str | None]] = []
        for rule in rules:
            previous, time, table = entries(rule, what, previous=(list, type(None)), time=(list, type(None)),
                                            table=(str, type(None)))
            fits = {*self.queries} if previous is None else {*texts(previous, what)}
            need(fits <= self.queries.keys(), f"{what}: a rule names an unknown query")
            self.rules.append((fits, residue(time, what), table))
            if table is not None:
                model.shaped(table, self.sources, self.sources, [*self.queries])
        exact = {x: [q for q, downloads in self.queries.items() if downloads == {x}] for x in self.sources}
        self.exact = {x: {q: UNIT if [q] == found else ZERO for q in self.queries} for x, found in exact.items()
                      if len(found) == 1}
        self.period = lcm(1, *(time[0] for _, time, _ in self.rules))
        need(self.period <= MAX_PERIOD, f"{what}: the period is too long")

    def law(self, model: Model, time: int, first: str, request: str, previous: str) -> dict[str, Quotient]:
        """Q_t → probability. A rule without a table: the query that downloads exactly X_t."""
        need(first in self.sources and request in self.sources and previous in self.queries,
             "law: there is no such row")
        for fits, (modulus, rest), table in self.rules:
            if previous in fits and time % modulus == rest:
                if table is not None:
                    return {q: model.entry(table, [first, request, q]) for q in self.queries}
                if request in self.exact:
                    return self.exact[request]
                break
        raise Undefined(f"{self.name} has no law for X_0 = {first}, X_t = {request}, Q_{{t-1}} = {previous}")


def residue(value: Any, what: str) -> tuple[int, int]:
    """[m, r]: the times t ≡ r mod m; null is every time."""
    if value is None:
        return 1, 0
    need(type(value) is list and len(value) == 2 and all(type(x) is int for x in value)
         and 0 <= value[1] < value[0] <= MAX_PERIOD, f"{what}: expected [m, r] with 0 <= r < m <= {MAX_PERIOD}")
    return value[0], value[1]


class Running:
    """A scheme and its moves. Moves whose probability `vanishes` are left out; their rows need no law."""

    def __init__(self, model: Model, scheme: Scheme, vanishes: Callable[[Quotient], bool]) -> None:
        self.model, self.scheme, self.vanishes = model, scheme, vanishes
        self.divisors: dict[Key, None] = {}     # of all that was looked at
        self.known: dict[tuple[int, State], list[tuple[State, Quotient]]] = {}

    def rows(self, time: int, state: State) -> Iterator[tuple[str, Quotient, dict[str, Quotient]]]:
        """(request, probability of it, law of the query) for each request that can follow the state; t = `time`."""
        first, source, previous = state
        for target in self.scheme.sources:
            step = self.model.entry(self.scheme.chain, [source, target])
            self.divisors.update(dict.fromkeys(step.bottom))
            if not self.vanishes(step):
                law = self.scheme.law(self.model, time, first, target, previous)
                self.divisors.update(dict.fromkeys(k for chance in law.values() for k in chance.bottom))
                yield target, step, law

    def moves(self, time: int, state: State) -> list[tuple[State, Quotient]]:
        """What can follow a state, with its probability."""
        key = (time % self.scheme.period, state)
        if key not in self.known:
            self.known[key] = [((state[0], target, query), step * chance)
                               for target, step, law in self.rows(time, state)
                               for query, chance in law.items() if not self.vanishes(chance)]
        Work.spend(20)
        return self.known[key]

    def onward(self, layer: Mapping[State, Quotient], time: int) -> dict[State, Quotient]:
        found: dict[State, Quotient] = {}
        for state, weight in layer.items():
            for after, chance in self.moves(time, state):
                found[after] = found.get(after, ZERO) + weight * chance
        return found

    def chance(self, first: str, history: Sequence[str]) -> Quotient:
        """Pr(Q_0, ..., Q_t = history | X_0 = first)."""
        need(0 < len(history) <= 20 and first in self.scheme.sources and {*history} <= self.scheme.queries.keys(),
             "expected a source and a history")
        layer = {(first, first, self.scheme.start): UNIT} if history[0] == self.scheme.start else {}
        for time, query in enumerate(history[1:], start=1):
            layer = {s: p for s, p in self.onward(layer, time).items() if s[2] == query}
        return total(layer.values())

    def state(self, time: int, state: State) -> Quotient:
        """Pr(X_t, Q_t | X_0)."""
        need(time <= 20 and {*state[:2]} <= {*self.scheme.sources} and state[2] in self.scheme.queries,
             "expected a time and a state")
        layer = {(state[0], state[0], self.scheme.start): UNIT}
        for now in range(1, time + 1):
            layer = self.onward(layer, now)
        return layer.get(state, ZERO)
