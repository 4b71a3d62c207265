"""Optimal at every t for more than two sources: proved where the bounds meet the cost, or refuted by a cheaper law."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from answers import answer, word
from brute import Draft, Rule, judged, two_sources
from chains import Rows

from onoff_symbolic import checker, judge
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.checker.polynomials import Work
from onoff_symbolic.nsources.design import Objective, design
from onoff_symbolic.nsources.lift import numeric
from onoff_symbolic.nsources.writing import file_text
from onoff_symbolic.scheme_result import SchemeResult
from onoff_symbolic.schemes.chain import Chain
from onoff_symbolic.schemes.files import chain_region, parse_cases
from onoff_symbolic.search import scheme

pytestmark = pytest.mark.slow

Part = dict[str, Any]
EVERYTHING = Rule(dict.fromkeys(product("AB", repeat=2), {"AB": "1"}))


def row_of(size: int, end: str, inner: str) -> Rows:
    """Return a walk on sources in a row."""
    rows = [[Fraction(0)] * size for _ in range(size)]
    for i in range(size):
        for j in {i - 1, i + 1} & {*range(size)}:
            rows[i][j] = Fraction(end if i in (0, size - 1) else inner)
        rows[i][i] = 1 - sum(rows[i])
    return rows


def circle_of(size: int) -> Rows:
    """Return a lazy walk on a circle."""
    return [[Fraction(((i - j) % size in (1, size - 1)) + 2 * (i == j), 4) for j in range(size)] for i in range(size)]


def one_slope(size: int, slope: str) -> Rows:
    """Return a chain with one eigenvalue beside 1 (Theorem C)."""
    rest = (1 - Fraction(slope)) / (size * (size + 1) // 2)
    return [[Fraction(slope) * (i == j) + (j + 1) * rest for j in range(size)] for i in range(size)]


CHAINS = {
    "four in a circle": circle_of(4),
    "five in a circle": circle_of(5),
    "four in a row": row_of(4, "1/2", "1/4"),
    "four with one slope": one_slope(4, "-1/20"),
    "worse at t = 2": row_of(4, "1/4", "1/5"),
    "worse at t = 3": row_of(4, "1/4", "1/4"),
}


def designed(rows: Rows) -> SchemeResult:
    """Return what is judged of the design for a chain."""
    field = Field()
    chain = Chain(field, tuple("ABCDEF"[:len(rows)]), tuple(tuple(field(x) for x in row) for row in rows))
    made = numeric(chain, design(rows, Objective()))
    (file,) = parse_cases(file_text("a design", [made], chain_region(chain, ())))
    return judge.scheme(file)


@cache
def known(name: str) -> SchemeResult:
    return designed(CHAINS[name])


def nodes_of(certificate: Part) -> list[Any]:
    """Return the nodes of the invariant that shows that the scheme is optimal."""
    stated = certificate["goal"]["proves"]
    (name,) = (name for name in certificate["invariants"] if stated[int(name.split()[1])]["kind"] == "optimal")
    nodes: list[Any] = certificate["invariants"][name]
    return nodes


class TestProved:
    @pytest.mark.parametrize("name, count", [
        ("four in a circle", 1),
        ("four in a row", 2),
        ("four with one slope", 2),
        ("five in a circle", 1),
    ])
    def test_by_multipliers_for_all_times_or_by_parity(self, name: str, count: int) -> None:
        certificate = json.loads(known(name).certificate)
        nodes = nodes_of(certificate)
        assert known(name).optimal.verdict.value == word(certificate).replace("valid", "proved")
        assert len(nodes) == count
        for node in nodes:
            kept = node["holds"]
            node["holds"] = kept[:-1]       # what is left is no invariant, or proves nothing
            assert word(certificate) == "invalid"
            node["holds"] = kept

    def test_single_times_come_first_and_are_single(self) -> None:
        """A walk on four sources in a row is at one bound at t = 0, and at another from t = 1 on."""
        certificate = json.loads(known("four in a row").certificate)
        nodes = nodes_of(certificate)
        first, rest = nodes
        again = {"holds": first["holds"]}
        assert first["once"] is True
        assert "once" not in rest
        for wrong in (
            [again, rest],
            [rest, first],
            [first],
            [first, first, rest],
            [first, rest, first],
            [first, {**rest, "once": True}],
            [{**first, "once": 1}, rest],
            [{**first, "once": False}, rest],
        ):
            nodes[:] = wrong
            assert word(certificate) == "invalid", wrong

    def test_of_another_scheme_is_rejected(self) -> None:
        certificate = json.loads(known("four in a circle").certificate)
        certificate["goal"]["schemes"]["scheme"]["queries"]["A"] = ["A", "B"]
        assert answer(certificate).kind == "shown"


class TestRefuted:
    @pytest.mark.parametrize("time", ["2", "3"])
    def test_by_a_cheaper_law(self, time: str) -> None:
        found = known(f"worse at t = {time}")
        assert found.private.verdict.value == "proved"
        assert found.optimal.witness is not None
        assert dict(found.optimal.witness.shows)["t"] == time

    @pytest.mark.parametrize("change", [{"time": 0}, {"time": 1}, {"values": {}}])
    def test_not_by_another_time_or_no_law(self, change: Part) -> None:
        """At these times the scheme is as cheap as any."""
        certificate = json.loads(known("worse at t = 2").certificate)
        assert word(certificate) == "valid"
        certificate["failures"][0].update(change)
        assert word(certificate) == "invalid"

    def test_late(self) -> None:
        """The scheme is optimal, until it asks for everything again."""
        chain = {"A": {"A": "3/4", "B": "1/4"}, "B": {"A": "1/4", "B": "3/4"}}
        table = {
            ("A", "A"): {"A": "1/3", "AB": "2/3"},
            ("A", "B"): {"B": "1"},
            ("B", "A"): {"A": "1"},
            ("B", "B"): {"B": "1/3", "AB": "2/3"},
        }
        rules = (
            Rule(previous=("A", "B")),
            Rule(EVERYTHING.table, ("AB",), ">= 9"),
            Rule(table, ("AB",), given="last request"),
        )
        found = judged(two_sources(*rules, chain=chain))
        assert found.private.verdict.value == "proved"
        assert found.optimal.witness is not None
        assert dict(found.optimal.witness.shows)["t"] == "9"


class TestTooLarge:
    def test_leaves_the_rest_decided(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The certificate of this question alone would be too long."""
        monkeypatch.setattr(Work, "begin", lambda limit=200_000: vars(Work).update(done=0, limit=limit))
        found = designed(circle_of(4))
        assert found.optimal.verdict.value == "undecided"
        assert "too much work" in found.optimal.why
        assert found.private.verdict.value == found.decodable.verdict.value == "proved"

    def test_one_certificate_for_all_leaves_out_what_is_too_much(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Work, "begin", lambda limit=300_000: vars(Work).update(done=0, limit=limit))
        found = designed(circle_of(4))
        assert found.optimal.verdict.value == "proved"
        assert checker.judge({"it": found.certificate.encode()})["it"].word == "valid"
        kinds = [s["kind"] for s in json.loads(found.certificate)["goal"]["proves"]]
        assert "optimal" not in kinds and "alike" in kinds

    def test_is_not_tried(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(scheme, "MAX_NUMBERS", 10)
        found = designed(circle_of(3))
        assert found.optimal.verdict.value == "undecided"
        assert "too many sources" in found.optimal.why
        assert found.private.verdict.value == "proved"


# -- six sources and more: multipliers that a node carries ---------------------------------------------------------


def uniform(size: int, slope: Fraction, *rules: Rule, all_only: bool = False) -> Draft:
    """Return a scheme for the chain λI + (1-λ)/N."""
    sources = "ABCDEFGH"[:size]
    rest = (1 - slope) / size
    chain = {a: {x: str(rest + slope * (a == x)) for x in sources} for a in sources}
    queries = {} if all_only else {x: x for x in sources}
    return Draft("uniform", chain, {**queries, sources: sources}, rules, ())


def kept(size: int, slope: Fraction) -> Draft:
    """Return a scheme that asks for everything, again with probability λ, else for the request from then on."""
    sources = "ABCDEFGH"[:size]
    rest = (1 - slope) / size
    own = rest / (rest + slope)
    table = {(a, x): {x: "1"} for a, x in product(sources, repeat=2)}
    table |= {(x, x): {x: str(own), sources: str(1 - own)} for x in sources}
    return uniform(size, slope, Rule(previous=tuple(sources)), Rule(table, (sources,), given="last request"))


def everything(size: int) -> Draft:
    sources = "ABCDEFGH"[:size]
    rule = Rule(dict.fromkeys(product(sources, repeat=2), {sources: "1"}))
    return uniform(size, Fraction(0), rule, all_only=True)


SPOILED: dict[str, Callable[[Part], Part]] = {
    "more": lambda bound: {**bound, "constant": "7"},
    "without": lambda bound: {**bound, "terms": bound["terms"][1:]},
    "negative": lambda bound: {**bound, "terms": [*bound["terms"], ["-1", "A", ["A"]]]},
    "another": lambda bound: {**bound, "terms": [["1", "A", t] for _, _, t in bound["terms"]]},
    "nobody": lambda bound: {**bound, "terms": [["1", "Z", t] for _, _, t in bound["terms"]]},
    "twice": lambda bound: {**bound, "terms": [*bound["terms"], ["1", "A", ["A", "A"]]]},
    "nothing": lambda bound: {},
    "smaller": lambda bound: {"constant": "1", "terms": []},
}


@pytest.fixture(scope="module")
def whole() -> Part:
    """Return a certificate of six sources, which is valid."""
    found: Part = json.loads(judged(kept(6, Fraction(1, 3))).certificate)
    assert word(found) == "valid"
    return found


class TestMultipliers:
    @pytest.mark.parametrize("name", SPOILED)
    def test_are_refused_if_spoiled(self, whole: Part, name: str) -> None:
        spoiled = copy.deepcopy(whole)
        for node in nodes_of(spoiled):
            node["bound"] = SPOILED[name](node["bound"])
        assert spoiled != whole
        assert word(spoiled) == "invalid"

    @pytest.mark.parametrize("constant", ["1", "2"])
    def test_pay_no_set_more_than_it_costs(self, constant: str) -> None:
        """Everything is downloaded, which costs 2: a bound of 2 would be known, but {A} costs 1; one of 1 is low."""
        found = json.loads(judged(everything(2)).certificate)
        (failing,) = found["goal"]["fails"]
        found["goal"].update(verdict="proved", proves=[failing["statement"]], fails=[])
        forged = {
            **found,
            "failures": [],
            "facts": [],
            "values": {},
            "points": {failing["statement"]["region"]: found["failures"][0]["at"]},
            "invariants": {"proves 0": [{"holds": [], "bound": {"constant": constant, "terms": []}}]},
        }
        refused = answer(forged)
        assert (refused.word, refused.kind) == ("invalid", "shown")
        assert ("the multipliers bring more" in refused.why) == (constant == "2")

    @pytest.mark.parametrize("size", [6, 8])
    def test_are_not_needed_for_a_cheaper_law(self, size: int) -> None:
        found = judged(everything(size))
        assert found.optimal.verdict.value == "refuted"
        for change in (
            {"A,A,A": "1/4"},
            {"A,A,B": "0"},
            {"A,A,A": "-1"},
            {"A,A": "0"},
            {"A,A,A": "0", "A,A,AB": "1/36"},
        ):
            spoiled = json.loads(found.certificate)
            spoiled["failures"][0]["values"].update(change)
            assert word(spoiled) == "invalid", change
