"""A derivation as a chain of steps that a person can follow, one inequality or hypothesis at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .grammar import Term, sum_text
from .sets import Variables, Vector, add, combination

SHORT = 24      # the longest left side that shares its line with the first step


@dataclass(frozen=True)
class Step:
    """Adding change, which is zero (relation "=") or of one sign ("<=" or ">="), for the reason."""

    change: Vector
    relation: str
    reason: str


def chain(variables: Variables, scale: int, ends: tuple[str, str], start: Vector,
          steps: Sequence[Step]) -> list[str]:
    """The lines "left relation value   reason", "relation value   reason", … until all steps are taken.

    The vectors are scale times what they stand for; the ends are the texts of the first and the last value.
    Next is always a step after which the fewest joint entropies are left, so the values between are short.
    """
    if not steps:
        return [f"{ends[0]} = {ends[1]}   as both sides are the same joint entropies"]
    waiting, value = list(steps), start
    rows: list[tuple[str, str, str]] = []
    while waiting:
        step = min(waiting, key=lambda step: len(add(value, step.change)))
        waiting.remove(step)
        value = add(value, step.change)
        text = expression(variables, scale, value) if waiting else ends[1]
        rows.append((step.relation, text, step.reason))
    width = max(len(text) for _, text, _ in rows)
    indent = len(ends[0]) if len(ends[0]) <= SHORT else 3
    lines = [f"{'':{indent}} {relation:>2} {text:<{width}}   {reason}" for relation, text, reason in rows]
    if len(ends[0]) <= SHORT:
        return [ends[0] + lines[0][indent:], *lines[1:]]
    return [ends[0], *lines]


def expression(variables: Variables, scale: int, form: Vector) -> str:
    """The form as a short combination of measures."""
    parts = combination(form)
    return sum_text(Term(Fraction(multiple, scale), variables.named(triple)) for multiple, triple in parts)
