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
