"""Designs with parameters: designed at a generic point, every basis solved again with the parameters left in.

What comes out is a candidate on a region. It is a set scheme where the masses of its plans are at least 0 (`masses`);
it is the best one where also its multipliers and reduced costs are (`margins`). Where a sign is not known on the
whole region, the region is split along it and each part has its own design. Nothing here is a verdict: the file that
is written of a candidate has to be judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .chain import Chain
from .design import Design, Objective, Stage, Step, design
from .plans import Pair, on_forest
from .sets import Basis, by_size, full, members
from ..algebra.field import Element, Field, Point
from ..algebra.region import Hypothesis, Region
from ..algebra.sign import prove
from ..errors import Pole, Undecidable
from ..algebra.parametric import solve_square

MAX_SPLITS = 6
_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)


@dataclass(frozen=True)
class LiftedStep:
    """What follows the set S: the law of the next set and, for each y in S, the masses of (x, R)."""

    chosen: int
    weights: tuple[tuple[int, Element], ...]
    plans: tuple[tuple[int, tuple[tuple[Pair, Element], ...]], ...]


@dataclass(frozen=True)
class LiftedDesign:
    """A set scheme on a region, from its design at a point. A stage is for one time, the last of them for ever.

    `margins` must be at least 0 for it to be the best: multipliers and reduced costs; None where they are not known."""

    chain: Chain
    region: Region
    point: Point
    stages: tuple[tuple[LiftedStep, ...], ...]
    margins: tuple[Element, ...] | None

    def masses(self) -> tuple[Element, ...]:
        """What must be at least 0 for this to be a set scheme."""
        found = [m for stage in self.stages for step in stage for _, entries in step.plans for _, m in entries]
        return tuple(dict.fromkeys(m for m in found if not m.is_constant or m.constant() < 0))


def numeric(chain: Chain, found: Design) -> LiftedDesign:
    """A design with numbers, as a lifted one."""
    at: Point = {}
    field = chain.field
    stages = tuple(tuple(LiftedStep(
        step.chosen, tuple((r, field(w)) for r, w in step.weights),
        tuple((y, tuple((pair, field(m)) for pair, m in plan.entries)) for y, plan in step.plans))
        for step in stage.steps if step.chosen in found.reached()) for stage in found.stages)
    return LiftedDesign(chain, Region(field), at, stages, None)


def designs(
    chain: Chain, region: Region, objective: Objective = Objective(), splits: int = MAX_SPLITS
) -> Iterator[LiftedDesign]:
    """Candidates on parts that together are the region."""
    found = lifted(chain, region, objective)
    masses = turn(found.masses(), region)
    turns = masses if masses != () else None if found.margins is None else turn(found.margins, region)
    if not turns or splits == 0:
        yield found
        return
    for hypothesis in turns:
        part = region.assume(hypothesis).simplified()
        if part is not None:
            yield from designs(chain, part, objective, splits - 1)


def turn(elements: tuple[Element, ...], region: Region) -> tuple[Hypothesis, ...] | None:
    """What holds on each of two parts, between which one of the elements turns its sign.

    Nothing where all are at least 0 wherever they have a value; None where a sign is not known and does not turn."""
    for element in elements:
        here = region.reduce(element)
        if prove(here.numerator * here.denominator, ">=", region) is not None:
            continue
        for factor, exponent in here.factored().powers.items():
            if exponent % 2 and prove(factor, ">=", region) is None and prove(-factor, ">=", region) is None:
                return Hypothesis(factor, ">="), Hypothesis(-factor, ">")
        return None
    return ()


def lifted(chain: Chain, region: Region, objective: Objective = Objective()) -> LiftedDesign:
    """The design at a generic point of the region, with the parameters left in."""
    here = chain.on(region)
    point = generic(region, here)
    rows = tuple(tuple(e.at(point) for e in row) for row in here.matrix)
    found = design(rows, objective)
    reached = set(found.reached())
    stages = tuple(tuple(_step(here, rows, step) for step in stage.steps if step.chosen in reached)
                   for stage in found.stages)
    try:
        margins = _margins(here, rows, found.stages[0], objective) if objective.horizon is None else None
    except (Undecidable, Pole):
        margins = None
    return LiftedDesign(chain, region, point, stages, margins)


def generic(region: Region, chain: Chain) -> Point:
    """A point inside the region on no simple wall, at which the chain is one."""
    base = region.interior()
    if base is None:
        raise Undecidable("no point of the region was found")
    for fineness in range(4, 24):
        moved = {name: base[name] + Fraction(prime, 101 * prime + 7) / 2 ** fineness * (-1) ** i
                 for i, (name, prime) in enumerate(zip(region.free, _PRIMES, strict=False))}
        try:
            point = region.complete(moved)
            if region.holds(point) and all(e.at(point) >= 0 for _, _, e in chain.entries()):
                return point
        except Pole:
            continue
    return base


def _least(rows: tuple[tuple[Fraction, ...], ...], chosen: int, top: int) -> int:
    """The source of a set from which T is least likely, at the point."""
    return min(members(chosen), key=lambda y: sum((rows[y][x] for x in members(top)), Fraction(0)))


def mass(rows: Sequence[Sequence[Element]], row: int, top: int) -> Element:
    """The probability of a set in a row."""
    field = rows[0][0].field
    return field.one if top == full(len(rows[0])) else sum((rows[row][x] for x in members(top)), field.zero)


def _step(chain: Chain, rows: tuple[tuple[Fraction, ...], ...], step: Step) -> LiftedStep:
    field = chain.field
    bounds = [mass(chain.matrix, _least(rows, step.chosen, top), top) for top in step.basis.tight]
    weights = solved(step.basis, bounds, field)
    plans = []
    for y, plan in step.plans:
        law = {x: e for x, e in enumerate(chain.matrix[y]) if not e.is_zero}
        masses = on_forest(plan.forest, law, weights, field.zero)
        plans.append((y, tuple(sorted(masses.items(), key=lambda item: (item[0][1].bit_count(), item[0])))))
    return LiftedStep(step.chosen, tuple(sorted(weights.items())), tuple(plans))


def solved(basis: Basis, bounds: list[Element], field: Field) -> dict[int, Element]:
    """w with Bel(T) = bound for the tight T; zeros are left out."""
    lines = [{j: field.one for j, s in enumerate(basis.columns) if s & top == s} for top in basis.tight]
    values = solve_square(lines, bounds)
    return {s: value for s, value in zip(basis.columns, values, strict=True) if not value.is_zero}


def _margins(
    chain: Chain, rows: tuple[tuple[Fraction, ...], ...], stage: Stage, objective: Objective
) -> tuple[Element, ...]:
    """V from the lifted laws of all sets, then multipliers from the bases that prove them: where all of these are at
    least 0, the design is the best."""
    field, size = chain.field, len(chain.sources)
    laws = {step.chosen: dict(_step(chain, rows, step).weights) for step in stage.steps}
    values = _values(laws, field(objective.discount), field)
    cost = {s: values[s] * objective.discount + s.bit_count() - 1 for s in by_size(size)}
    margins: list[Element] = []
    for step in stage.steps:
        tight, columns = step.proof.tight, step.proof.columns
        signs = [1 if top == full(size) else -1 for top in tight]
        lines = [{i: field(signs[i]) for i, top in enumerate(tight) if s & top == s} for s in columns]
        prices = dict(zip(tight, solve_square(lines, [cost[s] for s in columns]), strict=True))
        constant = prices.pop(full(size), field.zero)
        chosen = [(top, _least(rows, step.chosen, top), y) for top, y in prices.items() if not y.is_zero]
        reached = constant - sum((y * mass(chain.matrix, a, top) for top, a, y in chosen), field.zero)
        if reached != values[step.chosen]:
            raise Undecidable("the multipliers prove the value at the point only")
        margins += [y for _, _, y in chosen]
        for s in by_size(size):
            margins.append(cost[s] - constant + sum((y for top, _, y in chosen if s & top == s), field.zero))
    return tuple(dict.fromkeys(m for m in margins if not m.is_constant or m.constant() < 0))


def _values(laws: Mapping[int, Mapping[int, Element]], discount: Element, field: Field) -> dict[int, Element]:
    """V(S) = Σ w_S(R) (|R| - 1 + discount · V(R)), small sets first; 0 for single sources."""
    values = {s: field.zero for s in laws if s.bit_count() == 1}
    for number in range(2, max(s.bit_count() for s in laws) + 1):
        level = [s for s in laws if s.bit_count() == number]
        places = {s: i for i, s in enumerate(level)}
        lines, bounds = [], []
        for s in level:
            line = {places[s]: field.one}
            bound = field.zero
            for r, w in laws[s].items():
                bound = bound + w * (r.bit_count() - 1)
                if r in places:
                    line[places[r]] = line.get(places[r], field.zero) - discount * w
                else:
                    bound = bound + discount * w * values[r]
            lines.append(line)
            bounds.append(bound)
        values.update(zip(level, solve_square(lines, bounds), strict=True))
    return values
