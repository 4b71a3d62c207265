"""A part of `make mutants` that takes seconds, and that its record belongs to the paper as it is encoded now.

Every seventh change of the printed data and the smallest modules are tried; `make mutants` tries all and writes the
record anew.
"""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from onoff_symbolic.claim import Session
from onoff_symbolic.proofs import mutation
from onoff_symbolic.proofs.catalogue import BY_ID
from onoff_symbolic.proofs.printed import PRINTED

pytestmark = pytest.mark.slow
FILE = Path(__file__).parents[1] / "benchmarks" / "mutants.py"
STEP = 7
Scores = Mapping[str, tuple[int, int]]


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
def baseline(mutants: ModuleType, session: Session) -> dict[str, tuple[str, tuple[str, ...], str]]:
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


# -- the record --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def possible(mutants: ModuleType) -> dict[str, list[str]]:
    """The names of the mutants of today: of the data by the claim asked first, of the code by module."""
    found: dict[str, list[str]] = {}
    for mutant in mutants.data_mutants():
        found.setdefault(mutant.owner, []).append(mutant.name)
    for module in dict.fromkeys(entry.module for entry in BY_ID.values()):
        found[f"{module}.py"] = mutants.code_names(module)
    return {owner: names for owner, names in found.items() if names}


def drift(data: Scores, code: Scores, survivors: Sequence[tuple[str, str]],
          possible: Mapping[str, list[str]]) -> list[str]:
    """Where a record differs from the mutants of today, or from itself."""
    scores = {**data, **{f"{module}.py": pair for module, pair in code.items()}}
    found = [f"{owner}: {scores.get(owner, (0, 0))[1]} recorded, {len(possible.get(owner, ()))} possible"
             for owner in {**scores, **possible} if scores.get(owner, (0, 0))[1] != len(possible.get(owner, ()))]
    left = Counter(name for name, _ in survivors)
    known = Counter(name for names in possible.values() for name in names)
    found += [f"unknown survivor {name}" for name in (left - known)]
    for owner, (noticed, total) in scores.items():
        # Mutants of a module may share a name; a survivor counts for its owner.
        kept = sum((left & Counter(possible.get(owner, ()))).values())
        found += [f"{owner}: {total - noticed} unnoticed, {kept} survivors"] if total - noticed != kept else []
    return found + [f"no reason for {name}" for name, why in survivors if not why]


def test_the_record_is_that_of_today(possible: dict[str, list[str]]) -> None:
    assert drift(mutation.DATA, mutation.CODE, mutation.SURVIVORS, possible) == []


def test_a_record_that_drifts_is_noticed(possible: dict[str, list[str]]) -> None:
    data, code, survivors = mutation.DATA, mutation.CODE, mutation.SURVIVORS
    noticed, total = data["lemma1"]
    assert drift({**data, "lemma1": (noticed + 1, total + 1)}, code, survivors, possible)
    assert drift({**data, "lemma1": (noticed - 1, total)}, code, survivors, possible)
    assert drift(data, {k: v for k, v in code.items() if k != "converse"}, survivors, possible)
    assert drift(data, code, survivors[1:], possible)
    assert drift(data, code, (("nothing of today", "why"), *survivors[1:]), possible)
    assert drift(data, code, ((survivors[0][0], ""), *survivors[1:]), possible)


def test_the_names_are_those_of_the_mutants(mutants: ModuleType) -> None:
    made = [mutants.lasting(mutant.name) for mutant in mutants.code_mutants("formulation")]
    assert made == mutants.code_names("formulation") and made


def test_the_file_is_written_as_it_stands(mutants: ModuleType) -> None:
    written = mutants.record(mutation.DATA, mutation.CODE, list(mutation.SURVIVORS))
    assert written == Path(str(mutation.__file__)).read_text(encoding="utf-8")
