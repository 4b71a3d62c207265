"""Names that vary in `always`, statements that cite others, `for` in regions, points that a user gives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from chance import chance, examples
from run import ROOT

from onoff_symbolic import checker
from onoff_symbolic.claims.reader import load
from onoff_symbolic.paper.session import Session
from onoff_symbolic.result import Result
from onoff_symbolic.search.find import NotFound, certificate, failure
from onoff_symbolic.search.write import empty_goal

FILE = ROOT / "tests" / "data" / "channels.toml"
Judge = Callable[..., Result]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """The result of the claim `it` of a claims file."""
    def found(text: str, more: str = "") -> Result:
        file = tmp_path / "claims.toml"
        file.write_text(f'{more}\n[claim.it]\ntitle = "it"\n{text}\n', encoding="utf-8")
        (result,) = Session(load(file)).judge(["it"])
        return result
    return found


# -- names that vary -------------------------------------------------------------------------------------------------


def test_channels_come_out_and_the_misprint_is_refuted() -> None:
    paper = load(FILE)
    results = {result.id: result for result in Session(paper).judge(list(paper.claims))}
    assert {id: result.verdict.value for id, result in results.items()} == {
        "degraded": "proved", "composed": "proved", "degraded-twin": "refuted"}
    (witness,) = results["degraded-twin"].witnesses
    shows = dict(witness.shows)
    values = [Fraction(text) for text in shows[f"z at t = 0..{shows['time']}"].split(", ")]
    x = y = Fraction(0)
    for z in values:
        x, y = x + z - 2 * x * z, x
    assert int(shows["time"]) == len(values) - 1
    assert y > x
    assert all(0 <= z <= 1 for z in values)


@pytest.mark.drawn
@pytest.mark.parametrize("number", range(examples(10, 40)))
def test_what_is_proved_holds_for_values_that_are_drawn(number: int) -> None:
    """x goes to a·x + b·z, z in [0, 1]: x <= bound at every t is proved only if no z lead out of it."""
    draw = chance(number)
    a, b, bound = (Fraction(draw.randint(0, 6), 4) for _ in range(3))
    goal = empty_goal("drawn", "a sequence", ["x", "z"], {"all": ["0 <= z <= 1"]})
    statement = {
        "kind": "always",
        "region": "all",
        "start": {"x": "0"},
        "next": {"x": f"{a}*x + {b}*z"},
        "text": [f"0 <= x <= {bound}"],
        "varying": ["z"],
    }
    goal["proves"] = [statement]
    largest = [Fraction(0)]
    for _ in range(40):
        largest.append(a * largest[-1] + b)
    try:
        text = certificate(goal)
    except NotFound:
        assert a * bound + b > bound, "it is inductive, so that a proof is easy"
    else:
        assert checker.judge({"it": text.encode()})["it"].word == "valid"
        assert max(largest) <= bound
    if shown := failure(goal, statement):
        x = Fraction(0)
        for each in shown["varying"][1:]:
            x = a * x + b * Fraction(each["z"])
        assert not 0 <= x <= bound
    else:
        assert max(largest[:3]) <= bound


@pytest.mark.parametrize("text", ["x <= z", "x <= 1/2 - z", "x + z <= 1", "x/z >= 0"])
def test_the_relations_do_not_speak_of_what_varies(text: str) -> None:
    goal = empty_goal("it", "it", ["x", "z"], {"all": ["0 < z <= 1/2"]})
    goal["proves"] = [{"kind": "always", "region": "all", "start": {"x": "z"}, "next": {"x": "z"}, "text": [text],
                       "varying": ["z"]}]
    with pytest.raises(NotFound, match="of which the relations do not speak"):
        certificate(goal)


# -- statements that cite others -------------------------------------------------------------------------------------

CITING = """
names = ["a", "b"]
domain = "all"
regions.all = ["0 <= a <= 1", "b >= 0"]
proves = [
  {{ kind = "holds", region = "all", name = "first", text = "{first}" }},
  {{ kind = "holds", region = "all", by = ["first"], text = "a**2*b <= b" }},
]
"""


@pytest.mark.slow
def test_a_statement_may_rest_on_one_before(judge: Judge) -> None:
    result = judge(CITING.format(first="a**2 <= 1"))
    assert result.verdict.value == "proved"
    assert "a**2 <= 1" in result.shown[1].region
    wrong = judge(CITING.format(first="a**2 <= 1/2"))
    assert wrong.verdict.value == "refuted", "the first is false, and nothing rests on it"
    assert all(shown.statement.get("name") != "first" for shown in wrong.shown)


# -- regions ---------------------------------------------------------------------------------------------------------

LAW = """
[tables.q]
index = [["A", "B", "C"]]
entries = ["a", "b", "1 - a - b"]
"""


@pytest.mark.slow
def test_a_region_may_say_something_for_all_labels(judge: Judge) -> None:
    text = """
names = ["a", "b"]
domain = "laws"
regions.laws = ["for x in A,B,C: 0 <= q[x] <= 1"]
proves = [{ kind = "holds", region = "laws", text = "for x in A,B,C: q[x]**2 <= q[x]" },
          { kind = "holds", region = "laws", text = "sum x in A,B,C: q[x] = 1" }]
"""
    assert judge(text, LAW).verdict.value == "proved"
    refuted = judge(text.replace("q[x]**2 <= q[x]", "q[x]**2 < q[x]"), LAW)
    assert refuted.verdict.value == "refuted"
    assert refuted.witnesses[0].point


# -- points that a user gives ----------------------------------------------------------------------------------------

CURVE = """
names = ["a", "b"]
domain = "curve"
regions.curve = ["a**3 + b**3 = 9", "a > 0", "b > 0"]
{points}
proves = [{{ kind = "holds", region = "curve", text = "a*b > 0" }}]
"""


@pytest.mark.slow
def test_a_point_that_is_hard_to_find_may_be_given(judge: Judge) -> None:
    assert judge(CURVE.format(points="")).verdict.value == "undecided"
    result = judge(CURVE.format(points='points.curve = { a = "2", b = 1 }'))
    assert result.verdict.value == "proved"
    assert '"a": "2", "b": "1"' in result.certificate
    assert judge(CURVE.format(points='points.curve = { a = "2", b = "2" }')).verdict.value == "undecided"
