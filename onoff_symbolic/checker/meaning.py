"""What a tree means: with a model and values of its bound names, a quotient. Nothing here judges.

    read_text("p + q <= 1")     the tree of a text (short ones are read once)
    evaluate(node, env)         the value of an expression: a visitor of the tree, by the table EVALUATE

Glossary (see polynomials.py and syntax.py, too)
    Choice      bound names and their labels and numbers
    Env         where a tree is evaluated: a model and a choice
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .polynomials import (
    MAX_TEXT,
    UNIT,
    ZERO,
    Invalid,
    Quotient,
    Work,
    constant,
    is_constant,
    linear_combination,
    need,
    shown,
    sum_quotients,
    variable,
)
from .polynomials import Number as Value
from .syntax import (
    Call,
    Chance,
    Entry,
    Index,
    Indicator,
    Measure,
    Name,
    Node,
    Number,
    Power,
    Product,
    Range,
    Residue,
    Span,
    Sum,
    Text,
    Total,
    Vanishing,
    parse,
)

if TYPE_CHECKING:
    from .model import Model

SHORT_TEXT = 1_000  # the trees of these are kept
WORK_PER_TOKEN = 8

Choice = dict[str, Index]


class Env:
    """Where a tree is evaluated."""

    __slots__ = ("model", "bound")

    def __init__(self, model: Model, bound: dict[Any, Index]) -> None:
        self.model = model
        self.bound = bound

    def number(self, word: Index) -> int:
        """Return the integer that a number or a bound name means."""
        value = self.bound.get(word, word)
        if type(value) is not int:
            raise Invalid(
                f"expected a name of this goal, or of a number, found {str(word)[:40]!r}",
                "name",
                about=str(word),
            )
        return value

    def index(self, word: Index) -> Index:
        """Return the label or integer that a label, a number or a bound name means."""
        value = self.bound.get(word, word)
        if type(value) is str and value not in self.model.labels:
            raise Invalid(f"expected a label or a bound name, found {value[:40]!r}")
        return value

    def values(self, range: Range) -> list[Index]:
        """Return the values of a bound name; it means nothing else, so that no text can be read in two ways."""
        name, spans = range
        if name in self.bound or name in self.model.words:
            raise Invalid(
                f"expected a new name after for or sum, found {name[:40]!r}, which has a meaning already"
            )
        values = flatten_labels(spans)
        labels = {value for value in values if type(value) is str}
        if not labels <= self.model.labels:
            raise Invalid(
                f"expected labels of a table or an experiment for {name[:40]}, found another"
            )
        return values


def flatten_labels(spans: Sequence[Span]) -> list[Index]:
    """Return the labels and numbers of some spans; no one twice."""
    labels: list[Index] = []
    for span in spans:
        Work.spend(1 + len(span))
        labels += span
    need(
        labels and len({*labels}) == len(labels),
        "expected different values, found one twice, or none",
    )
    return labels


# -- texts -------------------------------------------------------------------------------------------------------------

parse_once = lru_cache(maxsize=2_000)(parse)


def read_text(text: str) -> Text:
    """Return the tree of a text."""
    need(len(text) <= MAX_TEXT, "a text is too long", "work")
    Work.spend(WORK_PER_TOKEN * len(text))
    return parse_once(text) if len(text) < SHORT_TEXT else parse(text)


def read_expression(text: str) -> Node:
    """Return the tree of an expression."""
    tree = read_text(text)
    if tree.ranges or tree.signs:
        raise Invalid(f"expected an expression, found {text[:60]!r}")
    return tree.sides[0]


# -- nodes -------------------------------------------------------------------------------------------------------------


def evaluate(node: Node, env: Env) -> Quotient:
    """Return the value of an expression."""
    return EVALUATE[type(node)](env, *node)


def evaluate_side(side: Node | Index, env: Env) -> Index:
    """Return the label or integer that a side of an indicator is."""
    if isinstance(side, (str, int)):
        return env.index(side)
    return integer(side, env)


def integer(node: Node, env: Env) -> int:
    """Return the integer that an expression is."""
    value = evaluate(node, env)
    number = value.top.get((), 0)
    if not is_constant(value.top) or value.bottom or number.denominator > 1:
        raise Invalid(f"expected an integer, found {shown(value.top)}")
    return int(number)


def _number(env: Env, value: Value, written: str) -> Quotient:
    return Quotient(constant(value))


def _name(env: Env, word: str) -> Quotient:
    value = env.model.values.get(word)
    return Quotient(constant(env.number(word))) if value is None else value


def _entry(env: Env, table: str, indices: Sequence[Index]) -> Quotient:
    bound = env.bound
    return env.model.entry(table, [bound.get(word, word) for word in indices])


def _sum(env: Env, terms: Sequence[tuple[int, Node]]) -> Quotient:
    return linear_combination([(evaluate(term, env), sign) for sign, term in terms])


def _product(env: Env, first: Node, others: Sequence[tuple[str, Node]]) -> Quotient:
    value = evaluate(first, env)
    for operator, other in others:
        factor = evaluate(other, env)
        value = value * factor if operator == "*" else value / factor
    return value


def _power(env: Env, base: Node, exponent: Index) -> Quotient:
    return evaluate(base, env).power(env.number(exponent))


def _residue(env: Env, node: Node, modulus: int) -> Quotient:
    return Quotient(constant(integer(node, env) % modulus))


def _indicator(env: Env, left: Node | Index, sign: str, right: Node | Index) -> Quotient:
    is_equal = evaluate_side(left, env) == evaluate_side(right, env)
    return UNIT if is_equal == (sign == "=") else ZERO


def _total(env: Env, range: Range, term: Node, sign: int, length: int) -> Quotient:
    labels = env.values(range)
    Work.spend(WORK_PER_TOKEN * length * len(labels))
    return linear_combination(
        (evaluate(term, Env(env.model, {**env.bound, range.name: label})), sign) for label in labels
    )


def _call(env: Env, function: str, words: Sequence[Index]) -> Quotient:
    scheme, *others = words  # no bound name: one sees of which scheme or process a text speaks
    return env.model.function(function, [scheme, *map(env.index, others)])


def _chance(env: Env, experiment: str, *parts: Sequence[tuple[str, Index]]) -> Quotient:
    values = [{word: env.index(value) for word, value in part} for part in parts]
    return env.model.experiment(experiment).chance(env.model, *values)


def _measure(env: Env, left: Sequence[str], right: Sequence[str], given: Sequence[str]) -> Quotient:
    """Return I(A;B|C) = H(A,C) + H(B,C) - H(A,B,C) - H(C)."""
    Work.spend(4 * (len(left) + len(right) + len(given)))
    a, b, c = map(frozenset, (left, right, given))
    every = a | b | c
    model = env.model
    if not (
        every.isdisjoint(env.bound)
        and every.isdisjoint(model.values)
        and every.isdisjoint(model.variables)
    ):
        raise Invalid("a random variable is no name, and none of an experiment")
    if model.still:
        return ZERO
    joint = [(a | c, 1), (b | c, 1), (every, -1), (c, -1)]
    return linear_combination(
        (variable(f"H({','.join(sorted(names))})"), sign) for names, sign in joint if names
    )


def _vanishing(env: Env, measures: Sequence[Measure]) -> Quotient:
    return sum_quotients(evaluate(each, env) for each in measures)


EVALUATE: dict[type, Callable[..., Quotient]] = {
    Number: _number,
    Name: _name,
    Entry: _entry,
    Sum: _sum,
    Product: _product,
    Power: _power,
    Residue: _residue,
    Indicator: _indicator,
    Total: _total,
    Call: _call,
    Chance: _chance,
    Measure: _measure,
    Vanishing: _vanishing,
}
