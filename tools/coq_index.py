"""Which theorems say what a claim says: claims.toml and beyond.toml in proofs/coq, and Index.v made from them.

    [lemma]                                   the id of a claim
    note = "…"                                optional
    [[lemma.coq]]
    theorem = "SectionIV.lemma"               file and name
    how = "literal"                           or "contained in"
    note = "…"                                optional
    statement = '''forall t, …'''             literal ones only

*Literal*: the theorem says what the claim says, or that it fails, or what should stand there. *Contained in*: what the
claim says, or the part of it that the note names, is part of the theorem. Coq reads Index.v: every name must exist, and
every literal theorem must have the statement that is written here.

    python tools/coq_index.py         write Index.v again
"""

from __future__ import annotations

import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COQ = Path(__file__).resolve().parent.parent / "proofs" / "coq"
FILES = ("claims.toml", "beyond.toml")
LITERAL, CONTAINED = "literal", "contained in"
HEAD = """\
(* EACH CLAIM AND ITS THEOREMS. Generated from claims.toml and beyond.toml by tools/coq_index.py.

   Assumes: nothing. Proves: nothing new. A literal theorem has the statement that stands here; of the others Coq checks
   the name. *)
From Coq Require Import Reals List ZArith.
Import ListNotations.
Open Scope R_scope.
"""


class BadPointer(Exception):
    """A file of pointers says something else than it may."""


@dataclass(frozen=True)
class Pointer:
    """One theorem of a claim."""

    claim: str
    theorem: str
    how: str
    note: str = ""
    statement: str = ""

    @property
    def module(self) -> str:
        return self.theorem.partition(".")[0]


def pointers(text: str, name: str) -> tuple[Pointer, ...]:
    """The pointers of a file, in its order."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPointer(f"{name}: {error}") from None
    return tuple(pointer for claim, entry in data.items() for pointer in _entry(claim, entry, name))


def _entry(claim: str, entry: Any, name: str) -> Iterator[Pointer]:
    if not isinstance(entry, dict) or not {"coq", "note"} >= entry.keys() or not entry:
        raise BadPointer(f"{name}: {claim}: expected coq, or a note")
    for value in entry.get("coq", []):
        yield _pointer(claim, value, f"{name}: {claim}")


def _pointer(claim: str, value: Mapping[str, Any], place: str) -> Pointer:
    known = {"theorem", "how", "note", "statement"}
    if not known >= value.keys() or not all(isinstance(each, str) for each in value.values()):
        raise BadPointer(f"{place}: expected texts: {', '.join(sorted(known))}")
    pointer = Pointer(claim, value.get("theorem", ""), value.get("how", ""), value.get("note", ""),
                      textwrap.dedent(value.get("statement", "")).strip())
    if not re.fullmatch(r"[A-Z]\w*\.[A-Za-z]\w*'*", pointer.theorem):
        raise BadPointer(f"{place}: expected File.name, found {pointer.theorem!r}")
    if pointer.how not in (LITERAL, CONTAINED):
        raise BadPointer(f"{place}: {pointer.theorem} is {LITERAL} or {CONTAINED}, found {pointer.how!r}")
    if bool(pointer.statement) != (pointer.how == LITERAL):
        raise BadPointer(f"{place}: {pointer.theorem}: a literal theorem has a statement, another has none")
    return pointer


def render(found: tuple[Pointer, ...]) -> str:
    """Index.v: Coq checks each name, and the statement of each literal theorem."""
    modules = " ".join(sorted({pointer.module for pointer in found}))
    lines = [HEAD + textwrap.fill(f"From OnOff Require {modules}.", 118, subsequent_indent="  ")]
    claim, number = "", 0
    for pointer in found:
        if pointer.claim != claim:
            claim, number = pointer.claim, 0
            lines.append(f"\n(* {claim} *)")
        number += 1
        says = f" :\n{textwrap.indent(pointer.statement, '  ')}\n " if pointer.how == LITERAL else ""
        lines.append(f"Definition {re.sub('[^A-Za-z0-9]', '_', claim)}_{number}{says} := @OnOff.{pointer.theorem}.")
    return "\n".join(lines) + "\n"


def read(folder: Path = COQ) -> tuple[Pointer, ...]:
    """All pointers of the project."""
    return tuple(p for name in FILES for p in pointers((folder / name).read_text(encoding="utf-8"), name))


def main(folder: Path = COQ) -> int:
    """Write Index.v."""
    try:
        text = render(read(folder))
    except (BadPointer, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    (folder / "theories" / "Index.v").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
