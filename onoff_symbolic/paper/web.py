"""The web page of a paper: its claims, what they rest on, and the plots that its claims file describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from ..report import html
from ..report.argument import curves, value
from ..report.article import scrolling, table
from ..report.letter import headline, letter
from ..report.letter_page import items
from ..report.markup import join, number, tag, text
from ..report.plot import chart, key, panel, scale
from ..report.text import NOTHING
from ..result import Result, Weight

if TYPE_CHECKING:
    from .session import Session

LEAD = (
    "Each verdict on a statement of the paper is for all parameters and all times t, and is a small checker's answer "
    "to a certificate; what has none is undecided. No sampling, no floating point."
)


def page(session: Session, results: Sequence[Result], weights: Mapping[str, Sequence[Weight]] = NOTHING,
         score: html.Score | None = None) -> str:
    """The web report on some claims, with the claims that they rest on in the drawing."""
    ancestors = session.judge(session.closure(result.id for result in results))
    shown = about(session.paper.title, ancestors, score)
    if len(results) == len(session.paper.claims):
        told = letter(session.paper, results)
        shown = replace(shown, headline=headline(session.paper, results), errata=items(told) if told.groups else None)
    return html.claims(results, shown, weights)


def about(title: str, ancestors: Sequence[Result], score: html.Score | None = None) -> html.Page:
    return html.Page(title, LEAD, tuple(figures(ancestors)), score, tuple(ancestors))


def figures(results: Sequence[Result]) -> Iterator[html.Figure]:
    """What the displayed lines of the claims plot."""
    for result in results:
        for line in () if result.claim is None or result.goal is None else result.claim.lines:
            if "plot" in line:
                yield _chart(result.id, line, (result.goal or {})["tables"])
            elif "shades" in line:
                yield _shades(result.id, line)


def _chart(claim: str, line: Mapping[str, Any], tables: Mapping[str, Any]) -> html.Figure:
    found = [(name, [(Fraction(x), y) for x, y in points]) for name, points in curves(line, tables)]
    across = [x for x, _ in found[0][1]]
    heights = [y for _, points in found for _, y in points]
    low, high = min(heights), max(heights)
    ticks = _every(across), [low + (high - low) * k / 5 for k in range(6)]
    names = [name for name, _ in found]
    drawn = chart(f"{claim}-chart", line["title"], f"Curves for {', '.join(names)}; the table below has the values.",
                  line["axes"], ticks, found, False)
    rows = [(text(number(x)), *(text(number(points[i][1], 6)) for _, points in found)) for i, x in enumerate(across)]
    listed = tag("details", tag("summary", text("The values, to six decimals")),
                 table("Values", (line["axes"][0], *names), rows))
    number_, _, title = line["title"].rpartition(". ")
    return html.Figure(claim, number_ or title, title, join((key(names), scrolling(drawn), listed)))


def _every(points: Sequence[Fraction], parts: int = 4) -> list[Fraction]:
    """About so many parts of the points, the first and the last among them."""
    return list(dict.fromkeys((*points[::max(1, (len(points) - 1) // parts)], points[-1])))


def _shades(claim: str, line: Mapping[str, Any]) -> html.Figure:
    """A function of the sum of two parameters over the unit square, at some times."""
    def at(time: int, total: Fraction) -> Fraction:
        return value(line["shades"], {"total": total, "time": Fraction(time)}, {})

    sums = [Fraction(k, 2) for k in range(5)]
    found = [at(time, total) for time in line["times"] for total in sums]
    low, high = min(found), max(found)
    panels = []
    for time in line["times"]:
        said = ", ".join(f"{at(time, total)} at the sum {total}" for total in sums[:3])
        drawn = panel(f"{claim}-shades-{time}", f"{line['title']}, t = {time}", said, line["axes"], partial(at, time),
                      (low, high), sums[1:4])
        panels.append(tag("div", tag("p", text(f"t = {time}"), class_="say"), drawn, class_="panel"))
    shades = tag("div", scale(f"{claim}-scale", "What the shades stand for", low, high), class_="shades")
    return html.Figure(claim, line["title"], line.get("say", ""),
                       join((tag("div", *panels, class_="panels"), shades)))
