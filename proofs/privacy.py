"""Section IV-B: what privacy asks for, and Claim 1.

Assumptions
    The requests form a Markov chain; the local randomness is independent of them and over time. For t ≥ 1 the query is
    Q_t = φ_t(X_0, X_t, Q_{t-1}, S_t); before, any query made from the requests and the randomness so far will do.
Main results
    privacy-decomposition   the privacy term is the sum of the two terms of eqn:privacy_main
    claim1                  the second term is zero (claim:privacy_main_1), line by line
Letters
    U = X_{𝓑_t∖{0}}, X = X_0, V = X_{[1:t]}, S = S_{[1:t]}, R = S_{(0)}, B = Q_{𝓑_t}, P = Q_{[1:t-1]}, Q = Q_t.
"""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.obligation import Case, Obligation, Remark, Shannon

from .paper import Paper

MARKOV = "I(U;V|X) = 0"
INDEPENDENT = "I(U,X,V;R,S) = 0"
RANDOMNESS = "I(R;S) = 0"
BEFORE = "H(B|U,X,R) = 0"
AFTER = "H(P,Q|X,V,S) = 0"


def shannon(case: Case, group: str, goal: str, *given: str) -> Shannon:
    """A statement about entropies, with the proof or the counterexample that was found."""
    from onoff_symbolic.entropy.proof import prove  # costs time to import; most claims do without

    return Shannon(case, group, goal + (" given " + ", ".join(given) if given else ""), prove(goal, given))


def privacy_decomposition(paper: Paper) -> Iterator[Obligation]:
    yield shannon(paper.square, "eqn:privacy_main", "I(X,U;Q|P,B) = I(X;Q|P,B) + I(U;Q|X,P,B)")


def claim1(paper: Paper) -> Iterator[Obligation]:
    case = paper.square
    whole = "H(U|X,B)"
    yield shannon(case, "line 1: difference of entropies", "I(U;Q|X,P,B) = H(U|X,P,B) - H(U|X,P,Q,B)")
    yield shannon(case, "line 2: conditioning on fewer queries",
                  f"H(U|X,P,B) - H(U|X,P,Q,B) <= {whole} - H(U|X,P,Q,B)")
    yield shannon(case, "line 3: the queries before and after", f"{whole} - H(U|X,P,Q,B) = {whole} - H(U|X,B,P,Q)")
    yield shannon(case, "line 4 (a): queries are functions of requests and randomness", AFTER, "H(P|X,V,S) = 0",
                  "H(Q|X,V,P,S) = 0")
    yield shannon(case, "line 4 (a): queries are functions of requests and randomness",
                  f"{whole} - H(U|X,B,P,Q) <= {whole} - H(U|X,B,V,S)", AFTER)
    yield shannon(case, "line 5 (b): independence and Markovity", f"{whole} - H(U|X,B,V,S) = 0", MARKOV, INDEPENDENT,
                  RANDOMNESS, BEFORE)
    whole_claim = shannon(case, "Claim 1", "I(U;Q|X,P,B) = 0", MARKOV, INDEPENDENT, RANDOMNESS, BEFORE, AFTER)
    yield whole_claim
    for line in whole_claim.answer.lines():
        yield Remark(case, "I(U;Q|X,P,B)", line)
