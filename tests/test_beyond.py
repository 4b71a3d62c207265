"""proofs/beyond.toml, the claims about N sources: recorded, certified, and rejected when they say otherwise."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from onoff_symbolic import checker
from onoff_symbolic.claims.file import Paper
from onoff_symbolic.claims.place import default, place_of
from onoff_symbolic.claims.reader import load, read
from onoff_symbolic.cli.app import commands
from onoff_symbolic.document import read as toml
from onoff_symbolic.errors import InputError
from onoff_symbolic.paper.session import Session

pytestmark = pytest.mark.slow

FILE = default(name="beyond.toml")
QUICK = (
    "bound-m-2",
    "bound-l-5",
    "three-sources",
    "four-sources",
    "one-eigenvalue-2",
    "one-eigenvalue-2-minus",
    "one-eigenvalue-3-plus",
)


@cache
def beyond() -> Paper:
    return load(FILE)


def recorded(claims: Any) -> dict[str, bytes]:
    return {claim: (beyond().certificates / f"{claim}.json").read_bytes() for claim in claims}


def test_every_claim_has_a_recorded_certificate_that_is_accepted() -> None:
    assert {path.stem for path in beyond().certificates.glob("*.json")} == beyond().claims.keys()
    answers = checker.judge(recorded(beyond().claims), beyond().accepts)
    assert {claim: answer.word for claim, answer in answers.items()} == dict.fromkeys(beyond().claims, "valid")
    goals = [json.loads(text)["goal"] for text in recorded(beyond().claims).values()]
    assert {goal["verdict"] for goal in goals} == {"proved"}


@pytest.mark.parametrize("claim", [c for c in QUICK if c != "bound-l-5"])
def test_a_certificate_is_found_again(claim: str) -> None:
    (found,) = Session(beyond(), search=True).judge([claim])
    assert found.verdict.value == "proved", found.why


FALSE = [
    # claim, statement, key, text -> other text
    ("bound-m-2", 0, "text", "1 - mB", "2 - mB"),
    ("bound-l-3", 0, "text", "2 - mA", "2 - mA + wABC"),
    ("four-sources", 21, "text", ">= ", ">= 1/9 + "),
    ("ladder-4", 1, "text", ">= 3", ">= 7/2"),
    ("sharp", 0, "value", "3", "5/2"),
    ("star-4", 0, "text", ">= 0", ">= 1/9"),
    ("segment-4", 10, "text", " <= ", " <= -1/9 + "),
    ("other-vertices", 7, "text", "1/3*mC", "1/2*mC"),
    ("three-sources", 15, "text", "2 - (mA", "2 + (mA"),
    ("one-eigenvalue-2", 5, "text", "1 + u", "1 + 2*u"),
    ("one-eigenvalue-2-minus", 4, "value", "1 + u", "1 + u**2"),
    ("one-eigenvalue-3-plus", 4, "value", "2*u", "3*u"),
    ("one-eigenvalue-3-plus", 4, "next", {"u": "l*u"}, {"u": "-l*u"}),
]


@pytest.mark.parametrize("claim,number,key,old,new", FALSE)
def test_a_false_claim_is_neither_accepted_nor_found(claim: str, number: int, key: str, old: Any, new: Any) -> None:
    certificate = json.loads(recorded([claim])[claim])
    statement = certificate["goal"]["proves"][number]
    assert old == statement[key] or old in statement[key]
    statement[key] = statement[key].replace(old, new) if isinstance(old, str) else new
    used = {c: text for c, text in recorded(Session(beyond()).closure([claim])).items() if c != claim}
    assert checker.judge({**used, "it": json.dumps(certificate).encode()})["it"].word == "invalid"
    assert not beyond().accepts(certificate["goal"])


def test_beyond_is_a_word_for_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = CliRunner().invoke(commands, ["verify", "bound-m-2", "--claims", "beyond"])
    assert found.exit_code == 0 and "Verdict: proved" in found.output
    monkeypatch.chdir(tmp_path)
    assert place_of("beyond") == FILE and place_of("other") == Path("other")
    (tmp_path / "beyond").write_text("", encoding="utf-8")
    assert place_of("beyond") == Path("beyond")  # a file of this name is meant


@pytest.mark.parametrize(
    "rule,fault",
    [({"given": 1}, "given"), ({"since": "1"}, "since"), ({"until": 1.5}, "until"), ({"after": 2}, "after")],
)
def test_rules_are_read_with_care(rule: dict[str, Any], fault: str) -> None:
    data = copy.deepcopy(toml(str(FILE)))
    data["schemes"]["keep2"]["rules"][1].update(rule)
    with pytest.raises(InputError, match=fault):
        read(data, FILE.parent)
