"""make soak: hostile files for every reader, kills at random moments, two writers on one file, until the time is over.

    python tests/soak.py SECONDS [SEED [CASES]]

Cases follow from the seed; with CASES there are so many, however long they take. What must hold of each:
  exit code    0, 1, 2 or 3; 2 goes with one line of error; of pytest 0 to 5; 130 after Ctrl-C; or the signal
  traceback    none, in whatever is printed
  files        as they were, or whole; nothing else beside them (a draft `.onoff-…` after a kill)
  cost         seconds of the processor and memory below the limits; the most of each is printed
The input of a case that fails is kept in build/soak.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hostile import READERS, Reader, damaged
from run import COMMAND, ROOT, environment, interruptible

SECONDS, MEGABYTES = 120, 1500
"""Limits for a case."""
KEPT = ROOT / "build" / "soak"
TRACES = ("Traceback (most recent call last)", "INTERNALERROR", "Fatal Python error", "MemoryError")
WEIGHTS = {"hostile": 20, "killed": 2, "together": 1}
"""How often each kind of case comes."""
SIGNALS = (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class Ended:
    """How a program ended: its exit code (minus the signal), what it wrote, and what it took."""

    code: int
    out: str
    err: str
    seconds: float = 0
    megabytes: float = 0


@dataclass
class Tally:
    """What was seen of one kind of case."""

    cases: int = 0
    codes: Counter[int] = field(default_factory=Counter)
    seconds: float = 0
    megabytes: float = 0

    def add(self, ended: Ended) -> None:
        self.cases += 1
        self.codes[ended.code] += 1
        self.seconds, self.megabytes = max(self.seconds, ended.seconds), max(self.megabytes, ended.megabytes)


# -- what must hold ----------------------------------------------------------------------------------------


def wrong(ended: Ended, codes: Sequence[int] = (0, 1, 2, 3), lines: Sequence[int] = (1,)) -> list[str]:
    """What is wrong with the way in which a program ended; `lines` of error there may be if it refuses."""
    found = [f"{trace!r} is printed" for trace in TRACES if trace in ended.out or trace in ended.err]
    if ended.code not in codes:
        found.append(f"exit code {ended.code}")
    if ended.code in (2, 130) and ended.err.count("\n") not in lines:
        found.append(f"{ended.err.count(chr(10))} lines of error with exit code {ended.code}")
    if ended.seconds > SECONDS or ended.megabytes > MEGABYTES:
        found.append(f"{ended.seconds:.0f} s, {ended.megabytes:.0f} MB")
    return found


def torn(folder: Path, allowed: Mapping[str, Sequence[bytes | None]], drafts: bool = False) -> list[str]:
    """Files that are neither as they were nor whole, and files that should not be there. None: there is no file."""
    found = []
    for name, contents in allowed.items():
        content = (folder / name).read_bytes() if (folder / name).is_file() else None
        if content not in contents:
            found.append(f"{name} has {len(content or b'')} bytes, and is none of what it may be")
    for path in sorted(folder.iterdir()):
        if path.name not in allowed and not (drafts and path.name.startswith(".onoff-")):
            found.append(f"{path.name} is left over")
    return found


# -- hostile files -----------------------------------------------------------------------------------------


def called(words: Sequence[str]) -> int:
    """A command in this process."""
    if words[0] == "pytest":
        import pytest

        return int(pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", "-c", os.devnull, *words[1:]]))
    if words[0] == "checker":
        from onoff_symbolic.checker import command

        return command.main(words[1:])
    from onoff_symbolic import cli

    try:
        cli.main(list(words))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1
    return 0


def forked(words: Sequence[str], folder: Path) -> Ended:
    """A command in a fork, in which everything is imported."""
    out, err = folder / "out", folder / "err"
    child = os.fork()
    if child == 0:
        code = 70
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
            for number, path in enumerate((os.devnull, out, err)):
                flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
                os.dup2(os.open(path, flags, 0o600), number)
            os.chdir(folder)
            code = called(words)
        except BaseException:
            traceback.print_exc()
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    _, status, usage = os.wait4(child, 0)
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in (out, err)]
    return Ended(os.waitstatus_to_exitcode(status), *texts, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def hostile(reader: Reader, rng: random.Random, folder: Path) -> tuple[list[str], Ended, list[str]]:
    """A damaged file, read; what was called, how it ended and what is wrong."""
    data = damaged(rng.choice(reader.good()), rng)
    command = rng.choice(reader.commands)
    path = folder / f"{reader.stem}{reader.suffix}"
    path.write_bytes(data)
    if reader.name == "onoff":
        for needed in (ROOT / "examples" / "paper-low.toml", ROOT / "tests" / "data" / "small.toml"):
            (folder / needed.name).write_bytes(needed.read_bytes())
    text = data.decode("utf-8", "surrogateescape").replace("\0", "")    # as a shell hands it over
    words = [{"FILE": path.name, "TEXT": text[:100_000]}.get(word, word) for word in command]
    ended = forked(words, folder)
    codes = range(6) if command[0] == "pytest" else range(3) if command[0] == "checker" else range(4)
    lines = {"pytest": (0,), "entropy": (1, 3)}.get(command[0], (1,))       # two lines show the place in a statement
    return words, ended, wrong(ended, codes, lines)


# -- kills and writers -------------------------------------------------------------------------------------


WRITERS: tuple[tuple[str, ...], ...] = (
    ("lemma1", "-o", "report.json"), ("scheme", str(ROOT / "examples" / "paper-low.toml"), "-o", "report.json"),
    ("all", "-o", "report.json"), ("errata", "-o", "report.json"),
    ("scheme", str(ROOT / "examples" / "three-sources.toml"), "--certificate", "report.json"),
    ("design", str(ROOT / "examples" / "chains" / "trade-off.toml"), "-o", "report.json"),
)
"""Commands that write one file."""
OLD = b"what was there before\n"
_WHOLE: dict[tuple[str, ...], tuple[bytes, float]] = {}


def whole(command: tuple[str, ...]) -> tuple[bytes, float]:
    """What a command writes when nobody disturbs it, and how long it takes."""
    if command not in _WHOLE:
        with tempfile.TemporaryDirectory() as folder:
            begin = time.monotonic()
            subprocess.run([*COMMAND, *command], cwd=folder, env=environment(), check=False, capture_output=True,
                           timeout=SECONDS)
            _WHOLE[command] = (Path(folder) / "report.json").read_bytes(), time.monotonic() - begin
    return _WHOLE[command]


def begun(command: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([*COMMAND, *command], cwd=folder, env=environment(), stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8",
                            preexec_fn=interruptible)


def killed(rng: random.Random, folder: Path) -> tuple[list[str], Ended, list[str]]:
    """A command that is killed at some moment while it works, over an old file or over none."""
    command, number, old = rng.choice(WRITERS), rng.choice(SIGNALS), rng.choice((OLD, None))
    expected, seconds = whole(command)
    if old is not None:
        (folder / "report.json").write_bytes(old)
    process = begun(command, folder)
    try:
        out, err = process.communicate(timeout=seconds * rng.uniform(0, 1.2))
    except subprocess.TimeoutExpired:
        process.send_signal(number)
        out, err = process.communicate(timeout=SECONDS)
    ended = Ended(process.returncode, out, err)
    early = number == signal.SIGINT and not re.search(r"onoff_symbolic.cli|onoff-verify: ", err)     # Python starts
    problems = [] if early else wrong(ended, (0, 1, 2, 3, 130, -number))
    hard = ended.code == -number
    return [f"{number.name}", *command], ended, problems + torn(folder, {"report.json": (old, expected)}, hard)


def together(rng: random.Random, folder: Path) -> tuple[list[str], Ended, list[str]]:
    """Two commands that write one file at the same time."""
    one, other = rng.sample(WRITERS, 2)
    contents = [whole(command)[0] for command in (one, other)]
    processes = [begun(command, folder) for command in (one, other)]
    ends = [Ended(process.returncode, *texts) for process in processes for texts in [process.communicate(
        timeout=SECONDS)]]
    problems = [problem for ended in ends for problem in wrong(ended)]
    return [*one, "and", *other], ends[0], problems + torn(folder, {"report.json": contents})


# -- rounds ------------------------------------------------------------------------------------------------


def case(seed: int, number: int) -> tuple[str, list[str], Ended, list[str]]:
    """One case: its kind, what was called, how it ended, what is wrong."""
    rng = random.Random(f"{seed}/{number}")
    kind = rng.choices([*WEIGHTS], [*WEIGHTS.values()])[0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if kind == "hostile":
            reader = rng.choice(READERS)
            words, ended, problems = hostile(reader, rng, folder)
            if problems:
                KEPT.mkdir(parents=True, exist_ok=True)
                (KEPT / f"{seed}-{number}{reader.suffix}").write_bytes((
                    folder / f"{reader.stem}{reader.suffix}").read_bytes())
            return reader.name, words, ended, problems
        words, ended, problems = (killed if kind == "killed" else together)(rng, folder)
    return kind, words, ended, problems


def main(seconds: float, seed: int | None = None, cases: int | None = None) -> int:
    """0 if nothing was wrong, else 1."""
    import pytest                               # noqa: F401
    import sympy                                # noqa: F401

    from onoff_symbolic import judge, judge_chains          # noqa: F401

    seed = random.SystemRandom().randrange(2 ** 32) if seed is None else seed
    print(f"soak: seed {seed}", flush=True)
    tallies: dict[str, Tally] = {}
    failed, number, end = 0, 0, time.monotonic() + seconds
    while number < cases if cases is not None else time.monotonic() < end:
        kind, words, ended, problems = case(seed, number)
        tallies.setdefault(kind, Tally()).add(ended)
        for problem in problems:
            failed += 1
            print(f"soak: case {number} ({kind}): {problem}: {' '.join(words)[:200]!r}", flush=True)
        number += 1
    print(f"{'':12}{'cases':>7}{'most s':>9}{'most MB':>9}  exit codes")
    for kind, tally in sorted(tallies.items()):
        codes = ", ".join(f"{code}: {count}" for code, count in sorted(tally.codes.items()))
        print(f"{kind:12}{tally.cases:7}{tally.seconds:9.1f}{tally.megabytes:9.0f}  {codes}")
    print(f"soak: {number} cases, {failed} wrong" + (f"; make soak SEED={seed} repeats them" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(float(given[0]), *map(int, given[1:3])))
