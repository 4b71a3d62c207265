"""Statements about experiments: hides and tells. For both, as for every text with Pr, the draws have to be laws.

A value of a draw can occur if its probability is not known to be zero throughout the region.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from .experiment import Experiment, Joint, Test
from .language import Model
from .polynomials import ZERO, Invalid, Quotient, Undefined, Work, entries, need, texts, total
from .reader import Choice, Index, Relation
from .regions import Point, Sides
from .statements import Cover, Statement

SPOKEN = re.compile(r"(?:Pr|state|history)\s*\(\s*(\w+)")


def spoken(statement: Statement) -> tuple[list[Experiment], list[str]]:
    """The experiments of which a statement speaks, and what says that the processes of which it speaks have laws (of a
    scheme, `normalised` says it). A cover speaks of what its parts do."""
    experiments = statement.model.experiments
    processes = {name: process for name, process in statement.model.processes.items() if process.laws}
    if not experiments and not processes:
        return [], []
    words, parts = {statement.value.get("in")}, [statement.value]
    parts += [part.given for part in statement.parts if part] if isinstance(statement, Cover) else []
    for part in parts:      # every text in it
        parts += part.values() if type(part) is dict else part if type(part) is list else []
        words.update(SPOKEN.findall(part) if type(part) is str else [])
    return ([experiments[name] for name in sorted(words & experiments.keys())],
            [text for name in sorted(words & processes.keys()) for text in processes[name].laws])


def show_laws(statement: Statement) -> None:
    """Every row of a draw that can be used is a law, in each experiment of which the statement speaks; and so is
    every row of each process."""
    def look(place: str, row: Sequence[Quotient]) -> None:
        statement.region.show_law(row, f"{statement.name}: the law of {place}")

    experiments, laws = spoken(statement)
    for experiment in experiments:
        experiment.joint(statement.model, [], statement.region.vanishes, look)
    statement.show_texts(statement.region, statement.model, laws, f"{statement.name}: laws")


class OfExperiment(Statement):
    """About an experiment."""

    def take(self, name: str, *lists: Any) -> list[list[str]]:
        """The experiment, and some lists of its variables, each of which stands once."""
        self.experiment, found = self.model.experiment(name), [texts(each, self.name) for each in lists]
        every = [word for each in found for word in each]
        need(len({*every}) == len(every), f"{self.name}: a variable stands twice")
        self.words = self.experiment.made_of(every)
        return found

    def valued(self, values: Any, words: Sequence[str]) -> Choice:
        """Values of just these variables. Nothing but integers and labels may come into a text."""
        need(type(values) is dict and values.keys() == {*words} and all(
            self.experiment.takes(*each) for each in values.items()),
            f"{self.name}: expected values of {', '.join(words) or 'nothing'}")
        return {word: values[word] for word in words}

    def chance(self, event: Choice, given: Choice = {}) -> str:
        """Pr(event | given), as a text; inputs are given."""
        drawn = {word: value for word, value in event.items() if not self.experiment.is_input(word)}
        sides = drawn, {**given, **{word: value for word, value in event.items() if word not in drawn}}
        words = [", ".join(f"{word} = {value}" for word, value in each.items()) for each in sides]
        return f"Pr({self.experiment.name}, {' | '.join(filter(None, words))})" if drawn else "1"

    def fails(self, point: Point, shows: Any) -> Sides:
        """Two outcomes show it; or a draw has no law at the point."""
        if shows:
            return self.differs(point, shows)
        try:
            self.experiment.lawful(point.model)
        except Undefined as reason:
            return str(reason), "=", "a law"
        raise Invalid(f"{self.name}: the draws are laws at the point")

    def differs(self, point: Point, shows: Any) -> Sides:
        raise NotImplementedError


class Hides(OfExperiment):
    """Whatever the other inputs are, and whatever is known besides: the view has the same law for any two values of the
    secret (of `among`, if there are any) that can occur then."""

    keys = {"in": str, "secret": list, "view": list}
    optional = {"knowing": [], "among": []}

    def prepare(self, name: str, *says: Any) -> None:
        self.secret, view, knowing = self.take(name, *says[:3])
        is_input = self.experiment.is_input
        self.inputs = [word for word in self.words if is_input(word) and word not in self.secret]
        self.view, self.knowing = ([word for word in each if not is_input(word)] for each in (view, knowing))
        need(self.secret and self.view, f"{self.name}: expected a secret, and a view that is not made of inputs alone")
        for word in self.secret:        # with the inputs, a function of them would be fixed, and nothing compared
            need(is_input(word) or self.experiment.variables[word].law
                 or not any(map(is_input, self.experiment.made_of([word]))),
                 f"{self.name}: the secret {word} is a function of an input")
        self.among = [self.listed(text) for text in texts(says[3], self.name)]
        need(len({*self.among}) == len(self.among) != 1, f"{self.name}: among: expected at least two different values")

    def listed(self, text: str) -> tuple[Index, ...]:
        """A value of each secret: "1" or "1, a"."""
        parts = [int(part) if re.fullmatch("-?[0-9]{1,4}", part) else part for part in map(str.strip, text.split(","))]
        need(len(parts) == len(self.secret), f"{self.name}: among: expected a value of each secret")
        return tuple(self.valued(dict(zip(self.secret, parts)), self.secret).values())

    def show(self) -> None:
        found = 0
        for relation in self.compared(self.model, self.region.vanishes, lambda q: self.region.has(q.top, "!=")):
            self.region.show(relation, self.name)
            found += 1
        need(found, f"{self.name}: there are no two values of the secret to compare", "shown")

    def laws(self, model: Model, vanishes: Test) -> dict[tuple[Index, ...], dict[tuple[Index, ...], Joint]]:
        """The other inputs and what is known besides → the secret → the view → the probability of all but inputs."""
        case, secret = len(self.inputs) + len(self.knowing), len(self.secret)
        joint, _ = self.experiment.joint(model, [*self.inputs, *self.knowing, *self.secret, *self.view], vanishes)
        found: dict[tuple[Index, ...], dict[tuple[Index, ...], Joint]] = {}
        for values, chance in joint.items():
            if not self.among or values[case:case + secret] in self.among:
                laws = found.setdefault(values[:case], {})
                laws.setdefault(values[case:case + secret], {})[values[case + secret:]] = chance
        return found

    def compared(self, model: Model, vanishes: Test, nonzero: Test) -> Iterator[Relation]:
        """Pr(s, view)·Pr(s') = Pr(s', view)·Pr(s), which is so where one of the two cannot occur. If one of the values
        can occur everywhere, all are compared with it, else any two."""
        for laws in self.laws(model, vanishes).values():
            mass = {s: total(law.values()) for s, law in laws.items()}
            base = next((s for s in laws if nonzero(mass[s])), None)
            for one, other in combinations(laws, 2) if base is None else [(base, s) for s in laws if s != base]:
                for view in {**laws[one], **laws[other]}:
                    Work.spend(4)
                    yield laws[one].get(view, ZERO) * mass[other], "=", laws[other].get(view, ZERO) * mass[one]

    def differs(self, point: Point, shows: Any) -> Sides:
        """Two values of the secret can occur, and the view has another probability."""
        inputs, knowing, view, *pair = entries(shows, self.name, inputs=dict, knowing=dict, view=dict, one=dict,
                                               other=dict)
        seen, secrets = self.valued(view, self.view), [self.valued(each, self.secret) for each in pair]
        need(secrets[0] != secrets[1] and all(not self.among or (*each.values(),) in self.among for each in secrets),
             f"{self.name}: the two secrets do not show it")
        fixed = {**self.valued(inputs, self.inputs), **self.valued(knowing, self.knowing)}
        one, other = ({**fixed, **each} for each in secrets)
        return self.refuted(point, [f"{self.chance(each)} > 0" for each in (one, other)],
                            [" = ".join(self.chance(seen, each) for each in (one, other))])


class Tells(OfExperiment):
    """The value is a function of the view, over all inputs and all that can occur."""

    keys = {"in": str, "view": list, "value": list}

    def prepare(self, name: str, *says: Any) -> None:
        self.view, self.told = self.take(name, *says)
        need(self.view and self.told, f"{self.name}: expected a view and a value")

    def show(self) -> None:
        found: dict[tuple[Index, ...], tuple[Index, ...]] = {}
        for values in self.experiment.joint(self.model, [*self.view, *self.told], self.region.vanishes)[0]:
            view, told = values[:len(self.view)], values[len(self.view):]
            need(found.setdefault(view, told) == told, f"{self.name}: {told} and {found[view]} at one view", "shown")

    def differs(self, point: Point, shows: Any) -> Sides:
        """Two outcomes can occur, with one view and two values."""
        one, other = (self.valued(each, self.words) for each in entries(shows, self.name, one=dict, other=dict))
        need(all(one[word] == other[word] for word in self.view), f"{self.name}: there are two views")
        told = [", ".join(f"{word} = {each[word]}" for word in self.told) for each in (one, other)]
        need(told[0] != told[1], f"{self.name}: there is one value")
        chances = [self.chance(each) for each in (one, other)]
        self.refuted(point, [f"{each} > 0" for each in chances], [f"{'*'.join(chances)} = 0"])
        return told[0], "=", told[1]
