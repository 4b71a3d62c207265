"""A goal: what a claim states. Constructing a `Goal` reads it; whether it is shown, certificate.py decides.

What has to be shown is derived from the goal and looked up among the hypotheses and facts of its regions. Each kind of
statement is an entry of `KINDS`; the kinds about experiments are in a module of their own, read if a goal has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import Any

from . import extensions
from .induction import Alike, Always, Cost, Markov
from .model import Model
from .occurs import Occurs
from .points import Point, Sides
from .polynomials import TEXTS, Invalid, Poly, Work, entries, error_context, names_of, need
from .programs import General, Least, Optimal, Optimum
from .regions import Hypothesis, Ref, Region
from .statements import Cover, Holds, Statement, Uses, texts_in
from .syntax import WORD, is_plain

KINDS: dict[str, type[Statement]] = {
    "holds": Holds,
    "always": Always,
    "cover": Cover,
    "occurs": Occurs,
    "alike": Alike,
    "markov": Markov,
    "least": Least,
    "optimum": Optimum,
    "general": General,
    "cost": Cost,
    "optimal": Optimal,
    "uses": Uses,
}
PARTS = ("proves", "beside", "corrects", "stands")
VERDICTS = ("proved", "conditional", "refuted")
CLAIM = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


class Goal:
    """A claim: what holds (`proves`, where the domain and the conditions do; `beside`, remarks; `corrects`, in place of
    a refuted claim; `stands`, though the claim denies it), what fails, what the claim denies, and the conditions.
    """

    region_class = Region
    CONDITIONS = "conditions"
    """The region where the domain and all conditions hold."""

    def __init__(self, value: Any) -> None:
        self.value = value
        optional: dict[str, Any] = {"processes": {}, "experiments": {}, "denies": [], "stands": []}
        (
            self.claim,
            self.title,
            self.verdict,
            names,
            tables,
            schemes,
            regions,
            domain,
            conditions,
            proves,
            beside,
            fails,
            corrects,
            processes,
            experiments,
            denies,
            stands,
        ) = entries(
            value,
            optional,
            claim=str,
            title=str,
            verdict=str,
            names=TEXTS,
            tables=dict,
            schemes=dict,
            regions=dict,
            domain=str,
            conditions=list,
            proves=list,
            beside=list,
            fails=list,
            corrects=list,
            processes=dict,
            experiments=dict,
            denies=list,
            stands=list,
        )
        need(CLAIM.fullmatch(self.claim), f"claim: expected a word, found {self.claim[:40]!r}")
        need(self.title.isprintable(), "title: expected one line")
        self.model = Model(names, tables, schemes, processes, experiments)
        self.regions: dict[str, Region] = {}
        self.noted: dict[tuple[str, Ref], None] = {}
        self.read_regions(regions)
        self.domain = self.named(domain) if domain else None
        self.conditions: dict[str, list[str]] = {}
        self.read_conditions(conditions)
        self.statements: dict[str, Statement] = {}
        self.labelled: dict[str, Statement] = {}
        for part, values in zip(PARTS, (proves, beside, corrects, stands)):
            self.read_statements(part, values)
        self.fails = [self.read_failure(each, f"fails {i}") for i, each in enumerate(fails)]
        denied = [(self.statement(each, f"denies {i}"), "") for i, each in enumerate(denies)]
        self.failing = [*self.fails, *denied]  # what is denied fails where all conditions hold
        self.uses = [s for s in self.statements.values() if isinstance(s, Uses)]
        self.check_verdict(
            bool(proves or denies), bool(corrects or stands), bool(stands or fails), bool(denies)
        )

    def read_regions(self, regions: Mapping[str, Any]) -> None:
        """Read the regions that have a name."""
        for name, given in zip(regions, entries(regions, **dict.fromkeys(regions, TEXTS))):
            need(
                name.partition(" ")[0] not in (*PARTS, "fails", "denies", self.CONDITIONS),
                f"expected another name of a region, found {name[:40]!r}",
            )
            with error_context(f"region {name[:40]}"):
                self.add_region(name, given, None)

    def read_conditions(self, conditions: Sequence[Any]) -> None:
        """Read the conditions, and make the region where they and the domain hold."""
        for each in conditions:
            text, where = entries(each, text=str, where=TEXTS)
            need(text and text not in self.conditions, "conditions: expected different texts")
            self.conditions[text] = where
            need(
                all(map(is_plain, where)), "conditions: expected plain relations"
            )  # other goals read them
        with error_context(self.CONDITIONS):
            given = [*chain(*self.conditions.values())]
            self.assumed = self.add_region(self.CONDITIONS, given, self.domain)

    def read_statements(self, part: str, values: Sequence[Any]) -> None:
        """Read the statements of a part of the goal."""
        for number, value in enumerate(values):
            statement = self.statement(value, f"{part} {number}")
            need(
                not statement.label or statement.label not in self.labelled,
                f"{statement.name}: the name {statement.label[:40]!r} is given twice",
            )
            self.statements[statement.name] = self.labelled[statement.label] = statement

    def read_failure(self, value: Any, name: str) -> tuple[Statement, str]:
        """Return a statement that fails, and the condition that it violates."""
        with error_context(name):
            statement, violates = entries(value, statement=dict, violates=str)
        return self.statement(statement, name), violates

    def statement(self, value: Any, name: str) -> Statement:
        """Return a statement of its kind."""
        kind = value.get("kind") if type(value) is dict else None
        if type(kind) is not str or kind not in KINDS | extensions.KINDS:
            raise Invalid(
                f"{name}: expected a kind, one of {', '.join(KINDS)}, found {str(kind)[:40]!r}"
            )
        with error_context(name):
            statement: Statement = (KINDS.get(kind) or extensions.find(kind))(self, value, name)
            return statement

    def check_verdict(self, states: bool, corrects: bool, fails: bool, denies: bool) -> None:
        """Raise Invalid unless what is stated is what the verdict means."""
        need(self.verdict in VERDICTS, f"expected a verdict, found {self.verdict[:40]!r}")
        violated = {violates for _, violates in self.fails}
        if self.verdict == "proved":
            good = states and not (self.fails or self.conditions or corrects)
        elif self.verdict == "conditional":
            conditions = self.conditions.keys()
            # Where claims are used, these may need the others: check_uses (certificate.py) looks.
            all_needed = violated == conditions or bool(self.uses) and violated <= conditions
            good = states and bool(conditions) and all_needed and not corrects
        else:
            good = fails and violated <= {""} and not self.conditions and not denies
        need(good, f"what is stated is not what {self.verdict} means", "verdict")

    # -- regions

    def earlier(self, label: str) -> Holds:
        """Return a relation that was stated, and will be shown, before."""
        statement = self.labelled.get(label) if label else None
        if not isinstance(statement, Holds):
            raise Invalid(f"no statement before is a relation with the name {label[:40]!r}")
        return statement

    def named(self, name: Any) -> Region:
        """Return a region of the goal; there are others, which come of statements."""
        need(
            type(name) is str and name in self.value["regions"],
            f"there is no region {str(name)[:40]!r}",
        )
        return self.regions[name]

    def add_region(
        self, name: str, given: Sequence[str], parent: Region | None, model: Model | None = None
    ) -> Region:
        """Return a new region, about which facts may be."""
        region = self.region_class(model or self.model, name, given, parent)
        region.noted = self.noted
        self.regions[name] = region
        return region

    # -- suffices: nothing else is supposed than the domain and the conditions

    def check_sufficient(self) -> None:
        """Raise Invalid if what is proved supposes more than the domain and the conditions."""
        if self.domain is None and not self.conditions:
            return
        need(
            self.assumed.inhabited,
            "no point is shown where the domain and the conditions hold",
            "condition",
        )
        names = {*self.model.names}
        self.words = self.words_of(
            chain.from_iterable(region.given for region in self.assumed.around)
        )
        if self.domain is not None and not self.words & names:
            self.words |= names  # it is everything
        proves = self.proved()
        for region, name in {region: s.name for s in proves for region in s.regions}.items():
            self.check_supposed(region, name)
        for s in proves:  # further regions, each of which was looked at now, and `given`
            more = s.base.hypotheses[len(s.regions[0].hypotheses):]
            self.check_known(more, [self.assumed, *s.regions], s.name)

    def proved(self) -> list[Statement]:
        """Return the statements that the claim makes."""
        return [
            statement for name, statement in self.statements.items() if name.startswith("proves")
        ]

    def words_of(self, given: Iterable[str]) -> set[str]:
        """Return the words of these texts, and of tables, schemes, processes and experiments of which they speak."""
        kinds = [
            self.value.get(kind, {}) for kind in ("tables", "schemes", "processes", "experiments")
        ]
        words = {"H"}  # H(X) is spoken of where X is
        waiting = list(given)
        for text in waiting:
            Work.spend(len(text))
            new = {*WORD.findall(text)} - words
            words |= new
            waiting += [
                each
                for kind in kinds
                for word in new & kind.keys()
                for each in texts_in(kind[word])
            ]
        return words

    def check_supposed(self, region: Region, name: str, seen: tuple[Region, ...] = ()) -> None:
        """Raise Invalid unless the region is all of the conditions' region, or a part of a cover of such a region."""
        need(len(seen) < 100, f"{name}: too many covers within each other", "work")
        try:
            self.check_known(region.hypotheses, [self.assumed], name)
        except Invalid:
            Work.spend(len(self.statements))
            covers = [
                s for s in self.statements.values() if isinstance(s, Cover) and region in s.parts()
            ]
            if not covers or region in seen:
                raise
            cover = covers[0]
            for each in cover.regions:
                self.check_supposed(each, cover.name, (*seen, region))
            self.check_known(
                cover.region.hypotheses[len(cover.regions[0].hypotheses):], [self.assumed], name
            )

    def check_known(
        self, hypotheses: Iterable[Hypothesis], where: Sequence[Region], name: str
    ) -> None:
        """Raise Invalid unless each of these relations of which the domain speaks is known on one of these regions."""
        for text in unknown(hypotheses, where, self.words):
            raise Invalid(
                f"it is supposed, but is no condition, that {text}", "condition", (name,), text
            )

    # -- failures

    def others(self, violates: str) -> list[str]:
        """Return the relations of all conditions but this one."""
        Work.spend(len(self.conditions))
        return [*chain(*(where for text, where in self.conditions.items() if text != violates))]

    def fails_at(
        self, statement: Statement, failure: Any, where: Sequence[str], others: Sequence[str]
    ) -> Sides:
        """Return what fails at a point of the domain where its condition does not hold and all others do."""
        need(type(failure) is dict, "expected an object")
        shows = {"at": None, **failure}
        law = {key: shows.pop(key) for key in ("variables", "atoms") if key in shows} or None
        point = Point(self.model, shows.pop("at"), law=law)
        sides = statement.fails(point, shows)
        violates = any(each.denied(where) for each in statement.passed or [point])
        need(not where or violates, "the condition holds at the point")
        for each in (point, *statement.passed):
            need(statement.region.contains(each), f"the point is not in {statement.region.name}")
            need(
                self.domain is None or self.domain.contains(each), "the point is not in the domain"
            )
            need(each.denied(others) is None, "another condition is violated at the point, too")
        return sides

    # -- uses

    def unmet(self, other: Goal, region: Region) -> Iterator[str]:
        """Yield what the domain of another claim says about names of this goal, and is not known on the region; where
        there is none, what is proved there supposes."""
        Work.spend(len(other.statements) >> 2)
        regions = (
            [other.domain] if other.domain else [statement.base for statement in other.proved()]
        )
        supposed = chain.from_iterable(each.hypotheses for each in regions)
        return unknown(supposed, [region], {*self.model.names})


def unknown(given: Iterable[Hypothesis], where: Sequence[Region], names: Set[str]) -> Iterator[str]:
    """Yield those of these relations that speak of such words only, and are not known on any of these regions."""
    for p, sign, text in given:
        words = " ".join(names_of([p]))
        Work.spend(len(words) >> 4)
        if names >= {*WORD.findall(words)} and not is_known(p, sign, where):
            yield text


def is_known(p: Poly, sign: str, where: Sequence[Region]) -> bool:
    """Return whether p has the sign on one of these regions."""
    return any(region.has(p, sign) for region in where)
