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
from functools import cache
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

PERIODS = (1, 2, 3, 4)
"""How many classes of times are tried, as multiples of the period."""
SINGLE = 2
"""At most so many single times come before them."""
LOOKED = 8
"""So many times of a class are looked at."""

Layer = Mapping[State, Fraction]
Relation = dict[State, Fraction]
"""State → coefficient of a relation `... = 0`."""


@dataclass(frozen=True)
class Bound:
    """y_0, y_T, and the row a(T) of each set."""

    constant: Fraction
    multipliers: tuple[tuple[int, Fraction], ...]
    rows: Mapping[int, int]


def numeric(statement: Optimal) -> bool:
    """Return whether there are no parameters, and every X_0 has a chance."""
    prior = prior_of(statement).values()
    has_chances = all(is_constant(p.top) and p.top.get((), 0) > 0 for p in prior)
    return has_chances and not names_of_scheme(statement.scheme, statement.model)


class NumericRun:
    """A scheme with numbers, run from t = 0 on: its states, what it costs and the least that is possible."""

    def __init__(self, statement: Optimal) -> None:
        self.scheme = statement.scheme
        self.sources = statement.scheme.sources
        elements = RegionElements(statement)
        self.prior = {a: Fraction(p.top[()]) for a, p in prior_of(statement).items()}
        self.walk: Walk[Fraction] = walk_of(
            self.scheme,
            statement.model,
            FRACTIONS,
            lambda q: elements.value(q).constant(),
            (),
            statement.region.vanishes,
        )
        self.laws = self.walk.layers()
        self.layers: list[Layer] = []
        self.bound = cache(self.best_bound)
        self.envelope = cache(lambda time: Envelope.of(tuple(map(tuple, self.rows(time)))))

    def layer(self, time: int) -> Layer:
        """Return the law of the states at t."""
        while len(self.layers) <= time:
            self.layers.append(next(self.laws))
        return self.layers[time]

    def rows(self, time: int) -> list[list[Fraction]]:
        """Return the law of X_t given each X_0."""
        law = {(a, x): Fraction(0) for a in self.sources for x in self.sources}
        for (a, x, _), p in self.layer(time).items():
            law[a, x] += p
        return [[law[a, x] for x in self.sources] for a in self.sources]

    def cost(self, time: int) -> Fraction:
        """Return the expected download at t."""
        spent = (
            self.prior[a] * len(self.scheme.queries[q]) * p
            for (a, _, q), p in self.layer(time).items()
        )
        return sum(spent, Fraction(0))

    def best_bound(self, times: range) -> Bound | None:
        """Return multipliers and rows that give the cost at all of these times: those of one of the first."""
        for time in times[:3]:
            optimum = least(self.rows(time))
            form = Form(optimum.constant, optimum.multipliers)
            rows = {top: self.common_row(top, times) for top, _ in form.multipliers}
            known = {top: row for top, row in rows.items() if row is not None}
            if known == rows and all(form.at(self.envelope(t)) == self.cost(t) for t in times):
                return Bound(form.constant, form.multipliers, known)
        return None

    def common_row(self, top: int, times: Sequence[int]) -> int | None:
        """Return a row that is least on a set at all of these times."""
        inside = [i for i in range(len(self.sources)) if top >> i & 1]
        good = {*range(len(self.sources))}
        for time in times:
            rows, lowest = self.rows(time), self.envelope(time).least[top]
            good = {a for a in good if sum((rows[a][x] for x in inside), Fraction(0)) == lowest}
        return min(good, default=None)


def rank_of_state(key: State | int, value: Fraction) -> int | None:
    """Return the rank of a coordinate as pivot; a number counts a relation and is none."""
    return None if isinstance(key, int) else 0


@dataclass(frozen=True)
class Combination:
    """At a node, a relation that is a combination of those before it."""

    node: int
    relation: Relation
    weights: Sequence[Fraction]


class BoundInvariant:
    """Multipliers for each class of times, and the relations that follow: for each node, what vanishes there."""

    def __init__(
        self, statement: Optimal, run: NumericRun, single: int, bounds: Sequence[Bound]
    ) -> None:
        self.statement, self.run, self.single, self.bounds = statement, run, single, bounds
        self.walk = replace(
            run.walk, first=(0, ""), letter=lambda state: "", letters=[""], phase=self.phase
        )
        self.states = {node: here for (node, _), here in self.walk.occurring().items()}
        self.relations: list[list[Relation]] = [[] for _ in bounds]
        self.combinations: list[Combination] = []
        self.close()

    def phase(self, time: int) -> int:
        """Return the node of a time."""
        if time < self.single:
            return time
        return self.single + (time - self.single) % (len(self.bounds) - self.single)

    def gap(self, node: int) -> Relation:
        """Return cost - bound at a node."""
        bound, sources, prior = self.bounds[node], self.run.sources, self.run.prior
        paid = {(a, x): Fraction(0) for a in sources for x in sources}
        for top, y in bound.multipliers:
            for i, x in enumerate(sources):
                if top >> i & 1:
                    paid[sources[bound.rows[top]], x] += y
        gap = {}
        for a, x, q in self.states[node]:
            spent = prior[a] * (len(self.run.scheme.queries[q]) - bound.constant)
            gap[a, x, q] = spent + paid[a, x]
        return {state: c for state, c in gap.items() if c}

    def close(self) -> None:
        """Add the relations with which those of the next node hold, until none is new."""
        nodes = range(len(self.bounds))
        spans: list[Echelon[Fraction]] = [Echelon(FRACTIONS, rank_of_state) for _ in nodes]
        waiting = [(node, self.gap(node)) for node in nodes]
        for node, relation in waiting:
            number = len(self.relations[node])
            if spans[node].add({**relation, number: Fraction(-1)}) is None:
                left = spans[node].remainder(relation)
                weights = [left.get(i, Fraction(0)) for i in range(number)]
                self.combinations.append(Combination(node, relation, weights))
                continue
            if self.walk.apply(relation, self.run.layer(node)):
                raise NotFound(
                    self.statement.name, f"the cost is not at this bound at every t ≡ {node}"
                )
            self.relations[node].append(relation)
            waiting += [
                (before, self.walk.pull(relation, (node, ""), (before, ""), self.states[before]))
                for before in nodes
                if self.phase(before + 1) == node
            ]

    # -- the certificate

    def nodes(self) -> list[Node]:
        """Return the invariant as the certificate has it."""
        nodes: list[Node] = []
        for number, relations in enumerate(self.relations):
            holds = [
                f"{cell(s)} = 0" for s in self.statement.states if s not in self.states[number]
            ]
            node: Node = {"holds": [*holds, *map(grouped, relations)]}
            if number < self.single and self.single > self.run.scheme.settled:
                node["once"] = True
            nodes.append({**node, "bound": self.bound_at(number)})
        return nodes

    def bound_at(self, node: int) -> Node:
        """Return the multipliers at a node, as the certificate has them."""
        bound, sources = self.bounds[node], self.run.sources
        terms = [
            [str(y), sources[bound.rows[top]], [x for i, x in enumerate(sources) if top >> i & 1]]
            for top, y in bound.multipliers
        ]
        return {"constant": str(bound.constant), "terms": terms}

    def write(self, seeker: Seeker) -> None:
        """Write the facts that are no hypotheses: what combines relations."""
        regions = [region for region, _ in self.statement.nodes.values()]
        for each in self.combinations:
            size = len(regions[each.node].hypotheses)
            first = size - len(self.relations[each.node])
            terms: list[Term] = [[str(c), first + i] for i, c in enumerate(each.weights) if c]
            if len(terms) > 1:
                p: Poly = {(cell(state),): plain(c) for state, c in each.relation.items()}
                seeker.write(regions[each.node], p, terms)


def cell(state: State) -> str:
    """Return the probability of a state as texts name it."""
    return f"state[{','.join(state)}]"


def grouped(relation: Relation) -> str:
    """Return the relation as a text, states with one coefficient together."""
    groups: dict[Fraction, list[str]] = {}
    for state in sorted(relation):
        groups.setdefault(relation[state], []).append(cell(state))
    terms = [f"{c}*({' + '.join(names)})" for c, names in groups.items()]
    return f"{' + '.join(terms)} = 0".replace("+ -", "- ")


def invariants(statement: Optimal) -> Iterator[BoundInvariant]:
    """Yield what may show that the scheme is at the bound, the fewest classes of times first."""
    run = NumericRun(statement)
    settled, own = statement.scheme.settled, statement.scheme.period
    for period, single in product(PERIODS, range(settled, settled + SINGLE + 1)):
        step = own * period
        times = [range(t, t + 1) for t in range(single)]
        times += [range(t, t + step * LOOKED, step) for t in range(single, single + step)]
        bounds = [bound for bound in map(run.bound, times) if bound is not None]
        if len(bounds) == len(times):
            try:
                yield BoundInvariant(statement, run, single, bounds)
            except NotFound:  # they agree at the times that were looked at, and no longer
                continue
