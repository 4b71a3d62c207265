"""A prover for statements that follow from Shannon's inequalities under linear hypotheses.

Main result
    prove(goal, given)   a Proof, or a NoProof that says what a counterexample must satisfy and may hold one

A proof of "form >= 0" is an identity between joint entropies,

    form  =  sum of weight * measure  +  sum of multiplier * hypothesis,

with weights >= 0, for every measure is nonnegative, and with multipliers >= 0 where the hypothesis is an
inequality. If there is none, a point shows it: numbers in place of the joint entropies that satisfy Shannon's
inequalities and the hypotheses but not the goal. That does not refute the goal, for the point may be the
entropies of no distribution. Only a distribution does: a witness. Nothing here is a verdict before the checker has
accepted the certificate that is written from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from .closure import Point
from .grammar import Measure, Names, Statement, Term, distinct, parse, sum_text
from .laws import among_simple
from .limits import LIMITS
from .prover import Combination, Progress, Prover
from .search import find_witness
from .sets import Triple, single
from .steps import Derivation, chain, direction
from .task import Task, names_of
from .witness import Witness
from ..errors import Undecidable

NamedPoint = tuple[tuple[Names, Fraction], ...]
"""Names, and the number in place of their joint entropy."""


@dataclass(frozen=True)
class Proof:
    """One derivation for an inequality; two, of both signs, for an equality."""

    goal: Statement
    given: tuple[Statement, ...]
    derivations: tuple[Derivation, ...]

    @property
    def verdict(self) -> str:
        """Return what a report says."""
        return "proved"

    def lines(self) -> list[str]:
        """Return the proof as chains of steps; a chain that serves both directions is written once."""
        chains = [tuple(chain(self.goal, self.given, each)) for each in self.derivations]
        return [line for lines in dict.fromkeys(chains) for line in lines]


@dataclass(frozen=True)
class Bound:
    """A statement that can be proved: the goal, in one direction, weakened by measures."""

    weaker: Statement
    measures: tuple[Term, ...]


@dataclass(frozen=True)
class NoProof:
    """Shannon's inequalities do not imply the goal.

    The point shows that, or the witness alone; variables that it does not name are constant. A bound says that one of
    its measures is positive in every counterexample in its direction. The witness, if one was found, is a
    counterexample.
    """

    goal: Statement
    given: tuple[Statement, ...]
    point: NamedPoint
    bounds: tuple[Bound, ...]
    witness: Witness | None

    @property
    def verdict(self) -> str:
        """Return what a report says."""
        return "undecided" if self.witness is None else "refuted"

    def measures(self) -> list[tuple[Measure, Fraction]]:
        """Return H(a), I(a;b), H(a | all others) and I(a;b | all others) at the point, for single variables a, b."""
        names = distinct(name for names, _ in self.point for name in names)
        pairs = [(a, a) for a in names] + list(combinations(names, 2))
        measures = [Measure((a,), (b,)) for a, b in pairs]
        for a, b in pairs:
            others = tuple(name for name in names if name not in (a, b))
            measures.append(Measure((a,), (b,), others))
        return [(measure, self._value(measure)) for measure in dict.fromkeys(measures)]

    def _value(self, measure: Measure) -> Fraction:
        """Return a measure at the point."""
        form = measure.form()
        values = [form.get(frozenset(names), 0) * value for names, value in self.point]
        return sum(values, Fraction(0))

    def explained(self) -> list[str]:
        """Return what a counterexample must satisfy, where to look for one, and whether one was found."""
        lines = [
            f"Shannon's inequalities do not imply {self.goal}"
            + (" under the hypotheses" if self.given else "")
        ]
        for bound in self.bounds:
            lines.append(
                f"they imply {bound.weaker}, so a counterexample in this direction has "
                f"{sum_text(bound.measures)} > 0"
            )
        for label, measures in self._sorted_measures():
            more = len(measures) - LIMITS.listed
            if more > 0:
                measures = [*measures[: LIMITS.listed], f"{more} more"]
            lines.append(f"in a counterexample these may be {label}: {', '.join(measures)}")
        if self.witness is None:
            lines.append("no counterexample was found among small distributions")
        return lines

    def _sorted_measures(self) -> Iterator[tuple[str, list[str]]]:
        """Yield what is constant, zero (without what is constant) and positive at the point."""
        positive = [m for m, value in self.measures() if value]
        zero = [m for m, value in self.measures() if not value]
        constant = [m.left[0] for m in zero if m.left == m.right and not m.given]
        zero = [m for m in zero if not {*m.left, *m.right} & {*constant}]
        if constant:
            yield "constant", constant
        if zero:
            yield "zero", list(map(str, zero))
        if positive:
            yield "positive", list(map(str, positive))


def prove(
    goal: Statement | str,
    given: Iterable[Statement | str] = (),
    search: bool = True,
    progress: Progress | None = None,
    explain: bool = True,
) -> Proof | NoProof:
    """Decide whether Shannon's inequalities and the hypotheses imply the goal.

    If they do not, a small counterexample is searched for, unless search is false; explained, it comes with what every
    one needs where that is found quickly. Before a linear program that takes long, progress is called with a line that
    says so.
    """
    statement, *hypotheses = [
        parse(each) if isinstance(each, str) else each for each in (goal, *given)
    ]
    names = names_of([statement, *hypotheses])
    if len(names) > LIMITS.names or len(hypotheses) > LIMITS.hypotheses:
        raise Undecidable(
            f"too large: expected at most {LIMITS.names} variables and {LIMITS.hypotheses} hypotheses, "
            f"found {len(names)} and {len(hypotheses)}"
        )
    task = Task(statement, hypotheses)
    return _Attempt(task, progress).answer(search, explain)


class _Attempt:
    """One task, answered in the words of its statements."""

    def __init__(self, task: Task, progress: Progress | None) -> None:
        self.task = task
        self.goal = task.statement
        self.variables = task.variables
        self.heads = single(group[0] for group in self.variables.groups)
        self.prover = Prover(task, progress)

    def answer(self, search: bool, explain: bool) -> Proof | NoProof:
        """Return the answer. Before a large linear program a simple counterexample is sought."""
        if search and self.prover.small_family is None:
            witness = next(among_simple(self.task), None)
            if witness is not None:
                return NoProof(
                    self.goal, self.task.hypotheses, self.entropies(witness), (), witness
                )
        signs = (1, -1) if self.goal.equality else (1,)
        derivations: list[Derivation] = []
        points: list[Point] = []
        bounds: list[Bound] = []
        for sign in signs:
            answer = self.derive(sign)
            if isinstance(answer, Derivation):
                derivations.append(answer)
                continue
            points.append(answer)
            if explain:
                bounds += self.bounds(sign)
        if not points:
            return Proof(self.goal, self.task.hypotheses, tuple(derivations))
        witness = find_witness(self.task, points[0]) if search else None
        return NoProof(
            self.goal, self.task.hypotheses, self.named(points[0]), tuple(bounds), witness
        )

    def named(self, point: Point) -> NamedPoint:
        """Return a point in names, with the first of each group."""
        return tuple((self.heads.listed(mask), value) for mask, value in point.items())

    def entropies(self, witness: Witness) -> NamedPoint:
        """Return the joint entropies of a witness, if all are whole numbers of bits."""
        point: Point = {}
        for mask in range(1, self.heads.full + 1):
            bits = witness.bits(self.heads.listed(mask))
            if bits is None:
                return ()
            point[mask] = Fraction(bits)
        return self.named(point)

    def own_terms(self, sign: int) -> tuple[Term, ...]:
        """Return sign * (form of the goal) in the terms in which it is written."""
        turn = direction(self.goal, sign)
        sides = [(turn, term) for term in self.goal.left]
        sides += [(-turn, term) for term in self.goal.right]
        return tuple(Term(side * term.coefficient, term.measure) for side, term in sides)

    def derive(self, sign: int) -> Derivation | Point:
        """Return a derivation in one direction, at once if the goal is written as a sum of measures; or a point."""
        own = self.own_terms(sign)
        if all(term.coefficient > 0 for term in own):
            return Derivation(sign, own, ())
        found = self.prover.derive(sign)
        if not isinstance(found, Combination):
            return found
        scale = self.task.goal.scale
        hypotheses: list[tuple[Fraction, int]] = []
        for i, value in sorted(found.hypotheses.items()):
            multiplier = value * self.task.given[i].scale / scale
            hypotheses.append((multiplier, self.task.near[i]))
        return Derivation(sign, self.terms(found.measures), tuple(hypotheses))

    def terms(self, measures: Mapping[Triple, Fraction]) -> tuple[Term, ...]:
        """Return measures, of the scaled goal, as terms of the goal."""
        scale = self.task.goal.scale
        named = self.variables.named
        return tuple(Term(value / scale, named(triple)) for triple, value in measures.items())

    def bounds(self, sign: int) -> Iterator[Bound]:
        """Yield a bound for one direction of the goal, if there is one that says something."""
        negative = [term.measure for term in self.own_terms(sign) if term.coefficient < 0]
        own = [self.variables.triple(measure) for measure in negative]
        excess = self.prover.excess(sign, own)
        if excess is None:
            return
        measures = self.terms(excess)
        goal = self.goal
        if direction(goal, sign) > 0:
            yield Bound(Statement(goal.left + measures, ">=", goal.right), measures)
        else:
            yield Bound(Statement(goal.left, "<=", goal.right + measures), measures)
