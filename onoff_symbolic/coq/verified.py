"""The checker that was extracted from Coq, a program outside this package: `make -C proofs/coq onoff-checker`."""

from __future__ import annotations

import os
import shutil
import subprocess

from ..errors import InputError, Undecidable
from .export import export

PROGRAM = "onoff-checker"
VARIABLE = "ONOFF_CHECKER"
SECONDS = 600
LONGEST = 4_000_000


def program() -> str:
    """Return the path of the extracted checker."""
    wanted = os.environ.get(VARIABLE) or PROGRAM
    found = shutil.which(wanted)
    if found is None:
        raise InputError(f"{wanted} is not there: `make -C proofs/coq onoff-checker` builds it; put it on the PATH, or "
                         f"where it is into {VARIABLE}")
    return found


def verified(path: str, checker: str) -> tuple[bool, str]:
    """Return whether the extracted checker accepts a certificate, and a line that says so."""
    with open(path, "rb") as file:
        data = file.read(LONGEST + 1)
    if len(data) > LONGEST:
        return False, "not valid: the file is too long"
    try:
        left = export(data.decode("utf-8")).left
    except (UnicodeDecodeError, Undecidable) as reason:
        return False, f"not valid: {reason}"
    try:
        done = subprocess.run([checker, path, *left], capture_output=True, text=True, check=False, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"{checker}: {error}") from None
    said = done.stdout.strip() or done.stderr.strip()
    without = "".join(f"; not looked at: {name}, {why}" for name, why in left.items())
    return done.returncode == 0 and not left, f"{said}{without}"
