"""Where a statement fails: points, choices, states, histories, laws. The checker says whether they show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, count, islice, product
from typing import Any

from ..algebra.bridge import SEARCHED_POINTS, Bridge, Hypotheses, model_at, points, value
from .entropies import constants, law, speaks_of_entropies, stands_in_text
from .elements import cells_of, names_of_scheme, prior_of
from .numbers import ModularPoint, neighbours, pairs, shown_history
from .errors import NotFound
from .secrecy import of_experiment, suspicious
from .undercut import cheaper, of_least, of_program
from .write import point_text
from ..algebra.echelon import PRIME
from ..algebra.field import Point
from ..algebra.walk import Walk
from ..checker.core import Goal, fails_at
from ..checker.experiment import OfExperiment
from ..checker.meaning import Relation
from ..checker.syntax import FLIP
from ..checker.polynomials import (
    Invalid, Poly, Quotient, Undefined, add, constant, is_constant, key_of, negative, plain)
from ..checker.programs import General, Least, Optimal, Optimum
from ..checker.regions import COMPARE
from ..checker.scheme import MAX_STEPS, Running, State
from ..checker.induction import Alike, Always, Cost, Markov
from ..checker.statements import Decodable, Holds, Normalised, Statement, States
from ..errors import Pole, Undecidable

TIMES = 6
LONGEST, LATEST = MAX_STEPS, 20
"""The last t of a state, and one more than the last of a history, that the checker follows; and up to which t a law
that costs less than a scheme is looked for."""
TRIED = 20
BEGINNING = 3
"""Times at which sequences are written out."""
EVALUATED = 4_000_000
"""Factors of terms that are evaluated at points of one relation: of a long one, fewer points are looked at."""
Failure = dict[str, Any]
Known = dict[tuple[str, tuple[Fraction, ...]], list[tuple[tuple[str, ...], tuple[str, ...]]]]
"""How, and at which point → pairs of histories of one length and end."""
NEGATED = {">": ["<="], ">=": ["<"], "=": ["<", ">"], "!=": ["="]}


def find(goal: Goal, statement: Statement, violated: Sequence[str], others: Sequence[str],
         hints: Sequence[Point] = (), tried: int = TRIED, late: list[str] | None = None) -> Failure | None:
    """Evidence that the statement fails at a point of its region and of the domain where not all of `violated` hold
    (if there are any) and all of `others` do; None if none was found. What seems to fail too late is told in `late`."""
    for hypotheses in _places(goal, statement, violated, others):
        try:
            for failure in _witnesses(statement, hypotheses, hints, tried):
                if (why := _late(failure)) is not None:
                    if late is not None:
                        late.append(why)
                    continue
                try:
                    fails_at(goal, statement, failure, violated, others)
                    return failure
                except (Invalid, Undefined):
                    continue
        except (Undecidable, Pole, Invalid, Undefined, NotFound):
            continue
    return None


def _late(failure: Failure) -> str | None:
    """That the checker does not follow a scheme so far."""
    time, last = failure.get("time", 0), LONGEST
    if "history" in failure:
        time, last = len(failure["history"]) - 1, LONGEST - 1
    return f"it seems to fail at t = {time}; the checker follows a scheme up to t = {last}" if time > last else None


def _places(goal: Goal, statement: Statement, violated: Sequence[str], others: Sequence[str]) -> Iterator[Hypotheses]:
    """The hypotheses that hold where it is to fail."""
    base = [(p, sign) for p, sign, _ in statement.region.hypotheses]
    base += [(p, sign) for p, sign, _ in goal.domain.hypotheses] if goal.domain is not None else []
    base += [(gap.top, sign) for _, (gap, sign) in goal.model.relations(others)]
    if not violated:
        yield base
    for _, relation in goal.model.relations(violated):
        for more in _negated(relation):
            yield [*base, more]


def _negated(relation: Relation) -> Iterator[Any]:
    """Where the relation is false, or has no value."""
    gap, sign = relation
    if not gap.bottom or sign in ("=", "!="):
        for other in NEGATED[sign]:
            yield (negative(gap.top), FLIP[other]) if other in ("<", "<=") else (gap.top, other)
    else:       # the sign of the divisor is not known: look on both sides
        yield from ((p, ">" if sign == ">=" else ">=") for p in (gap.top, negative(gap.top)))
    yield from ((dict(key), "=") for key in gap.bottom)


def _witnesses(statement: Statement, hypotheses: Hypotheses, hints: Sequence[Point],
               limit: int) -> Iterator[Failure]:
    """What may show that the statement fails; most of it will not."""
    names, known = statement.model.names, Known()
    if isinstance(statement, Holds):
        yield from _of_holds(statement, hypotheses, hints)
        return
    near = {*names} - {*statement.variables} if type(statement) is Least else None
    if isinstance(statement, Optimal):
        near = names_of_scheme(statement.scheme, statement.model).union(
            *(statement.model.entry(statement.prior, [a]).names() for a in statement.scheme.sources))
    late = suspicious if isinstance(statement, OfExperiment) else _at_faults
    seen = set[tuple[Fraction, ...]]()
    for point in chain(hints, islice(points(names, hypotheses, near), limit), late(statement, hypotheses)):
        at = point_text(point, names)
        numbers = {name: Fraction(text) for name, text in at.items()}
        if isinstance(statement, Always):       # sequences and what varies have other values than at the point
            moved = {*statement.value["start"], *statement.varying}
            fixed = tuple(value for name, value in numbers.items() if name not in moved)
            if fixed not in seen:
                seen.add(fixed)
                yield from ({"at": at, **shows} for shows in _of_always(statement, hypotheses, numbers))
        elif isinstance(statement, General):
            yield {"at": at}
        elif isinstance(statement, Optimum):
            yield from ({"at": at, **shows} for shows in of_program(statement, numbers))
        elif isinstance(statement, Least):
            yield from ({"at": at, **shows} for shows in of_least(statement, numbers))
        elif isinstance(statement, Optimal):
            last = max(3, min(statement.scheme.period, 2 * TIMES)) if limit < 3 else LATEST
            for time in range(1, last + 1):
                yield from ({"at": at, "time": time, **shows} for shows in cheaper(statement, numbers, time))
        elif isinstance(statement, Cost):
            yield from ({"at": at, "time": time} for time in range(TIMES))
        elif isinstance(statement, Alike):
            yield from ({"at": at, **shows} for shows in _of_histories(statement, numbers, known))
        elif isinstance(statement, States):
            yield from ({"at": at, **shows} for shows in _of_states(statement, numbers))
        elif isinstance(statement, OfExperiment):
            yield from ({"at": at, **shows} for shows in islice(of_experiment(statement, numbers), 1))


def _of_always(statement: Always, hypotheses: Hypotheses, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """Times; where names vary, some of their values for each."""
    if not statement.varying:
        yield from ({"time": time} for time in range(TIMES))
        return
    names = statement.model.names
    fixed = [(add({(name,): 1}, constant(plain(-value))), "=") for name, value in point.items()
             if name not in statement.varying]
    values = list(dict.fromkeys(tuple(there[name] for name in statement.varying) for there in islice(
        points(names, [*hypotheses, *fixed], statement.varying), TRIED)))
    few = dict.fromkeys((*values[:1], *([max(values), min(values)] if values else []), *values[1:2]))
    for time in range(TIMES):
        for chosen in islice(product(few, repeat=time + 1), 3 * TRIED):
            yield {"time": time, "varying": [dict(zip(statement.varying, map(str, each))) for each in chosen]}


def _at_faults(statement: Statement, hypotheses: Hypotheses) -> Iterator[Point]:
    """Points where an entry of a scheme has no value, or is negative, where sequences begin wrongly, or, for a program,
    at the edge of its region and where its value has none."""
    if isinstance(statement, Always) and not statement.varying:
        yield from _begins(statement, hypotheses)
    if type(statement) is Least:
        value = statement.model.expression(statement.least)
        edges = [(p, "=") for p, sign in hypotheses if sign == ">=" and not is_constant(p)]
        yield from _where(statement, hypotheses, [*((dict(key), "=") for key in value.bottom), *edges])
    if isinstance(statement, States) and type(statement) in (States, Normalised):
        model, scheme = statement.model, statement.scheme
        cells = cells_of(scheme, model)
        signs = [pair for cell in cells for pair in _negated((cell, ">="))]
        signs += [(p, ">") for cell in cells if cell.bottom
                  for factor in _factors(cell, model.names) for p in (factor, negative(factor))]
        faults = {(key_of(p)[0], key_of(p)[1] > 0, sign): (p, sign) for p, sign in signs
                  if p and max(map(len, p)) == 1}
        yield from _where(statement, hypotheses, faults.values())   # linear: a point is found at once, or there is none


def _where(statement: Statement, hypotheses: Hypotheses, more: Iterable[Any]) -> Iterator[Point]:
    """Points where one of these holds, too."""
    for each in more:
        try:
            yield from points(statement.model.names, [*hypotheses, each], None, 2)
        except (Undecidable, Pole):
            continue


def _begins(statement: Always, hypotheses: Hypotheses) -> Iterator[Point]:
    """Points where a relation is false at one of the first times."""
    values = statement.start
    for _ in range(BEGINNING):
        here = statement.model.at(values)
        yield from _where(statement, hypotheses, [
            more for _, relation in here.relations(statement.texts) for more in _negated(relation)])
        values = {name: here.expression(text) for name, text in statement.value["next"].items()}


def _factors(cell: Quotient, names: Sequence[str]) -> list[Poly]:
    """Where an entry changes its sign, one of these does."""
    bridge = Bridge(names)
    try:
        return [bridge.poly(factor) for factor in bridge.element(cell.top).factors()] if cell.top else []
    except Undecidable:
        return []


def _of_holds(statement: Holds, hypotheses: Hypotheses, hints: Sequence[Point]) -> Iterator[Failure]:
    names = statement.model.names
    if speaks_of_entropies(statement):
        point = next(points(names, hypotheses, None, 1), None)
        if point is not None:
            yield {"at": point_text(point, names), "choice": {}, **constants(statement)}
        found = law(statement) if point is not None else None
        if found is not None:
            fixed = [(add({(name,): 1}, constant(plain(-Fraction(text)))), "=") for name, text in found[0].items()]
            for point in points(names, [*hypotheses, *fixed], None, 1):
                yield {"at": point_text(point, names), "choice": {}, **found[1]}
        if stands_in_text(statement):
            return
    said, late = statement.model.said(statement.text), list[Any]()
    for choice in said.choices(statement.model):
        yield from ({"at": point_text(hint, names), "choice": choice} for hint in hints)
        try:
            relations = said.relations(statement.model, choice)
        except Undefined:       # it has no value anywhere
            yield from ({"at": point_text(point, names), "choice": choice}
                        for point in points(names, hypotheses, (), 1))
            continue
        open_ones = [r for r in relations if not _trivial(r)]
        near = {n for gap, _ in open_ones for n in gap.names()}
        size = sum(1 + len(m) for gap, _ in open_ones for m in gap.top)
        limit = min(SEARCHED_POINTS, EVALUATED // max(size, 1))
        for point in points(names, hypotheses, near, limit) if open_ones else ():
            if any(_false(relation, point) for relation in open_ones):
                yield {"at": point_text(point, names), "choice": choice}
        late += [(choice, near, more) for relation in open_ones for more in _negated(relation)
                 if limit == SEARCHED_POINTS]
    for choice, near, more in late:     # where no simple point is one, look where the relation is false
        try:
            for point in points(names, [*hypotheses, more], near, TRIED):
                yield {"at": point_text(point, names), "choice": choice}
        except (Undecidable, Pole):
            continue


def _trivial(relation: Relation) -> bool:
    gap, sign = relation
    return not gap.bottom and is_constant(gap.top) and COMPARE[sign](gap.top.get((), 0), 0)


def _false(relation: Relation, point: Mapping[str, Fraction]) -> bool:
    """Whether the relation is false, or without a value, at a point."""
    gap, sign = relation
    found = value(gap.top, point)
    for key, exponent in gap.bottom.items():
        bottom = value(dict(key), point)
        if not bottom:
            return True
        found /= bottom ** exponent
    return not COMPARE[sign](found, 0)


# -- schemes


def _of_states(statement: States, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """States and rows at a point, the earliest first."""
    running = Running(model_at(statement.model, point), statement.scheme, lambda q: not q.top)
    states = {(a, a, statement.scheme.start) for a in statement.scheme.sources}
    seen = set[tuple[int, frozenset[State]]]()
    for time in count():
        here = statement.scheme.phase(time), frozenset(states)
        if here in seen:        # from here on nothing new comes
            return
        seen.add(here)
        after: set[State] = set()
        if isinstance(statement, Decodable):
            yield from ({"time": time, **dict(zip(statement.shown, map(list, fault)))}
                        for fault in statement.faults(time, sorted(states)))
        for state in sorted(states):
            if not isinstance(statement, Decodable):
                yield from ({"time": time, "state": list(state), "request": request}
                            for request in _wrong_rows(statement, running, time, state))
            try:
                after.update(s for s, _ in running.moves(time + 1, state))
            except (Undefined, Invalid):
                continue
        states = after


def _wrong_rows(statement: States, running: Running, time: int, state: State) -> Iterator[str | None]:
    """Requests after which there is no law, or one that is none; None: the row of the chain is none."""
    for request in statement.scheme.sources:
        try:
            if running.model.entry(statement.scheme.chain, [state[1], request]).top:
                law = statement.scheme.law(running.model, time + 1, state, request)
                if not _is_law(law.values()):
                    yield request
        except Undefined:
            yield request
    if not _is_law([running.model.entry(statement.scheme.chain, [state[1], x]) for x in statement.scheme.sources]):
        yield None


def _is_law(chances: Iterable[Quotient]) -> bool:
    values = [Fraction(q.top.get((), 0)) for q in chances]
    return sum(values) == 1 and min(values) >= 0


def _of_histories(statement: Alike, point: Mapping[str, Fraction], known: Known) -> Iterator[Failure]:
    """Yield histories that give a new direction, the shortest first: if any shows something, one of these does."""
    residues = ModularPoint(point)
    walk = residues.walk(statement.scheme, statement.model, statement.starts)
    if isinstance(statement, Markov):
        own = tuple(point[name] for name in sorted(names_of_scheme(statement.scheme, statement.model)))
        yield from _of_chain(statement, residues, walk, own, known)
        return
    base, *others = statement.starts
    for word in walk.words():
        chances = walk.given_first(word.vector)
        history = shown_history(statement.scheme, word.letters)
        yield from ({"history": history, "one": base, "other": other}
                    for other in others if chances.get(base, 0) != chances.get(other, 0))


def _of_chain(statement: Markov, residues: ModularPoint, walk: Walk[int], own: tuple[Fraction, ...],
              known: Known) -> Iterator[Failure]:
    """Yield histories after which a query has another probability than the matrix says, or than after the other history
    of a pair: of words that give a new direction first, then of all. Pairs do not depend on the law of X_0."""
    prior = {a: residues.value(q) for a, q in prior_of(statement).items()}

    @cache
    def law(letters: tuple[str, ...]) -> dict[str, int] | None:
        """Return Pr(next query | history); None if the history does not occur."""
        node, vector = walk.follow(letters)
        total = walk.mass(vector, prior)
        scale = pow(total, -1, PRIME) if total else 0
        return {q: walk.mass(v, prior) * scale % PRIME for q, v in walk.step(node, vector).items()} if total else None

    if statement.matrix is not None:
        for word in walk.words():
            row, place = law(word.letters), statement.row(len(word.letters), word.node[1])
            for query in statement.scheme.queries if row is not None else ():
                entry = residues.value(statement.model.entry(statement.matrix, [*place, query]))
                if (row or {}).get(query, 0) != entry:
                    yield {"history": shown_history(statement.scheme, word.letters), "query": query}
        return
    for way in (neighbours, pairs):
        if (way.__name__, own) not in known:
            known[way.__name__, own] = list(way(walk))
        for one, other in known[way.__name__, own]:
            laws = law(one), law(other)
            for query in statement.scheme.queries if laws[0] is not None and laws[1] is not None else ():
                if (laws[0] or {}).get(query, 0) != (laws[1] or {}).get(query, 0):
                    yield {"history": shown_history(statement.scheme, one),
                           "other": shown_history(statement.scheme, other), "query": query}
