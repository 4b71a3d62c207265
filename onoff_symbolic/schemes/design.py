"""The best set scheme for a chain, by exact policy iteration.

In a *set scheme* the query Q_t is a set that contains X_t and depends on X_{t-1}, X_t and Q_{t-1}: for each set S and
each y in S a plan on (x, R), x in R, with marginals P(y,·) and w_S, the second one the same for all y in S. Then Q_t
has the law w_{Q_{t-1}} whatever the requests so far, so the queries are a Markov chain that tells nothing about them.
Such plans exist if and only if Bel_{w_S}(T) ≤ min over y in S of P(y,T), for every set T.

V(S) is the least excess (messages beyond the one requested) that is still to be paid after the query S. A set never
has to grow: of a larger one, one source for each y in S is enough. So V is found for small sets first.

The evidence: for each S a law w_S with its plans, and multipliers that prove that no law on sets does better than V(S)
against the costs |R| - 1 + discount · V(R). They prove V(S) is the least of all set schemes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from .classes import classes
from .plans import Plan, check_plan, plan
from .sets import (
    TIDY, Basis, Envelope, Masses, Rows, SetAnswer, by_size, check_answer, full, laws, members, solve_sets, tidy,
)
from ..errors import InputError, OnoffError
from ..programs.exact import WrongAnswer
from ..programs.simplex import solve_square

MAX_SOURCES = 7

Progress = Callable[[int, int], None]
"""Told how many sets are done, and of how many."""


class Endless(OnoffError):
    """The total excess is infinite for every scheme."""


@dataclass(frozen=True)
class Objective:
    """What to make least: the total excess, with a discount for each step or up to a horizon."""

    discount: Fraction = Fraction(1)
    horizon: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.discount <= 1:
            raise InputError(f"expected a discount between 0 and 1, found {self.discount}")
        if self.horizon is not None and self.horizon < 1:
            raise InputError(f"expected a horizon of at least 1, found {self.horizon}")

    @property
    def total(self) -> bool:
        """Whether every step counts in full, for ever."""
        return self.discount == 1 and self.horizon is None


@dataclass(frozen=True)
class Step:
    """What follows the set S: the law of the next set, a plan for each y in S, and V(S) with its multipliers.

    `choice` gives, for each T that has a multiplier, the y in S with the least P(y,T). `basis` is that of the law,
    `proof` that of the multipliers."""

    chosen: int
    value: Fraction
    weights: Masses
    plans: tuple[tuple[int, Plan], ...]
    basis: Basis
    constant: Fraction
    multipliers: Masses
    choice: tuple[tuple[int, int], ...]
    proof: Basis


@dataclass(frozen=True)
class Stage:
    """The steps from time t-1 to t, for every set, in the order of `by_size`."""

    steps: tuple[Step, ...]

    def step(self, chosen: int) -> Step:
        return next(step for step in self.steps if step.chosen == chosen)

    def values(self) -> dict[int, Fraction]:
        return {step.chosen: step.value for step in self.steps}


@dataclass(frozen=True)
class Design:
    """The best set scheme: one stage for ever, or one for each time up to the horizon, the last of them for ever."""

    rows: Rows
    objective: Objective
    stages: tuple[Stage, ...]

    @property
    def size(self) -> int:
        return len(self.rows)

    @property
    def value(self) -> Fraction:
        """The least excess: total, discounted or up to the horizon."""
        return self.stages[0].step(full(self.size)).value

    def stage(self, time: int) -> Stage:
        return self.stages[min(time, len(self.stages)) - 1]

    def laws(self, times: int) -> list[dict[int, Fraction]]:
        """The law of Q_t for t = 0, …, times."""
        found = [{full(self.size): Fraction(1)}]
        for time in range(1, times + 1):
            stage = {step.chosen: step.weights for step in self.stage(time).steps}
            after: dict[int, Fraction] = {}
            for s, p in found[-1].items():
                for r, w in stage[s]:
                    after[r] = after.get(r, Fraction(0)) + p * w
            found.append(after)
        return found

    def costs(self, times: int) -> list[Fraction]:
        """ℓ_t for t = 1, …, times."""
        return [sum((p * s.bit_count() for s, p in law.items()), Fraction(0)) for law in self.laws(times)[1:]]

    def reached(self) -> tuple[int, ...]:
        """The sets that can be asked for, small ones first."""
        found, waiting = {full(self.size)}, [full(self.size)]
        while waiting:
            now = waiting.pop()
            for part in self.stages:
                new = {r for r, _ in part.step(now).weights} - found
                found |= new
                waiting += new
        return tuple(s for s in by_size(self.size) if s in found)

    def check(self) -> None:
        """Raise `WrongAnswer` unless the scheme is a set scheme and its multipliers prove that none is better."""
        following = None if self.objective.horizon is None else dict.fromkeys(by_size(self.size), Fraction(0))
        for stage in reversed(self.stages):
            values = stage.values()
            if sorted(values) != sorted(by_size(self.size)):
                raise WrongAnswer("expected one step for each set")
            cost = costs_of(values if following is None else following, self.objective.discount)
            for step in stage.steps:
                check_step(self.rows, step, cost)
            following = values if following is not None else None
        if self.objective.total and any(v for s, v in self.stages[0].values().items() if s.bit_count() == 1):
            raise WrongAnswer("after a single source nothing more has to be paid")


def costs_of(values: Mapping[int, Fraction], discount: Fraction) -> dict[int, Fraction]:
    """|R| - 1 + discount · V(R)."""
    return {s: s.bit_count() - 1 + discount * value for s, value in values.items()}


def check_step(rows: Rows, step: Step, cost: Mapping[int, Fraction]) -> None:
    """Raise `WrongAnswer` unless the step's law and plans fit, and its multipliers prove its value for this cost."""
    own = members(step.chosen)
    envelope = Envelope.of(tuple(rows[y] for y in own))
    check_answer(len(rows), envelope.least, cost,
                 SetAnswer(step.value, step.weights, step.constant, step.multipliers, step.proof))
    if tuple(y for y, _ in step.plans) != own:
        raise WrongAnswer(f"expected a plan for each source of {own}")
    for y, found in step.plans:
        check_plan(rows[y], step.weights, found.entries)
    prices, choice = dict(step.multipliers), dict(step.choice)
    if prices.keys() != choice.keys() or not set(choice.values()) <= set(own):
        raise WrongAnswer("expected one source of the set for each multiplier")
    used = sum((y * rows[choice[t]][x] for t, y in prices.items() for x in members(t)), Fraction(0))
    if step.constant - used != step.value:
        raise WrongAnswer("the chosen rows do not prove the value")


# -- policy iteration -----------------------------------------------------------------------------------------------


def design(
    rows: Iterable[Iterable[Fraction | int]], objective: Objective = Objective(),
    progress: Progress = lambda done, total: None,
) -> Design:
    """The best set scheme; `Endless` where the total excess is infinite whatever is done."""
    exact = laws(rows)
    if len(exact) != len(exact[0]):
        raise InputError("expected a chain with one row for each source")
    if len(exact) > MAX_SOURCES:
        raise InputError(f"expected at most {MAX_SOURCES} sources, found {len(exact)}")
    if objective.total:
        reason = classes(exact).endless()
        if reason is not None:
            raise Endless(reason)
    envelopes = {s: Envelope.of(tuple(exact[y] for y in members(s))) for s in by_size(len(exact))}
    if objective.horizon is None:
        stages = [_for_ever(exact, envelopes, objective.discount, progress)]
    else:
        stages = _up_to(exact, envelopes, objective, progress)
    answer = _tidied(Design(exact, objective, tuple(stages)), envelopes)
    answer.check()
    return answer


def _for_ever(
    rows: Rows, envelopes: Mapping[int, Envelope], discount: Fraction, progress: Progress
) -> Stage:
    """One stage that repeats: V for the sets of each size, given V for smaller ones."""
    size = len(rows)
    answers = _singles(rows)
    values = dict.fromkeys(answers, Fraction(0))
    done, count = size, 2 * full(size)
    for number in range(2, size + 1):
        level = [s for s in by_size(size) if s.bit_count() == number]
        policy: dict[int, Masses] = {s: walkers(rows, s) for s in level}
        while True:
            values.update(_evaluate(policy, values, discount))
            cost = costs_of(values, discount)
            better = 0
            for s in level:
                before = answers.get(s)
                answers[s] = solve_sets(size, envelopes[s].least, cost, before.basis if before is not None else None)
                if answers[s].value < values[s]:
                    policy[s], better = answers[s].weights, better + 1
                progress(done, count)
            if not better:
                break
        done += len(level)
        progress(done, count)
    return Stage(tuple(_proved(rows, envelopes, answers, values, discount, done, count, progress)))


def _singles(rows: Rows) -> dict[int, SetAnswer]:
    """After a single source the next query is the next request, and nothing is paid beyond it."""
    size = len(rows)
    points = tuple(1 << x for x in range(size))
    basis = Basis(points, (*points[:-1], full(size)))
    return {1 << y: SetAnswer(Fraction(0), tuple((1 << x, p) for x, p in enumerate(row) if p), Fraction(0), (), basis)
            for y, row in enumerate(rows)}


def _up_to(
    rows: Rows, envelopes: Mapping[int, Envelope], objective: Objective, progress: Progress
) -> list[Stage]:
    """One stage for each time, the last one first; V is 0 after the horizon."""
    size, times = len(rows), objective.horizon or 1
    values = dict.fromkeys(by_size(size), Fraction(0))
    stages: list[Stage] = []
    last: dict[int, SetAnswer] = {}
    for time in range(times):
        cost = costs_of(values, objective.discount)
        answers = _singles(rows)
        for s in by_size(size)[size:]:
            small = {r: c for r, c in cost.items() if r.bit_count() <= s.bit_count()}
            answers[s] = solve_sets(size, envelopes[s].least, small, last[s].basis if s in last else None)
        done = time * 2 * full(size)
        stages.append(Stage(tuple(_proved(
            rows, envelopes, answers, values, objective.discount, done, times * 2 * full(size), progress))))
        last, values = answers, stages[-1].values()
    return stages[::-1]


def _proved(
    rows: Rows, envelopes: Mapping[int, Envelope], answers: Mapping[int, SetAnswer],
    values: Mapping[int, Fraction], discount: Fraction, done: int, count: int, progress: Progress,
) -> Iterable[Step]:
    """The steps with multipliers for all sets, also for those that are larger than S."""
    size = len(rows)
    cost = costs_of(values, discount)
    for s, found in answers.items():
        single = s.bit_count() == 1
        proof = found if single else solve_sets(size, envelopes[s].least, cost, found.basis)
        answer = tidy(size, envelopes[s].least, cost, found) if size <= TIDY and not single else found
        own = members(s)
        yield Step(
            s, answer.value, answer.weights, tuple((y, plan(rows[y], answer.weights)) for y in own), answer.basis,
            proof.constant, proof.multipliers,
            tuple((t, own[envelopes[s].choice[t]]) for t, _ in proof.multipliers), proof.basis)
        done += 1
        progress(done, count)


def _tidied(found: Design, envelopes: Mapping[int, Envelope]) -> Design:
    """The design with tidy laws after the sets that are asked for; of few sources all sets have them already."""
    size, stages = found.size, [{step.chosen: step for step in stage.steps} for stage in found.stages]
    if size <= TIDY:
        return found
    later = [*found.stages[1:], found.stages[-1]]
    waiting, seen = [(0, full(size))], set[tuple[int, int]]()
    while waiting:
        place, s = waiting.pop()
        if (place, s) in seen or s.bit_count() == 1:
            continue
        seen.add((place, s))
        step, last = stages[place][s], place == len(stages) - 1
        values = dict.fromkeys(by_size(size), Fraction(0)) if last and found.objective.horizon is not None \
            else later[place].values()
        answer = tidy(size, envelopes[s].least, costs_of(values, found.objective.discount),
                      SetAnswer(step.value, step.weights, step.constant, step.multipliers, step.basis))
        plans = tuple((y, plan(found.rows[y], answer.weights)) for y in members(s))
        stages[place][s] = replace(step, weights=answer.weights, plans=plans, basis=answer.basis)
        waiting += [(place if last else place + 1, r) for r, _ in answer.weights]
    return replace(found, stages=tuple(Stage(tuple(stage.values())) for stage in stages))


def walkers(rows: Rows, chosen: int) -> Masses:
    """The law of the sources that independent walkers, one from each source of a set, reach in one step."""
    found: dict[int, Fraction] = {0: Fraction(1)}
    for y in members(chosen):
        after: dict[int, Fraction] = {}
        for s, p in found.items():
            for x, step in enumerate(rows[y]):
                if step:
                    key = s | 1 << x
                    after[key] = after.get(key, Fraction(0)) + p * step
        found = after
    return tuple(sorted(found.items()))


def _evaluate(
    policy: Mapping[int, Masses], known: Mapping[int, Fraction], discount: Fraction
) -> dict[int, Fraction]:
    """V on the sets of the policy: V(S) = Σ w_S(R) (|R| - 1 + discount · V(R)), V known on the other sets."""
    lines, bounds = [], []
    for s, law in policy.items():
        line: dict[int, Fraction] = {s: Fraction(1)}
        bound = Fraction(0)
        for r, w in law:
            bound += w * (r.bit_count() - 1)
            if r in policy:
                line[r] = line.get(r, Fraction(0)) - discount * w
            else:
                bound += discount * w * known[r]
        lines.append({r: value for r, value in line.items() if value})
        bounds.append(bound)
    return solve_linear(lines, bounds)


def solve_linear(lines: Sequence[Mapping[int, Fraction]], bounds: Sequence[Fraction]) -> dict[int, Fraction]:
    """The only solution of a square system of fractions."""
    whole, right = [], []
    for line, bound in zip(lines, bounds, strict=True):
        scale = lcm(bound.denominator, *(value.denominator for value in line.values()))
        whole.append({j: int(value * scale) for j, value in line.items()})
        right.append(int(bound * scale))
    solution = solve_square(whole, right)
    if solution is None:
        raise OnoffError("a system that has one solution was found to be singular")
    return solution
