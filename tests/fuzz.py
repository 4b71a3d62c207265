"""make fuzz: the tests that draw examples, with new ones round after round, until the time is over or one fails.

    python tests/fuzz.py SECONDS [SEED [FOLDER]]

Each round prints its seed. With SEED there is one round, with that seed: `make fuzz SEED=…` repeats a failure.
"""

import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from run import environment

HERE = Path(__file__).resolve().parent
GRACE = 30
"""Seconds in which pytest ends after it was asked to."""


def round_of(seed: int, seconds: float | None, folder: Path) -> int | None:
    """The exit code of pytest with the examples of a seed; None if the time was over first and nothing had failed."""
    command = [
        sys.executable,
        "-P",
        "-m",
        "pytest",
        "-x",
        "-p",
        "no:cacheprovider",
        "-m",
        "hypothesis or drawn",
        "--hypothesis-profile=fuzz",
        f"--hypothesis-seed={seed}",
        str(folder),
    ]
    with tempfile.TemporaryDirectory() as place:
        failed = Path(place) / "failed"
        env = {**environment(), "ONOFF_SEED": str(seed), "ONOFF_FAILED": str(failed)}
        with subprocess.Popen(command, cwd=HERE.parent, env=env) as process:
            try:
                return process.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
            try:
                process.wait(timeout=GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
        return 1 if failed.exists() else None


def main(seconds: float, seed: int | None = None, folder: Path = HERE) -> int:
    """0 if no example failed, else 1."""
    end, number = time.monotonic() + seconds, 0
    while number == 0 or (seed is None and time.monotonic() < end):
        number += 1
        now = random.SystemRandom().randrange(2**32) if seed is None else seed
        print(f"fuzz: round {number}, seed {now}", flush=True)
        limit = end - time.monotonic() if seed is None else None
        code = round_of(now, limit, folder)
        if code is None:
            print(f"fuzz: the time is over in round {number}; no example failed", flush=True)
            return 0
        if code != 0:
            print(f"fuzz: failed; repeat it with: make fuzz SEED={now}", flush=True)
            return 1
    print(f"fuzz: {number} rounds; no example failed", flush=True)
    return 0


if __name__ == "__main__":
    words = sys.argv[1:]
    sys.exit(main(float(words[0]), *map(int, words[1:2]), *map(Path, words[2:3])))
