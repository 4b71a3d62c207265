"""Appendix A in displays: the converse."""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.report.blocks import Block, CaseOf, Equation, Equations, Paragraph, Table

from .displays import POWER, Run, printed_rows, say
from .printed import ROWS, SOURCES

LAWS = {f"P{a}{b}": f"P({a},{b})" for a in SOURCES for b in SOURCES}


def converse_private_times(run: Run) -> Iterator[Block]:
    yield CaseOf("t ≤ 0")
    yield from run.told("converse-private-times", (
        "The query Q_t is independent of X_t and serves both values of X_t with positive probability, so "
        "it downloads both messages:"))
    yield Equation("converse-private-times", "ℓ_t/L ≥ 2")


def converse_cost(run: Run) -> Iterator[Block]:
    yield CaseOf("t ≥ 1")
    yield Paragraph(
        "Let 𝒬_a, 𝒬_b and 𝒬_ab be the queries whose answer gives the message of A alone, of B alone, and of both. An "
        "answer is at least as long as what it gives, so ℓ ≥ L on 𝒬_a and on 𝒬_b, and ℓ ≥ 2L on 𝒬_ab. Hence")
    last = run.statement("converse-cost", 5)
    _, _, bound = last.partition(" ≥ ")
    yield Equation("converse-cost", f"ℓ_t/L ≥ Pr(𝒬_a) + Pr(𝒬_b) + 2 Pr(𝒬_ab) = {bound}",
                   ("is by these lengths", "holds because the three sets are all queries"))


def converse_chain_rule(run: Run) -> Iterator[Block]:
    yield from run.told("converse-chain-rule", "The queries up to t tell nothing about the private requests:")
    yield Equation("converse-chain-rule", run.statement("converse-chain-rule"), (
        "is the chain rule, one query at a time", "holds because each term is zero by privacy",
        "holds because the requests of a far past are forgotten, or because the queries begin at some time"))
    yield Paragraph("In particular")
    yield Equation("converse-chain-rule", run.statement("converse-chain-rule", 1))


def converse_equal_laws(run: Run) -> Iterator[Block]:
    yield from run.told("converse-equal-laws", "This is the same as")
    yield Equation("converse-equal-laws", run.statement("converse-equal-laws", 1))
    yield Paragraph("for every q. Conditional laws exist if 0 < δ < 1, where δ = Pr(X_0 = A).")


def converse_table(run: Run) -> Iterator[Block]:
    yield from run.told("converse-table", (
        "Let P(x,y) = Pr(X_0 = x, X_t = y) and P(y|x) = Pr(X_t = y | X_0 = x). Decodability and privacy leave two "
        "free numbers, p_1 and p_2."))
    rows = tuple(
        (f"({row[0]},{row[1]})", *cells)
        for row, cells in zip(ROWS, printed_rows(run.paper, run.paper.printed.converse_table, LAWS), strict=True))
    yield Table("converse-table", "Table IV. The joint law of (Q_t, X_0, X_t).",
                ("(X_0, X_t)", "Q_t ∈ 𝒬_a", "Q_t ∈ 𝒬_b", "Q_t ∈ 𝒬_ab"), rows)


def converse_bounds(run: Run) -> Iterator[Block]:
    yield from run.told("converse-bounds", "No entry of the table is negative. Hence")
    yield Equations("converse-bounds", (run.statement("converse-bounds"), run.statement("converse-bounds", 1)))
    yield Paragraph("and the first two columns sum to")
    cells = [cell for row in run.paper.printed.converse_table for cell in row[:2] if cell != "0"]
    yield Equation("converse-bounds",
                   f"Pr(𝒬_a ∪ 𝒬_b) = {' + '.join(cells)} = {run.paper.printed.converse_union}")


def t_step_law(run: Run) -> Iterator[Block]:
    yield from run.told("t-step-law", "Let α+β > 0. The requests form a Markov chain, so for every t ≥ 0")
    law = run.paper.matrix(run.paper.printed.step_law)
    yield Equations("t-step-law", tuple(
        f"P({y}|{x}) = {say(value, POWER)}"
        for x, row in zip(SOURCES, law, strict=True) for y, value in zip(SOURCES, row, strict=True)))
    yield Paragraph("At t = 0 these are 1, 0, 0 and 1; and one step of the chain gives them at t+1:")
    after = {"u": "(1-α-β)^(t+1)"}
    chain = run.paper.chain
    yield Equations("t-step-law", tuple(
        " + ".join(f"{_times(say(chain.move(z, y)))} P({z}|{x})" for z in SOURCES) + f" = {say(value, after)}"
        for x, row in zip(SOURCES, law, strict=True) for y, value in zip(SOURCES, row, strict=True)))


def _times(text: str) -> str:
    return f"({text})" if " " in text else text


def converse_bound(run: Run) -> Iterator[Block]:
    yield from run.told("converse-bound", "Together:")
    _, _, bound = run.statement("converse-cost", 5).partition(" ≥ ")
    _, _, least = run.statement("converse-bound").partition(" ≥ ")
    union = run.paper.printed.converse_union
    minima = [run.statement("converse-bounds", i).rpartition(" ≤ ")[2] for i in (0, 1)]
    yield Equation("converse-bound", (
        f"ℓ_t/L ≥ {bound} = 2 - {union} ≥ 2 - {minima[0]} - {minima[1]} = 1 + |P(A|A) - P(A|B)| = {least}"), (
        "counts what can be decoded", "is the sum of two columns", "is by the two bounds",
        "holds because P(B|A) = 1 - P(A|A) and P(B|B) = 1 - P(A|B)",
        "holds because P(A|A) - P(A|B) = (1-α-β)^t"))
    yield Paragraph("No private and decodable scheme does better: the least ℓ_t/L is the optimum of a linear program, "
                    "attained by this point and shown least by these multipliers.")
    cases = [case for case in run.judge("converse-bound").judgement.cases()
             if run.remarks("converse-bound", case.name) and not case.exceptional]
    found = [run.remarks("converse-bound", case.name) for case in cases]
    signs = [case.name.rpartition(", ")[2] for case in cases]
    rows = tuple((group.removeprefix("multiplier of "),
                  *(values.get(group, "0") for values in found))
                 for group in found[0] if group != "letters")
    yield Table("converse-bound", "The optimum and its multipliers.", ("point; multiplier of", *signs), rows,
                f"Here {', '.join(found[0]['letters'].split(', ')[:2])}.")


def of_converse(run: Run) -> Iterator[Block]:
    """Appendix A from beginning to end."""
    for part in (converse_private_times, converse_cost, converse_chain_rule, converse_equal_laws, converse_table,
                 converse_bounds, t_step_law, converse_bound):
        yield from part(run)
