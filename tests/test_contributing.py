"""The examples of CONTRIBUTING.md, applied and run: a new claim, a new kind of statement."""

import json
import re
import sys
from pathlib import Path

import pytest
from run import ROOT, inside, program

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CLAIMS = ROOT / "proofs" / "claims.toml"
JUDGE = """
import sys
from onoff_symbolic.cli import main
main(["spread", "--claims", sys.argv[1], "--format", "json"])
"""


def example(title: str, language: str) -> str:
    """Return the first block of a section of the page."""
    section = PAGE.partition(f"## Example: {title}\n")[2].partition("\n## ")[0]
    found = re.search(rf"```{language}\n(.*?)```", section, re.S)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("old, new, verdict", [("", "", "proved"), ("**2) >=", "**2) <", "refuted")])
def test_a_claim_is_one_entry(tmp_path: Path, old: str, new: str, verdict: str) -> None:
    place = "\n[claim.rate-symmetry]"
    text = CLAIMS.read_text(encoding="utf-8")
    path = tmp_path / "claims.toml"
    claim = example("add a claim", "toml").replace(old, new)
    path.write_text(text.replace(place, f"\n{claim}{place}"), encoding="utf-8")

    found = json.loads(inside("rate-grows", "--claims", str(path), "--format", "json").stdout)

    assert [claim["verdict"] for claim in found["claims"]] == [verdict]


@pytest.mark.slow
@pytest.mark.parametrize("high, verdict", [("1/2", "proved"), ("1/3", "refuted")])
def test_a_kind_of_statement_is_an_entry_in_each_table(tmp_path: Path, high: str, verdict: str) -> None:
    path = tmp_path / "claims.toml"
    claim = example("add a kind of statement", "toml").replace('high = "1/2"', f'high = "{high}"')
    path.write_text(claim, encoding="utf-8")
    code = example("add a kind of statement", "python") + JUDGE

    done = program([sys.executable, "-c", code, str(path)])

    assert [claim["verdict"] for claim in json.loads(done.stdout)["claims"]] == [verdict], done.stderr
