"""The least download at one t with parameters: the region in parts, on each of which one law on sets is optimal.

The multipliers are numbers and the chosen rows are fixed, so the lower bound y_0 - Σ y_T K_{a(T)}(T) holds wherever
the rows are laws. The law on sets attains it, as an identity; it is one where the masses of its plans are at least 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from .chain import Chain
from .forms import power
from .lift import MAX_SPLITS, generic, mass, solved, turn
from .plans import Pair, on_forest, plans
from .sets import Envelope, laws, least
from ..algebra.field import Element
from ..algebra.region import Hypothesis, Region
from ..errors import Undecidable


@dataclass(frozen=True)
class LiftedBound:
    """The least download on a region, with the plans of a law on sets, and multipliers (T, a(T), y_T).

    All of `path` holds on the region: one hypothesis for each time that a region was split, f ≥ 0 or -f > 0."""

    region: Region
    value: Element
    plans: tuple[tuple[tuple[Pair, Element], ...], ...]
    constant: Fraction
    multipliers: tuple[tuple[int, int, Fraction], ...]
    path: tuple[Hypothesis, ...] = ()

    def masses(self) -> tuple[Element, ...]:
        """What must be at least 0."""
        found = [mass for entries in self.plans for _, mass in entries]
        return tuple(dict.fromkeys(m for m in found if not m.is_constant or m.constant() < 0))


def bound_parts(chain: Chain, time: int, region: Region, splits: int = MAX_SPLITS,
                path: tuple[Hypothesis, ...] = ()) -> Iterator[LiftedBound]:
    """The least download at one t on parts that together are the region."""
    found = lifted_bound(chain, time, region)
    masses = turn(found.masses(), region)
    if not masses or splits == 0:
        yield replace(found, path=path)
        return
    for hypothesis in masses:
        part = region.assume(hypothesis).simplified()
        if part is not None and part.interior() is not None:    # else it may well be empty, which has to be proved
            yield from bound_parts(chain, time, part, splits - 1, (*path, hypothesis))


Told = list[tuple[tuple[Hypothesis, ...], str]]


def told(parts: Sequence[LiftedBound], depth: int = 0) -> Told:
    """The values and where they are, without splits on both sides of which they are the same."""
    if depth == len(parts[0].path):
        return [((), str(parts[0].value))]
    sides = [(turned, told([part for part in parts if part.path[depth] == turned], depth + 1))
             for turned in dict.fromkeys(part.path[depth] for part in parts)]
    if len(sides) == 1:
        return sides[0][1]
    (one, left), (other, right) = sides
    return [*(each for each in left if each in right),
            *(((one, *where), value) for where, value in left if (where, value) not in right),
            *(((other, *where), value) for where, value in right if (where, value) not in left)]


def lifted_bound(chain: Chain, time: int, region: Region) -> LiftedBound:
    """The bound at a generic point of the region, with the parameters left in."""
    here = chain.on(region)
    point = generic(region, here)
    rows: Sequence[Sequence[Element]] = power(here.matrix, time)
    numbers = laws([[e.at(point) for e in row] for row in rows])
    found = least(numbers)
    envelope, field = Envelope.of(numbers), chain.field

    weights = solved(found.basis, [mass(rows, envelope.choice[top], top) for top in found.basis.tight], field)
    value = sum((w * s.bit_count() for s, w in weights.items()), field.zero)
    multipliers = tuple((top, envelope.choice[top], y) for top, y in found.multipliers)
    if value != found.constant - sum((y * mass(rows, a, top) for top, a, y in multipliers), field.zero):
        raise Undecidable("the multipliers prove the value at the point only")
    masses = []
    for row, plan in zip(rows, plans(found.rows, found.weights), strict=True):
        law = {x: e for x, e in enumerate(row) if not e.is_zero}
        masses.append(tuple(on_forest(plan.forest, law, weights, field.zero).items()))
    return LiftedBound(region, value, tuple(masses), found.constant, multipliers)
