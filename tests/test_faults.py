"""Every fault of a claims file is answered by one line: its place, what was expected, what was found.

golden/faults.diff has them: a file of data/, the text that is replaced and what stands there instead, and the answer.

    small.toml
    - names = ["p"]
    + names = "p"
    : 6: paper, names: expected a list of words, found a string

`ONOFF_GOLDEN=write pytest tests/test_faults.py` writes the answers of today.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from run import inside

HERE = Path(__file__).parent
RECORD = HERE / "golden" / "faults.diff"
WHOLE = "(all)"


@dataclass(frozen=True)
class Fault:
    """A change of a file, and what is said of it."""

    file: str
    old: str
    new: str
    said: str

    def changed(self) -> str:
        """Return the changed file."""
        text = (HERE / "data" / self.file).read_text(encoding="utf-8")
        if self.old == WHOLE:
            return self.new
        assert self.old in text, f"{self.file}: expected {self.old}"
        return text.replace(self.old, self.new, 1)

    def answer(self, folder: Path) -> str:
        """Return the line that is written to standard error, without the name of the file."""
        path = folder / self.file
        path.write_text(self.changed(), encoding="utf-8")
        done = inside("all", "--claims", str(path))
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        first, *shown = done.stderr.splitlines()
        line = first.removeprefix("error: ")
        assert first.startswith("error: ") and all(each.isprintable() and len(each) < 600 for each in (first, *shown))
        if not shown:
            return line.removeprefix(f"{path}:")
        place = re.fullmatch(rf" *--> {re.escape(str(path))}:([0-9]+):[0-9]+", shown[0])
        assert place is not None and "^" in shown[3]
        hint = shown[4].partition(" = help: ")[2] if shown[4:] else ""
        return f"{place[1]}: {'; '.join(filter(None, (line, hint)))}"


def faults() -> list[Fault]:
    """Return the recorded faults."""
    found = []
    for block in RECORD.read_text(encoding="utf-8").strip().split("\n\n"):
        file, *lines = block.split("\n")
        old, new, said = ("\n".join(line[2:] for line in lines if line.startswith(sign)) for sign in "-+:")
        found.append(Fault(file, old, new, said))
    return found


def record(folder: Path) -> None:
    """Write the faults with the answers of today."""
    blocks = []
    for fault in faults():
        lines = [f"{sign} {line}" for sign, text in (("-", fault.old), ("+", fault.new)) for line in text.split("\n")]
        blocks.append("\n".join([fault.file, *lines, f": {fault.answer(folder)}"]))
    RECORD.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: fault.new[:40])
def test_is_told_in_one_line_with_its_place(fault: Fault, tmp_path: Path) -> None:
    if os.environ.get("ONOFF_GOLDEN") != "write":
        assert fault.answer(tmp_path) == fault.said


def test_the_answers_are_written_by_a_switch(tmp_path: Path) -> None:
    if os.environ.get("ONOFF_GOLDEN") == "write":
        record(tmp_path)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    for content, said in ((b"\xff\xfe", "expected UTF-8 text"), (b"#" * 300_000, "expected at most"), (None, "read")):
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        done = inside("all", "--claims", str(path))
        assert done.returncode == 2
        assert said in done.stderr
