"""Laws on sets with parameters: found at a generic point, every basis solved again with the parameters left in.

    Lift        rows with parameters, and what they are at the point
    designs     the best set schemes on parts of a region
    negative    of some elements those that are not known to be at least 0

What comes out is a candidate on a region. It is a set scheme where the masses of its plans are at least 0 (`masses`);
it is the best one where also its multipliers and reduced costs are (`margins`). Where a sign is not known on the
whole region, the region is split along it and each part has its own design. Nothing here is a verdict: the file that
is written of a candidate has to be judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .design import Design, Objective, Stage, Step, design, excess_equations
from .plans import Pair, Plan, on_forest, small_first
from .sets import Basis, Masses, Rows, by_size, full, members
from ..algebra.field import Element, Point
from ..algebra.parametric import MAX_SPLITS, parts, sign_change, solve_square
from ..algebra.region import Hypothesis, Region
from ..errors import Pole, Undecidable
from ..schemes.chain import Chain

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)

Law = dict[int, Element]
"""Set → probability that is not zero."""
LiftedPlan = tuple[tuple[Pair, Element], ...]


@dataclass(frozen=True)
class Lift:
    """Rows with parameters, and what they are at a point."""

    rows: Sequence[Sequence[Element]]
    numbers: Rows

    @property
    def zero(self) -> Element:
        """Return 0 in the field of the rows."""
        return self.rows[0][0].field.zero

    def choice(self, own: Iterable[int], top: int) -> int:
        """Return the row, of some, in which a set is least likely at the point."""
        return min(own, key=lambda y: sum(self.numbers[y][x] for x in members(top)))

    def mass(self, own: Iterable[int], top: int) -> Element:
        """Return the probability of a set in that row."""
        row = self.rows[self.choice(own, top)]
        return (
            self.zero + 1
            if top == full(len(row))
            else sum((row[x] for x in members(top)), self.zero)
        )

    def law(self, own: Sequence[int], basis: Basis) -> Law:
        """Return the law w with Bel(T) = m(T) for the sets T of the basis."""
        lines = [
            {s: self.zero + 1 for s in basis.columns if s & top == s}
            for top in basis.tight
        ]
        values = solve_square(lines, [self.mass(own, top) for top in basis.tight])
        return {s: values[s] for s in basis.columns if not values[s].is_zero}

    def plan(self, row: int, plan: Plan, law: Law) -> LiftedPlan:
        """Return the plan for a row on the same forest."""
        chances = {x: e for x, e in enumerate(self.rows[row]) if not e.is_zero}
        return tuple(on_forest(plan.forest, chances, law, self.zero).items())

    def require_bound(
        self,
        own: Sequence[int],
        value: Element,
        constant: Element | Fraction,
        multipliers: Mapping[int, Element] | Masses,
    ) -> None:
        """Raise Undecidable unless the multipliers prove the value as an identity."""
        prices = dict(multipliers)
        if value != constant - sum(
            (y * self.mass(own, top) for top, y in prices.items()), self.zero
        ):
            raise Undecidable("the multipliers prove the value at the point only")


def generic(region: Region, chain: Chain) -> Point:
    """Return a point inside the region on no simple wall, at which the chain is one."""
    base = region.interior()
    if base is None:
        raise Undecidable("no point of the region was found")
    for fineness in range(4, 24):
        moved = {
            name: base[name]
            + Fraction(prime, 101 * prime + 7) / 2**fineness * (-1) ** i
            for i, (name, prime) in enumerate(zip(region.free, PRIMES, strict=False))
        }
        try:
            point = region.complete(moved)
            if region.holds(point) and all(
                e.at(point) >= 0 for _, _, e in chain.entries()
            ):
                return point
        except Pole:
            continue
    return base


def negative(elements: Iterable[Element]) -> tuple[Element, ...]:
    """Return the elements, each once, but for numbers that are at least 0."""
    return tuple(
        dict.fromkeys(e for e in elements if not e.is_constant or e.constant() < 0)
    )


@dataclass(frozen=True)
class LiftedStep:
    """What follows the set S: the law of the next set and, for each y in S, the masses of (x, R)."""

    chosen: int
    weights: tuple[tuple[int, Element], ...]
    plans: tuple[tuple[int, LiftedPlan], ...]


@dataclass(frozen=True)
class LiftedDesign:
    """A set scheme on a region, from its design at a point. A stage is for one time, the last of them for ever.

    `margins` must be at least 0 for it to be the best: multipliers and reduced costs; None where they are not known.
    """

    chain: Chain
    region: Region
    point: Point
    stages: tuple[tuple[LiftedStep, ...], ...]
    margins: tuple[Element, ...] | None

    def masses(self) -> tuple[Element, ...]:
        """Return what must be at least 0 for this to be a set scheme."""
        return negative(
            m
            for stage in self.stages
            for step in stage
            for _, plan in step.plans
            for _, m in plan
        )

    def turns(self, region: Region) -> tuple[Hypothesis, ...]:
        """Return what holds on the parts that a region has to be split into."""
        masses = sign_change(self.masses(), region)
        if masses == () and self.margins is not None:
            return sign_change(self.margins, region) or ()
        return masses or ()


def numeric(chain: Chain, found: Design) -> LiftedDesign:
    """Return a design with numbers as a lifted one."""
    return LiftedDesign(
        chain,
        Region(chain.field),
        {},
        _stages(Lift(chain.matrix, found.rows), found),
        None,
    )


def designs(
    chain: Chain,
    region: Region,
    objective: Objective = Objective(),
    splits: int = MAX_SPLITS,
) -> Iterator[LiftedDesign]:
    """Yield candidates on parts that together are the region."""
    for part in parts(
        region, lambda part: lifted(chain, part, objective), LiftedDesign.turns, splits
    ):
        yield part.answer


def lifted(
    chain: Chain, region: Region, objective: Objective = Objective()
) -> LiftedDesign:
    """Return the design at a generic point of the region, with the parameters left in."""
    here = chain.on(region)
    point = generic(region, here)
    lift = Lift(
        here.matrix, tuple(tuple(e.at(point) for e in row) for row in here.matrix)
    )
    found = design(lift.numbers, objective)
    margins = None
    if objective.horizon is None:
        try:
            margins = _margins(lift, found.stages[0], objective)
        except (Undecidable, Pole):
            pass
    return LiftedDesign(chain, region, point, _stages(lift, found), margins)


def _stages(lift: Lift, found: Design) -> tuple[tuple[LiftedStep, ...], ...]:
    """Return the stages of a design, after the sets that can be asked for."""
    reached = {*found.reached()}
    return tuple(
        tuple(_step(lift, s, step) for s, step in stage.items() if s in reached)
        for stage in found.stages
    )


def _step(lift: Lift, chosen: int, step: Step) -> LiftedStep:
    """Return the step after a set with the parameters left in."""
    law = lift.law(members(chosen), step.basis)
    plans = []
    for y, plan in step.plans:
        entries = sorted(lift.plan(y, plan, law), key=lambda entry: small_first(entry[0]))
        plans.append((y, tuple(entries)))
    return LiftedStep(chosen, tuple(sorted(law.items())), tuple(plans))


def _margins(lift: Lift, stage: Stage, objective: Objective) -> tuple[Element, ...]:
    """Return V from the lifted laws of all sets, then multipliers from the bases that prove them: where all of these
    are at least 0, the design is the best."""
    zero, everything = lift.zero, full(len(lift.rows))
    lifted_laws = {s: lift.law(members(s), step.basis) for s, step in stage.items()}
    values = _values(lifted_laws, zero + objective.discount)
    cost = {
        s: values[s] * objective.discount + s.bit_count() - 1
        for s in by_size(len(lift.rows))
    }
    margins: list[Element] = []
    for chosen, step in stage.items():
        sign = {top: zero + (1 if top == everything else -1) for top in step.proof.tight}
        lines = [
            {top: one for top, one in sign.items() if s & top == s} for s in step.proof.columns
        ]
        prices = solve_square(lines, [cost[s] for s in step.proof.columns])
        constant = prices.pop(everything, zero)
        lift.require_bound(members(chosen), values[chosen], constant, prices)
        margins += prices.values()
        margins += [
            cost[s]
            - constant
            + sum((y for top, y in prices.items() if s & top == s), zero)
            for s in cost
        ]
    return negative(margins)


def _values(laws: Mapping[int, Law], discount: Element) -> Law:
    """Return V, small sets first; 0 for single sources."""
    values = {s: discount.field.zero for s in laws if s.bit_count() == 1}
    for size in range(2, max(s.bit_count() for s in laws) + 1):
        policy = {s: law.items() for s, law in laws.items() if s.bit_count() == size}
        values.update(solve_square(*excess_equations(policy, values, discount)))
    return values
