"""What is asked of all histories of a scheme: whether one leaks, and the law of the next query after it.

Everything found here is a proposal: the checker looks at all of it again, from the scheme alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import Undecidable
from ..algebra.field import Element
from ..algebra.walk import Node
from ..algebra.walk import State
from .scheme import History, Scheme

MAX_MOVES = 250_000
"""From all states that can occur, in all phases: beyond that even numbers take minutes."""

Prior = Mapping[str, Element]
"""The law of X_0."""

Matrix = Mapping[Node, Mapping[str, Element]]
"""Pr(Q_{t+1} = q' | Q_t = q) for each node (phase, q) that is reached."""


@dataclass(frozen=True)
class Leak:
    """A shortest history whose probability depends on X_0, and two values of X_0 that show it."""

    history: History
    one: str
    other: str


def leak(scheme: Scheme) -> Leak | None:
    """Return a shortest leaking history, or None if Pr(history | X_0 = a) is the same for every a."""
    base, *others = scheme.sources
    walk, zero = scheme.walk(), scheme.field.zero
    for word in walk.words():
        chances = walk.given_first(word.vector)
        for other in others:
            if chances.get(other, zero) != chances.get(base, zero):
                return Leak((scheme.start, *word.letters), base, other)
    return None


def first_rows(scheme: Scheme, prior: Prior) -> Matrix:
    """Return Pr(next query | history) after the first history at each node."""
    walk, zero = scheme.walk(), scheme.field.zero
    waiting = deque([(walk.first, walk.start)])
    matrix: dict[Node, dict[str, Element]] = {}
    while waiting:
        node, vector = waiting.popleft()
        law = None if node in matrix else walk.next_law(node, vector, prior)
        if law is None:
            continue
        matrix[node] = {query: law.get(query, zero) for query in walk.letters}
        after = walk.step(node, vector)
        waiting += [
            (walk.after(node, query), after[query]) for query in walk.letters if query in after
        ]
    return matrix


def require_few_moves(scheme: Scheme) -> None:
    """Raise `Undecidable` if there are too many moves to look at each, before anything is multiplied."""
    process, model = scheme.process, scheme.model
    waiting: list[tuple[int, State]] = [
        (0, (source, source, scheme.start)) for source in scheme.sources
    ]
    seen, count = set(waiting), 0
    for time, state in waiting:
        after = process.phase(time + 1)
        for target in scheme.chain.followers(state[1]):
            law = process.law(model, time + 1, state, target)
            states = [
                (after, (state[0], target, query)) for query, chance in law.items() if chance.top
            ]
            count += len(states)
            new = [each for each in states if each not in seen]
            seen.update(new)
            waiting += new
        if count > MAX_MOVES:
            raise Undecidable(
                f"{len(scheme.sources)} sources and {len(scheme.queries)} queries make more than "
                f"{MAX_MOVES} moves between states"
            )
