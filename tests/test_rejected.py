"""Certificates of false or ill-posed goals: the checker must say what is wrong, in bounded time, whatever it is given.

A file in tests/rejected is made from the one in tests/accepted that its name begins with, by one change.
"""

import copy
import io
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

HERE = Path(__file__).resolve().parent
ACCEPTED = {path.stem: path for path in sorted((HERE / "accepted").glob("*.json"))}
SECONDS = 10

REJECTED = {
    "always-false-base": "base of",
    "always-false-step": "step",
    "always-multiplier-divisor": "a is not shown to be nonzero",
    "always-no-next": "the sequence y",
    "always-region-bounds-sequence": "speaks about the sequence x",
    "always-sequence-bound": "'x' has a meaning already",
    "always-start-depends": "depends on a sequence",
    "conditional-called-proved": "not what proved means",
    "conditional-condition-holds-there": "the condition holds at the point",
    "conditional-not-passed-on": "is not passed on",
    "conditional-nothing-fails": "not what conditional means",
    "conditional-passed-on-weaker": "is not passed on as it is",
    "conditional-where-with-table": "without tables",
    "cover-boundary": "is not shown",
    "cover-divisor": "a relation with a divisor",
    "cover-part-left-out": "is not shown to be empty",
    "entropy-false": "the sum is not the goal",
    "entropy-negative-multiple": "a negative multiple of an inequality",
    "entropy-negative-weight": "expected a weight > 0",
    "entropy-no-measure": "expected a weight > 0 of one measure",
    "entropy-zero-denominator": "expected an entropy at",
    "general-letter-in-law": "do not mention",
    "general-letter-in-region": "do not mention",
    "general-refuted-by-a-bound": "cannot be refuted",
    "holds-byte-order-mark": "is not JSON",
    "holds-cancelled-divisor": "a is not shown to be nonzero",
    "holds-cites-itself": "which is no earlier step",
    "holds-claim-no-word": "not a word",
    "holds-decimal-in-bracket": "expected a small integer",
    "holds-divisor-in-region": "a relation with a divisor",
    "holds-divisor-sign": "is not shown on unit",
    "holds-divisor-zero-everywhere": "is zero on unit",
    "holds-empty-region": "the point does not lie in unit",
    "holds-false": "is not shown",
    "holds-float": "no floating-point number",
    "holds-key-twice": "a key occurs twice",
    "holds-kind-no-word": "unknown kind of statement",
    "holds-label-twice": "takes a value twice",
    "holds-labels-alike": "expected lists of different labels",
    "holds-long-answer": "(a long number)*a = 0 is not shown",
    "holds-long-number": "a number is too long",
    "holds-many-signs": "is no name",
    "holds-name-bound": "'a' has a meaning already",
    "holds-name-in-bracket": "'a' is no label of this goal",
    "holds-negative-product": "the product is negative",
    "holds-negative-weight": "a weight is not positive",
    "holds-nested-sums": "a number is too long",
    "holds-no-point": "no point of unit is shown",
    "holds-not-established": "proves 1 is not established",
    "holds-not-lowest-terms": "in lowest terms",
    "holds-not-strict": "no product is strict",
    "holds-other-region": "cites a fact about another region",
    "holds-tower": "out of range",
    "holds-trailing": "is not JSON",
    "holds-unreadable-entry": "expected ), found the end",
    "holds-unsolved-equation": "cannot be solved",
    "holds-zero-over-zero": "is not shown to be nonzero",
    "program-no-law": "the request after A",
    "program-not-an-inverse": "the inverse at",
    "program-other-table": "A given A,A",
    "program-reduced-cost": "reduced cost of",
    "program-value": "cost of the point",
    "program-value-divisor": "is not shown to be nonzero",
    "refuted-defined-row": "the row is as it should be",
    "refuted-entropy-given-fails": "the law does not show it: I(X;Y|Z) = 0",
    "refuted-holds-there": "it holds at the point",
    "refuted-markov-impossible-history": "the history does not occur",
    "refuted-nothing-fails": "not what refuted means",
    "refuted-outside": "the point does not lie in unit",
    "refuted-placed-other-time": "as it should be",
    "refuted-same-history": "the same probability",
    "refuted-state-does-not-occur": "does not occur at the point",
    "refuted-uses": "cannot be refuted",
    "scheme-divisor": "d != 0 is not shown",
    "scheme-law-at-zero": "there is no such row",
    "scheme-missing-node": "there is no node for B",
    "scheme-negative-prior": "the law of X_0",
    "scheme-no-rule": "no law is defined",
    "scheme-not-determined": "is not a function",
    "scheme-not-normalised": "is not shown",
    "scheme-not-private": "leaves the span",
    "scheme-other-period": "there is no node",
    "scheme-placed-elsewhere": "X_t may be",
    "scheme-placed-nowhere": "expected a query and a map",
    "scheme-placed-times": "do not repeat with the scheme",
    "scheme-state-of-no-source": "expected a time and a state",
    "scheme-wrong-matrix": "at A",
    "scheme-wrong-query": "may be sent for",
    "three-first-source-without-chance": "the first source",
}
"""File → a part of the reason."""


def reason(data: bytes, *others: str) -> str:
    """Why the certificate is invalid; it is judged together with others."""
    start = time.process_time()
    answers = checker.judge({"it": data, **{name: ACCEPTED[name].read_bytes() for name in others}})
    assert time.process_time() - start < SECONDS
    verdict, why, _ = answers["it"]
    assert verdict == "invalid", (verdict, why)
    assert "unexpected" not in why
    return why


def accepted(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ACCEPTED[name].read_bytes())
    return found


def written(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def test_every_file_is_listed_and_made_from_an_accepted_one() -> None:
    assert {path.stem for path in (HERE / "rejected").glob("*.json")} == REJECTED.keys()
    assert {name.split("-")[0] for name in REJECTED} == ACCEPTED.keys()


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    assert checker.judge({"it": ACCEPTED[name].read_bytes()})["it"][:2] == ("valid", "")


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name: str) -> None:
    assert REJECTED[name] in reason((HERE / "rejected" / f"{name}.json").read_bytes(), "conditional")


def test_every_kind_of_statement_is_accepted_and_rejected() -> None:
    for folder in ("accepted", "rejected"):
        text = "".join(path.read_text(encoding="utf-8") for path in (HERE / folder).glob("*.json"))
        kinds = {kind for kind in checker.KINDS if f'"kind": "{kind}"' in text}
        assert kinds >= checker.KINDS.keys() - {"uses"}


# -- claims that use others -----------------------------------------------------------------------------------------


def use(claim: str, used: str) -> bytes:
    value = accepted("conditional")
    value["goal"].update(claim=claim, verdict="proved", fails=[], conditions=[], proves=[
        {"kind": "uses", "region": "small", "claim": used}])
    value["steps"] = value["steps"][:1]
    return written(value)


def verdicts(**files: bytes) -> dict[str, str]:
    return {name: answer[0] for name, answer in checker.judge(files).items()}


def test_uses() -> None:
    files = {name: ACCEPTED[name].read_bytes() for name in ("conditional", "refuted")}
    assert verdicts(**files, it=use("it", "conditional"))["it"] == "valid"
    assert verdicts(**files, it=use("it", "refuted"))["it"] == "incomplete"
    assert verdicts(**files, it=use("it", "nothing"))["it"] == "incomplete"
    assert verdicts(it=use("it", "it")) == {"it": "incomplete"}
    assert verdicts(one=use("one", "two"), two=use("two", "one")) == {"one": "incomplete", "two": "incomplete"}
    assert verdicts(one=files["refuted"], two=files["refuted"]) == {"one": "valid", "two": "invalid"}


# -- large and ill-formed files -------------------------------------------------------------------------------------


def large() -> Iterator[tuple[str, bytes]]:
    """Each is quick to write and would take long, or much memory, to check to the end."""
    value = accepted("holds")
    value["steps"].insert(1, {"kind": "sign", "region": "unit", "polynomial": [], "relation": ">", "terms": [
        [f"1/{10**590 + 2*i + 1}", [0]] for i in range(6000)]})
    yield "long-denominators", written(value)
    value = accepted("holds")
    value["goal"]["regions"]["unit"] = ["a > 0"] * 9000
    value["steps"][1:] = [{"kind": "factors", "region": "unit", "polynomial": [["1", {}]], "relation": ">=",
                           "constant": "1", "factors": [], "cites": []}] * 20000
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
    value = accepted("three")
    labels = list("ABCDEF")
    value["goal"]["tables"] = {"prior": {"index": [labels], "entries": ["1/6"] * 6},
                               "M": {"index": [labels] * 2, "entries": ["1/6"] * 36}}
    value["goal"]["proves"] *= 30000
    yield "many-programs", written(value)
    value = accepted("entropy")
    value["goal"]["proves"][0]["given"] = ["H(X)=0"] * 300000
    yield "many-givens", written(value)
    value = accepted("entropy")
    value["steps"][-1]["derivations"] = [{"measures": [[f"1/{10**590 + 2*i + 1}", "H(X)"] for i in range(6000)],
                                          "given": []}]
    yield "long-weights", written(value)
    value = accepted("refuted")
    value["goal"]["fails"], value["steps"] = value["goal"]["fails"][9:10], [{**value["steps"][9], "number": 0}]
    value["goal"]["fails"][0]["statement"]["given"] = ["I(X;Y|Z) = 0"] * 1000
    value["steps"][0]["shows"]["atoms"] = [
        [[str(i % 16), str(max(i // 16, i % 2)), str(i)], "1/256"] for i in range(256)]
    yield "many-atoms", written(value)
    yield "nested", b"[" * 1_000_000
    yield "nested-less", ACCEPTED["holds"].read_bytes().replace(b'"cites": []', b'"cites": [' + b"[" * 800 + b"]" * 801)
    yield "too-long", b" " * (checker.MAX_BYTES + 1)
    yield "not-utf-8", b'{"format": "\xff"}'
    yield "empty", b""


@pytest.mark.slow
@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in large()])
def test_large(data: bytes) -> None:
    assert reason(data)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of each value in it; of a long list, those at its head."""
    for key in list(value) if isinstance(value, dict) else range(min(len(value), 3)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


@pytest.mark.slow
@pytest.mark.parametrize("name", ACCEPTED)
def test_any_other_value_anywhere_is_valid_or_says_why(name: str) -> None:
    value = accepted(name)
    for container, key in places(value):
        kept = copy.deepcopy(container[key])
        for other in (None, -1, "1/0", [[]], {"A": 1}):
            container[key] = other
            try:
                checker.Certificate(written(value))
            except checker.Invalid:
                pass
        container[key] = kept
    checker.Certificate(written(value))


# -- the command ----------------------------------------------------------------------------------------------------


def command(*arguments: str) -> Done:
    return program([sys.executable, "-I", "-S", checker.__file__, *arguments])


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


def test_a_terminal_that_knows_no_greek(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(seen, encoding="ascii", write_through=True))
    assert checker.main([str(HERE.parent / "proofs" / "certificates" / "table1.json")]) == 0
    assert b"Table I is the scheme at ? = ? = 0.2" in seen.getvalue()
