"""The benchmarks: their questions are right, the plots are those of the record, a wrong answer is told."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import experiments  # noqa: E402
import growth  # noqa: E402
import peers  # noqa: E402
import peers_privacy  # noqa: E402
import peers_programs  # noqa: E402
import peers_signs  # noqa: E402
import random_schemes  # noqa: E402
import schemes  # noqa: E402

from onoff_symbolic.judge import cases  # noqa: E402
from onoff_symbolic.schemes.files import parse_cases  # noqa: E402
from onoff_symbolic.scheme_result import SchemeResult  # noqa: E402

pytestmark = pytest.mark.slow


def judged(text: str) -> SchemeResult:
    (found,) = cases(parse_cases(text))
    return found


# -- growth ------------------------------------------------------------------------------------------------


def test_the_plots_are_drawn_from_the_record_byte_for_byte() -> None:
    found = growth.pictures()
    assert len(found) == len(growth.PLOTS)
    for name, text in found.items():
        assert (ROOT / name).read_text(encoding="utf-8") == text
        assert "prefers-color-scheme:dark" in text and ElementTree.fromstring(text).tag.endswith("svg")


@pytest.mark.parametrize(
    "text, private, parameters",
    [
        (growth.staying(3, 2), "proved", 2),
        (growth.everything(3), "proved", 3),
        (growth.phases(3, False), "proved", 2),
        (growth.phases(3, True), "refuted", 2),
    ],
)
def test_growth_asks_what_it_says(text: str, private: str, parameters: int) -> None:
    found = judged(text)
    assert (found.normalised.verdict.value, found.private.verdict.value) == ("proved", private)
    assert len(parse_cases(text)[0].scheme.field.names) == parameters


# -- experiments -------------------------------------------------------------------------------------------


def test_experiments_ask_what_they_say() -> None:
    for text in (experiments.retrieval(2), experiments.table(3), experiments.shares(3)):
        assert experiments.searched(text)[0] == "proved"
        assert (
            experiments.searched(
                text.replace("K1 + K2", "K1 + 2*K2").replace("[I = 2]", "[I = 1]").replace("3*A + 9*B", "2*A + 4*B")
            )[0]
            == "refuted"
        )


# -- random schemes ----------------------------------------------------------------------------------------


def test_a_scheme_comes_out_as_it_was_made(tmp_path: Path) -> None:
    drafts = {draft.kind: draft for draft in random_schemes.drafts(len(random_schemes.KINDS), 5)}
    path = tmp_path / "scheme.toml"
    for kind, known in schemes.KNOWN.items():
        path.write_text(drafts[kind].text, encoding="utf-8")
        found = schemes.verdicts(path)
        assert {name: found[name] for name in known} == known, kind


PROVED = dict.fromkeys(schemes.PROPERTIES, "proved")
LATE = dict.fromkeys(schemes.PROPERTIES, schemes.LATE)


@pytest.mark.parametrize(
    "verdicts, time, said",
    [
        (PROVED, 0.5, "undecided: normalised 0, decodable 0, private 0; over 25: 0"),
        ({**PROVED, "private": "refuted"}, 0.5, "WRONG: 7 lazy: private"),
        ({**PROVED, "private": "undecided"}, 30.0, "7 lazy: private, given up after 30.0"),
        (LATE, 60.0, "7 lazy: normalised, decodable, private, stopped after"),
    ],
)
def test_what_is_undecided_late_or_wrong_is_reported(verdicts: dict[str, str], time: float, said: str) -> None:
    assert said in schemes.report([schemes.Row(7, "lazy", verdicts, time, 60)])


def test_nothing_is_asked_of_what_is_no_law() -> None:
    verdicts = {"normalised": "refuted", "decodable": "undecided", "private": "undecided"}
    row = schemes.Row(7, "improper", verdicts, 0.5, 60)
    assert not row.undecided and not row.wrong


def test_the_record_is_of_the_schemes_of_the_seed_and_says_how_many() -> None:
    rows = schemes.recorded()
    kinds = [draft.kind for draft in random_schemes.drafts(schemes.COUNT, 1)]
    assert [(row.number, row.kind) for row in rows] == list(enumerate(kinds)) and not any(row.wrong for row in rows)
    whole = [rows[0]] * schemes.COUNT
    assert schemes.COUNT == 500 and schemes.report(whole).startswith("500 random schemes; ")
    assert "10 random schemes, 0-9 of 500: the run was stopped" in schemes.report(rows[:10])
    assert schemes.spans([0, 1, 2, 5, 7, 8]) == "0-2 and 5 and 7-8"


# -- peers -------------------------------------------------------------------------------------------------


def test_a_peer_that_is_not_installed_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("z3", "cvc5", "stormpy", "ppl"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setenv("PATH", "")
    assert peers_signs.z3() is peers_signs.cvc5() is peers_privacy.storm() is None
    assert [name for name, find, _ in peers_programs.PEERS if find(Path()) is not None] == ["HiGHS"]
    row = peers.Row("work", "peer", 1)
    assert row.line().endswith("not installed") and "| work | peer | not installed | | |  |" in peers.table([row])
