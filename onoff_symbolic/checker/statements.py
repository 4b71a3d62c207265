"""Statements, and the kinds about one moment: holds, cover, uses.

    Statement       what all kinds have in common; a kind is a class with `prepare`, `show` and perhaps `fails`

What has to be shown is derived from the statement and looked up among what is known about its region. What shows that a
statement fails is turned into texts, one of which must be false, or without a value, at a point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import extensions
from .meaning import Choice
from .model import Values
from .points import Point, Sides
from .polynomials import TEXTS, Invalid, Work, entries, need, parts_of
from .regions import Region
from .scheme import Process

if TYPE_CHECKING:
    from .extensions.experiments import Experiment
    from .goal import Goal

FOLLOWED = re.compile(r"(?:Pr|state|history)\s*\(\s*(\w+)")


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in a JSON value but the keys."""
    if type(value) is str:
        yield value
        return
    for part in parts_of(value):
        yield from texts_in(part)


class Statement:
    """A part of the goal, on a region. `show` raises unless it holds there, `fails` unless it is false at a point."""

    keys: Mapping[str, Any] = {}
    optional: Mapping[str, Any] = {}
    supposes: Sequence[str] = ("in", "process", "scheme")  # keys that name what has to have laws

    def __init__(self, goal: Goal, value: Any, name: str) -> None:
        self.goal = goal
        self.model = goal.model
        self.name = name
        self.value = value
        _, regions, *says, given, by, self.label = entries(
            value,
            {**self.optional, "given": [], "by": [], "name": ""},
            kind=str,
            region=(str, list),
            **self.keys,
            given=TEXTS,
            by=TEXTS,
            name=str,
        )
        self.regions = [
            goal.named(each) for each in (regions if type(regions) is list else [regions])
        ]
        need(self.regions, "expected a region")
        self.region, *others = self.regions
        more = [*(text for other in others for text in other.given), *given]
        if more or others:
            self.region = goal.add_region(name, more, self.region)
        self.base = self.region  # without what `by` adds; the points are the same
        cited = [] if name.startswith(("fails", "denies")) else by
        self.by = [goal.earlier(label) for label in cited]
        if self.by:
            self.region = goal.add_region(f"{name} by", [each.text for each in self.by], self.base)
        self.passed: list[Point] = []  # of a failure: what varies, at each t
        self.prepare(*says)

    def prepare(self, *says: Any) -> None:
        """Read what the statement says."""

    def invariant(self, evidence: Any) -> None:
        """Read the invariant, or the values of variables, of the certificate. Only regions come of it."""
        raise Invalid(f"expected no evidence for a statement of the kind {self.value['kind']}")

    values = invariant

    def show(self) -> None:
        """Raise Invalid or Undefined unless the statement holds on its region."""
        raise NotImplementedError

    def fails(self, point: Point, shows: Any) -> Sides:
        """Return the sides of a relation that is false at the point."""
        sides: Sides = extensions.find("failure")(self, point, shows)
        return sides

    def parts(self) -> Sequence[Region]:
        """Return the regions of which it speaks besides its own."""
        return ()

    # -- what it rests on

    def show_cited(self) -> None:
        """Show that what is named in `by`, and was shown already, is so on this region."""
        for each in self.by:
            Work.spend(len(each.base.hypotheses))
            for p, sign, text in each.base.hypotheses:
                need(self.base.has(p, sign), f"{each.label} supposes that {text[:100]}", "shown")

    def followed(self, known: Sequence[Experiment | Process]) -> list[Experiment | Process]:
        """Return those of these experiments and processes of which it speaks; a cover speaks of what its parts do."""
        if not known:
            return []
        words = {self.value.get(key) for key in self.supposes}
        regions = (*self.region.around, *self.parts())
        for text in texts_in([self.value, *(region.given for region in regions)]):
            Work.spend(1 + (len(text) >> 5))
            words.update(FOLLOWED.findall(text))
        return [each for each in known if each.name in words]

    def show_laws(self) -> None:
        """Show that the draws and the rows of processes of which it speaks are laws; of a scheme, `occurs` says it."""
        for each in self.followed([each for each in self.model.followed if each.laws]):
            each.show_laws(self.region)

    def require_laws(self, point: Point) -> None:
        """Raise Invalid or Undefined unless all laws of which it speaks are laws at the point."""
        for each in self.followed(self.model.followed):
            each.require_laws(point)

    # -- tools for the kinds

    def refuted(
        self, point: Point, premises: Sequence[str], says: Sequence[str], only: Choice | None = None
    ) -> Sides:
        """Return the sides that differ where all laws are laws and the premises are true at the point, and what is said
        is not, for all choices of the bound names or this one."""
        self.require_laws(point)
        for premise in premises:
            need(point.denied([premise]) is None, f"it is not so at the point that {premise[:100]}")
        sides = point.denied(says, only)
        if sides is None:
            raise Invalid("it holds at the point")
        return sides

    def names_used(self, *tables: str) -> set[str]:
        """Return the names of which the region and these tables speak."""
        entries_used = (
            self.model.entry(table, key) for table in tables for key in self.model.keys(table)
        )
        return self.region.names().union(*(entry.names() for entry in entries_used))

    def show_texts(
        self, region: Region, given: Sequence[str], what: str, values: Values = {}
    ) -> None:
        """Show the relations on the region, where names and cells have these values, if there are any."""
        model = region.model
        if values:
            region.show_defined([key for value in values.values() for key in value.bottom], what)
            model = self.model.at(values)
        region.show_texts(given, what, model)


class Holds(Statement):
    """The relation holds, for all choices of its bound names."""

    keys = {"text": str}

    def prepare(self, text: str) -> None:
        self.text = text

    def show(self) -> None:
        for choice, relations in self.model.instances(self.text):
            for relation in relations:
                self.region.show(relation, choice)

    def fails(self, point: Point, shows: Any) -> Sides:
        """Show that it is false for this choice of the bound names."""
        (choice,) = entries(shows, choice=dict)
        need(
            choice in self.model.choices(self.model.relation(self.text)), "there is no such choice"
        )
        return self.refuted(point, [], [self.text], choice)


class Cover(Statement):
    """Each point lies in the first, second or third part, as `split` is < 0, = 0 or > 0; null: there is none."""

    keys = {"split": str, "parts": list}

    def prepare(self, split: str, parts: Any) -> None:
        need(len(parts) == 3, "expected three parts")
        self.model.polynomial(split)  # where a divisor is zero, it would be none of the three
        self.thirds = [None if part is None else self.goal.named(part) for part in parts]
        self.branches = [
            self.goal.add_region(f"{self.name} {sign}", [f"{split} {sign} 0"], self.region)
            for sign in "<=>"
        ]

    def parts(self) -> Sequence[Region]:
        return [part for part in self.thirds if part is not None]

    def show(self) -> None:
        for branch, part in zip(self.branches, self.thirds):
            if part is None:
                branch.show_texts(["0 > 0"], "it is empty")
            else:
                branch.show_texts(part.given, part.name)


class Uses(Statement):
    """Another claim; what it says is established by its own certificate."""

    keys = {"claim": str}

    def prepare(self, claim: str) -> None:
        self.claim = claim

    def show(self) -> None:
        """Show nothing yet: its conditions are looked at when all certificates are known (`check_uses`)."""
