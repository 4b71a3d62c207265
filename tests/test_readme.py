"""The README is true: its commands print what it shows, and its table is that of a run."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SCRIPT = ROOT / "benchmarks" / "readme.py"


def test_the_readme_shows_what_the_commands_print() -> None:
    run = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_a_readme_that_differs_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "benchmarks").mkdir()
    script = tmp_path / "benchmarks" / "readme.py"
    script.write_text(SCRIPT.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "README.md").write_text("```console\n$ onoff-verify --version\n0\n```\n", encoding="utf-8")
    run = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 1


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
