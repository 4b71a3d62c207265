"""The sets of variables that a statement is about: the joint entropies that its linear program needs.

If the hypotheses make d a function of c, then H(S) = H(S,d) for every S that contains c: only *closed* sets count.
A *family* is a collection of closed sets that holds with two sets also what they have in common and the closure of
what they have together. Take a family that holds every set of the goal and of the hypotheses:

    Numbers f on the family that rise with the set and satisfy f(A) + f(B) >= f(A or B, closed) + f(A and B) extend
    to all sets: let f(S) be f of the least member that contains S. That satisfies Shannon's inequalities again.

So nothing is lost if the program knows the members only. Often these are few where all sets are a thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from .sets import Triple, Vector, bits, measure, subsets

Dependency = tuple[int, int]
"""(c, d): d is a function of c."""


@dataclass(frozen=True)
class Closure:
    """What follows from a set of variables by functional dependencies."""

    full: int
    dependencies: tuple[Dependency, ...]

    def of(self, mask: int) -> int:
        if not self.dependencies:
            return mask
        for _, _, mask in self.steps(mask):
            pass
        return mask

    def steps(self, mask: int) -> Iterator[tuple[Dependency, int, int]]:
        """The dependencies that close a set one after the other, each with the set before and after."""
        found = True
        while found:
            found = False
            for given, result in self.dependencies:
                if not given & ~mask and result & ~mask:
                    yield (given, result), mask, mask | result
                    mask |= result
                    found = True


def generated(closure: Closure, sets: Iterable[int], most: int) -> frozenset[int] | None:
    """The least family that holds the closures of the sets, without what is constant; None if it has more than most."""
    members = {closure.of(mask) for mask in sets} | {closure.of(0)} | {closure.of(closure.full)}
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


def everything(closure: Closure) -> frozenset[int]:
    """All closed sets without what is constant."""
    if not closure.dependencies:
        return frozenset(range(1, closure.full + 1))
    closed = {mask for mask in subsets(closure.full) if closure.of(mask) == mask}
    return frozenset(closed - {closure.of(0)})


@dataclass(frozen=True)
class Family:
    """A family with its inequalities."""

    closure: Closure
    members: frozenset[int]

    @cached_property
    def least(self) -> Sequence[int]:
        """For every set the least member that contains it; 0 for a set that the hypotheses make constant."""
        full, nothing = self.closure.full, self.closure.of(0)
        there = {*self.members, full, nothing}
        single = bits(full)
        found = [full] * (full + 1)
        for mask in range(full, -1, -1):
            common = mask
            if mask not in there:
                common = full
                for bit in single:
                    if not mask & bit:
                        common &= found[mask | bit]
            found[mask] = common
        return [0 if mask == nothing else mask for mask in found]

    def image(self, form: Mapping[int, int]) -> Vector:
        """A form of joint entropies in those of members."""
        result: Vector = {}
        for mask, value in form.items():
            member = self.least[mask]
            if member:
                result[member] = result.get(member, 0) + value
        return {mask: value for mask, value in result.items() if value}

    def elementals(self) -> dict[Triple, Vector]:
        """I(a;b|K) for members K and H(a | all others) as forms of members, one for each form that is not zero."""
        least, full = self.least, self.closure.full
        first: dict[tuple[tuple[int, int], ...], Triple] = {}
        single = bits(full)
        for given in (0, *sorted(self.members)):
            heads = [(bit, least[given | bit]) for bit in single if not given & bit]
            base = least[given]
            for (a, one), (b, other) in combinations(heads, 2):
                both = least[one | other]
                if both == one and other == base or both == other and one == base:
                    continue
                form: Vector = {}
                for mask, value in ((one, 1), (other, 1), (both, -1), (base, -1)):
                    if mask:
                        form[mask] = form.get(mask, 0) + value
                key = tuple(sorted((mask, value) for mask, value in form.items() if value))
                if key:
                    first.setdefault(key, (a, b, given))
        for bit in single:
            form = self.image({full: 1, full ^ bit: -1} if full ^ bit else {full: 1})
            if form:
                first.setdefault(tuple(sorted(form.items())), (bit, bit, full ^ bit))
        return {triple: dict(key) for key, triple in first.items()}


def pairs(sets: Iterable[int]) -> dict[Triple, Vector]:
    """Every measure whose joint entropies are those of given sets: I(A;B|C) with C in A and B, and H(A|C)."""
    known = sorted(set(sets) - {0})
    there = {0, *known}
    found: dict[Triple, Vector] = {}
    for one in known:
        found[one, one, 0] = {one: 1}
    for one, other in combinations(known, 2):
        common, both = one & other, one | other
        if common == one:
            found[measure(other, other, one)] = {other: 1, one: -1}
        elif common in there and both in there:
            form = {one: 1, other: 1, both: -1}
            if common:
                form[common] = -1
            found[measure(one, other, common)] = form
    return found


def uncrossed(closure: Closure, sets: Sequence[int]) -> set[int]:
    """The sets that come up when crossing sets are replaced, one after the other, by their union and intersection."""
    chain: list[int] = []
    found: set[int] = set()
    for mask in sets:
        for place, other in enumerate(chain):
            chain[place], mask = closure.of(mask | other), mask & other
            found |= {chain[place], mask}
            if not mask:
                break
        else:
            chain.append(mask)
    return found - {0}
