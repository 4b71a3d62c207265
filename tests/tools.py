"""Programs from outside that some tests use. Where they must be there (ONOFF_REQUIRE_TOOLS=1), a missing one fails."""

import os
import shutil

import pytest


def missing(reason: str) -> None:
    """Skip the test, or fail it where every tool must be there."""
    if os.environ.get("ONOFF_REQUIRE_TOOLS", "") not in ("", "0"):
        pytest.fail(f"{reason}; ONOFF_REQUIRE_TOOLS is set", pytrace=False)
    pytest.skip(reason)


def need(*programs: str) -> str:
    """The path of the first of these programs that is installed."""
    for program in programs:
        if path := shutil.which(program):
            return path
    missing(f"{' or '.join(programs)} is not installed")
    raise AssertionError("not reached")
