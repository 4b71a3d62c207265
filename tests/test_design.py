"""Designs: what is written is judged private, the best by one program in floats, and at the bound."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import floats
import pytest

from chance import SEED, examples
from run import ROOT
from chains import Rows, chain_of, positive_chain, power, random_chain, subsets
from onoff_symbolic import judge
from onoff_symbolic.algebra.parametric import sign_change
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.errors import InputError
from onoff_symbolic.nsources import sets
from onoff_symbolic.nsources.classes import classes
from onoff_symbolic.nsources.design import Endless, Objective, design
from onoff_symbolic.nsources.lift import LiftedDesign, designs, numeric
from onoff_symbolic.nsources.sets import least
from onoff_symbolic.nsources.writing import file_text, query_names
from onoff_symbolic.programs.exact import WrongAnswer
from onoff_symbolic.schemes.chain import Chain
from onoff_symbolic.schemes.cost import cost_at
from onoff_symbolic.schemes.files import SchemeFile, chain_region, load_chain, parse_cases

pytestmark = pytest.mark.slow

HALF, ZERO, ONE = Fraction(1, 2), Fraction(0), Fraction(1)
CYCLE = [[HALF, HALF, ZERO], [ZERO, HALF, HALF], [HALF, ZERO, HALF]]


def text_of(rows: Rows, objective: Objective = Objective()) -> str:
    chain = chain_of(rows)
    return file_text("designed", [numeric(chain, design(rows, objective))], Region(chain.field))


def file_of(rows: Rows, objective: Objective = Objective()) -> SchemeFile:
    (file,) = parse_cases(text_of(rows, objective))
    return file


class TestFile:
    @pytest.mark.parametrize(
        "rows, objective, settled",
        [
            (positive_chain(2, 3), Objective(), 0),
            (positive_chain(3, 1), Objective(Fraction(1, 3)), 0),
            (positive_chain(3, 1), Objective(horizon=1), 0),
            (positive_chain(2, 1), Objective(horizon=3), 2),
            (CYCLE, Objective(), 0),
        ],
    )
    def test_is_private_under_every_mode(self, rows: Rows, objective: Objective, settled: int) -> None:
        file = file_of(rows, objective)
        found = judge.scheme(file, "all")
        assert found.under_mode is not None and (found.verdict, found.under_mode.verdict) == ("proved", "proved")
        assert file.scheme.process.settled == settled

    def test_leaves_out_rows_that_are_never_used(self) -> None:
        assert '"A,C"' not in text_of(CYCLE) and '"A,A"' in text_of(CYCLE)

    def test_costs_what_the_design_says(self) -> None:
        rows = positive_chain(3, 7)
        scheme = file_of(rows).scheme
        prior = dict.fromkeys("ABC", scheme.field(Fraction(1, 3)))
        assert [cost_at(scheme, prior, time).constant() for time in (1, 2, 3)] == design(rows).costs(3)

    def test_of_a_spoiled_plan_is_refused(self) -> None:
        """The plan of one request in place of another."""
        rows = positive_chain(3, 1)
        made = numeric(chain_of(rows), design(rows))
        stages = tuple(
            tuple(replace(step, plans=tuple((y, step.plans[0][1]) for y, _ in step.plans)) for step in stage)
            for stage in made.stages
        )
        with pytest.raises(InputError, match="sums to 1"):
            parse_cases(file_text("spoiled", [replace(made, stages=stages)], Region(chain_of(rows).field)))

    def test_names_of_sets_are_different(self) -> None:
        assert query_names(("A", "B", "C"))[5] == "AC"
        assert query_names(("A", "B", "A_B"))[3] == "Q3"
        assert len(set(query_names(("x1", "x2", "x3")).values())) == 7


def occupation(rows: Rows, discount: float = 1.0) -> float:
    """Return the least excess of one program: z(S,R) is how often, discounted, R follows S."""
    size = len(rows)
    sets = subsets(size)
    large = [s for s in sets if len(s) > 1]
    place = {key: j for j, key in enumerate((s, r) for s in large for r in sets)}
    lines: list[floats.Row] = []
    for s in large:
        terms = {place[s, r]: 1.0 for r in sets}
        for other in large:
            terms[place[other, s]] = terms.get(place[other, s], 0.0) - discount
        lines.append((terms, len(s) == size, len(s) == size))
        for top in sets[:-1]:
            m = float(min(sum(rows[y][x] for x in top) for y in s))
            lines.append(({place[s, r]: (r <= top) - m for r in sets}, -floats.INFINITE, 0))
    found = floats.least([len(r) - 1 for _, r in place], lines)
    assert found is not None
    return found


class TestBest:
    @pytest.mark.drawn
    @pytest.mark.parametrize(
        "size, seeds", [(2, examples(8, 200)), (3, examples(8, 200)), (4, examples(4, 50)), (5, examples(1, 5))]
    )
    def test_policy_iteration_finds_the_optimum_of_one_program(self, size: int, seeds: int) -> None:
        for seed in range(seeds):
            rows = positive_chain(size, seed)
            assert abs(float(design(rows).value) - occupation(rows)) < 1e-6, seed
            assert abs(float(design(rows, Objective(Fraction(2, 3))).value) - occupation(rows, 2 / 3)) < 1e-7

    @pytest.mark.drawn
    def test_sparse_chains(self) -> None:
        """In the chain of seed 59, everything may have to be downloaded for ever."""
        count = 0
        for seed in (59, *range(examples(20, 100))):
            rows = random_chain(3, seed)
            try:
                found = design(rows)
            except Endless:
                assert classes(rows).endless() is not None
                continue
            count += 1
            assert abs(float(found.value) - occupation(rows)) < 1e-6, seed
        assert count > 10 and (SEED or count == 20)

    def test_a_horizon_of_one_is_the_bound_and_a_longer_one_its_costs(self) -> None:
        rows = positive_chain(4, 3)
        found = design(rows, Objective(horizon=3))
        assert design(rows, Objective(horizon=1)).value == least(rows).value - 1
        assert found.value == sum(found.costs(3)) - 3
        assert all(
            found.value <= sum(design(rows, other).costs(3)) - 3 for other in (Objective(), Objective(horizon=2))
        )

    def test_a_law_on_larger_sets_that_costs_less_is_not_overlooked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """There is none; if the program over all sets found one, the design would not be the best."""
        solve = sets.solve_sets

        def cheaper(size: int, least: Any, cost: Any, start: Any = None) -> sets.SetAnswer:
            found = solve(size, least, cost, start)
            return replace(found, value=found.value - 1) if len(cost) == 7 else found

        monkeypatch.setattr("onoff_symbolic.nsources.design.solve_sets", cheaper)
        with pytest.raises(WrongAnswer, match="larger sets"):
            design(positive_chain(3, 8), Objective(horizon=1))


TWO_CLASSES = [[ONE, ZERO, ZERO], [ZERO, HALF, HALF], [ZERO, HALF, HALF]]
PERIODIC = [[ZERO, ONE, ZERO], [HALF, ZERO, HALF], [ZERO, ONE, ZERO]]
TRANSIENT = [[HALF, HALF, ZERO], [ZERO, HALF, HALF], [ZERO, HALF, HALF]]


class TestEndless:
    @pytest.mark.parametrize(
        "rows, reason",
        [
            (TWO_CLASSES, "2 closed classes"),
            (PERIODIC, "the period 2"),
            ([[ZERO, ONE], [ONE, ZERO]], "the period 2"),
        ],
    )
    def test_is_told_with_its_reason(self, rows: Rows, reason: str) -> None:
        with pytest.raises(Endless, match=reason):
            design(rows)
        assert least(power(rows, 9)).value > 1 and least(power(rows, 10)).value > 1
        assert design(rows, Objective(HALF)).value > 0 and design(rows, Objective(horizon=2)).value > 0

    def test_transient_sources_do_no_harm(self) -> None:
        assert classes(TRANSIENT).closed == ((1, 2),) and design(TRANSIENT).value > 0


@pytest.mark.parametrize("rows", [[[1, 0]], [[HALF, HALF]] * 3, [[Fraction(1, 8)] * 8] * 8])
def test_refuses_another_chain(rows: Rows) -> None:
    with pytest.raises(InputError):
        design(rows)


@pytest.mark.parametrize("arguments", [{"discount": Fraction(3, 2)}, {"discount": Fraction(-1)}, {"horizon": 0}])
def test_refuses_another_objective(arguments: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Objective(**arguments)


def test_progress_goes_up_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    design(positive_chain(3, 0), report=lambda done, count: seen.append((done, count)))
    assert seen == sorted(seen) and seen[-1] == (14, 14)


# -- parameters -------------------------------------------------------------------------------------------------------


def example(name: str) -> tuple[Chain, Region]:
    """Return the chain of an example, with its region."""
    chain, where = load_chain(str(ROOT / "examples" / f"{name}.toml"))
    return chain, chain_region(chain, where)


def is_best(part: LiftedDesign) -> bool:
    """Return whether it is a set scheme, and the best one, on its region."""
    return sign_change(part.masses(), part.region) == () == sign_change(part.margins or (), part.region)


class TestParameters:
    @pytest.mark.parametrize("kind", ["cycle", "path"])
    def test_designs_are_the_best_at_other_points(self, kind: str) -> None:
        chain, region = example(f"chains/{kind}")
        parts = list(designs(chain, region))
        assert all(map(is_best, parts)) and len(parts) > 2
        for a, b in (("1/7", "2/5"), ("4/9", "1/9"), ("7/9", "3/7")):
            point = {"a": Fraction(a), "b": Fraction(b)}
            (part,) = [part for part in parts if part.region.holds(point)]
            found = design([[e.at(point) for e in row] for row in chain.matrix])
            for step in part.stages[0]:
                best = found.stages[0][step.chosen]
                assert sum(w.at(point) * r.bit_count() for r, w in step.weights) == sum(
                    w * r.bit_count() for r, w in best.weights
                )

    def test_without_splits_a_candidate_is_not_shown_to_be_the_best(self) -> None:
        (only,) = designs(*example("designed/two-sources"), splits=0)
        assert not is_best(only)
