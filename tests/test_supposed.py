"""What a printed statement may suppose: the domain and the conditions, wherever it is put and however it is hidden.

Each goal is written by hand, with facts that prove its statements where they are made; what is tested is whether that
is enough for what the claim says.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from onoff_symbolic import checker
from onoff_symbolic.claims.reader import load
from onoff_symbolic.paper.session import Session

ABOVE_ONE = {"kind": "holds", "region": "R", "text": "b > 1"}
HOLDS = {"kind": "holds", "region": "all", "text": "1 > 0"}
OUTSIDE = {"statement": {"kind": "holds", "region": "all", "text": "b > 1"}, "violates": "b is large"}
LARGE = {"text": "b is large", "where": ["b > 2"]}
FACT = {"on": "R", "says": "b > 1", "terms": [["1", 0], ["1"]]}
"""R says first that b > 2."""


def certificate(proves: Sequence[Any], facts: Sequence[Any] = (FACT,), point: str = "3", **goal: Any) -> bytes:
    """A certificate in which every region has the same point; `goal` is what is not as in a proved claim about b."""
    stated = {"claim": "x", "title": "x", "verdict": "proved", "names": ["b"], "tables": {}, "schemes": {},
              "domain": "D", "conditions": [], "proves": [*proves], "beside": [], "fails": [], "corrects": [], **goal}
    stated["regions"] = {"R": ["b > 2"], "all": [], **goal["regions"]}
    at = dict.fromkeys(stated["names"], point)
    regions = {each["region"] for part in ("proves", "beside") for each in stated[part]}
    regions |= {"conditions"} if stated["domain"] else set()
    return json.dumps({
        "format": "onoff-certificate", "version": 3, "goal": stated, "points": dict.fromkeys(regions, at),
        "invariants": {}, "values": {}, "facts": [*facts],
        "failures": [{"at": dict.fromkeys(stated["names"], "0"), "choice": {}}] * len(stated["fails"])}).encode()


def judged(data: bytes) -> tuple[str, str]:
    answer = checker.judge({"x": data})["x"]
    return answer.word, answer.kind


# -- the names of the domain ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("domain", [
    ["b = b"],
    ["0*b >= 0"],
    ["b - b = 0"],
    ["b**0 = 1"],
    ["0 <= 1"],
    [],
    ["0 <= b*0"],
    ["b > 0"],
    ["b = b", "1 > 0"],
])
def test_a_relation_that_cancels_is_no_leave_to_suppose(domain: list[str]) -> None:
    """b > 1 is false for b = 1/2, whatever the domain says that is true of every b."""
    assert judged(certificate([ABOVE_ONE], regions={"D": domain})) == ("invalid", "condition")


@pytest.mark.parametrize("domain", [["b > 2"], ["2 < b < 5", "0*b = 0"], ["b = 3"]])
def test_what_the_domain_says_may_be_supposed(domain: list[str]) -> None:
    more = [{"on": "conditions", "says": "b > 2", "terms": [["1", 0], ["1"]]}] if domain == ["b = 3"] else []
    assert judged(certificate([ABOVE_ONE], [FACT, *more], regions={"D": domain})) == ("valid", "")


@pytest.mark.parametrize("domain, word", [(["b = b"], "valid"), (["0 <= 1"], "invalid")])
def test_letters_of_the_statement_are_no_names_of_the_domain(domain: list[str], word: str) -> None:
    """c > 2 is part of the statement where the domain speaks of b, not where it speaks of no name: all are meant."""
    letter = {"kind": "holds", "region": "C", "text": "c > 1"}
    fact = {"on": "C", "says": "c > 1", "terms": [["1", 0], ["1"]]}
    data = certificate([letter], [fact], names=["b", "c"], regions={"D": domain, "C": ["c > 2"]})
    assert judged(data)[0] == word


@pytest.mark.parametrize("domain", ["0*T[A] >= 0", "T[A] >= 0", "T[A] + T[B] = 1"])
def test_a_domain_may_speak_of_a_name_by_a_table(domain: str) -> None:
    tables = {"T": {"index": [["A", "B"]], "entries": ["b", "1 - b"]}}
    assert judged(certificate([ABOVE_ONE], tables=tables, regions={"D": [domain]})) == ("invalid", "condition")


HALVES = {
    "T": {"index": [["A", "B"]], "entries": ["b", "1 - b"]},
    "C": {"index": [["A", "B"], ["A", "B"]], "entries": ["b", "1 - b", "b", "1 - b"]},
}
HIDDEN = {"P": {"states": ["A", "B"], "chain": "C", "shows": {"A": "u", "B": "u"}, "starts": {"s": "A"}}}
DRAWN = {"E": {"X": {"values": "0..1", "law": ["b", "1 - b"]}}}


@pytest.mark.parametrize("domain, models", [
    ("T[A] = T[A]", {}),
    ("0*T[A] >= 0", {}),
    ("T[A] + T[B] = 1", {}),
    ("history(P,s,u,u) = 1", {"processes": HIDDEN}),
    ("Pr(E, X = 0) + Pr(E, X = 1) = 1", {"experiments": DRAWN}),
])
def test_a_name_that_cancels_is_spoken_of_beside_another(domain: str, models: dict[str, Any]) -> None:
    """b > 1/4 is false for b = 0, though the domain speaks of c in a relation that does not cancel."""
    quarter = {"kind": "holds", "region": "half", "text": "b > 1/4"}
    fact = {"on": "half", "says": "b > 1/4", "terms": [["1", 0], ["1/4"]]}
    for regions in ({"D": [domain, "c >= 0"]}, {"D": ["c >= 0", domain]}):
        data = certificate([quarter], [fact], "3/4", names=["b", "c"], tables=HALVES, **models,
                           regions={**regions, "half": ["b > 1/2"]})
        assert judged(data) == ("invalid", "condition")


@pytest.mark.parametrize("domain, word", [
    (["X -> Y -> Z"], "invalid"),
    (["b >= 0", "H(X) >= 0"], "invalid"),
    (["H(X) = 0"], "valid"),
    (["b >= 0"], "valid"),
])
def test_a_domain_may_speak_of_random_variables(domain: list[str], word: str) -> None:
    """X is no constant wherever X -> Y -> Z. Where the domain does not speak of X, it is a letter of the statement."""
    constant = {"kind": "holds", "region": "R", "text": "H(X) = 0"}
    assert judged(certificate([constant], [], regions={"D": domain, "R": ["H(X) = 0"]}))[0] == word


# -- every printed statement ---------------------------------------------------------------------------------------


def conditional(proves: Sequence[Any], **more: Any) -> bytes:
    return certificate(proves, verdict="conditional", conditions=[LARGE], fails=[OUTSIDE], **more)


def test_each_statement_is_shown_under_the_conditions_or_under_nothing() -> None:
    regions = {"D": ["b >= 0"], "huge": ["b > 2", "b > 3"]}
    huge = {"kind": "holds", "region": "huge", "text": "b > 3"}
    assert judged(conditional([ABOVE_ONE, HOLDS], regions=regions)) == ("valid", "")
    assert judged(conditional([HOLDS, ABOVE_ONE], regions=regions)) == ("valid", "")
    assert judged(conditional([ABOVE_ONE, huge], regions=regions, point="4")) == ("invalid", "condition")
    # what fails says that the condition is needed
    assert judged(conditional([HOLDS], regions=regions, facts=[])) == ("valid", "")


PAPER = """
[paper]
title = "A paper"
names = ["b"]
model = []
[regions]
D = ["b >= 0"]
large = ["b > 2"]
huge = ["b > 3"]
[claim.both]
where = "Section 1"
title = "b is large"
says = "b > 1, and b > 3."
domain = "D"
proves = [
    { kind = "holds", region = "D", text = "b > 2" },
    { kind = "holds", region = "REGION", text = "TEXT" },
]
suppose = [{ text = "b > 2", where = ["b > 2"] }]
"""


@pytest.mark.parametrize("region, text, verdict", [
    ("huge", "b > 3", "undecided"),
    ("large", "b > 2", "conditional"),
    ("D", "b >= 0", "conditional"),
])
def test_a_claim_of_two_statements_is_not_conditional_by_the_first_alone(tmp_path: Any, region: str, text: str,
                                                                         verdict: str) -> None:
    """The second holds where it is made. It is undecided under the conditions if it supposes something else."""
    path = tmp_path / "paper.toml"
    path.write_text(PAPER.replace("REGION", region).replace("TEXT", text), encoding="utf-8")
    result = Session(load(path), search=True).judge(["both"])[0]
    assert result.verdict.value == verdict, result.why
    assert verdict != "undecided" or "b > 3" in result.why


@pytest.mark.parametrize("verdict, part, accepted", [
    ("conditional", "proves", True),
    ("conditional", "beside", False),
    ("proved", "beside", False),
])
def test_a_printed_statement_is_no_remark(tmp_path: Any, verdict: str, part: str, accepted: bool) -> None:
    """What a record states under `beside` shows nothing of what is printed."""
    path = tmp_path / "paper.toml"
    path.write_text(PAPER.replace("REGION", "huge").replace("TEXT", "b > 3"), encoding="utf-8")
    paper = load(path)
    claim = paper.claims["both"]
    under = {**claim.proves[0], "given": ["b > 2"]}
    plain = dict(claim.proves[1])
    parts: dict[str, Any] = {"proves": [under if verdict == "conditional" else claim.proves[0]], "beside": []}
    parts[part].append(plain)
    goal = paper.goal(claim, {
        "verdict": verdict, "fails": [], "corrects": [], **parts,
        "conditions": [{"text": "b > 2", "where": ["b > 2"]}] if verdict == "conditional" else []})
    assert paper.accepts(goal) == accepted


# -- uses of claims without a domain -------------------------------------------------------------------------------


@pytest.mark.parametrize("region, word", [(["b > 2"], "valid"), (["b >= 0"], "invalid"), ([], "invalid")])
def test_a_claim_without_a_domain_is_used_where_it_is_shown(region: list[str], word: str) -> None:
    use = {"kind": "uses", "region": "here", "claim": "used"}
    it = certificate([use], [], claim="it", regions={"D": region, "here": region})
    answers = checker.judge({"used": certificate([ABOVE_ONE], claim="used", domain="", regions={}), "it": it})
    assert (answers["used"].word, answers["it"].word) == ("valid", word)
