"""Invariants: relations that hold for every history, or at every t.

They are found backward, from what is claimed at each node: the forms that are claimed, and with each form what it is
before the next query, span the least space of relations that proves the claim.

    of_histories            the invariant for `alike` and `markov`
    relations               the relations that hold on a span
    vanishing_relations     the relations that say that forms vanish
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .elements import RegionElements, prior_of
from ..algebra.bridge import Bridge
from ..algebra.echelon import FRACTIONS, Echelon
from ..algebra.field import Element
from ..algebra.texts import polynomial_text
from ..algebra.walk import BEFORE, Node as WalkNode, State, Walk
from ..checker import Alike, Cost, Markov
from ..checker.polynomials import Poly, plain

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


def relations(span: Echelon[Element], names: Mapping[Any, str], bridge: Bridge) -> list[str]:
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
