"""Which costs (ℓ_1, …, ℓ_T) private schemes can have: the exact front, over all schemes.

Without loss of generality there is one query for each set, Q_t depends on X_0, X_t and the earlier queries, and once
a single source was asked for, only single sources are. The histories of such a scheme form a tree. The program has

    variables     v(h, a, x) = Pr(history h, X_t = x | X_0 = a) ≥ 0, x in the last set of h
    law rows      Σ_S v(hS, a, x') = Σ_x v(h, a, x) P(x, x')      (X_0 = a at t = 0)
    privacy rows  Σ_x v(h, a, x) = Σ_x v(h, 0, x) for every a

and ℓ_t is linear in v. The costs that can be had are a polyhedron together with everything above it. Its vertices are
found with weights, exactly; each face comes with multipliers that prove that nothing lies below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from .design import solve_linear
from .forms import rank
from .sets import Rows, by_size, laws, members
from ..errors import InputError, OnoffError
from ..programs import exact
from ..programs.exact import Constraint, Program

MAX_VARIABLES = 11_000

Node = tuple[int, ...]
"""A history: the sets asked for at t = 1, 2, …"""
Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Histories:
    """The program without its objective, and ℓ_1, …, ℓ_T as its linear forms, less the constant 1 each."""

    rows: Rows
    horizon: int
    variables: tuple[tuple[Node, int, int], ...]
    constraints: tuple[Constraint, ...]
    excess: tuple[tuple[tuple[int, Fraction], ...], ...]

    def program(self, weights: Sequence[Fraction]) -> Program:
        """Least Σ weight_t (ℓ_t - 1)."""
        cost: dict[int, Fraction] = {}
        for weight, terms in zip(weights, self.excess, strict=True):
            for j, value in terms:
                cost[j] = cost.get(j, Fraction(0)) + weight * value
        return Program.of(len(self.variables), cost, self.constraints)

    def costs(self, point: Sequence[Fraction]) -> Vector:
        """(ℓ_1, …, ℓ_T) of a point."""
        return tuple(1 + sum((value * point[j] for j, value in terms), Fraction(0)) for terms in self.excess)


def histories(rows: Iterable[Iterable[Fraction | int]], horizon: int) -> Histories:
    """The program of all private schemes up to a horizon."""
    chain = laws(rows)
    size = len(chain)
    if size != len(chain[0]) or horizon < 1:
        raise InputError("expected a chain with one row for each source, and a horizon of at least 1")
    sets = by_size(size)
    nodes: list[Node] = [()]
    layer: list[Node] = [()]
    count, per_node = 0, size * sum(s.bit_count() for s in sets)
    for _ in range(horizon):
        open_nodes = [node for node in layer if not node or node[-1].bit_count() > 1]
        count += per_node * len(open_nodes)
        if count > MAX_VARIABLES:
            raise InputError(f"expected a program of at most {MAX_VARIABLES} variables, found {count} or more: "
                             "take fewer sources or times")
        layer = [(*node, s) for node in open_nodes for s in sets]
        nodes += layer
    variables = tuple((node, a, x) for node in nodes[1:] for a in range(size) for x in members(node[-1]))
    place = {key: j for j, key in enumerate(variables)}
    constraints = []
    excess: list[dict[int, Fraction]] = [{} for _ in range(horizon)]
    for node in nodes:
        time = len(node)
        if node:
            cells = [[place[node, a, x] for x in members(node[-1])] for a in range(size)]
            for a in range(1, size):
                constraints.append(Constraint.of(
                    {**{j: 1 for j in cells[a]}, **{j: -1 for j in cells[0]}}, "="))
            for j in cells[0] if node[-1].bit_count() > 1 else ():
                excess[time - 1][j] = Fraction(node[-1].bit_count() - 1)
        if time < horizon and (not node or node[-1].bit_count() > 1):
            for a in range(size):
                for x in range(size):
                    terms: dict[int, Fraction] = {place[(*node, s), a, x]: Fraction(1) for s in sets if s >> x & 1}
                    bound = Fraction(0)
                    if node:
                        terms.update({place[node, a, y]: -chain[y][x] for y in members(node[-1])})
                    else:
                        bound = chain[a][x]
                    constraints.append(Constraint.of(terms, "=", bound))
    return Histories(chain, horizon, variables, tuple(constraints),
                     tuple(tuple(sorted(terms.items())) for terms in excess))


@dataclass(frozen=True)
class Vertex:
    """Costs that a scheme has, and the scheme's point of the program, where it is not zero."""

    costs: Vector
    point: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True)
class Face:
    """Σ weight_t ℓ_t ≥ value for every private scheme, proved by multipliers; `vertices` lie on it."""

    weights: Vector
    value: Fraction
    multipliers: tuple[tuple[int, Fraction], ...]
    vertices: tuple[int, ...]


@dataclass(frozen=True)
class Front:
    """The costs that can be had: everything that is at least a mean of the vertices."""

    histories: Histories
    vertices: tuple[Vertex, ...]
    faces: tuple[Face, ...]

    def check(self) -> None:
        """Raise `WrongAnswer` unless every vertex is a scheme's and every face is proved and meets its vertices."""
        for vertex in self.vertices:
            point = self._full(vertex.point, len(self.histories.variables))
            feasible = self.histories.program([Fraction(0)] * self.histories.horizon)
            exact.check(feasible, exact.Optimum(Fraction(0), point, (Fraction(0),) * len(feasible.constraints)))
            if self.histories.costs(point) != vertex.costs:
                raise exact.WrongAnswer("the costs are not those of the point")
        for face in self.faces:
            program = self.histories.program(face.weights)
            point = self._full(self.vertices[face.vertices[0]].point, len(self.histories.variables))
            value = face.value - sum(face.weights)
            exact.check(program, exact.Optimum(value, point, self._full(face.multipliers, len(program.constraints))))
            if any(_weighted(face.weights, self.vertices[i].costs) != face.value for i in face.vertices):
                raise exact.WrongAnswer("a vertex does not lie on its face")
        closed(tuple(v.costs for v in self.vertices), self.faces)

    @staticmethod
    def _full(entries: Iterable[tuple[int, Fraction]], length: int) -> Vector:
        found = [Fraction(0)] * length
        for j, value in entries:
            found[j] = value
        return tuple(found)


def closed(costs: Sequence[Vector], faces: Sequence[Face]) -> None:
    """Raise `WrongAnswer` unless the faces are all the facets of the vertices together with everything above them."""
    wanted = {normal for normal, _ in facets(costs)}
    if wanted != {face.weights for face in faces}:
        raise exact.WrongAnswer("the faces do not close the region")


def _weighted(weights: Sequence[Fraction], costs: Sequence[Fraction]) -> Fraction:
    return sum((w * c for w, c in zip(weights, costs, strict=True)), Fraction(0))


def front(
    rows: Iterable[Iterable[Fraction | int]], horizon: int, progress: Callable[[str], None] = lambda what: None
) -> Front:
    """The front of (ℓ_1, …, ℓ_T): facets of what is found so far are moved down until none moves. `progress` is called
    with what is begun."""
    problem = histories(rows, horizon)
    found: dict[Vector, Vertex] = {}
    proved: dict[Vector, tuple[Fraction, tuple[tuple[int, Fraction], ...]]] = {}

    def ask(weights: Vector) -> None:
        progress(f"{len(found)} vertices, a program of {len(problem.variables)} variables")
        answer = exact.solve(problem.program(weights))
        if not isinstance(answer, exact.Optimum):
            raise OnoffError("downloading everything is a feasible point, but none was found")
        value = answer.value + sum(weights)
        proved[weights] = value, tuple((i, y) for i, y in enumerate(answer.multipliers) if y)
        costs = problem.costs(answer.point)
        found.setdefault(costs, Vertex(costs, tuple((j, x) for j, x in enumerate(answer.point) if x)))

    ask(tuple(Fraction(1, horizon) for _ in range(horizon)))
    while True:
        new = [normal for normal, _ in facets(list(found)) if normal not in proved]
        if not new:
            break
        for normal in new:
            ask(normal)
    hull = facets(list(found))
    corners = sorted(costs for costs in found if is_corner(costs, hull))
    vertices = tuple(found[costs] for costs in corners)
    faces = tuple(Face(normal, value, proved[normal][1], tuple(
        k for k, costs in enumerate(corners) if _weighted(normal, costs) == value)) for normal, value in hull)
    answer = Front(problem, vertices, faces)
    progress(f"{len(vertices)} vertices, checking")
    answer.check()
    return answer


# -- the polyhedron above finitely many points ------------------------------------------------------------------------


def facets(points: Sequence[Vector]) -> list[tuple[Vector, Fraction]]:
    """Normals (at least 0, with sum 1) and values of the facets of the convex hull of the points plus the orthant.

    Each is spanned by some points and some directions of the axes; all combinations are tried."""
    size = len(points[0])
    found: dict[Vector, Fraction] = {}
    for count in range(1, size + 1):
        for chosen in combinations(range(len(points)), count):
            for axes in combinations(range(size), size - count):
                normal = _normal([points[i] for i in chosen], axes, size)
                if normal is not None and normal not in found:
                    value = _weighted(normal, points[chosen[0]])
                    if all(_weighted(normal, point) >= value for point in points):
                        found[normal] = value
    return sorted(found.items())


def _normal(points: Sequence[Vector], axes: Sequence[int], size: int) -> Vector | None:
    """The weights, at least 0, that are 0 on the axes and equal on the points; None unless there are just such ones."""
    lines = [{j: points[0][j] - other[j] for j in range(size) if points[0][j] != other[j]} for other in points[1:]]
    lines += [{axis: Fraction(1)} for axis in axes]
    lines.append({j: Fraction(1) for j in range(size)})
    try:
        solution = solve_linear(lines, [Fraction(0)] * (size - 1) + [Fraction(1)])
    except OnoffError:
        return None
    normal = tuple(solution.get(j, Fraction(0)) for j in range(size))
    return normal if all(value >= 0 for value in normal) else None


def is_corner(costs: Vector, hull: Sequence[tuple[Vector, Fraction]]) -> bool:
    """Whether the facets through a point meet there only."""
    return rank([normal for normal, value in hull if _weighted(normal, costs) == value]) == len(costs)
