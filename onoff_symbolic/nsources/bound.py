"""The least download at one t with parameters: the region in parts, on each of which one law on sets is optimal.

The multipliers are numbers and the chosen rows are fixed, so the lower bound y_0 - Σ y_T K_{a(T)}(T) holds wherever
the rows are laws. The law on sets attains it, as an identity; it is one where the masses of its plans are at least 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .forms import power
from .lift import Lift, LiftedPlan, generic, negative
from .plans import plan
from .sets import Masses, Rows, laws, least
from ..algebra.field import Element
from ..algebra.parametric import Part, parts, sign_change
from ..algebra.region import Hypothesis, Region
from ..errors import Undecidable
from ..schemes.chain import Chain


def least_at(chain: Chain, time: int) -> Fraction:
    """Return the least expected download at one t, for a chain without parameters."""
    return least(power(numbers_of(chain), time)).value


def numbers_of(chain: Chain) -> Rows:
    """Return the matrix of a chain without parameters."""
    return tuple(tuple(e.constant() for e in row) for row in chain.matrix)


@dataclass(frozen=True)
class LiftedBound:
    """The least download on a region, with the plans of a law on sets, multipliers y_T and the rows a(T)."""

    value: Element
    plans: tuple[LiftedPlan, ...]
    constant: Fraction
    multipliers: Masses
    choice: tuple[tuple[int, int], ...]

    def masses(self) -> tuple[Element, ...]:
        """Return what must be at least 0."""
        return negative(mass for plan in self.plans for _, mass in plan)


def bound_parts(chain: Chain, time: int, region: Region) -> list[Part[LiftedBound]]:
    """Return the least download at one t on parts that together are the region, but for some that seem to be empty."""
    found = list(
        parts(
            region,
            lambda part: (
                lifted_bound(chain, time, part) if part.interior() is not None else None
            ),
            lambda bound, part: sign_change(bound.masses(), part) or (),
        )
    )
    if not found:
        raise Undecidable("no point of the region was found")
    return found


Case = tuple[tuple[Hypothesis, ...], str]
"""Where a value is the bound, and the value."""


def merge_equal_cases(cases: Sequence[Part[LiftedBound]], depth: int = 0) -> list[Case]:
    """Return the values and where they are, without splits on both sides of which they are the same."""
    first = cases[0]
    if depth == len(first.path):
        return [((), str(first.answer.value))]
    turns = dict.fromkeys(part.path[depth] for part in cases)
    sides = [
        merge_equal_cases(
            [part for part in cases if part.path[depth] == turn], depth + 1
        )
        for turn in turns
    ]
    if len(sides) == 1:
        return sides[0]
    common = [case for case in sides[0] if case in sides[1]]
    own = [
        ((turn, *where), value)
        for turn, side in zip(turns, sides, strict=True)
        for where, value in side
        if (where, value) not in common
    ]
    return common + own


def lifted_bound(chain: Chain, time: int, region: Region) -> LiftedBound:
    """Return the bound at a generic point of the region, with the parameters left in."""
    here = chain.on(region)
    point = generic(region, here)
    rows = power(here.matrix, time)
    lift = Lift(rows, laws([e.at(point) for e in row] for row in rows))
    found = least(lift.numbers)
    own = range(len(rows))
    law = lift.law(own, found.basis)
    value = sum((w * s.bit_count() for s, w in law.items()), lift.zero)
    lift.require_bound(own, value, found.constant, found.multipliers)
    plans = tuple(lift.plan(y, plan(found.rows[y], found.weights), law) for y in own)
    return LiftedBound(value, plans, found.constant, found.multipliers, found.choice)
