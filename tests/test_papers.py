"""Other papers as claims files: each holds as it stands, and is refuted with one misprint. So does every example of the
page about the language come out as it says."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from run import ROOT, inside

pytestmark = pytest.mark.slow

PAPERS = ROOT / "examples" / "papers"
MISPRINTS = tomllib.loads((PAPERS / "misprints.toml").read_text(encoding="utf-8"))
FILES = [path.stem for path in sorted(PAPERS.glob("*.toml")) if path.stem != "misprints"]
LANGUAGE = ROOT / "docs" / "claims.md"
PAGE = 60
"""Lines of a page."""


def verdicts(path: Path, claim: str = "all") -> dict[str, str]:
    done = inside(claim, "--claims", str(path), "--format", "json")
    assert done.returncode in (0, 1), done.stderr
    return {claim["id"]: claim["verdict"] for claim in json.loads(done.stdout)["claims"]}


def test_there_are_at_least_six_and_each_has_a_misprint() -> None:
    assert len(FILES) >= 6 and {*FILES} == MISPRINTS.keys()


@pytest.mark.parametrize("name", FILES)
def test_a_paper_holds_and_fits_on_a_page(name: str) -> None:
    path = PAPERS / f"{name}.toml"
    assert {*verdicts(path).values()} == {"proved"}
    assert len(path.read_text(encoding="utf-8").splitlines()) <= PAGE


@pytest.mark.parametrize("name", FILES)
def test_its_misprint_is_refuted(tmp_path: Path, name: str) -> None:
    text, slip = (PAPERS / f"{name}.toml").read_text(encoding="utf-8"), MISPRINTS[name]
    assert text.count(slip["stands"]) == 1
    path = tmp_path / "paper.toml"
    path.write_text(text.replace(slip["stands"], slip["printed"]), encoding="utf-8")
    assert verdicts(path, slip["claim"]) == {slip["claim"]: "refuted"}


def test_every_example_of_the_language_comes_out_as_it_says(tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", LANGUAGE.read_text(encoding="utf-8"), re.S)
    path = tmp_path / "language.toml"
    path.write_text("\n".join(blocks), encoding="utf-8")
    said = {name: word for block in blocks for name, word in re.findall(r"^\[claim\.([\w-]+)\] +# (\w+)$", block, re.M)}
    assert said == verdicts(path) and {"proved", "conditional", "refuted"} == {*said.values()}


def test_the_language_has_an_example_of_every_kind() -> None:
    from onoff_symbolic.checker.core import KINDS

    text = LANGUAGE.read_text(encoding="utf-8")
    shown = {*re.findall(r'kind = "(\w+)"', text), *re.findall(r"\{ (hides|tells) = ", text)}
    assert KINDS.keys() - shown <= {"defined", "unique", "general"}
    assert all(f"`{kind}`" in text or kind in shown for kind in KINDS.keys() - {"defined"})


def test_a_letter_with_a_number_is_one_name_and_an_article_is_none() -> None:
    done = inside("secrecy", "--claims", str(PAPERS / "one-time-pad.toml"), "--format", "latex")
    assert "{A uniform key hides" in done.stdout and "$k_{0} = 1/3$, $k_{1} = 1/3$" in done.stdout
    assert "k 0" not in done.stdout
