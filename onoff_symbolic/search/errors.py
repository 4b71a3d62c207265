"""What a search says when it finds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..checker.polynomials import Invalid, Undefined
from ..errors import OnoffError, Pole, Undecidable

MAX_WORK = 10**9
"""What a search may spend, in the units of the checker, which allows a certificate much less."""


class NotFound(OnoffError):
    """No certificate was found. This says nothing about the goal. `statement` is a name such as "proves 3", or ""."""

    exit_code = 3

    def __init__(self, statement: str, reason: str) -> None:
        reason = reason.removeprefix(f"{statement}: ")
        super().__init__(f"{statement}: {reason}" if statement else reason)
        self.statement, self.reason = statement, reason


@contextmanager
def as_not_found() -> Iterator[None]:
    """Raise `NotFound` for what is no goal, has no value or is not decided."""
    try:
        yield
    except (Invalid, Undefined, Undecidable, Pole) as reason:
        raise NotFound("", str(reason)) from None
