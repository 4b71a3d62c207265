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


SLOW = {"test_large", "test_any_other_value_anywhere_is_valid_or_says_why",
        "test_a_statement_that_asks_for_too_much_is_rejected", "test_every_part_of_a_certificate_is_changed"}
"""Slow tests of the checker, whose files are being rewritten: the marker belongs there."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever draws examples, or needs a browser, is slow."""
    for item in items:
        drawn = item.get_closest_marker("drawn") or getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if drawn or {"chromium", getattr(item, "originalname", "")} & {*getattr(item, "fixturenames", ()), *SLOW}:
            item.add_marker(pytest.mark.slow)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Under `make fuzz`, a failure is known even if the time is over before the run has ended."""
    if report.failed and (path := os.environ.get("ONOFF_FAILED")):
        Path(path).touch()
