"""What a report consists of: blocks of data that `text`, `html` and `latex` render, each in its own way.

Texts are in the notation of `notation`. Only the appendices have sections, notes and numbered equations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..result import Verdict


@dataclass(frozen=True)
class Title:
    """The first lines of a report: an id, a title, and where it is in the paper."""

    text: str
    id: str = ""
    where: str = ""


@dataclass(frozen=True)
class Text:
    """A paragraph, with a word or two in front that say what it is; a verdict gives it a colour."""

    text: str
    lead: str = ""
    verdict: Verdict | None = None
    claim: str = ""
    """The claim whose number in the paper is the lead."""


@dataclass(frozen=True)
class Facts:
    """Labels, each with one or several lines."""

    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Table:
    """Rows of cells below heads; a cell that is a verdict gets its colour."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | Verdict, ...], ...]
    claim: str = ""
    marked: frozenset[tuple[int, int]] = frozenset()
    """Cells to be noticed: row and column."""


@dataclass(frozen=True)
class Items:
    """A list of lines."""

    texts: tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """One of a numbered list: its mark ("1." or "-"), a title, and texts with labels; "" where there is none."""

    mark: str
    title: str
    rows: tuple[tuple[str, str], ...]
    id: str = ""


@dataclass(frozen=True)
class Code:
    """A file, as it is."""

    text: str


@dataclass(frozen=True)
class Part:
    """Blocks with a title. A part of a page may be folded, and linked to by its id."""

    title: str
    blocks: tuple[Block, ...]
    id: str = ""
    verdict: Verdict | None = None
    folded: bool = False


@dataclass(frozen=True)
class Plot:
    """Curves through exact points: of each its name and its points."""

    title: str
    axes: tuple[str, str]
    curves: tuple[tuple[str, tuple[tuple[Fraction | int, Fraction], ...]], ...]
    claim: str = ""
    caption: str = ""


@dataclass(frozen=True)
class Areas:
    """Parts of the unit square in two parameters: of each its name and its corners."""

    title: str
    names: tuple[str, str]
    parts: tuple[tuple[str, tuple[tuple[Fraction, Fraction], ...]], ...]


@dataclass(frozen=True)
class Graph:
    """Claims in their order with their verdicts, and which each rests on."""

    title: str
    nodes: tuple[tuple[str, Verdict, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Section:
    title: str
    label: str
    numbered: bool = True


@dataclass(frozen=True)
class Case:
    """What follows holds in this case, up to the next case or section."""

    text: str


@dataclass(frozen=True)
class Derivation:
    """Equations of one claim, one below the other: "a = b ≤ c". If it is one, its steps may have reasons."""

    claim: str
    texts: tuple[str, ...]
    reasons: tuple[str, ...] = ()
    """One for each step from the first on; "" where none is needed."""


@dataclass(frozen=True)
class Alternatives:
    """One left side with a value in each of several cases."""

    claim: str
    left: str
    relation: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Note:
    """Above what comes next: what is printed does not hold; see the claim."""

    claim: str
    text: str


Block = (
    Title
    | Text
    | Facts
    | Table
    | Items
    | Item
    | Code
    | Part
    | Plot
    | Areas
    | Graph
    | Section
    | Case
    | Derivation
    | Alternatives
    | Note
)


def listed(texts: Sequence[str]) -> str:
    """Return "a, b and c"."""
    return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))
