"""Closed forms of the least download, for rows of numbers or of elements of a field.

A form (y_0; y_T) with y_T ≥ 0 and y_0 - Σ_{T ⊇ S} y_T ≤ |S| bounds every download: b ≥ y_0 - Σ y_T m(T). For two, three
and four sources finitely many forms are enough: b is their maximum, whatever the rows. For more sources the two
that always are forms bound it: b ≥ M = Σ_x max_a K_a(x) and b ≥ 2 - L, L = Σ_x min_a K_a(x).

The family P = λI + (1-λ)1πᵀ has b_t = 1 + (N-1)|λ|^t for every t.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import Any

from .plans import renamed
from .sets import Envelope, Masses, Rows, full, members
from ..algebra.field import Element
from ..errors import InputError

_HALF, _THIRD, _ONE = Fraction(1, 2), Fraction(1, 3), Fraction(1)

Matrix = Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Form:
    """b ≥ constant - Σ y_T m(T)."""

    constant: Fraction
    multipliers: Masses

    def at(self, envelope: Envelope) -> Fraction:
        return self.constant - sum((y * envelope.least[t] for t, y in self.multipliers), Fraction(0))

    def renamed(self, renaming: Sequence[int]) -> Form:
        return Form(self.constant, tuple(sorted((renamed(t, renaming), y) for t, y in self.multipliers)))


def points(size: int) -> Form:
    """b ≥ 2 - L."""
    return Form(Fraction(2), tuple((1 << x, _ONE) for x in range(size)))


def complements(size: int) -> Form:
    """b ≥ M."""
    return Form(Fraction(size), tuple(sorted((full(size) ^ 1 << x, _ONE) for x in range(size))))


def _equal(weight: Fraction, constant: Fraction | int, *sets: int) -> Form:
    return Form(Fraction(constant), tuple((t, weight) for t in sets))


_FOUR = (
    points(4),
    complements(4),
    _equal(_ONE, 3, 3, 5, 6, 9, 10, 12),
    _equal(_HALF, Fraction(5, 2), 3, 5, 6, 9, 10, 12),
    _equal(_ONE, 3, 3, 5, 9, 14),
    _equal(_HALF, 3, 1, 6, 7, 10, 11, 12, 13),
    _equal(_HALF, Fraction(5, 2), 1, 2, 4, 7, 9, 10, 12),
    Form(Fraction(8, 3), (*((t, _THIRD) for t in (1, 2, 5, 6, 7, 9, 10, 11)), (12, 2 * _THIRD))),
)
"""The classes of forms for four sources, up to renaming; the others are never greater than all of these."""


@lru_cache
def forms(size: int) -> tuple[Form, ...]:
    """Forms whose maximum is the least download, for two, three and four sources."""
    if size == 2:
        return (points(2),)
    if size == 3:
        return points(3), complements(3)
    if size == 4:
        found = dict.fromkeys(form.renamed(turn) for form in _FOUR for turn in permutations(range(4)))
        return tuple(found)
    raise InputError(f"a closed form is known for two, three and four sources, found {size}")


@dataclass(frozen=True)
class ClosedBound:
    """The least download as a maximum of forms, for rows with parameters."""

    sources: tuple[str, ...]
    rows: tuple[tuple[Element, ...], ...]
    forms: tuple[Form, ...]

    def least(self, chosen: int) -> tuple[Element, ...]:
        """The elements whose minimum is m(T), each once."""
        zero = self.rows[0][0].field.zero
        return tuple(dict.fromkeys(sum((row[x] for x in members(chosen)), zero) for row in self.rows))

    def __str__(self) -> str:
        texts = list(dict.fromkeys(self._form(form) for form in self.forms))
        return texts[0] if len(texts) == 1 else f"max({', '.join(texts)})"

    def _form(self, form: Form) -> str:
        if form in (points(len(self.sources)), complements(len(self.sources))):
            return self._greatest(form)
        field = self.rows[0][0].field
        fixed, text = field(form.constant), ""
        for t, y in form.multipliers:
            found = self.least(t)
            if len(found) == 1:
                fixed = fixed - y * found[0]
            else:
                text += f" - {'' if y == 1 else f'{y}*'}min({', '.join(map(str, found))})"
        return f"{fixed}{text}"

    def _greatest(self, form: Form) -> str:
        """M as a sum of maxima, 2 - L with minima."""
        field, size = self.rows[0][0].field, len(self.sources)
        of_points = form == points(size)
        fixed, text = field(2 if of_points else 0), ""
        for x in range(size):
            found = self.least(1 << x)
            if len(found) == 1:
                fixed = fixed - found[0] if of_points else fixed + found[0]
            else:
                text += f" {'- min' if of_points else '+ max'}({', '.join(map(str, found))})"
        if fixed.is_zero and text:
            return text.removeprefix(" + ")
        return f"{fixed}{text}"


def closed_bound(sources: tuple[str, ...], rows: Sequence[Sequence[Element]]) -> ClosedBound:
    """The least download with parameters, for up to four sources."""
    return ClosedBound(sources, tuple(map(tuple, rows)), forms(len(sources)))


# -- one family for every t -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Family:
    """P = λI + (1-λ)1πᵀ: b_t = 1 + (N-1)|λ|^t. `targets` are the numbers (1-λ)π_x."""

    size: int
    slope: Any
    targets: tuple[Any, ...]

    def text(self, time: object) -> str:
        """b_t for such a t."""
        return f"1 + {'' if self.size == 2 else f'{self.size - 1}*'}|{self.slope}|{'' if time == 1 else f'**{time}'}"

    def __str__(self) -> str:
        return self.text("t")


def family(matrix: Matrix) -> Family | None:
    """The chain as a member of the family; None where it is none. Entries are numbers or elements."""
    size = len(matrix)
    targets = []
    for x in range(size):
        column = [matrix[y][x] for y in range(size) if y != x]
        if any(entry != column[0] for entry in column):
            return None
        targets.append(column[0])
    slopes = [matrix[x][x] - targets[x] for x in range(size)]
    if any(slope != slopes[0] for slope in slopes):
        return None
    return Family(size, slopes[0], tuple(targets))


# -- past and future ---------------------------------------------------------------------------------------------------


def product(left: Matrix, right: Matrix) -> list[list[Any]]:
    return [[sum((a * right[k][j] for k, a in enumerate(row) if a != 0), row[0] * 0) for j in range(len(right[0]))]
            for row in left]


def power(matrix: Matrix, time: int) -> list[list[Any]]:
    """The matrix to a power that is at least 0."""
    one = matrix[0][0] * 0 + 1
    result = [[one if i == j else one * 0 for j in range(len(matrix))] for i in range(len(matrix))]
    base = [list(row) for row in matrix]
    while time:
        if time & 1:
            result = product(result, base)
        time >>= 1
        if time:
            base = product(base, base)
    return result


def between(matrix: Matrix, time: int, following: int) -> tuple[tuple[tuple[int, int], ...], Rows]:
    """The secrets (X_0, X_s), s = following, and the law of X_t given each of them, 0 < t < s.

    Secrets of probability zero are left out."""
    if not 0 < time < following:
        raise InputError(f"expected a time between 0 and the next ON time {following}, found {time}")
    before, after, whole = (power(matrix, n) for n in (time, following - time, following))
    size = len(matrix)
    secrets = tuple((a, b) for a in range(size) for b in range(size) if whole[a][b] != 0)
    rows = tuple(tuple(before[a][x] * after[x][b] / whole[a][b] for x in range(size)) for a, b in secrets)
    return secrets, rows


def with_window(matrix: Matrix, time: int, following: int, window: int) -> tuple[tuple[tuple[int, int], ...], Rows]:
    """The same where the requests up to t + window are known at t: then (X_0, X_{t+window}) has to be hidden.

    This needs an invertible chain as long as the next ON time is not inside the window."""
    if window < 1:
        raise InputError(f"expected a window of at least 1, found {window}")
    if time + window < following and rank(matrix) < len(matrix):
        raise InputError("with a window that ends before the next ON time the chain must be invertible")
    return between(matrix, time, min(following, time + window))


def rank(matrix: Matrix) -> int:
    rows = [list(row) for row in matrix]
    found = 0
    for column in range(len(rows[0]) if rows else 0):
        place = next((k for k in range(found, len(rows)) if rows[k][column] != 0), None)
        if place is None:
            continue
        rows[found], rows[place] = rows[place], rows[found]
        for k in range(found + 1, len(rows)):
            factor = rows[k][column] / rows[found][column]
            rows[k] = [a - factor * b for a, b in zip(rows[k], rows[found], strict=True)]
        found += 1
    return found
