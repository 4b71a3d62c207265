"""`bound` over several times, with parameters, for the next ON time, and `region`: certified, or said not to be.

That the checker refuses certificates that were changed is in data/corruptions.json.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from chains import chain_of, old_bound, positive_chain, power, random_chain
from click.testing import CliRunner, Result
from run import ROOT

from onoff_symbolic import checker, judge_chains as judge
from onoff_symbolic.checker.polynomials import MAX_WORK, UNIT, Work
from onoff_symbolic.cli.app import commands

pytestmark = pytest.mark.slow

TRADE = str(ROOT / "examples" / "chains" / "trade-off.toml")
CYCLE = str(ROOT / "examples" / "chains" / "cycle.toml")


def run(*args: str) -> Result:
    return CliRunner().invoke(commands, [*args], catch_exceptions=True)


def chain_file(sources: str, entry: Callable[[str, str], str]) -> str:
    rows = [f"{a} = {{ {', '.join(f'{x} = {json.dumps(entry(a, x))}' for x in sources)} }}" for a in sources]
    return f"sources = {json.dumps([*sources])}\n[chain]\n" + "\n".join(rows) + "\n"


def stated(certificate: bytes | str) -> list[dict[str, Any]]:
    """Return what a certificate proves, which the checker accepts."""
    data = certificate.encode() if isinstance(certificate, str) else certificate
    assert checker.judge({"it": data})["it"].word == "valid"
    found: list[dict[str, Any]] = json.loads(data)["goal"]["proves"]
    return found


@pytest.fixture
def nothing_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    def reject(files: Any, accept: Any = None) -> dict[str, checker.Answer]:
        return {path: checker.Answer("invalid", "nothing is believed", None) for path in files}

    monkeypatch.setattr(checker, "judge", reject)


class TestOneTime:
    @pytest.mark.parametrize("size", [2, 3, 4])
    def test_agrees_with_a_larger_program(self, size: int) -> None:
        for rows in (random_chain(size, 1), positive_chain(size, 0)):
            for time in (1, 3):
                found = judge.bound(chain_of(rows), time)
                assert abs(float(found.value) - old_bound(power(rows, time))) < 1e-6
                assert found.verdict.value == "proved" and stated(found.certificate)

    def test_a_wrong_solution_gives_no_certificate(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def with_more(goal: Any, *, solutions: Any, **options: Any) -> Any:
            wrong = {
                name: replace(each, multipliers=[y + UNIT for y in each.multipliers])
                for name, each in solutions.items()
            }
            return decide(goal, solutions=wrong, **options)

        decide = judge.decide
        monkeypatch.setattr(judge, "decide", with_more)

        found = judge.bound(chain_of(positive_chain(3, 11)), 1)

        assert found.verdict.value == "undecided" and found.why.startswith("computed, not certified")

    def test_ten_sources_are_certified_where_a_simple_bound_is_attained(self) -> None:
        rows = [[Fraction(11 if x == y else 1, 20) for x in range(10)] for y in range(10)]

        found = judge.bound(chain_of(rows), 1)

        assert found.value == 1 + 9 * Fraction(1, 2) and found.verdict.value == "proved"
        assert stated(found.certificate)[0]["kind"] == "least_download"

    def test_a_walk_on_a_cycle_of_seven_is_computed_and_not_certified(self) -> None:
        rows = [[Fraction(int((x - y) % 7 in (1, 6)), 2) for x in range(7)] for y in range(7)]

        found = judge.bound(chain_of(rows), 1)

        assert found.value == 4 and found.verdict.value == "undecided"      # above M, which is 7/2
        assert found.why.startswith("computed, not certified") and not found.certificate

    def test_is_written_nowhere_without_a_certificate(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(judge, "CERTIFIED", 20)
        monkeypatch.setattr(judge, "structured", lambda rows: None)

        found = run("bound", TRADE, "--certificate", str(tmp_path / "x.json"))

        assert found.exit_code != 0 and "no certificate" in str(found.exception)
        assert [*tmp_path.iterdir()] == []

    def test_work_that_was_done_before_does_not_count(self) -> None:
        Work.done = MAX_WORK
        assert judge.bound(chain_of(positive_chain(2, 3)), 3).verdict == "proved"


@pytest.mark.usefixtures("nothing_is_accepted")
@pytest.mark.parametrize(
    "words", [("bound", TRADE, "--t", "1..2"), ("bound", TRADE, "--t", "2"), ("region", TRADE), ("design", TRADE)]
)
def test_what_the_checker_does_not_accept_is_undecided(words: tuple[str, ...]) -> None:
    found, data = run(*words), run(*words, "--format", "json")

    assert found.exit_code == data.exit_code == 3
    assert "proved" not in found.output and '"proved"' not in data.output
    if words[0] == "bound":
        first, *_ = json.loads(data.output).get("times", [json.loads(data.output)])
        assert (first["verdict"], first["computed"]) == ("undecided", None)
        assert "nothing is believed" in first["why"]


class TestManyTimes:
    def test_have_closed_forms_with_parameters(self) -> None:
        forms = json.loads(run("bound", CYCLE, "--t", "1..3", "--format", "json").output)["forms"]
        for time, form in enumerate(forms, start=1):
            for at in (Fraction(1, 10), Fraction(1, 2), Fraction(3, 5)):
                inside = [part for part in form["parts"] if all(eval(each, {"a": at}) for each in part["where"])]
                (value,) = {Fraction(eval(part["value"], {"a": at})) for part in inside}
                rows = [[1 - at, at, Fraction(0)], [Fraction(0), 1 - at, at], [at, Fraction(0), 1 - at]]
                assert abs(float(value) - old_bound(power(rows, time))) < 1e-6

    def test_have_a_certificate_with_a_case_for_each_form(self, tmp_path: Path) -> None:
        out = tmp_path / "bound.json"
        assert run("bound", CYCLE, "--t", "1", "--certificate", str(out)).exit_code == 0
        assert [each["kind"] for each in stated(out.read_bytes())].count("cover") == 3

    @pytest.mark.parametrize("size", [2, 3, 4])
    def test_every_t_is_certified_for_a_chain_with_one_eigenvalue(self, size: int, tmp_path: Path) -> None:
        sources = "ABCD"[:size]
        file, out = tmp_path / "chain.toml", tmp_path / "bound.json"
        stays = {a: " - ".join(["1", *(f"q{y}" for y in sources if y != a)]) for a in sources}
        file.write_text(chain_file(sources, lambda a, x: stays[a] if a == x else f"q{x}"))

        assert run("bound", str(file), "--certificate", str(out)).exit_code == 0

        statements = stated(out.read_bytes())
        assert [each["kind"] for each in statements] == ["always", "cover", "optimum", "optimum"]
        assert {each["value"] for each in statements[2:]} == {f"1 + {size - 1}*u", f"1 - {size - 1}*u"}

    @pytest.mark.parametrize(
        "text, said",
        [
            (
                chain_file("AB", lambda a, x: "1" if a == x else "0").replace("[chain]", 'parameters = ["p"]\n[chain]'),
                "not certified: no point",
            ),
            (chain_file("ABCDEF", lambda a, x: "1 - 5*a" if a == x else "a"), "1 + 5·|1 - 6·a|^t"),
        ],
        ids=["requests never change", "many sources"],
    )
    def test_every_t_is_not_certified(self, text: str, said: str, tmp_path: Path) -> None:
        file = tmp_path / "chain.toml"
        file.write_text(text)

        found = run("bound", str(file))

        text = " ".join(found.output.split())
        assert found.exit_code == 3 and said in text and "computed, not certified: " in text
        assert "not certified: computed" not in text


def test_the_next_request_is_hidden_too() -> None:
    rows = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    law = {(a, b): rows[a][0] * rows[0][b] / power(rows, 2)[a][b] for a in (0, 1) for b in (0, 1)}

    found = judge.bound_between(chain_of(rows), 1, 2)

    assert found.value == 1 + max(law.values()) - min(law.values()) and found.verdict.value == "proved"
    assert judge.bound_between(chain_of(rows), 1, 9, 1).value == found.value
    assert stated(found.certificate)


class TestRegion:
    def test_each_face_and_vertex_is_the_value_of_a_program(self, tmp_path: Path) -> None:
        out = tmp_path / "region.json"
        assert run("region", TRADE, "--certificate", str(out)).exit_code == 0
        assert [each["value"] for each in stated(out.read_bytes())] == ["9/8", "49/32", "2", "113/32", "85/32"]

    def test_is_not_certified_for_many_sources(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(judge, "MAX_NAMES", 100)
        out = tmp_path / "region.json"

        found = run("region", TRADE)

        assert found.exit_code == 3 and "for so many sources" in " ".join(found.output.split())
        assert "no certificate" in str(run("region", TRADE, "--certificate", str(out)).exception)
        assert not out.exists()
