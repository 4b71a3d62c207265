"""make soak: hostile files for every reader and kills at random moments, until the time is over.

    python tests/soak.py SECONDS [SEED [CASES]]

Cases follow from the seed; with CASES there are so many, however long they take. What must hold of each:
  exit code    0, 1, 2 or 3; 2 goes with one line of error; of pytest 0 to 5; 130 after Ctrl-C; or the signal
  traceback    none, in whatever is printed
  files        as they were, or whole; nothing else beside them (a draft `.onoff-…` after a kill)
  cost         seconds of the processor and memory are limited
The input of a case that fails is kept in build/soak.
"""

from __future__ import annotations

import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hostile import READERS, Reader, damaged
from run import COMMAND, ROOT, environment, interruptible

SECONDS, BYTES = 120, 3 << 30
KEPT = ROOT / "build" / "soak"
TRACES = ("Traceback (most recent call last)", "INTERNALERROR", "Fatal Python error", "MemoryError")
KILLS = 0.1
"""The share of cases in which a command is killed."""
SIGNALS = (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)
PROGRAMS = {
    "pytest": [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-c", "/dev/null"],
    "checker": [sys.executable, "-m", "onoff_symbolic.checker"],
}
WRITERS: tuple[tuple[str, ...], ...] = (
    ("lemma1", "-o", "report.json"),
    ("scheme", str(ROOT / "examples" / "paper-low.toml"), "-o", "report.json"),
    ("scheme", str(ROOT / "examples" / "three-sources.toml"), "--certificate", "report.json"),
    ("design", str(ROOT / "examples" / "chains" / "trade-off.toml"), "-o", "report.json"),
)
"""Commands that write one file."""
OLD = b"what was there before\n"


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code (minus the signal), and what it wrote."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Case:
    """A command that was tried, how it ended, and what is wrong with that."""

    kind: str
    words: Sequence[str]
    ended: Ended
    problems: list[str]


REFUSALS = (1, 5, 6)
"""So many lines has an error: one alone, or with the place, the line, what is wrong in it, and help."""


def wrong(ended: Ended, codes: Sequence[int] = (0, 1, 2, 3), lines: Sequence[int] = REFUSALS) -> list[str]:
    """Return what is wrong with the way in which a command ended; if it refuses, it writes so many lines of error."""
    found = [f"{trace!r} is printed" for trace in TRACES if trace in ended.out or trace in ended.err]
    if ended.code not in codes:
        found.append(f"exit code {ended.code}")
    count = ended.err.count("\n")
    if ended.code in (2, 130) and count not in lines:
        found.append(f"{count} lines of error with exit code {ended.code}")
    return found


def torn(folder: Path, whole: Sequence[bytes | None], drafts: bool = False) -> list[str]:
    """Return what is wrong with the files: report.json is none of these (None: missing), or others are there."""
    path = folder / "report.json"
    content = path.read_bytes() if path.is_file() else None
    found = [] if content in whole else [f"report.json has {len(content or b'')} bytes, and is not whole"]
    for other in sorted(folder.iterdir()):
        if other != path and not (drafts and other.name.startswith(".onoff-")):
            found.append(f"{other.name} is left over")
    return found


def limited() -> None:
    """Limit the time and the memory of a program that is about to start."""
    interruptible()
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def begun(command: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    """Start a program beside the soak."""
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        errors="replace",
        preexec_fn=limited,
    )


def ended(process: subprocess.Popen[str]) -> Ended:
    """Wait for the end of a program."""
    out, err = process.communicate(timeout=2 * SECONDS)
    return Ended(process.returncode, out, err)


def hostile(reader: Reader, rng: random.Random, folder: Path) -> Case:
    """Have a damaged file read."""
    path = folder / f"{reader.stem}{reader.suffix}"
    data = damaged(rng.choice(reader.good()), rng)
    path.write_bytes(data)
    for needed in (ROOT / "examples" / "paper-low.toml", ROOT / "tests" / "data" / "small.toml"):
        (folder / needed.name).write_bytes(needed.read_bytes())
    text = data.decode("utf-8", "surrogateescape").replace("\0", "")  # as a shell hands it over
    named = {"FILE": path.name, "TEXT": text[:100_000]}
    name, *words = [named.get(word, word) for word in rng.choice(reader.commands)]
    end = ended(begun([*PROGRAMS.get(name, [*COMMAND, name]), *words], folder))
    codes = range(6) if name == "pytest" else range(4)
    lines = (0,) if name == "pytest" else REFUSALS
    return Case(reader.name, [name, *words], end, wrong(end, codes, lines))


def killed(rng: random.Random, folder: Path) -> Case:
    """Kill a command at some moment while it works, over an old file or over none."""
    command, number, old = rng.choice(WRITERS), rng.choice(SIGNALS), rng.choice((OLD, None))
    begin = time.monotonic()
    ended(begun([*COMMAND, *command], folder))
    seconds = time.monotonic() - begin
    path = folder / "report.json"
    whole = path.read_bytes()
    path.unlink()
    if old is not None:
        path.write_bytes(old)
    process = begun([*COMMAND, *command], folder)
    time.sleep(seconds * rng.uniform(0, 1.2))
    process.send_signal(number)
    end = ended(process)
    starting = number == signal.SIGINT and not re.search(r"onoff_symbolic.cli|onoff-verify: ", end.err)
    problems = [] if starting else wrong(end, (0, 1, 2, 3, 130, -number))
    return Case("killed", [number.name, *command], end, problems + torn(folder, (old, whole), end.code == -number))


def case(seed: int, number: int) -> Case:
    """Try one case; keep its input if something is wrong."""
    rng = random.Random(f"{seed}/{number}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if rng.random() < KILLS:
            return killed(rng, folder)
        reader = rng.choice(READERS)
        found = hostile(reader, rng, folder)
        if found.problems:
            KEPT.mkdir(parents=True, exist_ok=True)
            data = (folder / f"{reader.stem}{reader.suffix}").read_bytes()
            (KEPT / f"{seed}-{number}{reader.suffix}").write_bytes(data)
        return found


def main(seconds: float, seed: int | None = None, cases: int | None = None) -> int:
    """Try cases; return 0 if nothing was wrong, else 1."""
    seed = random.SystemRandom().randrange(2**32) if seed is None else seed
    print(f"soak: seed {seed}", flush=True)
    seen = Counter[tuple[str, int]]()
    failed, number, end = 0, 0, time.monotonic() + seconds
    while number < cases if cases is not None else time.monotonic() < end:
        found = case(seed, number)
        seen[found.kind, found.ended.code] += 1
        failed += len(found.problems)
        for problem in found.problems:
            print(f"soak: case {number} ({found.kind}): {problem}: {' '.join(found.words)[:200]!r}", flush=True)
        number += 1
    for (kind, code), count in sorted(seen.items()):
        print(f"{kind:12} exit code {code:4}: {count}")
    print(f"soak: {number} cases, {failed} wrong" + (f"; make soak SEED={seed} repeats them" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(float(given[0]), *map(int, given[1:3])))
