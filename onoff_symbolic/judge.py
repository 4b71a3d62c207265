"""Judges schemes and entropy statements: search, certificate, checker, result. The verdict is the checker's.

Algebra costs time to import: what needs it imports it, and statements about entropies do without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from . import checker
from .algebra.work import MAX_WORK
from .errors import InputError
from .result import Result, Verdict, Witness, result
from .scheme_result import COMPUTED, EntropyResult, Matrix, Outcome, PrivateWhere, SchemeResult

if TYPE_CHECKING:
    from .algebra.region import Region
    from .schemes.files import SchemeFile
    from .schemes.scheme import Scheme
    from .search.find import Decided
    from .search.scheme import SchemeDecider

NO_LAWS = "not every row is a probability distribution"
NOT_ASKED = {
    "chain": NO_LAWS,
    "optimal": "the bound is about schemes that are normalised, decodable and private",
}
NOTHING_FOUND = "neither a proof nor a counterexample was found"
SHOWN = {"chain": "query chain", "mode": "private under the mode"}
"""What people call a question, where it has another name."""
SOUND = ("normalised", "decodable", "private")

Tell = Callable[[str], None]
"""Called with what is begun."""


def judged_of(name: str, text: str) -> Result:
    """Return what the checker says of a certificate that uses no other."""
    return result(name, text, checker.judge({name: text.encode()})[name], {})


# -- schemes -----------------------------------------------------------------------------------------------


def cases(
    files: Sequence[SchemeFile], mode: str | None = None, tell: Tell = lambda what: None
) -> tuple[SchemeResult, ...]:
    """Return what comes of each case of a file; certificates of several are called scheme-1, scheme-2, …"""
    if len(files) == 1:
        return (scheme(files[0], mode, tell=tell),)
    return tuple(
        scheme(file, mode, f"scheme-{number}", tell) for number, file in enumerate(files, start=1)
    )


def scheme(
    file: SchemeFile, mode: str | None = None, claim: str = "scheme", tell: Tell = lambda what: None
) -> SchemeResult:
    """Return what comes of a scheme on its region, exceptional sets included; also under a privacy mode, or all."""
    from .schemes.cost import follow
    from .schemes.histories import require_few_moves
    from .schemes.modes import parse_mode
    from .search.scheme import decide_scheme

    model, region, work = file.scheme, file.region, file.scheme.field.work
    chosen = mode if mode is None or mode == "all" else parse_mode(mode)
    require_few_moves(model)
    tell("expected download")
    with work.at_most(MAX_WORK):
        spent = follow(model, _outside(model, region))
    with work.at_most(MAX_WORK):
        decision = decide_scheme(model, region, chosen, spent.form, claim, MAX_WORK, tell)
    tell("for which parameters")
    judged = _Judged(model, decision)
    questions = (*SOUND, "chain", "cost", "optimal", "mode")
    answers = {question: judged.outcome(question) for question in questions}
    proved = {question for question, answer in answers.items() if answer.verdict is Verdict.PROVED}
    outside = tuple(decision.split.extra[decision.leaves[0]]) if decision.leaves else ()
    costs_hold = {"cost", "private"} <= proved
    leaks = "normalised" in proved and answers["private"].verdict is Verdict.REFUTED
    return SchemeResult(
        model.title,
        tuple(region.stated()),
        model.queries,
        answers["normalised"],
        answers["decodable"],
        answers["private"],
        answers["chain"],
        _cost_first(answers["optimal"]),
        matrices=tuple(judged.matrices()) if "chain" in proved else (),
        outside=outside if "chain" in proved else (),
        costs=spent.written(costs_hold) if "normalised" in proved else (),
        cost_form=str(spent.form) if costs_hold else None,
        cost_conditions=(
            tuple(dict.fromkeys((*outside, *spent.conditions()))) if costs_hold else outside
        ),
        mode=mode or "",
        under_mode=None if mode is None else _as_history(answers["mode"], model.start),
        exceptions=tuple(
            (", ".join(decision.split.extra[leaf]), judged.on_leaf(leaf, proved))
            for leaf in decision.leaves[1:]
        ),
        certificates=decision.certificates,
        why="" if decision.certificates else judged.why("private"),
        settled=model.process.settled,
        private_where=_private_where(model, region, claim) if leaks else None,
        parameters=model.field.names,
    )


def outcome_of(decided: Decided, question: str = "") -> Outcome:
    """Return the outcome of a question; where it is refuted, with the first witness."""
    if decided.answer is None:
        return Outcome(
            Verdict.UNDECIDED, None, decided.reason, rejected=decided.rejected, question=question
        )
    judged = result("", decided.certificate, decided.answer, {})
    witness = next(iter(judged.witnesses), None)
    return Outcome(judged.verdict, witness, "", decided.certificate, question=question)


@dataclass(frozen=True)
class _Judged:
    """What was decided about a scheme, in the words of its file."""

    model: Scheme
    found: SchemeDecider

    def outcome(self, question: str) -> Outcome:
        """Return the outcome of one question."""
        name = SHOWN.get(question, question)
        if question not in self.found.answers:
            return Outcome(Verdict.UNDECIDED, None, self.why(question), question=name)
        found = outcome_of(self.found.answers[question], name)
        why = self.why(question) if found.verdict is Verdict.UNDECIDED else ""
        return replace(found, witness=self.witness(found.witness), why=why)

    def why(self, question: str) -> str:
        """Return why a question is undecided."""
        answer = self.found.answers.get(question)
        reasons = [
            answer.reason if answer is not None else "",
            NOT_ASKED.get(question),
            self.found.unsplit,
            NO_LAWS if self.found.verdicts.get("normalised") == "refuted" else "",
        ]
        return next(filter(None, reasons), NOTHING_FOUND)

    def witness(self, witness: Witness | None) -> Witness | None:
        """Return a witness in the names of the file, with the law of X_0 where it needs one."""
        if witness is None:
            return None
        values, weights = dict(witness.point), self.found.statements.weights
        law: list[Fraction] = []
        if weights and values.keys() >= {*weights}:
            law = [Fraction(values.pop(name)) for name in weights]
            law.append(1 - sum(law, Fraction(0)))
        point = [(self.parameters.get(name, name), value) for name, value in values.items()]
        point += [(f"Pr(X_0={source})", str(p)) for source, p in zip(self.model.sources, law)]
        return replace(witness, point=tuple(point))

    @property
    def parameters(self) -> dict[str, str]:
        """Return the names of parameters in goals → those in the file."""
        return dict(zip(self.model.letters.names, self.model.field.names))

    def on_leaf(self, leaf: str, proved: set[str]) -> str:
        """Return what becomes of the scheme on an exceptional set."""
        asked = [question for question in SOUND if question not in proved]
        verdicts = self.found.verdicts
        refuted = [question for question in asked if verdicts.get(question) == "refuted"]
        if any(self.found.fails_on(question, leaf) for question in refuted):
            return "fails"
        return "undecided" if asked else "holds"

    def matrices(self) -> Iterator[Matrix]:
        """Yield the matrix of the queries: one if it is the same at every t, else one for each phase."""
        from .schemes.cost import one_matrix

        whole = one_matrix(self.found.matrix)
        if whole is not None:
            yield self.matrix(whole)
            return
        for phase in self.model.phases:
            yield self.matrix({q: row for (t, q), row in self.found.matrix.items() if t == phase})

    def matrix(self, rows: dict[str, dict[str, str]]) -> Matrix:
        """Return the rows in the order of the queries; weights are probabilities of X_0."""
        weights = {
            name: f"Pr(X_0={source})"
            for name, source in zip(self.found.statements.weights, self.model.sources)
        }
        named = {**self.parameters, **weights}

        def text(entry: str) -> str:
            return re.sub(r"\b\w+\b", lambda match: named.get(match[0], match[0]), entry)

        queries = self.model.queries
        return tuple(
            (q, tuple(text(rows[q].get(r, "0")) for r in queries)) for q in queries if q in rows
        )


def _private_where(model: Scheme, region: Region, claim: str) -> PrivateWhere | None:
    """Return for which parameters a scheme that leaks does not, as far as the checker accepts it."""
    from .search.parameters import private_where

    if not model.field.names:
        return None
    with model.field.work.at_most(MAX_WORK):
        found = private_where(model, region, claim)
    known = all(found.elsewhere) and not found.unknown
    converse = found.elsewhere if known else ()
    if not found.private and not converse:
        return None
    return PrivateWhere(tuple(found.private), tuple(converse), tuple(found.unknown))


def _outside(model: Scheme, region: Region) -> Region:
    """Return the region without the sets where a denominator vanishes."""
    from .algebra.region import Hypothesis
    from .algebra.sign import prove as sign_of

    factors = dict.fromkeys(f for d in model.on(region).divisors() for f in d.factors())
    return region.assume(
        *(Hypothesis(f, "!=") for f in factors if sign_of(f, "!=", region) is None)
    )


def _as_history(under: Outcome, start: str) -> Outcome:
    """Return privacy under one mode with its witness as a history: the queries since the last ON time, and the requests
    and queries before, given which they have two probabilities."""
    witness = under.witness
    if witness is None or witness.history:
        return under
    statement, shows = witness.statement, dict(witness.shows)
    known = [shows["knowing"]] if "knowing" in shows else []
    one, other = (
        _timed(", ".join([shows[key], *known])).removeprefix("X_0 = ") for key in ("one", "other")
    )
    seen = [text.partition(" = ")[2] for text in shows["view"].split(", ")]
    shown = [("one", one), ("other", other), ("history", ",".join([start, *seen]))]
    point = witness.point
    last_on = _timed(statement["secret"][-1]).removeprefix("X_")
    if last_on != "0":
        shown.append(("ON at t", last_on))
    else:
        point = tuple((name, value) for name, value in point if not name.startswith("Pr(X_0"))
    leak = {"kind": "private", "region": statement["region"], "scheme": "scheme"}
    return replace(under, witness=replace(witness, statement=leak, shows=tuple(shown), point=point))


def _timed(text: str) -> str:
    """Return the text with X_3 for X3 and Q_3 for Q3."""
    return re.sub(r"\b([XQ])([0-9]+)_*(?= =|$)", r"\1_\2", text)


def _cost_first(optimal: Outcome) -> Outcome:
    """Return the answer with the cost of the scheme on the left of its witness, and what is possible on the right."""
    witness = optimal.witness
    if witness is None:
        return optimal
    time = tuple(("t", value) for name, value in witness.shows if name == "time")
    turned = replace(witness, left=witness.right, relation="<=", right=witness.left, shows=time)
    return replace(optimal, witness=turned)


def require_laws(file: SchemeFile, path: str) -> None:
    """Raise InputError if a row of a scheme is no probability distribution somewhere on its region."""
    witness = scheme(file).normalised.witness
    if witness is None:
        return
    shows = dict(witness.shows)
    after = (
        f" after (X_0, X_t, Q_t) = {shows['state']} at t = {shows['time']}"
        if "state" in shows
        else ""
    )
    point = ", ".join(f"{name} = {value}" for name, value in witness.point)
    raise InputError(
        f"{path}: not a probability distribution{after}: expected {witness.relation} {witness.right}, "
        f"found {witness.left}" + (f" at {point}" if point else "")
    )


# -- entropies ---------------------------------------------------------------------------------------------


def entropy(statement: str, given: Sequence[str], tell: Tell | None = None) -> EntropyResult:
    """Return what comes of a linear statement about joint entropies, from Shannon's inequalities and what is given,
    which may also stand before it: `X . Y => H(X,Y) = H(X) + H(Y)`. `tell` is called before something that takes long.
    """
    from .entropy.grammar import implication, notes
    from .entropy.proof import NoProof, prove
    from .search.shannon import entropy_certificate, shown_in

    goal, premises = implication(statement)
    derived = prove(goal, (*premises, *given), progress=tell)
    answer = EntropyResult(
        Verdict.UNDECIDED, goal=str(derived.goal), given=tuple(map(str, derived.given))
    )
    lines = [f"note: {note}" for note in notes((derived.goal, *derived.given))]
    if isinstance(derived, NoProof):
        lines += [f"{COMPUTED}:", *(f"    {line}" for line in derived.explained())]
    text = entropy_certificate(derived)
    if not text:
        return replace(answer, lines=tuple(lines))
    judged = judged_of("entropy", text)
    if judged.goal is None:
        return replace(answer, lines=(judged.why,))
    shown = shown_in(text).lines()
    if judged.verdict is Verdict.REFUTED:
        shown = ["counterexample:", *(f"    {line}" for line in shown)]
    return replace(answer, verdict=judged.verdict, lines=(*lines, *shown), certificate=text)
