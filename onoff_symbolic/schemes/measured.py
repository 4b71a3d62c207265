"""A scheme at one point, in numbers: what it costs over time, and for one that leaks, how much it reveals.

X_0 is uniform here. What is revealed of X_0 by time t is I(X_0; Q_1, …, Q_t) in bits. Its logarithms are enclosed in
intervals (mpmath's interval arithmetic), everything else is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product

from ..algebra.echelon import FRACTIONS
from ..algebra.field import Point
from ..algebra.walk import Walk, walk_of
from ..algebra.walk import State
from ..checker.polynomials import Invalid, Undefined, Work
from ..errors import InputError, Pole, Undecidable
from .chain import Chain
from .files import SchemeFile, chain_at, numbers_of
from .scheme import MAX_READING, Scheme

TIMES = 10
MAX_SOURCES = 4  # for a bound at every t
MAX_CLASSES = 20_000
_BITS = 120

Classes = dict[tuple[tuple[State, Fraction], ...], Fraction]
"""Law of (X_0, X_t, Q_t), Q_t being one query → the probability of all histories that leave it."""


@dataclass(frozen=True)
class Branch:
    """A query that may follow the history so far, with the probability of history and query for each value of X_0."""

    query: str
    taken: bool
    chances: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class LastLaw:
    """The law of the last query of a history, as the rule in force has it."""

    given: str
    """What the rows are given beside X_t: X_0 or X_{t-1}."""
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]
    """(its value, that of X_t, the probabilities in the order of the queries)."""


@dataclass(frozen=True)
class Leakage:
    """What a history reveals: step by step, the law of X_0 after it, and the information of all queries up to t."""

    tree: tuple[tuple[Branch, ...], ...]
    posterior: tuple[tuple[str, Fraction], ...]
    information: tuple[tuple[int, Fraction, Fraction], ...]
    """(t, lower, upper) in bits."""
    law: LastLaw | None = None


@dataclass(frozen=True)
class AtPoint:
    """What a scheme costs at a point, and what a history reveals there."""

    point: Point
    rows: tuple[tuple[int, Fraction, Fraction | None], ...]
    """(t, expected download, what no private scheme does better than): computed, not certified."""
    leakage: Leakage | None = None


def measure(
    file: SchemeFile,
    at: str,
    witness: Mapping[str, Fraction],
    least: Callable[[Chain, int], Fraction],
    history: Sequence[str] = (),
    pair: Sequence[str] = (),
) -> AtPoint:
    """Return the scheme at a point: the one that is given, that of the witness, or a simple one inside the region.

    `least` returns the least expected download for a chain at t."""
    point = _point(file, at, witness)
    chain = numbers_of(file.scheme.chain, point, "at: ")
    walk = numeric_walk(file.scheme, point)
    few = len(chain.sources) <= MAX_SOURCES
    try:
        rows = tuple(
            (t, cost, least(chain, t) if few else None)
            for t, cost in enumerate(costs_at(file.scheme, walk, TIMES))
        )
        leakage = (
            Leakage(*_tree(walk, history, pair), tuple(information(walk, TIMES)), _last_law(file, history))
            if history
            else None
        )
    except Pole:
        raise InputError("at: a denominator of the scheme is zero there") from None
    return AtPoint(point, rows, leakage)


def _point(file: SchemeFile, at: str, witness: Mapping[str, Fraction]) -> Point:
    names = file.scheme.field.names
    if at:
        return chain_at(file.scheme.chain, at, file.region.hypotheses)[0]
    point = file.region.sample()
    if point is None:
        raise Undecidable("no point of the region was found; give values for the parameters")
    moved = {**point, **witness}
    found = moved if file.region.holds(moved) else point
    return {name: found[name] for name in names}


def numeric_walk(scheme: Scheme, point: Point) -> Walk[Fraction]:
    """Return the walk of a scheme at a point, X_0 being uniform."""
    walk = walk_of(scheme.process, scheme.model, FRACTIONS, lambda q: scheme.read(q).at(point))
    return replace(walk, start=dict.fromkeys(walk.start, Fraction(1, len(scheme.sources))))


def costs_at(scheme: Scheme, walk: Walk[Fraction], times: int) -> list[Fraction]:
    """Return the expected download at t = 0, …, times."""
    sizes = {query: len(downloads) for query, downloads in scheme.downloads.items()}
    return [
        sum((p * sizes[state[2]] for state, p in layer.items()), Fraction(0))
        for layer in islice(walk.layers(), times + 1)
    ]


# -- what is revealed ----------------------------------------------------------------------------------------


def _tree(
    walk: Walk[Fraction], history: Sequence[str], pair: Sequence[str]
) -> tuple[tuple[tuple[Branch, ...], ...], tuple[tuple[str, Fraction], ...]]:
    """Return a history step by step, and the law of X_0 after it, which is uniform before."""
    share, zero = Fraction(1, len(walk.start)), Fraction(0)
    node, vector = walk.first, walk.start
    levels: list[tuple[Branch, ...]] = [
        (Branch(history[0], True, tuple((a, Fraction(1)) for a in pair)),)
    ]
    for taken in history[1:]:
        after = walk.step(node, vector)
        chances = {
            query: walk.given_first(after[query]) for query in walk.letters if query in after
        }
        levels.append(
            tuple(
                Branch(query, query == taken, tuple((a, given.get(a, zero) / share) for a in pair))
                for query, given in chances.items()
            )
        )
        node, vector = walk.after(node, taken), after.get(taken, {})
    total = sum(vector.values(), zero)
    given = walk.given_first(vector)
    return tuple(levels), (
        tuple((a, given.get(a, zero) / total) for a, *_ in walk.start) if total else ()
    )


def _last_law(file: SchemeFile, history: Sequence[str]) -> LastLaw | None:
    """Return the law of the last query of a history; None of one that has no step, or where a row has no law."""
    time = len(history) - 1
    if time < 1:
        return None
    scheme, process = file.scheme, file.scheme.process
    rule = next((rule for rule in process.rules if rule.fits(time, history[-2])), None)
    rows = []
    Work.begin(MAX_READING)
    try:
        for given, request in product(scheme.sources, repeat=2):
            law = process.law(scheme.model, time, (given, given, history[-2]), request)
            chances = tuple(str(scheme.read(law[query])) if query in law else "0" for query in scheme.queries)
            rows.append((given, request, chances))
    except (Invalid, Undefined, Pole):
        return None
    return LastLaw(f"X_{time - 1}" if rule is not None and rule.last else "X_0", tuple(rows))


def information(walk: Walk[Fraction], times: int) -> list[tuple[int, Fraction, Fraction]]:
    """Return (t, lower, upper) for I(X_0; Q_1, …, Q_t) in bits, t = 1, …, times. Histories that end in one query and
    leave the same law of (X_0, X_t) are taken together: the future cannot tell them apart. It ends early where there
    are too many."""
    classes: Classes = {tuple(walk.start.items()): Fraction(1)}
    bounds = []
    for time in range(1, times + 1):
        moved: Classes = {}
        for law, weight in classes.items():
            for vector in walk.step((time - 1, ""), dict(law)).values():
                total = sum(vector.values(), Fraction(0))
                key = tuple(sorted((state, p / total) for state, p in vector.items()))
                moved[key] = moved.get(key, Fraction(0)) + weight * total
        if len(moved) > MAX_CLASSES:
            break
        classes = moved
        bounds.append((time, *_bits(classes, Fraction(1, len(walk.start)))))
    return bounds


def _bits(classes: Classes, share: Fraction) -> tuple[Fraction, Fraction]:
    """Return Σ weight · Σ_a r_a log₂(r_a / share), r the law of X_0 that a class leaves, between two numbers."""
    from mpmath import iv
    from mpmath.libmp import to_rational

    weights: dict[Fraction, Fraction] = {}
    for law, weight in classes.items():
        chances: dict[str, Fraction] = {}
        for (a, *_), p in law:
            chances[a] = chances.get(a, Fraction(0)) + p
        for p in chances.values():
            weights[p / share] = weights.get(p / share, Fraction(0)) + weight * p
    iv.prec = _BITS
    total = iv.mpf(0)
    for ratio, weight in weights.items():
        if ratio != 1:
            logarithm = iv.log(iv.mpf(ratio.numerator) / ratio.denominator) / iv.log(iv.mpf(2))
            total += iv.mpf(weight.numerator) / weight.denominator * logarithm
    low, high = (Fraction(*map(int, to_rational(end))) for end in total._mpi_)
    return max(low, Fraction(0)), max(high, Fraction(0))
