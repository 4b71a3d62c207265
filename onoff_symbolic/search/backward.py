"""Invariants found backward: from what is claimed at each node, by what that is before every query.

The forms that are claimed, and with each form what it is before the next query, span the least space of relations that
proves the claim. Forward, the vectors of all histories span a space, and the relations are all that hold on it. Which
of the two is smaller is found at a point, with numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from .elements import prior_of
from ..algebra.echelon import T
from ..algebra.walk import BEFORE, Node, Walk
from ..checker import Alike, Markov
from ..checker.polynomials import Quotient
from ..algebra.walk import State

States = Mapping[Node, Iterable[State]]
Forms = dict[Node, list[dict[State, T]]]


def claims(
    statement: Alike, walk: Walk[T], states: States, value: Callable[[Quotient], T]
) -> Forms[T]:
    """Return what has to be zero at each node."""
    if isinstance(statement, Markov):
        return markov_claims(statement, walk, states, value)
    base, *others = statement.starts
    sign = {base: walk.numbers.one, **{other: negative(walk, walk.numbers.one) for other in others}}
    return {
        node: [
            {state: sign[state[0]] for state in here if state[0] in (base, other)}
            for other in others
        ]
        for node, here in states.items()
        if node != BEFORE
    }


def markov_claims(
    statement: Markov, walk: Walk[T], states: States, value: Callable[[Quotient], T]
) -> Forms[T]:
    """Return at each node, for each query, its probability less what the matrix says."""
    prior = {a: value(q) for a, q in prior_of(statement).items()}
    numbers, found = walk.numbers, Forms[T]()
    for node, here in states.items():
        after = {state: walk.step(node, {state: numbers.one}) for state in here}
        found[node] = []
        for query in statement.scheme.queries:
            entry = value(
                statement.model.entry(str(statement.matrix), [*statement.row(*node), query])
            )
            form = {}
            for state in here:
                gap = negative(walk, entry)
                for p in after[state].get(query, {}).values():
                    gap = numbers.add_product(gap, p, numbers.one)
                form[state] = numbers.times(prior[state[0]], gap)
            found[node].append(form)
    return found


def negative(walk: Walk[T], number: T) -> T:
    """Return -number."""
    return walk.numbers.subtract_product(walk.numbers.zero, number, walk.numbers.one)
