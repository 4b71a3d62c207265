"""LaTeX files to a PDF, with the TeX that is installed: in a directory of its own, in bounded time, no shell escape."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import InputError

SECONDS = 180
RUNS = 2
"""So often TeX runs until references are right."""
_COMMAND = ("pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error")
_FIXED = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "openout_any": "p", "max_print_line": "1000"}
"""A fixed date makes the same bytes from the same text; TeX may write nowhere else."""


def pdf(files: Mapping[str, str], main: str) -> bytes:
    """Return the PDF of `main`, one of the files."""
    tool()
    with TemporaryDirectory(prefix="onoff-") as name:
        place = Path(name)
        for file, text in files.items():
            (place / file).write_text(text, encoding="utf-8")
        for _ in range(RUNS):
            _run(main, place)
        made = (place / main).with_suffix(".pdf")
        if not made.is_file():
            raise InputError(f"{main}: TeX made no PDF")
        return made.read_bytes()


def tool() -> None:
    """Raise an error that says what to install, if there is no TeX."""
    if not shutil.which("pdflatex"):
        raise InputError(
            "a PDF needs pdflatex, which is not installed; install TeX Live with pgfplots "
            "(Debian: texlive-latex-recommended texlive-fonts-recommended texlive-pictures)"
        )


def _run(main: str, place: Path) -> None:
    with subprocess.Popen(
        [*_COMMAND, main],
        cwd=place,
        env={**os.environ, **_FIXED},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise InputError(f"{main}: TeX was stopped after {SECONDS} seconds") from None
    if process.returncode:
        lines = output.decode("utf-8", "replace").splitlines()
        reason = next((line for line in lines if line.startswith("!")), "no reason given")
        raise InputError(f"{main}: TeX fails: {reason.lstrip('! ')}")
