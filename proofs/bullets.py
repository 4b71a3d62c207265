"""The cases of Appendices B and C: what a bullet says, judged against the scheme.

A bullet names a condition on α and β, the parity of t, where X_{t-1} is when Q_{t-1} = AB, and the table that gives
Q_t. Each of these is compared with the scheme as it is wherever the condition holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from onoff_symbolic.algebra.field import Element
from onoff_symbolic.schemes.histories import request_map, support
from onoff_symbolic.obligation import Case, Identity, Obligation, Unexamined
from onoff_symbolic.schemes.properties import Setting
from onoff_symbolic.algebra.region import hypotheses
from onoff_symbolic.schemes.scheme import Law

from .paper import Paper
from .printed import QUERIES, ROWS, SOURCES, Bullet

OTHER = {"A": "B", "B": "A"}


def settings_under(paper: Paper, condition: str) -> Iterator[Setting]:
    """The scheme wherever the printed condition holds."""
    for setting in paper.settings:
        if isinstance(setting, Setting):
            part = setting.case.region.assume(*hypotheses(paper.field, [condition])).simplified()
            if part is not None:
                yield Setting(replace(setting.case, region=part), setting.scheme.on(part))


def times(bullet: Bullet) -> tuple[int, ...]:
    """Values of t that stand for all of that parity: the supports of the scheme repeat from t = 1 on."""
    return {"": (1, 2, 3, 4), "odd": (1, 3), "even": (2, 4)}[bullet.parity]


def place(bullet: Bullet, first: str) -> str:
    """Where the bullet says X_{t-1} is, given X_0 = first and Q_{t-1} = AB."""
    return first if bullet.same else OTHER[first]


def printed_table(paper: Paper, bullet: Bullet) -> dict[tuple[str, str], Law]:
    lines = {"a": paper.printed.table_a, "b": paper.printed.table_b, "c": paper.printed.table_c}[bullet.table]
    return dict(paper.table(lines))


def where_and_table(paper: Paper, bullet: Bullet) -> Iterator[Obligation]:
    """X_{t-1} is where the bullet says, and Q_t is drawn from the table that it names."""
    settings = list(settings_under(paper, bullet.condition))
    if not settings:
        yield Unexamined(paper.square, "condition", bullet.condition, "no point satisfies the condition")
    for setting in settings:
        found = support(setting.scheme)
        table = {row: law.on(setting.case.region) for row, law in printed_table(paper, bullet).items()}
        for time in times(bullet):
            reached = request_map(frozenset(s for s in found.at(time - 1) if s[2] == "AB"))
            for first in SOURCES:
                at = reached.get((first, "AB")) if isinstance(reached, dict) else None
                if at is not None:
                    yield from _where(paper, setting.case, bullet, time, first, at)
                    yield from _table(paper, setting, table, time, first, at)


def _where(paper: Paper, case: Case, bullet: Bullet, time: int, first: str, at: str) -> Iterator[Obligation]:
    yield Identity(case, "where X_{t-1} is", f"Pr(X_{{t-1}} = {place(bullet, first)} | X_0 = {first}, Q_{{t-1}} = AB)",
                   paper.field(int(at == place(bullet, first))), paper.field.one,
                   (("t", str(time)), ("X_0", first), ("X_{t-1}", at)))


def _table(
    paper: Paper, setting: Setting, table: dict[tuple[str, str], Law | None], time: int, first: str, at: str
) -> Iterator[Obligation]:
    """The rows that can be used: X_t follows X_{t-1} with positive probability."""
    for request in SOURCES:
        law = setting.scheme.law(time, first, request, "AB")
        named = table[first, request]
        if law is None or setting.scheme.chain.move(at, request).is_zero:
            continue
        for query in QUERIES:
            entry = paper.field.zero if named is None else named.probability(query, paper.field)
            yield Identity(setting.case, "the table that is used", f"p({query} | {first},{request}) at t = {time}",
                           law.probability(query, paper.field), entry,
                           (("t", str(time)), ("X_0,X_t", f"{first},{request}")))


def after_both(paper: Paper, case: Case, bullet: Bullet, first: str, query: str) -> Element:
    """Σ_x Pr(X_t = x | X_{t-1}) · p(query | x_0, x), with the bullet's X_{t-1} and table."""
    table = printed_table(paper, bullet)
    total = paper.field.zero
    for row_first, request in ROWS:
        step = case.region.reduce(paper.chain.move(place(bullet, first), request))
        law = table[row_first, request].on(case.region) if row_first == first else None
        if law is not None and not step.is_zero:
            total = total + step * law.probability(query, paper.field)
    return total
