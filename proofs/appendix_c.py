"""Appendix C: the proof of Lemma 1, as printed.

Assumptions
    The scheme of Section IV-A; Propositions 1 to 3; Claim 2; p_0 = δ = Pr(X_0 = A).
Main results
    appc-premise     the first sentence
    appc-rows        the rows A and B of P
    appc-expansion   the long sum, and the reasons (a), (b), (c)
    appc-case1       α+β ≤ 1: g, the computation, the row AB of P
    appc-case2       α+β > 1: g for t odd and even, the row AB of P
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from onoff_symbolic.schemes.histories import request_map, support
from onoff_symbolic.obligation import Identity, Obligation, Sign, Supported, Unexamined
from onoff_symbolic.schemes.properties import Setting
from onoff_symbolic.schemes.scheme import Scheme

from .bullets import after_both, settings_under, where_and_table
from .claim2 import _laws
from .converse import uses
from .paper import Paper
from .printed import QUERIES, ROWS, SOURCES, Bullet
from .privacy import shannon


def _premise(paper: Paper, results: tuple[str, ...], cause: str, needed: bool) -> Iterator[Obligation]:
    """Q_t is in `results` only if Q_{t-1} is (needed) or is not (not needed) `cause`, for every t ≥ 1."""
    if not results:
        yield Unexamined(paper.square, "first sentence", "no query is named", "the sentence is about no query")

    def ask(setting: Setting) -> Iterator[Obligation]:
        scheme = setting.scheme
        found = support(scheme)
        for before, states in enumerate(found.sets):
            time = before + 1
            for state in sorted(states):
                if (state[2] == cause) == needed:
                    continue
                for query in results:
                    onward = sum((p for after, p in scheme.moves(time, state) if after[2] == query), paper.field.zero)
                    yield Identity(setting.case, "first sentence",
                                   f"Pr(Q_{{t-1}} = {state[2]}, Q_t = {query} | X_0 = {state[0]})",
                                   scheme.state_probability(before, state) * onward, paper.field.zero,
                                   (("t", str(time)), ("X_0", state[0])))
        yield Supported(setting.case, "first sentence", "no other state occurs", scheme, found)

    yield from paper.everywhere(ask)


def appc_premise(paper: Paper) -> Iterator[Obligation]:
    results, cause, needed = paper.printed.premise
    yield from _premise(paper, results, cause, needed)


def appc_premise_corrected(paper: Paper) -> Iterator[Obligation]:
    """Both sides of the sentence turned into their opposites."""
    results, cause, needed = paper.printed.premise
    yield from _premise(paper, tuple(q for q in QUERIES if q not in results), cause, not needed)


def appc_rows(paper: Paper) -> Iterator[Obligation]:
    """Pr(Q_t = q | Q_{t-1} = A or B) = Pr(X_t = q | X_{t-1} = Q_{t-1}), with the printed values."""
    yield from _laws(paper)
    printed = paper.matrix(paper.printed.query_chain_low)

    def ask(setting: Setting) -> Iterator[Obligation]:
        scheme = setting.scheme
        for time, states in enumerate(support(scheme).sets, start=1):
            for state in sorted(states):
                if state[2] == "AB":
                    continue
                for query in SOURCES:
                    sent = sum((p for after, p in scheme.moves(time, state) if after[2] == query), paper.field.zero)
                    label = f"Pr(Q_t = {query} | Q_{{t-1}} = {state[2]})"
                    yield Identity(setting.case, "Pr(Q_t | Q_{t-1}) = Pr(X_t | X_{t-1})", label, sent,
                                   scheme.chain.move(state[2], query))
                    yield Identity(setting.case, "values", label, sent,
                                   printed[SOURCES.index(state[2])][SOURCES.index(query)], (("entry", label),))

    yield from paper.everywhere(ask)


def _determined_by_requests(scheme: Scheme) -> tuple[int, tuple[str, str], tuple[str, str]] | None:
    """A time and a pair (x_0, x_t) that leaves the query open, if there is one."""
    for time, states in enumerate(support(scheme).sets):
        found: dict[tuple[str, str], str] = {}
        for first, request, query in sorted(states):
            other = found.setdefault((first, request), query)
            if other != query:
                return time, (first, request), (other, query)
    return None


def _steps(paper: Paper) -> Iterator[Obligation]:
    """Z = X_t, Y = X_{t-1}, X = X_0, R = Q_{t-1}, W = Q_(t-2), Q = Q_t. The sum itself is compared with the joint law
    for t = 1 to 4."""
    yield from uses(paper.square, "prop1", "claim2", "prop2", "prop3")
    yield shannon(paper.square, "(a) X_{t-1} is a function of X_0, given Q_{t-1}", "H(X,Y|R) = H(X|R)", "H(Y|X,R) = 0")
    yield shannon(paper.square, "(b) privacy up to time t-1", "H(X|R) = H(X)", "I(X;W) = 0", "I(X;R|W) = 0")
    yield shannon(paper.square, "(c) third term: Proposition 1", "I(Q;Y|Z,X,R) = 0", "H(Y|X,R) = 0")

    def ask(setting: Setting) -> Iterator[Obligation]:
        found = support(setting.scheme)
        for time in (1, 2, 3, 4):
            reached = request_map(frozenset(s for s in found.at(time - 1) if s[2] == "AB"))
            if isinstance(reached, dict):
                places = {first: at for (first, _), at in reached.items()}
                yield from _sum(paper, setting, time, places)

    yield from paper.everywhere(ask)


def _sum(paper: Paper, setting: Setting, time: int, places: Mapping[str, str]) -> Iterator[Obligation]:
    """Pr(Q_{t-1} = AB, Q_t = q) from the joint law, and Pr(Q_{t-1} = AB) times the last line of the sum."""
    scheme, zero = setting.scheme, paper.field.zero
    before = {s: p for s, p in scheme.state_law(time - 1, paper.prior).items() if s[2] == "AB"}
    for query in QUERIES:
        joint = sum((p * step for state, p in before.items() for after, step in scheme.moves(time, state)
                     if after[2] == query), zero)
        total = zero
        for first, request in ROWS:
            law = scheme.law(time, first, request, "AB")
            if first in places and law is not None:
                step = scheme.chain.move(places[first], request)
                total = total + paper.prior[first] * step * law.probability(query, paper.field)
        yield Identity(setting.case, "the sum", f"Pr(Q_t = {query}, Q_{{t-1}} = AB) at t = {time}", joint,
                       sum(before.values(), zero) * total, (("t", str(time)),))


def appc_expansion(paper: Paper) -> Iterator[Obligation]:
    """The sum, and the reason printed for the second term of (c): Q_{t-1} is a function of X_0 and X_{t-1}. It would
    do, if it were true."""
    yield from _steps(paper)
    yield shannon(paper.square, "(c) second term, if Q_{t-1} is a function of X_0 and X_{t-1}", "I(Z;X,R|Y) = 0",
                  "H(R|X,Y) = 0", "I(Z;X|Y) = 0")

    def reason(setting: Setting) -> Iterator[Obligation]:
        scheme, zero = setting.scheme, paper.field.zero
        open_pair = _determined_by_requests(scheme)
        group = "reason (c): Q_{t-1} is a function of X_0 and X_{t-1}"
        if open_pair is None:
            yield Supported(setting.case, group, "the states show one query for each pair", scheme, support(scheme))
            return
        time, (first, request), queries = open_pair
        one, other = (scheme.state_probability(time, (first, request, query)) for query in queries)
        yield Identity(setting.case, group, f"Pr(Q = {queries[0]}, X | X_0)·Pr(Q = {queries[1]}, X | X_0)", one * other,
                       zero, (("t-1", str(time)), ("X_0", first), ("X_{t-1}", request)))

    yield from paper.everywhere(reason)


def appc_expansion_corrected(paper: Paper) -> Iterator[Obligation]:
    yield from _steps(paper)
    yield shannon(paper.square, "(c) second term: Proposition 2", "I(Z;X,R|Y) = 0", "I(Z;X,R,W|Y) = 0")


def _row(paper: Paper, bullet: Bullet) -> Iterator[Obligation]:
    """g and the table as the bullet says, and the row AB of P that they give."""
    yield from where_and_table(paper, bullet)
    high = bullet.condition == "alpha + beta > 1"
    printed = paper.matrix(paper.printed.query_chain_high if high else paper.printed.query_chain_low)[2]
    for setting in settings_under(paper, bullet.condition):
        for query, entry in zip(QUERIES, printed, strict=True):
            total = sum((paper.prior[a] * after_both(paper, setting.case, bullet, a, query) for a in SOURCES),
                        paper.field.zero)
            when = f" for t {bullet.parity}" if bullet.parity else ""
            yield Identity(setting.case, "row AB of P", f"Pr(Q_t = {query} | Q_{{t-1}} = AB){when}", total, entry,
                           (("entry", f"P[AB,{query}]"),))


def appc_case1(paper: Paper) -> Iterator[Obligation]:
    yield from _row(paper, paper.printed.lemma1_low)
    delta, alpha, beta = paper.field["delta"], paper.field["alpha"], paper.field["beta"]
    law = paper.table(paper.printed.table_a)[0][1]
    display = "p_0(1-α)β/(1-α) + (1-p_0)β = β"
    inside = paper.case("α+β ≤ 1, α < 1", "alpha >= 0", "beta >= 0", "alpha + beta <= 1", "alpha < 1")
    corner = paper.case("α = 1, β = 0", "alpha = 1", "beta = 0", exceptional=True, note="the display divides by 1-α",
                        violates="alpha < 1")
    for case in (inside, corner):
        for divisor in law.divisors:
            yield Sign(case, "displayed computation", f"{divisor} ≠ 0", divisor, "!=")
    yield Identity(inside, "displayed computation", display,
                   delta * (1 - alpha) * law.probability("A", paper.field) + (1 - delta) * beta, beta)


def appc_case2(paper: Paper) -> Iterator[Obligation]:
    for bullet in paper.printed.lemma1_high:
        yield from _row(paper, bullet)


def appc_case2_corrected(paper: Paper) -> Iterator[Obligation]:
    for bullet in paper.printed.lemma1_high:
        yield from _row(paper, replace(bullet, same=not bullet.same))
