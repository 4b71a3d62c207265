"""Section IV-A: the scheme and its cost.

Assumptions
    The rules of Section IV-A and Table III (table:Qt), each table on its own printed case.
Main results
    table3a, table3b, table3c   each row is a distribution
    scheme-decodable            the query contains the request
    download-cost               ℓ_t/L = 1 + Pr(Q_t = AB) (eq:achievable-rate)
    table3-cases                the printed cases define the query for every α, β and t
    table3-caption              what the caption says is chosen
"""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.schemes.histories import support
from onoff_symbolic.obligation import Case, Defined, Identity, Obligation
from onoff_symbolic.schemes.properties import Setting, decodable, is_table
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.schemes.scheme import Scheme

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


def table3_cases(paper: Paper) -> Iterator[Obligation]:
    """Each of α+β < 1, = 1, > 1 must have a rule for every Q_{t-1} and t."""
    for case, scheme in ((paper.low, paper.low_scheme), (paper.high, paper.high_scheme),
                         (paper.line, paper.scheme("α+β = 1"))):
        here = scheme.on(case.region)
        plain = Case(case.name, case.region)
        yield Defined(plain, "a law for every row in use", "every row in use has a law", here, support(here))


def table3_cases_corrected(paper: Paper) -> Iterator[Obligation]:
    """Table (a) for α+β ≤ 1; where its entries are 0/0 the row is never used."""
    def ask(setting: Setting) -> Iterator[Obligation]:
        yield Defined(setting.case, "a law for every row in use", "every row in use has a law", setting.scheme,
                      support(setting.scheme))

    yield from paper.everywhere(ask)


def _chosen(paper: Paper, which: str) -> Iterator[Obligation]:
    """When Q_{t-1} = AB, the query named here follows the printed table; the rules go by the parity of t."""
    tables = {("low", 1): paper.printed.table_a, ("low", 2): paper.printed.table_a,
              ("high", 1): paper.printed.table_c, ("high", 2): paper.printed.table_b}
    for (name, time), lines in tables.items():
        case, scheme = (paper.low, paper.low_scheme) if name == "low" else (paper.high, paper.high_scheme)
        for row, law in paper.table(lines):
            sent = _after_both(paper, scheme.on(case.region), time, row, which)
            for query in QUERIES:
                label = f"Pr({which} = {query} | X_0 = {row[0]}, X_t = {row[1]}, Q_{{t-1}} = AB)"
                yield Identity(case, f"given Q_{{t-1}} = AB, {which} follows the table", label, sent[query],
                               law.probability(query, paper.field), (("t", str(time)), ("row", ",".join(row))))


def _after_both(paper: Paper, scheme: Scheme, time: int, row: tuple[str, str], which: str) -> dict[str, Element]:
    """The law of Q_t or Q_{t-1} given (X_0, X_t) = row and Q_{t-1} = AB, from the joint law of the scheme."""
    mass = dict.fromkeys(QUERIES, paper.field.zero)
    for state, weight in scheme.state_law(time - 1, paper.prior).items():
        if state[0] == row[0] and state[2] == "AB":
            for (_, request, query), step in scheme.moves(time, state):
                if request == row[1]:
                    chosen = query if which == "Q_t" else state[2]
                    mass[chosen] = mass[chosen] + weight * step
    total = sum(mass.values(), paper.field.zero)
    return {query: chance / total for query, chance in mass.items()}


def table3_caption(paper: Paper) -> Iterator[Obligation]:
    yield from _chosen(paper, paper.printed.chosen_after_both)


def table3_caption_corrected(paper: Paper) -> Iterator[Obligation]:
    yield from _chosen(paper, "Q_t")
