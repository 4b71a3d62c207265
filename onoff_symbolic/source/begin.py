"""Begin a claims file from a paper's LaTeX: its matrices as tables, each display with a fingerprint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..claims.file import Source
from .document import Document, Piece
from .signs import Unreadable
from .tree import GREEK, Chain, Grid, Tree, number, short, show

HEAD = """# {name}, to be encoded. Complete what is marked with ?, then: onoff-verify source {name} --claims THIS.toml
[paper]
title = {stem}
names = [{names}]      # ? its parameters
[source]
functions = ["Pr", "H", "I"]
[source.notation]       # ? printed formula = what it means here, such as '\\Pr(X_1 = y | X_0 = x)' = "M[x,y]"
"""


def begun(path: Path) -> str:
    """Return a claims file to be completed."""
    document = Document(path, Source())
    displays = [piece for piece in document.pieces if piece.kind == "display"]
    tables = [*matrices(document, displays)]
    entries = " ".join(text.partition("entries")[2] for _, _, text in tables)
    names = ", ".join(map(quoted, dict.fromkeys(re.findall("[A-Za-z]+", entries))))
    head = HEAD.format(name=path.name, stem=quoted(path.stem), names=names)
    parts = [head, "[source.matrices]\n"]
    parts += [f"{quoted(label)} = {quoted(name)}\n" for label, name, _ in tables if label]
    parts += ["[tables]\n", *(f"{name} = {text}\n" for _, name, text in tables)]
    parts += ["[regions]\nall = []    # ? where the paper states it\n"]
    parts += [claim(name, text) for _, name, text in tables]
    parts += ["\n# The displays, in the order of the paper: one claim for each that states something.\n"]
    parts += [line for piece in displays for line in described(document, piece)]
    return "".join(parts)


def claim(name: str, text: str) -> str:
    """Return a claim to begin with: each row of a table is a law."""
    rows, columns = [",".join(part.split(", ")) for part in re.findall(r"\[(\d[\d, ]*)\]", text)]
    stated = f"for x in {rows}: sum y in {columns}: {name}[x,y] = 1"
    return (f'[claim.{name}]\ntitle = "The rows of {name} are laws"      # ?\ndomain = "all"\n'
            f'proves = [{{ kind = "holds", region = "all", text = "{stated}" }}]\n')


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', "'") + '"'


def trees(document: Document, piece: Piece) -> list[Tree]:
    """Return what a display says; nothing if it is not understood."""
    try:
        return [tree for _, tree in document.read(piece.tokens, piece.lines)]
    except Unreadable:
        return []


def matrices(document: Document, displays: list[Piece]) -> Iterator[tuple[str, str, str]]:
    """Yield label, name and text of each matrix, its rows and columns numbered."""
    for place, piece in enumerate(displays):
        for tree in trees(document, piece):
            if isinstance(tree, Chain) and isinstance(tree.sides[-1], Grid):
                rows = tree.sides[-1].rows
                index = [[*range(len(rows))], [*range(len(rows[0]))]]
                entries = ", ".join(quoted(entry(cell)) for row in rows for cell in row)
                yield piece.label, f"table{place}", f"{{ index = {index}, entries = [{entries}] }}"


def entry(tree: Tree) -> str:
    """Return an entry in the language of claims files, as far as it can be guessed."""
    text = spelled(show(tree)).replace("^", "**").replace(" - ", "-").replace(" + ", "+").replace(" ", "*")
    return text.replace("-", " - ").replace("+", " + ").strip()


def spelled(text: str) -> str:
    """Return a text with Greek letters by their names."""
    for name, letter in GREEK.items():
        text = text.replace(letter, name)
    return text


def described(document: Document, piece: Piece) -> Iterator[str]:
    """Yield comments about a display: where it is, its fingerprint, and what is read."""
    found = trees(document, piece)
    mark = short([*map(number, found)]) if found else "unreadable"
    said = "; ".join(map(show, found)).replace("\n", " ")
    yield f"# line {document.line(piece.first)} {piece.label or '-'} {mark}: {said}\n"
