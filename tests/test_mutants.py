"""A part of `make mutants`, and that its record belongs to the claims file of today."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from changes import Change, _Words, changes, texts
from mutants import Base, base, noticed, reasons, written

from onoff_symbolic.claims.place import default, the_paper
from onoff_symbolic.claims.reader import read
from onoff_symbolic.paper.score import RECORD, fingerprint, score

pytestmark = pytest.mark.slow
STEP = 163
"""Every so many changes are tried."""


@pytest.fixture(scope="module")
def judged() -> Base:
    return base(default())


@pytest.fixture(scope="module")
def possible(judged: Base) -> list[Change]:
    return list(changes(judged.data))


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((default().parent / RECORD).read_text(encoding="utf-8"))
    return found


class TestNoticed:
    def test_comes_out_as_recorded(self, judged: Base, possible: list[Change], recorded: dict[str, Any]) -> None:
        some = possible[::STEP]
        left = dict(recorded["unnoticed"])

        assert len(some) > 25
        assert [each.name for each in some if bool(noticed(judged, each)) == (each.name in left)] == []

    def test_is_not_said_of_what_no_verdict_notices(
            self, judged: Base, possible: list[Change], recorded: dict[str, Any]) -> None:
        left = dict(recorded["unnoticed"])
        unnoticed = [change for change in possible if change.name in left][:2]

        assert len(unnoticed) == 2
        assert not any(noticed(judged, change) for change in unnoticed)

    @pytest.mark.parametrize("table, place, value, expected", [
        ("M", 0, "(1 - alpha)*1", False),
        ("Ta", 0, "1 - (1 - alpha - beta)/(1 - alpha)", False),
        ("steps", 0, "1 - (alpha - alpha*u)/(alpha + beta)", False),
        ("M", 0, "(1 - alpha)*2", True),
        ("M", 3, "1 + beta", True),
        ("Ta", 0, "alpha/", True),
    ])
    def test_goes_by_what_an_entry_means(
            self, judged: Base, table: str, place: int, value: str, expected: bool) -> None:
        change = Change(("tables", table, "entries", place), value, "another text")
        assert change.made(judged.data) != judged.data
        assert bool(noticed(judged, change)) is expected

    def test_includes_a_file_that_cannot_be_judged(self, judged: Base) -> None:
        assert noticed(judged, Change(("schemes", "low", "chain"), "nothing", "no table"))


def test_a_change_leaves_the_data_alone(judged: Base, possible: list[Change]) -> None:
    before = json.dumps(judged.data)
    assert all(change.made(judged.data) != judged.data for change in possible[::20])
    assert json.dumps(judged.data) == before


def test_every_kind_of_word_is_changed(judged: Base) -> None:
    found = dict(texts("for a in A,B: M[a,A]**2 - 0.25 <= history(low,a,AB,A)", _Words(judged.data)))
    assert set(found.values()) == {
        "for a in A,B: " + text for text in (
            "any[a,A]**2 - 0.25 <= history(low,a,AB,A)",
            "M[a,B]**2 - 0.25 <= history(low,a,AB,A)",
            "M[a,A]**3 - 0.25 <= history(low,a,AB,A)",
            "M[a,A]**2 + 0.25 <= history(low,a,AB,A)",
            "M[a,A]**2 - 0.26 <= history(low,a,AB,A)",
            "M[a,A]**2 - 0.25 >= history(low,a,AB,A)",
            "M[a,A]**2 - 0.25 <= history(high,a,AB,A)",
            "M[a,A]**2 - 0.25 <= history(low,a,A,A)",
            "M[a,A]**2 - 0.25 <= history(low,a,AB,B)",
        )}


# -- the record ----------------------------------------------------------------------------------------------------


def drift(record: Mapping[str, Any], of: str, possible: list[Change]) -> list[str]:
    """Return where a record differs from the changes of today, or from itself."""
    totals = Counter(change.owner for change in possible)
    owners = {change.name: change.owner for change in possible}
    left = Counter(owners.get(name, "unknown") for name, _ in record["unnoticed"])
    found = [] if record["of"] == of else ["it is of other claims"]
    for owner in {**record["scores"], **totals, **left}:
        verdict, witness, total = record["scores"].get(owner, (0, 0, 0))
        if (verdict + witness, total) != (totals[owner] - left[owner], totals[owner]):
            found.append(f"{owner}: {totals[owner]} possible, {left[owner]} unnoticed")
    return found


class TestRecord:
    def test_is_that_of_today(self, recorded: dict[str, Any], possible: list[Change]) -> None:
        assert drift(recorded, fingerprint(the_paper()), possible) == []

    def test_that_drifts_is_noticed(self, recorded: dict[str, Any], possible: list[Change]) -> None:
        of = recorded["of"]
        left = recorded["unnoticed"]
        assert drift(recorded, "another", possible)
        assert drift(recorded, of, possible[1:])
        assert drift({**recorded, "unnoticed": left[1:]}, of, possible)
        assert drift({**recorded, "unnoticed": [["nothing of today", "why"], *left[1:]]}, of, possible)

    def test_has_a_fingerprint_of_what_is_mutated(self, judged: Base, possible: list[Change]) -> None:
        file = judged.paper.file
        for change in [change for change in possible if change.path[0] == "tables"][::400]:
            assert fingerprint(read(change.made(judged.data), file)) != fingerprint(judged.paper)
        prose = Change(("claim", "lemma1", "says"), "Something else.", "prose")
        assert fingerprint(read(prose.made(judged.data), file)) == fingerprint(judged.paper)

    def test_is_written_as_it_is_read(self, recorded: dict[str, Any]) -> None:
        assert written(recorded) == (default().parent / RECORD).read_text(encoding="utf-8")

    def test_has_every_change_of_which_a_reason_is_given(self, recorded: dict[str, Any]) -> None:
        assert reasons(default().parent).items() <= dict(recorded["unnoticed"]).items()


class TestScore:
    def test_counts_all_changes(self, judged: Base, recorded: dict[str, Any]) -> None:
        shown = score(judged.paper)
        assert shown is not None
        assert shown.total == sum(row[2] for row in recorded["scores"].values())

    def test_is_shown_for_no_other_claims(self, judged: Base, tmp_path: Path) -> None:
        twice = Change(("tables", "M", "entries", 0), "2", "2")
        assert score(read(twice.made(judged.data), judged.paper.file)) is None
        assert score(read(judged.data, tmp_path)) is None
