"""The equations of a region, each solved for a name, and polynomials that are freed of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ..algebra.bridge import names_of
from ..checker import Region
from ..checker.polynomials import (
    ONE,
    Poly,
    add,
    constant,
    is_constant,
    negative,
    plain,
    power,
    times,
)
from ..checker.syntax import Index

Cofactors = dict[Index, Poly]


@dataclass(frozen=True)
class Reduced:
    """A polynomial p without the equations of a region: scale · p = rest + Σ cofactor · hypothesis."""

    scale: Poly
    rest: Poly
    cofactors: Cofactors = field(default_factory=dict)

    def negated(self) -> Reduced:
        """Return the same for -p."""
        return Reduced(
            self.scale, negative(self.rest), {ref: negative(c) for ref, c in self.cofactors.items()}
        )

    def turned(self) -> Reduced:
        """Return the same with the opposite scale."""
        return Reduced(negative(self.scale), negative(self.rest), self.negated().cofactors)


@dataclass(frozen=True)
class SolvedEquation:
    """slope · name = rest + Σ cofactor · hypothesis."""

    name: str
    slope: Poly
    rest: Poly
    cofactors: Cofactors


class Equations:
    """The equations of a region, each solved for a name."""

    def __init__(self, region: Region) -> None:
        self.region = region
        self.solved: list[SolvedEquation] = []

    def fill(self) -> None:
        """Solve those with a constant slope first: they help to see that the slope of another is not zero."""
        equations = [(i, e) for i, (e, sign, _) in enumerate(self.region.hypotheses) if sign == "="]
        for ref, e in sorted(equations, key=lambda equation: not has_constant_slope(equation[1])):
            self.solve(ref, e)

    def solve(self, ref: Index, e: Poly) -> None:
        """Solve an equation, which is reduced first, for the best of its names, if there is one."""
        reduced = self.reduce(e)
        slopes = {
            name: slope_of(reduced.rest, name)
            for name in sorted(names_of(reduced.rest), reverse=True)
        }
        choices = [(name, slope) for name, slope in slopes.items() if slope is not None]
        choices.sort(key=lambda choice: (not is_constant(choice[1]), "[" not in choice[0]))
        for name, slope in choices:
            if is_constant(slope) or self.region.has(slope, "!="):
                self.solved.append(solved_for(name, slope, ref, reduced))
                return

    def reduce(self, p: Poly) -> Reduced:
        """Return p without the equations."""
        scale, cofactors = ONE, Cofactors()
        for equation in self.solved:
            degree = max((m.count(equation.name) for m in p), default=0)
            if not degree:
                continue
            remainder, quotient = divide(p, equation, degree)
            by_slope = power(equation.slope, degree)
            p, scale = remainder, times(scale, by_slope)
            cofactors = {ref: times(c, by_slope) for ref, c in cofactors.items()}
            for ref, multiplier in equation.cofactors.items():
                cofactors[ref] = add(cofactors.get(ref, {}), times(quotient, multiplier))
        return Reduced(scale, p, {ref: c for ref, c in cofactors.items() if c})


def solved_for(name: str, slope: Poly, ref: Index, reduced: Reduced) -> SolvedEquation:
    """Return the equation `rest = 0` of a reduced hypothesis, solved for a name; a constant slope becomes 1."""
    factor = constant(plain(1 / Fraction(slope[()]))) if is_constant(slope) else ONE
    rest = {m: -c for m, c in reduced.rest.items() if name not in m}
    cofactors = {k: negative(c) for k, c in reduced.cofactors.items()}
    cofactors[ref] = add(cofactors.get(ref, {}), reduced.scale)
    scaled = {k: times(c, factor) for k, c in cofactors.items()}
    return SolvedEquation(name, times(slope, factor), times(rest, factor), scaled)


def divide(p: Poly, equation: SolvedEquation, degree: int) -> tuple[Poly, Poly]:
    """Return r and c with slope**degree · p = r + c · (slope · name - rest), the name not being in r."""
    remainder: Poly = {}
    quotient: Poly = {}
    side = times(equation.slope, {(equation.name,): 1})
    for monomial, coefficient in p.items():
        k = monomial.count(equation.name)
        others = {tuple(n for n in monomial if n != equation.name): coefficient}
        factor = times(others, power(equation.slope, degree - k))
        remainder = add(remainder, times(factor, power(equation.rest, k)))
        for i in range(k):  # s^k - r^k = (s - r) Σ s^i r^(k-1-i)
            more = times(power(side, i), power(equation.rest, k - 1 - i))
            quotient = add(quotient, times(factor, more))
    return remainder, quotient


def has_constant_slope(e: Poly) -> bool:
    """Return whether an equation gives a name in terms of others."""
    slopes = (slope_of(e, name) for name in names_of(e))
    return any(slope is not None and is_constant(slope) for slope in slopes)


def slope_of(p: Poly, name: str) -> Poly | None:
    """Return the coefficient of a name in which the polynomial is linear; None if it is not."""
    having = [m for m in p if name in m]
    if not having or any(m.count(name) > 1 for m in having):
        return None
    return {tuple(n for n in m if n != name): p[m] for m in having}


def added(one: Mapping[Index, Poly], other: Mapping[Index, Poly]) -> Cofactors:
    """Return the sum of two combinations of hypotheses."""
    return {ref: add(one.get(ref, {}), other.get(ref, {})) for ref in {**one, **other}}
