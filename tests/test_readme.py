"""The README is true: its commands run, and print what it shows."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOL = Path(sys.executable).with_name("onoff-verify")
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ onoff-verify (.*?)\n(.*?)```", README, flags=re.S)


def test_the_readme_shows_commands() -> None:
    assert len(BLOCKS) >= 5


@pytest.mark.parametrize("command, shown", BLOCKS, ids=[command.split()[0] for command, _ in BLOCKS])
def test_a_command_prints_what_the_readme_shows(command: str, shown: str) -> None:
    run = subprocess.run(
        [str(TOOL), *shlex.split(command)], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.stdout + run.stderr == shown


def test_the_readme_opens_with_the_two_commands() -> None:
    top = README.split("\n\n")[1]
    assert "make verify" in top and "make test" in top


def test_the_scheme_in_the_readme_is_the_example() -> None:
    block = re.search(r"```toml\n(.*?)```", README, flags=re.S)
    assert block is not None
    example = (ROOT / "examples" / "paper-low.toml").read_text(encoding="utf-8")

    def bare(text: str) -> list[str]:
        return [line for line in (re.sub(r"\s*#.*", "", line).rstrip() for line in text.splitlines()) if line]

    assert bare(block.group(1)) == bare(example)
