"""Processes and schemes of a goal: the law of what is seen, and how a state moves. Nothing here judges.

Glossary
    State       (x_0, x_t, q_t): all that the future depends on
    Row         outcome → probability: of the next state of a chain, or of what is seen then
    Move        a state that can follow, and its probability
    Phase       a time that stands for all times after which the rules are the same: t mod period, unless rules begin
                or end; then t itself before the last of these times
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import product
from math import lcm
from typing import TYPE_CHECKING, Any

from .polynomials import (
    UNIT, ZERO, Key, Quotient, Undefined, Work, charge_lookup, entries, is_constant, need, sum_quotients, texts)

if TYPE_CHECKING:
    from .model import Model

MAX_SOURCES, MAX_RULES, MAX_PERIOD, MAX_TIME, MAX_STATES = 8, 256, 60, 60, 20
MAX_STEPS = MAX_TIME + MAX_PERIOD      # so far a scheme is followed
MAX_TIMES = 400
MAX_MOVES = 3_000_000

State = tuple[str, str, str]
Move = tuple[State, Quotient]
Row = dict[str, Quotient]
Look = Callable[[Sequence[Quotient], str], None]
"""Is given the entries of a row, and what it is the law of."""


def residue(value: Any, what: str) -> tuple[int, int]:
    """Return [m, r], the times t ≡ r mod m; null is every time."""
    modulus, rest = [1, 0] if value is None else value if len(value) == 2 else [0, 0]
    need(type(modulus) is type(rest) is int and 0 <= rest < modulus <= MAX_PERIOD,
         f"{what}: expected [m, r] with 0 <= r < m <= {MAX_PERIOD}")
    return modulus, rest


def lawful(row: Sequence[str]) -> list[str]:
    """Return the relations that say that a row is a law: no entry is negative, and their sum is 1."""
    return [*(f"{entry} >= 0" for entry in row), f"{' + '.join(row)} = 1"]


def require_law(row: Sequence[Quotient], what: str) -> None:
    """Raise Undefined if the entries of a row are numbers and no law."""
    numbers = [each.top.get((), 0)
               for each in row
               if is_constant(each.top) and not each.bottom]
    if len(numbers) == len(row) and (min(numbers) < 0 or sum(numbers) != 1):
        raise Undefined(f"{what}: {', '.join(map(str, numbers))[:200]} is no law")


class Process:
    """A chain of hidden states; at each t, from 0 on, something is seen that depends on the state alone. A start is a
    state or a law of the first. Of a scheme the states are requests, the starts values of X_0, and queries are seen.

    `queries`: what can be seen → the states in which it can. `laws`: the relations that say that all laws are laws.
    `start`: what is always seen first; "" if nothing is."""

    period = 1
    settled = 0
    start = ""

    def __init__(self, model: Model, name: str, value: Any) -> None:
        what = f"process {name}"
        states, self.chain, self.shows, self.given = entries(
            value, what, states=list, chain=str, shows=(str, dict), starts=dict)
        self.name = name
        self.sources = texts(states, what)
        self.starts = [*self.given]
        labels = {*states}
        need(1 <= len(labels) == len(states) <= MAX_STATES and 1 <= len(self.starts) <= MAX_STATES,
             f"{what}: expected 1 to {MAX_STATES} states and as many starts")
        shapes: list[tuple[str, list[list[str]]]] = [(self.chain, [states, states])]
        self.queries: dict[str, set[str]] = {}
        if type(self.shows) is dict:
            need(self.shows.keys() == labels,
                 f"{what}: expected what is seen in each state")
            for seen in texts([*self.shows.values()], what):
                self.queries[seen] = {x for x in labels if self.shows[x] == seen}
        else:
            need(self.shows in model.tables,
                 f"there is no table {self.shows[:40]!r}")
            self.seen = {str(label): label for label in model.tables[self.shows][0][-1]}
            self.queries = dict.fromkeys(self.seen, labels)
            shapes.append((self.shows, [states, [*self.seen]]))
        for start in texts([*self.given.values()], what):
            need((start in labels) != (start in model.tables),
                 f"{what}: expected a state or a table, found {start[:40]!r}")
            shapes += [] if start in labels else [(start, [states])]
        for table, index in shapes:
            model.check_index(table, *index)
        self.tables = [*dict.fromkeys(table for table, _ in shapes)]
        self.laws = [text for table, (*axes, last) in shapes for row in product(*axes)
                     for text in lawful([f"{table}[{','.join((*row, x))}]" for x in last])]
        Work.spend(20 * len(self.laws))

    def phase(self, time: int, period: int = 0, settled: int = 0) -> int:
        """Return the first time that is followed by the same rules. A period may be given, and its beginning."""
        settled = max(settled, self.settled)
        if time < settled:
            return time
        return settled + (time - settled) % (period or self.period)

    def law(self, model: Model, time: int, state: State, request: str) -> Row:
        """Return the law of what is seen at t if the state then is `request`."""
        if type(self.shows) is dict:
            return {seen: UNIT if request in states else ZERO
                    for seen, states in self.queries.items()}
        return {text: model.entry(self.shows, [request, label])
                for text, label in self.seen.items()}

    def begin(self, model: Model, first: str) -> dict[State, Quotient]:
        """Return the law of the state at t = 0."""
        start = self.given[first]
        first_states = {start: UNIT} if start in self.sources else {x: model.entry(start, [x]) for x in self.sources}
        return {(first, x, seen): chance * p for x, chance in first_states.items()
                for seen, p in self.law(model, 0, (first, x, ""), x).items()}


class Rule:
    """Fits if Q_{t-1} is one of `previous`, t ≡ rest mod modulus, and since <= t, t <= until (None: for ever).

    `last`: the rows of the table are (X_{t-1}, X_t), not (X_0, X_t)."""

    def __init__(self, value: Any, queries: Set[str], what: str) -> None:
        value = {"until": None, **value} if type(value) is dict else value
        previous, time, self.table, self.until, self.since, given = entries(
            value, what, {"since": 1, "given": "first"}, previous=(list, type(None)), time=(list, type(None)),
            table=(str, type(None)), until=(int, type(None)))
        self.previous: Set[str] = queries if previous is None else {*texts(previous, what)}
        self.modulus, self.rest = residue(time, what)
        self.last = given == "last"
        need(self.previous <= queries, f"{what}: a rule names an unknown query")
        need(1 <= self.since <= (MAX_TIME if self.until is None else self.until) <= MAX_TIME,
             f"{what}: expected 1 <= since <= until <= {MAX_TIME}")
        need(given in ("first", "last"),
             f"{what}: given is first or last, found {given[:40]!r}")

    def fits(self, time: int, previous: str) -> bool:
        if previous not in self.previous or time % self.modulus != self.rest or time < self.since:
            return False
        return self.until is None or time <= self.until


class Scheme(Process):
    """The law of Q_t given X_0 or X_{t-1}, X_t and Q_{t-1}: rules that are tried in order."""

    def __init__(self, model: Model, name: str, value: Any) -> None:
        what = f"scheme {name}"
        sources, self.chain, queries, rules = entries(value, what, sources=list,
                                                      chain=str, queries=dict, rules=list)
        self.name = name
        self.sources = texts(sources, what)
        self.laws = []     # that they are laws, `occurs` says
        self.starts = self.sources
        self.labels = {*sources}
        self.queries = {query: set(texts(downloads, what))
                        for query, downloads in queries.items()}
        need(1 <= len(self.labels) == len(sources) <= MAX_SOURCES,
             f"{what}: expected 1 to {MAX_SOURCES} sources")
        need(max(len(queries), len(rules)) <= MAX_RULES,
             f"{what}: too many queries or rules")
        for query, downloads in self.queries.items():
            need(0 < len(downloads) == len(queries[query]) and downloads <= self.labels,
                 f"{what}: a query downloads no source, or one twice")
        self.start = next((q for q, d in self.queries.items() if d == self.labels), "")
        need(self.start, f"{what}: expected a query that downloads every source")
        self.rules = [Rule(rule, self.queries.keys(), what) for rule in rules]
        model.check_index(self.chain, sources, sources)
        self.tables = [self.chain, *dict.fromkeys(rule.table
                                                  for rule in self.rules
                                                  if rule.table is not None)]
        for table in self.tables[1:]:
            model.check_index(table, sources, sources, [*queries])
        self.period = lcm(1, *(rule.modulus for rule in self.rules))
        self.settled = max([0, *(max(rule.since - 1, rule.until or 0)
                                 for rule in self.rules)])
        need(self.period <= MAX_PERIOD, f"{what}: the period is too long")

    def begin(self, model: Model, first: str) -> dict[State, Quotient]:
        return {(first, first, self.start): UNIT}

    def law(self, model: Model, time: int, state: State, request: str) -> Row:
        """Return the law of Q_t after the state at t-1. Without a table: the first query that downloads X_t alone."""
        first, last, previous = state
        Work.spend(len(self.rules) >> 2)
        rule = next((rule for rule in self.rules if rule.fits(time, previous)), None)
        if rule is not None and rule.table is not None:
            given = last if rule.last else first
            return {query: model.entry(rule.table, [given, request, query])
                    for query in self.queries}
        exact = next((query for query, downloads in self.queries.items() if downloads == {request}),
                     None)
        if rule is None or exact is None:
            raise Undefined(f"{self.name} has no law after {state} for the request {request}")
        return {query: UNIT if query == exact else ZERO for query in self.queries}


class Running:
    """The moves of a process. Moves whose probability `vanishes` are left out; their rows need no law. `look`, if there
    is one, is called with each row of chain and queries that is used."""

    LONGEST = MAX_STEPS

    def __init__(self, model: Model, scheme: Process, vanishes: Callable[[Quotient], bool],
                 look: Look | None = None) -> None:
        self.model = model
        self.scheme = scheme
        self.vanishes = vanishes
        self.look = look
        self.divisors: dict[Key, None] = {}     # of all that was looked at
        self.known: dict[tuple[int, State], tuple[list[Move], dict[Key, None]]] = {}
        self.count = 0      # of the moves in it

    def used(self, row: dict[Any, Quotient], *where: str) -> dict[Any, Quotient]:
        """Return a row that is used."""
        divisors = [key for chance in row.values() for key in chance.bottom]
        charge_lookup(divisors)
        self.divisors.update(dict.fromkeys(divisors))
        if self.look is not None:
            self.look([*row.values()], f"the row {', '.join(where)}")
        return row

    def rows(self, time: int, state: State) -> Iterator[tuple[str, Quotient, Row]]:
        """Yield (request, its probability, law of the query) for each request that can follow the state, at `time`."""
        steps = {x: self.model.entry(self.scheme.chain, [state[1], x])
                 for x in self.scheme.sources}
        for request, step in self.used(steps, *state).items():
            if not self.vanishes(step):
                law = self.scheme.law(self.model, time, state, request)
                Work.spend(2 * len(law))
                yield request, step, self.used(law, *state, request)

    def moves(self, time: int, state: State) -> list[Move]:
        """Return what can follow a state, with its probability."""
        key = (self.scheme.phase(time - 1), state)
        if key not in self.known:
            others = self.divisors
            self.divisors = {}
            moves = [((state[0], request, query), step * chance) for request, step, law in self.rows(time, state)
                     for query, chance in law.items() if not self.vanishes(chance)]
            self.known[key] = (moves, self.divisors)
            self.divisors = others
            self.count += len(moves)
            need(self.count <= MAX_MOVES,
                 f"{self.scheme.name} has too many moves", "work")
        moves, divisors = self.known[key]
        Work.spend(20 + (len(moves) >> 3))
        charge_lookup(divisors)
        self.divisors.update(divisors)
        return moves

    def reached(self) -> Iterator[tuple[int, list[State]]]:
        """Yield the states of a scheme that can occur, for each t until they repeat."""
        time = 0
        current = {(a, a, self.scheme.start) for a in self.scheme.sources}
        seen: set[tuple[int, frozenset[State]]] = set()
        while (self.scheme.phase(time), frozenset(current)) not in seen:
            seen.add((self.scheme.phase(time), frozenset(current)))
            need(time < MAX_TIMES, "the states take too long to repeat", "work")
            yield time, sorted(current)
            time += 1
            current = {after
                       for state in sorted(current)
                       for after, _ in self.moves(time, state)}

    def onward(self, layer: Mapping[State, Quotient], time: int) -> dict[State, Quotient]:
        """Return the next layer."""
        after: dict[State, Quotient] = {}
        for state, weight in layer.items():
            for target, chance in self.moves(time, state):
                after[target] = after.get(target, ZERO) + weight * chance
        return after

    def layer(self, starts: Sequence[str],
              time: int, history: Sequence[str] = ()) -> dict[State, Quotient]:
        """Return state (a, x, q) → Pr(X_t = x, Q_t = q | X_0 = a); or, if there is one, with the history until then."""
        need(0 <= time <= MAX_STEPS,
             f"{self.scheme.name}: the time is out of range")
        need({*starts} <= {*self.scheme.starts},
             f"{self.scheme.name}: there is no start {', '.join(starts)[:40]!r}")
        layer = self.used({s: p
                           for a in starts
                           for s, p in self.scheme.begin(self.model, a).items()})
        for now in range(time + 1):
            if now:
                layer = self.onward(layer, now)
            if history:
                layer = {state: p for state, p in layer.items() if state[2] == history[now]}
        return layer

    def chance(self, first: str, history: Sequence[str]) -> Quotient:
        """Return Pr(Q_0, ..., Q_t = history | X_0 = first)."""
        need(0 < len(history) <= MAX_STEPS and {*history} <= self.scheme.queries.keys(),
             "expected a history")
        return sum_quotients(self.layer([first], len(history) - 1, history).values())

    def state(self, time: int, state: State) -> Quotient:
        """Return Pr(X_t, Q_t | X_0)."""
        need(state[1] in self.scheme.sources and state[2] in self.scheme.queries,
             "expected a state")
        return self.layer([state[0]], time).get(state, ZERO)
