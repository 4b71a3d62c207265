"""How signs are found: lists of (name, tactic), tried in this order.

A tactic that finds a proof writes its step and returns True. The order decides which certificate is found. A new tactic
is one function and one entry here.
"""

from __future__ import annotations

from collections.abc import Callable

from . import products, signs
from .question import Question

Tactic = Callable[[Question], bool]

EQUATIONS: list[tuple[str, Tactic]] = [
    ("multiple of an equation", signs.by_equation),
    ("factor of an equation", signs.by_factor_of_equation),
    ("both bounds", signs.by_both_bounds),
]

INEQUALITIES: list[tuple[str, Tactic]] = [
    ("own factors", signs.by_own_factors),
    ("sum of hypotheses", products.by_products),
    ("factors", signs.by_factors),
    ("factor of an inequality", signs.by_factor_of_inequality),
    ("sum of longer products", products.by_longer_products),
    ("squares", products.by_squares),
]

EMPTY_REGION: list[tuple[str, products.EmptyTactic]] = [
    ("contradiction", products.empty_by_products),
    ("contradiction by squares", products.empty_by_squares),
]
