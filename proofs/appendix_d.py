"""Appendix D: arbitrary privacy modes.

Assumptions
    A mode says at each t ∈ ℤ whether privacy is ON. s = F⁻(t) is the latest ON time up to t; B = Q_(s) are the queries
    up to s, P = Q_{[s+1:t-1]}, Q = Q_t, X = X_s, U = the earlier ON requests, V = X_{[s+1:t]}, S = S_{[s+1:t]}.
Main results
    general-rate         eq:rate_general
    general-last-on      it suffices to protect the last ON request
    general-chain-rule   I(X_s; Q_t | Q_(s)) = 0
    general-converse     for fixed queries up to s, the converse of Theorem 1 applies
    general-scheme       the scheme with X_0 replaced by X_s
Every mode
    At an ON time s the scheme sends AB and starts again from X_s: what follows is the step mode with time t-s. So a
    statement holds for every mode and t as soon as it holds for a start at an even and at an odd s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from onoff_symbolic.field import Field
from onoff_symbolic.obligation import Case, Identity, Obligation, Sign
from onoff_symbolic.properties import Setting, private
from onoff_symbolic.region import Region
from onoff_symbolic.scheme import Scheme

from .converse import SECRET, uses
from .paper import Paper
from .privacy import shannon

STARTED = "an ON time up to t"
UNSURE = "0 < alpha < 1, 0 < beta < 1"
NEVER_ON = (False, False, False)
"""The mode that is OFF at every time, as far as three times show it."""
FRESH = "queries made from the requests since the last ON time"


def general_chain_rule(paper: Paper) -> Iterator[Obligation]:
    """𝓑_i is the same for s < i ≤ t; X stands for X_{𝓑_t}, W for Q_(i-1); A = X_s is part of X."""
    case = paper.square
    yield shannon(case, "chain rule, one query at a time", "I(X;P,Q|B) = I(X;P|B) + I(X;Q|B,P)")
    yield shannon(case, "each term is zero by privacy", "I(X;P,Q|B) = 0", "I(X;P|B) = 0", "I(X;Q|B,P) = 0")
    yield shannon(case, "I(X_s; Q_t | Q_(s)) = 0", "I(A;Q|B) = 0", "I(A,X;P,Q|B) = 0")


LAST_ON = ("I(X;Q|P,B) = 0", "I(U;V|X) = 0", "I(U,X,V;R,S) = 0", "I(R;S) = 0", "H(B|U,X,R) = 0", "H(P|X,V,S) = 0")


def general_last_on(paper: Paper) -> Iterator[Obligation]:
    """Given that Q_t tells nothing about X_s: nothing about the earlier ON requests either, if Q_t is made from the
    requests since s; otherwise Q_t may simply repeat an earlier one."""
    yield shannon(paper.square, "the last ON request suffices", "I(U,X;Q|P,B) = 0", *LAST_ON, "H(Q|X,V,S) = 0")
    free = replace(paper.square, name="queries that use earlier requests", exceptional=True,
                   note="a query may give away an earlier ON request and not the last", violates=FRESH)
    yield shannon(free, "the last ON request suffices", "I(U,X;Q) = 0", "I(X;Q) = 0", "H(Q|U,X) = 0")


def _posterior(paper: Paper) -> Iterator[tuple[Case, Field]]:
    """Pr(X_s = A | q_(s)) is w(1-α) + (1-w)β for some w: the queries up to s tell about X_s through X_{s-1} only."""
    field = Field(("alpha", "beta", "w"))
    yield Case("0 < α, β < 1", Region.of(field, "0 < alpha < 1", "0 < beta < 1", "0 <= w <= 1")), field
    known = Region.of(field, "alpha = 0", "0 <= beta <= 1", "w = 1")
    yield Case("α = 0, Q_{s-1} = A", known, True, "X_{s-1} = A is known, and X_s = A with it", UNSURE), field


def general_converse(paper: Paper) -> Iterator[Obligation]:
    """The proof needs 0 < Pr(X_s = A | q_(s)) < 1 in place of 0 < δ < 1."""
    for case, field in _posterior(paper):
        if not case.violates:
            yield from uses(case, "general-chain-rule", "converse-cost")
            secret = paper.case("0 < δ < 1, |1-α-β| < 1", "0 < delta < 1", "0 < alpha < 1", "0 < beta < 1")
            yield from uses(secret, "converse-equal-laws", "converse-table", "converse-bounds", "t-step-law")
        alpha, beta, w = field["alpha"], field["beta"], field["w"]
        chance = w * (1 - alpha) + (1 - w) * beta
        if case.violates:
            yield Identity(case.premise, "X_s is known from the queries up to s", "Pr(X_s = A | q_(s))", chance,
                           field.one)
        yield Sign(case, "X_s is not known from the queries up to s", "Pr(X_s = A | q_(s)) > 0", chance, ">")
        yield Sign(case, "X_s is not known from the queries up to s", "Pr(X_s = B | q_(s)) > 0", 1 - chance, ">",
                   (("mode", "OFF at t = 0, ON at t = 1"), ("queries", "Q_0 = A")))


def _shifted(scheme: Scheme, start: int) -> Scheme:
    """The scheme at times start, start+1, …, told with time counted from 0."""
    rules = tuple(
        rule if rule.when is None else replace(rule, when=(rule.when[0], (rule.when[1] - start) % rule.when[0]))
        for rule in scheme.rules
    )
    return replace(scheme, rules=rules)


def _starts(paper: Paper, absolute: bool) -> Iterator[Obligation]:
    """Privacy after a start at an even and at an odd ON time; `absolute` time keeps the parity of t itself."""
    for item in paper.settings:
        if isinstance(item, Setting):
            for start in (0, 1):
                moved = _shifted(item.scheme, start) if absolute else item.scheme
                for obligation in private(Setting(item.case, moved)):
                    if isinstance(obligation, Identity):
                        context = (("mode", f"ON at t = {start}, OFF afterwards"), *obligation.context)
                        label = obligation.label.replace("X_0", f"X_{start}")
                        yield replace(obligation, group=f"privacy after an ON time s ≡ {start} mod 2", label=label,
                                      context=context)
                    else:
                        yield replace(obligation, group=f"privacy after an ON time s ≡ {start} mod 2")
        else:
            yield item


def _attained(paper: Paper) -> Iterator[Obligation]:
    yield from uses(paper.square, "ab-probability", "download-cost", "scheme-decodable")
    facts = (*LAST_ON[1:], "H(Q|X,V,S) = 0")
    yield shannon(paper.square, "earlier ON requests", "I(U;Q|X,P,B) = 0", *facts)
    yield shannon(paper.square, "queries up to s act through X_s", "I(B;P,Q|X) = 0", *facts)
    yield shannon(paper.square, "the last ON request, given the queries up to s", "I(X;Q|P,B) = 0", "I(X;P,Q) = 0",
                  "I(B;P,Q|X) = 0")


def general_scheme(paper: Paper) -> Iterator[Obligation]:
    """Table III(b) is for even t and (c) for odd t, whatever the ON time."""
    yield from _attained(paper)
    yield from _starts(paper, absolute=True)


def general_scheme_corrected(paper: Paper) -> Iterator[Obligation]:
    yield from _attained(paper)
    yield from _starts(paper, absolute=False)


def general_rate(paper: Paper) -> Iterator[Obligation]:
    """If: the scheme with time counted from F⁻(t). Only if: the converse. Both need what they need."""
    case = paper.case("0 < α, β < 1", "0 < alpha < 1", "0 < beta < 1")
    yield from _starts(paper, absolute=False)
    yield from _attained(paper)
    yield from uses(case, "general-converse", "general-chain-rule")
    field = paper.field
    known = paper.case("α = 1: OFF at t = 0, ON at t = 1", "alpha = 1", "0 < beta < 1", SECRET, exceptional=True,
                       note="after Q_0 = A the request X_1 = B is known, and Q_1 = B tells nothing", violates=UNSURE)
    yield Identity(known.premise, "Q_1 = B after Q_0 = A is private and decodes", "Pr(X_1 = B | X_0 = A)",
                   paper.chain.move("A", "B"), field.one)
    law = {"B": paper.prior["A"], "AB": paper.prior["B"]}
    yield Sign(known, "R_t ≤ 1/2 where privacy is ON", "ℓ_1/L ≥ 2", paper.download(law), ">=",
               (("mode", "OFF at t = 0, ON at t = 1"), ("scheme", "Q_0 = X_0; Q_1 = B if Q_0 = A, else AB")),
               1 / paper.element(paper.printed.private_rate))
    never = Case("privacy OFF at every time up to t", Region(field), True, "F⁻(t) is the maximum of the empty set",
                 STARTED)
    on_times = [time for time, on in enumerate(NEVER_ON) if on]
    yield Sign(never, "the exponent t - F⁻(t)", "number of ON times up to t", field(len(on_times)), ">=",
               (("mode", "OFF at every time"),), field.one)
