"""Reading scheme files. No code is run; every fault is one line that names place, expected and found.

    sources, parameters, where, [chain], [queries], [[rule]] with previous, t, where, request or given and [rule.table]

A rule's own `where` says on which part of the region it applies; elsewhere the later rules do. Such a file holds one
scheme for each part, its *cases*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .chain import Chain
from ..document import at_most, cut, expect, expect_keys, kind_of, member, name_of, names_of, parse, read
from ..errors import InputError, Pole, Undecidable
from ..algebra.expression import Expression, parse_relations, plain_name
from ..algebra.expression import parse as parse_expression
from ..algebra.field import Element, Field, Point
from ..algebra.region import Hypothesis, Region, hypotheses
from ..algebra.sign import prove
from .reading import Expressions, build, parameters
from .scheme import FIRST, LAST, Law, Rule, Scheme
from .times import Times, times
from ..algebra.work import MAX_WORK

MAX_TITLE = 200
MAX_SOURCES = 8
MAX_CHAIN = 10      # sources of a chain without a scheme
MAX_QUERIES = 256
MAX_RULES = 256
MAX_PARAMETERS = 8
MAX_PERIOD = 60
MAX_CASES = 16


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


def parse_cases(text: str) -> tuple[SchemeFile, ...]:
    """The cases of a scheme file that is given as text."""
    return _scheme(parse(text))


def load_cases(path: str) -> tuple[SchemeFile, ...]:
    """Read a scheme file: one scheme and region for each part into which the rules' own hypotheses split its region."""
    try:
        return _scheme(read(path))
    except InputError as error:
        raise error.at(path) from None


def load_chain(path: str) -> tuple[Chain, tuple[Hypothesis, ...]]:
    """Read the sources and the chain of a file, and the hypotheses on its parameters; leave the rest of it alone."""
    try:
        return _chain_of(read(path))
    except InputError as error:
        raise error.at(path) from None


def parse_chain(text: str) -> tuple[Chain, tuple[Hypothesis, ...]]:
    """The same for a text."""
    return _chain_of(parse(text))


def _chain_of(document: dict[str, Any]) -> tuple[Chain, tuple[Hypothesis, ...]]:
    expect_keys(document, "the file", ("sources", "chain"), ("title", "where", "queries", "rule", "parameters"))
    sources = _sources(document, MAX_CHAIN)
    reader = Expressions(parameters(document))
    rows = _chain_rows(document["chain"], sources, reader)
    at_most(len(reader.names), MAX_PARAMETERS, "the file", "parameters")
    field = Field(reader.names)
    with field.work.at_most(MAX_WORK):
        chain = _chain(rows, sources, field)
        if all(e.is_constant for _, _, e in chain.entries()):
            _numbers(chain, {}, "")
        return chain, _hypotheses(document, field)


def chain_region(chain: Chain, where: Sequence[Hypothesis]) -> Region:
    """Where the hypotheses hold; without any, where the entries of the chain are probabilities."""
    simple = (Region(chain.field).assume(*where) if where else chain.lawful()).simplified()
    if simple is None:
        raise InputError("where: expected hypotheses that some point satisfies, found a contradiction")
    point = simple.interior()
    if point:
        _numbers(chain, point, _where_at(point))
    return _without_negative_entries(chain, simple)


def _where_at(point: Point) -> str:
    return f"where: at {', '.join(f'{name} = {value}' for name, value in point.items())}: "


def _without_negative_entries(chain: Chain, region: Region) -> Region:
    """Return the region, with `entry >= 0` added where nothing is known; raise if an entry is negative at a point."""
    for _, _, entry in chain.entries():
        sign = region.reduce(entry.numerator * entry.denominator)
        if prove(sign, ">=", region):
            continue
        negative = region.assume(Hypothesis(-sign, ">")).simplified()
        point = None if negative is None else negative.sample()
        if point is not None:
            _numbers(chain, point, _where_at(point))
        simple = region.assume(Hypothesis(sign, ">=")).simplified()
        if simple is None:
            raise InputError("where: expected hypotheses under which the chain has probabilities, found none")
        region = simple
    return region


def _hypotheses(document: dict[str, Any], field: Field) -> tuple[Hypothesis, ...]:
    """What `where` says about the parameters of the chain alone."""
    reader = Expressions(parameters(document))
    found: list[Hypothesis] = []
    for i, value in enumerate(expect(document.get("where", []), list, "where", "a list of hypotheses")):
        text = reader.relations(value, f"where[{i}]")
        names = {name for left, _, right in parse_relations(text) for side in (left, right) for name in side.names()}
        if names <= set(field.names):
            found += hypotheses(field, [text])
    return tuple(found)


def chain_at(chain: Chain, text: str, where: tuple[Hypothesis, ...] = ()) -> tuple[Point, Chain]:
    """The chain with numbers for its parameters, given as `alpha=1/5,beta=0.2`; they have to satisfy `where`."""
    point: dict[str, Fraction] = {}
    for part in [part for part in text.split(",") if part.strip()]:
        name, equals, value = part.partition("=")
        name = plain_name(name.strip())
        if not chain.field.names:
            raise InputError(f"--at: expected nothing, for the chain has no parameters, found {cut(name)}")
        member(name, "--at", chain.field.names)
        if not equals or name in point:
            raise InputError(f"--at: expected NAME=VALUE once for each parameter, found {cut(part)}")
        try:
            expression = parse_expression(value)
        except InputError as error:
            raise InputError(f"--at: {name}: {error}") from None
        if expression.names():
            raise InputError(f"--at: {name}: expected a number, found {cut(value)}")
        try:
            point[name] = expression.build(Field()).element.constant()
        except InputError as error:
            raise InputError(f"--at: {name}: {error}") from None
    missing = [name for name in chain.field.names if name not in point]
    if missing:
        raise InputError(f"--at: a value is missing for {', '.join(missing)}")
    numbers = _numbers(chain, point, "--at: ")
    for hypothesis in where:
        if not hypothesis.holds(point):
            raise InputError(f"--at: expected a point where {hypothesis}, as the file says, found one where it fails")
    return point, numbers


def _numbers(chain: Chain, point: Point, place: str) -> Chain:
    field = Field()
    try:
        values = [[element.at(point) for element in row] for row in chain.matrix]
    except Pole:
        raise InputError(f"{place}a denominator of the chain is zero there") from None
    for source, row in zip(chain.sources, values, strict=True):
        for target, value in zip(chain.sources, row, strict=True):
            if value < 0:
                raise InputError(f"{place}[chain] {source} → {target}: expected a probability, found {value}")
    return Chain(field, chain.sources, tuple(tuple(field(value) for value in row) for row in values))


# -- the parts of a file -----------------------------------------------------------------------------------

_Row = list[tuple[str, Expression]]


def _scheme(document: dict[str, Any]) -> tuple[SchemeFile, ...]:
    expect_keys(document, "the file", ("sources", "chain", "queries", "rule"), ("title", "where", "parameters"))
    title = _title(document.get("title", ""))
    sources = _sources(document, MAX_SOURCES)
    reader = Expressions(parameters(document))
    where = expect(document.get("where", []), list, "where", "a list of hypotheses")
    texts = [reader.relations(text, f"where[{i}]") for i, text in enumerate(where)]
    chain_rows = _chain_rows(document["chain"], sources, reader)
    queries = _queries(document["queries"], sources)
    drafts = _drafts(document["rule"], sources, tuple(q for q, _ in queries), reader)
    at_most(len(reader.names), MAX_PARAMETERS, "the file", "parameters")
    reader.no_slips()
    field = Field(reader.names)
    with field.work.at_most(MAX_WORK):
        chain = _chain(chain_rows, sources, field)
        rules = tuple(draft.rule(field) for draft in drafts)
        for rule in rules:
            _rows_there(rule, chain, dict(queries))
        region = _region(field, texts, chain, "where" in document)
        if any(region.reduce(divisor).is_zero for divisor in chain.divisors):
            raise InputError("[chain]: a denominator is zero wherever the hypotheses hold")
        cases = _cases(region, [hypotheses(field, draft.where) for draft in drafts])
        found = []
        for part, kept in cases:
            scheme = Scheme(title, chain, queries, tuple(rules[i] for i in kept))
            _rules_cover(scheme, "" if len(cases) == 1 else f" where {part}")
            found.append(SchemeFile(scheme, part))
        return tuple(found)


def _cases(region: Region, wheres: Sequence[tuple[Hypothesis, ...]]) -> list[tuple[Region, list[int]]]:
    """The parts of a region in each of which every rule applies throughout or nowhere, with the rules that do."""
    parts: list[tuple[Region, list[int]]] = [(region, [])]
    for number, where in enumerate(wheres):
        after: list[tuple[Region, list[int]]] = []
        for part, kept in parts:
            try:
                inside, outside = split(part, where)
            except Undecidable as error:
                raise InputError(f"rule {number + 1}, where: {error}") from None
            after += [(inside, [*kept, number])] if inside is not None else []
            after += [(other, kept) for other in outside]
        at_most(len(after), MAX_CASES, "[[rule]]", "cases")
        parts = after
    return parts


def split(region: Region, where: Sequence[Hypothesis]) -> tuple[Region | None, list[Region]]:
    """The part of a region where all hypotheses hold (None if it is empty), and the parts where one fails."""
    inside, outside = region, []
    for hypothesis in where:
        part = inside.assume(hypothesis.negated()).simplified()
        if part is not None:
            outside.append(part)
        rest = inside.assume(hypothesis).simplified()
        if rest is None:
            return None, outside
        inside = rest
    return inside, outside


def _title(value: object) -> str:
    title = " ".join(expect(value, str, "title", "a string").split())
    at_most(len(title), MAX_TITLE, "title", "characters")
    strange = next((c for c in title if not c.isprintable()), None)
    if strange is not None:
        raise InputError(f"title: expected characters that can be printed, found {strange!r}")
    return title


def _sources(document: dict[str, Any], limit: int) -> tuple[str, ...]:
    sources = names_of(document["sources"], "sources")
    at_most(len(sources), limit, "sources", "sources")
    if len(sources) < 2:
        raise InputError("sources: expected at least two sources, found one")
    return sources


def _chain_rows(value: object, sources: tuple[str, ...], reader: Expressions) -> dict[str, _Row]:
    table = expect(value, dict, "[chain]", "a table")
    expect_keys(table, "[chain]", sources)
    rows: dict[str, _Row] = {}
    for source in sources:
        place = f"[chain] {source}"
        row = expect(table[source], dict, place, "a table from sources to probabilities")
        rows[source] = [(member(t, place, sources), reader.read(p, f"{place} → {t}")) for t, p in row.items()]
    return rows


def _chain(rows: dict[str, _Row], sources: tuple[str, ...], field: Field) -> Chain:
    matrix = []
    divisors: list[Element] = []
    for source, row in rows.items():
        built = {target: build(e, field, f"[chain] {source} → {target}") for target, e in row}
        divisors += [d for b in built.values() for d in b.divisors]
        line = tuple(built[t].element if t in built else field.zero for t in sources)
        _sums_to_one(line, f"[chain] {source}", field)
        matrix.append(line)
    return Chain(field, sources, tuple(matrix), tuple(dict.fromkeys(divisors)))


def _sums_to_one(entries: Iterable[Element], place: str, field: Field) -> None:
    try:
        total = sum(entries, field.zero)
    except Undecidable as error:
        raise InputError(f"{place}: {error}") from None
    if total != 1:
        raise InputError(f"{place}: expected a row that sums to 1, found the sum {cut(str(total))}")


def _queries(value: object, sources: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    table = expect(value, dict, "[queries]", "a table")
    at_most(len(table), MAX_QUERIES, "[queries]", "queries")
    found: dict[str, tuple[str, ...]] = {}
    for query, listed in table.items():
        name = name_of(query, "[queries]")
        chosen = names_of(listed, f"[queries] {name}", sources)
        ordered = tuple(source for source in sources if source in chosen)
        found[name] = ordered
    if sources not in found.values():
        raise InputError(f"[queries]: no query downloads {', '.join(sources)}, which Q_0 must do")
    return tuple(found.items())


@dataclass(frozen=True)
class _Draft:
    """A rule that waits for the field, and its own hypotheses."""

    rule: Callable[[Field], Rule]
    where: tuple[str, ...]


def _drafts(
    value: object, sources: tuple[str, ...], queries: tuple[str, ...], reader: Expressions
) -> list[_Draft]:
    listed = expect(value, list, "[[rule]]", "a list of rules")
    at_most(len(listed), MAX_RULES, "[[rule]]", "rules")
    return [_draft(rule, f"rule {i}", sources, queries, reader) for i, rule in enumerate(listed, start=1)]


def _draft(
    value: object, name: str, sources: tuple[str, ...], queries: tuple[str, ...], reader: Expressions
) -> _Draft:
    rule = expect(value, dict, name, "a table")
    expect_keys(rule, name, (), ("previous", "t", "request", "table", "given", "where"))
    previous = names_of(rule["previous"], f"{name}, previous", queries) if "previous" in rule else None
    when = times(rule["t"], f"{name}, t") if "t" in rule else Times()
    listed = expect(rule.get("where", []), list, f"{name}, where", "a list of hypotheses")
    where = tuple(reader.relations(text, f"{name}, where[{i}]") for i, text in enumerate(listed))
    if ("request" in rule) == ("table" in rule):
        raise InputError(f"{name}: expected either request = true or a table, found "
                         + ("both" if "table" in rule else "neither"))
    if "request" in rule:
        if rule["request"] is not True:
            found = "false" if rule["request"] is False else kind_of(rule["request"])
            raise InputError(f"{name}, request: expected true, found {found}")
        if "given" in rule:
            raise InputError(f"{name}, given: expected a table as well, found request = true")
        return _Draft(lambda field: Rule(name, previous, when.when, since=when.since, until=when.until), where)
    given = member(expect(rule.get("given", FIRST), str, f"{name}, given", "a string"), f"{name}, given", (FIRST, LAST))
    rows = _table_rows(rule["table"], name, given, sources, queries, reader)
    return _Draft(lambda field: Rule(name, previous, when.when, tuple(
        (row, _law(entries, field, f"{name}, row {row[0]},{row[1]}")) for row, entries in rows.items()),
        given, when.since, when.until), where)


def _table_rows(
    value: object, name: str, given: str, sources: tuple[str, ...], queries: tuple[str, ...], reader: Expressions
) -> dict[tuple[str, str], _Row]:
    table = expect(value, dict, f"{name}, table", "a table")
    rows: dict[tuple[str, str], _Row] = {}
    for key, law in table.items():
        pair = tuple(part.strip() for part in key.split(","))
        if len(pair) != 2:
            raise InputError(f'{name}, table: expected a row "{"X_0" if given == FIRST else "X_{t-1}"},X_t", '
                             f"found {cut(key)}")
        for part in pair:
            member(part, f"{name}, row {cut(key)}", sources)
        if pair in rows:
            raise InputError(f"{name}, table: expected each row once, found {pair[0]},{pair[1]} twice")
        place = f"{name}, row {pair[0]},{pair[1]}"
        entries = expect(law, dict, place, "a table from queries to probabilities")
        rows[pair[0], pair[1]] = [
            (member(q, place, queries), reader.read(p, f"{place} → {q}")) for q, p in entries.items()]
    return rows


def _rows_there(rule: Rule, chain: Chain, downloads: dict[str, tuple[str, ...]]) -> None:
    """No row is missing, unless it can never be used.

    The last request is in the set that was downloaded, and the next one follows it; X_t can be reached from X_0."""
    asked = set(chain.sources)
    if rule.given == LAST and rule.previous is not None:
        asked = {source for query in rule.previous for source in downloads[query]}
    for row in chain.sources if rule.table is not None else ():
        if row in asked:
            followers = chain.followers(row) if rule.given == LAST else chain.reachable(row)
            missing = next((x for x in chain.sources if x in followers and (row, x) not in rule.rows), None)
            if missing is not None:
                raise InputError(f"{rule.name}, table: the row {row},{missing} is missing")


def _law(entries: _Row, field: Field, place: str) -> Law:
    built = [(query, build(e, field, f"{place} → {query}")) for query, e in entries]
    _sums_to_one((b.element for _, b in built), place, field)
    divisors = tuple(dict.fromkeys(d for _, b in built for d in b.divisors))
    return Law(tuple((q, b.element) for q, b in built if not b.element.is_zero), divisors)


def _rules_cover(scheme: Scheme, where: str) -> None:
    """At every t each query that may have been asked before has a rule, and a `request` rule finds its query."""
    if scheme.period > MAX_PERIOD:
        raise InputError(f"[[rule]]: expected rules that repeat after at most {MAX_PERIOD} steps, "
                         f"found {scheme.period}")
    exact = {sources[0]: query for query, sources in reversed(scheme.queries) if len(sources) == 1}
    seen: set[tuple[int, str]] = set()
    waiting = [(0, scheme.start)]
    while waiting:
        phase, query = waiting.pop(0)
        rule = scheme.rule(phase + 1, query)
        if rule is None:
            when = "" if scheme.period == 1 else f" and t ≡ {(phase + 1) % scheme.period} mod {scheme.period}"
            when = f" and t = {phase + 1}" if phase < scheme.settled else when
            raise InputError(f"[[rule]]: no rule applies when the previous query is {query}{when}{where}")
        missing = [source for source in scheme.sources if source not in exact]
        if rule.table is None and missing:
            raise InputError(f"{rule.name}, request: no query downloads {missing[0]} alone")
        asked = [q for law in rule.rows.values() if law is not None for q, _ in law.entries]
        new = {(scheme.phase(phase + 1), q) for q in (asked if rule.table is not None else exact.values())} - seen
        seen |= new
        waiting += sorted(new)


def _region(field: Field, texts: list[str], chain: Chain, stated: bool) -> Region:
    """The stated hypotheses; where none are stated, those that make the chain a chain."""
    place = "where" if stated else "[chain]"
    try:
        if stated:
            region = Region(field).assume(*hypotheses(field, texts))
        else:
            region = chain.lawful()
        simple = region.simplified()
    except (InputError, Undecidable) as error:
        raise InputError(f"{place}: {error}") from None
    if simple is None:
        raise InputError(f"{place}: expected hypotheses that some point satisfies, found a contradiction" if stated
                         else f"{place}: expected entries >= 0 for some parameters, found a contradiction")
    return simple
