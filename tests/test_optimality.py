"""Whether a scheme for two sources downloads as little as possible: for every t, or refuted at a point and a t."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
import reference
from brute import Draft, Rule, judged, two_sources
from run import ROOT

from onoff_symbolic import judge
from onoff_symbolic.result import Verdict
from onoff_symbolic.scheme_result import Outcome
from onoff_symbolic.schemes.cost import ClosedForm, follow
from onoff_symbolic.schemes.files import load
from onoff_symbolic.search.scheme import decide_scheme

pytestmark = pytest.mark.slow

LOW = str(ROOT / "examples" / "paper-low.toml")
PAIRS = list(product("AB", repeat=2))
REQUEST = Rule()
BOTH = Rule(dict.fromkeys(PAIRS, {"AB": "1"}))
UNIT = ("0 <= a <= 1",)


def chain(alpha: str, beta: str) -> dict[str, dict[str, str]]:
    return {"A": {"A": f"1 - ({alpha})", "B": alpha}, "B": {"A": beta, "B": f"1 - ({beta})"}}


def two(alpha: str, beta: str, *rules: Rule, where: tuple[str, ...] = ()) -> Draft:
    return two_sources(*rules, chain=chain(alpha, beta), where=where)


@pytest.mark.parametrize("change", ["another coefficient", "another base", "a third term", "a term less", "no form"])
def test_a_wrong_closed_form_does_not_pass(change: str) -> None:
    """It is not shown, and it changes nothing about the other answers."""
    file = load(LOW)
    form = follow(file.scheme, file.region).form
    assert form is not None
    (one, unit), (weight, base) = form.terms
    forms = {
        "another coefficient": ClosedForm(((one, unit), (2 * weight, base))),
        "another base": ClosedForm(((one, unit), (weight, base - 1))),
        "a third term": ClosedForm((*form.terms, (one, file.scheme.field["alpha"]))),
        "a term less": ClosedForm(((one, unit),)),
        "no form": None,
    }
    verdicts = decide_scheme(file.scheme, file.region, None, forms[change]).verdicts
    assert verdicts.pop("cost", "undecided") == "undecided"
    assert {*verdicts.values()} == {"proved"}


OPTIMAL = {
    "everything, for requests that never change": (two("0", "0", BOTH), "2"),
    "everything, for requests that always change": (two("1", "1", BOTH), "2"),
    "the request, for independent requests": (two("1/3", "2/3", REQUEST), "1"),
    "the request, for a certain request": (two("1", "0", REQUEST), "1"),
    "the request, for independent requests with a parameter": (two("a", "1 - a", REQUEST, where=UNIT), "1"),
}


@pytest.mark.parametrize("name", OPTIMAL)
def test_is_proved(name: str) -> None:
    draft, bound = OPTIMAL[name]
    found = judged(draft)
    assert found.private.verdict is found.optimal.verdict is Verdict.PROVED
    assert found.bound == bound


def every(times: str) -> Draft:
    """Return a scheme that asks for everything at these times, though requests are independent."""
    return two("a", "1 - a", replace(BOTH, when=times), REQUEST, where=("0 < a < 1",))


WORSE: Mapping[str, tuple[Draft, int | None]] = {
    "everything": (two("a", "b", BOTH, where=(*UNIT, "0 <= b <= 1")), None),
    "everything, for a chain of quotients": (two("a/(1 + a)", "a", BOTH, where=UNIT), None),
    "everything at every second time": (every("0 mod 2"), 2),
    "everything at every fifth time": (every("0 mod 5"), 5),
}
"""With the time at which the scheme ceases to be optimal."""


@pytest.mark.parametrize("name", WORSE)
def test_is_refuted_by_a_point_and_both_costs(name: str) -> None:
    """By the sign of the slope the region is split; at the point the bound is that of the paper."""
    draft, expected = WORSE[name]
    found = judged(draft)
    shown = found.optimal.witness
    assert shown is not None
    point = {key: Fraction(value) for key, value in shown.point}
    time = int(dict(shown.shows)["t"])
    alpha, beta = (reference.value(draft.chain[x][y], point) for x, y in ("AB", "BA"))

    assert expected in (None, time)
    assert (shown.left, shown.right) == ("2", str(1 + abs(1 - alpha - beta) ** time))
    assert found.bound is None, "no certificate says it"


def test_a_slope_whose_sign_is_not_decided_leaves_the_question_open() -> None:
    """((2a-1)² + 1/1000)/2 is positive, but no certificate of small degree says so."""
    slope = "((2*a - 1)**2 + 1/1000)/2"
    table = {
        ("A", "A"): {"A": f"1 - 3/2*{slope}", "AB": f"3/2*{slope}"},
        ("A", "B"): {"B": "1"},
        ("B", "A"): {"A": "1"},
        ("B", "B"): {"B": f"(1/3)/(1/3 + {slope})", "AB": f"{slope}/(1/3 + {slope})"},
    }
    found = judged(two("1/3", f"2/3 - {slope}", Rule(previous=("A", "B")), Rule(table), where=UNIT))
    assert found.private.verdict is found.query_chain.verdict is Verdict.PROVED
    assert found.optimal.verdict is Verdict.UNDECIDED
    assert found.optimal.why


@pytest.mark.parametrize("rule", [REQUEST, Rule(dict.fromkeys(PAIRS, {"A": "1"}))], ids=["leaks", "does not serve"])
def test_only_private_schemes_that_serve_the_request_are_compared(rule: Rule) -> None:
    found = judged(two("1/5", "1/5", rule))
    assert found.optimal.verdict is Verdict.UNDECIDED
    assert found.optimal.why == "the bound is about schemes that are normalised, decodable and private"
    assert found.bound is None


def test_a_bound_is_what_an_optimal_scheme_is_certified_to_cost() -> None:
    found = judge.scheme(load(LOW))
    assert found.bound == found.cost_form == "1 + (1 - alpha - beta)**t"
    assert replace(found, optimal=Outcome(Verdict.UNDECIDED)).bound is None
    assert replace(found, cost_form=None).bound is None
    assert replace(found, cost_conditions=("alpha > 0",)).bound is None
