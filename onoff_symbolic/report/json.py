"""Reports for programs. Numbers are exact strings; keys keep their order; the same bytes for the same results.

docs/schemas describes what is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..result import Result, Verdict, Weight, Witness
from ..scheme_result import (
    BoundResult,
    ClosedResult,
    DesignedCase,
    DesignResult,
    EntropyResult,
    Matrix,
    PrivateWhere,
    Outcome,
    RegionResult,
    SchemeResult,
    ProblemResult,
)
from ..version import VERSION
from .claims import NO_WEIGHTS, Weights
from .grids import Grid
from .notation import unmarked
from .view import Entry, Failing, Quote, RegionSection, Stage, Step, View, failing, summary, view

if TYPE_CHECKING:
    from ..algebra.field import Element, Point
    from ..claims.file import Paper
    from ..schemes.pmf import Atoms

SCHEMA = 1
Data = dict[str, Any]


def dumped(document: Mapping[str, Any]) -> str:
    """Return a document as JSON; marks of mathematics are gone."""
    return json.dumps(_unmarked({"schema": SCHEMA, **document}), indent=2, ensure_ascii=False) + "\n"


def _unmarked(value: Any) -> Any:
    """Return a value with all its texts unmarked, but for what is quoted."""
    if isinstance(value, dict):
        return {key: each if key in ("quote", "scheme") else _unmarked(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_unmarked(each) for each in value]
    return unmarked(value) if isinstance(value, str) else value


def _numbers(numbers: Mapping[str, Fraction] | Sequence[tuple[str, Fraction]]) -> dict[str, str]:
    return {name: str(value) for name, value in dict(numbers).items()}


def _witness(found: Witness | Failing | None) -> Data | None:
    if found is None:
        return None
    failed = failing(found) if isinstance(found, Witness) else found
    return {
        "what": failed.what,
        "note": failed.note,
        "violates": failed.violates or None,
        "parameters": dict(failed.point),
        "context": dict(failed.shows),
        "expected": failed.expected,
        "found": failed.found,
    }


# -- claims ------------------------------------------------------------------------------------------------


def claims(results: Sequence[Result], weights: Weights = NO_WEIGHTS, paper: Paper | None = None) -> str:
    """Return what came of claims."""
    found = []
    for result in results:
        weighed = {"weights": [_weight(each) for each in weights[result.id]]} if weights else {}
        found.append({**_claim(view(result)), **weighed})
    return dumped({**_head(paper), "claims": found, "summary": summary(results)})


def _head(paper: Paper | None) -> Data:
    """Return which tool, which paper, and which version of it was read."""
    of = (
        {}
        if paper is None
        else {
            "title": paper.title,
            "read": paper.about.read or None,
            "source": paper.about.source or None,
        }
    )
    return {"tool": {"name": "onoff-verify", "version": VERSION}, "paper": of or None}


def _printed(quote: Quote) -> Data:
    return {
        "quote": quote.quote,
        "place": quote.place,
        "encodes": quote.encodes,
        "why": quote.why or None,
        "read_as": quote.read_as or None,
    }


def _answer(found: View) -> Data:
    """Return the verdict with what it needs and where it fails."""
    return {
        "verdict": found.verdict.value,
        "why": found.why or None,
        "conditions": [condition.text for condition in found.conditions],
        "weakest": bool(found.conditions) and all(condition.weakest for condition in found.conditions),
        "witness": _witness(next(iter(found.failing), None)),
        "witnesses": [_witness(failed) for failed in found.failing],
        "correction": {"statement": found.correction, "verdict": "proved"} if found.correction else None,
        "corrected": list(found.corrected),
    }


def _claim(found: View) -> Data:
    shown, examined = found.counts()
    optional: Data = {}
    if found.experiments:
        optional["experiments"] = {name: dict(variables) for name, variables in found.experiments}
    if found.denied:
        optional["denied"] = [_witness(failed) for failed in found.denied]
    return {
        "id": found.id,
        "title": found.title,
        "where": found.where,
        **_answer(found),
        "printed": [_printed(quote) for quote in found.printed],
        "statement": found.statement,
        "encodes": found.encodes or None,
        "encoded": list(found.encoded),
        "source": found.tie or None,
        "letters": dict(found.letters),
        "legend": found.legend or None,
        "depends_on": list(found.rests_on),
        "also": list(found.also),
        "hypotheses": list(found.hypotheses),
        "exceptions": [
            {"where": thin.where, "outcome": thin.outcome, "note": thin.note} for thin in found.exceptions
        ],
        "derived": [{"case": one.region, "name": one.name, "value": one.value} for one in found.derived],
        "obligations": {
            "proved": shown,
            "failed": examined - shown,
            "undecided": int(found.verdict is Verdict.UNDECIDED),
        },
        "shown": [
            _entry(part, region, entry)
            for part, regions in found.sections().items()
            for region in regions
            for entry in region.entries
        ],
        "coq": list(found.coq),
        **optional,
    }


def _entry(part: str, region: RegionSection, entry: Entry) -> Data:
    """Return a statement that was shown, and the facts that show it."""
    return {
        "part": part,
        "kind": entry.kind,
        "region": region.name,
        "where": list(region.where),
        "given": list(entry.given),
        "says": entry.says,
        "used": list(entry.used),
        "stages": [_stage(stage) for stage in entry.stages],
        "facts": [_step(step) for step in entry.facts],
        "also": list(entry.also),
        **({"laws": [_laws(grid) for grid in entry.laws]} if entry.laws else {}),
    }


def _stage(stage: Stage) -> Data:
    return {"place": stage.place, "holds": list(stage.holds), "facts": [_step(step) for step in stage.facts]}


def _step(step: Step) -> Data:
    return {"name": step.name, "says": step.says, "by": step.by}


def _laws(grid: Grid) -> Data:
    rows = [{"value": name, "cells": list(cells)} for name, cells in grid.rows]
    return {"of": grid.name, "columns": list(grid.columns), "rows": rows}


def _weight(weight: Weight) -> Data:
    return {
        "case": weight.region,
        "hypothesis": weight.hypothesis,
        "needed": weight.needed,
        "through": weight.through or None,
        "witness": _witness(weight.witness),
    }


def errata(results: Sequence[Result], paper: Paper | None = None) -> str:
    """Return what does not hold, with the weight and the causes of the claims file; what is undecided has neither."""
    return dumped({**_head(paper), "errata": [_erratum(view(result), paper) for result in results]})


def _erratum(found: View, paper: Paper | None) -> Data:
    judged = paper is not None and found.verdict is not Verdict.UNDECIDED
    causes = paper.causes_of(found.id) if paper is not None and judged else ()
    answer = _answer(found)
    return {
        "id": found.id,
        "where": found.where,
        **{key: answer[key] for key in ("verdict", "conditions", "witnesses", "correction")},
        "weight": causes[0].weight if causes else None,
        "causes": [cause.id for cause in causes],
        "printed": [_printed(quote) for quote in found.printed],
        "encodes": found.encodes or None,
        "statement": found.statement,
    }


# -- schemes -----------------------------------------------------------------------------------------------


def cases(found: Sequence[SchemeResult]) -> str:
    """Return what came of a scheme, or of each case of a file."""
    if len(found) == 1:
        return dumped(_scheme(found[0]))
    return dumped({"title": found[0].title, "cases": [{"schema": SCHEMA, **_scheme(one)} for one in found]})


def _scheme(found: SchemeResult) -> Data:
    optional: Data = {}
    if found.private_where is not None:
        optional["private_where"] = _private_where(found.private_where)
    if found.under_mode is not None:
        optional["mode"] = {"mode": found.mode, **_judged(found.under_mode)}
    chain = found.query_chain
    return {
        "title": found.title,
        "normalised": _judged(found.normalised),
        "decodable": _judged(found.decodable),
        "private": {"verdict": found.private.verdict.value, "witness": _leak(found.private.witness)},
        "optimal": {"verdict": found.optimal.verdict.value, "witness": _dearer(found.optimal.witness)},
        "region": list(found.region),
        **optional,
        "query_chain": {**_judged(chain), **_matrices(found), "where": list(found.outside)},
        "cost": {**{str(t): cost for t, cost in found.costs}, "t": found.cost_form},
        "cost_conditions": list(found.cost_conditions),
        "bound": {"t": found.bound},
        "exceptions": [{"where": where, "outcome": what} for where, what in found.exceptions],
    }


def _judged(part: Outcome) -> Data:
    return {"verdict": part.verdict.value, "witness": _witness(part.witness)}


def _private_where(found: PrivateWhere) -> Data:
    return {
        "if": [list(equations) for equations, _ in found.cases],
        "only_if": bool(found.converse),
        "unknown": [list(equations) for equations in found.unknown],
    }


def _leak(found: Witness | None) -> Data | None:
    """Return a history and its probabilities given two values of X_0."""
    if found is None:
        return None
    shows = dict(found.shows)
    return {
        "history": shows["history"].split(","),
        "parameters": dict(found.point),
        "probabilities": {shows["one"]: found.left, shows["other"]: found.right},
    }


def _dearer(found: Witness | None) -> Data | None:
    """Return a point and a time at which the scheme costs more than it must."""
    if found is None:
        return None
    return {
        "t": dict(found.shows).get("t"),
        "parameters": dict(found.point),
        "cost": found.left,
        "bound": found.right,
    }


def _matrices(found: SchemeResult) -> Data:
    """Return `matrix` where one serves every t; else `phases`, one for each t mod period."""

    def by_query(rows: Matrix) -> dict[str, dict[str, str]]:
        return {query: dict(zip(found.queries, row, strict=True)) for query, row in rows}

    matrices = [by_query(rows) for rows in found.matrices]
    if found.query_chain.verdict is not Verdict.PROVED or not matrices:
        return {"matrix": None, "phases": None}
    if len(matrices) == 1:
        return {"matrix": matrices[0], "phases": None}
    return {"matrix": None, "phases": matrices, **({"settled": found.settled} if found.settled else {})}


# -- chains and entropies ----------------------------------------------------------------------------------


def least(found: BoundResult, sources: Sequence[str], time: int, parameters: Point) -> str:
    """Return the least download; null where the checker does not accept it."""
    proved = found.verdict is Verdict.PROVED
    return dumped(
        {
            "sources": list(sources),
            "t": time,
            "parameters": _numbers(parameters),
            "verdict": found.verdict.value,
            "why": found.why or None,
            "bound": str(found.value) if proved else None,
            "rate": str(1 / found.value) if proved else None,
            "computed": None if found.rejected else str(found.value),
            "point": _numbers(found.point) if proved else {},
            "multipliers": _numbers(found.multipliers) if proved else {},
        }
    )


def problem(found: ProblemResult, sources: Sequence[str]) -> str:
    """Return the least cost of a one-step problem."""
    return dumped(
        {
            "sources": list(sources),
            "verdict": found.verdict.value,
            "why": found.why or None,
            "cost": str(found.value),
            "laws": [
                {"secret": secret or None, "sets": _numbers(law)} for secret, law in found.laws
            ],
        }
    )


def bounds(rows: Sequence[tuple[int, BoundResult]], sources: Sequence[str], parameters: Point) -> str:
    """Return the least downloads at several times."""
    times = []
    for time, found in rows:
        computed = None if found.rejected else str(found.value)
        times.append(
            {"t": time, "verdict": found.verdict.value, "why": found.why or None, "computed": computed}
        )
    return dumped({"sources": list(sources), "parameters": _numbers(parameters), "times": times})


def closed(forms: Sequence[ClosedResult], sources: Sequence[str]) -> str:
    """Return closed forms with parameters."""
    proved = all(found.verdict is Verdict.PROVED for found in forms)
    return dumped(
        {
            "sources": list(sources),
            "verdict": "proved" if proved else "undecided",
            "forms": [_form(found) for found in forms],
        }
    )


def _form(found: ClosedResult) -> Data:
    parts = [{"where": list(where), "value": value} for where, value in found.parts]
    return {"where": found.time, "computed": found.form, "verdict": found.verdict.value, "parts": parts}


def design(found: DesignResult) -> str:
    """Return a designed scheme with what was judged of it."""
    return dumped(
        {
            "sources": list(found.sources),
            "discount": str(found.discount),
            "horizon": found.horizon,
            "verdict": found.verdict.value,
            "cases": [_case(case) for case in found.cases],
            "scheme": found.text,
        }
    )


def _case(case: DesignedCase) -> Data:
    judged = case.judged
    parts = {name: judged.properties[name] for name in ("normalised", "decodable", "private", "optimal")}
    under = Verdict.UNDECIDED if judged.under_mode is None else judged.under_mode.verdict
    return {
        "region": list(judged.region),
        **{name: part.verdict.value for name, part in parts.items()},
        "every_mode": under.value,
        "best": case.best.verdict.value,
        "cost": judged.cost_form,
        "at": _numbers(case.point),
        "excess": None if case.total is None else str(case.total),
        "times": [{"t": t, "cost": str(cost), "bound": str(bound)} for t, cost, bound in case.rows],
    }


def region(found: RegionResult, sources: Sequence[str], parameters: Point) -> str:
    """Return the front of the costs."""
    faces = [
        {"weights": [*map(str, weights)], "value": str(value), "vertices": list(on)}
        for weights, value, on in found.faces
    ]
    return dumped(
        {
            "sources": list(sources),
            "parameters": _numbers(parameters),
            "verdict": found.verdict.value,
            "vertices": [[*map(str, costs)] for costs in found.vertices],
            "faces": faces,
        }
    )


def entropy(found: EntropyResult) -> str:
    """Return the answer about a statement on entropies."""
    return dumped(
        {
            "goal": found.goal,
            "given": list(found.given),
            "verdict": found.verdict.value,
            "lines": list(found.lines),
        }
    )


# -- joint laws --------------------------------------------------------------------------------------------


def pmfs(laws: Sequence[tuple[Sequence[str], Atoms]]) -> Iterator[str]:
    """Yield one law for each case of a file, atom by atom."""
    if len(laws) == 1:
        yield from _law({"schema": SCHEMA}, laws[0][1], "")
        yield "\n"
        return
    yield f'{{\n  "schema": {SCHEMA},\n  "cases": [\n'
    for number, (region_, law) in enumerate(laws, start=1):
        yield "    "
        yield from _law({"region": list(region_)}, law, "    ")
        yield ",\n" if number < len(laws) else "\n"
    yield "  ]\n}\n"


def _law(head: Mapping[str, Any], law: Atoms, indent: str) -> Iterator[str]:
    """Yield an object that begins with `head`."""
    frame = json.dumps(
        {**head, "variables": list(law.variables), "atoms": ["*"]}, indent=2, ensure_ascii=False
    )
    opening, _, closing = frame.replace("\n", f"\n{indent}").partition(' "*"')
    yield opening[: opening.rindex("\n")]
    written: dict[Element, str] = {}
    comma = ""
    for atom, element in law:
        if element not in written:
            written[element] = str(law.factored(element))
        text = json.dumps(
            {"values": list(atom), "probability": written[element]}, indent=2, ensure_ascii=False
        )
        yield f"{comma}\n{indent}    " + text.replace("\n", f"\n{indent}    ")
        comma = ","
    yield closing
