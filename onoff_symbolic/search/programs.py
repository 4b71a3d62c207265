"""Facts about programs on sets: one law alone is optimal, and a scheme downloads no more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..algebra.bridge import Bridge, names_of
from ..algebra.field import Point
from ..algebra.parametric import left_inverse
from ..algebra.region import Region as Plain
from ..algebra.texts import polynomial_text
from ..checker import Optimal, Optimum
from ..checker.polynomials import Quotient, add, constant, negative, plain, times
from ..nsources.plans import spread
from ..nsources.sets import least
from .elements import linear_coefficients
from .errors import NotFound
from .facts import Seeker
from .linear import (
    RegionProgram,
    bound_gap,
    common_denominator,
    gap_of,
    over_common,
    parametric_solution,
    program_of,
)
from .tactics.question import Term


def show_one_law(statement: Optimum, seeker: Seeker) -> None:
    """Write that nothing costs less than the value, and that a law that costs so much is that of the table.

    Where a variable costs more than is paid for it, it is zero in every optimal law; the equations do the rest.
    """
    program = program_of(statement, seeker)
    solved = program.solved()
    multipliers = program.solution(solved).multipliers
    target, scale = program.target(bound_gap(statement))
    prices = program.write_bound(bound_gap(statement), multipliers).prices
    program.region = statement.best
    equation = len(statement.best.hypotheses) - 1
    used = [name for name, x in zip(program.names, solved.point) if not x.is_zero]
    for name in program.names:
        if name not in used:
            bound = program.bound_terms(target, scale, multipliers, without=name)
            same = target == statement.best.hypotheses[equation][0]
            by_equation = negative(bound.divisor) if same else bound.divisor
            program.write(
                {(name,): -1},
                program.positive(prices[name]),
                [*bound.terms, [polynomial_text(by_equation), equation]],
            )
    write_solved(program, solved.region, statement, used)


def write_solved(
    program: RegionProgram, region: Plain, statement: Optimum, used: Sequence[str]
) -> None:
    """Write each of these variables from the equations, by a left inverse of their coefficients."""
    bridge = program.bridge()
    place = {program.names.index(name): k for k, name in enumerate(used)}
    rows = [
        {place[j]: e for j, e in row.terms if j in place}
        for row in program.parametric(bridge).on(region).rows
    ]
    for name, line in zip(used, left_inverse(rows, len(used), bridge.field), strict=True):
        text = f"{name} = {statement.table[program.labels[name]]}"
        gap = gap_of(statement.extended_model, text)
        if program.region.why(gap.top, "=") is None:
            write_value(program, gap, [bridge.back(e) for e in line], used)


def write_value(
    program: RegionProgram, gap: Quotient, line: Sequence[Quotient], used: Sequence[str]
) -> None:
    """Write that a gap is zero, by a multiplier for each row; variables that are not used are zero."""
    divisor = program.positive(common_denominator(line)[0])
    tops = [times(top, common_denominator([gap])[0]) for top in over_common(line, divisor)]
    terms: list[Term] = [[polynomial_text(top), i] for top, i in zip(tops, program.rows) if top]
    rest = add(times(divisor, gap.top), program.seeker.total(program.region, terms), -1)
    unused = [name for name in program.names if name not in used]
    for name, slope in (linear_coefficients(Quotient(rest), unused) or {}).items():
        if name:
            terms.append([polynomial_text(slope.top), program.signs[name]])
    program.write(gap.top, divisor, terms)


# -- schemes


def show_no_cheaper_law(
    statement: Optimal, time: int, seeker: Seeker, samples: Iterable[Point]
) -> None:
    """Write that no law costs less than the scheme at t ≡ time: by multipliers that are best at one of the samples."""
    region, laws = statement.nodes[time, ""][0], statement.claimed[time, ""][0]
    sets = statement.program()
    labels = {f"mass[{label}]": label for label in sets.places}
    program = RegionProgram(laws, region, seeker, labels, laws.model.expression(sets.cost))
    spoken = names_of(
        *(statement.model.entry(statement.prior, [a]).top for a in statement.scheme.sources)
    )
    bridge = Bridge([name for name in statement.model.names if name in spoken])
    gap = gap_of(laws.model, f"{sets.cost} >= {statement.spends}")
    reason = "no sample was found"
    for sample in samples:
        for multipliers in (multipliers_on_sets, multipliers_on_masses):
            try:
                program.write_bound(gap, multipliers(statement, program, bridge, sample))
                return
            except NotFound as error:
                reason = error.reason
    raise NotFound(statement.name, reason)


def multipliers_on_sets(
    statement: Optimal, program: RegionProgram, bridge: Bridge, sample: Point
) -> list[Quotient]:
    """Return multipliers of the program on sets, spread over the rows: they often serve all times alike."""
    if bridge.names:
        raise NotFound("", "the law of X_0 has parameters")
    sources, queries = statement.scheme.sources, statement.scheme.queries
    prior = [Fraction(statement.model.entry(statement.prior, [a]).top.get((), 0)) for a in sources]
    rows = [
        [sum((sample[f"state[{a},{x},{q}]"] for q in queries), Fraction(0)) for x in sources]
        for a in sources
    ]
    if min(prior) <= 0 or not all(min(row) >= 0 and sum(row) == 1 for row in rows):
        raise NotFound("", "the sample has no laws")
    bound = least(rows)
    paid = spread(bound.constant, bound.multipliers, dict(bound.choice), prior, bound.size)
    return [Quotient(constant(plain(y))) for y in paid.in_order()]


def multipliers_on_masses(
    statement: Optimal, program: RegionProgram, bridge: Bridge, sample: Point
) -> list[Quotient]:
    """Return multipliers that are best at a sample."""
    values = {name: value for name, value in sample.items() if name not in bridge.names}
    at_sample = program.parametric(bridge, values)
    known = tuple(
        (tuple(p.items()), sign)
        for p, sign, _ in program.base.hypotheses
        if p and names_of(p) <= {*bridge.names}
    )
    solution = parametric_solution(at_sample, known, bridge.names)
    return [bridge.back(y) for y in solution.multipliers]
