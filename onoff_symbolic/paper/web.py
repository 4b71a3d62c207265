"""The web page of the paper: its claims, and the plots of the rates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..report import html
from ..report.article import scrolling, table
from ..report.markup import join, number, tag, text
from ..report.plot import Chart, Curve, Panel, chart, panel, scale
from ..report.text import NOTHING
from ..result import Result, Weight

LEAD = (
    "Each statement of the paper, decided for all parameters and all times t: with a certificate that a small checker "
    "accepts, or with an exact counterexample. No sampling, no floating point."
)
TOTALS = ("1", "0.7", "0.4", "0.2")
"""α+β on the curves of Figure 2."""
LAST = 20
TIMES = (1, 2, 5)
HALF = Fraction(1, 2)


def page(results: Sequence[Result], ancestors: Sequence[Result], title: str,
         weights: Mapping[str, Sequence[Weight]] = NOTHING, score: html.Score | None = None,
         figures: bool = True) -> str:
    """The web report on some claims. `ancestors` are these and all they rest on, in the order of the paper; `figures`:
    whether the claims are those of the paper that is shipped, so that its plots belong to them."""
    shown = (curves(), maps()) if figures else ()
    return html.claims(results, html.Page(title, LEAD, shown, score, tuple(ancestors)), weights)


def rate(size: Fraction, time: int) -> Fraction:
    """The best rate at a time, for |1-α-β| of this size."""
    return 1 / (1 + size ** time) if time else HALF


def curves() -> html.Figure:
    """Figure 2 from the formula; the claim figure2 judges the printed points."""
    found = tuple(
        Curve(f"α+β = {total}", tuple((Fraction(t), rate(abs(1 - Fraction(total)), t)) for t in range(LAST + 1)))
        for total in TOTALS)
    ticks = [Fraction(t) for t in range(0, LAST + 1, 5)], [HALF + Fraction(k, 10) for k in range(6)]
    desc = ("Every curve starts at 1/2 for t = 0 and rises towards 1; the nearer α+β is to 1, the faster. For α+β = 1 "
            "it is 1 from t = 1 on.")
    drawn = chart(Chart("curves", "The rate R_t over t", desc, ("t", "Rₜ"), ticks, found))
    rows = [(text(str(t)), *(text(number(curve.points[t][1], 6)) for curve in found)) for t in range(LAST + 1)]
    heads = ("t", *(curve.name for curve in found))
    listed = tag("details", tag("summary", text("The values, to six decimals")), table("Rates", heads, rows))
    return html.Figure(
        "figure2", "Figure 2 from exact data",
        "R_t = 1/(1+|1-α-β|^t) for t ≥ 1, and 1/2 at t = 0, for the four values of α+β in the paper.",
        join((scrolling(drawn), listed)))


def maps() -> html.Figure:
    panels = [tag("div", tag("p", text(f"t = {t}"), class_="say"), panel(_map(t)), class_="panel") for t in TIMES]
    shades = tag("div", scale("shades", "What the shades stand for", HALF, Fraction(1)), class_="shades")
    return html.Figure(
        "theorem1", "The rate over (α, β)",
        "1/(1+|1-α-β|^t) over the unit square. It depends on α+β alone: it is 1 on the diagonal α+β = 1, where "
        "requests are independent, and 1/2 at the two corners where each request determines the next.",
        join((tag("div", *panels, class_="panels"), shades)))


def _map(time: int) -> Panel:
    def value(total: Fraction) -> Fraction:
        return rate(abs(1 - total), time)

    named = ", ".join(f"{value(total)} where α+β = {total}" for total in (Fraction(0), HALF, Fraction(1)))
    return Panel(f"map-{time}", f"The rate over α and β at t = {time}",
                 f"Shades from a low rate to a high one, the same at α+β = 1+x and 1-x: {named}.", ("α", "β"), value,
                 HALF, Fraction(1), (HALF, Fraction(1), 3 * HALF))
