"""Reads a TOML document that somebody else wrote and that may be hostile: sizes are bounded, an error is one line.

Every message names the place in the document, what was expected and what was found.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, time
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, TextIO

from .errors import InputError, Spot

STANDARD_INPUT = "-"
MAX_BYTES = 262_144
MAX_INPUT = 64 * MAX_BYTES
"""More than this is not read from standard input."""
MAX_DOTS = 1_000
MAX_DIGITS = 2_000

_DIGITS = re.compile(rb"[0-9_]+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}")


class Decimal(str):
    """A TOML float, kept as it was written."""


def read(path: str) -> dict[str, Any]:
    """Return the document in a file."""
    return _toml(_bytes(path))


def parse(text: str) -> dict[str, Any]:
    """Return the document in a text."""
    try:
        return _toml(text.encode())
    except InputError as error:
        number = error.spot.number if error.spot else 0
        raise InputError(f"line {number}: {error.message}") if number else error from None


def text_of(path: str) -> str:
    """Return the text in a file."""
    return _decoded(_bytes(path))


def data_of(path: str, most: int = MAX_BYTES) -> bytes:
    """Return what is in a file, or on standard input if it is called -; of more than `most` bytes, one byte more."""
    if path == STANDARD_INPUT:
        return _standard_input(sys.stdin)[:most + 1]
    try:
        kind = stat.S_IFMT(os.stat(path).st_mode)
        if kind in (stat.S_IFREG, stat.S_IFDIR):  # anything else might never end
            with Path(path).open("rb") as handle:
                return handle.read(most + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise InputError(f"is not a file name: {error}") from None
    found = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}.get(kind, "a device")
    raise InputError(f"expected a file, found {found}")


def shown_name(path: str) -> str:
    """Return the name of a file, as errors and reports have it."""
    return "<stdin>" if path == STANDARD_INPUT else path


@lru_cache(maxsize=1)
def _standard_input(stream: TextIO | None) -> bytes:
    """Return what there is to read on standard input, which can be read only once."""
    if stream is None:
        raise InputError("cannot be read: there is no standard input")
    try:
        return stream.buffer.read(MAX_INPUT + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}") from None


def _bytes(path: str) -> bytes:
    data = data_of(path)
    if len(data) > MAX_BYTES:
        raise InputError(f"expected at most {MAX_BYTES} bytes, found more")
    return data


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"expected UTF-8 text, found the byte {data[error.start]:#04x} at {error.start}"
        ) from None


def _toml(data: bytes) -> dict[str, Any]:
    for number, line in enumerate(data.splitlines(), start=1):
        # The time that `tomllib` takes grows with the square of the dots in a key and of the digits in a number.
        at_most(line.count(b"."), MAX_DOTS, f"line {number}", "dots in a line")
        longest = max(map(len, _DIGITS.findall(line)), default=0)
        at_most(longest, MAX_DIGITS, f"line {number}", "digits in a number")
    try:
        return tomllib.loads(_decoded(data), parse_float=Decimal)
    except RecursionError:
        raise InputError("is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(" ".join(str(error).split()), _decoded(data)) from None


def _no_toml(said: str, text: str) -> InputError:
    """Return what `tomllib` says, with the line as other errors have it."""
    from .lines import spot_at, unclosed

    place = re.search(r" \(at line (\d+), column (\d+)\)", said)
    if place is None:
        closing = unclosed(text)
        kind = "array" if closing[:1] == "]" else "inline table"
        said = said.replace(" (at end of document)", "")
        what = f"the {kind} is not closed; add {closing}" if closing else f"{said[:200]} at the end"
        return InputError(f"is not TOML: {what}").shown_at(spot_at(text, len(text.rstrip()) - 1))
    number = int(place[1])
    line = text.split("\n")[number - 1]
    what = f"is not TOML: {said.replace(place[0], '')[:200]}{_hint(line)}"
    return InputError(what).shown_at(Spot(line, int(place[2]) - 1, 1, number))


def _hint(line: str) -> str:
    """Return what to write instead, where a line has one of the slips that people make."""
    bare = re.sub(r"\"[^\"]*\"|'[^']*'|#.*", "", line)
    if (decimal := re.search(r"(?<![0-9])\.[0-9]{1,20}", bare)) is not None and "=" in bare:
        return f"; a decimal begins with a digit: write 0{decimal[0]}"
    if re.search(r"=\s*[^\s\"'\[{]*[-+*/^()α-ωA-Za-z]", bare):
        return '; an expression is written in quotes, as in "1 - alpha"'
    return ""


# -- places ------------------------------------------------------------------------------------------------


@contextmanager
def part(*keys: str | int) -> Iterator[None]:
    """Add these keys and positions of the document to whatever is found wrong inside."""
    try:
        yield
    except InputError as error:
        error.path = (*keys, *error.path)
        raise


def located(error: InputError, path: str) -> InputError:
    """Return the error with the file, and where in the file it is; one that has its place already, as it is."""
    from .lines import spot_of

    spot = error.spot
    if spot is not None and spot.name:
        return error
    if error.path:
        spot = spot_of(text_of(path), error.path, spot)
    return error.shown_at(replace(spot or Spot(""), name=shown_name(path) or "''"))


# -- shapes ------------------------------------------------------------------------------------------------


def kind_of(value: object) -> str:
    """Return what a value is, in words."""
    if isinstance(value, (date, time)):
        return "a date or a time"
    names = {
        dict: "a table", list: "a list", str: "a string", bool: "a boolean", int: "an integer", Decimal: "a number",
    }
    return names.get(type(value), type(value).__name__)


def expect(value: object, kind: type, place: str, expected: str) -> Any:
    """Return the value, if it is of that kind."""
    if (
        not isinstance(value, kind)
        or (kind is not bool and isinstance(value, bool))
        or isinstance(value, Decimal)
    ):
        raise InputError(f"{place}: expected {expected}, found {kind_of(value)}")
    return value


def expect_keys(
    table: dict[str, Any], place: str, required: Iterable[str], optional: Iterable[str] = ()
) -> None:
    """Raise InputError unless a table has all required keys, and no others but optional ones."""
    known = [*required, *optional]
    for key in table:
        if key not in known:
            with part(key):
                hint = did_you_mean(key, known, 7 / 10)
                raise InputError(
                    f"{place}: expected one of {', '.join(known)}, found {cut(key)}{hint}"
                )
    for key in required:
        if key not in table:
            raise InputError(f"{place}: {key} is missing")


def did_you_mean(word: str, known: Iterable[str], alike: float = 3 / 5) -> str:
    """Return the end of a message about an unknown word: which one was probably meant."""
    close = get_close_matches(word, [*known], 1, alike)
    return f"; did you mean {close[0]}?" if close else ""


def cut(text: str) -> str:
    """Return a text to be shown, in quotes, not too long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def name_of(value: object, place: str) -> str:
    """Return the value, if it is a name."""
    text = expect(value, str, place, "a name")
    if not _NAME.fullmatch(text):
        raise InputError(
            f"{place}: expected a name (a-z or A-Z, then letters, digits or _), found {cut(text)}"
        )
    return str(text)


def names_of(value: object, place: str, known: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the value, if it is a list of different names, each of them known."""
    listed = expect(value, list, place, "a list of names")
    found = tuple(name_of(item, place) for item in listed)
    twice = next((name for name, count in Counter(found).items() if count > 1), None)
    if twice is not None:
        raise InputError(f"{place}: expected each name once, found {twice} twice")
    if not found:
        raise InputError(f"{place}: expected at least one name, found an empty list")
    if known is not None:
        for name in found:
            member(name, place, known)
    return found


def member(name: str, place: str, known: Iterable[str]) -> str:
    """Return the name, if it is known."""
    if name not in known:
        raise InputError(f"{place}: expected one of {', '.join(known)}, found {cut(name)}")
    return name


def at_most(count: int, limit: int, place: str, what: str) -> None:
    """Raise InputError if there are more than the limit."""
    if count > limit:
        raise InputError(f"{place}: expected at most {limit} {what}, found {count}")
