"""One way to take a step of a scheme or process, over every kind of number.

A process of the checker says which states follow a state, with a probability that is a quotient of polynomials.
Whatever is asked of its histories is linear in these probabilities, so that one class serves residues modulo a prime
(refute first), fractions (a scheme at a point) and elements of a field (invariants). What is found is a proposal: the
checker looks at all of it again.

Glossary
    State     (x_0, x_t, what is seen at t): all that the future depends on
    Vector    state → number, zeros left out
    Letter    what is observed of a step: what is seen, or "" if nothing is observed
    Node      (phase of t, letter)
    Word      the letters of a history whose vector is a new direction at its node

The vectors of all histories at a node span a space of at most as many dimensions as there are states. A search by
length finds a basis of it (Schützenberger 1961, Tzeng 1992): what is linear and zero on the basis is zero for every
history, and the first history on which it is not zero is a shortest one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Generic, NamedTuple

from .echelon import Arithmetic, Echelon, Key, Rank, T, Vector
from ..checker import Model, Process
from ..checker.polynomials import Quotient
from ..errors import Undecidable

MAX_WORDS = 4_000

State = tuple[str, str, str]
"""(x_0, x_t, q_t), as the checker has it."""
Letter = Any
Node = tuple[int, Letter]
Moves = Sequence[tuple[Key, T]]
"""States and their probabilities, none of which is zero."""

BEFORE = (-1, "")
"""The node of a process before anything is seen."""


class Word(NamedTuple, Generic[T]):
    """A history after the first node, its node, and the new direction: its vector less those of words before it."""

    letters: tuple[Letter, ...]
    node: Node
    vector: Vector[T]


@dataclass
class Walk(Generic[T]):
    """How vectors of states move, letter by letter.

    `moves(t, state)` are the states at t after a state at t-1; `phase(t)` is a time with the same moves after it;
    `spend` is called with the size of what is computed."""

    numbers: Arithmetic[T]
    start: Vector[T]
    first: Node
    moves: Callable[[int, Key], Moves[T]]
    letter: Callable[[Key], Letter]
    letters: Sequence[Letter]
    phase: Callable[[int], int]
    spend: Callable[[int], None] = lambda amount: None

    def step(self, node: Node, vector: Vector[T]) -> dict[Letter, dict[Key, T]]:
        """Return the vector after each letter that can follow."""
        vectors: dict[Letter, dict[Key, T]] = {}
        for state, weight in vector.items():
            for after, chance in self.moves(node[0] + 1, state):
                vector_after = vectors.setdefault(self.letter(after), {})
                self._add(vector_after, after, weight, chance)
        return vectors

    def _add(self, vector: dict[Key, T], key: Key, a: T, b: T) -> None:
        """Add a * b to a coordinate of a vector."""
        vector[key] = self.numbers.add_product(vector.get(key, self.numbers.zero), a, b)

    def after(self, node: Node, letter: Letter) -> Node:
        """Return the node that a letter leads to."""
        return self.phase(node[0] + 1), letter

    def follow(self, letters: Iterable[Letter]) -> tuple[Node, Vector[T]]:
        """Return the node and the vector of a history."""
        node, vector = self.first, self.start
        for letter in letters:
            vector = self.step(node, vector).get(letter, {})
            node = self.after(node, letter)
        return node, vector

    def layers(self) -> Iterator[Vector[T]]:
        """Yield the law of the states at the start and after 1, 2, ... steps, whatever is seen."""
        time, layer = self.first[0], self.start
        while True:
            yield layer
            vectors = self.step((time, ""), layer).values()
            layer = {state: p for vector in vectors for state, p in vector.items()}
            time += 1

    # -- closures: what can occur, the span of all histories, what vanishes

    def occurring(self) -> dict[Node, dict[Key, None]]:
        """Return the states that can occur at each node."""
        states: dict[Node, dict[Key, None]] = {self.first: dict.fromkeys(self.start)}
        waiting = [(self.first, state) for state in self.start]
        for node, state in waiting:
            for after, _ in self.moves(node[0] + 1, state):
                next_node = self.after(node, self.letter(after))
                known = states.setdefault(next_node, {})
                if after not in known:
                    known[after] = None
                    waiting.append((next_node, after))
        return states

    def words(self, spans: dict[Node, Echelon[T]] | None = None) -> Iterator[Word[T]]:
        """Yield the words, shortest first; `spans` collects their directions at each node."""
        spans = {} if spans is None else spans
        waiting = deque([Word[T]((), self.first, self.start)])
        count = 0
        while waiting:
            word = waiting.popleft()
            span = spans.setdefault(word.node, Echelon(self.numbers))
            self.spend(len(word.vector) * (len(span.rows) + 8) // 4)
            fresh = span.add(word.vector)
            if fresh is None:
                continue
            yield Word(word.letters, word.node, fresh)
            count += 1
            if count > MAX_WORDS:
                raise Undecidable(f"more than {MAX_WORDS} independent histories")
            vectors = self.step(word.node, fresh)
            self.spend(sum(map(len, vectors.values())))
            for letter in self.letters:
                if letter in vectors:
                    waiting.append(
                        Word(
                            (*word.letters, letter), self.after(word.node, letter), vectors[letter]
                        )
                    )

    def spans(self) -> dict[Node, Echelon[T]]:
        """Return the space of the vectors of all histories, at each node."""
        spans: dict[Node, Echelon[T]] = {}
        for _ in self.words(spans):
            pass
        return spans

    def vanishing(
        self, claims: Mapping[Node, Iterable[Vector[T]]], rank: Rank[T] | None = None
    ) -> dict[Node, Echelon[T]] | None:
        """Return the least spaces of forms that have the claims and, with a form, what it is before every step; None if
        one of them is not zero at the start."""
        states = self.occurring()
        before = {
            (time, letter): [node for node in states if self.phase(node[0] + 1) == time]
            for time, letter in states
        }
        spans = {node: Echelon(self.numbers, rank) for node in states}
        waiting = deque((node, form) for node, forms in claims.items() for form in forms)
        while waiting:
            node, form = waiting.popleft()
            fresh = spans[node].add(form)
            if fresh is None:
                continue
            if node == self.first and not self.numbers.is_zero(self.apply(fresh, self.start)):
                return None
            waiting += [
                (other, self.pull(fresh, node, other, states[other])) for other in before[node]
            ]
        return spans

    def pull(
        self, form: Vector[T], node: Node, before: Node, states: Iterable[Key]
    ) -> dict[Key, T]:
        """Return what a form at a node is one step before it, on these states."""
        earlier: dict[Key, T] = {}
        for state in states:
            for after, chance in self.moves(before[0] + 1, state):
                if after in form and self.letter(after) == node[1]:
                    self._add(earlier, state, chance, form[after])
        return earlier

    def apply(self, form: Vector[T], vector: Vector[T]) -> T:
        """Return the value of a form at a vector."""
        total = self.numbers.zero
        for state, value in vector.items():
            if state in form:
                total = self.numbers.add_product(total, form[state], value)
        return total

    def given_first(self, vector: Vector[T]) -> dict[str, T]:
        """Return X_0 → the sum of a vector's numbers for it: the probability of its history if that is X_0."""
        sums: dict[str, T] = {}
        for (first, *_), value in vector.items():
            self._add(sums, first, value, self.numbers.one)
        return sums

    def mass(self, vector: Vector[T], prior: Mapping[str, T]) -> T:
        """Return the probability of a vector's history, X_0 having this law."""
        total = self.numbers.zero
        for first, value in self.given_first(vector).items():
            total = self.numbers.add_product(total, prior[first], value)
        return total

    def next_law(
        self, node: Node, vector: Vector[T], prior: Mapping[str, T]
    ) -> dict[Letter, T] | None:
        """Return the law of the next letter, X_0 having this law; None where the history has no probability."""
        total = self.mass(vector, prior)
        if self.numbers.is_zero(total):
            return None
        scale = self.numbers.inverse(total)
        after = self.step(node, vector)
        return {
            letter: self.numbers.times(self.mass(each, prior), scale)
            for letter, each in after.items()
        }

    def squared(self, spend: Callable[[int], None]) -> Walk[T]:
        """Return the walk of two copies side by side: two histories of one length, and products of their vectors."""

        def moves(time: int, pair: tuple[Key, Key]) -> Moves[T]:
            both = product(self.moves(time, pair[0]), self.moves(time, pair[1]))
            return [((one, other), self.numbers.times(p, q)) for (one, p), (other, q) in both]

        def letter(pair: tuple[Key, Key]) -> Letter:
            return self.letter(pair[0]), self.letter(pair[1])

        pairs = product(self.start.items(), repeat=2)
        start = {(a, b): self.numbers.times(p, q) for (a, p), (b, q) in pairs}
        time, seen = self.first
        letters = [*product(sorted(self.letters), repeat=2)]
        return Walk(
            self.numbers, start, (time, (seen, seen)), moves, letter, letters, self.phase, spend
        )


def has_no_terms(q: Quotient) -> bool:
    """Return whether a quotient is zero as it is written."""
    return not q.top


def walk_of(
    process: Process,
    model: Model,
    numbers: Arithmetic[T],
    value: Callable[[Quotient], T],
    starts: Iterable[str] = (),
    vanishes: Callable[[Quotient], bool] = has_no_terms,
) -> Walk[T]:
    """Return the walk of a process or scheme from these starts, all of its own if there are none.

    `value` makes a quotient a number; of what `vanishes` no row needs a law."""
    known: dict[tuple[int, Key], Moves[T]] = {}

    def find_moves(time: int, state: Key) -> Iterator[tuple[Key, T]]:
        if time == 0:
            for after, p in process.begin(model, state[0]).items():
                if p.top:
                    yield after, value(p)
            return
        for request in process.sources:
            chance = model.entry(process.chain, [state[1], request])
            if vanishes(chance):
                continue
            step = value(chance)
            if numbers.is_zero(step):
                continue
            for seen, p in process.law(model, time, state, request).items():
                if not vanishes(p):
                    yield (state[0], request, seen), numbers.times(step, value(p))

    def moves(time: int, state: Key) -> Moves[T]:
        phase = process.phase(time - 1) if time else -1
        key = phase, state
        if key not in known:
            known[key] = [move for move in find_moves(time, state) if not numbers.is_zero(move[1])]
        return known[key]

    first = (0, process.start) if process.start else BEFORE
    start = {(a, a, first[1]): numbers.one for a in starts or process.starts}
    return Walk(
        numbers, start, first, moves, lambda state: state[2], [*process.queries], process.phase
    )
