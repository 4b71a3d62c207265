"""When a rule applies, as a scheme file says it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..document import cut, expect
from ..errors import InputError

MAX_MODULUS = 12
MAX_TIME = 60

_RESIDUE = re.compile(r"([0-9]{1,2}) mod ([0-9]{1,2})")
_TIMES = re.compile(r"(<=|>=|=|) ?([0-9]{1,4})")
_EXPECTED = f'a time, "odd", "even", "r mod m" with r < m <= {MAX_MODULUS}, "<= 5" or ">= 5"'


@dataclass(frozen=True)
class Times:
    """t ≡ when[1] mod when[0] (None: any t), since ≤ t ≤ until (None: for ever)."""

    when: tuple[int, int] | None = None
    since: int = 1
    until: int | None = None


def times(value: object, place: str) -> Times:
    """Read an integer, or a string such as "odd", "1 mod 3", "<= 5" or "even, >= 6"."""
    if isinstance(value, int) and not isinstance(value, bool):
        return _single(value, place)
    text = expect(value, str, place, _EXPECTED)
    found = Times()
    for part in text.split(", "):
        one = _part(part, text, place)
        if found.when is not None and one.when is not None:
            raise InputError(f"{place}: expected at most one of odd, even and r mod m, found {cut(text)}")
        ends = [end for end in (found.until, one.until) if end is not None]
        found = Times(found.when or one.when, max(found.since, one.since), min(ends, default=None))
    if found.until is not None and found.until < found.since:
        raise InputError(f"{place}: expected a time that exists, found {cut(text)}")
    return found


def _part(part: str, text: str, place: str) -> Times:
    if part in ("odd", "even"):
        return Times((2, int(part == "odd")))
    match = _TIMES.fullmatch(part)
    if match is not None and int(match[2]):
        found = _single(int(match[2]), place)
        return {"<=": Times(until=found.until), ">=": Times(since=found.since)}.get(match[1], found)
    match = _RESIDUE.fullmatch(part)
    if match is None or not 1 <= int(match[2]) <= MAX_MODULUS or int(match[1]) >= int(match[2]):
        raise InputError(f"{place}: expected {_EXPECTED}, found {cut(text)}")
    return Times((int(match[2]), int(match[1])))


def _single(time: int, place: str) -> Times:
    if not 1 <= time <= MAX_TIME:
        raise InputError(f"{place}: expected a time from 1 to {MAX_TIME}, found {cut(str(time))}")
    return Times(None, time, time)
