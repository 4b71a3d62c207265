"""Where the paper's own claims file is: in the installed package, or beside the package in a checkout."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

from ..errors import OnoffError
from .file import Paper
from .reader import load

NAME = "claims.toml"
OTHERS = ("beyond",)
"""Further claims files of ours, without their ending."""


def default(package: Path = Path(__file__).resolve().parent.parent, name: str = NAME) -> Path:
    """The claims file that belongs to this package, or another of ours."""
    for folder in (package / "proofs", package.parent / "proofs"):
        if (folder / name).is_file():
            return folder / name
    raise OnoffError(f"the claims file is missing: expected {package / 'proofs' / name}")


def place_of(file: str | None) -> Path:
    """The claims file that a user names: one of ours by a word, or any; the paper's own if none is named."""
    if file is None:
        return default()
    return default(name=f"{file}.toml") if file in OTHERS and not Path(file).exists() else Path(file)


def option(paper: Paper) -> str:
    """What names the paper's claims file in a command; nothing for the paper's own."""
    for name in ("", *OTHERS):
        if paper.file == default(name=f"{name}.toml" if name else NAME):
            return f" --claims {name}" if name else ""
    return f" --claims {shlex.quote(str(paper.file))}"


def ours(paper: Paper) -> bool:
    """Whether it is one of our claims files, whose certificates are not a user's to write."""
    return option(paper).removeprefix(" --claims ") in ("", *OTHERS)


@cache
def the_paper() -> Paper:
    """The paper, read once."""
    return load(default(), whole=False)
