"""What is asked of a scheme: for each question a goal, its certificate, and the checker's answer.

Whether it is normalised, decodable and private on its region, has a query chain, costs so much at every t, and no
scheme does better: each of these is proved, or fails at a point, or stays undecided. Where a denominator may vanish,
the region is split, and each goal states that the parts cover it.

    decide_scheme   the answers to all questions
    SchemeDecider   these answers, and the parts of the region
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import islice

from . import failures
from ..algebra.bridge import METER
from .derived import Matrix, derived_matrix
from .errors import NotFound
from .find import Decided, at_most, decide, goal_that_fails
from .scheme_statements import SchemeStatements
from .split import WHOLE, Split
from .write import point_of
from ..algebra.field import Point
from ..algebra.region import Region
from ..algebra.sign import prove
from ..algebra.work import MAX_WORK
from ..checker.polynomials import MAX_TEXT, Invalid, Undefined
from ..errors import Pole, Undecidable
from ..schemes.cost import ClosedForm
from ..schemes.names import Part
from ..schemes.scheme import Scheme

MAX_PROGRAM, MAX_NUMBERS = 5_000, 300_000
"""Requests² times queries times sets, with parameters and without: where it is more, the programs of the bound are too
large to try."""
MAX_REASON = 160
"""Of a query chain, a reason that is longer says nothing to a reader."""
UNSHOWN = "a matrix was found, but it is not shown to be the same after every history"
PROPERTIES = ("normalised", "decodable", "private")
SPREAD = 29
"""How many points that are far from each other are tried, and how many points lie between two of them."""

Mode = tuple[bool, ...] | str | None


def decide_scheme(
    scheme: Scheme,
    region: Region,
    mode: Mode = None,
    form: ClosedForm | None = None,
    claim: str = "scheme",
    limit: int = MAX_WORK,
    tell: Callable[[str], None] = lambda what: None,
) -> SchemeDecider:
    """Return the answers. `mode`: a privacy mode, or "all"; `form`: a closed form of the cost, to show; `claim`: how
    certificates are called; `limit`: of the work on each question; `tell` is called with what is begun.
    """
    with at_most(limit):
        decider = SchemeDecider(scheme, region, claim, limit, tell)
    decider.ask_all(mode, form)
    return decider


class SchemeDecider:
    """Asks one question after the other; later ones depend on the answers.

    `goal` is what all goals have in common; `unsplit`, why the region could not be split where denominators vanish;
    `leaves`, the regions on which none does, the first being what is left of the whole region; `leaf_of`, the leaf of
    each part of a leaf; `matrix`, that of the query chain."""

    def __init__(
        self, scheme: Scheme, region: Region, claim: str, limit: int, tell: Callable[[str], None]
    ) -> None:
        self.scheme, self.region, self.limit, self.tell = scheme, region, limit, tell
        self.split = Split(scheme)
        self.statements = SchemeStatements(scheme, claim)
        self.goal = self.statements.goal
        self.answers: dict[str, Decided] = {}
        self.matrix: Matrix = {}
        self.unsplit = ""
        try:
            self.leaves = list(self.split.leaves(region, WHOLE))
        except (Undecidable, Pole) as reason:
            self.unsplit = str(reason)
            self.leaves = []
            self.split.regions = {WHOLE: scheme.letters.region(region)}
            self.split.covers = []
        self.leaf_of: dict[str, str] = {}
        self.goal["regions"] = self.split.regions

    def ask_all(self, mode: Mode, form: ClosedForm | None) -> None:
        """Ask all questions."""
        if next(self.region.points(), None) is None:  # it may well be empty
            where = ", ".join(self.scheme.letters.region(self.region))
            for question in (*PROPERTIES, "chain", "optimal"):
                self.leave_open(question, f"no point was found where {where}")
            return
        self.tell("normalised")
        self.ask_normalised()
        if self.verdicts["normalised"] == "refuted":  # without laws nothing else is asked
            return
        for kind in ("decodable", "private"):
            self.tell(kind)
            self.ask(kind, self.leaves)
        self.tell("query chain")
        self.ask_chain()
        self.tell("closed form")
        if form is not None and self.leaves:
            stated = self.statements.cost(self.leaves[0], form)
            self.prove("cost", [stated], stated["start"])
        if mode is not None:
            self.ask_mode(mode)
        if all(self.verdicts[kind] == "proved" for kind in PROPERTIES):
            self.tell("optimal")
            self.ask_optimal()

    @property
    def verdicts(self) -> dict[str, str]:
        """Return the verdict on each question that was asked."""
        return {question: answer.verdict for question, answer in self.answers.items()}

    @property
    def certificates(self) -> tuple[str, ...]:
        """Return the certificates of what was decided."""
        return tuple(answer.certificate for answer in self.answers.values() if answer.certificate)

    def fails_on(self, question: str, leaf: str) -> bool:
        """Return whether a question is shown to fail on a leaf."""
        fails = self.answers[question].data["goal"]["fails"]
        regions = [failing["statement"]["region"] for failing in fails]
        return leaf in [self.leaf_of.get(region, region) for region in regions]

    def leave_open(self, question: str, reason: str) -> None:
        """Note why a question is undecided."""
        self.answers[question] = Decided(reason=reason)

    # -- properties

    def ask_normalised(self) -> None:
        """Ask whether rows are laws, where denominators have a sign: the sign of a quotient is that of its parts."""
        covers = [*self.split.covers]
        self.leaf_of = {
            part: leaf for leaf in self.leaves for part in self.split.split_by_signs(leaf)
        }
        self.ask("normalised", [*self.leaf_of])
        self.split.covers = covers

    def ask(self, kind: str, regions: Sequence[str]) -> None:
        """Refute before you prove: a failure at one of the first points settles it."""
        late: list[str] = []
        statements = [self.statements.property(kind, region) for region in regions or [WHOLE]]
        if self.refute(kind, statements, late=late):
            return
        if late or not self.leaves:  # no proof is looked for
            self.leave_open(kind, (late or [self.unsplit])[0])
            return
        self.prove(kind, statements)
        if self.verdicts[kind] == "undecided":
            self.refute_elsewhere(kind, statements)

    def prove(self, question: str, statements: Sequence[Part], names: Iterable[str] = ()) -> None:
        """Look for a proof that all these statements hold, which may need more names."""
        proves = [*self.split.covers, *statements]
        goal = {**self.goal, "names": [*self.goal["names"], *names], "proves": proves}
        self.answers[question] = decide(goal, limit=self.limit)

    def refute(
        self,
        question: str,
        statements: Sequence[Part],
        tried: int = 2,
        hints: Sequence[Point] = (),
        late: list[str] | None = None,
    ) -> bool:
        """Return whether one of the statements is shown to fail."""
        for statement in statements:
            failure = self.failure(statement, tried, hints, late)
            if failure is not None:
                fails = [{"statement": statement, "violates": ""}]
                goal = {**self.goal, "verdict": "refuted", "fails": fails}
                self.answers[question] = decide(goal, known=[failure], limit=self.limit)
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

    def refute_elsewhere(self, question: str, statements: Sequence[Part]) -> None:
        """Look where nobody looked yet for a point at which a property fails."""
        everywhere = dict.fromkeys(self.goal["names"], Fraction(0))
        points = islice(self.region.points(), 0, SPREAD**2, SPREAD)  # far from each other
        far = [{**everywhere, **point} for point in points]
        for statement in statements:
            if self.refute(question, [statement], 12) or self.refute(question, [statement], 0, far):
                return

    # -- the query chain, the bound

    def ask_chain(self) -> None:
        """Ask whether the queries have one matrix on each part of the region, whatever the law of X_0."""
        if not self.leaves:  # of no part nothing would be said
            self.leave_open("chain", self.unsplit)
            return
        statements = []
        for leaf in self.leaves:
            unknown = self.statements.chain(leaf, None)
            try:
                with METER.at_most(self.limit):
                    matrix = derived_matrix(self.goal, "scheme", unknown["prior"], leaf)
            except NotFound as reason:
                self.leave_open("chain", reason.reason)
                return
            if matrix is None:
                if not self.refute("chain", [unknown], 12):
                    self.leave_open("chain", "no matrix was found that repeats with the scheme")
                return
            if any(len(entry) > MAX_TEXT for row in matrix.values() for entry in row.values()):
                self.leave_open("chain", "the entries of its matrix become too long")
                return
            self.matrix = self.matrix or matrix
            statements.append(self.statements.chain(leaf, matrix))
        self.prove("chain", statements)
        if len(self.answers["chain"].reason) > MAX_REASON:
            self.leave_open("chain", UNSHOWN)

    def ask_optimal(self) -> None:
        """Ask whether no scheme does better: on each part, or on two where the chain keeps its order or turns it."""
        size = len(self.scheme.sources)
        limit = MAX_PROGRAM if self.scheme.field.names else MAX_NUMBERS
        if size**2 * len(self.scheme.queries) << size > limit:
            reason = "there are too many sources and queries for a certificate of the bound"
            self.leave_open("optimal", reason)
            return
        if self.refute("optimal", [self.statements.optimal(leaf) for leaf in self.leaves]):
            return
        parts = self.leaves
        if size == 2:
            parts = [part for leaf in self.leaves for part in self.parts_by_order(leaf)]
        statements = [self.statements.optimal(part) for part in parts]
        self.prove("optimal", statements)
        if self.verdicts["optimal"] == "undecided":
            self.refute("optimal", statements, 3)

    def parts_by_order(self, leaf: str) -> list[str]:
        """Return the parts of a leaf on which a chain on two sources keeps its order, or turns it."""
        here = self.split.parts[leaf]
        slope = here.reduce(self.scheme.chain.matrix[0][0] - self.scheme.chain.matrix[1][0])
        known = any(prove(slope * sign, ">=", here) for sign in (1, -1))
        return [leaf] if known else self.split.by_sign(leaf, slope)

    # -- modes

    def ask_mode(self, mode: tuple[bool, ...] | str) -> None:
        """Ask for privacy under a mode: earlier ON times act through the last one only; since then no query tells
        anything about it."""
        entropies = self.statements.entropies(self.leaves[0] if self.leaves else WHOLE)
        if self.verdicts["private"] == "proved":
            self.prove("mode", entropies)
            return
        if not isinstance(mode, tuple):
            self.answers["mode"] = self.answers["private"]
            return
        longest = max(map(len, "".join("1" if on else "0" for on in mode).split("1")))
        if longest == 0:
            self.prove("mode", entropies)
            return
        histories = [self.statements.equal_histories(leaf, longest) for leaf in self.leaves]
        if any(self.failure(each) is not None for each in histories):
            self.ask_experiment(mode)  # what happens there may not be possible under the mode
        elif histories:
            self.prove("mode", [*entropies, *histories])

    def ask_experiment(self, mode: tuple[bool, ...]) -> None:
        """Ask whether the queries of each run of OFF times are independent of the ON requests before, given the
        queries before."""
        try:
            experiment = self.statements.experiment(mode)
        except (NotFound, Invalid) as reason:
            self.leave_open("mode", str(reason))
            return
        leaks = self.answers["private"].data.get("failures", ())
        hints = [self.statements.with_weights(point_of(leak["at"])) for leak in leaks]

        def stated(whole: bool) -> list[Part]:
            lawful = self.statements.lawful
            return [
                statement
                for leaf in self.leaves
                for statement in experiment.statements(whole, region=leaf, given=lawful)
            ]

        if not self.refute("mode", stated(False), hints=hints):
            self.prove("mode", stated(True))
