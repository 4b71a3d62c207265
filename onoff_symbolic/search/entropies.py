"""Statements about entropies: the steps of a proof by Shannon's inequalities, and laws that refute."""

from __future__ import annotations

from typing import Any

from .errors import NotFound
from .facts import Seeker
from ..checker.reader import Reader
from ..checker.polynomials import negative
from ..checker.regions import cleared
from ..checker.statements import Holds

_ANSWERS: dict[tuple[str, tuple[str, ...], bool], Any] = {}
"""What the prover said in this run: the same question is not asked twice."""


def speaks_of_entropies(statement: Holds) -> bool:
    reader = Reader(statement.text)
    return any(text in ("H", "I") and reader.tokens[i + 1][1] == "(" for i, (kind, text) in enumerate(reader.tokens)
               if kind == "name")


def _asked(text: str, given: list[str], search: bool) -> Any:
    from ..entropy.proof import prove  # costs time to import; most goals do without

    key = (text, tuple(given), search)
    if key not in _ANSWERS:
        _ANSWERS[key] = prove(text, given, search=search)
    return _ANSWERS[key]


def _premises(statement: Holds) -> dict[str, int]:
    """What is given about entropies, and which hypothesis of the region it is."""
    found: dict[str, int] = {}
    for i, (p, _, text) in enumerate(statement.region.hypotheses):
        if any(name.startswith("H(") for monomial in p for name in monomial) or "(" in text and text in statement.given:
            found[text] = i
    return found


def derive(statement: Holds, seeker: Seeker) -> None:
    """Steps that show the statement."""
    from ..entropy.proof import NoProof
    from .shannon import terms_of

    premises = _premises(statement)
    answer = _asked(statement.text, list(premises), False)
    if isinstance(answer, NoProof):
        raise NotFound(statement.name, "Shannon's inequalities do not imply it")
    (_, relation), = statement.model.relations([statement.text])
    p, numbers = cleared(relation)[0].top, list(premises.values())
    for derivation in answer.derivations:
        if statement.region.why(p, "=") is not None:
            return
        seeker.write(statement.region, p if derivation.sign > 0 else negative(p), terms_of(derivation, numbers))


def law(statement: Holds) -> dict[str, Any] | None:
    """A law under which what is given holds and the statement does not, as a failure shows it."""
    from ..entropy.proof import NoProof
    from .shannon import shown_by

    answer = _asked(statement.text, list(_premises(statement)), True)
    if not isinstance(answer, NoProof) or answer.witness is None:
        return None
    return shown_by(answer.witness)
