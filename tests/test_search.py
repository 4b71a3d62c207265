"""The search for certificates: what it finds is valid, what it does not find is no verdict, nothing is done twice."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from answers import answer, word
from corruptions import FOLDER, read
from run import ROOT

from onoff_symbolic import checker
from onoff_symbolic.checker.polynomials import Work
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.origins import cited
from onoff_symbolic.claims.reader import load as read_claims
from onoff_symbolic.paper.session import Session
from onoff_symbolic.schemes.files import parse_cases
from onoff_symbolic.search import claim as deciding
from onoff_symbolic.search.claim import decide
from onoff_symbolic.search.derived import derivations, derived_matrix, derived_value
from onoff_symbolic.search.find import NotFound, attempt, certificate, failure
from onoff_symbolic.search.scheme import SchemeDecider, decide_scheme
from onoff_symbolic.search.write import empty_goal, joined

LOW = (ROOT / "examples" / "paper-low.toml").read_text(encoding="utf-8")

Part = dict[str, Any]


def goal(*texts: str, where: tuple[str, ...] = ("0 <= a <= 1", "0 < b < 1")) -> Part:
    found = empty_goal("it", "", ("a", "b"), {"unit": list(where)})
    return {**found, "proves": [{"kind": "holds", "region": "unit", "text": text} for text in texts]}


# -- facts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "a*b >= 0", "1 - a*b > 0", "a*(1 - a)*b >= 0", "(1 - a)/b >= 0", "1/(b - 2) < 0", "a**2 <= a", "b*(1 - b) > 0",
    "(a - 2)*(b - 3) > 0", "b**2 != 0", "a + b != 3", "a/b + (1 - a)/b = 1/b", "(a + 1)**2 > a", "-b < 0",
    "b*(b - 1) != 0",
])
def test_relations_that_hold(text: str) -> None:
    assert word(certificate(goal(text))) == "valid"


@pytest.mark.parametrize("where,text", [
    (["a + b = 1", "a >= 0"], "b <= 1"),
    (["a + b = 1", "a >= 0"], "a**2 + a*b = a"),
    (["5*a = 1"], "a = 1/5"),
    (["a <= 1", "a >= 1"], "a = 1"),
    (["a*b = 1", "b > 0"], "a*b**2 = b"),
    (["b*a = b", "b > 0"], "a = 1"),
    ([], "a**2 - a + 1 > 0"),
    ([], "1/(a**2 + 1) > 0"),
    ([], "4*a**2 + 1 >= 4*a"),
    ([], "-a**2 - 1 != 0"),
    (["a**2 = a/2", "a > 0"], "a**3 = a**2/2"),
    (["1/a > 1"], "a != 0"),
    (["b > 0", "a*b >= 0"], "a*b + b > 0"),
])
def test_equations_and_divisors(where: list[str], text: str) -> None:
    assert word(certificate(goal(text, where=tuple(where)))) == "valid"


@pytest.mark.parametrize("text", ["a > 0", "a = b", "1/a > 0", "a**2 > 1", "b >= 1/2", "a - 1/2 != 0",
                                  "1/(a - b) = 1/(a - b)"])
def test_relations_that_do_not_hold(text: str) -> None:
    with pytest.raises(NotFound) as error:
        certificate(goal("b > 0", text))
    assert error.value.statement == "proves 1"
    assert attempt(goal("b > 0", text))[1].keys() == {"proves 1"}
    shown = failure(goal(), {"kind": "holds", "region": "unit", "text": text})
    assert shown is not None
    refuted = {
        **goal(),
        "verdict": "refuted",
        "fails": [
            {"statement": {"kind": "holds", "region": "unit", "text": text}, "violates": ""}],
    }
    assert word(certificate(refuted)) == "valid"


def test_an_empty_region_proves_nothing() -> None:
    for where in (("a < 0", "a > 1"), ("a**2 + 1 <= 0",), ("a > 0", "a < 0")):
        with pytest.raises(NotFound):
            certificate(goal("a = 7", where=where))


# -- whole goals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_accepted_goals_are_found_again_and_the_same_each_time(name: str) -> None:
    text = certificate(read(name)["goal"])
    assert word(text) == "valid"
    assert certificate(read(name)["goal"]) == text
    assert len(text.splitlines()) > 20


@pytest.mark.slow
def test_facts_that_nothing_rests_on_are_left_out() -> None:
    for name in ("cost", "program", "scheme"):
        found = checker.Certificate(certificate(read(name)["goal"]).encode())
        used = {number for each in found.goal.statements for number in cited(found, each)}
        assert used == {*range(len(found.facts.found))}


@pytest.mark.slow
def test_a_failure_where_a_condition_is_violated() -> None:
    where = goal(where=("0 <= a <= 1", "0 <= b <= 1"))
    statement = {"kind": "holds", "region": "unit", "text": "a*b > 0"}
    shown = failure(where, statement, ["0 < a < 1"], ["b > 0"])
    assert shown is not None
    assert shown["at"]["a"] == "0"
    assert shown["at"]["b"] != "0"
    assert failure(where, statement, ["a < 2"], []) is None
    assert failure({**where, "domain": "unit"}, {**statement, "region": "unit"}, [], ["0 < a", "0 < b"]) is None


@pytest.mark.parametrize("change,kind", [({"value": "7/5"}, "multipliers"), ({"value": "9/5"}, "values")])
def test_an_optimum_that_is_another(change: Part, kind: str) -> None:
    value = read("program")["goal"]
    shown = failure(value, {**value["proves"][0], **change})
    assert shown is not None
    assert kind in shown


def test_a_sequence_that_leaves_its_relation() -> None:
    value = read("always")["goal"]
    shown = failure(value, {**value["proves"][0], "next": {"x": "x + 1", "y": "y"}})
    assert shown is not None
    assert shown["time"] == 1


# -- what is derived ---------------------------------------------------------------------------------------------------


def test_derived_matrix_and_value() -> None:
    value = read("scheme")["goal"]
    found = derived_matrix(value, "S", "prior", "unit")
    assert found[0, "AB"] == {"A": "1/5", "B": "1/5", "AB": "3/5"}
    assert derived_value(read("program")["goal"], "prior", "M", "inner") == "8/5"
    with pytest.raises(NotFound):
        derived_value(read("general")["goal"], "prior", "law", "all")


def test_another_scheme_has_another_matrix() -> None:
    goal = json.loads((the_paper().certificates / "lemma1.json").read_text(encoding="utf-8"))["goal"]
    low = ("low", "Pr(Q_{t+1} | Q_t = AB)", "A: beta, B: alpha, AB: 1 - alpha - beta")
    both = ("low", "Pr(Q_{t+1} | Q_t = AB)", "A: 0, B: 0, AB: 1")
    always_both = {**goal["tables"]["Ta"], "entries": ["0", "0", "1"] * 4}
    other = {**goal, "tables": {**goal["tables"], "Ta": always_both}}

    assert low in list(derivations(goal))
    assert both in list(derivations(other))


# -- schemes -----------------------------------------------------------------------------------------------------------


def decided(text: str) -> SchemeDecider:
    (file,) = parse_cases(text)
    found = decide_scheme(file.scheme, file.region)
    assert {word(each) for each in found.certificates} <= {"valid"}
    return found


PROVED = dict.fromkeys(("normalised", "decodable", "private", "chain", "optimal"), "proved")


@pytest.mark.slow
def test_the_parts_of_a_region_are_shown_to_cover_it() -> None:
    found = decided(LOW.replace('alpha + beta < 1"]', 'alpha + beta <= 1"]'))
    assert len(found.leaves) == 3
    value = json.loads(joined(found.certificates))
    assert word(value) == "valid"
    covers = [i for i, each in enumerate(value["goal"]["proves"]) if each["kind"] == "cover"]
    assert len(covers) == 2
    value["goal"]["proves"][covers[0]]["parts"][1] = None
    assert word(value) == "invalid"


SLIVER = """
sources = ["A", "B"]
where = ["0 < p", "p < 1"]
[chain]
A = { A = "1/2", B = "1/2" }
B = { A = "1/2", B = "1/2" }
[queries]
A = ["A"]
AB = ["A", "B"]
[[rule]]
[rule.table]
"A,A" = { A = "p - 1/1000", AB = "1001/1000 - p" }
"A,B" = { AB = "1" }
"B,A" = { A = "p - 1/1000", AB = "1001/1000 - p" }
"B,B" = { AB = "1" }
"""


def test_an_entry_that_is_negative_in_a_sliver_is_refuted_there() -> None:
    """No simple point has p < 1/1000; where the entry changes its sign is computed."""
    assert decided(SLIVER).verdicts == {"normalised": "refuted"}
    assert decided(SLIVER.replace("0 < p", "1/1000 <= p")).verdicts["normalised"] == "proved"


def test_a_row_that_is_never_used_may_be_no_law() -> None:
    """X_t is always B for t ≥ 1, so that the rows for A need be none."""
    text = re.sub("(?m)^where = .*$", "", LOW)
    text = re.sub(r'(?m)^([AB]) = \{ A = .*, B = .* \}$', r'\1 = { A = "0", B = "1" }', text)
    text = re.sub(r'(?m)^"A,A" = .*$', '"A,A" = { A = "2", AB = "-1" }', text)
    text = re.sub(r'(?m)^"B,B" = .*$', '"B,B" = { B = "1" }', text)
    used = text.replace('"B,B" = { B = "1" }', '"B,B" = { B = "2", AB = "-1" }')

    assert decided(text).verdicts == PROVED
    assert decided(used).verdicts["normalised"] == "refuted"


# -- the search has a budget of its own ----------------------------------------------------------------------------

SHARES = """
[experiments.shares]
S = { values = "0..4" }
A = { values = "0..4", law = "uniform" }
B = { values = "0..4", law = "uniform" }
X = { is = "(S + A + B) mod 5" }
Y = { is = "(S + 2*A + 4*B) mod 5" }
Z = { is = "(S + 3*A + 9*B) mod 5" }

[claim.it]
title = "The last is false"
proves = [
    { hides = "S from X, Y", in = "shares" }, { hides = "S from X, Z", in = "shares" },
    { hides = "S from Y, Z", in = "shares" }, { tells = "X, Y, Z -> S", in = "shares" },
    { tells = "X -> A", in = "shares" },
]
"""


@pytest.mark.slow
def test_a_refutation_is_not_lost_where_the_checker_has_no_time_for_the_rest(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search may spend more than the checker, which is short of work here."""
    (path := tmp_path / "claims.toml").write_text(SHARES, encoding="utf-8")
    paper = read_claims(path)
    whole = json.loads(decide(paper.claims["it"], paper, {}))
    assert whole["goal"]["verdict"] == "refuted"
    assert len(whole["goal"]["beside"]) == 4
    monkeypatch.setattr(Work.begin.__func__, "__defaults__", (10_000,))
    assert answer(whole).kind == "work"
    (result,) = Session(paper).judge(["it"])
    assert result.verdict.value == "refuted"
    assert result.goal is not None
    assert not result.goal["beside"]
    assert len(json.loads(result.certificate)["goal"]["fails"]) == 1


def test_a_failure_that_is_not_found_again_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: Any) -> str:
        raise NotFound("fails 0", "no point was found where it fails")

    monkeypatch.setattr(deciding, "certificate", lost)
    with pytest.raises(NotFound, match="no point was found where it fails"):
        decide(the_paper().claims["table3-caption"], the_paper(), {})
