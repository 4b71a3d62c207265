"""Where an experiment does not hide, or not tell, what a statement says. The checker says whether it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ..algebra.bridge import model_at
from ..checker import Model
from ..checker.extensions.experiments import Hides, Tells
from ..checker.polynomials import ZERO, Quotient, Undefined, sum_quotients
from ..checker.syntax import Index

Failure = dict[str, Any]
Outcome = tuple[Index, ...]
Law = Mapping[Outcome, Quotient]


def of_experiment(statement: Hides | Tells, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """Yield what fails at a point."""
    here = model_at(statement.model, point)
    try:
        statement.experiment.lawful(here)
    except Undefined:
        return
    if isinstance(statement, Hides):
        yield from not_hidden(statement, here)
    elif isinstance(statement, Tells):
        yield from not_told(statement, here)


def not_told(statement: Tells, model: Model) -> Iterator[Failure]:
    """Yield two outcomes with one view, of which the statement says that it tells them apart."""
    first_with: dict[Outcome, dict[str, Index]] = {}
    joint, _ = statement.experiment.joint(model, statement.words)
    for values in joint:
        outcome = dict(zip(statement.words, values, strict=True))
        view = tuple(outcome[word] for word in statement.view)
        first = first_with.setdefault(view, outcome)
        if any(first[word] != outcome[word] for word in statement.revealed):
            yield {"one": first, "other": outcome}


def not_hidden(statement: Hides, model: Model) -> Iterator[Failure]:
    """Yield a view that has different probabilities given two secrets."""
    inputs = len(statement.inputs)
    for case, laws in statement.laws(model, lambda q: not q.top).items():
        (one, base), *others = laws.items()
        for other, law in others:
            differs = unlike(base, law)
            if differs is not None:
                yield {
                    "inputs": dict(zip(statement.inputs, case[:inputs], strict=True)),
                    "knowing": dict(zip(statement.knowing, case[inputs:], strict=True)),
                    "view": dict(zip(statement.view, differs, strict=True)),
                    "one": dict(zip(statement.secret, one, strict=True)),
                    "other": dict(zip(statement.secret, other, strict=True)),
                }


def unlike(one: Law, other: Law) -> Outcome | None:
    """Return an outcome with another probability in the other law; None if there is none."""
    ratio = sum_quotients(one.values()) / sum_quotients(other.values())
    for outcome in {**one, **other}:
        if (one.get(outcome, ZERO) - other.get(outcome, ZERO) * ratio).top:
            return outcome
    return None
