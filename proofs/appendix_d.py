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

from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.obligation import Case, Identity, Obligation, Sign
from onoff_symbolic.schemes.properties import Setting, private
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.schemes.scheme import Scheme

from .converse import SECRET, optimum, uses
from .example import program_of
from .paper import Paper
from .printed import SOURCES
from .privacy import shannon

STARTED = "an ON time up to t"
UNSURE = "0 < alpha < 1, 0 < beta < 1"
NEVER_ON = (False, False, False)
"""The mode that is OFF at every time, as far as three times show it."""
FRESH = "queries made from the requests and the randomness since the last ON time"


def general_chain_rule(paper: Paper) -> Iterator[Obligation]:
    """𝓑_i is the same for s < i ≤ t; X stands for X_{𝓑_t}, W for Q_(i-1); A = X_s is part of X."""
    case = paper.square
    yield shannon(case, "chain rule, one query at a time", "I(X;P,Q|B) = I(X;P|B) + I(X;Q|B,P)")
    yield shannon(case, "each term is zero by privacy", "I(X;P,Q|B) = 0", "I(X;P|B) = 0", "I(X;Q|B,P) = 0")
    yield shannon(case, "I(X_s; Q_t | Q_(s)) = 0", "I(A;Q|B) = 0", "I(A,X;P,Q|B) = 0")


LAST_ON = ("I(X;Q|P,B) = 0", "I(U;V|X) = 0", "I(U,X,V;R,S) = 0", "I(R;S) = 0", "H(B|U,X,R) = 0", "H(P|X,V,S) = 0")


def general_last_on(paper: Paper) -> Iterator[Obligation]:
    """Given that Q_t tells nothing about X_s: nothing about the earlier ON requests either, if Q_t is made from what
    came since s. Otherwise it may tell an earlier one: ON at t = -1 and 0, δ = Pr(X_{-1} = A), Q_1 = (AB, X_{-1})."""
    yield shannon(paper.square, "the last ON request suffices", "I(U,X;Q|P,B) = 0", *LAST_ON, "H(Q|X,V,S) = 0")
    told = paper.case("α+β = 1, Q_1 tells X_{-1}", "alpha + beta = 1", "0 < alpha < 1", SECRET, exceptional=True,
                      violates=FRESH, note="a query may give away an earlier ON request and not the last")
    for target in SOURCES:
        yield Identity(told.premise, "X_0, and with it Q_1, tells nothing about the other",
                       f"Pr(X_0 = {target} | X_{{-1}} = A) = Pr(X_0 = {target} | X_{{-1}} = B)",
                       paper.chain.move("A", target), paper.chain.move("B", target))
    delta = paper.field["delta"]
    yield Identity(told, "the last ON request suffices", "Pr(X_{-1} = A, Q_1 tells A) = Pr(X_{-1} = A)·Pr(Q_1 tells A)",
                   delta, delta * delta, (("mode", "ON at t = -1 and t = 0, OFF at t = 1"),
                                          ("scheme", "Q_{-1} = Q_0 = AB, Q_1 = (AB, X_{-1})")))


def _posteriors(paper: Paper) -> Iterator[tuple[Case, dict[str, Element], tuple[tuple[str, str], ...]]]:
    """Pr(X_s | q_(s)): the law δ of X_s at the first time, later w·M[A,·] + (1-w)·M[B,·] with w = Pr(X_{s-1} = A |
    q_(s-1)), for the queries before s act through X_{s-1} and Q_s tells nothing about X_s."""
    field = Field(("alpha", "beta", "delta", "w"))
    small = Field(("alpha", "beta"))
    step = {(a, x): field.embed(small.restrict(paper.chain.move(a, x))) for a in SOURCES for x in SOURCES}
    w, delta = field["w"], field["delta"]
    later = {x: w * step["A", x] + (1 - w) * step["B", x] for x in SOURCES}
    first = {"A": delta, "B": 1 - delta}
    inside = ("0 < alpha < 1", "0 < beta < 1")
    yield Case("0 < α, β < 1", Region.of(field, *inside, "0 <= w <= 1")), later, ()
    yield Case("0 < α, β < 1, 0 < δ < 1, s is the first time", Region.of(field, *inside, SECRET)), first, ()
    yield (Case("α = 0, Q_{s-1} = A", Region.of(field, "alpha = 0", "0 <= beta <= 1", "w = 1"), True,
                "X_{s-1} = A is known, and X_s = A with it", UNSURE), later,
           (("mode", "OFF at t = 0, ON at t = 1"), ("queries", "Q_0 = A")))
    yield (Case("δ = 1, s is the first time", Region.of(field, *inside, "delta = 1"), True, "X_s = A is no secret",
                SECRET), first, (("mode", "ON at t = 0"),))


def general_converse(paper: Paper) -> Iterator[Obligation]:
    """Given q_(s) the proof is that of the step mode, Pr(X_s = A | q_(s)) standing for δ; the bound is the same for
    every q_(s), so it holds on average.

    X = X_s, Y = X_{s-1}, Z: requests before, B = Q_(s-1), Q = Q_s, R: randomness."""
    secret = paper.case("0 < δ < 1, 0 < α, β < 1", SECRET, "0 < alpha < 1", "0 < beta < 1")
    yield from uses(secret, "general-chain-rule", "converse-cost", "converse-equal-laws", "converse-table",
                    "converse-bounds", "t-step-law", "converse-bound")
    group = "what the queries up to s tell about X_s"
    yield shannon(secret, group, "I(X;B|Y) = 0", "I(X;Z|Y) = 0", "I(X,Y,Z;R) = 0", "H(B|Y,Z,R) = 0")
    yield shannon(secret, group, "H(X|B,Q) = H(X|B)", "I(X;Q|B) = 0")
    for case, law, context in _posteriors(paper):
        if case.violates:
            yield Identity(case.premise, "X_s is known from the queries up to s", "Pr(X_s = A | q_(s))", law["A"],
                           law["A"].field.one)
        for source, chance in law.items():
            yield Sign(case, "X_s is not known from the queries up to s", f"Pr(X_s = {source} | q_(s)) > 0", chance,
                       ">", context)
    field = Field(("s", "c", "c_1", "c_2"))
    share, bound, one, other = (field[name] for name in field.names)
    average = Case("two values of q_(s)", Region.of(field, "0 <= s <= 1", "c_1 >= c", "c_2 >= c"))
    yield Sign(average, "the average over q_(s)", "s·c_1 + (1-s)·c_2 ≥ c", share * one + (1 - share) * other, ">=", (),
               bound)


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
    """If: the scheme with time counted from F⁻(t). Only if: where privacy is ON a query of positive probability serves
    both requests, as for t ≤ 0 in the step mode; where it is OFF, the converse given q_(s)."""
    case = paper.case("0 < α, β < 1", "0 < alpha < 1", "0 < beta < 1")
    yield from _starts(paper, absolute=False)
    yield from _attained(paper)
    yield from uses(case, "general-converse", "general-chain-rule", "converse-private-times")
    field = paper.field
    first = paper.case("δ = 1, ON at t = 0 alone", "0 < alpha", "0 < beta", "alpha + beta < 1", "delta = 1",
                       exceptional=True, note="X_0 = A is no secret", violates=SECRET)
    least = 1 / paper.element(paper.printed.rate).substitute({"u": paper.matrix(paper.printed.query_chain_low)[2][2]})
    yield from optimum(first, program_of(paper), least)
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
