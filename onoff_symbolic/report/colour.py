"""Text reports for a terminal: the same words with colours, and tables of claims that fit.

The report itself stays plain. Verdicts are found by the place where `text` writes them, never in the middle of a
sentence; without the colours the text is what it was, but for rows that were cut to the width.
"""

from __future__ import annotations

import re

COLOURS = {"proved": "32", "conditional": "33", "refuted": "31", "undecided": "35"}
BOLD = "1"

_VERDICT = "|".join(COLOURS)
_HEAD = re.compile(r"claim +verdict +shown +statement")
_TITLE = re.compile(r"[A-Z][a-z]+( [a-z]+)*( \([a-z]+, \d+/\d+\))?|Fails where .*")
_PLACES = tuple(re.compile(pattern) for pattern in (
    rf"(?P<before>Verdict: )(?P<verdict>{_VERDICT})(?P<after>(; it needs .*)?)",
    rf"(?P<before>(  )?[a-z0-9-]+( chain)? {{2,}})(?P<verdict>{_VERDICT})(?P<after>(  |: |, see below).*|)",
    rf"(?P<before>[a-z0-9-]+: )(?P<verdict>{_VERDICT})(?P<after>)",
    rf"(?P<before>\d+\. .* \([a-z0-9-]+, )(?P<verdict>{_VERDICT})(?P<after>\))",
))
_SUMMARY = re.compile(r"\d+ claims: .*")
_COUNT = re.compile(rf"(?P<count>[1-9]\d* )(?P<verdict>{_VERDICT})")


def coloured(text: str, columns: int) -> str:
    """A text report as a terminal with so many columns shows it."""
    lines = []
    inside = False
    for line in text.split("\n"):
        inside = bool(line) and (inside or _HEAD.fullmatch(line) is not None)
        lines.append(_line(_cut(line, columns) if inside else line))
    return "\n".join(lines)


def _cut(line: str, columns: int) -> str:
    return line if len(line) <= columns or columns < 2 else line[:columns - 1] + "…"


def _line(line: str) -> str:
    for place in _PLACES:
        match = place.fullmatch(line)
        if match is not None:
            verdict = match["verdict"]
            return match["before"] + _styled(verdict, COLOURS[verdict]) + match["after"]
    if _SUMMARY.fullmatch(line):
        return _COUNT.sub(lambda found: _styled(found[0], COLOURS[found["verdict"]]), line)
    return _styled(line, BOLD) if _HEAD.fullmatch(line) or _TITLE.fullmatch(line) else line


def _styled(text: str, style: str) -> str:
    return f"\033[{style}m{text}\033[0m"
