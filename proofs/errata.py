"""What is known not to hold as printed. It decides the exit code of the command line, never a verdict.

A claim that is not listed is expected to be proved. A claim that comes out otherwise than recorded here, better or
worse, makes `onoff-verify` answer with an exit code other than 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Erratum:
    verdict: str
    conditions: tuple[str, ...] = ()


_SECRET = "0 < delta < 1"
_MIXING = "0 < alpha + beta < 2, or queries that begin at some time"

KNOWN = {
    "example-optimal": Erratum("conditional", (_SECRET,)),
    "example-unique": Erratum("conditional", (_SECRET, "the query contains the request")),
    "theorem1": Erratum("conditional", (_SECRET, _MIXING)),
    "converse-private-times": Erratum("conditional", (_SECRET, _MIXING)),
    "converse-chain-rule": Erratum("conditional", (_MIXING,)),
    "converse-equal-laws": Erratum("conditional", (_SECRET,)),
    "converse-table": Erratum("conditional", ("delta > 0",)),
    "converse-bounds": Erratum("conditional", (_SECRET,)),
    "t-step-law": Erratum("conditional", ("alpha + beta > 0",)),
    "converse-bound": Erratum("conditional", (_SECRET, _MIXING)),
}


def as_recorded(claim: str, verdict: str, conditions: Sequence[str]) -> bool:
    """Whether a claim came out as this project records it."""
    expected = KNOWN.get(claim, Erratum("proved"))
    return expected.verdict == verdict and set(expected.conditions) == set(conditions)
