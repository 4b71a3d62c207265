"""What is derived, not stated: the matrix of a query chain and the value of a program, from the goal's own model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .errors import MAX_WORK, NotFound
from .elements import RegionElements
from .facts import SeekingGoal
from .linear import program_of
from .numbers import generic_point
from ..algebra.texts import quotient_text
from ..algebra.echelon import PRIME
from ..algebra.field import Element
from ..algebra.walk import Node
from ..checker import Alike, Optimum
from ..checker.polynomials import Invalid, Quotient, Undefined, Work
from ..claims.kinds import restated
from ..errors import Pole, Undecidable

Matrix = dict[tuple[int, str], dict[str, str]]
"""(phase, Q_t) → Q_{t+1} → probability, as a text."""


def _stated(goal: Mapping[str, Any], statement: Mapping[str, Any]) -> SeekingGoal:
    Work.begin(MAX_WORK)
    return SeekingGoal(
        {
            **goal,
            "verdict": "proved",
            "conditions": [],
            "proves": [statement],
            "beside": [],
            "fails": [],
            "corrects": [],
        }
    )


def derived_matrix(goal: Mapping[str, Any], scheme: str, prior: str, region: Any) -> Matrix | None:
    """Return Pr(Q_{t+1} | t mod period, Q_t) after every history; None if it differs from history to history."""
    try:
        stated = _stated(
            goal, restated({"kind": "private", "region": region, "scheme": scheme}, goal["schemes"])
        )
        statement = stated.statements["proves 0"]
        if not isinstance(statement, Alike):
            raise NotFound("", "not a statement about histories")
        weights = {a: stated.model.entry(prior, [a]) for a in statement.sources}
        elements = RegionElements(statement, weights.values())
        walk = elements.walk(statement)
        prior_of = {a: elements.value(q) for a, q in weights.items()}
        first = _first_histories(statement, weights)
        if first is None:
            return None
        found: dict[Node, dict[str, Element]] = {}
        known: dict[tuple[str, ...], Any] = {(): (walk.first, walk.start)}
        for letters in first:
            for end in range(len(letters)):
                if letters[: end + 1] not in known:
                    node, vector = known[letters[:end]]
                    known |= {
                        (*letters[:end], query): (walk.after(node, query), after)
                        for query, after in walk.step(node, vector).items()
                    }
            node, vector = known[letters]
            total = walk.mass(vector, prior_of)
            found[node] = {
                query: walk.mass(after, prior_of) / total
                for query, after in walk.step(node, vector).items()
            }
        return {
            node: {
                q: quotient_text(elements.bridge.back(row[q])) if q in row else "0"
                for q in statement.scheme.queries
            }
            for node, row in found.items()
        }
    except (Invalid, Undefined, Undecidable, Pole) as reason:
        raise NotFound("", str(reason)) from None


def _first_histories(
    statement: Alike, prior: Mapping[str, Quotient]
) -> list[tuple[str, ...]] | None:
    """Return the first history of each node that has a probability, if by numbers the law of the next query is the same
    after all others."""
    point = generic_point(statement)
    if point is None:
        raise NotFound("", "no point was found")
    walk = point.walk(statement.scheme, statement.model)
    weights = {a: point.value(q) for a, q in prior.items()}
    rows: dict[Node, dict[str, int]] = {}
    first: list[tuple[str, ...]] = []
    for word in walk.words():
        total = walk.mass(word.vector, weights)
        chances = {
            query: walk.mass(after, weights)
            for query, after in walk.step(word.node, word.vector).items()
        }
        if word.node not in rows and total:
            first.append(word.letters)
            rows[word.node] = {
                query: chance * pow(total, -1, PRIME) % PRIME for query, chance in chances.items()
            }
        row = rows.get(word.node, {})
        if any(
            chances.get(query, 0) != total * row.get(query, 0) % PRIME
            for query in statement.scheme.queries
        ):
            return None
    return first


def derivations(goal: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(region, what, its value) for each matrix of a query chain and each least cost that a goal speaks of, found
    without what the goal says it is."""
    for statement in [*goal["proves"], *goal["beside"], *goal["corrects"]]:
        try:
            if statement["kind"] == "markov" and statement["matrix"] is not None:
                found = derived_matrix(
                    goal, statement["scheme"], statement["prior"], statement["region"]
                )
                rows = dict.fromkeys(
                    (query, tuple(row.items())) for (_, query), row in (found or {}).items()
                )
                for query, row in rows:  # most chains have one matrix for all t
                    told = ", ".join(f"{after}: {value}" for after, value in row)
                    yield statement["region"], f"Pr(Q_{{t+1}} | Q_t = {query})", told
            elif statement["kind"] == "optimum" and not statement.get("table"):
                value = derived_value(
                    goal, statement["prior"], statement["law"], statement["region"]
                )
                yield statement["region"], "least download", value
        except NotFound:
            continue


def derived_value(goal: Mapping[str, Any], prior: str, law: str, region: Any) -> str:
    """Return the least cost of the program, as a text."""
    try:
        stated = _stated(
            goal, {"kind": "optimum", "region": region, "prior": prior, "law": law, "value": "0"}
        )
        statement = stated.statements["proves 0"]
        if not isinstance(statement, Optimum):
            raise NotFound("", "not a statement about a program")
        program = program_of(statement, stated.seeker)
        return quotient_text(program.bridge().back(program.solved().value))
    except (Invalid, Undefined, Undecidable, Pole) as reason:
        raise NotFound("", str(reason)) from None
