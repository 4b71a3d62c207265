"""What is asked of a scheme, as a goal, and the certificate that decides.

A scheme is normalised, decodable and private on its region, has a query chain, costs so much at every t, and no scheme
does better: each of these is proved, or fails at a point, or stays undecided. Where a denominator may vanish, the
region is split, and the goal states that the parts cover it. One goal states all that was decided: it is refuted if
something fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from . import failures
from ..algebra.bridge import METER
from .derived import Matrix, derived_matrix
from .errors import NotFound
from .find import at_most, attempt, goal_that_fails
from .scheme_statements import SchemeStatements
from .split import Split
from .. import checker
from ..algebra.field import Point
from ..algebra.region import Region
from ..algebra.sign import prove
from ..algebra.work import MAX_WORK
from ..checker import Answer
from ..checker.polynomials import MAX_TEXT, Invalid, Undefined
from ..errors import Pole, Undecidable
from ..schemes.cost import ClosedForm
from ..schemes.names import Part
from ..schemes.scheme import Scheme

__all__ = ["Decision", "decide_scheme"]

WHOLE = "whole"
MAX_PROGRAM, MAX_NUMBERS = 5_000, 300_000
"""Requests² times queries times sets, with parameters and without: where it is more, the programs of the bound are too
large to try."""
LONG, UNSHOWN = 160, "a matrix was found, but it is not shown to be the same after every history"
"""Of a query chain, a reason that is longer says nothing to a reader."""
PROPERTIES = ("normalised", "decodable", "private")
SPREAD = 29
"""How many points that are far from each other are tried, and how far: so many points lie between two of them."""

Statements = Sequence[Part]
Mode = tuple[bool, ...] | str | None
Names = dict[str, tuple[str, ...]]
"""Question → names of its statements in the goal ("proves 3", "fails 0")."""


@dataclass(frozen=True)
class Decision:
    """What was decided: property → proved, refuted or undecided; the certificate, "" if nothing was decided."""

    goal: Part
    text: str
    answer: Answer | None
    """The checker's to the certificate."""
    verdicts: Mapping[str, str]
    statements: Mapping[str, tuple[str, ...]]
    """property → names of its statements in the goal ("proves 3", "fails 0")."""
    reasons: Mapping[str, str]
    """Why a property is undecided."""
    leaves: tuple[str, ...]
    """The regions on which no denominator vanishes, the first being what is left of the whole region."""
    told: Mapping[str, tuple[str, ...]]
    """What holds on each of these beyond the whole region."""
    failing: Mapping[str, str]
    """property → the region in which it fails."""
    matrix: Matrix = field(default_factory=dict)
    weights: tuple[str, ...] = ()
    """The names of Pr(X_0 = x) for each source x but the last, where a law of X_0 is spoken of."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """The names of parameters in the goal → those in the file, where a word of the language made them differ."""


def decide_scheme(
    scheme: Scheme,
    region: Region,
    mode: Mode = None,
    form: ClosedForm | None = None,
    claim: str = "scheme",
    limit: int = MAX_WORK,
    tell: Callable[[str], None] = lambda what: None,
) -> Decision:
    """Return what was decided. `mode`: a privacy mode, or "all"; `form`: a closed form of the cost, to show; `claim`:
    how the certificate is called; `limit`: of the work on each question; `tell` is called with what is begun.
    """
    with at_most(limit):
        decider = SchemeDecider(scheme, region, claim, limit, tell)
    return decider.decision(mode, form)


@dataclass
class Draft:
    """A goal with all that is to be shown."""

    goal: Part
    names: Names
    failures: list[Part]

    @property
    def proved_names(self) -> list[str]:
        """The names of the statements that are to be proved."""
        return [name for each in self.names.values() for name in each if name.startswith("proves ")]


class SchemeDecider:
    """Asks one question after the other, then states all that can be shown in one goal."""

    def __init__(
        self, scheme: Scheme, region: Region, claim: str, limit: int, tell: Callable[[str], None]
    ) -> None:
        self.scheme, self.region, self.limit, self.tell = scheme, region, limit, tell
        self.split = Split(scheme)
        self.statements = SchemeStatements(scheme, claim)
        self.goal = self.statements.goal
        self.asked: dict[str, list[Part]] = {}
        self.failed: dict[str, tuple[Part, Part]] = {}
        """Question → a statement, and what shows that it fails."""
        self.rests: dict[str, str] = {}
        """Question → another that it rests on."""
        self.reasons: dict[str, str] = {}
        self.matrix: Matrix = {}
        self.leaf_of: dict[str, str] = {}
        """A part of a leaf → the leaf."""
        try:
            self.leaves = list(self.split.leaves(region, WHOLE))
        except (Undecidable, Pole) as reason:
            self.leaves = []
            self.reasons["region"] = str(reason)
            self.split.regions = {WHOLE: scheme.letters.region(region)}
            self.split.covers = []
        self.goal["regions"] = self.split.regions

    def decision(self, mode: Mode, form: ClosedForm | None) -> Decision:
        """Ask all questions; return the decision."""
        if (
            next(self.region.points(), None) is None
        ):  # it may well be empty: nothing is shown without a point
            why = f"no point was found where {', '.join(self.scheme.letters.region(self.region))}"
            self.reasons = dict.fromkeys((*PROPERTIES, "chain", "optimal"), why)
            return self.settle()
        self.ask_properties()
        if "normalised" not in self.failed:  # without laws nothing else is asked
            self.ask_more(mode, form)
        decision = self.settle()
        if "optimal" in decision.statements and any(
            decision.verdicts[kind] != "proved" for kind in PROPERTIES
        ):
            self.asked.pop(
                "optimal", None
            )  # the bound is about schemes that have all these properties
            self.failed.pop("optimal", None)
            decision = self.settle()
        return decision

    def ask_properties(self) -> None:
        """Ask whether the scheme is normalised, decodable and private."""
        self.tell("normalised")  # the sign of a quotient is that of its parts
        self.leaf_of = {
            part: leaf for leaf in self.leaves for part in self.split.split_by_signs(leaf)
        }
        self.ask("normalised", [*self.leaf_of])
        for kind in PROPERTIES[1:]:
            if "normalised" not in self.failed:
                self.tell(kind)
                self.ask(kind, self.leaves)

    def ask_more(self, mode: Mode, form: ClosedForm | None) -> None:
        """Ask for the query chain, the cost, privacy under a mode, and whether a scheme does better."""
        self.tell("query chain")
        self.ask_chain()
        self.tell("closed form")
        if form is not None and self.leaves:
            self.ask_cost(form)
        if mode is not None:
            self.ask_mode(mode)
        if self.leaves and not any(kind in self.failed for kind in PROPERTIES):
            self.tell("optimal")
            self.ask_optimal()

    def ask(self, kind: str, regions: Sequence[str]) -> None:
        """Refute before you prove: a failure at one of the first points settles it."""
        late: list[str] = []
        statements = [self.statements.property(kind, region) for region in regions or [WHOLE]]
        if self.refuted(kind, statements, late=late):
            return
        if late:  # no proof is looked for
            self.reasons[kind] = late[0]
        elif self.leaves:
            self.asked[kind] = statements

    def refuted(
        self,
        question: str,
        statements: Statements,
        tried: int = 2,
        hints: Sequence[Point] = (),
        late: list[str] | None = None,
    ) -> bool:
        """Return whether one of the statements fails, which is noted."""
        for statement in statements:
            shown = self.failure(statement, tried, hints, late)
            if shown is not None:
                self.failed[question] = statement, shown
                return True
        return False

    def failure(
        self,
        statement: Part,
        tried: int = 2,
        hints: Sequence[Point] = (),
        late: list[str] | None = None,
    ) -> Part | None:
        """Return evidence that a statement fails; None if none was found."""
        try:
            with at_most(self.limit):
                goal = goal_that_fails(self.goal, statement)
                return failures.find(goal, goal.fails[0][0], (), (), hints, tried, late)
        except (Invalid, Undefined):
            return None

    def refuted_elsewhere(self, question: str, statements: Statements) -> bool:
        """Return whether a property that could not be proved fails where nobody looked yet."""
        if question == "optimal":
            return self.refuted(question, statements, 3)
        if question not in PROPERTIES:
            return False
        everywhere = dict.fromkeys(self.goal["names"], Fraction(0))  # points far from each other
        far = [
            {**everywhere, **point} for point in islice(self.region.points(), 0, SPREAD**2, SPREAD)
        ]
        return any(
            self.refuted(question, [each], 12) or self.refuted(question, [each], 0, far)
            for each in statements
        )

    # -- one goal for all

    def settle(self) -> Decision:
        """Write one goal with all that can be shown; what cannot is left out."""
        open_ones = dict(self.asked)
        while True:
            draft = self.draft(open_ones)
            if not open_ones and not draft.failures:
                return self.decided(draft, "", None, {})
            self.tell("writing the certificate")
            text, missing = attempt(draft.goal, (), draft.failures, self.limit)
            if not missing:
                self.tell("checking the certificate")
                answer = checker.judge({"scheme": text.encode()})["scheme"]
                refused = next(
                    (name for name in draft.proved_names if answer.at[:1] == (name,)), ""
                )
                if answer.certificate is not None or not refused and "optimal" not in open_ones:
                    return self.decided(draft, text, answer, open_ones)
                missing = {
                    refused: answer.why
                }  # too long for the checker: the rest may be accepted without it
            if not open_ones:  # not even what fails can be shown
                return self.decided(draft, "", None, {})
            for name, reason in missing.items():
                open_ones = self.without(open_ones, draft.names, name, reason)

    def draft(self, open_ones: Mapping[str, Statements]) -> Draft:
        """Return the goal that states what is open, and what fails."""
        proves, names = [*self.split.covers], Names()
        for question, statements in open_ones.items():
            names[question] = tuple(f"proves {len(proves) + i}" for i in range(len(statements)))
            proves += statements
        names.update(
            {question: (f"fails {number}",) for number, question in enumerate(self.failed)}
        )
        for question, other in self.rests.items():
            if other in names:
                names[question] = (*names.get(question, ()), *names[other])
        everywhere = dict.fromkeys(self.goal["names"], "0")
        shown = [
            {**failure, "at": {**everywhere, **failure["at"]}}
            for _, failure in self.failed.values()
        ]
        fails = [{"statement": statement, "violates": ""} for statement, _ in self.failed.values()]
        goal = {
            **self.goal,
            "verdict": "refuted" if fails else "proved",
            "proves": proves if open_ones else [],
            "fails": fails,
        }
        return Draft(goal, names, shown)

    def without(
        self, open_ones: dict[str, list[Part]], names: Names, name: str, reason: str
    ) -> dict[str, list[Part]]:
        """Return what is left open where a statement was not shown; its question may be refuted now."""
        for question in [q for q, statements in names.items() if name in statements]:
            statements = open_ones.get(question, [])
            open_ones = {q: each for q, each in open_ones.items() if q != question}
            if not self.refuted_elsewhere(question, statements):
                self.reasons[question] = (
                    UNSHOWN if question == "chain" and len(reason) > LONG else reason
                )
            elif question == "normalised":  # without laws nothing is decodable or private
                open_ones = {}
        if any(name in statements for statements in names.values()):
            return open_ones
        if (
            "optimal" in open_ones and len(open_ones) > 1
        ):  # its regions may be split where nothing is
            self.reasons["optimal"] = reason
            return {q: each for q, each in open_ones.items() if q != "optimal"}
        self.reasons.update(dict.fromkeys(open_ones, reason))
        return {}

    def decided(
        self, draft: Draft, text: str, answer: Answer | None, proved: Mapping[str, object]
    ) -> Decision:
        """Return the decision."""
        verdicts = dict.fromkeys(
            [*PROPERTIES, *self.asked, *self.failed, *self.reasons], "undecided"
        )
        verdicts.update(dict.fromkeys(proved, "proved"))
        if text:
            verdicts.update(
                {question: "refuted" for question in self.failed if question not in proved}
            )
        for question, other in self.rests.items():
            both = {verdicts.get(question, verdicts[other]), verdicts[other]}
            verdicts[question] = next(
                word for word in ("refuted", "undecided", "proved") if word in both
            )
        self.asked = {question: self.asked[question] for question in proved}
        regions = {
            question: str(statement["region"]) for question, (statement, _) in self.failed.items()
        }
        written = zip(self.scheme.letters.names, self.scheme.field.names)
        return Decision(
            draft.goal,
            text,
            answer,
            verdicts,
            draft.names if text else {},
            dict(self.reasons),
            tuple(self.leaves),
            {leaf: self.split.told[leaf] for leaf in self.leaves},
            {question: self.leaf_of.get(region, region) for question, region in regions.items()},
            self.matrix,
            self.statements.weights,
            {one: name for one, name in written if one != name},
        )

    # -- the query chain, the cost, modes

    def ask_chain(self) -> None:
        """Ask whether the queries have one matrix on each part of the region, whatever the law of X_0."""
        if not self.leaves:  # of no part nothing would be said
            self.reasons["chain"] = self.reasons["region"]
            return
        statements = []
        for leaf in self.leaves:
            unknown = self.statements.chain(leaf, None)
            try:
                with METER.at_most(self.limit):
                    matrix = derived_matrix(self.goal, "scheme", unknown["prior"], leaf)
            except NotFound as reason:
                self.reasons["chain"] = reason.reason
                return
            if matrix is None:
                if not self.refuted("chain", [unknown], 12):
                    self.reasons["chain"] = "no matrix was found that repeats with the scheme"
                return
            if any(len(entry) > MAX_TEXT for row in matrix.values() for entry in row.values()):
                self.reasons["chain"] = "the entries of its matrix become too long"
                return
            self.matrix = self.matrix or matrix
            statements.append(self.statements.chain(leaf, matrix))
        self.asked["chain"] = statements

    def ask_cost(self, form: ClosedForm) -> None:
        """Ask for the closed form of the cost, on the first part of the region."""
        stated = self.statements.cost(self.leaves[0], form)
        names = [*self.goal["names"], *stated["start"]]
        missing = attempt({**self.goal, "names": names, "proves": [stated]}, (), None, self.limit)[
            1
        ]
        if missing:  # it was tried alone: the rest is not to be shown twice
            self.reasons["cost"] = next(iter(missing.values()))
        else:
            self.goal["names"], self.asked["cost"] = names, [stated]

    def ask_optimal(self) -> None:
        """Ask whether no scheme does better: on each part, or on two where the chain keeps its order or turns it."""
        size = len(self.scheme.sources)
        limit = MAX_PROGRAM if self.scheme.field.names else MAX_NUMBERS
        if size**2 * len(self.scheme.queries) << size > limit:
            self.reasons["optimal"] = (
                "there are too many sources and queries for a certificate of the bound"
            )
            return
        if self.refuted("optimal", [self.statements.optimal(leaf) for leaf in self.leaves]):
            return
        parts = (
            [part for leaf in self.leaves for part in self.parts_by_order(leaf)]
            if size == 2
            else self.leaves
        )
        self.asked["optimal"] = [self.statements.optimal(part) for part in parts]

    def parts_by_order(self, leaf: str) -> list[str]:
        """Return the parts of a leaf on which a chain on two sources keeps its order, or turns it."""
        here = self.split.plain[leaf]
        slope = here.reduce(self.scheme.chain.matrix[0][0] - self.scheme.chain.matrix[1][0])
        known = any(prove(slope * sign, ">=", here) for sign in (1, -1))
        return [leaf] if known else self.split.by_sign(leaf, slope)

    def ask_mode(self, mode: tuple[bool, ...] | str) -> None:
        """Ask for privacy under a mode: earlier ON times act through the last one only; since then no query tells
        anything about it."""
        entropies = self.statements.entropies(self.leaves[0] if self.leaves else WHOLE)
        if "private" in self.asked:
            self.rests["mode"] = "private"
            self.asked["mode"] = entropies
            return
        if not isinstance(mode, tuple):
            self.rests["mode"] = "private"
            return
        longest = max(map(len, "".join("1" if on else "0" for on in mode).split("1")))
        if longest == 0:
            self.asked["mode"] = entropies
            return
        histories = [self.statements.equal_histories(leaf, longest) for leaf in self.leaves]
        if any(self.failure(each) is not None for each in histories):
            self.ask_experiment(mode)  # what happens there may not be possible under the mode
        elif histories:
            self.asked["mode"] = [*entropies, *histories]

    def ask_experiment(self, mode: tuple[bool, ...]) -> None:
        """Ask whether the queries of each run of OFF times are independent of the ON requests before, given the
        queries before."""
        try:
            experiment = self.statements.experiment(mode)
        except (NotFound, Invalid) as reason:
            self.reasons["mode"] = str(reason)
            return
        hints = []
        if "private" in self.failed:
            at = self.failed["private"][1]["at"]
            hints.append(
                self.statements.with_weights({name: Fraction(text) for name, text in at.items()})
            )

        def stated(whole: bool) -> list[Part]:
            return [
                each
                for leaf in self.leaves
                for each in experiment.statements(whole, region=leaf, given=self.statements.lawful)
            ]

        if not self.refuted("mode", stated(False), hints=hints):
            self.asked["mode"] = stated(True)
