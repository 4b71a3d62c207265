"""prove: what it answers where there is a proof, where there is none, and what it refuses as too large."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from onoff_symbolic import judge
from onoff_symbolic.entropy import prover
from onoff_symbolic.entropy.closure import Closure, Point
from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.entropy.proof import NoProof, Proof, prove
from onoff_symbolic.entropy.prover import Combination, Prover
from onoff_symbolic.entropy.limits import LIMITS
from onoff_symbolic.entropy.witness import sign
from onoff_symbolic.errors import Undecidable
from onoff_symbolic.result import Verdict

CLAIM1 = ("I(U;Q|X) = 0", ("H(Q|X,V,S)=0", "I(U;V|X)=0", "I(U,X,V;S)=0"))
INGLETON = "I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D)"
ZHANG_YEUNG = "2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)"


def han(names: str) -> str:
    """Return Han's inequality for one-letter variables."""
    parts = ["H(" + ",".join(name for name in names if name != left) + ")" for left in names]
    return f"{len(names) - 1}*H({','.join(names)}) <= {' + '.join(parts)}"


def no_proof(goal: str, given: tuple[str, ...] = (), search: bool = True) -> NoProof:
    """Return the answer to what is not proved."""
    answer = prove(goal, given, search=search)
    assert isinstance(answer, NoProof)
    return answer


class TestProof:
    def test_writes_an_identity_once(self) -> None:
        answer = prove("I(A;B) = H(A) - H(A|B)")

        assert isinstance(answer, Proof)
        assert answer.lines() == ["I(A;B) = H(A) - H(A|B)   as both sides are the same joint entropies"]

    def test_a_wrong_one_is_no_verdict(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The checker does not accept it."""
        derive = Prover.derive

        def heavier(self: Prover, sign: int) -> Combination | Point:
            answer = derive(self, sign)
            assert isinstance(answer, Combination)
            return replace(answer, measures={triple: 2 * weight for triple, weight in answer.measures.items()})

        assert judge.entropy("I(X;Z) <= I(X;Y)", ["X -> Y -> Z"]).verdict is Verdict.PROVED
        monkeypatch.setattr(Prover, "derive", heavier)
        assert judge.entropy("I(X;Z) <= I(X;Y)", ["X -> Y -> Z"]).verdict is Verdict.UNDECIDED


class TestNoProof:
    @pytest.mark.parametrize(
        "goal, given",
        [
            ("H(X) = H(Y)", ()),
            (INGLETON, ("E = f(A)",)),
            ("2*H(X,Y,Z) >= H(X,Y) + H(Y,Z) + H(X,Z)", ()),
        ],
    )
    def test_what_every_counterexample_has_is_proved(self, goal: str, given: tuple[str, ...]) -> None:
        bounds = no_proof(goal, given).bounds

        assert bounds
        for bound in bounds:
            assert prove(bound.weaker, given).verdict == "proved"

    @pytest.mark.parametrize(
        "goal, given",
        [
            ("H(X) <= H(Y)", ("Y = f(X)",)),
            (ZHANG_YEUNG, ()),
            (INGLETON, ("E = f(A,B)", "F = g(C,D)")),
        ],
    )
    def test_the_point_satisfies_shannon_and_what_is_given(self, goal: str, given: tuple[str, ...]) -> None:
        answer = no_proof(goal, given, search=False)
        values = {frozenset(names): value for names, value in answer.point}
        values[frozenset()] = Fraction(0)

        assert all(value >= 0 for _, value in answer.measures())
        for text in given:
            assert sum(c * values[subset] for subset, c in parse(text).form().items()) == 0
        assert sum(c * values[subset] for subset, c in parse(goal).form().items()) < 0


@pytest.mark.parametrize("mask, closed", [(0b0001, 0b0111), (0b0010, 0b0010), (0b1001, 0b1111)])
def test_a_closure_adds_what_is_a_function(mask: int, closed: int) -> None:
    assert Closure(0b1111, ((0b0001, 0b0010), (0b0011, 0b0100))).of(mask) == closed


class TestLarge:
    def test_functions_of_others_do_not_count_where_they_leave_few_sets(self) -> None:
        names = [f"X{k}" for k in range(12)]
        given = [f"{after} = f({before})" for before, after in zip(names, names[1:])]

        assert prove(f"H({names[-1]}) <= H({names[0]})", given).verdict == "proved"
        assert prove(f"H({names[0]}) <= H({names[-1]})", given).verdict == "refuted"

    def test_hypotheses_that_are_not_linked_to_the_goal_do_not_matter(self) -> None:
        rest = tuple(f"H(A{k}) = {k}*H(A{k + 1})" for k in range(1, 20))
        failed = no_proof("H(X) <= H(Y)", rest[:3])

        assert prove("H(X|Y) <= H(X)", rest).verdict == "proved"
        assert {name for names, _ in failed.point for name in names} == {"X", "Y"}

    @pytest.mark.parametrize(
        "goal, given, words",
        [
            (f"H({','.join(f'X{k}' for k in range(31))}) >= 0", [], "at most 30 variables and 50 hypotheses, found 31"),
            (han("ABCDEFGHIJKLM"), [], "at most 10 variables, those that occur only together .*, found 13"),
            ("H(X) >= 0", ["H(X) >= 0"] * 51, "found 1 and 51"),
        ],
    )
    def test_refuses_too_much(self, goal: str, given: list[str], words: str) -> None:
        with pytest.raises(Undecidable, match=words):
            prove(goal, given)

    def test_large_coefficients_stay_exact(self) -> None:
        big = 10**39 + 7

        assert prove(f"{big}*H(X) >= {big - 1}*H(X) + 1/{big}*H(X|Y)").verdict == "proved"
        assert prove(f"{big - 1}*H(X) >= {big}*H(X)").verdict == "refuted"

    def test_gives_up_large_programs_without_the_float_solver(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "highspy", None)

        assert prove(*CLAIM1).verdict == prove(han("ABCDE")).verdict == "proved"
        with pytest.raises(Undecidable, match="with 191 joint entropies and .* takes the solver highspy"):
            prove(ZHANG_YEUNG + "".join(f" + I({a};{b}|{c})" for a, b, c in zip("EFGK", "FGKA", "ABCD")))

    def test_does_not_believe_the_float_solver(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It says where a true statement is false: there what is given does not hold."""
        ones = prover.Proposal(dict.fromkeys(range(1, 256), Fraction(1)), [], [])
        monkeypatch.setattr(prover, "propose", lambda *_: ones)

        given = "H(M|X,F,S)=0", "H(Q|X,F,S)=0", "P -> X -> F", "I(P,X,F;R,S)=0", "I(R;S)=0", "H(B|P,X,R)=0"
        assert prove("I(P;Q|X,B,M) = 0", given, search=False).verdict == "proved"

    def test_compares_no_powers_of_large_numbers(self) -> None:
        assert sign({2: -1054, 3: 665}) == 1
        with pytest.raises(Undecidable):
            sign({2: LIMITS.bits, 3: -LIMITS.bits})
