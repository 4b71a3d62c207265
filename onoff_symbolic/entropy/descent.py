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

from .cross import violated
from .laws import Task
from .sets import vanishing, vector, without
from .witness import Witness

MAX_BITS = 5            # variables that are not constant
MAX_STARTS = 12
ROUNDS, PAUSE = 120, 20     # steps of a descent, and after how many it is looked at
CLEAR = -1e-4           # a value that survives rounding
PENALTY = 4.0
FLOOR = 1e-9
SHARES = ((3, 3, 3, 3), (4, 2, 2, 4), (9, 1, 1, 1), (8, 1, 1, 2), (2, 1, 1, 8), (1, 1, 1, 9))
"""The probabilities, in twelfths, of both bits 0, the one and the other 1, and both 1."""
DENOMINATORS = (12, 16, 20, 24, 30, 36, 48, 64, 80, 100, 128, 150, 200, 256, 400)

Atom = tuple[int, ...]
Law = list[float]


def descended(task: Task, point: Mapping[int, Fraction]) -> Iterator[Witness]:
    """Counterexamples near laws that violate Ingleton's inequality where the point does."""
    size = task.size
    fours = [tuple(each.bit_length() - 1 for each in four) for four in violated(size, point)]
    starts = ((four, shares, copied) for copied in (None, 3, 2, 0, 1) for four in fours for shares in (
        SHARES if copied is None else SHARES[1:3]))
    for four, shares, copied in islice(starts, MAX_STARTS if size > 4 else len(SHARES) * len(fours)):
        start = _start(four, shares, copied, size)
        atoms = _atoms(task, range(size), start) if size <= MAX_BITS else []
        if not atoms and copied is None:
            atoms = _atoms(task, four, start)
        if atoms:
            aim = _Aim(task, atoms)
            best = aim.lowered([0.97 * start.get(atom, 0.0) + 0.03 / len(atoms) for atom in atoms])
            if aim.value(best)[0] < CLEAR:
                yield from _rounded(task, aim, best)


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
        for a, b, c in vanishing(test.form, True):
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
    """The goal over the entropy of all, in floats, with a penalty for hypotheses that are violated."""

    def __init__(self, task: Task, atoms: Sequence[Atom]) -> None:
        self.atoms = atoms
        self.labels: dict[int, tuple[list[int], int]] = {}
        self.goal, self.given = {}, []
        for test in task.tests:
            size = max(map(abs, test.form.values()), default=1)
            form = {mask: value / size for mask, value in test.form.items()}
            for mask in form:
                self._label(mask)
            if test.goal:
                self.goal = form
            else:
                self.given.append(form)
        self.whole = (1 << task.size) - 1
        self._label(self.whole)

    def _label(self, mask: int) -> None:
        """For each atom the number of its value of a set of variables."""
        if mask not in self.labels:
            names: dict[Atom, int] = {}
            own = [names.setdefault(_part(atom, mask), len(names))
                   for atom in self.atoms]
            self.labels[mask] = own, len(names)

    def value(self, law: Law) -> tuple[float, list[float]]:
        """The value at a law, and its slope in each probability."""
        parts = {}
        for mask, (labels, count) in self.labels.items():
            chances = [0.0] * count
            for label, p in zip(labels, law):
                chances[label] += p
            logs = [-log2(q) if q > FLOOR else 30.0 for q in chances]
            parts[mask] = sum(q * x for q, x in zip(chances, logs)), labels, logs
        weights = dict(self.goal)
        for form in self.given:
            if sum(value * parts[mask][0] for mask, value in form.items()) < 0:
                for mask, value in form.items():
                    weights[mask] = weights.get(mask, 0.0) - PENALTY * value
        whole = max(parts[self.whole][0], FLOOR)
        total = sum(value * parts[mask][0] for mask, value in weights.items()) / whole
        weights[self.whole] = weights.get(self.whole, 0.0) - total
        slope = [0.0] * len(law)
        for mask, value in weights.items():
            _, labels, logs = parts[mask]
            for k, label in enumerate(labels):
                slope[k] += value * logs[label]
        return total, [each / whole for each in slope]

    def lowered(self, law: Law) -> Law:
        """A law near by with a lower value: each probability is multiplied by what its slope says."""
        step = 1.0
        value, slope = self.value(law)
        before = value
        for k in range(1, ROUNDS):
            if k % PAUSE == 0:
                if value > max(0.0, before / 2):        # it does not fall enough to become negative
                    break
                before = value
            mean = sum(p * s for p, s in zip(law, slope))
            moved = [p * exp(max(-4.0, min(4.0, step * (mean - s)))) for p, s in zip(law, slope)]
            mass = sum(moved)
            moved = [p / mass for p in moved]
            after = self.value(moved)
            if after[0] < value:
                law, (value, slope), step = moved, after, 1.5 * step
            else:
                step /= 3
                if step < 1e-3:
                    break
        return law
