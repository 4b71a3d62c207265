"""A web page for a scheme: one file that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..result import Verdict
from ..scheme_result import COMPUTED
from ..schemes.measured import Branch, Leakage
from ..version import VERSION
from . import markup
from .alphabet import spelt
from .article import badge, facts, scrolling, table
from .markup import NOTHING, Html, join, number, sections, tag, text
from .mathml import prose
from .plot import Curve, chart, label, path, picture
from .scheme_view import Page, ranges, ticks

NOTE = f"({COMPUTED})"
COLUMN, LINE, BOX = 132, 58, 46
RULES = """
.tree { width: 100%; min-width: 22rem; max-width: 46rem; height: auto }
.tree.of-2 { max-width: 24rem }
.tree.of-3 { max-width: 35rem }
.leaf { fill: var(--raised); stroke: var(--rule) }
.taken { stroke: var(--link); stroke-width: 1.8 }
pre { margin: 1rem 0; padding: .9rem 1rem; overflow-x: auto; background: var(--sunken); border-radius: .4rem }
"""


def scheme(page: Page) -> str:
    """The page."""
    parts = [
        ("answers", "What the checker says", _answers(page)),
        ("leak", "What it tells", _leak(page)),
        ("queries", "The queries", _queries(page)),
        ("costs", "What it costs", _cost(page)),
        ("file", "The file", tag("pre", tag("code", text(page.file)), tabindex="0")),
    ]
    shown = [entry for entry in parts if entry[2]]
    nav = tag("nav", tag("ul", *(tag("li", tag("a", text(name), href=f"#{key}")) for key, name, _ in shown)),
              aria_label="Contents")
    top = tag("header", tag("p", text("A scheme for ON-OFF privacy"), class_="kicker"), tag("h1", prose(page.title)),
              tag("p", badge(page.result.verdict), tag("span", tag("code", text(page.path))),
                  tag("span", prose(", ".join(page.result.stated))), class_="meta"))
    foot = tag("footer", text(f"onoff-verify {VERSION}. Verdicts are the checker's, for all parameters and all t; "
                              "plots are drawn from exact numbers at one point, which are computed, not certified."))
    body = tag("body", tag("a", text("Skip to the results"), href="#main", class_="skip"), top, nav, sections(shown),
               foot)
    return markup.page(page.title, body, RULES)


def _answers(page: Page) -> Html:
    rows = [(text(name), badge(verdict), prose(why)) for name, verdict, why in page.verdicts()]
    thin = [(prose(where), text(outcome)) for where, outcome in page.result.exceptions]
    title = "Properties, for all parameters of the region and all t"
    return join((table(title, ("property", "verdict", "because"), rows),
                 table("Exceptional points", ("where", "the scheme"), thin)))


def _queries(page: Page) -> Html:
    parts = [join((tag("p", prose(f"The matrix of the queries, {title}:")),
                   tag("p", prose(matrix), class_="statement"))) for title, matrix in page.matrices()]
    if parts and page.result.outside:
        parts.append(tag("p", prose(f"It holds where {', '.join(page.result.outside)}.")))
    return join(parts)


def _cost(page: Page) -> Html:
    rows = [(prose(when), prose(cost)) for when, cost in page.costs()]
    parts = [table(f"Expected download in messages{page.result.cost_note}", ("t", "messages"), rows)]
    if page.result.bound:
        parts.append(tag("p", prose(f"No private scheme downloads less than {page.result.bound}.")))
    if page.measured is not None:
        at = f" at {page.place}" if page.place else ""
        parts.append(_drawn("rate", "Rate over time", f"The rate over t{at}", "t", "rate", page.rates(),
                            f"The rate of the scheme and the largest of any private scheme{at}, X_0 uniform."))
        parts.append(_drawn("cost", "Download over time", f"The expected download over t{at}", "t", "cost",
                            page.downloads(), f"Messages that the scheme and the best private scheme download{at}."))
        times = ", ".join(str(t) for t, on in enumerate(page.mode) if on)
        parts.append(_drawn("mode", "Download under a privacy mode", f"Expected download at each t{at}", "t",
                            "cost", (("this scheme", page.sawtooth()),),
                            f"The mode is ON at t = {times}: everything is downloaded, and the scheme starts again."))
    return join(parts)


def _drawn(id: str, title: str, desc: str, across: str, up: str, curves: Sequence[Curve], caption: str) -> Html:
    places = [point for _, points in curves for point in points]
    last = max(x for x, _ in places)
    steps = tuple(Fraction(k) for k in range(int(last) + 1))
    drawn = chart(id, title, desc, (across, up), (steps, ticks(max(y for _, y in places))), curves)
    return tag("figure", scrolling(drawn), tag("figcaption", tag("b", text(title)), text(f" {NOTE}. "), prose(caption)))


# -- a leak ------------------------------------------------------------------------------------------------


def _leak(page: Page) -> Html:
    told = None if page.measured is None else page.measured.leakage
    witness = page.result.private.witness
    if page.result.private.verdict is not Verdict.REFUTED or witness is None:
        return NOTHING
    shows = dict(witness.shows)
    history = shows.get("history", "").replace(",", " → ")
    sides = facts([("at", prose(", ".join(f"{n} = {v}" for n, v in witness.point))), ("history", text(history)),
                   *((f"X_0 = {shows.get(name, '')}", prose(f"Pr(history) = {value}"))
                     for name, value in (("one", witness.left), ("other", witness.right)))])
    parts = [tag("div", tag("p", text("A history that tells (checked)"), class_="say"), sides, class_="call refuted")]
    if told is not None:
        at = f" at {page.place}" if page.place else ""
        tree = drawn_tree(told.tree, f"The history {history}, step by step")
        caption = prose("Each box is a query that may be sent, with the probability of the history up to it given "
                        f"each value of X_0{at}. The line follows the history.")
        parts.append(tag("figure", scrolling(tree),
                         tag("figcaption", tag("b", text("The history")), text(f" {NOTE}. "), caption)))
        parts += _measures(told, at)
    return join(parts)


def _measures(told: Leakage, at: str) -> list[Html]:
    law = [(text(source), prose(str(chance))) for source, chance in told.posterior]
    rows = [(text(t), text(low), text(high)) for t, low, high in ranges(told.information)]
    where = spelt(at, "greek")
    return [table(f"The law of X₀ after the history (uniform before){where} {NOTE}", ("X₀", "probability"), law),
            table(f"I(X₀; Q₁, …, Qₜ) in bits, enclosed{where} {NOTE}", ("t", "at least", "at most"), rows)]


def drawn_tree(levels: Sequence[Sequence[Branch]], title: str) -> Html:
    """Queries in columns, one for each t; the history runs through the first line."""
    parts: list[Html] = []
    boxes: list[Html] = []
    height = max(map(len, levels)) * LINE + 30
    for time, branches in enumerate(levels):
        x = 10 + time * COLUMN
        ordered = sorted(branches, key=lambda branch: not branch.taken)
        parts.append(label(x + 48, 14, f"t = {time}"))
        for line, branch in enumerate(ordered):
            y = 24 + line * LINE
            if time:
                start = (Fraction(x - COLUMN + 96), Fraction(24 + BOX // 2))
                bend = (Fraction(x), Fraction(y + BOX // 2))
                parts.append(tag("path", d=path((start, bend)), class_="curve" if branch.taken else "arc"))
            boxes.append(tag("rect", x=number(x), y=number(y), width="96", height=str(BOX), rx="5",
                             class_="leaf taken" if branch.taken else "leaf"))
            boxes.append(label(x + 14, y + 27, branch.query, class_="name"))
            boxes += [label(x + 90, y + 19 + 17 * i, f"{source}: {chance}", "end")
                      for i, (source, chance) in enumerate(branch.chances)]
    wide = 10 + len(levels) * COLUMN
    return picture("tree", title, "A tree of queries with the probability of each history given X_0", (wide, height),
                   *parts, *boxes, class_=f"tree of-{len(levels)}")
