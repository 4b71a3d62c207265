"""LaTeX for tests: runs of pdflatex, and what it complains about."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import tools
from run import environment, program

POINTS = 10
"""So many points a line may be too wide."""


def runs(place: Path, files: Mapping[str, str], main: str, count: int = 2, pdf: bool = True) -> Iterator[str]:
    """The log of each run."""
    tool = tools.need("pdflatex")
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    for number in range(count):
        quick = [] if pdf and number == count - 1 else ["-draftmode"]    # only the last run makes a PDF
        program([tool, "-no-shell-escape", "-interaction=nonstopmode", *quick, main], cwd=place, limit=300,
                errors="replace", env=environment({"max_print_line": "1000"}))
        yield (place / main).with_suffix(".log").read_text(encoding="utf-8", errors="replace")
    assert not pdf or (place / main).with_suffix(".pdf").is_file()


def compiled(place: Path, files: Mapping[str, str], main: str) -> str:
    """The log of the last run, in which all is set that a PDF would show."""
    *_, log = runs(place, files, main, pdf=False)
    return log


def complaints(log: str) -> list[str]:
    """Errors, references that lead nowhere, labels used twice, and lines more than ten points too wide."""
    found = re.findall(r"^!.*|.*(?:undefined references|multiply defined|multiply-defined|undefined on input).*", log,
                       re.MULTILINE)
    wide = re.findall(r"^Overfull \\hbox \(([\d.]+)pt too wide\).*", log, re.MULTILINE)
    return found + [f"{points}pt too wide" for points in wide if Fraction(points) > POINTS]
