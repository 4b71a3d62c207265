"""Regions: the set of parameter points where some polynomial hypotheses hold.

A hypothesis compares a polynomial with zero. Equalities are solved, not kept: a region on which α+β = 1
carries α ↦ 1-β, and every element is reduced by that before it is judged. Linear hypotheses are examined by
exact linear programming, which finds a point in the interior, an equality that the hypotheses imply, or a
proof that there is no point at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import count, islice, product
from math import lcm
from operator import mul
from typing import Literal

from . import work
from ..errors import InputError, Pole, Undecidable
from .expression import parse_relations
from .field import Element, Field, Point
from ..programs.exact import Constraint, Optimum, Program, solve

Relation = Literal[">=", ">", "==", "!="]

_RELATIONS: dict[str, Relation] = {">=": ">=", ">": ">", "==": "==", "!=": "!="}

SEARCHED_POINTS = 6_000
"""How many candidate points a search for a witness looks at before it gives up."""


def compare(value: Fraction | int, relation: str) -> bool:
    """Return whether `value relation 0` holds."""
    if relation == ">=":
        return value >= 0
    if relation == ">":
        return value > 0
    return value == 0 if relation == "==" else value != 0


@dataclass(frozen=True)
class Hypothesis:
    """`element relation 0`, the element being a polynomial."""

    element: Element
    relation: Relation

    def holds(self, point: Point) -> bool:
        return compare(self.element.at(point), self.relation)

    def negated(self) -> Hypothesis:
        """Return what holds where this one does not."""
        if self.relation in ("==", "!="):
            return Hypothesis(self.element, "!=" if self.relation == "==" else "==")
        return Hypothesis(-self.element, ">" if self.relation == ">=" else ">=")

    def __str__(self) -> str:
        terms = list(self.element.terms())
        field = self.element.field
        left = sum((_monomial(field, m, c) for m, c in terms if c > 0), field.zero)
        right = left - self.element
        if left.is_constant and not right.is_constant:
            turned = {">=": "<=", ">": "<", "==": "==", "!=": "!="}[self.relation]
            return f"{right} {turned} {left}"
        return f"{left} {self.relation} {right}"


def _monomial(field: Field, monomial: tuple[int, ...], coefficient: Fraction) -> Element:
    return field.polynomial({monomial: 1}) * coefficient


def hypotheses(field: Field, texts: Iterable[str]) -> tuple[Hypothesis, ...]:
    """Read hypotheses such as `alpha + beta < 1` or `0 <= alpha <= 1`. A divisor that cancels is not zero."""
    found = []
    for text in texts:
        for sides in parse_relations(text):
            left, right = sides[0].build(field), sides[2].build(field)
            difference = left.element - right.element
            if not difference.is_polynomial:
                raise InputError(f"expected polynomials on both sides, found {text!r}")
            found += [
                Hypothesis(d, "!=") for d in (*left.divisors, *right.divisors) if not d.is_constant
            ]
            found.append(_hypothesis(difference, sides[1]))
    return tuple(dict.fromkeys(found))


def _hypothesis(difference: Element, relation: str) -> Hypothesis:
    if relation in ("<", "<="):
        return Hypothesis(-difference, ">" if relation == "<" else ">=")
    return Hypothesis(difference, _RELATIONS[relation])


def linear_coefficients(element: Element) -> dict[str, Fraction] | None:
    """Return the coefficients of a polynomial of degree at most one ("" is the constant), or None."""
    if not element.is_polynomial or element.degree > 1:
        return None
    found: dict[str, Fraction] = {}
    for monomial, coefficient in element.terms():
        name = next((n for n, e in zip(element.field.names, monomial, strict=True) if e), "")
        found[name] = coefficient
    return found


@dataclass(frozen=True)
class Slack:
    """How far a point is inside all linear inequalities, and the weights that prove that none is farther."""

    value: Fraction
    point: Point
    weights: tuple[tuple[Hypothesis, Fraction], ...]


@dataclass(frozen=True)
class Region:
    """Points of ℝⁿ at which the hypotheses hold. `solved` maps names to elements in the other names."""

    field: Field
    hypotheses: tuple[Hypothesis, ...] = ()
    solved: tuple[tuple[str, Element], ...] = ()

    @classmethod
    def of(cls, field: Field, *texts: str) -> Region:
        return cls(field).assume(*hypotheses(field, texts))

    def assume(self, *more: Hypothesis) -> Region:
        """Return the part of the region where these hold, too; raise `Undecidable` at an equality unsolved."""
        region = self
        for hypothesis in more:
            element = region.reduce(hypothesis.element).numerator
            if hypothesis.relation == "==" and not element.is_constant:
                region = region._solve(element)
            elif not (element.is_constant and compare(element.constant(), hypothesis.relation)):
                parts = element.factors() if hypothesis.relation == "!=" else []
                kept = [Hypothesis(part, hypothesis.relation) for part in parts or [element]]
                new = tuple(h for h in kept if h not in region.hypotheses)
                region = replace(region, hypotheses=region.hypotheses + new)
        return region

    def _solve(self, element: Element) -> Region:
        """Return the part where a polynomial is zero, solved for a name in which it is linear with constant slope."""
        field = self.field
        for name in reversed(element.names()):
            slope = element - element.substitute({name: field[name] - 1})
            if slope.is_constant:
                value = field[name] - element / slope
                moved = tuple((n, e.substitute({name: value})) for n, e in self.solved)
                part = Region(field, (), (*moved, (name, value)))
                return part.assume(*self.hypotheses)
        raise Undecidable(f"the set where {element} = 0 cannot be examined")

    def reduce(self, element: Element) -> Element:
        """Return the element as a function on this region; raise `Pole` if its denominator is zero throughout."""
        return element.substitute(dict(self.solved)) if self.solved else element

    def where_zero(self, element: Element) -> Region:
        """Return the part of the region where a polynomial is zero."""
        return self.assume(Hypothesis(element, "=="))

    def holds(self, point: Point) -> bool:
        return all(h.holds(point) for h in self.hypotheses) and all(
            point[name] == value.at(point) for name, value in self.solved
        )

    def stated(self) -> tuple[str, ...]:
        """Return the hypotheses in words, solved equalities first."""
        return (
            *(f"{name} = {value}" for name, value in self.solved),
            *(str(h) for h in self.hypotheses),
        )

    def __str__(self) -> str:
        return ", ".join(self.stated()) or "no hypotheses"

    # -- what linear programming tells -------------------------------------------------------------

    @cached_property
    def _slack(self) -> Slack | None:
        """Return the largest ε ≤ 1 with h ≥ ε for every linear inequality h."""
        names = self.free
        rows = []
        kept = []
        for hypothesis in self.hypotheses:
            coefficients = linear_coefficients(hypothesis.element)
            if coefficients is not None and hypothesis.relation != "!=":
                sparse = [(names.index(n), c) for n, c in coefficients.items() if n]
                rows.append(
                    Constraint(
                        (*sorted(sparse), (len(names), Fraction(-1))),
                        ">=",
                        -coefficients.get("", Fraction(0)),
                    )
                )
                kept.append(hypothesis)
        limit = Constraint(((len(names), Fraction(-1)),), ">=", Fraction(-1))
        self.field.work.spend(work.program(sum(len(row.coefficients) for row in rows)))
        answer = solve(
            Program(
                len(names) + 1,
                ((len(names), Fraction(-1)),),
                (*rows, limit),
                frozenset(range(len(names) + 1)),
            )
        )
        if not isinstance(answer, Optimum):
            return None
        point = dict(zip(names, answer.point, strict=False))
        return Slack(-answer.value, point, tuple(zip(kept, answer.multipliers, strict=False)))

    @property
    def _centre(self) -> Point | None:
        """Return the point at which all linear inequalities are strict, farthest from all; None if there is none."""
        return self._slack.point if self._slack is not None and self._slack.value > 0 else None

    def simplified(self) -> Region | None:
        """Return the same set with implied linear equalities solved; None if linear programming proves it empty, or if
        what is never positive would have to be."""
        if any(self._never_holds(hypothesis) for hypothesis in self.hypotheses):
            return None
        slack = self._slack
        if slack is None or slack.value > 0:
            return self
        forced = [h for h, weight in slack.weights if weight > 0 and not h.element.is_constant]
        if slack.value < 0 or not forced or any(h.relation == ">" for h in forced):
            return None
        return self.where_zero(forced[0].element).simplified()

    def _never_holds(self, hypothesis: Hypothesis) -> bool:
        """Return whether a constant has the wrong sign, or what is never positive would have to be."""
        if hypothesis.element.is_constant:
            return not compare(hypothesis.element.constant(), hypothesis.relation)
        monomials = self._at_most_zero(hypothesis)
        return bool(monomials) and (hypothesis.relation == ">" or not all(map(any, monomials)))

    def _at_most_zero(self, hypothesis: Hypothesis) -> list[tuple[int, ...]]:
        """Return the monomials of an inequality that has none but negative multiples of squares and of what is >= 0."""
        if hypothesis.relation not in (">", ">=") or hypothesis.element.degree < 2:
            return []
        positive = {
            h.element
            for h in self.hypotheses
            if h.relation in (">", ">=") and h.element.degree == 1
        }
        good = [self.field[name] in positive for name in self.field.names]
        monomials = []
        for monomial, coefficient in hypothesis.element.terms():
            if coefficient > 0 or any(
                e % 2 and not fine for e, fine in zip(monomial, good, strict=True)
            ):
                return []
            monomials.append(monomial)
        return monomials

    def vanishing(self) -> str | None:
        """Return a name that is zero throughout because a sum of what is >= 0 is <= 0."""
        for hypothesis in self.hypotheses:
            for monomial in self._at_most_zero(hypothesis):
                names = [name for name, e in zip(self.field.names, monomial, strict=True) if e]
                if len(names) == 1:
                    return names[0]
        return None

    # -- points --------------------------------------------------------------------------------------

    @cached_property
    def memory(self) -> dict[object, bool]:
        """Return what `sign` has found out about this region: proofs are looked for once."""
        return {}

    @cached_property
    def free(self) -> tuple[str, ...]:
        solved = {name for name, _ in self.solved}
        return tuple(name for name in self.field.names if name not in solved)

    def complete(self, point: Point) -> Point:
        """Return a point in the free names, with the solved names added, in the field's order."""
        full = dict(point)
        for name, value in self.solved:
            full[name] = value.at(point)
        return {name: full[name] for name in self.field.names}

    def tied(self, *elements: Element) -> set[str]:
        """Return the names in the elements, and those that hypotheses tie to them."""
        wanted = {name for element in elements for name in element.names()}
        ties = [set(h.element.names()) for h in self.hypotheses]
        ties += [{name, *value.names()} for name, value in self.solved]
        while more := [tie for tie in ties if tie & wanted and not tie <= wanted]:
            wanted.update(*more)
        return wanted

    def points(self, names: Collection[str] | None = None) -> Iterator[Point]:
        """Yield rational points of the region: simple ones first, then a finer and finer grid inside it.

        With `names`, only these vary; the others keep the values of one point of the region."""
        base = None if names is None or {*self.free} <= {*names} else self.base
        moving = (
            self.free
            if base is None or names is None
            else tuple(name for name in self.free if name in names)
        )
        found, rest = self._searches.setdefault(
            moving, ([], self._points_where(moving, base or {}))
        )
        for number in count():
            if number == len(found):
                found += islice(rest, 1)
            if number == len(found):
                return
            yield found[number]

    @cached_property
    def _searches(self) -> dict[tuple[str, ...], tuple[list[Point], Iterator[Point]]]:
        """Return the searches for points by the names that vary: what was found, and what is still to come."""
        return {}

    def _points_where(self, moving: tuple[str, ...], base: Point) -> Iterator[Point]:
        """Yield points at which only these names vary."""
        for values in self._untried(moving):
            given = {**base, **dict(zip(moving, values, strict=True))}
            point = self._inside([given[name] for name in self.free])
            if point is not None:
                yield point

    def _untried(self, moving: tuple[str, ...]) -> Iterator[Sequence[Fraction]]:
        yield from islice(_candidates(len(moving)), SEARCHED_POINTS)
        if self._centre is not None:
            centre = [self._centre.get(name, Fraction(0)) for name in moving]
            for offset in islice(_offsets(len(centre)), SEARCHED_POINTS):
                yield [c + o for c, o in zip(centre, offset, strict=True)]

    @cached_property
    def base(self) -> Point | None:
        """Return one point of the region; a simple one where that is found."""
        return next(self.points(), None)

    def _strictly(self, point: Point) -> bool:
        return all(h.element.at(point) != 0 for h in self.hypotheses)

    def interior(self) -> Point | None:
        """Return a point where every hypothesis holds strictly, if one is found; with linear programming, at once."""
        if self._centre is not None:
            point = self._inside([self._centre.get(name, Fraction(0)) for name in self.free])
            if point is not None and self._strictly(point):
                return point
        return next(filter(self._strictly, self.points()), None)

    def sample(self) -> Point | None:
        """Return one simple point of the region, inside if there is one."""
        return next(filter(self._strictly, self.points()), None) or next(self.points(), None)

    def _inside(self, values: Sequence[Fraction]) -> Point | None:
        """Return the point with these values of the free names, if it is one of the region."""
        whole = lcm(*(value.denominator for value in values))
        numbers = [value.numerator * (whole // value.denominator) for value in values]
        for row, relation in self._linear:
            if not compare(sum(map(mul, row, [whole, *numbers])), relation):
                return None
        point = dict(zip(self.free, values, strict=True))
        try:
            return self.complete(point) if all(h.holds(point) for h in self._curved) else None
        except Pole:
            return None

    @cached_property
    def _linear(self) -> list[tuple[list[int], Relation]]:
        """Return the linear hypotheses as rows of whole numbers, the constant first: candidates are tried on these."""
        found = []
        for hypothesis in self.hypotheses:
            coefficients = linear_coefficients(hypothesis.element)
            if coefficients is not None:
                scale = lcm(*(c.denominator for c in coefficients.values()))
                row = [int(scale * coefficients.get(name, 0)) for name in ("", *self.free)]
                found.append((row, hypothesis.relation))
        return found

    @cached_property
    def _curved(self) -> list[Hypothesis]:
        return [h for h in self.hypotheses if linear_coefficients(h.element) is None]


SIMPLE = [
    *dict.fromkeys(Fraction(p, q) for q in range(2, 12) for p in range(1, q)),
    *map(Fraction, (0, 1, 2, -1, 3)),
]


def _candidates(dimension: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield all points with simple coordinates, those whose worst coordinate is simplest first."""
    if dimension == 0:
        yield ()
        return
    for shell in range(len(SIMPLE)):
        for indices in product(range(shell + 1), repeat=dimension):
            if max(indices) == shell:
                yield tuple(SIMPLE[i] for i in indices)


def _offsets(dimension: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield offsets, smaller and smaller: the origin, then a grid; a part of it where it is large."""
    yield (Fraction(0),) * dimension
    for scale in range(1, 60):
        grid = product(range(-2, 3), repeat=dimension)
        for steps in grid if dimension <= 3 else _scattered(dimension):
            yield tuple(Fraction(step, 3**scale) for step in steps)


def _scattered(dimension: int) -> Iterator[tuple[int, ...]]:
    """Yield a hundred points of the grid without pattern, the same in every run."""
    state = 1
    for _ in range(100):
        point = []
        for _ in range(dimension):
            state = (state * 1103515245 + 12345) % 2**31
            point.append((state >> 16) % 5 - 2)
        yield tuple(point)
