"""One error tree. Each class knows the exit code that the command line answers with.

OnoffError            1   something went wrong that the message explains
  InputError          2   what the user gave cannot be used (also a ValueError)
  Undecidable         3   the work was given up inside its bounds; never a verdict (also an ArithmeticError)
  Inexact             1   a float or a foreign element met exact arithmetic (also a TypeError)
  Pole                1   a division by zero (also a ZeroDivisionError)
"""

from __future__ import annotations


class OnoffError(Exception):
    """Base of every error that onoff-verify raises on purpose. Its message is one line."""

    exit_code = 1


class InputError(OnoffError, ValueError):
    """A file, expression, option or value that cannot be used."""

    exit_code = 2
    path: tuple[str | int, ...] = ()
    """The keys and positions that lead to it in a document, as far as they are known."""
    line = 0
    """The line of a document that is no TOML, until the error is told with the name of the file."""

    def at(self, place: str) -> InputError:
        """Return the same error with the place where it happened in front."""
        found = type(self)(f"{place}:{self.line}: {self}" if self.line else f"{place}: {self}")
        found.path = self.path
        return found


class Undecidable(OnoffError, ArithmeticError):
    """A bound on the work was reached, or a question lies outside what the procedures decide."""

    exit_code = 3


class Inexact(OnoffError, TypeError):
    """A float, or an element of another field, where an exact element of this field is expected."""


class Pole(OnoffError, ZeroDivisionError):
    """A denominator that is zero where a value was asked for."""
