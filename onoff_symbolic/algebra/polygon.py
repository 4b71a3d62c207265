"""The part of the unit square where linear hypotheses hold, by its corners."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .region import Region, linear_coefficients

Corner = tuple[Fraction, Fraction]
Line = tuple[Fraction, Fraction, Fraction]

ZERO, ONE = Fraction(0), Fraction(1)
SQUARE: tuple[Corner, ...] = ((ZERO, ZERO), (ONE, ZERO), (ONE, ONE), (ZERO, ONE))


def corners(region: Region) -> tuple[Corner, ...]:
    """Return the corners around the region within the unit square; none unless it has two names, linear hypotheses and
    an area."""
    names = region.field.names
    if len(names) != 2 or region.solved:
        return ()
    polygon: Sequence[Corner] = SQUARE
    for hypothesis in region.hypotheses:
        if hypothesis.relation == "!=":
            continue
        linear = linear_coefficients(hypothesis.element)
        if linear is None:
            return ()
        x, y, constant = (linear.get(name, ZERO) for name in (*names, ""))
        polygon = clip(polygon, (x, y, constant))
    return tuple(polygon) if len({*polygon}) > 2 else ()


def clip(polygon: Sequence[Corner], line: Line) -> list[Corner]:
    """Return the part of a convex polygon where x·first + y·second + constant >= 0."""
    found: list[Corner] = []
    heights = [line[0] * x + line[1] * y + line[2] for x, y in polygon]
    for index, (corner, height) in enumerate(zip(polygon, heights, strict=True)):
        before, height_before = polygon[index - 1], heights[index - 1]
        if height * height_before < 0:
            share = height_before / (height_before - height)
            found.append(
                (
                    before[0] + share * (corner[0] - before[0]),
                    before[1] + share * (corner[1] - before[1]),
                )
            )
        if height >= 0:
            found.append(corner)
    return found
