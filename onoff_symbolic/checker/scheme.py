"""Processes and schemes of a goal: the law of what is seen, and how a state moves. Nothing here judges.

    Scheme      a process whose states are requests; rules choose the queries, which are what is seen
    Running     the moves of a process, and what they lead to

Glossary
    State       (x_0, x_t, q_t): all that the future depends on
    Row         outcome → probability: of the next state of a chain, or of what is seen then
    Move        a state that can follow, and its probability
    Layer       state → probability, at one time
    Phase       a time that stands for all times after which the rules are the same: t mod period, unless rules begin
                or end; then t itself before the last of these times
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from math import lcm
from typing import TYPE_CHECKING, Any

from .polynomials import (
    NONE,
    TEXTS,
    UNIT,
    ZERO,
    Key,
    Quotient,
    Undefined,
    Work,
    charge_lookup,
    entries,
    is_constant,
    need,
    sum_quotients,
)

if TYPE_CHECKING:
    from .model import Model
    from .points import Point
    from .regions import Region

MAX_SOURCES, MAX_RULES, MAX_PERIOD, MAX_TIME = 8, 256, 60, 60
MAX_STEPS = MAX_TIME + MAX_PERIOD  # so far a scheme is followed
MAX_TIMES = 400
MAX_MOVES = 3_000_000

State = tuple[str, str, str]
Layer = Mapping[State, Quotient]
Move = tuple[State, Quotient]
Row = dict[str, Quotient]
Look = Callable[[Sequence[Quotient], str], None]
"""Is given the entries of a row, and what it is the law of."""


def residue(value: Any) -> tuple[int, int]:
    """Return [m, r], the times t ≡ r mod m; null is every time."""
    if value is None:
        return 1, 0
    modulus, rest = value if len(value) == 2 else (0, 0)
    need(
        type(modulus) is type(rest) is int and 0 <= rest < modulus <= MAX_PERIOD,
        f"expected [m, r] with 0 <= r < m <= {MAX_PERIOD}",
    )
    return modulus, rest


def lawful(row: Sequence[str]) -> list[str]:
    """Return the relations that say that a row is a law: no entry is negative, and their sum is 1."""
    return [*(f"{entry} >= 0" for entry in row), f"{' + '.join(row)} = 1"]


def require_law(row: Sequence[Quotient], what: str) -> None:
    """Raise Undefined if the entries of a row are numbers and no law."""
    numbers = [each.top.get((), 0) for each in row if is_constant(each.top) and not each.bottom]
    if len(numbers) == len(row) and (min(numbers) < 0 or sum(numbers) != 1):
        raise Undefined(f"{what}: {', '.join(map(str, numbers))[:200]} is no law")


class Process:
    """States that move by a chain; at each t, from 0 on, something is seen that depends on the state and on the past.

    `sources`: the states. `starts`: a start is a state, or a law of the first one. `queries`: what can be seen → the
    states in which it can. `laws`: the relations that say that all laws are laws. `tables`: those of which it is made.
    """

    name: str
    chain: str
    sources: list[str]
    starts: list[str]
    queries: dict[str, set[str]]
    tables: list[str]
    laws: Sequence[str] = ()
    start = ""  # what is always seen first, if something is
    period = 1
    settled = 0

    def phase(self, time: int, period: int = 0, settled: int = 0) -> int:
        """Return the first time that is followed by the same rules. A period may be given, and its beginning."""
        settled = max(settled, self.settled)
        if time < settled:
            return time
        return settled + (time - settled) % (period or self.period)

    def show_laws(self, region: Region) -> None:
        """Show on the region that all laws are laws. Of a scheme, `occurs` says it."""

    def require_laws(self, point: Point) -> None:
        """Raise Invalid or Undefined unless all laws that are used are laws at the point."""
        raise NotImplementedError

    def law(self, model: Model, time: int, state: State, request: str) -> Row:
        """Return the law of what is seen at `time` if the state is `request` then, and `state` was before."""
        raise NotImplementedError

    def begin(self, model: Model, first: str) -> Layer:
        """Return the law of the state at t = 0."""
        raise NotImplementedError


class Rule:
    """Fits if Q_{t-1} is one of `previous`, t ≡ rest mod modulus, and since <= t, t <= until (None: for ever).

    `last`: the rows of the table are (X_{t-1}, X_t), not (X_0, X_t)."""

    def __init__(self, value: Any, queries: Set[str]) -> None:
        previous, time, self.table, self.until, self.since, given = entries(
            value,
            {"since": 1, "until": None, "given": "first"},
            previous=(TEXTS, NONE),
            time=(list, NONE),
            table=(str, NONE),
            until=(int, NONE),
            since=int,
            given=str,
        )
        self.previous: Set[str] = queries if previous is None else {*previous}
        self.modulus, self.rest = residue(time)
        self.last = given == "last"
        last_time = MAX_TIME if self.until is None else self.until
        need(self.previous <= queries, "a rule names an unknown query")
        need(
            1 <= self.since <= last_time <= MAX_TIME, f"expected 1 <= since <= until <= {MAX_TIME}"
        )
        need(given in ("first", "last"), f"given is first or last, found {given[:40]!r}")

    def fits(self, time: int, previous: str) -> bool:
        """Return whether the rule says which query is sent at this time after this query."""
        if time < self.since or self.until is not None and time > self.until:
            return False
        return previous in self.previous and time % self.modulus == self.rest


class Scheme(Process):
    """The law of Q_t given X_0 or X_{t-1}, X_t and Q_{t-1}: rules that are tried in order."""

    def __init__(self, model: Model, name: str, value: Any) -> None:
        sources, self.chain, queries, rules = entries(
            value, sources=TEXTS, chain=str, queries=dict, rules=list
        )
        self.name = name
        self.sources = self.starts = sources
        self.labels = {*sources}
        need(
            1 <= len(self.labels) == len(sources) <= MAX_SOURCES,
            f"expected 1 to {MAX_SOURCES} sources",
        )
        need(max(len(queries), len(rules)) <= MAX_RULES, "too many queries or rules")
        served = entries(queries, **dict.fromkeys(queries, TEXTS))
        self.queries = {query: {*downloads} for query, downloads in zip(queries, served)}
        for query, downloads in self.queries.items():
            need(
                0 < len(downloads) == len(queries[query]) and downloads <= self.labels,
                "a query downloads no source, or one twice",
            )
        self.rules = [Rule(rule, queries.keys()) for rule in rules]
        tables = dict.fromkeys(rule.table for rule in self.rules if rule.table is not None)
        self.tables = [self.chain, *tables]
        model.check_index(self.chain, sources, sources)
        for table in tables:
            model.check_index(table, sources, sources, [*queries])
        self.start = self.first_query(self.labels)
        need(self.start, "expected a query that downloads every source")
        self.period = lcm(1, *(rule.modulus for rule in self.rules))
        self.settled = max([0, *(max(rule.since - 1, rule.until or 0) for rule in self.rules)])
        need(self.period <= MAX_PERIOD, "the period is too long")

    def require_laws(self, point: Point) -> None:
        """Raise Undefined unless all rows that can be used, each of which `reached` looks at, are laws at the point."""
        [*Running(point.model, self, lambda q: not q.top, require_law).reached()]

    def first_query(self, downloads: set[str]) -> str:
        """Return the first query that downloads exactly these; "" if there is none."""
        return next((query for query, each in self.queries.items() if each == downloads), "")

    def begin(self, model: Model, first: str) -> Layer:
        """Return the state at t = 0: X_0 itself, and the first query that downloads all."""
        return {(first, first, self.start): UNIT}

    def law(self, model: Model, time: int, state: State, request: str) -> Row:
        """Return the law of Q_t after the state at t-1. Without a table: the first query that downloads X_t alone."""
        first, last, previous = state
        Work.spend(len(self.rules) >> 2)
        rule = next((rule for rule in self.rules if rule.fits(time, previous)), None)
        if rule is not None and rule.table is not None:
            given = last if rule.last else first
            return {
                query: model.entry(rule.table, [given, request, query]) for query in self.queries
            }
        exact = self.first_query({request})
        if rule is None or not exact:
            raise Undefined(f"{self.name} has no law after {state} for the request {request}")
        return {query: UNIT if query == exact else ZERO for query in self.queries}


class Running:
    """The moves of a process. Moves whose probability `vanishes` are left out: rows after them need no law. `look`, if
    there is one, is called with each row of chain and queries that is used."""

    LONGEST = MAX_STEPS

    def __init__(
        self,
        model: Model,
        scheme: Process,
        vanishes: Callable[[Quotient], bool],
        look: Look | None = None,
    ) -> None:
        self.model = model
        self.scheme = scheme
        self.vanishes = vanishes
        self.look = look
        self.divisors: dict[Key, None] = {}  # of all that was looked at
        self.known: dict[tuple[int, State], tuple[list[Move], dict[Key, None]]] = {}
        self.count = 0  # of the moves in it

    def used(self, row: Mapping[Any, Quotient], *where: str) -> Mapping[Any, Quotient]:
        """Return a row that is used."""
        divisors = [key for chance in row.values() for key in chance.bottom]
        if divisors:
            charge_lookup(divisors)
            self.divisors.update(dict.fromkeys(divisors))
        if self.look is not None:
            self.look([*row.values()], f"the row {', '.join(where)}")
        return row

    def read_moves(self, time: int, state: State) -> Iterator[Move]:
        """Yield what can follow a state, with its probability, from the rows of chain and queries."""
        steps = {x: self.model.entry(self.scheme.chain, [state[1], x]) for x in self.scheme.sources}
        for request, step in self.used(steps, *state).items():
            if self.vanishes(step):
                continue
            law = self.scheme.law(self.model, time, state, request)
            Work.spend(2 * len(law))
            for query, chance in self.used(law, *state, request).items():
                if not self.vanishes(chance):
                    yield (state[0], request, query), step * chance

    def moves(self, time: int, state: State) -> list[Move]:
        """Return what can follow a state, with its probability."""
        key = (self.scheme.phase(time - 1), state)
        if key not in self.known:
            others = self.divisors
            self.divisors = {}
            self.known[key] = ([*self.read_moves(time, state)], self.divisors)
            self.divisors = others
            self.count += len(self.known[key][0])
            need(self.count <= MAX_MOVES, f"{self.scheme.name} has too many moves", "work")
        moves, divisors = self.known[key]
        Work.spend(20 + (len(moves) >> 3))
        charge_lookup(divisors)
        self.divisors.update(divisors)
        return moves

    def reached(self) -> Iterator[tuple[int, list[State]]]:
        """Yield the states of a scheme that can occur, for each t until they repeat."""
        current = {state for a in self.scheme.starts for state in self.scheme.begin(self.model, a)}
        seen: set[tuple[int, frozenset[State]]] = set()
        for time in range(MAX_TIMES + 1):
            here = (self.scheme.phase(time), frozenset(current))
            if here in seen:
                return
            need(time < MAX_TIMES, "the states take too long to repeat", "work")
            seen.add(here)
            states = sorted(current)
            yield time, states
            current = {after for state in states for after, _ in self.moves(time + 1, state)}

    def onward(self, layer: Layer, time: int) -> Layer:
        """Return the next layer."""
        after: dict[State, Quotient] = {}
        for state, weight in layer.items():
            for target, chance in self.moves(time, state):
                after[target] = after.get(target, ZERO) + weight * chance
        return after

    def layer(self, starts: Sequence[str], time: int, history: Sequence[str] = ()) -> Layer:
        """Return state (a, x, q) → Pr(X_t = x, Q_t = q | X_0 = a); or, if there is one, with the history until then."""
        need(0 <= time <= MAX_STEPS, f"{self.scheme.name}: the time is out of range")
        need(
            {*starts} <= {*self.scheme.starts},
            f"{self.scheme.name}: there is no start {', '.join(starts)[:40]!r}",
        )
        layer = self.used(
            {state: p for a in starts for state, p in self.scheme.begin(self.model, a).items()}
        )
        for now in range(time + 1):
            if now:
                layer = self.onward(layer, now)
            if history:
                layer = {state: p for state, p in layer.items() if state[2] == history[now]}
        return layer

    def chance(self, first: str, history: Sequence[str]) -> Quotient:
        """Return Pr(Q_0, ..., Q_t = history | X_0 = first)."""
        need(
            0 < len(history) <= MAX_STEPS and {*history} <= self.scheme.queries.keys(),
            "expected a history",
        )
        return sum_quotients(self.layer([first], len(history) - 1, history).values())

    def state(self, time: int, state: State) -> Quotient:
        """Return Pr(X_t, Q_t | X_0)."""
        need(
            state[1] in self.scheme.sources and state[2] in self.scheme.queries, "expected a state"
        )
        return self.layer([state[0]], time).get(state, ZERO)
