"""Where a program has another optimum than is claimed: values that cost less, or multipliers that prove more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..algebra.bridge import Bridge
from .facts import Seeker
from .programs import Masses
from .states import states_at
from ..checker.polynomials import Monomial, Poly, Quotient, Undefined, constant, plain
from ..checker.programs import Least, Optimal, Optimum
from ..nsources.plans import joint_law
from ..nsources.sets import least, names_of
from ..programs import exact as linear

Failure = dict[str, Any]


def _numeric(statement: Optimum, point: Mapping[str, Fraction]) -> linear.Program:
    region = statement.region
    masses = Masses(statement.program, statement.laws, region, Seeker())
    return masses.parametric(Bridge(()), point).at({})


def of_program(statement: Optimum, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """The optimum at one point: a law that costs less, or multipliers that prove more."""
    answer = linear.solve(_numeric(statement, point))
    if isinstance(answer, linear.Optimum):
        masses = Masses(statement.program, statement.laws, statement.region, Seeker())
        yield {"values": {",".join(key): str(x) for key, x in zip(masses.keys, answer.point) if x}}
        yield {"multipliers": [str(y) for y in answer.multipliers]}


def of_least(statement: Least, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """The same of a program that the statement poses, with the relations as the checker has them at the point."""
    names = statement.variables
    model = statement.model.at({name: Quotient(constant(plain(value))) for name, value in point.items()
                                if name not in names})
    try:
        rows = [(gap.top, sign) for _, (gap, sign) in model.relations(statement.subject)]
        of = model.polynomial(statement.of)
    except Undefined:
        return
    signs = [next((n for n in names if sign in (">", ">=") and [*p] == [(n,)] and p[n,] > 0), "") for p, sign in rows]
    places: dict[Monomial, int] = {(name,): j for j, name in enumerate(names)}
    if any(len(monomial) > 1 for p in (of, *(p for p, _ in rows)) for monomial in p) or any(s == "!=" for _, s in rows):
        return      # it is not a linear program
    constraints = [linear.Constraint.of({places[m]: c for m, c in p.items() if m}, "=" if sign == "=" else ">=",
                                        -p.get((), 0)) for (p, sign), alone in zip(rows, signs) if not alone]
    cost = {places[m]: c for m, c in of.items() if m}
    free = {j for name, j in zip(names, places.values()) if name not in signs}
    answer = linear.solve(linear.Program.of(len(names), cost, constraints, free))
    try:
        claimed = Fraction(model.expression(statement.least).top.get((), 0) - of.get((), 0))
    except Undefined:
        claimed = Fraction(0)       # there is no value to compare with: whatever satisfies the relations shows it

    def price(point: Sequence[Fraction]) -> Fraction:
        return sum((cost.get(j, 0) * x for j, x in enumerate(point[:len(names)])), Fraction(0))

    def from_to(one: Sequence[Fraction], way: Sequence[Fraction], far: Fraction) -> Failure:
        return {"values": {n: str(x + far * r) for n, x, r in zip(names, one, way) if x + far * r}}

    if isinstance(answer, linear.Unbounded):
        far = (price(answer.point) - claimed) / -price(answer.ray)
        yield from_to(answer.point, answer.ray, 1 + max(Fraction(0), far))
    elif isinstance(answer, linear.Optimum):
        yield from_to(answer.point, answer.point, Fraction(0))
        inner = _roomy(rows, places, constraints, free)
        if inner is not None and answer.value < claimed:    # on the way there, what has to be > 0 is
            rise = price(inner) - answer.value
            yield from_to(answer.point, [y - x for x, y in zip(answer.point, inner)],
                          min(Fraction(1), (claimed - answer.value) / (2 * rise)) if rise else Fraction(1))
        yield {"multipliers": [str(y) for y in answer.multipliers]}
    else:
        yield {"multipliers": [str(y) for y in answer.multipliers], "infeasible": True}


def _roomy(rows: Sequence[tuple[Poly, str]], places: Mapping[Monomial, int], constraints: Sequence[linear.Constraint],
           free: set[int]) -> Sequence[Fraction] | None:
    """A solution of linear relations at which what has to be > 0 is; None if nothing has to, or there is none."""
    room, strict = len(places), [p for p, sign in rows if sign == ">"]
    more = [linear.Constraint.of({**{places[m]: c for m, c in p.items() if m}, room: -1}, ">=", -p.get((), 0))
            for p in strict] + [linear.Constraint.of({room: -1}, ">=", -1)]
    found = linear.solve(linear.Program.of(room + 1, {room: -1}, [*constraints, *more], free)) if strict else None
    return found.point if isinstance(found, linear.Optimum) and found.value < 0 else None


def cheaper(statement: Optimal, point: Mapping[str, Fraction], time: int) -> Iterator[Failure]:
    """A law that costs less than the scheme at this time."""
    values, sources = states_at(statement, point, time), statement.scheme.sources
    here = statement.model.at({name: Quotient(constant(plain(value))) for name, value in point.items()})
    prior = {a: Fraction(here.entry(statement.prior, [a]).top.get((), 0)) for a in sources}
    spent = sum((len(statement.scheme.queries[q]) * prior[a] * values[f"state[{a},{x},{q}]"]
                 for a, x, q in statement.states), Fraction(0))
    rows = [[sum((values[f"state[{a},{x},{q}]"] for q in statement.scheme.queries), Fraction(0)) for x in sources]
            for a in sources]
    bound = least([row for row, a in zip(rows, sources) if prior[a]])
    if bound.value < spent:
        plans = iter(joint_law(bound).plans)
        law = {(a, x, s): prior[a] * mass for a in sources if prior[a] for (x, s), mass in next(plans)}
        yield {"values": {f"{a},{sources[x]},{''.join(names_of(s, sources))}": str(p) for (a, x, s), p in law.items()
                          if p}}
