"""The rows of a query chain, written out: why the next query has the probability that its matrix says.

If a history determines the request from X_0, the next query is sent with a sum over X_0 of Pr(X_0 | history), the step
of the requests and the table of the scheme. Each line is checked as an identity of rational functions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..checker import Model
from ..result import Node

Data = Mapping[str, Any]

EMPTY_CELL = re.compile(r"path\[(\w+),(\w+)\] = 0")


def requests_after(node: Node, sources: Sequence[str]) -> dict[str, str]:
    """Return the request for each first request after such a history; {} if it is not determined."""
    if not sources or not node.query:
        return {}
    empty = {match.groups() for text in node.holds if (match := EMPTY_CELL.fullmatch(text))}
    possible = {first: [x for x in sources if (first, x) not in empty] for first in sources}
    if any(len(left) != 1 for left in possible.values()):
        return {}
    return {first: left[0] for first, left in possible.items()}


def identities(goal: Data, statement: Data, node: Node) -> tuple[str, ...]:
    """Return the row of the matrix after such a history, column by column; () unless each holds identically."""
    scheme, tables = goal["schemes"][statement["scheme"]], goal["tables"]
    requests = requests_after(node, scheme["sources"])
    matrix = statement["matrix"]
    if not requests or not matrix or len(tables[matrix]["index"]) != 2:
        return ()
    if any(rule.get("since") or rule.get("until") for rule in scheme["rules"]):
        return ()
    model = Model(goal["names"], tables, {})
    table = _table(scheme, node)
    found = []
    for query in scheme["queries"]:
        claimed = _entry(tables, matrix, node.query, query)
        sums = {
            first: _terms(tables, scheme, table, first, request, query) for first, request in requests.items()
        }
        if any(model.expression(f"{' + '.join(terms) or '0'} - ({claimed})").top for terms in sums.values()):
            return ()
        request = next(iter(requests.values()))
        sent = (
            f"{scheme['chain']}[{request},{query}]"
            if not table and query in scheme["sources"]
            else _weighted(sums)
        )
        found.append(
            f"column ${query}$: ${sent} = {claimed}$" if sent != claimed else f"column ${query}$: ${claimed}$"
        )
    return tuple(found)


def _table(scheme: Data, node: Node) -> str:
    """Return the table of the rule that sends the next query; "" if the request itself is sent."""
    for rule in scheme["rules"]:
        modulus, rest = rule["time"] or (1, 0)
        if node.query in (rule["previous"] or [node.query]) and (node.time + 1) % modulus == rest:
            return rule["table"] or ""
    return ""


def _terms(tables: Data, scheme: Data, table: str, first: str, request: str, query: str) -> list[str]:
    """Return the terms of the chance of the next query given X_0 and the request: "(1 - alpha)*beta/(1 - alpha)"."""
    terms = []
    for following in scheme["sources"]:
        step = _entry(tables, scheme["chain"], request, following)
        sends = _entry(tables, table, first, following, query) if table else str(int(following == query))
        if "0" not in (step, sends):
            factors = [_factor(each) for each in (step, sends) if each != "1"]
            terms.append("*".join(factors) or "1")
    return terms


def _entry(tables: Data, name: str, *key: str) -> str:
    """Return an entry of a table as it is written."""
    place = 0
    for axis, label in zip(tables[name]["index"], key, strict=True):
        place = place * len(axis) + [*map(str, axis)].index(label)
    return str(tables[name]["entries"][place])


def _factor(text: str) -> str:
    """Return a factor in parentheses, unless it is a product; a fraction is one."""
    return f"({text})" if re.search(r"[-+](?![^(]*\))", text) else text


def _weighted(sums: Mapping[str, Sequence[str]]) -> str:
    """Return the sums, weighted by p and 1 - p; one sum, if all are the same."""
    texts = [" + ".join(terms) or "0" for terms in sums.values()]
    if len({*texts}) == 1:
        return texts[0]
    weights = ["p", "(1 - p)"] if len(sums) == 2 else [f"Pr(X_0 = {first} | history)" for first in sums]
    shown = []
    for weight, terms, text in zip(weights, sums.values(), texts, strict=True):
        if terms:
            shown.append(f"{weight}*{text}" if len(terms) == 1 else f"{weight}*({text})")
    return " + ".join(shown)
