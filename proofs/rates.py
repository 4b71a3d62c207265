"""Section III: what is said about the rate after Theorem 1.

Assumptions
    R_t = 1/(1+|1-α-β|^t) for t ≥ 1, as Theorem 1 says.
Main results
    figure2            the 84 points of Figure 2
    rate-symmetry      symmetric around α+β = 1
    rate-monotone      the nearer α+β is to 1, the less correlation and the more rate
    rate-independent   α+β = 1: Q_t = X_t and R_t = 1
    rate-limit         R_t → 1 for an ergodic chain
    rate-nonergodic    R_t = 1/2 for α = β = 0 and α = β = 1
    information-decay  I(X_0; X_t) decreases with t
Conditions that are not printed
    What an independent request tells cannot decrease, nor what is told about a request that is known: information-decay
    needs α+β ≠ 1 and 0 < δ < 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from onoff_symbolic.schemes.bound import least_download, steps
from onoff_symbolic.algebra.expression import parse
from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.schemes.histories import Prior
from onoff_symbolic.obligation import Case, Identity, Induction, Obligation, Remark, Sign
from onoff_symbolic.schemes.properties import Setting, private
from onoff_symbolic.algebra.region import Region, hypotheses
from onoff_symbolic.schemes.scheme import Rule

from .converse import BEGIN, MIXING_NOTE, SECRET, _given_away, optimum, uses
from .example import program_of
from .figure2 import POINTS
from .paper import SQUARE, Paper
from .printed import SOURCES
from .privacy import shannon


def rate(distance: Fraction, time: int) -> Fraction:
    """1/(1+|1-α-β|^t); at t = 0 both messages are downloaded."""
    return 1 / (1 + distance ** time) if time else Fraction(1, 2)


def figure2(paper: Paper) -> Iterator[Obligation]:
    field = Field()
    case = Case("the points of Figure 2", Region(field))
    for total, texts in POINTS.items():
        for time, text in enumerate(texts):
            digits = len(text.partition(".")[2])
            unit = Fraction(1, 10 ** digits)
            exact = rate(abs(1 - Fraction(total)), time)
            error = abs(Fraction(text) - exact)
            yield Sign(case, "within one unit of the last digit", f"α+β = {total}, t = {time}", field(unit), ">=",
                       (("printed", text),), field(error))
            if 2 * error > unit:
                near = _decimal(round(exact / unit) * unit, digits)
                yield Remark(case, f"not the nearest: α+β = {total}, t = {time}", f"{text}; nearer is {near}")


def _decimal(value: Fraction, digits: int) -> str:
    whole, part = divmod(int(value * 10 ** digits), 10 ** digits)
    return f"{whole}.{part:0{digits}d}"


def rate_symmetry(paper: Paper) -> Iterator[Obligation]:
    """At α+β = 1+x and 1-x the numbers 1-α-β are -x and x; their t-th powers have one absolute value."""
    field = Field(("x", "u", "v"))
    x, u, v = field["x"], field["u"], field["v"]
    case = Case("u = x^t, v = (-x)^t", Region.of(field, "-1 <= x <= 1"))
    yield Induction(case, "u² = v² by induction on t", "u² - v²", (x ** 2 - (-x) ** 2, field.zero),
                    ((x * u) ** 2 - (-x * v) ** 2, x ** 2 * (u ** 2 - v ** 2)))
    for name, total, ratio in (("1+x", 1 + x, -x), ("1-x", 1 - x, x)):
        yield Identity(case, "1-α-β at both places", f"α+β = {name}", 1 - total, ratio)


def _rate(paper: Paper, power: Element) -> Element:
    """The printed rate, with this for |1-α-β|^t."""
    return parse(paper.printed.rate).build(power.field).element.substitute({"u": power})


def rate_monotone(paper: Paper) -> Iterator[Obligation]:
    """0 ≤ y < x ≤ 1 are two distances of α+β from 1; u = x^t and v = y^t. The correlation is the covariance for one law
    of X_0; a request that is known has none."""
    field = Field(("alpha", "beta", "delta", "x", "y", "u", "v"))
    x, y, u, v, delta = (field[name] for name in ("x", "y", "u", "v", "delta"))
    region = Region.of(field, "0 <= y", "y < x", "x <= 1", "0 <= v", "v < u", "u <= 1", "0 <= delta <= 1")
    case = Case("0 ≤ y < x ≤ 1", region)
    yield Sign(case, "x^t > y^t by induction on t", "x·u > y·v", x * u, ">", (), y * v)
    yield Sign(case, "the rate is larger", "R_t at y exceeds that at x", _rate(paper, v), ">", (), _rate(paper, u))
    weight = delta * (1 - delta)
    yield Sign(case, "the correlation is not larger", "covariance of X_0 and X_1 for one δ", weight * x, ">=", (),
               weight * y)
    secret = Case("0 ≤ y < x ≤ 1, 0 < δ < 1", region.assume(*hypotheses(field, [SECRET])))
    yield Sign(secret, "the correlation is smaller", "covariance of X_0 and X_1 for one δ", weight * x, ">", (),
               weight * y)
    small = Field(("alpha", "beta"))
    stay, come = (field.embed(small.restrict(paper.chain.move(a, "A"))) for a in SOURCES)
    now = delta * stay + (1 - delta) * come
    yield Identity(case, "the correlation is smaller", "covariance of X_0 and X_1 = δ(1-δ)(1-α-β)",
                   delta * stay - delta * now, weight * (stay - come))
    yield Identity(case, "the correlation is smaller", "Pr(A|A) - Pr(A|B) = 1-α-β", stay - come,
                   1 - field["alpha"] - field["beta"])


def rate_independent(paper: Paper) -> Iterator[Obligation]:
    """On α+β = 1 both rows of M are the same, so asking for the request is private and costs one message."""
    case = paper.case("α+β = 1", "alpha + beta = 1", "0 <= alpha <= 1", "0 <= delta <= 1")
    for target in ("A", "B"):
        yield Identity(case, "p(X_t | X_{t-1}) = p(X_t)", f"Pr(X_t = {target} | A) = Pr(X_t = {target} | B)",
                       paper.chain.move("A", target), paper.chain.move("B", target))
    scheme = paper.scheme("Q_t = X_t", Rule("request", None)).on(case.region)
    yield from private(Setting(case, scheme))
    for time, cost in ((0, 2), (1, 1), (2, 1)):
        law = scheme.state_law(time, paper.prior)
        found = sum((paper.download({query: p}) for (_, _, query), p in law.items()), paper.field.zero)
        yield Identity(case, "rate", f"1/R_{time}", found, paper.field(cost))


def rate_limit(paper: Paper) -> Iterator[Obligation]:
    """|1-α-β| < 1 for an ergodic chain, so |1-α-β|^t → 0."""
    case = paper.case("ergodic", *SQUARE, "alpha + beta > 0", "alpha + beta < 2", "0 <= u <= 1")
    alpha, beta, power = paper.field["alpha"], paper.field["beta"], paper.field["u"]
    yield Sign(case, "|1-α-β| < 1", "1 > (1-α-β)²", paper.field.one, ">", (), (1 - alpha - beta) ** 2)
    yield Sign(case, "1 - R_t ≤ |1-α-β|^t", "u ≥ 1 - 1/(1+u)", power, ">=", (), 1 - _rate(paper, power))


def rate_nonergodic(paper: Paper) -> Iterator[Obligation]:
    """X_t = X_0 or alternates; with a first query and 0 < δ < 1 the least download is 2 at every t. M³ = M, so what
    holds for t = 1 and t = 2 holds for every t."""
    yield from uses(paper.case("0 < δ < 1", SECRET), "ab-probability", "converse-equal-laws", "converse-cost")
    cost = 1 / paper.element(paper.printed.nonergodic_rate)
    for value in ("0", "1"):
        fixed = (f"alpha = {value}", f"beta = {value}")
        case = paper.case(f"α = β = {value}, queries that begin at t = 0", *fixed, SECRET)
        for place, step in steps(paper.chain, 3).items():
            yield Identity(case, "M³ = M", f"Pr(X_3 = {place[1]} | X_0 = {place[0]})", step, paper.chain.move(*place))
        for time, when in ((1, "odd"), (2, "even")):
            program = least_download(SOURCES, steps(paper.chain, time), paper.prior)
            yield from optimum(replace(case, name=f"{case.name}, t {when}"), program, cost)
        lines = paper.printed.query_chain_low if value == "0" else paper.printed.query_chain_high
        yield Identity(case, "Q_t = AB for all t", "P[AB,AB]", paper.matrix(lines)[2][2],
                       paper.field.one)
        ever = paper.case(f"α = β = {value}, queries since ever", *fixed, SECRET, exceptional=True, note=MIXING_NOTE,
                          violates=BEGIN)
        yield from _given_away(paper, ever)
        yield Sign(ever, "R_t = 1/2", "ℓ_t/L ≥ 2", paper.download(paper.next_law), ">=",
                   (("scheme", "Q_t = X_t at every t ∈ ℤ"),), cost)
        known = paper.case(f"α = β = {value}, δ = 1", *fixed, "delta = 1", exceptional=True, note="X_0 is no secret",
                           violates=SECRET)
        yield from optimum(known, program_of(paper), cost)


CORRELATED = "alpha + beta != 1"


def information_decay(paper: Paper) -> Iterator[Obligation]:
    """I(X_0; X_t) exceeds I(X_0; X_{t+1}) by I(X_0; X_t | X_{t+1}), which is positive exactly if X_0 and X_t are
    dependent given some value of X_{t+1}. a = P(A|A) and b = P(A|B) after t steps; at t = 0 they are 1 and 0."""
    field = Field(("alpha", "beta", "delta", "a", "b"))
    ergodic = (*SQUARE, "alpha + beta > 0", "alpha + beta < 2")
    case = Case("0 < δ < 1, α+β ≠ 1", Region.of(field, *ergodic, SECRET, CORRELATED, "a != b"))
    yield shannon(case, "what is lost from t to t+1", "I(A;B) - I(A;C) = I(A;B|C)", "A -> B -> C")
    step = {(a, x): field.embed(Field(("alpha", "beta")).restrict(paper.chain.move(a, x))) for a in SOURCES
            for x in SOURCES}
    one, other, delta = field["a"], field["b"], field["delta"]
    prior = {"A": delta, "B": 1 - delta}
    law = {("A", "A"): one, ("A", "B"): 1 - one, ("B", "A"): other, ("B", "B"): 1 - other}
    later = [law[a, "A"] * step["A", "A"] + law[a, "B"] * step["B", "A"] for a in SOURCES]
    yield Sign(case, "P(A|A) ≠ P(A|B) at every t", "at t = 1", step["A", "A"], "!=", (), step["B", "A"])
    yield Sign(case, "P(A|A) ≠ P(A|B) at every t", "at t+1, if at t", later[0], "!=", (), later[1])
    common = delta * (1 - delta) * (one - other)
    shared = {y: step["A", y] * step["B", y] for y in SOURCES}
    for y in SOURCES:
        yield Identity(case, "joint law of X_0, X_t where X_{t+1} = y", f"determinant for y = {y}",
                       _determinant(prior, law, step, y), common * shared[y])
    yield Sign(case, "one of these is not zero", "δ(1-δ)(a-b) ≠ 0", common, "!=")
    yield Sign(case, "one of these is not zero", "both requests may lead to one", sum(shared.values(), field.zero), ">")
    for name, fixed, note, violates in (
        ("α+β = 1", (*SQUARE, "alpha + beta = 1", SECRET), "X_t tells nothing from t = 1 on", CORRELATED),
        ("δ = 0", (*ergodic, "delta = 0", CORRELATED), "X_0 = B is no secret", SECRET),
        ("δ = 1", (*ergodic, "delta = 1", CORRELATED), "X_0 = A is no secret", SECRET),
    ):
        flat = Case(name, Region.of(field, *fixed), True, note, violates)
        found = {y: _determinant(prior, step, step, y) for y in SOURCES}
        for y, determinant in found.items():
            yield Identity(flat.premise, "X_0 and X_1 are independent given X_2", f"determinant for X_2 = {y}",
                           determinant, field.zero)
        squares = sum((determinant ** 2 for determinant in found.values()), field.zero)
        yield Sign(flat, "X_0 and X_1 are dependent given X_2", "sum of squared determinants over X_2", squares, ">",
                   (("t", "1"),))


Moves = Mapping[tuple[str, str], Element]


def _determinant(prior: Prior, law: Moves, step: Moves, last: str) -> Element:
    """Of the joint law of X_0 and X_t where X_{t+1} is `last`: zero if and only if they are independent then."""
    joint = {(a, x): prior[a] * law[a, x] * step[x, last] for a in SOURCES for x in SOURCES}
    return joint["A", "A"] * joint["B", "B"] - joint["A", "B"] * joint["B", "A"]
