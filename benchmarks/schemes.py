"""How many random schemes are decided, and how fast: normalised, decodable, private.

    python benchmarks/schemes.py [--count 500] [--seed 1] [--limit 100] [--json FILE [--resume]]

Each scheme is a file that the package reads and judges as `onoff-verify scheme` does (search, certificate, checker), in
a process of its own that has imported everything. Times are of the processor, as ratios to a bare `import sympy`
shortly before. What stays undecided, or takes longer than the limit, is listed; so is an answer that must be wrong.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench import bare
from random_schemes import Draft, drafts

PROPERTIES = ("normalised", "decodable", "private")
RECORD = Path(__file__).with_name("schemes.json")
"""A run that the documents show."""
LATE = "too late"
COUNT, AIM = 500, 25
"""How many schemes; and times `import sympy` in which each should be decided: ten seconds where that takes 0.4."""
KNOWN = {kind: dict.fromkeys(PROPERTIES, "proved")
         for kind in ("everything", "lazy", "plan", "independent", "relative")}
KNOWN["blind"] = {"normalised": "proved", "private": "proved"}
KNOWN["improper"] = {"normalised": "refuted"}
"""What is known by construction."""


@dataclass(frozen=True)
class Row:
    number: int
    kind: str
    verdicts: dict[str, str]
    time: float
    """Of the processor, in `import sympy`."""
    megabytes: int

    @property
    def undecided(self) -> list[str]:
        """Without laws nothing is asked beyond."""
        asked = PROPERTIES if self.verdicts["normalised"] != "refuted" else PROPERTIES[:1]
        return [name for name in asked if self.verdicts[name] not in ("proved", "refuted")]

    @property
    def wrong(self) -> list[str]:
        return [name for name, verdict in KNOWN.get(self.kind, {}).items()
                if {verdict, self.verdicts[name]} == {"proved", "refuted"}]


def verdicts(path: Path) -> dict[str, str]:
    """The worst of the cases of a file."""
    from onoff_symbolic.judge import cases
    from onoff_symbolic.schemes.files import load_cases

    found = cases(load_cases(str(path)))
    order = ("refuted", "undecided", "proved")
    return {name: min((getattr(case, name).verdict.value for case in found), key=order.index) for name in PROPERTIES}


def judged(number: int, draft: Draft, unit: float, limit: float, folder: Path) -> Row:
    """One scheme, in a fork that is ended after its time."""
    path, answer = folder / "scheme.toml", folder / "answer.json"
    path.write_text(draft.text, encoding="utf-8")
    answer.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit * unit), math.ceil(limit * unit) + 5))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        try:
            answer.write_text(json.dumps(verdicts(path)), encoding="utf-8")
            os._exit(0)
        finally:
            os._exit(1)
    _, status, usage = os.wait4(child, 0)
    late = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU
    if not late and status:
        sys.exit(f"scheme {number} ({draft.kind}) ended with status {status}")
    found = dict.fromkeys(PROPERTIES, LATE) if late else json.loads(answer.read_text(encoding="utf-8"))
    took = (usage.ru_utime + usage.ru_stime) / unit
    return Row(number, draft.kind, found, float(f"{took:.3g}"), usage.ru_maxrss // 1024)


def report(rows: Sequence[Row]) -> str:
    def shares(times: Sequence[float]) -> str:
        ordered = sorted(times)
        chosen = [ordered[min(len(ordered) - 1, int(len(ordered) * q))] for q in (.5, .9, .99)]
        return "".join(f"{time:8.2f}" for time in (*chosen, ordered[-1]))

    stopped = f", {spans([row.number for row in rows])} of {COUNT}: the run was stopped" if len(rows) < COUNT else ""
    lines = [f"{len(rows)} random schemes{stopped}; time in import sympy",
             f"{'':13}schemes decided private  leaks{'median':>8}{'90 %':>8}{'99 %':>8}{'most':>8}"]
    for kind in [*dict.fromkeys(row.kind for row in rows), "all"]:
        chosen = [row for row in rows if kind in (row.kind, "all")]
        private = Counter(row.verdicts["private"] for row in chosen)
        lines.append(f"{kind:13}{len(chosen):7}{sum(not row.undecided for row in chosen):8}{private['proved']:8}"
                     f"{private['refuted']:7}{shares([row.time for row in chosen])}")
    left = ", ".join(f"{name} {sum(name in row.undecided for row in rows)}" for name in PROPERTIES)
    lines.append(f"undecided: {left}; over {AIM}: {sum(row.time > AIM for row in rows)}; most memory: "
                 f"{max(row.megabytes for row in rows)} MB")
    lines += [f"  {row.number} {row.kind}: {', '.join(row.undecided)}, "
              f"{'stopped' if LATE in row.verdicts.values() else 'given up'} after {row.time:.1f}"
              for row in rows if row.undecided]
    lines += [f"WRONG: {row.number} {row.kind}: {', '.join(row.wrong)}" for row in rows if row.wrong]
    return "\n".join(lines)


def spans(numbers: Sequence[int]) -> str:
    """Which ones: 0-225 and 250-368."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return " and ".join(str(each[0]) if len(each) == 1 else f"{each[0]}-{each[-1]}" for each in found)


def recorded(path: Path = RECORD) -> list[Row]:
    return [Row(**row) for row in json.loads(path.read_text(encoding="utf-8"))]


def record(rows: Sequence[Row], path: Path) -> None:
    path.write_text("[\n" + ",\n".join(json.dumps(asdict(row)) for row in rows) + "\n]\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=COUNT, help="how many (500)")
    parser.add_argument("--seed", type=int, default=1, help="which (1)")
    parser.add_argument("--limit", type=float, default=100, help="times import sympy that each may take (100)")
    parser.add_argument("--json", type=Path, help="also write what came out of each")
    parser.add_argument("--resume", action="store_true", help="keep what stands in that file, and judge the rest")
    options = parser.parse_args()
    import onoff_symbolic.algebra.parametric
    import onoff_symbolic.judge
    import onoff_symbolic.search.scheme                                         # noqa: F401

    units, begin = [bare()], time.monotonic()
    rows = recorded(options.json) if options.resume and options.json.exists() else []
    done = {row.number for row in rows}
    with tempfile.TemporaryDirectory() as folder:
        for number, draft in enumerate(drafts(options.count, options.seed)):
            if number in done:
                continue
            if number % 10 == 9:        # other work on the machine changes the time of the processor as well
                units.append(bare(1))
            rows.append(judged(number, draft, statistics.median(units[-3:]), options.limit, Path(folder)))
            rows.sort(key=lambda row: row.number)
            if options.json is not None:        # after each, for whoever stops it
                record(rows, options.json)
            if sys.stderr.isatty():
                print(f"\r{number + 1} of {options.count}", end="", file=sys.stderr, flush=True)
    print(report(rows))
    print(f"seed {options.seed}, {time.monotonic() - begin:.0f} s in all")
    return 1 if any(row.wrong for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
