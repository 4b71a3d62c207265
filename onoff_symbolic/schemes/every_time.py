"""Optimal at every t, by finitely many checks.

For multipliers y_0, y_T and a choice of rows a(T), b_t ≥ y_0 - Σ y_T P^t(a(T),T), which is linear in P^t. The cost ℓ_t
of a scheme whose queries are a Markov chain is linear in a power of its matrix; all states after which only single
sources are asked for count as one. On the times of one residue class, from some time on, both satisfy one linear
recurrence, whose order is at most the number k of states plus the number N of sources. So if they agree at the first
k + N of these times, they agree at all of them, and ℓ_t = b_t there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .design import Design
from .forms import Form, bound_table, complements, forms, points, product
from .histories import Matrix
from .lift import LiftedDesign
from .scheme import Scheme
from .sets import Envelope, Rows, SetBound, full, least, members, sums
from ..errors import OnoffError

PERIODS = (1, 2, 3, 4)
STARTS = (1, 2, 3)


@dataclass(frozen=True)
class Residue:
    """ℓ_t = constant - Σ y_T P^t(a(T),T) for every t ≥ first with t ≡ first mod period.

    `multipliers` are (T, a(T), y_T); `checks` is the number of times, from the first, that have to be compared."""

    first: int
    period: int
    constant: Fraction
    multipliers: tuple[tuple[int, int, Fraction], ...]
    checks: int

    def times(self) -> range:
        return range(self.first, self.first + self.period * self.checks, self.period)

    def bound(self, matrix: Sequence[Sequence[Any]]) -> Any:
        """The bound for P^t."""
        total = sum((y * matrix[a][x] for t, a, y in self.multipliers for x in members(t)), matrix[0][0] * 0)
        return self.constant - total


@dataclass(frozen=True)
class AtBound:
    """The scheme is optimal at every t: one by one before `start`, by residue classes from there on."""

    start: int
    single: tuple[tuple[int, SetBound], ...]
    residues: tuple[Residue, ...]


@dataclass(frozen=True)
class Missed:
    """At this time the scheme costs more than the bound, which a joint law attains."""

    time: int
    cost: Fraction
    bound: SetBound


@dataclass(frozen=True)
class Queries:
    """The queries as a Markov chain: state → next state → probability, how much each state downloads, and the first.

    States are sets, or a phase and a query where the rules depend on t."""

    matrix: Mapping[Any, Mapping[Any, Any]]
    sizes: Mapping[Any, int]
    start: Any

    def live(self) -> frozenset[Any]:
        """The states that can occur and after which more than one message may have to be downloaded."""
        found, waiting = {self.start}, [self.start]
        while waiting:
            new = {r for r, p in self.matrix[waiting.pop()].items() if p != 0} - found
            found |= new
            waiting += new
        live = {s for s in found if self.sizes[s] > 1}
        while more := {s for s in found - live if any(r in live for r, p in self.matrix[s].items() if p != 0)}:
            live |= more
        return frozenset(live)

    def costs(self, one: Any) -> Iterator[Any]:
        """ℓ_1, ℓ_2, …: one message, and the excess in the states that matter."""
        live = self.live()
        law = {self.start: one}
        while True:
            after: dict[Any, Any] = {}
            for s, p in law.items():
                for r, w in self.matrix[s].items():
                    if r in live:
                        after[r] = after[r] + p * w if r in after else p * w
            law = after
            yield sum((p * (self.sizes[r] - 1) for r, p in law.items()), one)


def queries_of(weights: Mapping[int, Mapping[int, Any]], size: int) -> Queries:
    """The query chain of a set scheme."""
    return Queries(weights, {s: s.bit_count() for s in range(1, full(size) + 1)}, full(size))


def queries_of_design(found: Design | LiftedDesign) -> Queries:
    """The query chain of a design that is the same at every time; with parameters, as it is on its region."""
    if len(found.stages) != 1:
        raise OnoffError("expected a design that is the same at every time")
    if isinstance(found, Design):
        return queries_of({step.chosen: dict(step.weights) for step in found.stages[0].steps}, found.size)
    reduce = found.region.reduce
    return queries_of({step.chosen: {r: reduce(w) for r, w in step.weights} for step in found.stages[0]},
                      len(found.chain.sources))


def queries_of_scheme(scheme: Scheme, matrix: Matrix) -> Queries:
    """The query chain of any scheme whose queries are a Markov chain with this matrix."""
    steps = {node: {(scheme.phase(node[0] + 1), q): p for q, p in row.items() if not p.is_zero}
             for node, row in matrix.items()}
    return Queries(steps, {node: len(scheme.downloads[node[1]]) for node in matrix}, (0, scheme.start))


def powers(matrix: Sequence[Sequence[Any]]) -> Iterator[Sequence[Sequence[Any]]]:
    """P, P², …"""
    now = matrix
    while True:
        yield now
        now = product(now, matrix)


@dataclass(frozen=True)
class Gap:
    """ℓ_t of a design next to b_t."""

    time: int
    cost: Fraction
    bound: SetBound

    @property
    def excess(self) -> Fraction:
        return self.cost - self.bound.value


def gaps(found: Design, times: int, progress: Callable[[int], None] = lambda time: None) -> tuple[Gap, ...]:
    """The costs of a design and the bounds at t = 1, …, times."""
    table = bound_table(found.rows, range(1, times + 1), progress)
    return tuple(Gap(t, cost, bound) for (t, bound), cost in zip(table, found.costs(times), strict=True))


def at_bound(rows: Rows, queries: Queries, periods: Sequence[int] = PERIODS) -> AtBound | Missed | None:
    """Whether a private scheme for a chain is at the bound for every t; None where this is not found out."""
    checks = len(queries.live()) + 1 + len(rows)
    series = _Series(rows, queries)
    for period in periods:
        for start in STARTS:
            answer = _residues(series, start, period, checks)
            if isinstance(answer, Missed):
                return answer
            if answer is not None:
                evidence = AtBound(start, tuple((t, series.least(t)) for t in range(1, start)), answer)
                check(evidence, rows, queries)
                return evidence
    return None


class _Series:
    """The cost, the tables P^t(a,T) and the bound at each time, as far as they were asked for."""

    def __init__(self, rows: Rows, queries: Queries) -> None:
        self.size = len(rows)
        self._costs = queries.costs(Fraction(1))
        self._powers = powers(rows)
        self.cost: dict[int, Fraction] = {}
        self.rows: dict[int, Rows] = {}
        self.tables: dict[int, list[list[Fraction]]] = {}
        self.envelopes: dict[int, Envelope] = {}
        self.bounds: dict[int, SetBound] = {}

    def reach(self, time: int) -> None:
        while len(self.cost) < time:
            t = len(self.cost) + 1
            self.cost[t] = next(self._costs)
            self.rows[t] = tuple(tuple(row) for row in next(self._powers))
            self.tables[t] = [sums(row) for row in self.rows[t]]
            self.envelopes[t] = Envelope.of(self.rows[t])

    def least(self, time: int) -> SetBound:
        self.reach(time)
        if time not in self.bounds:
            self.bounds[time] = least(self.rows[time])
        return self.bounds[time]


def _residues(series: _Series, start: int, period: int, checks: int) -> tuple[Residue, ...] | Missed | None:
    found = []
    for first in range(start, start + period):
        for time in (*range(1, start), first):
            bound = series.least(time)
            if bound.value < series.cost[time]:
                return Missed(time, series.cost[time], bound)
        residue = _residue(series, first, period, checks)
        if residue is None:
            late = first + period * (checks - 1)
            for time in range(first, late + 1, period):
                bound = series.least(time)
                if bound.value < series.cost[time]:
                    return Missed(time, series.cost[time], bound)
            return None
        found.append(residue)
    return tuple(found)


def _residue(series: _Series, first: int, period: int, checks: int) -> Residue | None:
    """A form and rows that give the cost at the first times of a residue class."""
    times = range(first, first + period * checks, period)
    series.reach(times[-1])
    for form in _candidates(series, first, period):
        if all(form.at(series.envelopes[t]) == series.cost[t] for t in times):
            chosen = [_common(series, top, times) for top, _ in form.multipliers]
            rows = [a for a in chosen if a is not None]
            if len(rows) == len(chosen):
                multipliers = tuple((t, a, y) for (t, y), a in zip(form.multipliers, rows, strict=True))
                return Residue(first, period, form.constant, multipliers, checks)
    return None


def _candidates(series: _Series, first: int, period: int) -> Iterator[Form]:
    """Forms that are known to be good, then those that the program finds."""
    yield complements(series.size)
    yield points(series.size)
    if series.size <= 4:
        yield from forms(series.size)
    for time in (first, first + period, first + 3 * period):
        bound = series.least(time)
        yield Form(bound.constant, bound.multipliers)


def _common(series: _Series, top: int, times: Sequence[int]) -> int | None:
    """A row that is least on a set at all of these times."""
    for a in range(series.size):
        if all(series.tables[t][a][top] == series.envelopes[t].least[top] for t in times):
            return a
    return None


def check(evidence: AtBound, matrix: Sequence[Sequence[Any]], queries: Queries) -> None:
    """Raise `OnoffError` unless the evidence proves that the scheme is at the bound for every t.

    The chain and the queries may have parameters: then equality is an identity, and bounds for single times, which
    are made of numbers, are refused."""
    period = evidence.residues[0].period
    firsts = [residue.first for residue in evidence.residues]
    if firsts != list(range(evidence.start, evidence.start + period)):
        raise OnoffError("expected one residue class for each of the times that begin a period")
    if [t for t, _ in evidence.single] != list(range(1, evidence.start)):
        raise OnoffError("expected a bound for each time before the start")
    size, one = len(matrix), matrix[0][0] * 0 + 1
    needed = len(queries.live()) + 1 + size
    for residue in evidence.residues:
        Form(residue.constant, tuple((t, y) for t, _, y in residue.multipliers)).check(size)
        if residue.period != period or residue.checks < needed:
            raise OnoffError(f"expected at least {needed} checks for each residue class")
    last = max(residue.times()[-1] for residue in evidence.residues)
    wanted = {t: residue for residue in evidence.residues for t in residue.times()}
    single = dict(evidence.single)
    for time, cost, now in zip(range(1, last + 1), queries.costs(one), powers(matrix), strict=False):
        if time in wanted and wanted[time].bound(now) != cost:
            raise OnoffError(f"at t = {time} the bound is not the cost")
        if time in single:
            single[time].check()
            if single[time].value != cost or [list(row) for row in now] != [list(row) for row in single[time].rows]:
                raise OnoffError(f"at t = {time} the bound is not the cost")
