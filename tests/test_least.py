"""Programs that a claim poses: the least and the largest value, compared with a solver that rounds."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import floats
import pytest
from chance import chance

from onoff_symbolic import checker
from onoff_symbolic.claims.kinds import restated
from onoff_symbolic.claims.reader import load
from onoff_symbolic.paper.session import Session
from onoff_symbolic.search.errors import NotFound
from onoff_symbolic.search.facts import SeekingGoal
from onoff_symbolic.search.find import certificate, failure
from onoff_symbolic.search.write import empty_goal
from onoff_symbolic.search.linear import program_of

NAMES = ["x", "y", "z"]
Part = dict[str, Any]


EDGES = """\
[claim.it]
title  = "x"
names  = ["p", "x"]
domain = "unit"
regions.unit = ["0 <= p <= 1"]
proves = [{ kind = "least", variables = ["x"], subject = [%s], of = "x", value = "%s" }]
"""


@pytest.mark.parametrize(
    "subject, value, more, verdict, found",
    [
        ('"p*x >= 1", "x >= 0"', "1/p", "", "refuted", "no solution"),
        (
            '"p*x >= 1", "x >= 0"',
            "1/p",
            'suppose = [{ text = "p > 0", where = ["p > 0"] }]',
            "conditional",
            "no solution",
        ),
        ('"x >= 1 + p"', "(1 - p**2)/(1 - p)", "", "refuted", "no value"),
        ('"x >= 0", "-2*x >= 0", "x >= 1"', "1", "", "refuted", "no solution"),
        ('"x >= 0", "x <= 0"', "-1", "", "refuted", "0"),
        ('"x >= 0", "x <= 0"', "0", "", "proved", ""),
    ],
)
def test_a_program_at_the_edge_of_its_region(
    tmp_path: Path, subject: str, value: str, more: str, verdict: str, found: str
) -> None:
    (path := tmp_path / "a.toml").write_text(EDGES % (subject, value) + more, encoding="utf-8")
    (result,) = Session(load(path)).judge(["it"])
    assert result.verdict.value == verdict and len(result.witnesses) == bool(found)
    assert all(found in (witness.left, witness.right) for witness in result.witnesses)


# -- drawn programs --------------------------------------------------------------------------------------------------


def drawn(number: int) -> tuple[Part, list[tuple[list[int], str, int]], list[int]]:
    """A statement without its value, its rows and its costs; every variable lies in a box."""
    draw = chance(number)
    rows = [
        ([draw.randint(-2, 3) for _ in NAMES], draw.choice(("<=", ">=", ">=", "=")), draw.randint(-1, 3))
        for _ in range(draw.randint(1, 3))
    ]
    costs = [draw.randint(-3, 3) for _ in NAMES]
    subject = [f"{low} <= {name} <= {low + 3}" for name, low in zip(NAMES, (0, 0, -1))]
    subject += [f"{' + '.join(f'{c}*{n}' for c, n in zip(row, NAMES))} {sign} {bound}" for row, sign, bound in rows]
    statement = {
        "kind": draw.choice(("least", "most")),
        "region": "all",
        "variables": NAMES,
        "subject": [text.replace("+ -", "- ") for text in subject],
        "of": " + ".join(f"{c}*{n}" for c, n in zip(costs, NAMES)).replace("+ -", "- "),
    }
    return statement, rows, costs


def proposed(kind: str, rows: list[tuple[list[int], str, int]], costs: list[int]) -> float | None:
    """Return the value as a float solver has it; None if no values satisfy the relations."""
    below, above = {"<=", "="}, {">=", "="}
    bounds: list[floats.Row] = [({place: 1}, low, low + 3) for place, low in enumerate((0, 0, -1))]
    for row, sign, bound in rows:
        lower = bound if sign in above else -floats.INFINITE
        upper = bound if sign in below else floats.INFINITE
        bounds.append((dict(enumerate(row)), lower, upper))
    turn = 1 if kind == "least" else -1
    found = floats.least([turn * c for c in costs], bounds, low=-floats.INFINITE)
    return None if found is None else turn * found


def accepted(goal: Part) -> bool:
    """Return whether the checker accepts the certificate that is found."""
    return checker.judge({"it": certificate(goal).encode()})["it"].word == "valid"


def failing(goal: Part, statement: Part) -> Part:
    """Return the goal that says that a statement fails."""
    return {**goal, "verdict": "refuted", "proves": [], "fails": [{"statement": statement, "violates": ""}]}


def goal_of(statement: Part, value: Any) -> Part:
    stated = restated({**statement, "value": str(value)}, {})
    return {**empty_goal("drawn", "a program", NAMES, {"all": []}), "proves": [stated]}


def value_of(statement: Part) -> Fraction | None:
    """The exact value, from the search."""
    goal = SeekingGoal(goal_of(statement, "0"))
    stated: Any = goal.statements["proves 0"]
    try:
        found = program_of(stated, goal.seeker).solved().value.constant()
    except NotFound:
        return None
    return Fraction(found) if statement["kind"] == "least" else -Fraction(found)


@pytest.mark.drawn
@pytest.mark.parametrize("number", range(30))
def test_the_value_is_the_one_that_a_float_solver_has(number: int) -> None:
    statement, rows, costs = drawn(number)
    told, value = proposed(statement["kind"], rows, costs), value_of(statement)
    assert (told is None) == (value is None)
    if value is None or told is None:
        goal = goal_of(statement, "0")
        with pytest.raises(NotFound):
            certificate(goal)
        shown = failure(goal, goal["proves"][0])
        assert shown is not None and shown["infeasible"] is True
        assert accepted(failing(goal, goal["proves"][0]))
        return
    assert abs(told - float(value)) < 1e-6
    assert accepted(goal_of(statement, value))
    for wrong in (value - Fraction(1, 7), value + Fraction(1, 7)):
        goal = goal_of(statement, wrong)
        with pytest.raises(NotFound):
            certificate(goal)
        shown = failure(goal, goal["proves"][0])
        assert shown is not None and ("values" in shown) == ((wrong > value) == (statement["kind"] == "least"))


PROGRAM = {"kind": "least", "region": "low", "variables": ["x"], "of": "x"}


UNSOLVED = {
    "no change": {},
    "not said to be infeasible": {"infeasible": False, "multipliers": ["0", "0", "1"]},
    "multipliers that add to nothing": {"multipliers": ["0", "0", "0"]},
    "a multiplier less": {"multipliers": ["1", "1"]},
    "multipliers that add to something else": {"multipliers": ["1", "0", "1"]},
    "negative multipliers": {"multipliers": ["-1", "-1", "1"]},
}


@pytest.mark.parametrize("name", UNSOLVED)
def test_that_a_program_has_no_solution_is_shown_by_multipliers(name: str) -> None:
    """x <= p, y <= p, x + y >= 1 where p < 1/2."""
    subject = ["x >= 0", "y >= 0", "x <= p", "y <= p", "x + y >= 1"]
    goal = empty_goal("empty", "no solution", ["p", "x", "y"], {"low": ["0 <= p <= 1/2"]})
    found = json.loads(
        certificate(failing(goal, {**PROGRAM, "variables": ["x", "y"], "subject": subject, "value": "1 - p"}))
    )
    assert found["failures"][0]["infeasible"] is True

    found["failures"][0].update(UNSOLVED[name])

    answer = checker.judge({"it": json.dumps(found).encode()})["it"]
    assert (answer.word, answer.kind) == (("invalid", "failure") if UNSOLVED[name] else ("valid", ""))


def test_a_multiplier_of_a_wrong_sign_refutes_nothing() -> None:
    """With -1 for x <= p, x would be at least p; the least of x is 0."""
    goal = empty_goal("it", "least", ["p", "x"], {"low": ["1/4 <= p <= 1/2"]})
    found = json.loads(certificate(failing(goal, {**PROGRAM, "subject": ["x >= 0", "x <= p"], "value": "-1"})))
    assert found["failures"][0]["multipliers"] == ["0"]

    found["goal"]["fails"][0]["statement"]["value"] = "0"
    found["failures"][0]["multipliers"] = ["-1"]

    assert checker.judge({"it": json.dumps(found).encode()})["it"].kind == "failure"


@pytest.mark.parametrize(
    "subject, value, kind",
    [
        (["x <= p"], "0", "least"),
        (["x <= p"], "-100*p - 7", "least"),
        (["x >= p"], "p", "most"),
        (["x - y <= p", "x >= 0", "y >= 0"], "1000", "most"),
        (["x <= y", "y <= z"], "p**3", "least"),
    ],
)
def test_a_program_without_a_bound_refutes_every_value(subject: list[str], value: str, kind: str) -> None:
    goal = empty_goal("it", "no bound", ["p", *NAMES], {"low": ["0 <= p <= 1/2"]})
    stated = restated({**PROGRAM, "kind": kind, "variables": NAMES, "subject": subject, "value": value}, {})
    with pytest.raises(NotFound, match="values get better without end"):
        certificate({**goal, "proves": [stated]})
    shown = failure({**goal, "proves": [stated]}, stated)
    assert shown is not None and shown["values"]
    assert accepted(failing(goal, stated))


@pytest.mark.parametrize(
    "subject, value, reason",
    [
        (["x >= 1", "x <= p"], "p", "at a point of the region, p = .*: no values satisfy its relations"),
        (["x >= 1", "x <= 0"], "p", "no values satisfy its relations"),
        (["x >= p", "x >= 1/4"], "p", "would have to be split, as where 4\\*p <= 1; where 4\\*p > 1"),
        (["x > p"], "p", "the value is attained only where a strict relation fails: x > p"),
        (["x*x >= p"], "p", "not linear"),
    ],
)
def test_what_is_the_matter_with_a_program_is_said(subject: list[str], value: str, reason: str) -> None:
    goal = empty_goal("it", "a program", ["p", "x"], {"low": ["0 <= p <= 1/2"]})
    with pytest.raises(NotFound, match=reason):
        certificate({**goal, "proves": [{**PROGRAM, "subject": subject, "value": value}]})


STRICT = ["y > 0", "y < 1", "x >= p"]


@pytest.mark.parametrize(
    "subject, of, value, verdict",
    [
        (STRICT, "x", "p", "proved"),
        ([*STRICT, "z > p - 1"], "x", "p", "proved"),
        (["x > 0", "y >= 0", "x + y = 1"], "x + 2*y", "1", "proved"),
        (STRICT, "x + y", "p", "undecided"),
        (STRICT, "x + y", "p + 1/8", "refuted"),
        (STRICT, "x + y", "p - 1", "refuted"),
        (["x > p", "x < p"], "x", "p", "undecided"),
    ],
)
def test_a_strict_relation_may_keep_the_value_from_being_attained(
    subject: list[str], of: str, value: str, verdict: str
) -> None:
    goal = empty_goal("it", "a program", ["p", "x", "y", "z"], {"low": ["0 <= p <= 1/2"]})
    variables = [name for name in "xyz" if any(name in text for text in (*subject, of))]
    stated = {"kind": "least", "region": "low", "variables": variables, "subject": subject, "of": of, "value": value}
    shown = failure({**goal, "proves": [stated]}, stated)
    assert (shown is not None) == (verdict == "refuted")
    if verdict == "undecided":
        with pytest.raises(NotFound, match="only where a strict relation fails"):
            certificate({**goal, "proves": [stated]})
    else:
        assert accepted({**goal, "proves": [stated]} if shown is None else failing(goal, stated))
