"""Where an experiment does not hide, or not tell, what a statement says. The checker says whether it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from ..algebra.bridge import model_at
from ..checker import Model
from ..checker.extensions.experiments import Hides, Tells
from ..checker.polynomials import Invalid, Undefined, Work
from ..checker.syntax import Index

Failure = dict[str, Any]
Outcome = tuple[Index, ...]
Law = dict[Outcome, int]
"""Outcome → its probability times a number: whole numbers are fast."""


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
    for values in joint_law(statement.experiment, model, statement.words):
        outcome = dict(zip(statement.words, values, strict=True))
        view = tuple(outcome[word] for word in statement.view)
        first = first_with.setdefault(view, outcome)
        if any(first[word] != outcome[word] for word in statement.revealed):
            yield {"one": first, "other": outcome}


def not_hidden(statement: Hides, model: Model) -> Iterator[Failure]:
    """Yield a view that has different probabilities given two secrets."""
    inputs, known, hidden = len(statement.inputs), len(statement.knowing), len(statement.secret)
    words = [*statement.inputs, *statement.knowing, *statement.secret, *statement.view]
    laws_in_case: dict[Outcome, dict[Outcome, Law]] = {}
    for values, weight in joint_law(statement.experiment, model, words).items():
        case, rest = values[: inputs + known], values[inputs + known:]
        secret, view = rest[:hidden], rest[hidden:]
        if not statement.among or secret in statement.among:
            laws_in_case.setdefault(case, {}).setdefault(secret, {})[view] = weight
    for case, laws in laws_in_case.items():
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
    scale, other_scale = sum(one.values()), sum(other.values())
    for outcome in {**one, **other}:
        if one.get(outcome, 0) * other_scale != other.get(outcome, 0) * scale:
            return outcome
    return None


def joint_law(experiment: Any, model: Model, wanted: Sequence[str]) -> Law:
    """Return the joint law of variables where all chances are numbers, without outcomes that have none."""
    order = experiment.made_of(wanted)
    last_use = {
        given: i for i, word in enumerate(order) for given in experiment.variables[word].given
    }
    last_use.update(dict.fromkeys(wanted, len(order)))
    law: Law = {(): 1}
    kept = list[str]()
    for i, word in enumerate(order):
        drawn = draw(experiment, model, word, law, kept)
        kept.append(word)
        places = [j for j, each in enumerate(kept) if last_use.get(each, 0) > i]
        law = marginal(drawn, places)
        if len(law) > experiment.MAX_OUTCOMES:
            raise Invalid(
                f"{experiment.name} has more than {experiment.MAX_OUTCOMES} outcomes", "work"
            )
        kept = [kept[j] for j in places]
    return marginal(law, [kept.index(word) for word in wanted])


def draw(experiment: Any, model: Model, word: str, law: Law, kept: Sequence[str]) -> Law:
    """Return the law with one more variable, the last."""
    places = [kept.index(given) for given in experiment.variables[word].given]
    given_values = {tuple(values[j] for j in places) for values in law}
    rows = {
        given: [
            (value, Fraction(chance.top.get((), 0)))
            for value, chance in experiment.moves(model, word, given)
        ]
        for given in given_values
    }
    if experiment.variables[word].formula is None:
        scale = lcm(*(p.denominator for row in rows.values() for _, p in row))
        rows = {given: [(value, scale * p) for value, p in row if p] for given, row in rows.items()}
    Work.spend(sum(map(len, rows.values())) + len(law))
    return {
        (*values, value): weight * int(chance)
        for values, weight in law.items()
        for value, chance in rows[tuple(values[j] for j in places)]
    }


def marginal(law: Law, places: Sequence[int]) -> Law:
    """Return the law of the variables in these places."""
    summed: Law = {}
    for values, weight in law.items():
        key = tuple(values[j] for j in places)
        summed[key] = summed.get(key, 0) + weight
    return summed
