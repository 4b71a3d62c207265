"""The meter of the algebra: what would take too long is given up, the same on every machine."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.errors import Undecidable


def test_the_meter_stops_what_is_inside_and_nothing_else() -> None:
    field = Field(("a", "b"))
    base = 1 + field["a"] + field["b"]
    with field.work.at_most(10_000):
        with pytest.raises(Undecidable), field.work.at_most(1_000):
            base ** 30
        assert (base ** 3).size == 11
        with pytest.raises(Undecidable):
            base ** 60
    assert (base ** 30).size == 497


def test_each_kind_of_work_is_counted() -> None:
    field = Field(("a", "b"))
    a = field["a"]
    b = field["b"]
    big = (1 + a + b) ** 9
    works: dict[str, Callable[[], object]] = {
        "product": lambda: big * big,
        "quotient": lambda: big / (1 + a - b),
        "sum": lambda: big + 1 / (1 + a * b),
        "factors": big.factors,
        "values": lambda: [big.at({"a": Fraction(1, 3), "b": Fraction(i, 7)}) for i in range(9)],
        "region": lambda: Region.of(field, "a >= 0", "b >= 0", "a + b <= 1").simplified(),
        "substitution": lambda: big.substitute({"a": b + 1}),
    }
    for work in works.values():
        with pytest.raises(Undecidable), field.work.at_most(100):
            work()


def test_one_operation_that_is_too_large_is_refused_at_once() -> None:
    field = Field(("a", "b", "c"))
    long = field.polynomial({(i, j, 1): i + j + 1 for i in range(60) for j in range(50)})
    with pytest.raises(Undecidable):
        long * long
    deep = field.polynomial({(40, 40, 40): 1, (1, 0, 0): 2 ** 200, (0, 0, 0): 1})
    with pytest.raises(Undecidable):
        deep / (deep + field["b"])


def test_a_polynomial_that_is_too_hard_to_factor_is_left_whole() -> None:
    field = Field(("a",))
    hard = parse("a**16 - 136*a**14 + 6476*a**12 - 141912*a**10 + 1513334*a**8 - 7453176*a**6 + 13950764*a**4"
                 " - 5596840*a**2 + 46225").build(field).element
    product = hard * hard.substitute({"a": field["a"] + 1}) * hard.substitute({"a": field["a"] + 2})
    assert hard.factors() == [hard]
    assert product.factors() in ([product], [-product])
    whole = (product / 2).factored()
    assert [factor ** exponent * whole.constant for factor, exponent in whole.powers.items()] == [product / 2]
