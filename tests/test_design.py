"""Designs: private by brute force on the file that is written, the best by one program in floats, and at the bound."""

import tomllib
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import highspy
import pytest

from chance import examples
from chains import Rows, float_least, positive_chain, power, subsets
from reference import Brute, holds, value
from reference import cost as expected_cost
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.algebra.parametric import sign_change
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.errors import InputError
from onoff_symbolic.programs.exact import WrongAnswer
from onoff_symbolic.schemes.chain import Chain
from onoff_symbolic.nsources.classes import classes
from onoff_symbolic.nsources import sets
from onoff_symbolic.nsources.design import Endless, Objective, design
from onoff_symbolic.schemes.files import parse_cases
from onoff_symbolic.nsources.lift import LiftedDesign, designs, numeric
from onoff_symbolic.nsources.sets import least
from onoff_symbolic.nsources.writing import file_text

pytestmark = pytest.mark.slow

HALF = Fraction(1, 2)


def chain_of(rows: Rows) -> Chain:
    field = Field()
    return Chain(field, tuple("ABCDEFG"[:len(rows)]), tuple(tuple(field(x) for x in row) for row in rows))


def text_of(rows: Rows, objective: Objective = Objective()) -> str:
    chain = chain_of(rows)
    return file_text("designed", [numeric(chain, design(rows, objective))], Region(chain.field))


# -- brute force ------------------------------------------------------------------------------------------------------


def brute(text: str, point: dict[str, Fraction]) -> Brute:
    """The scheme of a file, read off the document alone."""
    document = tomllib.loads(text)

    @cache
    def number(text: str) -> Fraction:
        return value(text, point)

    def fits(rule: dict[str, Any], time: int, query: str) -> bool:
        when = rule.get("t", "")
        in_time = {"": True, "odd": time % 2 == 1, "even": time % 2 == 0}.get(when) if isinstance(when, str) else None
        if in_time is None:
            in_time = time == when if isinstance(when, int) else eval(f"{time} {when}")
        return in_time and query in rule.get("previous", [query]) and all(
            holds(text, point) for text in rule.get("where", []))

    def law(time: int, first: str, last: str, request: str, query: str) -> dict[str, Fraction]:
        rule = next(rule for rule in document["rule"] if fits(rule, time, query))
        if rule.get("request"):
            return {request: Fraction(1)}
        key = last if rule.get("given") == "last request" else first
        return {q: number(p) for q, p in rule["table"][f"{key},{request}"].items()}

    chain = {a: {x: number(p) for x, p in row.items()} for a, row in document["chain"].items()}
    return Brute(tuple(document["sources"]), chain, document["queries"], 1, {}, law)


def faults(text: str, last: int, point: dict[str, Fraction] | None = None) -> list[str]:
    """What is wrong with a file: a negative chance, an undecodable query, or a next query that depends on requests."""
    scheme, found = brute(text, point or {}), set[str]()
    for time in range(1, last + 1):
        before = {(requests, queries): p for requests, queries, p in scheme.paths(time - 1)}
        ways = scheme.paths(time)
        answered: dict[Any, Fraction] = {}
        onward: dict[Any, Fraction] = {}
        total: dict[Any, Fraction] = {}
        for requests, queries, p in ways:
            if p < 0:
                found.add("negative")
            if requests[-1] not in scheme.downloads[queries[-1]]:
                found.add("undecodable")
            answered[requests, queries[:-1]] = answered.get((requests, queries[:-1]), Fraction(0)) + p
            key = requests[:-1], queries
            onward[key] = onward.get(key, Fraction(0)) + p
            total[key[0], queries[:-1]] = total.get((key[0], queries[:-1]), Fraction(0)) + p
        for (requests, queries), p in answered.items():     # each row of a table is a law
            if p != before[requests[:-1], queries] * scheme.chain[requests[-2]][requests[-1]]:
                found.add("not normalised")
        if sum(p for _, _, p in ways) != len(scheme.sources):
            found.add("not normalised")
        for query_path in {queries for _, queries in onward}:
            past = {requests for requests, queries in total if queries == query_path[:-1]}
            chances = {onward.get((r, query_path), Fraction(0)) / total[r, query_path[:-1]] for r in past}
            if len(chances) > 1:
                found.add("leaks")
    return sorted(found)


@pytest.mark.drawn
@pytest.mark.parametrize("size, seeds, last", [(2, 4, 4), (3, examples(4, 40), 4), (4, 3, 2)])
def test_what_is_written_is_private_whatever_the_past_requests(size: int, seeds: int, last: int) -> None:
    for seed in range(seeds):
        rows = positive_chain(size, seed)
        assert faults(text_of(rows), last) == []


def test_a_chain_with_zeros_is_written_without_the_rows_that_are_never_used() -> None:
    rows = [[HALF, HALF, Fraction(0)], [Fraction(0), HALF, HALF], [HALF, Fraction(0), HALF]]
    text = text_of(rows)
    assert '"A,C"' not in text and '"A,A"' in text
    assert faults(text, 4) == []
    parse_cases(text)


def test_the_brute_force_sees_a_leak_and_what_cannot_be_decoded() -> None:
    text = text_of(positive_chain(2, 2))
    table = text[text.index("[rule.table]"):]
    row = next(line for line in table.splitlines() if line.count("=") == 3)
    key = row[:row.index(" =")]
    assert "leaks" in faults(text.replace(row, f'{key} = {{ AB = "1" }}'), 2)
    wrong = {"A": "B", "B": "A"}[key[3]]
    assert "undecodable" in faults(text.replace(row, f'{key} = {{ {wrong} = "1" }}'), 2)
    assert "not normalised" in faults(text.replace(row, f'{key} = {{ AB = "1/2" }}'), 2)


def test_the_brute_force_sees_rows_that_are_no_laws() -> None:
    """The plan of one request in place of another: queries keep their law, and all probabilities sum to 1."""
    rows = positive_chain(3, 1)
    made = numeric(chain_of(rows), design(rows))
    stages = tuple(tuple(replace(step, plans=tuple((y, step.plans[0][1]) for y, _ in step.plans)) for step in stage)
                   for stage in made.stages)
    text = file_text("spoiled", [replace(made, stages=stages)], Region(chain_of(rows).field))
    assert faults(text, 2) == ["not normalised"]


@pytest.mark.parametrize("objective", [Objective(horizon=1), Objective(horizon=3), Objective(Fraction(1, 3))])
def test_other_objectives_are_private_too(objective: Objective) -> None:
    text = text_of(positive_chain(3, 1), objective)
    assert faults(text, 4) == []
    (case,) = parse_cases(text)
    assert case.scheme.process.settled == {1: 0, 3: 2, None: 0}[objective.horizon]


def test_the_costs_are_those_of_the_file() -> None:
    rows = positive_chain(3, 7)
    scheme, uniform = brute(text_of(rows), {}), dict.fromkeys("ABC", Fraction(1, 3))
    found = design(rows).costs(3)
    assert [expected_cost(scheme, uniform, time) for time in (1, 2, 3)] == found


# -- the best ---------------------------------------------------------------------------------------------------------


def occupation(rows: Rows, discount: float = 1.0) -> float:
    """One program for the least excess: z(S,R) is how often, discounted, R follows S."""
    size = len(rows)
    sets = subsets(size)
    large = [s for s in sets if len(s) > 1]
    place = {key: j for j, key in enumerate((s, r) for s in large for r in sets)}
    costs = [float(len(r) - 1) for _, r in place]
    lines = []
    for s in large:
        terms = {place[s, r]: 1.0 for r in sets}
        for other in large:
            terms[place[other, s]] = terms.get(place[other, s], 0.0) - discount
        right = float(len(s) == size)
        lines.append((terms, right, right))
        for top in sets[:-1]:
            m = float(min(sum(rows[y][x] for x in top) for y in s))
            lines.append(({place[s, r]: float(r <= top) - m for r in sets}, -highspy.kHighsInf, 0.0))
    return float_least(costs, lines)


@pytest.mark.drawn
@pytest.mark.parametrize("size, seeds", [
    (2, examples(12, 200)), (3, examples(12, 200)), (4, examples(5, 50)), (5, examples(1, 5))])
def test_policy_iteration_finds_the_optimum_of_one_program(size: int, seeds: int) -> None:
    for seed in range(seeds):
        rows = positive_chain(size, seed)
        assert abs(float(design(rows).value) - occupation(rows)) < 1e-6, seed


def test_a_horizon_of_one_is_the_bound_and_a_longer_one_its_costs() -> None:
    rows = positive_chain(4, 3)
    assert design(rows, Objective(horizon=1)).value == least(rows).value - 1
    found = design(rows, Objective(horizon=3))
    assert found.value == sum(found.costs(3)) - 3
    others = [design(rows), design(rows, Objective(horizon=2))]
    assert all(found.value <= sum(other.costs(3)) - 3 for other in others)


def test_a_law_on_larger_sets_that_costs_less_is_not_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is none; if the program over all sets found one, the design would not be the best."""
    solve = sets.solve_sets

    def cheaper(size: int, least: Any, cost: Any, start: Any = None) -> sets.SetAnswer:
        found = solve(size, least, cost, start)
        return replace(found, value=found.value - 1) if len(cost) == 7 else found

    monkeypatch.setattr("onoff_symbolic.nsources.design.solve_sets", cheaper)
    with pytest.raises(WrongAnswer, match="larger sets"):
        design(positive_chain(3, 8), Objective(horizon=1))


# -- chains without a finite total ------------------------------------------------------------------------------------


ZERO, ONE = Fraction(0), Fraction(1)
TWO_CLASSES = [[ONE, ZERO, ZERO], [ZERO, HALF, HALF], [ZERO, HALF, HALF]]
PERIODIC = [[ZERO, ONE, ZERO], [HALF, ZERO, HALF], [ZERO, ONE, ZERO]]
TRANSIENT = [[HALF, HALF, ZERO], [ZERO, HALF, HALF], [ZERO, HALF, HALF]]


@pytest.mark.parametrize("rows, reason", [
    (TWO_CLASSES, "2 closed classes"), (PERIODIC, "the period 2"), ([[ZERO, ONE], [ONE, ZERO]], "the period 2"),
    ([[ONE, ZERO], [ZERO, ONE]], "2 closed classes"),
])
def test_an_infinite_total_is_told_with_its_reason(rows: Rows, reason: str) -> None:
    with pytest.raises(Endless, match=reason):
        design(rows)
    assert least(power(rows, 9)).value > 1 and least(power(rows, 10)).value > 1
    assert design(rows, Objective(HALF)).value > 0
    assert design(rows, Objective(horizon=2)).value > 0


def test_transient_sources_do_no_harm() -> None:
    assert classes(TRANSIENT).closed == ((1, 2),)
    assert design(TRANSIENT).value > 0


@pytest.mark.parametrize("rows", [[[1, 0]], [[HALF, HALF], [HALF, HALF], [HALF, HALF]],
                                  [[Fraction(1, 8)] * 8 for _ in range(8)]])
def test_a_chain_that_cannot_be_designed_for(rows: Rows) -> None:
    with pytest.raises(InputError):
        design(rows)


@pytest.mark.parametrize("arguments", [{"discount": Fraction(3, 2)}, {"discount": Fraction(-1)}, {"horizon": 0}])
def test_an_objective_that_is_none(arguments: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Objective(**arguments)


def test_progress_goes_up_to_the_end_and_may_interrupt() -> None:
    seen: list[tuple[int, int]] = []
    design(positive_chain(3, 0), report=lambda done, count: seen.append((done, count)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen) and seen[-1] == (14, 14)

    def stop(done: int, count: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        design(positive_chain(3, 0), report=stop)


# -- parameters -------------------------------------------------------------------------------------------------------


def two_states() -> tuple[Chain, Region]:
    field = Field(("alpha", "beta"))
    alpha, beta = field["alpha"], field["beta"]
    chain = Chain(field, ("A", "B"), ((1 - alpha, alpha), (beta, 1 - beta)))
    return chain, Region.of(field, "0 <= alpha <= 1", "0 <= beta <= 1")


def shown(part: LiftedDesign) -> bool:
    """Whether it is a set scheme, and the best one, on its region."""
    return sign_change(part.masses(), part.region) == () == sign_change(part.margins or (), part.region)


def test_both_cases_of_two_sources_come_out_without_being_told() -> None:
    chain, region = two_states()
    low, high = designs(chain, region)
    assert shown(low) and shown(high)
    assert "alpha + beta <= 1" in low.region.stated() and "alpha + beta > 1" in high.region.stated()
    weights = [{r: str(w) for r, w in part.stages[0][-1].weights} for part in (low, high)]
    assert weights[0] == {1: "beta", 2: "alpha", 3: "1 - alpha - beta"}
    assert weights[1] == {1: "1 - alpha", 2: "1 - beta", 3: "alpha + beta - 1"}
    text = file_text("two sources", [low, high], region)
    assert '"A,A" = { A = "beta/(1 - alpha)", AB = "(1 - alpha - beta)/(1 - alpha)" }' in text
    assert '"A,B" = { B = "(1 - beta)/alpha", AB = "(alpha + beta - 1)/alpha" }' in text
    for alpha, beta in ((Fraction(1, 3), Fraction(1, 5)), (Fraction(4, 5), Fraction(2, 3)), (HALF, HALF)):
        assert faults(text, 4, {"alpha": alpha, "beta": beta}) == []
    assert len(parse_cases(text)) == 2


def three_states(kind: str) -> tuple[Chain, Region]:
    field = Field(("a", "b"))
    a, b, zero = field["a"], field["b"], field.zero
    if kind == "cycle":
        return (Chain(field, tuple("ABC"), ((1 - a, a, zero), (zero, 1 - a, a), (a, zero, 1 - a))),
                Region.of(field, "0 < a < 1"))
    return (Chain(field, tuple("ABC"), ((1 - a, a, zero), (b, 1 - 2 * b, b), (zero, a, 1 - a))),
            Region.of(field, "0 < a < 1", "0 < b", "2*b < 1"))


@pytest.mark.parametrize("kind", ["cycle", "path"])
def test_designs_with_parameters_are_the_best_at_other_points(kind: str) -> None:
    chain, region = three_states(kind)
    parts = list(designs(chain, region))
    text = file_text(kind, parts, region)
    assert all(map(shown, parts)) and len(parts) > 2
    for a, b in ((Fraction(1, 7), Fraction(2, 5)), (Fraction(4, 9), Fraction(1, 9)), (Fraction(7, 9), Fraction(3, 7))):
        point = {"a": a, "b": b}
        (part,) = [part for part in parts if part.region.holds(point)]
        found = design([[e.at(point) for e in row] for row in chain.matrix])
        for step in part.stages[0]:
            best = found.stages[0].step(step.chosen)
            assert sum((w.at(point) * r.bit_count() for r, w in step.weights), Fraction(0)) == sum(
                (w * r.bit_count() for r, w in best.weights), Fraction(0))
        assert faults(text, 3, point) == []


def test_a_design_leaves_its_region_with_a_negative_mass() -> None:
    chain, region = two_states()
    low = next(iter(designs(chain, region)))
    assert min(m.at({"alpha": Fraction(2, 3), "beta": Fraction(2, 3)}) for m in low.masses()) < 0


# -- next to the bound ------------------------------------------------------------------------------------------------


def excess(rows: Rows) -> list[Fraction]:
    """What a design costs beyond the bound, at t = 1, 2, 3."""
    return [cost - least(power(rows, t)).value for t, cost in enumerate(design(rows).costs(3), start=1)]
