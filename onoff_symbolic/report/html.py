"""The web report: one page that needs nothing but itself. It has no scripts and knows no date.

What the page says of the world outside the results (the title, figures, the mutation score) is given as a `Page`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..claim import Result
from ..kernel import Verdict
from ..version import VERSION
from .article import article, badge, conditions, facts, links, proof, scrolling, table
from .graph import Status, drawing, icon, legend, section, statuses
from .markup import NOTHING, Html, join, tag, text
from .mathml import prose
from .style import css
from .text import inherited, line, witnesses

if TYPE_CHECKING:
    from ..weights import Weight

MEANING: Mapping[Verdict, str] = {
    Verdict.PROVED: "on the whole domain of the statement",
    Verdict.CONDITIONAL: "true under a condition that is not stated",
    Verdict.REFUTED: "an exact counterexample, and what should stand",
    Verdict.UNDECIDED: "neither proved nor refuted",
}


@dataclass(frozen=True)
class Figure:
    """A picture that belongs to a claim; it is shown where the claim is."""

    claim: str
    title: str
    caption: str
    body: Html


@dataclass(frozen=True)
class Score:
    """How many small changes of what is encoded a verdict notices: (kind, noticed, all), and what none notices."""

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


def claims(results: Sequence[Result], page: Page, checked: Mapping[str, bool] | None = None,
           weights: Mapping[str, Sequence[Weight]] = MappingProxyType({})) -> str:
    """The page. `checked` tells of which claims an independent checker accepted the certificate."""
    drawn = page.ancestors or tuple(results)
    found = statuses(drawn)
    linked = frozenset(result.claim.id for result in results)
    wrong = [result for result in results if result.verdict is not Verdict.PROVED]
    figures = [figure for figure in page.figures if figure.claim in linked]
    sections = [
        ("summary", "Summary", _summary(results, page.score)),
        ("dependencies", "What rests on what", _dependencies(drawn, found, checked, linked)),
        ("errata", "Errata", _errata(wrong)),
        ("figures", "The rates", join(map(_figure, figures)) if figures else NOTHING),
        ("claims", "Every claim", _claims(results, found, checked, weights, linked)),
    ]
    shown = [entry for entry in sections if entry[2]]
    nav = tag("nav", tag("ul", *(tag("li", tag("a", text(name), href=f"#{key}")) for key, name, _ in shown)),
              aria_label="Contents")
    top = tag("header", tag("p", text("Verification report"), class_="kicker"), tag("h1", text(page.title)),
              tag("p", prose(page.lead), class_="lead"))
    main = tag("main", *(tag("section", tag("h2", text(name), id=f"{key}-title"), body, id=key,
                             aria_labelledby=f"{key}-title") for key, name, body in shown), id="main")
    foot = tag("footer", text(f"onoff-verify {VERSION}. Every number here is exact; every plot is drawn from exact "
                              "numbers. The same run writes the same page."))
    skip = tag("a", text("Skip to the results"), href="#main", class_="skip")
    body = tag("body", skip, top, nav, main, foot)
    return "<!DOCTYPE html>\n" + tag("html", _head(page.title), body, lang="en") + "\n"


def _head(title: str) -> Html:
    return tag(
        "head", tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", text(f"{title}: verification report")), tag("style", Html(css())))


# -- summary -----------------------------------------------------------------------------------------------


def _summary(results: Sequence[Result], score: Score | None) -> Html:
    counts = [(verdict, sum(r.verdict is verdict for r in results)) for verdict in Verdict]
    tiles = [
        tag("li", tag("b", text(str(count))), tag("strong", icon(verdict), text(f" {verdict.value}")),
            tag("span", text(MEANING[verdict])), class_=f"tile {verdict.value}")
        for verdict, count in counts if count
    ]
    steps = sum(len(r.judgement.outcomes) for r in results)
    said = f"{len(results)} claim{'s' * (len(results) != 1)}, {steps} proof obligations."
    return join((tag("ul", *tiles, class_="tiles"), tag("p", text(said)), _score(score) if score else NOTHING))


def _score(score: Score) -> Html:
    left = score.total - score.noticed
    said = (f"Mutation score: {score.noticed} of {score.total}. Each of {score.total} small changes to what is "
            f"encoded (an entry, a sign, a relation, a condition) was tried; {score.noticed} of them change a verdict. "
            f"The other {left} say the same as before, each for a reason that is known.")
    width = f"width:{100 * score.noticed // score.total}%"
    rows = [(text(name), text(str(noticed)), text(str(total))) for name, noticed, total in score.rows]
    kept = [(tag("code", text(name)), prose(why)) for name, why in score.survivors]
    return join((
        tag("div", tag("i", style=width), class_="bar", aria_hidden="true"), tag("p", text(said)),
        tag("details", tag("summary", text("Changes by place, and those that make no difference")),
            table("Changes", ("place", "noticed", "tried"), rows),
            table("Changes that no verdict notices", ("change", "why it says the same"), kept)),
    ))


# -- dependencies ------------------------------------------------------------------------------------------


def _dependencies(drawn: Sequence[Result], found: Mapping[str, Status], checked: Mapping[str, bool] | None,
                  linked: frozenset[str]) -> Html:
    said = ("Claims in the order of the paper; an arc leads to each claim that a proof uses, as the run found it. The "
            "left part of a mark is the statement, the right part its proof.")
    present = [verdict for verdict in Verdict if any(r.verdict is verdict for r in drawn)]
    rows = [
        (links((r.claim.id,), linked), text("encoded" if found[r.claim.id].encoded else "not encoded"),
         badge(r.verdict), text(proof(r, checked)), text(_short(found[r.claim.id])), links(r.depends_on(), linked))
        for r in drawn
    ]
    heads = ("claim", "statement", "verdict", "proof", "ancestors", "rests on")
    graph = tag("div", legend(present), scrolling(drawing(drawn, linked)), class_="graph")
    listed = tag("details", tag("summary", text("The same as a table")), table("Status of the claims", heads, rows))
    return join((tag("p", text(said)), graph, listed))


def _short(status: Status) -> str:
    return "none" if not status.ancestors else "all proved" if status.grounded else "not all proved"


# -- errata ------------------------------------------------------------------------------------------------


def _errata(wrong: Sequence[Result]) -> Html:
    if not wrong:
        return NOTHING
    many = len(wrong) != 1
    said = (f"{len(wrong)} statement{'s' * many} do{'es' * (not many)} not hold as printed. Each entry gives the "
            "place, what is printed, an exact witness that can be redone by hand, and what holds instead, proved.")
    return join((tag("p", text(said)), *(_erratum(number, result) for number, result in enumerate(wrong, start=1))))


def _erratum(number: int, result: Result) -> Html:
    claim = result.claim
    pairs = [("printed", prose(claim.statement))]
    pairs += [("fails at", prose(line(witness))) for witness in witnesses(result.judgement)]
    pairs += [("rests on", prose(f"{used}, which needs {needed}")) for used, needed in inherited(result.judgement)]
    if result.correction is not None:
        pairs.append((f"should be ({result.correction.verdict.value})", prose(claim.correction)))
    elif result.verdict is Verdict.CONDITIONAL:
        pairs.append(("holds if (proved)", conditions(result.judgement)))
    return tag("div", tag("h3", text(f"{number}. "), prose(claim.where)),
               tag("p", badge(result.verdict), links((claim.id,), frozenset((claim.id,))), class_="meta"),
               facts(pairs), class_="erratum", id=f"erratum-{claim.id}")


# -- figures and claims ------------------------------------------------------------------------------------


def _figure(figure: Figure) -> Html:
    caption = tag("figcaption", tag("b", prose(figure.title)), text(". "), prose(figure.caption), text(" See "),
                  links((figure.claim,), frozenset((figure.claim,))), text("."))
    return tag("figure", figure.body, caption)


def _claims(results: Sequence[Result], found: Mapping[str, Status], checked: Mapping[str, bool] | None,
            weights: Mapping[str, Sequence[Weight]], linked: frozenset[str]) -> Html:
    parts = []
    for name, members in groupby(results, section):
        parts.append(tag("h3", text(name)))
        parts += [article(r, found[r.claim.id], checked, weights.get(r.claim.id, ()), linked) for r in members]
    return join(parts)
