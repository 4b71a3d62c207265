"""What is known beyond Shannon's inequalities ends a search that would be in vain; it decides nothing."""

from dataclasses import replace

import pytest

from onoff_symbolic.entropy import search
from onoff_symbolic.entropy.beyond import inequalities, instances, known
from onoff_symbolic.entropy.grammar import parse
from onoff_symbolic.entropy.proof import NoProof, Proof, check, prove
from onoff_symbolic.entropy.prover import Combination, Point, Prover
from onoff_symbolic.entropy.sets import Vector
from onoff_symbolic.errors import OnoffError, Undecidable

ZHANG_YEUNG = "2*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)"
CONDITIONAL = "I(C;D) <= I(C;D|A) + I(C;D|B)"
LISTS = (("A",), ("B",), ("C",), ("D",))


def no_proof(goal: str, *given: str) -> NoProof:
    answer = prove(goal, given, explain=False)
    assert isinstance(answer, NoProof)
    return answer


def test_the_first_is_proved_with_a_copy() -> None:
    """E is to C and D what A is, and independent of A and B given these: there is always such an E."""
    copy = ["H(E) = H(A)", "H(C,E) = H(A,C)", "H(D,E) = H(A,D)", "H(C,D,E) = H(A,C,D)", "I(E;A,B|C,D) = 0"]
    assert str(next(inequalities(*LISTS, ()))) == ZHANG_YEUNG
    assert prove(ZHANG_YEUNG, copy, explain=False).verdict == "proved"
    assert prove(ZHANG_YEUNG, copy[:-1], search=False, explain=False).verdict == "undecided"


def test_the_second_is_what_was_printed() -> None:
    """Printed is: I(A;B|C,D) <= I(C;D|A,B) + I(A;B|D). Where the premises hold both say the same."""
    given = ["I(A;B) = 0", "I(A;B|C) = 0"]
    assert CONDITIONAL in map(str, inequalities(*LISTS, [parse(text) for text in given]))
    same = "I(C;D|A) + I(C;D|B) - I(C;D) = I(C;D|A,B) + I(A;B|D) - I(A;B|C,D)"
    assert prove(same, given).verdict == "proved"
    assert prove(same, given[:1], explain=False).verdict == "refuted"


@pytest.mark.parametrize("given", [(), ("I(A;B) = 0",), ("I(A;B|C) = 0",), ("I(A;B) >= 0", "I(A;B|C) = 0"),
                                   ("I(A;B) = 0", "I(A;B|E) = 0"), ("I(A;C) = 0", "I(A;B|C) = 0")])
def test_the_second_takes_both_premises(given: tuple[str, ...]) -> None:
    assert not known(parse(CONDITIONAL), [parse(text) for text in given])


@pytest.mark.parametrize("statement", [
    "I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B) + I(A;C)",
    "2*I(C;D) <= I(A;B) + I(A;C,D) + 2*I(C;D|A) + I(C;D|B)",
    "3*I(C;D) <= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)", "2*I(C;D) >= I(A;B) + I(A;C,D) + 3*I(C;D|A) + I(C;D|B)",
    "2*I(C;D) <= I(A;B) + I(B;C,D) + 3*I(C;D|A) + I(C;D|B)", "0 <= H(A)", "I(C;D) <= 0"])
def test_what_is_not_known(statement: str) -> None:
    assert known(parse(ZHANG_YEUNG), ())
    assert not known(parse(statement), ())


def test_instances_of_few_variables() -> None:
    assert len(list(instances(LISTS, ()))) == 12
    assert all(known(statement, ()) for statement in instances(LISTS, ()))
    assert not list(instances(LISTS[:3], ()))
    assert not list(instances([(name,) for name in "ABCDEFG"], ()))


@pytest.mark.parametrize("goal, given", [
    (ZHANG_YEUNG, ()),
    (ZHANG_YEUNG, ("H(E) >= H(A)",)),
    (f"{ZHANG_YEUNG} + 1/10*H(A)", ()),
    (CONDITIONAL, ("A . B", "A . B | C")),
    ("2*I(C;D) <= I(A;C,D) + 3*I(C;D|A) + I(C;D|B)", ("A . B",)),
])
def test_the_search_ends_where_it_is_in_vain(goal: str, given: tuple[str, ...],
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise AssertionError("the search went on")

    monkeypatch.setattr(search, "_searched", forbidden)
    answer = no_proof(goal, *given)
    assert answer.verdict == "undecided" and answer.beyond is not None
    assert "there is no counterexample, by what Zhang and Yeung proved: " in answer.explained()[-1]
    assert answer.beyond.goal == parse(goal)


def test_a_goal_that_does_not_follow_is_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known here does not imply it."""
    asked = []
    monkeypatch.setattr(search, "_searched", lambda *_: asked.append(1) or iter(()))
    answer = no_proof("5*I(C;D) <= 3*I(A;B) + 2*I(A;C,D) + 7*I(C;D|A) + 3*I(C;D|B)")
    assert answer.beyond is None and asked
    assert answer.explained()[-1] == "no counterexample was found among small distributions"


def test_a_program_that_is_not_solved_does_not_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    derive, asked = Prover.derive, []

    def unsolved(self: Prover, goal: Vector) -> Combination | Point:
        if self.hypotheses:
            raise Undecidable("not solved")
        return derive(self, goal)

    monkeypatch.setattr(Prover, "derive", unsolved)
    monkeypatch.setattr(search, "_searched", lambda *_: asked.append(1) or iter(()))
    answer = no_proof(ZHANG_YEUNG)
    assert answer.beyond is None and asked


def test_a_refuted_goal_has_no_proof_beyond() -> None:
    answer = no_proof("I(A;B) <= I(A;B|C) + I(A;B|D) + I(C;D) + 1/2*I(B;C)")
    assert answer.verdict == "refuted" and answer.beyond is None


def test_a_wrong_proof_beyond_is_refused() -> None:
    answer = no_proof(ZHANG_YEUNG)
    assert answer.beyond is not None
    check(answer)
    proof = answer.beyond
    wrong = replace(proof, given=(parse("2*I(C;D) <= I(A;B)"),))
    with pytest.raises(OnoffError, match="expected a known inequality, found"):
        check(replace(answer, beyond=wrong))
    with pytest.raises(OnoffError, match="expected one of .*, found one of"):
        check(replace(answer, beyond=replace(proof, goal=parse("H(A) >= 0"))))
    with pytest.raises(OnoffError, match="expected one of"):
        check(replace(answer, given=(parse("A . B"),)))
    other = next(each for each in instances(LISTS, ()) if each != proof.given[0])
    with pytest.raises(OnoffError, match="the sums are equal"):
        check(replace(answer, beyond=Proof(proof.goal, (other,), proof.derivations)))
