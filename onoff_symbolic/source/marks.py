"""Write the paper with a mark in the margin at each display and table: ✓ compared, = as it was, ✗ something is wrong.

Nothing moves: a mark only saves its place, and what is seen is put over the finished page.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..report.templates import template
from .compare import Row
from .document import Document, Piece

SIGNS = {"encoded": "ok", "reworded": "ok", "partly": "part", "pinned": "read"}
ORDER = ("ok", "part", "read", "bad")
SECONDS = 120


def signs(rows: Sequence[Row]) -> Iterator[tuple[Piece, str]]:
    """Yield each display and table with the worst sign of its rows."""
    found: dict[int, tuple[Piece, str]] = {}
    for row in rows:
        if row.unit and row.unit.piece and row.unit.kind in ("display", "table"):
            sign = SIGNS.get(row.verdict, "bad")
            _, before = found.get(id(row.unit.piece), (row.unit.piece, "ok"))
            found[id(row.unit.piece)] = row.unit.piece, max(before, sign, key=ORDER.index)
    yield from found.values()


def marked(document: Document, rows: Sequence[Row]) -> dict[str, str]:
    """Return the files of a document with a numbered mark at each display and table."""
    texts = dict(zip(document.texts.names, document.texts.texts))
    puts = ""
    inserts: list[tuple[str, int, str]] = []
    for number, (piece, sign) in enumerate(signs(rows), start=1):
        token = piece.tokens[0] if piece.kind == "display" and piece.tokens else piece.first
        inserts.append((document.file(token), token.start, f"\\onoffmark{{{number}}}"))
        puts += f"\\onoffput{{{number}}}{{{sign}}}"
    for name, place, mark in sorted(inserts, key=lambda insert: -insert[1]):
        texts[name] = texts[name][:place] + mark + texts[name][place:]
    main = document.texts.names[0]
    head = template("marks.tex").replace("PUTS", puts)
    texts[main] = texts[main].replace(r"\begin{document}", f"{head}\\begin{{document}}", 1)
    return texts


def write(document: Document, rows: Sequence[Row], folder: Path) -> str:
    """Write the marked files into a folder, and compile them where LaTeX is; return what was written last."""
    for name, text in marked(document, rows).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    main = document.texts.names[0]
    latex = shutil.which("pdflatex")
    if latex is None:
        return str(folder / main)
    command = [latex, "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", main]
    try:
        for _ in range(2):
            last = subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return str(folder / main)
    return str((folder / main).with_suffix(".pdf" if not last.returncode else ".tex"))
