"""A scheme or process at one point, its numbers taken modulo a prime: fast, and what differs modulo a prime differs.

What is found here is a proposal: histories that leak, dimensions, and where a matrix of the queries can be read off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .bridge import METER
from ..checker.language import Model
from ..checker.polynomials import Poly, Quotient, Undefined
from ..checker.scheme import Process, State
from ..errors import Undecidable

PRIME = 2 ** 61 - 1
MAX_WORDS = 4_000

BEFORE = (-1, "")
"""The node of a process before anything is seen."""

Node = tuple[int, str]
Pair = tuple[str, str]
Vector = Mapping[Pair, int]
"""(x_0, x_t) → number."""


def residue(number: Fraction | int) -> int:
    """A number modulo the prime; `Undefined` where its denominator is zero."""
    top, bottom = number.numerator % PRIME, number.denominator % PRIME
    if not bottom:
        raise Undefined("division by zero")
    return top if bottom == 1 else top * pow(bottom, -1, PRIME) % PRIME


class Numbers:
    """The moves of a scheme at a point."""

    def __init__(self, scheme: Process, model: Model, point: Mapping[str, Fraction],
                 starts: Sequence[str] = ()) -> None:
        self.scheme, self.model, self.starts = scheme, model, starts or scheme.starts
        self.point = {name: residue(value) for name, value in point.items()}
        self._values: dict[int, tuple[Quotient, int]] = {}
        self._moves: dict[tuple[int, State], list[tuple[State, int]]] = {}

    def value(self, q: Quotient) -> int:
        known = self._values.get(id(q))
        if known is None:
            found = self._polynomial(q.top)
            for key, exponent in q.bottom.items():
                bottom = self._polynomial(dict(key))
                if not bottom:
                    raise Undefined("division by zero")
                found = found * pow(bottom, -exponent, PRIME) % PRIME
            known = self._values[id(q)] = q, found
        return known[1]

    def _polynomial(self, p: Poly) -> int:
        total = 0
        for monomial, coefficient in p.items():
            term = residue(coefficient)
            for name in monomial:
                term = term * self.point[name] % PRIME
            total += term
        return total % PRIME

    def moves(self, time: int, state: State) -> list[tuple[State, int]]:
        """What can follow a state, with its probability, which is not zero."""
        if time == 0:
            return self.begin(state[0])
        key = (self.scheme.phase(time - 1), state)
        if key not in self._moves:
            found = []
            for target in self.scheme.sources:
                step = self.value(self.model.entry(self.scheme.chain, [state[1], target]))
                law = self.scheme.law(self.model, time, state, target) if step else {}
                for query, chance in law.items():
                    p = step * self.value(chance) % PRIME
                    if p:
                        found.append(((state[0], target, query), p))
            self._moves[key] = found
        return self._moves[key]

    def begin(self, first: str) -> list[tuple[State, int]]:
        """What can be so at t = 0, with its probability, which is not zero."""
        law = self.scheme.begin(self.model, first)
        return [(state, p) for state, p in ((s, self.value(q)) for s, q in law.items()) if p]

    def step(self, node: Node, vector: Vector) -> dict[str, dict[Pair, int]]:
        """The vectors after each query that can follow."""
        found: dict[str, dict[Pair, int]] = {}
        for (first, source), weight in vector.items():
            for (_, target, query), p in self.moves(node[0] + 1, (first, source, node[1])):
                cell = found.setdefault(query, {})
                cell[first, target] = (cell.get((first, target), 0) + weight * p) % PRIME
        return found

    def initial(self) -> tuple[Node, Vector]:
        return (0, self.scheme.start) if self.scheme.start else BEFORE, {(a, a): 1 for a in self.starts}

    def words(self) -> Iterator[Word]:
        """The words whose vectors give a new direction at their node, shortest first."""
        spans: dict[Node, Residues] = {}
        node, vector = self.initial()
        waiting = deque([Word((), node, vector)])
        count = 0
        while waiting:
            word = waiting.popleft()
            if not spans.setdefault(word.node, Residues()).add(word.vector):
                continue
            yield word
            count += 1
            if count > MAX_WORDS:
                raise Undecidable(f"more than {MAX_WORDS} independent histories")
            phase = self.scheme.phase(word.node[0] + 1)
            after = self.step(word.node, word.vector)
            waiting += [Word((*word.letters, q), (phase, q), after[q]) for q in self.scheme.queries if q in after]

    def follow(self, letters: Sequence[str]) -> tuple[Node, Vector]:
        """The node and the vector of a word."""
        node, vector = self.initial()
        for letter in letters:
            vector = self.step(node, vector).get(letter, {})
            node = self.scheme.phase(node[0] + 1), letter
        return node, vector

    def history(self, letters: Sequence[str]) -> list[str]:
        """What is seen: of a scheme, the first query before all."""
        return [*filter(None, [self.scheme.start]), *letters]

    def neighbours(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Pairs of words of one length and end, each of which gives a new direction."""
        first: dict[tuple[int, str], tuple[str, ...]] = {}
        for word in self.words():
            other = first.setdefault((len(word.letters), word.node[1]), word.letters)
            if other != word.letters:
                yield other, word.letters

    def pairs(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Pairs of words of one length and end whose vectors' products give a new direction: if two words of one length
        tell another law of the next query apart, two of these do."""
        node, vector = self.initial()
        spans: dict[Any, Residues] = {}
        waiting = deque[tuple[tuple[str, ...], tuple[str, ...], int, dict[Any, int]]]()
        waiting.append(((), (), node[0], {(a, b): x * y for a, x in vector.items() for b, y in vector.items()}))
        while waiting:
            one, other, time, product = waiting.popleft()
            ends = (one[-1], other[-1]) if one else (node[1], node[1])
            span = spans.setdefault((time, ends), Residues())
            METER.spend(len(product) * (len(span.basis) + 8) // 4)
            if not span.add(product):
                continue
            if one != other and ends[0] == ends[1]:
                yield one, other
            found: dict[Any, dict[Any, int]] = {}
            for (a, b), weight in product.items():
                for (first, x, query), p in self.moves(time + 1, (*a, ends[0])):
                    for (second, y, sent), q in self.moves(time + 1, (*b, ends[1])):
                        cell, key = found.setdefault((query, sent), {}), ((first, x), (second, y))
                        cell[key] = (cell.get(key, 0) + weight * p * q) % PRIME
            METER.spend(sum(map(len, found.values())))
            waiting += [((*one, query), (*other, sent), self.scheme.phase(time + 1), cell)
                        for (query, sent), cell in sorted(found.items())]

    def closure(self, claims: Mapping[Node, Iterable[Vector]], places: Mapping[Node, Iterable[Pair]]) -> int:
        """How many forms there are, if with each one at a node its pullbacks along all queries are there, too. `places`
        are the coordinates that occur at a node."""
        spans: dict[Node, Residues] = {}
        before = predecessors(self.scheme, places)
        waiting = deque((node, form) for node, forms in claims.items() for form in forms)
        count = 0
        while waiting:
            node, form = waiting.popleft()
            if not spans.setdefault(node, Residues()).add(form):
                continue
            count += 1
            for other in before[node]:
                pulled = {}
                for first, source in places[other]:
                    total = sum(p * form.get((first, target), 0)
                                for (_, target, query), p in self.moves(other[0] + 1, (first, source, other[1]))
                                if query == node[1]) % PRIME
                    if total:
                        pulled[first, source] = total
                waiting.append((other, pulled))
        return count

    def places(self) -> dict[Node, dict[Pair, None]]:
        """The coordinates that occur at each node that does."""
        node, vector = self.initial()
        found: dict[Node, dict[Pair, None]] = {node: dict.fromkeys(vector)}
        waiting = [(node, pair) for pair in vector]
        for now, (first, source) in waiting:
            phase = self.scheme.phase(now[0] + 1)
            for (_, target, query), _ in self.moves(now[0] + 1, (first, source, now[1])):
                there = found.setdefault((phase, query), {})
                if (first, target) not in there:
                    there[first, target] = None
                    waiting.append(((phase, query), (first, target)))
        return found


def mass(vector: Vector, weights: Mapping[str, int]) -> int:
    """The probability of a vector's word, X_0 having these weights."""
    return sum(weights[a] * x for (a, _), x in vector.items()) % PRIME


def predecessors(scheme: Process, nodes: Iterable[Node]) -> dict[Node, list[Node]]:
    """Node → the nodes one step before it."""
    found: dict[Node, list[Node]] = {node: [] for node in nodes}
    for node, before in found.items():
        before += [other for other in found if scheme.phase(other[0] + 1) == node[0]]
    return found


class Word(NamedTuple):
    """A history after Q_0, its node, and its vector."""

    letters: tuple[str, ...]
    node: Node
    vector: Vector


class Residues:
    """A space of vectors modulo the prime, by a basis in which each vector has a first coordinate of its own."""

    def __init__(self) -> None:
        self.basis: dict[Any, dict[Any, int]] = {}

    def add(self, vector: Mapping[Any, int]) -> bool:
        """Whether the vector was outside; it is inside now."""
        left = {key: x for key, x in vector.items() if x}
        for pivot, row in self.basis.items():
            factor = left.get(pivot)
            if factor:
                for key, x in row.items():
                    left[key] = (left.get(key, 0) - factor * x) % PRIME
        left = {key: x for key, x in left.items() if x}
        if not left:
            return False
        pivot = next(iter(left))
        scale = pow(left[pivot], -1, PRIME)
        self.basis[pivot] = {key: x * scale % PRIME for key, x in left.items()}
        return True
