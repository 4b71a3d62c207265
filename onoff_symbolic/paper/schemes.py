"""The schemes of a claims file as schemes to compute with."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from ..algebra.expression import parse
from ..algebra.field import Element, Field
from ..claims.place import the_paper
from ..document import member
from ..schemes.chain import Chain
from ..schemes.histories import Prior
from ..schemes.scheme import Law, Rule, Scheme


def scheme_of(name: str) -> tuple[Scheme, Prior]:
    """A scheme that the paper's claims file states, and the law of X_0."""
    stated = the_paper()
    member(name, "--case", stated.schemes)
    field = Field(stated.names)
    scheme, tables = stated.schemes[name], stated.tables
    sources = tuple(scheme["sources"])
    moves, divisors = _entries(tables[scheme["chain"]], field)
    chain = Chain(field, sources, tuple(tuple(moves[a, x] for x in sources) for a in sources), divisors)
    queries = tuple((query, tuple(chosen)) for query, chosen in scheme["queries"].items())
    rules = tuple(_rule(rule, tables, field) for rule in scheme["rules"])
    prior, _ = _entries(tables[stated.prior], field)
    return Scheme(name, chain, queries, rules), {source: prior[source,] for source in sources}


def _entries(table: Mapping[str, Any], field: Field) -> tuple[dict[tuple[str, ...], Element], tuple[Element, ...]]:
    """The entries of a table by their places, and the divisors that were written."""
    built = [parse(text).build(field) for text in table["entries"]]
    found = dict(zip(product(*table["index"]), (b.element for b in built), strict=True))
    return found, tuple(dict.fromkeys(d for b in built for d in b.divisors))


def _rule(rule: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]], field: Field) -> Rule:
    previous = None if rule["previous"] is None else tuple(rule["previous"])
    when = None if rule["time"] is None else (rule["time"][0], rule["time"][1])
    if rule["table"] is None:
        return Rule("the request", previous, when)
    table = tables[rule["table"]]
    firsts, requests, queries = table["index"]
    rows = []
    for place, row in enumerate(product(firsts, requests)):
        texts = table["entries"][place * len(queries):(place + 1) * len(queries)]
        built = [(query, parse(text).build(field)) for query, text in zip(queries, texts, strict=True)]
        entries = tuple((query, b.element) for query, b in built if not b.element.is_zero)
        rows.append((row, Law(entries, tuple(dict.fromkeys(d for _, b in built for d in b.divisors)))))
    return Rule(rule["table"], previous, when, tuple(rows))
