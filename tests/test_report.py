"""Reports about claims: the answer first; text fits its columns; every kind of statement has words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from run import ROOT, inside

from onoff_symbolic import checker
from onoff_symbolic.checker import extensions
from onoff_symbolic.claims import statements
from onoff_symbolic.claims.file import Claim
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report import claims, text, words
from onoff_symbolic.report.document import Facts, Item, Part, Table, Text, Title
from onoff_symbolic.report.text import Look
from onoff_symbolic.report.view import failing
from onoff_symbolic.result import Result, Verdict, Witness

EXPERIMENTS = str(ROOT / "tests" / "data" / "experiments.toml")


def written(result: Result, proof: bool = False, look: Look = text.PLAIN) -> str:
    return text.render(claims.claim(result, (), proof), look)


@pytest.mark.slow
def test_the_verdict_and_its_reason_begin_within_five_lines(session: Session) -> None:
    for result in session.judge(the_paper().claims):
        top = "\n".join(written(result).split("\n")[:5])
        assert f"Verdict: {result.verdict.value}" in top, result.id
        assert ("Take " in top or "Holds " in top) or result.verdict is Verdict.PROVED, result.id


@pytest.mark.slow
@pytest.mark.parametrize("columns", [60, 80])
def test_lines_fit(session: Session, columns: int) -> None:
    for result in session.judge(the_paper().claims):
        for line in written(result, True, Look(columns)).split("\n"):
            assert len(line) <= columns or len(line.split()) < 3, (result.id, line)


@pytest.mark.slow
def test_ascii_is_ascii_and_says_the_same(session: Session) -> None:
    for result in session.judge(["lemma1", "theorem1", "general-scheme"]):
        assert written(result, True, Look(ascii=True)).isascii()


def test_every_kind_has_words() -> None:
    assert {*words.KINDS} == {*statements.KINDS}
    assert {*checker.KINDS, *extensions.KINDS} - {*words.KINDS} == {"occurs"}


def test_an_undecided_claim_says_why_and_nothing_is_shown(session: Session) -> None:
    (found,) = session.judge(["lemma1"])
    said = written(replace(found, verdict=Verdict.UNDECIDED, why="the checker says invalid", shown=()))
    assert "Verdict: undecided. the checker says invalid" in " ".join(said.split())
    assert "Argument" not in said


def test_a_correction_is_shown_only_if_it_was_proved(session: Session) -> None:
    (found,) = session.judge(["appb-case2"])
    assert "Correction (proved)" in written(found)
    assert "Correction" not in written(replace(found, shown=()))


@pytest.mark.parametrize("weakest", [True, False])
def test_only_the_weakest_condition_is_called_so(session: Session, weakest: bool) -> None:
    (found,) = session.judge(["theorem1"])
    conditions = tuple(replace(condition, weakest=weakest) for condition in found.conditions)
    assert ("Holds if and only if" in written(replace(found, conditions=conditions))) == weakest


def witness(kind: str, shows: tuple[tuple[str, str], ...], left: str, right: str, **more: str) -> str:
    statement = {"kind": kind, "region": "low", "scheme": "low", **more}
    found = failing(Witness(statement, "", "", (("p", "1/2"),), shows, left, "=", right))
    return text.PLAIN.spell(found.sentence())


@pytest.mark.parametrize("said, sentence", [
    (witness("holds", (("x", "v0"),), "1/4", "1/8", text="f(x) = 1 - g"),
     "Take p = 1/2, x = v0: f(x) is 1/4, and 1 - g is 1/8."),
    (witness("holds", (), "no value", "1", text="1/p = 1"), "Take p = 1/2: 1/p has no value."),
    (witness("holds", (), "1/2", "0", text="p = 0"), "Take p = 1/2: p is 1/2, not 0."),
    (witness("private", (("history", "AB,A"), ("one", "A"), ("other", "B")), "3/8", "2/3"),
     "Take p = 1/2, the history AB → A: its probability is 3/8 given X_0 = A and 2/3 given X_0 = B."),
])
def test_a_counterexample_is_a_sentence(said: str, sentence: str) -> None:
    assert said == sentence


@pytest.mark.parametrize("relation, note, sentence", [
    (">=", "$Q_t = X_t$; against $ℓ_t/L ≥ 2$ at $t = 0$",
     "Take p = 1/2 (Q_t = X_t): ℓ_t/L = f is 1 at t = 0, less than 2."),
    (">=", "against $ℓ_t/L ≥ c$", "Take p = 1/2: ℓ_t/L = f is 1, less than c = 2."),
    ("=", "so; against $Pr(U) = Pr(V)$ at $t$", "Take p = 1/2 (so): Pr(U) = f is 1, and Pr(V) = g is 2 at t."),
    ("=", "$Pr(U) = Pr(V)$", "Take p = 1/2 (Pr(U) = Pr(V)): f is 1, and g is 2."),
    ("=", "against $U = V = W$", "Take p = 1/2: f is 1, and g is 2."),
])
def test_a_note_says_what_the_sides_of_a_counterexample_are(relation: str, note: str, sentence: str) -> None:
    statement = {"kind": "holds", "region": "low", "text": f"f {relation} g"}
    found = failing(Witness(statement, "", note, (("p", "1/2"),), (), "1", relation, "2"))
    assert text.PLAIN.spell(found.sentence()) == sentence


@pytest.mark.parametrize("claim", the_paper().claims.values(), ids=lambda claim: claim.id)
def test_a_note_is_against_a_relation_like_that_of_its_statement(claim: Claim) -> None:
    for tried in claim.tries:
        _, is_there, relation = tried.note.partition("against")
        if is_there:
            assert (">=" in tried.statement["text"]) == ("≥" in relation.split("$")[1])


@pytest.mark.parametrize("terms, says", [
    ([["1", "beta >= 0"], ["2", "alpha < 1", "f3"]], "$(beta >= 0) + 2·(alpha < 1)·f3$"),
    ([["-1/2", "f1"]], "$-1/2·f1$"),
    ([["-a + b", "f1"]], "$(-a + b)·f1$"),
    ([["1"]], "$1$"),
])
def test_steps_name_what_they_are_combined_of(terms: list[list[str]], says: str) -> None:
    assert words.combination(terms) == says


# -- text ----------------------------------------------------------------------------------------------------


def test_a_wide_table_wraps_its_last_column_or_becomes_a_list() -> None:
    long = " ".join(["word"] * 30)
    wrapped = text.render([Table("", ("a", "b"), (("1", long),))])
    assert wrapped.split() == ["a", "b", "1", *long.split()]
    assert max(map(len, wrapped.split("\n"))) <= 80
    listed = text.render([Table("", ("", "A", "B"), (("row", "x" * 60, "y" * 60),))])
    assert [line.split()[0] for line in listed.split("\n")[:3]] == ["row", "A", "B"]


def test_blocks_are_text() -> None:
    found = text.render([
        Title("It $p$", "one", "Section 1"), Text("yes.", "Verdict", Verdict.PROVED),
        Facts((("Printed", ("$P = [a, b; c, d]$ here",)), ("A very long label, indeed", ("x",)))),
        Part("More", (Item("1.", "First", (("Printed", "q"), ("", "r"))),))])
    assert found == (
        "one: It p\nSection 1\nVerdict: yes.\n\nPrinted   P =\n            a  b\n            c  d\n          here\n"
        "A very long label, indeed\n          x\n\nMORE\n\n1. First\n   Printed: q\n   r\n")


def test_code_keeps_its_letters() -> None:
    assert text.PLAIN.spell("`beta.toml` and beta <= 1") == "beta.toml and β ≤ 1"


# -- experiments ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_experiments_have_no_translation_yet(tmp_path: Path) -> None:
    done = inside("certify", "chor", "--claims", EXPERIMENTS, "--coq", str(tmp_path / "coq"))
    assert done.returncode == 3
    assert [line for line in done.stderr.splitlines() if "chor: not proved by Coq: " not in line] == []
