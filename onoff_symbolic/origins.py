"""What a statement of a certificate rests on: facts and hypotheses, as the checker noted them while it judged."""

from __future__ import annotations

from .checker import Certificate
from .checker.syntax import Index


def origins(certificate: Certificate, name: str) -> list[tuple[str, Index]]:
    """Return all references that a statement rests on, directly or through facts, each with its region."""
    seen: dict[tuple[str, Index], None] = {}
    waiting = list(certificate.notes[name])
    while waiting:
        region, ref = waiting.pop(0)
        if (region, ref) not in seen:
            seen[region, ref] = None
            if str(ref).startswith("f"):
                where, _, _, refs = certificate.facts.found[int(str(ref)[1:])]
                waiting += [(where.name, each) for each in refs]
    return [*seen]


def cited(certificate: Certificate, name: str) -> list[int]:
    """Return the numbers of the facts that a statement rests on, in order."""
    return sorted(
        {int(str(ref)[1:]) for _, ref in origins(certificate, name) if str(ref).startswith("f")}
    )


def used(certificate: Certificate, name: str) -> list[tuple[str, str]]:
    """Return the hypotheses that a statement rests on: (region, relation)."""
    seen: dict[tuple[str, str], None] = {}
    for where, ref in origins(certificate, name):
        if type(ref) is int:
            region = certificate.goal.regions[where]
            while region.parent is not None and ref < len(region.parent.hypotheses):
                region = region.parent  # where it was stated
            seen[region.name, region.hypotheses[ref][2]] = None
    return [*seen]
