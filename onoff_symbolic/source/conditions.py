"""Compare printed conditions with regions, as sets of points: equal, or a point that is in one and not in the other.

A printed condition says nothing about what holds for all probabilities, so both sets are within these; and the paper
may assume something throughout (`assumed`), which a region may leave out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from ..algebra.field import Field
from ..algebra.region import Hypothesis, Region, hypotheses
from ..claims.file import Paper
from ..errors import InputError, Undecidable
from .encoding import ASCII, Notation, Tie
from .tree import Link, hashable, short

Texts = tuple[str, ...]
WORD = re.compile("[A-Za-z_][A-Za-z_0-9]*")


class Conditions:
    """The regions of a paper as sets."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.assumed = paper.source.assumed
        self.known: dict[tuple[Texts, Texts], str] = {}

    @cached_property
    def probabilities(self) -> Texts:
        """Return that the entries of some tables are no less than 0."""
        tables = [self.paper.tables[name] for name in self.paper.source.probabilities]
        return tuple(f"{entry} >= 0" for table in tables for entry in dict.fromkeys(table["entries"]) if entry)

    def difference(self, printed: Texts, region: Texts) -> str:
        """Return a point that is in one of two sets only, or why none can be shown; "" if they are equal."""
        key = printed, region
        if key not in self.known:
            found = [self.compared(*key, assumed) for assumed in ((), self.assumed)]
            self.known[key] = "" if "" in found else found[0]
        return self.known[key]

    def compared(self, printed: Texts, region: Texts, assumed: Texts) -> str:
        left = [text for text in region if text not in self.assumed]
        texts = (*printed, *region, *self.probabilities, *assumed)
        field = Field(sorted({*WORD.findall(" ".join(texts))}))
        try:
            one = hypotheses(field, (*printed, *self.probabilities))
            other = hypotheses(field, left)
            more = hypotheses(field, assumed) if set(left) == set(region) else ()
            return outside(field, (*one, *more), other, "is printed") or outside(field, other, one, "is encoded")
        except (Undecidable, InputError) as error:
            return f"cannot be compared: {error}"

    def overlap(self, excepted: Sequence[Texts], region: Texts) -> str:
        """Return where a region is not all but some sets; "" if it is."""
        field = Field(sorted({*WORD.findall(" ".join((*region, *self.probabilities, *chain(*excepted))))}))
        inside = hypotheses(field, (*region, *self.probabilities))
        sets = [hypotheses(field, (*texts, *self.probabilities)) for texts in excepted]
        common = [point(field, (*each, *inside)) for each in sets]
        if any(common):
            return f"{''.join(common)} is in both"
        for hypothesis in hypotheses(field, region):
            rest = (*hypotheses(field, self.probabilities), hypothesis.negated())
            if all(outside(field, rest, each, "is in none") for each in sets):
                return outside(field, rest, sets[0], "is in none")
        return outside(field, hypotheses(field, region), hypotheses(field, self.probabilities), "is encoded")

    def written(self, notation: Notation, links: Iterable[Link]) -> Texts | None:
        """Return conditions about the parameters in the language of claims files; None if they are about more."""
        found = []
        for link in links:
            free: set[str] = set()
            sides = [notation.write(side, free) for side in (link.left, link.right)]
            text = f" {ASCII.get(link.sign, link.sign)} ".join(side or "?" for side in sides)
            if free or {*text} & {*"?[;:"} or not any(name in text for name in self.paper.names):
                return None
            found.append(text)
        return tuple(found)

    def tie(self, notation: Notation, link: Link) -> Tie | None:
        """Return the region of a claim's statements that a printed condition is."""
        printed = self.written(notation, [link])
        if printed is None or not {*self.paper.names} & {*notation.own.names}:
            return None
        for name in regions(notation.encoding.statements(notation.own.id), notation.own.domain):
            region = notation.own.regions[name]
            if region and self.difference((), region) and not self.difference(printed, region):
                return Tie(f"region {name}: {', '.join(region)}", f"r{short(name, hashable(link))[:4]}")
        return None


def regions(statements: Sequence[Mapping[str, object]], domain: str) -> Iterator[str]:
    """Yield the regions of some statements."""
    found = [domain] * bool(domain)
    for statement in statements:
        region = statement["region"]
        found += [region] if isinstance(region, str) else region if isinstance(region, list) else []
    return iter(dict.fromkeys(found))


def outside(field: Field, inner: Sequence[Hypothesis], outer: Sequence[Hypothesis], where: str) -> str:
    """Return a point where some hypotheses hold and others do not; "" if there is none."""
    order = sorted(inner, key=lambda hypothesis: hypothesis.relation != "==")
    for hypothesis in outer:
        found = point(field, (*order, hypothesis.negated()))
        if found:
            return f"{found} {where} alone"
    return ""


def point(field: Field, inner: Sequence[Hypothesis]) -> str:
    """Return a point where some hypotheses hold; "" if there is none."""
    part = Region(field).assume(*inner).simplified()
    if part is None:
        return ""
    return ", ".join(f"{name} = {value}" for name, value in (part.sample() or {}).items()) or str(part)
