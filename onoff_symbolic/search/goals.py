"""A scheme as a goal that states nothing yet."""

from __future__ import annotations

from .write import empty_goal
from ..schemes.names import Part
from ..schemes.scheme import NAME, Scheme


def scheme_goal(scheme: Scheme, claim: str) -> Part:
    """Return the goal with the tables and the rules of a scheme."""
    return empty_goal(
        claim,
        scheme.title or "a scheme",
        scheme.letters.names,
        {},
        scheme.tables,
        {NAME: scheme.rules},
    )
