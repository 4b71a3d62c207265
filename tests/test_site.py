"""The static site is built from docs/ without a warning."""

import importlib.util
import re
import shutil
import sys
from pathlib import Path

import pytest
from run import ROOT, Done, program
from tools import missing

pytestmark = pytest.mark.slow
PAGES = re.findall(r"([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), flags=re.M)


def built(folder: Path, out: Path) -> Done:
    if importlib.util.find_spec("mkdocs") is None:
        missing("mkdocs is not installed: pip install onoff-verify[site]")
    return program([sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)], cwd=folder)


def test_the_site_is_built_without_warnings(tmp_path: Path) -> None:
    done = built(ROOT, tmp_path)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    for page in PAGES:
        text = (tmp_path / page).with_suffix(".html").read_text(encoding="utf-8")
        assert "<h1" in text


def test_a_link_that_leads_nowhere_is_a_warning(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copytree(ROOT / "benchmarks", tmp_path / "benchmarks", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    with (tmp_path / "docs" / "index.md").open("a", encoding="utf-8") as handle:
        handle.write("\n[nowhere](nowhere.md)\n")
    done = built(tmp_path, tmp_path / "out")
    assert done.returncode != 0
    assert "nowhere.md" in done.stderr
