"""One claim on the web page: statement, verdict, hypotheses, exceptional points, witness, correction, derivation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..claim import Result
from ..kernel import Judgement, Open, Verdict
from ..obligation import Case, Obligation, Uses, Witness
from .graph import Status, ancestry, icon
from .markup import NOTHING, Html, join, tag, text
from .mathml import prose
from .steps import full, reason
from .text import exceptional, failures, outcome, point

if TYPE_CHECKING:
    from ..weights import Weight

WITNESSES = 2
"""So many counterexamples stand in the open; the derivation has them all."""

_PROOFS = {
    Verdict.PROVED: "proof", Verdict.CONDITIONAL: "proof under its condition", Verdict.REFUTED: "counterexample",
}


def article(result: Result, status: Status, checked: Mapping[str, bool] | None, weights: Sequence[Weight],
            linked: frozenset[str]) -> Html:
    claim = result.claim
    return tag(
        "article",
        tag("h4", prose(claim.title)),
        tag("p", badge(result.verdict), links((claim.id,), linked), tag("span", prose(claim.where)), class_="meta"),
        tag("p", prose(claim.statement), class_="statement"),
        *_needs(result), *_witnesses(result), *_correction(result), *_open(result.judgement),
        _hypotheses(result.judgement), _weights(weights), _exceptions(result.judgement),
        _status(result, status, checked, linked),
        derivation(result.judgement, "Derivation", linked),
        NOTHING if result.correction is None else derivation(result.correction, "Derivation of the correction", linked),
        id=claim.id,
    )


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


def conditions(judgement: Judgement) -> Html:
    return prose("; and ".join(judgement.conditions()))


def _needs(result: Result) -> list[Html]:
    if result.verdict is not Verdict.CONDITIONAL:
        return []
    return [call("conditional", "Holds if (proved; the paper does not say so)", tag("p", conditions(result.judgement)))]


def _witnesses(result: Result) -> list[Html]:
    found = failures(result.judgement)
    parts = [call("refuted", f"Fails where {failure.obligation.case.name}", witness(failure.witness))
             for failure in found[:WITNESSES]]
    if len(found) > WITNESSES:
        parts.append(tag("p", text(f"It fails in {len(found)} cases; the derivation below has a witness in each."),
                         class_="status"))
    return parts


def witness(shown_at: Witness) -> Html:
    pairs = [("at", prose(point(shown_at.parameters) or "every point"))]
    pairs += [(name, prose(value)) for name, value in shown_at.context]
    pairs += [("what", prose(shown_at.what)), ("expected", prose(shown_at.expected)), ("found", prose(shown_at.found))]
    return facts(pairs)


def _correction(result: Result) -> list[Html]:
    if result.correction is None:
        return []
    verdict = result.correction.verdict
    return [call(verdict.value, f"Should be ({verdict.value})", tag("p", prose(result.claim.correction)))]


def _open(judgement: Judgement) -> list[Html]:
    pairs = [(o.obligation.label, prose(o.reason)) for o in judgement.outcomes if isinstance(o, Open)]
    return [call("undecided", "Not shown", facts(pairs))] if pairs else []


# -- hypotheses --------------------------------------------------------------------------------------------


def _listed(items: Iterable[object]) -> Html:
    return prose(", ".join(map(str, items)) or "none")


def _hypotheses(judgement: Judgement) -> Html:
    found = [(case.name, case.region.stated(), judgement.of(case).hypotheses()) for case in judgement.cases()]
    rows = [(prose(name), _listed(stated), _listed(used)) for name, stated, used in found]
    return table("Hypotheses", ("case", "stated", "used by the proof"), rows)


def _weights(weights: Sequence[Weight]) -> Html:
    said = {True: "needed", False: "not needed", None: "undecided without it"}
    rows = [(prose(str(w.hypothesis)), prose(w.case), text(said[w.needed])) for w in weights]
    return table("Hypotheses that carry weight", ("hypothesis", "case", "is"), rows)


def _exceptions(judgement: Judgement) -> Html:
    rows = [(prose(case.name), text(outcome(judgement.of(case))), prose(case.note)) for case in exceptional(judgement)]
    return table("Exceptional points", ("where", "the claim", "note"), rows)


# -- status ------------------------------------------------------------------------------------------------


def proof(result: Result, checked: Mapping[str, bool] | None) -> str:
    """The second part of the status: who vouches for the proof."""
    if result.verdict not in _PROOFS:
        return "proof: none"
    accepted = None if checked is None else checked.get(result.claim.id)
    by = {None: "kernel", True: "certificate accepted", False: "certificate refused"}[accepted]
    return f"{_PROOFS[result.verdict]}: {by}"


def links(claims: Iterable[str], linked: frozenset[str]) -> Html:
    """Claims by name; those on the page can be followed."""
    return join((tag("a", tag("code", text(c)), href=f"#{c}") if c in linked else tag("code", text(c)) for c in claims),
                ", ")


def _status(result: Result, status: Status, checked: Mapping[str, bool] | None, linked: frozenset[str]) -> Html:
    parts = [text("statement encoded" if status.encoded else "statement not encoded"), text(proof(result, checked)),
             text(ancestry(status))]
    if result.depends_on():
        parts.append(join((text("rests on "), links(result.depends_on(), linked))))
    return tag("p", *(tag("span", part, text(" ")) for part in parts), class_="status")


# -- the derivation ----------------------------------------------------------------------------------------


def derivation(judgement: Judgement, title: str, linked: frozenset[str]) -> Html:
    """Cases, groups and steps, folded."""
    cases = judgement.cases()
    count = len(judgement.outcomes)
    said = f"{title}: {count} step{'s' * (count != 1)} in {len(cases)} case{'s' * (len(cases) != 1)}"
    return tag("details", tag("summary", text(said)), *(_case(judgement, case, linked) for case in cases))


def _case(judgement: Judgement, case: Case, linked: frozenset[str]) -> Html:
    own = judgement.of(case)
    groups = list(dict.fromkeys(o.obligation.group for o in own.outcomes))
    bodies = [_group(name, Judgement(tuple(o for o in own.outcomes if o.obligation.group == name)), linked)
              for name in groups]
    remarks = [tag("tr", tag("th", prose(r.group), scope="row"), tag("td", prose(r.label)), tag("td", text("derived")))
               for r in judgement.remarks if r.case == case]
    if remarks:
        bodies.append(tag("tbody", _heading("found on the way"), *remarks))
    head = tag("tr", *(tag("th", text(name), scope="col") for name in ("step", "in full", "reason")))
    caption = tag("caption", prose(case.name or "everywhere"))
    return scrolling(tag("table", caption, tag("thead", head), *bodies, class_="steps"))


def _heading(name: str) -> Html:
    return tag("tr", tag("th", prose(name), scope="rowgroup", colspan="3"))


def _label(obligation: Obligation, linked: frozenset[str]) -> Html:
    return links((obligation.claim,), linked) if isinstance(obligation, Uses) else prose(obligation.label)


def _group(name: str, judgement: Judgement, linked: frozenset[str]) -> Html:
    """The steps of a group; steps that read the same are written once, with their number."""
    found = Counter((_label(o.obligation, linked), full(o.obligation), reason(o)) for o in judgement.outcomes)
    rows = [
        tag("tr", tag("th", label, text(f" (×{count})") if count > 1 else NOTHING, scope="row"),
            tag("td", prose(said) if prose(said) != label else NOTHING), tag("td", prose(why)))
        for (label, said, why), count in found.items()
    ]
    return tag("tbody", _heading(name), *rows)
