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
from ..programs.simplex import Terms

MAX_VARIABLES = 11_000

Node = tuple[int, ...]
"""A history: the sets asked for at t = 1, 2, …"""
Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Histories:
    """The program without its objective, and ℓ_1, …, ℓ_T as its linear forms, less the constant 1 each."""

    horizon: int
    variables: tuple[tuple[Node, int, int], ...]
    constraints: tuple[Constraint, ...]
    excess: tuple[Terms, ...]

    def program(self, weights: Sequence[Fraction]) -> Program:
        """Return the program for the least Σ weight_t (ℓ_t - 1)."""
        cost = {
            j: weight * value
            for weight, terms in zip(weights, self.excess, strict=True)
            for j, value in terms
        }
        return Program.of(len(self.variables), cost, self.constraints)

    def costs(self, point: Sequence[Fraction]) -> Vector:
        """Return (ℓ_1, …, ℓ_T) of a point."""
        return tuple(
            1 + sum((value * point[j] for j, value in terms), Fraction(0))
            for terms in self.excess
        )


def histories(rows: Iterable[Iterable[Fraction | int]], horizon: int) -> Histories:
    """Return the program of all private schemes up to a horizon."""
    chain = laws(rows)
    size = len(chain)
    if size != len(chain[0]) or horizon < 1:
        raise InputError(
            "expected a chain with one row for each source, and a horizon of at least 1"
        )
    nodes = _nodes(size, horizon)
    variables = tuple(
        (node, a, x)
        for node in nodes[1:]
        for a in range(size)
        for x in members(node[-1])
    )
    place = {key: j for j, key in enumerate(variables)}
    constraints: list[Constraint] = []
    excess: list[list[tuple[int, int]]] = [[] for _ in range(horizon)]
    for node in nodes:
        if node:
            constraints += _privacy_rows(node, size, place)
            more = node[-1].bit_count() - 1
            excess[len(node) - 1] += [
                (place[node, 0, x], more) for x in members(node[-1]) if more
            ]
        if len(node) < horizon and is_open(node):
            constraints += _law_rows(node, chain, place)
    return Histories(horizon, variables, tuple(constraints), tuple(map(tuple, excess)))


def is_open(node: Node) -> bool:
    """Return whether more than one source may be requested after a history."""
    return not node or node[-1].bit_count() > 1


def _nodes(size: int, horizon: int) -> list[Node]:
    """Return the histories, short ones first; raise InputError where there would be too many variables."""
    sets = by_size(size)
    nodes: list[Node] = [()]
    layer: list[Node] = [()]
    count, per_node = 0, size * sum(s.bit_count() for s in sets)
    for _ in range(horizon):
        open_nodes = [node for node in layer if is_open(node)]
        count += per_node * len(open_nodes)
        if count > MAX_VARIABLES:
            raise InputError(
                f"expected a program of at most {MAX_VARIABLES} variables, found {count} or more: "
                "take fewer sources or times"
            )
        layer = [(*node, s) for node in open_nodes for s in sets]
        nodes += layer
    return nodes


def _privacy_rows(
    node: Node, size: int, place: dict[tuple[Node, int, int], int]
) -> list[Constraint]:
    """Return that the history is as likely for each X_0 as for the first one."""
    cells = [[place[node, a, x] for x in members(node[-1])] for a in range(size)]
    first = dict.fromkeys(cells[0], -1)
    return [Constraint.of({**dict.fromkeys(own, 1), **first}, "=") for own in cells[1:]]


def _law_rows(
    node: Node, chain: Rows, place: dict[tuple[Node, int, int], int]
) -> list[Constraint]:
    """Return that the next request follows the chain, for each X_0."""
    found = []
    sets = by_size(len(chain))
    for a, first in enumerate(chain):
        for x, chance in enumerate(first):
            terms: dict[int, int | Fraction] = {
                place[(*node, s), a, x]: 1 for s in sets if s >> x & 1
            }
            if node:
                terms |= {place[node, a, y]: -chain[y][x] for y in members(node[-1])}
            found.append(Constraint.of(terms, "=", 0 if node else chance))
    return found


@dataclass(frozen=True)
class Face:
    """Σ weight_t ℓ_t ≥ value for every private scheme; `vertices` are on it."""

    weights: Vector
    value: Fraction
    vertices: tuple[int, ...]


@dataclass(frozen=True)
class Front:
    """The costs that can be had: everything that is at least a mean of the vertices."""

    histories: Histories
    vertices: tuple[Vector, ...]
    faces: tuple[Face, ...]


def front(
    rows: Iterable[Iterable[Fraction | int]],
    horizon: int,
    progress: Callable[[str], None] = lambda what: None,
) -> Front:
    """Return the front of (ℓ_1, …, ℓ_T): facets of what is found so far are moved down until none moves.

    `progress` is called with what is begun."""
    problem = histories(rows, horizon)
    points: list[Vector] = []
    least: dict[Vector, Fraction] = {}
    waiting = [(Fraction(1, horizon),) * horizon]
    while waiting:
        for weights in waiting:
            progress(
                f"{len(points)} vertices, a program of {len(problem.variables)} variables"
            )
            answer = exact.solve(problem.program(weights))
            if not isinstance(answer, exact.Optimum):
                raise OnoffError(
                    "downloading everything is a feasible point, but none was found"
                )
            least[weights] = answer.value + sum(weights)
            costs = problem.costs(answer.point)
            if costs not in points:
                points.append(costs)
        waiting = [normal for normal in facets(points) if normal not in least]
    normals = facets(points)
    corners = sorted(
        costs
        for costs in points
        if rank([n for n in normals if _on(n, costs, least)]) == horizon
    )
    faces = [
        Face(
            n,
            least[n],
            tuple(k for k, costs in enumerate(corners) if _on(n, costs, least)),
        )
        for n in normals
    ]
    return Front(problem, tuple(corners), tuple(faces))


def _on(normal: Vector, costs: Vector, least: dict[Vector, Fraction]) -> bool:
    """Return whether costs are least in the direction of a normal."""
    return weighted(normal, costs) == least[normal]


def weighted(weights: Sequence[Fraction], costs: Sequence[Fraction]) -> Fraction:
    """Return Σ weight_t ℓ_t."""
    return sum((w * c for w, c in zip(weights, costs, strict=True)), Fraction(0))


# -- the polyhedron above finitely many points ------------------------------------------------------------------------


def facets(points: Sequence[Vector]) -> list[Vector]:
    """Return the normals (at least 0, with sum 1) of the facets of the convex hull of the points plus the orthant.

    Each is spanned by some points and some directions of the axes; all combinations are tried.
    """
    size = len(points[0])
    found = set[Vector]()
    for count in range(1, size + 1):
        for chosen in combinations(points, count):
            for axes in combinations(range(size), size - count):
                normal = _normal(chosen, axes, size)
                if normal is not None and normal not in found:
                    value = weighted(normal, chosen[0])
                    if all(weighted(normal, point) >= value for point in points):
                        found.add(normal)
    return sorted(found)


def _normal(points: Sequence[Vector], axes: Sequence[int], size: int) -> Vector | None:
    """Return the weights, at least 0, that are 0 on the axes and equal on the points; None unless there are just such
    ones."""
    lines = [
        {j: points[0][j] - other[j] for j in range(size) if points[0][j] != other[j]}
        for other in points[1:]
    ]
    lines += [{axis: Fraction(1)} for axis in axes]
    lines.append({j: Fraction(1) for j in range(size)})
    solution = solve_linear(lines, [Fraction(0)] * (size - 1) + [Fraction(1)])
    if solution is None or min(solution.values()) < 0:
        return None
    return tuple(solution.get(j, Fraction(0)) for j in range(size))
