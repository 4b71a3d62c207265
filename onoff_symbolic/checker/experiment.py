"""Experiments of a goal: variables, one after the other, and the law of some of them. Nothing here judges.

Glossary
    Input       a variable that has values and no law: what is said holds for each of them
    Draw        a variable with a law: for each value an expression, or an entry of a table that earlier variables choose
    Function    a variable that is computed of earlier ones
    Joint       the values of some variables together → their probability, the inputs that they depend on being given
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .polynomials import UNIT, ZERO, Key, Quotient, Undefined, Work, constant, entries, is_constant, need, place, shown, texts
from .reader import LETTERS, MAX_SMALL, MAX_TEXT, WORD, Env, Expression, Index, Reader, expression, is_plain, spread

if TYPE_CHECKING:
    from .language import Model

MAX_OUTCOMES, MAX_VALUES, MAX_FUNCTION = 20_000, 200, 2_000
NO_VARIABLE = {"mod", "for", "in", "sum", "Pr"}
NO_FUNCTION = re.compile(r"/|\*\*|\.|\w\s*[(\[]|\b[0-9]{5}|\bmod\b(?!\s*[0-9])")
"""What depends on where it is looked at (tables, entropies), what is no integer, and `mod` as a word."""

Values = Mapping[str, Index]
Joint = dict[tuple[Index, ...], Quotient]
Formula = Callable[[Env], Index]
Look = Callable[[str, Sequence[Quotient]], None]
Test = Callable[[Quotient], bool]


class Variable(NamedTuple):
    """An input (it has only values), a draw (a law, too), or a function (only a formula); `given`: what it is made
    of."""

    given: list[str]
    values: list[Index] = []
    law: list[Expression] = []
    formula: Formula | None = None
    cost: int = 1


class Function(Reader):
    """Reads a function of integers and labels: it may also say (a sum) mod a number, and [a = b] of sums."""

    def side(self) -> Formula:
        """A variable or a label, else an integer."""
        if self.tokens[self.place + 1] in ("", "=", "!=", "]"):
            return super().side()
        found = self.sum()
        return lambda env: integer(found(env))

    def atom(self) -> Expression:
        before, found = self.tokens[self.place - 1], super().atom()
        if self.word != "mod":
            return found
        self.take("mod")
        modulus = self.small()      # nothing stands beside it, so that it cannot be read in two ways
        need(modulus and {before, self.word} <= {"", "(", ")", "[", "]", "=", "!="},
             f"expected (a sum) mod a number > 0 in {self.text[:60]!r}")
        return lambda env: Quotient(constant(integer(found(env)) % modulus))


def integer(value: Quotient) -> int:
    found = value.top.get((), 0)
    need(is_constant(value.top) and not value.bottom and found.denominator == 1, "a function is not an integer")
    return int(found)


class Experiment:
    """Inputs, draws and functions, in order."""

    def __init__(self, model: Model, name: str, value: Any) -> None:
        self.name, self.variables, self.labels = name, dict[str, Variable](), set[str]()
        self.computed: dict[tuple[str, tuple[Index, ...]], Index] = {}
        for word, says in value.items() if type(value) is dict else ():
            with place(f"experiment {name}, {word[:40]}"):
                need(WORD.fullmatch(word) and word not in NO_VARIABLE, "not the name of a variable")
                self.variables[word] = self.variable(model, says)
        need(self.variables, f"experiment {name}: expected variables")
        need(not self.labels & self.variables.keys(), f"experiment {name}: a variable is a label, too")

    def variable(self, model: Model, says: Any) -> Variable:
        if type(says) is dict and "is" in says:
            return self.function(*entries(says, "function", **{"is": str}))
        text, law, given = entries({"law": None, **says} if type(says) is dict else says, "variable", {"given": []},
                                   values=str, law=(str, list, type(None)))
        need(len(text) <= MAX_TEXT, "a text is too long", "work")
        Work.spend(8 * len(text))
        reader = Reader(text)
        values = spread(reader.many(reader.span))       # integers, ranges of integers and labels
        reader.take("")
        need(len(values) <= MAX_VALUES, f"values: expected at most {MAX_VALUES}", "work")
        self.labels.update(v for v in values if type(v) is str)
        need({*texts(given, "given")} <= self.variables.keys(), "given: expected earlier variables")
        need(not given or type(law) is str and law != "uniform", "only the law of a table is given variables")
        if law == "uniform":
            law = [f"1/{len(values)}"] * len(values)
        elif type(law) is str:
            need(law in model.tables, f"law: expected uniform, a list or a table, found {law[:40]!r}")
            index = model.tables[law][0]
            need(len(index) == len(given) + 1 and index[-1] == values, f"law: the table {law} has another index")
            law = [f"{law}[{','.join((*given, str(value)))}]" for value in values]
        elif law is not None:
            need(len(texts(law, "law")) == len(values) and all(map(is_plain, law)),
                 f"law: expected an expression in the names of the goal for each of {len(values)} values")
        return Variable(given, values, [expression(each) for each in law or ()])

    def function(self, text: str) -> Variable:
        need(len(text) <= MAX_FUNCTION, "a function is too long", "work")
        Work.spend(8 * len(text))
        need(NO_FUNCTION.search(text) is None, f"expected sums and products of small integers in {text[:60]!r}")
        reader = Function(text)
        formula = reader.side()
        reader.take("")
        words = dict.fromkeys(word for word in reader.tokens if word[:1] in LETTERS and word != "mod")
        for word in words:
            need(word in self.variables or word in self.labels, f"{word[:40]!r} is no earlier variable and no label")
        return Variable([word for word in words if word in self.variables], [], [], formula, len(reader.tokens))

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
        Work.spend(len(self.variables) >> 3)
        found = {*words}
        for word in reversed(self.variables):
            found.update(self.variables[word].given if word in found else ())
        return [word for word in self.variables if word in found]

    def moves(self, model: Model, word: str, now: tuple[Index, ...]) -> list[tuple[Index, Quotient]]:
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

    def joint(self, model: Model, wanted: Sequence[str], vanishes: Test = lambda q: not q.top, look: Look | None = None
              ) -> tuple[Joint, dict[Key, None]]:
        """The joint law of these variables, and the divisors in it. Values of a draw whose probability `vanishes` are
        left out. With `look`, every row of every draw that can be used is looked at."""
        draws = [word for word, variable in self.variables.items() if variable.law and look is not None]
        passed, kept, divisors = self.made_of([*wanted, *draws]), list[str](), dict[Key, None]()
        until = {each: i for i, word in enumerate(passed) for each in self.variables[word].given}
        until.update(dict.fromkeys(wanted, len(passed)))        # where each is needed last
        layer: Joint = {(): UNIT}
        for i, word in enumerate(passed):
            given, known, found = [kept.index(each) for each in self.variables[word].given], dict[Any, Any](), Joint()
            kept.append(word)
            keep = [j for j, each in enumerate(kept) if until.get(each, 0) > i]
            for before, chance in layer.items():
                place = tuple([before[j] for j in given])
                if place not in known:
                    moves = self.moves(model, word, place)
                    if look is not None and self.variables[word].law:
                        look(" ".join(map(str, (word, *place))), [each for _, each in moves])
                    divisors.update(dict.fromkeys(key for _, each in moves for key in each.bottom))
                    known[place] = [(value, each) for value, each in moves if each is UNIT or not vanishes(each)]
                Work.spend(1 + (2 + (len(before) >> 3)) * len(known[place]))
                for value, each in known[place]:
                    now = (*before, value)
                    key = tuple([now[j] for j in keep])
                    weight = chance if each is UNIT else chance * each
                    found[key] = found[key] + weight if key in found else weight
                need(len(found) <= MAX_OUTCOMES, f"{self.name} has more than {MAX_OUTCOMES} outcomes", "work")
            layer, kept = found, [kept[j] for j in keep]
        order = [kept.index(word) for word in wanted]
        return {tuple([values[i] for i in order]): chance for values, chance in layer.items()}, divisors

    def lawful(self, model: Model) -> tuple[Joint, dict[Key, None]]:
        """Where the chances are numbers, each row of a draw is a law; else there is no value."""
        def look(place: str, row: Sequence[Quotient]) -> None:
            numbers = [each.top.get((), 0) for each in row if is_constant(each.top) and not each.bottom]
            if len(numbers) == len(row) and (min(numbers) < 0 or sum(numbers) != 1):
                raise Undefined(f"{place}: {', '.join(shown(constant(n)) for n in numbers)[:200]} is no law")

        return self.joint(model, [], look=look)

    def chance(self, model: Model, event: Values, given: Values) -> Quotient:
        """Pr(event | given). It has a value where the draws are laws and what is given is not impossible."""
        both = {**event, **given}
        inputs = {word for word in self.made_of([*both]) if self.is_input(word)}
        need(inputs <= given.keys(), f"an input has no law: {', '.join(sorted(inputs - given.keys()))} stands after |")
        for word, value in both.items():
            need(self.takes(word, value), f"{word} is never {value}")
        top = self.at(model, both)
        return top if inputs >= given.keys() else top / self.at(model, given)

    def at(self, model: Model, values: Values) -> Quotient:
        """The probability that variables have these values."""
        if (self.name, ()) not in model.joints:
            model.joints[self.name, ()] = self.lawful(model)
        key = (self.name, tuple(values))
        if key not in model.joints:
            model.joints[key] = self.joint(model, [*values])
        joint, divisors = model.joints[key]
        found = joint.get(tuple(values.values()), ZERO)
        return Quotient(found.top, {**dict.fromkeys(divisors, 0), **found.bottom}) if divisors else found
