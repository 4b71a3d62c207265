"""The line of each value of a TOML document."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from run import ROOT

from onoff_symbolic.claims.reader import RESERVED
from onoff_symbolic.cli import commands
from onoff_symbolic.lines import place_of

SMALL = ROOT / "tests" / "data" / "small.toml"
DOCUMENTS = [SMALL, *sorted((ROOT / "proofs").rglob("*.toml")), *sorted((ROOT / "examples").rglob("*.toml"))]


def line_of(text: str, path: tuple[str | int, ...]) -> int:
    """The line of the key or value at a path."""
    return text.count("\n", 0, place_of(text, path)) + 1


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The strings of a document, each with its path."""
    if isinstance(value, str):
        yield path, value
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from leaves(each, (*path, key))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_string_begins_on_its_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    written = text.splitlines()
    for place, value in leaves(tomllib.loads(text)):
        line = written[line_of(text, place) - 1]
        first = value.split("\n")[0].strip()
        written_so = any(form[:20] in line for form in (first, first.replace("\\", "\\\\")))  # literal, or escaped
        assert written_so or re.search("[\"']{3}", line)


def test_what_is_not_there_is_where_its_table_is() -> None:
    text = (
        "a = []\n\n[b]\nc = [\n  { d = 2 },\n  { d = 3, 'e f' = '''\nx''', g.h = 1e-3 },\n]\n[[b.t]]\n[[b.t]]\n"
        "x = 1979-05-27 07:32:00\n"
    )
    for path, line in (
        (("a",), 1),
        (("b",), 3),
        (("b", "c", 0, "d"), 5),
        (("b", "c", 1, "e f"), 6),
        (("b", "c", 1, "g", "h"), 7),
        (("b", "c", 1, "z"), 6),
        (("b", "c", 7), 4),
        (("b", "t", 1), 10),
        (("b", "t", 1, "x"), 11),
        (("z",), 1),
        ((), 1),
    ):
        assert line_of(text, path) == line, path


def test_the_words_of_the_command_line_name_no_claim() -> None:
    assert {*RESERVED} == {"all", *commands.commands}
