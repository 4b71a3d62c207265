"""Joint laws of a request and a set that contains it: transport plans, one for each row.

A plan for a law K on sources and a law w on sets gives mass to pairs (x, S) with x ∈ S, with marginals K and w. It is
found by a flow. Its *forest* is a set of pairs without a cycle that fixes the plan: with other marginals, numbers or
elements of a field, the same forest is solved again by cutting leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeVar

from .sets import Masses, Rows, SetBound, above, members
from ..errors import OnoffError, Undecidable
from ..programs.exact import WrongAnswer

Pair = tuple[int, int]
"""(source, set that contains it)."""
Number = TypeVar("Number", bound=Any)

MAX_SYMMETRIES = 720


@dataclass(frozen=True)
class Plan:
    """(x, S) → mass, where it is not zero, and the forest of pairs that fixes it."""

    entries: tuple[tuple[Pair, Fraction], ...]
    forest: tuple[Pair, ...]


def plan(law: Sequence[Fraction], weights: Masses) -> Plan:
    """A plan with few entries; `WrongAnswer` where there is none, that is where Bel exceeds the law on a set."""
    flow = _flow(law, weights)
    _cut_cycles(flow)
    return Plan(tuple(sorted(flow.items(), key=lambda item: (item[0][1].bit_count(), item[0]))),
                _forest(flow, [x for x, p in enumerate(law) if p], [s for s, _ in weights]))


def plans(rows: Rows, weights: Masses) -> tuple[Plan, ...]:
    """One plan for each row."""
    return tuple(plan(row, weights) for row in rows)


def check_plan(law: Sequence[Fraction], weights: Masses, entries: Iterable[tuple[Pair, Fraction]]) -> None:
    """Raise `WrongAnswer` unless the entries are a joint law with these marginals and the request in the set."""
    left, right = list(law), dict(weights)
    for (x, s), mass in entries:
        if mass < 0 or not s >> x & 1:
            raise WrongAnswer(f"the mass of {x} and {members(s)} is negative, or the source is not in the set")
        left[x] -= mass
        right[s] = right.get(s, Fraction(0)) - mass
    if any(left) or any(right.values()):
        raise WrongAnswer("the plan does not have its marginals")


def _flow(law: Sequence[Fraction], weights: Masses) -> dict[Pair, Fraction]:
    """Small sets first, then paths along which more can be moved."""
    spare = dict(enumerate(law))
    need = dict(weights)
    flow: dict[Pair, Fraction] = {}
    for s in sorted(need, key=lambda s: (s.bit_count(), s)):
        for x in members(s):
            step = min(spare[x], need[s])
            if step:
                flow[x, s] = step
                spare[x] -= step
                need[s] -= step
    while open_sets := [s for s, rest in need.items() if rest]:
        path = _path(flow, spare, need, open_sets[0])
        if path is None:
            raise WrongAnswer("no plan: the sets inside some set are more likely than the requests in it")
        step = min(need[open_sets[0]], spare[path[0][0]], *(flow[pair] for pair in path[1::2]))
        for i, pair in enumerate(path):
            flow[pair] = flow.get(pair, Fraction(0)) + (step if i % 2 == 0 else -step)
            if not flow[pair]:
                del flow[pair]
        need[open_sets[0]] -= step
        spare[path[0][0]] -= step
    return flow


def _path(flow: Mapping[Pair, Fraction], spare: Mapping[int, Fraction], need: Mapping[int, Fraction],
          target: int) -> list[Pair] | None:
    """Pairs to be raised and lowered in turn, from a source with mass to spare to the target set."""
    came: dict[int, Pair | None] = {}           # source → the pair to lower after raising (source, set)
    via: dict[int, int] = {}                    # source → the set that it would give to
    waiting = [(x, target) for x in members(target)]
    lowered: dict[int, Pair | None] = {target: None}
    while waiting:
        x, s = waiting.pop(0)
        if x in came:
            continue
        came[x], via[x] = lowered[s], s
        if spare[x]:
            path: list[Pair] = []
            here: int | None = x
            while here is not None:
                path.append((here, via[here]))
                lower = came[here]
                if lower is None:
                    here = None
                else:
                    path.append(lower)
                    here = lower[0]
            return path
        for (y, other), mass in sorted(flow.items()):
            if y == x and mass and other not in lowered:
                lowered[other] = (x, other)
                waiting += [(z, other) for z in members(other) if z not in came]
    return None


def _cut_cycles(flow: dict[Pair, Fraction]) -> None:
    """Move mass around cycles of pairs until none is left."""
    while (cycle := _cycle(flow)) is not None:
        step = min(flow[pair] for pair in cycle[1::2])
        for i, pair in enumerate(cycle):
            flow[pair] += step if i % 2 == 0 else -step
            if not flow[pair]:
                del flow[pair]


def _cycle(pairs: Iterable[Pair]) -> list[Pair] | None:
    """A closed walk of pairs in which neighbours share, in turn, a source and a set; None where there is none."""
    graph: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for x, s in sorted(pairs):
        one, other = ("source", x), ("set", s)
        path = _walk(graph, one, other)
        if path is not None:
            nodes = [*path, one]
            found = []
            for a, b in zip(nodes, nodes[1:], strict=False):
                found.append((a[1], b[1]) if a[0] == "source" else (b[1], a[1]))
            return found
        graph.setdefault(one, []).append(other)
        graph.setdefault(other, []).append(one)
    return None


def _walk(graph: Mapping[tuple[str, int], list[tuple[str, int]]], start: tuple[str, int],
          end: tuple[str, int]) -> list[tuple[str, int]] | None:
    waiting = [[start]]
    seen = {start}
    while waiting:
        path = waiting.pop(0)
        if path[-1] == end:
            return path
        for follower in graph.get(path[-1], ()):
            if follower not in seen:
                seen.add(follower)
                waiting.append([*path, follower])
    return None


def _forest(flow: Mapping[Pair, Fraction], sources: Sequence[int], sets: Sequence[int]) -> tuple[Pair, ...]:
    """The pairs of the flow, and as many more as join its parts."""
    root: dict[tuple[str, int], tuple[str, int]] = {}

    def find(node: tuple[str, int]) -> tuple[str, int]:
        while root.get(node, node) != node:
            node = root[node]
        return node

    chosen = []
    pairs = sorted(flow, key=lambda pair: (pair[1].bit_count(), pair))
    pairs += [(x, s) for s in sorted(sets, key=lambda s: (s.bit_count(), s)) for x in sources if s >> x & 1]
    for x, s in pairs:
        one, other = find(("source", x)), find(("set", s))
        if one != other:
            root[one] = other
            chosen.append((x, s))
    return tuple(chosen)


def on_forest(
    forest: Sequence[Pair], law: Mapping[int, Number], weights: Mapping[int, Number], zero: Number
) -> dict[Pair, Number]:
    """The only masses on the forest with these marginals, by cutting leaves; zeros are left out.

    `Undecidable` where the marginals of a part of the forest do not agree."""
    left: dict[tuple[str, int], Number] = {("source", x): p for x, p in law.items()}
    left.update({("set", s): w for s, w in weights.items()})
    edges = list(forest)
    found: dict[Pair, Number] = {}
    while edges:
        degree: dict[tuple[str, int], int] = {}
        for x, s in edges:
            for node in (("source", x), ("set", s)):
                degree[node] = degree.get(node, 0) + 1
        x, s = next(pair for pair in edges if degree["source", pair[0]] == 1 or degree["set", pair[1]] == 1)
        leaf = ("set", s) if degree["set", s] == 1 else ("source", x)
        other = ("source", x) if leaf[0] == "set" else ("set", s)
        mass = left[leaf]
        found[x, s] = mass
        left[leaf], left[other] = zero, left[other] - mass
        edges.remove((x, s))
    if any(value != zero for value in left.values()):
        raise Undecidable("the marginals of a plan do not agree on a part of its forest")
    return {pair: mass for pair, mass in found.items() if mass != zero}


# -- symmetric laws -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class JointLaw:
    """A law on sets with one plan for each row: what attains a bound."""

    weights: Masses
    plans: tuple[tuple[tuple[Pair, Fraction], ...], ...]

    def check(self, rows: Rows) -> None:
        for row, entries in zip(rows, self.plans, strict=True):
            check_plan(row, self.weights, entries)


def joint_law(bound: SetBound) -> JointLaw:
    """A joint law that attains the bound; one that every symmetry of the rows leaves as it is, for few sources."""
    law = JointLaw(bound.weights, tuple(p.entries for p in plans(bound.rows, bound.weights)))
    if len(bound.rows) == bound.size <= 6:
        law = symmetric(law, symmetries(bound.rows))
    law.check(bound.rows)
    return law


def symmetries(matrix: Sequence[Sequence[Any]]) -> list[tuple[int, ...]]:
    """The renamings σ of the sources with matrix[σ(i)][σ(j)] = matrix[i][j]; at most MAX_SYMMETRIES of them."""
    size = len(matrix)
    found: list[tuple[int, ...]] = []

    def extend(start: tuple[int, ...]) -> None:
        if len(found) >= MAX_SYMMETRIES:
            return
        i = len(start)
        if i == size:
            found.append(start)
            return
        for image in range(size):
            if image not in start and matrix[image][image] == matrix[i][i] and all(
                matrix[image][start[j]] == matrix[i][j] and matrix[start[j]][image] == matrix[j][i] for j in range(i)
            ):
                extend((*start, image))

    extend(())
    return found


def renamed(chosen: int, renaming: Sequence[int]) -> int:
    return sum(1 << renaming[i] for i in members(chosen))


def symmetric(law: JointLaw, group: Sequence[Sequence[int]]) -> JointLaw:
    """The mean of a joint law over a group of renamings, in which row a stands for source a."""
    if len(group) == 1:
        return law
    weights: dict[int, Fraction] = {}
    mixed: list[dict[Pair, Fraction]] = [{} for _ in law.plans]
    back = [{image: i for i, image in enumerate(renaming)} for renaming in group]
    share = Fraction(1, len(group))
    for turn in back:
        for s, w in law.weights:
            image = sum(1 << turn[i] for i in members(s))
            weights[image] = weights.get(image, Fraction(0)) + w * share
        for a, entries in enumerate(law.plans):
            cells = mixed[turn[a]]
            for (x, s), mass in entries:
                pair = turn[x], sum(1 << turn[i] for i in members(s))
                cells[pair] = cells.get(pair, Fraction(0)) + mass * share
    return JointLaw(tuple(sorted(weights.items())),
                    tuple(tuple(sorted(c.items(), key=lambda e: (e[0][1].bit_count(), e[0]))) for c in mixed))


# -- the program with one variable for each set, secret and request -------------------------------------------------


@dataclass(frozen=True)
class CellEvidence:
    """Point and multipliers of the program with variables Pr(S, secret a, request x), secrets with a given law.

    `point` is keyed by (S, a, x), `law` by (a, x), `privacy` by (S, a) for every secret but the first."""

    point: tuple[tuple[tuple[int, int, int], Fraction], ...]
    law: tuple[tuple[tuple[int, int], Fraction], ...]
    privacy: tuple[tuple[tuple[int, int], Fraction], ...]


def cell_evidence(bound: SetBound, joint: JointLaw, prior: Sequence[Fraction]) -> CellEvidence:
    """The evidence of a bound, in the larger program."""
    law, privacy = spread(bound.constant, bound.multipliers, dict(bound.choice), prior, bound.size)
    point = {(s, a, x): prior[a] * mass for a, entries in enumerate(joint.plans) for (x, s), mass in entries}
    return CellEvidence(tuple(sorted(point.items())), tuple(law.items()), tuple(privacy.items()))


def spread(constant: Fraction, multipliers: Masses, choice: Mapping[int, int], prior: Sequence[Fraction], size: int
           ) -> tuple[dict[tuple[int, int], Fraction], dict[tuple[int, int], Fraction]]:
    """The multipliers of the larger program, for the law rows and the privacy rows: those of the sets, spread.

    With f_a(S) = Σ y_T over T ⊇ S chosen for row a, and g_a(x) the same over T ∋ x, the law rows have
    y_0 - g_a(x)/p_a and the privacy rows (f_a(S)/p_a - Σ_b f_b(S))/p_0."""
    if any(p <= 0 for p in prior):
        raise OnoffError("expected a positive probability for each row")
    own: list[dict[int, Fraction]] = [{} for _ in prior]
    for s, y in multipliers:
        own[choice[s]][s] = y
    law: dict[tuple[int, int], Fraction] = {}
    privacy: dict[tuple[int, int], Fraction] = {}
    for a, prices in enumerate(own):
        for x in range(size):
            law[a, x] = constant - sum((y for s, y in prices.items() if s >> x & 1), Fraction(0)) / prior[a]
    over = [above(prices, size) for prices in own]
    for s in range(1, 1 << size):
        total = sum((f[s] for f in over), Fraction(0))
        for a in range(1, len(prior)):
            value = (over[a][s] / prior[a] - total) / prior[0]
            if value:
                privacy[s, a] = value
    return law, privacy


def in_order(law: Mapping[tuple[int, int], Fraction], privacy: Mapping[tuple[int, int], Fraction], size: int
             ) -> list[Fraction]:
    """The multipliers as the larger program lists its equations: those of the law, then for each set, small ones
    first, those of the secrets but for the first."""
    masks = [sum(1 << i for i in each) for number in range(1, size + 1) for each in combinations(range(size), number)]
    return [*law.values(), *(privacy.get((s, a), Fraction(0)) for s in masks for a in range(1, len(law) // size))]
