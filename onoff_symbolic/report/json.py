"""Reports for programs. Numbers are exact strings; keys keep their order; the same bytes for the same results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..result import Result, Verdict, Weight, Witness
from ..scheme_result import BoundResult, EntropyResult, Matrix, PrivateWhere, Outcome, SchemeResult
from ..version import VERSION
from .text import NOTHING
from .view import Entry, Failing, Place, Quote, Step, View, failing, summary, view

if TYPE_CHECKING:
    from ..algebra.field import Element, Point
    from ..claims.file import Paper
    from ..schemes.pmf import Atoms

SCHEMA = 1


def dumped(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _point(point: Point) -> dict[str, str]:
    return {name: str(value) for name, value in point.items()}


def _witness(found: Witness | Failing | None) -> dict[str, Any] | None:
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


def claims(results: Sequence[Result], weights: Mapping[str, Sequence[Weight]] = NOTHING,
           paper: Paper | None = None) -> str:
    return dumped({
        "schema": SCHEMA,
        "tool": {"name": "onoff-verify", "version": VERSION},
        "paper": _paper(paper),
        "claims": [
            {**_claim(view(result)), **({"weights": _weighed(weights[result.id])} if weights else {})}
            for result in results
        ],
        "summary": summary(results),
    })


def _paper(paper: Paper | None) -> dict[str, str | None] | None:
    """Which paper, and which version of it was read."""
    if paper is None:
        return None
    return {"title": paper.title, "read": paper.about.read or None, "source": paper.about.source or None}


def _printed(quote: Quote) -> dict[str, str | None]:
    return {"quote": quote.quote, "place": quote.place, "encodes": quote.encodes, "why": quote.why or None,
            "read_as": quote.read_as or None}


def _claim(found: View) -> dict[str, Any]:
    shown, looked_at = found.counts()
    return {
        "id": found.id,
        "title": found.title,
        "where": found.where,
        "statement": found.statement,
        "printed": [_printed(quote) for quote in found.printed],
        "encodes": found.encodes or None,
        "letters": dict(found.letters),
        "legend": found.legend or None,
        "verdict": found.verdict.value,
        "why": found.why or None,
        "hypotheses": list(found.hypotheses),
        "conditions": [condition.text for condition in found.conditions],
        "weakest": bool(found.conditions) and all(condition.weakest for condition in found.conditions),
        "exceptions": [{"where": thin.where, "outcome": thin.outcome, "note": thin.note} for thin in found.exceptions],
        "witness": _witness(found.failing[0] if found.failing else None),
        "witnesses": [_witness(failed) for failed in found.failing],
        "correction": _correction(found),
        "derived": [{"case": one.region, "name": one.name, "value": one.value} for one in found.derived],
        "obligations": {"proved": shown, "failed": looked_at - shown,
                        "undecided": int(found.verdict is Verdict.UNDECIDED)},
        "shown": [
            _entry(part, place, entry) for part, places in (
                ("proves", found.places), ("beside", found.beside), ("corrects", found.corrects),
                ("stands", found.stands))
            for place in places for entry in place.entries],
        "depends_on": list(found.rests_on),
        "coq": list(found.coq),
        "also": list(found.also),
        "corrected": list(found.corrected),
        **({"experiments": {name: dict(variables) for name, variables in found.experiments}}
           if found.experiments else {}),
        **({"denied": [_witness(failed) for failed in found.denied]} if found.denied else {}),
    }


def _correction(found: View) -> dict[str, str] | None:
    return {"statement": found.correction, "verdict": Verdict.PROVED.value} if found.correction else None


def _entry(part: str, place: Place, entry: Entry) -> dict[str, Any]:
    """A statement that was shown, and the facts that show it."""
    return {
        "part": part,
        "kind": entry.kind,
        "region": place.name,
        "where": list(place.where),
        "given": list(entry.given),
        "says": entry.says,
        "used": list(entry.used),
        "stages": [{"place": stage.place, "holds": list(stage.holds), "facts": [_step(step) for step in stage.steps]}
                   for stage in entry.stages],
        "facts": [_step(step) for step in entry.steps],
        "also": list(entry.again),
        **({"laws": [{"of": grid.name, "columns": list(grid.columns),
                      "rows": [{"value": name, "cells": list(cells)} for name, cells in grid.rows]}
                     for grid in entry.laws]} if entry.laws else {}),
    }


def _step(step: Step) -> dict[str, str]:
    return {"name": step.name, "says": step.says, "by": step.by}


def _weighed(weights: Sequence[Weight]) -> list[dict[str, Any]]:
    return [
        {"case": w.region, "hypothesis": w.hypothesis, "needed": w.needed, "through": w.through or None,
         "witness": _witness(w.witness)}
        for w in weights
    ]


def errata(results: Sequence[Result], paper: Paper | None = None) -> str:
    """With the weight and the causes that the claims file gives; what is undecided has neither."""
    wrong = [r.id for r in results if r.verdict is not Verdict.UNDECIDED]
    causes = {r.id: paper.causes_of(r.id) if paper is not None and r.id in wrong else () for r in results}
    return dumped({
        "schema": SCHEMA,
        "tool": {"name": "onoff-verify", "version": VERSION},
        "paper": _paper(paper),
        "errata": [
            {
                "id": found.id,
                "where": found.where,
                "printed": [_printed(quote) for quote in found.printed],
                "encodes": found.encodes or None,
                "statement": found.statement,
                "verdict": found.verdict.value,
                "weight": causes[found.id][0].weight if causes[found.id] else None,
                "causes": [cause.id for cause in causes[found.id]],
                "witnesses": [_witness(failed) for failed in found.failing],
                "conditions": [condition.text for condition in found.conditions],
                "correction": _correction(found),
            }
            for found in map(view, results)
        ],
    })


# -- schemes -----------------------------------------------------------------------------------------------


def cases(found: Sequence[SchemeResult]) -> str:
    """One scheme, or one for each case of a file."""
    if len(found) == 1:
        return scheme(found[0])
    return dumped({"schema": SCHEMA, "title": found[0].title, "cases": [_scheme(one) for one in found]})


def scheme(found: SchemeResult) -> str:
    return dumped(_scheme(found))


def _scheme(found: SchemeResult) -> dict[str, Any]:
    chain = found.query_chain
    return {
        "schema": SCHEMA,
        "title": found.title,
        "region": list(found.region),
        "normalised": _judged(found.normalised),
        "decodable": _judged(found.decodable),
        "private": {"verdict": found.private.verdict.value, "witness": _leak(found.private.witness)},
        **({} if found.private_where is None else {"private_where": _private_where(found.private_where)}),
        "query_chain": {
            **_judged(chain), **_matrices(found if chain.verdict is Verdict.PROVED else None),
            "where": list(found.outside)},
        "cost": {**{str(t): cost for t, cost in found.costs}, "t": found.cost_form},
        "cost_conditions": list(found.cost_conditions),
        **({} if found.under_mode is None else {"mode": {"mode": found.mode, **_judged(found.under_mode)}}),
        "bound": {"t": found.bound},
        "optimal": {"verdict": found.optimal.verdict.value, "witness": _dearer(found.optimal.witness)},
        "exceptions": [{"where": where, "outcome": what} for where, what in found.exceptions],
    }


def _judged(part: Outcome) -> dict[str, Any]:
    return {"verdict": part.verdict.value, "witness": _witness(part.witness)}


def _private_where(found: PrivateWhere) -> dict[str, Any]:
    return {"if": [list(equations) for equations, _ in found.cases], "only_if": bool(found.converse),
            "unknown": [list(equations) for equations in found.unknown]}


def _leak(found: Witness | None) -> dict[str, Any] | None:
    """A history and its probabilities given two values of X_0."""
    if found is None:
        return None
    shows = dict(found.shows)
    return {
        "history": shows["history"].split(","),
        "parameters": dict(found.point),
        "probabilities": {shows["one"]: found.left, shows["other"]: found.right},
    }


def _dearer(found: Witness | None) -> dict[str, Any] | None:
    """A point and a time at which the scheme costs more than it must."""
    if found is None:
        return None
    return {"t": dict(found.shows).get("t"), "parameters": dict(found.point), "cost": found.left, "bound": found.right}


def _matrices(found: SchemeResult | None) -> dict[str, Any]:
    """`matrix` where one serves every t; else `phases`, one for each t mod period."""
    if found is None or not found.matrices:
        return {"matrix": None, "phases": None}
    queries = found.queries

    def written(rows: Matrix) -> dict[str, dict[str, str]]:
        return {query: dict(zip(queries, row, strict=True)) for query, row in rows}

    if len(found.matrices) == 1:
        return {"matrix": written(found.matrices[0]), "phases": None}
    return {"matrix": None, "phases": [written(rows) for rows in found.matrices],
            **({"settled": found.settled} if found.settled else {})}


# -- bounds, entropies, the joint law ----------------------------------------------------------------------


def least(found: BoundResult, sources: Sequence[str], time: int, parameters: Point) -> str:
    """The least download; null where the checker does not accept it."""
    proved = found.verdict is Verdict.PROVED
    return dumped({
        "schema": SCHEMA,
        "sources": list(sources),
        "t": time,
        "parameters": _point(parameters),
        "verdict": found.verdict.value,
        "why": found.why or None,
        "bound": str(found.value) if proved else None,
        "rate": str(1 / found.value) if proved else None,
        "computed": None if found.rejected else str(found.value),
        "point": _point(dict(found.point)) if proved else {},
        "multipliers": _point(dict(found.multipliers)) if proved else {},
    })


def entropy(found: EntropyResult) -> str:
    return dumped({
        "schema": SCHEMA,
        "goal": found.goal,
        "given": list(found.given),
        "verdict": found.verdict.value,
        "lines": list(found.lines),
    })


def pmfs(laws: Sequence[tuple[Sequence[str], Atoms]]) -> Iterator[str]:
    """One law for each case of a file, atom by atom."""
    if len(laws) == 1:
        yield from _law({"schema": SCHEMA}, laws[0][1], "")
        yield "\n"
        return
    yield f'{{\n  "schema": {SCHEMA},\n  "cases": [\n'
    for number, (region, law) in enumerate(laws, start=1):
        yield "    "
        yield from _law({"region": list(region)}, law, "    ")
        yield ",\n" if number < len(laws) else "\n"
    yield "  ]\n}\n"


def _law(head: Mapping[str, Any], law: Atoms, indent: str) -> Iterator[str]:
    """An object that begins with `head`."""
    opening, mark, closing = json.dumps({**head, "variables": list(law.variables), "atoms": ["*"]}, indent=2,
                                        ensure_ascii=False).replace("\n", f"\n{indent}").partition(' "*"')
    yield opening[:opening.rindex("\n")]
    written: dict[Element, str] = {}
    comma = ""
    for atom, element in law:
        if element not in written:
            written[element] = str(law.factored(element))
        text = json.dumps({"values": list(atom), "probability": written[element]}, indent=2, ensure_ascii=False)
        yield f"{comma}\n{indent}    " + text.replace("\n", f"\n{indent}    ")
        comma = ","
    yield closing
