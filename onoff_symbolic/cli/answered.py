"""A command's answer as data, for a caller that shows it itself: the workbench, in a browser."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from . import output
from .app import main
from .terminal import Progress

if TYPE_CHECKING:
    from ..report.document import Block

CERTIFICATE = "certificate.json"
ABOUT_CHAINS = frozenset({"scheme", "bound", "design", "region"})
CERTIFIED = ABOUT_CHAINS | {"entropy"}
"""Commands that write a certificate when they are told to."""


@dataclass
class Answer:
    """What a command answers: the report as a page shows it, and files to be kept."""

    exit: int = 0
    verdict: str = ""
    """That of the JSON report; of several claims or cases theirs, in their order."""
    html: str = ""
    messages: str = ""
    """What the command writes on standard error."""
    line: int = 0
    """The line of the file that the messages are about; 0 if there is none."""
    column: int = 0
    """Its first sign that is wrong, counted from 1."""
    length: int = 0
    files: dict[str, str] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()
    """Names of the parameters of the chain."""


def answer(request: str, tell: Callable[[str], None]) -> str:
    """Return the answer to {arguments, files} as JSON: `tell` is given each line of progress."""
    asked = json.loads(request)
    Progress.listener = tell
    try:
        return json.dumps(asdict(answered(asked["arguments"], asked["files"])))
    finally:
        Progress.listener = None


def answered(arguments: Sequence[str], files: Mapping[str, str]) -> Answer:
    """Return the answer of a command in a folder with these files."""
    found = Answer()

    def listen(data: output.Data, blocks: Sequence[Block], certificates: Mapping[str, str]) -> None:
        from ..report import html, latex

        document = json.loads(data())
        found.verdict = " ".join(verdicts(document))
        found.html = html.fragment(blocks)
        found.files = {"report.tex": latex.document(blocks), "report.json": data()}
        found.files.update({f"{name}.json": text for name, text in certificates.items()})
        if "scheme" in document:
            found.files["scheme.toml"] = document["scheme"]

    more = ["--certificate", CERTIFICATE] if arguments[0] in CERTIFIED else []
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in files.items():
            Path(name).write_text(text, encoding="utf-8")
        output.listeners.append(listen)
        try:
            found.exit, found.messages = run([arguments[0], *more, *arguments[1:]])
        finally:
            output.listeners.remove(listen)
        found.parameters = parameters(arguments)
        if more and os.path.exists(CERTIFICATE):
            found.files[CERTIFICATE] = Path(CERTIFICATE).read_text(encoding="utf-8")
    found.line, found.column, found.length = place(found.messages)
    return found


def run(arguments: Sequence[str]) -> tuple[int, str]:
    """Return the exit code of a command, and what it writes on standard error."""
    errors = io.StringIO()
    code: object = 0
    with contextlib.redirect_stderr(errors):
        try:
            main(arguments)
        except SystemExit as stop:
            code = stop.code
    return code if isinstance(code, int) else 0, errors.getvalue()


def parameters(arguments: Sequence[str]) -> tuple[str, ...]:
    """Return the parameters of the chain that a command is about; none if it is about no chain."""
    from ..errors import OnoffError

    if arguments[0] not in ABOUT_CHAINS:
        return ()
    from ..schemes.files import load_chain

    try:
        return load_chain(arguments[-1])[0].field.names
    except OnoffError:
        return ()


def verdicts(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the verdict of a JSON report, or those of its parts; that of a scheme is whether it is private."""
    if "verdict" in document:
        yield document["verdict"]
    elif "private" in document:
        yield document["private"]["verdict"]
    else:
        for key in ("claims", "cases", "times", "certificates"):
            for part in document.get(key, ()):
                yield from verdicts(part)


def place(messages: str) -> tuple[int, int, int]:
    """Return the line of an error, the column and the number of signs that are wrong; 0 where it names none."""
    spot = re.search(r"^ *--> .*:(\d+):(\d+)$", messages, re.M)
    if spot is None:
        return 0, 0, 0
    carets = re.findall(r"^ *\| *(\^+)$", messages, re.M)
    return int(spot[1]), int(spot[2]), max(map(len, carets), default=1)
