"""Regions of schemes: quotients without `where`, divisors that cancel, what may vanish; witnesses at their limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from answers import word
from brute import Draft, Rule, judged, loaded, two_sources
from run import ROOT, inside

from onoff_symbolic.errors import InputError
from onoff_symbolic.result import Verdict
from onoff_symbolic.schemes.histories import require_few_moves

pytestmark = pytest.mark.slow

LOW = (ROOT / "examples" / "paper-low.toml").read_text(encoding="utf-8")
WHERE = 'where = ["alpha >= 0", "beta >= 0", "alpha + beta < 1"]'
PAIRS = list(product("AB", repeat=2))
EVEN = {"A": "1/2", "B": "1/2"}
QUOTIENTS = {"A": "a/(a + b)", "B": "b/(a + b)"}
FREE = {"A": {"A": "1 - a", "B": "a"}, "B": {"A": "b", "B": "1 - b"}}
UNIT = ("0 <= a <= 1", "0 <= b <= 1")
PROVED = ["proved"] * 3

Judge = Callable[[str], tuple[Any, dict[str, Any]]]


def everything(first: str = "1", **more: str) -> Rule:
    """Return the rule that asks for everything; `first` is the probability in the row A,A."""
    return Rule({**dict.fromkeys(PAIRS, {"AB": "1"}), ("A", "A"): {"AB": first}}, **more)


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Return what `scheme` says of a file, and its certificate, which the checker accepts."""

    def handed_in(text: str) -> tuple[Any, dict[str, Any]]:
        (tmp_path / "scheme.toml").write_text(text, encoding="utf-8")
        words = ("scheme", "scheme.toml", "--format", "json", "--certificate", "certificate.json")
        said = json.loads(inside(*words, cwd=tmp_path).stdout)
        certificate = json.loads((tmp_path / "certificate.json").read_bytes())
        assert word(certificate) == "valid"
        return said, certificate

    return handed_in


def verdicts(said: Any) -> list[str]:
    return [said[name]["verdict"] for name in ("normalised", "decodable", "private")]


def covers(certificate: Any) -> list[Any]:
    return [each for each in certificate["goal"]["proves"] if each["kind"] == "cover"]


@pytest.mark.parametrize("first, region", [
    (QUOTIENTS, ["a + b != 0", "a**2 + a*b >= 0", "a*b + b**2 >= 0"]),
    ({"A": "1/(1 + a)", "B": "a/(1 + a)"}, ["1 + a > 0", "a >= 0"]),
    ({"A": "a/a - b", "B": "b"}, ["b <= 1", "b >= 0", "a != 0"]),
])
def test_without_where_a_chain_of_quotients_is_a_chain(judge: Judge, first: dict[str, str], region: list[str]) -> None:
    text = two_sources(everything(), chain={"A": first, "B": EVEN}).text
    said, _ = judge(text.replace("where = []", ""))
    assert verdicts(said) == PROVED
    assert said["region"] == region


def test_a_divisor_that_cancels_in_where_is_not_zero(judge: Judge) -> None:
    rule = everything("b/b")
    known, _ = judge(two_sources(rule, chain=FREE, where=(*UNIT, "a*b/b >= 0")).text)
    free, _ = judge(two_sources(rule, chain=FREE, where=UNIT).text)

    assert verdicts(known) == PROVED
    assert "b != 0" in known["region"]
    assert verdicts(free)[0] == "refuted"
    assert free["normalised"]["witness"]["parameters"]["b"] == "0"


def test_what_is_at_most_one_and_not_one_is_less(judge: Judge) -> None:
    where = 'where = ["alpha >= 0", "beta >= 0", "alpha + beta <= 1", "alpha != 1", "beta <= 1", "beta != 1"]'
    said, certificate = judge(LOW.replace(WHERE, where))
    whole = certificate["goal"]["regions"]["whole"]

    assert verdicts(said) == PROVED
    assert [each["parts"][1] for each in covers(certificate)] == [None, None]
    whole[:] = [text for text in whole if "!=" not in text]
    assert word(certificate) == "invalid"


def test_a_chain_entry_that_may_vanish_is_an_exceptional_set(judge: Judge) -> None:
    text = LOW.replace(WHERE, WHERE.replace("< 1", "<= 1"))
    text = text.replace('"A,B" = { B = "1" }', '"A,B" = { B = "alpha/alpha" }')
    wrong = text.replace('"A,A" = { A = "beta/(1 - alpha)"', '"A,A" = { A = "beta*(alpha/alpha)/(1 - alpha)"')
    said, _ = judge(text)

    assert verdicts(said) == PROVED
    assert {each["where"]: each["outcome"] for each in said["exceptions"]} == dict.fromkeys(
        ("alpha = 1, beta = 0", "alpha = 0, beta < 1", "alpha = 0, beta = 1"), "holds")
    assert verdicts(judge(wrong)[0])[0] == "refuted", "this row is used where alpha = 0, too"


def test_a_divisor_that_only_squares_show_to_have_a_sign_is_no_exceptional_set(judge: Judge) -> None:
    rule = everything("(a**2 - a + 3/10)/(a**2 - a + 3/10)")
    said, certificate = judge(two_sources(rule, chain=FREE, where=("0 < a < 1", "0 < b < 1")).text)

    assert verdicts(said) == PROVED
    assert said["region"] == ["a > 0", "a < 1", "b > 0", "b < 1"]
    assert [each["parts"].count(None) for each in covers(certificate)] == [2]


# -- what fails late -----------------------------------------------------------------------------------------------


def test_a_leak_that_comes_late_is_found() -> None:
    """A rule may begin up to t = 60."""
    found = judged(two_sources(Rule(when="= 60"), everything(), chain=FREE, where=UNIT))
    assert found.private.verdict is Verdict.REFUTED
    assert found.query_chain.why == "the entries of its matrix become too long"


@pytest.mark.parametrize("rule, question, last", [
    (Rule(dict.fromkeys(PAIRS, {"A": "1"})), "decodable", 6),
    (Rule(), "private", 5),
])
@pytest.mark.parametrize("late", [False, True])
def test_what_fails_too_late_for_the_checker_is_reported(
        rule: Rule, question: str, last: int, late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onoff_symbolic.search.failures.LONGEST", 6)
    at_last = Rule(rule.table, when=f"= {last + late}")
    found = judged(two_sources(at_last, everything(), chain=FREE, where=UNIT))
    part = getattr(found, question)
    others = {"normalised", "decodable", "private"} - {question}

    assert part.verdict.value == ("undecided" if late else "refuted")
    why = f"it seems to fail at t = {last + 1}; the checker follows a scheme up to t = {last}"
    assert part.why == (why if late else "")
    assert {getattr(found, name).verdict.value for name in others} == {"proved"}


@pytest.mark.parametrize("name", ["a", "w1"])
def test_a_witness_against_a_query_chain_names_the_law_of_the_first_request(judge: Judge, name: str) -> None:
    table = {
        ("A", "A"): {"A": "1"},
        ("A", "B"): {"AB": "1"},
        ("B", "A"): {"AB": "1"},
        ("B", "B"): {"A": "1/2", "AB": "1/2"},
    }
    chain = {"A": {"A": f"1 - {name}", "B": name}, "B": {"A": name, "B": f"1 - {name}"}}
    said, _ = judge(two_sources(Rule(table), chain=chain, where=(f"{name} > 0", f"{name} < 1/2")).text)
    shown = said["query_chain"]["witness"]["parameters"]

    assert said["query_chain"]["verdict"] == "refuted"
    assert shown == {name: "1/3", "Pr(X_0=A)": "1/2", "Pr(X_0=B)": "1/2"}


# -- what is too large, or nowhere ---------------------------------------------------------------------------------


def subsets(count: int) -> Draft:
    """Return a scheme of eight sources and so many queries: any set that has the request, with equal probability."""
    names = "ABCDEFGH"
    sets = ["".join(chosen) for size in (1, 2, 3) for chosen in combinations(names, size)][:count - 1] + [names]
    serving = {x: [each for each in sets if x in each] for x in names}
    table = {(a, x): dict.fromkeys(serving[x], f"1/{len(serving[x])}") for a, x in product(names, repeat=2)}
    chain = {a: dict.fromkeys(names, "1/8") for a in names}
    return Draft("subsets", chain, {each: each for each in sets}, (Rule(table),), ())


def test_too_many_moves_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_text(subsets(93).text, encoding="utf-8")
    done = inside("scheme", "large.toml", cwd=tmp_path)

    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == ("onoff-verify: large.toml: undecided: 8 sources and 93 queries make more than 250000 moves "
                           "between states\n")
    require_few_moves(loaded(subsets(64)).scheme)


class TestChainWithoutValue:
    """A chain that is not defined somewhere."""

    @pytest.mark.parametrize("where, proved", [("a > 0", True), ("a >= 0", False)])
    def test_at_a_point_is_not_proved_there(self, judge: Judge, where: str, proved: bool) -> None:
        draft = two_sources(everything(), chain={"A": QUOTIENTS, "B": EVEN}, where=(where, "b >= 0"))
        found = verdicts(judge(draft.text)[0])
        assert found == PROVED if proved else "proved" not in found

    def test_everywhere_is_refused(self) -> None:
        chain = {"A": {"A": "x/x", "B": "1 - x/x"}, "B": EVEN}
        with pytest.raises(InputError):
            judged(two_sources(everything(), chain=chain, where=("x = 0",)))

    def test_in_its_table_is_refuted(self) -> None:
        certain = {"A": {"A": "1"}, "B": {"B": "1"}}
        table = dict.fromkeys(PAIRS, {"AB": "x/x"})
        found = judged(two_sources(Rule(table), chain=certain, where=("x = 0",)))
        assert found.normalised.verdict is Verdict.REFUTED
        assert found.cost_form is None
