"""What reports show of an experiment: its variables, the laws that were compared, what is denied, what stands."""

from __future__ import annotations

import json
import re

import pytest
from run import ROOT, inside

pytestmark = pytest.mark.slow

CLAIMS = str(ROOT / "tests" / "data" / "experiments.toml")


def report(claim: str, kind: str = "text") -> str:
    return inside(claim, "--claims", CLAIMS, *(() if kind == "text" else ("--format", kind))).stdout


def test_the_text_shows_variables_and_laws() -> None:
    text = report("chor")
    for line in ("Experiment pir", "  I   ∈ {1..3}, an input", "  S1  ∈ {0..1}, drawn uniformly",
                 "  T1  = (S1 + [I = 1]) mod 2", "I is hidden: Pr(S1, S2, S3, A | I) is the same for every value of I",
                 "W is a function of A, B", "Denied, and it fails", "Verdict: proved"):
        assert line in text, line
    assert re.search(r"Pr\(S1, S2, S3, A \| I\) where W1 = 0, W2 = 0, W3 = 0, the first of 8 cases\n"
                     r" +I = 1 +I = 2 +I = 3\n +0, 0, 0, 0 +1/8 +1/8 +1/8\n", text)
    assert re.search(r"what +Pr\(A = 0, B = 0 \| I = 1\) = Pr\(A = 0, B = 0 \| I = 3\)\n +expected +0\n +found +1/2",
                     text)


def test_a_refuted_claim_tells_its_witnesses_in_words() -> None:
    text = report("denied")
    assert "Denied, but it holds" in text and "Verdict: refuted" in text
    assert "Pr(C = 0 | M = 0) = Pr(C = 0 | M = 1)" in text
    assert re.search(r"one +M = 0, K = 0, C = 0, X = x, R = lost\n +other +M = 0, K = 1, C = 1, X = y, R = lost", text)


def test_a_program_reads_them() -> None:
    claims = {claim["id"]: claim for claim in json.loads(report("all", "json"))["claims"]}
    chor, denied = claims["chor"], claims["denied"]
    assert chor["experiments"]["pir"]["T2"] == "= (S2 + [I = 2]) mod 2"
    assert [each["expected"] for each in chor["denied"]] == ["0"] and chor["witnesses"] == []
    laws = chor["shown"][0]["laws"][0]
    assert laws["columns"] == ["I = 1", "I = 2", "I = 3"]
    assert {cell for row in laws["rows"] for cell in row["cells"]} == {"1/8"}
    assert [each["part"] for each in denied["shown"]] == ["beside", "stands"] and "denied" not in denied
    assert denied["obligations"] == {"proved": 1, "failed": 3, "undecided": 0}
    assert denied["witnesses"][1]["context"]["other"] == "M = 0, K = 1, C = 1, X = y, R = lost"


@pytest.mark.parametrize("kind", ["html", "latex"])
def test_documents_show_them(kind: str) -> None:
    proved, refuted = report("chor", kind), report("denied", kind)
    for said in ("Experiment pir", "Denied, and it fails"):
        assert said in proved and said not in refuted
    assert "Denied, but it holds" in refuted and "Denied, but it holds" not in proved


def test_errata_say_what_stands() -> None:
    text = " ".join(inside("errata", "--claims", CLAIMS).stdout.split())
    assert "M is hidden: Pr(C | M) is the same for every value of M" in text
