"""The recorded mutation score of a claims file, and whether it is still that of the file."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from ..claims.file import Claim, Paper
from ..document import data_of
from .record import UNREADABLE

RECORD = "mutation.json"


@dataclass(frozen=True)
class Score:
    """How many small changes of what is encoded are noticed: (place, noticed, all); and what is not, and why."""

    rows: tuple[tuple[str, int, int], ...]
    survivors: tuple[tuple[str, str], ...]

    @property
    def noticed(self) -> int:
        return sum(row[1] for row in self.rows)

    @property
    def total(self) -> int:
        return sum(row[2] for row in self.rows)


def stated(paper: Paper, claim: Claim) -> dict[str, Any]:
    """Return all that a claim says, in full, whatever comes of it."""
    tries = [{"statement": t.statement, "violates": t.violates} for t in claim.tries]
    conditions = [{"text": c.text, "where": c.where} for c in claim.suppose]
    return paper.goal(
        claim,
        {
            "verdict": "",
            "conditions": conditions,
            "proves": claim.proves,
            "beside": claim.beside,
            "corrects": claim.corrects,
            "fails": tries,
        },
    )


def fingerprint(paper: Paper) -> str:
    """Return a digest of all that the claims say; prose and displayed lines do not count."""
    claims = [{**stated(paper, claim), "title": ""} for claim in paper.claims.values()]
    return hashlib.sha256(json.dumps(claims, sort_keys=True).encode()).hexdigest()


def score(paper: Paper) -> Score | None:
    """Return the recorded score of a claims file; nothing if it was taken of other claims."""
    try:
        found = json.loads(data_of(str(paper.folder / RECORD)))
        if found["of"] != fingerprint(paper):
            return None
        rows = tuple(
            (owner, verdict + witness, total)
            for owner, (verdict, witness, total) in found["scores"].items()
        )
        return Score(rows, tuple((name, why) for name, why in found["unnoticed"]))
    except UNREADABLE:
        return None
