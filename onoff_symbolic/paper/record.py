"""How the claims of a paper are known to come out: their recorded certificates, beside the claims file.

The record decides the exit code, never a verdict. A claim without a record is expected to be proved.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..result import Result, Standing, Verdict


@dataclass(frozen=True)
class Record:
    """The folder of recorded certificates; it need not exist."""

    folder: Path

    def standing(self, result: Result, strict: bool = False) -> Standing:
        expected = self.expected(result.id)
        found = result.verdict.value if result.goal is None else outcome(json.loads(result.certificate))
        if found == expected and result.verdict is Verdict.PROVED:
            return Standing("holds", expected, found)
        return Standing("erratum" if found == expected and not strict else "fails", expected, found)

    def erratum(self, claim: str) -> str:
        """How a claim is recorded that does not hold as printed; nothing for one that does."""
        expected = self.expected(claim)
        return "" if expected == "proved" else expected

    def expected(self, claim: str) -> str:
        """How a claim is recorded. A file that is no certificate is no record."""
        try:
            return outcome(json.loads((self.folder / f"{claim}.json").read_bytes()))
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            return "proved"


def outcome(certificate: Mapping[str, Any]) -> str:
    """Verdict, conditions and points of failure in one line."""
    goal = certificate["goal"]
    needs = "; ".join(c["text"] for c in goal["conditions"])
    failures = certificate["failures"][:len(goal["fails"])]      # what is denied comes after
    points = "; ".join(", ".join(f"{k} = {v}" for k, v in f["at"].items()) for f in failures)
    return str(goal["verdict"]) + (f" on {needs}" if needs else "") + (f", fails at {points}" if points else "")
