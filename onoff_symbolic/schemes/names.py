"""Elements and regions of a field as goals write them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..algebra.bridge import Bridge
from ..algebra.field import Element, Field
from ..algebra.region import Hypothesis, Region
from ..algebra.texts import quotient_text
from ..checker.syntax import KEYWORDS

Part = dict[str, Any]
"""Of a goal."""


class GoalNames:
    """The names of a field in a goal, chosen so that no word means two things."""

    def __init__(self, field: Field, *taken: str) -> None:
        self.taken = {*KEYWORDS, *taken}
        self.names = tuple(fresh(name, self.taken) for name in field.names)
        self.bridge = Bridge(self.names, field)

    def text(self, element: Element) -> str:
        """Return an element as an expression."""
        return quotient_text(self.bridge.back(element))

    def entry(self, element: Element, divisors: Iterable[Element]) -> str:
        """Return an entry of a table; what divided and cancelled is written beside it."""
        spare = "".join(
            f"*(({self.text(d)})/({self.text(d)}))" for d in divisors if not d.is_constant
        )
        text = self.text(element)
        return f"({text}){spare}" if spare else text

    def relation(self, hypothesis: Hypothesis) -> str:
        """Return a hypothesis as a relation."""
        return f"{self.text(hypothesis.element)} {'=' if hypothesis.relation == '==' else hypothesis.relation} 0"

    def region(self, region: Region) -> list[str]:
        """Return the relations of a region."""
        known = dict(zip(region.field.names, self.names, strict=True))
        return [
            *(f"{known[name]} = {self.text(value)}" for name, value in region.solved),
            *map(self.relation, region.hypotheses),
        ]


def fresh(name: str, taken: set[str]) -> str:
    """Return the name, changed until it is not taken; it is taken then."""
    while name in taken:
        name += "_"
    taken.add(name)
    return name
