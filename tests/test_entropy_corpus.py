"""The corpus of entropy statements: every answer is the expected one, and a second opinion agrees with it.

The second opinion shares only the reader with the prover. That a statement follows is asked of a float solver over all
elemental inequalities of all variables, without any reduction; entropies of counterexamples are computed in floats.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from types import ModuleType

import pytest

from onoff_symbolic.entropy.grammar import Measure, Statement, Term, parse
from onoff_symbolic.entropy.proof import NoProof, Proof, check, prove
from onoff_symbolic.entropy.witness import Witness

pytestmark = pytest.mark.slow

FILE = Path(__file__).resolve().parent.parent / "benchmarks" / "entropy.py"
MOST = 6        # variables; more take longer than a test should


def benchmark() -> ModuleType:
    import sys

    spec = importlib.util.spec_from_file_location("entropy_benchmark", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


CORPUS = benchmark().corpus()
GROUPS = list(dict.fromkeys(case.group for case in CORPUS))


def follows(goal: Statement, given: Iterable[Statement]) -> bool:
    """Does a float solver find the goal nonnegative on all points of Shannon's cone that satisfy the hypotheses?"""
    highspy = pytest.importorskip("highspy")
    hypotheses = list(given)
    names = sorted({name for statement in (goal, *hypotheses) for name in statement.names()})
    sets = [frozenset(part) for size in range(1, len(names) + 1) for part in combinations(names, size)]
    column = {subset: j for j, subset in enumerate(sets)}
    whole = frozenset(names)
    rows: list[tuple[dict[frozenset[str], float], bool]] = [(joint(statement), statement.relation == "=")
                                                            for statement in hypotheses]
    for name in names:
        rows.append(({whole: 1.0, whole - {name}: -1.0}, False))
    for a, b in combinations(names, 2):
        for size in range(len(names) - 1):
            for part in combinations([name for name in names if name not in (a, b)], size):
                k = frozenset(part)
                rows.append(({k | {a}: 1.0, k | {b}: 1.0, k | {a, b}: -1.0, k: -1.0}, False))
    form = joint(goal) if names else {}
    for sign in () if not names else (1.0, -1.0) if goal.relation == "=" else (1.0,):
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
        if model.getObjectiveValue() < -1e-7:
            return False
    return True


def joint(statement: Statement) -> dict[frozenset[str], float]:
    """Left minus right, or right minus left for "<=", in joint entropies."""
    turn = -1 if statement.relation == "<=" else 1
    found: dict[frozenset[str], float] = {}
    for side, terms in ((turn, statement.left), (-turn, statement.right)):
        for term in terms:
            a, b, c = (frozenset(part) for part in (term.measure.left, term.measure.right, term.measure.given))
            for subset, sign in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
                found[subset] = found.get(subset, 0.0) + side * sign * term.coefficient.numerator / (
                    term.coefficient.denominator)
    return found


def refutes(witness: Witness, goal: Statement, given: Iterable[Statement]) -> bool:
    """Do entropies in floats say that the law satisfies the hypotheses and clearly violates the goal?"""
    def value(statement: Statement) -> float:
        whole = 0.0
        for subset, coefficient in joint(statement).items():
            law: dict[tuple[int, ...], float] = {}
            for values, probability in witness.atoms:
                key = tuple(v for name, v in zip(witness.names, values) if name in subset)
                law[key] = law.get(key, 0.0) + probability.numerator / probability.denominator
            whole -= coefficient * sum(p * math.log2(p) for p in law.values())
        return whole

    kept = all(abs(value(each)) < 1e-9 if each.relation == "=" else value(each) > -1e-9 for each in given)
    broken = value(goal)
    return kept and (abs(broken) > 1e-4 if goal.relation == "=" else broken < -1e-4)


@pytest.mark.parametrize("group", GROUPS)
def test_every_answer_is_the_expected_one_and_a_second_opinion_agrees(group: str) -> None:
    asked = 0
    for case in CORPUS:
        if case.group != group or case.variables > MOST:
            continue
        asked += 1
        goal, given = parse(case.goal), tuple(map(parse, case.given))
        answer = prove(goal, given)
        assert answer.verdict == case.answer, case
        assert isinstance(answer, Proof) == follows(goal, given), case
        if isinstance(answer, NoProof) and answer.witness is not None:
            assert refutes(answer.witness, goal, given), case
    assert asked


def test_the_corpus_is_of_some_size_and_mixed() -> None:
    answers = [case.answer for case in CORPUS]
    assert len(set((case.goal, case.given) for case in CORPUS)) == len(CORPUS) >= 400
    assert answers.count("proved") >= 200 and answers.count("refuted") >= 120
    assert max(case.variables for case in CORPUS) == 10


def test_the_second_opinion_can_disagree() -> None:
    assert not follows(parse("H(X) <= H(Y)"), ()) and not follows(parse("I(X;Y) = 0"), ())
    assert not follows(parse("I(X;Z) <= I(X;Y)"), ()) and follows(parse("I(X;Z) <= I(X;Y)"), [parse("X -> Y -> Z")])
    law = prove("H(X) <= H(Y)")
    assert isinstance(law, NoProof) and law.witness is not None
    assert not refutes(law.witness, parse("H(X) >= H(Y)"), ())
    assert not refutes(law.witness, parse("H(X) <= H(Y)"), [parse("H(X) = 0")])


def test_a_weight_that_is_off_is_no_answer() -> None:
    """The check of every answer that the corpus test relies on would notice."""
    proof = prove("I(X;Z) <= I(X;Y)", ["X -> Y -> Z"])
    assert isinstance(proof, Proof)
    more = Term(proof.goal.left[0].coefficient, Measure(("X",), ("X",)))
    [only] = proof.derivations
    wrong = replace(proof, derivations=(replace(only, measures=(*only.measures, more)),))
    with pytest.raises(Exception, match="sums are equal"):
        check(wrong)
