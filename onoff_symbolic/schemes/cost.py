"""The expected download of a scheme in messages, ℓ_t/L: at given t, and in closed form in t.

The closed form comes from the query chain. With P its matrix and π_0 = [Q_0 = everything], the law π_0 Pᵗ is
Σ w_i μ_iᵗ as soon as Σ w_i = π_0 and w_i P = μ_i w_i, which is checked exactly; the μ_i are the roots of the
minimal polynomial of π_0 under P, provided that they are distinct elements of the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from ..errors import OnoffError
from ..algebra.echelon import Echelon, Elements
from ..algebra.field import Element, Field
from ..algebra.walk import Node
from ..algebra.walk import State
from .histories import Prior
from .scheme import Scheme

MAX_QUERIES = 8
_ROOT = "z"

Row = tuple[Element, ...]
Entry = TypeVar("Entry", Element, str)


def cost_at(scheme: Scheme, prior: Prior, time: int) -> Element:
    """E[number of messages downloaded at t = time]."""
    return expected(scheme, scheme.state_law(time, prior))


def expected(scheme: Scheme, law: Mapping[State, Element]) -> Element:
    """E[number of messages downloaded] under a law of the states."""
    return sum((p * len(scheme.downloads[state[2]]) for state, p in law.items()), scheme.field.zero)


@dataclass(frozen=True)
class ClosedForm:
    """Σ coefficient · base**t for t ≥ 1, valid where no coefficient has a zero denominator."""

    terms: tuple[tuple[Element, Element], ...]

    def at(self, time: int) -> Element:
        return sum((c * base ** time for c, base in self.terms), self.terms[0][0].field.zero)

    def denominators(self) -> tuple[Element, ...]:
        """What must not be zero: the factors of all denominators."""
        found = [part.denominator for term in self.terms for part in term]
        return tuple(dict.fromkeys(f for d in found for f in d.factors()))

    def __str__(self) -> str:
        return self.written("t")

    def written(self, time: str) -> str:
        return " + ".join(self._term(c, base, time) for c, base in self.terms)

    @staticmethod
    def _term(coefficient: Element, base: Element, time: str) -> str:
        if base == 1:
            return str(coefficient) if coefficient.is_constant else f"({coefficient})"
        power = f"({base})" if time == "1" else f"({base})**{time}"
        if coefficient == 1:
            return power
        return f"{coefficient}*{power}" if coefficient.is_constant else f"({coefficient})*{power}"


def one_matrix(matrix: Mapping[Node, Mapping[str, Entry]]) -> dict[str, dict[str, Entry]] | None:
    """The matrix without its phase, if it is the same in every phase."""
    found: dict[str, dict[str, Entry]] = {}
    for (_, query), row in matrix.items():
        if found.setdefault(query, dict(row)) != dict(row):
            return None
    return found


def closed_form(scheme: Scheme, table: Mapping[str, Mapping[str, Element]]) -> ClosedForm | None:
    """The expected cost as a sum of powers, or None where the matrix of the query chain does not give one."""
    if len(table) > MAX_QUERIES:
        return None
    queries = [query for query in scheme.queries if query in table]
    rows = [tuple(table[q].get(r, scheme.field.zero) for r in queries) for q in queries]
    start = tuple(scheme.field(int(query == scheme.start)) for query in queries)
    roots = _roots(_minimal_polynomial(start, rows), scheme.field)
    if roots is None:
        return None
    terms = []
    total = [scheme.field.zero] * len(queries)
    for root in roots:
        part = _component(start, rows, root, roots)
        if _times(part, rows) != tuple(root * entry for entry in part):
            raise OnoffError("a component of the query law is not an eigenvector")
        total = [a + b for a, b in zip(total, part, strict=True)]
        weights = (p * len(scheme.downloads[q]) for p, q in zip(part, queries, strict=True))
        coefficient = sum(weights, scheme.field.zero)
        if not coefficient.is_zero and not root.is_zero:
            terms.append((coefficient, root))
    if tuple(total) != start:
        raise OnoffError("the components of the query law do not sum to it")
    if not terms:
        return None
    return ClosedForm(tuple(sorted(terms, key=lambda term: (term[1] != 1, str(term[1])))))


def _times(row: Row, matrix: Sequence[Row]) -> Row:
    zero = row[0].field.zero
    return tuple(
        sum((a * line[j] for a, line in zip(row, matrix, strict=True)), zero) for j in range(len(row))
    )


def _minimal_polynomial(start: Row, matrix: Sequence[Row]) -> list[Element]:
    """Return the coefficients, constant first, of the monic polynomial of least degree that kills `start`."""
    numbers, size = Elements(start[0].field), len(start)
    powers = Echelon(numbers, lambda key, e: numbers.rank(key, e) if key < size else None)
    vector = start
    for power in count():       # the coordinate size + k counts the k-th power
        counted = {**dict(enumerate(vector)), size + power: numbers.one}
        if powers.add(counted) is None:
            break
        vector = _times(vector, matrix)
    left = powers.remainder(counted)
    return [left.get(size + k, numbers.zero) for k in range(power + 1)]


def _roots(coefficients: list[Element], field: Field) -> list[Element] | None:
    """The roots in the field of a polynomial, if they are all there and distinct."""
    wide = Field((*field.names, _ROOT + "".join(field.names)))
    unknown = wide[wide.names[-1]]
    polynomial = sum((wide.embed(c) * unknown ** k for k, c in enumerate(coefficients)), wide.zero)
    roots = []
    for factor in polynomial.factors():
        constant = factor.substitute({wide.names[-1]: wide.zero})
        slope = factor.substitute({wide.names[-1]: wide.one}) - constant
        if factor == constant + slope * unknown and not slope.is_zero:
            roots.append(field.restrict(-constant / slope))
    return roots if len(roots) == len(coefficients) - 1 else None


def _component(start: Row, matrix: Sequence[Row], root: Element, roots: list[Element]) -> Row:
    """start · Π (P - μ)/(root - μ) over the other roots μ."""
    part = start
    for other in roots:
        if other != root:
            moved = _times(part, matrix)
            part = tuple((a - other * b) / (root - other) for a, b in zip(moved, part, strict=True))
    return part
