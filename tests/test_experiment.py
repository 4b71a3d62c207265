"""Experiments in claims files: what is hidden, what is told, what is denied."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from run import ROOT, inside

from onoff_symbolic import checker
from onoff_symbolic.claims.file import Paper
from onoff_symbolic.claims.reader import load
from onoff_symbolic.search.claim import decide
from onoff_symbolic.search.errors import NotFound

pytestmark = pytest.mark.slow

PAD = """
[paper]
names = ["k", "p"]
[regions]
unit = ["0 <= k <= 1", "0 < p < 1"]
half = ["k = 1/2", "0 <= p <= 1"]
[experiments.pad]
M = { values = ["0", "1"], law = ["1 - p", "p"] }
K = { values = [0, 1], law = ["1 - k", "k"] }
C = { is = "(M + K) mod 2" }
D = { is = "M - K" }
"""


def paper(tmp_path: Path, text: str) -> Paper:
    path = tmp_path / "claims.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def judged(found: Paper, claim: str) -> checker.Certificate:
    """The certificate that the search finds, accepted by the checker, for the claim of the file."""
    text = decide(found.claims[claim], found, {})
    answer = checker.judge({"it": text.encode()}, found.accepts)["it"]
    assert answer.word == "valid" and answer.certificate is not None, answer.why
    return answer.certificate


def said(tmp_path: Path, text: str, claim: str = "it") -> checker.Certificate:
    return judged(paper(tmp_path, text), claim)


# -- with parameters -----------------------------------------------------------------------------------------


def test_a_claim_is_conditional_on_a_uniform_key(tmp_path: Path) -> None:
    found = said(tmp_path, PAD + """
[claim.it]
title = "The one-time pad"
domain = "unit"
suppose = [{ text = "k = 1/2", where = ["k = 1/2"] }]
proves = [{ hides = "M from C", in = "pad" }, { tells = "C, K -> M", in = "pad" }]
denies = [{ hides = "M from C, K", in = "pad" }]
""")
    assert found.goal.verdict == "conditional"
    assert found.data["failures"][1]["at"]["k"] == "1/2", "what is denied fails where the condition holds"


@pytest.mark.parametrize("statement,sides", [
    ('{ hides = "M from C", in = "pad", region = "unit" }', ("2/3", "1/3")),
    ('{ tells = "D -> M", in = "pad", region = "unit" }', ("M = 0", "M = 1")),
    ('{ kind = "holds", region = "unit", text = "Pr(pad, C = 0 | M = 0) = Pr(pad, C = 0 | M = 1)" }', ("2/3", "1/3")),
    ('{ kind = "holds", region = "unit", text = "Pr(pad, D = -1) = p*(1 - k)" }', ("1/3", "1/6")),
])
def test_what_fails_has_a_point_and_two_sides(tmp_path: Path, statement: str, sides: tuple[str, str]) -> None:
    found = said(tmp_path, PAD + f'[claim.it]\ntitle = "x"\nproves = [{statement}]\n')
    assert found.goal.verdict == "refuted" and (found.failures[0][0], found.failures[0][2]) == sides


def test_what_is_denied_and_holds_refutes(tmp_path: Path) -> None:
    found = said(tmp_path, PAD + """
[claim.it]
title = "x"
proves = [{ tells = "C, K -> M", in = "pad", region = "unit" }]
denies = [{ hides = "M from C", in = "pad", region = "half" }, { tells = "C -> M", in = "pad", region = "half" }]
""")
    goal = found.data["goal"]
    assert (goal["verdict"], goal["fails"], [s["region"] for s in goal["stands"]]) == ("refuted", [], ["half"])
    assert [s["kind"] for s in goal["beside"]] == ["tells"]


def test_what_is_denied_and_not_decided_is_undecided(tmp_path: Path) -> None:
    text = PAD + """
[claim.it]
title = "x"
names = ["x", "y", "z"]
denies = [{ kind = "holds", region = "all", text = "x**4*y**2 + x**2*y**4 + z**6 >= 3*x**2*y**2*z**2" }]
regions.all = []
"""
    found = paper(tmp_path, text)
    with pytest.raises(NotFound, match="denies 1"):
        decide(found.claims["it"], found, {})


@pytest.mark.parametrize("law", [
    '["1 - k", "2*k"]', '["2 - k", "k - 1"]'])
@pytest.mark.parametrize("key", ["proves", "denies"])
@pytest.mark.parametrize("statement", [
    '{ hides = "M from C", in = "pad", region = "unit" }', '{ tells = "C, K -> M", in = "pad", region = "unit" }',
    '{ kind = "holds", region = "unit", text = "Pr(pad, M = 1) = p" }'])
def test_a_law_that_is_none_decides_nothing(tmp_path: Path, law: str, key: str, statement: str) -> None:
    """Whether the draw has to do with the statement or not: a statement about an experiment takes its laws as given. It
    neither holds nor fails where there are none."""
    text = PAD.replace('["1 - k", "k"]', law) + f'[claim.it]\ntitle = "x"\n{key} = [{statement}]\n'
    with pytest.raises(NotFound, match="the law of K" if key == "proves" else "all laws are laws"):
        said(tmp_path, text)


def test_a_law_is_only_asked_for_where_it_is_used(tmp_path: Path) -> None:
    """A row that cannot be reached needs none; it can be left out."""
    text = """
[tables.T]
index = [[0, 1], [0, 1]]
entries = ["1/2", "1/2", "", ""]
[claim.it]
title = "x"
names = ["p"]
proves = [{ tells = "Y, X -> X", in = "e", region = "never" }]
regions.never = ["p = 0"]
regions.perhaps = ["0 <= p <= 1"]
[claim.it.experiment.e]
X = { values = "0..1", law = ["1 - p", "p"] }
Y = { values = "0..1", law = "T", given = ["X"] }
""".replace("Y, X -> X", "Y -> X")
    assert said(tmp_path, text).goal.verdict == "proved"
    with pytest.raises(NotFound, match="left out"):
        said(tmp_path, text.replace('region = "never"', 'region = "perhaps"'))


# -- what cannot be read -------------------------------------------------------------------------------------


@pytest.mark.parametrize("old,new,message", [
    ('"(M + K) mod 2"', '"M + K mod 2"', "(a sum) mod a number"), ('"(M + K) mod 2"', '"(M + Z) mod 2"', "'Z'"),
    ('values = [0, 1]', 'values = [0, 0]', "different"),
    ('law = ["1 - k", "k"]', 'law = ["1 - k"]', "each of 2 values"), ('law = ["1 - k", "k"]', 'law = "T"', "'T'"),
    ('law = ["1 - k", "k"]', 'law = 1', "law"),
    ('law = ["1 - k", "k"]', 'law = "uniform", given = ["M"]', "table"), ('D = {', 'p = {', "two things"),
    ('"M from C"', '"M from C+K"', "commas"), ('"M from C"', '"M from Z"', "'Z'"),
    ('"M from C"', '"M from C among 0"', "at least two"),
    ('"M from C"', '"C, M from D among 0, 1, 2"', "among"), ('"M from C"', '"M from M, C"', "twice"),
    ('in = "pad"', 'in = "pod"', "'pod'"), ('hides = "M from C"', 'tells = "M from C"', "->"),
    ('hides = "M from C"', 'hides = "M from C", kind = "tells"', "both"),
    (', region = "unit" }', ' }', "region"),
])
def test_one_line_says_what_is_wrong(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = PAD + '[claim.it]\ntitle = "x"\nproves = [{ hides = "M from C", in = "pad", region = "unit" }]\n'
    assert text.count(old) == 1
    path = tmp_path / "claims.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    done = inside("all", "--claims", str(path))
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and message in done.stderr, done.stderr


def test_too_many_outcomes_are_not_enumerated(tmp_path: Path) -> None:
    draws = "\n".join(f'X{i} = {{ values = "0..9", law = "uniform" }}' for i in range(9))
    view = ", ".join(f"X{i}" for i in range(9))
    text = f'[claim.it]\ntitle = "x"\nproves = [{{ hides = "S from {view}", in = "e" }}]\n' \
        f'[claim.it.experiment.e]\nS = {{ values = "0..1" }}\n{draws}\n'
    path = tmp_path / "claims.toml"
    path.write_text(text, encoding="utf-8")
    done = inside("all", "--claims", str(path))
    assert done.returncode == 3 and "e has too many outcomes" in done.stdout


@pytest.mark.parametrize("gap", ["", "\n", "\u00a0"])
def test_no_space_hides_that_a_text_speaks_of_an_experiment(gap: str) -> None:
    """That its draws are laws has to be shown, however the text is written."""
    found = json.loads((ROOT / "tests" / "accepted" / "experiment.json").read_bytes())
    goal = found["goal"]
    goal["proves"], goal["denies"], found["facts"], found["failures"] = [goal["proves"][6]], [], [], []
    goal["proves"][0]["text"] = f"Pr{gap}({gap}pad, M = 1, C = 0) = p*k"
    found["points"] = {"unit": found["points"]["unit"]}
    assert checker.judge({"it": json.dumps(found).encode()})["it"].word == "valid"
    goal["experiments"]["pad"]["U"] = {"values": "0..1", "law": ["p", "p"]}
    assert checker.judge({"it": json.dumps(found).encode()})["it"].kind == "shown"


SUMS = """[tables.T]
index = [[0, 1, 2], [0, 1, 2]]
entries = ["1", "0", "0", "0", "0", "1", "0", "1", "0"]
[claim.it]
title = "Sums modulo 3"
proves = [{ kind = "holds", text = "for i in 0..2; j in 0..2: T[i,j] = [(i + j) mod 3 = 0]" },
          { kind = "holds", text = "for i in 0..5: (i*i) mod 3 <= 1" }]
"""


@pytest.mark.parametrize("old, new, verdict", [
    ("", "", "proved"), ("mod 3 = 0", "mod 2 = 0", "refuted"), ("<= 1", "< 1", "refuted"), ("i*i", "i", "refuted"),
    ("[(i + j) mod 3 = 0]", "[i = (2*j) mod 3]", "proved"), ("[(i + j) mod 3 = 0]", "[i + j != 0]", "refuted"),
])
def test_integers_are_computed_in_every_text(tmp_path: Path, old: str, new: str, verdict: str) -> None:
    assert said(tmp_path, SUMS.replace(old, new) if old else SUMS).goal.verdict == verdict


@pytest.mark.parametrize("text, message", [
    ("for i in 0..2: 2*(i) mod 3 = 0", "expected (a sum) mod a number > 0"),
    ("for i in 0..2: (i) mod 0 = 0", "expected (a sum) mod a number > 0"),
    ("(1) mod p = 0", "expected a number, found p"),
    ("(1 + p/p) mod 2 = 0", "expected an integer"),
    ("for i in 0..2: [i/2 = 1] >= 0", "expected an integer, found 1/2"), ("[p + 1 = 1] >= 0", "found p + 1"),
])
def test_what_is_no_integer_is_not_computed(tmp_path: Path, text: str, message: str) -> None:
    (path := tmp_path / "a.toml").write_text(f"""[claim.it]
title = "x"
names = ["p"]
domain = "unit"
proves = [{{ kind = "holds", text = "{text}" }}]
regions.unit = ["0 <= p <= 1"]
""", encoding="utf-8")
    done = inside("it", "--claims", str(path))
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and message in done.stderr


@pytest.mark.parametrize("says, instead", [
    ("(M + K) % 2", "expected (a) mod n, found %"), ("M/2", "expected a sum or a product of integers, found /"),
])
def test_a_sign_that_is_not_of_functions_is_told_what_to_write(tmp_path: Path, says: str, instead: str) -> None:
    (path := tmp_path / "a.toml").write_text(f"""[claim.it]
title = "x"
proves = [{{ hides = "M from C", in = "e" }}]
[claim.it.experiment.e]
M = {{ values = "0..1" }}
K = {{ values = "0..1", law = "uniform" }}
C = {{ is = "{says}" }}
""", encoding="utf-8")
    done = inside("it", "--claims", str(path))
    assert done.returncode == 2 and done.stderr.startswith("error: claim it, experiment e, C: ")
    assert instead in done.stderr and f" --> {path}:7:1\n" in done.stderr
