"""Reports for programs. Numbers are exact strings; keys keep their order; the same bytes for the same results."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..claim import Result
from ..algebra.field import Element, Point
from ..kernel import Judgement, Verdict
from ..obligation import Witness
from ..version import VERSION
from .text import exceptional, failures, outcome

if TYPE_CHECKING:
    from ..schemes.bound import Least
    from ..schemes.pmf import Distribution
    from ..entropy.proof import NoProof, Proof
    from ..schemes.examine import Examination
    from ..weights import Weight

SCHEMA = 1


def _dump(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _point(point: Point) -> dict[str, str]:
    return {name: str(value) for name, value in point.items()}


def witness(found: Witness | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "what": found.what,
        "parameters": _point(found.parameters),
        "context": dict(found.context),
        "expected": found.expected,
        "found": found.found,
    }


# -- claims ------------------------------------------------------------------------------------------------


def claims(results: Sequence[Result], weights: Mapping[str, Sequence[Weight]] = MappingProxyType({})) -> str:
    verdicts = [result.verdict for result in results]
    return _dump({
        "schema": SCHEMA,
        "tool": {"name": "onoff-verify", "version": VERSION},
        "claims": [
            {**_claim(result), **({"weights": _weighed(weights[result.claim.id])} if weights else {})}
            for result in results
        ],
        "summary": {verdict.value: verdicts.count(verdict) for verdict in Verdict},
    })


def _claim(result: Result) -> dict[str, Any]:
    claim, judgement = result.claim, result.judgement
    return {
        "id": claim.id,
        "title": claim.title,
        "where": claim.where,
        "statement": claim.statement,
        "verdict": result.verdict.value,
        "hypotheses": [str(hypothesis) for hypothesis in judgement.hypotheses()],
        "conditions": list(judgement.conditions()),
        "exceptions": [
            {"where": case.name, "outcome": outcome(judgement.of(case)), "note": case.note}
            for case in exceptional(judgement)
        ],
        "witness": witness(result.witness),
        "correction": None if result.correction is None else {
            "statement": claim.correction, "verdict": result.correction.verdict.value},
        "derived": [{"case": r.case.name, "name": r.group, "value": r.label} for r in judgement.remarks],
        "obligations": result.counts(),
        "depends_on": list(result.depends_on()),
        **({} if result.checked is None else {"checked": result.checked}),
    }


def _weighed(weights: Sequence[Weight]) -> list[dict[str, Any]]:
    return [
        {"case": w.case, "hypothesis": str(w.hypothesis), "needed": w.needed, "through": w.through or None,
         "witness": witness(w.witness)}
        for w in weights
    ]


def errata(results: Sequence[Result]) -> str:
    return _dump({
        "schema": SCHEMA,
        "tool": {"name": "onoff-verify", "version": VERSION},
        "errata": [
            {
                "id": result.claim.id,
                "where": result.claim.where,
                "printed": result.claim.statement,
                "verdict": result.verdict.value,
                "witnesses": [witness(failure.witness) for failure in failures(result.judgement)],
                "conditions": list(result.judgement.conditions()) if result.verdict is Verdict.CONDITIONAL else [],
                "correction": None if result.correction is None else {
                    "statement": result.claim.correction, "verdict": result.correction.verdict.value},
            }
            for result in results
        ],
    })


# -- schemes -----------------------------------------------------------------------------------------------


def scheme(found: Examination) -> str:
    return _dump({
        "schema": SCHEMA,
        "title": found.scheme.title,
        "region": list(found.region.stated()),
        "normalised": _judged(found.normalised),
        "decodable": _judged(found.decodable),
        "private": {"verdict": found.private.verdict.value, "witness": _leak(found)},
        "query_chain": {
            "verdict": found.query_chain.verdict.value,
            "witness": witness(found.query_chain.witness),
            **_matrices(found),
            "where": list(found.outside),
        },
        "cost": {**found.costs(), "t": None if found.cost_form is None else str(found.cost_form)},
        "cost_conditions": list(found.conditions()),
        **({} if found.under_mode is None else {"mode": {"mode": found.mode, **_judged(found.under_mode)}}),
        "bound": {"t": found.bound},
        "optimal": {"verdict": found.optimal.verdict.value, "witness": _dearer(found.optimal.witness)},
        "exceptions": [{"where": where, "outcome": what} for where, what in found.exceptions],
    })


def _judged(judgement: Judgement) -> dict[str, Any]:
    return {"verdict": judgement.verdict.value, "witness": witness(judgement.witness)}


def _leak(found: Examination) -> dict[str, Any] | None:
    shown = found.private.witness
    if shown is None:
        return None
    history = tuple(dict(shown.context)["history"].split(","))
    chances = found.history_probabilities(history, shown.point)
    return {
        "history": list(history),
        "parameters": _point(shown.point),
        "probabilities": {source: str(value) for source, value in chances.items()},
    }


def _dearer(shown: Witness | None) -> dict[str, Any] | None:
    """A point and a time at which the scheme costs more than it must."""
    if shown is None:
        return None
    return {
        "t": dict(shown.context).get("t"),
        "parameters": _point(shown.point),
        "cost": shown.found,
        "bound": shown.expected,
    }


def _matrices(found: Examination) -> dict[str, Any]:
    """`matrix` where one serves every t; else `phases`, one for each t mod period."""
    if found.matrix is None or found.query_chain.verdict is not Verdict.PROVED:
        return {"matrix": None, "phases": None}
    queries = [query for query, _ in found.scheme.queries]

    def written(rows: Mapping[str, Mapping[str, Element]]) -> dict[str, dict[str, str]]:
        return {q: {r: str(rows[q].get(r, 0)) for r in queries} for q in queries if q in rows}

    one = found.one_matrix()
    if one is not None:
        return {"matrix": written(one), "phases": None}
    phases = [
        written({query: row for (p, query), row in found.matrix.items() if p == phase})
        for phase in range(found.scheme.period)
    ]
    return {"matrix": None, "phases": phases}


# -- bounds and entropies ----------------------------------------------------------------------------------


def least(found: Least, sources: Sequence[str], time: int, parameters: Point) -> str:
    return _dump({
        "schema": SCHEMA,
        "sources": list(sources),
        "t": time,
        "parameters": _point(parameters),
        "bound": str(found.value),
        "rate": str(1 / found.value),
        "point": _point(dict(found.point)),
        "multipliers": _point(dict(found.multipliers)),
    })


def entropy(found: Proof | NoProof) -> str:
    return _dump({
        "schema": SCHEMA,
        "goal": str(found.goal),
        "given": [str(statement) for statement in found.given],
        "verdict": found.verdict,
        "lines": found.lines(),
    })


# -- the joint law -----------------------------------------------------------------------------------------


def pmf(law: Distribution) -> str:
    written = {element: str(law.factored(element)) for element in set(law.mass.values())}
    return _dump({
        "schema": SCHEMA,
        "variables": list(law.variables),
        "atoms": [
            {"values": list(atom), "probability": written[element]} for atom, element in sorted(law.mass.items())
        ],
    })
