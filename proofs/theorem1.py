"""Theorem 1: the achievable rates, from Section IV and Appendix A.

Assumptions
    Privacy is ON for t ≤ 0 and OFF for t ≥ 1; δ = Pr(X_0 = A); the time t runs through all integers. Decodability is
    read as H(W_{X_t,t} | Y_t, X_t) = 0 (see decodability-constraint): the user knows what he asked for.
Main results
    achievability   one scheme attains R_t = 1/(1+|1-α-β|^t) for every t ≥ 1, and 1/2 for t ≤ 0
    theorem1        a rate tuple is achievable if and only if it stays below these (thm:main)
Conditions that are not printed
    0 < δ < 1: a request that is known anyway need not be hidden; |1-α-β| < 1, unless the queries begin at some time:
    where each request determines the next, the queries of an infinite past may tell them all at no charge.
"""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.obligation import Identity, Obligation, Sign

from .converse import MIXING, MIXING_NOTE, SECRET, _given_away, uses
from .paper import Paper


def achievability(paper: Paper) -> Iterator[Obligation]:
    yield from uses(paper.square, "scheme-decodable", "privacy-decomposition", "claim1", "claim2", "download-cost",
                    "ab-probability")
    power = paper.field["u"]
    sent = paper.case("t ≥ 1, u = |1-α-β|^t", "0 <= u <= 1", "0 <= delta <= 1")
    law = {"AB": power, **{query: (1 - power) * share for query, share in paper.prior.items()}}
    yield Identity(sent, "rate", "R_t = L/ℓ_t where Pr(Q_t = AB) = u", 1 / paper.download(law),
                   paper.element(paper.printed.rate))
    start = paper.low_scheme.state_law(0, paper.prior)
    cost = sum((paper.download({query: p}) for (_, _, query), p in start.items()), paper.field.zero)
    before = paper.case("t ≤ 0", "0 <= delta <= 1")
    yield Identity(before, "rate", "R_t = 1/2", 1 / cost, paper.element(paper.printed.private_rate))


def theorem1(paper: Paper) -> Iterator[Obligation]:
    field = paper.field
    yield from uses(paper.square, "achievability", "converse-private-times", "converse-bound")
    sent = paper.case("u = |1-α-β|^t", "0 <= u <= 1")
    yield Identity(sent, "the bounds on ℓ_t/L as rates", "t ≥ 1: 1/R_t = 1 + |1-α-β|^t",
                   1 / paper.element(paper.printed.rate), 1 + field["u"])
    yield Identity(sent, "the bounds on ℓ_t/L as rates", "t ≤ 0: 1/R_t = 2",
                   1 / paper.element(paper.printed.private_rate), paper.download({"AB": field.one}))
    known = paper.case("α = 0, δ = 1", "alpha = 0", "delta = 1", "0 <= beta <= 1", exceptional=True,
                       note="X_t = A at every t is no secret", violates=SECRET)
    least = 1 / paper.element(paper.printed.rate).substitute({"u": paper.matrix(paper.printed.query_chain_low)[2][2]})
    yield Identity(known.premise, "Q_t = A at every t decodes", "Pr(X_{t+1} = B)", paper.next_law["B"], field.zero)
    yield Sign(known, "only if", "ℓ_t/L ≥ 1 + |1-α-β|^t", paper.download({"A": field.one}), ">=",
               (("scheme", "Q_t = A at every t"), ("t", "1")), least)
    frozen = paper.case("α = β = 0", "alpha = 0", "beta = 0", SECRET, exceptional=True, note=MIXING_NOTE,
                        violates=MIXING)
    yield from _given_away(paper, frozen)
    yield Sign(frozen, "only if", "ℓ_t/L ≥ 1 + |1-α-β|^t", paper.download(paper.next_law), ">=",
               (("scheme", "Q_t = X_t at every t ∈ ℤ"),), least)
