"""Decides whether a certificate proves its goal (CERTIFICATE.md). Trusted: this package, Python's integers.

The rules
    combine     (the only kind of step) facts and hypotheses are multiplied and added; equations also with polynomials
    show        a relation between quotients holds on a region if the divisors are known not to be zero there, and the
                difference, cleared of them, is known to have the sign
    holds       show, for each choice of the bound names
    cover       three regions within another, as a polynomial is < 0, = 0 or > 0: show the relations of the parts there
    induct      a list of relations at the start; at each node, on the region where they hold, those of the next nodes.
                `always` has one node; `alike`, `private` and `markov` have one for each phase and Q_t, `cost` and
                `optimal` one for each t mod m, and before for each t until no rule begins or ends
    attained    some variables have these values: show that they satisfy the relations
    states      what can occur is computed; a move does not occur if its probability is known to be zero
    hides       two secrets, one law of the view: products of polynomials are equal
    tells       what can occur is computed; one view, one value
    fails       a point of the region, at which a text is false or has no value
    uses        another claim, whose conditions are granted by the region of the use, or listed again, and whose domain
                covers that region, as far as it speaks of names of the goal
    suffices    what a claim proves supposes nothing but its domain and its conditions

A statement is never taken from the evidence: what has to be shown is derived from the goal, and then looked up among
the hypotheses and facts of its region. Whatever is not as it must be raises Invalid.

In reading order: polynomials, syntax, meaning, language, scheme (what a goal says); regions (what is known, the step,
points); statements, experiment, induction, programs (the kinds of statements); this file (the whole).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import Any, NamedTuple

from .experiment import Experiment, Hides, Tells
from .induction import Alike, Always, Cost, Markov, Private
from .language import Model
from .polynomials import Invalid, Poly, Undefined, Work, entries, load, names_of, need, place, texts
from .programs import General, Least, Optimal, Optimum, Unique
from .regions import Facts, Point, Ref, Region, Sides
from .statements import Cover, Decodable, Determined, Holds, Normalised, Placed, Statement, States, Uses
from .syntax import WORD, is_plain

KINDS: dict[str, type[Statement]] = {
    "holds": Holds, "always": Always, "cover": Cover, "defined": States, "normalised": Normalised,
    "decodable": Decodable, "determined": Determined, "placed": Placed, "alike": Alike, "private": Private,
    "markov": Markov, "least": Least, "most": Least, "optimum": Optimum, "unique": Unique, "general": General,
    "cost": Cost, "optimal": Optimal, "uses": Uses, "hides": Hides, "tells": Tells}
PARTS = ("proves", "beside", "corrects", "stands")
CONDITIONS = "conditions"
"""The region where the domain and all conditions hold."""


class Goal:
    """A claim: what holds (`proves`, where the domain and the conditions do; `beside`, remarks; `corrects`, in place of
    a refuted claim; `stands`, though the claim denies it), what fails, what the claim denies, and the conditions."""

    region_class = Region

    def __init__(self, value: Any) -> None:
        self.value = value
        (self.claim, self.title, self.verdict, names, tables, schemes, regions, domain, conditions, proves, beside,
         fails, corrects, processes, experiments, denies, stands) = entries(
            value, "goal", {"processes": {}, "experiments": {}, "denies": [], "stands": []}, claim=str, title=str,
            verdict=str, names=list, tables=dict, schemes=dict, regions=dict, domain=str, conditions=list, proves=list,
            beside=list, fails=list, corrects=list)
        need(re.fullmatch("[A-Za-z0-9][A-Za-z0-9_-]{0,99}", self.claim), f"claim: not a word: {self.claim[:40]!r}")
        need(self.title.isprintable(), "title: expected one line")
        self.model = Model(names, tables, schemes, processes, lambda model: {
            name: Experiment(model, name, each) for name, each in experiments.items()})
        self.regions: dict[str, Region] = {}
        self.noted: dict[tuple[str, Ref], None] = {}
        for name, given in regions.items():
            need(name.partition(" ")[0] not in (*PARTS, "fails", "denies", CONDITIONS),
                 f"no name of a region: {name[:40]!r}")
            with place(f"region {name[:40]}"):
                self.add_region(name, texts(given, "relations"), None)
        self.domain = self.named(domain) if domain else None
        self.conditions: dict[str, list[str]] = {}
        for each in conditions:
            text, where = entries(each, "conditions", text=str, where=list)
            need(text and text not in self.conditions, "conditions: expected different texts")
            self.conditions[text] = texts(where, "conditions")
            need(all(map(is_plain, where)), "conditions: expected plain relations")     # other goals read them
        with place(CONDITIONS):
            self.assumed = self.add_region(CONDITIONS, [*chain(*self.conditions.values())], self.domain)
        self.statements: dict[str, Statement] = {}
        self.labelled: dict[str, Statement] = {}
        for part, values in zip(PARTS, (proves, beside, corrects, stands)):
            for i, each in enumerate(values):
                made = self.statement(each, f"{part} {i}")
                need(not made.label or made.label not in self.labelled,
                     f"{made.name}: the name {made.label[:40]!r} is given twice")
                self.statements[made.name] = self.labelled[made.label] = made
        self.fails: list[tuple[Statement, str]] = []
        for i, each in enumerate(fails):
            statement, violates = entries(each, f"fails {i}", statement=dict, violates=str)
            self.fails.append((self.statement(statement, f"fails {i}"), violates))
        denied = [(self.statement(each, f"denies {i}"), "") for i, each in enumerate(denies)]
        self.failing = [*self.fails, *denied]       # what is denied fails where all conditions hold
        self.uses = [s for s in self.statements.values() if isinstance(s, Uses)]
        violated, more = {violates for _, violates in self.fails}, corrects or stands
        good = {
            "proved": (proves or denies) and not (self.fails or self.conditions or more),
            "conditional": (proves or denies) and self.conditions and not more
            and violated <= self.conditions.keys() and (self.uses or violated == self.conditions.keys()),
            "refuted": (stands or self.fails) and violated <= {""} and not self.conditions and not denies}
        need(self.verdict in good, f"unknown verdict {self.verdict[:40]!r}")
        need(good[self.verdict], f"what is stated is not what {self.verdict} means", "verdict")

    def statement(self, value: Any, name: str) -> Statement:
        kind = value.get("kind") if type(value) is dict else None
        need(type(kind) is str and kind in KINDS, f"{name}: unknown kind of statement {str(kind)[:40]!r}")
        with place(name):
            return KINDS[str(kind)](self, value, name)

    def earlier(self, label: str) -> Holds:
        """A relation that was stated, and will be shown, before."""
        found = self.labelled.get(label) if label else None
        if not isinstance(found, Holds):
            raise Invalid(f"no statement before is a relation with the name {label[:40]!r}")
        return found

    def named(self, name: Any) -> Region:
        """A region of the goal; there are others, which come of statements."""
        need(type(name) is str and name in self.value["regions"], f"there is no region {str(name)[:40]!r}")
        return self.regions[name]

    def add_region(self, name: str, given: Sequence[str], parent: Region | None, model: Model | None = None) -> Region:
        self.regions[name] = self.region_class(model or self.model, name, given, parent)
        self.regions[name].noted = self.noted
        return self.regions[name]

    def supposed(self) -> Iterable[tuple[Poly, str, str]]:
        """The relations of the domain; where none is said, those on which what is proved rests."""
        regions = [self.domain] if self.domain else [
            statement.base for name, statement in self.statements.items() if name.startswith("proves")]
        return chain.from_iterable(region.hypotheses for region in regions)

    def parted(self, violates: str) -> tuple[list[str], list[str]]:
        """The relations of a condition, and those of all others."""
        Work.spend(len(self.conditions))
        others = [where for text, where in self.conditions.items() if text != violates]
        return self.conditions.get(violates, []), [*chain(*others)]

    # -- suffices: nothing else is supposed than the domain and the conditions

    def check_sufficient(self) -> None:
        if self.domain is None and not self.conditions:
            return
        need(self.assumed.inhabited, "no point is shown where the domain and the conditions hold", "condition")
        names = {*self.model.names}
        self.spoken = self.words(chain.from_iterable(region.given for region in self.assumed.around))
        if self.domain is not None and not self.spoken & names:
            self.spoken |= names        # it is everything
        proves = [statement for name, statement in self.statements.items() if name.startswith("proves")]
        for region, name in {region: s.name for s in proves for region in s.regions}.items():
            self.check_supposed(region, name)
        for s in proves:
            more = s.base.hypotheses[len(s.regions[0].hypotheses):]
            self.check_known(more, [self.assumed, *s.regions], s.name)

    def words(self, given: Iterable[str]) -> set[str]:
        """The words of these texts, and of the tables, schemes, processes and experiments of which they speak."""
        kinds = [self.value.get(kind, {}) for kind in ("tables", "schemes", "processes", "experiments")]
        found, parts = {"H"}, list[Any](given)      # H(X) is spoken of where X is
        for part in parts:      # every text in it
            parts += part.values() if type(part) is dict else part if type(part) is list else []
            if type(part) is str:
                Work.spend(len(part))
                new = {*WORD.findall(part)} - found
                found |= new
                parts += [kind[word] for kind in kinds for word in new & kind.keys()]
        return found

    def check_supposed(self, region: Region, name: str, seen: tuple[Region, ...] = ()) -> None:
        """The region is all of the conditions' region, or a part of a cover of such a region."""
        need(len(seen) < 100, f"{name}: too many covers within each other", "work")
        try:
            self.check_known(region.hypotheses, [self.assumed], name)
        except Invalid:
            Work.spend(len(self.statements))
            covers = [s for s in self.statements.values() if isinstance(s, Cover) and region in s.parts]
            if not covers or region in seen:
                raise
            for each in covers[0].regions:
                self.check_supposed(each, covers[0].name, (*seen, region))
            more = covers[0].region.hypotheses[len(covers[0].regions[0].hypotheses):]
            self.check_known(more, [self.assumed], name)

    def check_known(self, hypotheses: Iterable[tuple[Poly, str, str]], where: Sequence[Region], name: str) -> None:
        """Each of these relations between names of which the domain speaks is known on one of these regions."""
        for text in unknown(hypotheses, where, self.spoken):
            raise Invalid(f"it is supposed, but is no condition, that {text}", "condition", (name,), text)


def unknown(given: Iterable[tuple[Poly, str, str]], where: Sequence[Region], names: Set[str]) -> Iterator[str]:
    """Those of these relations that speak of such words only, and are not known on any of these regions."""
    for p, sign, text in given:
        words = " ".join(names_of([p]))
        Work.spend(len(words) >> 4)
        if names >= {*WORD.findall(words)} and not any(region.has(p, sign) for region in where):
            yield text


def granted(region: Region, where: Sequence[str]) -> bool:
    """Whether the relations are known on the region. What has no relations is never granted."""
    try:
        for text, relation in region.model.relations(where):
            region.show(relation)
    except (Invalid, Undefined):
        return False
    return bool(where)


def fails_at(goal: Goal, statement: Statement, failure: Any, where: Sequence[str], others: Sequence[str]) -> Sides:
    """What fails at a point of the domain where its condition does not hold and all others do."""
    need(type(failure) is dict, "expected an object")
    shows = {"at": None, **failure}
    law = {key: shows.pop(key) for key in ("variables", "atoms") if key in shows} or None
    point = Point(goal.model, shows.pop("at"), statement.name, law)
    need(not where or point.denied(where) is not None, "the condition holds at the point")
    found = statement.fails(point, shows)
    for each in (point, *statement.passed):
        need(statement.region.contains(each), f"the point is not in {statement.region.name}")
        need(goal.domain is None or goal.domain.contains(each), "the point is not in the domain")
        need(each.denied(others) is None, "another condition is violated at the point, too")
    return found


class Certificate:
    """A goal, and what shows it. Constructing one checks it all, but for what other claims say."""

    def __init__(self, data: bytes) -> None:
        Work.begin()
        self.data: dict[str, Any] = load(data)
        form, version, goal, points, invariants, values, self.steps, failures = entries(
            self.data, "file", format=str, version=int, goal=dict, points=dict, invariants=dict, values=dict,
            facts=list, failures=list)
        need(form == "onoff-certificate" and version == 2, "not a certificate of version 2")
        self.notes: dict[str, list[tuple[str, Ref]]] = {}
        self.failures: list[Sides] = []
        with place("goal"):
            self.goal = Goal(goal)
        self.take(points, invariants, values)
        for name, statement in self.goal.statements.items():
            self.goal.noted.clear()
            with place(name):
                need(statement.region.inhabited, f"no point of {statement.region.name} is shown", "point")
                statement.show_cited()
                statement.show_laws()
                statement.show()
            self.notes[name] = [*self.goal.noted]
        with place("goal"):
            self.goal.check_sufficient()
        expected = len(self.goal.failing)
        need(len(failures) == expected, f"expected {expected} failures, found {len(failures)}")
        for failure, (statement, violates) in zip(failures, self.goal.failing):
            with place(statement.name, "failure"):
                self.failures.append(fails_at(self.goal, statement, failure, *self.goal.parted(violates)))

    def take(self, points: Any, invariants: Any, values: Any) -> None:
        """Regions get their points, statements what they need besides facts, and the steps are made."""
        goal = self.goal
        for name, each in (*invariants.items(), *values.items()):
            with place(f"evidence for {name[:40]}"):
                need(name in goal.statements and type(each) in (list, dict), "there is no such statement, or no list")
                statement = goal.statements[name]
                statement.invariant(each) if type(each) is list else statement.values(each)
        known: dict[str, Point] = {}
        for name, each in points.items():
            with place(f"point of {name[:60]}", "point"):
                need(name in goal.regions, "there is no such region")
                known[str(each)] = known.get(str(each)) or Point(goal.model, each, name)
                need(goal.regions[name].contains(known[str(each)]), "it is not there")
                for region in goal.regions[name].around:
                    region.inhabited = True
        self.facts = Facts(goal.regions)
        for i, step in enumerate(self.steps):
            with place(f"fact {i}", "fact"):
                self.facts.combine(step)


# -- several certificates ----------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """valid, invalid or incomplete; why; the certificate, if it is not invalid; what kind of fault it has, where, and
    about which text: see Invalid."""

    word: str
    why: str
    certificate: Certificate | None
    kind: str = ""
    at: tuple[str, ...] = ()
    about: str = ""


def refused(error: Exception) -> Answer:
    """Whatever comes, the certificate is not accepted; nothing but Invalid is expected."""
    if isinstance(error, Invalid):
        return Answer("invalid", str(error)[:400], None, error.kind, error.at, error.about)
    return Answer("invalid", f"unexpected {type(error).__name__}", None, "unexpected")


def passed_on(goal: Goal, others: Mapping[str, Goal]) -> None:
    """The domain of a claim that is used covers the region of the use: what it says about names of this goal is known
    there. Each of its conditions is granted by that region, or listed again; of a remark, it is granted."""
    needed = {violates for _, violates in goal.fails}
    for use in goal.uses:
        other = others[use.claim]
        Work.spend(len(other.conditions))
        for text in unknown(other.supposed(), [use.region], {*goal.model.names}):
            raise Invalid(f"{use.claim} is only about what satisfies {text}", "use", (use.name,))
        for text, where in other.conditions.items():
            if goal.conditions.get(text) == where and not use.name.startswith("beside"):
                needed.add(text)
            elif not granted(use.region, where):
                raise Invalid(f"a condition is neither granted nor passed on: {text}", "use", (use.name,), text)
    for text in goal.conditions:
        need(text in needed, f"nothing fails, and nothing that is used needs, the condition {text}", "use")


def judge(files: Mapping[str, bytes] | Iterable[tuple[str, bytes]],
          accept: Callable[[dict[str, Any]], bool] | None = None) -> dict[str, Answer]:
    """File → answer. A goal that is not accepted is none of the claims that others may use."""
    found: dict[str, Answer] = {}
    waiting: dict[str, tuple[str, Certificate]] = {}
    for path, data in files.items() if isinstance(files, Mapping) else files:
        try:
            certificate = Certificate(data)
            goal = certificate.goal
            need(accept is None or accept(goal.value), f"this is not what is claimed as {goal.claim}", "claim")
            need(goal.claim not in waiting, f"another file is about {goal.claim[:60]}, too", "claim")
            waiting[goal.claim], found[path] = (path, certificate), Answer("valid", "", certificate)
        except Exception as error:
            found[path] = refused(error)
    settled: dict[str, Goal] = {}

    def missing(goal: Goal) -> list[str]:
        return [u.claim for u in goal.uses if u.claim not in settled or settled[u.claim].verdict == "refuted"]

    while ready := [claim for claim, (_, c) in waiting.items() if not missing(c.goal)]:     # a circle never is
        for claim in ready:
            path, certificate = waiting.pop(claim)
            Work.begin()
            try:
                passed_on(certificate.goal, settled)
                settled[claim] = certificate.goal
            except Exception as error:
                found[path] = refused(error)
    for path, certificate in waiting.values():
        uses = ", ".join(dict.fromkeys(missing(certificate.goal)))
        found[path] = Answer("incomplete", f"it uses {uses[:300]}", certificate, "use")
    Work.begin()        # nobody else pays for it
    return found
