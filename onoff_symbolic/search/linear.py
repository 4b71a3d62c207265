"""Linear programs as hypotheses of a region: optimal points and multipliers become facts. The parameters stay in.

program_of          the program that a statement poses
RegionProgram       a program as the hypotheses of a region
ProgramSolution     optimal values of its variables, and multipliers of its rows
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from ..algebra.bridge import Bridge, names_of
from ..algebra.field import Element
from ..algebra.parametric import ParametricProgram, Row, Solution, solve
from ..algebra.region import Region as Plain
from ..algebra.texts import polynomial_text
from ..checker import Least, Model, Region
from ..checker.polynomials import (
    ONE,
    Key,
    Poly,
    Quotient,
    add,
    is_constant,
    negative,
    plain,
    power,
    times,
)
from ..programs import exact as linear
from .elements import linear_coefficients
from .errors import NotFound
from .facts import Seeker
from .equations import Reduced
from .tactics.question import Question, Term

Hypotheses = tuple[tuple[Key, str], ...]


@dataclass(frozen=True)
class ProgramSolution:
    """Optimal values of the variables, by their labels, and a multiplier for each row. It is a proposal."""

    values: Mapping[str, Quotient]
    multipliers: Sequence[Quotient]


@dataclass(frozen=True)
class BoundTerms:
    """divisor · target = Σ terms; and what each variable costs more than its rows pay for."""

    divisor: Poly
    terms: list[Term]
    prices: Mapping[str, Poly]


class RegionProgram:
    """A program as the hypotheses of a region within another: minimise Σ cost · variable subject to them.

    `labels` are the variables, as a certificate calls them. A variable of which no hypothesis says that it is >= 0 is
    free; all hypotheses but these are rows."""

    def __init__(
        self,
        region: Region,
        base: Region,
        seeker: Seeker,
        labels: Mapping[str, str],
        cost: Quotient,
    ) -> None:
        self.region, self.base, self.seeker, self.labels = region, base, seeker, labels
        self.names = list(labels)
        self.signs: dict[str, int] = {}
        self.rows: list[int] = []
        for i, (p, sign, _) in [*enumerate(region.hypotheses)][len(base.hypotheses):]:
            name = next((n for m in p for n in m), "")
            if (
                sign in (">", ">=")
                and p == {(name,): 1}
                and name in labels
                and name not in self.signs
            ):
                self.signs[name] = i
            elif sign != "!=":
                self.rows.append(i)
        self.free = [name for name in self.names if name not in self.signs]
        slopes = linear_coefficients(cost, self.names)
        if slopes is None:
            raise NotFound("", "the cost is not linear in the variables")
        self.cost = {name: slopes.get(name, Quotient({})) for name in self.names}

    def row(self, i: int) -> tuple[dict[str, Poly], Poly]:
        """Return the coefficients of the variables in a row, and its bound."""
        p, _, text = self.region.hypotheses[i]
        slopes = linear_coefficients(Quotient(p), self.names)
        if slopes is None:
            raise NotFound("", f"{text[:80]} is not linear in the variables")
        bound = slopes.pop("", Quotient({})).top
        return {name: slope.top for name, slope in slopes.items()}, negative(bound)

    def is_equation(self, i: int) -> bool:
        """Return whether a row is an equation."""
        return self.region.hypotheses[i][1] == "="

    def bridge(self) -> Bridge:
        """Return the field of the parameters of the program and of the region around."""
        names = self.base.names()
        names |= {n for i in self.rows for n in names_of(self.region.hypotheses[i][0])}
        names = names.union(*(q.names() for q in self.cost.values())) - {*self.names}
        known = self.base.model.names
        return Bridge([name for name in (*known, *sorted(names - {*known})) if name in names])

    # -- solving

    def parametric(
        self, bridge: Bridge, values: Mapping[str, Fraction] | None = None
    ) -> ParametricProgram:
        """Return the program in the names of the bridge; other names have values.

        What is free is a difference of two columns, and what a row leaves over is one."""
        surplus = [str(i) for i in self.rows if not self.is_equation(i)]
        columns = (*self.names, *(f"-{name}" for name in self.free), *surplus)
        place = {name: j for j, name in enumerate(columns)}
        one, zero = bridge.field.one, bridge.field.zero

        def element(p: Poly) -> Element:
            return bridge.element(with_values(p, values) if values else p)

        rows = []
        for i in self.rows:
            slopes, bound = self.row(i)
            terms = [(place[name], element(p)) for name, p in slopes.items()]
            terms += [
                (place[f"-{name}"], -element(p)) for name, p in slopes.items() if name in self.free
            ]
            if not self.is_equation(i):
                terms.append((place[str(i)], -one))
            rows.append(
                Row(str(i), tuple((j, e) for j, e in terms if not e.is_zero), element(bound))
            )
        cost = {name: bridge.quotient(q) for name, q in self.cost.items()}
        costs = (*cost.values(), *(-cost[name] for name in self.free), *(zero for _ in surplus))
        return ParametricProgram(bridge.field, columns, costs, tuple(rows))

    def known_about(self, bridge: Bridge) -> Hypotheses:
        """Return what the region around says of the names of the bridge."""
        near = self.base.names() & {*bridge.names}
        return tuple(
            (tuple(sorted(p.items())), sign)
            for p, sign, _ in self.base.hypotheses
            if names_of(p) <= near
        )

    def solved(self) -> Solution:
        """Return a solution with the parameters left in."""
        bridge = self.bridge()
        return parametric_solution(self.parametric(bridge), self.known_about(bridge), bridge.names)

    def solution(self, solution: Solution) -> ProgramSolution:
        """Return a solution in quotients."""
        bridge = self.bridge()
        minus = dict(zip(self.free, solution.point[len(self.names):]))
        values = {}
        for (name, label), x in zip(self.labels.items(), solution.point):
            value = x - minus[name] if name in minus else x
            if not value.is_zero:
                values[label] = bridge.back(value)
        return ProgramSolution(values, [bridge.back(y) for y in solution.multipliers])

    def strictly(self) -> Solution:
        """Return a solution at which what has to be > 0 is not 0; raise `NotFound` if there is none."""
        first, bridge = self.solved(), self.bridge()
        program = self.parametric(bridge)
        strict = {
            i: text for i, (_, sign, text) in enumerate(self.region.hypotheses) if sign == ">"
        }
        column = {name: i for name, i in self.signs.items() if i in strict}
        column |= {str(i): i for i in self.rows if i in strict}
        places = {name: j for j, name in enumerate(program.variables)}
        tight = [strict[i] for name, i in column.items() if first.point[places[name]].is_zero]
        if not tight:
            return first
        roomy = with_room(program, [places[name] for name in column], first.value)
        inner = parametric_solution(roomy, self.known_about(bridge), bridge.names)
        if inner.value.is_zero:
            raise NotFound(
                "", f"the value is attained only where a strict relation fails: {tight[0]}"
            )
        return inner

    # -- writing

    def bound_terms(
        self, target: Poly, scale: Poly, multipliers: Sequence[Quotient], without: str = ""
    ) -> BoundTerms:
        """Return terms for a target, which is scale · (cost - bound), from multipliers; the price of `without`, which
        is left out, remains."""
        divisor = self.positive(common_denominator(multipliers)[0])
        paid = [times(scale, y) for y in over_common(multipliers, divisor)]
        rows = [self.row(i)[0] for i in self.rows]
        costs = linear_coefficients(Quotient(target), self.names) or {}
        prices = {}
        for name in self.names:
            price = times(divisor, costs[name].top) if name in costs else {}
            for y, row in zip(paid, rows):
                if name in row:
                    price = add(price, times(y, row[name]), -1)
            prices[name] = self.seeker.equations(self.base).reduce(price).rest
        terms = [
            self.charged(name, price) for name, price in prices.items() if price and name != without
        ]
        for y, i in zip(paid, self.rows):
            if y:
                terms.append(
                    [polynomial_text(y), i] if self.is_equation(i) else [*self.weight(y), i]
                )
        return BoundTerms(divisor, terms, prices)

    def charged(self, name: str, price: Poly) -> Term:
        """Return the term price · variable."""
        if name in self.free:
            raise NotFound("", f"the multipliers leave {polynomial_text(price)[:80]} of {name}")
        return [*self.weight(price), self.signs[name]]

    def weight(self, p: Poly) -> Term:
        """Return the beginning of a term for a factor known to be >= 0: a number, or a number and a reference."""
        if is_constant(p):
            return [str(p[()])]
        if not self.base.has(p, ">="):
            raise NotFound("", f"{polynomial_text(p)} >= 0 was not proved on {self.base.name}")
        ref, ratio = self.seeker.reference(self.base, p, ">=")
        return [str(ratio), ref]

    def positive(self, p: Poly) -> Poly:
        """Return p or -p, whichever is > 0 on the region."""
        if is_constant(p):
            return p if p.get((), 0) > 0 else negative(p)
        if self.base.has(p, ">"):
            return p
        if self.base.has(p, "<"):
            return negative(p)
        raise NotFound("", f"the sign of {polynomial_text(p)} was not found on {self.base.name}")

    def target(self, gap: Quotient) -> tuple[Poly, Poly]:
        """Return a gap without its divisor, and the divisor, which is > 0."""
        divisor = common_denominator([gap])[0]
        scale = self.positive(divisor)
        return (gap.top if scale == divisor else negative(gap.top)), scale

    def write_bound(self, gap: Quotient, multipliers: Sequence[Quotient]) -> BoundTerms:
        """Write that cost - bound, a gap, is >= 0."""
        target, scale = self.target(gap)
        bound = self.bound_terms(target, scale, multipliers)
        self.write(target, bound.divisor, bound.terms)
        return bound

    def write(self, p: Poly, divisor: Poly, terms: Sequence[Term]) -> None:
        """Write p's sign from divisor · p = Σ terms + multiples of the equations of the region around."""
        reduced = Reduced(divisor, times(divisor, p))
        question = Question(self.seeker, self.region, p, ">=", reduced, self.base)
        if not question.close(terms):
            raise NotFound("", f"the multipliers do not make up {polynomial_text(p)[:80]}")


@cache
def parametric_solution(
    program: ParametricProgram, known: Hypotheses, names: tuple[str, ...]
) -> Solution:
    """Return the one solution on the whole region; raise `NotFound` if it would have to be split."""
    if not names:
        return numeric_solution(program)
    whole = Bridge(names).region([(dict(key), sign) for key, sign in known])
    parts = list(solve(program, whole))
    if len(parts) == 1:
        return parts[0]
    turns = [str(h) for part in parts for h in part.region.hypotheses if h not in whole.hypotheses]
    raise NotFound(
        "", f"the region would have to be split, as where {'; where '.join(dict.fromkeys(turns))}"
    )


def numeric_solution(program: ParametricProgram) -> Solution:
    """Return the solution of a program without parameters."""
    answer = linear.solve(program.at({}))
    if not isinstance(answer, linear.Optimum):
        raise NotFound("", f"the program has no optimum: {linear.lack(answer)}")
    point = tuple(map(program.field, answer.point))
    multipliers = tuple(map(program.field, answer.multipliers))
    return Solution(Plain(program.field), program.field(answer.value), point, multipliers)


def with_room(
    program: ParametricProgram, columns: Sequence[int], value: Element
) -> ParametricProgram:
    """Return the program for a point of this value with as much room, up to 1, in these columns as possible."""
    one, zero = program.field.one, program.field.zero
    room = len(program.variables)
    rows = [*program.rows]
    for k, column in enumerate(columns, room + 2):
        rows.append(Row(f"room {k}", ((column, one), (room, -one), (k, -one)), zero))
    optimal = tuple((j, c) for j, c in enumerate(program.cost) if not c.is_zero)
    rows += [Row("room", ((room, one), (room + 1, one)), one), Row("value", optimal, value)]
    more = 2 + len(columns)
    names = (*program.variables, *(f"room {k}" for k in range(more)))
    cost = tuple(-one if j == room else zero for j in range(room + more))
    return ParametricProgram(program.field, names, cost, tuple(rows))


def with_values(p: Poly, values: Mapping[str, Fraction]) -> Poly:
    """Return p with numbers for some names."""
    result: Poly = {}
    for monomial, c in p.items():
        factor = Fraction(c)
        for name in monomial:
            factor *= values.get(name, 1)
        if factor:
            result = add(result, {tuple(n for n in monomial if n not in values): plain(factor)})
    return result


def common_denominator(quotients: Iterable[Quotient]) -> tuple[Poly, dict[Key, int]]:
    """Return a common denominator, and its factors with exponents."""
    exponents: dict[Key, int] = {}
    for q in quotients:
        for key, exponent in q.bottom.items():
            exponents[key] = max(exponents.get(key, 0), exponent)
    product = ONE
    for key, exponent in exponents.items():
        product = times(product, power(dict(key), exponent))
    return product, exponents


def over_common(quotients: Sequence[Quotient], divisor: Poly) -> list[Poly]:
    """Return the numerators over the common denominator, or over its opposite if that is the divisor."""
    denominator, exponents = common_denominator(quotients)
    tops = [q.over(exponents) for q in quotients]
    return tops if denominator == divisor else [negative(top) for top in tops]


# -- programs that statements pose


def program_of(statement: Least, seeker: Seeker) -> RegionProgram:
    """Return the program that a statement is about."""
    cost = statement.extended_model.expression(statement.of)
    try:
        return RegionProgram(statement.solutions, statement.region, seeker, labels_of(statement), cost)
    except NotFound:
        raise NotFound(
            statement.name, f"{statement.of[:80]} is not linear in the variables"
        ) from None


def labels_of(statement: Least) -> dict[str, str]:
    """Return the names of the variables, and how a certificate calls them."""
    return {
        name: label
        for label, place in statement.places.items()
        for name in statement.free[place].names()
    }


def bound_gap(statement: Least) -> Quotient:
    """Return what is said to be >= 0: of - value."""
    return gap_of(statement.extended_model, f"{statement.of} >= {statement.stated}")


def gap_of(model: Model, text: str) -> Quotient:
    """Return what a relation says to be zero or more."""
    return next(gap for _, (gap, _) in model.relations([text]))
