"""docs/entropy.md says what happens: its examples are asked again, its table of spellings is read."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from onoff_symbolic import judge
from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.errors import InputError
from onoff_symbolic.report import schemes, text

TEXT = (Path(__file__).resolve().parent.parent / "docs" / "entropy.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ (onoff-verify entropy .*)\n((?s:.*?))```", TEXT)
ROWS = [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in TEXT.split("\n") if line.startswith("| `")]


def answer(command: str) -> str:
    """What the command prints, on stdout or on stderr."""
    words = [word for word in shlex.split(command)[2:] if word != "--"]
    try:
        found = judge.entropy(words[0], [text for word, text in zip(words, words[1:]) if word == "--given"])
    except InputError as error:
        return f"onoff-verify: {error}\n"
    return text.render(schemes.entropy(found))


@pytest.mark.parametrize("command, shown", EXAMPLES)
def test_the_examples_are_what_is_printed(command: str, shown: str) -> None:
    assert answer(command) == shown


def test_there_is_an_example_of_every_answer_and_of_a_fault() -> None:
    whole = "".join(shown for _, shown in EXAMPLES)
    assert len(EXAMPLES) >= 7
    assert all(f"{verdict}: " in whole for verdict in ("Proved", "Refuted", "Undecided")) and "^" in whole


@pytest.mark.parametrize("written, also, means", ROWS)
def test_the_spellings_mean_the_same(written: str, also: str, means: str) -> None:
    first = parse(written.strip("`"))
    for other in re.findall(r"`([^`]*)`", also):
        assert parse(other) == first
    if ":" in means:
        [plain] = re.findall(r"`([^`]*)`", means)
        assert parse(plain) == first


def test_an_example_that_were_wrong_would_be_noticed() -> None:
    assert len(ROWS) >= 6
    command, shown = EXAMPLES[0]
    assert answer(command.replace("X -> Y -> Z", "X -> Z -> Y")) != shown
