"""Privacy, the query chain and supports over all histories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import reference
import pytest
from strategies import ONE, X, Draft, Ratio, Row, draft, singles, table_draft

from onoff_symbolic import judge
from onoff_symbolic.errors import InputError
from onoff_symbolic.result import Verdict, Witness
from onoff_symbolic.scheme_result import SchemeResult
from onoff_symbolic.schemes.files import SchemeFile, load
from onoff_symbolic.schemes.histories import Leak, leak

pytestmark = pytest.mark.slow


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
    return leak(scheme)


def check_leak_at(given: Draft, time: int) -> None:
    """The leak is found, at this t, on a history that leaks; and nothing leaks before."""
    numbers = given.numbers()
    hit = found_leak(given)
    assert hit is not None and len(hit.history) - 1 == time
    assert hit.history in reference.leaks(numbers, time)
    chances = reference.probabilities(numbers, hit.history)
    assert chances[hit.one] != chances[hit.other]
    told = judge.scheme(given.load()).private
    assert told.verdict is Verdict.REFUTED and told.witness is not None
    shows = dict(told.witness.shows)
    history = tuple(shows["history"].split(","))
    assert history in reference.leaks(numbers, time), "as short as the shortest"
    chances = reference.probabilities(numbers, history)
    assert (told.witness.left, told.witness.right) == (str(chances[shows["one"]]), str(chances[shows["other"]]))


# -- planted leaks ---------------------------------------------------------------------------------------


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


def test_leak_of_one_parameter_is_refuted_where_it_shows() -> None:
    base = table_draft({"A": X * part(1, 4), "B": X * part(1, 3)})
    given = base.changed((0, "B", "B", "AB"), {"AB": ONE})
    found = judge.scheme(given.load()).private
    assert found.verdict is Verdict.REFUTED and found.witness is not None
    x, shows = Fraction(dict(found.witness.point)["x"]), dict(found.witness.shows)
    chances = reference.probabilities(given.numbers(x), tuple(shows["history"].split(",")))
    assert len(set(chances.values())) == 2
    assert (found.witness.left, found.witness.right) == (str(chances[shows["one"]]), str(chances[shows["other"]]))
    assert not reference.leaks(given.numbers(Fraction(0)))


# -- the query chain -------------------------------------------------------------------------------------


def relative(law: Callable[[int, bool, str], Row], period: int = 1) -> Draft:
    """A private draft: the law looks at (phase, whether X_t = X_0, the previous query)."""
    return draft("relative", CIRCLE, singles(("A", "B")), period,
                 lambda phase, first, request, previous: law(phase, first == request, previous))


def noisy(phase: int, same: bool, previous: str) -> Row:
    """A noisy look at X_t - X_0: a hidden Markov chain."""
    return {"A": part(2, 3), "B": part(1, 3)} if same else {"A": part(1, 3), "B": part(2, 3)}


@pytest.fixture(scope="module")
def noised() -> SchemeResult:
    return judge.scheme(relative(noisy).load())


def told(witness: Witness, name: str) -> tuple[str, ...]:
    """A history among what shows a failure."""
    return tuple(dict(witness.shows)[name].split(","))


def test_not_a_markov_chain(noised: SchemeResult) -> None:
    found, given = noised.query_chain, relative(noisy)
    assert found.verdict is Verdict.REFUTED and found.witness is not None and noised.matrices == ()
    check_difference(found.witness, given, Fraction(0))
    assert reference.not_markov(given.numbers(), reference.priors(("A", "B"))[0]) == 2


def check_difference(witness: Witness, given: Draft, x: Fraction) -> None:
    """After two histories of one length and one last query, a query has the two probabilities that are told."""
    one, other, query = told(witness, "history"), told(witness, "other"), dict(witness.shows)["query"]
    assert len(one) == len(other) and one[-1] == other[-1] and witness.left != witness.right
    law = {a: Fraction(dict(witness.point)[f"Pr(X_0={a})"]) for a in given.sources}
    onward = reference.onward(given.numbers(x), law, len(one) - 1)
    assert [str(onward[h].get(query, Fraction(0))) for h in (one, other)] == [witness.left, witness.right]


def test_matrix_that_differs_between_phases() -> None:
    rows: tuple[Row, Row] = ({"A": part(1, 2), "B": part(1, 2)}, {"A": part(1, 3), "B": part(2, 3)})
    given = draft("phases", TWO, singles(("A", "B")), 2, lambda phase, first, request, previous: rows[phase])
    found = judge.scheme(given.load())
    assert found.query_chain.verdict is Verdict.PROVED and len(found.matrices) == 2
    for t in range(5):
        seen = reference.transitions(given.numbers(), reference.priors(("A", "B"))[1], t)
        assert seen is not None
        for query, row in seen.items():
            entries = dict(zip(found.queries, map(Fraction, dict(found.matrices[t % 2])[query]), strict=True))
            assert entries == {q: row.get(q, Fraction(0)) for q in found.queries}


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
    found = judge.scheme(file).query_chain
    assert found.verdict is Verdict.REFUTED and found.witness is not None
    check_difference(found.witness, given, Fraction(dict(found.witness.point)["x"]))


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
    found = judge.scheme(loaded(tmp_path, both('["a >= 0", "b >= 0"]', row, "1")))
    assert found.verdict is not Verdict.PROVED
    inside = judge.scheme(loaded(tmp_path, both('["a > 0", "b >= 0"]', row, "1")))
    assert inside.verdict is Verdict.PROVED


def test_a_chain_that_is_undefined_everywhere_is_refused(tmp_path: Path) -> None:
    for row in ('{ A = "x/x", B = "1 - x/x" }', '{ A = "1/x", B = "1 - 1/x" }'):
        with pytest.raises(InputError):
            judge.scheme(loaded(tmp_path, both('["x = 0"]', row, "1")))


def test_a_table_that_is_undefined_everywhere_is_refuted(tmp_path: Path) -> None:
    found = judge.scheme(loaded(tmp_path, both('["x = 0"]', '{ A = "1" }', "x/x")))
    assert found.normalised.verdict is Verdict.REFUTED and found.verdict is Verdict.REFUTED
    assert found.cost_form is None
