"""A plugin for pytest. Only pytest loads this module, and until there is something to judge it imports nothing heavy.

    pytest --onoff                          adds every claim of the paper as a test
    pytest --pyargs onoff_symbolic.claims   just these
    pytest onoff.toml                       schemes and claims of your own, see `expectation`

A known erratum is a strict xfail: if its verdict is not the recorded one, better or worse, the test fails.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .expectation import Expectation, Sessions

SESSIONS: pytest.StashKey[Sessions] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("onoff-verify").addoption(
        "--onoff", action="store_true",
        help='Add every claim of the paper "ON-OFF Privacy with Correlated Requests" as a test.')


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.name != "onoff.toml":
        return None
    return Expectations.from_parent(parent, path=file_path)


@pytest.hookimpl(optionalhook=True)
def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The folder of the proofs stands for the claims, and so does the package that reads them."""
    if path.name not in ("proofs", "claims") or path not in _folders():
        return None
    return Claims.from_parent(parent, path=path, name="onoff", nodeid="onoff")


def _folders() -> list[Path]:
    from ..claims.place import default

    return [default().parent, Path(__file__).resolve().parent.parent / "claims"]


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, None]:
    """With --onoff, the claims come after what the session finds by itself."""
    outcome = yield
    if isinstance(collector, pytest.Session) and collector.config.getoption("onoff", False):
        report = outcome.get_result()
        if report.passed and not any(isinstance(node, Claims) for node in report.result):
            report.result.append(Claims.from_parent(collector, name="onoff", nodeid="onoff"))


class Claims(pytest.Collector):
    """Every claim of the paper."""

    def collect(self) -> Iterable[pytest.Item]:
        from ..claims.place import the_paper
        from .expectation import claim_as_recorded

        for claim in the_paper().claims:
            yield Judged.from_parent(self, name=claim, expectation=claim_as_recorded(claim, the_paper()))


class Expectations(pytest.File):
    """A file `onoff.toml`."""

    def collect(self) -> Iterable[pytest.Item]:
        from ..errors import InputError
        from .expectation import load

        try:
            found = load(self.path)
        except InputError as error:
            raise self.CollectError(str(error)) from None
        for expectation in found:
            yield Judged.from_parent(self, name=expectation.name, expectation=expectation)


class Unmet(Exception):
    """An expectation that was not met."""


class Erratum(Exception):
    """A claim that does not hold, as recorded."""


class Judged(pytest.Item):
    """One expectation."""

    def __init__(self, *, expectation: Expectation, **rest: Any) -> None:
        super().__init__(**rest)
        self.expectation = expectation
        if expectation.erratum:
            self.add_marker(pytest.mark.xfail(reason=expectation.erratum, raises=Erratum, strict=True))

    def runtest(self) -> None:
        limit = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)   # exact answers may be long; what is read is bounded elsewhere
        try:
            found = self.expectation.ask(_sessions(self.config))
            told = "\n".join(found.lines())
        finally:
            sys.set_int_max_str_digits(limit)
        if not found.met or found.erratum:
            raise (Erratum if found.met else Unmet)(told)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Place, expected, found and witness; of an error of ours its message."""
        from ..errors import OnoffError, Undecidable

        if not isinstance(excinfo.value, (Unmet, Erratum, OnoffError)):
            return super().repr_failure(excinfo, style)
        given_up = "undecided: " if isinstance(excinfo.value, Undecidable) else ""
        return f"{self.name}: {given_up}{excinfo.value}"

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"onoff: {self.name}"


def _sessions(config: pytest.Config) -> Sessions:
    """One for the whole run, so that each claim is judged once."""
    if SESSIONS not in config.stash:
        from .expectation import Sessions

        config.stash[SESSIONS] = Sessions()
    return config.stash[SESSIONS]
