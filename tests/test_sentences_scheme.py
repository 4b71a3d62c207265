"""What reports say of Section IV and Appendix A: each sentence here was once wrong, or missing."""

import re

import pytest
from run import inside

from onoff_symbolic.claims.place import the_paper


def report(claim: str) -> str:
    """Return the printed report of a claim, its lines joined."""
    done = inside(claim, "--proof")
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


# -- null events: one convention ---------------------------------------------------------------------------------

DEFINED = {
    "converse-equal-laws": "0 < δ < 1", "converse-table": "δ > 0", "converse-bounds": "0 < δ < 1",
    "t-step-law": "α+β > 0", "appc-case1": "α < 1 and β < 1",
}


@pytest.mark.parametrize("claim", DEFINED)
def test_a_formula_that_divides_is_claimed_where_it_is_defined(claim: str) -> None:
    said = report(claim)
    assert f"where these are defined: {DEFINED[claim]}." in said
    assert "Verdict: proved" in said


# -- corrections that a claim rests on ---------------------------------------------------------------------------


@pytest.mark.parametrize("claim, names", [
    ("scheme-decodable", ["decodability-constraint", "table3-cases"]), ("claim2", ["table3-cases"]),
    ("lemma1", ["table3-cases"]), ("ab-probability", ["table3-cases"]),
    ("achievability", ["decodability-constraint", "table3-cases"]), ("converse-partition", ["decodability-constraint"]),
    ("converse-table", ["decodability-constraint"]), ("converse-bound", ["decodability-constraint"]),
])
def test_what_rests_on_a_correction_names_it(claim: str, names: list[str]) -> None:
    named = report(claim).partition("Rests on the correction")[2].partition("Printed")[0]
    assert [name for name in names if name not in named] == []


def test_what_rests_on_no_correction_names_none() -> None:
    assert "Rests on the correction" not in report("table3a") + report("claim1") + report("download-cost")


# -- what is said --------------------------------------------------------------------------------------------------

SAID = {
    "converse-private-times": [
        "every query of positive probability downloads both messages", "prior[a]*p > 0 for a ∈ {A,B}",
        "H(WA,WB|Y) = 0, given H(WA|Y) = 0, H(WB|Y) = 0",
        "begin at some time s ≤ 0, the same for all α, β at each t from s to 0 with 0 < Pr(X_t = A) < 1."],
    "converse-bound": ["If the queries begin at some time and 0 < Pr(X_0 = A) < 1, the same for all α, β."],
    "converse-equal-laws": ["I(X_0; Q_t) = 0, that is", "if and only if Pr(Q_t = q | X_0 = A) = Pr(Q_t = q | X_0 = B)",
                            "q_A = q_B, given δ*q_A =",
                            "prior[A]*q_A = prior[A]*(prior[A]*q_A + prior[B]*q_B), given q_A = q_B"],
    "converse-chain-rule": ["for every n ≥ m", "X_{[-m:0]} in place of X_{𝓐_0}"],
    "claim1": ["X_{[-m:-1]} in place of X_{𝓑_t∖{0}}, for every m", "a difference of two infinite entropies"],
    "privacy-decomposition": ["X_{[-m:-1]} in place of X_{𝓑_t∖{0}}, for every m"],
    "converse-cost": ["l is ℓ(q)", "l ≥ H(WA) + H(WB), given l ≥ H(Y)"],
}


@pytest.mark.parametrize("claim", SAID)
def test_a_report_says_what_is_tested(claim: str) -> None:
    said = report(claim)
    assert [words for words in SAID[claim] if words not in said] == []


def test_reports_use_plain_words() -> None:
    """Of the claims from Section IV to Appendix A."""
    claims = list(the_paper().claims.values())
    claims = claims[[c.id for c in claims].index("download-cost"):[c.id for c in claims].index("prop1")]
    assert len(claims) == 23
    for claim in claims:
        said = (claim.title, claim.says, claim.correction, *(also.text for also in claim.also),
                *(each.note for each in claim.tries), *(each.why for each in claim.printed))
        assert not re.search(r"\b(tells?|told|stands?)\b", " ".join(said)), claim.id
