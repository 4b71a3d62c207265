"""How long Coq takes for the emitted file of each example, in processor time, as a ratio to an empty file that loads
the same theories. Prints a table; asserts nothing. Needs Coq, and the theories built: make coq.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from onoff_symbolic import judge
from onoff_symbolic.coq import emit
from onoff_symbolic.schemes.files import load_cases

ROOT = Path(__file__).resolve().parent.parent
COQ = ROOT / "proofs" / "coq"
LIMIT = 12.0
"""For two sources: 10 s where an empty file takes 0.85 s."""


def seconds(folder: Path, text: str) -> float:
    """Processor time of coqc for a text."""
    (folder / "File.v").write_text(text, encoding="utf-8")
    command = ["coqc", "-Q", str(COQ / "theories"), "OnOff", "File.v"]
    with subprocess.Popen(command, cwd=folder) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"coqc failed with exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where)
        empty = emit.HEAD.format(title="Empty", file="File.v", proves="")
        print("emitted files, processor time of coqc; ratio to an empty file")
        for path in sorted([*(ROOT / "examples").glob("*.toml"), *(ROOT / "examples" / "designed").glob("*.toml")]):
            files = load_cases(str(path))
            two = len(tomllib.loads(path.read_text(encoding="utf-8"))["sources"]) == 2
            for number, case in enumerate(judge.cases(files), start=1):
                ratio = seconds(folder, emit.scheme(case.certificate)) / seconds(folder, empty)
                name = path.stem if len(files) == 1 else f"{path.stem}, case {number}"
                limit = f"<= {LIMIT:.0f}  {'ok' if ratio <= LIMIT else 'OVER'}" if two else ""
                print(f"{name:<32}{ratio:>8.1f}x  {limit}", flush=True)


if __name__ == "__main__":
    main()
