"""Facts about programs: the least cost, that it is attained by one law alone, the general solution, and that a scheme
downloads no more. Optimal points and multipliers come from exact linear programming with the parameters left in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .bridge import Bridge, names_of
from .errors import NotFound
from .facts import Seeker, Term
from .write import polynomial_text, quotient_text
from ..algebra.field import Element, Point
from ..algebra.region import Region as Plain
from ..checker.polynomials import ONE, Poly, Quotient, add, constant, is_constant, negative, plain, power, times
from ..checker.programs import General, Optimal, Optimum, Program, Unique
from ..checker.regions import Ref, Region, cleared
from ..programs import exact as linear
from ..algebra.parametric import ParametricProgram, Row, Solution, left_inverse, solve
from ..schemes.plans import spread
from ..schemes.sets import least

_SOLVED: dict[Any, Solution] = {}
"""Programs that were solved in this run."""


class Masses:
    """A program as the hypotheses of a region: where its variables and equations stand there."""

    def __init__(self, program: Program, region: Region, base: Region, seeker: Seeker,
                 free: Sequence[str] = ()) -> None:
        self.program, self.region, self.base, self.seeker = program, region, base, seeker
        self.keys = [(a, x, s) for a in program.sources for s, each in program.sets.items() for x in each]
        self.names = [program.mass(*key) for key in self.keys]
        signs = {text: i for i, (_, _, text) in enumerate(region.hypotheses) if text in {*program.signs}}
        self.signs = {name: signs.get(f"{name} >= 0", -1) for name in self.names}
        equations = {text: i for i, (_, sign, text) in enumerate(region.hypotheses) if sign == "="}
        self.rows = [equations[text] for text in (*program.rows, *free)]
        self.cost = {name: len(program.sets[key[2]]) for name, key in zip(self.names, self.keys)}

    def row(self, i: int) -> tuple[dict[str, Poly], Poly]:
        """Coefficients of the variables, and the bound."""
        found: dict[str, Poly] = {}
        bound: Poly = {}
        for monomial, c in self.region.hypotheses[i][0].items():
            mass = [n for n in monomial if n in self.signs]
            rest = tuple(n for n in monomial if n not in self.signs)
            if mass:
                found.setdefault(mass[0], {})[rest] = c
            else:
                bound[rest] = -c
        return found, bound

    def parametric(self, bridge: Bridge, values: Mapping[str, Fraction] | None = None) -> ParametricProgram:
        """The program in the names of the bridge; other names have values."""
        place = {name: j for j, name in enumerate(self.names)}

        def element(p: Poly) -> Element:
            return bridge.element(_valued(p, values) if values else p)

        rows = []
        for i in self.rows:
            terms, bound = self.row(i)
            live = [(place[n], element(p)) for n, p in terms.items()]
            rows.append(Row(str(i), tuple((j, e) for j, e in live if not e.is_zero), element(bound)))
        cost = tuple(bridge.field(self.cost[name]) for name in self.names)
        return ParametricProgram(bridge.field, tuple(self.names), cost, tuple(rows))

    def solved(self, bridge: Bridge) -> Solution:
        program = self.parametric(bridge)
        near = {n for p, _, _ in self.base.hypotheses for m in p for n in m} & {*bridge.names}
        hypotheses = [(p, sign) for p, sign, _ in self.base.hypotheses if names_of(p) <= near]
        memo = (program, tuple((tuple(sorted(p.items())), sign) for p, sign in hypotheses))
        if memo not in _SOLVED and not bridge.names:
            _SOLVED[memo] = _numbers(program)
        if memo not in _SOLVED:
            found = list(solve(program, bridge.region(hypotheses)))
            if len(found) != 1:
                raise NotFound("", "the region would have to be split")
            _SOLVED[memo] = found[0]
        return _SOLVED[memo]

    def bounded(self, target: Poly, scale: Poly, multipliers: Sequence[Quotient],
                without: str = "") -> tuple[Poly, list[Term], dict[str, Poly]]:
        """D and terms with D · target = Σ terms, where target = scale · (cost - least); and what each variable costs
        more than its equations pay for, times D · scale."""
        divisor = self.positive(_common(multipliers)[0])
        common = times(divisor, scale)
        paid = [times(scale, y) for y in _over(multipliers, divisor)]
        prices = {}
        for name in self.names:
            price = times(common, constant(self.cost[name]))
            for y, i in zip(paid, self.rows):
                price = add(price, times(y, self.row(i)[0].get(name, {})), -1)
            prices[name] = self.seeker.equations(self.base).reduce(price)[1]
        terms: list[Term] = [[polynomial_text(y), i] for y, i in zip(paid, self.rows) if y]
        return divisor, [*self.charged(prices, without), *terms], prices

    def charged(self, prices: Mapping[str, Poly], without: str) -> list[Term]:
        """Σ price · variable."""
        terms: list[Term] = []
        for name, price in prices.items():
            if not price or name == without:
                continue
            if is_constant(price):
                terms.append([str(price[()]), self.signs[name]])
                continue
            if not self.base.has(price, ">="):
                raise NotFound("", f"{polynomial_text(price)} >= 0 was not proved on {self.base.name}")
            ref, ratio = self.seeker.reference(self.base, price, ">=")
            terms.append([str(ratio), ref, self.signs[name]])
        return terms

    def positive(self, p: Poly) -> Poly:
        """±p, which is > 0 on the region."""
        if is_constant(p):
            return p if p.get((), 0) > 0 else negative(p)
        if self.base.has(p, ">"):
            return p
        if self.base.has(p, "<"):
            return negative(p)
        raise NotFound("", f"the sign of {polynomial_text(p)} was not found on {self.base.name}")

    def finish(self, p: Poly, divisor: Poly, terms: Sequence[Term], region: Region | None = None) -> None:
        """Write p's sign from D · p = Σ terms + multiples of the equations of the region around."""
        region = region or self.region
        rest = add(times(divisor, p), self.seeker.total(region, terms), -1)
        scale, left, used = self.seeker.equations(self.base).reduce(rest)
        if left or scale != ONE:
            raise NotFound("", f"{polynomial_text(left)[:80]} is left over")
        terms = [*terms, *([polynomial_text(c), ref] for ref, c in used.items())]
        over: Ref | None = None
        ratio = Fraction(1)
        if not is_constant(divisor):
            over, ratio = self.seeker.reference(self.base, divisor, ">" if self.base.has(divisor, ">") else "!=")
        else:
            ratio = Fraction(divisor[()])
        if ratio != 1:
            terms = [[_divided(term[0], ratio, self.region), *term[1:]] for term in terms]
        self.seeker.write(region, p, terms, over)


def _numbers(program: ParametricProgram) -> Solution:
    """The solution of a program without parameters."""
    answer = linear.solve(program.at({}))
    if not isinstance(answer, linear.Optimum):
        raise NotFound("", "the program has no optimum")
    point, multipliers = (tuple(program.field(x) for x in each) for each in (answer.point, answer.multipliers))
    return Solution(Plain(program.field), program.field(answer.value), point, multipliers)


def take(masses: Masses, point: Mapping[tuple[str, str, str], Fraction], multipliers: Sequence[Fraction]) -> None:
    """Remember a solution of a program without parameters. It is not believed: the checker sees what comes of it."""
    bridge = Bridge(())
    program = masses.parametric(bridge)
    field = program.field
    values = tuple(field(point.get(key, Fraction(0))) for key in masses.keys)
    value = sum((cost * x for cost, x in zip(program.cost, values, strict=True)), field.zero)
    _SOLVED[program, ()] = Solution(Plain(field), value, values, tuple(field(y) for y in multipliers))


def _divided(text: str, ratio: Fraction, region: Region) -> str:
    p = region.model.polynomial(text)
    return polynomial_text({m: plain(Fraction(c) / ratio) for m, c in p.items()})


def _valued(p: Poly, values: Mapping[str, Fraction]) -> Poly:
    """p with numbers for some names."""
    found: Poly = {}
    for monomial, c in p.items():
        factor = Fraction(c)
        for name in monomial:
            factor *= values.get(name, 1)
        found = add(found, {tuple(n for n in monomial if n not in values): plain(factor)}) if factor else found
    return found


def _common(quotients: Iterable[Quotient]) -> tuple[Poly, dict[Any, int]]:
    """A common denominator."""
    bottom: dict[Any, int] = {}
    for q in quotients:
        for key, exponent in q.bottom.items():
            bottom[key] = max(bottom.get(key, 0), exponent)
    found = ONE
    for key, exponent in bottom.items():
        found = times(found, power(dict(key), exponent))
    return found, bottom


def _over(quotients: Sequence[Quotient], divisor: Poly) -> list[Poly]:
    """The tops over the common denominator, which may have been turned."""
    found, bottom = _common(quotients)
    tops = [q.over(bottom) for q in quotients]
    return tops if found == divisor else [negative(top) for top in tops]


def _bottom(gap: Quotient) -> Poly:
    found = ONE
    for key, exponent in gap.bottom.items():
        found = times(found, power(dict(key), exponent))
    return found


def names_in(region: Region, *masses: Masses) -> list[str]:
    """The names of the goal that the program and its region speak of."""
    spoken = {n for p, _, _ in region.hypotheses for m in p for n in m}
    for each in masses:
        spoken |= {n for i in each.rows for n in names_of(each.region.hypotheses[i][0])} - {*each.names}
    model = region.model
    return [name for name in (*model.names, *sorted(spoken - {*model.names})) if name in spoken]


def attained(statement: Optimum, seeker: Seeker) -> dict[str, str]:
    """The values of an optimal law, as the certificate writes them."""
    masses = Masses(statement.program, statement.laws, statement.region, seeker)
    bridge = Bridge(names_in(statement.region, masses))
    solution = masses.solved(bridge)
    return {",".join(key): quotient_text(bridge.back(x)) for key, x in zip(masses.keys, solution.point, strict=True)
            if not x.is_zero}


def optimum(statement: Optimum, seeker: Seeker) -> None:
    """cost >= value."""
    masses = Masses(statement.program, statement.laws, statement.region, seeker)
    bridge = Bridge(names_in(statement.region, masses))
    solution = masses.solved(bridge)
    text = f"{statement.program.cost} >= {statement.least}"
    gap = next(cleared(relation)[0] for _, relation in statement.wide.relations([text]))
    scale = masses.positive(_bottom(gap))
    target = gap.top if scale == _bottom(gap) else negative(gap.top)
    multipliers = [bridge.back(y) for y in solution.multipliers]
    divisor, terms, prices = masses.bounded(target, scale, multipliers)
    masses.finish(target, divisor, terms)
    if isinstance(statement, Unique):
        _unique(statement, seeker, solution, bridge, (target, scale, multipliers, prices))


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
    masses = Masses(statement.program, statement.laws, statement.region, seeker, statement.free)
    bridge = Bridge(names_in(statement.region, masses))
    hypotheses = [(p, sign) for p, sign, _ in statement.region.hypotheses]
    program = masses.parametric(bridge).on(bridge.region(hypotheses))
    lines = left_inverse([dict(row.terms) for row in program.rows], len(masses.names), bridge.field)
    _inverse(masses, statement, masses.names, [[bridge.back(e) for e in line] for line in lines])


def _inverse(masses: Masses, statement: Unique | General, used: Sequence[str],
             lines: Sequence[Sequence[Quotient]]) -> None:
    """Each of these variables from the equations, by a left inverse of their coefficients."""
    wanted = {}
    for _, (left, _, right) in statement.wide.relations(statement.equal(statement.table)):
        for monomial in left.top:
            wanted[monomial[0]] = left - right
    for name, line in zip(used, lines, strict=True):
        gap = wanted[name]
        if masses.region.why(gap.top, "=") is not None:
            continue
        divisor = masses.positive(_common(line)[0])
        tops = [times(top, _bottom(gap)) for top in _over(line, divisor)]
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
    region, laws = statement.nodes[time][0], statement.laws[time]
    masses = Masses(statement.program, laws, region, seeker)
    spoken = names_of(*(statement.model.entry(statement.prior, [a]).top for a in statement.scheme.sources))
    bridge = Bridge([name for name in statement.model.names if name in spoken])
    text = f"{statement.program.cost} >= {statement.spends}"
    gap = next(cleared(relation)[0] for _, relation in laws.model.relations([text]))
    scale = masses.positive(_bottom(gap))
    target = gap.top if scale == _bottom(gap) else negative(gap.top)
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
    law, privacy = spread(bound.constant, bound.multipliers, dict(bound.choice), prior, bound.size)
    place = {x: 1 << i for i, x in enumerate(sources)}
    others = [privacy.get((sum(place[x] for x in each), a), Fraction(0))
              for each in masses.program.sets.values() for a in range(1, len(sources))]
    return [Quotient(constant(plain(y))) for y in (*law.values(), *others)]


def _of_masses(statement: Optimal, masses: Masses, bridge: Bridge, sample: Point) -> list[Quotient]:
    """Multipliers that are best at a sample."""
    values = {name: value for name, value in sample.items() if name not in bridge.names}
    program = masses.parametric(bridge, values)
    if not bridge.names:
        return [bridge.back(y) for y in _numbers(program).multipliers]
    hypotheses = [(p, sign) for p, sign, _ in masses.base.hypotheses if p and names_of(p) <= {*bridge.names}]
    found = list(solve(program, bridge.region(hypotheses)))
    if len(found) != 1:
        raise NotFound("", "the region would have to be split")
    return [bridge.back(y) for y in found[0].multipliers]
