"""Linear programs as hypotheses of a region: optimal points and multipliers become facts. The parameters stay in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..algebra.bridge import Bridge, names_of
from .errors import NotFound
from .facts import Seeker
from .tactics.question import Term
from ..algebra.texts import polynomial_text, quotient_text
from ..algebra.field import Element
from ..algebra.parametric import ParametricProgram, Row, Solution, solve
from ..algebra.region import Region as Plain
from ..checker.programs import Least
from ..checker.polynomials import ONE, Key, Poly, Quotient, add, is_constant, negative, plain, power, times
from ..checker.regions import Ref, Region
from ..programs import exact as linear

SOLVED: dict[Any, Solution] = {}
"""Programs that were solved in this run."""


class Linear:
    """A program as the hypotheses of a region: where its variables and relations stand there."""

    def __init__(self, region: Region, base: Region, seeker: Seeker, names: Sequence[str], signs: Mapping[str, int],
                 rows: Sequence[int], cost: Mapping[str, Quotient], free: Sequence[str] = ()) -> None:
        """`signs` are the places of `name >= 0`, `rows` those of the other relations; what is free may be negative."""
        self.region, self.base, self.seeker = region, base, seeker
        self.names, self.signs, self.rows, self.cost, self.free = names, signs, rows, cost, free
        self.labels = names

    def row(self, i: int) -> tuple[dict[str, Poly], Poly]:
        """Coefficients of the variables, and the bound."""
        found: dict[str, Poly] = {}
        bound: Poly = {}
        for monomial, c in self.region.hypotheses[i][0].items():
            mass = [n for n in monomial if n in self.signs]
            rest = tuple(n for n in monomial if n not in self.signs)
            if len(mass) > 1:
                raise NotFound("", f"{self.region.hypotheses[i][2][:80]} is not linear in the variables")
            if mass:
                found.setdefault(mass[0], {})[rest] = c
            else:
                bound[rest] = -c
        return found, bound

    def parametric(self, bridge: Bridge, values: Mapping[str, Fraction] | None = None) -> ParametricProgram:
        """The program in the names of the bridge; other names have values. What is free is a difference of two."""
        spare = [str(i) for i in self.rows if self.region.hypotheses[i][1] != "="]
        columns = (*self.names, *(f"-{name}" for name in self.free), *spare)
        place = {name: j for j, name in enumerate(columns)}

        def element(p: Poly) -> Element:
            return bridge.element(_valued(p, values) if values else p)

        rows = []
        for i in self.rows:
            terms, bound = self.row(i)
            live = [(place[n], element(p)) for n, p in terms.items()]
            live += [(place[f"-{n}"], -e) for (n, _), (_, e) in zip(terms.items(), live) if n in self.free]
            if self.region.hypotheses[i][1] != "=":     # what is left over
                live.append((place[f"{i}"], -bridge.field.one))
            rows.append(Row(str(i), tuple((j, e) for j, e in live if not e.is_zero), element(bound)))
        cost = [bridge.quotient(self.cost[name]) for name in self.names]
        cost += [-bridge.quotient(self.cost[name]) for name in self.free]
        cost += [bridge.field.zero] * (len(columns) - len(cost))
        return ParametricProgram(bridge.field, columns, tuple(cost), tuple(rows))

    def point(self, solution: Solution) -> list[Element]:
        """The values of the variables."""
        minus = dict(zip(self.free, solution.point[len(self.names):]))
        return [x - minus[name] if name in minus else x for name, x in zip(self.names, solution.point)]

    def posed(self, bridge: Bridge) -> tuple[ParametricProgram, tuple[tuple[Key, str], ...]]:
        """The program and what is known about its names: what a solution is remembered by."""
        near = {n for p, _, _ in self.base.hypotheses for m in p for n in m} & {*bridge.names}
        return self.parametric(bridge), tuple((tuple(sorted(p.items())), sign) for p, sign, _ in self.base.hypotheses
                                              if names_of(p) <= near)

    def solved(self, bridge: Bridge) -> Solution:
        return self.solution(bridge, *self.posed(bridge))

    def solution(self, bridge: Bridge, program: ParametricProgram, hypotheses: tuple[tuple[Key, str], ...]) -> Solution:
        memo = program, hypotheses
        if memo not in SOLVED and not bridge.names:
            SOLVED[memo] = numbers(program)
        if memo not in SOLVED:
            whole = bridge.region([(dict(key), sign) for key, sign in hypotheses])
            found = list(solve(program, whole))
            if len(found) != 1:
                new = dict.fromkeys(str(h) for part in found for h in part.region.hypotheses
                                    if h not in whole.hypotheses)
                raise NotFound("", f"the region would have to be split, as where {'; where '.join(new)}")
            SOLVED[memo] = found[0]
        return SOLVED[memo]

    def strictly(self, bridge: Bridge) -> Solution:
        """A solution at which what has to be > 0 is not 0: the room of these is made as large as possible, up to 1."""
        first, (program, hypotheses) = self.solved(bridge), self.posed(bridge)
        strict = {i: text for i, (_, sign, text) in enumerate(self.region.hypotheses) if sign == ">"}
        alone = {name: strict[i] for name, i in self.signs.items() if i in strict}
        place = {name: j for j, name in enumerate(program.variables)}
        tight = [text for name, text in (*alone.items(), *((str(i), strict[i]) for i in self.rows if i in strict))
                 if first.point[place[name]].is_zero]
        if not tight:
            return first
        one, zero = bridge.field.one, bridge.field.zero
        room, size = len(program.variables), len(program.variables) + 2 + len(alone)
        rows = [Row(row.label, (*row.terms, (room, -one)) if int(row.label) in strict else row.terms, row.bound)
                for row in program.rows]
        rows += [Row(name, ((place[name], one), (room, -one), (k, -one)), zero)
                 for k, name in enumerate(alone, room + 2)]
        rows += [Row("room", ((room, one), (room + 1, one)), one),
                 Row("value", tuple((j, c) for j, c in enumerate(program.cost) if not c.is_zero), first.value)]
        cost = tuple(-one if j == room else zero for j in range(size))
        names = (*program.variables, *(f"room {k}" for k in range(size - room)))
        found = self.solution(bridge, ParametricProgram(bridge.field, names, cost, tuple(rows)), hypotheses)
        if found.value.is_zero:
            raise NotFound("", f"the value is attained only where a strict relation fails: {tight[0]}")
        return found

    def bounded(self, target: Poly, scale: Poly, multipliers: Sequence[Quotient],
                without: str = "") -> tuple[Poly, list[Term], dict[str, Poly]]:
        """D and terms with D · target = Σ terms, where target = scale · (cost - least); and what each variable costs
        more than its equations pay for, times D · scale."""
        divisor = self.positive(common(multipliers)[0])
        costs: dict[str, Poly] = {}
        for monomial, c in target.items():
            for name in monomial:
                if name in self.signs:
                    costs.setdefault(name, {})[tuple(n for n in monomial if n != name)] = c
        paid = [times(scale, y) for y in over(multipliers, divisor)]
        rows = [self.row(i)[0] for i in self.rows]
        prices = {}
        for name in self.names:
            price = times(divisor, costs.get(name, {}))
            for y, row in zip(paid, rows):
                if name in row:
                    price = add(price, times(y, row[name]), -1)
            prices[name] = self.seeker.equations(self.base).reduce(price).rest
        terms: list[Term] = []
        for y, i in zip(paid, self.rows):
            if self.region.hypotheses[i][1] != "=" and y:
                terms.append([*self.weight(y), i])
            elif y:
                terms.append([polynomial_text(y), i])
        return divisor, [*self.charged(prices, without), *terms], prices

    def charged(self, prices: Mapping[str, Poly], without: str) -> list[Term]:
        """Σ price · variable."""
        terms: list[Term] = []
        for name, price in prices.items():
            if not price or name == without:
                continue
            if name in self.free:
                raise NotFound("", f"the multipliers leave {polynomial_text(price)[:80]} of {name}")
            terms.append([*self.weight(price), self.signs[name]])
        return terms

    def weight(self, p: Poly) -> Term:
        """What is >= 0, as the beginning of a term: a number, or a number and what says so."""
        if is_constant(p):
            return [str(p[()])]
        if not self.base.has(p, ">="):
            raise NotFound("", f"{polynomial_text(p)} >= 0 was not proved on {self.base.name}")
        ref, ratio = self.seeker.reference(self.base, p, ">=")
        return [str(ratio), ref]

    def positive(self, p: Poly) -> Poly:
        """±p, which is > 0 on the region."""
        if is_constant(p):
            return p if p.get((), 0) > 0 else negative(p)
        if self.base.has(p, ">"):
            return p
        if self.base.has(p, "<"):
            return negative(p)
        raise NotFound("", f"the sign of {polynomial_text(p)} was not found on {self.base.name}")

    def finish(self, p: Poly, divisor: Poly, terms: Sequence[Term]) -> None:
        """Write p's sign from D · p = Σ terms + multiples of the equations of the region around."""
        rest = add(times(divisor, p), self.seeker.total(self.region, terms), -1)
        reduced = self.seeker.equations(self.base).reduce(rest)
        if reduced.rest or reduced.scale != ONE:
            raise NotFound("", f"{polynomial_text(reduced.rest)[:80]} is left over")
        terms = [*terms, *([polynomial_text(c), ref] for ref, c in reduced.cofactors.items())]
        over: Ref | None = None
        ratio = Fraction(1)
        if not is_constant(divisor):
            over, ratio = self.seeker.reference(self.base, divisor, ">" if self.base.has(divisor, ">") else "!=")
        else:
            ratio = Fraction(divisor[()])
        if ratio != 1:
            terms = [[_divided(term[0], ratio, self.region), *term[1:]] for term in terms]
        self.seeker.write(self.region, p, terms, over)


def numbers(program: ParametricProgram) -> Solution:
    """The solution of a program without parameters."""
    answer = linear.solve(program.at({}))
    if not isinstance(answer, linear.Optimum):
        raise NotFound("", f"the program has no optimum: {linear.lack(answer)}")
    point, multipliers = (tuple(program.field(x) for x in each) for each in (answer.point, answer.multipliers))
    return Solution(Plain(program.field), program.field(answer.value), point, multipliers)


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


def common(quotients: Iterable[Quotient]) -> tuple[Poly, dict[Any, int]]:
    """A common denominator."""
    bottom: dict[Any, int] = {}
    for q in quotients:
        for key, exponent in q.bottom.items():
            bottom[key] = max(bottom.get(key, 0), exponent)
    found = ONE
    for key, exponent in bottom.items():
        found = times(found, power(dict(key), exponent))
    return found, bottom


def over(quotients: Sequence[Quotient], divisor: Poly) -> list[Poly]:
    """The tops over the common denominator, which may have been turned."""
    found, bottom = common(quotients)
    tops = [q.over(bottom) for q in quotients]
    return tops if found == divisor else [negative(top) for top in tops]


def bottom_of(gap: Quotient) -> Poly:
    return common([gap])[0]


def names_in(region: Region, *programs: Linear) -> list[str]:
    """The names of the goal that the program and its region speak of."""
    spoken = {n for p, _, _ in region.hypotheses for m in p for n in m}
    for each in programs:
        spoken |= {n for i in each.rows for n in names_of(each.region.hypotheses[i][0])}
        spoken = spoken.union(*(q.names() for q in each.cost.values())) - {*each.names}
    model = region.model
    return [name for name in (*model.names, *sorted(spoken - {*model.names})) if name in spoken]


# -- a program that a statement poses --------------------------------------------------------------------------------


def own_program(statement: Least, seeker: Seeker) -> Linear:
    """The program of `least` or `most`."""
    region, names = statement.laws, statement.variables
    signs, rows = dict.fromkeys(names, -1), list[int]()
    for i, (p, sign, _) in enumerate(region.hypotheses):
        alone = next((name for name in names if p == {(name,): 1}), "")
        if i < len(statement.region.hypotheses) or sign == "!=":
            continue
        if alone and sign != "=" and signs[alone] < 0:
            signs[alone] = i
        else:
            rows.append(i)
    of = statement.wide.expression(statement.of)
    factor = 1 if statement.sign == ">=" else -1
    cost = {name: Quotient({}) for name in names}
    for monomial, c in of.top.items():
        inside = [n for n in monomial if n in signs]
        if len(inside) > 1 or any(n in signs for key in of.bottom for m, _ in key for n in m):
            raise NotFound(statement.name, f"{statement.of[:80]} is not linear in the variables")
        if inside:
            rest = tuple(n for n in monomial if n != inside[0])
            cost[inside[0]] = Quotient(add(cost[inside[0]].top, {rest: factor * c}), of.bottom)
    return Linear(region, statement.region, seeker, names, signs, rows, cost, [n for n in names if signs[n] < 0])


def attained(statement: Least, program: Linear) -> dict[str, str]:
    """The values that are optimal, as the certificate writes them."""
    bridge = Bridge(names_in(statement.region, program))
    solution = program.strictly(bridge)
    return {label: quotient_text(bridge.back(x)) for label, x in zip(program.labels, program.point(solution))
            if not x.is_zero}


def bounded(statement: Least, program: Linear) -> tuple[Bridge, Solution, Any]:
    """Shows that nothing is less than the value."""
    bridge = Bridge(names_in(statement.region, program))
    solution = program.solved(bridge)
    text = f"{statement.of} {statement.sign} {statement.least}"
    gap = next(gap for _, (gap, _) in statement.wide.relations([text]))
    scale = program.positive(bottom_of(gap))
    target = gap.top if scale == bottom_of(gap) else negative(gap.top)
    multipliers = [bridge.back(y) for y in solution.multipliers]
    divisor, terms, prices = program.bounded(target, scale, multipliers)
    program.finish(target, divisor, terms)
    return bridge, solution, (target, scale, multipliers, prices)
