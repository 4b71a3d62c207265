"""Plots as SVG. Positions are exact numbers; they are rounded where they are written."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from .document import Areas, Graph, Plot
from .markup import Html, number, tag, text

Point = tuple[Fraction | int, Fraction | int]
Costs = Sequence[Sequence[Fraction]]
Faces = Sequence[tuple[Sequence[Fraction], Fraction, Sequence[int]]]

WIDTH, HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 700, 24, 350
_MARKS = (
    "M-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0 -3.5 0Z",
    "M-3.2 -3.2H3.2V3.2H-3.2Z",
    "M0 -4.5L4.5 0L0 4.5L-4.5 0Z",
    "M0 -4.2L4.2 3.4H-4.2Z",
)
"""A circle, a square, a diamond and a triangle: curves differ without colour."""
_STYLE = (
    "text{font:14px serif}.curve{fill:none;stroke:#1f4e79;stroke-width:2}.tick{stroke:#ccc;fill:none}"
    ".dot{fill:#1f4e79}"
)
"""The look of a picture outside of a page."""


def standalone(drawn: Html, style: str = _STYLE) -> str:
    """Return a picture as a file of its own."""
    named = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return named.replace("</title>", f"</title><style>{style}</style>", 1) + "\n"


def picture(
    name: str, title: str, desc: str, size: tuple[int, int], *children: Html, class_: str | None = None
) -> Html:
    """Return an SVG that a screen reader announces as one image."""
    titles = (tag("title", text(title), id=f"{name}-title"), tag("desc", text(desc), id=f"{name}-desc"))
    box = f"0 0 {size[0]} {size[1]}"
    ids = f"{name}-title {name}-desc"
    return tag("svg", *titles, *children, class_=class_, role="img", viewBox=box, aria_labelledby=ids)


def path(points: Sequence[Point], class_: str | None = None) -> Html:
    """Return the lines between points."""
    steps = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return tag("path", d=f"M{steps}", class_=class_)


def label(
    x: Fraction | int, y: Fraction | int, content: str, anchor: str = "middle", class_: str | None = None
) -> Html:
    """Return a text at a place."""
    return tag("text", text(content), x=number(x), y=number(y), text_anchor=anchor, class_=class_)


# -- curves ------------------------------------------------------------------------------------------------


class _Scale:
    """Numbers in their order, and where they are between two ends."""

    def __init__(self, values: Sequence[Fraction | int], first: int, last: int) -> None:
        self.values, self.first, self.last = values, first, last

    def place(self, value: Fraction | int) -> Fraction:
        """Return the position of a number."""
        low, high = self.values[0], self.values[-1]
        return self.first + Fraction(value - low) / (high - low) * (self.last - self.first)


def chart(name: str, plot: Plot) -> Html:
    """Return curves over two axes, their names at the lower right."""
    points = [point for _, curve in plot.curves for point in curve]
    across = _Scale(_spread(sorted({x for x, _ in points})), _LEFT, _RIGHT)
    up = _Scale(_ticks([y for _, y in points]), _BOTTOM, _TOP)
    parts = _axes(across, up, plot.axes)
    for index, (_, curve) in enumerate(plot.curves):
        places = [(across.place(x), up.place(y)) for x, y in curve]
        parts.append(path(places, f"curve hue-{index % 4}"))
        parts += [_mark(index, *place) for place in places]
    named = [(index, entry) for index, (entry, _) in enumerate(plot.curves) if entry]
    for line, (index, entry) in enumerate(reversed(named)):
        parts += _entry(index, entry, _BOTTOM - 26 - 24 * line)
    desc = f"Curves: {', '.join(plain(entry) for _, entry in named)}"
    return picture(name, plain(plot.title), desc, (WIDTH, HEIGHT), *parts, class_="plot")


def _axes(across: _Scale, up: _Scale, names: tuple[str, str]) -> list[Html]:
    """Return the lines of a grid, their numbers, and the names of the axes."""
    parts: list[Html] = []
    for value in across.values:
        x = across.place(value)
        parts += [path(((x, _BOTTOM), (x, _TOP)), "tick"), label(x, _BOTTOM + 18, number(value))]
    for value in up.values:
        y = up.place(value)
        parts += [path(((_LEFT, y), (_RIGHT, y)), "tick"), label(_LEFT - 8, y + 4, number(value), "end")]
    parts.append(label((_LEFT + _RIGHT) // 2, HEIGHT - 10, plain(names[0]), class_="name"))
    parts.append(label(4, _TOP - 10, plain(names[1]), "start", "name"))
    return parts


def _entry(index: int, name: str, y: int) -> list[Html]:
    """Return the name of a curve beside a piece of it."""
    x = _RIGHT - 130
    line = path(((x - 18, y), (x + 18, y)), f"curve hue-{index % 4}")
    return [line, _mark(index, x, y), label(x + 30, y + 4, plain(name), "start", "name")]


def plain(content: str) -> str:
    """Return a text without the marks of mathematics."""
    return content.replace("$", "")


def _mark(index: int, x: Fraction | int, y: Fraction | int) -> Html:
    place = f"translate({number(x)} {number(y)})"
    return tag("path", d=_MARKS[index % len(_MARKS)], class_=f"dot hue-{index % 4}", transform=place)


def _spread(values: Sequence[Fraction | int], parts: int = 10) -> list[Fraction | int]:
    """Return about so many of the values, the first and the last among them; a single one has room around it."""
    if len(values) == 1:
        return [values[0] - 1, values[0], values[0] + 1]
    step = max(1, len(values) // parts)
    return list(dict.fromkeys((*values[::step], values[-1])))


def _ticks(values: Sequence[Fraction | int], parts: int = 5) -> list[Fraction | int]:
    """Return marks from the least to the largest value, or around it if they are the same."""
    low, high = min(values), max(values)
    if low == high:
        return [low - 1, low, low + 1]
    return [low + Fraction(high - low) * k / parts for k in range(parts + 1)]


# -- the front of costs ------------------------------------------------------------------------------------


def front(corners: Costs, faces: Faces, title: str) -> str:
    """Return the edges of a front; the first two costs are the axes."""
    ends = [(corners[i], corners[j]) for i, j in edges(corners, faces)] or [(corners[0], corners[0])]
    curves = tuple(("", tuple((costs[0], costs[1]) for costs in pair)) for pair in ends)
    return standalone(chart("front", Plot(title, ("l₁, messages at t = 1", "l₂, messages at t = 2"), curves)))


def edges(corners: Costs, faces: Faces) -> list[tuple[int, int]]:
    """Return pairs of vertices that are neighbours on the front: they lie on as many faces together as there are times
    but one, and no other vertex lies on all of these."""
    found = []
    for pair in combinations(range(len(corners)), 2):
        common = [{*on} for _, _, on in faces if {*pair} <= {*on}]
        if len(common) >= len(corners[0]) - 1 and set.intersection(*common) == {*pair}:
            found.append(pair)
    return found


# -- parts of a square -------------------------------------------------------------------------------------

_SIDE, _CORNER = 300, (44, 316)


def areas(found: Areas) -> Html:
    """Return the parts of the unit square, each with its number, and a point that a page may move."""
    shapes = [
        tag(
            "polygon",
            points=" ".join(f"{number(x, 5)},{number(y, 5)}" for x, y in corners),
            class_=f"area area-{index % 4}",
        )
        for index, (_, corners) in enumerate(found.parts)
    ]
    here = tag("circle", r=".018", cx="-1", cy="-1", class_="here")
    left, bottom = _CORNER
    square = tag("g", *shapes, here, transform=f"translate({left} {bottom}) scale({_SIDE} -{_SIDE})")
    marks = [_number_of(index, corners) for index, (_, corners) in enumerate(found.parts, start=1)]
    ends = [label(left + _SIDE * k, bottom + 18, str(k)) for k in (0, 1)]
    ends += [label(left - 8, bottom - _SIDE * k + 4, str(k), "end") for k in (0, 1)]
    ends.append(label(left + _SIDE // 2, bottom + 20, found.names[0], class_="name"))
    ends.append(label(left - 8, bottom - _SIDE // 2, found.names[1], "end", "name"))
    desc = "; ".join(f"{index}: {plain(name)}" for index, (name, _) in enumerate(found.parts, start=1))
    return picture("areas", plain(found.title), desc, (_SIDE + 64, _SIDE + 50), square, *marks, *ends)


def _number_of(index: int, corners: Sequence[Point]) -> Html:
    """Return the number of a part, in its middle."""
    x, y = (Fraction(sum(values)) / len(corners) for values in zip(*corners, strict=True))
    return label(_CORNER[0] + _SIDE * x, _CORNER[1] - _SIDE * y + 5, str(index), class_="name")


# -- what rests on what ------------------------------------------------------------------------------------

_ROW, _NAME, _REACH = 22, 210, 440


def graph(found: Graph) -> Html:
    """Return claims from top to bottom, with an arc for each use; an arc to a claim further below is dashed."""
    heights = {claim: _ROW * place + _ROW // 2 for place, (claim, _, _) in enumerate(found.nodes)}
    uses = [(claim, used) for claim, _, many in found.nodes for used in many if used in heights]
    farthest = max((abs(heights[a] - heights[b]) for a, b in uses), default=1)
    parts = []
    for claim, verdict, many in found.nodes:
        y = heights[claim]
        parts.append(
            tag(
                "g",
                tag(
                    "title", text(f"{claim}: {verdict.value}; rests on {', '.join(many) or 'no other claim'}")
                ),
                tag(
                    "rect", x="0", y=str(y - _ROW // 2), width=str(_NAME + 8), height=str(_ROW), class_="back"
                ),
                *(_arc(y, heights[used], farthest) for used in many if used in heights),
                tag("a", label(_NAME - 14, y + 4, claim, "end"), href=f"#{claim}"),
                tag("circle", cx=str(_NAME), cy=str(y), r="4.5", class_=f"pill-{verdict.value}"),
                class_="node",
            )
        )
    width, height = _NAME + (_REACH if uses else 20), _ROW * len(found.nodes)
    desc = tag("desc", text(f"{len(found.nodes)} claims, {len(uses)} uses"))
    # Not an image to a screen reader: the links in it must stay reachable.
    return tag(
        "svg",
        tag("title", text(found.title)),
        desc,
        *parts,
        role="group",
        width=str(width),
        height=str(height),
        viewBox=f"0 0 {width} {height}",
    )


def _arc(y: int, other: int, farthest: int) -> Html:
    reach = _NAME + 26 + (_REACH - 40) * Fraction(abs(y - other), farthest)
    curve = f"M{_NAME} {y}C{number(reach)} {y} {number(reach)} {other} {_NAME} {other}"
    return tag("path", d=curve, class_="arc later" if other > y else "arc")
