"""The parts of a region on which no denominator of a scheme vanishes, or does so throughout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .goals import Part, Stated
from ..algebra.field import Element
from ..algebra.region import Hypothesis, Region
from ..algebra.sign import prove
from ..errors import Pole


@dataclass
class Split:
    """The parts of a region on which no denominator vanishes, or does so throughout."""

    stated: Stated
    regions: dict[str, list[str]] = field(default_factory=dict)
    covers: list[Part] = field(default_factory=list)
    plain: dict[str, Region] = field(default_factory=dict)
    told: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What holds on a part beyond the whole region, for readers."""

    def leaves(self, region: Region, name: str, told: tuple[str, ...] = ()) -> Iterator[str]:
        self.regions[name], self.plain[name], self.told[name] = self.stated.region(region), region, told
        try:
            here = self.stated.scheme.on(region)
        except Pole:        # the requests have no chain there: no more is to be known
            if not told:
                raise
            yield name
            return
        factors = dict.fromkeys(f for d in here.divisors() for f in d.factors())
        current, children = name, []
        for factor in [f for f in factors if prove(f, "!=", region) is None]:
            part = region.where_zero(factor).simplified()
            zero = None if part is None else ", ".join(self.stated.region(part))
            if part is not None and zero is not None and zero not in self.regions:
                self.regions[zero] = self.stated.region(part)
                children.append((part, zero))
            sharp, below, above = side(factor, region)
            following = f"{current}, {self.stated.relation(sharp)}"
            self.regions[following] = [*self.regions[current], self.stated.relation(sharp)]
            region = region.assume(sharp)
            self.plain[following], self.told[following] = region, (*self.told[current], str(sharp))
            self.covers.append({"kind": "cover", "region": current, "split": self.stated.text(factor), "parts": [
                following if below else None, zero, following if above else None]})
            current = following
        yield current
        for part, zero in children:
            equations = tuple(f"{n} = {value}" for n, value in sorted(part.solved))
            yield from self.leaves(part, zero, equations)

    def by_sign(self, leaf: str, element: Element) -> list[str]:
        """The leaf where an element is >= 0 and where it is < 0, and that they cover it."""
        turn = element if element.is_polynomial else element.numerator * element.denominator
        parts = []
        for hypothesis in (Hypothesis(turn, ">="), Hypothesis(-turn, ">")):
            name = f"{leaf}, {self.stated.relation(hypothesis)}"
            self.regions[name] = [*self.regions[leaf], self.stated.relation(hypothesis)]
            self.plain[name] = self.plain[leaf].assume(hypothesis)
            parts.append(name)
        self.covers.append({"kind": "cover", "region": leaf, "split": self.stated.text(turn),
                            "parts": [parts[1], parts[0], parts[0]]})
        return parts


def side(factor: Element, region: Region) -> tuple[Hypothesis, bool, bool]:
    """What holds where the factor is not zero, and whether that is possible below and above zero."""
    if prove(factor, ">=", region) is not None:
        return Hypothesis(factor, ">"), False, True
    if prove(-factor, ">=", region) is not None:
        return Hypothesis(-factor, ">"), True, False
    return Hypothesis(factor, "!="), True, True
