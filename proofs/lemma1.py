"""Section IV-C: the query chain and the rate.

Assumptions
    The scheme of Section IV-A; δ is any law of X_0; Q_0 = AB.
Main results
    lemma1           the queries form a Markov chain; its matrix is derived and compared with the printed P
                     (eq:transition-P1, eq:transition-P2)
    ab-probability   Pr(Q_t = AB) = |1-α-β|^t, line by line with its reasons
"""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.field import Element
from onoff_symbolic.histories import Matrix
from onoff_symbolic.kernel import Case, Identity, Induction, Obligation, Sign, Uses
from onoff_symbolic.properties import Setting, markov

from .claim2 import _laws
from .paper import Paper
from .printed import QUERIES


def _printed(paper: Paper, case: Case) -> tuple[tuple[Element, ...], ...]:
    """The printed matrix whose condition the case satisfies."""
    high = case.name == paper.high.name
    return paper.matrix(paper.printed.query_chain_high if high else paper.printed.query_chain_low)


def lemma1(paper: Paper) -> Iterator[Obligation]:
    def ask(setting: Setting) -> Iterator[Obligation]:
        matrix, obligations = markov(setting, paper.prior)
        yield from obligations
        if matrix is not None:
            yield from _entries(paper, setting, matrix)

    yield from _laws(paper)
    yield from paper.everywhere(ask)


def _entries(paper: Paper, setting: Setting, matrix: Matrix) -> Iterator[Obligation]:
    """The derived matrix, at each phase and reached query, against the printed one."""
    case, period = setting.case, setting.scheme.period
    for (phase, query), row in matrix.items():
        when = "" if period == 1 else f" after t ≡ {phase} mod {period}"
        for target, printed in zip(QUERIES, _printed(paper, case)[QUERIES.index(query)], strict=True):
            yield Identity(case, "P derived = P printed", f"P[{query},{target}]{when}",
                           row.get(target, paper.field.zero), printed, (("entry", f"P[{query},{target}]"),))


def ab_probability(paper: Paper) -> Iterator[Obligation]:
    alpha, beta, power = paper.field["alpha"], paper.field["beta"], paper.field["u"]
    zero, one = paper.field.zero, paper.field.one
    start = paper.low_scheme.state_law(0, paper.prior)
    yield Uses(paper.square, "rests on", "lemma1", "lemma1")
    for case, size in ((paper.low, 1 - alpha - beta), (paper.high, alpha + beta - 1),
                       (paper.line, 1 - alpha - beta)):
        printed = _printed(paper, case)
        for query, row in zip(QUERIES[:2], printed, strict=False):
            yield Identity(case, "(a) AB is never sent after A or B", f"P[{query},AB]", row[2], zero)
        begin = sum((p for state, p in start.items() if state[2] == "AB"), zero)
        yield Identity(case, "(b) Pr(Q_0 = AB) = 1", "Pr(Q_0 = AB)", begin, one)
        yield Sign(case, "|1-α-β| by its sign", f"{size} ≥ 0", size, ">=")
        yield Induction(case, "Pr(Q_t = AB) = |1-α-β|^t by induction on t", "Π P[AB,AB] = |1-α-β|^t",
                        (begin, one), (power * printed[2][2], power * size))
