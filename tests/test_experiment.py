"""Experiments in claims files: what is hidden, what is revealed, what is denied. Faults are in golden/faults.diff."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from corruptions import read
from run import inside

from onoff_symbolic import checker
from onoff_symbolic.claims.file import Paper
from onoff_symbolic.claims.reader import load
from onoff_symbolic.search.claim import decide
from onoff_symbolic.search.errors import NotFound

pytestmark = pytest.mark.slow

PAD = (Path(__file__).parent / "data" / "pad.toml").read_text(encoding="utf-8").partition("[claim.it]")[0]
BEGIN = '\n[claim.it]\ntitle = "x"\n'


def paper(tmp_path: Path, text: str) -> Paper:
    path = tmp_path / "claims.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def said(tmp_path: Path, text: str) -> checker.Certificate:
    """Return the certificate that the search finds, accepted by the checker, for the claim `it`."""
    found = paper(tmp_path, text)
    certificate = decide(found.claims["it"], found, {})
    answer = checker.judge({"it": certificate.encode()}, found.accepts)["it"]
    assert answer.word == "valid" and answer.certificate is not None, answer.why
    return answer.certificate


class TestClaim:
    def test_is_conditional_on_a_uniform_key(self, tmp_path: Path) -> None:
        found = said(
            tmp_path,
            PAD
            + BEGIN
            + """
domain = "unit"
suppose = [{ text = "k = 1/2", where = ["k = 1/2"] }]
proves = [{ hides = "M from C", in = "pad" }, { tells = "C, K -> M", in = "pad" }]
denies = [{ hides = "M from C, K", in = "pad" }]
""",
        )
        assert found.goal.verdict == "conditional"
        assert found.data["failures"][1]["at"]["k"] == "1/2", "what is denied fails where the condition holds"

    @pytest.mark.parametrize(
        "statement, sides",
        [
            ('hides = "M from C", in = "pad"', ("2/3", "1/3")),
            ('tells = "D -> M", in = "pad"', ("M = 0", "M = 1")),
            ('kind = "holds", text = "Pr(pad, C = 0 | M = 0) = Pr(pad, C = 0 | M = 1)"', ("2/3", "1/3")),
            ('kind = "holds", text = "Pr(pad, D = -1) = p*(1 - k)"', ("1/3", "1/6")),
        ],
    )
    def test_that_fails_has_a_point_and_two_sides(self, tmp_path: Path, statement: str, sides: tuple[str, str]) -> None:
        found = said(tmp_path, f'{PAD}{BEGIN}proves = [{{ {statement}, region = "unit" }}]')
        assert found.goal.verdict == "refuted" and (found.failures[0][0], found.failures[0][2]) == sides

    def test_is_refuted_by_what_is_denied_and_holds(self, tmp_path: Path) -> None:
        found = said(
            tmp_path,
            PAD
            + BEGIN
            + """
proves = [{ tells = "C, K -> M", in = "pad", region = "unit" }]
denies = [{ hides = "M from C", in = "pad", region = "half" }, { tells = "C -> M", in = "pad", region = "half" }]
""",
        )
        goal = found.data["goal"]
        assert (goal["verdict"], goal["fails"], [s["region"] for s in goal["stands"]]) == ("refuted", [], ["half"])
        assert [s["kind"] for s in goal["beside"]] == ["tells"]

    def test_is_undecided_if_what_is_denied_is(self, tmp_path: Path) -> None:
        motzkin = "x**4*y**2 + x**2*y**4 + z**6 >= 3*x**2*y**2*z**2"
        found = paper(
            tmp_path,
            PAD
            + BEGIN
            + f"""
names = ["x", "y", "z"]
denies = [{{ kind = "holds", region = "all", text = "{motzkin}" }}]
regions.all = []
""",
        )
        with pytest.raises(NotFound, match="denies 1"):
            decide(found.claims["it"], found, {})


class TestLaw:
    @pytest.mark.parametrize("law", ['["1 - k", "2*k"]', '["2 - k", "k - 1"]'])
    @pytest.mark.parametrize("key, why", [("proves", "the law of K"), ("denies", "all laws are laws")])
    @pytest.mark.parametrize(
        "statement",
        [
            'hides = "M from C", in = "pad"',
            'tells = "C, K -> M", in = "pad"',
            'kind = "holds", text = "Pr(pad, M = 1) = p"',
        ],
    )
    def test_that_is_none_decides_nothing(self, tmp_path: Path, law: str, key: str, why: str, statement: str) -> None:
        """Even if the draw has nothing to do with the statement, which takes the laws of an experiment as given."""
        text = PAD.replace('["1 - k", "k"]', law) + f'{BEGIN}{key} = [{{ {statement}, region = "unit" }}]'
        with pytest.raises(NotFound, match=why):
            said(tmp_path, text)

    def test_is_only_asked_for_where_it_is_used(self, tmp_path: Path) -> None:
        text = """
[tables.T]
index = [[0, 1], [0, 1]]
entries = ["1/2", "1/2", "", ""]
[claim.it]
title = "x"
names = ["p"]
proves = [{ tells = "Y -> X", in = "e", region = "never" }]
regions.never = ["p = 0"]
regions.perhaps = ["0 <= p <= 1"]
[claim.it.experiment.e]
X = { values = "0..1", law = ["1 - p", "p"] }
Y = { values = "0..1", law = "T", given = ["X"] }
"""
        assert said(tmp_path, text).goal.verdict == "proved"
        with pytest.raises(NotFound, match="left out"):
            said(tmp_path, text.replace('region = "never"', 'region = "perhaps"'))

    @pytest.mark.parametrize("gap", ["", "\n", "\u00a0"])
    def test_has_to_be_shown_however_the_text_is_written(self, gap: str) -> None:
        found: dict[str, Any] = read("experiment")
        goal = found["goal"]
        goal["proves"], goal["denies"], found["facts"], found["failures"] = [goal["proves"][6]], [], [], []
        goal["proves"][0]["text"] = f"Pr{gap}({gap}pad, M = 1, C = 0) = p*k"
        found["points"] = {"unit": found["points"]["unit"]}
        assert checker.judge({"it": json.dumps(found).encode()})["it"].word == "valid"

        goal["experiments"]["pad"]["U"] = {"values": "0..1", "law": ["p", "p"]}

        assert checker.judge({"it": json.dumps(found).encode()})["it"].kind == "shown"


def test_too_many_outcomes_are_not_enumerated(tmp_path: Path) -> None:
    draws = "\n".join(f'X{i} = {{ values = "0..9", law = "uniform" }}' for i in range(9))
    view = ", ".join(f"X{i}" for i in range(9))
    path = tmp_path / "claims.toml"
    path.write_text(
        f'{BEGIN}proves = [{{ hides = "S from {view}", in = "e" }}]\n[claim.it.experiment.e]\n'
        f'S = {{ values = "0..1" }}\n{draws}\n',
        encoding="utf-8",
    )

    done = inside("all", "--claims", str(path))

    assert done.returncode == 3 and "e has too many outcomes" in done.stdout


SUMS = """[tables.T]
index = [[0, 1, 2], [0, 1, 2]]
entries = ["1", "0", "0", "0", "0", "1", "0", "1", "0"]
[claim.it]
title = "Sums modulo 3"
proves = [{ kind = "holds", text = "for i in 0..2; j in 0..2: T[i,j] = [(i + j) mod 3 = 0]" },
          { kind = "holds", text = "for i in 0..5: (i*i) mod 3 <= 1" }]
"""


@pytest.mark.parametrize(
    "old, new, verdict",
    [
        ("Sums", "Sums", "proved"),
        ("mod 3 = 0", "mod 2 = 0", "refuted"),
        ("<= 1", "< 1", "refuted"),
        ("i*i", "i", "refuted"),
        ("[(i + j) mod 3 = 0]", "[i = (2*j) mod 3]", "proved"),
        ("[(i + j) mod 3 = 0]", "[i + j != 0]", "refuted"),
    ],
)
def test_integers_are_computed_in_every_text(tmp_path: Path, old: str, new: str, verdict: str) -> None:
    assert said(tmp_path, SUMS.replace(old, new)).goal.verdict == verdict
