"""The command about the LaTeX source of a paper."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import InputError
from .output import FILE, format_option, look, made_folder, one_line, output_option, readable, write

if TYPE_CHECKING:
    from ..claims.file import Paper
    from ..source.document import Document


@click.command(epilog="\b\nExamples:\n  onoff-verify source paper.tex\n  onoff-verify source paper.tex --record\n"
                      "  onoff-verify source old.tex new.tex --format github\n\n\b\n"
                      "Exit codes: 0 nothing differs, 1 something does, 2 a file cannot be read.")
@click.argument("files", metavar="[FILE.tex [NEW.tex]]", nargs=-1, type=FILE, callback=readable)
@click.option("--claims", "file", metavar="FILE", type=FILE, help="Other claims than those of the paper.")
@click.option("--record", "records", is_flag=True, help="Record the source as it is: a person has compared it.")
@click.option("--all", "every", is_flag=True, help="Also sentences and inline formulas that are as they were.")
@click.option("--marks", metavar="FOLDER", help="Also write the paper with a mark at each display; as PDF by pdflatex.")
@format_option("text", "json", "html", "github")
@output_option
def source(files: tuple[str, ...], file: str | None, records: bool, every: bool, marks: str | None, form: str,
           output: str | None) -> int:
    """Compare the LaTeX source of a paper with what is verified.

    With two files, the second is compared with the first; without one, the record is shown.
    """
    from ..claims.place import place_of, the_paper
    from ..claims.reader import load
    from ..claims.ties import record_of
    from ..source import record, rows
    from ..source.compare import compare, recorded
    from ..source.marks import write as write_marks
    from ..source.units import Units

    paper = the_paper() if file is None else load(place_of(file))
    place = record_of(paper.file)
    if len(files) > 2:
        raise click.UsageError(f"expected at most two files, found {len(files)}")
    if not files:
        write(rows.known(record.read_records(place), look(output)), output)
        return 0
    documents = [document(name, paper) for name in files]
    if records:
        write(record.recorded_lines(recorded(Units(documents[-1], paper))), str(place))
        return 0
    before = [*recorded(Units(documents[0], paper))] if len(files) == 2 else record.read_records(place)
    compared = compare(Units(documents[-1], paper), before)
    found = rows.lines(compared, documents[-1])
    if marks:
        click.echo(one_line(f"{write_marks(documents[-1], compared, made_folder(marks))} is written"), err=True)
    write(rows.written(found, form, every, look(output)), output)
    return 0 if all(each.fine for each in found) else 1


def document(name: str, paper: Paper) -> Document:
    """Return a document; a formula is in it."""
    from ..source.document import Document

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 3_000))
    try:
        found = Document(Path(name), paper.source)
    except InputError as error:
        if error.spot is not None:
            raise
        raise error.at(name) from None
    if not found.pieces:
        raise InputError(f"{name}: expected formulas, found none")
    return found


COMMANDS = (source,)
