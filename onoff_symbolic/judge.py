"""Judges schemes, bounds and entropy statements: search, certificate, checker, result. The verdict is the checker's."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from . import checker
from .algebra.region import Hypothesis, Region
from .algebra.sign import prove as sign_of
from .algebra.work import MAX_WORK
from .entropy.proof import prove
from .errors import InputError, OnoffError, Undecidable
from .result import Result, Verdict, result
from .scheme_result import (
    BoundResult, DesignedCase, DesignResult, EntropyResult, Matrix, Property, SchemeResult)
from .schemes.bound import listed
from .schemes.chain import Chain
from .schemes.design import Objective
from .schemes.design import design as best_scheme
from .schemes.every_time import gaps
from .schemes.files import SchemeFile, parse_cases
from .schemes.followed import follow
from .schemes.forms import between, closed_bound, family, power, with_window
from .schemes.lift import designs, numeric
from .schemes.modes import parse_mode
from .schemes.plans import cell_evidence, joint_law
from .schemes.scheme import Scheme
from .schemes.sets import least as least_of
from .schemes.sets import names_of
from .schemes.writing import file_text
from .search.derived import take_solution
from .search.find import certificate
from .search.scheme import Decision, bound_goal, decide_scheme, entropy_goal

COMPUTED = "computed, not certified"
CERTIFIED = 5
"""Sources up to which the bound at one t has a certificate that stays within the checker's work."""

NOT_ASKED = {
    "chain": "not every row is a probability distribution",
    "optimal": "the bound is about schemes that are normalised, decodable and private",
}


def _judged(name: str, text: str) -> Result:
    return result(name, text, checker.judge({name: text.encode()})[name], {})


# -- schemes -----------------------------------------------------------------------------------------------


def cases(files: Sequence[SchemeFile], mode: str | None = None) -> tuple[SchemeResult, ...]:
    """The cases of a file, one after the other; their certificates are called scheme-1, scheme-2, …"""
    if len(files) == 1:
        return (scheme(files[0], mode),)
    return tuple(scheme(file, mode, f"scheme-{number}") for number, file in enumerate(files, start=1))


def scheme(file: SchemeFile, mode: str | None = None, claim: str = "scheme") -> SchemeResult:
    """A scheme on its region, exceptional sets included; on request also under a privacy mode, or under all."""
    chosen = None if mode is None else mode if mode == "all" else parse_mode(mode)
    model, region = file.scheme, file.region
    with model.field.work.at_most(MAX_WORK):
        spent = follow(model, _outside(model, region))
    with model.field.work.at_most(MAX_WORK):
        found = decide_scheme(model, region, chosen, spent.form, claim)
    judged = _judged("scheme", found.text) if found.text else None
    parts = {question: _property(question, found, judged)
             for question in ("normalised", "decodable", "private", "chain", "cost", "optimal", "mode")}
    chain, cost, private = (parts[question].verdict is Verdict.PROVED for question in ("chain", "cost", "private"))
    lawful = parts["normalised"].verdict is Verdict.PROVED
    outside = _exceptional(found)
    return SchemeResult(
        model.title, tuple(region.stated()), tuple(query for query, _ in model.queries), parts["normalised"],
        parts["decodable"], parts["private"], parts["chain"], _best(parts["optimal"]),
        tuple(_matrices(model, found)) if chain else (), outside if chain else (),
        spent.written() if lawful else (), str(spent.form) if cost and private else None,
        tuple(dict.fromkeys((*outside, *spent.conditions()))) if cost and private else outside,
        _bound(model, region) if lawful else None, mode or "", parts["mode"] if mode is not None else None,
        tuple((leaf, "holds" if private else "examined") for leaf in found.leaves[1:]),
        "" if judged is None or judged.verdict is Verdict.UNDECIDED else found.text,
        _why(found, judged), model.settled)


def _outside(model: Scheme, region: Region) -> Region:
    """The region without the sets where a denominator vanishes."""
    factors = dict.fromkeys(f for d in model.on(region).divisors() for f in d.factors())
    return region.assume(*(Hypothesis(f, "!=") for f in factors if sign_of(f, "!=", region) is None))


def _property(question: str, found: Decision, judged: Result | None) -> Property:
    """What the checker accepted of one question."""
    verdict = Verdict(found.verdicts.get(question, "undecided"))
    if verdict is Verdict.UNDECIDED or judged is None or judged.verdict is Verdict.UNDECIDED:
        why = found.reasons.get(question) or ("" if judged is None else judged.why) or NOT_ASKED.get(question, "")
        return Property(Verdict.UNDECIDED, None, why or "neither a proof nor a counterexample was found")
    if verdict is Verdict.PROVED:
        return Property(verdict)
    failing = next((name for name in found.statements[question] if name.startswith("fails ")), None)
    return Property(verdict, None if failing is None else judged.witnesses[int(failing.split()[1])])


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
    regions = found.goal["regions"]
    if not found.leaves:
        return ()
    whole: list[str] = next(iter(regions.values()), [])
    return tuple(text for text in regions[found.leaves[0]] if text not in whole)


def _matrices(model: Scheme, found: Decision) -> Sequence[Matrix]:
    """The matrix of the queries, one if it is the same at every t; weights are told as probabilities of X_0."""
    named = {f"w{i}": f"Pr(X_0={source})" for i, source in enumerate(model.sources[:-1], start=1)}
    queries = [query for query, _ in model.queries]

    def text(entry: str) -> str:
        return re.sub(r"\bw\d+\b", lambda match: named.get(match[0], match[0]), entry)

    phases = []
    for phase in model.phases:
        rows = {q: found.matrix[phase, q] for q in queries if (phase, q) in found.matrix}
        phases.append(tuple((q, tuple(text(row.get(r, "0")) for r in queries)) for q, row in rows.items()))
    merged: dict[str, tuple[str, ...]] = {}
    for rows_of in phases:
        for query, cells in rows_of:
            if merged.setdefault(query, cells) != cells:
                return phases
    return [tuple((q, merged[q]) for q in queries if q in merged)]


def _bound(model: Scheme, region: Region) -> str | None:
    """The least expected download at time t ≥ 1 for two sources, in closed form."""
    if len(model.sources) != 2:
        return None
    slope = region.reduce(model.chain.matrix[0][0] - model.chain.matrix[1][0])
    for sign in (1, -1):
        if sign_of(slope * sign, ">=", region) is not None:
            return str(1 + slope * sign) if (slope * sign).is_constant else f"1 + ({slope * sign})**t"
    return f"1 + |{slope}|**t"


def require_laws(file: SchemeFile, path: str) -> None:
    """Refuse a scheme with a row that is no probability distribution somewhere on its region."""
    found = scheme(file).normalised
    if found.witness is not None:
        place = ", ".join(f"{name} = {value}" for name, value in found.witness.point)
        raise InputError(f"{path}: not a probability distribution: expected {found.witness.relation} "
                         f"{found.witness.right}, found {found.witness.left}" + (f" at {place}" if place else ""))


# -- designs ---------------------------------------------------------------------------------------------------


def design(chain: Chain, region: Region, objective: Objective = Objective(), times: int = 5,
           progress: Callable[[str], None] = lambda what: None) -> DesignResult:
    """The best set scheme for a chain on a region: designed, written as a file, and judged as the file says it."""
    if chain.field.names:
        parts = list(designs(chain, region, objective))
        points = [part.point for part in parts]
    else:
        rows = [[e.constant() for e in row] for row in chain.matrix]
        parts = [numeric(chain, best_scheme(rows, objective, lambda done, total: progress(f"set {done} of {total}")))]
        points = [{}]
    text = file_text(_titled(objective), parts, region)
    files = parse_cases(text)
    found = []
    for number, file in enumerate(files, start=1):
        progress(f"judging case {number} of {len(files)}")
        claim = "scheme" if len(files) == 1 else f"scheme-{number}"
        judged = scheme(file, "all", claim)
        point = next((point for point in points if file.region.holds(point)), None)
        if point is None:
            found.append(DesignedCase(judged, ()))
            continue
        made = best_scheme([[e.at(point) for e in row] for row in chain.matrix], objective)
        listed = tuple((gap.time, gap.cost, gap.bound.value) for gap in gaps(made, times))
        found.append(DesignedCase(judged, tuple(sorted(point.items())), made.value, listed))
    return DesignResult(chain.sources, objective.discount, objective.horizon, tuple(found), text)


def _titled(objective: Objective) -> str:
    if objective.horizon is not None:
        return f"The best set scheme up to t = {objective.horizon}"
    return "The best set scheme" + ("" if objective.discount == 1 else f" with the discount {objective.discount}")


# -- bounds and entropies ----------------------------------------------------------------------------------


def bound(chain: Chain, time: int, claim: str = "bound") -> BoundResult:
    """The least expected download at one t, for a chain without parameters, by the program on sets."""
    sources, size = chain.sources, len(chain.sources)
    rows = power([[e.constant() for e in row] for row in chain.matrix], time)
    least = least_of(rows)
    evidence = cell_evidence(least, joint_law(least), [Fraction(1, size)] * size)
    point = {(names_of(s, sources), sources[a], sources[x]): p for (s, a, x), p in evidence.point}
    told = tuple((f"Pr({listed(s)},{a},{x})", p) for (s, a, x), p in point.items())
    law = {(sources[a], sources[x]): y for (a, x), y in evidence.law}
    privacy = {(names_of(s, sources), sources[a]): y for (s, a), y in evidence.privacy}
    why = (*((f"law of ({a},{x})", y) for (a, x), y in law.items() if y),
           *((f"privacy of {listed(s)} given {sources[0]}, {a}", y) for (s, a), y in privacy.items()))
    if size > CERTIFIED:
        return BoundResult(Verdict.UNDECIDED, least.value, told, why,
                           f"{COMPUTED}: for more than {CERTIFIED} sources a certificate is too long to check")
    sets = [each for number in range(1, size + 1) for each in combinations(sources, number)]
    multipliers = [*law.values(), *(privacy.get((s, a), Fraction(0)) for s in sets for a in sources[1:])]
    goal = bound_goal(chain, rows, least.value, claim)
    try:
        take_solution(goal, {(a, x, "".join(s)): p for (s, a, x), p in point.items()}, multipliers)
        text = certificate(goal)
    except OnoffError as reason:
        return BoundResult(Verdict.UNDECIDED, least.value, told, why, f"{COMPUTED}: {reason}")
    judged = _judged("bound", text)
    if judged.verdict is not Verdict.PROVED:
        return BoundResult(Verdict.UNDECIDED, least.value, told, why, f"{COMPUTED}: {judged.why}")
    return BoundResult(Verdict.PROVED, least.value, told, why, "", text)


def bound_between(chain: Chain, time: int, following: int, window: int | None = None) -> BoundResult:
    """The least expected download at t if also the request of the next ON time is to be hidden. Not certified."""
    sources, matrix = chain.sources, [[e.constant() for e in row] for row in chain.matrix]
    if window is None:
        secrets, rows = between(matrix, time, following)
    else:
        secrets, rows = with_window(matrix, time, following, window)
    last = following if window is None else min(following, time + window)
    least = least_of(rows)
    point = tuple((f"Pr({listed(names_of(s, sources))})", w) for s, w in least.weights)
    choice = dict(least.choice)
    multipliers = tuple((f"{listed(names_of(s, sources))} given X_0 = {sources[secrets[choice[s]][0]]}, "
                         f"X_{last} = {sources[secrets[choice[s]][1]]}", y) for s, y in least.multipliers)
    return BoundResult(Verdict.UNDECIDED, least.value, point, multipliers,
                       f"{COMPUTED}: certificates speak of the past request alone")


def closed_form(chain: Chain, times: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """The least expected download with parameters: for every t, or for each of the times. Not certified."""
    every = family(chain.matrix)
    if every is not None:
        return (("every t", str(every)),)
    return tuple((f"t = {t}", str(closed_bound(chain.sources, power(chain.matrix, t)))) for t in times)


def entropy(statement: str, given: Sequence[str]) -> EntropyResult:
    """A linear statement about joint entropies, from Shannon's inequalities and what is given."""
    found = prove(statement, given)
    goal, suppositions = str(found.goal), tuple(str(each) for each in found.given)
    lines = tuple(found.lines())
    if found.verdict == "undecided":
        return EntropyResult(goal, suppositions, Verdict.UNDECIDED, lines)
    try:
        text = certificate(entropy_goal(goal, suppositions, found.verdict == "refuted"))
    except Undecidable as reason:
        return EntropyResult(goal, suppositions, Verdict.UNDECIDED, (*lines, str(reason)))
    judged = _judged("entropy", text)
    return EntropyResult(goal, suppositions, judged.verdict, lines, text if judged.goal is not None else "")
