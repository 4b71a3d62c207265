"""That a scheme is at the bound at every t: multipliers that serve a residue class of times, and a small invariant.

For multipliers y_0, y_T of the program on sets and a choice of rows a(T), no private scheme downloads less than
y_0 - Σ y_T P^t(a(T),T) at t. This is linear in the law of (X_t, Q_t) given X_0, as the cost of the scheme is: that they
agree is one relation for each class. What these relations rest on one step earlier are relations again, as many as
the order of a recurrence that cost and bound satisfy, at most the number of queries and of sources. They are the
invariant. Only for numbers: with parameters, see invariants.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from .errors import NotFound
from .facts import Seeker
from .tactics.question import Term
from .elements import RegionElements, names_of_scheme, prior_of
from .invariants import Node
from ..algebra.echelon import FRACTIONS, Echelon
from ..algebra.walk import Walk, walk_of
from ..checker import Optimal
from ..checker.polynomials import Poly, is_constant, plain
from ..algebra.walk import State
from ..nsources.forms import Form
from ..nsources.sets import Envelope, least

PERIODS, SINGLE, LOOKED = (1, 2, 3, 4), 2, 8
"""How many classes of times, as multiples of the period; single times before them; times of a class to look at."""

Layer = Mapping[State, Fraction]
Linear = dict[State, Fraction]
"""State → coefficient of a relation `... = 0`."""


@dataclass(frozen=True)
class Bound:
    """y_0, y_T and a(T)."""

    constant: Fraction
    multipliers: tuple[tuple[int, Fraction], ...]
    choice: tuple[tuple[int, int], ...]


def numeric(statement: Optimal) -> bool:
    """Return whether there are no parameters, and every X_0 has a chance."""
    return (not names_of_scheme(statement.scheme, statement.model)
            and all(is_constant(p.top) and p.top.get((), 0) > 0 for p in prior_of(statement).values()))


class Series:
    """A scheme with numbers, run from t = 0 on: its states, what it costs and the least that is possible."""

    def __init__(self, statement: Optimal) -> None:
        self.scheme = statement.scheme
        elements = RegionElements(statement)
        self.prior = {a: Fraction(p.top[()]) for a, p in prior_of(statement).items()}
        self.walk: Walk[Fraction] = walk_of(self.scheme, statement.model, FRACTIONS,
                                            lambda q: elements.value(q).constant(), (), statement.region.vanishes)
        self.laws = self.walk.layers()
        self.layers: list[Layer] = []
        self.envelopes: dict[int, Envelope] = {}
        self.bounds: dict[range, Bound | None] = {}

    def layer(self, time: int) -> Layer:
        """Return the law of the states at t."""
        while len(self.layers) <= time:
            self.layers.append(next(self.laws))
        return self.layers[time]

    def rows(self, time: int) -> list[list[Fraction]]:
        found = {(a, x): Fraction(0) for a in self.scheme.sources for x in self.scheme.sources}
        for (a, x, _), p in self.layer(time).items():
            found[a, x] += p
        return [[found[a, x] for x in self.scheme.sources] for a in self.scheme.sources]

    def cost(self, time: int) -> Fraction:
        return sum((self.prior[a] * len(self.scheme.queries[q]) * p for (a, _, q), p in self.layer(time).items()),
                   Fraction(0))

    def envelope(self, time: int) -> Envelope:
        if time not in self.envelopes:
            self.envelopes[time] = Envelope.of(tuple(map(tuple, self.rows(time))))
        return self.envelopes[time]

    def bound(self, times: range) -> Bound | None:
        """Multipliers and rows that give the cost at all of these times."""
        if times not in self.bounds:
            self.bounds[times] = self.best(times)
        return self.bounds[times]

    def best(self, times: range) -> Bound | None:
        for form in self.candidates(times):
            if all(form.at(self.envelope(t)) == self.cost(t) for t in times):
                chosen = [(top, self.common(top, times)) for top, _ in form.multipliers]
                rows = [(top, a) for top, a in chosen if a is not None]
                if len(rows) == len(chosen):
                    return Bound(form.constant, form.multipliers, tuple(rows))
        return None

    def candidates(self, times: Sequence[int]) -> Iterator[Form]:
        """Yield the forms that the program finds at the first times."""
        for time in times[:3]:
            bound = least(self.rows(time))
            yield Form(bound.constant, bound.multipliers)

    def common(self, top: int, times: Sequence[int]) -> int | None:
        """A row that is least on a set at all of these times."""
        inside = [i for i in range(len(self.scheme.sources)) if top >> i & 1]
        good = {*range(len(self.scheme.sources))}
        for time in times:
            rows, lowest = self.rows(time), self.envelope(time).least[top]
            good = {a for a in good if sum((rows[a][x] for x in inside), Fraction(0)) == lowest}
        return min(good, default=None)


def rank_of_state(key: State | int, value: Fraction) -> int | None:
    """Return the rank of a coordinate as pivot; a number counts a relation and is none."""
    return None if isinstance(key, int) else 0


class Plan:
    """Multipliers for each class of times, and the relations that follow: for each node, what vanishes there."""

    def __init__(self, statement: Optimal, series: Series, single: int, bounds: Sequence[Bound]) -> None:
        self.statement, self.series, self.single, self.bounds = statement, series, single, bounds
        self.walk = replace(series.walk, first=(0, ""), letter=lambda state: "", letters=[""], phase=self.phase)
        self.states = {node: here for (node, _), here in self.walk.occurring().items()}
        self.relations: list[list[Linear]] = [[] for _ in bounds]
        self.combined: list[tuple[int, Linear, list[Fraction]]] = []    # at a node, a relation that is a combination
        self.close()

    def phase(self, time: int) -> int:
        return time if time < self.single else self.single + (time - self.single) % (len(self.bounds) - self.single)

    def gap(self, node: int) -> Linear:
        """Cost - bound at a node."""
        bound, sources, prior = self.bounds[node], self.series.scheme.sources, self.series.prior
        paid = {(a, x): Fraction(0) for a in sources for x in sources}
        rows = dict(bound.choice)
        for top, y in bound.multipliers:
            for i, x in enumerate(sources):
                if top >> i & 1:
                    paid[sources[rows[top]], x] += y
        found = {s: prior[s[0]] * (len(self.series.scheme.queries[s[2]]) - bound.constant) + paid[s[:2]]
                 for s in self.states[node]}
        return {s: c for s, c in found.items() if c}

    def close(self) -> None:
        """Relations with which those of the next node hold, until none is new."""
        nodes = range(len(self.bounds))
        spans: list[Echelon[Fraction]] = [Echelon(FRACTIONS, rank_of_state) for _ in nodes]
        waiting = [(node, self.gap(node)) for node in nodes]
        for node, relation in waiting:
            number = len(self.relations[node])
            if spans[node].add({**relation, number: Fraction(-1)}) is None:
                left = spans[node].remainder(relation)
                self.combined.append((node, relation, [left.get(i, Fraction(0)) for i in range(number)]))
                continue
            if self.walk.apply(relation, self.series.layer(node)):
                raise NotFound(self.statement.name, f"the cost is not at this bound at every t ≡ {node}")
            self.relations[node].append(relation)
            waiting += [(before, self.walk.pull(relation, (node, ""), (before, ""), self.states[before]))
                        for before in nodes if self.phase(before + 1) == node]

    # -- the certificate

    def nodes(self) -> list[Node]:
        found: list[Node] = []
        for node, relations in enumerate(self.relations):
            holds = [f"{_name(s)} = 0" for s in self.statement.states if s not in self.states[node]]
            holds += [grouped(relation) for relation in relations]
            once = node < self.single and self.single > self.series.scheme.settled
            found.append({"holds": holds, **({"once": True} if once else {}), "bound": self.told(self.bounds[node])})
        return found

    def write(self, seeker: Seeker) -> None:
        """The facts that are no hypotheses: what combines relations, and that no law costs less."""
        regions = [region for region, _ in self.statement.nodes.values()]
        places = [range(len(region.hypotheses) - len(relations), len(region.hypotheses))
                  for region, relations in zip(regions, self.relations, strict=True)]
        for node, relation, mix in self.combined:
            terms: list[Term] = [[str(c), ref] for c, ref in zip(mix, places[node]) if c]
            if len(terms) > 1:
                seeker.write(regions[node], poly_of(relation), terms)

    def told(self, bound: Bound) -> Node:
        """The multipliers, as the certificate has them."""
        sources, rows = self.series.scheme.sources, dict(bound.choice)
        return {"constant": str(bound.constant), "terms": [
            [str(y), sources[rows[top]], [x for i, x in enumerate(sources) if top >> i & 1]]
            for top, y in bound.multipliers]}


def _name(state: State) -> str:
    return f"state[{','.join(state)}]"


def poly_of(relation: Linear) -> Poly:
    return {(_name(s),): plain(c) for s, c in relation.items()}


def grouped(relation: Linear) -> str:
    """The relation as a text, states with one coefficient together."""
    groups: dict[Fraction, list[str]] = {}
    for state in sorted(relation):
        groups.setdefault(relation[state], []).append(_name(state))
    terms = [f"{c}*({' + '.join(names)})" for c, names in groups.items()]
    return f"{' + '.join(terms)} = 0".replace("+ -", "- ")


def plans(statement: Optimal) -> Iterator[Plan]:
    """What may show that the scheme is at the bound, the fewest classes of times first."""
    series = Series(statement)
    settled, own = statement.scheme.settled, statement.scheme.period
    for period, single in product(PERIODS, range(settled, settled + SINGLE + 1)):
        times = [range(t, t + 1) for t in range(single)]
        times += [range(t, t + own * period * LOOKED, own * period) for t in range(single, single + own * period)]
        bounds = [found for each in times if (found := series.bound(each)) is not None]
        if len(bounds) == len(times):
            try:
                yield Plan(statement, series, single, bounds)
            except NotFound:    # they agree at the times that were looked at, and no longer
                continue
