"""Crosses: the laws that refute what holds for all linear ones.

In a cross c and d are fair bits, a is 1 if both are, b is 1 if none is. It violates Ingleton's inequality. Every
variable is one of these four, or constant, or all of them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice, product

from .laws import Company, Points, Task, Weights, least, simple, summed
from .linear import crosses, violates
from .sets import Vector
from .witness import Witness

MAX_CROSSES = 2500      # that are tried
MAX_CORES = 6           # that get company
MAX_COMPANY = 7         # variables up to which there is company: so many laws are a small program

POINTS = ((0, 1, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (1, 0, 1, 1))
"""The values of a, b, c and d at the equally likely points."""
OTHERS = (0, 15, 4, 8, 1, 2)
"""What a variable beside the four may be: parts of the cross."""


def _entropy(parts: int) -> Weights:
    """Of a (1), b (2), c (4) and d (8) together."""
    two, three = 8, 0
    for count in Counter(tuple(point[k] for k in range(4) if parts >> k & 1) for point in POINTS).values():
        two, three = two - {1: 0, 2: 2, 3: 0, 4: 8}[count], three - 3 * (count == 3)
    return two, three


_ENTROPIES = [_entropy(parts) for parts in range(16)]


@dataclass(frozen=True)
class Cross:
    """The law in which each variable is these parts of a cross."""

    parts: tuple[int, ...]
    atoms = 4

    @property
    def members(self) -> int:
        return sum(1 << k for k, parts in enumerate(self.parts) if parts)

    @cached_property
    def _users(self) -> tuple[int, ...]:
        """Of a, b, c and d the variables that have it."""
        return tuple(sum([1 << k for k, parts in enumerate(self.parts) if parts & part]) for part in (1, 2, 4, 8))

    def value(self, form: Vector) -> Weights:
        two = three = 0
        a, b, c, d = self._users
        for mask, number in form.items():
            weights = _ENTROPIES[bool(mask & a) | bool(mask & b) << 1 | bool(mask & c) << 2 | bool(mask & d) << 3]
            two, three = two + number * weights[0], three + number * weights[1]
        return two, three

    def points(self, size: int) -> Points:
        return [tuple(sum(point[k] << k for k in range(4) if parts >> k & 1) for parts in self.parts)
                for point in POINTS]


def crossing(task: Task, point: Mapping[int, Fraction] | None = None) -> Iterator[Witness]:
    """Crosses that refute the goal, alone or beside independent simple laws that set the hypotheses right.

    Given a point, those come first that violate Ingleton's inequality where it does, and more are tried.
    """
    needed = [test for test in task.tests if test.goal or test.vanishing]
    company: Company | None = None
    tried: set[tuple[Weights, ...]] = set()
    for law in islice(_laws(task.size, point), MAX_CROSSES):
        if not all(test.passed(law.value(test.form)) for test in needed):
            continue
        weights = tuple(law.value(test.form) for test in task.tests)
        if all(test.passed(each) for test, each in zip(task.tests, weights)):
            yield from task.witnesses(law.points(task.size))
        elif len(tried) < MAX_CORES and task.size <= MAX_COMPANY and weights not in tried:
            tried.add(weights)
            company = company or least(task, simple(task, ("fair", "even", "rare")))
            yield from summed(task, law.points(task.size), company, weights)


def _laws(size: int, point: Mapping[int, Fraction] | None) -> Iterator[Cross]:
    fours = list(crosses(size))
    if point is not None:
        first = set(violated(size, point))
        fours.sort(key=lambda four: four not in first)
    for four in fours:
        parts = [0] * size
        for k, variable in enumerate(four):
            parts[variable.bit_length() - 1] = 1 << k
        free = [place for place, part in enumerate(parts) if not part]
        for others in product(OTHERS if point is not None else (0,), repeat=len(free)):
            for place, part in zip(free, others):
                parts[place] = part
            yield Cross(tuple(parts))


def violated(size: int, point: Mapping[int, Fraction]) -> list[tuple[int, int, int, int]]:
    """The fours whose inequality of Ingleton the point violates."""
    ranks = [point.get(mask, Fraction(0)) for mask in range(1 << size)]
    return [four for four in crosses(size) if violates(ranks, four)]
