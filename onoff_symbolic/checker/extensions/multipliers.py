"""Bounds by multipliers: a sum of multiples of relations shows that no values of a program do better.

`refute` shows at a point that a program has a larger least value than a statement says, or no solution;
`least_of_all` shows, at every point of a region, what every law of the set program costs at least.
"""

from __future__ import annotations

from typing import Any

from ..points import Point, Sides
from ..polynomials import (
    TEXTS, Monomial, Number, Poly, Quotient, Work, add, constant, digits, entries, has_type, need, number, plain, times)
from ..programs import Least, Optimal, subsets

MAX_BOUND_BITS = 4_000


def refute(statement: Least, point: Point, shows: Any) -> Sides:
    """Show that of - bound = Σ multiplier · relation + Σ (something >= 0) · variable, and the bound is larger than the
    value; or, if nothing satisfies the relations, the same of 0 in place of `of`, and the bound is > 0. Relations that
    say that a variable is >= 0 have no multiplier."""
    multipliers, infeasible = entries(shows, {"infeasible": False}, multipliers=list, infeasible=bool)
    model = point.within(statement.free).model
    relations = [relation for _, relation in model.relations(statement.subject)]
    rows = [relation for relation in relations if not says_nonnegative(*relation)]
    nonnegative = {monomial
                   for gap, sign in relations
                   if says_nonnegative(gap, sign)
                   for monomial in gap.top}
    need(len(multipliers) == len(rows),
         f"expected a multiplier for each relation, {len(rows)}")
    rest: Poly = {} if infeasible else model.polynomial(statement.of)
    for multiplier, (gap, sign) in zip(map(number, multipliers), rows):
        need(not gap.bottom, "expected relations without divisors")
        need(sign == "=" or multiplier == 0 or multiplier > 0 and sign != "!=",
             "a wrong sign of a multiplier")
        rest = add(rest, times(gap.top, constant(multiplier)), -1)
    need(all(c > 0 and monomial in nonnegative
             for monomial, c in rest.items()
             if monomial),
         "the multipliers prove no bound")
    bound = rest.get((), 0)
    need(max(bound.numerator.bit_length(), bound.denominator.bit_length()) < MAX_BOUND_BITS,
         "a bound is too long")
    value = "0" if infeasible else statement.least
    claimed, _, _ = statement.refuted(point, [*statement.lawful, *statement.feasible], [f"{value} >= {bound}"])
    return ("no solution", "=", "a solution") if infeasible else (digits(bound), "=", claimed)


def says_nonnegative(gap: Quotient, sign: str) -> bool:
    """Return whether a relation says that a variable is >= 0, or > 0."""
    (monomial, c), *others = gap.top.items() or [((), 0)]
    return sign in (">", ">=") and not gap.bottom and not others and is_variable(monomial) and c > 0


def is_variable(monomial: Monomial) -> bool:
    return len(monomial) == 1


def least_of_all(statement: Optimal, bound: Any) -> str:
    """Return what every law costs at least, as a text, by y_0 and terms (y, a, T), y >= 0, with
    y_0 - Σ_{T ⊇ S} y <= |S| for each set S. If w is the law of the set, it costs at least
    y_0 Σ w(S) - Σ_T y Σ_{S ⊆ T} w(S); and Σ_{S ⊆ T} w(S), which is the same given any X_0, is at most
    Pr(X_t in T | X_0 = a), for X_t is in the set."""
    first, terms = entries(bound, constant=str, terms=list)
    prices = [read_price(statement, term) for term in terms]
    for each in subsets(statement.starts):
        Work.spend(len(prices) + 1)
        left = number(first)
        for multiplier, _, top in prices:
            if {*each} <= {*top}:
                left = plain(left - multiplier)
        need(left <= len(each),
             f"the multipliers bring more than {each}", "shown")
    whole = " + ".join(f"{statement.prior}[{a}]*({statement.within(a, statement.starts)})"
                       for a in statement.starts)
    return f"{first}*({whole})" + "".join(f" - {y}*({statement.within(a, top)})"
                                          for y, a, top in prices
                                          if top)


def read_price(statement: Optimal, term: Any) -> tuple[Number, str, list[str]]:
    """Return (y, a, T)."""
    need(type(term) is list and len(term) == 3 and has_type(term[2], TEXTS),
         "expected a multiplier, a source and sources")
    multiplier = number(term[0])
    _, first, top = term
    need(multiplier >= 0, f"expected a multiplier >= 0, found {term[0][:40]}")
    need(first in statement.starts and {*top} <= {*statement.starts},
         "expected sources of the scheme")
    return multiplier, first, [x for x in statement.starts if x in top]
