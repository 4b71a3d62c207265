"""The counterexamples of the letter, done again by hand: chain, mode and code are read off the sentences, the joint law
of requests and queries is written out, and the numbers in the sentences have to come out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product

import pytest
import reference

from onoff_symbolic.claims.place import the_paper
from onoff_symbolic.paper.session import Session
from onoff_symbolic.report.document import Item, Part
from onoff_symbolic.report.letter import letter
from onoff_symbolic.report.notation import unmarked

Law = Mapping[str, Fraction]
Code = Callable[[int, Mapping[int, str], Mapping[int, str]], Law]
Outcome = tuple[dict[int, str], dict[int, str], Fraction]
Mode = Callable[[int], bool]
ONE = Fraction(1)


class Chain:
    """Requests on A and B, stationary unless the law of the first one is given."""

    def __init__(self, alpha: Fraction, beta: Fraction, first: Fraction | None = None) -> None:
        self.alpha, self.beta = alpha, beta
        start = beta / (alpha + beta) if first is None else first
        self.start = {"A": start, "B": 1 - start}
        self.step = reference.request_chain(alpha, beta)

    def outcomes(self, times: range, code: Code) -> list[Outcome]:
        """Return requests and queries at these times, with their probability."""
        found: list[Outcome] = [({}, {}, ONE)]
        for t in times:
            asked = [
                ({**x, t: request}, q, p * step)
                for x, q, p in found
                for request, step in (self.step[x[t - 1]] if x else self.start).items()
            ]
            found = [
                (x, {**q, t: query}, p * chance) for x, q, p in asked if p for query, chance in code(t, x, q).items()
            ]
        return [each for each in found if each[2]]


def scheme(chain: Chain, mode: Mode, begin: int, parity: Callable[[int, int], int]) -> Code:
    """Return the scheme with the last ON request for X_0; `parity` of t and the last ON time picks the table."""

    def code(t: int, requests: Mapping[int, str], queries: Mapping[int, str]) -> Law:
        if mode(t):
            return {"AB": ONE}
        private = [s for s in range(begin, t) if mode(s)]
        if not private or queries[t - 1] != "AB":
            return {requests[t]: ONE}
        last = private[-1]
        part = "a" if chain.alpha + chain.beta <= 1 else "bc"[parity(t, last) % 2]
        return reference.table(part, chain.alpha, chain.beta)[requests[last], requests[t]]

    return code


def independent(outcomes: Iterable[tuple[object, object, object, Fraction]]) -> bool:
    """Return whether the first and second components are independent given the third."""
    law: dict[object, Fraction] = defaultdict(Fraction)
    cases: dict[object, set[tuple[object, object]]] = defaultdict(set)
    for one, other, given, chance in outcomes:
        cases[given].add((one, other))
        for event in ((one, other, given), ("one", one, given), ("other", other, given), given):
            law[event] += chance
    return all(
        law[one, other, given] * law[given] == law["one", one, given] * law["other", other, given]
        for given, seen in cases.items()
        for one, other in product({a for a, _ in seen}, {b for _, b in seen})
    )


def private(chain: Chain, times: range, mode: Mode, code: Code, checked: range) -> bool:
    """Return whether (8) holds at the times that are checked: given the earlier queries, Q_t reveals no ON request."""
    everything = chain.outcomes(times, code)
    return all(
        independent(
            (tuple(x[s] for s in times if s <= t and mode(s)), q[t], tuple(q[s] for s in times if s < t), chance)
            for x, q, chance in everything
        )
        for t in checked
    )


def given(
    outcomes: Iterable[Outcome], event: Callable[[Outcome], bool], condition: Callable[[Outcome], bool]
) -> Fraction:
    """Return a conditional probability."""
    outcomes = [each for each in outcomes if condition(each)]
    return sum((each[2] for each in outcomes if event(each)), Fraction(0)) / sum(each[2] for each in outcomes)


def download(chain: Chain, times: range, code: Code, t: int) -> Fraction:
    """Return the expected number of messages at a time."""
    return sum((len(q[t]) * chance for _, q, chance in chain.outcomes(times, code)), Fraction(0))


# -- the sentences ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def items(session: Session) -> dict[str, str]:
    paper = the_paper()
    parts = [part for part in letter(paper, session.judge(paper.claims)) if isinstance(part, Part)]
    items = [item for part in parts for item in part.blocks if isinstance(item, Item)]
    return {item.id: unmarked(" ".join(text for label, text in item.rows if label != "Printed")) for item in items}


def numbers(text: str, *patterns: str) -> list[Fraction]:
    """Return the number that follows each pattern."""
    found = []
    for pattern in patterns:
        match = re.search(pattern + r"\s*(-?[0-9]+(?:/[0-9]+)?)", text)
        assert match, (pattern, text)
        found.append(Fraction(match[1]))
    return found


def chain_of(text: str) -> Chain:
    return Chain(*numbers(text, "α =", "β ="))


def mode_of(text: str) -> Mode:
    """Return the mode that a sentence describes; every time is ON or OFF by its words."""
    if match := re.search(r"ON up to t = (\d+) and OFF afterwards", text):
        return lambda t: t <= int(match[1])
    match = re.search(r"OFF for t ≤ (-?\d+)(?: and|,) ON at t = (\d+)", text)
    assert match and int(match[2]) == int(match[1]) + 1, text
    return lambda t: t == int(match[2])


def test_the_scheme_for_general_modes_leaks(items: dict[str, str]) -> None:
    text = items["parity"]
    chain, mode, times = chain_of(text), mode_of(text), range(0, 5)
    printed = scheme(chain, mode, times[0], lambda t, last: t)
    said = numbers(text, r"Pr\(Q_2 = A \| X_1 = A\) = \(1-α\)·\(1-α\)/β =", r"Pr\(Q_2 = A \| X_1 = B\) = β =")
    outcomes = chain.outcomes(times, printed)
    assert said == [given(outcomes, lambda o: o[1][2] == "A", lambda o, x=x: o[0][1] == x) for x in "AB"]
    assert not private(chain, times, mode, printed, range(2, 3))
    mended = scheme(chain, mode, times[0], lambda t, last: t - last)
    assert private(chain, times, mode, mended, times)


def test_the_bound_for_general_modes_fails(items: dict[str, str]) -> None:
    text = items["modes"]
    chain, mode, times = chain_of(text), mode_of(text), range(-2, 2)

    def code(t: int, requests: Mapping[int, str], queries: Mapping[int, str]) -> Law:
        if t == 1:
            return {"B": ONE} if queries[0] == "A" else {"AB": ONE}
        return {requests[t]: ONE}

    assert all(x[1] in q[1] for x, q, _ in chain.outcomes(times, code))
    assert private(chain, times, mode, code, times)
    first, cost, bound = numbers(text, r"Pr\(X_0 = A\) =", "ℓ_1/L =", "ℓ_1/L = [0-9/]+ <")
    assert first == chain.start["A"] and cost == download(chain, times, code, 1) < bound == 2
    earlier: Mode = lambda t: t in (-1, 1)
    assert not private(chain, times, earlier, code, times), "with an earlier ON time it leaks"


def test_the_bound_for_general_modes_fails_after_an_on_time(items: dict[str, str], session: Session) -> None:
    """The scheme counts from the last ON time before; the chain is that of the first example."""
    first, _, text = items["modes"].partition("The same with")
    chain, times = chain_of(first), range(-4, 2)
    said = re.search(r"ON for t ≤ (-?\d+), OFF at (-?\d+) and (-?\d+)", text)
    assert said and [int(each) for each in said.groups()] == [-2, -1, 0]
    mode: Mode = lambda t: t <= int(said[1]) or mode_of(first)(t)
    served = scheme(chain, mode, times[0], lambda t, last: t - last)

    def code(t: int, requests: Mapping[int, str], queries: Mapping[int, str]) -> Law:
        return {"B": ONE} if t == 1 and queries[0] == "A" else served(t, requests, queries)

    outcomes = chain.outcomes(times, code)
    assert all(x[t] in q[t] for x, q, _ in outcomes for t in times)
    assert private(chain, times, mode, code, times)
    assert not private(chain, times, lambda t: mode(t) or t == 0, code, times), "were privacy ON at t = 0"
    chance, cost = numbers(text, r"Pr\(Q_0 = A\) =", "ℓ_1/L =")
    assert chance == given(outcomes, lambda o: o[1][0] == "A", lambda o: True)
    assert cost == download(chain, times, code, 1) < 2
    (found,) = session.judge(["general-rate"])
    assert {witness.left for witness in found.witnesses if "ON for t ≤ -2" in unmarked(witness.note)} == {str(cost)}


def test_queries_before_the_last_on_time_may_depend_on_the_request(items: dict[str, str]) -> None:
    text = items["leakage"]
    chain, mode, times = chain_of(text), mode_of(text), range(-1, 4)
    code: Code = lambda t, requests, queries: {requests[t]: ONE} if t <= 0 else {"AB": ONE}
    outcomes = chain.outcomes(times, code)
    assert private(chain, times, mode, code, times)
    both = sum(chance for x, q, chance in outcomes if x[1] == "A" and q[0] == "A")
    one, other = (
        sum(chance for x, q, chance in outcomes if where(x, q))
        for where in (lambda x, q: x[1] == "A", lambda x, q: q[0] == "A")
    )
    assert numbers(text, r"Pr\(X_1 = A, Q_0 = A\) =", r"Pr\(X_1 = A\)·Pr\(Q_0 = A\) =") == [both, one * other]
    assert both != one * other
