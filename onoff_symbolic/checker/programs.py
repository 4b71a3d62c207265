"""Statements about how little can be downloaded at a time t: optimum, unique, general; cost and optimal of a scheme.

The program: for each set of sources, x_0, and x in the set, mass[x_0,x,set] is the probability that X_0 = x_0, X_t = x
and exactly this set can be decoded. These are >= 0, for each (x_0, x) they sum to Pr(X_0 = x_0, X_t = x), and the set
is independent of X_0. The cost is the expected size of the set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from .language import Cells
from .least import Assigned, Least
from .polynomials import UNIT, ZERO, Quotient, Work, constant, entries, need, number, texts, variable
from .reader import Index
from .regions import Point, Region, Sides
from .scheme import MAX_SOURCES, Running, lawful
from .statements import Statement

Joint = Callable[[str, str], str]


class Program:
    """The program, as texts: what a law of (X_0, X_t, set) satisfies, and what it costs."""

    def __init__(self, secrets: Sequence[str], sources: Sequence[str], prior: str, joint: Joint) -> None:
        self.secrets, self.sources = secrets, sources
        chosen = [each for size in range(1, len(sources) + 1) for each in combinations(sources, size)]
        self.sets = {"".join(each): each for each in chosen}
        need(len(sources) <= MAX_SOURCES and len(self.sets) == len(chosen), "too many sources, or two sets alike")
        Work.spend(20 * len(secrets) * len(sources) * len(chosen))
        self.signs = [f"{self.mass(a, x, s)} >= 0" for a in secrets for s, each in self.sets.items() for x in each]
        self.rows = [f"{' + '.join(self.mass(a, x, s) for s, each in self.sets.items() if x in each)} = {joint(a, x)}"
                     for a in secrets for x in sources]
        base, *others = secrets
        self.rows += [f"{prior}[{base}]*({self.chance(a, s)}) = {prior}[{a}]*({self.chance(base, s)})"
                      for s in self.sets for a in others]
        self.cost = " + ".join(f"{len(each)}*({self.chance(a, s)})" for s, each in self.sets.items() for a in secrets)

    @staticmethod
    def mass(a: str, x: str, s: str) -> str:
        return f"mass[{a},{x},{s}]"

    def chance(self, a: str, s: str) -> str:
        return " + ".join(self.mass(a, x, s) for x in self.sets[s])

    def cells(self, value: Callable[[str, str, str], Quotient] | None = None) -> Cells:
        """The variables, or values for them."""
        one = value or (lambda a, x, s: variable(self.mass(a, x, s)))
        return {("mass", a, x, s): one(a, x, s) if x in each else ZERO
                for a in self.secrets for x in self.sources for s, each in self.sets.items()}

    def valued(self, values: Any, read: Callable[[Any], Quotient], what: str) -> Cells:
        """Values for the variables, as a certificate gives them: {"A,B,AB": ...}; what is left out is 0."""
        known = {f"{a},{x},{s}" for a in self.secrets for s, each in self.sets.items() for x in each}
        need(type(values) is dict and values.keys() <= known, f"{what}: expected values of variables")
        return self.cells(lambda a, x, s: read(values[f"{a},{x},{s}"]) if f"{a},{x},{s}" in values else ZERO)


class OfProgram(Least):
    """About the program of a law of X_0 and a law of X_t given X_0; what stands for X_0 may be any secret."""

    def prepare(self, prior: str, law: str, *says: Any) -> None:
        need(prior in self.model.tables and len(self.model.tables[prior][0]) == 1, f"there is no law {prior[:40]!r}")
        need(law in self.model.tables and len(self.model.tables[law][0]) == 2, f"there is no law {law[:40]!r}")
        self.secrets, self.sources = ([str(x) for x in self.model.tables[table][0][-1]] for table in (prior, law))
        self.model.shaped(law, self.secrets, self.sources)
        self.prior, self.law = prior, law
        self.program = Program(self.secrets, self.sources, prior, lambda a, x: f"{prior}[{a}]*{law}[{a},{x}]")
        self.wide = self.model.at({}, self.program.cells())
        # Without these the equations would not say independence, or the masses not be probabilities.
        self.lawful = [*lawful(f"{prior}[", self.secrets),
                       *(f"{' + '.join(f'{law}[{a},{x}]' for x in self.sources)} = 1" for a in self.secrets)]
        if len(self.secrets) > 2:
            self.lawful.append(f"{prior}[{self.secrets[0]}] > 0")

    def assigned(self, values: Any, read: Callable[[Any], Quotient]) -> Assigned:
        return {}, self.program.valued(values, read, self.name)

    def free(self) -> Assigned:
        return {}, self.program.cells()

    def table_cells(self, text: Callable[[str, str, str], str]) -> Cells:
        return self.program.cells(lambda a, x, s: self.model.expression(text(a, x, s)))

    def equal(self, text: Callable[[str, str, str], str]) -> list[str]:
        """Each variable is this; where the set does not serve the request, this is 0."""
        return [f"{self.program.mass(a, x, s)} = {text(a, x, s)}"
                for a in self.secrets for x in self.sources for s in self.program.sets]


class Optimum(OfProgram):
    """The least cost is `value`."""

    keys: Mapping[str, Any] = {"prior": str, "law": str, "value": str}

    def prepare(self, prior: str, law: str, *says: Any) -> None:
        super().prepare(prior, law)
        self.model.expression(says[0])      # it is one, and does not speak of the variables
        self.feasible = [f"{prior}[{a}]*{law}[{a},{x}] >= 0" for a in self.secrets for x in self.sources]
        self.pose(self.wide, [*self.program.signs, *self.program.rows], self.program.cost, says[0])


class Unique(Optimum):
    """It is attained by no other law of the set given (X_0, X_t) than the table; no (X_0, X_t) has probability zero."""

    keys = {"prior": str, "law": str, "value": str, "table": str}

    def prepare(self, prior: str, law: str, *says: Any) -> None:
        super().prepare(prior, law, *says)
        table = says[1]
        self.model.shaped(table, self.secrets, self.sources, [*self.program.sets])
        self.table: Callable[[str, str, str], str] = lambda a, x, s: f"{prior}[{a}]*{law}[{a},{x}]*{table}[{a},{x},{s}]"
        self.lawful = [*self.lawful, *(f"{prior}[{a}]*{law}[{a},{x}] != 0" for a in self.secrets for x in self.sources)]
        self.best = self.within("best", [f"{self.program.cost} = {self.least}"], self.laws)

    values = Statement.values       # the table has them

    def optimal(self) -> Assigned:
        return {}, self.table_cells(self.table)

    def show(self) -> None:
        super().show()
        self.show_texts(self.best, self.wide, self.equal(self.table), f"{self.name}: unique")

    def fails(self, point: Point, shows: Any) -> Sides:
        """Also: another law that costs no more."""
        need(type(shows) is dict, f"{self.name}: expected what shows it")
        if "multipliers" in shows:
            return super().fails(point, shows)
        values, = entries(shows, self.name, values=dict)
        given = [*self.lawful, *self.program.signs, *self.program.rows, f"{self.program.cost} <= {self.least}"]
        return self.refuted(self.numbers(point, values), given,
                            [f"{self.program.cost} >= {self.least}", *self.equal(self.table)])


class General(OfProgram):
    """The solutions of the equations are those of the table, one for each value of the letters in `free`."""

    keys = {"prior": str, "law": str, "table": str, "free": dict}
    values = Statement.values       # it takes none

    def prepare(self, prior: str, law: str, *says: Any) -> None:
        super().prepare(prior, law)
        table, free = says
        self.model.shaped(table, self.secrets, self.sources, [*self.program.sets])
        self.table: Callable[[str, str, str], str] = lambda a, x, s: f"{table}[{a},{x},{s}]"
        self.program.valued(free, lambda _: UNIT, self.name)
        letters = {*map(str, free.values())}
        data = [self.model.entry(prior, [a]) for a in self.secrets]
        data += [self.model.entry(law, [a, x]) for a in self.secrets for x in self.sources]
        spoken = {n for p, _, _ in self.region.hypotheses for monomial in p for n in monomial}
        spoken = spoken.union(*(q.names() for q in data))
        need(len(letters) == len(free) and letters <= {*self.model.names} - spoken,
             f"{self.name}: expected different letters that the region, the prior and the law do not mention")
        self.fixed = [f"mass[{cell}] = {letter}" for cell, letter in free.items()]
        self.laws = self.within("laws", [*self.program.rows, *self.fixed], self.region)

    def show(self) -> None:
        self.show_texts(self.region, self.model, self.lawful, f"{self.name}: laws")
        self.show_attained(({}, self.table_cells(self.table)), [*self.program.rows, *self.fixed])
        self.show_texts(self.laws, self.wide, self.equal(self.table), self.name)

    def fails(self, point: Point, shows: Any) -> Sides:
        """A law that is not in the table; or, without values, the table is no law."""
        values, = entries(shows, self.name, {"values": {}})
        if values:
            return self.refuted(self.numbers(point, values),
                                [*self.lawful, *self.program.signs, *self.program.rows, *self.fixed],
                                self.equal(self.table))
        signs = [f"{self.table(a, x, s)} >= 0" for a in self.secrets for x in self.sources for s in self.program.sets]
        cells = self.program.cells(lambda a, x, s: point.model.expression(self.table(a, x, s)))
        return self.refuted(point.within({}, cells), [*self.lawful, *signs],
                            [*self.program.rows, *self.fixed, *self.equal(self.table)])


# -- what a scheme downloads, at every t -------------------------------------------------------------------------------


class Cost(Statement):
    """With `prior` as the law of X_0, the expected download at every t is `value`, in terms of sequences.

    The invariant has relations between state[a,x,q] = Pr(X_t = x, Q_t = q | X_0 = a) and the sequences, for each t mod
    m, m being a multiple of the period; before it, for single times: those before the last time at which rules begin or
    end, and as many as nodes say that they hold `once`."""

    keys: Mapping[str, Any] = {"scheme": str, "prior": str, "start": dict, "next": dict, "value": str}

    def prepare(self, scheme: str, prior: str, *says: Any) -> None:
        start, next, self.least = says
        self.model.expression(self.least)       # it is one, and does not speak of states
        self.scheme, self.prior = self.model.scheme(scheme), prior
        self.start, self.next = self.sequences(start, next)
        self.model.shaped(prior, self.scheme.sources)
        cells = [*self.scheme.cells(self.model), *(self.model.entry(prior, [a]) for a in self.scheme.sources)]
        need(not {name for cell in cells for name in cell.names()} & start.keys(),
             f"{self.name}: a sequence cannot stand in a scheme")
        self.states = [(a, x, q) for a in self.scheme.sources for x in self.scheme.sources for q in self.scheme.queries]
        self.lawful = lawful(f"{prior}[", self.scheme.sources)
        self.spends = " + ".join(f"{len(self.scheme.queries[q])}*{prior}[{a}]*state[{a},{x},{q}]"
                                 for a, x, q in self.states)
        self.nodes: list[tuple[Region, list[str]]] = []

    def invariant(self, evidence: Any) -> None:
        read = [entries(node, self.name, {"once": False}, holds=list) for node in evidence]
        self.settled = max(self.scheme.settled, sum(once for _, once in read))
        self.modulus = len(evidence) - self.settled
        need(not any(once for _, once in read[self.settled:]), f"{self.name}: single times come first")
        need(self.modulus > 0 and not self.nodes and self.modulus % self.scheme.period == 0,
             f"{self.name}: expected a node for each t mod m, once")
        cells: dict[tuple[Index, ...], Quotient] = {
            ("state", *state): variable(f"state[{','.join(state)}]") for state in self.states}
        for time, (holds, _) in enumerate(read):
            model, left = self.model.solving(cells, texts(holds, self.name))
            self.nodes.append((self.goal.add_region(f"{self.name} {time}", left, self.region, model), holds))
            self.prepare_node(time)

    def prepare_node(self, time: int) -> None:
        """Only regions come of it."""

    def show(self) -> None:
        need(self.nodes, f"{self.name}: expected an invariant", "shown")
        self.show_texts(self.region, self.model, self.lawful, f"{self.name}: the law of X_0")
        begin = {(a, a, self.scheme.start): UNIT for a in self.scheme.sources}
        self.arrives(self.region, 0, self.start, begin)
        for time, (region, _) in enumerate(self.nodes):
            self.claims(time)
            running = Running(self.model, self.scheme, region.vanishes)
            now = {state: region.model.entry("state", state) for state in self.states}
            after = running.onward({state: p for state, p in now.items() if not region.vanishes(p)}, time + 1)
            region.show_defined(running.divisors, self.name)
            self.arrives(region, time + 1, self.next, after)

    def arrives(self, region: Region, time: int, values: Mapping[str, Quotient], layer: Mapping[Any, Quotient]) -> None:
        time = time if time < self.settled else self.settled + (time - self.settled) % self.modulus
        what = f"{self.name}: to t ≡ {time}"
        region.show_defined([key for value in values.values() for key in value.bottom], what)
        model = self.model.at(values, {("state", *state): layer.get(state, ZERO) for state in self.states})
        self.show_texts(region, model, self.nodes[time][1], what)

    def claims(self, time: int) -> None:
        region, _ = self.nodes[time]
        self.show_texts(region, region.model, [f"{self.spends} = {self.least}"], f"{self.name}: at t ≡ {time}")

    def fails(self, point: Point, shows: Any) -> Sides:
        """It costs something else at this time."""
        time, = entries(shows, self.name, time=int)
        need(0 <= time <= 20, f"{self.name}: the time is out of range")
        here = point
        for step in range(time + 1):
            each = self.value["next" if step else "start"]
            here = point.within({name: here.model.expression(text) for name, text in each.items()})
        return self.refuted(here, self.lawful, [f"{self.spent(time)} = {self.least}"])

    def spent(self, time: int) -> str:
        """The cost at a time, as a text about the states then."""
        return " + ".join(
            f"{len(self.scheme.queries[q])}*{self.prior}[{a}]*state({self.scheme.name},{time},{a},{x},{q})"
            for a, x, q in self.states)


class Optimal(Cost):
    """At every t, the expected download is at most the cost of any law that is decodable and independent of X_0."""

    keys = {"scheme": str, "prior": str}

    def prepare(self, scheme: str, prior: str, *says: Any) -> None:
        super().prepare(scheme, prior, {}, {}, "0")
        self.program = Program(self.scheme.sources, self.scheme.sources, prior, lambda a, x: "{}[{}]*({})".format(
            prior, a, " + ".join(f"state[{a},{x},{q}]" for q in self.scheme.queries)))
        self.laws: list[Region] = []

    def prepare_node(self, time: int) -> None:
        region, _ = self.nodes[time]
        del self.laws[time:]
        model = region.model.at({}, self.program.cells())
        given = [*self.program.signs, *self.program.rows]
        self.laws.append(self.goal.add_region(f"{self.name} {time} laws", given, region, model))

    def claims(self, time: int) -> None:
        self.show_texts(self.laws[time], self.laws[time].model, [f"{self.program.cost} >= {self.spends}"],
                        f"{self.name}: at t ≡ {time}")

    def fails(self, point: Point, shows: Any) -> Sides:
        """At this time, a law costs less."""
        time, values = entries(shows, self.name, time=int, values=dict)
        need(0 <= time <= 20, f"{self.name}: the time is out of range")
        states: dict[tuple[Index, ...], Quotient] = {
            ("state", a, x, q): point.model.function("state", [self.scheme.name, time, a, x, q])
            for a, x, q in self.states}
        cells = self.program.valued(values, lambda v: Quotient(constant(number(v))), self.name)
        return self.refuted(point.within({}, {**states, **cells}),
                            [*self.lawful, *self.program.signs, *self.program.rows],
                            [f"{self.program.cost} >= {self.spends}"])
