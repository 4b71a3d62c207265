"""A derivation as a chain of steps that a person can follow, one inequality or hypothesis at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .grammar import Form, Statement, Term, sum_text, total
from .sets import Variables, Vector, add, as_measures, denominator, single
from .task import names_of

SHORT = 24  # the longest left side that shares its line with the first step


@dataclass(frozen=True)
class Derivation:
    """sign * (form of the goal) = sum of the measures + sum of multiplier * (form of that hypothesis)."""

    sign: int
    measures: tuple[Term, ...]
    hypotheses: tuple[tuple[Fraction, int], ...]


def direction(goal: Statement, sign: int) -> int:
    """Return 1 if sign * (form of the goal) is left - right, -1 if it is right - left."""
    return -sign if goal.relation == "<=" else sign


@dataclass(frozen=True)
class Step:
    """A form that is zero (relation "=") or of one sign ("<=" or ">="), for the reason."""

    form: Form
    relation: str
    reason: str


def steps_of(goal: Statement, given: Sequence[Statement], derivation: Derivation) -> Iterator[Step]:
    """Yield a step for each measure and each hypothesis of a derivation."""
    relation = ">=" if direction(goal, derivation.sign) > 0 else "<="
    for term in derivation.measures:
        form = total([(term.coefficient, term.measure.form())])
        yield Step(form, relation, f"as {sum_text([term])} >= 0")
    for multiplier, index in derivation.hypotheses:
        hypothesis = given[index]
        form = total([(multiplier, hypothesis.form())])
        times = "" if abs(multiplier) == 1 else f" ({abs(multiplier)} times)"
        yield Step(form, "=" if hypothesis.equality else relation, f"given {hypothesis}{times}")


def chain(goal: Statement, given: Sequence[Statement], derivation: Derivation) -> list[str]:
    """Return the lines "left relation value   reason", "relation value   reason", … until all steps are taken.

    Next is always a step after which the fewest joint entropies are left, so the values between are short.
    """
    left, right = sum_text(goal.left), sum_text(goal.right)
    steps = list(steps_of(goal, given, derivation))
    if not steps:
        return [f"{left} = {right}   as both sides are the same joint entropies"]
    start = total((term.coefficient, term.measure.form()) for term in goal.left)
    scale = denominator(start, *(step.form for step in steps))
    variables = single(names_of([goal, *given]))
    value = variables.integral(start, scale)
    turn = -direction(goal, derivation.sign) * scale
    texts: list[str] = []
    taken: list[Step] = []
    while steps:
        values = [add(value, variables.integral(step.form, turn)) for step in steps]
        value = min(values, key=len)
        taken.append(steps.pop(values.index(value)))
        texts.append(form_text(variables, scale, value))
    return laid_out(left, [*texts[:-1], right], taken)


def laid_out(left: str, texts: Sequence[str], steps: Sequence[Step]) -> list[str]:
    """Return a line for each step; a short left side shares its line with the first."""
    width = max(map(len, texts))
    indent = len(left) if len(left) <= SHORT else 3
    lines = [
        f"{'':{indent}} {step.relation:>2} {text:<{width}}   {step.reason}"
        for text, step in zip(texts, steps)
    ]
    if len(left) <= SHORT:
        return [left + lines[0][indent:], *lines[1:]]
    return [left, *lines]


def form_text(variables: Variables, scale: int, form: Vector) -> str:
    """Return form / scale as a short combination of measures."""
    return sum_text(
        Term(Fraction(multiple, scale), variables.named(triple))
        for multiple, triple in as_measures(form)
    )
