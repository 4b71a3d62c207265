"""Chains for tests, and the least download of a chain by a program that supposes less than that of the package."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import floats
from chance import chance

from onoff_symbolic.algebra.field import Field
from onoff_symbolic.schemes.chain import Chain

Rows = list[list[Fraction]]


def chain_of(rows: Sequence[Sequence[Fraction]]) -> Chain:
    """Return the chain on A, B, … with these rows."""
    field = Field()
    return Chain(field, tuple("ABCDEFGHIJ"[: len(rows)]), tuple(tuple(map(field, row)) for row in rows))


def random_law(size: int, rng: random.Random) -> list[Fraction]:
    top = rng.choice([1, 2, 5, 20])
    while True:
        parts = [rng.randint(0, top) for _ in range(size)]
        if any(parts):
            return [Fraction(part, sum(parts)) for part in parts]


def random_chain(size: int, seed: int) -> Rows:
    rng = chance(1000 * size + seed)
    return [random_law(size, rng) for _ in range(size)]


def positive_chain(size: int, seed: int) -> Rows:
    rng = chance(1000 * size + seed)
    rows = [[rng.randint(1, 9) for _ in range(size)] for _ in range(size)]
    return [[Fraction(entry, sum(row)) for entry in row] for row in rows]


def power(rows: Rows, time: int) -> Rows:
    size = range(len(rows))
    found = [[Fraction(int(i == j)) for j in size] for i in size]
    for _ in range(time):
        found = [[sum((row[k] * rows[k][j] for k in size), Fraction(0)) for j in size] for row in found]
    return found


def subsets(size: int) -> list[frozenset[int]]:
    return [frozenset(chosen) for count in range(1, size + 1) for chosen in combinations(range(size), count)]


def old_bound(rows: Sequence[Sequence[Fraction]]) -> float | None:
    """Return the least download: the variables are Pr(S, x | a), x in S, and Pr(S | a) is the same for all a."""
    size = len(rows[0])
    sets = subsets(size)
    cells = {key: j for j, key in enumerate((s, a, x) for s in sets for a in range(len(rows)) for x in s)}
    costs = [len(s) / len(rows) for s, _, _ in cells]
    lines: list[floats.Row] = []
    for a, row in enumerate(rows):
        for x, p in enumerate(row):
            lines.append(({cells[s, a, x]: 1 for s in sets if x in s}, float(p), float(p)))
    for s in sets:
        for a in range(1, len(rows)):
            terms = {cells[s, a, x]: 1 for x in s} | {cells[s, 0, x]: -1 for x in s}
            lines.append((terms, 0, 0))
    return floats.least(costs, lines)
