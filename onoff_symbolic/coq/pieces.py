"""Proofs put together from smaller ones, as texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..checker.polynomials import Number
from ..checker.regions import PRODUCT, SUM
from .terms import number, sign

LETTER = {">": "p", ">=": "n", "=": "z", "!=": "d"}
"""How a sign is called in the names of lemmas (Emitted.v)."""
FAIL = "fail 1"
FAILS = f"ltac:({FAIL})"
"""These stand for a proof that the certificate does not give: as a tactic, and as a term."""


def joined(rule: str, parts: list[tuple[str, str]]) -> tuple[str, str]:
    """A proof about the product or the sum of these, and its sign."""
    table = PRODUCT if rule == "mul" else SUM
    back = {letter: its for its, letter in LETTER.items()}
    proof, letter = parts[0]
    for other, more in parts[1:]:
        pair = back[letter], back[more]
        its = table.get(pair) or table.get(pair[::-1])
        if its is None:
            return FAILS, "z"
        proof, letter = f"({rule}_{letter}{more} _ _ {proof} {other})", LETTER[its]
    return proof, letter


def constant(value: Number, letter: str) -> str:
    """A proof that a number has this sign."""
    if letter == "z" and value == 0:
        return "(eq_refl 0)"
    if letter == "n" and value == 0:
        return "(Rle_refl 0)"
    if letter in "pnd" and value > 0 and value.denominator == 1:
        return f"(number_{letter} {value})"
    return f"(ltac:(lra) : {sign(number(value), letter)})"


def rewriting(proofs: Iterable[str]) -> str:
    """A tactic that rewrites by these equations, and goes on; "" if there are none."""
    found = ", ".join(proofs)
    return found and f"rewrite {found}; "


def conjoined(proofs: Sequence[str]) -> str:
    """A proof of all."""
    if not proofs:
        return "I"
    *first, found = proofs
    for each in reversed(first):
        found = f"(conj {each} {found})"
    return found
