"""A claims file: the statements of a paper, each stated once. It says nothing about how they come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Statement = Mapping[str, Any]


@dataclass(frozen=True)
class Supposed:
    """A condition that the paper does not print, but that may be supposed."""

    text: str
    where: tuple[str, ...]


@dataclass(frozen=True)
class Try:
    """A counterexample to try: a statement that would have to hold, what the example is, and the condition that it
    violates ("" for none)."""

    statement: Statement
    note: str
    violates: str


@dataclass(frozen=True)
class Line:
    """A displayed line with its reason, for the reader."""

    text: str
    reason: str = ""


@dataclass(frozen=True)
class Claim:
    id: str
    where: str
    labels: tuple[str, ...]
    title: str
    says: str
    domain: str
    states: tuple[Statement, ...]
    suppose: tuple[Supposed, ...] = ()
    tries: tuple[Try, ...] = ()
    beside: tuple[Statement, ...] = ()
    correction: str = ""
    corrects: tuple[Statement, ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    legend: str = ""
    lines: tuple[Line, ...] = ()
