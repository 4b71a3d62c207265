"""Entropy statements: proving them, saying what a counterexample needs, and rejecting wrong answers."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from chance import chance
from run import python

from onoff_symbolic import judge
from onoff_symbolic.entropy.proof import Bound, Derivation, NoProof, Proof, check, prove
from onoff_symbolic.entropy.grammar import Term, parse, total
from onoff_symbolic.entropy.witness import Witness, check_witness
from onoff_symbolic.errors import OnoffError, Undecidable
from test_entropy_grammar import random_statement

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
    """Han's inequality for one-letter variables."""
    parts = ["H(" + ",".join(name for name in names if name != left) + ")" for left in names]
    return f"{len(names) - 1}*H({','.join(names)}) <= {' + '.join(parts)}"


# Proofs.

PROVABLE = [
    CLAIM1, CLAIM1_FULL,
    ("H(X|Y) <= H(X)", ()),
    ("H(X,Y) = H(X) + H(Y|X)", ()),
    ("I(X;Y,Z) = I(X;Y) + I(X;Z|Y)", ()),
    ("H(A,C) + H(B,C) >= H(A,B,C) + H(C)", ()),
    ("I(X;Z) <= I(X;Y)", ("X -> Y -> Z",)),
    ("I(X;W) <= I(Y;Z)", ("X -> Y -> Z -> W",)),
    ("I(X1;X8) <= I(X4;X5)", (CHAIN8,)),
    ("H(X,Y,Z) <= 1/2*H(X,Y) + 1/2*H(Y,Z) + 1/2*H(X,Z)", ()),
    (han("ABCDE"), ()),
    ("H(X) + H(Y) + H(Z) = H(X,Y,Z)", ("I(X;Y)=0", "I(X,Y;Z)=0")),
    ("I(A;D) = 0", ("H(A,B,C,D) = H(A) + H(B) + H(C) + H(D)",)),
    (INGLETON, ("I(A;B)=0",)),
    (INGLETON, ("I(A;C)=0",)),
    ("I(X;Y) = 0", ("X->Y->Z", "X->Z->Y", "I(Y;Z)=0")),
    ("I(X;Y,Z) <= H(J)", ("J = f(Y)", "J = f(Z)", "X->J->Y", "X->Y->Z")),
    ("H(A) >= H(S)", ("H(S|A,B)=0", "I(S;B)=0")),
    ("H(B,C) >= 3*H(S)", SHARING),
    ("H(X) <= H(Y)", ("H(X,Y) <= H(Y)",)),
    ("H(X) <= H(Z)", ("H(X) <= H(Y)", "2*H(Z) >= 2*H(Y)")),
    ("H(X) = 0", ("H(X) <= -H(Y)",)),
    ("H(K) >= H(M)", ("H(C|K,M)=0", "H(M|K,C)=0", "I(M;C)=0")),
    ("0 = 0", ()),
    ("0*H(X) >= 0", ("H(X) = 2*H(X)",)),
    ("I(X;X|X) <= 0", ()),
]


@pytest.mark.parametrize("goal", ["I(A;B) = H(A) - H(A|B)", "I(A;B) <= H(A) - H(A|B)"])
def test_an_identity_is_told_with_its_relation_and_once(goal: str) -> None:
    assert prove(goal).lines() == ["I(A;B) = H(A) - H(A|B)   as both sides are the same joint entropies"]


@pytest.mark.parametrize("goal, given", PROVABLE)
def test_shannon_type_statements_are_proved(goal: str, given: tuple[str, ...]) -> None:
    answer = prove(goal, given)
    assert isinstance(answer, Proof) and answer.verdict == "proved"
    assert (answer.goal, answer.given) == (parse(goal), tuple(map(parse, given)))
    check(answer)
    assert answer.lines()


def test_claim_1_is_told_as_a_chain_of_steps() -> None:
    assert prove(*CLAIM1).lines() == [
        "I(U;Q|X) >= 0   as I(U;Q|X) >= 0",
        "I(U;Q|X) <= I(U;Q,V,S|X)                  as I(U;V,S|Q,X) >= 0",
        "         <= I(U;Q,V,S|X) + H(Q|U,X,V,S)   as H(Q|U,X,V,S) >= 0",
        "          = I(U;V,S|X)                    given H(Q|X,V,S) = 0",
        "          = I(U;S|X,V)                    given I(U;V|X) = 0",
        "         <= I(U,X,V;S)                    as I(X,V;S) >= 0",
        "          = 0                             given I(U,X,V;S) = 0"]


@pytest.mark.parametrize("goal, given", PROVABLE)
def test_every_step_of_a_chain_is_right(goal: str, given: tuple[str, ...]) -> None:
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


def steps(proof: Proof) -> list[tuple[str, str, str, str, str]]:
    found, value = [], ""
    left = str(proof.goal).split(f" {proof.goal.relation} ")[0]
    for line in proof.lines():
        if line.startswith(left):
            value, line = left, line[len(left):]
        if line.strip():
            relation, rest = line.split(None, 1)
            text, reason = (part.strip() for part in rest.split("   ", 1))
            found.append((line, value, relation, text, reason))
            value = text
    return found


@pytest.mark.parametrize("dropped", range(3))
def test_claim_1_needs_each_of_its_hypotheses(dropped: int) -> None:
    goal, given = CLAIM1
    rest = given[:dropped] + given[dropped + 1:]
    answer = prove(goal, rest)
    assert isinstance(answer, NoProof) and answer.verdict == "refuted"
    assert answer.witness is not None and len(answer.witness.atoms) == 2
    check_witness(answer.witness, parse(goal), map(parse, rest))
    with pytest.raises(OnoffError):
        check_witness(answer.witness, parse(goal), map(parse, given))


@pytest.mark.parametrize("dropped", [2, 4])
def test_claim_1_with_eight_variables_needs_its_hypotheses(dropped: int) -> None:
    pytest.importorskip("highspy")
    goal, given = CLAIM1_FULL
    answer = prove(goal, given[:dropped] + given[dropped + 1:])
    assert answer.verdict == "refuted"


def test_neither_sympy_nor_numpy_is_imported() -> None:
    code = ("import sys; from onoff_symbolic.entropy.proof import prove; "
            f"print(prove(*{CLAIM1!r}).verdict, {{'sympy', 'numpy'}} & set(sys.modules))")
    assert python(code).split() == ["proved", "set()"]


def test_eight_variables_without_hypotheses() -> None:
    pytest.importorskip("highspy")
    assert prove(han("ABCDEFGK")).verdict == "proved"


@pytest.mark.slow
@pytest.mark.parametrize("size", [9, 10])
def test_nine_and_ten_variables(size: int) -> None:
    pytest.importorskip("highspy")
    names = "ABCDEFGHIJ"[:size]
    assert prove(han(names)).verdict == "proved"
    assert prove(han(names).replace(f"{size - 1}*", f"{size}*")).verdict == "refuted"
    chain = [f"X{k}" for k in range(size)]
    assert prove(f"I({chain[0]};{chain[-1]}|{chain[2]}) = 0", [" -> ".join(chain)]).verdict == "proved"
    steps = [" -> ".join(chain[k:k + 3]) for k in range(size - 2)]
    assert prove(f"I({chain[0]};{chain[-1]}|{chain[2]}) = 0", steps).verdict == "refuted"


def test_functions_of_others_do_not_count_where_they_leave_few_sets() -> None:
    names = [f"X{k}" for k in range(12)]
    given = [f"{after} = f({before})" for before, after in zip(names, names[1:])]
    assert prove(f"H({names[-1]}) <= H({names[0]})", given).verdict == "proved"
    assert prove(f"H({names[0]}) <= H({names[-1]})", given).verdict == "refuted"


def test_a_long_program_is_announced() -> None:
    pytest.importorskip("highspy")
    told: list[str] = []
    prove(ZHANG_YEUNG + " + I(E;F|G,K) + I(A;F|G,E) + I(B;G)", search=False, progress=told.append)
    assert told and told[0].startswith("linear program with ")
    told.clear()
    prove("H(X|Y) <= H(X)", progress=told.append)
    assert not told


def test_without_the_float_solver_small_programs_are_solved_and_large_ones_given_up(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    assert prove(*CLAIM1).verdict == "proved" and prove(han("ABCDE")).verdict == "proved"
    assert prove(INGLETON).verdict == "refuted"
    with pytest.raises(Undecidable, match="with 191 joint entropies and .* takes the solver highspy"):
        prove(ZHANG_YEUNG + "".join(f" + I({a};{b}|{c})" for a, b, c in zip("EFGK", "FGKA", "ABCD")))


# Proofs are short.

def cover(times: int, *sets: str) -> str:
    whole = "".join(sorted(set("".join(sets))))
    return f"{times}*H({','.join(whole)}) <= {' + '.join(f'H({chr(44).join(each)})' for each in sets)}"


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
def test_proofs_are_short(goal: str, given: tuple[str, ...], steps: int) -> None:
    pytest.importorskip("highspy")
    answer = prove(goal, given)
    assert isinstance(answer, Proof)
    [derivation] = answer.derivations
    assert len(derivation.measures) + len(derivation.hypotheses) <= steps
    values = [term.coefficient for term in derivation.measures] + [value for value, _ in derivation.hypotheses]
    assert all(value.denominator == 1 and abs(value) <= 2 for value in values)


def test_a_name_that_was_probably_meant_as_two_is_noted() -> None:
    note = "note: XY is read as one variable; X,Y is written for X and Y together"
    assert note in judge.entropy("H(XY) <= H(X) + H(Y)", []).lines
    assert note in judge.entropy("H(X) + H(XY) >= H(X)", ["H(Y) = 0"]).lines


def test_variables_that_occur_only_together_are_one() -> None:
    blocks = [",".join(f"{letter}{k}" for k in range(5)) for letter in "XYZ"]
    answer = prove(f"I({blocks[0]};{blocks[2]}) <= I({blocks[0]};{blocks[1]})", [" -> ".join(blocks)])
    assert isinstance(answer, Proof) and len(answer.goal.names()) == 15
    failed = prove(f"I({blocks[0]};{blocks[2]}) <= I({blocks[0]};{blocks[1]})")
    assert failed.verdict == "refuted"


def test_hypotheses_that_are_not_linked_to_the_goal_do_not_matter() -> None:
    rest = [f"H(A{k}) = {k}*H(A{k + 1})" for k in range(1, 20)]
    assert prove("H(X|Y) <= H(X)", rest).verdict == "proved"
    failed = prove("H(X) <= H(Y)", rest[:3])
    assert isinstance(failed, NoProof) and {name for names, _ in failed.point for name in names} == {"X", "Y"}
    assert failed.witness is not None and set("XY") < set(failed.witness.names)


def test_too_much_is_refused() -> None:
    many = ",".join(f"X{k}" for k in range(31))
    with pytest.raises(Undecidable, match="at most 30 variables and 50 hypotheses, found 31 and 0"):
        prove(f"H({many}) >= 0")
    with pytest.raises(Undecidable, match="at most 10 variables, those that occur only together .*, found 13"):
        prove(han("ABCDEFGHIJKLM"))
    with pytest.raises(Undecidable, match="at most 10 variables, those that occur only together .*, found 11"):
        prove(ZHANG_YEUNG + "".join(f" + I({a};{b})" for a, b in zip("EFGHIJK", "FGHIJKE")))
    with pytest.raises(Undecidable, match="found 1 and 51"):
        prove("H(X) >= 0", ["H(X) >= 0"] * 51)


def test_large_coefficients_stay_exact() -> None:
    big = 10 ** 39 + 7
    assert prove(f"{big}*H(X) >= {big - 1}*H(X) + 1/{big}*H(X|Y)").verdict == "proved"
    answer = prove(f"{big - 1}*H(X) >= {big}*H(X)")
    assert answer.verdict == "refuted"


# No proof.

@pytest.mark.parametrize("goal, given", [
    ("H(X) = H(Y)", ()),
    ("H(X) = H(Y)", ("H(X|Y)=0",)),
    ("I(X;Y|Z) <= I(X;Y)", ()),
    ("I(X;Y|Z) = 0", ("I(X;Y)=0",)),
    ("I(X;Y) = 0", ("I(X;Y|Z)=0",)),
    ("I(X,Y;Z) = 0", ("I(X;Y)=0", "I(X;Z)=0", "I(Y;Z)=0")),
    ("I(X;Y) = 0", ("X->Y->Z", "X->Z->Y")),
    ("H(B,C) >= 3*H(S)", SHARING[:5]),
    ("2*H(X) <= 3*H(Y)", ("H(X) = 2*H(Y)",)),
    (INGLETON, ()),
    (INGLETON, ("I(A;B|C)=0",)),
    (INGLETON + " + H(E)", ()),
    (INGLETON + " + I(E;F)", ()),
    (INGLETON + " + H(E|F)", ()),
    (INGLETON + " + I(A;E|B)", ()),
    ("I(A;B|E) <= I(A;B|C,E) + I(A;B|D,E) + I(C;D|E)", ()),
    (INGLETON, ("E = f(A,B)", "F = g(C,D)")),
    (INGLETON, ("H(E) = 3*H(A)",)),
    (INGLETON, ("H(E) >= H(A)",)),
    ("H(X) = 0", ("H(Y) = 3*H(X)",)),
    ("H(X) = 0", ("H(Y) = 7*H(X)",)),
    ("I(X;Y) = 0", ("H(Y) = 3*H(X)",)),
    ("H(X) = 0", ("2*H(Y) = 5*H(X)", "X . Y")),
    ("H(Z) = 0", ("H(X) = 3*H(Z)", "H(Y) = 4*H(Z)", "I(X;Y) = 2*H(Z)", "Z = f(X)")),
    ("H(A,B,C,D) >= 4*H(S)", SHARING),
    ("H(X,Y,Z) >= H(X) + H(Y)", ()),
    ("H(K) >= H(M)", ("H(C|K,M)=0", "H(M|K,C)=0")),
])
def test_false_statements_are_refuted_by_a_distribution(goal: str, given: tuple[str, ...]) -> None:
    answer = prove(goal, given)
    assert isinstance(answer, NoProof) and answer.verdict == "refuted" and answer.witness is not None
    check_witness(answer.witness, parse(goal), map(parse, given))
    assert answer.explained()[0].startswith("Shannon's inequalities do not imply")


def test_a_true_statement_beyond_shannon_is_undecided() -> None:
    answer = prove(ZHANG_YEUNG)
    assert isinstance(answer, NoProof)
    assert answer.verdict == "undecided" and answer.witness is None
    assert answer.explained()[-1] == f"there is no counterexample, by what Zhang and Yeung proved: {ZHANG_YEUNG}"
    check(answer)


def test_the_conditions_of_a_counterexample_are_proved() -> None:
    answer = prove("I(U;Q|X) = 0", ["H(Q|X,V,S)=0", "I(U,X,V;S)=0"], search=False)
    assert isinstance(answer, NoProof) and answer.verdict == "undecided"
    assert [str(bound.proof.goal) for bound in answer.bounds] == ["I(U;Q|X) <= I(U;V|X)"]
    assert answer.explained()[1] == (
        "they imply I(U;Q|X) <= I(U;V|X), so a counterexample in this direction has I(U;V|X) > 0")
    values = {str(measure): value for measure, value in answer.measures()}
    assert values["H(U)"] > 0 and values["I(U;S)"] == 0


def test_both_directions_of_an_equality_get_their_conditions() -> None:
    answer = prove("H(X) = H(Y)")
    assert isinstance(answer, NoProof)
    bounds = [str(bound.proof.goal) for bound in answer.bounds]
    assert bounds == ["H(X) + H(Y|X) >= H(Y)", "H(X) <= H(Y) + H(X|Y)"]


@pytest.mark.drawn
def test_random_statements_get_answers_that_hold() -> None:
    """What is proved holds for many distributions; what is refuted is so by a checked witness."""
    rng = chance(3)
    laws = [random_witness(rng, "ABC") for _ in range(12)]
    verdicts = []
    for _ in range(80):
        goal = random_statement(rng, "ABC", 2)
        given = [random_statement(rng, "ABC", 1) for _ in range(rng.randint(0, 2))]
        answer = prove(goal, given)
        verdicts.append(answer.verdict)
        if isinstance(answer, Proof):
            for law in laws:
                with pytest.raises(OnoffError):
                    check_witness(law, goal, given)
    assert {"proved", "refuted"} <= set(verdicts)


def random_witness(rng: Random, names: str) -> Witness:
    weights = {tuple(rng.randint(0, 1) for _ in names): rng.randint(1, 5) for _ in range(4)}
    mass = sum(weights.values())
    return Witness(tuple(names), tuple((values, Fraction(n, mass)) for values, n in weights.items()))


# Wrong answers are rejected.

def proof(goal: str, given: tuple[str, ...], *derivations: Derivation) -> Proof:
    return Proof(parse(goal), tuple(map(parse, given)), derivations)


def terms(text: str) -> tuple[Term, ...]:
    return parse(f"{text} = 0").left


PROCESSING = ("I(X;Z) <= I(X;Y)", ("I(X;Z|Y) = 0",))


def test_a_right_proof_passes() -> None:
    check(proof(*PROCESSING, Derivation(1, terms("I(X;Y|Z)"), ((-ONE, 0),))))
    check(proof("H(X) >= 0", (), Derivation(1, terms("1/2*H(X) + 1/2*H(X|Y) + 1/2*I(X;Y)"), ())))


@pytest.mark.parametrize("wrong, words", [
    (proof(*PROCESSING, Derivation(1, terms("2*I(X;Y|Z)"), ((-ONE, 0),))), "sums are equal"),
    (proof(*PROCESSING, Derivation(1, terms("I(X;Y|Z)"), ((-2 * ONE, 0),))), "sums are equal"),
    (proof(*PROCESSING, Derivation(1, terms("I(X;Y|Z)"), ())), "sums are equal"),
    (proof(*PROCESSING, Derivation(1, (), ((-ONE, 0),))), "sums are equal"),
    (proof(*PROCESSING, Derivation(1, terms("I(X;Y|Z)"), ((ONE, 0),))), "sums are equal"),
    (proof(*PROCESSING, Derivation(1, terms("I(X;Z|Y)"), ((-ONE, 0),))), "sums are equal"),
    (proof(*PROCESSING, Derivation(1, terms("I(X;Y) - I(X;Z)"), ())), "weight >= 0"),
    (proof(*PROCESSING, Derivation(1, terms("I(X;Y|Z)"), ((-ONE, 1),))), "one of 1 hypotheses"),
    (proof(*PROCESSING, Derivation(1, terms("I(X;Y|Z)"), ((-ONE, -1),))), "one of 1 hypotheses"),
    (proof(*PROCESSING, Derivation(
        1, terms("I(X;Y|Z)"), ((-1.0, 0),))), "rational multiple"),  # type: ignore[arg-type]
    (proof(*PROCESSING, Derivation(-1, terms("I(X;Y|Z)"), ((-ONE, 0),))), "of sign [1], found [-1]"),
    (proof(*PROCESSING), "of sign [1], found []"),
    (proof("I(X;Y) = 0", (), Derivation(1, terms("I(X;Y)"), ())), "of sign [-1, 1], found [1]"),
    (proof("H(X) <= H(Y)", ("H(X) >= H(Y)",), Derivation(1, (), ((-ONE, 0),))), "multiplier >= 0"),
    (proof("I(X;Y) <= 0", (), Derivation(1, (), ())), "sums are equal"),
])
def test_wrong_proofs_are_rejected(wrong: Proof, words: str) -> None:
    with pytest.raises(OnoffError) as caught:
        check(wrong)
    assert words in str(caught.value)


def test_every_single_change_of_a_weight_is_noticed() -> None:
    good = prove("H(B,C) >= 3*H(S)", SHARING)
    assert isinstance(good, Proof)
    [derivation] = good.derivations
    for k, term in enumerate(derivation.measures):
        for value in (term.coefficient + Fraction(1, 10 ** 9), Fraction(0)):
            changed = derivation.measures[:k] + (Term(value, term.measure),) + derivation.measures[k + 1:]
            with pytest.raises(OnoffError):
                check(replace(good, derivations=(replace(derivation, measures=changed),)))
    for k, (multiplier, index) in enumerate(derivation.hypotheses):
        others = derivation.hypotheses[:k] + derivation.hypotheses[k + 1:]
        for multipliers in (others, others + ((-multiplier, index),)):
            with pytest.raises(OnoffError):
                check(replace(good, derivations=(replace(derivation, hypotheses=multipliers),)))
    for k in range(len(SHARING)):
        with pytest.raises(OnoffError):
            check(replace(good, given=good.given[:k] + (parse("H(E) = 0"),) + good.given[k + 1:]))


def point(**values: int) -> tuple[tuple[tuple[str, ...], Fraction], ...]:
    return tuple((tuple(names), Fraction(value)) for names, value in values.items())


NO_PROOF = NoProof(parse("H(X) <= H(Y)"), (parse("H(Y|X) = 0"),), point(X=2, Y=1, XY=2), (), None)


def test_a_right_point_passes() -> None:
    check(NO_PROOF)


@pytest.mark.parametrize("values, words", [
    (point(X=2, Y=1, XY=4), "I(X;Y) >= 0, found -1"),
    (point(X=2, Y=1, XY=1), "H(Y|X) >= 0, found -1"),
    (point(X=2, Y=1, XY=3), "does not satisfy H(Y|X) = 0"),
    (point(X=1, Y=1, XY=1), "it satisfies H(X) <= H(Y)"),
    (point(X=2, Y=1), "one rational number for every joint entropy"),
    (point(X=2, Y=1, XY=2, YX=2), "one rational number for every joint entropy"),
    ((((), ONE), *point(X=2, Y=1, XY=2)), "one rational number for every joint entropy"),
    (((("X",), 2.0), *point(Y=1, XY=2)), "one rational number for every joint entropy"),
])
def test_wrong_points_are_rejected(values: tuple[tuple[tuple[str, ...], Fraction], ...], words: str) -> None:
    with pytest.raises(OnoffError) as caught:
        check(replace(NO_PROOF, point=values))
    assert words in str(caught.value)


def test_wrong_bounds_are_rejected() -> None:
    given = NO_PROOF.given
    right = prove("H(X) <= H(Y) + H(X|Y)", given)
    other = prove("H(X) <= H(Y) + H(X|Y) + H(X)", given)
    assert isinstance(right, Proof) and isinstance(other, Proof)
    check(replace(NO_PROOF, bounds=(Bound(1, terms("H(X|Y)"), right),)))
    empty = replace(right, goal=parse("H(X) <= H(Y) + H(X|Y) + 0*H(X)"))
    for bound in (Bound(1, terms("H(X|Y)"), other), Bound(-1, terms("H(X|Y)"), right),
                  Bound(1, terms("H(X|Y)"), replace(right, given=())),
                  Bound(1, terms("H(X|Y)"), replace(right, derivations=())),
                  Bound(1, terms("H(X|Y) + 0*H(X)"), empty)):
        with pytest.raises(OnoffError):
            check(replace(NO_PROOF, bounds=(bound,)))
    with pytest.raises(OnoffError):
        check(replace(NO_PROOF, witness=Witness(("X", "Y"), (((0, 0), ONE),))))
