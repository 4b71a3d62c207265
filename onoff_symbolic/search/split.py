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
from ..schemes.names import GoalNames, Part
from ..schemes.scheme import Scheme

WHOLE = "whole"
"""The name of the whole region."""
MOST_SIGNS = 4
"""Of so many denominators both signs are looked at."""


@dataclass
class Split:
    """The parts of a region on which no denominator vanishes, or does so throughout."""

    scheme: Scheme
    regions: dict[str, list[str]] = field(default_factory=dict)
    covers: list[Part] = field(default_factory=list)
    parts: dict[str, Region] = field(default_factory=dict)
    extra: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What holds on a part beyond the whole region, for readers."""

    @property
    def letters(self) -> GoalNames:
        return self.scheme.letters

    def leaves(self, region: Region, name: str, extra: tuple[str, ...] = ()) -> Iterator[str]:
        self.regions[name], self.parts[name], self.extra[name] = (
            self.letters.region(region),
            region,
            extra,
        )
        for hypothesis in region.hypotheses:  # what is >= 0 and != 0 is > 0
            sharp, below, above = side(hypothesis.element, region)
            if hypothesis.relation == "!=" and sharp.relation == ">":
                inner = self.narrowed(name, sharp, extra)
                self.cover(
                    name,
                    hypothesis.element,
                    inner if below else None,
                    None,
                    inner if above else None,
                )
                name, region = inner, self.parts[inner]
        thin = region.vanishing()
        if thin is not None:
            yield from self.split_on_zero(region, name, thin)
            return
        try:
            here = self.scheme.on(region)
        except Pole:  # the requests have no chain there: no more is to be known
            if not extra:
                raise
            yield name
            return
        factors = dict.fromkeys(f for d in here.divisors() for f in d.factors())
        current, children = name, []
        for factor in [f for f in factors if not prove(f, "!=", region)]:
            try:
                part = region.where_zero(factor).simplified()
            except Undecidable:  # it may have a sign that products of hypotheses do not show
                known = self.prove_sign(factor, region)
                if known is None:
                    raise
                following = self.narrowed(current, known, self.extra[current])
                below = known.element != factor
                self.cover(
                    current,
                    factor,
                    following if below else None,
                    None,
                    None if below else following,
                )
                current, region = following, self.parts[following]
                continue
            zero = None if part is None else ", ".join(self.letters.region(part))
            if part is not None and zero is not None and zero not in self.regions:
                self.regions[zero] = self.letters.region(part)
                children.append((part, zero))
            sharp, below, above = side(factor, region)
            following = self.narrowed(current, sharp, (*self.extra[current], str(sharp)))
            self.cover(
                current, factor, following if below else None, zero, following if above else None
            )
            current, region = following, self.parts[following]
        yield current
        for part, zero in children:
            equations = tuple(f"{n} = {value}" for n, value in sorted(part.solved))
            yield from self.leaves(part, zero, equations)

    def prove_sign(self, factor: Element, region: Region) -> Hypothesis | None:
        """Return the sign of a factor, by all that the search knows."""
        goal = empty_goal(
            "sign",
            "the sign of a divisor",
            self.letters.names,
            {"here": self.letters.region(region)},
        )
        for signed in (Hypothesis(factor, ">"), Hypothesis(-factor, ">")):
            asked = {"kind": "holds", "region": "here", "text": self.letters.relation(signed)}
            if (region.base is None or signed.holds(region.base)) and not attempt(
                {**goal, "proves": [asked]}
            )[1]:
                return signed
        return None

    def split_on_zero(self, region: Region, name: str, letter: str) -> Iterator[str]:
        """Yield the leaves of a region throughout which a letter is zero."""
        inner = region.where_zero(region.field[letter]).simplified()
        said = None if inner is None else ", ".join(self.letters.region(inner))
        self.cover(name, region.field[letter], None, said, None)
        if inner is not None and said is not None and said not in self.regions:
            yield from self.leaves(
                inner, said, tuple(f"{n} = {value}" for n, value in sorted(inner.solved))
            )

    def narrowed(self, name: str, hypothesis: Hypothesis, extra: tuple[str, ...]) -> str:
        """Return the part of a region where one more hypothesis holds."""
        inner = f"{name}, {self.letters.relation(hypothesis)}"
        self.regions[inner] = [*self.regions[name], self.letters.relation(hypothesis)]
        self.parts[inner], self.extra[inner] = self.parts[name].assume(hypothesis), extra
        return inner

    def cover(self, name: str, element: Element, *parts: str | None) -> None:
        self.covers.append(
            {
                "kind": "cover",
                "region": name,
                "split": self.letters.text(element),
                "parts": list(parts),
            }
        )

    def by_sign(self, leaf: str, element: Element) -> list[str]:
        """Return the leaf where an element is >= 0 and where it is < 0; state that they cover it."""
        turn = element if element.is_polynomial else element.numerator * element.denominator
        above = self.narrowed(leaf, Hypothesis(turn, ">="), self.extra[leaf])
        below = self.narrowed(leaf, Hypothesis(-turn, ">"), self.extra[leaf])
        self.cover(leaf, turn, below, above, above)
        return [above, below]

    def split_by_signs(self, leaf: str) -> list[str]:
        """Return parts of the leaf on each of which every denominator has a sign."""
        region = self.parts[leaf]
        try:
            here = self.scheme.on(region)
        except Pole:
            return [leaf]
        factors = dict.fromkeys(f for d in here.divisors() for f in d.factors())
        either = [f for f in factors if side(f, region)[0].relation == "!="]
        parts = [leaf]
        for factor in either[:MOST_SIGNS]:
            after = []
            for part in parts:
                signs = [
                    self.narrowed(part, Hypothesis(f, ">"), self.extra[leaf])
                    for f in (-factor, factor)
                ]
                below, above = (
                    s if next(self.parts[s].points(), None) is not None else None for s in signs
                )
                self.cover(part, factor, below, None, above)
                after += [s for s in (below, above) if s is not None]
            parts = after
        return parts


def side(factor: Element, region: Region) -> tuple[Hypothesis, bool, bool]:
    """Return what holds where the factor is not zero, and whether that is possible below and above zero."""
    if prove(factor, ">=", region):
        return Hypothesis(factor, ">"), False, True
    if prove(-factor, ">=", region):
        return Hypothesis(-factor, ">"), True, False
    return Hypothesis(factor, "!="), True, True
