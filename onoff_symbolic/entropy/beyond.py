"""True inequalities that do not follow from Shannon's. What follows from these has no counterexample.

    2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)                             (Zhang and Yeung, 1998)
    I(C;D) <= I(C;D|A) + I(C;D|B)  where I(A;B) = 0 and I(A;B|C) = 0 are given        (Zhang and Yeung, 1997)

The checker knows Shannon's inequalities only, so that nothing is decided by these; but the search can stop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from .grammar import Measure, Names, Statement, Term, distinct, independent

FEWEST, MOST = 4, 6         # variables among which these are looked for


def inequalities(a: Names, b: Names, c: Names, d: Names, given: Sequence[Statement]) -> Iterator[Statement]:
    """What is true of these four."""
    both, first, second = Measure(c, d), Measure(c, d, a), Measure(c, d, b)
    yield Statement(_sum((2, both)), "<=", _sum((1, Measure(a, b)), (1, Measure(a, distinct(c + d))),
                                                (3, first), (1, second)))
    zero = [statement.form() for statement in given if statement.equality]
    if independent(a, b).form() in zero and any(independent(a, b, each).form() in zero for each in (c, d)):
        yield Statement(_sum((1, both)), "<=", _sum((1, first), (1, second)))


def _sum(*terms: tuple[int, Measure]) -> tuple[Term, ...]:
    return tuple(Term(Fraction(number), measure) for number, measure in terms)


def instances(groups: Sequence[Names], given: Sequence[Statement]) -> Iterator[Statement]:
    """What is true of any four of these variables, or of none if there are too many."""
    if FEWEST <= len(groups) <= MOST:
        for a, b in permutations(groups, 2):
            for c, d in combinations([group for group in groups if group not in (a, b)], 2):
                yield from inequalities(a, b, c, d, given)


def known(statement: Statement, given: Sequence[Statement]) -> bool:
    """Is the statement one of these, with any lists of variables?"""
    measures = [term.measure for term in statement.right]
    if len(measures) < 2 or len(statement.left) != 1:
        return False
    c, d = statement.left[0].measure.left, statement.left[0].measure.right
    fours = [(a, b, c, d) for a, b in ((measures[0].left, measures[0].right), (measures[0].given, measures[1].given))]
    return any(statement in inequalities(*four, given) for four in fours if all(four))
