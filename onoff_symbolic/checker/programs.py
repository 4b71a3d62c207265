"""Statements about programs: the least or largest value of an expression, subject to relations between variables.

The value is attained, and no values of the variables that satisfy the relations give less: a fact on the region where
they do. One program is about how little can be downloaded at a time t: optimum, unique, general; optimal of a scheme.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from .induction import Cost, Given
from .language import Values
from .meaning import Relation
from .polynomials import (
    ZERO, Monomial, Number, Poly, Quotient, Work, add, constant, digits, entries, need, number, plain, texts, times,
    variable)
from .regions import Point, Region, Sides
from .scheme import MAX_SOURCES, lawful
from .statements import Statement, numeric


class Least(Statement):
    """Over all values of the variables that satisfy `subject`, the least (`most`: the largest) value of `of` is
    `value`. The variables are names of which neither the region nor the value speaks."""

    keys: Mapping[str, Any] = {"variables": list, "subject": list, "of": str, "value": str}
    sign = ">="
    lawful: Sequence[str] = ()      # what has to hold for the program to be one
    feasible: Sequence[str] = ()    # and at a point, where it is to fail
    equal: Sequence[str] = ()       # what holds of all values that are optimal

    def prepare(self, *says: Any) -> None:
        variables, subject, of, value = says
        self.sign = "<=" if self.value["kind"] == "most" else ">="
        self.variables = texts(variables, self.name)
        spoken = self.spoken() | self.model.expression(value).names()
        need(0 < len({*self.variables}) == len(self.variables) and {*self.variables} <= {*self.model.names} - spoken,
             "expected different names as variables, of which neither the region nor the value speaks")
        self.model.expression(of)
        names = {name: name for name in self.variables}
        self.pose(names, {name: variable(name) for name in names}, texts(subject, self.name), of, value)

    def pose(self, places: Mapping[str, Any], free: Values, subject: list[str], of: str, value: str) -> None:
        """The program; `places`: the variables as a certificate writes them → the names or cells that they are."""
        self.places, self.free, self.subject, self.of, self.least = places, free, subject, of, value
        self.wide, self.attains = self.model.at(free), dict[Any, Quotient]()
        self.best = self.laws = self.goal.add_region(f"{self.name} laws", subject, self.region, self.wide)

    def values(self, evidence: Any) -> None:
        need(all(type(v) is str for v in evidence.values()), "expected texts")
        self.attains = assigned(self, evidence, self.model.expression)

    def show(self) -> None:
        need(self.attains, "expected the values that are optimal", "shown")
        self.show_texts(self.region, self.lawful, "laws")
        self.show_texts(self.region, [*self.subject, f"{self.of} = {self.least}"], "attained", self.attains)
        self.show_texts(self.laws, [f"{self.of} {self.sign} {self.least}"], "bound")
        self.show_texts(self.best, self.equal, "unique")

    def fails(self, point: Point, shows: Any) -> Sides:
        """Values that give less, or as much and are others than they should be; or multipliers."""
        if "multipliers" in shows:
            return self.bounded(point, *entries(shows, self.name, {"infeasible": False}, multipliers=list))
        values, = entries(shows, self.name, values=dict)
        optimal = [f"{self.of} <= {self.least}"] if self.equal else []
        premises = [*self.lawful, *self.feasible, *self.subject, *optimal]
        return self.refuted(point.within(assigned(self, values, numeric)), premises,
                            [f"{self.of} {self.sign} {self.least}", *self.equal])

    def bounded(self, point: Point, multipliers: Any, infeasible: bool) -> Sides:
        """of - bound = Σ multiplier · relation + Σ (something >= 0) · variable, and the bound is larger; or the same of
        0 in place of `of`, and the bound is > 0. Relations that say that a variable is >= 0 have no multiplier."""
        model = point.within(self.free).model
        rows, signs = list[Relation](), set[Monomial]()
        for _, (gap, sign) in model.relations(self.subject):
            alone = sign in (">", ">=") and not gap.bottom and [len(m) == 1 and c > 0 for m, c in gap.top.items()]
            signs.update(gap.top if alone == [True] else ())
            rows += [] if alone == [True] else [(gap, sign)]
        need(len(multipliers) == len(rows), f"expected a multiplier for each relation, {len(rows)}")
        left: Poly = {} if infeasible else model.polynomial(self.of if self.sign == ">=" else f"-({self.of})")
        for y, (gap, sign) in zip(map(number, multipliers), rows):
            need(not gap.bottom and (sign == "=" or y == 0 or y > 0 and sign != "!="),
                 "a relation with a divisor, or a wrong sign of its multiplier")
            left = add(left, times(gap.top, constant(y)), -1)
        bound = left.get((), 0)
        need(all(c > 0 and monomial in signs for monomial, c in left.items() if monomial)
             and max(bound.numerator.bit_length(), bound.denominator.bit_length()) < 4000,
             "the multipliers prove no bound")
        bound = bound if infeasible or self.sign == ">=" else -bound
        less = f"0 >= {bound}" if infeasible else f"{self.least} {self.sign} {bound}"
        claimed, _, _ = self.refuted(point, [*self.lawful, *self.feasible], [less])
        return ("no solution", "=", "a solution") if infeasible else (digits(bound), "=", claimed)


def subsets(sources: Sequence[str]) -> list[tuple[str, ...]]:
    """All but the empty one, small ones first."""
    need(len(sources) <= MAX_SOURCES, "too many sources")
    return [each for size in range(1, len(sources) + 1) for each in combinations(sources, size)]


class Program:
    """The program, as texts. For each set of sources, x_0, and x in the set, mass[x_0,x,set] is the probability that
    X_0 = x_0, X_t = x and exactly this set can be decoded. These are >= 0, for each (x_0, x) they sum to `joint`, and
    the set is independent of X_0. The cost is the expected size of the set. With `only`, the law is on these sets."""

    def __init__(self, secrets: Sequence[str], sources: Sequence[str], prior: str,
                 joint: Mapping[tuple[str, str], str], only: Container[str] | None = None) -> None:
        sets = {"".join(each): each for each in subsets(sources)}
        need(len(sets) == 2 ** len(sources) - 1, "two sets of sources are alike")
        sets = {s: each for s, each in sets.items() if only is None or s in only}
        Work.spend(len(secrets) * len(sources) * sum(20 + len(s) for s in sets))
        self.secrets, self.sources, self.sets = secrets, sources, sets
        self.places = {f"{a},{x},{s}": ("mass", a, x, s) for a in secrets for s, each in sets.items() for x in each}
        self.free: Values = {("mass", a, x, s): variable(f"mass[{a},{x},{s}]") if x in each else ZERO
                             for a in secrets for x in sources for s, each in sets.items()}
        self.signs = [f"mass[{place}] >= 0" for place in self.places]
        self.rows = [f"{' + '.join(f'mass[{a},{x},{s}]' for s, each in sets.items() if x in each)} = {joint[a, x]}"
                     for a in secrets for x in sources]
        chance = {(a, s): " + ".join(f"mass[{a},{x},{s}]" for x in each) for s, each in sets.items() for a in secrets}
        base, *others = secrets
        self.rows += [f"{prior}[{base}]*({chance[a, s]}) = {prior}[{a}]*({chance[base, s]})"
                      for s in sets for a in others]
        self.cost = " + ".join(f"{len(sets[s])}*({text})" for (_, s), text in chance.items())
        # Without these the rows would not say independence, or the masses not be probabilities.
        self.lawful = [*lawful([f"{prior}[{a}]" for a in secrets]), *([f"{prior}[{base}] > 0"] if others[1:] else [])]


def assigned(program: Program | Least, values: Any, read: Callable[[Any], Quotient]) -> dict[Any, Quotient]:
    """Values for the variables, as a certificate gives them; what is left out is 0."""
    need(type(values) is dict and values.keys() <= program.places.keys(), "expected values of variables")
    return {**dict.fromkeys(program.free, ZERO), **{program.places[text]: read(v) for text, v in values.items()}}


class Optimum(Least):
    """Of the program of a law of X_0 and a law of X_t given X_0, the least cost is `value`. What stands for X_0 may be
    any secret."""

    keys: Mapping[str, Any] = {"prior": str, "law": str, "value": str}

    def prepare(self, prior: str, law: str, *says: Any) -> None:
        secrets, sources = ([str(x) for x in self.model.tables[table][0][-1]] if table in self.model.tables else []
                            for table in (prior, law))
        self.model.shaped(prior, secrets)
        self.model.shaped(law, secrets, sources)
        self.joint = {(a, x): f"{prior}[{a}]*{law}[{a},{x}]" for a in secrets for x in sources}
        self.program = Program(secrets, sources, prior, self.joint)
        self.feasible = [f"{law}[{a},{x}] >= 0" for a in secrets for x in sources]
        sums = [" + ".join(f"{law}[{a},{x}]" for x in sources) for a in secrets]
        self.lawful = [*self.program.lawful, *(f"{each} = 1" for each in sums)]
        self.stated(self.program, *says)

    def stated(self, program: Program, *says: Any) -> None:
        self.model.expression(says[0])      # it is one, and does not speak of the variables
        self.pose(program.places, program.free, [*program.signs, *program.rows], program.cost, says[0])

    def tabled(self, program: Program, table: str, entry: Callable[[str, str, str], str]) -> None:
        """The variables have these values, made of a table; where the set does not serve the request, 0."""
        self.model.shaped(table, program.secrets, program.sources, [*program.sets])
        said = {f"{a},{x},{s}": entry(a, x, s) for _, a, x, s in program.free}
        self.equal = [f"mass[{place}] = {text}" for place, text in said.items()]
        self.table = {place: said[place] for place in program.places}
        self.attains = assigned(self, self.table, self.model.expression)


class Unique(Optimum):
    """It is attained by no other law of the set given (X_0, X_t) than the table; no (X_0, X_t) has probability zero."""

    keys = {**Optimum.keys, "table": str}
    values = Statement.values       # it takes none: the table has them

    def stated(self, program: Program, *says: Any) -> None:
        super().stated(program, *says)
        self.tabled(program, says[1], lambda a, x, s: f"{self.joint[a, x]}*{says[1]}[{a},{x},{s}]")
        self.lawful = [*self.lawful, *(f"{joint} != 0" for joint in self.joint.values())]
        self.best = self.goal.add_region(f"{self.name} best", [f"{self.of} = {self.least}"], self.laws, self.wide)


class General(Optimum):
    """The solutions of the equations are those of the table, one for each value of the letters in `free`."""

    keys = {"prior": str, "law": str, "table": str, "free": dict}
    values = Statement.values

    def stated(self, program: Program, *says: Any) -> None:
        table, free = says
        letters, spoken = {*map(str, free.values())}, self.spoken(self.value["prior"], self.value["law"])
        need(free.keys() <= program.places.keys() and len(letters) == len(free)
             and letters <= {*self.model.names} - spoken,
             "expected different letters that the region, the prior and the law do not mention")
        self.fixed = [f"mass[{place}] = {letter}" for place, letter in free.items()]
        self.pose(program.places, program.free, [*program.rows, *self.fixed], "0", "0")
        self.tabled(program, table, lambda a, x, s: f"{table}[{a},{x},{s}]")

    def fails(self, point: Point, shows: Any) -> Sides:
        """The table is no solution, though none of it is negative."""
        entries(shows, self.name)
        here = point.within(assigned(self, self.table, point.model.expression))
        premises = [*self.lawful, *self.feasible, *self.program.signs]
        return self.refuted(here, premises, [*self.subject, *self.equal])


class Optimal(Cost):
    """At every t, the expected download is at most the cost of any law that is decodable and independent of X_0.

    A node may have a `bound` that shows it: y_0 and terms (y, a, T), y >= 0, with y_0 - Σ_{T ⊇ S} y <= |S| for each
    set S. If w is the law of the set, it costs at least y_0 Σ w(S) - Σ_T y Σ_{S ⊆ T} w(S); and Σ_{S ⊆ T} w(S), which
    is the same given any X_0, is at most Pr(X_t in T | X_0 = a), for X_t is in the set."""

    keys = {"scheme": str, "prior": str}

    def program(self, only: Container[str] | None = None) -> Program:
        joint = {(a, x): f"{self.prior}[{a}]*({self.within(a, [x])})" for a in self.starts for x in self.starts}
        return Program(self.starts, self.starts, self.prior, joint, only)

    def within(self, first: str, chosen: Iterable[str]) -> str:
        """Pr(X_t is one of these | X_0 = first), as a text."""
        found = " + ".join(f"state[{first},{x},{q}]" for x in chosen for q in self.scheme.queries)
        Work.spend(len(found))
        return found

    def claim(self, region: Region, bound: Any) -> Given:
        if bound:
            positive = [f"{self.prior}[{a}] > 0" for a in self.starts]
            return region, [*positive, f"{self.least_of_all(bound)} >= {self.spends}"]
        program = self.program()
        laws = self.goal.add_region(f"{region.name} laws", [*program.signs, *program.rows], region,
                                    region.model.at(program.free))
        return laws, [f"{program.cost} >= {self.spends}"]

    def least_of_all(self, bound: Any) -> str:
        """What every law costs at least, as a text."""
        first, terms = entries(bound, self.name, constant=str, terms=list)
        sources, prices = self.starts, list[tuple[Number, str, list[str]]]()
        for term in terms:
            y, a, top = term if type(term) is list and len(term) == 3 else ("", "", [])
            need(number(y) >= 0 and a in sources and {*texts(top, self.name)} <= {*sources}, "not a term of a bound")
            prices.append((number(y), a, [x for x in sources if x in top]))
        for each in subsets(sources):
            Work.spend(len(prices) + 1)
            left = number(first)
            for y, _, top in prices:
                left = plain(left - y) if {*each} <= {*top} else left
            need(left <= len(each), f"the multipliers bring more than {each}", "shown")
        whole = " + ".join(f"{self.prior}[{a}]*({self.within(a, sources)})" for a in sources)
        return f"{first}*({whole})" + "".join(f" - {y}*({self.within(a, top)})" for y, a, top in prices if top)

    def fails(self, point: Point, shows: Any) -> Sides:
        """At this time, a law costs less; it is on the sets that it names."""
        time, values = entries(shows, self.name, time=int, values=dict)
        program = self.program({key.rpartition(",")[2] for key in values})
        here = point.within({**self.at(point, time), **assigned(program, values, numeric)})
        return self.refuted(here, [*program.lawful, *program.signs, *program.rows],
                            [f"{program.cost} >= {self.spends}"])
