"""Section I-B: the example with α = β = 0.2 at t = 1.

Assumptions
    The requests of t = 0 and t = 1; the request of t = 0 is private; δ = Pr(X_0 = A).
Main results
    example-optimal   0.625 is the best rate at t = 1
    example-unique    no other law of Q_1 given (X_0, X_1) has it (table:example)
Conditions that are not printed
    0 < δ < 1; and, for uniqueness, that the query contains the request.
"""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.converse import cells, least_download
from onoff_symbolic.field import Element
from onoff_symbolic.obligation import Case, Identity, Obligation, Sign
from onoff_symbolic.program import ParametricProgram, left_inverse, solve

from .converse import SECRET, optimum, uses
from .paper import Paper
from .printed import QUERIES, ROWS, SOURCES

POINT = ("alpha = 1/5", "beta = 1/5")
DECODABLE = "the query contains the request"


def _program(paper: Paper) -> ParametricProgram:
    transition = {(a, x): step for a, x, step in paper.chain.entries()}
    return least_download(SOURCES, transition, paper.prior)


def _cases(paper: Paper) -> Iterator[Case]:
    yield paper.case("α = β = 1/5", *POINT, SECRET)
    for value, source in (("0", "B"), ("1", "A")):
        yield paper.case(f"δ = {value}", *POINT, f"delta = {value}", exceptional=True,
                         note=f"X_0 = {source} is no secret", violates=SECRET)


def example_optimal(paper: Paper) -> Iterator[Obligation]:
    yield from uses(paper.square, "converse-cost", "converse-equal-laws")
    rate = paper.element(paper.printed.example_rate)
    for case in _cases(paper):
        yield from optimum(case, _program(paper), 1 / rate)


def example_unique(paper: Paper) -> Iterator[Obligation]:
    """Where every variable that is zero has a positive reduced cost, an optimal point is zero there; the others are
    then given by a regular system. So the optimal point is the only one."""
    program = _program(paper)
    rate = paper.element(paper.printed.example_rate)
    yield from uses(paper.square, "example-optimal")
    for case in _cases(paper):
        for solution in solve(program, case.region):
            here = program.on(case.region)
            spare = here.reduced_costs(solution.multipliers)
            yield Identity(case, "the optimum is the rate of Table I", "least ℓ_1/L", solution.value, 1 / rate)
            if case.violates:
                continue
            for name, x, price in zip(program.variables, solution.point, spare, strict=True):
                if x.is_zero:
                    yield Sign(case, "zeros have a positive reduced cost", name, price, ">")
            yield from _regular(case, here, [j for j, x in enumerate(solution.point) if not x.is_zero])
            yield from _table(paper, case, list(solution.point))
    yield from _not_decodable(paper, 1 / rate)


def _regular(case: Case, program: ParametricProgram, columns: list[int]) -> Iterator[Obligation]:
    """The equations determine these variables: a left inverse of their columns."""
    zero, one = program.field.zero, program.field.one
    rows = [{c: dict(row.terms).get(j, zero) for c, j in enumerate(columns)} for row in program.rows]
    inverse = left_inverse(rows, len(columns), program.field)
    for i, line in enumerate(inverse):
        for c, j in enumerate(columns):
            product = sum((weight * row[c] for weight, row in zip(line, rows, strict=True)), zero)
            yield Identity(case, "the equations determine the others", f"{program.variables[columns[i]]} by row {j}",
                           product, one if i == c else zero)


def _table(paper: Paper, case: Case, point: list[Element]) -> Iterator[Obligation]:
    """The optimal point, given (X_0, X_1), is Table I."""
    masses = {
        ((cell.first, cell.request), "".join(cell.chosen)): x for cell, x in zip(cells(SOURCES), point, strict=True)
    }
    for (first, request), texts in zip(ROWS, paper.printed.example, strict=True):
        joint = case.region.reduce(paper.prior[first] * paper.chain.move(first, request))
        for query, text in zip(QUERIES, texts, strict=True):
            found = masses.get(((first, request), query), paper.field.zero) / joint
            yield Identity(case, "the optimal law is Table I", f"p({query} | {first},{request})", found,
                           paper.element(text), (("entry", f"p({query} | {first},{request})"),))


def _not_decodable(paper: Paper, cost: Element) -> Iterator[Obligation]:
    """Sending A always is private and cheaper, but does not serve the request B."""
    blind = paper.case("Q_1 = A always", *POINT, SECRET, exceptional=True, note="private and cheap, but not decodable",
                       violates=DECODABLE)
    one = paper.field.one
    yield Identity(blind, "private", "Pr(Q_1 = A | X_0 = A) = Pr(Q_1 = A | X_0 = B)", one, one)
    yield Sign(blind, "loses the rate", "ℓ_1/L exceeds that of Table I", one, ">", (("scheme", "Q_1 = A"),), cost)
