"""Speed as ratios against references measured in the same run. Prints a table; asserts nothing.

Where psitip is installed (it is no dependency), Claim 1 is timed in both provers.

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
from typing import Any

STARTS = 9
ROOT = Path(__file__).resolve().parent.parent
TOOL = str(Path(sys.executable).with_name("onoff-verify"))
BARE = (sys.executable, "-c", "import sympy")

COMMANDS = {
    "import sympy": BARE,
    "onoff-verify lemma1": (TOOL, "lemma1"),
    "onoff-verify scheme paper-low.toml": (TOOL, "scheme", str(ROOT / "examples" / "paper-low.toml")),
    "onoff-verify scheme paper-high.toml": (TOOL, "scheme", str(ROOT / "examples" / "paper-high.toml")),
    "onoff-verify theorem1": (TOOL, "theorem1"),
    "onoff-verify all": (TOOL, "all"),
    "onoff-verify list": (TOOL, "list"),
    "checker, all certificates": (sys.executable, "-I", "-S", str(ROOT / "onoff_symbolic" / "checker"), "--brief",
                                  *sorted(map(str, (ROOT / "proofs" / "certificates").glob("*.json")))),
}
LIMITS = {
    "onoff-verify lemma1": 1.6,
    "onoff-verify scheme paper-low.toml": 1.6,
    "onoff-verify scheme paper-high.toml": 1.6,
    "onoff-verify theorem1": 3.0,
    "onoff-verify all": 6.0,
    "checker, all certificates": 1.0,
}
MEMORY_LIMIT = 2.0
GROWTH_LIMIT = 2.3
SOURCES_LIMITS = {("bound", 8): 1.0, ("bound", 10): 2.0, ("design", 4): 3.0, ("design", 5): 15.0}
"""Of `bound` at N = 8, against a float solve of the program on (set, X_0, X_t); of the rest, against `import sympy`."""
PSITIP_LIMIT = 0.5


def cold_start(command: tuple[str, ...]) -> tuple[float, int]:
    """Seconds of processor time and peak memory (kB) of one run in a new process."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/") as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed with exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


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
    from onoff_symbolic.report import text
    from onoff_symbolic.schemes.pmf import joint

    def seconds(t: int) -> float:
        best = float("inf")
        for _ in range(5):
            scheme, prior = scheme_of("low")
            begin = time.perf_counter()
            text.pmf(joint(scheme, prior, t))
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

    from onoff_symbolic.schemes.design import design
    from onoff_symbolic.schemes.plans import joint_law
    from onoff_symbolic.schemes.sets import least

    def chain(size: int) -> list[list[Fraction]]:
        rows = [[Fraction(1 + (3 * i + 5 * j) % 7 + size * (i == j)) for j in range(size)] for i in range(size)]
        return [[x / sum(row) for x in row] for row in rows]

    def seconds(work: Callable[[], object]) -> float:
        begin = time.process_time()     # as cold starts are
        work()
        return time.process_time() - begin

    bare = statistics.median(cold_start(BARE)[0] for _ in range(3))
    solve = seconds(lambda: float_solve(chain(8)))
    print("\nN sources; bound at N = 8: ratio to a float solve of the larger program; the rest: to import sympy")
    for (what, size), limit in SOURCES_LIMITS.items():
        rows = chain(size)
        took = seconds((lambda: joint_law(least(rows))) if (what, size) == ("bound", 8) else
                       (lambda: least(rows)) if what == "bound" else lambda: design(rows))
        show(f"{what}, {size} sources", f"{took * 1000:.0f} ms", took / (solve if size == 8 else bare), limit)


def float_solve(rows: list[list[Any]]) -> float:
    """The program with a variable for each set, X_0 and X_t in the set, by HiGHS."""
    import highspy
    import numpy

    size = len(rows)
    cells = {(s, a, x): j for j, (s, a, x) in enumerate(
        (s, a, x) for s in range(1, 1 << size) for a in range(size) for x in range(size) if s >> x & 1)}
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    for j, (s, _, _) in enumerate(cells):
        model.addVar(0.0, highspy.kHighsInf)
        model.changeColCost(j, s.bit_count() / size)

    def add(terms: dict[int, float], right: float) -> None:
        model.addRow(right, right, len(terms), numpy.array([*terms], dtype=numpy.int32), numpy.array([*terms.values()]))

    for a in range(size):
        for x in range(size):
            add({cells[s, a, x]: 1.0 for s in range(1, 1 << size) if s >> x & 1}, float(rows[a][x]))
    for s in range(1, 1 << size):
        inside = [x for x in range(size) if s >> x & 1]
        for a in range(1, size):
            add({**{cells[s, a, x]: 1.0 for x in inside}, **{cells[s, 0, x]: -1.0 for x in inside}}, 0.0)
    model.run()
    return float(model.getObjectiveValue())


SMALL = ("I(U;Q|X) = 0", ("H(Q|X,V,S) = 0", "I(U;V|X) = 0", "I(U,X,V;S) = 0"))
WHOLE = ("I(U;Q|X,P,B) = 0",
         ("I(U;V|X) = 0", "I(U,X,V;R,S) = 0", "I(R;S) = 0", "H(B|U,X,R) = 0", "H(P,Q|X,V,S) = 0"))


def alternating(*works: Callable[[], object]) -> list[float]:
    """The median time of each in milliseconds; they take turns, so that a busy moment hits all of them."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(25):
        for found, work in zip(times, works, strict=True):
            begin = time.perf_counter()
            work()
            found.append(1000 * (time.perf_counter() - begin))
    return [statistics.median(found) for found in times]


def entropy() -> None:
    """Claim 1 in five and in eight variables. psitip's own choice of a solver does not prove the latter; CBC does."""
    from onoff_symbolic.entropy.proof import prove

    try:
        import psitip
    except ImportError:
        psitip = None
    for name, (goal, given), solver in (("five", SMALL, None), ("eight", WHOLE, "pulp.cbc")):
        print(f"\nClaim 1 in {name} variables, by the entropy prover")
        if psitip is None:
            show("prove", f"{alternating(lambda: prove(goal, given))[0]:.1f} ms", None, None)
            print("psitip is not installed: no comparison")
            continue

        def implied() -> bool:
            with psitip.PsiOpts(**({} if solver is None else {"solver": solver})):
                return bool(conjunction(psitip, given) >> conjunction(psitip, (goal,)))

        if not implied():
            print("psitip does not prove it: no comparison")
        ours, theirs = alternating(lambda: prove(goal, given), implied)
        show("prove", f"{ours:.1f} ms", None, None)
        show("psitip", f"{theirs:.1f} ms", ours / theirs, PSITIP_LIMIT)


def conjunction(psitip: Any, statements: tuple[str, ...]) -> Any:
    """Statements "measure = 0" in psitip's own terms."""
    whole = psitip.universe()
    for statement in statements:
        kind, inner = statement[0], statement[2:statement.index(")")]
        sides, _, condition = inner.partition("|")
        parts = [psitip.rv(*side.split(",")) for side in sides.split(";")]
        term = parts[0] if kind == "H" else parts[0] & parts[1]
        if condition:
            term = term | psitip.rv(*condition.split(","))
        whole = whole & (getattr(psitip, kind)(term) == 0)
    return whole


if __name__ == "__main__":
    starts()
    growth()
    sources()
    entropy()
