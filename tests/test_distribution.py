"""The joint law that a scheme gives: by hand, atom by atom, and never too large."""

from __future__ import annotations

import pytest

from onoff_symbolic.schemes.pmf import Atoms, Products, count
from onoff_symbolic.errors import InputError, Undecidable
from onoff_symbolic.algebra.field import Field
from onoff_symbolic.algebra.walk import Walk
from onoff_symbolic.paper.schemes import scheme_of
from onoff_symbolic.schemes.histories import Prior
from onoff_symbolic.schemes.scheme import Scheme

FIELD = Field(("p",))
P = FIELD["p"]


Case = tuple[Scheme, Prior]


@pytest.fixture(scope="module")
def low() -> Case:
    return scheme_of("low")


@pytest.fixture(scope="module")
def high() -> Case:
    return scheme_of("high")


def test_joint_law_at_time_0(low: Case) -> None:
    scheme, prior = low
    found = Atoms(scheme, prior, 0)
    assert found.variables == ("X_0", "X_t", "Q_0")
    delta = scheme.field["delta"]
    assert dict(found) == {("A", "A", "AB"): delta, ("B", "B", "AB"): 1 - delta}


def test_joint_law_at_time_1_by_hand(low: Case, high: Case) -> None:
    found = Atoms(*low, 1)
    assert found.variables == ("X_0", "X_t", "Q_0", "Q_1")
    alpha, beta, delta = (low[0].field[name] for name in ("alpha", "beta", "delta"))
    stay = 1 - alpha - beta
    assert dict(found) == {
        ("A", "A", "AB", "A"): delta * beta, ("A", "A", "AB", "AB"): delta * stay,
        ("A", "B", "AB", "B"): delta * alpha, ("B", "A", "AB", "A"): (1 - delta) * beta,
        ("B", "B", "AB", "B"): (1 - delta) * alpha, ("B", "B", "AB", "AB"): (1 - delta) * stay,
    }
    other = dict(Atoms(*high, 1))
    alpha, beta, delta = (high[0].field[name] for name in ("alpha", "beta", "delta"))
    assert other[("A", "B", "AB", "AB")] == delta * (alpha + beta - 1)
    assert other[("A", "A", "AB", "A")] == delta * (1 - alpha)
    assert ("A", "A", "AB", "AB") not in other


def test_a_scheme_that_the_claims_do_not_state_is_refused() -> None:
    with pytest.raises(InputError, match="^--case: expected one of low, high, .* found 'middle'"):
        scheme_of("middle")


@pytest.mark.parametrize("time", [0, 1, 2, 5])
def test_atoms_are_counted_before_they_are_built(low: Case, high: Case, time: int) -> None:
    for case in (low, high):
        atoms = list(Atoms(*case, time))
        assert count(case[0], time) == len(atoms) == len(dict(atoms))
        assert atoms == sorted(atoms, key=lambda each: each[0])


def test_a_law_comes_atom_by_atom(low: Case) -> None:
    """The first atom of a large law needs little of it."""
    law = Atoms(*low, 16)
    assert count(low[0], 16) > 100_000
    next(iter(law))
    assert len(law._steps) <= 16


def test_too_many_atoms_are_never_built(low: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onoff_symbolic.schemes.pmf.MAX_ATOMS", 100)
    monkeypatch.setattr(Walk, "step", None)
    with pytest.raises(Undecidable, match="expected at most 100 atoms, found more"):
        Atoms(*low, 16)


def test_remembered_products_factor_like_fresh_ones(high: Case) -> None:
    found = Atoms(*high, 4)
    for _, element in found:
        assert found.factored(element) == element.factored()
    products = Products(FIELD)
    one, other = 1 - P, P / (1 - P)
    assert products.times(one, other) == P and products.factored(P) == P.factored()
