"""Invariants: relations that hold for every history, or at every t.

They are found backward, from what is claimed at each node: the forms that are claimed, and with each form what it is
before the next query, span the least space of relations that proves the claim. Of the law of (X_t, Q_t) given X_0,
beside sequences, an optimum needs all that is known: then, and for a cost that is not shown so, they are found forward,
as what holds on the span of all laws.

    of_histories            the invariant for `alike` and `markov`
    of_states               invariants for `cost` and `optimal`
    relations               the relations that hold on a span
    vanishing_relations     the relations that say that forms vanish
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .elements import RegionElements, linear_coefficients, prior_of
from .errors import NotFound
from ..algebra.bridge import Bridge, model_at
from ..algebra.echelon import FRACTIONS, Echelon, Key
from ..algebra.field import Element, Point
from ..algebra.texts import polynomial_text
from ..algebra.walk import BEFORE, Moves, Node as WalkNode, State, Walk
from ..checker import Alike, Cost, Markov, Optimal, Running
from ..checker.polynomials import ZERO, Poly, plain

Node = dict[str, Any]
"""A node of an invariant, as a certificate has it."""
States = Mapping[WalkNode, Iterable[State]]
Forms = dict[WalkNode, list[dict[State, Element]]]
CONSTANT = ("1",)
"""The coordinate of 1."""


def of_histories(statement: Alike) -> Iterator[list[Node]]:
    """Yield the invariant for `alike` or `markov`: what the claim needs before each query."""
    weights = prior_of(statement) if isinstance(statement, Markov) else {}
    elements = RegionElements(statement, weights.values())
    walk = elements.walk(statement)
    states = walk.occurring()
    if isinstance(statement, Markov):
        claims = markov_claims(statement, walk, states, elements)
    else:
        claims = alike_claims(statement, states, elements)
    forms = walk.vanishing(claims)
    if forms is None:
        return
    nodes = []
    for (time, query), occurring in states.items():
        if (time, query) != BEFORE:
            names = cell_names(statement, query)
            holds = vanishing_relations(forms[time, query], occurring, names, elements.bridge)
            nodes.append({"time": time, "query": query, "holds": holds})
    yield nodes


def alike_claims(statement: Alike, states: States, elements: RegionElements) -> Forms:
    """Return at each node, for each start but the first, its probability of the history less that of the first."""
    base, *others = statement.starts
    sign = {base: elements.one, **dict.fromkeys(others, -elements.one)}
    return {
        node: [
            {state: sign[state[0]] for state in occurring if state[0] in (base, other)}
            for other in others
        ]
        for node, occurring in states.items()
        if node != BEFORE
    }


def markov_claims(
    statement: Markov, walk: Walk[Element], states: States, elements: RegionElements
) -> Forms:
    """Return at each node, for each query, its probability less what the matrix says."""
    prior = {a: elements.value(q) for a, q in prior_of(statement).items()}
    claims = Forms()
    for node, occurring in states.items():
        after = {state: walk.step(node, {state: elements.one}) for state in occurring}
        claims[node] = []
        for query in statement.scheme.queries:
            key = [*statement.row(*node), query]
            stated = elements.value(statement.model.entry(str(statement.matrix), key))
            form = {}
            for state in occurring:
                chance = sum(after[state].get(query, {}).values(), elements.zero)
                form[state] = prior[state[0]] * (chance - stated)
            claims[node].append(form)
    return claims


def cell_names(statement: Alike | Cost, seen: str) -> dict[State, str]:
    """Return the cells of the states at a node, as texts name them."""
    return {
        state: f"{cell[0]}[{','.join(cell[1:])}]" for state, cell in statement.cells[seen].items()
    }


def relations(span: Echelon[Element], names: Mapping[Any, str], bridge: Bridge) -> list[str]:
    """Return the relations between coordinates that hold on a span: the rational ones, if those are all."""
    rational = rational_relations(span, names, bridge)
    if len(rational) == len(names) - len(span.rows):
        return rational
    equations = []
    for key in names:
        if key not in span.rows:
            terms = {names[pivot]: row[key] for pivot, row in span.rows.items() if key in row}
            equations.append(_equation(names[key], terms, bridge))
    return sorted(equations, key=_order)


def vanishing_relations(
    forms: Echelon[Any], occurring: Iterable[Any], names: Mapping[Any, str], bridge: Bridge
) -> list[str]:
    """Return that what does not occur is zero, and each form, solved for its pivot."""
    inside = {*occurring}
    texts = [f"{name} = 0" for key, name in names.items() if key not in inside and len(key) == 3]
    for pivot, form in forms.rows.items():
        terms = {names[key]: bridge.field(-e) for key, e in form.items() if key != pivot}
        texts.append(_equation(names[pivot], terms, bridge))
    return texts


def _equation(name: str, terms: Mapping[str, Element], bridge: Bridge) -> str:
    """Return name = Σ element · other, cleared of divisors."""
    divisor = _common_divisor(terms.values(), bridge)
    right = " + ".join(_product(e * divisor, other, bridge) for other, e in terms.items())
    return f"{_product(divisor, name, bridge)} = {right or '0'}".replace("+ -", "- ")


def _order(text: str) -> tuple[bool, int, str]:
    return not text.endswith(" = 0"), len(text), text


def rational_relations(
    span: Echelon[Element], names: Mapping[Any, str], bridge: Bridge
) -> list[str]:
    """Return the relations with rational coefficients that hold on a span, each solved for its first coordinate."""
    keys = list(names)
    lines: dict[tuple[Any, Any], dict[int, Fraction]] = {}
    for pivot, row in span.rows.items():
        divisor = _common_divisor(row.values(), bridge)
        for key, e in row.items():
            for monomial, c in (e * divisor).terms():
                lines.setdefault((pivot, monomial), {})[keys.index(key)] = c
    values = Echelon(FRACTIONS, lambda place, c: -place)  # the last coordinate of each is the pivot
    for line in lines.values():
        values.add(line)
    solutions = Echelon(FRACTIONS, lambda place, c: place)
    for free in range(len(keys)):
        if free not in values.rows:  # this one is 1, the other free ones zero: what it forces
            forced = {place: -line[free] for place, line in values.rows.items() if free in line}
            solutions.add({free: Fraction(1), **forced})
    return sorted((_solved(vector, keys, names) for vector in solutions.rows.values()), key=_order)


def _common_divisor(elements: Iterable[Element], bridge: Bridge) -> Element:
    """Return what makes all of them polynomials."""
    divisor = bridge.field.one
    for e in elements:
        divisor = divisor * (e * divisor).denominator
    return divisor


def _solved(vector: Mapping[int, Fraction], keys: Sequence[Any], names: Mapping[Any, str]) -> str:
    first = min(vector)
    rest: Poly = {
        () if keys[j] == CONSTANT else (names[keys[j]],): plain(-c)
        for j, c in sorted(vector.items())
        if j != first
    }
    return f"{names[keys[first]]} = {polynomial_text(rest)}"


def _product(e: Element, name: str, bridge: Bridge) -> str:
    p = bridge.poly(e)
    if name == "1":
        return polynomial_text(p) if len(p) == 1 else f"({polynomial_text(p)})"
    text = polynomial_text(p)
    if text in ("1", "-1"):
        return text[:-1] + name
    return f"({text})*{name}" if len(p) > 1 else f"{text}*{name}"


# -- states and sequences at every t


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
    for known in (rational_relations, relations):
        yield [
            {"holds": known(spans[time, ""], names, elements.bridge)}
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
