"""Where relations fail: points, choices of bound names, and times of sequences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from typing import Any

from ..algebra.bridge import SEARCHED_POINTS, Hypotheses, points, value
from ..algebra.field import Point
from ..checker import Always, Holds, Least, Statement
from ..checker.polynomials import (
    COMPARE,
    FLIP,
    Poly,
    Relation,
    Undefined,
    add,
    constant,
    is_constant,
    negative,
    plain,
)

from ..errors import Pole, Undecidable
from .entropies import constants, law, speaks_of_entropies, stands_in_text
from .write import point_of, point_text

TIMES = 6
TRIED = 20
EVALUATED = 4_000_000
"""Factors of terms that are evaluated at points of one relation: of a long one, fewer points are looked at."""
NEGATED = {">": ["<="], ">=": ["<"], "=": ["<", ">"], "!=": ["="]}

Failure = dict[str, Any]
Signed = tuple[Poly, str]


def negated(relation: Relation) -> Iterator[Signed]:
    """Yield hypotheses by which the relation is false, or has no value."""
    gap, sign = relation
    if not gap.bottom or sign in ("=", "!="):
        for other in NEGATED[sign]:
            yield (negative(gap.top), FLIP[other]) if other in ("<", "<=") else (gap.top, other)
    else:  # the sign of the divisor is not known: look on both sides
        other = ">" if sign == ">=" else ">="
        yield gap.top, other
        yield negative(gap.top), other
    for key in gap.bottom:
        yield dict(key), "="


def at_values(values: Iterable[tuple[str, Fraction]]) -> list[Signed]:
    """Return equations that give names their values."""
    return [(add({(name,): 1}, constant(plain(-value))), "=") for name, value in values]


def points_where(
    statement: Statement,
    hypotheses: Hypotheses,
    more: Iterable[Signed],
    near: Iterable[str] | None = None,
    tried: int = 2,
) -> Iterator[Point]:
    """Yield points where one of these holds, too."""
    for each in more:
        try:
            yield from points(statement.model.names, [*hypotheses, each], near, tried)
        except (Undecidable, Pole):
            continue


# -- holds


@dataclass(frozen=True)
class Instance:
    """A choice of the bound names, and the relations that are open then."""

    choice: Mapping[str, Any]
    relations: Sequence[Relation]

    @property
    def names(self) -> set[str]:
        """The names of which the relations speak."""
        return {name for gap, _ in self.relations for name in gap.names()}

    @property
    def points(self) -> int:
        """How many points are looked at."""
        size = sum(1 + len(monomial) for gap, _ in self.relations for monomial in gap.top)
        return min(SEARCHED_POINTS, EVALUATED // max(size, 1))


def wrong_relations(
    statement: Holds, hypotheses: Hypotheses, hints: Sequence[Point]
) -> Iterator[Failure]:
    """Yield points and choices at which the relation may be false, or without a value."""
    names = statement.model.names
    if speaks_of_entropies(statement):
        yield from wrong_entropies(statement, hypotheses)
        if stands_in_text(statement):
            return
    late = list[Instance]()
    parsed = statement.model.relation(statement.text)
    for choice in statement.model.choices(parsed):
        yield from shown_at(hints, names, choice)
        try:
            relations = statement.model.instance(parsed, choice)
        except Undefined:  # it has no value anywhere
            yield from shown_at(points(names, hypotheses, (), 1), names, choice)
            continue
        open_relations = [relation for relation in relations if not is_trivial(relation)]
        instance = Instance(choice, open_relations)
        if open_relations:
            simple = points(names, hypotheses, instance.names, instance.points)
            false_at = (p for p in simple if any(is_false(each, p) for each in open_relations))
            yield from shown_at(false_at, names, choice)
        if instance.points == SEARCHED_POINTS:
            late.append(instance)
    for instance in late:  # where no simple point is one, look where the relation is false
        ways = [way for relation in instance.relations for way in negated(relation)]
        found = points_where(statement, hypotheses, ways, instance.names, TRIED)
        yield from shown_at(found, names, instance.choice)


def shown_at(
    points: Iterable[Point], names: Sequence[str], choice: Mapping[str, Any], **more: Any
) -> Iterator[Failure]:
    """Yield a choice at points."""
    for point in points:
        yield {"at": point_text(point, names), "choice": choice, **more}


def wrong_entropies(statement: Holds, hypotheses: Hypotheses) -> Iterator[Failure]:
    """Yield a point with constant random variables, and one with a law."""
    names = statement.model.names
    point = next(points(names, hypotheses, None, 1), None)
    if point is None:
        return
    yield from shown_at([point], names, {}, **constants(statement))
    refuting = law(statement)
    if refuting is not None:
        values, shown = refuting
        fixed = at_values(point_of(values).items())
        yield from shown_at(points(names, [*hypotheses, *fixed], None, 1), names, {}, **shown)


def is_trivial(relation: Relation) -> bool:
    """Return whether a relation between numbers is true."""
    gap, sign = relation
    return not gap.bottom and is_constant(gap.top) and COMPARE[sign](gap.top.get((), 0), 0)


def is_false(relation: Relation, point: Point) -> bool:
    """Return whether the relation is false, or without a value, at a point."""
    gap, sign = relation
    number = value(gap.top, point)
    for key, exponent in gap.bottom.items():
        bottom = value(dict(key), point)
        if not bottom:
            return True
        number /= bottom**exponent
    return not COMPARE[sign](number, 0)


# -- sequences, programs


def wrong_times(
    statement: Always, hypotheses: Hypotheses, point: Point
) -> Iterator[Failure]:
    """Yield times; where names vary, with some of their values for each."""
    varying = statement.varying
    if not varying:
        yield from ({"time": time} for time in range(TIMES))
        return
    fixed = at_values((name, value) for name, value in point.items() if name not in varying)
    candidates = islice(points(statement.model.names, [*hypotheses, *fixed], varying), TRIED)
    values = [*dict.fromkeys(tuple(there[name] for name in varying) for there in candidates)]
    if not values:
        return
    few = dict.fromkeys([values[0], max(values), min(values), *values[1:2]])
    texts = [dict(zip(varying, map(str, each))) for each in few]
    for time in range(TIMES):
        for chosen in islice(product(texts, repeat=time + 1), 3 * TRIED):
            yield {"time": time, "varying": list(chosen)}


def points_at_edges(statement: Least, hypotheses: Hypotheses) -> Iterator[Point]:
    """Yield points at the edge of the region of a program, and where its value has none."""
    value = statement.model.expression(statement.stated)
    poles = [(dict(key), "=") for key in value.bottom]
    edges = [(p, "=") for p, sign in hypotheses if sign == ">=" and not is_constant(p)]
    return points_where(statement, hypotheses, [*poles, *edges])
