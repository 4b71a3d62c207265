"""The random schemes of the benchmark: readable, the same in every run, of all kinds and sizes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))

from random_schemes import KINDS, drafts  # noqa: E402

from onoff_symbolic.schemes.files import parse_cases  # noqa: E402

pytestmark = pytest.mark.slow


def test_all_can_be_read_and_have_a_point() -> None:
    sizes, periods, names = set(), set(), set()
    for draft in drafts(5 * len(KINDS), 1):
        (found,) = parse_cases(draft.text)
        sizes.add(len(found.scheme.sources))
        periods.add(found.scheme.process.period)
        names.add(len(found.scheme.field.names))
        assert next(found.region.points(), None) is not None, draft.text
    assert sizes == {2, 3, 4, 5} and periods == {1, 2, 3, 4} and max(names) >= 6


def test_a_seed_makes_the_same_schemes_again() -> None:
    one, again, other = ([draft.text for draft in drafts(len(KINDS), seed)] for seed in (1, 1, 2))
    assert one == again != other
