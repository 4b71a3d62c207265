"""Appendix B: the proof of Claim 2, as printed.

Assumptions
    The scheme of Section IV-A; Propositions 1 to 3.
Main results
    appb-equivalence             Claim 2 and the displayed equality
    appb-expansion               the long sum with its reasons (a), (b), (c)
    appb-single                  eq:proof-temple, Q_{t-1} = A or B
    appb-case1, -case2, -case3   the three bullets (eq:proof-lemma-2, -3, -4)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import prod

from onoff_symbolic.algebra.field import Field
from onoff_symbolic.schemes.histories import request_map, support
from onoff_symbolic.obligation import Case, Identity, Obligation, Sign
from onoff_symbolic.schemes.properties import Setting
from onoff_symbolic.algebra.region import Region

from .bullets import after_both, settings_under, where_and_table
from .claim2 import _laws
from .converse import SECRET, uses
from .paper import Paper
from .printed import QUERIES, SOURCES, Bullet
from .privacy import shannon

POSITIVE = "a history of positive probability"


def appb_equivalence(paper: Paper) -> Iterator[Obligation]:
    """a, b = Pr(q̄ | X_0 = A), Pr(q̄ | X_0 = B); a', b' the same with q appended. Independence given q̄ says
    δa'(δa + (1-δ)b) = δa(δa' + (1-δ)b'), which is δ(1-δ)(a'b - ab') = 0; the display says a'/a = b'/b."""
    field = Field(("delta", "a", "b", "a_q", "b_q"))
    delta, a, b, a_q, b_q = (field[name] for name in field.names)
    law = ("0 <= a <= 1", "0 <= b <= 1", "0 <= a_q", "0 <= b_q", "a_q <= a", "b_q <= b")
    inside = Case("0 < δ < 1, a, b > 0", Region.of(field, SECRET, "a > 0", "b > 0", *law))
    gap = delta * a_q * (delta * a + (1 - delta) * b) - delta * a * (delta * a_q + (1 - delta) * b_q)
    group = "independence given the history = the displayed equality"
    factors = (delta, 1 - delta, a, b)
    yield Identity(inside, group, "the two defects", gap, prod(factors, start=field.one) * (a_q / a - b_q / b))
    for factor in factors:
        yield Sign(inside, "the factor between them is not zero", f"{factor} ≠ 0", factor, "!=")
    never = replace(paper.low, name="a history that never occurs", exceptional=True, violates=POSITIVE,
                    note="the displayed probabilities are conditioned on an event of probability zero")
    yield Sign(never, "conditional probabilities exist", "Pr(q̄ | X_0 = A) ≠ 0",
               paper.low_scheme.probability(("AB", "A", "AB"), "A"), "!=", (("history", "AB,A,AB"),))
    for value in ("0", "1"):
        known = Case(f"δ = {value}", Region.of(field, f"delta = {value}", "a > 0", "b > 0", *law), True,
                     "X_0 is known: Claim 2 holds whatever the scheme", SECRET)
        yield Identity(known.premise, "Claim 2", "the defect of independence", gap, field.zero)
        yield Identity(known, "the displayed equality", "a'/a = b'/b", a_q / a, b_q / b)


def appb_expansion(paper: Paper) -> Iterator[Obligation]:
    """Z = X_t, Y = X_{t-1}, X = X_0, R = Q_{t-1}, W = Q_(t-2), V = other requests, Q = Q_t. Given the
    Propositions, the reasons are steps of entropies. For every state, the law of the next query is the last line."""
    yield from uses(paper.square, "prop1", "prop2", "prop3")
    yield shannon(paper.square, "(a) Proposition 3: the second factor", "I(Q;W|Z,X,R) = 0", "I(Q;W,Y|Z,X,R) = 0")
    yield shannon(paper.square, "(b) Proposition 1: the first factor", "I(Z;Y|X,R,W) = 0", "H(Y|X,R) = 0")
    yield shannon(paper.square, "(c) Proposition 2: the first factor", "I(Z;X,R,W|Y) = 0", "I(Z;V,X,R,W|Y) = 0")

    def ask(setting: Setting) -> Iterator[Obligation]:
        scheme = setting.scheme
        found = support(scheme)
        for time, states in enumerate(found.sets, start=1):
            found_at = request_map(states)
            for first, real, previous in sorted(states):
                moves = scheme.moves(time, (first, real, previous))
                at = found_at[first, previous] if isinstance(found_at, dict) else real
                for query in QUERIES:
                    left = sum((p for state, p in moves if state[2] == query), paper.field.zero)
                    right = paper.field.zero
                    for request in SOURCES:
                        law = scheme.law(time, first, request, previous)
                        step = scheme.chain.move(at, request)
                        if law is not None and not step.is_zero:
                            right = right + step * law.probability(query, paper.field)
                    yield Identity(setting.case, "Pr(Q_t | X_0, Q_(t-1)) = Σ_x M[g(x_0,q'),x]·p(q | x,x_0,q')",
                                   f"{query} after {previous}, X_0 = {first}", left, right)

    yield from paper.everywhere(ask)


def appb_single(paper: Paper) -> Iterator[Obligation]:
    """After A or B: X_{t-1} = Q_{t-1} (a), Q_t = X_t (b), so X_0 does not matter."""
    yield from _laws(paper)

    def ask(setting: Setting) -> Iterator[Obligation]:
        scheme = setting.scheme
        found = support(scheme)
        for time, states in enumerate(found.sets, start=1):
            for first, at, previous in sorted(states):
                if previous == "AB":
                    continue
                yield Identity(setting.case, "(a) X_{t-1} = Q_{t-1}", f"after {previous}, X_0 = {first}",
                               paper.field(int(at == previous)), paper.field.one)
                for request in SOURCES:
                    law = scheme.law(time, first, request, previous)
                    if law is not None:
                        yield Identity(setting.case, "(b) Q_t = X_t",
                                       f"after {previous}, X_0 = {first}, X_t = {request}",
                                       law.probability(request, paper.field), paper.field.one)

    yield from paper.everywhere(ask)


def _bullet(paper: Paper, bullet: Bullet) -> Iterator[Obligation]:
    """Where X_{t-1} is, which table is used, and that the sums for X_0 = A and X_0 = B are equal."""
    yield from where_and_table(paper, bullet)
    for setting in settings_under(paper, bullet.condition):
        for query in QUERIES:
            yield Identity(setting.case, "the sums for X_0 = A and X_0 = B", query,
                           after_both(paper, setting.case, bullet, "A", query),
                           after_both(paper, setting.case, bullet, "B", query), (("q", query),))


def appb_case1(paper: Paper) -> Iterator[Obligation]:
    yield from _bullet(paper, paper.printed.claim2_cases[0])


def appb_case2(paper: Paper) -> Iterator[Obligation]:
    yield from _bullet(paper, paper.printed.claim2_cases[1])


def appb_case3(paper: Paper) -> Iterator[Obligation]:
    yield from _bullet(paper, paper.printed.claim2_cases[2])


def _corrected(bullet: Bullet) -> Bullet:
    return replace(bullet, condition="alpha + beta > 1")


def appb_case2_corrected(paper: Paper) -> Iterator[Obligation]:
    yield from _bullet(paper, _corrected(paper.printed.claim2_cases[1]))


def appb_case3_corrected(paper: Paper) -> Iterator[Obligation]:
    yield from _bullet(paper, _corrected(paper.printed.claim2_cases[2]))
