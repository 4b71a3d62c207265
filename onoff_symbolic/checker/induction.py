"""Statements about every t, by induction: always; alike, private and markov; cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .language import Values
from .meaning import Relation
from .polynomials import ZERO, Quotient, Undefined, Work, entries, names_of, need, texts, total, variable
from .regions import Point, Region, Sides
from .scheme import MAX_TIMES, Process, Running, State, lawful
from .statements import Statement, numeric
from .syntax import Index

Layer = Mapping[State, Quotient]
Node = tuple[int, str]
Given = tuple[Region, list[str]]


class Inductive(Statement):
    """About what moves with t: sequences, names with values at the first t, and at t+1 in terms of those at t; and the
    states of a process, which are told of by cells: path[a,x] = Pr(Q_0, ..., Q_t, X_t = x | X_0 = a) moves with each
    query, state[a,x,q] = Pr(X_t = x, Q_t = q | X_0 = a) with t. It is shown by an invariant: relations at each node,
    that is a phase and Q_t, or "", whatever Q_t is. They hold at the start, and after a node at those that follow."""

    start: Values = {}
    next: Values = {}
    lawful: Sequence[str] = ()      # that a prior is a law
    times: tuple[int, ...] = ()     # the period of the phases and when it begins, if not those of the process

    def sequences(self, start: Any, next: Any, *tables: str) -> None:
        """Neither the region nor these tables speak of them."""
        need(start.keys() == next.keys() <= {*self.model.names} and all(type(e) is str for each in (start, next)
             for e in each.values()), "expected a start and a next for each sequence, which are names")
        self.start, self.next = ({name: self.model.expression(e) for name, e in each.items()} for each in (start, next))
        spoken = self.spoken(*tables).union(*(q.names() for q in self.start.values()))
        need(not spoken & start.keys(), "the region, a table or a start speaks of a sequence")

    def member(self, point: Point, others: Sequence[Values]) -> Point:
        """The point with the sequences at the last t; at each t, other names have these values."""
        here = point
        for time, values in enumerate(others):
            each, now = self.value["next" if time else "start"], here.within(values).model
            here = point.within({**values, **{name: now.expression(text) for name, text in each.items()}})
        return here

    def induct(self, process: Process, starts: Sequence[str], cells: Mapping[str, Mapping[State, Any]]) -> None:
        """`cells`: what is seen at a node → state → cell."""
        self.scheme, self.starts, self.cells = process, starts, cells
        self.nodes, self.claimed = dict[Node, Given](), dict[Node, Given]()
        self.names = {f"{cell[0]}[{','.join(cell[1:])}]": cell for each in cells.values() for cell in each.values()}
        Work.spend(8 * len(self.names) + 4 * sum(map(len, cells.values())))
        self.wide = self.model.at({cell: variable(name) for name, cell in self.names.items()})

    def node(self, node: Node, given: Any) -> Region:
        model, left = self.wide.solving(self.names, texts(given, self.name))
        region = self.goal.add_region(f"{self.name} {node[0]} {node[1]}".rstrip(), left, self.region, model)
        self.nodes[node] = region, given
        return region

    def now(self, node: Node) -> Layer:
        """What is so at a node; what vanishes there is left out."""
        region, _ = self.nodes[node]
        return {state: p for state, cell in self.cells[node[1]].items()
                if not region.vanishes(p := region.model.entry(cell[0], cell[1:]))}

    def show(self) -> None:
        self.show_texts(self.region, self.lawful, "laws")
        running = Running(self.model, self.scheme, self.region.vanishes)
        self.to(self.region, 0, self.start, running.layer(self.starts, 0))
        for node, (region, _) in self.nodes.items():
            now = self.now(node)
            after = running.onward(now, node[0] + 1)
            for where, relation in self.claims(node, now, after):
                where.show(relation, "at t ≡", *node)
            self.to(region, node[0] + 1, self.next, after)
        self.region.show_defined(running.divisors)

    def to(self, region: Region, time: int, sequences: Values, layer: Layer) -> None:
        """From a region to the nodes of the next time, whatever is seen then, if it can be."""
        phase = self.scheme.phase(time, *self.times)
        for query, states in self.cells.items():
            cells = {cell: layer.get(state, ZERO) for state, cell in states.items()}
            if not query or any(p.top for p in cells.values()):
                need((phase, query) in self.nodes, f"there is no node for t ≡ {phase} {query}", "shown")
                self.show_texts(region, self.nodes[phase, query][1], f"to t ≡ {phase} {query}", {**sequences, **cells})

    def claims(self, node: Node, now: Layer, after: Layer) -> Iterator[tuple[Region, Relation]]:
        """What has to hold at a node, and where; `after`: what is so after the next move."""
        region, given = self.claimed[node]
        return ((region, relation) for _, relation in region.model.relations(given))


class Always(Inductive):
    """Sequences with these values at the first t, and these at t+1 in terms of t, satisfy the relations at every t.
    Names that are `varying` take new values of the region at each t; the relations do not speak of them."""

    keys, optional = {"start": dict, "next": dict, "text": list}, {"varying": []}

    def prepare(self, start: Any, next: Any, text: Any, varying: Any) -> None:
        self.texts, self.varying = texts(text, self.name), texts(varying, self.name)
        need(start and self.texts, "expected a sequence and a relation")
        self.sequences(start, next)
        self.step = self.goal.add_region(f"{self.name} step", self.texts, self.region)
        spoken = names_of(p for p, _, _ in self.step.hypotheses[len(self.region.hypotheses):])
        need({*self.varying} <= {*self.model.names} - start.keys() - spoken,
             "expected names that vary, which are no sequences, and of which the relations do not speak")

    def show(self) -> None:
        self.show_texts(self.region, self.texts, "start", self.start)
        self.show_texts(self.step, self.texts, "step", self.next)

    def fails(self, point: Point, shows: Any) -> Sides:
        """It is false after this many steps, with these values of what varies, one for each t."""
        time, varying = entries(shows, self.name, {"varying": []}, time=int)
        need(0 <= time <= MAX_TIMES and len(varying) == (time + 1 if self.varying else 0)
             and all(type(new) is dict and new.keys() == {*self.varying} for new in varying),
             "the time is out of range, or there are no values of what varies for each t")
        values = [{name: numeric(text) for name, text in new.items()} for new in varying]
        self.passed = [point.within(each) for each in values]
        try:
            here = self.member(point, values or [{}] * (time + 1))
        except Undefined:
            return "no value", "=", "no value"
        return self.refuted(here, [], self.texts)


class Alike(Inductive):
    """What is seen of the process up to t has one law from all these starts, for every t."""

    keys: Mapping[str, Any] = {"process": str, "starts": list}

    def prepare(self, process: str, *says: Any) -> None:
        self.follow(self.model.process(process), texts(says[0], self.name), 2)

    def follow(self, process: Process, starts: Sequence[str], least: int = 1) -> None:
        need(least <= len({*starts}) == len(starts) and {*starts} <= {*process.starts}, "expected two starts or more")
        self.sources, self.pairs = process.sources, [(a, x) for a in starts for x in process.sources]
        self.induct(process, starts, {q: {(a, x, q): ("path", a, x) for a, x in self.pairs} for q in process.queries})

    def invariant(self, evidence: Any) -> None:
        for each in evidence:
            time, query, given = entries(each, self.name, time=int, query=str, holds=list)
            good = 0 <= time == self.scheme.phase(time) and query in self.scheme.queries
            need(good and (time, query) not in self.nodes, "not a node, or twice")
            self.node((time, query), given)

    def claims(self, node: Node, now: Layer, after: Layer) -> Iterator[tuple[Region, Relation]]:
        base, *others = [total(p for state, p in now.items() if state[0] == a) for a in self.starts]
        yield from ((self.nodes[node][0], (base - other, "=")) for other in others)

    def history(self, first: str, history: Any, *more: str) -> str:
        """Pr(history | X_0 = first), as a text."""
        words = {*texts(history, self.name), *more}      # nothing but words may come into a text
        need(history and words <= self.scheme.queries.keys() and first in self.starts, "expected a start and a history")
        return f"history({self.scheme.name},{','.join((first, *history, *more))})"

    def fails(self, point: Point, shows: Any) -> Sides:
        history, *pair = entries(shows, self.name, history=list, one=str, other=str)
        one, other = (self.history(first, history) for first in pair)
        return self.refuted(point, [f"{one} >= 0", f"{other} >= 0"], [f"{one} = {other}"])


class Private(Alike):
    """Pr(Q_0, ..., Q_t given X_0 = a) is the same for every a, for every history: all starts of a scheme are alike."""

    keys = {"scheme": str}

    def prepare(self, scheme: str, *says: Any) -> None:
        self.follow(self.model.scheme(scheme), self.model.scheme(scheme).sources)


class Markov(Private):
    """With `prior` as the law of X_0, Pr(Q_{t+1} = q' given any history that ends in q) is matrix[q,q'], or, of a table
    with one more index, matrix[t mod m,q,q']; where rules begin or end, the index is t until the last of these times,
    and goes by t mod m then. null, in what fails: it depends on t, q and q' alone."""

    keys = {"scheme": str, "prior": str, "matrix": (str, type(None))}

    def prepare(self, scheme: str, *says: Any) -> None:
        super().prepare(scheme)
        self.prior, self.matrix = says
        self.model.shaped(self.prior, self.sources)
        self.lawful = lawful([f"{self.prior}[{a}]" for a in self.sources])
        index, queries = self.model.tables.get(self.matrix, ([], {}))[0], [*self.scheme.queries]
        self.phases = len(index[0]) if len(index) == 3 else 0
        self.modulus = self.phases - self.scheme.settled
        if self.matrix is not None:
            self.model.shaped(self.matrix, *([range(self.phases)] if self.phases else []), queries, queries)
        need(not self.phases or self.modulus > 0 and self.scheme.period % self.modulus == 0, "the matrix should repeat")

    def row(self, time: int, query: str) -> list[Index]:
        """The index of a row of the matrix."""
        return [*([self.scheme.phase(time, self.modulus)] if self.phases else []), query]

    def claims(self, node: Node, now: Layer, after: Layer) -> Iterator[tuple[Region, Relation]]:
        """Pr(history, then q) = matrix[query,q] · Pr(history)."""
        need(self.matrix is not None, "without a matrix it can only fail")
        weights = {a: self.model.entry(self.prior, [a]) for a in self.sources}
        before = total(weights[a] * p for (a, _, _), p in now.items())
        for query in self.scheme.queries:
            chance = total(weights[a] * p for (a, _, q), p in after.items() if q == query)
            entry = self.model.entry(str(self.matrix), [*self.row(*node), query])
            yield self.nodes[node][0], (chance - entry * before, "=")

    def fails(self, point: Point, shows: Any) -> Sides:
        """After a history, q has another probability than the matrix says, or than after another history."""
        def chance(path: Any, *more: str) -> str:
            return " + ".join(f"{self.prior}[{a}]*{self.history(a, path, *more)}" for a in self.sources)

        history, query, *others = entries(shows, self.name, history=list, query=str,
                                          **({} if self.matrix is not None else {"other": list}))
        paths = [history, *others]
        says = [f"({chance(path, query)})/({chance(path)})" for path in paths]
        need(len({(len(path), path[-1]) for path in paths}) == 1, "expected two histories of one length and end")
        if self.matrix is not None:
            row = ",".join(map(str, self.row(len(history) - 1, history[-1])))
            says.append(f"{self.matrix}[{row},{query}]")
        return self.refuted(point, [*self.lawful, *(f"{chance(path)} > 0" for path in paths)], [" = ".join(says)])


class Cost(Inductive):
    """With `prior` as the law of X_0, the expected download at every t is `value`, in terms of sequences. There is a
    node for each t mod m, a multiple of the period; before, for single times: those before the last time at which rules
    begin or end, and as many as nodes say that they hold `once`."""

    keys: Mapping[str, Any] = {"scheme": str, "prior": str, "start": dict, "next": dict, "value": str}

    def prepare(self, scheme: str, prior: str, start: Any = {}, next: Any = {}, value: str = "0") -> None:
        self.model.expression(value)            # it is one, and does not speak of states
        self.least, process = value, self.model.scheme(scheme)
        self.states = [(a, x, q) for a in process.sources for x in process.sources for q in process.queries]
        self.induct(process, process.sources, {"": {state: ("state", *state) for state in self.states}})
        self.model.shaped(prior, self.starts)
        self.prior, self.lawful = prior, lawful([f"{prior}[{a}]" for a in self.starts])
        self.sequences(start, next, *process.tables, prior)
        self.spends = " + ".join(f"{len(process.queries[q])}*{prior}[{a}]*state[{a},{x},{q}]"
                                 for a, x, q in self.states)

    def invariant(self, evidence: Any) -> None:
        read = [entries(node, self.name, {"once": False, "bound": {}}, holds=list) for node in evidence]
        settled = max(self.scheme.settled, sum(once for _, once, _ in read))
        self.times = len(read) - settled, settled
        need(not any(once for _, once, _ in read[settled:]), "single times come first")
        need(self.times[0] > 0 and not self.nodes and self.times[0] % self.scheme.period == 0,
             "expected a node for each t mod m, once")
        for time, (holds, _, bound) in enumerate(read):
            Work.spend(len(self.spends))
            self.claimed[time, ""] = self.claim(self.node((time, ""), holds), bound)

    def claim(self, region: Region, bound: Any) -> Given:
        """What has to be shown at a node, and where. Only regions and texts come of it."""
        need(not bound, "a cost has no bound")
        return region, [f"{self.spends} = {self.least}"]

    def at(self, point: Point, time: int) -> Values:
        layer = Running(point.model, self.scheme, lambda q: not q.top).layer(self.starts, time)
        return {cell: layer.get(state, ZERO) for state, cell in self.cells[""].items()}

    def fails(self, point: Point, shows: Any) -> Sides:
        time, = entries(shows, self.name, time=int)
        cells = self.at(point, time)
        here = self.member(point, [{}] * (time + 1)).within(cells)
        return self.refuted(here, self.lawful, [f"{self.spends} = {self.least}"])
