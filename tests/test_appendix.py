"""The regenerated appendices: up to date, compiled by a real TeX, and read back equation by equation."""

import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import latex_reader as reader
import latex_values as values
import reference
import tex
import tools
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.cli import app as cli
from onoff_symbolic.errors import InputError
from onoff_symbolic.paper import appendix
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report import argument, latex, latex_blocks, latex_math, letter, typeset
from onoff_symbolic.report.blocks import Block, CaseOf, Equation, Lead, Note, Paragraph, Table
from onoff_symbolic.report.view import view
from onoff_symbolic.result import Result, Verdict

ROOT = Path(__file__).resolve().parent.parent
BODY = "onoff-appendix.tex"
pytestmark = pytest.mark.slow


def joined(value: Any) -> Any:
    """A document with the white space of its texts joined."""
    if isinstance(value, dict):
        return {key: joined(part) for key, part in value.items()}
    return [joined(part) for part in value] if isinstance(value, list) else (
        " ".join(value.split()) if isinstance(value, str) else value)


FILE = joined(tomllib.loads((ROOT / "proofs" / "claims.toml").read_text(encoding="utf-8")))
CLAIMS = FILE["claim"]


@pytest.fixture(scope="module")
def lines() -> str:
    """The displayed lines of every claim, without a run."""
    return latex_blocks.write(block for name, claim in CLAIMS.items()
                              for block in argument.blocks(name, claim.get("lines", []), FILE["tables"]))


@pytest.fixture(scope="module")
def body() -> str:
    """The text of the appendices if everything held as printed, without a run."""
    views = {name: replace(view(Result(name, Verdict.PROVED)), statement=claim["says"], argument=tuple(
        argument.blocks(name, claim.get("lines", []), FILE["tables"]))) for name, claim in CLAIMS.items()}
    return latex_blocks.write(appendix.blocks(FILE["appendix"], views))


@pytest.fixture(scope="module")
def made(session: Session) -> dict[str, str]:
    return appendix.files(session)


@pytest.fixture(scope="module")
def claims(session: Session) -> str:
    """All claims in LaTeX."""
    return latex.document(session.judge(CLAIMS))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


# -- files ---------------------------------------------------------------------------------------------------------


def test_the_files_in_the_tree_are_those_of_a_run(made: dict[str, str]) -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "proofs" / "latex").iterdir()}
    assert kept == made, "make appendix"


def test_the_same_run_makes_the_same_bytes(made: dict[str, str], session: Session) -> None:
    assert appendix.files(session) == made
    assert all(text.isascii() and text.endswith("\n") and "\r" not in text for text in made.values())


@pytest.mark.usefixtures("known")
def test_appendix_writes_its_files_and_checks_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, made: dict[str, str],
) -> None:
    place = tmp_path / "new" / "latex"
    code, out, err = run(capsys, "appendix", "-o", str(place))
    assert (code, err) == (0, "") and out.split() == [str(place / name) for name in made]
    assert {path.name: path.read_text(encoding="utf-8") for path in place.iterdir()} == made
    assert run(capsys, "appendix", "-o", str(place), "--check") == (0, "", "")
    (place / "onoff.sty").write_text("% mine\n", encoding="utf-8")
    (place / BODY).unlink()
    code, out, err = run(capsys, "appendix", "-o", str(place), "--check")
    assert (code, out) == (1, "") and err.count("\n") == 1
    assert err.endswith(f"differs from a new run: {BODY}, onoff.sty\n")
    assert (place / "onoff.sty").read_text(encoding="utf-8") == "% mine\n"


@pytest.mark.usefixtures("known")
def test_check_of_a_directory_that_is_not_there_names_every_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, made: dict[str, str],
) -> None:
    code, _, err = run(capsys, "appendix", "-o", str(tmp_path / "none"), "--check")
    assert code == 1 and all(name in err for name in made)
    assert not (tmp_path / "none").exists()


@pytest.mark.usefixtures("known")
def test_bad_usage_is_told_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for words in (("--pdf", "--check"), ("-o", str(tmp_path / "file")), ("-o", str(tmp_path / "file" / "x"))):
        code, out, err = run(capsys, "appendix", *words)
        assert (code, out, err.count("\n")) == (2, "", 1), words


def test_weights_are_not_told_in_latex(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "lemma1", "--format", "latex", "--weights")
    assert (code, out) == (2, "") and "--weights and --format latex exclude each other" in err


# -- PDF -----------------------------------------------------------------------------------------------------------


def test_without_tex_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    code, out, err = run(capsys, "appendix", "-o", str(tmp_path / "latex"), "--pdf")
    assert (code, out, err.count("\n")) == (2, "", 1) and "install TeX Live" in err
    assert not (tmp_path / "latex").exists()


@pytest.mark.usefixtures("known")
def test_pdf_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of files with little text; that of the appendices is compiled in test_appendix_pages.py."""
    tools.need("pdflatex")
    files = appendix.files
    monkeypatch.setattr(appendix, "files", lambda session: files(session) | {BODY: "Little text.\n"})
    code, out, err = run(capsys, "appendix", "-o", str(tmp_path), "--pdf")
    assert (code, err) == (0, "") and out.split()[-1] == str(tmp_path / "appendix.pdf")
    assert (tmp_path / "appendix.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "appendix.pdf", "appendix.tex", "onoff-appendix.tex", "onoff.sty"]


def page(text: str) -> dict[str, str]:
    return {"main.tex": f"\\documentclass{{article}}\\begin{{document}}{text}\\end{{document}}\n"}


@pytest.mark.parametrize("program", ["latexmk", "pdflatex"])
def test_each_program_makes_the_same_pdf_twice(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tools.need(program)
    tools.need("pdflatex")
    monkeypatch.setattr(typeset, "_COMMANDS", tuple(c for c in typeset._COMMANDS if c[0] == program))
    assert typeset.pdf(page("A"), "main.tex") == typeset.pdf(page("A"), "main.tex")


def test_an_error_of_tex_is_told_in_one_line() -> None:
    tools.need("pdflatex")
    with pytest.raises(InputError, match=r"^main\.tex: TeX fails: Undefined control sequence") as caught:
        typeset.pdf(page(r"\nosuchcommand"), "main.tex")
    assert "\n" not in str(caught.value)


def test_tex_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    tools.need("pdflatex")
    monkeypatch.setattr(typeset, "SECONDS", 1)
    with pytest.raises(InputError, match="stopped after 1 seconds"):
        typeset.pdf(page(r"\loop\iftrue\repeat"), "main.tex")


def test_tex_runs_no_program(tmp_path: Path) -> None:
    tools.need("pdflatex")
    typeset.pdf(page(rf"A\immediate\write18{{touch {tmp_path / 'made'}}}"), "main.tex")
    assert not (tmp_path / "made").exists()


# -- what TeX says -------------------------------------------------------------------------------------------------

def test_all_claims_compile(tmp_path: Path, claims: str) -> None:
    assert tex.complaints(tex.compiled(tmp_path, {"claims.tex": claims}, "claims.tex")) == []


def test_a_complaint_of_tex_is_noticed(tmp_path: Path) -> None:
    text = r"A\nosuchcommand \ref{nowhere}\section{A}\label{a}\label{a}\par\noindent\hbox to 600pt{A}"
    found = " ".join(tex.complaints(tex.compiled(tmp_path, page(text), "main.tex")))
    assert [word for word in ("Undefined control sequence", "undefined references", "multiply", "too wide")
            if word not in found] == []


def test_no_sign_is_lost_on_the_way_to_latex(body: str, claims: str, session: Session) -> None:
    """A sign that LaTeX text does not know becomes a question mark; our texts ask one question, a title."""
    errata = letter.latex(letter.letter(the_paper(), session.judge(CLAIMS)))
    assert the_paper().claims["zero-leakage"].title.endswith("zero leakage?")
    assert "?" not in (body + claims + errata).replace("zero leakage?", "")
    assert latex_math.prose("a ☃ here") == "a ? here"


@given(st.text(alphabet="αβXQ_{}()[]|^*/+-=<>…Σ ,;:.'1AaIPrmint²⁻̄%&#$~\\`", max_size=40))
def test_any_text_becomes_balanced_latex(text: str) -> None:
    found = latex_math.prose(text)
    bare = re.sub(r"\\[{}$%&#_]", "", found)
    assert found.isascii() and bare.count("{") == bare.count("}") and bare.count("$") % 2 == 0
    assert not re.search(r"[%&#]", bare)


def test_every_macro_has_our_prefix() -> None:
    defined = re.findall(r"\\(?:newcommand|renewcommand|newenvironment|definecolor|def)\s*\{?\\?(\w+)",
                         latex_blocks.STYLE)
    assert len(defined) > 10 and [name for name in defined if not name.startswith("onoff")] == ["arraystretch"]


# -- what is shown -------------------------------------------------------------------------------------------------


def test_every_display_table_and_plot_carries_a_claim_and_every_claim_a_label(body: str) -> None:
    labels = re.findall(r"\\(?:label|onoffname\{[^{}]*\})\{([^}]*)\}", body)
    assert len(labels) == len(set(labels)) and all(label.startswith("onoff:") for label in labels)
    labelled = {label.split(":")[1] for label in labels} - {"sec"}
    carried = {*re.findall(r"\\begin\{onoffalign\}\{([\w-]+)\}|\\onofftitle\{.*\}\{([\w-]+)\}", body)}
    assert {one or other for one, other in carried} <= labelled <= set(CLAIMS) and len(labelled) > 30
    assert body.count(r"\begin{onoffalign}") == len(re.findall(r"\\label\{onoff:[\w:-]*\}\n\\end\{onoffalign\}", body))
    assert body.count(r"\begin{onofftable}") == body.count(r"\onofftitle")


def test_no_page_ends_within_a_line_or_beside_a_single_one(body: str) -> None:
    rests = re.findall(r"\\notag\\\\(\*?)\n  &(?:\\quad |\\;)+(?:\\times|\{\} )", body)
    assert len(rests) > 8 and {*rests} == {"*"}
    expansion = body[body.index(r"\begin{onoffalign}{appb-expansion}"):body.index(r"\label{onoff:appb-expansion}")]
    assert re.findall(r"\\\\(\*?)\n", expansion) == ["*", "*", "", "*", "", "*"]


def test_a_named_claim_is_labelled_by_its_name_and_its_equations_are_counted() -> None:
    text = latex_blocks.write([
        Lead("Lemma 1", "It holds.", "one"), Equation("one", "a = b"), Equation("two", "a = b"),
        Equation("two", "b = c"), Table("three", "Table I. All.", ("a",), (("1",),)),
        Table("one", "Table II. More.", ("a",), (("1",),))])
    assert re.findall(r"\\onoffname\{(.*?)\}\{(.*?)\}|\\label\{(.*?)\}", text) == [
        ("Lemma 1", "onoff:one", ""), ("", "", "onoff:one:1"), ("", "", "onoff:two"), ("", "", "onoff:two:2"),
        ("Table I", "onoff:three", "")]


@pytest.mark.parametrize("block", [
    Paragraph("and so on"), Lead("Lemma 1", "It holds."), CaseOf("t odd"), Equation("one", "a = b"),
    Table("one", "All.", ("a",), (("1",),))])
def test_a_note_stands_above_what_comes_next(block: Block) -> None:
    lines = latex_blocks.write([Paragraph("Before."), Note("one", "corrected here"), block]).split("\n")
    plain = latex_blocks.write([block]).strip().split("\n")
    place = lines.index(r"\onoffnote{one}{corrected here}")
    assert lines[place - 1] in ("", "Before.") and lines[place + 1:-1] == plain


def test_the_notes_name_every_erratum_of_the_appendices_and_no_other(made: dict[str, str], session: Session) -> None:
    noted = re.findall(r"^\\onoffnote\{([\w-]+)\}", made[BODY], re.MULTILINE)
    told = [claim for section in FILE["appendix"] for part in section["parts"] for claim in part.get("claims", ())]
    assert noted == [result.id for result in session.judge(told) if result.verdict is not Verdict.PROVED]
    assert {claim for claim in CLAIMS if CLAIMS[claim]["where"].startswith("Appendix")} <= set(told)


def test_all_four_appendices_are_there(body: str) -> None:
    assert re.findall(r"\\section\*?\{([^}]*)\}", body) == [
        "The scheme", "Proof of the Converse", "Proof of Claim 2", "Proof of Lemma 1", "General Privacy Mode"]


def test_a_claim_in_latex_has_its_parts(claims: str, session: Session) -> None:
    parts = claims.split("\\onoffheading{")[1:]
    for part, result in zip(parts, session.judge(CLAIMS), strict=True):
        leads = [lead.split()[0] for lead in re.findall(r"\\onofflead\{((?:[^{}]|\{[^{}]*\})*)\}", part)]
        assert f"{{{result.id}}}" in part
        quoted = result.claim is not None and result.claim.printed
        stated = ["Printed", "Read", "Encoded"] if quoted else ["Statement"]
        assert leads[:len(stated) + 1] == [*stated, "Hypotheses"] and "Verdict" in leads
        assert ("Correction" in leads) == result.corrected
        assert ("Fails" in leads or "Can" in leads) == bool(result.witnesses)
        assert re.search(rf"\\onofflead\{{Verdict\}}\s+{result.verdict.value}[.;]", part)


# -- read back -----------------------------------------------------------------------------------------------------

WORDS_ONLY = Counter({"general-chain-rule": 2, "converse-chain-rule": 1, "general-scheme": 1})
"""Displays of entropies over sets of requests, and the map φ: no numbers to compare."""

OTHER_SCHEMES = ("naive-switching", "example-unique")


def test_every_displayed_equality_holds(body: str) -> None:
    report = values.verify(body)
    assert Counter(chain.claim for chain in report.unchecked) == WORDS_ONLY
    assert report.chains > 60 and report.checked > 100
    assert report.relations - report.checked == 7


def test_every_displayed_equality_of_the_claims_holds(lines: str) -> None:
    report = values.verify(lines, seed=2, others=OTHER_SCHEMES)
    assert report.checked > 100
    dropped = {side for chain in report.unchecked for side in chain.sides if not _numeric(side)}
    unread = [side for side in dropped if not re.search(r"[HI] \(|W = |\\Pr|\\phi|^p \(", side)]
    assert unread in ([], ["Q_{t}"])


def _numeric(side: str) -> bool:
    return re.fullmatch(r"[-+\d ]|(?:[-+\d\s(){}^]|\\(?:alpha|beta|delta|frac|lvert|rvert|cdot))*", side) is not None


MISPRINTS = (
    ("+ (1 - p_{0})", "- (1 - p_{0})"),
    (r"P (A \mid A) &= \frac{\beta + \alpha", r"P (A \mid A) &= \frac{\beta - \alpha"),
    (r"(1 - \alpha - \beta)^{t + 1}", r"(1 - \alpha - \beta)^{t}"),
    (r"\Pr (X_{t} = A \mid X_{t - 1} = A)", r"\Pr (X_{t} = A \mid X_{t - 1} = B)"),
    (r"\prod_{i = 1}^{t}", r"\prod_{i = 2}^{t}"),
    (r"\beta & \alpha & 1 - \alpha - \beta", r"\alpha & \beta & 1 - \alpha - \beta"),
    (r"\frac{p_{1} + p_{2}}{\delta}", r"\frac{p_{1} + p_{2}}{1 - \delta}"),
    (r"\frac{1}{2}", r"\frac{1}{3}"),
    (r"2 \Pr (\mathcal{Q}_{ab})", r"\Pr (\mathcal{Q}_{ab})"),
    (r"\min \{P (B \mid A)", r"\min \{P (A \mid A)"),
    (r"\lvert 1 - \alpha - \beta \rvert^{t}", r"\lvert 1 - \alpha + \beta \rvert^{t}"),
)


@pytest.mark.parametrize("printed, misprint", MISPRINTS)
def test_a_misprint_is_found(body: str, printed: str, misprint: str) -> None:
    assert printed in body
    with pytest.raises(AssertionError):
        values.verify(body.replace(printed, misprint, 1))


def misprints(chain: reader.Chain) -> Iterator[reader.Chain]:
    """The chain with one sign, letter or index changed."""
    changes = {r"\alpha": r"\beta", r"\beta": r"\alpha", "+": "-", "-": "+", "AB": "A", "t - 1": "t", "1": "2",
               "0": "1"}
    for place, side in enumerate(chain.sides):
        for old, new in changes.items():
            for found in re.finditer(re.escape(old) + r"(?![a-z])", side):
                wrong = side[:found.start()] + new + side[found.end():]
                yield replace(chain, sides=(*chain.sides[:place], wrong, *chain.sides[place + 1:]))


def noticed(chain: reader.Chain, count: int) -> bool:
    try:
        return values.check(chain, random.Random(3), samples=3)[0] < count
    except (AssertionError, ValueError, KeyError, IndexError):
        return True


def test_nearly_every_small_misprint_is_found(body: str) -> None:
    """Every third is tried. Some remain true, as Pr(Q_t = B | Q_{t-1} = A) for Pr(Q_t = B | Q_{t-1} = AB)."""
    found, missed = 0, 0
    for chain in reader.displays(body):
        count, _ = values.check(chain, random.Random(3), samples=3)
        if count == len(chain.relations):
            for wrong in islice(misprints(chain), 0, None, 3):
                if noticed(wrong, count):
                    found += 1
                else:
                    missed += 1
    assert found > 230 and 15 * missed < found


# -- tables and the plot -------------------------------------------------------------------------------------------


def sample(case: str, time: int | None = None) -> values.Sample:
    rng = random.Random(5)
    while True:
        try:
            drawn = values.draw(case, rng)
        except values.Unlucky:
            continue
        if time is None or drawn.time == time:
            return drawn


def number(cell: str, at: values.Sample) -> Fraction:
    return values.number(values.parse(cell)(at))


@pytest.mark.parametrize("part, case", [
    ("a", r"$\alpha + \beta < 1$"), ("b", r"$\alpha + \beta > 1$"), ("c", r"$\alpha + \beta > 1$")])
def test_table_three(body: str, part: str, case: str) -> None:
    at = sample(case)
    printed = reference.table(part, at.numbers["alpha"], at.numbers["beta"])
    head, *rows = dict(reader.tables(body))[f"table3{part}"]
    assert head[1:] == ["Q_{t} = A", "Q_{t} = B", "Q_{t} = AB"] and len(rows) == 4
    for first, *cells in rows:
        law = printed[tuple(re.findall("[AB]", first))]
        assert [number(cell, at) for cell in cells] == [law.get(query, Fraction(0)) for query in ("A", "B", "AB")]


def test_table_one(body: str) -> None:
    fifth = Fraction(1, 5)
    for first, *cells in dict(reader.tables(body))["table1"][1:]:
        law = reference.table("a", fifth, fifth)[tuple(re.findall("[AB]", first))]
        assert [number(cell, sample("")) for cell in cells] == [law.get(q, Fraction(0)) for q in ("A", "B", "AB")]


def test_table_four_is_the_law_of_the_scheme(body: str) -> None:
    at = sample("", 2)
    for first, *cells in dict(reader.tables(body))["converse-table"][1:]:
        a, b = re.findall("[AB]", first)
        law = [sum((w for x, q, w in at.paths() if (x[0], x[-1], q[-1]) == (a, b, query)), Fraction(0))
               for query in ("A", "B", "AB")]
        assert [number(cell, at) for cell in cells] == law


def test_a_wrong_cell_is_found(body: str) -> None:
    wrong = body.replace(r"P (B , A) - \frac{1 - \delta}{\delta} p_{1}", r"P (B , A) + \frac{1 - \delta}{\delta} p_{1}")
    assert wrong != body
    with pytest.raises(AssertionError):
        test_table_four_is_the_law_of_the_scheme(wrong)


def test_the_map_g(body: str) -> None:
    head, *rows = dict(reader.tables(body))["prop1"]
    pairs = [re.findall(r"\w+", name)[1:] for name in head[1:]]
    assert pairs == [["A", "AB"], ["B", "AB"]] and len(rows) == 4
    for case, *cells in rows:
        when = re.sub(r"\$t \\geq \d\$", "", f"${case}$".replace("$$", "$"))
        at = sample(when)
        at.time += 0 if "odd" in case or "even" in case or case == "t = 0" else 1
        states = reference.states(at.scheme, at.time)
        for (first, query), cell in zip(pairs, cells, strict=True):
            assert {x for a, x, q in states if (a, q) == (first, query)} == {cell}


def test_figure_two_is_exact(body: str) -> None:
    curves = {legend.split("= ")[1].strip("$"): points for legend, points in reader.plots(body)}
    assert set(curves) == {"1", "0.7", "0.4", "0.2"}
    for total, points in curves.items():
        exact = {t: 1 / (1 + abs(1 - Fraction(total)) ** t) for t in range(1, 21)}
        assert points == {0: Fraction(1, 2), **exact}


def test_every_letter_of_an_entropy_is_told() -> None:
    for name, claim in CLAIMS.items():
        said = str([claim.get(part, []) for part in ("proves", "beside", "corrects", "tries")])
        measures = re.findall(r"\b[HI]\(([^()]*)\)", said)
        told = {entry.split(" = ")[0] for entry in claim.get("letters", ())}
        assert {letter for measure in measures for letter in re.findall(r"\w+", measure)} <= told or (
            "legend" in claim), name
