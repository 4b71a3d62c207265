"""Laws with unequal probabilities, proposed by descent in floats, and judged exactly as all others are.

Where Shannon's inequalities leave room for a counterexample, but none that is linear, four variables violate Ingleton's
inequality. The descent begins at laws of bits that do so, too, and lowers the goal over the entropy of all. Then the
probabilities are rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import exp, log2
from operator import mul

from .limits import LIMITS
from .linear import violating_fours
from .sets import Triple, Vector, vector, without
from .task import Atom, Task, spread
from .witness import Witness

CLEAR = -1e-4  # a value that survives rounding
FLOOR = 1e-9
STEEPEST = 4.0  # the logarithm of the largest factor in a step
MIXED = 0.03  # of the mass, which every atom has a share of at the start
SHARES = ((3, 3, 3, 3), (4, 2, 2, 4), (9, 1, 1, 1))
"""The probabilities, in twelfths, of both bits 0, the one and the other 1, and both 1."""
DENOMINATORS = (12, 16, 20, 24, 30, 36, 48, 64, 80, 100, 128, 150, 200, 256, 400)

Law = list[float]
Block = tuple[int, ...]
"""The numbers of the atoms on which some variables have one value."""


@dataclass(frozen=True)
class Start:
    """A law of four atoms: the bits c and d with these shares of the mass, a = both, b = none; the other variables are
    constant, or like the one of the four that is copied."""

    four: tuple[int, ...]
    shares: tuple[int, ...]
    copied: int | None

    def law(self, size: int) -> dict[Atom, float]:
        """Return the probability of each atom, of so many variables."""
        law: dict[Atom, float] = {}
        for k, share in enumerate(self.shares):
            c, d = divmod(k, 2)
            values = (c & d, 1 - (c | d), c, d)
            other = 0 if self.copied is None else values[self.copied]
            law[spread(values, self.four, size, other)] = share / 12
        return law


def _starts(size: int, point: Mapping[int, Fraction]) -> Iterator[Start]:
    """Yield laws that violate Ingleton's inequality where the point does."""
    fours = [tuple(mask.bit_length() - 1 for mask in four) for four in violating_fours(size, point)]
    for four, shares in product(fours, SHARES):
        yield Start(four, shares, None)
    if size > 4:
        for copied, four, shares in product((3, 2, 0, 1), fours, SHARES[1:]):
            yield Start(four, shares, copied)


def descended(task: Task, point: Mapping[int, Fraction], lean: bool) -> Iterator[Witness]:
    """Yield counterexamples near laws that violate Ingleton's inequality where the point does.

    Lean, with the atoms of these laws alone, which are four; else with all that the hypotheses allow.
    """
    most = LIMITS.lean_starts if lean else LIMITS.starts
    descents: dict[tuple[Atom, ...], _Descent] = {}
    for start in islice(_starts(task.size, point), most):
        law = start.law(task.size)
        atoms = _allowed_atoms(task, start)
        if lean:
            atoms = [atom for atom in atoms if atom in law]
        if not atoms:
            continue
        key = tuple(atoms)
        if key not in descents:
            descents[key] = _Descent(task, key)
        mixed = [(1 - MIXED) * law.get(atom, 0.0) + MIXED / len(atoms) for atom in atoms]
        for lower in descents[key].lowered(mixed):
            yield from _rounded(task, descents[key], lower)


def _allowed_atoms(task: Task, start: Start) -> list[Atom]:
    """Return the atoms that the hypotheses allow: of all variables if these are few, else of the four alone."""
    law = start.law(task.size)
    atoms: list[Atom] = []
    if task.size <= LIMITS.descent_bits:
        atoms = _atoms(task, range(task.size), law)
    if not atoms and start.copied is None:
        atoms = _atoms(task, start.four, law)
    return atoms


def _atoms(task: Task, free: Sequence[int], start: Mapping[Atom, float]) -> list[Atom]:
    """Return the atoms on which the hypotheses that are equations hold whatever the probabilities; none where that is
    not so.

    Those that say that variables are functions of others hold with the functions of the start, and some say nothing of
    what is not constant.
    """
    constant = sum(1 << k for k in range(task.size) if k not in free)
    choices = product((0, 1), repeat=len(free))
    atoms = [spread(bits, free, task.size) for bits in choices]
    for relation in task.given:
        if not relation.equality or not without(relation.form, constant):
            continue
        if not relation.vanishing:
            return []
        for triple in relation.parts:
            if without(vector(triple), constant):
                atoms = _where_function(triple, atoms, start)
    return atoms


def _where_function(
    triple: Triple, atoms: Sequence[Atom], start: Mapping[Atom, float]
) -> list[Atom]:
    """Return the atoms at which H(a|c) = 0 by the function of the start; none if it has no such function."""
    a, b, c = triple
    pairs = {(_restricted(atom, c), _restricted(atom, a)) for atom in start}
    if a != b or len(dict(pairs)) < len(pairs):
        return []
    return [atom for atom in atoms if (_restricted(atom, c), _restricted(atom, a)) in pairs]


def _restricted(atom: Atom, mask: int) -> Atom:
    """Return the values of some of the variables."""
    return tuple(value for k, value in enumerate(atom) if mask >> k & 1)


def _rounded(task: Task, descent: _Descent, law: Law) -> Iterator[Witness]:
    """Yield the law with small denominators, while it still seems to be a counterexample."""
    for denominator in DENOMINATORS:
        counts = [round(denominator * p) for p in law]
        likeliest = max(range(len(law)), key=law.__getitem__)
        counts[likeliest] += denominator - sum(counts)
        if min(counts) < 0:
            continue
        value, _ = descent.value([n / denominator for n in counts])
        if value < 0:
            pairs = zip(descent.atoms, counts)
            yield from task.witnesses([atom for atom, n in pairs for _ in range(n)])


class _Descent:
    """The goal over the entropy of all, in floats.

    A form of entropies is a sum over blocks, of weight * p * log(1/p), where p is the probability of the block.
    """

    def __init__(self, task: Task, atoms: Sequence[Atom]) -> None:
        self.atoms = atoms
        goal = self._weights(task.goal.form)
        whole = self._weights({(1 << task.size) - 1: 1})
        self.blocks = list(dict.fromkeys([*goal, *whole]))
        size = max(map(abs, task.goal.form.values()), default=1)
        self.goal = [goal.get(block, 0) / size for block in self.blocks]
        self.whole = [whole.get(block, 0) for block in self.blocks]

    def _weights(self, form: Vector) -> dict[Block, int]:
        """Return the weight of each block in a form."""
        weights: dict[Block, int] = {}
        for mask, value in form.items():
            blocks: dict[Atom, list[int]] = {}
            for k, atom in enumerate(self.atoms):
                blocks.setdefault(_restricted(atom, mask), []).append(k)
            for block in map(tuple, blocks.values()):
                weights[block] = weights.get(block, 0) + value
        return {block: weight for block, weight in weights.items() if weight}

    def value(self, law: Law) -> tuple[float, list[float]]:
        """Return the value at a law, and its slope in each probability."""
        chances = [sum([law[k] for k in block]) for block in self.blocks]
        logs = [-log2(p) if p > FLOOR else 30.0 for p in chances]
        terms = [p * log for p, log in zip(chances, logs)]
        whole = max(sum(map(mul, self.whole, terms)), FLOOR)
        value = sum(map(mul, self.goal, terms)) / whole
        slope = [0.0] * len(law)
        for block, weight, own, log in zip(self.blocks, self.goal, self.whole, logs):
            rate = (weight - value * own) * log / whole
            for k in block:
                slope[k] += rate
        return value, slope

    def lowered(self, law: Law) -> Iterator[Law]:
        """Yield laws near by with lower and lower values that are clearly negative."""
        step = 1.0
        value, slope = self.value(law)
        before = value
        for k in range(1, LIMITS.rounds + 1):
            stuck = step < 1e-3
            if stuck or k % LIMITS.rounds_between_looks == 0:
                if value < CLEAR:
                    yield law
                if stuck or value > max(0.0, before / 2):  # too slow to become negative
                    return
                before = value
            moved = _moved(law, slope, step)
            lower, steeper = self.value(moved)
            if lower < value:
                law, value, slope = moved, lower, steeper
                step *= 1.5
            else:
                step /= 3


def _moved(law: Law, slope: Sequence[float], step: float) -> Law:
    """Return a law in which each probability is multiplied by what its slope says."""
    mean = sum(map(mul, law, slope))
    gains = [step * (mean - own) for own in slope]
    factors = [exp(max(-STEEPEST, min(STEEPEST, gain))) for gain in gains]
    moved = list(map(mul, law, factors))
    mass = sum(moved)
    return [p / mass for p in moved]
