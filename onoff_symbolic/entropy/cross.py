"""Crosses: the laws that refute what holds for all linear ones.

In a cross c and d are fair bits, a is 1 if both are, b is 1 if none is. It violates Ingleton's inequality. Every
variable is one of these four, or constant, or all of them together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product

from .laws import (
    IndependentLaws,
    Logs,
    combined,
    holds,
    refuting,
    side_by_side,
    simple_laws,
    smallest,
    values,
)
from .limits import LIMITS
from .linear import fours, violating_fours
from .sets import Vector
from .task import Points, Task
from .witness import Witness

POINTS = ((0, 1, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (1, 0, 1, 1))
"""The values of a, b, c and d at the equally likely points."""
OTHERS = (0, 15, 4, 8, 1, 2)
"""What a variable beside the four may be: parts of the cross."""
SHARES = {1: (2, 0), 2: (1, 0), 3: (2, -1), 4: (0, 0)}
"""log(4/n) for n of the four points, in log 2 and log 3."""


def value_at(point: Sequence[int], parts: int) -> int:
    """Return the values of a (1), b (2), c (4) and d (8), as far as they are in parts, as one number."""
    return sum(value << k for k, value in enumerate(point) if parts >> k & 1)


def entropy_of(parts: int) -> Logs:
    """Return the entropy of some of a, b, c and d together."""
    counts = Counter(value_at(point, parts) for point in POINTS)
    return combined((n, SHARES[n]) for n in counts.values())


ENTROPIES = [entropy_of(parts) for parts in range(16)]


class Cross:
    """The law in which each variable is these parts of a cross."""

    atoms = 4

    def __init__(self, parts: tuple[int, ...]) -> None:
        self.parts = parts
        self.users = [(part, self._users(part)) for part in (1, 2, 4, 8)]

    def _users(self, part: int) -> int:
        """Return the variables that have a part of the cross."""
        return sum(1 << k for k, own in enumerate(self.parts) if own & part)

    def value(self, form: Vector) -> Logs:
        """Return a form of joint entropies."""
        terms: list[tuple[int, Logs]] = []
        for mask, number in form.items():
            parts = sum([part for part, users in self.users if mask & users])
            terms.append((number, ENTROPIES[parts]))
        return combined(terms)

    def points(self, size: int) -> Points:
        """Return the values of the variables at the four points."""
        return [tuple(value_at(point, parts) for parts in self.parts) for point in POINTS]


def crosses(task: Task, point: Mapping[int, Fraction]) -> Iterator[Witness]:
    """Yield crosses that refute the goal, alone or beside independent simple laws that set the hypotheses right.

    Those come first that violate Ingleton's inequality where the point does.
    """
    beside: IndependentLaws = {}
    if task.size <= LIMITS.cross_variables:
        beside = smallest(task, simple_laws(task, ("fair", "even", "rare")))
    tried: set[tuple[Logs, ...]] = set()
    for law in islice(_laws(task.size, point), LIMITS.crosses):
        found = values(task, law)
        if refuting(task, found):
            yield from task.witnesses(law.points(task.size))
        elif len(tried) < LIMITS.cores and found not in tried and _repairable(task, found):
            tried.add(found)
            yield from side_by_side(task, beside, law)


def _repairable(task: Task, found: Sequence[Logs]) -> bool:
    """Return whether the goal fails, and what is zero by the hypotheses is; other laws can set the rest right."""
    goal, *given = found
    if holds(task.goal, goal) is not False:
        return False
    return all(
        holds(each, value)
        for each, value in zip(task.given, given, strict=False)
        if each.vanishing
    )


def _laws(size: int, point: Mapping[int, Fraction]) -> Iterator[Cross]:
    """Yield crosses of four variables each; the others are constant or parts of the cross."""
    first = set(violating_fours(size, point))
    for four in sorted(fours(size), key=lambda four: four not in first):
        parts = [0] * size
        for k, variable in enumerate(four):
            parts[variable.bit_length() - 1] = 1 << k
        free = [k for k, part in enumerate(parts) if not part]
        for choice in product(OTHERS, repeat=len(free)):
            for k, part in zip(free, choice):
                parts[k] = part
            yield Cross(tuple(parts))
