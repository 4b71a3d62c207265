"""What every command shares: one line of error, output that is written whole or not at all, common options."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ..document import STANDARD_INPUT, shown_name
from ..errors import InputError, Undecidable
from ..report.alphabet import plain
from .terminal import colours, obeys, plain_locale, width, writes_signs

if TYPE_CHECKING:
    from ..coq import Exported
    from ..report.document import Block
    from ..report.text import Look


class _FileName(click.Path):
    """The name of a file, which a shell completes; nothing is asked of it here."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name as it was typed."""
        return value


FILE = _FileName()
LONGEST_LINE = 100
"""So much is shown of a line with an error."""


def fail(message: str, code: int) -> NoReturn:
    """Write one line of error, and exit."""
    _exit_with([f"onoff-verify: {message}"], code)


def refuse(error: InputError) -> NoReturn:
    """Write what is wrong with the input, where it is and what to write instead, and exit with 2."""
    _exit_with([*_refusal(error)], error.exit_code)


def _refusal(error: InputError) -> Iterator[str]:
    """Yield the lines about an error: the message, the place, the line with what is wrong underlined, and help."""
    what, _, help_ = error.message.partition("; ")
    spot = error.spot
    if spot is None or not spot.line or not spot.name:
        yield f"error: {error}"
        return
    yield f"error: {what}"
    number = str(spot.number or " ")
    margin = " " * len(number)
    place = f"{spot.name}:{number}:{spot.column + 1}" if spot.number else spot.name
    yield f"{margin}--> {place}"
    start = max(0, spot.column + spot.length - LONGEST_LINE)
    shown = "".join(c if c.isprintable() else " " for c in spot.line[start:start + LONGEST_LINE])
    caret = " " * (spot.column - start) + "^" * spot.length
    yield f"{margin} |"
    yield f"{number} | {shown}"
    yield f"{margin} | {caret[:LONGEST_LINE]}"
    if help_:
        yield f"{margin} = help: {help_}"


def _exit_with(lines: Sequence[str], code: int) -> NoReturn:
    try:
        text = "\n".join(map(one_line, lines))
        click.echo(text if writes_signs(sys.stderr) else plain(text), err=True)
    except OSError:     # there is nobody left to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    sys.exit(code)


@contextmanager
def naming(option: str) -> Iterator[None]:
    """Name the option or the argument that an error inside is about."""
    try:
        yield
    except InputError as error:
        if error.spot is None:
            raise error.at(option) from None
        named = error.spot if error.spot.name else replace(error.spot, name=option, number=1)
        raise error.shown_at(named) from None


def one_line(text: str) -> str:
    """The text without line ends and other characters that a terminal would obey."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def shown_file(path: str) -> str:
    """Return the name of a file that is read, as reports have it."""
    return one_line(shown_name(path))


def exit_code(verdicts: Iterable[str]) -> int:
    found = set(verdicts)
    if "refuted" in found or "conditional" in found:
        return 1
    return 3 if "undecided" in found else 0


def look(output: str | None) -> Look:
    """How text is to look where it goes: with colours and cut to the columns on a terminal, else plain."""
    from ..report.text import Look

    shown = (output is None or output == "-") and sys.stdout is not None and sys.stdout.isatty()
    columns = width(sys.stdout) if shown else 80
    return Look(columns, shown and colours(sys.stdout), _is_ascii(output))


def writable(_: click.Context, __: click.Parameter, output: str | None) -> str | None:
    """Raise InputError for a file whose folder is missing, before any work is done; return its name."""
    if output and output != "-" and not (folder := Path(os.path.realpath(output)).parent).is_dir():
        typed = os.path.dirname(output)
        missing = folder if not typed or os.path.isdir(typed) else typed        # it may be a link to nowhere
        raise InputError(f"{output}: cannot be written: there is no folder {missing}")
    return output


def readable(_: click.Context, __: click.Parameter, files: tuple[str, ...]) -> tuple[str, ...]:
    """Raise InputError for a file that cannot be read, before any work is done; return the names."""
    for path in files:
        if path == STANDARD_INPUT:
            continue
        try:
            if os.path.exists(path) and not os.path.isfile(path):       # a pipe might never end
                raise InputError(f"{path}: cannot be read: not a file")
            with open(path, "rb"):
                pass
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    return files


_TARGETS = {"certificate": "--certificate", "coq": "--coq", "designed": "--scheme", "output": "-o"}
"""Parameters of commands that name a file to write. What is read is `file`, in all of them."""


def _check_targets(params: Mapping[str, Any]) -> None:
    """Raise UsageError if a file would be written that is read, or written twice."""
    taken: dict[str, str] = {}
    if params.get("file") and os.path.exists(params["file"]):
        taken[os.path.realpath(params["file"])] = ""
    for name, option in _TARGETS.items():
        target = params.get(name)
        if not target or target == "-":
            continue
        other = taken.setdefault(os.path.realpath(target), option)
        if not other:
            raise click.UsageError(f"{option} names the file that is read, {target}")
        if other != option:
            raise click.UsageError(f"{other} and {option} name the same file")


def apart(command: click.Command) -> click.Command:
    """A command that does not write over the file that it reads, nor two things into one file."""
    run = command.callback
    if run is None:
        return command

    @wraps(run)
    def checked(*args: Any, **params: Any) -> Any:
        _check_targets(params)
        return run(*args, **params)

    command.callback = checked
    return command


def write(text: str | bytes | Iterable[str], output: str | None) -> None:
    """Print, or write a file whole or not at all. What comes in pieces is never held whole."""
    pieces: Iterable[str | bytes] = (text,) if isinstance(text, (str, bytes)) else _bundled(text)
    spelt = (_spelt(piece, output) if isinstance(piece, str) else piece for piece in pieces)
    if output is None or output == "-":
        for piece in spelt:
            click.echo(piece, nl=False)
        return
    if not output:
        raise InputError("-o: expected a file name, found nothing")
    try:
        _write_file(output, (piece if isinstance(piece, bytes) else piece.encode("utf-8") for piece in spelt))
    except OSError as error:
        raise InputError(f"{output}: cannot be written: {error.strerror or error}") from None


def _write_file(output: str, data: Iterable[bytes]) -> None:
    """Write a file, if it may be written; a device or a pipe cannot be replaced."""
    place = Path(output)
    if place.exists() and not place.is_file() and not place.is_dir():
        with place.open("wb") as device:
            device.writelines(data)
        return
    target = Path(os.path.realpath(output))     # a link stays, what it points to is replaced
    if target.is_file() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    _replace(target, data)


def _replace(target: Path, data: Iterable[bytes]) -> None:
    """Write a draft beside a file, and put it in its place; the file keeps its mode."""
    handle, draft = tempfile.mkstemp(dir=target.parent, prefix=".onoff-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.writelines(data)
        Path(draft).chmod(_mode(target))
        Path(draft).replace(target)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """Return the mode of a file; of one that is not there, that of a new one."""
    if target.is_file():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


Data = Callable[[], str]
"""Makes the JSON of a report, where it is asked for."""
Listener = Callable[[Data, Sequence["Block"], Mapping[str, str]], None]
listeners: list[Listener] = []
"""The last one takes each report, with certificates by name, in place of standard output or a file."""


def write_report(data: Data, blocks: Iterable[Block], form: str, output: str | None,
                 certificates: Callable[[], Mapping[str, str]] = dict) -> None:
    """Write a report in its format; text looks as it should where it goes."""
    from ..report import html, latex, text

    if listeners:
        listeners[-1](data, [*blocks], certificates())
    elif form == "json":
        write(data(), output)
    elif form == "html":
        write(html.page([*blocks]), output)
    elif form == "latex":
        write(latex.document(blocks), output)
    else:
        write(text.render(blocks, look(output)), output)


def write_certificate(text: str, why: str, file: str, output: str | None) -> None:
    """Write a certificate, if that is asked for; where there is none, say why."""
    if output is not None and (text or not listeners):
        if not text:
            raise Undecidable(f"{file}: no certificate: {why}")
        write(_for_coq(text, output) if output.endswith(".v") else text, output)


def _for_coq(text: str, output: str) -> str:
    """Return a certificate as a file for Coq, which proves it."""
    from ..coq import export

    exported = export(text)
    say_left_out(coq_name(output), exported)
    return coq_file(exported, output)


def _bundled(lines: Iterable[str]) -> Iterator[str]:
    waiting = iter(lines)
    while bundle := "".join(islice(waiting, 500)):
        yield bundle


def coq_name(path: str) -> str:
    """The name of a file for Coq, which is a module: letters, digits and _, then .v; `-` prints it."""
    if path != "-" and re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*\.v", os.path.basename(path)) is None:
        raise InputError(f"{path}: expected a name that Coq accepts, such as My_scheme.v")
    return path


def coq_file(exported: Exported, path: str) -> str:
    """Return a file for Coq with one certificate."""
    from ..coq import file_text

    return file_text({"certificate": exported}, f"make -C proofs/coq && coqc -Q proofs/coq/checker OnOffChecker {path}")


def say_left_out(name: str, exported: Exported) -> None:
    """Say on stderr which statements the theorem of a file for Coq leaves out."""
    for left, why in exported.left.items():
        click.echo(one_line(f"{name}: not proved by Coq: {left}, {why}"), err=True)


def _spelt(text: str, output: str | None) -> str:
    """Return text for people in one alphabet; in other formats, and in files, it stays as it is."""
    return plain(text) if _is_ascii(output) else text


def _is_ascii(output: str | None) -> bool:
    """Return whether a text goes to standard output, where Greek letters cannot be written."""
    context = click.get_current_context(silent=True)
    if context is None or context.params.get("form", "text") != "text" or output not in (None, "-"):
        return False
    return not writes_signs(sys.stdout) or (obeys(sys.stdout) and plain_locale())


def made_folder(folder: str) -> Path:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {error.strerror or error}") from None
    return Path(folder)


_SUFFIXES = {".html": "html", ".json": "json", ".tex": "latex", ".svg": "svg"}
_PICTURES = (".pdf", ".png", ".jpg", ".jpeg", ".ps", ".eps", ".xml", ".csv")
"""Names that promise what no command writes."""


def format_option(*choices: str, named: bool = True) -> Callable[[Any], Any]:
    """How the answer is written. Unless -o names something else (`named`), the end of its name says it as well."""
    def chosen(ctx: click.Context, param: click.Parameter, value: str) -> str:
        """Where no format is named, the name of the file tells it."""
        if not named or ctx.get_parameter_source("form") is not click.core.ParameterSource.DEFAULT:
            return value
        suffix = Path(ctx.params.get("output") or "").suffix
        meant = _SUFFIXES.get(suffix, "" if suffix in _PICTURES else value)
        if meant not in choices:
            raise click.UsageError(f"-o: expected a name for one of {', '.join(choices)}, or --format; found one "
                                   f"that ends with {suffix}")
        return meant

    ends = [f"FILE{suffix}" for suffix, form in _SUFFIXES.items() if form in choices and named]
    named_so = f"; or -o {' or '.join(filter(None, (', '.join(ends[:-1]), ends[-1])))}" if ends else ""
    return click.option("--format", "form", type=click.Choice(choices), default="text", show_default=True,
                        callback=chosen, help=f"The format of the answer{named_so}.")


output_option = click.option("-o", "--output", metavar="FILE", type=FILE, callback=writable,
                             help="Write to FILE instead of standard output.")
file_argument = click.argument("file", metavar="FILE", type=FILE)
at_option = click.option("--at", "values", metavar="NAME=VALUE,...", default="",
                         help="Exact values for the parameters.")


def certificate_option(what: str) -> Callable[[Any], Any]:
    """Return the option that also writes a certificate."""
    return click.option("--certificate", metavar="OUT", callback=writable,
                        help=f"Also write the certificate {what}; OUT.v is a file for Coq, which proves it.")
