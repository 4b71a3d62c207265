"""The claims of the paper: what is proved, and that every change of the printed data is noticed."""

from dataclasses import replace

import pytest

from onoff_symbolic.claim import Claim, Result, Session
from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.kernel import Fact, Verdict
from onoff_symbolic.obligation import Case, Identity, Sign, Uses
from onoff_symbolic.proofs.catalogue import CLAIMS
from onoff_symbolic.proofs.claims import finder
from onoff_symbolic.proofs.errata import KNOWN, as_recorded
from onoff_symbolic.proofs.paper import Paper
from onoff_symbolic.proofs.printed import PRINTED, Lines, Printed
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.report.text import failures, line

IDS = [entry.id for entry in CLAIMS]
PROVED = [claim_id for claim_id in IDS if claim_id not in KNOWN]
DATA = ("request-chain", "table3a", "table3b", "table3c", "scheme-decodable", "claim2", "lemma1")
"""The claims that the printed tables and matrices stand or fall with."""


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    session = Session(finder())
    return {claim_id: session.judge(claim_id) for claim_id in IDS}


@pytest.mark.parametrize("claim_id", PROVED)
def test_the_claim_is_proved(results: dict[str, Result], claim_id: str) -> None:
    result = results[claim_id]
    assert result.verdict is Verdict.PROVED
    assert all(isinstance(outcome, Fact) for outcome in result.judgement.outcomes)
    assert result.witness is None


@pytest.mark.parametrize("claim_id", list(KNOWN))
def test_a_known_erratum_is_found_again(results: dict[str, Result], claim_id: str) -> None:
    """The run, which knows nothing of the record, comes to the same verdict, conditions and witness."""
    result, known = results[claim_id], KNOWN[claim_id]
    assert as_recorded(claim_id, result.verdict.value, result.judgement.conditions())
    assert line(failures(result.judgement)[0].witness) == known.witness


@pytest.mark.parametrize("claim_id", [c for c, erratum in KNOWN.items() if erratum.verdict == "refuted"])
def test_a_refuted_claim_has_a_correction_that_is_proved(results: dict[str, Result], claim_id: str) -> None:
    result = results[claim_id]
    assert result.claim.correction
    assert result.correction is not None
    assert result.correction.verdict is Verdict.PROVED


def test_nothing_is_undecided(results: dict[str, Result]) -> None:
    assert not [claim_id for claim_id, result in results.items() if result.verdict is Verdict.UNDECIDED]


@pytest.mark.parametrize("claim_id", ["lemma1", "claim2", "prop1", "prop2", "prop3", "scheme-decodable"])
def test_the_boundary_is_examined_and_listed(results: dict[str, Result], claim_id: str) -> None:
    judgement = results[claim_id].judgement
    exceptional = [case.name for case in judgement.cases() if case.exceptional]
    assert exceptional == ["α+β = 1", "alpha = 1, beta = 0", "alpha = 0, beta = 1"]


def test_lemma1_compares_every_entry_in_every_case_and_phase(results: dict[str, Result]) -> None:
    counts = {(case, group): len(j.outcomes) for case, group, j in results["lemma1"].groups()}
    assert counts["α+β < 1", "P derived = P printed"] == 9
    assert counts["α+β > 1", "P derived = P printed"] == 18
    assert counts["α+β = 1", "P derived = P printed"] == 9


def test_dependencies_come_from_the_run(results: dict[str, Result]) -> None:
    assert results["lemma1"].depends_on() == ("request-chain", "table3a", "table3b", "table3c")
    assert results["ab-probability"].depends_on() == ("lemma1",)
    assert results["table3a"].depends_on() == ()


def test_the_hypotheses_used_are_those_of_the_certificates(results: dict[str, Result]) -> None:
    used = {str(h) for h in results["table3a"].judgement.hypotheses()}
    assert used == {"alpha >= 0", "beta >= 0", "alpha + beta < 1"}


# -- every change of the printed data flips a verdict ----------------------------------------------------------

FIELD = Field(("alpha", "beta"))
POOL = ("0", "1", "alpha", "beta", "1 - alpha", "1 - beta", "1 - alpha - beta", "alpha + beta - 1",
        "alpha/(1 - beta)", "(1 - alpha)/beta", "1/2")


def _value(text: str) -> object:
    return parse(text).build(FIELD).element


def _others(text: str) -> list[str]:
    """Texts that do not say the same; the swap of α and β, the negative and the double are among them."""
    swapped = text.replace("alpha", "#").replace("beta", "alpha").replace("#", "beta")
    return [other for other in (swapped, f"-({text})", f"2*({text})", *POOL) if _value(other) != _value(text)]


def _with(lines: Lines, row: int, column: int, text: str) -> Lines:
    line = (*lines[row][:column], text, *lines[row][column + 1:])
    return (*lines[:row], line, *lines[row + 1:])


def _verdicts(printed: Printed) -> list[Verdict]:
    """Verdicts in turn, up to the first that is not `proved`."""
    session = Session(finder(Paper(printed)))
    found = []
    for claim_id in DATA:
        found.append(session.judge(claim_id).verdict)
        if found[-1] is not Verdict.PROVED:
            break
    return found


def _entries(*names: str) -> list[tuple[str, int, int]]:
    return [
        (name, row, column) for name in names
        for row, line in enumerate(getattr(PRINTED, name)) for column in range(len(line))
    ]


ALL_DATA = ("chain", "table_a", "table_b", "table_c", "query_chain_low", "query_chain_high")


@pytest.mark.parametrize("name, row, column", _entries(*ALL_DATA))
def test_every_change_of_one_entry_is_refuted(name: str, row: int, column: int) -> None:
    lines = getattr(PRINTED, name)
    for other in _others(lines[row][column])[:4]:
        printed = replace(PRINTED, **{name: _with(lines, row, column, other)})
        assert _verdicts(printed)[-1] is Verdict.REFUTED, f"{name}[{row}][{column}] = {other}"


@pytest.mark.parametrize("name", ["table_a", "table_b", "table_c"])
@pytest.mark.parametrize("row", range(4))
def test_a_row_replaced_by_another_distribution_is_refuted(name: str, row: int) -> None:
    """The tables stay tables of distributions; decodability, privacy or P must notice."""
    lines = getattr(PRINTED, name)
    rows = [("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1"), *(line for line in lines)]
    for other in rows:
        if [_value(t) for t in other] != [_value(t) for t in lines[row]]:
            printed = replace(PRINTED, **{name: (*lines[:row], other, *lines[row + 1:])})
            session = Session(finder(Paper(printed)))
            tables = [session.judge(c).verdict for c in ("table3a", "table3b", "table3c")]
            assert set(tables) == {Verdict.PROVED}
            later = [session.judge(c).verdict for c in ("scheme-decodable", "claim2", "lemma1")]
            assert later[0] is Verdict.REFUTED or later[1:] == [Verdict.REFUTED] * 2, f"{name}[{row}] = {other}"


def test_the_two_tables_for_odd_and_even_times_cannot_be_exchanged() -> None:
    printed = replace(PRINTED, table_b=PRINTED.table_c, table_c=PRINTED.table_b)
    session = Session(finder(Paper(printed)))
    assert session.judge("claim2").verdict is Verdict.REFUTED


@pytest.mark.parametrize("query, length", [("A", 2), ("B", 2), ("AB", 1), ("AB", 3), ("A", 0)])
def test_a_change_of_a_length_is_refuted(query: str, length: int) -> None:
    printed = replace(PRINTED, lengths={**PRINTED.lengths, query: length})
    assert Session(finder(Paper(printed))).judge("download-cost").verdict is Verdict.REFUTED


def test_a_refutation_names_a_point_where_the_reader_sees_it() -> None:
    printed = replace(PRINTED, query_chain_low=_with(PRINTED.query_chain_low, 2, 0, "alpha"))
    witness = Session(finder(Paper(printed))).judge("lemma1").witness
    assert witness is not None
    assert dict(witness.context) == {"entry": "P[AB,A]"}
    point = witness.parameters
    assert set(point) == {"alpha", "beta"} and point["alpha"] + point["beta"] < 1
    assert (witness.expected, witness.found) == (str(point["alpha"]), str(point["beta"]))


def test_what_rests_on_a_refuted_claim_is_not_proved() -> None:
    printed = replace(PRINTED, query_chain_low=_with(PRINTED.query_chain_low, 2, 0, "alpha"))
    session = Session(finder(Paper(printed)))
    assert session.judge("ab-probability").verdict is Verdict.UNDECIDED


# -- sessions ----------------------------------------------------------------------------------------------------

CASE = Case("all", Region.of(FIELD, "0 <= alpha <= 1"))


def _claim(name: str, *obligations: object) -> Claim:
    return Claim(name, "", "", "", lambda: obligations)  # type: ignore[arg-type, return-value]


def _session(*claims: Claim) -> Session:
    known = {claim.id: claim for claim in claims}
    return Session(known.__getitem__)


def test_a_claim_without_obligations_is_not_proved() -> None:
    assert _session(_claim("empty")).judge("empty").verdict is Verdict.UNDECIDED


def test_a_proof_cannot_return_a_verdict() -> None:
    def prove() -> list[Identity]:
        return []

    session = _session(Claim("bold", "", "", "", prove))
    assert session.judge("bold").verdict is Verdict.UNDECIDED


def test_claims_that_use_each_other_prove_nothing() -> None:
    session = _session(
        _claim("hen", Uses(CASE, "", "", "egg")), _claim("egg", Uses(CASE, "", "", "hen")))
    assert session.judge("hen").verdict is Verdict.UNDECIDED


def test_one_failed_obligation_refutes_and_one_open_one_leaves_open() -> None:
    alpha, one = FIELD["alpha"], FIELD.one
    good = Identity(CASE, "", "", alpha, alpha)
    bad = Identity(CASE, "", "", alpha, one)
    unclear = Sign(Case("plane", Region(FIELD)), "", "", alpha ** 2 + FIELD["beta"] ** 2, ">=")
    session = _session(_claim("good", good), _claim("bad", good, bad, unclear), _claim("open", good, unclear))
    assert session.judge("good").verdict is Verdict.PROVED
    assert session.judge("bad").verdict is Verdict.REFUTED
    assert session.judge("open").verdict is Verdict.UNDECIDED


def test_an_identity_with_a_vanishing_denominator_is_refuted_where_it_vanishes() -> None:
    alpha = FIELD["alpha"]
    element = 1 / (1 - alpha)
    result = _session(_claim("pole", Identity(CASE, "", "", element, element))).judge("pole")
    assert result.verdict is Verdict.REFUTED
    assert result.witness is not None
    assert (result.witness.parameters, result.witness.found) == ({"alpha": 1}, "undefined (division by zero)")


def test_a_failure_where_an_unstated_condition_is_violated_makes_a_claim_conditional() -> None:
    alpha, one = FIELD["alpha"], FIELD.one
    inside = Identity(Case("inside", Region.of(FIELD, "0 < alpha <= 1")), "", "", alpha / alpha, one)
    outside = Case("outside", Region.of(FIELD, "alpha = 0"), violates="alpha > 0")
    session = _session(
        _claim("holds", inside, Identity(outside, "", "", alpha, alpha * alpha)),
        _claim("needs", inside, Identity(outside, "", "", alpha, one)),
        _claim("fails", Identity(CASE, "", "", alpha, one), Identity(outside, "", "", alpha, one)),
        _claim("user", Uses(CASE, "", "", "needs")),
        _claim("only-outside", Identity(outside, "", "", alpha, one)),
    )
    assert session.judge("holds").verdict is Verdict.PROVED
    assert session.judge("needs").verdict is Verdict.CONDITIONAL
    assert session.judge("needs").judgement.conditions() == ("alpha > 0",)
    assert session.judge("fails").verdict is Verdict.REFUTED
    assert session.judge("user").judgement.conditions() == ("alpha > 0",)
    assert session.judge("only-outside").verdict is Verdict.UNDECIDED


def test_a_counterexample_that_takes_too_much_for_granted_refutes_and_is_no_condition() -> None:
    """What a witness rests on must hold: otherwise its failure says nothing about the condition."""
    alpha, one = FIELD["alpha"], FIELD.one
    inside = Identity(Case("inside", Region.of(FIELD, "0 < alpha <= 1")), "", "", alpha / alpha, one)
    outside = Case("outside", Region.of(FIELD, "alpha = 0"), True, "a note", violates="alpha > 0")
    fails = Identity(outside, "", "", alpha, one)
    session = _session(
        _claim("sound", inside, Identity(outside.premise, "", "", alpha, FIELD.zero), fails),
        _claim("hasty", inside, Identity(outside.premise, "", "", alpha, one), fails),
    )
    assert session.judge("sound").judgement.conditions() == ("alpha > 0",)
    assert session.judge("hasty").verdict is Verdict.REFUTED
    assert CASE.premise is CASE
