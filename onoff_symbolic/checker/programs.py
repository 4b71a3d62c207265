"""The kinds that speak of programs: least, optimum, general; and optimal, of a scheme at every t.

A program has variables, relations between them, and a cost. Its least value is attained, and no values of the variables
that satisfy the relations give less: a fact on the region where they do.

Glossary
    Set program     how little can be downloaded at a time t: what a law of X_0 (or of any secret) and one of X_t given
                    X_0 allow to a law of sets of sources that contain X_t and say nothing about X_0
    Mass            mass[x_0,x,set], the probability that X_0 = x_0, X_t = x, and exactly this set can be decoded
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from .induction import Claimed, Cost
from .model import Values
from .points import Point, Sides
from .polynomials import (
    ZERO, Monomial, Number, Poly, Quotient, Relation, Work, add, constant, digits, entries, need, number, plain, texts,
    times, variable)
from .regions import Region
from .scheme import MAX_SOURCES, lawful
from .statements import Statement, numeric

MAX_BOUND_BITS = 4_000


class Least(Statement):
    """Over all values of the variables that satisfy `subject`, the least value of `of` is `value`. The variables are
    names of which neither the region nor the value speaks."""

    keys: Mapping[str, Any] = {"variables": list, "subject": list, "of": str, "value": str}
    lawful: Sequence[str] = ()      # what has to hold for the program to be one
    feasible: Sequence[str] = ()    # and at a point, where it is to fail
    equal: Sequence[str] = ()       # what holds of all values that are optimal

    def prepare(self, *says: Any) -> None:
        variables, subject, of, value = says
        self.variables = texts(variables, self.name)
        free = {*self.model.names} - self.names_used() - self.model.expression(value).names()
        need(0 < len({*self.variables}) == len(self.variables) and {*self.variables} <= free,
             "expected different names as variables, of which neither the region nor the value speaks")
        self.model.expression(of)
        names = {name: name for name in self.variables}
        self.set_program(names, {name: variable(name) for name in names},
                         texts(subject, self.name), of, value)

    def set_program(self, places: Mapping[str, Any], free: Values,
                    subject: list[str], of: str, value: str) -> None:
        """Set the program; `places`: the variables as a certificate writes them → the names or cells that they are."""
        self.places = places
        self.free = free
        self.subject = subject
        self.of = of
        self.least = value
        self.extended_model = self.model.at(free)
        self.attains = dict[Any, Quotient]()
        self.laws = self.goal.add_region(f"{self.name} laws", subject, self.region, self.extended_model)
        self.best = self.laws

    def values(self, evidence: Any) -> None:
        need(all(type(value) is str for value in evidence.values()),
             "expected texts")
        self.attains = assigned(self, evidence, self.model.expression)

    def show(self) -> None:
        need(self.attains, "expected the values that are optimal", "shown")
        self.show_texts(self.region, self.lawful, "laws")
        self.show_texts(self.region, [*self.subject, f"{self.of} = {self.least}"],
                        "attained", self.attains)
        self.show_texts(self.laws, [f"{self.of} >= {self.least}"], "bound")
        self.show_texts(self.best, self.equal, "unique")

    # -- failures

    def fails(self, point: Point, shows: Any) -> Sides:
        """Show values that give less, or as much and are others than they should be; or a better bound."""
        if "multipliers" in shows:
            return self.fails_by_bound(point,
                                       *entries(shows, self.name, {"infeasible": False}, multipliers=list))
        values, = entries(shows, self.name, values=dict)
        optimal = [f"{self.of} <= {self.least}"] if self.equal else []
        premises = [*self.lawful, *self.feasible, *self.subject, *optimal]
        here = point.within(assigned(self, values, numeric))
        return self.refuted(here, premises, [f"{self.of} >= {self.least}", *self.equal])

    def fails_by_bound(self, point: Point, multipliers: Any, infeasible: bool) -> Sides:
        """Show that of - bound = Σ multiplier · relation + Σ (something >= 0) · variable, and the bound is larger; or
        the same of 0 in place of `of`, and the bound is > 0. Relations that say that a variable is >= 0 have no
        multiplier."""
        model = point.within(self.free).model
        rows = list[Relation]()
        never_negative = set[Monomial]()
        for _, (gap, sign) in model.relations(self.subject):
            if sign in (">", ">=") and not gap.bottom and is_multiple_of_variable(gap.top):
                never_negative.update(gap.top)
            else:
                rows.append((gap, sign))
        need(len(multipliers) == len(rows),
             f"expected a multiplier for each relation, {len(rows)}")
        left: Poly = {} if infeasible else model.polynomial(self.of)
        for multiplier, (gap, sign) in zip(map(number, multipliers), rows):
            need(not gap.bottom, "expected relations without divisors")
            need(sign == "=" or multiplier == 0 or multiplier > 0 and sign != "!=",
                 "a wrong sign of a multiplier")
            left = add(left, times(gap.top, constant(multiplier)), -1)
        bound = left.get((), 0)
        need(all(c > 0 and monomial in never_negative
                 for monomial, c in left.items()
                 if monomial),
             "the multipliers prove no bound")
        need(max(bound.numerator.bit_length(), bound.denominator.bit_length()) < MAX_BOUND_BITS,
             "a bound is too long")
        less = f"0 >= {bound}" if infeasible else f"{self.least} >= {bound}"
        claimed, _, _ = self.refuted(point, [*self.lawful, *self.feasible], [less])
        return ("no solution", "=", "a solution") if infeasible else (digits(bound), "=", claimed)


def is_multiple_of_variable(p: Poly) -> bool:
    return len(p) == 1 and all(len(monomial) == 1 and c > 0 for monomial, c in p.items())


# -- the program on sets -----------------------------------------------------------------------------------------------


def subsets(sources: Sequence[str]) -> list[tuple[str, ...]]:
    """Return all subsets but the empty one, small ones first."""
    need(len(sources) <= MAX_SOURCES, "too many sources")
    return [each
            for size in range(1, len(sources) + 1)
            for each in combinations(sources, size)]


class Program:
    """The set program, as texts. Masses are >= 0, for each (x_0, x) they sum to `joint`, and the set is independent of
    X_0. The cost is the expected size of the set. With `only`, the law is on these sets."""

    def __init__(self, secrets: Sequence[str], sources: Sequence[str], prior: str,
                 joint: Mapping[tuple[str, str], str], only: Container[str] | None = None) -> None:
        sets = {"".join(each): each for each in subsets(sources)}
        need(len(sets) == 2 ** len(sources) - 1, "two sets of sources are alike")
        sets = {s: each for s, each in sets.items() if only is None or s in only}
        Work.spend(len(secrets) * len(sources) * sum(20 + len(s) for s in sets))
        self.secrets = secrets
        self.sources = sources
        self.sets = sets
        self.places = {f"{a},{x},{s}": ("mass", a, x, s)
                       for a in secrets
                       for s, each in sets.items()
                       for x in each}
        self.free: Values = {("mass", a, x, s): variable(f"mass[{a},{x},{s}]") if x in each else ZERO
                             for a in secrets for x in sources for s, each in sets.items()}
        self.signs = [f"mass[{place}] >= 0" for place in self.places]
        self.rows = [f"{self.mass(a, [x], [s for s in sets if x in sets[s]])} = {joint[a, x]}"
                     for a in secrets for x in sources]
        chance = {(a, s): self.mass(a, each, [s])
                  for s, each in sets.items()
                  for a in secrets}
        base, *others = secrets
        self.rows += [f"{prior}[{base}]*({chance[a, s]}) = {prior}[{a}]*({chance[base, s]})"
                      for s in sets for a in others]
        self.cost = " + ".join(f"{len(sets[s])}*({text})"
                               for (_, s), text in chance.items())
        # Without these the rows would not say independence, or the masses not be probabilities.
        self.lawful = lawful([f"{prior}[{a}]" for a in secrets])
        if len(others) > 1:
            self.lawful.append(f"{prior}[{base}] > 0")

    def mass(self, secret: str, requests: Iterable[str], sets: Sequence[str]) -> str:
        """Return the mass of a secret, these requests and sets, as a text."""
        return " + ".join(f"mass[{secret},{x},{s}]" for x in requests for s in sets)


def assigned(program: Program | Least, values: Any,
             read: Callable[[Any], Quotient]) -> dict[Any, Quotient]:
    """Return values for the variables, as a certificate gives them; what is left out is 0."""
    need(type(values) is dict and values.keys() <= program.places.keys(),
         "expected values of variables")
    given = {program.places[text]: read(value) for text, value in values.items()}
    return {**dict.fromkeys(program.free, ZERO), **given}


class Optimum(Least):
    """Of the set program of a law of X_0 and a law of X_t given X_0, the least cost is `value`. With a table, it is
    attained by no other law of the set given (X_0, X_t) than the table, and no (X_0, X_t) has probability zero."""

    keys: Mapping[str, Any] = {"prior": str, "law": str, "value": str}
    optional: Mapping[str, Any] = {"table": ""}

    def prepare(self, prior: str, law: str, *says: Any) -> None:
        tables = self.model.tables
        secrets, sources = ([str(label) for label in tables[name][0][-1]] if name in tables else []
                            for name in (prior, law))
        self.model.check_index(prior, secrets)
        self.model.check_index(law, secrets, sources)
        self.joint = {(a, x): f"{prior}[{a}]*{law}[{a},{x}]"
                      for a in secrets
                      for x in sources}
        self.program = Program(secrets, sources, prior, self.joint)
        self.feasible = [f"{law}[{a},{x}] >= 0" for a in secrets for x in sources]
        sums = [" + ".join(f"{law}[{a},{x}]" for x in sources) for a in secrets]
        self.lawful = [*self.program.lawful, *(f"{each} = 1" for each in sums)]
        self.table: dict[str, str] = {}     # of the only solution; {} if nothing is said of it
        self.build(*says)

    def build(self, *says: Any) -> None:
        value, table = says
        program = self.program
        self.model.expression(value)        # it is one, and does not speak of the variables
        self.set_program(program.places, program.free,
                         [*program.signs, *program.rows], program.cost, value)
        if table:
            self.set_table(table, lambda a, x, s: f"{self.joint[a, x]}*{table}[{a},{x},{s}]")
            self.lawful = [*self.lawful, *(f"{joint} != 0"
                                           for joint in self.joint.values())]
            cheapest = [f"{self.of} = {self.least}"]
            self.best = self.goal.add_region(f"{self.name} best", cheapest,
                                             self.laws, self.extended_model)

    def set_table(self, table: str, entry: Callable[[str, str, str], str]) -> None:
        """State that the variables have these values, made of a table; where the set does not serve the request, 0."""
        program = self.program
        self.model.check_index(table, program.secrets, program.sources, [*program.sets])
        values = {f"{a},{x},{s}": entry(a, x, s) for _, a, x, s in program.free}
        self.equal = [f"mass[{place}] = {text}" for place, text in values.items()]
        self.table = {place: values[place] for place in program.places}
        self.attains = assigned(self, self.table, self.model.expression)

    def values(self, evidence: Any) -> None:
        need(not self.table, "expected no values: the table has them")
        super().values(evidence)


class General(Optimum):
    """The solutions of the equations are those of the table, one for each value of the letters in `free`."""

    keys = {"prior": str, "law": str, "table": str, "free": dict}
    optional: Mapping[str, Any] = {}

    def build(self, *says: Any) -> None:
        table, free = says
        program = self.program
        letters = {*map(str, free.values())}
        used = self.names_used(self.value["prior"], self.value["law"])
        need(free.keys() <= program.places.keys() and len(letters) == len(free)
             and letters <= {*self.model.names} - used,
             "expected different letters that the region, the prior and the law do not mention")
        self.fixed = [f"mass[{place}] = {letter}" for place, letter in free.items()]
        self.set_program(program.places, program.free, [*program.rows, *self.fixed], "0", "0")
        self.set_table(table, lambda a, x, s: f"{table}[{a},{x},{s}]")

    def fails(self, point: Point, shows: Any) -> Sides:
        """Show that the table is no solution, though none of it is negative."""
        entries(shows, self.name)
        here = point.within(assigned(self, self.table, point.model.expression))
        premises = [*self.lawful, *self.feasible, *self.program.signs]
        return self.refuted(here, premises, [*self.subject, *self.equal])


# -- schemes -----------------------------------------------------------------------------------------------------------


class Optimal(Cost):
    """At every t, the expected download is at most the cost of any law that is decodable and independent of X_0.

    A node may have a `bound` that shows it: y_0 and terms (y, a, T), y >= 0, with y_0 - Σ_{T ⊇ S} y <= |S| for each
    set S. If w is the law of the set, it costs at least y_0 Σ w(S) - Σ_T y Σ_{S ⊆ T} w(S); and Σ_{S ⊆ T} w(S), which
    is the same given any X_0, is at most Pr(X_t in T | X_0 = a), for X_t is in the set."""

    keys = {"scheme": str, "prior": str}

    def program(self, only: Container[str] | None = None) -> Program:
        joint = {(a, x): f"{self.prior}[{a}]*({self.within(a, [x])})"
                 for a in self.starts
                 for x in self.starts}
        return Program(self.starts, self.starts, self.prior, joint, only)

    def within(self, first: str, chosen: Iterable[str]) -> str:
        """Return Pr(X_t is one of these | X_0 = first), as a text."""
        text = " + ".join(f"state[{first},{x},{q}]"
                          for x in chosen
                          for q in self.scheme.queries)
        Work.spend(len(text))
        return text

    def claim(self, region: Region, bound: Any) -> Claimed:
        if bound:
            positive = [f"{self.prior}[{a}] > 0" for a in self.starts]
            return region, [*positive, f"{self.least_of_all(bound)} >= {self.spends}"]
        program = self.program()
        relations = [*program.signs, *program.rows]
        laws = self.goal.add_region(f"{region.name} laws", relations,
                                    region, region.model.at(program.free))
        return laws, [f"{program.cost} >= {self.spends}"]

    def least_of_all(self, bound: Any) -> str:
        """Return what every law costs at least, as a text."""
        first, terms = entries(bound, self.name, constant=str, terms=list)
        prices = [self.price(term) for term in terms]
        for each in subsets(self.starts):
            Work.spend(len(prices) + 1)
            left = number(first)
            for multiplier, _, top in prices:
                if {*each} <= {*top}:
                    left = plain(left - multiplier)
            need(left <= len(each),
                 f"the multipliers bring more than {each}", "shown")
        whole = " + ".join(f"{self.prior}[{a}]*({self.within(a, self.starts)})"
                           for a in self.starts)
        return f"{first}*({whole})" + "".join(f" - {y}*({self.within(a, top)})"
                                              for y, a, top in prices
                                              if top)

    def price(self, term: Any) -> tuple[Number, str, list[str]]:
        """Return (y, a, T)."""
        need(type(term) is list and len(term) == 3,
             "expected a multiplier, a source and sources")
        multiplier = number(term[0])
        first = term[1]
        top = texts(term[2], self.name)
        need(multiplier >= 0, f"expected a multiplier >= 0, found {term[0][:40]}")
        need(first in self.starts and {*top} <= {*self.starts},
             "expected sources of the scheme")
        return multiplier, first, [x for x in self.starts if x in top]

    def fails(self, point: Point, shows: Any) -> Sides:
        """Show that a law costs less at this time; it is on the sets that it names."""
        time, values = entries(shows, self.name, time=int, values=dict)
        program = self.program({key.rpartition(",")[2] for key in values})
        here = point.within({**self.at(point, time), **assigned(program, values, numeric)})
        return self.refuted(here, [*program.lawful, *program.signs, *program.rows],
                            [f"{program.cost} >= {self.spends}"])
