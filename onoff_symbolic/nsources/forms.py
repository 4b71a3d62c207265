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
from ..algebra.echelon import FRACTIONS, Echelon
from ..algebra.field import Element
from ..errors import InputError

HALF, THIRD, ONE = Fraction(1, 2), Fraction(1, 3), Fraction(1)

Matrix = Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Form:
    """b ≥ constant - Σ y_T m(T)."""

    constant: Fraction
    multipliers: Masses

    @classmethod
    def equal(cls, weight: Fraction, constant: Fraction | int, *sets: int) -> Form:
        """Return the form with the same multiplier for some sets."""
        return cls(Fraction(constant), tuple((top, weight) for top in sets))

    def at(self, envelope: Envelope) -> Fraction:
        """Return the bound where m is known."""
        return self.constant - sum(
            (y * envelope.least[top] for top, y in self.multipliers), Fraction(0)
        )

    def renamed(self, renaming: Sequence[int]) -> Form:
        """Return the form with the sources renamed."""
        return Form(
            self.constant,
            tuple(sorted((renamed(top, renaming), y) for top, y in self.multipliers)),
        )


def points(size: int) -> Form:
    """Return b ≥ 2 - L."""
    return Form.equal(ONE, 2, *(1 << x for x in range(size)))


def complements(size: int) -> Form:
    """Return b ≥ M."""
    return Form.equal(ONE, size, *sorted(full(size) ^ 1 << x for x in range(size)))


FOUR = (
    points(4),
    complements(4),
    Form.equal(ONE, 3, 3, 5, 6, 9, 10, 12),
    Form.equal(HALF, Fraction(5, 2), 3, 5, 6, 9, 10, 12),
    Form.equal(ONE, 3, 3, 5, 9, 14),
    Form.equal(HALF, 3, 1, 6, 7, 10, 11, 12, 13),
    Form.equal(HALF, Fraction(5, 2), 1, 2, 4, 7, 9, 10, 12),
    Form(
        Fraction(8, 3),
        (*((top, THIRD) for top in (1, 2, 5, 6, 7, 9, 10, 11)), (12, 2 * THIRD)),
    ),
)
"""The classes of forms for four sources, up to renaming; the others are never greater than all of these."""


CHAIN_FOUR = (FOUR[0], FOUR[1], *FOUR[4:7])
"""Those that are needed where the secret has four values: the others are never greater (the claim fourteen-forms)."""


@lru_cache
def forms(size: int, secrets: int = 0) -> tuple[Form, ...]:
    """Return forms whose maximum is the least download, for two, three and four sources; fewer for few secrets."""
    if size == 2:
        return (points(2),)
    if size == 3:
        return points(3), complements(3)
    if size == 4:
        return tuple(
            dict.fromkeys(
                form.renamed(turn)
                for form in (CHAIN_FOUR if 0 < secrets <= 4 else FOUR)
                for turn in permutations(range(4))
            )
        )
    raise InputError(
        f"a closed form is known for two, three and four sources, found {size}"
    )


def closed_bound(rows: Sequence[Sequence[Element]]) -> str:
    """Return the least download with parameters, for up to four sources: the largest of some forms."""
    texts = [*dict.fromkeys(_form_text(form, rows) for form in forms(len(rows[0]), len(rows)))]
    return texts[0] if len(texts) == 1 else f"max({', '.join(texts)})"


def _form_text(form: Form, rows: Sequence[Sequence[Element]]) -> str:
    """Return a form with minima; M as a sum of maxima."""
    size, field = len(rows[0]), rows[0][0].field
    if form == complements(size) != points(size):  # for two sources they are the same
        singles = tuple((1 << x, -ONE) for x in range(size))
        return _sum_text(field.zero, "max", singles, rows)
    return _sum_text(field(form.constant), "min", form.multipliers, rows)


def _sum_text(fixed: Element, word: str, multipliers: Masses, rows: Sequence[Sequence[Element]]) -> str:
    """Return fixed - Σ y_T times the least, or the greatest, of the probabilities of T."""
    text = ""
    for top, y in multipliers:
        chances = [*dict.fromkeys(sum((row[x] for x in members(top)), fixed.field.zero) for row in rows)]
        if len(chances) == 1:
            fixed = fixed - y * chances[0]
            continue
        sign = "-" if y > 0 else "+"
        factor = "" if abs(y) == 1 else f"{abs(y)}*"
        text += f" {sign} {factor}{word}({', '.join(map(str, chances))})"
    if fixed.is_zero and text.startswith(" + "):
        return text.removeprefix(" + ")
    return f"{fixed}{text}"


# -- one family for every t -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Family:
    """P = λI + (1-λ)1πᵀ: b_t = 1 + (N-1)|λ|^t. `targets` are the numbers (1-λ)π_x."""

    size: int
    slope: Any
    targets: tuple[Any, ...]

    def text(self, time: object) -> str:
        """Return b_t for such a t."""
        factor = "" if self.size == 2 else f"{self.size - 1}*"
        power = "" if time == 1 else f"**{time}"
        return f"1 + {factor}|{self.slope}|{power}"

    def __str__(self) -> str:
        return self.text("t")


def family(matrix: Matrix) -> Family | None:
    """Return the chain as a member of the family; None where it is none. Entries are numbers or elements."""
    size = len(matrix)
    targets = tuple(matrix[int(x == 0)][x] for x in range(size))
    slope = matrix[0][0] - targets[0]
    for y, row in enumerate(matrix):
        for x, entry in enumerate(row):
            if entry != (targets[x] + slope if x == y else targets[x]):
                return None
    return Family(size, slope, targets)


# -- past and future ---------------------------------------------------------------------------------------------------


def product(left: Matrix, right: Matrix) -> list[list[Any]]:
    """Return the product of two matrices."""
    columns = range(len(right[0]))
    return [
        [
            sum((a * right[k][j] for k, a in enumerate(row) if a != 0), row[0] * 0)
            for j in columns
        ]
        for row in left
    ]


def power(matrix: Matrix, time: int) -> list[list[Any]]:
    """Return the matrix to a power that is at least 0."""
    one = matrix[0][0] * 0 + 1
    result = [
        [one if i == j else one * 0 for j in range(len(matrix))]
        for i in range(len(matrix))
    ]
    base = [list(row) for row in matrix]
    while time:
        if time & 1:
            result = product(result, base)
        time >>= 1
        if time:
            base = product(base, base)
    return result


def between(
    matrix: Matrix, time: int, following: int, window: int | None = None
) -> tuple[tuple[tuple[int, int], ...], Rows]:
    """Return the secrets (X_0, X_s) of positive probability, and the law of X_t given each of them, 0 < t < s.

    s is the next ON time, or earlier the end of a window of requests that are known at t. Such a window needs an
    invertible chain."""
    last = following
    if window is not None:
        if window < 1:
            raise InputError(f"expected a window of at least 1, found {window}")
        last = min(following, time + window)
    if last < following and rank(matrix) < len(matrix):
        raise InputError(
            "with a window that ends before the next ON time the chain must be invertible"
        )
    if not 0 < time < last:
        raise InputError(
            f"expected a time between 0 and the next ON time {last}, found {time}"
        )
    before, after, whole = (power(matrix, n) for n in (time, last - time, last))
    sources = range(len(matrix))
    secrets = tuple((a, b) for a in sources for b in sources if whole[a][b] != 0)
    rows = tuple(
        tuple(before[a][x] * after[x][b] / whole[a][b] for x in sources)
        for a, b in secrets
    )
    return secrets, rows


def rank(matrix: Sequence[Sequence[Fraction]]) -> int:
    """Return the rank of a matrix."""
    echelon = Echelon(FRACTIONS)
    for row in matrix:
        echelon.add(dict(enumerate(row)))
    return len(echelon.rows)
