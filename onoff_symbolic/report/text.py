"""Reports for people: plain text, the same bytes for the same results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..result import Verdict
from .alphabet import greek, plain
from .notation import unmarked
from .document import Block, Code, Facts, Item, Items, Part, Table, Text, Title

INDENT = "  "
WIDEST = 100
LABEL, LONGEST_LABEL = 13, 18
NARROW = 24
"""A column of sentences is at least as wide."""
GLUE = "\N{NO-BREAK SPACE}"
COLOURS = {Verdict.PROVED: "32", Verdict.CONDITIONAL: "33", Verdict.REFUTED: "31", Verdict.UNDECIDED: "35"}

_STYLE = re.compile("\033\\[\\d+m")
_CODE = re.compile("`([^`]*)`")
_FORMULA = re.compile(r"\$[^$]+\$")
_RELATION = re.compile(r"(?<!\S)(\S{1,12}) ([=<>≤≥≠∈]|<=|>=|!=) (?=\S{1,12}(?!\S))")
_MATRIX = re.compile(r"(\[[^\[\]]*;[^\[\]]*\],?)")
SHORT = 32
"""So long a part of a formula stays on one line."""


@dataclass(frozen=True)
class Look:
    """How text is to look. Only a terminal gets colours."""

    columns: int = 80
    terminal: bool = False
    ascii: bool = False

    @property
    def width(self) -> int:
        """Lines longer than this are hard to read."""
        return max(40, min(self.columns, WIDEST))

    def verdict(self, verdict: Verdict, text: str = "") -> str:
        """Return a verdict, or a text that says it, in its colour."""
        return self._styled(text or verdict.value, COLOURS[verdict])

    def title(self, text: str) -> str:
        """Return a title in bold letters."""
        return self._styled(self.spell(text), "1")

    def _styled(self, text: str, style: str) -> str:
        return f"\033[{style}m{text}\033[0m" if self.terminal else text

    def spell(self, text: str) -> str:
        """Return a text in the alphabet of the report; what is code stays as it is."""
        parts = _CODE.split(unmarked(text))
        parts[::2] = map(greek, parts[::2])
        return plain("".join(parts)) if self.ascii else "".join(parts)

    def wrapped(self, text: str, indent: str = "", hang: str = "") -> list[str]:
        """Return lines of words; those after the first hang further in. What is glued stays on one line."""
        return wrap(self.spell(glued(text)), self.width, indent, indent + hang)


PLAIN = Look()


def wrap(text: str, width: int, indent: str = "", hang: str = "") -> list[str]:
    """Return lines of words; what is glued stays on one line if it fits on one."""
    found = [indent]
    for word in _words(text, width - len(hang)):
        if found[-1].strip() and visible(found[-1]) + 1 + visible(word) > width:
            found.append(hang + word)
        else:
            found[-1] += " " * bool(found[-1].strip()) + word
    return [line.replace(GLUE, " ") for line in found]


def _words(text: str, room: int) -> Iterator[str]:
    """Yield what stays on one line; what is glued and does not fit on one comes apart."""
    for word in filter(None, text.split(" ")):
        yield from [word] if visible(word) <= room else word.split(GLUE)


def glued(text: str) -> str:
    """Return a text whose short formulas and relations stay on one line each; a list may break behind a comma."""
    related = _RELATION.sub(f"\\1{GLUE}\\2{GLUE}", text)
    return _FORMULA.sub(lambda found: ", ".join(map(_kept, found[0].split(", "))), related)


def _kept(part: str) -> str:
    return part.replace(" ", GLUE) if len(part) <= SHORT else part


def visible(text: str) -> int:
    """Return how many columns a text takes."""
    return len(_STYLE.sub("", text))


def render(blocks: Iterable[Block], look: Look = PLAIN) -> str:
    """Return a report as text; its parts have titles in capitals."""
    capitals = [
        replace(block, title=block.title.upper()) if isinstance(block, Part) else block for block in blocks
    ]
    return "\n".join(lines(capitals, "", look)) + "\n"


def lines(blocks: Iterable[Block], indent: str, look: Look) -> list[str]:
    """Return the lines of blocks; an empty line stands between two, if they are not short."""
    found: list[str] = []
    before: Block | None = None
    for block in blocks:
        shown = _block(block, indent, look)
        if not shown:
            continue
        if found and not indent and not _is_close(before, block):
            found.append("")
        found += shown
        before = block
    return found


def _is_close(before: Block | None, block: Block) -> bool:
    """Return whether no empty line stands between two blocks."""
    if isinstance(before, Item) and isinstance(block, Item):
        return not before.title and not block.title
    return isinstance(before, Title | Text) and isinstance(block, Text | Items | Code)


def _block(block: Block, indent: str, look: Look) -> list[str]:
    """Return the lines of a block; what only documents have has none."""
    match block:
        case Title():
            title = look.wrapped(f"{block.id}: {block.text}" if block.id else block.text, indent, INDENT)
            return [*title, *look.wrapped(block.where, indent, INDENT)] if block.where else title
        case Text():
            return _text(block, indent, look)
        case Facts():
            return [
                line
                for label, texts in block.rows
                for line in _fact(label, texts, _width(block), indent, look)
            ]
        case Table():
            title = look.wrapped(block.title, indent, INDENT) if block.title else []
            return [*title, *_table(block, indent + INDENT * bool(title), look)]
        case Items():
            return [line for text in block.texts for line in look.wrapped(text, indent, INDENT)]
        case Item():
            return _item(block, indent, look)
        case Part():
            return _part(block, indent, look)
        case Code():
            return [indent + line for line in block.text.splitlines()]
    return []


def _text(block: Text, indent: str, look: Look) -> list[str]:
    text = f"{block.lead}: {block.text}" if block.lead else block.text
    found = look.wrapped(text, indent, INDENT if block.lead or indent else "")
    if block.verdict is not None:
        found[0] = re.sub(
            block.verdict.value, lambda word: look.verdict(block.verdict, word[0]), found[0], 1, re.I
        )
    return found


def _part(block: Part, indent: str, look: Look) -> list[str]:
    """Return a part of a report below its title, in capitals; one within a part is indented below its title."""
    if not indent and block.title.isupper():
        return [look.title(block.title), "", *lines(block.blocks, "", look)]
    title = [f"{indent}{look.title(line.strip())}" for line in look.wrapped(block.title, indent, INDENT)]
    return [*title, *lines(block.blocks, indent + INDENT, look)]


def _item(block: Item, indent: str, look: Look) -> list[str]:
    """Return an item of a numbered list, its lines indented below its title."""
    hang = " " * (len(block.mark) + 1)
    texts = [block.title, *(f"{label}: {text}" if label else text for label, text in block.rows)]
    first, *rest = filter(None, texts)
    found = look.wrapped(f"{block.mark} {first}", indent, hang)
    return [*found, *(line for text in rest for line in look.wrapped(text, indent + hang))]


def _width(block: Facts) -> int:
    short = [len(label) for label, _ in block.rows if len(label) < LONGEST_LABEL]
    return max([LABEL, *(length + 2 for length in short)])


def _fact(label: str, texts: Sequence[str], width: int, indent: str, look: Look) -> list[str]:
    """Return a label with its lines beside it; with lines below it, if it is long."""
    found = [line for text in texts for line in _stated(text, indent + " " * width, look)]
    if len(label) + 2 > width:
        return [*look.wrapped(label, indent), *found]
    first, *rest = found or [""]
    return [f"{indent}{look.spell(label).ljust(width)}{first.strip()}".rstrip(), *rest]


def _stated(text: str, indent: str, look: Look) -> list[str]:
    """Return a statement in lines; a matrix [a, b; c, d] in it gets a line for each row."""
    found: list[str] = []
    for part in filter(str.strip, _MATRIX.split(unmarked(glued(text)))):
        rows = [
            [look.spell(cell.replace(GLUE, " ").strip()) for cell in row.split(",")]
            for row in part.rstrip(",")[1:-1].split(";")
        ]
        is_matrix = _MATRIX.fullmatch(part) and len({len(row) for row in rows}) == 1
        grid = [indent + INDENT + line for line in aligned(rows)] if is_matrix else []
        if grid and max(map(visible, grid)) <= look.width:
            found += grid
        else:
            found += look.wrapped(part.strip(), indent, INDENT if not found else "")
    return found


# -- tables ------------------------------------------------------------------------------------------------


def aligned(rows: Sequence[Sequence[str]], gap: str = "  ") -> list[str]:
    """Return rows with aligned columns; the last column is not padded."""
    if not rows:
        return []
    widths = [max(visible(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        gap.join(
            cell + " " * (width - visible(cell)) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def _table(block: Table, indent: str, look: Look) -> list[str]:
    """Return a table; nothing in it is glued any more."""
    return [line.replace(GLUE, " ") for line in _fitted(block, indent, look)]


def _fitted(block: Table, indent: str, look: Look) -> list[str]:
    """Return a table; where it is too wide, its last column is wrapped, or each row becomes a list."""
    rows = [
        [look.verdict(cell) if isinstance(cell, Verdict) else look.spell(glued(cell)) for cell in row]
        for row in block.rows
    ]
    heads = [look.title(head) for head in block.columns]
    every = [heads, *rows] if any(block.columns) else rows
    found = [indent + line for line in aligned(every)]
    if not found or max(map(visible, found)) <= look.width:
        return found
    widths = [max(visible(row[i]) for row in every) for i in range(len(every[0]))]
    room = look.width - len(indent) - sum(widths[:-1]) - 2 * (len(widths) - 1)
    if room < NARROW:
        return [line for row in rows for line in _row_by_row(block.columns, row, indent, look)]
    split = [
        [*row[:-1], first] if not number else [""] * (len(row) - 1) + [first]
        for row in every
        for number, first in enumerate(wrap(row[-1], room))
    ]
    return [indent + line for line in aligned(split)]


def _row_by_row(columns: Sequence[str], row: Sequence[str], indent: str, look: Look) -> list[str]:
    """Return a row of a wide table as a list of its cells, without zeros."""
    pairs = tuple(
        (f"{column}", (cell,)) for column, cell in zip(columns[1:], row[1:], strict=True) if cell != "0"
    )
    facts = Facts(pairs)
    return [f"{indent}{row[0]}", *_block(facts, indent + INDENT, look)]
