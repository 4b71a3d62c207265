"""How the claims of a paper are known to come out: their recorded certificates, beside the claims file.

The record decides the exit code, never a verdict. A claim without a record is expected to be proved.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checker.polynomials import MAX_BYTES
from ..document import data_of
from ..result import Result, Standing, Verdict

UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What is raised by data that are no certificate, or nested without end."""


@dataclass(frozen=True)
class Record:
    """The folder of recorded certificates; it need not exist."""

    folder: Path

    def standing(self, result: Result, strict: bool = False) -> Standing:
        expected = self.expected(result.id)
        found = (
            result.verdict.value if result.goal is None else outcome(json.loads(result.certificate))
        )
        if found == expected and result.verdict is Verdict.PROVED:
            return Standing("holds", expected, found)
        return Standing("erratum" if found == expected and not strict else "fails", expected, found)

    def erratum(self, claim: str) -> str:
        """Return how a claim is recorded that does not hold as printed; nothing for one that does."""
        expected = self.expected(claim)
        return "" if expected == "proved" else expected

    def expected(self, claim: str) -> str:
        """Return how a claim is recorded. A file that is no certificate is no record."""
        try:
            return outcome(json.loads(self.text(claim)))
        except UNREADABLE:
            return "proved"

    def text(self, claim: str) -> str:
        """Return what is recorded of a claim; nothing if it cannot be read, or is too large for the checker."""
        try:
            data = data_of(str(self.folder / f"{claim}.json"), MAX_BYTES)
            return data.decode("utf-8") if len(data) <= MAX_BYTES else ""
        except ValueError:
            return ""


def outcome(certificate: Mapping[str, Any]) -> str:
    """Return verdict, conditions and points of failure in one line."""
    goal = certificate["goal"]
    verdict = Verdict(goal["verdict"]).value
    needs = "; ".join(c["text"] for c in goal["conditions"])
    failures = certificate["failures"][:len(goal["fails"])]  # what is denied comes after
    points = "; ".join(", ".join(f"{k} = {v}" for k, v in f["at"].items()) for f in failures)
    return verdict + (f" on {needs}" if needs else "") + (f", fails at {points}" if points else "")
