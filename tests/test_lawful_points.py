"""What is said to fail, or denied, fails at a point where the laws that it takes as given are laws, or not at all.

Each statement of data/lawful.json is false at p = 1/2, where there are laws, and as far as its numbers go at p = 2,
where there are none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from onoff_symbolic import checker

LAWFUL = json.loads((Path(__file__).parent / "data" / "lawful.json").read_bytes())
STATEMENTS = [each["statement"] for each in LAWFUL["goal"]["fails"]]
DENIED = pytest.mark.parametrize("denied", [False, True], ids=["fails", "denies"])


def answer(statements: Sequence[Any], failures: Sequence[Any], denied: bool) -> checker.Answer:
    """Return the answer to a certificate that says that these fail, or denies them."""
    goal = {**LAWFUL["goal"], "fails": [{"statement": each, "violates": ""} for each in statements]}
    if denied:
        goal |= {"verdict": "proved", "denies": [*statements], "fails": []}
    file = {**LAWFUL, "goal": goal, "failures": [*failures]}
    return checker.judge({"it": json.dumps(file).encode()})["it"]


@DENIED
class TestFailure:
    def test_counts_where_there_are_laws(self, denied: bool) -> None:
        assert answer(STATEMENTS, LAWFUL["failures"], denied)[:2] == ("valid", "")

    @pytest.mark.parametrize("number", range(len(STATEMENTS)), ids=lambda number: STATEMENTS[number]["kind"])
    def test_does_not_count_where_there_are_none(self, number: int, denied: bool) -> None:
        moved = {**LAWFUL["failures"][number], "at": {"p": "2", "u": "0"}}
        found = answer([STATEMENTS[number]], [moved], denied)
        assert (found.word, found.kind) == ("invalid", "failure")

    @pytest.mark.parametrize("kind", ["hides", "tells"])
    def test_has_to_show_more_than_that_a_draw_has_no_law(self, kind: str, denied: bool) -> None:
        (statement,) = [each for each in STATEMENTS if each["kind"] == kind]
        assert answer([statement], [{"at": {"p": "2", "u": "0"}}], denied).word == "invalid"

    @pytest.mark.parametrize(
        "must, p, word",
        [("laws", "2", "valid"), ("laws", "1/2", "invalid"), ("rows", "2", "invalid"), ("rows", "1/2", "invalid")],
    )
    def test_that_something_is_no_law_counts_where_it_is_none(self, must: str, p: str, word: str, denied: bool) -> None:
        statement = {"kind": "occurs", "region": "all", "scheme": "R", "must": must}
        failure = {"at": {"p": p, "u": "0"}, "time": 0, "state": ["A", "A", "AB"], "request": None}
        assert answer([statement], [failure], denied).word == word
