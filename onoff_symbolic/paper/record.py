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
        known = self._outcome(self.folder / f"{result.id}.json")
        expected = "proved" if known is None else outcome(known)
        found = result.verdict.value if result.goal is None else outcome(json.loads(result.certificate))
        same = found == expected
        if same and result.verdict is Verdict.PROVED:
            return Standing("holds", expected, found)
        return Standing("erratum" if same and known is not None and not strict else "fails", expected, found)

    def erratum(self, claim: str) -> str:
        """How a claim is recorded that does not hold as printed; nothing for one that does."""
        known = self._outcome(self.folder / f"{claim}.json")
        return "" if known is None or known["goal"]["verdict"] == "proved" else outcome(known)

    @staticmethod
    def _outcome(path: Path) -> Mapping[str, Any] | None:
        try:
            found: Mapping[str, Any] = json.loads(path.read_bytes())
        except (OSError, ValueError):
            return None
        return found


def outcome(certificate: Mapping[str, Any]) -> str:
    """Verdict, conditions and points of failure in one line."""
    goal = certificate["goal"]
    needs = "; ".join(c["text"] for c in goal["conditions"])
    points = "; ".join(", ".join(f"{k} = {v}" for k, v in f["at"].items()) for f in certificate["failures"])
    return goal["verdict"] + (f" on {needs}" if needs else "") + (f", fails at {points}" if points else "")
