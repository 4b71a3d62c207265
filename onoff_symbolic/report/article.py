"""One claim on the web page: statement, verdict, hypotheses, witness, correction, and how it was shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..result import Verdict, Weight
from .blocks import Alternatives, Block, CaseOf, Equation, Equations, Lead, Paragraph, Table
from .graph import Status, ancestry, icon
from .grids import Grid
from .markup import NOTHING, Html, join, tag, text
from .mathml import prose
from .notation import spell
from .text import DENIED, NEEDED, STANDS
from .view import Entry, Failing, Place, Stage, Step, View

WITNESSES = 2
"""So many counterexamples stand in the open; the others are folded."""

Letters = dict[str, str]


def article(found: View, status: Status, weights: Sequence[Weight], linked: frozenset[str], unfolded: bool) -> Html:
    """A line with the verdict, and all else behind it. Browsers unfold what a link leads to."""
    letters = dict(found.letters)
    said = [join([tag("p", text(title), class_="say"), *(tag("p", prose(each), class_="statement") for each in lines)])
            for title, lines in found.stated]
    line = tag("summary", badge(found.verdict), tag("h4", prose(found.title)), tag("code", text(found.id)))
    body = tag(
        "article",
        tag("p", prose(found.where), class_="meta"),
        *said,
        tag("p", prose(f"Here {found.rest()}."), class_="status") if found.rest() else NOTHING,
        *_experiments(found), *_needs(found), *_failing(found), *_denied(found), *_correction(found),
        *_open(found), *_also(found, linked),
        _hypotheses(found), _weights(weights), _exceptions(found),
        _status(found, status, linked), _argument(found),
        derivation("What was shown", (*found.places, *found.beside), letters, linked),
        derivation("What is denied and was shown", found.stands, letters, linked),
        derivation("What was shown of the correction", found.corrects, letters, linked),
        id=found.id,
    )
    return tag("details", line, body, class_="claim", open="" if unfolded else None)


def badge(verdict: Verdict) -> Html:
    return tag("span", icon(verdict), text(verdict.value), class_=f"badge {verdict.value}")


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[Html]]) -> Html:
    """A table in a box of its own, which scrolls where the table is too wide. The first cell of a row heads it."""
    body = [tag("tr", tag("th", row[0], scope="row"), *(tag("td", cell) for cell in row[1:])) for row in rows]
    if not body:
        return NOTHING
    head = tag("tr", *(tag("th", text(name), scope="col") for name in heads))
    return scrolling(tag("table", tag("caption", text(caption)), tag("thead", head), tag("tbody", *body)))


def scrolling(content: Html) -> Html:
    """A box that scrolls sideways where it must. Browsers let the keyboard reach it just then."""
    return tag("div", content, class_="wide")


def facts(pairs: Iterable[tuple[str, Html]]) -> Html:
    return tag("dl", *(join((tag("dt", prose(name)), tag("dd", value))) for name, value in pairs), class_="facts")


def call(kind: str, title: str, *content: Html) -> Html:
    return tag("div", tag("p", prose(title), class_="say"), *content, class_=f"call {kind}")


# -- verdicts ----------------------------------------------------------------------------------------------


def _needs(found: View) -> list[Html]:
    if found.verdict is not Verdict.CONDITIONAL:
        return []
    parts = [tag("p", prose(found.needs))]
    title = found.holds.removesuffix(found.needs).capitalize()
    parts += [tag("p", prose(f"{c.text}: because of `{c.through}`")) for c in found.inherited]
    return [call("conditional", f"{title}(proved; the paper does not say so)", *parts)]


def _failing(found: View) -> list[Html]:
    letters = dict(found.letters)
    parts = [call("refuted", failed.title, witness(failed, letters)) for failed in found.failing[:WITNESSES]]
    more = [join((tag("p", prose(failed.title), class_="say"), witness(failed, letters)))
            for failed in found.failing[WITNESSES:]]
    if more:
        parts.append(tag("details", tag("summary", text(f"{len(more)} more counterexamples")), *more))
    return parts


def _experiments(found: View) -> list[Html]:
    return [table(f"Experiment {name}", ("variable", "is"), [(prose(word), prose(says)) for word, says in variables])
            for name, variables in found.experiments]


def _denied(found: View) -> list[Html]:
    letters = dict(found.letters)
    parts = [call("proved", DENIED, witness(failed, letters)) for failed in found.denied]
    stands = [tag("p", _said(entry.says, letters)) for entry in found.entries_of(found.stands)]
    return [*parts, *([call("refuted", STANDS, *stands)] if stands else [])]


def witness(failed: Failing, letters: Letters) -> Html:
    return facts((spell(name, letters), _said(value, letters)) for name, value in failed.rows())


def _correction(found: View) -> list[Html]:
    return [call("proved", "Should be (proved)", tag("p", prose(found.correction)))] if found.correction else []


def _also(found: View, linked: frozenset[str]) -> list[Html]:
    parts = [tag("p", prose(said)) for said in found.also]
    shown = [call("proved", "Also holds (proved)", *parts)] if parts else []
    rests = [tag("p", text("Rests on the corrections of "), links(found.corrected, linked))] if found.corrected else []
    return [*shown, *rests]


def _open(found: View) -> list[Html]:
    if found.verdict is not Verdict.UNDECIDED:
        return []
    return [call("undecided", "Not shown", tag("p", prose(found.why or "Nothing was found.")))]


# -- hypotheses --------------------------------------------------------------------------------------------


def _listed(items: Iterable[str]) -> Html:
    return prose(", ".join(items) or "none")


def _hypotheses(found: View) -> Html:
    """One row for each region, with all that is used there."""
    regions: dict[str, tuple[tuple[str, ...], list[str]]] = {}
    for place in (*found.places, *found.beside):
        regions.setdefault(place.name, (place.where, []))[1].extend(place.used)
    rows = [(tag("code", text(name)), _listed(where), _listed(dict.fromkeys(used)))
            for name, (where, used) in regions.items()]
    return table("Hypotheses", ("region", "stated", "used by the proof"), rows)


def _weights(weights: Sequence[Weight]) -> Html:
    rows = [(prose(w.hypothesis), tag("code", text(w.region)), text(NEEDED[w.needed])) for w in weights]
    return table("Hypotheses that carry weight", ("hypothesis", "region", "is"), rows)


def _exceptions(found: View) -> Html:
    rows = [(prose(thin.where), text(thin.outcome), prose(thin.note)) for thin in found.exceptions]
    return table("Exceptional points", ("where", "the claim", "note"), rows)


# -- status ------------------------------------------------------------------------------------------------


def links(claims: Iterable[str], linked: frozenset[str]) -> Html:
    """Claims by name; those on the page can be followed."""
    return join((tag("a", tag("code", text(c)), href=f"#{c}") if c in linked else tag("code", text(c)) for c in claims),
                ", ")


PROOFS = {
    Verdict.PROVED: "proof", Verdict.CONDITIONAL: "proof under its condition", Verdict.REFUTED: "counterexample",
}
BY_PROOF = "proof of what it denies"
"""Of a refuted claim without counterexample."""


def proof(found: View) -> str:
    """The second part of the status: whether there is a certificate."""
    if found.verdict not in PROOFS:
        return "proof: none"
    shown = BY_PROOF if found.verdict is Verdict.REFUTED and not found.failing else PROOFS[found.verdict]
    return f"{shown}: certificate accepted"


def _status(found: View, status: Status, linked: frozenset[str]) -> Html:
    parts = [text(proof(found)), text(ancestry(status))]
    if found.rests_on:
        parts.append(join((text("rests on "), links(found.rests_on, linked))))
    parts += [text(f"Coq: {name}") for name in found.coq]
    return tag("p", *(tag("span", part, text(" ")) for part in parts), class_="status")


# -- how it was shown --------------------------------------------------------------------------------------


def _argument(found: View) -> Html:
    """The paper's own lines, which nothing rests on."""
    parts = [_block(block) for block in found.argument]
    if not any(parts):
        return NOTHING
    said = "The paper's line of argument (for the reader; not what was checked)"
    return tag("details", tag("summary", text(said)), *parts)


def _block(block: Block) -> Html:
    match block:
        case Paragraph():
            return tag("p", prose(block.text))
        case CaseOf():
            return tag("p", prose(f"Case {block.text}."))
        case Lead():
            return tag("p", tag("strong", prose(f"{block.name}. ")), prose(block.text))
        case Equation():
            reasons = "; ".join(filter(None, block.reasons))
            return tag("p", prose(block.text), prose(f" ({reasons})") if reasons else NOTHING)
        case Equations():
            return join(tag("p", prose(each)) for each in block.texts)
        case Alternatives():
            rows = [(prose(f"{block.left} {block.relation} {value}"), prose(when)) for value, when in block.values]
            return table("Cases", ("value", "where"), rows)
        case Table():
            return table(block.title, block.columns, [tuple(map(prose, row)) for row in block.rows])
    return NOTHING


def derivation(title: str, places: Sequence[Place], letters: Letters, linked: frozenset[str]) -> Html:
    """Regions, statements and steps of the certificate, folded."""
    if not places:
        return NOTHING
    count = sum(len(place.entries) for place in places)
    said = (f"{title}: {count} statement{'s' * (count != 1)} on {len(places)} region{'s' * (len(places) != 1)}")
    return tag("details", tag("summary", text(said)), *(_place(place, letters, linked) for place in places))


def _place(place: Place, letters: Letters, linked: frozenset[str]) -> Html:
    head = tag("tr", *(tag("th", text(name), scope="col") for name in ("step", "says", "combined of")))
    caption = tag("caption", prose(place.title), text(" "), tag("code", text(place.name)))
    bodies = [_entry(entry, letters) for entry in place.entries if not entry.claim]
    if place.uses:
        bodies.append(tag("tbody", _across(join((text("rests on "), links(place.uses, linked))))))
    return scrolling(tag("table", caption, tag("thead", head), *bodies, class_="steps"))


def _across(content: Html) -> Html:
    return tag("tr", tag("th", content, scope="rowgroup", colspan="3"))


def _entry(entry: Entry, letters: Letters) -> Html:
    given = f", given {', '.join(entry.given)}" if entry.given else ""
    rows = [_across(_said(entry.says + given, letters))]
    rows += [_across(_matrix(grid)) for grid in entry.grids]
    rows += [_across(_laws(grid)) for grid in entry.laws]
    rows += [_step(step, letters) for step in entry.steps]
    if entry.again:
        rows.append(_across(text(f"with {', '.join(entry.again)} above")))
    if entry.stages:
        rows.append(_across(prose(entry.induction)))
    rows += [row for stage in entry.stages for row in _stage(stage, letters)]
    return tag("tbody", *rows)


def _said(content: str, letters: Letters) -> Html:
    return prose(spell(content, letters))


def _matrix(grid: Grid) -> Html:
    """Rows and columns in the order of the queries."""
    rows = "; ".join(", ".join(cells) for _, cells in grid.rows)
    return join((prose(f"{grid.name} on ({', '.join(grid.columns)}): "), prose(f"[{rows}]")))


def _laws(grid: Grid) -> Html:
    rows = [(prose(name), *map(prose, cells)) for name, cells in grid.rows]
    return table(grid.name, ("value", *grid.columns), rows)


def _stage(stage: Stage, letters: Letters) -> Iterable[Html]:
    yield _across(prose(f"{stage.place}: {', '.join(stage.holds) or 'nothing is needed'}"))
    yield from (_step(step, letters) for step in stage.steps)


def _step(step: Step, letters: Letters) -> Html:
    by = _said(step.by, letters) if step.by else text("an identity")
    return tag("tr", tag("th", tag("code", text(step.name)), scope="row"), tag("td", _said(step.says, letters)),
               tag("td", by))
