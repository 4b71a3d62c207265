"""The commands `bound` and `entropy`: answers in text and JSON, one line for each error, exit codes."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from onoff_symbolic.cli import main

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[1] / "examples"
LOW = str(EXAMPLES / "paper-low.toml")
THREE = str(EXAMPLES / "three-sources.toml")
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


def test_the_answer_in_json_carries_its_certificate(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "bound", LOW, "--at", "alpha=1/5,beta=1/5", "--format", "json")
    found = json.loads(out)
    assert list(found) == ["schema", "sources", "t", "parameters", "verdict", "why", "bound", "rate", "computed",
                           "point", "multipliers"]
    assert (found["verdict"], found["why"]) == ("proved", None)
    assert found["schema"] == 1 and found["sources"] == ["A", "B"] and found["rate"] == "5/8"
    sizes = {"A": 1, "B": 1, "AB": 2}
    cost = sum(sizes[name[3:].split(",")[0]] * Fraction(value) for name, value in found["point"].items())
    assert str(cost) == found["bound"]
    law = {"law of (A,A)": Fraction(2, 5), "law of (A,B)": Fraction(1, 10),
           "law of (B,A)": Fraction(1, 10), "law of (B,B)": Fraction(2, 5)}
    gain = sum((Fraction(y) * law.get(name, Fraction(0)) for name, y in found["multipliers"].items()), Fraction(0))
    assert str(gain) == found["bound"]


def test_three_sources_and_a_file_to_write_to(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    code, out, err = run(capsys, "bound", THREE, "--at", "a = 1/10", "--format", "json", "-o", str(target))
    assert (code, out, err) == (0, "", "")
    assert json.loads(target.read_text(encoding="utf-8"))["bound"] == str(1 + 2 * (1 - Fraction(3, 10)))


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


BAD_FILES = {
    'sources = ["A", "B"]\n': "the file: chain is missing",
    '[chain]\nA = { A = 1 }\n': "the file: sources is missing",
    PLAIN + "[other]\n":
        "the file: expected one of sources, chain, title, where, queries, rule, parameters, found 'other'",
    "sources = [": "is not TOML: ",
    PLAIN.replace("0.75", "0.5"): "",
    PLAIN.replace("B = 0.5", "C = 0.5"): "",
    PLAIN.replace('"A", "B"', '"A", "A"'): "",
}


@pytest.mark.parametrize("text, message", BAD_FILES.items())
def test_a_file_that_holds_no_chain(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, message: str
) -> None:
    path = written(tmp_path, text)
    code, out, err = run(capsys, "bound", path)
    assert (code, out) == (2, "")
    place = f"{path}:1" if message.startswith("is not") else path
    assert err.startswith(f"onoff-verify: {place}: {message}") and err.count("\n") == 1


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
