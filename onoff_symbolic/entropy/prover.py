"""Finds the weights of a proof, or a point that shows that there is none. Nothing here is trusted.

A proof of "goal >= 0" is sought as  goal = sum of weight * measure + sum of multiplier * hypothesis.

Where few sets matter (see closure), one exact linear program over all measures of these sets decides. Where they are
many, a program over the sets that come up when the sets of the goal are uncrossed is tried first; then a float solver
says which inequalities matter, or where the goal is negative, and exact arithmetic has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from .closure import Closure, Family, Point, closed_sets, generated, pairs, uncrossed
from .limits import LIMITS
from .sets import Triple, Vector, add, as_measures, elementals, measure, vector
from .task import Relation, Task, too_large
from ..errors import Undecidable
from ..programs.highs import hint
from ..programs.whole import Cheapest, cheapest

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Combination:
    """The sum of weight * measure, weights > 0, and of multiplier * hypothesis."""

    measures: Mapping[Triple, Fraction]
    hypotheses: Mapping[int, Fraction]


class Prover:
    """What follows from the hypotheses of a task."""

    def __init__(self, task: Task, progress: Progress | None = None) -> None:
        self.goal = task.goal.form
        self.hypotheses = task.given
        self.progress = progress
        self.full = task.variables.full
        self.zero = [triple for relation in self.hypotheses for triple in relation.parts]
        dependencies = {(c, a & b) for a, b, c in self.zero if a & b}
        self.closure = Closure(self.full, tuple(sorted(dependencies)))
        self.sets = _sets_of(relation.form for relation in task.relations)

    @cached_property
    def small_family(self) -> Family | None:
        """Return the family of the goal and the hypotheses if it has few members."""
        members = generated(self.closure, self.sets, LIMITS.small_family)
        return None if members is None else Family(self.closure, members)

    def derive(self, sign: int) -> Combination | Point:
        """Return a combination that equals sign * goal, or a point at which that is negative.

        The point satisfies Shannon's inequalities and the hypotheses.
        """
        goal = add({}, self.goal, sign)
        if not goal:
            return Combination({}, {})
        family = self.small_family
        if family is None:
            return self._among_pools(goal) or self._among_all(goal)
        answer = lightest(family.image(goal), family.measures(), self._images(family))
        if not isinstance(answer, Combination):
            return family.extended(answer)
        if not self.closure.dependencies:
            return answer
        return self._explained(goal, answer.measures, answer.hypotheses)

    def _images(self, family: Family) -> list[Relation]:
        """Return the hypotheses as forms of the members of a family."""
        return [Relation(family.image(each.form), each.equality) for each in self.hypotheses]

    def _explained(
        self, goal: Vector, measures: Iterable[Triple], used: Iterable[int]
    ) -> Combination:
        """Return a combination that equals the goal itself, when the measures and hypotheses do up to closure."""
        hypotheses = [self.hypotheses[i].form for i in used]
        sets = _sets_of([goal, *map(vector, measures), *hypotheses])
        closing = self._closing_measures(sets)
        sets |= _sets_of(map(vector, closing))
        if self.full <= LIMITS.subsets:
            sets = set(range(1, self.full + 1))
        columns = {triple: vector(triple) for triple in [*measures, *closing]}
        if len(sets) <= LIMITS.sets:
            columns |= pairs(sets)
        answer = lightest(goal, columns, self.hypotheses)
        if not isinstance(answer, Combination):
            raise Undecidable("the linear program was not solved exactly")
        return answer

    def _closing_measures(self, sets: Iterable[int]) -> list[Triple]:
        """Return the measures that show that sets and their closures have the same entropy.

        If d is a function of c, and S contains c, then 0 <= H(d|S) = H(d|c) - I(d;S|c).
        """
        found: list[Triple] = []
        steps = [step for mask in sets for step in self.closure.steps(mask)]
        for step in dict.fromkeys(steps):
            given, result = step.dependency
            found.append(measure(result, result, step.before))
            found.append(measure(result, step.before, given))
            for relation in self.hypotheses:
                for a, b, c in relation.parts:
                    if c == given and a & b == result:
                        found += relation.parts
                        found.append(measure(a & ~b, b & ~a, c | result))
        return [triple for triple in dict.fromkeys(found) if vector(triple)]

    def _among_pools(self, goal: Vector) -> Combination | None:
        """Return a combination of measures of few sets, if there is one."""
        for pool in self._pools(goal):
            columns = pairs(pool)
            if len(columns) > LIMITS.announced:
                self._announce(len(pool), len(columns))
            proposal = propose(goal, pool, columns, self.hypotheses)
            if proposal is None:
                hopeful = len(columns) <= LIMITS.exact
            else:
                hopeful = proposal.point is None
            answer = lightest(goal, columns, self.hypotheses) if hopeful else None
            if isinstance(answer, Combination):
                return answer
        return None

    def _pools(self, goal: Vector) -> Iterator[set[int]]:
        """Yield sets among which a proof may be found: what comes up when those of the goal are uncrossed; the sets of
        what is zero, what one of these has more than another, and these joined with the sets of the goal.
        """
        rising = [mask for mask, value in goal.items() for _ in range(min(value, 4))]
        pool = uncrossed(self.closure, rising) | self.sets
        if len(pool) <= LIMITS.pool:
            yield pool
        if not self.zero:
            return
        parts = _sets_of(map(vector, self.zero))
        large: set[int] = set()
        for a, b, c in self.zero:
            longer = max(a | c, b | c, key=int.bit_count)
            large |= {a | b | c, longer}
        nested = [(one, other) for one, other in product(large, large) if one & other == other]
        differences = {one & ~other for one, other in nested}
        pool = self.sets | parts | differences - {0}
        pool |= {one | other for one, other in product(goal, parts)}
        if len(pool) <= 2 * LIMITS.pool:
            yield pool

    def _among_all(self, goal: Vector) -> Combination | Point:
        """Return the answer of a program over all inequalities that matter; large ones need the float solver."""
        members = generated(self.closure, self.sets, LIMITS.entropies // 2)
        if members is None:
            members = closed_sets(self.closure)
        if len(members) > LIMITS.entropies:
            raise too_large(self.full.bit_length())
        family = Family(self.closure, members)
        image = family.image(goal)
        hypotheses = self._images(family)
        columns = family.distinct(family.elementals())
        self._announce(len(members), len(columns))
        proposal = propose(image, members, columns, hypotheses)
        if proposal is not None and proposal.point is not None:
            if _is_counterexample(proposal.point, image, hypotheses, columns.values()):
                return family.extended(proposal.point)
        elif proposal is not None:
            try:
                return self._explained(goal, proposal.measures, proposal.hypotheses)
            except Undecidable:
                pass
        if len(columns) > LIMITS.exact:
            reason = ": it takes the solver highspy" if proposal is None else " exactly"
            raise Undecidable(
                f"a linear program with {len(members)} joint entropies and {len(columns)} inequalities "
                f"was not solved{reason}"
            )
        answer = lightest(image, columns, hypotheses)
        if not isinstance(answer, Combination):
            return family.extended(answer)
        return self._explained(goal, answer.measures, answer.hypotheses)

    def _announce(self, rows: int, columns: int) -> None:
        if self.progress is not None:
            self.progress(f"linear program with {rows} joint entropies and {columns} inequalities")

    def excess(self, sign: int, own: Collection[Triple]) -> dict[Triple, Fraction] | None:
        """Return weights such that sign * goal + (sum of weight * measure) can be derived, with simple measures.

        So wherever sign * goal is negative, one of these measures is positive. The measures that the goal itself
        is made of would say nothing and are left out; None if it takes them, or if there are many variables.
        """
        if self.full.bit_length() > LIMITS.explained:
            return None
        family = Family(self.closure, closed_sets(self.closure))
        barred = [family.image(vector(triple)) for triple in own]
        simple = family.distinct(elementals(self.full))
        added = [triple for triple, form in simple.items() if form not in barred]
        columns = []
        for triple in added:
            _, _, given = triple
            columns.append((add({}, simple[triple], -1), 1 + given.bit_count()))
        columns += [(form, 0) for form in simple.values()]
        columns += [(each.form, 0) for each in _signed(self._images(family))]
        goal = family.image(add({}, self.goal, sign))
        answer = cheapest(goal, columns)
        if not isinstance(answer, Cheapest):
            return None
        return merged(_positive(added, answer.weights))


def _sets_of(forms: Iterable[Vector]) -> set[int]:
    return {mask for form in forms for mask in form}


def _positive(triples: Iterable[Triple], weights: Iterable[Fraction]) -> dict[Triple, Fraction]:
    return {triple: weight for triple, weight in zip(triples, weights) if weight}


@dataclass(frozen=True)
class Proposal:
    """What a float solver says: a point where the goal seems negative, or what a proof seems to need."""

    point: Point | None
    measures: list[Triple]
    hypotheses: list[int]


def propose(
    goal: Vector,
    sets: Iterable[int],
    columns: Mapping[Triple, Vector],
    hypotheses: Sequence[Relation],
) -> Proposal | None:
    """Return the proposal for a program over these sets; None if there is no solver, or it gives up."""
    masks = sorted(sets)
    place = {mask: j for j, mask in enumerate(masks)}
    equations = [i for i, each in enumerate(hypotheses) if each.equality]
    order = equations + [i for i, each in enumerate(hypotheses) if not each.equality]
    forms = [goal, *(hypotheses[i].form for i in order), *columns.values()]
    cost, *rows = [{place[mask]: value for mask, value in form.items()} for form in forms]
    answer = hint(len(masks), cost, rows, len(equations))
    if answer is None:
        return None
    if answer.point:
        values = [Fraction(answer.point.get(j, 0)) for j in range(len(masks))]
        return Proposal(dict(zip(masks, values)), [], [])
    triples = list(columns)
    measures = [triples[i - len(order)] for i in answer.rows if i >= len(order)]
    measures += [(masks[j], masks[j], 0) for j in answer.bounds]
    used = [order[i] for i in answer.rows if i < len(order)]
    return Proposal(None, measures, used)


def _is_counterexample(
    point: Point, goal: Vector, hypotheses: Iterable[Relation], columns: Iterable[Vector]
) -> bool:
    """Return whether the goal is negative at the point, and all else as it should be."""
    for each in hypotheses:
        value = _at(each.form, point)
        if value < 0 or each.equality and value:
            return False
    if _at(goal, point) >= 0:
        return False
    return all(_at(form, point) >= 0 for form in columns)


def _at(form: Vector, point: Point) -> Fraction:
    values = [value * point[mask] for mask, value in form.items()]
    return sum(values, Fraction(0))


@dataclass(frozen=True)
class Signed:
    """A form that a hypothesis makes nonnegative: sign * form of that hypothesis."""

    hypothesis: int
    sign: int
    form: Vector


def _signed(hypotheses: Iterable[Relation]) -> list[Signed]:
    """Return the forms that the hypotheses make nonnegative, two for an equality, none for what says nothing."""
    signed: list[Signed] = []
    for index, relation in enumerate(hypotheses):
        if relation.form:
            signed.append(Signed(index, 1, relation.form))
        if relation.form and relation.equality:
            signed.append(Signed(index, -1, add({}, relation.form, -1)))
    return signed


def lightest(
    goal: Vector, measures: Mapping[Triple, Vector], hypotheses: Sequence[Relation]
) -> Combination | Point:
    """Write the goal with the least cost, or return a point at which that is impossible.

    A measure costs one for each variable and one more; so few large ones are taken. An equality is used with one sign
    or the other, so that its multiplier costs something, too.
    """
    signed = _signed(hypotheses)
    columns = []
    for (a, b, c), form in measures.items():
        columns.append((form, 1 + (a | b | c).bit_count()))
    columns += [(each.form, 3) for each in signed]
    answer = cheapest(goal, columns)
    if not isinstance(answer, Cheapest):
        return answer
    multipliers: dict[int, Fraction] = {}
    for each, value in zip(signed, answer.weights[len(measures):]):
        if value:
            multipliers[each.hypothesis] = each.sign * value
    return Combination(_positive(measures, answer.weights), multipliers)


def merged(weights: Mapping[Triple, Fraction]) -> dict[Triple, Fraction]:
    """Join two measures of equal weight into one, by the chain rule, as long as there are such."""
    left = dict(weights)
    while join := next(_joins(left), None):
        one, other, whole = join
        weight = left.pop(one)
        del left[other]
        left[whole] = left.pop(whole, Fraction(0)) + weight
    return left


def _joins(weights: Mapping[Triple, Fraction]) -> Iterator[tuple[Triple, Triple, Triple]]:
    """Yield two measures of equal weight and the measure that is their sum."""
    triples = list(weights)
    for k, other in enumerate(triples):
        for one in triples[:k]:
            form = add(vector(one), vector(other))
            if weights[one] == weights[other] and len(form) <= 4:
                parts = as_measures(form)
                if len(parts) == 1 and parts[0][0] == 1:
                    yield one, other, parts[0][1]
