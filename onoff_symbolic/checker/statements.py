"""Statements about relations, cases and states: what each kind says, how it is shown, and how it is seen to fail.

What has to be shown is derived from the statement and looked up among what is known about its region. What shows that a
statement fails is turned into texts, one of which must be false, or without a value, at a point.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .language import Values
from .polynomials import Invalid, Quotient, Work, constant, entries, need, number, texts
from .meaning import Choice
from .regions import Point, Region, Sides
from .scheme import Process, Running, Scheme, State, lawful, require_law, residue

if TYPE_CHECKING:
    from .core import Goal
    from .experiment import Experiment

SPOKEN = re.compile(r"(?:Pr|state|history)\s*\(\s*(\w+)")


def numeric(text: Any) -> Quotient:
    """A number, as a certificate gives it."""
    return Quotient(constant(number(text)))


class Statement:
    """A part of the goal, on a region. `show` raises unless it holds there, `fails` unless it is false at a point."""

    keys: Mapping[str, Any] = {}
    optional: Mapping[str, Any] = {}
    supposes: Sequence[str] = ("in", "process", "scheme")       # keys that name what has to have laws

    def __init__(self, goal: Goal, value: Any, name: str) -> None:
        self.goal, self.model, self.name, self.value = goal, goal.model, name, value
        more = {**self.optional, "given": [], "by": [], "name": ""}
        _, region, *says, given, by, self.label = entries(value, name, more, kind=str, region=(str, list), **self.keys)
        self.regions = [goal.named(each) for each in (region if type(region) is list else [region])]
        need(self.regions, "expected a region")
        self.region, *others = self.regions
        given = [*(text for other in others for text in other.given), *texts(given, name)]
        if given or others:
            self.region = goal.add_region(name, given, self.region)
        self.base = self.region     # with what earlier statements say, these being named in `by`, it is the same
        self.by = [goal.earlier(each) for each in texts(by, name) if not name.startswith("fails")]
        if self.by:
            self.region = goal.add_region(f"{name} by", [each.text for each in self.by], self.base)
        self.passed: list[Point] = []   # other points of the region by which a failure goes
        self.prepare(*says)

    def prepare(self, *says: Any) -> None:
        """Look at what the statement says."""

    def invariant(self, evidence: Any) -> None:
        """Take the invariant, or the values of variables, from the certificate. Only regions come of it."""
        raise Invalid("there is nothing to take it for")

    values = invariant

    def show(self) -> None:
        raise NotImplementedError

    def show_cited(self) -> None:
        """What is named in `by`, and shown already, is so on this region."""
        for each in self.by:
            Work.spend(len(each.base.hypotheses))
            for p, sign, text in each.base.hypotheses:
                need(self.base.has(p, sign), f"{each.label} supposes that {text[:100]}", "shown")

    def models(self) -> tuple[list[Experiment], list[Process]]:
        """The experiments and processes of which it speaks. A cover speaks of what its parts do."""
        words = {self.value.get(key) for key in self.supposes}
        parts: list[Any] = [self.value, *(part.given for part in getattr(self, "parts", ()) if part)]
        parts += [region.given for region in self.region.around]
        for part in parts:      # every text in it
            parts += part.values() if type(part) is dict else part if type(part) is list else []
            words.update(SPOKEN.findall(part) if type(part) is str else [])
        experiments, processes = self.model.experiments, self.model.processes
        return ([experiments[name] for name in sorted(words & experiments.keys())],
                [processes[name] for name in sorted(words & processes.keys())])

    def show_laws(self) -> None:
        """Each draw and each row of a process of which it speaks is a law, if it can be used. Of a scheme, `normalised`
        says it."""
        experiments, processes = self.models()
        for experiment in experiments:
            experiment.joint(self.model, [], self.region.vanishes, self.region.show_law)
        self.show_texts(self.region, [text for process in processes for text in process.laws], "laws")

    def require_laws(self, point: Point) -> None:
        """At the point, too; there a scheme has laws as well."""
        experiments, processes = self.models()
        for experiment in experiments:
            experiment.lawful(point.model)
        for process in processes:
            need(point.denied(process.laws) is None, f"{process.name} has no laws at the point")
            if isinstance(process, Scheme):
                [*Running(point.model, process, lambda q: not q.top, require_law).reached()]

    def fails(self, point: Point, shows: Any) -> Sides:
        """The sides of a relation that is false at the point."""
        raise Invalid(f"a {self.value['kind']} is not shown to fail")

    def refuted(self, point: Point, premises: Sequence[str], says: Sequence[str], only: Choice | None = None) -> Sides:
        """The premises are true at the point, and what is said is not, for all choices of the bound names or this."""
        self.require_laws(point)
        for premise in premises:
            need(point.denied([premise]) is None, f"it is not so at the point that {premise[:100]}")
        found = point.denied(says, only)
        if found is None:
            raise Invalid("it holds at the point")
        return found

    def spoken(self, *tables: str) -> set[str]:
        """The names of which the region and these tables speak."""
        return self.region.names().union(*(self.model.entry(table, key).names() for table in tables
                                           for key in self.model.keys(table)))

    def show_texts(self, region: Region, given: Sequence[str], what: str, values: Values | None = None) -> None:
        """The relations hold on the region, where names and cells have these values, if there are any."""
        model = region.model
        if values:
            region.show_defined([key for value in values.values() for key in value.bottom], what)
            model = self.model.at(values)
        for text, relation in model.relations(given):
            region.show(relation, what, text)


class Holds(Statement):
    """The relation holds, for all choices of its bound names."""

    keys = {"text": str}

    def prepare(self, text: str) -> None:
        self.text = text

    def show(self) -> None:
        for choice, relations in self.model.instances(self.text):
            for relation in relations:
                self.region.show(relation, choice)

    def fails(self, point: Point, shows: Any) -> Sides:
        """It is false for this choice of the bound names."""
        choice, = entries(shows, self.name, choice=dict)
        need(choice in self.model.said(self.text).choices(self.model), "there is no such choice")
        return self.refuted(point, [], [self.text], choice)


class Cover(Statement):
    """Each point lies in the first, second or third part, as `split` is < 0, = 0 or > 0; null: there is none."""

    keys = {"split": str, "parts": list}

    def prepare(self, split: str, parts: Any) -> None:
        need(len(parts) == 3, "expected three parts")
        self.model.polynomial(split)    # where a divisor is zero, it would be none of the three
        self.parts = [None if part is None else self.goal.named(part) for part in parts]
        self.branches = [self.goal.add_region(f"{self.name} {sign}", [f"{split} {sign} 0"], self.region)
                         for sign in "<=>"]

    def show(self) -> None:
        for branch, part in zip(self.branches, self.parts):
            self.show_texts(branch, ["0 > 0"] if part is None else part.given, part.name if part else "it is empty")


class States(Statement):
    """About all states that can occur: those to which moves lead that are not known to have probability zero.

    `defined` is the least of it: every row that can be used has a law. This is found on the way."""

    keys: Mapping[str, Any] = {"scheme": str}
    supposes: Sequence[str] = ()
    laws = False

    def prepare(self, scheme: str, *says: Any) -> None:
        self.scheme = self.model.scheme(scheme)

    def show(self) -> None:
        look = self.region.show_law if self.laws else None
        running = Running(self.model, self.scheme, self.region.vanishes, look)
        for time, states in running.reached():
            for fault in self.faults(time, states):
                raise Invalid(f"{self.value['kind']} fails at {fault} if t = {time}", "shown")
        self.region.show_defined(running.divisors)

    def faults(self, time: int, states: Iterable[State]) -> Iterable[tuple[State, ...]]:
        """Those of the states that must not occur, or not together."""
        return ()

    def occurs(self, time: Any, state: Any) -> str:
        """The probability of a state, as a text."""
        need(0 <= time and len(texts(state, self.name)) == 3 and {*state[:2]} <= {*self.scheme.sources}
             and state[2] in self.scheme.queries, "expected a time and a state")
        return f"state({self.scheme.name},{time},{','.join(state)})"

    def fails(self, point: Point, shows: Any) -> Sides:
        """A state occurs after which a request has no law, or a wrong one; or, if it is null, the query after one."""
        time, state, request = entries(shows, self.name, time=int, state=list, request=(str, type(None)))
        premises, step = [f"{self.occurs(time, state)} > 0"], f"{self.scheme.chain}[{state[1]},"
        row = [f"{step}{x}]" for x in self.scheme.sources]
        if request is not None:
            need(request in self.scheme.sources, "expected a request")
            premises.append(f"{step}{request}] > 0")
            law = f"law({self.scheme.name},{time + 1},{state[0]},{request},{state[2]}"
            row = [f"{law},{q},{state[1]})" for q in self.scheme.queries]
        return self.refuted(point, premises, lawful(row) if self.laws else [f"{each} = {each}" for each in row])


class Normalised(States):
    """Every row that can be used, of the chain and of the tables, is a probability distribution."""

    laws = True


class Decodable(States):
    """Every query that can be sent downloads X_t."""

    supposes = Statement.supposes
    shown: Mapping[str, Any] = {"state": list}

    def faults(self, time: int, states: Iterable[State]) -> Iterable[tuple[State, ...]]:
        return ((state,) for state in states if state[1] not in self.scheme.queries[state[2]])

    def fails(self, point: Point, shows: Any) -> Sides:
        """States occur that must not."""
        time, *states = entries(shows, self.name, time=int, **self.shown)
        chances = [self.occurs(time, state) for state in states]
        found = (*map(tuple, states),)
        need(found in self.faults(time, found), "the states are as they should be")
        return self.refuted(point, [f"{chance} > 0" for chance in chances], [f"{'*'.join(chances)} = 0"])


class Placed(Decodable):
    """At times t ≡ r mod m at which Q_t is `query`, X_t = map(X_0); m divides the period of the scheme."""

    keys = {"scheme": str, "time": (list, type(None)), "query": str, "map": dict}

    def prepare(self, scheme: str, *says: Any) -> None:
        super().prepare(scheme)
        time, self.query, self.map = says
        self.modulus, self.rest = residue(time, self.name)
        need(self.query in self.scheme.queries and self.map.keys() == {*self.scheme.sources}
             and all(x in self.scheme.sources for x in self.map.values()), "expected a query and a map")

    def show(self) -> None:
        need(self.scheme.period % self.modulus == 0, "the times do not repeat with the scheme")
        super().show()

    def faults(self, time: int, states: Iterable[State]) -> Iterable[tuple[State, ...]]:
        now = time % self.modulus == self.rest
        return ((state,) for state in states if now and state[2] == self.query and state[1] != self.map[state[0]])


class Determined(Decodable):
    """X_t is a function of (X_0, Q_t), at every t."""

    shown = {"state": list, "other": list}

    def faults(self, time: int, states: Iterable[State]) -> Iterable[tuple[State, ...]]:
        first: dict[Any, State] = {}
        return ((first[s[::2]], s) for s in states if first.setdefault(s[::2], s) != s)


class Uses(Statement):
    """Another claim; what it says is established by its own certificate."""

    keys = {"claim": str}

    def prepare(self, claim: str) -> None:
        self.claim = claim

    def show(self) -> None:
        """Its conditions are looked at when all certificates are known: see `passed_on`."""
