"""Judges schemes and entropy statements: search, certificate, checker, result. The verdict is the checker's.

Algebra costs time to import: what needs it imports it, and statements about entropies do without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from . import checker
from .algebra.work import MAX_WORK
from .errors import InputError
from .result import Result, Verdict, Witness, result
from .scheme_result import COMPUTED, EntropyResult, Matrix, PrivateWhere, Property, SchemeResult

if TYPE_CHECKING:
    from .algebra.region import Region
    from .schemes.files import SchemeFile
    from .schemes.scheme import Scheme
    from .search.scheme import Decision

NOT_ASKED = {
    "chain": "not every row is a probability distribution",
    "optimal": "the bound is about schemes that are normalised, decodable and private",
}


def judged_of(name: str, text: str) -> Result:
    return result(name, text, checker.judge({name: text.encode()})[name], {})


# -- schemes -----------------------------------------------------------------------------------------------


def cases(files: Sequence[SchemeFile], mode: str | None = None,
          tell: Callable[[str], None] = lambda what: None) -> tuple[SchemeResult, ...]:
    """The cases of a file, one after the other; their certificates are called scheme-1, scheme-2, … `tell` is called
    with what is begun."""
    if len(files) == 1:
        return (scheme(files[0], mode, tell=tell),)
    return tuple(scheme(file, mode, f"scheme-{number}", tell) for number, file in enumerate(files, start=1))


def scheme(file: SchemeFile, mode: str | None = None, claim: str = "scheme",
           tell: Callable[[str], None] = lambda what: None) -> SchemeResult:
    """A scheme on its region, exceptional sets included; on request also under a privacy mode, or under all."""
    from .schemes.followed import follow
    from .schemes.histories import require_few_moves
    from .schemes.modes import parse_mode
    from .search.scheme import decide_scheme

    chosen = None if mode is None else mode if mode == "all" else parse_mode(mode)
    model, region = file.scheme, file.region
    require_few_moves(model)
    tell("expected download")
    with model.field.work.at_most(MAX_WORK):
        spent = follow(model, _outside(model, region))
    with model.field.work.at_most(MAX_WORK):
        found = decide_scheme(model, region, chosen, spent.form, claim, MAX_WORK, tell)
    tell("for which parameters")
    judged = None if found.answer is None else result("scheme", found.text, found.answer, {})
    parts = {question: _property(question, found, judged)
             for question in ("normalised", "decodable", "private", "chain", "cost", "optimal", "mode")}
    chain, cost, private = (parts[question].verdict is Verdict.PROVED for question in ("chain", "cost", "private"))
    lawful = parts["normalised"].verdict is Verdict.PROVED
    outside = _exceptional(found)
    return SchemeResult(
        model.title, tuple(region.stated()), model.queries, parts["normalised"],
        parts["decodable"], parts["private"], parts["chain"], _best(parts["optimal"]),
        tuple(_matrices(model, found)) if chain else (), outside if chain else (),
        spent.written(cost and private) if lawful else (), str(spent.form) if cost and private else None,
        tuple(dict.fromkeys((*outside, *spent.conditions()))) if cost and private else outside,
        mode or "", _leaking(parts["mode"], model) if mode is not None else None,
        tuple((", ".join(found.told[leaf]), _outcome(leaf, found, parts)) for leaf in found.leaves[1:]),
        "" if judged is None or judged.verdict is Verdict.UNDECIDED else found.text,
        _why(found, judged), model.process.settled,
        _private_where(model, region, claim) if lawful and parts["private"].verdict is Verdict.REFUTED else None,
        model.field.names)


def _private_where(model: Scheme, region: Region, claim: str) -> PrivateWhere | None:
    """For which parameters a scheme that leaks does not, as far as the checker accepts it."""
    from .search.parameters import Elsewhere, Private, Unknown, private_where

    if not model.field.names:
        return None
    with model.field.work.at_most(MAX_WORK):
        found = private_where(model, region, claim)

    def accepted(text: str) -> bool:
        return bool(text) and judged_of(claim, text).verdict is Verdict.PROVED

    private = {each.equations: each.text for each in found if isinstance(each, Private)}
    cases = tuple((equations, text) for equations, text in private.items() if accepted(text))
    unknown = [each.equations for each in found if isinstance(each, Unknown)]
    unknown += [equations for equations in private if equations not in dict(cases)]
    elsewhere = tuple(each.text for each in found if isinstance(each, Elsewhere))
    whole = not unknown and all(map(accepted, elsewhere))
    return PrivateWhere(cases, elsewhere if whole else (), tuple(unknown)) if cases or whole and elsewhere else None


def _outside(model: Scheme, region: Region) -> Region:
    """The region without the sets where a denominator vanishes."""
    from .algebra.region import Hypothesis
    from .algebra.sign import prove as sign_of

    factors = dict.fromkeys(f for d in model.on(region).divisors() for f in d.factors())
    return region.assume(*(Hypothesis(f, "!=") for f in factors if sign_of(f, "!=", region) is None))


def _property(question: str, found: Decision, judged: Result | None) -> Property:
    """What the checker accepted of one question."""
    verdict = Verdict(found.verdicts.get(question, "undecided"))
    if verdict is Verdict.UNDECIDED or judged is None or judged.verdict is Verdict.UNDECIDED:
        why = (found.reasons.get(question) or ("" if judged is None else judged.why) or NOT_ASKED.get(question, "")
               or found.reasons.get("region", "")
               or (NOT_ASKED["chain"] if found.verdicts.get("normalised") == "refuted" else ""))
        return Property(Verdict.UNDECIDED, None, why or "neither a proof nor a counterexample was found")
    if verdict is Verdict.PROVED:
        return Property(verdict)
    failing = next((name for name in found.statements[question] if name.startswith("fails ")), None)
    if failing is None:
        return Property(verdict)
    shown = _told(judged.witnesses[int(failing.split()[1])], found)
    point = tuple((found.parameters.get(name, name), value) for name, value in shown.point)
    return Property(verdict, replace(shown, point=point))


def _told(witness: Witness, found: Decision) -> Witness:
    """A witness that names the law of X_0 it needs, where it needs one."""
    known = dict(witness.point)
    if not found.weights or not known.keys() >= {*found.weights}:
        return witness
    sources = found.goal["schemes"]["scheme"]["sources"]
    law = [Fraction(known[name]) for name in found.weights]
    told = [(f"Pr(X_0={source})", str(p)) for source, p in zip(sources, [*law, 1 - sum(law)], strict=True)]
    return replace(witness, point=(*(each for each in witness.point if each[0] not in found.weights), *told))


def _leaking(under: Property, model: Scheme) -> Property:
    """Under a mode that is judged by itself: the queries since the last ON time, and the requests and queries before,
    given which they have two probabilities."""
    if under.witness is None or "history" in dict(under.witness.shows):
        return under
    said, shows = under.witness.statement, dict(under.witness.shows)
    seen = [text.partition(" = ")[2] for text in shows["view"].split(", ")]
    known = [shows["knowing"]] if "knowing" in shows else []
    one, other = (_timed(", ".join([shows[key], *known])).removeprefix("X_0 = ") for key in ("one", "other"))
    told = (("one", one), ("other", other), ("history", ",".join([model.start, *seen])))
    last_on = _timed(said["secret"][-1]).removeprefix("X_")
    since = (("ON at t", last_on),) if last_on != "0" else ()
    point = under.witness.point if since else tuple(
        each for each in under.witness.point if not each[0].startswith("Pr(X_0"))
    leak = {"kind": "private", "region": said["region"], "scheme": "scheme"}
    return replace(under, witness=replace(under.witness, statement=leak, shows=(*told, *since), point=point))


def _timed(text: str) -> str:
    """X3 is X_3, Q3 is Q_3."""
    return re.sub(r"\b([XQ])([0-9]+)_*(?= =|$)", r"\1_\2", text)


def _best(optimal: Property) -> Property:
    """The witness with the cost of the scheme first, and then what is possible."""
    if optimal.witness is None:
        return optimal
    shown = optimal.witness
    shows = tuple(("t", value) for name, value in shown.shows if name == "time")
    return replace(optimal, witness=replace(shown, left=shown.right, relation="<=", right=shown.left, shows=shows))


def _why(found: Decision, judged: Result | None) -> str:
    if judged is None:
        return next(iter(found.reasons.values()), "nothing was decided")
    return judged.why


def _exceptional(found: Decision) -> tuple[str, ...]:
    """What holds on the main part of the region beyond the region itself."""
    return found.told[found.leaves[0]] if found.leaves else ()


def _outcome(leaf: str, found: Decision, parts: Mapping[str, Property]) -> str:
    """What becomes of the scheme on an exceptional set."""
    properties = ("normalised", "decodable", "private")
    asked = [question for question in properties if parts[question].verdict is not Verdict.PROVED]
    if any(parts[question].verdict is Verdict.REFUTED and found.failing[question] == leaf for question in asked):
        return "fails"
    return "undecided" if asked else "holds"


def _matrices(model: Scheme, found: Decision) -> Sequence[Matrix]:
    """The matrix of the queries, one if it is the same at every t; weights are told as probabilities of X_0."""
    from .schemes.cost import one_matrix

    weights = {name: f"Pr(X_0={source})" for name, source in zip(found.weights, model.sources)}
    named = {**found.parameters, **weights}
    queries = [*model.queries]

    def text(entry: str) -> str:
        return re.sub(r"\b\w+\b", lambda match: named.get(match[0], match[0]), entry)

    whole = one_matrix(found.matrix)
    phases = [whole] if whole is not None else [
        {q: row for (t, q), row in found.matrix.items() if t == phase} for phase in model.phases]
    return [tuple((q, tuple(text(rows[q].get(r, "0")) for r in queries)) for q in queries if q in rows)
            for rows in phases]


def require_laws(file: SchemeFile, path: str) -> None:
    """Refuse a scheme with a row that is no probability distribution somewhere on its region."""
    found = scheme(file).normalised
    if found.witness is not None:
        place = ", ".join(f"{name} = {value}" for name, value in found.witness.point)
        shows = dict(found.witness.shows)
        after = f" after (X_0, X_t, Q_t) = {shows['state']} at t = {shows['time']}" if "state" in shows else ""
        raise InputError(f"{path}: not a probability distribution{after}: expected {found.witness.relation} "
                         f"{found.witness.right}, found {found.witness.left}" + (f" at {place}" if place else ""))


# -- entropies ---------------------------------------------------------------------------------------------


def entropy(statement: str, given: Sequence[str], tell: Callable[[str], None] | None = None) -> EntropyResult:
    """A linear statement about joint entropies, from Shannon's inequalities and what is given, which may also stand
    before it: `X . Y => H(X,Y) = H(X) + H(Y)`. `tell` is called before something that takes long."""
    from .entropy.grammar import implication, notes
    from .entropy.proof import NoProof, prove
    from .search.shannon import entropy_certificate, shown_in

    goal_text, premises = implication(statement)
    found = prove(goal_text, (*premises, *given), progress=tell)
    goal, suppositions = str(found.goal), tuple(map(str, found.given))
    lines = [f"note: {note}" for note in notes((found.goal, *found.given))]
    if isinstance(found, NoProof):
        lines += [f"{COMPUTED}:", *(f"    {line}" for line in found.explained())]
    text = entropy_certificate(found)
    if not text:
        return EntropyResult(goal, suppositions, Verdict.UNDECIDED, tuple(lines))
    judged = judged_of("entropy", text)
    if judged.goal is None:
        return EntropyResult(goal, suppositions, Verdict.UNDECIDED, (judged.why,))
    shown = shown_in(text).lines()
    if judged.verdict is Verdict.REFUTED:
        shown = ["counterexample:", *(f"    {line}" for line in shown)]
    return EntropyResult(goal, suppositions, judged.verdict, (*lines, *shown), text)
