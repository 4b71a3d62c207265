"""The documents are true: their commands print what they show, and the table of verdicts is that of a run."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from run import Done, environment, program

from onoff_symbolic.cli import commands
from onoff_symbolic.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow
README = (ROOT / "README.md").read_text(encoding="utf-8")
SCRIPT = ROOT / "benchmarks" / "readme.py"


def check(script: Path, **env: str) -> Done:
    return program([sys.executable, str(script), "--check"], env=environment(env), limit=300)


def test_the_documents_are_up_to_date_on_any_machine() -> None:
    """In a narrow terminal, in another language and with colours wanted, too."""
    run = check(SCRIPT, COLUMNS="37", LC_ALL="C", LANGUAGE="de", FORCE_COLOR="1", TERM="xterm", PYTHONUTF8="0",
                PYTHONIOENCODING="utf-8", PYTHONHASHSEED="3")
    assert run.returncode == 0, run.stderr


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree whose documents are true."""
    for part in ("benchmarks", "examples", "docs"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    for page in (tmp_path / "docs").glob("*.md"):
        if page.name not in ("tutorial.md", "reference.md"):
            page.unlink()
    version = f"```console\n$ onoff-verify --version\nonoff-verify, version {VERSION}\n```\n"
    (tmp_path / "README.md").write_text(version, encoding="utf-8")
    tutorial = f'<!-- file: x.toml -->\n```toml\nsources = []\n```\n\n{version}\nlast\n' \
        "```console\n$ onoff-verify scheme x.toml\nerror: x.toml: the file: chain is missing\n```\n"
    (tmp_path / "docs" / "tutorial.md").write_text(tutorial, encoding="utf-8")
    return tmp_path


CHANGES = (
    ("README.md", f"version {VERSION}", "version 0"),
    ("docs/tutorial.md", "chain is", "nothing is"),
    ("docs/reference.md", "`--strict`", "`--lax`"),
)


def test_documents_that_differ_are_told_with_their_first_lines_and_written_again(tree: Path) -> None:
    script = tree / "benchmarks" / "readme.py"
    texts = {name: (tree / name).read_text(encoding="utf-8") for name, _, _ in CHANGES}
    for name, old, new in CHANGES:
        assert old in texts[name]
        (tree / name).write_text(texts[name].replace(old, new), encoding="utf-8")
    (tree / "docs" / "rate.svg").unlink()
    run = check(script)
    *told, last = run.stderr.splitlines()
    assert run.returncode == 1
    assert last.startswith("docs/rate.svg:1 is out of date")
    for line, (name, old, new) in zip(told, CHANGES, strict=True):
        place = texts[name][:texts[name].index(old)].count("\n") + 1
        assert line.startswith(f"{name}:{place} is out of date, run make docs: expected ")
        assert old in line
        assert new in line
    assert program([sys.executable, str(script)]).returncode == 0
    assert {name: (tree / name).read_text(encoding="utf-8") for name in texts} == texts
    assert (tree / "docs" / "rate.svg").read_bytes() == (ROOT / "docs" / "rate.svg").read_bytes()


def test_the_reference_names_every_command_and_option() -> None:
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    for name, command in commands.commands.items():
        assert f"## `onoff-verify {name}" in text
        for option in command.params:
            assert all(f"`{word}" in text or f", {word}" in text for word in option.opts if word.startswith("-"))


def test_every_command_has_examples_in_its_help() -> None:
    assert [name for name, command in commands.commands.items() if "Examples:" not in (command.epilog or "")] == []


def test_the_scheme_in_the_page_about_files_is_the_example() -> None:
    page = (ROOT / "docs" / "scheme-files.md").read_text(encoding="utf-8")
    block = re.search(r"```toml\n(.*?)```", page, flags=re.S)
    assert block is not None
    example = (ROOT / "examples" / "paper-low.toml").read_text(encoding="utf-8")

    def bare(text: str) -> list[str]:
        return [line for line in (re.sub(r"\s*#.*", "", line).rstrip() for line in text.splitlines()) if line]

    assert bare(block.group(1)) == bare(example)


def test_the_readme_is_short_and_says_what_matters() -> None:
    assert README.count("\n") <= 80
    for said in ("## How to cite", "## What it cannot do", "@misc{", "docs/tutorial.md", "docs/rate.svg"):
        assert said in README


def test_the_citation_names_the_version() -> None:
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    for place in re.findall(r"\]\((?!https:)([^)#]+)\)", README):
        assert (ROOT / place).exists(), place
