"""Experiments of a goal: variables, one after the other, and the law of some of them. Nothing here judges.

Glossary
    Input       a variable that has values and no law: what is said holds for each of them
    Draw        a variable with a law: the same for each value, a list of expressions, or the row of a table that
                earlier variables choose
    Function    a variable that is computed of earlier ones
    Value       an integer or a label
    Joint       the values of some variables together → their probability, the inputs that they depend on being given
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from .polynomials import (
    UNIT, ZERO, Key, Quotient, Undefined, Work, constant, entries, is_constant, need, place, plain, shown, texts)
from .reader import DIGITS, LETTERS, MAX_SMALL, MAX_TEXT, WORD, Env, Expression, Reader, is_plain

if TYPE_CHECKING:
    from .language import Model

MAX_OUTCOMES, MAX_VALUES, MAX_FUNCTION = 20_000, 200, 2_000
NO_VARIABLE = {"mod", "for", "in", "sum", "Pr"}

Value = int | str
Values = Mapping[str, Value]
Joint = dict[tuple[Value, ...], Quotient]
Formula = Callable[[Env], Value]
Look = Callable[[str, Sequence[Quotient]], None]
Test = Callable[[Quotient], bool]


class Variable(NamedTuple):
    """An input (no law), a draw, or a function (a formula); `given`: what it is made of."""

    values: list[Value]
    law: str | list[str] | None
    given: list[str]
    formula: Formula | None
    cost: int = 1


class Function(Reader):
    """Reads a function of integers and labels: it may also say (a sum) mod a number, and [a = b] of sums."""

    def formula(self) -> Formula:
        for word in self.tokens:
            need(word not in ("/", "**") and (word[:1] not in DIGITS or word.isdigit() and len(word) <= 4),
                 f"expected sums and products of small integers, found {word[:40]} in {self.text[:60]!r}")
        found = self.side()
        self.take("")
        return found

    def name(self) -> str:
        """A variable or a label; no table, scheme or entropy: what these are depends on where they are looked at."""
        found = super().name()
        need(found != "mod" and self.word not in ("(", "["),
             f"expected a variable or a label, found {found[:40]}{self.word} in {self.text[:60]!r}")
        return found

    def side(self) -> Formula:
        """A variable or a label, else an integer."""
        if self.word[:1] in LETTERS and self.tokens[self.place + 1] in ("", "=", "!=", "]"):
            word = self.name()
            return lambda env: env.index(word)
        found = self.sum()
        return lambda env: integer(found(env))

    def indicator(self) -> Expression:
        left, sign, right = self.side(), self.take("=", "!="), self.side()
        return lambda env: UNIT if (left(env) == right(env)) == (sign == "=") else ZERO

    def sum(self) -> Expression:
        start, found = self.place, super().sum()
        if self.word != "mod":
            return found
        open = accumulate((w in ("(", "[")) - (w in (")", "]")) for w in self.tokens[start:self.place])
        alone = 0 not in [*open][:-1]       # nothing beside it, so that it cannot be read in two ways
        self.take("mod")
        modulus = self.small()
        need(alone and modulus, f"expected (a sum) mod a number > 0 in {self.text[:60]!r}")
        return lambda env: Quotient(constant(integer(found(env)) % modulus))


def integer(value: Quotient) -> int:
    found = value.top.get((), 0)
    need(is_constant(value.top) and not value.bottom and found.denominator == 1, "a function is not an integer")
    return int(found)


class Experiment:
    """Inputs, draws and functions, in order."""

    def __init__(self, model: Model, name: str, value: Any) -> None:
        self.name, self.variables, self.labels = name, dict[str, Variable](), set[str]()
        self.computed: dict[tuple[str, tuple[Value, ...]], Value] = {}
        for word, says in value.items() if type(value) is dict else ():
            with place(f"experiment {name}, {word[:40]}"):
                need(WORD.fullmatch(word) and word not in NO_VARIABLE, "not the name of a variable")
                self.variables[word] = self.variable(model, says)
        need(self.variables, f"experiment {name}: expected variables")
        need(not self.labels & self.variables.keys(), f"experiment {name}: a variable is a label, too")

    def variable(self, model: Model, says: Any) -> Variable:
        if type(says) is dict and "is" in says:
            text, = entries(says, "function", **{"is": str})
            need(len(text) <= MAX_FUNCTION, "a function is too long", "work")
            Work.spend(8 * len(text))
            reader = Function(text)
            formula = reader.formula()
            words = dict.fromkeys(word for word in reader.tokens if word[:1] in LETTERS and word != "mod")
            for word in words:
                need(word in self.variables or word in self.labels,
                     f"{word[:40]!r} is no earlier variable and no label")
            used = [word for word in words if word in self.variables]
            return Variable([], None, used, formula, len(reader.tokens))
        values, law, given = entries({"law": None, **says} if type(says) is dict else says, "variable", {"given": []},
                                     values=str, law=(str, list, type(None)))
        found = self.values(values)
        need({*texts(given, "given")} <= self.variables.keys(), "given: expected earlier variables")
        need(not given or type(law) is str and law != "uniform", "only the law of a table is given variables")
        if type(law) is str and law != "uniform":
            need(law in model.tables, f"law: expected uniform, a list or a table, found {law[:40]!r}")
            index = model.tables[law][0]
            need(len(index) == len(given) + 1 and index[-1] == found, f"law: the table {law} has another index")
        if type(law) is list:
            need(len(texts(law, "law")) == len(found) and all(map(is_plain, law)),
                 f"law: expected an expression in the names of the goal for each of {len(found)} values")
        return Variable(found, law, given, None)

    def values(self, text: str) -> list[Value]:
        """Integers, ranges of integers and labels."""
        need(len(text) <= MAX_TEXT, "a text is too long", "work")
        Work.spend(8 * len(text))
        reader, found = Reader(text), list[Value]()
        for first, last in reader.many(reader.span):
            found += range(first, min(int(last), first + MAX_VALUES) + 1) if type(first) is int else [first]
            need(len(found) <= MAX_VALUES, f"values: expected at most {MAX_VALUES}", "work")
        reader.take("")
        need(0 < len({*found}) == len(found), "values: expected different ones")
        self.labels.update(v for v in found if type(v) is str)
        return found

    def read(self, text: str, words: Sequence[str]) -> tuple[Value, ...]:
        """A value of each of these variables: "1" or "1,a"."""
        parts = [part.strip() for part in text.split(",")]
        found = tuple(int(part) if re.fullmatch("-?[0-9]{1,4}", part) else part for part in parts)
        need(len(found) == len(words) and all(self.takes(*each) for each in zip(words, found)),
             f"expected values of {', '.join(words)}, found {text[:40]!r}")
        return found

    def takes(self, word: str, value: Value) -> bool:
        """Whether the value is listed; of a function, what its values are is not looked at."""
        return value in self.variables[word].values or self.variables[word].formula is not None

    def is_input(self, word: str) -> bool:
        return self.variables[word].law is None and self.variables[word].formula is None

    def known(self, words: Iterable[str]) -> list[str]:
        for word in words:
            need(word in self.variables, f"{word[:40]!r} is no variable of {self.name}")
        return [*words]

    def made_of(self, words: Iterable[str]) -> list[str]:
        """These variables and all that they depend on, in order."""
        Work.spend(len(self.variables) >> 3)
        found = {*words}
        for word in reversed(self.variables):
            found.update(self.variables[word].given if word in found else ())
        return [word for word in self.variables if word in found]

    def moves(self, model: Model, word: str, now: tuple[Value, ...], look: Look) -> list[tuple[Value, Quotient]]:
        """The values of a variable with their chances, after these values of what it is given."""
        values, law, given, formula, cost = self.variables[word]
        if formula is not None:
            if (word, now) not in self.computed:
                Work.spend(cost)
                self.computed[word, now] = value = formula(Env(model, dict(zip(given, now))))
                need(type(value) is str or abs(int(value)) <= MAX_SMALL, f"{word}: a value is too large", "work")
            return [(self.computed[word, now], UNIT)]
        if law is None:
            return [(value, UNIT) for value in values]
        if law == "uniform":
            row = [Quotient(constant(plain(Fraction(1, len(values)))))] * len(values)
        else:
            row = [model.expression(text) for text in law] if type(law) is list else [
                model.entry(str(law), [*now, value]) for value in values]
        look(" ".join(map(str, (word, *now))), row)
        return [*zip(values, row)]

    def joint(self, model: Model, wanted: Sequence[str], vanishes: Test = lambda q: not q.top, look: Look | None = None
              ) -> tuple[Joint, dict[Key, None]]:
        """The joint law of these variables, and the divisors in it. Values of a draw whose probability `vanishes` are
        left out. With `look`, every row of every draw that can be used is looked at."""
        draws = [word for word, variable in self.variables.items() if variable.law is not None and look is not None]
        passed, kept, divisors = self.made_of([*wanted, *draws]), list[str](), dict[Key, None]()
        until = {each: i for i, word in enumerate(passed) for each in self.variables[word].given}
        until.update(dict.fromkeys(wanted, len(passed)))        # where each is needed last
        layer: Joint = {(): UNIT}
        for i, word in enumerate(passed):
            keep, found = [each for each in (*kept, word) if until.get(each, 0) > i], Joint()
            known: dict[tuple[Value, ...], list[tuple[Value, Quotient]]] = {}
            for before, chance in layer.items():
                now = dict(zip(kept, before))
                place = tuple([now[each] for each in self.variables[word].given])
                if place not in known:
                    moves = self.moves(model, word, place, look or (lambda place, row: None))
                    divisors.update(dict.fromkeys(key for _, each in moves for key in each.bottom))
                    known[place] = [(value, each) for value, each in moves if each is UNIT or not vanishes(each)]
                Work.spend(1 + (2 + (len(kept) >> 3)) * len(known[place]))
                for value, each in known[place]:
                    now[word] = value
                    key = tuple([now[each] for each in keep])
                    weight = chance if each is UNIT else chance * each
                    found[key] = found[key] + weight if key in found else weight
                need(len(found) <= MAX_OUTCOMES, f"{self.name} has more than {MAX_OUTCOMES} outcomes", "work")
            layer, kept = found, keep
        order = [kept.index(word) for word in wanted]
        return {tuple([values[i] for i in order]): chance for values, chance in layer.items()}, divisors

    def lawful(self, model: Model) -> None:
        """Where the chances are numbers, each row of a draw is a law; else there is no value."""
        def look(place: str, row: Sequence[Quotient]) -> None:
            numbers = [each.top.get((), 0) for each in row if is_constant(each.top) and not each.bottom]
            if len(numbers) == len(row) and (min(numbers) < 0 or sum(numbers) != 1):
                raise Undefined(f"{place}: {', '.join(shown(constant(n)) for n in numbers)[:200]} is no law")

        self.joint(model, [], look=look)

    def chance(self, model: Model, event: Values, given: Values) -> Quotient:
        """Pr(event | given). It has a value where the draws are laws and what is given is not impossible."""
        both = {**event, **given}
        inputs = [word for word in self.made_of(self.known(both)) if self.is_input(word)]
        need(not {*inputs} & event.keys(), "an input has no law: it stands after |")
        for word in inputs:
            need(word in given, f"an input has no law: {word} is missing after |")
        for word, value in both.items():
            need(self.takes(word, value), f"{word} is never {value}")
        top = self.at(model, both)
        return top if {*inputs} >= given.keys() else top / self.at(model, given)

    def at(self, model: Model, values: Values) -> Quotient:
        """The probability that variables have these values."""
        if (self.name, ()) not in model.joints:
            self.lawful(model)
            model.joints[self.name, ()] = {}, {}
        key = (self.name, tuple(values))
        if key not in model.joints:
            model.joints[key] = self.joint(model, [*values])
        joint, divisors = model.joints[key]
        found = joint.get(tuple(values.values()), ZERO)
        return Quotient(found.top, {**dict.fromkeys(divisors, 0), **found.bottom}) if divisors else found
