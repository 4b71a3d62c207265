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

from onoff_symbolic import judge
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.result import Verdict, Witness
from onoff_symbolic.report import schemes, text
from onoff_symbolic.scheme_result import Outcome, SchemeResult
from onoff_symbolic.schemes.chain import Chain
from onoff_symbolic.schemes.cost import ClosedForm
from onoff_symbolic.schemes.files import SchemeFile, load
from onoff_symbolic.schemes.cost import follow
from onoff_symbolic.nsources.forms import power
from onoff_symbolic.nsources.sets import least
from onoff_symbolic.search.scheme import decide_scheme

pytestmark = pytest.mark.slow

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
def example(name: str) -> SchemeResult:
    return judge.scheme(load(str(EXAMPLES / f"{name}.toml")))


def witness(found: SchemeResult) -> Witness:
    assert found.optimal.verdict is Verdict.REFUTED
    shown = found.optimal.witness
    assert shown is not None
    return shown


def place(shown: Witness) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in shown.point}


# -- the paper's schemes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, bound", [
    ("paper-low", "1 + (1 - alpha - beta)**t"), ("paper-high", "1 + (alpha + beta - 1)**t"),
])
def test_the_schemes_of_the_paper_are_optimal_for_every_t(name: str, bound: str) -> None:
    found = example(name)
    assert found.bound == bound
    assert found.optimal.verdict is Verdict.PROVED
    assert '"kind": "optimal"' in found.certificate and '"kind": "cost"' in found.certificate


@pytest.mark.parametrize("change", ["another coefficient", "another base", "a third term", "a term less", "no form"])
def test_a_wrong_closed_form_does_not_pass(change: str) -> None:
    """It is not shown, and it changes nothing about the other answers."""
    file = load(str(EXAMPLES / "paper-low.toml"))
    form = follow(file.scheme, file.region).form
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
    verdicts = decide_scheme(file.scheme, file.region, None, forms[change]).verdicts
    assert verdicts.get("cost", "undecided") == "undecided"
    assert {verdicts[kind] for kind in ("normalised", "decodable", "private", "chain", "optimal")} == {"proved"}


# -- schemes that do worse -----------------------------------------------------------------------------------


def test_downloading_both_always_is_refuted_by_a_point_and_both_costs() -> None:
    """The region lies on both sides of alpha + beta = 1."""
    found = example("always-both")
    shown = witness(found)
    assert found.bound is None, "no certificate says it"
    alpha, beta, time = place(shown)["alpha"], place(shown)["beta"], int(dict(shown.shows)["t"])
    best = reference.cost(reference.paper(alpha, beta), {"A": Fraction(1, 3), "B": Fraction(2, 3)}, time)
    assert (shown.left, shown.right) == ("2", str(best)) and best < 2
    assert best == 1 + abs(1 - alpha - beta) ** time


@pytest.mark.parametrize("alpha, beta", [("0", "0"), ("1", "1")])
def test_downloading_both_is_optimal_where_requests_never_forget(tmp_path: Path, alpha: str, beta: str) -> None:
    found = judge.scheme(read(tmp_path, TWO.format(alpha, beta), QUERIES, f"[[rule]]\n{BOTH}"))
    assert found.bound == "2"
    assert found.optimal.verdict is Verdict.PROVED


@pytest.mark.parametrize("alpha, beta", [("1/3", "2/3"), ("1", "0"), ("a", "1 - a")])
def test_asking_for_the_request_is_optimal_where_requests_forget_at_once(
    tmp_path: Path, alpha: str, beta: str
) -> None:
    where = ("0 <= a <= 1",) if "a" in alpha else ()
    found = judge.scheme(read(tmp_path, TWO.format(alpha, beta), QUERIES, REQUEST, where=where))
    assert found.private.verdict is Verdict.PROVED
    assert found.optimal.verdict is Verdict.PROVED
    assert found.bound == "1"


@pytest.mark.parametrize("every", [2, 5])
def test_a_scheme_that_is_optimal_for_a_while_is_refuted_when_it_ceases_to_be(tmp_path: Path, every: int) -> None:
    """Requests forget at once, and each time but every second or fifth the user asks for the request."""
    lazy = f'[[rule]]\nt = "0 mod {every}"\n{BOTH}'
    found = judge.scheme(read(tmp_path, TWO.format("a", "1 - a"), QUERIES, lazy, REQUEST, where=("0 < a < 1",)))
    assert found.private.verdict is Verdict.PROVED
    shown = witness(found)
    assert dict(shown.shows)["t"] == str(every)
    assert (shown.left, shown.right) == ("2", "1")


def test_a_chain_with_quotients_is_split_where_its_slope_changes_sign(tmp_path: Path) -> None:
    chain = TWO.format("a/(1 + a)", "a")
    found = judge.scheme(read(tmp_path, chain, QUERIES, f"[[rule]]\n{BOTH}", where=("0 <= a <= 1",)))
    shown = witness(found)
    a = place(shown)["a"]
    assert (shown.left, shown.right) == ("2", str(1 + abs(1 - a / (1 + a) - a)))


def test_a_slope_whose_sign_is_not_decided_leaves_the_question_open(tmp_path: Path) -> None:
    """((2a-1)² + 1/1000)/2 is positive, but no certificate of small degree says so."""
    slope = "((2*a - 1)**2 + 1/1000)/2"
    table = (f'[rule.table]\n"A,A" = {{ A = "1 - 3/2*{slope}", AB = "3/2*{slope}" }}\n"A,B" = {{ B = "1" }}\n'
             f'"B,A" = {{ A = "1" }}\n"B,B" = {{ B = "(1/3)/(1/3 + {slope})", AB = "{slope}/(1/3 + {slope})" }}\n')
    after = '[[rule]]\nprevious = ["A", "B"]\nrequest = true\n'
    file = read(tmp_path, TWO.format("1/3", f"2/3 - {slope}"), QUERIES, after, f"[[rule]]\n{table}",
                where=("0 <= a <= 1",))
    found = judge.scheme(file)
    assert found.private.verdict is found.query_chain.verdict is Verdict.PROVED
    assert found.optimal.verdict is Verdict.UNDECIDED and found.optimal.why


# -- schemes about which the bound says nothing --------------------------------------------------------------


@pytest.mark.parametrize("name", ["request-only", "late-leak"])
def test_a_scheme_that_is_not_private_is_not_compared_with_the_bound(name: str) -> None:
    found = example(name)
    assert found.private.verdict is Verdict.REFUTED
    assert found.optimal.verdict is Verdict.UNDECIDED
    assert found.optimal.witness is None
    assert found.optimal.why == "the bound is about schemes that are normalised, decodable and private"
    assert found.bound is None


def test_a_scheme_that_does_not_serve_the_request_is_not_compared_with_the_bound(tmp_path: Path) -> None:
    """It is private and costs 1, less than the bound."""
    blind = "[[rule]]\n[rule.table]\n" + "".join(f'"{a},{x}" = {{ A = "1" }}\n' for a, x in product("AB", repeat=2))
    found = judge.scheme(read(tmp_path, TWO.format("1/5", "1/5"), QUERIES, blind))
    assert (found.private.verdict, found.decodable.verdict) == (Verdict.PROVED, Verdict.REFUTED)
    assert found.optimal.verdict is Verdict.UNDECIDED
    assert dict(found.costs)[1] == "1"


# -- more sources --------------------------------------------------------------------------------------------


def least_at(chain: Chain, time: int) -> Fraction:
    return least(power([[e.constant() for e in row] for row in chain.matrix], time)).value


def test_three_sources_that_cost_the_least_at_every_t() -> None:
    found = example("three-sources")
    assert found.bound == found.cost_form == "1 + 2*(1 - 3*a)**t"
    assert found.optimal.verdict is Verdict.PROVED
    numbers = load(str(EXAMPLES / "three-sources.toml")).scheme
    sample = Region.of(numbers.field, "a = 1/4")
    spent = follow(numbers, sample).costs
    assert all(cost == least_at(numbers.chain.on(sample), t) for t, cost in spent.items())


# -- what is written beside a scheme --------------------------------------------------------------------------


def test_costs_that_no_certificate_says_are_marked() -> None:
    leaking, private = example("late-leak"), example("paper-low")
    assert leaking.cost_form is None and private.cost_form is not None
    marked, certified = (" ".join(text.render(schemes.scheme(each, "x")).split()) for each in (leaking, private))
    assert "download computed" in marked and "(computed, not certified)" in marked
    assert "downloads less than" not in marked
    assert "download proved 1 + (1 - α - β)**t" in certified and "computed" not in certified


def test_a_bound_is_what_an_optimal_scheme_is_certified_to_cost() -> None:
    found = example("paper-low")
    assert found.bound == found.cost_form
    undecided = Outcome(Verdict.UNDECIDED)
    assert replace(found, optimal=undecided).bound is None
    assert replace(found, cost_form=None).bound is None
    assert replace(found, cost_conditions=("alpha > 0",)).bound is None
