"""Finds the weights of a proof, or a point that shows that there is none. Nothing here is trusted.

A proof of "goal >= 0" is sought as  goal = sum of weight * measure + sum of multiplier * hypothesis.

Where few sets matter (see closure), one exact linear program over all measures of these sets decides. Where they are
many, a program over the sets that come up when the sets of the goal are uncrossed is tried first; then a float solver
says which inequalities matter, or where the goal is negative, and exact arithmetic has the last word. In the end
programs with other costs make the proof shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from .closure import Closure, Family, everything, generated, pairs, uncrossed
from .sets import Triple, Vector, add, combination, elementals, measure, vector
from ..errors import Undecidable
from ..programs.highs import Hint, hint
from ..programs.whole import LARGE, Cheapest, cheapest

FEW = 26            # sets among which all measures are tried at once
SOME = 15           # sets, those of four variables, that are all tried for a shorter proof
POOL = 100          # sets among which all measures are tried where no proof may be found
WIDE = 450          # sets among which all measures are tried where there is a proof, for a shorter one
BROAD = 3000        # measures from which one more program is enough
MANY = 1023         # sets that a program may have: those of ten variables
ALONE = 800         # inequalities up to which exact pivots alone take bounded time
MOST = 12           # variables that may be so dependent that no more sets are left
PLAIN = 7           # variables up to which a further program, asked beside the main one, takes little time
BRIEF = 2           # steps that need not be fewer
LONG = 8            # steps from which a second attempt among more measures is worth its time
ROUNDS = 3          # programs that are solved for a shorter proof
QUICK = 1100        # coefficients from which a float solver that was asked before is quicker than exact pivots
STEP = 24           # the cost of a step; each variable in it costs 1

Point = dict[int, Fraction]
"""A value for each joint entropy."""
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Hypothesis:
    """form = 0 if it is an equality, form >= 0 otherwise; the parts, if any, are measures that it says are zero."""

    form: Vector
    equality: bool
    parts: tuple[Triple, ...] = ()


@dataclass(frozen=True)
class Combination:
    """The sum of weight * measure, weights > 0, and of multiplier * hypothesis."""

    measures: Mapping[Triple, Fraction]
    hypotheses: Mapping[int, Fraction]

    @property
    def plain(self) -> bool:
        """Is every step taken once? Then others of the same weight have no fewer steps, or take some more than once."""
        return all(abs(value) == 1 for part in (self.measures, self.hypotheses) for value in part.values())

    @property
    def length(self) -> tuple[int, int, Fraction]:
        """How many steps, how large the greatest denominator, how much weight."""
        values = [*self.measures.values(), *self.hypotheses.values()]
        return len(values), lcm(*(value.denominator for value in values)), sum(map(abs, values), Fraction(0))


def too_many(found: int) -> Undecidable:
    return Undecidable(f"too large: expected at most {MANY.bit_length()} variables, those that occur only together "
                       f"counted once, found {found}")


class Prover:
    """What follows from numbered hypotheses on the variables in full."""

    def __init__(self, full: int, hypotheses: Mapping[int, Hypothesis], progress: Progress | None = None) -> None:
        self.full = full
        self.hypotheses = hypotheses
        self.progress = progress
        self.zero = [each.parts for each in hypotheses.values()]
        dependencies = [(c, a & b) for parts in self.zero for a, b, c in parts if a & b]
        self.closure = Closure(full, tuple(sorted(set(dependencies))))
        self._families: dict[frozenset[int], Family | None] = {}

    def small(self, goal: Vector) -> Family | None:
        """The family of the goal and the hypotheses if it has few members."""
        sets = frozenset(goal.keys() | self._common.keys())
        if sets not in self._families:
            members = generated(self.closure, sets, FEW)
            self._families[sets] = None if members is None else Family(self.closure, members)
        return self._families[sets]

    @cached_property
    def _common(self) -> dict[int, None]:
        """The sets of the hypotheses."""
        return {mask: None for hypothesis in self.hypotheses.values() for mask in hypothesis.form}

    def derive(self, goal: Vector) -> Combination | Point:
        """A combination that equals the goal, or a point at which the goal is negative.

        The point satisfies Shannon's inequalities and the hypotheses.
        """
        if not goal:
            return Combination({}, {})
        family = self.small(goal)
        if family is None:
            return self._among_many(goal)
        if not self.closure.dependencies:
            found = _lightest(goal, pairs(family.members), self.hypotheses)
            return self._short(goal, found) if isinstance(found, Lightest) else _extended(family, found)
        image, hypotheses = family.image(goal), self._images(family)
        columns = {triple: family.image(form) for triple, form in _joins(family.members).items()}
        found = _lightest(image, {triple: form for triple, form in columns.items() if form}, hypotheses)
        if not isinstance(found, Lightest):
            return _extended(family, found)
        return self._explained(goal, found.found.measures, [i for i, value in found.found.hypotheses.items() if value])

    def _images(self, family: Family) -> dict[int, Hypothesis]:
        """The hypotheses that say something about the family."""
        images = {index: Hypothesis(family.image(hypothesis.form), hypothesis.equality)
                  for index, hypothesis in self.hypotheses.items()}
        return {index: hypothesis for index, hypothesis in images.items() if hypothesis.form}

    def _explained(self, goal: Vector, measures: Iterable[Triple], used: Iterable[int]) -> Combination:
        """A combination that equals the goal itself, when the measures and hypotheses do up to closure."""
        forms = [goal, *(vector(triple) for triple in measures), *(self.hypotheses[i].form for i in used)]
        sets = {mask for form in forms for mask in form}
        more = self._closing(sets)
        sets |= {mask for triple in more for mask in vector(triple)}
        if self.full <= SOME:
            sets = set(range(1, self.full + 1))
        columns = {triple: vector(triple) for triple in [*measures, *more]}
        if len(sets) <= WIDE:
            columns |= pairs(sets)
        found = _lightest(goal, columns, self.hypotheses)
        if not isinstance(found, Lightest):
            raise Undecidable("the linear program was not solved exactly")
        return self._short(goal, found)

    def _short(self, goal: Vector, found: Lightest) -> Combination:
        """Of some combinations the shortest, each found near the one before, the last among all their sets."""
        best = last = _merged(found.found)
        basis = found.basis
        for _ in range(ROUNDS if len(found.measures) < BROAD else 1):
            if best.length[0] <= BRIEF or best.plain:
                break
            answer = _lightest(goal, found.measures, found.hypotheses, last, basis)
            if not isinstance(answer, Lightest) or answer.found == last:
                break
            last, basis = answer.found, answer.basis
            best = min(best, _merged(last), key=lambda found: found.length)
        forms = [goal, *map(vector, best.measures), *(self.hypotheses[i].form for i in best.hypotheses)]
        sets = {mask for form in forms for mask in form}
        if best.length[0] > LONG and len(sets) <= WIDE and not pairs(sets).keys() <= found.measures.keys():
            again = _lightest(goal, pairs(sets) | {triple: vector(triple) for triple in best.measures}, self.hypotheses)
            if isinstance(again, Lightest):
                best = min(best, self._short(goal, again), key=lambda found: found.length)
        return best

    def _closing(self, sets: Iterable[int]) -> dict[Triple, None]:
        """The measures that show that sets and their closures have the same entropy.

        If d is a function of c, and S contains c, then 0 <= H(d|S) = H(d|c) - I(d;S|c).
        """
        found: dict[Triple, None] = {}
        for mask in sets:
            for (given, result), before, _ in self.closure.steps(mask):
                found[measure(result, result, before)] = None
                found[measure(result, before, given)] = None
                for parts in self.zero:
                    for a, b, c in parts:
                        if c == given and a & b == result:
                            found |= dict.fromkeys(parts)
                            found[measure(a & ~b, b & ~a, c | a & b)] = None
        return {triple: None for triple in found if triple[0] and triple[1]}

    def _among_many(self, goal: Vector) -> Combination | Point:
        """The same where all measures would be too many."""
        sets = {*goal, *self._common}
        for pool in self._pools(goal, sets):
            columns = pairs(pool)
            if len(columns) > BROAD:
                self._tell(len(pool), len(columns))
            said = _hint(goal, pool, columns.values(), self.hypotheses)
            if said is None and len(columns) > ALONE or said is not None and said.point:
                continue
            if said is not None and len(columns) > BROAD:       # then only among the sets of a first proof
                masks, triples, before = sorted(pool), list(columns), len(self.hypotheses)
                used = [triples[i - before] for i in said.rows if i >= before]
                columns = pairs({*sets, *(masks[j] for j in said.bounds), *(m for t in used for m in columns[t])})
            found = _lightest(goal, columns, self.hypotheses, large=QUICK)
            if isinstance(found, Lightest):
                return self._short(goal, found)
        return self._asked(goal, sets)

    def _pools(self, goal: Vector, sets: set[int]) -> Iterator[set[int]]:
        """Sets among which a proof may be found: what comes up when those of the goal are uncrossed; the sets of what
        is zero and what one of these has more than another; these joined with the sets of the goal."""
        rising = [mask for mask, value in goal.items() if value > 0 for _ in range(min(value, 4))]
        pool = uncrossed(self.closure, rising) | sets
        if len(pool) <= POOL:
            yield set(pool)
        zero = [triple for parts in self.zero for triple in parts]
        if not zero:
            return
        parts = {mask for triple in zero for mask in vector(triple)}
        large = {mask for a, b, c in zero for mask in (a | b | c, max(a | c, b | c, key=int.bit_count))}
        pool = sets | parts | {one & ~other for one in large for other in large if one & other == other} - {0}
        if len(pool) <= POOL:
            yield set(pool)
        pool |= {one | other for one in goal for other in parts}
        if len(pool) <= 2 * POOL:
            yield set(pool)

    def _asked(self, goal: Vector, sets: set[int]) -> Combination | Point:
        """Ask the float solver what matters."""
        members = generated(self.closure, sets, MANY // 2) or everything(self.closure)
        if len(members) > MANY:
            raise too_many(self.full.bit_length())
        family = Family(self.closure, members)
        image, hypotheses = family.image(goal), self._images(family)
        columns = family.elementals()
        self._tell(len(members), len(columns))
        said = _hint(image, members, columns.values(), hypotheses)
        place = {mask: j for j, mask in enumerate(sorted(members))}
        order = _ordered(hypotheses)
        triples = list(columns)
        if said is not None and said.point:
            point = {mask: Fraction(said.point.get(j, 0)) for mask, j in place.items()}
            if self._holds(point, image, hypotheses, columns.values()):
                return _extended(family, point)
        elif said is not None:
            masks = list(place)
            used = [triples[i - len(order)] for i in said.rows if i >= len(order)]
            used += [(masks[j], masks[j], 0) for j in said.bounds]
            try:
                return self._explained(goal, used, [order[i] for i in said.rows if i < len(order)])
            except Undecidable:
                pass
        if len(columns) > ALONE:
            raise Undecidable(f"a linear program with {len(members)} joint entropies and {len(columns)} inequalities "
                              "was not solved" + (": it takes the solver highspy" if said is None else " exactly"))
        found = _lightest(image, columns, hypotheses)
        if not isinstance(found, Lightest):
            return _extended(family, found)
        return self._explained(goal, found.found.measures, found.found.hypotheses)

    def _tell(self, rows: int, columns: int) -> None:
        if self.progress is not None:
            self.progress(f"linear program with {rows} joint entropies and {columns} inequalities")

    def _holds(self, point: Point, goal: Vector, hypotheses: Mapping[int, Hypothesis],
               columns: Iterable[Vector]) -> bool:
        """Is the goal negative at the point, and all else as it should be?"""
        values = [(_at(hypothesis.form, point), hypothesis.equality) for hypothesis in hypotheses.values()]
        return (_at(goal, point) < 0 and all(value == 0 if equality else value >= 0 for value, equality in values)
                and all(_at(form, point) >= 0 for form in columns))

    def excess(self, goal: Vector, own: Iterable[Triple]) -> dict[Triple, Fraction] | None:
        """Weights such that goal + (sum of weight * measure) can be derived, with measures that are simple.

        So wherever the goal is negative, one of these measures is positive. The measures that the goal itself
        is made of would say nothing and are left out; None if it takes them, or if there are many variables.
        """
        if self.full.bit_length() > PLAIN:
            return None
        family = Family(self.closure, everything(self.closure))
        image = family.image(goal)
        barred = [family.image(vector(triple)) for triple in own]
        first: dict[tuple[tuple[int, int], ...], Triple] = {}
        for triple in elementals(self.full):
            first.setdefault(tuple(sorted(family.image(vector(triple)).items())), triple)
        simple = {triple: dict(key) for key, triple in first.items() if key}
        shields = {triple: form for triple, form in simple.items() if form not in barred}
        columns = [(add({}, form, -1), 1 + triple[2].bit_count()) for triple, form in shields.items()]
        columns += [(form, 0) for form in simple.values()]
        columns += [(form, 0) for _, _, form in _signed(self._images(family))]
        answer = cheapest(image, columns)
        if not isinstance(answer, Cheapest):
            return None
        found = {triple: value for triple, value in zip(shields, answer.weights) if value}
        return dict(_merged(Combination(found, {})).measures)


def _ordered(hypotheses: Mapping[int, Hypothesis]) -> list[int]:
    """The numbers of the hypotheses, equalities first."""
    return sorted(hypotheses, key=lambda index: not hypotheses[index].equality)


def _hint(goal: Vector, sets: Iterable[int], columns: Iterable[Vector], hypotheses: Mapping[int, Hypothesis]) -> (
        Hint | None):
    """What the float solver says: rows are the hypotheses, equalities first, and the columns."""
    place = {mask: j for j, mask in enumerate(sorted(sets))}
    order = _ordered(hypotheses)
    rows = [*(hypotheses[index].form for index in order), *columns]
    return hint(len(place), {place[mask]: value for mask, value in goal.items()},
                [{place[mask]: value for mask, value in row.items()} for row in rows],
                sum(hypotheses[index].equality for index in order))


def _joins(members: Iterable[int]) -> dict[Triple, Vector]:
    """All measures of two members, though what they have together may be no member."""
    known = sorted(members)
    found = {(mask, mask, 0): vector((mask, mask, 0)) for mask in known}
    for k, one in enumerate(known):
        for other in known[k + 1:]:
            triple = measure(other, other, one) if one & other == one else measure(one, other, one & other)
            found[triple] = vector(triple)
    return found


def _extended(family: Family, point: Point) -> Point:
    """The point on all joint entropies, as the smallest integers on its ray."""
    values = {mask: point.get(family.least[mask], Fraction(0)) for mask in range(1, family.closure.full + 1)}
    scale = Fraction(lcm(*(value.denominator for value in values.values())),
                     gcd(*(value.numerator for value in values.values())))
    return {mask: scale * value for mask, value in values.items()}


def _at(form: Vector, point: Point) -> Fraction:
    """The value of a form at a point, 0 where the point says nothing."""
    return sum((value * point[mask] for mask, value in form.items() if mask in point), Fraction(0))


def _merged(found: Combination) -> Combination:
    """Join two measures of equal weight into one, by the chain rule, as long as there are such.

    Those before place have been compared with each other.
    """
    parts = list(found.measures.items())
    place = 0
    while place < len(parts):
        weight = parts[place][1]
        joined = next(((k, triple) for k in range(place) for triple in _joined(parts[k], parts[place])), None)
        if joined is None:
            place += 1
        else:
            del parts[place], parts[joined[0]]
            parts.append((joined[1], weight))
            place -= 1
    weights: dict[Triple, Fraction] = {}
    for triple, weight in parts:
        weights[triple] = weights.get(triple, Fraction(0)) + weight
    return Combination(weights, {index: value for index, value in found.hypotheses.items() if value})


def _joined(one: tuple[Triple, Fraction], other: tuple[Triple, Fraction]) -> Iterable[Triple]:
    """The measure that is the sum of two of equal weight, if there is one."""
    if one[1] == other[1]:
        form = add(vector(one[0]), vector(other[0]))
        parts = combination(form) if len(form) <= 4 else []
        if len(parts) == 1 and parts[0][0] == 1:
            yield parts[0][1]


@dataclass(frozen=True)
class Lightest:
    """The cheapest combination, and the program that it comes from, to be asked again with other costs."""

    found: Combination
    measures: Mapping[Triple, Vector]
    hypotheses: Mapping[int, Hypothesis]
    basis: Sequence[int]


def _lightest(goal: Vector, measures: Mapping[Triple, Vector], hypotheses: Mapping[int, Hypothesis],
              near: Combination | None = None, basis: Sequence[int] = (), large: int = LARGE) -> Lightest | Point:
    """Write the goal with the least cost, or find a point at which that is impossible.

    An equality is used with one sign or the other, so that its multiplier costs something, too. Near a known
    combination, what it uses little is dear, which makes for fewer steps.
    """
    signed = _signed(hypotheses)
    costs = [STEP + (a | b | c).bit_count() for a, b, c in measures] + [STEP + 2] * len(signed)
    if near is not None:
        weights = [near.measures.get(triple, Fraction(0)) for triple in measures]
        weights += [abs(near.hypotheses.get(index, Fraction(0))) for index, _, _ in signed]
        costs = [max(1, int(8 * cost / (weight + Fraction(1, 8)))) for cost, weight in zip(costs, weights)]
    forms = [*measures.values(), *(form for _, _, form in signed)]
    answer = cheapest(goal, list(zip(forms, costs)), basis, large)
    if not isinstance(answer, Cheapest):
        return answer
    multipliers: dict[int, Fraction] = {}
    for (index, sign, _), value in zip(signed, answer.weights[len(measures):]):
        if value:
            multipliers[index] = multipliers.get(index, Fraction(0)) + sign * value
    weighted = {triple: value for triple, value in zip(measures, answer.weights) if value}
    return Lightest(Combination(weighted, multipliers), measures, hypotheses, answer.basis)


def _signed(hypotheses: Mapping[int, Hypothesis]) -> list[tuple[int, int, Vector]]:
    """The forms that the hypotheses make nonnegative: number, sign, sign * form."""
    return [(index, sign, add({}, hypothesis.form, sign)) for index, hypothesis in hypotheses.items()
            for sign in ((1, -1) if hypothesis.equality else (1,))]
