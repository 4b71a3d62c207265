"""Templates and style sheets of reports, which are files."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def template(name: str) -> str:
    """Return a file of this folder."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
