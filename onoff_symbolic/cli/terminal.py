"""What only a terminal gets: colours, and a line on stderr that says how far a long command is.

A pipe or a file gets the same bytes whatever the environment says; so nothing can force colours. `NO_COLOR` (set to
anything but nothing) and `TERM=dumb` keep a terminal plain.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import monotonic
from typing import ClassVar, TextIO

CLEAR = "\r\033[K"


def colours(stream: TextIO | None) -> bool:
    """Whether colours may be written to the stream."""
    return obeys(stream) and not os.environ.get("NO_COLOR")


def obeys(stream: TextIO | None) -> bool:
    """Whether the stream is a terminal that knows control sequences."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def writes_signs(stream: TextIO) -> bool:
    """Return whether α and ≤ can be written to the stream."""
    try:
        "α≤".encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True


def plain_locale() -> bool:
    """Return whether the locale knows no Greek letters, whatever the stream takes."""
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return locale in ("C", "POSIX")


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
    """A line on stderr that says how far a command is and clears itself. Where stderr is no terminal it is silent, or
    with `log` writes a line every few seconds, or more seldom."""

    listener: ClassVar[Callable[[str], None] | None] = None
    """Is given each line, in place of stderr."""

    def __init__(self, total: int, log: bool = False, seldom: bool = False) -> None:
        self.total = total
        self.done = 0
        self._shown = obeys(sys.stderr)
        self._log = log and not self._shown and sys.stderr is not None
        self._every = SELDOM if seldom else EVERY
        self._logged = monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def step(self, what: str) -> None:
        """Show what is begun now; what came before is done."""
        self.count(self.done, self.total, what)
        self.done += 1

    def count(self, done: int, total: int, what: str) -> None:
        """Show how much is done, and of how much; a total of 0 is unknown."""
        amount = f"{done}/{total}" if total else str(done)
        self._show(f"{amount} done, now {what}")

    def say(self, what: str) -> None:
        """Show what is being done, where nobody knows how much is left."""
        self._show(what)

    def _show(self, line: str) -> None:
        Interruption.stop()
        if Progress.listener is not None:
            Progress.listener(line)
            return
        self._write(line[:max(width(sys.stderr) - 1, 0)])
        if self._log and monotonic() - self._logged >= self._every:
            self._logged = monotonic()
            print(line, file=sys.stderr, flush=True)

    def _write(self, line: str) -> None:
        if self._shown:
            sys.stderr.write(CLEAR + line)
            sys.stderr.flush()
