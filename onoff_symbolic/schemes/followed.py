"""The queries of a scheme followed in time: their chain and what they cost, for any law of X_0."""

from __future__ import annotations

from dataclasses import dataclass

from ..algebra.field import Element, Field
from ..algebra.region import Hypothesis, Region
from ..errors import Undecidable
from .cost import ClosedForm, closed_form, cost_at
from .histories import Different, Histories, Prior, query_chain, reach
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

    def written(self) -> tuple[tuple[int, str | None], ...]:
        """The cost at each t, as a sum of powers where that is the same element."""
        return tuple((t, None if cost is None else self._text(t, cost)) for t, cost in self.costs.items())

    def _text(self, time: int, cost: Element) -> str:
        same = self.form is not None and str(self.form.at(time)) == str(cost)
        return self.form.written(str(time)) if self.form is not None and same else str(cost)

    def conditions(self) -> tuple[str, ...]:
        """Where the closed form has a value."""
        return () if self.form is None else tuple(str(Hypothesis(d, "!=")) for d in self.form.denominators())


def follow(scheme: Scheme, region: Region) -> Followed:
    """What the queries cost on a region: at some t for any law of X_0, in closed form for the uniform one. A search is
    given up where it takes too much work."""
    here = scheme.on(region)
    wide, prior = with_prior(here)
    costs: dict[int, Element | None] = {}
    for time in TIMES:
        try:
            costs[time] = cost_at(wide, prior, time)
        except Undecidable:
            costs[time] = None
    try:
        law = dict.fromkeys(here.sources, here.field.one / len(here.sources))
        chain = query_chain(here, reach(Histories(here)), law)
        form = None if isinstance(chain, Different) or chain.matrix is None else closed_form(here, chain.matrix)
    except Undecidable:
        form = None
    return Followed(costs, form)
