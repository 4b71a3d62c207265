"""The plot of a front of costs, as SVG. Positions are exact; they are rounded when written.

The costs at t = 1 and t = 2 are the axes, with the least and the largest of them; with three times, the third cost
stands beside each vertex. Where many vertices are close together, not all of them are labelled."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from .chains import Costs, Faces, decimals
from .markup import Html, number, tag, text
from .plot import Place, label, path, picture

WIDTH, HEIGHT = 620, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 520, 24, 340
_LETTER, _LINE = 7, 16
"""About how wide a letter is, and how high a line."""
_STYLE = ("text{font:14px serif}.front{fill:none;stroke:#1f4e79;stroke-width:2}.inside{fill:#1f4e79;fill-opacity:.12}"
          ".bound{stroke:#777;stroke-dasharray:5 4}.axis{stroke:#000}circle{fill:#1f4e79}")


def edges(corners: Costs, faces: Faces) -> list[tuple[int, int]]:
    """Pairs of vertices that are neighbours on the front: they lie on as many faces together as there are times but
    one, and no other vertex lies on all of these."""
    found = []
    for pair in combinations(range(len(corners)), 2):
        common = [{*on} for _, _, on in faces if {*pair} <= {*on}]
        if len(common) >= len(corners[0]) - 1 and set.intersection(*common) == {*pair}:
            found.append(pair)
    return found


def _range(values: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """From the least value to beyond the largest."""
    low, high = min(values), max(values)
    margin = (high - low) / 5 or Fraction(1, 5)
    return low - margin, high + margin


def _outline(corners: Costs, right: Fraction, top: Fraction) -> list[Place]:
    """What lies above the front in the plane of the first two costs, up to the margins."""
    plane = sorted((costs[0], costs[1]) for costs in corners)
    return [(plane[0][0], top), *plane, (right, plane[-1][1]), (right, top)]


def svg(corners: Costs, faces: Faces, sources: Sequence[str], title: str) -> str:
    """The front as a picture of its own."""
    (left, right), (low, high) = (_range([costs[i] for costs in corners]) for i in (0, 1))

    def at(x: Fraction, y: Fraction) -> Place:
        return (_LEFT + (x - left) / (right - left) * (_RIGHT - _LEFT),
                _BOTTOM - (y - low) / (high - low) * (_BOTTOM - _TOP))

    def line(one: Place, other: Place, class_: str) -> Html:
        return tag("path", d=path([at(*one), at(*other)]), class_=class_)

    parts = [tag("style", text(_STYLE)),
             line((left, low), (right, low), "axis"), line((left, low), (left, high), "axis"),
             label(Fraction(_LEFT + _RIGHT, 2), HEIGHT - 12, "l₁, messages at t = 1"),
             label(12, _TOP - 8, "l₂, messages at t = 2", "start")]
    for value in _ends(corners, 0):
        parts.append(label(at(value, low)[0], _BOTTOM + 18, _short(value)))
    for value in _ends(corners, 1):
        parts.append(label(_LEFT - 6, at(left, value)[1] + 5, _short(value), "end"))
    if len(corners[0]) == 2:
        parts.append(tag("path", d=path([at(*place) for place in _outline(corners, right, high)], True),
                         class_="inside"))
    least = [min(costs[i] for costs in corners) for i in (0, 1)]
    parts += [line((least[0], low), (least[0], high), "bound"), line((left, least[1]), (right, least[1]), "bound")]
    parts += [line((corners[i][0], corners[i][1]), (corners[j][0], corners[j][1]), "front")
              for i, j in edges(corners, faces)]
    parts += [tag("circle", cx=number(x), cy=number(y), r="4") for x, y in (at(c[0], c[1]) for c in corners)]
    parts += [label(x, y, told, "start") for x, y, told in _labels([(*at(c[0], c[1]), c) for c in corners])]
    drawn = picture("front", title, f"{len(corners)} vertices; {len(sources)} sources", (WIDTH, HEIGHT), *parts)
    return str(drawn).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"


def _ends(corners: Costs, axis: int) -> list[Fraction]:
    """The least and the largest cost at a time."""
    values = [costs[axis] for costs in corners]
    return sorted({min(values), max(values)})


def _labels(corners: Sequence[tuple[Fraction, Fraction, Sequence[Fraction]]]) -> list[tuple[Fraction, Fraction, str]]:
    """Where the labels of vertices stand: the first and the last, then those that have room."""
    found: list[tuple[Fraction, Fraction, str]] = []
    for x, y, costs in [corners[0], *corners[:0:-1]]:
        told = f"({', '.join(map(_short, costs))})"
        left = min(x + 8, Fraction(WIDTH - 4 - _LETTER * len(told)))
        if all(abs(y - 8 - other) >= _LINE or left + _LETTER * len(told) < start or start + _LETTER * len(shown) < left
               for start, other, shown in found):
            found.append((left, y - 8, told))
    return found


def _short(value: Fraction) -> str:
    return str(value) if len(str(value)) <= 9 else decimals(value)[:-3]
