"""Certificates that were made to deceive the checker: of false goals, or of goals that are not the paper's."""

import json
from pathlib import Path

import pytest

from onoff_symbolic import checker
from onoff_symbolic.checker import scheme
from onoff_symbolic.checker.polynomials import Work
from onoff_symbolic.claims.place import the_paper

ATTACKS = sorted((Path(__file__).resolve().parent / "attacks").glob("[a-z][0-9]*-*.json"))
HEAVY = {"c1-cache", "d2-bind", "o2-nodes", "o3-fractions", "z1-sum", "z2-references", "z3-degree",
         "z5-nodes", "z6-bound", "z8-root", "v1-factors", "v2-degree", "v3-quotients", "v4-sums", "v5-moves",
         "v6-terms", "t1-choices", "t2-powers", "t3-bottoms", "t4-rules", "t5-names", "t6-regions", "t7-cover",
         "t8-terms", "t9-draws", "s1-states", "s2-moves"}
DROPPED = Path(__file__).resolve().parent / "attacks" / "p2_dropped.json"


@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in HEAVY)) for path in ATTACKS])
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
