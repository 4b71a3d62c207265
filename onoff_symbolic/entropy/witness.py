"""Small exact distributions that refute a statement about entropies.

Main results
    find_witness(goal, given)             a checked witness among small distributions, or None
    check_witness(witness, goal, given)   recompute every entropy from the probabilities, exactly

Two families are searched, variable by variable, with every hypothesis tested as soon as its variables are
there: linear functions of fair bits, and functions on three or four equally likely points. The search is
bounded. That it finds nothing says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Protocol

from .grammar import Form, Names, Statement, distinct
from .sets import Variables, Vector, grouped
from ..errors import OnoffError, Undecidable

MAX_STEPS = 20000
MAX_RANK = 5
MAX_PRIME = 10 ** 6
MAX_BITS = 10 ** 6

Logs = dict[int, int]
"""The sum of weight * log prime. It is zero only if every weight is, for these logarithms are independent."""


@dataclass(frozen=True)
class Witness:
    """A distribution: the values of the variables, and their probability, for each atom."""

    names: Names
    atoms: tuple[tuple[tuple[int, ...], Fraction], ...]

    def law(self, subset: Iterable[str]) -> list[Fraction]:
        """The probabilities of the values that some of the variables take together."""
        places = [self.names.index(name) for name in subset]
        law: dict[tuple[int, ...], Fraction] = {}
        for values, probability in self.atoms:
            key = tuple(values[place] for place in places)
            law[key] = law.get(key, Fraction(0)) + probability
        return list(law.values())

    def sign(self, form: Form) -> int:
        """The sign of a linear form of the joint entropies of this distribution."""
        terms = [(-coefficient * p, p) for subset, coefficient in form.items() for p in self.law(subset)]
        scale = lcm(*(weight.denominator for weight, _ in terms))
        logs: Logs = {}
        for weight, p in terms:
            for number, power in ((p.numerator, 1), (p.denominator, -1)):
                for prime in _primes(number):
                    logs[prime] = logs.get(prime, 0) + power * int(scale * weight)
        return sign(logs)

    def lines(self) -> list[str]:
        """A table of the atoms."""
        rows = [(*self.names, "probability")]
        rows += [(*map(str, values), str(probability)) for values, probability in self.atoms]
        widths = [max(map(len, column)) for column in zip(*rows)]
        return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]


def _primes(number: int) -> Iterator[int]:
    """The prime factors of a positive integer, with repetition."""
    divisor = 2
    while divisor * divisor <= number:
        if divisor > MAX_PRIME:
            raise Undecidable("the probabilities of a witness have too large prime factors")
        while number % divisor == 0:
            yield divisor
            number //= divisor
        divisor += 1
    if number > 1:
        yield number


def sign(logs: Logs) -> int:
    """The sign of a sum of weight * log prime: at once, or by comparing two products of powers."""
    positive = any(weight > 0 for weight in logs.values())
    negative = any(weight < 0 for weight in logs.values())
    if not (positive and negative):
        return positive - negative
    if sum(abs(weight) * prime.bit_length() for prime, weight in logs.items()) > MAX_BITS:
        raise Undecidable("the coefficients are too large to compare entropies")
    above = prod(prime ** weight for prime, weight in logs.items() if weight > 0)
    below = prod(prime ** -weight for prime, weight in logs.items() if weight < 0)
    return 1 if above > below else -1


def _holds(statement: Statement, found: int) -> bool:
    """Does the statement hold where its form has this sign?"""
    return found == 0 if statement.equality else found >= 0


def check_witness(witness: Witness, goal: Statement, given: Iterable[Statement] = ()) -> None:
    """Raise unless the witness is a distribution that satisfies all hypotheses and not the goal."""
    hypotheses = tuple(given)
    if len(set(witness.names)) != len(witness.names):
        raise OnoffError("wrong witness: a variable occurs twice")
    for name in distinct(name for statement in (goal, *hypotheses) for name in statement.names()):
        if name not in witness.names:
            raise OnoffError(f"wrong witness: expected a value of {name}, found none")
    if any(len(values) != len(witness.names) for values, _ in witness.atoms):
        raise OnoffError("wrong witness: expected one value of each variable in every atom")
    if not all(isinstance(probability, Fraction) and probability > 0 for _, probability in witness.atoms):
        raise OnoffError("wrong witness: expected positive rational probabilities")
    mass = sum((probability for _, probability in witness.atoms), Fraction(0))
    if mass != 1:
        raise OnoffError(f"wrong witness: expected probabilities with sum 1, found {mass}")
    for statement in hypotheses:
        if not _holds(statement, witness.sign(statement.form())):
            raise OnoffError(f"wrong witness: it does not satisfy {statement}")
    if _holds(goal, witness.sign(goal.form())):
        raise OnoffError(f"wrong witness: it satisfies {goal}")


def find_witness(goal: Statement, given: Iterable[Statement] = ()) -> Witness | None:
    """A distribution that satisfies the hypotheses and not the goal, already checked, or None."""
    hypotheses = tuple(given)
    families: tuple[_Family, ...] = (_Bits(1), _Points(3), _Points(4), _Bits(2))
    for family in families:
        search = _Search(goal, hypotheses, family)
        if search.extend():
            witness = _witness(goal, hypotheses, search.variables, family.points(search.values))
            check_witness(witness, goal, hypotheses)
            return witness
    return None


def _witness(goal: Statement, given: Sequence[Statement], variables: Variables,
             points: Sequence[tuple[int, ...]]) -> Witness:
    """The law of a point drawn uniformly. The first of each group has its value; the others are constant."""
    names = distinct(name for statement in (goal, *given) for name in statement.names())
    heads = {group[0]: k for k, group in enumerate(variables.groups)}
    rows = Counter(tuple(point[heads[name]] if name in heads else 0 for name in names) for point in points)
    atoms = [(values, Fraction(count, len(points))) for values, count in sorted(rows.items())]
    return Witness(names, tuple(atoms))


Value = tuple[int, ...]
"""What one variable, or several together, are in the terms of a family."""
Weights = tuple[int, int]
"""The weights of log 2 and log 3 in an entropy, times a number that is the same for all entropies."""

LOGS = {1: (0, 0), 2: (2, 0), 3: (0, 3), 4: (8, 0)}
"""n log n as weights of log 2 and log 3."""


class _Family(Protocol):
    constant: Value

    def choices(self, values: Sequence[Value]) -> list[Value]:
        """What the next variable can be, up to symmetry, when the earlier ones are these."""

    def join(self, one: Value, other: Value) -> Value:
        """Two variables as one."""

    def entropy(self, value: Value) -> Weights:
        """The entropy of a variable."""

    def points(self, values: Sequence[Value]) -> list[tuple[int, ...]]:
        """The values of the variables at each of the equally likely points."""


class _Bits:
    """Each variable is a list of linear functions of independent fair bits, as masks of the bits added up.

    Up to a change of basis, a function is one of the bits used so far, or it is the next bit.
    """

    constant: Value = ()

    def __init__(self, width: int) -> None:
        self.width = width

    def choices(self, values: Sequence[Value]) -> list[Value]:
        used = max((function for value in values for function in value), default=0).bit_length()
        heads: list[Value] = [()]
        for _ in range(self.width):
            heads = [(*head, function) for head in heads
                     for rank in [max(used, max(head, default=0).bit_length())]
                     for function in range(max(head, default=0), (1 << rank) + (rank < MAX_RANK))]
        return heads

    def join(self, one: Value, other: Value) -> Value:
        """A basis of the functions of both."""
        basis = list(one)
        for function in other:
            for known in basis:
                function = min(function, function ^ known)
            if function:
                basis = sorted([min(known, known ^ function) for known in basis] + [function], reverse=True)
        return tuple(basis)

    def entropy(self, value: Value) -> Weights:
        return len(value), 0

    def points(self, values: Sequence[Value]) -> list[tuple[int, ...]]:
        rank = max((function for value in values for function in value), default=0).bit_length()
        return [tuple(sum(((function & point).bit_count() & 1) << k for k, function in enumerate(value))
                      for value in values) for point in range(1 << rank)]


class _Points:
    """Each variable is a function on a few equally likely points, as the list of its values.

    Up to renaming, new values come in the order 0, 1, …; up to a permutation of points, the first one rises.
    """

    def __init__(self, size: int) -> None:
        self.constant: Value = (0,) * size
        self.functions = [value for value in product(range(size), repeat=size) if value == _renamed(value)]
        self.rising = [value for value in self.functions if list(value) == sorted(value)]

    def choices(self, values: Sequence[Value]) -> list[Value]:
        return self.functions if values else self.rising

    def join(self, one: Value, other: Value) -> Value:
        return _renamed(zip(one, other))

    def entropy(self, value: Value) -> Weights:
        """n log n, where n is the number of points, minus the sum of k log k for each value taken k times."""
        two, three = LOGS[len(value)]
        for count in Counter(value).values():
            two, three = two - LOGS[count][0], three - LOGS[count][1]
        return two, three

    def points(self, values: Sequence[Value]) -> list[tuple[int, ...]]:
        return list(zip(*values))


def _renamed(labels: Iterable[object]) -> Value:
    """The labels replaced by 0, 1, … in the order in which they occur."""
    names: dict[object, int] = {}
    return tuple(names.setdefault(label, len(names)) for label in labels)


class _Search:
    """Depth first, one variable after the other, each statement tested when its last variable is there."""

    def __init__(self, goal: Statement, given: Sequence[Statement], family: _Family) -> None:
        self.goal = goal
        self.family = family
        names, waiting = goal.names(), list(given)
        while waiting:      # next the hypothesis with the fewest new variables, so that it is tested early
            waiting.sort(key=lambda statement: len(set(statement.names()) - set(names)))
            names = distinct(names + waiting.pop(0).names())
        self.variables = grouped(names, [statement.form() for statement in (goal, *given)])
        size = len(self.variables.groups)
        self.tests: list[list[tuple[Statement, Vector]]] = [[] for _ in range(size + 1)]
        for statement in (goal, *given):
            form = self.variables.integral(statement.form())[1]
            self.tests[max(form, default=0).bit_length()].append((statement, form))
        self.values: list[Value] = []
        self.joint: list[dict[int, Value]] = [{} for _ in range(size)]
        self.joins: dict[tuple[Value, Value], Value] = {}
        self.entropies: dict[Value, Weights] = {}
        self.steps = 0

    def extend(self) -> bool:
        """Can the values be completed? If so, they are."""
        self.steps += 1
        if self.steps > MAX_STEPS or not all(self.passes(*test) for test in self.tests[len(self.values)]):
            return False
        place = len(self.values)
        if place == len(self.variables.groups):
            return True
        for value in self.family.choices(self.values):
            self.values.append(value)
            self.joint[place] = {}
            if self.extend():
                return True
            self.values.pop()
        return False

    def passes(self, statement: Statement, form: Vector) -> bool:
        """Does the hypothesis hold, or the goal fail?"""
        two = three = 0
        for mask, coefficient in form.items():
            value = self.together(mask)
            if value not in self.entropies:
                self.entropies[value] = self.family.entropy(value)
            weights = self.entropies[value]
            two, three = two + coefficient * weights[0], three + coefficient * weights[1]
        try:
            return _holds(statement, sign({2: two, 3: three})) != (statement is self.goal)
        except Undecidable:
            return False

    def together(self, mask: int) -> Value:
        """A set of variables as one, remembered until the last of them changes."""
        if not mask:
            return self.family.constant
        last = mask.bit_length() - 1
        joint = self.joint[last]
        if mask not in joint:
            pair = self.together(mask ^ 1 << last), self.values[last]
            if pair not in self.joins:
                self.joins[pair] = self.family.join(*pair)
            joint[mask] = self.joins[pair]
        return joint[mask]
