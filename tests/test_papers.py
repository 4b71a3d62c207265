"""Other papers as claims files: each holds as it stands, and is refuted with one misprint. So does every example of the
page about the language come out as it says."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from run import ROOT, inside, program

from onoff_symbolic.claims.reader import CLAIM, FILE, PAPER, SCOPE
from onoff_symbolic.testing.expectation import Sessions, load

pytestmark = pytest.mark.slow

PAPERS = ROOT / "examples" / "papers"
MISPRINTS = tomllib.loads((PAPERS / "misprints.toml").read_text(encoding="utf-8"))
SHORT = [path for path in sorted(PAPERS.glob("*.toml")) if not path.with_suffix(".tex").exists()]
FILES = [path.stem for path in SHORT if path.stem != "misprints"]
LANGUAGE = ROOT / "docs" / "claims.md"
PAGE = 60
"""Lines of a page."""


def verdicts(path: Path, claim: str = "all") -> dict[str, str]:
    done = inside(claim, "--claims", str(path), "--format", "json")
    assert done.returncode in (0, 1), done.stderr
    return {claim["id"]: claim["verdict"] for claim in json.loads(done.stdout)["claims"]}


@pytest.mark.parametrize("name", FILES)
def test_a_paper_holds_and_fits_on_a_page(name: str) -> None:
    path = PAPERS / f"{name}.toml"
    assert {*verdicts(path).values()} == {"proved"}
    assert len(path.read_text(encoding="utf-8").splitlines()) <= PAGE


@pytest.mark.parametrize("name", FILES)
def test_its_misprint_is_refuted(tmp_path: Path, name: str) -> None:
    text = (PAPERS / f"{name}.toml").read_text(encoding="utf-8")
    slip = MISPRINTS[name]
    assert text.count(slip["stands"]) == 1
    path = tmp_path / "paper.toml"
    path.write_text(text.replace(slip["stands"], slip["printed"]), encoding="utf-8")
    assert verdicts(path, slip["claim"]) == {slip["claim"]: "refuted"}


def test_every_example_of_the_language_comes_out_as_it_says(tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", LANGUAGE.read_text(encoding="utf-8"), re.S)
    path = tmp_path / "language.toml"
    path.write_text("\n".join(blocks), encoding="utf-8")
    said = {name: word for block in blocks for name, word in re.findall(r"^\[claim\.([\w-]+)\] +# (\w+)$", block, re.M)}
    assert said == verdicts(path)
    assert {"proved", "conditional", "refuted"} == {*said.values()}


def test_the_language_has_an_example_of_every_kind() -> None:
    from onoff_symbolic.claims.statements import KINDS

    text = LANGUAGE.read_text(encoding="utf-8")
    shown = {*re.findall(r'kind = "(\w+)"', text), *re.findall(r"\{ (hides|tells) = ", text)}
    assert KINDS.keys() - shown <= {"unique", "general"}
    assert all(f"`{kind}`" in text or kind in shown for kind in KINDS)


def names(*tables: Iterable[str]) -> list[str]:
    return [key.rstrip("?") for keys in tables for key in keys]


def test_the_language_tells_every_key_and_has_an_example_of_those_of_statements() -> None:
    text = LANGUAGE.read_text(encoding="utf-8")
    rows = "\n".join(line for line in text.splitlines() if line.startswith("| "))
    keys = {"experiment": "[claim.C.experiment.E]", "regions": "regions.r"}     # these stand beside those of the file
    assert [key for key in names(CLAIM, SCOPE) if f"`{key}`" not in rows and keys.get(key, "?") not in rows] == []
    assert [key for key in names(FILE) if not re.search(rf"`\[+{key}\b", rows)] == []
    assert [key for key in names(PAPER) if f"`{key}`" not in rows] == []
    blocks = "\n".join(re.findall(r"```toml\n(.*?)```", text, re.S))
    for example in ('varying = \\[', 'name = "', 'by = \\[', r'points\.\w+ +=', r'regions\.\w+ += \["for '):
        assert re.search(example, blocks), example


# -- the page that leads to verdicts, certificates and reports -------------------------------------------------------

PAGE_OF = ROOT / "docs" / "your-paper.md"
TYPED = {
    "new my-paper.toml": 0, "all --claims my-paper.toml --watch": None,      # it ends with Ctrl-C: see test_writing
    "certify all --claims biased.toml": 0, "check --claims biased.toml biased.toml.certificates/*.json": 0,
    "all --claims biased.toml --format html -o report.html": 0,
    "all --claims biased.toml --format latex -o report.tex": 0,
    "errata --claims biased.toml": 0,
    "new draft.toml --tex paper.tex": 0,
}
"""The commands that the page has beside those whose output it shows, and their exit codes in its order."""


def test_what_the_page_has_typed_works_in_an_empty_folder(tmp_path: Path) -> None:
    text = PAGE_OF.read_text(encoding="utf-8")
    for name, body in re.findall(r"<!-- file: ([\w.-]+) -->\n```\w*\n(.*?)```", text, re.S):
        (tmp_path / name).write_text(body, encoding="utf-8")
    shutil.copy(PAPERS / "two-doors.tex", tmp_path / "paper.tex")
    typed = [re.sub(r"\s+#.*", "", line) for line in re.findall(r"^    onoff-verify (.*)$", text, re.M)]
    assert typed == [*TYPED]
    for line, code in TYPED.items():
        words = [each for word in line.split() for each in (
            [str(path) for path in sorted(tmp_path.glob(word))] if "*" in word else [word])]
        assert code is None or inside(*words, cwd=tmp_path).returncode == code, line
    assert {path.name for path in (tmp_path / "biased.toml.certificates").iterdir()} == {"pad.json", "likelier.json"}
    checked = program([sys.executable, "-I", "-S", str(ROOT / "onoff_symbolic" / "checker"),
                       *map(str, sorted((tmp_path / "biased.toml.certificates").iterdir()))])
    assert checked.returncode == 0 and "2 certificates: 2 valid" in checked.stdout, checked
    for name, mark in (("report.html", "<h"), ("report.tex", "\\documentclass")):
        assert mark in (tmp_path / name).read_text(encoding="utf-8")
    (block,) = re.findall(r"```toml\n(\[\"biased.*?)```", text, re.S)
    (tmp_path / "onoff.toml").write_text(block, encoding="utf-8")
    sessions = Sessions()
    expected = load(tmp_path / "onoff.toml")
    assert len(expected) == 2
    assert all(each.ask(sessions).met for each in expected)
