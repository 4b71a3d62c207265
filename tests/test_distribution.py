"""Joint laws by hand: marginal, given, independent, function_of, and the law that a scheme gives."""

from __future__ import annotations

from fractions import Fraction

import pytest

from onoff_symbolic.schemes.pmf import Atoms, Distribution, Products, count, joint
from onoff_symbolic.errors import InputError, Pole, Undecidable
from onoff_symbolic.algebra.field import Element, Field
from onoff_symbolic.paper.schemes import scheme_of
from onoff_symbolic.schemes.histories import Prior
from onoff_symbolic.schemes.scheme import Scheme

F = Field(("p",))
P = F["p"]
HALF, QUARTER = F(Fraction(1, 2)), F(Fraction(1, 4))


def law(variables: str, mass: dict[str, Element]) -> Distribution:
    """A law of one-letter variables with one-letter values: {"01": …} for two of them."""
    return Distribution(F, tuple(variables), {tuple(atom): element for atom, element in mass.items()})


COINS = law("XY", {"00": P * P, "01": P * (1 - P), "10": P * (1 - P), "11": (1 - P) * (1 - P)})
"""Two independent coins that show 0 with probability p."""

PARITY = law("XYZ", {"000": QUARTER, "011": QUARTER, "101": QUARTER, "110": QUARTER})
"""Z is the parity of two fair coins."""

CHAIN = law("XYZ", {"000": HALF * P * P, "001": HALF * P * (1 - P), "010": HALF * (1 - P) * (1 - P),
                    "011": HALF * (1 - P) * P, "111": HALF * P, "110": HALF * (1 - P)})
"""X → Y → Z: Y = X = 1, or X = 0 and Y = 0 with probability p; Z = Y with probability p."""


# -- marginals and conditionals --------------------------------------------------------------------------


def test_marginal_sums_and_keeps_the_order_asked_for() -> None:
    assert COINS.total() == 1
    assert COINS.marginal("X").mass == {("0",): P, ("1",): 1 - P}
    turned = PARITY.marginal("Z", "X")
    assert turned.variables == ("Z", "X")
    assert turned.mass == {(z, x): QUARTER for z in "01" for x in "01"}
    assert PARITY.marginal().mass == {(): F.one}


def test_marginal_of_lopsided_atoms() -> None:
    assert CHAIN.marginal("Y").mass == {("0",): HALF * P, ("1",): 1 - HALF * P}
    assert CHAIN.marginal("X", "Z").mass[("1", "1")] == HALF * P


def test_given_divides_by_the_probability_of_the_condition() -> None:
    found = CHAIN.given(Y="1")
    assert found.variables == ("X", "Z")
    assert found.total() == 1
    assert found.mass[("1", "1")] == P / (2 - P)
    assert found.mass[("0", "0")] == (1 - P) * (1 - P) / (2 - P)
    assert CHAIN.given(X="1", Y="1").mass == {("1",): P, ("0",): 1 - P}


def test_a_condition_of_probability_zero_has_no_conditional() -> None:
    with pytest.raises(Pole):
        CHAIN.given(X="1", Y="0")
    with pytest.raises(Pole):
        COINS.given(X="2")


def test_unknown_variables_are_refused() -> None:
    with pytest.raises(InputError, match="expected one of X, Y, found W"):
        COINS.marginal("X", "W")
    with pytest.raises(InputError):
        COINS.given(W="0")
    with pytest.raises(InputError):
        COINS.independent("X", "W")
    with pytest.raises(InputError):
        COINS.function_of("X", "W")


# -- independence ----------------------------------------------------------------------------------------


def test_independent_coins() -> None:
    assert COINS.independent("X", "Y")
    assert COINS.independent("Y", "X")


def test_one_changed_atom_makes_coins_dependent() -> None:
    for atom in COINS.mass:
        other = {**COINS.mass, atom: COINS.mass[atom] + 1}
        assert not Distribution(F, COINS.variables, other).independent("X", "Y")


def test_a_missing_atom_counts() -> None:
    """X = Y fair: every product of marginals is positive, but two atoms are not there at all."""
    assert not law("XY", {"00": HALF, "11": HALF}).independent("X", "Y")


def test_pairwise_independent_but_not_together() -> None:
    for one, other in ("XY", "XZ", "YZ"):
        assert PARITY.independent(one, other)
    assert not PARITY.independent("XY", "Z")
    assert not PARITY.independent("X", "Y", given="Z")


def test_independent_given_the_middle_of_a_chain_only() -> None:
    assert CHAIN.independent("X", "Z", given="Y")
    assert not CHAIN.independent("X", "Z")
    assert not CHAIN.independent("X", "Y", given="Z")


def test_equality_is_that_of_functions_not_of_values_at_a_point() -> None:
    """At p = 1/2 these would be independent."""
    skew = law("XY", {"00": HALF * P, "01": HALF * (1 - P), "10": HALF * (1 - P), "11": HALF * P})
    assert not skew.independent("X", "Y")
    fair = {atom: F(element.at({"p": Fraction(1, 2)})) for atom, element in skew.mass.items()}
    assert Distribution(F, ("X", "Y"), fair).independent("X", "Y")


def test_only_a_constant_is_independent_of_itself() -> None:
    assert not COINS.independent("X", "X")
    assert law("XY", {"00": P, "01": 1 - P}).independent("X", "X")


# -- functions -------------------------------------------------------------------------------------------


def test_function_of_gives_the_map() -> None:
    assert PARITY.function_of("Z", "X", "Y") == {("0", "0"): "0", ("0", "1"): "1", ("1", "0"): "1",
                                                 ("1", "1"): "0"}
    assert PARITY.function_of("X", "Y", "Z") is not None
    assert PARITY.function_of("X", "X") == {("0",): "0", ("1",): "1"}


def test_function_of_too_little_is_none() -> None:
    assert PARITY.function_of("Z", "X") is None
    assert PARITY.function_of("Z") is None
    assert CHAIN.function_of("Y", "X") is None


def test_function_of_looks_at_positive_probability_only() -> None:
    assert law("XY", {"00": P, "11": 1 - P, "01": F.zero}).function_of("Y", "X") == {("0",): "0", ("1",): "1"}


# -- the law of a scheme ---------------------------------------------------------------------------------


Case = tuple[Scheme, Prior]


@pytest.fixture(scope="module")
def low() -> Case:
    return scheme_of("low")


@pytest.fixture(scope="module")
def high() -> Case:
    return scheme_of("high")


def test_joint_law_at_time_0(low: Case) -> None:
    scheme, prior = low
    found = joint(scheme, prior, 0)
    assert found.variables == ("X_0", "X_t", "Q_0")
    delta = scheme.field["delta"]
    assert found.mass == {("A", "A", "AB"): delta, ("B", "B", "AB"): 1 - delta}


def test_joint_law_at_time_1_by_hand(low: Case, high: Case) -> None:
    found = joint(*low, 1)
    assert found.variables == ("X_0", "X_t", "Q_0", "Q_1")
    alpha, beta, delta = (low[0].field[name] for name in ("alpha", "beta", "delta"))
    stay = 1 - alpha - beta
    assert found.mass == {
        ("A", "A", "AB", "A"): delta * beta, ("A", "A", "AB", "AB"): delta * stay,
        ("A", "B", "AB", "B"): delta * alpha, ("B", "A", "AB", "A"): (1 - delta) * beta,
        ("B", "B", "AB", "B"): (1 - delta) * alpha, ("B", "B", "AB", "AB"): (1 - delta) * stay,
    }
    other = joint(*high, 1).mass
    alpha, beta, delta = (high[0].field[name] for name in ("alpha", "beta", "delta"))
    assert other[("A", "B", "AB", "AB")] == delta * (alpha + beta - 1)
    assert other[("A", "A", "AB", "A")] == delta * (1 - alpha)
    assert ("A", "A", "AB", "AB") not in other


@pytest.mark.parametrize("case", ["low", "high"])
def test_what_the_joint_law_says_about_the_scheme(case: str, request: pytest.FixtureRequest) -> None:
    scheme, prior = request.getfixturevalue(case)
    for time in (1, 2, 3):
        found = joint(scheme, prior, time)
        queries = found.variables[2:]
        assert found.total() == 1
        assert found.independent(["X_0"], queries)
        assert found.function_of("X_t", "X_0", f"Q_{time}") is not None
        assert found.function_of("X_t", *queries) is None
        assert found.independent([f"Q_{time}"], queries[:-2], given=[queries[-2]])
        assert not found.independent(["X_0"], ["X_t"])
        assert not found.independent(["X_0"], ["X_t"], given=[f"Q_{time}"])


def test_a_scheme_that_the_claims_do_not_state_is_refused() -> None:
    with pytest.raises(InputError, match="found 'middle'"):
        scheme_of("middle")


@pytest.mark.parametrize("time", [0, 1, 2, 5])
def test_atoms_are_counted_before_they_are_built(low: Case, high: Case, time: int) -> None:
    for case in (low, high):
        atoms = list(Atoms(*case, time))
        assert count(case[0], time) == len(atoms) == len(joint(*case, time).mass)
        assert atoms == sorted(atoms, key=lambda each: each[0])


def test_a_law_comes_atom_by_atom(low: Case) -> None:
    """The first atom of a large law needs little of it."""
    law = Atoms(*low, 16)
    assert count(low[0], 16) > 100_000
    next(iter(law))
    assert len(law._steps) <= 16


def test_too_many_atoms_are_never_built(low: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onoff_symbolic.schemes.pmf.MAX_ATOMS", 100)
    monkeypatch.setattr(Scheme, "step", None)
    with pytest.raises(Undecidable, match="expected at most 100 atoms, found more"):
        Atoms(*low, 16)


def test_remembered_products_factor_like_fresh_ones(high: Case) -> None:
    found = joint(*high, 4)
    for element in found.mass.values():
        assert found.factored(element) == element.factored()
    products = Products()
    one, other = 1 - P, P / (1 - P)
    assert products.times(one, other) == P and products.factored(P) == P.factored()
