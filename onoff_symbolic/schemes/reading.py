"""The expressions of a file, read before the field is known."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from ..document import Decimal, at_most, cut, expect, kind_of, member, names_of
from ..algebra.expression import MAX_BITS, Built, Expression, parse, parse_relations, plain_name
from ..algebra.field import Field
from ..errors import InputError, Undecidable

MAX_HYPOTHESES = 64

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")

FIRST, LAST = "first request", "last request"
"""What the rows of a table are given beside X_t: X_0 or X_{t-1}."""


def parameters(document: dict[str, Any]) -> tuple[str, ...] | None:
    """The parameters that a file declares; None where it does not."""
    if "parameters" not in document:
        return None
    listed = expect(document["parameters"], list, "parameters", "a list of names")
    return names_of([plain_name(name) if isinstance(name, str) else name for name in listed], "parameters")


class Expressions:
    """All expressions of a file are read before the field is known; `build` needs the names of all of them."""

    def __init__(self, declared: tuple[str, ...] | None) -> None:
        self.declared = declared
        self.names: dict[str, int] = dict.fromkeys(declared or (), 0)
        self.places: dict[str, str] = {}
        self.hypotheses = 0

    def read(self, value: object, place: str) -> Expression:
        if isinstance(value, Decimal) and not _NUMBER.fullmatch(value):
            raise InputError(f"{place}: expected a finite number without an exponent, found {cut(value)}")
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise InputError(f"{place}: expected an expression, found {kind_of(value)}")
        if isinstance(value, int) and value.bit_length() > MAX_BITS:
            raise InputError(f"{place}: expected a number of at most {MAX_BITS} bits, found {value.bit_length()}")
        try:
            return self.note(parse(str(value)), place)
        except InputError as error:
            raise error.at(place) from None

    def note(self, expression: Expression, place: str) -> Expression:
        if "t" in expression.names():
            raise InputError("expected another name for a parameter, found t, which is the time")
        for name, count in expression.uses().items():
            if self.declared is not None:
                member(name, "parameters", self.declared)
            self.names[name] = self.names.get(name, 0) + count
            self.places.setdefault(name, place)
        return expression

    def no_slips(self) -> None:
        """Where no parameters are declared, a name that occurs once and is like another one is taken for a slip."""
        for name, count in self.names.items():
            often = [other for other, uses in self.names.items() if uses > 1]
            near = get_close_matches(name, often, 1) if count == 1 and self.declared is None else []
            if near:
                raise InputError(f"{self.places[name]}: found {name} only here; did you mean {near[0]}? "
                                 "If not, name all parameters in parameters = [...]")

    def relations(self, value: object, place: str) -> str:
        text = expect(value, str, place, "a hypothesis such as \"alpha + beta < 1\"")
        try:
            for left, _, right in parse_relations(text):
                self.note(left, place)
                self.note(right, place)
                self.hypotheses += 1
        except InputError as error:
            raise error.at(place) from None
        at_most(self.hypotheses, MAX_HYPOTHESES, "where", "hypotheses")
        return str(text)


def build(expression: Expression, field: Field, place: str) -> Built:
    try:
        return expression.build(field)
    except (InputError, Undecidable) as error:
        raise InputError(f"{place}: {error}") from None
