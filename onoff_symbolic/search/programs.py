"""Facts about programs: the least cost, that it is attained by one law alone, the general solution, and that a scheme
downloads no more. Optimal points and multipliers come from exact linear programming with the parameters left in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..algebra.bridge import Bridge, names_of
from .errors import NotFound
from .facts import Seeker
from .tactics.question import Term
from .linear import SOLVED, Linear, bottom_of, bounded, common, names_in, numbers, over, own_program
from ..algebra.texts import polynomial_text
from ..algebra.field import Point
from ..algebra.parametric import Solution, left_inverse, solve
from ..algebra.region import Region as Plain
from ..checker.polynomials import Quotient, add, constant, negative, plain, times
from ..checker.programs import General, Least, Optimal, Optimum, Program, Unique
from ..checker.regions import Region
from ..nsources.plans import spread
from ..nsources.sets import least


class Masses(Linear):
    """The program of a law of (X_0, X_t, set)."""

    def __init__(self, program: Program, region: Region, base: Region, seeker: Seeker,
                 free: Sequence[str] = ()) -> None:
        self.program = program
        self.keys = [(a, x, s) for a in program.secrets for s, each in program.sets.items() for x in each]
        names = [f"mass[{place}]" for place in program.places]
        signs = {text: i for i, (_, _, text) in enumerate(region.hypotheses) if text in {*program.signs}}
        equations = {text: i for i, (_, sign, text) in enumerate(region.hypotheses) if sign == "="}
        super().__init__(
            region, base, seeker, names, {name: signs.get(f"{name} >= 0", -1) for name in names},
            [equations[text] for text in (*program.rows, *free)],
            {name: Quotient(constant(len(program.sets[key[2]]))) for name, key in zip(names, self.keys)})
        self.labels = [*program.places]


def take(statement: Optimum, seeker: Seeker, point: Mapping[tuple[str, str, str], Quotient],
         multipliers: Sequence[Fraction]) -> None:
    """Remember a solution of the program of a statement. It is not believed: the checker sees what comes of it."""
    masses = Masses(statement.program, statement.laws, statement.region, seeker)
    bridge = Bridge(names_in(statement.region, masses))
    memo = program, _ = masses.posed(bridge)
    field = program.field
    values = tuple(bridge.quotient(point[key]) if key in point else field.zero for key in masses.keys)
    SOLVED[memo] = Solution(Plain(field), program.price(values), values, tuple(field(y) for y in multipliers))


def posed(statement: Least, seeker: Seeker) -> Linear:
    """The program that a statement is about."""
    if isinstance(statement, Optimum):
        return Masses(statement.program, statement.laws, statement.region, seeker)
    return own_program(statement, seeker)


def optimum(statement: Least, seeker: Seeker) -> None:
    """cost >= value."""
    bridge, solution, dual = bounded(statement, posed(statement, seeker))
    if isinstance(statement, Unique):
        _unique(statement, seeker, solution, bridge, dual)


def _unique(statement: Unique, seeker: Seeker, solution: Solution, bridge: Bridge, dual: Any) -> None:
    """Where a variable costs more than is paid for it, it is zero in every optimal law; the equations do the rest."""
    target, scale, multipliers, prices = dual
    masses = Masses(statement.program, statement.best, statement.region, seeker)
    equation = len(statement.best.hypotheses) - 1
    used = [name for name, x in zip(masses.names, solution.point) if not x.is_zero]
    for name in masses.names:
        if name not in used:
            divisor, terms, _ = masses.bounded(target, scale, multipliers, without=name)
            turned = divisor if target == statement.best.hypotheses[equation][0] else negative(divisor)
            terms = [*terms, [polynomial_text(negative(turned)), equation]]
            masses.finish({(name,): -1}, masses.positive(prices[name]), terms)
    program = masses.parametric(bridge).on(solution.region)
    place = {masses.names.index(name): k for k, name in enumerate(used)}
    rows = [{place[j]: e for j, e in row.terms if j in place} for row in program.rows]
    _inverse(masses, statement, used, [[bridge.back(e) for e in line]
                                       for line in left_inverse(rows, len(used), bridge.field)])


def general(statement: General, seeker: Seeker) -> None:
    """Each variable is what the table says."""
    masses = Masses(statement.program, statement.laws, statement.region, seeker, statement.fixed)
    bridge = Bridge(names_in(statement.region, masses))
    hypotheses = [(p, sign) for p, sign, _ in statement.region.hypotheses]
    program = masses.parametric(bridge).on(bridge.region(hypotheses))
    lines = left_inverse([dict(row.terms) for row in program.rows], len(masses.names), bridge.field)
    _inverse(masses, statement, masses.names, [[bridge.back(e) for e in line] for line in lines])


def _inverse(masses: Masses, statement: Unique | General, used: Sequence[str],
             lines: Sequence[Sequence[Quotient]]) -> None:
    """Each of these variables from the equations, by a left inverse of their coefficients."""
    wanted = {f"mass[{place}]": gap for place, text in statement.table.items()
              for _, (gap, _) in statement.wide.relations([f"mass[{place}] = {text}"])}
    for name, line in zip(used, lines, strict=True):
        gap = wanted[name]
        if masses.region.why(gap.top, "=") is not None:
            continue
        divisor = masses.positive(common(line)[0])
        tops = [times(top, bottom_of(gap)) for top in over(line, divisor)]
        terms: list[Term] = [[polynomial_text(top), i] for top, i in zip(tops, masses.rows) if top]
        rest = add(times(divisor, gap.top), masses.seeker.total(masses.region, terms), -1)
        for other in masses.names:
            if other not in used:
                cofactor = {tuple(n for n in m if n != other): c for m, c in rest.items() if other in m}
                if cofactor:
                    terms.append([polynomial_text(cofactor), masses.signs[other]])
        masses.finish(gap.top, divisor, terms)


# -- schemes -----------------------------------------------------------------------------------------------------------


def optimal(statement: Optimal, time: int, seeker: Seeker, samples: Iterable[Point]) -> None:
    """No law costs less than the scheme at t ≡ time: multipliers that are best at one of the samples."""
    region, laws = statement.nodes[time, ""][0], statement.claimed[time, ""][0]
    program = statement.program()
    masses = Masses(program, laws, region, seeker)
    spoken = names_of(*(statement.model.entry(statement.prior, [a]).top for a in statement.scheme.sources))
    bridge = Bridge([name for name in statement.model.names if name in spoken])
    text = f"{program.cost} >= {statement.spends}"
    gap = next(gap for _, (gap, _) in laws.model.relations([text]))
    scale = masses.positive(bottom_of(gap))
    target = gap.top if scale == bottom_of(gap) else negative(gap.top)
    reason = "no sample was found"
    for sample in samples:
        for found in (_of_sets, _of_masses):
            try:
                divisor, terms, _ = masses.bounded(target, scale, found(statement, masses, bridge, sample))
                masses.finish(target, divisor, terms)
                return
            except NotFound as error:
                reason = error.reason
    raise NotFound(statement.name, reason)


def _of_sets(statement: Optimal, masses: Masses, bridge: Bridge, sample: Point) -> list[Quotient]:
    """Multipliers of the program on sets at a sample, spread over the rows: they often serve all times alike."""
    if bridge.names:
        raise NotFound("", "the law of X_0 has parameters")
    sources = statement.scheme.sources
    prior = [Fraction(statement.model.entry(statement.prior, [a]).top.get((), 0)) for a in sources]
    rows = [[sum((sample[f"state[{a},{x},{q}]"] for q in statement.scheme.queries), Fraction(0)) for x in sources]
            for a in sources]
    if not all(p > 0 for p in prior) or not all(min(row) >= 0 and sum(row) == 1 for row in rows):
        raise NotFound("", "the sample has no laws")
    bound = least(rows)
    paid = spread(bound.constant, bound.multipliers, dict(bound.choice), prior, bound.size)
    return [Quotient(constant(plain(y))) for y in paid.in_order()]


def _of_masses(statement: Optimal, masses: Masses, bridge: Bridge, sample: Point) -> list[Quotient]:
    """Multipliers that are best at a sample."""
    values = {name: value for name, value in sample.items() if name not in bridge.names}
    program = masses.parametric(bridge, values)
    if not bridge.names:
        return [bridge.back(y) for y in numbers(program).multipliers]
    hypotheses = [(p, sign) for p, sign, _ in masses.base.hypotheses if p and names_of(p) <= {*bridge.names}]
    found = list(solve(program, bridge.region(hypotheses)))
    if len(found) != 1:
        raise NotFound("", "the region would have to be split")
    return [bridge.back(y) for y in found[0].multipliers]
