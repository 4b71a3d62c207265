"""Sets of variables as bit masks, and what can be written with them: measures and integer forms.

A measure I(A;B|C) is a triple of masks; H(A|C) is I(A;A|C). A vector holds the integer coefficient of each
joint entropy, without zeros and without the empty set, whose entropy is 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import lcm

from .grammar import Form, Measure, Names, Statement, distinct

MAX_SPLIT = 40

Triple = tuple[int, int, int]
Vector = dict[int, int]


def measure(a: int, b: int, given: int) -> Triple:
    """The one name of I(a;b|given) = I(b;a|given), without in a and b what is given."""
    a, b = a & ~given, b & ~given
    return (a, b, given) if a <= b else (b, a, given)


def vector(triple: Triple) -> Vector:
    """The joint entropies of a measure: H(A,C) + H(B,C) - H(A,B,C) - H(C)."""
    a, b, c = triple
    result: Vector = {}
    for mask, value in ((a | c, 1), (b | c, 1), (a | b | c, -1), (c, -1)):
        result[mask] = result.get(mask, 0) + value
    return {mask: value for mask, value in result.items() if mask and value}


def add(form: Vector, other: Vector, multiple: int = 1) -> Vector:
    """form + multiple * other."""
    result = dict(form)
    for mask, value in other.items():
        result[mask] = result.get(mask, 0) + multiple * value
    return {mask: value for mask, value in result.items() if value}


def without(form: Vector, constant: int) -> Vector:
    """The form where some variables are constant."""
    found: Vector = {}
    for mask, value in form.items():
        found[mask & ~constant] = found.get(mask & ~constant, 0) + value
    return {mask: value for mask, value in found.items() if mask and value}


def bits(mask: int) -> list[int]:
    """The single variables of a set."""
    return [1 << k for k in range(mask.bit_length()) if mask >> k & 1]


def subsets(mask: int) -> Iterator[int]:
    """All subsets of a set, the empty set first."""
    part = 0
    while True:
        yield part
        if part == mask:
            return
        part = (part - mask) & mask


def elementals(full: int) -> Iterator[Triple]:
    """H(a | all others) and I(a;b|K): every measure is a sum of these."""
    for a in bits(full):
        yield a, a, full ^ a
    for a in bits(full):
        for b in bits(full & -(a << 1)):
            for given in subsets(full ^ a ^ b):
                yield a, b, given


def combination(form: Vector) -> list[tuple[int, Triple]]:
    """A short combination of measures that equals the form.

    All multiples have one sign if the greedy choice finds such a combination; they may be mixed otherwise. A
    form of very many joint entropies is left as it is, for the choice would take long.
    """
    if len(form) > MAX_SPLIT:
        return [(value, (mask, mask, 0)) for mask, value in form.items()]
    for sign in (1, -1):
        parts = _split({mask: sign * value for mask, value in form.items()}, mixed=False)
        if parts is not None:
            return [(sign * multiple, triple) for multiple, triple in parts]
    return _split(form, mixed=True) or []


def _split(form: Vector, mixed: bool) -> list[tuple[int, Triple]] | None:
    """Split off, again and again, the measure that leaves the fewest joint entropies; None if stuck."""
    parts: list[tuple[int, Triple]] = []
    for _ in range(3 * len(form)):
        best = min(_candidates(form, mixed), key=lambda part: _growth(form, *part), default=None)
        if best is None:
            break
        parts.append(best)
        form = add(form, vector(best[1]), -best[0])
    return None if form else parts


def _growth(form: Vector, multiple: int, triple: Triple) -> int:
    """How many joint entropies more the form has without multiple * triple."""
    growth = 0
    for mask, value in vector(triple).items():
        old = form.get(mask, 0)
        growth += (old != multiple * value) - (old != 0)
    return growth


def _candidates(form: Vector, mixed: bool) -> Iterator[tuple[int, Triple]]:
    """Measures that take away one joint entropy of the form or more, mutual informations first."""
    items = sorted(form.items(), key=lambda item: (item[0].bit_count(), item[0]))
    pairs = [(p, c, q, d) for k, (p, c) in enumerate(items) for q, d in items[k + 1:] if mixed or d > 0]
    for p, c, q, d in pairs:
        if c * d > 0 and p & q != p:
            yield min(c, d, key=abs), measure(p, q, p & q)
    for p, c, q, d in pairs:
        if c * d < 0 and p & q == p:
            yield min(-c, d, key=abs), measure(q, q, p)
    for p, c in items:
        if mixed or c > 0:
            yield c, (p, p, 0)


def vanishing(form: Vector, equality: bool) -> tuple[Triple, ...]:
    """The measures that are zero by "form = 0" or "form >= 0", if it says that a sum of measures is zero."""
    parts = combination(form)
    sign = 1 if all(multiple > 0 for multiple, _ in parts) else -1
    if any(sign * multiple < 0 for multiple, _ in parts) or sign > 0 and not equality:
        return ()
    return tuple(triple for _, triple in parts)


@dataclass(frozen=True)
class Variables:
    """One bit for each group of variables; translates between names and masks.

    The variables of a group occur only together in all that is translated, so they are one random variable.
    """

    groups: tuple[Names, ...]

    @property
    def full(self) -> int:
        return (1 << len(self.groups)) - 1

    def mask(self, names: Collection[str]) -> int:
        return sum(1 << k for k, group in enumerate(self.groups) if group[0] in names)

    def listed(self, mask: int) -> Names:
        return tuple(name for k, group in enumerate(self.groups) if mask >> k & 1 for name in group)

    def triple(self, named: Measure) -> Triple:
        return measure(self.mask(named.left), self.mask(named.right), self.mask(named.given))

    def named(self, triple: Triple) -> Measure:
        a, b, given = triple
        return Measure(self.listed(a), self.listed(b), self.listed(given))

    def integral(self, form: Form) -> tuple[int, Vector]:
        """The least d > 0 and the vector such that vector = d * form. The form is one of these variables."""
        scale = lcm(*(value.denominator for value in form.values()))
        return scale, {self.mask(subset): int(scale * value) for subset, value in form.items()}


def single(names: Iterable[str]) -> Variables:
    """Each variable on its own."""
    return Variables(tuple((name,) for name in names))


def grouped(names: Iterable[str], forms: Iterable[Form]) -> Variables:
    """Together what occurs only together in the joint entropies of the forms, without what does not occur."""
    occurring = list(dict.fromkeys(subset for form in forms for subset in form))
    groups: dict[tuple[bool, ...], Names] = {}
    for name in names:
        pattern = tuple(name in subset for subset in occurring)
        if any(pattern):
            groups[pattern] = (*groups.get(pattern, ()), name)
    return Variables(tuple(groups.values()))


def linked(goal: Statement, given: Sequence[Statement]) -> tuple[Names, list[int]]:
    """The variables that hypotheses link to the goal, and the numbers of these hypotheses.

    The others do not matter: where their variables are constant they hold.
    """
    names, found = goal.names(), set[int]()
    while True:
        more = {index for index, statement in enumerate(given)
                if index not in found and set(statement.names()) & set(names)}
        if not more:
            return names, sorted(found)
        found |= more
        names = distinct([*names, *(name for index in sorted(more) for name in given[index].names())])
