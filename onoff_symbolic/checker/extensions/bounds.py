"""The bound of a node of `optimal`: multipliers that show what every law of the set program costs at least. For many
sources it is shorter than facts about all masses."""

from __future__ import annotations

from typing import Any

from ..polynomials import TEXTS, Number, Work, entries, has_type, need, number, plain
from ..programs import Optimal, subsets


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
        need(left <= len(each), f"the multipliers bring more than {each}", "shown")
    whole = " + ".join(
        f"{statement.prior}[{a}]*({statement.within(a, statement.starts)})"
        for a in statement.starts
    )
    return f"{first}*({whole})" + "".join(
        f" - {y}*({statement.within(a, top)})" for y, a, top in prices if top
    )


def read_price(statement: Optimal, term: Any) -> tuple[Number, str, list[str]]:
    """Return (y, a, T)."""
    need(
        type(term) is list and len(term) == 3 and has_type(term[2], TEXTS),
        "expected a multiplier, a source and sources",
    )
    multiplier = number(term[0])
    _, first, top = term
    need(multiplier >= 0, f"expected a multiplier >= 0, found {term[0][:40]}")
    need(
        first in statement.starts and {*top} <= {*statement.starts},
        "expected sources of the scheme",
    )
    return multiplier, first, [x for x in statement.starts if x in top]
