"""What is measured of a scheme at a point is true to exact numbers, and its page shows it."""

from fractions import Fraction
from itertools import product
from math import log2
from pathlib import Path

import pytest
from run import ROOT, inside

from onoff_symbolic.algebra.walk import Walk
from onoff_symbolic.errors import InputError
from onoff_symbolic.report.schemes import ranges, rounded, sawtooth
from onoff_symbolic.schemes.files import load, parse_cases
from onoff_symbolic.nsources.bound import least_at
from onoff_symbolic.schemes.measured import information, measure, numeric_walk

pytestmark = pytest.mark.slow

THIRD = Fraction(1, 3)
HALF = Fraction(1, 2)


def made(name: str, *options: str) -> str:
    found = inside("scheme", f"examples/{name}.toml", "--format", "html", *options)
    assert found.returncode == (name in ("late-leak", "request-only"))
    assert found.stderr == ""
    return found.stdout


def test_the_plots_are_drawn_at_the_point_that_is_asked_for() -> None:
    assert "<mi>α</mi><mo>=</mo><mfrac><mn>1</mn><mn>5</mn></mfrac>" in made(
        "paper-low", "--at", "alpha=1/5,beta=0.2")
    wrong = inside("scheme", "examples/paper-low.toml", "--format", "html", "--at", "alpha=1,beta=1")
    assert wrong.returncode == 2
    assert "--at" in wrong.stderr
    assert inside("scheme", "examples/paper-low.toml", "--at", "alpha=1/5,beta=1/5").returncode == 2


def test_no_text_of_a_file_is_taken_for_html(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    source = (ROOT / "examples" / "paper-low.toml").read_text(encoding="utf-8")
    page = path.with_suffix(".html")
    path.write_text(f"# <script>alert(1)</script>\n{source}", encoding="utf-8")
    assert inside("scheme", str(path), "-o", str(page)).returncode == 0
    assert "<script" not in page.read_text(encoding="utf-8")


def test_the_download_under_a_mode_starts_again_at_each_on_time() -> None:
    costs = [Fraction(2), Fraction(3, 2), Fraction(5, 4)]
    assert [cost for _, cost in sawtooth(costs, (True, False, True, False, False))] == [2, THIRD * 4.5, 2, 1.5, 1.25]


# -- numbers -----------------------------------------------------------------------------------------------


def at(name: str, **values: Fraction) -> Walk[Fraction]:
    file = load(str(ROOT / "examples" / f"{name}.toml"))
    text = ",".join(f"{key}={value}" for key, value in values.items())
    measure(file, text, {}, least_at)     # the point is in the region
    return numeric_walk(file.scheme, values)


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
    scheme = at(name, alpha=HALF, beta=THIRD)
    for time, low, high in information(scheme, 4):
        assert 0 <= low <= high
        assert high - low < Fraction(1, 10**30)
        assert abs(float(low) - brute(scheme, time)) < 1e-12
    assert information(scheme, 4)[-1][1] > 0


def test_a_private_scheme_tells_exactly_nothing() -> None:
    assert information(at("paper-low", alpha=HALF, beta=THIRD), 6) == [(t, 0, 0) for t in range(1, 7)]


def test_costs_and_bounds_over_time() -> None:
    file = load(str(ROOT / "examples" / "paper-low.toml"))
    found = measure(file, "alpha=1/5,beta=1/5", {}, least_at)
    assert [cost for _, cost, _ in found.rows] == [1 + Fraction(3, 5)**t for t in range(11)]
    assert all(cost == least for _, cost, least in found.rows)
    leaking = load(str(ROOT / "examples" / "request-only.toml"))
    assert [cost for _, cost, _ in measure(leaking, "alpha=1/2,beta=1/2", {}, least_at).rows[:3]] == [2, 1, 1]
    with pytest.raises(InputError, match="expected a probability, found -1"):
        measure(file, "alpha=2,beta=2", {}, least_at)


def test_a_point_where_a_row_in_use_has_no_value_is_refused() -> None:
    text = (ROOT / "examples" / "request-only.toml").read_text(encoding="utf-8")
    rule = text[text.index("[[rule]]"):]
    rows = "\n".join(f'"{a},{x}" = {{ {x} = "1/(4*c)", AB = "1 - 1/(4*c)" }}' for a, x in product("AB", repeat=2))
    file, = parse_cases(text.replace(rule, f"[[rule]]\n[rule.table]\n{rows}\n").replace(
        'where = [', 'where = ["c >= 0", '))
    with pytest.raises(InputError, match="at: a denominator of the scheme is zero there"):
        measure(file, "alpha=1/5,beta=1/5,c=0", {}, least_at)


def test_numbers_are_never_rounded_to_the_wrong_side() -> None:
    assert (rounded(THIRD, 3), rounded(THIRD, 3, up=True), rounded(HALF, 3, up=True)) == ("0.333", "0.334", "0.500")
    assert [*ranges([(1, Fraction(1, 10**8), Fraction(2, 10**8))])] == [("1", "0.000000010000", "0.000000020000")]
