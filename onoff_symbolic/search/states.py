"""Invariants of the law of (X_t, Q_t) given X_0, at every t, beside sequences: for `cost` and `optimal`.

Of a cost they are sought backward first: what is claimed, and what that is one step before. Of an optimum, which needs
all that is known of the states, and of a cost that is not shown so, forward: what holds on the span of all laws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ..algebra.bridge import model_at
from .elements import RegionElements, linear_coefficients, prior_of
from .errors import NotFound
from .invariants import CONSTANT, Node, cell_names, relations, vanishing_relations
from ..algebra.echelon import Key
from ..algebra.field import Element, Point
from ..algebra.walk import Moves, Walk
from ..checker import Cost, Optimal, Running
from ..checker.polynomials import ZERO


def walk_of_states(statement: Cost, elements: RegionElements, modulus: int) -> Walk[Element]:
    """Return the walk of the law of (X_t, Q_t) given X_0, whatever is seen, with the sequences and 1 beside it."""
    walk, one = elements.walk(statement), elements.one
    beside: dict[Key, list[tuple[Key, Element]]] = {CONSTANT: [(CONSTANT, one)]}
    for name, q in statement.next.items():
        slopes = linear_coefficients(q, statement.start)
        if slopes is None:
            raise NotFound(statement.name, f"the sequence {name} is not linear")
        for other, slope in slopes.items():
            beside.setdefault(_coordinate(other), []).append(((name,), elements.value(slope)))

    def moves(time: int, key: Key) -> Moves[Element]:
        return walk.moves(time, key) if len(key) == 3 else beside.get(key, ())

    def phase(time: int) -> int:
        return statement.scheme.phase(time, modulus)

    sequences: dict[Key, Element] = {
        (name,): elements.value(q) for name, q in statement.start.items()
    }
    start = {CONSTANT: one, **sequences, **walk.start}
    return Walk(elements, start, (0, ""), moves, lambda key: "", [""], phase)


def _coordinate(name: str) -> Key:
    """Return the coordinate of a sequence, or that of 1 for what is beside all of them."""
    return (name,) if name else CONSTANT


def claim(statement: Cost, elements: RegionElements) -> dict[Key, Element]:
    """Return what is spent less the value, which has to be zero."""
    slopes = linear_coefficients(statement.model.expression(statement.stated), statement.start)
    if slopes is None:
        raise NotFound(statement.name, "the value is not linear in the sequences")
    prior = {a: elements.value(q) for a, q in prior_of(statement).items()}
    spent = {
        state: prior[state[0]] * len(statement.scheme.queries[state[2]])
        for state in statement.states
    }
    return {**spent, **{_coordinate(name): -elements.value(q) for name, q in slopes.items()}}


def of_states(statement: Cost, modulus: int) -> Iterator[list[Node]]:
    """Yield invariants to try, with a node for each t mod modulus, and those before it settles."""
    value = statement.model.expression(statement.stated)
    more = [
        *statement.start.values(),
        *statement.next.values(),
        value,
        *prior_of(statement).values(),
    ]
    elements = RegionElements(statement, more, statement.start.keys())
    walk = walk_of_states(statement, elements, modulus)
    names: dict[Key, str] = {**cell_names(statement, "")}
    names |= {(name,): name for name in statement.start}
    names[CONSTANT] = "1"
    if not isinstance(statement, Optimal):
        yield _backward(statement, elements, walk, names)
    spans = walk.spans()
    yield [
        {"holds": relations(spans[time, ""], names, elements.bridge)}
        for time in range(statement.scheme.settled + modulus)
    ]


def _backward(
    statement: Cost, elements: RegionElements, walk: Walk[Element], names: Mapping[Key, str]
) -> list[Node]:
    """Return at each node which states do not occur, and the forms that vanish, with each one what it is before."""
    states, asked = walk.occurring(), claim(statement, elements)
    claims = {
        node: [{key: e for key, e in asked.items() if key in here}] for node, here in states.items()
    }
    forms = walk.vanishing(claims, lambda key, e: (key == CONSTANT, *elements.rank(key, e)))
    if forms is None:
        raise NotFound(statement.name, "it costs something else")
    return [
        {"holds": vanishing_relations(forms[node], here, names, elements.bridge)}
        for node, here in sorted(states.items())
    ]


def states_at(statement: Cost, point: Point, time: int) -> dict[str, Fraction]:
    """Return state[a,x,q] at a point and a time."""
    running = Running(model_at(statement.model, point), statement.scheme, lambda q: not q.top)
    layer = running.layer(statement.scheme.sources, time)
    chances = {state: layer.get(state, ZERO).top.get((), 0) for state in statement.states}
    return {f"state[{','.join(state)}]": Fraction(chance) for state, chance in chances.items()}
