"""Linear laws with prescribed entropies.

Every variable is a list of linear functions of independent fair bits, so the entropy of some variables, in bits, is
the rank of their functions. Given a whole number for every set of variables, `represented` looks for functions that
have these ranks. Where Shannon's inequalities leave room for a counterexample, such a law often is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from .sets import subsets

MAX_RANK = 8
MAX_STEPS = 2000

Basis = tuple[int, ...]
"""Functions as masks of the bits that they add up, reduced: each has its highest bit alone, the highest first."""


def join(one: Basis, other: Basis) -> Basis:
    """A basis of the functions of both."""
    basis = list(one)
    for function in other:
        for known in basis:
            function = min(function, function ^ known)
        if function:
            basis = sorted([min(known, known ^ function) for known in basis] + [function], reverse=True)
    return tuple(basis)


def points(values: Sequence[Basis]) -> list[tuple[int, ...]]:
    """The values of the variables at each choice of the bits."""
    rank = max((function for value in values for function in value), default=0).bit_length()
    return [tuple(sum(((function & point).bit_count() & 1) << k for k, function in enumerate(value))
                  for value in values) for point in range(1 << rank)]


def subspaces(rank: int, dimension: int) -> Iterator[Basis]:
    """The reduced bases of all subspaces of so many dimensions of the functions of so many bits."""
    for heads in combinations(reversed(range(rank)), dimension):
        taken = sum(1 << head for head in heads)
        rows = [[1 << head | low for low in subsets((1 << head) - 1 & ~taken)] for head in heads]
        yield from product(*rows)


def crosses(size: int) -> Iterator[tuple[int, int, int, int]]:
    """Four of so many variables, the first two and the last two in any order, which does not matter."""
    for pair in combinations(range(size), 2):
        rest = [k for k in range(size) if k not in pair]
        for other in combinations(rest, 2):
            yield (1 << pair[0], 1 << pair[1], 1 << other[0], 1 << other[1])


def violates(ranks: Sequence[int] | Sequence[Fraction], four: tuple[int, int, int, int]) -> bool:
    """Ingleton's inequality, I(a;b) <= I(a;b|c) + I(a;b|d) + I(c;d), holds for all linear laws; here it does not."""
    a, b, c, d = four
    return (ranks[a | c] + ranks[b | c] + ranks[a | d] + ranks[b | d] + ranks[a | b]
            < ranks[a] + ranks[b] + ranks[a | b | c] + ranks[a | b | d] + ranks[c | d])


def represented(ranks: Sequence[int]) -> list[Basis] | None:
    """Bases of the variables such that every set of them has its rank, or None if none is found.

    What a variable has that the earlier ones have not is, after a change of basis, the next bits.
    """
    size = len(ranks).bit_length() - 1
    if ranks[-1] > MAX_RANK or any(violates(ranks, each) for each in crosses(size)):
        return None
    order = sorted(range(size), key=lambda k: -ranks[1 << k])
    chosen: list[Basis] = []
    steps = 0

    def fits(place: int, basis: Basis) -> bool:
        joined: list[tuple[int, Basis]] = [(1 << order[place], basis)]
        if len(basis) != ranks[1 << order[place]]:
            return False
        for earlier in range(place):
            for mask, known in list(joined):
                both = mask | 1 << order[earlier], join(known, chosen[earlier])
                if len(both[1]) != ranks[both[0]]:
                    return False
                joined.append(both)
        return True

    def extend(place: int, known: int) -> bool:
        nonlocal steps
        if place == size:
            return True
        here = 1 << order[place]
        fresh = ranks[known | here] - ranks[known]
        used = ranks[known]
        head = tuple(1 << used + k for k in reversed(range(fresh)))
        for old in subspaces(used, ranks[here] - fresh):
            steps += 1
            if steps > MAX_STEPS:
                return False
            if fits(place, head + old):
                chosen.append(head + old)
                if extend(place + 1, known | here):
                    return True
                chosen.pop()
        return False

    if not extend(0, 0):
        return None
    return [basis for _, basis in sorted(zip(order, chosen))]
