"""Where our own claims files are: in the installed package, or beside the package in a checkout."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

from ..errors import OnoffError
from .file import Paper
from .reader import load

NAME = "claims.toml"
OTHERS = ("beyond",)
"""The claims files that we ship besides the paper's, by the word that names them in a command."""


def default(package: Path = Path(__file__).resolve().parent.parent, name: str = NAME) -> Path:
    """Return the path of the claims file of the paper, or of another that we ship."""
    for folder in (package / "proofs", package.parent / "proofs"):
        if (folder / name).is_file():
            return folder / name
    raise OnoffError(f"the claims file is missing: expected {package / 'proofs' / name}")


def place_of(file: str | None) -> Path:
    """Return the path of the claims file that a user names by a word such as beyond or a path; none: the paper's."""
    if file is None:
        return default()
    return default(name=f"{file}.toml") if file in OTHERS and not Path(file).exists() else Path(file)


def option(paper: Paper) -> str:
    """Return the option of a command that names this claims file, with a space before it; "" for the paper's own."""
    for name in ("", *OTHERS):
        if paper.file == default(name=f"{name}.toml" if name else NAME):
            return f" --claims {name}" if name else ""
    return f" --claims {shlex.quote(str(paper.file))}"


def ours(paper: Paper) -> bool:
    """Return whether it is a claims file that we ship: its certificates are not a user's to write."""
    return option(paper).removeprefix(" --claims ") in ("", *OTHERS)


@cache
def the_paper() -> Paper:
    """Return the paper, read once."""
    return load(default(), whole=False)
