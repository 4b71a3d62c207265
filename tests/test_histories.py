"""Privacy, the query chain and supports over all histories; what the kernel must refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import reference
import pytest
from strategies import ONE, X, Draft, Names, Ratio, Row, counting, draft, singles, table_draft

from onoff_symbolic.errors import InputError, OnoffError
from onoff_symbolic.schemes.examine import examine, with_prior
from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.schemes.histories import (
    Basis, Histories, Leak, Matrix, Pairs, QueryChain, Support, first_rows, leak, query_chain, reach,
    remainder, request_map, support,
)
from onoff_symbolic.kernel import Fact, Failure, Judgement, Kernel, Open, Verdict, judge
from onoff_symbolic.obligation import (
    Case, Decodable, Defined, Determined, Identity, Markov, Markov1, Obligation, Private, Supported,
)
from onoff_symbolic.schemes.properties import Setting, cases, markov, private
from onoff_symbolic.proofs.paper import Paper
from onoff_symbolic.schemes.scheme import Rule, Scheme
from onoff_symbolic.schemes.files import SchemeFile, load


def part(top: int, bottom: int) -> Ratio:
    return Ratio.of(Fraction(top, bottom))


TWO: Mapping[str, Row] = {"A": {"A": part(2, 3), "B": part(1, 3)}, "B": {"A": part(1, 2), "B": part(1, 2)}}
THREE: Mapping[str, Row] = {
    "A": {"A": part(1, 2), "B": part(1, 2)}, "B": {"B": part(2, 3), "C": part(1, 3)}, "C": {"A": ONE},
}
CIRCLE: Mapping[str, Row] = {"A": {"A": part(2, 3), "B": part(1, 3)}, "B": {"A": part(1, 3), "B": part(2, 3)}}
"""X_t - X_0 is a chain of its own, whatever X_0 is."""


def found_leak(given: Draft) -> Leak | None:
    scheme = given.load().scheme
    return leak(scheme, reach(Histories(scheme)))


def check_leak_at(given: Draft, time: int) -> None:
    """The leak is found, at this t, on a history that leaks; and nothing leaks before."""
    numbers = given.numbers()
    hit = found_leak(given)
    assert hit is not None and len(hit.history) - 1 == time
    assert hit.history in reference.leaks(numbers, time)
    chances = reference.probabilities(numbers, hit.history)
    assert chances[hit.one] != chances[hit.other]
    file = given.load()
    judged = judge(private(Setting(Case("all", file.region), file.scheme)), Kernel())
    assert judged.verdict is Verdict.REFUTED and judged.witness is not None
    assert dict(judged.witness.context)["history"] == ",".join(hit.history)
    assert judged.witness.found == str(chances[hit.one])
    assert judged.witness.expected == str(chances[hit.other])


# -- planted leaks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_first", [True, False])
@pytest.mark.parametrize(("chain", "others", "period"), [
    (TWO, ("A",), 1), (TWO, ("A", "B"), 1), (THREE, ("A", "B", "C"), 1),
    (TWO, ("B",), 3), (TWO, ("B", "A"), 3),
])
def test_leak_at_the_end_of_a_count(
    chain: Mapping[str, Row], others: Names, period: int, by_first: bool
) -> None:
    everything = tuple(chain)
    downloads = {**{name: (name,) for name in others}, "".join(everything): everything}
    check_leak_at(counting(chain, downloads, period, by_first), period * len(downloads))


def tired(period: int) -> Draft:
    """Table III(a), but whenever t ≡ 0 the query is the request."""
    base = table_draft({"A": part(1, 4), "B": part(1, 3)})

    def law(phase: int, first: str, request: str, previous: str) -> Row:
        return {request: ONE} if phase == 0 else base.law[0, first, request, previous]

    return draft("tired", base.chain, base.downloads, period, law)


@pytest.mark.parametrize("period", [2, 3, 4, 5])
def test_decodable_leak_in_the_last_phase(period: int) -> None:
    check_leak_at(tired(period), period)
    assert not reference.useless(tired(period).numbers())


def test_leak_that_no_single_query_shows() -> None:
    """Q_1 is a fair coin, Q_2 says whether Q_1 told the truth about X_0: only the pair leaks."""
    def law(phase: int, first: str, request: str, previous: str) -> Row:
        if previous == "AB":
            return {"A": part(1, 2), "B": part(1, 2)}
        return {"A" if previous == first else "B": ONE} if phase == 0 else {previous: ONE}

    given = draft("pair", TWO, singles(("A", "B")), 2, law)
    numbers = given.numbers()
    for time in range(3):
        laws = [reference.query_law(numbers, {a: Fraction(a == b) for a in "AB"}, time) for b in "AB"]
        assert laws[0] == laws[1]
    check_leak_at(given, 2)


def test_leak_about_the_third_source_only() -> None:
    """A fair coin between the first two sources, unless X_0 is the third."""
    given = draft("third", THREE, singles(("A", "B", "C")), 1, lambda phase, first, request, previous: (
        {"A": ONE} if first == "C" else {"A": part(1, 2), "B": part(1, 2)}))
    check_leak_at(given, 1)
    here = draft_setting(given)
    basis = reach(Histories(here.scheme)).basis
    assert isinstance(outcome(Private(here.case, "", "", here.scheme, basis)), Open)


def test_leak_through_the_memory_of_the_requests() -> None:
    """Nothing about X_0 is used: Q_1 is constant, Q_2 is the request, which remembers X_0."""
    def law(phase: int, first: str, request: str, previous: str) -> Row:
        return {"A": ONE} if previous == "AB" else {request: ONE}

    check_leak_at(draft("memory", TWO, singles(("A", "B")), 1, law), 2)
    forgetful = {a: {"A": part(1, 4), "B": part(3, 4)} for a in "AB"}
    assert found_leak(draft("no memory", forgetful, singles(("A", "B")), 1, law)) is None


def test_leak_of_one_parameter_is_refuted_where_it_shows() -> None:
    base = table_draft({"A": X * part(1, 4), "B": X * part(1, 3)})
    given = base.changed((0, "B", "B", "AB"), {"AB": ONE})
    file = given.load()
    found = examine(file)
    assert found.private.verdict is Verdict.REFUTED and found.private.witness is not None
    point = found.private.witness.point
    history = tuple(dict(found.private.witness.context)["history"].split(","))
    chances = reference.probabilities(given.numbers(point["x"]), history)
    assert len(set(chances.values())) == 2
    assert found.history_probabilities(history, point) == chances
    assert not reference.leaks(given.numbers(Fraction(0)))


def test_late_leak_example_is_the_shortest_one() -> None:
    file = load(str(Path(__file__).parent.parent / "examples" / "late-leak.toml"))
    hit = leak(file.scheme, reach(Histories(file.scheme)))
    assert hit is not None and len(hit.history) == 4


# -- the query chain -------------------------------------------------------------------------------------


def relative(law: Callable[[int, bool, str], Row], period: int = 1) -> Draft:
    """A private draft: the law looks at (phase, whether X_t = X_0, the previous query)."""
    return draft("relative", CIRCLE, singles(("A", "B")), period,
                 lambda phase, first, request, previous: law(phase, first == request, previous))


def fading(phase: int, same: bool, previous: str) -> Row:
    """Everything until a coin says stop; it is thrown only while X_t = X_0, which becomes less likely."""
    if previous != "AB":
        return {previous: ONE}
    return {"AB": part(1, 2), "A": part(1, 2)} if same else {"AB": ONE}


def noisy(phase: int, same: bool, previous: str) -> Row:
    """A noisy look at X_t - X_0: a hidden Markov chain."""
    return {"A": part(2, 3), "B": part(1, 3)} if same else {"A": part(1, 3), "B": part(2, 3)}


def judged_chain(given: Draft) -> tuple[Matrix | None, Judgement]:
    scheme, prior = with_prior(given.load().scheme)
    region = given.load().region.over(scheme.field)
    matrix, obligations = markov(Setting(Case("all", region), scheme), prior)
    return matrix, judge(obligations, Kernel())


def test_markov_chain_with_a_matrix_that_changes_with_t() -> None:
    given = relative(fading)
    matrix, judged = judged_chain(given)
    assert matrix is None and judged.verdict is Verdict.PROVED
    assert [type(o.obligation) for o in judged.outcomes] == [Markov1]
    seen = [reference.transitions(given.numbers(), reference.priors(("A", "B"))[1], t) for t in range(5)]
    rows = [row["AB"]["AB"] for row in seen if row is not None]
    assert len(rows) == len(set(rows)) == 5


def test_not_a_markov_chain() -> None:
    given = relative(noisy)
    matrix, judged = judged_chain(given)
    assert matrix is None and judged.verdict is Verdict.REFUTED and judged.witness is not None
    context = dict(judged.witness.context)
    one, other = (tuple(context[name].split(",")) for name in ("history", "other history"))
    law = {"A": judged.witness.point.get("Pr(X_0=A)", Fraction(1, 2))}
    onward = reference.onward(given.numbers(), {**law, "B": 1 - law["A"]}, len(one) - 1)
    assert len(one) == len(other) == 3 and one[-1] == other[-1]
    assert str(onward[one][context["query"]]) == judged.witness.found
    assert str(onward[other][context["query"]]) == judged.witness.expected
    assert judged.witness.found != judged.witness.expected
    assert reference.not_markov(given.numbers(), reference.priors(("A", "B"))[0]) == 2


def test_matrix_that_differs_between_phases() -> None:
    rows: tuple[Row, Row] = ({"A": part(1, 2), "B": part(1, 2)}, {"A": part(1, 3), "B": part(2, 3)})
    given = draft("phases", TWO, singles(("A", "B")), 2, lambda phase, first, request, previous: rows[phase])
    matrix, judged = judged_chain(given)
    assert judged.verdict is Verdict.PROVED and matrix is not None
    assert matrix[0, "A"] != matrix[1, "A"]
    for t in range(5):
        seen = reference.transitions(given.numbers(), reference.priors(("A", "B"))[1], t)
        assert seen is not None
        for query, row in seen.items():
            assert row == {r: e.constant() for r, e in matrix[t % 2, query].items()}


def test_private_schemes_whose_queries_are_not_a_steady_chain() -> None:
    for law in (fading, noisy):
        assert found_leak(relative(law)) is None
        assert not reference.leaks(relative(law).numbers())


def test_the_witness_against_a_markov_chain_has_positive_probability(tmp_path: Path) -> None:
    """At x = 1/2 the history ABC,B,AB does not occur: a witness there would show nothing."""
    laws: dict[str, tuple[Row, Row]] = {
        "ABC": ({"A": X + X, "B": ONE - X - X}, {"A": ONE}), "A": ({"AB": ONE},) * 2, "B": ({"AB": ONE},) * 2,
        "AB": ({"AC": ONE}, {"BC": ONE}), "AC": ({"AC": ONE},) * 2, "BC": ({"BC": ONE},) * 2,
    }
    downloads = {query: tuple(query) for query in laws}
    given = draft("witness", THREE, downloads, 1,
                  lambda phase, first, request, previous: laws[previous][int(first != "A")])
    assert reference.not_markov(given.numbers(), reference.priors(given.sources)[0]) == 2
    assert reference.not_markov(given.numbers(Fraction(1, 2)), reference.priors(given.sources)[0]) is None
    file = loaded(tmp_path, given.toml().replace("0 <= x <= 1", "0 <= 2*x <= 1"))
    found = examine(file).query_chain
    assert found.verdict is Verdict.REFUTED and found.witness is not None
    context, point = dict(found.witness.context), found.witness.point
    prior = {a: weight.at(point) for a, weight in with_prior(file.scheme)[1].items()}
    seen = reference.onward(given.numbers(point["x"]), prior, 2)
    for name, value in (("history", found.witness.found), ("other history", found.witness.expected)):
        assert str(seen[tuple(context[name].split(","))][context["query"]]) == value


# -- supports --------------------------------------------------------------------------------------------


def test_support_repeats_with_the_scheme_and_the_requests() -> None:
    """Requests alternate (period 2), the scheme has period 3: the support has period 6."""
    flip: Mapping[str, Row] = {"A": {"B": ONE}, "B": {"A": ONE}}
    given = draft("flip", flip, singles(("A", "B")), 3,
                  lambda phase, first, request, previous: {request if phase == 0 else "AB": ONE})
    found = support(given.load().scheme)
    assert len(found.sets) - found.loop == 6
    for time in range(20):
        assert found.at(time) == reference.states(given.numbers(), time)
    assert found.at(3) == {("A", "B", "B"), ("B", "A", "A")}
    assert found.states() == frozenset().union(*(found.at(t) for t in range(12)))


def test_request_map_and_its_absence() -> None:
    states = frozenset({("A", "A", "AB"), ("B", "B", "AB"), ("A", "B", "B")})
    assert request_map(states) == {("A", "AB"): "A", ("B", "AB"): "B", ("A", "B"): "B"}
    assert request_map(states | {("A", "B", "AB")}) == (("A", "A", "AB"), ("A", "B", "AB"))


# -- what the kernel must refuse -------------------------------------------------------------------------


def paper_setting(name: str) -> Setting:
    return next(item for item in Paper().settings if isinstance(item, Setting) and item.case.name == name)


def draft_setting(given: Draft) -> Setting:
    file = given.load()
    return Setting(Case("all", file.region), file.scheme)


SETTINGS: dict[str, Callable[[], Setting]] = {
    "low": lambda: paper_setting("α+β < 1"), "high": lambda: paper_setting("α+β > 1"),
    "fading": lambda: draft_setting(relative(fading)),
}


@pytest.fixture(scope="module", params=list(SETTINGS))
def setting(request: pytest.FixtureRequest) -> Setting:
    """Settings that are private and have a query chain."""
    return SETTINGS[str(request.param)]()


def prior_of(scheme: Scheme) -> dict[str, Element]:
    return {"A": scheme.field(Fraction(1, 3)), "B": scheme.field(Fraction(2, 3))}


def outcome(obligation: Obligation) -> Fact | Failure | Open:
    return Kernel().discharge(obligation)


def corrupted(basis: Basis, field: Field) -> Iterator[tuple[str, Basis]]:
    """A basis with a node or a vector missing, or with an entry changed such that the span changes."""
    yield "nothing", {}
    for node, rows in basis.items():
        yield f"no {node}", {k: v for k, v in basis.items() if k != node}
        for pivot, row in rows.items():
            yield f"no {pivot} at {node}", {**basis, node: {k: v for k, v in rows.items() if k != pivot}}
            for key in row:
                if remainder(rows, {key: field.one}):
                    for what, entry in (("changed", row[key] + Fraction(1, 7)), ("gone", field.zero)):
                        worse = {**row, key: entry}
                        yield f"{key} {what} at {node}", {**basis, node: {**rows, pivot: worse}}


def test_private_refuses_a_corrupted_basis(setting: Setting) -> None:
    scheme, case = setting.scheme, setting.case
    basis = reach(Histories(scheme)).basis
    assert isinstance(outcome(Private(case, "", "", scheme, basis)), Fact)
    wrong = list(corrupted(basis, scheme.field))
    assert len(wrong) > 15
    for what, worse in wrong:
        assert isinstance(outcome(Private(case, "", "", scheme, worse)), Open), what


def test_private_refuses_a_leaking_scheme_with_its_true_basis() -> None:
    for given in (tired(2), tired(3), counting(TWO, singles(("A", "B")), 1)):
        here = draft_setting(given)
        basis = reach(Histories(here.scheme)).basis
        assert isinstance(outcome(Private(here.case, "", "", here.scheme, basis)), Open)


def test_markov_refuses_a_corrupted_matrix_and_basis() -> None:
    for name in ("low", "high"):
        here = SETTINGS[name]()
        scheme, prior = here.scheme, prior_of(here.scheme)
        found = reach(Histories(scheme))
        chain = query_chain(scheme, found, prior)
        assert isinstance(chain, QueryChain) and chain.matrix is not None
        whole = Markov(here.case, "", "", scheme, found.basis, prior, chain.matrix)
        assert isinstance(outcome(whole), Fact)
        for what, worse in corrupted(found.basis, scheme.field):
            assert isinstance(outcome(replace(whole, basis=worse)), Open), what
        for node, row in chain.matrix.items():
            gone = {k: v for k, v in chain.matrix.items() if k != node}
            assert isinstance(outcome(replace(whole, matrix=gone)), Open), node
            for query, element in row.items():
                changed = {**chain.matrix, node: {**row, query: element + Fraction(1, 7)}}
                assert isinstance(outcome(replace(whole, matrix=changed)), Open), (node, query)


def test_markov_refuses_one_matrix_where_it_changes_with_t() -> None:
    here = draft_setting(relative(fading))
    prior, found = prior_of(here.scheme), reach(Histories(here.scheme))
    matrix = first_rows(here.scheme, found, prior)
    assert isinstance(outcome(Markov(here.case, "", "", here.scheme, found.basis, prior, matrix)), Open)


def test_markov1_refuses_a_corrupted_basis_and_a_scheme_that_is_not_markov() -> None:
    here = draft_setting(relative(fading))
    prior, basis = prior_of(here.scheme), reach(Pairs(here.scheme)).basis
    whole = Markov1(here.case, "", "", here.scheme, basis, prior)
    assert isinstance(outcome(whole), Fact)
    for what, worse in list(corrupted(basis, here.scheme.field))[::3]:
        assert isinstance(outcome(replace(whole, basis=worse)), Open), what
    other = draft_setting(relative(noisy))
    basis = reach(Pairs(other.scheme)).basis
    assert isinstance(outcome(Markov1(other.case, "", "", other.scheme, basis, prior)), Open)


def test_markov_refuses_weights_that_are_not_a_law_of_the_first_request() -> None:
    """With weights 0 every history has probability 0, and any matrix would do."""
    here = SETTINGS["low"]()
    nothing = dict.fromkeys("AB", here.scheme.field.zero)
    basis, pairs = reach(Histories(here.scheme)).basis, reach(Pairs(here.scheme)).basis
    assert isinstance(outcome(Markov(here.case, "", "", here.scheme, basis, nothing, {})), Open)
    assert isinstance(outcome(Markov1(here.case, "", "", here.scheme, pairs, nothing)), Open)


def test_supports_must_be_whole_and_must_repeat_with_the_scheme(setting: Setting) -> None:
    scheme, case = setting.scheme, setting.case
    true = support(scheme)
    proved = [kind for kind in (Supported, Defined, Decodable, Determined)
              if isinstance(outcome(kind(case, "", "", scheme, true)), Fact)]
    assert proved[:2] == [Supported, Defined]
    assert len(proved) == (2 if scheme.title == "relative" else 4)
    wrong = [Support((), 0), Support(true.sets, len(true.sets)), Support(true.sets, -1),
             Support(true.sets[:scheme.period], 0)]
    for time, states in enumerate(true.sets):
        wrong += [Support((*true.sets[:time], states - {state}, *true.sets[time + 1:]), true.loop)
                  for state in states]
    for kind in (Supported, Defined, Decodable, Determined):
        for worse in wrong:
            assert isinstance(outcome(kind(case, "", "", scheme, worse)), Open), (kind, worse)


def test_support_that_repeats_out_of_phase_is_refused() -> None:
    here = SETTINGS["high"]()
    everything = frozenset((a, x, q) for a in "AB" for x in "AB" for q in ("A", "B", "AB"))
    kinds = [type(outcome(Supported(here.case, "", "", here.scheme, Support((everything,) * size, 0))))
             for size in (1, 2, 3, 4)]
    assert kinds == [Open, Fact, Open, Fact]


def test_decodable_and_determined_refuse_schemes_that_are_not() -> None:
    """With their true supports, and with one that contains a bad state without need."""
    bad = draft_setting(relative(noisy))
    true = support(bad.scheme)
    assert isinstance(outcome(Supported(bad.case, "", "", bad.scheme, true)), Fact)
    assert isinstance(outcome(Decodable(bad.case, "", "", bad.scheme, true)), Open)
    assert isinstance(outcome(Determined(bad.case, "", "", bad.scheme, true)), Open)
    good = SETTINGS["low"]()
    everything = frozenset((a, x, q) for a in "AB" for x in "AB" for q in ("A", "B", "AB"))
    loose = Support((everything,), 0)
    assert isinstance(outcome(Supported(good.case, "", "", good.scheme, loose)), Fact)
    assert isinstance(outcome(Decodable(good.case, "", "", good.scheme, loose)), Open)
    assert isinstance(outcome(Determined(good.case, "", "", good.scheme, loose)), Open)


def without(scheme: Scheme, row: tuple[str, str]) -> Scheme:
    """The scheme with one row of its tables undefined."""
    def cut(rule: Rule) -> Rule:
        table = rule.table and tuple((r, None if r == row else law) for r, law in rule.table)
        return replace(rule, table=table)

    return replace(scheme, rules=tuple(cut(rule) for rule in scheme.rules))


def test_a_row_without_a_law_is_a_failure_and_proves_nothing_else() -> None:
    always = draft("always", TWO, {"AB": ("A", "B")}, 1, lambda *key: {"AB": ONE})
    for given in (tired(2), relative(fading), always):
        here = draft_setting(given)
        scheme, prior = without(here.scheme, ("A", "B")), prior_of(here.scheme)
        defined = outcome(Defined(here.case, "", "", scheme, support(scheme)))
        assert isinstance(defined, Failure) and dict(defined.witness.context)["X_t"] == "B"
        histories, pairs = reach(Histories(scheme)), reach(Pairs(scheme))
        matrix = first_rows(scheme, histories, prior)
        for obligation in (
            Private(here.case, "", "", scheme, histories.basis),
            Markov(here.case, "", "", scheme, histories.basis, prior, matrix),
            Markov1(here.case, "", "", scheme, pairs.basis, prior),
        ):
            assert isinstance(outcome(obligation), Open), obligation


def test_nothing_is_proved_where_a_denominator_may_vanish() -> None:
    """On α+β ≤ 1 the denominators of Table III(a) vanish at (1,0) and (0,1)."""
    paper = Paper()
    case, scheme = paper.case("closed", "alpha >= 0", "beta >= 0", "alpha + beta <= 1"), paper.low_scheme
    histories, pairs, states = reach(Histories(scheme)), reach(Pairs(scheme)), support(scheme)
    prior = prior_of(scheme)
    chain = query_chain(scheme, histories, prior)
    assert isinstance(chain, QueryChain) and chain.matrix is not None
    obligations: list[Obligation] = [
        Private(case, "", "", scheme, histories.basis), Markov1(case, "", "", scheme, pairs.basis, prior),
        Markov(case, "", "", scheme, histories.basis, prior, chain.matrix),
        *(kind(case, "", "", scheme, states) for kind in (Supported, Defined, Decodable, Determined)),
    ]
    for obligation in obligations:
        assert not isinstance(outcome(obligation), Fact)
        inside = replace(obligation, case=paper.low)
        assert isinstance(outcome(inside), Fact)
    for item in cases(case, scheme):
        assert isinstance(item, Setting)
        assert judge(private(item), Kernel()).verdict is Verdict.PROVED


def test_facts_are_made_by_the_kernel_only() -> None:
    here = SETTINGS["low"]()
    one, zero = here.scheme.field.one, here.scheme.field.zero
    true, false = Identity(here.case, "", "1 = 1", one, one), Identity(here.case, "", "1 = 0", one, zero)
    fact = outcome(true)
    assert isinstance(fact, Fact) and isinstance(outcome(false), Failure)
    for seal in (None, object(), True, Kernel()):
        with pytest.raises(OnoffError):
            Fact(false, (), seal)
    with pytest.raises((TypeError, ValueError)):
        replace(fact, obligation=false)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        setattr(fact, "obligation", false)


def test_what_is_no_fact_proves_nothing() -> None:
    here = SETTINGS["low"]()

    class Claimed(Identity):
        """An obligation that the kernel has no rule for."""

    one = here.scheme.field.one
    assert judge([Claimed(here.case, "", "", one, one)], Kernel()).verdict is Verdict.UNDECIDED
    assert judge([], Kernel()).verdict is Verdict.UNDECIDED


# -- divisions by zero in the chain ----------------------------------------------------------------------


def loaded(folder: Path, text: str) -> SchemeFile:
    path = folder / "scheme.toml"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def both(where: str, row: str, entry: str) -> str:
    """A scheme that always downloads both, written with the given chain row from A and the given entry."""
    rows = "".join(f'"{a},{x}" = {{ AB = "{entry}" }}\n' for a in "AB" for x in "AB")
    return (f'sources = ["A", "B"]\nwhere = {where}\n[chain]\nA = {row}\nB = {{ A = "1/2", B = "1/2" }}\n'
            f'[queries]\nAB = ["A", "B"]\n[[rule]]\n[rule.table]\n{rows}')


def test_a_chain_that_is_undefined_at_a_point_is_not_proved_there(tmp_path: Path) -> None:
    row = '{ A = "a/(a + b)", B = "b/(a + b)" }'
    found = examine(loaded(tmp_path, both('["a >= 0", "b >= 0"]', row, "1")))
    assert found.verdict is not Verdict.PROVED
    inside = examine(loaded(tmp_path, both('["a > 0", "b >= 0"]', row, "1")))
    assert inside.verdict is Verdict.PROVED


def test_a_chain_that_is_undefined_everywhere_is_refused(tmp_path: Path) -> None:
    for row in ('{ A = "x/x", B = "1 - x/x" }', '{ A = "1/x", B = "1 - 1/x" }'):
        with pytest.raises(InputError):
            examine(loaded(tmp_path, both('["x = 0"]', row, "1")))


def test_a_table_that_is_undefined_everywhere_is_refuted(tmp_path: Path) -> None:
    found = examine(loaded(tmp_path, both('["x = 0"]', '{ A = "1" }', "x/x")))
    assert found.normalised.verdict is Verdict.REFUTED and found.verdict is Verdict.REFUTED
    assert found.cost_form is None
