"""Whether a scheme downloads as little as possible: proved for every t, or refuted at a point and a t."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import reference
import pytest

from onoff_symbolic.schemes.bound import least_at
from onoff_symbolic.schemes.cost import ClosedForm
from onoff_symbolic.schemes.examine import Examination, examine
from onoff_symbolic.kernel import Fact, Kernel, Open, Verdict, judge
from onoff_symbolic.obligation import Case, Witness
from onoff_symbolic.schemes.optimality import optimal, ratio
from onoff_symbolic.schemes.properties import Setting
from onoff_symbolic.algebra.region import Hypothesis, Region
from onoff_symbolic.schemes.files import SchemeFile, load

EXAMPLES = Path(__file__).parents[1] / "examples"

TWO = '[chain]\nA = {{ A = "1 - ({0})", B = "{0}" }}\nB = {{ A = "{1}", B = "1 - ({1})" }}\n'
QUERIES = '[queries]\nA = ["A"]\nB = ["B"]\nAB = ["A", "B"]\n'
REQUEST = "[[rule]]\nrequest = true\n"
BOTH = "[rule.table]\n" + "".join(f'"{a},{x}" = {{ AB = "1" }}\n' for a, x in product("AB", repeat=2))


def read(folder: Path, *parts: str, sources: str = "AB", where: Sequence[str] = ()) -> SchemeFile:
    names = ", ".join(f'"{name}"' for name in sources)
    stated = ", ".join(f'"{text}"' for text in where)
    path = folder / "scheme.toml"
    path.write_text(f"sources = [{names}]\nwhere = [{stated}]\n" + "".join(parts), encoding="utf-8")
    return load(str(path))


@cache
def example(name: str) -> Examination:
    return examine(load(str(EXAMPLES / f"{name}.toml")))


def reasons(found: Examination) -> list[str]:
    return [outcome.reason for outcome in found.optimal.outcomes if isinstance(outcome, Open)]


def witness(found: Examination) -> Witness:
    assert found.optimal.verdict is Verdict.REFUTED
    shown = found.optimal.witness
    assert shown is not None
    return shown


# -- the paper's schemes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, bound", [
    ("paper-low", "1 + (1 - alpha - beta)**t"), ("paper-high", "1 + (alpha + beta - 1)**t"),
])
def test_the_schemes_of_the_paper_are_optimal_for_every_t(name: str, bound: str) -> None:
    found = example(name)
    assert found.bound == bound
    assert found.optimal.verdict is Verdict.PROVED
    assert all(isinstance(outcome, Fact) for outcome in found.optimal.outcomes)
    groups = {outcome.obligation.group for outcome in found.optimal.outcomes}
    assert "cost = bound for every t" in groups and "least download of two sources" in groups


def _setting(name: str) -> tuple[SchemeFile, Setting]:
    file = load(str(EXAMPLES / f"{name}.toml"))
    return file, Setting(Case("", file.region), file.scheme)


@pytest.mark.parametrize("change", ["another coefficient", "another base", "a third term", "a term less", "no form"])
def test_a_wrong_closed_form_does_not_pass(change: str) -> None:
    """At the first few t nothing is wrong: only the form tells about the others."""
    file, setting = _setting("paper-low")
    form = example("paper-low").cost_form
    assert form is not None
    (one, unit), (weight, base) = form.terms
    field = file.scheme.field
    forms = {
        "another coefficient": ClosedForm(((one, unit), (2 * weight, base))),
        "another base": ClosedForm(((one, unit), (weight, base - 1))),
        "a third term": ClosedForm((*form.terms, (one, field["alpha"]))),
        "a term less": ClosedForm(((one, unit),)),
        "no form": None,
    }
    prior = {"A": field.one, "B": field.zero}
    assert judge(optimal(setting, prior, form, (1,)), Kernel()).verdict is Verdict.PROVED
    verdict = judge(optimal(setting, prior, forms[change], (1,)), Kernel()).verdict
    assert verdict is (Verdict.UNDECIDED if change == "no form" else Verdict.REFUTED)


# -- schemes that do worse -----------------------------------------------------------------------------------


def test_downloading_both_always_is_refuted_by_a_point_and_both_costs() -> None:
    """The region lies on both sides of alpha + beta = 1."""
    found = example("always-both")
    shown = witness(found)
    assert found.bound == "1 + |1 - alpha - beta|**t"
    alpha, beta, time = shown.point["alpha"], shown.point["beta"], int(dict(shown.context)["t"])
    best = reference.cost(reference.paper(alpha, beta), {"A": Fraction(1, 3), "B": Fraction(2, 3)}, time)
    assert (shown.found, shown.expected) == ("2", str(best)) and best < 2
    assert best == 1 + abs(1 - alpha - beta) ** time
    cases = {outcome.obligation.case.name for outcome in found.optimal.outcomes}
    assert {"the whole region, alpha + beta <= 1", "the whole region, alpha + beta > 1"} <= cases


@pytest.mark.parametrize("where, point", [
    (("alpha = 1/7", "beta = 1/3"), (Fraction(1, 7), Fraction(1, 3))),
    (("alpha = 6/7", "beta = 1"), (Fraction(6, 7), Fraction(1))),
])
def test_both_costs_are_right_wherever_the_region_is(
    tmp_path: Path, where: tuple[str, ...], point: tuple[Fraction, Fraction]
) -> None:
    shown = witness(examine(read(tmp_path, TWO.format("alpha", "beta"), QUERIES, f"[[rule]]\n{BOTH}", where=where)))
    assert (shown.point["alpha"], shown.point["beta"]) == point
    assert (shown.found, shown.expected) == ("2", str(1 + abs(1 - sum(point))))


@pytest.mark.parametrize("alpha, beta", [("0", "0"), ("1", "1")])
def test_downloading_both_is_optimal_where_requests_never_forget(tmp_path: Path, alpha: str, beta: str) -> None:
    found = examine(read(tmp_path, TWO.format(alpha, beta), QUERIES, f"[[rule]]\n{BOTH}"))
    assert found.bound == "2"
    assert found.optimal.verdict is Verdict.PROVED


@pytest.mark.parametrize("alpha, beta", [("1/3", "2/3"), ("1", "0"), ("a", "1 - a")])
def test_asking_for_the_request_is_optimal_where_requests_forget_at_once(
    tmp_path: Path, alpha: str, beta: str
) -> None:
    where = ("0 <= a <= 1",) if "a" in alpha else ()
    found = examine(read(tmp_path, TWO.format(alpha, beta), QUERIES, REQUEST, where=where))
    assert found.private.verdict is Verdict.PROVED
    assert found.optimal.verdict is Verdict.PROVED
    assert found.bound == "1"


@pytest.mark.parametrize("every", [2, 3, 4])
def test_a_scheme_that_is_optimal_for_a_while_is_refuted_when_it_ceases_to_be(tmp_path: Path, every: int) -> None:
    """Requests forget at once, and each time but every second, third or fourth the user asks for the request."""
    lazy = f'[[rule]]\nt = "0 mod {every}"\n{BOTH}'
    found = examine(read(tmp_path, TWO.format("a", "1 - a"), QUERIES, lazy, REQUEST, where=("0 < a < 1",)))
    assert found.private.verdict is Verdict.PROVED
    shown = witness(found)
    assert dict(shown.context)["t"] == str(every)
    assert (shown.found, shown.expected) == ("2", "1")
    earlier = [o for o in found.optimal.outcomes if o.obligation.label in {f"ℓ_{t}/L" for t in range(1, every)}]
    assert len(earlier) == every - 1 and all(isinstance(outcome, Fact) for outcome in earlier)


def test_a_scheme_that_is_optimal_for_a_long_while_is_not_called_optimal(tmp_path: Path) -> None:
    """The first t at which it fails is not looked at, and its cost has no closed form."""
    lazy = f'[[rule]]\nt = "0 mod 5"\n{BOTH}'
    found = examine(read(tmp_path, TWO.format("a", "1 - a"), QUERIES, lazy, REQUEST, where=("0 < a < 1",)))
    assert found.optimal.verdict is Verdict.UNDECIDED
    assert reasons(found) == ["the cost has no closed form in t"]


def test_a_curved_line_between_the_two_signs_is_split_along(tmp_path: Path) -> None:
    chain = TWO.format("a**2", "a")
    found = examine(read(tmp_path, chain, QUERIES, f"[[rule]]\n{BOTH}", where=("0 <= a <= 1",)))
    shown = witness(found)
    slope = 1 - shown.point["a"] - shown.point["a"] ** 2
    assert found.bound == "1 + |1 - a - a**2|**t"
    assert (shown.found, shown.expected) == ("2", str(1 + abs(slope)))


def test_a_chain_with_quotients_is_split_where_its_slope_changes_sign(tmp_path: Path) -> None:
    found = examine(read(tmp_path, TWO.format("a/(1 + a)", "a"), QUERIES, f"[[rule]]\n{BOTH}", where=("0 <= a <= 1",)))
    assert found.bound == "1 + |(1 - a - a**2)/(1 + a)|**t"
    shown = witness(found)
    a = shown.point["a"]
    assert (shown.found, shown.expected) == ("2", str(1 + abs(1 - a / (1 + a) - a)))


def test_a_slope_whose_sign_is_not_decided_leaves_the_question_open(tmp_path: Path) -> None:
    """((2a-1)² + 1/1000)/2 is positive, but no certificate of small degree says so."""
    slope = "((2*a - 1)**2 + 1/1000)/2"
    table = (f'[rule.table]\n"A,A" = {{ A = "1 - 3/2*{slope}", AB = "3/2*{slope}" }}\n"A,B" = {{ B = "1" }}\n'
             f'"B,A" = {{ A = "1" }}\n"B,B" = {{ B = "(1/3)/(1/3 + {slope})", AB = "{slope}/(1/3 + {slope})" }}\n')
    after = '[[rule]]\nprevious = ["A", "B"]\nrequest = true\n'
    file = read(tmp_path, TWO.format("1/3", f"2/3 - {slope}"), QUERIES, after, f"[[rule]]\n{table}",
                where=("0 <= a <= 1",))
    field = file.scheme.field
    value = ratio(file.scheme.chain)
    form = ClosedForm(((field.one, field.one), (field.one, value)))
    setting = Setting(Case("", file.region), file.scheme)
    judgement = judge(optimal(setting, {"A": field.one, "B": field.zero}, form, (1, 2)), Kernel())
    assert judgement.verdict is Verdict.UNDECIDED
    assert {o.obligation.case.name for o in judgement.outcomes if isinstance(o, Open)} == {
        f", {Hypothesis(-value, '>')}"}


# -- schemes about which the bound says nothing --------------------------------------------------------------


@pytest.mark.parametrize("name", ["request-only", "late-leak"])
def test_a_scheme_that_is_not_private_is_not_compared_with_the_bound(name: str) -> None:
    found = example(name)
    assert found.private.verdict is Verdict.REFUTED
    assert found.optimal.verdict is Verdict.UNDECIDED
    assert found.optimal.witness is None
    assert reasons(found) == ["the bound is about schemes that are normalised, decodable and private"]
    assert found.bound is not None


def test_a_scheme_that_does_not_serve_the_request_is_not_compared_with_the_bound(tmp_path: Path) -> None:
    """It is private and costs 1, less than the bound."""
    blind = "[[rule]]\n[rule.table]\n" + "".join(f'"{a},{x}" = {{ A = "1" }}\n' for a, x in product("AB", repeat=2))
    found = examine(read(tmp_path, TWO.format("1/5", "1/5"), QUERIES, blind))
    assert (found.private.verdict, found.decodable.verdict) == (Verdict.PROVED, Verdict.REFUTED)
    assert found.optimal.verdict is Verdict.UNDECIDED
    assert str(found.cost[1]) == "1"


# -- more sources --------------------------------------------------------------------------------------------


def test_three_sources_that_cost_the_least_are_not_called_optimal_without_a_closed_form() -> None:
    found = example("three-sources")
    assert found.bound is None
    assert found.optimal.verdict is Verdict.UNDECIDED
    reason, = reasons(found)
    assert reason.startswith("the cost is the least one at a = ") and "t up to 4" in reason
    compared = [o for o in found.optimal.outcomes if isinstance(o, Fact)]
    assert [o.obligation.label for o in compared] == ["ℓ_1/L", "ℓ_2/L", "ℓ_3/L", "ℓ_4/L"]


def _all_of(sources: str) -> str:
    rows = "".join(f'"{a},{x}" = {{ ALL = "1" }}\n' for a, x in product(sources, repeat=2))
    names = ", ".join(f'"{name}"' for name in sources)
    return f"[queries]\nALL = [{names}]\n[[rule]]\n[rule.table]\n{rows}"


THREE = '[chain]\nA = { A = "1 - 2*a", B = "a", C = "a" }\nB = { A = "a", B = "1 - 2*a", C = "a" }\n' \
    'C = { A = "a", B = "a", C = "1 - 2*a" }\n'


def test_downloading_all_three_always_is_refuted_at_a_point(tmp_path: Path) -> None:
    found = examine(read(tmp_path, THREE, _all_of("ABC"), sources="ABC", where=("0 <= a", "2*a <= 1")))
    shown = witness(found)
    a, time = shown.point["a"], int(dict(shown.context)["t"])
    stay = Fraction(1, 3) + Fraction(2, 3) * (1 - 3 * a) ** time
    move = Fraction(1, 3) - Fraction(1, 3) * (1 - 3 * a) ** time
    best = max(3 * max(stay, move), 2 - 3 * min(stay, move))
    assert (shown.found, shown.expected) == ("3", str(best)) and best < 3
    sample = Region.of(found.scheme.field, f"a = {a}")
    assert least_at(found.scheme.chain.on(sample), time).value == best


def test_more_sources_than_can_be_examined_are_left_open(tmp_path: Path) -> None:
    sources = "ABCDE"
    rows = "".join(f"{s} = {{ " + ", ".join(f'{t} = "1/5"' for t in sources) + " }\n" for s in sources)
    found = examine(read(tmp_path, f"[chain]\n{rows}", _all_of(sources), sources=sources))
    assert found.optimal.verdict is Verdict.UNDECIDED
    assert reasons(found) == ["no closed form of the bound is known"]


# -- the obligations of the bound ----------------------------------------------------------------------------


def test_a_scheme_on_a_part_of_the_region_only_is_judged_there() -> None:
    """Table III(a) read where alpha + beta > 1 costs less than the bound, for it is no scheme there."""
    file, setting = _setting("paper-low")
    high = replace(setting.case, region=Region.of(file.scheme.field, "alpha < 1", "beta < 1", "alpha + beta > 1"))
    form = example("paper-low").cost_form
    prior = {"A": file.scheme.field.one, "B": file.scheme.field.zero}
    judgement = judge(optimal(Setting(high, file.scheme), prior, form, (1, 2, 3)), Kernel())
    assert judgement.verdict is Verdict.REFUTED
