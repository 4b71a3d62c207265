"""The queries of a scheme followed in time: their chain and what they cost, for any law of X_0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..algebra.field import Element, Field
from ..algebra.region import Hypothesis, Region
from ..errors import Undecidable
from .cost import ClosedForm, closed_form, expected, one_matrix
from .histories import Prior, first_rows
from .scheme import Scheme

TIMES = (1, 2, 3, 4)


def with_prior(scheme: Scheme) -> tuple[Scheme, Prior]:
    """The scheme over a field that has a generator for the probability of each source at t = 0 but the last."""
    names = [f"Pr(X_0={source})" for source in scheme.sources[:-1]]
    wide = Field((*scheme.field.names, *names), scheme.field.work)
    weights = [wide[name] for name in names]
    last = 1 - sum(weights, wide.zero)
    return scheme.over(wide), dict(zip(scheme.sources, (*weights, last), strict=True))


@dataclass(frozen=True)
class Followed:
    """The cost at some t, None where it took too much work; and in closed form, where one was found."""

    costs: dict[int, Element | None]
    form: ClosedForm | None

    def written(self, certified: bool) -> tuple[tuple[int, str | None], ...]:
        """Return the cost at each t: read off the closed form where that is certified, or is the same element."""
        return tuple((t, self._text(t, cost, certified)) for t, cost in self.costs.items())

    def _text(self, time: int, cost: Element | None, certified: bool) -> str | None:
        if self.form is not None and (certified or str(self.form.at(time)) == str(cost)):
            return self.form.written(str(time))
        return None if cost is None else str(cost)

    def conditions(self) -> tuple[str, ...]:
        """Where the closed form has a value."""
        return () if self.form is None else tuple(str(Hypothesis(d, "!=")) for d in self.form.denominators())


def follow(scheme: Scheme, region: Region) -> Followed:
    """What the queries cost on a region: at some t for any law of X_0, in closed form for the uniform one. A search is
    given up where it takes too much work."""
    here = scheme.on(region)
    over, prior = with_prior(here)
    wide = over.field
    costs: dict[int, Element | None] = dict.fromkeys(TIMES)
    uniform: list[Element] = []
    form = None
    laws = {a: here.walk_from({a: here.field.one}).layers() for a in here.sources}
    try:
        for time in range(max(TIMES) + 1):
            spent = {a: expected(here, next(layers)) for a, layers in laws.items()}
            if time not in TIMES:
                continue
            uniform.append(sum(spent.values(), here.field.zero) / len(spent))
            costs[time] = sum((prior[a] * wide.embed(cost) for a, cost in spent.items()), wide.zero)
        form = _form(here, uniform)
    except Undecidable:
        pass
    return Followed(costs, form)


def _form(scheme: Scheme, costs: Sequence[Element]) -> ClosedForm | None:
    """A closed form, if the law of the next query after the first history of each node gives these costs."""
    law = dict.fromkeys(scheme.sources, scheme.field.one / len(scheme.sources))
    matrix = one_matrix(first_rows(scheme, law))
    if matrix is None:
        return None
    chances = {scheme.start: scheme.field.one}
    for cost in costs:
        after: dict[str, Element] = {}
        for query, chance in chances.items():
            for sent, p in matrix.get(query, {}).items():
                after[sent] = after.get(sent, scheme.field.zero) + chance * p
        chances = after
        if sum((p * len(scheme.downloads[query]) for query, p in chances.items()), scheme.field.zero) != cost:
            return None
    return closed_form(scheme, matrix)
