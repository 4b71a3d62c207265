"""The library: `import onoff_symbolic as onoff`."""

import copy
import doctest
import importlib
import inspect
import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from run import ROOT, python
from sympy import Float, Matrix, Rational, Symbol, cos, latex, lambdify, sqrt, symbols

import onoff_symbolic as onoff

pytestmark = pytest.mark.slow

EXAMPLES = ROOT / "examples"
alpha, beta = symbols("alpha beta")
QUERIES = {"A": ["A"], "B": ["B"], "AB": ["A", "B"]}


def table(a: Any, b: Any) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        ("A", "A"): {"A": b / (1 - a), "AB": (1 - a - b) / (1 - a)},
        ("A", "B"): {"B": 1},
        ("B", "A"): {"A": 1},
        ("B", "B"): {"B": a / (1 - b), "AB": (1 - a - b) / (1 - b)},
    }


def low(a: Any = alpha, b: Any = beta, **options: Any) -> onoff.Scheme:
    """Table III(a), from matrices and dicts."""
    given = {
        "chain": Matrix([[1 - a, a], [b, 1 - b]]),
        "sources": ["A", "B"],
        "where": [a >= 0, b >= 0, a + b < 1],
        "rules": [{"previous": ["A", "B"], "request": True}, {"previous": ["AB"], "table": table(a, b)}],
        "queries": QUERIES,
        **options,
    }
    return onoff.Scheme(**given)


@pytest.mark.parametrize("name", ["values", "scheme", "functions", "chains"])
def test_the_examples_in_the_documentation(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testmod(importlib.import_module(f"onoff_symbolic.api.{name}"))
    assert found.failed == 0 and found.attempted > 0


def test_the_page_about_the_library_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert found.failed == 0 and found.attempted > 20


def test_importing_it_imports_no_sympy() -> None:
    said = python(
        "import sys, onoff_symbolic as onoff; print(onoff.__version__, 'sympy' in sys.modules)\n"
        "onoff.Scheme; print('sympy' in sys.modules)"
    )
    assert said.split()[1:] == ["False", "True"]


def test_every_public_name_is_there_and_no_other() -> None:
    for name in onoff.__all__:
        assert getattr(onoff, name) is not None
        assert name in dir(onoff)
    with pytest.raises(AttributeError, match="schema"):
        getattr(onoff, "schema")


def test_a_scheme_from_matrices_is_that_of_the_file() -> None:
    made, loaded = low(), onoff.Scheme.load(EXAMPLES / "paper-low.toml")
    assert made.query_matrix == loaded.query_matrix and made.chain == loaded.chain
    assert {name: each.verdict for name, each in made.judge().properties.items()} == {
        "normalised": "proved",
        "decodable": "proved",
        "private": "proved",
        "query chain": "proved",
        "optimal": "proved",
    }
    assert onoff.equal(made.cost(4), loaded.cost(4))


def test_values_keep_the_symbols_of_the_user() -> None:
    a, b = symbols("a b", positive=True)
    scheme = low(a, b)
    assert scheme.query_matrix.free_symbols == {a, b} and scheme.cost(2).free_symbols <= {a, b}
    t = Symbol("n", integer=True)
    assert scheme.cost(t) == 1 + (1 - a - b) ** t and scheme.rate(t) == 1 / scheme.cost(t)
    assert lambdify((a, b), scheme.cost(1))(Fraction(1, 4), Fraction(1, 4)) == Fraction(3, 2)
    assert "frac" in latex(scheme.rate(1))


def test_two_symbols_of_one_name_are_refused() -> None:
    with pytest.raises(onoff.InputError, match="two called alpha"):
        low(where=[Symbol("alpha", real=True) > 0])


def test_assumptions_on_symbols_are_hypotheses() -> None:
    a, b = symbols("a b", positive=True)
    assert low(a, b).judge().region == ("a + b < 1", "a > 0", "b > 0")
    assert low(a, b, where=None).judge().region == ("a <= 1", "a >= 0", "b >= 0", "b <= 1")


@pytest.mark.parametrize(
    "bad, said",
    [
        (0.2, "found the float 0.2"),
        (Float("0.2"), "found the float 0.2"),
        (alpha + 0.5, "the float 0.5"),
        (cos(alpha), "found cos in"),
        (sqrt(alpha), "whole exponents"),
        (alpha**beta, "whole exponents"),
        (True, "True"),
        ([1], "found list"),
        (alpha**31, "whole exponents"),
    ],
)
def test_what_is_not_exact_is_refused(bad: object, said: str) -> None:
    chain = {"A": {"A": bad, "B": 1}, "B": {"A": beta, "B": 1 - beta}}
    with pytest.raises(onoff.InputError, match=said):
        low(chain=chain)
    if not isinstance(bad, bool):
        with pytest.raises(onoff.InputError):
            onoff.equal(bad, 1)


@pytest.mark.parametrize(
    "options, said",
    [
        ({"rules": [{"table": {("A", "A"): 1}}]}, "rule 1, row .* expected the law of a query, such as .*, found 1"),
        ({"sources": None}, "names of the rows"),
        ({"chain": Matrix([[1, 0]])}, "square matrix with 2 rows"),
        ({"where": [alpha]}, "found alpha"),
        ({"rules": []}, "rule"),
        ({"queries": {"A": ["A"]}}, "no query downloads"),
        ({"queries": ["A", "B"]}, "^queries: expected the sources of each query, .*, found a list"),
        ({"rules": {"request": True}}, "^rules: expected a list of rules, .*, found a table"),
        ({"where": alpha < 1}, "^where: expected a list of hypotheses, found StrictLessThan"),
        ({"chain": 3}, "^chain: expected a sympy matrix or a dict of rows, found an integer"),
    ],
)
def test_what_makes_no_scheme_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(onoff.InputError, match=said):
        low(**options)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: low().judge(),
        lambda: low().judge()["private"],
        lambda: onoff.claim("lemma1").judge(),
        lambda: onoff.entropy("H(X) >= 0"),
        lambda: onoff.check("proofs/certificates/table1.json"),
    ],
    ids=["scheme", "property", "claim", "entropy", "certificate"],
)
def test_no_result_has_a_truth_value(ask: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(TypeError, match="is not yes or no"):
        bool(ask())


def test_verdicts_are_those_of_the_checker(tmp_path: Path) -> None:
    scheme = low()
    path = tmp_path / "low.json"
    path.write_text(scheme.judge().certificate, encoding="utf-8")
    assert onoff.check(path).verdict == "proved"
    forged = json.loads(scheme.judge().certificate)
    forged["goal"]["verdict"] = "refuted"
    path.write_text(json.dumps(forged), encoding="utf-8")
    assert (onoff.check(path).word, onoff.check(path).verdict) == ("invalid", "")
    assert not onoff.check(path).valid
    with pytest.raises(onoff.InputError, match="cannot be read"):
        onoff.check(tmp_path / "none.json")


def test_a_formula_in_t_is_only_given_where_it_is_proved() -> None:
    late = onoff.Scheme.load(EXAMPLES / "late-leak.toml")
    with pytest.raises(onoff.Undecidable, match="every t"):
        late.cost(Symbol("t"))
    assert late.cost(3) == 1
    assert len(late.query_matrices) == 3
    with pytest.raises(onoff.InputError, match="3 of them"):
        late.query_matrix
    with pytest.raises(onoff.InputError, match="whole number"):
        late.cost(Rational(1, 2))


def test_a_bound_is_a_number_or_a_formula_that_is_proved() -> None:
    three = onoff.Scheme.load(EXAMPLES / "three-sources.toml")
    a = symbols("a")
    assert three.bound(2, at={"a": Rational(1, 5)}) == Rational(33, 25)
    assert onoff.equal(three.bound(2), 1 + 2 * (1 - 3 * a) ** 2)
    everything = {f"{x},{y}": {"ABC": 1} for x in "ABC" for y in "ABC"}
    cycle = onoff.Scheme(
        chain={"A": {"A": 1 - a, "B": a}, "B": {"B": 1 - a, "C": a}, "C": {"C": 1 - a, "A": a}},
        where=[0 < a, a < 1],
        queries={"ABC": ["A", "B", "C"]},
        rules=[{"table": everything}],
    )
    with pytest.raises(onoff.Undecidable, match="values for the parameters"):
        cycle.bound(2)


def test_saving_and_loading(tmp_path: Path) -> None:
    path = low(title="Mine").save(tmp_path / "mine.toml")
    again = onoff.Scheme.load(path)
    assert again.title == "Mine" and again.query_matrix == low().query_matrix
    with pytest.raises(onoff.InputError, match="none.toml: cannot be read"):
        onoff.Scheme.load(tmp_path / "none.toml")


def test_claims() -> None:
    with pytest.raises(onoff.InputError, match="did you mean lemma1"):
        onoff.claim("lema1")
    with pytest.raises(onoff.InputError, match="several claims: table3a, table3b"):
        onoff.claim("table:Qt")
    known = onoff.claims()
    assert "Lemma 1" in known and "lema1" not in known and "table:Qt" not in known and 1 not in known
    wrong = onoff.claim("appb-case2").judge()
    assert wrong.verdict == "refuted" and wrong.witnesses and wrong.correction and "fails at" in wrong._repr_html_()


def test_entropies() -> None:
    assert onoff.entropy("H(X) <= H(X|Y)").verdict == "refuted"
    with pytest.raises(onoff.InputError, match="list of statements"):
        onoff.entropy("H(X) >= 0", given="H(Y) = 0")


@pytest.mark.parametrize(
    "asked",
    [
        lambda: onoff.claim(3),
        lambda: onoff.entropy(3),
        lambda: onoff.entropy("H(X) >= 0", given=[3]),
    ],
)
def test_what_is_no_text_is_refused(asked):
    with pytest.raises(onoff.InputError, match="expected a text, found 3"):
        asked()


CYCLE = EXAMPLES / "chains" / "cycle.toml"


@pytest.mark.parametrize(
    "asked, said",
    [
        (lambda: onoff.Scheme.parse(3), "text: expected the text of a scheme file, found an integer"),
        (lambda: onoff.Scheme.load(3), "^expected the name of a file, found 3"),
        (lambda: onoff.bound("one\ntwo"), "^expected the name of a file, found a text of several lines"),
        (lambda: onoff.check("{\n}"), "^expected the name of a file, found a text of several lines"),
        (lambda: onoff.claims(3), "^expected the name of a file, found 3"),
        (lambda: onoff.bound(CYCLE, "2"), "^t: .*, found '2'"),
        (lambda: onoff.bound(CYCLE, at="a=1/4"), "^at: expected values by name, .*, found a string"),
        (lambda: onoff.region(CYCLE, 4, at={"a": "1/4"}), "^times: expected a whole number from 1 to 3, found 4"),
        (lambda: onoff.bound({"A": {"A": 1}}, where=alpha < 1), "^where: expected a list of hypotheses"),
        (lambda: onoff.design(CYCLE, discount=0.5), "^discount: .* found the float 0.5"),
        (lambda: onoff.design(CYCLE, discount="x"), "^discount: expected a number, found x"),
        (lambda: onoff.entropy("H(X) >= 0", given=None), "^given: expected a list of statements"),
        (lambda: low().judge(mode=[1, 0]), "^mode: expected a text, .*, found a list"),
        (lambda: low().save("none/mine.toml"), "^none/mine.toml: cannot be written"),
        (lambda: onoff.bound(EXAMPLES / "problems" / "servers.toml"), "servers.toml: a value is missing for n"),
    ],
)
def test_wrong_arguments_are_named(asked: Callable[[], object], said: str) -> None:
    with pytest.raises(onoff.InputError, match=said):
        asked()


def test_results_of_chains_show_what_was_found() -> None:
    numbers = {"a": Rational(1, 4)}
    closed = onoff.bound(CYCLE)
    assert repr(onoff.bound(CYCLE, at=numbers)) == "<least download 9/4: proved>"
    assert repr(closed) == "<least download at t = 1, in 4 parts: proved>" and "3 - 3*a" in closed._repr_html_()
    plain = onoff.bound({"A": {"A": 1 - alpha, "B": alpha}, "B": {"B": 1}})
    assert repr(plain) == "<least download at t = 1, 1 + |1 - alpha|: proved>" and "everywhere" in plain._repr_html_()
    assert repr(onoff.region(CYCLE, 1, at=numbers)) == "<region with the vertices (9/4): proved>"
    best = onoff.design(CYCLE, at=numbers)
    assert repr(best) == "<best set scheme for A, B, C: proved>" and "[[rule]]" in best._repr_html_()


def test_a_problem_with_costs_of_its_own_is_answered() -> None:
    found = onoff.bound(EXAMPLES / "problems" / "servers.toml", at={"n": 3})
    assert found.proved and repr(found) == "<least cost 5/4: proved>"


def test_a_witness_reads_like_a_sentence() -> None:
    witness = onoff.Scheme.load(EXAMPLES / "request-only.toml").judge()["private"].witness
    assert repr(witness) == f"<{witness}>" and "not 1/2 = 1/3" in str(witness)


def test_the_properties_of_a_scheme_are_listed() -> None:
    found = low().judge()
    assert [*found] == [*found.properties] and "private" in found
    with pytest.raises(KeyError, match="no property is called 'privat'; there are normalised, decodable, private"):
        found["privat"]


def test_the_cost_of_a_scheme_that_leaks_is_not_compared() -> None:
    leaking = onoff.Scheme.load(EXAMPLES / "late-leak.toml").judge()

    assert repr(leaking).endswith("optimal: not asked>") and repr(low().judge()).endswith("optimal: proved>")


class TestCopies:
    @pytest.mark.parametrize(
        "made",
        [
            lambda: onoff.claims()["lemma1"],
            lambda: onoff.claims()["theorem1"].judge(),
            lambda: onoff.entropy("H(X) <= H(X|Y)"),
            lambda: onoff.check("proofs/certificates/table1.json"),
            low,
            lambda: low().judge(),
            lambda: onoff.Scheme.load(EXAMPLES / "request-only.toml").judge(),
            lambda: onoff.bound("examples/chains/cycle.toml"),
        ],
    )
    def test_are_equal(self, made: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(ROOT)
        one = made()

        for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
            assert other == one and hash(other) == hash(one)

    def test_laws_are_equal(self) -> None:
        law = low().pmf(1)
        assert copy.deepcopy(pickle.loads(pickle.dumps(law))) == law

    def test_differ_if_the_schemes_differ(self) -> None:
        assert low() != low(title="another") and low(beta, alpha) != low()


class TestFace:
    def test_shows_public_names_alone(self) -> None:
        assert dir(onoff) == sorted(onoff.__all__)

    def test_functions_come_before_the_packages_of_their_names(self) -> None:
        said = python(
            "import onoff_symbolic.entropy.grammar, onoff_symbolic.claims.reader, onoff_symbolic as onoff\n"
            "print(onoff.entropy('H(X) >= 0').proved, onoff.claims()['lemma1'].id)"
        )
        assert said == "True lemma1\n"

    @pytest.mark.parametrize("name", ["bound", "claims", "design", "entropy", "errata", "region"])
    def test_functions_have_signatures(self, name: str) -> None:
        assert inspect.signature(getattr(onoff, name)).parameters and getattr(onoff, name).__doc__

    def test_an_unknown_claim_is_a_key_error_too(self) -> None:
        with pytest.raises(KeyError, match="did you mean lemma1"):
            onoff.claims()["lema1"]

    def test_errors_speak_of_arguments(self) -> None:
        with pytest.raises(onoff.InputError, match="^at: a value is missing for a"):
            onoff.region(ROOT / "examples" / "chains" / "cycle.toml")
