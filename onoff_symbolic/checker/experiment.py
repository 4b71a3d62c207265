"""Experiments: variables, one after the other, the law of some of them, and the statements about it: hides and tells.

Glossary
    Input       a variable that has values and no law: what is said holds for each of them
    Draw        a variable with a law: for each value an expression, or an entry of a table that earlier ones choose
    Function    a variable that is computed of earlier ones
    Joint       the values of some variables together → their probability, the inputs that they depend on being given

A value of a draw can occur if its probability is not known to be zero throughout the region.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from .language import Model
from .meaning import (
    MAX_TEXT, Choice, Env, Expression, Relation, compile_expression, compile_side, flatten_labels)
from .polynomials import (
    UNIT, ZERO, Invalid, Key, Quotient, Work, entries, look_up, need, place, texts, total)
from .regions import Point, Sides
from .scheme import Look, require_law
from .statements import Statement
from .syntax import LETTERS, MAX_SMALL, WORD, Index, is_plain, parse_side, parse_spans

MAX_OUTCOMES, MAX_VALUES, MAX_FUNCTION = 20_000, 200, 2_000
NO_VARIABLE = {"mod", "for", "in", "sum", "Pr"}
NO_FUNCTION = re.compile(r"/|\*\*|\.|\w\s*[(\[]|\b[0-9]{5}|\bmod\b(?!\s*[0-9])")
"""What depends on where it is looked at (tables, entropies), what is no small integer, and `mod` as a word."""

Place = tuple[Index, ...]
Joint = dict[Place, Quotient]
Formula = Callable[[Env], Index]
Test = Callable[[Quotient], bool]


class Variable(NamedTuple):
    """An input (values only), a draw (with a law) or a function (a formula only); `given`: what it is made of."""

    given: list[str]
    values: list[Index]
    law: list[Expression]
    formula: Formula | None
    cost: int


class Experiment:
    """Inputs, draws and functions, in order."""

    def __init__(self, model: Model, name: str, value: Any) -> None:
        self.name, self.variables, self.labels = name, dict[str, Variable](), set[str]()
        self.computed: dict[tuple[str, Place], Index] = {}
        for word, says in value.items() if type(value) is dict else ():
            with place(f"experiment {name[:40]}, {word[:40]}"):
                need(WORD.fullmatch(word) and word not in NO_VARIABLE, "not the name of a variable")
                function = type(says) is dict and "is" in says
                self.variables[word] = self.function(says) if function else self.variable(model, says)
        need(WORD.fullmatch(name) and self.variables, f"experiment {name[:40]}: expected a word, and variables")
        need(not self.labels & self.variables.keys(), f"experiment {name}: a variable is a label, too")

    def variable(self, model: Model, says: Any) -> Variable:
        """An input or a draw. The law of a draw is a text for each value."""
        text, law, given = entries({"law": None, **says} if type(says) is dict else says, "variable", {"given": []},
                                   values=str, law=(str, list, type(None)))
        need(len(text) <= MAX_TEXT, "a text is too long", "work")
        Work.spend(8 * len(text))
        values = flatten_labels(parse_spans(text))
        need(len(values) <= MAX_VALUES, f"values: expected at most {MAX_VALUES}", "work")
        self.labels.update(v for v in values if type(v) is str)
        need({*texts(given, "given")} <= self.variables.keys(), "given: expected earlier variables")
        need(not given or type(law) is str and law != "uniform", "only the law of a table is given variables")
        if law == "uniform":
            law = [f"1/{len(values)}"] * len(values)
        elif type(law) is str:
            index = model.tables[law][0] if law in model.tables else []
            need(len(index) == len(given) + 1 and index[-1] == values,
                 f"law: expected uniform, a list or a table with this index, found {law[:40]!r}")
            law = [f"{law}[{','.join((*given, str(value)))}]" for value in values]
        elif law is not None:
            need(len(texts(law, "law")) == len(values) and all(map(is_plain, law)),
                 f"law: expected an expression in the names of the goal for each of {len(values)} values")
        return Variable(given, values, [compile_expression(each) for each in law or ()], None, 1)

    def function(self, says: Any) -> Variable:
        text, = entries(says, "function", **{"is": str})
        need(len(text) <= MAX_FUNCTION, "a function is too long", "work")
        for found in NO_FUNCTION.findall(text):
            raise Invalid(f"expected sums and products of small integers, found {found} in {text[:60]!r}", about=text)
        Work.spend(8 * len(text))
        side, tokens = parse_side(text)
        words = [word for word in dict.fromkeys(tokens) if word[:1] in LETTERS and word != "mod"]
        for word in words:
            need(word in self.variables or word in self.labels, f"{word[:40]!r} is no earlier variable and no label")
        return Variable([word for word in words if word in self.variables], [], [], compile_side(side), len(tokens))

    def is_input(self, word: str) -> bool:
        return not self.variables[word].law and self.variables[word].formula is None

    def takes(self, word: str, value: Any) -> bool:
        """Whether it is an integer or a label that is listed; of a function, any."""
        known = type(value) is int or type(value) is str and value in self.labels
        return known and (value in self.variables[word].values or self.variables[word].formula is not None)

    def made_of(self, words: Sequence[str]) -> list[str]:
        """These variables and all that they depend on, in order."""
        for word in words:
            need(word in self.variables, f"{word[:40]!r} is no variable of {self.name}")
        found = {*words}
        for word in reversed(self.variables):
            found.update(self.variables[word].given if word in found else ())
        Work.spend(len(self.variables) + sum([len(self.variables[word].given) for word in found]) >> 3)
        return [word for word in self.variables if word in found]

    def moves(self, model: Model, word: str, now: Place) -> list[tuple[Index, Quotient]]:
        """The values of a variable with their chances, after these values of what it is given."""
        given, values, law, formula, cost = self.variables[word]
        env = Env(model, dict(zip(given, now)))
        if formula is None:
            return [*zip(values, [chance(env) for chance in law] or [UNIT] * len(values))]
        if (word, now) not in self.computed:
            Work.spend(cost)
            self.computed[word, now] = value = formula(env)
            need(type(value) is str or abs(int(value)) <= MAX_SMALL, f"{word}: a value is too large", "work")
        return [(self.computed[word, now], UNIT)]

    def joint(self, model: Model, wanted: Sequence[str], vanishes: Test = lambda q: not q.top,
              look: Look | None = None) -> tuple[Joint, dict[Key, None]]:
        """The joint law of these variables, and the divisors in it. Values of a draw whose probability `vanishes` are
        left out. With `look`, every row of every draw that can be used is looked at."""
        draws = [word for word, variable in self.variables.items() if variable.law and look is not None]
        passed, kept, divisors = self.made_of([*wanted, *draws]), dict[str, int](), dict[Key, None]()
        until = {each: i for i, word in enumerate(passed) for each in self.variables[word].given}
        until.update(dict.fromkeys(wanted, len(passed)))        # where each is needed last
        layer: Joint = {(): UNIT}
        for i, word in enumerate(passed):
            known, found = dict[Place, Any](), Joint()
            given = [kept[each] for each in self.variables[word].given]
            kept[word] = len(kept)
            Work.spend(len(kept) + len(given))
            left = [each for each in kept if until.get(each, 0) > i]
            keep = [kept[each] for each in left]
            for before, chance in layer.items():
                place = tuple([before[j] for j in given])
                if place not in known:
                    moves = self.moves(model, word, place)
                    if look is not None and self.variables[word].law:
                        look([each for _, each in moves], "the law of " + " ".join(map(str, (word, *place))))
                    below = [key for _, each in moves for key in each.bottom]
                    look_up(below)
                    divisors.update(dict.fromkeys(below))
                    Work.spend(len(moves))
                    known[place] = [(value, each) for value, each in moves if each is UNIT or not vanishes(each)]
                Work.spend(1 + (2 + (len(before) >> 3)) * len(known[place]))
                for value, each in known[place]:
                    now = (*before, value)
                    key = tuple([now[j] for j in keep])
                    weight = chance if each is UNIT else chance * each
                    found[key] = found[key] + weight if key in found else weight
                need(len(found) <= MAX_OUTCOMES, f"{self.name} has more than {MAX_OUTCOMES} outcomes", "work")
            layer, kept = found, {each: j for j, each in enumerate(left)}
        order = [kept[word] for word in wanted]
        return {tuple([values[i] for i in order]): chance for values, chance in layer.items()}, divisors

    def lawful(self, model: Model) -> tuple[Joint, dict[Key, None]]:
        """Where the chances are numbers, each row of a draw is a law; else there is no value."""
        return self.joint(model, [], look=require_law)

    def chance(self, model: Model, event: Choice, given: Choice) -> Quotient:
        """Pr(event | given). It has a value where the draws are laws and what is given is not impossible."""
        both = {**event, **given}
        inputs = {word for word in self.made_of([*both]) if self.is_input(word)}
        need(inputs <= given.keys(), f"an input has no law: {', '.join(sorted(inputs - given.keys()))} stands after |")
        for word, value in both.items():
            need(self.takes(word, value), f"{word} is never {value}")
        top = self.at(model, both)
        return top if inputs >= given.keys() else top / self.at(model, given)

    def at(self, model: Model, values: Choice) -> Quotient:
        """The probability that variables have these values."""
        if (self.name, ()) not in model.joints:
            model.joints[self.name, ()] = self.lawful(model)
        key = (self.name, tuple(values))
        if key not in model.joints:
            model.joints[key] = self.joint(model, [*values])
        joint, divisors = model.joints[key]
        found = joint.get(tuple(values.values()), ZERO)
        return Quotient(found.top, {**dict.fromkeys(divisors, 0), **found.bottom}) if divisors else found


# -- statements --------------------------------------------------------------------------------------------------------


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
        need(type(values) is dict and values.keys() == {*words}
             and all(self.experiment.takes(*each) for each in values.items()),
             f"{self.name}: expected values of {', '.join(words) or 'nothing'}")
        return {word: values[word] for word in words}

    def chance(self, event: Choice, given: Choice = {}) -> str:
        """Pr(event | given), as a text; inputs are given."""
        drawn = {word: value for word, value in event.items() if not self.experiment.is_input(word)}
        sides = drawn, {**given, **{word: value for word, value in event.items() if word not in drawn}}
        words = [", ".join(f"{word} = {value}" for word, value in each.items()) for each in sides]
        return f"Pr({self.experiment.name}, {' | '.join(filter(None, words))})" if drawn else "1"


class Hides(OfExperiment):
    """Whatever the other inputs are, and whatever is known besides: the view has the same law for any two values of the
    secret (of `among`, if there are any) that can occur then."""

    keys = {"in": str, "secret": list, "view": list}
    optional = {"knowing": [], "among": []}

    def prepare(self, name: str, *says: Any) -> None:
        self.secret, view, knowing = self.take(name, *says[:3])
        is_input, secret = self.experiment.is_input, {*self.secret}
        self.inputs = [word for word in self.words if is_input(word) and word not in secret]
        self.view, self.knowing = ([word for word in each if not is_input(word)] for each in (view, knowing))
        need(self.secret and self.view, f"{self.name}: expected a secret, and a view that is not made of inputs alone")
        for word in self.secret:        # with the inputs, a function of them would be fixed, and nothing compared
            need(self.experiment.variables[word].formula is None
                 or not any(map(is_input, self.experiment.made_of([word]))),
                 f"{self.name}: the secret {word} is a function of an input")
        among = texts(says[3], self.name)
        self.among = {self.listed(text) for text in among}
        need(len(self.among) == len(among) != 1, f"{self.name}: among: expected at least two different values")

    def listed(self, text: str) -> Place:
        """A value of each secret: "1" or "1, a"."""
        parts = [int(part) if re.fullmatch("-?[0-9]{1,4}", part) else part for part in map(str.strip, text.split(","))]
        need(len(parts) == len(self.secret), f"{self.name}: among: expected a value of each secret")
        return tuple(self.valued(dict(zip(self.secret, parts)), self.secret).values())

    def show(self) -> None:
        found = 0
        for relation in self.compared(self.model, self.region.vanishes, lambda q: self.region.has(q.top, "!=")):
            self.region.show(relation)
            found += 1
        need(found, f"{self.name}: there are no two values of the secret to compare", "shown")

    def laws(self, model: Model, vanishes: Test) -> dict[Place, dict[Place, Joint]]:
        """The other inputs and what is known besides → the secret → the view → the probability of all but inputs."""
        case, secret = len(self.inputs) + len(self.knowing), len(self.secret)
        joint, _ = self.experiment.joint(model, [*self.inputs, *self.knowing, *self.secret, *self.view], vanishes)
        found: dict[Place, dict[Place, Joint]] = {}
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
                    yield laws[one].get(view, ZERO) * mass[other] - laws[other].get(view, ZERO) * mass[one], "="

    def fails(self, point: Point, shows: Any) -> Sides:
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
        found: dict[Place, Place] = {}
        for values in self.experiment.joint(self.model, [*self.view, *self.told], self.region.vanishes)[0]:
            view, told = values[:len(self.view)], values[len(self.view):]
            need(found.setdefault(view, told) == told, f"{self.name}: {told} and {found[view]} at one view", "shown")

    def fails(self, point: Point, shows: Any) -> Sides:
        """Two outcomes can occur, with one view and two values."""
        one, other = (self.valued(each, self.words) for each in entries(shows, self.name, one=dict, other=dict))
        need(all(one[word] == other[word] for word in self.view), f"{self.name}: there are two views")
        told = [", ".join(f"{word} = {each[word]}" for word in self.told) for each in (one, other)]
        need(told[0] != told[1], f"{self.name}: there is one value")
        self.refuted(point, [f"{self.chance(each)} > 0" for each in (one, other)], ["0 = 1"])
        return told[0], "=", told[1]
