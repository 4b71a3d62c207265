"""Where the paper's own claims file is: in the installed package, or beside the package in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..errors import OnoffError
from .file import Paper
from .reader import load

NAME = "claims.toml"


def default(package: Path = Path(__file__).resolve().parent.parent) -> Path:
    """The claims file that belongs to this package."""
    for folder in (package / "proofs", package.parent / "proofs"):
        if (folder / NAME).is_file():
            return folder / NAME
    raise OnoffError(f"the claims file is missing: expected {package / 'proofs' / NAME}")


@cache
def the_paper() -> Paper:
    """The paper, read once."""
    return load(default())
