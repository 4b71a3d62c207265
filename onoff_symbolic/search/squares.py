"""Signs by squares: a polynomial as Σ weight · Π hypotheses · square; the weights come from a linear program.

The squares to choose from are those of monomials, of their sums and differences, and of what vanishes at the points
where the polynomial is smallest. The weights prove themselves: whoever multiplies out sees the sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice
from math import comb

from ..algebra.bridge import Hypotheses, names_of, points, value
from ..algebra.field import Point
from ..algebra.sign import weights
from ..algebra.texts import polynomial_text
from ..checker.polynomials import COMPARE, ONE, Monomial, Poly, add, constant, key_of, plain, times
from ..errors import Pole, Undecidable

MOST = 1500
"""Products to choose from."""
MOST_NAMES = 4
SOME_POINTS = 30
STEPS = (Fraction(1, 4), Fraction(1, 16), Fraction(1, 64))

Weighed = tuple[Fraction, tuple[int, ...], Poly | None]
"""A weight, the hypotheses of the product by their numbers, and what is squared."""


def weighed(
    left: Poly, sign: str, usable: Hypotheses, names: Sequence[str], empty: bool = False
) -> list[Weighed] | None:
    """Return left = Σ weight · Π hypotheses · square, so that it is > 0 or >= 0; None if none is found. Where the
    hypotheses are to be shown to contradict each other, no points are looked for."""
    if len(names) > MOST_NAMES or not names:
        return None
    degree = max(map(len, left))
    even = degree + degree % 2
    bounds = [
        bound
        for bound in (even, even + 2)  # two squares of each pair of monomials
        if comb(len(names) + bound // 2, len(names)) ** 2 <= MOST
    ]
    if not bounds:
        return None
    low = [] if empty else _lowest(left, sign, usable, names)
    if low is None:
        return None
    for bound in bounds:
        columns = list(islice(_columns(usable, names, low, bound), MOST + 1))
        weights = _weights(left, sign, usable, columns) if len(columns) <= MOST else None
        if weights is not None:
            return weights
    return None


def _lowest(left: Poly, sign: str, usable: Hypotheses, names: Sequence[str]) -> list[Point] | None:
    """Return points where the polynomial is small; None if it has another sign at one."""

    def height(point: Point) -> Fraction:
        return value(left, point)

    try:
        tried = list(points(names, usable, None, SOME_POINTS))
    except (Undecidable, Pole):
        return None
    ordered = sorted(tried, key=height)[:2]
    low = [*(_descended(left, usable, point) for point in ordered), *ordered]
    right = all(COMPARE[sign](height(point), 0) for point in (*low, *tried))
    return low if tried and right else None


def _descended(left: Poly, usable: Hypotheses, point: Point) -> Point:
    """Return a point further down, reached along the axes inside the region."""
    for step in STEPS:
        for _ in range(8):
            near = [{**point, name: point[name] + s} for name in point for s in (step, -step)]
            inside = [p for p in near if all(COMPARE[sign](value(h, p), 0) for h, sign in usable)]
            best = min([point, *inside], key=lambda p: value(left, p))
            if best == point:
                break
            point = best
    return point


@dataclass(frozen=True)
class Column:
    """A product of hypotheses, by their numbers, and a square."""

    hypotheses: tuple[int, ...]
    root: Poly | None
    p: Poly


def _columns(
    usable: Hypotheses, names: Sequence[str], low: Sequence[Point], degree: int
) -> Iterator[Column]:
    """Yield products of hypotheses and squares, up to a degree."""
    products = [Column((), None, ONE), *_products(usable, degree)]
    yield from products
    for root in _roots(names, low, degree // 2):
        square = times(root, root)
        room = degree - max(map(len, square))
        for each in products:
            if max(map(len, each.p)) <= room:
                yield Column(each.hypotheses, root, times(each.p, square))


def _products(usable: Hypotheses, degree: int) -> Iterator[Column]:
    """Yield products of hypotheses, up to a degree."""
    degrees = [max(map(len, p)) for p, _ in usable]
    for size in range(1, degree + 1):
        for chosen in combinations_with_replacement(range(len(usable)), size):
            if sum(degrees[i] for i in chosen) <= degree:
                p = ONE
                for i in chosen:
                    p = times(p, usable[i][0])
                yield Column(chosen, None, p)


def _roots(names: Sequence[str], low: Sequence[Point], degree: int) -> list[Poly]:
    """Return what may be squared: monomials, their sums and differences, and what vanishes where it is low."""
    monomials: list[Monomial] = [
        m for size in range(degree + 1) for m in combinations_with_replacement(names, size)
    ]
    single: list[Poly] = [{m: 1} for m in monomials if m]
    roots = [*single]
    for one, other in combinations([ONE, *single], 2):
        roots += [add(one, other), add(one, other, -1)]
    for point in low:
        heights = [(p, value(p, point)) for p in single]
        roots += [add(p, constant(plain(-height))) for p, height in heights if height]
        for (one, height), (other, its) in combinations(heights, 2):
            if height and its:
                roots.append(add(one, other, plain(-height / its)))
            roots.append(add(add(one, other), constant(plain(-height - its))))
    return list({key_of(p)[0]: p for p in roots if p}.values())


def _weights(
    left: Poly, sign: str, usable: Hypotheses, columns: Sequence[Column]
) -> list[Weighed] | None:
    """Return weights of columns that make up a polynomial; None if there are none."""
    strict = [
        k
        for k, column in enumerate(columns)
        if column.root is None and all(usable[i][1] == ">" for i in column.hypotheses)
    ]
    found = weights(
        left.items(), [column.p.items() for column in columns], strict if sign == ">" else None
    )
    if found is None:
        return None
    return [
        (weight, column.hypotheses, column.root)
        for weight, column in zip(found, columns, strict=False)
        if weight
    ]


def quadratic(left: Poly, sign: str) -> list[list[str]] | None:
    """Return terms, Σ weight · square + a number, by which a quadratic is > 0 or >= 0 everywhere; None if it is not."""
    terms: list[list[str]] = []
    while names := sorted(names_of(left)):
        weight = Fraction(left.get((names[0], names[0]), 0))
        if weight <= 0 or max(map(len, left)) > 2:
            return None
        slope = {
            tuple(n for n in m if n != names[0]): plain(c / (2 * weight))
            for m, c in left.items()
            if m.count(names[0]) == 1
        }
        root = add({(names[0],): 1}, slope)
        terms.append([str(weight), f"({polynomial_text(root)})**2"])
        left = add(left, times(constant(plain(weight)), times(root, root)), -1)
    rest = left.get((), 0)
    if rest < 0 or not rest and sign == ">":
        return None
    return [*terms, [str(rest)]] if rest else terms
