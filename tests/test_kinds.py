"""Kinds of statements in the words of claims files and in those of the checker; certificates of version 2."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from corruptions import read

from onoff_symbolic import checker
from onoff_symbolic.claims.kinds import restated, worded
from onoff_symbolic.search import convert

SCHEMES = {"S": {"sources": ["A", "B"]}}
PAIRS = {
    "defined": ({"scheme": "S"}, {"kind": "occurs", "scheme": "S", "must": "rows"}),
    "normalised": ({"scheme": "S"}, {"kind": "occurs", "scheme": "S", "must": "laws"}),
    "decodable": ({"scheme": "S"}, {"kind": "occurs", "scheme": "S", "must": "serves"}),
    "determined": ({"scheme": "S"}, {"kind": "occurs", "scheme": "S", "must": "function"}),
    "placed": (
        {"scheme": "S", "time": [2, 1], "query": "A", "map": {"A": "B", "B": "A"}},
        {"kind": "occurs", "scheme": "S", "must": {"time": [2, 1], "query": "A", "map": {"A": "B", "B": "A"}}},
    ),
    "private": ({"scheme": "S"}, {"kind": "alike", "process": "S", "starts": ["A", "B"]}),
    "most": ({"of": "(x)*(y)", "value": "a"}, {"kind": "least", "of": "-((x)*(y))", "value": "-(a)"}),
    "unique": ({"value": "a", "table": "T"}, {"kind": "optimum", "value": "a", "table": "T"}),
    "holds": ({"text": "a > 0"}, {"kind": "holds", "text": "a > 0"}),
}


@pytest.mark.parametrize("kind", PAIRS)
def test_each_kind_is_restated_and_worded_again(kind: str) -> None:
    said, stated = PAIRS[kind]

    assert restated({"kind": kind, **said}, SCHEMES) == stated
    assert worded(stated, SCHEMES) == {"kind": kind, **said}


@pytest.mark.parametrize(
    "stated",
    [
        {"kind": "alike", "process": "S", "starts": ["A"]},
        {"kind": "alike", "process": "P", "starts": ["A", "B"]},
        {"kind": "least", "of": "-(x)*(y)", "value": "-(a)"},
        {"kind": "optimum", "value": "a"},
    ],
)
def test_what_has_no_word_of_its_own_stays_as_it_is(stated: dict[str, Any]) -> None:
    assert worded(stated, SCHEMES) == stated == restated(stated, SCHEMES)


def version_2(name: str) -> dict[str, Any]:
    """Return an accepted certificate as it was written before version 3."""
    found = read(name)
    goal = found["goal"]
    for part in ("proves", "beside", "corrects"):
        goal[part] = [worded(statement, goal["schemes"]) for statement in goal[part]]
    for failure in goal["fails"]:
        failure["statement"] = worded(failure["statement"], goal["schemes"])
    return {**found, "version": 2}


@pytest.mark.parametrize("name", ["scheme", "refuted", "least", "program"])
def test_a_certificate_of_version_2_is_refused_and_can_be_converted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.json"
    path.write_text(json.dumps(version_2(name)), encoding="utf-8")

    old = checker.judge({"it": path.read_bytes()})["it"]
    monkeypatch.setattr(sys, "argv", ["convert", str(path)])
    convert.main()
    new = checker.judge({"it": path.read_bytes()})["it"]

    assert (old.word, old.kind) == ("invalid", "form") and "onoff_symbolic.search.convert" in old.why
    assert new.word == "valid" and json.loads(path.read_bytes()) == read(name)
