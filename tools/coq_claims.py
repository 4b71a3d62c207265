"""All recorded certificates, proved by Coq in one file: part of `make coq`, once the theories are compiled.

    python tools/coq_claims.py             prove them, and compare with proofs/coq/proved.txt
    python tools/coq_claims.py --record    write proofs/coq/proved.txt

A line for each certificate tells how many statements, points and failures Coq has proved, the axioms on which its
theorem rests, and what is not exported yet, with the reason.
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
ANSWER = re.compile(r"(?:Axioms:|Closed under the global context)\n?")
AXIOM = re.compile(r"^([\w.]+)\s*:", re.MULTILINE)

sys.path.insert(0, str(ROOT))

from onoff_symbolic.coq import Exported, export, file_text  # noqa: E402


class NotProved(Exception):
    """Coq has refused a certificate, or the record says something else."""


def recorded(folders: Sequence[str] = FOLDERS) -> dict[str, Exported]:
    """Return the recorded certificates as data for Coq, each under the name of its module."""
    paths = [path for folder in folders for path in sorted((ROOT / "proofs" / folder).glob("*.json"))]
    return {path.stem.replace("-", "_"): export(path.read_text(encoding="utf-8")) for path in paths}


def prove(exported: Mapping[str, Exported], folder: Path = COQ) -> list[tuple[str, ...]]:
    """Let Coq prove certificates in one file; return the axioms of each."""
    text = file_text(exported, "make coq") + "".join(f"Print Assumptions {name}.claim.\n" for name in exported)
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "Claims.v").write_text(text, encoding="utf-8")
        command = ["coqc", "-noglob", "-Q", str(folder / "checker"), "OnOffChecker", "Claims.v"]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotProved(f"coqc refuses a certificate: {' '.join(done.stderr.split())[:300]}")
    _, *answers = ANSWER.split(done.stdout)
    if len(answers) != len(exported):
        raise NotProved(f"expected {len(exported)} lists of axioms, found {len(answers)}")
    return [tuple(AXIOM.findall(answer)) for answer in answers]


def lines(exported: Mapping[str, Exported], axioms: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of the record."""
    found = list[str]()
    for (name, each), names in zip(exported.items(), axioms):
        short = ", ".join(sorted(axiom.rpartition(".")[2] for axiom in names)) or "none"
        found.append(f"{name}: {each.parts} proved; axioms: {short}")
        found += [f"    not exported: {left}" for left in each.left]
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
