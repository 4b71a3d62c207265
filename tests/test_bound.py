"""The commands `bound` and `entropy`: answers in text and JSON, one line for each error, exit codes."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from onoff_symbolic.checker.polynomials import MAX_WORK, Work
from onoff_symbolic.cli import main

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[1] / "examples"
LOW = str(EXAMPLES / "paper-low.toml")
PLAIN = 'sources = ["A", "B"]\n[chain]\nA = { A = 0.75, B = "1/4" }\nB = { A = "1/2", B = 0.5 }\n'
ZHANG_YEUNG = "2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    out, err = capsys.readouterr()
    assert isinstance(stop.value.code, int)
    return stop.value.code, out, err


def written(folder: Path, text: str) -> str:
    path = folder / "chain.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


# -- bound -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("time, value", [(0, "2"), (1, "8/5"), (3, "152/125"), (1000, str(1 + Fraction(3, 5) ** 1000))])
def test_the_bound_of_the_paper(capsys: pytest.CaptureFixture[str], time: int, value: str) -> None:
    words = ("bound", LOW, "--t", str(time), "--at", "alpha=1/5,beta=0.2")
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert f"messages  {value}\n" in out
    assert out.startswith(f"least expected download of 2 sources at t = {time} at alpha = 1/5, beta = 1/5\n")
    code, out, err = run(capsys, *words, "--format", "json")
    found = json.loads(out)
    assert (code, err, found["bound"], found["t"]) == (0, "", value, time)
    assert found["parameters"] == {"alpha": "1/5", "beta": "1/5"}


def test_a_file_with_numbers_needs_no_point_and_no_scheme(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "bound", written(tmp_path, PLAIN), "--t", "2")
    assert code == 0
    assert out.startswith("least expected download of 2 sources at t = 2\n")
    assert "messages  17/16\n" in out and "rate      16/17\n" in out


def test_work_that_was_done_before_does_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    Work.done = MAX_WORK
    assert run(capsys, "bound", LOW, "--t", "3", "--at", "alpha=1/5,beta=1/5")[0] == 0


BAD_POINTS = {
    "alpha=1/5": "--at: a value is missing for beta",
    "alpha=1/5,gamma=1": "--at: expected one of alpha, beta, found 'gamma'",
    "alpha=1/5,alpha=1/5,beta=0": "--at: expected NAME=VALUE once for each parameter, found 'alpha=1/5'",
    "alpha=1/5,beta": "--at: expected NAME=VALUE once for each parameter, found 'beta'",
    "alpha=1/5,beta=alpha": "--at: beta: expected a number, found 'alpha'",
    "alpha=1/5,beta=x": "--at: beta: expected a number, found 'x'",
    "alpha=6/5,beta=1": "--at: [chain] A → A: expected a probability, found -1/5",
    "alpha=1,beta=-1/7": "--at: [chain] B → A: expected a probability, found -1/7",
}


@pytest.mark.parametrize("values, message", BAD_POINTS.items())
def test_a_point_that_cannot_be_used(capsys: pytest.CaptureFixture[str], values: str, message: str) -> None:
    assert run(capsys, "bound", LOW, "--at", values) == (2, "", f"onoff-verify: {message}\n")


@pytest.mark.parametrize("value", ["1/0", "", "1e3", "0.2.1", "1/", "__import__('os')", "2**100000"])
def test_a_value_that_is_no_number_is_told_in_one_line(capsys: pytest.CaptureFixture[str], value: str) -> None:
    code, out, err = run(capsys, "bound", LOW, "--at", f"alpha=1/5,beta={value}")
    assert (code, out) == (2, "")
    assert err.startswith("onoff-verify: ") and err.count("\n") == 1


def test_a_point_outside_the_hypotheses_of_the_file_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What is said of parameters that the chain does not have is not its business."""
    code, out, err = run(capsys, "bound", LOW, "--at", "alpha=1/5,beta=4/5")
    assert (code, out) == (2, "")
    assert err == "onoff-verify: --at: expected a point where alpha + beta < 1, as the file says, found one where it " \
                  "fails\n"
    chain = '[chain]\nA = { A = "1 - x", B = "x" }\nB = { A = "x", B = "1 - x" }\n'
    file = written(tmp_path, f'sources = ["A", "B"]\nwhere = ["x > 0", "y < x", "0 < y"]\n{chain}')
    assert run(capsys, "bound", file, "--at", "x=1/3")[0] == 0
    assert run(capsys, "bound", file, "--at", "x=0")[0] == 2


def test_a_point_where_a_denominator_is_zero(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path, 'sources = ["A", "B"]\n[chain]\nA = { A = "1 - 1/x", B = "1/x" }\n'
                             'B = { A = "1/2", B = "1/2" }\n')
    assert run(capsys, "bound", path, "--at", "x=0") == (
        2, "", "onoff-verify: --at: a denominator of the chain is zero there\n")


@pytest.mark.parametrize("words", [
    ("bound",), ("bound", "no-such-file.toml"), ("bound", LOW, "--t", "-1"), ("bound", LOW, "--t", "1.5"),
    ("bound", LOW, "--t", "1001"), ("bound", LOW, "--format", "xml"), ("bound", LOW, "--elsewhere"),
    ("entropy",), ("entropy", "H(X) >= 0", "--format", "xml"),
])
def test_wrong_usage_is_told_in_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("onoff-verify: ") and err.count("\n") == 1


# -- entropy -----------------------------------------------------------------------------------------------------

SMALL = ("I(U;Q|X) = 0", "--given", "H(Q|X,V,S)=0", "--given", "I(U;V|X)=0", "--given", "I(U,X,V;S)=0")
WITHOUT = SMALL[:-2]


@pytest.mark.parametrize("words, verdict, code", [
    (("H(X|Y) <= H(X)",), "proved", 0), (SMALL, "proved", 0), (WITHOUT, "refuted", 1),
    (("H(X|Y) >= H(X)",), "refuted", 1), ((ZHANG_YEUNG,), "undecided", 3),
])
def test_the_exit_code_tells_the_verdict(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], verdict: str, code: int
) -> None:
    found, out, err = run(capsys, "entropy", *words)
    assert (found, err) == (code, "")
    assert out.endswith(f"\n\nVerdict: {verdict}\n")
    found, out, err = run(capsys, "entropy", *words, "--format", "json")
    document = json.loads(out)
    assert (found, err, document["verdict"]) == (code, "", verdict)
    assert list(document)[:4] == ["schema", "goal", "given", "verdict"]
    assert len(document["given"]) == words.count("--given")
    assert all(isinstance(line, str) for line in document["lines"]) and document["lines"]


def test_a_refutation_shows_a_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "entropy", "H(X|Y) >= H(X)")
    assert "counterexample:\n" in out and "1/2\n" in out


@pytest.mark.parametrize("words, message, statement, column", [
    (("H(X|Y",), "expected ',' or ')', found the end", "H(X|Y", 5),
    (("H(X) ! 0",), "expected ", "H(X) ! 0", 5),
    (("I(X) = 0",), "expected ", "I(X) = 0", 3),
    (("H(X) = 0", "--given", "H(Y"), "expected ", "H(Y", 3),
    (("H(X) = 0", "--given", "I(X;Y) = 0", "--given", "H(Y)) = 0"), "expected ", "H(Y)) = 0", 4),
])
def test_bad_syntax_is_answered_with_a_caret(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str, statement: str, column: int
) -> None:
    code, out, err = run(capsys, "entropy", *words)
    first, second, third = err.rstrip("\n").split("\n")
    assert (code, out) == (2, "")
    assert first.startswith(f"onoff-verify: {message}")
    assert second == "  " + statement
    assert third == "  " + " " * column + "^"
