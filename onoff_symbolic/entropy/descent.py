"""Laws with unequal probabilities, proposed by descent in floats, and judged exactly as all others are.

Where Shannon's inequalities leave room for a counterexample, but none that is linear, four variables violate Ingleton's
inequality. The descent begins at laws of bits that do so, too, and lowers the goal over the entropy of all; hypotheses
that are inequalities are kept by a penalty. Then the probabilities are rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from math import exp, log2
from operator import mul

from .cross import violated
from .laws import Task
from .sets import Vector, vector, without
from .witness import Witness

MAX_BITS = 5            # variables that are not constant
MAX_STARTS, MAX_LEAN = 12, 48
ROUNDS, PAUSE = 120, 20     # steps of a descent, and after how many it is looked at
CLEAR = -1e-4           # a value that survives rounding
PENALTY = 4.0
FLOOR = 1e-9
SHARES = ((3, 3, 3, 3), (4, 2, 2, 4), (9, 1, 1, 1), (8, 1, 1, 2), (2, 1, 1, 8), (1, 1, 1, 9))
"""The probabilities, in twelfths, of both bits 0, the one and the other 1, and both 1."""
DENOMINATORS = (12, 16, 20, 24, 30, 36, 48, 64, 80, 100, 128, 150, 200, 256, 400)

Atom = tuple[int, ...]
Law = list[float]


def descended(task: Task, point: Mapping[int, Fraction], lean: bool) -> Iterator[Witness]:
    """Counterexamples near laws that violate Ingleton's inequality where the point does.

    Lean, with the atoms of these laws alone, which are four; else with all that the hypotheses allow.
    """
    size = task.size
    fours = [tuple(each.bit_length() - 1 for each in four) for four in violated(size, point)]
    starts = ((four, shares, copied) for copied in ((None, 3, 2, 0, 1) if size > 4 else (None,)) for four in fours
              for shares in (SHARES if copied is None else SHARES[1:3]))
    aims: dict[tuple[Atom, ...], _Aim] = {}
    for four, shares, copied in islice(starts, MAX_LEAN if lean else MAX_STARTS):
        start = _start(four, shares, copied, size)
        atoms = _atoms(task, range(size), start) if size <= MAX_BITS else []
        if not atoms and copied is None:
            atoms = _atoms(task, four, start)
        key = tuple(atom for atom in atoms if atom in start or not lean)
        if key:
            aim = aims[key] = aims.get(key) or _Aim(task, key)
            for law in aim.lowered([0.97 * start.get(atom, 0.0) + 0.03 / len(key) for atom in key]):
                yield from _rounded(task, aim, law)


def _start(four: Sequence[int], shares: Sequence[int], copied: int | None, size: int) -> dict[Atom, float]:
    """The bits c and d with these probabilities, a = both, b = none, the others constant or like one of these."""
    found = {}
    for (c, d), share in zip(product((0, 1), repeat=2), shares):
        values = (c & d, 1 - (c | d), c, d)
        other = 0 if copied is None else values[copied]
        found[tuple(dict(zip(four, values)).get(k, other) for k in range(size))] = share / 12
    return found


def _atoms(task: Task, free: Sequence[int], start: Mapping[Atom, float]) -> list[Atom]:
    """The atoms on which the hypotheses that are equations hold whatever the probabilities; none where that is not so.

    Those that say that variables are functions of others hold with the functions of the start, and some say nothing of
    what is not constant.
    """
    constant = sum(1 << k for k in range(task.size) if k not in free)
    atoms = [tuple(dict(zip(free, bits)).get(k, 0) for k in range(task.size))
             for bits in product((0, 1), repeat=len(free))]
    for test in task.tests:
        if test.goal or not test.equality or not without(test.form, constant):
            continue
        for a, b, c in test.parts:
            if not without(vector((a, b, c)), constant):
                continue
            if a != b:
                return []
            table = {_part(atom, c): _part(atom, a) for atom in start}
            if any(table[_part(atom, c)] != _part(atom, a) for atom in start):
                return []
            atoms = [atom for atom in atoms if table.get(_part(atom, c)) == _part(atom, a)]
        if not test.vanishing:
            return []
    return atoms


def _part(atom: Atom, mask: int) -> Atom:
    return tuple(value for k, value in enumerate(atom) if mask >> k & 1)


def _rounded(task: Task, aim: _Aim, law: Law) -> Iterator[Witness]:
    """The law with small denominators, while it still seems to be a counterexample."""
    for denominator in DENOMINATORS:
        counts = [round(denominator * p) for p in law]
        counts[max(range(len(law)), key=law.__getitem__)] += denominator - sum(counts)
        if min(counts) >= 0 and aim.value([n / denominator for n in counts])[0] < 0:
            yield from task.witnesses([atom for atom, n in zip(aim.atoms, counts) for _ in range(n)])


class _Aim:
    """The goal over the entropy of all, in floats, with a penalty for hypotheses that are violated.

    A *block* is a set of atoms on which some variables have one value. A form of entropies is a sum over blocks, of
    weight * p * log(1/p), where p is the probability of the block.
    """

    def __init__(self, task: Task, atoms: Sequence[Atom]) -> None:
        self.atoms = atoms
        forms = [_scaled(test.form) for test in task.tests]
        found = [self._weights(form) for form in (*forms, {(1 << task.size) - 1: 1.0})]
        self.blocks = list(dict.fromkeys(block for weights in found for block in weights))
        self.goal, *self.given, self.whole = [[weights.get(block, 0.0) for block in self.blocks] for weights in found]

    def _weights(self, form: Mapping[int, float]) -> dict[tuple[int, ...], float]:
        """Of each block in a form."""
        found: dict[tuple[int, ...], float] = {}
        for mask, value in form.items():
            blocks: dict[Atom, list[int]] = {}
            for k, atom in enumerate(self.atoms):
                blocks.setdefault(_part(atom, mask), []).append(k)
            for each in map(tuple, blocks.values()):
                found[each] = found.get(each, 0.0) + value
        return {block: weight for block, weight in found.items() if abs(weight) > FLOOR}

    def value(self, law: Law) -> tuple[float, list[float]]:
        """The value at a law, and its slope in each probability."""
        chances = [sum([law[k] for k in block]) for block in self.blocks]
        logs = [-log2(p) if p > FLOOR else 30.0 for p in chances]
        parts = [p * x for p, x in zip(chances, logs)]
        weights = self.goal
        for form in self.given:
            if sum(map(mul, form, parts)) < 0:
                weights = [weight - PENALTY * each for weight, each in zip(weights, form)]
        whole = max(sum(map(mul, self.whole, parts)), FLOOR)
        total = sum(map(mul, weights, parts)) / whole
        slope = [0.0] * len(law)
        for block, weight, each, x in zip(self.blocks, weights, self.whole, logs):
            rate = (weight - total * each) * x / whole
            for k in block:
                slope[k] += rate
        return total, slope

    def lowered(self, law: Law) -> Iterator[Law]:
        """Laws near by with lower and lower values that are clearly negative: each probability is multiplied by what
        its slope says."""
        step = 1.0
        value, slope = self.value(law)
        before = value
        for k in range(1, ROUNDS + 1):
            if k % PAUSE == 0 or step < 1e-3:
                if value < CLEAR:
                    yield law
                if step < 1e-3 or value > max(0.0, before / 2):     # it does not fall enough to become negative
                    return
                before = value
            mean = sum(map(mul, law, slope))
            moved = [p * exp(max(-4.0, min(4.0, step * (mean - s)))) for p, s in zip(law, slope)]
            mass = sum(moved)
            moved = [p / mass for p in moved]
            after = self.value(moved)
            if after[0] < value:
                law, (value, slope), step = moved, after, 1.5 * step
            else:
                step /= 3


def _scaled(form: Vector) -> dict[int, float]:
    """The form with its greatest coefficient made 1."""
    size = max(map(abs, form.values()), default=1)
    return {mask: value / size for mask, value in form.items()}
