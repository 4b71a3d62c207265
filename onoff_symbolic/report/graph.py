"""Which claim rests on which, as a drawing: claims in the order given, an arc for each use.

Each claim has a status in two parts: whether there is a certificate that the checker accepts, and what it says. A dot
tells whether everything that the claim rests on is proved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from ..result import Result, Verdict
from .markup import NOTHING, Html, join, number, tag, text

ROW, HEAD = 22, 34
_NAME, _PILL, _DOT = 184, 192, 232
_BULGE = 440
WIDTH = _DOT + _BULGE * 3 // 4 + 20

MARKS: Mapping[Verdict, str] = {
    Verdict.PROVED: "M1.5 6.5L5 10L11 2.5",
    Verdict.CONDITIONAL: "M1.5 6.5H11M6.2 2V11",
    Verdict.REFUTED: "M2 2L10.5 10.5M10.5 2L2 10.5",
    Verdict.UNDECIDED: "M2 6.2H10.5",
}
"""A sign for each verdict, in a square of 12.5: check, plus (something must be added), cross, dash."""


@dataclass(frozen=True)
class Status:
    """The two parts, and whether all ancestors are proved."""

    verdict: Verdict
    grounded: bool
    ancestors: tuple[str, ...]
    """Every claim that the proof rests on, directly or through others."""

    @property
    def certified(self) -> bool:
        return self.verdict is not Verdict.UNDECIDED


def statuses(results: Sequence[Result]) -> dict[str, Status]:
    """The status of each claim. A claim that is not among the results counts as not proved."""
    by_id = {result.id: result for result in results}
    above: dict[str, tuple[str, ...]] = {}

    def ancestors(claim: str) -> tuple[str, ...]:
        if claim not in above:
            direct = by_id[claim].rests_on if claim in by_id else ()
            above[claim] = ()       # a circle of uses proves nothing, and must not loop here either
            above[claim] = tuple(dict.fromkeys(a for one in direct for a in (one, *ancestors(one))))
        return above[claim]

    def proved(claim: str) -> bool:
        return claim in by_id and by_id[claim].verdict is Verdict.PROVED

    return {
        claim: Status(result.verdict, all(map(proved, ancestors(claim))), ancestors(claim))
        for claim, result in by_id.items()
    }


def section(result: Result) -> str:
    """The part of the paper that a claim stands in."""
    return "" if result.claim is None else result.claim.where.partition(",")[0]


def icon(verdict: Verdict) -> Html:
    return tag("svg", tag("path", d=MARKS[verdict]), class_="icon", viewBox="0 0 12.5 12.5", aria_hidden="true")


def drawing(results: Sequence[Result], linked: Collection[str]) -> Html:
    """The whole graph. Claims in `linked` have a place on the page to go to."""
    found = statuses(results)
    heights: dict[str, int] = {}
    parts: list[Html] = []
    y = 0
    for name, members in groupby(results, section):
        parts.append(tag("text", text(name), x="0", y=str(y + HEAD - 12)))
        y += HEAD
        for result in members:
            heights[result.id] = y + ROW // 2
            y += ROW
    farthest = max((abs(heights[a] - heights[b]) for a, b in _edges(results) if b in heights), default=1)
    parts += [_node(result, found[result.id], heights, farthest, result.id in linked) for result in results]
    uses = sum(b in heights for _, b in _edges(results))
    desc = f"{len(results)} claims from top to bottom, {uses} arcs from a claim to a claim that its proof uses."
    # Not an image to a screen reader: the links in it must stay reachable.
    return tag("svg", tag("title", text("Which claim rests on which"), id="graph-title"),
               tag("desc", text(desc), id="graph-desc"), *parts, role="group", width=str(WIDTH), height=str(y + 8),
               viewBox=f"0 0 {WIDTH} {y + 8}", aria_labelledby="graph-title graph-desc")


def _edges(results: Sequence[Result]) -> list[tuple[str, str]]:
    return [(result.id, used) for result in results for used in result.rests_on]


def _node(result: Result, status: Status, heights: Mapping[str, int], farthest: int, linked: bool) -> Html:
    claim = result.id
    y = heights[claim]
    name = tag("text", text(claim), x=str(_NAME), y=str(y + 4), text_anchor="end")
    said = tag("title", text(f"{claim}: {words(status)}"))
    arcs = [_arc(y, heights[used], farthest) for used in result.rests_on if used in heights]
    back = tag("rect", x="0", y=str(y - ROW // 2), width=str(_DOT + 8), height=str(ROW), class_="back")
    body = join((name, pill(status, _PILL, y)))
    rows = [heights[each] for each in status.ancestors if each in heights]
    bars = "".join(f"M0 {row - ROW // 2 + 1}H{_DOT + 8}V{row + ROW // 2 - 1}H0Z" for row in rows)
    kin = [tag("path", d=bars, class_="kin")] if bars else []       # seen while the claim is pointed at
    return tag("g", said, back, *kin, *arcs, tag("a", body, href=f"#{claim}") if linked else body, dot(status, _DOT, y),
               class_="node")


def _arc(y: int, other: int, farthest: int) -> Html:
    """Solid to a claim above, dashed to one further below in the order of the paper."""
    reach = _DOT + 26 + (_BULGE - 26) * Fraction(abs(y - other), farthest)
    return tag("path", d=f"M{_DOT} {y}C{number(reach)} {y} {number(reach)} {other} {_DOT} {other}",
               class_="arc later" if other > y else "arc")


def pill(status: Status, x: int, y: int) -> Html:
    """Left: the certificate. Right: what it says."""
    left = f"M{x + 14} {y - 7}H{x + 7}A7 7 0 0 0 {x + 7} {y + 7}H{x + 14}Z"
    right = f"M{x + 15} {y - 7}H{x + 22}A7 7 0 0 1 {x + 22} {y + 7}H{x + 15}Z"
    small = f"translate({x + 17} {y - 4}) scale(.62)"
    letter = tag("path", d=f"M{x + 6} {y - 2}H{x + 11}M{x + 6} {y + 2}H{x + 11}", class_="mark")
    return tag("g", tag("path", d=left, class_="part"), letter if status.certified else NOTHING,
               tag("path", d=right, class_=f"pill-{status.verdict.value}"),
               tag("path", d=MARKS[status.verdict], class_="mark", transform=small))


def dot(status: Status, x: int, y: int) -> Html:
    return tag("circle", cx=str(x), cy=str(y), r="3.5", class_="grounded" if status.grounded else "leaning")


def words(status: Status) -> str:
    """The status in words, for those who do not see it."""
    certificate = "certificate accepted" if status.certified else "no certificate"
    return f"{certificate}, {status.verdict.value}, {ancestry(status)}"


def ancestry(status: Status) -> str:
    if not status.ancestors:
        return "rests on no other claim"
    return "all ancestors proved" if status.grounded else "not all ancestors proved"


def legend(verdicts: Sequence[Verdict]) -> Html:
    """What the signs mean, for those that occur."""
    entries = [(_sample(pill(Status(verdict, True, ()), 1, 9), 31), verdict.value)
               for verdict in verdicts]
    entries += [(_sample(dot(Status(Verdict.PROVED, grounded, ()), 16, 9), 31), said) for grounded, said in
                ((True, "all ancestors proved (or none)"), (False, "an ancestor is not proved"))]
    entries += [(_sample(tag("path", d="M2 9H29", class_=name), 31), said) for name, said in
                (("arc", "rests on a claim above"), ("arc later", "rests on a claim below"))]
    return tag("ul", *(tag("li", drawn, tag("span", text(said))) for drawn, said in entries), class_="legend")


def _sample(drawn: Html, width: int) -> Html:
    return tag("svg", drawn, width=str(width), height="18", viewBox=f"0 0 {width} 18", aria_hidden="true")
