"""Finds the weights of a proof, or a point that shows that there is none. Nothing here is trusted.

A proof of "goal >= 0" is sought as  goal = sum of weight * measure + sum of multiplier * hypothesis  in three
steps: an exact linear program in the quotient, the lift to all joint entropies, and small programs that lower
the total weight, which makes proofs short.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from .quotient import Quotient, Vanishing
from .sets import Triple, Vector, add, combination, elementals, vector
from ..programs.exact import Constraint, Infeasible, Optimum, Program, Unbounded, solve

SHORT = 8           # a total weight that is not worth lowering
MAX_POOL = 200      # measures among which the lowest weight is sought
MAX_ADDED = 40      # measures that one round adds to them

Point = dict[int, Fraction]
"""A value for each joint entropy."""


@dataclass(frozen=True)
class Hypothesis:
    """form = 0 if it is an equality, form >= 0 otherwise."""

    form: Vector
    equality: bool


@dataclass(frozen=True)
class Combination:
    """The sum of weight * measure, weights > 0, and of multiplier * hypothesis."""

    measures: Mapping[Triple, Fraction]
    hypotheses: Mapping[int, Fraction]

    @property
    def weight(self) -> Fraction:
        return sum((abs(value) for part in (self.measures, self.hypotheses) for value in part.values()), Fraction(0))


@dataclass(frozen=True)
class Lightest:
    """A combination of least total weight, and the price of each joint entropy that proves it the least."""

    found: Combination
    weight: Fraction
    prices: Point


class Prover:
    """What follows from numbered hypotheses on the variables in full."""

    def __init__(self, full: int, hypotheses: Mapping[int, Hypothesis]) -> None:
        self.full = full
        self.hypotheses = hypotheses
        known = (_vanishing(index, hypothesis) for index, hypothesis in hypotheses.items())
        self.quotient = Quotient(full, [found for found in known if found is not None])

    @cached_property
    def columns(self) -> dict[Triple, Vector]:
        """The elemental measures in the quotient, one for each image that is not zero."""
        first: dict[tuple[tuple[int, int], ...], Triple] = {}
        for triple in elementals(self.full):
            image, _ = self.quotient.reduce(vector(triple))
            first.setdefault(tuple(sorted(image.items())), triple)
        return {triple: dict(image) for image, triple in first.items() if image}

    @cached_property
    def remaining(self) -> dict[int, Hypothesis]:
        """The hypotheses that say something in the quotient."""
        images = {index: Hypothesis(self.quotient.reduce(hypothesis.form)[0], hypothesis.equality)
                  for index, hypothesis in self.hypotheses.items()}
        return {index: hypothesis for index, hypothesis in images.items() if hypothesis.form}

    def derive(self, goal: Vector) -> Combination | Point:
        """A combination that equals the goal, or a point at which the goal is negative.

        The point satisfies Shannon's inequalities and the hypotheses.
        """
        image, _ = self.quotient.reduce(goal)
        found = Combination({}, {})
        if image:
            answer = _lightest(image, self.columns, self.remaining)
            if not isinstance(answer, Lightest):
                return self._extended(answer)
            found = answer.found
        return _merged(self._lightened(goal, self._lifted(goal, found)))

    def excess(self, goal: Vector, own: Iterable[Triple]) -> dict[Triple, Fraction] | None:
        """Weights such that goal + (sum of weight * measure) can be derived, with measures that are simple.

        So wherever the goal is negative, one of these measures is positive. The measures that the goal itself
        is made of would say nothing and are left out; None if it takes them.
        """
        image, _ = self.quotient.reduce(goal)
        barred = [self.quotient.reduce(vector(triple))[0] for triple in own]
        shields = {triple: form for triple, form in self.columns.items() if form not in barred}
        columns = [(add({}, form, -1), 1 + triple[2].bit_count()) for triple, form in shields.items()]
        columns += [(form, 0) for form in self.columns.values()]
        columns += [(form, 0) for _, _, form in _signed(self.remaining)]
        _, answer = _solve(image, columns)
        if not isinstance(answer, Optimum):
            return None
        found = {triple: value for triple, value in zip(shields, answer.point) if value}
        return dict(_merged(Combination(found, {})).measures)

    def _extended(self, point: Point) -> Point:
        """The point on all joint entropies, as the smallest integers on its ray."""
        images = {mask: self.quotient.reduce({mask: 1})[0] for mask in range(1, self.full + 1)}
        values = {mask: _at(image, point) for mask, image in images.items()}
        scale = Fraction(lcm(*(value.denominator for value in values.values())),
                         gcd(*(value.numerator for value in values.values())))
        return {mask: scale * value for mask, value in values.items()}

    def _lifted(self, goal: Vector, found: Combination) -> Combination:
        """Add what the quotient took to be zero, so that the combination equals the goal itself."""
        weights, multipliers = dict(found.measures), dict(found.hypotheses)
        scale = lcm(*(value.denominator for value in [*weights.values(), *multipliers.values()]))
        rest = add({}, goal, scale)
        for triple, value in weights.items():
            rest = add(rest, vector(triple), -int(scale * value))
        for index, value in multipliers.items():
            rest = add(rest, self.hypotheses[index].form, -int(scale * value))
        more, used = self.quotient.lift(rest)
        for triple, value in more.items():
            weights[triple] = weights.get(triple, Fraction(0)) + value / scale
        for index, value in used.items():
            multipliers[index] = multipliers.get(index, Fraction(0)) + value / scale
        return Combination(weights, multipliers)

    def _lightened(self, goal: Vector, found: Combination) -> Combination:
        """The least weight with the same measures, then with elements that vanish and are worth their weight.

        If goal and hypotheses are zero, so is every measure in the proof, hence no others are needed.
        """
        if found.weight <= SHORT:
            return found
        pool = {triple: vector(triple) for triple in found.measures}
        least: Fraction | None = None
        while len(pool) <= MAX_POOL:
            answer = _lightest(goal, pool, self.hypotheses)
            if not isinstance(answer, Lightest) or least is not None and answer.weight >= least:
                break
            found, least = answer.found, answer.weight
            if least <= SHORT:
                break
            unit = lcm(*(price.denominator for price in answer.prices.values()))
            prices = {mask: int(unit * price) for mask, price in answer.prices.items()}
            gains = {triple: sum(value * prices.get(mask, 0) for mask, value in vector(triple).items())
                     for triple in elementals(self.full)
                     if triple in self.quotient.reasons and triple not in pool}
            best = sorted((triple for triple in gains if gains[triple] > unit), key=lambda t: (-gains[t], t))
            pool |= {triple: vector(triple) for triple in best[:MAX_ADDED]}
        return found


def _at(form: Vector, point: Point) -> Fraction:
    """The value of a form at a point, 0 where the point says nothing."""
    return sum((value * point[mask] for mask, value in form.items() if mask in point), Fraction(0))


def _vanishing(index: int, hypothesis: Hypothesis) -> Vanishing | None:
    """The hypothesis as "a sum of measures is zero", if it says so."""
    parts = combination(hypothesis.form)
    sign = 1 if all(multiple > 0 for multiple, _ in parts) else -1
    if any(sign * multiple < 0 for multiple, _ in parts) or sign > 0 and not hypothesis.equality:
        return None
    weights: dict[Triple, Fraction] = {}
    for multiple, triple in parts:
        weights[triple] = weights.get(triple, Fraction(0)) + abs(multiple)
    return Vanishing(index, sign, tuple((weight, triple) for triple, weight in weights.items()))


def _merged(found: Combination) -> Combination:
    """Join two measures of equal weight into one, by the chain rule, as long as there are such.

    Those before place have been compared with each other.
    """
    parts = list(found.measures.items())
    place = 0
    while place < len(parts):
        weight = parts[place][1]
        joined = next(((k, triple) for k in range(place) for triple in _joined(parts[k], parts[place])), None)
        if joined is None:
            place += 1
        else:
            del parts[place], parts[joined[0]]
            parts.append((joined[1], weight))
            place -= 1
    weights: dict[Triple, Fraction] = {}
    for triple, weight in parts:
        weights[triple] = weights.get(triple, Fraction(0)) + weight
    return Combination(weights, {index: value for index, value in found.hypotheses.items() if value})


def _joined(one: tuple[Triple, Fraction], other: tuple[Triple, Fraction]) -> Iterable[Triple]:
    """The measure that is the sum of two of equal weight, if there is one."""
    if one[1] == other[1]:
        form = add(vector(one[0]), vector(other[0]))
        parts = combination(form) if len(form) <= 4 else []
        if len(parts) == 1 and parts[0][0] == 1:
            yield parts[0][1]


def _lightest(goal: Vector, measures: Mapping[Triple, Vector],
              hypotheses: Mapping[int, Hypothesis]) -> Lightest | Point:
    """Write the goal with the least total weight, or find a point at which that is impossible.

    An equality is used with one sign or the other, so that its multiplier has a weight, too.
    """
    signed = _signed(hypotheses)
    forms = [*measures.values(), *(form for _, _, form in signed)]
    rows, answer = _solve(goal, [(form, 1) for form in forms])
    if isinstance(answer, Infeasible):
        return {mask: -value for mask, value in zip(rows, answer.multipliers)}
    if not isinstance(answer, Optimum):     # weights are at least 0, so there is a least one
        raise ArithmeticError("expected a bounded linear program")
    multipliers = dict.fromkeys(hypotheses, Fraction(0))
    for (index, sign, _), value in zip(signed, answer.point[len(measures):]):
        multipliers[index] += sign * value
    weights = {triple: value for triple, value in zip(measures, answer.point) if value}
    return Lightest(Combination(weights, multipliers), answer.value, dict(zip(rows, answer.multipliers)))


def _signed(hypotheses: Mapping[int, Hypothesis]) -> list[tuple[int, int, Vector]]:
    """The forms that the hypotheses make nonnegative: number, sign, sign * form."""
    return [(index, sign, add({}, hypothesis.form, sign)) for index, hypothesis in hypotheses.items()
            for sign in ((1, -1) if hypothesis.equality else (1,))]


def _solve(goal: Vector, columns: Sequence[tuple[Vector, int]]) -> tuple[
        list[int], Optimum | Infeasible | Unbounded]:
    """The cheapest nonnegative combination of columns (form, cost) that equals the goal.

    There is a row for each joint entropy that occurs.
    """
    entries: dict[int, list[tuple[int, Fraction]]] = {mask: [] for mask in goal}
    for k, (form, _) in enumerate(columns):
        for mask, value in form.items():
            entries.setdefault(mask, []).append((k, Fraction(value)))
    rows = sorted(entries)
    constraints = tuple(Constraint(tuple(entries[mask]), "=", Fraction(goal.get(mask, 0))) for mask in rows)
    cost = tuple((k, Fraction(cost)) for k, (_, cost) in enumerate(columns) if cost)
    return rows, solve(Program(len(columns), cost, constraints))
