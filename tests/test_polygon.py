"""Parts of a region as polygons: exact corners, and nothing where there is no area or a side is bent."""

from fractions import Fraction

import pytest

from onoff_symbolic.algebra.field import Field
from onoff_symbolic.algebra.polygon import corners
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.report import html, latex, text
from onoff_symbolic.report.document import Areas
from onoff_symbolic.report.text import Look


def of(*where: str, names: tuple[str, ...] = ("a", "b")) -> set[tuple[Fraction, Fraction]]:
    return {*corners(Region.of(Field(names), *where))}


def points(*pairs: tuple[str, str]) -> set[tuple[Fraction, Fraction]]:
    return {(Fraction(x), Fraction(y)) for x, y in pairs}


class TestCorners:
    def test_are_exact(self) -> None:
        assert of("a + 2*b <= 1", "3*a >= b") == points(("0", "0"), ("1", "0"), ("1/7", "3/7"))
        assert of("a != b", "2*b < 1") == points(("0", "0"), ("1", "0"), ("1", "1/2"), ("0", "1/2"))

    def test_of_two_parts_share_their_side(self) -> None:
        assert of("a + b <= 1") & of("a + b > 1") == points(("1", "0"), ("0", "1"))

    @pytest.mark.parametrize("where", [
        ("a*b <= 1/4",), ("a = b",), ("a + b > 2",), ("a + b <= 0",), ("a < 0",),
    ])
    def test_are_none_without_straight_sides_and_an_area(self, where: tuple[str, ...]) -> None:
        assert of(*where) == set()

    @pytest.mark.parametrize("names", [(), ("a",), ("a", "b", "c")])
    def test_need_two_parameters(self, names: tuple[str, ...]) -> None:
        assert of(names=names) == set()


def test_a_picture_of_parts_is_for_pages_alone() -> None:
    block = Areas("Parts", ("a", "b"), (("$a + b <= 1$", tuple(corners(Region.of(Field(("a", "b")), "a + b <= 1")))),))
    found = html.render([block])
    assert 'points="0,1 0,0 1,0"' in found or 'points="0,0 1,0 0,1"' in found
    assert found.count("<polygon") == 1 and '<circle r=".018" cx="-1" cy="-1" class="here">' in found
    assert text.render([block], Look(80, False, False)).strip() == "" and latex.write([block]).strip() == ""
