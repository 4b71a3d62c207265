"""Plots as SVG. Positions are exact numbers; they are rounded where they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from .markup import Html, join, number, tag, text

Place = tuple[Fraction, Fraction]
Curve = tuple[str, Sequence[Place]]
"""Its name and its points."""


def picture(name: str, title: str, desc: str, size: tuple[int, int], *children: Html,
            class_: str | None = None) -> Html:
    """An SVG that a screen reader announces as one image."""
    return tag("svg", *_titles(name, title, desc), *children, class_=class_, role="img",
               viewBox=f"0 0 {size[0]} {size[1]}", aria_labelledby=f"{name}-title {name}-desc")


def _titles(name: str, title: str, desc: str) -> tuple[Html, Html]:
    return tag("title", text(title), id=f"{name}-title"), tag("desc", text(desc), id=f"{name}-desc")


def path(points: Sequence[Place], closed: bool = False) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


def label(x: Fraction | int, y: Fraction | int, content: str, anchor: str = "middle",
          class_: str | None = None) -> Html:
    return tag("text", text(content), x=number(x), y=number(y), text_anchor=anchor, class_=class_)


# -- curves ------------------------------------------------------------------------------------------------

WIDTH, HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 700, 16, 350
_MARKS = (
    "M-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0 -3.5 0Z", "M-3.2 -3.2H3.2V3.2H-3.2Z", "M0 -4.5L4.5 0L0 4.5L-4.5 0Z",
    "M0 -4.2L4.2 3.4H-4.2Z",
)
"""A circle, a square, a diamond and a triangle: curves are told apart without colour."""


def chart(name: str, title: str, desc: str, axes: Sequence[str], ticks: tuple[Sequence[Fraction], Sequence[Fraction]],
          curves: Sequence[Curve], named: bool = True) -> Html:
    """Curves over two axes. `ticks` are the numbers written at the axes: across, up. The names of the curves stand in
    it, or above it, see `key`."""
    across, up = ticks

    def place(point: Place) -> Place:
        x = _LEFT + (point[0] - across[0]) / (across[-1] - across[0]) * (_RIGHT - _LEFT)
        y = _BOTTOM - (point[1] - up[0]) / (up[-1] - up[0]) * (_BOTTOM - _TOP)
        return x, y

    lines = [(place((x, up[0])), place((x, up[-1]))) for x in across]
    lines += [(place((across[0], y)), place((across[-1], y))) for y in up]
    parts = [tag("path", d=path(line), class_="tick") for line in lines]
    parts += [label(place((x, up[0]))[0], _BOTTOM + 18, number(x)) for x in across]
    parts += [label(_LEFT - 8, place((across[0], y))[1] + 4, number(y), "end") for y in up]
    parts += [label((_LEFT + _RIGHT) // 2, HEIGHT - 10, axes[0], class_="name"),
              label(_LEFT - 44, _TOP + 2, axes[1], "start", "name")]
    for index, (_, given) in enumerate(curves):
        points = [place(point) for point in given]
        parts.append(tag("path", d=path(points), class_=f"curve {_hue(index)}"))
        parts += [_mark(index, point) for point in points]
    if named:
        parts += [_named(index, each, len(curves)) for index, (each, _) in enumerate(curves)]
    return picture(name, title, desc, (WIDTH, HEIGHT), *parts, class_="plot")


def _mark(index: int, point: Place) -> Html:
    x, y = point
    kind = "ring" if index // len(_MARKS) % 2 else "dot"
    return tag("path", d=_MARKS[index % len(_MARKS)], class_=f"{kind} {_hue(index)}",
               transform=f"translate({number(x)} {number(y)})")


def _named(index: int, name: str, count: int) -> Html:
    """The name of a curve, at the lower right, where no curve that rises comes."""
    y = Fraction(_BOTTOM - 26 - 24 * (count - 1 - index))
    x = Fraction(_RIGHT - 130)
    line = tag("path", d=path(((x - 18, y), (x + 18, y))), class_=f"curve {_hue(index)}")
    return join((line, _mark(index, (x, y)), label(x + 30, y + 4, name, "start", "name")))


def key(names: Sequence[str]) -> Html:
    """The names of the curves, above the chart: a phone shows them without scrolling."""
    entries = []
    for index, name in enumerate(names):
        line = tag("path", d="M2 9H34", class_=f"curve {_hue(index)}")
        drawn = tag("svg", line, _mark(index, (Fraction(18), Fraction(9))), width="36", height="18",
                    viewBox="0 0 36 18", aria_hidden="true")
        entries.append(tag("li", drawn, tag("span", text(name))))
    return tag("ul", *entries, class_="legend")


def _hue(index: int) -> str:
    """One of four colours."""
    return f"hue-{index % 4}"


# -- functions of x+y --------------------------------------------------------------------------------------

STRIPS = 40
_SIDE, _EDGE = 200, 34


def panel(name: str, title: str, desc: str, axes: Sequence[str], value: Callable[[Fraction], Fraction],
          ends: tuple[Fraction, Fraction], levels: Sequence[Fraction]) -> Html:
    """A function of x+y over the unit square, as shades between two ends; at each sum in `levels` a line with the
    exact value."""
    low, high = ends
    parts = [tag("path", d=path(_strip(Fraction(2 * k, STRIPS)), True),
                 style=f"fill:{_mixed((value(Fraction(2 * k + 1, STRIPS)) - low) / (high - low))}")
             for k in range(STRIPS)]
    for total in levels:
        one, two = _ends(total)
        parts.append(tag("path", d=path((_put(one), _put(two))), class_="level"))
    for total in levels:
        x, y = _put((total / 2, total / 2))
        parts.append(label(x, y + 4, str(value(total)), class_="on"))
    parts.append(tag("rect", x=str(_EDGE), y="12", width=str(_SIDE), height=str(_SIDE), class_="axis"))
    for tick in (Fraction(0), Fraction(1, 2), Fraction(1)):
        x, y = _put((tick, tick))
        parts += [label(x, 12 + _SIDE + 17, number(tick)), label(_EDGE - 7, y + 4, number(tick), "end")]
    parts += [label(_EDGE + _SIDE * Fraction(3, 4), 12 + _SIDE + 17, axes[0], class_="name"),
              label(_EDGE - 14, 12 + _SIDE * Fraction(1, 4), axes[1], class_="name")]
    return picture(name, title, desc, (_EDGE + _SIDE + 14, _SIDE + 36), *parts)


def scale(name: str, title: str, low: Fraction, high: Fraction) -> Html:
    """What the shades stand for."""
    steps = 20
    wide = Fraction(200, steps)
    parts = [tag("rect", x=number(20 + wide * k), y="4", width=number(200 - wide * k), height="12",
                 style=f"fill:{_mixed(Fraction(2 * k + 1, 2 * steps))}") for k in range(steps)]
    parts += [label(20 + 200 * part, 32, str(low + (high - low) * part)) for part in
              (Fraction(0), Fraction(1, 2), Fraction(1))]
    desc = f"From the ground at {low} to the full colour at {high}"
    return picture(name, title, desc, (240, 38), *parts)


def _strip(start: Fraction) -> list[Place]:
    """The part of the square with x+y ≥ start. Each strip is painted over the one before: no seams."""
    one, two = _ends(start)
    corners = [(Fraction(1), Fraction(0))] if start < 1 else []
    back = [(Fraction(0), Fraction(1))] if start < 1 else []
    return [_put(place) for place in (one, *corners, (Fraction(1), Fraction(1)), *back, two)]


def _ends(total: Fraction) -> tuple[Place, Place]:
    """Where the line x+y = total enters and leaves the square."""
    most = min(total, Fraction(1))
    return (most, total - most), (total - most, most)


def _put(place: Place) -> Place:
    return _EDGE + place[0] * _SIDE, 12 + (1 - place[1]) * _SIDE


def _mixed(part: Fraction) -> str:
    return f"color-mix(in srgb, var(--link) {number(4 + 86 * part)}%, var(--raised))"
