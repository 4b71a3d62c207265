"""Proofs put together from smaller ones, as texts."""

from __future__ import annotations

from collections.abc import Sequence

from ..checker.regions import PRODUCT, SUM

LETTER = {">": "p", ">=": "n", "=": "z", "!=": "d"}
"""How a sign is called in the names of lemmas (Emitted.v)."""
FAILS = "ltac:(fail 1)"
"""Stands for a proof that the certificate does not give."""


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


def inline(sentences: str) -> str:
    """Sentences as one tactic."""
    return "; ".join(each.strip() for each in sentences.split(". ") if each.strip()).removesuffix(".")


def conjoined(proofs: Sequence[str]) -> str:
    """A proof of all."""
    if not proofs:
        return "I"
    *first, found = proofs
    for each in reversed(first):
        found = f"(conj {each} {found})"
    return found
