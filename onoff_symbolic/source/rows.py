"""Write the rows of a comparison: as text, JSON, HTML, or annotations of a review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..claims.ties import tie_words
from ..report.document import Block, Table, Text, Title
from ..report.html import page
from ..report.json import dumped
from ..report.text import Look, render
from ..version import VERSION
from .compare import Row
from .document import Document
from .record import Record, marked

KINDS_OF_TIES = {"s": "statement", "c": "cost", "i": "identity", "t": "table", "r": "region", "k": "definition"}
HEADS = ("line", "printed", "encoded", "tie", "verdict")
SAYS = "Nothing differs from what is encoded or was read."
SAYS_NOT = "The paper differs from what is encoded or was read."
LONGEST = 70
BESIDE = 36
"""What the other columns take."""


@dataclass(frozen=True)
class Line:
    """A row for people and programs."""

    verdict: str
    file: str
    line: int
    kind: str
    label: str
    printed: tuple[str, ...]
    encoded: tuple[str, ...]
    tie: str
    claims: tuple[str, ...]
    why: str
    fine: bool


def lines(rows: Sequence[Row], document: Document) -> list[Line]:
    return [line(row, document) for row in rows]


def line(row: Row, document: Document) -> Line:
    """Return what a row says."""
    parts = [row.part] if row.part else row.unit.parts if row.unit else []
    ties = [part.tie for part in parts if part.tie]
    place = row.part or row.unit
    token = place.token if place else None
    kinds = dict.fromkeys(KINDS_OF_TIES[tie.meaning[0]] for tie in ties)
    sentence = row.unit is not None and row.unit.kind == "sentence" and row.part is None
    printed = [" ".join(part.printed for part in parts)] if sentence else [part.printed for part in parts]
    old = row.record
    about = row.unit or old
    return Line(
        row.verdict, document.file(token) if token else "", document.line(token) if token else 0,
        about.kind if about else "", about.label if about else "",
        tuple(printed), tuple(dict.fromkeys(tie.encoded for tie in ties)), ", ".join(kinds) or "pinned",
        old.claims if old else tuple(row.unit.claims) if row.unit else (), row.why, not row.is_bad)


def summary(found: Sequence[Line]) -> str:
    """Return the counts of verdicts, and what they come to."""
    counts = Counter(each.verdict for each in found)
    listing = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    return f"{SAYS if all(each.fine for each in found) else SAYS_NOT} {listing}."


def shown(found: Sequence[Line], every: bool) -> list[Line]:
    """Return the lines of a report: displays, tables, curves, and whatever is not as it should be."""
    return [each for each in found if every or not each.fine or each.kind not in ("inline", "sentence")]


def message(each: Line) -> str:
    """Return what is wrong with a line, and what hangs on it."""
    claims = f" (claims: {', '.join(each.claims)})" if each.claims else ""
    printed = f"{cut('; '.join(each.printed))}: " if each.printed else ""
    return f"{each.verdict}: {printed}{each.why}{claims}"


def cut(text: str, length: int = LONGEST) -> str:
    return text if len(text) <= length else text[:length - 1] + "…"


def blocks(found: Sequence[Line], every: bool, width: int = 0) -> Iterator[Block]:
    """Yield a report; without a width, formulas are in full, and marked as such."""
    yield Title("The source of the paper, compared with what is verified")
    yield Text(summary(found))
    for each in found:
        if not each.fine:
            yield Text(message(each), lead=f"{each.file}:{each.line}" if each.line else each.label)
    yield Table("", HEADS, tuple(cells(each, width) for each in shown(found, every)))


def cells(each: Line, width: int) -> tuple[str, ...]:
    """Return the cells of a table."""
    encoded = "; ".join(each.encoded) or ", ".join(each.claims) or "-"
    if width:
        half = max((width - BESIDE) // 2, 10)
        return str(each.line), cut("; ".join(each.printed), half), cut(encoded, half), each.tie, each.verdict
    printed = " ".join(each.printed) if each.kind == "sentence" else ", ".join(f"${text}$" for text in each.printed)
    return str(each.line), printed.replace("`", ""), f"`{encoded}`", each.tie, each.verdict


def as_json(found: Sequence[Line]) -> str:
    """Return a report for programs."""
    document: dict[str, Any] = {
        "schema": 1, "tool": {"name": "onoff-verify", "version": VERSION},
        "fine": all(each.fine for each in found), "rows": [asdict(each) for each in found]}
    return dumped(document)


def github(found: Sequence[Line]) -> Iterator[str]:
    """Yield an annotation for each line that is not as it should be, in the form of GitHub's reviews."""
    for each in found:
        if not each.fine:
            text = message(each).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
            name = each.file.replace("%", "%25").replace(",", "%2C").replace(":", "%3A")
            yield f"::error file={name},line={each.line}::{text}\n"


def written(found: Sequence[Line], form: str, every: bool, look: Look) -> str:
    """Return a report in a format."""
    if form == "json":
        return as_json(found)
    if form == "github":
        return "".join(github(found))
    if form == "html":
        return page([*blocks(found, True)])
    return render(blocks(found, every, look.width), look)


def known(records: Sequence[Record], look: Look) -> str:
    """Return what is on record: how each claim is tied to the source."""
    words = tie_words((each.kind, marked(each)) for each in records)
    rows = []
    for word in sorted({*words.values()}):
        claims = [claim for claim, each in words.items() if each == word]
        rows.append((word, str(len(claims)), ", ".join(claims)))
    table = Table("", ("tie", "number", "claims"), tuple(rows))
    return render([Title("What is on record of the paper's source"), table], look)
