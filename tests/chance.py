"""Random numbers of tests that draw without hypothesis: the same on every run, except under `make fuzz`."""

import os
from random import Random

SEED = os.environ.get("ONOFF_SEED", "")
"""The seed of a round of `make fuzz`; empty in `make test`."""


def examples(few: int, many: int) -> int:
    """How many are drawn: few in `make test`, many in a round of `make fuzz`."""
    return many if SEED else few


def chance(number: int) -> Random:
    """A source of random numbers of its own. Tests that use it are marked `drawn`, so that `make fuzz` runs them."""
    return Random(f"{SEED}/{number}" if SEED else number)
