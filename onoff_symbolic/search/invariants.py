"""Invariants: relations that hold for every history, or at every t.

The claim itself is tried first: if it is preserved by every move at a point, it may be all that is needed. Otherwise
the vectors of all histories span a space, found breadth first, and the relations are those that cut it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .bridge import Bridge, names_of, points
from .errors import NotFound
from .write import polynomial_text
from ..algebra.field import Element
from ..algebra.region import Region as Plain
from ..checker.language import Model
from ..checker.polynomials import UNIT, ZERO, Invalid, Poly, Quotient, Undefined, add, constant, plain
from ..checker.programs import Cost
from ..checker.regions import Region
from ..checker.scheme import Running, State
from ..checker.statements import Private
from ..schemes.histories import reach

Node = dict[str, Any]
CONSTANT = ("1",)


class Moves:
    """How the states of a scheme move on a region, with elements of a field for the probabilities."""

    def __init__(self, statement: Private | Cost, model: Model | None = None, region: Region | None = None) -> None:
        self.scheme, self.model = statement.scheme, model or statement.model
        home = region or statement.region
        names = {n for p, _, _ in home.hypotheses for m in p for n in m}
        tables = {self.scheme.chain, *(table for _, _, table in self.scheme.rules if table is not None)}
        names |= {n for table in tables for key in self.model.tables[table][1]
                  for n in self.model.entry(table, key).names()}
        self.names = [name for name in self.model.names if name in names and name not in self.model.values]
        self.running = Running(self.model, self.scheme, home.vanishes)
        self.home = home
        self._known: dict[tuple[int, State], list[tuple[State, Element]]] = {}

    def over(self, bridge: Bridge, plain_region: Plain) -> None:
        self.bridge, self.plain = bridge, plain_region

    def element(self, q: Quotient) -> Element:
        return self.plain.reduce(self.bridge.quotient(q))

    def moves(self, time: int, state: State) -> list[tuple[State, Element]]:
        key = (time % self.scheme.period, state)
        if key not in self._known:
            self._known[key] = [(after, self.element(p)) for after, p in self.running.moves(time, state)]
        return self._known[key]


def _plain(moves: Moves, more: Sequence[str] = ()) -> None:
    bridge = Bridge([*moves.names, *more])
    hypotheses = [(p, sign) for p, sign, _ in moves.home.hypotheses if names_of(p) <= {*bridge.names}]
    moves.over(bridge, bridge.region(hypotheses))


class Paths:
    """The histories of a scheme, for `reach`: coordinates (x_0, x_t), nodes (t mod period, Q_t)."""

    def __init__(self, moves: Moves) -> None:
        self.moves, self.scheme, self.field = moves, moves.scheme, moves.bridge.field

    def initial(self) -> tuple[tuple[int, str], dict[tuple[str, str], Element]]:
        return (0, self.scheme.start), {(a, a): self.field.one for a in self.scheme.sources}

    def step(self, node: tuple[int, str], vector: Mapping[Any, Element]) -> list[tuple[str, tuple[int, str], Any]]:
        phase = (node[0] + 1) % self.scheme.period
        found: dict[str, dict[tuple[str, str], Element]] = {}
        for (first, source), weight in vector.items():
            for (_, target, query), chance in self.moves.moves(node[0] + 1, (first, source, node[1])):
                cell = found.setdefault(query, {})
                more = weight * chance
                cell[first, target] = cell[first, target] + more if (first, target) in cell else more
        return [(query, (phase, query), found[query]) for query in self.scheme.queries if query in found]


def of_histories(statement: Private, whole: bool = False) -> list[Node]:
    """The nodes of an invariant for `private` or `markov`. The claim itself is tried first, unless the whole is asked
    for."""
    if not whole and type(statement) is Private and _preserved(statement):
        first, *others = statement.sources
        holds = [f"{_sum(statement, first)} = {_sum(statement, other)}" for other in others]
        return [{"time": time, "query": query, "holds": holds}
                for time in range(statement.scheme.period) for query in statement.scheme.queries]
    moves = Moves(statement)
    _plain(moves)
    spans = reach(Paths(moves)).basis
    return [{"time": node[0], "query": node[1],
             "holds": relations(basis, {pair: f"path[{','.join(pair)}]" for pair in statement.pairs}, moves.bridge)}
            for node, basis in spans.items()]


def _sum(statement: Private, first: str) -> str:
    return " + ".join(f"path[{first},{x}]" for x in statement.sources)


def _preserved(statement: Private) -> bool:
    """Whether, at one point, Pr(history | X_0 = a) being the same for every a is enough for the next query.

    For each a and node it must be so that the chance of the next query does not depend on X_t, nor on a."""
    point = next(points(statement.model.names, [(p, sign) for p, sign, _ in statement.region.hypotheses]), None)
    if point is None:
        raise NotFound(statement.name, f"no point of {statement.region.name} was found")
    numbers = {name: Quotient(constant(plain(value))) for name, value in point.items()}
    running = Running(statement.model.at(numbers), statement.scheme, lambda q: not q.top)
    for time in range(1, statement.scheme.period + 1):
        for query in statement.scheme.queries:
            chances = []
            for a, x in statement.pairs:
                try:
                    found: dict[str, Poly] = {}
                    for (_, _, sent), chance in running.moves(time, (a, x, query)):
                        found[sent] = add(found.get(sent, {}), chance.top)
                    chances.append(found)
                except (Invalid, Undefined):    # a row without a law: the span has to say that it is never used
                    return False
            if any(chance != chances[0] for chance in chances):
                return False
    return True


def relations(basis: Mapping[Any, Mapping[Any, Element]], names: Mapping[Any, str], bridge: Bridge) -> list[str]:
    """Relations between coordinates that hold just on the span of a reduced basis: pivot → vector."""
    found = []
    for key, name in names.items():
        if key in basis:
            continue
        terms = [(pivot, row[key]) for pivot, row in basis.items() if key in row]
        divisor = bridge.field.one
        for _, e in terms:
            divisor = divisor * (e * divisor).denominator
        left = _product(divisor, name, bridge)
        if key == CONSTANT and divisor == 1:
            left = "1"
        right = " + ".join(_product(e * divisor, names[pivot], bridge) for pivot, e in terms)
        found.append(f"{left} = {right or '0'}".replace("+ -", "- "))
    return sorted(found, key=lambda text: (not text.endswith(" = 0"), len(text), text))


def _product(e: Element, name: str, bridge: Bridge) -> str:
    p = bridge.poly(e)
    if name == "1":
        return polynomial_text(p) if len(p) == 1 else f"({polynomial_text(p)})"
    text = polynomial_text(p)
    if text in ("1", "-1"):
        return text[:-1] + name
    return f"({text})*{name}" if len(p) > 1 else f"{text}*{name}"


# -- the law of (X_t, Q_t) at every t ----------------------------------------------------------------------------------


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
        return [("step", (node + 1) % self.modulus, {k: v for k, v in found.items() if not v.is_zero})]


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


def of_states(statement: Cost, modulus: int) -> list[Node]:
    """The nodes of an invariant for `cost` or `optimal`, one for each t mod modulus."""
    moves = Moves(statement)
    more = {n for each in (statement.start, statement.next) for q in each.values() for n in q.names()}
    _plain(moves, [n for n in statement.model.names if n in more and n not in moves.names
                   and n not in statement.start])
    spans = reach(Forward(statement, moves, modulus)).basis
    names = {state: f"state[{','.join(state)}]" for state in statement.states}
    names.update({(name,): name for name in statement.start})
    names[CONSTANT] = "1"
    return [{"holds": relations(spans[time], names, moves.bridge)} for time in range(modulus)]


def states_at(statement: Cost, point: Mapping[str, Fraction], time: int) -> dict[str, Fraction]:
    """state[a,x,q] at a point and a time."""
    numbers = {name: Quotient(constant(plain(value))) for name, value in point.items()}
    running = Running(statement.model.at(numbers), statement.scheme, lambda q: not q.top)
    layer = {(a, a, statement.scheme.start): UNIT for a in statement.scheme.sources}
    for now in range(1, time + 1):
        layer = running.onward(layer, now)
    return {f"state[{','.join(s)}]": Fraction(layer.get(s, ZERO).top.get((), 0)) for s in statement.states}
