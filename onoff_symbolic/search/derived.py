"""What is derived, not stated: the matrix of a query chain and the value of a program, from the goal's own model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from .errors import MAX_WORK, NotFound, as_not_found
from .elements import Letters, RegionElements, generic_point
from .facts import SeekingGoal
from .linear import program_of
from .write import Data, NOTHING_STATED
from ..algebra.texts import quotient_text
from ..algebra.echelon import PRIME, Vector
from ..algebra.field import Element
from ..algebra.walk import Node
from ..checker import Alike
from ..checker.polynomials import Quotient, Work
from ..claims.kinds import restated

Matrix = dict[tuple[int, str], dict[str, str]]
"""(phase, Q_t) → Q_{t+1} → probability, as a text."""


def goal_of(goal: Data, statement: Data) -> SeekingGoal:
    """Return the goal that states this alone."""
    Work.begin(MAX_WORK)
    return SeekingGoal({**goal, **NOTHING_STATED, "proves": [restated(statement, goal["schemes"])]})


def derived_matrix(goal: Data, scheme: str, prior: str, region: Any) -> Matrix | None:
    """Return Pr(Q_{t+1} | t mod period, Q_t) after every history; None if it differs from history to history."""
    private = {"kind": "private", "region": region, "scheme": scheme}
    with as_not_found():
        stated = goal_of(goal, private)
        statement: Any = stated.statements["proves 0"]
        weights = {a: stated.model.entry(prior, [a]) for a in statement.sources}
        first = first_histories(statement, weights)
        return None if first is None else matrix_after(statement, weights, first)


def matrix_after(
    statement: Alike, weights: Mapping[str, Quotient], histories: Iterable[Letters]
) -> Matrix:
    """Return the law of the next query after each of these histories."""
    elements = RegionElements(statement, weights.values())
    walk = elements.walk(statement)
    prior = {a: elements.value(q) for a, q in weights.items()}

    @cache
    def follow(letters: Letters) -> tuple[Node, Vector[Element]]:
        if not letters:
            return walk.first, walk.start
        node, vector = follow(letters[:-1])
        return walk.after(node, letters[-1]), walk.step(node, vector)[letters[-1]]

    matrix: Matrix = {}
    for letters in histories:
        node, vector = follow(letters)
        law = walk.next_law(node, vector, prior) or {}
        texts = {query: quotient_text(elements.bridge.back(p)) for query, p in law.items()}
        matrix[node] = {query: texts.get(query, "0") for query in statement.scheme.queries}
    return matrix


def first_histories(statement: Alike, weights: Mapping[str, Quotient]) -> list[Letters] | None:
    """Return the first history of each node that has a probability, if by numbers the law of the next query is the same
    after all others."""
    point = generic_point(statement)
    if point is None:
        raise NotFound("", "no point was found")
    walk = point.walk(statement.scheme, statement.model)
    prior = {a: point.value(q) for a, q in weights.items()}
    laws: dict[Node, dict[str, int]] = {}
    first: list[Letters] = []
    for word in walk.words():
        total = walk.mass(word.vector, prior)
        after = walk.step(word.node, word.vector)
        if total and word.node not in laws:
            first.append(word.letters)
            laws[word.node] = walk.next_law(word.node, word.vector, prior) or {}
        law = laws.get(word.node, {})
        for query in statement.scheme.queries:
            if walk.mass(after.get(query, {}), prior) != total * law.get(query, 0) % PRIME:
                return None
    return first


def derivations(goal: Data) -> Iterator[tuple[str, str, str]]:
    """Yield (region, what, its value) for each matrix of a query chain and each least cost that a goal speaks of, found
    without what the goal says it is."""
    for statement in [*goal["proves"], *goal["beside"], *goal["corrects"]]:
        region = statement["region"]
        try:
            if statement["kind"] == "markov" and statement["matrix"] is not None:
                matrix = derived_matrix(goal, statement["scheme"], statement["prior"], region) or {}
                rows = [(query, tuple(row.items())) for (_, query), row in matrix.items()]
                for query, row in dict.fromkeys(rows):  # most chains have one matrix for all t
                    law = ", ".join(f"{after}: {value}" for after, value in row)
                    yield region, f"Pr(Q_{{t+1}} | Q_t = {query})", law
            elif statement["kind"] == "optimum" and not statement.get("table"):
                value = derived_value(goal, statement["prior"], statement["law"], region)
                yield region, "least download", value
        except NotFound:
            continue


def derived_value(goal: Data, prior: str, law: str, region: Any) -> str:
    """Return the least cost of the program, as a text."""
    optimum = {"kind": "optimum", "region": region, "prior": prior, "law": law, "value": "0"}
    with as_not_found():
        stated = goal_of(goal, optimum)
        statement: Any = stated.statements["proves 0"]
        program = program_of(statement, stated.seeker)
        return quotient_text(program.bridge().back(program.solved().value))
