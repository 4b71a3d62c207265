"""All recorded certificates, proved by Coq in one file: part of `make coq`, once the theories are compiled.

    python tools/coq_claims.py             prove them, and compare with proofs/coq/proved.txt
    python tools/coq_claims.py --record    write proofs/coq/proved.txt

The first line names the axioms on which the theorems of all certificates rest together; a line for each certificate
follows, and the statements that its theorem leaves out, with the reason.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COQ = ROOT / "proofs" / "coq"
FOLDERS = ("certificates", "beyond")
RECORD = COQ / "proved.txt"
AXIOM = re.compile(r"^([\w.]+)\s*:", re.MULTILINE)

sys.path.insert(0, str(ROOT))

from onoff_symbolic.coq import Exported, export, file_text  # noqa: E402


class NotProved(Exception):
    """Coq has refused a certificate, or the record says something else."""


def recorded(folders: Sequence[str] = FOLDERS) -> dict[str, Exported]:
    """Return the recorded certificates as data for Coq, each under the name of its module."""
    paths = [path for folder in folders for path in sorted((ROOT / "proofs" / folder).glob("*.json"))]
    return {path.stem.replace("-", "_"): export(path.read_text(encoding="utf-8")) for path in paths}


def prove(exported: Mapping[str, Exported], folder: Path = COQ) -> tuple[str, ...]:
    """Let Coq prove certificates in one file; return the axioms on which all of them together rest."""
    together = " ".join(f"(conj {name}.claim" for name in exported) + " Logic.I" + ")" * len(exported)
    text = file_text(exported, "make coq")
    if len(exported) == 1:
        together = "claim"
    text += f"Definition together := {together}.\nPrint Assumptions together.\n"
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "Claims.v").write_text(text, encoding="utf-8")
        command = ["coqc", "-noglob", "-Q", str(folder / "checker"), "OnOffChecker", "Claims.v"]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotProved(f"coqc refuses a certificate: {' '.join(done.stderr.split())[:300]}")
    return tuple(sorted({*AXIOM.findall(done.stdout)} - {"Axioms"}))


def lines(exported: Mapping[str, Exported], axioms: Sequence[str]) -> list[str]:
    """Return the lines of the record."""
    found = [f"axioms: {', '.join(axiom.rpartition('.')[2] for axiom in axioms) or 'none'}"]
    for name, each in exported.items():
        found.append(name)
        found += [f"    not in the theorem: {left}, {why}" for left, why in each.left.items()]
    return found


def compare(found: Sequence[str], expected: Sequence[str]) -> None:
    """Raise NotProved unless the record is as it should be."""
    for line, other in zip_longest(expected, found, fillvalue=""):
        if line != other:
            raise NotProved(f"{RECORD.name} says {line!r}, found {other!r}: python tools/coq_claims.py --record")


def main(arguments: Sequence[str] = ()) -> int:
    """Prove all recorded certificates, and compare with the record or write it; return how many there are."""
    exported = recorded()
    found = lines(exported, prove(exported))
    if "--record" in arguments:
        RECORD.write_text("\n".join(found) + "\n", encoding="utf-8")
    compare(found, RECORD.read_text(encoding="utf-8").splitlines())
    return len(exported)


if __name__ == "__main__":
    print(f"{main(sys.argv[1:])} certificates proved")
