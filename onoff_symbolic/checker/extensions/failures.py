"""How statements about every t, and about programs, are shown to fail at a point: the evidence, and the texts of which
one is false, or without a value, there. `refute` is the door; FAILURES has a function for each kind.

How `holds` and `occurs` fail is said where they are: the claims of the paper need nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..induction import Alike, Always, Cost, Inductive, Markov
from ..model import Values
from ..points import Point, Sides
from ..polynomials import (
    TEXTS,
    ZERO,
    Invalid,
    Poly,
    Quotient,
    Undefined,
    add,
    constant,
    digits,
    entries,
    need,
    number,
    times,
)
from ..programs import General, Least, Optimal, Optimum, assigned
from ..scheme import MAX_TIMES, Running
from ..statements import Statement

MAX_BOUND_BITS = 4_000


def refute(statement: Statement, point: Point, shows: Any) -> Sides:
    """Return the sides of a relation that is false at the point, and follows from the statement."""
    fails = FAILURES.get(type(statement))
    if fails is None:
        raise Invalid(f"a {statement.value['kind']} is not shown to fail")
    return fails(statement, point, shows)


def numeric(text: Any) -> Quotient:
    """Return a number, as a certificate gives it."""
    return Quotient(constant(number(text)))


# -- every t -----------------------------------------------------------------------------------------------------------


def point_at(statement: Inductive, point: Point, others: Sequence[Values]) -> Point:
    """Return the point with the sequences at the last t; at each t, other names have these values."""
    here = point
    for time, values in enumerate(others):
        model = here.within(values).model
        stated = statement.value["next" if time else "start"]
        sequences = {name: model.expression(text) for name, text in stated.items()}
        here = point.within({**values, **sequences})
    return here


def refute_always(statement: Always, point: Point, shows: Any) -> Sides:
    """Show that it is false after this many steps, with these values of what varies, one for each t."""
    time, varying = entries(shows, {"varying": []}, time=int, varying=list)
    need(0 <= time <= MAX_TIMES, f"expected a time from 0 to {MAX_TIMES}, found {time}")
    need(
        len(varying) == (time + 1 if statement.varying else 0),
        "expected values of what varies for each t",
    )
    for new in varying:
        entries(new, **dict.fromkeys(statement.varying, str))
    values = [{name: numeric(text) for name, text in new.items()} for new in varying]
    statement.passed = [point.within(each) for each in values]
    for each in statement.passed or [point]:
        statement.require_laws(each)
    try:
        here = point_at(statement, point, values or [{}] * (time + 1))
    except Undefined:
        return "no value", "=", "no value"
    return statement.refuted(here, [], statement.texts)


def history_text(statement: Alike, first: str, history: Sequence[str], *more: str) -> str:
    """Return Pr(history | X_0 = first), as a text."""
    words = {*history, *more}  # nothing but words may come into a text
    need(
        history and words <= statement.scheme.queries.keys() and first in statement.starts,
        "expected a start and a history",
    )
    return f"history({statement.scheme.name},{','.join((first, *history, *more))})"


def refute_alike(statement: Alike, point: Point, shows: Any) -> Sides:
    """Show that a history has another probability from another start."""
    history, *starts = entries(shows, history=TEXTS, one=str, other=str)
    one, other = (history_text(statement, start, history) for start in starts)
    return statement.refuted(point, [f"{one} >= 0", f"{other} >= 0"], [f"{one} = {other}"])


def refute_markov(statement: Markov, point: Point, shows: Any) -> Sides:
    """Show that q has another probability after a history than the matrix says, or than after another."""
    others = {} if statement.matrix is not None else {"other": TEXTS}
    history, query, *more = entries(shows, history=TEXTS, query=str, **others)
    histories = [history, *more]

    def chance(*letters: str) -> str:
        """Return Pr(letters), as a text."""
        return " + ".join(
            f"{statement.prior}[{a}]*{history_text(statement, a, letters)}"
            for a in statement.sources
        )

    says = [f"({chance(*each, query)})/({chance(*each)})" for each in histories]
    need(
        len({(len(each), each[-1]) for each in histories}) == 1,
        "expected two histories of one length and end",
    )
    if statement.matrix is not None:
        row = ",".join(map(str, statement.row(len(history) - 1, history[-1])))
        says.append(f"{statement.matrix}[{row},{query}]")
    possible = [f"{chance(*each)} > 0" for each in histories]
    return statement.refuted(point, [*statement.lawful, *possible], [" = ".join(says)])


def cells_at(statement: Cost, point: Point, time: int) -> Values:
    """Return the probabilities of the states at a time."""
    layer = Running(point.model, statement.scheme, lambda q: not q.top).layer(
        statement.starts, time
    )
    return {cell: layer.get(state, ZERO) for state, cell in statement.cells[""].items()}


def refute_cost(statement: Cost, point: Point, shows: Any) -> Sides:
    """Show that it costs something else at this time."""
    (time,) = entries(shows, time=int)
    cells = cells_at(statement, point, time)
    here = point_at(statement, point, [{}] * (time + 1)).within(cells)
    return statement.refuted(here, statement.lawful, [f"{statement.spends} = {statement.stated}"])


# -- programs ----------------------------------------------------------------------------------------------------------


def refute_least(statement: Least, point: Point, shows: Any) -> Sides:
    """Show values that give less, or as much and are others than they should be; or a better bound."""
    if "multipliers" in shows:
        return refute_by_bound(statement, point, shows)
    (values,) = entries(shows, values=dict)
    bound = f"{statement.of} >= {statement.stated}"
    optimal = [f"{statement.of} <= {statement.stated}"] if statement.equal else []
    premises = [*statement.lawful, *statement.feasible, *statement.subject, *optimal]
    here = point.within(assigned(statement, values, numeric))
    return statement.refuted(here, premises, [bound, *statement.equal])


def refute_general(statement: General, point: Point, shows: Any) -> Sides:
    """Show that the table is no solution, though none of it is negative."""
    entries(shows)
    here = point.within(assigned(statement, statement.table, point.model.expression))
    premises = [*statement.lawful, *statement.feasible, *statement.program.signs]
    return statement.refuted(here, premises, [*statement.subject, *statement.equal])


def refute_optimal(statement: Optimal, point: Point, shows: Any) -> Sides:
    """Show that a law costs less at this time; it is on the sets that it names."""
    time, values = entries(shows, time=int, values=dict)
    program = statement.program({key.rpartition(",")[2] for key in values})
    here = point.within({**cells_at(statement, point, time), **assigned(program, values, numeric)})
    return statement.refuted(
        here,
        [*program.lawful, *program.signs, *program.rows],
        [f"{program.cost} >= {statement.spends}"],
    )


def refute_by_bound(statement: Least, point: Point, shows: Any) -> Sides:
    """Show that of - bound = Σ multiplier · relation + Σ (something >= 0) · variable, and the bound is larger than the
    value; or, if nothing satisfies the relations, the same of 0 in place of `of`, and the bound is > 0. Relations that
    say that a variable is >= 0 have no multiplier."""
    multipliers, infeasible = entries(
        shows, {"infeasible": False}, multipliers=list, infeasible=bool
    )
    model = point.within(statement.free).model
    relations = [relation for _, relation in model.relations(statement.subject)]
    rows = [relation for relation in relations if not says_nonnegative(*relation)]
    nonnegative = {
        monomial for gap, sign in relations if says_nonnegative(gap, sign) for monomial in gap.top
    }
    need(len(multipliers) == len(rows), f"expected a multiplier for each relation, {len(rows)}")
    rest: Poly = {} if infeasible else model.polynomial(statement.of)
    for multiplier, (gap, sign) in zip(map(number, multipliers), rows):
        need(not gap.bottom, "expected relations without divisors")
        need(
            sign == "=" or multiplier == 0 or multiplier > 0 and sign != "!=",
            "a wrong sign of a multiplier",
        )
        rest = add(rest, times(gap.top, constant(multiplier)), -1)
    need(
        all(c > 0 and monomial in nonnegative for monomial, c in rest.items() if monomial),
        "the multipliers prove no bound",
    )
    bound = rest.get((), 0)
    need(
        max(bound.numerator.bit_length(), bound.denominator.bit_length()) < MAX_BOUND_BITS,
        "a bound is too long",
    )
    value = "0" if infeasible else statement.stated
    claimed, _, _ = statement.refuted(
        point, [*statement.lawful, *statement.feasible], [f"{value} >= {bound}"]
    )
    return ("no solution", "=", "a solution") if infeasible else (digits(bound), "=", claimed)


def says_nonnegative(gap: Quotient, sign: str) -> bool:
    """Return whether a relation says that a variable is >= 0, or > 0."""
    if sign not in (">", ">=") or gap.bottom or len(gap.top) != 1:
        return False
    ((monomial, c),) = gap.top.items()
    return len(monomial) == 1 and c > 0


FAILURES: dict[type, Callable[[Any, Point, Any], Sides]] = {
    Always: refute_always,
    Alike: refute_alike,
    Markov: refute_markov,
    Cost: refute_cost,
    Least: refute_least,
    Optimum: refute_least,
    General: refute_general,
    Optimal: refute_optimal,
}
