"""Every claim: the word a person types, where it stands in the paper, and what it says.

This module imports nothing heavy: `onoff-verify list` reads it alone. A claim's proof is the function of the same
name (with _ for -) in the module named here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    id: str
    module: str
    where: str
    title: str
    statement: str


CLAIMS = (
    Entry(
        "request-chain", "formulation", "Section III, eq:Source-Markov",
        "M is a transition matrix",
        "For all (α, β) ∈ [0,1]², the rows (1-α, α) and (β, 1-β) of M are probability distributions.",
    ),
    Entry(
        "download-cost", "achievability", "Section IV-A, eq:achievable-rate",
        "The normalised cost is 1 + Pr(Q_t = AB)",
        "With ℓ(A) = ℓ(B) = L and ℓ(AB) = 2L, E[ℓ(Q_t)]/L = 1 + Pr(Q_t = AB), whatever the law of Q_t on "
        "{A, B, AB}.",
    ),
    Entry(
        "table3a", "achievability", "Section IV-A, table:Qt (a)",
        "Table III(a) consists of distributions",
        "If α+β < 1, each row of Table III(a) is a probability distribution on {A, B, AB}.",
    ),
    Entry(
        "table3b", "achievability", "Section IV-A, table:Qt (b)",
        "Table III(b) consists of distributions",
        "If α+β > 1, each row of Table III(b) is a probability distribution on {A, B, AB}.",
    ),
    Entry(
        "table3c", "achievability", "Section IV-A, table:Qt (c)",
        "Table III(c) consists of distributions",
        "If α+β > 1, each row of Table III(c) is a probability distribution on {A, B, AB}.",
    ),
    Entry(
        "scheme-decodable", "achievability", "Section IV-A",
        "The query contains the request",
        "For every t, with probability 1 the source X_t is among those that Q_t downloads.",
    ),
    Entry(
        "claim2", "claim2", "Section IV-B, claim:privacy_main_2",
        "Each query is private given the earlier ones",
        "For every t ≥ 1 and every law of X_0: I(X_0; Q_t | Q_(t-1)) = 0.",
    ),
    Entry(
        "lemma1", "lemma1", "Section IV-C, Lem:Q",
        "The queries form a Markov chain with matrix P",
        "{Q_t : t ≥ 0} is a Markov chain on (A, B, AB) with P = [1-α, α, 0; β, 1-β, 0; β, α, 1-α-β] if α+β ≤ 1 "
        "and P = [1-α, α, 0; β, 1-β, 0; 1-α, 1-β, α+β-1] if α+β > 1, for every law of X_0.",
    ),
    Entry(
        "ab-probability", "lemma1", "Section IV-C, after Lem:Q",
        "Pr(Q_t = AB) is |1-α-β|^t",
        "For t ≥ 1: Pr(Q_t = AB) = Pr(Q_t = … = Q_0 = AB) = Pr(Q_0 = AB) Π Pr(Q_i = AB | Q_{i-1} = AB) "
        "= |1-α-β|^t, because AB is never sent after A or B, and Pr(Q_0 = AB) = 1.",
    ),
    Entry(
        "prop1", "claim2", "Appendix B, Prop:X",
        "X_t is a function of X_0 and Q_t",
        "For every t ≥ 0 there is a map g with X_t = g(X_0, Q_t).",
    ),
    Entry(
        "prop2", "claim2", "Appendix B, Prop:Markov-X",
        "The past acts on X_t through X_{t-1} alone",
        "For every t ≥ 1, X_t is independent of all earlier requests and queries given X_{t-1}.",
    ),
    Entry(
        "prop3", "claim2", "Appendix B, Prop:Markov-Code",
        "The past acts on Q_t through X_t, X_0, Q_{t-1} alone",
        "For every t ≥ 1, Q_t is independent of all earlier requests and queries given (X_t, X_0, Q_{t-1}).",
    ),
)

BY_ID = {entry.id: entry for entry in CLAIMS}
