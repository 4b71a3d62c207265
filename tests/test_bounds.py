"""`bound` over several times, with parameters, for the next ON time, and `region`; certified or not, and told so."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from chains import old_bound, positive_chain, power, random_chain
from click.testing import CliRunner, Result
from run import ROOT

from onoff_symbolic import checker, judge_chains as judge
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.checker.polynomials import MAX_WORK, Work
from onoff_symbolic.cli.app import commands
from onoff_symbolic.schemes.chain import Chain

pytestmark = pytest.mark.slow

TRADE, CYCLE, SYMMETRIC = (str(ROOT / "examples" / "chains" / f"{name}.toml")
                           for name in ("trade-off", "cycle", "symmetric"))


def run(*args: str) -> Result:
    return CliRunner().invoke(commands, [*args], catch_exceptions=True)


def chain_of(rows: Any) -> Chain:
    field = Field()
    return Chain(field, tuple("ABCDEFGHIJ"[:len(rows)]), tuple(tuple(field(p) for p in row) for row in rows))


def chain_file(sources: str, entry: Callable[[str, str], str]) -> str:
    rows = [f"{a} = {{ {', '.join(f'{x} = {json.dumps(entry(a, x))}' for x in sources)} }}" for a in sources]
    return f"sources = {json.dumps([*sources])}\n[chain]\n" + "\n".join(rows) + "\n"


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_bound_is_that_of_the_old_program_and_certified(size: int) -> None:
    for number in range(4 if size < 4 else 2):
        rows = random_chain(size, number) if number % 2 else positive_chain(size, number)
        for time in (1, 3):
            found = judge.bound(chain_of(rows), time)
            assert found.verdict.value == "proved"
            assert abs(float(found.value) - old_bound(power(rows, time))) < 1e-6
            assert checker.judge({"it": found.certificate.encode()})["it"].word == "valid"


def test_a_wrong_solution_gives_no_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_more(goal: Any, *, solutions: Any, **options: Any) -> Any:
        wrong = [replace(each, multipliers=[y + 1 for y in each.multipliers]) for each in solutions]
        return decide(goal, solutions=wrong, **options)

    decide = judge.decide
    monkeypatch.setattr(judge, "decide", with_more)
    found = judge.bound(chain_of(positive_chain(3, 11)), 1)
    assert found.verdict.value == "undecided" and found.why.startswith("computed, not certified")


def test_ten_sources_are_computed_but_not_certified() -> None:
    rows = [[Fraction(11 if x == y else 1, 20) for x in range(10)] for y in range(10)]
    found = judge.bound(chain_of(rows), 1)
    assert found.value == 1 + 9 * Fraction(1, 2) and found.verdict.value == "undecided"
    assert found.why.startswith("computed, not certified") and not found.certificate


def test_what_the_checker_does_not_accept_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def reject(files: Any, accept: Any = None) -> dict[str, checker.Answer]:
        return {path: checker.Answer("invalid", "nothing is believed", None) for path in files}

    monkeypatch.setattr(checker, "judge", reject)
    for args in (("--t", "1..2"), ("--t", "2")):
        found = run("bound", TRADE, *args, "--format", "json")
        told = json.loads(found.output)
        (first, *_) = told.get("times", [told])
        assert found.exit_code == 3 and (first["verdict"], first["computed"]) == ("undecided", None)
        assert "nothing is believed" in first["why"]


def test_closed_forms_with_parameters() -> None:
    forms = json.loads(run("bound", CYCLE, "--t", "1..3", "--format", "json").output)
    assert [form["where"] for form in forms["forms"]] == ["t = 1", "t = 2", "t = 3"] and forms["verdict"] == "proved"
    for time, form in enumerate(forms["forms"], start=1):
        for at in (Fraction(1, 10), Fraction(2, 5), Fraction(1, 2), Fraction(3, 5), Fraction(9, 10)):
            values = {Fraction(eval(part["value"], {"a": at})) for part in form["parts"]
                      if all(eval(each, {"a": at}) for each in part["where"])}
            rows = [[1 - at, at, Fraction(0)], [Fraction(0), 1 - at, at], [at, Fraction(0), 1 - at]]
            assert len(values) == 1 and abs(float(values.pop()) - old_bound(power(rows, time))) < 1e-6


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_t_of_a_chain_with_one_eigenvalue(size: int, tmp_path: Path) -> None:
    """The bound for every t, of either sign of the eigenvalue, is certified; what is changed is refused."""
    sources = "ABCD"[:size]
    file, out = tmp_path / "chain.toml", tmp_path / "bound.json"
    file.write_text(chain_file(sources, lambda a, x: f"q{x}" if a != x else " - ".join(
        ["1", *(f"q{y}" for y in sources if y != x)])))
    found = run("bound", str(file), "--t", "1..3", "--certificate", str(out))
    assert found.exit_code == 2, "--certificate takes one t"
    found = run("bound", str(file), "--certificate", str(out))
    forms = json.loads(run("bound", str(file), "--t", "1..2", "--format", "json").output)["forms"]
    factor = "" if size == 2 else f"{size - 1}*"
    assert found.exit_code == 0 and [form["where"] for form in forms] == ["every t", "t = 1", "t = 2"]
    assert forms[1]["computed"].startswith(f"1 + {factor}|") and forms[2]["computed"].endswith("|**2")
    assert checker.judge({"it": out.read_bytes()})["it"].word == "valid"
    statements = json.loads(out.read_bytes())["goal"]["proves"]
    assert [each["kind"] for each in statements] == ["always", "cover", "optimum", "optimum"]
    assert {each["value"] for each in statements[2:]} == {f"1 + {size - 1}*u", f"1 - {size - 1}*u"}
    for number, key, change in (
            (2, "value", f"1 + {size}*u"), (3, "value", "1 - u" if size > 2 else "1"), (1, "parts", ["up", "up", "up"]),
            (3, "region", "laws"), (0, "next", {**statements[0]["next"], "u": "u"}),
            (0, "start", {**statements[0]["start"], "v": "1"})):
        spoiled = json.loads(out.read_bytes())
        spoiled["goal"]["proves"][number][key] = change
        assert checker.judge({"it": json.dumps(spoiled).encode()})["it"].word == "invalid", (number, key)


def test_every_t_is_not_certified_where_requests_never_change_or_sources_are_many(tmp_path: Path) -> None:
    file = tmp_path / "chain.toml"
    file.write_text('sources = ["A", "B"]\nparameters = ["p"]\n[chain]\nA = { A = "1" }\nB = { B = "1" }\n')
    found = run("bound", str(file))
    assert found.exit_code == 3 and "not certified: no point" in found.output
    file.write_text(chain_file("ABCDEF", lambda a, x: "1 - 5*a" if a == x else "a"))
    found = run("bound", str(file))
    assert found.exit_code == 3 and "1 + 5*|1 - 6*a|**t" in found.output and "not certified" in found.output


def test_the_certificate_of_a_closed_form(tmp_path: Path) -> None:
    out = tmp_path / "bound.json"
    found = run("bound", CYCLE, "--t", "1", "--certificate", str(out))
    assert found.exit_code == 0
    assert checker.judge({"it": out.read_bytes()})["it"].word == "valid"
    stated = json.loads(out.read_bytes())["goal"]["proves"]
    assert [each["kind"] for each in stated].count("cover") == 3
    for number, key, change in ((0, "value", "2"), (2, "parts", [None] * 3), (0, "region", "whole")):
        spoiled = json.loads(out.read_bytes())
        spoiled["goal"]["proves"][number][key] = change
        assert checker.judge({"it": json.dumps(spoiled).encode()})["it"].word == "invalid"


def test_the_next_request_is_hidden_too() -> None:
    rows = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    law = {(a, b): rows[a][0] * rows[0][b] / power(rows, 2)[a][b] for a in (0, 1) for b in (0, 1)}
    found = judge.bound_between(chain_of(rows), 1, 2)
    assert found.value == 1 + max(law.values()) - min(law.values()) and found.verdict.value == "proved"
    assert judge.bound_between(chain_of(rows), 1, 9, 1).value == found.value
    certificate = json.loads(found.certificate)
    assert certificate["goal"]["tables"]["steps"]["index"] == [["A_A", "A_B", "B_A", "B_B"], ["A", "B"]]
    assert checker.judge({"it": found.certificate.encode()})["it"].word == "valid"
    for table, place, entry in (("steps", 0, "1/2"), ("uniform", 1, "0"), ("steps", 7, "2")):
        spoiled = json.loads(found.certificate)
        spoiled["goal"]["tables"][table]["entries"][place] = entry
        assert checker.judge({"it": json.dumps(spoiled).encode()})["it"].word == "invalid"
    spoiled["goal"]["tables"]["steps"]["index"] = [["A", "B"], ["A_A", "A_B", "B_A", "B_B"]]
    assert checker.judge({"it": json.dumps(spoiled).encode()})["it"].word == "invalid"


def test_no_certificate_is_written_where_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "CERTIFIED", 20)
    found = run("bound", TRADE, "--certificate", str(tmp_path / "x.json"))
    assert found.exit_code != 0 and "no certificate" in str(found.exception) and [*tmp_path.iterdir()] == []


def test_the_region_of_costs_and_its_certificate(tmp_path: Path) -> None:
    """Each face and each vertex is the least value of a program; another value, or one equation less, is refused."""
    out = tmp_path / "region.json"
    found = run("region", TRADE, "--certificate", str(out))
    assert found.exit_code == 0
    assert checker.judge({"it": out.read_bytes()})["it"].word == "valid"
    stated = json.loads(out.read_bytes())["goal"]["proves"]
    assert [each["value"] for each in stated] == ["9/8", "49/32", "2", "113/32", "85/32"]
    for number, key, change in ((0, "value", "1"), (1, "value", "51/32"), (4, "value", "2"), (2, "subject", None)):
        spoiled = json.loads(out.read_bytes())
        here = spoiled["goal"]["proves"][number]
        here[key] = change if change is not None else [text for text in here[key] if not text.endswith(" = 1")]
        assert checker.judge({"it": json.dumps(spoiled).encode()})["it"].word == "invalid"
    told = json.loads(run("region", TRADE, "--format", "json").output)
    assert told["vertices"] == [["2", "11/8"], ["11/4", "9/8"]] and told["verdict"] == "proved"


def test_a_region_that_is_not_certified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "MAX_NAMES", 100)
    out = tmp_path / "region.json"
    found = run("region", TRADE)
    assert found.exit_code == 3 and "for so many sources" in " ".join(found.output.split())
    assert "no certificate" in str(run("region", TRADE, "--certificate", str(out)).exception) and not out.exists()
    monkeypatch.setattr(judge, "MAX_NAMES", 200)
    monkeypatch.setattr(checker, "judge", lambda files, accept=None: {
        path: checker.Answer("invalid", "nothing is believed", None) for path in files})
    found = run("region", TRADE)
    assert found.exit_code == 3 and "nothing is believed" in " ".join(found.output.split())


def test_work_that_was_done_before_does_not_count() -> None:
    Work.done = MAX_WORK
    assert judge.bound(chain_of(positive_chain(2, 3)), 3).verdict == "proved"
