"""The corpora of entropy statements: the checker's verdicts are the expected ones, and a second opinion agrees.

The second opinion shares only the reader with the prover. That a statement follows is asked of a float solver over all
elemental inequalities of all variables, without any reduction; entropies of counterexamples are computed in floats.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import floats
import pytest
from run import ROOT

from onoff_symbolic import judge
from onoff_symbolic.entropy.grammar import Statement, parse, total
from onoff_symbolic.entropy.proof import Proof, prove

pytestmark = pytest.mark.slow

MOST = 6  # variables; more take longer than a test should
CORPUS = [
    group
    for path in ("benchmarks/entropy_statements.toml", "tests/data/entropy.toml")
    for group in tomllib.loads((ROOT / path).read_text(encoding="utf-8"))["group"]
]
ONE = Fraction(1)

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
    sets = [frozenset(part) for size in range(1, len(names) + 1) for part in combinations(names, size)]
    column = {subset: j for j, subset in enumerate(sets)}
    forms = [(joint(statement), statement.relation == "=") for statement in given]
    forms += [(form, False) for form in elementals(names)]
    rows: list[floats.Row] = []
    for form, is_zero in forms:
        terms = {column[subset]: value for subset, value in form.items() if subset and value}
        rows.append((terms, 0, 0 if is_zero else floats.INFINITE))
    costs = [joint(goal).get(subset, 0.0) for subset in sets]
    signs = (1, -1) if goal.relation == "=" else (1,)
    return not names or all(least_of([sign * cost for cost in costs], rows) >= -1e-7 for sign in signs)


def least_of(costs: list[float], rows: list[floats.Row]) -> float:
    """Return the least value of a form where no joint entropy is above 1."""
    found = floats.least(costs, rows, high=1)
    assert found is not None
    return found


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


def steps(proof: Proof) -> Iterator[tuple[str, str, str, str]]:
    """Yield the value before, the relation, the value after and the reason of each line."""
    before = ""
    left = str(proof.goal).split(f" {proof.goal.relation} ", maxsplit=1)[0]
    for line in proof.lines():
        if line.startswith(left):
            before, line = left, line[len(left):]
        if line.strip():
            relation, rest = line.split(None, 1)
            after, reason = (part.strip() for part in rest.split("   ", 1))
            yield before, relation, after, reason
            before = after


def is_right(before: str, relation: str, after: str, reason: str) -> bool:
    """Return whether a line differs from the line before by exactly the reason that it gives."""
    change = total([(ONE, parse(f"{after} = 0").form()), (-ONE, parse(f"{before} = 0").form())])
    if reason == "as both sides are the same joint entropies":
        return relation == "=" and not change
    kind, _, rest = reason.partition(" ")
    rest, _, times = rest.partition(" (")
    multiple = Fraction(times.split()[0]) if times else ONE
    form = total([(multiple, parse(rest).form())])
    opposite = total([(-ONE, form)])
    if relation == "=":
        return kind == "given" and change in (form, opposite)
    return change == (form if relation == "<=" else opposite)


def groups(*answers: str) -> pytest.MarkDecorator:
    """Parametrise a test by the groups that have one of these answers."""
    return pytest.mark.parametrize(
        "group", [group for group in CORPUS if group["answer"] in answers], ids=lambda group: group["name"]
    )


@groups("proved", "refuted", "undecided")
def test_every_verdict_is_the_expected_one_and_a_second_opinion_agrees(group: dict[str, Any]) -> None:
    for text, *given_texts in group["statements"]:
        goal, given = parse(text), list(map(parse, given_texts))
        if len({name for each in (goal, *given) for name in each.names()}) > MOST:
            continue
        found = judge.entropy(text, given_texts)
        assert found.verdict.value == group["answer"], text
        assert (found.verdict.value == "proved") == follows(goal, given), text
        if found.verdict.value == "refuted":
            [law] = json.loads(found.certificate)["failures"]
            assert violates(law, goal, given), text


@groups("proved")
def test_every_step_of_a_proof_is_right(group: dict[str, Any]) -> None:
    for text, *given in group["statements"]:
        proof = prove(text, given)
        assert isinstance(proof, Proof)
        for step in steps(proof):
            assert is_right(*step), (text, step)


def test_a_step_that_says_something_else_is_wrong() -> None:
    assert is_right("H(X)", "<=", "H(X,Y)", "as H(Y|X) >= 0")
    assert not is_right("H(X)", ">=", "H(X,Y)", "as H(Y|X) >= 0")
    assert not is_right("H(X)", "<=", "H(X,Y)", "as H(X|Y) >= 0")


def test_the_second_opinion_can_disagree() -> None:
    processing, chain = parse("I(X;Z) <= I(X;Y)"), parse("X -> Y -> Z")
    law = {"variables": ["X", "Y"], "atoms": [[["0", "0"], "1/2"], [["1", "0"], "1/2"]]}

    assert follows(processing, [chain]) and not follows(processing, [])
    assert violates(law, parse("H(X) <= H(Y)"), [])
    assert not violates(law, parse("H(X) >= H(Y)"), [])
    assert not violates(law, parse("H(X) <= H(Y)"), [parse("H(X) = 0")])
