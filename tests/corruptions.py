"""Certificates that are wrong in one place: the accepted ones, each with one small change.

A row of data/corruptions.json has the file in tests/accepted, the place of the change, the kind of fault and the place
that the checker must name, and what stands there instead; nothing does if the row ends before. A certificate that is
rejected for another reason shows nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDER = HERE / "accepted"


def read(name: str) -> dict[str, Any]:
    """Return a certificate that is accepted."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_bytes())
    return found


def spoiled(name: str, place: str, *instead: Any) -> dict[str, Any]:
    """Return an accepted certificate with another value in one place, or none."""
    return changed(read(name), place, *instead)


def changed(found: dict[str, Any], place: str, *instead: Any) -> dict[str, Any]:
    """Put another value in one place, or none; return the whole."""
    holder: Any = found
    *keys, last = place.split("/")
    for key in keys:
        holder = holder[int(key) if isinstance(holder, list) else key]
    key = int(last) if isinstance(holder, list) else last
    if instead:
        [holder[key]] = instead
    else:
        del holder[key]
    return found


@dataclass(frozen=True)
class Corruption:
    """A change in one place, and the kind of fault and the place that must be named."""

    file: str
    place: str
    kind: str
    at: str
    instead: tuple[Any, ...]


ROWS = json.loads((HERE / "data" / "corruptions.json").read_bytes())
CORRUPTIONS = [Corruption(*row[:4], tuple(row[4:])) for rows in ROWS.values() for row in rows]
