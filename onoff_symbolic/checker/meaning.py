"""What a tree means: a function of a model and of bound names, with a quotient as its value. Nothing here judges.

Glossary (see polynomials.py and syntax.py, too)
    Env         where a tree is evaluated: a model, and the labels and numbers of bound names
    Choice      bound names and their labels and numbers
    Meaning     a text whose sides can be evaluated: a relation, or an expression
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from .polynomials import (
    FLIP, MAX_INSTANCES, MAX_TEXT, UNIT, ZERO, Invalid, Quotient, Relation, Work, constant, is_constant,
    linear_combination, need, shown, sum_quotients, variable)
from .polynomials import Number as Value
from .syntax import (
    Call, Chance, Entry, Index, Indicator, Measure, Name, Node, Number, Power, Product, Range, Residue, Span, Sum,
    Total, Vanishing, parse)

if TYPE_CHECKING:
    from .model import Model

SHORT_TEXT = 1_000      # of these the meaning is kept
WORK_PER_TOKEN = 8

Choice = dict[str, Index]


class Env:
    """Where a tree is evaluated: a model, and the labels and numbers of bound names."""

    __slots__ = ("model", "bound")

    def __init__(self, model: Model, bound: dict[Any, Index]) -> None:
        self.model = model
        self.bound = bound

    def number(self, word: Index) -> int:
        """Return what a number or a bound name stands for."""
        value = self.bound.get(word, word)
        if type(value) is not int:
            raise Invalid(f"expected a name of this goal, or of a number, found {str(word)[:40]!r}", "name",
                          about=str(word))
        return value

    def index(self, word: Index) -> Index:
        """Return what a label, a number or a bound name stands for."""
        value = self.bound.get(word, word)
        if type(value) is str and value not in self.model.labels:
            raise Invalid(f"expected a label or a bound name, found {value[:40]!r}")
        return value

    def values(self, range: Range) -> list[Index]:
        """Return the values of a bound name, which means nothing else, so that no text can be read in two ways."""
        name, spans = range
        if name in self.bound or name in self.model.words:
            raise Invalid(f"expected a new name after for or sum, found {name[:40]!r}, which has a meaning already")
        values = flatten_labels(spans)
        if not {value for value in values if type(value) is str} <= self.model.labels:
            raise Invalid(f"expected labels of a table or an experiment for {name[:40]}, found another")
        return values


def flatten_labels(spans: Sequence[Span]) -> list[Index]:
    """Return labels and numbers, each once."""
    labels: list[Index] = []
    for span in spans:
        Work.spend(1 + len(span))
        labels += span
    need(labels and len({*labels}) == len(labels),
         "expected different values, found one twice, or none")
    return labels


def integer(value: Quotient) -> int:
    """Return the integer that a quotient is."""
    number = value.top.get((), 0)
    if not is_constant(value.top) or value.bottom or number.denominator > 1:
        raise Invalid(f"expected an integer, found {shown(value.top)}")
    return int(number)


# -- texts -------------------------------------------------------------------------------------------------------------

Expression = Callable[[Env], Quotient]


class Meaning(NamedTuple):
    """What a text says: its bound names, its sides and the signs between them. An expression has one side."""

    ranges: tuple[Range, ...]
    sides: list[Expression]
    signs: tuple[str, ...]
    work: int

    def choices(self, model: Model) -> list[Choice]:
        """Return every choice of the bound names; each will be evaluated."""
        env = Env(model, {})
        values: dict[str, list[Index]] = {}
        count = 1
        for range in self.ranges:
            values[range.name] = env.values(range)
            count *= len(values[range.name])
            need(count <= MAX_INSTANCES,
                 "a statement has too many instances", "work")
            env.bound[range.name] = 0
        Work.spend(count * self.work)
        return [dict(zip(values, each)) for each in product(*values.values())]

    def relations(self, model: Model, choice: Choice) -> list[Relation]:
        """Return the relation at each sign, for a choice of the bound names."""
        env = Env(model, choice)
        sides = [side(env) for side in self.sides]
        return [(right - left, FLIP[sign]) if sign in ("<", "<=") else (left - right, sign)
                for left, sign, right in zip(sides, self.signs, sides[1:])]


def _compile_text(text: str) -> Meaning:
    tree = parse(text)
    return Meaning(tree.ranges, [*map(compile_node, tree.sides)],
                   tree.signs, WORK_PER_TOKEN * tree.length)


@lru_cache(maxsize=2_000)
def _compile_once(text: str) -> tuple[Meaning, int]:
    """Return the meaning of a text, and the work that it takes to read, which is not counted here."""
    before = Work.done
    meaning = _compile_text(text)
    cost = Work.done - before
    Work.done = before
    return meaning, cost


def compile_text(text: str) -> Meaning:
    """Return the meaning of a text. Short texts are read once, and cost the same each time."""
    need(len(text) <= MAX_TEXT, "a text is too long", "work")
    Work.spend(WORK_PER_TOKEN * len(text))
    if len(text) >= SHORT_TEXT:
        return _compile_text(text)
    meaning, cost = _compile_once(text)
    Work.spend(cost)
    return meaning


def compile_expression(text: str) -> Expression:
    """Return the meaning of an expression."""
    meaning = compile_text(text)
    if meaning.ranges or meaning.signs:
        raise Invalid(f"expected an expression, found {text[:60]!r}")
    return meaning.sides[0]


# -- nodes -------------------------------------------------------------------------------------------------------------


def compile_node(node: Node) -> Expression:
    """Return a function of the environment: the value of the node there."""
    return COMPILE[type(node)](*node)


def compile_side(side: Node | Index) -> Callable[[Env], Index]:
    """Return the label or integer that a side of an indicator is."""
    if isinstance(side, (str, int)):
        return lambda env: env.index(side)
    value = compile_node(side)
    return lambda env: integer(value(env))


def _number(value: Value, written: str) -> Expression:
    quotient = Quotient(constant(value))
    return lambda env: quotient


def _name(word: str) -> Expression:
    def evaluate(env: Env) -> Quotient:
        value = env.model.values.get(word)
        return Quotient(constant(env.number(word))) if value is None else value

    return evaluate


def _entry(table: str, indices: Sequence[Index]) -> Expression:
    def evaluate(env: Env) -> Quotient:
        bound = env.bound
        return env.model.entry(table, [bound.get(word, word) for word in indices] if bound else indices)

    return evaluate


def _sum(terms: Sequence[tuple[int, Node]]) -> Expression:
    signed = [(compile_node(term), sign) for sign, term in terms]
    return lambda env: linear_combination([(term(env), sign) for term, sign in signed])


def _product(first: Node, others: Sequence[tuple[str, Node]]) -> Expression:
    start = compile_node(first)
    factors = [(operator == "*", compile_node(factor)) for operator, factor in others]

    def evaluate(env: Env) -> Quotient:
        value = start(env)
        for multiplies, factor in factors:
            value = value * factor(env) if multiplies else value / factor(env)
        return value

    return evaluate


def _power(base: Node, exponent: Index) -> Expression:
    value = compile_node(base)
    return lambda env: value(env).power(env.number(exponent))


def _residue(node: Node, modulus: int) -> Expression:
    value = compile_node(node)
    return lambda env: Quotient(constant(integer(value(env)) % modulus))


def _indicator(left: Node | Index, sign: str, right: Node | Index) -> Expression:
    one = compile_side(left)
    other = compile_side(right)
    return lambda env: UNIT if (one(env) == other(env)) == (sign == "=") else ZERO


def _total(range: Range, term: Node, sign: int, length: int) -> Expression:
    value = compile_node(term)

    def evaluate(env: Env) -> Quotient:
        labels = env.values(range)
        Work.spend(WORK_PER_TOKEN * length * len(labels))
        return linear_combination((value(Env(env.model, {**env.bound, range.name: label})), sign)
                                  for label in labels)

    return evaluate


def _call(function: str, words: Sequence[Index]) -> Expression:
    scheme, *others = words     # no bound name: one sees of which scheme or process a text speaks
    return lambda env: env.model.function(function, [scheme, *map(env.index, others)])


def _chance(experiment: str, event: Any, given: Any) -> Expression:
    def evaluate(env: Env) -> Quotient:
        values = ({word: env.index(value) for word, value in part}
                  for part in (event, given))
        return env.model.experiment(experiment).chance(env.model, *values)

    return evaluate


def _measure(left: Sequence[str], right: Sequence[str], given: Sequence[str]) -> Expression:
    """Return I(A;B|C) = H(A,C) + H(B,C) - H(A,B,C) - H(C)."""
    Work.spend(4 * (len(left) + len(right) + len(given)))
    a = {*left}
    b = {*right}
    c = {*given}
    every = a | b | c
    joint = [(a | c, 1), (b | c, 1), (every, -1), (c, -1)]
    measure = linear_combination([(variable(f"H({','.join(sorted(names))})"), sign)
                                  for names, sign in joint
                                  if names])

    def evaluate(env: Env) -> Quotient:
        model = env.model
        if not (every.isdisjoint(env.bound) and every.isdisjoint(model.values) and every.isdisjoint(model.variables)):
            raise Invalid("a random variable is no name, and none of an experiment")
        return ZERO if model.still else measure

    return evaluate


def _vanishing(measures: Sequence[Measure]) -> Expression:
    values = [compile_node(each) for each in measures]
    return lambda env: sum_quotients(value(env) for value in values)


COMPILE: dict[type, Callable[..., Expression]] = {
    Number: _number, Name: _name, Entry: _entry, Sum: _sum, Product: _product, Power: _power, Residue: _residue,
    Indicator: _indicator, Total: _total, Call: _call, Chance: _chance, Measure: _measure, Vanishing: _vanishing}
