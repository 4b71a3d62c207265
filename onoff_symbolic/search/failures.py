"""Where a statement fails: points, choices, states, histories, laws. The checker says whether they show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from .bridge import Bridge, Hypotheses, names_of, points
from .entropies import law, speaks_of_entropies
from .invariants import Moves, Paths, states_at
from .programs import Masses
from .facts import Seeker
from ..algebra.field import Point
from ..algebra.region import Region as Plain
from ..checker.core import Goal, fails_at
from ..checker.language import FLIP, Relation
from ..checker.polynomials import Invalid, Quotient, Undefined, constant, negative, plain
from ..checker.programs import Cost, General, OfProgram, Optimal, Optimum
from ..checker.regions import cleared
from ..checker.scheme import Running, State
from ..checker.statements import Always, Decodable, Determined, Holds, Markov, Private, Statement, States
from ..errors import Pole, Undecidable
from ..programs import exact as linear
from ..schemes.histories import reach

TIMES = 6
TRIED = 20
Failure = dict[str, Any]
NEGATED = {">": ["<="], ">=": ["<"], "=": ["<", ">"], "!=": ["="]}


def find(goal: Goal, statement: Statement, violated: Sequence[str], others: Sequence[str],
         hints: Sequence[Point] = ()) -> Failure | None:
    """Evidence that the statement fails at a point of its region and of the domain where not all of `violated` hold
    (if there are any) and all of `others` do; None if none was found."""
    for hypotheses in _places(goal, statement, violated, others):
        try:
            for failure in _witnesses(statement, hypotheses, hints):
                try:
                    fails_at(goal, statement, failure, violated, others)
                    return failure
                except (Invalid, Undefined):
                    continue
        except (Undecidable, Pole, Invalid, Undefined):
            continue
    return None


def _places(goal: Goal, statement: Statement, violated: Sequence[str], others: Sequence[str]) -> Iterator[Hypotheses]:
    """The hypotheses that hold where it is to fail."""
    base = [(p, sign) for p, sign, _ in statement.region.hypotheses]
    base += [(p, sign) for p, sign, _ in goal.domain.hypotheses] if goal.domain is not None else []
    base += [(gap.top, sign) for _, relation in goal.model.relations(others) for gap, sign in [cleared(relation)]]
    if not violated:
        yield base
    for _, relation in goal.model.relations(violated):
        for more in _negated(relation):
            yield [*base, more]


def _negated(relation: Relation) -> Iterator[Any]:
    """Where the relation is false, or has no value."""
    gap, sign = cleared(relation)
    if not gap.bottom or sign in ("=", "!="):
        for other in NEGATED[sign]:
            yield (negative(gap.top), FLIP[other]) if other in ("<", "<=") else (gap.top, other)
    else:       # the sign of the divisor is not known: look on both sides
        yield from ((p, ">=") for p in (gap.top, negative(gap.top)))
    yield from ((dict(key), "=") for key in gap.bottom)


def _written(point: Mapping[str, Fraction], names: Iterable[str]) -> dict[str, str]:
    return {name: str(point.get(name, Fraction(0))) for name in names}


def _witnesses(statement: Statement, hypotheses: Hypotheses, hints: Sequence[Point]) -> Iterator[Failure]:
    """What may show that the statement fails; most of it will not."""
    names = statement.model.names
    if isinstance(statement, Holds):
        yield from _of_holds(statement, hypotheses, hints)
        return
    tried = [*hints, *islice(points(names, hypotheses), TRIED)]
    for point in tried:
        at = _written(point, names)
        numbers = {name: Fraction(text) for name, text in at.items()}
        if isinstance(statement, Always):
            yield from ({"at": at, "time": time} for time in range(TIMES))
        elif isinstance(statement, Optimum):
            yield from ({"at": at, **shows} for shows in _of_program(statement, numbers))
        elif isinstance(statement, General):
            yield {"at": at}
        elif isinstance(statement, Optimal):
            for time in range(TIMES):
                yield from ({"at": at, "time": time, **shows} for shows in _cheaper(statement, numbers, time))
        elif isinstance(statement, Cost):
            yield from ({"at": at, "time": time} for time in range(TIMES))
        elif isinstance(statement, Private):
            yield from ({"at": at, **shows} for shows in _of_histories(statement, numbers))
        elif isinstance(statement, States):
            yield from ({"at": at, **shows} for shows in _of_states(statement, numbers))


def _of_holds(statement: Holds, hypotheses: Hypotheses, hints: Sequence[Point]) -> Iterator[Failure]:
    names = statement.model.names
    if speaks_of_entropies(statement):
        point = next(points(names, hypotheses), None)
        shows = law(statement) if point is not None else None
        if point is not None and shows is not None:
            yield {"at": _written(point, names), "choice": {}, **shows}
        return
    from ..checker.language import Reader

    reader = Reader(statement.model, statement.text)
    for choice in reader.choices():
        yield from ({"at": _written(hint, names), "choice": choice} for hint in hints)
        try:
            relations = reader.relations(choice)
        except Undefined:       # it has no value anywhere
            yield from ({"at": _written(point, names), "choice": choice} for point in points(names, hypotheses, (), 1))
            continue
        for relation in relations:
            near = names_of(relation[0].top, relation[2].top) | relation[0].names() | relation[2].names()
            for more in _negated(relation):
                try:
                    for point in points(names, [*hypotheses, more], near, TRIED):
                        yield {"at": _written(point, names), "choice": choice}
                except (Undecidable, Pole):
                    continue


# -- programs


def _numeric(statement: OfProgram, point: Mapping[str, Fraction]) -> linear.Program:
    region = statement.region
    masses = Masses(statement.program, statement.laws, region, Seeker(statement.goal))   # type: ignore[attr-defined]
    return masses.parametric(Bridge(()), point).at({})


def _of_program(statement: Optimum, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """The optimum at one point: a law that costs less, or multipliers that prove more."""
    answer = linear.solve(_numeric(statement, point))
    if isinstance(answer, linear.Optimum):
        masses = Masses(statement.program, statement.laws, statement.region, Seeker(statement.goal))
        yield {"values": {",".join(key): str(x) for key, x in zip(masses.keys, answer.point) if x}}
        yield {"multipliers": [str(y) for y in answer.multipliers]}


def _cheaper(statement: Optimal, point: Mapping[str, Fraction], time: int) -> Iterator[Failure]:
    """A law that costs less than the scheme at this time."""
    if not statement.nodes:
        statement.invariant([{"holds": []}] * statement.scheme.period)
    masses = Masses(statement.program, statement.laws[0], statement.nodes[0][0], Seeker(statement.goal))
    values = {**point, **states_at(statement, point, time)}
    answer = linear.solve(masses.parametric(Bridge(()), values).at({}))
    if isinstance(answer, linear.Optimum):
        yield {"values": {",".join(key): str(x) for key, x in zip(masses.keys, answer.point) if x}}


# -- schemes


def _of_states(statement: States, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """States and rows at a point, the earliest first."""
    numbers = {name: Quotient(constant(plain(value))) for name, value in point.items()}
    running = Running(statement.model.at(numbers), statement.scheme, lambda q: not q.top)
    states = {(a, a, statement.scheme.start) for a in statement.scheme.sources}
    for time in range(TIMES):
        after: set[State] = set()
        for state in sorted(states):
            shown: Failure = {"time": time, "state": list(state)}
            if isinstance(statement, Decodable):
                yield shown
            elif isinstance(statement, Determined):
                yield from ({**shown, "other": list(other)} for other in sorted(states))
            else:
                yield from ({**shown, "request": request} for request in (*statement.scheme.sources, None))
            try:
                after.update(s for s, _ in running.moves(time + 1, state))
            except (Undefined, Invalid):
                continue
        states = after


def _of_histories(statement: Private, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """Histories that give a new direction, the shortest first: if any shows something, one of these does."""
    numbers = {name: Quotient(constant(plain(value))) for name, value in point.items()}
    moves = Moves(statement, statement.model.at(numbers))
    moves.running.vanishes = lambda q: not q.top
    bridge = Bridge(())
    moves.over(bridge, Plain(bridge.field))
    found = reach(Paths(moves)).words
    paths = [[statement.scheme.start, *word.letters] for word in found]
    base, *others = statement.scheme.sources
    for word, path in zip(found, paths):
        if not isinstance(statement, Markov):
            for other in others:
                total = {a: sum((e for (first, _), e in word.vector.items() if first == a), bridge.field.zero)
                         for a in (base, other)}
                if total[base] != total[other]:
                    yield {"history": path, "one": base, "other": other}
        elif statement.matrix is not None:
            yield from ({"history": path, "query": query} for query in statement.scheme.queries)
        else:
            yield from ({"history": path, "other": other, "query": query} for other in paths
                        if len(other) == len(path) and other[-1] == path[-1] and other != path
                        for query in statement.scheme.queries)
