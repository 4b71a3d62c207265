"""Privacy modes: at which times a request is to be protected."""

from __future__ import annotations

from ..errors import InputError

MAX_LENGTH = 8


def parse_mode(text: str) -> tuple[bool, ...]:
    """Read a mode such as 1,0,0,1,0 (1 is ON), for t = 0, 1, …; it begins with an ON time."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part in ("0", "1") for part in parts):
        raise InputError(
            f"mode: expected 0 and 1 with commas between them, or all, found {text[:40]!r}"
        )
    if parts[0] != "1":
        raise InputError(
            "mode: expected one that begins with 1 (ON): nothing is protected before"
        )
    if len(parts) > MAX_LENGTH:
        raise InputError(
            f"mode: expected at most {MAX_LENGTH} times, found {len(parts)}; say all for every mode"
        )
    return tuple(part == "1" for part in parts)
