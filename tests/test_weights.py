"""Hypotheses that carry weight: outside a needed one there is a point where the claim breaks, worked out again here."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest

from brute import paper, query_chain, request_chain
from onoff_symbolic.claim import Session
from onoff_symbolic.cli import main
from onoff_symbolic.obligation import Witness
from onoff_symbolic.proofs.claims import finder
from onoff_symbolic.weights import Scales, Weight

pytestmark = pytest.mark.slow
Point = Mapping[str, Fraction]

TRUE: dict[str, Callable[[Point], bool]] = {
    "alpha >= 0": lambda p: p["alpha"] >= 0,
    "alpha <= 1": lambda p: p["alpha"] <= 1,
    "alpha != 0": lambda p: p["alpha"] != 0,
    "alpha != 1": lambda p: p["alpha"] != 1,
    "beta >= 0": lambda p: p["beta"] >= 0,
    "beta <= 1": lambda p: p["beta"] <= 1,
    "delta >= 0": lambda p: p["delta"] >= 0,
    "delta <= 1": lambda p: p["delta"] <= 1,
    "alpha + beta < 1": lambda p: p["alpha"] + p["beta"] < 1,
    "alpha + beta > 1": lambda p: p["alpha"] + p["beta"] > 1,
    "y >= 0": lambda p: p["y"] >= 0,
    "x > y": lambda p: p["x"] > p["y"],
    "x <= 1": lambda p: p["x"] <= 1,
    "v >= 0": lambda p: p["v"] >= 0,
    "u > v": lambda p: p["u"] > p["v"],
    "u <= 1": lambda p: p["u"] <= 1,
}
"""What a hypothesis says, read once more."""


@pytest.fixture(scope="module")
def found() -> dict[str, list[Weight]]:
    scales = Scales(Session(finder()).judge)
    return {claim_id: list(scales.of(claim_id)) for claim_id in [*WEIGHTS, *OTHERS]}


WEIGHTS: dict[str, dict[str, dict[str, bool]]] = {
    "request-chain": {
        "all α, β, δ": {"alpha >= 0": True, "alpha <= 1": True, "beta >= 0": True, "beta <= 1": True,
                        "delta >= 0": False, "delta <= 1": False},
    },
    "table3a": {
        "α+β < 1": {"alpha >= 0": True, "beta >= 0": True, "alpha + beta < 1": True, "delta >= 0": False,
                    "delta <= 1": False},
    },
    "lemma1": {
        "α+β < 1": {"alpha >= 0": True, "beta >= 0": True, "alpha + beta < 1": True, "delta >= 0": False,
                    "delta <= 1": False},
        "α+β > 1": {"alpha <= 1": True, "beta <= 1": True, "alpha + beta > 1": True, "delta >= 0": False,
                    "delta <= 1": False},
        "α+β = 1": {"alpha >= 0": True, "alpha <= 1": True, "alpha != 0": False, "alpha != 1": False,
                    "delta >= 0": False, "delta <= 1": False},
    },
    "rate-nonergodic": {
        f"α = β = {value}, queries that begin at t = 0, t {when}": {"delta > 0": True, "delta < 1": True}
        for value in "01" for when in ("odd", "even")
    },
    "rate-monotone": {
        "0 ≤ y < x ≤ 1": {"y >= 0": True, "x > y": True, "x <= 1": False, "v >= 0": True, "u > v": True,
                          "u <= 1": False, "delta >= 0": True, "delta <= 1": True},
    },
}
"""Claim → case → hypothesis → whether the claim or one that it uses needs it, as one finds by hand."""

OTHERS = ("scheme-decodable", "claim2", "converse-bound", "example-optimal", "information-decay", "appb-case2")

TRIPLES = [(c, case, h) for c, cases in WEIGHTS.items() for case, hs in cases.items() for h in hs]


def weight_of(found: dict[str, list[Weight]], claim_id: str, case: str, hypothesis: str) -> Weight:
    (weight,) = (w for w in found[claim_id] if w.case == case and str(w.hypothesis) == hypothesis)
    return weight


@pytest.mark.parametrize("claim_id, case, hypothesis", TRIPLES)
def test_the_weight_of_a_hypothesis(
    found: dict[str, list[Weight]], claim_id: str, case: str, hypothesis: str
) -> None:
    """A needed one is never said to be idle, nor an idle one to be needed; what is said to be needed has a witness."""
    weight = weight_of(found, claim_id, case, hypothesis)
    assert weight.needed is WEIGHTS[claim_id][case][hypothesis]
    assert (weight.witness is not None) == weight.needed


@pytest.mark.parametrize("claim_id", [*WEIGHTS, *OTHERS])
def test_nothing_is_left_open(found: dict[str, list[Weight]], claim_id: str) -> None:
    assert all(weight.needed is not None for weight in found[claim_id])
    assert bool(found[claim_id]) == (claim_id != "appb-case2"), "a refuted claim has no hypotheses to weigh"


BY_HAND = ["request-chain", "table3a", "rate-monotone"]


@pytest.mark.parametrize("claim_id, case", sorted({(c, case) for c, case, _ in TRIPLES if c in BY_HAND}))
def test_a_witness_lies_outside_the_dropped_hypothesis_alone(
    found: dict[str, list[Weight]], claim_id: str, case: str
) -> None:
    named = WEIGHTS[claim_id][case]
    assert set(named) <= {str(w.hypothesis) for w in found[claim_id] if w.case == case}
    shown = [w for w in found[claim_id] if w.case == case and w.witness is not None]
    assert shown
    for weight in shown:
        assert weight.witness is not None
        kept = {h: TRUE[h](weight.witness.point) for h in named}
        assert [h for h, holds in kept.items() if not holds] == [str(weight.hypothesis)]


# -- the witnesses, by hand ----------------------------------------------------------------------------------------


def request_chain_breaks(witness: Witness) -> Fraction:
    """An entry of M that is negative."""
    match = re.fullmatch(r"from (\w), to (\w)", witness.what)
    assert match is not None and witness.expected == ">= 0"
    value = request_chain(witness.point["alpha"], witness.point["beta"])[match[1]][match[2]]
    assert value < 0
    return value


def denominator_breaks(witness: Witness) -> Fraction:
    """A denominator of Table III that is zero."""
    match = re.search(r"(1 - alpha|1 - beta|alpha|beta)(?= ≠ 0$| in row)", witness.what)
    assert match is not None and witness.expected == "!= 0"
    alpha, beta = witness.point["alpha"], witness.point["beta"]
    value = {"1 - alpha": 1 - alpha, "1 - beta": 1 - beta, "alpha": alpha, "beta": beta}[match[1]]
    assert value == 0
    return value


def power_breaks(witness: Witness) -> Fraction:
    """x·u > y·v fails, or the covariance for one δ does not grow from distance y to distance x."""
    p = witness.point
    if witness.what == "x·u > y·v":
        left, right = p["x"] * p["u"], p["y"] * p["v"]
    else:
        assert witness.what == "covariance of X_0 and X_1 for one δ"
        left, right = (p["delta"] * (1 - p["delta"]) * p[name] for name in "xy")
    relation, _, limit = witness.expected.partition(" ")
    assert Fraction(limit) == right and not (left > right if relation == ">" else left >= right)
    return left


BREAKS: dict[str, Callable[[Witness], Fraction]] = {
    "request-chain": request_chain_breaks, "table3a": denominator_breaks, "rate-monotone": power_breaks,
}


def test_a_denominator_that_vanishes_in_an_unused_row_decides_nothing(found: dict[str, list[Weight]]) -> None:
    """Without α ≥ 0, 1-β may be zero; but then X_t = B never follows B, and the row that divides by it is idle: the
    claim's own steps hold there. What fails is the claim that it uses, M being no transition matrix."""
    weight = weight_of(found, "lemma1", "α+β < 1", "alpha >= 0")
    assert weight.through == "request-chain" and weight.witness is not None
    assert weight.witness.point["alpha"] < 0
    assert weight_of(found, "scheme-decodable", "α+β < 1", "alpha >= 0").needed is False


def test_what_a_used_claim_needs_counts_where_no_point_inside_has_it(found: dict[str, list[Weight]]) -> None:
    """M fails at α = 2 (or α < 0), which no hypothesis on δ keeps away."""
    for claim_id in ("lemma1", "claim2"):
        for weight in found[claim_id]:
            name = str(weight.hypothesis)
            assert not weight.alone
            assert bool(weight.through) == (not name.startswith("delta") and "!=" not in name)


def test_an_optimum_that_is_none_any_more_is_refuted_at_a_point(found: dict[str, list[Weight]]) -> None:
    """0 < δ < 1 dropped: X_0 is known, and one message does; outside [0,1] there is no law at all."""
    for weight in found["example-optimal"]:
        assert weight.witness is not None and weight.witness.point["delta"] in (0, 1)
        assert (weight.witness.expected, weight.witness.found) == ("8/5", "1")
    ranged = [w.witness for w in found["converse-bound"] if str(w.hypothesis) == "a <= 1" and w.needed]
    assert ranged and all(w is not None and w.point["a"] > 1 and w.found == "no optimum" for w in ranged)


@pytest.mark.parametrize("claim_id", list(BREAKS))
def test_at_a_witness_the_claim_breaks(found: dict[str, list[Weight]], claim_id: str) -> None:
    shown = [w.witness for w in found[claim_id] if w.witness is not None]
    assert shown
    for witness in shown:
        assert witness.found == str(BREAKS[claim_id](witness))


def test_what_is_not_needed_can_go() -> None:
    """The law of X_0 takes no part: M and Table III do not have it, and P comes out for any weights of X_0."""
    for alpha, beta in ((Fraction(1, 5), Fraction(1, 3)), (Fraction(4, 5), Fraction(2, 3))):
        scheme = paper(alpha, beta)
        row = query_chain(alpha, beta)["AB"]
        for delta in (Fraction(-1), Fraction(1, 2), Fraction(3)):
            sent = dict.fromkeys(row, Fraction(0))
            for requests, queries, mass in scheme.paths(1):
                sent[queries[1]] += mass * (delta if requests[0] == "A" else 1 - delta)
            assert sent == row


def test_the_hypotheses_of_rate_monotone_that_are_needed_by_hand() -> None:
    """Points outside y ≥ 0 and outside 0 ≤ δ ≤ 1 at which a step fails."""
    x, y, u, v = Fraction(-1, 2), Fraction(-3, 4), Fraction(1, 2), Fraction(0)
    assert y < x <= 1 and 0 <= v < u <= 1 and not x * u > y * v
    for delta in (Fraction(-1), Fraction(2)):
        weight = delta * (1 - delta)
        assert not weight * Fraction(1, 2) >= weight * Fraction(1, 3)


# -- the command ---------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert isinstance(stop.value.code, int)
    return stop.value.code, capsys.readouterr().out


def test_weights_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = run(capsys, "request-chain", "--weights")
    assert code == 0
    _, _, shown = text.partition("Hypotheses that carry weight\n")
    rows = [re.split(r"\s{2,}", line.strip()) for line in shown.splitlines()]
    assert [row[1] for row in rows] == list(WEIGHTS["request-chain"]["all α, β, δ"])
    assert [row[2] for row in rows] == ["needed"] * 4 + ["not needed"] * 2
    assert rows[0][3].startswith("without it fails at alpha = -1")
    assert "Hypotheses that carry weight" not in run(capsys, "request-chain")[1]


def test_what_is_needed_by_a_claim_in_use_is_said_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    _, text = run(capsys, "lemma1", "--weights")
    said = {tuple(re.split(r"\s{2,}", line.strip())[:3]) for line in text.partition("carry weight\n")[2].splitlines()}
    assert ("α+β < 1", "alpha >= 0", "needed by request-chain") in said
    assert ("α+β < 1", "delta >= 0", "not needed by its own steps") in said


def test_weights_of_several_claims_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = run(capsys, "request-chain", "download-cost", "--weights")
    assert code == 0
    assert re.search(r"^request-chain\n\nHypotheses that carry weight$", text, flags=re.M)
    assert text.count("Hypotheses that carry weight") == 2


def test_weights_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = run(capsys, "request-chain", "table3a", "--weights", "--format", "json")
    claims = json.loads(text)["claims"]
    assert code == 0 and [claim["id"] for claim in claims] == ["request-chain", "table3a"]
    for claim in claims:
        (case,) = WEIGHTS[claim["id"]]
        assert [w["hypothesis"] for w in claim["weights"]] == list(WEIGHTS[claim["id"]][case])
        for weight in claim["weights"]:
            assert set(weight) == {"case", "hypothesis", "needed", "through", "witness"} and weight["case"] == case
            assert weight["through"] is None
            assert weight["needed"] is WEIGHTS[claim["id"]][case][weight["hypothesis"]]
            assert (weight["witness"] is not None) == weight["needed"]
    assert "weights" not in json.loads(run(capsys, "table3a", "--format", "json")[1])["claims"][0]
