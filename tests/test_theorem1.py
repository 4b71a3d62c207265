"""The converse and Theorem 1 as claims: verdicts, conditions that are needed, witnesses redone by hand, mutations."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from onoff_symbolic.claim import Result, Session
from onoff_symbolic.cli import main
from onoff_symbolic.entropy.proof import NoProof, Proof, prove
from onoff_symbolic.entropy.witness import Witness as Law
from onoff_symbolic.kernel import Fact, Failure, Verdict
from onoff_symbolic.obligation import Optimum, Shannon, Uses, Witness
from onoff_symbolic.proofs import errata
from onoff_symbolic.proofs.claims import finder
from onoff_symbolic.proofs.converse import converse_chain_rule, converse_cost
from onoff_symbolic.proofs.paper import Paper
from onoff_symbolic.proofs.printed import PRINTED, Lines, Printed
from onoff_symbolic.proofs.privacy import (
    AFTER, BEFORE, INDEPENDENT, MARKOV, RANDOMNESS, claim1, privacy_decomposition,
)

SECRET = "0 < delta < 1"
MIXING = "0 < alpha + beta < 2, or queries that begin at some time"
DECODABLE = "the query contains the request"

EXPECTED: dict[str, set[str]] = {
    "privacy-decomposition": set(),
    "claim1": set(),
    "achievability": set(),
    "theorem1": {SECRET, MIXING},
    "converse-private-times": {SECRET, MIXING},
    "converse-cost": set(),
    "converse-chain-rule": {MIXING},
    "converse-equal-laws": {SECRET},
    "converse-table": {"delta > 0"},
    "converse-bounds": {SECRET},
    "t-step-law": {"alpha + beta > 0"},
    "converse-bound": {SECRET, MIXING},
    "example-optimal": {SECRET},
    "example-unique": {SECRET, DECODABLE},
}
"""The claims of the converse, with what must hold besides what the paper says."""


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    session = Session(finder())
    return {claim_id: session.judge(claim_id) for claim_id in EXPECTED}


# -- verdicts and conditions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("claim_id, conditions", EXPECTED.items())
def test_the_claim_holds_under_just_these_conditions(
    results: dict[str, Result], claim_id: str, conditions: set[str]
) -> None:
    result = results[claim_id]
    assert result.verdict is (Verdict.CONDITIONAL if conditions else Verdict.PROVED)
    assert set(result.judgement.conditions()) == conditions


@pytest.mark.parametrize("claim_id", EXPECTED)
def test_all_that_fails_fails_where_a_condition_is_violated(results: dict[str, Result], claim_id: str) -> None:
    """The conditions suffice: outside the cases that violate one, every obligation became a fact."""
    for outcome in results[claim_id].judgement.outcomes:
        case = outcome.obligation.case
        assert isinstance(outcome, Fact) or isinstance(outcome, Failure) and case.violates and case.exceptional


@pytest.mark.parametrize("claim_id", [claim_id for claim_id, conditions in EXPECTED.items() if conditions])
def test_every_condition_is_shown_necessary_by_a_witness(results: dict[str, Result], claim_id: str) -> None:
    """In the claim itself, or in one that it rests on."""
    seen: set[str] = set()
    waiting = [claim_id]
    while waiting:
        result = results[waiting.pop()]
        seen |= {o.obligation.case.violates for o in result.judgement.outcomes if isinstance(o, Failure)}
        waiting += [used for used in result.depends_on() if used in EXPECTED]
    assert EXPECTED[claim_id] <= seen


def _failed(result: Result, violated: str) -> list[Witness]:
    return [o.witness for o in result.judgement.outcomes
            if isinstance(o, Failure) and o.obligation.case.violates == violated]


@pytest.mark.parametrize("claim_id", EXPECTED)
def test_each_witness_lies_where_the_condition_is_violated(results: dict[str, Result], claim_id: str) -> None:
    for outcome in results[claim_id].judgement.outcomes:
        if isinstance(outcome, Failure):
            point = outcome.witness.point
            violated = {
                SECRET: lambda p: p["delta"] in (0, 1),
                "delta > 0": lambda p: p["delta"] == 0,
                MIXING: lambda p: p["alpha"] + p["beta"] in (0, 2),
                "alpha + beta > 0": lambda p: p["alpha"] + p["beta"] == 0,
                DECODABLE: lambda p: True,
            }[outcome.obligation.case.violates]
            assert violated(point)


def test_the_bound_comes_out_of_the_program_with_its_dual(results: dict[str, Result]) -> None:
    judgement = results["converse-bound"].judgement
    optima = [o.obligation for o in judgement.outcomes if isinstance(o.obligation, Optimum)]
    inside = {str(o.solution.value) for o in optima if o.case.name.startswith("0 < δ < 1")}
    assert inside == {"1 + a - b", "1 + b - a"}
    assert {str(o.solution.value) for o in optima if o.case.name in ("δ = 0", "δ = 1")} == {"1"}
    shown = {(remark.case.name, remark.group): remark.label for remark in judgement.remarks}
    low, high = "0 < δ < 1, (1-α-β)^t ≥ 0", "0 < δ < 1, (1-α-β)^t ≤ 0"
    assert shown[low, "least ℓ_t/L"] == "1 + a - b" and shown[high, "least ℓ_t/L"] == "1 + b - a"
    assert (shown[low, "p_1"], shown[low, "p_2"]) == ("b*delta", "delta*(1 - a)")
    assert (shown[high, "p_1"], shown[high, "p_2"]) == ("a*delta", "delta*(1 - b)")
    assert sum(group.startswith("multiplier of") for case, group in shown if case == low) == 6


def test_dependencies_of_the_theorem(results: dict[str, Result]) -> None:
    assert results["theorem1"].depends_on() == ("achievability", "converse-private-times", "converse-bound")
    assert set(results["converse-bound"].depends_on()) == {
        "converse-cost", "converse-chain-rule", "converse-equal-laws"}


# -- witnesses, redone ---------------------------------------------------------------------------------------

Atom = tuple[tuple[str, ...], tuple[str, ...]]


def _private(law: Mapping[Atom, Fraction], now: int, origin: int) -> bool:
    """I(requests up to min(now, origin); Q_now | earlier queries) = 0, the definition, on a window of times."""
    whole: dict[tuple[object, object, object], Fraction] = {}
    asked: dict[tuple[object, object], Fraction] = {}
    wanted: dict[tuple[object, object], Fraction] = {}
    past: dict[object, Fraction] = {}
    for (xs, qs), mass in law.items():
        x, q, p = xs[:min(now, origin) + 1], qs[now], qs[:now]
        whole[x, q, p] = whole.get((x, q, p), Fraction(0)) + mass
        asked[q, p] = asked.get((q, p), Fraction(0)) + mass
        wanted[x, p] = wanted.get((x, p), Fraction(0)) + mass
        past[p] = past.get(p, Fraction(0)) + mass
    return all(
        whole.get((x, q, p), Fraction(0)) * past[p] == wanted[x, p] * asked[q, p]
        for x, p in wanted for q, other in asked if other == p)


def _asking(alpha: Fraction, beta: Fraction, delta: Fraction, length: int) -> dict[Atom, Fraction]:
    """The law of (requests, queries) for Q_t = X_t at each of `length` times."""
    move = {("A", "A"): 1 - alpha, ("A", "B"): alpha, ("B", "A"): beta, ("B", "B"): 1 - beta}
    law = {}
    for xs in product("AB", repeat=length):
        mass = delta if xs[0] == "A" else 1 - delta
        for step in zip(xs, xs[1:], strict=False):
            mass *= move[step]
        if mass:
            law[xs, xs] = mass
    return law


def test_asking_for_what_is_known_costs_less_than_the_theorem_says(results: dict[str, Result]) -> None:
    witness, = _failed(results["theorem1"], SECRET)
    alpha, beta, delta = (witness.point[name] for name in ("alpha", "beta", "delta"))
    assert dict(witness.context)["scheme"] == "Q_t = A at every t"
    law = {(xs, ("A",) * 4): mass for (xs, _), mass in _asking(alpha, beta, delta, 4).items()}
    assert sum(law.values()) == 1
    assert all(xs == qs for xs, qs in law), "every query downloads the request"
    assert all(_private(law, now, 1) for now in range(4))
    assert witness.found == "1" and witness.expected == f">= {1 + abs(1 - alpha - beta)}"
    assert 1 < 1 + abs(1 - alpha - beta)


def test_where_requests_never_change_the_past_has_told_all_at_no_charge(results: dict[str, Result]) -> None:
    witness, = _failed(results["theorem1"], MIXING)
    alpha, beta = witness.point["alpha"], witness.point["beta"]
    assert dict(witness.context)["scheme"] == "Q_t = X_t at every t ∈ ℤ"
    law = _asking(alpha, beta, Fraction(1, 3), 7)
    assert all(_private(law, now, 3) for now in range(1, 7)), "each query follows from the one before"
    assert (witness.expected, witness.found) == (">= 2", "1")


@pytest.mark.parametrize("frozen", [0, 1])
def test_both_deterministic_chains_refute_independence(results: dict[str, Result], frozen: int) -> None:
    witness = next(w for w in _failed(results["converse-chain-rule"], MIXING) if w.point["alpha"] == frozen)
    delta = witness.point["delta"]
    assert witness.point["beta"] == frozen
    law = _asking(Fraction(frozen), Fraction(frozen), delta, 6)
    assert all(_private(law, now, 2) for now in range(1, 6))
    together = sum((mass for (xs, qs), mass in law.items() if xs[0] == qs[0] == "A"), Fraction(0))
    assert (witness.found, witness.expected) == (str(together), str(delta * delta))
    assert together != delta * delta


def test_the_test_of_privacy_sees_a_leak() -> None:
    """Else the three tests above would say nothing."""
    law = _asking(Fraction(1, 5), Fraction(1, 5), Fraction(1, 2), 5)
    told = [_private(law, now, 2) for now in range(5)]
    assert told == [False, False, False, True, True], "when all three are told, nothing is left to tell"
    blind = {(xs, ("AB",) * 5): mass for (xs, _), mass in law.items()}
    assert all(_private(blind, now, 2) for now in range(5))


@pytest.mark.parametrize("claim_id", ["example-optimal", "example-unique"])
def test_a_first_request_that_is_known_lets_the_example_cost_one(results: dict[str, Result], claim_id: str) -> None:
    """Q_1 = X_1 tells nothing about X_0, which is known anyway."""
    found = _failed(results[claim_id], SECRET)
    assert {witness.point["delta"] for witness in found} == {0, 1}
    for witness in found:
        assert (witness.point["alpha"], witness.point["beta"]) == (Fraction(1, 5), Fraction(1, 5))
        law = _asking(Fraction(1, 5), Fraction(1, 5), witness.point["delta"], 2)
        silent = {(xs, ("AB", qs[1])): mass for (xs, qs), mass in law.items()}
        assert _private(silent, 1, 0)
        assert (witness.expected, witness.found) == ("8/5", "1")


def test_a_point_of_table_iv_breaks_the_printed_bound_where_the_first_request_is_known(
    results: dict[str, Result],
) -> None:
    witness = next(w for w in _failed(results["converse-bounds"], SECRET) if w.point["delta"] == 1)
    a, b, p_1, p_2 = (witness.point[name] for name in ("a", "b", "p_1", "p_2"))
    entries = [p_1, a - p_1, p_2, 1 - a - p_2]
    assert all(entry >= 0 for entry in entries) and sum(entries) == 1, "the rows X_0 = B have no mass"
    assert p_1 > b and (witness.found, witness.expected) == (str(b), f">= {p_1}")


def test_the_optimum_where_the_first_request_is_known_is_one(results: dict[str, Result]) -> None:
    for witness in _failed(results["converse-bound"], SECRET):
        assert witness.found == "1"
        assert witness.expected == str(1 + witness.point["a"] - witness.point["b"])
        assert witness.point["a"] > witness.point["b"]


def test_never_serving_one_request_is_cheap(results: dict[str, Result]) -> None:
    witness, = _failed(results["example-unique"], DECODABLE)
    assert dict(witness.context) == {"scheme": "Q_1 = A"}
    assert (witness.expected, witness.found) == ("> 8/5", "1")


# -- Table I is the only one ---------------------------------------------------------------------------------

PAIRS = (("A", "A"), ("A", "B"), ("B", "A"), ("B", "B"))
QUERIES = ("A", "B", "AB")
MOVE = {(a, x): Fraction(4 if a == x else 1, 5) for a, x in PAIRS}
Table = Mapping[tuple[str, str], tuple[Fraction, ...]]
TABLE_I: Table = {
    row: tuple(Fraction(text) for text in line) for row, line in zip(PAIRS, PRINTED.example, strict=True)}


def _laws(table: Table) -> list[tuple[Fraction, ...]]:
    """The law of Q_1 given X_0 = A and given X_0 = B."""
    return [
        tuple(sum((MOVE[a, x] * table[a, x][k] for x in "AB"), Fraction(0)) for k in range(3)) for a in "AB"]


def _as_good(table: Table) -> bool:
    """A law of Q_1 that is decodable, private and costs no more than 8/5."""
    if any(entry < 0 for row in table.values() for entry in row):
        return False
    if any(table[row][k] and row[1] not in query for row in PAIRS for k, query in enumerate(QUERIES)):
        return False
    one, other = _laws(table)
    return one == other and one[0] + one[1] + 2 * one[2] <= Fraction(8, 5)


def test_table_i_is_as_good_as_it_says() -> None:
    assert _as_good(TABLE_I)
    assert _laws(TABLE_I)[0] == (Fraction(1, 5), Fraction(1, 5), Fraction(3, 5))


@pytest.mark.parametrize("step", [Fraction(1, 4), Fraction(1, 100), Fraction(1, 10 ** 30)])
def test_moving_mass_within_one_row_or_within_two_spoils_table_i(step: Fraction) -> None:
    moves = [(row, i, j) for row in PAIRS for i in range(3) for j in range(3) if i != j]

    def moved(table: Table, row: tuple[str, str], i: int, j: int, much: Fraction) -> Table:
        entries = list(table[row])
        entries[i], entries[j] = entries[i] - much, entries[j] + much
        return {**table, row: tuple(entries)}

    for one in moves:
        assert not _as_good(moved(TABLE_I, *one, step))
        for other in moves:
            for ratio in (Fraction(1), Fraction(4), Fraction(1, 4)):
                table = moved(moved(TABLE_I, *one, step), *other, ratio * step)
                assert table == TABLE_I or not _as_good(table)


def test_no_other_table_on_a_fine_grid_is_as_good() -> None:
    """A decodable table has four numbers, p(X_1 | row); the rest of each row is AB."""
    size = 20
    found = []
    for steps in product(range(size + 1), repeat=4):
        aa, ab, ba, bb = steps
        if 4 * aa == ba and ab == 4 * bb and ba + ab >= 2 * size:
            found.append(steps)
    assert found == [(5, 20, 20, 5)], "p = 1/4, 1, 1, 1/4"
    for aa, ab, ba, bb in found:
        shares = dict(zip(PAIRS, (aa, ab, ba, bb), strict=True))
        table = {
            row: tuple(Fraction(share if q == row[1] else size - share if q == "AB" else 0, size) for q in QUERIES)
            for row, share in shares.items()}
        assert table == TABLE_I


# -- every change of the printed data is noticed -------------------------------------------------------------


def _with(lines: Lines, row: int, column: int, text: str) -> Lines:
    line = (*lines[row][:column], text, *lines[row][column + 1:])
    return (*lines[:row], line, *lines[row + 1:])


def _entries(name: str) -> list[tuple[str, int, int]]:
    lines = getattr(PRINTED, name)
    return [(name, row, column) for row, line in enumerate(lines) for column in range(len(line))]


def _others(text: str) -> tuple[str, ...]:
    return ("1", "1/1000000007") if text == "0" else (f"-({text})", f"{text} + 1/1000000007", "0")


def _judged(printed: Printed, claim_id: str) -> Result:
    return Session(finder(Paper(printed))).judge(claim_id)


CONCERNED = {"converse_table": "converse-table", "step_law": "t-step-law", "example": "example-unique"}


@pytest.mark.parametrize("name, row, column", [entry for name in CONCERNED for entry in _entries(name)])
def test_a_change_of_one_printed_entry_is_refuted(name: str, row: int, column: int) -> None:
    lines = getattr(PRINTED, name)
    for other in _others(lines[row][column]):
        changed = replace(PRINTED, **{name: _with(lines, row, column, other)})
        result = _judged(changed, CONCERNED[name])
        assert result.verdict is Verdict.REFUTED, f"{name}[{row}][{column}] = {other}"
        assert result.witness is not None and result.witness.expected != result.witness.found


@pytest.mark.parametrize("row, column", [(row, column) for _, row, column in _entries("converse_table")])
def test_what_follows_table_iv_does_not_survive_a_change_of_it(row: int, column: int) -> None:
    lines = PRINTED.converse_table
    for other in _others(lines[row][column])[:1]:
        changed = replace(PRINTED, converse_table=_with(lines, row, column, other))
        assert _judged(changed, "converse-bounds").verdict in (Verdict.REFUTED, Verdict.UNDECIDED)


def test_table_iv_with_one_free_number_is_not_the_general_law() -> None:
    """It satisfies every equation, but other laws do, too."""
    lines = tuple(tuple(text.replace("p_1", "p_2") for text in line) for line in PRINTED.converse_table)
    result = _judged(replace(PRINTED, converse_table=lines), "converse-table")
    assert result.verdict is Verdict.REFUTED
    assert result.witness is not None and dict(result.witness.context) == {"entry": "Pr(A,A,A)"}


@pytest.mark.parametrize("text", [
    "p_1/delta", "p_2/delta", "(p_1 - p_2)/delta", "p_1 + p_2", "(p_1 + p_2)/(1 - delta)", "2*(p_1 + p_2)/delta",
    "(p_1 + p_2)/delta + 1/1000000007",
])
def test_a_change_of_the_probability_of_the_union_is_refuted(text: str) -> None:
    assert _judged(replace(PRINTED, converse_union=text), "converse-bounds").verdict is Verdict.REFUTED


@pytest.mark.parametrize("text", ["0.6", "0.624", "0.626", "0.6250000001", "1", "0.5", "1.6"])
@pytest.mark.parametrize("claim_id", ["example-optimal", "example-unique"])
def test_a_change_of_the_rate_of_the_example_is_refuted(text: str, claim_id: str) -> None:
    assert _judged(replace(PRINTED, example_rate=text), claim_id).verdict is Verdict.REFUTED


def test_the_first_difference_of_the_laws_is_used_by_the_chain_rule() -> None:
    for row, column in ((0, 0), (1, 0)):
        changed = replace(PRINTED, step_law=_with(PRINTED.step_law, row, column, "0"))
        assert _judged(changed, "converse-chain-rule").verdict is Verdict.REFUTED


def test_a_table_that_says_the_same_in_other_words_is_not_refuted() -> None:
    """The mutations above are noticed for what they say, not for how they are written."""
    changed = replace(PRINTED, converse_union="p_1/delta + p_2/delta", example_rate="5/8",
                      step_law=_with(PRINTED.step_law, 0, 0, "1 - (alpha - alpha*u)/(alpha + beta)"))
    for claim_id in ("converse-bounds", "t-step-law", "example-optimal"):
        result = _judged(changed, claim_id)
        assert result.verdict is Verdict.CONDITIONAL
        assert set(result.judgement.conditions()) == EXPECTED[claim_id]


# -- no hypothesis of the entropy arguments can be left out --------------------------------------------------

WHOLE = (MARKOV, INDEPENDENT, RANDOMNESS, BEFORE, AFTER)
ARGUMENTS = [
    (str(o.answer.goal), tuple(map(str, o.answer.given)))
    for proof in (claim1, privacy_decomposition, converse_cost, converse_chain_rule)
    for o in proof(Paper()) if isinstance(o, Shannon)
]


def test_claim_1_is_among_the_arguments_with_all_its_hypotheses() -> None:
    wanted = prove("I(U;Q|X,P,B) = 0", WHOLE)
    assert (str(wanted.goal), tuple(map(str, wanted.given))) in ARGUMENTS
    assert isinstance(wanted, Proof)
    assert sum(bool(given) for _, given in ARGUMENTS) >= 10


@pytest.mark.parametrize("goal, given", [argument for argument in ARGUMENTS if 0 < len(argument[1]) < len(WHOLE)])
def test_an_argument_without_one_of_its_hypotheses_is_not_proved(goal: str, given: tuple[str, ...]) -> None:
    assert isinstance(prove(goal, given), Proof)
    for dropped in range(len(given)):
        rest = given[:dropped] + given[dropped + 1:]
        answer = prove(goal, rest)
        assert isinstance(answer, NoProof)
        assert answer.witness is not None


def _zero(statement: str, law: Law) -> bool:
    """Whether I(a;b|c) = 0 or H(a|c) = 0 holds of a distribution, by products of probabilities."""
    match = re.fullmatch(r"([IH])\((.*)\) = 0", statement)
    assert match is not None
    body, _, given = match[2].partition("|")
    one, _, other = body.partition(";") if match[1] == "I" else (body, "", body)
    parts = [[law.names.index(name) for name in text.split(",") if name] for text in (one, other, given)]
    masses: list[dict[tuple[object, ...], Fraction]] = [{}, {}, {}, {}]
    for values, mass in law.atoms:
        x, y, z = (tuple(values[i] for i in places) for places in parts)
        for found, key in zip(masses, ((x, y, z), (x, z), (y, z), (z,)), strict=True):
            found[key] = found.get(key, Fraction(0)) + mass
    whole, first, second, alone = masses
    return all(
        whole.get((x, y, z), Fraction(0)) * alone[z,] == first[x, z] * second[y, z]
        for x, z in first for y, w in second if w == z)


@pytest.mark.parametrize("dropped", WHOLE)
def test_the_law_that_refutes_claim_1_without_a_hypothesis_does_so(dropped: str) -> None:
    rest = tuple(statement for statement in WHOLE if statement != dropped)
    answer = prove("I(U;Q|X,P,B) = 0", rest)
    assert isinstance(answer, NoProof) and answer.witness is not None
    assert sum(mass for _, mass in answer.witness.atoms) == 1
    assert all(_zero(statement, answer.witness) for statement in rest)
    assert not _zero(dropped, answer.witness)
    assert not _zero("I(U;Q|X,P,B) = 0", answer.witness)


# -- the record of known errata decides the exit code and nothing else ---------------------------------------


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[tuple[str, str]]]:
    with pytest.raises(SystemExit) as stop:
        main([*words, "--format", "json"])
    claims = json.loads(capsys.readouterr().out)["claims"]
    assert isinstance(stop.value.code, int)
    return stop.value.code, [(claim["id"], claim["verdict"]) for claim in claims]


VERDICTS = [("t-step-law", "conditional"), ("request-chain", "proved")]


@pytest.mark.parametrize("words, code", [
    (("t-step-law",), 0), (("request-chain",), 0), (("t-step-law", "--strict"), 1), (("request-chain", "--strict"), 0),
    (("t-step-law", "request-chain"), 0), (("t-step-law", "request-chain", "--strict"), 1),
])
def test_strict_counts_known_errata_as_failures(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int
) -> None:
    found, verdicts = _run(capsys, *words)
    assert found == code
    assert verdicts == [pair for pair in VERDICTS if pair[0] in words]


RECORDS = {
    "nothing is known": ({}, 1),
    "as it is": ({"t-step-law": errata.Erratum("conditional", ("alpha + beta > 0",))}, 0),
    "another verdict": ({"t-step-law": errata.Erratum("refuted", ("alpha + beta > 0",))}, 1),
    "another condition": ({"t-step-law": errata.Erratum("conditional", ("alpha > 0",))}, 1),
    "one condition too many": ({"t-step-law": errata.Erratum("conditional", ("alpha + beta > 0", "u > 0"))}, 1),
    "no condition": ({"t-step-law": errata.Erratum("conditional")}, 1),
    "a proved claim is said to fail": ({
        "t-step-law": errata.Erratum("conditional", ("alpha + beta > 0",)), "request-chain": errata.Erratum("refuted"),
    }, 1),
}


@pytest.mark.parametrize("known, code", RECORDS.values(), ids=list(RECORDS))
def test_the_record_decides_the_exit_code_but_no_verdict(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, known: dict[str, errata.Erratum], code: int
) -> None:
    monkeypatch.setattr(errata, "KNOWN", known)
    assert _run(capsys, "t-step-law", "request-chain") == (code, VERDICTS)
    assert _run(capsys, "t-step-law", "request-chain", "--strict") == (1, VERDICTS)


def test_every_known_erratum_of_the_converse_is_recorded_as_it_comes_out(results: dict[str, Result]) -> None:
    for claim_id, result in results.items():
        assert errata.as_recorded(claim_id, result.verdict.value, result.judgement.conditions())
        assert not errata.as_recorded(claim_id, "undecided", result.judgement.conditions())
        if result.judgement.conditions():
            assert not errata.as_recorded(claim_id, result.verdict.value, result.judgement.conditions()[1:])


@pytest.mark.parametrize("claim_id, query", [
    ("theorem1", "A"), ("theorem1", "AB"), ("achievability", "B"), ("achievability", "AB"), ("rate-nonergodic", "A"),
    ("rate-nonergodic", "B"), ("converse-private-times", "A"), ("converse-private-times", "B"),
    ("converse-private-times", "AB"), ("general-rate", "B"), ("general-rate", "AB"), ("rate-independent", "A"),
])
def test_the_cost_of_a_scheme_is_counted_by_the_printed_lengths(claim_id: str, query: str) -> None:
    """Another length of one answer shows in what the claim itself finds, apart from the claims that it uses."""
    def found(printed: Printed) -> list[tuple[object, ...]]:
        outcomes = _judged(printed, claim_id).judgement.outcomes
        return [(type(o), o.obligation.label, getattr(o, "witness", None)) for o in outcomes
                if not isinstance(o.obligation, Uses)]

    lengths = {**PRINTED.lengths, query: PRINTED.lengths[query] + 1}
    assert found(replace(PRINTED, lengths=lengths)) != found(PRINTED)
