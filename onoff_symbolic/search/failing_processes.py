"""Where schemes, processes and experiments fail: states and rows, histories that distinguish, queries that depend on
more, what is not hidden or not told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any

from ..algebra.bridge import Bridge, Hypotheses, model_at
from ..algebra.field import Point
from ..algebra.walk import Walk
from ..checker.extensions.experiments import Hides, Tells
from ..checker import Alike, Markov, Model, Occurs, Running, Scheme
from ..checker.polynomials import (
    ZERO,
    Invalid,
    Poly,
    Quotient,
    Undefined,
    key_of,
    negative,
    sum_quotients,
)
from ..checker.syntax import Index
from ..algebra.walk import State
from ..errors import Undecidable
from .elements import (
    Letters,
    ModularPoint,
    cells_of,
    neighbours,
    pairs,
    prior_of,
    shown_history,
)
from .failing_relations import negated, points_where

Failure = dict[str, Any]
LawAfter = Callable[[Letters], dict[str, int] | None]
"""Returns the law of the next query after a history; None where that does not occur."""
Outcome = tuple[Index, ...]
Law = Mapping[Outcome, Quotient]


# -- states and rows


class RunningOn(Running):
    """The moves of a scheme; there are none where a row has no value."""

    def moves(self, time: int, state: State) -> list[tuple[State, Quotient]]:
        """Return what can follow a state."""
        try:
            return super().moves(time, state)
        except (Undefined, Invalid):
            return []


def states_by_time(scheme: Scheme, model: Model) -> Iterator[tuple[int, list[State]]]:
    """Yield the states that can occur at each t, until nothing new comes."""
    return RunningOn(model, scheme, lambda q: not q.top).reached()


def faulty_states(statement: Occurs, point: Point) -> Iterator[Failure]:
    """Yield states that occur at a point and must not, the earliest first."""
    for time, states in states_by_time(statement.scheme, model_at(statement.model, point)):
        for fault in statement.faults(time, states):
            yield {"time": time, **dict(zip(("state", "other"), map(list, fault)))}


def wrong_rows(statement: Occurs, point: Point) -> Iterator[Failure]:
    """Yield states after which there is no law, or one that is none, with the request; None: of the chain."""
    model, scheme = model_at(statement.model, point), statement.scheme
    for time, states in states_by_time(scheme, model):
        for state in states:
            for request in scheme.sources:
                if not has_law(scheme, model, time, state, request):
                    yield {"time": time, "state": list(state), "request": request}
            if not is_law([model.entry(scheme.chain, [state[1], x]) for x in scheme.sources]):
                yield {"time": time, "state": list(state), "request": None}


def has_law(scheme: Scheme, model: Model, time: int, state: State, request: str) -> bool:
    """Return whether the query after a state has a law, if the request can follow."""
    try:
        if not model.entry(scheme.chain, [state[1], request]).top:
            return True
        return is_law(scheme.law(model, time + 1, state, request).values())
    except Undefined:
        return False


def is_law(chances: Iterable[Quotient]) -> bool:
    """Return whether numbers are the probabilities of a law."""
    values = [Fraction(q.top.get((), 0)) for q in chances]
    return sum(values) == 1 and min(values) >= 0


def points_at_faults(statement: Occurs, hypotheses: Hypotheses) -> Iterator[Point]:
    """Yield points where an entry of a scheme is negative or has no value.

    Only linear conditions are looked at: there, a point is found at once, or there is none."""
    cells = cells_of(statement.scheme, statement.model)
    signs = [condition for cell in cells for condition in negated((cell, ">="))]
    for cell in cells:
        for factor in factors_of(cell, statement.model.names) if cell.bottom else ():
            signs += [(factor, ">"), (negative(factor), ">")]
    linear = [(p, sign) for p, sign in signs if p and max(map(len, p)) == 1]
    different = {(key_of(p)[0], key_of(p)[1] > 0, sign): (p, sign) for p, sign in linear}
    return points_where(statement, hypotheses, different.values())


def factors_of(cell: Quotient, names: Sequence[str]) -> list[Poly]:
    """Return the factors of a numerator: where the entry changes its sign, one of these does."""
    bridge = Bridge(names)
    try:
        return (
            [bridge.poly(factor) for factor in bridge.element(cell.top).factors()]
            if cell.top
            else []
        )
    except Undecidable:
        return []


# -- histories


def distinguishing_history(statement: Alike, point: Point) -> Iterator[Failure]:
    """Yield histories with different probabilities, the shortest first: only those that give a new direction, for if
    any distinguishes two starts, one of these does."""
    walk = ModularPoint(point).walk(statement.scheme, statement.model, statement.starts)
    base, *others = statement.starts
    for word in walk.words():
        chances = walk.given_first(word.vector)
        history = shown_history(statement.scheme, word.letters)
        for other in others:
            if chances.get(base, 0) != chances.get(other, 0):
                yield {"history": history, "one": base, "other": other}


def dependent_query(statement: Markov, point: Point) -> Iterator[Failure]:
    """Yield histories after which a query has another probability than the matrix says, or than after another."""
    residues = ModularPoint(point)
    walk = residues.walk(statement.scheme, statement.model, statement.starts)
    prior = {a: residues.value(q) for a, q in prior_of(statement).items()}

    @cache
    def law_after(letters: Letters) -> dict[str, int] | None:
        return walk.next_law(*walk.follow(letters), prior)

    if statement.matrix is not None:
        return unlike_matrix(statement, residues, walk, law_after)
    return unlike_histories(statement, walk, law_after)


def unlike_matrix(
    statement: Markov, residues: ModularPoint, walk: Walk[int], law_after: LawAfter
) -> Iterator[Failure]:
    """Yield histories after which a query has another probability than the matrix says."""
    for word in walk.words():
        law = law_after(word.letters)
        if law is None:
            continue
        row = statement.row(len(word.letters), word.node[1])
        for query in statement.scheme.queries:
            entry = residues.value(statement.model.entry(str(statement.matrix), [*row, query]))
            if law.get(query, 0) != entry:
                yield {"history": shown_history(statement.scheme, word.letters), "query": query}


def unlike_histories(statement: Markov, walk: Walk[int], law_after: LawAfter) -> Iterator[Failure]:
    """Yield pairs of histories of one length and end, after which a query has different probabilities."""
    for one, other in chain(neighbours(walk), pairs(walk)):
        first, second = law_after(one), law_after(other)
        if first is None or second is None:
            continue
        for query in statement.scheme.queries:
            if first.get(query, 0) != second.get(query, 0):
                history, another = (shown_history(statement.scheme, each) for each in (one, other))
                yield {"history": history, "other": another, "query": query}


# -- experiments


def of_experiment(statement: Hides | Tells, point: Point) -> Iterator[Failure]:
    """Yield what fails at a point."""
    here = model_at(statement.model, point)
    try:
        statement.experiment.lawful(here)
    except Undefined:
        return
    if isinstance(statement, Hides):
        yield from not_hidden(statement, here)
    elif isinstance(statement, Tells):
        yield from not_told(statement, here)


def not_told(statement: Tells, model: Model) -> Iterator[Failure]:
    """Yield two outcomes with one view, of which the statement says that it tells them apart."""
    first_with: dict[Outcome, dict[str, Index]] = {}
    joint, _ = statement.experiment.joint(model, statement.words)
    for values in joint:
        outcome = dict(zip(statement.words, values, strict=True))
        view = tuple(outcome[word] for word in statement.view)
        first = first_with.setdefault(view, outcome)
        if any(first[word] != outcome[word] for word in statement.revealed):
            yield {"one": first, "other": outcome}


def not_hidden(statement: Hides, model: Model) -> Iterator[Failure]:
    """Yield a view that has different probabilities given two secrets."""
    inputs = len(statement.inputs)
    for case, laws in statement.laws(model, lambda q: not q.top).items():
        (one, base), *others = laws.items()
        for other, law in others:
            differs = unlike(base, law)
            if differs is not None:
                yield {
                    "inputs": dict(zip(statement.inputs, case[:inputs], strict=True)),
                    "knowing": dict(zip(statement.knowing, case[inputs:], strict=True)),
                    "view": dict(zip(statement.view, differs, strict=True)),
                    "one": dict(zip(statement.secret, one, strict=True)),
                    "other": dict(zip(statement.secret, other, strict=True)),
                }


def unlike(one: Law, other: Law) -> Outcome | None:
    """Return an outcome with another probability in the other law; None if there is none."""
    ratio = sum_quotients(one.values()) / sum_quotients(other.values())
    for outcome in {**one, **other}:
        if (one.get(outcome, ZERO) - other.get(outcome, ZERO) * ratio).top:
            return outcome
    return None
