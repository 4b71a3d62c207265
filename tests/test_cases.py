"""Files whose rules have a `where` of their own: `scheme`, `pmf` and `onoff.toml` take all their cases."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from run import ROOT
from schemas import SCHEMAS, faults

from onoff_symbolic.algebra.field import Element
from onoff_symbolic.cli.app import commands
from onoff_symbolic.schemes.files import load, load_cases
from onoff_symbolic.schemes.cost import with_prior
from onoff_symbolic.schemes.pmf import Atoms

pytestmark = pytest.mark.slow

ONE = ROOT / "examples" / "paper-one-file.toml"


def run(*args: str) -> Result:
    return CliRunner().invoke(commands, list(args))


def spoiled(tmp_path: Path, old: str, new: str) -> Path:
    text = ONE.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "spoiled.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_the_laws_of_all_cases_are_printed() -> None:
    found = json.loads(run("pmf", "--t", "1", "--scheme", str(ONE), "--format", "json").output)
    assert list(faults(found, SCHEMAS["pmf"], SCHEMAS["pmf"])) == []
    low, high = found["cases"]
    assert low["region"][-1] == "alpha + beta <= 1" and high["region"][-1] == "alpha + beta > 1"
    assert low["atoms"] != high["atoms"]
    text = run("pmf", "--t", "1", "--scheme", str(ONE)).output
    assert text.count("6 atoms, sum 1") == 2 and "case 2 of 2" in text
    del found["cases"][1]
    assert list(faults(found, SCHEMAS["pmf"], SCHEMAS["pmf"])) != []


@pytest.mark.parametrize("name,case,time", [("paper-low", 0, 3), ("paper-high", 1, 3)])
def test_it_is_the_scheme_of_the_paper(name: str, case: int, time: int) -> None:
    """The same law of (X_0, X_t, Q_0, ..., Q_t) as the files that go by the parity of t."""
    point = {"alpha": Fraction(1, 5), "beta": Fraction(1, 3)} if case == 0 else \
        {"alpha": Fraction(4, 5), "beta": Fraction(2, 3)}

    def numbers(mass: dict[tuple[str, ...], Element]) -> dict[tuple[str, ...], Fraction]:
        return {atom: e.at({**point, **{n: Fraction(2, 7) for n in e.field.names if n not in point}})
                for atom, e in mass.items()}

    one = Atoms(*with_prior(load_cases(str(ONE))[case].scheme), time)
    other = Atoms(*with_prior(load(str(ROOT / "examples" / f"{name}.toml")).scheme), time)
    assert numbers(dict(one)) == numbers(dict(other))


def test_one_bad_case_is_a_bad_scheme(tmp_path: Path) -> None:
    leak = spoiled(tmp_path, '"B,A" = { A = "1" }', '"B,A" = { AB = "1" }')
    found = run("scheme", str(leak), "--format", "json")
    assert found.exit_code == 1
    assert [case["private"]["verdict"] for case in json.loads(found.output)["cases"]] == ["refuted", "proved"]
