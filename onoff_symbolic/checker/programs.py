"""The kinds about programs: least, optimum, general; and optimal, of a scheme at every t.

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

from . import extensions
from .induction import Claimed, Cost
from .model import Values
from .polynomials import TEXTS, TEXT_OF, ZERO, Quotient, Work, has_type, need, variable
from .regions import Region
from .scheme import MAX_SOURCES, lawful
from .statements import Statement


class Least(Statement):
    """Over all values of the variables that satisfy `subject`, the least value of `of` is `value`. The variables are
    names of which neither the region nor the value speaks."""

    keys: Mapping[str, Any] = {"variables": TEXTS, "subject": TEXTS, "of": str, "value": str}
    lawful: Sequence[str] = ()  # relations that have to hold for the program to be one
    feasible: Sequence[str] = ()  # and these, too, at a point where it is to fail
    equal: Sequence[str] = ()  # relations that hold of all values that are optimal

    def prepare(self, *says: Any) -> None:
        self.variables, subject, of, value = says
        free = {*self.model.names} - self.names_used() - self.model.expression(value).names()
        need(
            0 < len({*self.variables}) == len(self.variables) and {*self.variables} <= free,
            "expected different names as variables, of which neither the region nor the value speaks",
        )
        self.model.expression(of)
        names = {name: name for name in self.variables}
        self.set_program(names, {name: variable(name) for name in names}, subject, of, value)

    def set_program(
        self, places: Mapping[str, Any], free: Values, subject: list[str], of: str, value: str
    ) -> None:
        """Set the program; `places`: the variables as a certificate writes them → the names or cells that they are."""
        self.places = places
        self.free = free
        self.subject = subject
        self.of = of
        self.stated = value
        self.extended_model = self.model.at(free)
        self.attains = dict[Any, Quotient]()
        self.solutions = self.goal.add_region(
            f"{self.name} laws", subject, self.region, self.extended_model
        )
        self.best = self.solutions

    def values(self, evidence: Any) -> None:
        need(has_type(evidence, TEXT_OF), "expected texts")
        self.attains = assigned(self, evidence, self.model.expression)

    def show(self) -> None:
        need(self.attains, "expected the values that are optimal", "shown")
        self.show_texts(self.region, self.lawful, "laws")
        self.show_texts(
            self.region, [*self.subject, f"{self.of} = {self.stated}"], "attained", self.attains
        )
        self.show_texts(self.solutions, [f"{self.of} >= {self.stated}"], "bound")
        self.show_texts(self.best, self.equal, "unique")


# -- the program on sets -----------------------------------------------------------------------------------------------


def subsets(sources: Sequence[str]) -> list[tuple[str, ...]]:
    """Return all subsets but the empty one, small ones first."""
    need(len(sources) <= MAX_SOURCES, "too many sources")
    return [each for size in range(1, len(sources) + 1) for each in combinations(sources, size)]


class Program:
    """The set program, as texts. Masses are >= 0, for each (x_0, x) they sum to `joint`, and the set is independent of
    X_0. The cost is the expected size of the set. With `only`, the law is on these sets."""

    def __init__(
        self,
        secrets: Sequence[str],
        sources: Sequence[str],
        prior: str,
        joint: Mapping[tuple[str, str], str],
        only: Container[str] | None = None,
    ) -> None:
        sets = {"".join(each): each for each in subsets(sources)}
        need(len(sets) == 2 ** len(sources) - 1, "two sets of sources are alike")
        sets = {s: each for s, each in sets.items() if only is None or s in only}
        Work.spend(len(secrets) * len(sources) * sum(20 + len(s) for s in sets))
        self.secrets = secrets
        self.sources = sources
        self.sets = sets
        self.places = {
            f"{a},{x},{s}": ("mass", a, x, s)
            for a in secrets
            for s, each in sets.items()
            for x in each
        }
        # What the masses are in the model of the program: themselves, or 0 where the set does not serve the request.
        self.free: Values = {
            ("mass", a, x, s): variable(f"mass[{a},{x},{s}]") if x in each else ZERO
            for a in secrets
            for x in sources
            for s, each in sets.items()
        }
        self.signs = [f"mass[{place}] >= 0" for place in self.places]
        self.rows = [
            f"{self.mass(a, [x], [s for s in sets if x in sets[s]])} = {joint[a, x]}"
            for a in secrets
            for x in sources
        ]
        chance = {(a, s): self.mass(a, each, [s]) for s, each in sets.items() for a in secrets}
        base, *others = secrets
        self.rows += [
            f"{prior}[{base}]*({chance[a, s]}) = {prior}[{a}]*({chance[base, s]})"
            for s in sets
            for a in others
        ]
        self.cost = " + ".join(f"{len(sets[s])}*({text})" for (_, s), text in chance.items())
        # Without these the rows would not say independence, or the masses not be probabilities. Where prior[base] is 0
        # they compare nothing; of two secrets the other one is certain then, and there is nothing to compare.
        self.lawful = lawful([f"{prior}[{a}]" for a in secrets])
        if len(others) > 1:
            self.lawful.append(f"{prior}[{base}] > 0")

    def mass(self, secret: str, requests: Iterable[str], sets: Sequence[str]) -> str:
        """Return the mass of a secret, these requests and sets, as a text."""
        return " + ".join(f"mass[{secret},{x},{s}]" for x in requests for s in sets)


def assigned(
    program: Program | Least, values: Any, read: Callable[[Any], Quotient]
) -> dict[Any, Quotient]:
    """Return values for the variables, as a certificate gives them; what is left out is 0."""
    need(
        type(values) is dict and values.keys() <= program.places.keys(),
        "expected values of variables",
    )
    given = {program.places[text]: read(value) for text, value in values.items()}
    return {**dict.fromkeys(program.free, ZERO), **given}


class Optimum(Least):
    """Of the set program of a law of X_0 and a law of X_t given X_0, the least cost is `value`. With a table, it is
    attained by no other law of the set given (X_0, X_t) than the table, and no (X_0, X_t) has probability zero.
    """

    keys: Mapping[str, Any] = {"prior": str, "law": str, "value": str, "table": str}
    optional: Mapping[str, Any] = {"table": ""}

    def prepare(self, prior: str, law: str, *says: Any) -> None:
        tables = self.model.tables
        secrets, sources = (
            [str(label) for label in tables[name][0][-1]] if name in tables else []
            for name in (prior, law)
        )
        self.model.check_index(prior, secrets)
        self.model.check_index(law, secrets, sources)
        self.joint = {(a, x): f"{prior}[{a}]*{law}[{a},{x}]" for a in secrets for x in sources}
        self.program = Program(secrets, sources, prior, self.joint)
        self.feasible = [f"{law}[{a},{x}] >= 0" for a in secrets for x in sources]
        sums = [" + ".join(f"{law}[{a},{x}]" for x in sources) for a in secrets]
        self.lawful = [*self.program.lawful, *(f"{each} = 1" for each in sums)]
        self.table: dict[str, str] = {}  # of the only solution; {} if nothing is said of it
        self.build(*says)

    def build(self, *says: Any) -> None:
        value, table = says
        program = self.program
        self.model.expression(value)  # it is one, and does not speak of the variables
        self.set_program(
            program.places, program.free, [*program.signs, *program.rows], program.cost, value
        )
        if table:
            self.set_table(table, lambda a, x, s: f"{self.joint[a, x]}*{table}[{a},{x},{s}]")
            self.lawful = [*self.lawful, *(f"{joint} != 0" for joint in self.joint.values())]
            cheapest = [f"{self.of} = {self.stated}"]
            self.best = self.goal.add_region(
                f"{self.name} best", cheapest, self.solutions, self.extended_model
            )

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

    keys = {"prior": str, "law": str, "table": str, "free": TEXT_OF}
    optional: Mapping[str, Any] = {}

    def build(self, *says: Any) -> None:
        table, free = says
        program = self.program
        letters = {*free.values()}
        used = self.names_used(self.value["prior"], self.value["law"])
        need(
            free.keys() <= program.places.keys()
            and len(letters) == len(free)
            and letters <= {*self.model.names} - used,
            "expected different letters that the region, the prior and the law do not mention",
        )
        self.fixed = [f"mass[{place}] = {letter}" for place, letter in free.items()]
        self.set_program(program.places, program.free, [*program.rows, *self.fixed], "0", "0")
        self.set_table(table, lambda a, x, s: f"{table}[{a},{x},{s}]")


# -- schemes -----------------------------------------------------------------------------------------------------------


class Optimal(Cost):
    """At every t, the expected download is at most the cost of any law that is decodable and independent of X_0. A
    node may have a `bound` that shows it."""

    keys = {"scheme": str, "prior": str}

    def program(self, only: Container[str] | None = None) -> Program:
        """Return the set program at a time, for all sets or for these."""
        joint = {
            (a, x): f"{self.prior}[{a}]*({self.within(a, [x])})"
            for a in self.starts
            for x in self.starts
        }
        return Program(self.starts, self.starts, self.prior, joint, only)

    def within(self, first: str, chosen: Iterable[str]) -> str:
        """Return Pr(X_t is one of these | X_0 = first), as a text."""
        text = " + ".join(f"state[{first},{x},{q}]" for x in chosen for q in self.scheme.queries)
        Work.spend(len(text))
        return text

    def claim(self, region: Region, bound: Any) -> Claimed:
        """Return what has to be shown at a node, and where: the bound, or the relations of the program suffice."""
        if bound:
            least = extensions.find("bound")(self, bound)
            positive = [f"{self.prior}[{a}] > 0" for a in self.starts]
            return region, [*positive, f"{least} >= {self.spends}"]
        program = self.program()  # where prior of the first is 0 it asks less, and costs no more
        relations = [*program.signs, *program.rows]
        laws = self.goal.add_region(
            f"{region.name} laws", relations, region, region.model.at(program.free)
        )
        return laws, [f"{program.cost} >= {self.spends}"]
