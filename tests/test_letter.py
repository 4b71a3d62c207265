"""The letter to the authors: every erratum once, by weight, with the values of the certificates; two pages at most."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from run import inside, program
from schemas import faults
from tools import need

from onoff_symbolic.claims.file import WEIGHTS, Cause, Paper, Printed
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.claims.reader import load
from onoff_symbolic.errors import InputError
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report.letter import Letter, ending, headline, latex, letter, place, plain
from onoff_symbolic.report.letter_page import page
from onoff_symbolic.report.quotes import plain as plain_quote
from onoff_symbolic.report.view import failing
from onoff_symbolic.report.typeset import pdf
from onoff_symbolic.result import Result, Standing, Verdict, Witness

SCHEMA = json.loads((Path(__file__).parent.parent / "docs" / "schemas" / "errata.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def paper() -> Paper:
    return the_paper()


@pytest.fixture(scope="module")
def results(paper: Paper, session: Session) -> list[Result]:
    return session.judge(paper.claims)


@pytest.fixture(scope="module")
def told(paper: Paper, results: list[Result]) -> Letter:
    return letter(paper, results)


def flat(found: Letter) -> str:
    """Return the text of a letter on one line."""
    return " ".join(plain(found).split())


def test_every_erratum_has_a_cause_and_every_cause_a_claim(paper: Paper, results: list[Result]) -> None:
    for result in results:
        assert result.verdict is Verdict.PROVED or paper.causes_of(result.id), result.id
    assert {cause.weight for cause in paper.causes} == set(WEIGHTS)


def test_the_groups_come_by_weight_and_each_cause_once(paper: Paper, told: Letter) -> None:
    assert [title for title, _ in told.groups] == list(WEIGHTS.values())
    found = [item.cause for _, members in told.groups for item in members]
    assert sorted(found) == sorted(["misprints", *(cause.id for cause in paper.causes)])
    assert found[0] == "parity", "what leaks comes first"


def test_it_begins_with_what_is_right(told: Letter) -> None:
    opening, counts, checked = told.head
    assert opening.startswith("The scheme is right: for all α and β it is private and decodable")
    assert opening.endswith("Theorem 1 holds if and only if α > 0, β > 0, α+β < 2, with Equation (7) and Table III as "
                            "corrected.")
    assert " exactly as printed)" in counts and "onoff-verify show ID" in checked
    said = " ".join(told.of)
    assert all(word in said for word in ("Naim", "Ye", "Rouayheb", "2019", "1905.00146", "LaTeX source", "sha256"))


def test_the_opening_needs_its_claims(paper: Paper, results: list[Result]) -> None:
    doubtful = [replace(r, verdict=Verdict.UNDECIDED) if r.id == "claim2" else r for r in results]
    assert not letter(paper, doubtful).head[0].startswith("The scheme is right")


def test_what_is_printed_is_quoted(paper: Paper, told: Letter) -> None:
    """Each text after Printed is made of quotes of the claims."""
    quotes = [plain_quote(each.quote, each.macros, each.numbers)
              for claim in paper.claims.values() for each in claim.printed]
    for _, members in told.groups:
        for item in members:
            for label, text in item.parts:
                if label == "Printed":
                    for quote in sorted(quotes, key=len, reverse=True):
                        text = text.replace(quote, "")
                    assert not text.strip("; "), (item.cause, text)


def test_a_subset_says_nothing_of_others(paper: Paper, results: list[Result]) -> None:
    some = letter(paper, [result for result in results if result.id == "lemma1"])
    assert some.groups == () and "Theorem 1" not in " ".join(some.head)


def test_no_item_speaks_of_the_number_of_another(told: Letter) -> None:
    """A letter about some claims numbers its items anew."""
    assert not re.search(r"\bitems? \d", flat(told))


def test_one_statement_is_one(paper: Paper, results: list[Result]) -> None:
    one = letter(paper, [result for result in results if result.id == "claim1"])
    assert one.head[0].startswith("Of 1 statement, as we read it, 1 holds")
    one = letter(paper, [result for result in results if result.id == "appb-case2"])
    assert "1 does not hold." in one.head[0]


def test_readings_of_ours_are_counted(paper: Paper, results: list[Result], told: Letter) -> None:
    """Where none is among the results, nothing is said."""
    assert "3 of the 72 are readings of ours (zero-leakage, mode-random, appc-markov)." in told.head[1]
    few = {result.id: result for result in results if result.id in ("zero-leakage", "claim1")}
    assert " 1 of the 2 is a reading of ours (zero-leakage)." in letter(paper, [*few.values()]).head[0]
    assert " It is a reading of ours (zero-leakage)." in letter(paper, [few["zero-leakage"]]).head[0]
    assert "reading" not in letter(paper, [few["claim1"]]).head[0]


def test_values_are_those_of_the_certificates(paper: Paper, results: list[Result], told: Letter) -> None:
    """By hand: Table III(b) after an odd ON time, with α = 1/2 and β = 2/3."""
    said = flat(told)
    assert "= 3/8" in said and "= β = 2/3" in said and not re.search(r"\{(alpha|beta|left|right)\}", said)
    found = next(r for r in results if r.id == "general-scheme")
    other = replace(found, witnesses=(replace(found.witnesses[0], left="5/7"),))
    again = letter(paper, [other if r.id == found.id else r for r in results])
    assert "= 5/7" in flat(again) and "= 3/8" not in flat(again)


def test_a_witness_that_names_no_value_is_an_error(paper: Paper, results: list[Result]) -> None:
    cause = Cause("x", "statement", ("lemma1", "figure2", "table3-caption"), "x", "x", "table3-caption", (), "{delta}")
    for name in ("delta", "gamma"):
        with pytest.raises(InputError, match=f"cause x: the failure of table3-caption has no value called {name}"):
            letter(replace(paper, causes=(replace(cause, witness=f"{{{name}}}"),)), results)
    told = letter(replace(paper, causes=(replace(cause, witness="Q_{t} is {left}"),)), results)
    failure = next(result for result in results if result.id == "table3-caption").witnesses[0]
    (item,) = [item for _, members in told.groups for item in members if item.cause == "x"]
    assert ("", f"Q_{{t}} is {failure.left}") in item.parts


def test_places_are_those_of_the_printed_paper(paper: Paper) -> None:
    assert place(paper.claims["decodability-constraint"], paper) == "Section II, Equation (7) (eq:decode)"
    assert place(paper.claims["converse-table"], paper) == "Appendix A, Table IV (Tab:converse)"
    assert place(paper.claims["appb-case3"], paper).endswith("Equation (23) (eq:proof-lemma-4)")


def test_no_private_letters_stand_in_it(told: Letter) -> None:
    said = plain(told)
    assert "determinant" not in said and not re.search(r"a_q|b_q|prior\[|length\[|Plow|\bw\b|\bu\b", said)


def test_an_erratum_without_a_cause_stands_by_itself(paper: Paper, results: list[Result]) -> None:
    bare = letter(replace(paper, causes=()), results)
    assert [(title, len(members)) for title, members in bare.groups] == [
        ("The statement changes", 22), ("Slips", 1)]
    assert "Instead: It holds if and only if alpha > 0, beta > 0, alpha + beta < 2." in flat(bare)


def test_a_letter_about_another_paper_has_no_word_of_this_one() -> None:
    other = load(Path(__file__).with_name("data") / "quoted.toml")
    found = letter(other, Session(other).judge(other.claims))
    assert found.of == ("Read: the first draft, sha256 0123456789ab…",)
    assert found.head[0] == "A cube holds, with The walk is fair as corrected."
    assert found.head[1].startswith(
        "Of 8 statements, as we read them, 5 hold (1 exactly as printed), 1 under a condition")
    parts = {item.cause: item.parts for _, members in found.groups for item in members}
    assert parts["wrong"] == (("Printed", "eq:fair: p = 1/2"), (
        "But", "Take p = 1/3: the left side is 1/3, the right side 1/2."), ("Instead", "The walk is symmetric."))
    assert parts["forgets"][1:3] == (("Read as", "The second eigenvalue is less than 1 in absolute value."),
                                     ("Encoded", "other: its square"))
    assert parts["forgets"][-1] == ("Instead", "It holds if and only if 0 < p < 1.")
    assert parts["secret"][1:] == (("But", "Take the law of (X_0,X_1) uniform on 00, 11: the left side is log(2), the "
                                    "right side 0."), ("Here", "X_0 and X_1 are bits."))
    walks = load(Path(__file__).with_name("data") / "small.toml")
    said = plain(letter(walks, Session(walks).judge(walks.claims)))
    assert "Statement: From x the walk" in said and "Printed:" not in said and "exactly as printed" not in said
    assert "But: Take p = 1/3: in walk[x,x] = walk[x,y] the left side is 2/3, the right side 1/3." in (
        " ".join(said.split())) and "all t" not in said


def test_a_counterexample_is_a_sentence() -> None:
    def said(kind: str, shows: tuple[tuple[str, str], ...], left: str, right: str, **more: str) -> str:
        statement = {"kind": kind, "region": "low", "scheme": "low", **more}
        return failing(Witness(statement, "", "", (("p", "1/2"),), shows, left, "=", right)).sentence(named=False)

    assert said("holds", (("x", "v0"),), "1/4", "1/8", text="p = 1") == (
        "Take p = 1/2, x = v0: the left side is 1/4, the right side 1/8.")
    assert said("holds", (), "no value", "1", text="1/p = 1") == "Take p = 1/2: the left side has no value."
    history = (("history", "AB,A"), ("one", "A"), ("other", "B"))
    assert said("private", history, "3/8", "2/3") == (
        "Take p = 1/2, the history AB → A: Pr(history | X_0 = A) is 3/8, Pr(history | X_0 = B) is 2/3.")
    assert said("decodable", (("time", "1"), ("state", "A,A,B")), "1/6", "0") == (
        "Take p = 1/2, t = 1, (X_0, X_t, Q_t) = A,A,B: 0 is expected and 1/6 found (every query that is sent downloads "
        "the request, at every t).")


def test_a_letter_about_some_claims_has_only_what_is_about_these(paper: Paper, results: list[Result]) -> None:
    def causes(found: Letter) -> set[str]:
        return {item.cause for _, members in found.groups for item in members}

    assert "misprints" in causes(letter(paper, results)) and "misprints" not in causes(letter(paper, results[:3]))


def test_the_headline(paper: Paper, results: list[Result]) -> None:
    assert headline(paper, results) == (
        "Theorem 1 holds if and only if α > 0, β > 0, α+β < 2, with Equation (7) and Table III as corrected. Errata: 3 "
        "statements that change, 6 places to make precise, 5 slips, 7 remarks. Next: onoff-verify errata")
    proved = [replace(r, verdict=Verdict.PROVED, conditions=(), corrections=()) for r in results]
    assert headline(replace(paper, causes=()), proved) == (
        "Theorem 1 holds. No errata. Next: onoff-verify errata")
    refuted = [replace(r, verdict=Verdict.REFUTED, conditions=()) for r in results]
    assert headline(replace(paper, causes=()), refuted).startswith("Theorem 1 does not hold. "), "it is encoded weaker"
    printed = (Printed("q", "thm:main", "exact"),)
    exact = [replace(r, claim=replace(paper.claims[r.id], printed=printed)) for r in proved]
    assert headline(paper, exact).startswith("Theorem 1 holds as printed. ")
    false = [replace(r, verdict=Verdict.REFUTED) for r in exact]
    assert headline(paper, false).startswith("Theorem 1 does not hold as printed. ")
    assert headline(paper, [replace(r, corrections=("table3-cases",)) for r in exact]).startswith(
        "Theorem 1 holds, with Table III as corrected. ")


def test_the_ending() -> None:
    good, bad = Standing("holds", "proved", "proved"), Standing("fails", "proved", "refuted")
    assert ending({"one": good}, the_paper()) == "all as recorded\n"
    assert ending({"one": good, "two": bad, "three": bad}, the_paper()) == "not as recorded: two, three\n"


def test_the_fragment_is_the_inside_of_the_document(told: Letter) -> None:
    whole, part = latex(told), latex(told, fragment=True)
    assert part in whole and "documentclass" not in part and whole.startswith(r"\documentclass")


def test_a_line_of_the_document_is_made_of_sentences(told: Letter) -> None:
    said = latex(told)
    assert r"$t \in \mathbb{Z}$. As printed it excludes" in said and "\\mathbb{Z}\\}$''. Take" in said
    assert "$F_{t}$ = ON;" in said and "$F_{t}$ = OFF" in said and "``eventually''" in said


def test_the_letter_compiles_to_two_pages_at_most(told: Letter, tmp_path: Path) -> None:
    need("pdflatex")
    info = need("pdfinfo")
    file = tmp_path / "letter.pdf"
    file.write_bytes(pdf({"letter.tex": latex(told)}, "letter.tex"))
    said = program([info, str(file)]).stdout
    assert int(re.findall(r"^Pages: +(\d+)", said, re.M)[0]) <= 2


def test_the_page_has_every_item(told: Letter) -> None:
    found = page(told)
    assert all(f'id="erratum-{item.cause}"' in found for _, members in told.groups for item in members)
    assert "<h4>15. " in found and "<h4>16. " not in found, "remarks have no number, as in the other formats"


@pytest.mark.usefixtures("known")
def test_the_command(told: Letter) -> None:
    assert inside("errata").stdout == plain(told)
    assert inside("errata", "--format", "latex", "--fragment").stdout == latex(told, fragment=True)
    assert inside("errata", "--fragment").returncode == 2
    found = json.loads(inside("errata", "--format", "json").stdout)
    assert list(faults(found, SCHEMA, SCHEMA)) == []
    weights = {each["id"]: (each["weight"], each["causes"]) for each in found["errata"]}
    assert weights["theorem1"] == ("statement", ["ergodic", "region"])
    assert weights["converse-chain-rule"] == ("statement", ["ergodic", "far-past"])


@pytest.mark.usefixtures("known")
def test_all_begins_with_the_headline_and_ends_with_the_record(paper: Paper, results: list[Result]) -> None:
    top, *_, last = inside("all").stdout.split("\n\n")
    assert top.split() == headline(paper, results).split() and max(map(len, top.splitlines())) <= 80
    assert last.splitlines()[-1] == "all as recorded"


# -- what is undecided, and what has no counterexample ---------------------------------------------------------------

UNDECIDED = str(Path(__file__).parent / "data" / "undecided.toml")


def errata(*words: str) -> str:
    """What is printed for the small file, as words with one space between them."""
    return " ".join(inside("errata", *words, "--claims", UNDECIDED).stdout.split())


def test_what_is_undecided_is_no_erratum() -> None:
    said = errata()
    assert "No number has the square 2 is undecided." in said and ", 1 undecided." in said
    assert said.partition(" UNDECIDED ")[2] == (
        "4. No number has the square 2 Section 1 Statement: x^2 is not 2. "
        "Undecided: proves 1: x**2 - 2 != 0 is not shown on plane")
    assert errata("root").count("No number") == 2 and "CHANGES" not in errata("root")


def test_a_cause_of_an_undecided_claim_is_left_out_and_its_other_claims_are_not() -> None:
    said = errata()
    assert "The root of 2" not in said and "remark" not in said.lower() and "Leave it out" not in said
    assert "1. The sum is positive Section 2 Statement: x + y > 0. But: Take x = 0, y = 0:" in said


def test_an_undecided_claim_is_not_said_to_be_corrected() -> None:
    assert "negative. Instead" not in errata() and "proved" not in errata()


@pytest.mark.parametrize("claims, evidence", [
    (("root",), ""), (("squares",), ""), (("root", "squares"), ""),
    (("sum",), "Each that fails or needs a condition has an exact counterexample, "
               "and what is suggested instead is proved."),
    (("sum", "squares"), "Of those that fail or need a condition, 1 has an exact counterexample."),
    (("sum", "larger", "squares"), "Of those that fail or need a condition, 1 has an exact counterexample."),
])
def test_a_counterexample_is_named_only_where_there_is_one(claims: tuple[str, ...], evidence: str) -> None:
    said = errata(*claims)
    assert "counterexample" in said if evidence else "counterexample" not in said
    assert evidence in said


def test_other_formats_say_undecided_too() -> None:
    found = {each["id"]: each for each in json.loads(inside(
        "errata", "--format", "json", "--claims", UNDECIDED).stdout)["errata"]}
    assert (found["root"]["verdict"], found["root"]["weight"], found["root"]["causes"]) == ("undecided", None, [])
    assert r"\textbf{\normalsize Undecided}" in errata("--format", "latex")
    assert "<h3>Undecided</h3>" in errata("--format", "html")


def test_the_headline_counts_no_undecided_claim() -> None:
    said = " ".join(inside("all", "--claims", UNDECIDED).stdout.split())
    assert "undecided. Errata: 3 statements that change, 1 undecided. Next:" in said


def test_a_page_does_not_speak_of_counterexamples_that_are_not_there() -> None:
    page = inside("all", "--claims", UNDECIDED, "--format", "html").stdout
    assert "proof of what it denies: certificate accepted" in page and "counterexample" not in page
