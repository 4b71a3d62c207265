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
        "example-optimal", "example", "Section I-B",
        "0.625 is the best rate of the example",
        "For α = β = 0.2, no private and decodable law of Q_1 has a rate above 0.625.",
    ),
    Entry(
        "example-unique", "example", "Section I-B, table:example",
        "Table I is the only law with that rate",
        "For α = β = 0.2, any other law of Q_1 given (X_0, X_1) than Table I is not private or has a lower rate.",
    ),
    Entry(
        "request-chain", "formulation", "Section III, eq:Source-Markov",
        "M is a transition matrix",
        "For all (α, β) ∈ [0,1]², the rows (1-α, α) and (β, 1-β) of M are probability distributions.",
    ),
    Entry(
        "theorem1", "theorem1", "Section III, thm:main",
        "The achievable rates",
        "(R_t) is achievable if and only if R_t ≤ 1/2 for t ≤ 0 and R_t ≤ 1/(1+|1-α-β|^t) for t ≥ 1.",
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
        "privacy-decomposition", "privacy", "Section IV-B, eqn:privacy_main",
        "Privacy splits into two terms",
        "I(X_{𝓑_t}; Q_t | Q_(t-1)) = I(X_0; Q_t | Q_(t-1)) + I(X_{𝓑_t∖{0}}; Q_t | X_0, Q_(t-1)).",
    ),
    Entry(
        "claim1", "privacy", "Section IV-B, claim:privacy_main_1",
        "Given X_0, the query tells nothing about earlier requests",
        "I(X_{𝓑_t∖{0}}; Q_t | X_0, Q_(t-1)) = 0, by the five displayed lines and their reasons (a), (b).",
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
        "achievability", "theorem1", "Section IV-C, last display",
        "The scheme attains the rates",
        "The scheme of Section IV-A attains R_t = 1/(1+|1-α-β|^t) for all t ≥ 1 at once, and 1/2 for t ≤ 0.",
    ),
    Entry(
        "converse-private-times", "converse", "Appendix A, first paragraph",
        "Where privacy is ON, everything is downloaded",
        "For t ≤ 0, every query of positive probability downloads both messages.",
    ),
    Entry(
        "converse-cost", "converse", "Appendix A, eq:converse-length-probability",
        "The cost counts what can be decoded",
        "ℓ ≥ L on 𝒬_a and 𝒬_b and ℓ ≥ 2L on 𝒬_ab; hence ℓ_t/L ≥ 2 - Pr(𝒬_a ∪ 𝒬_b).",
    ),
    Entry(
        "converse-chain-rule", "converse", "Appendix A, eq:converse-privacy",
        "Each query is independent of X_0",
        "I(X_{𝓐_0}; Q_(t)) = I(X_{𝓐_0}; Q_{𝓐_0}) + Σ_{i=1}^t I(X_{𝓐_0}; Q_i | Q_(i-1)) = I(X_{𝓐_0}; Q_{𝓐_0}) = 0, "
        "hence I(X_0; Q_t) = 0.",
    ),
    Entry(
        "converse-equal-laws", "converse", "Appendix A, eq:privacy-Q-probability",
        "The query has one law for both values of X_0",
        "Pr(Q_t = q | X_0 = A) = Pr(Q_t = q | X_0 = B) for every q.",
    ),
    Entry(
        "converse-table", "converse", "Appendix A, Tab:converse",
        "Table IV is the general joint law",
        "Decodability and privacy leave exactly the laws of (Q_t, X_0, X_t) of Table IV, with two free numbers "
        "p_1, p_2.",
    ),
    Entry(
        "converse-bounds", "converse", "Appendix A, after Tab:converse",
        "Bounds on p_1/δ and p_2/δ",
        "0 ≤ p_1/δ ≤ min{P(A|A), P(A|B)}, 0 ≤ p_2/δ ≤ min{P(B|A), P(B|B)}, and Pr(𝒬_a ∪ 𝒬_b) = (p_1+p_2)/δ.",
    ),
    Entry(
        "t-step-law", "converse", "Appendix A, before the final bound",
        "The law of X_t given X_0",
        "With u = (1-α-β)^t: P(A|A) = (β+αu)/(α+β), P(B|A) = (α-αu)/(α+β), P(A|B) = (β-βu)/(α+β), "
        "P(B|B) = (α+βu)/(α+β), for every t.",
    ),
    Entry(
        "converse-bound", "converse", "Appendix A, final display",
        "No scheme downloads less",
        "ℓ_t/L ≥ 1 + |1-α-β|^t for every t ≥ 1 and every private and decodable scheme.",
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
