"""Make units of a document: what is recorded as one, with a fingerprint for each of its parts, and compare them.

Glossary
    Unit        a display, a table, a curve, the inline formulas of a paragraph, or the sentences of a quote
    Part        a link of a formula, a row of a table, a point of a curve, or a word
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from ..checker.syntax import Name, Number, Power, Product, Sum
from ..claims.file import Claim, Paper
from .conditions import Conditions, regions
from .document import CLOSES, Document, Piece, Word, formula
from .encoding import Encoding, Notation, Tie, equal
from .signs import NOTHING, Unreadable, grid
from .tokens import BREAK, Token, Waiting
from .tree import Grid, Link, Script, Several, Tree, Words, fingerprint, links, number, short, show

KINDS = ("display", "table", "curve", "inline", "sentence")
FORMULA = ("$", r"\(", r"\)")
ENTRIES = (Number, Sum, Product, Power, Script)


@dataclass
class Part:
    hash: str
    token: Token
    printed: str
    link: Link | None = None
    is_word: bool = False
    cells: Sequence[Tree] = ()
    tie: Tie | None = None
    against: str = ""
    """What it was compared with and is not."""


@dataclass
class Unit:
    kind: str
    label: str
    parts: list[Part]
    token: Token
    piece: Piece | None = None
    claims: list[str] = field(default_factory=list)
    """Those whose quotes are in it, as far as they are known."""
    tied: set[str] = field(default_factory=set)
    """Those of them that a part was found to say."""

    @property
    def hashes(self) -> list[str]:
        return [part.hash for part in self.parts]


class Units:
    """The units of a document, and what of them is encoded."""

    def __init__(self, document: Document, paper: Paper) -> None:
        self.document = document
        self.paper = paper
        self.encoding = Encoding(paper)
        self.conditions = Conditions(paper)
        self.notations: dict[str, Notation] = {}
        self.formulas: dict[int, list[Part]] = {}
        self.units = [self.unit(piece) for piece in document.pieces if piece.kind != "inline"]
        self.units += self.paragraphs()
        for claim, _, first, last in self.quotes:
            for unit in self.units:
                if self.holds(unit, claim, first, last):
                    unit.claims += [claim] if claim not in unit.claims else []

    def holds(self, unit: Unit, claim: str, first: int, last: int) -> bool:
        """Return whether a quote is in a unit, or the unit is a curve of a table that the claim speaks of."""
        if unit.piece is None:
            return False
        if unit.kind == "curve":
            names = [name for label, name in self.paper.source.curves.items() if label in unit.piece.labels]
            return bool(self.speaking_of(names, [claim]))
        return unit.piece.places[0] <= last and first < unit.piece.places[1]

    def notation(self, claim: str) -> Notation:
        if claim not in self.notations:
            self.notations[claim] = Notation(self.encoding, claim, self.document.tree)
        return self.notations[claim]

    @cached_property
    def quotes(self) -> list[tuple[str, int, int, int]]:
        """Return claim, number, first and last place of each quote that is in the document."""
        found = []
        for claim in self.paper.claims.values():
            for position, printed in enumerate(claim.printed):
                label = printed.place.partition(",")[0]
                piece = next((piece for piece in self.document.pieces if label in piece.labels), None)
                place = piece and self.document.find(printed.quote, piece.places) or self.document.find(printed.quote)
                if place:
                    found.append((claim.id, position, *place))
        return found

    # -- what there is

    def unit(self, piece: Piece) -> Unit:
        """Return the unit of a display, a table or a curve."""
        read = {"display": self.links, "table": self.rows, "curve": self.points}[piece.kind]
        try:
            parts = [*read(piece)]
        except Unreadable as error:
            parts = [self.unread(piece, error)]
        return Unit(piece.kind, piece.label, parts, piece.first, piece)

    @staticmethod
    def unread(piece: Piece, error: Unreadable) -> Part:
        """Return the one part of a formula that is not understood: its tokens."""
        texts = [token.text for token in piece.tokens if token.text not in NOTHING]
        why = f"cannot be read: {error}"
        return Part("?" + short(texts)[1:], error.token or piece.first, " ".join(texts), against=why)

    def links(self, piece: Piece) -> Iterator[Part]:
        """Yield the links of a formula, and the words in it."""
        for token, tree in self.document.read(piece.tokens, piece.lines):
            found = [*links(tree)]
            for link in found:
                yield Part(fingerprint(link), token, show(link), link)
            if not found:
                yield Part(short(number(tree)), token, show(tree), is_word=isinstance(tree, Words))

    def inline(self, piece: Piece) -> list[Part]:
        """Return the links of an inline formula."""
        key = piece.places[0]
        if key not in self.formulas:
            try:
                self.formulas[key] = [*self.links(piece)]
            except Unreadable as error:
                self.formulas[key] = [self.unread(piece, error)]
        return self.formulas[key]

    def paragraphs(self) -> Iterator[Unit]:
        """Yield the inline formulas of each paragraph."""
        breaks = [place for place, token in enumerate(self.document.tokens) if token.text == BREAK]
        found: dict[int, Unit] = {}
        for piece in self.document.pieces:
            if piece.kind == "inline":
                unit = found.setdefault(bisect_right(breaks, piece.places[0]), Unit("inline", "", [], piece.first))
                unit.parts += self.inline(piece)
        return iter(found.values())

    def cell(self, tokens: Sequence[Token]) -> Tree:
        """Return what is in a cell of a table: a formula, or words with formulas between signs among them."""
        inner = [token for token in tokens if token.text not in NOTHING]
        texts = {token.text for token in inner} - {*self.document.known}
        if not any(text.isalpha() and len(text) > 2 for text in texts):
            try:
                return self.document.whole([token for token in inner if token.text not in FORMULA])
            except Unreadable:
                pass
        parts: list[Tree] = [Words("")]
        waiting = Waiting(inner)
        while waiting:
            token = waiting.next()
            if token.text in CLOSES:
                parts.append(self.document.whole(formula(token, waiting).tokens))
            elif token.text not in "{}":
                parts.append(Words(token.text))
        return Several(tuple(parts))

    def rows(self, piece: Piece) -> Iterator[Part]:
        """Yield the rows of a table."""
        for row in grid(piece.tokens):
            cells = [self.cell(cell) for cell in row]
            first = next(token for cell in row for token in cell if token.text not in NOTHING)
            yield Part(short([*map(number, cells)]), first, " & ".join(map(show, cells)), cells=cells)

    @staticmethod
    def points(piece: Piece) -> Iterator[Part]:
        """Yield the points of a curve, and its legend."""
        numbers: list[tuple[str, Token]] = []
        sign = ""
        for token in piece.tokens:
            if token.text[0].isdigit():
                numbers.append((sign + token.text, token))
            sign = "-" if token.text == "-" else ""
        for (time, token), (value, _) in zip(numbers[::2], numbers[1::2]):
            yield Part(short(time, value), token, f"({time}, {value})", cells=(time, value))
        yield Part(short(piece.legend), piece.first, f"legend {piece.legend}")

    # -- sentences

    @cached_property
    def stream(self) -> list[Part]:
        """Return the words of the text, each formula written out."""
        return [part for word in self.document.words if word.text for part in self.word(word)]

    def word(self, word: Word) -> list[Part]:
        if word.piece is None:
            return [Part(short(word.text)[:4], word.token, word.text, is_word=True)]
        if word.piece.kind == "inline":
            return self.inline(word.piece)
        return [Part("0000", word.token, f"a {word.piece.kind}", is_word=True)]

    def sentence(self, claim: str, position: int) -> Unit | None:
        """Return the sentences of a quote; None if it is not in the text, or is all in formulas."""
        for name, place, first, last in self.quotes:
            if (name, place) == (claim, position):
                words = self.document.sentence(first, last)
                parts = [Part(**{**part.__dict__, "tie": None}) for word in words for part in self.word(word)]
                texts = [part for part in parts if part.printed[:1].isalpha()]
                if texts and not self.within_piece(first, last):
                    return Unit("sentence", f"{claim}:{position}", parts, words[0].token, claims=[claim])
        return None

    def within_piece(self, first: int, last: int) -> bool:
        """Return whether a quote is in a display or a table as a whole."""
        return any(unit.piece and unit.piece.places[0] <= first and last < unit.piece.places[1] for unit in self.units)

    def region_units(self) -> Iterator[Unit]:
        """Yield a unit for each region with a printed condition: where this is, and how it differs from the region."""
        parts = [*self.stream, *(part for unit in self.units for part in unit.parts)]
        places = {part.hash: part.token for part in parts}
        for name, printed in self.paper.source.conditions.items():
            claim, _, region = name.rpartition(":")
            claims = [claim] if claim else [each.id for each in self.paper.claims.values() if name in spoken_of(each)]
            if not claims:
                continue
            notation, texts = self.notation(claims[0]), self.paper.claims[claims[0]].regions[region]
            alternatives = printed.removeprefix("not ").split(" or ")
            wanted = [[*links(self.document.tree(each))] for each in alternatives if each]
            sets = [self.conditions.written(notation, each) or () for each in wanted]
            missing = [show(link) for each in wanted for link in each if fingerprint(link) not in places]
            token = next((places[fingerprint(each[0])] for each in wanted if not missing), self.document.tokens[0])
            part = Part("", token, self.document.shown(printed) or "(no condition)")
            if missing:
                part.against = f"{', '.join(missing)} is printed nowhere"
            elif printed.startswith("not "):
                part.against = self.conditions.overlap(sets, texts)
            else:
                part.against = self.conditions.difference(sets[0] if sets else (), texts)
            part.tie = None if part.against else Tie(f"region {region}: {', '.join(texts)}", "r")
            yield Unit("condition", name, [part], token, claims=claims)
        yield from self.part_units()

    def part_units(self) -> Iterator[Unit]:
        """Yield a unit for each part of a region that the claims file splits: it is to be where the sign is so."""
        first = self.document.tokens[0]
        covers = {(cover["region"], cover["split"]): cover for claim in self.paper.claims.values()
                  for cover in claim.proves if cover["kind"] == "cover"}
        for cover in covers.values():
            for sign, name in zip("<=>", cover["parts"]):
                if {name, cover["region"]} <= {*self.paper.regions}:
                    relation = f"{cover['split']} {sign} 0"
                    texts = (*self.paper.regions[cover["region"]], relation)
                    part = Part("", first, f"{cover['region']} where {relation}")
                    part.against = self.conditions.difference(texts, self.paper.regions[name])
                    encoded = f"region {name}: {', '.join(self.paper.regions[name])}"
                    part.tie = None if part.against else Tie(encoded, "r")
                    yield Unit("condition", name, [part], first, claims=[])

    # -- what of it is encoded

    def compare(self, unit: Unit, claims: Sequence[str], label: str) -> None:
        """Compare a unit with the claims file. `label`: the one that it has on record."""
        source = self.paper.source
        unit.claims = [claim for claim in dict.fromkeys(claims) if claim in self.paper.claims]
        if unit.kind == "table" and label in source.tables:
            self.compare_table(unit, source.tables[label])
        if unit.kind == "curve" and unit.piece:
            self.compare_curve(unit, next((each for each in unit.piece.labels if each in source.curves), ""))
        for part in unit.parts:
            if part.link is not None:
                self.compare_link(unit, part, part.link, label)

    def compare_link(self, unit: Unit, part: Part, link: Link, label: str) -> None:
        if isinstance(link.right, Grid) and label in self.paper.source.matrices:
            self.compare_matrix(unit, part, link.right, self.paper.source.matrices[label])
            return
        for claim in unit.claims:
            tie = self.notation(claim).tie(link) or self.conditions.tie(self.notation(claim), link)
            if tie:
                unit.tied.add(claim)
                part.tie = part.tie or tie

    def speaking_of(self, names: Sequence[str], claims: Sequence[str]) -> list[str]:
        """Return those of the claims whose statements speak of a table."""
        return [claim for claim in claims if {*names} & {*self.encoding.tables(claim)}]

    def with_tables(self, names: Sequence[str], claims: Sequence[str]) -> str:
        """Return a claim with notation that may speak of some tables; "" if there is none."""
        fitting = [claim for claim in (*claims, *self.paper.claims) if {*names} <= {*self.encoding.model(claim).tables}]
        return next((claim for claim in fitting if self.paper.claims[claim].notation), fitting[0] if fitting else "")

    def differs(self, claim: str, tree: Tree, cell: str, encoded: Any) -> str:
        """Return what is wrong with a printed entry; "" if nothing is."""
        written = self.notation(claim).write(tree, set()) if claim else None
        rows = written and self.encoding.rows(self.notation(claim).claim, f"{written} = {cell}")
        if rows and equal(*rows[0]):
            return ""
        return f"{cell}: printed {show(tree)}, encoded {encoded}"

    def compare_matrix(self, unit: Unit, part: Part, printed: Grid, name: str) -> None:
        table = self.paper.tables[name]
        claim = self.with_tables([name], unit.claims)
        if [len(row) for row in printed.rows] != [len(table["index"][1])] * len(table["index"][0]):
            part.against = f"{name} is encoded with another number of rows or columns"
            return
        trees = [tree for row in printed.rows for tree in row]
        wrong = [self.differs(claim, tree, f"{name}[{','.join(map(str, key))}]", entry)
                 for key, tree, entry in zip(product(*table["index"]), trees, table["entries"])]
        self.conclude(unit, part, wrong, [name], f"table {name}")

    def conclude(self, unit: Unit, part: Part, wrong: Sequence[str], names: Sequence[str], encoded: str) -> None:
        """Tie a part that agrees with some tables to the claims that speak of these; or say what is wrong with it."""
        part.against = "; ".join(filter(None, wrong))
        if not part.against:
            heads = [number(cell) for cell in part.cells if isinstance(cell, tuple) and not is_entry(cell)]
            part.tie = Tie(encoded, "t" + short(heads)[:4])
            unit.tied.update(self.speaking_of(names, unit.claims))

    def compare_table(self, unit: Unit, names: Sequence[str]) -> None:
        """Compare the rows of a table: the labels before the entries, then each entry."""
        index = self.paper.tables[names[0]]["index"]
        leads = [*product(*index[:-1])]
        known = {str(label) for axis in index for label in axis}
        claim = self.with_tables(names, unit.claims)
        width = len(names) * len(index[-1])
        rows = [part for part in unit.parts if len(part.cells) > width and all(map(is_entry, part.cells[-width:]))]
        if len(rows) != len(leads):
            unit.parts[0].against = f"{len(rows)} rows are printed, {len(leads)} are encoded"
        for lead, part in zip(leads, rows):
            printed = [*labels_in(part.cells[:-width], known)]
            wrong = [] if printed == [*lead] else [f"the row {','.join(printed)}, encoded is {','.join(lead)}"]
            for (name, column), tree in zip(product(names, index[-1]), part.cells[-width:]):
                entry = self.paper.tables[name]["entries"][leads.index(lead) * len(index[-1]) + index[-1].index(column)]
                wrong.append(self.differs(claim, tree, f"{name}[{','.join((*lead, column))}]", entry))
            self.conclude(unit, part, wrong, names, f"{', '.join(names)}, row {','.join(lead)}")
        self.compare_heads(unit, rows[0] if rows else None, [str(label) for label in index[-1]] * len(names))

    @staticmethod
    def compare_heads(unit: Unit, first: Part | None, heads: list[str]) -> None:
        """Compare the labels of the columns, which are in the row before the entries."""
        place = unit.parts.index(first) if first else 0
        printed = [*labels_in(unit.parts[place - 1].cells[-len(heads):], {*heads})] if place else []
        if printed and printed != heads:
            unit.parts[place - 1].against = f"the columns {', '.join(printed)}, encoded are {', '.join(heads)}"
        elif printed:
            unit.parts[place - 1].tie = Tie("columns", f"t{unit.parts[place - 1].hash}")

    def compare_curve(self, unit: Unit, label: str) -> None:
        """Compare a curve with its row of the table of all curves, and its legend."""
        if not label:
            return
        name = self.paper.source.curves[label]
        (rows, times), entries = self.paper.tables[name]["index"], self.paper.tables[name]["entries"]
        curves = [piece for piece in self.document.pieces if piece.kind == "curve" and label in piece.labels]
        number_of = curves.index(unit.piece) if unit.piece in curves else len(rows)
        if number_of >= len(rows):
            return
        row = rows[number_of]
        for time, value, part in zip(times, entries[number_of * len(times):], unit.parts[:-1]):
            cell = f"{name}[{row},{time}]"
            is_right = part.cells == (str(time), value)
            wrong = [] if is_right else [f"{cell}: printed {part.printed}, encoded {value}"]
            self.conclude(unit, part, wrong, [name], cell)
        if len(unit.parts) - 1 != len(times):
            unit.parts[-1].against = f"{len(unit.parts) - 1} points are printed, {len(times)} are encoded"
            return
        self.compare_legend(unit, unit.parts[-1], self.paper.source.legends.get(label, "").replace("{}", str(row)))

    def compare_legend(self, unit: Unit, part: Part, meant: str) -> None:
        claim = next(iter(self.paper.claims))
        legend = unit.piece.legend if unit.piece else ""
        if meant:
            rows = self.encoding.rows(claim, f"{legend} = {meant}") if legend.replace(".", "").isdigit() else None
            is_right = rows and equal(*rows[0])
            self.conclude(unit, part, [] if is_right else [f"legend: printed {legend}, encoded {meant}"], [], meant)


def spoken_of(claim: Claim) -> set[str]:
    """Return the regions that a claim speaks of."""
    return {*regions([*claim.proves, *claim.beside, *claim.corrects], claim.domain)}


def is_entry(tree: Tree) -> bool:
    """Return whether a cell holds a number or an expression, not a label alone."""
    return isinstance(tree, ENTRIES) or isinstance(tree, Name) and not tree.word[:1].isupper()


def labels_in(tree: Any, known: set[str]) -> Iterator[str]:
    """Yield the labels in a tree, from left to right."""
    if isinstance(tree, Name):
        if tree.word in known:
            yield tree.word
    elif isinstance(tree, tuple | list):
        for part in tree:
            yield from labels_in(part, known)
