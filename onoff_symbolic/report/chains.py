"""Reports about chains: bounds at several times, designs, regions. Text for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..result import Verdict
from ..scheme_result import COMPUTED, BoundResult, ClosedResult, DesignedCase, DesignResult, RegionResult
from .json import SCHEMA, dumped
from .layout import INDENT, PLAIN, Look, pairs, table

if TYPE_CHECKING:
    from ..algebra.field import Point

DIGITS, LONG = 6, 16


def decimals(value: Fraction) -> str:
    """A number, rounded to some digits."""
    scaled = round(value * 10 ** DIGITS)
    size = abs(scaled)
    return f"{'-' if scaled < 0 else ''}{size // 10 ** DIGITS}.{size % 10 ** DIGITS:0{DIGITS}d}"


def shown(value: Fraction) -> str:
    """A number with its decimals; a long one by its decimals alone."""
    text = str(value)
    if value.denominator == 1:
        return text
    return f"≈ {decimals(value)}" if len(text) > LONG else f"{text} ≈ {decimals(value)}"


# -- bounds ------------------------------------------------------------------------------------------------

Rows = Sequence[tuple[int, BoundResult]]


def bounds(rows: Rows, sources: Sequence[str], parameters: Point, look: Look = PLAIN) -> str:
    """The least downloads at several times, each with its verdict."""
    place = ", ".join(f"{name} = {value}" for name, value in parameters.items())
    title = f"least expected download of {len(sources)} sources{f' at {place}' if place else ''}"
    lines = [*look.wrapped(title, "", INDENT), ""]
    cells = [("t", "messages", "rate", "verdict")]
    cells += [(str(t), *(("", "") if found.rejected else (shown(found.value), shown(1 / found.value))),
               look.verdict(found.verdict)) for t, found in rows]
    reasons = dict.fromkeys(found.why for _, found in rows if found.verdict is not Verdict.PROVED)
    lines += table(cells)
    for why in reasons:
        lines += ["", *look.wrapped(why, "")]
    return "\n".join(lines) + "\n"


def bounds_json(rows: Rows, sources: Sequence[str], parameters: Point) -> str:
    return dumped({
        "schema": SCHEMA,
        "sources": list(sources),
        "parameters": {name: str(value) for name, value in parameters.items()},
        "times": [{"t": t, "verdict": found.verdict.value, "why": found.why or None,
                   "computed": None if found.rejected else str(found.value)} for t, found in rows],
    })


def closed(forms: Sequence[ClosedResult], sources: Sequence[str], look: Look = PLAIN) -> str:
    """Closed forms with parameters: what is certified on parts of the region; else a form that is not."""
    lines = [f"least expected download of {len(sources)} sources (--at asks at a point)"]
    for found in forms:
        said = look.verdict(found.verdict) + (f": {found.why}" if found.why else "")
        if len(found.parts) > 1:
            lines += ["", f"{found.time}  {said}"]
            lines += table([(f"{INDENT}{value}", f"where {', '.join(where)}") for where, value in found.parts])
        else:
            form = found.parts[0][1] if found.parts else found.form
            lines += ["", f"{found.time}  {form}", *look.wrapped(said, INDENT)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def closed_json(forms: Sequence[ClosedResult], sources: Sequence[str]) -> str:
    return dumped({"schema": SCHEMA, "sources": list(sources),
                   "verdict": "proved" if all(f.verdict is Verdict.PROVED for f in forms) else "undecided",
                   "forms": [{"where": found.time, "computed": found.form, "verdict": found.verdict.value,
                              "parts": [{"where": list(where), "value": value} for where, value in found.parts]}
                             for found in forms]})


# -- designs -----------------------------------------------------------------------------------------------


def design(found: DesignResult, path: str, look: Look = PLAIN) -> str:
    lines = [f"{_aim(found)} ({path})"]
    for number, case in enumerate(found.cases, start=1):
        heading = f"case {number} of {len(found.cases)}" if len(found.cases) > 1 else ""
        lines += ["", *([look.title(heading)] if heading else []), *_case(found, case, look)]
    return "\n".join(lines) + "\n"


def _aim(found: DesignResult) -> str:
    last = "" if found.horizon is None else f" up to t = {found.horizon}"
    discount = "" if found.discount == 1 else f", discounted by {found.discount} for each step"
    return f"the set scheme with the least excess over one message{last}{discount}"


def _case(found: DesignResult, case: DesignedCase, look: Look) -> list[str]:
    judged, under = case.judged, case.judged.under_mode
    said = [("region", ", ".join(judged.region))] if judged.region else []
    for name, part in (("normalised", judged.normalised), ("decodable", judged.decodable), ("private", judged.private),
                       ("every mode", under), ("optimal", judged.optimal)):
        if part is not None:
            why = f": {part.why}" if part.verdict is Verdict.UNDECIDED and part.why else ""
            said.append((name, look.verdict(part.verdict) + why))
    at = f" at {', '.join(f'{name} = {value}' for name, value in case.point)}" if case.point else ""
    if case.total is not None:
        why = f": {case.best.why}" if case.best.why else f"{at} (no set scheme has a smaller {_summed(found)})"
        said.append(("best", look.verdict(case.best.verdict) + why))
    if judged.cost_form is not None:
        said.append(("cost, t ≥ 1", judged.cost_form))
    lines = pairs(said, "", look)
    if case.total is not None:
        rows = [(INDENT + "t", "cost", "bound", "gap")]
        rows += [(f"{INDENT}{t}", shown(cost), shown(bound), shown(cost - bound)) for t, cost, bound in case.rows]
        lines += ["", f"{COMPUTED}{at}", *table(rows),
                  f"{INDENT}{_summed(found)}: {shown(case.total)}"]
    return lines


def _summed(found: DesignResult) -> str:
    if found.horizon is not None:
        return f"excess up to t = {found.horizon}"
    return "total excess" if found.discount == 1 else "discounted excess"


def design_json(found: DesignResult) -> str:
    return dumped({
        "schema": SCHEMA,
        "sources": list(found.sources),
        "discount": str(found.discount),
        "horizon": found.horizon,
        "verdict": found.verdict.value,
        "cases": [_case_json(case) for case in found.cases],
        "scheme": found.text,
    })


def _case_json(case: DesignedCase) -> dict[str, Any]:
    judged = case.judged
    return {
        "region": list(judged.region),
        **{name: part.verdict.value for name, part in (
            ("normalised", judged.normalised), ("decodable", judged.decodable), ("private", judged.private),
            ("optimal", judged.optimal))},
        "every_mode": "undecided" if judged.under_mode is None else judged.under_mode.verdict.value,
        "best": case.best.verdict.value,
        "cost": judged.cost_form,
        "at": {name: str(value) for name, value in case.point},
        "excess": None if case.total is None else str(case.total),
        "times": [{"t": t, "cost": str(cost), "bound": str(bound)} for t, cost, bound in case.rows],
    }


# -- regions -----------------------------------------------------------------------------------------------

Costs = Sequence[Sequence[Fraction]]
Faces = Sequence[tuple[Sequence[Fraction], Fraction, Sequence[int]]]


def region(found: RegionResult, sources: Sequence[str], parameters: Point, look: Look = PLAIN) -> str:
    """The front of the costs: its vertices, and what every private scheme pays at least."""
    place = ", ".join(f"{name} = {value}" for name, value in parameters.items())
    times = range(1, len(found.vertices[0]) + 1)
    lines = [f"expected downloads that private schemes can have together, {len(sources)} sources"
             f"{f' at {place}' if place else ''}",
             look.verdict(found.verdict) + (f": {found.why}" if found.why else ""), "", "vertices"]
    lines += table([(f"{INDENT}{'':2}", *(f"l_{t}" for t in times)),
                    *((f"{INDENT}{i}", *map(shown, costs)) for i, costs in enumerate(found.vertices, start=1))])
    rows = []
    for weights, value, on in found.faces:
        terms = " + ".join(f"l_{t}" if w == 1 else f"{w}*l_{t}" for t, w in zip(times, weights, strict=True) if w)
        rows.append((f"{INDENT}{terms} >= {value}", "at " + ", ".join(str(i + 1) for i in on)))
    return "\n".join([*lines, "", "every private scheme has", *table(rows)]) + "\n"


def region_json(found: RegionResult, sources: Sequence[str], parameters: Point) -> str:
    return dumped({
        "schema": SCHEMA,
        "sources": list(sources),
        "parameters": {name: str(value) for name, value in parameters.items()},
        "verdict": found.verdict.value,
        "vertices": [[str(c) for c in costs] for costs in found.vertices],
        "faces": [{"weights": [str(w) for w in weights], "value": str(value), "vertices": list(on)}
                  for weights, value, on in found.faces],
    })
