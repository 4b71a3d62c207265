"""What the example chains say about themselves."""

from fractions import Fraction
from pathlib import Path

import pytest

from onoff_symbolic.algebra.region import Region
from onoff_symbolic.judge import scheme
from onoff_symbolic.nsources.bound import bound_parts
from onoff_symbolic.schemes.chain import Chain
from onoff_symbolic.schemes.files import load_chain, parse_cases
from onoff_symbolic.nsources.forms import power
from onoff_symbolic.nsources.lift import LiftedDesign, designs
from onoff_symbolic.nsources.sets import least
from onoff_symbolic.nsources.writing import file_text

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def chain_of(name: str) -> tuple[Chain, Region]:
    chain, where = load_chain(str(EXAMPLES / "chains" / f"{name}.toml"))
    return chain, Region(chain.field).assume(*where)


def parts_of(name: str) -> list[LiftedDesign]:
    return list(designs(*chain_of(name)))


def test_a_cheaper_law_is_looked_for_where_the_scheme_is_another() -> None:
    """At a = 1/2, the first point that is tried, the fourth case of the cycle is at the bound; at the next not."""
    _, region = chain_of("cycle")
    file = parse_cases(file_text("cycle", parts_of("cycle"), region))[3]
    assert file.region.holds({"a": Fraction(1, 2)}) and not file.region.holds({"a": Fraction(1, 3)})
    assert scheme(file).optimal.verdict.value == "refuted"


@pytest.mark.parametrize("name, time, values", [
    ("symmetric", 1, ["4 - 12*a", "12*a - 2"]), ("symmetric", 2, ["4 + 48*a**2 - 24*a"]),
    ("path", 1, ["3 - 2*a - 2*b", "1 + 2*b"]), ("cycle", 1, ["3 - 3*a", "2", "3*a"]),
])
def test_bounds_with_parameters(name: str, time: int, values: list[str]) -> None:
    chain, region = chain_of(name)
    parts = bound_parts(chain, time, region)
    assert not any(part.turns for part in parts)
    assert list(dict.fromkeys(str(part.answer.value) for part in parts)) == values
    for a, b in ((Fraction(1, 7), Fraction(2, 5)), (Fraction(2, 7), Fraction(1, 9)), (Fraction(3, 10), Fraction(1, 3))):
        point = {"a": a, "b": b}
        (bound,) = [part.answer for part in parts if part.region.holds(point)]
        rows = power([[e.at(point) for e in row] for row in chain.matrix], time)
        assert bound.value.at(point) == least(rows).value
        assert min((mass.at(point) for mass in bound.masses()), default=0) >= 0
        laws = []
        for row, entries in zip(rows, bound.plans, strict=True):
            masses = [(pair, mass.at(point)) for pair, mass in entries]
            assert [sum(m for (x, _), m in masses if x == source) for source in range(len(rows))] == [*row]
            laws.append({s: sum(m for (_, r), m in masses if r == s) for (x, s), _ in masses if s >> x & 1})
        assert all(law == laws[0] for law in laws)
