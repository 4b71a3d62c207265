"""The appendices as one LaTeX document: the displayed lines of the claims, in the order that the claims file gives.

onoff-appendix.tex   the text, to be taken into the paper by \\input (with \\usepackage{onoff} before)
onoff.sty            its macros
appendix.tex         a document of its own around it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import Template
from typing import TYPE_CHECKING, Any

from ..report import latex
from ..report.document import Block, Note, Section, Text
from ..report.latex_math import escape
from ..report.templates import template
from ..report.view import View, view
from ..result import Verdict

if TYPE_CHECKING:
    from .session import Session

MAIN_FILE = "appendix.tex"


def files(session: Session) -> dict[str, str]:
    """Return every file by its name."""
    sections: Sequence[Mapping[str, Any]] = session.paper.appendix
    claims = [
        claim
        for section in sections
        for part in section["parts"]
        for claim in part.get("claims", ())
    ]
    views = {result.id: view(result) for result in session.judge(claims)}
    body = latex.write(blocks(sections, views))
    return {
        MAIN_FILE: Template(template("appendix.tex")).substitute(title=escape(session.paper.title)),
        "onoff-appendix.tex": f"% Written by onoff-verify appendix; to be changed there.\n{body}",
        "onoff.sty": latex.PACKAGE,
    }


def blocks(sections: Sequence[Mapping[str, Any]], views: Mapping[str, View]) -> Iterator[Block]:
    """Yield sections with what is said between the claims, and the lines of the claims."""
    for section in sections:
        yield Section(section["section"], section["label"], section.get("numbered", True))
        for part in section["parts"]:
            yield from (Text(part["say"]),) if "say" in part else ()
            for claim in part.get("claims", ()):
                yield from claim_blocks(views[claim])


def claim_blocks(found: View) -> Iterator[Block]:
    """Yield a note where the claim does not hold as printed; then its lines, or the statement that holds."""
    if found.verdict is Verdict.CONDITIONAL:
        yield Note(found.id, found.holds)
    elif found.verdict is not Verdict.PROVED:
        yield Note(found.id, "corrected here" if found.correction else found.verdict.value)
    if found.argument:
        yield from found.argument
    else:
        yield Text(found.correction or found.statement)
