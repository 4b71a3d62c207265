"""Another paper: its own record decides the exit code, its appendix is written. Its reports are in golden/."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from run import ROOT, inside

SMALL = ROOT / "tests" / "data" / "small.toml"
EXPECTED = {"rows": "proved", "forgets": "conditional", "even": "refuted"}


@pytest.fixture
def paper(tmp_path: Path) -> str:
    """Its claims file, without a record."""
    return str(shutil.copy(SMALL, tmp_path / "claims.toml"))


@pytest.fixture
def recorded(paper: str) -> Path:
    """The folder of its record."""
    assert inside("certify", "all", "--claims", paper).returncode == 0
    return Path(f"{paper}.certificates")


def verdicts(paper: str, *words: str) -> tuple[int, dict[str, str]]:
    done = inside("all", "--format", "json", "--claims", paper, *words)
    return done.returncode, {claim["id"]: claim["verdict"] for claim in json.loads(done.stdout)["claims"]}


def test_its_appendix_is_written(paper: str) -> None:
    assert inside("appendix", "--claims", paper).returncode == 0
    written = Path(f"{paper}.latex", "onoff-appendix.tex").read_text(encoding="utf-8")
    assert all(part in written for part in ("\\section{Proofs}", "All of them.", "\\onoffnote{even}{corrected here}"))
    assert inside("appendix", "--claims", paper, "--check").returncode == 0
    Path(f"{paper}.latex", "onoff.sty").unlink()
    assert inside("appendix", "--claims", paper, "--check").returncode == 1
    text = Path(paper).read_text(encoding="utf-8")
    Path(paper).write_text(text[:text.index("[[appendix]]")], encoding="utf-8")
    done = inside("appendix", "--claims", paper)
    assert (done.returncode, done.stderr) == (2, f"error: {paper}: expected [[appendix]], found none\n")


# -- the record decides the exit code and nothing else -------------------------------------------------------------


def test_the_record_decides_the_exit_code_and_no_verdict(paper: str, recorded: Path) -> None:
    assert verdicts(paper) == (0, EXPECTED)
    assert verdicts(paper, "--search") == (0, EXPECTED)
    assert verdicts(paper, "--strict") == (1, EXPECTED)
    assert inside("rows", "--strict", "--claims", paper).returncode == 0
    (recorded / "even.json").unlink()
    assert verdicts(paper) == (1, EXPECTED)
    assert inside("rows", "forgets", "--claims", paper).returncode == 0
    (recorded / "even.json").write_text("no certificate", encoding="utf-8")
    assert verdicts(paper) == (1, EXPECTED)


@pytest.mark.parametrize("claim, old, new", [
    ("rows", '"verdict": "proved"', '"verdict": "refuted"'),
    ("forgets", '"p": "0"', '"p": "1/2"'),
    ("forgets", '"text": "0 < p < 1"', '"text": "0 < p"'),
    ("even", '"verdict": "refuted"', '"verdict": "conditional"'),
])
def test_a_claim_that_comes_out_otherwise_than_recorded_fails(
    paper: str, recorded: Path, claim: str, old: str, new: str
) -> None:
    """Better or worse."""
    file = recorded / f"{claim}.json"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert verdicts(paper) == (1, EXPECTED)


# -- two files in one folder -----------------------------------------------------------------------------------------


def test_a_file_may_name_its_folder_and_a_record_elsewhere_is_none(paper: str, recorded: Path) -> None:
    recorded.rename(recorded.with_name("certificates"))
    assert verdicts(paper) == (1, EXPECTED)
    text = Path(paper).read_text(encoding="utf-8")
    Path(paper).write_text(text.replace("[paper]", '[paper]\ncertificates = "certificates"'), encoding="utf-8")
    assert verdicts(paper) == (0, EXPECTED)
    Path(paper).write_text(text.replace("[paper]", '[paper]\ncertificates = "../x"'), encoding="utf-8")
    assert inside("all", "--claims", paper).returncode == 2
