"""Section III: the request chain.

Assumptions
    α and β are probabilities.
Main results
    request-chain   M is a transition matrix (eq:Source-Markov)
"""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.obligation import Obligation
from onoff_symbolic.properties import is_law

from .paper import Paper
from .printed import SOURCES


def request_chain(paper: Paper) -> Iterator[Obligation]:
    for source, row in zip(SOURCES, paper.chain.matrix, strict=True):
        entries = [(f"to {target}", element) for target, element in zip(SOURCES, row, strict=True)]
        yield from is_law(paper.square, "M", f"from {source}", entries)
