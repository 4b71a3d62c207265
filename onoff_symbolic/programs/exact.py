"""Exact linear programming: find an answer by any means, then check it from the definitions.

    minimise cost·x  subject to  a_i·x = b_i  or  a_i·x >= b_i,  and  x_j >= 0 for every j that is not free

An answer proves itself. An optimum comes with one multiplier y_i for each constraint, at least 0 on an
inequality, such that Σ y_i a_i costs at most `cost` on every variable (exactly, on a free one): then no point
costs less than Σ y_i b_i, and the point given costs just that. Infeasibility comes with multipliers (Farkas)
whose Σ y_i a_i is at most 0 (exactly 0 on free variables) while Σ y_i b_i > 0. Unboundedness comes with a
feasible point and a ray along which it stays feasible and the cost falls.

`solve` returns only what `check` has accepted. All numbers are rational; there is no tolerance anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from . import highs
from . import simplex
from ..errors import InputError, OnoffError

Terms = tuple[tuple[int, Fraction], ...]        # sparse vector: increasing indices, no zero
Vector = tuple[Fraction, ...]
Number = int | Fraction

LARGE = 2000    # 64-bit words of coefficients from which a float solver repays its import (measured)


class WrongAnswer(OnoffError):
    """An answer to a linear program that its definition does not bear out."""


@dataclass(frozen=True)
class Constraint:
    """coefficients·x relation bound, where the relation is "=" or ">="."""

    coefficients: Terms
    relation: str
    bound: Fraction

    @classmethod
    def of(cls, coefficients: Mapping[int, Number], relation: str, bound: Number = 0) -> Constraint:
        """The constraint with these coefficients of the variables; zeros are left out, floats refused."""
        return cls(_terms(coefficients, "a constraint"), relation, _exact(bound, "the bound of a constraint"))


@dataclass(frozen=True)
class Program:
    """Minimise cost·x subject to the constraints, with x_j >= 0 for every j not in `free`."""

    variables: int
    cost: Terms
    constraints: tuple[Constraint, ...]
    free: frozenset[int] = frozenset()

    @classmethod
    def of(cls, variables: int, cost: Mapping[int, Number], constraints: Iterable[Constraint],
           free: Iterable[int] = ()) -> Program:
        """The program with these costs of the variables; zeros are left out, floats refused."""
        return cls(variables, _terms(cost, "the cost"), tuple(constraints), frozenset(free))

    def __post_init__(self) -> None:
        if type(self.variables) is not int or self.variables < 0:
            raise InputError("the number of variables is not an integer that is at least 0")
        _require_terms(self.cost, self.variables, "the cost")
        for i, constraint in enumerate(self.constraints):
            _require_terms(constraint.coefficients, self.variables, f"constraint {i}")
            _exact(constraint.bound, f"the bound of constraint {i}")
            if constraint.relation not in ("=", ">="):
                raise InputError(f"constraint {i} has the relation {constraint.relation!r}, not '=' or '>='")
        for j in self.free:
            _require_index(j, self.variables, "the set of free variables")


@dataclass(frozen=True)
class Optimum:
    """A point of least cost, and multipliers (one for each constraint) that prove it."""

    value: Fraction
    point: Vector
    multipliers: Vector


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
    """Why there is no optimum, in words."""
    return "no values satisfy its relations" if isinstance(answer, Infeasible) else "values get better without end"


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


def solve(program: Program) -> Answer:
    """The checked answer. A float solver may propose it; exact pivots find it in any case."""
    system = simplex.standard(program.variables, program.cost, program.free,
                              [(c.coefficients, c.relation == "=", c.bound) for c in program.constraints])
    size = sum(1 + value.bit_length() // 64 for row in system.rows for value in row.values())
    proposal = highs.propose(system) if size >= LARGE else None
    if proposal is not None:
        proposed = _proposed(program, system, proposal)
        if proposed is not None:
            return proposed
    end = simplex.run(system, () if proposal is None else proposal.basis)
    vertex, ray = simplex.vertex(system, end.basis, end.stuck), simplex.ray(system, end)
    if vertex is None:
        raise WrongAnswer("the pivots ended at a singular basis")
    answer = _answer(program, vertex) if ray is None else Unbounded(vertex.point, ray)
    check(program, answer)
    return answer


def _proposed(program: Program, system: simplex.System, proposal: highs.Proposal) -> Answer | None:
    """The answer that a proposal stands for, if `check` accepts it."""
    if proposal.unbounded and program.cost:
        answer = _along_ray(program)
    else:
        vertex = simplex.vertex(system, proposal.basis)
        answer = None if vertex is None else _answer(program, vertex)
    if answer is None:
        return None
    try:
        check(program, answer)
    except WrongAnswer:
        return None
    return answer


def _answer(program: Program, vertex: simplex.Vertex) -> Optimum | Infeasible:
    """What a vertex would answer."""
    if vertex.feasible:
        return Optimum(_value(program.cost, vertex.point), vertex.point, vertex.multipliers)
    return Infeasible(vertex.multipliers)


def _along_ray(program: Program) -> Answer | None:
    """Unboundedness as two questions without a cost: for a point, and for a ray that lowers the cost by 1."""
    point = solve(replace(program, cost=()))
    falling = Constraint(program.cost, "=", Fraction(-1))
    ray = solve(replace(program, cost=(), constraints=(*_homogeneous(program).constraints, falling)))
    if isinstance(point, Optimum) and isinstance(ray, Optimum):
        return Unbounded(point.point, ray.point)
    return point if isinstance(point, Infeasible) else None


def _homogeneous(program: Program) -> Program:
    """The program whose points are the directions in which the given one goes on for ever."""
    return replace(program, constraints=tuple(replace(c, bound=Fraction(0)) for c in program.constraints))


def _check_point(program: Program, point: Vector, name: str = "point") -> None:
    """Every variable in its range and every constraint satisfied."""
    _require_exact(point, program.variables, f"the {name}")
    for j, value in enumerate(point):
        if value < 0 and j not in program.free:
            raise WrongAnswer(f"variable {j} of the {name} is negative")
    for i, c in enumerate(program.constraints):
        value = _value(c.coefficients, point)
        if value != c.bound if c.relation == "=" else value < c.bound:
            raise WrongAnswer(f"the {name} violates constraint {i}")


def _check_multipliers(program: Program, multipliers: Vector, cost: Terms) -> None:
    """No negative multiplier on an inequality, and no variable that brings more than its cost."""
    _require_exact(multipliers, len(program.constraints), "the multipliers")
    spare = [Fraction(0)] * program.variables
    for j, value in cost:
        spare[j] = value
    for i, (c, multiplier) in enumerate(zip(program.constraints, multipliers)):
        if multiplier < 0 and c.relation == ">=":
            raise WrongAnswer(f"the multiplier of inequality {i} is negative")
        if multiplier:
            for j, value in c.coefficients:
                spare[j] -= multiplier * value
    for j, value in enumerate(spare):
        if value < 0 or value and j in program.free:
            raise WrongAnswer(f"the multipliers do not respect variable {j}")


def _gain(program: Program, multipliers: Vector) -> Fraction:
    """The bound that the multipliers prove."""
    return sum((y * c.bound for y, c in zip(multipliers, program.constraints) if y), Fraction(0))


def _value(terms: Terms, point: Vector) -> Fraction:
    return sum((value * point[j] for j, value in terms if point[j]), Fraction(0))


def _require_exact(vector: Vector, length: int, name: str) -> None:
    """A float in an answer would make the comparisons with it worthless."""
    if len(vector) != length:
        raise WrongAnswer(f"{name}: expected {length} numbers, found {len(vector)}")
    if not all(map(_is_exact, vector)):
        raise WrongAnswer(f"{name}: not every number is exact")


def _is_exact(value: object) -> bool:
    return isinstance(value, (Fraction, int)) and not isinstance(value, bool)


def _exact(value: Number, name: str) -> Fraction:
    if not _is_exact(value):
        raise InputError(f"{name} has a {type(value).__name__} where an integer or a Fraction is expected")
    return Fraction(value)


def _terms(entries: Mapping[int, Number], name: str) -> Terms:
    """The sparse vector of a mapping. Whether its indices are in range, the program finds out."""
    for j in entries:
        if type(j) is not int:
            raise InputError(f"{name} has a {type(j).__name__} where the index of a variable is expected")
    values = ((j, _exact(entries[j], name)) for j in sorted(entries))
    return tuple((j, value) for j, value in values if value)


def _require_terms(terms: Terms, variables: int, name: str) -> None:
    last = -1
    for j, value in terms:
        _require_index(j, variables, name)
        if j <= last:
            raise InputError(f"{name} has indices that do not increase: {j} after {last}")
        if not _exact(value, name):
            raise InputError(f"{name} has the coefficient 0 for variable {j}, which should be left out")
        last = j


def _require_index(index: int, variables: int, name: str) -> None:
    if type(index) is not int or not 0 <= index < variables:
        raise InputError(f"{name} has the index {index!r}, but there are {variables} variables")
