"""Settings of all tests: hypothesis draws the same examples on every machine and in every order of the tests.

fixed   the profile of `make test`: examples follow from the test alone, and no file remembers any
fuzz    the profile of `make fuzz`: new examples, which follow from a seed that is printed
"""

import gc
import math
import os
import sys
from pathlib import Path

import unchanged  # noqa: F401  first
import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from onoff_symbolic.checker.polynomials import MAX_WORK, Budget
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.cli import terminal
from onoff_symbolic.paper.session import Session

sys.path.append(str(Path(__file__).resolve().parent.parent / "tools"))

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.register_profile("fuzz", derandomize=False, database=None, deadline=None, print_blob=True)
settings.load_profile("fixed")

gc.set_threshold(50_000, 20, 20)  # A tenth of the time goes into looking for garbage otherwise.
terminal.EVERY = math.inf  # On a slow machine, progress would stand in what a command prints.

if hasattr(providers, "is_local_module_file"):
    # Else constants of the modules that happen to be imported are drawn, too: examples would depend on earlier tests.
    providers.is_local_module_file = lambda path: False


@pytest.fixture(scope="session")
def session() -> Session:
    """Judges each claim once for all tests that only read the results."""
    return Session(the_paper())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker gives up after a tenth of the work: what takes too much is rejected sooner, for the same reason."""
    monkeypatch.setattr(Budget.begin, "__defaults__", (MAX_WORK // 10,))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever draws examples, or needs a browser, is slow."""
    for item in items:
        drawn = item.get_closest_marker("drawn") or getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if drawn or "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Tests and modules stay until the end: no garbage is looked for among them."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Under `make fuzz`, a failure is known even if the time is over before the run has ended."""
    if report.failed and (path := os.environ.get("ONOFF_FAILED")):
        Path(path).touch()
