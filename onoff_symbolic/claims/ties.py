"""How the claims of a file are tied to the paper's source, as the record beside the file says."""

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
    columns = [line.split(" ", 3) for line in lines if not line.startswith("#")]
    return tie_words((found[0], found[2].split(",")) for found in columns if len(found) > 2)


def tie_words(records: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """Return claim → compared, formula pinned or sentence pinned; a claim that was compared ends with = in a record."""
    found: dict[str, str] = {}
    for kind, claims in records:
        pinned = "sentence pinned" if kind == "sentence" else "formula pinned"
        for claim in claims:
            word = "compared" if claim.endswith("=") else pinned
            name = claim.removesuffix("=")
            found[name] = min(word, found.get(name, word))      # the strongest comes first in the alphabet
    found.pop("-", None)
    return found
