"""How long Coq takes for the certificate of each example, in processor time, as a ratio to an empty file that loads the
same theories; and, where ONOFF_CHECKER names it, the extracted checker for all recorded certificates, as a ratio to
ours. Prints a table; asserts nothing. Needs Coq, and the theories built: make coq.
"""

from __future__ import annotations

import os
import resource
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


def spent(command: list[str]) -> float:
    """Return the processor time of a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def extracted(checker: str) -> None:
    """Print how long the extracted checker takes, as a ratio to ours."""
    paths = sorted(path for folder in ("certificates", "beyond") for path in (ROOT / "proofs" / folder).glob("*.json"))
    without = {path: export(path.read_text(encoding="utf-8")).left for path in paths}
    coq = sum(spent([checker, str(path), *without[path]]) for path in paths)
    ours = spent([sys.executable, "-I", "-S", str(ROOT / "onoff_symbolic" / "checker"), "--brief", *map(str, paths)])
    print(f"{len(paths)} certificates, extracted checker to ours{coq / ours:>8.1f}x", flush=True)


def main() -> None:
    """Print the table."""
    if checker := os.environ.get("ONOFF_CHECKER"):
        extracted(checker)
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
