"""A goal and its hypotheses on numbered variables: what the prover and the search for counterexamples are given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from .grammar import Names, Statement, distinct
from .limits import LIMITS
from .sets import Triple, Vector, as_measures, denominator, grouped
from .witness import Witness, refutes
from ..errors import Undecidable

Atom = tuple[int, ...]
"""A value of each variable."""
Points = Sequence[Atom]
"""A law: equally likely points."""


@dataclass(frozen=True)
class Relation:
    """form = 0 if it is an equality, form >= 0 otherwise; the form is that of a statement times the scale.

    The parts, if any, are measures that it says are zero: then it holds for a sum of laws only if for each of them.
    """

    form: Vector
    equality: bool
    parts: tuple[Triple, ...] = ()
    scale: int = 1

    @property
    def vanishing(self) -> bool:
        """Return whether it says that measures are zero, and nothing else."""
        return bool(self.parts) or not self.form


class Task:
    """The goal and the hypotheses that are linked to it, on the variables 0, 1, …: one for each group that occurs only
    together. All other variables are constant.
    """

    def __init__(self, goal: Statement, given: Iterable[Statement]) -> None:
        self.statement = goal
        self.hypotheses = tuple(given)
        self.names = names_of([goal, *self.hypotheses])
        names, self.near = linked(goal, self.hypotheses)
        near = [self.hypotheses[index] for index in self.near]
        forms = [statement.form() for statement in (goal, *near)]
        self.variables = grouped(names, forms)
        self.size = len(self.variables.groups)
        if self.size > LIMITS.variables:
            raise too_large(self.size)
        self.goal = self._relation(goal)
        self.given = [self._hypothesis(statement) for statement in near]
        self.relations = [self.goal, *self.given]

    def _relation(self, statement: Statement) -> Relation:
        form = statement.form()
        scale = denominator(form)
        return Relation(self.variables.integral(form, scale), statement.equality, scale=scale)

    def _hypothesis(self, statement: Statement) -> Relation:
        """Return a hypothesis with the measures that it says are zero."""
        relation = self._relation(statement)
        return replace(relation, parts=zero_measures(relation))

    def witnesses(self, points: Points) -> Iterator[Witness]:
        """Yield the law as a witness, if it is one. Only the first of each group has its value."""
        if not 0 < len(set(points)) <= LIMITS.atoms:
            return
        places = [self.names.index(group[0]) for group in self.variables.groups]
        counts = Counter(spread(point, places, len(self.names)) for point in points)
        rows = sorted(counts.items())
        atoms = [(values, Fraction(count, len(points))) for values, count in rows]
        witness = Witness(self.names, tuple(atoms))
        if refutes(witness, self.statement, self.hypotheses):
            yield witness


def zero_measures(relation: Relation) -> tuple[Triple, ...]:
    """Return the measures that are zero, if the relation says that a sum of measures is zero, or at most that."""
    parts = as_measures(relation.form)
    at_most = all(multiple < 0 for multiple, _ in parts)
    at_least = all(multiple > 0 for multiple, _ in parts)
    if at_most or at_least and relation.equality:
        return tuple(triple for _, triple in parts)
    return ()


def names_of(statements: Iterable[Statement]) -> Names:
    """Return the variables of some statements."""
    return distinct(name for statement in statements for name in statement.names())


def spread(values: Iterable[int], places: Iterable[int], size: int, other: int = 0) -> Atom:
    """Return a value of each of so many variables, when some have these and the rest have another."""
    own = dict(zip(places, values))
    return tuple(own.get(k, other) for k in range(size))


def linked(goal: Statement, given: Sequence[Statement]) -> tuple[Names, list[int]]:
    """Return the variables that hypotheses link to the goal, and the numbers of these hypotheses.

    The others do not matter: where their variables are constant they hold.
    """
    names = goal.names()
    far = dict(enumerate(given))
    while True:
        more = [
            index for index, statement in far.items() if not {*names}.isdisjoint(statement.names())
        ]
        if not more:
            return names, [index for index in range(len(given)) if index not in far]
        for index in more:
            names = distinct([*names, *far.pop(index).names()])


def too_large(variables: int) -> Undecidable:
    """Return the error for too many variables."""
    return Undecidable(
        f"too large: expected at most {LIMITS.entropies.bit_length()} variables, those that occur only "
        f"together counted once, found {variables}"
    )
