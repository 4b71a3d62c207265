"""Plots of a front of costs; `bound --scheme`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from run import ROOT

from onoff_symbolic import judge_chains
from onoff_symbolic.cli.app import commands
from onoff_symbolic.schemes.files import load_cases

pytestmark = pytest.mark.slow

TRADE = str(ROOT / "examples" / "chains" / "trade-off.toml")
SVG = "{http://www.w3.org/2000/svg}"


def run(*args: str) -> Result:
    return CliRunner().invoke(commands, list(args))


def test_the_svg_is_a_picture_of_the_vertices() -> None:
    found = run("region", TRADE, "--format", "svg")
    assert found.exit_code == 0
    root = ElementTree.fromstring(found.output)
    (line,) = [p.get("d", "") for p in root.iter(f"{SVG}path") if p.get("class") == "curve hue-0"]
    (x1, y1), (x2, y2) = [map(Fraction, pair.split()) for pair in line[1:].split("L")]
    assert x1 < x2 and y1 < y2  # l_2 falls as l_1 grows; downwards is larger on a page
    assert (ROOT / "docs" / "trade-off.svg").read_text(encoding="utf-8").split("</title>")[1] == found.output.split(
        "</title>"
    )[1], "the picture in docs is made by the tool"


def test_bound_hands_over_to_design(tmp_path: Path) -> None:
    out = tmp_path / "scheme.toml"
    found = run("bound", TRADE, "--t", "1", "--scheme", str(out))
    assert found.exit_code == 0
    (file,) = load_cases(str(out))
    assert file.scheme.title == "The best set scheme up to t = 1"


def test_a_scheme_that_is_not_proved_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "scheme.toml"
    write = judge_chains.file_text
    monkeypatch.setattr(judge_chains, "file_text", lambda *a: write(*a).replace('"1/2"', '"1/3"'))
    found = run("bound", TRADE, "--t", "1", "--scheme", str(out))
    assert found.exit_code != 0 and not out.exists()
