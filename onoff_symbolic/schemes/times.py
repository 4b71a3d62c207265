"""When a rule applies, as a scheme file says it."""

from __future__ import annotations

import re
from typing import Any

from ..document import cut, expect
from ..errors import InputError

MAX_MODULUS = 12
MAX_TIME = 60

_PART = re.compile(
    r"(?P<word>odd|even)|(?P<rest>[0-9]{1,2}) mod (?P<modulus>[0-9]{1,2})"
    r"|(?P<sign><=|>=|=|) ?(?P<time>[0-9]{1,4})"
)
_EXPECTED = f'a time, "odd", "even", "r mod m" with r < m <= {MAX_MODULUS}, "<= 5" or ">= 5"'


def times(value: object, place: str) -> dict[str, Any]:
    """Return the keys of a goal's rule, of an integer or a string such as "odd", "1 mod 3", "<= 5" or "even, >= 6":
    `time` is [m, r] for t ≡ r mod m; `since` and `until` are the first and the last t."""
    text = str(value) if type(value) is int else expect(value, str, place, _EXPECTED)
    residue = None
    first, last = 1, MAX_TIME + 1  # later than any t that can be written
    for part in text.split(", "):
        match = _PART.fullmatch(part)
        if match is None and type(value) is not int:
            raise InputError(f"{place}: expected {_EXPECTED}, found {cut(text)}")
        if match is not None and match["time"] is None:
            if residue is not None:
                raise InputError(
                    f"{place}: expected at most one of odd, even and r mod m, found {cut(text)}"
                )
            residue = _residue(match, text, place)
            continue
        time = int(match["time"] if match is not None else text)
        if not 1 <= time <= MAX_TIME:
            raise InputError(
                f"{place}: expected a time from 1 to {MAX_TIME}, found {cut(str(time))}"
            )
        sign = "" if match is None else match["sign"]
        first = first if sign == "<=" else max(first, time)
        last = last if sign == ">=" else min(last, time)
    if last < first:
        raise InputError(f"{place}: expected a time that exists, found {cut(text)}")
    found: dict[str, Any] = {"time": residue}
    if first > 1:
        found["since"] = first
    if last <= MAX_TIME:
        found["until"] = last
    return found


def _residue(match: re.Match[str], text: str, place: str) -> list[int]:
    """Return [m, r]."""
    if match["word"]:
        return [2, int(match["word"] == "odd")]
    modulus, rest = int(match["modulus"]), int(match["rest"])
    if not rest < modulus <= MAX_MODULUS:
        raise InputError(f"{place}: expected {_EXPECTED}, found {cut(text)}")
    return [modulus, rest]
