"""Schemes: the law of the query Q_t given X_0 or X_{t-1}, X_t and Q_{t-1}, as data, periodic in t from some time on.

Q_0 is the query that downloads every source. For t ≥ 1 the first rule that fits Q_{t-1} and t decides: either
the query that downloads exactly X_t, or a row of a table.

Glossary
    State    (x_0, x_t, q_t): all that the future depends on
    Phase    a time that stands for all times with the same rules after it: t mod period, unless rules end or begin
    Node     (phase, q_t): what an observer of the queries knows about the state's place
    History  (q_0, …, q_t)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from itertools import islice

from .chain import Chain
from ..errors import OnoffError, Pole
from ..algebra.echelon import Elements
from ..algebra.field import Element, Field
from ..algebra.region import Region
from ..algebra.walk import Walk

State = tuple[str, str, str]
History = tuple[str, ...]

FIRST, LAST = "first request", "last request"
"""What the rows of a table are given beside X_t: X_0 or X_{t-1}."""


@dataclass(frozen=True)
class Law:
    """The law of Q_t in one row: its nonzero entries, and the denominators that were written down."""

    entries: tuple[tuple[str, Element], ...]
    divisors: tuple[Element, ...] = ()

    def probability(self, query: str, field: Field) -> Element:
        return next((element for name, element in self.entries if name == query), field.zero)

    def map(self, change: Callable[[Element], Element]) -> Law:
        return Law(
            tuple((query, change(element)) for query, element in self.entries),
            tuple(change(divisor) for divisor in self.divisors),
        )

    def on(self, region: Region) -> Law | None:
        """The law as it is on a region; None where a denominator vanishes throughout."""
        try:
            law = self.map(region.reduce)
        except Pole:
            return None
        if any(divisor.is_zero for divisor in law.divisors):
            return None
        entries = tuple((query, element) for query, element in law.entries if not element.is_zero)
        return Law(entries, tuple(d.numerator for d in law.divisors if not d.is_constant))


@dataclass(frozen=True)
class Rule:
    """Applies when Q_{t-1} is in `previous` (None: any), t ≡ when[1] mod when[0] (None: always), since ≤ t ≤ until.

    `table` maps (x_0, x_t), or (x_{t-1}, x_t) where `given` says so, to the law of Q_t, or to None where no law is
    defined. Without a table, Q_t is the query that downloads exactly X_t."""

    name: str
    previous: tuple[str, ...] | None = None
    when: tuple[int, int] | None = None
    table: tuple[tuple[tuple[str, str], Law | None], ...] | None = None
    given: str = FIRST
    since: int = 1
    until: int | None = None

    def applies(self, time: int, previous: str) -> bool:
        return (
            (self.previous is None or previous in self.previous)
            and (self.when is None or time % self.when[0] == self.when[1])
            and self.since <= time and (self.until is None or time <= self.until)
        )

    @cached_property
    def rows(self) -> dict[tuple[str, str], Law | None]:
        """The table as a mapping."""
        return dict(self.table or ())


@dataclass(frozen=True)
class Scheme:
    """A scheme on a chain. `queries` maps each query to the sources that it downloads."""

    title: str
    chain: Chain
    queries: tuple[tuple[str, tuple[str, ...]], ...]
    rules: tuple[Rule, ...]

    @property
    def field(self) -> Field:
        return self.chain.field

    @property
    def sources(self) -> tuple[str, ...]:
        return self.chain.sources

    @cached_property
    def downloads(self) -> dict[str, tuple[str, ...]]:
        return dict(self.queries)

    @cached_property
    def start(self) -> str:
        """Q_0: the query that downloads every source."""
        return next(q for q, sources in self.queries if set(sources) == set(self.sources))

    @cached_property
    def period(self) -> int:
        return lcm(1, *(rule.when[0] for rule in self.rules if rule.when is not None))

    @cached_property
    def settled(self) -> int:
        """The last time after which the rules only depend on t mod period."""
        return max((max(rule.since - 1, rule.until or 0) for rule in self.rules), default=0)

    def phase(self, time: int) -> int:
        """The first time that is followed by the same rules as this one."""
        return time if time < self.settled else self.settled + (time - self.settled) % self.period

    @property
    def phases(self) -> range:
        return range(self.settled + self.period)

    def rule(self, time: int, previous: str) -> Rule | None:
        return next((rule for rule in self.rules if rule.applies(time, previous)), None)

    def law(self, time: int, first: str, request: str, previous: str, last: str | None = None) -> Law | None:
        """The law of Q_t given X_0 = first, X_t = request, Q_{t-1} = previous, X_{t-1} = last; None where undefined."""
        rule = self.rule(time, previous)
        if rule is None:
            return None
        if rule.table is None:
            exact = next((q for q, sources in self.queries if sources == (request,)), None)
            return None if exact is None else Law(((exact, self.field.one),))
        if rule.given == LAST and last is None:
            raise OnoffError(f"{rule.name} asks for the last request, but it is not told")
        return rule.rows.get((first if rule.given == FIRST or last is None else last, request))

    def on(self, region: Region) -> Scheme:
        """The scheme as it is on a region; `Pole` where the request chain has a zero denominator throughout."""
        chain = self.chain.on(region)
        if any(divisor.is_zero for divisor in chain.divisors):
            raise Pole("a denominator of the request chain is zero")
        return self._with(chain, lambda law: law.on(region))

    def over(self, field: Field) -> Scheme:
        """The same scheme over a field with more generators."""
        return self._with(self.chain.map(field.embed), lambda law: law.map(field.embed))

    def _with(self, chain: Chain, change: Callable[[Law], Law | None]) -> Scheme:
        rules = tuple(
            rule if rule.table is None else replace(
                rule, table=tuple((row, law and change(law)) for row, law in rule.table))
            for rule in self.rules
        )
        return replace(self, chain=chain, rules=rules)

    def laws(self) -> Iterator[tuple[Rule, tuple[str, str], Law]]:
        """Every row of every table that is defined."""
        for rule in self.rules:
            for row, law in rule.table or ():
                if law is not None:
                    yield rule, row, law

    def divisors(self) -> tuple[Element, ...]:
        """Every denominator that was written down and is not a constant."""
        found = [*self.chain.divisors, *(d for _, _, law in self.laws() for d in law.divisors)]
        return tuple(dict.fromkeys(d for d in found if not d.is_constant))

    # -- how a state moves

    @cached_property
    def _moves(self) -> dict[tuple[int, State], tuple[tuple[State, Element], ...]]:
        return {}

    def moves(self, time: int, state: State) -> tuple[tuple[State, Element], ...]:
        """Return the states at `time` that follow a state at time-1, each with its (nonzero) probability.

        Rows without a defined law contribute nothing."""
        key = (self.phase(time - 1), state)
        if key not in self._moves:
            first, source, previous = state
            found = []
            for target in self.sources:
                step = self.chain.move(source, target)
                law = None if step.is_zero else self.law(time, first, target, previous, source)
                for query, probability in law.entries if law is not None else ():
                    found.append(((first, target, query), step * probability))
            self._moves[key] = tuple((s, p) for s, p in found if not p.is_zero)
        return self._moves[key]

    @cached_property
    def walk(self) -> Walk[Element]:
        """The walk of the histories, with X_0 given."""
        return self.walk_from(dict.fromkeys(self.sources, self.field.one))

    def walk_from(self, prior: Mapping[str, Element]) -> Walk[Element]:
        """Return the walk of the histories, X_0 having this law."""
        start = {(a, a, self.start): weight for a, weight in prior.items()}
        return Walk(Elements(self.field), start, (0, self.start), self.moves, lambda state: state[2],
                    [query for query, _ in self.queries], self.phase)

    def state_law(self, time: int, prior: Mapping[str, Element]) -> Mapping[State, Element]:
        """Return the law of (X_0, X_t, Q_t) at t = time, X_0 having the law `prior`."""
        return next(islice(self.walk_from(prior).layers(), time, None))
