"""For which values of its parameters a scheme is private, where it is not for all of them.

A history that leaks leaves an equation: the difference of its probabilities given two values of X_0 must vanish. On
each factor of it the scheme is looked at again. There are certificates that it is private where the equations hold,
and that the difference does not vanish elsewhere; the checker accepted them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from .find import decide
from .goals import scheme_goal
from .split import WHOLE, Split
from ..algebra.field import Element
from ..algebra.region import Hypothesis, Region
from ..algebra.sign import prove
from ..errors import Pole, Undecidable
from ..schemes.histories import Leak, leak
from ..schemes.scheme import Scheme

DEPTH = 2
"""So many equations may be needed together."""


@dataclass(frozen=True)
class Private:
    """Equations under which the scheme is private, and the certificate for that."""

    equations: tuple[str, ...]
    certificate: str


@dataclass(frozen=True)
class Elsewhere:
    """A certificate that the scheme is private nowhere else rests on, "" if none was found: a history leaks where none
    of the equations holds, or an equation can be solved."""

    certificate: str


@dataclass(frozen=True)
class Unknown:
    """Equations under which nothing was found out."""

    equations: tuple[str, ...]


class _Names:
    """How the certificates are called."""

    def __init__(self, claim: str) -> None:
        self.claim, self.taken = claim, Counter[str]()

    def __call__(self, word: str) -> str:
        self.taken[word] += 1
        return f"{self.claim}-{word}-{self.taken[word]}"


Found = Private | Elsewhere | Unknown


def private_where(scheme: Scheme, region: Region, claim: str = "scheme") -> tuple[Found, ...]:
    """Return what becomes of privacy on each part of the region; nothing where no history leaks for generic values."""
    try:
        first = _leak(scheme, region)
        return () if first is None else tuple(_below(scheme, region, first, _Names(claim), ()))
    except (Undecidable, Pole):
        return ()


def _leak(scheme: Scheme, region: Region) -> Leak | None:
    here = scheme.on(region)
    return leak(here)


def _below(
    scheme: Scheme, region: Region, found: Leak, names: _Names, above: tuple[str, ...]
) -> Iterator[Found]:
    """Yield the parts on which an equation holds that the leak leaves over, and the rest."""
    here = scheme.on(region)
    walk, zero = here.walk(), region.field.zero
    chances = {
        found.one: zero,
        found.other: zero,
        **walk.given_first(walk.follow(found.history[1:])[1]),
    }
    gap = chances[found.one] - chances[found.other]
    factors = [
        f for f in gap.numerator.factors() if not f.is_constant and not prove(f, "!=", region)
    ]
    left = []
    for factor in factors:
        equations = (*above, str(Hypothesis(factor, "==")).replace("==", "="))
        try:
            solved = _solved(scheme, region, factor)
            if solved is None:  # it has no solution on the region
                continue
            left.append(factor)
            equation, model, part = solved
            if model is not scheme:
                yield Elsewhere(
                    _nonzero(scheme, region, _slope(scheme, region, factor)[1], names("only-if"))
                )
            yield from _part(model, part, names, (*above, equation))
        except (Undecidable, Pole):
            left.append(factor)
            yield Unknown(equations)
    outside = region.assume(*(Hypothesis(f, "!=") for f in left))
    yield Elsewhere(_differ(scheme, outside, found, names("only-if")))


def _part(
    scheme: Scheme, region: Region, names: _Names, equations: tuple[str, ...]
) -> Iterator[Found]:
    """Yield what becomes of the scheme where the equations hold."""
    more = _leak(scheme, region)
    if more is None:
        text = _private(scheme, region, names("if"))
        yield Private(equations, text) if text else Unknown(equations)
    elif len(equations) < DEPTH:
        yield from _below(scheme, region, more, names, equations)
    else:
        yield Unknown(equations)


def _solved(scheme: Scheme, region: Region, factor: Element) -> tuple[str, Scheme, Region] | None:
    """Return an equation solved for one name, and scheme and region where it holds. With a constant slope the equation
    is added to the region; otherwise the solution is put in its place, where the slope does not vanish.
    """
    name, slope = _slope(scheme, region, factor)
    field = region.field
    value = field[name] - factor / slope
    if slope.is_constant:
        part = region.where_zero(factor).simplified()
        return None if part is None else (f"{name} = {value}", scheme, part)
    place = Region(field, (), ((name, value),))
    moved = [_moved(h, place) for h in region.hypotheses]
    moved += [_moved(Hypothesis(field[n] - e, "=="), place) for n, e in region.solved]
    inside = Region(field).assume(*moved).simplified()
    title = f"{scheme.title or 'a scheme'}, with {name} = {value}"
    return None if inside is None else (f"{name} = {value}", scheme.solved(place, title), inside)


def _slope(scheme: Scheme, region: Region, factor: Element) -> tuple[str, Element]:
    """Return a name for which the factor can be solved, and its coefficient: rather a name that the chain does
    not have, and rather a constant coefficient."""
    field = region.field
    given = {name for _, _, entry in scheme.chain.entries() for name in entry.names()}
    slopes = [
        (name, factor - factor.substitute({name: field[name] - 1}))
        for name in reversed(factor.names())
    ]
    for name, slope in sorted(slopes, key=lambda pair: (pair[0] in given, not pair[1].is_constant)):
        if name not in slope.names() and prove(slope, "!=", region):
            return name, slope
    raise Undecidable(f"{factor} = 0 is not solved")


def _moved(hypothesis: Hypothesis, place: Region) -> Hypothesis:
    """Return a hypothesis with the solution put in its place, without a divisor."""
    element = place.reduce(hypothesis.element)
    return replace(
        hypothesis,
        element=element if element.is_polynomial else element.numerator * element.denominator,
    )


# -- certificates -----------------------------------------------------------------------------------------------


def _private(scheme: Scheme, region: Region, claim: str) -> str:
    """Return the certificate that the scheme is private on a region; "" if none was found."""
    stated = {"kind": "alike", "process": "scheme", "starts": list(scheme.chain.sources)}
    return _certified(scheme, region, claim, stated)


def _differ(scheme: Scheme, region: Region, found: Leak, claim: str) -> str:
    """Return the certificate that a history tells two values of X_0 apart on a whole region; "" if none was found."""
    one, other = (
        f"history(scheme,{','.join((a, *found.history))})" for a in (found.one, found.other)
    )
    return _certified(scheme, region, claim, {"kind": "holds", "text": f"{one} != {other}"})


def _nonzero(scheme: Scheme, region: Region, element: Element, claim: str) -> str:
    """Return the certificate that a polynomial vanishes nowhere on a region; "" if none was found."""
    return _certified(
        scheme, region, claim, {"kind": "holds", "text": f"{scheme.letters.text(element)} != 0"}
    )


def _certified(scheme: Scheme, region: Region, claim: str, statement: dict[str, Any]) -> str:
    """Return the certificate of a statement on each part of a region on which no denominator vanishes."""
    split = Split(scheme)
    try:
        leaves = list(split.leaves(region, WHOLE))
    except (Undecidable, Pole):
        return ""
    proves = [*split.covers, *({**statement, "region": leaf} for leaf in leaves)]
    goal = {**scheme_goal(scheme, claim), "regions": split.regions, "proves": proves}
    return decide(goal).certificate
