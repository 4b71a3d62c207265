"""What reports say of Sections I to III: sentences that were false, or of something that is not printed, are mended.

Each test reads the printed report; numbers in it are computed again, by brute force over requests and queries.
"""

import re
from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest
from run import inside

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def report(claim: str) -> str:
    """Return what the command prints about a claim, white space joined."""
    return " ".join(inside(claim, "--proof").stdout.split())


# -- Section II: randomness, rates, modes ------------------------------------------------------------------------


def test_independent_randomness_loses_no_rate() -> None:
    """Not: every S_t can be made from independent pieces, which S_t = K cannot."""
    said = report("randomness-independent")
    assert "the achievable rates (R_t) are the same as with independent S_t" in said
    assert "independent pieces" not in said
    assert "Read of single codes the sentence is false on ℤ: let S_t = K at every t" in said
    assert re.search(r"Rests on [^.]*theorem1", said) and "Rests on rate-at-most-one" in said
    assert said.count("cover everything") == 4 and "Verdict: proved" in said


def test_no_code_has_a_rate_above_one() -> None:
    said = report("rate-at-most-one")
    assert "R_t ≤ 1 at every t" in said and "Verdict: proved" in said
    assert "c ≥ L*p at every t" in said and "L/c ≤ 1, given c ≥ L*p, p = 1" in said


def after_off(law: dict[str, dict[str, Fraction]]) -> tuple[Fraction, Fraction]:
    """Return Pr(X_0 = A, Q_1 = A)·Pr(OFF) and the product of Pr(X_0 = A) and Pr(Q_1 = A), all of them with F_1 = OFF.

    ON at t = 0, and OFF at t = 1 if X_1 = X_0. `law` is that of X_0 and X_1; Q_1 is by Table III(a) at (1/2, 1/3).
    """
    stays = {"A": THIRD / HALF, "B": HALF / (1 - THIRD)}     # Pr(Q_1 = X_1 | X_1 = X_0)
    off = {a: law[a][a] for a in "AB"}
    both = off["A"] * stays["A"]        # Q_1 = A and X_1 = X_0 mean X_0 = A
    return both * sum(off.values()), off["A"] * both


def test_a_mode_that_depends_on_the_requests_reveals_them() -> None:
    said = report("mode-random")
    assert "Verdict: conditional. Holds if the mode is independent of the requests and the randomness" in said
    assert "Take α = 1/2, β = 1/3, δ = 2/5" in said
    assert "OFF at t = 1 if X_1 = X_0, else ON" in said
    delta = Fraction(2, 5)
    law = {"A": {"A": delta * HALF, "B": delta * HALF}, "B": {"A": (1 - delta) * THIRD, "B": (1 - delta) * (1 - THIRD)}}
    joint, apart = after_off(law)
    assert joint != apart and f"is {joint}, and" in said and f"is {apart}." in said


# -- Section I-C and (8): zero leakage ---------------------------------------------------------------------------


def leaks(mode: tuple[bool, ...], alpha: Fraction, beta: Fraction) -> bool:
    """Whether at some t the queries so far depend on the requests made while ON; α+β ≤ 1, stationary, from step 0 on.

    Q_t = X_t before the first ON time, AB at ON times, then Table III(a) with the last request made while ON.
    """
    chain = {"A": {"A": 1 - alpha, "B": alpha}, "B": {"A": beta, "B": 1 - beta}}
    start = {"A": beta / (alpha + beta), "B": alpha / (alpha + beta)}
    paths = [((x,), ("AB" if mode[0] else x,), start[x]) for x in "AB"]
    for t in range(len(mode)):
        if t:
            paths = [(requests + (x,), queries + (q,), weight * chain[requests[-1]][x] * chance)
                     for requests, queries, weight in paths for x in "AB"
                     for q, chance in next_query(mode[:t + 1], requests + (x,), queries[-1], alpha, beta).items()]
        private = [i for i in range(t + 1) if mode[i]]
        joint: dict[tuple[str, ...], dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for requests, queries, weight in paths:
            joint[queries][str([requests[i] for i in private])] += weight
        secret_laws: dict[str, Fraction] = defaultdict(Fraction)
        for row in joint.values():
            for secret, weight in row.items():
                secret_laws[secret] += weight
        if any(row.get(secret, 0) != sum(row.values()) * chance for row in joint.values()
               for secret, chance in secret_laws.items()):
            return True
    return False


def next_query(
    mode: tuple[bool, ...], requests: tuple[str, ...], last: str, alpha: Fraction, beta: Fraction,
) -> dict[str, Fraction]:
    """Return the law of the query at the end of these requests."""
    now = requests[-1]
    if mode[-1]:
        return {"AB": Fraction(1)}
    if last != "AB" or not any(mode):
        return {now: Fraction(1)}
    secret = requests[max(i for i, on in enumerate(mode) if on)]
    if secret != now:
        return {now: Fraction(1)}
    alone = beta / (1 - alpha) if now == "A" else alpha / (1 - beta)
    return {now: alone, "AB": 1 - alone}


MODES = list(product([True, False], repeat=5))


def test_zero_leakage_is_a_reading_and_its_number_of_modes_is_right() -> None:
    said = report("zero-leakage")
    assert said.startswith("zero-leakage: Does (8) imply zero leakage?") and "A reading, not a quotation" in said
    match = re.search(r"for some t in (\d+) of the (\d+) modes of five steps at α = 1/2, β = 1/3", said)
    found = [mode for mode in MODES if leaks(mode, HALF, THIRD)]
    assert match and (int(match[1]), int(match[2])) == (len(found), len(MODES))
    assert "The other 6 are those in which no ON time comes after an OFF time" in said
    assert [mode for mode in MODES if mode not in found] == [mode for mode in MODES if list(mode) == sorted(mode)[::-1]]


def test_the_number_of_modes_depends_on_the_chain() -> None:
    assert "The number depends on the chain" in report("zero-leakage")
    assert not any(leaks(mode, HALF, HALF) for mode in MODES)


def test_the_mode_of_the_witness_is_said_for_every_time() -> None:
    """If t = -1 were ON, Q_0 = X_0 would reveal something about X_{-1}, and (8) would fail."""
    assert "OFF for t ≤ 0, ON at t = 1; Q_t = X_t for t ≤ 0, Q_t = AB for t ≥ 1" in report("zero-leakage")
    assert leaks((False, False, True), HALF, THIRD)


# -- Section III -------------------------------------------------------------------------------------------------


def test_theorem_1_for_queries_that_begin_says_which_requests_are_possible() -> None:
    """If they begin at -1 with X_{-1} = A, and α = β = 1/2, then 0 < Pr(X_0 = A) < 1, but Q_{-1} = A has R_{-1} = 1."""
    said = report("theorem1")
    assert "if the queries begin at some time s ≤ 0 and 0 < Pr(X_t = A) < 1 at every t from s to 0" in said
    assert "every law of X_0 with 0 < δ < 1" not in said
    assert "for α > 0, β > 0 and α+β < 2 no code satisfies eq:decode and eq:privacy as printed" in said


@pytest.mark.parametrize("claim", ["theorem1", "general-rate"])
def test_a_theorem_does_not_hold_where_a_part_of_it_does(claim: str) -> None:
    """For α = 0 and β = 1 the scheme is private; but every request is A, and R_t = 1 is achievable at every t."""
    said = report(claim)
    assert "X_t = A at every t" in said
    assert not re.search(r"(alpha|α) = 0, (beta|β) = 1:? holds", said)
    assert re.search(r"(alpha|α) = 0, (beta|β) = 1:? holds", report("lemma1"))


def test_the_table_of_all_claims_explains_the_letters_of_its_witnesses() -> None:
    _, *witnesses = re.split(r"(?:holds if|Take) ", " ".join(inside("all").stdout.split()))
    assert all("prior is the law of X_" in each for each in witnesses if "prior[" in each)
    assert sum("prior[" in each for each in witnesses) > 5


def test_a_reason_names_its_quote() -> None:
    assert "weaker (Equation (17) (eq:converse-privacy)): From the display before it" in report("converse-chain-rule")
    assert "Appendix B bullet 2: The law of Q_t after Q_{t-1} = AB is table (c)." in report("appb-case2")


CORRECTED = {
    "theorem1": "decodability-constraint, table3-cases, table3-caption",
    "eventually-direct": "table3-cases",
    "decodability-constraint": "table3-cases",
    "mode-random": "table3-cases, table3-caption, general-scheme",
}


@pytest.mark.parametrize("claim", CORRECTED)
def test_corrections_that_a_claim_rests_on_are_named(claim: str) -> None:
    assert f"Rests on the corrections of {CORRECTED[claim]}" in report(claim)


SENSES = {
    "nonergodic-cases": "where ergodic means irreducible and aperiodic, here and in every other claim",
    "rate-limit": "If 0 < α+β < 2, which every ergodic chain satisfies",
    "eventually-direct": "If 0 < α+β < 2, which every ergodic chain satisfies",
    "information-decay": "For every chain, I(X_0; X_{t+1}) ≤ I(X_0; X_t)",
}


@pytest.mark.parametrize("claim", SENSES)
def test_ergodic_has_one_sense(claim: str) -> None:
    said = report(claim)
    assert SENSES[claim] in said
    named = re.findall(r"where ([^()]*) \(ergodic\)", said)
    assert all(where.startswith("0 < α ≤ 1, 0 < β ≤ 1, α + β < 2") for where in named)


def test_the_parenthesis_names_the_chains_that_do_not_forget_their_start() -> None:
    assert "the chains that do not forget their start: |1-α-β| = 1" in report("nonergodic-cases")


def test_the_query_itself_is_tested_and_not_its_cost_alone() -> None:
    said = report("rate-nonergodic")
    assert "no code has R_t > 1/2 at any t, and each query downloads both messages" in said
    assert said.count("Σ_{x ∈ {A,B}} prior[x]*length[x] is 1, not ≥ 2") == 2
    assert said.count("prior[x]*(length[AB] - length[x]) is 1/2, not 0") == 2
    assert "every query of positive probability downloads both messages" in said
    assert "begin at some time s ≤ 0 and 0 < Pr(X_s = A) < 1" in said


def test_that_decodable_was_added_is_said() -> None:
    assert "Decodable is what the section asks of a scheme; without it the sentence fails" in report("example-unique")


def test_a_rate_of_one_is_the_largest_where_requests_are_independent() -> None:
    assert "Rests on rate-at-most-one" in report("rate-independent")
