"""Where an experiment does not hide, or not tell, what a statement says. The checker says whether it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from ..algebra.bridge import model_at
from ..checker.experiment import MAX_OUTCOMES, Experiment, Hides, OfExperiment, Tells
from ..checker.language import Model
from ..checker.polynomials import Invalid, Undefined, Work, is_constant
from ..checker.syntax import Index

Failure = dict[str, Any]


def of_experiment(statement: OfExperiment, point: Mapping[str, Fraction]) -> Iterator[Failure]:
    """What fails at a point."""
    here = model_at(statement.model, point)
    try:
        statement.experiment.lawful(here)
    except Undefined:
        return
    yield from (shows for _, shows in _compared(statement, here) if shows is not None)


def holds(statement: OfExperiment) -> bool | None:
    """Whether it is so, if its laws have no parameters: then there is nothing to find, and the checker sees it. Where
    nothing is compared the checker is to say so."""
    if not _numeric(statement):
        return None
    found = 0
    for count, shows in _compared(statement, statement.model):
        found += count
        if shows is not None:
            return False
    return True if found else None


def _numeric(statement: OfExperiment) -> bool:
    """Whether the laws of all draws are numbers."""
    rows: list[Any] = []
    statement.experiment.joint(statement.model, [], statement.region.vanishes, lambda row, _: rows.extend(row))
    return all(is_constant(chance.top) and not chance.bottom for chance in rows)


def _compared(statement: OfExperiment, model: Model) -> Iterator[tuple[int, Failure | None]]:
    """How many comparisons were made, and the first failure among them, again and again."""
    if isinstance(statement, Hides):
        yield from _of_hides(statement, model)
    elif isinstance(statement, Tells):
        seen: dict[tuple[Any, ...], dict[str, Any]] = {}
        for values in _weights(statement.experiment, model, statement.words):
            outcome = dict(zip(statement.words, values, strict=True))
            first = seen.setdefault(tuple(outcome[word] for word in statement.view), outcome)
            differs = any(first[word] != outcome[word] for word in statement.told)
            yield 1, {"one": first, "other": outcome} if differs else None


def _of_hides(statement: Hides, model: Model) -> Iterator[tuple[int, Failure | None]]:
    inputs, case, secret = len(statement.inputs), len(statement.inputs) + len(statement.knowing), len(statement.secret)
    cases: dict[Any, dict[Any, dict[Any, int]]] = {}
    for values, weight in _weights(statement.experiment, model, [
            *statement.inputs, *statement.knowing, *statement.secret, *statement.view]).items():
        if not statement.among or values[case:case + secret] in statement.among:
            laws = cases.setdefault(values[:case], {})
            laws.setdefault(values[case:case + secret], {})[values[case + secret:]] = weight
    for fixed, laws in cases.items():
        (one, base), *others = laws.items()
        whole = sum(base.values())
        for other, law in others:
            mass = sum(law.values())
            views = (v for v in {**base, **law} if base.get(v, 0) * mass != law.get(v, 0) * whole)
            differs = next(views, None)
            yield 1, None if differs is None else {
                "inputs": dict(zip(statement.inputs, fixed[:inputs], strict=True)),
                "knowing": dict(zip(statement.knowing, fixed[inputs:], strict=True)),
                "view": dict(zip(statement.view, differs, strict=True)),
                "one": dict(zip(statement.secret, one, strict=True)),
                "other": dict(zip(statement.secret, other, strict=True))}


def _weights(experiment: Experiment, model: Model, wanted: Sequence[str]) -> dict[tuple[Index, ...], int]:
    """The joint law of these variables where all chances are numbers, times a number: whole numbers are fast. What has
    no chance is left out."""
    passed, kept = experiment.made_of(wanted), list[str]()
    until = {each: i for i, word in enumerate(passed) for each in experiment.variables[word].given}
    until.update(dict.fromkeys(wanted, len(passed)))        # where each is needed last
    layer: dict[tuple[Index, ...], int] = {(): 1}
    for i, word in enumerate(passed):
        given = [kept.index(each) for each in experiment.variables[word].given]
        rows = {place: [(value, chance.top.get((), 0))
                        for value, chance in experiment.moves(model, word, place)]
                for place in {tuple([v[j] for j in given]) for v in layer}}
        if experiment.variables[word].formula is None:
            scale = lcm(*(p.denominator for row in rows.values() for _, p in row))
            rows = {place: [(value, int(scale * p)) for value, p in row if p] for place, row in rows.items()}
        kept.append(word)
        keep = [j for j, each in enumerate(kept) if until.get(each, 0) > i]
        found: dict[tuple[Index, ...], int] = {}
        for values, weight in layer.items():
            for value, chance in rows[tuple([values[j] for j in given])]:
                now = (*values, value)
                key = tuple([now[j] for j in keep])
                found[key] = found.get(key, 0) + weight * int(chance)
        if len(found) > MAX_OUTCOMES:
            raise Invalid(f"{experiment.name} has more than {MAX_OUTCOMES} outcomes", "work")
        Work.spend(sum(map(len, rows.values())) + len(layer))
        layer, kept = found, [kept[j] for j in keep]
    order = [kept.index(word) for word in wanted]
    return {tuple([values[j] for j in order]): weight for values, weight in layer.items()}
