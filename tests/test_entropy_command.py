"""The command `entropy`: what it imports, and docs/entropy.md. What it prints is in golden/entropy.txt."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from run import ROOT, inside, python

from onoff_symbolic.entropy.grammar import parse

DOCUMENT = (ROOT / "docs" / "entropy.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ (onoff-verify entropy .*)\n((?s:.*?))```", DOCUMENT)
SPELLINGS = [
    [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in DOCUMENT.split("\n")
    if line.startswith("| `")
]


@pytest.mark.slow
def test_neither_sympy_nor_numpy_is_imported(tmp_path: Path) -> None:
    """One command after the other in one interpreter."""
    commands = (
        ("H(X|Y) <= H(X)",),
        ("H(X) <= H(X|Y)",),
        ("H(X) = 0", "--given", "H(Y) = 3*H(X)", "--format", "json"),
        ("I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D) + 1/2*I(B;C)",),
        ("I(X;Z) <= I(X;Y)", "--given", "X -> Y -> Z", "--certificate", str(tmp_path / "it.json")),
    )
    code = (
        f"import sys\nfrom onoff_symbolic.cli import main\nfor words in {commands!r}:\n"
        "    try:\n        main(('entropy', *words))\n    except SystemExit as stop:\n        code = stop.code\n"
        "    print('\\nENDS', code, *{'sympy', 'numpy', 'highspy', 'mpmath'} & {*sys.modules})\n"
    )
    ends = [line.split()[1:] for line in python(code).splitlines() if line.startswith("ENDS")]
    assert ends == [["0"], ["1"], ["1"], ["1"], ["0"]] and (tmp_path / "it.json").is_file()


class TestDocument:
    @pytest.mark.parametrize("command, shown", EXAMPLES)
    def test_an_example_is_what_is_printed(self, command: str, shown: str) -> None:
        done = inside(*shlex.split(command)[1:])

        assert done.stdout + done.stderr == shown

    def test_has_an_example_of_every_answer_and_of_a_fault(self) -> None:
        whole = "".join(shown for _, shown in EXAMPLES)

        assert all(f"{verdict}: " in whole for verdict in ("Proved", "Refuted", "Undecided")) and "^" in whole

    @pytest.mark.parametrize("written, also, means", SPELLINGS)
    def test_spellings_mean_the_same(self, written: str, also: str, means: str) -> None:
        first = parse(written.strip("`"))
        for other in re.findall(r"`([^`]*)`", also):
            assert parse(other) == first
        if ":" in means:
            [plain] = re.findall(r"`([^`]*)`", means)
            assert parse(plain) == first
