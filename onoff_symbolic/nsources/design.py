"""The best set scheme for a chain, by exact policy iteration.

In a *set scheme* the query Q_t is a set that contains X_t and depends on X_{t-1}, X_t and Q_{t-1}: for each set S and
each y in S a plan on (x, R), x in R, with marginals P(y,·) and w_S, the second one the same for all y in S. Then Q_t
has the law w_{Q_{t-1}} whatever the requests so far, so the queries are a Markov chain that tells nothing about them.
Such plans exist if and only if Bel_{w_S}(T) ≤ min over y in S of P(y,T), for every set T.

V(S) is the least excess (messages beyond the one requested) that is still to be paid after the query S. A set never
has to grow: of a larger one, one source for each y in S is enough. So V is found for small sets first.

For each S the answer has a law w_S with its plans, and the basis whose multipliers prove that no law on sets does
better than V(S) against the costs |R| - 1 + discount · V(R).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from .classes import classes
from .plans import Plan, plan
from .sets import (
    TIDY,
    Basis,
    Envelope,
    Masses,
    Rows,
    SetAnswer,
    by_size,
    full,
    laws,
    members,
    solve_sets,
    tidy,
)
from ..errors import InputError, OnoffError
from ..programs.exact import WrongAnswer
from ..programs.simplex import solve_square
from ..schemes.chain import reachable

MAX_SOURCES = 7
NOTHING = Fraction(0)

Report = Callable[[int, int], None]
"""Called with how many sets are done, and of how many."""
Values = dict[int, Fraction]
"""Set → V of the set, or what it costs."""


class Endless(OnoffError):
    """The total excess is infinite for every scheme."""


@dataclass(frozen=True)
class Objective:
    """What to make least: the total excess, with a discount for each step or up to a horizon."""

    discount: Fraction = Fraction(1)
    horizon: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.discount <= 1:
            raise InputError(
                f"expected a discount between 0 and 1, found {self.discount}"
            )
        if self.horizon is not None and self.horizon < 1:
            raise InputError(f"expected a horizon of at least 1, found {self.horizon}")

    @property
    def total(self) -> bool:
        """Return whether every step counts in full, for ever."""
        return self.discount == 1 and self.horizon is None

    def costs(self, values: Mapping[int, Fraction]) -> Values:
        """Return |R| - 1 + discount · V(R)."""
        return {
            s: s.bit_count() - 1 + self.discount * value for s, value in values.items()
        }


@dataclass(frozen=True)
class Step:
    """What follows a set S: V(S), the law of the next set, and a plan for each y in S.

    `basis` is that of the law, `proof` that of the multipliers."""

    value: Fraction
    weights: Masses
    plans: tuple[tuple[int, Plan], ...]
    basis: Basis
    proof: Basis


Stage = dict[int, Step]
"""The steps from time t-1 to t: what follows each set, in the order of `by_size`."""


def values_of(stage: Stage) -> Values:
    """Return V."""
    return {s: step.value for s, step in stage.items()}


@dataclass(frozen=True)
class Design:
    """The best set scheme: one stage for ever, or one for each time up to the horizon, the last of them for ever."""

    rows: Rows
    objective: Objective
    stages: tuple[Stage, ...]

    @property
    def size(self) -> int:
        """Return the number of sources."""
        return len(self.rows)

    @property
    def value(self) -> Fraction:
        """Return the least excess: total, discounted or up to the horizon."""
        return self.stages[0][full(self.size)].value

    def values_after(self, place: int) -> Values:
        """Return V of the stage that follows the one in a place; 0 after the horizon."""
        if self.objective.horizon is None:
            return values_of(self.stages[0])
        if place + 1 < len(self.stages):
            return values_of(self.stages[place + 1])
        return dict.fromkeys(by_size(self.size), NOTHING)

    def laws(self, times: int) -> list[Values]:
        """Return the law of Q_t for t = 0, …, times."""
        found = [{full(self.size): Fraction(1)}]
        for time in range(1, times + 1):
            stage = self.stages[min(time, len(self.stages)) - 1]
            after: Values = {}
            for s, p in found[-1].items():
                for r, w in stage[s].weights:
                    after[r] = after.get(r, NOTHING) + p * w
            found.append(after)
        return found

    def costs(self, times: int) -> list[Fraction]:
        """Return ℓ_t for t = 1, …, times."""
        return [
            sum((p * s.bit_count() for s, p in law.items()), NOTHING)
            for law in self.laws(times)[1:]
        ]

    def reached(self) -> tuple[int, ...]:
        """Return the sets that can be asked for, small ones first."""
        found = reachable(
            [full(self.size)], lambda s: [r for stage in self.stages for r, _ in stage[s].weights]
        )
        return tuple(s for s in by_size(self.size) if s in found)


# -- policy iteration -----------------------------------------------------------------------------------------------


def design(
    rows: Iterable[Iterable[Fraction | int]],
    objective: Objective = Objective(),
    report: Report = lambda done, total: None,
) -> Design:
    """Return the best set scheme; raise Endless where the total excess is infinite whatever is done."""
    given = laws(rows)
    if len(given) != len(given[0]):
        raise InputError("expected a chain with one row for each source")
    if len(given) > MAX_SOURCES:
        raise InputError(f"expected at most {MAX_SOURCES} sources, found {len(given)}")
    reason = classes(given).endless() if objective.total else None
    if reason is not None:
        raise Endless(reason)
    search = _Search(given, objective, report)
    stages = (
        [search.for_ever()]
        if objective.horizon is None
        else search.up_to(objective.horizon)
    )
    return search.tidied(Design(given, objective, tuple(stages)))


class _Search:
    """Finds the stages of a design."""

    def __init__(self, rows: Rows, objective: Objective, report: Report) -> None:
        self.rows, self.objective, self.report = rows, objective, report
        self.size = len(rows)
        self.sets = by_size(self.size)
        self.envelopes = {
            s: Envelope.of(tuple(rows[y] for y in members(s))) for s in self.sets
        }
        self.done, self.total = 0, 2 * len(self.sets) * (objective.horizon or 1)

    def tick(self, count: int) -> None:
        """Report so many sets more as done."""
        self.done += count
        self.report(self.done, self.total)

    def solve(self, chosen: int, cost: Values, start: SetAnswer | None) -> SetAnswer:
        """Return the best law after a set, for what the next sets cost."""
        return solve_sets(
            self.size,
            self.envelopes[chosen].least,
            cost,
            None if start is None else start.basis,
        )

    def tidy(self, chosen: int, cost: Values, found: SetAnswer) -> SetAnswer:
        """Return an answer that looks like those of neighbouring programs."""
        return tidy(self.size, self.envelopes[chosen].least, cost, found)

    def singles(self) -> dict[int, SetAnswer]:
        """Return what follows a single source: the next query is the next request, and nothing is paid beyond it."""
        points = tuple(1 << x for x in range(self.size))
        basis = Basis(points, (*points[:-1], full(self.size)))
        laws = [tuple((1 << x, p) for x, p in enumerate(row) if p) for row in self.rows]
        return {
            point: SetAnswer(NOTHING, law, NOTHING, (), basis)
            for point, law in zip(points, laws, strict=True)
        }

    def for_ever(self) -> Stage:
        """Return one stage that repeats: V for the sets of each size, given V for smaller ones."""
        answers = self.singles()
        values = dict.fromkeys(answers, NOTHING)
        for number in range(2, self.size + 1):
            level = [s for s in self.sets if s.bit_count() == number]
            policy = {s: walkers(self.rows, s) for s in level}
            improved = level
            while improved:
                solution = solve_linear(
                    *excess_equations(policy, values, self.objective.discount)
                )
                if solution is None:
                    raise OnoffError(
                        "a system that has one solution was found to be singular"
                    )
                values.update(solution)
                cost = self.objective.costs(values)
                for s in level:
                    answers[s] = self.solve(s, cost, answers.get(s))
                    self.tick(0)
                improved = [s for s in level if answers[s].value != values[s]]
                policy |= {s: answers[s].weights for s in improved}
            self.tick(len(level))
        self.tick(self.size)
        return self.stage(answers, self.objective.costs(values))

    def up_to(self, horizon: int) -> list[Stage]:
        """Return one stage for each time; the last one is found first, for V is 0 after it."""
        values = dict.fromkeys(self.sets, NOTHING)
        stages: list[Stage] = []
        answers: dict[int, SetAnswer] = {}
        for _ in range(horizon):
            cost = self.objective.costs(values)
            answers = {**answers, **self.singles()}
            for s in self.sets[self.size:]:
                small = {
                    r: c for r, c in cost.items() if r.bit_count() <= s.bit_count()
                }
                answers[s] = self.solve(s, small, answers.get(s))
            self.tick(len(self.sets))
            stages.append(self.stage({s: answers[s] for s in self.sets}, cost))
            values = values_of(stages[-1])
        return stages[::-1]

    def stage(self, answers: Mapping[int, SetAnswer], cost: Values) -> Stage:
        """Return the steps, with multipliers for all sets, also for those that are larger than S."""
        steps: Stage = {}
        for s, found in answers.items():
            proof = answer = found
            if s.bit_count() > 1:
                proof = self.solve(s, cost, found)
                answer = self.tidy(s, cost, found) if self.size <= TIDY else found
            if proof.value != found.value:
                raise WrongAnswer(
                    f"a law on larger sets than {members(s)} costs less after it"
                )
            plans = self.plans(s, answer)
            steps[s] = Step(answer.value, answer.weights, plans, answer.basis, proof.basis)
            self.tick(1)
        return steps

    def plans(self, chosen: int, answer: SetAnswer) -> tuple[tuple[int, Plan], ...]:
        """Return the plans for the sources of a set."""
        return tuple((y, plan(self.rows[y], answer.weights)) for y in members(chosen))

    def tidied(self, found: Design) -> Design:
        """Return the design with tidy laws after the sets that are asked for; of few sources all have them already."""
        if self.size <= TIDY:
            return found
        stages = [{**stage} for stage in found.stages]
        waiting, seen = [(0, full(self.size))], set[tuple[int, int]]()
        while waiting:
            place, s = waiting.pop()
            if (place, s) in seen or s.bit_count() == 1:
                continue
            seen.add((place, s))
            step = stages[place][s]
            answer = self.tidy(
                s,
                self.objective.costs(found.values_after(place)),
                SetAnswer(step.value, step.weights, NOTHING, (), step.basis),
            )
            stages[place][s] = replace(
                step,
                weights=answer.weights,
                plans=self.plans(s, answer),
                basis=answer.basis,
            )
            waiting += [(min(place + 1, len(stages) - 1), r) for r, _ in answer.weights]
        return replace(found, stages=tuple(stages))


def walkers(rows: Rows, chosen: int) -> Masses:
    """Return the law of the sources that independent walkers, one from each source of a set, reach in one step."""
    found: Values = {0: Fraction(1)}
    for y in members(chosen):
        after: Values = {}
        for s, p in found.items():
            for x, step in enumerate(rows[y]):
                if step:
                    after[s | 1 << x] = after.get(s | 1 << x, NOTHING) + p * step
        found = after
    return tuple(sorted(found.items()))


def excess_equations(
    policy: Mapping[int, Iterable[tuple[int, Any]]],
    known: Mapping[int, Any],
    discount: Any,
) -> tuple[list[dict[int, Any]], list[Any]]:
    """Return what V solves on the sets of a policy: lines and bounds of V(S) = Σ w_S(R) (|R| - 1 + discount · V(R)),
    V being known on the other sets. Numbers are fractions or elements."""
    zero, lines, bounds = discount * 0, list[dict[int, Any]](), list[Any]()
    for s, law in policy.items():
        line, bound = {s: zero + 1}, zero
        for r, w in law:
            bound = bound + w * (r.bit_count() - 1)
            if r in policy:
                line[r] = line.get(r, zero) - discount * w
            else:
                bound = bound + discount * w * known[r]
        lines.append(line)
        bounds.append(bound)
    return lines, bounds


def solve_linear(
    lines: Sequence[Mapping[int, Fraction]], bounds: Sequence[Fraction]
) -> Values | None:
    """Return the only solution of a square system of fractions; None if there is none, or more."""
    whole, right = [], []
    for line, bound in zip(lines, bounds, strict=True):
        scale = lcm(bound.denominator, *(value.denominator for value in line.values()))
        whole.append({j: int(value * scale) for j, value in line.items() if value})
        right.append(int(bound * scale))
    return solve_square(whole, right)
