"""The pages of the regenerated appendices: numbers, references, and notes at their lines, in every class and run."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tex
import tools
from run import program

LATEX = Path(__file__).resolve().parent.parent / "proofs" / "latex"
BODY, STYLE = ((LATEX / name).read_text(encoding="utf-8") for name in ("onoff-appendix.tex", "onoff.sty"))
pytestmark = pytest.mark.slow

REFERENCES = r"""\section{Main}\label{sec:main} See Appendix~\ref{onoff:sec:claim2}, \ref{onoff:theorem1},
\ref{onoff:lemma1}, \ref{onoff:prop2}, \ref{onoff:table3a} and~\eqref{onoff:appc-rows}.
\begin{equation}x=1\label{eq:x}\end{equation}
"""
HOSTS = {
    "IEEEtran": r"""\documentclass[10pt,conference]{IEEEtran}
\usepackage{amsmath,amssymb,amsthm}\usepackage{onoff}
\newtheorem{theorem}{Theorem}\newtheorem{lemma}[theorem]{Lemma}
\begin{document}
\title{A Paper}\author{\IEEEauthorblockN{An Author}}\maketitle
"""
    + REFERENCES
    + r"""\appendices
\input{onoff-appendix}
\end{document}
""",
    "article": r"""\documentclass[11pt]{article}
\usepackage{onoff}\usepackage{hyperref}
\begin{document}
"""
    + REFERENCES
    + r"""\appendix
\input{onoff-appendix}
\end{document}
""",
    "itself": (LATEX / "appendix.tex").read_text(encoding="utf-8"),
}


def written(place: Path, host: str, body: str = "", style: str = STYLE, count: int = 1) -> Iterator[tuple[str, str]]:
    """What TeX writes down about labels and places, and its log, after each run. A single run makes no PDF."""
    if host == "IEEEtran" and program([tools.need("kpsewhich"), "IEEEtran.cls"]).returncode:
        tools.missing("the class IEEEtran is not installed")
    source = HOSTS[host].replace(r"\begin{document}", SEE + r"\begin{document}", 1)
    files = {"main.tex": source, "onoff-appendix.tex": body or watched(BODY), "onoff.sty": style}
    for log in tex.runs(place, files, "main.tex", count, count > 1):
        yield (place / "main.aux").read_text() + (place / "main.places").read_text(), log


# -- numbers and references ----------------------------------------------------------------------------------------

NAMES = {
    "theorem1": "Theorem 1",
    "claim2": "Claim 2",
    "lemma1": "Lemma 1",
    "prop1": "Proposition 1",
    "prop2": "Proposition 2",
    "prop3": "Proposition 3",
    "figure2": "Figure 2",
    "table1": "Table I",
    "table3a": "Table III(a)",
    "table3b": "Table III(b)",
    "table3c": "Table III(c)",
    "converse-table": "Table IV",
}


def references(written: str) -> dict[str, str]:
    """What \\ref gives for each of our labels."""
    return dict(re.findall(r"^\\newlabel\{onoff:([^}]*)\}\{\{([^{}]*)\}", written, re.MULTILINE))


def misnamed(written: str, first: int) -> list[str]:
    """Claims that \\ref does not call by their names, and equations that are not counted one by one."""
    found = references(written)
    wrong = [claim for claim, name in NAMES.items() if found.get(claim) != name]
    counted = {label: text for label, text in found.items() if label not in NAMES and not label.startswith("sec:")}
    numbers = map(str, range(first, first + BODY.count(r"\begin{onoffalign}")))
    return [*wrong, *({*numbers} ^ {*counted.values()})]


def shown(place: Path) -> str:
    pdf = program([tools.need("pdftotext"), "main.pdf", "-"], cwd=place)
    return " ".join(pdf.stdout.split())


@pytest.mark.parametrize("host, first", [("IEEEtran", 2), ("article", 2), ("itself", 1)])
def test_notes_stand_at_their_lines_equations_are_counted_and_claims_have_their_names(
    tmp_path: Path,
    host: str,
    first: int,
) -> None:
    """The notes after any number of runs."""
    for told, log in written(tmp_path, host, count=3 if host == "itself" else 2):
        assert strays(told) == []
    assert misnamed(told, first) == [] and tex.complaints(log) == []
    assert host != "itself" or re.search(r"Output written on main.pdf \([4-9] pages", log)
    text = shown(tmp_path)
    last = first - 1 + BODY.count(r"\begin{onoffalign}")
    assert last > 35 and [n for n in range(first, last + 1) if f"({n})" not in text] == []
    if host != "itself":
        number = references(told)["appc-rows"]
        assert f"See Appendix B, Theorem 1, Lemma 1, Proposition 2, Table III(a) and ({number})." in text


def test_a_lost_name_and_a_lost_number_are_noticed(tmp_path: Path) -> None:
    style = STYLE.replace(r"\@currentlabel{#1}", r"\onoff@unused{#1}")
    body = watched(BODY).replace(r"\begin{onoffalign}{claim2}", r"\stepcounter{equation}\begin{onoffalign}{claim2}")
    ((told, _),) = written(tmp_path, "itself", body, style)
    skipped = str(int(references(told)["claim2:1"]) - 1)
    assert {*NAMES, skipped} <= {*misnamed(told, 1)}


# -- notes ---------------------------------------------------------------------------------------------------------

SEE = r"""\newwrite\onoffplaces\immediate\openout\onoffplaces=\jobname.places
\newcommand{\onoffsee}[2]{\pdfsavepos\write\onoffplaces{#1 #2 \thepage\space\the\pdflastxpos\space\the\pdflastypos}}
"""
"""Tells where on the pages something stands, when they are shipped out."""

POINT = 65536
LINE = 20
"""A note's last line and the line below it are at most so many points apart."""


def watched(body: str) -> str:
    """The text with its notes, and the lines that they belong to, telling where they stand."""
    lines = body.split("\n")
    for place, line in enumerate(lines):
        if note := re.fullmatch(r"\\onoffnote\{([\w-]+)\}\{(.*)\}", line):
            claim, said = note.groups()
            lines[place] = rf"\onoffnote{{\onoffsee{{note}}{{{claim}}}{claim}}}{{{said}\onoffsee{{end}}{{{claim}}}}}"
            see = rf"\onoffsee{{line}}{{{claim}}}"
            following = lines[place + 1]
            assert following and not following.startswith(r"\begin")
            lines[place + 1] = (
                rf"{following}{see}\ignorespaces"
                if re.match(r"\\onoff(?:lead|case)\{", following)
                else rf"\leavevmode{see}{following}"
            )
    return "\n".join(lines)


def strays(written: str) -> list[str]:
    """Notes that do not stand right above their lines, in the same column."""
    places: dict[str, dict[str, tuple[int, int, int]]] = {}
    for kind, claim, *numbers in re.findall(r"^(note|end|line) ([\w-]+) (\d+) (-?\d+) (-?\d+)$", written, re.MULTILINE):
        page, x, y = map(int, numbers)
        places.setdefault(claim, {})[kind] = (page, x, y)
    assert len(places) == BODY.count(r"\onoffnote{") > 12
    return [
        claim
        for claim, at in places.items()
        if not (
            at["note"][0] == at["end"][0] == at["line"][0]
            and abs(at["note"][1] - at["line"][1]) < 150 * POINT
            and 5 * POINT < at["end"][2] - at["line"][2] < LINE * POINT
        )
    ]


MARGIN = r"""\renewcommand{\onoffnote}[2]{\leavevmode\marginpar{\raggedright\tiny #1 #2\par}}
\endinput"""


@pytest.mark.parametrize(
    "style",
    [
        STYLE.replace(r"\endinput", MARGIN),
        STYLE.replace(r"#2.\par}\nobreak}", r"#2.\par}\newpage}"),
        STYLE.replace(r"#2.\par}\nobreak}", r"#2.\par}\vskip 12pt}"),
    ],
)
def test_a_note_that_leaves_its_line_is_noticed(tmp_path: Path, style: str) -> None:
    assert style != STYLE
    ((told, _),) = written(tmp_path, "itself", style=style)
    assert len(strays(told)) > 5
