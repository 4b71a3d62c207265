"""The whole paper, judged once: every claim is decided, as it is recorded, and what it prints is shown."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import reference
from run import python

from onoff_symbolic.claims.file import Supposed
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper.record import Record
from onoff_symbolic.paper.session import Session
from onoff_symbolic.result import Result, Verdict

IDS = list(the_paper().claims)
FOLDER = the_paper().certificates
EXPECTED = {claim: Record(FOLDER).expected(claim) for claim in IDS}
CONDITIONAL = [claim for claim, expected in EXPECTED.items() if expected.startswith("conditional")]
REFUTED = [claim for claim, expected in EXPECTED.items() if expected.startswith("refuted")]
STATIONARY = "(2 - alpha - beta)*((alpha + beta)*delta - beta) = 0"


@pytest.fixture(scope="module")
def results(session: Session) -> dict[str, Result]:
    """Of the recorded certificates; that these are the ones that are found is a test of its own."""
    return {result.id: result for result in session.judge(IDS)}


# -- the record --------------------------------------------------------------------------------------------


def test_every_claim_comes_out_as_recorded_and_none_is_undecided(results: dict[str, Result]) -> None:
    standings = {claim: Record(FOLDER).standing(result).kind for claim, result in results.items()}

    assert {claim: result.why for claim, result in results.items() if result.verdict is Verdict.UNDECIDED} == {}
    assert {claim for claim, kind in standings.items() if kind == "erratum"} == {*CONDITIONAL, *REFUTED}
    assert "fails" not in standings.values()


AGAIN = """
import sys
from pathlib import Path
from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper.session import Session
session = Session(the_paper(), search=True)
claims = [*the_paper().claims][::-1]
for place in range(0, len(claims), 17):
    session.judge(claims[place:place + 17])
for claim, text in session.certificates(the_paper().claims).items():
    Path(sys.argv[1], claim + ".json").write_text(text, encoding="utf-8")
"""


@pytest.mark.slow
def test_the_recorded_certificates_are_those_that_are_found(tmp_path: Path) -> None:
    """In another process, with other hashes, some claims after the others and in another order: the same bytes."""
    python(AGAIN, str(tmp_path), PYTHONHASHSEED="12345")

    found, recorded = ({path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
                       for folder in (tmp_path, FOLDER))
    assert found.keys() == recorded.keys()
    assert [name for name in found if found[name] != recorded[name]] == [], "run make certificates"


def test_a_claim_is_accepted_as_it_was_judged(results: dict[str, Result]) -> None:
    for result in results.values():
        assert the_paper().accepts(dict(result.goal or {})), result.id


# -- the model: time is ℤ ----------------------------------------------------------------------------------


def on_every_time(point: dict[str, Fraction]) -> bool:
    """Whether a chain on ℤ has these parameters: as far as they are given, some delta makes the law of X_0 last."""
    if {"alpha", "beta", "delta"} <= point.keys():
        return reference.holds(STATIONARY, point)
    if {"a", "b", "delta"} <= point.keys():      # the law after t steps is that of a chain, too
        return reference.holds(STATIONARY, {**point, "alpha": 1 - point["a"], "beta": point["b"]})
    return "delta" not in point


@pytest.mark.parametrize("claim", [*CONDITIONAL, *REFUTED])
def test_every_witness_is_a_chain_on_every_time(results: dict[str, Result], claim: str) -> None:
    failures = json.loads(results[claim].certificate)["failures"]
    points = [{name: Fraction(text) for name, text in failure["at"].items()} for failure in failures]

    assert points
    assert all(on_every_time(point) for point in points)


@pytest.mark.parametrize("point", ["1/5 1/5 0", "1/2 1/3 1", "0 1/2 1/2"])
def test_chains_that_begin_are_not_taken_for_such(point: str) -> None:
    a, b, delta = map(Fraction, point.split())

    assert not on_every_time({"alpha": a, "beta": b, "delta": delta})
    assert not on_every_time({"a": 1 - a, "b": b, "delta": delta})
    assert on_every_time({"alpha": a, "beta": b})


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 4), Fraction(1)])
@pytest.mark.parametrize("beta", [Fraction(0), Fraction(1, 2), Fraction(1)])
def test_the_law_of_a_chain_on_every_time_lasts(alpha: Fraction, beta: Fraction) -> None:
    """Where nothing moves or all does the law is free, elsewhere it is β/(α+β), by the matrix itself."""
    laws = [Fraction(n, 12) for n in range(13)]
    found = [delta for delta in laws if reference.holds(STATIONARY, {"alpha": alpha, "beta": beta, "delta": delta})]

    free = alpha == beta and alpha in (0, 1)
    assert found == (laws if free else [d for d in laws if d * (1 - alpha) + (1 - d) * beta == d])


# -- conditions and dependencies ---------------------------------------------------------------------------


@pytest.mark.parametrize("claim", CONDITIONAL)
def test_a_condition_has_a_witness_of_its_own_or_comes_from_a_claim_in_use(
        results: dict[str, Result], claim: str) -> None:
    """That the condition is false there and all others hold is worked out in test_truth."""
    result = results[claim]
    shown = {witness.violates for witness in result.witnesses}
    assert shown <= {condition.text for condition in result.conditions}
    for condition in result.conditions:
        if condition.text in shown:
            assert condition.through == ""
        else:
            needs = [each.where for each in results[condition.through].conditions if each.text == condition.text]
            assert condition.through in result.rests_on
            assert needs == [condition.where]


WEAKEST = [(claim.id, each) for claim in the_paper().claims.values() for each in claim.suppose if each.weakest]
ALSO_INSIDE = {"or alpha + beta = 1": "alpha + beta = 1"}
"""What the text of a condition says beyond its relations."""


def holds(texts: Iterable[str], point: dict[str, Fraction]) -> bool:
    return all(reference.holds(text, point) for text in texts)


def unproved_outside(claim: str, supposed: Supposed) -> Iterator[dict[str, Fraction]]:
    """Yield chains on ℤ where the condition is false and none of its statements applies."""
    stated = the_paper().claims[claim]
    proofs = [each for part, number in supposed.weakest for each in stated.stated(part, number)]
    more = [text for said, text in ALSO_INSIDE.items() if said in supposed.text]
    steps = [Fraction(n, 6) for n in range(7)]
    for alpha, beta, delta in itertools.product(steps, steps, [*steps, Fraction(2, 5), Fraction(3, 5)]):
        point = {"alpha": alpha, "beta": beta, "delta": delta}
        inside = holds(supposed.where, point) or any(reference.holds(text, point) for text in more)
        if on_every_time(point) and not inside:
            where = ((*stated.regions[each["region"]], *each.get("given", ())) for each in proofs)
            if not any(holds(texts, point) for texts in where):
                yield point


@pytest.mark.parametrize("claim, supposed", WEAKEST, ids=[name for name, _ in WEAKEST])
def test_what_proves_that_a_condition_is_weakest_leaves_no_chain_out(
        results: dict[str, Result], claim: str, supposed: Supposed) -> None:
    shown = [each.statement for each in results[claim].of("proves", "beside")]
    for part, number in supposed.weakest:
        assert all(each in shown for each in the_paper().claims[claim].stated(part, number))
    assert list(unproved_outside(claim, supposed)) == []
    for i in range(len(supposed.weakest)):
        fewer = replace(supposed, weakest=supposed.weakest[:i] + supposed.weakest[i + 1:])
        assert list(unproved_outside(claim, fewer)), "it is not needed"


@pytest.mark.parametrize("claim", IDS)
def test_just_a_refuted_claim_has_a_correction_which_is_shown(results: dict[str, Result], claim: str) -> None:
    result = results[claim]
    stated = the_paper().claims[claim]

    assert bool(stated.correction) == result.corrected == (claim in REFUTED)
    assert [each.statement for each in result.of("corrects")] == [dict(each) for each in stated.corrects]
    if claim in REFUTED:
        assert result.witnesses
        assert not any(witness.violates for witness in result.witnesses)
        assert not result.of("proves")


def test_nothing_rests_on_a_refuted_claim_and_no_claim_on_itself(results: dict[str, Result]) -> None:
    settled: set[str] = set()
    while ready := [name for name, each in results.items() if name not in settled and settled >= {*each.rests_on}]:
        settled.update(ready)

    assert settled == set(IDS), "a circle"
    assert not {use for result in results.values() for use in result.rests_on} & set(REFUTED)
    assert {*results["lemma1"].rests_on} == {"request-chain", "table3a", "table3b", "table3c"}


def test_what_holds_for_more_is_shown_for_every_law_of_the_first_request(results: dict[str, Result]) -> None:
    claims = the_paper().claims
    assert sum(len(claim.also) for claim in claims.values()) > 12
    for claim in claims.values():
        assert results[claim.id].also == tuple(also.text for also in claim.also)
        for also in claim.also:
            for name, part, number in also.by:
                for each in claims[name].stated(part, number):
                    regions = [each["region"]] if isinstance(each["region"], str) else each["region"]
                    assert all(STATIONARY not in claims[name].regions[region] for region in regions), also.text
