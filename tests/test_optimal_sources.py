"""Optimal at every t, for more than two sources: proved where the bounds meet the cost, or refuted by a cheaper law."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from chains import Rows
from run import ROOT

from onoff_symbolic import checker, judge
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.checker.polynomials import Work
from onoff_symbolic.scheme_result import SchemeResult
from onoff_symbolic.schemes.chain import Chain
from onoff_symbolic.nsources.design import Objective, design
from onoff_symbolic.schemes.files import chain_at, chain_region, load_chain, parse_cases
from onoff_symbolic.nsources.lift import numeric
from onoff_symbolic.nsources.writing import file_text

pytestmark = pytest.mark.slow

CHAINS = ROOT / "examples" / "chains"


@cache
def judged(name: str, at: str = "") -> SchemeResult:
    loaded, where = load_chain(str(CHAINS / f"{name}.toml"))
    _, chain = chain_at(loaded, at, where)
    return judged_anew([[e.constant() for e in row] for row in chain.matrix])


KNOWN: dict[str, SchemeResult] = {}


def judged_design(rows: Rows) -> SchemeResult:
    """Each design is judged once for all tests that only read the result."""
    if str(rows) not in KNOWN:
        KNOWN[str(rows)] = judged_anew(rows)
    return KNOWN[str(rows)]


def judged_anew(rows: Rows) -> SchemeResult:
    field = Field()
    chain = Chain(field, tuple("ABCDEF"[:len(rows)]), tuple(tuple(field(x) for x in row) for row in rows))
    made = numeric(chain, design(rows, Objective()))
    (file,) = parse_cases(file_text("a design", [made], chain_region(chain, ())))
    return judge.scheme(file)


def row_of(size: int, end: str, inner: str) -> Rows:
    """A walk on sources in a row."""
    rows = [[Fraction(0)] * size for _ in range(size)]
    for i in range(size):
        for j in (i - 1, i + 1):
            if 0 <= j < size:
                rows[i][j] = Fraction(end if i in (0, size - 1) else inner)
        rows[i][i] = 1 - sum(rows[i])
    return rows


def circle_of(size: int) -> Rows:
    """A lazy walk on a circle."""
    return [[Fraction(((i - j) % size in (1, size - 1)) + 2 * (i == j), 4) for j in range(size)] for i in range(size)]


def alike(size: int, slope: str) -> Rows:
    """Theorem C: one eigenvalue beside 1."""
    rest = (1 - Fraction(slope)) / (size * (size + 1) // 2)
    return [[Fraction(slope) * (i == j) + (j + 1) * rest for j in range(size)] for i in range(size)]


@pytest.mark.parametrize("rows, nodes", [
    (circle_of(4), 1), (row_of(4, "1/2", "1/4"), 2), (alike(4, "-1/20"), 2), (circle_of(5), 1),
])
def test_four_and_five_sources(rows: Rows, nodes: int) -> None:
    """The multipliers serve all times from 1 on, or go by the parity of t."""
    found = judged_design(rows)
    assert found.optimal.verdict.value == "proved"
    certificate = json.loads(found.certificate)
    stated = certificate["goal"]["proves"]
    (name,) = (name for name in certificate["invariants"] if stated[int(name.split()[1])]["kind"] == "optimal")
    assert len(certificate["invariants"][name]) == nodes
    assert checker.judge({"it": found.certificate.encode()})["it"].word == "valid"
    for node in certificate["invariants"][name]:
        kept = node["holds"]
        node["holds"] = kept[:-1]       # what is left is no invariant, or proves nothing
        assert checker.judge({"it": json.dumps(certificate).encode()})["it"].word == "invalid"
        node["holds"] = kept


def test_single_times_come_first_and_are_single() -> None:
    """A walk on four sources in a row is at one bound at t = 0, and at another from t = 1 on."""
    certificate = json.loads(judged_design(row_of(4, "1/2", "1/4")).certificate)
    (name,) = (name for name, given in certificate["invariants"].items() if "once" in given[0])
    first, rest = certificate["invariants"][name]
    assert first["once"] is True and "once" not in rest

    def answer(*nodes: dict[str, Any]) -> checker.Answer:
        certificate["invariants"][name] = list(nodes)
        return checker.judge({"it": json.dumps(certificate).encode()})["it"]

    assert answer(first, rest).word == "valid"
    again = {"holds": first["holds"]}
    for nodes in ((again, rest), (rest, first), (first, {**rest, "once": True}), (first,), ({**first, "once": 1}, rest),
                  (first, first, rest), ({**first, "once": False}, rest), (first, rest, first)):
        assert answer(*nodes).word == "invalid", [{k: v for k, v in node.items() if k != "holds"} for node in nodes]


@pytest.mark.parametrize("end, inner, time", [("1/4", "1/5", "2"), ("1/4", "1/4", "3")])
def test_a_cheaper_law_is_shown_for_more_sources(end: str, inner: str, time: str) -> None:
    found = judged_design(row_of(4, end, inner))
    assert found.optimal.verdict.value == "refuted" and found.optimal.witness is not None
    assert dict(found.optimal.witness.shows)["t"] == time


LATE = """
sources = ["A", "B"]
[chain]
A = { A = "3/4", B = "1/4" }
B = { A = "1/4", B = "3/4" }
[queries]
A = ["A"]
B = ["B"]
AB = ["A", "B"]
[[rule]]
previous = ["A", "B"]
request = true
[[rule]]
previous = ["AB"]
t = ">= LAST"
[rule.table]
"A,A" = { AB = "1" }
"A,B" = { AB = "1" }
"B,A" = { AB = "1" }
"B,B" = { AB = "1" }
[[rule]]
previous = ["AB"]
given = "last request"
[rule.table]
"A,A" = { A = "1/3", AB = "2/3" }
"A,B" = { B = "1" }
"B,A" = { A = "1" }
"B,B" = { B = "1/3", AB = "2/3" }
"""


def test_a_scheme_that_is_worse_later_on_is_refuted() -> None:
    (file,) = parse_cases(LATE.replace("LAST", "9"))
    found = judge.scheme(file)
    assert found.private.verdict.value == "proved" and found.optimal.verdict.value == "refuted"
    assert found.optimal.witness is not None and dict(found.optimal.witness.shows)["t"] == "9"


def test_if_the_certificate_is_too_long_with_it_the_rest_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Work, "begin", lambda limit=450_000: vars(Work).update(done=0, limit=limit))
    found = judged_anew(circle_of(4))
    assert found.optimal.verdict.value == "undecided" and "too much work" in found.optimal.why
    assert found.private.verdict.value == found.decodable.verdict.value == "proved"
    assert "optimal" not in [s["kind"] for s in json.loads(found.certificate)["goal"]["proves"]]


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
        node = next(n for nodes in certificate["invariants"].values() for n in nodes if "bound" in n)
        node["bound"]["terms"][0][0] = "7/3"
    else:       # everything is downloaded for ever: private, but not optimal
        certificate["goal"]["schemes"]["scheme"]["queries"]["A"] = ["A", "B"]
    answer = checker.judge({"it": json.dumps(certificate).encode()})["it"]
    assert answer.word == "invalid" and answer.kind in ("fact", "shown")


def test_what_is_too_large_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    from onoff_symbolic.search import scheme

    monkeypatch.setattr(scheme, "MAX_NUMBERS", 10)
    found = judged_anew(circle_of(3))
    assert found.optimal.verdict.value == "undecided" and "too many sources" in found.optimal.why
    assert found.private.verdict.value == "proved"
