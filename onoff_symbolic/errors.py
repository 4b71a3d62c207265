"""One error tree. Each class knows the exit code that the command line answers with.

OnoffError            1   something went wrong that the message explains
  InputError          2   what the user gave cannot be used (also a ValueError)
  Undecidable         3   the work was given up inside its bounds; never a verdict (also an ArithmeticError)
  Inexact             1   a float or a foreign element met exact arithmetic (also a TypeError)
  Pole                1   a division by zero (also a ZeroDivisionError)
"""

from __future__ import annotations

from dataclasses import dataclass

SHOWN = 60
"""So much of a text is quoted in a message."""


class OnoffError(Exception):
    """Base of every error that onoff-verify raises on purpose. Its message is one line."""

    exit_code = 1


@dataclass(frozen=True)
class Spot:
    """Signs of a line that are wrong: where they begin (from 0), and how many they are."""

    line: str
    column: int = 0
    length: int = 1
    number: int = 0
    """The number of the line in its file; 0 where there is none."""
    name: str = ""
    """The file, option or argument that has the line, if it is known."""


class InputError(OnoffError, ValueError):
    """A file, expression, option or value that cannot be used. A message may end with help, after a semicolon."""

    exit_code = 2
    path: tuple[str | int, ...] = ()
    """The keys and positions that lead to it in a document, as far as they are known."""
    spot: Spot | None = None

    @property
    def message(self) -> str:
        """Return the message without the spot."""
        return str(self.args[0])

    def at(self, place: str) -> InputError:
        """Return the same error with the place where it happened in front."""
        found = type(self)(f"{place}: {self.message}")
        found.path, found.spot = self.path, self.spot
        return found

    def shown_at(self, spot: Spot) -> InputError:
        """Return the same error at a spot."""
        found = type(self)(self.message)
        found.path, found.spot = self.path, spot
        return found

    def __str__(self) -> str:
        spot = self.spot
        if spot is None:
            return self.message
        if spot.name:
            return f"{spot.name}{f':{spot.number}' if spot.number else ''}: {self.message}"
        quoted = spot.line if len(spot.line) <= SHOWN else f"{spot.line[:SHOWN - 3]}..."
        what, semicolon, help_ = self.message.partition("; ")
        return f"{what} at column {spot.column + 1} of {quoted!r}{semicolon}{help_}"


class Undecidable(OnoffError, ArithmeticError):
    """A bound on the work was reached, or a question lies outside what the procedures decide."""

    exit_code = 3


class Inexact(OnoffError, TypeError):
    """A float, or an element of another field, where an exact element of this field is expected."""


class Pole(OnoffError, ZeroDivisionError):
    """A denominator that is zero where a value was asked for."""
