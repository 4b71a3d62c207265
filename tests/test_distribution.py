"""The joint law that a scheme gives: as brute force has it, atom by atom, and never too large."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
import reference

from onoff_symbolic.algebra.walk import Walk
from onoff_symbolic.errors import Undecidable
from onoff_symbolic.paper.schemes import scheme_of
from onoff_symbolic.schemes.pmf import Atoms, count

LOW = {"alpha": Fraction(1, 5), "beta": Fraction(1, 3), "delta": Fraction(2, 7)}
HIGH = {"alpha": Fraction(4, 5), "beta": Fraction(2, 3), "delta": Fraction(2, 7)}


class TestAtoms:
    @pytest.mark.parametrize("name, point", [("low", LOW), ("high", HIGH)])
    @pytest.mark.parametrize("time", [0, 1, 3])
    def test_are_those_of_brute_force(self, name: str, point: dict[str, Fraction], time: int) -> None:
        prior = {"A": point["delta"], "B": 1 - point["delta"]}
        law: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        for requests, queries, weight in reference.paper(point["alpha"], point["beta"]).paths(time):
            law[requests[0], requests[-1], *queries] += prior[requests[0]] * weight

        atoms = Atoms(*scheme_of(name), time)

        assert {atom: mass.at(point) for atom, mass in atoms} == law
        assert [*atoms] == sorted(atoms, key=lambda each: each[0])

    @pytest.mark.parametrize("name", ["low", "high"])
    @pytest.mark.parametrize("time", [0, 1, 2, 5])
    def test_are_counted_before_they_are_built(self, name: str, time: int) -> None:
        scheme, prior = scheme_of(name)
        assert count(scheme.walk(prior), time) == len([*Atoms(scheme, prior, time)])

    def test_are_never_built_if_they_are_too_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("onoff_symbolic.schemes.pmf.MAX_ATOMS", 100)
        monkeypatch.setattr(Walk, "step", None)
        with pytest.raises(Undecidable, match="expected at most 100 atoms, found more"):
            Atoms(*scheme_of("low"), 16)
