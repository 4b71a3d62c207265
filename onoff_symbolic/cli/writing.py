"""Writing a claims file: `new` begins one, `--watch` judges it again whenever it is saved."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import NoReturn

import click

from ..errors import InputError, OnoffError
from .output import FILE, one_line, writable, write
from .terminal import Interruption, obeys

PAUSE = 1 / 5
"""Seconds between two looks at a file."""


@click.command(epilog="\b\nExamples:\n  onoff-verify new my-paper.toml\n"
                      "  onoff-verify all --claims my-paper.toml --watch")
@click.argument("path", metavar="FILE", type=FILE, callback=writable)
@click.option("--tex", metavar="PAPER.tex", type=FILE, help="Propose tables and list all displays of this paper.")
def new(path: str, tex: str | None) -> None:
    """Start a claims file of your own: a template with comments that can be judged as it is.

    Existing files are never overwritten. Next: docs/your-paper.md.
    """
    if os.path.lexists(path):
        raise InputError(f"{path}: expected a new file, found an existing one")
    if tex is None:
        text = resources.files("onoff_symbolic.claims").joinpath("template.toml").read_text(encoding="utf-8")
    else:
        from ..source.begin import begun

        text = begun(Path(tex))
    write(text, path)
    name = one_line(path)
    click.echo(f"Wrote {name}. Next: onoff-verify all --claims {name} --watch")


def watched(path: str, judge: Callable[[], None]) -> NoReturn:
    """Judge now, and again whenever the file is saved, until Ctrl-C. What is wrong with the file is one line."""
    while True:
        seen = _state(path)
        if obeys(sys.stdout):
            click.clear()
        try:
            judge()
        except OnoffError as error:
            click.echo(f"onoff-verify: {one_line(str(error))}", err=True)
        click.echo(f"-- watching {one_line(path)}; Ctrl-C ends", err=True)
        while _state(path) in (seen, None):     # an editor may take it away for a moment
            Interruption.stop()
            time.sleep(PAUSE)


def _state(path: str) -> tuple[int, int, int] | None:
    """What changes when a file is saved; None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


COMMANDS = (new,)
