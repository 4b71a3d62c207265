"""Lines of plain text: wrapped, in tables, and with colours on a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..result import Verdict
from .alphabet import spelt

INDENT = "  "
WIDEST = 100
GLUE = "\N{NO-BREAK SPACE}"
COLOURS = {Verdict.PROVED: "32", Verdict.CONDITIONAL: "33", Verdict.REFUTED: "31", Verdict.UNDECIDED: "35"}
_STYLE = re.compile("\033\\[\\d+m")


@dataclass(frozen=True)
class Look:
    """How text is to look. Only a terminal gets colours, and tables that are cut to its columns."""

    columns: int = 80
    terminal: bool = False
    steps: bool = False
    """Whether the steps of a certificate are written out, not only counted."""
    alphabet: str = ""
    """"greek", "ascii", or "" for Greek letters where a text has some."""

    @property
    def width(self) -> int:
        """Lines longer than this are hard to read."""
        return max(40, min(self.columns, WIDEST))

    def verdict(self, verdict: Verdict, said: str = "") -> str:
        return self._styled(said or verdict.value, COLOURS[verdict])

    def title(self, text: str) -> str:
        return self._styled(text, "1")

    def _styled(self, text: str, style: str) -> str:
        return f"\033[{style}m{text}\033[0m" if self.terminal else text

    def cut(self, line: str) -> str:
        """A row of a table that does not fit a terminal loses its end. Its last column is plain."""
        extra = visible(line) - self.columns
        return line[:-extra - 1] + "…" if self.terminal and extra > 0 and self.columns > 1 else line

    def wrapped(self, text: str, indent: str, hang: str = "") -> list[str]:
        """Lines of words; those after the first hang further in. What is glued stays on one line."""
        lines = [indent]
        for word in filter(None, spelt(text, self.alphabet).split(" ")):
            begun = bool(lines[-1].strip())
            if begun and visible(lines[-1]) + 1 + visible(word) > self.width:
                lines.append(indent + hang + word)
            else:
                lines[-1] += " " * begun + word
        return [line.replace(GLUE, " ") for line in lines]


PLAIN = Look()


def glued(texts: Iterable[str], longest: int = 40) -> str:
    """A list in which a line ends behind a comma rather than within a short text."""
    return ", ".join(text.replace(" ", GLUE) if len(text) <= longest else text for text in texts)


def visible(text: str) -> int:
    """How many columns a text takes."""
    return len(_STYLE.sub("", text))


def table(rows: Sequence[Sequence[str]], gap: str = "  ") -> list[str]:
    """Rows with aligned columns; the last column is not padded."""
    if not rows:
        return []
    widths = [max(visible(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        gap.join(cell + " " * (width - visible(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows]


_MATRIX = re.compile(r"(\[[^\[\]]*;[^\[\]]*\],?)")


def stated(text: str, indent: str, look: Look) -> list[str]:
    """A statement in lines; a matrix [a, b; c, d] in it stands on lines of its own, a row on each."""
    lines: list[str] = []
    for part in filter(str.strip, _MATRIX.split(text)):
        if _MATRIX.fullmatch(part):
            rows = [[cell.strip() for cell in row.split(",")] for row in part.rstrip(",")[1:-1].split(";")]
            grid = [indent + INDENT + line for line in table([[spelt(cell, look.alphabet) for cell in row]
                                                              for row in rows])]
            fits = len({len(row) for row in rows}) == 1 and max(map(visible, grid)) <= look.width
            lines += grid if fits else look.wrapped(part, indent)
        else:
            lines += look.wrapped(part.strip(), indent)
    return lines


def pairs(rows: Sequence[tuple[str, str]], indent: str, look: Look) -> list[str]:
    """Names and values, the values aligned and wrapped."""
    wide = max((visible(name) for name, _ in rows), default=0) + 2
    lines = []
    for name, value in rows:
        first, *rest = look.wrapped(value, indent + " " * wide)
        lines += [indent + name + " " * (wide - visible(name)) + first.strip(), *rest]
    return lines
