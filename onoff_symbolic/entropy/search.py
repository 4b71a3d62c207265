"""Looks for a counterexample among small distributions.

Main result
    find_witness(task, point)      a checked witness, or None

After the simple laws (see laws), crosses (see cross) and laws with unequal probabilities (see descent) two families
are searched, variable by variable, each hypothesis tested as soon as its variables are there: linear functions of fair
bits, and functions on a few equally likely points; first with those variables constant that are so where Shannon's
inequalities leave room. The search is bounded. That it finds nothing says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Protocol

from .cross import crossing
from .descent import descended
from .grammar import Names
from .laws import Points, Task, Test, Weights, among_simple
from .linear import join, points, represented
from .prover import MOST
from .sets import Vector, without
from .witness import Witness

MAX_STEPS = 3000        # of one search
MAX_RANK = 5

Value = tuple[int, ...]
"""What one variable, or several together, are in the terms of a family."""

LOGS = {1: (0, 0), 2: (2, 0), 3: (0, 3), 4: (8, 0), 6: (6, 6)}
"""n log n as weights of log 2 and log 3."""


def find_simple(task: Task, alone: bool) -> Witness | None:
    """The same among simple laws alone, or also beside each other and crosses."""
    found = next(among_simple(task, alone), None)
    return found if found is not None or alone else next(crossing(task), None)


def find_witness(task: Task, point: Mapping[Names, Fraction] | None = None,
                 vain: Callable[[], bool] = lambda: False) -> Witness | None:
    """A distribution that satisfies the hypotheses and not the goal, already checked, or None.

    A point, if there is one, has numbers in place of the joint entropies of a counterexample. Before what takes long it
    is asked whether that is in vain.
    """
    known = {frozenset(names): value for names, value in (point or {}).items()}
    return next(_candidates(task, known, vain), None) if task.size <= MOST else None


def _candidates(task: Task, point: Mapping[frozenset[str], Fraction], vain: Callable[[], bool]) -> Iterator[Witness]:
    """What the searches find, the quickest first."""
    yield from among_simple(task)
    yield from crossing(task)
    yield from _linear(task, point)
    ranks = {task.variables.mask(subset): value for subset, value in point.items()}
    yield from crossing(task, ranks)
    yield from descended(task, ranks, lean=True)
    if vain():
        return
    yield from descended(task, ranks, lean=False)
    constant = sum(1 << k for k, group in enumerate(task.variables.groups) if not point.get(frozenset(group[:1]), 1))
    usual: tuple[_Family, ...] = (_Bits(1), _Points(3), _Points(4), _Bits(2))
    for fixed in dict.fromkeys((constant, 0)):
        for family in usual:
            yield from _searched(task, family, fixed)
    if task.size - constant.bit_count() <= 4:
        yield from _searched(task, _Points(6), constant)


def _linear(task: Task, point: Mapping[frozenset[str], Fraction]) -> Iterator[Witness]:
    """A linear law with the entropies of the point, or with twice those."""
    known = {task.variables.mask(subset): value for subset, value in point.items()}
    reach = task.variables.mask({name for subset in point for name in subset})
    whole = [int(known.get(mask & reach, 0)) for mask in range(1 << task.size)]
    for scale in (1, 2) if known else ():
        values = represented([scale * rank for rank in whole])
        if values is not None:
            yield from task.witnesses(points(values))


def _searched(task: Task, family: _Family, fixed: int) -> Iterator[Witness]:
    for law in _Search(task, family, fixed).found():
        yield from task.witnesses(law)


class _Family(Protocol):
    constant: Value

    def choices(self, values: Sequence[Value]) -> list[Value]:
        """What the next variable can be, up to symmetry, when the earlier ones are these."""

    def join(self, one: Value, other: Value) -> Value:
        """Two variables as one."""

    def entropy(self, value: Value) -> Weights:
        """The entropy of a variable, times a number that is the same for all."""

    def points(self, values: Sequence[Value]) -> Points:
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
        return join(one, other)

    def entropy(self, value: Value) -> Weights:
        return len(value), 0

    def points(self, values: Sequence[Value]) -> Points:
        return points(values)


class _Points:
    """Each variable is a function on a few equally likely points, as the list of its values.

    Up to renaming, new values come in the order 0, 1, …; up to a permutation of points, the first one rises. A
    value that is taken five times of six has no entropy in logarithms of 2 and 3, and is left out.
    """

    def __init__(self, size: int) -> None:
        self.constant: Value = (0,) * size
        self.functions = [value for value in product(range(size), repeat=size) if value == _renamed(value)
                          and all(count in LOGS for count in Counter(value).values())] if size < 6 else _SIX
        self.rising = [value for value in self.functions if list(value) == sorted(value)]

    def choices(self, values: Sequence[Value]) -> list[Value]:
        return self.functions if any(any(value) for value in values) else self.rising

    def join(self, one: Value, other: Value) -> Value:
        return _renamed(zip(one, other))

    def entropy(self, value: Value) -> Weights:
        """n log n, where n is the number of points, minus the sum of k log k for each value taken k times."""
        two, three = LOGS[len(value)]
        for count in Counter(value).values():
            two, three = two - LOGS[count][0], three - LOGS[count][1]
        return two, three

    def points(self, values: Sequence[Value]) -> Points:
        return list(zip(*values))


def _renamed(labels: Iterable[object]) -> Value:
    """The labels replaced by 0, 1, … in the order in which they occur."""
    names: dict[object, int] = {}
    return tuple(names.setdefault(label, len(names)) for label in labels)


def _partitions(size: int) -> Iterator[Value]:
    """All functions on so many points up to renaming."""
    if not size:
        yield ()
        return
    for head in _partitions(size - 1):
        for last in range(1 + max(head, default=-1) + 1):
            yield (*head, last)


_SIX = [value for value in _partitions(6) if 5 not in Counter(value).values()]


class _Search:
    """Depth first, one variable after the other, each test made when its last variable is there.

    What some variables are together is a number, whose join with each variable and whose entropy are remembered.
    """

    def __init__(self, task: Task, family: _Family, constant: int) -> None:
        self.task, self.family = task, family
        forms = [(without(test.form, constant), test) for test in task.tests]
        self.order = _order([set(form) for form, _ in forms], task.size)
        place = {variable: k for k, variable in enumerate(self.order)}
        self.tests: list[list[tuple[Test, list[tuple[int, int]]]]] = [[] for _ in range(len(self.order) + 1)]
        masks = {0}
        for form, test in forms:
            own: Vector = {}
            for mask, coefficient in form.items():
                moved = sum(1 << place[k] for k in place if mask >> k & 1)
                own[moved] = own.get(moved, 0) + coefficient
            own = {mask: coefficient for mask, coefficient in own.items() if mask and coefficient}
            self.tests[max(own, default=0).bit_length()].append((test, list(own.items())))
            for mask in own:
                while mask not in masks:
                    masks.add(mask)
                    mask ^= 1 << mask.bit_length() - 1
        self.ending = [[(mask, mask ^ 1 << k) for mask in masks if mask.bit_length() == k + 1]
                       for k in range(len(self.order))]
        self.values: list[Value] = []
        self.numbers: dict[Value, int] = {}
        self.known: list[Value] = []
        self.entropies: list[Weights] = []
        self.joins: list[dict[Value, int]] = []
        self.joint = {0: self.number(family.constant)}
        self.steps = 0

    def number(self, value: Value) -> int:
        if value not in self.numbers:
            self.numbers[value] = len(self.known)
            self.known.append(value)
            self.entropies.append(self.family.entropy(value))
            self.joins.append({})
        return self.numbers[value]

    def found(self) -> Iterator[Points]:
        """The laws that pass all tests, until the steps are spent."""
        self.steps += 1
        place = len(self.values)
        if self.steps > MAX_STEPS or not all(test.passed(self.weights(form)) for test, form in self.tests[place]):
            return
        if place == len(self.order):
            whole = [self.family.constant] * self.task.size
            for variable, value in zip(self.order, self.values):
                whole[variable] = value
            yield self.family.points(whole)
            return
        for value in self.family.choices(self.values):
            self.values.append(value)
            for mask, rest in self.ending[place]:
                one = self.joint[rest]
                joins = self.joins[one]
                if value not in joins:
                    joins[value] = self.number(self.family.join(self.known[one], value))
                self.joint[mask] = joins[value]
            yield from self.found()
            self.values.pop()
            if self.steps > MAX_STEPS:
                return

    def weights(self, form: Sequence[tuple[int, int]]) -> Weights:
        """The value of a form of the variables that are there."""
        two = three = 0
        for mask, coefficient in form:
            weights = self.entropies[self.joint[mask]]
            two += coefficient * weights[0]
            three += coefficient * weights[1]
        return two, three


def _order(forms: Sequence[set[int]], size: int) -> list[int]:
    """The variables that matter, such that tests can be made early; of those that occur only together, the first."""
    patterns: dict[tuple[bool, ...], int] = {}
    masks = sorted({mask for form in forms for mask in form})
    for k in range(size):
        pattern = tuple(bool(mask >> k & 1) for mask in masks)
        if any(pattern):
            patterns.setdefault(pattern, k)
    left = set(patterns.values())
    kept = sum(1 << k for k in left)
    needs = [0] * len(forms)
    for place, form in enumerate(forms):
        for mask in form:
            needs[place] |= mask & kept
    order: list[int] = []
    known = 0
    while left:
        def merit(k: int) -> tuple[int, int, int, int]:
            after = known | 1 << k
            done = sum(1 for need in needs if need and not need & ~after and need & ~known)
            near = sum(1 for need in needs if need >> k & 1 and (need & ~after).bit_count() == 1)
            return done, near, sum(need >> k & 1 for need in needs), -k
        chosen = max(left, key=merit)
        left.remove(chosen)
        order.append(chosen)
        known |= 1 << chosen
    return order
