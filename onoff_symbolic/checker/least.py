"""Statements about programs: the least or the largest value of an expression, subject to relations between variables.

The value is attained, and no values of the variables that satisfy the relations give less: a fact on the region where
they do. `optimum` and what belongs to it (programs.py) are about one program of this kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .language import Values
from .polynomials import (
    ZERO, Poly, Quotient, add, constant, digits, entries, need, negative, number, texts, times, variable)
from .regions import Point, Region, Sides, cleared
from .statements import Statement


class Least(Statement):
    """Over all values of the variables that satisfy `subject`, the least value of `of` is `value`. The variables are
    names of which neither the region nor the value speaks."""

    keys: Mapping[str, Any] = {"variables": list, "subject": list, "of": str, "value": str}
    sign = ">="
    lawful: Sequence[str] = ()      # what has to hold for the program to be one
    feasible: Sequence[str] = ()    # what has to be so at a point for it to have a solution

    def prepare(self, *says: Any) -> None:
        variables, subject, of, value = says
        self.variables = texts(variables, self.name)
        spoken = self.region.names() | self.model.expression(value).names()
        need(0 < len({*self.variables}) == len(self.variables) and {*self.variables} <= {*self.model.names} - spoken,
             f"{self.name}: expected different names as variables, of which neither the region nor the value speaks")
        self.model.expression(of)
        self.free: Values = {name: variable(name) for name in self.variables}
        self.pose({name: name for name in self.variables}, texts(subject, self.name), of, value)

    def pose(self, places: Mapping[str, Any], subject: list[str], of: str, value: str) -> None:
        """The program; `places`: the variables as a certificate writes them → the names or cells that they are."""
        self.places, self.subject, self.of, self.least = places, subject, of, value
        self.wide, self.attains = self.model.at(self.free), dict[Any, Quotient]()
        self.laws = self.within("laws", subject, self.region)

    def within(self, name: str, given: Sequence[str], parent: Region) -> Region:
        return self.goal.add_region(f"{self.name} {name}", given, parent, self.wide)

    def assigned(self, values: Any, read: Callable[[Any], Quotient]) -> dict[Any, Quotient]:
        """Values for the variables, as a certificate gives them; what is left out is 0."""
        need(type(values) is dict and values.keys() <= self.places.keys(), f"{self.name}: expected values of variables")
        return {**dict.fromkeys(self.free, ZERO), **{self.places[text]: read(each) for text, each in values.items()}}

    def values(self, evidence: Any) -> None:
        need(all(type(v) is str for v in evidence.values()), f"{self.name}: expected texts")
        self.attains = self.assigned(evidence, self.model.expression)

    def show(self) -> None:
        need(self.attains, f"{self.name}: expected the values that are optimal", "shown")
        self.show_texts(self.region, self.model, self.lawful, f"{self.name}: laws")
        self.show_attained([*self.subject, f"{self.of} = {self.least}"])
        self.show_texts(self.laws, self.wide, [f"{self.of} {self.sign} {self.least}"], self.name)

    def show_attained(self, given: Sequence[str]) -> None:
        """The values exist on the region and satisfy the relations."""
        self.region.show_values(self.attains, f"{self.name}: a value")
        self.show_texts(self.region, self.model.at(self.attains), given, f"{self.name}: attained")

    def numbers(self, point: Point, values: Any) -> Point:
        """The point with these values of the variables."""
        return point.within(self.assigned(values, lambda v: Quotient(constant(number(v)))))

    def fails(self, point: Point, shows: Any) -> Sides:
        """Values that give less, or multipliers of the relations that prove a larger bound, or that there are none."""
        need(type(shows) is dict, f"{self.name}: expected what shows it")
        if "multipliers" in shows:
            return self.bounded(point, *entries(shows, self.name, {"infeasible": False}, multipliers=list))
        values, = entries(shows, self.name, values=dict)
        return self.refuted(self.numbers(point, values), [*self.lawful, *self.subject],
                            [f"{self.of} {self.sign} {self.least}"])

    def bounded(self, point: Point, multipliers: Any, infeasible: bool) -> Sides:
        """of - bound = Σ multiplier · relation + Σ (something >= 0) · variable, and the bound is larger; or the same of
        0 in place of `of`, and the bound is > 0. Relations that say that a variable is >= 0 have no multiplier."""
        model = point.within(self.free).model
        rows = [cleared(relation) for _, relation in model.relations(self.subject)]
        signs = {m for gap, sign in rows if sign in (">", ">=") and len(gap.top) == 1 and not gap.bottom
                 for m, c in gap.top.items() if len(m) == 1 and c > 0}
        rows = [(gap, sign) for gap, sign in rows
                if sign == "=" or gap.bottom or len(gap.top) != 1 or not gap.top.keys() <= signs]
        need(len(multipliers) == len(rows), f"{self.name}: expected a multiplier for each relation, {len(rows)}")
        of: Poly = {} if infeasible else model.polynomial(self.of)
        left = of if self.sign == ">=" else negative(of)
        for y, (gap, sign) in zip(map(number, multipliers), rows):
            need(not gap.bottom and (sign == "=" or y == 0 or y > 0 and sign != "!="),
                 f"{self.name}: a relation with a divisor, or a wrong sign of its multiplier")
            left = add(left, times(gap.top, constant(y)), -1)
        bound = left.get((), 0)
        need(all(c > 0 and monomial in signs for monomial, c in left.items() if monomial)
             and max(bound.numerator.bit_length(), bound.denominator.bit_length()) < 4000,
             f"{self.name}: the multipliers prove no bound")
        bound = bound if infeasible or self.sign == ">=" else -bound
        less = f"0 >= {bound}" if infeasible else f"{self.least} {self.sign} {bound}"
        claimed, _, _ = self.refuted(point, [*self.lawful, *self.feasible], [less])
        return ("no solution", "=", "a solution") if infeasible else (digits(bound), "=", claimed)


class Most(Least):
    """The largest value of `of` is `value`."""

    sign = "<="
