"""The checker that is extracted from Coq, beside ours: it accepts the same certificates, and no changed goal that ours
refuses. Evidence it takes as hints: what a fact says of itself, and which point is meant where, it does not compare.
"""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import coq_check as check
import pytest

from chance import chance, examples
from onoff_symbolic.checker import Answer, judge
from onoff_symbolic.coq import export
from run import inside, program as run
from test_coq_export import CERTIFICATES, CHANGES, COQ, certificate, corrupted, library
from tools import need

__all__ = ["library"]
ACCEPTED = Path(__file__).parent / "accepted"
REJECTED = Path(__file__).parent / "rejected"
SEED = 20_261_119
REPLACED = [("<=", "<"), (">=", ">"), ("=", "<"), ("+", "-"), ("-", "+"), ("1", "2"), ("0", "1"), ("A", "B")]


@pytest.fixture(scope="module")
def program(library: Path) -> Path:
    """The extracted checker, compiled."""
    compiler = need("ocamlfind")
    for path in (COQ / "extracted").glob("*.[vm]*"):
        if path.name in ("Extract.v", "main.ml"):
            shutil.copy(path, library)
    check.run([need("coqc"), "-noglob", "-Q", "checker", "OnOffChecker", "Extract.v"], library)
    made = library / "onoff-checker"
    check.run([compiler, "ocamlopt", "-w", "-a", "checker.mli", "checker.ml", "main.ml", "-o", str(made)], library)
    return made


@pytest.fixture
def accepts(program: Path, tmp_path: Path) -> Callable[[str], bool]:
    """Whether the extracted checker accepts a certificate, but for what it cannot read."""

    def answer(text: str) -> bool:
        (tmp_path / "c.json").write_text(text, encoding="utf-8")
        command = [str(program), str(tmp_path / "c.json"), *export(text).left]
        return run(command, limit=60).returncode == 0

    return answer


def ours(text: str) -> Answer:
    return judge([("c", text.encode())])["c"]


# -- the two checkers --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_it_accepts_what_ours_accepts(accepts: Callable[[str], bool]) -> None:
    files = [*CERTIFICATES.glob("*.json"), *ACCEPTED.glob("*.json")]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in files}
    good = {name for name, text in texts.items() if ours(text).word != "invalid"}
    assert len(good) > 80 and {name for name in good if not accepts(texts[name])} == set()


@pytest.mark.slow
def test_it_refuses_changed_evidence_and_goals(accepts: Callable[[str], bool]) -> None:
    assert [row for row in CHANGES if accepts(corrupted(*row))] == []


@pytest.mark.slow
def test_it_refuses_what_ours_rejects(accepts: Callable[[str], bool]) -> None:
    """Of the goals that it reads as a whole."""
    found = list[str]()
    for path in sorted(REJECTED.glob("*.json")):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            whole = not export(text).left
        except ArithmeticError:
            continue
        answer = ours(text)
        hint = answer.kind in ("fact", "point", "work") or "no point is shown" in answer.why
        if whole and answer.word == "invalid" and not hint and accepts(text):
            found.append(f"{path.stem}: {answer.why}")
    assert found == []


def mutant(goal: Any, rng: Random) -> None:
    """Change one text or list of a goal."""
    places = [*texts_and_lists(goal)]
    parent, key = rng.choice(places)
    value = parent[key]
    if isinstance(value, list):
        parent[key] = rng.choice([value[1:], value[:-1], [*value, value[-1]]])
        return
    parent[key] = value.replace(*rng.choice(REPLACED), 1)


def texts_and_lists(value: Any) -> Any:
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, str) or isinstance(each, list) and each:
            yield value, key
        if isinstance(each, (dict, list)):
            yield from texts_and_lists(each)


@pytest.mark.slow
@pytest.mark.drawn
def test_of_changed_goals_both_say_the_same(accepts: Callable[[str], bool]) -> None:
    assert unlike(accepts, GOAL, "goal") == []


@pytest.mark.slow
@pytest.mark.drawn
def test_of_changed_evidence_it_accepts_what_ours_accepts(accepts: Callable[[str], bool]) -> None:
    assert [each for each in unlike(accepts, EVIDENCE, "evidence") if ": invalid" not in each] == []


GOAL = ("names", "tables", "schemes", "regions", "domain", "conditions", "proves", "beside", "fails", "corrects")
EVIDENCE = ("points", "invariants", "values", "facts", "failures")


def unlike(accepts: Callable[[str], bool], keys: Sequence[str], part: str) -> list[str]:
    """Certificates with one change in these keys of which the checkers say something else; facts are hints."""
    rng = chance(SEED + len(part))
    names = sorted(path.stem for path in CERTIFICATES.glob("*.json") if path.stat().st_size < 8_000)
    found = list[str]()
    for number in range(examples(50, 500)):
        name = rng.choice(names)
        data = json.loads(certificate(name))
        whole = data["goal"] if part == "goal" else data
        mutant({key: whole[key] for key in keys if whole[key]}, rng)
        answer, other = ours(json.dumps(data)), accepts(json.dumps(data))
        if other != (answer.word != "invalid") and answer.kind != "fact":
            found.append(f"{number} {name}: {answer.word}, {answer.why}")
    return found


# -- the command -------------------------------------------------------------------------------------------------------


def test_without_the_program_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ONOFF_CHECKER", "/nowhere/onoff-checker")
    done = inside("check", "--verified", str(CERTIFICATES / "lemma1.json"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "make -C proofs/coq onoff-checker" in done.stderr


def test_it_goes_with_files_alone() -> None:
    done = inside("check", "--verified", "--paper", str(CERTIFICATES / "lemma1.json"))
    assert done.returncode == 2 and "--verified goes with files alone" in done.stderr


@pytest.mark.slow
def test_the_command_says_what_each_file_is(program: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ONOFF_CHECKER", str(program))
    wrong, broken = tmp_path / "wrong.json", tmp_path / "broken.json"
    wrong.write_text(corrupted(*CHANGES[0]), encoding="utf-8")
    broken.write_bytes(b"\xff{")
    lemma = CERTIFICATES / "lemma1.json"
    done = inside("check", "--verified", str(lemma))
    assert (done.returncode, done.stdout) == (0, f"{lemma}: valid\n")
    done = inside("check", "--verified", str(wrong), str(broken), str(CERTIFICATES / "general-last-on.json"))
    lines = done.stdout.splitlines()
    assert done.returncode == 1 and lines[0].endswith("wrong.json: not valid") and ": not valid: " in lines[1]
    assert lines[2].endswith(": valid; not looked at: beside 1, an experiment; not looked at: fails 1, an experiment")
