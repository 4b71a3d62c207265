"""Statements about all histories of all lengths, decided by finite procedures.

The probabilities Pr(history, X_t = x | X_0 = a) form a vector that moves linearly with each further query. At
each node (phase, last query) the vectors of all histories span a space of dimension at most N². A
breadth-first search finds a basis of these spaces (Schützenberger 1961, Tzeng 1992); what is linear in the
vector and zero on the basis is zero for every history. Because the search goes by length, the first history
on which a linear form is not zero is a shortest one.

Everything found here is a proposal: the checker looks at all of it again, from the scheme alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ..errors import Undecidable
from ..algebra.field import Element, Field
from .scheme import History, Node, Scheme

MAX_WORDS = 2_000
MAX_MOVES = 250_000
"""From all states that can occur, in all phases: beyond that even numbers take minutes."""

Vector = Mapping[Any, Element]


# -- linear systems and their reach ----------------------------------------------------------------------


class System(Protocol):
    """Vectors that move linearly, letter by letter, between finitely many nodes."""

    def initial(self) -> tuple[Hashable, Vector]:
        """The node and the vector of the empty word."""

    def step(self, node: Any, vector: Vector) -> list[tuple[Any, Any, Vector]]:
        """(letter, node, vector) for every letter that can follow."""


@dataclass(frozen=True)
class Histories:
    """Histories of a scheme. Letters are queries; nodes (phase, q_t); coordinates (x_0, x_t)."""

    scheme: Scheme

    def initial(self) -> tuple[Node, Vector]:
        return (0, self.scheme.start), self.scheme.initial()

    def step(self, node: Node, vector: Vector) -> list[tuple[str, Node, Vector]]:
        phase = self.scheme.phase(node[0] + 1)
        follow = self.scheme.step(node[0] + 1, node[1], vector)
        return [(query, (phase, query), follow[query]) for query, _ in self.scheme.queries if query in follow]


class Span:
    """A space of vectors by its reduced echelon basis: each pivot is 1 in its own vector, 0 in the others."""

    def __init__(self) -> None:
        self.basis: dict[Any, dict[Any, Element]] = {}

    def add(self, vector: Vector, last: Any = None) -> dict[Any, Element] | None:
        """Extend the span. The new direction, scaled and freed of the old ones, or None. `last` becomes
        a pivot only where nothing else can."""
        left = remainder(self.basis, vector)
        if not left:
            return None
        pivot = min(left, key=lambda key: (key == last, left[key].size, key))
        scale = left[pivot].inverse()
        row = {key: element * scale for key, element in left.items()}
        for other in self.basis.values():
            if pivot in other:
                _subtract(other, other[pivot], row)
        self.basis[pivot] = row
        return dict(row)


def remainder(basis: Mapping[Any, Vector], vector: Vector) -> dict[Any, Element]:
    """What is left of a vector after subtracting its pivots' multiples of the basis; empty if in the span."""
    left = {key: element for key, element in vector.items() if not element.is_zero}
    for pivot, row in basis.items():
        if pivot in left:
            _subtract(left, left[pivot], row)
    return left


def _subtract(left: dict[Any, Element], factor: Element, row: Vector) -> None:
    for key, element in row.items():
        rest = left[key] - factor * element if key in left else -(factor * element)
        if rest.is_zero:
            left.pop(key, None)
        else:
            left[key] = rest


@dataclass(frozen=True)
class Word:
    """A word whose vector gave a new direction at its node.

    `vector` is that direction: a multiple of the word's own vector, up to the vectors of words before it. A linear
    form that is zero on those is zero on the one if and only if it is on the other."""

    letters: tuple[Any, ...]
    node: Any
    vector: Vector


Basis = Mapping[Any, Mapping[Any, Vector]]
"""Node → pivot → vector."""


def words(system: System, spans: dict[Any, Span]) -> Iterator[Word]:
    """The words that give a new direction, shortest first; `spans` collects the directions of each node."""
    node, vector = system.initial()
    waiting = deque([Word((), node, vector)])
    count = 0
    while waiting:
        word = waiting.popleft()
        fresh = spans.setdefault(word.node, Span()).add(word.vector)
        if fresh is None:
            continue
        yield Word(word.letters, word.node, fresh)
        count += 1
        if count > MAX_WORDS:
            raise Undecidable(f"more than {MAX_WORDS} independent histories")
        for letter, follower, moved in system.step(word.node, fresh):
            waiting.append(Word((*word.letters, letter), follower, moved))


def reach(system: System) -> Basis:
    """A basis of the vectors of all words, found breadth first."""
    spans: dict[Any, Span] = {}
    for _ in words(system, spans):
        pass
    return {place: span.basis for place, span in spans.items()}


# -- privacy --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Leak:
    """A shortest history whose probability depends on X_0, and two values of X_0 that show it."""

    history: History
    one: str
    other: str


def leak(scheme: Scheme) -> Leak | None:
    """A shortest leaking history, or None if Pr(history | X_0 = a) is the same for every a."""
    base, *others = scheme.sources
    for word in words(Histories(scheme), {}):
        chances = {a: sum((e for (first, _), e in word.vector.items() if first == a), scheme.field.zero)
                   for a in scheme.sources}
        for other in others:
            if chances[other] != chances[base]:
                return Leak((scheme.start, *word.letters), base, other)
    return None


# -- the query chain ------------------------------------------------------------------------------------


Prior = Mapping[str, Element]
"""The law of X_0."""

Matrix = Mapping[Node, Mapping[str, Element]]
"""Pr(Q_{t+1} = q' | Q_t = q) for each node (phase, q) that is reached."""


def first_rows(scheme: Scheme, prior: Prior) -> Matrix:
    """Pr(next query | history) after the first history at each node."""
    node: Node = (0, scheme.start)
    waiting = deque([(node, scheme.initial())])
    matrix: dict[Node, dict[str, Element]] = {}
    while waiting:
        node, vector = waiting.popleft()
        total = mass(vector, prior, scheme.field)
        if node in matrix or total.is_zero:
            continue
        after = scheme.step(node[0] + 1, node[1], vector)
        matrix[node] = {query: mass(after[query], prior, scheme.field) / total if query in after else scheme.field.zero
                        for query, _ in scheme.queries}
        waiting += [((scheme.phase(node[0] + 1), query), after[query]) for query, _ in scheme.queries if query in after]
    return matrix


def mass(vector: Vector, prior: Prior, field: Field) -> Element:
    """The probability of a vector's history, X_0 having this law."""
    given: dict[str, Element] = {}      # X_0 → the probability if it is that, which is often shorter than its parts
    for (first, _), element in vector.items():
        given[first] = given[first] + element if first in given else element
    return sum((prior[first] * element for first, element in given.items()), field.zero)


def require_few_moves(scheme: Scheme) -> None:
    """Refuse a scheme with too many moves to look at each, before anything is multiplied."""
    waiting = [(0, (source, source, scheme.start)) for source in scheme.sources]
    seen, count = set(waiting), 0
    for time, (first, source, previous) in waiting:
        after = scheme.phase(time + 1)
        for target in scheme.chain.followers(source):
            law = scheme.law(time + 1, first, target, previous, source)
            states = [(after, (first, target, query)) for query, _ in law.entries] if law is not None else []
            count += len(states)
            new = [state for state in states if state not in seen]
            seen.update(new)
            waiting += new
        if count > MAX_MOVES:
            raise Undecidable(f"{len(scheme.sources)} sources and {len(scheme.queries)} queries make more than "
                              f"{MAX_MOVES} moves between states")
