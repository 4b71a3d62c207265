"""The certificate of a statement about entropies: written from the answer of the prover, and read again to be shown.

It needs no algebra.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .errors import MAX_WORK
from .write import EVERYWHERE, empty_goal, written
from ..algebra.texts import relation_text
from ..checker import Certificate, Goal
from ..checker.polynomials import Poly, Work, negative
from ..entropy.grammar import Statement, parse, total
from ..entropy.proof import NoProof, Proof
from ..entropy.steps import Derivation
from ..entropy.witness import Witness


def entropy_goal(text: str, given: Sequence[str], fails: bool = False) -> dict[str, Any]:
    """State that the statement follows from what is given; or that it does not."""
    statement: dict[str, Any] = {"kind": "holds", "region": EVERYWHERE, "text": text}
    if given:
        statement["given"] = list(given)
    goal = empty_goal("entropy", "a statement about entropies")
    if fails:
        return {**goal, "verdict": "refuted", "fails": [{"statement": statement, "violates": ""}]}
    return {**goal, "proves": [statement]}


def terms_of(derivation: Derivation, numbers: Sequence[int]) -> list[list[Any]]:
    """Return a derivation as the terms of a step; `numbers` are the places of what is given among the hypotheses."""
    terms: list[list[Any]] = [
        [str(t.coefficient), str(t.measure).replace(" ", "")] for t in derivation.measures
    ]
    return terms + [[str(multiplier), numbers[i]] for multiplier, i in derivation.hypotheses]


def shown_by(law: Witness) -> dict[str, Any]:
    """Return a law as a failure shows it."""
    return {
        "variables": list(law.names),
        "atoms": [[list(map(str, atom)), str(p)] for atom, p in law.atoms],
    }


def entropy_certificate(answer: Proof | NoProof) -> str:
    """Return what the checker is to judge; "" where the prover found neither a proof nor a counterexample."""
    given = [str(each) for each in answer.given]
    law = answer.witness if isinstance(answer, NoProof) else None
    if isinstance(answer, NoProof) and law is None:
        return ""
    goal = entropy_goal(str(answer.goal), given, law is not None)
    failures = [] if law is None else [{"at": {}, "choice": {}, **shown_by(law)}]
    facts = _facts(goal, answer) if isinstance(answer, Proof) else []
    points: dict[str, Any] = {} if law is not None else {"proves 0" if given else EVERYWHERE: {}}
    return written(
        {
            "format": "onoff-certificate",
            "version": Certificate.VERSION,
            "goal": goal,
            "points": points,
            "invariants": {},
            "values": {},
            "facts": facts,
            "failures": failures,
        }
    )


def _facts(goal: dict[str, Any], proof: Proof) -> list[dict[str, Any]]:
    """Return one step for each direction; none for an identity, which the checker sees by itself."""
    Work.begin(MAX_WORK)
    statement = Goal(goal).statements["proves 0"]
    region = statement.region

    def read(text: str) -> Poly:
        ((_, relation),) = statement.model.relations([text])
        return relation[0].top

    def vanishes(cited: str | int) -> bool:
        """Return whether the region says so without a step; a sum of such terms is an equation."""
        p = region.hypotheses[cited][0] if isinstance(cited, int) else read(f"{cited} = 0")
        return region.why(p, "=") is not None

    form, facts = read(str(proof.goal)), list[dict[str, Any]]()
    for derivation in proof.derivations if form else ():
        terms = terms_of(derivation, range(len(proof.given)))
        sign = "=" if all(vanishes(cited) for _, cited in terms) else ">="
        shown = form if derivation.sign > 0 else negative(form)
        region.learn(shown, sign, (f"f{len(facts)}",))
        facts.append({"on": region.name, "says": relation_text(shown, sign), "terms": terms})
    return facts


def shown_in(certificate: str) -> Proof | Witness:
    """Return what a certificate made here shows: a proof, or a law that refutes."""
    data = json.loads(certificate)
    if data["failures"]:
        (shown,) = data["failures"]
        return Witness(
            tuple(shown["variables"]),
            tuple(
                (tuple(map(int, values)), Fraction(probability))
                for values, probability in shown["atoms"]
            ),
        )
    (statement,) = data["goal"]["proves"]
    goal, given = parse(statement["text"]), tuple(map(parse, statement.get("given", ())))
    derivations = tuple(_derivation(fact["terms"], goal, given) for fact in data["facts"])
    return Proof(goal, given, derivations or (Derivation(1, (), ()),))


def _derivation(
    terms: Sequence[tuple[str, str | int]], goal: Statement, given: Sequence[Statement]
) -> Derivation:
    """Return the derivation with the terms of a step."""
    cited = [
        (Fraction(multiplier), number) for multiplier, number in terms if isinstance(number, int)
    ]
    measures = [
        term
        for weight, text in terms
        if isinstance(text, str)
        for term in parse(f"{weight}*{text} >= 0").left
    ]
    form = total(
        [
            *((term.coefficient, term.measure.form()) for term in measures),
            *((multiplier, given[number].form()) for multiplier, number in cited),
        ]
    )
    return Derivation(1 if form == goal.form() else -1, tuple(measures), tuple(cited))
