"""Linear laws with prescribed entropies, and the inequality that all of them satisfy.

Every variable is a list of linear functions of independent fair bits, so the entropy of some variables, in bits, is
the rank of their functions. Given a whole number for every set of variables, `represented` looks for functions that
have these ranks. Where Shannon's inequalities leave room for a counterexample, such a law often is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from .limits import LIMITS
from .sets import subsets
from .task import Points

Basis = tuple[int, ...]
"""Functions as masks of the bits that they add up, reduced: each has its highest bit alone, the highest first."""
Four = tuple[int, int, int, int]
"""Four different variables, as sets."""


def join(one: Basis, other: Basis) -> Basis:
    """Return a basis of the functions of both."""
    basis = list(one)
    for function in other:
        for known in basis:
            function = min(function, function ^ known)
        if function:
            basis = [min(known, known ^ function) for known in basis]
            basis.append(function)
            basis.sort(reverse=True)
    return tuple(basis)


def points_of(values: Sequence[Basis]) -> Points:
    """Return the values of the variables at each choice of the bits."""
    largest = max((function for value in values for function in value), default=0)
    points = range(1 << largest.bit_length())
    return [tuple(_value_at(value, point) for value in values) for point in points]


def _value_at(basis: Basis, point: int) -> int:
    """Return the values of functions at a choice of the bits, as one number."""
    parities = [(function & point).bit_count() & 1 for function in basis]
    return sum(parity << k for k, parity in enumerate(parities))


def subspaces(rank: int, dimension: int) -> Iterator[Basis]:
    """Yield the reduced bases of all subspaces of so many dimensions of the functions of so many bits."""
    for heads in combinations(reversed(range(rank)), dimension):
        taken = sum(1 << head for head in heads)
        rows: list[list[int]] = []
        for head in heads:
            lower = (1 << head) - 1 & ~taken
            rows.append([1 << head | low for low in subsets(lower)])
        yield from product(*rows)


def fours(size: int) -> Iterator[Four]:
    """Yield four of so many variables, the first two and the last two in any order, which does not matter."""
    variables = [1 << k for k in range(size)]
    for a, b in combinations(variables, 2):
        rest = [variable for variable in variables if variable not in (a, b)]
        for c, d in combinations(rest, 2):
            yield a, b, c, d


def violates_ingleton(ranks: Sequence[int] | Sequence[Fraction], four: Four) -> bool:
    """Return whether I(a;b) > I(a;b|c) + I(a;b|d) + I(c;d), which no linear law satisfies."""
    a, b, c, d = four
    left = [a | c, b | c, a | d, b | d, a | b]
    right = [a, b, a | b | c, a | b | d, c | d]
    return sum([ranks[mask] for mask in left]) < sum([ranks[mask] for mask in right])


def violating_fours(size: int, point: Mapping[int, Fraction]) -> list[Four]:
    """Return the fours whose inequality of Ingleton the point violates."""
    ranks = [point.get(mask, Fraction(0)) for mask in range(1 << size)]
    return [four for four in fours(size) if violates_ingleton(ranks, four)]


def represented(ranks: Sequence[int]) -> list[Basis] | None:
    """Return bases of the variables such that every set of them has its rank, or None if none is found."""
    size = len(ranks).bit_length() - 1
    if ranks[-1] > LIMITS.rank:
        return None
    if any(violates_ingleton(ranks, four) for four in fours(size)):
        return None
    return _Representation(ranks, size).found()


class _Representation:
    """A search for bases, one variable after the other, those of high rank first."""

    def __init__(self, ranks: Sequence[int], size: int) -> None:
        self.ranks = ranks
        self.order = sorted(range(size), key=lambda k: -ranks[1 << k])
        self.chosen: list[Basis] = []
        self.tried = 0

    def found(self) -> list[Basis] | None:
        """Return the bases, or None."""
        if not self.extend(0):
            return None
        return [basis for _, basis in sorted(zip(self.order, self.chosen))]

    def extend(self, known: int) -> bool:
        """Choose the bases of the variables that are not known; return whether that succeeds.

        What a variable has that the earlier ones have not is, after a change of basis, the next bits.
        """
        if len(self.chosen) == len(self.order):
            return True
        variable = 1 << self.order[len(self.chosen)]
        used = self.ranks[known]
        fresh = self.ranks[known | variable] - used
        head = tuple(1 << used + k for k in reversed(range(fresh)))
        for old in subspaces(used, self.ranks[variable] - fresh):
            self.tried += 1
            if self.tried > LIMITS.subspaces:
                return False
            basis = head + old
            if self.fits(variable, basis):
                self.chosen.append(basis)
                if self.extend(known | variable):
                    return True
                self.chosen.pop()
        return False

    def fits(self, variable: int, basis: Basis) -> bool:
        """Return whether the variable has its rank, alone and with all sets of those that are chosen."""
        if len(basis) != self.ranks[variable]:
            return False
        joined = [(variable, basis)]
        for earlier, other in zip(self.order, self.chosen):
            for mask, known in list(joined):
                both = join(known, other)
                if len(both) != self.ranks[mask | 1 << earlier]:
                    return False
                joined.append((mask | 1 << earlier, both))
        return True
