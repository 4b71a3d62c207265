r"""Reports and appendices as LaTeX. Every equation has a number; equations, tables and plots show their claim.

The label onoff:CLAIM gives the name of the claim where it has one, "Lemma 1" or "Table IV", and else the number of its
first equation; onoff:CLAIM:2 is its second equation, and onoff:CLAIM:1 the first where the claim has a name.

The macros begin with \onoff, labels with onoff:, so that nothing clashes with the document that takes the text in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from string import Template, ascii_lowercase

from ..result import Verdict
from .document import (
    Alternatives,
    Block,
    Case,
    Derivation,
    Facts,
    Item,
    Items,
    Note,
    Part,
    Plot,
    Section,
    Table,
    Text,
    Title,
    listed,
)
from .latex_math import COLUMN, broken, escape, formula_text, operator, prose, row, width
from .notation import RELATIONS, Node, Operator, formula
from .templates import template

PACKAGE = r"""% Macros of the text that onoff-verify writes. All names begin with onoff.
\NeedsTeXFormat{LaTeX2e}
\ProvidesPackage{onoff}
""" + template("macros.tex") + "\\endinput\n"

INDENT = r"\quad "
ROOM_FOR_SIGN = 26
"""Points before a step on a line of its own: the indent and the relation."""
SIZES = ((215, r"\small"), (260, r"\footnotesize"))
"""Tables up to a width are set in this size, wider ones in \\scriptsize."""


def document(blocks: Iterable[Block]) -> str:
    """Return a document of its own, macros included."""
    return Template(template("article.tex")).substitute(style=template("macros.tex"), body=write(blocks))


def letter(blocks: Iterable[Block], fragment: bool) -> str:
    """Return a letter that compiles by itself, or what is between its first and last line (it needs amssymb)."""
    body = write(blocks)
    return body if fragment else Template(template("letter.tex")).substitute(body=body)


def write(blocks: Iterable[Block]) -> str:
    """Return the body of a document."""
    writer = _Writer()
    return "\n".join(line for block in blocks for line in writer.lines(block)) + "\n"


class _Writer:
    def __init__(self) -> None:
        self._equations: Counter[str] = Counter()
        self._named: set[str] = set()
        self._notes: list[str] = []
        self._running = False

    def lines(self, block: Block) -> list[str]:
        """Return a block; notes stand above the next one, and a paragraph runs on behind the name of its case."""
        if isinstance(block, Note):
            self._notes.append(f"\\onoffnote{{{escape(block.claim)}}}{{{prose(block.text)}}}")
            return []
        running, self._running = self._running, isinstance(block, Case)
        found = [*self._lines(block)]
        plain = isinstance(block, Text) and not block.lead
        if (
            isinstance(block, Text)
            and plain
            and not running
            and (self._notes or not block.text[:1].islower())
        ):
            found.insert(0, "")
        notes, self._notes = self._notes, []
        at = 1 if found[:1] == [""] else 0
        return [*found[:at], *notes, *found[at:]]

    def _lines(self, block: Block) -> Iterable[str]:
        match block:
            case Title():
                return self._title(block)
            case Text():
                return self._text(block)
            case Facts():
                return [line for label, texts in block.rows for line in _fact(label, texts)]
            case Items():
                return [f"\\par\\noindent\\hangindent1em {prose(text)}" for text in block.texts]
            case Item():
                return _item(block)
            case Part():
                inside = [line for each in block.blocks for line in self.lines(each)]
                title = f"\\noindent\\textbf{{\\boldmath {prose(block.title)}}}"
                return ["", f"\\pagebreak[1]\\medskip{title}\\par\\nopagebreak", *inside]
            case Section():
                star = "" if block.numbered else "*"
                label = [f"\\label{{onoff:sec:{block.label}}}"] if block.numbered else []
                return ["", f"\\section{star}{{{prose(block.title)}}}", *label]
            case Case():
                return ["", f"\\onoffcase{{{prose(block.text)}}}"]
            case Derivation():
                return self._derivation(block)
            case Alternatives():
                return self._alternatives(block)
            case Table():
                return self._table(block)
            case Plot():
                return self._plot(block)
        return []

    def _title(self, block: Title) -> list[str]:
        if block.id:
            return ["", f"\\onoffheading{{{prose(block.text)}}}{{{block.id}}}{{{prose(block.where)}}}"]
        where = [*wrapped(prose(block.where)), ""] if block.where else []
        return [f"\\textbf{{\\large {prose(block.text)}}}", "", *where]

    def _text(self, block: Text) -> list[str]:
        if not block.lead:
            return wrapped(prose(block.text))
        lead = prose(block.lead)
        label = self._name(block.claim, lead) if block.claim else ""
        return ["", f"\\onofflead{{{lead}}}{label}", *wrapped(prose(block.text))]

    # -- labels --------------------------------------------------------------------------------------------

    def _name(self, claim: str, name: str) -> str:
        """Return the label of a claim that has a name; there is one."""
        if claim in self._named or self._equations[claim]:
            return ""
        self._named.add(claim)
        return f"\\onoffname{{{name}}}{{onoff:{claim}}}"

    def _label(self, claim: str) -> str:
        """Return the label of an equation."""
        self._equations[claim] += 1
        number = self._equations[claim]
        return f"\\label{{onoff:{claim}{f':{number}' if number > 1 or claim in self._named else ''}}}"

    # -- equations -----------------------------------------------------------------------------------------

    def _display(self, claim: str, lines: Sequence[str], kept: bool = True) -> list[str]:
        """Return lines as one display with one number; if `kept`, the end of a page does not break it."""
        star = "*" if kept else ""
        shown = [f"  {line} \\notag\\\\{star}" for line in lines[:-1]]
        return [
            f"\\begin{{onoffalign}}{{{claim}}}",
            *shown,
            f"  {lines[-1]} {self._label(claim)}",
            "\\end{onoffalign}",
        ]

    def _derivation(self, block: Derivation) -> list[str]:
        letters = (f"{letter}{round_ or ''}" for round_ in count() for letter in ascii_lowercase)
        marks = ["" if not reason else next(letters) for reason in block.reasons]
        chains = [steps(text, marks) for text in block.texts]
        if all(_on_one_line(chain) for chain in chains):
            shown = self._display(block.claim, [_line(chain) for chain in chains])
        else:
            shown = [
                line
                for chain in chains
                for line in self._display(block.claim, [*_chain(chain)], len(chains) < 5)
            ]
        reasons = [
            f"(\\onoffletter{{{mark}}}) {prose(reason)}"
            for mark, reason in zip(marks, block.reasons, strict=True)
            if mark
        ]
        return [*shown, *wrapped(f"Here {listed(reasons)}.")] if reasons else shown

    def _alternatives(self, block: Alternatives) -> list[str]:
        rows = r" \\[6pt] ".join(
            f"\\displaystyle {formula_text(value)}, & \\text{{{prose(when)}}}" for value, when in block.values
        )
        left = f"{formula_text(block.left)} {operator(block.relation)}"
        return self._display(block.claim, [f"{left} \\begin{{cases}} {rows} \\end{{cases}}"])

    # -- tables and plots ----------------------------------------------------------------------------------

    def _table(self, block: Table) -> list[str]:
        rows = [[_cell(cell) for cell in row_] for row_ in block.rows]
        widest = [
            max(len(_plain(row_[i])) for row_ in (block.columns, *block.rows))
            for i in range(len(block.columns))
        ]
        wide = sum(5 * length + 12 for length in widest)
        size = next((size for most, size in SIZES if wide <= most), r"\scriptsize")
        heads = (
            [f"  {' & '.join(map(prose, block.columns))} \\\\", r"  \midrule"] if any(block.columns) else []
        )
        return [
            r"\begin{onofftable}",
            *self._caption(block),
            f"  {size}\\begin{{tabular}}{{@{{}}l{'c' * (len(block.columns) - 1)}@{{}}}}",
            r"  \toprule",
            *heads,
            *(f"  {' & '.join(row_)} {_end(row_)}" for row_ in rows),
            r"  \bottomrule",
            r"  \end{tabular}",
            r"\end{onofftable}",
        ]

    def _caption(self, block: Table | Plot) -> list[str]:
        """Return the number, if the title begins with one, in bold letters; and the claim."""
        if not block.title:
            return []
        number, dot, rest = block.title.rpartition(". ")
        bold = f"\\textbf{{{prose(number)}.}} " if dot else ""
        label = self._name(block.claim, prose(number)) if dot and block.claim else ""
        return [f"  \\onofftitle{{{bold}{prose(rest)}}}{{{block.claim}}}{label}"]

    def _plot(self, block: Plot) -> list[str]:
        lines = [
            r"\begin{onofftable}",
            *self._caption(block),
            r"  \begin{tikzpicture}",
            f"  \\begin{{axis}}[onoffplot, xlabel={{{prose(block.axes[0])}}}, ylabel={{{prose(block.axes[1])}}}]",
        ]
        for entry, points in block.curves:
            pairs = [f"({x},{{{y}}})" for x, y in points]
            lines.append(r"  \addplot coordinates {")
            lines += [f"    {' '.join(pairs[i:i + 3])}" for i in range(0, len(pairs), 3)]
            lines += ["  };", f"  \\addlegendentry{{{prose(entry)}}}"]
        return [*lines, r"  \end{axis}", r"  \end{tikzpicture}", r"\end{onofftable}"]


def _fact(label: str, texts: Sequence[str]) -> list[str]:
    body = r"\newline ".join(prose(text) for text in texts)
    return ["", f"\\onofflead{{{prose(label)}}}", *wrapped(body)]


def _item(block: Item) -> list[str]:
    name = prose(block.title if block.title.endswith("?") else f"{block.title}.") if block.title else ""
    title = f"\\textbf{{\\boldmath {' '.join(filter(None, (escape(block.mark), name)))}}}"
    ended = [(label, text if text.endswith((".", ":", ".)")) else f"{text}.") for label, text in block.rows]
    body = " ".join(f"\\textsc{{{label}:}} {prose(text)}" if label else prose(text) for label, text in ended)
    return ["", *wrapped(f"{title} {body}")]


def _cell(cell: str | Verdict) -> str:
    """Return a cell; a fraction in it is set as one."""
    text = _plain(cell)
    if text.startswith("$") and text.endswith("$") and "/" in text and "ℓ" not in text:
        return f"$\\displaystyle {formula_text(text[1:-1])}$"
    return prose(text)


def _plain(cell: str | Verdict) -> str:
    return cell.value if isinstance(cell, Verdict) else cell


def _end(cells: Sequence[str]) -> str:
    return r"\\[6pt]" if any("\\frac" in cell for cell in cells) else r"\\"


def wrapped(text: str, columns: int = 100) -> list[str]:
    """Return lines of a file; LaTeX does not see where they end."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > columns:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


# -- the lines of a derivation -----------------------------------------------------------------------------

Step = tuple[str, list[Node]]
"""A relation, with the letter of its reason above it, and its right side."""
Chain = tuple[list[Node], list[Step]]
"""A left side and its steps."""


def steps(text: str, letters: Sequence[str] = ()) -> Chain:
    """Return "a = b ≤ c" as its left side and its steps; relations within parentheses are no steps."""
    left: list[Node] = []
    found: list[Step] = []
    for node in formula(text):
        if isinstance(node, Operator) and node.text in [*RELATIONS]:
            letter = letters[len(found)] if len(found) < len(letters) else ""
            sign = operator(node.text)
            found.append((f"\\onoffby{{{letter}}}{{{sign}}}" if letter else sign, []))
        elif found:
            found[-1][1].append(node)
        else:
            left.append(node)
    return left, found


def _on_one_line(chain: Chain) -> bool:
    left, found = chain
    signs = ROOM_FOR_SIGN * len(found)
    reasoned = any("\\onoffby" in sign for sign, _ in found)
    return not reasoned and width(left) + signs + sum(width(right) for _, right in found) <= COLUMN


def _line(chain: Chain) -> str:
    left, found = chain
    return f"{row(left, True)} &{' '.join(f'{sign} {row(right, True)}' for sign, right in found)}"


def _chain(chain: Chain) -> Iterator[str]:
    """Yield a line for each step, beside its left side, or below it if the left side is wide."""
    left, found = chain
    room = COLUMN - width(left) - ROOM_FOR_SIGN
    beside = all(width(part) <= room for _, right in found for part in broken(right, room))
    if not beside or not found:
        yield from (f"&{line}" for line in _broken(left, COLUMN, INDENT))
        room = COLUMN - ROOM_FOR_SIGN
    for number, (sign, right) in enumerate(found):
        first, *rest = _broken(right, room, "")
        head = row(left, True) if beside and not number else ""
        yield f"{head} &{'' if beside else INDENT}{sign} {first}".strip()
        yield from (f"&{INDENT}{line}" for line in rest)


def _broken(nodes: Sequence[Node], room: int, indent: str) -> Iterator[str]:
    """Yield the lines of a side; those after the first begin with a sign or with a product sign."""
    for number, part in enumerate(broken(nodes, room)):
        sign = isinstance(part[0], Operator)
        start = "" if not number else f"{indent}{{}} " if sign else f"{indent}\\times "
        yield start + row(part, True)
