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

from onoff_symbolic.algebra.field import Element
from onoff_symbolic.schemes.histories import Histories, first_rows, reach, unsteady
from onoff_symbolic.obligation import Case, Identity, Induction, Markov, Obligation, Remark, Sign, Uses
from onoff_symbolic.schemes.properties import Setting, onward

from .claim2 import _laws
from .paper import Paper
from .printed import QUERIES


def _printed(paper: Paper, case: Case) -> tuple[tuple[Element, ...], ...]:
    """The printed matrix whose condition the case satisfies."""
    high = case.name == paper.high.name
    return paper.matrix(paper.printed.query_chain_high if high else paper.printed.query_chain_low)


def lemma1(paper: Paper) -> Iterator[Obligation]:
    yield from _laws(paper)
    yield from paper.everywhere(lambda setting: _query_chain(paper, setting))


def _query_chain(paper: Paper, setting: Setting) -> Iterator[Obligation]:
    """The matrix after the first history at each phase and query against P; then that all others agree."""
    case, scheme, prior = setting.case, setting.scheme, paper.prior
    found = reach(Histories(scheme))
    matrix = first_rows(scheme, found, prior)
    printed = _printed(paper, case)
    for (phase, query), row in matrix.items():
        when = "" if scheme.period == 1 else f" after t ≡ {phase} mod {scheme.period}"
        for target, entry in zip(QUERIES, printed[QUERIES.index(query)], strict=True):
            yield Identity(case, "P derived = P printed", f"P[{query},{target}]{when}", row[target], entry,
                           (("entry", f"P[{query},{target}]"),))
        yield Remark(case, f"P[{query},·]{when}", ", ".join(f"{row[target]}" for target in QUERIES))
    group = "queries form a Markov chain"
    other = unsteady(scheme, found, prior, matrix)
    if other is None:
        yield Markov(case, group, "Pr(Q_{t+1} | Q_0, …, Q_t) depends on Q_t only, for every t", scheme, found.basis,
                     prior, matrix)
        return
    history, target = other
    entry = printed[QUERIES.index(history[-1])][QUERIES.index(target)]
    yield Identity(case, group, f"Pr(next query is {target} | history)", onward(scheme, prior, history, target), entry,
                   (("history", ",".join(history)), ("entry", f"P[{history[-1]},{target}]")))


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
