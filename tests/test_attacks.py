"""Certificates that were made to deceive the checker: of false goals, or of goals that are not the paper's."""

import json
import re
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from onoff_symbolic import checker
from onoff_symbolic.checker import regions, scheme
from onoff_symbolic.checker.polynomials import Work
from onoff_symbolic.claims.place import the_paper

ATTACKS = sorted((Path(__file__).resolve().parent / "attacks").glob("[a-z][0-9]*-*.json"))
HEAVY = """
    c1-cache d2-bind o2-nodes o3-fractions s1-states s2-moves t1-choices t2-powers t3-bottoms t4-rules
    t5-names t6-regions t7-cover t8-terms t9-draws v1-factors v2-degree v3-quotients v4-sums v5-moves v6-terms
    z1-sum z2-references z3-degree z5-nodes z6-bound z8-root
""".split()
DROPPED = Path(__file__).resolve().parent / "attacks" / "p2_dropped.json"


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in HEAVY)) for path in ATTACKS]
)
def test_no_attack_is_accepted(path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if path.stem in HEAVY:
        request.getfixturevalue("impatient")
        monkeypatch.setattr(scheme, "MAX_MOVES", scheme.MAX_MOVES // 10)
    answer = checker.judge({"it": path.read_bytes()})["it"]
    assert answer.word == "invalid" and (answer.kind == "work") == (path.stem in HEAVY)
    assert Work.done == 0, "the next question begins anew"


def test_the_attacks_are_there() -> None:
    assert len(ATTACKS) >= 10


def test_a_goal_that_leaves_out_its_correction_is_not_the_papers() -> None:
    goal = json.loads(DROPPED.read_text(encoding="utf-8"))["goal"]
    assert the_paper().claims[goal["claim"]].corrects
    assert not the_paper().accepts(goal)


# -- many times something long: made here, the files would be large


TRUE = {"kind": "holds", "region": "all", "text": "1 = 1"}


def many(
    claim: str, names: Sequence[str], given: Sequence[str], proves: Sequence[Any], beside: Sequence[Any] = ()
) -> bytes:
    """A claim about the region `all`, and a point there."""
    goal = {
        "claim": claim,
        "title": "Many",
        "verdict": "proved",
        "names": [*names],
        "tables": {},
        "schemes": {},
        "regions": {"all": [*given]},
        "domain": "",
        "conditions": [],
        "proves": [*proves],
        "beside": [*beside],
        "fails": [],
        "corrects": [],
    }
    return json.dumps(
        {
            "format": "onoff-certificate",
            "version": 3,
            "goal": goal,
            "facts": [],
            "failures": [],
            "points": {"all": dict.fromkeys(names, "1")},
            "invariants": {},
            "values": {},
        }
    ).encode()


@pytest.mark.parametrize("given", [["a > 0" + 20_000 * " "], ["a > 0", *["1 = 1"] * 500]], ids=["long", "many"])
def test_the_texts_of_a_region_are_read_once(given: Sequence[str], impatient: None) -> None:
    start = time.process_time()
    answer = checker.judge({"it": many("it", ["a"], given, [TRUE] * 2_000)})["it"]
    assert answer[:2] == ("valid", "") and time.process_time() - start < 3


@pytest.mark.parametrize("given", [["a > 0" + 20_000 * " "], ["a > 0", *["1 = 1"] * 500]], ids=["long", "many"])
def test_the_texts_of_a_region_are_paid_for_by_each_statement(given: Sequence[str], impatient: None) -> None:
    """They are looked through for the experiments of which it speaks, if there are any."""
    coin = {"experiments": {"coin": {"X": {"values": "0..1", "law": "uniform"}}}}
    files = [json.loads(many("it", ["a"], given, [TRUE] * count)) for count in (10, 2_000)]
    few, all = (checker.judge({"it": json.dumps({**file, "goal": {**file["goal"], **coin}}).encode()})["it"]
                for file in files)
    assert (few.word, all.word, all.kind) == ("valid", "invalid", "work")


def test_the_statements_of_a_claim_are_paid_for_by_each_use(impatient: None) -> None:
    use = {"kind": "uses", "region": "all", "claim": "used"}
    used = many("used", [], [], [TRUE] * 2_000)
    few, all = (
        checker.judge({"used": used, "it": many("it", [], [], [TRUE], [use] * count)})["it"] for count in (10, 2_000)
    )
    assert (few.word, all.word, all.kind) == ("valid", "invalid", "work")


def test_the_relations_of_a_condition_are_paid_for_by_each_use(impatient: None) -> None:
    use = {"kind": "uses", "region": "all", "claim": "used"}
    condition = {
        "verdict": "conditional",
        "domain": "all",
        "conditions": [{"text": "small", "where": ["a < 2", *["0 = 0"] * 2_000]}],
    }
    fails = {"fails": [{"statement": {**TRUE, "text": "a < 2"}, "violates": "small"}]}
    failures = [{"at": {"a": "2"}, "choice": {}}]

    def answer(count: int) -> checker.Answer:
        given = ["a > 0"]
        used = changed(many("used", ["a"], given, [TRUE]), {**condition, **fails}, failures)
        return checker.judge({"used": used, "it": changed(many("it", ["a"], given, [use] * count), condition)})["it"]

    few, all = answer(10), answer(2_000)
    assert (few.word, all.word, all.kind) == ("valid", "invalid", "work")


def changed(data: bytes, goal: dict[str, Any], failures: Sequence[Any] = ()) -> bytes:
    """The certificate with other parts of the goal, and a point where its conditions hold."""
    value = json.loads(data)
    points = {**value["points"], "conditions": {"a": "1"}}
    return json.dumps({**value, "goal": {**value["goal"], **goal}, "points": points, "failures": [*failures]}).encode()


def test_a_text_is_looked_through_once_however_many_relations_divide(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []

    class Counted:
        def search(self, text: str) -> re.Match[str] | None:
            looked.append(text)
            return pattern.search(text)

    pattern = regions.FUNCTION
    monkeypatch.setattr(regions, "FUNCTION", Counted())
    text = "for x in 1..50: 1/a > x - 50"
    assert checker.judge({"it": many("it", ["a"], [text], [TRUE])})["it"].word == "valid"
    assert looked == [text]


@pytest.mark.parametrize("sign", ["->", " indep "])
def test_the_measures_of_a_long_chain_are_not_kept(sign: str) -> None:
    tracemalloc.start()
    try:
        chain = {**TRUE, "text": sign.join(f"Y{i}" for i in range(2_000))}
        answer = checker.judge({"it": many("it", [], [], [chain])})["it"]
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (answer.word, answer.kind) == ("invalid", "work")
    assert most < 10_000_000
