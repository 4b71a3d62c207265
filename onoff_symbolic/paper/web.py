"""The web page of a paper: its claims, what they rest on, and the plots that its claims file describes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ..report import argument, html
from ..report.claims import NO_WEIGHTS, Weights, claim, claims
from ..report.document import Block, Graph, Part, Plot, Table, Text, Title
from ..report.letter import headline, letter
from ..result import Result
from .score import Score

if TYPE_CHECKING:
    from .session import Session

LEAD = (
    "Each verdict is a small checker's answer to a certificate, for every point at which the claim is stated; what "
    "has none is undecided. No sampling, no floating point."
)
RESTS = (
    "Claims in the order of the paper; an arc leads to each claim that a certificate uses (dashed: to one further "
    "below). Hover over a claim to highlight what it uses."
)


def page(
    session: Session,
    results: Sequence[Result],
    weights: Weights = NO_WEIGHTS,
    score: Score | None = None,
) -> str:
    """Return the page about claims."""
    return html.page(report(session, results, weights, score))


def report(
    session: Session,
    results: Sequence[Result],
    weights: Weights = NO_WEIGHTS,
    score: Score | None = None,
) -> list[Block]:
    """Return the report about one claim, or about several with a table in front."""
    ancestors = session.judge(session.closure(result.id for result in results))
    nodes = tuple((result.id, result.verdict, result.rests_on) for result in ancestors)
    rests = [
        Part(
            "What rests on what",
            (Text(RESTS), Graph("Which claim rests on which", nodes)),
            "dependencies",
        )
    ]
    tail = [*(rests if len(nodes) > 1 else []), *_score(score)]
    if len(results) == 1:
        whole = [*claim(results[0], weights.get(results[0].id, ()), True)]
        return [*whole, *_argument(results[0]), *tail]
    return [
        *_head(session, results, weights),
        *_figures(results),
        *_claims(results, weights),
        *tail,
    ]


def _head(session: Session, results: Sequence[Result], weights: Weights) -> Iterator[Block]:
    yield Title(session.paper.title, where="Verification report")
    is_whole = len(results) == len(session.paper.claims)
    if is_whole:
        yield Text(headline(session.paper, results))
    yield Text(LEAD)
    yield Part("Summary", tuple(claims(results, weights)), "summary")
    if is_whole:
        errata = tuple(block for block in letter(session.paper, results) if isinstance(block, Part))
        yield from [Part("Errata", errata, "errata")] if errata else []


def _figures(results: Sequence[Result]) -> Iterator[Block]:
    """Yield what the displayed lines of the claims plot."""
    plots = tuple(
        block for result in results for block in _lines(result) if isinstance(block, Plot)
    )
    if plots:
        yield Part("The rates", plots, "figures")


def _lines(result: Result) -> Iterator[Block]:
    if result.claim is not None and result.goal is not None:
        yield from argument.blocks(result.id, result.claim.lines, result.goal["tables"])


def _argument(result: Result) -> Iterator[Block]:
    lines = tuple(_lines(result))
    if lines:
        yield Part(
            "The paper's line of argument (for the reader; not what was checked)",
            lines,
            folded=True,
        )


def _claims(results: Sequence[Result], weights: Weights) -> Iterator[Block]:
    """Yield every claim, folded, section by section."""
    sections = []
    for name, members in groupby(results, _section):
        parts = []
        for result in members:
            title, *blocks = claim(result, weights.get(result.id, ()), True)
            shown = (
                (Text(title.where), *blocks, *_argument(result)) if isinstance(title, Title) else ()
            )
            parts.append(
                Part(
                    title.text if isinstance(title, Title) else "",
                    shown,
                    result.id,
                    result.verdict,
                    True,
                )
            )
        sections.append(Part(name or "Claims", tuple(parts)))
    yield Part("Every claim", tuple(sections), "claims")


def _section(result: Result) -> str:
    return "" if result.claim is None else result.claim.where.partition(",")[0]


def _score(score: Score | None) -> Iterator[Block]:
    """Yield how many small changes of what is encoded are noticed."""
    if score is None:
        return
    said = (
        f"Mutation score: {score.noticed} of {score.total}. Each of {score.total} small changes to what is encoded "
        f"(an entry, a sign, a relation, a condition) was tried; {score.noticed} of them change a verdict or a "
        f"witness. The other {score.total - score.noticed} do not, each for a reason that is known."
    )
    rows = tuple((name, str(noticed), str(total)) for name, noticed, total in score.rows)
    survivors = tuple((f"`{name}`", why) for name, why in score.survivors)
    tables = (
        Table("Changes", ("place", "noticed", "tried"), rows),
        Table("Changes that nothing notices", ("change", "why"), survivors),
    )
    yield Part("Mutants", (Text(said), Part("Changes by place", tables, folded=True)), "mutants")
