"""The web report: one page that needs nothing but itself. It has no scripts and knows no date.

What the page says of the world outside the results (the title, figures, the mutation score) is given as a `Page`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..result import Result, Verdict, Weight
from ..version import VERSION
from .article import article, badge, facts, links, proof, scrolling, table
from .graph import Status, drawing, icon, legend, section, statuses
from . import markup
from .markup import NOTHING, Html, join, sections, tag, text
from .mathml import prose
from .text import NOTHING as NO_WEIGHTS, erratum
from .view import View, encodings, view

MEANING: Mapping[Verdict, str] = {
    Verdict.PROVED: "on the whole domain of the statement",
    Verdict.CONDITIONAL: "true under a condition that is not stated",
    Verdict.REFUTED: "false as printed; where a correction is given, it is proved",
    Verdict.UNDECIDED: "neither proved nor refuted",
}
UNFOLDED = 3
"""So many claims stand open; of more, each is opened by its line or by a link to it."""


@dataclass(frozen=True)
class Figure:
    """A picture that belongs to a claim; it is shown where the claim is."""

    claim: str
    title: str
    caption: str
    body: Html


@dataclass(frozen=True)
class Score:
    """How many small changes of what is encoded are noticed: (place, noticed, all); and what is not, and why."""

    rows: tuple[tuple[str, int, int], ...]
    survivors: tuple[tuple[str, str], ...]

    @property
    def noticed(self) -> int:
        return sum(row[1] for row in self.rows)

    @property
    def total(self) -> int:
        return sum(row[2] for row in self.rows)


@dataclass(frozen=True)
class Page:
    title: str
    lead: str
    figures: tuple[Figure, ...] = ()
    score: Score | None = None
    ancestors: tuple[Result, ...] = ()
    """Claims that the results rest on, the results among them, in the order in which they are to be drawn."""
    headline: str = ""
    errata: Html | None = None
    """The errata by weight; without it, they are listed in the order of the results."""


def claims(results: Sequence[Result], page: Page, weights: Mapping[str, Sequence[Weight]] = NO_WEIGHTS) -> str:
    """The page."""
    drawn = page.ancestors or tuple(results)
    found, views = statuses(drawn), {result.id: view(result) for result in (*drawn, *results)}
    linked = frozenset(result.id for result in results)
    wrong = [result for result in results if result.verdict in (Verdict.CONDITIONAL, Verdict.REFUTED)]
    figures = [figure for figure in page.figures if figure.claim in linked]
    parts = [
        ("summary", "Summary", _summary(results, page.score)),
        ("dependencies", "What rests on what", _dependencies(drawn, views, found, linked)),
        ("errata", "Errata", page.errata or _errata([views[result.id] for result in wrong])),
        ("figures", "The rates", join(map(_figure, figures)) if figures else NOTHING),
        ("claims", "Every claim", _claims(results, views, found, weights, linked)),
    ]
    shown = [entry for entry in parts if entry[2]]
    nav = _index([(key, name) for key, name, _ in shown], results)
    menu = tag("button", text("Claims"), type="button", popovertarget="index", class_="menu")
    first = [tag("p", prose(page.headline), class_="headline")] if page.headline else []
    top = tag("header", *first, tag("p", text("Verification report"), class_="kicker"), tag("h1", text(page.title)),
              tag("p", prose(page.lead), class_="lead"))
    foot = tag("footer", text(f"onoff-verify {VERSION}. Every number here is exact; every plot is drawn from exact "
                              "numbers. The same run writes the same page."))
    skip = tag("a", text("Skip to the results"), href="#main", class_="skip")
    body = tag("body", skip, top, menu, nav, sections(shown), foot, class_="indexed")
    return markup.page(f"{page.title}: verification report", body)


def _index(sections: Sequence[tuple[str, str]], results: Sequence[Result]) -> Html:
    """The parts of the page, and every claim with its verdict: beside the page, or behind a button if it is narrow."""
    parts = [tag("ul", *(tag("li", tag("a", text(name), href=f"#{key}")) for key, name in sections))]
    for name, members in groupby(results, section):
        listed = [tag("li", tag("a", _sign(result.verdict), tag("code", text(result.id)), href=f"#{result.id}"))
                  for result in members]
        parts += [tag("p", text(name), class_="say"), tag("ul", *listed)]
    return tag("nav", *parts, id="index", popover="auto", aria_label="Contents")


def _sign(verdict: Verdict) -> Html:
    """A verdict as a sign, and as a word for those who hear the page."""
    return tag("span", icon(verdict), tag("span", text(f"{verdict.value} "), class_="unseen"),
               class_=f"badge {verdict.value}")


# -- summary -----------------------------------------------------------------------------------------------


def _summary(results: Sequence[Result], score: Score | None) -> Html:
    counts = [(verdict, sum(r.verdict is verdict for r in results)) for verdict in Verdict]
    tiles = [
        tag("li", tag("b", text(str(count))), tag("strong", icon(verdict), text(f" {verdict.value}")),
            tag("span", text(MEANING[verdict])), class_=f"tile {verdict.value}")
        for verdict, count in counts if count
    ]
    shown = sum(len(result.shown) for result in results)
    said = f"{len(results)} claim{'s' * (len(results) != 1)}, {shown} statements shown by certificates."
    said += f" {encodings(results)}." if encodings(results) else ""
    return join((tag("ul", *tiles, class_="tiles"), tag("p", text(said)), _score(score) if score else NOTHING))


def _score(score: Score) -> Html:
    left = score.total - score.noticed
    said = (f"Mutation score: {score.noticed} of {score.total}. Each of {score.total} small changes to what is "
            f"encoded (an entry, a sign, a relation, a condition) was tried; {score.noticed} of them change a verdict "
            f"or a witness. The other {left} do not, each for a reason that is known.")
    width = f"width:{100 * score.noticed // score.total}%"
    rows = [(text(name), text(str(noticed)), text(str(total))) for name, noticed, total in score.rows]
    kept = [(tag("code", text(name)), prose(why)) for name, why in score.survivors]
    return join((
        tag("div", tag("i", style=width), class_="bar", aria_hidden="true"), tag("p", text(said)),
        tag("details", tag("summary", text("Changes by place, and those that make no difference")),
            table("Changes", ("place", "noticed", "tried"), rows),
            table("Changes that nothing notices", ("change", "why"), kept)),
    ))


# -- dependencies ------------------------------------------------------------------------------------------


def _dependencies(drawn: Sequence[Result], views: Mapping[str, View], found: Mapping[str, Status],
                  linked: frozenset[str]) -> Html:
    said = ("Claims in the order of the paper; an arc leads to each claim that a certificate uses. The left part of a "
            "mark is the certificate, the right part what it says. Point at a claim, and all that it rests on stands "
            "out.")
    present = [verdict for verdict in Verdict if any(r.verdict is verdict for r in drawn)]
    rows = [
        (links((r.id,), linked), badge(r.verdict), text(proof(views[r.id])), text(_short(found[r.id])),
         links(r.rests_on, linked))
        for r in drawn
    ]
    heads = ("claim", "verdict", "proof", "ancestors", "rests on")
    graph = tag("div", legend(present), scrolling(drawing(drawn, linked)), class_="graph")
    listed = tag("details", tag("summary", text("The same as a table")), table("Status of the claims", heads, rows))
    return join((tag("p", text(said)), graph, listed))


def _short(status: Status) -> str:
    return "none" if not status.ancestors else "all proved" if status.grounded else "not all proved"


# -- errata ------------------------------------------------------------------------------------------------


def _errata(wrong: Sequence[View]) -> Html:
    if not wrong:
        return NOTHING
    many = len(wrong) != 1
    said = (f"{len(wrong)} statement{'s' * many} do{'es' * (not many)} not hold as printed. Each entry gives the "
            "place and what is printed; where they were found, an exact witness that can be redone by hand, and what "
            "holds instead, proved.")
    return join((tag("p", text(said)), *(_erratum(number, found) for number, found in enumerate(wrong, start=1))))


def _erratum(number: int, found: View) -> Html:
    return tag("div", tag("h3", text(f"{number}. "), prose(found.where)),
               tag("p", badge(found.verdict), links((found.id,), frozenset((found.id,))), class_="meta"),
               facts((title, prose(body)) for title, body in erratum(found)), class_="erratum",
               id=f"erratum-{found.id}")


# -- figures and claims ------------------------------------------------------------------------------------


def _figure(figure: Figure) -> Html:
    caption = tag("figcaption", tag("b", prose(figure.title)), text(". "), prose(figure.caption), text(" See "),
                  links((figure.claim,), frozenset((figure.claim,))), text("."))
    return tag("figure", figure.body, caption)


def _claims(results: Sequence[Result], views: Mapping[str, View], found: Mapping[str, Status],
            weights: Mapping[str, Sequence[Weight]], linked: frozenset[str]) -> Html:
    unfolded = len(results) <= UNFOLDED
    parts = []
    for name, members in groupby(results, section):
        parts.append(tag("h3", text(name)))
        parts += [article(views[r.id], found[r.id], weights.get(r.id, ()), linked, unfolded) for r in members]
    return join(parts)
