"""What is asked of a scheme, as a goal, and the certificate that decides.

A scheme is normalised, decodable and private on its region, has a query chain, costs so much at every t, and no scheme
does better: each of these is proved, or fails at a point, or stays undecided. Where a denominator may vanish, the
region is split, and the goal states that the parts cover it. One goal states all that was decided: it is refuted if
something fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from . import failures
from ..algebra.bridge import METER
from .derived import Matrix, derived_matrix
from .errors import NotFound
from .find import at_most, attempt
from .goals import scheme_goal
from .modes import MODE, ModeExperiment
from .split import Split
from .. import checker
from ..algebra.field import Point
from ..algebra.region import Region
from ..algebra.sign import prove
from ..checker import Answer, Goal, Model
from ..checker.polynomials import MAX_TEXT, Invalid, Undefined
from ..checker.syntax import KEYWORDS
from ..algebra.work import MAX_WORK
from ..claims.kinds import restated
from ..claims.place import default
from ..document import read
from ..errors import Pole, Undecidable
from ..schemes.cost import ClosedForm
from ..schemes.names import Part, fresh
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
MODES = "modes.toml"
"""Beside the claims file: what is shown under a privacy mode."""
_LETTER = re.compile(r"\b[A-Z]\b(?!\()")


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


def decide_scheme(scheme: Scheme, region: Region, mode: tuple[bool, ...] | str | None = None,
                  form: ClosedForm | None = None, claim: str = "scheme", limit: int = MAX_WORK,
                  tell: Callable[[str], None] = lambda what: None) -> Decision:
    """All that is asked of a scheme. `mode`: a privacy mode, or "all"; `form`: a closed form of the cost, to show;
    `claim`: how the certificate is called; `limit`: of the work on each question; `tell` is called with what is begun.
    """
    with at_most(limit):
        found = _Deciding(scheme, region, mode, form, claim, limit)
    found.tell = tell
    return found.decision()


class _Deciding:
    def __init__(self, scheme: Scheme, region: Region, mode: tuple[bool, ...] | str | None,
                 form: ClosedForm | None, claim: str, limit: int) -> None:
        self.scheme, self.region, self.mode, self.form, self.limit = scheme, region, mode, form, limit
        self.letters = scheme.letters
        self.split = Split(scheme)
        self.goal = scheme_goal(scheme, claim)
        self.asked: dict[str, list[Part]] = {}
        self.failed: dict[str, tuple[Part, Part]] = {}
        self.rests: dict[str, str] = {}     # question → another that it rests on
        self.reasons: dict[str, str] = {}
        self.matrix: Matrix = {}
        self.weights: tuple[str, ...] = ()
        self.tell: Callable[[str], None] = lambda what: None
        self.home: dict[str, str] = {}      # a part of a leaf → the leaf
        try:
            self.leaves = list(self.split.leaves(region, WHOLE))
        except (Undecidable, Pole) as reason:
            self.leaves = []
            self.reasons["region"] = str(reason)
            self.split.regions = {WHOLE: self.letters.region(region)}
            self.split.covers = []
        self.goal["regions"] = self.split.regions

    def decision(self) -> Decision:
        if next(self.region.points(), None) is None:    # it may well be empty: nothing is shown without a point
            why = f"no point was found where {', '.join(self.letters.region(self.region))}"
            self.reasons = dict.fromkeys((*PROPERTIES, "chain", "optimal"), why)
            return self.settle()
        for kind in PROPERTIES:
            self.tell(kind)
            if kind == "normalised":        # the sign of a quotient is that of its parts
                self.home = {part: leaf for leaf in self.leaves for part in self.split.signed(leaf)}
            leaves = list(self.home) if kind == "normalised" else self.leaves
            self.ask(kind, [restated({"kind": kind, "region": leaf, "scheme": "scheme"}, self.goal["schemes"])
                            for leaf in leaves or [WHOLE]])
            if kind == "normalised" and kind in self.failed:    # without laws nothing is decodable or private
                break
        else:
            self.tell("query chain")
            self.ask_chain()
            self.tell("closed form")
            self.ask_cost()
            if self.mode is not None:
                self.ask_mode()
            if not any(kind in self.failed for kind in PROPERTIES) and self.leaves:
                self.tell("optimal")
                self.ask_optimal()
        found = self.settle()
        if "optimal" in found.statements and any(found.verdicts[kind] != "proved" for kind in PROPERTIES):
            self.asked.pop("optimal", None)     # the bound is about schemes that have all these properties
            self.failed.pop("optimal", None)
            found = self.settle()
        return found

    def ask(self, question: str, statements: Sequence[Part]) -> None:
        """Refute before you prove: a failure at one of the first points settles it."""
        late: list[str] = []
        for statement in statements:
            shown = self.fails(statement, late=late)
            if shown is not None:
                self.failed[question] = statement, shown
                return
        if late:        # no proof is looked for
            self.reasons[question] = late[0]
        elif self.leaves:
            self.asked[question] = list(statements)

    def fails(self, statement: Part, tried: int = 2, hints: Sequence[Point] = (),
              late: list[str] | None = None) -> Part | None:
        try:
            with at_most(self.limit):
                stated = Goal({**self.goal, "verdict": "refuted", "proves": [], "fails": [
                    {"statement": statement, "violates": ""}]})
                return failures.find(stated, stated.fails[0][0], (), (), hints, tried, late)
        except (Invalid, Undefined):
            return None

    def again(self, question: str, statements: Sequence[Part]) -> bool:
        """A property that could not be proved may fail where nobody looked yet."""
        for statement in statements if question in (*PROPERTIES, "optimal") else ():
            shown = self.fails(statement, 12 if question != "optimal" else 3)
            if shown is None and question != "optimal":
                shown = self.fails(statement, 0, self.spread())
            if shown is not None:
                self.failed[question] = statement, shown
                return True
        return False

    def spread(self) -> list[Point]:
        """Points that are far from each other: of those tried first, many have the first parameters in common."""
        everywhere = dict.fromkeys(self.goal["names"], Fraction(0))
        return [{**everywhere, **point} for point in islice(self.region.points(), 0, SPREAD**2, SPREAD)]

    def settle(self) -> Decision:
        """One goal with all that can be shown; what cannot is left out."""
        open_ones = dict(self.asked)
        while True:
            proves = [each for each in self.split.covers]
            names: dict[str, tuple[str, ...]] = {}
            for question, statements in open_ones.items():
                names[question] = tuple(f"proves {len(proves) + i}" for i in range(len(statements)))
                proves += statements
            shown = list(self.failed.values())
            names.update({question: (f"fails {number}",) for number, question in enumerate(self.failed)})
            names.update({question: (*names.get(question, ()), *names[other]) for question, other in self.rests.items()
                          if other in names})
            goal = {**self.goal, "verdict": "refuted" if shown else "proved", "proves": proves if open_ones else [],
                    "fails": [{"statement": statement, "violates": ""} for statement, _ in shown]}
            if not proves and not shown or not open_ones and not shown:
                return self.decided(goal, "", None, {}, {})
            everywhere = dict.fromkeys(self.goal["names"], "0")
            known = [{**failure, "at": {**everywhere, **failure["at"]}} for _, failure in shown]
            self.tell("writing the certificate")
            text, missing = attempt(goal, (), known, self.limit)
            self.tell("checking the certificate")
            answer = checker.judge({"scheme": text.encode()})["scheme"] if not missing else None
            if answer is not None:
                told = [name for each in names.values() for name in each if name.startswith("proves ")]
                refused = next((name for name in told if answer.at[:1] == (name,)), "")
                if answer.certificate is not None or not refused and "optimal" not in open_ones:
                    return self.decided(goal, text, answer, names, open_ones)
                missing = {refused: answer.why}     # too long for the checker: the rest may be accepted without it
            if missing and not open_ones:   # not even what fails can be shown
                return self.decided(goal, "", None, {}, {})
            for name, reason in missing.items():
                for question in [q for q, statements in names.items() if name in statements]:
                    if not self.again(question, open_ones.pop(question, ())):
                        long = question == "chain" and len(reason) > LONG
                        self.reasons[question] = UNSHOWN if long else reason
                    elif question == "normalised":      # without laws nothing is decodable or private
                        open_ones.clear()
                if any(name in statements for statements in names.values()):
                    continue
                if "optimal" in open_ones and len(open_ones) > 1:   # its regions may be split where nothing is
                    del open_ones["optimal"]
                    self.reasons["optimal"] = reason
                else:
                    self.reasons.update(dict.fromkeys(open_ones, reason))
                    open_ones = {}

    def decided(self, goal: Part, text: str, answer: Answer | None, names: Mapping[str, tuple[str, ...]],
                proved: Mapping[str, object]) -> Decision:
        asked = dict.fromkeys([*PROPERTIES, *self.asked, *self.failed, *self.reasons])
        verdicts = {question: "proved" if question in proved else "refuted" if question in self.failed and text
                    else "undecided" for question in asked}
        for question, other in self.rests.items():      # undecided if one of the two is
            both = {verdicts.get(question, verdicts[other]), verdicts[other]}
            verdicts[question] = next(word for word in ("refuted", "undecided", "proved") if word in both)
        self.asked = {question: self.asked[question] for question in proved}
        return Decision(goal, text, answer, verdicts, dict(names), dict(self.reasons), tuple(self.leaves),
                        {leaf: self.split.told[leaf] for leaf in self.leaves},
                        {question: self.home.get(str(statement["region"]), str(statement["region"]))
                         for question, (statement, _) in self.failed.items()},
                        self.matrix, self.weights, {
                            written: name for written, name in zip(self.letters.names, self.scheme.field.names)
                            if written != name})

    # -- the query chain, the cost, modes

    def prior(self) -> str:
        """Any law of X_0, as a table; its weights are names."""
        if "weights" not in self.goal["tables"]:
            taken = {*self.goal["names"], *self.scheme.sources, *self.scheme.queries, *KEYWORDS}
            self.weights = tuple(fresh(f"w{i}", taken) for i in range(1, len(self.scheme.sources)))
            self.goal["names"] = [*self.goal["names"], *self.weights]
            law = [*self.weights, " - ".join(["1", *self.weights])]
            self.goal["tables"]["weights"] = {"index": [list(self.scheme.sources)], "entries": law}
            self.lawful = [f"{text} >= 0" for text in law]
        return "weights"

    def ask_chain(self) -> None:
        """The queries have this matrix on each part of the region, whatever the law of X_0."""
        if not self.leaves:     # of no part nothing would be said
            self.reasons["chain"] = self.reasons["region"]
            return
        prior, statements = self.prior(), []
        for leaf in self.leaves:
            stated = {"kind": "markov", "region": leaf, "given": self.lawful, "scheme": "scheme", "prior": prior,
                      "matrix": None}
            try:
                with METER.at_most(self.limit):
                    matrix = derived_matrix(self.goal, "scheme", prior, leaf)
            except NotFound as reason:
                self.reasons["chain"] = reason.reason
                return
            if matrix is None:
                shown = self.fails(stated, 12)
                if shown is not None:
                    self.failed["chain"] = stated, shown
                else:
                    self.reasons["chain"] = "no matrix was found that repeats with the scheme"
                return
            if any(len(entry) > MAX_TEXT for row in matrix.values() for entry in row.values()):
                self.reasons["chain"] = "the entries of its matrix become too long"
                return
            self.matrix = self.matrix or matrix
            statements.append({**stated, "matrix": self.matrix_table(matrix)})
        self.asked["chain"] = statements

    def matrix_table(self, matrix: Matrix) -> str:
        """The name of a table with this matrix, one for every phase if they differ."""
        queries = [*self.scheme.queries]
        phases = self.scheme.phases
        rows = {q: {tuple(matrix[t, q].items()) for t in phases if (t, q) in matrix} for q in queries}
        if all(len(each) <= 1 for each in rows.values()):
            flat = {q: dict(next(iter(each), ())) for q, each in rows.items()}
            table = {"index": [queries, queries], "entries": [flat[q].get(r, "0") for q in queries for r in queries]}
        else:
            table = {"index": [list(phases), queries, queries], "entries": [
                matrix.get((t, q), {}).get(r, "0") for t in phases for q in queries for r in queries]}
        for name, known in self.goal["tables"].items():
            if known == table:
                return str(name)
        name = f"matrix{sum(each.startswith('matrix') for each in self.goal['tables'])}"
        self.goal["tables"][name] = table
        return name

    def uniform(self) -> str:
        sources = list(self.scheme.sources)
        self.goal["tables"]["even"] = {"index": [sources], "entries": [f"1/{len(sources)}"] * len(sources)}
        return "even"

    def ask_cost(self) -> None:
        """The closed form of the cost, with a sequence for each base; on the first part of the region."""
        if self.form is None or not self.leaves:
            return
        taken = {*self.goal["names"], *self.scheme.sources, *self.scheme.queries, *KEYWORDS}
        start, following, terms = {}, {}, []
        field = self.scheme.field
        first = (len(self.scheme.sources) - self.form.at(0), field.zero)    # the form is meant for t ≥ 1
        for coefficient, base in [*self.form.terms, *([] if first[0].is_zero else [first])]:
            text = f"({self.letters.text(coefficient)})"
            if base != 1:
                name = fresh("u", taken)
                start[name], following[name] = "1", f"({self.letters.text(base)})*{name}"
                text += f"*{name}"
            terms.append(text)
        given = [f"{self.letters.text(d)} != 0" for d in self.form.denominators()]
        stated = {"kind": "cost", "region": self.leaves[0], **({"given": given} if given else {}), "scheme": "scheme",
                  "prior": self.uniform(), "start": start, "next": following, "value": " + ".join(terms)}
        names = [*self.goal["names"], *start]
        missing = attempt({**self.goal, "names": names, "proves": [stated]}, (), None, self.limit)[1]
        if missing:     # it was tried alone: the rest is not to be shown twice
            self.reasons["cost"] = next(iter(missing.values()))
        else:
            self.goal["names"], self.asked["cost"] = names, [stated]

    def ask_optimal(self) -> None:
        """No scheme does better: on each part, or on the two parts where the chain keeps its order or turns it."""
        size = len(self.scheme.sources)
        limit = MAX_PROGRAM if self.scheme.field.names else MAX_NUMBERS
        if size ** 2 * len(self.scheme.queries) << size > limit:
            self.reasons["optimal"] = "there are too many sources and queries for a certificate of the bound"
            return
        prior = self.uniform()
        statements = [{"kind": "optimal", "region": leaf, "scheme": "scheme", "prior": prior} for leaf in self.leaves]
        for statement in statements:
            shown = self.fails(statement, 2)
            if shown is not None:
                self.failed["optimal"] = statement, shown
                return
        if len(self.scheme.sources) == 2:
            chosen = []
            for leaf in self.leaves:
                here = self.split.plain[leaf]
                slope = here.reduce(self.scheme.chain.matrix[0][0] - self.scheme.chain.matrix[1][0])
                known = any(prove(slope * sign, ">=", here) for sign in (1, -1))
                chosen += [leaf] if known else self.split.by_sign(leaf, slope)
            statements = [{**statements[0], "region": leaf} for leaf in chosen]
        self.asked["optimal"] = statements

    def ask_mode(self) -> None:
        """Earlier ON times act through the last one only; since the last ON time no query tells anything about it."""
        mode = self.mode
        runs = [len(run) for run in "".join("1" if on else "0" for on in mode).split("1")] if isinstance(mode, tuple) \
            else []
        entropies = self.entropies()
        if "private" in self.asked or not isinstance(mode, tuple):
            self.rests["mode"] = "private"
            if "private" in self.asked:
                self.asked["mode"] = entropies
        elif max(runs) == 0:
            self.asked["mode"] = entropies
        else:
            histories = [self.equal_histories(leaf, max(runs)) for leaf in self.leaves]
            if any(self.fails(each) is not None for each in histories):
                self.ask_experiment(mode)       # what happens there may not be possible under the mode
            elif histories:
                self.asked["mode"] = [*entropies, *histories]

    def entropies(self) -> list[Part]:
        """Return what is shown under a privacy mode, in letters that are no parameters."""
        taken = {*self.goal["names"], *KEYWORDS}
        region = self.leaves[0] if self.leaves else WHOLE
        statements = read(str(default(name=MODES)))["proves"]
        listed = dict.fromkeys(_LETTER.findall(str(statements)))
        letters = {letter: fresh(letter, taken) for letter in listed}

        def spelled(text: str) -> str:
            return _LETTER.sub(lambda found: letters[found[0]], text)

        return [{"kind": "holds", "region": region, "text": spelled(statement["text"]),
                 "given": [*map(spelled, statement["given"])]} for statement in statements]

    def ask_experiment(self, mode: tuple[bool, ...]) -> None:
        """The queries of each run of OFF times are independent of the ON requests before, given the queries before."""
        prior = self.prior()
        try:
            model = Model(self.goal["names"], self.goal["tables"], self.goal["schemes"])
            found = ModeExperiment(model, model.scheme("scheme"), mode, prior)
        except (NotFound, Invalid) as reason:
            self.reasons["mode"] = str(reason)
            return
        self.goal["tables"].update(found.tables)
        self.goal["experiments"] = {MODE: found.variables}
        leaking = [shown["at"] for _, shown in [self.failed["private"]]] if "private" in self.failed else []
        hints = [self.with_even_law({name: Fraction(text) for name, text in at.items()}) for at in leaking]
        for leaf in self.leaves:
            for statement in found.statements(False, region=leaf, given=self.lawful):
                shown = self.fails(statement, hints=hints)
                if shown is not None:
                    self.failed["mode"] = statement, shown
                    return
        self.asked["mode"] = [each for leaf in self.leaves
                              for each in found.statements(True, region=leaf, given=self.lawful)]

    def with_even_law(self, point: Point) -> Point:
        """The point with a law of X_0 in which all requests have the same probability."""
        return {**point, **dict.fromkeys(self.weights, Fraction(1, len(self.scheme.sources)))}

    def equal_histories(self, leaf: str, length: int) -> Part:
        """Every history of this length has the same probability for every X_0."""
        taken = {*self.goal["names"], *self.scheme.sources, *self.scheme.queries, *KEYWORDS, "scheme"}
        names = [fresh("q", taken) for _ in range(length)]
        other, queries = fresh("b", taken), ",".join(self.scheme.queries)
        first, *others = self.scheme.sources
        ranges = "; ".join([f"{other} in {','.join(others)}", *(f"{name} in {queries}" for name in names)])
        path = ",".join([self.scheme.start, *names])
        return {"kind": "holds", "region": leaf,
                "text": f"for {ranges}: history(scheme,{first},{path}) = history(scheme,{other},{path})"}
