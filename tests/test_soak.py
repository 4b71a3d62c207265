"""A short slice of `make soak`; and what it must notice."""

import sys
from pathlib import Path

import pytest
import soak
from hostile import READERS
from run import ROOT, environment, program
from soak import Ended, torn, wrong


@pytest.mark.slow
def test_a_slice() -> None:
    """With a seed that draws every kind of case within a few: each reader, each signal, two writers."""
    done = program([sys.executable, str(ROOT / "tests" / "soak.py"), "0", "200", "14"], env=environment(), limit=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "14 cases, 0 wrong" in done.stdout and "exit codes" in done.stdout
    kinds = {line.split()[0] for line in done.stdout.splitlines() if line.strip()}
    assert kinds >= {"killed", "together", *(reader.name for reader in READERS)}


@pytest.mark.parametrize("ended, told", [
    (Ended(0, "fine", ""), []),
    (Ended(2, "", "onoff-verify: one line\n"), []),
    (Ended(2, "", "onoff-verify: one line\nand another\n"), ["2 lines of error with exit code 2"]),
    (Ended(2, "", ""), ["0 lines of error with exit code 2"]),
    (Ended(70, "", ""), ["exit code 70"]),
    (Ended(-11, "", ""), ["exit code -11"]),
    (Ended(1, "", "Traceback (most recent call last):\n"), ["'Traceback (most recent call last)' is printed"]),
    (Ended(0, "", "", soak.SECONDS + 1, 1), ["121 s, 1 MB"]),
    (Ended(0, "", "", 1, soak.MEGABYTES + 1), ["1 s, 1501 MB"]),
])
def test_what_is_wrong_is_noticed(ended: Ended, told: list[str]) -> None:
    assert wrong(ended) == told


def test_a_file_that_is_half_written_is_noticed(tmp_path: Path) -> None:
    old, new, place = b"old\n", b"something that is new\n", tmp_path / "report.json"
    for content in (old, new):
        place.write_bytes(content)
        assert torn(tmp_path, {"report.json": (old, new)}) == []
    place.write_bytes(new[:9])
    assert torn(tmp_path, {"report.json": (old, new)}) == ["report.json has 9 bytes, and is none of what it may be"]
    place.write_bytes(b"")
    assert torn(tmp_path, {"report.json": (old, new)}) != []
    place.unlink()
    assert torn(tmp_path, {"report.json": (old, new)}) != [] and torn(tmp_path, {"report.json": (None, new)}) == []


def test_what_is_left_over_is_noticed(tmp_path: Path) -> None:
    (tmp_path / ".onoff-abc").write_bytes(b"half")
    assert torn(tmp_path, {}) == [".onoff-abc is left over"] and torn(tmp_path, {}, drafts=True) == []
    (tmp_path / "other").write_bytes(b"")
    assert torn(tmp_path, {}, drafts=True) == ["other is left over"]


@pytest.mark.slow
def test_a_failure_is_told_and_kept(tmp_path: Path) -> None:
    """With a command that dies, the soak fails, and says of which case."""
    code = (f"import sys, pathlib; sys.path.insert(0, {str(ROOT / 'tests')!r}); import soak, hostile\n"
            f"soak.KEPT = pathlib.Path({str(tmp_path)!r})\n"
            "soak.called = lambda words: 1 / 0\n"
            "soak.WEIGHTS = {'hostile': 1}\n"
            "sys.exit(soak.main(0, 1, 2))\n")
    done = program([sys.executable, "-c", code], env=environment())
    assert done.returncode == 1 and "2 cases, 4 wrong; make soak SEED=1 repeats them" in done.stdout
    assert "case 0 " in done.stdout and "exit code 70" in done.stdout and len(list(tmp_path.iterdir())) == 2
