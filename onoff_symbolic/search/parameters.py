"""For which values of its parameters a scheme is private, where it is not for all of them.

A history that leaks leaves an equation: the difference of its probabilities given two values of X_0 must vanish. On
each factor of it the scheme is looked at again. There are certificates that it is private where the equations hold,
and that the difference does not vanish elsewhere; the checker accepted them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from .find import decide
from .goals import scheme_goal
from .split import WHOLE, Split
from ..algebra.field import Element
from ..algebra.region import Hypothesis, Region
from ..algebra.sign import prove
from ..errors import Pole, Undecidable
from ..schemes.histories import Leak, leak
from ..schemes.names import Part
from ..schemes.scheme import NAME, Scheme

DEPTH = 2
"""So many equations may be needed together."""


Equations = tuple[str, ...]


def private_where(scheme: Scheme, region: Region, claim: str = "scheme") -> Cases:
    """Return what becomes of privacy on each part of the region; nothing where no history leaks for generic values."""
    found = Cases(claim)
    try:
        leaking = leak(scheme.on(region))
        if leaking is not None:
            found.look_below(scheme, region, leaking, ())
        return found
    except (Undecidable, Pole):
        return Cases(claim)


class Cases:
    """Looks at a scheme where equations hold; `claim` is how certificates are called, with a word and a number.

    `private`: equations under which the scheme is private, and the certificate for that. `unknown`: equations under
    which nothing was found out. `elsewhere`: certificates that together say that it is private nowhere else, "" where
    none was found: a history leaks where none of the equations holds, or an equation can be solved."""

    def __init__(self, claim: str) -> None:
        self.claim, self.taken = claim, Counter[str]()
        self.private: list[tuple[Equations, str]] = []
        self.elsewhere: list[str] = []
        self.unknown: list[Equations] = []

    def name(self, word: str) -> str:
        """Return a new name of a certificate."""
        self.taken[word] += 1
        return f"{self.claim}-{word}-{self.taken[word]}"

    def look_below(
        self, scheme: Scheme, region: Region, leaking: Leak, above: Equations
    ) -> None:
        """Look at the parts on which an equation holds that the leak leaves over, and at the rest."""
        gap = gap_of(scheme.on(region), leaking)
        factors = [f for f in gap.numerator.factors() if not f.is_constant]
        vanishing = []
        for factor in [f for f in factors if not prove(f, "!=", region)]:
            try:
                solved = solve_factor(scheme, region, factor)
                if solved is None:  # it has no solution on the region
                    continue
                vanishing.append(factor)
                if solved.scheme is not scheme:
                    slope = scheme.letters.text(slope_of(scheme, region, factor)[1])
                    self.look_elsewhere(scheme, region, f"{slope} != 0")
                self.look_within(solved, (*above, solved.equation))
            except (Undecidable, Pole):
                vanishing.append(factor)
                equation = str(Hypothesis(factor, "==")).replace("==", "=")
                self.unknown.append((*above, equation))
        outside = region.assume(*(Hypothesis(f, "!=") for f in vanishing))
        one, other = (
            f"history(scheme,{','.join((source, *leaking.history))})"
            for source in (leaking.one, leaking.other)
        )
        self.look_elsewhere(scheme, outside, f"{one} != {other}")

    def look_elsewhere(self, scheme: Scheme, region: Region, text: str) -> None:
        """Look for a certificate of a relation."""
        statement = {"kind": "holds", "text": text}
        self.elsewhere.append(certified(scheme, region, self.name("only-if"), statement))

    def look_within(self, solved: Solved, equations: Equations) -> None:
        """Look at the scheme where the equations hold."""
        leaking = leak(solved.scheme.on(solved.region))
        if leaking is not None and len(equations) < DEPTH:
            self.look_below(solved.scheme, solved.region, leaking, equations)
            return
        text = ""
        if leaking is None:
            statement = {"kind": "alike", "process": NAME, "starts": list(solved.scheme.sources)}
            text = certified(solved.scheme, solved.region, self.name("if"), statement)
        if text:
            self.private.append((equations, text))
        else:
            self.unknown.append(equations)


def gap_of(scheme: Scheme, leaking: Leak) -> Element:
    """Return the difference of the probabilities of a history given two values of X_0."""
    walk, zero = scheme.walk(), scheme.field.zero
    _, vector = walk.follow(leaking.history[1:])
    chances = walk.given_first(vector)
    return chances.get(leaking.one, zero) - chances.get(leaking.other, zero)


@dataclass(frozen=True)
class Solved:
    """An equation solved for one name, and scheme and region where it holds."""

    equation: str
    scheme: Scheme
    region: Region


def solve_factor(scheme: Scheme, region: Region, factor: Element) -> Solved | None:
    """Return where a factor is zero, if anywhere. With a constant slope the equation is added to the region;
    otherwise the solution is put in its place, where the slope does not vanish."""
    name, slope = slope_of(scheme, region, factor)
    field = region.field
    value = field[name] - factor / slope
    equation = f"{name} = {value}"
    if slope.is_constant:
        part = region.where_zero(factor).simplified()
        return None if part is None else Solved(equation, scheme, part)
    place = Region(field, (), ((name, value),))
    given = [*region.hypotheses, *(Hypothesis(field[n] - e, "==") for n, e in region.solved)]
    inside = Region(field).assume(*(in_place(each, place) for each in given)).simplified()
    title = f"{scheme.title or 'a scheme'}, with {equation}"
    return None if inside is None else Solved(equation, scheme.solved(place, title), inside)


def slope_of(scheme: Scheme, region: Region, factor: Element) -> tuple[str, Element]:
    """Return a name for which the factor can be solved, and its coefficient: rather a name that the chain does
    not have, and rather a constant coefficient."""
    field = region.field
    given = {name for _, _, entry in scheme.chain.entries() for name in entry.names()}
    names = reversed(factor.names())
    slopes = [(name, factor - factor.substitute({name: field[name] - 1})) for name in names]
    for name, slope in sorted(slopes, key=lambda pair: (pair[0] in given, not pair[1].is_constant)):
        if name not in slope.names() and prove(slope, "!=", region):
            return name, slope
    raise Undecidable(f"{factor} = 0 is not solved")


def in_place(hypothesis: Hypothesis, place: Region) -> Hypothesis:
    """Return a hypothesis with the solution put in its place, without a divisor."""
    element = place.reduce(hypothesis.element)
    whole = element if element.is_polynomial else element.numerator * element.denominator
    return replace(hypothesis, element=whole)


def certified(scheme: Scheme, region: Region, claim: str, statement: Part) -> str:
    """Return the certificate of a statement on each part of a region on which no denominator vanishes; "" if none was
    found."""
    split = Split(scheme)
    try:
        leaves = list(split.leaves(region, WHOLE))
    except (Undecidable, Pole):
        return ""
    proves = [*split.covers, *({**statement, "region": leaf} for leaf in leaves)]
    goal = {**scheme_goal(scheme, claim), "regions": split.regions, "proves": proves}
    return decide(goal).certificate
