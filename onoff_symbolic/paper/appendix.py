"""The appendices as one LaTeX document: the displayed lines of the claims, in the order that the claims file gives.

    onoff-appendix.tex   the text, to be taken into the paper by \\input (with \\usepackage{onoff} before)
    onoff.sty            its macros
    appendix.tex         a document of its own around it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..report import latex_blocks
from ..report.blocks import Block, Note, Paragraph, Section
from ..report.latex_math import escape
from ..report.view import View, view
from ..result import Verdict

if TYPE_CHECKING:
    from .session import Session

MAIN_FILE = "appendix.tex"
MAIN = r"""% Written by onoff-verify appendix. Compile with pdflatex, twice.
""" + latex_blocks.CLASS + r"""\usepackage{onoff}
""" + latex_blocks.SETTINGS + r"""\makeatletter
\renewcommand{\section}{\@startsection{section}{1}{0pt}{3ex plus 1ex minus .5ex}{1.5ex plus .5ex}%
  {\normalfont\normalsize\scshape\centering}}
\renewcommand{\@seccntformat}[1]{Appendix~\csname the#1\endcsname.\enspace}
\makeatother
\begin{document}
\twocolumn[{\begin{center}\LARGE TITLE\\[6pt]
  \large The appendices, regenerated\end{center}\bigskip}]
\appendix
\input{onoff-appendix}
\end{document}
"""


def files(session: Session) -> dict[str, str]:
    """Every file by its name."""
    sections: Sequence[Mapping[str, Any]] = session.paper.appendix
    claims = [claim for section in sections for part in section["parts"] for claim in part.get("claims", ())]
    views = {result.id: view(result) for result in session.judge(claims)}
    body = latex_blocks.write(blocks(sections, views))
    return {
        MAIN_FILE: MAIN.replace("TITLE", escape(session.paper.title)),
        "onoff-appendix.tex": f"% Written by onoff-verify appendix; to be changed there.\n{body}",
        "onoff.sty": latex_blocks.STYLE,
    }


def blocks(sections: Sequence[Mapping[str, Any]], views: Mapping[str, View]) -> Iterator[Block]:
    """Sections with what is said between the claims, and the lines of the claims."""
    for section in sections:
        yield Section(section["section"], section["label"], section.get("numbered", True))
        for part in section["parts"]:
            yield from (Paragraph(part["say"]),) if "say" in part else ()
            for claim in part.get("claims", ()):
                yield from told(views[claim])


def told(found: View) -> Iterator[Block]:
    """A note where the claim does not hold as printed; then its lines, or the statement that holds."""
    if found.verdict is Verdict.CONDITIONAL:
        yield Note(found.id, found.holds)
    elif found.verdict is not Verdict.PROVED:
        yield Note(found.id, "corrected here" if found.correction else found.verdict.value)
    if found.argument:
        yield from found.argument
    else:
        yield Paragraph(found.correction or found.statement)
