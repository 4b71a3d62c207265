"""Schemes by brute force: what is judged of random schemes, for all t, is what an enumeration of paths sees."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
import reference
from chance import examples
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from strategies import KINDS, ONE, POINT, STEADY, Draft, Ratio, X, draft, kinds, table_draft

from onoff_symbolic import judge
from onoff_symbolic.result import Verdict, Witness
from onoff_symbolic.scheme_result import SchemeResult
from onoff_symbolic.schemes.files import load

LONGEST = 10
"""The length of the longest history that brute force is asked about."""

random_schemes = settings(phases=[Phase.explicit, Phase.generate], suppress_health_check=[HealthCheck.too_slow])
"""Drafts are small; shrinking them would take longer than reading them."""


# -- the brute force, by hand ----------------------------------------------------------------------------


def test_brute_force_knows_the_example_of_the_paper() -> None:
    fifth, quarter = Fraction(1, 5), Fraction(1, 4)
    scheme = reference.paper(fifth, fifth)
    assert scheme.law[1, "A", "A", "AB"] == {"A": quarter, "AB": 3 * quarter}
    assert scheme.law[1, "A", "B", "AB"] == {"B": 1}
    assert reference.probabilities(scheme, ("AB", "A")) == {"A": fifth, "B": fifth}
    assert reference.cost(scheme, {"A": Fraction(1), "B": Fraction(0)}, 1) == Fraction(8, 5)


def test_brute_force_enumerates_every_pair_of_sequences() -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)
    scheme = reference.paper(third, half)
    total = Fraction(0)
    for requests, queries in product(product("AB", repeat=3), product(("A", "B", "AB"), repeat=2)):
        weight, previous = Fraction(1), "AB"
        for t in (1, 2):
            weight *= scheme.chain[requests[t - 1]][requests[t]]
            weight *= scheme.law[t % 2, requests[0], requests[t], previous].get(queries[t - 1], 0)
            previous = queries[t - 1]
        found = [p for x, q, p in scheme.paths(2) if (x, q) == (requests, ("AB", *queries))]
        assert found == ([weight] if weight else [])
        total += weight
    assert total == 2


def test_brute_force_has_two_ways_to_the_probability_of_a_history() -> None:
    scheme = reference.paper(Fraction(5, 7), Fraction(2, 3))
    for time in range(5):
        for history, chances in reference.given_first(scheme, time).items():
            assert reference.probabilities(scheme, history) == chances
    assert reference.probabilities(scheme, ("AB", "A", "AB")) == {"A": 0, "B": 0}
    assert reference.probabilities(scheme, ("A", "A")) == {"A": 0, "B": 0}


def test_brute_force_sees_a_leak_and_a_useless_query() -> None:
    half = Fraction(1, 2)
    scheme = reference.paper(Fraction(1, 3), half)
    row = {**scheme.law, (1, "A", "A", "AB"): {"B": half, "AB": half}}
    broken = reference.Brute(scheme.sources, scheme.chain, scheme.downloads, 2, row)
    assert reference.leaks(broken) == {("AB", "A"), ("AB", "B"), ("AB", "AB")}
    assert reference.useless(broken) == {(1, ("A", "A", "B"))}
    assert reference.ambiguous(broken) == {(1, "A", "B")}
    assert not reference.leaks(scheme) and not reference.useless(scheme) and not reference.ambiguous(scheme)


def test_lemma_1_and_the_probability_of_downloading_both() -> None:
    for alpha, beta in reference.grid():
        numbers = reference.paper(alpha, beta)
        matrix = reference.query_chain(alpha, beta)
        for prior in reference.priors(("A", "B")):
            for t in range(reference.LIMIT):
                found = reference.transitions(numbers, prior, t)
                assert found is not None
                assert found == {query: matrix[query] for query in found}
            for t in range(7):
                both = abs(1 - alpha - beta) ** t
                assert reference.query_law(numbers, prior, t)["AB"] == both
                assert reference.cost(numbers, prior, t) == 1 + both


# -- random schemes --------------------------------------------------------------------------------------

Point = dict[str, Fraction]


def points(draft: Draft) -> list[Fraction]:
    """Where a draft is evaluated: inside, and at the ends of its region if x occurs."""
    return [POINT, Fraction(0), Fraction(1)] if draft.parametric else [POINT]


def limit(draft: Draft) -> int:
    """The last time that brute force looks at."""
    return 3 if len(draft.sources) > 2 else reference.LIMIT


def told(text: str, point: Point, time: int = 0) -> Fraction:
    """A text of a report: the law of X_0 is written Pr(X_0=A)."""
    plain = re.sub(r"Pr\(X_0=(\w+)\)", r"w_\1", text)
    return reference.value(re.sub(r"\*\*t\b", f"**{time}", plain), point)


def at(witness: Witness | None) -> tuple[Point, dict[str, str]]:
    """The point of a witness, and what shows it."""
    assert witness is not None
    return {name: Fraction(text) for name, text in witness.point}, dict(witness.shows)


def law_at(draft: Draft, point: Point) -> dict[str, Fraction]:
    """The law of X_0 at a point of a witness."""
    named = [point.get(f"Pr(X_0={a})", point.get(f"w{i}")) for i, a in enumerate(draft.sources, start=1)]
    known = [weight for weight in named[:-1] if weight is not None]
    if len(known) < len(draft.sources) - 1:
        return reference.priors(draft.sources)[1]
    return dict(zip(draft.sources, [*known, 1 - sum(known)], strict=True))


def check_normalised(draft: Draft, found: SchemeResult) -> bool:
    """Drafts are laws, but at an end of the region a row without a law may be reached."""
    if found.normalised.verdict is Verdict.PROVED:
        for x in points(draft):
            draft.numbers(x).paths(limit(draft))
        return True
    assert found.normalised.verdict is Verdict.REFUTED and found.verdict is Verdict.REFUTED
    point, shows = at(found.normalised.witness)
    numbers, time = draft.numbers(point.get("x", POINT)), int(shows["time"])
    first, request, query = shows["state"].split(",")
    assert (first, request, query) in reference.states(numbers, time)
    assert numbers.chain[request][shows["request"]] > 0
    assert ((time + 1) % numbers.period, first, shows["request"], query) not in numbers.law
    return False


def check_privacy(draft: Draft, found: SchemeResult) -> None:
    """Private: no leak at any point. Not private: the history leaks, as told."""
    assert found.private.verdict is not Verdict.UNDECIDED
    if found.private.verdict is Verdict.PROVED:
        assert not any(reference.leaks(draft.numbers(x), limit(draft)) for x in points(draft))
        return
    point, shows = at(found.private.witness)
    history = tuple(shows["history"].split(","))
    if len(history) <= LONGEST:
        assert found.private.witness is not None
        chances = reference.probabilities(draft.numbers(point.get("x", POINT)), history)
        sides = Fraction(found.private.witness.left), Fraction(found.private.witness.right)
        assert (chances[shows["one"]], chances[shows["other"]]) == sides and sides[0] != sides[1]


def check_decodable(draft: Draft, found: SchemeResult) -> None:
    if found.decodable.verdict is not Verdict.REFUTED:      # undecided: it fails late, or never
        assert not any(reference.useless(draft.numbers(x), limit(draft)) for x in points(draft))
        return
    point, shows = at(found.decodable.witness)
    numbers, state = draft.numbers(point.get("x", POINT)), tuple(shows["state"].split(","))
    if int(shows["time"]) <= limit(draft):
        assert state in reference.states(numbers, int(shows["time"]))
    assert state[1] not in numbers.downloads[state[2]]


def check_query_chain(draft: Draft, found: SchemeResult) -> None:
    """Markov: brute force sees the same matrix. Not Markov: the two histories differ. It may take too much work."""
    if found.query_chain.verdict is Verdict.REFUTED:
        point, shows = at(found.query_chain.witness)
        numbers, law = draft.numbers(point.get("x", POINT)), law_at(draft, point)
        one, other = (tuple(shows[name].split(",")) for name in ("history", "other"))
        assert len(one) == len(other) and one[-1] == other[-1]
        if len(one) < LONGEST:
            ratios = [reference.chance(numbers, law, (*h, shows["query"])) / reference.chance(numbers, law, h)
                      for h in (one, other)]
            assert ratios[0] != ratios[1]
    elif found.query_chain.verdict is Verdict.PROVED:
        law = reference.priors(draft.sources)[1]
        for x, t in product(points(draft)[:1], range(limit(draft))):
            point = {"x": x, **{f"w_{a}": weight for a, weight in law.items()}}
            rows = reference.transitions(draft.numbers(x), law, t)
            assert rows is not None
            matrix = dict(found.matrices[t % len(found.matrices)]) if found.matrices else {}
            for query in rows.keys() & matrix.keys():
                assert [told(text, point) for text in matrix[query]] == [rows[query][q] for q in found.queries]


def check_costs(draft: Draft, found: SchemeResult) -> None:
    numbers, law = draft.numbers(), reference.priors(draft.sources)[1]
    point = {"x": POINT, **{f"w_{a}": weight for a, weight in law.items()}}
    for time, text in found.costs:
        if text is not None and time <= limit(draft):
            assert told(text, point) == reference.cost(numbers, law, time)
    if found.cost_form is not None:
        for time in range(1, limit(draft) + 1):
            assert told(found.cost_form, point, time) == reference.cost(numbers, law, time)


def check_optimal(draft: Draft, found: SchemeResult) -> None:
    """No law that is private and serves the request costs less, for two sources."""
    if len(draft.sources) != 2 or found.optimal.verdict is Verdict.UNDECIDED:
        return
    law = reference.priors(draft.sources)[1]
    point, shows = at(found.optimal.witness) if found.optimal.witness else ({"x": POINT}, {})
    numbers = draft.numbers(point.get("x", POINT))
    wrong = found.optimal.verdict is Verdict.REFUTED
    law = law_at(draft, point) if wrong else law
    for time in [int(shows["t"])] if wrong else range(1, 4):
        moved = {a: dict.fromkeys(draft.sources, Fraction(0)) for a in draft.sources}
        for requests, _, weight in numbers.paths(time):
            moved[requests[0]][requests[-1]] += weight
        least = min(map(reference.expected_size, reference.private_laws(law, moved)))
        assert (reference.cost(numbers, law, time) > least) is wrong


def check(draft: Draft) -> SchemeResult:
    found = judge.scheme(draft.load())
    if check_normalised(draft, found):
        for part in (check_privacy, check_decodable, check_query_chain, check_costs, check_optimal):
            part(draft, found)
        both = {found.private.verdict, found.decodable.verdict}
        assert (found.verdict is Verdict.PROVED) == (both == {Verdict.PROVED})
        assert (found.verdict is Verdict.REFUTED) == (Verdict.REFUTED in both)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind, parametric", [*((kind, False) for kind in KINDS), *((kind, True) for kind in STEADY)])
@settings(random_schemes, max_examples=examples(3, 12))
@given(data=st.data())
def test_random_schemes(kind: str, parametric: bool, data: st.DataObject) -> None:
    check(data.draw(kinds(parametric)[kind]))


def test_nothing_simple_is_given_up() -> None:
    quarter, third = Ratio.of(Fraction(1, 4)), Ratio.of(Fraction(1, 3))
    found = check(table_draft({"A": X * quarter, "B": X * third}))
    assert found.verdict is found.query_chain.verdict is Verdict.PROVED
    assert found.matrices and found.cost_form is not None and None not in dict(found.costs).values()


def test_the_query_chain_is_told_for_where_it_holds(tmp_path: Path) -> None:
    """The region is {1} ∪ [2, 3]. At x = 1 a row without a law is not reached, and what it adds elsewhere to
    Pr(Q_t = A) is not there."""
    half = Ratio.of(Fraction(1, 2))
    moves = {"A": half * (Ratio.of(3) - X), "B": half * (X - ONE)}
    rows = {"A": {"A": half, "AB": half}, "B": {"A": ONE / (X - ONE), "AB": ONE - ONE / (X - ONE)}}
    isolated = draft("isolated", {"A": moves, "B": moves}, {"A": ("A",), "AB": ("A", "B")}, 1,
                     lambda phase, first, request, previous: rows[request])
    path, region = tmp_path / "isolated.toml", '"(x-1)**2*(x-2) >= 0", "1 <= x <= 3"'
    path.write_text(isolated.toml().replace('"0 <= x <= 1"', region), encoding="utf-8")
    found = judge.scheme(load(str(path)))
    if found.query_chain.verdict is Verdict.PROVED:
        assert found.outside
        for x in (Fraction(2), Fraction(3)):
            seen = reference.transitions(isolated.numbers(x), reference.priors(("A", "B"))[1], 1)
            assert seen is not None and told(dict(found.matrices[0])["A"][0], {"x": x}) == seen["A"]["A"]
