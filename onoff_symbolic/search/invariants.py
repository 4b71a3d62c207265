"""Invariants: relations that hold for every history, or at every t.

The claim itself is tried first: if it is preserved by every move at a point, it may be all that is needed. Otherwise
the vectors of all histories span a space, found breadth first, and the relations are those that cut it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .backward import claims
from ..algebra.bridge import Bridge
from .elements import RegionElements, prior_of
from .numbers import generic_point
from ..algebra.texts import polynomial_text
from ..algebra.echelon import FRACTIONS, PRIME, Echelon
from ..algebra.field import Element
from ..algebra.walk import BEFORE, Walk
from ..checker import Alike, Cost, Markov
from ..checker.polynomials import Invalid, Poly, Undefined, plain
from ..algebra.walk import State

Node = dict[str, Any]
CONSTANT = ("1",)


def of_histories(statement: Alike) -> Iterator[list[Node]]:
    """Yield invariants to try for `alike`, `private` or `markov`: one where the next query depends on Q_t alone as long
    as X_t is downloaded; then what the claim needs before each query, which is enough."""
    yield from served(statement)
    yield from _backward(statement)


def _backward(statement: Alike) -> Iterator[list[Node]]:
    """Yield what the claim needs, before each query."""
    elements = RegionElements(
        statement, prior_of(statement).values() if isinstance(statement, Markov) else ()
    )
    walk = elements.walk(statement)
    states = walk.occurring()
    forms = walk.vanishing(claims(statement, walk, states, elements.value))
    if forms is not None:
        yield [
            {
                "time": time,
                "query": query,
                "holds": vanishing_relations(
                    forms[time, query], here, cell_names(statement, query), elements.bridge
                ),
            }
            for (time, query), here in states.items()
            if (time, query) != BEFORE
        ]


def cell_names(statement: Alike | Cost, seen: str) -> dict[State, str]:
    """Return the cells of the states at a node, as texts name them."""
    return {
        state: f"{cell[0]}[{','.join(cell[1:])}]" for state, cell in statement.cells[seen].items()
    }


def _sum(statement: Alike, first: str, sources: Iterable[str] = ()) -> str:
    """Return Pr(what was seen | X_0 = first), with X_t among the sources."""
    return " + ".join(f"path[{first},{x}]" for x in sources or statement.sources)


def served(statement: Alike) -> Iterator[list[Node]]:
    """Yield the invariant "X_t is downloaded, and the claim", if the next query depends on Q_t alone then."""
    scheme = statement.scheme
    point = generic_point(statement)
    if point is None:
        return
    walk = point.walk(scheme, statement.model, statement.starts)
    try:
        nodes = sorted(
            {(0, query) for a in statement.starts for (_, _, query), _ in walk.moves(0, (a, a, ""))}
        )
    except (Invalid, Undefined):
        return
    for time, query in nodes:
        served = [(a, x, query) for a, x in statement.pairs if x in scheme.queries[query]]
        chances = _next_query(walk, time, served)
        if chances is None:
            return
        nodes += [
            (scheme.phase(time + 1), sent)
            for sent in sorted(chances)
            if (scheme.phase(time + 1), sent) not in nodes
        ]
    found = []
    for time, query in nodes:
        inside = [x for x in scheme.sources if x in scheme.queries[query]]
        first, *others = statement.starts
        holds = [f"path[{a},{x}] = 0" for a, x in statement.pairs if x not in inside]
        if not isinstance(statement, Markov):
            holds += [
                f"{_sum(statement, first, inside)} = {_sum(statement, other, inside)}"
                for other in others
            ]
        found.append({"time": time, "query": query, "holds": holds})
    yield found


def _next_query(walk: Walk[int], time: int, states: Iterable[State]) -> dict[str, int] | None:
    """Return the law of the next query, if it is the same after all these states at t."""
    law: dict[str, int] | None = None
    for state in states:
        try:
            after = walk.step((time, state[2]), {state: 1})
        except (
            Invalid,
            Undefined,
        ):  # a row without a law: the span has to say that it is never used
            return None
        found = {query: sum(cell.values()) % PRIME for query, cell in after.items()}
        if law is not None and found != law:
            return None
        law = found
    return law


def relations(
    span: Echelon[Element], names: Mapping[Any, str], bridge: Bridge, numbers: bool
) -> list[str]:
    """Return the relations between coordinates that hold on a span: those with rational coefficients, or all."""
    found = _rational(span, names, bridge)
    if numbers or len(found) == len(names) - len(span.rows):
        return found
    free = [key for key in names if key not in span.rows]
    return sorted(
        (
            _equation(
                names[key],
                {names[pivot]: row[key] for pivot, row in span.rows.items() if key in row},
                bridge,
            )
            for key in free
        ),
        key=_order,
    )


def vanishing_relations(
    forms: Echelon[Element], occurring: Iterable[Any], names: Mapping[Any, str], bridge: Bridge
) -> list[str]:
    """Return that what does not occur is zero, and each form, solved for its pivot."""
    inside = {*occurring}
    found = [f"{name} = 0" for key, name in names.items() if key not in inside and len(key) == 3]
    for pivot, form in forms.rows.items():
        found.append(
            _equation(
                names[pivot], {names[key]: -e for key, e in form.items() if key != pivot}, bridge
            )
        )
    return found


def _equation(name: str, terms: Mapping[str, Element], bridge: Bridge) -> str:
    """Return name = Σ element · other, cleared of divisors."""
    divisor = _common_divisor(terms.values(), bridge)
    right = " + ".join(_product(e * divisor, other, bridge) for other, e in terms.items())
    return f"{_product(divisor, name, bridge)} = {right or '0'}".replace("+ -", "- ")


def _order(text: str) -> tuple[bool, int, str]:
    return not text.endswith(" = 0"), len(text), text


def _rational(span: Echelon[Element], names: Mapping[Any, str], bridge: Bridge) -> list[str]:
    """Return the relations with rational coefficients, each solved for its first coordinate."""
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
    found = Echelon(FRACTIONS, lambda place, c: place)
    for free in range(len(keys)):
        if free not in values.rows:  # this one is 1, the other free ones zero: what it forces
            forced = {place: -line[free] for place, line in values.rows.items() if free in line}
            found.add({free: Fraction(1), **forced})
    return sorted((_solved(vector, keys, names) for vector in found.rows.values()), key=_order)


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
