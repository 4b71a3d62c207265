"""Signs that need squares: what is found is valid, most of the true ones are found, and none that is false."""

from __future__ import annotations

import re

import pytest

from onoff_symbolic import checker
from onoff_symbolic.search.find import NotFound, certificate
from onoff_symbolic.search.write import empty_goal

pytestmark = pytest.mark.slow

ORDERED = ("x >= y", "y >= z", "z >= 0")
UNIT = ("0 <= a <= 1", "0 <= b <= 1")
POSITIVE = ("x > 0", "y > 0", "z > 0")

TRUE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("a**2 - a + 3/10 > 0", UNIT[:1]),
    ("a**2 - a + 1/4 >= 0", ()),
    ("a**3 - a + 2/5 > 0", UNIT[:1]),
    ("2*a**3 - 3*a**2 + 1 >= 0", UNIT[:1]),
    ("a**4 - a**2 + 3/10 > 0", ()),
    ("a*(1 - a) <= 1/4", UNIT[:1]),
    ("a*b*(1 - a)*(1 - b) <= 1/16", UNIT),
    ("a**2 + b**2 - a*b - a - b + 11/10 > 0", UNIT),
    ("(a - 2/3)**2 + (b - 1/5)**2 + a*b > 0", UNIT),
    ("a + b - 2*a*b <= 1", UNIT),
    ("(x + y)**2 >= 4*x*y", ()),
    ("x**2 - x*y + y**2 >= 0", ()),
    ("x**2 + y**2 + 1 >= x*y + x + y", ()),
    ("x**2 + y**2 + z**2 >= x*y + y*z + z*x", ()),
    ("x**4 + y**4 >= x**3*y + x*y**3", ()),
    ("x**4 + y**4 + 2 >= 4*x*y", ()),
    ("x**3 + y**3 >= x**2*y + x*y**2", POSITIVE[:2]),
    ("x**3 + y**3 + z**3 >= 3*x*y*z", POSITIVE),
    ("x*y + y*z + z*x <= 1/3", ("x + y + z = 1",)),
    ("x*y*z <= 1/27", ("x >= 0", "y >= 0", "z >= 0", "x + y + z = 1")),
    ("a*x**2 + (1 - a)*y**2 >= (a*x + (1 - a)*y)**2", UNIT[:1]),
    ("(a**2 + b**2)*(x**2 + y**2) >= (a*x + b*y)**2", ()),
    ("x*(x - y)*(x - z) + y*(y - x)*(y - z) + z*(z - x)*(z - y) >= 0", ORDERED),
    ("x**2*(x - y)*(x - z) + y**2*(y - x)*(y - z) + z**2*(z - x)*(z - y) >= 0", ORDERED),
    ("x**4*y**2 + x**2*y**4 - 3*x**2*y**2 + 1 >= 0", ()),               # Motzkin's: no sum of squares
    ("x**2*y + x*y**2 - 3*x*y + 1 >= 0", POSITIVE[:2]),
)
OPEN = 2
"""As many of these are not found."""

FALSE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("a**2 - a + 6/25 > 0", UNIT[:1]),
    ("a**2 - a + 1/4 > 0", ()),
    ("a**3 - a + 3/8 > 0", UNIT[:1]),
    ("a*b*(1 - a)*(1 - b) <= 1/17", UNIT),
    ("x**2 - 5/2*x*y + y**2 >= 0", ()),
    ("x**2 + y**2 + 9/10 >= x*y + x + y", ()),
    ("x**3 + y**3 + z**3 >= 3*x*y*z", ()),
    ("x**4 + y**4 + 1 >= 4*x*y", ()),
    ("x*y*z <= 1/28", ("x >= 0", "y >= 0", "z >= 0", "x + y + z = 1")),
    ("(a**2 + b**2)*(x**2 + y**2) > (a*x + b*y)**2", ()),
)


def found(text: str, where: tuple[str, ...]) -> str | None:
    names = sorted(set(re.findall("[a-z]", " ".join((text, *where)))))
    goal = empty_goal("sign", "a sign", names, {"here": list(where)})
    try:
        return certificate({**goal, "proves": [{"kind": "holds", "region": "here", "text": text}]})
    except NotFound:
        return None


def test_most_are_found_and_what_is_found_is_valid() -> None:
    certificates = [found(text, where) for text, where in TRUE]
    valid = [c for c in certificates if c is not None]
    assert len(TRUE) == 26
    assert len(TRUE) - len(valid) == OPEN
    assert {answer.word for c in valid for answer in checker.judge({"sign": c.encode()}).values()} == {"valid"}
    assert sum("**2\"" in c for c in valid) > 10        # squares were needed


@pytest.mark.parametrize("text,where", FALSE)
def test_nothing_false_is_found(text: str, where: tuple[str, ...]) -> None:
    assert found(text, where) is None


def test_another_square_is_no_proof() -> None:
    good = found("x**2 + y**2 + 1 >= x*y + x + y", ())
    assert good is not None
    square = re.search(r"\([^()]*\)\*\*2", good)
    assert square is not None
    wrong = good.replace(square.group(), "(x + 7*y)**2")
    assert [a.word for a in checker.judge({"sign": wrong.encode()}).values()] == ["invalid"]
