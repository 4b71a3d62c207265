"""Sessions: what verdicts claims have together, and that neither the search nor a recorded certificate is believed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from onoff_symbolic import checker
from onoff_symbolic.claims.place import default, the_paper
from onoff_symbolic.claims.reader import load
from onoff_symbolic.paper.session import Session
from onoff_symbolic.result import Result, Verdict
from onoff_symbolic.search import claim as module
from onoff_symbolic.search.claim import decide
from onoff_symbolic.search.find import certificate

FILE = """
[paper]
names = ["p", "q"]
[regions]
all = ["0 <= p <= 1"]
"""
HARD = "(q**2 + 3*q + 1)**2 + p*q**2 >= 0"
INSIDE = 'suppose = [{ text = "p > 0", where = ["p > 0"] }]'


Judged = Callable[..., dict[str, Result]]


def said(text: str) -> str:
    """Return a statement of a claims file: a relation, or "uses NAME"; what begins with a brace is one."""
    if text.startswith("{"):
        return text
    first, _, name = text.partition(" ")
    if first == "uses":
        return f'{{ kind = "uses", claim = "{name}" }}'
    return f'{{ kind = "holds", text = "{text}" }}'


def claim(name: str, *texts: str, more: str = "") -> str:
    proves = ", ".join(map(said, texts))
    return f'[claim.{name}]\ntitle = "{name}"\ndomain = "all"\nproves = [{proves}]\n{more}\n'


@pytest.fixture
def judged(tmp_path: Path) -> Judged:
    """Return the results of the claims of a file, by name."""
    def judge(*claims: str) -> dict[str, Result]:
        file = tmp_path / "claims.toml"
        file.write_text(FILE + "".join(claims), encoding="utf-8")
        paper = load(file)
        return {result.id: result for result in Session(paper).judge(paper.claims)}

    return judge


def verdicts(results: dict[str, Result]) -> list[str]:
    return [result.verdict.value for result in results.values()]


class TestVerdicts:
    def test_claims_that_use_each_other_prove_nothing(self, judged: Judged) -> None:
        found = judged(
            claim("hen", "uses egg", "p <= 1"),
            claim("egg", "uses hen", "p >= 0"),
            claim("alone", "uses alone"),
        )
        assert verdicts(found) == ["undecided", "undecided", "undecided"]

    @pytest.mark.slow
    def test_what_rests_on_a_refuted_or_undecided_claim_is_undecided(self, judged: Judged) -> None:
        found = judged(
            claim("bad", "p < 1"),
            claim("user", "uses bad", "p <= 1"),
            claim("open", HARD),
            claim("waits", "uses open", "p <= 1"),
        )
        assert verdicts(found) == ["refuted", "undecided", "undecided", "undecided"]
        assert "bad" in found["user"].why
        assert found["open"].certificate == ""

    @pytest.mark.slow
    def test_one_failure_refutes_and_one_open_statement_leaves_open(self, judged: Judged) -> None:
        found = judged(
            claim("good", "p <= 1"),
            claim("bad", "p <= 1", "p != 1", HARD),
            claim("open", "p <= 1", HARD),
            claim("pole", "1/p = 1/p"),
        )
        (witness,) = found["pole"].witnesses
        assert verdicts(found) == ["proved", "refuted", "undecided", "refuted"]
        assert (witness.point, witness.left) == ((("p", "0"),), "no value")

    def test_a_condition_needs_a_failure_outside_and_a_proof_inside(self, judged: Judged) -> None:
        found = judged(
            claim("needs", "1/p >= 1", more=INSIDE),
            claim("anyway", "p >= 0", more=INSIDE),
            claim("inside", "p*(1 - p) > 0", more=INSIDE),
            claim("user", "uses needs", more=INSIDE),
            claim("forgetful", "uses needs", "p >= 0"),
        )
        assert verdicts(found) == ["conditional", "proved", "refuted", "conditional", "undecided"]
        assert found["user"].conditions[0].through == "needs"
        assert found["inside"].witnesses[0].point == (("p", "1"),), "outside the condition it would say nothing"

    def test_a_counterexample_whose_premise_is_false_makes_no_condition(self, judged: Judged) -> None:
        more = """suppose = [{ text = "luck", where = [] }]
tries = [{ note = "", violates = "luck", kind = "holds", region = "all", text = "p <= 1/2" }]
beside = [%s]"""
        found = judged(
            claim("sound", "p >= 0", more=more % said("p <= 1")),
            claim("hasty", "p >= 0", more=more % said("p < 1")),
        )
        assert verdicts(found) == ["conditional", "undecided"]

    @pytest.mark.parametrize("more", [(), ("p <= 1",)])
    def test_a_claim_on_an_empty_region_is_not_proved(self, judged: Judged, more: tuple[str, ...]) -> None:
        nowhere = '{ kind = "holds", given = ["p**2 + 1 <= 0"], text = "p = 7" }'
        assert verdicts(judged(claim("empty", nowhere, *more))) == ["undecided"]

    @pytest.mark.parametrize("text, verdict, also", [
        ("p**4 >= 0", "proved", ("Mine.", "Of the other.", "Of both.")),
        ("q**3 >= 0", "refuted", ("Mine.",)),
        (HARD, "undecided", ("Mine.",)),
    ])
    def test_nothing_holds_for_more_on_the_word_of_another_claim(
            self, judged: Judged, text: str, verdict: str, also: tuple[str, ...]) -> None:
        more = """also = [
    { says = "Mine.", by = ["proves 0"] },
    { says = "Of the other.", by = ["other proves 0"] },
    { says = "Of both.", by = ["proves 0", "other proves 0", "other beside 0"] },
]"""
        found = judged(
            claim("one", "p**2 >= 0", more=more),
            claim("other", text, more=f'beside = [{said("p**3 >= 0")}]'),
        )
        assert found["other"].verdict.value == verdict
        assert found["one"].also == also


@pytest.mark.slow
def test_a_claim_is_searched_for_once() -> None:
    told: list[str] = []
    session = Session(load(default()), told.append)
    session.judge(["table3a"])
    session.judge(["lemma1", "claim2", "table3a"])
    session.judge(["claim2"])
    assert sorted(told) == ["claim2", "lemma1", "rate-limit", "request-chain", "table3a", "table3b", "table3c"]


# -- the search is not believed ----------------------------------------------------------------------------


def renamed(claim: Any, paper: Any, used: Any) -> str:
    """Return a certificate of another claim, under the name of this one."""
    data = json.loads(of_another(claim, paper, used))
    data["goal"]["claim"] = claim.id
    return json.dumps(data)


def of_another(claim: Any, paper: Any, used: Any) -> str:
    return decide(paper.claims["t-step-law"], paper, {})


def hidden(claim: Any, paper: Any, used: Any) -> str:
    """Return what is true in place of the claim, as if it were the claim."""
    data = json.loads(decide(claim, paper, used))
    data["goal"].update(verdict="proved", fails=[], corrects=[], proves=data["goal"]["corrects"], domain="high")
    data["points"]["conditions"] = data["points"]["high"]
    return json.dumps({**data, "failures": []}).replace("corrects ", "proves ")


@pytest.mark.parametrize("lie, claim, said", [
    (renamed, "table3-cases", "not what is claimed"),
    (of_another, "table3-cases", "t-step-law"),
    (hidden, "appb-case3", "not what is claimed"),
])
def test_a_certificate_of_something_else_decides_nothing(
        monkeypatch: pytest.MonkeyPatch, lie: Any, claim: str, said: str) -> None:
    text = lie(the_paper().claims[claim], the_paper(), {})
    assert checker.judge({claim: text.encode()})[claim].word == "valid", "it proves what it states"
    monkeypatch.setattr(module, "decide", lie)

    (result,) = Session(the_paper(), search=True).judge([claim])

    assert result.verdict is Verdict.UNDECIDED
    assert said in result.why


# -- nor is a certificate that was found before ------------------------------------------------------------


@pytest.fixture
def copied(tmp_path: Path) -> Callable[..., Session]:
    """The paper with certificates of some claims beside it."""
    def copy(*claims: str) -> Session:
        (tmp_path / "certificates").mkdir()
        (tmp_path / "claims.toml").write_bytes(default().read_bytes())
        for name in claims:
            shutil.copy(default().parent / "certificates" / f"{name}.json", tmp_path / "certificates")
        return Session(load(tmp_path / "claims.toml", whole=False))

    return copy


def test_it_saves_the_search_and_nothing_else(
        copied: Callable[..., Session], monkeypatch: pytest.MonkeyPatch, session: Session) -> None:
    monkeypatch.setattr(module, "decide", lambda *_: pytest.fail("searched"))
    used = copied("request-chain", "rate-limit", "table3a", "table3b", "table3c", "lemma1")

    (found,) = used.judge(["lemma1"])

    (known,) = session.judge(["lemma1"])
    assert (found.verdict, found.rests_on) == (known.verdict, known.rests_on)


SPOILED: dict[str, Callable[[str], str]] = {
    "an empty file": lambda text: "",
    "no certificate": lambda text: "{}",
    "of another claim": lambda text: text.replace('"table3a"', '"table3b"'),
    "of another goal": lambda text: text.replace("1 - alpha", "2 - alpha"),
    "another point": lambda text: text.replace('"1/2"', '"3"'),
    "no statement": lambda text: text.replace('"beside": []', '"beside": [{}]'),
}


@pytest.mark.parametrize("name", SPOILED)
def test_one_that_is_none_is_found_again(copied: Callable[..., Session], tmp_path: Path, name: str) -> None:
    session = copied("table3a")
    file = tmp_path / "certificates" / "table3a.json"
    text = file.read_text(encoding="utf-8")
    file.write_text(SPOILED[name](text), encoding="utf-8")

    assert SPOILED[name](text) != text
    assert session.judge(["table3a"]) == Session(the_paper(), search=True).judge(["table3a"])


def without_its_counterexample(goal: Any) -> None:
    goal.update(verdict="proved", proves=[dict(s) for s in the_paper().claims[goal["claim"]].proves], beside=[],
                fails=[], corrects=[], conditions=[])


def outside_its_condition(goal: Any) -> None:
    failing = {key: value for key, value in goal["fails"][0]["statement"].items() if key != "given"}
    goal.update(verdict="refuted", proves=[], conditions=[], fails=[{"statement": failing, "violates": ""}])


@pytest.mark.slow
@pytest.mark.parametrize("claim, change", [
    ("appc-markov", without_its_counterexample),
    ("general-last-on", without_its_counterexample),
    ("zero-leakage", without_its_counterexample),
    ("converse-chain-rule", outside_its_condition),
])
def test_one_that_does_not_look_where_the_claim_fails_decides_nothing(
        copied: Callable[..., Session], tmp_path: Path, session: Session, claim: str,
        change: Callable[[Any], None]) -> None:
    used = copied(claim)
    file = tmp_path / "certificates" / f"{claim}.json"
    goal = json.loads(file.read_bytes())["goal"]
    change(goal)
    text = certificate(the_paper().goal(the_paper().claims[claim], goal))
    assert checker.judge({claim: text.encode()})[claim].word == "valid"
    file.write_text(text, encoding="utf-8")

    (found,) = used.judge([claim])

    assert found.verdict is session.judge([claim])[0].verdict
