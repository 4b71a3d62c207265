"""Appendix B in displays: the proof of Claim 2."""

from __future__ import annotations

from collections.abc import Iterator

from onoff_symbolic.report.blocks import Block, CaseOf, Equation, Equations, Lead, Paragraph, Table

from .appendix_b import _corrected
from .bullets import after_both, place, printed_table
from .displays import Run, chain, condition, product, say
from .printed import QUERIES, SOURCES, Bullet

WHEN = {"t = 0": "t = 0", "t = 1, again every 1": "t ≥ 1", "t = 1, again every 2": "t odd",
        "t = 2, again every 2": "t even, t ≥ 2"}


def claim2(run: Run) -> Iterator[Block]:
    yield Paragraph(run.said("claim2").partition(":")[0] + ":")
    yield Equation("claim2", run.statement("claim2", 2))


def prop1(run: Run) -> Iterator[Block]:
    yield Lead("Proposition 1", f"{run.said('prop1')} The support of the scheme shows it.")
    maps: dict[str, dict[str, str]] = {}
    for case in (run.paper.low, run.paper.high):
        for group, text in run.remarks("prop1", case.name).items():
            when = WHEN[group] if group == "t = 0" else f"{case.name}, {WHEN[group]}"
            maps[when] = dict(part.split(" = ") for part in text.split(", "))
    pairs = list(maps["t = 0"])     # after A and B the query gives the request
    yield Table("prop1", "The map g where the query does not give the request.", ("case", *pairs),
                tuple((case, *(found[pair] for pair in pairs)) for case, found in maps.items()))


def prop2(run: Run) -> Iterator[Block]:
    yield Lead("Proposition 2", f"{run.said('prop2')}")


def prop3(run: Run) -> Iterator[Block]:
    yield Lead("Proposition 3", f"{run.said('prop3')}")


def appb_equivalence(run: Run) -> Iterator[Block]:
    yield from run.told("appb-equivalence", "Claim 2 says that for every q and every history q̄ of positive "
                                            "probability")
    yield Equation("appb-equivalence", run.statement("appb-equivalence").replace("q̄", "Q_(t-1) = q̄"))


def appb_expansion(run: Run) -> Iterator[Block]:
    yield Paragraph("Let q' be the last query of q̄. Then")
    first = "Pr(X_t = x | X_0 = x_0, Q_(t-1) = q̄)"
    middle = "Pr(X_t = x | X_{t-1} = g(x_0,q'), X_0 = x_0, Q_(t-1) = q̄)"
    last = "Pr(X_t = x | X_{t-1} = g(x_0,q'))"
    query = "Pr(Q_t = q | X_t = x, X_0 = x_0, Q_{t-1} = q')"
    yield Equation(
        "appb-expansion",
        f"Pr(Q_t = q | X_0 = x_0, Q_(t-1) = q̄) = Σ_x {first} {query} = Σ_x {middle} {query} = Σ_x {last} {query}",
        ("is by Proposition 3", "is by Proposition 1", "is by Proposition 2"))


def appb_single(run: Run) -> Iterator[Block]:
    yield Paragraph("After A or B the request is known, X_{t-1} = Q_{t-1}, and Q_t = X_t. Hence X_0 does not matter:")
    move = run.paper.chain.move
    yield Equations("appb-single", tuple(
        f"Pr(Q_t = {q} | X_0 = x_0, Q_{{t-1}} = {p}) = Pr(X_t = {q} | X_{{t-1}} = {p}) = {say(move(p, q))}"
        for p in SOURCES for q in SOURCES))
    yield Paragraph("It remains to compare X_0 = A and X_0 = B after Q_{t-1} = AB.")


def _sum(run: Run, bullet: Bullet, first: str, query: str) -> str:
    """Σ_x M[X_{t-1}, x]·p(query | x_0, x) with the numbers of the bullet's table; terms that are zero are left out."""
    table = printed_table(run.paper, bullet)
    at = place(bullet, first)
    laws = [(run.paper.chain.move(at, x), table[first, x].probability(query, run.paper.field)) for x in SOURCES]
    return " + ".join(product(step, chance) for step, chance in laws if not chance.is_zero)


def _bullet(run: Run, claim: str, bullet: Bullet) -> Iterator[Block]:
    yield from run.note(claim)
    yield CaseOf(condition(bullet) + (", α < 1, β < 1" if bullet.table == "a" else ""))
    where = "X_{t-1} = X_0" if bullet.same else "X_{t-1} ≠ X_0"
    yield Paragraph(f"Given Q_{{t-1}} = AB we have {where}, and with M and Table III({bullet.table})")
    case = run.paper.high if ">" in bullet.condition else run.paper.low
    yield Equations(claim, tuple(
        chain(f"Pr(Q_t = {query} | X_0 = {first}, Q_{{t-1}} = AB)", _sum(run, bullet, first, query),
              say(after_both(run.paper, case, bullet, first, query)))
        for query in QUERIES for first in SOURCES))


def _bullets(run: Run) -> tuple[Bullet, Bullet, Bullet]:
    """The bullets, each corrected where it is refuted as printed."""
    one, two, three = (
        bullet if run.judge(f"appb-case{i}").correction is None else _corrected(bullet)
        for i, bullet in enumerate(run.paper.printed.claim2_cases, start=1))
    return one, two, three


def appb_case1(run: Run) -> Iterator[Block]:
    yield from _bullet(run, "appb-case1", _bullets(run)[0])


def appb_case2(run: Run) -> Iterator[Block]:
    yield from _bullet(run, "appb-case2", _bullets(run)[1])


def appb_case3(run: Run) -> Iterator[Block]:
    yield from _bullet(run, "appb-case3", _bullets(run)[2])


def of_claim2(run: Run) -> Iterator[Block]:
    """Appendix B from beginning to end."""
    for part in (claim2, prop1, prop2, prop3, appb_equivalence, appb_expansion, appb_single, appb_case1, appb_case2,
                 appb_case3):
        yield from part(run)
    yield Paragraph("In each case the values for X_0 = A and X_0 = B agree, which proves Claim 2.")
