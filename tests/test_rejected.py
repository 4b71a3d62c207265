"""Certificates of false or ill-posed goals: the checker must say what is wrong, in bounded time, whatever it is given.

A file in tests/rejected is made from the one in tests/accepted that its name begins with, by one change.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
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


def judged(data: bytes, *others: str) -> checker.Answer:
    """Why the certificate is invalid; it is judged together with others."""
    start = time.process_time()
    answers = checker.judge({"it": data, **{name: ACCEPTED[name].read_bytes() for name in others}})
    assert time.process_time() - start < SECONDS
    assert answers["it"].word == "invalid", answers["it"]
    assert answers["it"].kind not in ("", "unexpected")
    return answers["it"]


def accepted(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ACCEPTED[name].read_bytes())
    return found


def written(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def test_every_file_is_listed_and_made_from_an_accepted_one() -> None:
    assert {path.stem for path in (HERE / "rejected").glob("*.json")} == REJECTED.keys()
    assert {name.split("-")[0] for name in REJECTED} == ACCEPTED.keys() - ALLOWED_NOW.keys()


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    assert checker.judge({"it": ACCEPTED[name].read_bytes()})["it"][:2] == ("valid", "")


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name: str) -> None:
    answer = judged((HERE / "rejected" / f"{name}.json").read_bytes(), "conditional")
    assert (answer.kind, answer.why.startswith(REJECTED[name][1])) == (REJECTED[name][0], True), answer


def test_every_kind_of_statement_is_accepted_and_rejected() -> None:
    for folder in ("accepted", "rejected"):
        text = "".join(path.read_text(encoding="utf-8") for path in (HERE / folder).glob("*.json"))
        assert {kind for kind in KINDS if f'"kind": "{kind}"' in text} >= KINDS.keys() - {"uses"}


# -- claims that use others -----------------------------------------------------------------------------------------


def use(claim: str, used: str) -> bytes:
    value = accepted("conditional")
    value["goal"].update(claim=claim, verdict="proved", domain="small", fails=[], conditions=[], proves=[
        {"kind": "uses", "region": "small", "claim": used}])
    value.update(points={"conditions": {"a": "1/2"}}, facts=[], failures=[])
    return written(value)


def words(**files: bytes) -> dict[str, str]:
    return {name: answer.word for name, answer in checker.judge(files).items()}


def test_uses() -> None:
    files = {name: ACCEPTED[name].read_bytes() for name in ("conditional", "refuted")}
    assert words(**files, it=use("it", "conditional"))["it"] == "valid"
    assert words(**files, it=use("it", "refuted"))["it"] == "incomplete"
    assert words(**files, it=use("it", "nothing"))["it"] == "incomplete"
    assert words(it=use("it", "it")) == {"it": "incomplete"}
    assert words(one=use("one", "two"), two=use("two", "one")) == {"one": "incomplete", "two": "incomplete"}
    assert words(one=files["refuted"], two=files["refuted"]) == {"one": "valid", "two": "invalid"}


@pytest.mark.parametrize("names, where, word", [
    (["a"], ["0 <= a < 1"], "valid"), (["a"], ["a = 1/2"], "invalid"), (["a"], ["a < 1"], "invalid"),
    (["b"], ["b < 1"], "invalid"), (["a", "b"], ["0 <= a < 1", "b < 0"], "valid"),
])
def test_a_use_lies_in_the_domain(names: list[str], where: list[str], word: str) -> None:
    """The domain is a >= 0, the condition a < 1. What is not known word by word needs a fact; without the name a the
    domain says nothing about the goal, and the condition is not granted."""
    value = json.loads(use("it", "conditional"))
    value["goal"].update(names=names, regions={"small": where})
    point = {"a": "1/2", "b": "-1"}
    value["points"] = {"conditions": {name: point[name] for name in names}}
    assert words(conditional=ACCEPTED["conditional"].read_bytes(), it=written(value))["it"] == word


def test_a_fact_shows_that_a_use_lies_in_the_domain() -> None:
    value = json.loads(use("it", "conditional"))
    value["goal"]["regions"] = {"small": ["a = 1/2"]}
    value["facts"] = [{"on": "small", "says": says, "terms": [[weight], [sign, 0]]}
                      for says, weight, sign in (("a > 0", "1/2", "1"), ("1 - a > 0", "1/2", "-1"))]
    files = {"conditional": ACCEPTED["conditional"].read_bytes(), "it": written(value)}
    assert words(**files)["it"] == "valid"
    value["facts"].pop(0)
    files["it"] = written(value)
    answer = checker.judge(files)["it"]
    assert (answer.word, answer.kind) == ("invalid", "use") and "only about what satisfies 0 <= a" in answer.why


def test_nothing_rests_on_what_is_not_accepted() -> None:
    """A forged certificate proves something else under the name of a claim."""
    forged = accepted("entropy")
    forged["goal"]["claim"] = "conditional"
    files = {"used": written(forged), "it": use("it", "conditional")}
    assert {name: answer.word for name, answer in checker.judge(files).items()} == {"used": "valid", "it": "valid"}
    answers = checker.judge(files, accept=lambda goal: goal["claim"] != "conditional")
    assert {name: (answer.word, answer.kind) for name, answer in answers.items()} == {
        "used": ("invalid", "claim"), "it": ("incomplete", "use")}


# -- large and ill-formed files -------------------------------------------------------------------------------------


def large() -> Iterator[tuple[str, bytes]]:
    """Each is quick to write and would take long, or much memory, to check to the end."""
    value = accepted("holds")
    value["facts"].insert(0, {"on": "unit", "says": "a > 0", "terms": [
        [f"1/{10**590 + 2*i + 1}", 0] for i in range(6000)]})
    yield "long-denominators", written(value)
    value = accepted("holds")
    value["goal"]["regions"]["unit"] = ["a > 0"] * 9000
    value["facts"] = [{"on": "unit", "says": "1 > 0", "terms": [["1"]]}] * 20000
    yield "many-hypotheses", written(value)
    value = accepted("holds")
    value["goal"]["tables"]["T"] = {"index": [list(range(1000))] * 4, "entries": ["1"]}
    yield "large-table", written(value)
    value = accepted("holds")
    value["goal"]["tables"]["T"] = {"index": [[1, 2]] * 20000, "entries": ["1"]}
    yield "table-of-many-axes", written(value)
    value = accepted("holds")
    value["goal"]["regions"]["unit"] = ["a > 0"]
    value["goal"]["proves"][0]["text"] = "(1 + a + b)**400*(1 + a + b)**400 > 0"
    yield "many-terms", written(value)
    value = accepted("holds")
    value["goal"]["proves"][0]["text"] = "for x in 0..99; y in 0..99: (" + " + ".join(["[x = y]"] * 10000) + ") = 0"
    yield "many-instances", written(value)
    value = accepted("holds")
    value["goal"]["proves"][0]["text"] = "(sum x in 0..9999: sum y in 0..9999: [x = y]) = 0"
    yield "many-terms-of-a-sum", written(value)
    value = accepted("three")
    labels = list("ABCDEFGH")
    value["goal"]["tables"] = {"prior": {"index": [labels], "entries": ["1/8"] * 8},
                               "M": {"index": [labels] * 2, "entries": ["1/8"] * 64}}
    value["goal"]["proves"] *= 20000
    yield "many-programs", written(value)
    value = accepted("entropy")
    value["goal"]["proves"][0]["given"] = ["H(X)=0"] * 300000
    yield "many-givens", written(value)
    value = accepted("entropy")
    value["goal"]["proves"][0]["text"] = " -> ".join(f"X{i}" for i in range(10_000))
    yield "long-chain", written(value)
    value = accepted("entropy")
    value["facts"] = [{"on": "all", "says": "H(X) >= 0", "terms": [
        [f"1/{10**590 + 2*i + 1}", "H(X)"] for i in range(6000)]}]
    yield "long-weights", written(value)
    value = accepted("refuted")
    place = next(i for i, f in enumerate(value["goal"]["fails"]) if "I(X;Y) = 0" in str(f))
    value["goal"]["fails"], value["failures"] = [value["goal"]["fails"][place]], [value["failures"][place]]
    value["goal"]["fails"][0]["statement"]["given"] = [f"{i}*I(X;Y|Z) = 0" for i in range(1, 1001)]
    value["failures"][0]["atoms"] = [
        [[str(i % 16), str(max(i // 16, i % 2)), str(i)], "1/256"] for i in range(256)]
    yield "many-atoms", written(value)
    yield "nested", b"[" * 1_000_000
    yield "nested-less", ACCEPTED["holds"].read_bytes().replace(b'"terms": ', b'"terms": ' + b"[" * 800 + b"]" * 800)
    yield "too-long", b" " * (MAX_BYTES + 1)
    yield "not-utf-8", b'{"format": "\xff"}'
    yield "empty", b""
    value = accepted("holds")
    value["goal"]["experiments"] = {"E": {"X": {"values": ",".join(["0..999"] * 500_000)}}}
    yield "many-values", written(value)
    value = accepted("holds")
    simple = {"kind": "holds", "region": "unit", "text": "1 = 1"}
    named = [{**simple, "name": f"n{i}"} for i in range(5000)]
    value["goal"]["proves"] = [*named, {**simple, "by": ["n4999"] * 200_000}]
    yield "many-cited", written(value)
    value = accepted("holds")
    value["goal"]["regions"].update(unit=["a > 0"] * 9000, more=[])
    value["goal"]["proves"] = [{**simple, "region": ["unit", "more"]}] * 40_000
    yield "many-regions-within-a-large-one", written(value)


LARGE = ("long-denominators", "many-hypotheses", "large-table", "table-of-many-axes", "many-terms", "many-instances",
         "many-terms-of-a-sum", "many-programs", "many-givens", "long-chain", "long-weights", "many-atoms", "nested",
         "nested-less", "too-long", "not-utf-8", "empty", "many-values", "many-cited",
         "many-regions-within-a-large-one")


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return dict(large())


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", LARGE)
def test_large(files: dict[str, bytes], name: str) -> None:
    assert files.keys() == {*LARGE} and judged(files[name])


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_a_large_domain_is_looked_at_once_however_many_statements_there_are() -> None:
    value = accepted("holds")
    value["goal"]["regions"].update(unit=["a > 0"] * 9_000, more=[])
    value["goal"].update(domain="unit", proves=[{"kind": "holds", "region": "more", "text": "1 = 1"}] * 2_000)
    value.update(facts=[], points={name: dict.fromkeys(value["goal"]["names"], "1") for name in ("more", "conditions")})
    assert checker.judge({"it": written(value)})["it"].word == "valid"


# -- the command ----------------------------------------------------------------------------------------------------


def command(*arguments: str) -> Done:
    return program([sys.executable, "-I", "-S", str(FOLDER), *arguments], limit=60)


@pytest.mark.slow
def test_command(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    good = str(ACCEPTED["holds"])
    assert command(good).returncode == 0
    assert command("--brief", good, str(HERE / "rejected" / "holds-false.json")).returncode == 1
    for arguments in ([], ["--what", good], [str(tmp_path)], [str(tmp_path / "pipe")], [good, str(tmp_path / "none")]):
        done = command(*arguments)
        assert done.returncode == 2
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
