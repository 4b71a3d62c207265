"""The expected download of a scheme in messages, ℓ_t/L: at given t, and in closed form in t.

The closed form comes from the query chain: with P its matrix, the law of Q_t is that of Q_0 times P^t, so the cost is
Σ c_i μ_i^t for t ≥ 1, the μ_i being the roots of the minimal polynomial of the law of Q_0 under P, provided that they
are distinct elements of the field. It is a proposal: the search asks for a certificate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any, TypeVar

from ..algebra.echelon import Echelon, Elements
from ..algebra.field import Element, Field
from ..algebra.parametric import solve_square
from ..algebra.region import Hypothesis, Region
from ..algebra.walk import Node, State
from ..errors import Undecidable
from .histories import Prior, first_rows
from .scheme import Scheme

MAX_QUERIES = 8
TIMES = (1, 2, 3, 4)
_ROOT = "z"

Law = Mapping[str, Element]
"""Query → its probability."""
Matrix = Mapping[str, Law]
Entry = TypeVar("Entry", Element, str)


def with_prior(scheme: Scheme) -> tuple[Scheme, Prior]:
    """Return the scheme over a field with a generator for the probability of each source at t = 0 but the last."""
    names = [f"Pr(X_0={source})" for source in scheme.sources[:-1]]
    wide = Field((*scheme.field.names, *names), scheme.field.work)
    weights = [wide[name] for name in names]
    last = 1 - sum(weights, wide.zero)
    return scheme.over(wide), dict(zip(scheme.sources, (*weights, last), strict=True))


def cost_at(scheme: Scheme, prior: Prior, time: int) -> Element:
    """Return E[number of messages downloaded] at t = time."""
    return expected(scheme, next(islice(scheme.walk(prior).layers(), time, None)))


def expected(scheme: Scheme, law: Mapping[State, Element]) -> Element:
    """Return E[number of messages downloaded] under a law of the states."""
    return sum((p * len(scheme.downloads[state[2]]) for state, p in law.items()), scheme.field.zero)


# -- the closed form ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ClosedForm:
    """Σ coefficient · base**t for t ≥ 1, valid where no coefficient has a zero denominator."""

    terms: tuple[tuple[Element, Element], ...]

    def at(self, time: int) -> Element:
        """Return the value at t = time."""
        return sum((c * base**time for c, base in self.terms), self.terms[0][0].field.zero)

    def denominators(self) -> tuple[Element, ...]:
        """Return what must not be zero: the factors of all denominators."""
        found = [part.denominator for term in self.terms for part in term]
        return tuple(dict.fromkeys(f for d in found for f in d.factors()))

    def __str__(self) -> str:
        return self.written("t")

    def written(self, time: str) -> str:
        """Return the form with a time put in."""
        return " + ".join(self._term(c, base, time) for c, base in self.terms)

    @staticmethod
    def _term(coefficient: Element, base: Element, time: str) -> str:
        if base == 1:
            return str(coefficient) if coefficient.is_constant else f"({coefficient})"
        written = str(base)
        if not written.isalnum():
            written = f"({written})"
        power = written if time == "1" else f"{written}**{time}"
        if coefficient == 1:
            return power
        return f"{coefficient}*{power}" if coefficient.is_constant else f"({coefficient})*{power}"


def one_matrix(matrix: Mapping[Node, Mapping[str, Entry]]) -> dict[str, dict[str, Entry]] | None:
    """Return the matrix without its phase, if it is the same in every phase."""
    whole: dict[str, dict[str, Entry]] = {}
    for (_, query), row in matrix.items():
        if whole.setdefault(query, dict(row)) != dict(row):
            return None
    return whole


def closed_form(scheme: Scheme, matrix: Matrix) -> ClosedForm | None:
    """Return the expected cost as a sum of powers, or None where the matrix of the query chain does not give one."""
    if len(matrix) > MAX_QUERIES:
        return None
    roots = _roots(_minimal_polynomial(scheme, matrix), scheme.field)
    if roots is None:
        return None
    bases = [root for root in roots if not root.is_zero]
    times = range(1, len(bases) + 1)
    lines = [{i: base**time for i, base in enumerate(bases)} for time in times]
    solved = solve_square(lines, _costs(scheme, matrix, len(bases)))
    terms = [(solved[i], base) for i, base in enumerate(bases) if not solved[i].is_zero]
    return ClosedForm(tuple(sorted(terms, key=lambda term: (term[1] != 1, str(term[1])))))


def _costs(scheme: Scheme, matrix: Matrix, last: int) -> list[Element]:
    """Return the expected cost at t = 1, …, last as the matrix has it."""
    law: Law = {scheme.start: scheme.field.one}
    costs = []
    for _ in range(last):
        law = _next_law(law, matrix)
        costs.append(
            sum((p * len(scheme.downloads[query]) for query, p in law.items()), scheme.field.zero)
        )
    return costs


def _next_law(law: Law, matrix: Matrix) -> Law:
    """Return the law of the next query."""
    following: dict[str, Element] = {}
    for query, chance in law.items():
        for after, p in matrix.get(query, {}).items():
            following[after] = following.get(after, chance.field.zero) + chance * p
    return following


def _minimal_polynomial(scheme: Scheme, matrix: Matrix) -> list[Element]:
    """Return the coefficients, constant first, of the monic polynomial of least degree that kills the law of Q_0."""
    numbers = Elements(scheme.field)
    powers: Echelon[Element] = Echelon(
        numbers, lambda key, e: None if type(key) is int else numbers.rank(key, e)
    )
    law: Law = {scheme.start: numbers.one}
    for degree in count():  # the coordinate k counts the k-th power
        counted: dict[Any, Element] = {**law, degree: numbers.one}
        if powers.add(counted) is None:
            break
        law = _next_law(law, matrix)
    left = powers.remainder(counted)
    return [left.get(k, numbers.zero) for k in range(degree + 1)]


def _roots(coefficients: list[Element], field: Field) -> list[Element] | None:
    """Return the roots in the field of a polynomial, if they are all there and distinct."""
    wide = Field((*field.names, _ROOT + "".join(field.names)))
    unknown = wide[wide.names[-1]]
    polynomial = sum((wide.embed(c) * unknown**k for k, c in enumerate(coefficients)), wide.zero)
    roots = []
    for factor in polynomial.factors():
        constant = factor.substitute({wide.names[-1]: wide.zero})
        slope = factor.substitute({wide.names[-1]: wide.one}) - constant
        if factor == constant + slope * unknown and not slope.is_zero:
            roots.append(field.embed(-constant / slope))
    return roots if len(roots) == len(coefficients) - 1 else None


# -- a scheme followed in time -----------------------------------------------------------------------------


@dataclass(frozen=True)
class CostProfile:
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
        """Return where the closed form has a value."""
        return (
            ()
            if self.form is None
            else tuple(str(Hypothesis(d, "!=")) for d in self.form.denominators())
        )


def follow(scheme: Scheme, region: Region) -> CostProfile:
    """Return what the queries cost on a region: at some t for any law of X_0, in closed form for the uniform one.

    A search is given up where it takes too much work."""
    here = scheme.on(region)
    over, prior = with_prior(here)
    costs: dict[int, Element | None] = dict.fromkeys(TIMES)
    uniform: list[Element] = []
    form = None
    walk = here.walk()
    layers = {
        state[0]: replace(walk, start={state: one}).layers() for state, one in walk.start.items()
    }
    try:
        for time in range(max(TIMES) + 1):
            spent = {first: expected(here, next(laws)) for first, laws in layers.items()}
            if time in TIMES:
                uniform.append(sum(spent.values(), here.field.zero) / len(spent))
                given = [prior[first] * over.field.embed(cost) for first, cost in spent.items()]
                costs[time] = sum(given, over.field.zero)
        form = _form(here, uniform)
    except Undecidable:
        pass
    return CostProfile(costs, form)


def _form(scheme: Scheme, costs: Sequence[Element]) -> ClosedForm | None:
    """Return a closed form, if the law of the next query after the first history of each node gives these costs."""
    law = dict.fromkeys(scheme.sources, scheme.field.one / len(scheme.sources))
    matrix = one_matrix(first_rows(scheme, law))
    if matrix is None or _costs(scheme, matrix, len(costs)) != costs:
        return None
    return closed_form(scheme, matrix)
