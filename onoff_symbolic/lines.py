"""Where a value stands in a TOML document that `tomllib` has read: it tells no lines by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

Path = tuple[str | int, ...]

_STRING = r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
_TOKEN = re.compile(rf"(?P<space>(?:[ \t\r\n]|#[^\n]*)+)|(?P<string>{_STRING})|(?P<mark>[][{{}},=.])|"
                    r"(?P<word>[^][{},=.\"'#\s]+)|(?P<other>.)", re.DOTALL)


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line of the value at a path of keys and positions; or of what is there of the path."""
    found = _Lines(text).found
    return next((found[tuple(path[:size])] for size in range(len(path), 0, -1) if tuple(path[:size]) in found), 1)


class _Lines:
    """Walks through a document; the lines of all values are in `found`."""

    def __init__(self, text: str) -> None:
        self.found: dict[Path, int] = {}
        self.items: dict[Path, int] = {}        # how many tables a list of tables has so far
        self.tokens: list[tuple[str, int, bool]] = []      # (text, line, whether a line ends before it)
        line, ended = 1, True
        for match in _TOKEN.finditer(text):
            if match.lastgroup == "space":
                ended = ended or "\n" in match[0]
            else:
                self.tokens.append((match[0], line, ended))
                ended = False
            line += match[0].count("\n")
        self.place = 0
        table: Path = ()
        while self.place < len(self.tokens):
            table = self._header() if self._peek() == "[" else self._entry(table)

    def _peek(self, ahead: int = 0) -> str:
        return self.tokens[self.place + ahead][0] if self.place + ahead < len(self.tokens) else ""

    def _line(self) -> int:
        return self.tokens[min(self.place, len(self.tokens) - 1)][1]

    def _take(self) -> str:
        self.place += 1
        return self._peek(-1)

    def _key(self) -> Path:
        """A dotted key."""
        keys = [_bare(self._take())]
        while self._peek() == ".":
            self._take()
            keys.append(_bare(self._take()))
        return tuple(keys)

    def _header(self) -> Path:
        line, many = self._line(), self._peek(1) == "["
        self.place += 1 + many
        path = self._within(self._key())
        self.place += 1 + many
        if many:
            self.items[path] = self.items.get(path, 0) + 1
            path = (*path, self.items[path] - 1)
        for size in range(1, len(path) + 1):
            self.found.setdefault(path[:size], line)
        return path

    def _within(self, keys: Path) -> Path:
        """The path of a header's keys: of a list of tables the last one is meant."""
        path: Path = ()
        for i, key in enumerate(keys, start=1):
            path = (*path, key)
            if path in self.items and i < len(keys):
                path = (*path, self.items[path] - 1)
        return path

    def _entry(self, table: Path) -> Path:
        line = self._line()
        path = (*table, *self._key())
        for size in range(len(table) + 1, len(path) + 1):
            self.found.setdefault(path[:size], line)
        if self._peek() == "=":
            self._take()
            self._value(path)
        return table

    def _value(self, path: Path) -> None:
        self.found.setdefault(path, self._line())
        opened = self._take()
        if opened == "[":
            position = 0
            while self._peek() not in ("]", ""):
                self._value((*path, position))
                position += 1
                if self._peek() == ",":
                    self._take()
            self._take()
        elif opened == "{":
            while self._peek() not in ("}", ""):
                self._entry(path)
                if self._peek() == ",":
                    self._take()
            self._take()
        else:       # a number or a date may have several parts
            while self._peek() not in ("", ",", "]", "}") and not self.tokens[self.place][2]:
                self._take()


def _bare(key: str) -> str:
    return key[1:-1] if key[:1] in ("'", '"') else key
