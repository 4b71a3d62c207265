"""The expressions of a scheme file. All are looked through for names first, so that the field is known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from ..document import Decimal, at_most, cut, expect, kind_of, member, names_of, part
from ..algebra.expression import MAX_BITS, Built, Expression, parse, parse_relations, plain_name
from ..algebra.field import Element, Field
from ..algebra.region import Hypothesis, hypotheses
from ..errors import SHOWN, InputError, Undecidable

MAX_HYPOTHESES = 64
MAX_PARAMETERS = 8

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")

Row = dict[str, Built]
"""Source or query → its probability."""


@contextmanager
def faults_at(place: str) -> Iterator[None]:
    """Inside, what cannot be read or computed is an InputError at the place."""
    try:
        yield
    except InputError as error:
        raise error.at(place) from None
    except Undecidable as error:
        raise InputError(f"{place}: {error}") from None


class Reader:
    """Reads the expressions of a document as elements of the field of its parameters."""

    def __init__(self, document: dict[str, Any], *values: object) -> None:
        """Take the names from these values; where parameters are declared, these are all that there are."""
        self.declared = _declared(document)
        self.counts = Counter(self.declared)
        for text in _texts(values):
            self.counts.update(_uses(text))
        at_most(len(self.counts), MAX_PARAMETERS, "the file", "parameters")
        self.field = Field(tuple(self.counts))
        self.hypotheses_read = 0

    def element(self, value: object, place: str) -> Built:
        """Return an expression as an element, with what it was divided by."""
        if isinstance(value, Decimal) and not _NUMBER.fullmatch(value):
            raise InputError(
                f"{place}: expected a finite number without an exponent, found {cut(value)}"
            )
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise InputError(f"{place}: expected an expression, found {kind_of(value)}")
        if isinstance(value, int) and value.bit_length() > MAX_BITS:
            raise InputError(
                f"{place}: expected a number of at most {MAX_BITS} bits, found {value.bit_length()}"
            )
        with faults_at(place):
            expression = parse(str(value))
            self.require_known(expression.names())
            return expression.build(self.field)

    def law(self, value: object, place: str, known: Sequence[str], of: str) -> Row:
        """Return the probabilities of a row, which sum to 1."""
        row = expect(value, dict, place, f"a table from {of} to probabilities")
        built = {}
        for name, probability in row.items():
            with part(name):
                built[member(name, place, known)] = self.element(probability, f"{place} → {name}")
        with faults_at(place):
            total = sum((each.element for each in built.values()), self.field.zero)
        if total != 1:
            raise InputError(
                f"{place}: expected a row that sums to 1, found the sum {cut(str(total))}"
                f"{_completed(built)}"
            )
        return built

    def hypotheses(
        self, value: object, place: str, skip_others: bool = False
    ) -> tuple[Hypothesis, ...]:
        """Return a list of hypotheses; on request without those about parameters of something else."""
        found: list[Hypothesis] = []
        for number, text in enumerate(expect(value, list, place, "a list of hypotheses")):
            with part(number):
                relations = self.relations(text, f"{place}[{number}]")
                sides = [side for left, _, right in relations for side in (left, right)]
                names = [name for side in sides for name in side.names()]
                self.require_known(names)
                if skip_others and not {*names} <= {*self.field.names}:
                    continue
                with faults_at(place):
                    found += hypotheses(self.field, [text])
        return tuple(dict.fromkeys(found))

    def relations(self, value: object, place: str) -> list[tuple[Expression, str, Expression]]:
        """Return the relations of a text, of which a file may have so many."""
        text = expect(value, str, place, 'a hypothesis such as "alpha + beta < 1"')
        with faults_at(place):
            found = parse_relations(text)
        self.hypotheses_read += len(found)
        at_most(self.hypotheses_read, MAX_HYPOTHESES, "where", "hypotheses")
        return found

    def require_known(self, names: Sequence[str]) -> None:
        """Raise InputError for a name that is not declared; where none are, for one that looks like a slip: it occurs
        once, and another is like it."""
        for name in names:
            if name == "t":
                raise InputError(
                    "expected another name for a parameter, found t, which is the time"
                )
            if self.declared is not None:
                member(name, "parameters", self.declared)
            elif self.counts[name] == 1:
                often = [other for other, uses in self.counts.items() if uses > 1]
                for near in get_close_matches(name, often, 1):
                    raise InputError(
                        f"found {name} only here; did you mean {near}? "
                        "If not, name all parameters in parameters = [...]"
                    )


def divisors_of(rows: Sequence[Row]) -> tuple[Element, ...]:
    """Return what the entries of some rows were divided by, each once."""
    return tuple(dict.fromkeys(d for row in rows for built in row.values() for d in built.divisors))


def _completed(row: Row) -> str:
    """Return help for a row that does not sum to 1: what its last entry would have to be."""
    if not row:
        return ""
    *others, last = row
    needed = row[last].element.field.one - sum((row[name].element for name in others), row[last].element.field.zero)
    return f'; {last} = "{needed}" would make it 1' if len(str(needed)) <= SHOWN else ""


def _declared(document: dict[str, Any]) -> tuple[str, ...] | None:
    """Return the parameters that a file declares; None where it does not."""
    if "parameters" not in document:
        return None
    listed = expect(document["parameters"], list, "parameters", "a list of names")
    return names_of(
        [plain_name(name) if isinstance(name, str) else name for name in listed], "parameters"
    )


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in a value, but for the keys of tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for inside in value.values() if isinstance(value, dict) else value:
            yield from _texts(inside)


def _uses(text: str) -> Counter[str]:
    """Return the names in an expression or a hypothesis; none where it cannot be read, which is reported later."""
    try:
        return parse(text).uses()
    except InputError:
        pass
    try:
        return sum(
            (side.uses() for left, _, right in parse_relations(text) for side in (left, right)),
            Counter(),
        )
    except InputError:
        return Counter()
