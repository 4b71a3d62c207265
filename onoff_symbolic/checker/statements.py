"""Statements about relations, cases and schemes: what each kind says, how it is shown, and how it is seen to fail.

What has to be shown is derived from the statement and then looked up among what is known about its region. What shows
that a statement fails is turned into texts, one of which must be false, or without a value, at a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .language import Index, Model, Relation
from .polynomials import UNIT, ZERO, Invalid, Quotient, Undefined, entries, need, texts, total, variable
from .regions import Point, Region, Sides
from .scheme import Running, State, residue

if TYPE_CHECKING:
    from .core import Goal

MAX_TIMES = 400

Paths = dict[tuple[str, str], Quotient]


class Statement:
    """A part of the goal, on a region. `show` raises unless it holds there, `fails` unless it is false at a point."""

    keys: Mapping[str, Any] = {}

    def __init__(self, goal: Goal, value: Any, name: str) -> None:
        self.goal, self.model, self.name, self.value = goal, goal.model, name, value
        _, region, *says, given = entries(value, name, {"given": []}, kind=str, region=(str, list), **self.keys)
        self.regions = [goal.named(each) for each in (region if type(region) is list else [region])]
        need(self.regions, f"{name}: expected a region")
        self.given = texts(given, name)
        self.region = self.regions[0]
        if self.given or len(self.regions) > 1:
            more = [text for other in self.regions[1:] for text in other.given]
            self.region = goal.add_region(name, [*more, *self.given], self.region)
        self.prepare(*says)

    def prepare(self, *says: Any) -> None:
        """Look at what the statement says."""

    def invariant(self, evidence: Any) -> None:
        """Take the invariant from the certificate. Only regions come of it."""
        raise Invalid(f"{self.name}: takes no invariant")

    def values(self, evidence: Any) -> None:
        """Take the values of variables from the certificate."""
        raise Invalid(f"{self.name}: takes no values")

    def show(self) -> None:
        raise NotImplementedError

    def fails(self, point: Point, shows: Any) -> Sides:
        """The sides of a relation that is false at the point."""
        raise Invalid(f"{self.name}: a {self.value['kind']} is not shown to fail")

    def refuted(self, point: Point, premises: Sequence[str], says: Sequence[str]) -> Sides:
        """The premises are true at the point, and what is said is not."""
        for premise in premises:
            need(point.denied([premise]) is None, f"{self.name}: it is not so at the point that {premise[:100]}")
        found = point.denied(says)
        if found is None:
            raise Invalid(f"{self.name}: it holds at the point")
        return found

    def show_texts(self, region: Region, model: Model, given: Sequence[str], what: str) -> None:
        for text, relation in model.relations(given):
            region.show(relation, f"{what}: {text[:100]}")

    def sequences(self, start: Any, next: Any) -> tuple[dict[str, Quotient], dict[str, Quotient]]:
        """The first members of some sequences, and the next in terms of those at t. No region speaks of them."""
        need(start.keys() == next.keys() <= {*self.model.names} and all(type(e) is str for each in (start, next)
             for e in each.values()), f"{self.name}: expected a start and a next for each sequence, which are names")
        spoken = {n for p, _, _ in self.region.hypotheses for monomial in p for n in monomial}
        first, after = ({name: self.model.expression(e) for name, e in each.items()} for each in (start, next))
        need(not spoken & start.keys(), f"{self.name}: the region speaks of a sequence")
        need(not any(q.names() & start.keys() for q in first.values()), f"{self.name}: a start depends on a sequence")
        return first, after

    def shown(self) -> str:
        rest = "; ".join(f"{key} {self.value[key]}" for key in (*self.keys, "given") if key in self.value)
        return f"{self.value['kind']}: {rest}  on {', '.join(region.name for region in self.regions)}"


class Holds(Statement):
    """The relation holds, for all choices of its bound names."""

    keys = {"text": str}

    def prepare(self, text: str) -> None:
        self.text = text

    def show(self) -> None:
        for choice, relations in self.model.instances(self.text):
            for relation in relations:
                self.region.show(relation, f"{self.name} {choice or ''}")

    def fails(self, point: Point, shows: Any) -> Sides:
        """It is false for this choice of the bound names."""
        choice, = entries(shows, self.name, choice=dict)
        need(choice in self.model.said(self.text).choices(self.model), f"{self.name}: there is no such choice")
        found = point.denied([self.text], choice)
        if found is None:
            raise Invalid(f"{self.name}: it holds at the point")
        return found


class Always(Statement):
    """Sequences with these values at the first t, and these at t+1 in terms of t, satisfy the relations at every t."""

    keys = {"start": dict, "next": dict, "text": list}

    def prepare(self, start: Any, next: Any, text: Any) -> None:
        self.texts = texts(text, self.name)
        need(start and self.texts, f"{self.name}: expected a sequence and a relation")
        self.start, self.next = self.sequences(start, next)
        self.step = self.goal.add_region(f"{self.name} step", self.texts, self.region)

    def show(self) -> None:
        for region, values, what in ((self.region, self.start, "start"), (self.step, self.next, "step")):
            region.show_defined([key for value in values.values() for key in value.bottom], f"{self.name}: {what}")
            self.show_texts(region, self.model.at(values), self.texts, f"{self.name}: {what}")

    def fails(self, point: Point, shows: Any) -> Sides:
        """It is false after this many steps."""
        time, = entries(shows, self.name, time=int)
        need(0 <= time <= MAX_TIMES, f"{self.name}: the time is out of range")
        here = point
        for step in range(time + 1):
            each = self.value["next" if step else "start"]
            try:
                here = point.within({name: here.model.expression(text) for name, text in each.items()})
            except Undefined:
                return "no value", "=", "no value"
        return self.refuted(here, [], self.texts)


class Cover(Statement):
    """Each point lies in the first, second or third part, as `split` is < 0, = 0 or > 0; null: there is none."""

    keys = {"split": str, "parts": list}

    def prepare(self, split: str, parts: Any) -> None:
        need(len(parts) == 3, f"{self.name}: expected three parts")
        self.model.polynomial(split)    # where a divisor is zero, it would be none of the three
        self.parts = [None if part is None else self.goal.named(part) for part in parts]
        self.branches = [self.goal.add_region(f"{self.name} {sign}", [f"{split} {sign} 0"], self.region)
                         for sign in "<=>"]

    def show(self) -> None:
        for branch, part in zip(self.branches, self.parts):
            if part is None:
                need(branch.has({}, ">"), f"{self.name}: {branch.name} is not shown to be empty", "shown")
            else:
                self.show_texts(branch, self.model, part.given, f"{self.name}: {part.name}")


# -- states that can occur ---------------------------------------------------------------------------------------------


class States(Statement):
    """About all states that can occur: those to which moves lead that are not known to have probability zero.

    `defined` is the least of it: every row that can be used has a law. This is found on the way."""

    keys: Mapping[str, Any] = {"scheme": str}

    def prepare(self, scheme: str, *says: Any) -> None:
        self.scheme = self.model.scheme(scheme)
        self.running = Running(self.model, self.scheme, self.region.vanishes)

    def show(self) -> None:
        current, time = {(a, a, self.scheme.start) for a in self.scheme.sources}, 0
        seen: set[tuple[int, frozenset[State]]] = set()
        while (time % self.scheme.period, frozenset(current)) not in seen:      # then all repeats
            seen.add((time % self.scheme.period, frozenset(current)))
            need(time < MAX_TIMES, f"{self.name}: the states take too long to repeat", "work")
            self.inspect(time, sorted(current))
            time += 1
            current = {after for state in sorted(current) for after, _ in self.running.moves(time, state)}
        self.region.show_defined(self.running.divisors, self.name)

    def inspect(self, time: int, states: Sequence[State]) -> None:
        """What is said about the states that can occur at t = time."""

    def occurs(self, time: Any, state: Any) -> str:
        """The probability of a state, as a text."""
        need(0 <= time and len(texts(state, self.name)) == 3, f"{self.name}: expected a time and a state")
        return f"state({self.scheme.name},{time},{','.join(state)})"

    def fails(self, point: Point, shows: Any) -> Sides:
        """A request can follow a state that occurs, and the row has no law, or a wrong one."""
        time, state, request = entries(shows, self.name, time=int, state=list, request=(str, type(None)))
        occurs, queries = self.occurs(time, state), ",".join(self.scheme.queries)
        if request is None:
            return self.refuted(point, [f"{occurs} > 0"], self.lawful(",".join(self.scheme.sources), lambda x:
                                f"{self.scheme.chain}[{state[1]},{x}]"))
        row = f"law({self.scheme.name},{time + 1},{state[0]},{request},{state[2]}"
        return self.refuted(point, [f"{occurs} > 0", f"{self.scheme.chain}[{state[1]},{request}] > 0"],
                            self.lawful(queries, lambda q: f"{row},{q})"))

    def lawful(self, labels: str, entry: Any) -> list[str]:
        """The row has a value."""
        return [f"for free_ in {labels}: {entry('free_')} = {entry('free_')}"]


class Normalised(States):
    """Every row that can be used, of the chain and of the tables, is a probability distribution."""

    def inspect(self, time: int, states: Sequence[State]) -> None:
        for state in states:
            self.region.show_law([self.model.entry(self.scheme.chain, [state[1], x]) for x in self.scheme.sources],
                                 f"{self.name}: the request after {state[1]}")
            for request, _, law in self.running.rows(time + 1, state):
                self.region.show_law([*law.values()], f"{self.name}: the row {request} after {state}")

    def lawful(self, labels: str, entry: Any) -> list[str]:
        return [f"for free_ in {labels}: {entry('free_')} >= 0", f"sum free_ in {labels}: {entry('free_')} = 1"]


class Decodable(States):
    """Every query that can be sent downloads X_t."""

    def inspect(self, time: int, states: Sequence[State]) -> None:
        for state in states:
            need(self.good(time, state), f"{self.name}: {self.value['kind']} fails at {state} if t = {time}", "shown")

    def good(self, time: int, state: State) -> bool:
        return state[1] in self.scheme.queries[state[2]]

    def fails(self, point: Point, shows: Any) -> Sides:
        """A state occurs that must not."""
        time, state = entries(shows, self.name, time=int, state=list)
        occurs = self.occurs(time, state)
        need(state[2] in self.scheme.queries and state[0] in self.scheme.sources and not self.good(time, state),
             f"{self.name}: the state is as it should be")
        return self.refuted(point, [f"{occurs} > 0"], [f"{occurs} = 0"])


class Placed(Decodable):
    """At times t ≡ r mod m at which Q_t is `query`, X_t = map(X_0); m divides the period of the scheme."""

    keys = {"scheme": str, "time": (list, type(None)), "query": str, "map": dict}

    def prepare(self, scheme: str, *says: Any) -> None:
        super().prepare(scheme)
        time, self.query, self.map = says
        self.modulus, self.rest = residue(time, self.name)
        need(self.query in self.scheme.queries and self.map.keys() == {*self.scheme.sources}
             and all(x in self.scheme.sources for x in self.map.values()), f"{self.name}: expected a query and a map")

    def show(self) -> None:
        need(self.scheme.period % self.modulus == 0, f"{self.name}: the times do not repeat with the scheme")
        super().show()

    def good(self, time: int, state: State) -> bool:
        first, request, query = state
        return query != self.query or time % self.modulus != self.rest or request == self.map[first]


class Determined(States):
    """X_t is a function of (X_0, Q_t), at every t."""

    def inspect(self, time: int, states: Sequence[State]) -> None:
        need(len({(a, q) for a, _, q in states}) == len(states), f"{self.name}: X_t is not a function at t = {time}",
             "shown")

    def fails(self, point: Point, shows: Any) -> Sides:
        """Two states occur that differ in X_t alone."""
        time, state, other = entries(shows, self.name, time=int, state=list, other=list)
        one, two = self.occurs(time, state), self.occurs(time, other)
        need(state[::2] == other[::2] and state != other, f"{self.name}: the two states do not show it")
        return self.refuted(point, [f"{one} > 0", f"{two} > 0"], [f"{one}*{two} = 0"])


# -- all histories -----------------------------------------------------------------------------------------------------


class Private(Statement):
    """Pr(Q_0, ..., Q_t given X_0 = a) is the same for every a, for every history.

    The invariant: relations between path[a,x] = Pr(Q_0, ..., Q_t, X_t = x | X_0 = a), for each (t mod period, Q_t)."""

    keys: Mapping[str, Any] = {"scheme": str}

    def prepare(self, scheme: str, *says: Any) -> None:
        self.scheme = self.model.scheme(scheme)
        self.sources = self.scheme.sources
        self.pairs = [(a, x) for a in self.sources for x in self.sources]
        self.nodes: dict[tuple[int, str], tuple[Region, list[str]]] = {}

    def invariant(self, evidence: Any) -> None:
        cells: dict[tuple[Index, ...], Quotient] = {
            ("path", *pair): variable(f"path[{','.join(pair)}]") for pair in self.pairs}
        model = self.model.at({}, cells)
        for node in evidence:
            time, query, given = entries(node, self.name, time=int, query=str, holds=list)
            need((time, query) not in self.nodes and 0 <= time < self.scheme.period and query in self.scheme.queries,
                 f"{self.name}: not a node, or twice")
            region = self.goal.add_region(f"{self.name} {time} {query}", texts(given, self.name), self.region, model)
            self.nodes[time, query] = region, given

    def show(self) -> None:
        first = {pair: UNIT if pair[0] == pair[1] else ZERO for pair in self.pairs}
        self.arrives(self.region, (0, self.scheme.start), first)
        for (time, query), (region, _) in self.nodes.items():
            now = {pair: region.model.entry("path", pair) for pair in self.pairs}
            now = {pair: ZERO if region.vanishes(value) else value for pair, value in now.items()}
            after = self.after(region, now, time, query)
            for relation in self.claims(now, time, query, after):
                region.show(relation, f"{self.name}: at {query}, t ≡ {time}")
            for sent, path in after.items():
                if any(value.top for value in path.values()):
                    self.arrives(region, ((time + 1) % self.scheme.period, sent), path)

    def after(self, region: Region, now: Paths, time: int, query: str) -> dict[str, Paths]:
        """Q_{t+1} → path at t+1."""
        running = Running(self.model, self.scheme, region.vanishes)
        found = {q: dict.fromkeys(self.pairs, ZERO) for q in self.scheme.queries}
        layer = {(a, x, query): p for (a, x), p in now.items() if p.top}
        for (a, x, sent), chance in running.onward(layer, time + 1).items():
            found[sent][a, x] = chance
        region.show_defined(running.divisors, self.name)
        return found

    def arrives(self, region: Region, node: tuple[int, str], path: Paths) -> None:
        need(node in self.nodes, f"{self.name}: there is no node for {node[1]}, t ≡ {node[0]}", "shown")
        model = self.model.at({}, {("path", *pair): value for pair, value in path.items()})
        self.show_texts(region, model, self.nodes[node][1], f"{self.name}: to {node[1]}, t ≡ {node[0]}")

    def claims(self, now: Paths, time: int, query: str, after: Mapping[str, Paths]) -> Iterator[Relation]:
        base, *others = [total(now[a, x] for x in self.sources) for a in self.sources]
        yield from ((base, "=", other) for other in others)

    def history(self, first: str, history: Any, *more: str) -> str:
        """Pr(history | X_0 = first), as a text."""
        need(texts(history, self.name), f"{self.name}: expected a history")
        return f"history({self.scheme.name},{','.join((first, *history, *more))})"

    def fails(self, point: Point, shows: Any) -> Sides:
        """A history has another probability for another X_0."""
        history, *pair = entries(shows, self.name, history=list, one=str, other=str)
        one, other = (self.history(first, history) for first in pair)
        return self.refuted(point, [f"{one} >= 0", f"{other} >= 0"], [f"{one} = {other}"])


class Markov(Private):
    """With `prior` as the law of X_0, Pr(Q_{t+1} = q' given any history that ends in q) is matrix[q,q'], or, of a table
    with one more index, matrix[t mod m,q,q']. null, in what fails: it depends on t, q and q' alone."""

    keys = {"scheme": str, "prior": str, "matrix": (str, type(None))}

    def prepare(self, scheme: str, *says: Any) -> None:
        super().prepare(scheme)
        self.prior, self.matrix = says
        self.model.shaped(self.prior, self.sources)
        self.modulus, queries = 0, [*self.scheme.queries]
        if self.matrix is not None:
            index = self.model.tables[self.matrix][0] if self.matrix in self.model.tables else []
            self.modulus = len(index[0]) if len(index) == 3 else 0
            self.model.shaped(self.matrix, *([range(self.modulus)] if self.modulus else []), queries, queries)
            need(self.modulus == 0 or self.scheme.period % self.modulus == 0,
                 f"{self.name}: the matrix does not repeat with the scheme")
        self.lawful = [*(f"{self.prior}[{a}] >= 0" for a in self.sources),
                       f"{' + '.join(f'{self.prior}[{a}]' for a in self.sources)} = 1"]

    def show(self) -> None:
        need(self.matrix is not None, f"{self.name}: without a matrix it can only fail")
        self.show_texts(self.region, self.model, self.lawful, f"{self.name}: the law of X_0")
        super().show()

    def claims(self, now: Paths, time: int, query: str, after: Mapping[str, Paths]) -> Iterator[Relation]:
        """Pr(history, then q) = matrix[query,q] · Pr(history)."""
        def chance(path: Paths) -> Quotient:
            return total(self.model.entry(self.prior, [a]) * p for (a, _), p in path.items())

        phase = [time % self.modulus] if self.modulus else []
        yield from ((chance(after[q]), "=", self.model.entry(str(self.matrix), [*phase, query, q]) * chance(now))
                    for q in after)

    def fails(self, point: Point, shows: Any) -> Sides:
        """After a history, q has another probability than the matrix says, or than after another history."""
        def chance(path: Any, *more: str) -> str:
            return " + ".join(f"{self.prior}[{a}]*{self.history(a, path, *more)}" for a in self.sources)

        if self.matrix is not None:
            history, query = entries(shows, self.name, history=list, query=str)
            phase = f"{(len(history) - 1) % self.modulus}," if self.modulus else ""
            before, after = chance(history), chance(history, query)
            says = f"({after})/({before}) = {self.matrix}[{phase}{history[-1]},{query}]"
            return self.refuted(point, [*self.lawful, f"{before} > 0"], [says])
        history, other, query = entries(shows, self.name, history=list, other=list, query=str)
        one, two = chance(history), chance(other)
        need(len(history) == len(other) and history[-1] == other[-1],
             f"{self.name}: expected two histories of one length and end")
        says = f"({chance(history, query)})/({one}) = ({chance(other, query)})/({two})"
        return self.refuted(point, [*self.lawful, f"{one} > 0", f"{two} > 0"], [says])


class Uses(Statement):
    """Another claim; what it says is established by its own certificate."""

    keys = {"claim": str}

    def prepare(self, claim: str) -> None:
        self.claim = claim

    def show(self) -> None:
        """Its conditions are looked at when all certificates are known: see `passed_on`."""
