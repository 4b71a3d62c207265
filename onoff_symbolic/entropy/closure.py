"""The sets of variables that a statement is about: the joint entropies that its linear program needs.

If the hypotheses make d a function of c, then H(S) = H(S,d) for every S that contains c: only *closed* sets count.
A *family* is a collection of closed sets that holds with two sets also what they have in common and the closure of
what they have together. Take a family that holds every set of the goal and of the hypotheses:

    Numbers f on the family that rise with the set and satisfy f(A) + f(B) >= f(A or B, closed) + f(A and B) extend
    to all sets: let f(S) be f of the least member that contains S. That satisfies Shannon's inequalities again.

So nothing is lost if the program knows the members only. Often these are few where all sets are a thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm

from .sets import Triple, Vector, collect, measure, singles, subsets, vector

Dependency = tuple[int, int]
"""(c, d): d is a function of c."""
Point = dict[int, Fraction]
"""A value for each joint entropy."""


@dataclass(frozen=True)
class Step:
    """A dependency that closes a set further, and the set before."""

    dependency: Dependency
    before: int


@dataclass(frozen=True)
class Closure:
    """What follows from a set of variables by functional dependencies."""

    full: int
    dependencies: tuple[Dependency, ...]

    def of(self, mask: int) -> int:
        """Return the set with all that is a function of it."""
        for step in self.steps(mask):
            mask = step.before | step.dependency[1]
        return mask

    def steps(self, mask: int) -> Iterator[Step]:
        """Yield the dependencies that close a set one after the other."""
        growing = bool(self.dependencies)
        while growing:
            growing = False
            for given, result in self.dependencies:
                if not given & ~mask and result & ~mask:
                    yield Step((given, result), mask)
                    mask |= result
                    growing = True


def generated(closure: Closure, sets: Iterable[int], most: int) -> frozenset[int] | None:
    """Return the least family that holds the closures of the sets, without what is constant; None if it has more than
    most members."""
    members = set(map(closure.of, (*sets, 0, closure.full)))
    waiting = sorted(members)
    while waiting:
        one = waiting.pop()
        for other in sorted(members):
            for new in (one & other, closure.of(one | other)):
                if new not in members:
                    members.add(new)
                    waiting.append(new)
        if len(members) > most + 1:
            return None
    return frozenset(members - {0, closure.of(0)})


def closed_sets(closure: Closure) -> frozenset[int]:
    """Return all closed sets without what is constant."""
    closed = map(closure.of, subsets(closure.full))
    return frozenset(closed) - {closure.of(0)}


class Family:
    """A family with its inequalities."""

    def __init__(self, closure: Closure, members: frozenset[int]) -> None:
        self.full = closure.full
        self.members = sorted(members)
        self.least = self._least_members(closure.of(0))

    def _least_members(self, constant: int) -> Sequence[int]:
        """Return for every set the least member that contains it; 0 for a set that the hypotheses make constant."""
        known = {*self.members, self.full, constant}
        bits = singles(self.full)
        least = [self.full] * (self.full + 1)
        for mask in range(self.full, -1, -1):
            if mask in known:
                least[mask] = mask
                continue
            for bit in bits:
                if not mask & bit:
                    least[mask] &= least[mask | bit]
        return [0 if mask == constant else mask for mask in least]

    def image(self, form: Vector) -> Vector:
        """Return a form of joint entropies in those of members."""
        return collect((self.least[mask], value) for mask, value in form.items())

    def measures(self) -> dict[Triple, Vector]:
        """Return all measures of two members, as forms of members, though what two have together may be no member."""
        triples = [(mask, mask, 0) for mask in self.members]
        for one, other in combinations(self.members, 2):
            triples.append(shared_measure(one, other))
        images = {triple: self.image(vector(triple)) for triple in triples}
        return {triple: form for triple, form in images.items() if form}

    def distinct(self, triples: Iterable[Triple]) -> dict[Triple, Vector]:
        """Return measures as forms of members: the first of those with one form, none whose form is zero."""
        first: dict[tuple[tuple[int, int], ...], Triple] = {}
        for triple in triples:
            form = self.image(vector(triple))
            first.setdefault(tuple(sorted(form.items())), triple)
        return {triple: dict(key) for key, triple in first.items() if key}

    def elementals(self) -> Iterator[Triple]:
        """Yield I(a;b|K) for members K, and H(a | all others)."""
        bits = singles(self.full)
        for given in (0, *self.members):
            free = [bit for bit in bits if not given & bit]
            for a, b in combinations(free, 2):
                yield a, b, given
        for bit in bits:
            yield bit, bit, self.full ^ bit

    def extended(self, point: Point) -> Point:
        """Return the point on all joint entropies, as the smallest integers on its ray."""
        values = [point.get(member, Fraction(0)) for member in self.least]
        denominator = lcm(*(value.denominator for value in values))
        numerator = gcd(*(value.numerator for value in values))
        scale = Fraction(denominator, numerator)
        return {mask: scale * value for mask, value in enumerate(values) if mask}


def shared_measure(one: int, other: int) -> Triple:
    """Return I(A;B|C) for sets A and B with C in common; H(B|A) if A is in B. A is the smaller number."""
    if one & other == one:
        return measure(other, other, one)
    return measure(one, other, one & other)


def pairs(sets: Iterable[int]) -> dict[Triple, Vector]:
    """Return every measure whose joint entropies are those of given sets: I(A;B|C) with C in A and B, and H(A|C)."""
    known = sorted(set(sets) - {0})
    present = {0, *known}
    triples = [(mask, mask, 0) for mask in known]
    for one, other in combinations(known, 2):
        if one & other in present and one | other in present:
            triples.append(shared_measure(one, other))
    return {triple: vector(triple) for triple in triples}


def uncrossed(closure: Closure, sets: Sequence[int]) -> set[int]:
    """Return the sets that come up when crossing sets are replaced, one after the other, by their union and
    intersection."""
    chain: list[int] = []
    found: set[int] = set()
    for mask in sets:
        for place, other in enumerate(chain):
            chain[place] = closure.of(mask | other)
            mask &= other
            found |= {chain[place], mask}
        if mask:
            chain.append(mask)
    return found - {0}
