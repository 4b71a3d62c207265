"""A prover for statements that follow from Shannon's inequalities under linear hypotheses.

Main results
    prove(goal, given)   a Proof, or a NoProof that says what a counterexample must satisfy and may hold one
    check(answer)        recompute the answer from the goal and the hypotheses alone, exactly

A proof of "form >= 0" is an identity between joint entropies,

    form  =  sum of weight * measure  +  sum of multiplier * hypothesis,

with weights >= 0, for every measure is nonnegative, and with multipliers >= 0 where the hypothesis is an
inequality. If there is none, a point shows it: numbers in place of the joint entropies that satisfy Shannon's
inequalities and the hypotheses but not the goal. That does not refute the goal, for the point may be the
entropies of no distribution. Only a distribution does: a witness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm

from .beyond import instances, known
from .grammar import Form, Measure, Names, Statement, Term, distinct, parse, sum_text, total
from .laws import Task
from .prover import MOST, Combination, Hypothesis, Point, Progress, Prover, too_many
from .search import find_simple, find_witness
from .witness import Witness, check_witness
from .sets import Triple, Variables, Vector, add, elementals, single
from .steps import Step, chain
from ..errors import OnoffError, Undecidable

MAX_NAMES = 30
MAX_HYPOTHESES = 50
MAX_LISTED = 12
MAX_BEYOND = 4          # inequalities beyond Shannon's that a proof may take


@dataclass(frozen=True)
class Derivation:
    """sign * (form of the goal) = sum of the measures + sum of multiplier * (form of that hypothesis)."""

    sign: int
    measures: tuple[Term, ...]
    hypotheses: tuple[tuple[Fraction, int], ...]


@dataclass(frozen=True)
class Proof:
    """One derivation for an inequality; two, of both signs, for an equality."""

    goal: Statement
    given: tuple[Statement, ...]
    derivations: tuple[Derivation, ...]

    @property
    def verdict(self) -> str:
        return "proved"

    def lines(self) -> list[str]:
        """Return the proof as chains of steps; a chain that serves both directions is written once."""
        chains = dict.fromkeys(tuple(_chain(self, derivation)) for derivation in self.derivations)
        return [line for lines in chains for line in lines]


@dataclass(frozen=True)
class Bound:
    """A proof of the goal, in the direction of the sign, weakened by measures."""

    sign: int
    measures: tuple[Term, ...]
    proof: Proof


@dataclass(frozen=True)
class NoProof:
    """Shannon's inequalities do not imply the goal.

    The point shows that, or the witness alone; variables that it does not name are constant. A bound says that one of
    its measures is positive in every counterexample in its direction. The witness, if one was found, is a
    counterexample. There is none if the goal is proved beyond Shannon's inequalities: from what is given and others
    that are known to be true.
    """

    goal: Statement
    given: tuple[Statement, ...]
    point: tuple[tuple[Names, Fraction], ...]
    bounds: tuple[Bound, ...]
    witness: Witness | None
    beyond: Proof | None = None

    @property
    def verdict(self) -> str:
        return "undecided" if self.witness is None else "refuted"

    def measures(self) -> list[tuple[Measure, Fraction]]:
        """H(a), I(a;b), H(a | all others) and I(a;b | all others) at the point, for single variables a, b."""
        table = _Table(self.point)
        pairs = [(a, a) for a in table.names] + list(combinations(table.names, 2))
        first = [Measure((a,), (b,)) for a, b in pairs]
        last = [Measure((a,), (b,), tuple(c for c in table.names if c not in (a, b))) for a, b in pairs]
        return [(measure, table.at(measure.form())) for measure in dict.fromkeys(first + last)]

    def explained(self) -> list[str]:
        """Return what a counterexample must satisfy, where to look for one, and whether one was found."""
        lines = [f"Shannon's inequalities do not imply {self.goal}"
                 + (" under the hypotheses" if self.given else "")]
        for bound in self.bounds:
            lines.append(f"they imply {bound.proof.goal}, so a counterexample in this direction has "
                         f"{sum_text(bound.measures)} > 0")
        for label, found in self._sorted():
            more = [f"{len(found) - MAX_LISTED} more"] if len(found) > MAX_LISTED else []
            lines.append(f"{label} where they leave room for one: {', '.join(found[:MAX_LISTED] + more)}")
        if self.beyond is not None:
            used = sorted({index for each in self.beyond.derivations for _, index in each.hypotheses})
            true = ", ".join(str(self.beyond.given[index]) for index in used if index >= len(self.given))
            return [*lines, f"there is no counterexample, by what Zhang and Yeung proved: {true}"]
        return lines if self.witness else [*lines, "no counterexample was found among small distributions"]

    def _sorted(self) -> Iterator[tuple[str, list[str]]]:
        """What is constant, zero (without what is constant) and positive at the point."""
        values = self.measures()
        constant = [m.left[0] for m, value in values if m.left == m.right and not (m.given or value)]
        zero = [m for m, value in values if not (value or {*m.left, *m.right} & set(constant))]
        positive = [m for m, value in values if value]
        for label, found in (("constant", constant), ("zero", zero), ("positive", positive)):
            if found:
                yield label, [str(each) for each in found]


class _Table:
    """The joint entropies at a point."""

    def __init__(self, point: Sequence[tuple[Names, Fraction]]) -> None:
        self.values = {frozenset(names): value for names, value in point}
        self.names = distinct(name for names, _ in point for name in names)

    def at(self, form: Form) -> Fraction:
        """The value of a form; variables that the point does not name are constant."""
        known = [(subset.intersection(self.names), value) for subset, value in form.items()]
        return sum((value * self.values[subset] for subset, value in known if subset), Fraction(0))

    def satisfies(self, statement: Statement) -> bool:
        value = self.at(statement.form())
        return value == 0 if statement.equality else value >= 0


def check(answer: Proof | NoProof) -> None:
    """Raise unless the answer is right. Reads the statements and the numbers, and trusts nothing else."""
    if isinstance(answer, Proof):
        _check_proof(answer)
        return
    if answer.point or answer.witness is None:
        _check_point(answer)
    for bound in answer.bounds:
        weaker = _weaker(answer.goal, bound.sign, bound.measures)
        if bound.proof.goal != weaker or bound.proof.given != answer.given:
            raise OnoffError(f"wrong bound: expected a proof of {weaker}, found one of {bound.proof.goal}")
        if any(term.coefficient <= 0 for term in bound.measures):
            raise OnoffError("wrong bound: expected positive weights")
        _check_proof(bound.proof)
    if answer.beyond is not None:
        _check_beyond(answer.beyond, answer)
    if answer.witness is not None:
        check_witness(answer.witness, answer.goal, answer.given)


def _check_beyond(proof: Proof, answer: NoProof) -> None:
    given, more = proof.given[:len(answer.given)], proof.given[len(answer.given):]
    if proof.goal != answer.goal or given != answer.given:
        raise OnoffError(f"wrong proof beyond Shannon: expected one of {answer.goal}, found one of {proof.goal}")
    for statement in more:
        if not known(statement, given):
            raise OnoffError(f"wrong proof beyond Shannon: expected a known inequality, found {statement}")
    _check_proof(proof)


def _check_proof(proof: Proof) -> None:
    signs = sorted(derivation.sign for derivation in proof.derivations)
    expected = [-1, 1] if proof.goal.equality else [1]
    if signs != expected:
        raise OnoffError(f"wrong proof: expected derivations of sign {expected}, found {signs}")
    for derivation in proof.derivations:
        _check_derivation(derivation, proof.goal, proof.given)


def _check_derivation(derivation: Derivation, goal: Statement, given: Sequence[Statement]) -> None:
    parts: list[tuple[Fraction, Form]] = [(Fraction(-derivation.sign), goal.form())]
    for term in derivation.measures:
        if term.coefficient < 0:
            raise OnoffError(f"wrong proof: expected a weight >= 0, found {term.coefficient}*{term.measure}")
        parts.append((term.coefficient, term.measure.form()))
    for multiplier, index in derivation.hypotheses:
        if not isinstance(multiplier, Fraction) or not 0 <= index < len(given):
            raise OnoffError(f"wrong proof: expected a rational multiple of one of {len(given)} hypotheses, "
                             f"found {multiplier!r} times number {index}")
        if multiplier < 0 and not given[index].equality:
            raise OnoffError(f"wrong proof: expected a multiplier >= 0, found {multiplier} of {given[index]}")
        parts.append((multiplier, given[index].form()))
    for subset, value in total(parts).items():
        left = f"{value}*H({','.join(sorted(subset))})"
        raise OnoffError(f"wrong proof: expected that the sums are equal, found that they differ by {left}")


def _check_point(answer: NoProof) -> None:
    """The point is at least 0 on all elemental measures, satisfies the hypotheses and violates the goal."""
    table = _Table(answer.point)
    variables = single(table.names)
    exact = all(names and isinstance(value, Fraction) for names, value in answer.point)
    if not exact or not len(answer.point) == len(table.values) == variables.full:
        raise OnoffError("wrong point: expected one rational number for every joint entropy")
    scale = lcm(*(value.denominator for _, value in answer.point))
    values = [0] * (variables.full + 1)
    for names, value in answer.point:
        values[variables.mask(names)] = int(scale * value)
    for a, b, given in elementals(variables.full):
        found = values[a | given] + values[b | given] - values[a | b | given] - values[given]
        if found < 0:
            measure = variables.named((a, b, given))
            raise OnoffError(f"wrong point: expected {measure} >= 0, found {Fraction(found, scale)}")
    for statement in answer.given:
        if not table.satisfies(statement):
            raise OnoffError(f"wrong point: it does not satisfy {statement}")
    if table.satisfies(answer.goal):
        raise OnoffError(f"wrong point: it satisfies {answer.goal}")


def _direction(goal: Statement, sign: int) -> int:
    """1 if sign * (form of the goal) is left - right, -1 if it is right - left."""
    return -sign if goal.relation == "<=" else sign


def _weaker(goal: Statement, sign: int, measures: tuple[Term, ...]) -> Statement:
    """sign * (form of the goal) + (sum of the measures) >= 0."""
    if _direction(goal, sign) > 0:
        return Statement(goal.left + measures, ">=", goal.right)
    return Statement(goal.left, "<=", goal.right + measures)


def prove(goal: Statement | str, given: Iterable[Statement | str] = (), search: bool = True,
          progress: Progress | None = None, explain: bool = True) -> Proof | NoProof:
    """Decide whether Shannon's inequalities and the hypotheses imply the goal; the answer has passed check.

    If they do not, a small counterexample is searched for, unless search is false; explained, it comes with what every
    one needs where that is found quickly. Before a linear program that takes long, progress is called with a line that
    says so.
    """
    statement = parse(goal) if isinstance(goal, str) else goal
    hypotheses = tuple(parse(text) if isinstance(text, str) else text for text in given)
    names = distinct(name for each in (statement, *hypotheses) for name in each.names())
    if len(names) > MAX_NAMES or len(hypotheses) > MAX_HYPOTHESES:
        raise Undecidable(f"too large: expected at most {MAX_NAMES} variables and {MAX_HYPOTHESES} hypotheses, "
                          f"found {len(names)} and {len(hypotheses)}")
    answer = _Attempt(statement, hypotheses, progress).answer(search, explain)
    check(answer)
    return answer


class _Attempt:
    """One goal and the hypotheses that are linked to it by variables, in the language of the prover."""

    def __init__(self, goal: Statement, given: tuple[Statement, ...], progress: Progress | None = None) -> None:
        self.goal, self.given = goal, given
        self.task = Task(goal, given)
        self.variables = self.task.variables
        if self.task.size > MOST:
            raise too_many(self.task.size)
        self.aim, *tests = self.task.tests
        self.scales = {index: test.scale for index, test in zip(self.task.near, tests)}
        self.prover = Prover(self.variables.full, {
            index: Hypothesis(test.form, test.equality, test.parts)
            for index, test in zip(self.task.near, tests)}, progress)

    def answer(self, search: bool, explain: bool) -> Proof | NoProof:
        small = self.prover.small(self.aim.form) is not None
        quick = self.quickly(small) if search and not (explain and small) else None
        if quick is not None:
            return quick
        signs = (1, -1) if self.goal.equality else (1,)
        found = {sign: self.derivation(sign) for sign in signs}
        failures = {sign: point for sign, point in found.items() if not isinstance(point, Derivation)}
        if not failures:
            return Proof(self.goal, self.given, tuple(each for each in found.values()
                                                      if isinstance(each, Derivation)))
        point = next(iter(failures.values()))
        heads = single(group[0] for group in self.variables.groups)
        named = tuple((heads.listed(mask), value) for mask, value in point.items())
        beyond: list[Proof] = []

        def vain() -> bool:
            beyond.extend(self.beyond(named))
            return bool(beyond)

        witness = find_witness(self.task, dict(named), vain) if search else None
        return NoProof(self.goal, self.given, named,
                       tuple(bound for sign in failures for bound in self.bound(sign)) if explain else (),
                       witness, beyond[0] if beyond else None)

    def beyond(self, point: Sequence[tuple[Names, Fraction]]) -> Iterator[Proof]:
        """A proof with inequalities that are known beyond Shannon's, each violated where those before leave room."""
        given, true = self.given, list(instances([group[:1] for group in self.variables.groups], self.given))
        for _ in range(MAX_BEYOND):
            table = _Table(point)
            value, place = min(((table.at(each.form()), k) for k, each in enumerate(true)), default=(Fraction(0), 0))
            if value >= 0:
                return
            given = (*given, true[place])
            try:
                answer = _Attempt(self.goal, given).answer(search=False, explain=False)
            except Undecidable:
                return
            if isinstance(answer, Proof):
                yield answer
                return
            point = answer.point

    def quickly(self, small: bool) -> NoProof | None:
        """A simple counterexample, sought before the linear program; only the simplest where that is small."""
        witness = find_simple(self.task, small)
        if witness is None:
            return None
        heads = single(group[0] for group in self.variables.groups)
        point = [(heads.listed(mask), witness.bits(heads.listed(mask))) for mask in range(1, heads.full + 1)]
        values = [(names, Fraction(value)) for names, value in point if value is not None]
        return NoProof(self.goal, self.given, tuple(values) if len(values) == len(point) else (), (), witness)

    def derivation(self, sign: int) -> Derivation | Point:
        """The goal in one direction; at once if it is written as a sum of measures."""
        own = self.own(sign)
        if all(term.coefficient > 0 for term in own):
            return Derivation(sign, own, ())
        scale = self.aim.scale
        found = self.prover.derive(add({}, self.aim.form, sign))
        if not isinstance(found, Combination):
            return found
        return Derivation(sign, self.terms(found.measures, scale), tuple(
            (value * self.scales[index] / scale, index) for index, value in sorted(found.hypotheses.items())))

    def own(self, sign: int) -> tuple[Term, ...]:
        """sign * (form of the goal) in the terms in which it is written."""
        direction = _direction(self.goal, sign)
        return tuple(Term(side * direction * term.coefficient, term.measure)
                     for side, terms in ((1, self.goal.left), (-1, self.goal.right)) for term in terms)

    def terms(self, measures: Mapping[Triple, Fraction], scale: int) -> tuple[Term, ...]:
        return tuple(Term(value / scale, self.variables.named(triple)) for triple, value in measures.items())

    def bound(self, sign: int) -> Iterator[Bound]:
        """A bound for one direction of the goal, if there is one that says something."""
        own = [self.variables.triple(term.measure) for term in self.own(sign) if term.coefficient < 0]
        excess = self.prover.excess(add({}, self.aim.form, sign), own)
        if excess is not None:
            measures = self.terms(excess, self.aim.scale)
            answer = _Attempt(_weaker(self.goal, sign, measures), self.given).answer(search=False, explain=False)
            if isinstance(answer, Proof):
                yield Bound(sign, measures, answer)


def _chain(proof: Proof, derivation: Derivation) -> list[str]:
    """From the left side of the goal to its right side, one measure or hypothesis at a time."""
    goal = proof.goal
    variables = single(distinct(name for each in (goal, *proof.given) for name in each.names()))
    direction = _direction(goal, derivation.sign)
    relation = ">=" if direction > 0 else "<="
    parts = [(relation, f"as {sum_text([term])} >= 0", total([(term.coefficient, term.measure.form())]))
             for term in derivation.measures]
    for multiplier, index in derivation.hypotheses:
        given = proof.given[index]
        times = "" if abs(multiplier) == 1 else f" ({abs(multiplier)} times)"
        parts.append(("=" if given.equality else relation, f"given {given}{times}",
                      total([(multiplier, given.form())])))
    start = total((term.coefficient, term.measure.form()) for term in goal.left)
    forms = [start, *(form for _, _, form in parts)]
    scale = lcm(*(value.denominator for form in forms for value in form.values()))
    steps = [Step(_scaled(variables, form, -direction * scale), relation, reason)
             for relation, reason, form in parts]
    return chain(variables, scale, (sum_text(goal.left), sum_text(goal.right)),
                 _scaled(variables, start, scale), steps)


def _scaled(variables: Variables, form: Form, scale: int) -> Vector:
    """The form times a common multiple of its denominators."""
    return {variables.mask(subset): int(scale * value) for subset, value in form.items()}
