"""Statements about entropies: the steps of a proof by Shannon's inequalities, and laws that refute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import named
from .errors import NotFound
from .facts import Seeker
from .named import is_entropy
from ..checker import Holds
from ..checker.polynomials import negative
from ..checker.syntax import Measure, nodes, parse
from ..errors import InputError, Undecidable

_ANSWERS: dict[tuple[str, tuple[str, ...], bool], Any] = {}
"""What the prover said in this run: the same question is not asked twice."""


def speaks_of_entropies(statement: Holds) -> bool:
    """Whether entropies stand in its text, or in what is given."""
    return stands_in_text(statement) or any(is_entropy(n) for p, _, _ in statement.region.hypotheses
                                            for m in p for n in m)


def stands_in_text(statement: Holds) -> bool:
    return any(isinstance(node, Measure) for node in nodes(parse(statement.text)))


def _asked(goal: Any, given: Sequence[Any], search: bool) -> Any:
    """The answer of the prover; statements are texts, or what these say."""
    from ..entropy.proof import prove  # costs time to import; most goals do without

    key = (str(goal), tuple(map(str, given)), search)
    if key not in _ANSWERS:
        try:
            _ANSWERS[key] = prove(goal, given, search=search, explain=False)
        except (InputError, Undecidable) as reason:     # strict relations, or too many variables
            raise NotFound("", str(reason).splitlines()[0]) from None
    return _ANSWERS[key]


def _premises(statement: Holds) -> dict[str, int]:
    """What is given about entropies, and which hypothesis of the region it is. The prover has no words for > and !=:
    these are left out, and the checker looks whether they hold under a law that is found."""
    hypotheses = statement.region.hypotheses
    strict = {text for _, sign, text in hypotheses if sign in (">", "!=")}
    given = statement.value.get("given", ())
    return {text: i for i, (p, _, text) in enumerate(hypotheses) if text not in strict and (
        any(is_entropy(name) for monomial in p for name in monomial) or "(" in text and text in given)}


def derive(statement: Holds, seeker: Seeker) -> None:
    """Steps that show the statement."""
    from ..entropy.proof import NoProof
    from .shannon import terms_of

    if mixed(statement):
        try:
            named.derive(statement, seeker, _asked)
        except NotFound:
            if stands_in_text(statement):
                raise       # else it may follow from what is said of names alone
        return
    premises = _premises(statement)
    answer = _asked(statement.text, list(premises), False)
    if isinstance(answer, NoProof):
        raise NotFound(statement.name, "Shannon's inequalities do not imply it")
    (_, relation), = statement.model.relations([statement.text])
    p, numbers = relation[0].top, list(premises.values())
    for derivation in answer.derivations:
        if statement.region.why(p, "=") is not None:
            return
        seeker.write(statement.region, p if derivation.sign > 0 else negative(p), terms_of(derivation, numbers))


def mixed(statement: Holds) -> bool:
    """Whether numbers or names stand beside entropies, or more than one relation is stated."""
    polys = [gap.top for _, (gap, _) in statement.model.relations([statement.text])]
    polys += [p for p, _, _ in statement.region.hypotheses if any(is_entropy(n) for m in p for n in m)]
    several = len(statement.model.relation(statement.text).signs) > 1
    return several or any(len(m) != 1 or not is_entropy(m[0]) for p in polys for m in p)


def constants(statement: Holds) -> dict[str, Any]:
    """The law under which every random variable that is spoken of is constant."""
    polys = [gap.top for _, (gap, _) in statement.model.relations([statement.text])]
    polys += [p for p, _, _ in statement.region.hypotheses]
    spoken = [n[2:-1].split(",") for p in polys for m in p for n in m if is_entropy(n)]
    names = [*dict.fromkeys(name for each in spoken for name in each)]
    return {"variables": names, "atoms": [[["0"] * len(names), "1"]]}


def law(statement: Holds) -> tuple[dict[str, str], dict[str, Any]] | None:
    """Values of names, and a law under which what is given holds and the statement does not, as a failure shows it."""
    from ..entropy.proof import NoProof
    from .shannon import shown_by

    if mixed(statement):
        return named.law(statement, _asked)
    answer = _asked(statement.text, list(_premises(statement)), True)
    if not isinstance(answer, NoProof) or answer.witness is None:
        return None
    return {}, shown_by(answer.witness)
