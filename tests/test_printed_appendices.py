"""Reports of the claims of Appendices B, C and D: their sentences say what is tested, and what they describe is so.

A counterexample of Appendix D is a mode and a code in words. Both are read off the words, the law of requests and
queries on a window of times is written out, and the code has to be private and decodable, and to cost what is said.
"""

from __future__ import annotations

import json as plain_json
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import truth
from reference import paper, query_chain, states, table

from onoff_symbolic.claims.file import Claim
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper import appendix
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report.claims import claim as written
from onoff_symbolic.report.notation import unmarked
from onoff_symbolic.report.text import render
from onoff_symbolic.result import Witness

Row = Mapping[str, Fraction]
Names = tuple[str, ...]
Paths = dict[Names, Fraction]
Code = Callable[[int, Names, Names], Row]
BEGIN, END = -2, 3
TIMES = range(BEGIN, END + 1)
ONE = Fraction(1)


def report(session: Session, claim: str) -> str:
    """Return what `onoff-verify CLAIM` prints, in one line."""
    (result,) = session.judge([claim])
    return " ".join(render(written(result, (), True)).split())


# -- counterexamples in words ------------------------------------------------------------------------------------


def mode_of(words: str) -> Callable[[int], bool]:
    """Return whether privacy is ON; at times of which nothing is said, it is."""
    if "in any mode" in words:
        return lambda t: True
    off = []
    for upto, at in re.findall(r"OFF (?:for t ≤ (-?\d+)|at t = (-?\d+)|afterwards)", words):
        last_on = max(map(int, re.findall(r"ON at t = (-?\d+)", words)))
        off.append((BEGIN, int(upto)) if upto else (int(at), int(at)) if at else (last_on + 1, END))
    off += [(int(first), int(last)) for first, last in re.findall(r"OFF at (-?\d+) and (-?\d+)", words)]
    return lambda t: not any(first <= t <= last for first, last in off)


def code_of(words: str, alpha: Fraction, beta: Fraction) -> Code:
    """Return the law of the query at t given the requests up to t and the queries before; AB where nothing is said."""
    def law(t: int, requests: Names, queries: Names) -> Row:
        now = requests[-1]
        if constant := re.search(r"Q_t = ([AB]) at every t", words):
            return {constant[1]: ONE}
        for upto in re.findall(r"Q_t = X_t for t ≤ (-?\d+)", words):
            if t <= int(upto):
                return {now: ONE}
        for upto, since in re.findall(r"up to t = (-?\d+) the scheme, with time counted from (-?\d+)", words):
            if int(since) < t <= int(upto):
                part = table("bc"[(t - int(since)) % 2], alpha, beta)
                return part[requests[int(since) - BEGIN], now] if queries[-1] == "AB" else {now: ONE}
        if re.search(rf"Q_{t} = X_{t}[;,] ", words):
            return {now: ONE}
        for query, before, seen in re.findall(rf"Q_{t} = (\w+) if Q_(-?\d+) = (\w+),", words):
            if queries[int(before) - BEGIN] == seen:
                return {now if query == f"X_{t}" else query: ONE}
            if f"else by Table III(c) with X_{t - 1} in place of X_0" in words:
                return table("c", alpha, beta)[requests[-2], now]
        return {"AB": ONE}

    return law


def described(witness: Witness) -> Paths:
    """Return the law of requests and queries under the code that a counterexample describes."""
    point = {name: Fraction(text) for name, text in witness.point}
    return paths(point["alpha"], point["beta"], code_of(unmarked(witness.note), point["alpha"], point["beta"]))


def paths(alpha: Fraction, beta: Fraction, code: Code) -> Paths:
    """Return the law of all requests and queries of the window: requests first, then queries."""
    step = {"A": {"A": 1 - alpha, "B": alpha}, "B": {"A": beta, "B": 1 - beta}}
    first = beta / (alpha + beta)

    def longer(requests: Names, queries: Names, chance: Fraction) -> Iterator[tuple[Names, Fraction]]:
        t = BEGIN + len(queries)
        if t > END:
            yield (*requests, *queries), chance
            return
        move: Row = step[requests[-1]] if requests else {"A": first, "B": 1 - first}
        for now, weight in move.items():
            if weight:
                for query, share in code(t, (*requests, now), queries).items():
                    if share:
                        yield from longer((*requests, now), (*queries, query), chance * weight * share)

    found: Paths = {}
    for path, chance in longer((), (), ONE):
        found[path] = found.get(path, Fraction(0)) + chance
    return found


def leaks(law: Paths, mode: Callable[[int], bool]) -> list[int]:
    """Return the times t at which Q_t depends on the ON requests up to t given the earlier queries."""
    return [t for t in TIMES if dependent(law, [i for i in range(t - BEGIN + 1) if mode(BEGIN + i)], t)]


def dependent(law: Paths, private: list[int], t: int) -> bool:
    joint: dict[Names, dict[tuple[Names, str], Fraction]] = {}
    for path, chance in law.items():
        queries = path[len(TIMES):]
        cell = joint.setdefault(queries[:t - BEGIN], {})
        key = tuple(path[i] for i in private), queries[t - BEGIN]
        cell[key] = cell.get(key, Fraction(0)) + chance
    for cell in joint.values():
        total = sum(cell.values())
        for one, query in product({x for x, _ in cell}, {q for _, q in cell}):
            left = sum(p for (x, _), p in cell.items() if x == one)
            right = sum(p for (_, q), p in cell.items() if q == query)
            if cell.get((one, query), Fraction(0)) * total != left * right:
                return True
    return False


def download(law: Paths, t: int) -> Fraction:
    return sum((len(path[len(TIMES) + t - BEGIN]) * chance for path, chance in law.items()), Fraction(0))


MODES = ["general-rate", "general-converse-on", "general-converse"]


@pytest.mark.parametrize("claim", MODES)
def test_the_modes_and_codes_in_words_are_private_and_cost_what_is_said(session: Session, claim: str) -> None:
    (result,) = session.judge([claim])
    assert len(result.witnesses) == 4 + (claim == "general-rate")
    for witness in result.witnesses:
        law, mode = described(witness), mode_of(unmarked(witness.note))
        assert unmarked(witness.note) in report(session, claim)
        assert leaks(law, mode) == []
        assert all(path[i] in path[len(TIMES) + i] for path in law for i in range(len(TIMES)))
        t = 2 if claim == "general-converse" else 1
        assert str(download(law, t)) == witness.left and Fraction(witness.left) < Fraction(witness.right)


# -- the last ON time --------------------------------------------------------------------------------------------


def sends_the_request_before(t: int, requests: Names, queries: Names) -> Row:
    """Q_t = AB, but Q_1 = (AB, X_{-1})."""
    return {f"AB {requests[-3]}" if t == 1 else "AB": ONE}


def sends_the_coin(t: int, requests: Names, queries: Names) -> Row:
    """Q_t = AB, but Q_0 = (AB, sent), where sent is X_{-1} plus a coin, and Q_1 = (AB, coin)."""
    if t == 0:
        return {"AB 0": Fraction(1, 2), "AB 1": Fraction(1, 2)}
    if t == 1:
        return {f"AB {(int(queries[-1][-1]) + (requests[-3] == 'B')) % 2}": ONE}
    return {"AB": ONE}


@pytest.mark.parametrize("number, code", list(enumerate([sends_the_request_before, sends_the_coin])))
def test_protecting_the_last_request_alone_protects_no_earlier_one(session: Session, number: int, code: Code) -> None:
    (result,) = session.judge(["general-last-on"])
    point = {name: Fraction(text) for name, text in result.witnesses[number].point}
    assert point["alpha"] + point["beta"] == 1, "requests are independent"
    law = paths(point["alpha"], point["beta"], code)
    assert leaks(law, mode_of("ON for t ≤ 0, ON at t = 0, OFF afterwards")) == [1]
    assert not dependent(law, [0 - BEGIN], 1) and dependent(law, [-1 - BEGIN], 1)


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


def test_the_scheme_by_the_parity_of_t_leaks_and_by_the_time_since_the_last_on_time_does_not(session: Session) -> None:
    """ON for t ≤ 1, OFF afterwards, on the times from -2 to 3; the numbers of the report are those of Q_2 given X_1."""
    (result,) = session.judge(["general-scheme"])
    (witness,) = result.witnesses
    note = unmarked(witness.note)
    assert "Pr(Q_2 = A | X_1 = A) = Pr(Q_2 = A | X_1 = B)" in note and "X_0 = A" not in note
    point = {name: Fraction(text) for name, text in witness.point}
    alpha, beta = point["alpha"], point["beta"]

    def by_parity_of(since: int) -> Code:
        def code(t: int, requests: Names, queries: Names) -> Row:
            if t <= 1:
                return {"AB": ONE}
            if queries[-1] != "AB":
                return {requests[-1]: ONE}
            return table("bc"[(t - since) % 2], alpha, beta)[requests[1 - BEGIN], requests[-1]]
        return code

    mode = mode_of("ON at t = 1, OFF afterwards")
    printed, corrected = (paths(alpha, beta, by_parity_of(since)) for since in (0, 1))
    assert 2 in leaks(printed, mode) and leaks(corrected, mode) == []
    assert [str(share(printed, x)) for x in "AB"] == [witness.left, witness.right] and share(corrected, "A") == share(
        corrected, "B")
    said = report(session, "general-scheme")
    assert "φ_{t-F⁻(t)} in place of φ_t" in said and "F⁻(t) does not exist, Q_t = X_t is private" in said


def share(law: Paths, request: str) -> Fraction:
    """Return Pr(Q_2 = A | X_1 = request)."""
    given = [(path, chance) for path, chance in law.items() if path[1 - BEGIN] == request]
    return sum(chance for path, chance in given if path[len(TIMES) + 2 - BEGIN] == "A") / sum(p for _, p in given)


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
