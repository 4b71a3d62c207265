"""Options of the command: --search, --proof, --claims, --certificate; certify with what it rests on; forged files."""

import json
from pathlib import Path
from typing import Any

import pytest
from run import ROOT, inside

from onoff_symbolic import judge
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.entropy.proof import prove
from onoff_symbolic.search.shannon import entropy_certificate, shown_in

SMALL = str(ROOT / "tests" / "data" / "small.toml")
LOW = str(ROOT / "examples" / "paper-low.toml")


# -- certificates of bounds and entropies ------------------------------------------------------------------


@pytest.mark.parametrize("words", [
    ("bound", LOW, "--t", "2", "--at", "alpha=1/5,beta=1/5"),
    ("entropy", "H(X|Y) <= H(X)"),
    ("entropy", "H(X) <= H(X|Y)"),
    ("entropy", "H(X) = H(X)"),
    ("entropy", "I(X;Z) = 0", "--given", "X -> Y -> Z", "--given", "I(X;Y) = 0", "--given", "I(X;Y) = 0"),
    ("entropy", "H(X) = 0", "--given", "-H(X,Y) >= 0"),
])
def test_the_certificate_of_an_answer_is_valid_and_one_of_another_goal_is_not(
        tmp_path: Path, words: tuple[str, ...]) -> None:
    target = tmp_path / "it.json"
    code = inside(*words, "--certificate", str(target)).returncode
    found = json.loads(target.read_text(encoding="utf-8"))
    assert found["goal"]["verdict"] == ("proved" if code == 0 else "refuted")
    assert inside("check", str(target)).returncode == 0
    for part in found["goal"]["proves"] or [each["statement"] for each in found["goal"]["fails"]]:
        part.update({"value": "9/8"} if part["kind"] == "optimum" else {"text": "H(X) = H(W)", "given": []})
    target.write_text(json.dumps(found), encoding="utf-8")
    assert inside("check", str(target)).returncode == 1


@pytest.mark.parametrize("goal, given", [
    ("I(X;Z) <= I(X;Y)", ["X -> Y -> Z"]),
    ("H(X) = H(Y)", ["X = f(Y)", "Y = g(X)"]),
    ("H(X) = 0", ["H(X) <= 1/2*H(X)"]),
    ("H(X,Y) = H(X) + H(Y|X)", []),
])
def test_the_proof_that_is_shown_is_read_off_the_certificate(goal: str, given: list[str]) -> None:
    proof = prove(goal, given)
    certificate = entropy_certificate(prove(goal, given))
    assert shown_in(certificate).lines() == proof.lines() == list(judge.entropy(goal, given).lines)


def test_another_certificate_is_another_proof() -> None:
    certificate = entropy_certificate(prove("I(X;Z) <= I(X;Y)", ["X -> Y -> Z"]))
    changed = certificate.replace('"I(X;Y|Z)"', '"I(X;Y|W)"')
    assert changed != certificate
    assert "as I(X;Y|W) >= 0" in "\n".join(shown_in(changed).lines())


def test_the_counterexample_that_is_shown_is_that_of_the_certificate() -> None:
    certificate = entropy_certificate(prove("H(X) <= H(Y)"))
    assert shown_in(certificate.replace('["1", "0"]', '["7", "0"]')).lines() == [
        "X  Y  probability", "0  0          1/2", "7  0          1/2"]


def test_what_is_undecided_has_no_certificate(tmp_path: Path) -> None:
    target = tmp_path / "it.json"
    hard = "2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)"
    assert entropy_certificate(prove(hard, search=False)) == ""
    done = inside("entropy", hard, "--certificate", str(target))
    assert (done.returncode, target.exists()) == (3, False)
    words = ("bound", LOW, "--t", "1000", "--at", "alpha=12345/99991,beta=1/99991")
    done = inside(*words, "--certificate", str(target))
    assert (done.returncode, target.exists()) == (3, False)
    assert "a number is too long" in done.stderr


# -- certify and check -------------------------------------------------------------------------------------


@pytest.fixture
def made(tmp_path: Path) -> dict[str, Path]:
    """The certificates of example-optimal and of all that it rests on."""
    assert inside("certify", "example-optimal", "-o", str(tmp_path)).returncode == 0
    return {path.stem: path for path in tmp_path.glob("*.json")}


def test_certify_writes_what_a_claim_rests_on(made: dict[str, Path]) -> None:
    used = set(the_paper().claims["example-optimal"].uses())
    assert used
    assert used | {"example-optimal"} <= set(made)
    done = inside("check", "--paper", *map(str, made.values()))
    assert done.returncode == 0
    assert "0 invalid, 0 incomplete" in done.stdout
    alone = inside("check", str(made["example-optimal"]))
    assert alone.returncode != 0
    assert "incomplete" in alone.stdout


def test_a_trivial_goal_under_the_name_of_a_used_claim_carries_nothing(made: dict[str, Path]) -> None:
    used = sorted(the_paper().claims["example-optimal"].uses())[0]
    value: dict[str, Any] = json.loads(entropy_certificate(prove("H(X) >= 0")))
    value["goal"]["claim"] = used
    made[used].write_text(json.dumps(value), encoding="utf-8")
    assert inside("check", str(made[used])).returncode == 0, "it is valid for what it says"
    done = inside("check", "--paper", "--brief", *map(str, made.values()))
    assert done.returncode == 1
    assert f"this is not what is claimed as {used}" in done.stdout
    assert [line.split()[0] for line in done.stdout.splitlines() if " example-optimal: " in line] == ["incomplete"]


# -- files that are written ----------------------------------------------------------------------------------


@pytest.mark.parametrize("source, args, option", [
    (LOW, ("scheme", "{}", "--certificate", "{}"), "--certificate"),
    (LOW, ("scheme", "{}", "-o", "{}"), "-o"),
    (LOW, ("pmf", "--scheme", "{}", "-o", "{}"), "-o"),
    (LOW, ("bound", "{}", "--scheme", "{}"), "--scheme"),
    (LOW, ("design", "{}", "-o", "{}"), "-o"),
    (LOW, ("region", "{}", "--certificate", "{}"), "--certificate"),
    (SMALL, ("all", "--claims", "{}", "-o", "{}"), "-o"),
    (SMALL, ("errata", "--claims", "{}", "-o", "{}"), "-o"),
])
def test_what_is_read_is_not_written_over(tmp_path: Path, source: str, args: tuple[str, ...], option: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(Path(source).read_bytes())
    link = tmp_path / "link.toml"
    link.symlink_to(path)
    for name in (str(path), str(link)):
        done = inside(*(str(path) if word == "{}" and "{}" in args[i + 1:] else name if word == "{}" else word
                        for i, word in enumerate(args)))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"error: {option} names the file that is read, {name}\n"
    assert path.read_bytes() == Path(source).read_bytes()


def test_two_answers_do_not_go_into_one_file(tmp_path: Path) -> None:
    done = inside("bound", LOW, "-o", "x", "--certificate", "./x", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith("--certificate and -o name the same file\n")


@pytest.mark.parametrize("args, end", [(("all",), ".pdf"), (("scheme", LOW), ".svg"), (("pmf",), ".html")])
def test_a_name_that_promises_another_format_is_refused(tmp_path: Path, args: tuple[str, ...], end: str) -> None:
    done = inside(*args, "-o", f"x{end}", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith(f"found one that ends with {end}\n")
    assert [*tmp_path.iterdir()] == []
    assert inside("pmf", "--format", "text", "-o", f"x{end}", cwd=tmp_path).returncode == 0, "--format says it"
