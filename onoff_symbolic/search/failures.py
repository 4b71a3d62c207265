"""Where a statement fails: points, choices, states, histories, laws. The checker says whether they show it.

find        evidence that a statement fails
FAILURES    kind of statement → how evidence is proposed
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from typing import Any

from ..algebra.bridge import Hypotheses, points
from ..algebra.field import Point
from ..checker import Cost, Goal, Least, Running, Statement
from ..checker.polynomials import Invalid, Undefined
from ..errors import Pole, Undecidable
from .better_optimum import better_optimum, cheaper_law
from .elements import names_of_scheme
from .errors import NotFound
from .failing_processes import (
    dependent_query,
    distinguishing_history,
    faulty_states,
    of_experiment,
    points_at_faults,
    wrong_rows,
)
from .failing_relations import TIMES, negated, points_at_edges, wrong_relations, wrong_times
from .write import point_of, point_text

LATEST = 20
"""Up to this t a law that costs less than a scheme is looked for, if there is time."""
LONGEST = Running.LONGEST
"""The last t of a state, and one more than the last of a history, that the checker follows."""
TRIED = 20

Failure = dict[str, Any]


@dataclass(frozen=True)
class Attempt:
    """A statement that is to fail where the hypotheses hold; `tried`: at how many points this is looked for."""

    statement: Any
    hypotheses: Hypotheses
    hints: Sequence[Point] = ()
    tried: int = TRIED

    def points(
        self, near: Iterable[str] | None, more: Iterable[Point]
    ) -> Iterator[tuple[dict[str, str], Point]]:
        """Yield points as texts and as numbers: hints, simple ones near some names, and more."""
        names = self.statement.model.names
        simple = islice(points(names, self.hypotheses, near), self.tried)
        for point in chain(self.hints, simple, more):
            at = point_text(point, names)
            yield at, point_of(at)


Strategy = Callable[[Attempt], Iterator[Failure]]
AtPoint = Callable[[Any, Point], Iterable[Failure]]
MorePoints = Callable[[Any, Hypotheses], Iterator[Point]]


def find(
    goal: Goal,
    statement: Statement,
    violated: Sequence[str],
    others: Sequence[str],
    hints: Sequence[Point] = (),
    tried: int = TRIED,
    late: list[str] | None = None,
) -> Failure | None:
    """Return evidence that the statement fails where not all of `violated` hold and all of `others` do; None if none
    was found. What seems to fail too late for the checker is added to `late`."""
    for hypotheses in hypotheses_of_failure(goal, statement, violated, others):
        try:
            for failure in candidates(Attempt(statement, hypotheses, hints, tried)):
                too_late = reason_if_late(failure)
                if too_late and late is not None:
                    late.append(too_late)
                if not too_late and is_shown(goal, statement, failure, violated, others):
                    return failure
        except (Undecidable, Pole, Invalid, Undefined, NotFound):
            continue
    return None


def candidates(attempt: Attempt) -> Iterator[Failure]:
    """Yield what may show that the statement fails; most of it will not."""
    return FAILURES[attempt.statement.value["kind"]](attempt)


def is_shown(
    goal: Goal,
    statement: Statement,
    failure: Failure,
    violated: Sequence[str],
    others: Sequence[str],
) -> bool:
    """Return whether the checker accepts the evidence."""
    try:
        goal.fails_at(statement, failure, violated, others)
        return True
    except (Invalid, Undefined):
        return False


def reason_if_late(failure: Failure) -> str:
    """Return that the checker does not follow a scheme so far; "" if it does."""
    time, last = failure.get("time", 0), LONGEST
    if "history" in failure:
        time, last = len(failure["history"]) - 1, LONGEST - 1
    if time <= last:
        return ""
    return f"it seems to fail at t = {time}; the checker follows a scheme up to t = {last}"


def hypotheses_of_failure(
    goal: Goal, statement: Statement, violated: Sequence[str], others: Sequence[str]
) -> Iterator[Hypotheses]:
    """Yield the hypotheses that hold where it is to fail, for each way to violate a relation."""
    base = [(p, sign) for p, sign, _ in statement.region.hypotheses]
    if goal.domain is not None:
        base += [(p, sign) for p, sign, _ in goal.domain.hypotheses]
    base += [(gap.top, sign) for _, (gap, sign) in goal.model.relations(others)]
    if not violated:
        yield base
    for _, relation in goal.model.relations(violated):
        for more in negated(relation):
            yield [*base, more]


# -- what is tried for each kind


def at_points(
    shown_at: AtPoint,
    more_points: MorePoints = lambda statement, hypotheses: iter(()),
    near: Callable[[Any], Iterable[str] | None] = lambda statement: None,
) -> Strategy:
    """Return the strategy that looks at one point after the other."""

    def strategy(attempt: Attempt) -> Iterator[Failure]:
        statement = attempt.statement
        for at, values in attempt.points(
            near(statement), more_points(statement, attempt.hypotheses)
        ):
            for shown in shown_at(statement, values):
                yield {"at": at, **shown}

    return strategy


def never(attempt: Attempt) -> Iterator[Failure]:
    """Yield nothing: the checker is not shown that such a statement fails."""
    return iter(())


def relations_fail(attempt: Attempt) -> Iterator[Failure]:
    """Yield points and choices at which a relation may be false."""
    return wrong_relations(attempt.statement, attempt.hypotheses, attempt.hints)


def sequences_fail(attempt: Attempt) -> Iterator[Failure]:
    """Yield times, at points that differ in more than sequences and what varies: these have other values then."""
    statement, seen = attempt.statement, set[tuple[Fraction, ...]]()
    moved = {*statement.value["start"], *statement.varying}
    for at, values in attempt.points(None, ()):
        fixed = tuple(value for name, value in values.items() if name not in moved)
        if fixed not in seen:
            seen.add(fixed)
            yield from (
                {"at": at, **shown} for shown in wrong_times(statement, attempt.hypotheses, values)
            )


def cheaper_laws(attempt: Attempt) -> Iterator[Failure]:
    """Yield times at which a law costs less than the scheme; few times where few points are tried."""
    statement, scheme, model = attempt.statement, attempt.statement.scheme, attempt.statement.model
    prior = (model.entry(statement.prior, [a]).names() for a in scheme.sources)
    near = names_of_scheme(scheme, model).union(*prior)
    last = max(3, min(scheme.period, 2 * TIMES)) if attempt.tried < 3 else LATEST
    for at, values in attempt.points(near, ()):
        for time in range(1, last + 1):
            yield from (
                {"at": at, "time": time, **shown} for shown in cheaper_law(statement, values, time)
            )


def not_variables(statement: Least) -> Iterable[str]:
    """Return the names of the program's parameters."""
    return {*statement.model.names} - {*statement.variables}


def first_times(statement: Cost, point: Point) -> Iterator[Failure]:
    """Yield the first times."""
    return ({"time": time} for time in range(TIMES))


def states_fail(attempt: Attempt) -> Iterator[Failure]:
    """Yield rows that are no laws, or states that must not occur."""
    is_about_rows = attempt.statement.is_about_rows
    return (at_points(wrong_rows, points_at_faults) if is_about_rows else at_points(faulty_states))(
        attempt
    )


def outcomes_fail(statement: Any, point: Point) -> Iterator[Failure]:
    """Yield outcomes that show too much, or too little."""
    return islice(of_experiment(statement, point), 1)


FAILURES: dict[str, Strategy] = {
    "holds": relations_fail,
    "always": sequences_fail,
    "cover": never,
    "uses": never,
    "occurs": states_fail,
    "alike": at_points(distinguishing_history),
    "markov": at_points(dependent_query),
    "least": at_points(better_optimum, points_at_edges, not_variables),
    "optimum": at_points(better_optimum),
    "general": at_points(lambda statement, point: [{}]),
    "cost": at_points(first_times),
    "optimal": cheaper_laws,
    "hides": at_points(outcomes_fail),
    "tells": at_points(outcomes_fail),
    "least_download": never,
}
