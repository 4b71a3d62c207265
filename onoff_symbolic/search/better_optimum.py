"""Where a program has another optimum than is claimed: values that cost less, or multipliers that prove more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..checker import Least, Optimal
from ..checker.polynomials import Monomial, Poly, Quotient, Undefined, constant, plain
from ..nsources.plans import joint_law
from ..nsources.sets import least, names_of
from ..programs import exact as linear
from .states import states_at

Failure = dict[str, Any]
Vector = Sequence[Fraction]


@dataclass(frozen=True)
class ProgramAtPoint:
    """The program of a statement with numbers for its parameters: minimise cost subject to relations."""

    names: Mapping[str, str]
    """The variables, and how a certificate calls them."""
    relations: Sequence[tuple[Poly, str]]
    cost: Poly
    claimed: Fraction
    """What the least cost is said to be, less the constant of the cost."""

    def coefficients(self, p: Poly) -> dict[int, Fraction]:
        """Return column → coefficient."""
        columns: dict[Monomial, int] = {(name,): column for column, name in enumerate(self.names)}
        return {columns[monomial]: Fraction(c) for monomial, c in p.items() if monomial}

    @property
    def is_linear(self) -> bool:
        """Whether it is a linear program."""
        polynomials = [self.cost, *(p for p, _ in self.relations)]
        linear_ones = all(len(monomial) < 2 for p in polynomials for monomial in p)
        return linear_ones and all(sign != "!=" for _, sign in self.relations)

    def constraint(self, p: Poly, sign: str) -> linear.Constraint:
        """Return a relation as a constraint."""
        return linear.Constraint.of(
            self.coefficients(p), "=" if sign == "=" else ">=", -p.get((), 0)
        )

    def program(self) -> tuple[list[linear.Constraint], set[int]]:
        """Return the constraints, and the columns of variables that may be negative."""
        signed = {bounded_name(p, sign) for p, sign in self.relations}
        constraints = [
            self.constraint(p, sign) for p, sign in self.relations if not bounded_name(p, sign)
        ]
        return constraints, {column for column, name in enumerate(self.names) if name not in signed}

    def price(self, point: Vector) -> Fraction:
        """Return what a point costs."""
        return sum(
            (c * point[column] for column, c in self.coefficients(self.cost).items()), Fraction(0)
        )

    def shown(self, point: Vector) -> Failure:
        """Return values of variables as a failure has them."""
        return {
            "values": {
                label: str(value) for label, value in zip(self.names.values(), point) if value
            }
        }


def bounded_name(p: Poly, sign: str) -> str:
    """Return the variable that a relation says to be >= 0; "" if it says something else."""
    if sign == "=" or len(p) != 1:
        return ""
    ((monomial, c),) = p.items()
    return monomial[0] if len(monomial) == 1 and c > 0 else ""


def program_at(statement: Least, point: Mapping[str, Fraction]) -> ProgramAtPoint | None:
    """Return the program at a point; None if it has no value there."""
    names = {
        name: label
        for label, place in statement.places.items()
        for name in statement.free[place].names()
    }
    fixed = {
        name: Quotient(constant(plain(value))) for name, value in point.items() if name not in names
    }
    model = statement.extended_model.at(fixed)
    try:
        relations = [(gap.top, sign) for _, (gap, sign) in model.relations(statement.subject)]
        of = model.polynomial(statement.of)
    except Undefined:
        return None
    cost = {monomial: c for monomial, c in of.items() if monomial}
    try:
        claimed = model.expression(statement.stated).top.get((), 0) - of.get((), 0)
    except (
        Undefined
    ):  # there is no value to compare with: whatever satisfies the relations shows it
        claimed = 0
    return ProgramAtPoint(names, relations, cost, Fraction(claimed))


def better_optimum(statement: Least, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """Yield what shows that the program has another optimum at a point."""
    program = program_at(statement, point)
    if program is None or not program.is_linear:
        return
    constraints, free = program.program()
    size = len(program.names)
    answer = linear.solve(
        linear.Program.of(size, program.coefficients(program.cost), constraints, free)
    )
    if isinstance(answer, linear.Unbounded):
        steps = (program.price(answer.point) - program.claimed) / -program.price(answer.ray)
        yield program.shown(along(answer.point, answer.ray, 1 + max(Fraction(0), steps)))
        return
    multipliers = {"multipliers": [str(y) for y in answer.multipliers]}
    if not isinstance(answer, linear.Optimum):
        yield {**multipliers, "infeasible": True}
        return
    yield program.shown(answer.point)
    inner = strictly_feasible(program, constraints, free)
    if inner is not None and answer.value < program.claimed:
        yield program.shown(nearby(program, answer, inner))
    yield multipliers


def along(point: Vector, direction: Vector, steps: Fraction) -> list[Fraction]:
    """Return the point so many steps further."""
    return [x + steps * dx for x, dx in zip(point, direction)]


def nearby(program: ProgramAtPoint, optimum: linear.Optimum, inner: Vector) -> list[Fraction]:
    """Return a point between the optimum and an inner one that still costs less than is claimed."""
    rise = program.price(inner) - optimum.value
    steps = Fraction(1)
    if rise:
        steps = min(steps, (program.claimed - optimum.value) / (2 * rise))
    return along(optimum.point, [y - x for x, y in zip(optimum.point, inner)], steps)


def strictly_feasible(
    program: ProgramAtPoint, constraints: Sequence[linear.Constraint], free: set[int]
) -> Vector | None:
    """Return a solution with a gap in every strict relation; None if there is none, or no relation is strict."""
    strict = [p for p, sign in program.relations if sign == ">"]
    if not strict:
        return None
    gap = len(program.names)  # a new variable, at most 1: every strict p is to be at least this
    rows = [
        linear.Constraint.of({**program.coefficients(p), gap: -1}, ">=", -p.get((), 0))
        for p in strict
    ]
    at_most_one = linear.Constraint.of({gap: -1}, ">=", -1)
    answer = linear.solve(
        linear.Program.of(gap + 1, {gap: -1}, [*constraints, *rows, at_most_one], free)
    )
    if isinstance(answer, linear.Optimum) and answer.value < 0:
        return answer.point
    return None


def cheaper_law(statement: Optimal, point: Mapping[str, Fraction], time: int) -> Iterator[Failure]:
    """Yield a law that costs less than the scheme at this time, if there is one."""
    sources, queries = statement.scheme.sources, statement.scheme.queries
    values = states_at(statement, point, time)
    here = statement.model.at(
        {name: Quotient(constant(plain(value))) for name, value in point.items()}
    )
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
