"""Appendix A: no scheme does better.

Assumptions
    Any code that satisfies eq:decode and eq:privacy at every t. δ = Pr(X_0 = A); u = (1-α-β)^t, t ≥ 1.
Main results
    converse-private-times   t ≤ 0: both messages must be downloaded
    converse-cost            ℓ_t/L ≥ 2 - Pr(𝒬_a ∪ 𝒬_b) (eq:converse-length-probability)
    converse-chain-rule      I(X_0; Q_t) = 0 (eq:converse-privacy)
    converse-equal-laws      Pr(Q_t | X_0 = A) = Pr(Q_t | X_0 = B) (eq:privacy-Q-probability)
    converse-table           Table IV (Tab:converse) is what a general program for two sources collapses to
    converse-bounds          the bounds on p_1/δ and p_2/δ
    t-step-law               Pr(X_t | X_0), by induction on t
    converse-bound           ℓ_t/L ≥ 1 + |1-α-β|^t, derived as the optimum of the program
Conditions that are not printed
    0 < δ < 1, where something is divided by δ or 1-δ, or X_0 would be no secret; α+β > 0 where α+β divides;
    |1-α-β| < 1 where the queries of an infinite past are said to be independent of the requests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from onoff_symbolic.schemes.bound import Transition, cells, least_download
from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.obligation import Case, Covers, Identity, Induction, Obligation, Optimum, Remark, Sign, Uses
from onoff_symbolic.programs.parametric import ParametricProgram, Solution, left_inverse, solve
from onoff_symbolic.algebra.region import Region
from onoff_symbolic.algebra.sign import prove

from .paper import SQUARE, Paper
from .printed import QUERIES, ROWS, SOURCES
from .privacy import shannon

SECRET = "0 < delta < 1"
BEGIN = "queries that begin at some time"
MIXING = f"0 < alpha + beta < 2, or {BEGIN}"
MOVING = "alpha + beta > 0"
MIXING_NOTE = "the queries of an infinite past can give the requests away for free"


def uses(case: Case, *claims: str) -> Iterator[Obligation]:
    for claim in claims:
        yield Uses(case, "rests on", claim, claim)


# -- t ≤ 0, and the cost ---------------------------------------------------------------------------------------


def converse_private_times(paper: Paper) -> Iterator[Obligation]:
    """X_t is independent of Q_t; a query of probability s > 0 then has to serve both requests."""
    field = Field(("delta", "s"))
    law = {"A": field["delta"], "B": 1 - field["delta"]}
    case = Case("0 < δ < 1", Region.of(field, SECRET, "0 < s <= 1"))
    yield from uses(case, "converse-chain-rule", "converse-cost")
    yield Identity(case, "law of X_t", "Pr(A) + Pr(B)", sum(law.values(), field.zero), field.one)
    for source, weight in law.items():
        yield Sign(case, "every query serves every request", f"Pr(X_t = {source}, Q_t = q) > 0", weight * field["s"],
                   ">")
    for source, value in (("A", "1"), ("B", "0")):
        known = Case(f"δ = {value}", Region.of(field, f"delta = {value}"), True, f"X_t = {source} is no secret", SECRET)
        yield Identity(known.premise, "asking for the only possible request", f"Pr(X_t = {source})", law[source],
                       field.one)
        yield Sign(known, "both messages", "ℓ_t/L ≥ 2", field(paper.printed.lengths[source]), ">=",
                   (("scheme", f"Q_t = {source}"),), field(paper.printed.lengths["AB"]))


def converse_cost(paper: Paper) -> Iterator[Obligation]:
    """What is decoded has been downloaded; the rest is the average over 𝒬_a, 𝒬_b and 𝒬_ab."""
    field = Field(("q_a", "q_b", "s_a", "s_b", "s_ab", "L"))
    q_a, q_b, length = field["q_a"], field["q_b"], field["L"]
    region = Region.of(field, "q_a >= 0", "q_b >= 0", "q_a + q_b <= 1", "s_a >= 0", "s_b >= 0", "s_ab >= 0", "L > 0")
    case = Case("every code", region)
    for name, wanted in (("a", "WA"), ("b", "WB")):
        yield shannon(case, f"ℓ ≥ L on 𝒬_{name}", f"H(Y) >= H({wanted})", f"H({wanted}|Y) = 0")
    yield shannon(case, "ℓ ≥ 2L on 𝒬_ab", "H(Y) >= H(WA) + H(WB)", "H(WA,WB|Y) = 0", "I(WA;WB) = 0")
    lengths = (length + field["s_a"], length + field["s_b"], 2 * length + field["s_ab"])
    weights = (q_a, q_b, 1 - q_a - q_b)
    expected = sum((q * size for q, size in zip(weights, lengths, strict=True)), field.zero)
    yield Identity(case, "𝒬_a, 𝒬_b, 𝒬_ab are all queries", "sum of their probabilities", sum(weights, field.zero),
                   field.one)
    yield Sign(case, "eq:converse-length-probability", "ℓ_t/L ≥ 2 - Pr(𝒬_a ∪ 𝒬_b)", expected / length, ">=", (),
               2 - (q_a + q_b))


# -- privacy of the single query -------------------------------------------------------------------------------


def converse_chain_rule(paper: Paper) -> Iterator[Obligation]:
    """X = X_{𝓐_0}, W = Q_(i-1), Q = Q_i. In an infinite past, W = Q_(-n), Y = X_{-n}, G = finitely many later
    requests up to time 0, and F = the requests after time i ≤ 0."""
    case = paper.case("|1-α-β| < 1", *SQUARE, "alpha + beta > 0", "alpha + beta < 2")
    yield shannon(case, "line 1: chain rule, one query at a time", "I(X;W,Q) = I(X;W) + I(X;Q|W)")
    yield shannon(case, "line 2: each term is zero by privacy", "I(X;W,Q) = I(X;W)", "I(X;Q|W) = 0")
    group = "line 3: I(X_{𝓐_0}; Q_{𝓐_0}) = 0"
    yield shannon(case, group, "I(X,F;W,Q) = I(X,F;W)", "I(X;Q|W) = 0", "I(F;Q,W|X) = 0")
    yield shannon(case, group, "I(G;W) <= I(G;Y)", "I(G;W|Y) = 0")
    begun = paper.case("queries that begin at some time", *SQUARE)
    yield shannon(begun, group + ", the first query", "I(X,F;Q) = 0", "I(X;Q) = 0", "I(F;Q|X) = 0")
    yield shannon(begun, group + ", each further query", "I(X,F;W,Q) = 0", "I(X,F;W) = 0", "I(X;Q|W) = 0",
                  "I(F;Q,W|X) = 0")
    alpha, beta, power = paper.field["alpha"], paper.field["beta"], paper.field["u"]
    law = paper.matrix(paper.printed.step_law)
    yield Identity(case, group, "Pr(X_t = A | X_0 = A) - Pr(X_t = A | X_0 = B) = (1-α-β)^t", law[0][0] - law[1][0],
                   power)
    yield Sign(case, group, "1 > (1-α-β)², so (1-α-β)^n → 0", paper.field.one, ">", (), (1 - alpha - beta) ** 2)
    yield shannon(case, "eq:converse-privacy", "I(A;Q) = 0", "I(A,X;Q,W) = 0")
    for value in ("0", "1"):
        frozen = paper.case(f"α = β = {value}", f"alpha = {value}", f"beta = {value}", SECRET, exceptional=True,
                            note=MIXING_NOTE, violates=MIXING)
        yield from _given_away(paper, frozen)
        delta = paper.field["delta"]
        yield Identity(frozen, group, "Pr(X_0 = A, Q_0 = A) = Pr(X_0 = A)·Pr(Q_0 = A)", delta, delta * delta,
                       (("scheme", "Q_t = X_t at every t ∈ ℤ"),))


def _given_away(paper: Paper, frozen: Case) -> Iterator[Obligation]:
    """Where each request determines the next, Q_t = X_t tells nothing that Q_{t-1} has not told: eq:privacy holds."""
    for source, target, step in paper.chain.entries():
        yield Identity(frozen.premise, "Q_t = X_t satisfies eq:privacy at every t ∈ ℤ",
                       f"Pr(Q_t = {target} | Q_{{t-1}} = {source}) is 0 or 1", step * step, step)


def converse_equal_laws(paper: Paper) -> Iterator[Obligation]:
    """Independence says Pr(X_0 = a, Q_t = q) = Pr(X_0 = a)·s; dividing needs Pr(X_0 = a) ≠ 0."""
    field = Field(("delta", "s"))
    delta, chance = field["delta"], field["s"]
    weights = {"A": delta, "B": 1 - delta}
    for case in _priors(field):
        yield Identity(case.premise, "law of X_0", "Pr(A) + Pr(B)", sum(weights.values(), field.zero), field.one)
        for source, weight in weights.items():
            yield Sign(case, "conditional laws exist", f"Pr(X_0 = {source}) ≠ 0", weight, "!=")
        joint = {source: weight * chance for source, weight in weights.items()}
        yield Identity(case, "eq:privacy-Q-probability", "Pr(q | X_0 = A) = Pr(q | X_0 = B)",
                       joint["A"] / weights["A"], joint["B"] / weights["B"])


def _priors(field: Field, *more: str) -> Iterator[Case]:
    """0 < δ < 1, and the two ends that violate it."""
    yield Case("0 < δ < 1", Region.of(field, SECRET, *more))
    for value, source in (("0", "B"), ("1", "A")):
        region = Region.of(field, f"delta = {value}", *more)
        yield Case(f"δ = {value}", region, True, f"X_0 = {source} is no secret", SECRET)


# -- Table IV --------------------------------------------------------------------------------------------------


class TableIV:
    """The general program for two sources, with any law of X_t given X_0 (a = P(A|A), b = P(A|B)), and the printed
    table as a point of it."""

    def __init__(self, paper: Paper) -> None:
        self.field = Field(("delta", "a", "b", "p_1", "p_2"))
        delta, a, b = self.field["delta"], self.field["a"], self.field["b"]
        self.prior = {"A": delta, "B": 1 - delta}
        self.transition: Transition = {("A", "A"): a, ("A", "B"): 1 - a, ("B", "A"): b, ("B", "B"): 1 - b}
        self.program = least_download(SOURCES, self.transition, self.prior)
        self.entries: dict[tuple[tuple[str, str], str], Element] = {}
        divisors: list[Element] = []
        for row, texts in zip(ROWS, paper.printed.converse_table, strict=True):
            for column, text in zip(QUERIES, texts, strict=True):
                built = parse(self._spelled(text)).build(self.field)
                self.entries[row, column] = built.element
                divisors += built.divisors
        self.divisors = tuple(dict.fromkeys(divisors))
        self.point = [self.entries[(cell.first, cell.request), "".join(cell.chosen)] for cell in cells(SOURCES)]

    def _spelled(self, text: str) -> str:
        """P(x,y) = Pr(X_0 = x)·Pr(X_t = y | X_0 = x)."""
        for x, y in ROWS:
            text = text.replace(f"P{x}{y}", f"({self.prior[x] * self.transition[x, y]})")
        return text

    def free(self) -> dict[int, Element]:
        """The two places of the table that the equations leave free, with the letters that stand there."""
        letters = {"Pr(A,A,A)": self.field["p_1"], "Pr(B,A,B)": self.field["p_2"]}
        return {self.program.variables.index(name): letter for name, letter in letters.items()}


def determined(
    case: Case, group: str, rows: Sequence[dict[int, Element]], names: Sequence[str], field: Field
) -> Iterator[Obligation]:
    """Equations with these rows have at most one solution: a left inverse, which has a value throughout the case."""
    inverse = left_inverse(rows, len(names), field)
    for bottom in dict.fromkeys(e.denominator for line in inverse for e in line if not e.is_polynomial):
        yield Sign(case, group, f"{bottom} ≠ 0", bottom, "!=")
    for i, line in enumerate(inverse):
        for j, other in enumerate(names):
            product = sum((e * row.get(j, field.zero) for e, row in zip(line, rows, strict=True)), field.zero)
            yield Identity(case, group, f"{names[i]} from the equations: coefficient of {other}", product,
                           field(int(i == j)))


def converse_table(paper: Paper) -> Iterator[Obligation]:
    """The printed table solves the program's equations, and nothing else does, for given p_1 and p_2."""
    table = TableIV(paper)
    secret = "delta > 0"
    for case in (
        Case("δ > 0", Region.of(table.field, "0 < delta <= 1")),
        Case("δ = 0", Region.of(table.field, "delta = 0"), True, "the table divides by δ", secret),
    ):
        for divisor in table.divisors:
            yield Sign(case, "denominators ≠ 0", f"{divisor} ≠ 0", divisor, "!=")
        if case.violates:
            return
        for ((first, request), column), entry in table.entries.items():
            if request not in column:
                yield Identity(case, "decodability", f"entry ({first},{request}), {column}", entry, table.field.zero,
                               (("entry", f"({first},{request}), {column}"),))
        for row, rest in zip(table.program.rows, table.program.residuals(table.point), strict=True):
            yield Identity(case, "the table satisfies every equation", row.label, rest, table.field.zero)
        names, rows = table.program.variables, [dict(row.terms) for row in table.program.rows]
        for place, letter in table.free().items():
            rows.append({place: table.field.one})
            yield Identity(case, "the free entries", f"{names[place]} = {letter}", table.point[place], letter,
                           (("entry", names[place]),))
        yield from determined(case, "the equations leave no other table", rows, names, table.field)


def converse_bounds(paper: Paper) -> Iterator[Obligation]:
    """An entry is a nonnegative multiple of the gap that the bound speaks of; the multiple must not be zero."""
    table = TableIV(paper)
    field, delta = table.field, table.field["delta"]
    bounds = {"A": (field["p_1"] / delta, ("A", "B")), "B": (field["p_2"] / delta, ("A", "B"))}
    union = parse(paper.printed.converse_union).build(field).element
    inside, *ends = _priors(field, "0 <= a <= 1", "0 <= b <= 1", "0 <= p_1", "0 <= p_2")
    yield from uses(inside, "converse-table")
    for request, (share, firsts) in bounds.items():
        for first in firsts:
            gap = table.transition[first, request] - share
            entry = table.entries[(first, request), "AB"]
            yield Identity(inside, "entry = Pr(X_0)·(bound - share)", f"({first},{request}): P({request}|{first})",
                           entry, table.prior[first] * gap)
    for first, weight in table.prior.items():
        yield Sign(inside, "the factor is positive", f"Pr(X_0 = {first}) > 0", weight, ">")
    total = sum((table.entries[row, column] for row in ROWS for column in SOURCES), field.zero)
    yield Identity(inside, "Pr(𝒬_a ∪ 𝒬_b)", "sum of the columns 𝒬_a and 𝒬_b", total, union)
    for end in ends:
        entries = ("p_1 <= a", "p_2 <= 1 - a") if end.name == "δ = 1" else ("p_1 = 0", "p_2 = 0")
        case = replace(end, region=Region.of(field, *end.region.stated(), *entries))
        yield Sign(case, "0 ≤ p_1/δ ≤ min", "P(A|B) ≥ p_1/δ", table.transition["B", "A"], ">=", (),
                   bounds["A"][0])


# -- the law after t steps, and the bound ----------------------------------------------------------------------


def t_step_law(paper: Paper) -> Iterator[Obligation]:
    """Base t = 0; the step multiplies by M and turns u into (1-α-β)u. A wrong formula shows at t = 1."""
    field = paper.field
    law = paper.matrix(paper.printed.step_law)
    ratio = 1 - field["alpha"] - field["beta"]
    moving = paper.case("α+β > 0", *SQUARE, "alpha + beta > 0")
    still = paper.case("α = β = 0", "alpha = 0", "beta = 0", "u = 1", exceptional=True,
                       note="the formulas divide by α+β", violates=MOVING)
    zero = paper.case("α = β = 0", "alpha = 0", "beta = 0")
    yield Covers(paper.case("all α, β", *SQUARE), "cases", "α+β > 0 or α = β = 0", field["alpha"] + field["beta"],
                 (moving.region, zero.region, moving.region))
    for case in (moving, still):
        for first, row in zip(SOURCES, law, strict=True):
            for target, entry in zip(SOURCES, row, strict=True):
                if case is still:
                    yield Identity(case, "P(x|a) for every t", f"P({target}|{first})", entry,
                                   field(int(first == target)), (("formula", f"P({target}|{first})"),))
                    continue
                yield Identity(case, "P(x|a) at t = 1", f"P({target}|{first})", entry.substitute({"u": ratio}),
                               paper.chain.move(first, target), (("t", "1"), ("formula", f"P({target}|{first})")))
                base = entry.substitute({"u": field.one}), field(int(first == target))
                moved = sum((f * paper.chain.move(x, target) for f, x in zip(row, SOURCES, strict=True)), field.zero)
                yield Induction(case, "P(x|a) for every t, by induction", f"P({target}|{first})", base,
                                (moved, entry.substitute({"u": ratio * field["u"]})))


def optimum(case: Case, program: ParametricProgram, claimed: Element) -> Iterator[Obligation]:
    """Solve the program on the case, and compare what comes out with what is claimed."""
    for solution in solve(program, case.region):
        yield from judged(replace(case, region=solution.region), program, solution, claimed)


def judged(case: Case, program: ParametricProgram, solution: Solution, claimed: Element) -> Iterator[Obligation]:
    yield Optimum(case.premise, "optimum of the program, by duality", f"least ℓ_t/L is {solution.value}", program,
                  solution)
    yield Identity(case, "closed form", "least ℓ_t/L", solution.value, claimed)
    if case.violates:
        return
    yield Remark(case, "least ℓ_t/L", str(solution.value))
    for name, cell in (("p_1", "Pr(A,A,A)"), ("p_2", "Pr(B,A,B)")):
        yield Remark(case, name, str(solution.point[program.variables.index(cell)].factored()))
    for row, multiplier in zip(program.rows, solution.multipliers, strict=True):
        if not multiplier.is_zero:
            yield Remark(case, f"multiplier of {row.label}", str(multiplier.factored()))


def converse_bound(paper: Paper) -> Iterator[Obligation]:
    """With a = P(A|A) and b = P(A|B): the optimum is 1 + |a-b|, and a-b = (1-α-β)^t."""
    table = TableIV(paper)
    a, b = table.field["a"], table.field["b"]
    gaps = {True: a - b, False: b - a}
    inside, *ends = _priors(table.field, "0 <= a <= 1", "0 <= b <= 1")
    yield from uses(inside, "converse-cost", "converse-chain-rule", "converse-equal-laws")
    for solution in solve(table.program, inside.region):
        ordered = prove(a - b, ">=", solution.region) is not None
        sign = "a ≥ b" if ordered else "a ≤ b"
        when = "(1-α-β)^t ≥ 0" if ordered else "(1-α-β)^t ≤ 0"
        part = replace(inside, name=f"{inside.name}, {when}", region=solution.region)
        gap = gaps[ordered]
        yield Sign(part, "|P(A|A) - P(A|B)| by its sign", sign, gap, ">=")
        yield Remark(part, "letters", "a = P(A|A), b = P(A|B), a - b = (1-α-β)^t")
        yield from judged(part, table.program, solution, 1 + gap)
        least = (b, 1 - a) if ordered else (a, 1 - b)
        for target, small in zip(SOURCES, least, strict=True):
            for first in SOURCES:
                yield Sign(part, "minima", f"min is at most P({target}|{first})", table.transition[first, target],
                           ">=", (), small)
        yield Identity(part, "minima", "2 - min - min", 2 - least[0] - least[1], 1 + gap)
    yield from _difference(paper)
    for end in ends:
        yield from optimum(end, table.program, 1 + gaps[True])


def _difference(paper: Paper) -> Iterator[Obligation]:
    """P(A|A) - P(A|B) = (1-α-β)^t for every t, and its sign."""
    field = Field(("alpha", "beta", "p", "q", "u"))
    ratio = 1 - field["alpha"] - field["beta"]

    def moved(share: Element) -> Element:
        chances = [field.embed(Field(("alpha", "beta")).restrict(paper.chain.move(x, "A"))) for x in SOURCES]
        return share * chances[0] + (1 - share) * chances[1]

    case = Case("all α, β", Region.of(field, *SQUARE))
    p, q = field["p"], field["q"]
    yield Induction(case, "P(A|A) - P(A|B) = (1-α-β)^t by induction on t", "p - q for p = P(A|A), q = P(A|B)",
                    (moved(field.one) - moved(field.zero), ratio), (moved(p) - moved(q), ratio * (p - q)))
    for name, texts, turn in (
        ("1-α-β ≥ 0", ("alpha + beta <= 1", "u >= 0"), 1), ("1-α-β < 0, t even", ("alpha + beta > 1", "u >= 0"), -1),
        ("1-α-β < 0, t odd", ("alpha + beta > 1", "u <= 0"), 1),
    ):
        here = Case(name, Region.of(field, *SQUARE, *texts))
        yield Sign(here, "sign of (1-α-β)^t by induction on t", "sign at t+1", turn * ratio * field["u"], ">=")
