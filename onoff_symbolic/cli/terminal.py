"""What only a terminal gets: colours, and a bar on stderr while something takes long.

A pipe or a file gets the same bytes whatever the environment says; so nothing can force colours. `NO_COLOR` (set to
anything but nothing) and `TERM=dumb` keep a terminal plain.
"""

from __future__ import annotations

import os
import sys
from time import monotonic
from typing import TextIO

BAR = 24
CLEAR = "\r\033[K"


def colours(stream: TextIO | None) -> bool:
    """Whether colours may be written to the stream."""
    return obeys(stream) and not os.environ.get("NO_COLOR")


def obeys(stream: TextIO | None) -> bool:
    """Whether the stream is a terminal that knows control sequences."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def utf8(stream: TextIO) -> bool:
    """Whether the stream takes every sign, and the locale is one that does."""
    coding = (getattr(stream, "encoding", "") or "").lower().replace("-", "")
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return coding == "utf8" and locale not in ("C", "POSIX")


def width(stream: TextIO) -> int:
    """The columns of the terminal behind a stream; 80 where it does not tell."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


EVERY, SELDOM = 5, 20
"""Seconds between two lines in a log; the second where most runs are short."""


class Interruption:
    """Ctrl-C. Where Python drops it (while a compiled module is imported, say), the next sign of progress stops."""

    asked = False

    @classmethod
    def ask(cls, *_: object) -> None:
        cls.asked = True
        raise KeyboardInterrupt

    @classmethod
    def stop(cls) -> None:
        if cls.asked:
            raise KeyboardInterrupt


class Progress:
    """A bar on stderr that says what is being done and clears itself. Where stderr is no terminal it is silent, or with
    `log` writes a line every few seconds, or more seldom."""

    def __init__(self, total: int, log: bool = False, seldom: bool = False) -> None:
        self.total, self.seldom = total, seldom
        self.done = 0
        self.shown = obeys(sys.stderr)
        self._log = log and not self.shown and sys.stderr is not None
        self._told = monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def step(self, what: str) -> None:
        """What is begun now; what came before is done."""
        self._write(bar(self.done, self.total, what, width(sys.stderr)) if self.shown else "")
        self._note(f"{self.done}/{self.total} done, now {what}")
        self.done += 1

    def count(self, done: int, total: int, what: str) -> None:
        """How much is done, of how much, where both may change; a total of 0 is one that nobody knows."""
        self._write(bar(done, total, what, width(sys.stderr)) if self.shown and total else
                    f"{done} {what}"[:max(width(sys.stderr) - 1, 0)] if self.shown else "")
        self._note(f"{done}{f'/{total}' if total else ''} done, now {what}")

    def say(self, what: str) -> None:
        """What is being done, where nobody knows how much is left."""
        self._write(what[:max(width(sys.stderr) - 1, 0)] if self.shown else "")
        self._note(what)

    def _note(self, line: str) -> None:
        Interruption.stop()
        if self._log and monotonic() - self._told >= (SELDOM if self.seldom else EVERY):
            self._told = monotonic()
            print(line, file=sys.stderr, flush=True)

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
