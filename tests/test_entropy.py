"""prove: proofs, what is said where there is none, and what is too large."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from chance import chance
from test_entropy_grammar import random_statement

from onoff_symbolic import judge
from onoff_symbolic.entropy import prover
from onoff_symbolic.entropy.closure import Point
from onoff_symbolic.entropy.grammar import parse, total
from onoff_symbolic.entropy.proof import NoProof, Proof, prove
from onoff_symbolic.entropy.prover import Combination, Prover
from onoff_symbolic.entropy.witness import Witness, refutes
from onoff_symbolic.errors import Undecidable
from onoff_symbolic.result import Verdict

ONE = Fraction(1)

CLAIM1 = ("I(U;Q|X) = 0", ("H(Q|X,V,S)=0", "I(U;V|X)=0", "I(U,X,V;S)=0"))
INGLETON = "I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D)"
ZHANG_YEUNG = "2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)"
SHARING = ("H(S|A,B)=0", "H(S|B,C)=0", "H(S|C,D)=0", "I(S;A,C)=0", "I(S;A,D)=0", "I(S;B,D)=0")
CHAIN8 = "X1->X2->X3->X4->X5->X6->X7->X8"
# Claim 1 of the paper: past requests P, X_0, later requests F, randomness R before and S after time 0,
# queries B up to time 0, M between, Q at time t.
CLAIM1_FULL = ("I(P;Q|X,B,M) = 0", (
    "H(M|X,F,S)=0", "H(Q|X,F,S)=0", "P -> X -> F", "I(P,X,F;R,S)=0", "I(R;S)=0", "H(B|P,X,R)=0"))


def han(names: str) -> str:
    """Return Han's inequality for one-letter variables."""
    parts = ["H(" + ",".join(name for name in names if name != left) + ")" for left in names]
    return f"{len(names) - 1}*H({','.join(names)}) <= {' + '.join(parts)}"


def cover(times: int, *sets: str) -> str:
    """Return times * H(all) <= the sum of H(set)."""
    whole = sorted(set("".join(sets)))
    parts = [f"H({','.join(each)})" for each in sets]
    return f"{times}*H({','.join(whole)}) <= {' + '.join(parts)}"


PROVABLE = [
    CLAIM1, CLAIM1_FULL,
    ("H(X|Y) <= H(X)", ()),
    ("H(X,Y) = H(X) + H(Y|X)", ()),
    ("I(X;Y,Z) = I(X;Y) + I(X;Z|Y)", ()),
    ("H(A,C) + H(B,C) >= H(A,B,C) + H(C)", ()),
    ("I(X;Z) <= I(X;Y)", ("X -> Y -> Z",)),
    ("I(X1;X8) <= I(X4;X5)", (CHAIN8,)),
    ("H(X,Y,Z) <= 1/2*H(X,Y) + 1/2*H(Y,Z) + 1/2*H(X,Z)", ()),
    (han("ABCDE"), ()),
    ("H(X) + H(Y) + H(Z) = H(X,Y,Z)", ("I(X;Y)=0", "I(X,Y;Z)=0")),
    ("I(A;D) = 0", ("H(A,B,C,D) = H(A) + H(B) + H(C) + H(D)",)),
    (INGLETON, ("I(A;B)=0",)),
    (INGLETON, ("I(A;C)=0",)),
    ("I(X;Y) = 0", ("X->Y->Z", "X->Z->Y", "I(Y;Z)=0")),
    ("I(X;Y,Z) <= H(J)", ("J = f(Y)", "J = f(Z)", "X->J->Y", "X->Y->Z")),
    ("H(B,C) >= 3*H(S)", SHARING),
    ("H(X) <= H(Y)", ("H(X,Y) <= H(Y)",)),
    ("H(X) <= H(Z)", ("H(X) <= H(Y)", "2*H(Z) >= 2*H(Y)")),
    ("H(X) = 0", ("H(X) <= -H(Y)",)),
    ("0 = 0", ()),
    ("0*H(X) >= 0", ("H(X) = 2*H(X)",)),
    ("I(X;X|X) <= 0", ()),
]


def no_proof(goal: str, given: tuple[str, ...] = (), search: bool = True) -> NoProof:
    """Return the answer to what is not proved."""
    answer = prove(goal, given, search=search)
    assert isinstance(answer, NoProof)
    return answer


class TestProof:
    @pytest.mark.parametrize("goal, given", PROVABLE)
    def test_every_step_of_a_chain_is_right(self, goal: str, given: tuple[str, ...]) -> None:
        """Each line is read back: it differs from the line before by exactly the reason that it gives."""
        answer = prove(goal, given)

        assert isinstance(answer, Proof)
        for line, before, relation, after, reason in steps(answer):
            change = total([(ONE, parse(f"{after} = 0").form()), (-ONE, parse(f"{before} = 0").form())])
            if reason == "as both sides are the same joint entropies":
                assert relation == "=" and not change, line
                continue
            kind, _, rest = reason.partition(" ")
            rest, _, times = rest.partition(" (")
            multiple = Fraction(times.split()[0]) if times else ONE
            form = total([(multiple, parse(rest).form())])
            if relation == "=":
                assert kind == "given" and change in (form, total([(-ONE, form)])), line
            else:
                assert change == total([(ONE if relation == "<=" else -ONE, form)]), line

    def test_is_a_chain_of_steps(self) -> None:
        assert prove(*CLAIM1).lines() == [      # type: ignore[union-attr]
            "I(U;Q|X) >= 0   as I(U;Q|X) >= 0",
            "I(U;Q|X) <= I(U;Q,V,S|X)                  as I(U;V,S|Q,X) >= 0",
            "         <= I(U;Q,V,S|X) + H(Q|U,X,V,S)   as H(Q|U,X,V,S) >= 0",
            "          = I(U;V,S|X)                    given H(Q|X,V,S) = 0",
            "          = I(U;S|X,V)                    given I(U;V|X) = 0",
            "         <= I(U,X,V;S)                    as I(X,V;S) >= 0",
            "          = 0                             given I(U,X,V;S) = 0"]

    @pytest.mark.parametrize("goal", ["I(A;B) = H(A) - H(A|B)", "I(A;B) <= H(A) - H(A|B)"])
    def test_writes_an_identity_once(self, goal: str) -> None:
        answer = prove(goal)

        assert isinstance(answer, Proof)
        assert answer.lines() == ["I(A;B) = H(A) - H(A|B)   as both sides are the same joint entropies"]

    @pytest.mark.parametrize("goal, given, steps", [
        (cover(2, "ABCDEF", "CDEFGH", "ABGH"), (), 2),
        (cover(2, "ABCD", "EFGH", "ABEF", "CDGH"), (), 2),
        (cover(2, "AB", "BC", "CD", "DE", "EF", "FG", "GH", "HA"), (), 6),
        (cover(2, "ABC", "DEF", "GHI", "ADG", "BEH", "CFI"), (), 4),
        (han("ABCDEFGH"), (), 7),
        ("I(X1;X8) <= I(X4;X5)", (CHAIN8,), 8),
        ("I(X;Z) <= I(X;Y)", ("X -> Y -> Z",), 2),
        ("H(A) <= I(B;C)", ("A : B", "A : C"), 4),
        ("H(B,C) >= 3*H(S)", SHARING, 13),
    ])
    def test_is_short(self, goal: str, given: tuple[str, ...], steps: int) -> None:
        pytest.importorskip("highspy")
        answer = prove(goal, given)

        assert isinstance(answer, Proof)
        [derivation] = answer.derivations
        weights = [term.coefficient for term in derivation.measures] + [value for value, _ in derivation.hypotheses]
        assert len(weights) <= steps
        assert all(weight.denominator == 1 and abs(weight) <= 2 for weight in weights)

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


def steps(proof: Proof) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield line, value before, relation, value after and reason."""
    value = ""
    left = str(proof.goal).split(f" {proof.goal.relation} ", maxsplit=1)[0]
    for line in proof.lines():
        if line.startswith(left):
            value, line = left, line[len(left):]
        if line.strip():
            relation, rest = line.split(None, 1)
            text, reason = (part.strip() for part in rest.split("   ", 1))
            yield line, value, relation, text, reason
            value = text


class TestNoProof:
    @pytest.mark.parametrize("dropped", range(3))
    def test_claim_1_needs_each_of_its_hypotheses(self, dropped: int) -> None:
        goal, given = CLAIM1
        answer = no_proof(goal, given[:dropped] + given[dropped + 1:])

        assert answer.verdict == "refuted"
        assert answer.witness is not None and not refutes(answer.witness, parse(goal), map(parse, given))

    def test_a_true_statement_beyond_shannon_is_undecided(self) -> None:
        answer = no_proof(ZHANG_YEUNG)

        assert answer.verdict == "undecided"
        assert answer.explained()[-1] == "no counterexample was found among small distributions"

    def test_says_what_every_counterexample_has(self) -> None:
        answer = no_proof("I(U;Q|X) = 0", ("H(Q|X,V,S)=0", "I(U,X,V;S)=0"), search=False)

        assert answer.explained()[1] == (
            "they imply I(U;Q|X) <= I(U;V|X), so a counterexample in this direction has I(U;V|X) > 0")
        values = {str(measure): value for measure, value in answer.measures()}
        assert values["H(U)"] > 0 and values["I(U;S)"] == 0

    @pytest.mark.parametrize("goal, given", [
        ("H(X) = H(Y)", ()), ("I(X;Y|Z) <= I(X;Y)", ()), (INGLETON, ()), (INGLETON, ("E = f(A)",)),
        ("H(K) = H(M)", ("H(C|K,M)=0", "H(M|K,C)=0", "I(M;C)=0")), ("2*H(X,Y,Z) >= H(X,Y) + H(Y,Z) + H(X,Z)", ()),
    ])
    def test_what_every_counterexample_has_is_proved(self, goal: str, given: tuple[str, ...]) -> None:
        bounds = no_proof(goal, given).bounds

        assert bounds
        for bound in bounds:
            assert prove(bound.weaker, given).verdict == "proved"

    def test_bounds_both_directions_of_an_equality(self) -> None:
        bounds = [str(bound.weaker) for bound in no_proof("H(X) = H(Y)").bounds]

        assert bounds == ["H(X) + H(Y|X) >= H(Y)", "H(X) <= H(Y) + H(X|Y)"]

    @pytest.mark.parametrize("goal, given", [
        (INGLETON, ()), ("H(X) <= H(Y)", ("Y = f(X)",)), (ZHANG_YEUNG, ()), ("I(X;Y) = 0", ("H(Y) = 3*H(X)",)),
        (INGLETON, ("E = f(A,B)", "F = g(C,D)")),
    ])
    def test_the_point_satisfies_shannon_and_what_is_given(self, goal: str, given: tuple[str, ...]) -> None:
        answer = no_proof(goal, given, search=False)
        values = {frozenset(names): value for names, value in answer.point}
        values[frozenset()] = Fraction(0)

        assert all(value >= 0 for _, value in answer.measures())
        for text in given:
            assert sum(c * values[subset] for subset, c in parse(text).form().items()) == 0
        broken = sum(c * values[subset] for subset, c in parse(goal).form().items())
        assert broken if parse(goal).equality else broken < 0

    @pytest.mark.drawn
    def test_random_statements_get_answers_that_hold(self) -> None:
        """What is proved holds for many distributions."""
        rng = chance(3)
        laws = [random_witness(rng, "ABC") for _ in range(12)]
        verdicts = set[str]()
        for _ in range(80):
            goal = random_statement(rng, "ABC", 2)
            given = [random_statement(rng, "ABC", 1) for _ in range(rng.randint(0, 2))]
            answer = prove(goal, given)
            verdicts.add(answer.verdict)
            if isinstance(answer, Proof):
                assert not any(refutes(law, goal, given) for law in laws)
        assert {"proved", "refuted"} <= verdicts


def random_witness(rng: Random, names: str) -> Witness:
    """Return a law of up to four atoms."""
    weights = {tuple(rng.randint(0, 1) for _ in names): rng.randint(1, 5) for _ in range(4)}
    mass = sum(weights.values())
    return Witness(tuple(names), tuple((values, Fraction(n, mass)) for values, n in weights.items()))


class TestLarge:
    @pytest.mark.slow
    @pytest.mark.parametrize("size", [9, 10])
    def test_nine_and_ten_variables(self, size: int) -> None:
        pytest.importorskip("highspy")
        names = "ABCDEFGHIJ"[:size]
        chain = [f"X{k}" for k in range(size)]
        steps = [" -> ".join(chain[k:k + 3]) for k in range(size - 2)]
        goal = f"I({chain[0]};{chain[-1]}|{chain[2]}) = 0"

        assert prove(han(names)).verdict == "proved"
        assert prove(han(names).replace(f"{size - 1}*", f"{size}*")).verdict == "refuted"
        assert prove(goal, [" -> ".join(chain)]).verdict == "proved"
        assert prove(goal, steps).verdict == "refuted"

    def test_functions_of_others_do_not_count_where_they_leave_few_sets(self) -> None:
        names = [f"X{k}" for k in range(12)]
        given = [f"{after} = f({before})" for before, after in zip(names, names[1:])]

        assert prove(f"H({names[-1]}) <= H({names[0]})", given).verdict == "proved"
        assert prove(f"H({names[0]}) <= H({names[-1]})", given).verdict == "refuted"

    def test_variables_that_occur_only_together_are_one(self) -> None:
        x, y, z = (",".join(f"{letter}{k}" for k in range(5)) for letter in "XYZ")

        assert prove(f"I({x};{z}) <= I({x};{y})", [f"{x} -> {y} -> {z}"]).verdict == "proved"
        assert prove(f"I({x};{z}) <= I({x};{y})").verdict == "refuted"

    def test_hypotheses_that_are_not_linked_to_the_goal_do_not_matter(self) -> None:
        rest = tuple(f"H(A{k}) = {k}*H(A{k + 1})" for k in range(1, 20))
        failed = no_proof("H(X) <= H(Y)", rest[:3])

        assert prove("H(X|Y) <= H(X)", rest).verdict == "proved"
        assert {name for names, _ in failed.point for name in names} == {"X", "Y"}
        assert failed.witness is not None and set("XY") < set(failed.witness.names)

    @pytest.mark.parametrize("goal, given, words", [
        (f"H({','.join(f'X{k}' for k in range(31))}) >= 0", [], "at most 30 variables and 50 hypotheses, found 31"),
        (han("ABCDEFGHIJKLM"), [], "at most 10 variables, those that occur only together .*, found 13"),
        (ZHANG_YEUNG + "".join(f" + I({a};{b})" for a, b in zip("EFGHIJK", "FGHIJKE")), [], "at most 10 .* found 11"),
        ("H(X) >= 0", ["H(X) >= 0"] * 51, "found 1 and 51"),
    ])
    def test_refuses_too_much(self, goal: str, given: list[str], words: str) -> None:
        with pytest.raises(Undecidable, match=words):
            prove(goal, given)

    def test_large_coefficients_stay_exact(self) -> None:
        big = 10 ** 39 + 7

        assert prove(f"{big}*H(X) >= {big - 1}*H(X) + 1/{big}*H(X|Y)").verdict == "proved"
        assert prove(f"{big - 1}*H(X) >= {big}*H(X)").verdict == "refuted"

    def test_announces_a_long_program(self) -> None:
        pytest.importorskip("highspy")
        lines: list[str] = []
        prove("H(X|Y) <= H(X)", progress=lines.append)
        assert not lines

        prove(ZHANG_YEUNG + " + I(E;F|G,K) + I(A;F|G,E) + I(B;G)", search=False, progress=lines.append)

        assert lines[0].startswith("linear program with ")

    def test_gives_up_large_programs_without_the_float_solver(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "highspy", None)

        assert prove(*CLAIM1).verdict == prove(han("ABCDE")).verdict == "proved"
        with pytest.raises(Undecidable, match="with 191 joint entropies and .* takes the solver highspy"):
            prove(ZHANG_YEUNG + "".join(f" + I({a};{b}|{c})" for a, b, c in zip("EFGK", "FGKA", "ABCD")))

    def test_does_not_believe_the_float_solver(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It says where a true statement is false: there what is given does not hold."""
        ones = prover.Proposal(dict.fromkeys(range(1, 256), ONE), [], [])
        monkeypatch.setattr(prover, "propose", lambda *_: ones)

        assert prove(*CLAIM1_FULL, search=False).verdict == "proved"
