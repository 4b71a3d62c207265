"""Reports about chains: designs. Text for people, JSON for programs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..result import Verdict
from ..scheme_result import DesignedCase, DesignResult
from .json import SCHEMA, dumped
from .layout import INDENT, Look, pairs, table

PLAIN = Look()
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
    if judged.cost_form is not None:
        said.append(("cost, t ≥ 1", judged.cost_form))
    lines = pairs(said, "", look)
    if case.total is not None:
        at = f" at {', '.join(f'{name} = {value}' for name, value in case.point)}" if case.point else ""
        rows = [(INDENT + "t", "cost", "bound", "gap")]
        rows += [(f"{INDENT}{t}", shown(cost), shown(bound), shown(cost - bound)) for t, cost, bound in case.rows]
        lines += ["", f"computed exactly{at}, not certified", *table(rows),
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
        "cost": judged.cost_form,
        "at": {name: str(value) for name, value in case.point},
        "excess": None if case.total is None else str(case.total),
        "times": [{"t": t, "cost": str(cost), "bound": str(bound)} for t, cost, bound in case.rows],
    }
