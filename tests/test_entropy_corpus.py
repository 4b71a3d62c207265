"""The corpus of entropy statements: the checker's verdicts are the expected ones, and a second opinion agrees.

The second opinion shares only the reader with the prover. That a statement follows is asked of a float solver over all
elemental inequalities of all variables, without any reduction; entropies of counterexamples are computed in floats.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from run import ROOT

from onoff_symbolic import judge
from onoff_symbolic.entropy.grammar import Statement, parse

pytestmark = pytest.mark.slow

MOST = 6        # variables; more take longer than a test should
CORPUS = tomllib.loads((ROOT / "benchmarks" / "entropy_statements.toml").read_text(encoding="utf-8"))["group"]

Form = dict[frozenset[str], float]


def joint(statement: Statement) -> Form:
    """Return left minus right, or right minus left for "<=", in joint entropies."""
    turn = -1 if statement.relation == "<=" else 1
    sides = [(turn, term) for term in statement.left] + [(-turn, term) for term in statement.right]
    found: Form = {}
    for side, term in sides:
        weight = side * float(term.coefficient)
        a, b, c = (frozenset(part) for part in (term.measure.left, term.measure.right, term.measure.given))
        for subset, sign in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
            found[subset] = found.get(subset, 0.0) + sign * weight
    return found


def elementals(names: list[str]) -> Iterable[Form]:
    """Yield H(a | all others) and I(a;b|K)."""
    whole = frozenset(names)
    for name in names:
        yield {whole: 1.0, whole - {name}: -1.0}
    for a, b in combinations(names, 2):
        rest = sorted(whole - {a, b})
        for size in range(len(rest) + 1):
            for k in map(frozenset, combinations(rest, size)):
                yield {k | {a}: 1.0, k | {b}: 1.0, k | {a, b}: -1.0, k: -1.0}


def follows(goal: Statement, given: list[Statement]) -> bool:
    """Return whether a float solver finds the goal nonnegative on Shannon's cone where the hypotheses hold."""
    names = sorted({name for statement in (goal, *given) for name in statement.names()})
    rows = [(joint(statement), statement.relation == "=") for statement in given]
    rows += [(form, False) for form in elementals(names)]
    form = joint(goal)
    signs = (1.0, -1.0) if goal.relation == "=" else (1.0,)
    return not names or all(least(names, form, sign, rows) >= -1e-7 for sign in signs)


def least(names: list[str], form: Form, sign: float, rows: list[tuple[Form, bool]]) -> float:
    """Return the least value of sign * form where the rows are at least 0, or 0 if they are equations."""
    highspy = pytest.importorskip("highspy")
    sets = [frozenset(part) for size in range(1, len(names) + 1) for part in combinations(names, size)]
    column = {subset: j for j, subset in enumerate(sets)}
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    for subset in sets:
        model.addVar(0.0, 1.0)
        model.changeColCost(column[subset], sign * form.get(subset, 0.0))
    for row, equality in rows:
        entries = {column[subset]: value for subset, value in row.items() if subset and value}
        upper = 0.0 if equality else highspy.kHighsInf
        model.addRow(0.0, upper, len(entries), list(entries), list(entries.values()))
    model.run()
    assert model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return float(model.getObjectiveValue())


def value(law: dict[str, Any], statement: Statement) -> float:
    """Return the form of a statement under a law, as a certificate has it."""
    whole = 0.0
    for subset, coefficient in joint(statement).items():
        chances: dict[tuple[str, ...], float] = {}
        for values, chance in law["atoms"]:
            key = tuple(v for name, v in zip(law["variables"], values) if name in subset)
            chances[key] = chances.get(key, 0.0) + float(Fraction(chance))
        whole -= coefficient * sum(p * math.log2(p) for p in chances.values())
    return whole


def violates(law: dict[str, Any], goal: Statement, given: list[Statement]) -> bool:
    """Return whether entropies in floats say that the law satisfies the hypotheses and clearly violates the goal."""
    values = [(value(law, each), each.relation == "=") for each in given]
    kept = all(abs(found) < 1e-9 if equality else found > -1e-9 for found, equality in values)
    broken = value(law, goal)
    return kept and (abs(broken) > 1e-4 if goal.relation == "=" else broken < -1e-4)


@pytest.mark.parametrize("group", CORPUS, ids=lambda group: group["name"])
def test_every_verdict_is_the_expected_one_and_a_second_opinion_agrees(group: dict[str, Any]) -> None:
    asked = 0
    for text, *given_texts in group["statements"]:
        goal, given = parse(text), list(map(parse, given_texts))
        if len({name for each in (goal, *given) for name in each.names()}) > MOST:
            continue
        asked += 1
        found = judge.entropy(text, given_texts)
        assert found.verdict.value == group["answer"], text
        assert (found.verdict.value == "proved") == follows(goal, given), text
        if found.verdict.value == "refuted":
            [law] = json.loads(found.certificate)["failures"]
            assert violates(law, goal, given), text
    assert asked


def test_the_corpus_is_of_some_size_and_mixed() -> None:
    answers = [group["answer"] for group in CORPUS for _ in group["statements"]]
    texts = [json.dumps(row) for group in CORPUS for row in group["statements"]]

    assert len(set(texts)) == len(texts) >= 400
    assert answers.count("proved") >= 200 and answers.count("refuted") >= 120


def test_the_second_opinion_can_disagree() -> None:
    processing, chain = parse("I(X;Z) <= I(X;Y)"), parse("X -> Y -> Z")
    law = {"variables": ["X", "Y"], "atoms": [[["0", "0"], "1/2"], [["1", "0"], "1/2"]]}

    assert follows(processing, [chain]) and not follows(processing, [])
    assert violates(law, parse("H(X) <= H(Y)"), [])
    assert not violates(law, parse("H(X) >= H(Y)"), [])
    assert not violates(law, parse("H(X) <= H(Y)"), [parse("H(X) = 0")])
