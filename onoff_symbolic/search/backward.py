"""Invariants found backward: from what is claimed at each node, by its pullbacks along every query.

The forms that are claimed, and with each form what it is before the next query, span the least space of relations that
proves the claim. Forward, the vectors of all histories span a space, and the relations are all that hold on it. Which
of the two is smaller is found at a point, with numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .bridge import generic
from .numbers import BEFORE, PRIME, Node, Numbers, Pair, predecessors
from ..algebra.field import Element
from ..checker.induction import Alike, Markov
from ..checker.polynomials import Invalid, Quotient, Undefined
from ..checker.scheme import State
from ..errors import Undecidable
from ..schemes.histories import Span

Forms = dict[Node, dict[Any, dict[Any, Element]]]
"""Node → pivot → form; each pivot is 1 in its own form and 0 in the others."""


def claims(statement: Alike, places: Mapping[Node, Iterable[Pair]], value: Callable[[Quotient], Any],
           moves: Callable[[int, State], Iterable[tuple[State, Any]]]) -> dict[Node, list[dict[Pair, Any]]]:
    """What has to be zero at each node, as linear forms of path[a,x]."""
    if not isinstance(statement, Markov):
        base, *others = statement.starts
        return {node: [{pair: 1 if pair[0] == base else -1 for pair in pairs if pair[0] in (base, other)}
                       for other in others] for node, pairs in places.items() if node != BEFORE}
    prior = {a: value(statement.model.entry(statement.prior, [a])) for a in statement.sources}
    found: dict[Node, list[dict[Pair, Any]]] = {}
    for (time, query), pairs in places.items():
        onward: dict[str, dict[Pair, Any]] = {q: {} for q in statement.scheme.queries}
        for first, source in pairs:
            for (_, _, sent), p in moves(time + 1, (first, source, query)):
                cell = onward[sent]
                cell[first, source] = cell[first, source] + p if (first, source) in cell else p
        for sent, cell in onward.items():
            chance = value(statement.model.entry(str(statement.matrix), [*statement.row(time, query), sent]))
            found.setdefault((time, query), []).append(
                {pair: prior[pair[0]] * ((cell[pair] if pair in cell else 0) - chance) for pair in pairs})
    return found


def smaller(statement: Alike) -> bool:
    """Whether there are fewer forms backward than vectors forward, at a point."""
    hypotheses = [(p, sign) for p, sign, _ in statement.region.hypotheses]
    point = generic(statement.model.names, hypotheses)
    if point is None:
        return False
    try:
        numbers = Numbers(statement.scheme, statement.model, point, statement.starts)
        places = numbers.places()
        forms = claims(statement, places, numbers.value, numbers.moves)
        backward = numbers.closure({node: [{k: x % PRIME for k, x in form.items()} for form in each]
                                    for node, each in forms.items()}, places)
        return backward < sum(1 for _ in numbers.words())
    except (Undefined, Invalid):
        return False
    except Undecidable:
        return True


def closure(statement: Alike, paths: Any,
            value: Callable[[Quotient], Element]) -> tuple[dict[Node, dict[Pair, None]], Forms] | None:
    """The coordinates that occur at each node, and the forms that vanish there; None if one of them does not at the
    start. `paths`: how the states move, with elements of a field."""
    scheme, field = statement.scheme, paths.field
    start, begin = paths.initial()
    places: dict[Node, dict[Pair, None]] = {start: dict.fromkeys(begin)}
    waiting = [(start, pair) for pair in places[start]]
    for node, (first, source) in waiting:
        for (_, target, sent), p in paths.onward(node, first, source):
            there = places.setdefault((scheme.phase(node[0] + 1), sent), {})
            if (first, target) not in there and not p.is_zero:
                there[first, target] = None
                waiting.append(((scheme.phase(node[0] + 1), sent), (first, target)))
    before = predecessors(scheme, places)
    spans: dict[Node, Span] = {node: Span() for node in places}
    stated = claims(statement, places, value, paths.moves.moves)
    open_ones = deque((node, {pair: field.one * x for pair, x in form.items()})
                      for node, forms in stated.items() for form in forms)
    while open_ones:
        node, form = open_ones.popleft()
        fresh = spans[node].add(form)
        if fresh is None:
            continue
        if node == start and not sum((fresh[pair] for pair in begin if pair in fresh), field.zero).is_zero:
            return None
        for other in before[node]:
            pulled: dict[Any, Element] = {}
            for first, source in places[other]:
                for (_, target, sent), p in paths.onward(other, first, source):
                    if sent == node[1] and (first, target) in fresh:
                        more = p * fresh[first, target]
                        pulled[first, source] = pulled[first, source] + more if (first, source) in pulled else more
            open_ones.append((other, pulled))
    return places, {node: span.basis for node, span in spans.items()}
