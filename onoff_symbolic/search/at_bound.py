"""That a scheme is at the bound at every t: multipliers that serve a residue class of times, and a small invariant.

For multipliers y_0, y_T of the program on sets and a choice of rows a(T), no private scheme downloads less than
y_0 - Σ y_T P^t(a(T),T) at t. This is linear in the law of (X_t, Q_t) given X_0, as the cost of the scheme is: that they
agree is one relation for each class. What these relations rest on one step earlier are relations again, as many as
the order of a recurrence that cost and bound satisfy, at most the number of queries and of sources. They are the
invariant. Only for numbers: with parameters, see invariants.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product

from .elements import RegionElements, names_of_scheme, prior_of
from .invariants import Node, cell_names, vanishing_relations
from ..algebra.echelon import FRACTIONS
from ..algebra.walk import State, Walk, walk_of
from ..checker import Optimal
from ..checker.polynomials import is_constant
from ..nsources.forms import Form
from ..nsources.sets import Envelope, least, names_of

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

    def in_sources(self, sources: Sequence[str]) -> Node:
        """Return the bound as a certificate has it."""
        terms = [
            [str(y), sources[self.rows[top]], list(names_of(top, sources))]
            for top, y in self.multipliers
        ]
        return {"constant": str(self.constant), "terms": terms}


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
        self.elements = RegionElements(statement)
        self.prior = {a: Fraction(p.top[()]) for a, p in prior_of(statement).items()}
        self.walk: Walk[Fraction] = walk_of(
            self.scheme,
            statement.model,
            FRACTIONS,
            lambda q: self.elements.value(q).constant(),
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

    def gap(self, bound: Bound, states: Iterable[State]) -> Relation:
        """Return cost - bound, as coefficients of these states."""
        gap = {
            (a, x, q): self.prior[a] * (len(self.scheme.queries[q]) - bound.constant)
            for a, x, q in states
        }
        for top, y in bound.multipliers:
            for a, x, q in gap:
                if a == self.sources[bound.rows[top]] and x in names_of(top, self.sources):
                    gap[a, x, q] += y
        return gap

    def common_row(self, top: int, times: Sequence[int]) -> int | None:
        """Return a row that is least on a set at all of these times."""
        inside = [i for i in range(len(self.sources)) if top >> i & 1]
        good = {*range(len(self.sources))}
        for time in times:
            rows, lowest = self.rows(time), self.envelope(time).least[top]
            good = {a for a in good if sum((rows[a][x] for x in inside), Fraction(0)) == lowest}
        return min(good, default=None)


def nodes_at(
    statement: Optimal, run: NumericRun, single: int, bounds: Sequence[Bound]
) -> list[Node] | None:
    """Return the invariant by which these bounds are the cost, one of them at each node; None if one is not."""
    scheme, names = statement.scheme, cell_names(statement, "")

    def phase(time: int) -> int:
        return scheme.phase(time, len(bounds) - single, single)

    walk = replace(run.walk, first=(0, ""), letter=lambda state: "", letters=[""], phase=phase)
    states = walk.occurring()
    forms = walk.vanishing({node: [run.gap(bounds[node[0]], here)] for node, here in states.items()})
    if forms is None:  # they agree at the times that were looked at, and no longer
        return None
    nodes = []
    for time, bound in enumerate(bounds):
        here = states[time, ""]
        node: Node = {"holds": vanishing_relations(forms[time, ""], here, names, run.elements.bridge)}
        if time < single and single > scheme.settled:
            node["once"] = True
        nodes.append({**node, "bound": bound.in_sources(run.sources)})
    return nodes


def invariants(statement: Optimal) -> Iterator[list[Node]]:
    """Yield what may show that the scheme is at the bound, the fewest classes of times first."""
    run = NumericRun(statement)
    settled, own = statement.scheme.settled, statement.scheme.period
    for period, single in product(PERIODS, range(settled, settled + SINGLE + 1)):
        step = own * period
        times = [range(t, t + 1) for t in range(single)]
        times += [range(t, t + step * LOOKED, step) for t in range(single, single + step)]
        bounds = [bound for bound in map(run.bound, times) if bound is not None]
        nodes = nodes_at(statement, run, single, bounds) if len(bounds) == len(times) else None
        if nodes is not None:
            yield nodes
