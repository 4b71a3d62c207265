"""What commands print, whole: each file in golden/ is a transcript, and its commands print it again.

    $ onoff-verify lemma1 --strict      a command, run in the checkout
    …                                   what it writes to standard output
    2> …                                a line that it writes to standard error
    [1]                                 its exit code, unless 0

To add one, write its commands into a file. `ONOFF_GOLDEN=write pytest tests/test_golden.py` writes what they print now:
read the difference before you commit it. Files in golden/slow/ are left out of `make quick`.
"""

import os
import shlex
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest
from run import inside

FOLDER = Path(__file__).parent / "golden"
NAMES = sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.txt"))
PROMPT = "$ onoff-verify "


def commands(transcript: str) -> list[str]:
    """Return the command lines of a transcript."""
    return [line.removeprefix(PROMPT) for line in transcript.splitlines() if line.startswith(PROMPT)]


def replay(command: str) -> Iterator[str]:
    """Run a command; yield its lines of a transcript."""
    done = inside(*shlex.split(command))
    yield PROMPT + command
    yield from done.stdout.split("\n")[:-1]
    if not done.stdout.endswith("\n") and done.stdout:
        yield "(no end of line)"
    for line in done.stderr.splitlines():
        yield f"2> {line}"
    if done.returncode:
        yield f"[{done.returncode}]"
    if done.returncode == 2:
        assert not done.stdout, "what cannot be used is no answer"


def check(path: Path, write: bool = False) -> None:
    """Fail if the commands of a transcript print something else now; `write` writes it first."""
    recorded = path.read_text(encoding="utf-8")
    assert commands(recorded), f"{path.name}: expected a line that begins with {PROMPT!r}, found none"
    now = "".join(f"{line}\n" for command in commands(recorded) for line in replay(command))
    if write:
        path.write_text(now, encoding="utf-8")
        return
    changes = unified_diff(recorded.split("\n"), now.split("\n"), "recorded", "now", lineterm="", n=1)
    if recorded != now:
        pytest.fail("\n".join(changes), pytrace=False)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name.startswith("slow/") else name for name in NAMES]
)
def test_prints_what_is_recorded(name: str) -> None:
    check(FOLDER / f"{name}.txt", write=os.environ.get("ONOFF_GOLDEN") == "write")


@pytest.mark.parametrize(
    "transcript",
    [
        "$ onoff-verify --version\n",
        "$ onoff-verify --version\nonoff-verify 0.0\n",
        "$ onoff-verify nothing\n2> error: no claim is called so\n[2]\n",
        "no command\n",
    ],
)
def test_fails_where_the_output_is_another(transcript: str, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text(transcript, encoding="utf-8")

    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(path)

    assert path.read_text(encoding="utf-8") == transcript


def test_a_switch_writes_what_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("$ onoff-verify nothing\nold\n", encoding="utf-8")

    check(path, write=True)

    assert path.read_text(encoding="utf-8").startswith("$ onoff-verify nothing\n2> error: ")
    assert path.read_text(encoding="utf-8").endswith("\n[2]\n")
    check(path)
