"""The whole paper, judged once: every claim is decided, as it is known to come out, and the record says the same."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import reference
import truth
from run import python

from onoff_symbolic import checker
from onoff_symbolic.claims.file import Also, Paper, Supposed
from onoff_symbolic.claims.place import default, the_paper
from onoff_symbolic.claims.reader import load
from onoff_symbolic.paper.record import Record
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report.view import view
from onoff_symbolic.result import Result, Verdict
from onoff_symbolic.search import claim as module
from onoff_symbolic.search.claim import decide
from onoff_symbolic.search.find import certificate

IDS = list(the_paper().claims)
MOVES, MIXING = "0 < alpha < 1, 0 < beta < 1", "0 < alpha + beta < 2"
ERGODIC = "alpha > 0, beta > 0, alpha + beta < 2"

CONDITIONAL = {
    "mode-random": {"the mode is independent of the requests and the randomness"},
    "theorem1": {ERGODIC},
    "converse-private-times": {ERGODIC},
    "converse-chain-rule": {MIXING},
    "converse-bound": {f"{ERGODIC}, or alpha + beta = 1"},
    "general-rate": {MOVES},
    "general-last-on": {
        "the queries after F⁻(t) are made from the requests from F⁻(t) on and randomness drawn after F⁻(t)"},
    "general-converse-on": {MOVES},
    "general-converse": {f"{MOVES}, or alpha + beta = 1"},
}
REFUTED = """
    zero-leakage decodability-constraint nonergodic-cases rate-nonergodic table3-cases table3-caption appb-case2
    appb-case3 appc-premise appc-expansion appc-markov appc-case2 general-scheme
""".split()
STATIONARY = "(2 - alpha - beta)*((alpha + beta)*delta - beta) = 0"


@pytest.fixture(scope="module")
def results(session: Session) -> dict[str, Result]:
    """Of the recorded certificates; that these are the ones that are found is a test of its own."""
    return {result.id: result for result in session.judge(IDS)}


def test_nothing_is_undecided_and_every_verdict_is_as_known(results: dict[str, Result]) -> None:
    assert {c: r.why for c, r in results.items() if r.verdict is Verdict.UNDECIDED} == {}
    assert [c for c, r in results.items() if r.verdict is Verdict.REFUTED] == REFUTED
    found = {c: {each.text for each in r.conditions} for c, r in results.items() if r.conditions}
    assert found == CONDITIONAL
    assert all((r.verdict is Verdict.CONDITIONAL) == bool(r.conditions) for r in results.values())


# -- the record ------------------------------------------------------------------------------------------------


def test_there_is_a_record_of_every_claim(results: dict[str, Result]) -> None:
    folder = the_paper().folder / "certificates"
    assert {path.stem for path in folder.glob("*.json")} == set(IDS)
    standings = {c: Record(folder).standing(result).kind for c, result in results.items()}
    assert {c for c, kind in standings.items() if kind == "erratum"} == {*CONDITIONAL, *REFUTED}
    assert "fails" not in standings.values()


AGAIN = """
import sys
from pathlib import Path
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper.session import Session
session = Session(the_paper(), search=True)
claims = [*reversed(the_paper().claims)]
for place in range(0, len(claims), 17):
    session.judge(claims[place:place + 17])
for claim, text in session.certificates(the_paper().claims).items():
    Path(sys.argv[1], claim).write_text(text, encoding="utf-8")
"""


@pytest.mark.slow
def test_the_recorded_certificates_are_those_that_are_found(tmp_path: Path) -> None:
    """In another process, with other hashes, some claims after the others and in another order: the same bytes."""
    python(AGAIN, str(tmp_path), PYTHONHASHSEED="12345")
    found = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    recorded = {c: (the_paper().folder / "certificates" / f"{c}.json").read_text(encoding="utf-8") for c in IDS}
    assert found.keys() == recorded.keys()
    assert [c for c in IDS if found[c] != recorded[c]] == [], "run make certificates"


# -- the model: time is ℤ ------------------------------------------------------------------------------------------


def on_every_time(point: dict[str, Fraction]) -> bool:
    """Whether a chain on ℤ has these parameters: as far as they are given, some delta makes the law of X_0 last."""
    if {"alpha", "beta", "delta"} <= point.keys():
        return reference.holds(STATIONARY, point)
    if {"a", "b", "delta"} <= point.keys():      # the law after t steps is that of a chain, too
        return reference.holds(STATIONARY, {"alpha": 1 - point["a"], "beta": point["b"], "delta": point["delta"]})
    return "delta" not in point


def failures(result: Result) -> list[dict[str, Fraction]]:
    return [{name: Fraction(text) for name, text in each["at"].items()}
            for each in json.loads(result.certificate)["failures"]]


@pytest.mark.parametrize("claim", [*CONDITIONAL, *REFUTED])
def test_every_witness_is_a_chain_on_every_time(results: dict[str, Result], claim: str) -> None:
    assert failures(results[claim]) and all(on_every_time(point) for point in failures(results[claim]))


@pytest.mark.parametrize("point", ["1/5 1/5 0", "1/2 1/3 1", "0 1/2 1/2"])
def test_chains_that_begin_are_not_taken_for_such(point: str) -> None:
    assert not on_every_time(dict(zip(("alpha", "beta", "delta"), map(Fraction, point.split()), strict=True)))
    a, b, delta = map(Fraction, point.split())
    assert not on_every_time({"a": 1 - a, "b": b, "delta": delta}) and on_every_time({"alpha": a, "beta": b})


def test_the_law_of_a_chain_on_every_time_lasts() -> None:
    """At α+β = 2 and at 0 the law is free, elsewhere it is β/(α+β), by the matrix itself."""
    for a, b in [(a, b) for a in range(5) for b in range(5)]:
        alpha, beta = Fraction(a, 4), Fraction(b, 4)
        laws = [d for d in map(Fraction, ("0", "1/4", "1/3", "1/2", "2/3", "3/4", "1"))
                if reference.holds(STATIONARY, {"alpha": alpha, "beta": beta, "delta": d})]
        if (a, b) in ((0, 0), (4, 4)):
            assert len(laws) == 7
        else:
            assert laws == [d for d in laws if d * (1 - alpha) + (1 - d) * beta == d] and len(laws) <= 1


# -- conditions and dependencies ---------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", CONDITIONAL)
def test_each_condition_has_a_witness_of_its_own_or_comes_from_a_claim_in_use(
    results: dict[str, Result], claim: str
) -> None:
    """That the condition is false there and all others hold is worked out in test_truth."""
    result = results[claim]
    shown = {witness.violates for witness in result.witnesses}
    assert shown <= {c.text for c in result.conditions}
    for condition in result.conditions:
        if condition.text in shown:
            assert condition.through == ""
        else:
            assert condition.through in result.rests_on
            needs = [c for c in results[condition.through].conditions if c.text == condition.text]
            assert [c.where for c in needs] == [condition.where]
    own = [w for w in result.witnesses if w.violates]
    assert len({(w.violates, w.point, w.shows, str(w.statement)) for w in own}) == len(own), "no witness twice"


WEAKEST = [(c.id, s) for c in the_paper().claims.values() for s in c.suppose if s.weakest]
ALSO_INSIDE = {"or alpha + beta = 1": "alpha + beta = 1"}
"""What the text of a condition says beyond its relations."""


def unproved_outside(claim: str, supposed: Supposed) -> Iterator[dict[str, Fraction]]:
    """Chains on ℤ where the condition is false and none of its statements applies."""
    stated = the_paper().claims[claim]
    proofs = [s for part, number in supposed.weakest
              for at, s in zip(stated.positions[part], getattr(stated, part), strict=True) if at == number]
    more = [text for said, text in ALSO_INSIDE.items() if said in supposed.text]
    steps = [Fraction(n, 6) for n in range(7)]
    for alpha, beta, delta in itertools.product(steps, steps, [*steps, Fraction(2, 5), Fraction(3, 5)]):
        point = {"alpha": alpha, "beta": beta, "delta": delta}
        if not on_every_time(point) or any(reference.holds(text, point) for text in more):
            continue
        inside = all(reference.holds(text, point) for text in supposed.where)
        applies = [all(reference.holds(text, point) for text in (*stated.regions[s["region"]], *s.get("given", ())))
                   for s in proofs]
        if not inside and not any(applies):
            yield point


@pytest.mark.parametrize("claim, supposed", WEAKEST, ids=[name for name, _ in WEAKEST])
def test_what_proves_that_a_condition_is_weakest_leaves_no_chain_out(
        results: dict[str, Result], claim: str, supposed: Supposed) -> None:
    shown = [each.statement for each in results[claim].of("proves", "beside")]
    stated = the_paper().claims[claim]
    assert all(dict(stated.beside[number]) in shown for _, number in supposed.weakest)
    assert list(unproved_outside(claim, supposed)) == []
    for i in range(len(supposed.weakest)):
        fewer = replace(supposed, weakest=supposed.weakest[:i] + supposed.weakest[i + 1:])
        assert list(unproved_outside(claim, fewer)), "it is not needed"


def test_these_conditions_are_weakest() -> None:
    assert {"converse-private-times", "converse-bound"} <= {name for name, _ in WEAKEST}
    assert "converse-chain-rule" not in {name for name, _ in WEAKEST}


@pytest.mark.parametrize("claim", REFUTED)
def test_a_refuted_claim_has_a_correction_that_is_shown(results: dict[str, Result], claim: str) -> None:
    stated = the_paper().claims[claim]
    result = results[claim]
    assert stated.correction and result.corrected
    assert [s.statement for s in result.of("corrects")] == [dict(s) for s in stated.corrects]
    assert result.witnesses and not any(w.violates for w in result.witnesses)
    assert not result.of("proves")


def test_only_refuted_claims_have_a_correction() -> None:
    assert [c.id for c in the_paper().claims.values() if c.correction or c.corrects] == REFUTED


def test_nothing_rests_on_a_refuted_claim_and_no_claim_on_itself(results: dict[str, Result]) -> None:
    settled: set[str] = set()
    while ready := [c for c, r in results.items() if c not in settled and settled.issuperset(r.rests_on)]:
        settled.update(ready)
    assert settled == set(IDS), "a circle"
    assert not {use for r in results.values() for use in r.rests_on} & set(REFUTED)
    assert set(results["theorem1"].rests_on) >= {"claim1", "converse-chain-rule", "converse-equal-laws"}
    assert set(results["lemma1"].rests_on) == {"request-chain", "table3a", "table3b", "table3c"}


@pytest.mark.parametrize("claim", [c for c in IDS if the_paper().claims[c].uses()])
def test_the_conditions_of_claims_in_use_are_passed_on_or_granted(results: dict[str, Result], claim: str) -> None:
    goal: Any = results[claim].goal
    passed = {c.text: list(c.where) for c in results[claim].conditions}
    uses = [s for part in ("proves", "beside", "corrects") for s in goal[part] if s["kind"] == "uses"]
    for use in uses:
        for condition in results[use["claim"]].conditions:
            if passed.get(condition.text) != list(condition.where):
                points = truth.points(goal, use, 6)
                assert condition.where and points
                assert all(reference.holds(text, point) for text in condition.where for point in points)


@pytest.mark.parametrize("claim", IDS)
def test_what_is_shown_is_what_is_printed(results: dict[str, Result], claim: str) -> None:
    """Every printed statement is shown, as it stands or under the conditions, or is in doubt in a refuted claim."""
    result, stated = results[claim], the_paper().claims[claim]
    assert result.goal is not None and the_paper().accepts(dict(result.goal))
    where = [text for c in result.conditions for text in c.where]
    shown = [s.statement for s in result.of("proves", "beside")]
    for statement in map(dict, stated.proves):
        under = {**statement, "given": [*statement.get("given", []), *where]}
        failed = result.verdict is Verdict.REFUTED and any(w.statement == statement for w in result.witnesses)
        assert statement in shown or under in shown or failed or statement["kind"] == "uses"


def unshown(paper: Paper, results: Mapping[str, Result]) -> Iterator[str]:
    """What is said to hold for more, and is not shown as it stands, or not for every law of X_0."""
    for claim in paper.claims.values():
        for also in claim.also:
            stated = [(paper.claims[name], s) for name, part, number in also.by
                      for s in paper.claims[name].stated(part, number)]
            if not stated:
                yield also.text
            for other, statement in stated:
                shown = [dict(each.statement) for each in results[other.id].of("proves", "beside", "corrects")]
                names = [statement["region"]] if isinstance(statement["region"], str) else statement["region"]
                said = [*(text for name in names for text in other.regions[name]), *statement.get("given", [])]
                if dict(statement) not in shown or STATIONARY in said:
                    yield also.text


def test_what_holds_for_more_is_shown(results: dict[str, Result]) -> None:
    paper = the_paper()
    assert sum(len(claim.also) for claim in paper.claims.values()) > 12
    assert list(unshown(paper, results)) == []


@pytest.mark.parametrize("by", [
    ("theorem1", "proves", 5),              # only under the condition
    ("request-chain", "beside", 3),         # on the model
    ("decodability-constraint", "proves", 1),   # it fails
    ("theorem1", "proves", 99),             # it does not exist
])
def test_what_does_not_show_that_it_holds_for_more(results: dict[str, Result], by: tuple[str, str, int]) -> None:
    paper = the_paper()
    lemma1 = replace(paper.claims["lemma1"], also=(Also("More.", (by,)),))
    assert list(unshown(replace(paper, claims={**paper.claims, "lemma1": lemma1}), results)) == ["More."]


ALSO = """
[paper]
title = "A paper"
names = ["b"]
[regions]
all = []
positive = ["b > 0"]
[claim.one]
where = "1"
title = "One"
says = "b² ≥ 0."
domain = "all"
proves = [{ kind = "holds", region = "all", text = "b**2 >= 0" }]
also = [
    { says = "Mine.", by = ["proves 0"] },
    { says = "Of the other.", by = ["other proves 0"] },
    { says = "Of both.", by = ["proves 0", "other proves 0", "other beside 0"] },
]
[claim.other]
where = "2"
title = "Other"
says = "b³ ≥ 0."
domain = "all"
proves = [{ kind = "holds", region = "all", text = "TEXT" }]
beside = [{ kind = "holds", region = "positive", text = "b**3 >= 0" }]
"""


@pytest.mark.parametrize("text, verdict, also", [
    ("b**4 >= 0", Verdict.PROVED, ("Mine.", "Of the other.", "Of both.")),
    ("b**3 >= 0", Verdict.REFUTED, ("Mine.",)),
    ("b**4*c**2 + b**2*c**4 + 1 >= 3*b**2*c**2", Verdict.UNDECIDED, ("Mine.",)),
])
def test_nothing_holds_for_more_on_the_word_of_another_claim(tmp_path: Path, text: str, verdict: Verdict,
                                                             also: tuple[str, ...]) -> None:
    path = tmp_path / "paper.toml"
    path.write_text(ALSO.replace("TEXT", text).replace('["b"]', '["b", "c"]'), encoding="utf-8")
    session = Session(load(path), search=True)
    assert session.judge(["one"])[0].also == also == view(session.judge(["one"])[0]).also
    assert session.judge(["other"])[0].verdict is verdict


# -- sessions ----------------------------------------------------------------------------------------------------

FILE = """
[paper]
title = "A paper"
authors = []
names = ["p", "q"]
model = ["0 <= p <= 1"]
[regions]
all = ["0 <= p <= 1"]
"""


def claim(name: str, *states: str, more: str = "") -> str:
    return (f'[claim.{name}]\nwhere = "1"\ntitle = "{name}"\nsays = "."\ndomain = "all"\n'
            f"proves = [{', '.join(states)}]\n{more}\n")


def holds(text: str) -> str:
    return f'{{ kind = "holds", region = "all", text = "{text}" }}'


def uses(name: str) -> str:
    return f'{{ kind = "uses", region = "all", claim = "{name}" }}'


def judged(tmp_path: Path, *claims: str) -> dict[str, Result]:
    file = tmp_path / "claims.toml"
    file.write_text(FILE + "".join(claims), encoding="utf-8")
    paper = load(file)
    return {result.id: result for result in Session(paper).judge(paper.claims)}


def test_claims_that_use_each_other_prove_nothing(tmp_path: Path) -> None:
    found = judged(tmp_path, claim("hen", uses("egg"), holds("p <= 1")), claim("egg", uses("hen"), holds("p >= 0")),
                   claim("alone", uses("alone")))
    assert {r.verdict for r in found.values()} == {Verdict.UNDECIDED}


def test_what_rests_on_a_refuted_or_undecided_claim_is_undecided(tmp_path: Path) -> None:
    hard = "(q**2 + 3*q + 1)**2 + p*q**2 >= 0"
    found = judged(tmp_path, claim("bad", holds("p < 1")), claim("user", uses("bad"), holds("p <= 1")),
                   claim("open", holds(hard)), claim("waits", uses("open"), holds("p <= 1")))
    assert [r.verdict.value for r in found.values()] == ["refuted", "undecided", "undecided", "undecided"]
    assert "bad" in found["user"].why and found["open"].why and found["open"].certificate == ""


def test_one_failure_refutes_and_one_open_statement_leaves_open(tmp_path: Path) -> None:
    hard = "(q**2 + 3*q + 1)**2 + p*q**2 >= 0"
    found = judged(
        tmp_path, claim("good", holds("p <= 1")), claim("bad", holds("p <= 1"), holds("p != 1"), holds(hard)),
        claim("open", holds("p <= 1"), holds(hard)), claim("pole", holds("1/p = 1/p")))
    assert [r.verdict.value for r in found.values()] == ["proved", "refuted", "undecided", "refuted"]
    (witness,) = found["pole"].witnesses
    assert (witness.point, witness.left) == ((("p", "0"),), "no value")


INSIDE = 'suppose = [{ text = "p > 0", where = ["p > 0"] }]'


def test_a_condition_needs_a_failure_outside_and_a_proof_inside(tmp_path: Path) -> None:
    found = judged(
        tmp_path, claim("needs", holds("1/p >= 1"), more=INSIDE), claim("holds-anyway", holds("p >= 0"), more=INSIDE),
        claim("fails-inside", holds("p*(1 - p) > 0"), more=INSIDE), claim("user", uses("needs"), more=INSIDE),
        claim("forgetful", uses("needs"), holds("p >= 0")))
    assert {c: (r.verdict.value, [x.text for x in r.conditions]) for c, r in found.items()} == {
        "needs": ("conditional", ["p > 0"]), "holds-anyway": ("proved", []), "fails-inside": ("refuted", []),
        "user": ("conditional", ["p > 0"]), "forgetful": ("undecided", [])}
    assert found["user"].conditions[0].through == "needs"
    assert found["fails-inside"].witnesses[0].point == (("p", "1"),), "outside the condition it would say nothing"


def test_a_counterexample_whose_premise_is_false_makes_no_condition(tmp_path: Path) -> None:
    more = """suppose = [{ text = "luck", where = [] }]
tries = [{ note = "", violates = "luck", kind = "holds", region = "all", text = "p <= 1/2" }]
beside = [%s]"""
    found = judged(tmp_path, claim("sound", holds("p >= 0"), more=more % holds("p <= 1")),
                   claim("hasty", holds("p >= 0"), more=more % holds("p < 1")))
    assert found["sound"].verdict is Verdict.CONDITIONAL
    assert found["hasty"].verdict is Verdict.UNDECIDED


def test_a_claim_on_an_empty_region_is_not_proved(tmp_path: Path) -> None:
    nowhere = holds("p = 7").replace("text", 'given = ["p**2 + 1 <= 0"], text')
    assert judged(tmp_path, claim("empty", nowhere))["empty"].verdict is Verdict.UNDECIDED
    assert judged(tmp_path, claim("bold", nowhere, holds("p <= 1")))["bold"].verdict is Verdict.UNDECIDED


def test_a_claim_is_searched_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    session = Session(load(default()), told.append)
    session.judge(["table3a"])
    session.judge(["lemma1", "claim2", "table3a"])
    session.judge(["claim2"])
    assert sorted(told) == sorted(
        ["table3a", "request-chain", "rate-limit", "table3b", "table3c", "lemma1", "claim2"])


def renamed(claim: Any, paper: Any, used: Any) -> str:
    """Something that is proved, under the name of the claim."""
    data = json.loads(decide(paper.claims["t-step-law"], paper, {}))
    data["goal"]["claim"] = claim.id
    return json.dumps(data)


def of_another(claim: Any, paper: Any, used: Any) -> str:
    return decide(paper.claims["t-step-law"], paper, {})


def hidden(claim: Any, paper: Any, used: Any) -> str:
    """What is true in place of the claim, as if it were the claim."""
    data = json.loads(decide(claim, paper, used))
    data["goal"].update(verdict="proved", fails=[], corrects=[], proves=data["goal"]["corrects"], domain="high")
    data["points"]["conditions"] = data["points"]["high"]
    return json.dumps({**data, "failures": []}).replace("corrects ", "proves ")


@pytest.mark.parametrize("lie, claim, said", [
    (renamed, "table3-cases", "not what is claimed"), (of_another, "table3-cases", "t-step-law"),
    (hidden, "appb-case3", "not what is claimed"),
])
def test_the_search_is_not_believed(monkeypatch: pytest.MonkeyPatch, lie: Any, claim: str, said: str) -> None:
    """The certificate proves what it states; but it does not state the claim."""
    text = lie(the_paper().claims[claim], the_paper(), {})
    assert checker.judge({claim: text.encode()})[claim].word == "valid"
    monkeypatch.setattr(module, "decide", lie)
    (result,) = Session(the_paper(), search=True).judge([claim])
    assert result.verdict is Verdict.UNDECIDED and said in result.why


# -- certificates that were found before -------------------------------------------------------------------------


def copied(tmp_path: Path, *claims: str) -> Session:
    """The paper with certificates of these claims beside it."""
    (tmp_path / "certificates").mkdir()
    (tmp_path / "claims.toml").write_bytes(default().read_bytes())
    for name in claims:
        shutil.copy(default().parent / "certificates" / f"{name}.json", tmp_path / "certificates")
    return Session(load(tmp_path / "claims.toml"))


def test_a_recorded_certificate_saves_the_search_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, results: dict[str, Result]
) -> None:
    monkeypatch.setattr(module, "decide", lambda *_: pytest.fail("searched"))
    session = copied(tmp_path, "request-chain", "rate-limit", "table3a", "table3b", "table3c", "lemma1")
    (found,) = session.judge(["lemma1"])
    assert (found.verdict, found.rests_on) == (results["lemma1"].verdict, results["lemma1"].rests_on)


@pytest.mark.parametrize("spoil", [
    lambda text: "", lambda text: "{}", lambda text: text.replace('"1/2"', '"3"'),
    lambda text: text.replace("1 - alpha", "2 - alpha"), lambda text: text.replace('"beside": []', '"beside": [{}]'),
])
def test_a_recorded_certificate_that_is_none_is_found_again(tmp_path: Path, spoil: Callable[[str], str]) -> None:
    session = copied(tmp_path, "table3a")
    file = tmp_path / "certificates" / "table3a.json"
    file.write_text(spoil(file.read_text(encoding="utf-8")), encoding="utf-8")
    assert session.judge(["table3a"]) == Session(the_paper(), search=True).judge(["table3a"])


def test_a_recorded_certificate_of_another_claim_is_none(tmp_path: Path) -> None:
    session = copied(tmp_path, "table3b", "table3c")
    certificates = tmp_path / "certificates"
    shutil.copy(certificates / "table3c.json", certificates / "table3b.json")
    assert [found.verdict for found in session.judge(["table3b", "table3c"])] == [Verdict.PROVED, Verdict.PROVED]


def without_its_counterexample(goal: Any) -> None:
    goal.update(verdict="proved", proves=[dict(s) for s in the_paper().claims[goal["claim"]].proves], beside=[],
                fails=[], corrects=[], conditions=[])


def outside_its_condition(goal: Any) -> None:
    goal.update(verdict="refuted", proves=[], conditions=[], fails=[
        {"statement": {k: v for k, v in goal["fails"][0]["statement"].items() if k != "given"}, "violates": ""}])


@pytest.mark.slow
@pytest.mark.parametrize("claim, change", [
    ("appc-markov", without_its_counterexample), ("general-last-on", without_its_counterexample),
    ("zero-leakage", without_its_counterexample), ("converse-chain-rule", outside_its_condition),
])
def test_the_record_decides_no_verdict(
    tmp_path: Path, results: dict[str, Result], claim: str, change: Callable[[Any], None]
) -> None:
    """A certificate that is valid, states what is printed, but does not look at the counterexample or looks outside of
    what may be supposed."""
    session = copied(tmp_path, claim)
    file = tmp_path / "certificates" / f"{claim}.json"
    goal = json.loads(file.read_bytes())["goal"]
    change(goal)
    text = certificate(the_paper().goal(the_paper().claims[claim], goal))
    assert checker.judge({claim: text.encode()})[claim].word == "valid"
    file.write_text(text, encoding="utf-8")
    (found,) = session.judge([claim])
    assert found.verdict is results[claim].verdict
