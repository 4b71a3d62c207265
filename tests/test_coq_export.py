"""Certificates as data for Coq: what the files say, and that Coq proves the true ones and no others."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import coq_check as check
import coq_claims as claims
import pytest

from corruptions import changed
from coq_schemes import PRIVATE, REFUTED
from onoff_symbolic import judge
from onoff_symbolic.coq import Exported, export, file_text
from onoff_symbolic.coq.export import THEOREM, term
from onoff_symbolic.errors import Undecidable
from onoff_symbolic.schemes.files import load_cases
from run import inside, python
from tools import need

ROOT = Path(__file__).resolve().parent.parent
COQ = ROOT / "proofs" / "coq"
CERTIFICATES = ROOT / "proofs" / "certificates"
SCHEMES = {**PRIVATE, **REFUTED}
CLAIM = THEOREM.replace("LEFT", "")
REFUSED = "Example refused : valid [] certificate = false.\nProof. vm_cast_no_check (@eq_refl bool false). Qed.\n"


def certificate(claim: str) -> str:
    return (CERTIFICATES / f"{claim}.json").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The certificate of a sample scheme, found once."""
    where = tmp_path_factory.mktemp("schemes")

    @cache
    def certificate_of(name: str) -> str:
        (where / f"{name}.toml").write_text(SCHEMES[name], encoding="utf-8")
        (case,) = judge.cases(load_cases(str(where / f"{name}.toml")))
        return case.certificate

    return certificate_of


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The theories of the checker, compiled."""
    where = tmp_path_factory.mktemp("coq")
    (where / "checker").mkdir()
    listed = (COQ / "_CoqProject").read_text(encoding="utf-8").split()
    for name in (path for path in listed if path.startswith("checker/")):
        (where / name).write_bytes((COQ / name).read_bytes())
        check.run([need("coqc"), "-noglob", "-Q", "checker", "OnOffChecker", name], where)
    return where


def refused(text: str) -> Exported:
    """A certificate as a file that says that it is refused."""
    exported = export(text)
    assert CLAIM in exported.body
    return exported._replace(body=exported.body.replace(CLAIM, REFUSED))


def read_by_coq(library: Path, exported: Mapping[str, Exported]) -> None:
    """Let Coq read all of these in one file; an error unless it accepts what they say."""
    (library / "All.v").write_text(file_text(exported, "coqc"), encoding="utf-8")
    check.run([need("coqc"), "-noglob", "-Q", "checker", "OnOffChecker", "All.v"], library)


# -- files -------------------------------------------------------------------------------------------------------------


def test_the_file_names_what_is_missing_and_why() -> None:
    exported = export(certificate("general-last-on"))
    assert exported.left == {"beside 1": "an experiment", "fails 1": "an experiment"}
    assert 'says real ["beside 1"; "fails 1"] (field "goal" certificate)' in exported.body
    text = file_text({"general_last_on": exported}, "coqc general_last_on.v")
    assert "Not in the theorem: beside 1, an experiment." in text and "with coqc general_last_on.v" in text


@pytest.mark.parametrize("change, why", [
    ({"kind": "holds", "text": "history(P,one,low) = 1"}, "a process that is no scheme"),
    ({"kind": "alike", "process": "P", "starts": []}, "a process that is no scheme"),
    ({"kind": "holds", "text": "a = a", "by": ["other"]}, "what it cites"),
    ({"kind": "tells", "in": "E"}, "an experiment"),
    ({"kind": "least_download"}, "the kind least_download"),
])
def test_what_cannot_be_read_is_named(change: dict[str, Any], why: str) -> None:
    data = json.loads(certificate("lemma1"))
    data["goal"]["processes"] = {"P": {}}
    data["goal"]["beside"] = [{"region": "low", **change}]
    assert export(json.dumps(data)).left == {"beside 0": why}


def test_texts_are_copied_letter_by_letter() -> None:
    texts = [text for region in json.loads(certificate("theorem1"))["goal"]["regions"].values() for text in region]
    body = export(certificate("theorem1")).body
    assert texts and all(f'Text "{text}"' in body for text in texts)


@pytest.mark.parametrize("value, code", [
    ('say "x"', 'Text "say ""x"""'), (-3, "Whole (-3)"), (True, "Flag true"), (None, "Null"),
    ([1, {"a": []}], 'Items [Whole (1); Fields [("a", Items [])]]'),
])
def test_a_json_value_is_a_term(value: Any, code: str) -> None:
    assert term(value) == code


def test_a_title_cannot_leave_the_comment() -> None:
    exported = export(certificate("lemma1"))._replace(title='*) Axiom a : False. (* "')
    assert {word for _, word in check.forbidden(file_text({"x": exported}, "coqc"))} == {"vm_cast_no_check"}


@pytest.mark.slow
def test_nothing_is_assumed_but_what_the_kernel_computes() -> None:
    text = file_text(claims.recorded(["certificates"]), "coqc")
    assert {word for _, word in check.forbidden(text)} == {"vm_cast_no_check"}


def test_the_text_is_the_same_in_every_run_and_needs_no_sympy() -> None:
    path = CERTIFICATES / "lemma1.json"
    code = (
        "import sys; sys.modules['sympy'] = None\nfrom onoff_symbolic.coq import export\n"
        f"sys.stdout.write(export(open({str(path)!r}, encoding='utf-8').read()).body)"
    )
    runs = [python(code, PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert runs[0] == runs[1] == export(certificate("lemma1")).body


def test_a_certificate_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(Undecidable, match="^the certificate cannot be read: "):
        export(certificate("lemma1").replace('"fails"', '"fials"'))


# -- commands ----------------------------------------------------------------------------------------------------------


def test_certify_writes_a_file_for_each_claim(tmp_path: Path) -> None:
    done = inside("certify", "table3a", "--coq", str(tmp_path / "out"))
    assert (done.returncode, done.stderr) == (0, "")
    text = (tmp_path / "out" / "table3a.v").read_text(encoding="utf-8")
    assert export(certificate("table3a")).body in text and str(tmp_path / "out" / "table3a.v") in text


def test_certify_says_what_is_not_in_the_file(tmp_path: Path) -> None:
    done = inside("certify", "general-last-on", "--coq", str(tmp_path))
    assert done.returncode == 3 and (tmp_path / "general_last_on.v").is_file()
    assert "general-last-on: not proved by Coq: beside 1, an experiment" in done.stderr


@pytest.mark.slow
def test_scheme_writes_a_file_for_each_case(tmp_path: Path, found: Callable[[str], str]) -> None:
    (tmp_path / "numbers.toml").write_text(SCHEMES["numbers"], encoding="utf-8")
    done = inside("scheme", "numbers.toml", "--coq", "Mine.v", cwd=tmp_path)
    assert done.returncode == 0 and export(found("numbers")).body in (tmp_path / "Mine.v").read_text(encoding="utf-8")
    rule = SCHEMES["always_two"][SCHEMES["always_two"].index("[[rule]]"):]
    two = SCHEMES["always_two"].replace(rule, rule.replace("[[rule]]", '[[rule]]\nwhere = ["alpha < beta"]') + rule)
    (tmp_path / "two.toml").write_text(two, encoding="utf-8")
    assert inside("scheme", "two.toml", "--coq", "Two.v", cwd=tmp_path).returncode == 0
    assert {path.name for path in tmp_path.glob("Two*")} == {"Two_1.v", "Two_2.v"}


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["--coq", "my-scheme.v"], "a name that Coq accepts"),
        (["--coq", "My.v", "-o", "My.v"], "--coq and -o name the same file"),
    ],
)
def test_scheme_refuses_a_bad_name_in_one_line(arguments: list[str], why: str, tmp_path: Path) -> None:
    (tmp_path / "numbers.toml").write_text(SCHEMES["numbers"], encoding="utf-8")
    done = inside("scheme", "numbers.toml", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert why in done.stderr and not [*tmp_path.glob("*.v")]


def test_a_certificate_whose_name_ends_so_is_a_file_for_coq(tmp_path: Path) -> None:
    chain = ROOT / "examples" / "chains" / "cycle.toml"
    for name in ("Bound.v", "bound.json"):
        assert inside("bound", str(chain), "--certificate", name, cwd=tmp_path).returncode == 0
    text = (tmp_path / "Bound.v").read_text(encoding="utf-8")
    exported = export((tmp_path / "bound.json").read_text(encoding="utf-8"))
    assert exported.body in text and not exported.left
    assert inside("bound", str(chain), "--certificate", "my-bound.v", cwd=tmp_path).returncode == 2


# -- what Coq says -----------------------------------------------------------------------------------------------------


CHANGES = [
    # claim, place, what stands there instead; nothing does if the row ends before
    ("lemma1", "facts/0/terms/0/0", "3"),
    ("example-rate", "facts/0/terms/0/0", "3"),
    ("prop1", "facts/0/terms/-1"),
    ("lemma1", "points/corner0/beta", "7"),
    ("zero-leakage", "failures/0/at", {"alpha": "1/2", "beta": "1/2", "delta": "1/2"}),
    ("lemma1", "invariants/proves 7/0"),
    ("lemma1", "invariants/proves 8/0/holds/-1"),
    ("theorem1", "invariants/proves 15/0/holds/-1"),
    ("example-optimal", "values/proves 2/A,A,A", "0"),
    ("lemma1", "goal/tables/M/entries/0", "1 - alpha + 1/7"),
    ("scheme-decodable", "goal/tables/M/entries/0", "1 - alpha + 1/7"),
    ("example-unique", "goal/tables/M/entries/0", "1 - alpha + 1/7"),
    ("converse-table", "goal/tables/prior/entries/0", "delta + 1/7"),
    ("prop1", "goal/regions/square", []),
    ("rate-limit", "goal/proves/1/text", "0 <= 1 - 1/(1 + u) < u"),
    ("prop2", "goal/proves/0/text", "I(X;V,W|Y) < 0"),
    ("lemma1", "goal/schemes/low/rules/-1/table", None),
]


@pytest.mark.slow
def test_coq_proves_claims_and_schemes(library: Path, found: Callable[[str], str]) -> None:
    """A sample of the claims: `make coq` proves all."""
    schemes = {name: export(found(name)) for name in SCHEMES}
    sample = sorted({claim for claim, *_ in CHANGES})
    paper = {claim.replace("-", "_"): export(certificate(claim)) for claim in sample}

    axioms = claims.prove({**paper, **schemes}, library)

    allowed = {name.rpartition(".")[2] for name in check.ALLOWED}
    assert {name.rpartition(".")[2] for name in axioms} <= allowed
    left = {reason for each in schemes.values() for reason in each.left.values()}
    assert left == {
        "the failure of the kind optimal",
        "the failure of the kind markov",
        "the bound of an invariant",
    }
    assert {*claims.lines(paper, axioms)} <= {*claims.RECORD.read_text(encoding="utf-8").splitlines()}


def corrupted(claim: str, place: str, *instead: Any) -> str:
    data = json.loads(certificate(claim))
    return json.dumps(changed(data, place, *instead))


@pytest.mark.slow
def test_coq_refuses_changed_evidence_and_goals(library: Path) -> None:
    exported = {f"c{number}": refused(corrupted(*row)) for number, row in enumerate(CHANGES)}
    read_by_coq(library, exported)


@pytest.mark.slow
def test_a_claim_that_coq_refuses_fails_the_build(library: Path) -> None:
    need("coqc")
    with pytest.raises(claims.NotProved, match="coqc refuses a certificate: .*true = true"):
        claims.prove({"lemma1": export(corrupted(*CHANGES[0]))}, library)


def test_a_record_that_says_something_else_fails_the_build() -> None:
    claims.compare(["a"], ["a"])
    with pytest.raises(claims.NotProved, match="says 'b', found 'a'"):
        claims.compare(["a"], ["b"])
    with pytest.raises(claims.NotProved):
        claims.compare(["a", "b"], ["a"])
