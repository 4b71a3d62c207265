"""The errata: every witness of a run is worked out again here, by enumeration in fractions.

Nothing of the package takes part in the arithmetic. M, P, Table I, Table III and Table IV are entered once more, paths
are enumerated one by one, and what the printed sentence says is compared with what the sums give. The package is asked
only for its witnesses, its conditions and its exit codes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import tools
from run import program
from onoff_symbolic import claim as claim_module
from onoff_symbolic.claim import Result, Session
from onoff_symbolic.cli import main
from onoff_symbolic.kernel import Failure, Verdict
from onoff_symbolic.obligation import Case, Witness
from onoff_symbolic.proofs import errata
from onoff_symbolic.proofs.catalogue import CLAIMS
from onoff_symbolic.proofs.claims import finder
from onoff_symbolic.proofs.errata import KNOWN, Erratum
from onoff_symbolic.report.text import erratum

Point = Mapping[str, Fraction]
Atom = tuple[str, ...]
Law = dict[Atom, Fraction]

ZERO, ONE = Fraction(0), Fraction(1)
SOURCES = ("A", "B")
QUERIES = ("A", "B", "AB")
OTHER = {"A": "B", "B": "A"}
UNDEFINED = ("a value", "undefined (division by zero)")

CONDITIONAL = [claim_id for claim_id, erratum in KNOWN.items() if erratum.verdict == "conditional"]
REFUTED = [claim_id for claim_id, erratum in KNOWN.items() if erratum.verdict == "refuted"]


# -- the paper, entered once more ----------------------------------------------------------------------------------


def move(p: Point, source: str, target: str) -> Fraction:
    """M, eq:Source-Markov."""
    alpha, beta = p["alpha"], p["beta"]
    return {"AA": 1 - alpha, "AB": alpha, "BA": beta, "BB": 1 - beta}[source + target]


def table(part: str, p: Point, first: str, request: str) -> dict[str, Fraction]:
    """A row of Table III; a zero denominator raises ZeroDivisionError."""
    alpha, beta = p["alpha"], p["beta"]
    row = first + request
    if part == "a":
        if row == "AA":
            return {"A": beta / (1 - alpha), "AB": (1 - alpha - beta) / (1 - alpha)}
        if row == "BB":
            return {"B": alpha / (1 - beta), "AB": (1 - alpha - beta) / (1 - beta)}
    if part == "b":
        if row == "AA":
            return {"A": (1 - alpha) / beta, "AB": (alpha + beta - 1) / beta}
        if row == "BB":
            return {"B": (1 - beta) / alpha, "AB": (alpha + beta - 1) / alpha}
    if part == "c":
        if row == "AB":
            return {"B": (1 - beta) / alpha, "AB": (alpha + beta - 1) / alpha}
        if row == "BA":
            return {"A": (1 - alpha) / beta, "AB": (alpha + beta - 1) / beta}
    return {request: ONE}


def printed_part(p: Point, time: int) -> str | None:
    """The case of Table III that is printed for these α, β and t; None where there is none."""
    total = p["alpha"] + p["beta"]
    if total == 1:
        return None
    return "a" if total < 1 else "b" if time % 2 == 0 else "c"


def part_of(p: Point, time: int) -> str:
    """The same with table (a) on α+β = 1, as the corrections have it."""
    return printed_part(p, time) or "a"


def query_row(p: Point) -> dict[str, Fraction]:
    """The row AB of P, eq:transition-P1 and eq:transition-P2."""
    alpha, beta = p["alpha"], p["beta"]
    if alpha + beta <= 1:
        return {"A": beta, "B": alpha, "AB": 1 - alpha - beta}
    return {"A": 1 - alpha, "B": 1 - beta, "AB": alpha + beta - 1}


EXAMPLE = {
    ("A", "A"): {"A": Fraction("0.25"), "AB": Fraction("0.75")}, ("A", "B"): {"B": ONE},
    ("B", "A"): {"A": ONE}, ("B", "B"): {"B": Fraction("0.25"), "AB": Fraction("0.75")},
}
"""Table I."""


# -- enumeration ---------------------------------------------------------------------------------------------------


Path_ = tuple[Atom, Atom, Fraction]


def paths(p: Point, time: int, first: str) -> list[Path_]:
    """(X_0 … X_t), (Q_0 … Q_t), probability given X_0 = first, for the scheme of Section IV."""
    found: list[Path_] = [((first,), ("AB",), ONE)]
    for now in range(1, time + 1):
        found = [
            ((*requests, target), (*queries, query), weight * step * chance)
            for requests, queries, weight in found
            for target in SOURCES if (step := move(p, requests[-1], target))
            for query, chance in rule(p, now, requests[0], target, queries[-1]).items() if chance
        ]
    return found


def rule(p: Point, time: int, first: str, request: str, previous: str) -> dict[str, Fraction]:
    """The two rules of Section IV-A."""
    return {request: ONE} if previous != "AB" else table(part_of(p, time), p, first, request)


def chance(p: Point, time: int, first: str, condition: Callable[[Atom, Atom], bool]) -> Fraction:
    """Pr(condition on (X_0 … X_t), (Q_0 … Q_t) | X_0 = first)."""
    return sum((w for requests, queries, w in paths(p, time, first) if condition(requests, queries)), ZERO)


def prior(p: Point) -> dict[str, Fraction]:
    return {"A": p["delta"], "B": 1 - p["delta"]}


def marginal(law: Law, *places: int) -> Law:
    found: Law = {}
    for atom, weight in law.items():
        key = tuple(atom[i] for i in places)
        found[key] = found.get(key, ZERO) + weight
    return found


def independent(law: Law, one: Iterable[int], other: Iterable[int], given: Iterable[int] = ()) -> bool:
    """Pr(x, y, z)·Pr(z) = Pr(x, z)·Pr(y, z) for all x, y, z."""
    xs, ys, zs = tuple(one), tuple(other), tuple(given)
    both, left = marginal(law, *xs, *ys, *zs), marginal(law, *xs, *zs)
    right, alone = marginal(law, *ys, *zs), marginal(law, *zs)
    for x, y, z in product(marginal(law, *xs), marginal(law, *ys), alone):
        if both.get((*x, *y, *z), ZERO) * alone[z] != left.get((*x, *z), ZERO) * right.get((*y, *z), ZERO):
            return False
    return True


def least(step: Mapping[str, Fraction], delta: Fraction) -> Fraction:
    """The least E[ℓ_t]/L, where step[x_t + x_0] = Pr(x_t | x_0).

    A query that gives A alone is sent only when X_t = A, so its probability given x_0 is at most Pr(A | x_0); privacy
    makes it one number for all x_0 that are possible; so does B; all else costs two messages. This is attained."""
    possible = [x for x, weight in (("A", delta), ("B", 1 - delta)) if weight]
    return 2 - sum((min(step[target + x] for x in possible) for target in SOURCES), ZERO)


def steps(p: Point, time: int) -> dict[str, Fraction]:
    """Pr(X_t = x | X_0 = a) under the key xa, by multiplying M."""
    found = {target + first: Fraction(target == first) for target in SOURCES for first in SOURCES}
    for _ in range(time):
        found = {t + a: sum((found[s + a] * move(p, s, t) for s in SOURCES), ZERO) for t in SOURCES for a in SOURCES}
    return found


def naive_window(p: Point, length: int) -> Law:
    """The law of (X_1 … X_n) for n = length, X_1 having the law δ: with Q_t = X_t also that of the queries."""
    law: Law = {(a,): weight for a, weight in prior(p).items()}
    for _ in range(length - 1):
        law = {(*atom, t): w * move(p, atom[-1], t) for atom, w in law.items() for t in SOURCES}
    return law


def naive_is_private(p: Point) -> bool:
    """Whether Q_t = X_t satisfies eq:privacy, given one or more earlier queries. What matters is X_{t-1} and X_t."""
    return all(
        independent(naive_window(p, n), range(n), (n - 1,), range(n - 1)) for n in (2, 3, 4)
    )


def in_square(p: Point) -> None:
    """The printed hypotheses on the parameters: α, β, δ are probabilities."""
    for name in ("alpha", "beta", "delta"):
        assert 0 <= p.get(name, ZERO) <= 1


# -- the witnesses, claim by claim ----------------------------------------------------------------------------------


def matched(pattern: str, text: str) -> tuple[str, ...]:
    match = re.search(pattern, text)
    assert match is not None, text
    return match.groups()


class Shown:
    """A witness as a reader gets it, with the case in which it was found."""

    def __init__(self, case: Case, witness: Witness) -> None:
        self.p: Point = {name: Fraction(value) for name, value in witness.point.items()}
        self.parameters: Point = {name: Fraction(value) for name, value in witness.parameters.items()}
        self.context = dict(witness.context)
        self.what = witness.what
        self.expected, self.found = witness.expected, witness.found
        self.violates = case.violates

    def groups(self, pattern: str) -> tuple[str, ...]:
        return matched(pattern, self.what)


Answer = tuple[str, str]
"""What should stand there according to the printed statement, and what stands there."""

Check = Callable[[Shown], Answer]


def numbers(expected: Fraction | int, found: Fraction | int) -> Answer:
    return str(expected), str(found)


def at_least(limit: Fraction | int, found: Fraction | int) -> Answer:
    return f">= {limit}", str(found)


def example_rate(w: Shown) -> Answer:
    assert {"alpha", "beta"} <= set(w.parameters)
    if w.p["alpha"] + w.p["beta"] == 2:
        return UNDEFINED
    cost = ONE + sum(prior(w.p)[a] * chance(w.p, 1, a, lambda _, q: q[1] == "AB") for a in SOURCES)
    return numbers(1 / (2 - w.p["alpha"] - w.p["beta"]), 1 / cost)


def example_optimal(w: Shown) -> Answer:
    assert w.p["alpha"] == w.p["beta"] == Fraction("0.2")
    if w.context.get("scheme") == "Q_1 = A":
        cost = 1 + sum(prior(w.p)[a] * move(w.p, a, x) * row.get("AB", ZERO) for (a, x), row in EXAMPLE.items())
        assert cost == 1 / Fraction("0.625")
        return f"> {cost}", "1"
    return numbers(1 / Fraction("0.625"), least(steps(w.p, 1), w.p["delta"]))


def zero_leakage(w: Shown) -> Answer:
    """OFF at t = 0, ON at t = 1; atoms are (X_0, X_1, Q_0, Q_1)."""
    law: Law = {(a, x, a, "AB"): weight * move(w.p, a, x) for a, weight in prior(w.p).items() for x in SOURCES}
    assert independent(law, (1,), (3,), (2,)), "eq:privacy at t = 1: I(X_1; Q_1 | Q_0) = 0"
    assert w.context["t"] == "1"
    both = marginal(law, 1, 2)["A", "A"]
    return numbers(marginal(law, 1)["A",] * marginal(law, 2)["A",], both)


def messages(p: Point, time: int) -> Law:
    """The law of (X_t, W_{X_t,t}, Y_t) for messages of one bit."""
    law: Law = {}
    for first, weight in prior(p).items():
        for requests, queries, mass in paths(p, time, first):
            for bits in ("00", "01", "10", "11"):
                answer = {"A": bits[0], "B": bits[1], "AB": bits}[queries[-1]]
                atom = (requests[-1], bits["AB".index(requests[-1])], answer)
                law[atom] = law.get(atom, ZERO) + weight * mass / 4
    return law


def decodability_constraint(w: Shown) -> Answer:
    (answer,) = w.groups(r"^Pr\(W = 0, Y = (\w+)\)·Pr\(W = 1, Y = \1\)$")
    law = marginal(messages(w.p, int(w.context["t"])), 1, 2)
    return numbers(0, law.get(("0", answer), ZERO) * law.get(("1", answer), ZERO))


def theorem1(w: Shown) -> Answer:
    time = int(w.context.get("t", 1))
    power = abs(1 - w.p["alpha"] - w.p["beta"]) ** time
    if w.context["scheme"] == "Q_t = A at every t":
        for now in range(5):
            assert chance(w.p, now, "A", lambda x, _: x[-1] == "A") == 1 and w.p["delta"] == 1, "A is all that is asked"
        assert w.p["delta"] == w.p["delta"] * (1 - w.p["alpha"]) + (1 - w.p["delta"]) * w.p["beta"], "at t < 0 too"
    else:
        assert w.context["scheme"] == "Q_t = X_t at every t ∈ ℤ" and naive_is_private(w.p)
    return at_least(1 + power, 1)


def rate_nonergodic(w: Shown) -> Answer:
    assert w.p["alpha"] == w.p["beta"] and w.p["alpha"] in (0, 1)
    if "scheme" in w.context:
        assert w.context["scheme"] == "Q_t = X_t at every t ∈ ℤ" and naive_is_private(w.p)
        return at_least(2, 1)
    found = {least(steps(w.p, time), w.p["delta"]) for time in (1, 2, 3, 4)}
    assert len(found) == 1
    return numbers(2, found.pop())


def request_law(p: Point, length: int) -> Law:
    """The law of (X_0, …, X_{length-1})."""
    law: Law = {(a,): weight for a, weight in prior(p).items()}
    for _ in range(length - 1):
        law = {(*atom, x): weight * move(p, atom[-1], x) for atom, weight in law.items() for x in SOURCES}
    return law


def information_decay(w: Shown) -> Answer:
    """The loss I(X_0; X_t) - I(X_0; X_{t+1}) is I(X_0; X_t | X_{t+1}), and that is zero: they are independent given
    X_{t+1}. Here even both informations are zero, so none is less than the other."""
    time = int(w.context["t"])
    law = request_law(w.p, time + 2)
    assert 0 < w.p["alpha"] + w.p["beta"] < 2, "an ergodic chain"
    assert independent(law, (0,), (time,), (time + 1,))
    assert independent(law, (0,), (time,)) and independent(law, (0,), (time + 1,))
    found = ZERO
    for last in SOURCES:
        joint = {atom[:2]: weight for atom, weight in marginal(law, 0, time, time + 1).items() if atom[2] == last}
        found += (joint["A", "A"] * joint["B", "B"] - joint["A", "B"] * joint["B", "A"]) ** 2
    return "> 0", str(found)


def table3_cases(w: Shown) -> Answer:
    time, first, request = int(w.context["t"]), w.context["X_0"], w.context["X_t"]
    assert time >= 1 and w.context["Q_{t-1}"] == "AB" and printed_part(w.p, time) is None
    reached = chance(w.p, time, first, lambda x, q: x[-1] == request and q[-2] == "AB")
    assert prior(w.p)[first] * reached > 0, "the row is in use"
    return "a law of Q_t", "no law is defined"


def table3_caption(w: Shown) -> Answer:
    query, first, request = w.groups(r"^Pr\(Q_\{t-1\} = (\w+) \| X_0 = (\w), X_t = (\w), Q_\{t-1\} = AB\)$")
    part = printed_part(w.p, int(w.context["t"]))
    assert part is not None
    return numbers(table(part, w.p, first, request).get(query, ZERO), int(query == "AB"))


def converse_private_times(w: Shown) -> Answer:
    (source,) = matched(r"^Q_t = (\w)$", w.context["scheme"])
    assert prior(w.p)[source] == 1, "the query serves every request that is made, and tells nothing"
    return at_least(2, 1)


def converse_chain_rule(w: Shown) -> Answer:
    assert w.context["scheme"] == "Q_t = X_t at every t ∈ ℤ" and naive_is_private(w.p)
    window = {(*atom[-1:], *atom[-1:]): mass for atom, mass in marginal(naive_window(w.p, 1), 0).items()}
    return numbers(marginal(window, 0)["A",] * marginal(window, 1)["A",], window["A", "A"])


def converse_equal_laws(w: Shown) -> Answer:
    (source,) = w.groups(r"^Pr\(X_0 = (\w)\) ≠ 0$")
    return "!= 0", str(prior(w.p)[source])


def converse_table(w: Shown) -> Answer:
    assert w.what == "delta ≠ 0"
    with pytest.raises(ZeroDivisionError):
        (1 - w.p["delta"]) / w.p["delta"]
    return "!= 0", str(w.p["delta"])


def converse_bounds(w: Shown) -> Answer:
    delta, a, b, p_1, p_2 = (w.p[name] for name in ("delta", "a", "b", "p_1", "p_2"))
    assert w.what == "P(A|B) ≥ p_1/δ"
    assert 0 <= p_1 <= delta * a and 0 <= p_2 <= delta * (1 - a), "p_1, p_2 are entries of Table IV"
    if not delta:
        return UNDEFINED
    share = (1 - delta) / delta
    assert share * p_1 <= (1 - delta) * b and share * p_2 <= (1 - delta) * (1 - b)
    return at_least(p_1 / delta, b)


def t_step_law(w: Shown) -> Answer:
    target, first = w.groups(r"^P\((\w)\|(\w)\)$")
    assert w.p["u"] == (1 - w.p["alpha"] - w.p["beta"]) ** 3
    with pytest.raises(ZeroDivisionError):
        printed_step(w.p, 3)
    assert steps(w.p, 3)[target + first] == int(target == first), "the law itself exists"
    return UNDEFINED


def printed_step(p: Point, time: int) -> dict[str, Fraction]:
    """The four formulas of Appendix A, under the keys of `steps`."""
    alpha, beta = p["alpha"], p["beta"]
    u, total = (1 - alpha - beta) ** time, alpha + beta
    return {"AA": (beta + alpha * u) / total, "BA": (alpha - alpha * u) / total,
            "AB": (beta - beta * u) / total, "BB": (alpha + beta * u) / total}


def converse_bound(w: Shown) -> Answer:
    """a = P(A|A) and b = P(A|B): at t = 1, α = 1-a and β = b."""
    a, b = w.parameters["a"], w.parameters["b"]
    chain = {"alpha": 1 - a, "beta": b}
    in_square(chain)
    return numbers(1 + abs(1 - chain["alpha"] - chain["beta"]), least(steps(chain, 1), w.p["delta"]))


def appb_equivalence(w: Shown) -> Answer:
    if "history" in w.context:
        history = tuple(w.context["history"].split(","))
        chances = {chance(p, len(history) - 1, a, lambda _, q: q == history) for p in GRID for a in SOURCES}
        assert chances == {ZERO}, "no (α, β) makes this history possible"
        return "!= 0", "0"
    delta, a, b, a_q, b_q = (w.p[name] for name in ("delta", "a", "b", "a_q", "b_q"))
    assert 0 <= a_q <= a <= 1 and 0 <= b_q <= b <= 1
    law: Law = {("A", "q"): delta * a_q, ("A", "-"): delta * (a - a_q),
                ("B", "q"): (1 - delta) * b_q, ("B", "-"): (1 - delta) * (b - b_q)}
    assert independent(law, (0,), (1,)), "Claim 2 holds at this history"
    return numbers(b_q / b, a_q / a)


def bullet(same: bool, part: str, odd: bool) -> Check:
    """A bullet of Appendix B, as printed under α+β ≤ 1: where X_{t-1} is, and which table gives Q_t."""
    def check(w: Shown) -> Answer:
        time = int(w.context["t"])
        assert w.p["alpha"] + w.p["beta"] <= 1 and time % 2 == int(odd)
        if w.what.startswith("Pr(X_{t-1}"):
            return where(w, time, same)
        query, first, request, shown = w.groups(r"^p\((\w+) \| (\w),(\w)\) at t = (\d)$")
        assert int(shown) == time
        right = printed_part(w.p, time)
        assert right is not None
        named, used = (table(one, w.p, first, request).get(query, ZERO) for one in (part, right))
        return numbers(named, used)

    return check


def where(w: Shown, time: int, same: bool) -> Answer:
    """The printed place of X_{t-1} given X_0 and Q_{t-1} = AB, against the true law."""
    at, first = w.groups(r"^Pr\(X_\{t-1\} = (\w) \| X_0 = (\w), Q_\{t-1\} = AB\)$")
    assert at == (first if same else OTHER[first])
    sent = chance(w.p, time - 1, first, lambda _, q: q[-1] == "AB")
    there = chance(w.p, time - 1, first, lambda x, q: q[-1] == "AB" and x[-1] == at)
    return numbers(1, there / sent)


def appc_premise(w: Shown) -> Answer:
    before, now, first = w.groups(r"^Pr\(Q_\{t-1\} = (\w+), Q_t = (\w+) \| X_0 = (\w)\)$")
    assert before == "AB" and now in SOURCES
    return numbers(0, chance(w.p, int(w.context["t"]), first, lambda _, q: q[-2:] == (before, now)))


def appc_expansion(w: Shown) -> Answer:
    one, other = w.groups(r"^Pr\(Q = (\w+), X \| X_0\)·Pr\(Q = (\w+), X \| X_0\)$")
    time, first, request = int(w.context["t-1"]), w.context["X_0"], w.context["X_{t-1}"]
    assert one != other
    masses = [chance(w.p, time, first, lambda x, q: (x[-1], q[-1]) == (request, sent)) for sent in (one, other)]
    return numbers(0, masses[0] * masses[1])


def appc_case2(w: Shown) -> Answer:
    """Printed: g(x_0, AB) is the other source for t odd and x_0 for t even, with tables (c) and (b)."""
    assert w.p["alpha"] + w.p["beta"] > 1
    if "t" in w.context:
        return where(w, int(w.context["t"]), same=int(w.context["t"]) % 2 == 0)
    query, parity = w.groups(r"^Pr\(Q_t = (\w+) \| Q_\{t-1\} = AB\) for t (odd|even)$")
    total = ZERO
    for first, weight in prior(w.p).items():
        at = first if parity == "even" else OTHER[first]
        for request in SOURCES:
            entry = table("b" if parity == "even" else "c", w.p, first, request).get(query, ZERO)
            total += weight * move(w.p, at, request) * entry
    return numbers(query_row(w.p)[query], total)


def general_rate(w: Shown) -> Answer:
    if not w.context:
        assert w.p["delta"] == 1 and w.p["alpha"] + w.p["beta"] < 1
        return numbers(2 - w.p["alpha"] - w.p["beta"], least(steps(w.p, 1), w.p["delta"]))
    if w.context["mode"] == "OFF at every time":
        assert w.what == "number of ON times up to t"
        return at_least(1, sum(on == "ON" for on in ["OFF"] * 4))
    assert {"alpha", "delta"} <= set(w.parameters) and w.context["mode"] == "OFF at t = 0, ON at t = 1"
    (known,) = matched(r"^Q_0 = X_0; Q_1 = (\w) if Q_0 = A, else AB$", w.context["scheme"])
    law: Law = {
        (first, request, known if first == "A" else "AB"): mass
        for first, weight in prior(w.p).items() for request in SOURCES
        if (mass := weight * move(w.p, first, request))
    }
    assert independent(law, (1,), (2,), (0,)), "eq:privacy at t = 1, where privacy is ON: I(X_1; Q_1 | Q_0) = 0"
    assert all(request in query for _, request, query in law)
    return at_least(2, sum((mass * len(query) for (_, _, query), mass in law.items()), ZERO))


def told_law(w: Shown) -> Law:
    """(X_{-1}, X_0, what Q_1 tells): δ is the law of X_{-1}, which is told."""
    assert w.context["scheme"] == "Q_{-1} = Q_0 = AB, Q_1 = (AB, X_{-1})"
    return {(a, x, a): weight * move(w.p, a, x) for a, weight in prior(w.p).items() for x in SOURCES}


def general_last_on(w: Shown) -> Answer:
    law = told_law(w)
    assert independent(law, (1,), (2,)), "the last ON request is protected"
    assert not independent(law, (0, 1), (2,)), "an earlier one is not"
    return numbers(marginal(law, 0)["A",] * marginal(law, 2)["A",], marginal(law, 0, 2)["A", "A"])


def general_converse(w: Shown) -> Answer:
    """After Q_0 = A (that is, X_0 = A) the request X_1 has the law M[A, ·]; the first request has the law δ."""
    (source,) = w.groups(r"^Pr\(X_s = (\w) \| q_\(s\)\) > 0$")
    if w.context["mode"] == "ON at t = 0":
        return "> 0", str(prior(w.p)[source])
    assert w.p["w"] == 1 and w.context["queries"] == "Q_0 = A"
    return "> 0", str(w.p["w"] * move(w.p, "A", source) + (1 - w.p["w"]) * move(w.p, "B", source))


def under_mode(p: Point, mode: tuple[bool, ...], absolute: bool) -> Law:
    """The law of (X_0 … X_n, Q_0 … Q_n) with X_0 replaced by X_{F⁻(t)}; `absolute` takes the parity of t itself,
    as φ_t does, otherwise that of t-F⁻(t). The mode begins with ON."""
    law: Law = {(a, "AB"): weight for a, weight in prior(p).items()}
    last = 0
    for now in range(1, len(mode)):
        last = now if mode[now] else last
        longer: Law = {}
        for atom, weight in law.items():
            requests, queries = atom[:now], atom[now:]
            for target in SOURCES:
                row = {"AB": ONE} if mode[now] else rule(
                    p, now if absolute else now - last, requests[last], target, queries[-1])
                for query, share in row.items():
                    longer[(*requests, target, *queries, query)] = weight * move(p, requests[-1], target) * share
        law = {atom: weight for atom, weight in longer.items() if weight}
    return law


def mode_leaks(p: Point, mode: tuple[bool, ...], absolute: bool) -> bool:
    """Whether eq:privacy fails at some t of the mode."""
    for n in range(1, len(mode)):
        law = under_mode(p, mode[:n + 1], absolute)
        on = [i for i in range(n + 1) if mode[i]]
        if not independent(law, on, (2 * n + 1,), range(n + 1, 2 * n + 1)):
            return True
    return False


def general_scheme(w: Shown) -> Answer:
    (start,) = matched(r"^ON at t = (\d), OFF afterwards$", w.context["mode"])
    assert mode_leaks(w.p, (True,) * (int(start) + 1) + (False, False), absolute=True)
    history = tuple(w.context["history"].split(","))

    def seen(first: str) -> Fraction:
        """Pr(Q_s, Q_{s+1}, … = history | X_s = first), s being the ON time, with the tables of φ_t."""
        states = {first: ONE}
        for now, (previous, query) in enumerate(zip(history, history[1:], strict=False), start=int(start) + 1):
            states = {
                x: sum(m * move(w.p, s, x) for s, m in states.items())
                * rule(w.p, now, first, x, previous).get(query, ZERO) for x in SOURCES
            }
        return sum(states.values(), ZERO)

    return numbers(seen(w.context["other"]), seen(w.context["one"]))


def appc_case1(w: Shown) -> Answer:
    """The display divides by 1-α; α+β ≤ 1 allows α = 1."""
    assert w.what == "1 - alpha ≠ 0"
    in_square(w.p)
    assert w.p["alpha"] + w.p["beta"] <= 1
    return "!= 0", str(1 - w.p["alpha"])


CHECKS: dict[str, Check] = {
    "appc-case1": appc_case1,
    "example-rate": example_rate,
    "example-optimal": example_optimal,
    "example-unique": example_optimal,
    "zero-leakage": zero_leakage,
    "decodability-constraint": decodability_constraint,
    "theorem1": theorem1,
    "rate-nonergodic": rate_nonergodic,
    "information-decay": information_decay,
    "table3-cases": table3_cases,
    "table3-caption": table3_caption,
    "converse-private-times": converse_private_times,
    "converse-chain-rule": converse_chain_rule,
    "converse-equal-laws": converse_equal_laws,
    "converse-table": converse_table,
    "converse-bounds": converse_bounds,
    "t-step-law": t_step_law,
    "converse-bound": converse_bound,
    "appb-equivalence": appb_equivalence,
    "appb-case2": bullet(same=True, part="c", odd=True),
    "appb-case3": bullet(same=False, part="b", odd=False),
    "appc-premise": appc_premise,
    "appc-expansion": appc_expansion,
    "appc-case2": appc_case2,
    "general-rate": general_rate,
    "general-last-on": general_last_on,
    "general-converse": general_converse,
    "general-scheme": general_scheme,
}

BEGIN = "queries that begin at some time"


def _for_ever(w: Shown) -> bool:
    return w.context.get("scheme") == "Q_t = X_t at every t ∈ ℤ"


def _possible(w: Shown) -> bool:
    history = tuple(w.context["history"].split(","))
    return any(chance(w.p, len(history) - 1, a, lambda _, q: q == history) > 0 for a in SOURCES)


HOLDS: dict[str, Callable[[Shown], bool]] = {
    "alpha + beta <= 1": lambda w: w.p["alpha"] + w.p["beta"] <= 1,
    "alpha + beta != 1": lambda w: w.p["alpha"] + w.p["beta"] != 1,
    "alpha + beta > 0": lambda w: w.p["alpha"] + w.p["beta"] > 0,
    "0 < delta < 1": lambda w: 0 < w.p["delta"] < 1,
    "delta > 0": lambda w: w.p["delta"] > 0,
    "0 < alpha < 1, 0 < beta < 1": lambda w: 0 < w.p["alpha"] < 1 and 0 < w.p["beta"] < 1,
    f"0 < alpha + beta < 2, or {BEGIN}": lambda w: 0 < w.p["alpha"] + w.p["beta"] < 2 or not _for_ever(w),
    BEGIN: lambda w: not _for_ever(w),
    "the query contains the request": lambda w: w.context.get("scheme") != "Q_1 = A",
    "a history of positive probability": lambda w: _possible(w),
    "alpha < 1": lambda w: w.p["alpha"] < 1,
    "an ON time up to t": lambda w: w.found != "0",
    "queries made from the requests and the randomness since the last ON time":
        lambda w: independent(told_law(w), (0,), (2,), (1,)),
}
"""Whether a recorded condition holds at a witness."""


# -- the corrections, by brute force -------------------------------------------------------------------------------


def _points(*texts: str) -> list[Point]:
    return [dict(zip(("alpha", "beta", "delta"), map(Fraction, text.split()), strict=True)) for text in texts]


LOW = _points("1/5 1/5 1/2", "1/2 1/3 1/4", "0 1/3 2/3", "1/4 0 1/5", "0 0 1/2")
HIGH = _points("1/2 2/3 1/2", "4/5 3/5 1/7", "1 1/2 1/3", "2/5 1 3/4", "1 1 1/2")
LINE = _points("1/2 1/2 1/2", "1/3 2/3 1/5", "1 0 1/3", "0 1 2/3")
GRID = LOW + HIGH + LINE
TIMES = (1, 2, 3, 4)


def corrected_zero_leakage() -> None:
    """Step mode with queries from t = -2 on: (X_{-2}, X_{-1}, X_0) and (Q_1 … Q_t) are independent."""
    for p in GRID:
        law: Law = {}
        for early in product(SOURCES, repeat=3):
            weight = prior(p)[early[0]] * move(p, early[0], early[1]) * move(p, early[1], early[2])
            for requests, queries, mass in paths(p, 3, early[2]):
                atom = (*early, *queries[1:])
                law[atom] = law.get(atom, ZERO) + weight * mass
        assert independent(law, (0, 1, 2), (3, 4, 5))


def corrected_decodability() -> None:
    for p in GRID:
        for time in (0, *TIMES):
            law = {atom for atom, mass in messages(p, time).items() if mass}
            assert len({(request, answer) for request, _, answer in law}) == len(law)


def corrected_cases() -> None:
    """`paths` raises ZeroDivisionError where a row that is used has no law; all masses sum to 1."""
    for p in GRID:
        for first in SOURCES:
            for time in TIMES:
                assert chance(p, time, first, lambda x, q: True) == 1


def corrected_caption() -> None:
    for p in GRID:
        for time, first, request in product(TIMES, SOURCES, SOURCES):
            mass = {q: chance(p, time, first, lambda x, s: (x[-1], *s[-2:]) == (request, "AB", q)) for q in QUERIES}
            if total := sum(mass.values()):
                row = table(part_of(p, time), p, first, request)
                assert {q: m / total for q, m in mass.items()} == {q: row.get(q, ZERO) for q in QUERIES}


def corrected_bullet(same: bool, part: str, odd: bool) -> Callable[[], None]:
    def check() -> None:
        for p in HIGH:
            for time in TIMES:
                if time % 2 == int(odd):
                    for first in SOURCES:
                        place = first if same else OTHER[first]
                        assert chance(p, time - 1, first, lambda x, q: q[-1] == "AB" and x[-1] != place) == 0
                    sums = [[sum(move(p, a if same else OTHER[a], x) * table(part, p, a, x).get(q, ZERO)
                                 for x in SOURCES) for q in QUERIES] for a in SOURCES]
                    assert sums[0] == sums[1]

    return check


def corrected_premise() -> None:
    for p in GRID:
        for time, first in product(TIMES, SOURCES):
            assert chance(p, time, first, lambda _, q: q[-1] == "AB" and q[-2] != "AB") == 0


def corrected_expansion() -> None:
    """Pr(Q_t = q | Q_{t-1} = AB) = Σ Pr(x_0) M[g(x_0,AB), x_t] p(q | x_0, x_t), wherever Q_{t-1} = AB can occur."""
    for p in GRID:
        for time in TIMES:
            before = {a: chance(p, time - 1, a, lambda _, q: q[-1] == "AB") for a in SOURCES}
            total = sum(prior(p)[a] * before[a] for a in SOURCES)
            if not total:
                continue
            for query in QUERIES:
                mass = sum(prior(p)[a] * chance(p, time, a, lambda _, q: q[-2:] == ("AB", query)) for a in SOURCES)
                swap = p["alpha"] + p["beta"] > 1 and time % 2 == 0
                right = ZERO
                for first, request in product(SOURCES, SOURCES):
                    step = move(p, OTHER[first] if swap else first, request)
                    if step:
                        entry = table(part_of(p, time), p, first, request).get(query, ZERO)
                        right += prior(p)[first] * step * entry
                assert mass / total == right


def corrected_row() -> None:
    """g(x_0, AB) is x_0 for t odd, the other source for t even; the row AB of P is what comes out."""
    for p in HIGH:
        for time in TIMES:
            for first in SOURCES:
                place = first if time % 2 else OTHER[first]
                assert chance(p, time - 1, first, lambda x, q: q[-1] == "AB" and x[-1] != place) == 0
            for query, entry in query_row(p).items():
                sent = sum(prior(p)[a] * chance(p, time, a, lambda _, q: q[-2:] == ("AB", query)) for a in SOURCES)
                both = sum(prior(p)[a] * chance(p, time - 1, a, lambda _, q: q[-1] == "AB") for a in SOURCES)
                assert sent / both == entry


def corrected_scheme() -> None:
    """Every mode of five times that begins with ON; and the cost 1 + |1-α-β|^(t-F⁻(t)) at each of them."""
    for p in (*LOW[:3], *HIGH[:3], LINE[1]):
        for tail in product((True, False), repeat=4):
            mode = (True, *tail)
            assert not mode_leaks(p, mode, absolute=False)
            law = under_mode(p, mode, absolute=False)
            for time, on in enumerate(mode):
                since = 0 if on else time - max(i for i in range(time) if mode[i])
                sent = sum(mass for atom, mass in law.items() if atom[len(mode) + time] == "AB")
                assert sent == abs(1 - p["alpha"] - p["beta"]) ** since


CORRECTED: dict[str, Callable[[], None]] = {
    "zero-leakage": corrected_zero_leakage,
    "decodability-constraint": corrected_decodability,
    "table3-cases": corrected_cases,
    "table3-caption": corrected_caption,
    "appb-case2": corrected_bullet(same=True, part="c", odd=True),
    "appb-case3": corrected_bullet(same=False, part="b", odd=False),
    "appc-premise": corrected_premise,
    "appc-expansion": corrected_expansion,
    "appc-case2": corrected_row,
    "general-scheme": corrected_scheme,
}


# -- the tests -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def session() -> Session:
    return Session(finder())


def failed(result: Result) -> Iterator[Shown]:
    for outcome in result.judgement.outcomes:
        if isinstance(outcome, Failure):
            yield Shown(outcome.obligation.case, outcome.witness)


def contradicts(expected: str, found: str) -> bool:
    """Whether what was found cannot stand where something was expected."""
    sign, _, limit = expected.partition(" ")
    if sign in (">=", ">", "!="):
        value, bound = Fraction(found), Fraction(limit)
        return not {">=": value >= bound, ">": value > bound, "!=": value != bound}[sign]
    return expected != found


@pytest.mark.parametrize("claim_id", list(KNOWN))
def test_every_witness_of_an_erratum_is_what_the_arithmetic_gives(session: Session, claim_id: str) -> None:
    assert claim_id in CHECKS, "an erratum without a check of its witness"
    witnesses = list(failed(session.judge(claim_id)))
    assert witnesses
    for witness in witnesses:
        assert witness.parameters.items() <= witness.p.items()
        in_square(witness.p)
        expected, found = CHECKS[claim_id](witness)
        assert (witness.expected, witness.found) == (expected, found), witness.what
        assert contradicts(expected, found)


@pytest.mark.parametrize("claim_id", ["zero-leakage", "appc-expansion", "general-scheme"])
def test_a_check_notices_a_witness_that_was_moved(session: Session, claim_id: str) -> None:
    witness = next(failed(session.judge(claim_id)))
    witness.p = {**witness.p, "beta": witness.p["beta"] + Fraction(1, 100)}
    assert CHECKS[claim_id](witness) != (witness.expected, witness.found)


def test_a_witness_that_shows_nothing_is_noticed() -> None:
    assert not contradicts(">= 2", "2") and not contradicts("1/2", "1/2") and not contradicts("!= 0", "1")
    assert contradicts(">= 2", "3/2") and contradicts("> 1", "1") and contradicts("1/2", "1/3")


@pytest.mark.parametrize("claim_id", CONDITIONAL)
def test_a_recorded_condition_is_violated_where_its_claim_fails(session: Session, claim_id: str) -> None:
    """Each witness violates the condition of its case; a condition that is taken over from a claim that the proof
    uses has its witness there."""
    result = session.judge(claim_id)
    assert not [w for w in failed(result) if HOLDS[w.violates](w)]
    shown = {w.violates for w in failed(result)}
    for condition in KNOWN[claim_id].conditions:
        assert condition in HOLDS
        assert condition in shown or condition in _inherited(session, claim_id)


def _inherited(session: Session, claim_id: str) -> set[str]:
    """The conditions violated at a witness of a claim that this one rests on."""
    found: set[str] = set()
    waiting = list(session.judge(claim_id).depends_on())
    for used in waiting:
        found.update(w.violates for w in failed(session.judge(used)))
        waiting += [other for other in session.judge(used).depends_on() if other not in waiting]
    return found


@pytest.mark.parametrize("claim_id", REFUTED)
def test_the_correction_of_a_refuted_claim_is_proved_and_survives_brute_force(session: Session, claim_id: str) -> None:
    result = session.judge(claim_id)
    assert result.correction is not None and result.claim.correction
    assert result.correction.verdict is Verdict.PROVED
    assert claim_id in CORRECTED, "a correction without a brute-force check"
    CORRECTED[claim_id]()


def test_the_printed_versions_do_not_survive_the_same_brute_force() -> None:
    """The checks of the corrections can fail: on the printed parities they do."""
    for check in (corrected_bullet(same=True, part="b", odd=True), corrected_bullet(same=True, part="b", odd=False)):
        with pytest.raises(AssertionError):
            check()
    assert mode_leaks(HIGH[0], (True, True, False, False), absolute=True)


@pytest.mark.parametrize("time", TIMES)
def test_the_conditional_formulas_hold_under_their_conditions(time: int) -> None:
    """Where 0 < δ < 1 and α+β > 0: the t-step law, and the bound, which is attained by the scheme."""
    for p in GRID:
        assert 0 < p["delta"] < 1
        if p["alpha"] + p["beta"] > 0:
            assert printed_step(p, time) == steps(p, time)
        cost = 1 + sum(prior(p)[a] * chance(p, time, a, lambda _, q: q[-1] == "AB") for a in SOURCES)
        assert cost == least(steps(p, time), p["delta"]) == 1 + abs(1 - p["alpha"] - p["beta"]) ** time
        if time == 1 and p["alpha"] + p["beta"] <= 1:
            assert 1 / cost == 1 / (2 - p["alpha"] - p["beta"])


# -- the command ---------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert isinstance(stop.value.code, int)
    return stop.value.code, capsys.readouterr().out


@pytest.fixture
def judged(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command uses the session of this module: every claim is judged once."""
    monkeypatch.setattr(claim_module, "Session", lambda find: session)


@pytest.mark.usefixtures("judged")
def test_the_errata_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = run(capsys, "errata")
    assert code == 0
    assert text.endswith(f"{len(KNOWN)} statements do not hold as printed\n")
    for number, claim_id in enumerate((c.id for c in CLAIMS if c.id in KNOWN), start=1):
        assert re.search(rf"^{number}\. .*\({claim_id}, {KNOWN[claim_id].verdict}\)$", text, flags=re.M)
    assert len(re.findall(r"^   printed$", text, flags=re.M)) == len(KNOWN)
    assert len(re.findall(r"^   should be \(proved\)$", text, flags=re.M)) == len(REFUTED)
    assert len(re.findall(r"^   holds if \(proved\)$", text, flags=re.M)) == len(CONDITIONAL)


@pytest.mark.usefixtures("judged")
@pytest.mark.parametrize("claim_id", KNOWN)
def test_an_erratum_shows_one_witness_for_each_condition_of_its_own(session: Session, claim_id: str) -> None:
    result = session.judge(claim_id)
    own = {f.obligation.case.violates for f in result.judgement.outcomes if isinstance(f, Failure)}
    shown = [body for title, body in erratum(result) if title == "fails at"]
    assert len(shown) == len(set(shown)) == len(own)
    others = [body for title, body in erratum(result) if title == "rests on"]
    assert len(others) == len([c for c in result.judgement.conditions() if c not in own])
    assert all(body.partition(",")[0] in result.depends_on() for body in others)


def test_the_errata_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = run(capsys, "errata", "--format", "json")
    document = json.loads(text)
    assert code == 0 and document["schema"] == 1 and document["tool"]["name"] == "onoff-verify"
    assert [entry["id"] for entry in document["errata"]] == [c.id for c in CLAIMS if c.id in KNOWN]
    for entry in document["errata"]:
        known = KNOWN[entry["id"]]
        assert set(entry) == {"id", "where", "printed", "verdict", "witnesses", "conditions", "correction"}
        assert entry["where"] and entry["printed"] and entry["verdict"] == known.verdict
        assert set(entry["conditions"]) == set(known.conditions)
        for witness in entry["witnesses"]:
            assert set(witness) == {"what", "parameters", "context", "expected", "found"}
            assert all(str(Fraction(value)) == value for value in witness["parameters"].values())
        assert entry["witnesses"]
        if known.verdict == "refuted":
            assert entry["correction"]["verdict"] == "proved" and entry["correction"]["statement"]
        else:
            assert entry["correction"] is None and entry["conditions"]


def unbalanced(source: str) -> str:
    """What is wrong with the braces and environments of a LaTeX text; nothing if all is well."""
    bare = re.sub(r"\\[\\{}]", "", source)
    depth = 0
    for sign in re.findall(r"[{}]", bare):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            return "a brace is closed that was not opened"
    open_ones: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", source):
        if kind == "begin":
            open_ones.append(name)
        elif not open_ones or open_ones.pop() != name:
            return f"{name} is closed out of turn"
    return f"open: {depth} braces, {open_ones}" if depth or open_ones else ""


@pytest.mark.usefixtures("judged")
def test_the_errata_in_latex_are_well_formed(capsys: pytest.CaptureFixture[str]) -> None:
    code, source = run(capsys, "errata", "--format", "latex")
    assert code == 0
    assert unbalanced(source) == ""
    assert source.isascii(), sorted(set(source) - set(map(chr, range(128))))
    assert source.count("\\item \\textbf") == len(KNOWN)
    assert not re.search(r"(?<!\\)[#%&]", source) and source.count("$") % 2 == 0
    assert not re.search(r"\^(?!\{)", source)


def test_latex_that_is_not_balanced_is_noticed() -> None:
    assert unbalanced(r"\textbf{a") and unbalanced(r"a}{") and unbalanced(r"\begin{a}\begin{b}\end{a}\end{b}")
    assert unbalanced(r"\begin{a} \{ \textbf{b} \end{a}") == ""


@pytest.mark.usefixtures("judged")
def test_the_errata_in_latex_compile(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tool = tools.need("pdflatex")
    _, source = run(capsys, "errata", "--format", "latex")
    packages = "\\usepackage{amsmath,amssymb}"
    document = f"\\documentclass{{article}}\n{packages}\n\\begin{{document}}\n{source}\\end{{document}}\n"
    (tmp_path / "errata.tex").write_text(document, encoding="ascii")
    done = program([tool, "-interaction=nonstopmode", "-halt-on-error", "errata.tex"], cwd=tmp_path, errors="replace")
    assert done.returncode == 0, done.stdout[-2000:]


# -- the record decides the exit code and nothing else -------------------------------------------------------------


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(errata.KNOWN, "table3-cases")


def invent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(errata.KNOWN, "lemma1", Erratum("refuted"))


def change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(errata.KNOWN, "t-step-law", Erratum("conditional", ("alpha > 0",)))


def take_for_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(errata.KNOWN, "t-step-law", Erratum("refuted"))


@pytest.fixture(scope="module")
def untouched(session: Session) -> list[tuple[str, Verdict, tuple[str, ...]]]:
    return [(c.id, r.verdict, r.judgement.conditions()) for c in CLAIMS for r in (session.judge(c.id),)]


@pytest.mark.parametrize("spoil", [forget, invent, change])
def test_the_record_changes_the_exit_code_but_no_verdict(
    spoil: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    untouched: list[tuple[str, Verdict, tuple[str, ...]]],
) -> None:
    spoil(monkeypatch)
    code, text = run(capsys, "all", "--format", "json")
    assert code == 1
    found = [(c["id"], Verdict(c["verdict"]), tuple(c["conditions"])) for c in json.loads(text)["claims"]]
    assert found == untouched


@pytest.mark.usefixtures("judged")
@pytest.mark.parametrize("spoil", [forget, invent, change, take_for_refuted])
def test_the_errata_command_answers_with_the_same_exit_code(
    spoil: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = run(capsys, "errata")
    spoil(monkeypatch)
    code, text = run(capsys, "errata")
    assert (plain[0], code) == (0, 1)
    assert text == plain[1]


def test_without_any_record_the_verdicts_are_the_same(
    monkeypatch: pytest.MonkeyPatch, untouched: list[tuple[str, Verdict, tuple[str, ...]]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    for claim_id in list(errata.KNOWN):
        monkeypatch.delitem(errata.KNOWN, claim_id)
    code, text = run(capsys, "all", "--format", "json")
    found = [(c["id"], Verdict(c["verdict"]), tuple(c["conditions"])) for c in json.loads(text)["claims"]]
    assert code == 1 and found == untouched


@pytest.mark.usefixtures("judged")
@pytest.mark.parametrize("arguments, code", [
    (("all",), 0), (("all", "--strict"), 1), (("lemma1", "--strict"), 0), (("table3-cases",), 0),
    (("table3-cases", "--strict"), 1), (("t-step-law", "lemma1"), 0), (("t-step-law", "lemma1", "--strict"), 1),
])
def test_strict_counts_known_errata_as_failures(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int
) -> None:
    assert run(capsys, *arguments)[0] == code


@pytest.mark.usefixtures("judged")
def test_a_recorded_erratum_that_passes_is_no_longer_a_success(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    invent(monkeypatch)
    assert run(capsys, "lemma1")[0] == 1
    assert run(capsys, "lemma1", "--strict")[0] == 0
