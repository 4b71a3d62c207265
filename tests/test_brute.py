"""The package against the brute force of `reference.py`: on the paper's scheme and on random schemes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import reference
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from strategies import KINDS, ONE, POINT, STEADY, Draft, Ratio, X, draft, kinds, table_draft

from onoff_symbolic.schemes.cost import closed_form, cost_at
from onoff_symbolic.schemes.pmf import joint
from onoff_symbolic.schemes.examine import Examination, examine, with_prior
from onoff_symbolic.schemes.histories import (
    Histories, Matrix, Prior, QueryChain, leak, query_chain, reach, request_map, support,
)
from onoff_symbolic.kernel import Fact, Judgement, Kernel, Verdict, judge
from onoff_symbolic.obligation import Case, Obligation
from onoff_symbolic.schemes.properties import Setting, cases, decodable, determined, markov, normalised, private
from onoff_symbolic.proofs.paper import Paper
from onoff_symbolic.schemes.scheme import Scheme
from onoff_symbolic.schemes.files import SchemeFile, load

TIMES = range(reference.LIMIT + 1)
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


# -- the paper's scheme ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def paper() -> Paper:
    return Paper()


def sides(alpha: Fraction, beta: Fraction) -> list[bool]:
    """Which tables are examined at a point (high or not): on the line α+β = 1 both can be read."""
    return [False, True] if alpha + beta == 1 else [alpha + beta > 1]


@pytest.mark.parametrize("high", [False, True])
def test_joint_law_of_the_paper(paper: Paper, high: bool) -> None:
    scheme = paper.high_scheme if high else paper.low_scheme
    laws = [joint(scheme, paper.prior, t) for t in TIMES]
    points = [point for point in reference.grid() if high in sides(*point)]
    assert len(points) > 15
    for (alpha, beta), delta in zip(points, _deltas(len(points)), strict=True):
        numbers = reference.paper(alpha, beta, high)
        point = {"alpha": alpha, "beta": beta, "delta": delta}
        for t, law in enumerate(laws):
            found = {atom: element.at(point) for atom, element in law.mass.items()}
            wanted = reference.joint(numbers, {"A": delta, "B": 1 - delta}, t)
            assert {atom: mass for atom, mass in found.items() if mass} == wanted, (point, t)


def _deltas(count: int) -> list[Fraction]:
    """δ for each of `count` points, the faces 0 and 1 included."""
    values = [Fraction(1, 3), Fraction(0), Fraction(2, 7), Fraction(1), Fraction(1, 2)]
    return [values[i % len(values)] for i in range(count)]


@pytest.mark.parametrize("high", [False, True])
def test_history_probabilities_of_the_paper(paper: Paper, high: bool) -> None:
    scheme = paper.high_scheme if high else paper.low_scheme
    for alpha, beta in reference.grid():
        if high not in sides(alpha, beta):
            continue
        numbers = reference.paper(alpha, beta, high)
        assert not reference.leaks(numbers) and not reference.useless(numbers) and not reference.ambiguous(numbers)
        point = {"alpha": alpha, "beta": beta}
        for history, chances in reference.given_first(numbers, 4).items():
            assert {a: scheme.probability(history, a).at(point) for a in "AB"} == chances


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


@pytest.mark.parametrize("high", [False, True])
def test_engine_derives_the_matrix_and_the_cost_that_brute_force_sees(paper: Paper, high: bool) -> None:
    scheme = paper.high_scheme if high else paper.low_scheme
    found = query_chain(scheme, reach(Histories(scheme)), paper.prior)
    assert isinstance(found, QueryChain) and found.matrix is not None
    form = closed_form(scheme, found.matrix)
    assert form is not None
    costs = {t: cost_at(scheme, paper.prior, t) for t in range(1, 7)}
    for alpha, beta in reference.grid():
        if high not in sides(alpha, beta):
            continue
        numbers, delta = reference.paper(alpha, beta, high), Fraction(2, 7)
        point = {"alpha": alpha, "beta": beta, "delta": delta}
        prior = {"A": delta, "B": 1 - delta}
        for t in range(reference.LIMIT):
            for query, row in (reference.transitions(numbers, prior, t) or {}).items():
                assert {q: e.at(point) for q, e in found.matrix[t % scheme.period, query].items()} == row
        for t, element in costs.items():
            assert element.at(point) == form.at(t).at(point) == reference.cost(numbers, prior, t)


# -- random schemes --------------------------------------------------------------------------------------


def points(draft: Draft) -> list[Fraction]:
    """Where a draft is evaluated: inside, and at the ends of its region if x occurs."""
    return [POINT, Fraction(0), Fraction(1)] if draft.parametric else [POINT]


def context_of(judgement: Judgement) -> dict[str, str]:
    """The context of the witness of a refuted judgement."""
    assert judgement.verdict is Verdict.REFUTED and judgement.witness is not None
    return dict(judgement.witness.context)


def settings_of(file: SchemeFile) -> tuple[Setting, ...]:
    """The scheme on its region, and on the sets where a denominator vanishes."""
    found = tuple(cases(Case("the whole region", file.region), file.scheme))
    return tuple(item for item in found if isinstance(item, Setting))


def over(
    items: tuple[Setting, ...], ask: Callable[[Setting], Iterator[Obligation]]
) -> Iterator[Obligation]:
    for item in items:
        yield from ask(item)


def check_normalised(draft: Draft, found: Judgement) -> bool:
    """Drafts are laws, but at an end of the region a row without a law may be reached."""
    if found.verdict is Verdict.PROVED:
        for x in points(draft):
            draft.numbers(x).paths(reference.LIMIT)
        return True
    context = context_of(found)
    assert found.witness is not None
    numbers = draft.numbers(found.witness.point["x"])
    numbers.paths(int(context["t"]) - 1)
    with pytest.raises(KeyError):
        numbers.paths(int(context["t"]))
    return False


def check_privacy(draft: Draft, found: Judgement) -> None:
    """Private: no leak at any point. Not private: the history leaks, as told, and no shorter one does."""
    if found.verdict is Verdict.PROVED:
        assert not any(reference.leaks(draft.numbers(x)) for x in points(draft))
        return
    context = context_of(found)
    assert found.witness is not None
    history = tuple(context["history"].split(","))
    x = found.witness.point.get("x", POINT)
    assert found.witness.found != found.witness.expected
    if len(history) <= LONGEST:
        chances = reference.probabilities(draft.numbers(x), history)
        assert str(chances[context["one"]]) == found.witness.found
        assert str(chances[context["other"]]) == found.witness.expected
    for y in (x, *points(draft)):
        assert not reference.leaks(draft.numbers(y), min(len(history) - 2, reference.LIMIT))


def check_states(draft: Draft, here: Setting) -> None:
    """The support, decodability, and whether X_t is a function of (X_0, Q_t)."""
    numbers, found = draft.numbers(), support(here.scheme)
    assert [found.at(t) for t in TIMES] == [reference.states(numbers, t) for t in TIMES]

    useless, judged = reference.useless(numbers), judge(decodable(here), Kernel())
    if judged.verdict is Verdict.PROVED:
        assert not useless
    else:
        context = context_of(judged)
        state = context["X_0"], context["X_t"], context["Q_t"]
        assert (int(context["t"]), state) in useless or int(context["t"]) > reference.LIMIT

    ambiguous, judged = reference.ambiguous(numbers), judge(determined(here), Kernel())
    if judged.verdict is Verdict.PROVED:
        assert not ambiguous
        for t in TIMES:
            assert request_map(found.at(t)) == {(a, q): x for a, x, q in reference.states(numbers, t)}
    else:
        context = context_of(judged)
        place = int(context["t"]), context["X_0"], context["Q_t"]
        assert place in ambiguous or place[0] > reference.LIMIT


def check_query_chain(draft: Draft, judged: Judgement, matrix: Matrix | None, prior: Prior) -> None:
    """Markov: brute force sees the same matrix. Not Markov: the two histories differ, as told."""
    laws = reference.priors(draft.sources)
    if judged.verdict is not Verdict.PROVED:
        context = context_of(judged)
        assert judged.witness is not None
        point = judged.witness.point
        one, other = (tuple(context[name].split(",")) for name in ("history", "other history"))
        assert len(one) == len(other) and one[-1] == other[-1]
        assert judged.witness.found != judged.witness.expected
        law = {a: weight.at(point) for a, weight in prior.items()}
        numbers = draft.numbers(point.get("x", POINT))
        answers = {one: judged.witness.found, other: judged.witness.expected}
        for history, answer in answers.items() if len(one) < LONGEST else ():
            both = [reference.chance(numbers, law, h) for h in (history, (*history, context["query"]))]
            assert str(both[1] / both[0]) == answer
        first = reference.not_markov(draft.numbers(), laws[1])
        assert len(one) > reference.LIMIT or first is not None and first < len(one)
        return
    for x, t in product(points(draft), range(reference.LIMIT)):
        point = {"x": x, **{f"Pr(X_0={a})": weight for a, weight in laws[1].items()}}
        rows = reference.transitions(draft.numbers(x), laws[1], t)
        assert rows is not None
        for query, row in rows.items() if matrix is not None else ():
            assert matrix is not None
            assert {q: e.at(point) for q, e in matrix[t % draft.period, query].items()} == row


def check_laws(draft: Draft, scheme: Scheme, prior: Prior) -> None:
    """The joint law at t = 3, and the expected cost."""
    law, times = reference.priors(draft.sources)[1], (1, 2, 3) if draft.parametric else TIMES
    atoms, costs = joint(scheme, prior, 3).mass, [cost_at(scheme, prior, t) for t in times]
    for x in points(draft):
        numbers, point = draft.numbers(x), {"x": x}
        found = {atom: element.at(point) for atom, element in atoms.items()}
        assert {atom: mass for atom, mass in found.items() if mass} == reference.joint(numbers, law, 3)
        assert [cost.at(point) for cost in costs] == [reference.cost(numbers, law, t) for t in times]


def check_scheme(draft: Draft, chain: bool) -> Scheme:
    """All of this, X_0 having a law without symmetry."""
    file = draft.load()
    here, *exceptional = settings_of(file)
    prior = {a: file.scheme.field(weight) for a, weight in reference.priors(draft.sources)[1].items()}
    if not check_normalised(draft, judge(over((here, *exceptional), normalised), Kernel())):
        return file.scheme
    check_privacy(draft, judge(over((here, *exceptional), private), Kernel()))
    check_states(draft, here)
    check_laws(draft, file.scheme, prior)
    if chain:
        matrix, obligations = markov(here, prior)
        check_query_chain(draft, judge(obligations, Kernel()), matrix, prior)
    return file.scheme


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(random_schemes, max_examples=8)
@given(data=st.data())
def test_random_schemes(kind: str, data: st.DataObject) -> None:
    draft = data.draw(kinds(False)[kind])
    scheme = check_scheme(draft, chain=len(draft.sources) * draft.period < 6)
    hit = leak(scheme, reach(Histories(scheme)))
    known = reference.leaks(draft.numbers())
    assert not known or (hit is not None and hit.history in known)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(random_schemes, max_examples=5)
@given(data=st.data())
def test_random_schemes_with_a_parameter(kind: str, data: st.DataObject) -> None:
    check_scheme(data.draw(kinds(True)[kind]), chain=kind in STEADY)


# -- from the file to the answer -------------------------------------------------------------------------


def check_examination(draft: Draft, found: Examination) -> None:
    """Every answer of `examine`; it may give up on the query chain and the cost where they take much work.

    The law of X_0 is open, unless the scheme is private: then any will do."""
    if not check_normalised(draft, found.normalised):
        assert found.verdict is Verdict.REFUTED
        return
    check_privacy(draft, found.private)
    first, field = draft.sources[0], found.scheme.field
    secret = found.private.verdict is Verdict.PROVED
    anyhow = {a: field(int(a == first)) for a in draft.sources} if secret else with_prior(found.scheme)[1]
    if found.query_chain.verdict is not Verdict.UNDECIDED:
        check_query_chain(draft, found.query_chain, found.matrix, anyhow)
    numbers, law = draft.numbers(), reference.priors(draft.sources)[1]
    assert not reference.useless(numbers) or found.decodable.verdict is Verdict.REFUTED
    good = secret and found.decodable.verdict is Verdict.PROVED
    assert found.verdict is (Verdict.PROVED if good else Verdict.REFUTED)
    point = {"x": POINT, **{f"Pr(X_0={a})": weight for a, weight in law.items()}}
    for t, cost in found.cost.items():
        assert cost is None or cost.at(point) == reference.cost(numbers, law, t)
    if found.cost_form is not None:
        start = {a: field(weight) for a, weight in law.items()}
        for t in range(1, 7):
            assert found.cost_form.at(t).at(point) == cost_at(found.scheme, start, t).at(point)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(random_schemes, max_examples=3)
@given(data=st.data())
def test_examination_of_random_files(kind: str, data: st.DataObject) -> None:
    draft = data.draw(kinds(kind in STEADY)[kind])
    check_examination(draft, examine(draft.load()))


def test_examination_gives_up_on_nothing_simple() -> None:
    quarter, third = Ratio.of(Fraction(1, 4)), Ratio.of(Fraction(1, 3))
    found = examine(table_draft({"A": X * quarter, "B": X * third}).load())
    assert found.verdict is found.query_chain.verdict is Verdict.PROVED
    assert found.matrix is not None and found.cost_form is not None and None not in found.cost.values()


def test_the_query_chain_is_told_for_where_it_holds(tmp_path: Path) -> None:
    """The region is {1} ∪ [2, 3]. At x = 1 a row without a law is not reached, and what it adds elsewhere to
    Pr(Q_t = A) is not there."""
    half = Ratio.of(Fraction(1, 2))
    moves = {"A": half * (Ratio.of(3) - X), "B": half * (X - ONE)}
    rows = {"A": {"A": half, "AB": half}, "B": {"A": ONE / (X - ONE), "AB": ONE - ONE / (X - ONE)}}
    given = draft("isolated", {"A": moves, "B": moves}, {"A": ("A",), "AB": ("A", "B")}, 1,
                  lambda phase, first, request, previous: rows[request])
    path, region = tmp_path / "isolated.toml", '"(x-1)**2*(x-2) >= 0", "1 <= x <= 3"'
    path.write_text(given.toml().replace('"0 <= x <= 1"', region), encoding="utf-8")
    found = examine(load(str(path)))
    assert found.conditions() == ("x > 1",)
    for x in (Fraction(2), Fraction(3)):
        numbers, law = given.numbers(x), reference.priors(("A", "B"))[1]
        seen = reference.transitions(numbers, law, 1)
        assert seen is not None and found.matrix is not None
        assert found.matrix[0, "A"]["A"].at({"x": x}) == seen["A"]["A"]


def test_every_outcome_of_a_proved_examination_is_a_fact() -> None:
    file = Path(__file__).parent.parent / "examples" / "paper-high.toml"
    found = examine(load(str(file)))
    for part in (found.normalised, found.decodable, found.private, found.query_chain):
        assert part.verdict is Verdict.PROVED
        assert all(isinstance(outcome, Fact) for outcome in part.outcomes)
