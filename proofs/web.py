"""What the web report says beyond the verdicts: the paper's title, the plots of the rates, the mutation score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from onoff_symbolic.claim import Result, Session
from onoff_symbolic.report import html
from onoff_symbolic.report.article import scrolling, table
from onoff_symbolic.report.markup import join, number, tag, text
from onoff_symbolic.report.plot import Chart, Curve, Panel, chart, panel, scale

from .catalogue import BY_ID
from .figure2 import POINTS
from .mutation import CODE, DATA, SURVIVORS
from .rates import rate

if TYPE_CHECKING:
    from onoff_symbolic.weights import Weight

TITLE = "ON-OFF Privacy with Correlated Requests"
LEAD = (
    "Each statement of the paper, judged for all α, β, δ and all times t: with a proof that a small kernel checked, or "
    "with an exact counterexample. No sampling, no floating point."
)
TIMES = (1, 2, 5)
HALF = Fraction(1, 2)


def page(session: Session, results: Sequence[Result], weights: Mapping[str, Sequence[Weight]],
         checked: Mapping[str, bool] | None = None) -> str:
    """The web report on some claims."""
    about = html.Page(TITLE, LEAD, (curves(), maps()), score(), _ancestors(session, results))
    return html.claims(results, about, checked, weights)


def _ancestors(session: Session, results: Sequence[Result]) -> tuple[Result, ...]:
    """The results and all they rest on, in the order of the paper. The session has judged each of them already."""
    found: set[str] = set()
    waiting = [result.claim.id for result in results]
    while waiting:
        claim = waiting.pop()
        if claim not in found:
            found.add(claim)
            waiting += session.judge(claim).depends_on()
    return tuple(session.judge(claim) for claim in BY_ID if claim in found)


def score() -> html.Score:
    rows = [(owner, *pair) for owner, pair in DATA.items()]
    rows += [(f"{owner}.py", *pair) for owner, pair in CODE.items()]
    return html.Score(tuple(rows), SURVIVORS)


def curves() -> html.Figure:
    """Figure 2 from the formula; the claim figure2 judges the printed points."""
    found = tuple(
        Curve(f"α+β = {total}", tuple((Fraction(t), rate(abs(1 - Fraction(total)), t)) for t in range(len(texts))))
        for total, texts in POINTS.items())
    last = max(len(texts) for texts in POINTS.values()) - 1
    ticks = [Fraction(t) for t in range(0, last + 1, 5)], [HALF + Fraction(k, 10) for k in range(6)]
    desc = ("Every curve starts at 1/2 for t = 0 and rises towards 1; the nearer α+β is to 1, the faster. For α+β = 1 "
            "it is 1 from t = 1 on.")
    drawn = chart(Chart("curves", "The rate R_t over t", desc, ("t", "Rₜ"), ticks, found))
    rows = [(text(str(t)), *(text(number(curve.points[t][1], 6)) for curve in found)) for t in range(last + 1)]
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
