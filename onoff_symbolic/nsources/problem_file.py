"""Reading a one-step problem: a file with rows of its own, or a chain with costs, a list of allowed sets or a ratio.

    sources     ["A", "B", "C"]
    [secret]    a row for each value of the secret: one = { A = "1/2", B = "1/2" }; or [chain], the secret being X_0
    allowed     [["A"], ["A", "B"]] or "one or all"; without it every set
    [cost]      size = ["1", "3/2"], or a formula in k = |Q|; sets = { AB = "3/2" }; sources = { A = "1", B = "2" }
    ratio       "2"; without it 1
    [law]       the probability of each secret; law = "worst": the largest expected cost over the secrets counts
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from .forms import power
from .problem import Problem
from .sets import by_size, members
from ..algebra.expression import parse as parse_expression
from ..algebra.field import Element, Field
from ..document import at_most, expect, expect_keys, member, names_of, part
from ..errors import InputError, Pole, Spot
from ..schemes.files import point_at
from ..schemes.reading import Reader

MAX_SOURCES = 8
MAX_SECRETS = 64
OWN = ("secret", "cost", "allowed", "ratio", "law")
"""Keys that a chain for `design` does not have."""

Costs = dict[int, Fraction]


def is_problem(document: Mapping[str, Any]) -> bool:
    """Return whether a file asks for more than the bound of a chain."""
    return any(key in document for key in OWN)


def read_problem(document: dict[str, Any], values: str = "", time: int = 1) -> Problem:
    """Return the problem of a document, with numbers for its parameters (`a=1/5,b=1/2`); of a chain at time t."""
    given = "secret" if "secret" in document else "chain"
    others = (key for key in OWN if key != given)
    expect_keys(document, "the file", ("sources", given), ("title", "parameters", "where", *others))
    with part("sources"):
        sources = names_of(document["sources"], "sources")
        at_most(len(sources), MAX_SOURCES, "sources", "sources")
    reader = Numbers(document, values)
    with part(given):
        rows = reader.rows(expect(document[given], dict, f"[{given}]", "a table"), given, sources)
    secrets = tuple(rows)
    matrix = tuple(rows.values())
    if given == "chain":
        if secrets != sources:
            raise InputError("[chain]: expected a row for each source, in the order of sources")
        matrix = tuple(map(tuple, power(matrix, time)))
    with part("allowed"):
        allowed = allowed_sets(document.get("allowed"), sources)
    with part("cost"):
        costs = costs_of(document.get("cost"), allowed, sources, reader)
    with part("ratio"):
        ratio = reader.number(document.get("ratio", "1"), "ratio")
        if ratio < 1:
            raise InputError(f"ratio: expected a number of at least 1, found {ratio}")
    with part("law"):
        law = law_of(document, secrets, reader)
    if ratio > 1 and law is None and document.get("law") != "worst":
        with part("ratio"):
            raise InputError('ratio: the cost depends on the law of the secret: add [law], or law = "worst"')
    return Problem(sources, secrets, matrix, costs, ratio, law)


class Numbers:
    """Reads the expressions of a problem, as numbers at a point."""

    def __init__(self, document: dict[str, Any], values: str) -> None:
        texts = [document.get(key) for key in ("secret", "chain", "ratio")]
        if isinstance(document.get("law"), dict):
            texts.append(document["law"])
        cost = document.get("cost")
        if isinstance(cost, dict):
            texts += [value for key, value in cost.items() if not (key == "size" and isinstance(value, str))]
        self.reader = Reader(document, *texts)
        with part("where"):
            where = self.reader.hypotheses(document.get("where", []), "where")
        try:
            self.point = point_at(self.reader.field.names, values, where)
        except InputError as error:
            raise error.shown_at(replace(error.spot or Spot(""), name="--at")) from None

    def number(self, value: object, place: str) -> Fraction:
        """Return the value of an expression at the point."""
        return self.at_point(self.reader.element(value, place).element, place)

    def at_point(self, element: Element, place: str) -> Fraction:
        """Return the value of an element at the point."""
        try:
            return element.at(self.point)
        except Pole:
            raise InputError(f"{place}: a denominator is zero at the point") from None

    def rows(self, table: dict[str, Any], place: str, sources: Sequence[str]) -> dict[str, tuple[Fraction, ...]]:
        """Return the rows of a table, which have to be laws."""
        at_most(len(table), MAX_SECRETS, f"[{place}]", "rows")
        if not table:
            raise InputError(f"[{place}]: expected at least one row, found none")
        found = {}
        for name, value in table.items():
            with part(name):
                built = self.reader.law(value, f"[{place}] {name}", sources, "sources")
                row = tuple(
                    self.at_point(built[x].element, f"[{place}] {name}") if x in built else Fraction(0)
                    for x in sources
                )
                if min(row) < 0:
                    raise InputError(f"[{place}] {name}: expected probabilities, found {min(row)}")
                found[name] = row
        return found


def allowed_sets(value: object, sources: Sequence[str]) -> list[int]:
    """Return the sets that may be sent."""
    everything = by_size(len(sources))
    if value is None:
        return everything
    if value == "one or all":
        return [s for s in everything if s.bit_count() in (1, len(sources))]
    listed = expect(value, list, "allowed", 'a list of lists of sources, or "one or all"')
    if not listed:
        raise InputError("allowed: expected at least one set, found none")
    found = []
    for number, each in enumerate(listed):
        with part(number):
            found.append(set_of(names_of(each, f"allowed[{number}]", sources), sources))
    return sorted({*found}, key=everything.index)


def set_of(names: Sequence[str], sources: Sequence[str]) -> int:
    """Return a set of sources as a bit mask."""
    return sum(1 << sources.index(name) for name in {*names})


def costs_of(value: object, allowed: Sequence[int], sources: Sequence[str], reader: Numbers) -> Costs:
    """Return the cost of each allowed set; without a [cost] its size."""
    if value is None:
        return {s: Fraction(s.bit_count()) for s in allowed}
    table = expect(value, dict, "[cost]", "a table")
    if len(table) != 1:
        raise InputError(f"[cost]: expected one key of {', '.join(COSTS)}, found {len(table) or 'none'}")
    (key, given), = table.items()
    with part(key):
        price = COSTS[member(key, "[cost]", COSTS)](given, sources, reader)
        found = {s: price(s) for s in allowed}
    if min(found.values()) < 0:
        raise InputError(f"[cost]: expected costs of at least 0, found {min(found.values())}")
    return found


Price = Callable[[int], Fraction]


def by_sizes(given: object, sources: Sequence[str], reader: Numbers) -> Price:
    """Return the cost of a set by its size: one for each size, or a formula in k."""
    if isinstance(given, str):
        formula = parse_expression(given)
        for name in formula.names():
            member(name, "[cost] size", ("k", *reader.point))
        field = Field(("k", *(name for name in formula.names() if name != "k")))
        element = formula.build(field).element

        def price(s: int) -> Fraction:
            try:
                return element.at({**reader.point, "k": Fraction(s.bit_count())})
            except Pole:
                raise InputError(f"[cost] size: a denominator is zero at k = {s.bit_count()}") from None

        return price
    listed = expect(given, list, "[cost] size", "a cost for each size, or a formula in k")
    if len(listed) != len(sources):
        raise InputError(f"[cost] size: expected {len(sources)} costs, one for each size, found {len(listed)}")
    numbers = [reader.number(text, "[cost] size") for text in listed]
    return lambda s: numbers[s.bit_count() - 1]


def by_sets(given: object, sources: Sequence[str], reader: Numbers) -> Price:
    """Return the cost of a set from a table; of a set that it does not name, its size."""
    table = expect(given, dict, "[cost] sets", "a table from sets to costs")
    named = {"".join(sources[i] for i in members(s)): s for s in by_size(len(sources))}
    own = {named[member(name, "[cost] sets", named)]: reader.number(text, f"[cost] sets {name}")
           for name, text in table.items()}
    return lambda s: own.get(s, Fraction(s.bit_count()))


def by_sources(given: object, sources: Sequence[str], reader: Numbers) -> Price:
    """Return the sum of the costs of the sources of a set; one that the table does not name costs 1."""
    table = expect(given, dict, "[cost] sources", "a table from sources to costs")
    own = {member(name, "[cost] sources", sources): reader.number(text, f"[cost] sources {name}")
           for name, text in table.items()}
    return lambda s: sum((own.get(sources[i], Fraction(1)) for i in members(s)), Fraction(0))


COSTS: dict[str, Callable[[object, Sequence[str], Numbers], Price]] = {
    "size": by_sizes, "sets": by_sets, "sources": by_sources,
}


def law_of(document: Mapping[str, Any], secrets: Sequence[str], reader: Numbers) -> tuple[Fraction, ...] | None:
    """Return the law of the secret, where the file has one."""
    value = document.get("law")
    if value is None or value == "worst":
        return None
    table = expect(value, dict, "[law]", 'a probability for each secret, or "worst"')
    expect_keys(table, "[law]", secrets)
    law = tuple(reader.number(table[name], f"[law] {name}") for name in secrets)
    if min(law) < 0 or sum(law) != 1:
        raise InputError(f"[law]: expected probabilities that sum to 1, found {', '.join(map(str, law))}")
    return law
