"""The least download at one t without a program on all sets, where the rows have a structure: any number of sources.

Glossary
    Rows        laws p_s of the request X_t, one for each value s of the secret
    Overlap     Σ_y min(p_s(y), p_r(y)) of two rows
    M, L        Σ_y max_s p_s(y) and Σ_y min_s p_s(y)
    Serving     a set, its probability, and for each secret the probability of each request that it serves

A private scheme sends by a law of servings whose sets have one law for all secrets. No such law costs less than M (by
multipliers 1 on the complements of single sources), nor less than 2 - L (1 on single sources). Each way below finds a
law that costs one of them, where there is one of its kind; `check_servings` decides, whoever found the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .plans import transport
from .sets import Rows, Vector, members
from ..errors import OnoffError

NOTHING, ONE = Fraction(0), Fraction(1)
MAX_ATOMS = 4_000       # of a coupling, before it is given up
MAX_COVER_STEPS = 20_000

Requests = dict[int, Fraction]
"""Request → probability, where it is not zero."""


@dataclass(frozen=True)
class Serving:
    """A set that is sent, with the requests that it serves for each secret: the same total for each."""

    chosen: int
    requests: tuple[Requests, ...]

    @property
    def mass(self) -> Fraction:
        """Return the probability of the set."""
        return sum(self.requests[0].values(), NOTHING)


Servings = tuple[Serving, ...]


@dataclass(frozen=True)
class Structured:
    """A least download that a simple bound attains: `family` names the bound's multipliers, `reason` says why."""

    value: Fraction
    family: str
    reason: str
    servings: Servings

    def evidence(self, rows: Rows, secrets: Sequence[str], sources: Sequence[str]) -> dict[str, Any]:
        """Return it as a certificate has it."""
        choose = max if self.family == COMPLEMENTS else min
        best = {
            source: secrets[choose(range(len(rows)), key=lambda s: rows[s][y])]
            for y, source in enumerate(sources)
        }
        servings = [
            [
                [sources[y] for y in members(serving.chosen)],
                {
                    secret: {sources[y]: str(p) for y, p in sorted(requests.items())}
                    for secret, requests in zip(secrets, serving.requests, strict=True)
                },
            ]
            for serving in self.servings
        ]
        return {"bound": self.family, "rows": best, "servings": servings}


COMPLEMENTS, POINTS = "complements", "points"


def largest(rows: Rows) -> Fraction:
    """Return M."""
    return sum(map(max, zip(*rows, strict=True)), NOTHING)


def two_less_least(rows: Rows) -> Fraction:
    """Return 2 - L."""
    return 2 - sum(map(min, zip(*rows, strict=True)), NOTHING)


def structured(rows: Rows) -> Structured | None:
    """Return the least download if one of the ways finds a law that attains a simple bound; else None."""
    for way in WAYS:
        found = way(rows)
        if found is not None:
            require(check_servings(rows, found.servings) == found.value, "the law costs what the bound says")
            return found
    return None


def require(good: bool, what: str) -> None:
    """Raise unless something holds of what was computed."""
    if not good:
        raise OnoffError(f"expected that {what}")


def check_servings(rows: Rows, servings: Servings) -> Fraction:
    """Return the expected size of a law of servings; raise unless it is private and serves every request."""
    for s, row in enumerate(rows):
        served = [NOTHING] * len(row)
        for serving in servings:
            own = serving.requests[s]
            require(sum(own.values(), NOTHING) == serving.mass, "a set is as likely for every secret")
            for y, p in own.items():
                require(p > 0 and bool(serving.chosen >> y & 1), "a set serves the requests in it")
                served[y] += p
        require(tuple(served) == tuple(row), "every request is served")
    return sum((serving.mass * serving.chosen.bit_count() for serving in servings), NOTHING)


# -- ways: the secrets along a tree -----------------------------------------------------------------------------------


Atom = tuple[tuple[int, ...], Fraction]
"""The request of each secret so far, and the probability of these together."""


def along_tree(rows: Rows) -> Structured | None:
    """Return M where the best tree on the secrets attains it: rows are coupled along its edges, as equal as can be."""
    edges = spanning_tree(rows)
    cost = tree_cost(rows, edges)
    if cost != largest(rows):
        return None
    atoms: list[Atom] = [((y,), p) for y, p in enumerate(rows[0]) if p]
    order = [0]
    for known, new in edges:
        atoms = attached(atoms, order.index(known), rows[new])
        order.append(new)
        if len(atoms) > MAX_ATOMS:
            return None
    atoms = [(tuple(requests[order.index(s)] for s in range(len(rows))), p) for requests, p in atoms]
    return Structured(cost, COMPLEMENTS, "every column is unimodal along a tree on the secrets", servings_of(atoms))


def tree_cost(rows: Rows, edges: Sequence[tuple[int, int]] | None = None) -> Fraction:
    """Return what it costs at most to couple the rows along a tree, without edges the best one."""
    along = spanning_tree(rows) if edges is None else edges
    return ONE + sum((1 - overlap(rows[s], rows[r]) for s, r in along), NOTHING)


def overlap(one: Vector, other: Vector) -> Fraction:
    """Return 1 less the total variation of two rows."""
    return sum(map(min, one, other), NOTHING)


def spanning_tree(rows: Rows) -> list[tuple[int, int]]:
    """Return the edges (known, new) of a tree of largest overlap, in an order in which it grows from the secret 0."""
    best = {s: (overlap(rows[0], rows[s]), 0) for s in range(1, len(rows))}
    edges = []
    while best:
        new = max(best, key=lambda s: (best[s][0], -s))
        edges.append((best.pop(new)[1], new))
        for s, (old, _) in best.items():
            nearer = overlap(rows[new], rows[s])
            if nearer > old:
                best[s] = nearer, new
    return edges


def attached(atoms: Sequence[Atom], known: int, row: Vector) -> list[Atom]:
    """Return the atoms with the request of one more secret, which is that of a known secret as often as it can be."""
    left = list(row)
    result: list[Atom] = []
    moved: list[Atom] = []
    for requests, p in atoms:
        y = requests[known]
        same = min(p, left[y])
        left[y] -= same
        if same:
            result.append(((*requests, y), same))
        if same < p:
            moved.append((requests, p - same))
    return result + [((*requests, y), p) for requests, y, p in paired(moved, enumerate(left))]


def paired(
    atoms: Iterable[Atom], masses: Iterable[tuple[int, Fraction]]
) -> Iterator[tuple[tuple[int, ...], int, Fraction]]:
    """Yield a coupling of atoms and sources with the same total, with few entries."""
    rest = iter(masses)
    y, free = 0, NOTHING
    for requests, p in atoms:
        while p:
            while not free:
                y, free = next(rest)
            part = min(p, free)
            yield requests, y, part
            p, free = p - part, free - part


def servings_of(atoms: Iterable[Atom]) -> Servings:
    """Return the law that sends the requests of all secrets together."""
    found: dict[int, tuple[Requests, ...]] = {}
    for requests, p in atoms:
        chosen = sum(1 << y for y in {*requests})
        own = found.setdefault(chosen, tuple({} for _ in requests))
        for serves, y in zip(own, requests, strict=True):
            serves[y] = serves.get(y, NOTHING) + p
    return tuple(Serving(chosen, tuple(map(positive, found[chosen]))) for chosen in sorted(found))


# -- three secrets -----------------------------------------------------------------------------------------------------


def three_secrets(rows: Rows) -> Structured | None:
    """Return max(M, 2 - L) for three secrets: one law on the partitions of the secrets attains it.

    At each source the three probabilities are ordered: the least is served to all, the middle less the least to the two
    secrets with the largest, the rest to one."""
    if len(rows) != 3:
        return None
    blocks: dict[frozenset[int], Requests] = {}

    def add(secrets: Iterable[int], y: int, p: Fraction) -> None:
        own = blocks.setdefault(frozenset(secrets), {})
        own[y] = own.get(y, NOTHING) + p

    for y, column in enumerate(zip(*rows, strict=True)):
        low, middle, high = sorted(range(3), key=column.__getitem__)
        add((0, 1, 2), y, column[low])
        add((middle, high), y, column[middle] - column[low])
        add((high,), y, column[high] - column[middle])
    together = total(blocks, (0, 1, 2))
    pairs = [(0, 1), (0, 2), (1, 2)]
    of_pairs = sum((total(blocks, pair) for pair in pairs), NOTHING)
    kept = ONE if of_pairs <= 1 - together else (1 - together) / of_pairs
    for pair in pairs:
        for y, p in blocks.get(frozenset(pair), {}).items():
            blocks[frozenset(pair)][y] = p * kept
            for s in pair:
                add((s,), y, p * (1 - kept))
    atoms: list[Atom] = [((y, y, y), p) for y, p in blocks.get(frozenset((0, 1, 2)), {}).items() if p]
    for alone, pair in zip((2, 1, 0), pairs, strict=True):
        atoms += with_one(blocks, pair, alone)
    atoms += each_alone(blocks, 1 - sum((p for _, p in atoms), NOTHING))
    value = max(largest(rows), two_less_least(rows))
    family = COMPLEMENTS if value == largest(rows) else POINTS
    return Structured(value, family, "there are three secrets", servings_of(atoms))


def total(blocks: Mapping[frozenset[int], Requests], secrets: Iterable[int]) -> Fraction:
    """Return the mass of a block of secrets."""
    return sum(blocks.get(frozenset(secrets), {}).values(), NOTHING)


def taken(requests: Requests, amount: Fraction) -> list[tuple[int, Fraction]]:
    """Take an amount out of some requests; return what was taken."""
    parts = []
    for y in sorted(requests):
        part = min(requests[y], amount)
        if part:
            parts.append((y, part))
            requests[y] -= part
            amount -= part
    return parts


def with_one(blocks: dict[frozenset[int], Requests], pair: tuple[int, int], alone: int) -> list[Atom]:
    """Return atoms in which two secrets have the same request and the third one of its own."""
    single = taken(blocks.setdefault(frozenset((alone,)), {}), total(blocks, pair))
    of_pair = [((y,), p) for y, p in blocks.get(frozenset(pair), {}).items() if p]
    return [(tuple(y if s == alone else requests[0] for s in range(3)), p)
            for requests, y, p in paired(of_pair, single)]


def each_alone(blocks: dict[frozenset[int], Requests], mass: Fraction) -> list[Atom]:
    """Return atoms in which each of three secrets has a request of its own."""
    first, second, third = (taken(blocks.get(frozenset((s,)), {}), mass) for s in range(3))
    both = [((*requests, y), p) for requests, y, p in paired([((y,), p) for y, p in first], second)]
    return [((*requests, y), p) for requests, y, p in paired(both, third)]


# -- a star of pairs, and sets that lack one source --------------------------------------------------------------------


def star(rows: Rows) -> Structured | None:
    """Return 2 - L where pairs with one common source suffice: Σ of the others' largest and its least ≤ 1."""
    columns = [*zip(*rows, strict=True)]
    most, least = [*map(max, columns)], [*map(min, columns)]
    sources = range(len(columns))
    centre = next((c for c in sources if sum(most) - most[c] + least[c] <= 1), None)
    if centre is None:
        return None
    others = [y for y in sources if y != centre]
    edges = {y: most[y] - least[y] for y in others}
    edges[others[0]] += 1 - sum(least) - sum(edges.values())
    servings = [Serving(1 << y, tuple({y: least[y]} for _ in rows)) for y in sources if least[y]]
    for y, mass in edges.items():
        if mass:
            own = [{y: row[y] - least[y], centre: mass - row[y] + least[y]} for row in rows]
            servings.append(Serving(1 << y | 1 << centre, tuple(map(positive, own))))
    return Structured(two_less_least(rows), POINTS, "pairs with one common source suffice", tuple(servings))


def positive(requests: Requests) -> Requests:
    """Return the requests without those of probability zero."""
    return {y: p for y, p in requests.items() if p}


def near_all(rows: Rows) -> Structured | None:
    """Return M where it is at least N - 1: each set that lacks one source is as likely as it can be."""
    size = len(rows[0])
    if largest(rows) < size - 1:
        return None
    everything = (1 << size) - 1
    masses = {everything ^ 1 << y: 1 - max(column) for y, column in enumerate(zip(*rows, strict=True))}
    masses[everything] = 1 - sum(masses.values())
    masses = {chosen: mass for chosen, mass in masses.items() if mass}
    pairs = [(y, chosen) for chosen in masses for y in members(chosen)]
    plans = [transport(row, masses, pairs) for row in rows]
    servings = []
    for chosen in masses:
        requests = tuple({y: plan[y, chosen] for y in members(chosen) if plan[y, chosen]} for plan in plans)
        servings.append(Serving(chosen, requests))
    return Structured(largest(rows), COMPLEMENTS, "M is at least N - 1", tuple(servings))


# -- rows that are uniform on their supports ---------------------------------------------------------------------------


def coloured(rows: Rows) -> Structured | None:
    """Return M where every row is uniform on d sources, which d colours tell apart: the sources of a random colour."""
    supports = [[y for y, p in enumerate(row) if p] for row in rows]
    colours = len(supports[0])
    if {p for row in rows for p in row if p} != {Fraction(1, colours)}:
        return None
    colour = colouring(supports, len(rows[0]), colours)
    if colour is None:
        return None
    classes = [sum(1 << y for y, c in colour.items() if c == own) for own in range(colours)]
    servings = tuple(
        Serving(
            chosen,
            tuple({y: Fraction(1, colours) for y in support if chosen >> y & 1} for support in supports),
        )
        for chosen in classes
    )
    reason = "rows are uniform, and colours tell the sources of each row apart"
    return Structured(largest(rows), COMPLEMENTS, reason, servings)


def colouring(supports: Sequence[Sequence[int]], sources: int, colours: int) -> dict[int, int] | None:
    """Return a colour for each source, different ones in each support; None if none was found soon."""
    near: dict[int, set[int]] = {y: set() for support in supports for y in support}
    for support in supports:
        for y in support:
            near[y].update(support)
    colour: dict[int, int] = {}
    steps = 0

    def free(y: int) -> list[int]:
        used = {colour[x] for x in near[y] if x in colour}
        return [c for c in range(colours) if c not in used]

    def extend() -> bool:
        nonlocal steps
        steps += 1
        if steps > MAX_COVER_STEPS:
            return False
        left = [y for y in near if y not in colour]
        if not left:
            return True
        y = min(left, key=lambda y: (len(free(y)), y))
        for c in free(y):
            colour[y] = c
            if extend():
                return True
            del colour[y]
        return False

    return colour if extend() else None


WAYS: tuple[Callable[[Rows], Structured | None], ...] = (along_tree, star, near_all, three_secrets, coloured)
