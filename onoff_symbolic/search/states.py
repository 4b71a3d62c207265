"""Invariants of the law of (X_t, Q_t) given X_0, at every t, beside sequences: for `cost` and `optimal`.

Of a cost they are sought backward first: what is claimed, and what that is one step before. Of an optimum, which needs
all that is known of the states, and of a cost that is not shown so, forward: what holds on the span of all laws.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .bridge import model_at
from .errors import NotFound
from .invariants import CONSTANT, Moves, Node, plain_region, relations, solved_for
from ..algebra.field import Element
from ..checker.polynomials import ZERO, Poly, Quotient
from ..checker.induction import Cost
from ..checker.programs import Optimal
from ..checker.scheme import Running
from ..schemes.histories import Span, reach


class Forward:
    """The law of (X_t, Q_t) given X_0, and sequences, as one vector that moves linearly. One letter: a step in t."""

    def __init__(self, statement: Cost, moves: Moves, modulus: int) -> None:
        self.statement, self.moves, self.modulus = statement, moves, modulus
        self.scheme, self.field = moves.scheme, moves.bridge.field
        names = [*statement.start]
        self.start = {name: moves.element(q) for name, q in statement.start.items()}
        self.next: dict[str, dict[Any, Element]] = {}
        for name, q in statement.next.items():
            slopes = _linear(q, names)
            if slopes is None:
                raise NotFound(statement.name, f"the sequence {name} is not linear")
            self.next[name] = {(n,) if n else CONSTANT: moves.element(slope) for n, slope in slopes.items()}

    def initial(self) -> tuple[int, dict[Any, Element]]:
        vector: dict[Any, Element] = {(a, a, self.scheme.start): self.field.one for a in self.scheme.sources}
        vector[CONSTANT] = self.field.one
        vector.update({(name,): value for name, value in self.start.items() if not value.is_zero})
        return 0, vector

    def after(self, node: int) -> int:
        return self.scheme.phase(node + 1, self.modulus)

    def claim(self) -> dict[Any, Element]:
        """What is spent less what is said, which has to be zero."""
        model, value = self.statement.model, self.statement.model.expression(self.statement.least)
        slopes = _linear(value, [*self.statement.start])
        if slopes is None:
            raise NotFound(self.statement.name, "the value is not linear in the sequences")
        prior = {a: self.moves.element(model.entry(self.statement.prior, [a])) for a in self.scheme.sources}
        return {**{state: prior[state[0]] * len(self.scheme.queries[state[2]]) for state in self.statement.states},
                **{(name,) if name else CONSTANT: -self.moves.element(q) for name, q in slopes.items()}}

    def pulled(self, node: int, form: Mapping[Any, Element], states: Iterable[Any]) -> dict[Any, Element]:
        """What a form after the next step is before it."""
        found: dict[Any, Element] = {CONSTANT: form[CONSTANT]} if CONSTANT in form else {}
        for name, slopes in self.next.items():
            for key, slope in slopes.items() if (name,) in form else ():
                found[key] = found.get(key, self.field.zero) + slope * form[name,]
        for state in states:
            for after, chance in self.moves.moves(node + 1, state):
                if after in form:
                    found[state] = found.get(state, self.field.zero) + chance * form[after]
        return found

    def step(self, node: int, vector: Mapping[Any, Element]) -> list[tuple[str, int, Any]]:
        found: dict[Any, Element] = {}
        if CONSTANT in vector:
            found[CONSTANT] = vector[CONSTANT]
        for key, weight in vector.items():
            if len(key) == 3:
                for after, chance in self.moves.moves(node + 1, key):
                    found[after] = found.get(after, self.field.zero) + weight * chance
        for name, slopes in self.next.items():
            found[name,] = sum((slope * vector[key] for key, slope in slopes.items() if key in vector), self.field.zero)
        return [("step", self.after(node), {k: v for k, v in found.items() if not v.is_zero})]


def _linear(q: Quotient, names: Sequence[str]) -> dict[str, Quotient] | None:
    """The coefficients of some names in which a quotient is linear; "" is the rest."""
    found: dict[str, Poly] = {}
    for monomial, c in q.top.items():
        inside = [n for n in monomial if n in names]
        if len(inside) > 1:
            return None
        rest = tuple(n for n in monomial if n not in names)
        found.setdefault(inside[0] if inside else "", {})[rest] = c
    return {name: Quotient(top, q.bottom) for name, top in found.items()}


def of_states(statement: Cost, modulus: int) -> Iterator[list[Node]]:
    """Invariants to try for `cost` or `optimal`, with a node for each t mod modulus, and those before it settles."""
    moves = Moves(statement)
    said = [*statement.start.values(), *statement.next.values(), statement.model.expression(statement.least),
            *(statement.model.entry(statement.prior, [a]) for a in statement.scheme.sources)]
    more = {n for q in said for n in q.names()}
    plain_region(moves, [n for n in statement.model.names
                         if n in more and n not in moves.names and n not in statement.start])
    system = Forward(statement, moves, modulus)
    names: dict[Any, str] = {state: f"state[{','.join(state)}]" for state in statement.states}
    names.update({(name,): name for name in statement.start})
    names[CONSTANT] = "1"
    if not isinstance(statement, Optimal):
        yield _backward(system, names)
    spans = reach(system)
    for numbers in (True, False):
        yield [{"holds": relations(spans[time], names, moves.bridge, numbers)}
               for time in range(statement.scheme.settled + modulus)]


def _backward(system: Forward, names: Mapping[Any, str]) -> list[Node]:
    """At each node: which states do not occur, and the forms that vanish, with each one what it is before."""
    start, begin = system.initial()
    places: dict[int, dict[Any, None]] = {start: dict.fromkeys(key for key in begin if len(key) == 3)}
    waiting = [(start, state) for state in places[start]]
    for node, state in waiting:
        there = places.setdefault(system.after(node), {})
        new = [after for after, p in system.moves.moves(node + 1, state) if after not in there and not p.is_zero]
        there.update(dict.fromkeys(new))
        waiting += [(system.after(node), after) for after in new]
    claim, spans = system.claim(), {node: Span() for node in places}
    open_ones = deque((node, {key: e for key, e in claim.items() if len(key) == 1 or key in places[node]})
                      for node in sorted(places))
    while open_ones:
        node, form = open_ones.popleft()
        fresh = spans[node].add(form, CONSTANT)
        if fresh is None:
            continue
        if node == start and not sum((e * begin[key] for key, e in fresh.items() if key in begin),
                                     system.field.zero).is_zero:
            raise NotFound(system.statement.name, "it costs something else")
        open_ones += [(other, system.pulled(other, fresh, places[other])) for other in sorted(places)
                      if system.after(other) == node]
    return [{"holds": [*(f"{names[state]} = 0" for state in system.statement.states if state not in places[node]),
                       *(solved_for(pivot, form, names, system.moves.bridge)
                         for pivot, form in spans[node].basis.items())]} for node in sorted(places)]


def states_at(statement: Cost, point: Mapping[str, Fraction], time: int) -> dict[str, Fraction]:
    """state[a,x,q] at a point and a time."""
    layer = Running(model_at(statement.model, point), statement.scheme, lambda q: not q.top).layer(
        statement.scheme.sources, time)
    return {f"state[{','.join(s)}]": Fraction(layer.get(s, ZERO).top.get((), 0)) for s in statement.states}
