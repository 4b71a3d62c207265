"""What a printed statement may suppose: the domain and the conditions, wherever it is put and however it is hidden.

Each goal is written by hand, with facts that prove its statements where they are made; what is tested is whether that
is enough for what the claim says.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from answers import answer, encoded, word

from onoff_symbolic.claims.reader import load
from onoff_symbolic.paper.session import Session

ABOVE_ONE = {"kind": "holds", "region": "R", "text": "b > 1"}
HOLDS = {"kind": "holds", "region": "all", "text": "1 > 0"}
OUTSIDE = {"statement": {"kind": "holds", "region": "all", "text": "b > 1"}, "violates": "b is large"}
LARGE = {"text": "b is large", "where": ["b > 2"]}


def fact(says: str = "b > 1", least: str = "1", on: str = "R") -> dict[str, Any]:
    """Return a step: the first hypothesis of a region, and a number that is added to it."""
    return {"on": on, "says": says, "terms": [["1", 0], [least]]}


def certificate(*proves: Any, facts: Sequence[Any] | None = None, point: str = "3", **goal: Any) -> bytes:
    """Return a certificate in which every region has the same point; `goal` is what is not as in a proved claim about
    b."""
    stated = {
        "claim": "x",
        "title": "x",
        "verdict": "proved",
        "names": ["b"],
        "tables": {},
        "schemes": {},
        "domain": "D",
        "conditions": [],
        "proves": [*proves],
        "beside": [],
        "fails": [],
        "corrects": [],
        **goal,
    }
    stated["regions"] = {"R": ["b > 2"], "all": [], **goal["regions"]}
    regions = {each["region"] for each in (*stated["proves"], *stated["beside"])}
    if stated["domain"]:
        regions.add("conditions")
    outside = {"at": dict.fromkeys(stated["names"], "0"), "choice": {}}
    return encoded({
        "format": "onoff-certificate",
        "version": 3,
        "goal": stated,
        "points": dict.fromkeys(regions, dict.fromkeys(stated["names"], point)),
        "invariants": {},
        "values": {},
        "facts": [fact()] if facts is None else [*facts],
        "failures": [outside] * len(stated["fails"]),
    })


def is_supposed_too_much(data: bytes) -> bool:
    found = answer(data)
    return (found.word, found.kind) == ("invalid", "condition")


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
    assert is_supposed_too_much(certificate(ABOVE_ONE, regions={"D": domain}))


@pytest.mark.parametrize("domain", [["b > 2"], ["2 < b < 5", "0*b = 0"], ["b = 3"]])
def test_what_the_domain_says_may_be_supposed(domain: list[str]) -> None:
    facts = [fact(), fact("b > 2", on="conditions")] if domain == ["b = 3"] else [fact()]
    assert word(certificate(ABOVE_ONE, facts=facts, regions={"D": domain})) == "valid"


@pytest.mark.parametrize("domain, expected", [(["b = b"], "valid"), (["0 <= 1"], "invalid")])
def test_letters_of_the_statement_are_no_names_of_the_domain(domain: list[str], expected: str) -> None:
    """c > 2 is part of the statement where the domain speaks of b, not where it speaks of no name: all are meant."""
    letter = {"kind": "holds", "region": "C", "text": "c > 1"}
    regions = {"D": domain, "C": ["c > 2"]}
    data = certificate(letter, facts=[fact("c > 1", on="C")], names=["b", "c"], regions=regions)
    assert word(data) == expected


TABLES = {
    "T": {"index": [["A", "B"]], "entries": ["b", "1 - b"]},
    "C": {"index": [["A", "B"], ["A", "B"]], "entries": ["b", "1 - b", "b", "1 - b"]},
}
HIDDEN = {"states": ["A", "B"], "chain": "C", "shows": {"A": "u", "B": "u"}, "starts": {"s": "A"}}
DRAWN = {"X": {"values": "0..1", "law": ["b", "1 - b"]}}


@pytest.mark.parametrize("domain", ["0*T[A] >= 0", "T[A] >= 0", "T[A] + T[B] = 1"])
def test_a_domain_may_speak_of_a_name_by_a_table(domain: str) -> None:
    assert is_supposed_too_much(certificate(ABOVE_ONE, tables=TABLES, regions={"D": [domain]}))


@pytest.mark.parametrize("domain, models", [
    ("T[A] = T[A]", {}),
    ("0*T[A] >= 0", {}),
    ("T[A] + T[B] = 1", {}),
    ("history(P,s,u,u) = 1", {"processes": {"P": HIDDEN}}),
    ("Pr(E, X = 0) + Pr(E, X = 1) = 1", {"experiments": {"E": DRAWN}}),
])
def test_a_name_that_cancels_is_spoken_of_beside_another(domain: str, models: dict[str, Any]) -> None:
    """b > 1/4 is false for b = 0, though the domain speaks of c in a relation that does not cancel."""
    quarter = {"kind": "holds", "region": "half", "text": "b > 1/4"}
    facts = [fact("b > 1/4", "1/4", "half")]
    for stated in ([domain, "c >= 0"], ["c >= 0", domain]):
        regions = {"D": stated, "half": ["b > 1/2"]}
        data = certificate(
            quarter, facts=facts, point="3/4", names=["b", "c"], tables=TABLES, **models, regions=regions)
        assert is_supposed_too_much(data)


@pytest.mark.parametrize("domain, expected", [
    (["X -> Y -> Z"], "invalid"),
    (["b >= 0", "H(X) >= 0"], "invalid"),
    (["H(X) = 0"], "valid"),
    (["b >= 0"], "valid"),
])
def test_a_domain_may_speak_of_random_variables(domain: list[str], expected: str) -> None:
    """X is no constant wherever X -> Y -> Z. Where the domain does not speak of X, it is a letter of the statement."""
    constant = {"kind": "holds", "region": "R", "text": "H(X) = 0"}
    assert word(certificate(constant, facts=[], regions={"D": domain, "R": ["H(X) = 0"]})) == expected


# -- every printed statement ---------------------------------------------------------------------------------------


class TestConditional:
    """Each statement is shown under the conditions or under nothing."""

    def certificate(self, *proves: Any, **more: Any) -> bytes:
        regions = {"D": ["b >= 0"], "huge": ["b > 2", "b > 3"]}
        return certificate(
            *proves, verdict="conditional", conditions=[LARGE], fails=[OUTSIDE], regions=regions, **more)

    @pytest.mark.parametrize("proves, facts", [
        ([ABOVE_ONE, HOLDS], [fact()]),
        ([HOLDS, ABOVE_ONE], [fact()]),
        ([HOLDS], []),
    ])
    def test_accepts(self, proves: list[Any], facts: list[Any]) -> None:
        assert word(self.certificate(*proves, facts=facts)) == "valid"

    def test_refuses_another_supposition(self) -> None:
        huge = {"kind": "holds", "region": "huge", "text": "b > 3"}
        assert is_supposed_too_much(self.certificate(ABOVE_ONE, huge, point="4"))


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


def written(folder: Path, region: str, text: str) -> Path:
    path = folder / "paper.toml"
    path.write_text(PAPER.replace("REGION", region).replace("TEXT", text), encoding="utf-8")
    return path


@pytest.mark.parametrize("region, text, verdict", [
    ("huge", "b > 3", "undecided"),
    ("large", "b > 2", "conditional"),
    ("D", "b >= 0", "conditional"),
])
def test_a_claim_of_two_statements_is_not_conditional_by_the_first_alone(
        tmp_path: Path, region: str, text: str, verdict: str) -> None:
    """The second holds where it is made. It is undecided under the conditions if it supposes something else."""
    (result,) = Session(load(written(tmp_path, region, text)), search=True).judge(["both"])
    assert result.verdict.value == verdict, result.why
    assert verdict != "undecided" or "b > 3" in result.why


@pytest.mark.parametrize("verdict, part, accepted", [
    ("conditional", "proves", True),
    ("conditional", "beside", False),
    ("proved", "beside", False),
])
def test_a_printed_statement_is_no_remark(tmp_path: Path, verdict: str, part: str, accepted: bool) -> None:
    """What a record states under `beside` shows nothing of what is printed."""
    paper = load(written(tmp_path, "huge", "b > 3"))
    claim = paper.claims["both"]
    first, second = map(dict, claim.proves)
    goal: dict[str, Any] = {
        "verdict": verdict,
        "proves": [first],
        "beside": [],
        "fails": [],
        "corrects": [],
        "conditions": [],
    }
    if verdict == "conditional":
        first["given"] = ["b > 2"]
        goal["conditions"] = [{"text": "b > 2", "where": ["b > 2"]}]
    goal[part].append(second)
    assert paper.accepts(paper.goal(claim, goal)) == accepted


# -- uses of claims without a domain -------------------------------------------------------------------------------


@pytest.mark.parametrize("region, expected", [
    (["b > 2"], "valid"),
    (["b >= 0"], "invalid"),
    ([], "invalid"),
])
def test_a_claim_without_a_domain_is_used_where_it_is_shown(region: list[str], expected: str) -> None:
    use = {"kind": "uses", "region": "here", "claim": "used"}
    it = certificate(use, facts=[], claim="it", regions={"D": region, "here": region})
    used = certificate(ABOVE_ONE, claim="used", domain="", regions={})
    assert word(used) == "valid"
    assert word(it, used=used) == expected
