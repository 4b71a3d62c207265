"""A part of `make mutants` that takes seconds: every seventh change of the printed data, and the smallest modules."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from onoff_symbolic.claim import Session
from onoff_symbolic.proofs.catalogue import BY_ID
from onoff_symbolic.proofs.claims import finder
from onoff_symbolic.proofs.printed import PRINTED

FILE = Path(__file__).parents[1] / "benchmarks" / "mutants.py"
STEP = 7


@pytest.fixture(scope="module")
def mutants() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("mutants", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutants"] = module     # dataclasses look their module up
    spec.loader.exec_module(module)
    yield module
    del sys.modules["mutants"]


@pytest.fixture(scope="module")
def baseline(mutants: ModuleType) -> dict[str, tuple[str, tuple[str, ...], str]]:
    session = Session(finder())
    return {claim: mutants.signature(session.judge(claim)) for claim in BY_ID}


def unexplained(mutants: ModuleType, baseline: object, some: Iterator[object]) -> list[str]:
    found = [mutant for mutant in some if not mutants.noticed(mutant.judge, baseline)]  # type: ignore[attr-defined]
    return [mutant.name for mutant in found if not mutants.reason(mutant, baseline)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("start", range(0, STEP, 3))
def test_a_change_of_the_printed_data_is_noticed(mutants: ModuleType, baseline: object, start: int) -> None:
    some = list(islice(mutants.data_mutants(), start, None, 3 * STEP))
    assert len(some) > 30
    assert unexplained(mutants, baseline, iter(some)) == []


@pytest.mark.parametrize("name", ["formulation", "privacy", "lemma1", "achievability"])
def test_a_change_of_a_proof_is_noticed(mutants: ModuleType, baseline: object, name: str) -> None:
    some = list(mutants.code_mutants(name))
    assert some
    assert unexplained(mutants, baseline, iter(some)) == []


def test_what_is_not_changed_is_not_noticed(mutants: ModuleType, baseline: object) -> None:
    """The measure can tell a survivor."""
    same = mutants.Mutant("nothing", "lemma1", partial(mutants._data, PRINTED, ["lemma1", "table3-caption"]))
    assert not mutants.noticed(same.judge, baseline)
    assert unexplained(mutants, baseline, iter([same])) == ["nothing"]
