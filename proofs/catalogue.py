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
    correction: str = ""


CLAIMS = (
    Entry(
        "naive-switching", "example", "Section I-A",
        "Naive switching needs independent requests",
        "Asking for exactly X_t while privacy is OFF keeps the earlier private request secret only if the "
        "requests are independent over time (two sources, t = 1).",
    ),
    Entry(
        "table1", "example", "Section I-B, table:example",
        "Table I is the scheme at α = β = 0.2",
        "The rows of Table I are probability distributions and equal those of Table III(a) at α = β = 0.2.",
    ),
    Entry(
        "example-privacy", "example", "Section I-B",
        "Q_1 is independent of X_0 in the example",
        "Under Table I, Pr(Q_1 = q) = Pr(Q_1 = q | X_0 = x_0) for every q and x_0.",
    ),
    Entry(
        "example-decodable", "example", "Section I-B",
        "The example serves every request",
        "Under Table I, Q_1 contains X_1 with probability 1.",
    ),
    Entry(
        "example-rate", "example", "Section I-B",
        "R_1 = 1/(2-α-β) = 0.625",
        "The rate at t = 1 is 1/(2-α-β), which is 0.625 in the example and exceeds 0.5.",
    ),
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
        "zero-leakage", "formulation", "Sections I-C and II, eq:privacy",
        "The queries leak nothing about private requests",
        "If I(X_{𝓑_t}; Q_t | Q_(t-1)) = 0 at every t, then I(X_{𝓑_t}; Q_(t)) = 0, for the step mode and for "
        "an arbitrary mode.",
        "For the step mode, if |1-α-β| < 1 or the queries begin at some time: I(X_{𝓑_t}; Q_(t)) = 0. For "
        "other modes, queries sent before a request became private may tell about it.",
    ),
    Entry(
        "decodability-constraint", "formulation", "Section II, eq:decode",
        "The answer alone gives the message",
        "For the scheme of Section IV, H(W_{X_t,t} | Y_t) = 0 at every t.",
        "H(W_{X_t,t} | Y_t, X_t) = 0 at every t: the user, who knows X_t, can pick his message from the "
        "answer.",
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
        "figure2", "rates", "Section III, fig:th_plot",
        "The points of Figure 2",
        "Each of the 84 printed points is within one unit of its last digit of the rate of Theorem 1.",
    ),
    Entry(
        "rate-symmetry", "rates", "Section III",
        "The rate is symmetric around α+β = 1",
        "For fixed t, the rate is the same at α+β = 1+x and α+β = 1-x.",
    ),
    Entry(
        "rate-monotone", "rates", "Section III, fig:th_plot",
        "Nearer to α+β = 1, more rate",
        "The nearer α+β is to 1, the smaller the correlation between requests and the larger the rate.",
    ),
    Entry(
        "rate-independent", "rates", "Section III",
        "Independent requests have rate 1",
        "If α+β = 1, then p(X_t | X_{t-1}) = p(X_t), Q_t = X_t is private, R_t = 1 for t ≥ 1 and R_0 = 1/2.",
    ),
    Entry(
        "rate-limit", "rates", "Section III",
        "The rate of an ergodic chain tends to 1",
        "If the chain is ergodic, R_t → 1 as t → ∞.",
    ),
    Entry(
        "rate-nonergodic", "rates", "Section III",
        "Chains that are not ergodic have rate 1/2",
        "If α = β = 0 or α = β = 1, then R_t = 1/2, and Q_t = AB must be sent at every t.",
    ),
    Entry(
        "information-decay", "rates", "Section III",
        "X_t tells less and less about X_0",
        "For an ergodic chain, I(X_0; X_t) decreases as t grows: I(X_0; X_{t+1}) < I(X_0; X_t) for every t ≥ 0.",
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
        "table3-cases", "achievability", "Section IV-A, table:Qt",
        "The printed cases define the query",
        "The two rules and the cases α+β < 1, α+β > 1 with t even, α+β > 1 with t odd define the law of Q_t "
        "for every (α, β) and every t ≥ 1.",
        "With table (a) for α+β ≤ 1, every row in use has a law, for every (α, β) and every t ≥ 1.",
    ),
    Entry(
        "table3-caption", "achievability", "Section IV-A, caption of table:Qt",
        "What is chosen from the table",
        "If Q_{t-1} = AB, then Q_{t-1} is chosen with the probabilities of Table III.",
        "If Q_{t-1} = AB, then Q_t is chosen with the probabilities of Table III.",
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
        "If I(X_0; Q_t) = 0, then Pr(Q_t = q | X_0 = A) = Pr(Q_t = q | X_0 = B) for every q.",
    ),
    Entry(
        "converse-table", "converse", "Appendix A, Tab:converse",
        "Table IV is the general joint law",
        "Decodability and eq:privacy-Q-probability leave exactly the laws of (Q_t, X_0, X_t) of Table IV, with two "
        "free numbers p_1, p_2.",
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
    Entry(
        "appb-equivalence", "appendix_b", "Appendix B, first display",
        "Claim 2 as equality of conditional laws",
        "Claim 2 is equivalent to Pr(Q_t = q | X_0 = A, q̄) = Pr(Q_t = q | X_0 = B, q̄) for every q and every "
        "history q̄.",
    ),
    Entry(
        "appb-expansion", "appendix_b", "Appendix B, second display",
        "The law of the next query",
        "Pr(Q_t = q | X_0, Q_(t-1)) = Σ_x Pr(X_t = x | X_{t-1} = g(x_0,q')) Pr(Q_t = q | x, x_0, q'), by "
        "Propositions 3, 1 and 2.",
    ),
    Entry(
        "appb-single", "appendix_b", "Appendix B, eq:proof-temple",
        "After A or B, X_0 does not matter",
        "If Q_{t-1} is A or B, then X_{t-1} = Q_{t-1} and Q_t = X_t, so the law of Q_t does not depend on "
        "X_0.",
    ),
    Entry(
        "appb-case1", "appendix_b", "Appendix B, first bullet, eq:proof-lemma-2, eq:proof-lemma-3",
        "α+β ≤ 1",
        "If α+β ≤ 1: X_{t-1} = X_0 given Q_{t-1} = AB, and with table (a) the sums for X_0 = A and X_0 = B "
        "are equal.",
    ),
    Entry(
        "appb-case2", "appendix_b", "Appendix B, second bullet",
        "The case of odd t, as printed",
        "If α+β ≤ 1 and t is odd: X_{t-1} = X_0 given Q_{t-1} = AB, and with table (c) the sums are equal.",
        "The same if α+β > 1 and t is odd.",
    ),
    Entry(
        "appb-case3", "appendix_b", "Appendix B, third bullet, eq:proof-lemma-4",
        "The case of even t, as printed",
        "If α+β ≤ 1 and t is even: X_{t-1} ≠ X_0 given Q_{t-1} = AB, and with table (b) the sums are equal.",
        "The same if α+β > 1 and t is even.",
    ),
    Entry(
        "appc-premise", "appendix_c", "Appendix C, first sentence",
        "When a single source is asked for",
        "Q_t is A or B only if Q_{t-1} is not AB.",
        "Q_t is AB only if Q_{t-1} is AB.",
    ),
    Entry(
        "appc-rows", "appendix_c", "Appendix C, first display",
        "The rows A and B of P",
        "Pr(Q_t = q | Q_{t-1} = A or B) = Pr(X_t = q | X_{t-1} = Q_{t-1}), with the four printed values.",
    ),
    Entry(
        "appc-expansion", "appendix_c", "Appendix C, second display",
        "The row AB of P as a sum",
        "The long sum for Pr(Q_t = q | Q_{t-1} = AB), where the second term of (c) holds because Q_{t-1} is a "
        "function of X_0 and X_{t-1}.",
        "The long sum holds; the second term of (c) holds by Proposition 2.",
    ),
    Entry(
        "appc-case1", "appendix_c", "Appendix C, first bullet",
        "The row AB for α+β ≤ 1",
        "If α+β ≤ 1: g(x_0,AB) = x_0, p_0(1-α)β/(1-α) + (1-p_0)β = β, and likewise the rest of the row.",
    ),
    Entry(
        "appc-case2", "appendix_c", "Appendix C, second bullet",
        "The row AB for α+β > 1, as printed",
        "If α+β > 1: g(x_0,AB) is the other source for t odd and x_0 for t even; with tables (c) and (b) this "
        "gives the row AB of P.",
        "g(x_0,AB) = x_0 for t odd (t-1 is even) and the other source for t even; with tables (c) and (b) "
        "this gives the row AB of P.",
    ),
    Entry(
        "general-rate", "appendix_d", "Appendix D, eq:rate_general",
        "The rates for an arbitrary mode",
        "(R_t) is achievable if and only if R_t ≤ 1/2 where privacy is ON and R_t ≤ 1/(1+|1-α-β|^(t-F⁻(t))) "
        "where it is OFF.",
    ),
    Entry(
        "general-last-on", "appendix_d", "Appendix D",
        "Protecting the last private request suffices",
        "To protect all requests made while ON it suffices to protect the last one, X_{F⁻(t)}.",
    ),
    Entry(
        "general-chain-rule", "appendix_d", "Appendix D",
        "The query is private given the queries up to F⁻(t)",
        "I(X_{F⁻(t)}; Q_t | Q_(F⁻(t))) = 0.",
    ),
    Entry(
        "general-converse", "appendix_d", "Appendix D",
        "The converse for fixed earlier queries",
        "For any fixed q_(F⁻(t)), the proof of the converse applies as it stands, hence the same bound.",
    ),
    Entry(
        "general-scheme", "appendix_d", "Appendix D",
        "The scheme for an arbitrary mode",
        "With X_0 replaced by X_{F⁻(t)}, Q_t = φ_t(X_{F⁻(t)}, X_t, Q_{t-1}, S_t) satisfies eq:privacy for any "
        "mode and attains the rate.",
        "The same with φ_{t-F⁻(t)}: the tables go by the parity of t-F⁻(t).",
    ),
)

BY_ID = {entry.id: entry for entry in CLAIMS}
