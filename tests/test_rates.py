"""Section III: Figure 2 point by point, and what is said about the rate, by brute force at points.

The points of Figure 2 are entered here once more, from the plot. Rates come from the enumeration of `brute`.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from itertools import product

import pytest

from brute import Brute, cost, leaks, paper, query_law, request_chain
from onoff_symbolic.claim import Result, Session
from onoff_symbolic.kernel import Verdict
from onoff_symbolic.proofs import figure2, rates
from onoff_symbolic.proofs.claims import finder
from onoff_symbolic.proofs.paper import Paper
from onoff_symbolic.proofs.printed import PRINTED

FIGURE = {
    "1": """
        0.5 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
    """.split(),
    "0.7": """
        0.5 0.769230769230769 0.91743119266055 0.973709834469328 0.991965082829084 0.997575890585876
        0.999271531053862 0.999781347819232 0.99993439430439 0.999980317387413 0.999994095134868
        0.999998228533138 0.999999468559282 0.999999840567725 0.999999952170312 0.999999985651093
        0.999999995695328 0.999999998708598 0.999999999612579 0.999999999883774 0.999999999965132
    """.split(),
    "0.4": """
        0.5 0.625 0.735294117647059 0.822368421052631 0.885269121813031 0.927850356294537 0.955423749541397
        0.972768702061958 0.98348129088135 0.990022850677816 0.993989724239196 0.996385144031034
        0.997827945753317 0.998695634190672 0.999216971972409 0.999530035985447 0.99971796857342
        0.999830762051884 0.999898450356709 0.999939067738966 0.9999634397523
    """.split(),
    "0.2": """
        0.5 0.555555555555556 0.609756097560976 0.661375661375661 0.709421112372304 0.753193540612196
        0.792302621570914 0.82664084901967 0.856331426842715 0.881664935499932 0.903037126829805
        0.920895664738407 0.9356992379835 0.947889238046222 0.957872329434476 0.966011492215792
        0.972623093734289 0.977977895569679 0.982304377486352 0.985793222434495 0.988602192725058
    """.split(),
}
"""α+β → the printed rates at t = 0, …, 20."""

PLACES = [(total, time) for total, texts in FIGURE.items() for time in range(len(texts))]
UNIFORM = {"A": Fraction(1, 2), "B": Fraction(1, 2)}
SKEW = {"A": Fraction(1, 5), "B": Fraction(4, 5)}


def judge(claim_id: str) -> Result:
    return Session(finder()).judge(claim_id)


def rate(alpha: Fraction, beta: Fraction, time: int) -> Fraction:
    """1/E[messages], from the paths of the scheme."""
    return 1 / cost(paper(alpha, beta), SKEW, time)


def formula(total: Fraction, time: int) -> Fraction:
    """Theorem 1."""
    return 1 / (1 + abs(1 - total) ** time) if time else Fraction(1, 2)


# -- Figure 2 ------------------------------------------------------------------------------------------------------


def test_the_package_has_the_points_of_the_plot() -> None:
    assert {total: list(texts) for total, texts in figure2.POINTS.items()} == FIGURE
    assert len(PLACES) == 84


@pytest.mark.parametrize("total", FIGURE)
def test_the_curve_is_the_cost_of_the_scheme(total: str) -> None:
    """The formula behind the points agrees with the enumeration, where that is short."""
    half = Fraction(total) / 2
    for time in range(5):
        assert rate(half, half, time) == formula(Fraction(total), time)


def unit(text: str) -> Fraction:
    return Fraction(1, 10 ** len(text.partition(".")[2]))


@pytest.mark.parametrize("total, time", PLACES)
def test_a_point_is_within_one_unit_of_its_last_digit(total: str, time: int) -> None:
    text = FIGURE[total][time]
    assert abs(Fraction(text) - formula(Fraction(total), time)) <= unit(text)


def rounded(total: str, time: int, text: str) -> Decimal:
    """The rate, correctly rounded to as many digits as were printed."""
    with localcontext() as context:
        context.prec = 60
        distance = abs(1 - Decimal(total))
        exact = 1 / (1 + distance ** time) if time else Decimal("0.5")
        return exact.quantize(Decimal(1).scaleb(-len(text.partition(".")[2])), rounding=ROUND_HALF_EVEN)


def test_the_points_that_are_not_rounded_correctly_are_listed() -> None:
    wrong = {
        (total, time): rounded(total, time, text) for total, texts in FIGURE.items() for time, text in enumerate(texts)
        if rounded(total, time, text) != Decimal(text)
    }
    listed = {}
    result = judge("figure2")
    for remark in result.judgement.remarks:
        total, _, time = remark.group.removeprefix("not the nearest: α+β = ").partition(", t = ")
        printed, _, near = remark.label.partition("; nearer is ")
        assert printed == FIGURE[total][int(time)]
        listed[total, int(time)] = Decimal(near)
    assert listed == wrong and wrong
    assert result.verdict is Verdict.PROVED and len(result.judgement.outcomes) == 84


@pytest.mark.parametrize("units", [2, -2])
@pytest.mark.parametrize("total", FIGURE)
def test_a_point_that_is_moved_by_two_units_is_refuted(
    total: str, units: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each point of the curve in turn; the witness names it."""
    for time, text in enumerate(FIGURE[total]):
        other = str(Decimal(text) + units * Decimal(1).scaleb(-len(text.partition(".")[2])))
        assert abs(Fraction(other) - Fraction(text)) == 2 * unit(text)
        spoiled = {**figure2.POINTS, total: (*FIGURE[total][:time], other, *FIGURE[total][time + 1:])}
        monkeypatch.setattr(rates, "POINTS", spoiled)
        result = judge("figure2")
        assert result.verdict is Verdict.REFUTED
        assert result.witness is not None
        assert result.witness.what == f"α+β = {total}, t = {time}"
        assert dict(result.witness.context) == {"printed": other}
        assert result.counts() == {"proved": 83, "failed": 1, "undecided": 0}


# -- what is said about the rate -----------------------------------------------------------------------------------

STEPS = [Fraction(n, 7) for n in range(8)]
POINTS = list(product(STEPS, STEPS))
TIMES = (1, 2, 3)


@pytest.fixture(scope="module")
def table() -> dict[tuple[Fraction, Fraction, int], Fraction]:
    """(α, β, t) → R_t, by enumeration."""
    return {(alpha, beta, time): rate(alpha, beta, time) for alpha, beta in POINTS for time in TIMES}


def test_the_rate_is_that_of_theorem1(table: dict[tuple[Fraction, Fraction, int], Fraction]) -> None:
    assert all(found == formula(alpha + beta, time) for (alpha, beta, time), found in table.items())


def test_the_rate_is_symmetric(table: dict[tuple[Fraction, Fraction, int], Fraction]) -> None:
    """(α, β) ↦ (1-β, 1-α) reflects α+β at 1; and only α+β matters."""
    assert judge("rate-symmetry").verdict is Verdict.PROVED
    for (alpha, beta, time), found in table.items():
        assert table[1 - beta, 1 - alpha, time] == found == table[beta, alpha, time]


def test_nearer_to_one_there_is_more_rate_and_less_correlation(
    table: dict[tuple[Fraction, Fraction, int], Fraction]
) -> None:
    assert judge("rate-monotone").verdict is Verdict.PROVED
    for time in TIMES:
        by_distance = sorted({(abs(1 - a - b), found) for (a, b, t), found in table.items() if t == time})
        assert all(d < e and r > s for (d, r), (e, s) in zip(by_distance, by_distance[1:], strict=False))
    for prior in (UNIFORM, SKEW):
        found = sorted({(abs(1 - a - b), abs(_covariance(a, b, prior))) for a, b in POINTS})
        assert all(d < e and c < f for (d, c), (e, f) in zip(found, found[1:], strict=False))


def _covariance(alpha: Fraction, beta: Fraction, prior: dict[str, Fraction]) -> Fraction:
    """Pr(X_0 = A, X_1 = A) - Pr(X_0 = A)·Pr(X_1 = A)."""
    chain = request_chain(alpha, beta)
    both = prior["A"] * chain["A"]["A"]
    return both - prior["A"] * (both + prior["B"] * chain["B"]["A"])


@pytest.mark.parametrize("alpha", STEPS)
def test_independent_requests_have_rate_one(alpha: Fraction) -> None:
    """On α+β = 1 asking for exactly the request is private, also for the scheme of the paper."""
    chain = request_chain(alpha, 1 - alpha)
    assert chain["A"] == chain["B"]
    law = {(0, a, x, q): {x: Fraction(1)} for a, x, q in product("AB", "AB", ("A", "B", "AB"))}
    plain = Brute(("A", "B"), chain, {"A": ("A",), "B": ("B",), "AB": ("A", "B")}, 1, law)
    assert leaks(plain, 4) == set()
    for time in range(5):
        assert cost(plain, SKEW, time) == cost(paper(alpha, 1 - alpha), SKEW, time) == (1 if time else 2)
    assert judge("rate-independent").verdict is Verdict.PROVED


def test_dependent_requests_asked_for_plainly_do_leak() -> None:
    law = {(0, a, x, q): {x: Fraction(1)} for a, x, q in product("AB", "AB", ("A", "B", "AB"))}
    chain = request_chain(Fraction(1, 5), Fraction(1, 5))
    assert leaks(Brute(("A", "B"), chain, {"A": ("A",), "B": ("B",), "AB": ("A", "B")}, 1, law), 2)


@pytest.mark.parametrize("alpha, beta", [
    ("1/5", "1/5"), ("0", "1/3"), ("1/7", "0"), ("1", "1/2"), ("1/2", "1"), ("0", "1"), ("9/10", "1"), ("1/100", "0"),
])
def test_the_rate_of_an_ergodic_chain_tends_to_one(alpha: str, beta: str) -> None:
    """All chains but α = β = 0 and α = β = 1, as the paper divides them: 1 - R_t falls below any power of ten."""
    assert judge("rate-limit").verdict is Verdict.PROVED
    total = Fraction(alpha) + Fraction(beta)
    gaps = [1 - formula(total, time) for time in (1, 2, 3)]
    assert gaps == [1 - rate(Fraction(alpha), Fraction(beta), time) for time in (1, 2, 3)]
    distance = abs(1 - total)
    assert distance < 1
    time = 1
    while distance ** time > Fraction(1, 10 ** 6):
        time *= 2
    assert 0 <= 1 - formula(total, time) <= distance ** time <= Fraction(1, 10 ** 6)


@pytest.mark.parametrize("value", [Fraction(0), Fraction(1)])
def test_the_rate_of_the_two_other_chains_stays_one_half(value: Fraction) -> None:
    for time in range(5):
        assert query_law(paper(value, value), SKEW, time)["AB"] == 1
        assert rate(value, value, time) == Fraction(1, 2)


# -- information ---------------------------------------------------------------------------------------------------


def requests(alpha: Fraction, beta: Fraction, prior: dict[str, Fraction], time: int) -> dict[tuple[str, ...], Fraction]:
    """The law of (X_0, X_t, X_{t+1}), path by path."""
    chain = request_chain(alpha, beta)
    law = dict.fromkeys(product("AB", repeat=3), Fraction(0))
    for path in product("AB", repeat=time + 2):
        weight = prior[path[0]]
        for source, target in zip(path, path[1:], strict=False):
            weight *= chain[source][target]
        law[path[0], path[time], path[time + 1]] += weight
    return law


def loses(law: dict[tuple[str, ...], Fraction]) -> bool:
    """Whether I(X_0; X_t) > I(X_0; X_{t+1}): whether X_0 and X_t are dependent given some value of X_{t+1}."""
    return any(law["A", "A", y] * law["B", "B", y] != law["A", "B", y] * law["B", "A", y] for y in "AB")


def information(law: dict[tuple[str, ...], Fraction], place: int) -> Decimal:
    """I(X_0; X_t) or I(X_0; X_{t+1}) in nats, to many digits."""
    one: dict[str, Fraction] = {}
    other: dict[str, Fraction] = {}
    both: dict[tuple[str, str], Fraction] = {}
    for atom, weight in law.items():
        one[atom[0]] = one.get(atom[0], Fraction(0)) + weight
        other[atom[place]] = other.get(atom[place], Fraction(0)) + weight
        both[atom[0], atom[place]] = both.get((atom[0], atom[place]), Fraction(0)) + weight
    with localcontext() as context:
        context.prec = 60
        total = Decimal(0)
        for (a, x), weight in both.items():
            if weight:
                ratio = weight / (one[a] * other[x])
                share = Decimal(weight.numerator) / weight.denominator
                total += share * (Decimal(ratio.numerator) / ratio.denominator).ln()
        return total


@pytest.mark.parametrize("time", [0, 1, 2, 3])
def test_the_information_decreases_exactly_under_the_conditions(time: int) -> None:
    """All ergodic chains of a grid, both ends of δ included: the exact criterion, and the numbers behind it."""
    for (alpha, beta), share in product(POINTS, (Fraction(0), Fraction(1, 5), Fraction(1))):
        if not 0 < alpha + beta < 2:
            continue
        law = requests(alpha, beta, {"A": share, "B": 1 - share}, time)
        holds = 0 < share < 1 and (alpha + beta != 1 or time == 0)
        assert loses(law) is holds
        gap = information(law, 1) - information(law, 2)
        assert gap > Decimal("1e-20") if holds else abs(gap) < Decimal("1e-50")


def test_the_sentence_about_information_needs_its_conditions() -> None:
    result = judge("information-decay")
    assert result.verdict is Verdict.CONDITIONAL
    assert set(result.judgement.conditions()) == {"alpha + beta != 1", "0 < delta < 1"}


def test_a_chain_that_is_changed_is_noticed_by_the_sentence_about_information() -> None:
    """With two equal rows nothing decreases, whatever α and β are."""
    printed = replace(PRINTED, chain=(PRINTED.chain[0], PRINTED.chain[0]))
    assert Session(finder(Paper(printed))).judge("information-decay").verdict is Verdict.REFUTED
