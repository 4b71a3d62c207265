"""Obligations in, facts out. This is the only place where a fact is made.

The kernel checks the evidence of an obligation against the scheme, the program and the region alone, and answers
with a fact, with a failure that carries an exact witness, or with the reason why it could not tell. No division is
left unexamined: an element with a denominator that is not shown to be nonzero on the whole region proves nothing
there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import InitVar, dataclass
from enum import Enum
from functools import partial
from itertools import islice
from typing import Any

from .errors import InputError, OnoffError, Pole, Undecidable
from .algebra.field import Element, Field, Point
from .schemes.histories import (
    Basis, Form, Histories, Pairs, Prior, Support, System, defect_form, difference, remainder, request_map, support,
    transition_form, value,
)
from .obligation import (
    Case, Covers, Decodable, Defined, Determined, Identity, Induction, Markov, Markov1, Obligation, Optimum, Private,
    Remark, Shannon, Sign, Supported, Unexamined, Uses, Witness,
)
from .algebra.region import Hypothesis, Region, hypotheses
from .schemes.scheme import Scheme
from .algebra.sign import Proof, Refutation, decide, prove


TRIED_POINTS = 20   # at which a program is solved to show that a solution is not optimal


class Verdict(Enum):
    PROVED = "proved"
    CONDITIONAL = "conditional"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


# -- outcomes --------------------------------------------------------------------------------------------

_SEAL = object()


@dataclass(frozen=True)
class Fact:
    """An obligation that was discharged, and the hypotheses that carried it. Only the kernel makes one."""

    obligation: Obligation
    hypotheses: tuple[Hypothesis, ...]
    seal: InitVar[object]
    inherited: tuple[str, ...] = ()
    """Conditions of a claim that this one uses."""

    def __post_init__(self, seal: object) -> None:
        if seal is not _SEAL:
            raise OnoffError("a fact can only be made by the kernel")


@dataclass(frozen=True)
class Failure:
    obligation: Obligation
    witness: Witness


@dataclass(frozen=True)
class Open:
    obligation: Obligation
    reason: str


Outcome = Fact | Failure | Open


def _granted(condition: str, region: Region) -> bool:
    """Whether a condition that is written as hypotheses (with an alternative behind ", or") holds on the region."""
    try:
        wanted = hypotheses(region.field, condition.partition(", or ")[0].split(", "))
    except (InputError, KeyError):
        return False
    return all(prove(h.element, h.relation, region) is not None for h in wanted)


def _positive(element: Element, point: Point) -> bool:
    return element.at(point) > 0


class _Refuted(Exception):
    """A witness found on the way, against what an obligation takes for granted."""

    def __init__(self, witness: Witness) -> None:
        self.witness = witness


class _Unproved(Exception):
    """Evidence that does not prove its obligation; the text says where it breaks."""


class Kernel:
    """Discharges obligations. `resolve` tells what came of another claim, for `Uses`."""

    def __init__(self, resolve: Callable[[str], Judgement | None] | None = None) -> None:
        self._resolve = resolve

    def discharge(self, obligation: Obligation) -> Outcome:
        rule = self._RULES.get(type(obligation))
        if rule is None:
            return Open(obligation, "there is no rule for this obligation")
        if not obligation.case.region.inhabited:
            return Open(obligation, "the hypotheses contradict each other: nothing would be shown")
        try:
            result = rule(self, obligation)
        except _Refuted as refuted:
            return Failure(obligation, refuted.witness)
        except (_Unproved, Undecidable, Pole) as reason:
            return Open(obligation, str(reason))
        if isinstance(result, Witness):
            return Failure(obligation, result)
        inherited = self._inherited(obligation) if isinstance(obligation, Uses) else ()
        return Fact(obligation, tuple(dict.fromkeys(result)), _SEAL, inherited)

    # Each rule answers with the hypotheses used, or with a witness against the obligation, or raises.

    def _identity(self, o: Identity) -> Iterable[Hypothesis] | Witness:
        region = o.case.region
        sides = (o.left, o.right)
        try:
            left, right = (region.reduce(side) for side in sides)
        except Pole:
            return [h for side in sides for h in self._has_value(o, side)]
        if left == right:
            return [h for side in sides for h in self._has_value(o, side)]
        point = region.find(lambda p: left.at(p) != right.at(p), region.tied(left, right))
        if point is None:
            raise _Unproved(f"{left} and {right} differ, but no point of the region was found that shows it")
        return Witness(o.label, point, region.relevant(point, *sides), str(right.at(point)), str(left.at(point)),
                       o.context)

    @staticmethod
    def _has_value(o: Identity | Sign, element: Element) -> tuple[Hypothesis, ...]:
        """The hypotheses that give an element a value at every point of the case."""
        region = o.case.region
        try:
            bottom = region.reduce(element).denominator
            if bottom.is_constant:
                return ()
            found = decide(bottom, "!=", region)
            point = found.point if isinstance(found, Refutation) else None
        except Pole:
            found, point = None, next(region.points(), None)
        if isinstance(found, Proof):
            return found.hypotheses()
        if point is None:
            raise _Unproved(f"{element} may have a denominator that is zero")
        shown = region.relevant(point, element)
        raise _Refuted(Witness(o.label, point, shown, "a value", "undefined (division by zero)", o.context))

    def _sign(self, o: Sign) -> Iterable[Hypothesis] | Witness:
        region = o.case.region
        if o.relation not in (">", ">=", "!=", "=="):
            raise _Unproved(f"{o.relation!r} is not a relation that can be shown")
        than = o.element.field.zero if o.than is None else o.than
        result = decide(o.element - than, o.relation, region)
        if isinstance(result, Refutation) and result.value is not None:
            shown = region.relevant(result.point, o.element, than)
            found, limit = o.element.at(result.point), than.at(result.point)
            return Witness(o.label, result.point, shown, f"{o.relation} {limit}", str(found), o.context)
        used = [h for side in (o.element, than) for h in self._has_value(o, side)]
        if isinstance(result, Proof):
            return [*used, *result.hypotheses()]
        raise _Unproved(f"neither a proof nor a counterexample of {o.element} {o.relation} {than} was found")

    def _induction(self, o: Induction) -> Iterable[Hypothesis] | Witness:
        used: list[Hypothesis] = []
        for part, (left, right) in (("base", o.base), ("step", o.step)):
            result = self._identity(Identity(o.case, o.group, f"{o.label}, {part}", left, right))
            if isinstance(result, Witness):
                if part == "step":
                    raise _Unproved(f"the step of {o.label} fails: {left} is not {right}")
                return result
            used.extend(result)
        return used

    def _covers(self, o: Covers) -> Iterable[Hypothesis] | Witness:
        whole = o.case.region
        signs: tuple[Hypothesis, ...] = (
            Hypothesis(-o.split, ">"), Hypothesis(o.split, "=="), Hypothesis(o.split, ">"))
        for sign, part in zip(signs, o.parts, strict=True):
            branch = whole.assume(sign).simplified()
            if branch is None:
                continue
            for name, element in part.solved:
                if not branch.reduce(element - element.field[name]).is_zero:
                    raise _Unproved(f"{name} = {element} does not follow")
            for hypothesis in part.hypotheses:
                if prove(hypothesis.element, hypothesis.relation, branch) is None:
                    raise _Unproved(f"{hypothesis} does not follow where {sign}")
        return ()

    def _optimum(self, o: Optimum) -> Iterable[Hypothesis] | Witness:
        try:
            return o.solution.check(o.program, o.case.region)
        except Undecidable:
            raise
        except OnoffError as error:
            return self._not_least(o, str(error))

    @staticmethod
    def _not_least(o: Optimum, reason: str) -> Witness:
        """A point of the region at which the program has another optimum than the solution says, or none."""
        comparable = o.solution.value.field == o.program.field
        for point in islice(o.case.region.points(), TRIED_POINTS) if comparable else ():
            try:
                claimed, least = o.solution.value.at(point), o.program.least(point)
            except Pole:
                continue
            if least != claimed:
                shown = o.case.region.relevant(point, o.solution.value, *o.program.data())
                return Witness(o.label, point, shown, str(claimed), "no optimum" if least is None else str(least))
        raise _Unproved(reason)

    def _shannon(self, o: Shannon) -> Iterable[Hypothesis] | Witness:
        from .entropy.proof import NoProof, check  # costs time to import; most claims do without

        try:
            check(o.answer)
        except Undecidable:
            raise
        except OnoffError as error:
            raise _Unproved(str(error)) from None
        if not isinstance(o.answer, NoProof):
            return ()
        if o.answer.witness is None:
            raise _Unproved("Shannon's inequalities do not imply it")
        given = tuple(("given", str(statement)) for statement in o.answer.given)
        law = "; ".join(" ".join(text.split()) for text in o.answer.witness.lines())
        return Witness(o.label, {}, {}, str(o.answer.goal), f"the law {law}", given)

    # -- rules about schemes --------------------------------------------------------------------------

    def _supported(self, o: Supported) -> Iterable[Hypothesis] | Witness:
        self._closed(o.scheme, o.support)
        return self._divisors(o.scheme, o.case.region)

    def _defined(self, o: Defined) -> Iterable[Hypothesis] | Witness:
        for time, states in self._closed(o.scheme, o.support):
            for state in sorted(states):
                for request in o.scheme.undefined(time + 1, state):
                    reached = o.scheme.state_probability(time, state) * o.scheme.chain.move(state[1], request)
                    point = o.case.region.find(partial(_positive, reached))
                    if point is None:
                        raise _Unproved(f"no point was found where the state {state} is reached")
                    row = (("t", str(time + 1)), ("X_0", state[0]), ("X_t", request), ("Q_{t-1}", state[2]))
                    shown = o.case.region.relevant(point, reached)
                    return Witness(o.label, point, shown, "a law of Q_t", "no law is defined", row)
        return self._divisors(o.scheme, o.case.region)

    def _decodable(self, o: Decodable) -> Iterable[Hypothesis] | Witness:
        used = self._divisors(o.scheme, o.case.region)
        for time, states in self._closed(o.scheme, o.support):
            for _, request, query in states:
                if request not in o.scheme.downloads[query]:
                    raise _Unproved(f"at t = {time} the query {query} may be sent for the request {request}")
        return used

    def _determined(self, o: Determined) -> Iterable[Hypothesis] | Witness:
        used = self._divisors(o.scheme, o.case.region)
        for time, states in self._closed(o.scheme, o.support):
            if isinstance(request_map(states), tuple):
                raise _Unproved(f"X_t is not a function of (X_0, Q_t) at t = {time}")
        return used

    def _private(self, o: Private) -> Iterable[Hypothesis] | Witness:
        base, *others = o.scheme.sources
        forms = [difference(o.scheme, base, other) for other in others]
        self._invariant(Histories(o.scheme), o.basis)
        self._vanish(o.scheme, o.basis, lambda node: forms)
        return self._divisors(o.scheme, o.case.region)

    def _markov(self, o: Markov) -> Iterable[Hypothesis] | Witness:
        zero = o.scheme.field.zero
        self._is_law(o.prior, o.scheme)
        self._invariant(Histories(o.scheme), o.basis)
        self._vanish(o.scheme, o.basis, lambda node: [
            transition_form(o.scheme, o.prior, node, query, o.matrix.get(node, {}).get(query, zero))
            for query in o.scheme.downloads
        ])
        used = list(self._divisors(o.scheme, o.case.region))
        for row in o.matrix.values():
            for element in row.values():
                used.extend(self._nonzero(o.case.region.reduce(element).denominator, o.case.region))
        return used

    def _markov1(self, o: Markov1) -> Iterable[Hypothesis] | Witness:
        self._is_law(o.prior, o.scheme)
        self._invariant(Pairs(o.scheme), o.basis)
        self._vanish(o.scheme, o.basis, lambda node: [
            defect_form(o.scheme, o.prior, node, query)
            for query in o.scheme.downloads if node[1] == node[2]
        ])
        return self._divisors(o.scheme, o.case.region)

    def _uses(self, o: Uses) -> Iterable[Hypothesis] | Witness:
        judgement = self._resolve(o.claim) if self._resolve is not None else None
        verdict = judgement.verdict if judgement is not None else Verdict.UNDECIDED
        if verdict not in (Verdict.PROVED, Verdict.CONDITIONAL):
            raise _Unproved(f"it rests on {o.claim}, which is {verdict.value}")
        return ()

    def _inherited(self, o: Uses) -> tuple[str, ...]:
        """The conditions of the claim that is used, save those that hold on the case."""
        judgement = self._resolve(o.claim) if self._resolve is not None else None
        found = judgement.conditions() if judgement is not None else ()
        return tuple(condition for condition in found if not _granted(condition, o.case.region))

    def _unexamined(self, o: Unexamined) -> Iterable[Hypothesis] | Witness:
        raise _Unproved(o.reason)

    _RULES: dict[type[Obligation], Callable[..., Iterable[Hypothesis] | Witness]] = {
        Identity: _identity, Sign: _sign, Induction: _induction, Covers: _covers, Supported: _supported,
        Optimum: _optimum, Shannon: _shannon, Defined: _defined, Decodable: _decodable, Determined: _determined,
        Private: _private, Markov: _markov, Markov1: _markov1, Uses: _uses, Unexamined: _unexamined,
    }

    # -- what the rules share -------------------------------------------------------------------------

    def _nonzero(self, polynomial: Element, region: Region) -> tuple[Hypothesis, ...]:
        if polynomial.is_constant:
            return ()
        result = prove(polynomial, "!=", region)
        if result is None:
            raise _Unproved(f"{polynomial} is not shown to be nonzero")
        return result.hypotheses()

    def _divisors(self, scheme: Scheme, region: Region) -> list[Hypothesis]:
        """The hypotheses that keep the scheme's denominators from vanishing."""
        used: list[Hypothesis] = []
        for divisor in scheme.divisors():
            found = decide(divisor, "!=", region)
            if isinstance(found, Refutation):
                self._row_in_use(scheme, region, found.point, divisor)
                raise _Unproved(f"{divisor} may be zero, in a row that is not used there")
            if found is None:
                raise _Unproved(f"{divisor} is not shown to be nonzero")
            used.extend(found.hypotheses())
        return used

    @staticmethod
    def _row_in_use(scheme: Scheme, region: Region, point: Point, divisor: Element) -> None:
        """Refutes if the denominator that is zero at the point belongs to a row that can be used there."""
        here = scheme.on(Region(region.field, (), tuple((n, region.field(x)) for n, x in point.items())))
        for time, states in enumerate(support(here).sets, start=1):
            if any(here.undefined(time, state) for state in states):
                shown = region.relevant(point, divisor)
                raise _Refuted(Witness(f"the denominator {divisor} ≠ 0", point, shown, "!= 0", "0"))

    @staticmethod
    def _is_law(prior: Prior, scheme: Scheme) -> None:
        if set(prior) != set(scheme.sources) or sum(prior.values(), scheme.field.zero) != 1:
            raise _Unproved("the weights of X_0 are not a law")

    @staticmethod
    def _closed(scheme: Scheme, support: Support) -> Iterable[tuple[int, frozenset[tuple[str, str, str]]]]:
        """The sets of a support with their times, once it is shown that no state leaves them, ever."""
        first = {(source, source, scheme.start) for source in scheme.sources}
        if not support.sets or not first <= support.sets[0]:
            raise _Unproved("the support does not contain the states at t = 0")
        if (len(support.sets) - support.loop) % scheme.period or not 0 <= support.loop < len(support.sets):
            raise _Unproved("the support does not repeat with the scheme")
        for time, states in enumerate(support.sets):
            follow = support.sets[time + 1 if time + 1 < len(support.sets) else support.loop]
            if not all(moved in follow for state in states for moved, _ in scheme.moves(time + 1, state)):
                raise _Unproved(f"a state leaves the support at t = {time + 1}")
        return enumerate(support.sets)

    @staticmethod
    def _invariant(system: System, basis: Basis) -> None:
        """The vectors of all words lie in the spans of the basis: the first does, and each step stays inside."""
        node, vector = system.initial()
        if remainder(basis.get(node, {}), vector):
            raise _Unproved("the first vector is not in the span")
        for place, rows in basis.items():
            for row in rows.values():
                for letter, follower, moved in system.step(place, row):
                    if remainder(basis.get(follower, {}), moved):
                        raise _Unproved(f"the step from {place} with {letter} leaves the span")

    @staticmethod
    def _vanish(scheme: Scheme, basis: Basis, forms: Callable[[Any], Sequence[Form]]) -> None:
        """The forms of each node are zero on its basis, and every row that the basis uses has a law."""
        for node, rows in basis.items():
            for form in forms(node):
                if any(not value(form, row, scheme.field).is_zero for row in rows.values()):
                    raise _Unproved(f"a form does not vanish at {node}")
            keys = {key if len(node) == 2 else key[0] for row in rows.values() for key in row}
            if any(scheme.undefined(node[0] + 1, (*key, node[1])) for key in keys):
                raise _Unproved(f"a row that is used at {node} has no law")


# -- judgements ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judgement:
    """The outcomes of all obligations of a claim. The verdict is read off them and nothing else."""

    outcomes: tuple[Outcome, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """A failure in a case that violates an unstated condition makes the claim conditional on it, provided that
        all is proved elsewhere; any other failure refutes."""
        failed = [o.obligation.case for o in self.outcomes if isinstance(o, Failure)]
        if any(not case.violates for case in failed):
            return Verdict.REFUTED
        if any(isinstance(o, Open) for o in self.outcomes) or not any(isinstance(o, Fact) for o in self.outcomes):
            return Verdict.UNDECIDED
        return Verdict.CONDITIONAL if self.conditions() else Verdict.PROVED

    def conditions(self) -> tuple[str, ...]:
        """What the paper does not state but must hold: violated where the claim fails, or needed by what it uses."""
        own = [o.obligation.case.violates for o in self.outcomes if isinstance(o, Failure)]
        used = [condition for o in self.outcomes if isinstance(o, Fact) for condition in o.inherited]
        return tuple(dict.fromkeys(condition for condition in (*own, *used) if condition))

    @property
    def witness(self) -> Witness | None:
        return next((o.witness for o in self.outcomes if isinstance(o, Failure)), None)

    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The hypotheses that carried the facts."""
        return tuple(dict.fromkeys(h for o in self.outcomes if isinstance(o, Fact) for h in o.hypotheses))

    def cases(self) -> tuple[Case, ...]:
        return tuple(dict.fromkeys(outcome.obligation.case for outcome in self.outcomes))

    def of(self, case: Case) -> Judgement:
        return Judgement(tuple(o for o in self.outcomes if o.obligation.case == case))


def judge(obligations: Iterable[Obligation], kernel: Kernel) -> Judgement:
    """Discharge everything that a proof yields. What the proof returns is not looked at; where its search gives
    up, the claim stays open."""
    outcomes: list[Outcome] = []
    remarks: list[Remark] = []
    try:
        for obligation in obligations:
            if isinstance(obligation, Remark):
                remarks.append(obligation)
            else:
                outcomes.append(kernel.discharge(obligation))
    except Undecidable as reason:
        case = outcomes[-1].obligation.case if outcomes else Case("", Region(Field()))
        outcomes.append(Open(Unexamined(case, "search", "the search was given up", str(reason)), str(reason)))
    return Judgement(tuple(outcomes), tuple(remarks))
