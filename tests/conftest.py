"""Settings of all tests: hypothesis draws the same examples on every machine and in every order of the tests.

    fixed   the profile of `make test`: examples follow from the test alone, and no file remembers any
    fuzz    the profile of `make fuzz`: new examples, which follow from a seed that is printed
"""

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.cli import terminal
from onoff_symbolic.paper import session as sessions
from onoff_symbolic.paper.session import Session

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.register_profile("fuzz", derandomize=False, database=None, deadline=None, print_blob=True)
settings.load_profile("fixed")

terminal.EVERY = math.inf       # On a slow machine, progress would stand in what a command prints.

if hasattr(providers, "is_local_module_file"):
    # Else constants of the modules that happen to be imported are drawn, too: examples would depend on earlier tests.
    providers.is_local_module_file = lambda path: False


@pytest.fixture(scope="session")
def session() -> Session:
    """Judges each claim once for all tests that only read the results."""
    return Session(the_paper())


@pytest.fixture
def known(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands in this process that judge claims of the paper do so in the session of all tests."""
    monkeypatch.setattr(sessions, "Session", lambda paper, tell=sessions.silent, search=False, kept=None: (
        session if paper is the_paper() and not search else Session(paper, tell, search, kept or {})))


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], None]:
    """Makes a function of a module answer each question once in a test, whatever is done with the answer."""
    def remember(module: Any, name: str) -> None:
        ask, known = getattr(module, name), dict[str, Any]()

        def answer(*args: Any) -> Any:
            key = repr([arg for arg in args if not callable(arg)])
            if key not in known:
                known[key] = ask(*args)
            return known[key]

        monkeypatch.setattr(module, name, answer)

    return remember


SLOW = {
    "test_every_change_of_one_entry_is_refuted", "test_a_row_replaced_by_another_distribution_is_refuted",
    "test_the_record_changes_the_exit_code_but_no_verdict", "test_the_errata_for_programs",
    "test_without_any_record_the_verdicts_are_the_same", "test_the_cost_of_a_scheme_is_counted_by_the_printed_lengths",
    "test_the_law_that_refutes_claim_1_without_a_hypothesis_does_so", "test_a_change_of_one_printed_entry_is_refuted",
    "test_the_committed_certificate_is_the_one_that_is_found", "test_no_point_refutes_a_goal",
    "test_a_point_that_is_moved_by_two_units_is_refuted",
}
"""Slow tests of modules that are being rewritten: the marker belongs to the tests that replace them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a browser is slow, and so is a report on all claims."""
    for item in items:
        names = {*getattr(item, "fixturenames", ()), getattr(item, "originalname", "")}
        if names & {"chromium", "every", *SLOW}:
            item.add_marker(pytest.mark.slow)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Under `make fuzz`, a failure is known even if the time is over before the run has ended."""
    if report.failed and (path := os.environ.get("ONOFF_FAILED")):
        Path(path).touch()
