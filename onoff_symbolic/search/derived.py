"""What is derived, not stated: the matrix of a query chain and the value of a program, from the goal's own model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .bridge import Bridge
from .errors import MAX_WORK, NotFound
from .facts import SeekingGoal
from .invariants import Moves, Paths, plain_region
from .linear import names_in
from .programs import Masses, take
from .write import quotient_text
from ..algebra.field import Element
from ..checker.polynomials import Invalid, Undefined, Work
from ..checker.programs import Optimum
from ..checker.histories import Private
from ..errors import Pole, Undecidable
from ..schemes.histories import reach

Matrix = dict[tuple[int, str], dict[str, str]]
"""(phase, Q_t) → Q_{t+1} → probability, as a text."""


def _stated(goal: Mapping[str, Any], statement: Mapping[str, Any]) -> SeekingGoal:
    Work.begin(MAX_WORK)
    return SeekingGoal({**goal, "verdict": "proved", "conditions": [], "proves": [statement], "beside": [], "fails": [],
                        "corrects": []})


def derived_matrix(goal: Mapping[str, Any], scheme: str, prior: str, region: Any) -> Matrix | None:
    """Pr(Q_{t+1} | t mod period, Q_t) after every history; None if it differs from history to history."""
    try:
        stated = _stated(goal, {"kind": "private", "region": region, "scheme": scheme})
        statement = stated.statements["proves 0"]
        if not isinstance(statement, Private):
            raise NotFound("", "not a statement about histories")
        moves = Moves(statement)
        weights = {a: stated.model.entry(prior, [a]) for a in statement.sources}
        more = {n for q in weights.values() for n in q.names()} - {*moves.names}
        plain_region(moves, [name for name in stated.model.names if name in more])
        system = Paths(moves)
        prior_of = {a: moves.element(q) for a, q in weights.items()}
        found: dict[Any, dict[str, Element]] = {}
        words = [(word.node, _mass(word.vector, prior_of, system),
                  {query: _mass(vector, prior_of, system) for query, _, vector in system.step(word.node, word.vector)})
                 for word in reach(system).words]
        for node, total, moved in words:
            if node not in found and not total.is_zero:
                found[node] = {query: mass / total for query, mass in moved.items()}
        zero = system.field.zero
        if any(moved.get(query, zero) != total * found[node].get(query, zero) for node, total, moved in words
               if node in found for query in statement.scheme.queries):
            return None
        return {node: {q: quotient_text(moves.bridge.back(row[q])) if q in row else "0"
                       for q in statement.scheme.queries} for node, row in found.items()}
    except (Invalid, Undefined, Undecidable, Pole) as reason:
        raise NotFound("", str(reason)) from None


def derivations(goal: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(region, what, its value) for each matrix of a query chain and each least cost that a goal speaks of, found
    without what the goal says it is."""
    for statement in [*goal["proves"], *goal["beside"], *goal["corrects"]]:
        try:
            if statement["kind"] == "markov" and statement["matrix"] is not None:
                found = derived_matrix(goal, statement["scheme"], statement["prior"], statement["region"])
                rows = dict.fromkeys((query, tuple(row.items())) for (_, query), row in (found or {}).items())
                for query, row in rows:     # most chains have one matrix for all t
                    told = ", ".join(f"{after}: {value}" for after, value in row)
                    yield statement["region"], f"Pr(Q_{{t+1}} | Q_t = {query})", told
            elif statement["kind"] == "optimum":
                value = derived_value(goal, statement["prior"], statement["law"], statement["region"])
                yield statement["region"], "least download", value
        except NotFound:
            continue


def _mass(vector: Mapping[Any, Element], prior: Mapping[str, Element], system: Paths) -> Element:
    return sum((prior[a] * e for (a, _), e in vector.items()), system.field.zero)


def derived_value(goal: Mapping[str, Any], prior: str, law: str, region: Any) -> str:
    """The least cost of the program, as a text."""
    try:
        stated = _stated(goal, {"kind": "optimum", "region": region, "prior": prior, "law": law, "value": "0"})
        statement = stated.statements["proves 0"]
        if not isinstance(statement, Optimum):
            raise NotFound("", "not a statement about a program")
        masses = Masses(statement.program, statement.laws, statement.region, stated.seeker)
        bridge = Bridge(names_in(statement.region, masses))
        return quotient_text(bridge.back(masses.solved(bridge).value))
    except (Invalid, Undefined, Undecidable, Pole) as reason:
        raise NotFound("", str(reason)) from None


def take_solution(goal: Mapping[str, Any], point: Mapping[tuple[str, str, str], Fraction],
                  multipliers: Sequence[Fraction]) -> None:
    """Take a solution of the program of the goal's first statement, an optimum without parameters, from elsewhere.

    `point` is keyed by (x_0, x, set); multipliers are in the order of the program's equations."""
    try:
        stated = _stated(goal, goal["proves"][0])
        statement = stated.statements["proves 0"]
        assert isinstance(statement, Optimum) and stated.seeker is not None
        take(Masses(statement.program, statement.laws, statement.region, stated.seeker), point, multipliers)
    except (Invalid, Undefined) as reason:
        raise NotFound("", str(reason)) from None
