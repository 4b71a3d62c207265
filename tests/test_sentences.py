"""What the report of a claim says in words: each sentence here was once wrong, or missing."""

import pytest
from run import inside

pytestmark = pytest.mark.usefixtures("known")


def report(claim: str) -> str:
    """Return the printed report of a claim, its lines joined."""
    done = inside(claim)
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


# -- null events: one convention ---------------------------------------------------------------------------------

DEFINED = {
    "converse-equal-laws": "0 < δ < 1", "converse-table": "δ > 0", "converse-bounds": "0 < δ < 1",
    "t-step-law": "α+β > 0", "appc-case1": "α < 1 and β < 1",
}


@pytest.mark.parametrize("claim", DEFINED)
def test_a_formula_that_divides_is_claimed_where_it_is_defined(claim: str) -> None:
    said = report(claim)
    assert f"where these are defined: {DEFINED[claim]}." in said
    assert "Verdict: proved" in said and "Fails" not in said


# -- corrections that a claim rests on ---------------------------------------------------------------------------


@pytest.mark.parametrize("claim, names", [
    ("scheme-decodable", ["decodability-constraint", "table3-cases"]), ("claim2", ["table3-cases"]),
    ("lemma1", ["table3-cases"]), ("ab-probability", ["table3-cases"]),
    ("achievability", ["decodability-constraint", "table3-cases"]), ("converse-partition", ["decodability-constraint"]),
    ("converse-table", ["decodability-constraint"]), ("converse-bound", ["decodability-constraint"]),
])
def test_what_rests_on_a_correction_names_it(claim: str, names: list[str]) -> None:
    named = report(claim).partition("Rests on the correction")[2].partition("Verdict:")[0]
    assert [name for name in names if name not in named] == []


def test_what_rests_on_no_correction_names_none() -> None:
    assert "Rests on the correction" not in report("table3a") + report("claim1") + report("download-cost")
