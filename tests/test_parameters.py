"""For which parameters a scheme is private: what is claimed has certificates, and what has none is not claimed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from run import ROOT, inside

from onoff_symbolic import checker, judge
from onoff_symbolic.report import schemes, text
from onoff_symbolic.result import Verdict
from onoff_symbolic.scheme_result import PrivateWhere, SchemeResult
from onoff_symbolic.schemes.files import SchemeFile, parse_cases
from onoff_symbolic.schemes.histories import Leak
from onoff_symbolic.search import parameters

pytestmark = pytest.mark.slow

TUNED = (ROOT / "examples/parameters.toml").read_text(encoding="utf-8")
CHOICE = ("p = beta/(1 - alpha)", "q = alpha/(1 - beta)")
COIN = """
sources = ["A", "B"]
where = [{where}]
[chain]
A = {{ A = "1/2", B = "1/2" }}
B = {{ A = "1/2", B = "1/2" }}
[queries]
A = ["A"]
B = ["B"]
AB = ["A", "B"]
[[rule]]
[rule.table]
"A,A" = {{ A = "{p}", AB = "1 - ({p})" }}
"A,B" = {{ AB = "1" }}
"B,A" = {{ A = "{q}", AB = "1 - ({q})" }}
"B,B" = {{ AB = "1" }}
"""
UNIT = tuple(f"{name} {sign}" for name in "pq" for sign in (">= 0", "<= 1"))


def coin(p: str, q: str, *where: str) -> SchemeFile:
    """Requests by a fair coin; A is asked for alone with probability p or q, for X_0 = A and B. Private iff p = q."""
    text = COIN.format(p=p, q=q, where=", ".join(f'"{each}"' for each in where))
    (found,) = parse_cases(text)
    return found


def where(file: SchemeFile) -> PrivateWhere | None:
    return judge.scheme(file).private_where


def known(file: SchemeFile) -> PrivateWhere:
    found = where(file)
    assert found is not None
    return found


def tuned() -> SchemeResult:
    return judge.scheme(parse_cases(TUNED)[0])


def said(found: SchemeResult) -> str:
    """Return the report, its lines joined."""
    return " ".join(text.render(schemes.scheme(found, "x")).split())


def test_the_choice_of_table_3a_is_found() -> None:
    """p = beta/(1 - alpha) and q = alpha/(1 - beta) are the entries of the paper."""
    found = tuned()
    assert found.private.verdict is Verdict.REFUTED
    assert found.private_where is not None
    assert [equations for equations, _ in found.private_where.cases] == [CHOICE]
    assert found.private_where.converse
    assert not found.private_where.unknown
    choice = ", ".join(CHOICE).replace("alpha", "α").replace("beta", "β")
    assert f"Private if and only if {choice} (proved)." in said(found)


def test_q_is_p() -> None:
    found = known(coin("p", "q", *UNIT))
    ((equations, text),) = found.cases
    assert equations == ("q = p",)
    assert found.converse
    goal = json.loads(text)["goal"]
    assert "q = p" in goal["regions"]["whole"]
    assert [each["kind"] for each in goal["proves"]] == ["alike"]
    (other,) = found.converse
    goal = json.loads(other)["goal"]
    assert any(each.endswith("!= 0") for each in goal["regions"]["whole"])
    assert [each["text"] for each in goal["proves"]] == ["history(scheme,A,AB,A) != history(scheme,B,AB,A)"]


def test_what_is_not_on_the_region_is_not_claimed() -> None:
    assert known(coin("p", "q", *UNIT, "p > q")).cases == ()


def test_an_equation_that_is_not_solved_is_not_claimed() -> None:
    """p**2 = 1/2 has no rational solution, yet one: neither direction may be claimed."""
    assert where(coin("p**2", "1/2", "p >= 0", "p <= 1")) is None
    found = known(coin("q*p**2", "q/2", *UNIT))
    assert [equations for equations, _ in found.cases] == [("q = 0",)]
    assert found.unknown
    assert not found.converse
    report = said(judge.scheme(coin("q*p**2", "q/2", *UNIT)))
    assert "Private if q = 0 (proved). Not known where" in report
    assert "only if" not in report


def test_a_scheme_without_laws_is_not_asked() -> None:
    found = judge.scheme(coin("p", "q", "p >= 0", "q >= 0"))
    assert found.normalised.verdict is Verdict.REFUTED
    assert found.private_where is None


def rejecting(monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Any], bool]) -> None:
    judged = checker.judge

    def judging(files: Mapping[str, bytes]) -> Mapping[str, checker.Answer]:
        refused = any(wrong(json.loads(data)["goal"]) for data in files.values())
        return dict.fromkeys(files, checker.Answer("invalid", "", None)) if refused else judged(files)

    monkeypatch.setattr(checker, "judge", judging)


def test_what_the_checker_does_not_accept_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    rejecting(monkeypatch, lambda goal: "-only-if-" in goal["claim"])
    found = known(coin("p", "q", *UNIT))
    assert [equations for equations, _ in found.cases] == [("q = p",)]
    assert found.converse == ()
    rejecting(monkeypatch, lambda goal: "-if-" in goal["claim"])
    assert where(coin("p", "q", *UNIT)) is None


def test_a_wrong_equation_finds_no_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search proposes q = p/2 in place of q = p: the checker is not convinced of either direction."""
    file = coin("p", "q", "p > 0", "p <= 1", "q >= 0", "q <= 1")
    solved = parameters.solve_factor

    def wrong(scheme: Any, region: Any, factor: Any) -> Any:
        field = region.field
        return solved(scheme, region, field["q"] - field["p"] / 2)

    monkeypatch.setattr(parameters, "solve_factor", wrong)
    monkeypatch.setattr(parameters, "leak", lambda scheme, count=iter([True]): (
        Leak(("AB", "A"), "A", "B") if next(count, False) else None))
    found = parameters.private_where(file.scheme, file.region)
    assert found.elsewhere and not found.private


def test_the_certificates_are_written_and_checked(tmp_path: Path) -> None:
    done = inside("scheme", str(ROOT / "examples/parameters.toml"), "--certificate", "t.json", cwd=tmp_path)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert done.returncode == 1
    assert {"t.json", "t-if-1.json", "t-only-if-1.json"} <= files.keys()
    assert {answer.word for answer in checker.judge(files).values()} == {"valid"}
    assert all(equation in json.loads(files["t-if-1.json"])["goal"]["title"] for equation in CHOICE)


def test_a_leak_is_found_that_is_absent_at_the_points_tried_first() -> None:
    """At a = b = 1/3 nothing leaks, and with p, of which nothing speaks, all points that are tried first are there."""
    text = (ROOT / "examples/paper-low.toml").read_text(encoding="utf-8")
    for old, new in (
        ('["alpha >= 0", "beta >= 0", "alpha + beta < 1"]',
            '["0 < alpha", "alpha < 1/2", "0 < beta", "beta < 1/2", "0 <= p", "p <= 1"]'),
        ('A = "beta/(1 - alpha)", AB = "(1 - alpha - beta)/(1 - alpha)"', 'A = "beta/(1 - alpha)", '
            'AB = "1 - beta/(1 - alpha)"'),
        ('B = "alpha/(1 - beta)", AB = "(1 - alpha - beta)/(1 - beta)"', 'B = "1/2", AB = "1/2"'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    found = judge.scheme(parse_cases(text)[0])
    assert found.private.verdict is Verdict.REFUTED
    assert found.private_where is not None
    assert [equations for equations, _ in found.private_where.cases] == [("beta = 1 - 2*alpha",)]
