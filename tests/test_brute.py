"""Schemes by brute force: what is judged of random schemes, for all t, is what an enumeration of paths sees."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

import pytest
import reference
from brute import Draft, Point, Rule, drafts, judged, numbers, point_of, two_sources
from chance import SEED, examples

from onoff_symbolic.result import Verdict, Witness
from onoff_symbolic.scheme_result import Outcome, SchemeResult

LONGEST = 10
"""The length of the longest history that brute force is asked about."""
HALF = Fraction(1, 2)


# -- the brute force, by hand ----------------------------------------------------------------------------


def test_brute_force_sees_a_leak_and_a_useless_query() -> None:
    scheme = reference.paper(Fraction(1, 3), HALF)
    row = {**scheme.law, (1, "A", "A", "AB"): {"B": HALF, "AB": HALF}}
    broken = reference.Brute(scheme.sources, scheme.chain, scheme.downloads, 2, row)
    assert reference.leaks(broken) == {("AB", "A"), ("AB", "B"), ("AB", "AB")}
    assert reference.useless(broken) == {(1, ("A", "A", "B"))}
    assert reference.ambiguous(broken) == {(1, "A", "B")}
    assert not reference.leaks(scheme) and not reference.useless(scheme) and not reference.ambiguous(scheme)


# -- random schemes --------------------------------------------------------------------------------------


def value(text: str, point: Point, time: int = 0) -> Fraction:
    """Return a text of a report at a point and a time: the law of X_0 is written Pr(X_0=A)."""
    plain = re.sub(r"Pr\(X_0=(\w+)\)", r"w_\1", text)
    return reference.value(re.sub(r"\*\*t\b", f"**{time}", plain), point)


@dataclass
class Failure:
    """A witness: the scheme and the law of X_0 at its point, and what it shows."""

    draft: Draft
    witness: Witness

    @cached_property
    def shows(self) -> Mapping[str, str]:
        return dict(self.witness.shows)

    @cached_property
    def point(self) -> dict[str, Fraction]:
        return {name: Fraction(text) for name, text in self.witness.point}

    @cached_property
    def scheme(self) -> reference.Brute:
        return numbers(self.draft, {**point_of(self.draft), **self.point})

    @property
    def sides(self) -> tuple[Fraction, Fraction]:
        return Fraction(self.witness.left), Fraction(self.witness.right)

    def law(self) -> dict[str, Fraction]:
        """Return the law of X_0."""
        sources = [*self.draft.chain]
        named = [self.point.get(f"Pr(X_0={a})", self.point.get(f"w{i}")) for i, a in enumerate(sources, start=1)]
        known = [weight for weight in named[:-1] if weight is not None]
        if len(known) < len(sources) - 1:
            return reference.priors(tuple(sources))[1]
        return dict(zip(sources, [*known, 1 - sum(known)], strict=True))

    def history(self, name: str = "history") -> tuple[str, ...]:
        return tuple(self.shows[name].split(","))


class Check:
    """What is judged of a draft, against brute force."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.found = judged(draft)
        self.scheme = numbers(draft, point_of(draft))
        self.limit = 3 if len(draft.chain) > 2 else reference.LIMIT
        self.prior = reference.priors(tuple(draft.chain))[1]
        self.point = {**point_of(draft), **{f"w_{a}": weight for a, weight in self.prior.items()}}

    def failure(self, part: Outcome) -> Failure:
        """Return the witness of a property that is refuted."""
        assert part.verdict is Verdict.REFUTED and part.witness is not None
        return Failure(self.draft, part.witness)

    def all(self) -> SchemeResult:
        """Check everything; nothing else is asked of what is no scheme."""
        if self.found.normalised.verdict is not Verdict.PROVED:
            self.normalised()
            return self.found
        for part in (self.private, self.decodable, self.query_chain, self.costs, self.optimal):
            part()
        both = {self.found.private.verdict, self.found.decodable.verdict}
        assert (self.found.verdict is Verdict.PROVED) == (both == {Verdict.PROVED})
        assert (self.found.verdict is Verdict.REFUTED) == (Verdict.REFUTED in both)
        return self.found

    def normalised(self) -> None:
        """At the state of the witness, which occurs, a row is no law."""
        failure = self.failure(self.found.normalised)
        first, request, query = failure.shows["state"].split(",")
        time, after = int(failure.shows["time"]), failure.shows["request"]
        assert (first, request, query) in reference.states(failure.scheme, time)
        row = failure.scheme.row(time + 1, first, request, after, query)
        assert min(row.values()) < 0 or sum(row.values()) != 1

    def private(self) -> None:
        """Private: no leak at a point. Not private: the history leaks, with the numbers that are shown."""
        assert self.found.private.verdict is not Verdict.UNDECIDED
        if self.found.private.verdict is Verdict.PROVED:
            assert not reference.leaks(self.scheme, self.limit)
            return
        failure = self.failure(self.found.private)
        if len(failure.history()) <= LONGEST:
            chances = reference.probabilities(failure.scheme, failure.history())
            assert (chances[failure.shows["one"]], chances[failure.shows["other"]]) == failure.sides
            assert failure.sides[0] != failure.sides[1]

    def decodable(self) -> None:
        if self.found.decodable.verdict is not Verdict.REFUTED:  # undecided: it fails late, or never
            assert not reference.useless(self.scheme, self.limit)
            return
        failure = self.failure(self.found.decodable)
        state, time = tuple(failure.shows["state"].split(",")), int(failure.shows["time"])
        assert time > self.limit or state in reference.states(failure.scheme, time)
        assert state[1] not in failure.scheme.downloads[state[2]]

    def query_chain(self) -> None:
        """Markov: brute force sees the same matrix. Not Markov: the two histories differ. It may be too much work."""
        if self.found.query_chain.verdict is Verdict.REFUTED:
            failure = self.failure(self.found.query_chain)
            one, other = failure.history(), failure.history("other")
            assert len(one) == len(other) and one[-1] == other[-1]
            if len(one) < LONGEST:
                law, query = failure.law(), failure.shows["query"]
                ratios = [
                    reference.chance(failure.scheme, law, (*h, query)) / reference.chance(failure.scheme, law, h)
                    for h in (one, other)
                ]
                assert tuple(ratios) == failure.sides and ratios[0] != ratios[1]
        elif self.found.query_chain.verdict is Verdict.PROVED:
            for t in range(self.limit):
                rows = reference.transitions(self.scheme, self.prior, t)
                assert rows is not None
                matrix = dict(self.found.matrices[t % len(self.found.matrices)]) if self.found.matrices else {}
                for query in rows.keys() & matrix.keys():
                    shown = [value(text, self.point) for text in matrix[query]]
                    assert shown == [rows[query][q] for q in self.found.queries]

    def costs(self) -> None:
        shown = [(time, text) for time, text in self.found.costs if text is not None and time <= self.limit]
        if self.found.cost_form is not None:
            shown += [(time, self.found.cost_form) for time in range(1, self.limit + 1)]
        for time, text in shown:
            assert value(text, self.point, time) == reference.cost(self.scheme, self.prior, time)

    def optimal(self) -> None:
        """No law that is private and serves the request costs less, for two sources."""
        sources = [*self.draft.chain]
        if len(sources) != 2 or self.found.optimal.verdict is Verdict.UNDECIDED:
            return
        wrong = self.found.optimal.verdict is Verdict.REFUTED
        scheme, law, times = self.scheme, self.prior, [1, 2, 3]
        if wrong:
            failure = self.failure(self.found.optimal)
            scheme, law, times = failure.scheme, failure.law(), [int(failure.shows["t"])]
        for time in times:
            moved = {a: dict.fromkeys(sources, Fraction(0)) for a in sources}
            for requests, _, weight in scheme.paths(time):
                moved[requests[0]][requests[-1]] += weight
            least = min(map(reference.expected_size, reference.private_laws(law, moved)))
            assert (reference.cost(scheme, law, time) > least) is wrong


FEW = [draft for draft in drafts(examples(90, 600), int(SEED or 3)) if len(draft.chain) <= 3]


@pytest.mark.slow
@pytest.mark.drawn
@pytest.mark.parametrize("number", range(len(FEW)), ids=lambda number: f"{number} {FEW[number].kind}")
def test_random_schemes(number: int) -> None:
    Check(FEW[number]).all()


def rows(row: Mapping[str, str], **others: Mapping[str, str]) -> dict[tuple[str, str], Mapping[str, str]]:
    """Return a table in which all rows are the same, but those of the named pairs, as in AB={...}."""
    return {(a, x): others.get(a + x, row) for a, x in product("AB", repeat=2)}


class TestByHand:
    def test_a_leak_that_no_single_query_shows(self) -> None:
        """Q_1 is a fair coin, Q_2 says whether Q_1 was X_0: only the pair leaks."""
        coin = rows({"A": "1/2", "B": "1/2"})
        same, other = rows({"B": "1"}, AA={"A": "1"}, AB={"A": "1"}), rows({"A": "1"}, AA={"B": "1"}, AB={"B": "1"})
        draft = two_sources(
            Rule(coin, ("AB",)),
            Rule(same, ("A",), "0 mod 2"),
            Rule(other, ("B",), "0 mod 2"),
            Rule(rows({"A": "1"}), ("A",)),
            Rule(rows({"B": "1"}), ("B",)),
        )
        laws = [reference.query_law(numbers(draft), {a: Fraction(a == b) for a in "AB"}, 2) for b in "AB"]
        found = Check(draft)

        found.private()
        assert laws[0] == laws[1] and len(found.failure(found.found.private).history()) == 3

    def test_queries_of_a_hidden_markov_chain_are_no_markov_chain(self) -> None:
        """A noisy look at whether X_t = X_0, on a chain that does not know one source from the other."""
        circle = {"A": {"A": "2/3", "B": "1/3"}, "B": {"A": "1/3", "B": "2/3"}}
        noisy = rows({"A": "1/3", "B": "2/3"}, AA={"A": "2/3", "B": "1/3"}, BB={"A": "2/3", "B": "1/3"})
        check = Check(two_sources(Rule(noisy), chain=circle))
        check.private()
        check.query_chain()
        assert check.found.private.verdict is Verdict.PROVED
        assert check.found.query_chain.verdict is Verdict.REFUTED and check.found.matrices == ()

    def test_a_matrix_for_each_phase(self) -> None:
        check = Check(
            two_sources(Rule(rows({"A": "1/3", "B": "2/3"}), when="odd"), Rule(rows({"A": "1/2", "B": "1/2"})))
        )
        check.query_chain()
        assert check.found.query_chain.verdict is Verdict.PROVED and len(check.found.matrices) == 2

    def test_a_leak_of_one_parameter_is_refuted_where_it_shows(self) -> None:
        """Nothing leaks at p = 0."""
        chain = {"A": {"A": "1 - p/3", "B": "p/3"}, "B": {"A": "p/4", "B": "1 - p/4"}}
        draft = two_sources(Rule(rows({"AB": "1"}, AB={"B": "1"})), chain=chain, where=("0 <= p <= 1",))
        check = Check(draft)
        check.private()
        assert check.found.private.verdict is Verdict.REFUTED
        assert not reference.leaks(numbers(draft, {"p": Fraction(0)}))

    def test_the_query_chain_is_shown_for_where_it_holds(self) -> None:
        """The region is {1} ∪ [2, 3]. At x = 1 a row without a law is not reached, and what it adds elsewhere to
        Pr(Q_t = A) is not there."""
        chain = dict.fromkeys("AB", {"A": "(3 - x)/2", "B": "(x - 1)/2"})
        last = {"A": "1/(x - 1)", "AB": "1 - 1/(x - 1)"}
        table = rows(last, AA={"A": "1/2", "AB": "1/2"}, BA={"A": "1/2", "AB": "1/2"})
        draft = Draft("isolated", chain, {"A": "A", "AB": "AB"}, [Rule(table)], ["(x-1)**2*(x-2) >= 0", "1 <= x <= 3"])
        found = judged(draft)
        assert found.query_chain.verdict is Verdict.PROVED and found.outside
        for x in (Fraction(2), Fraction(3)):
            seen = reference.transitions(numbers(draft, {"x": x}), reference.priors(("A", "B"))[1], 1)
            assert seen is not None and value(dict(found.matrices[0])["A"][0], {"x": x}) == seen["A"]["A"]
