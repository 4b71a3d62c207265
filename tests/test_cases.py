"""Files whose rules have a `where` of their own: `scheme`, `pmf` and `onoff.toml` take all their cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from run import ROOT
from schemas import SCHEMAS, faults

from onoff_symbolic.cli.app import commands

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


def test_one_bad_case_is_a_bad_scheme(tmp_path: Path) -> None:
    leak = spoiled(tmp_path, '"B,A" = { A = "1" }', '"B,A" = { AB = "1" }')
    found = run("scheme", str(leak), "--format", "json")
    assert found.exit_code == 1
    assert [case["private"]["verdict"] for case in json.loads(found.output)["cases"]] == ["refuted", "proved"]
