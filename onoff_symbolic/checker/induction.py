"""The kinds about every t, shown by induction: always, alike, markov, cost. `Inductive` is what they have in common.

Glossary
    Sequence    a name with a value at the first t, and at t+1 in terms of those at t
    Cell        path[a,x] = Pr(Q_0, ..., Q_t, X_t = x | X_0 = a) moves with each query, state[a,x,q] = Pr(X_t = x,
                Q_t = q | X_0 = a) with t
    Node        a phase and Q_t; "" whatever Q_t is
    Invariant   relations of cells and sequences at each node: they hold at the start, and after a node at those that
                follow
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .model import Values
from .polynomials import (
    NONE,
    TEXTS,
    TEXT_OF,
    ZERO,
    Invalid,
    Relation,
    Work,
    entries,
    names_of,
    need,
    sum_quotients,
    variable,
)
from .regions import Region
from .scheme import Layer, Process, Running, State, lawful
from .statements import Statement
from .syntax import Index

Node = tuple[int, str]
Claimed = tuple[Region, list[str]]
"""What has to hold at a node, and where."""


class Inductive(Statement):
    """About sequences and the states of a process."""

    start: Values = {}
    next: Values = {}
    lawful: Sequence[str] = ()  # relations that say that a prior is a law
    times: Sequence[int] = ()  # period of the phases and when it begins, if not the process's own

    def sequences(self, start: Any, next: Any, *tables: str) -> None:
        """Read sequences, of which neither the region nor these tables speak."""
        need(
            start.keys() == next.keys() <= {*self.model.names},
            "expected a start and a next for each sequence, which are names",
        )
        self.start = {name: self.model.expression(text) for name, text in start.items()}
        self.next = {name: self.model.expression(text) for name, text in next.items()}
        fixed = self.names_used(*tables).union(*(value.names() for value in self.start.values()))
        need(not fixed & start.keys(), "the region, a table or a start speaks of a sequence")

    # -- the invariant

    def induct(
        self, process: Process, starts: Sequence[str], cells: Mapping[str, Mapping[State, Any]]
    ) -> None:
        """Prepare an induction; `cells`: what is seen at a node → state → cell."""
        self.scheme = process
        self.starts = starts
        self.cells = cells
        self.nodes = dict[Node, Claimed]()
        self.claimed = dict[Node, Claimed]()
        every = [cell for each in cells.values() for cell in each.values()]
        self.names = {f"{cell[0]}[{','.join(cell[1:])}]": cell for cell in every}
        Work.spend(8 * len(self.names) + 4 * len(every))
        self.extended_model = self.model.at(
            {cell: variable(name) for name, cell in self.names.items()}
        )

    def node(self, node: Node, given: Any) -> Region:
        """Return the region where these relations hold at a node."""
        model, left = self.extended_model.solving(self.names, given)
        region = self.goal.add_region(
            f"{self.name} {node[0]} {node[1]}".rstrip(), left, self.region, model
        )
        self.nodes[node] = region, given
        return region

    def layer_at(self, node: Node) -> Layer:
        """Return what is so at a node; what vanishes there is left out."""
        region, _ = self.nodes[node]
        chances = {
            state: region.model.entry(cell[0], cell[1:])
            for state, cell in self.cells[node[1]].items()
        }
        return {state: chance for state, chance in chances.items() if not region.vanishes(chance)}

    def show(self) -> None:
        self.show_texts(self.region, self.lawful, "laws")
        running = Running(self.model, self.scheme, self.region.vanishes)
        self.show_transition(self.region, 0, self.start, running.layer(self.starts, 0))
        for node, (region, _) in self.nodes.items():
            time, query = node
            now = self.layer_at(node)
            after = running.onward(now, time + 1)
            for where, relation in self.claims(node, now, after):
                where.show(relation, f"at t ≡ {time}", query)
            self.show_transition(region, time + 1, self.next, after)
        self.region.show_defined(running.divisors)

    def show_transition(self, region: Region, time: int, sequences: Values, layer: Layer) -> None:
        """Show from a region the relations at the nodes of the next time, whatever is seen then, if it can be."""
        phase = self.scheme.phase(time, *self.times)
        for query, states in self.cells.items():
            cells = {cell: layer.get(state, ZERO) for state, cell in states.items()}
            can_be_seen = not query or any(chance.top for chance in cells.values())
            if can_be_seen:
                need(
                    (phase, query) in self.nodes,
                    f"there is no node for t ≡ {phase} {query}",
                    "shown",
                )
                _, given = self.nodes[phase, query]
                self.show_texts(region, given, f"to t ≡ {phase} {query}", {**sequences, **cells})

    def claims(self, node: Node, now: Layer, after: Layer) -> Iterator[tuple[Region, Relation]]:
        """Yield what has to hold at a node, and where; `after` is the next layer."""
        region, given = self.claimed[node]
        for _, relation in region.model.relations(given):
            yield region, relation


class Always(Inductive):
    """Sequences with these values at the first t, and these at t+1 in terms of t, satisfy the relations at every t.
    Names that are `varying` take new values of the region at each t; the relations do not speak of them.
    """

    keys = {"start": TEXT_OF, "next": TEXT_OF, "text": TEXTS, "varying": TEXTS}
    optional = {"varying": []}

    def prepare(self, start: Any, next: Any, text: Any, varying: Any) -> None:
        self.texts = text
        self.varying = varying
        need(start and self.texts, "expected a sequence and a relation")
        self.sequences(start, next)
        self.step = self.goal.add_region(f"{self.name} step", self.texts, self.region)
        stated = self.step.hypotheses[len(self.region.hypotheses):]
        need(
            {*self.varying}
            <= {*self.model.names} - start.keys() - names_of(p for p, _, _ in stated),
            "expected names that vary, which are no sequences, and of which the relations do not speak",
        )

    def show(self) -> None:
        self.show_texts(self.region, self.texts, "start", self.start)
        self.show_texts(self.step, self.texts, "step", self.next)


class Alike(Inductive):
    """What is seen of the process up to t has one law from all these starts, for every t. Of a scheme, a start is a
    value of X_0, and queries are seen: alike from all its sources, the scheme is private."""

    keys: Mapping[str, Any] = {"process": str, "starts": TEXTS}

    def prepare(self, process: str, *says: Any) -> None:
        self.follow(self.model.process(process), says[0])

    def follow(self, process: Process, starts: Sequence[str]) -> None:
        fewest = min(2, len(process.starts))
        need(
            fewest <= len({*starts}) == len(starts) and {*starts} <= {*process.starts},
            "expected two starts or more",
        )
        self.sources = process.sources
        self.pairs = [(a, x) for a in starts for x in process.sources]
        self.induct(
            process,
            starts,
            {q: {(a, x, q): ("path", a, x) for a, x in self.pairs} for q in process.queries},
        )

    def invariant(self, evidence: Any) -> None:
        """Add a node for each entry {time, query, holds} of the evidence."""
        for entry in evidence:
            time, query, relations = entries(entry, time=int, query=str, holds=TEXTS)
            self.check_new_node(time, query)
            self.node((time, query), relations)

    def check_new_node(self, time: int, query: str) -> None:
        """Raise Invalid unless the scheme has this node and it was not given before."""
        if time < 0 or time != self.scheme.phase(time):
            raise Invalid(f"expected a phase of {self.scheme.name}, found {time}")
        if query not in self.scheme.queries:
            raise Invalid(f"expected a query of {self.scheme.name}, found {query[:60]!r}")
        if (time, query) in self.nodes:
            raise Invalid(f"expected each node once, found ({time}, {query}) again")

    def claims(self, node: Node, now: Layer, after: Layer) -> Iterator[tuple[Region, Relation]]:
        base, *others = [
            sum_quotients(p for state, p in now.items() if state[0] == start)
            for start in self.starts
        ]
        for other in others:
            yield self.nodes[node][0], (base - other, "=")


class Markov(Alike):
    """With `prior` as the law of X_0, Pr(Q_{t+1} = q' given any history that ends in q) is matrix[q,q'], or, of a table
    with one more index, matrix[t mod m,q,q']; where rules begin or end, the index is t until the last of these times,
    and goes by t mod m then. null, in what fails: it depends on t, q and q' alone."""

    keys = {"scheme": str, "prior": str, "matrix": (str, NONE)}

    def prepare(self, scheme: str, *says: Any) -> None:
        self.follow(self.model.scheme(scheme), self.model.scheme(scheme).sources)
        self.prior, self.matrix = says
        self.model.check_index(self.prior, self.sources)
        self.lawful = lawful([f"{self.prior}[{a}]" for a in self.sources])
        index = self.model.tables.get(self.matrix, ([], {}))[0]
        queries = [*self.scheme.queries]
        self.phases = len(index[0]) if len(index) == 3 else 0
        self.modulus = self.phases - self.scheme.settled
        if self.matrix is not None:
            times = [range(self.phases)] if self.phases else []
            self.model.check_index(self.matrix, *times, queries, queries)
        if self.phases:
            need(
                self.modulus > 0 and self.scheme.period % self.modulus == 0,
                "the matrix should repeat",
            )

    def row(self, time: int, query: str) -> list[Index]:
        """Return the index of a row of the matrix."""
        return [self.scheme.phase(time, self.modulus), query] if self.phases else [query]

    def claims(self, node: Node, now: Layer, after: Layer) -> Iterator[tuple[Region, Relation]]:
        """Yield Pr(history, then q) = matrix[query,q] · Pr(history)."""
        need(self.matrix is not None, "without a matrix it can only fail")
        weights = {a: self.model.entry(self.prior, [a]) for a in self.sources}
        before = sum_quotients(weights[a] * p for (a, _, _), p in now.items())
        for query in self.scheme.queries:
            chance = sum_quotients(weights[a] * p for (a, _, q), p in after.items() if q == query)
            entry = self.model.entry(str(self.matrix), [*self.row(*node), query])
            yield self.nodes[node][0], (chance - entry * before, "=")


class Cost(Inductive):
    """With `prior` as the law of X_0, the expected download at every t is `value`, in terms of sequences. There is a
    node for each t mod m, a multiple of the period; before, for single times: those before the last time at which rules
    begin or end, and as many as nodes say that they hold `once`."""

    keys: Mapping[str, Any] = {
        "scheme": str,
        "prior": str,
        "start": TEXT_OF,
        "next": TEXT_OF,
        "value": str,
    }

    def prepare(
        self, scheme: str, prior: str, start: Any = {}, next: Any = {}, value: str = "0"
    ) -> None:
        self.model.expression(value)  # it is one, and does not speak of states
        self.stated = value
        process = self.model.scheme(scheme)
        self.states = [
            (a, x, q) for a in process.sources for x in process.sources for q in process.queries
        ]
        self.induct(
            process, process.sources, {"": {state: ("state", *state) for state in self.states}}
        )
        self.model.check_index(prior, self.starts)
        self.prior = prior
        self.lawful = lawful([f"{prior}[{a}]" for a in self.starts])
        self.sequences(start, next, *process.tables, prior)
        self.spends = " + ".join(
            f"{len(process.queries[q])}*{prior}[{a}]*state[{a},{x},{q}]" for a, x, q in self.states
        )

    def invariant(self, evidence: Any) -> None:
        """Add a node for each entry {holds, once, bound} of the evidence."""
        given = [
            entries(entry, {"once": False, "bound": {}}, holds=TEXTS, once=bool, bound=dict)
            for entry in evidence
        ]
        single = sum(once for _, once, _ in given)
        settled = max(self.scheme.settled, single)
        period = len(given) - settled
        need(not any(once for _, once, _ in given[settled:]), "expected single times first")
        need(
            period > 0 and not self.nodes and period % self.scheme.period == 0,
            "expected a node for each t mod m, once",
        )
        self.times = period, settled
        for time, (relations, _, bound) in enumerate(given):
            Work.spend(len(self.spends))
            self.claimed[time, ""] = self.claim(self.node((time, ""), relations), bound)

    def claim(self, region: Region, bound: Any) -> Claimed:
        """Return what has to be shown at a node, and where."""
        need(not bound, "a cost has no bound")
        return region, [f"{self.spends} = {self.stated}"]
