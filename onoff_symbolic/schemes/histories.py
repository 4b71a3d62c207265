"""Statements about all histories of all lengths, decided by finite procedures.

The probabilities Pr(history, X_t = x | X_0 = a) form a vector that moves linearly with each further query. At
each node (phase, last query) the vectors of all histories span a space of dimension at most N². A
breadth-first search finds a basis of these spaces (Schützenberger 1961, Tzeng 1992); what is linear in the
vector and zero on the basis is zero for every history. Because the search goes by length, the first history
on which a linear form is not zero is a shortest one. Pairs of histories of one length move in the same way.

Everything found here is a proposal: the kernel checks bases and supports again, from the scheme alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ..errors import Undecidable
from ..algebra.field import Element, Field
from ..algebra.region import Region
from .scheme import History, Node, Scheme, State

MAX_TIMES = 400
MAX_WORDS = 2_000

Vector = Mapping[Any, Element]
Form = Mapping[Any, Element]
"""A linear form on vectors: coordinate → coefficient."""


def value(form: Form, vector: Vector, field: Field) -> Element:
    """The value of a linear form."""
    return sum((form[key] * element for key, element in vector.items() if key in form), field.zero)


# -- linear systems and their reach ----------------------------------------------------------------------


class System(Protocol):
    """Vectors that move linearly, letter by letter, between finitely many nodes."""

    @property
    def field(self) -> Field: ...

    def initial(self) -> tuple[Hashable, Vector]:
        """The node and the vector of the empty word."""

    def step(self, node: Any, vector: Vector) -> list[tuple[Any, Any, Vector]]:
        """(letter, node, vector) for every letter that can follow."""


@dataclass(frozen=True)
class Histories:
    """Histories of a scheme. Letters are queries; nodes (phase, q_t); coordinates (x_0, x_t)."""

    scheme: Scheme

    @property
    def field(self) -> Field:
        return self.scheme.field

    def initial(self) -> tuple[Node, Vector]:
        return (0, self.scheme.start), self.scheme.initial()

    def step(self, node: Node, vector: Vector) -> list[tuple[str, Node, Vector]]:
        phase = self.scheme.phase(node[0] + 1)
        follow = self.scheme.step(node[0] + 1, node[1], vector)
        return [(query, (phase, query), follow[query]) for query, _ in self.scheme.queries if query in follow]


@dataclass(frozen=True)
class Pairs:
    """Pairs of histories of one length: tensor products of the vectors of `Histories`."""

    scheme: Scheme

    @property
    def field(self) -> Field:
        return self.scheme.field

    def initial(self) -> tuple[tuple[int, str, str], Vector]:
        one = self.scheme.initial()
        start = self.scheme.start
        return (0, start, start), {(a, b): x * y for a, x in one.items() for b, y in one.items()}

    def step(
        self, node: tuple[int, str, str], vector: Vector
    ) -> list[tuple[tuple[str, str], tuple[int, str, str], Vector]]:
        time, left, right = node[0] + 1, node[1], node[2]
        found: dict[tuple[str, str], dict[Any, Element]] = {}
        for (a, b), weight in vector.items():
            for (first, source, query), p in self.scheme.moves(time, (*a, left)):
                for (second, target, other), q in self.scheme.moves(time, (*b, right)):
                    cell = found.setdefault((query, other), {})
                    key = (first, source), (second, target)
                    cell[key] = cell.get(key, self.field.zero) + weight * p * q
        phase = self.scheme.phase(time)
        return [(letter, (phase, *letter), cell) for letter, cell in sorted(found.items())]


class Span:
    """A space of vectors by its reduced echelon basis: each pivot is 1 in its own vector, 0 in the others."""

    def __init__(self) -> None:
        self.basis: dict[Any, dict[Any, Element]] = {}

    def add(self, vector: Vector) -> dict[Any, Element] | None:
        """Extend the span. The new direction, scaled and freed of the old ones, or None if there is none."""
        left = remainder(self.basis, vector)
        if not left:
            return None
        pivot = min(left, key=lambda key: (left[key].size, key))
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


@dataclass(frozen=True)
class Reach:
    """Where all words lead: a basis at each node, and the words that found it, shortest first."""

    basis: Basis
    words: tuple[Word, ...]


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


def reach(system: System) -> Reach:
    """A basis of the vectors of all words, found breadth first."""
    spans: dict[Any, Span] = {}
    found = tuple(words(system, spans))
    return Reach({place: span.basis for place, span in spans.items()}, found)


# -- privacy --------------------------------------------------------------------------------------------


def difference(scheme: Scheme, one: str, other: str) -> Form:
    """The form Pr(history | X_0 = one) - Pr(history | X_0 = other)."""
    plus, minus = scheme.field.one, -scheme.field.one
    return {
        **{(one, source): plus for source in scheme.sources},
        **{(other, source): minus for source in scheme.sources},
    }


@dataclass(frozen=True)
class Leak:
    """A shortest history whose probability depends on X_0, and two values of X_0 that show it."""

    history: History
    one: str
    other: str


def leak(scheme: Scheme, found: Reach) -> Leak | None:
    """A shortest leaking history, or None if Pr(history | X_0 = a) is the same for every a."""
    base = scheme.sources[0]
    for word in found.words:
        for other in scheme.sources[1:]:
            if not value(difference(scheme, base, other), word.vector, scheme.field).is_zero:
                return Leak((scheme.start, *word.letters), base, other)
    return None


# -- the query chain ------------------------------------------------------------------------------------


Prior = Mapping[str, Element]
"""The law of X_0."""

Matrix = Mapping[Node, Mapping[str, Element]]
"""Pr(Q_{t+1} = q' | Q_t = q) for each node (phase, q) that is reached."""


@dataclass(frozen=True)
class Different:
    """Two histories of one length and one last query after which `query` has different probabilities."""

    one: History
    other: History
    query: str


@dataclass(frozen=True)
class QueryChain:
    """The queries form a Markov chain. `matrix` is None where its entries change with t beyond the period."""

    matrix: Matrix | None


def transition_form(scheme: Scheme, prior: Prior, node: Node, query: str, chance: Element) -> Form:
    """The form Pr(history, then query) - chance · Pr(history) for histories at the node."""
    found = {}
    for first in scheme.sources:
        for source in scheme.sources:
            moves = scheme.moves(node[0] + 1, (first, source, node[1]))
            onward = sum((p for state, p in moves if state[2] == query), scheme.field.zero)
            found[first, source] = prior[first] * (onward - chance)
    return found


def mass_form(scheme: Scheme, prior: Prior) -> Form:
    """The form Pr(history)."""
    return {(first, source): prior[first] for first in scheme.sources for source in scheme.sources}


def first_rows(scheme: Scheme, found: Reach, prior: Prior) -> Matrix:
    """Pr(next query | history) after the first history at each node."""
    field = scheme.field
    mass = mass_form(scheme, prior)
    matrix: dict[Node, dict[str, Element]] = {}
    for word in found.words:
        total = value(mass, word.vector, field)
        if word.node not in matrix and not total.is_zero:
            matrix[word.node] = {
                query: value(transition_form(scheme, prior, word.node, query, field.zero), word.vector, field) / total
                for query, _ in scheme.queries
            }
    return matrix


def unsteady(scheme: Scheme, found: Reach, prior: Prior, matrix: Matrix) -> tuple[History, str] | None:
    """A history, and a query whose probability after it is not the matrix's; None if there is none."""
    for word in found.words:
        for query, _ in scheme.queries:
            chance = matrix.get(word.node, {}).get(query, scheme.field.zero)
            form = transition_form(scheme, prior, word.node, query, chance)
            if not value(form, word.vector, scheme.field).is_zero:
                return (scheme.start, *word.letters), query
    return None


def query_chain(
    scheme: Scheme, found: Reach, prior: Prior, sample: Region | None = None
) -> QueryChain | Different:
    """Whether the queries form a Markov chain under this law of X_0, and its matrix.

    A sample is one point of the region: a difference that shows there is found with plain numbers."""
    matrix = first_rows(scheme, found, prior)
    if unsteady(scheme, found, prior, matrix) is None:
        return QueryChain(matrix)
    if sample is not None:
        law = {source: sample.reduce(weight) for source, weight in prior.items()}
        quick = _difference_at_one_time(scheme.on(sample), law)
        if quick is not None:
            return quick
    return _difference_at_one_time(scheme, prior) or QueryChain(None)


def defect_form(scheme: Scheme, prior: Prior, node: tuple[int, str, str], query: str) -> Form:
    """The form Pr(h, then query)·Pr(h') - Pr(h', then query)·Pr(h) on pairs of histories with one last query."""
    onward = transition_form(scheme, prior, (node[0], node[1]), query, scheme.field.zero)
    mass = mass_form(scheme, prior)
    return {(a, b): onward[a] * mass[b] - onward[b] * mass[a] for a in onward for b in onward}


def _difference_at_one_time(scheme: Scheme, prior: Prior) -> Different | None:
    """The shortest pair of histories of one length that refutes the Markov property, or None."""
    forms: dict[Any, list[tuple[str, Form]]] = {}
    for word in words(Pairs(scheme), {}):
        node = word.node
        if node[1] == node[2] and node not in forms:
            forms[node] = [(query, defect_form(scheme, prior, node, query)) for query, _ in scheme.queries]
        for query, form in forms.get(node, ()):
            if not value(form, word.vector, scheme.field).is_zero:
                one, other = ((scheme.start, *(letter[i] for letter in word.letters)) for i in (0, 1))
                return Different(one, other, query)
    return None


# -- supports -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Support:
    """The states of positive probability at t = 0, 1, …: after the last set comes `sets[loop]` again."""

    sets: tuple[frozenset[State], ...]
    loop: int

    def at(self, time: int) -> frozenset[State]:
        if time < len(self.sets):
            return self.sets[time]
        return self.sets[self.loop + (time - self.loop) % (len(self.sets) - self.loop)]

    @property
    def period(self) -> int:
        return len(self.sets) - self.loop

    def states(self) -> frozenset[State]:
        return frozenset().union(*self.sets)


def support(scheme: Scheme) -> Support:
    """Which states can occur at each t. Exact for all t: sets and phases repeat."""
    current = frozenset((source, source, scheme.start) for source in scheme.sources)
    sets: list[frozenset[State]] = []
    seen: dict[tuple[int, frozenset[State]], int] = {}
    while (scheme.phase(len(sets)), current) not in seen:
        seen[scheme.phase(len(sets)), current] = len(sets)
        sets.append(current)
        if len(sets) > MAX_TIMES:
            raise Undecidable(f"the support does not repeat within {MAX_TIMES} steps")
        time = len(sets)
        current = frozenset(state for s in current for state, _ in scheme.moves(time, s))
    return Support(tuple(sets), seen[scheme.phase(len(sets)), current])
