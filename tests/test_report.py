"""Reports are views of results: what was shown, how, what fails; and what is undecided is never told otherwise."""

import json as plain_json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import samples
from samples import ALL, CHAIN, CONDITIONAL, ENTROPY, LEAKING, REFUTED, SCHEME, UNDECIDED
from schemas import SCHEMAS, faults

from onoff_symbolic import checker
from onoff_symbolic.checker import experiments
from onoff_symbolic.claims import statements
from onoff_symbolic.claims.reader import load
from onoff_symbolic.errors import InputError
from onoff_symbolic.paper import appendix, web
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report import argument, html, json, latex, text, words
from onoff_symbolic.report.blocks import Alternatives, CaseOf, Equation, Lead, Note, Paragraph, Plot, Table
from onoff_symbolic.report.layout import COLOURS, Look, glued, table, visible
from onoff_symbolic.report.view import Step, failing, view
from onoff_symbolic.result import Result, Verdict, Witness
from onoff_symbolic.result import _conditions as conditions

STYLE = re.compile(r"\033\[\d+m")


# -- words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said, expected", [
    ("1 - alpha > 0", "1 - alpha > 0"),
    ("for q in A,B: P[q,AB] = 0", "P[q,AB] = 0 for q ∈ {A,B}"),
    ("for a in A,B; x in A, B; t in 1..4: M[a,x] >= 0", "M[a,x] >= 0 for a, x ∈ {A,B}, t ∈ {1..4}"),
    ("sum a in A,B: prior[a] = 1", "Σ_{a ∈ {A,B}} prior[a] = 1"),
    ("history(low,a,AB,q) = 0", "Pr(Q_0 = AB, Q_1 = q | X_0 = a) = 0"),
    ("state(low,2,a,x,AB) = 0", "Pr(X_2 = x, Q_2 = AB | X_0 = a) = 0"),
    ("law(low,t,a,x,AB,q) = 0", "Pr(Q_t = q | X_0 = a, X_t = x, Q_{t-1} = AB) = 0"),
    ("law(low,2,a,x,AB,q) = 0", "Pr(Q_2 = q | X_0 = a, X_2 = x, Q_1 = AB) = 0"),
])
def test_formulas(said: str, expected: str) -> None:
    assert words.formula(said) == expected


def test_probabilities_name_their_scheme_where_there_are_several() -> None:
    assert words.formula("history(low,A,AB) = 1", ("low",)) == "Pr(Q_0 = AB | X_0 = A) = 1"
    assert words.formula("history(low,A,AB) = 1", ("low", "high")) == "Pr_low(Q_0 = AB | X_0 = A) = 1"


PROGRAM = {"prior": "prior", "law": "M", "value": "8/5", "table": "T", "free": {"A,A,A": "p_1", "A,B,B": "p_2"}}
STATEMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "holds": ({"text": "u = 1"}, "u = 1"),
    "always": ({"start": {"u": "1"}, "next": {"u": "u*x"}, "text": ["u > 0", "u <= 1"]},
               "u > 0, u <= 1 at every t, where u is 1 at first, then u*x"),
    "cover": ({"split": "alpha", "parts": [None, "edge", "upper"]},
              "the cases alpha < 0 (which is nowhere), = 0 (edge) and > 0 (upper) leave nothing out"),
    "defined": ({"scheme": "low"}, "has a law"),
    "normalised": ({"scheme": "low"}, "probability distribution"),
    "decodable": ({"scheme": "low"}, "downloads the request"),
    "determined": ({"scheme": "low"}, "function of (X_0, Q_t)"),
    "placed": ({"scheme": "low", "time": [2, 1], "query": "AB", "map": {"A": "B", "B": "A"}},
               "where Q_t = AB and t ≡ 1 mod 2: X_t = B if X_0 = A, X_t = A if X_0 = B"),
    "alike": ({"process": "hidden", "starts": ["one", "two"]}, "does not tell the starts one, two apart"),
    "private": ({"scheme": "low"}, "tells anything about X_0"),
    "markov": ({"scheme": "low", "prior": "prior", "matrix": "P"}, "Markov chain with matrix P"),
    "cost": ({"scheme": "low", "prior": "prior", "start": {"u": "1"}, "next": {"u": "u*x"}, "value": "1 + u"},
             "expected download is 1 + u at every t, where u is 1 at first, then u*x"),
    "optimal": ({"scheme": "low", "prior": "prior"}, "has a lower expected download"),
    "least": ({"variables": ["x", "y"], "subject": ["x + y >= 1"], "of": "x + 2*y", "value": "1"},
              "over all x, y with x + y >= 1, the least value of x + 2*y is 1"),
    "most": ({"variables": ["x"], "subject": [], "of": "-x**2", "value": "0"},
             "over all x, the largest value of -x**2 is 0"),
    "optimum": (PROGRAM, "the least expected download is 8/5"),
    "unique": (PROGRAM, "T is the only one with expected download 8/5"),
    "general": (PROGRAM, "each is T for some p_1, p_2"),
    "uses": ({"claim": "chain"}, "the claim `chain`"),
    "hides": ({"in": "pad", "secret": ["M"], "view": ["C", "D"], "knowing": ["G"], "among": ["0", "1"]},
              "Pr(C, D | M, G) is the same for every value of M among 0; 1, given G"),
    "tells": ({"in": "pad", "view": ["C", "K"], "value": ["M"]}, "M is a function of C, K"),
}


@pytest.mark.parametrize("kind", words.KINDS)
def test_every_kind_of_statement_has_words(kind: str) -> None:
    more, expected = STATEMENTS[kind]
    assert expected in words.statement({"kind": kind, "region": "low", **more})


@pytest.mark.parametrize("more, expected", [
    ({"time": None, "map": {"A": "A", "B": "B"}}, "where Q_t = A: X_t = X_0"),
    ({"time": [1, 0], "map": {"A": "A", "B": "A"}}, "where Q_t = A: X_t = A"),
])
def test_simple_maps_are_told_simply(more: dict[str, Any], expected: str) -> None:
    assert words.statement({"kind": "placed", "scheme": "low", "query": "A", **more}) == expected


def test_reports_know_the_kinds_of_the_checker() -> None:
    assert set(words.KINDS) == set(STATEMENTS) == set(statements.KINDS)
    assert {*checker.KINDS, *experiments.KINDS} - {*words.KINDS} == {"occurs"}


def test_an_unknown_kind_is_no_silent_pass() -> None:
    with pytest.raises(KeyError):
        words.statement({"kind": "believed", "region": "low"})


@pytest.mark.parametrize("terms, over, expected", [
    ([], "", ""),
    ([("1", "x > 0")], "", "(x > 0)"),
    ([("1",), ("1", "u >= 0")], "", "1 + (u >= 0)"),
    ([("-1", "x = 0"), ("-2", "f3")], "", "-(x = 0) - 2·f3"),
    ([("a - b", "x = 0", "f3")], "", "(a - b)·(x = 0)·f3"),
    ([("1/2", "I(X;Y|Z)")], "f0", "(1/2·I(X;Y|Z)) divided by f0"),
])
def test_combinations(terms: list[tuple[str, ...]], over: str, expected: str) -> None:
    assert words.combination(terms, over) == expected


def test_a_long_step_is_told_by_what_it_is_combined_of() -> None:
    assert Step("f0", "x > 0", "(y > 0)").line() == "x > 0 by (y > 0)"
    assert Step("f0", "x + " * 30 + "x = 0", "2·(x = 0)").line() == "the relation 2·(x = 0)"
    assert Step("f0", "H(X) = H(X)", "").line() == "H(X) = H(X), an identity"


# -- text --------------------------------------------------------------------------------------------------

LEMMA = """\
  where alpha >= 0, beta >= 0, alpha + beta < 1, 0 <= delta <= 1 (low)
    the queries form a Markov chain with matrix P: given any history that ends
        in q, the next query is r with probability P[q,r]; X_0 has the law prior
        (scheme low)
          A          B         AB
      A   1 - alpha  alpha     0
      B   beta       1 - beta  0
      AB  beta       alpha     1 - alpha - beta
      f0: 1 - alpha > 0 by (beta >= 0) + (alpha + beta < 1)
      By induction over histories. Write path[a,x] = Pr(Q_0, …, Q_t, X_t = x |
        X_0 = a). At first Q_0 = AB, path[a,a] = 1, and path[a,x] = 0 for x ≠ a.
        What holds after a query follows from what held before it:
        after AB: path[A,B] = 0, path[B,A] = 0, path[A,A] = path[B,B]
          f1: alpha*path[A,A] = alpha*path[B,B] by alpha·(path[A,A] = path[B,B])
        after A: path[A,B] = 0, path[A,A] = path[B,A], path[B,B] = 0
          f2: beta*path[A,A] = beta*path[B,A] by -beta·(path[A,A] = path[B,A]) +
              2·f0
    no history tells anything about X_0: Pr(Q_0, …, Q_t | X_0 = a) is the same
        for every a, at every t (scheme low)
      with f0 above
    uses alpha + beta < 1, beta >= 0
"""


def test_a_claim_shows_the_steps_of_its_certificate() -> None:
    found = text.claims([CHAIN], look=Look(steps=True))
    assert LEMMA in found
    assert "rests on entropy" in found and found.endswith("Verdict: proved\n")
    assert "P[AB,·]  beta, alpha, 1 - alpha - beta" in found
    assert "Exceptional points\n  alpha + beta = 1  holds\n" in found


@pytest.mark.parametrize("result", ALL, ids=lambda result: result.id)
@pytest.mark.parametrize("columns", [60, 80, 100])
def test_lines_fit(result: Result, columns: int) -> None:
    lines = text.claims([result], look=Look(columns)).split("\n")
    assert max(map(len, lines)) <= columns
    assert any(len(line) > columns - 15 for line in lines) or result is not CHAIN


def test_a_period_is_told() -> None:
    late = replace(CHAIN, shown=(samples.shown("proves 0", {**samples.MARKOV, "scheme": "high"}, nodes=samples.NODES),))
    assert "after AB, t ≡ 0 mod 2: path[A,B] = 0" in text.claims([late])


def test_a_condition_is_told_with_its_witness_and_the_claim_it_comes_from() -> None:
    found = text.claims([CONDITIONAL])
    spoken = text.claims([replace(CONDITIONAL, witnesses=(replace(CONDITIONAL.witnesses[0], violates="no one asks"),))])
    assert "Can fail unless no one asks\n" in spoken and "Fails without" not in spoken
    assert "Fails without 0 < delta < 1\n  at        delta = 0\n  example   Q_t = A at every t\n  a  " in found
    assert "  expected  != 0\n  found     0\n" in found
    assert "alpha > 0, or time begins: because of chain" in found
    assert "Verdict: conditional; it holds if 0 < delta < 1; and alpha > 0, or time begins" in found
    assert "Shown whether or not this is supposed" in found and "prior[A] != 0, given 0 < delta < 1" in found


def test_a_refuted_claim_is_told_with_its_correction() -> None:
    found = text.claims([REFUTED])
    assert "history   AB → AB → A" in found and "Correction (proved)\n  The next query is private." in found
    assert "Pr(history | X_0 = A) = Pr(history | X_0 = B)" in found and "found     1/72" in found


def test_a_correction_that_was_not_shown_is_not_told() -> None:
    bare = replace(REFUTED, shown=())
    for found in (text.claims([bare]), json.claims([bare]), latex.document([bare]),
                  html.claims([bare], html.Page("t", "l"))):
        assert "The next query is private" not in found


def test_a_table_of_claims_has_a_summary() -> None:
    found = text.claims(ALL)
    assert found.startswith("claim        verdict      shown  statement\nchain        proved       4/4    The claim")
    assert found.endswith("5 claims: 2 proved, 1 conditional, 1 refuted, 1 undecided\n")
    assert "undecided: undecided\n  not shown: the checker says invalid: proves 0" in found


def test_errata_say_what_fails_and_what_holds() -> None:
    parts = [dict(text.erratum(view(result))) for result in (CONDITIONAL, REFUTED, UNDECIDED)]
    assert parts[0]["fails at"].startswith("delta = 0 (Q_t = A at every t), a: A; prior[a] != 0 for a ∈ {A,B}: exp")
    assert parts[0]["rests on"] == "chain, which holds if alpha > 0, or time begins"
    assert parts[1]["should be (proved)"] == "The next query is private."
    assert "undecided" in parts[2] and "should be (proved)" not in parts[2]


def test_weights_are_told() -> None:
    found = text.claims([CHAIN], {"chain": [samples.WEIGHT]})
    assert "Hypotheses that carry weight\n  alpha + beta < 1 (low): needed; without it fails at delta = 0" in found


# -- what is printed, and how it is read -------------------------------------------------------------------

QUOTED = Path(__file__).with_name("data") / "quoted.toml"


@pytest.fixture(scope="module")
def quoted() -> dict[str, Result]:
    paper = load(QUOTED)
    return {result.id: result for result in Session(paper).judge(paper.claims)}


def test_printed_is_said_of_quotes_only(quoted: dict[str, Result]) -> None:
    one, several, bare = (text.claims([quoted[name]]) for name in ("plain", "partly", "bare"))
    assert ("\nPrinted\n  II display 1: 0 ≤ p ≤(a) 1\n\nRead as\n  p is a probability.\n\nEncoded\n  exact\n\nShown"
            in one)
    assert ("Printed\n  II sentence 4: “every power of p is at most 1”\n  Encoded: weaker: the first three powers\n"
            "  II display 4: p ≤ 1\n  Read as: The chance p is at most 1.\n\nRead as\n  p, its square" in several)
    assert "Encoded\n  weaker\n" in several and "Encoded\n  other: its square\n" in text.claims([quoted["forgets"]])
    assert "\nStatement\n  p is at least 0.\n" in bare and "Printed" not in bare and "Read as" not in bare
    for report in (latex.document, lambda results: html.claims(results, ABOUT)):
        assert "Printed" in report([quoted["plain"]]) and "Statement" not in report([quoted["plain"]])
        assert "Printed" not in report([quoted["bare"]]) and "Read as" not in report([quoted["bare"]])


def test_show_has_the_quotes_and_judges_nothing() -> None:
    claims = load(QUOTED).claims
    assert text.shown(claims["plain"])[3:] == [
        "Printed", "  II display 1: 0 ≤ p ≤(a) 1", "", "Read as", "  p is a probability.", "", "Encoded", "  exact"]
    assert text.shown(claims["bare"])[2:] == ["", "p is at least 0."]


def test_json_has_the_quotes_as_they_are_written(quoted: dict[str, Result]) -> None:
    paper = load(QUOTED)
    document = plain_json.loads(json.claims([*quoted.values()], paper=paper))
    assert list(faults(document, SCHEMAS["claims"], SCHEMAS["claims"])) == []
    assert document["paper"] == {"title": "Half", "read": "the first draft", "source": paper.about.source}
    found = {claim["id"]: claim for claim in document["claims"]}
    assert found["plain"]["printed"] == [{"quote": r"0\leq p \side{a}{\leq} 1", "place": "II display 1",
                                          "encodes": "exact", "why": None, "read_as": None}]
    assert [found["partly"]["printed"][i][key] for i, key in ((0, "why"), (1, "read_as"))] == [
        "the first three powers", "The chance p is at most 1."]
    assert [found[name]["encodes"] for name in ("partly", "forgets", "bare")] == ["weaker", "other", None]
    assert found["through"]["corrected"] == ["wrong"] and found["plain"]["corrected"] == []
    errata = plain_json.loads(json.errata([quoted["wrong"]], paper))
    assert list(faults(errata, SCHEMAS["errata"], SCHEMAS["errata"])) == []
    (wrong,) = errata["errata"]
    assert wrong["printed"][0]["quote"] == r"$p=\half$" and wrong["statement"].startswith("Each step")


def test_as_printed_is_exact_and_rests_on_no_correction(quoted: dict[str, Result]) -> None:
    assert [name for name, result in quoted.items() if result.as_printed] == ["plain"]
    assert quoted["through"].corrections == ("wrong",) == quoted["corrected"].corrections
    assert "Rests on the corrections of\n  wrong\n" in text.claims([quoted["through"]])
    stated = replace(quoted["plain"], verdict=Verdict.CONDITIONAL)
    assert not stated.as_printed and not replace(quoted["plain"], corrections=("wrong",)).as_printed


def test_all_counts_how_quotes_are_encoded(quoted: dict[str, Result]) -> None:
    said = ("8 quotes: 6 encoded exactly, 0 stronger, 1 weaker, 1 otherwise; 2 of those encoded exactly are proved "
            "without a correction")
    assert said in " ".join(text.claims([*quoted.values()]).split())
    assert said in html.claims([*quoted.values()], ABOUT) and "quotes:" not in text.claims(ALL)


@pytest.mark.parametrize("beside, said", [("q*(1 - q) > 0", "holds if and only if 0 < p < 1"),
                                          ("q*(1 - q) >= 0", None)])
def test_only_if_is_said_with_a_proof(quoted: dict[str, Result], beside: str, said: str | None) -> None:
    """The statement that proves it has to be among those that were accepted."""
    given = {**quoted["forgets"].shown[-1].statement, "text": beside}
    claim = replace(load(QUOTED).claims["forgets"], beside=(given,))
    goal = quoted["forgets"].goal
    assert goal is not None
    (found,) = conditions(goal, {}, claim)
    assert found.weakest == (said is not None)
    shown = view(replace(quoted["forgets"], conditions=(found,)))
    assert shown.holds == (said or "holds if 0 < p < 1") and "needs" not in text.claims([quoted["forgets"]])


def test_letters_are_explained_once_where_they_are_shown_first(quoted: dict[str, Result]) -> None:
    found = text.claims([quoted["secret"]])
    assert "Fails\n  Here X is X_0, Y is X_1; X_0 and X_1 are bits.\n" in found and found.count("X is X_0") == 1
    assert "law of (X,Y)" in found and "Here" not in text.claims([quoted["plain"]])
    assert "Shown\n  Here U is X_{𝓑_t}, X is X_0, Q is Q_t; U is the past, X is X_0.\n" in text.claims([ENTROPY])
    page = html.claims([quoted["secret"]], ABOUT).partition('id="claims"')[2]
    for other in (latex.document([quoted["secret"]]), page):
        assert other.count("are bits") == 1 and "(X,Y)" not in other and "(X ; Y)" not in other
    short = text.claims([quoted["secret"], quoted["plain"]])
    assert "law of (X_0,X_1)" in short and "here X_0 and X_1 are bits" in short and "I(X;Y)" not in short
    assert CHAIN.claim is not None
    chance = replace(CHAIN, claim=replace(CHAIN.claim, letters=(("beta", "another chance"), ("omega", "not there"))))
    for report in (text.claims([chance]), latex.document([chance]), html.claims([chance], ABOUT)):
        assert report.count("another chance") == 1 and "Here" in report
    assert "not there" not in latex.document([chance])
    (secret,) = plain_json.loads(json.claims([quoted["secret"]]))["claims"]
    assert secret["letters"] == {"X": "X_0", "Y": "X_1"} and secret["legend"] == "X_0 and X_1 are bits"


# -- layout ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", ALL, ids=lambda result: result.id)
def test_without_its_colours_the_text_is_the_plain_text(result: Result) -> None:
    found = text.claims([result], look=Look(80, True))
    assert STYLE.sub("", found) == text.claims([result])
    assert f"Verdict: \033[{COLOURS[result.verdict]}m{result.verdict.value}\033[0m" in found


def test_only_a_terminal_cuts_a_table() -> None:
    wide = [replace(result, claim=samples.claim("x", title="long " * 30)) for result in ALL]
    cut = STYLE.sub("", text.claims(wide, look=Look(50, True))).split("\n\n")[0].split("\n")
    assert {len(line) for line in cut[1:]} == {50} and all(line.endswith("…") for line in cut[1:])
    assert max(map(len, text.claims(wide, look=Look(50)).split("\n"))) > 100


def test_columns_are_aligned_by_what_is_seen() -> None:
    assert table([("\033[1ma\033[0m", "b"), ("ccc", "d")]) == ["\033[1ma\033[0m    b", "ccc  d"]
    assert visible("\033[1ma\033[0m") == 1 and table([]) == []


def test_what_is_glued_stays_together() -> None:
    assert Look(40).wrapped(glued(["a = 1"] * 7), "")[0] == "a = 1, a = 1, a = 1, a = 1, a = 1,"


# -- undecided is undecided everywhere ---------------------------------------------------------------------

ABOUT = html.Page("Title", "Lead")


@pytest.mark.parametrize("report", [
    lambda r: text.claims([r]), lambda r: text.claims([r, r]), lambda r: json.claims([r]),
    lambda r: json.errata([r]), lambda r: latex.document([r]),
    lambda r: html.claims([r], ABOUT),
])
def test_an_undecided_claim_is_told_as_such_and_never_as_proved(report: Any) -> None:
    found = report(UNDECIDED)
    bare = re.sub(r"<style>.*?</style>|\"proved\": 0|0 proved|all ancestors proved \(or none\)|"
                  r"an ancestor is not proved|neither proved nor refuted", "", found, flags=re.S)
    assert "undecided" in bare and ("the checker says invalid" in bare or '"errata"' in bare)
    assert not re.search(r"proved|certificate accepted|[1-9] statements do not hold as printed", bare)


def test_a_claim_that_is_proved_is_told_as_such() -> None:
    """So that the test above would notice the word."""
    for found in (text.claims([CHAIN]), json.claims([CHAIN]), latex.document([CHAIN]), html.claims([CHAIN], ABOUT)):
        assert re.search(r"Verdict: proved|\"verdict\": \"proved\"|Verdict}\nproved|badge proved", found)


@pytest.mark.parametrize("verdict", [Verdict.UNDECIDED, Verdict.PROVED])
def test_a_bound_or_an_entropy_statement_is_told_as_the_checker_says(verdict: Verdict) -> None:
    accepted = verdict is Verdict.PROVED
    what = samples.bound(verdict), ("A", "B"), 1, {"alpha": Fraction(1, 5)}
    assert ("8/5" in text.least(*what)) == accepted and ("undecided" in text.least(*what)) != accepted
    document = plain_json.loads(json.least(*what))
    assert document["bound"] == ("8/5" if accepted else None) and document["verdict"] == verdict.value
    assert list(faults(document, SCHEMAS["bound"], SCHEMAS["bound"])) == []
    assert f"Verdict: {verdict.value}" in text.entropy(samples.entropy(verdict))
    document = plain_json.loads(json.entropy(samples.entropy(verdict)))
    assert document["verdict"] == verdict.value
    assert list(faults(document, SCHEMAS["entropy"], SCHEMAS["entropy"])) == []


def test_an_undecided_scheme_is_told_as_such() -> None:
    doubtful = samples.DOUBTFUL
    assert doubtful.verdict is Verdict.UNDECIDED
    for found in (text.scheme(doubtful, "x.toml"), json.scheme(doubtful)):
        assert "undecided" in found and "proved" not in found and "1 - alpha, alpha" not in found
    assert "undecided about private\n  the checker says invalid" in text.scheme(doubtful, "x.toml")


# -- programs ----------------------------------------------------------------------------------------------


def test_json_is_what_the_schema_says() -> None:
    document = plain_json.loads(json.claims(ALL, {result.id: [samples.WEIGHT] for result in ALL}))
    assert list(faults(document, SCHEMAS["claims"], SCHEMAS["claims"])) == []
    document = plain_json.loads(json.errata([CONDITIONAL, REFUTED, UNDECIDED]))
    assert list(faults(document, SCHEMAS["errata"], SCHEMAS["errata"])) == []
    for found in (SCHEME, LEAKING, samples.DOUBTFUL):
        document = plain_json.loads(json.scheme(found))
        assert list(faults(document, SCHEMAS["scheme"], SCHEMAS["scheme"])) == []


def test_json_has_every_witness_and_every_statement() -> None:
    chain, conditional, refuted, *_ = plain_json.loads(json.claims(ALL))["claims"]
    assert [entry["kind"] for entry in chain["shown"]] == ["uses", "markov", "private", "holds"]
    markov = chain["shown"][1]
    assert [stage["place"] for stage in markov["stages"]] == ["after AB", "after A"]
    assert markov["facts"] == [{"name": "f0", "says": "1 - alpha > 0", "by": "(beta >= 0) + (alpha + beta < 1)"}]
    assert chain["hypotheses"] == ["alpha + beta < 1", "beta >= 0"] and chain["depends_on"] == ["entropy"]
    assert conditional["witness"] == conditional["witnesses"][0]
    assert conditional["witness"]["violates"] == "0 < delta < 1"
    assert conditional["exceptions"] == [{"where": "delta = 0", "outcome": "fails", "note": "Q_t = A at every t"}]
    assert refuted["correction"] == {"statement": "The next query is private.", "verdict": "proved"}
    assert refuted["shown"][0]["part"] == "corrects"


# -- schemes -----------------------------------------------------------------------------------------------


def test_a_scheme_is_told() -> None:
    found = text.scheme(SCHEME, "x.toml")
    assert found.startswith("Sample (x.toml)\n\nregion       alpha >= 0, beta >= 0, alpha + beta < 1\nnormalised  ")
    assert "  A   1 - alpha  alpha  0\n  AB  beta       alpha  1 - alpha - beta\n" in found
    assert "  t = 3  undecided\n" in found and "  t ≥ 1  1 + (1 - alpha - beta)**t\n" in found
    assert found.endswith("no private scheme does better than 1 + (1 - alpha - beta)**t\n  optimal  proved\n")
    changing = text.scheme(replace(SCHEME, matrices=()), "x.toml")
    assert "proved: the queries form a Markov chain whose matrix changes with t\n" in changing


def test_a_leak_is_told_as_two_probabilities() -> None:
    found = text.scheme(LEAKING, "x.toml")
    assert LEAKING.verdict is Verdict.REFUTED and "private      refuted, see below" in found
    assert ("why not private\n  at                     alpha = 1/2, beta = 1/3\n  history                AB → AB → A\n"
            "  Pr(history | X_0 = A)  1/72\n  Pr(history | X_0 = B)  1/108\n") in found
    assert "its matrix from t ≡ 2 mod 3" in found and "privacy under the mode 1,0\n  undecided\n" in found
    assert "  at       alpha = 1/2, t = 2\n  costs    3/2, where 5/4 is possible\n" in found
    leak = plain_json.loads(json.scheme(LEAKING))["private"]["witness"]
    assert leak["probabilities"] == {"A": "1/72", "B": "1/108"} and leak["history"] == ["AB", "AB", "A"]


# -- LaTeX and the paper's own lines -----------------------------------------------------------------------


def test_the_lines_of_a_claims_file_become_blocks() -> None:
    found = list(view(CHAIN).argument)
    assert [type(block) for block in found] == [Paragraph, CaseOf, Equation, Alternatives, Lead, Table, Plot]
    assert found[2] == Equation("chain", "Pr(Q_t = AB) = Pr(Q_t = … = Q_0 = AB) = (1-α-β)^t",
                                ("holds because AB is never sent after A or B", "is by the matrix"))
    assert found[3] == Alternatives("chain", "R_t", "≤", (("1/2", "t ≤ 0"), ("1/(1+|1-α-β|^t)", "t ≥ 1")))
    chain, plot = found[5], found[6]
    assert isinstance(chain, Table) and chain.rows == (("A", "1 - alpha", "alpha"), ("B", "beta", "1 - beta"))
    assert isinstance(plot, Plot) and plot.curves[1] == ("α+β = 0.5", (("0", "{1/2}"), ("1", "{2/3}"), ("2", "{4/5}")))


@pytest.mark.parametrize("said", [
    "__import__('os')", "curve.real", "1/0", "other", "far[nothing]", "1 +", "(lambda: 1)()", "abs(1, 2)", "1.5",
])
def test_a_value_is_arithmetic_and_nothing_else(said: str) -> None:
    with pytest.raises(InputError):
        argument.value(said, {"point": Fraction(1)}, samples.TABLES)


def test_a_line_without_meaning_is_told() -> None:
    with pytest.raises(InputError, match="none of text"):
        list(argument.blocks("x", [{"reason": "why"}], {}))


def test_a_claim_in_latex_shows_what_was_checked() -> None:
    found = latex.document([CHAIN])
    assert r"\onofflead{The paper's line of argument}" in found and "what was checked stands below" in found
    shown = found.partition(r"\onofflead{Shown}")[2]
    assert r"After $AB$: $\mathit{path}_{A , B} = 0$" in shown and r"\texttt{f0} says $1 - \alpha > 0$" in shown
    assert r"P_{q , r} &= \begin{bmatrix}" in shown and r"\onofflead{Verdict}" in shown
    spelled = latex.document([ENTROPY])
    assert r"I (X_{\mathcal{B}_{t}} ; Q_{t} \mid X_{0}) = 0" in spelled
    assert r"\onofflead{Correction (proved)}" in latex.document([REFUTED])


def test_the_appendix_has_the_lines_and_a_note_where_a_claim_does_not_hold() -> None:
    sections = [{"section": "First", "label": "one", "parts": [
        {"say": "We begin."}, {"claims": ["chain", "conditional", "refuted", "undecided"]}]}]
    found = list(appendix.blocks(sections, {result.id: view(result) for result in ALL}))
    notes = [block for block in found if isinstance(block, Note)]
    assert [note.said for note in notes] == [
        "holds if 0 < delta < 1; and alpha > 0, or time begins", "corrected here", "undecided"]
    assert Paragraph("The next query is private.") in found and Paragraph("We begin.") in found


def test_the_plots_of_the_web_page_are_exact() -> None:
    chart, shades = web.figures(ALL)
    assert (chart.claim, chart.title) == ("chain", "Figure 1") and "0.666667" in chart.body
    assert shades.body.count('role="img"') == 3 and "2/3 at the sum 1/2" in shades.body


# -- witnesses ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("relation, right, expected", [("=", "1", "1"), (">=", "3/2", ">= 3/2"), ("!=", "0", "!= 0")])
def test_what_was_expected(relation: str, right: str, expected: str) -> None:
    shows = (("time", "1"), ("state", "A,A,AB"))
    found = failing(Witness(samples.FAILS, "", "", (), shows, "no value", relation, right))
    assert (found.expected, found.found, found.at) == (expected, "no value", "every point")
    assert found.shows == (("t", "1"), ("(X_0, X_t, Q_t)", "A,A,AB"))


def test_one_failure_for_each_condition() -> None:
    twice = replace(CONDITIONAL, witnesses=CONDITIONAL.witnesses * 2)
    assert len(view(twice).failing) == 2 and len(view(twice).first_failing()) == 1


def test_nothing_of_the_old_path_is_left_in_the_reports() -> None:
    place = Path(text.__file__).parent
    words_ = ("kernel", ".obligation", "weights import", "examine", "judgement", "..claim ")
    texts = {path.name: path.read_text("utf-8") for path in place.glob("*.py")}
    assert len(texts) > 15 and [(name, word) for name, said in texts.items() for word in words_ if word in said] == []
