"""Section IV-A: the scheme and its cost.

Assumptions
    The rules of Section IV-A and Table III (table:Qt), each table on its own printed case.
Main results
    table3a, table3b, table3c   each row is a distribution
    scheme-decodable            the query contains the request
    download-cost               ℓ_t/L = 1 + Pr(Q_t = AB) (eq:achievable-rate)
"""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.field import Field
from onoff_symbolic.obligation import Case, Identity, Obligation
from onoff_symbolic.properties import decodable, is_table
from onoff_symbolic.region import Region

from .paper import Paper
from .printed import QUERIES, Lines


def _table(paper: Paper, case: Case, name: str, lines: Lines) -> Iterator[Obligation]:
    rows = [(f"row {first},{request}", law) for (first, request), law in paper.table(lines)]
    yield from is_table(case, name, rows)


def table3a(paper: Paper) -> Iterator[Obligation]:
    yield from _table(paper, paper.low, "Table III(a)", paper.printed.table_a)


def table3b(paper: Paper) -> Iterator[Obligation]:
    yield from _table(paper, paper.high, "Table III(b)", paper.printed.table_b)


def table3c(paper: Paper) -> Iterator[Obligation]:
    yield from _table(paper, paper.high, "Table III(c)", paper.printed.table_c)


def scheme_decodable(paper: Paper) -> Iterator[Obligation]:
    yield from paper.everywhere(decodable)


def download_cost(paper: Paper) -> Iterator[Obligation]:
    """The law of Q_t is any (p_A, p_B, 1 - p_A - p_B)."""
    field = Field(("p_A", "p_B", "L"))
    region = Region.of(field, "p_A >= 0", "p_B >= 0", "p_A + p_B <= 1", "L > 0")
    case = Case("every law of Q_t", region)
    p_a, p_b, length = field["p_A"], field["p_B"], field["L"]
    law = {"A": p_a, "B": p_b, "AB": 1 - p_a - p_b}
    downloads = paper.low_scheme.downloads
    for query in QUERIES:
        yield Identity(case, "length of the answer", f"ℓ({query})", paper.printed.lengths[query] * length,
                       len(downloads[query]) * length)
    expected = sum((law[query] * paper.printed.lengths[query] * length for query in QUERIES), field.zero)
    yield Identity(case, "expected length", "E[ℓ(Q_t)]/L = 1 + Pr(Q_t = AB)", expected / length, 1 + law["AB"])
