"""How closely each claim is tied to the paper's LaTeX, as the record beside the claims file says (`source --record`).

    compared            a printed formula was found to say what the claim states
    formula pinned      a person compared them; a change of the printed formula is noticed
    sentence pinned     the same of a sentence

A line of the record has a kind, a label, the claims and fingerprints; `-` is none, `=` after a claim: compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..document import data_of
from ..errors import InputError

MAX_BYTES = 4_000_000


def record_of(claims: Path) -> Path:
    """Return where the record of a claims file is."""
    return claims.with_name("source.lock" if claims.name == "claims.toml" else f"{claims.stem}.source.lock")


def ties_of(claims: Path) -> dict[str, str]:
    """Return claim → tie; nothing where there is no record."""
    try:
        lines = data_of(str(record_of(claims)), MAX_BYTES).decode(errors="replace").splitlines()
    except InputError:
        return {}
    rows = [line.split(" ", 3) for line in lines if not line.startswith("#")]
    return tie_words((row[0], row[2].split(",")) for row in rows if len(row) > 2)


def tie_words(records: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """Return claim → compared, formula pinned or sentence pinned, from (kind, claims) of each line of a record."""
    ties: dict[str, str] = {}
    for kind, claims in records:
        pinned = "sentence pinned" if kind == "sentence" else "formula pinned"
        for claim in claims:
            word = "compared" if claim.endswith("=") else pinned
            name = claim.removesuffix("=")
            ties[name] = min(word, ties.get(name, word))      # the strongest comes first in the alphabet
    ties.pop("-", None)     # lines without a claim
    return ties
