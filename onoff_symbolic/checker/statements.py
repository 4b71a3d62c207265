"""Statements about relations, cases and states: what each kind says, how it is shown, and how it is seen to fail.

What has to be shown is derived from the statement and then looked up among what is known about its region. What shows
that a statement fails is turned into texts, one of which must be false, or without a value, at a point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .language import Values
from .polynomials import Invalid, Quotient, Work, constant, entries, need, number, texts
from .reader import Choice
from .regions import Point, Region, Sides
from .scheme import Running, State, lawful, residue

if TYPE_CHECKING:
    from .core import Goal

MAX_TIMES = 400


def numeric(text: Any) -> Quotient:
    """A number, as a certificate gives it."""
    return Quotient(constant(number(text)))


class Statement:
    """A part of the goal, on a region. `show` raises unless it holds there, `fails` unless it is false at a point."""

    keys: Mapping[str, Any] = {}
    optional: Mapping[str, Any] = {}

    def __init__(self, goal: Goal, value: Any, name: str) -> None:
        self.goal, self.model, self.name, self.value = goal, goal.model, name, value
        more = {**self.optional, "given": [], "by": [], "name": ""}
        _, region, *says, given, by, self.label = entries(value, name, more, kind=str, region=(str, list), **self.keys)
        self.regions = [goal.named(each) for each in (region if type(region) is list else [region])]
        need(self.regions, f"{name}: expected a region")
        self.given = texts(given, name)
        self.region = self.regions[0]
        if self.given or len(self.regions) > 1:
            others = [text for other in self.regions[1:] for text in other.given]
            self.region = goal.add_region(name, [*others, *self.given], self.region)
        self.base = self.region     # with what earlier statements say, these being named in `by`, it is the same
        labels = texts(by, name)
        self.by = [] if name.startswith("fails") else [goal.earlier(each) for each in labels]
        if self.by:
            self.region = goal.add_region(f"{name} by", [each.text for each in self.by], self.base)
        self.passed: list[Point] = []   # other points of the region by which a failure goes
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

    def show_cited(self) -> None:
        """What is named in `by`, and shown already, is so on this region."""
        for each in self.by:
            Work.spend(len(each.base.hypotheses))
            for p, sign, text in each.base.hypotheses:
                need(self.base.has(p, sign), f"{self.name}: {each.label} supposes that {text[:100]}", "shown")

    def fails(self, point: Point, shows: Any) -> Sides:
        """The sides of a relation that is false at the point."""
        raise Invalid(f"{self.name}: a {self.value['kind']} is not shown to fail")

    def refuted(self, point: Point, premises: Sequence[str], says: Sequence[str], only: Choice | None = None) -> Sides:
        """The premises are true at the point, and what is said is not, for all choices of the bound names or this."""
        for premise in premises:
            need(point.denied([premise]) is None, f"{self.name}: it is not so at the point that {premise[:100]}")
        found = point.denied(says, only)
        if found is None:
            raise Invalid(f"{self.name}: it holds at the point")
        return found

    def show_texts(self, region: Region, given: Sequence[str], what: str, values: Values | None = None) -> None:
        """The relations hold on the region, where names and cells have these values, if there are any."""
        region.show_values(values or {}, f"{self.name}: {what}")
        for text, relation in (self.model.at(values) if values else region.model).relations(given):
            region.show(relation, f"{self.name}: {what}: {text[:100]}")


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
        return self.refuted(point, [], [self.text], choice)


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
                self.show_texts(branch, part.given, part.name)


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
        while (self.scheme.phase(time), frozenset(current)) not in seen:      # then all repeats
            seen.add((self.scheme.phase(time), frozenset(current)))
            need(time < MAX_TIMES, f"{self.name}: the states take too long to repeat", "work")
            self.inspect(time, sorted(current))
            time += 1
            current = {after for state in sorted(current) for after, _ in self.running.moves(time, state)}
        self.region.show_defined(self.running.divisors, self.name)

    def inspect(self, time: int, states: Sequence[State]) -> None:
        """What is said about the states that can occur at t = time."""

    def occurs(self, time: Any, state: Any) -> str:
        """The probability of a state, as a text."""
        need(0 <= time and len(texts(state, self.name)) == 3 and {*state[:2]} <= {*self.scheme.sources}
             and state[2] in self.scheme.queries, f"{self.name}: expected a time and a state")
        return f"state({self.scheme.name},{time},{','.join(state)})"

    def fails(self, point: Point, shows: Any) -> Sides:
        """A state occurs after which a request has no law, or a wrong one; or, if it is null, the query after one."""
        time, state, request = entries(shows, self.name, time=int, state=list, request=(str, type(None)))
        premises, step = [f"{self.occurs(time, state)} > 0"], f"{self.scheme.chain}[{state[1]},"
        row = [f"{step}{x}]" for x in self.scheme.sources]
        if request is not None:
            need(request in self.scheme.sources, f"{self.name}: expected a request")
            premises.append(f"{step}{request}] > 0")
            law = f"law({self.scheme.name},{time + 1},{state[0]},{request},{state[2]}"
            row = [f"{law},{q},{state[1]})" for q in self.scheme.queries]
        return self.refuted(point, premises, self.good_row(row))

    def good_row(self, row: Sequence[str]) -> list[str]:
        """The entries have values."""
        return [f"{entry} = {entry}" for entry in row]


class Normalised(States):
    """Every row that can be used, of the chain and of the tables, is a probability distribution."""

    def inspect(self, time: int, states: Sequence[State]) -> None:
        for state in states:
            self.region.show_law([self.model.entry(self.scheme.chain, [state[1], x]) for x in self.scheme.sources],
                                 f"{self.name}: the request after {state[1]}")
            for request, _, law in self.running.rows(time + 1, state):
                self.region.show_law([*law.values()], f"{self.name}: the row {request} after {state}")

    def good_row(self, row: Sequence[str]) -> list[str]:
        return lawful(row)


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


class Uses(Statement):
    """Another claim; what it says is established by its own certificate."""

    keys = {"claim": str}

    def prepare(self, claim: str) -> None:
        self.claim = claim

    def show(self) -> None:
        """Its conditions are looked at when all certificates are known: see `passed_on`."""
