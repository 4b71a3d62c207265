"""The rows of a query chain in a proof: shown only where each column is an identity."""

import copy
import json
from typing import Any

import pytest

from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.report.rows import identities, requests_after
from onoff_symbolic.result import Node

GOAL = json.loads((the_paper().certificates / "lemma1.json").read_text(encoding="utf-8"))["goal"]
LOW = {"kind": "markov", "scheme": "low", "matrix": "Plow"}
AFTER_BOTH = Node(0, "AB", ("path[A,B] = 0", "path[B,A] = 0"))


def changed(table: str, place: int, entry: str) -> dict[str, Any]:
    goal = copy.deepcopy(GOAL)
    goal["tables"][table]["entries"][place] = entry
    return dict(goal)


def test_a_row_is_shown_column_by_column() -> None:
    found = identities(GOAL, LOW, AFTER_BOTH)

    assert found[0] == "column $A$: $p*(1 - alpha)*beta/(1 - alpha) + (1 - p)*beta = beta$"
    assert len(found) == 3


def test_after_a_single_source_the_request_is_sent() -> None:
    after_a = Node(0, "A", ("path[A,B] = 0", "path[B,B] = 0"))

    assert identities(GOAL, LOW, after_a)[1] == "column $B$: $M[A,B] = alpha$"


@pytest.mark.parametrize("table, place, entry", [
    ("Ta", 0, "alpha/(1 - alpha)"),
    ("M", 1, "alpha/2"),
    ("Plow", 6, "beta + 1"),
    ("Plow", 8, "1 - alpha"),
])
def test_a_row_that_is_no_identity_is_not_shown(table: str, place: int, entry: str) -> None:
    assert identities(changed(table, place, entry), LOW, AFTER_BOTH) == ()


def test_nothing_is_shown_where_the_history_does_not_determine_the_request() -> None:
    open_ = Node(0, "AB", ("path[A,B] = 0",))

    assert requests_after(open_, ("A", "B")) == {}
    assert identities(GOAL, LOW, open_) == ()


def test_nothing_is_shown_of_rules_that_begin_or_end() -> None:
    goal = copy.deepcopy(GOAL)
    goal["schemes"]["low"]["rules"][1]["until"] = 3

    assert identities(goal, LOW, AFTER_BOTH) == ()
