"""The workbench: `workbench` writes it as a folder of static pages, and serves it on this machine."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import click

from ..errors import InputError
from .claims import judged_paper
from .output import FILE, one_line
from .terminal import Progress


@click.command(epilog="\b\nExamples:\n  onoff-verify workbench -o workbench --pyodide package --serve\n"
                      "  onoff-verify workbench -o site/check --pyodide package --claims paper.toml")
@click.option("-o", "--output", "folder", metavar="DIR", required=True, help="The folder to write, or to write again.")
@click.option("--pyodide", metavar="DIR", type=FILE, default="node_modules/pyodide", show_default=True,
              help="An unpacked npm package of Pyodide.")
@click.option("--editor", metavar="DIR", type=FILE, default=None,
              help="A folder with the bundled editor (make workbench); without it there is a plain text field.")
@click.option("--claims", "file", metavar="FILE", type=FILE, default=None,
              help="The claims file of another paper, whose report is the first page.")
@click.option("--serve", is_flag=True, help="Serve the folder on this machine alone, until Ctrl-C.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="With --serve; 0 is any.")
def workbench(folder: str, pyodide: str, editor: str | None, file: str | None, serve: bool, port: int) -> None:
    """Write the workbench: static pages on which this package runs in a browser.

    Any web server can serve the folder. No page asks another address, and no text leaves the browser. docs/browser.md
    says how to put it beside a paper.
    """
    from ..paper.web import page
    from ..workbench.folder import claims_text, contents, write

    session, results = judged_paper(file)
    with Progress(0, log=True) as progress:
        files = contents(page(session, results), claims_text(session.paper.file), Path(pyodide),
                         None if editor is None else Path(editor), progress.say)
        write(Path(folder), files)
    size = sum(map(len, files.values())) / 1_000_000
    click.echo(f"{len(files)} files written to {one_line(folder)}: {size:.0f} MB")
    if serve:
        _serve(Path(folder), port)


def _serve(folder: Path, port: int) -> None:
    """Serve a folder on the loopback address."""
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    types = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}
    SimpleHTTPRequestHandler.extensions_map.update(types)
    handler = partial(SimpleHTTPRequestHandler, directory=os.fspath(folder))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise InputError(f"--port {port}: cannot be used: {error.strerror or error}") from None
    click.echo(f"http://127.0.0.1:{server.server_port}/ (Ctrl-C ends)")
    with contextlib.suppress(KeyboardInterrupt), server:
        server.serve_forever()


COMMANDS = (workbench,)
