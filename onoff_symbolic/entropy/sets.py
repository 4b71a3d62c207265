"""Sets of variables as bit masks, and what can be written with them: measures and integer forms.

A measure I(A;B|C) is a triple of masks; H(A|C) is I(A;A|C). A vector holds the integer coefficient of each
joint entropy, without zeros and without the empty set, whose entropy is 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import lcm

from .grammar import Form, Measure, Names
from .limits import LIMITS

Triple = tuple[int, int, int]
Vector = dict[int, int]


def measure(a: int, b: int, given: int) -> Triple:
    """Return the one name of I(a;b|given) = I(b;a|given), without in a and b what is given."""
    a, b = a & ~given, b & ~given
    return (a, b, given) if a <= b else (b, a, given)


def vector(triple: Triple) -> Vector:
    """Return the joint entropies of a measure: H(A,C) + H(B,C) - H(A,B,C) - H(C)."""
    a, b, c = triple
    return collect([(a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)])


def collect(terms: Iterable[tuple[int, int]]) -> Vector:
    """Return the sum of value * H(mask) for pairs (mask, value)."""
    total: Vector = {}
    for mask, value in terms:
        total[mask] = total.get(mask, 0) + value
    return {mask: value for mask, value in total.items() if mask and value}


def add(form: Vector, other: Vector, multiple: int = 1) -> Vector:
    """Return form + multiple * other."""
    total = dict(form)
    for mask, value in other.items():
        total[mask] = total.get(mask, 0) + multiple * value
    return {mask: value for mask, value in total.items() if value}


def without(form: Vector, constant: int) -> Vector:
    """Return the form where some variables are constant."""
    return collect((mask & ~constant, value) for mask, value in form.items())


def singles(mask: int) -> list[int]:
    """Return the sets of one variable in a set."""
    return [1 << k for k in range(mask.bit_length()) if mask >> k & 1]


def subsets(mask: int) -> Iterator[int]:
    """Yield all subsets of a set, the empty set first."""
    part = 0
    while True:
        yield part
        if part == mask:
            return
        part = (part - mask) & mask


def elementals(full: int) -> Iterator[Triple]:
    """Yield H(a | all others) and I(a;b|K): every measure is a sum of these."""
    for a in singles(full):
        yield a, a, full ^ a
    for a in singles(full):
        for b in singles(full & -(a << 1)):
            for given in subsets(full ^ a ^ b):
                yield a, b, given


def as_measures(form: Vector) -> list[tuple[int, Triple]]:
    """Return a short combination of measures that equals the form.

    All multiples have one sign if the greedy choice finds such a combination; they may be mixed otherwise. A
    form of very many joint entropies is left as it is, for the choice would take long.
    """
    if len(form) > LIMITS.split:
        return [(value, (mask, mask, 0)) for mask, value in form.items()]
    for sign in (1, -1):
        parts = _split(add({}, form, sign), mixed=False)
        if parts is not None:
            return [(sign * multiple, triple) for multiple, triple in parts]
    return _split(form, mixed=True) or []


def _split(form: Vector, mixed: bool) -> list[tuple[int, Triple]] | None:
    """Split off, again and again, the measure that leaves the fewest joint entropies; return None if stuck."""
    parts: list[tuple[int, Triple]] = []
    for _ in range(3 * len(form)):
        rests: dict[tuple[int, Triple], Vector] = {}
        for multiple, triple in _candidates(form, mixed):
            rests[multiple, triple] = add(form, vector(triple), -multiple)
        if not rests:
            break
        best = min(rests, key=lambda part: len(rests[part]))
        parts.append(best)
        form = rests[best]
    return None if form else parts


def _candidates(form: Vector, mixed: bool) -> Iterator[tuple[int, Triple]]:
    """Yield measures that take away one joint entropy of the form or more, mutual informations first."""
    masks = sorted(sorted(form), key=int.bit_count)
    pairs = list(combinations(masks, 2))
    if not mixed:
        masks = [mask for mask in masks if form[mask] > 0]
        pairs = [(p, q) for p, q in pairs if form[q] > 0]
    for p, q in pairs:
        if form[p] * form[q] > 0 and p & q != p:
            multiple = min(form[p], form[q], key=abs)
            yield multiple, measure(p, q, p & q)
    for p, q in pairs:
        if form[p] * form[q] < 0 and p & q == p:
            multiple = min(-form[p], form[q], key=abs)
            yield multiple, measure(q, q, p)
    for mask in masks:
        yield form[mask], (mask, mask, 0)


@dataclass(frozen=True)
class Variables:
    """One bit for each group of variables; translates between names and masks.

    The variables of a group occur only together in all that is translated, so they are one random variable.
    """

    groups: tuple[Names, ...]

    @property
    def full(self) -> int:
        """Return the set of all."""
        return (1 << len(self.groups)) - 1

    def mask(self, names: Collection[str]) -> int:
        """Return the set of the groups that begin with one of the names."""
        heads = [group[0] for group in self.groups]
        return sum(1 << k for k, head in enumerate(heads) if head in names)

    def listed(self, mask: int) -> Names:
        """Return all names of a set."""
        groups = [group for k, group in enumerate(self.groups) if mask >> k & 1]
        return tuple(name for group in groups for name in group)

    def triple(self, named: Measure) -> Triple:
        """Return a measure in masks."""
        return measure(*map(self.mask, (named.left, named.right, named.given)))

    def named(self, triple: Triple) -> Measure:
        """Return a measure in names."""
        return Measure(*map(self.listed, triple))

    def integral(self, form: Form, scale: int) -> Vector:
        """Return scale * form; all coefficients are then whole. The form is one of these variables."""
        return {self.mask(subset): int(scale * value) for subset, value in form.items()}


def denominator(*forms: Form) -> int:
    """Return the least scale at which all coefficients are whole."""
    return lcm(*(value.denominator for form in forms for value in form.values()))


def single(names: Iterable[str]) -> Variables:
    """Return variables each on its own."""
    return Variables(tuple((name,) for name in names))


def grouped(names: Iterable[str], forms: Iterable[Form]) -> Variables:
    """Put together what occurs only together in the joint entropies of the forms; leave out what does not occur."""
    occurring = list(dict.fromkeys(subset for form in forms for subset in form))
    groups: dict[tuple[bool, ...], Names] = {}
    for name in names:
        pattern = tuple(name in subset for subset in occurring)
        if any(pattern):
            groups[pattern] = (*groups.get(pattern, ()), name)
    return Variables(tuple(groups.values()))
