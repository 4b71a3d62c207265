"""What is true at a single point: numbers are compared, and sums of entropies under a law.

    Point       a value for each name; `denied` returns the sides of the first relation that is false there
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from .meaning import Choice, Env, evaluate
from .model import Model, Values
from .polynomials import (
    COMPARE,
    MAX_BITS,
    TEXTS,
    Number,
    Poly,
    Quotient,
    Undefined,
    Work,
    add,
    constant,
    digits,
    entries,
    has_type,
    is_constant,
    need,
    number,
    plain,
)
from .syntax import Node

Sides = tuple[str, str, str]
"""The left side of a relation, the sign, and the right side, as texts."""
Atoms = list[tuple[dict[str, str], Fraction]]
MAX_ATOMS = 256


class Point:
    """A value for each name. Random variables are constant, or have the law that is given by `atoms`."""

    def __init__(self, model: Model, values: Any, *, law: Any = None) -> None:
        need(
            type(values) is dict and values.keys() == {*model.names},
            f"expected a value for each of {', '.join(model.names) or 'no name'}",
        )
        numbers = {name: Quotient(constant(number(value))) for name, value in values.items()}
        self.atoms = None if law is None else read_atoms(law)
        self.model = model.at(numbers, still=law is None)
        self.satisfied: dict[str, bool] = {}

    def within(self, values: Values) -> Point:
        """Return the same point where some names and cells have these values."""
        other = object.__new__(Point)
        other.atoms = self.atoms
        other.model = self.model.at(values)
        other.satisfied = {}
        return other

    def satisfies(self, text: str) -> bool:
        """Return whether a relation is true at the point."""
        if text not in self.satisfied:
            self.satisfied[text] = self.denied([text]) is None
        return self.satisfied[text]

    def denied(self, given: Iterable[str], only: Choice | None = None) -> Sides | None:
        """Return the sides of the first relation that is false or has no value at the point; None if there is none."""
        for text in given:
            tree = self.model.relation(text)
            for choice in self.model.choices(tree):
                if only is not None and choice != only:
                    continue
                values = [self.value(side, Env(self.model, choice)) for side in tree.sides]
                for left, sign, right in zip(values, tree.signs, values[1:]):
                    if not self.compare(left, sign, right):
                        return self.written(left), sign, self.written(right)
        return None

    def compare(self, left: Poly | None, sign: str, right: Poly | None) -> bool:
        """Return whether both sides have a value and compare so."""
        if left is None or right is None:
            return False
        gap = add(left, right, -1)
        return COMPARE[sign](gap.get((), 0) if is_constant(gap) else self.measured(gap)[0], 0)

    def written(self, value: Poly | None) -> str:
        """Return a value as a text."""
        if value is None:
            return "no value"
        return digits(value.get((), 0)) if is_constant(value) else self.measured(value)[1]

    def value(self, side: Node, env: Env) -> Poly | None:
        """Return a number, or a sum of entropies; None where there is no value."""
        try:
            value = evaluate(side, env)
        except Undefined:
            return None
        need(not value.bottom, "expected numbers")
        return value.top

    # -- entropies

    def measured(self, p: Poly) -> tuple[Number, str]:
        """Return the sign of a sum of entropies under the law, exactly, and its text: it is Σ weight · log integer."""
        logarithms: dict[int, Fraction] = {}

        def add_log(n: int, weight: Fraction) -> None:
            """Add weight · log n."""
            base, exponent = root(n)
            logarithms[base] = logarithms.get(base, Fraction(0)) + exponent * weight

        for monomial, c in p.items():
            if not monomial:  # beside entropies, a number is so many bits
                add_log(2, Fraction(c))
                continue
            is_entropy = len(monomial) == 1 and monomial[0].startswith("H(")
            need(self.atoms is not None and is_entropy, "expected numbers")
            for chance in marginal(self.atoms or [], monomial[0][2:-1].split(",")):
                add_log(chance.denominator, c * chance)
                add_log(chance.numerator, -c * chance)
        weights = {n: weight for n, weight in logarithms.items() if n > 1 and weight}
        scale = lcm(1, *(weight.denominator for weight in weights.values()))
        above = 1
        below = 1
        for n, weight in weights.items():
            exponent = int(abs(weight) * scale)
            Work.spend(exponent * n.bit_length())
            need(exponent * n.bit_length() <= 10 * MAX_BITS, "a law has too long numbers", "work")
            if weight > 0:
                above *= n**exponent
            else:
                below *= n**exponent
        terms = [
            f"log({n})" if weight == 1 else f"{weight}*log({n})"
            for n, weight in sorted(weights.items())
        ]
        return (above > below) - (above < below), " + ".join(terms).replace("+ -", "- ") or "0"


def root(n: int) -> tuple[int, int]:
    """Return a base and an exponent of which n is the power; the least base, if it is small."""
    Work.spend(n.bit_length() + (n.bit_length() ** 2 >> 10))
    for base in range(2, min(n, 100)):
        power = base
        exponent = 1
        while power < n:
            power = power * base
            exponent = exponent + 1
        if power == n:
            return base, exponent
    return n, 1


def marginal(atoms: Atoms, names: Sequence[str]) -> Iterable[Fraction]:
    """Return the probabilities of the values of these variables together."""
    chances: dict[tuple[str, ...], Fraction] = {}
    for values, chance in atoms:
        need(
            all(name in values for name in names),
            f"no law is given for one of {', '.join(names)[:60]}",
        )
        Work.spend(40 + len(names))
        key = tuple(values[name] for name in names)
        chances[key] = chances.get(key, Fraction(0)) + chance
        plain(chances[key])
    return chances.values()


def read_atoms(law: Any) -> Atoms:
    """Return the law {"variables": [names], "atoms": [[values], probability]} of finitely many random variables."""
    names, atoms = entries(law, variables=TEXTS, atoms=list)
    chances = dict[tuple[str, ...], Fraction]()
    need(
        len({*names}) == len(names) and len(atoms) <= MAX_ATOMS,
        f"expected different variables, at most {MAX_ATOMS} atoms",
    )
    for atom in atoms:
        need(
            type(atom) is list and len(atom) == 2 and has_type(atom[0], TEXTS),
            "expected an atom and its probability",
        )
        values = tuple(atom[0])
        chance = Fraction(number(atom[1]))
        need(len(values) == len(names), "expected a value for each variable in an atom")
        need(
            chance > 0 and values not in chances,
            "expected each atom once, with a positive probability",
        )
        plain(chance)
        chances[values] = chance
    need(sum(chances.values()) == 1, "the probabilities do not sum to 1")
    return [(dict(zip(names, values)), chance) for values, chance in chances.items()]
