"""Reports of the claims of Appendices B, C and D: their sentences say what is tested, and what they describe is so.

A counterexample of Appendix D is a mode and a code in words. Both are read off the words, the law of requests and
queries on a window of times is written out, and the code has to be private and decodable, and to cost what is said.
"""

from __future__ import annotations

import json as plain_json
import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import truth
from reference import paper, query_chain, states

from onoff_symbolic.claims.file import Claim
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper import appendix
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report.claims import claim as written
from onoff_symbolic.report.notation import unmarked
from onoff_symbolic.report.text import render

BEGIN, END = -2, 3


def report(session: Session, claim: str) -> str:
    """Return what `onoff-verify CLAIM` prints, in one line."""
    (result,) = session.judge([claim])
    return " ".join(render(written(result, (), True)).split())


# -- counterexamples in words ------------------------------------------------------------------------------------


# -- the last ON time --------------------------------------------------------------------------------------------


def test_the_randomness_is_drawn_after_the_last_on_time(session: Session) -> None:
    said = report(session, "general-last-on")
    assert "are made from the requests from F⁻(t) on and randomness drawn after F⁻(t)" in said
    assert "since the last ON time" not in said and "tells" not in said


# -- what is said of Proposition 1 and of table (a) at α+β = 1 ------------------------------------------------------

POINTS = [tuple(map(Fraction, point.split())) for point in ("1/5 1/3", "0 2/5", "1/2 1/2", "4/5 2/3", "1 1/2", "1 1")]


@pytest.mark.parametrize("alpha, beta", POINTS)
def test_the_map_g_is_as_said_and_depends_on_t(session: Session, alpha: Fraction, beta: Fraction) -> None:
    assert "It depends on t: g(x,A) = A, g(x,B) = B, and g(x,AB) = x, but where α+β > 1 and t is odd g(x,AB) is the " \
           "other source." in report(session, "prop1")
    scheme = paper(alpha, beta)
    for t in range(5):
        for first, now, query in states(scheme, t):
            other = "AB".replace(first, "")
            assert now == {"A": "A", "B": "B", "AB": other if alpha + beta > 1 and t % 2 else first}[query]
    if alpha + beta > 1:
        seen = [{query for _, _, query in states(scheme, t)} for t in (0, 1)]
        assert all("AB" in queries for queries in seen), "one g does not serve for both"


def speaks_of_table_a(statement: Mapping[str, Any]) -> bool:
    """Whether a statement is about the scheme with table (a) where α+β = 1."""
    regions = [statement["region"]] if isinstance(statement["region"], str) else statement["region"]
    text = f'{statement.get("scheme", "")} {statement.get("text", "")}'
    return bool({"line", "edge", "corner0", "corner1"} & {*regions}) and bool(re.search(r"\b(low|Ta)\b", text))


LATER = [*the_paper().claims.values()][[*the_paper().claims].index("prop1"):]
AT_ONE = [c.id for c in LATER if any(map(speaks_of_table_a, (*c.proves, *c.beside, *c.corrects)))]


@pytest.mark.parametrize("claim", AT_ONE)
def test_what_uses_table_a_at_one_rests_on_the_correction_of_its_cases(session: Session, claim: str) -> None:
    said = report(session, claim)
    assert "table3-cases" in said.partition("Rests on the corrections of")[2].partition("Printed")[0]


# -- sentences that are tested ---------------------------------------------------------------------------------------

SENTENCES = {
    "appb-equivalence": ["where these are defined: 0 < δ < 1"],
    "appb-case2": ["and the law of Q_t is table (c).", "If α+β > 1 and t is odd: X_{t-1} = X_0 given Q_{t-1} = AB"],
    "appb-case3": ["and the law of Q_t is table (b).", "If α+β > 1 and t is even: X_{t-1} ≠ X_0 given Q_{t-1} = AB"],
    "appc-expansion": ["(b) is privacy at time t-1", "(b) by privacy at all times up to t-1"],
    "appc-case1": ["where these are defined: α < 1 and β < 1."],
}


@pytest.mark.parametrize("claim, sentence", [(claim, each) for claim, said in SENTENCES.items() for each in said])
def test_the_sentence_that_is_tested_is_shown(session: Session, claim: str, sentence: str) -> None:
    assert sentence in report(session, claim)


@pytest.mark.parametrize("claim, part, holds", [
    ("appb-case2", "M[a,x]*law(low,1,a,x,AB,q)", True), ("appb-case2", "Tc[a,x,q]", False),
    ("appb-case3", "M[B,x]*law(low,2,A,x,AB,q)", False), ("appb-case3", "Tb[a,x,q]", False),
])
def test_the_equation_and_the_table_are_two_statements(session: Session, claim: str, part: str, holds: bool) -> None:
    """For α+β ≤ 1 and t odd the sums are equal, as table (a) is in use; for t even, X_{t-1} exchanged, they are not."""
    (result,) = session.judge([claim])
    failing = [str(w.statement["text"]) for w in result.witnesses if w.statement["kind"] == "holds"]
    shown = [str(s.statement["text"]) for s in result.of("beside") if s.statement["kind"] == "holds"]
    assert any(part in text for text in (shown if holds else failing))


def test_privacy_at_one_time_is_not_enough_for_reason_b(session: Session) -> None:
    (result,) = session.judge(["appc-expansion"])
    alone = {"text": "H(X|R) = H(X)", "given": ["I(X;R|W) = 0"]}
    before = {"text": "H(X|R) = H(X)", "given": ["I(X;W) = 0", "I(X;R|W) = 0"]}
    assert any(alone.items() <= dict(w.statement).items() for w in result.witnesses)
    assert any(before.items() <= dict(s.statement).items() for s in result.of("corrects"))


# -- the Markov property ---------------------------------------------------------------------------------------------


def test_one_step_is_not_enough_for_the_markov_property(session: Session) -> None:
    """The process that is described has the one-step laws P, by enumeration, and is no Markov chain."""
    said = report(session, "appc-markov")
    assert "Q_0 = AB, then fair and independent choices of A and B, but Q_3 = Q_1" in said
    assert "Correction (proved)" in said and "given the whole history" in said
    assert "by privacy at all times up to t-1 it is independent of X_0" in said
    half, runs = Fraction(1, 2), [("AB", a, b, a, c) for a, b, c in product("AB", repeat=3)]
    matrix = query_chain(half, half)
    for t in range(1, 5):
        for before in {run[t - 1] for run in runs}:
            after = [run[t] for run in runs if run[t - 1] == before]
            for query in ("A", "B", "AB"):
                assert Fraction(after.count(query), len(after)) == matrix[before].get(query, 0)
    assert {run[3] for run in runs if run[1:3] == ("A", "A")} == {"A"}
    assert {run[3] for run in runs if run[2] == "A"} == {"A", "B"}


def test_the_regenerated_appendix_has_the_whole_history_and_privacy_at_all_times_before(session: Session) -> None:
    made = " ".join(appendix.files(session)["onoff-appendix.tex"].split())
    proof = made.partition(r"\section{Proof of Lemma 1}")[2].partition(r"\section{")[0]
    assert "The same holds given the whole history" in proof
    assert proof.count(r"is by privacy at the times 1, \ensuremath{\ldots}, $t - 1$") == 2
    assert "privacy at time " not in proof


# -- general modes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", [
    "general-rate", "general-last-on", "general-chain-rule", "general-converse", "general-scheme"])
def test_that_the_last_on_time_need_not_exist_is_said(session: Session, claim: str) -> None:
    said = " ".join([report(session, claim), the_paper().claims[claim].legend])
    assert re.search(r"where some time up to t is ON|F⁻\(t\) exists|F⁻\(t\) does not exist", said)


# -- letters and words -------------------------------------------------------------------------------------------------

PAPERS_OWN = {"alpha", "beta", "delta", "L", "M"}


def letters_in(claim: Claim, tables: set[str]) -> set[str]:
    """Return the letters of entropies, the parameters and the tables of which a claim speaks and the paper does not."""
    found: set[str] = set()
    for stated in (*claim.proves, *claim.beside, *claim.corrects, *(each.statement for each in claim.tries)):
        said = str([value for key, value in stated.items() if key not in ("kind", "region", "scheme", "claim", "in")])
        found |= {name for names in re.findall(r"\b[HI]\(([^()]*)\)", said) for name in re.findall(r"\w+", names)}
        found |= {*re.findall(r"\w+", said)} & {*tables, *claim.names}
    return found - PAPERS_OWN


@pytest.mark.parametrize("claim", the_paper().claims.values(), ids=lambda claim: claim.id)
def test_every_letter_is_explained_once(session: Session, claim: Claim) -> None:
    said, meanings = report(session, claim.id), dict(claim.letters)
    assert letters_in(claim, {*the_paper().tables}) <= {*meanings}
    shown = {letter: said.count(unmarked(f"{letter} is {meaning}")) for letter, meaning in meanings.items()}
    assert {*shown.values()} <= {0, 1}
    assert {letter for letter, count in shown.items() if count} >= letters_in(claim, set())


@pytest.mark.parametrize("claim", the_paper().claims.values(), ids=lambda claim: claim.id)
def test_an_infinite_past_is_read_on_windows(claim: Claim) -> None:
    meanings = [unmarked(meaning) for _, meaning in claim.letters]
    past = [meaning for meaning in meanings if re.search(r"_\(|𝓑", meaning) and not meaning.startswith("Pr")]
    assert bool(past) == ("infinite past are limits over finite windows" in " ".join(claim.legend.split()))


def test_a_law_that_shows_nothing_is_not_taken_for_a_counterexample(session: Session) -> None:
    (result,) = session.judge(["appc-expansion"])
    certificate = plain_json.loads(result.certificate)
    fails, shown = certificate["goal"]["fails"][-1]["statement"], certificate["failures"][-1]
    assert truth.false_at(certificate["goal"], fails, shown)
    apart = {**shown, "atoms": [[[x, y, "0"], "1/4"] for x, y in product("01", repeat=2)]}
    assert not truth.false_at(certificate["goal"], fails, apart)
