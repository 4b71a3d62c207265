"""Statements about all histories of a process or scheme: alike, private and markov, by an invariant.

path[a,x] = Pr(Q_0, ..., Q_t, X_t = x | X_0 = a) moves linearly with each further query. The invariant has relations
between them for each phase and Q_t: they hold at the start, and where they hold now they hold after each query.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .language import Values
from .polynomials import ZERO, Quotient, Work, entries, need, texts, total, variable
from .reader import Relation
from .regions import Point, Region, Sides
from .scheme import Process, Running, lawful
from .statements import Statement

Paths = dict[tuple[str, str], Quotient]


class Inductive(Statement):
    """Shown by an invariant: relations between cells at each node. They hold at the first node, and where they hold at
    a node, they hold at those that follow it."""

    def induct(self, cells: Values) -> None:
        Work.spend(8 * len(cells))
        self.wide, self.nodes = self.model.at(cells), dict[Any, tuple[Region, list[str]]]()
        self.cells = {name: key for key, value in cells.items() for name in value.names()}

    def node(self, key: Any, name: str, given: Any) -> None:
        model, left = self.wide.solving(self.cells, texts(given, self.name))
        self.nodes[key] = self.goal.add_region(f"{self.name} {name}", left, self.region, model), given

    def arrives(self, region: Region, key: Any, values: Values, place: str) -> None:
        """From a region to a node, where cells and sequences have these values."""
        what = f"{self.name}: to {place}"
        need(key in self.nodes, f"{self.name}: there is no node for {place}", "shown")
        region.show_values(values, what)
        self.show_texts(region, self.wide.at(values), self.nodes[key][1], what)


class Alike(Inductive):
    """What is seen of the process up to t has one law from all these starts, for every t.

    The invariant: relations between path[a,x] = Pr(Q_0, ..., Q_t, X_t = x | X_0 = a), for each phase and Q_t."""

    keys: Mapping[str, Any] = {"process": str, "starts": list}

    def prepare(self, process: str, *says: Any) -> None:
        self.follow(self.model.process(process), texts(says[0], self.name))
        need(len(self.starts) > 1, f"{self.name}: expected two starts or more")

    def follow(self, process: Process, starts: Sequence[str]) -> None:
        self.scheme, self.starts, self.sources = process, starts, process.sources
        need(1 <= len({*starts}) == len(starts) and {*starts} <= {*process.starts}, f"{self.name}: expected starts")
        self.pairs = [(a, x) for a in self.starts for x in self.sources]
        self.induct({("path", *pair): variable(f"path[{','.join(pair)}]") for pair in self.pairs})

    def invariant(self, evidence: Any) -> None:
        for node in evidence:
            time, query, given = entries(node, self.name, time=int, query=str, holds=list)
            good = 0 <= time == self.scheme.phase(time) and query in self.scheme.queries
            need(good and (time, query) not in self.nodes, f"{self.name}: not a node, or twice")
            self.node((time, query), f"{time} {query}", given)

    def show(self) -> None:
        self.show_texts(self.region, self.model, self.scheme.laws, f"{self.name}: laws")
        first: dict[str, Paths] = {q: dict.fromkeys(self.pairs, ZERO) for q in self.scheme.queries}
        for a in self.starts:
            for (_, x, query), chance in self.scheme.begin(self.model, a).items():
                first[query][a, x] = chance
        self.to(self.region, 0, first)
        for (time, query), (region, _) in self.nodes.items():
            now = {pair: region.model.entry("path", pair) for pair in self.pairs}
            now = {pair: ZERO if region.vanishes(value) else value for pair, value in now.items()}
            after = self.after(region, now, time, query)
            for relation in self.claims(now, time, query, after):
                region.show(relation, f"{self.name}: at {query}, t ≡ {time}")
            self.to(region, time + 1, after)

    def after(self, region: Region, now: Paths, time: int, query: str) -> dict[str, Paths]:
        """Q_{t+1} → path at t+1."""
        running = Running(self.model, self.scheme, region.vanishes)
        found = {q: dict.fromkeys(self.pairs, ZERO) for q in self.scheme.queries}
        layer = {(a, x, query): p for (a, x), p in now.items() if p.top}
        for (a, x, sent), chance in running.onward(layer, time + 1).items():
            found[sent][a, x] = chance
        region.show_defined(running.divisors, self.name)
        return found

    def to(self, region: Region, time: int, paths: Mapping[str, Paths]) -> None:
        """Whatever is seen at this time, if it can be."""
        for query, path in paths.items():
            if any(value.top for value in path.values()):
                cells = {("path", *pair): value for pair, value in path.items()}
                phase = self.scheme.phase(time)
                self.arrives(region, (phase, query), cells, f"{query}, t ≡ {phase}")

    def claims(self, now: Paths, time: int, query: str, after: Mapping[str, Paths]) -> Iterator[Relation]:
        base, *others = [total(now[a, x] for x in self.sources) for a in self.starts]
        yield from ((base, "=", other) for other in others)

    def history(self, first: str, history: Any, *more: str) -> str:
        """Pr(history | X_0 = first), as a text."""
        words = {*texts(history, self.name), *more}      # nothing but words may come into a text
        need(history and words <= self.scheme.queries.keys() and first in self.starts,
             f"{self.name}: expected a start and a history")
        return f"history({self.scheme.name},{','.join((first, *history, *more))})"

    def fails(self, point: Point, shows: Any) -> Sides:
        """A history has another probability from another start."""
        history, *pair = entries(shows, self.name, history=list, one=str, other=str)
        one, other = (self.history(first, history) for first in pair)
        return self.refuted(point, [*self.scheme.laws, f"{one} >= 0", f"{other} >= 0"], [f"{one} = {other}"])


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
        self.phases, queries = 0, [*self.scheme.queries]
        if self.matrix is not None:
            index = self.model.tables[self.matrix][0] if self.matrix in self.model.tables else []
            self.phases = len(index[0]) if len(index) == 3 else 0
            self.model.shaped(self.matrix, *([range(self.phases)] if self.phases else []), queries, queries)
            self.modulus = self.phases - self.scheme.settled
            need(self.phases == 0 or self.modulus > 0 and self.scheme.period % self.modulus == 0,
                 f"{self.name}: the matrix does not repeat with the scheme")
        self.lawful = lawful(f"{self.prior}[", self.sources)

    def show(self) -> None:
        need(self.matrix is not None, f"{self.name}: without a matrix it can only fail")
        self.show_texts(self.region, self.model, self.lawful, f"{self.name}: the law of X_0")
        super().show()

    def claims(self, now: Paths, time: int, query: str, after: Mapping[str, Paths]) -> Iterator[Relation]:
        """Pr(history, then q) = matrix[query,q] · Pr(history)."""
        def chance(path: Paths) -> Quotient:
            return total(self.model.entry(self.prior, [a]) * p for (a, _), p in path.items())

        phase = [self.scheme.phase(time, self.modulus)] if self.phases else []
        yield from ((chance(after[q]), "=", self.model.entry(str(self.matrix), [*phase, query, q]) * chance(now))
                    for q in after)

    def fails(self, point: Point, shows: Any) -> Sides:
        """After a history, q has another probability than the matrix says, or than after another history."""
        def chance(path: Any, *more: str) -> str:
            return " + ".join(f"{self.prior}[{a}]*{self.history(a, path, *more)}" for a in self.sources)

        if self.matrix is not None:
            history, query = entries(shows, self.name, history=list, query=str)
            phase = f"{self.scheme.phase(len(history) - 1, self.modulus)}," if self.phases else ""
            before, after = chance(history), chance(history, query)
            says = f"({after})/({before}) = {self.matrix}[{phase}{history[-1]},{query}]"
            return self.refuted(point, [*self.lawful, f"{before} > 0"], [says])
        history, other, query = entries(shows, self.name, history=list, other=list, query=str)
        one, two = chance(history), chance(other)
        need(len(history) == len(other) and history[-1] == other[-1],
             f"{self.name}: expected two histories of one length and end")
        says = f"({chance(history, query)})/({one}) = ({chance(other, query)})/({two})"
        return self.refuted(point, [*self.lawful, f"{one} > 0", f"{two} > 0"], [says])
