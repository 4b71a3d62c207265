"""Where an experiment does not hide, or not tell, what a statement says. The checker says whether it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from .bridge import Hypotheses, points
from ..algebra.field import Point
from ..checker.experiment import Experiment
from ..checker.language import Model
from ..checker.polynomials import Invalid, Poly, Quotient, Undefined, constant, negative, plain
from ..checker.regions import cleared
from ..checker.secrecy import Hides, OfExperiment, Tells, spoken
from ..checker.statements import Statement
from ..errors import Pole, Undecidable

Failure = dict[str, Any]
FEW = 3
"""Relations that are false somewhere, and points for each, that are looked at."""


def at(model: Model, point: Mapping[str, Fraction]) -> Model:
    """The model at a point."""
    return model.at({name: Quotient(constant(plain(value))) for name, value in point.items()})


def of_experiment(statement: OfExperiment, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """What fails at a point."""
    here = at(statement.model, point)
    if unlawful(statement.experiment, here):
        yield {}
    elif isinstance(statement, Hides):
        yield from _of_hides(statement, here)
    elif isinstance(statement, Tells):
        yield from _of_tells(statement, here)


def unlawful(experiment: Experiment, model: Model) -> bool:
    """Whether a draw has no law in a model in which all is numbers."""
    try:
        experiment.lawful(model)
    except Undefined:
        return True
    return False


def _of_hides(statement: Hides, model: Model) -> Iterator[Failure]:
    inputs = len(statement.inputs)
    for (left, _, right), (fixed, one, other, view) in statement.compared(
            model, lambda q: not q.top, lambda q: bool(q.top)):
        if left.top != right.top:
            yield {"inputs": dict(zip(statement.inputs, fixed[:inputs], strict=True)),
                   "knowing": dict(zip(statement.knowing, fixed[inputs:], strict=True)),
                   "view": dict(zip(statement.view, view, strict=True)),
                   "one": dict(zip(statement.secret, one, strict=True)),
                   "other": dict(zip(statement.secret, other, strict=True))}


def _of_tells(statement: Tells, model: Model) -> Iterator[Failure]:
    seen: dict[tuple[Any, ...], dict[str, Any]] = {}
    for values in statement.experiment.joint(model, statement.words)[0]:
        outcome = dict(zip(statement.words, values, strict=True))
        first = seen.setdefault(tuple(outcome[word] for word in statement.view), outcome)
        if any(first[word] != outcome[word] for word in statement.told):
            yield {"one": first, "other": outcome}


def suspicious(statement: Statement, hypotheses: Hypotheses) -> Iterator[Point]:
    """Points where a chance is negative or chances do not sum to 1, and points where two laws differ."""
    wanted = dict.fromkeys(_gaps(statement))
    for key, sign in wanted:
        try:
            yield from islice(points(statement.model.names, [*hypotheses, (dict(key), sign)]), FEW)
        except (Undecidable, Pole):
            continue


def _gaps(statement: Statement) -> Iterator[tuple[Any, str]]:
    """What is > 0, or not 0, where something is wrong."""
    rows: list[Any] = []
    for experiment in spoken(statement):
        try:
            experiment.joint(statement.model, [], look=lambda _, row: rows.append(row))
        except (Invalid, Undefined):
            continue
    for row in rows:
        for chance in row:
            yield from _keyed(negative(chance.top), ">")
        yield from _keyed(cleared((sum(row, Quotient({})), "=", Quotient({(): 1})))[0].top, "!=")
    if isinstance(statement, Hides):
        compared = statement.compared(statement.model, lambda q: not q.top, lambda q: False)
        found = (cleared(relation)[0].top for relation, _ in compared)
        yield from islice((pair for p in found for pair in _keyed(p, "!=")), FEW)


def _keyed(p: Poly, sign: str) -> Iterator[tuple[Any, str]]:
    if any(p):
        yield tuple(sorted(p.items())), sign
