"""Privacy by numbers modulo a prime, and by forms that are found backward."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from onoff_symbolic import judge
from onoff_symbolic.checker import Alike, Goal
from onoff_symbolic.result import Verdict
from onoff_symbolic.schemes.files import SchemeFile, load
from onoff_symbolic.search import invariants, strategies
from onoff_symbolic.search.goals import scheme_goal
from onoff_symbolic.search.numbers import ModularPoint

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES.parent / "benchmarks"))


def private(file: SchemeFile) -> Alike:
    goal = Goal({**scheme_goal(file.scheme, "scheme"), "regions": {"whole": file.scheme.letters.region(file.region)},
                 "proves": [
        {"kind": "alike", "region": "whole", "process": "scheme", "starts": list(file.scheme.chain.sources)}]})
    statement = goal.statements["proves 0"]
    assert isinstance(statement, Alike)
    return statement


@pytest.mark.parametrize("name", ["paper-low", "always-both", "three-sources"])
def test_privacy_is_proved_by_forms_found_backward(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert judge.scheme(load(str(EXAMPLES / f"{name}.toml"))).private.verdict is Verdict.PROVED
    monkeypatch.setattr(strategies, "of_histories", lambda statement: iter(()))
    assert judge.scheme(load(str(EXAMPLES / f"{name}.toml"))).private.verdict is Verdict.UNDECIDED


def test_no_leak_is_overlooked() -> None:
    statement = private(load(str(EXAMPLES / "late-leak.toml")))
    assert list(invariants.of_histories(statement)) == []


def test_the_first_leak_is_the_shortest() -> None:
    file = load(str(EXAMPLES / "late-leak.toml"))
    statement = private(file)
    point = ModularPoint({"alpha": Fraction(1, 2), "beta": Fraction(1, 3)})
    lengths = [len(word.letters) for word in point.walk(statement.scheme, statement.model).words()]
    assert lengths == sorted(lengths)
