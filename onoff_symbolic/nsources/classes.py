"""Closed classes and periods of a chain: whether its copies can meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from ..schemes.chain import reachable


@dataclass(frozen=True)
class Classes:
    """The closed classes of sources, each with its period."""

    closed: tuple[tuple[int, ...], ...]
    periods: tuple[int, ...]

    def endless(self) -> str | None:
        """Return why the total excess is infinite for every scheme; None where it is finite for some."""
        if len(self.closed) > 1:
            return (
                f"the chain has {len(self.closed)} closed classes: which of them the requests are in "
                "has to be hidden for ever"
            )
        if self.periods[0] > 1:
            return f"the chain has the period {self.periods[0]}: the phase of the requests has to be hidden for ever"
        return None


def classes(rows: Sequence[Sequence[Fraction]]) -> Classes:
    """Return the closed classes of a chain and their periods."""
    size = len(rows)
    after = [[x for x in range(size) if rows[y][x]] for y in range(size)]
    reach = [reachable([y], after.__getitem__) for y in range(size)]
    recurrent = [y for y in range(size) if all(y in reach[x] for x in reach[y])]
    closed = sorted({tuple(sorted(reach[y])) for y in recurrent})
    return Classes(tuple(closed), tuple(_period(after, part[0]) for part in closed))


def _period(after: Sequence[Sequence[int]], start: int) -> int:
    """Return the greatest common divisor of the lengths of the ways back, by the depths of a search."""
    depth, waiting, found = {start: 0}, [start], 0
    for y in waiting:
        for x in after[y]:
            if x not in depth:
                depth[x] = depth[y] + 1
                waiting.append(x)
            else:
                found = gcd(found, depth[y] + 1 - depth[x])
    return found
