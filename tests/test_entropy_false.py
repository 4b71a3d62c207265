"""False statements about entropies that once stayed undecided: each is refuted by a law that the checker accepts."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from onoff_symbolic import judge
from onoff_symbolic.entropy.limits import LIMITS
from onoff_symbolic.result import Verdict

INGLETON = "I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D)"

FALSE = {
    "one more variable": [
        (INGLETON + " + H(X5)", ()), (INGLETON + " + H(X5) + H(X6)", ()), (INGLETON + " + H(X5|X6)", ()),
        (INGLETON + " + I(X5;X6)", ()), (INGLETON + " + I(A;E|B)", ()),
        ("I(A;B|E) <= I(A;B|C,E) + I(A;B|D,E) + I(C;D|E)", ()),
    ],
    "one more variable that cannot be constant": [
        (INGLETON + " + I(B;D|E)", ()), (INGLETON + " + I(B;D,F|E)", ()), (INGLETON, ("C = f(B,E)",)),
        (INGLETON + " + H(C|E)", ("I(C;D) = 0", "H(E) >= H(A)")), (INGLETON, ("I(B;D|A,E) = 0",)),
        (INGLETON, ("E = f(A,B)", "F = g(C,D)", "A = h(F)")),
    ],
    "unequal probabilities": [
        (INGLETON + " + 1/12*H(A,B,C,D)", ()), (INGLETON + " + I(A;C|B)", ()),
        (INGLETON + " + I(C;D)/2 + I(B;C|A)", ()),
        (INGLETON + " + 1/2*I(B;C)", ()), (INGLETON + " + 1/2*H(B|C)", ()), (INGLETON + " + I(C;D|A)", ()),
        (INGLETON + " + 1/2*I(B;D|C)", ()), ("2*I(A;B) <= 2*I(A;B|C) + 2*I(A;B|D) + 3*I(C;D) + I(A;D|C)", ()),
        (INGLETON + " + 1/2*I(A;D|B,C) + 1/2*H(D|E)", ()), (INGLETON + " + I(A;C|B)", ("H(A) <= 2*H(B)",)),
        (INGLETON + " + 1/2*I(B;C)", ("E = f(A,B)",)),
    ],
    "Ingleton with what is given": [
        (INGLETON, ("I(C;D) = 0",)), (INGLETON, ("I(A;B|C) = 0",)), ("I(A;B) <= I(A;B|C) + I(C;D)", ("I(A;B|D) = 0",)),
        (INGLETON, ("I(C;D) = 0", "A = f(C,D)", "B = g(C,D)")), ("I(A;B) = 0", ("A -> C -> B", "A -> D -> B", "C . D")),
        (INGLETON, ("H(E) = 3*H(A)",)), (INGLETON, ("H(E) >= H(A)", "H(E) <= 2*H(A)")),
    ],
    "a balance": [
        ("H(X) = 0", ("H(Y) = 3*H(X)",)), ("I(X;Y) = 0", ("H(Y) = 3*H(X)",)), ("H(X|Y) = 0", ("H(Y) = 3*H(X)",)),
        ("H(X) = 0", ("H(Y) = 8*H(X)",)), ("H(X) = 0", ("2*H(Y) = 5*H(X)", "X . Y")),
        ("H(Z) = 0", ("H(X) = 3*H(Z)", "H(Y) = 4*H(Z)", "I(X;Y) = 2*H(Z)", "Z = f(X)")),
        ("H(X) <= H(Y)", ("H(X,Y) = 4*I(X;Y)", "H(X|Y) = 2*H(Y|X)")),
        ("I(B;C) <= I(D;B|C) + I(C;D)", ("I(B;D|C) >= 1/2*H(A)", "H(B|A,C) >= 3*I(B;A|C)", "I(B;C|A) <= 3*I(A;C|B)")),
    ],
    "more than four points": [
        ("H(A,B,C,D) >= 4*H(S)", ("S = f(A,B)", "S = f(B,C)", "S = f(C,D)", "S . A,C", "S . A,D", "S . B,D")),
        ("H(A) = 0", ("A . B . C", "D = f(A,B,C)", "A = f(B,C,D)", "B = f(A,C,D)", "C = f(A,B,D)")),
        ("H(A,B) <= H(C)", ("A . B", "A . C", "B . C", "H(C|A,B) = 0", "H(A|B,C) = 0", "H(B|A,C) = 0")),
        ("H(A) = 0", ("A . B", "A . C", "A . D", "B . C", "B . D", "C . D", "A = f(B,C)", "B = f(C,D)", "C = f(D,A)",
                      "D = f(A,B)")),
    ],
    "textbooks": [
        ("I(X;Y|Z) <= I(X;Y)", ()), ("I(X;Y|Z) >= I(X;Y)", ()), ("I(X;Z) = 0", ("X . Y", "Y . Z")),
        ("X . Y | Z", ("X . Y",)), ("X . Y", ("X . Y | Z",)), ("X . Y . Z", ("X . Y", "Y . Z", "X . Z")),
        ("H(X|Y) = H(Y|X)", ()), ("X . Y", ("X -> Y -> Z", "X -> Z -> Y")), ("X . Y,Z", ("X . Y", "X . Z")),
        ("H(X,Y) = H(X) + H(Y)", ()), ("I(X;Y,Z) = I(X;Y) + I(X;Z)", ()), ("I(X;Y,Z) <= I(X;Y) + I(X;Z)", ("Y . Z",)),
        ("X : Y", ("Z : Y", "Z : X")), ("H(X,Y,Z) >= H(X) + H(Y)", ()), ("X -> Z -> Y", ("X -> Y -> Z",)),
    ],
}


@pytest.mark.parametrize("goal, given", [each for rows in FALSE.values() for each in rows])
def test_a_false_statement_is_refuted_by_a_law(goal: str, given: tuple[str, ...]) -> None:
    found = judge.entropy(goal, given)
    assert found.verdict is Verdict.REFUTED
    failure, = json.loads(found.certificate)["failures"]
    assert sum(Fraction(chance) for _, chance in failure["atoms"]) == 1 and len(failure["atoms"]) <= LIMITS.atoms


def test_there_are_seven_kinds_and_none_comes_twice() -> None:
    rows = [each for kind in FALSE.values() for each in kind]
    assert len(FALSE) == 7 and len(set(rows)) == len(rows) >= 50


@pytest.mark.parametrize("goal, given", [
    (INGLETON + " + I(A;B)", ()), (INGLETON, ("I(A;B) = 0",)), (INGLETON + " + H(A|C)", ()), (INGLETON, ("A = f(C)",)),
    ("H(Y|X) >= 2*H(X)", ("H(Y) = 3*H(X)",)), ("I(X;Y|Z) >= I(X;Y)", ("X . Z",)),
])
def test_what_is_true_near_by_is_proved(goal: str, given: tuple[str, ...]) -> None:
    assert judge.entropy(goal, given).verdict is Verdict.PROVED


@pytest.mark.parametrize("goal, given", [
    ("5*I(C;D) <= 3*I(A;B) + 2*I(A;C,D) + 7*I(C;D|A) + 3*I(C;D|B)", ()),    # open here
    ("H(X) = 0", ("H(Y) = 20*H(X)",)),                                      # false: but a law has too many atoms
])
def test_what_no_law_that_is_small_refutes_is_undecided(goal: str, given: tuple[str, ...]) -> None:
    found = judge.entropy(goal, given)
    assert found.verdict is Verdict.UNDECIDED and "no counterexample was found" in found.lines[-1]
