"""Each kind of statement has a strategy: how it is shown, and how it is seen to fail."""

from __future__ import annotations

import pytest

from onoff_symbolic.checker.core import KINDS
from onoff_symbolic.checker.statements import Statement
from onoff_symbolic.search.failures import FAILURES
from onoff_symbolic.search.strategies import STRATEGIES

TABLES = {"shown": STRATEGIES, "fails": FAILURES}


def has_strategy(kind: type[Statement], table: str) -> bool:
    return any(each in TABLES[table] for each in kind.__mro__)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_a_strategy(kind: str, table: str) -> None:
    assert has_strategy(KINDS[kind], table)


@pytest.mark.parametrize("table", TABLES)
def test_a_new_kind_has_none(table: str) -> None:
    class Another(Statement):
        """A kind that no table has."""

    assert not has_strategy(Another, table)


@pytest.mark.parametrize("table", TABLES)
def test_no_entry_is_left_of_a_kind_that_is_gone(table: str) -> None:
    bases = {base for kind in KINDS.values() for base in kind.__mro__}
    assert TABLES[table].keys() <= bases
