"""JSON, numbers, polynomials and quotients; faults and limits; what follows from signs.

    Invalid, Undefined      what is raised; `error_context` adds the place, `Work` counts
    load, entries           JSON, and the values of an object with their types
    Poly, Quotient          with add, times, power, key_of
    IMPLIED, DIVIDED        and product_sign, sum_sign: what follows from signs. The step (regions.py) rests on these;
                            nothing else here decides whether something is true

Glossary
    Monomial    names in alphabetical order, each as often as its exponent: alpha²·beta is ("alpha", "alpha", "beta").
                A joint entropy is a name, too: "H(X,Y)", and so are "path[A,B]", "mass[A,B,AB]", "state[A,B,AB]"
    Poly        Monomial → nonzero coefficient; {} is zero
    Key         a Poly scaled so that the coefficient of its largest monomial is 1, as a tuple
    Sign        one of > >= = !=: how a polynomial compares with 0
    Quotient    Poly over a product of Keys. A divisor that was written stays, with exponent 0 if it cancels: where it
                is zero, the quotient has no value
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from typing import Any

MAX_BYTES, MAX_DEPTH = 4_000_000, 20
MAX_WORK = 6_000_000  # products of terms, in one certificate
MAX_BITS, MAX_DEGREE, MAX_TERMS = 20_000, 400, 2_000_000
MAX_TEXT, MAX_INSTANCES, MAX_NAMES = 100_000, 20_000, 200

Number = int | Fraction
Monomial = tuple[str, ...]
Poly = dict[Monomial, Number]
Key = tuple[tuple[Monomial, Number], ...]

# -- faults and limits -------------------------------------------------------------------------------------------------


class Invalid(Exception):
    """What is wrong with a certificate, where (`at`, the outermost place first), `about` which text, if it is about
    one, and of which kind it is:

    form        the file or the goal cannot be read, or does not say what it should
    name        a word in a text means nothing in this goal
    work        it would take too much work
    fact        a step does not show what it says
    shown       what has to be shown is not known
    point       no point of a region is shown, or a wrong one
    failure     what is said to fail does not
    verdict     what is stated is not what the verdict means
    condition   more is supposed than the domain and the conditions, or less
    use         a condition of a claim that is used is not passed on
    claim       it is not what is claimed, or claimed twice"""

    def __init__(
        self, message: str, kind: str = "form", at: tuple[str, ...] = (), about: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.at = at
        self.about = about

    def __str__(self) -> str:
        return ": ".join((*self.at, self.message))


class Undefined(Exception):
    """An expression has no value."""


def need(condition: object, message: str, kind: str = "form") -> None:
    """Raise Invalid with this message unless the condition is true."""
    if not condition:
        raise Invalid(message, kind)


@contextmanager
def error_context(place: str, kind: str = "") -> Iterator[None]:
    """Add this place to whatever is wrong inside; it is of this kind, if one is given."""
    try:
        yield
    except Undefined as error:
        raise Invalid(f"no value: {error}", kind or "shown", (place,)) from None
    except Invalid as error:
        if error.at[:1] != (place,):
            error.message = error.message.removeprefix(f"{place}: ")
            error.at = (place, *error.at)
        if kind and error.kind != "work":
            error.kind = kind
        raise


class Budget:
    """What has been done so far for one certificate. Where most of it is done, it is counted without a call."""

    done = 0
    limit = MAX_WORK

    def begin(self, limit: int = MAX_WORK) -> None:
        """Begin with nothing done."""
        self.done = 0
        self.limit = limit

    def spend(self, amount: int) -> None:
        """Count an amount of work; raise Invalid if it is too much."""
        self.done += amount
        if self.done > self.limit:
            raise Invalid("the certificate takes too much work", "work")


Work = Budget()


# -- JSON --------------------------------------------------------------------------------------------------------------


def load(data: bytes) -> Any:
    """Return the JSON value: each key once, no floats, small integers, bounded nesting, nothing after it."""
    need(len(data) <= MAX_BYTES, f"expected at most {MAX_BYTES} bytes", "work")
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_small_integer,
            parse_float=_refuse_float,
            parse_constant=_refuse_float,
        )
    except (ValueError, RecursionError) as error:
        raise Invalid(f"expected JSON in UTF-8, found {str(error)[:100]}") from None
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [part for each in level for part in parts_of(each)]
    need(not level, "the file is nested too deeply")
    return value


def parts_of(value: Any) -> Collection[Any]:
    """Return the values in an object or a list; of anything else, none."""
    if type(value) is dict:
        return value.values()
    return value if type(value) is list else ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, each key of which is given once."""
    value = dict(pairs)
    need(len(value) == len(pairs), "expected each key of an object once, found one twice")
    return value


def _small_integer(text: str) -> int:
    """Return an integer of at most six characters."""
    need(len(text) <= 6, f"expected an integer of at most six digits, found {text[:20]}")
    return int(text)


def _refuse_float(text: str) -> Any:
    """Raise Invalid: no number with a point or an exponent is read."""
    raise Invalid(f"expected no floating-point number, found {text[:20]}")


TEXTS, TEXT_OF = "a list of texts", "an object whose values are texts"
NONE = type(None)


def entries(value: Any, optional: Mapping[str, Any] = {}, /, **types: Any) -> list[Any]:
    """Return the values of an object that has exactly these keys, each of its type (or of one of several, in a tuple);
    optional ones have a default."""
    need(type(value) is dict, "expected an object")
    value = {**optional, **value}
    if types.keys() != value.keys():
        key = min(types.keys() ^ value.keys())
        raise Invalid(f"expected the key {key}" if key in types else f"unknown key {key[:40]!r}")
    for key, kind in types.items():
        if type(value[key]) is not kind and not has_type(value[key], kind):
            raise Invalid(f"expected another type of {key}")
    return [value[key] for key in types]


def has_type(value: Any, kind: Any) -> bool:
    """Return whether a value is of a type, or of one of several."""
    if type(kind) is tuple:
        return any(has_type(value, each) for each in kind)
    if kind is TEXTS:
        return type(value) is list and {*map(type, value)} <= {str}
    if kind is TEXT_OF:
        return type(value) is dict and {*map(type, value.values())} <= {str}
    return type(value) is kind


NUMBER = re.compile(r"(-?[0-9]{1,600})(?:/([1-9][0-9]{0,599}))?")


def number(text: Any) -> Number:
    """Return the number that a text such as "2/3" is."""
    match = NUMBER.fullmatch(text) if type(text) is str else None
    if match is None:
        raise Invalid(f'expected a number such as "2/3", found {str(text)[:40]!r}')
    return plain(Fraction(int(match[1]), int(match[2]))) if match[2] else int(match[1])


# -- polynomials -------------------------------------------------------------------------------------------------------

ONE: Poly = {(): 1}


def plain(value: Number) -> Number:
    """Return an integer if it is one. Numbers that are not small cost more."""
    if type(value) is int and -(2**63) < value < 2**63:
        return value
    top = value.numerator
    bottom = value.denominator
    bits = top.bit_length() + bottom.bit_length()
    if bits > MAX_BITS:
        raise Invalid("a number is too long", "work")
    Work.spend(2 + (bits >> 6))
    return top if bottom == 1 else value


def digits(value: Number) -> str:
    """Return a number as a text."""
    return (
        str(value)
        if max(value.numerator.bit_length(), value.denominator.bit_length()) < 4000
        else "a long number"
    )


def constant(value: Number) -> Poly:
    """Return a number as a polynomial."""
    return {(): value} if value else {}


def is_constant(p: Poly) -> bool:
    """Return whether a polynomial is a number."""
    return not p or len(p) == 1 and () in p


def names_of(polynomials: Iterable[Poly]) -> set[str]:
    """Return the names in polynomials."""
    found: set[str] = set()
    for p in polynomials:
        Work.spend(1 + (sum(map(len, p)) >> 4))
        found.update(chain.from_iterable(p))
    return found


def add(p: Poly, q: Poly, factor: Number = 1) -> Poly:
    """Return p + factor·q."""
    if not q:
        return p
    Work.done += len(p)
    found = dict(p)
    add_to(found, q, factor)
    return found


def add_to(found: Poly, q: Poly, factor: Number = 1) -> None:
    """Add factor·q in place."""
    Work.done += len(q) + 1
    if Work.done > Work.limit:
        Work.spend(0)
    if factor == 1 and not found:
        found.update(q)
        return
    for monomial, c in q.items():
        value = c if factor == 1 else -c if factor == -1 else factor * c
        if monomial in found:
            value += found[monomial]
            if not value:
                del found[monomial]
                continue
        found[monomial] = value if type(value) is int and -(2**63) < value < 2**63 else plain(value)


def negative(p: Poly) -> Poly:
    """Return -p."""
    return {monomial: -c for monomial, c in p.items()}


def times(p: Poly, q: Poly) -> Poly:
    """Return p·q."""
    if p == ONE or q == ONE:
        return q if p == ONE else p
    if not p or not q:
        return {}
    need(len(p) * len(q) <= MAX_TERMS, "a product is too long", "work")
    Work.done += len(p) * len(q) + 1
    if Work.done > Work.limit:
        Work.spend(0)
    found: Poly = {}
    for m, c in p.items():
        for n, d in q.items():
            monomial = m or n
            if m and n:
                monomial = tuple(sorted(m + n))
                if len(monomial) > 16:
                    need(len(monomial) <= MAX_DEGREE, "a degree is too high", "work")
                    Work.spend(len(monomial) // 16)
            value = c * d
            if monomial in found:
                value += found[monomial]
            found[monomial] = (
                value if type(value) is int and -(2**63) < value < 2**63 else plain(value)
            )
    Work.done += len(found)  # they are kept
    return {m: c for m, c in found.items() if c} if len(found) < len(p) * len(q) else found


def power(p: Poly, exponent: int) -> Poly:
    """Return p**exponent; 0**0 is 1."""
    if not 0 <= exponent <= MAX_DEGREE:
        raise Invalid(f"the exponent {exponent} is out of range", "work")
    if len(p) == 1:
        ((monomial, c),) = p.items()
        bits = c.numerator.bit_length() + c.denominator.bit_length()
        need(
            len(monomial) * exponent <= MAX_DEGREE and bits * exponent <= MAX_BITS,
            "a power is too high",
            "work",
        )
        Work.spend(1 + len(monomial) * exponent)
        return {tuple([name for name in monomial for _ in range(exponent)]): plain(c**exponent)}
    found = ONE
    for _ in range(exponent):
        found = times(found, p)
    return found


def key_of(p: Poly) -> tuple[Key, Number]:
    """Return a nonzero polynomial as a key and what it is multiplied by."""
    Work.spend(len(p))
    if len(p) == 1:
        ((monomial, lead),) = p.items()
        return ((monomial, 1),), lead
    Work.done += sum(map(len, p)) >> 1
    found = sorted(p.items())
    lead = found[-1][1]
    if lead == -1:
        found = [(m, -c) for m, c in found]
    elif lead != 1:
        found = [
            (m, 1 if c == lead else -1 if c == -lead else plain(Fraction(c) / lead))
            for m, c in found
        ]
    return tuple(found), lead


def shown(p: Poly) -> str:
    """Return a polynomial for the reader, cut if it is long."""
    text = ""
    for monomial, c in sorted(p.items(), key=lambda item: (-len(item[0]), item[0])):
        if len(text) > 150:
            text += " + ..."
            break
        size = digits(c if c > 0 else -c)
        factors = [] if monomial and size == "1" else [size]
        for name in dict.fromkeys(monomial):
            exponent = monomial.count(name)
            factors.append(name if exponent == 1 else f"{name}**{exponent}")
        text += (" - " if c < 0 else " + ") + "*".join(factors)
    if text.startswith(" - "):
        text = f" + -{text[3:]}"
    return text[3:203] or "0"


def charge_lookup(divisors: Collection[Key]) -> None:
    """Count the work: a divisor is read as a whole whenever it is looked up."""
    if divisors:
        Work.spend(sum([8 + len(monomial) for key in divisors for monomial, _ in key]) >> 4)


class Quotient:
    """top / Π key^exponent; no key may be zero, not even one with exponent 0."""

    __slots__ = ("top", "bottom")

    def __init__(self, top: Poly, bottom: Mapping[Key, int] = {}) -> None:
        self.top = top
        self.bottom = bottom

    def over(self, bottom: Mapping[Key, int]) -> Poly:
        """Return the top over a larger bottom."""
        found = self.top
        for key, exponent in bottom.items():
            more = exponent - self.bottom.get(key, 0)
            found = times(found, power(dict(key), more)) if more else found
        return found

    def __add__(self, other: Quotient, factor: int = 1) -> Quotient:
        if self.bottom is other.bottom or not self.bottom and not other.bottom:
            return Quotient(add(self.top, other.top, factor), self.bottom)
        both = {**self.bottom, **other.bottom}
        charge_lookup(both)
        if self.bottom == other.bottom:
            return Quotient(add(self.top, other.top, factor), self.bottom)
        for key, exponent in self.bottom.items():
            both[key] = max(exponent, both[key])
        return Quotient(add(self.over(both), other.over(both), factor), both)

    def __sub__(self, other: Quotient) -> Quotient:
        return self.__add__(other, -1)

    def __mul__(self, other: Quotient) -> Quotient:
        """Return the product. A top that is a divisor itself is cancelled; it is still not to be zero."""
        if not self.bottom and not other.bottom:
            return Quotient(times(self.top, other.top))
        bottom = {**self.bottom, **other.bottom}
        tops = [self.top, other.top]
        charge_lookup(bottom)
        for key in bottom:
            bottom[key] = self.bottom.get(key, 0) + other.bottom.get(key, 0)
        for i, top in enumerate(tops):
            key, lead = key_of(top) if len(top) > 1 else ((), 0)
            if bottom.get(key):
                bottom[key] -= 1
                tops[i] = constant(lead)
        return Quotient(times(*tops), bottom)

    def __truediv__(self, other: Quotient) -> Quotient:
        if not other.top:
            raise Undefined("division by zero")
        key, lead = key_of(other.top)
        top = constant(plain(Fraction(lead.denominator, lead.numerator)))
        for k, exponent in other.bottom.items():
            top = times(top, power(dict(k), exponent)) if exponent else top
        bottom = {**dict.fromkeys(other.bottom, 0), **({} if is_constant(other.top) else {key: 1})}
        return self * Quotient(top, bottom)

    def power(self, exponent: int) -> Quotient:
        charge_lookup(self.bottom)
        return Quotient(
            power(self.top, exponent), {k: e * exponent for k, e in self.bottom.items()}
        )

    def names(self) -> set[str]:
        """Return the names in the quotient."""
        return names_of((self.top, *map(dict, self.bottom)))


ZERO, UNIT = Quotient({}), Quotient(ONE)


def linear_combination(terms: Iterable[tuple[Quotient, int]]) -> Quotient:
    """Return Σ factor · quotient."""
    found: Poly = {}
    rest = ZERO
    for q, factor in terms:
        if q.bottom:
            rest = rest.__add__(q, factor)
        elif q.top:
            add_to(found, q.top, factor)
    return rest + Quotient(found) if rest.bottom else Quotient(found)


def sum_quotients(quotients: Iterable[Quotient]) -> Quotient:
    """Return the sum of some quotients."""
    return linear_combination((q, 1) for q in quotients)


def variable(name: str) -> Quotient:
    """Return a name as a quotient."""
    return Quotient({(name,): 1})


# -- signs -------------------------------------------------------------------------------------------------------------

Relation = tuple[Quotient, str]
"""A quotient and how it compares with 0: >, >=, = or !=."""

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
FLIP = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=", "!=": "!="}
"""The sign of p → the sign of -p."""
IMPLIED = {
    ">": (">", ">=", "!="),
    "<": ("<", "<=", "!="),
    ">=": (">=",),
    "<=": ("<=",),
    "!=": ("!=",),
    "=": ("=", ">=", "<="),
}
"""The sign of p → the signs that p has then."""
DIVIDED = {">": (">",), ">=": (">",), "=": (">", "!="), "!=": (">", ">=", "=", "!=")}
"""The sign of a product p·d → the signs of d for which p has that sign, too."""


def product_sign(one: str, other: str) -> str:
    """Return the sign of the product of two things with these signs."""
    signs = {one, other}
    if "=" in signs:
        return "="
    if signs == {"!=", ">="}:
        raise Invalid(f"nothing follows from {one} and {other}")
    return next(sign for sign in ("!=", ">=", ">") if sign in signs)


def sum_sign(one: str, other: str) -> str:
    """Return the sign of the sum of two things with these signs."""
    if "=" in (one, other):
        return other if one == "=" else one
    if "!=" in (one, other):
        raise Invalid(f"nothing follows from {one} and {other}")
    return ">" if ">" in (one, other) else ">="
