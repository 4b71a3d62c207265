"""Compare the source of a paper with its record and its claims file.

    encoded     compared with the claims file, all of it        differs     it was encoded, and is not
    partly      some of it is; the rest is as it was            changed     it is not what was read
    pinned      it is what a person read                        gone, new   it is not in the source, or not on record
    reworded    another formula with the same meaning           unreadable  a formula that is not understood
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from .record import Record, record
from .units import KINDS, Part, Unit, Units

GOOD = ("encoded", "partly", "pinned", "reworded")
BAD = ("differs", "changed", "gone", "new", "unreadable")
EXTRA = 4


@dataclass
class Row:
    verdict: str
    unit: Unit | None
    record: Record | None
    part: Part | None = None
    why: str = ""

    @property
    def is_bad(self) -> bool:
        """Return whether the paper no longer says what is verified; a new inline formula says nothing about that."""
        return self.verdict in BAD and not (self.verdict == "new" and self.unit and self.unit.kind == "inline")


def recorded(units: Units) -> Iterator[Record]:
    """Yield the record of a document as it is now."""
    for unit in [*units.units, *sentences(units)]:
        units.compare(unit, unit.claims, unit.label)
        yield record(unit)


def sentences(units: Units) -> Iterator[Unit]:
    """Yield the sentences of all quotes."""
    for claim, position, _, _ in units.quotes:
        unit = units.sentence(claim, position)
        if unit:
            yield unit


def compare(units: Units, records: Sequence[Record]) -> list[Row]:
    """Return a row for whatever is recorded or printed, in the order of the paper."""
    rows: list[Row] = []
    for kind in KINDS[:-1]:
        printed = [unit for unit in units.units if unit.kind == kind]
        for unit, old in paired(printed, [old for old in records if old.kind == kind]):
            rows += judge(units, unit, old)
    rows = regrouped(rows, [old for old in records if old.kind == "inline"])
    for old in records:
        if old.kind == "sentence":
            rows += judge(units, located(units, old), old)
    for unit in units.region_units():
        part, = unit.parts
        missing = "printed nowhere" in part.against
        rows.append(Row("encoded" if part.tie else "gone" if missing else "differs", unit, None, part, part.against))
    return sorted(rows, key=lambda row: (row.unit is None, (row.part or row.unit).token[1:3] if row.unit else ()))


def regrouped(rows: Sequence[Row], records: Sequence[Record]) -> list[Row]:
    """Return the rows without those about inline formulas that are only in another paragraph."""
    before = Counter(part for old in records for part in old.hashes)
    units = {id(row.unit): row.unit for row in rows if row.unit and row.unit.kind == "inline"}
    now = Counter(part.hash for unit in units.values() for part in unit.parts)

    def moved(row: Row) -> bool:
        if row.verdict == "gone":
            old = row.record
            return old is not None and old.kind == "inline" and not {*old.hashes} & {*(before - now)}
        if row.unit is None or row.unit.kind != "inline":
            return False
        return not {part.hash for part in ([row.part] if row.part else row.unit.parts)} & {*(now - before)}

    return [row for row in rows if not (row.is_bad or row.verdict == "new") or not moved(row)]


Pair = tuple[Unit | None, Record | None]


def paired(units: Sequence[Unit], records: Sequence[Record]) -> list[Pair]:
    """Return each unit with its record: the same wherever it is, else of its label, else beside the same one."""
    found: dict[int, Record] = {}
    left = [*records]

    def take(place: int, fitting: Sequence[Record]) -> None:
        if fitting:
            found[place] = fitting[0]
            left.remove(fitting[0])

    for place, unit in enumerate(units):
        same = [each for each in left if each.hashes == tuple(unit.hashes)]
        take(place, sorted(same, key=lambda each: each.label != unit.label))
    for place, unit in enumerate(units):
        if place not in found and unit.label:
            take(place, [each for each in left if each.label == unit.label])
    for place, unit in enumerate(units):
        if place not in found:
            before = next((records.index(found[near]) for near in reversed(range(place)) if near in found), -1)
            take(place, nearest(unit, before, left, records))
    return [*((unit, found.get(place)) for place, unit in enumerate(units)), *((None, each) for each in left)]


def nearest(unit: Unit, before: int, left: Sequence[Record], records: Sequence[Record]) -> list[Record]:
    """Return the record with the most parts of a unit, or the one beside its neighbour's."""
    def distance(each: Record) -> tuple[int, int]:
        return -len({*unit.hashes} & {*each.hashes}), abs(records.index(each) - before - 1)

    best = min(left, key=distance, default=None)
    return [best] if best and (distance(best)[0] or distance(best)[1] <= 1) else []


def located(units: Units, old: Record) -> Unit | None:
    """Return the words that a record of sentences is about: where its quote is, or else where most of them are."""
    claim, _, position = old.label.rpartition(":")
    unit = units.sentence(claim, int(position)) if position.isdigit() else None
    if unit and unit.hashes == [*old.hashes]:
        return unit
    stream = units.stream
    hashes = [part.hash for part in stream]
    size = len(old.hashes)
    match = SequenceMatcher(None, hashes, old.hashes, autojunk=False).find_longest_match()
    if match.size < max(2, size // 8):
        return unit
    first = max(0, match.a - match.b)
    window = stream[first:first + size + (hashes[first:first + size] != [*old.hashes]) * EXTRA]
    parts = [replace(part, tie=None) for part in window]
    while len(parts) > size and parts[-1].hash != old.hashes[-1]:
        parts.pop()
    return Unit("sentence", old.label, parts, parts[0].token, claims=[claim])


def judge(units: Units, unit: Unit | None, old: Record | None) -> list[Row]:
    """Return the rows about a unit and its record."""
    if unit is None:
        return [Row("gone", None, old, why="nothing in the source is like it")]
    if old is None:
        unread = next((part for part in unit.parts if part.hash.startswith("?")), None)
        if unread:
            return [Row("unreadable", unit, None, unread, unread.against)]
        return [Row("new", unit, None, why="it is not on record")]
    units.compare(unit, (*old.claims, *unit.claims), old.label)
    return [*changes(unit, old)] if unit.hashes != [*old.hashes] else [*unchanged(unit, old)]


def unchanged(unit: Unit, old: Record) -> Iterator[Row]:
    """Yield the rows about a unit that is printed as it was; the encoding may be another."""
    lost = [part for part, tie in zip(unit.parts, old.ties) if tie and not (part.tie and part.tie.meaning == tie)]
    for part in lost:
        yield Row("differs", unit, old, part, part.against or "it is not what the claims file states now")
    if not lost:
        ties = [part.tie for part in unit.parts if not part.is_word]
        yield Row("encoded" if ties and all(ties) else "partly" if any(ties) else "pinned", unit, old)


def changes(unit: Unit, old: Record) -> Iterator[Row]:
    """Yield the rows about a unit that is printed otherwise."""
    matcher = SequenceMatcher(None, old.hashes, unit.hashes, autojunk=False)
    for kind, first, last, start, stop in matcher.get_opcodes():
        if kind == "equal":
            continue
        ties = old.ties[first:last]
        for place, part in enumerate(unit.parts[start:stop]):
            yield changed(unit, old, part, ties, ties[place] if len(ties) == stop - start else "".join(ties))
        if start == stop:
            part = unit.parts[min(start, len(unit.parts) - 1)]
            yield Row("gone", unit, old, part, f"{last - first} that stood before it")


def changed(unit: Unit, old: Record, part: Part, ties: Sequence[str], tie: str) -> Row:
    """Return the row about a part that is not on record."""
    if part.tie and part.tie.meaning in ties:
        return Row("reworded", unit, old, part)
    if part.hash.startswith("?"):
        return Row("unreadable", unit, old, part, part.against)
    if part.tie:
        return Row("changed", unit, old, part, "this is encoded, too, but it is not what stood here")
    if unit.kind == "inline" and not ties:
        return Row("new", unit, old, part, "it is not on record")
    if tie or part.against:
        return Row("differs", unit, old, part, part.against or "it is not what is encoded")
    return Row("changed", unit, old, part, "it is not what was read")
