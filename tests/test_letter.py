"""The letter to the authors: every erratum once, by class, with the values of the certificates; two pages at most."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from run import inside, program
from tools import need

from onoff_symbolic.claims.file import WEIGHTS, Cause, Paper, Printed
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.errors import InputError
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report import latex, text
from onoff_symbolic.report.document import Block, Item, Part, Text
from onoff_symbolic.report.letter import ending, headline, letter
from onoff_symbolic.report.notation import unmarked
from onoff_symbolic.report.typeset import pdf
from onoff_symbolic.result import Result, Standing, Verdict

DATA = Path(__file__).with_name("data")
UNDECIDED = str(DATA / "undecided.toml")


@pytest.fixture(scope="module")
def paper() -> Paper:
    return the_paper()


@pytest.fixture(scope="module")
def results(paper: Paper, session: Session) -> list[Result]:
    return session.judge(paper.claims)


def items(blocks: Iterable[Block]) -> dict[str, Item]:
    """Return the items of a letter by their ids."""
    parts = [part for part in blocks if isinstance(part, Part)]
    return {item.id: item for part in parts for item in part.blocks if isinstance(item, Item)}


def flat(blocks: Iterable[Block]) -> str:
    """Return the text of a letter on one line."""
    return " ".join(text.render(blocks).split())


def test_every_erratum_has_a_cause_and_every_cause_is_in_the_letter_once(paper: Paper, results: list[Result]) -> None:
    for result in results:
        assert result.verdict is Verdict.PROVED or paper.causes_of(result.id), result.id
    blocks = [*letter(paper, results)]
    assert [part.title for part in blocks if isinstance(part, Part)] == [*WEIGHTS.values()]
    found = [*items(blocks)]
    assert sorted(found) == sorted(["misprints", *(cause.id for cause in paper.causes)])
    assert found[0] == "parity", "what leaks comes first"


def test_the_opening_needs_its_claims(paper: Paper, results: list[Result]) -> None:
    assert "The scheme is right" in flat(letter(paper, results))
    doubtful = [replace(r, verdict=Verdict.UNDECIDED) if r.id == "claim2" else r for r in results]
    assert "The scheme is right" not in flat(letter(paper, doubtful))


def test_what_is_printed_is_quoted(paper: Paper, results: list[Result]) -> None:
    quotes = [each.readable for claim in paper.claims.values() for each in claim.printed]
    for item in items(letter(paper, results)).values():
        for printed in [row for label, row in item.rows if label == "Printed"]:
            for quote in sorted(quotes, key=len, reverse=True):
                printed = printed.replace(quote, "")
            assert not printed.strip("; "), (item.id, printed)


def test_values_are_those_of_the_certificates(paper: Paper, results: list[Result]) -> None:
    """By hand: Table III(b) after an odd ON time, with α = 1/2 and β = 2/3."""
    said = flat(letter(paper, results))
    assert "= 3/8" in said and "= β = 2/3" in said and not re.search(r"\{(alpha|beta|left|right)\}", said)
    found = next(r for r in results if r.id == "general-scheme")
    other = replace(found, witnesses=(replace(found.witnesses[0], left="5/7"),))
    again = flat(letter(paper, [other if r.id == found.id else r for r in results]))
    assert "= 5/7" in again and "= 3/8" not in again


def test_a_witness_that_names_no_value_is_an_error(paper: Paper, results: list[Result]) -> None:
    cause = Cause("x", "statement", ("table3-caption",), "x", "x", "table3-caption", (), "{gamma}")
    with pytest.raises(InputError, match="cause x: the failure of table3-caption has no value called gamma"):
        [*letter(replace(paper, causes=(cause,)), results)]


def test_the_headline(paper: Paper, results: list[Result]) -> None:
    assert unmarked(headline(paper, results)).startswith(
        "Theorem 1 holds if and only if alpha > 0, beta > 0, alpha + beta < 2, with Equation (7) and Table III as "
        "corrected. Errata: 3 statements that change, "
    )
    proved = [replace(r, verdict=Verdict.PROVED, conditions=(), corrections=()) for r in results]
    assert headline(replace(paper, causes=()), proved) == "Theorem 1 holds. No errata. Next: onoff-verify errata"
    printed = (Printed("q", "thm:main", "exact"),)
    exact = [replace(r, claim=replace(paper.claims[r.id], printed=printed)) for r in proved]
    assert headline(paper, exact).startswith("Theorem 1 holds as printed. ")
    assert headline(paper, [replace(r, corrections=("table3-cases",)) for r in exact]).startswith(
        "Theorem 1 holds, with Table III as corrected. "
    )
    false = [replace(r, verdict=Verdict.REFUTED) for r in exact]
    assert headline(paper, false).startswith("Theorem 1 does not hold as printed. ")
    refuted = [replace(r, verdict=Verdict.REFUTED, conditions=()) for r in results]
    assert headline(paper, refuted).startswith("Theorem 1 does not hold. "), "it is encoded weaker"


def test_of_a_single_statement_nothing_is_counted() -> None:
    says = {
        "lemma1": "The statement, as we read it, holds.",
        "prop3": "The statement, as we read it, holds exactly as printed.",
        "theorem1": "The statement, as we read it, holds under a condition that is not printed. It has an exact",
        "appb-case2": "The statement, as we read it, does not hold. It has an exact counterexample",
    }
    for claim, said in says.items():
        assert said in " ".join(inside("errata", claim).stdout.split())


def test_the_ending() -> None:
    good, bad = Standing("holds", "proved", "proved"), Standing("fails", "proved", "refuted")
    again = "; --search finds the certificates again; onoff-verify explain says what the words mean"
    assert [*ending({"one": good}, the_paper())] == [Text(f"all verdicts as recorded{again}")]
    found = ending({"one": good, "two": bad, "three": bad}, the_paper())
    assert [*found] == [Text(f"not as recorded: two, three{again}")]


@pytest.mark.slow
def test_it_compiles_to_two_pages_at_most(paper: Paper, results: list[Result], tmp_path: Path) -> None:
    need("pdflatex")
    info = need("pdfinfo")
    whole, part = (latex.letter(letter(paper, results), fragment) for fragment in (False, True))
    assert part in whole and "documentclass" not in part
    file = tmp_path / "letter.pdf"
    file.write_bytes(pdf({"letter.tex": whole}, "letter.tex"))
    said = program([info, str(file)]).stdout
    assert int(re.findall(r"^Pages: +(\d+)", said, re.M)[0]) <= 2


# -- what is undecided, and what has no counterexample ---------------------------------------------------------------


def errata(*words: str) -> str:
    """Return what is printed for the small file, as words with one space between them."""
    return " ".join(inside("errata", *words, "--claims", UNDECIDED).stdout.split())
