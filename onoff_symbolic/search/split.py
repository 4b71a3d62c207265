"""The parts of a region on which no denominator of a scheme vanishes, or does so throughout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .find import attempt
from .write import empty_goal
from ..algebra.field import Element
from ..algebra.region import Hypothesis, Region
from ..algebra.sign import prove
from ..errors import Pole, Undecidable
from ..schemes.names import Part
from ..schemes.scheme import Scheme

WHOLE = "whole"
"""The name of the whole region."""
MOST_SIGNS = 4
"""Of so many denominators both signs are looked at."""

Extra = tuple[str, ...]


@dataclass(frozen=True)
class Side:
    """What holds where an element is not zero, and whether that is possible below and above zero."""

    hypothesis: Hypothesis
    below: bool
    above: bool


@dataclass
class Split:
    """The parts of a region, and statements that they cover it."""

    scheme: Scheme
    regions: dict[str, list[str]] = field(default_factory=dict)
    """Each part, as goals write it."""
    covers: list[Part] = field(default_factory=list)
    parts: dict[str, Region] = field(default_factory=dict)
    extra: dict[str, Extra] = field(default_factory=dict)
    """What holds on a part beyond the whole region, for readers."""

    def leaves(self, region: Region, name: str, extra: Extra = ()) -> Iterator[str]:
        """Yield the parts on which no denominator vanishes, or does so throughout; first what is left of the region."""
        self.add(name, region, extra)
        for hypothesis in region.hypotheses:  # what is >= 0 and != 0 is > 0
            side = side_of(hypothesis.element, region)
            if hypothesis.relation == "!=" and side.hypothesis.relation == ">":
                name, region = self.narrowed_to(name, hypothesis.element, side, None, extra)
        zero = region.vanishing()
        if zero is not None:
            yield from self.leaves_at_zero(region, name, zero)
            return
        try:
            factors = self.factors(region)
        except Pole:  # the requests have no chain there: no more is to be known
            if not extra:
                raise
            yield name
            return
        thin: list[tuple[str, Region]] = []
        for factor in [factor for factor in factors if not prove(factor, "!=", region)]:
            name, region = self.without_zero(name, region, factor, thin)
        yield name
        for zero, part in thin:
            yield from self.leaves(part, zero, equations_of(part))

    def factors(self, region: Region) -> list[Element]:
        """Return the factors of all denominators; raise `Pole` where the chain has a zero denominator throughout."""
        divisors = self.scheme.on(region).divisors()
        return [*dict.fromkeys(factor for divisor in divisors for factor in divisor.factors())]

    def without_zero(
        self, name: str, region: Region, factor: Element, thin: list[tuple[str, Region]]
    ) -> tuple[str, Region]:
        """Return the part of a region where a factor is not zero; the part where it is zero is added to `thin`."""
        try:
            part = region.where_zero(factor).simplified()
        except Undecidable:  # it may have a sign that products of hypotheses do not show
            side = self.prove_sign(factor, region)
            if side is None:
                raise
            return self.narrowed_to(name, factor, side, None, self.extra[name])
        zero = None if part is None else self.name_of(part)
        if part is not None and zero is not None and zero not in self.regions:
            self.regions[zero] = self.scheme.letters.region(part)
            thin.append((zero, part))
        side = side_of(factor, region)
        extra = (*self.extra[name], str(side.hypothesis))
        return self.narrowed_to(name, factor, side, zero, extra)

    def prove_sign(self, factor: Element, region: Region) -> Side | None:
        """Return the sign of a factor, by all that the search knows."""
        letters = self.scheme.letters
        goal = empty_goal("sign", "", letters.names, {"here": letters.region(region)})
        for side in (
            Side(Hypothesis(factor, ">"), False, True),
            Side(Hypothesis(-factor, ">"), True, False),
        ):
            text = letters.relation(side.hypothesis)
            goal["proves"] = [{"kind": "holds", "region": "here", "text": text}]
            if region.base is not None and not side.hypothesis.holds(region.base):
                continue
            if not attempt(goal)[1]:
                return side
        return None

    def leaves_at_zero(self, region: Region, name: str, letter: str) -> Iterator[str]:
        """Yield the leaves of a region throughout which a letter is zero."""
        part = region.where_zero(region.field[letter]).simplified()
        zero = None if part is None else self.name_of(part)
        self.cover(name, region.field[letter], None, zero, None)
        if part is not None and zero is not None and zero not in self.regions:
            yield from self.leaves(part, zero, equations_of(part))

    # -- parts, and that they cover

    def add(self, name: str, region: Region, extra: Extra) -> None:
        """Add a part."""
        self.regions[name] = self.scheme.letters.region(region)
        self.parts[name], self.extra[name] = region, extra

    def name_of(self, region: Region) -> str:
        """Return the name of a part that is no more than its hypotheses."""
        return ", ".join(self.scheme.letters.region(region))

    def narrowed(self, name: str, hypothesis: Hypothesis, extra: Extra) -> str:
        """Return the part of a region where one more hypothesis holds."""
        relation = self.scheme.letters.relation(hypothesis)
        inner = f"{name}, {relation}"
        self.add(inner, self.parts[name].assume(hypothesis), extra)
        self.regions[inner] = [*self.regions[name], relation]
        return inner

    def narrowed_to(
        self, name: str, element: Element, side: Side, zero: str | None, extra: Extra
    ) -> tuple[str, Region]:
        """Return the part of a region where an element is not zero; `zero` is the part where it is."""
        inner = self.narrowed(name, side.hypothesis, extra)
        below, above = (inner if possible else None for possible in (side.below, side.above))
        self.cover(name, element, below, zero, above)
        return inner, self.parts[inner]

    def cover(
        self, name: str, element: Element, below: str | None, zero: str | None, above: str | None
    ) -> None:
        """State that these parts cover a region, as an element is < 0, = 0 or > 0."""
        text = self.scheme.letters.text(element)
        parts = [below, zero, above]
        self.covers.append({"kind": "cover", "region": name, "split": text, "parts": parts})

    def by_sign(self, leaf: str, element: Element) -> list[str]:
        """Return the leaf where an element is >= 0 and where it is < 0."""
        turn = element if element.is_polynomial else element.numerator * element.denominator
        above = self.narrowed(leaf, Hypothesis(turn, ">="), self.extra[leaf])
        below = self.narrowed(leaf, Hypothesis(-turn, ">"), self.extra[leaf])
        self.cover(leaf, turn, below, above, above)
        return [above, below]

    def split_by_signs(self, leaf: str) -> list[str]:
        """Return parts of the leaf on each of which every denominator has a sign."""
        region = self.parts[leaf]
        try:
            factors = self.factors(region)
        except Pole:
            return [leaf]
        either = [f for f in factors if side_of(f, region).hypothesis.relation == "!="]
        parts = [leaf]
        for factor in either[:MOST_SIGNS]:
            parts = [inner for part in parts for inner in self.both_sides(part, factor)]
        return parts

    def both_sides(self, name: str, factor: Element) -> list[str]:
        """Return the parts of a region where a factor, which is not zero, is < 0 and where it is > 0."""
        sides: list[str | None] = []
        for element in (-factor, factor):
            inner = self.narrowed(name, Hypothesis(element, ">"), self.extra[name])
            has_point = next(self.parts[inner].points(), None) is not None
            sides.append(inner if has_point else None)
        below, above = sides
        self.cover(name, factor, below, None, above)
        return [inner for inner in sides if inner is not None]


def equations_of(part: Region) -> Extra:
    """Return the equations of a part, for readers."""
    return tuple(f"{name} = {value}" for name, value in sorted(part.solved))


def side_of(factor: Element, region: Region) -> Side:
    """Return what holds on a region where a factor is not zero."""
    if prove(factor, ">=", region):
        return Side(Hypothesis(factor, ">"), False, True)
    if prove(-factor, ">=", region):
        return Side(Hypothesis(-factor, ">"), True, False)
    return Side(Hypothesis(factor, "!="), True, True)
