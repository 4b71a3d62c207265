"""Certificates of false or ill-posed goals: the checker must say what is wrong, in bounded time, whatever it is given.

A file in tests/rejected is made from the one in tests/accepted that its name begins with, by one change.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from answers import answer, encoded, word
from corruptions import read, spoiled
from run import Done, program

from onoff_symbolic import checker
from onoff_symbolic.checker import KINDS
from onoff_symbolic.checker.polynomials import MAX_BYTES

HERE = Path(__file__).resolve().parent
FOLDER = Path(checker.__file__).parent
ACCEPTED = {path.stem: path for path in sorted((HERE / "accepted").glob("*.json"))}
SECONDS = 10

ALLOWED_NOW = {
    "holds-divisor-in-region": "both sides of a hypothesis have a value, so its divisor is not zero: a hypothesis, too",
    "holds-not-lowest-terms": "2/4 is the number 1/2",
    "holds-unsolved-equation": "equations are not solved any more, they are multiplied by cofactors",
}
"""Rejected by version 1 of the format, and sound in version 2."""

REJECTED: dict[str, list[str]] = json.loads((HERE / "data" / "rejected.json").read_bytes())
"""File → the kind of fault, and where it is."""
CONDITIONAL = read("conditional")
REFUTED = read("refuted")


def judged(certificate: Any, **others: Any) -> checker.Answer:
    """Return why a certificate is invalid."""
    start = time.process_time()
    found = answer(certificate, **others)
    assert time.process_time() - start < SECONDS
    assert found.word == "invalid", found
    assert found.kind not in ("", "unexpected")
    return found


def test_every_file_is_listed_and_made_from_an_accepted_one() -> None:
    assert {path.stem for path in (HERE / "rejected").glob("*.json")} == REJECTED.keys()
    assert {name.split("-")[0] for name in REJECTED} == ACCEPTED.keys() - ALLOWED_NOW.keys()


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    assert answer(ACCEPTED[name].read_bytes())[:2] == ("valid", "")


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name: str) -> None:
    kind, place = REJECTED[name]
    found = judged((HERE / "rejected" / f"{name}.json").read_bytes(), conditional=CONDITIONAL)
    assert found.kind == kind
    assert found.why.startswith(place)


def test_every_kind_of_statement_is_accepted_and_rejected() -> None:
    for folder in ("accepted", "rejected"):
        text = "".join(path.read_text(encoding="utf-8") for path in (HERE / folder).glob("*.json"))
        assert {kind for kind in KINDS if f'"kind": "{kind}"' in text} >= KINDS.keys() - {"uses"}


# -- claims that use others -----------------------------------------------------------------------------------------


def use(claim: str, used: str) -> Any:
    value = read("conditional")
    value["goal"].update(claim=claim, verdict="proved", domain="small", fails=[], conditions=[], proves=[
        {"kind": "uses", "region": "small", "claim": used}])
    value.update(points={"conditions": {"a": "1/2"}}, facts=[], failures=[])
    return value


class TestUses:
    @pytest.mark.parametrize("used, expected", [
        ("conditional", "valid"),
        ("refuted", "incomplete"),
        ("nothing", "incomplete"),
        ("it", "incomplete"),
    ])
    def test_needs_a_claim_that_is_proved(self, used: str, expected: str) -> None:
        assert word(use("it", used), conditional=CONDITIONAL, refuted=REFUTED) == expected

    def test_goes_round_no_circle(self) -> None:
        files = {"one": encoded(use("one", "two")), "two": encoded(use("two", "one"))}
        assert {found.word for found in checker.judge(files).values()} == {"incomplete"}

    def test_knows_each_claim_once(self) -> None:
        files = {name: encoded(REFUTED) for name in ("one", "two")}
        assert [found.word for found in checker.judge(files).values()] == ["valid", "invalid"]

    @pytest.mark.parametrize("where, expected", [
        (["0 <= a < 1"], "valid"),
        (["a = 1/2"], "invalid"),
        (["a < 1"], "invalid"),
        (["b < 1"], "invalid"),
        (["0 <= a < 1", "b < 0"], "valid"),
    ])
    def test_lies_in_the_domain(self, where: list[str], expected: str) -> None:
        """The domain is a >= 0, the condition a < 1. What is not known word by word needs a fact; without the name a
        the domain says nothing about the goal, and the condition is not granted."""
        value = use("it", "conditional")
        point = {name: at for name, at in (("a", "1/2"), ("b", "-1")) if name in str(where)}
        value["goal"].update(names=[*point], regions={"small": where})
        value["points"] = {"conditions": point}
        assert word(value, conditional=CONDITIONAL) == expected

    def test_lies_in_the_domain_by_a_fact(self) -> None:
        value = use("it", "conditional")
        value["goal"]["regions"] = {"small": ["a = 1/2"]}
        value["facts"] = [
            {"on": "small", "says": "a > 0", "terms": [["1/2"], ["1", 0]]},
            {"on": "small", "says": "1 - a > 0", "terms": [["1/2"], ["-1", 0]]},
        ]
        assert word(value, conditional=CONDITIONAL) == "valid"
        value["facts"].pop(0)
        found = answer(value, conditional=CONDITIONAL)
        assert (found.word, found.kind) == ("invalid", "use")
        assert "only about what satisfies 0 <= a" in found.why

    def test_rests_on_nothing_that_is_not_accepted(self) -> None:
        """A forged certificate proves something else under the name of a claim."""
        forged = spoiled("entropy", "goal/claim", "conditional")
        files = {"used": encoded(forged), "it": encoded(use("it", "conditional"))}
        assert {found.word for found in checker.judge(files).values()} == {"valid"}
        found = checker.judge(files, accept=lambda goal: goal["claim"] != "conditional")
        assert (found["used"].word, found["used"].kind) == ("invalid", "claim")
        assert (found["it"].word, found["it"].kind) == ("incomplete", "use")


# -- large and ill-formed files -------------------------------------------------------------------------------------


def many_programs() -> Any:
    value = read("three")
    labels = list("ABCDEFGH")
    value["goal"]["tables"] = {
        "prior": {"index": [labels], "entries": ["1/8"] * 8},
        "M": {"index": [labels] * 2, "entries": ["1/8"] * 64},
    }
    value["goal"]["proves"] *= 20000
    return value


def many_atoms() -> Any:
    value = read("refuted")
    place = next(i for i, fail in enumerate(value["goal"]["fails"]) if "I(X;Y) = 0" in str(fail))
    value["goal"]["fails"], value["failures"] = [value["goal"]["fails"][place]], [value["failures"][place]]
    value["goal"]["fails"][0]["statement"]["given"] = [f"{i}*I(X;Y|Z) = 0" for i in range(1, 1001)]
    value["failures"][0]["atoms"] = [
        [[str(i % 16), str(max(i // 16, i % 2)), str(i)], "1/256"] for i in range(256)]
    return value


def within_a_large_region(region: list[str], count: int) -> Any:
    value = read("holds")
    value["goal"]["regions"].update(unit=["a > 0"] * 9000, more=[])
    value["goal"]["proves"] = [{**SIMPLE, "region": region}] * count
    return value


SIMPLE = {"kind": "holds", "region": "unit", "text": "1 = 1"}
CITED = [{**SIMPLE, "name": f"n{i}"} for i in range(5000)]
LONG = [f"1/{10**590 + 2*i + 1}" for i in range(6000)]
TEXT = "goal/proves/0/text"
TABLE = "goal/tables/T"
MANY_TERMS = "(1 + a + b)**400*(1 + a + b)**400 > 0"
MANY_INSTANCES = "for x in 0..99; y in 0..99: (" + " + ".join(["[x = y]"] * 10000) + ") = 0"
MANY_SUMMED = "(sum x in 0..9999: sum y in 0..9999: [x = y]) = 0"
NESTED = b'"terms": ' + b"[" * 800 + b"]" * 800

LARGE: dict[str, Callable[[], Any]] = {
    "long denominators": lambda: spoiled("holds", "facts/0", {
        "on": "unit", "says": "a > 0", "terms": [[weight, 0] for weight in LONG]}),
    "many hypotheses": lambda: {
        **spoiled("holds", "goal/regions/unit", ["a > 0"] * 9000),
        "facts": [{"on": "unit", "says": "1 > 0", "terms": [["1"]]}] * 20000},
    "large table": lambda: spoiled("holds", TABLE, {"index": [list(range(1000))] * 4, "entries": ["1"]}),
    "table of many axes": lambda: spoiled("holds", TABLE, {"index": [[1, 2]] * 20000, "entries": ["1"]}),
    "many terms": lambda: spoiled("holds", TEXT, MANY_TERMS),
    "many instances": lambda: spoiled("holds", TEXT, MANY_INSTANCES),
    "many terms of a sum": lambda: spoiled("holds", TEXT, MANY_SUMMED),
    "many programs": many_programs,
    "many givens": lambda: spoiled("entropy", "goal/proves/0/given", ["H(X)=0"] * 300000),
    "long chain": lambda: spoiled("entropy", TEXT, " -> ".join(f"X{i}" for i in range(10_000))),
    "long weights": lambda: spoiled("entropy", "facts", [
        {"on": "all", "says": "H(X) >= 0", "terms": [[weight, "H(X)"] for weight in LONG]}]),
    "many atoms": many_atoms,
    "nested": lambda: b"[" * 1_000_000,
    "nested less": lambda: ACCEPTED["holds"].read_bytes().replace(b'"terms": ', NESTED),
    "too long": lambda: b" " * (MAX_BYTES + 1),
    "not UTF-8": lambda: b'{"format": "\xff"}',
    "empty": lambda: b"",
    "many values": lambda: spoiled("holds", "goal/experiments", {
        "E": {"X": {"values": ",".join(["0..999"] * 500_000)}}}),
    "many cited": lambda: spoiled("holds", "goal/proves", [*CITED, {**SIMPLE, "by": ["n4999"] * 200_000}]),
    "many regions within a large one": lambda: within_a_large_region(["unit", "more"], 40_000),
}
"""Each is quick to write and would take long, or much memory, to check to the end."""


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", LARGE)
def test_large(name: str) -> None:
    judged(LARGE[name]())


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_a_large_domain_is_looked_at_once_however_many_statements_there_are() -> None:
    value = within_a_large_region(["more"], 2_000)
    value["goal"]["domain"] = "unit"
    point = dict.fromkeys(value["goal"]["names"], "1")
    value.update(facts=[], points={"more": point, "conditions": point})
    assert word(value) == "valid"


# -- the command ----------------------------------------------------------------------------------------------------


def command(*arguments: str) -> Done:
    return program([sys.executable, "-I", "-S", str(FOLDER), *arguments], limit=60)


@pytest.mark.slow
class TestCommand:
    def test_accepts_and_rejects(self) -> None:
        good = str(ACCEPTED["holds"])
        assert command(good).returncode == 0
        assert command("--brief", good, str(HERE / "rejected" / "holds-false.json")).returncode == 1

    def test_refuses_in_one_line_what_is_no_file(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        for arguments in ([], ["--what"], [str(tmp_path)], [str(tmp_path / "pipe")], [str(tmp_path / "none")]):
            done = command(*arguments)
            assert (done.returncode, done.stdout) == (2, "")
            assert len(done.stderr.splitlines()) == 1
