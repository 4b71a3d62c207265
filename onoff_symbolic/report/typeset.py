"""LaTeX files to a PDF, with the TeX that is installed: in a directory of its own, in bounded time, no shell escape."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import InputError

SECONDS = 180
_QUIET = ("-interaction=nonstopmode", "-halt-on-error")
_COMMANDS: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("latexmk", ("-norc", "-pdf", *_QUIET, "-latexoption=-no-shell-escape"), 1),
    ("pdflatex", ("-no-shell-escape", *_QUIET), 2),
)
"""Program, options, and how often it must run until references are right."""


def pdf(files: Mapping[str, str], main: str) -> bytes:
    """The PDF of `main`, one of the files."""
    program, options, runs = tool()
    with TemporaryDirectory(prefix="onoff-") as name:
        place = Path(name)
        for file, text in files.items():
            (place / file).write_text(text, encoding="utf-8")
        for _ in range(runs):
            _run([program, *options, main], place)
        made = (place / main).with_suffix(".pdf")
        if not made.is_file():
            raise InputError(f"{main}: TeX made no PDF")
        return made.read_bytes()


def tool() -> tuple[str, tuple[str, ...], int]:
    """The program to run; an error that says what to install if there is none."""
    for program, options, runs in _COMMANDS:
        if shutil.which(program) and shutil.which("pdflatex"):
            return program, options, runs
    raise InputError("a PDF needs pdflatex, which is not installed; install TeX Live with pgfplots "
                     "(Debian: texlive-latex-recommended texlive-fonts-recommended texlive-pictures)")


def _run(command: Sequence[str], place: Path) -> None:
    # A fixed date makes the same bytes from the same text; TeX may write nowhere else.
    fixed = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "openout_any": "p", "max_print_line": "1000"}
    with subprocess.Popen(command, cwd=place, env={**os.environ, **fixed}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as process:
        try:
            said, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)      # latexmk's TeX too
            raise InputError(f"{command[-1]}: TeX was stopped after {SECONDS} seconds") from None
    if process.returncode:
        lines = said.decode("utf-8", "replace").splitlines()
        reason = next((line for line in lines if line.startswith("!")), "no reason given")
        raise InputError(f"{command[-1]}: TeX fails: {reason.lstrip('! ')}")
