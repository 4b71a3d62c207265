"""What is measured of a scheme at a point is true to exact numbers, and its page shows it."""

from fractions import Fraction
from itertools import product
from math import log2
from pathlib import Path

import pytest
from brute import Rule, loaded, two_sources
from run import ROOT, inside

from onoff_symbolic.algebra.walk import Walk
from onoff_symbolic.errors import InputError
from onoff_symbolic.report.schemes import ranges, rounded, sawtooth
from onoff_symbolic.nsources.bound import least_at
from onoff_symbolic.schemes.files import SchemeFile, load
from onoff_symbolic.schemes.measured import information, measure, numeric_walk

pytestmark = pytest.mark.slow

THIRD = Fraction(1, 3)
HALF = Fraction(1, 2)
LOW = str(ROOT / "examples" / "paper-low.toml")


def test_the_plots_are_drawn_at_the_point_that_is_asked_for() -> None:
    point = "<mi>α</mi><mo>=</mo><mfrac><mn>1</mn><mn>5</mn></mfrac>"
    page = inside("scheme", LOW, "--format", "html", "--at", "alpha=1/5,beta=0.2")
    outside = inside("scheme", LOW, "--format", "html", "--at", "alpha=1,beta=1")
    text = inside("scheme", LOW, "--at", "alpha=1/5,beta=1/5")

    assert point in page.stdout
    assert (page.returncode, outside.returncode, text.returncode) == (0, 2, 2)
    assert "--at" in outside.stderr


def test_no_text_of_a_file_is_taken_for_html(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    source = (ROOT / "examples" / "paper-low.toml").read_text(encoding="utf-8")
    page = path.with_suffix(".html")
    path.write_text(f"# <script>alert(1)</script>\n{source}", encoding="utf-8")
    assert inside("scheme", str(path), "-o", str(page)).returncode == 0
    assert "<script" not in page.read_text(encoding="utf-8")


def test_the_download_under_a_mode_starts_again_at_each_on_time() -> None:
    costs = [*map(Fraction, ("2", "3/2", "5/4"))]
    shown = sawtooth(costs, (True, False, True, False, False))
    assert [float(cost) for _, cost in shown] == [2, 1.5, 2, 1.5, 1.25]


# -- numbers -----------------------------------------------------------------------------------------------


def example(name: str) -> SchemeFile:
    return load(str(ROOT / "examples" / f"{name}.toml"))


def costs(name: str, at: str) -> list[tuple[Fraction, Fraction | None]]:
    """Return the costs at t = 0, 1, … and the least ones."""
    return [(cost, least) for _, cost, least in measure(example(name), at, {}, least_at).rows]


def walk(name: str) -> Walk[Fraction]:
    return numeric_walk(example(name).scheme, {"alpha": HALF, "beta": THIRD})


def brute(walk: Walk[Fraction], time: int) -> float:
    """I(X_0; Q_1, …, Q_t) over all histories, in floats."""
    total = 0.0
    sources = [a for a, *_ in walk.start]
    for tail in product(walk.letters, repeat=time):
        given = walk.given_first(walk.follow(tail)[1])
        chances = [float(given.get(a, 0) * len(sources)) for a in sources]
        mean = sum(chances) / len(chances)
        total += sum(p / len(chances) * log2(p / mean) for p in chances if p)
    return total


@pytest.mark.parametrize("name", ["late-leak", "request-only"])
def test_the_information_is_that_of_all_histories(name: str) -> None:
    found = information(walk(name), 4)
    for time, low, high in found:
        assert 0 <= low <= high
        assert high - low < Fraction(1, 10**30)
        assert abs(float(low) - brute(walk(name), time)) < 1e-12
    assert found[-1][1] > 0


def test_a_private_scheme_tells_exactly_nothing() -> None:
    assert {(low, high) for _, low, high in information(walk("paper-low"), 6)} == {(0, 0)}


def test_costs_and_bounds_over_time() -> None:
    low = [1 + Fraction(3, 5)**t for t in range(11)]
    assert costs("paper-low", "alpha=1/5,beta=1/5") == list(zip(low, low))
    assert [cost for cost, _ in costs("request-only", "alpha=1/2,beta=1/2")][:3] == [2, 1, 1]


def test_a_point_that_is_no_chain_is_refused() -> None:
    with pytest.raises(InputError, match="expected a probability, found -1"):
        costs("paper-low", "alpha=2,beta=2")


def test_a_point_where_a_row_in_use_has_no_value_is_refused() -> None:
    table = {(a, x): {x: "1/(4*c)", "AB": "1 - 1/(4*c)"} for a, x in product("AB", repeat=2)}
    file = loaded(two_sources(Rule(table), where=("c >= 0",)))
    with pytest.raises(InputError, match="at: a denominator of the scheme is zero there"):
        measure(file, "c=0", {}, least_at)


def test_numbers_are_never_rounded_to_the_wrong_side() -> None:
    tiny = Fraction(1, 10**8)
    assert rounded(THIRD, 3) == "0.333"
    assert rounded(THIRD, 3, up=True) == "0.334"
    assert rounded(HALF, 3, up=True) == "0.500"
    assert [*ranges([(1, tiny, 2 * tiny)])] == [("1", "0.000000010000", "0.000000020000")]
