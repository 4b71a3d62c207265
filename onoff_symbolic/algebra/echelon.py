"""One elimination, for every kind of number: residues, fractions, elements of a field.

Arithmetic    what a kind of number can do: `Residues` modulo a prime, `FRACTIONS`, `Elements` of a field
Echelon       a space of vectors by a reduced basis
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from .field import Element, Field

T = TypeVar("T")
Key = Any
"""A coordinate of a vector: hashable; where a rank is equal, keys are compared."""
Vector = Mapping[Key, T]
Rank = Callable[[Key, T], Any]
"""Of the coordinates of a vector the one with the least rank becomes its pivot; with rank None it is never one."""

PRIME = 2**61 - 1


class Arithmetic(Generic[T]):
    """Numbers that have + and *, such as fractions."""

    def __init__(self, zero: T, one: T) -> None:
        self.zero, self.one = zero, one

    def is_zero(self, a: Any) -> bool:
        return bool(a == self.zero)

    def inverse(self, a: Any) -> T:
        found: T = self.one / a
        return found

    def times(self, a: Any, b: Any) -> T:
        found: T = a * b
        return found

    def add_product(self, total: Any, a: Any, b: Any) -> T:
        """Return total + a*b."""
        found: T = a * b if total is self.zero else total + a * b
        return found

    def subtract_product(self, total: Any, a: Any, b: Any) -> T:
        """Return total - a*b."""
        found: T = -(a * b) if total is self.zero else total - a * b
        return found

    def rank(self, key: Key, value: T) -> Any:
        """Return the usual rank of a coordinate as pivot: the first one is taken."""
        return 0


FRACTIONS = Arithmetic(Fraction(0), Fraction(1))


class Elements(Arithmetic[Element]):
    """Elements of a field; pivots are short."""

    def __init__(self, field: Field) -> None:
        super().__init__(field.zero, field.one)
        self.field = field

    def is_zero(self, a: Element) -> bool:
        return a.is_zero

    def inverse(self, a: Element) -> Element:
        return a.inverse()

    def rank(self, key: Key, value: Element) -> Any:
        return value.size, key


class Residues(Arithmetic[int]):
    """Integers modulo a prime: fast, and what differs modulo a prime differs."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def is_zero(self, a: int) -> bool:
        return not a

    def inverse(self, a: int) -> int:
        return pow(a, -1, PRIME)

    def times(self, a: int, b: int) -> int:
        return a * b % PRIME

    def add_product(self, total: int, a: int, b: int) -> int:
        return (total + a * b) % PRIME

    def subtract_product(self, total: int, a: int, b: int) -> int:
        return (total - a * b) % PRIME


class Echelon(Generic[T]):
    """A space of vectors by a basis in which each row has a pivot: 1 in its own row, 0 in all others.

    A coordinate of its own for each vector that is added, which is never a pivot, shows how a vector inside is made of
    those before."""

    def __init__(self, numbers: Arithmetic[T], rank: Rank[T] | None = None) -> None:
        self.numbers = numbers
        self.rank = rank or numbers.rank
        self.rows: dict[Key, dict[Key, T]] = {}

    def remainder(self, vector: Vector[T]) -> dict[Key, T]:
        """Return what is left of a vector when each pivot is cleared by its row."""
        left = {key: value for key, value in vector.items() if not self.numbers.is_zero(value)}
        for pivot, row in self.rows.items():
            if pivot in left:
                self._subtract(left, left[pivot], row)
        return left

    def add(self, vector: Vector[T]) -> dict[Key, T] | None:
        """Add a vector to the space; return its new direction, or None if it was inside already."""
        left = self.remainder(vector)
        ranks = {key: self.rank(key, value) for key, value in left.items()}
        able = [key for key in left if ranks[key] is not None]
        if not able:
            return None
        pivot = min(able, key=ranks.__getitem__)
        scale = self.numbers.inverse(left[pivot])
        row = {key: self.numbers.times(value, scale) for key, value in left.items()}
        for other in self.rows.values():
            if pivot in other:
                self._subtract(other, other[pivot], row)
        self.rows[pivot] = row
        return dict(row)

    def _subtract(self, left: dict[Key, T], factor: T, row: Vector[T]) -> None:
        """Subtract a multiple of a row; what becomes zero is left out."""
        for key, value in row.items():
            rest = self.numbers.subtract_product(left.get(key, self.numbers.zero), factor, value)
            if self.numbers.is_zero(rest):
                left.pop(key, None)
            else:
                left[key] = rest
