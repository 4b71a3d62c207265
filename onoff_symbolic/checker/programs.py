"""Statements about how little can be downloaded at a time t: optimum, unique, general; cost and optimal of a scheme.

The program: for each set of sources, x_0, and x in the set, mass[x_0,x,set] is the probability that X_0 = x_0, X_t = x
and exactly this set can be decoded. These are >= 0, for each (x_0, x) they sum to Pr(X_0 = x_0, X_t = x), and the set
is independent of X_0. The cost is the expected size of the set.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from .histories import Inductive
from .language import Values
from .least import Least
from .polynomials import UNIT, ZERO, Number, Quotient, Work, constant, entries, need, number, plain, texts, variable
from .regions import Point, Region, Sides
from .scheme import MAX_SOURCES, MAX_STEPS, Running, State, lawful
from .statements import Statement

Joint = Callable[[str, str], str]


def subsets(sources: Sequence[str]) -> list[tuple[str, ...]]:
    """All but the empty one, small ones first."""
    need(len(sources) <= MAX_SOURCES, "too many sources")
    return [each for size in range(1, len(sources) + 1) for each in combinations(sources, size)]


class Program:
    """The program, as texts: what a law of (X_0, X_t, set) satisfies, and what it costs."""

    def __init__(self, secrets: Sequence[str], sources: Sequence[str], prior: str, joint: Joint,
                 only: Container[str] | None = None) -> None:
        """With `only`, the law is on these sets."""
        chosen = subsets(sources)
        sets = {"".join(each): each for each in chosen}
        need(len(sets) == len(chosen), "two sets of sources are alike")
        self.secrets, self.sources = secrets, sources
        self.sets = {s: each for s, each in sets.items() if only is None or s in only}
        Work.spend(20 * len(secrets) * len(sources) * len(self.sets))
        self.places = {f"{a},{x},{s}": ("mass", a, x, s)
                       for a in secrets for s, each in self.sets.items() for x in each}
        self.signs = [f"mass[{place}] >= 0" for place in self.places]
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

    def cells(self, value: Callable[[str], Quotient] = lambda place: variable(f"mass[{place}]")) -> Values:
        """The variables, or values for them, each by its place "x_0,x,set"; 0 where the set does not serve x."""
        none = {("mass", a, x, s): ZERO for a in self.secrets for x in self.sources for s in self.sets}
        return {**none, **{key: value(place) for place, key in self.places.items()}}

    def valued(self, values: Any, what: str) -> Values:
        """Numbers for the variables, as a certificate gives them; what is left out is 0."""
        need(type(values) is dict and values.keys() <= self.places.keys(), f"{what}: expected values of variables")
        return self.cells(lambda place: Quotient(constant(number(values.get(place, "0")))))


class OfProgram(Least):
    """About the program of a law of X_0 and a law of X_t given X_0; what stands for X_0 may be any secret."""

    keys: Mapping[str, Any] = {"prior": str, "law": str}

    def prepare(self, prior: str, law: str, *says: Any) -> None:
        need(prior in self.model.tables and len(self.model.tables[prior][0]) == 1, f"there is no law {prior[:40]!r}")
        need(law in self.model.tables and len(self.model.tables[law][0]) == 2, f"there is no law {law[:40]!r}")
        self.secrets, self.sources = ([str(x) for x in self.model.tables[table][0][-1]] for table in (prior, law))
        self.model.shaped(law, self.secrets, self.sources)
        self.joint: Joint = lambda a, x: f"{prior}[{a}]*{law}[{a},{x}]"
        self.program = Program(self.secrets, self.sources, prior, self.joint)
        self.free = self.program.cells()
        self.feasible = [f"{self.joint(a, x)} >= 0" for a in self.secrets for x in self.sources]
        # Without these the equations would not say independence, or the masses not be probabilities.
        self.lawful = [*lawful(f"{prior}[", self.secrets),
                       *(f"{' + '.join(f'{law}[{a},{x}]' for x in self.sources)} = 1" for a in self.secrets)]
        if len(self.secrets) > 2:
            self.lawful.append(f"{prior}[{self.secrets[0]}] > 0")
        self.stated(*says)

    def stated(self, *says: Any) -> None:
        """Look at what is said besides."""

    def tabled(self, table: str, entry: Callable[[str, str, str], str]) -> None:
        """The variables have these values, made of a table; where the set does not serve the request, 0."""
        self.model.shaped(table, self.secrets, self.sources, [*self.program.sets])
        self.entry = entry
        self.attains = dict(self.program.cells(lambda place: self.model.expression(entry(*place.split(",")))))
        self.equal = [f"{self.program.mass(a, x, s)} = {entry(a, x, s)}"
                      for a in self.secrets for x in self.sources for s in self.program.sets]


class Optimum(OfProgram):
    """The least cost is `value`."""

    keys = {**OfProgram.keys, "value": str}

    def stated(self, value: str, *says: Any) -> None:
        self.model.expression(value)      # it is one, and does not speak of the variables
        self.pose(self.program.places, [*self.program.signs, *self.program.rows], self.program.cost, value)


class Unique(Optimum):
    """It is attained by no other law of the set given (X_0, X_t) than the table; no (X_0, X_t) has probability zero."""

    keys = {**Optimum.keys, "table": str}
    values = Statement.values       # it takes none: the table has them

    def stated(self, value: str, *says: Any) -> None:
        super().stated(value)
        self.tabled(says[0], lambda a, x, s: f"{self.joint(a, x)}*{says[0]}[{a},{x},{s}]")
        self.lawful = [*self.lawful, *(f"{self.joint(a, x)} != 0" for a in self.secrets for x in self.sources)]
        self.best = self.within("best", [f"{self.of} = {self.least}"], self.laws)

    def show(self) -> None:
        super().show()
        self.show_texts(self.best, self.wide, self.equal, f"{self.name}: unique")

    def fails(self, point: Point, shows: Any) -> Sides:
        """Also: another law that costs no more."""
        need(type(shows) is dict, f"{self.name}: expected what shows it")
        if "multipliers" in shows:
            return super().fails(point, shows)
        values, = entries(shows, self.name, values=dict)
        return self.refuted(self.numbers(point, values), [*self.lawful, *self.subject, f"{self.of} <= {self.least}"],
                            [f"{self.of} >= {self.least}", *self.equal])


class General(OfProgram):
    """The solutions of the equations are those of the table, one for each value of the letters in `free`."""

    keys = {**OfProgram.keys, "table": str, "free": dict}
    values = Statement.values

    def stated(self, *says: Any) -> None:
        table, free = says
        letters, data = {*map(str, free.values())}, (self.value["prior"], self.value["law"])
        cells = [self.model.entry(table, key) for table in data for key in self.model.keys(table)]
        spoken = self.region.names().union(*(cell.names() for cell in cells))
        need(free.keys() <= self.program.places.keys() and len(letters) == len(free)
             and letters <= {*self.model.names} - spoken,
             f"{self.name}: expected different letters that the region, the prior and the law do not mention")
        self.fixed = [f"mass[{place}] = {letter}" for place, letter in free.items()]
        self.pose(self.program.places, [*self.program.rows, *self.fixed], "0", "0")
        self.tabled(table, lambda a, x, s: f"{table}[{a},{x},{s}]")

    def show(self) -> None:
        self.show_texts(self.region, self.model, self.lawful, f"{self.name}: laws")
        self.show_attained(self.subject)
        self.show_texts(self.laws, self.wide, self.equal, self.name)

    def fails(self, point: Point, shows: Any) -> Sides:
        """The table is no solution, though none of it is negative."""
        entries(shows, self.name)
        cells = self.program.cells(lambda place: point.model.expression(self.entry(*place.split(","))))
        return self.refuted(point.within(cells), [*self.lawful, *self.program.signs], [*self.subject, *self.equal])


# -- what a scheme downloads, at every t -------------------------------------------------------------------------------


class Cost(Inductive):
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
        self.induct({("state", *state): variable(f"state[{','.join(state)}]") for state in self.states})

    def invariant(self, evidence: Any) -> None:
        read = [entries(node, self.name, {"once": False, "bound": {}}, holds=list) for node in evidence]
        self.settled = max(self.scheme.settled, sum(once for _, once, _ in read))
        self.modulus = len(evidence) - self.settled
        need(not any(once for _, once, _ in read[self.settled:]), f"{self.name}: single times come first")
        need(self.modulus > 0 and not self.nodes and self.modulus % self.scheme.period == 0,
             f"{self.name}: expected a node for each t mod m, once")
        for time, (holds, _, bound) in enumerate(read):
            self.node(time, str(time), holds)
            self.bounded(time, bound)

    def bounded(self, time: int, bound: Any) -> None:
        """Take the multipliers of a node. Only regions and texts come of it."""
        need(not bound, f"{self.name}: a cost has no bound")

    def show(self) -> None:
        need(self.nodes, f"{self.name}: expected an invariant", "shown")
        self.show_texts(self.region, self.model, self.lawful, f"{self.name}: the law of X_0")
        self.to(self.region, 0, self.start, {(a, a, self.scheme.start): UNIT for a in self.scheme.sources})
        for time, (region, _) in self.nodes.items():
            self.claims(time)
            running = Running(self.model, self.scheme, region.vanishes)
            now = {state: region.model.entry("state", state) for state in self.states}
            after = running.onward({state: p for state, p in now.items() if not region.vanishes(p)}, time + 1)
            region.show_defined(running.divisors, self.name)
            self.to(region, time + 1, self.next, after)

    def to(self, region: Region, time: int, sequences: Values, layer: Mapping[State, Quotient]) -> None:
        time = time if time < self.settled else self.settled + (time - self.settled) % self.modulus
        cells = {("state", *state): layer.get(state, ZERO) for state in self.states}
        self.arrives(region, time, {**sequences, **cells}, f"t ≡ {time}")

    def claims(self, time: int) -> None:
        region, _ = self.nodes[time]
        self.show_texts(region, region.model, [f"{self.spends} = {self.least}"], f"{self.name}: at t ≡ {time}")

    def occurring(self, point: Point, time: int) -> Values:
        """The cells at a time, at a point."""
        need(0 <= time <= MAX_STEPS, f"{self.name}: the time is out of range")
        running = Running(point.model, self.scheme, lambda q: not q.top)
        layer = {(a, a, self.scheme.start): UNIT for a in self.scheme.sources}
        for now in range(1, time + 1):
            layer = running.onward(layer, now)
        return {("state", *state): layer.get(state, ZERO) for state in self.states}

    def fails(self, point: Point, shows: Any) -> Sides:
        """It costs something else at this time."""
        time, = entries(shows, self.name, time=int)
        here, cells = point, self.occurring(point, time)
        for step in range(time + 1):
            each = self.value["next" if step else "start"]
            here = point.within({name: here.model.expression(text) for name, text in each.items()})
        return self.refuted(here.within(cells), self.lawful, [f"{self.spends} = {self.least}"])


class Optimal(Cost):
    """At every t, the expected download is at most the cost of any law that is decodable and independent of X_0.

    A node may have a `bound` that shows it: y_0 and terms (y, a, T), y >= 0, with y_0 - Σ_{T ⊇ S} y <= |S| for each
    set S. If w is the law of the set, it costs at least y_0 Σ w(S) - Σ_T y Σ_{S ⊆ T} w(S); and Σ_{S ⊆ T} w(S), which
    is the same given any X_0, is at most Pr(X_t in T | X_0 = a), for X_t is in the set."""

    keys = {"scheme": str, "prior": str}

    def prepare(self, scheme: str, prior: str, *says: Any) -> None:
        super().prepare(scheme, prior, {}, {}, "0")
        self.laws: dict[int, Region] = {}
        self.bounds: dict[int, str] = {}
        self.whole: Program | None = None

    def program(self, only: Container[str] | None = None) -> Program:
        return Program(self.scheme.sources, self.scheme.sources, self.prior, lambda a, x: (
            f"{self.prior}[{a}]*({self.within(a, [x])})"), only)

    def within(self, first: str, chosen: Iterable[str]) -> str:
        """Pr(X_t is one of these | X_0 = first), as a text."""
        return " + ".join(f"state[{first},{x},{q}]" for x in chosen for q in self.scheme.queries)

    def bounded(self, time: int, bound: Any) -> None:
        (self.laws if bound else self.bounds).pop(time, None)
        region, _ = self.nodes[time]
        if bound:
            self.bounds[time] = self.least_of_all(bound)
            return
        self.whole = self.whole or self.program()
        self.laws[time] = self.goal.add_region(f"{self.name} {time} laws", [*self.whole.signs, *self.whole.rows],
                                               region, region.model.at(self.whole.cells()))

    def least_of_all(self, bound: Any) -> str:
        """What every law costs at least, as a text."""
        first, terms = entries(bound, self.name, constant=str, terms=list)
        sources, prices, sets = self.scheme.sources, list[tuple[Number, str, list[str]]](), subsets(self.scheme.sources)
        for term in terms:
            need(type(term) is list and len(term) == 3 and term[1] in sources, f"{self.name}: not a term of a bound")
            need(number(term[0]) >= 0 and {*texts(term[2], self.name)} <= {*sources}, f"{self.name}: a wrong term")
            prices.append((number(term[0]), term[1], [x for x in sources if x in term[2]]))
        for each in sets:
            Work.spend(len(prices) + 1)
            paid: Number = 0
            for y, _, top in prices:
                paid = plain(paid + y) if {*each} <= {*top} else paid
            need(number(first) - paid <= len(each), f"{self.name}: the multipliers bring more than {each}", "shown")
        whole = " + ".join(f"{self.prior}[{a}]*({self.within(a, sources)})" for a in sources)
        return f"{first}*({whole})" + "".join(f" - {y}*({self.within(a, top)})" for y, a, top in prices if top)

    def claims(self, time: int) -> None:
        region, what = self.nodes[time][0], f"{self.name}: at t ≡ {time}"
        if time in self.bounds:
            self.show_texts(self.region, self.model, [f"{self.prior}[{a}] > 0" for a in self.scheme.sources], what)
            self.show_texts(region, region.model, [f"{self.bounds[time]} >= {self.spends}"], what)
        elif self.whole is not None:
            self.show_texts(self.laws[time], self.laws[time].model, [f"{self.whole.cost} >= {self.spends}"], what)

    def fails(self, point: Point, shows: Any) -> Sides:
        """At this time, a law costs less; it is on the sets that it names."""
        time, values = entries(shows, self.name, time=int, values=dict)
        program = self.program({key.rpartition(",")[2] for key in values})
        here = point.within({**self.occurring(point, time), **program.valued(values, self.name)})
        given = [*self.lawful, *program.signs, *program.rows]
        if len(self.scheme.sources) > 2:        # else the rows would not say independence
            given.append(f"{self.prior}[{self.scheme.sources[0]}] > 0")
        return self.refuted(here, given, [f"{program.cost} >= {self.spends}"])
