"""Another paper: a claims file of one's own gives the same reports, and its own record decides the exit code."""

from __future__ import annotations

import json
import re
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
    assert (done.returncode, done.stderr) == (2, f"onoff-verify: {paper}: expected [[appendix]], found none\n")


def test_its_claims_are_judged(paper: str) -> None:
    """Without a record every claim is expected to be proved."""
    assert verdicts(paper) == (1, EXPECTED)
    done = inside("all", "--format", "json", "--claims", paper)
    forgets, even = json.loads(done.stdout)["claims"][1:]
    assert forgets["conditions"] == ["0 < p < 1"] and forgets["depends_on"] == ["rows"]
    assert {w["parameters"]["p"] for w in forgets["witnesses"]} == {"0", "1"}
    assert even["correction"] == {"statement": "The walk is symmetric.", "verdict": "proved"}


HALVES = """
[claim.halves]
title  = "All of p >= 0, in two cases"
names  = ["p"]
domain = "all"
regions.all = ["p >= 0"]
regions.low = ["p < 2"]
regions.high = ["p >= 2"]
proves = [
    { kind = "cover", region = "all", split = "p - 2", parts = ["low", "high", "high"] },
    { kind = "holds", region = "high", text = "p >= 2" },
    { kind = "holds", region = "low", text = "p < 2" },
]
"""


@pytest.mark.parametrize("left_out, said", [("", ""), ("low", "; nothing is stated on low"), (
    "high", "; nothing is stated on high")])
def test_a_case_on_which_nothing_is_stated_is_named(tmp_path: Path, left_out: str, said: str) -> None:
    path = tmp_path / "claims.toml"
    path.write_text("\n".join(line for line in HALVES.splitlines() if f'holds", region = "{left_out}"' not in line))
    shown = " ".join(inside("halves", "--claims", str(path)).stdout.split())
    assert shown.count("nothing is stated") == bool(said) and f"cover everything{said}" * bool(said) in shown


@pytest.mark.parametrize("key, code", [('given = ["p < 1/2"], ', 3), ('given = ["p <= 2"], ', 0), ("", 1)])
def test_what_is_given_of_names_of_the_domain_belongs_into_suppose(tmp_path: Path, key: str, code: int) -> None:
    path, text = tmp_path / "claims.toml", "2*p*(1 - p) >= p" if code else "p >= 0"
    path.write_text('[claim.it]\ntitle = "it"\nnames = ["p"]\nregions.chances = ["0 <= p <= 1"]\ndomain = "chances"\n'
                    f'proves = [{{ kind = "holds", region = "chances", {key}text = "{text}" }}]\n', encoding="utf-8")
    done = inside("it", "--claims", str(path))
    assert done.returncode == code
    if code == 3:
        assert ("proves 1: it is supposed, but is no condition, that p < 1/2; what is supposed of names of the domain "
                "belongs into suppose") in " ".join(done.stdout.split())


@pytest.mark.slow
def test_the_other_commands_know_it(paper: str, recorded: Path) -> None:
    assert [line.split()[0] for line in inside("list", "--claims", paper).stdout.splitlines()] == list(EXPECTED)
    assert "eigenvalue" in inside("show", "forgets", "--claims", paper).stdout
    errata = inside("errata", "--claims", paper)
    assert errata.returncode == 0 and "THE STATEMENT CHANGES\n\n1. " in errata.stdout and "\n2. " in errata.stdout
    assert inside("lemma1", "--claims", paper).returncode == 2
    files = sorted(map(str, recorded.iterdir()))
    assert inside("check", "--claims", paper, *files).returncode == 0
    assert inside("check", "--paper", *files).returncode == 1, "they are not claims of the paper"
    weighed = inside("forgets", "--claims", paper, "--weights").stdout
    assert re.search(r"0 < p lazy needed Take p = 0", " ".join(weighed.split()))


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
    ("rows", '"verdict": "proved"', '"verdict": "refuted"'), ("forgets", '"p": "0"', '"p": "1/2"'),
    ("forgets", '"text": "0 < p < 1"', '"text": "0 < p"'), ("even", '"verdict": "refuted"', '"verdict": "conditional"'),
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


LITTLE = """
[claim.nothing]
title = "A secret that cannot vary"
proves = [{ hides = "X from Y", in = "e" }]
[claim.nothing.experiment.e]
X = { values = "0..1", law = ["1", "0"] }
Y = { values = "0..1", law = "uniform" }

[claim.powers]
title = "False at an end of the region only"
names = ["p", "u"]
regions.unit = ["0 <= p <= 1"]
domain = "unit"
proves = [{ kind = "always", region = "unit", start = ["u = p"], next = ["u = p*u"], text = ["u < 1"] }]

[claim.late]
title = "False at an end of the region only, and not at first"
names = ["p", "u"]
regions.unit = ["0 <= p < 1"]
domain = "unit"
proves = [{ kind = "always", region = "unit", start = ["u = 1"], next = ["u = p*u"], text = ["u > 0"] }]
"""


@pytest.fixture
def little(tmp_path: Path) -> str:
    path = tmp_path / "little.toml"
    path.write_text(LITTLE, encoding="utf-8")
    return str(path)


@pytest.mark.slow
def test_the_letter_leaves_out_what_the_file_does_not_say(little: str) -> None:
    """Neither place nor words are printed."""
    for form, empty in (("text", r"Printed:|^ +$"), ("html", r"Printed|Where"), ("latex", r"Printed|emph")):
        done = inside("errata", "powers", "--claims", little, "--format", form)
        assert "False at an end" in done.stdout and re.search(empty, done.stdout.split("</style>")[-1], re.M) is None
