"""Each kind of statement has a strategy: how it is shown, and how it is seen to fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from onoff_symbolic.checker import KINDS, extensions
from onoff_symbolic.search.failures import FAILURES
from onoff_symbolic.search.strategies import STRATEGIES


@pytest.mark.parametrize("table", [STRATEGIES, FAILURES], ids=["shown", "fails"])
def test_each_kind_has_a_strategy_and_nothing_else_has(table: Mapping[str, Any]) -> None:
    assert table.keys() == {*KINDS, *extensions.KINDS}
