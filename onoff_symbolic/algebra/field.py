"""The field ℚ(x_1, …, x_n): canonical elements, so that == decides equality.

An element is a pair of polynomials with integer coefficients, coprime over ℤ, whose denominator has a
positive coefficient at its smallest monomial. That form is unique, therefore two elements are equal as
rational functions if and only if their pairs are. The polynomials are sympy's (`sympy.polys.rings`), the
generators are sympy symbols; sympy's own fraction field is not used because it takes floats silently and
lets elements of two fields compare unequal without an error.

Glossary
    Value   what arithmetic accepts besides elements: int or Fraction, never float or bool
    Point   an exact value for each generator that matters
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Union, final

from sympy import Expr, Symbol
from sympy.polys.domains import ZZ
from sympy.polys.orderings import grlex, lex
from sympy.polys.polyerrors import HeuristicGCDFailed
from sympy.polys.rings import PolyRing

from . import work
from .texts import signed_sum, term_text
from ..errors import Inexact, Pole, Undecidable

Point = Mapping[str, Fraction]
Value = Union["Element", int, Fraction]
Monomial = tuple[int, ...]


class Field:
    """ℚ(names). Calling the field is the only way in: `F(3)`, `F(Fraction(1, 5))`, `F(element)`.

    What its elements cost is counted by `work`; fields may share a meter."""

    def __init__(self, names: Iterable[str] = (), meter: work.Work | None = None) -> None:
        self.names = tuple(names)
        self.work = work.Work() if meter is None else meter
        if len(set(self.names)) != len(self.names):
            raise Inexact(f"a field needs distinct generators, found {', '.join(self.names)}")
        # Any order will do; sympy divides faster in this one.
        self._ring: Any = PolyRing([Symbol(name) for name in self.names], ZZ, lex)
        self._one: Any = self._ring.one
        self.zero = Element(self, self._ring.zero, self._one)
        self.one = Element(self, self._one, self._one)
        self._generators = {
            name: Element(self, generator, self._one)
            for name, generator in zip(self.names, self._ring.gens, strict=True)
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and self.names == other.names

    def __hash__(self) -> int:
        return hash(self.names)

    def __repr__(self) -> str:
        return f"Field({', '.join(self.names)})"

    def __getitem__(self, name: str) -> Element:
        """Return the generator of that name."""
        return self._generators[name]

    def __call__(self, value: Value) -> Element:
        """Return an exact value as an element; refuse all that is neither exact nor of this field."""
        if isinstance(value, Element):
            if value.field is self or value.field == self:
                return value
            raise Inexact(f"an element of {value.field} is not an element of {self}")
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
            raise Inexact(
                f"expected an int, a Fraction or an element, found {type(value).__name__}"
            )
        return self._signed(self._ring(value.numerator), self._ring(value.denominator))

    def polynomial(self, terms: Mapping[Monomial, int]) -> Element:
        """Return the polynomial with these integer coefficients."""
        return Element(
            self, self._ring.from_dict({m: ZZ(c) for m, c in terms.items() if c}), self._one
        )

    def embed(self, element: Element) -> Element:
        """Return an element of another field in this one, which has all generators that occur."""
        if not {*element.names()} <= {*self.names}:
            raise Inexact(f"{element} is not an element of {self}")
        return self._signed(
            self._moved(element.field, element._numer), self._moved(element.field, element._denom)
        )

    def _moved(self, field: Field, polynomial: Any) -> Any:
        """Return a polynomial of another field in this ring."""
        moved = {}
        for monomial, coefficient in polynomial.items():
            exponents = dict(zip(field.names, monomial, strict=True))
            moved[tuple(exponents.get(name, 0) for name in self.names)] = coefficient
        return self._ring.from_dict(moved)

    def _signed(self, numer: Any, denom: Any) -> Element:
        """Return numer/denom in canonical form. Both are coprime polynomials of the ring; denom is not zero."""
        self.work.spend(work.SMALL)
        if not numer:
            return self.zero
        if denom == self._one:
            return Element(self, numer, self._one)
        if denom[min(denom, key=grlex)] < 0:
            return Element(self, -numer, -denom)
        return Element(self, numer, denom)

    def _product(self, one: Any, other: Any) -> Any:
        """Return the product of two polynomials."""
        if other is self._one:
            return one
        if one is self._one:
            return other
        self.work.spend(work.product(one, other))
        return one * other

    def _cofactors(self, one: Any, other: Any) -> tuple[Any, Any, Any]:
        """Return the greatest common divisor of two polynomials and what remains of each. The second is not zero."""
        if one is self._one or other is self._one:
            return self._one, one, other
        if not one:
            return other, one, self._one
        if one == other:
            return other, self._one, self._one
        if not (one.is_ground or other.is_ground):
            self.work.spend(work.gcd(one, other))
        try:
            parts: tuple[Any, Any, Any] = one.cofactors(other)
        except HeuristicGCDFailed:
            raise Undecidable("a greatest common divisor was not found") from None
        return parts

    def _pieces(self, polynomial: Any) -> tuple[Any, Sequence[tuple[Any, int]]]:
        """Return a constant, and factors with their exponents; one factor where looking for more takes too long."""
        if polynomial.is_ground:
            return polynomial.LC, []
        cost = work.factoring(polynomial)
        if cost > work.MAX_STEP:
            return 1, [(polynomial, 1)]
        self.work.spend(cost)
        return _factors(polynomial)


@final
class Element:
    """A rational function with rational coefficients, in canonical form. Immutable."""

    __slots__ = ("_denom", "_hash", "_numer", "field")

    def __init__(self, field: Field, numer: Any, denom: Any) -> None:
        self.field = field
        self._numer = numer
        self._denom = denom
        self._hash: int | None = None

    # -- the field operations ---------------------------------------------------------------------

    def __add__(self, other: Value) -> Element:
        that = self.field(other)
        field = self.field
        common, left, right = field._cofactors(self._denom, that._denom)
        total = field._product(self._numer, right) + field._product(that._numer, left)
        _, total, common = field._cofactors(total, common)
        return field._signed(total, field._product(field._product(common, left), right))

    def __mul__(self, other: Value) -> Element:
        that = self.field(other)
        field = self.field
        _, top, that_bottom = field._cofactors(self._numer, that._denom)
        _, that_top, bottom = field._cofactors(that._numer, self._denom)
        return field._signed(field._product(top, that_top), field._product(bottom, that_bottom))

    def __truediv__(self, other: Value) -> Element:
        return self * self.field(other).inverse()

    def __neg__(self) -> Element:
        return Element(self.field, -self._numer, self._denom)

    def __sub__(self, other: Value) -> Element:
        return self + -self.field(other)

    def __radd__(self, other: Value) -> Element:
        return self + other

    def __rmul__(self, other: Value) -> Element:
        return self * other

    def __rsub__(self, other: Value) -> Element:
        return -self + other

    def __rtruediv__(self, other: Value) -> Element:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Element:
        if isinstance(exponent, bool) or not isinstance(exponent, int):
            raise Inexact(f"expected an integer exponent, found {type(exponent).__name__}")
        if exponent < 0:
            return self.inverse() ** -exponent
        result = self.field.one
        for digit in f"{exponent:b}":
            result = result * result
            if digit == "1":
                result = result * self
        return result

    def inverse(self) -> Element:
        if self.is_zero:
            raise Pole("division by zero")
        return self.field._signed(self._denom, self._numer)

    # -- equality ---------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (float, complex)):
            raise Inexact(f"an element is never compared with a {type(other).__name__}")
        if not isinstance(other, (Element, int, Fraction)):
            return NotImplemented
        that = self.field(other)
        return bool(self._numer == that._numer and self._denom == that._denom)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(
                (self.field.names, frozenset(self._numer.items()), frozenset(self._denom.items()))
            )
        return self._hash

    def __bool__(self) -> bool:
        raise TypeError("an element has no truth value; ask .is_zero")

    @property
    def is_zero(self) -> bool:
        return not self._numer

    # -- parts ------------------------------------------------------------------------------------

    @property
    def numerator(self) -> Element:
        return Element(self.field, self._numer, self.field._one)

    @property
    def denominator(self) -> Element:
        return Element(self.field, self._denom, self.field._one)

    @property
    def is_polynomial(self) -> bool:
        """Return whether it is a polynomial with rational coefficients."""
        return bool(self._denom.is_ground)

    @property
    def is_constant(self) -> bool:
        return bool(self._numer.is_ground and self._denom.is_ground)

    def constant(self) -> Fraction:
        """Return the value of a constant element."""
        return self.at({})

    @property
    def degree(self) -> int:
        """Return the total degree of the numerator."""
        return max((sum(monomial) for monomial in self._numer), default=0)

    @property
    def size(self) -> int:
        """Return the number of terms of numerator and denominator."""
        return len(self._numer) + len(self._denom)

    @property
    def bits(self) -> int:
        """Return the length in bits of the largest coefficient."""
        coefficients = [*self._numer.values(), *self._denom.values()]
        return max(int(c).bit_length() for c in coefficients)

    def names(self) -> tuple[str, ...]:
        """Return the generators that occur, in the field's order."""
        exponents = zip(*self._numer, *self._denom, strict=True)
        return tuple(
            name for name, column in zip(self.field.names, exponents, strict=True) if any(column)
        )

    def terms(self) -> Iterator[tuple[Monomial, Fraction]]:
        """Yield the terms of a polynomial, smallest monomial first."""
        if not self.is_polynomial:
            raise Inexact(f"expected a polynomial, found {self}")
        scale = int(self._denom.LC)
        for monomial in sorted(self._numer, key=_ascending):
            yield monomial, Fraction(int(self._numer[monomial]), scale)

    def factors(self) -> list[Element]:
        """Return the non-constant factors of the numerator, each once; irreducible as in `factored`."""
        return [*self.numerator.factored().powers]

    def factored(self) -> Factored:
        """Return the element as a constant times powers of irreducible factors.

        A polynomial that would take too long to factor is left whole."""
        if self.is_zero:
            return Factored(Fraction(0), {})
        constant = Fraction(1)
        powers: dict[Element, int] = {}
        for polynomial, sign in ((self._numer, 1), (self._denom, -1)):
            content, pieces = self.field._pieces(polynomial)
            constant *= Fraction(int(content)) ** sign
            for piece, exponent in pieces:
                factor = Element(self.field, piece, self.field._one)
                if piece[min(piece, key=grlex)] < 0:
                    factor = -factor
                    constant *= (-1) ** exponent
                powers[factor] = sign * exponent
        return Factored(constant, powers)

    # -- evaluation -------------------------------------------------------------------------------

    def at(self, point: Point) -> Fraction:
        """Return the exact value at a rational point; raise `Pole` where the denominator is zero."""
        bottom = self._value(self._denom, point)
        if bottom == 0:
            raise Pole(f"{self} has no value there: its denominator is zero")
        return self._value(self._numer, point) / bottom

    def _value(self, polynomial: Any, point: Point) -> Fraction:
        """Return the value of a polynomial, with the powers of each generator over one denominator."""
        self.field.work.spend(work.SMALL * (1 + len(polynomial)))
        scale = 1
        powers: dict[int, list[int]] = {}
        for place, degree in enumerate(map(max, zip(*polynomial, strict=True))):
            if degree:
                value = _exact(point, self.field.names[place])
                above, below = value.numerator, value.denominator
                powers[place] = [above**e * below ** (degree - e) for e in range(degree + 1)]
                scale *= below**degree
        total = 0
        for monomial, coefficient in polynomial.items():
            term = int(coefficient)
            for place, column in powers.items():
                term *= column[monomial[place]]
            total += term
        return Fraction(total, scale)

    def substitute(self, values: Mapping[str, Element]) -> Element:
        """Return the element with generators replaced by elements; raise `Pole` where that has no value."""
        if not any(name in values for name in self.names()):
            return self
        generators = [self.field(values.get(name, self.field[name])) for name in self.field.names]
        bottom = self._composed(self._denom, generators)
        if bottom.is_zero:
            raise Pole(f"{self} has no value there: its denominator is zero")
        return self._composed(self._numer, generators) / bottom

    def _composed(self, polynomial: Any, generators: Sequence[Element]) -> Element:
        """Return a polynomial of other elements."""
        total = self.field.zero
        for monomial, coefficient in polynomial.items():
            term = self.field(int(coefficient))
            for generator, exponent in zip(generators, monomial, strict=True):
                if exponent:
                    term = term * generator**exponent
            total = total + term
        return total

    # -- printing ---------------------------------------------------------------------------------

    def as_expr(self) -> Expr:
        """Return the element as a sympy expression."""
        expression: Expr = self._numer.as_expr() / self._denom.as_expr()
        return expression

    def __str__(self) -> str:
        top = _polynomial_text(self, self._numer)
        if self._denom == self.field._one:
            return top
        if len(self._numer) > 1:
            top = f"({top})"
        bottom = _polynomial_text(self, self._denom)
        return f"{top}/({bottom})" if len(self._denom) > 1 or "*" in bottom else f"{top}/{bottom}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True)
class Factored:
    """constant · Π factor**exponent. The factors are irreducible, with a positive smallest coefficient."""

    constant: Fraction
    powers: Mapping[Element, int]

    def times(self, other: Factored) -> Factored:
        powers = dict(self.powers)
        for factor, exponent in other.powers.items():
            powers[factor] = powers.get(factor, 0) + exponent
        return Factored(self.constant * other.constant, {f: e for f, e in powers.items() if e})

    def shown(self) -> tuple[Fraction, list[tuple[Element, int]]]:
        """Return the constant and the factors in the order to write them; a factor takes the sign where one can."""
        factors = sorted(
            self.powers.items(), key=lambda item: (item[1] < 0, item[0].size, str(item[0]))
        )
        for place in reversed(range(len(factors))):
            factor, exponent = factors[place]
            if self.constant < 0 and exponent > 0 and exponent % 2 and factor.size > 2:
                return -self.constant, [
                    *factors[:place],
                    (-factor, exponent),
                    *factors[place + 1:],
                ]
        return self.constant, factors

    def __str__(self) -> str:
        constant, factors = self.shown()
        if constant == 1 and len(factors) == 1 and factors[0][1] == 1:
            return str(factors[0][0])
        top = [_power(factor, exponent) for factor, exponent in factors if exponent > 0]
        bottom = [_power(factor, -exponent) for factor, exponent in factors if exponent < 0]
        if abs(constant.numerator) != 1 or not top:
            top.insert(0, str(abs(constant.numerator)))
        if constant.denominator != 1:
            bottom.insert(0, str(constant.denominator))
        text = ("-" if constant < 0 else "") + "*".join(top)
        if not bottom:
            return text
        return f"{text}/{bottom[0]}" if len(bottom) == 1 else f"{text}/({'*'.join(bottom)})"


@lru_cache(maxsize=1000)
def _factors(polynomial: Any) -> tuple[Any, Sequence[tuple[Any, int]]]:
    """Return a constant and the irreducible factors. A search asks for the same ones many times."""
    constant, pieces = polynomial.factor_list()
    return constant, tuple(pieces)


def _exact(point: Point, name: str) -> Fraction:
    value: object = point[name]
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        raise Inexact(f"{name}: expected an exact value, found {type(value).__name__}")
    return Fraction(value)


def _power(factor: Element, exponent: int) -> str:
    body = str(factor) if factor.size == 2 else f"({factor})"
    return body if exponent == 1 else f"{body}**{exponent}"


def _ascending(monomial: Monomial) -> tuple[int, Monomial]:
    """Order 1 before alpha before beta before alpha**2."""
    return sum(monomial), tuple(-exponent for exponent in monomial)


def _polynomial_text(element: Element, polynomial: Any) -> str:
    """Return a polynomial as an expression, positive terms first."""
    terms = sorted(polynomial.items(), key=lambda item: (item[1] < 0, _ascending(item[0])))
    texts = []
    for monomial, coefficient in terms:
        powers = [(n, e) for n, e in zip(element.field.names, monomial, strict=True) if e]
        texts.append((coefficient < 0, term_text(abs(int(coefficient)), powers)))
    return signed_sum(texts)
