"""Reading scheme files. No code is run; every fault is one line that names place, expected and found.

    sources, parameters, where, [chain], [queries], [[rule]] with previous, t, where, request or given and [rule.table]

A rule's own `where` says on which part of the region it applies; elsewhere the later rules do. Such a file holds one
scheme for each part, its *cases*.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from .chain import Chain
from ..document import at_most, cut, expect, expect_keys, kind_of, member, name_of, names_of, parse, read
from ..errors import InputError, Pole, Undecidable
from ..algebra.expression import Expression, parse_relations, plain_name
from ..algebra.expression import parse as parse_expression
from ..algebra.field import Element, Field, Point
from ..algebra.region import Hypothesis, Region, hypotheses
from ..algebra.sign import prove
from .names import GoalNames, Part
from .reading import FIRST, LAST, Expressions, build, parameters
from .scheme import NAME, Scheme
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
            numbers_of(chain, {}, "")
        return chain, _hypotheses(document, field)


def chain_region(chain: Chain, where: Sequence[Hypothesis]) -> Region:
    """Where the hypotheses hold; without any, where the entries of the chain are probabilities."""
    simple = (Region(chain.field).assume(*where) if where else chain.lawful()).simplified()
    if simple is None:
        raise InputError("where: expected hypotheses that some point satisfies, found a contradiction")
    point = simple.interior()
    if point:
        numbers_of(chain, point, _where_at(point))
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
            numbers_of(chain, point, _where_at(point))
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
    numbers = numbers_of(chain, point, "--at: ")
    for hypothesis in where:
        if not hypothesis.holds(point):
            raise InputError(f"--at: expected a point where {hypothesis}, as the file says, found one where it fails")
    return point, numbers


def numbers_of(chain: Chain, point: Point, place: str) -> Chain:
    """Return the chain at a point; raise at this place if it has no value there, or an entry is negative."""
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
"""Names of sources or queries, with their probabilities."""


def _scheme(document: dict[str, Any]) -> tuple[SchemeFile, ...]:
    expect_keys(document, "the file", ("sources", "chain", "queries", "rule"), ("title", "where", "parameters"))
    title = _title(document.get("title", ""))
    sources = _sources(document, MAX_SOURCES)
    reader = Expressions(parameters(document))
    where = expect(document.get("where", []), list, "where", "a list of hypotheses")
    texts = [reader.relations(text, f"where[{i}]") for i, text in enumerate(where)]
    chain_rows = _chain_rows(document["chain"], sources, reader)
    queries = _queries(document["queries"], sources)
    drafts = _drafts(document["rule"], sources, (*queries,), reader)
    at_most(len(reader.names), MAX_PARAMETERS, "the file", "parameters")
    reader.no_slips()
    field = Field(reader.names)
    with field.work.at_most(MAX_WORK):
        chain = _chain(chain_rows, sources, field)
        letters = GoalNames(field, *sources, *queries, NAME, "chain")
        rules = [_built(draft, letters, field, sources, [*queries]) for draft in drafts]
        for draft in drafts:
            _rows_there(draft, chain, queries)
        region = _region(field, texts, chain, "where" in document)
        if any(region.reduce(divisor).is_zero for divisor in chain.divisors):
            raise InputError("[chain]: a denominator is zero wherever the hypotheses hold")
        cases = _cases(region, [hypotheses(field, draft.where) for draft in drafts])
        stated = {"index": [[*sources], [*sources]], "entries": [
            letters.entry(element, chain.divisors) for _, _, element in chain.entries()]}
        found = []
        for part, kept in cases:
            own = [rules[i] for i in kept]
            tables = {f"rule{number}": rule.table for number, rule in enumerate(own) if rule.table is not None}
            scheme = Scheme(title, chain, letters, {"chain": stated, **tables}, {
                "sources": [*sources], "chain": "chain", "queries": queries,
                "rules": [rule.stated(number) for number, rule in enumerate(own)]}, letters.bridge.quotient)
            _rules_cover(scheme, own, "" if len(cases) == 1 else f" where {part}")
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


def _queries(value: object, sources: tuple[str, ...]) -> dict[str, list[str]]:
    table = expect(value, dict, "[queries]", "a table")
    at_most(len(table), MAX_QUERIES, "[queries]", "queries")
    found: dict[str, list[str]] = {}
    for query, listed in table.items():
        name = name_of(query, "[queries]")
        chosen = names_of(listed, f"[queries] {name}", sources)
        found[name] = [source for source in sources if source in chosen]
    if [*sources] not in found.values():
        raise InputError(f"[queries]: no query downloads {', '.join(sources)}, which Q_0 must do")
    return found


@dataclass(frozen=True)
class _Draft:
    """A rule that waits for the field. Without rows, Q_t is the query that downloads exactly X_t."""

    name: str
    previous: tuple[str, ...] | None
    times: Times
    where: tuple[str, ...]
    given: str = FIRST
    rows: dict[tuple[str, str], _Row] | None = None


@dataclass(frozen=True)
class _Rule:
    """A rule with its table, null in the rows that are left out, and what it may ask for."""

    draft: _Draft
    table: Part | None = None
    asked: frozenset[str] = frozenset()

    def stated(self, number: int) -> Part:
        """Return the rule of the goal; what is as usual is left out."""
        draft, times = self.draft, self.draft.times
        return {"previous": None if draft.previous is None else [*draft.previous],
                "time": None if times.when is None else [*times.when],
                "table": None if self.table is None else f"rule{number}",
                **({"given": "last"} if draft.given == LAST else {}),
                **({"since": times.since} if times.since > 1 else {}),
                **({"until": times.until} if times.until is not None else {})}


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
        return _Draft(name, previous, when, where)
    given = member(expect(rule.get("given", FIRST), str, f"{name}, given", "a string"), f"{name}, given", (FIRST, LAST))
    rows = _table_rows(rule["table"], name, given, sources, queries, reader)
    return _Draft(name, previous, when, where, given, rows)


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


def _rows_there(draft: _Draft, chain: Chain, downloads: Mapping[str, Sequence[str]]) -> None:
    """Raise if a row is missing, unless it can never be used.

    The last request is in the set that was downloaded, and the next one follows it; X_t can be reached from X_0."""
    asked = set(chain.sources)
    if draft.given == LAST and draft.previous is not None:
        asked = {source for query in draft.previous for source in downloads[query]}
    for row in chain.sources if draft.rows is not None else ():
        if row in asked:
            followers = chain.followers(row) if draft.given == LAST else chain.reachable(row)
            missing = next((x for x in chain.sources if x in followers and (row, x) not in (draft.rows or ())), None)
            if missing is not None:
                raise InputError(f"{draft.name}, table: the row {row},{missing} is missing")


def _built(draft: _Draft, letters: GoalNames, field: Field, sources: Sequence[str], queries: Sequence[str]) -> _Rule:
    """Return the rule with the entries of its table as the goal has them."""
    if draft.rows is None:
        return _Rule(draft)
    entries: dict[tuple[str, ...], list[str]] = {}
    asked: set[str] = set()
    for row, law in draft.rows.items():
        place = f"{draft.name}, row {row[0]},{row[1]}"
        built = {query: build(e, field, f"{place} → {query}") for query, e in law}
        _sums_to_one((b.element for b in built.values()), place, field)
        asked.update(query for query, b in built.items() if not b.element.is_zero)
        divisors = dict.fromkeys(d for b in built.values() for d in b.divisors)
        entries[row] = [letters.entry(built[q].element if q in built else field.zero, divisors) for q in queries]
    left_out = [None] * len(queries)
    return _Rule(draft, {"index": [[*sources], [*sources], [*queries]], "entries": [
        text for row in product(sources, repeat=2) for text in entries.get(row) or left_out]}, frozenset(asked))


def _rules_cover(scheme: Scheme, rules: Sequence[_Rule], where: str) -> None:
    """Raise if at some t a query that may have been asked before has no rule, or a `request` rule finds no query."""
    period = lcm(1, *(rule.draft.times.when[0] for rule in rules if rule.draft.times.when is not None))
    if period > MAX_PERIOD:
        raise InputError(f"[[rule]]: expected rules that repeat after at most {MAX_PERIOD} steps, found {period}")
    process = scheme.process
    exact = {sources[0]: query for query, sources in reversed([*scheme.downloads.items()]) if len(sources) == 1}
    seen: set[tuple[int, str]] = set()
    waiting = [(0, scheme.start)]
    while waiting:
        phase, query = waiting.pop(0)
        rule = next((rule for rule, fit in zip(rules, process.rules) if fit.fits(phase + 1, query)), None)
        if rule is None:
            when = "" if period == 1 else f" and t ≡ {(phase + 1) % period} mod {period}"
            when = f" and t = {phase + 1}" if phase < process.settled else when
            raise InputError(f"[[rule]]: no rule applies when the previous query is {query}{when}{where}")
        missing = [source for source in scheme.sources if source not in exact]
        if rule.table is None and missing:
            raise InputError(f"{rule.draft.name}, request: no query downloads {missing[0]} alone")
        asked = rule.asked if rule.table is not None else {*exact.values()}
        new = {(process.phase(phase + 1), q) for q in asked} - seen
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
