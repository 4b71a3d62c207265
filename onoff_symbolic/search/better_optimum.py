"""Where a program has another optimum than is claimed: values that cost less, or multipliers that prove more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..algebra.bridge import model_at
from ..algebra.field import Point
from ..checker import Least, Optimal
from ..checker.polynomials import Monomial, Poly, Undefined, add
from ..nsources.plans import joint_law
from ..nsources.sets import least, names_of
from ..programs import exact as linear
from .invariants import states_at
from .linear import labels_of

Failure = dict[str, Any]


class ProgramAtPoint:
    """The program of a statement with numbers for its parameters: minimise cost subject to relations."""

    def __init__(self, statement: Least, point: Point) -> None:
        self.labels = labels_of(statement)
        self.columns: dict[Monomial, int] = {(name,): j for j, name in enumerate(self.labels)}
        fixed = {name: value for name, value in point.items() if name not in self.labels}
        model = model_at(statement.extended_model, fixed)
        relations = model.relations(statement.subject)
        self.relations = [(gap.top, sign) for _, (gap, sign) in relations]
        self.cost = model.polynomial(statement.of)
        self.strict = [p for p, sign in self.relations if sign == ">"]
        try:
            claimed = model.expression(statement.stated).top
            self.strict.append(add(claimed, self.cost, -1))
        except Undefined:  # whatever satisfies the relations shows that there is no such value
            pass

    @property
    def is_linear(self) -> bool:
        """Whether it is a linear program."""
        polynomials = [self.cost, *(p for p, _ in self.relations)]
        linear_ones = all(len(monomial) < 2 for p in polynomials for monomial in p)
        return linear_ones and all(sign != "!=" for _, sign in self.relations)

    def coefficients(self, p: Poly) -> dict[int, Fraction]:
        """Return column → coefficient."""
        return {self.columns[monomial]: Fraction(c) for monomial, c in p.items() if monomial}

    def solve(self, cost: Mapping[int, Fraction | int], gap: bool = False) -> linear.Answer:
        """Return the answer for a cost. With a gap, which is one more variable and at most 1, all that is to be strict
        is at least this."""
        size = len(self.columns)
        signed = {bounded_name(p, sign) for p, sign in self.relations}
        rows = [
            self.row(p, "=" if sign == "=" else ">=")
            for p, sign in self.relations
            if not bounded_name(p, sign)
        ]
        if gap:
            rows += [self.row(p, ">=", {size: -1}) for p in self.strict]
            rows.append(linear.Constraint.of({size: -1}, ">=", -1))
        free = [column for column, name in enumerate(self.labels) if name not in signed]
        return linear.solve(linear.Program.of(size + gap, cost, rows, free))

    def row(self, p: Poly, sign: str, more: Mapping[int, int] = {}) -> linear.Constraint:
        """Return a constraint."""
        return linear.Constraint.of({**self.coefficients(p), **more}, sign, -p.get((), 0))

    def shown(self, point: Sequence[Fraction]) -> Failure:
        """Return values of variables as a failure has them."""
        named = zip(self.labels.values(), point)
        return {"values": {label: str(value) for label, value in named if value}}


def bounded_name(p: Poly, sign: str) -> str:
    """Return the variable that a relation says to be >= 0; "" if it says something else."""
    if sign == "=" or len(p) != 1:
        return ""
    ((monomial, c),) = p.items()
    return monomial[0] if len(monomial) == 1 and c > 0 else ""


def better_optimum(statement: Least, point: Point) -> Iterator[Failure]:
    """Yield what shows that the program has another optimum at a point."""
    try:
        program = ProgramAtPoint(statement, point)
    except Undefined:
        return
    if not program.is_linear:
        return
    answer = program.solve(program.coefficients(program.cost))
    if isinstance(answer, linear.Infeasible):
        yield {"multipliers": [str(y) for y in answer.multipliers], "infeasible": True}
        return
    if isinstance(answer, linear.Optimum):
        yield program.shown(answer.point)
    if len(program.strict) > 1 or isinstance(answer, linear.Unbounded):
        cheaper = program.solve({len(program.columns): -1}, True)
        if isinstance(cheaper, linear.Optimum) and cheaper.value:
            yield program.shown(cheaper.point)
    if isinstance(answer, linear.Optimum):
        yield {"multipliers": [str(y) for y in answer.multipliers]}


def cheaper_law(statement: Optimal, point: Point, time: int) -> Iterator[Failure]:
    """Yield a law that costs less than the scheme at this time, if there is one."""
    sources, queries = statement.scheme.sources, statement.scheme.queries
    values = states_at(statement, point, time)
    here = model_at(statement.model, point)
    prior = {a: Fraction(here.entry(statement.prior, [a]).top.get((), 0)) for a in sources}
    chances = {(a, x, q): values[f"state[{a},{x},{q}]"] for a, x, q in statement.states}
    spent = sum(
        (len(queries[q]) * prior[a] * chance for (a, _, q), chance in chances.items()), Fraction(0)
    )
    possible = [a for a in sources if prior[a]]
    rows = [
        [sum((chances[a, x, q] for q in queries), Fraction(0)) for x in sources] for a in possible
    ]
    bound = least(rows)
    if bound.value >= spent:
        return
    law = {
        f"{a},{sources[x]},{''.join(names_of(s, sources))}": prior[a] * mass
        for a, plan in zip(possible, joint_law(bound))
        for (x, s), mass in plan
    }
    yield {"values": {key: str(p) for key, p in law.items() if p}}
