"""A part of `make mutants`, and that its record belongs to the claims file of today."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from onoff_symbolic.claims.place import default, the_paper
from onoff_symbolic.claims.reader import read
from changes import Change, _Words, changes, texts
from mutants import Base, base, noticed, reasons, written
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


def wrong(judged: Base, some: list[Change], left: Mapping[str, str]) -> Iterator[str]:
    """Changes that come out otherwise than recorded."""
    for change in some:
        if bool(noticed(judged, change)) == (change.name in left):
            yield change.name


def test_changes_come_out_as_recorded(judged: Base, possible: list[Change], recorded: dict[str, Any]) -> None:
    some = possible[::STEP]
    assert len(some) > 25
    assert list(wrong(judged, some, dict(recorded["unnoticed"]))) == []


def test_what_is_not_noticed_is_told(judged: Base, possible: list[Change], recorded: dict[str, Any]) -> None:
    """The measure can tell a change that no verdict notices, and one that is recorded wrongly."""
    left = dict(recorded["unnoticed"])
    unnoticed = [change for change in possible if change.name in left][:2]
    assert unnoticed and not any(noticed(judged, change) for change in unnoticed)
    assert list(wrong(judged, unnoticed, {})) == [change.name for change in unnoticed]


def test_the_same_again_is_not_noticed(judged: Base) -> None:
    entries = judged.data["tables"]["T1"]["entries"]
    same = Change(("tables", "T1", "entries", 0), f"({entries[0]})*1", "the same")
    other = Change(("tables", "T1", "entries", 0), f"({entries[0]})*2", "twice")
    assert not noticed(judged, same)
    assert noticed(judged, other)


def test_a_claims_file_that_cannot_be_judged_is_noticed(judged: Base) -> None:
    assert noticed(judged, Change(("tables", "Ta", "entries", 0), "alpha/", "no expression"))
    assert noticed(judged, Change(("schemes", "low", "chain"), "nothing", "no table"))


def test_a_change_leaves_the_data_alone(judged: Base, possible: list[Change]) -> None:
    before = json.dumps(judged.data)
    for change in possible[::20]:
        assert change.made(judged.data) != judged.data
    assert json.dumps(judged.data) == before


def test_every_kind_of_word_is_changed() -> None:
    found = dict(texts("for a in A,B: M[a,A]**2 - 0.25 <= history(low,a,AB,A)", _words()))
    assert set(found.values()) == {
        "for a in A,B: " + text for text in (
            "any[a,A]**2 - 0.25 <= history(low,a,AB,A)", "M[a,B]**2 - 0.25 <= history(low,a,AB,A)",
            "M[a,A]**3 - 0.25 <= history(low,a,AB,A)", "M[a,A]**2 + 0.25 <= history(low,a,AB,A)",
            "M[a,A]**2 - 0.26 <= history(low,a,AB,A)", "M[a,A]**2 - 0.25 >= history(low,a,AB,A)",
            "M[a,A]**2 - 0.25 <= history(high,a,AB,A)", "M[a,A]**2 - 0.25 <= history(low,a,A,A)",
            "M[a,A]**2 - 0.25 <= history(low,a,AB,B)")}


def _words() -> Any:
    from onoff_symbolic import document

    return _Words(document.read(str(default())))


# -- the record --------------------------------------------------------------------------------------------


def drift(record: Mapping[str, Any], of: str, possible: list[Change]) -> list[str]:
    """Where a record differs from the changes of today, or from itself."""
    totals = Counter(change.owner for change in possible)
    owners = {change.name: change.owner for change in possible}
    left = Counter(owners.get(name, "") for name, _ in record["unnoticed"])
    found = [] if record["of"] == of else ["it is of other claims"]
    found += [f"{owner}: {record['scores'].get(owner)} recorded, {totals[owner]} possible, {left[owner]} unnoticed"
              for owner in {**record["scores"], **totals}
              if _row(record, owner) != (totals[owner] - left[owner], totals[owner])]
    return found + [f"unknown: {name}" for name, _ in record["unnoticed"] if name not in owners]


def _row(record: Mapping[str, Any], owner: str) -> tuple[int, int]:
    """Noticed, all."""
    verdict, witness, total = record["scores"].get(owner, (0, 0, 0))
    return verdict + witness, total


def test_the_record_is_that_of_today(recorded: dict[str, Any], possible: list[Change]) -> None:
    assert drift(recorded, fingerprint(the_paper()), possible) == []


def test_a_record_that_drifts_is_noticed(recorded: dict[str, Any], possible: list[Change]) -> None:
    of, left = recorded["of"], recorded["unnoticed"]
    assert drift(recorded, "another", possible)
    assert drift(recorded, of, possible[1:])
    assert drift({**recorded, "unnoticed": left[1:]}, of, possible)
    assert drift({**recorded, "unnoticed": [["nothing of today", "why"], *left[1:]]}, of, possible)


def test_what_is_mutated_decides_the_fingerprint(judged: Base, possible: list[Change]) -> None:
    file = judged.paper.file
    for change in [change for change in possible if change.path[0] == "tables"][::200]:
        assert fingerprint(read(change.made(judged.data), file)) != fingerprint(judged.paper)
    prose = Change(("claim", "lemma1", "says"), "Something else.", "prose")
    assert fingerprint(read(prose.made(judged.data), file)) == fingerprint(judged.paper)


def test_the_file_is_written_as_it_stands(recorded: dict[str, Any]) -> None:
    assert written(recorded) == (default().parent / RECORD).read_text(encoding="utf-8")


def test_every_reason_belongs_to_a_change_that_is_not_noticed(recorded: dict[str, Any]) -> None:
    assert reasons(default().parent).items() <= dict(recorded["unnoticed"]).items()


def test_the_score_is_shown_for_the_claims_that_it_was_taken_of(
    judged: Base, tmp_path: Path, recorded: dict[str, Any]
) -> None:
    shown = score(judged.paper)
    assert shown is not None and shown.total == sum(row[2] for row in recorded["scores"].values())
    twice = Change(("tables", "M", "entries", 0), "2", "2")
    assert score(read(twice.made(judged.data), judged.paper.file)) is None
    assert score(read(judged.data, tmp_path)) is None
