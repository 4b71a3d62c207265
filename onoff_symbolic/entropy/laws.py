"""Small families of distributions, and which of them, or which independent several of them, refute a statement.

A *task* is a statement and its hypotheses on numbered variables. A *law* is a list of equally likely points with the
value of each variable at each of them. Entropies are in units of a quarter of log 2 and of log 3.

    simple laws     on a set S of variables, the others constant: all of S one fair bit; a fair bit each, with an even
                    sum; all of S one bit that is 1 with probability 1/4
    sums            independent laws side by side: their entropies add up, and a linear program says how many of each
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import lcm
from typing import Protocol

from .grammar import Statement, distinct
from .sets import Triple, Variables, Vector, grouped, linked, vanishing
from .witness import Witness, check_witness, sign
from ..errors import OnoffError, Undecidable
from ..programs.whole import Cheapest, cheapest

MAX_ATOMS = 256         # what a certificate may hold
MAX_POINTS = 4096
MAX_LAWS, MAX_TIMES = 5, 3      # different laws side by side, and copies of each, of which all numbers are tried
LOG2, LOG3 = 306, 485           # nearly in the proportion of log 2 and log 3

Weights = tuple[int, int]
"""The weights of log 2 and of log 3 in an entropy, times four."""
Points = Sequence[tuple[int, ...]]


@dataclass(frozen=True)
class Test:
    """A hypothesis that a law must satisfy, or the goal, which it must violate.

    The form is that of the statement times the scale. The parts, if any, are the measures that a hypothesis says are
    zero: then it holds for a sum of laws only if for each of them.
    """

    form: Vector
    scale: int
    equality: bool
    goal: bool
    parts: tuple[Triple, ...]

    @property
    def vanishing(self) -> bool:
        return not self.goal and (bool(self.parts) or not self.form)

    def passed(self, weights: Weights) -> bool:
        """For a form with this value."""
        found = _sign(*weights)
        return found is not None and (found == 0 if self.equality else found >= 0) != self.goal


@lru_cache(maxsize=1 << 14)
def _sign(two: int, three: int) -> int | None:
    """The sign of two * log 2 + three * log 3, or None if the numbers are too large."""
    try:
        return sign({2: two, 3: three})
    except Undecidable:
        return None


class Task:
    """The goal and the hypotheses that are linked to it, on the variables 0, 1, …: one for each group that occurs only
    together. All other variables are constant.
    """

    def __init__(self, goal: Statement, given: Iterable[Statement]) -> None:
        self.goal, self.given = goal, tuple(given)
        self.names = distinct(name for statement in (goal, *self.given) for name in statement.names())
        names, self.near = linked(goal, self.given)
        statements = [goal, *(self.given[index] for index in self.near)]
        self.variables: Variables = grouped(names, [statement.form() for statement in statements])
        self.size = len(self.variables.groups)

    @cached_property
    def tests(self) -> list[Test]:
        """Of the goal, then of the hypotheses that are near."""
        return [self._test(self.goal, True), *(self._test(self.given[index], False) for index in self.near)]

    def _test(self, statement: Statement, goal: bool) -> Test:
        scale, form = self.variables.integral(statement.form())
        parts = () if goal else self._zero(statement) or vanishing(form, statement.equality)
        return Test(form, scale, statement.equality, goal, parts)

    def _zero(self, given: Statement) -> tuple[Triple, ...]:
        """The measures whose sum is zero, where a hypothesis is written so."""
        if not given.equality or given.right or any(term.coefficient <= 0 for term in given.left):
            return ()
        found = [self.variables.triple(term.measure) for term in given.left]
        return tuple(triple for triple in found if triple[0] and triple[1])

    def witnesses(self, points: Points) -> Iterator[Witness]:
        """The law as a checked witness, if it is one. Only the first of each group has its value."""
        if len(set(points)) > MAX_ATOMS:
            return
        heads = {group[0]: k for k, group in enumerate(self.variables.groups)}
        rows = Counter(tuple(point[heads[name]] if name in heads else 0 for name in self.names) for point in points)
        found = Witness(self.names, tuple((values, Fraction(count, len(points)))
                                          for values, count in sorted(rows.items())))
        try:
            check_witness(found, self.goal, self.given)
        except OnoffError:
            return
        yield found


class Law(Protocol):
    """A law whose entropies are known."""

    @property
    def members(self) -> int:
        """The variables that are not constant."""

    @property
    def atoms(self) -> int:
        """How many points it has."""

    def value(self, form: Vector) -> Weights:
        """Of a form of joint entropies."""

    def points(self, size: int) -> Points:
        """The values of so many variables at each of its points."""


Company = dict[tuple[Weights, ...], Law]
"""Laws by the weights that they have in the tests of a task."""


@dataclass(frozen=True)
class Simple:
    """A simple law on a set of variables."""

    kind: str
    members: int

    def value(self, form: Vector) -> Weights:
        members = self.members
        if self.kind == "even":
            most = members.bit_count() - 1
            return 4 * sum(c * min((mask & members).bit_count(), most) for mask, c in form.items()), 0
        there = sum(c for mask, c in form.items() if mask & members)
        return (4 * there, 0) if self.kind == "fair" else (8 * there, -3 * there)

    @property
    def atoms(self) -> int:
        return 2 ** (self.members.bit_count() - 1) if self.kind == "even" else 2 if self.kind == "fair" else 4

    def points(self, size: int) -> Points:
        places = [k for k in range(size) if self.members >> k & 1]
        if self.kind == "even":
            rows = [bits for bits in product((0, 1), repeat=len(places)) if sum(bits) % 2 == 0]
        else:
            rows = [(value,) * len(places) for value in ((0, 1) if self.kind == "fair" else (0, 0, 0, 1))]
        return [tuple(dict(zip(places, row)).get(k, 0) for k in range(size)) for row in rows]


def simple(task: Task, kinds: Sequence[str] = ("fair", "even")) -> Iterator[Law]:
    """The simple laws that satisfy the hypotheses of the kind "measures are zero", those on few variables first."""
    vanishing = [test for test in task.tests if test.vanishing]
    for members in sorted(range(1, 1 << task.size), key=lambda mask: (mask.bit_count(), mask)):
        for kind in kinds:
            if kind == "even" and members.bit_count() < 3:
                continue
            law = Simple(kind, members)
            if all(law.value(test.form) == (0, 0) for test in vanishing):
                yield law


def among_simple(task: Task, alone: bool = False) -> Iterator[Witness]:
    """Simple laws, then, if these are not to stand alone, independent ones beside each other, that refute the goal."""
    laws: list[Law] = []
    for law in simple(task):
        if all(test.passed(law.value(test.form)) for test in task.tests):
            yield from task.witnesses(law.points(task.size))
        laws.append(law)
    if not alone and not all(test.vanishing or test.goal for test in task.tests):
        yield from summed(task, [], least(task, laws))


def least(task: Task, laws: Iterable[Law]) -> Company:
    """Of the laws with the same weights in all tests the one with the fewest atoms."""
    found: Company = {}
    for law in laws:
        key = tuple([law.value(test.form) for test in task.tests])
        if key not in found or law.atoms < found[key].atoms:
            found[key] = law
    return found


def summed(task: Task, core: Points, company: Company, weights: Sequence[Weights] = ()) -> Iterator[Witness]:
    """The core law, whose tests have these weights, beside independent simple laws that set right what it violates."""
    base = list(weights) or [(0, 0)] * len(task.tests)
    laws = list(company.values())
    costs = [8 * (law.atoms.bit_length() - 1) + law.members.bit_count() for law in laws]
    for direction in (1, -1) if task.goal.equality else (-1,):
        wanted, columns = {}, [dict[int, int]() for _ in laws]
        room = []                   # what an inequality may have more than it needs
        for k, test in enumerate(task.tests):
            if test.equality and not test.goal:
                for part in (0, 1):
                    wanted[2 * k + part] = -base[k][part]
                    for column, key in zip(columns, company):
                        column[2 * k + part] = key[k][part]
                continue
            factor = 8 * direction if test.goal else 1
            wanted[2 * k] = test.goal * LOG2 - factor * _rough(base[k])
            for column, key in zip(columns, company):
                column[2 * k] = factor * _rough(key[k])
            room.append(({2 * k: -1}, 0))
        rows = [{key: value for key, value in column.items() if value} for column in columns]
        answer = cheapest(wanted, [*zip(rows, costs), *room])
        if isinstance(answer, Cheapest):
            parts = [(law, x) for law, x in zip(laws, answer.weights) if x]
            yield from _built(task, core, parts)
            for times in _multiples(task, base, [law for law, _ in parts]):
                yield from _built(task, core, times)


def _rough(weights: Weights) -> int:
    """An entropy, nearly; only proposes."""
    return LOG2 * weights[0] + LOG3 * weights[1]


def _multiples(task: Task, base: Sequence[Weights], laws: Sequence[Law]) -> Iterator[list[tuple[Law, Fraction]]]:
    """How many of each law, a few, make up with the base what passes all tests, those with few atoms first."""
    if len(laws) > MAX_LAWS:
        return
    sizes = [law.atoms.bit_length() for law in laws]
    values = [[law.value(test.form) for law in laws] for test in task.tests]
    choices = product(range(MAX_TIMES + 1), repeat=len(laws))
    for times in sorted(choices, key=lambda times: sum(n * size for n, size in zip(times, sizes))):
        if all(test.passed((start[0] + sum(n * two for n, (two, _) in zip(times, own)),
                            start[1] + sum(n * three for n, (_, three) in zip(times, own))))
               for test, start, own in zip(task.tests, base, values)):
            yield [(law, Fraction(n)) for law, n in zip(laws, times) if n]
            return


def _built(task: Task, core: Points, parts: Sequence[tuple[Law, Fraction]]) -> Iterator[Witness]:
    """So many independent copies of each law, and of the core, unless there are too many atoms."""
    scale = lcm(*(times.denominator for _, times in parts))
    if not core:        # only the proportions matter
        smallest = min((times for _, times in parts), default=Fraction(1))
        scale = lcm(*((times / smallest).denominator for _, times in parts))
        parts = [(law, times / smallest) for law, times in parts]
    copies: list[Points] = [core] * (scale if core else 0)
    for law, times in parts:
        if scale * times > 16:
            return
        copies += [law.points(task.size)] * int(scale * times)
    atoms = 1
    for each in copies:
        atoms *= len(each)
        if atoms > MAX_POINTS:
            return
    points: list[tuple[int, ...]] = [(0,) * task.size]
    for each in copies:
        radix = [1 + max(column) for column in zip(*each)]
        points = [tuple(r * old + new for r, old, new in zip(radix, point, row)) for point in points for row in each]
    if copies:
        yield from task.witnesses(points)
