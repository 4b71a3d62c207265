"""The appendices as one LaTeX document, made from a run: nothing in it is typed in twice.

    onoff-appendix.tex   the text, to be taken into the paper by \\input (with \\usepackage{onoff} before)
    onoff.sty            its macros
    appendix.tex         a document of its own around it
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from onoff_symbolic.claim import Result, Session
from onoff_symbolic.report import derivation, latex_blocks
from onoff_symbolic.report.blocks import Alternatives, Block, Equation, Equations, Paragraph, Section, Table

from . import display_converse, display_general, display_privacy, display_queries, display_scheme
from .catalogue import BY_ID
from .claims import finder
from .displays import Run
from .letters import LEGENDS, LETTERS
from .paper import Paper

Displays = Callable[[Run], Iterator[Block]]

MAIN_FILE = "appendix.tex"
MAIN = r"""% Written by onoff-verify appendix. Compile with pdflatex, twice.
""" + latex_blocks.CLASS + r"""\usepackage{onoff}
""" + latex_blocks.SETTINGS + r"""\makeatletter
\renewcommand{\section}{\@startsection{section}{1}{0pt}{3ex plus 1ex minus .5ex}{1.5ex plus .5ex}%
  {\normalfont\normalsize\scshape\centering}}
\renewcommand{\@seccntformat}[1]{Appendix~\csname the#1\endcsname.\enspace}
\makeatother
\begin{document}
\twocolumn[{\begin{center}\LARGE ON-OFF Privacy with Correlated Requests\\[6pt]
  \large The appendices, regenerated\end{center}\bigskip}]
\appendix
\input{onoff-appendix}
\end{document}
"""


def _found(claim_id: str) -> Displays | None:
    """The function that shows a claim, where the appendices have one."""
    name = claim_id.replace("-", "_")
    for module in (display_scheme, display_converse, display_privacy, display_queries, display_general):
        if name in vars(module) and claim_id in BY_ID:
            found: Displays = getattr(module, name)
            return found
    return None


def blocks(run: Run) -> Iterator[Block]:
    yield Section("The scheme", "scheme", numbered=False)
    yield Paragraph("Each equation, table and plot below is made from a run that proves it, and names its claim. "
                    "Where the printed text does not hold as it stands, the correct one stands here, with a note in "
                    "the margin.")
    scheme = display_scheme
    for part in (scheme.request_chain, scheme.theorem1, scheme.figure2, scheme.table1, scheme.table3_caption,
                 scheme.table3a, scheme.table3b, scheme.table3c):
        yield from part(run)
    yield Paragraph("The normalised cost is")
    yield from scheme.download_cost(run)
    yield Section("Proof of the Converse", "converse")
    yield from display_converse.of_converse(run)
    yield Section("Proof of Claim 2", "claim2")
    yield from display_privacy.of_claim2(run)
    yield Section("Proof of Lemma 1", "lemma1")
    yield from display_queries.of_lemma1(run)
    yield Section("General Privacy Mode", "general")
    yield from display_general.of_general_mode(run)


def files(step: Callable[[str], None] = lambda _: None) -> dict[str, str]:
    """Every file by its name."""
    paper = Paper()
    session = Session(finder(paper))
    for claim_id in BY_ID:
        step(claim_id)
        session.judge(claim_id)
    body = "% Written by onoff-verify appendix; to be changed there.\n" + latex_blocks.write(
        blocks(Run(paper, session.judge)))
    return {MAIN_FILE: MAIN, "onoff-appendix.tex": body, "onoff.sty": latex_blocks.STYLE}


PARTS = {
    "theorem1": ("converse-cost", "converse-chain-rule", "converse-equal-laws", "converse-table", "converse-bounds",
                 "t-step-law", "converse-bound", "download-cost", "ab-probability"),
    "claim2": ("appb-equivalence", "appb-expansion", "appb-single", "appb-case1", "appb-case2", "appb-case3"),
    "lemma1": ("appc-rows", "appc-expansion", "appc-case1", "appc-case2"),
    "general-rate": ("general-chain-rule", "general-converse", "general-scheme"),
}
"""Claims whose proof is that of others: these are shown with it, unless they are asked for themselves."""


def displays(run: Run, claim_id: str, asked: Collection[str] = ()) -> tuple[Block, ...] | None:
    """A claim as the appendices show it; None where they only tell it in words."""
    names = (*(part for part in PARTS.get(claim_id, ()) if part not in asked), claim_id)
    shown = tuple(block for name in names if (found := _found(name)) is not None for block in found(run))
    return shown if any(isinstance(block, Equation | Equations | Table | Alternatives) for block in shown) else None


def document(run: Run, results: Iterable[Result]) -> str:
    """Claims as a document of its own, each with its displays where the appendices have some."""
    found = tuple(results)
    asked = [result.claim.id for result in found]
    return latex_blocks.document(
        block for result in found
        for block in derivation.blocks(result, displays(run, result.claim.id, asked), LETTERS.get(result.claim.id, {}),
                                       LEGENDS.get(result.claim.id, "")))
