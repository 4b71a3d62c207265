"""The command line: formats, exit codes, one line for every error, nothing heavy before it is needed."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOL = str(Path(sys.executable).with_name("onoff-verify"))
EXAMPLES = ROOT / "examples"


def run(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([TOOL, *args], capture_output=True, text=True, encoding="utf-8", check=False, cwd=ROOT,
                          env={**os.environ, **env})


def imported(*args: str) -> set[str]:
    """The top-level modules in memory after a command."""
    code = ("import sys\nfrom onoff_symbolic.cli import main\n"
            "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
            "print('MODULES', *sorted({m.partition('.')[0] for m in sys.modules}))")
    found = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=True, cwd=ROOT)
    return set(found.stdout.split("MODULES")[1].split())


@pytest.mark.parametrize("args", [
    ("--help",), ("-h",), ("list",), ("--version",), (), ("show", "lemma1"), ("lema1",), ("lemma1", "--format", "x"),
    ("scheme",), ("scheme", "--help"), ("pmf", "--t", "99"), ("lemma1", "--nonsense"), ("verify",), ("entropy",),
])
def test_help_and_usage_errors_do_not_import_sympy(args: tuple[str, ...]) -> None:
    assert not imported(*args) & {"sympy", "mpmath", "numpy", "highspy"}


def test_a_claim_does_import_sympy() -> None:
    assert "sympy" in imported("request-chain")


@pytest.mark.parametrize("args, code", [
    (("lemma1",), 0), (("all",), 0), (("all", "--strict"), 1), (("theorem1",), 0), (("theorem1", "--strict"), 1),
    (("--format", "json", "lemma1"), 0), (("errata",), 0),
    (("scheme", str(EXAMPLES / "paper-low.toml")), 0), (("scheme", str(EXAMPLES / "late-leak.toml")), 1),
    (("entropy", "H(X|Y) <= H(X)"), 0), (("entropy", "H(X) <= H(X|Y)"), 1),
])
def test_exit_codes(args: tuple[str, ...], code: int) -> None:
    assert run(*args).returncode == code


@pytest.mark.parametrize("args", [
    ("lema1",), ("lemma1", "nothing"), ("lemma1", "--format", "yaml"), ("scheme",), ("scheme", "no-such-file.toml"),
    ("scheme", "."), ("pmf", "--t", "-1"), ("pmf", "--t", "x"), ("pmf", "--case", "low", "--scheme", "x"),
    ("lemma1", "-o", "no/such/folder/out.txt"), ("show", "nothing"), ("bound", str(EXAMPLES / "paper-low.toml")),
    ("scheme", str(EXAMPLES / "paper-low.toml"), "--mode", "0,1"), ("verify",),
])
def test_bad_usage_is_answered_by_one_line(args: tuple[str, ...]) -> None:
    found = run(*args)
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr.startswith("onoff-verify: ") and found.stderr.count("\n") == 1
    assert "Traceback" not in found.stderr


def test_a_near_miss_is_suggested() -> None:
    assert "did you mean lemma1?" in run("lema1").stderr


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    for args in (("all",), ("all", "--format", "json"), ("scheme", str(EXAMPLES / "late-leak.toml")),
                 ("scheme", str(EXAMPLES / "late-leak.toml"), "--format", "json"),
                 ("pmf", "--t", "3", "--format", "latex"), ("claim1",)):
        assert run(*args, PYTHONHASHSEED="1").stdout == run(*args, PYTHONHASHSEED="2").stdout


def test_the_json_of_claims() -> None:
    document = json.loads(run("lemma1", "theorem1", "appc-premise", "--format", "json").stdout)
    assert document["schema"] == 1
    assert document["tool"]["name"] == "onoff-verify"
    assert document["summary"] == {"proved": 1, "conditional": 1, "refuted": 1, "undecided": 0}
    for claim in document["claims"]:
        assert {"id", "title", "where", "verdict", "hypotheses", "conditions", "exceptions", "witness", "correction",
                "obligations", "depends_on"} <= set(claim)
        assert set(claim["obligations"]) == {"proved", "failed", "undecided"}
    lemma1, theorem1, premise = document["claims"]
    assert lemma1["witness"] is None and lemma1["depends_on"]
    assert theorem1["conditions"] and theorem1["witness"]["expected"]
    assert premise["correction"]["verdict"] == "proved"
    assert all(set(exception) >= {"where", "outcome"} for exception in lemma1["exceptions"])


def test_the_json_of_a_scheme() -> None:
    document = json.loads(run("scheme", str(EXAMPLES / "late-leak.toml"), "--format", "json").stdout)
    assert document["private"] == {"verdict": "refuted", "witness": {
        "history": ["AB", "AB", "AB", "A"], "parameters": {"alpha": "1/2", "beta": "1/3"},
        "probabilities": {"A": "1/72", "B": "1/108"}}}
    assert document["query_chain"]["matrix"] is None and len(document["query_chain"]["phases"]) == 3
    low = json.loads(run("scheme", str(EXAMPLES / "paper-low.toml"), "--format", "json").stdout)
    assert low["cost"]["t"] == "1 + (1 - alpha - beta)**t" == low["bound"]["t"]
    assert low["cost"]["2"] == "1 + (1 - alpha - beta)**2"
    assert low["optimal"] == {"verdict": "proved", "witness": None}
    assert low["query_chain"]["matrix"]["AB"] == {"A": "beta", "B": "alpha", "AB": "1 - alpha - beta"}


@pytest.mark.parametrize("case", ["low", "high"])
def test_the_joint_law_sums_to_one(case: str) -> None:
    assert run("pmf", "--t", "3", "--case", case).stdout.endswith("atoms, sum 1\n")
    atoms = json.loads(run("pmf", "--t", "1", "--case", case, "--format", "json").stdout)["atoms"]
    assert len(atoms) == 6
    latex = run("pmf", "--t", "1", "--case", case, "--format", "latex").stdout
    assert latex.startswith("\\begin{tabular}") and latex.count("{") == latex.count("}")


def test_output_goes_to_a_file_whole(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    found = run("lemma1", "-o", str(target))
    assert (found.returncode, found.stdout) == (0, "")
    assert target.read_text(encoding="utf-8") == run("lemma1").stdout
    assert list(tmp_path.iterdir()) == [target]


def test_an_error_leaves_an_old_file_alone(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")
    broken = tmp_path / "broken.toml"
    broken.write_text("sources = [", encoding="utf-8")
    assert run("scheme", str(broken), "-o", str(target)).returncode == 2
    assert target.read_text(encoding="utf-8") == "old"


def test_a_terminal_that_cannot_show_greek_gets_escapes() -> None:
    found = subprocess.run([TOOL, "lemma1"], capture_output=True, check=False, cwd=ROOT,
                           env={**os.environ, "PYTHONIOENCODING": "latin-1"})
    assert found.returncode == 0 and b"\\u03b1" in found.stdout


def test_a_closed_pipe_is_no_traceback() -> None:
    found = subprocess.run(f"{TOOL} all | head -1", shell=True, capture_output=True, text=True, check=True)
    assert found.stdout.startswith("claim") and "Traceback" not in found.stderr


def test_progress_is_for_terminals_only() -> None:
    assert run("lemma1").stderr == ""
    ours, theirs = pty.openpty()
    subprocess.run([TOOL, "request-chain"], stdout=subprocess.DEVNULL, stderr=theirs, check=True)
    os.close(theirs)
    assert b"[0/1] request-chain" in os.read(ours, 1000)
    os.close(ours)
