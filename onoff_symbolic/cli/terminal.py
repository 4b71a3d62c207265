"""What only a terminal gets: colours, and a bar on stderr while something takes long.

A pipe or a file gets the same bytes whatever the environment says; so nothing can force colours. `NO_COLOR` (set to
anything but nothing) and `TERM=dumb` keep a terminal plain.
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

BAR = 24
CLEAR = "\r\033[K"


def colours(stream: TextIO | None) -> bool:
    """Whether colours may be written to the stream."""
    return obeys(stream) and not os.environ.get("NO_COLOR")


def obeys(stream: TextIO | None) -> bool:
    """Whether the stream is a terminal that knows control sequences."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def width(stream: TextIO) -> int:
    """The columns of the terminal behind a stream; 80 where it does not tell."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


class Progress:
    """A bar on stderr that says what is being done and clears itself; silent unless stderr is a terminal."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.shown = obeys(sys.stderr)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def step(self, what: str) -> None:
        """What is begun now; what came before is done."""
        self._write(bar(self.done, self.total, what, width(sys.stderr)) if self.shown else "")
        self.done += 1

    def say(self, what: str) -> None:
        """What is being done, where nobody knows how much is left."""
        self._write(what[:max(width(sys.stderr) - 1, 0)] if self.shown else "")

    def _write(self, line: str) -> None:
        if self.shown:
            sys.stderr.write(CLEAR + line)
            sys.stderr.flush()


def bar(done: int, total: int, what: str, columns: int) -> str:
    """One line that fits: a bar if there is room for it, the count, and what is being done."""
    count = f"{done}/{total} "
    cells = min(BAR, columns - len(count) - len(what) - 4)
    full = cells * done // total if total else cells
    drawn = f"[{'#' * full}{'.' * (cells - full)}] " if cells >= 5 else ""
    return f"{drawn}{count}{what}"[:max(columns - 1, 0)]
