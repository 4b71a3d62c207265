"""Schemes: a goal's own, with the probabilities as elements of a field.

The goal says everything: tables with the chain and with the law of Q_t given X_0 or X_{t-1} and X_t, and rules, tried
in order, that say which table is used after Q_{t-1} at t. Q_0 is the query that downloads every source. What follows a
scheme walks the goal's process.

Glossary
    State    (x_0, x_t, q_t): all that the future depends on
    Phase    a time that stands for all times with the same rules after it: t mod period, unless rules end or begin
    History  (q_0, …, q_t)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from .chain import Chain
from .names import GoalNames, Part
from ..errors import Pole, Undecidable
from ..algebra.echelon import Elements
from ..algebra.field import Element, Field
from ..algebra.region import Region
from ..algebra.walk import Walk, walk_of
from ..checker import Model, Scheme as Process
from ..checker.polynomials import Invalid, Quotient, Work

History = tuple[str, ...]

NAME = "scheme"
MAX_READING = 10**9
"""What reading the entries of one scheme may cost, in the units of the checker."""


@dataclass(frozen=True)
class Scheme:
    """A scheme of a goal, on a chain."""

    title: str
    chain: Chain
    letters: GoalNames
    tables: Part
    rules: Part
    """The goal's scheme: sources, chain, queries, rules."""
    read: Callable[[Quotient], Element]
    """Returns an entry as an element of the chain's field."""

    @property
    def field(self) -> Field:
        return self.chain.field

    @property
    def sources(self) -> tuple[str, ...]:
        return self.chain.sources

    @property
    def downloads(self) -> Mapping[str, list[str]]:
        """Return the sources that each query downloads."""
        downloads: Mapping[str, list[str]] = self.rules["queries"]
        return downloads

    @property
    def queries(self) -> tuple[str, ...]:
        return tuple(self.downloads)

    @cached_property
    def model(self) -> Model:
        """Return the checker's model of the goal; raise `Undecidable` where it is too large for one."""
        Work.begin(MAX_READING)
        try:
            return Model([*self.letters.names], self.tables, {NAME: self.rules})
        except Invalid as reason:
            raise Undecidable(str(reason)) from None

    @cached_property
    def process(self) -> Process:
        """Return the checker's scheme: period, phases, rules, the law of the next query."""
        return self.model.scheme(NAME)

    @property
    def start(self) -> str:
        """Return Q_0: the query that downloads every source."""
        return self.process.start

    @property
    def phases(self) -> range:
        return range(self.process.settled + self.process.period)

    def cells(self) -> Iterator[tuple[str, Quotient]]:
        """Yield the entries with the names of their tables; raise `Undecidable` where they are too long to read."""
        Work.begin(MAX_READING)
        try:
            for table in self.process.tables:
                yield from ((table, self.model.entry(table, key)) for key in self.model.keys(table))
        except Invalid as reason:
            raise Undecidable(str(reason)) from None

    # -- on a region, with other letters

    def _over(self, chain: Chain, change: Callable[[Element], Element]) -> Scheme:
        """Return the scheme with changed elements."""
        changed = replace(self, chain=chain, read=lambda q: change(self.read(q)))
        vars(changed)["model"] = self.model
        return changed

    def on(self, region: Region) -> Scheme:
        """Return the scheme on a region; raise `Pole` where its chain has a zero denominator throughout."""
        chain = self.chain.on(region)
        if any(divisor.is_zero for divisor in chain.divisors):
            raise Pole("a denominator of the request chain is zero")
        return self._over(chain, region.reduce)

    def over(self, field: Field) -> Scheme:
        """Return the same scheme over a field with more generators."""
        return self._over(self.chain.map(field.embed), field.embed)

    def solved(self, place: Region, title: str) -> Scheme:
        """Return the scheme of another goal: the values that a region gives to names are put in their places."""
        here = self.on(place)
        tables = {
            name: {**table, "entries": [here.entry(name, key) for key in product(*table["index"])]}
            for name, table in self.tables.items()
        }
        return Scheme(
            title, here.chain, self.letters, tables, self.rules, self.letters.bridge.quotient
        )

    def entry(self, table: str, key: tuple[str, ...]) -> str | None:
        """Return an entry as a text; None where it is left out, or has no value."""
        if self.model.tables[table][1][key] is None:
            return None
        q = self.model.entry(table, key)
        divisors = self.denominators(q)
        return (
            None if any(d.is_zero for d in divisors) else self.letters.entry(self.read(q), divisors)
        )

    def denominators(self, q: Quotient) -> list[Element]:
        """Return what an entry was divided by."""
        return [self.read(Quotient(dict(key))).numerator for key in q.bottom]

    def divisors(self) -> tuple[Element, ...]:
        """Return every denominator that is not constant, but of entries that have no value."""
        nonzero = [*self.chain.divisors]
        for table, q in self.cells():
            divisors = self.denominators(q) if table != self.process.chain else []
            nonzero += [] if any(d.is_zero for d in divisors) else divisors
        return tuple(dict.fromkeys(d for d in nonzero if not d.is_constant))

    # -- how a state moves

    def walk(self, prior: Mapping[str, Element] | None = None) -> Walk[Element]:
        """Return the walk of the histories with X_0 given, or with this law of X_0."""
        known: dict[int, tuple[Quotient, Element]] = {}

        def value(q: Quotient) -> Element:
            if id(q) not in known:
                known[id(q)] = q, self.read(q)
            return known[id(q)][1]

        for _ in self.cells():  # all are read: no step takes long
            pass
        walk = walk_of(self.process, self.model, Elements(self.field), value)
        return (
            walk
            if prior is None
            else replace(walk, start={(a, a, self.start): weight for a, weight in prior.items()})
        )
