"""Appendix C in displays: the proof of Lemma 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from onoff_symbolic.report.blocks import Block, CaseOf, Equation, Equations, Paragraph

from .bullets import OTHER, after_both, place, printed_table
from .displays import Run, condition, product, say
from .printed import QUERIES, SOURCES, Bullet

PRIOR = {"delta": "p_0"}


def appc_premise(run: Run) -> Iterator[Block]:
    yield from run.told("appc-premise", f"{run.said('appc-premise')} That is,")
    entries = run.paper.matrix(run.paper.printed.query_chain_low)
    yield Equations("appc-premise", tuple(
        f"Pr(Q_t = AB | Q_{{t-1}} = {q}) = {say(entries[QUERIES.index(q)][2])}" for q in SOURCES))


def appc_rows(run: Run) -> Iterator[Block]:
    yield Paragraph("After A or B the query is the request. Hence")
    chain = run.paper.chain
    yield Equations("appc-rows", tuple(
        f"Pr(Q_t = {q} | Q_{{t-1}} = {p}) = Pr(X_t = {q} | X_{{t-1}} = {p}) = {say(chain.move(p, q))}"
        for p in SOURCES for q in SOURCES))


def appc_expansion(run: Run) -> Iterator[Block]:
    yield from run.told("appc-expansion", "For the row AB, with sums over x_0 and x and with x' = g(x_0,AB),")
    both = "Pr(Q_t = q, X_t = x | X_0 = x_0, X_{t-1} = x', Q_{t-1} = AB)"
    query = "Pr(Q_t = q | X_t = x, X_0 = x_0, Q_{t-1} = AB)"
    yield Equation(
        "appc-expansion",
        f"Pr(Q_t = q | Q_{{t-1}} = AB) = Σ_{{x_0,x}} Pr(X_0 = x_0 | Q_{{t-1}} = AB) {both}"
        f" = Σ_{{x_0,x}} Pr(X_0 = x_0) {both}"
        f" = Σ_{{x_0,x}} Pr(X_0 = x_0) Pr(X_t = x | X_{{t-1}} = x') {query}",
        ("is by Proposition 1", "is by privacy at time t-1",
         "is by Proposition 2 for the second term and by Proposition 1 for the third"))


def _row(run: Run, claim: str, bullet: Bullet) -> Iterator[Block]:
    """The row AB, entry by entry, in the numbers of the bullet's table."""
    paper = run.paper
    table = printed_table(paper, bullet)
    case = paper.high if ">" in bullet.condition else paper.low
    texts = []
    for query in QUERIES:
        terms = [
            product(paper.prior[first], paper.chain.move(place(bullet, first), x), chance, letters=PRIOR)
            for first in SOURCES for x in SOURCES
            if not (chance := table[first, x].probability(query, paper.field)).is_zero]
        total = sum((paper.prior[a] * after_both(paper, case, bullet, a, query) for a in SOURCES), paper.field.zero)
        texts.append(f"Pr(Q_t = {query} | Q_{{t-1}} = AB) = {' + '.join(terms)} = {say(total)}")
    yield Equations(claim, tuple(texts))


def appc_case1(run: Run) -> Iterator[Block]:
    bullet = run.paper.printed.lemma1_low
    yield from run.note("appc-case1")
    yield CaseOf(f"{condition(bullet)}, α < 1, β < 1")
    yield Paragraph(f"Here g(x_0,AB) = x_0. With p_0 = Pr(X_0 = A), M and Table III({bullet.table})")
    yield from _row(run, "appc-case1", bullet)


def appc_case2(run: Run) -> Iterator[Block]:
    yield from run.note("appc-case2")
    refuted = run.judge("appc-case2").correction is not None
    for bullet in run.paper.printed.lemma1_high:
        right = replace(bullet, same=not bullet.same) if refuted else bullet
        yield CaseOf(condition(right))
        values = ("g(A,AB) = A", "g(B,AB) = B") if right.same else tuple(
            f"g({a},AB) = {OTHER[a]}" for a in SOURCES)
        yield Paragraph(f"Here {' and '.join(values)}. With Table III({right.table})")
        yield from _row(run, "appc-case2", right)


def lemma1(run: Run) -> Iterator[Block]:
    yield Paragraph("Thus the queries form a Markov chain on (A, B, AB), whose matrix is derived from the scheme as")
    for case, shown in ((run.paper.low, "α+β ≤ 1"), (run.paper.high, "α+β > 1")):
        rows = run.remarks("lemma1", case.name)
        entries = [next(text for group, text in rows.items() if group.startswith(f"P[{q},·]")) for q in QUERIES]
        yield CaseOf(shown)
        yield Equation("lemma1", f"P = [{'; '.join(entries)}]")


def ab_probability(run: Run) -> Iterator[Block]:
    yield Paragraph("In both cases, for every t ≥ 1,")
    chain = run.statement("ab-probability", 1).replace("Π ", "Π_{i=1}^t ")
    yield Equation("ab-probability", chain, (
        "holds because AB is never sent after A or B", "is the Markov property",
        "holds because Pr(Q_0 = AB) = 1 and P[AB,AB] = |1-α-β|"))


def of_lemma1(run: Run) -> Iterator[Block]:
    """Appendix C from beginning to end."""
    for part in (appc_premise, appc_rows, appc_expansion, appc_case1, appc_case2, lemma1, ab_probability):
        yield from part(run)
