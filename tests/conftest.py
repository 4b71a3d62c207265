"""Settings of all tests: hypothesis draws the same examples on every machine and in every order of the tests.

    fixed   the profile of `make test`: examples follow from the test alone, and no file remembers any
    fuzz    the profile of `make fuzz`: new examples, which follow from a seed that is printed
"""

import gc
import math
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import unchanged  # noqa: F401  first
import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from onoff_symbolic import judge, judge_chains
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.checker.polynomials import MAX_WORK, Budget
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.cli import terminal
from onoff_symbolic.paper import session as sessions
from onoff_symbolic.paper.session import Session

sys.path.append(str(Path(__file__).resolve().parent.parent / "tools"))

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.register_profile("fuzz", derandomize=False, database=None, deadline=None, print_blob=True)
settings.load_profile("fixed")

gc.set_threshold(50_000, 20, 20)        # A tenth of the time goes into looking for garbage otherwise.
terminal.EVERY = math.inf       # On a slow machine, progress would stand in what a command prints.

if hasattr(providers, "is_local_module_file"):
    # Else constants of the modules that happen to be imported are drawn, too: examples would depend on earlier tests.
    providers.is_local_module_file = lambda path: False


@pytest.fixture(scope="session")
def session() -> Session:
    """Judges each claim once for all tests that only read the results."""
    return Session(the_paper())


def remembered(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Answers each question once; what is told on the way is told once, too."""
    found = dict[str, Any]()

    def answer(*args: Any, **tells: Callable[..., None]) -> Any:
        regions = [getattr(arg, "region", arg) for arg in args]
        key = repr([arg for arg in args if not callable(arg)] + [r.stated() for r in regions if isinstance(r, Region)])
        if key not in found:
            found[key] = ask(*args, **tells)
        return found[key]

    return answer


@pytest.fixture(scope="session")
def judges() -> list[tuple[Any, str, Callable[..., Any]]]:
    """Judge each scheme, each design and each region of costs once for all tests that only read the results."""
    return [(module, name, remembered(getattr(module, name)))
            for module, name in ((judge, "scheme"), (judge_chains, "design"), (judge_chains, "region"))]


@pytest.fixture
def known(session: Session, judges: list[tuple[Any, str, Callable[..., Any]]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims of the paper are judged in the session of all tests, and each scheme once."""
    monkeypatch.setattr(sessions, "Session", lambda paper, tell=sessions.silent, search=False, kept=None: (
        session if paper is the_paper() and not search else Session(paper, tell, search, kept or {})))
    for module, name, answer in judges:
        monkeypatch.setattr(module, name, answer)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker gives up after a tenth of the work: what takes too much is rejected sooner, for the same reason."""
    monkeypatch.setattr(Budget.begin, "__defaults__", (MAX_WORK // 10,))


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


SLOW = {*(Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").split()}
"""Tests that take a tenth of a second or more, and need nothing that tells it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever draws examples, or needs a browser, is slow."""
    for item in items:
        drawn = item.get_closest_marker("drawn") or getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if drawn or {"chromium", getattr(item, "originalname", "")} & {*getattr(item, "fixturenames", ()), *SLOW}:
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Tests and modules stay until the end: no garbage is looked for among them."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Under `make fuzz`, a failure is known even if the time is over before the run has ended."""
    if report.failed and (path := os.environ.get("ONOFF_FAILED")):
        Path(path).touch()
