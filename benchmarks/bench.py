"""Speed as ratios against references measured in the same run. Prints a table; asserts nothing.

Cold starts are measured in processor time, and alternate between the reference and the commands, so that a busy moment
hits all of them; the median of several is taken. The growth of `pmf` is measured inside one process, without the start.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

STARTS = 9
ROOT = Path(__file__).resolve().parent.parent
TOOL = str(Path(sys.executable).with_name("onoff-verify"))
BARE = (sys.executable, "-c", "import sympy")

PAPER = ROOT / "examples" / "papers" / "two-doors.toml"
COMMANDS = {
    "import sympy": BARE,
    "onoff-verify lemma1": (TOOL, "lemma1"),
    "onoff-verify scheme paper-low.toml": (TOOL, "scheme", str(ROOT / "examples" / "paper-low.toml")),
    "onoff-verify scheme paper-high.toml": (TOOL, "scheme", str(ROOT / "examples" / "paper-high.toml")),
    "onoff-verify theorem1": (TOOL, "theorem1"),
    "onoff-verify all": (TOOL, "all"),
    "onoff-verify list": (TOOL, "list"),
    "onoff-verify source": (TOOL, "source", str(PAPER.with_suffix(".tex")), "--claims", str(PAPER)),
    "checker, all certificates": (sys.executable, "-I", "-S", str(ROOT / "onoff_symbolic" / "checker"), "--brief",
                                  *sorted(map(str, (ROOT / "proofs" / "certificates").glob("*.json")))),
}
LIMITS = {
    "onoff-verify lemma1": 0.6,
    "onoff-verify scheme paper-low.toml": 1.6,
    "onoff-verify scheme paper-high.toml": 1.6,
    "onoff-verify theorem1": 3.0,
    "onoff-verify all": 6.0,
    "onoff-verify source": 4.0,
    "checker, all certificates": 1.0,
}
MEMORY_LIMIT = 2.0
GROWTH_LIMIT = 2.3
SOURCES_LIMITS = {("bound", 8): 1.0, ("bound", 10): 2.0, ("design", 4): 3.0, ("design", 5): 15.0}


def cold_start(command: tuple[str, ...]) -> tuple[float, int]:
    """Seconds of processor time and peak memory (kB) of one run in a new process."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/") as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed with exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def bare(rounds: int = 5) -> float:
    """Seconds of the processor for `import sympy`."""
    return statistics.median(cold_start(BARE)[0] for _ in range(rounds))


def show(name: str, value: str, ratio: float | None, limit: float | None) -> None:
    judged = "" if limit is None or ratio is None else f"<= {limit:.1f}  {'ok' if ratio <= limit else 'OVER'}"
    print(f"{name:<40}{value:>12}{'' if ratio is None else f'{ratio:.2f}x':>9}  {judged}", flush=True)


def starts() -> None:
    runs: dict[str, list[tuple[float, int]]] = {name: [] for name in COMMANDS}
    for command in COMMANDS.values():
        cold_start(command)
    for _ in range(STARTS):
        for name, command in COMMANDS.items():
            runs[name].append(cold_start(command))
    median = {name: statistics.median(seconds for seconds, _ in found) for name, found in runs.items()}
    memory = {name: statistics.median(kilobytes for _, kilobytes in found) for name, found in runs.items()}
    print(f"cold starts, median of {STARTS}; ratio to a bare import of sympy")
    for name in COMMANDS:
        show(name, f"{median[name] * 1000:.0f} ms", median[name] / median["import sympy"], LIMITS.get(name))
    print("\npeak memory; ratio to a bare import of sympy")
    for name in ("import sympy", "onoff-verify lemma1"):
        limit = MEMORY_LIMIT if name != "import sympy" else None
        show(name, f"{memory[name] / 1024:.0f} MB", memory[name] / memory["import sympy"], limit)


def growth() -> None:
    from onoff_symbolic.paper.schemes import scheme_of
    from onoff_symbolic.report import schemes
    from onoff_symbolic.schemes.pmf import Atoms

    def seconds(t: int) -> float:
        best = float("inf")
        for _ in range(5):
            scheme, prior = scheme_of("low")
            begin = time.perf_counter()
            for _ in schemes.pmf(Atoms(scheme, prior, t)):
                pass
            best = min(best, time.perf_counter() - begin)
        return best

    print("\npmf --case low, inside one process; ratio to t-1")
    before = seconds(3)
    for t in range(4, 11):
        now = seconds(t)
        show(f"t = {t}", f"{now * 1000:.1f} ms", now / before, GROWTH_LIMIT)
        before = now


def sources() -> None:
    """N sources: the program on sets, and designs, in this process."""
    from fractions import Fraction

    from onoff_symbolic.nsources.design import design
    from onoff_symbolic.nsources.sets import least

    def chain(size: int) -> list[list[Fraction]]:
        rows = [[Fraction(1 + (3 * i + 5 * j) % 7 + size * (i == j)) for j in range(size)] for i in range(size)]
        return [[x / sum(row) for x in row] for row in rows]

    def seconds(work: Callable[[], object]) -> float:
        begin = time.process_time()     # as cold starts are
        work()
        return time.process_time() - begin

    unit = bare()
    print("\nN sources; ratio to a bare import of sympy")
    for (what, size), limit in SOURCES_LIMITS.items():
        rows = chain(size)
        took = seconds((lambda: least(rows)) if what == "bound" else lambda: design(rows))
        show(f"{what}, {size} sources", f"{took * 1000:.0f} ms", took / unit, limit)


if __name__ == "__main__":
    starts()
    growth()
    sources()
