"""A verdict is the checker's answer: with a checker that rejects everything, every command says undecided.

This is the test that nothing else in the package can prove anything.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from run import ROOT, inside, judged

from onoff_symbolic import checker
from onoff_symbolic.checker import command
from onoff_symbolic.claims.file import Claim
from onoff_symbolic.paper.record import Record
from onoff_symbolic.paper.session import Session

SMALL = str(ROOT / "tests" / "data" / "small.toml")
EXPERIMENTS = str(ROOT / "tests" / "data" / "experiments.toml")
SCHEME = str(ROOT / "examples" / "paper-low.toml")
CLAIMS = ("request-chain", "table3-cases", "converse-chain-rule")
"""One of each verdict: proved, refuted, conditional."""


def reject(files: Mapping[str, bytes], accept: Any = None) -> dict[str, checker.Answer]:
    return {path: checker.Answer("invalid", "nothing is believed", None) for path in files}


@pytest.fixture
def rejecting(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (checker, command, checker.certificate):
        monkeypatch.setattr(module, "judge", reject)


def said(text: str) -> str:
    """Without what is no verdict on anything: legends, style sheets, counts of nothing, what was expected."""
    text = re.sub(r"<style>.*?</style>|<svg.*?</svg>|expected [^\n]*? found", "", text, flags=re.S)
    legend = r"neither proved nor refuted|all ancestors proved \(or none\)|an ancestor is not proved|\b0 proved"
    return re.sub(legend, "", text)


def silent_about_proofs(text: str) -> bool:
    return not re.search(r"\b(proved|holds|valid)\b", said(text)) and "undecided" in text.lower()


COMMANDS = [
    CLAIMS,
    (*CLAIMS, "--format", "latex"),
    (*CLAIMS, "--format", "html"),
    (*CLAIMS, "--strict"),
    ("lemma1",),
    ("lemma1", "--proof"),
    ("request-chain", "--weights"),
    ("all", "--claims", SMALL),
    ("errata", "--claims", SMALL),
    ("errata", "--format", "latex", "--claims", SMALL),
    ("all", "--claims", EXPERIMENTS),
    ("chor", "--claims", EXPERIMENTS),
    ("denied", "--claims", EXPERIMENTS),
    ("all", "--claims", EXPERIMENTS, "--format", "latex"),
    ("all", "--claims", EXPERIMENTS, "--format", "html"),
    ("scheme", SCHEME),
    ("scheme", str(ROOT / "examples" / "late-leak.toml")),
    ("scheme", SCHEME, "--mode", "1,0,1"),
    ("bound", SCHEME, "--t", "1", "--at", "alpha=1/5,beta=1/5"),
    ("entropy", "H(X|Y) <= H(X)"),
    ("entropy", "H(X|Y) >= H(X)"),
]


@pytest.mark.slow
@pytest.mark.usefixtures("rejecting")
@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_says_undecided(words: tuple[str, ...]) -> None:
    done = inside(*words)
    assert done.returncode == 3, done.stdout + done.stderr
    assert silent_about_proofs(done.stdout + done.stderr), done.stdout
    assert "nothing is believed" in done.stdout + done.stderr, "the reason is told, and no derivation"
    assert not re.search("^counterexample:|do not imply", done.stdout, re.M)


def verdicts(value: Any) -> set[str]:
    """All that stands in a JSON document where a verdict stands."""
    if isinstance(value, dict):
        own = {str(each) for key, each in value.items() if key in ("verdict", "outcome") and isinstance(each, str)}
        return own.union(*map(verdicts, value.values()))
    return set().union(*map(verdicts, value)) if isinstance(value, list) else set()


@pytest.mark.slow
@pytest.mark.usefixtures("rejecting")
@pytest.mark.parametrize("words", [
    (*CLAIMS, "--weights"),
    ("all", "--claims", SMALL),
    ("errata", "--claims", SMALL),
    ("all", "--claims", EXPERIMENTS),
    ("scheme", SCHEME),
    ("bound", SCHEME, "--t", "1", "--at", "alpha=1/5,beta=1/5"),
    ("entropy", "H(X|Y) <= H(X)"),
])
def test_a_program_reads_undecided(words: tuple[str, ...]) -> None:
    done = inside(*words, "--format", "json")
    assert done.returncode == 3
    document = json.loads(done.stdout)
    assert verdicts(document) == {"undecided"}
    assert not any(document.get("summary", {}).get(word) for word in ("proved", "conditional", "refuted"))
    for claim in document.get("claims", []):
        assert not any(claim[key] for key in ("witness", "correction", "shown", "conditions", "derived"))
        assert claim.get("weights", []) == claim.get("denied", []) == []


def _recorded(session: Session, claim: Claim, used: object) -> str:
    return Record(session.paper.certificates).text(claim.id)


@pytest.mark.usefixtures("rejecting")
@pytest.mark.parametrize("words", [
    ("certify", "request-chain", "-o"),
    ("certify", "all", "--claims", SMALL, "-o"),
    pytest.param(("appendix", "-o"), marks=pytest.mark.slow),
])
def test_nothing_is_written(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if words[0] == "appendix":      # what a search would find for every claim is what is recorded
        monkeypatch.setattr(Session, "_decided", _recorded)
    done = inside(*words, str(tmp_path / "new"))
    assert done.returncode == 3
    assert done.stdout == ""
    assert "nothing is believed" in done.stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.usefixtures("rejecting")
def test_no_certificate_is_valid() -> None:
    done = inside("check", str(ROOT / "proofs" / "certificates" / "request-chain.json"))
    assert done.returncode == 1
    assert re.search(r"^1 certificate: 0 valid, 1 invalid", done.stdout, re.M)


@pytest.mark.slow
@pytest.mark.usefixtures("rejecting")
def test_every_test_of_the_plugin_fails(tmp_path: Path) -> None:
    shutil.copy(SCHEME, tmp_path / "scheme.toml")
    shutil.copy(SMALL, tmp_path / "small.toml")
    (tmp_path / "onoff.toml").write_text('["scheme.toml"]\n["small.toml"]\nforgets = "conditional"\n', encoding="utf-8")
    done = judged(tmp_path, "-p", "no:cacheprovider", "-rA", "--onoff", "-k", "toml or request-chain or table3-cases")
    assert done.returncode == 1, done.stdout
    failed = re.search(r"(\d+) failed", done.stdout)
    assert failed is not None
    assert int(failed[1]) > 5
    assert not re.search(r"\d (passed|xfailed)", done.stdout)
    assert done.stdout.count("undecided") >= int(failed[1])


def test_the_same_commands_do_prove_things_with_the_checker() -> None:
    """So that the tests above do not pass for another reason."""
    done = inside(*CLAIMS, "--format", "json")
    assert verdicts(json.loads(done.stdout)) >= {"proved", "refuted", "conditional"}
    assert not silent_about_proofs(inside("request-chain").stdout)
    assert inside("all", "--claims", SMALL).returncode == 1     # it has errata, and no record of them
