"""Finds the proof of a claim: the function of its name in its module, and that of its correction beside it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from onoff_symbolic.claim import Claim

from .catalogue import BY_ID
from .paper import Paper


def finder(paper: Paper | None = None) -> Callable[[str], Claim]:
    """A function from ids to claims about one paper (the printed one, unless another is given)."""
    subject = paper if paper is not None else Paper()

    def find(claim_id: str) -> Claim:
        entry = BY_ID[claim_id]
        module = import_module(f"{__package__}.{entry.module}")
        name = claim_id.replace("-", "_")
        prove = getattr(module, name)
        correct = getattr(module, f"{name}_corrected", None)
        return Claim(entry.id, entry.title, entry.where, entry.statement, lambda: prove(subject), entry.correction,
                     None if correct is None else lambda: correct(subject))

    return find
