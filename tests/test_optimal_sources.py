"""Optimal at every t, for more than two sources: proved where the bounds meet the cost, or refuted by a cheaper law."""

from __future__ import annotations

import json
from typing import Any

import pytest
from run import ROOT

from onoff_symbolic import checker, judge
from onoff_symbolic.scheme_result import SchemeResult
from onoff_symbolic.schemes.design import Objective, design
from onoff_symbolic.schemes.files import chain_at, chain_region, load_chain, parse_cases
from onoff_symbolic.schemes.lift import numeric
from onoff_symbolic.schemes.writing import file_text

CHAINS = ROOT / "examples" / "chains"


def judged(name: str, at: str = "") -> SchemeResult:
    loaded, where = load_chain(str(CHAINS / f"{name}.toml"))
    _, chain = chain_at(loaded, at, where)
    made = numeric(chain, design([[e.constant() for e in row] for row in chain.matrix], Objective()))
    (file,) = parse_cases(file_text("a design", [made], chain_region(chain, ())))
    return judge.scheme(file)


@pytest.mark.parametrize("name,at", [("path", "a=1/4,b=1/5"), ("path", "a=2/3,b=2/5"), ("symmetric", "a=1/5"),
                                     pytest.param("symmetric", "a=3/10", marks=pytest.mark.slow)])
def test_optimal_at_every_t(name: str, at: str) -> None:
    found = judged(name, at)
    assert found.optimal.verdict.value == "proved"
    goal = json.loads(found.certificate)["goal"]
    assert [s["region"] for s in goal["proves"] if s["kind"] == "optimal"] == ["whole"]
    assert checker.judge({"it": found.certificate.encode()})["it"].word == "valid"


def test_not_optimal_is_shown_by_a_cheaper_law() -> None:
    found = judged("trade-off")
    assert found.optimal.verdict.value == "refuted" and found.private.verdict.value == "proved"
    witness = found.optimal.witness
    assert witness is not None and dict(witness.shows)["t"] == "2"
    assert (witness.left, witness.relation, witness.right) == ("11/8", "<=", "9/8")
    certificate: dict[str, Any] = json.loads(found.certificate)
    assert checker.judge({"it": found.certificate.encode()})["it"].word == "valid"
    (failure,) = certificate["failures"]
    for time in (0, 1):     # there the scheme is as cheap as any
        failure["time"] = time
        assert checker.judge({"it": json.dumps(certificate).encode()})["it"].word == "invalid"
    failure["time"] = 2
    name = next(iter(failure["values"]))
    failure["values"][name] = "0"       # no law any more
    assert checker.judge({"it": json.dumps(certificate).encode()})["it"].word == "invalid"


@pytest.mark.parametrize("change", ["cheaper scheme", "multiplier"])
def test_a_proof_of_optimality_for_another_scheme_is_rejected(change: str) -> None:
    certificate = json.loads(judged("symmetric", "a=1/5").certificate)
    if change == "multiplier":
        step = next(s for s in reversed(certificate["facts"]) if "laws" in s["on"])
        step["terms"][0][0] = "7/3"
    else:       # everything is downloaded for ever: private, but not optimal
        certificate["goal"]["schemes"]["scheme"]["queries"]["A"] = ["A", "B"]
    answer = checker.judge({"it": json.dumps(certificate).encode()})["it"]
    assert answer.word == "invalid" and answer.kind in ("fact", "shown")


def test_what_is_too_large_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    from onoff_symbolic.search import scheme

    monkeypatch.setattr(scheme, "MAX_PROGRAM", 10)
    found = judged("symmetric", "a=1/5")
    assert found.optimal.verdict.value == "undecided" and "too many sources" in found.optimal.why
    assert found.private.verdict.value == "proved"
