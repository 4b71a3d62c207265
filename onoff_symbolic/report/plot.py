"""Plots as SVG. Positions are exact numbers; they are rounded where they are written."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from .document import Graph, Plot
from .markup import Html, number, tag, text

Point = tuple[Fraction | int, Fraction]
Costs = Sequence[Sequence[Fraction]]
Faces = Sequence[tuple[Sequence[Fraction], Fraction, Sequence[int]]]

WIDTH, HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 700, 24, 350
_LETTER, _LINE = 7, 18
"""About how wide a letter is, and how high a line."""
_MARKS = (
    "M-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0 -3.5 0Z", "M-3.2 -3.2H3.2V3.2H-3.2Z", "M0 -4.5L4.5 0L0 4.5L-4.5 0Z",
    "M0 -4.2L4.2 3.4H-4.2Z",
)
"""A circle, a square, a diamond and a triangle: curves are told apart without colour."""
_STYLE = ("text{font:14px serif}.curve{fill:none;stroke:#1f4e79;stroke-width:2}.tick{stroke:#ccc;fill:none}"
          ".dot{fill:#1f4e79}")
"""The look of a picture outside of a page."""


def picture(name: str, title: str, desc: str, size: tuple[int, int], *children: Html,
            class_: str | None = None) -> Html:
    """Return an SVG that a screen reader announces as one image."""
    titles = (tag("title", text(title), id=f"{name}-title"), tag("desc", text(desc), id=f"{name}-desc"))
    return tag("svg", *titles, *children, class_=class_, role="img", viewBox=f"0 0 {size[0]} {size[1]}",
               aria_labelledby=f"{name}-title {name}-desc")


def standalone(drawn: Html, style: str = _STYLE) -> str:
    """Return a picture as a file of its own."""
    named = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return named.replace("</title>", f"</title><style>{style}</style>", 1) + "\n"


def path(points: Sequence[tuple[Fraction | int, Fraction | int]]) -> str:
    """Return the lines between points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def label(x: Fraction | int, y: Fraction | int, content: str, anchor: str = "middle",
          class_: str | None = None) -> Html:
    """Return a text at a place."""
    return tag("text", text(content), x=number(x), y=number(y), text_anchor=anchor, class_=class_)


class _Scale:
    """Where the points of a plot are in its picture."""

    def __init__(self, across: Sequence[Fraction | int], up: Sequence[Fraction]) -> None:
        self.across, self.up = across, up

    def place(self, x: Fraction | int, y: Fraction) -> tuple[Fraction, Fraction]:
        """Return the position of a point."""
        (left, right), (low, high) = (self.across[0], self.across[-1]), (self.up[0], self.up[-1])
        return (_LEFT + Fraction(x - left) / (right - left) * (_RIGHT - _LEFT),
                _BOTTOM - (y - low) / (high - low) * (_BOTTOM - _TOP))

    def axes(self, names: tuple[str, str]) -> list[Html]:
        """Return the lines of a grid, their numbers, and the names of the axes."""
        lines = [(self.place(x, self.up[0]), self.place(x, self.up[-1])) for x in self.across]
        lines += [(self.place(self.across[0], y), self.place(self.across[-1], y)) for y in self.up]
        parts = [tag("path", d=path(line), class_="tick") for line in lines]
        parts += [label(self.place(x, self.up[0])[0], _BOTTOM + 18, number(x)) for x in self.across]
        parts += [label(_LEFT - 8, self.place(self.across[0], y)[1] + 4, number(y), "end") for y in self.up]
        return [*parts, label((_LEFT + _RIGHT) // 2, HEIGHT - 10, names[0], class_="name"),
                label(4, _TOP - 10, names[1], "start", "name")]


def chart(name: str, plot: Plot) -> Html:
    """Return curves over two axes, their names at the lower right."""
    points = [point for _, curve in plot.curves for point in curve]
    scale = _Scale(_spread(sorted({x for x, _ in points})), _ticks([y for _, y in points]))
    parts = scale.axes((plain(plot.axes[0]), plain(plot.axes[1])))
    for index, (entry, curve) in enumerate(plot.curves):
        places = [scale.place(*point) for point in curve]
        parts.append(tag("path", d=path(places), class_=f"curve hue-{index % 4}"))
        parts += [_mark(index, *place) for place in places]
        x, y = _RIGHT - 130, _BOTTOM - 26 - 24 * (len(plot.curves) - 1 - index)
        parts += [tag("path", d=path(((x - 18, y), (x + 18, y))), class_=f"curve hue-{index % 4}"), _mark(index, x, y),
                  label(x + 30, y + 4, plain(entry), "start", "name")]
    desc = f"Curves: {', '.join(plain(entry) for entry, _ in plot.curves)}"
    return picture(name, plain(plot.title), desc, (WIDTH, HEIGHT), *parts, class_="plot")


def plain(content: str) -> str:
    """Return a text without the marks of mathematics."""
    return content.replace("$", "")


def _mark(index: int, x: Fraction | int, y: Fraction | int) -> Html:
    return tag("path", d=_MARKS[index % len(_MARKS)], class_=f"dot hue-{index % 4}",
               transform=f"translate({number(x)} {number(y)})")


def _spread(values: Sequence[Fraction | int], parts: int = 10) -> list[Fraction | int]:
    """Return about so many of the values, the first and the last among them."""
    return list(dict.fromkeys((*values[::max(1, len(values) // parts)], values[-1])))


def _ticks(values: Sequence[Fraction], parts: int = 5) -> list[Fraction]:
    """Return marks from the least to the largest value, or a little beyond."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    return [low + (high - low) * k / parts for k in range(parts + 1)]


# -- the front of costs ------------------------------------------------------------------------------------


def front(corners: Costs, faces: Faces, title: str) -> str:
    """Return the vertices of a front and the edges between them; the first two costs are the axes."""
    ends = [_margins([costs[axis] for costs in corners]) for axis in (0, 1)]
    scale = _Scale(*ends)
    parts = scale.axes(("l₁, messages at t = 1", "l₂, messages at t = 2"))
    for one, other in edges(corners, faces):
        line = [scale.place(corners[i][0], corners[i][1]) for i in (one, other)]
        parts.append(tag("path", d=path(line), class_="curve"))
    taken: list[tuple[Fraction, Fraction]] = []
    for costs in corners:
        x, y = scale.place(costs[0], costs[1])
        parts.append(_mark(0, x, y))
        shown = f"({', '.join(map(_short, costs))})"
        left = min(x + 8, Fraction(WIDTH - 4 - _LETTER * len(shown)))
        if all(abs(y - other_y) >= _LINE or abs(left - other) > _LETTER * len(shown) for other, other_y in taken):
            taken.append((left, y))
            parts.append(label(left, y - 8, shown, "start"))
    drawn = picture("front", title, f"{len(corners)} vertices", (WIDTH, HEIGHT), *parts)
    return standalone(drawn)


def edges(corners: Costs, faces: Faces) -> list[tuple[int, int]]:
    """Return pairs of vertices that are neighbours on the front: they lie on as many faces together as there are times
    but one, and no other vertex lies on all of these."""
    found = []
    for pair in combinations(range(len(corners)), 2):
        common = [{*on} for _, _, on in faces if {*pair} <= {*on}]
        if len(common) >= len(corners[0]) - 1 and set.intersection(*common) == {*pair}:
            found.append(pair)
    return found


def _margins(values: Sequence[Fraction]) -> list[Fraction]:
    """Return the least and the largest value with some room around them."""
    low, high = min(values), max(values)
    room = (high - low) / 5 or Fraction(1, 5)
    return sorted({low - room, low, high, high + room})


def _short(value: Fraction) -> str:
    return str(value) if len(str(value)) <= 9 else number(value, 3)


# -- what rests on what ------------------------------------------------------------------------------------

_ROW, _NAME, _REACH = 22, 210, 440


def graph(found: Graph) -> Html:
    """Return claims from top to bottom, with an arc for each use; an arc to a claim further below is dashed."""
    heights = {claim: _ROW * number_ + _ROW // 2 for number_, (claim, _, _) in enumerate(found.nodes)}
    uses = [(claim, used) for claim, _, many in found.nodes for used in many if used in heights]
    farthest = max((abs(heights[a] - heights[b]) for a, b in uses), default=1)
    parts = []
    for claim, verdict, many in found.nodes:
        y = heights[claim]
        arcs = [_arc(y, heights[used], farthest) for used in many if used in heights]
        name = tag("a", label(_NAME - 14, y + 4, claim, "end"), href=f"#{claim}")
        dot = tag("circle", cx=str(_NAME), cy=str(y), r="4.5", class_=f"pill-{verdict.value}")
        said = tag("title", text(f"{claim}: {verdict.value}; rests on {', '.join(many) or 'no other claim'}"))
        back = tag("rect", x="0", y=str(y - _ROW // 2), width=str(_NAME + 8), height=str(_ROW), class_="back")
        parts.append(tag("g", said, back, *arcs, name, dot, class_="node"))
    width, height = _NAME + (_REACH if uses else 20), _ROW * len(found.nodes)
    # Not an image to a screen reader: the links in it must stay reachable.
    desc = tag("desc", text(f"{len(found.nodes)} claims, {len(uses)} uses"))
    return tag("svg", tag("title", text(found.title)), desc, *parts, role="group", width=str(width), height=str(height),
               viewBox=f"0 0 {width} {height}")


def _arc(y: int, other: int, farthest: int) -> Html:
    reach = _NAME + 26 + (_REACH - 40) * Fraction(abs(y - other), farthest)
    return tag("path", d=f"M{_NAME} {y}C{number(reach)} {y} {number(reach)} {other} {_NAME} {other}",
               class_="arc later" if other > y else "arc")
