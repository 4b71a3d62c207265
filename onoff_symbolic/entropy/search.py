"""Looks for a counterexample among small distributions: the simplest first, then what violates Ingleton's inequality.

The search is bounded. That it finds nothing says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from .cross import crosses
from .descent import descended
from .laws import among_simple
from .linear import points_of, represented
from .task import Task
from .witness import Witness


def find_witness(task: Task, point: Mapping[int, Fraction]) -> Witness | None:
    """Return a distribution that satisfies the hypotheses and not the goal, or None.

    The point has numbers in place of the joint entropies of a counterexample.
    """
    return next(_witnesses(task, point), None)


def _witnesses(task: Task, point: Mapping[int, Fraction]) -> Iterator[Witness]:
    """Yield what the searches find, the quickest first."""
    yield from among_simple(task)
    yield from _linear(task, point)
    yield from crosses(task, point)
    yield from descended(task, point, lean=True)
    yield from descended(task, point, lean=False)


def _linear(task: Task, point: Mapping[int, Fraction]) -> Iterator[Witness]:
    """Yield a linear law with the entropies of the point, or with twice those."""
    whole = [int(point.get(mask, 0)) for mask in range(1 << task.size)]
    for scale in (1, 2):
        values = represented([scale * rank for rank in whole])
        if values is not None:
            yield from task.witnesses(points_of(values))
