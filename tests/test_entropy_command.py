"""The command `entropy`: statements as people write them, what it says of them, and what it imports."""

from __future__ import annotations

from pathlib import Path

import pytest
from run import inside, python

PROVED, REFUTED, FAULT, UNDECIDED = 0, 1, 2, 3


@pytest.mark.parametrize("words, code", [
    (("X . Y => I(X;Y) = 0",), PROVED),
    (("X indep Y | Z => I(X;Y) = 0",), REFUTED),
    (("H(X) == H(Y)",), REFUTED),
    ((".5 H(X) >= H(X)",), REFUTED),
    (("H(X) <= H(Y)", "--given", "Y : X"), REFUTED),
    (("I(X;Z) ≤ I(X;Y)", "--given", "X ↔ Y ↔ Z"), PROVED),
    (("- I(X;Y) <= 0",), PROVED),
    (("-I(X;Y) >= 0",), REFUTED),
    (("-2H(X) <= 0",), PROVED),
    (("-1/2*H(X) <= 0", "--format", "json"), PROVED),
    (("--", "-H(X) <= 0"), PROVED),
    (("H(X) = 0", "--given", "-H(X) >= 0"), PROVED),
    (("H(X) = 0", "--given=-.5H(X) >= 0"), PROVED),
    (("--given", "-.5 H(X) >= 0", "-H(X) >= 0"), PROVED),
    (("-H(X)",), FAULT),
    (("-K(X) <= 0",), FAULT),
    (("-h",), PROVED),
    (("H(X) < H(Y)",), FAULT),
    (("2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)",), UNDECIDED),
])
def test_what_people_write_is_judged(words: tuple[str, ...], code: int) -> None:
    done = inside("entropy", *words)
    assert done.returncode == code, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr and bool(done.stderr) == (code == FAULT)


@pytest.mark.parametrize("goal, noted", [
    ("H(XY) <= H(X) + H(Y)", "X,Y"), ("2*H(ABC) <= H(AB) + H(BC) + H(AC)", "A,B,C"),
    ("H(X1X2) >= H(X1) + H(X2)", "X1,X2"),
    ("H(X,Y) <= H(X) + H(Y)", ""), ("H(KEY) >= H(MESSAGE)", ""),
])
def test_a_name_that_was_probably_meant_as_several_is_noted(goal: str, noted: str) -> None:
    text = inside("entropy", goal).stdout
    assert (f"{noted} is written for" in text) if noted else "note:" not in text


def test_what_is_too_large_is_told() -> None:
    names = [f"X{k}" for k in range(13)]
    goal = f"12*H({','.join(names)}) <= " + " + ".join(
        f"H({','.join(name for name in names if name != left)})" for left in names)
    done = inside("entropy", goal)
    assert done.returncode == UNDECIDED and "too large: expected at most 10 variables" in done.stdout + done.stderr


def test_neither_sympy_nor_numpy_is_imported(tmp_path: Path) -> None:
    """One command after the other in one interpreter."""
    commands = (
        ("H(X|Y) <= H(X)",), ("H(X) <= H(X|Y)",), ("H(X) = 0", "--given", "H(Y) = 3*H(X)", "--format", "json"),
        ("I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D) + 1/2*I(B;C)",),
        ("I(X;Z) <= I(X;Y)", "--given", "X -> Y -> Z", "--certificate", str(tmp_path / "it.json")))
    code = (f"import sys\nfrom onoff_symbolic.cli import main\nfor words in {commands!r}:\n"
            "    try:\n        main(('entropy', *words))\n    except SystemExit as stop:\n        code = stop.code\n"
            "    print('\\nENDS', code, *{'sympy', 'numpy', 'highspy', 'mpmath'} & {*sys.modules})\n")
    ends = [line.split()[1:] for line in python(code).splitlines() if line.startswith("ENDS")]
    assert ends == [["0"], ["1"], ["1"], ["1"], ["0"]] and (tmp_path / "it.json").is_file()
