"""Read and write `source.lock`: the fingerprints of a paper when a person compared it with the claims file.

    kind label claims part part=tie …       - for no label or no claim; claim= for one that a part was found to say
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..document import data_of
from ..errors import InputError
from .units import KINDS, Unit

HEAD = "# What a person compared with the claims file: kind, label, claims, fingerprints; = where compared by meaning\n"
LINE = re.compile(r"(\S+) (\S+) (\S+)((?: [0-9a-f?]+(?:=\w+)?)+)")
MAX_BYTES = 4_000_000


@dataclass(frozen=True)
class Record:
    kind: str
    label: str
    claims: tuple[str, ...]
    tied: tuple[str, ...]
    hashes: tuple[str, ...]
    ties: tuple[str, ...]
    """The fingerprint of the comparison of each part, "" where there is none."""

    @property
    def key(self) -> tuple[str, ...]:
        return self.kind, *self.hashes


def read_records(path: Path) -> list[Record]:
    """Return the records in a file."""
    try:
        data = data_of(str(path), MAX_BYTES)
        return [*records(data.decode())]
    except (InputError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}") from None


def records(text: str) -> Iterator[Record]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if match is None or match[1] not in KINDS:
            raise InputError(f"line {number}: expected kind, label, claims and fingerprints")
        kind, label, claims, parts = match.groups()
        hashes, _, ties = zip(*(part.partition("=") for part in parts.split()))
        names = [] if claims == "-" else claims.split(",")
        tied = tuple(name[:-1] for name in names if name.endswith("="))
        yield Record(kind, "" if label == "-" else label, tuple(name.rstrip("=") for name in names), tied, hashes, ties)


def record(unit: Unit) -> Record:
    """Return the record of a unit that was compared."""
    ties = tuple(part.tie.meaning if part.tie else "" for part in unit.parts)
    return Record(unit.kind, unit.label, tuple(unit.claims), tuple(unit.tied), tuple(unit.hashes), ties)


def recorded_lines(records: Iterable[Record]) -> str:
    """Return the text of some records."""
    return HEAD + "".join(f"{line(each)}\n" for each in records)


def marked(each: Record) -> list[str]:
    """Return the claims of a record, with = after those that were compared."""
    return [name + "=" * (name in each.tied) for name in each.claims]


def line(each: Record) -> str:
    claims = marked(each)
    parts = [part + ("=" + tie if tie else "") for part, tie in zip(each.hashes, each.ties)]
    return " ".join([each.kind, each.label or "-", ",".join(claims) or "-", *parts])
