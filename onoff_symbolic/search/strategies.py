"""What a kind of statement needs besides facts: invariants, values of variables, proofs about programs and entropies.

establish       look for what shows a statement
STRATEGIES      kind of statement → how this is done
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from . import at_bound, entropies
from ..algebra.bridge import Bridge
from ..algebra.field import Point
from ..algebra.texts import quotient_text
from ..checker import Alike, Cost, Holds, Least, Optimal, Optimum, Statement
from ..checker.polynomials import Invalid, Undefined
from ..nsources.structure import structured
from .errors import NotFound
from .invariants import Node, of_histories, of_states, states_at
from .linear import bound_gap, program_of
from .programs import show_no_cheaper_law, show_one_law

if TYPE_CHECKING:
    from .find import Finder

Strategy = Callable[[Any, "Finder"], None]


def establish(statement: Statement, finder: Finder) -> None:
    """Look for what shows a statement; raise if it is not found."""
    STRATEGIES[statement.value["kind"]](statement, finder)


def show(statement: Statement, finder: Finder) -> None:
    """Show what the facts alone show."""
    statement.show()


def show_relation(statement: Holds, finder: Finder) -> None:
    """Show a relation; one about entropies is proved first."""
    if entropies.speaks_of_entropies(statement):
        entropies.derive(statement, finder.seeker)
    statement.show()


# -- programs


def show_optimum(statement: Least, finder: Finder) -> None:
    """Show that values of the variables attain the optimum, and that none are better; or a table alone."""
    if isinstance(statement, Optimum) and statement.table:
        show_one_law(statement, finder.seeker)
        statement.show()
        return
    program = program_of(statement, finder.seeker)
    known, bridge = finder.solutions.get(statement.name), program.bridge()
    values = (known or program.solution(program.strictly())).values
    finder.values[statement.name] = {
        label: quotient_text(bridge.back(bridge.quotient(values[label])))
        for label in program.labels.values()
        if label in values and values[label].top
    }
    statement.values(finder.values[statement.name])
    multipliers = (known or program.solution(program.solved())).multipliers
    program.write_bound(bound_gap(statement), multipliers)
    statement.show()


def show_servings(statement: Any, finder: Finder) -> None:
    """Show the least download of rows of numbers, by a law that attains a simple bound."""
    law = statement.value["law"]
    entries = [[statement.model.entry(law, (s, y)) for y in statement.sources] for s in statement.secrets]
    if any(entry.names() or entry.bottom for row in entries for entry in row):
        raise NotFound(statement.name, "only a table of numbers is looked at")
    rows = tuple(tuple(Fraction(entry.top.get((), 0)) for entry in row) for row in entries)
    if any(min(row) < 0 or sum(row) != 1 for row in rows):
        raise NotFound(statement.name, "a row is not a law")
    found = structured(rows)
    if found is None:
        raise NotFound(statement.name, "no law was found that attains a simple bound")
    finder.values[statement.name] = found.evidence(rows, statement.secrets, statement.sources)
    statement.values(finder.values[statement.name])
    statement.show()


# -- by induction


def show_histories(statement: Alike, finder: Finder) -> None:
    """Show a statement about all histories."""
    by_induction(statement, finder, of_histories(statement))


def show_cost(statement: Cost, finder: Finder) -> None:
    """Show the cost at every t."""
    by_induction(statement, finder, of_states(statement, statement.scheme.period))


def show_optimal(statement: Optimal, finder: Finder) -> None:
    """Show that no scheme does better: without parameters by a bound for many times, else by one at each node."""
    if at_bound.numeric(statement):
        by_induction(statement, finder, at_bound.invariants(statement))
    else:
        write_facts = partial(write_bounds, statement, finder)
        by_induction(statement, finder, invariants_of_states(statement), write_facts)


def invariants_of_states(statement: Optimal) -> Iterator[list[Node]]:
    """Yield invariants; what is optimal may go by the parity of t."""
    period = statement.scheme.period
    for modulus in (period, 2 * period):
        yield from of_states(statement, modulus)


def write_bounds(statement: Optimal, finder: Finder, size: int) -> None:
    """Write at each node that no law costs less."""
    for time in range(size):
        show_no_cheaper_law(statement, time, finder.seeker, samples(statement, time, size))


def samples(statement: Cost, time: int, size: int) -> Iterator[Point]:
    """Yield points of the region, with the states at times of one node."""
    hypotheses = [(p, sign) for p, sign, _ in statement.region.hypotheses]
    region = Bridge(statement.model.names).region(hypotheses)
    point = region.interior() or next(region.points(), None)
    if point is None:
        return
    settled = statement.scheme.settled
    modulus = size - settled
    times = (time + modulus, time + 2 * modulus, time) if time >= settled else (time,)
    for now in times:
        yield {**point, **states_at(statement, point, now)}


def by_induction(
    statement: Alike | Cost,
    finder: Finder,
    proposals: Iterable[list[Node]],
    write_facts: Callable[[int], None] = lambda size: None,
) -> None:
    """Show a statement by the first invariant that does; what writes the facts that it rests on is given its size."""
    failed: Exception = NotFound(statement.name, "no invariant was found")
    noted = dict(finder.goal.noted)
    for nodes in proposals:
        finder.goal.noted.clear()  # what was noted of regions that mean something else now
        finder.goal.noted.update(noted)
        statement.nodes.clear()
        finder.seeker.forget(statement.name)
        try:
            statement.invariant(nodes)
            write_facts(len(nodes))
            statement.show()
            finder.invariants[statement.name] = nodes
            return
        except (NotFound, Invalid, Undefined) as reason:
            failed = reason
    raise failed


STRATEGIES: dict[str, Strategy] = {
    "holds": show_relation,
    "always": show,
    "cover": show,
    "occurs": show,
    "uses": show,
    "alike": show_histories,
    "markov": show_histories,
    "cost": show_cost,
    "optimal": show_optimal,
    "least": show_optimum,
    "optimum": show_optimum,
    "general": show,
    "hides": show,
    "tells": show,
    "least_download": show_servings,
}
