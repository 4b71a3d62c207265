"""What is known not to hold as printed, each with a witness. It decides the exit code, never a verdict.

A claim that is not listed is expected to be proved. A claim that comes out otherwise than recorded here, better or
worse, makes `onoff-verify` answer with an exit code other than 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onoff_symbolic.claim import Result, Standing


@dataclass(frozen=True)
class Erratum:
    """The verdict, the conditions under which the claim holds (if conditional), and the first witness of the run."""

    verdict: str
    conditions: tuple[str, ...] = ()
    witness: str = ""


KNOWN = {
    "example-rate": Erratum(
        "conditional", ("alpha + beta <= 1",),
        "alpha = 1/2, beta = 2/3; R_1: expected 6/5, found 6/7",
    ),
    "example-optimal": Erratum(
        "conditional", ("0 < delta < 1",),
        "alpha = 1/5, beta = 1/5, delta = 0; least ℓ_t/L: expected 8/5, found 1",
    ),
    "example-unique": Erratum(
        "conditional", ("0 < delta < 1", "the query contains the request"),
        "alpha = 1/5, beta = 1/5, delta = 0; least ℓ_1/L: expected 8/5, found 1",
    ),
    "zero-leakage": Erratum(
        "refuted", (),
        "alpha = 1/2, beta = 1/3, delta = 1/2, mode: OFF for t ≤ 0, ON at t = 1, scheme: Q_0 = X_0, "
        "Q_1 = AB, t: 1; Pr(X_1 = A, Q_0 = A) = Pr(X_1 = A)·Pr(Q_0 = A): expected 5/24, found 1/4",
    ),
    "decodability-constraint": Erratum(
        "refuted", (),
        "delta = 1/2, t: 0; Pr(W = 0, Y = 01)·Pr(W = 1, Y = 01): expected 0, found 1/64",
    ),
    "theorem1": Erratum(
        "conditional", ("0 < delta < 1", "0 < alpha + beta < 2, or queries that begin at some time"),
        "alpha = 0, beta = 1/2, delta = 1, scheme: Q_t = A at every t, t: 1; ℓ_t/L ≥ 1 + |1-α-β|^t: "
        "expected >= 3/2, found 1",
    ),
    "rate-nonergodic": Erratum(
        "conditional", ("queries that begin at some time", "0 < delta < 1"),
        "alpha = 0, beta = 0, delta = 1/2, scheme: Q_t = X_t at every t ∈ ℤ; ℓ_t/L ≥ 2: expected >= "
        "2, found 1",
    ),
    "information-decay": Erratum(
        "conditional", ("alpha + beta != 1", "0 < delta < 1"),
        "alpha = 1/2, beta = 1/2, delta = 1/2, t: 1; sum of squared determinants over X_2: expected > 0, found 0",
    ),
    "table3-cases": Erratum(
        "refuted", (),
        "alpha = 1/2, beta = 1/2, t: 1, X_0: A, X_t: A, Q_{t-1}: AB; every row in use has a law: "
        "expected a law of Q_t, found no law is defined",
    ),
    "table3-caption": Erratum(
        "refuted", (),
        "alpha = 1/2, beta = 1/3, t: 1, row: A,A; Pr(Q_{t-1} = A | X_0 = A, X_t = A, Q_{t-1} = AB): "
        "expected 2/3, found 0",
    ),
    "converse-private-times": Erratum(
        "conditional", ("0 < delta < 1", "0 < alpha + beta < 2, or queries that begin at some time"),
        "delta = 1, scheme: Q_t = A; ℓ_t/L ≥ 2: expected >= 2, found 1",
    ),
    "converse-chain-rule": Erratum(
        "conditional", ("0 < alpha + beta < 2, or queries that begin at some time",),
        "alpha = 0, beta = 0, delta = 1/2, scheme: Q_t = X_t at every t ∈ ℤ; Pr(X_0 = A, Q_0 = A) = "
        "Pr(X_0 = A)·Pr(Q_0 = A): expected 1/4, found 1/2",
    ),
    "converse-equal-laws": Erratum(
        "conditional", ("0 < delta < 1",),
        "delta = 0; Pr(X_0 = A) ≠ 0: expected != 0, found 0",
    ),
    "converse-table": Erratum(
        "conditional", ("delta > 0",),
        "delta = 0; delta ≠ 0: expected != 0, found 0",
    ),
    "converse-bounds": Erratum(
        "conditional", ("0 < delta < 1",),
        "delta = 0, p_1 = 0, p_2 = 0; P(A|B) ≥ p_1/δ: expected a value, found undefined (division by "
        "zero)",
    ),
    "t-step-law": Erratum(
        "conditional", ("alpha + beta > 0",),
        "alpha = 0, beta = 0, u = 1, formula: P(A|A); P(A|A): expected a value, found undefined "
        "(division by zero)",
    ),
    "converse-bound": Erratum(
        "conditional", ("0 < delta < 1", "0 < alpha + beta < 2, or queries that begin at some time"),
        "delta = 0, a = 1/2, b = 1/3; least ℓ_t/L: expected 7/6, found 1",
    ),
    "appb-equivalence": Erratum(
        "conditional", ("a history of positive probability", "0 < delta < 1"),
        "alpha = 1/2, beta = 1/3, delta = 1/2, history: AB,A,AB; Pr(q̄ | X_0 = A) ≠ 0: expected != 0, "
        "found 0",
    ),
    "appb-case2": Erratum(
        "refuted", (),
        "alpha = 1/2, beta = 1/3, t: 1, X_0,X_t: A,A; p(A | A,A) at t = 1: expected 1, found 2/3",
    ),
    "appb-case3": Erratum(
        "refuted", (),
        "alpha = 1/2, beta = 1/3, delta = 1/2, t: 2, X_0: A, X_{t-1}: A; Pr(X_{t-1} = B | X_0 = A, "
        "Q_{t-1} = AB): expected 1, found 0",
    ),
    "appc-premise": Erratum(
        "refuted", (),
        "alpha = 1/2, beta = 1/3, t: 1, X_0: A; Pr(Q_{t-1} = AB, Q_t = A | X_0 = A): expected 0, "
        "found 1/3",
    ),
    "appc-expansion": Erratum(
        "refuted", (),
        "alpha = 1/2, beta = 1/3, t-1: 1, X_0: A, X_{t-1}: A; Pr(Q = A, X | X_0)·Pr(Q = AB, X | X_0): "
        "expected 0, found 1/18",
    ),
    "appc-case1": Erratum(
        "conditional", ("alpha < 1",),
        "alpha = 1, beta = 0; 1 - alpha ≠ 0: expected != 0, found 0",
    ),
    "appc-case2": Erratum(
        "refuted", (),
        "alpha = 1/2, beta = 2/3, delta = 1/2, t: 1, X_0: A, X_{t-1}: A; Pr(X_{t-1} = B | X_0 = A, "
        "Q_{t-1} = AB): expected 1, found 0",
    ),
    "general-rate": Erratum(
        "conditional", ("0 < alpha < 1, 0 < beta < 1", "0 < delta < 1", "an ON time up to t"),
        "alpha = 1/2, beta = 1/3, delta = 1; least ℓ_t/L: expected 7/6, found 1",
    ),
    "general-last-on": Erratum(
        "conditional", ("queries made from the requests and the randomness since the last ON time",),
        "alpha = 1/2, beta = 1/2, delta = 1/2, mode: ON at t = -1 and t = 0, OFF at t = 1, scheme: Q_{-1} = Q_0 = "
        "AB, Q_1 = (AB, X_{-1}); Pr(X_{-1} = A, Q_1 tells A) = Pr(X_{-1} = A)·Pr(Q_1 tells A): expected 1/4, found "
        "1/2",
    ),
    "general-converse": Erratum(
        "conditional", ("0 < alpha < 1, 0 < beta < 1", "0 < delta < 1"),
        "alpha = 0, beta = 1/2, w = 1, mode: OFF at t = 0, ON at t = 1, queries: Q_0 = A; Pr(X_s = B "
        "| q_(s)) > 0: expected > 0, found 0",
    ),
    "general-scheme": Erratum(
        "refuted", (),
        "alpha = 1/2, beta = 2/3, mode: ON at t = 1, OFF afterwards, history: AB,A, one: A, other: B; "
        "Pr(history | X_1 = A) = Pr(history | X_1 = B): expected 2/3, found 3/8",
    ),
}


def as_recorded(claim: str, verdict: str, conditions: Sequence[str]) -> bool:
    """Whether a claim came out as this project records it."""
    expected = KNOWN.get(claim, Erratum("proved"))
    if expected.verdict != verdict:
        return False
    return verdict != "conditional" or set(expected.conditions) == set(conditions)


def standing(result: Result, strict: bool = False) -> Standing:
    """A claim against its record; strict: against what the paper says, that it holds."""
    from onoff_symbolic.claim import Standing

    claim, verdict, conditions = result.claim.id, result.verdict.value, result.judgement.conditions()
    recorded = as_recorded(claim, verdict, conditions)
    record = KNOWN.get(claim, Erratum("proved"))
    expected = "proved" if strict else _told(record.verdict, record.conditions)
    if verdict == "proved":
        kind = "holds" if strict or recorded else "fails"
    else:
        kind = "erratum" if recorded and not strict else "fails"
    return Standing(kind, expected, _told(verdict, record.conditions if recorded else conditions))


def known(claim: str) -> str:
    """What is recorded of a claim that does not hold as printed; nothing for others."""
    erratum = KNOWN.get(claim)
    return "" if erratum is None else f"known erratum: {_told(erratum.verdict, erratum.conditions)}"


def _told(verdict: str, conditions: Sequence[str]) -> str:
    return f"{verdict}, it needs {'; and '.join(conditions)}" if verdict == "conditional" else verdict
