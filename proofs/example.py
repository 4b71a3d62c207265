"""Section I: naive switching, and the example with α = β = 0.2 at t = 1.

Assumptions
    The requests of t = 0 and t = 1; the request of t = 0 is private; δ = Pr(X_0 = A).
Main results
    naive-switching     Q_1 = X_1 is private only if X_0 and X_1 are independent
    table1              Table I consists of distributions and is the scheme at the example's parameters
    example-privacy     Q_1 is independent of X_0
    example-decodable   the query contains the request
    example-rate        R_1 = 1/(2-α-β) = 0.625
    example-optimal   0.625 is the best rate at t = 1
    example-unique    no other law of Q_1 given (X_0, X_1) has it (table:example)
Conditions that are not printed
    α+β ≤ 1 for the formula of the rate; 0 < δ < 1 for the best rate; for uniqueness also that the query contains the
    request.
"""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.schemes.bound import cells, least_download
from onoff_symbolic.algebra.field import Element
from onoff_symbolic.obligation import Case, Identity, Obligation, Optimum, Sign
from onoff_symbolic.programs.parametric import ParametricProgram, solve
from onoff_symbolic.schemes.properties import is_law
from onoff_symbolic.schemes.scheme import Rule

from .converse import SECRET, determined, optimum, uses
from .paper import SQUARE, Paper
from .printed import QUERIES, ROWS, SOURCES

POINT = ("alpha = 1/5", "beta = 1/5")
DECODABLE = "the query contains the request"


def naive_switching(paper: Paper) -> Iterator[Obligation]:
    """The dependence of Q_1 = X_1 on X_0 is that of X_1 itself; it is zero only for independent requests."""
    case = paper.square
    delta = paper.field["delta"]
    scheme = paper.scheme("Q_t = X_t", Rule("request", None))
    asked = {a: scheme.probability(("AB", "A"), a) for a in SOURCES}
    for source in SOURCES:
        yield Identity(case, "Q_1 = X_1", f"Pr(Q_1 = A | X_0 = {source}) = Pr(X_1 = A | X_0 = {source})", asked[source],
                       paper.chain.move(source, "A"))
    leak = delta * asked["A"] - delta * (delta * asked["A"] + (1 - delta) * asked["B"])
    alpha, beta = paper.field["alpha"], paper.field["beta"]
    yield Identity(case, "dependence of X_0 and Q_1", "Pr(A,A) - Pr(A)·Pr(A) = δ(1-δ)(1-α-β)", leak,
                   delta * (1 - delta) * (1 - alpha - beta))
    secret = paper.case("0 < δ < 1, α+β ≠ 1", *SQUARE, SECRET, "alpha + beta != 1")
    yield Sign(secret, "dependent requests leak", "Pr(A,A) - Pr(A)·Pr(A) ≠ 0", leak, "!=")


def _example(paper: Paper) -> Case:
    return paper.case("α = β = 1/5", *POINT, "0 <= delta <= 1")


def table1(paper: Paper) -> Iterator[Obligation]:
    case = _example(paper)
    scheme = paper.table(paper.printed.table_a)
    for (row, law), (_, general) in zip(paper.table(paper.printed.example), scheme, strict=True):
        name = f"row {row[0]},{row[1]}"
        yield from is_law(case, "Table I", name, law.entries)
        for query in QUERIES:
            yield Identity(case, "Table I is Table III(a) at α = β = 0.2", f"{name}, {query}",
                           law.probability(query, paper.field), general.probability(query, paper.field),
                           (("entry", f"{name}, {query}"),))


def _first_step(paper: Paper) -> dict[str, dict[str, Element]]:
    """Pr(Q_1 = q | X_0 = a) under Table I."""
    table = dict(paper.table(paper.printed.example))
    zero = paper.field.zero
    return {a: {q: sum((paper.chain.move(a, x) * table[a, x].probability(q, paper.field) for x in SOURCES), zero)
                for q in QUERIES} for a in SOURCES}


def example_privacy(paper: Paper) -> Iterator[Obligation]:
    case = _example(paper)
    law = _first_step(paper)
    for query in QUERIES:
        mean = sum((paper.prior[a] * law[a][query] for a in SOURCES), paper.field.zero)
        for source in SOURCES:
            yield Identity(case, "Pr(Q_1 = q) = Pr(Q_1 = q | X_0 = x_0)", f"q = {query}, x_0 = {source}", mean,
                           law[source][query], (("q", query), ("x_0", source)))


def example_decodable(paper: Paper) -> Iterator[Obligation]:
    case = _example(paper)
    for (first, request), law in paper.table(paper.printed.example):
        missed = sum((p for query, p in law.entries if request not in query), paper.field.zero)
        yield Identity(case, "queries without the request", f"row {first},{request}", missed, paper.field.zero,
                       (("row", f"{first},{request}"),))


def example_rate(paper: Paper) -> Iterator[Obligation]:
    """The rate of the scheme at t = 1 against the printed formula, and its value in the example."""
    yield from uses(paper.square, "lemma1", "download-cost")
    formula = paper.element(paper.printed.rate_example)
    for name, texts, line, broken in (
        ("α+β ≤ 1", ("alpha >= 0", "beta >= 0", "alpha + beta <= 1"), paper.printed.query_chain_low, ""),
        ("α+β > 1", ("alpha <= 1", "beta <= 1", "alpha + beta > 1"), paper.printed.query_chain_high,
         "alpha + beta <= 1"),
    ):
        case = paper.case(name, *texts, exceptional=bool(broken), violates=broken)
        yield Identity(case, "R_1 = 1/(2-α-β)", "R_1", 1 / (1 + paper.matrix(line)[2][2]), formula)
    case = _example(paper)
    value = paper.element(paper.printed.example_rate)
    law = _first_step(paper)
    sent = sum((paper.prior[a] * law[a]["AB"] for a in SOURCES), paper.field.zero)
    yield Identity(case, "value", "R_1 of Table I", 1 / (1 + sent), value)
    yield Identity(case, "value", "the formula", formula, value)
    yield Sign(case, "better than both files", "R_1 > 1/2", value, ">", (), paper.field.one / 2)


def program_of(paper: Paper) -> ParametricProgram:
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
        yield from optimum(case, program_of(paper), 1 / rate)


def example_unique(paper: Paper) -> Iterator[Obligation]:
    """Where every variable that is zero has a positive reduced cost, an optimal point is zero there; the others are
    then given by a regular system. So the optimal point is the only one."""
    program = program_of(paper)
    rate = paper.element(paper.printed.example_rate)
    yield from uses(paper.square, "example-optimal")
    for case in _cases(paper):
        for solution in solve(program, case.region):
            here = program.on(case.region)
            spare = here.reduced_costs(solution.multipliers)
            yield Identity(case, "the optimum is the rate of Table I", "least ℓ_1/L", solution.value, 1 / rate)
            if case.violates:
                continue
            yield Optimum(case, "optimum of the program, by duality", f"least ℓ_1/L is {solution.value}", program,
                          solution)
            for name, x, price in zip(program.variables, solution.point, spare, strict=True):
                if x.is_zero:
                    yield Sign(case, "zeros have a positive reduced cost", name, price, ">")
            others = {j: k for k, j in enumerate(j for j, x in enumerate(solution.point) if not x.is_zero)}
            rows = [{others[j]: e for j, e in row.terms if j in others} for row in here.rows]
            names = [program.variables[j] for j in others]
            yield from determined(case, "the equations determine the others", rows, names, program.field)
            yield from _table(paper, case, list(solution.point))
    yield from _not_decodable(paper, 1 / rate)


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
    sent = {a: sum((paper.chain.move(a, x) for x in SOURCES), paper.field.zero) for a in SOURCES}
    yield Identity(blind.premise, "private", "Pr(Q_1 = A | X_0 = A) = Pr(Q_1 = A | X_0 = B)", sent["A"], sent["B"])
    yield Sign(blind, "loses the rate", "ℓ_1/L exceeds that of Table I", one, ">", (("scheme", "Q_1 = A"),), cost)
