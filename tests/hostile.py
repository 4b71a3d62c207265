"""Hostile inputs for `make soak`: good files that were damaged, and commands that read them. The same for a seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
LARGE = 20_000
NUMBERS = (
    b"0",
    b"-1",
    b"1/0",
    b"1/3",
    b"7",
    b"0.5",
    b"1e9",
    b"nan",
    b"9" * 30,
    b"9" * 5000,
    b"2**99",
    b"x**30",
    b"true",
    b"[]",
)
STRANGE = (
    b"\0",
    b"\xff\xfe",
    "\u202e".encode(),
    "α".encode(),
    b"\r",
    b"\x1b[31m",
    b"\xef\xbb\xbf",
    "𝔸".encode(),
    b"'",
    b'"""',
    b"#",
    b"{",
    b"]",
    b"= ",
)
ONOFF = b"""["paper-low.toml"]
optimal = "proved"
mode.all = "proved"

["small.toml"]
rows = "proved"
"""
STATEMENTS = (
    b"H(X|Y) <= H(X)",
    b"I(X;Z) <= I(X;Y)",
    b"2*H(X,Y,Z) <= H(X,Y) + H(Y,Z) + H(X,Z)",
    b"H(X) = 1/2*I(X;X|Y)",
    b"I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D)",
    b"H(A,B,C,D,E) >= H(A) - .5*H(B)",
)


@dataclass(frozen=True)
class Reader:
    """Good inputs, and the commands that read them; FILE stands for the name of the file, TEXT for its text."""

    name: str
    good: Callable[[], Sequence[bytes]]
    commands: tuple[tuple[str, ...], ...]
    suffix: str = ".toml"
    stem: str = "input"


def _files(*patterns: str) -> Callable[[], list[bytes]]:
    return lambda: [path.read_bytes() for pattern in patterns for path in sorted(ROOT.glob(pattern))]


READERS = (
    Reader(
        "scheme",
        _files("examples/*.toml", "examples/designed/*.toml"),
        (
            ("scheme", "FILE"),
            ("scheme", "FILE", "--format", "json"),
            ("scheme", "FILE", "--mode", "1,0,0,1"),
            ("scheme", "FILE", "--format", "html"),
            ("pmf", "--scheme", "FILE", "--t", "2"),
            ("scheme", "FILE", "--coq", "-"),
        ),
    ),
    Reader(
        "chain",
        _files("examples/chains/*.toml", "examples/paper-low.toml"),
        (
            ("bound", "FILE", "--t", "2"),
            ("bound", "FILE", "--t", "1..3", "--at", "a=1/5"),
            ("region", "FILE", "--t", "1,2"),
            ("design", "FILE", "--horizon", "2"),
            ("bound", "FILE", "--t", "1000"),
        ),
    ),
    Reader(
        "claims",
        _files("tests/data/*.toml", "examples/papers/[hort]*.toml"),
        (
            ("list", "--claims", "FILE"),
            ("all", "--claims", "FILE"),
            ("errata", "--claims", "FILE"),
            ("show", "rows", "--claims", "FILE"),
        ),
    ),
    Reader(
        "certificate",
        _files("tests/accepted/*.json", "tests/attacks/*.json", "proofs/certificates/[a-c]*.json"),
        (("check", "FILE"), ("check", "--paper", "FILE"), ("checker", "FILE")),
        ".json",
    ),
    Reader("onoff", lambda: [ONOFF], (("pytest", "FILE"),), stem="onoff"),
    Reader(
        "entropy",
        lambda: STATEMENTS,
        (
            ("entropy", "TEXT"),
            ("entropy", "H(X) <= H(X,Y)", "--given", "TEXT"),
            ("entropy", "TEXT", "--format", "json"),
        ),
    ),
)


def damaged(data: bytes, rng: Random) -> bytes:
    """One to four damages; now and then none."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
        data = rng.choice(DAMAGES)(data, rng)[: 40 * LARGE]
    return data


def _slice(data: bytes, rng: Random, most: int = 60) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.randrange(most))


def _cut(data: bytes, rng: Random) -> bytes:
    return data[: _slice(data, rng)[0]]


def _drop(data: bytes, rng: Random) -> bytes:
    start, end = _slice(data, rng)
    return data[:start] + data[end:]


def _again(data: bytes, rng: Random) -> bytes:
    start, end = _slice(data, rng)
    return data[:end] + data[start:end] * rng.choice((1, 2, 300)) + data[end:]


def _strange(data: bytes, rng: Random) -> bytes:
    start, _ = _slice(data, rng)
    return data[:start] + rng.choice(STRANGE) + data[start:]


def _number(data: bytes, rng: Random) -> bytes:
    return _swapped(data, rng, rb"[0-9]+(?:[./][0-9]+)?", NUMBERS)


def _word(data: bytes, rng: Random) -> bytes:
    """A word where another one stood."""
    words = sorted(set(re.findall(rb"[A-Za-z_]\w*", data))) or [b"a"]
    return _swapped(data, rng, rb"[A-Za-z_]\w*", words)


def _sign(data: bytes, rng: Random) -> bytes:
    return _swapped(data, rng, rb"[-+*/<>=,;|]", (b"+", b"-", b"*", b"/", b"**", b"<", b">=", b"!=", b";", b"|", b""))


def _swapped(data: bytes, rng: Random, pattern: bytes, others: Sequence[bytes]) -> bytes:
    places = list(re.finditer(pattern, data))
    if not places:
        return data
    place = rng.choice(places)
    return data[:place.start()] + rng.choice(others) + data[place.end():]


def _deep(data: bytes, rng: Random) -> bytes:
    """Brackets in brackets."""
    start, _ = _slice(data, rng)
    left, right = rng.choice(((b"[", b"]"), (b"(", b")"), (b"{a=", b"}"), (b"-", b""), (b"a.", b"")))
    depth = rng.choice((5, 50, 5000))
    return data[:start] + left * depth + b"1" + right * depth + data[start:]


DAMAGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _cut,
    _drop,
    _again,
    _strange,
    _number,
    _number,
    _word,
    _word,
    _sign,
    _sign,
    _deep,
)
