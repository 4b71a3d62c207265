"""The data that the appendices rest on: the chain, Tables I and III, Theorem 1 and Figure 2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from onoff_symbolic.report.blocks import Alternatives, Block, CaseOf, Equation, Paragraph, Plot, Table
from onoff_symbolic.report.notation import formulas

from .displays import Run, matrix, printed_rows, say
from .figure2 import POINTS
from .printed import QUERIES, ROWS, Lines

PARTS = (("a", "α+β ≤ 1"), ("b", "α+β > 1, t even"), ("c", "α+β > 1, t odd"))
"""The parts of Table III with their cases, (a) including the line that the printed cases leave out."""


def request_chain(run: Run) -> Iterator[Block]:
    yield Paragraph("The requests form a Markov chain on (A, B) with the matrix")
    yield Equation("request-chain", f"M = {matrix(run.paper.matrix(run.paper.printed.chain))}")


def theorem1(run: Run) -> Iterator[Block]:
    yield from run.told("theorem1", "The rates (R_t) are achievable if and only if")
    found = formulas(run.judge("theorem1").claim.statement)
    bounds, times = found[1::2], found[2::2]
    yield Alternatives("theorem1", "R_t", "≤", tuple(
        (bound.partition(" ≤ ")[2], time) for bound, time in zip(bounds, times, strict=True)))


def _table(run: Run, claim: str, title: str, lines: Lines, time: str) -> Table:
    rows = tuple(
        (f"({row[0]},{row[1]})", *cells)
        for row, cells in zip(ROWS, printed_rows(run.paper, lines), strict=True))
    return Table(claim, title, (f"(X_0, X_{time})", *(f"Q_{time} = {query}" for query in QUERIES)), rows)


def table1(run: Run) -> Iterator[Block]:
    exact = tuple(tuple(say(cell) for cell in row) for row in run.paper.matrix(run.paper.printed.example))
    yield _table(run, "table1", "Table I. The example, α = β = 1/5.", exact, "1")


def _part(run: Run, part: str) -> Iterator[Block]:
    name, case = next(item for item in PARTS if item[0] == part)
    lines = getattr(run.paper.printed, f"table_{name}")
    yield _table(run, f"table3{name}", f"Table III({name}). Law of Q_t after AB for {case}.", lines, "t")


def table3a(run: Run) -> Iterator[Block]:
    yield from _part(run, "a")


def table3b(run: Run) -> Iterator[Block]:
    yield from _part(run, "b")


def table3c(run: Run) -> Iterator[Block]:
    yield from _part(run, "c")


def table3_caption(run: Run) -> Iterator[Block]:
    yield from run.note("table3-cases")
    yield from run.told("table3-caption", f"If Q_{{t-1}} is A or B, then Q_t = X_t. {run.said('table3-caption')} In "
                                          "part (a), where α = 1 or β = 1, the row with the entry 0/0 is never used.")


def figure2(run: Run) -> Iterator[Block]:
    rate = run.paper.element(run.paper.printed.rate)
    first = run.paper.element(run.paper.printed.private_rate)
    curves = []
    for total, points in POINTS.items():
        distance = abs(1 - Fraction(total))
        exact = [first.at({})] + [rate.at({"u": distance ** t}) for t in range(1, len(points))]
        curves.append((f"α+β = {total}", tuple((str(t), f"{{{value}}}") for t, value in enumerate(exact))))
    yield Plot("figure2", "Figure 2. The largest rate R_t, from exact values.", ("t", "R_t"), tuple(curves))
    rows = tuple(
        (*(part.partition(" = ")[2] for part in remark.group.partition(": ")[2].split(", ")),
         *remark.label.split("; nearer is ")) for remark in run.judge("figure2").judgement.remarks)
    if rows:
        yield Table("figure2", "Printed points that are not the nearest with their digits.",
                    ("α+β", "t", "printed", "nearest"), rows)


def download_cost(run: Run) -> Iterator[Block]:
    yield Equation("download-cost", run.statement("download-cost", 2))


def example_rate(run: Run) -> Iterator[Block]:
    yield from run.note("example-rate")
    yield CaseOf("α+β ≤ 1")
    yield Equation("example-rate", f"R_1 = {run.paper.printed.rate_example}")
