"""A meter of arithmetic, so that no question runs for ever.

The unit is one product of two terms, about a microsecond. What an operation will cost is estimated from its
operands before it is done, never by a clock: a question is given up at the same place on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import Undecidable

MAX_STEP = 4_000_000
"""An operation that is estimated to cost more than this is refused, whoever asks."""

MAX_WORK = 5_000_000
"""What one question about somebody else's scheme may cost before it is given up: several seconds."""

SMALL = 5
SMALL_GCD = 300


class Work:
    """Counts what the elements of a field cost; `at_most` bounds what is done inside it."""

    def __init__(self) -> None:
        self._left: int | None = None

    @contextmanager
    def at_most(self, limit: int) -> Iterator[None]:
        """Inside, more work than the limit raises `Undecidable`."""
        before, self._left = self._left, limit
        try:
            yield
        finally:
            self._left = before

    def spend(self, amount: int) -> None:
        if amount > MAX_STEP:
            raise Undecidable("a polynomial has become too large to compute with")
        if self._left is not None:
            self._left -= amount
            if self._left < 0:
                raise Undecidable("the polynomials have become too many or too large to go on")


def product(one: Any, other: Any) -> int:
    """Return what multiplying two polynomials costs."""
    return SMALL + len(one) * len(other)


def gcd(one: Any, other: Any) -> int:
    """Return what their greatest common divisor costs: divisions term by term, and the integers of the heuristic
    method, which replaces one variable after the other by a number about as long as half a coefficient.
    """
    terms = len(one) + len(other)
    left, right = bits(one), bits(other)
    for high, low in zip(
        map(max, zip(*one, strict=True)), map(max, zip(*other, strict=True)), strict=True
    ):
        step = min(left, right) // 2 + SMALL
        left, right = left + high * step, right + low * step
    longest = max(left, right)
    return SMALL_GCD + terms * terms // 2 + longest + longest * longest // 150_000


def factoring(polynomial: Any) -> int:
    """Return what factoring costs: it may have to try every set of factors modulo a prime, two for each degree."""
    degree: int = max(map(max, polynomial))
    return (
        SMALL_GCD + len(polynomial) ** 2 // 2 + (8 << degree // 2) * (1 + bits(polynomial) // 100)
    )


def program(coefficients: int) -> int:
    """Return what a linear program with that many nonzero coefficients costs."""
    return 60 * coefficients


def bits(polynomial: Any) -> int:
    """Return the length of the largest coefficient."""
    return max(int(abs(c)).bit_length() for c in polynomial.values())
