"""The regenerated appendices and claims in LaTeX: up to date, labelled, and compiled by a real TeX."""

import re
from pathlib import Path

import pytest

import tex
import tools
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.cli import app as cli
from onoff_symbolic.errors import InputError
from onoff_symbolic.paper import appendix
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report import latex, typeset
from onoff_symbolic.report.claims import claim
from onoff_symbolic.result import Verdict

ROOT = Path(__file__).resolve().parent.parent
BODY = "onoff-appendix.tex"
CLAIMS = the_paper().claims
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made(session: Session) -> dict[str, str]:
    return appendix.files(session)


@pytest.fixture(scope="module")
def body(made: dict[str, str]) -> str:
    return made[BODY]


@pytest.fixture(scope="module")
def claims(session: Session) -> str:
    """Return all claims in LaTeX."""
    return latex.document(block for result in session.judge(CLAIMS) for block in claim(result, (), True))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


# -- files ---------------------------------------------------------------------------------------------------------


def test_the_files_in_the_tree_are_those_of_a_run(made: dict[str, str]) -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "proofs" / "latex").iterdir()}
    assert kept == made, "make appendix"


def test_appendix_writes_its_files_and_checks_them(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    made: dict[str, str],
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


def test_bad_usage_is_told_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for words in (("--pdf", "--check"), ("-o", str(tmp_path / "file")), ("-o", str(tmp_path / "file" / "x"))):
        code, out, err = run(capsys, "appendix", *words)
        assert (code, out, err.count("\n")) == (2, "", 1), words


# -- PDF -----------------------------------------------------------------------------------------------------------


def test_without_tex_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    code, out, err = run(capsys, "appendix", "-o", str(tmp_path / "latex"), "--pdf")
    assert (code, out, err.count("\n")) == (2, "", 1) and "install TeX Live" in err
    assert not (tmp_path / "latex").exists()


def test_pdf_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of files with little text; that of the appendices is compiled in test_appendix_pages.py."""
    tools.need("pdflatex")
    files = appendix.files
    monkeypatch.setattr(appendix, "files", lambda session: files(session) | {BODY: "Little text.\n"})
    code, out, err = run(capsys, "appendix", "-o", str(tmp_path), "--pdf")
    assert (code, err) == (0, "") and out.split()[-1] == str(tmp_path / "appendix.pdf")
    assert (tmp_path / "appendix.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "appendix.pdf",
        "appendix.tex",
        "onoff-appendix.tex",
        "onoff.sty",
    ]


def page(text: str) -> dict[str, str]:
    return {"main.tex": f"\\documentclass{{article}}\\begin{{document}}{text}\\end{{document}}\n"}


def test_the_same_text_makes_the_same_pdf_twice() -> None:
    tools.need("pdflatex")
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
    assert [
        word
        for word in ("Undefined control sequence", "undefined references", "multiply", "too wide")
        if word not in found
    ] == []


# -- what is shown -------------------------------------------------------------------------------------------------


def test_the_notes_name_every_erratum_of_the_appendices_and_no_other(made: dict[str, str], session: Session) -> None:
    noted = re.findall(r"^\\onoffnote\{([\w-]+)\}", made[BODY], re.MULTILINE)
    told = [claim for section in the_paper().appendix for part in section["parts"] for claim in part.get("claims", ())]
    assert noted == [result.id for result in session.judge(told) if result.verdict is not Verdict.PROVED]
    assert {claim for claim in CLAIMS if CLAIMS[claim].where.startswith("Appendix")} <= set(told)


def test_no_sign_is_lost_on_the_way_to_latex(body: str, claims: str) -> None:
    """A sign that LaTeX text does not know becomes a question mark; our texts ask one question, a title."""
    assert "?" not in (body + claims).replace("zero leakage?", "")
