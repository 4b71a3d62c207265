"""Small families of distributions, and which of them, or which independent several of them, refute a statement.

Entropies are in units of a quarter of log 2 and of log 3.

    simple laws     on a set S of variables, the others constant: all of S one fair bit; a fair bit each, with an even
                    sum; all of S one bit that is 1 with probability 1/4
    sums            independent laws side by side: their entropies add up, and a linear program says how many of each
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from operator import add, mul
from typing import Protocol

from .limits import LIMITS
from .sets import Vector
from .task import Points, Relation, Task, spread
from .witness import Witness, sign
from ..errors import Undecidable
from ..programs.whole import Cheapest, cheapest

LOG2, LOG3 = 306, 485  # nearly in the proportion of log 2 and log 3

Logs = tuple[int, int]
"""The multiples of log 2 and of log 3 in an entropy, times four."""


def combined(terms: Iterable[tuple[int, Logs]]) -> Logs:
    """Return the sum of number * logs."""
    two = three = 0
    for number, logs in terms:
        two += number * logs[0]
        three += number * logs[1]
    return two, three


class Law(Protocol):
    """A law whose entropies are known."""

    @property
    def atoms(self) -> int:
        """Return how many points it has."""

    def value(self, form: Vector) -> Logs:
        """Return a form of joint entropies."""

    def points(self, size: int) -> Points:
        """Return the values of so many variables at each of its points."""


IndependentLaws = dict[tuple[Logs, ...], Law]
"""Laws by what they make of the goal and of the hypotheses."""


@dataclass(frozen=True)
class Simple:
    """A simple law on a set of variables."""

    kind: str
    members: int

    def value(self, form: Vector) -> Logs:
        """Return a form of joint entropies."""
        if self.kind == "even":
            most = self.members.bit_count() - 1
            ranks = [min((mask & self.members).bit_count(), most) for mask in form]
            return 4 * sum(map(mul, form.values(), ranks)), 0
        times = sum(c for mask, c in form.items() if mask & self.members)
        if self.kind == "fair":
            return 4 * times, 0
        return 8 * times, -3 * times

    @property
    def atoms(self) -> int:
        """Return how many points it has."""
        if self.kind == "even":
            return 1 << self.members.bit_count() - 1
        return 2 if self.kind == "fair" else 4

    def points(self, size: int) -> Points:
        """Return the values of so many variables at each of its points."""
        places = [k for k in range(size) if self.members >> k & 1]
        rows = [[0] * len(places), [1] * len(places)]
        if self.kind == "rare":
            rows = [rows[0]] * 3 + rows[1:]
        if self.kind == "even":
            free = product((0, 1), repeat=len(places) - 1)
            rows = [[*bits, sum(bits) % 2] for bits in free]
        return [spread(row, places, size) for row in rows]


@lru_cache(maxsize=1 << 14)
def _sign(two: int, three: int) -> int | None:
    """Return the sign of two * log 2 + three * log 3, or None if the numbers are too large."""
    try:
        return sign({2: two, 3: three})
    except Undecidable:
        return None


def holds(relation: Relation, value: Logs) -> bool | None:
    """Return whether a relation holds whose form has this value; None if that cannot be compared."""
    found = _sign(*value)
    if found is None:
        return None
    if relation.equality:
        return found == 0
    return found >= 0


def values(task: Task, law: Law) -> tuple[Logs, ...]:
    """Return the goal, and then the hypotheses, under a law."""
    return tuple([law.value(relation.form) for relation in task.relations])


def refuting(task: Task, found: Sequence[Logs]) -> bool:
    """Return whether the hypotheses hold, and not the goal, with these values."""
    goal, *given = found
    if holds(task.goal, goal) is not False:
        return False
    return all(map(holds, task.given, given))


def simple_laws(task: Task, kinds: Sequence[str] = ("fair", "even")) -> Iterator[Law]:
    """Yield the simple laws under which the measures are zero that hypotheses say are, those on few variables first."""
    vanishing = [relation.form for relation in task.given if relation.vanishing]
    for members in sorted(range(1, 1 << task.size), key=int.bit_count):
        for kind in kinds:
            if kind == "even" and members.bit_count() < 3:
                continue
            law = Simple(kind, members)
            if all(law.value(form) == (0, 0) for form in vanishing):
                yield law


def among_simple(task: Task) -> Iterator[Witness]:
    """Yield simple laws, then independent ones beside each other, that refute the goal."""
    laws: list[Law] = []
    for law in simple_laws(task):
        if refuting(task, values(task, law)):
            yield from task.witnesses(law.points(task.size))
        laws.append(law)
    if not all(relation.vanishing for relation in task.given):
        yield from side_by_side(task, smallest(task, laws))


def smallest(task: Task, laws: Iterable[Law]) -> IndependentLaws:
    """Return one law for each row of values: the one with the fewest points."""
    kept: IndependentLaws = {}
    for law in laws:
        key = values(task, law)
        if key not in kept or law.atoms < kept[key].atoms:
            kept[key] = law
    return kept


def side_by_side(task: Task, laws: IndependentLaws, core: Law | None = None) -> Iterator[Witness]:
    """Yield what refutes the goal: the core, if there is one, beside independent laws that mend what it violates."""
    factors = [] if core is None else [core]
    base: Sequence[Logs] = [(0, 0)] * len(task.relations)
    if core is not None:
        base = values(task, core)
    for direction in (1, -1) if task.goal.equality else (-1,):
        few = _proposed(task, base, laws, direction)
        copies = _few_copies(task, base, few)
        if copies:
            yield from task.witnesses(product_points(task, [*factors, *copies]))


def _proposed(
    task: Task, base: Sequence[Logs], laws: IndependentLaws, direction: int
) -> IndependentLaws:
    """Return the laws of which so much, in fractions, makes up a counterexample with the base, nearly; none if none
    do."""
    wanted = {0: LOG2}
    for row, value in _rows(task, base, direction).items():
        wanted[row] = wanted.get(row, 0) - value
    columns = []
    for key, law in laws.items():
        columns.append((_rows(task, key, direction), law.atoms.bit_length() - 1))
    for k, relation in enumerate(task.relations):  # what an inequality may have more than it needs
        if not (k and relation.equality):
            columns.append(({2 * k: -1}, 0))
    answer = cheapest(wanted, columns)
    if not isinstance(answer, Cheapest):
        return {}
    return {key: laws[key] for key, weight in zip(laws, answer.weights) if weight}


def _rows(task: Task, found: Sequence[Logs], direction: int) -> dict[int, int]:
    """Return the rows of a program: log 2 and log 3 for an equation, else the value, nearly; the goal first."""
    rows: dict[int, int] = {}
    for k, relation in enumerate(task.relations):
        two, three = found[k]
        if k and relation.equality:
            rows[2 * k] = two
            rows[2 * k + 1] = three
        else:
            factor = 1 if k else 8 * direction
            rows[2 * k] = factor * (LOG2 * two + LOG3 * three)
    return {row: value for row, value in rows.items() if value}


def _few_copies(task: Task, base: Sequence[Logs], laws: IndependentLaws) -> list[Law]:
    """Return the laws, each a few times, that make up with the base what refutes the goal, with few points; none if
    none do."""
    if len(laws) > LIMITS.different_laws:
        return []
    sizes = [law.atoms.bit_length() for law in laws.values()]
    rows = list(zip(base, *laws))  # for each relation what the base and each law make of it
    choices = product(range(LIMITS.copies + 1), repeat=len(laws))
    for copies in sorted(choices, key=lambda copies: sum(map(mul, copies, sizes))):
        total = [combined(zip((1, *copies), row)) for row in rows]
        if refuting(task, total):
            pairs = zip(laws.values(), copies)
            return [law for law, n in pairs for _ in range(n)]
    return []


def product_points(task: Task, laws: Sequence[Law]) -> Points:
    """Return the points of independent laws side by side; none if these are too many."""
    if prod(law.atoms for law in laws) > LIMITS.points:
        return []
    points: list[tuple[int, ...]] = [(0,) * task.size]
    for law in laws:
        rows = law.points(task.size)
        radix = [1 + max(column) for column in zip(*rows)]
        scaled = [list(map(mul, radix, point)) for point in points]
        points = [tuple(map(add, point, row)) for point in scaled for row in rows]
    return points
