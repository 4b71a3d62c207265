"""Certificates from the command line: of claims, of schemes, and what happens when one is not accepted."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from run import program, python

from onoff_symbolic import checker
from onoff_symbolic.search.find import NotFound, certificate
from onoff_symbolic.cli import commands
from onoff_symbolic.schemes.examine import examine
from onoff_symbolic.proofs import certified
from onoff_symbolic.schemes.files import load
from onoff_symbolic.search.scheme import certified as scheme_certificate

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
LOW = (EXAMPLES / "paper-low.toml").read_text(encoding="utf-8")


def run(*words: str) -> Result:
    return CliRunner().invoke(commands, list(words))


def answer(text: str) -> tuple[str, str]:
    word, why, _ = checker.judge({"it": text.encode()})["it"]
    return word, why


# -- schemes -------------------------------------------------------------------------------------------------------


def of_scheme(text: str, tmp_path: Path) -> Any:
    path = tmp_path / "scheme.toml"
    path.write_text(text, encoding="utf-8")
    return json.loads(scheme_certificate(examine(load(str(path)))))


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_has_a_certificate_with_its_verdict(path: Path) -> None:
    found = examine(load(str(path)))
    text = scheme_certificate(found)
    assert answer(text) == ("valid", "")
    assert json.loads(text)["goal"]["verdict"] == found.verdict.value


VARIANTS = {
    "closed region, exceptional corners": (LOW.replace("alpha + beta < 1\"]", "alpha + beta <= 1\"]"), "proved", []),
    "a query that misses the request": (LOW.replace('"A,B" = { B = "1" }', '"A,B" = { A = "1" }'), "refuted",
                                        ["decodable", "private"]),
    "negative entries": (LOW.replace(', "alpha + beta < 1"]', ', "alpha <= 1", "beta <= 1"]'), "refuted",
                         ["normalised"]),
    "a divisor that cancels": (LOW.replace('"beta/(1 - alpha)"', '"beta*alpha/((1 - alpha)*alpha)"'), "refuted",
                               ["normalised"]),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_are_certified_as_they_are(name: str, tmp_path: Path) -> None:
    text, verdict, failing = VARIANTS[name]
    found = of_scheme(text, tmp_path)
    assert found["goal"]["verdict"] == verdict
    assert [each["statement"]["kind"] for each in found["goal"]["fails"]] == failing
    assert answer(json.dumps(found)) == ("valid", "")


def test_the_parts_of_a_region_are_shown_to_cover_it(tmp_path: Path) -> None:
    found = of_scheme(VARIANTS["closed region, exceptional corners"][0], tmp_path)
    covers = [i for i, each in enumerate(found["goal"]["proves"]) if each["kind"] == "cover"]
    assert len(covers) == 2
    found["goal"]["proves"][covers[0]]["parts"][1] = None
    word, why = answer(json.dumps(found))
    assert word == "invalid" and "not shown to be empty" in why


def test_another_scheme_under_the_same_steps_is_rejected(tmp_path: Path) -> None:
    found = of_scheme(LOW, tmp_path)
    entries = found["goal"]["tables"]["rule 1"]["entries"]
    entries[entries.index("(beta/(1 - alpha))*((1 - alpha)/(1 - alpha))")] = "beta"
    assert answer(json.dumps(found))[0] == "invalid"


def test_what_is_undecided_has_no_certificate(tmp_path: Path) -> None:
    found = examine(load(str(EXAMPLES / "paper-low.toml")))
    goal = json.loads(scheme_certificate(found))["goal"]
    goal["regions"]["the whole region"] = ["alpha >= 0", "beta >= 0"]
    with pytest.raises(NotFound):
        certificate(goal)


def test_the_certificate_of_a_scheme_is_written_beside_the_report(tmp_path: Path) -> None:
    target = tmp_path / "low.json"
    result = run("scheme", str(EXAMPLES / "paper-low.toml"), "--certificate", str(target))
    assert result.exit_code == 0 and "private" in result.output
    assert run("check", str(target)).exit_code == 0
    leaking = run("scheme", str(EXAMPLES / "late-leak.toml"), "--certificate", str(target))
    assert leaking.exit_code == 1
    assert json.loads(target.read_text(encoding="utf-8"))["goal"]["verdict"] == "refuted"


def test_the_report_comes_even_if_there_is_no_certificate(tmp_path: Path) -> None:
    path = tmp_path / "word.toml"
    path.write_text(LOW.replace("alpha", "sum"), encoding="utf-8")
    result = run("scheme", str(path), "--certificate", str(tmp_path / "out.json"))
    assert "private      proved" in result.output and "none of them a word of the language" in str(result.exception)
    assert not (tmp_path / "out.json").exists()
    same = str(tmp_path / "same")
    assert run("scheme", str(path), "--certificate", same, "-o", same).exit_code == 2


def test_the_checker_is_quiet_when_nobody_reads_on(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(certified.certified("lemma1"), encoding="utf-8")
    command = f"{sys.executable} -I -S {checker.__file__} {' '.join([str(path)] * 2)} | true"
    done = program(["bash", "-c", command], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


# -- claims --------------------------------------------------------------------------------------------------------


def test_certify_writes_what_check_accepts(tmp_path: Path) -> None:
    assert run("certify", "lemma1", "request-chain", "-o", str(tmp_path / "new")).exit_code == 0
    files = sorted((tmp_path / "new").iterdir())
    assert [file.name for file in files] == ["lemma1.json", "request-chain.json"]
    assert run("check", *map(str, files)).exit_code == 1, "lemma1 rests on the tables, which are not here"
    assert "incomplete" in run("check", *map(str, files)).output
    assert run("check", str(files[1])).exit_code == 0


def test_nothing_is_written_if_one_is_not_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = certified.certified
    monkeypatch.setattr(certified, "certified", lambda claim: right(claim).replace('"version": 1', '"version": 2'))
    result = run("certify", "request-chain", "-o", str(tmp_path / "new"))
    assert result.exception is not None and "unknown version" in str(result.exception)
    assert not (tmp_path / "new").exists()


def test_a_verdict_counts_only_if_its_certificate_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    accepted = run("request-chain", "table1", "--checked", "--format", "json")
    assert accepted.exit_code == 0
    assert [c["checked"] for c in json.loads(accepted.output)["claims"]] == [True, True]
    right = certified.certified

    def spoilt(claim: str) -> str:
        text = right(claim)
        return text.replace('"kind": "point"', '"kind": "spot"', 1) if claim == "request-chain" else text

    monkeypatch.setattr(certified, "certified", spoilt)
    rejected = run("request-chain", "table1", "--checked", "--format", "json")
    assert rejected.exit_code == 3
    claims = {c["id"]: c for c in json.loads(rejected.output)["claims"]}
    assert (claims["request-chain"]["verdict"], claims["request-chain"]["checked"]) == ("undecided", False)
    assert (claims["table1"]["verdict"], claims["table1"]["checked"]) == ("proved", True)


def test_a_claim_falls_with_one_that_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    right = certified.certified
    monkeypatch.setattr(certified, "certified", lambda claim: "{}" if claim == "table3a" else right(claim))
    result = run("lemma1", "--checked")
    assert result.exit_code == 3 and "it uses table3a" in result.output


def test_a_certificate_of_another_verdict_is_not_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    other = certified.goal("request-chain")
    right = certified.goal
    monkeypatch.setattr(certified, "goal", lambda claim: other if claim == "table3-caption" else right(claim))
    result = run("table3-caption", "--checked")
    assert result.exit_code == 3 and "its certificate says proved, the run refuted" in result.output


def test_another_goal_than_the_papers_is_told(tmp_path: Path) -> None:
    found = json.loads(certified.certified("request-chain"))
    found["goal"]["regions"]["square"][0] = "0 <= alpha < 1"
    path = tmp_path / "narrow.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    assert run("check", str(path)).exit_code == 0, "it is a valid proof of a weaker statement"
    result = run("check", "--paper", str(path))
    assert result.exit_code == 1 and "another goal than that of the claim, in regions" in result.output


def test_check_does_not_import_sympy(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(certified.certified("request-chain"), encoding="utf-8")
    code = ("import sys; from onoff_symbolic.cli import commands\n"
            f"try: commands(['check', '--paper', {str(path)!r}])\n"
            "except SystemExit as stop: print(stop.code, 'sympy' in sys.modules)")
    assert python(code, cwd=tmp_path).splitlines()[-1] == "0 False"
