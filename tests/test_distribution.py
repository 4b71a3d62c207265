"""The joint law that a scheme gives: by hand, atom by atom, and never too large."""

from __future__ import annotations

import pytest

from onoff_symbolic.schemes.pmf import Atoms, count
from onoff_symbolic.errors import Undecidable
from onoff_symbolic.algebra.walk import Walk
from onoff_symbolic.paper.schemes import scheme_of
from onoff_symbolic.schemes.histories import Prior
from onoff_symbolic.schemes.scheme import Scheme


Case = tuple[Scheme, Prior]


@pytest.fixture(scope="module")
def low() -> Case:
    return scheme_of("low")


@pytest.fixture(scope="module")
def high() -> Case:
    return scheme_of("high")


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


@pytest.mark.parametrize("time", [0, 1, 2, 5])
def test_atoms_are_counted_before_they_are_built(low: Case, high: Case, time: int) -> None:
    for case in (low, high):
        atoms = list(Atoms(*case, time))
        assert count(case[0].walk(case[1]), time) == len(atoms) == len(dict(atoms))
        assert atoms == sorted(atoms, key=lambda each: each[0])


def test_too_many_atoms_are_never_built(low: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onoff_symbolic.schemes.pmf.MAX_ATOMS", 100)
    monkeypatch.setattr(Walk, "step", None)
    with pytest.raises(Undecidable, match="expected at most 100 atoms, found more"):
        Atoms(*low, 16)
