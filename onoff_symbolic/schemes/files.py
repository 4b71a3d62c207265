"""Reading scheme files into goals. No code is run; every fault is one line that names place, expected and found.

    sources, parameters, where, [chain], [queries], [[rule]] with previous, t, where, request or given and [rule.table]

A rule's own `where` says on which part of the region it applies; elsewhere the later rules do. Such a file holds one
scheme for each part, its *cases*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from .chain import Chain
from ..document import (
    at_most,
    cut,
    expect,
    expect_keys,
    kind_of,
    member,
    name_of,
    located,
    names_of,
    parse,
    part,
    read,
)
from ..errors import InputError, Pole, Spot
from ..algebra.expression import parse as parse_expression
from ..algebra.expression import plain_name
from ..algebra.field import Field, Point
from ..algebra.region import Hypothesis, Region
from ..algebra.sign import prove
from .names import GoalNames, Part
from .reading import Reader, divisors_of, faults_at
from .scheme import NAME, Scheme
from .times import times
from ..algebra.work import MAX_WORK

MAX_TITLE = 200
MAX_SOURCES = 8
MAX_CHAIN = 30  # sources of a chain without a scheme
MAX_QUERIES = 256
MAX_RULES = 256
MAX_PERIOD = 60
MAX_CASES = 16

FIRST, LAST = "first request", "last request"
"""What the rows of a table are given beside X_t: X_0 or X_{t-1}."""


@dataclass(frozen=True)
class SchemeFile:
    """A scheme together with the region that its file asks about."""

    scheme: Scheme
    region: Region


def load(path: str) -> SchemeFile:
    """Read a scheme file with one case; every fault is an `InputError` that names the file and the place."""
    cases = load_cases(path)
    if len(cases) > 1:
        raise InputError(f"expected rules without where, found {len(cases)} cases")
    return cases[0]


def load_cases(path: str) -> tuple[SchemeFile, ...]:
    """Read a scheme file: one scheme and region for each part into which the rules' own hypotheses split its region."""
    try:
        return _cases_of(read(path))
    except InputError as error:
        raise located(error, path) from None


def parse_cases(text: str) -> tuple[SchemeFile, ...]:
    """Return the cases of a scheme file that is given as text."""
    return _cases_of(parse(text))


def load_chain(path: str) -> tuple[Chain, tuple[Hypothesis, ...]]:
    """Read the sources and the chain of a file, and the hypotheses on its parameters; leave the rest of it alone."""
    try:
        return _chain_of(read(path))
    except InputError as error:
        raise located(error, path) from None


def parse_chain(text: str) -> tuple[Chain, tuple[Hypothesis, ...]]:
    """Return the same for a text."""
    return _chain_of(parse(text))


# -- chains ------------------------------------------------------------------------------------------------


def _chain_of(document: dict[str, Any]) -> tuple[Chain, tuple[Hypothesis, ...]]:
    """Return the chain, and what `where` says about its parameters alone."""
    expect_keys(
        document,
        "the file",
        ("sources", "chain"),
        ("title", "where", "queries", "rule", "parameters"),
    )
    sources = _sources(document, MAX_CHAIN)
    reader = Reader(document, document["chain"])
    with reader.field.work.at_most(MAX_WORK):
        chain = _chain(document["chain"], sources, reader)
        if all(e.is_constant for _, _, e in chain.entries()):
            numbers_of(chain, {}, "")
        where = document.get("where", [])
        with part("where"):
            return chain, reader.hypotheses(where, "where", skip_others=True)


def _sources(document: dict[str, Any], limit: int) -> tuple[str, ...]:
    with part("sources"):
        sources = names_of(document["sources"], "sources")
        at_most(len(sources), limit, "sources", "sources")
        if len(sources) < 2:
            raise InputError("sources: expected at least two sources, found one")
    return sources


def _chain(value: object, sources: tuple[str, ...], reader: Reader) -> Chain:
    with part("chain"):
        table = expect(value, dict, "[chain]", "a table")
        expect_keys(table, "[chain]", sources)
        rows = []
        for source in sources:
            with part(source):
                rows.append(reader.law(table[source], f"[chain] {source}", sources, "sources"))
    zero = reader.field.zero
    matrix = tuple(tuple(row[x].element if x in row else zero for x in sources) for row in rows)
    return Chain(reader.field, sources, matrix, divisors_of(rows))


def chain_region(chain: Chain, where: Sequence[Hypothesis]) -> Region:
    """Return where the hypotheses hold and the entries of the chain are probabilities."""
    region = _region(chain, where or None)
    point = region.interior()
    if point:
        _require_values(chain, point)
    for _, _, entry in chain.entries():
        region = _nonnegative(region, region.reduce(entry.numerator * entry.denominator))
    return region


def _require_values(chain: Chain, point: Point) -> None:
    """Raise InputError if a denominator of the chain is zero at a point."""
    try:
        chain.map(lambda element: Field()(element.at(point)))
    except Pole:
        at = ", ".join(f"{name} = {value}" for name, value in point.items())
        raise InputError(f"where: at {at}: a denominator of the chain is zero there") from None


def _region(chain: Chain, stated: Sequence[Hypothesis] | None) -> Region:
    """Return where the stated hypotheses hold; where none are stated, where the chain is one."""
    place = "[chain]" if stated is None else "where"
    with faults_at(place):
        region = chain.lawful() if stated is None else Region(chain.field).assume(*stated)
        simple = region.simplified()
    if simple is None:
        expected = (
            "entries >= 0 for some parameters"
            if stated is None
            else "hypotheses that some point satisfies"
        )
        raise InputError(f"{place}: expected {expected}, found a contradiction")
    return simple


def _nonnegative(region: Region, sign: Any) -> Region:
    """Return the part of a region where a polynomial is at least 0."""
    if prove(sign, ">=", region):
        return region
    simple = region.assume(Hypothesis(sign, ">=")).simplified()
    if simple is None:
        raise InputError(
            "where: expected hypotheses under which the chain has probabilities, found none"
        )
    return simple


def chain_at(chain: Chain, text: str, where: tuple[Hypothesis, ...] = ()) -> tuple[Point, Chain]:
    """Return the chain with numbers for its parameters, given as `alpha=1/5,beta=0.2`; they have to satisfy `where`."""
    point = point_at(chain.field.names, text)
    numbers = numbers_of(chain, point, "")
    require_where(where, point)
    return point, numbers


def point_at(names: Sequence[str], text: str, where: tuple[Hypothesis, ...] = ()) -> Point:
    """Return the point that a text such as `alpha=1/5,beta=0.2` gives; it has to satisfy `where`."""
    point: dict[str, Fraction] = {}
    column = 0
    for assigned in text.split(","):
        if assigned.strip():
            try:
                _assign(assigned, point, names)
            except InputError as error:
                raise error.shown_at(_spot(text, column, assigned, error.spot)) from None
        column += len(assigned) + 1
    missing = [name for name in names if name not in point]
    if missing:
        raise InputError(f"a value is missing for {', '.join(missing)}; {_parameters(names)}")
    require_where(where, point)
    return point


def require_where(where: tuple[Hypothesis, ...], point: Point) -> None:
    """Raise InputError for a hypothesis that fails at a point."""
    for hypothesis in where:
        if not hypothesis.holds(point):
            raise InputError(f"expected a point where {hypothesis}, as the file says, found one where it fails")


def _assign(text: str, point: dict[str, Fraction], names: Sequence[str]) -> None:
    """Add NAME=VALUE to a point."""
    typed, equals, value = text.partition("=")
    if not names:
        raise InputError(f"expected nothing, for the chain has no parameters, found {cut(typed.strip())}")
    if not equals:
        raise InputError(f"expected NAME=VALUE, found {cut(text.strip())}; {_parameters(names)}")
    name = plain_name(typed.strip())
    if name not in names:
        raise InputError(f"expected one of {', '.join(names)}, found {cut(name)}")
    if name in point:
        raise InputError(f"expected NAME=VALUE once for each parameter, found {name} twice")
    point[name] = _number(value, name)


def _spot(text: str, column: int, assigned: str, inside: Spot | None) -> Spot:
    """Return the spot of a part of a text that begins at a column, or of what is wrong inside the part."""
    if inside is not None:
        return Spot(text, text.index(inside.line, column) + inside.column, inside.length, 1)
    return Spot(text, column + len(assigned) - len(assigned.lstrip()), len(assigned.strip()), 1)


def _parameters(names: Sequence[str]) -> str:
    """Return how to write a point, as help."""
    return f"write {','.join(f'{name}=1/5' for name in names)}; the parameters are {', '.join(names)}"


def _number(text: str, place: str) -> Fraction:
    with faults_at(place):
        expression = parse_expression(text)
        if expression.names():
            raise InputError(f"expected a number, found {cut(text)}")
        return expression.build(Field()).element.constant()


def numbers_of(chain: Chain, point: Point, place: str) -> Chain:
    """Return the chain at a point; raise at this place if it has no value there, or an entry is negative."""
    try:
        numbers = chain.map(lambda element: Field()(element.at(point)))
    except Pole:
        raise InputError(f"{place}a denominator of the chain is zero there") from None
    for source, target, entry in numbers.entries():
        if entry.constant() < 0:
            raise InputError(
                f"{place}[chain] {source} → {target}: expected a probability, found {entry}"
            )
    return Chain(numbers.field, chain.sources, numbers.matrix)


# -- schemes -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Rule:
    """A rule as the goal has it, without its table; null in the rows of the table that are left out.

    Without a table, Q_t is the query that downloads exactly X_t. `asked`: the queries that may follow.
    """

    name: str
    stated: Part
    where: tuple[Hypothesis, ...]
    table: Part | None = None
    asked: frozenset[str] = frozenset()


def _cases_of(document: dict[str, Any]) -> tuple[SchemeFile, ...]:
    expect_keys(
        document,
        "the file",
        ("sources", "chain", "queries", "rule"),
        ("title", "where", "parameters"),
    )
    title = _title(document.get("title", ""))
    sources = _sources(document, MAX_SOURCES)
    listed = document["rule"] if isinstance(document["rule"], list) else []
    rules = [(rule.get("where"), rule.get("table")) for rule in listed if isinstance(rule, dict)]
    reader = Reader(document, document.get("where"), document["chain"], *rules)
    field = reader.field
    with field.work.at_most(MAX_WORK):
        with part("where"):
            stated = reader.hypotheses(document["where"], "where") if "where" in document else None
        chain = _chain(document["chain"], sources, reader)
        queries = _queries(document["queries"], sources)
        names = GoalNames(field, *sources, *queries, NAME, "chain")
        all_rules = _Rules(chain, queries, names, reader).read(document["rule"])
        region = _region(chain, stated) if stated is None else chain_region(chain, stated)
        if any(region.reduce(divisor).is_zero for divisor in chain.divisors):
            raise InputError("[chain]: a denominator is zero wherever the hypotheses hold")
        cases = _cases(region, all_rules)
        entries = [names.entry(element, chain.divisors) for _, _, element in chain.entries()]
        chain_table = {"index": [[*sources], [*sources]], "entries": entries}
        found = []
        for piece, own in cases:
            numbered = [(f"rule{number}", rule) for number, rule in enumerate(own)]
            tables = {name: rule.table for name, rule in numbered if rule.table is not None}
            scheme = Scheme(
                title,
                chain,
                names,
                {"chain": chain_table, **tables},
                {
                    "sources": [*sources],
                    "chain": "chain",
                    "queries": queries,
                    "rules": [
                        {**rule.stated, "table": name if name in tables else None}
                        for name, rule in numbered
                    ],
                },
                names.bridge.quotient,
            )
            _require_cover(scheme, own, "" if len(cases) == 1 else f" where {piece}")
            found.append(SchemeFile(scheme, piece))
        return tuple(found)


def _title(value: object) -> str:
    with part("title"):
        title = " ".join(expect(value, str, "title", "a string").split())
        at_most(len(title), MAX_TITLE, "title", "characters")
        strange = next((c for c in title if not c.isprintable()), None)
        if strange is not None:
            raise InputError(f"title: expected characters that can be printed, found {strange!r}")
    return title


def _queries(value: object, sources: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    with part("queries"):
        table = expect(value, dict, "[queries]", "a table")
        at_most(len(table), MAX_QUERIES, "[queries]", "queries")
        for query, listed in table.items():
            with part(query):
                name = name_of(query, "[queries]")
                chosen = names_of(listed, f"[queries] {name}", sources)
            found[name] = [source for source in sources if source in chosen]
        if [*sources] not in found.values():
            every = ", ".join(f'"{source}"' for source in sources)
            raise InputError(
                f"[queries]: no query downloads {', '.join(sources)}, which Q_0 must do; "
                f"add {''.join(sources)} = [{every}]"
            )
    return found


class _Rules:
    """Reads the rules of a file."""

    def __init__(
        self, chain: Chain, queries: dict[str, list[str]], names: GoalNames, reader: Reader
    ) -> None:
        self.chain, self.queries, self.names, self.reader = chain, queries, names, reader

    def read(self, value: object) -> list[_Rule]:
        """Return the rules in order."""
        with part("rule"):
            listed = expect(value, list, "[[rule]]", "a list of rules")
            at_most(len(listed), MAX_RULES, "[[rule]]", "rules")
        found = []
        for number, rule in enumerate(listed):
            with part("rule", number):
                found.append(self.rule(rule, f"rule {number + 1}"))
        return found

    def rule(self, value: object, name: str) -> _Rule:
        """Return one rule; of what is as usual, the goal says nothing."""
        rule = expect(value, dict, name, "a table")
        expect_keys(rule, name, (), ("previous", "t", "request", "table", "given", "where"))
        previous = None
        if "previous" in rule:
            with part("previous"):
                previous = names_of(rule["previous"], f"{name}, previous", self.queries)
        stated: Part = {
            "previous": None if previous is None else [*previous],
            "time": None,
            "table": None,
        }
        with part("t"):
            when = times(rule["t"], f"{name}, t") if "t" in rule else {}
        with part("where"):
            where = self.reader.hypotheses(rule.get("where", []), f"{name}, where")
        if ("request" in rule) == ("table" in rule):
            found = "both" if "table" in rule else "neither"
            raise InputError(f"{name}: expected either request = true or a table, found {found}")
        if "request" in rule:
            _expect_request(rule, name)
            return _Rule(name, {**stated, **when}, where)
        with part("given"):
            given = expect(rule.get("given", FIRST), str, f"{name}, given", "a string")
            if member(given, f"{name}, given", (FIRST, LAST)) == LAST:
                stated["given"] = "last"
        with part("table"):
            table, asked = self.table(rule["table"], name, given, previous)
        return _Rule(name, {**stated, **when}, where, table, asked)

    def table(
        self, value: object, name: str, given: str, previous: Sequence[str] | None
    ) -> tuple[Part, frozenset[str]]:
        """Return a table as the goal has it, and the queries in it."""
        sources, queries = self.chain.sources, [*self.queries]
        entries: dict[tuple[str, ...], list[str]] = {}
        asked: set[str] = set()
        for key, law in expect(value, dict, f"{name}, table", "a table").items():
            with part(key):
                row = self.row_name(key, name, given)
                if row in entries:
                    raise InputError(
                        f"{name}, table: expected each row once, found {','.join(row)} twice"
                    )
                built = self.reader.law(law, f"{name}, row {','.join(row)}", queries, "queries")
            asked.update(query for query, each in built.items() if not each.element.is_zero)
            divisors, zero = divisors_of([built]), self.reader.field.zero
            entries[row] = [
                self.names.entry(built[q].element if q in built else zero, divisors)
                for q in queries
            ]
        for row in self.used_rows(given, previous):
            if row not in entries:
                raise InputError(f"{name}, table: the row {','.join(row)} is missing")
        left_out = [None] * len(queries)
        cells = [
            text for row in product(sources, repeat=2) for text in entries.get(row) or left_out
        ]
        return {"index": [[*sources], [*sources], queries], "entries": cells}, frozenset(asked)

    def row_name(self, key: str, name: str, given: str) -> tuple[str, ...]:
        """Return the two sources in the name of a row."""
        row = tuple(name.strip() for name in key.split(","))
        if len(row) != 2:
            expected = '"X_0,X_t"' if given == FIRST else '"X_{t-1},X_t"'
            raise InputError(f"{name}, table: expected a row {expected}, found {cut(key)}")
        for source in row:
            member(source, f"{name}, row {cut(key)}", self.chain.sources)
        return row

    def used_rows(self, given: str, previous: Sequence[str] | None) -> list[tuple[str, str]]:
        """Return the rows that may be used: X_t can be reached from X_0; the last request is in the set that was
        downloaded, and X_t follows it."""
        if given == FIRST:
            return [(first, x) for first in self.chain.sources for x in self.chain.reachable(first)]
        asked = {source for query in previous or self.queries for source in self.queries[query]}
        return [
            (last, x)
            for last in self.chain.sources
            if last in asked
            for x in self.chain.followers(last)
        ]


def _expect_request(rule: dict[str, Any], name: str) -> None:
    if rule["request"] is not True:
        found = "false" if rule["request"] is False else kind_of(rule["request"])
        raise InputError(f"{name}, request: expected true, found {found}")
    if "given" in rule:
        raise InputError(f"{name}, given: expected a table as well, found request = true")


def _cases(region: Region, rules: Sequence[_Rule]) -> list[tuple[Region, list[_Rule]]]:
    """Return the parts of a region on which each rule applies throughout or nowhere, with the rules that do."""
    parts: list[tuple[Region, list[_Rule]]] = [(region, [])]
    for rule in rules:
        after: list[tuple[Region, list[_Rule]]] = []
        for piece, kept in parts:
            with faults_at(f"{rule.name}, where"):
                inside, outside = split(piece, rule.where)
            if inside is not None:
                after.append((inside, [*kept, rule]))
            after += [(other, kept) for other in outside]
        at_most(len(after), MAX_CASES, "[[rule]]", "cases")
        parts = after
    return parts


def split(region: Region, where: Sequence[Hypothesis]) -> tuple[Region | None, list[Region]]:
    """Return the part of a region where all hypotheses hold (None if it is empty), and the parts where one fails."""
    inside, outside = region, []
    for hypothesis in where:
        other = inside.assume(hypothesis.negated()).simplified()
        if other is not None:
            outside.append(other)
        rest = inside.assume(hypothesis).simplified()
        if rest is None:
            return None, outside
        inside = rest
    return inside, outside


def _require_cover(scheme: Scheme, rules: Sequence[_Rule], where: str) -> None:
    """Raise if at some t a query that may have been asked before has no rule, or a `request` rule finds no query."""
    period = lcm(1, *(rule.stated["time"][0] for rule in rules if rule.stated["time"] is not None))
    if period > MAX_PERIOD:
        raise InputError(
            f"[[rule]]: expected rules that repeat after at most {MAX_PERIOD} steps, found {period}"
        )
    process = scheme.process
    exact = {
        sources[0]: query
        for query, sources in reversed([*scheme.downloads.items()])
        if len(sources) == 1
    }
    waiting = [(0, scheme.start)]
    for phase, query in waiting:
        rule = next(
            (rule for rule, fit in zip(rules, process.rules) if fit.fits(phase + 1, query)), None
        )
        if rule is None:
            when = "" if period == 1 else f" and t ≡ {(phase + 1) % period} mod {period}"
            when = f" and t = {phase + 1}" if phase < process.settled else when
            raise InputError(
                f"[[rule]]: no rule applies when the previous query is {query}{when}{where}"
            )
        missing = [source for source in scheme.sources if source not in exact]
        if rule.table is None and missing:
            raise InputError(f"{rule.name}, request: no query downloads {missing[0]} alone")
        asked = rule.asked if rule.table is not None else {*exact.values()}
        waiting += sorted({(process.phase(phase + 1), q) for q in asked} - {*waiting})
