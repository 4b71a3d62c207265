"""How long Coq takes for the certificate of each example, in processor time, as a ratio to an empty file that loads the
same theories. Prints a table; asserts nothing. Needs Coq, and the theories built: make coq.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from onoff_symbolic import judge
from onoff_symbolic.coq import export, file_text
from onoff_symbolic.schemes.files import load_cases

ROOT = Path(__file__).resolve().parent.parent
CHECKER = ROOT / "proofs" / "coq" / "checker"


def seconds(folder: Path, text: str) -> float:
    """Return the processor time of coqc for a text."""
    (folder / "File.v").write_text(text, encoding="utf-8")
    command = ["coqc", "-Q", str(CHECKER), "OnOffChecker", "File.v"]
    with subprocess.Popen(command, cwd=folder) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"coqc failed with exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        empty = seconds(folder, file_text({}, "coqc"))
        print("certificates, processor time of coqc; ratio to an empty file")
        for path in sorted([*(ROOT / "examples").glob("*.toml"), *(ROOT / "examples" / "designed").glob("*.toml")]):
            for number, case in enumerate(judge.cases(load_cases(str(path))), start=1):
                ratio = seconds(folder, file_text({"case": export(case.certificate)}, "coqc")) / empty
                print(f"{path.stem}, case {number:<4}{ratio:>8.1f}x", flush=True)


if __name__ == "__main__":
    main()
