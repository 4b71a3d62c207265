"""Exact linear programming: find an answer by any means, then check it from the definitions.

    minimise cost·x  subject to  a_i·x = b_i  or  a_i·x >= b_i,  and  x_j >= 0 for every j that is not free

An answer proves itself. An optimum comes with one multiplier y_i for each constraint, at least 0 on an
inequality, such that Σ y_i a_i costs at most `cost` on every variable (exactly, on a free one): then no point
costs less than Σ y_i b_i, and the point given costs just that. Infeasibility comes with multipliers (Farkas)
whose Σ y_i a_i is at most 0 (exactly 0 on free variables) while Σ y_i b_i > 0. Unboundedness comes with a
feasible point and a ray along which it stays feasible and the cost falls.

`solve` returns only what `check` has accepted. All numbers are rational; there is no tolerance anywhere.

    Program, Constraint             what is asked
    Optimum, Infeasible, Unbounded  what is answered
    solve, check                    find an answer; refuse a wrong one
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from . import highs, simplex
from .simplex import Basis, Number, Terms, in_integers
from ..errors import InputError, OnoffError

Vector = tuple[Fraction, ...]

EXACT = {int, Fraction}
LARGE = 2000  # 64-bit words of coefficients from which a float solver repays its import (measured)


class WrongAnswer(OnoffError):
    """An answer to a linear program that its definition does not bear out."""


@dataclass(frozen=True)
class Constraint:
    """coefficients·x relation bound, where the relation is "=" or ">="."""

    coefficients: Terms
    relation: str
    bound: Number

    @classmethod
    def of(cls, coefficients: Mapping[int, Number], relation: str, bound: Number = 0) -> Constraint:
        """Return the constraint with these coefficients of the variables; zeros are left out, floats refused."""
        if relation not in ("=", ">="):
            raise InputError(f"a constraint has the relation {relation!r}, not '=' or '>='")
        _require_exact_input(bound, "the bound of a constraint")
        return cls(_terms(coefficients, "a constraint"), relation, bound)


@dataclass(frozen=True)
class Program:
    """Minimise cost·x subject to the constraints, with x_j >= 0 for every j not in `free`."""

    variables: int
    cost: Terms
    constraints: tuple[Constraint, ...]
    free: frozenset[int] = frozenset()

    @classmethod
    def of(
        cls,
        variables: int,
        cost: Mapping[int, Number],
        constraints: Iterable[Constraint],
        free: Iterable[int] = (),
    ) -> Program:
        """Return the program with these costs of the variables; zeros are left out, floats refused."""
        program = cls(variables, _terms(cost, "the cost"), tuple(constraints), frozenset(free))
        _require_range(program.cost, variables, "the cost")
        for i, constraint in enumerate(program.constraints):
            _require_range(constraint.coefficients, variables, f"constraint {i}")
        _require_range(
            [(j, 1) for j in sorted(program.free)], variables, "the set of free variables"
        )
        return program


@dataclass(frozen=True)
class Optimum:
    """A point of least cost, and multipliers (one for each constraint) that prove it; the basis at which they are."""

    value: Fraction
    point: Vector
    multipliers: Vector
    basis: Basis = field(default=(), compare=False)


@dataclass(frozen=True)
class Infeasible:
    """Multipliers, one for each constraint, that prove that no point satisfies all constraints."""

    multipliers: Vector


@dataclass(frozen=True)
class Unbounded:
    """A feasible point and a direction in which it stays feasible and costs less and less."""

    point: Vector
    ray: Vector


Answer = Optimum | Infeasible | Unbounded


def lack(answer: Infeasible | Unbounded) -> str:
    """Return why there is no optimum, in words."""
    return (
        "no values satisfy its relations"
        if isinstance(answer, Infeasible)
        else "values get better without end"
    )


def check(program: Program, answer: Answer) -> None:
    """Return if the answer is right; raise WrongAnswer, naming what fails, if it is not."""
    if isinstance(answer, Optimum):
        _check_point(program, answer.point)
        _check_multipliers(program, answer.multipliers, program.cost)
        _require_exact((answer.value,), 1, "the value")
        if answer.value != _value(program.cost, answer.point):
            raise WrongAnswer("the value is not the cost of the point")
        if answer.value != _gain(program, answer.multipliers):
            raise WrongAnswer("the multipliers do not prove the value")
    elif isinstance(answer, Infeasible):
        _check_multipliers(program, answer.multipliers, ())
        if not _gain(program, answer.multipliers) > 0:
            raise WrongAnswer("the multipliers do not prove a contradiction")
    elif isinstance(answer, Unbounded):
        _check_point(program, answer.point)
        _check_point(_homogeneous(program), answer.ray, "ray")
        if not _value(program.cost, answer.ray) < 0:
            raise WrongAnswer("the ray does not lower the cost")
    else:
        raise WrongAnswer("not an answer to a linear program")


def solve(program: Program, start: Basis = (), large: int | None = None) -> Answer:
    """Return a checked answer. A basis to start from is tried first; then a float solver may propose an answer, if the
    coefficients take so many words; exact pivots find one in any case."""
    system = system_of(program)
    if start:
        answer = _accepted(program, _at_basis(program, system, start))
        if answer is not None:
            return answer
    proposal = (
        highs.propose(system) if system.words >= (LARGE if large is None else large) else None
    )
    if proposal is not None:
        answer = _accepted(program, _proposed(program, system, proposal))
        if answer is not None:
            return answer
        start = proposal.basis
    answer = _at_end(program, system, simplex.run(system, start))
    if answer is None:
        raise WrongAnswer("the pivots ended at a singular basis")
    check(program, answer)
    return answer


def system_of(program: Program) -> simplex.System:
    """Return the program in integers."""
    return simplex.standard(
        program.variables,
        program.cost,
        program.free,
        [(c.coefficients, c.relation == "=", c.bound) for c in program.constraints],
    )


def _accepted(program: Program, answer: Answer | None) -> Answer | None:
    """Return the answer if `check` accepts it."""
    if answer is None:
        return None
    try:
        check(program, answer)
    except WrongAnswer:
        return None
    return answer


def _proposed(program: Program, system: simplex.System, proposal: highs.Proposal) -> Answer | None:
    """Return the answer that a proposal stands for."""
    if proposal.unbounded and program.cost:
        return _along_ray(program)
    return _at_basis(program, system, proposal.basis)


def _at_end(program: Program, system: simplex.System, end: simplex.End) -> Answer | None:
    """Return the answer where the pivots ended."""
    answer = _at_basis(program, system, end.basis, end.stuck)
    ray = simplex.ray(system, end)
    if ray is None or not isinstance(answer, Optimum):
        return answer
    return Unbounded(answer.point, ray)


def _at_basis(
    program: Program, system: simplex.System, basis: Basis, stuck: Mapping[int, int] | None = None
) -> Optimum | Infeasible | None:
    """Return what the vertex of a basis would answer; None if it has none."""
    vertex = simplex.vertex(system, basis, stuck)
    if vertex is None:
        return None
    if vertex.feasible:
        return Optimum(_value(program.cost, vertex.point), vertex.point, vertex.multipliers, basis)
    return Infeasible(vertex.multipliers)


def _along_ray(program: Program) -> Answer | None:
    """Return the answers to two questions without a cost: for a point, and for a ray that lowers the cost by 1."""
    point = solve(replace(program, cost=()))
    falling = Constraint(program.cost, "=", Fraction(-1))
    ray = solve(
        replace(program, cost=(), constraints=(*_homogeneous(program).constraints, falling))
    )
    if isinstance(point, Optimum) and isinstance(ray, Optimum):
        return Unbounded(point.point, ray.point)
    return point if isinstance(point, Infeasible) else None


def _homogeneous(program: Program) -> Program:
    """Return the program whose points are the directions in which the given one goes on for ever."""
    return replace(
        program, constraints=tuple(replace(c, bound=Fraction(0)) for c in program.constraints)
    )


def _check_point(program: Program, point: Vector, name: str = "point") -> None:
    """Raise WrongAnswer unless every variable is in its range and every constraint satisfied."""
    _require_exact(point, program.variables, f"the {name}")
    for j, value in enumerate(point):
        if value < 0 and j not in program.free:
            raise WrongAnswer(f"variable {j} of the {name} is negative")
    scale, whole = in_integers(point)
    for i, c in enumerate(program.constraints):
        excess = (
            sum([value * whole[j] for j, value in c.coefficients if whole[j]]) - scale * c.bound
        )
        if excess < 0 or excess and c.relation == "=":
            raise WrongAnswer(f"the {name} violates constraint {i}")


def _check_multipliers(program: Program, multipliers: Vector, cost: Terms) -> None:
    """Raise WrongAnswer at a negative multiplier of an inequality, or a variable that brings more than its cost."""
    _require_exact(multipliers, len(program.constraints), "the multipliers")
    for i, (c, multiplier) in enumerate(zip(program.constraints, multipliers)):
        if multiplier < 0 and c.relation == ">=":
            raise WrongAnswer(f"the multiplier of inequality {i} is negative")
    scale, whole = in_integers(multipliers)
    for j, value in enumerate(
        reduced_costs(program, [(j, scale * value) for j, value in cost], whole)
    ):
        if value < 0 or value and j in program.free:
            raise WrongAnswer(f"the multipliers do not respect variable {j}")


def reduced_costs(
    program: Program, cost: Sequence[tuple[int, Number]], multipliers: Sequence[Number]
) -> list[Number]:
    """Return cost - Σ multiplier · constraint, for each variable."""
    spare: list[Number] = [0] * program.variables
    for j, value in cost:
        spare[j] = value
    for c, multiplier in zip(program.constraints, multipliers):
        if multiplier:
            for j, value in c.coefficients:
                spare[j] -= multiplier * value
    return spare


def _gain(program: Program, multipliers: Vector) -> Fraction:
    """Return the bound that the multipliers prove."""
    return sum((y * c.bound for y, c in zip(multipliers, program.constraints) if y), Fraction(0))


def _value(terms: Terms, point: Vector) -> Fraction:
    """Return a linear form at a point."""
    return sum((value * point[j] for j, value in terms if point[j]), Fraction(0))


def _require_exact(vector: Vector, length: int, name: str) -> None:
    """Raise WrongAnswer at a float: it would make the comparisons with it worthless."""
    if len(vector) != length:
        raise WrongAnswer(f"{name}: expected {length} numbers, found {len(vector)}")
    if not EXACT.issuperset(map(type, vector)):
        raise WrongAnswer(f"{name}: not every number is exact")


def _require_exact_input(value: Number, name: str) -> None:
    """Raise InputError at a float."""
    if type(value) not in EXACT:
        raise InputError(
            f"{name} has a {type(value).__name__} where an integer or a Fraction is expected"
        )


def _terms(entries: Mapping[int, Number], name: str) -> Terms:
    """Return the sparse vector of a mapping."""
    for j, value in entries.items():
        if type(j) is not int:
            raise InputError(
                f"{name} has a {type(j).__name__} where the index of a variable is expected"
            )
        _require_exact_input(value, name)
    return tuple((j, entries[j]) for j in sorted(entries) if entries[j])


def _require_range(terms: Sequence[tuple[int, Number]], variables: int, name: str) -> None:
    """Raise InputError where the least or the greatest index is that of no variable."""
    for j, _ in (terms[0], terms[-1]) if terms else ():
        if not 0 <= j < variables:
            raise InputError(f"{name} has the index {j}, but there are {variables} variables")
