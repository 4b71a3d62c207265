"""What a document consists of, in our plain notation; writers set it.

Texts are read by `notation`. An equation is one text, "a = b ≤ c", with a reason for each of its steps.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Section:
    title: str
    label: str
    numbered: bool = True


@dataclass(frozen=True)
class Heading:
    """Of a claim."""

    claim: str
    title: str
    where: str


@dataclass(frozen=True)
class Lead:
    """A paragraph with a word or two in front that say what it is; they may be the name of a claim."""

    name: str
    text: str
    claim: str = ""


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class CaseOf:
    """What follows holds in this case, up to the next case or section."""

    text: str


@dataclass(frozen=True)
class Equation:
    """A derivation that belongs to a claim."""

    claim: str
    text: str
    reasons: tuple[str, ...] = ()
    """One for each step from the first on; "" where none is needed."""


@dataclass(frozen=True)
class Equations:
    """Short equations of one claim, one below the other."""

    claim: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Alternatives:
    """One left side with a value in each of several cases."""

    claim: str
    left: str
    relation: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Table:
    claim: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Plot:
    """Curves through exact points; a legend entry for each."""

    claim: str
    title: str
    axes: tuple[str, str]
    curves: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True)
class Note:
    """Above what comes next: what is printed does not hold as it stands; see the claim."""

    claim: str
    said: str


Block = Section | Heading | Lead | Paragraph | CaseOf | Equation | Equations | Alternatives | Table | Plot | Note
